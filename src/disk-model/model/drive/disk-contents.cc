/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-contents.h"

#include "ns3/log.h"

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
