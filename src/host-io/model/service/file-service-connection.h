/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_SERVICE_CONNECTION_H
#define FILE_SERVICE_CONNECTION_H

#include "file-service-framer.h"
#include "file-service-message.h"

#include "ns3/address.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"
#include "ns3/socket.h"
#include "ns3/tcp-byte-stream.h"

#include <cstdint>
#include <deque>
#include <string>

namespace ns3
{

class FileServiceConnection;

/**
 * @ingroup host-io-service
 *
 * The owner of a connection, notified of its events. Nothing is called after Close.
 */
class FileServiceConnectionOwner
{
  public:
    virtual ~FileServiceConnectionOwner() = default;

    /**
     * The TCP connection is established.
     *
     * @param connection the connection, which was to be made by Connect
     */
    virtual void ConnectionMade(Ptr<FileServiceConnection> connection) = 0;

    /**
     * A message arrived.
     */
    virtual void MessageArrived(Ptr<FileServiceConnection> connection,
                                const FileServiceMessage& message) = 0;

    /**
     * The connection ended, not closed by this end, and is closed: the peer closed it, it broke or
     * could not be made, or what arrives is no message.
     *
     * @param connection the connection
     * @param reason why, as text
     */
    virtual void ConnectionEnded(Ptr<FileServiceConnection> connection,
                                 const std::string& reason) = 0;
};

/**
 * @ingroup host-io-service
 *
 * A TCP connection that carries messages of a file service. Messages that do not fit into the
 * socket's send buffer wait here. Contents without bytes stay virtual: headers and contents are
 * given to the socket one after the other, because packets that ns-3 joins become real.
 */
class FileServiceConnection : public SimpleRefCount<FileServiceConnection>
{
  public:
    /// The longest message that anybody sends: 8 MiB of data and room for headers, bytes.
    static constexpr uint32_t LARGEST_MESSAGE = (8 << 20) + 65536;

    /**
     * Take over a socket.
     *
     * @param socket a TCP socket of this end alone, connected or to be connected
     * @param framing how messages are delimited
     * @param largest the longest message that may arrive, bytes
     * @param owner the owner, who closes the connection before it goes
     */
    FileServiceConnection(Ptr<Socket> socket,
                          FileServiceFraming framing,
                          uint32_t largest,
                          FileServiceConnectionOwner* owner);
    ~FileServiceConnection();

    FileServiceConnection(const FileServiceConnection&) = delete;
    FileServiceConnection& operator=(const FileServiceConnection&) = delete;

    /**
     * Read no further while the peer has too many requests without a reply, or does not take
     * replies: for a server, whose memory a client must not fill.
     *
     * @param requests most requests without a reply, at least 1
     * @param bytes most bytes that wait for room in the socket
     */
    void SetLimits(uint32_t requests, uint64_t bytes);

    /**
     * Make the TCP connection. If that fails, the owner is notified of the end, not from inside.
     *
     * @param remote the peer's address and port
     */
    void Connect(const Address& remote);

    /**
     * Send a message behind all that were sent before. A closed connection drops it.
     *
     * @param header the message up to its contents
     * @param payload the contents
     * @param trailerBytes zero bytes behind the contents
     */
    void Send(const FileServiceWriter& header,
              const FileServicePayload& payload = {},
              uint32_t trailerBytes = 0);

    /**
     * A message that arrived gets no reply.
     */
    void Forgo();

    /**
     * Close the connection. What was not sent is dropped; the owner is not notified any more.
     */
    void Close();

    /**
     * @return true if the connection is established or being established
     */
    bool IsOpen() const;

    /**
     * @return the peer's address without its port, of no type if there is none
     */
    Address GetPeer() const;

    /**
     * @return bytes that wait for room in the socket
     */
    uint64_t GetQueuedBytes() const;

  private:
    /**
     * @param socket the socket, connected
     */
    void HandleConnected(Ptr<Socket> socket);

    /**
     * @param socket the socket, which has bytes
     */
    void HandleReceive(Ptr<Socket> socket);

    /**
     * @param socket the socket, which has room
     * @param available bytes of room
     */
    void HandleSend(Ptr<Socket> socket, uint32_t available);

    /**
     * @return true if nothing is to be read now
     */
    bool IsHeldBack() const;

    /// Read on if that was held back and is not any more.
    void Resume();

    /**
     * Make messages of received bytes, and give them to the owner.
     *
     * @param bytes what arrived
     */
    void Assemble(Ptr<Packet> bytes);

    /**
     * Put bytes into the queue.
     *
     * @param part the bytes: all real or all virtual
     */
    void Enqueue(Ptr<Packet> part);

    /**
     * Give the socket what it has room for.
     */
    void Flush();

    /**
     * @param size bytes to take from the front of the queue, at most the first part
     * @return the bytes
     */
    Ptr<Packet> TakeFromQueue(uint32_t size);

    /**
     * Close and notify the owner.
     *
     * @param reason why, as text
     */
    void End(const std::string& reason);

    TcpByteStream m_tcp;                 //!< the connection
    FileServiceFramer m_framer;          //!< messages of bytes
    FileServiceConnectionOwner* m_owner; //!< what to notify
    Address m_peer;                      //!< the peer's address
    std::deque<Ptr<Packet>> m_queue;     //!< what waits for room in the socket
    uint64_t m_queued{0};                //!< bytes of it
    uint32_t m_mostRequests{0};          //!< most requests without a reply, 0 for no limits
    uint64_t m_mostBytes{0};             //!< most bytes that wait
    uint32_t m_unanswered{0};            //!< requests without a reply
    bool m_isHeld{false};                //!< whether reading stopped
};

} // namespace ns3

#endif /* FILE_SERVICE_CONNECTION_H */
