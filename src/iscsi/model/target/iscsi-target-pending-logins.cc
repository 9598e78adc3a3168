/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-pending-logins.h"

#include <iterator>

namespace ns3
{

void
IscsiTargetPendingLogins::Add(Ptr<IscsiTargetConnection> connection)
{
    m_others.push_back(connection);
    m_places[PeekPointer(connection)] = {&m_others, std::prev(m_others.end())};
}

Ptr<IscsiTargetConnection>
IscsiTargetPendingLogins::Take(const IscsiTargetConnection* connection)
{
    const auto found = m_places.find(connection);
    if (found == m_places.end())
    {
        return nullptr;
    }
    const auto [list, element] = found->second;
    const auto taken = *element;
    list->erase(element);
    m_places.erase(found);
    return taken;
}

Ptr<IscsiTargetConnection>
IscsiTargetPendingLogins::TakeOldestSilent()
{
    while (!m_others.empty())
    {
        const auto oldest = m_others.front();
        if (oldest->GetState() == IscsiConnectionState::XPT_UP)
        {
            return Take(PeekPointer(oldest));
        }
        m_places.at(PeekPointer(oldest)).list = &m_begun;
        m_begun.splice(m_begun.end(), m_others, m_others.begin());
    }
    return nullptr;
}

std::vector<Ptr<IscsiTargetConnection>>
IscsiTargetPendingLogins::TakeAll()
{
    std::vector<Ptr<IscsiTargetConnection>> all(m_begun.begin(), m_begun.end());
    all.insert(all.end(), m_others.begin(), m_others.end());
    m_begun.clear();
    m_others.clear();
    m_places.clear();
    return all;
}

std::size_t
IscsiTargetPendingLogins::GetCount() const
{
    return m_places.size();
}

} // namespace ns3
