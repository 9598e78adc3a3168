/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-shared-connection.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"

namespace ns3
{

namespace
{

/**
 * @param end an address with a port
 * @return the address without the port
 */
Address
GetHost(const Address& end)
{
    if (InetSocketAddress::IsMatchingType(end))
    {
        return InetSocketAddress::ConvertFrom(end).GetIpv4();
    }
    return Inet6SocketAddress::ConvertFrom(end).GetIpv6();
}

/**
 * @param socket a connected socket
 * @return its ends
 */
TcpHostPair
GetHosts(const TcpSocketBase& socket)
{
    Address local;
    Address remote;
    socket.GetSockName(local);
    socket.GetPeerName(remote);
    return {GetHost(local), GetHost(remote)};
}

} // namespace

TcpSharedConnection::TcpSharedConnection(TcpSocketBase& socket,
                                         const TcpSharingModes& modes,
                                         Ptr<TcpSharingCongestionOps> algorithm,
                                         Ptr<TcpSharingRttEstimator> rtt)
    : m_socket(socket),
      m_modes(modes),
      m_algorithm(algorithm),
      m_rtt(rtt)
{
}

TcpSharedConnection::~TcpSharedConnection()
{
    Close(false);
}

void
TcpSharedConnection::HandleState(TcpSocket::TcpStates_t before, TcpSocket::TcpStates_t now)
{
    switch (now)
    {
    case TcpSocket::ESTABLISHED:
        Open();
        break;
    case TcpSocket::FIN_WAIT_2:
    case TcpSocket::TIME_WAIT:
        Close(true);
        break;
    case TcpSocket::CLOSED:
        Close(before == TcpSocket::LAST_ACK);
        break;
    default:
        break;
    }
}

void
TcpSharedConnection::HandleSegment(Ptr<const Packet> /* segment */,
                                   const TcpHeader& header,
                                   Ptr<const TcpSocketBase> /* socket */)
{
    if (header.GetFlags() & TcpHeader::RST)
    {
        Close(false);
    }
}

void
TcpSharedConnection::Open()
{
    if (!m_isFollowed)
    {
        m_isFollowed = true;
        m_socket.TraceConnectWithoutContext(
            "Tx",
            MakeCallback(&TcpSharedConnection::HandleSegment, Ptr<TcpSharedConnection>(this)));
    }
    m_sharing = TcpControlBlockSharing::GetFor(m_socket.GetNode());
    m_hosts = GetHosts(m_socket);
    const auto variables = m_sharing->GetVariables();
    if (const auto cached = m_modes.temporal ? m_sharing->FindCached(m_hosts) : std::nullopt)
    {
        m_algorithm->BeginWith(variables.cWnd ? cached->cWnd : 0,
                               variables.ssThresh ? cached->ssThresh : UINT32_MAX);
        if (variables.rtt && cached->srtt.IsStrictlyPositive())
        {
            m_rtt->BeginWith(cached->srtt, cached->rttVar);
        }
    }
    if (m_modes.ensemble)
    {
        const auto ensemble = m_sharing->GetEnsemble(m_hosts);
        m_algorithm->Join(ensemble);
        m_rtt->SetEnsemble(variables.rtt ? ensemble : nullptr);
    }
}

void
TcpSharedConnection::Close(bool isOrderly)
{
    if (!m_sharing)
    {
        return;
    }
    if (m_modes.temporal && isOrderly)
    {
        TcpCachedControlBlock block;
        block.cWnd = m_algorithm->GetCwnd();
        block.ssThresh = m_algorithm->GetSsThresh();
        if (m_rtt->GetNSamples() > 0)
        {
            block.srtt = m_rtt->GetEstimate();
            block.rttVar = m_rtt->GetVariation();
        }
        m_sharing->Cache(m_hosts, block);
    }
    m_algorithm->Leave();
    m_rtt->SetEnsemble(nullptr);
    m_sharing->Forget(m_hosts);
    m_sharing = nullptr;
}

} // namespace ns3
