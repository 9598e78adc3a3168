/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-session-table.h"

namespace ns3
{

uint16_t
IscsiTargetSessionTable::FindFreeTsih(RandomVariableStream& source) const
{
    if (m_sessions.size() == UINT16_MAX)
    {
        return 0;
    }
    uint16_t tsih = source.GetInteger();
    while (tsih == 0 || m_sessions.contains(tsih))
    {
        ++tsih;
    }
    return tsih;
}

void
IscsiTargetSessionTable::Add(const IscsiLoginIdentity& who, Ptr<IscsiTargetSession> session)
{
    const auto nexus = GetNexus(who);
    m_sessions[who.tsih] = {nexus, session};
    m_tsihs[nexus] = who.tsih;
}

Ptr<IscsiTargetSession>
IscsiTargetSessionTable::Find(const IscsiLoginIdentity& who) const
{
    const auto found = m_sessions.find(who.tsih);
    return found != m_sessions.end() && found->second.nexus == GetNexus(who) ? found->second.session
                                                                             : nullptr;
}

Ptr<IscsiTargetSession>
IscsiTargetSessionTable::FindOfPort(const IscsiLoginIdentity& who) const
{
    const auto found = m_tsihs.find(GetNexus(who));
    return found == m_tsihs.end() ? nullptr : m_sessions.at(found->second).session;
}

void
IscsiTargetSessionTable::Remove(uint16_t tsih)
{
    const auto found = m_sessions.find(tsih);
    if (found == m_sessions.end())
    {
        return;
    }
    const auto port = m_tsihs.find(found->second.nexus);
    // a session that took this one's place has the entry
    if (port != m_tsihs.end() && port->second == tsih)
    {
        m_tsihs.erase(port);
    }
    m_sessions.erase(found);
}

std::vector<Ptr<IscsiTargetSession>>
IscsiTargetSessionTable::GetAll() const
{
    std::vector<Ptr<IscsiTargetSession>> sessions;
    for (const auto& [tsih, entry] : m_sessions)
    {
        sessions.push_back(entry.session);
    }
    return sessions;
}

std::vector<Ptr<IscsiTargetSession>>
IscsiTargetSessionTable::GetAll(const std::string& targetName) const
{
    std::vector<Ptr<IscsiTargetSession>> sessions;
    for (const auto& [tsih, entry] : m_sessions)
    {
        if (entry.nexus.second == targetName)
        {
            sessions.push_back(entry.session);
        }
    }
    return sessions;
}

uint32_t
IscsiTargetSessionTable::GetSize() const
{
    return m_sessions.size();
}

IscsiTargetSessionTable::Nexus
IscsiTargetSessionTable::GetNexus(const IscsiLoginIdentity& who)
{
    // a discovery session that names no target is one with the portal (RFC 7143, 7.4.2.1)
    return {who.GetInitiatorPortName(), who.targetName.empty() ? who.portal : who.targetName};
}

} // namespace ns3
