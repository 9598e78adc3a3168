/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-write.h"

#include "page-cache-core.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PageWrite");

PageWrite::PageWrite(PageCacheCore& core,
                     Ptr<PageMapping> mapping,
                     uint64_t offset,
                     uint64_t bytes,
                     Ptr<const Packet> data,
                     PageCacheCompletion completion)
    : PageOperation(core, mapping, offset, bytes, completion)
{
    if (core.GetDevice().StoresData())
    {
        m_contents.resize(bytes);
    }
    if (data && !m_contents.empty())
    {
        data->CopyData(m_contents.data(), static_cast<uint32_t>(bytes));
    }
}

void
PageWrite::Run()
{
    if (m_stopped)
    {
        const auto stopped = Simulator::Now() - *m_stopped;
        NS_LOG_DEBUG("a writer waited " << stopped.As(Time::MS) << " at the dirty limit");
        m_core.GetTraces().throttled(stopped);
        m_stopped.reset();
    }
    if (const auto status = EndWait(); status != BlockStatus::OK)
    {
        NS_LOG_WARN("write fails: page " << GetPageNumber() << " cannot be read: " << status);
        Finish(status, nullptr);
        return;
    }
    while (!IsDone())
    {
        if (PayIfMuch() || !Step())
        {
            return;
        }
    }
    Finish(BlockStatus::OK, nullptr);
}

bool
PageWrite::Step()
{
    Ptr<CachedPage> page(m_use.Get().Find(GetPageNumber()));
    if (WaitForOthers(PeekPointer(page)))
    {
        return false;
    }
    if (!page)
    {
        page = AddMissing();
    }
    if (!page->valid)
    {
        WaitFor(*page);
        return false;
    }
    Copy(*page);
    return true;
}

bool
PageWrite::WaitForOthers(const CachedPage* page)
{
    const bool counts = page && (page->dirty || page->writing || page->holds > 0);
    const bool stops = !counts && !m_core.MayDirty();
    if ((stops || !page || !page->valid) && Pay())
    {
        return true;
    }
    if (stops)
    {
        m_stopped = Simulator::Now();
        m_stages.BeginWait(IoStage::THROTTLED);
        m_core.WaitForClean(this);
        return true;
    }
    if (!page && !m_core.MayAdd())
    {
        m_stages.BeginWait(IoStage::THROTTLED);
        m_core.WaitForMemory(this);
        return true;
    }
    return false;
}

Ptr<CachedPage>
PageWrite::AddMissing()
{
    const auto number = GetPageNumber();
    const auto& mapping = m_use.Get().mapping;
    if (GetPageBytes() < PAGE_BYTES && number < mapping->GetPageCount() &&
        mapping->Find(number, 1).mapped)
    {
        return m_core.GetReader().ReadAlone(m_use.Get(), number);
    }
    auto page = m_core.GetMemory().Add(m_use.Get(), number);
    page->valid = true;
    return page;
}

void
PageWrite::Copy(CachedPage& page)
{
    if (m_core.GetDevice().StoresData())
    {
        page.bytes.resize(PAGE_BYTES);
        std::copy_n(m_contents.begin() + m_done,
                    GetPageBytes(),
                    page.bytes.begin() + GetPageOffset());
    }
    m_core.MarkDirty(page);
    Advance();
}

} // namespace ns3
