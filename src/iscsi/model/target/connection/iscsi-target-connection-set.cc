/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-connection-set.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

IscsiTargetConnectionSet::~IscsiTargetConnectionSet()
{
    for (auto& member : m_members)
    {
        Simulator::Remove(member.timeout);
    }
}

void
IscsiTargetConnectionSet::Add(Ptr<IscsiTargetConnection> connection)
{
    m_members.push_back({connection, EventId()});
}

void
IscsiTargetConnectionSet::Remove(const IscsiTargetConnection* connection)
{
    SetTimeout(connection, EventId());
    std::erase_if(m_members,
                  [&](const auto& member) { return PeekPointer(member.connection) == connection; });
}

void
IscsiTargetConnectionSet::SetTimeout(const IscsiTargetConnection* connection,
                                     const EventId& timeout)
{
    for (auto& member : m_members)
    {
        if (PeekPointer(member.connection) == connection)
        {
            Simulator::Remove(member.timeout);
            member.timeout = timeout;
        }
    }
}

Ptr<IscsiTargetConnection>
IscsiTargetConnectionSet::Find(uint16_t cid) const
{
    for (const auto& member : m_members)
    {
        if (member.connection->GetCid() == cid &&
            member.connection->GetState() != IscsiConnectionState::FREE)
        {
            return member.connection;
        }
    }
    return nullptr;
}

Ptr<IscsiTargetConnection>
IscsiTargetConnectionSet::GetFirstLive() const
{
    for (const auto& member : m_members)
    {
        if (member.connection->IsLive())
        {
            return member.connection;
        }
    }
    return nullptr;
}

std::vector<Ptr<IscsiTargetConnection>>
IscsiTargetConnectionSet::GetLive() const
{
    auto connections = GetAll();
    std::erase_if(connections, [](const auto& connection) { return !connection->IsLive(); });
    return connections;
}

std::vector<Ptr<IscsiTargetConnection>>
IscsiTargetConnectionSet::GetRequestTakers() const
{
    auto connections = GetLive();
    std::erase_if(connections,
                  [](const auto& connection) { return !connection->AcceptsRequests(); });
    return connections;
}

std::vector<Ptr<IscsiTargetConnection>>
IscsiTargetConnectionSet::GetAll() const
{
    std::vector<Ptr<IscsiTargetConnection>> connections;
    for (const auto& member : m_members)
    {
        connections.push_back(member.connection);
    }
    return connections;
}

uint32_t
IscsiTargetConnectionSet::CountLive() const
{
    return std::count_if(m_members.begin(), m_members.end(), [](const auto& member) {
        return member.connection->IsLive();
    });
}

std::size_t
IscsiTargetConnectionSet::GetCount() const
{
    return m_members.size();
}

bool
IscsiTargetConnectionSet::IsEmpty() const
{
    return m_members.empty();
}

} // namespace ns3
