/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-write-groups.h"

namespace ns3
{

BlockWriteGroups::BlockWriteGroups()
    : m_groups(1)
{
}

uint64_t
BlockWriteGroups::Begin()
{
    ++m_groups.back().pending;
    return GetLast();
}

uint64_t
BlockWriteGroups::GetLast() const
{
    return m_first + m_groups.size() - 1;
}

void
BlockWriteGroups::End(uint64_t group)
{
    --m_groups[group - m_first].pending;
}

void
BlockWriteGroups::Await(Callback<void> done)
{
    m_groups.back().done = done;
    m_groups.emplace_back();
}

void
BlockWriteGroups::Advance()
{
    while (m_groups.size() > 1 && m_groups.front().pending == 0)
    {
        const auto done = m_groups.front().done;
        m_groups.pop_front();
        ++m_first;
        if (!done.IsNull())
        {
            done();
        }
    }
}

void
BlockWriteGroups::Clear()
{
    for (auto& group : m_groups)
    {
        group.done = Callback<void>();
    }
}

} // namespace ns3
