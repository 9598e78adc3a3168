/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "write-intent-log.h"

namespace ns3
{

void
WriteIntentLog::Enter(uint64_t first, uint64_t last, uint64_t group)
{
    for (auto stripe = first; stripe <= last; ++stripe)
    {
        m_groups[stripe] = group;
    }
}

void
WriteIntentLog::Remove(uint64_t group)
{
    std::erase_if(m_groups, [group](const auto& entry) { return entry.second <= group; });
}

void
WriteIntentLog::RemoveStripe(uint64_t stripe)
{
    m_groups.erase(stripe);
}

std::vector<uint64_t>
WriteIntentLog::GetStripes() const
{
    std::vector<uint64_t> stripes;
    stripes.reserve(m_groups.size());
    for (const auto& [stripe, group] : m_groups)
    {
        stripes.push_back(stripe);
    }
    return stripes;
}

} // namespace ns3
