/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-connector.h"

#include "ns3/iscsi-initiator-connection.h"
#include "ns3/iscsi-initiator-context.h"
#include "ns3/iscsi-portal-address.h"
#include "ns3/iscsi-text.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-byte-stream.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorConnector");

namespace
{

/// Most characters of a target's text in a message.
constexpr std::size_t MOST_OF_ADDRESS = 80;

} // namespace

IscsiInitiatorConnector::IscsiInitiatorConnector(IscsiInitiatorContext& context,
                                                 IscsiInitiatorPduHandler& handler)
    : m_context(context),
      m_handler(handler)
{
}

IscsiInitiatorConnector::~IscsiInitiatorConnector()
{
    Stop();
    for (const auto& [tag, clock] : m_logoutClocks)
    {
        Simulator::Remove(clock);
    }
}

void
IscsiInitiatorConnector::SetOwner(IscsiInitiatorConnectionOwner* owner)
{
    m_owner = owner;
}

void
IscsiInitiatorConnector::Lead()
{
    m_attempts[LEADING_CID].leads = true;
    m_redirect = Address();
    Start(LEADING_CID);
}

void
IscsiInitiatorConnector::Join(uint16_t cid, Time delay)
{
    auto& attempt = m_attempts[cid];
    attempt.start = Simulator::Schedule(delay, &IscsiInitiatorConnector::Start, this, cid);
}

void
IscsiInitiatorConnector::Start(uint16_t cid)
{
    auto& attempt = m_attempts.at(cid);
    if (attempt.leads)
    {
        m_context.numbering.Start();
    }
    attempt.connection = Create<IscsiInitiatorConnection>(m_context.settings,
                                                          m_context.numbering,
                                                          *m_owner,
                                                          m_handler,
                                                          cid);
    attempt.connection->Login(attempt.leads ? m_context.settings.proposals : GetJoiningProposals(),
                              attempt.leads ? 0 : m_context.tsih,
                              GetPortal(cid, attempt));
}

const Address&
IscsiInitiatorConnector::GetPortal(uint16_t cid, const Attempt& attempt) const
{
    const auto& portals = m_context.settings.portals;
    return m_redirect.IsInvalid() ? portals[(cid - LEADING_CID + attempt.failures) % portals.size()]
                                  : m_redirect;
}

IscsiSessionParameters
IscsiInitiatorConnector::GetJoiningProposals() const
{
    return m_context.parameters.MakeConnectionProposals(m_context.settings.proposals);
}

void
IscsiInitiatorConnector::Succeeded(uint16_t cid)
{
    m_attempts.erase(cid);
    m_hasSucceeded = true;
}

bool
IscsiInitiatorConnector::Failed(const IscsiInitiatorConnection& connection)
{
    const auto found = m_attempts.find(connection.GetCid());
    auto& attempt = found->second;
    const auto& settings = m_context.settings;
    if (attempt.failures < settings.loginRetries && Follow(connection))
    {
        NS_LOG_INFO("login redirected: CID " << connection.GetCid() << ", to "
                                             << FormatIscsiAddress(m_redirect));
        ++attempt.failures;
        attempt.start =
            Simulator::ScheduleNow(&IscsiInitiatorConnector::Start, this, connection.GetCid());
        return true;
    }
    if (settings.sessionRecovery && attempt.failures < settings.loginRetries &&
        IsWorthRetrying(connection, attempt))
    {
        NS_LOG_INFO("login tried again: CID "
                    << connection.GetCid() << ", after " << settings.loginRetryDelay.As(Time::S)
                    << ", retry " << attempt.failures + 1 << " of " << settings.loginRetries);
        ++attempt.failures;
        attempt.start = Simulator::Schedule(settings.loginRetryDelay,
                                            &IscsiInitiatorConnector::Start,
                                            this,
                                            connection.GetCid());
        return true;
    }
    m_reason = DescribeFailure(connection, attempt);
    NS_LOG_INFO("login given up: CID " << connection.GetCid() << ": " << m_reason);
    m_attempts.erase(found);
    return false;
}

const std::string&
IscsiInitiatorConnector::GetReason() const
{
    return m_reason;
}

std::string
IscsiInitiatorConnector::DescribeFailure(const IscsiInitiatorConnection& connection,
                                         const Attempt& attempt) const
{
    const auto tries = attempt.failures + 1;
    return "no session at " + FormatIscsiAddress(GetPortal(connection.GetCid(), attempt)) + ": " +
           connection.GetEndReason() + DescribeRedirect(connection) +
           (tries == 1 ? "" : ", " + std::to_string(tries) + " times tried");
}

std::string
IscsiInitiatorConnector::DescribeRedirect(const IscsiInitiatorConnection& connection) const
{
    if (!IsRedirected(connection))
    {
        return "";
    }
    const auto& text = connection.GetRedirect();
    if (text.empty())
    {
        return " without an address";
    }
    const auto address = ParseIscsiAddress(text);
    const auto fault =
        address ? GetIscsiAddressFault(m_context.settings.node, *address) : "no address in digits";
    return " to \"" + MakeIscsiLine(text, MOST_OF_ADDRESS) + "\"" +
           (fault.empty() ? "" : ", which is " + fault);
}

bool
IscsiInitiatorConnector::Follow(const IscsiInitiatorConnection& connection)
{
    if (!IsRedirected(connection))
    {
        return false;
    }
    const auto address = ParseIscsiAddress(connection.GetRedirect());
    if (!address || !GetIscsiAddressFault(m_context.settings.node, *address).empty())
    {
        const auto what = "redirected" + DescribeRedirect(connection);
        NS_LOG_WARN("login cannot continue: CID " << connection.GetCid() << ": " << what);
        m_context.settings.observer->ProtocolErrorSeen(what);
        return false;
    }
    m_redirect = *address;
    if (connection.GetLoginStatus() ==
        static_cast<uint16_t>(IscsiLoginStatus::TARGET_MOVED_PERMANENTLY))
    {
        m_context.settings.portals = {*address};
    }
    return true;
}

bool
IscsiInitiatorConnector::IsRedirected(const IscsiInitiatorConnection& connection)
{
    return connection.GetLoginStatus() >> 8 == 1;
}

bool
IscsiInitiatorConnector::IsWorthRetrying(const IscsiInitiatorConnection& connection,
                                         const Attempt& attempt) const
{
    if (connection.GetEndReason() == TcpByteStream::REFUSED && !m_hasSucceeded)
    {
        return attempt.failures + 1 < m_context.settings.portals.size();
    }
    const auto statusClass = connection.GetLoginStatus() >> 8;
    return !connection.IsTargetUnproven() && (statusClass == 0 || statusClass == 3);
}

void
IscsiInitiatorConnector::Stop()
{
    for (const auto& [cid, attempt] : std::exchange(m_attempts, {}))
    {
        Simulator::Remove(attempt.start);
        if (attempt.connection)
        {
            attempt.connection->CloseDown();
        }
    }
}

void
IscsiInitiatorConnector::LogOut(IscsiLogoutReason reason,
                                uint16_t cid,
                                const Ptr<IscsiInitiatorConnection>& carrier,
                                LogoutDone done)
{
    const uint32_t tag = m_context.tasks.NextTag();
    IscsiLogoutRequestHeader header;
    header.immediate = true;
    header.reason = reason;
    header.cid = reason == IscsiLogoutReason::CLOSE_SESSION ? 0 : cid;
    header.initiatorTaskTag = tag;
    header.cmdSn = m_context.numbering.GetCmdSn();
    m_context.pendingRequests.Expect(tag,
                                     IscsiOpcode::LOGOUT_RESPONSE,
                                     carrier->GetCid(),
                                     [this, tag, done = std::move(done)](Ptr<Packet> pdu) {
                                         ReceiveLogoutAnswer(tag, pdu, done);
                                     });
    m_logoutClocks[tag] = Simulator::Schedule(m_context.settings.loginTimeout, [this, tag]() {
        m_context.pendingRequests.Cancel(tag);
    });
    NS_LOG_INFO("logout begun: reason " << +static_cast<uint8_t>(reason) << ", CID " << cid
                                        << ", over CID " << carrier->GetCid());
    carrier->Send(header, nullptr);
}

void
IscsiInitiatorConnector::ReceiveLogoutAnswer(uint32_t tag, Ptr<Packet> pdu, const LogoutDone& done)
{
    // An event that is only cancelled would still move the clock at the end of a simulation.
    Simulator::Remove(m_logoutClocks[tag]);
    m_logoutClocks.erase(tag);
    if (!pdu)
    {
        NS_LOG_INFO("logout not answered");
        done(nullptr);
        return;
    }
    IscsiLogoutResponseHeader header;
    IscsiConnection::RemoveHeader(pdu, header);
    m_context.numbering.Update(header);
    NS_LOG_INFO("logout answered: response " << +static_cast<uint8_t>(header.response));
    done(&header);
}

} // namespace ns3
