/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-contents.h"

namespace ns3
{

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
    for (const auto& [lba, data] : m_onMedium)
    {
        m_seen.Write(lba, data);
    }
    m_onMedium.clear();
}

} // namespace ns3
