/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_BYTE_STREAM_H
#define TCP_BYTE_STREAM_H

#include "ns3/address.h"
#include "ns3/callback.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup host-tcp-stream
 *
 * One TCP connection as the layer above sees it: connect, read, write pieces, close, reset. It is
 * the only one that uses the socket, and hides what ns-3's sockets get wrong: a socket that is
 * closed or reset in the middle of its handshake stops the simulator, and one that is closed still
 * calls back.
 */
class TcpByteStream
{
  public:
    /// Notifies of bytes that can be read, or of room to write.
    using SocketCallback = Callback<void, Ptr<Socket>>;

    /// Notifies of an end that this end did not ask for, with the reason.
    using EndCallback = Callback<void, const std::string&>;

    /// The reason if nobody listens.
    static constexpr const char* REFUSED = "connection refused";

    /**
     * Take over a socket.
     *
     * @param socket a TCP socket of this end alone, connected or to be connected
     * @param readable called when bytes have arrived
     * @param ended called when the peer closes, the connection breaks or cannot be made
     */
    TcpByteStream(Ptr<Socket> socket, SocketCallback readable, EndCallback ended);
    ~TcpByteStream();

    TcpByteStream(const TcpByteStream&) = delete;
    TcpByteStream& operator=(const TcpByteStream&) = delete;

    /**
     * Begin to connect.
     *
     * @param remote the peer's address and port
     * @param sourcePort port of this end, 0 for one that TCP chooses
     * @param connected called when the connection is established
     * @return why that is impossible, empty if it is not; then one of the callbacks will be called
     */
    std::string Connect(const Address& remote, uint16_t sourcePort, SocketCallback connected);

    /**
     * @return whether the handshake is under way
     */
    bool IsConnecting() const;

    /**
     * @return whether the stream was not closed
     */
    bool IsOpen() const;

    /**
     * @return this end's address and port, of no type if the stream is closed
     */
    Address GetLocal() const;

    /**
     * @return the peer's address and port, of no type if there is none
     */
    Address GetPeer() const;

    /**
     * @param most bytes to read at once
     * @return bytes that have arrived, null if none have or the peer has ended; the stream is open
     */
    Ptr<Packet> Read(uint32_t most);

    /**
     * @return bytes that Write takes now
     */
    uint32_t GetRoom() const;

    /**
     * @param piece at most GetRoom bytes, which are now TCP's
     * @return whether they will be sent; false if the socket is past sending, the end of which is
     * notified of by itself
     */
    bool Write(Ptr<Packet> piece);

    /**
     * @param writable called from now on whenever there is more room
     */
    void NotifyOfRoom(Callback<void, Ptr<Socket>, uint32_t> writable);

    /**
     * Have both ends get a reset (RST), as from a host between them. Nothing is done during the
     * handshake.
     */
    void Reset();

    /**
     * Close the connection when TCP has sent what it was given. Nothing is called back any more.
     */
    void Close();

  private:
    /**
     * @param socket the socket, connected
     */
    void HandleConnected(Ptr<Socket> socket);

    /**
     * @param socket the socket, which could not be connected
     */
    void HandleConnectFailed(Ptr<Socket> socket);

    /**
     * @param socket the socket that the peer closed
     */
    void HandlePeerClosed(Ptr<Socket> socket);

    /**
     * @param socket the socket that broke
     */
    void HandleError(Ptr<Socket> socket);

    Ptr<Socket> m_socket;       //!< null once closed
    EndCallback m_ended;        //!< notified of the end
    SocketCallback m_connected; //!< notified of the connection
    bool m_isConnecting{false}; //!< whether the handshake is under way
};

inline bool
TcpByteStream::IsOpen() const
{
    return m_socket != nullptr;
}

inline Ptr<Packet>
TcpByteStream::Read(uint32_t most)
{
    auto bytes = m_socket->Recv(most, 0);
    if (bytes && bytes->GetSize() == 0)
    {
        // The peer sends no more.
        bytes = nullptr;
    }
    return bytes;
}

inline uint32_t
TcpByteStream::GetRoom() const
{
    return m_socket->GetTxAvailable();
}

inline bool
TcpByteStream::Write(Ptr<Packet> piece)
{
    return m_socket->Send(piece) >= 0;
}

} // namespace ns3

#endif /* TCP_BYTE_STREAM_H */
