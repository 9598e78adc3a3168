/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-application.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/iscsi-authentication.h"
#include "ns3/iscsi-key-attributes.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"
#include "ns3/word-checker.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiApplication");

NS_OBJECT_ENSURE_REGISTERED(IscsiApplication);

TypeId
IscsiApplication::GetTypeId()
{
    static TypeId tid = AddTraces(
        TcpSettings::AddAttributes(AddSecurityAttributes(AddSessionKeyAttributes(AddKeyAttributes(
            TypeId("ns3::IscsiApplication")
                .SetParent<Application>()
                .SetGroupName("Iscsi")
                .AddAttribute("Protocol",
                              "TypeId of the factory that creates the TCP sockets.",
                              TypeIdValue(TcpSocketFactory::GetTypeId()),
                              MakeTypeIdAccessor(&IscsiApplication::m_protocol),
                              MakeTypeIdChecker()))))));
    return tid;
}

TypeId
IscsiApplication::AddKeyAttributes(TypeId tid)
{
    return AddIscsiKeyAttributes(tid,
                                 &IscsiApplication::m_proposals,
                                 {"InitialR2T",
                                  "ImmediateData",
                                  "MaxRecvDataSegmentLength",
                                  "MaxBurstLength",
                                  "FirstBurstLength",
                                  "MaxOutstandingR2T",
                                  "DefaultTime2Wait",
                                  "DefaultTime2Retain"})
        .AddAttribute("NopInterval",
                      "Time between the pings that this side sends, 0 or more; 0 for no pings.",
                      TimeValue(Seconds(0)),
                      MakeTimeAccessor(&IscsiApplication::m_nopInterval),
                      MakeTimeChecker(Seconds(0)))
        .AddAttribute("NopTimeout",
                      "Time without an answer to a ping of this side after which the connection "
                      "counts as failed, 0 or more; 0 for no limit.",
                      TimeValue(Seconds(0)),
                      MakeTimeAccessor(&IscsiApplication::m_nopTimeout),
                      MakeTimeChecker(Seconds(0)))
        .AddAttribute("HostCost",
                      "Processor time that commands, PDUs and bytes take on this host; none if not "
                      "set.",
                      PointerValue(),
                      MakePointerAccessor(&IscsiApplication::m_hostCost),
                      MakePointerChecker<IscsiHostCost>());
}

TypeId
IscsiApplication::AddSessionKeyAttributes(TypeId tid)
{
    return AddIscsiKeyAttributes(tid,
                                 &IscsiApplication::m_proposals,
                                 {"HeaderDigest",
                                  "DataDigest",
                                  "MaxConnections",
                                  "DataPDUInOrder",
                                  "DataSequenceInOrder",
                                  "ErrorRecoveryLevel",
                                  "TaskReporting",
                                  "iSCSIProtocolLevel"})
        .AddAttribute("ConnectionUse",
                      "Standard, as in RFC 7143, or SplitByDirection, which is outside it: half of "
                      "the connections carry requests, the other half responses. An initiator set "
                      "to it accepts no other kind of session; a target set to it also allows "
                      "standard sessions. It needs ErrorRecoveryLevel 0 and an even number of "
                      "connections.",
                      EnumValue(IscsiConnectionUse::STANDARD),
                      MakeEnumAccessor<IscsiConnectionUse>(&IscsiApplication::m_connectionUse),
                      MakeWordChecker<IscsiConnectionUse>(
                          "ConnectionUse",
                          {{IscsiConnectionUse::STANDARD, "Standard"},
                           {IscsiConnectionUse::SPLIT_BY_DIRECTION, "SplitByDirection"}}))
        .AddAttribute("LoginTimeout",
                      "Maximum time from the start of the TCP connection to the end of the login, "
                      "above 0. After it, the connection is closed.",
                      TimeValue(Seconds(15)),
                      MakeTimeAccessor(&IscsiApplication::m_loginTimeout),
                      MakeTimeChecker(NanoSeconds(1)));
}

TypeId
IscsiApplication::AddSecurityAttributes(TypeId tid)
{
    // secrets can be set and never be read
    constexpr uint32_t secret = TypeId::ATTR_SET | TypeId::ATTR_CONSTRUCT;
    return AddIscsiKeyAttributes(tid, &IscsiApplication::m_proposals, {"AuthMethod"})
        .AddAttribute("ChapAlgorithms",
                      "CHAP algorithms in order of preference, a list of SHA256 and MD5; an "
                      "initiator's list must contain MD5.",
                      StringValue("SHA256,MD5"),
                      MakeStringAccessor(&IscsiApplication::m_chapAlgorithms),
                      MakeStringChecker())
        .AddAttribute("ChapUser",
                      "CHAP name of the initiator, the same on both sides.",
                      StringValue(""),
                      MakeStringAccessor(&IscsiApplication::m_chapUser),
                      MakeStringChecker())
        .AddAttribute("ChapSecret",
                      "CHAP secret of ChapUser, 12 bytes or more.",
                      secret,
                      StringValue(""),
                      MakeStringAccessor(&IscsiApplication::m_chapSecret),
                      MakeStringChecker())
        .AddAttribute("ChapMutualUser",
                      "CHAP name of the target, the same on both sides.",
                      StringValue(""),
                      MakeStringAccessor(&IscsiApplication::m_chapMutualUser),
                      MakeStringChecker())
        .AddAttribute("ChapMutualSecret",
                      "CHAP secret of ChapMutualUser, 12 bytes or more and different from "
                      "ChapSecret. If an initiator has one, the target must authenticate itself.",
                      secret,
                      StringValue(""),
                      MakeStringAccessor(&IscsiApplication::m_chapMutualSecret),
                      MakeStringChecker());
}

TypeId
IscsiApplication::AddTraces(TypeId tid)
{
    return tid
        .AddTraceSource("PduSent",
                        "A PDU was handed to TCP.",
                        MakeTraceSourceAccessor(&IscsiApplication::m_pduSentTrace),
                        "ns3::IscsiApplication::PduTracedCallback")
        .AddTraceSource("PduReceived",
                        "A PDU has arrived, and the host has spent its time on it.",
                        MakeTraceSourceAccessor(&IscsiApplication::m_pduReceivedTrace),
                        "ns3::IscsiApplication::PduTracedCallback")
        .AddTraceSource("StateTransition",
                        "A session or a connection changed its state (RFC 7143, chapter 8).",
                        MakeTraceSourceAccessor(&IscsiApplication::m_stateTrace),
                        "ns3::IscsiApplication::StateTracedCallback")
        .AddTraceSource("CommandWindow",
                        "The command window moved.",
                        MakeTraceSourceAccessor(&IscsiApplication::m_windowTrace),
                        "ns3::IscsiApplication::WindowTracedCallback")
        .AddTraceSource("ProtocolError",
                        "The peer violated the protocol, a login failed or a connection was lost.",
                        MakeTraceSourceAccessor(&IscsiApplication::m_protocolErrorTrace),
                        "ns3::IscsiApplication::ErrorTracedCallback")
        .AddTraceSource("Recovery",
                        "A recovery action was taken after an error (RFC 7143, chapter 7).",
                        MakeTraceSourceAccessor(&IscsiApplication::m_recoveryTrace),
                        "ns3::IscsiApplication::RecoveryTracedCallback")
        .AddTraceSource("Socket",
                        "A TCP socket was created to connect to a target, or a connection was "
                        "accepted. The socket has trace sources of its own, such as "
                        "CongestionWindow.",
                        MakeTraceSourceAccessor(&IscsiApplication::m_socketTrace),
                        "ns3::IscsiApplication::SocketTracedCallback");
}

void
IscsiApplication::DoDispose()
{
    Simulator::Remove(m_restart);
    m_hostCost = nullptr;
    Application::DoDispose();
}

const IscsiPduCounters&
IscsiApplication::GetPduCounters() const
{
    return m_counters;
}

void
IscsiApplication::Restart(Time pause)
{
    StopApplication();
    m_restart = Simulator::Schedule(pause, &IscsiApplication::StartApplication, this);
}

void
IscsiApplication::StopApplication()
{
    Simulator::Remove(m_restart);
}

void
IscsiApplication::PduSent(Ptr<const Packet> pdu, IscsiOpcode opcode)
{
    m_counters.CountSent(opcode);
    m_pduSentTrace(pdu, opcode);
}

void
IscsiApplication::PduReceived(Ptr<const Packet> pdu, IscsiOpcode opcode)
{
    m_counters.CountReceived(opcode);
    m_pduReceivedTrace(pdu, opcode);
}

void
IscsiApplication::StateChanged(const std::string& machine,
                               const std::string& oldState,
                               const std::string& newState)
{
    NS_LOG_LOGIC(machine << " " << oldState << " -> " << newState);
    m_stateTrace(machine, oldState, newState);
}

void
IscsiApplication::CommandWindowChanged(uint32_t cmdSn, uint32_t expCmdSn, uint32_t maxCmdSn)
{
    m_windowTrace(cmdSn, expCmdSn, maxCmdSn);
}

void
IscsiApplication::ProtocolErrorSeen(const std::string& what)
{
    NS_LOG_WARN(what);
    m_protocolErrorTrace(what);
}

void
IscsiApplication::RecoveryTaken(const std::string& action)
{
    NS_LOG_LOGIC(action);
    m_recoveryTrace(action);
}

Ptr<Socket>
IscsiApplication::CreateSocket() const
{
    return MakeSocket(GetNode(), m_protocol, GetInstanceTypeId().GetName());
}

Ptr<Socket>
IscsiApplication::OpenSocket() const
{
    const auto socket = CreateSocket();
    TraceSocket(socket);
    return socket;
}

void
IscsiApplication::TraceSocket(Ptr<Socket> socket) const
{
    m_socketTrace(socket);
}

IscsiRole
IscsiApplication::GetRole() const
{
    return IscsiRole::INITIATOR;
}

std::map<std::string, std::string>
IscsiApplication::GetChapUsers() const
{
    if (m_chapUser.empty() && m_chapSecret.empty())
    {
        return {};
    }
    return {{m_chapUser, m_chapSecret}};
}

Ptr<RandomVariableStream>
IscsiApplication::GetChallengeSource()
{
    // a stream that nobody uses would change the numbers of all others
    if (!m_challengeSource)
    {
        m_challengeSource = CreateObject<UniformRandomVariable>();
        m_challengeSource->SetAttribute("Max", DoubleValue(255));
    }
    return m_challengeSource;
}

int64_t
IscsiApplication::AssignStreams(int64_t stream)
{
    GetChallengeSource()->SetStream(stream);
    return 1;
}

IscsiSessionParameters
IscsiApplication::GetProposals()
{
    const IscsiAuthentication authentication{m_proposals.authMethod,
                                             m_chapAlgorithms,
                                             GetChapUsers(),
                                             m_chapMutualUser,
                                             m_chapMutualSecret};
    const auto error = authentication.Validate(GetRole());
    if (!error.empty())
    {
        throw UserError(GetInstanceTypeId().GetName() + "::" + error);
    }
    auto proposals = m_proposals;
    if (authentication.HasChap())
    {
        proposals.chap = authentication.MakeSettings(GetRole(), GetChallengeSource());
    }
    proposals.connectionUse = GetIscsiConnectionUseName(m_connectionUse);
    if (GetRole() == IscsiRole::TARGET && proposals.IsSplitByDirection())
    {
        proposals.connectionUse = "SplitByDirection,Standard";
    }
    return proposals;
}

void
IscsiApplication::Check(const IscsiSessionParameters& proposals) const
{
    const auto error = proposals.Validate();
    if (!error.empty())
    {
        throw UserError(GetInstanceTypeId().GetName() + "::" + error);
    }
}

Ptr<IscsiHostCost>
IscsiApplication::GetHostCost()
{
    if (!m_hostCost)
    {
        m_hostCost = CreateObject<IscsiHostCost>();
    }
    return m_hostCost;
}

Address
IscsiApplication::WithPort(const Address& address)
{
    if (Ipv4Address::IsMatchingType(address))
    {
        return InetSocketAddress(Ipv4Address::ConvertFrom(address), PORT);
    }
    if (Ipv6Address::IsMatchingType(address))
    {
        return Inet6SocketAddress(Ipv6Address::ConvertFrom(address), PORT);
    }
    return address;
}

} // namespace ns3
