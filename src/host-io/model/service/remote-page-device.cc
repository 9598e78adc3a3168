/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "remote-page-device.h"

#include "ns3/simulator.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RemotePageDevice);

TypeId
RemotePageDevice::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RemotePageDevice")
                            .SetParent<BlockDevice>()
                            .SetGroupName("HostIo")
                            .AddConstructor<RemotePageDevice>();
    return tid;
}

void
RemotePageDevice::DoDispose()
{
    m_stores.clear();
    BlockDevice::DoDispose();
}

uint64_t
RemotePageDevice::GetBlockCount() const
{
    return INT64_MAX;
}

uint32_t
RemotePageDevice::GetBlockSize() const
{
    return 1;
}

std::optional<uint64_t>
RemotePageDevice::Take()
{
    if (!m_free.empty())
    {
        return m_free.extract(m_free.begin()).value();
    }
    if (m_taken >= GetBlockCount() / PART_BYTES)
    {
        return std::nullopt;
    }
    return m_taken++;
}

void
RemotePageDevice::GiveBack(uint64_t part)
{
    m_free.insert(part);
}

void
RemotePageDevice::SetStore(uint64_t part, RemotePageStore* store)
{
    if (store)
    {
        m_stores[part] = store;
    }
    else
    {
        m_stores.erase(part);
    }
}

void
RemotePageDevice::DoSubmit(Ptr<BlockRequest> request)
{
    const auto complete = [self = Ptr<RemotePageDevice>(this), request](BlockStatus status) {
        Simulator::ScheduleNow(&RemotePageDevice::Complete, self, request, status);
    };
    const bool isWrite = request->operation == BlockOperation::WRITE;
    if (!isWrite && request->operation != BlockOperation::READ)
    {
        complete(BlockStatus::OK);
        return;
    }
    const auto found = m_stores.find(request->lba / PART_BYTES);
    if (found == m_stores.end())
    {
        complete(BlockStatus::MEDIUM_ERROR);
        return;
    }
    const auto done = [request, complete, isWrite](FileStatus status, Ptr<Packet> data) {
        if (!isWrite)
        {
            request->data = data;
        }
        complete(status == FileStatus::OK ? BlockStatus::OK : BlockStatus::MEDIUM_ERROR);
    };
    const auto offset = request->lba % PART_BYTES;
    if (isWrite)
    {
        const bool stable = request->forceUnitAccess;
        found->second->WritePages(offset, request->blocks, request->data, stable, done);
    }
    else
    {
        found->second->ReadPages(offset, request->blocks, done);
    }
}

} // namespace ns3
