/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-read.h"

#include "page-cache-core.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PageRead");

PageRead::PageRead(PageCacheCore& core,
                   Ptr<PageMapping> mapping,
                   uint64_t offset,
                   uint64_t bytes,
                   Ptr<ReadAhead> readAhead,
                   PageCacheCompletion completion)
    : PageOperation(core, mapping, offset, bytes, completion),
      m_readAhead(readAhead)
{
    if (core.GetDevice().StoresData())
    {
        m_contents.resize(bytes);
    }
    if (bytes > 0)
    {
        CountHits();
    }
}

void
PageRead::Run()
{
    if (const auto status = EndWait(); status != BlockStatus::OK)
    {
        if (m_retried)
        {
            NS_LOG_WARN("read fails at page " << GetPageNumber() << ": " << status);
            Finish(status, nullptr);
            return;
        }
        m_retried = true;
    }
    while (!IsDone())
    {
        if (PayIfMuch() || !Step())
        {
            return;
        }
    }
    End();
}

bool
PageRead::Step()
{
    Ptr<CachedPage> page(m_use.Get().Find(GetPageNumber()));
    if ((!page || !page->valid) && Pay())
    {
        return false;
    }
    if (!page && !m_core.MayAdd())
    {
        m_stages.BeginWait(IoStage::THROTTLED);
        m_core.WaitForMemory(this);
        return false;
    }
    if (!page)
    {
        page = ReadMissing();
    }
    if (page->marked && m_readAhead)
    {
        FollowMark(*page);
    }
    if (!page->valid)
    {
        WaitFor(*page);
        return false;
    }
    Copy(*page);
    return true;
}

Ptr<CachedPage>
PageRead::ReadMissing()
{
    const auto number = GetPageNumber();
    ReadAheadWindow window{number, m_retried ? 1 : GetPagesLeft()};
    if (m_readAhead && !m_retried)
    {
        window = m_readAhead->Miss(number, GetPagesLeft());
    }
    if (window.page == number)
    {
        return m_core.GetReader().Read(m_use.Get(), window, m_readAhead);
    }
    // The page was read ahead once and has been evicted; the window is behind it.
    auto page = m_core.GetReader().Read(m_use.Get(), {number, 1}, m_readAhead);
    m_core.GetMemory().Pin(*page);
    m_core.GetReader().ReadMore(m_use.Get(), window, m_readAhead);
    m_core.GetMemory().Unpin(*page);
    return page;
}

uint64_t
PageRead::GetPagesLeft() const
{
    return (m_offset + m_bytes - 1) / PAGE_BYTES + 1 - GetPageNumber();
}

void
PageRead::CountHits()
{
    const auto& pages = m_use.Get().pages;
    const auto end = GetPageNumber() + GetPagesLeft();
    for (auto it = pages.lower_bound(GetPageNumber()); it != pages.end() && it->first < end; ++it)
    {
        ++m_hits;
    }
    m_misses = GetPagesLeft() - m_hits;
}

void
PageRead::FollowMark(CachedPage& page)
{
    page.marked = false;
    m_core.GetMemory().Pin(page);
    m_core.GetReader().ReadMore(m_use.Get(),
                                m_readAhead->Mark(page.number, GetPagesLeft()),
                                m_readAhead);
    m_core.GetMemory().Unpin(page);
}

void
PageRead::Copy(CachedPage& page)
{
    // A reader that goes on where it stopped inside a page uses that page once, not twice.
    const bool goesOn = m_done == 0 && GetPageOffset() > 0 && m_use.Get().readEnd == m_offset;
    if (!goesOn)
    {
        m_core.GetMemory().GetLru().Use(page);
    }
    if (!page.bytes.empty())
    {
        std::copy_n(page.bytes.begin() + GetPageOffset(),
                    GetPageBytes(),
                    m_contents.begin() + m_done);
    }
    Advance();
    m_retried = false;
    if (m_readAhead)
    {
        m_core.GetReader().ReadMore(m_use.Get(), m_readAhead->Use(page.number), m_readAhead);
    }
}

void
PageRead::End()
{
    if (m_readAhead && m_bytes > 0)
    {
        m_readAhead->EndRead((m_offset + m_bytes - 1) / PAGE_BYTES);
    }
    m_use.Get().readEnd = m_offset + m_bytes;
    m_core.GetObserver().ReadEnded(m_hits, m_misses);
    Ptr<Packet> data;
    if (m_core.GetDevice().StoresData())
    {
        data = Create<Packet>(m_contents.data(), static_cast<uint32_t>(m_contents.size()));
    }
    Finish(BlockStatus::OK, data);
}

} // namespace ns3
