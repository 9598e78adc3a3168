/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-byte-stream.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpByteStream");

namespace
{

/**
 * Send a TCP segment that resets a connection.
 *
 * @param node whose stack sends it
 * @param from the end it pretends to come from, address and port
 * @param to the other end, address and port
 */
void
SendReset(Ptr<Node> node, const Address& from, const Address& to)
{
    TcpHeader header;
    header.SetFlags(TcpHeader::RST);
    const auto tcp = node->GetObject<TcpL4Protocol>();
    if (InetSocketAddress::IsMatchingType(from))
    {
        const auto source = InetSocketAddress::ConvertFrom(from);
        const auto destination = InetSocketAddress::ConvertFrom(to);
        header.SetSourcePort(source.GetPort());
        header.SetDestinationPort(destination.GetPort());
        tcp->SendPacket(Create<Packet>(), header, source.GetIpv4(), destination.GetIpv4());
    }
    else
    {
        const auto source = Inet6SocketAddress::ConvertFrom(from);
        const auto destination = Inet6SocketAddress::ConvertFrom(to);
        header.SetSourcePort(source.GetPort());
        header.SetDestinationPort(destination.GetPort());
        tcp->SendPacket(Create<Packet>(), header, source.GetIpv6(), destination.GetIpv6());
    }
}

/**
 * @param socket a socket that is no longer needed
 */
void
CloseSocket(Ptr<Socket> socket)
{
    socket->Close();
}

/**
 * @param remote the peer's address
 * @param port of this end
 * @return where this end is bound
 */
Address
GetAnyAddress(const Address& remote, uint16_t port)
{
    return Inet6SocketAddress::IsMatchingType(remote)
               ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), port))
               : Address(InetSocketAddress(Ipv4Address::GetAny(), port));
}

} // namespace

TcpByteStream::TcpByteStream(Ptr<Socket> socket, SocketCallback readable, EndCallback ended)
    : m_socket(socket),
      m_ended(ended)
{
    m_socket->SetRecvCallback(readable);
    m_socket->SetCloseCallbacks(MakeCallback(&TcpByteStream::HandlePeerClosed, this),
                                MakeCallback(&TcpByteStream::HandleError, this));
}

TcpByteStream::~TcpByteStream()
{
    Close();
}

std::string
TcpByteStream::Connect(const Address& remote, uint16_t sourcePort, SocketCallback connected)
{
    NS_LOG_FUNCTION(this << remote << sourcePort);
    m_connected = connected;
    m_isConnecting = true;
    m_socket->SetConnectCallback(MakeCallback(&TcpByteStream::HandleConnected, this),
                                 MakeCallback(&TcpByteStream::HandleConnectFailed, this));
    const auto isBound = m_socket->Bind(GetAnyAddress(remote, sourcePort)) == 0;
    if (isBound && m_socket->Connect(remote) == 0)
    {
        return "";
    }
    m_isConnecting = false;
    return isBound ? "no route to the peer"
                   : "source port " + std::to_string(sourcePort) + " is in use";
}

bool
TcpByteStream::IsConnecting() const
{
    return m_isConnecting;
}

Address
TcpByteStream::GetLocal() const
{
    Address address;
    if (m_socket)
    {
        m_socket->GetSockName(address);
    }
    return address;
}

Address
TcpByteStream::GetPeer() const
{
    Address address;
    if (m_socket && m_socket->GetPeerName(address) != 0)
    {
        return Address();
    }
    return address;
}

void
TcpByteStream::NotifyOfRoom(Callback<void, Ptr<Socket>, uint32_t> writable)
{
    m_socket->SetSendCallback(writable);
}

void
TcpByteStream::Reset()
{
    Address here;
    Address there;
    // ns-3 stops at a reset in the middle of a handshake.
    if (!m_socket || m_isConnecting || m_socket->GetSockName(here) != 0 ||
        m_socket->GetPeerName(there) != 0)
    {
        return;
    }
    const auto node = m_socket->GetNode();
    SendReset(node, here, there);
    SendReset(node, there, here);
}

void
TcpByteStream::Close()
{
    if (!m_socket)
    {
        return;
    }
    const auto socket = std::exchange(m_socket, nullptr);
    m_ended = EndCallback();
    m_connected = SocketCallback();
    // ns-3 stops at a socket that is closed in the middle of a handshake.
    socket->SetConnectCallback(m_isConnecting ? Callback<void, Ptr<Socket>>(&CloseSocket)
                                              : MakeNullCallback<void, Ptr<Socket>>(),
                               MakeNullCallback<void, Ptr<Socket>>());
    socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                              MakeNullCallback<void, Ptr<Socket>>());
    socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    if (!m_isConnecting)
    {
        socket->Close();
    }
}

void
TcpByteStream::HandleConnected(Ptr<Socket> socket)
{
    m_isConnecting = false;
    const auto connected = std::exchange(m_connected, SocketCallback());
    connected(socket);
}

void
TcpByteStream::HandleConnectFailed(Ptr<Socket> socket)
{
    m_isConnecting = false;
    // A copy: whoever is told may release the stream.
    const auto ended = m_ended;
    ended(socket->GetErrno() == Socket::ERROR_NOTCONN ? REFUSED
                                                      : "the TCP connection could not be made");
}

void
TcpByteStream::HandlePeerClosed(Ptr<Socket> /* socket */)
{
    const auto ended = m_ended;
    ended("the peer closed the TCP connection");
}

void
TcpByteStream::HandleError(Ptr<Socket> /* socket */)
{
    const auto ended = m_ended;
    ended("the TCP connection broke");
}

} // namespace ns3
