/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target.h"

#include "ns3/double.h"
#include "ns3/hash.h"
#include "ns3/inet-socket-address.h"
#include "ns3/integer.h"
#include "ns3/iscsi-key-definition.h"
#include "ns3/iscsi-portal-address.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/scsi-nexus-name.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTarget");

NS_OBJECT_ENSURE_REGISTERED(IscsiTarget);

namespace
{

/// The first of the random streams of TSIHs that nobody assigned; those of users are below.
constexpr int64_t TSIH_STREAM = int64_t{1} << 40;

} // namespace

TypeId
IscsiTarget::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IscsiTarget")
            .SetParent<IscsiApplication>()
            .SetGroupName("Iscsi")
            .AddConstructor<IscsiTarget>()
            .AddAttribute("Local",
                          "Address of the portal, IPv4 or IPv6, with or without a port; the "
                          "default port is 3260.",
                          AddressValue(Ipv4Address::GetAny()),
                          MakeAddressAccessor(&IscsiTarget::m_local),
                          MakeAddressChecker())
            .AddAttribute("TargetName",
                          "Name of the target, an iqn., eui. or naa. name.",
                          StringValue("iqn.2026-01.com.example:target"),
                          MakeStringAccessor(&IscsiTarget::m_targetName),
                          MakeStringChecker())
            .AddAttribute("TargetPortalGroupTag",
                          "Tag of the portal group to which this portal belongs, 0 to 65535. It "
                          "is the relative target port identifier as well; 0 counts as 1 there.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&IscsiTarget::m_portalGroupTag),
                          MakeUintegerChecker<uint32_t>(0, 65535))
            .AddAttribute("MaxPendingLogins",
                          "Maximum number of logins in progress at once, 1 or more. For each "
                          "further connection the oldest one without a Login Request is closed. "
                          "If all have sent one, the further one is refused with the status \"out "
                          "of resources\".",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&IscsiTarget::m_maxPendingLogins),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("CommandWindow",
                          "Maximum number of SCSI commands of a session in progress at once, which "
                          "limits MaxCmdSN, 1 to 65535.",
                          UintegerValue(32),
                          MakeUintegerAccessor(&IscsiTarget::m_commandWindow),
                          MakeUintegerChecker<uint32_t>(1, 65535))
            .AddAttribute("MaxUnacknowledgedResponses",
                          "Status PDUs that a connection may leave unacknowledged beyond "
                          "CommandWindow, 0 to 65535; a connection that leaves more is dropped. "
                          "Used with ErrorRecoveryLevel 1 and 2, which keep status for "
                          "retransmission.",
                          UintegerValue(128),
                          MakeUintegerAccessor(&IscsiTarget::m_maxUnacknowledged),
                          MakeUintegerChecker<uint32_t>(0, 65535))
            .AddAttribute("MaxUnsentAnswers",
                          "Bytes of answers to pings, SNACKs, task management and the like that a "
                          "connection may leave unread beyond those that TCP holds and those to "
                          "the commands of CommandWindow, 0 or more; each PDU counts as 512 bytes "
                          "more than its data. Beyond it, the target receives nothing over the "
                          "connection until TCP has taken what waits.",
                          UintegerValue(256 << 10),
                          MakeUintegerAccessor(&IscsiTarget::m_maxUnsentAnswers),
                          MakeUintegerChecker<uint32_t>(0, 1 << 30))
            .AddAttribute("BufferMemory",
                          "Memory for the data of the commands of all sessions, bytes, 1 MiB or "
                          "more: data of writes that the device has not taken, and of reads that "
                          "TCP has not. A session gets at most as much as is left, and 64 KiB in "
                          "any case; a further command ends with TASK SET FULL, or with BUSY if it "
                          "is the session's only one.",
                          UintegerValue(1 << 30),
                          MakeUintegerAccessor(&IscsiTarget::m_bufferMemory),
                          MakeUintegerChecker<uint64_t>(1 << 20))
            .AddAttribute("FailedLoginDelay",
                          "Time that Login Requests from a host wait after one from there failed "
                          "to authenticate its initiator, 0 or more. A host that guesses secrets "
                          "has one guess in this time.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&IscsiTarget::m_failedLoginDelay),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("SequenceTimeout",
                          "Time without progress after which requested data of a write counts as "
                          "lost, above 0. With ErrorRecoveryLevel 1 or 2 it is requested again; an "
                          "aborted write is discarded.",
                          TimeValue(Seconds(3)),
                          MakeTimeAccessor(&IscsiTarget::m_sequenceTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddTraceSource("CommandAnswered",
                            "The response to a SCSI command was handed to TCP. While somebody "
                            "listens, commands of initiators outside the simulation have "
                            "timelines, too, which begin when they arrive.",
                            MakeTraceSourceAccessor(&IscsiTarget::m_answeredTrace),
                            "ns3::IscsiTarget::CommandTracedCallback");
    return tid;
}

IscsiLoginStatus
IscsiTarget::BusyPortal::Admit(const IscsiLoginIdentity& /* who */, IscsiLoginTerms& /* terms */)
{
    return IscsiLoginStatus::OUT_OF_RESOURCES;
}

IscsiLoginStatus
IscsiTarget::BusyPortal::Complete(const IscsiLoginIdentity& /* who */, uint16_t& /* tsih */)
{
    return IscsiLoginStatus::OUT_OF_RESOURCES;
}

IscsiTextKeys
IscsiTarget::BusyPortal::SendTargets(const IscsiSessionParameters& /* session */,
                                     const std::string& /* request */) const
{
    return {};
}

void
IscsiTarget::DoDispose()
{
    StopApplication();
    m_device = nullptr;
    m_targets.clear();
    IscsiApplication::DoDispose();
}

void
IscsiTarget::SetDevice(Ptr<ScsiDevice> device)
{
    m_device = device;
}

void
IscsiTarget::AddTarget(const std::string& targetName, Ptr<ScsiDevice> device)
{
    const auto definition = FindIscsiKeyDefinition("TargetName");
    if (!definition->IsLegal(targetName))
    {
        throw UserError("ns3::IscsiTarget: target " + targetName + " must be " +
                        definition->DescribeLegal());
    }
    IscsiTargetNode node;
    node.device = device;
    if (!m_targets.emplace(targetName, node).second)
    {
        throw UserError("ns3::IscsiTarget: there are two targets " + targetName);
    }
}

void
IscsiTarget::AllowInitiator(const std::string& targetName, const std::string& initiatorName)
{
    GetTarget(targetName).initiators.insert(initiatorName);
}

void
IscsiTarget::AddChapUser(const std::string& name, const std::string& secret)
{
    m_chapUsers[name] = secret;
}

IscsiRole
IscsiTarget::GetRole() const
{
    return IscsiRole::TARGET;
}

std::map<std::string, std::string>
IscsiTarget::GetChapUsers() const
{
    auto users = IscsiApplication::GetChapUsers();
    users.insert(m_chapUsers.begin(), m_chapUsers.end());
    return users;
}

void
IscsiTarget::SetInService(const std::string& targetName, bool inService)
{
    GetTarget(targetName).service =
        inService ? IscsiTargetNode::Service::UP : IscsiTargetNode::Service::DOWN;
}

void
IscsiTarget::MoveTarget(const std::string& targetName, const Address& address, bool permanently)
{
    auto& target = GetTarget(targetName);
    target.service = permanently ? IscsiTargetNode::Service::MOVED_PERMANENTLY
                                 : IscsiTargetNode::Service::MOVED_TEMPORARILY;
    target.address = FormatIscsiAddress(WithPort(address));
}

void
IscsiTarget::RemoveTarget(const std::string& targetName)
{
    GetTarget(targetName).service = IscsiTargetNode::Service::REMOVED;
    for (const auto& session : m_sessions.GetAll(targetName))
    {
        CloseSession(session);
    }
}

IscsiTargetNode&
IscsiTarget::GetTarget(const std::string& targetName)
{
    if (m_device && targetName == m_targetName)
    {
        m_targets[targetName].device = m_device;
    }
    const auto found = m_targets.find(targetName);
    if (found == m_targets.end())
    {
        throw UserError("ns3::IscsiTarget: there is no target " + targetName);
    }
    return found->second;
}

uint32_t
IscsiTarget::GetSessionCount() const
{
    const auto sessions = m_sessions.GetAll();
    return std::count_if(sessions.begin(), sessions.end(), [](const auto& session) {
        return session->GetState() == IscsiSessionState::LOGGED_IN;
    });
}

uint32_t
IscsiTarget::GetPendingLoginCount() const
{
    return m_logins.GetCount();
}

uint64_t
IscsiTarget::GetBuffersInUse() const
{
    return m_buffers ? m_buffers->GetInUse() : 0;
}

IscsiLoginStatus
IscsiTarget::Admit(const IscsiLoginIdentity& who, IscsiLoginTerms& terms)
{
    terms.proposals = GetProposals();
    terms.proposals.targetPortalGroupTag = m_portalGroupTag;
    if (who.discovery)
    {
        return who.tsih == 0 ? IscsiLoginStatus::SUCCESS : AdmitToSession(who, terms);
    }
    const auto target = m_targets.find(who.targetName);
    if (target == m_targets.end())
    {
        return IscsiLoginStatus::TARGET_NOT_FOUND;
    }
    terms.proposals.targetName = who.targetName;
    terms.redirect = target->second.address;
    const auto status = target->second.CheckLogin(who.initiatorName);
    return status == IscsiLoginStatus::SUCCESS && who.tsih != 0 ? AdmitToSession(who, terms)
                                                                : status;
}

IscsiLoginStatus
IscsiTarget::AdmitToSession(const IscsiLoginIdentity& who, IscsiLoginTerms& terms) const
{
    const auto status = CheckJoin(who, terms);
    if (IsInIscsiList(terms.proposals.authMethod, "None"))
    {
        return status;
    }
    terms.onceAuthenticated = status;
    return IscsiLoginStatus::SUCCESS;
}

IscsiLoginStatus
IscsiTarget::CheckJoin(const IscsiLoginIdentity& who, IscsiLoginTerms& terms) const
{
    const auto session = m_sessions.Find(who);
    if (!session)
    {
        return IscsiLoginStatus::SESSION_DOES_NOT_EXIST;
    }
    if (who.discovery)
    {
        // it has one connection and no second one (RFC 7143, 13.21)
        return IscsiLoginStatus::TOO_MANY_CONNECTIONS;
    }
    terms.proposals = session->GetParameters().MakeConnectionProposals(terms.proposals);
    return session->CheckConnection(who.cid);
}

IscsiLoginStatus
IscsiTarget::Complete(const IscsiLoginIdentity& who, uint16_t& tsih)
{
    if (who.tsih != 0)
    {
        IscsiLoginTerms terms;
        return CheckJoin(who, terms);
    }
    tsih = m_sessions.FindFreeTsih(*GetTsihSource());
    return tsih == 0 ? IscsiLoginStatus::OUT_OF_RESOURCES : IscsiLoginStatus::SUCCESS;
}

IscsiTextKeys
IscsiTarget::SendTargets(const IscsiSessionParameters& session, const std::string& request) const
{
    IscsiTextKeys records;
    const bool wantsAll = request == "All";
    if (wantsAll && !session.IsDiscovery())
    {
        records.Add("SendTargets", "Reject");
        return records;
    }
    const auto portals = GetPortals();
    const auto& wanted = request.empty() ? session.targetName : request;
    for (const auto& [name, target] : m_targets)
    {
        // a normal session reports its own target only
        const bool isSeen = session.IsDiscovery() || name == session.targetName;
        if ((wantsAll || name == wanted) && isSeen && target.IsListedFor(session.initiatorName))
        {
            records.Add("TargetName", name);
            for (const auto& portal : portals)
            {
                portal->AppendAddresses(name, session.initiatorName, records);
            }
        }
    }
    return records;
}

std::vector<Ptr<IscsiTarget>>
IscsiTarget::GetPortals() const
{
    std::vector<Ptr<IscsiTarget>> portals;
    for (uint32_t i = 0; i < GetNode()->GetNApplications(); ++i)
    {
        if (const auto portal = DynamicCast<IscsiTarget>(GetNode()->GetApplication(i)))
        {
            portals.push_back(portal);
        }
    }
    return portals;
}

void
IscsiTarget::AppendAddresses(const std::string& targetName,
                             const std::string& initiatorName,
                             IscsiTextKeys& records) const
{
    const auto target = m_targets.find(targetName);
    if (!m_listener || target == m_targets.end() || !target->second.IsListedFor(initiatorName))
    {
        return;
    }
    for (const auto& address : GetIscsiPortalAddresses(GetNode(), WithPort(m_local)))
    {
        records.Add("TargetAddress",
                    FormatIscsiAddress(address) + "," + std::to_string(m_portalGroupTag));
    }
}

IscsiTargetSession*
IscsiTarget::OpenSession(IscsiTargetConnection* connection,
                         const IscsiSessionParameters& agreed,
                         const IscsiLoginIdentity& who,
                         uint32_t cmdSn)
{
    NS_LOG_FUNCTION(this << who.GetInitiatorPortName() << who.tsih);
    if (const auto joined = m_sessions.Find(who))
    {
        joined->AddConnection(m_logins.Take(connection));
        return PeekPointer(joined);
    }
    if (const auto old = m_sessions.FindOfPort(who))
    {
        NS_LOG_INFO("session reinstated: TSIH " << old->GetTsih() << " ends for TSIH " << who.tsih
                                                << ", initiator port "
                                                << who.GetInitiatorPortName());
        RecoveryTaken("session reinstated");
        CloseSession(old);
    }
    // a discovery session never brings a command to a device
    const auto device = who.discovery ? nullptr : m_targets.at(who.targetName).device;
    const IscsiTargetSessionSettings settings{
        device,
        this,
        agreed,
        GetLimits(),
        std::make_shared<const std::string>(
            MakeScsiNexusName(who.GetInitiatorPortName(), m_portalGroupTag)),
        MakeCallback(&IscsiTarget::SessionClosed, this),
        MakeCallback(&IscsiTarget::ResetAll, this),
        &m_answeredTrace,
        std::make_shared<IscsiTargetBuffers::Session>(m_buffers)};
    auto session = Create<IscsiTargetSession>(settings, m_logins.Take(connection), who.tsih, cmdSn);
    m_sessions.Add(who, session);
    if (m_nopInterval.IsStrictlyPositive())
    {
        session->StartPings(m_nopInterval, m_nopTimeout);
    }
    return PeekPointer(session);
}

IscsiTargetSession*
IscsiTarget::FindSession(const IscsiLoginIdentity& who)
{
    return PeekPointer(m_sessions.Find(who));
}

void
IscsiTarget::ConnectionClosed(IscsiTargetConnection* connection)
{
    m_logins.Take(connection);
}

Time
IscsiTarget::GetLoginWait(const Address& peer) const
{
    return m_throttle.GetWait(peer);
}

void
IscsiTarget::AuthenticationFailed(const Address& peer)
{
    m_throttle.Fail(peer, m_failedLoginDelay);
}

Ptr<RandomVariableStream>
IscsiTarget::GetTsihSource()
{
    if (!m_tsihSource)
    {
        // With a stream of its own it changes the numbers of no other variable.
        m_tsihSource = CreateObjectWithAttributes<UniformRandomVariable>(
            "Stream",
            IntegerValue(TSIH_STREAM + Hash32(m_targetName)),
            "Min",
            DoubleValue(1),
            "Max",
            DoubleValue(UINT16_MAX));
    }
    return m_tsihSource;
}

int64_t
IscsiTarget::AssignStreams(int64_t stream)
{
    const auto used = IscsiApplication::AssignStreams(stream);
    GetTsihSource()->SetStream(stream + used);
    return used + 1;
}

void
IscsiTarget::SessionClosed(uint16_t tsih)
{
    m_sessions.Remove(tsih);
}

void
IscsiTarget::ResetAll()
{
    CloseSessions();
    for (const auto& portal : GetPortals())
    {
        for (const auto& [name, target] : m_targets)
        {
            for (const auto& session : portal->m_sessions.GetAll(name))
            {
                portal->CloseSession(session);
            }
        }
    }
}

void
IscsiTarget::CloseSessions()
{
    for (const auto& session : m_sessions.GetAll())
    {
        CloseSession(session);
    }
}

void
IscsiTarget::StartApplication()
{
    NS_LOG_FUNCTION(this);
    if (m_device)
    {
        m_targets[m_targetName].device = m_device;
    }
    auto proposals = GetProposals();
    proposals.targetName = m_targetName;
    Check(proposals);
    const bool isWhole = std::all_of(m_targets.begin(), m_targets.end(), [](const auto& target) {
        return target.second.device;
    });
    if (m_targets.empty() || !isWhole)
    {
        throw UserError("ns3::IscsiTarget: there is no device behind target " + m_targetName);
    }
    const Address local = WithPort(m_local);
    m_isClosed = false;
    m_buffers = std::make_shared<IscsiTargetBuffers>(m_bufferMemory);
    m_listener = CreateSocket();
    if (m_listener->Bind(local) != 0 || m_listener->Listen() != 0)
    {
        throw UserError("ns3::IscsiTarget::Local: cannot listen at " + FormatIscsiAddress(local) +
                        ", the address is in use or does not belong to this node");
    }
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&IscsiTarget::HandleAccept, this));
}

void
IscsiTarget::StopApplication()
{
    NS_LOG_FUNCTION(this);
    IscsiApplication::StopApplication();
    CloseAll();
    if (m_listener)
    {
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeNullCallback<void, Ptr<Socket>, const Address&>());
        m_listener->Close();
        m_listener = nullptr;
    }
}

void
IscsiTarget::CloseAll()
{
    Simulator::Remove(m_shutDown);
    m_isClosed = true;
    CloseSessions();
    for (const auto& connection : m_logins.TakeAll())
    {
        connection->Close();
    }
}

void
IscsiTarget::Restart(Time pause)
{
    NS_LOG_FUNCTION(this << pause);
    NS_LOG_INFO("target restarts: away for " << pause.As(Time::S));
    CloseAll();
    Simulator::Remove(m_restart);
    m_restart = Simulator::Schedule(pause, [this]() { m_isClosed = false; });
}

void
IscsiTarget::ShutDown(Time limit)
{
    NS_LOG_FUNCTION(this << limit);
    NS_LOG_INFO("target shuts down: within " << limit.As(Time::S));
    m_isClosed = true;
    for (const auto& session : m_sessions.GetAll())
    {
        session->RequestLogout(limit);
    }
    Simulator::Remove(m_shutDown);
    m_shutDown = Simulator::Schedule(limit, &IscsiTarget::CloseAll, this);
}

void
IscsiTarget::HandleAccept(Ptr<Socket> socket, const Address& from)
{
    NS_LOG_FUNCTION(this << socket << from);
    SetUpAcceptedSocket(socket);
    TraceSocket(socket);
    auto stream = Create<IscsiPduStream>(socket, IscsiPduStream::Side::TARGET);
    if (m_isClosed)
    {
        NS_LOG_INFO("connection refused: target closed, from " << FormatIscsiAddress(from));
        stream->Close();
        return;
    }
    MakeRoomForLogin();
    IscsiTargetPortal* portal = this;
    if (m_logins.GetCount() >= m_maxPendingLogins)
    {
        NS_LOG_WARN("login will be refused: " << m_logins.GetCount() << " logins pending already");
        portal = &m_busy;
    }
    NS_LOG_INFO("connection accepted: from " << FormatIscsiAddress(from));
    m_logins.Add(Create<IscsiTargetConnection>(stream,
                                               GetHostCost(),
                                               this,
                                               this,
                                               portal,
                                               m_loginTimeout,
                                               GetLimits()));
}

IscsiTargetLimits
IscsiTarget::GetLimits() const
{
    return {m_commandWindow, m_maxUnacknowledged, m_sequenceTimeout, m_maxUnsentAnswers};
}

void
IscsiTarget::MakeRoomForLogin()
{
    const auto silent =
        m_logins.GetCount() < m_maxPendingLogins ? nullptr : m_logins.TakeOldestSilent();
    if (silent)
    {
        NS_LOG_WARN("connection closed: " << m_maxPendingLogins
                                          << " logins pending, and it has said nothing");
        ProtocolErrorSeen("connection closed: silent while too many log in at once");
        silent->Close();
    }
}

void
IscsiTarget::CloseSession(Ptr<IscsiTargetSession> session)
{
    session->Close();
    m_sessions.Remove(session->GetTsih());
}

} // namespace ns3
