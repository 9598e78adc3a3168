/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-write-back.h"

#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PageWriteBack");

PageWriteBack::PageWriteBack(PageMemory& memory,
                             DirtyPages& dirty,
                             PageDevice& device,
                             const PageCacheTraces& traces,
                             Ended ended)
    : m_memory(memory),
      m_dirty(dirty),
      m_device(device),
      m_traces(traces),
      m_ended(ended)
{
}

void
PageWriteBack::Configure(uint64_t background, uint64_t maxPages, uint32_t depth)
{
    m_background = background;
    m_maxPages = maxPages;
    m_depth = depth;
}

void
PageWriteBack::Write(MappingPages& pages, uint64_t upTo, uint64_t first, uint64_t end)
{
    if (!pages.toWrite.empty())
    {
        m_jobs.push_back({Ptr<MappingPages>(&pages), upTo, first, end});
    }
}

void
PageWriteBack::WriteOld(Time now, Time age)
{
    for (const auto& pages : m_dirty.GetMappingsToWrite())
    {
        if (now - pages->dirtied >= age)
        {
            Write(*pages, m_dirty.GetSequence());
            pages->dirtied = now;
        }
    }
}

void
PageWriteBack::SetMemoryNeeded(bool needed)
{
    m_memoryNeeded = needed;
}

bool
PageWriteBack::IsBackgroundDue() const
{
    return m_dirty.GetToWrite() > 0 &&
           (m_batch > 0 || m_memoryNeeded || m_dirty.GetToWrite() > m_background);
}

void
PageWriteBack::Pump()
{
    // Finding places for pages may bring us here again.
    if (std::exchange(m_pumping, true))
    {
        return;
    }
    for (auto run = FindRun(); run.count > 0 && Plug(run); run = FindRun())
    {
    }
    Unplug();
    m_pumping = false;
}

DirtyRun
PageWriteBack::FindRun()
{
    while (!m_jobs.empty())
    {
        const auto job = m_jobs.front();
        const auto run = FindJobRun(job);
        if (run.pages)
        {
            return run;
        }
        m_jobs.pop_front();
    }
    return FindBackgroundRun();
}

DirtyRun
PageWriteBack::FindBackgroundRun()
{
    while (IsBackgroundDue())
    {
        if (m_batch == 0 && m_dirty.GetToWrite() > m_background)
        {
            m_batch = TURN_PAGES;
        }
        const auto pages = m_dirty.GetMappingsToWrite().front();
        auto run = FindJobRun({pages, UINT64_MAX, pages->cursor, UINT64_MAX});
        if (run.pages)
        {
            run.background = true;
            return run;
        }
        pages->cursor = 0;
    }
    m_batch = 0;
    return {};
}

DirtyRun
PageWriteBack::FindJobRun(const Job& job)
{
    auto& pages = *job.pages;
    while (true)
    {
        auto it = pages.toWrite.lower_bound(job.next);
        while (it != pages.toWrite.end() && it->first < job.end && it->second->sequence > job.upTo)
        {
            ++it;
        }
        if (it == pages.toWrite.end() || it->first >= job.end)
        {
            return {};
        }
        const auto number = it->first;
        const auto extent = Place(pages, number);
        if (extent.mapped && pages.toWrite.contains(number))
        {
            return MakeRun(job, number, extent);
        }
        Lose(pages, number);
    }
}

DirtyRun
PageWriteBack::MakeRun(const Job& job, uint64_t number, const PageExtent& extent) const
{
    DirtyRun run{job.pages, number, extent.devicePage, 0};
    const auto most = std::min({extent.count, m_maxPages, job.end - number});
    auto it = job.pages->toWrite.find(number);
    while (run.count < most && it != job.pages->toWrite.end() && it->first == number + run.count &&
           it->second->sequence <= job.upTo)
    {
        ++run.count;
        ++it;
    }
    while (run.count > 0 && !m_blocked.empty() && IsBlocked(run))
    {
        --run.count;
    }
    return run;
}

bool
PageWriteBack::IsBlocked(const DirtyRun& run) const
{
    for (uint64_t i = 0; i < run.count; ++i)
    {
        if (m_blocked.contains(run.devicePage + i))
        {
            return true;
        }
    }
    return false;
}

PageExtent
PageWriteBack::Place(MappingPages& pages, uint64_t number)
{
    const auto extent = pages.mapping->Find(number, m_maxPages);
    if (extent.mapped)
    {
        return extent;
    }
    uint64_t count = 0;
    uint64_t hole = 0;
    for (auto it = pages.toWrite.find(number);
         it != pages.toWrite.end() && it->first == number + count;
         ++it)
    {
        if (count == hole)
        {
            const auto next = pages.mapping->Find(it->first, m_maxPages);
            if (next.mapped)
            {
                break;
            }
            hole += next.count;
        }
        ++count;
    }
    NS_LOG_DEBUG("find room for pages " << number << " to " << number + count - 1);
    pages.mapping->Allocate(number, count);
    return pages.mapping->Find(number, m_maxPages);
}

void
PageWriteBack::Lose(MappingPages& pages, uint64_t number)
{
    const auto it = pages.toWrite.find(number);
    if (it == pages.toWrite.end())
    {
        return;
    }
    NS_LOG_WARN("no room for page " << number << ": its contents are lost");
    auto request = Create<PageRequest>(BlockOperation::WRITE);
    request->pages.emplace_back(it->second);
    m_dirty.StartWriting(*it->second);
    EndPage(*request->pages.front(), BlockStatus::MEDIUM_ERROR);
    m_ended(request);
}

bool
PageWriteBack::Plug(const DirtyRun& run)
{
    auto entry = m_plug.FindNeighbour(run, m_maxPages);
    if (!entry)
    {
        if (m_outstanding + m_plug.GetCount() >= m_depth)
        {
            return false;
        }
        entry = &m_plug.Add(run.devicePage);
    }
    // A run in front of a request is added from its end, so that each page is next to it.
    const bool front = run.devicePage < entry->devicePage;
    for (uint64_t i = 0; i < run.count; ++i)
    {
        const auto index = front ? run.count - 1 - i : i;
        Ptr<CachedPage> page(run.pages->Find(run.first + index));
        page->devicePage = run.devicePage + index;
        m_dirty.StartWriting(*page);
        PageWritePlug::Insert(*entry, page, m_device.StoresData());
    }
    MoveOn(run);
    return true;
}

void
PageWriteBack::MoveOn(const DirtyRun& run)
{
    const auto next = run.first + run.count;
    if (!run.background)
    {
        m_jobs.front().next = next;
        return;
    }
    m_batch -= std::min(m_batch, run.count);
    run.pages->cursor = next;
    run.pages->turn += run.count;
    if (run.pages->turn >= TURN_PAGES && !run.pages->toWrite.empty())
    {
        m_dirty.EndTurn(*run.pages);
    }
}

void
PageWriteBack::Unplug()
{
    for (const auto& entry : m_plug.Take())
    {
        auto request = entry.request;
        const auto count = request->pages.size();
        NS_LOG_DEBUG("write back: device page " << entry.devicePage << ", " << count << " pages");
        std::vector<uint8_t> contents;
        for (const auto& bytes : std::exchange(request->contents, {}))
        {
            const auto end = contents.size() + PAGE_BYTES;
            contents.insert(contents.end(), bytes.begin(), bytes.end());
            contents.resize(end);
        }
        ++m_outstanding;
        m_traces.writeBack(entry.devicePage, static_cast<uint32_t>(count));
        request->completion = MakeCallback(&PageWriteBack::RequestEnded, this);
        m_device.Submit(request, entry.devicePage * PAGE_BYTES, count * PAGE_BYTES, contents);
    }
}

void
PageWriteBack::RequestEnded(Ptr<BlockRequest> completed)
{
    auto request = StaticCast<PageRequest>(completed);
    if (!m_device.IsCurrent(*request))
    {
        return;
    }
    --m_outstanding;
    if (request->status != BlockStatus::OK)
    {
        m_traces.writeBackFailed(request->pages.front()->devicePage,
                                 static_cast<uint32_t>(request->pages.size()));
    }
    for (const auto& page : request->pages)
    {
        EndPage(*page, request->status);
    }
    m_ended(request);
}

void
PageWriteBack::EndPage(CachedPage& page, BlockStatus status)
{
    const auto pages = page.owner;
    m_dirty.EndWriting(page);
    m_memory.EndIo(page);
    if (!pages)
    {
        m_blocked.erase(page.devicePage);
    }
    else if (page.dirty && !pages->waiters.empty() && page.sequence <= pages->waiters.back().upTo)
    {
        Write(*pages, pages->waiters.back().upTo, page.number, page.number + 1);
    }
    if (status == BlockStatus::OK)
    {
        return;
    }
    NS_LOG_WARN("page " << page.number << " was not written: " << status);
    m_error = m_error.value_or(status);
    if (pages)
    {
        pages->error = pages->error.value_or(status);
    }
}

uint32_t
PageWriteBack::GetOutstanding() const
{
    return m_outstanding;
}

void
PageWriteBack::Block(const CachedPage& page)
{
    m_blocked.insert(page.devicePage);
}

bool
PageWriteBack::HasBlocked() const
{
    return !m_blocked.empty();
}

BlockStatus
PageWriteBack::TakeError()
{
    return std::exchange(m_error, std::nullopt).value_or(BlockStatus::OK);
}

void
PageWriteBack::Clear()
{
    m_outstanding = 0;
    m_memoryNeeded = false;
    m_batch = 0;
    m_jobs.clear();
    m_blocked.clear();
    m_error.reset();
}

} // namespace ns3
