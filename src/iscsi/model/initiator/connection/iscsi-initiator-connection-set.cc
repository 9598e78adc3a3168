/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-connection-set.h"

#include "iscsi-initiator-connection-policy.h"

#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorConnectionSet");

IscsiInitiatorConnectionSet::IscsiInitiatorConnectionSet(const IscsiInitiatorSettings& settings,
                                                         const IscsiSessionParameters& parameters)
    : m_settings(settings),
      m_parameters(parameters)
{
}

void
IscsiInitiatorConnectionSet::Add(const Ptr<IscsiInitiatorConnection>& connection)
{
    m_members[connection->GetCid()] = connection;
    NS_LOG_DEBUG("connection added: CID " << connection->GetCid() << ", " << m_members.size()
                                          << " in all");
    if (IscsiConnectionRoles(m_parameters).IsSplit())
    {
        AddSplit(connection);
        return;
    }
    const auto behind =
        std::find_if(m_ready.begin(), m_ready.end(), [&connection](const auto& other) {
            return other->GetCid() > connection->GetCid();
        });
    m_ready.insert(behind, connection);
}

void
IscsiInitiatorConnectionSet::AddSplit(const Ptr<IscsiInitiatorConnection>& connection)
{
    const IscsiConnectionRoles roles(m_parameters);
    const auto partner = m_members.find(roles.GetPartner(connection->GetCid()));
    if (partner != m_members.end())
    {
        const bool isRequests = connection->GetRole() == IscsiConnectionRole::REQUESTS;
        const auto& requests = isRequests ? connection : partner->second;
        requests->SetResponses(isRequests ? partner->second : connection);
    }
    if (m_members.size() < roles.GetNeeded())
    {
        return;
    }
    for (const auto& [cid, other] : m_members)
    {
        if (other->GetRole() == IscsiConnectionRole::REQUESTS)
        {
            m_ready.push_back(other);
        }
    }
}

void
IscsiInitiatorConnectionSet::Withdraw(const IscsiInitiatorConnection* connection)
{
    std::erase_if(m_ready,
                  [connection](const auto& other) { return PeekPointer(other) == connection; });
}

IscsiInitiatorConnectionSet::Ready
IscsiInitiatorConnectionSet::WithdrawAll()
{
    return std::exchange(m_ready, {});
}

void
IscsiInitiatorConnectionSet::Remove(const IscsiInitiatorConnection* connection)
{
    NS_LOG_DEBUG("connection removed: CID " << connection->GetCid());
    Withdraw(connection);
    m_members.erase(connection->GetCid());
}

void
IscsiInitiatorConnectionSet::CloseDown()
{
    m_ready.clear();
    for (const auto& [cid, connection] : std::exchange(m_members, {}))
    {
        connection->CloseDown();
    }
}

Ptr<IscsiInitiatorConnection>
IscsiInitiatorConnectionSet::Find(uint16_t cid) const
{
    const auto found = m_members.find(cid);
    return found == m_members.end() ? nullptr : found->second;
}

Ptr<IscsiInitiatorConnection>
IscsiInitiatorConnectionSet::FindReady(uint16_t cid) const
{
    const auto found = std::find_if(m_ready.begin(), m_ready.end(), [cid](const auto& other) {
        return other->GetCid() == cid;
    });
    return found == m_ready.end() ? nullptr : *found;
}

Ptr<IscsiInitiatorConnection>
IscsiInitiatorConnectionSet::Choose(const ScsiTask& scsi) const
{
    return m_ready.size() == 1 ? m_ready.front()
                               : m_ready[m_settings.policy->Choose(m_ready, scsi)];
}

bool
IscsiInitiatorConnectionSet::IsLoggingOut(const IscsiInitiatorConnection& connection) const
{
    // Of connections that are split by direction each is logged out with the session.
    return connection.GetState() == IscsiConnectionState::IN_LOGOUT ||
           (m_parameters.IsSplitByDirection() &&
            std::any_of(m_members.begin(), m_members.end(), [](const auto& member) {
                return member.second->GetState() == IscsiConnectionState::IN_LOGOUT;
            }));
}

const IscsiInitiatorConnectionSet::Members&
IscsiInitiatorConnectionSet::GetAll() const
{
    return m_members;
}

const IscsiInitiatorConnectionSet::Ready&
IscsiInitiatorConnectionSet::GetReady() const
{
    return m_ready;
}

} // namespace ns3
