/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-device.h"

#include <algorithm>

namespace ns3
{

PageRequest::PageRequest(BlockOperation operation)
    : BlockRequest(operation, 0, 0)
{
}

PageRequest::~PageRequest() = default;

PageDevice::PageDevice(Object* cache, PageCacheStatistics& statistics)
    : m_cache(cache),
      m_statistics(statistics)
{
}

void
PageDevice::SetDevice(Ptr<BlockDevice> device, bool storeData)
{
    m_device = device;
    m_storeData = storeData;
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
}

uint64_t
PageDevice::GetPowerOn() const
{
    return m_powerOn;
}

} // namespace ns3
