/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RPC_SERVER_H
#define RPC_SERVER_H

#include "rpc-header.h"

#include "ns3/file-service-server.h"

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>

namespace ns3
{

/**
 * @ingroup host-io-service-rpc
 *
 * A server of one ONC RPC program over TCP (RFC 5531). Calls that must not be executed twice are
 * kept in a duplicate request cache by client, XID and the call's first bytes: a repeated call gets
 * the reply of the first. Programs of one host may use the same XID.
 */
class RpcServer : public FileServiceServer
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @return number of the program
     */
    virtual uint32_t GetProgram() const = 0;

    /**
     * @return version of the program
     */
    virtual uint32_t GetVersion() const = 0;

  protected:
    /// A call that is executed.
    struct Call : public SimpleRefCount<Call>
    {
        Ptr<FileServiceConnection> connection; //!< where the reply goes
        uint32_t xid{0};                       //!< number of the call
        uint32_t procedure{0};                 //!< number of the procedure
        uint32_t user{0};                      //!< who calls
        uint32_t group{0};                     //!< the group of that user
        std::size_t hash{0};                   //!< tells it from others of the same number
        Time arrived;                          //!< when it arrived
    };

    void DoDispose() override;
    FileServiceFraming GetFraming() const override;
    void HandleMessage(Ptr<FileServiceConnection> connection,
                       const FileServiceMessage& message) override;
    void HandleEnd(Ptr<FileServiceConnection> connection) override;
    void Restart() override;

    /**
     * @param procedure number of a procedure
     * @return its name, empty if there is no such procedure
     */
    virtual std::string GetProcedureName(uint32_t procedure) const = 0;

    /**
     * @param procedure number of a procedure
     * @return true if executing it twice does no harm
     */
    virtual bool IsIdempotent(uint32_t procedure) const = 0;

    /**
     * Execute a call, and reply.
     *
     * @param call the call
     * @param arguments what follows the header
     * @return false if the arguments cannot be decoded; then there is no reply
     */
    virtual bool Execute(Ptr<Call> call, FileServiceReader& arguments) = 0;

    /**
     * Reply to a call.
     *
     * @param call the call
     * @param results the results up to the contents
     * @param payload the contents
     */
    void Reply(Ptr<Call> call,
               const FileServiceWriter& results,
               const FileServicePayload& payload = {});

  private:
    /// A call of a client.
    using Key = std::tuple<Address, uint32_t, std::size_t>;

    /// What became of a call that must not be executed twice.
    struct Remembered
    {
        Ptr<Call> call;            //!< the call while it is executed, then null
        FileServiceWriter results; //!< its results
    };

    /**
     * @param call a call
     * @return what tells it from others
     */
    static Key GetKey(const Call& call);

    /**
     * @param header the header of a call
     * @return whether the server has that procedure
     */
    RpcStatus Check(const RpcCallHeader& header) const;

    /**
     * Reply that a call was not executed.
     *
     * @param connection its connection
     * @param xid its number
     * @param status why
     */
    void Refuse(Ptr<FileServiceConnection> connection, uint32_t xid, RpcStatus status);

    /**
     * @param call a call that must not be executed twice
     * @return true if it was seen before; then it is answered, or will be
     */
    bool Repeats(Ptr<Call> call);

    /**
     * Send a reply.
     *
     * @param call the call
     * @param results the results up to the contents
     * @param payload the contents
     */
    static void Send(Ptr<Call> call,
                     const FileServiceWriter& results,
                     const FileServicePayload& payload);

    std::map<Key, Remembered> m_remembered; //!< the duplicate request cache
    std::deque<Key> m_order;                //!< its calls, the oldest first
};

} // namespace ns3

#endif /* RPC_SERVER_H */
