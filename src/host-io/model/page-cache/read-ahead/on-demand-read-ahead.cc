/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "on-demand-read-ahead.h"

#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <bit>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("OnDemandReadAhead");

NS_OBJECT_ENSURE_REGISTERED(OnDemandReadAhead);

TypeId
OnDemandReadAhead::GetTypeId()
{
    static TypeId tid = TypeId("ns3::OnDemandReadAhead")
                            .SetParent<ReadAhead>()
                            .SetGroupName("HostIo")
                            .AddConstructor<OnDemandReadAhead>()
                            .AddAttribute("MaxPages",
                                          "Pages of 4 KiB of the largest window, at least 1",
                                          UintegerValue(32),
                                          MakeUintegerAccessor(&OnDemandReadAhead::m_maxPages),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

ReadAheadWindow
OnDemandReadAhead::Miss(uint64_t page, uint64_t pagesLeft)
{
    if (page > 0 && FollowsWindow(page))
    {
        return Next();
    }
    if (page == 0 || pagesLeft > m_maxPages || page - m_previous <= 1)
    {
        return Open(page, pagesLeft);
    }
    NS_LOG_DEBUG("random read of " << pagesLeft << " pages from page " << page);
    return {page, pagesLeft};
}

ReadAheadWindow
OnDemandReadAhead::Mark(uint64_t page, uint64_t pagesLeft)
{
    if (FollowsWindow(page))
    {
        return Next();
    }
    // The mark is another reader's: continue from here.
    m_start = page + 1;
    m_size = GetNextSize(1 + pagesLeft);
    Align();
    return GetWindow();
}

void
OnDemandReadAhead::EndRead(uint64_t lastPage)
{
    m_previous = lastPage;
}

bool
OnDemandReadAhead::FollowsWindow(uint64_t page) const
{
    return m_size > 0 && (page == m_start + m_size - m_ahead || page == m_start + m_size);
}

ReadAheadWindow
OnDemandReadAhead::Open(uint64_t page, uint64_t pagesLeft)
{
    const auto pages = std::bit_ceil(pagesLeft);
    m_size = m_maxPages;
    if (pages <= m_maxPages / 32)
    {
        m_size = 4 * pages;
    }
    else if (pages <= m_maxPages / 4)
    {
        m_size = 2 * pages;
    }
    m_start = page;
    m_order = 0;
    m_ahead = m_size > pagesLeft ? m_size - pagesLeft : m_size;
    if (m_ahead == m_size)
    {
        // The reader is at the mark at once: the window that calls for is added.
        const auto next = GetNextSize(m_size);
        m_ahead = m_size + next <= m_maxPages ? next : m_maxPages / 2;
        m_size = std::min<uint64_t>(m_size + next, m_maxPages);
    }
    return GetWindow();
}

ReadAheadWindow
OnDemandReadAhead::Next()
{
    m_start += m_size;
    m_size = GetNextSize(m_size);
    Align();
    return GetWindow();
}

void
OnDemandReadAhead::Align()
{
    m_order += 2;
    const auto folio = uint64_t{1} << m_order;
    const auto end = (m_start + m_size) / folio * folio;
    if (end > m_start)
    {
        m_size = end - m_start;
    }
    m_ahead = m_size;
    m_order = std::min<uint32_t>(m_order, std::bit_width(m_size) - 1);
}

uint64_t
OnDemandReadAhead::GetNextSize(uint64_t size) const
{
    return std::min<uint64_t>(size < m_maxPages / 16 ? 4 * size : 2 * size, m_maxPages);
}

ReadAheadWindow
OnDemandReadAhead::GetWindow() const
{
    NS_LOG_DEBUG("window of " << m_size << " pages from page " << m_start << ", the last "
                              << m_ahead << " ahead");
    return {m_start, m_size, m_start + m_size - m_ahead};
}

} // namespace ns3
