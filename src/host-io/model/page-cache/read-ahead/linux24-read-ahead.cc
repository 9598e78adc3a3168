/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux24-read-ahead.h"

#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Linux24ReadAhead");

NS_OBJECT_ENSURE_REGISTERED(Linux24ReadAhead);

TypeId
Linux24ReadAhead::GetTypeId()
{
    static TypeId tid = TypeId("ns3::Linux24ReadAhead")
                            .SetParent<ReadAhead>()
                            .SetGroupName("HostIo")
                            .AddConstructor<Linux24ReadAhead>()
                            .AddAttribute("MaxPages",
                                          "Pages of 4 KiB of the largest window, at least 1",
                                          UintegerValue(32),
                                          MakeUintegerAccessor(&Linux24ReadAhead::m_maxPages),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

ReadAheadWindow
Linux24ReadAhead::Miss(uint64_t page, uint64_t /* pagesLeft */)
{
    if (page != m_previous + 1)
    {
        m_size = 0;
    }
    m_previous = page;
    return Grow(page);
}

ReadAheadWindow
Linux24ReadAhead::Use(uint64_t page)
{
    if (page != m_previous && page != m_previous + 1)
    {
        m_size = 0;
    }
    m_previous = page;
    const bool inWindow = page >= m_start && page - m_start < m_size;
    if (!inWindow || GetOutstanding() > 0)
    {
        return {};
    }
    return Grow(m_start + m_size);
}

ReadAheadWindow
Linux24ReadAhead::Grow(uint64_t page)
{
    m_start = page;
    m_size = std::clamp<uint64_t>(2 * m_size, 1, m_maxPages);
    NS_LOG_DEBUG("window of " << m_size << " pages from page " << page);
    return {m_start, m_size};
}

} // namespace ns3
