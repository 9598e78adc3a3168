/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-write-plug.h"

#include "page-table.h"

#include <utility>

namespace ns3
{

PageWritePlug::Entry*
PageWritePlug::FindNeighbour(const DirtyRun& run, uint64_t maxPages)
{
    if (m_entries.empty())
    {
        return nullptr;
    }
    auto& entry = m_entries.back();
    const auto pages = entry.request->pages.size();
    const bool adjacent = entry.devicePage + pages == run.devicePage ||
                          run.devicePage + run.count == entry.devicePage;
    return adjacent && pages + run.count <= maxPages ? &entry : nullptr;
}

PageWritePlug::Entry&
PageWritePlug::Add(uint64_t devicePage)
{
    m_entries.push_back({devicePage, Create<PageRequest>(BlockOperation::WRITE)});
    return m_entries.back();
}

void
PageWritePlug::Insert(Entry& entry, Ptr<CachedPage> page, bool storeData)
{
    auto& request = *entry.request;
    const bool front = page->devicePage < entry.devicePage;
    if (front)
    {
        --entry.devicePage;
    }
    request.pages.insert(front ? request.pages.begin() : request.pages.end(), page);
    if (storeData)
    {
        request.contents.insert(front ? request.contents.begin() : request.contents.end(),
                                page->bytes);
    }
}

std::size_t
PageWritePlug::GetCount() const
{
    return m_entries.size();
}

std::vector<PageWritePlug::Entry>
PageWritePlug::Take()
{
    return std::exchange(m_entries, {});
}

} // namespace ns3
