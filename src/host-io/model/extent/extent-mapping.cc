/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-mapping.h"

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

ExtentFileMapping::ExtentFileMapping(ExtentInode& inode, Allocator allocator)
    : m_inode(&inode),
      m_allocator(allocator)
{
}

void
ExtentFileMapping::Detach()
{
    m_inode = nullptr;
}

ExtentInode*
ExtentFileMapping::GetInode() const
{
    return m_inode;
}

PageExtent
ExtentFileMapping::Find(uint64_t page, uint64_t count) const
{
    return m_inode ? m_inode->tree.Find(page, count) : PageExtent{false, 0, count};
}

void
ExtentFileMapping::Allocate(uint64_t page, uint64_t count)
{
    if (m_inode)
    {
        m_allocator(*m_inode, page, count);
    }
}

uint64_t
ExtentFileMapping::GetPageCount() const
{
    return m_inode ? (m_inode->size + PAGE_BYTES - 1) / PAGE_BYTES : 0;
}

} // namespace ns3
