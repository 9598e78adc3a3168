/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-mapping.h"

#include <algorithm>

namespace ns3
{

ExtentDeviceMapping::ExtentDeviceMapping(uint64_t pages)
    : m_pages(pages)
{
}

PageExtent
ExtentDeviceMapping::Find(uint64_t page, uint64_t count) const
{
    return {true, page, count};
}

uint64_t
ExtentDeviceMapping::GetPageCount() const
{
    return m_pages;
}

ExtentFileMapping::ExtentFileMapping(ExtentInode& inode, const Services& services)
    : m_inode(&inode),
      m_services(services)
{
}

void
ExtentFileMapping::Detach()
{
    m_inode = nullptr;
}

PageExtent
ExtentFileMapping::Find(uint64_t page, uint64_t count) const
{
    return m_inode ? m_inode->map->Find(page, count) : PageExtent{false, 0, count};
}

void
ExtentFileMapping::Allocate(uint64_t page, uint64_t count)
{
    if (m_inode)
    {
        m_services.allocate(*m_inode, page, count);
    }
}

uint64_t
ExtentFileMapping::CountLocated(uint64_t page, uint64_t count) const
{
    uint64_t located = 0;
    while (m_inode && located < count)
    {
        std::vector<uint64_t> path;
        const auto alike = m_inode->map->GetPathAt(page + located, path);
        if (!std::all_of(path.begin(), path.end(), m_services.use))
        {
            return located;
        }
        located += std::min(alike, count - located);
    }
    return count;
}

void
ExtentFileMapping::Locate(uint64_t page, PageCacheCompletion done)
{
    std::vector<uint64_t> path;
    if (m_inode)
    {
        m_inode->map->GetPathAt(page, path);
    }
    m_services.read(path, done);
}

uint64_t
ExtentFileMapping::GetPageCount() const
{
    return m_inode ? (m_inode->size + PAGE_BYTES - 1) / PAGE_BYTES : 0;
}

} // namespace ns3
