/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-direct.h"

#include "page-cache-core.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PageDirect");

PageDirect::PageDirect(PageCacheCore& core,
                       BlockOperation operation,
                       bool forceUnitAccess,
                       Ptr<PageMapping> mapping,
                       uint64_t offset,
                       uint64_t bytes,
                       Ptr<const Packet> data,
                       PageCacheCompletion completion)
    : PageOperation(core, mapping, offset, bytes, completion),
      m_operation(operation),
      m_forceUnitAccess(forceUnitAccess)
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
PageDirect::Run()
{
    EndWait();
    if (m_left == 0)
    {
        if (RemoveNewPages())
        {
            End();
        }
        return;
    }
    if (Pay() || !RemovePages())
    {
        return;
    }
    if (m_operation == BlockOperation::WRITE && m_core.GetWriteBack().HasBlocked())
    {
        m_stages.BeginWait(IoStage::THROTTLED);
        m_core.WaitForDropped(this);
        return;
    }
    m_stages.LeaveMemory();
    while (!IsDone())
    {
        const auto position = TransferExtent();
        m_done = std::min(position - m_offset, m_bytes);
    }
    EndPart(BlockStatus::OK);
}

bool
PageDirect::RemovePages()
{
    auto& pages = m_use.Get();
    const auto end = GetEndPage();
    auto it = pages.pages.lower_bound(m_offset / PAGE_BYTES);
    while (it != pages.pages.end() && it->first < end)
    {
        Ptr<CachedPage> page((it++)->second);
        if (!page->dirty && !page->IsUnderIo() && page->holds == 0)
        {
            m_core.GetMemory().Remove(*page);
        }
        else if (page->holds == 0)
        {
            m_core.GetWriteBack().Write(pages, m_core.GetDirty().GetSequence(), page->number, end);
            m_core.StartWriteBack();
            WaitFor(*page);
            return false;
        }
    }
    return true;
}

bool
PageDirect::RemoveNewPages()
{
    auto& pages = m_use.Get();
    const auto end = GetEndPage();
    auto it = pages.pages.lower_bound(m_awaited.value_or(m_offset / PAGE_BYTES));
    while (it != pages.pages.end() && it->first < end)
    {
        Ptr<CachedPage> page((it++)->second);
        if (page->IsUnderIo())
        {
            // A page that is under I/O again was asked for when the write was on the device.
            if (m_awaited != page->number)
            {
                m_awaited = page->number;
                WaitFor(*page);
                return false;
            }
        }
        else if (!page->dirty && page->holds == 0)
        {
            m_core.GetMemory().Remove(*page);
        }
    }
    return true;
}

uint64_t
PageDirect::GetEndPage() const
{
    return (m_offset + m_bytes + PAGE_BYTES - 1) / PAGE_BYTES;
}

uint64_t
PageDirect::TransferExtent()
{
    const auto page = GetPageNumber();
    auto position = m_offset + m_done;
    auto end = m_offset + m_bytes;
    const auto& mapping = m_use.Get().mapping;
    const auto pagesEnd = page < m_newEnd ? m_newEnd : (end - 1) / PAGE_BYTES + 1;
    auto extent = mapping->Find(page, pagesEnd - page);
    if (!extent.mapped && m_operation == BlockOperation::WRITE)
    {
        m_newEnd = page + extent.count;
        mapping->Allocate(page, extent.count);
        extent = mapping->Find(page, extent.count);
    }
    if (page < m_newEnd)
    {
        // Pages that are new on the device are written whole.
        position = page * PAGE_BYTES;
        end = (end + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    }
    end = std::min(end, (page + extent.count) * PAGE_BYTES);
    if (extent.mapped)
    {
        Transfer(position, end, (extent.devicePage - page) * PAGE_BYTES + position);
    }
    else if (m_operation == BlockOperation::WRITE)
    {
        NS_LOG_WARN("no room for pages " << page << " to " << page + extent.count - 1);
        m_status = BlockStatus::MEDIUM_ERROR;
    }
    return end;
}

void
PageDirect::Transfer(uint64_t position, uint64_t end, uint64_t deviceOffset)
{
    const uint64_t most = m_core.GetSettings().maxRequestPages * PAGE_BYTES;
    while (position < end)
    {
        const auto length = std::min(end - position, most);
        auto request = Create<PageRequest>(m_operation);
        request->forceUnitAccess = m_forceUnitAccess;
        request->position = position;
        request->completion = MakeCallback(&PageDirect::TransferEnded, Ptr<PageDirect>(this));
        ++m_left;
        m_core.GetDevice().Submit(request,
                                  deviceOffset,
                                  length,
                                  GetContents(position, position + length));
        position += length;
        deviceOffset += length;
    }
}

std::vector<uint8_t>
PageDirect::GetContents(uint64_t position, uint64_t end) const
{
    if (m_operation == BlockOperation::READ || m_contents.empty())
    {
        return {};
    }
    std::vector<uint8_t> contents(end - position);
    const auto from = std::max(position, m_offset);
    const auto to = std::min(end, m_offset + m_bytes);
    std::copy(m_contents.begin() + (from - m_offset),
              m_contents.begin() + (to - m_offset),
              contents.begin() + (from - position));
    return contents;
}

void
PageDirect::TransferEnded(Ptr<BlockRequest> completed)
{
    auto request = StaticCast<PageRequest>(completed);
    if (!m_core.GetDevice().IsCurrent(*request))
    {
        return;
    }
    m_stages.EndRequest(request->timeline);
    if (m_operation == BlockOperation::READ && !m_contents.empty() &&
        request->status == BlockStatus::OK)
    {
        const auto done = request->position - m_offset;
        const auto length =
            std::min<uint64_t>(m_core.GetSettings().maxRequestPages * PAGE_BYTES, m_bytes - done);
        if (request->data)
        {
            request->data->CopyData(m_contents.data() + done, static_cast<uint32_t>(length));
        }
    }
    EndPart(request->status);
}

void
PageDirect::EndPart(BlockStatus status)
{
    if (m_status == BlockStatus::OK)
    {
        m_status = status;
    }
    if (--m_left > 0)
    {
        return;
    }
    if (m_operation == BlockOperation::READ || RemoveNewPages())
    {
        End();
    }
}

void
PageDirect::End()
{
    Ptr<Packet> data;
    if (m_operation == BlockOperation::READ && m_core.GetDevice().StoresData() &&
        m_status == BlockStatus::OK)
    {
        data = Create<Packet>(m_contents.data(), static_cast<uint32_t>(m_contents.size()));
    }
    Finish(m_status, data);
}

} // namespace ns3
