/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "remote-pages.h"

#include "remote-page-device.h"

#include "ns3/page-cache.h"

namespace ns3
{

RemotePages::RemotePages(Ptr<RemotePageDevice> device, uint64_t part, PageCache& cache)
    : m_device(device),
      m_part(part),
      m_cache(cache)
{
}

RemotePages::~RemotePages()
{
    m_device->GiveBack(m_part);
}

PageExtent
RemotePages::Find(uint64_t page, uint64_t count) const
{
    return {true, m_part * (RemotePageDevice::PART_BYTES / PAGE_BYTES) + page, count};
}

uint64_t
RemotePages::GetPageCount() const
{
    return (m_bytes + PAGE_BYTES - 1) / PAGE_BYTES;
}

uint64_t
RemotePages::GetPart() const
{
    return m_part;
}

void
RemotePages::Forget()
{
    m_cache.Drop(this, 0);
}

void
RemotePages::SetBytes(uint64_t bytes)
{
    m_bytes = bytes;
}

uint64_t
RemotePages::GetBytes() const
{
    return m_bytes;
}

} // namespace ns3
