/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "multipath-device.h"

#include "multipath-access.h"

#include "ns3/block-io-permanent-failure.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MultipathDevice");

NS_OBJECT_ENSURE_REGISTERED(MultipathDevice);

namespace
{

/**
 * @param status how an attempt ended
 * @return true if it says that its path is down
 */
bool
IsPathFailure(BlockStatus status)
{
    return status == BlockStatus::TRANSPORT_ERROR || status == BlockStatus::NOT_READY;
}

/**
 * @param request a request
 * @return how many blocks cross the path for it
 */
uint64_t
GetTransferBlocks(const BlockRequest& request)
{
    return TransfersBlocks(request.operation) ? request.blocks : 0;
}

/**
 * @param path a path
 * @return whether it is up, and as good as any
 */
bool
IsOptimized(const MultipathPath& path)
{
    const auto access = path.isUp ? path.device->GetObject<MultipathAccess>() : nullptr;
    return path.isUp && (!access || access->IsOptimized());
}

} // namespace

TypeId
MultipathDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MultipathDevice")
            .SetParent<BlockDevice>()
            .SetGroupName("BlockIo")
            .AddConstructor<MultipathDevice>()
            .AddAttribute("Policy",
                          "Policy that chooses the path of each request",
                          StringValue("ns3::MultipathRoundRobinPolicy"),
                          MakePointerAccessor(&MultipathDevice::m_policy),
                          MakePointerChecker<MultipathPolicy>())
            .AddAttribute("CheckInterval",
                          "Time from the failure of a path to its check, above 0 s: the path is up "
                          "again if its device is ready then, or once it is",
                          TimeValue(Seconds(5)),
                          MakeTimeAccessor(&MultipathDevice::m_checkInterval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("NoPathTimeout",
                          "How long requests wait while no path is up, 0 s or more; then they "
                          "fail",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&MultipathDevice::m_noPathTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddTraceSource("PathUp",
                            "A path is up: requests may take it",
                            MakeTraceSourceAccessor(&MultipathDevice::m_upTrace),
                            "ns3::MultipathDevice::PathTracedCallback")
            .AddTraceSource("PathDown",
                            "A path is down: a request over it failed",
                            MakeTraceSourceAccessor(&MultipathDevice::m_downTrace),
                            "ns3::MultipathDevice::PathTracedCallback")
            .AddTraceSource("Retry",
                            "A request failed on a path and is sent again, at once or when a path "
                            "is up",
                            MakeTraceSourceAccessor(&MultipathDevice::m_retryTrace),
                            "ns3::MultipathDevice::RetryTracedCallback");
    return tid;
}

void
MultipathDevice::NotifyConstructionCompleted()
{
    BlockDevice::NotifyConstructionCompleted();
    AggregateObject(CreateObject<BlockIoPermanentFailure>());
}

void
MultipathDevice::DoDispose()
{
    for (const auto& operation : std::exchange(m_waiting, {}))
    {
        StopWait(*operation);
    }
    m_writes.Clear();
    std::fill(m_paths.begin(), m_paths.end(), MultipathPath());
    m_best.clear();
    m_unit = nullptr;
    m_policy = nullptr;
    BlockDevice::DoDispose();
}

void
MultipathDevice::SetPaths(const std::vector<Ptr<BlockDevice>>& paths)
{
    const auto name = GetTypeId().GetName();
    if (!m_paths.empty() || paths.empty())
    {
        throw UserError(
            name + (paths.empty() ? ": there is no path" : ": the paths can be set only once"));
    }
    for (auto path = paths.begin(); path != paths.end(); ++path)
    {
        if (!*path || std::find(paths.begin(), path, *path) != path)
        {
            throw UserError(name + ": path " + std::to_string(path - paths.begin()) +
                            (*path ? " is listed twice" : " is missing"));
        }
    }
    for (const auto& path : paths)
    {
        m_paths.push_back({path, false});
    }
    for (uint32_t i = 0; i < m_paths.size(); ++i)
    {
        if (const auto failure = paths[i]->GetObject<BlockIoPermanentFailure>())
        {
            failure->TraceConnectWithoutContext("Failed",
                                                MakeCallback(&MultipathDevice::LosePath, this));
        }
        CheckPath(i);
    }
}

uint32_t
MultipathDevice::GetNPaths() const
{
    return static_cast<uint32_t>(m_paths.size());
}

Ptr<BlockDevice>
MultipathDevice::GetPath(uint32_t path) const
{
    return m_paths.at(path).device;
}

bool
MultipathDevice::IsPathUp(uint32_t path) const
{
    return m_paths.at(path).isUp;
}

uint64_t
MultipathDevice::GetBlockCount() const
{
    return m_blockCount;
}

uint32_t
MultipathDevice::GetBlockSize() const
{
    return m_blockSize;
}

bool
MultipathDevice::IsReady() const
{
    return bool(m_unit);
}

BlockCacheSettings
MultipathDevice::GetCacheSettings() const
{
    return m_unit ? m_unit->GetCacheSettings() : BlockCacheSettings();
}

void
MultipathDevice::DoSubmit(Ptr<BlockRequest> request)
{
    if (request->operation == BlockOperation::FLUSH)
    {
        m_writes.Await(MakeCallback(&MultipathDevice::Flush, this, request));
        m_writes.Advance();
        return;
    }
    auto operation = Create<Operation>();
    operation->request = request;
    if (request->operation == BlockOperation::WRITE)
    {
        operation->group = m_writes.Begin();
    }
    Send(operation);
}

void
MultipathDevice::Flush(Ptr<BlockRequest> request)
{
    auto operation = Create<Operation>();
    operation->request = request;
    Send(operation);
}

void
MultipathDevice::Send(Ptr<Operation> operation)
{
    if (!HasPath())
    {
        AwaitPath(operation);
        return;
    }
    const auto path = m_policy->Choose(GetBest());
    const auto& request = operation->request;
    NS_LOG_DEBUG("path " << path << ": " << request->operation << " LBA " << request->lba << ", "
                         << request->blocks << " blocks");
    // Of its own, as an attempt that failed may leave anything behind.
    auto attempt = Create<BlockRequest>(request->operation, request->lba, request->blocks);
    attempt->number = request->number;
    attempt->forceUnitAccess = request->forceUnitAccess;
    attempt->order = request->order;
    attempt->data = request->data;
    attempt->timeline = request->timeline ? Create<IoTimeline>() : nullptr;
    attempt->completion = MakeCallback(&MultipathDevice::Answered, this, operation, path);
    m_paths[path].blocks += GetTransferBlocks(*attempt);
    m_paths[path].device->Submit(attempt);
}

void
MultipathDevice::AwaitPath(Ptr<Operation> operation)
{
    const auto now = Simulator::Now();
    if (!operation->deadline)
    {
        operation->deadline = now + m_noPathTimeout;
    }
    m_waiting.push_back(operation);
    operation->giveUp = Simulator::Schedule(std::max(*operation->deadline - now, Time(0)),
                                            &MultipathDevice::GiveUp,
                                            Ptr<MultipathDevice>(this),
                                            operation);
}

void
MultipathDevice::StopWait(Operation& operation)
{
    Simulator::Remove(operation.giveUp);
    // The event, which refers to the operation, exists as long as the operation knows it.
    operation.giveUp = EventId();
}

void
MultipathDevice::GiveUp(Ptr<Operation> operation)
{
    NS_LOG_WARN("no path: " << operation->request->operation << " LBA " << operation->request->lba
                            << " fails");
    std::erase(m_waiting, operation);
    operation->giveUp = EventId();
    Finish(operation);
}

void
MultipathDevice::Answered(Ptr<Operation> operation, uint32_t path, Ptr<BlockRequest> attempt)
{
    const auto& request = operation->request;
    m_paths[path].blocks -= GetTransferBlocks(*attempt);
    operation->status = attempt->status;
    operation->stamps = attempt->timeline;
    if (!IsPathFailure(attempt->status))
    {
        request->data = attempt->data;
        Finish(operation);
        return;
    }
    FailPath(path);
    NS_LOG_INFO("sent again: " << request->operation << " LBA " << request->lba << ", path " << path
                               << " said " << attempt->status);
    m_retryTrace(request, path);
    Send(operation);
}

void
MultipathDevice::Finish(Ptr<Operation> operation)
{
    // Who waited for this may release the device now.
    const Ptr<MultipathDevice> self(this);
    const auto& request = operation->request;
    if (request->operation == BlockOperation::WRITE)
    {
        m_writes.End(operation->group);
    }
    if (operation->stamps)
    {
        request->timeline->CopyStamps(*operation->stamps);
    }
    Complete(request, operation->status);
    m_writes.Advance();
}

bool
MultipathDevice::HasPath() const
{
    return std::any_of(m_paths.begin(), m_paths.end(), [](const auto& path) { return path.isUp; });
}

const std::vector<MultipathPath>&
MultipathDevice::GetBest()
{
    bool hasBest = false;
    bool hasWorse = false;
    for (const auto& path : m_paths)
    {
        const bool isBest = IsOptimized(path);
        hasBest |= isBest;
        hasWorse |= path.isUp && !isBest;
    }
    if (!hasBest || !hasWorse)
    {
        return m_paths;
    }
    m_best = m_paths;
    for (auto& path : m_best)
    {
        path.isUp = IsOptimized(path);
    }
    return m_best;
}

void
MultipathDevice::FailPath(uint32_t path)
{
    if (!m_paths[path].isUp)
    {
        return;
    }
    NS_LOG_INFO("path " << path << " is down");
    m_paths[path].isUp = false;
    m_downTrace(path);
    Simulator::Schedule(m_checkInterval,
                        &MultipathDevice::CheckPath,
                        Ptr<MultipathDevice>(this),
                        path);
}

void
MultipathDevice::CheckPath(uint32_t path)
{
    // There is none once this was disposed of.
    if (m_paths[path].device)
    {
        m_paths[path].device->CallWhenReady(MakeCallback(&MultipathDevice::UsePath, this, path));
    }
}

void
MultipathDevice::UsePath(uint32_t path)
{
    CheckSize(path);
    NS_LOG_INFO("path " << path << " is up");
    m_paths[path].isUp = true;
    m_upTrace(path);
    if (!m_unit)
    {
        m_unit = m_paths[path].device;
        NotifyReady();
    }
    for (const auto& operation : std::exchange(m_waiting, {}))
    {
        StopWait(*operation);
        Send(operation);
    }
}

void
MultipathDevice::CheckSize(uint32_t path)
{
    const auto& device = *m_paths[path].device;
    if (!m_unit)
    {
        m_blockCount = device.GetBlockCount();
        m_blockSize = device.GetBlockSize();
    }
    if (device.GetBlockCount() != m_blockCount || device.GetBlockSize() != m_blockSize)
    {
        throw UserError(GetTypeId().GetName() + ": path " + std::to_string(path) + " has " +
                        std::to_string(device.GetBlockCount()) + " blocks of " +
                        std::to_string(device.GetBlockSize()) +
                        " bytes, so it is another logical unit than that of " +
                        std::to_string(m_blockCount) + " blocks of " + std::to_string(m_blockSize));
    }
}

void
MultipathDevice::LosePath(const std::string& reason)
{
    ++m_lostPaths;
    NS_LOG_WARN("path lost permanently: " << m_paths.size() - m_lostPaths << " left: " << reason);
    if (m_lostPaths == m_paths.size())
    {
        GetObject<BlockIoPermanentFailure>()->Declare(reason);
    }
}

} // namespace ns3
