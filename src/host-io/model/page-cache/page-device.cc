/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-device.h"

#include <algorithm>

namespace ns3
{

PageDevice::PageDevice(Object* cache, PageCacheStatistics& statistics)
    : m_cache(cache),
      m_statistics(statistics),
      m_flusher(cache, MakeCallback(&PageDevice::Send, this))
{
}

void
PageDevice::SetDevice(Ptr<BlockDevice> device, bool storeData, bool forceUnitAccess)
{
    m_device = device;
    m_storeData = storeData;
    m_forceUnitAccess = forceUnitAccess;
}

bool
PageDevice::StoresData() const
{
    return m_storeData;
}

void
PageDevice::RecordTimelines()
{
    m_recordTimelines = true;
}

void
PageDevice::Submit(Ptr<PageRequest> request,
                   uint64_t offset,
                   uint64_t bytes,
                   const std::vector<uint8_t>& contents)
{
    const uint64_t blockSize = m_device->GetBlockSize();
    const auto count = m_device->GetBlockCount();
    request->cache = m_cache;
    request->powerOn = m_powerOn;
    request->lba = offset / blockSize;
    auto blocks = bytes / blockSize;
    if (request->lba < count)
    {
        blocks = std::min(blocks, count - request->lba);
    }
    request->blocks = static_cast<uint32_t>(blocks);
    if (request->operation == BlockOperation::WRITE)
    {
        m_statistics.pgpgout += blocks * blockSize / 1024;
        if (m_storeData)
        {
            request->data = Create<Packet>(contents.data(), blocks * blockSize);
        }
    }
    else
    {
        m_statistics.pgpgin += blocks * blockSize / 1024;
    }
    if (m_recordTimelines)
    {
        request->timeline = Create<IoTimeline>();
        request->Stamp(IoStage::ISSUED);
    }
    if (request->operation == BlockOperation::FLUSH)
    {
        m_flusher.Flush(request);
    }
    else if (request->operation == BlockOperation::WRITE && request->forceUnitAccess &&
             !m_forceUnitAccess)
    {
        m_flusher.Write(request);
    }
    else
    {
        Send(request);
    }
}

void
PageDevice::Send(Ptr<BlockRequest> request)
{
    m_device->Submit(request);
}

bool
PageDevice::IsCurrent(const PageRequest& request) const
{
    return request.powerOn == m_powerOn;
}

std::vector<uint8_t>
PageDevice::GetContents(const PageRequest& request, uint64_t bytes)
{
    std::vector<uint8_t> contents(bytes);
    if (request.data)
    {
        request.data->CopyData(contents.data(), static_cast<uint32_t>(bytes));
    }
    return contents;
}

void
PageDevice::LosePower()
{
    ++m_powerOn;
    m_flusher.LosePower();
}

uint64_t
PageDevice::GetPowerOn() const
{
    return m_powerOn;
}

} // namespace ns3
