/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-logout.h"

#include "ns3/iscsi-initiator-command-numbering.h"
#include "ns3/iscsi-initiator-connection.h"
#include "ns3/iscsi-initiator-context.h"
#include "ns3/iscsi-initiator-pending-requests.h"
#include "ns3/iscsi-initiator-task-table.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorLogout");

IscsiInitiatorLogout::IscsiInitiatorLogout(const IscsiInitiatorContext& context,
                                           IscsiInitiatorTaskTable& tasks,
                                           IscsiInitiatorCommandNumbering& numbering,
                                           IscsiInitiatorPendingRequests& pendingRequests)
    : m_context(context),
      m_tasks(tasks),
      m_numbering(numbering),
      m_pendingRequests(pendingRequests)
{
}

IscsiInitiatorLogout::~IscsiInitiatorLogout()
{
    for (const auto& [tag, clock] : m_clocks)
    {
        Simulator::Remove(clock);
    }
}

void
IscsiInitiatorLogout::Send(IscsiLogoutReason reason,
                           uint16_t cid,
                           const Ptr<IscsiInitiatorConnection>& carrier,
                           Done done)
{
    const uint32_t tag = m_tasks.NextTag();
    IscsiLogoutRequestHeader header;
    header.immediate = true;
    header.reason = reason;
    header.cid = reason == IscsiLogoutReason::CLOSE_SESSION ? 0 : cid;
    header.initiatorTaskTag = tag;
    header.cmdSn = m_numbering.GetWindow().GetCmdSn();
    m_pendingRequests.Expect(
        tag,
        IscsiOpcode::LOGOUT_RESPONSE,
        carrier->GetCid(),
        [this, tag, done = std::move(done)](Ptr<Packet> pdu) { TakeAnswer(tag, pdu, done); });
    m_clocks[tag] = Simulator::Schedule(m_context.settings.loginTimeout,
                                        [this, tag]() { m_pendingRequests.Cancel(tag); });
    NS_LOG_INFO("logout begun: reason " << +static_cast<uint8_t>(reason) << ", CID " << cid
                                        << ", over CID " << carrier->GetCid());
    carrier->Send(header, nullptr);
}

void
IscsiInitiatorLogout::TakeAnswer(uint32_t tag, Ptr<Packet> pdu, const Done& done)
{
    // An event that is only cancelled would still move the clock at the end of a simulation.
    Simulator::Remove(m_clocks[tag]);
    m_clocks.erase(tag);
    if (!pdu)
    {
        NS_LOG_INFO("logout not answered");
        done(nullptr);
        return;
    }
    IscsiLogoutResponseHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    m_numbering.Update(header);
    NS_LOG_INFO("logout answered: response " << +static_cast<uint8_t>(header.response));
    done(&header);
}

} // namespace ns3
