/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "remote-page-cache.h"

#include "ns3/boolean.h"
#include "ns3/object-factory.h"
#include "ns3/on-demand-read-ahead.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <string>

namespace ns3
{

namespace
{

/// Fewest bytes of a page cache.
constexpr uint64_t LEAST_MEMORY = 65536;

/**
 * @param memory bytes
 * @return the same
 * @throw UserError if they are too few
 */
uint64_t
CheckMemory(uint64_t memory)
{
    if (memory < LEAST_MEMORY)
    {
        throw UserError("CacheMemory: " + std::to_string(memory) +
                        " is out of range: 0 for none, or at least " +
                        std::to_string(LEAST_MEMORY) + " bytes");
    }
    return memory;
}

} // namespace

RemotePageCache::RemotePageCache(const Settings& settings)
    : m_settings(settings),
      m_device(CreateObject<RemotePageDevice>()),
      m_cache(CreateObjectWithAttributes<PageCache>(
          "Memory",
          UintegerValue(CheckMemory(settings.memory)),
          "MaxRequestSize",
          UintegerValue(std::max<uint32_t>(settings.pieceBytes, PAGE_BYTES)),
          "StoreData",
          BooleanValue(settings.keepsData),
          "Device",
          PointerValue(m_device)))
{
}

void
RemotePageCache::Dispose()
{
    m_cache->Dispose();
    m_device->Dispose();
}

Ptr<PageCache>
RemotePageCache::GetCache() const
{
    return m_cache;
}

Ptr<RemotePageDevice>
RemotePageCache::GetDevice() const
{
    return m_device;
}

Ptr<RemotePages>
RemotePageCache::TakePages()
{
    const auto part = m_device->Take();
    return part ? Create<RemotePages>(m_device, *part, *m_cache) : nullptr;
}

Ptr<ReadAhead>
RemotePageCache::CreateReadAhead() const
{
    const auto pages = std::min<uint64_t>(m_settings.aheadBytes / PAGE_BYTES, UINT32_MAX);
    if (pages == 0)
    {
        return nullptr;
    }
    return CreateObjectWithAttributes<OnDemandReadAhead>("MaxPages", UintegerValue(pages));
}

} // namespace ns3
