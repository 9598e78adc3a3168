/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-sharing-installer.h"

#include "tcp-sharing-congestion-ops.h"
#include "tcp-sharing-rtt-estimator.h"

#include "ns3/callback.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/tcp-linux-rtt-estimator.h"
#include "ns3/tcp-ruled-socket.h"

namespace ns3
{

namespace
{

/**
 * @param socket a socket
 * @return what controls its congestion
 */
Ptr<TcpCongestionOps>
GetAlgorithm(Ptr<TcpSocketBase> socket)
{
    PointerValue algorithm;
    socket->GetAttribute("CongestionOps", algorithm);
    return algorithm.Get<TcpCongestionOps>();
}

/**
 * @param socket a socket
 * @return what estimates its round-trip time and can be shared
 */
Ptr<TcpSharingRttEstimator>
MakeEstimator(Ptr<TcpSocketBase> socket)
{
    const auto ruled = DynamicCast<TcpRuledSocket>(socket);
    return ruled && ruled->HasLinuxTimeout()
               ? CreateObject<TcpSharingRttEstimator>(CreateObject<TcpLinuxRttEstimator>())
               : CreateObject<TcpSharingRttEstimator>();
}

} // namespace

TcpSharingInstaller::TcpSharingInstaller(const TcpSharingModes& modes)
    : m_modes(modes)
{
}

void
TcpSharingInstaller::Install(Ptr<TcpSocketBase> socket, const TcpSharingModes& modes)
{
    const auto algorithm = CreateObject<TcpSharingCongestionOps>(GetAlgorithm(socket));
    socket->SetCongestionControlAlgorithm(algorithm);
    const Ptr<TcpSharingInstaller> installer(new TcpSharingInstaller(modes), false);
    installer->SetUp(socket, algorithm);
    socket->TraceConnectWithoutContext(
        "Tx",
        MakeCallback(&TcpSharingInstaller::HandleSegment, installer));
}

void
TcpSharingInstaller::SetUp(Ptr<TcpSocketBase> socket, Ptr<TcpSharingCongestionOps> algorithm) const
{
    const auto rtt = MakeEstimator(socket);
    socket->SetRtt(rtt);
    algorithm->SetRtt(rtt);
    const auto connection = Create<TcpSharedConnection>(*socket, m_modes, algorithm, rtt);
    socket->TraceConnectWithoutContext("State",
                                       MakeCallback(&TcpSharedConnection::HandleState, connection));
}

void
TcpSharingInstaller::HandleSegment(Ptr<const Packet> /* segment */,
                                   const TcpHeader& /* header */,
                                   Ptr<const TcpSocketBase> socket)
{
    // A trace source must not be changed while it is used.
    Simulator::ScheduleNow(&TcpSharingInstaller::Adopt,
                           Ptr<TcpSharingInstaller>(this),
                           ConstCast<TcpSocketBase>(socket));
}

void
TcpSharingInstaller::Adopt(Ptr<TcpSocketBase> socket)
{
    socket->TraceDisconnectWithoutContext(
        "Tx",
        MakeCallback(&TcpSharingInstaller::HandleSegment, Ptr<TcpSharingInstaller>(this)));
    const auto algorithm = DynamicCast<TcpSharingCongestionOps>(GetAlgorithm(socket));
    if (algorithm && !algorithm->GetRtt())
    {
        SetUp(socket, algorithm);
    }
}

} // namespace ns3
