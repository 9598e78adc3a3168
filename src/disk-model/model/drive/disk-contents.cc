/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-contents.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DiskContents");

DiskContents::DiskContents(uint32_t blockSize)
    : m_seen(blockSize)
{
}

void
DiskContents::Apply(Ptr<BlockRequest> request, bool isCached)
{
    const auto end = request->lba + request->blocks;
    for (auto lba = request->lba; isCached && lba < end; ++lba)
    {
        if (!m_onMedium.contains(lba))
        {
            m_onMedium[lba] = m_seen.Read(lba, 1);
        }
    }
    m_seen.Apply(request);
}

void
DiskContents::Commit(const DiskRun& run)
{
    m_onMedium.erase(m_onMedium.lower_bound(run.begin), m_onMedium.lower_bound(run.end));
}

Ptr<Packet>
DiskContents::ReadMedium(uint64_t lba, uint32_t blocks) const
{
    const auto data = Create<Packet>();
    const auto end = lba + blocks;
    auto cached = m_onMedium.lower_bound(lba);
    while (lba < end)
    {
        const auto next = cached == m_onMedium.end() ? end : std::min(cached->first, end);
        if (lba < next)
        {
            data->AddAtEnd(m_seen.Read(lba, static_cast<uint32_t>(next - lba)));
            lba = next;
            continue;
        }
        data->AddAtEnd(cached->second);
        ++cached;
        ++lba;
    }
    return data;
}

void
DiskContents::LoseCached()
{
    NS_LOG_INFO("contents lost: " << m_onMedium.size() << " blocks go back to the medium's");
    for (const auto& [lba, data] : m_onMedium)
    {
        m_seen.Write(lba, data);
    }
    m_onMedium.clear();
}

} // namespace ns3
