/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-task-set.h"

#include "scsi-device.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/scsi-sense.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiTaskSet");

namespace
{

/**
 * @param request a request that failed
 * @return the sense data of its command
 */
ScsiSense
GetSense(const BlockRequest& request)
{
    const bool writing =
        request.operation == BlockOperation::WRITE || request.operation == BlockOperation::FLUSH;
    switch (request.status)
    {
    case BlockStatus::LBA_OUT_OF_RANGE:
        return {ScsiSenseKey::ILLEGAL_REQUEST, ScsiAdditionalSense::LBA_OUT_OF_RANGE, request.lba};
    case BlockStatus::MEDIUM_ERROR:
        return {ScsiSenseKey::MEDIUM_ERROR,
                writing ? ScsiAdditionalSense::WRITE_ERROR
                        : ScsiAdditionalSense::UNRECOVERED_READ_ERROR,
                request.lba};
    case BlockStatus::NOT_READY:
        return {ScsiSenseKey::NOT_READY,
                ScsiAdditionalSense::NOT_READY_CAUSE_NOT_REPORTABLE,
                std::nullopt};
    default:
        return {ScsiSenseKey::HARDWARE_ERROR,
                ScsiAdditionalSense::INTERNAL_TARGET_FAILURE,
                std::nullopt};
    }
}

/**
 * @param attribute a task attribute; all but ORDERED and HEAD OF QUEUE are taken as SIMPLE
 * @return what it asks of the block device
 */
BlockOrder
GetOrder(ScsiTaskAttribute attribute)
{
    switch (attribute)
    {
    case ScsiTaskAttribute::ORDERED:
        return BlockOrder::ORDERED;
    case ScsiTaskAttribute::HEAD_OF_QUEUE:
        return BlockOrder::HEAD_OF_QUEUE;
    default:
        return BlockOrder::SIMPLE;
    }
}

} // namespace

/// A request to the block device that knows its command.
struct ScsiTaskSet::Request : BlockRequest
{
    /**
     * @param entry the command
     */
    explicit Request(const Entry& entry)
        : BlockRequest(entry.operation, entry.lba, entry.blocks),
          task(entry.m_task)
    {
    }

    const Ptr<ScsiTask> task; //!< the command's task
};

ScsiTaskSet::ScsiTaskSet(ScsiTaskSetOwner& owner, ScsiDeviceServer& unit)
    : m_owner(owner),
      m_unit(unit),
      m_requestDone(MakeCallback(&ScsiTaskSet::RequestDone, this)),
      m_order(MakeCallback(&ScsiTaskSet::Go, this))
{
}

ScsiTaskSet::Entry&
ScsiTaskSet::Add(const Ptr<ScsiTask>& task, Entry&& entry)
{
    entry.m_task = task;
    entry.m_number = m_next++;
    if (entry.isOrdered)
    {
        entry.m_place =
            m_order.Enter(entry.isExclusive ? ScsiTaskAttribute::ORDERED : task->attribute);
    }
    auto [place, isNew] = m_entries.emplace(PeekPointer(task), std::move(entry));
    NS_ASSERT_MSG(isNew, "a task arrived twice");
    return place->second;
}

void
ScsiTaskSet::Start(const Ptr<ScsiTask>& task, Entry&& entry)
{
    SetReady(Add(task, std::move(entry)));
}

void
ScsiTaskSet::StartWithData(const Ptr<ScsiTask>& task, Entry&& entry, uint32_t length)
{
    Add(task, std::move(entry));
    task->port->ReceiveDataOut(task, 0, length);
}

void
ScsiTaskSet::SetReady(Entry& entry)
{
    entry.m_state = Entry::State::WAITING;
    if (entry.isDetached)
    {
        return;
    }
    m_order.SetReady(entry.m_place, entry.m_task);
}

void
ScsiTaskSet::Put(const Ptr<ScsiTask>& task, uint32_t offset, Ptr<const Packet> data)
{
    const auto found = m_entries.find(PeekPointer(task));
    if (found == m_entries.end() || found->second.m_state != Entry::State::FILLING)
    {
        return;
    }
    auto& entry = found->second;
    entry.dataOut.Put(offset, data);
    if (!entry.dataOut.IsFull())
    {
        return;
    }
    if (!entry.filled)
    {
        SetReady(entry);
        return;
    }
    auto node = m_entries.extract(found);
    const auto place = node.mapped().m_place;
    if (Do(node, node.mapped().filled, true))
    {
        SetReady(m_entries.at(PeekPointer(task)));
    }
    else
    {
        m_order.Leave(place);
    }
}

bool
ScsiTaskSet::Do(Entries::node_type& node, Step step, bool otherwise)
{
    auto& entry = node.mapped();
    if (step ? step(m_unit, entry) : otherwise)
    {
        m_entries.insert(std::move(node));
        return true;
    }
    m_owner.Finish(entry.m_task);
    return false;
}

bool
ScsiTaskSet::Go(Ptr<ScsiTask> task)
{
    const auto found = m_entries.find(PeekPointer(task));
    if (found == m_entries.end())
    {
        return false;
    }
    auto& entry = found->second;
    entry.m_state = Entry::State::RUNNING;
    NS_LOG_DEBUG("dispatched: operation code "
                 << +task->cdb[0] << ", " << entry.operation << " LBA " << entry.lba << ", "
                 << entry.blocks << " blocks, " << m_entries.size() << " in the task set");
    task->Stamp(IoStage::DISPATCHED);
    Submit(entry);
    return entry.isExclusive;
}

void
ScsiTaskSet::Submit(Entry& entry)
{
    auto request = Create<Request>(entry);
    request->forceUnitAccess = entry.forceUnitAccess;
    request->order = entry.isExclusive ? BlockOrder::ORDERED : GetOrder(entry.m_task->attribute);
    request->timeline = entry.m_task->timeline;
    request->completion = m_requestDone;
    if (entry.operation == BlockOperation::WRITE)
    {
        request->data = TakeData(entry);
    }
    entry.device ? entry.device->Submit(request) : m_owner.SubmitRequest(request);
}

Ptr<Packet>
ScsiTaskSet::TakeData(Entry& entry) const
{
    auto data = std::exchange(entry.data, nullptr);
    if (!data)
    {
        data = entry.dataOut.Take();
    }
    const auto blockSize = entry.device ? entry.device->GetBlockSize() : m_owner.GetBlockSize();
    const auto size = entry.blocks * blockSize;
    if (data && data->GetSize() > size)
    {
        data->RemoveAtEnd(data->GetSize() - size);
    }
    return data;
}

void
ScsiTaskSet::RequestDone(Ptr<BlockRequest> request)
{
    const auto task = StaticCast<Request>(request)->task;
    auto node = m_entries.extract(PeekPointer(task));
    if (node.empty() || node.mapped().isAnswered)
    {
        return;
    }
    auto& entry = node.mapped();
    const auto place = entry.isExclusive ? entry.m_place : ScsiTaskOrder::NOWHERE;
    if (request->status != BlockStatus::OK)
    {
        NS_LOG_INFO("block device failed: " << request->operation << " LBA " << request->lba << ", "
                                            << request->status);
        EndFailed(entry, *request);
    }
    else
    {
        entry.data = request->data;
        if (Do(node, entry.done, false))
        {
            Submit(m_entries.at(PeekPointer(task)));
            return;
        }
    }
    m_order.Leave(place);
}

void
ScsiTaskSet::EndFailed(Entry& entry, const BlockRequest& request)
{
    const auto& task = entry.m_task;
    if (!entry.failed)
    {
        m_owner.Fail(task, GetSense(request), entry.dataOut.GetReceived() > 0);
        return;
    }
    entry.failed(m_unit, entry);
    m_owner.Finish(task);
}

bool
ScsiTaskSet::Remove(const Ptr<ScsiTask>& task)
{
    const auto found = m_entries.find(PeekPointer(task));
    if (found == m_entries.end() || found->second.isAnswered)
    {
        return false;
    }
    const auto node = m_entries.extract(found);
    LeavePlace(node.mapped());
    return true;
}

void
ScsiTaskSet::LeavePlace(const Entry& entry)
{
    // One that waits leaves when its turn comes; one that runs has left unless it holds its place.
    const bool leaves = entry.m_state == Entry::State::FILLING ||
                        (entry.m_state == Entry::State::RUNNING && entry.isExclusive);
    if (leaves)
    {
        m_order.Leave(entry.m_place);
    }
}

std::vector<Ptr<ScsiTask>>
ScsiTaskSet::RemoveIf(const Selection& selection)
{
    std::vector<std::pair<uint64_t, Ptr<ScsiTask>>> found;
    for (const auto& [key, entry] : m_entries)
    {
        if (!entry.isAnswered && selection(*entry.m_task))
        {
            found.emplace_back(entry.m_number, entry.m_task);
        }
    }
    std::sort(found.begin(), found.end(), [](const auto& one, const auto& other) {
        return one.first < other.first;
    });
    // All are taken out before any gives up its place, so that none goes to the block device.
    std::vector<Ptr<ScsiTask>> tasks;
    std::vector<Entries::node_type> nodes;
    for (const auto& [number, task] : found)
    {
        tasks.push_back(task);
        nodes.push_back(m_entries.extract(PeekPointer(task)));
    }
    for (const auto& node : nodes)
    {
        LeavePlace(node.mapped());
    }
    return tasks;
}

bool
ScsiTaskSet::Contains(const Selection& selection) const
{
    return std::any_of(m_entries.begin(), m_entries.end(), [&selection](const auto& item) {
        return !item.second.isAnswered && selection(*item.second.m_task);
    });
}

void
ScsiTaskSet::Clear()
{
    m_entries.clear();
}

} // namespace ns3
