/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "volatile-writes.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

void
VolatileWrites::Add(uint64_t lba, const Values& before, const Write& write, bool isSafe)
{
    auto it = m_blocks.find(lba);
    if (it == m_blocks.end())
    {
        if (isSafe)
        {
            return;
        }
        it = m_blocks.emplace(lba, Writes()).first;
        for (const auto value : before)
        {
            it->second.push_back({value, 0, 0, before.size() == 1});
        }
    }
    auto& writes = it->second;
    writes.push_back(write);
    if (isSafe)
    {
        std::erase_if(writes, [&](const Write& other) { return other.end < write.begin; });
        if (writes.size() == 1)
        {
            m_blocks.erase(it);
        }
    }
}

void
VolatileWrites::Flush(uint64_t begin)
{
    for (auto it = m_blocks.begin(); it != m_blocks.end();)
    {
        it = Settle(it->second, begin) ? m_blocks.erase(it) : std::next(it);
    }
}

bool
VolatileWrites::Settle(Writes& writes, uint64_t moment)
{
    uint64_t safe = 0;
    for (const auto& write : writes)
    {
        if (write.isDone && write.end < moment)
        {
            safe = std::max(safe, write.begin);
        }
    }
    std::erase_if(writes, [safe](const Write& write) { return write.end < safe; });
    return writes.size() == 1 && writes.front().isDone && writes.front().end < moment;
}

std::vector<std::pair<uint64_t, VolatileWrites::Values>>
VolatileWrites::Lose()
{
    std::vector<std::pair<uint64_t, Values>> lost;
    for (const auto& [lba, writes] : m_blocks)
    {
        auto& values = lost.emplace_back(lba, Values()).second;
        for (const auto& write : writes)
        {
            values.push_back(write.value);
        }
    }
    m_blocks.clear();
    return lost;
}

std::size_t
VolatileWrites::GetBlocks() const
{
    return m_blocks.size();
}

} // namespace ns3
