/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RPC_QUERY_H
#define RPC_QUERY_H

#include "rpc-header.h"

#include "ns3/event-id.h"
#include "ns3/file-service-connection.h"
#include "ns3/simple-ref-count.h"
#include "ns3/socket.h"

#include <functional>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io-service-rpc
 *
 * One call of an ONC RPC procedure (RFC 5531) over a TCP connection of its own, which is closed
 * with the reply: what a client asks a port mapper or the MOUNT service.
 */
class RpcQuery : public SimpleRefCount<RpcQuery>, public FileServiceConnectionOwner
{
  public:
    /**
     * Told how it ended, not from inside.
     *
     * The first argument is where to read the results, null if there are none; the second is why
     * there are none, in words.
     */
    using Answered = std::function<void(FileServiceReader*, const std::string&)>;

    /**
     * Connect and call.
     *
     * @param socket a new TCP socket
     * @param server address and port of the server
     * @param call program, version and procedure
     * @param arguments the arguments
     * @param answered told the results, unless this goes before
     */
    RpcQuery(Ptr<Socket> socket,
             const Address& server,
             const RpcCallHeader& call,
             const FileServiceWriter& arguments,
             Answered answered);
    ~RpcQuery() override;

  private:
    void ConnectionMade(Ptr<FileServiceConnection> connection) override;
    void MessageArrived(Ptr<FileServiceConnection> connection,
                        const FileServiceMessage& message) override;
    void ConnectionEnded(Ptr<FileServiceConnection> connection, const std::string& reason) override;

    /**
     * Close the connection and tell.
     *
     * @param results where to read the results, null if there are none
     * @param fault why there are none
     */
    void End(FileServiceReader* results, const std::string& fault);

    RpcCallHeader m_call;                    //!< the call
    FileServiceWriter m_arguments;           //!< its arguments
    Answered m_answered;                     //!< told the results
    Ptr<FileServiceConnection> m_connection; //!< the connection
    EventId m_timer;                         //!< no reply came in time
};

} // namespace ns3

#endif /* RPC_QUERY_H */
