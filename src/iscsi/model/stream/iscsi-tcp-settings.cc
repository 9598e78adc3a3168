/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-tcp-settings.h"

#include "ns3/boolean.h"
#include "ns3/iscsi-tcp-idle-restart.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-cubic.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-sharing-installer.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

namespace ns3
{

namespace
{

/**
 * Give the copy of TcpCubic that an accepted socket has its TcpFriendliness, which ns-3 3.44 leaves
 * undefined.
 *
 * @param socket the socket
 */
void
InitializeForkedCubic(Ptr<Socket> socket)
{
    PointerValue algorithm;
    TypeId::AttributeInformation friendliness;
    if (socket->GetAttributeFailSafe("CongestionOps", algorithm))
    {
        const auto cubic = DynamicCast<TcpCubic>(algorithm.Get<TcpCongestionOps>());
        if (cubic && TcpCubic::GetTypeId().LookupAttributeByName("TcpFriendliness", &friendliness))
        {
            cubic->SetAttribute("TcpFriendliness", *friendliness.initialValue);
        }
    }
}

/**
 * Make an algorithm of TCP that an attribute names.
 *
 * @tparam T its base class
 * @param attribute the attribute, with its class
 * @param name name of the algorithm's class
 * @param what what it is to be, for the message
 * @return the algorithm
 * @throw UserError naming the attribute if there is no such algorithm
 */
template <typename T>
Ptr<T>
MakeTcpAlgorithm(const std::string& attribute, const std::string& name, const std::string& what)
{
    TypeId tid;
    if (!TypeId::LookupByNameFailSafe(name, &tid) || !tid.IsChildOf(T::GetTypeId()) ||
        !tid.HasConstructor())
    {
        throw UserError(attribute + ": \"" + name + "\" names no " + what + " of TCP");
    }
    ObjectFactory factory;
    factory.SetTypeId(tid);
    return factory.Create<T>();
}

} // namespace

TypeId
IscsiTcpSettings::AddAttributes(TypeId tid)
{
    return AddCongestionAttributes(AddTcpAttributes(tid));
}

TypeId
IscsiTcpSettings::AddTcpAttributes(TypeId tid)
{
    return tid
        .AddAttribute("Protocol",
                      "TypeId of the factory that creates the TCP sockets.",
                      TypeIdValue(TcpSocketFactory::GetTypeId()),
                      MakeTypeIdAccessor(&IscsiTcpSettings::m_protocol),
                      MakeTypeIdChecker())
        .AddAttribute("SegmentSize",
                      "Maximum payload of a TCP segment, bytes, 1 to 65535. 1460 fills an Ethernet "
                      "frame when no TCP options are used, 1448 with timestamps.",
                      UintegerValue(1448),
                      MakeUintegerAccessor(&IscsiTcpSettings::m_segmentSize),
                      MakeUintegerChecker<uint32_t>(1, 65535))
        .AddAttribute("SndBufSize",
                      "TCP send buffer, bytes, 1 or more.",
                      UintegerValue(1 << 20),
                      MakeUintegerAccessor(&IscsiTcpSettings::m_sndBufSize),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute(
            "RcvBufSize",
            "TCP receive buffer, which limits the window offered to the peer, bytes, 1 or more.",
            UintegerValue(1 << 20),
            MakeUintegerAccessor(&IscsiTcpSettings::m_rcvBufSize),
            MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("DelAckCount",
                      "Segments that arrive for each acknowledgement, 1 or more; 1 turns delayed "
                      "acknowledgement off.",
                      UintegerValue(2),
                      MakeUintegerAccessor(&IscsiTcpSettings::m_delAckCount),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("DelAckTimeout",
                      "Maximum delay of an acknowledgement, 0 or more.",
                      TimeValue(MilliSeconds(200)),
                      MakeTimeAccessor(&IscsiTcpSettings::m_delAckTimeout),
                      MakeTimeChecker(Seconds(0)))
        .AddAttribute("NoDelay",
                      "True to send short segments at once, without Nagle's algorithm.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&IscsiTcpSettings::m_noDelay),
                      MakeBooleanChecker());
}

TypeId
IscsiTcpSettings::AddCongestionAttributes(TypeId tid)
{
    return tid
        .AddAttribute("CongestionControl",
                      "Congestion control of the TCP sockets, a TypeId name such as "
                      "ns3::TcpLinuxReno; empty for the node's default.",
                      StringValue(""),
                      MakeStringAccessor(&IscsiTcpSettings::m_congestionControl),
                      MakeStringChecker())
        .AddAttribute("LossRecovery",
                      "Fast recovery of the TCP sockets, a TypeId name: ns3::TcpPrrRecovery or "
                      "ns3::TcpClassicRecovery; empty for the node's default.",
                      StringValue(""),
                      MakeStringAccessor(&IscsiTcpSettings::m_lossRecovery),
                      MakeStringChecker())
        .AddAttribute("IdleRestart",
                      "True to start again with the initial congestion window when a connection "
                      "has sent no data for longer than the retransmission timeout (RFC 5681, "
                      "4.1). False to keep the window, as ns-3's TCP does.",
                      BooleanValue(false),
                      MakeBooleanAccessor(&IscsiTcpSettings::m_idleRestart),
                      MakeBooleanChecker())
        .AddAttribute("EnsembleSharing",
                      "True to share RTT, congestion window and slow start threshold among the "
                      "connections to the same host (RFC 9040, 7), as the TcpControlBlockSharing "
                      "of the node says. Each end decides for what it sends.",
                      BooleanValue(false),
                      MakeBooleanAccessor(&IscsiTcpSettings::m_ensembleSharing),
                      MakeBooleanChecker())
        .AddAttribute("TemporalSharing",
                      "True to begin a connection with what those closed earlier to the same host "
                      "have left (RFC 9040, 6).",
                      BooleanValue(false),
                      MakeBooleanAccessor(&IscsiTcpSettings::m_temporalSharing),
                      MakeBooleanChecker())
        .AddAttribute(
            "MinRto",
            "Minimum retransmission timeout of TCP, 0 or more; 0 for ns-3's default, 1 s. It "
            "should "
            "be above the peer's DelAckTimeout: else a delayed acknowledgement counts as a loss.",
            TimeValue(Seconds(0)),
            MakeTimeAccessor(&IscsiTcpSettings::m_minRto),
            MakeTimeChecker(Seconds(0)))
        .AddAttribute("InitialCwnd",
                      "Initial congestion window, segments, 0 to 65535; 0 for ns-3's default, 10.",
                      UintegerValue(0),
                      MakeUintegerAccessor(&IscsiTcpSettings::m_initialCwnd),
                      MakeUintegerChecker<uint32_t>(0, 65535))
        .AddAttribute("Sack",
                      "False to do without selective acknowledgements (RFC 2018).",
                      BooleanValue(true),
                      MakeBooleanAccessor(&IscsiTcpSettings::m_sack),
                      MakeBooleanChecker())
        .AddAttribute(
            "Timestamps",
            "False to do without timestamps (RFC 7323). With those of ns-3's own sockets, "
            "and losses in both directions, the retransmission timeout grows to many "
            "seconds; the sockets of the module ethernet echo them as RFC 7323 says.",
            BooleanValue(true),
            MakeBooleanAccessor(&IscsiTcpSettings::m_timestamps),
            MakeBooleanChecker())
        .AddAttribute("Ecn",
                      "True to use explicit congestion notification (RFC 3168), which needs both "
                      "ends and queue discs that mark packets.",
                      BooleanValue(false),
                      MakeBooleanAccessor(&IscsiTcpSettings::m_ecn),
                      MakeBooleanChecker());
}

Ptr<Socket>
IscsiTcpSettings::MakeSocket(Ptr<Node> node, const std::string& owner) const
{
    auto socket = Socket::CreateSocket(node, m_protocol);
    socket->SetAttribute("SegmentSize", UintegerValue(m_segmentSize));
    socket->SetAttribute("SndBufSize", UintegerValue(m_sndBufSize));
    socket->SetAttribute("RcvBufSize", UintegerValue(m_rcvBufSize));
    socket->SetAttribute("DelAckCount", UintegerValue(m_delAckCount));
    socket->SetAttribute("DelAckTimeout", TimeValue(m_delAckTimeout));
    socket->SetAttribute("TcpNoDelay", BooleanValue(m_noDelay));
    SetUpCongestionControl(DynamicCast<TcpSocketBase>(socket), owner);
    if (m_ensembleSharing || m_temporalSharing)
    {
        TcpSharingInstaller::Install(DynamicCast<TcpSocketBase>(socket),
                                     {m_ensembleSharing, m_temporalSharing});
    }
    SetUpAcceptedSocket(socket);
    return socket;
}

void
IscsiTcpSettings::SetUpCongestionControl(Ptr<TcpSocketBase> socket, const std::string& owner) const
{
    // What is not set here may have a default of its own in the simulation.
    if (!m_congestionControl.empty())
    {
        socket->SetCongestionControlAlgorithm(
            MakeTcpAlgorithm<TcpCongestionOps>(owner + "::CongestionControl",
                                               m_congestionControl,
                                               "congestion control"));
    }
    if (!m_lossRecovery.empty())
    {
        socket->SetRecoveryAlgorithm(MakeTcpAlgorithm<TcpRecoveryOps>(owner + "::LossRecovery",
                                                                      m_lossRecovery,
                                                                      "fast recovery"));
    }
    if (!m_minRto.IsZero())
    {
        socket->SetMinRto(m_minRto);
    }
    if (m_initialCwnd > 0)
    {
        socket->SetAttribute("InitialCwnd", UintegerValue(m_initialCwnd));
    }
    if (!m_sack)
    {
        socket->SetAttribute("Sack", BooleanValue(false));
    }
    if (!m_timestamps)
    {
        socket->SetAttribute("Timestamp", BooleanValue(false));
    }
    if (m_ecn)
    {
        socket->SetUseEcn(TcpSocketState::On);
    }
}

void
IscsiTcpSettings::SetUpAcceptedSocket(Ptr<Socket> socket) const
{
    InitializeForkedCubic(socket);
    if (m_idleRestart)
    {
        IscsiTcpIdleRestart::Install(DynamicCast<TcpSocketBase>(socket));
    }
}

} // namespace ns3
