/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-reader.h"

#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PageReader");

PageReader::PageReader(PageMemory& memory, PageDevice& device, Ended ended)
    : m_memory(memory),
      m_device(device),
      m_ended(ended)
{
}

void
PageReader::SetMaxPages(uint64_t pages)
{
    m_maxPages = pages;
}

Ptr<CachedPage>
PageReader::ReadAlone(MappingPages& pages, uint64_t number)
{
    Batch batch{pages, nullptr, number + 1, {}, 0, nullptr, 0};
    auto page = Add(batch, number);
    Send(batch);
    return page;
}

Ptr<CachedPage>
PageReader::Read(MappingPages& pages, ReadAheadWindow& window, Ptr<ReadAhead> readAhead)
{
    const auto first = window.page;
    const auto fileEnd = std::min(first + window.count, pages.mapping->GetPageCount());
    const auto end = std::max(fileEnd, first + 1);
    const auto located = first + pages.mapping->CountLocated(first, end - first);
    window = {located, end - located, window.mark};
    if (located == first)
    {
        return nullptr;
    }
    Batch batch{pages, readAhead, located, {}, 0, nullptr, 0};
    auto page = Add(batch, first);
    page->marked = first == window.mark;
    // A page in a hole is evictable at once, and must not make room for those behind it.
    m_memory.Pin(*page);
    for (auto number = first + 1; number < batch.end; ++number)
    {
        if (pages.Find(number))
        {
            continue;
        }
        if (!m_memory.MakeRoom(false))
        {
            window.count = 0;
            break;
        }
        Add(batch, number)->marked = number == window.mark;
    }
    m_memory.Unpin(*page);
    Send(batch);
    return page;
}

void
PageReader::ReadMore(MappingPages& pages, ReadAheadWindow& window, Ptr<ReadAhead> readAhead)
{
    const auto end = std::min(window.page + window.count, pages.mapping->GetPageCount());
    for (auto number = window.page; number < end; ++number)
    {
        if (!pages.Find(number))
        {
            window = {number, end - number, window.mark};
            if (m_memory.MakeRoom(false))
            {
                Read(pages, window, readAhead);
                return;
            }
            break;
        }
    }
    window.count = 0;
}

Ptr<CachedPage>
PageReader::Add(Batch& batch, uint64_t number)
{
    if (number >= batch.extentPage + batch.extent.count)
    {
        batch.extent = batch.pages.mapping->Find(number, batch.end - number);
        batch.extentPage = number;
    }
    auto page = m_memory.Add(batch.pages, number);
    if (!batch.extent.mapped)
    {
        page->valid = true;
        return page;
    }
    page->reading = true;
    const auto devicePage = batch.extent.devicePage + number - batch.extentPage;
    if (batch.request && (devicePage != batch.devicePage + batch.request->pages.size() ||
                          batch.request->pages.size() >= m_maxPages))
    {
        Send(batch);
    }
    if (!batch.request)
    {
        batch.request = Create<PageRequest>(BlockOperation::READ);
        batch.devicePage = devicePage;
    }
    batch.request->pages.push_back(page);
    return page;
}

void
PageReader::Send(Batch& batch)
{
    auto request = std::exchange(batch.request, nullptr);
    if (!request)
    {
        return;
    }
    NS_LOG_DEBUG("read: device page " << batch.devicePage << ", " << request->pages.size()
                                      << " pages");
    ++m_outstanding;
    request->readAhead = batch.readAhead;
    if (request->readAhead)
    {
        request->readAhead->RequestStarted();
    }
    request->completion = MakeCallback(&PageReader::RequestEnded, this);
    m_device.Submit(request, batch.devicePage * PAGE_BYTES, request->pages.size() * PAGE_BYTES, {});
    for (const auto& page : request->pages)
    {
        page->timeline = request->timeline;
    }
}

void
PageReader::RequestEnded(Ptr<BlockRequest> completed)
{
    auto request = StaticCast<PageRequest>(completed);
    if (request->readAhead)
    {
        request->readAhead->RequestEnded();
    }
    if (!m_device.IsCurrent(*request))
    {
        return;
    }
    --m_outstanding;
    std::vector<uint8_t> contents;
    if (m_device.StoresData() && request->status == BlockStatus::OK)
    {
        contents = PageDevice::GetContents(*request, request->pages.size() * PAGE_BYTES);
    }
    auto bytes = contents.empty() ? nullptr : contents.data();
    std::vector<Ptr<PageWaiter>> waiters;
    for (const auto& page : request->pages)
    {
        EndPage(*page, request->status, bytes);
        bytes = bytes ? bytes + PAGE_BYTES : nullptr;
        waiters.insert(waiters.end(), page->waiters.begin(), page->waiters.end());
        page->waiters.clear();
    }
    for (const auto& waiter : waiters)
    {
        waiter->Resume();
    }
    m_ended();
}

void
PageReader::EndPage(CachedPage& page, BlockStatus status, const uint8_t* contents)
{
    page.reading = false;
    page.status = status;
    page.timeline = nullptr;
    m_memory.EndIo(page);
    // A page that was held meanwhile has newer contents.
    if (page.valid || !page.owner)
    {
        return;
    }
    if (status != BlockStatus::OK)
    {
        NS_LOG_WARN("page " << page.number << " cannot be read: " << status);
        m_memory.Remove(page);
        return;
    }
    page.valid = true;
    if (contents)
    {
        page.bytes.assign(contents, contents + PAGE_BYTES);
    }
    m_memory.GetLru().Unpark(page);
}

uint32_t
PageReader::GetOutstanding() const
{
    return m_outstanding;
}

void
PageReader::Clear()
{
    m_outstanding = 0;
}

} // namespace ns3
