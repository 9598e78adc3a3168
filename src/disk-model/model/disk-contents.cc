/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-contents.h"

#include <algorithm>

namespace ns3
{

DiskContents::DiskContents(uint32_t blockSize)
    : m_seen(blockSize),
      m_medium(blockSize)
{
}

void
DiskContents::Apply(Ptr<BlockRequest> request, bool isCached)
{
    m_seen.Apply(request);
    if (request->operation != BlockOperation::WRITE)
    {
        return;
    }
    if (isCached)
    {
        m_cached.push_back({request->lba, request->lba + request->blocks});
        return;
    }
    m_medium.Apply(request);
}

void
DiskContents::Commit(const DiskRun& run)
{
    m_medium.Write(run.begin, m_seen.Read(run.begin, run.GetLength()));
    std::erase_if(m_cached, [&](const DiskRun& cached) {
        return cached.begin >= run.begin && cached.end <= run.end;
    });
}

void
DiskContents::LoseCached()
{
    for (const auto& run : m_cached)
    {
        m_seen.Write(run.begin, m_medium.Read(run.begin, run.GetLength()));
    }
    m_cached.clear();
}

} // namespace ns3
