/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RPC_CLIENT_H
#define RPC_CLIENT_H

#include "rpc-header.h"

#include "ns3/event-id.h"
#include "ns3/file-service-client.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io-service-rpc
 *
 * A client of one ONC RPC program over TCP (RFC 5531). A slot table limits the calls without a
 * reply; others wait in order. When the connection is lost, calls without a reply are sent again on
 * the next, with their XIDs; the same happens when there is no reply for a long time.
 */
class RpcClient : public FileServiceClient
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @return calls sent that have no reply
     */
    std::size_t GetNOutstanding() const;

  protected:
    /// Told the results of a call; null if it failed before its procedure was executed.
    using Handler = std::function<void(FileServiceReader*)>;

    void DoDispose() override;
    FileServiceFraming GetFraming() const override;
    void HandleConnected() override;
    void HandleMessage(const FileServiceMessage& message) override;
    void HandleLost(const std::string& reason) override;
    void HandleGivenUp() override;

    /**
     * @return number of the program
     */
    virtual uint32_t GetProgram() const = 0;

    /**
     * @return version of the program
     */
    virtual uint32_t GetVersion() const = 0;

    /**
     * @param procedure number of a procedure
     * @return its name
     */
    virtual std::string GetProcedureName(uint32_t procedure) const = 0;

    /**
     * Call a procedure.
     *
     * @param procedure its number
     * @param arguments the arguments up to the contents
     * @param payload the contents
     * @param handler called with the results, never from inside
     */
    void Call(uint32_t procedure,
              const FileServiceWriter& arguments,
              const FileServicePayload& payload,
              Handler handler);

  private:
    /// A call without a reply.
    struct Pending
    {
        uint32_t procedure{0};       //!< number of the procedure
        FileServiceWriter arguments; //!< the arguments up to the contents
        FileServicePayload payload;  //!< the contents
        Handler handler;             //!< called with the results
        Time issued;                 //!< when the call was made
        Time sent;                   //!< when it was sent last
    };

    /**
     * Give waiting calls the slots that are free.
     */
    void FillSlots();

    /**
     * Send a call: the connection is established.
     *
     * @param xid its number
     * @param call the call
     */
    void Send(uint32_t xid, Pending& call);

    /**
     * Look for a call that has waited too long.
     */
    void CheckTimeout();

    uint32_t m_slots{0};                //!< most calls without a reply
    Time m_timeout;                     //!< longest time without a reply
    uint32_t m_xid{0};                  //!< number of the last call
    std::map<uint32_t, Pending> m_sent; //!< calls in a slot, by number
    std::deque<Pending> m_waiting;      //!< calls that wait for a slot
    EventId m_timer;                    //!< looks for calls that have waited too long
};

} // namespace ns3

#endif /* RPC_CLIENT_H */
