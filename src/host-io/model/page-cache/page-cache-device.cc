/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-cache-device.h"

#include "page-cache-stages.h"

#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/user-error.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PageCacheDevice");

NS_OBJECT_ENSURE_REGISTERED(PageCacheDevice);

DevicePageMapping::DevicePageMapping(Ptr<BlockDevice> device)
    : m_device(device)
{
}

PageExtent
DevicePageMapping::Find(uint64_t page, uint64_t count) const
{
    return {true, page, count};
}

uint64_t
DevicePageMapping::GetPageCount() const
{
    const auto blocks = PAGE_BYTES / m_device->GetBlockSize();
    return (m_device->GetBlockCount() + blocks - 1) / blocks;
}

TypeId
PageCacheDevice::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PageCacheDevice")
                            .SetParent<BlockDevice>()
                            .SetGroupName("HostIo")
                            .AddConstructor<PageCacheDevice>()
                            .AddAttribute("Cache",
                                          "The page cache, which has its device",
                                          PointerValue(),
                                          MakePointerAccessor(&PageCacheDevice::SetCache,
                                                              &PageCacheDevice::GetCache),
                                          MakePointerChecker<PageCache>());
    return tid;
}

void
PageCacheDevice::SetCache(Ptr<PageCache> cache)
{
    m_cache = cache;
    if (!cache)
    {
        return;
    }
    m_below = cache->GetDevice();
    if (!m_below)
    {
        throw UserError("PageCacheDevice::Cache: the page cache has no device");
    }
    m_mapping = Create<DevicePageMapping>(m_below);
    m_readAhead = cache->CreateReadAhead();
    m_below->CallWhenReady(MakeCallback(&PageCacheDevice::NotifyReady, this));
}

Ptr<PageCache>
PageCacheDevice::GetCache() const
{
    return m_cache;
}

void
PageCacheDevice::DoDispose()
{
    m_cache = nullptr;
    m_below = nullptr;
    m_mapping = nullptr;
    m_readAhead = nullptr;
    BlockDevice::DoDispose();
}

uint64_t
PageCacheDevice::GetBlockCount() const
{
    return m_below ? m_below->GetBlockCount() : 0;
}

uint32_t
PageCacheDevice::GetBlockSize() const
{
    return m_below ? m_below->GetBlockSize() : 512;
}

bool
PageCacheDevice::IsReady() const
{
    return m_below && m_below->IsReady();
}

IoStageGroups
PageCacheDevice::GetStageGroups() const
{
    IoStageGroups groups(IoStageGroup::PAGE_CACHE);
    if (m_below)
    {
        groups.Add(m_below->GetStageGroups());
    }
    return groups;
}

BlockCacheSettings
PageCacheDevice::GetCacheSettings() const
{
    return {true, true};
}

void
PageCacheDevice::DoSubmit(Ptr<BlockRequest> request)
{
    NS_LOG_FUNCTION(this << request->operation << request->lba << request->blocks);
    const auto offset = request->lba * GetBlockSize();
    const auto bytes = uint64_t{request->blocks} * GetBlockSize();
    auto done = MakeCallback(&PageCacheDevice::Done, Ptr<PageCacheDevice>(this), request);
    if (request->operation == BlockOperation::READ && request->forceUnitAccess)
    {
        m_cache->ReadDirect(m_mapping, offset, bytes, done, true, request->timeline);
    }
    else if (request->operation == BlockOperation::READ)
    {
        m_cache->Read(m_mapping, offset, bytes, m_readAhead, done, request->timeline);
    }
    else if (request->operation == BlockOperation::WRITE && request->forceUnitAccess)
    {
        m_cache
            ->WriteDirect(m_mapping, offset, bytes, request->data, done, true, request->timeline);
    }
    else if (request->operation == BlockOperation::WRITE)
    {
        m_cache->Write(m_mapping, offset, bytes, request->data, done, request->timeline);
    }
    else
    {
        m_cache->WriteBackAll(
            MakeCallback(&PageCacheDevice::WrittenBack, Ptr<PageCacheDevice>(this), request));
    }
}

void
PageCacheDevice::Done(Ptr<BlockRequest> request, BlockStatus status, Ptr<Packet> data)
{
    if (request->operation == BlockOperation::READ)
    {
        request->data = data;
    }
    Complete(request, status);
}

void
PageCacheDevice::WrittenBack(Ptr<BlockRequest> request, BlockStatus status, Ptr<Packet> data)
{
    PageCacheStages::Stamp(request->timeline, IoStage::THROTTLED);
    if (status != BlockStatus::OK)
    {
        Done(request, status, data);
    }
    else if (request->operation == BlockOperation::FLUSH)
    {
        m_cache->FlushDevice(
            MakeCallback(&PageCacheDevice::Done, Ptr<PageCacheDevice>(this), request),
            request->timeline);
    }
    else
    {
        auto below = Create<BlockRequest>(BlockOperation::VERIFY, request->lba, request->blocks);
        below->timeline = request->timeline ? Create<IoTimeline>() : nullptr;
        below->completion =
            MakeCallback(&PageCacheDevice::Verified, Ptr<PageCacheDevice>(this), request);
        m_below->Submit(below);
    }
}

void
PageCacheDevice::Verified(Ptr<BlockRequest> request, Ptr<BlockRequest> below)
{
    PageCacheStages::CopyStamps(request->timeline, below->timeline);
    Complete(request, below->status);
}

} // namespace ns3
