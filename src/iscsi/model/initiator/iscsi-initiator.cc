/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator.h"

#include "ns3/block-io-permanent-failure.h"
#include "ns3/boolean.h"
#include "ns3/iscsi-initiator-identity.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiator");

NS_OBJECT_ENSURE_REGISTERED(IscsiInitiator);

TypeId
IscsiInitiator::GetTypeId()
{
    static TypeId tid = AddSessionAttributes(
        TypeId("ns3::IscsiInitiator")
            .SetParent<IscsiApplication>()
            .SetGroupName("Iscsi")
            .AddConstructor<IscsiInitiator>()
            .AddAttribute("Remote",
                          "Address of the target portal, IPv4 or IPv6, with or without a port; the "
                          "default port is 3260.",
                          AddressValue(),
                          MakeAddressAccessor(&IscsiInitiator::m_remote),
                          MakeAddressChecker())
            .AddAttribute("TargetName",
                          "Name of the target to log in to, an iqn., eui. or naa. name.",
                          StringValue("iqn.2026-01.com.example:target"),
                          MakeStringAccessor(&IscsiInitiator::m_targetName),
                          MakeStringChecker())
            .AddAttribute("InitiatorName",
                          "Name of this initiator, an iqn., eui. or naa. name; if empty, "
                          "iqn.2026-01.com.example:node followed by the node's number.",
                          StringValue(""),
                          MakeStringAccessor(&IscsiInitiator::m_initiatorName),
                          MakeStringChecker()));
    return tid;
}

TypeId
IscsiInitiator::AddSessionAttributes(TypeId tid)
{
    return tid
        .AddAttribute("Connections",
                      "Connections of the session, 1 to 65535; fewer if the target allows fewer. "
                      "MaxConnections is proposed accordingly.",
                      UintegerValue(1),
                      MakeUintegerAccessor(&IscsiInitiator::m_connections),
                      MakeUintegerChecker<uint16_t>(1))
        .AddAttribute(
            "SourcePort",
            "TCP port from which the first connection is made, 0 to 65535; every further "
            "one, also after a failure, is made from the next, and after 65535 from this "
            "one again. 0 lets TCP choose, which in ns-3 begins with 49153 in each run: a "
            "real target may still remember these ports from the run before.",
            UintegerValue(0),
            MakeUintegerAccessor(&IscsiInitiator::m_sourcePort),
            MakeUintegerChecker<uint16_t>())
        .AddAttribute("ConnectionPolicy",
                      "Policy that chooses the connection of each command.",
                      StringValue("ns3::IscsiInitiatorRoundRobinPolicy"),
                      MakePointerAccessor(&IscsiInitiator::m_policy),
                      MakePointerChecker<IscsiInitiatorConnectionPolicy>())
        .AddAttribute("SessionRecovery",
                      "True to log in again when the session is lost or a login fails.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&IscsiInitiator::m_sessionRecovery),
                      MakeBooleanChecker())
        .AddAttribute("LoginRetries",
                      "Maximum number of retries of a failed login, 0 or more. A login rejected "
                      "with an initiator error is not retried.",
                      UintegerValue(10),
                      MakeUintegerAccessor(&IscsiInitiator::m_loginRetries),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("LoginMayFail",
                      "False to end the simulation with an error if no session can be established: "
                      "the target refuses it, or all LoginRetries fail. True to continue without "
                      "it.",
                      BooleanValue(false),
                      MakeBooleanAccessor(&IscsiInitiator::m_loginMayFail),
                      MakeBooleanChecker())
        .AddAttribute("LoginRetryDelay",
                      "Time from a failed login to the next attempt, 0 or more.",
                      TimeValue(Seconds(2)),
                      MakeTimeAccessor(&IscsiInitiator::m_loginRetryDelay),
                      MakeTimeChecker(Seconds(0)))
        .AddAttribute("RecoveryTimeout",
                      "Time without progress after which lost PDUs are requested again or resent, "
                      "above 0. Used with ErrorRecoveryLevel 1 and 2.",
                      TimeValue(Seconds(2)),
                      MakeTimeAccessor(&IscsiInitiator::m_recoveryTimeout),
                      MakeTimeChecker(NanoSeconds(1)))
        .AddAttribute("TextTimeout",
                      "Maximum time for the answer to a Text Request in full feature phase, above "
                      "0. After it, the connection counts as failed.",
                      TimeValue(Seconds(15)),
                      MakeTimeAccessor(&IscsiInitiator::m_textTimeout),
                      MakeTimeChecker(NanoSeconds(1)))
        .AddAttribute("TaskManagementTimeout",
                      "Maximum time for the answer to a task management function, above 0. After "
                      "it, the connection counts as failed. open-iscsi waits 15 s for that to an "
                      "abort, and 30 s each for those to the resets that follow.",
                      TimeValue(Seconds(75)),
                      MakeTimeAccessor(&IscsiInitiator::m_taskManagementTimeout),
                      MakeTimeChecker(NanoSeconds(1)));
}

IscsiInitiator::IscsiInitiator()
    : m_session(CreateObject<IscsiInitiatorSession>())
{
    m_session->GetObject<BlockIoPermanentFailure>()->TraceConnectWithoutContext(
        "Failed",
        MakeCallback(&IscsiInitiator::SessionFailed, this));
}

void
IscsiInitiator::DoDispose()
{
    if (m_session)
    {
        m_session->Dispose();
        m_session = nullptr;
    }
    IscsiApplication::DoDispose();
}

Ptr<ScsiInitiatorPort>
IscsiInitiator::GetPort() const
{
    return m_session;
}

Ptr<IscsiInitiatorSession>
IscsiInitiator::GetSession() const
{
    return m_session;
}

void
IscsiInitiator::SessionFailed(const std::string& reason)
{
    if (!m_loginMayFail && !m_session->HasBeenReady())
    {
        // From an event of its own, so that no caller is left half-way.
        Simulator::ScheduleNow([reason]() { throw UserError(reason); });
    }
}

void
IscsiInitiator::AddPortal(const Address& address)
{
    m_portals.push_back(WithPort(address));
}

void
IscsiInitiator::StartApplication()
{
    NS_LOG_FUNCTION(this);
    if (m_remote.IsInvalid())
    {
        throw UserError("ns3::IscsiInitiator::Remote: the address of the target portal is missing");
    }
    IscsiInitiatorSettings settings;
    settings.portals = {WithPort(m_remote)};
    settings.portals.insert(settings.portals.end(), m_portals.begin(), m_portals.end());
    for (const auto& portal : settings.portals)
    {
        CheckIscsiRemote(*this, portal);
    }
    auto proposals = GetProposals();
    proposals.targetName = m_targetName;
    proposals.initiatorName = GetIscsiInitiatorName(*this, m_initiatorName);
    if (proposals.IsSplitByDirection())
    {
        if (m_connections % 2 != 0)
        {
            throw UserError("ns3::IscsiInitiator::Connections is " + std::to_string(m_connections) +
                            " but must be even with ConnectionUse=SplitByDirection");
        }
        // both sides count the roles of the connections by it
        proposals.maxConnections = m_connections;
    }
    Check(proposals);
    settings.node = GetNode();
    settings.openStream = [this]() { return OpenStream(); };
    settings.proposals = proposals;
    settings.isid = MakeIscsiIsid(*this);
    settings.cost = GetHostCost();
    settings.observer = this;
    settings.policy = m_policy;
    settings.connections = m_connections;
    settings.nopInterval = m_nopInterval;
    settings.nopTimeout = m_nopTimeout;
    settings.loginTimeout = m_loginTimeout;
    settings.recoveryTimeout = m_recoveryTimeout;
    settings.textTimeout = m_textTimeout;
    settings.taskManagementTimeout = m_taskManagementTimeout;
    settings.sessionRecovery = m_sessionRecovery;
    settings.loginRetries = m_loginRetries;
    settings.loginRetryDelay = m_loginRetryDelay;
    m_session->Login(settings);
}

Ptr<IscsiPduStream>
IscsiInitiator::OpenStream()
{
    const auto stream = Create<IscsiPduStream>(OpenSocket(), IscsiPduStream::Side::INITIATOR);
    if (m_sourcePort > 0)
    {
        constexpr uint32_t END = 65'536;
        stream->SetSourcePort(m_sourcePort + m_opened % (END - m_sourcePort));
        ++m_opened;
    }
    return stream;
}

void
IscsiInitiator::LogOut()
{
    StopApplication();
}

void
IscsiInitiator::StopApplication()
{
    NS_LOG_FUNCTION(this);
    IscsiApplication::StopApplication();
    m_session->Logout();
}

} // namespace ns3
