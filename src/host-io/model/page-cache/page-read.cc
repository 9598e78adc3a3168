/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-read.h"

#include "page-cache-core.h"

#include "ns3/log.h"

#include <algorithm>
#include <utility>

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
    const auto located = std::exchange(m_located, BlockStatus::OK);
    if (located != BlockStatus::OK)
    {
        m_rest.count = 0;
        if (m_rest.page == GetPageNumber())
        {
            NS_LOG_WARN("read fails: place of page " << m_rest.page << ": " << located);
            Finish(located, nullptr);
            return;
        }
    }
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
    while (m_rest.count > 0 || !IsDone())
    {
        if (!ReadRest() || (!IsDone() && (PayIfMuch() || !Step())))
        {
            return;
        }
    }
    End();
}

bool
PageRead::ReadRest()
{
    if (m_rest.count > 0)
    {
        m_core.GetReader().ReadMore(m_use.Get(), m_rest, m_readAhead);
    }
    if (m_rest.count > 0)
    {
        Locate(m_rest.page);
        return false;
    }
    return true;
}

void
PageRead::Locate(uint64_t number)
{
    const auto ended = [self = Ptr<PageRead>(this)](BlockStatus status, Ptr<Packet>) {
        self->m_located = status;
        self->Resume();
    };
    m_use.Get().mapping->Locate(number, PageCacheCompletion(ended));
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
    if (m_rest.count > 0)
    {
        return true;
    }
    if (page->marked && m_readAhead)
    {
        FollowMark(*page);
        if (m_rest.count > 0)
        {
            return true;
        }
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
    m_rest = {number, m_retried ? 1 : GetPagesLeft()};
    if (m_readAhead && !m_retried)
    {
        m_rest = m_readAhead->Miss(number, GetPagesLeft());
    }
    if (m_rest.page == number)
    {
        return m_core.GetReader().Read(m_use.Get(), m_rest, m_readAhead);
    }
    // The page was read ahead once and has been evicted; the window is behind it.
    ReadAheadWindow alone{number, 1};
    auto page = m_core.GetReader().Read(m_use.Get(), alone, m_readAhead);
    if (!page)
    {
        m_rest = alone;
        return nullptr;
    }
    m_core.GetMemory().Pin(*page);
    m_core.GetReader().ReadMore(m_use.Get(), m_rest, m_readAhead);
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
    m_rest = m_readAhead->Mark(page.number, GetPagesLeft());
    m_core.GetReader().ReadMore(m_use.Get(), m_rest, m_readAhead);
    m_core.GetMemory().Unpin(page);
}

void
PageRead::Copy(CachedPage& page)
{
    // A reader that continues where it stopped inside a page uses that page once, not twice.
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
        m_rest = m_readAhead->Use(page.number);
        m_core.GetReader().ReadMore(m_use.Get(), m_rest, m_readAhead);
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
    m_core.GetTraces().read(m_hits, m_misses);
    Ptr<Packet> data;
    if (m_core.GetDevice().StoresData())
    {
        data = Create<Packet>(m_contents.data(), static_cast<uint32_t>(m_contents.size()));
    }
    Finish(BlockStatus::OK, data);
}

} // namespace ns3
