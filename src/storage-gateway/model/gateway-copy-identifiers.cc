/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-copy-identifiers.h"

namespace ns3
{

uint8_t
GatewayCopyIdentifiers::Allocate(const Host& host, uint8_t identifier)
{
    if (const auto known = Find(host, identifier))
    {
        return *known;
    }
    static constexpr std::size_t ALL = UINT8_MAX + 1;
    while (m_entries.size() < ALL && m_entries.contains(m_next))
    {
        ++m_next;
    }
    const auto taken = m_next++;
    m_entries[taken] = {host, identifier};
    return taken;
}

std::optional<uint8_t>
GatewayCopyIdentifiers::Find(const Host& host, uint8_t identifier) const
{
    for (const auto& [atDrive, entry] : m_entries)
    {
        if (entry.identifier == identifier && entry.host == host)
        {
            return atDrive;
        }
    }
    return std::nullopt;
}

void
GatewayCopyIdentifiers::Forget(const Host& host)
{
    std::erase_if(m_entries, [&host](const auto& item) { return item.second.host == host; });
}

} // namespace ns3
