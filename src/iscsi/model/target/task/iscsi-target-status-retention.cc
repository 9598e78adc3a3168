/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-status-retention.h"

#include "ns3/iscsi-serial-number.h"

#include <algorithm>

namespace ns3
{

void
IscsiTargetStatusRetention::Keep(const IscsiResponseHeader& header,
                                 Ptr<const Packet> data,
                                 Ptr<IscsiTargetTask> task)
{
    m_entries.push_back({IscsiTargetReplayHeader(header), data, task});
}

Ptr<IscsiTargetTask>
IscsiTargetStatusRetention::TakeAcknowledged(uint32_t expStatSn)
{
    while (!m_entries.empty() && IscsiSerialLess(m_entries.front().header.statSn, expStatSn))
    {
        const auto task = m_entries.front().task;
        m_entries.pop_front();
        if (task)
        {
            return task;
        }
    }
    return nullptr;
}

IscsiTargetStatusRetention::Entry*
IscsiTargetStatusRetention::Find(uint32_t statSn)
{
    if (m_entries.empty())
    {
        return nullptr;
    }
    const uint32_t index = statSn - m_entries.front().header.statSn;
    return index < m_entries.size() ? &m_entries[index] : nullptr;
}

IscsiTargetStatusRetention::Entry*
IscsiTargetStatusRetention::Find(const IscsiTargetTask& task)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const auto& entry) {
        return PeekPointer(entry.task) == &task;
    });
    return found == m_entries.end() ? nullptr : &*found;
}

IscsiTargetRepetition&
IscsiTargetStatusRetention::GetRepeated()
{
    return m_repeated;
}

std::size_t
IscsiTargetStatusRetention::GetCount() const
{
    return m_entries.size();
}

} // namespace ns3
