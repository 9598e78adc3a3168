/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-figures.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

namespace
{

/**
 * @param operation an operation on files
 * @return what it does with data
 */
LiveFigures::Kind
GetFileKind(FileOperation operation)
{
    switch (operation)
    {
    case FileOperation::READ:
        return LiveFigures::Kind::READ;
    case FileOperation::WRITE:
        return LiveFigures::Kind::WRITE;
    case FileOperation::SYNC:
    case FileOperation::SYNC_DATA:
    case FileOperation::SYNC_DIRECTORY:
    case FileOperation::SYNC_ALL:
        return LiveFigures::Kind::FLUSH;
    default:
        return LiveFigures::Kind::OTHER;
    }
}

} // namespace

void
LiveFigures::Period::Add(const Command& command)
{
    errors += command.isGood ? 0 : 1;
    if (command.kind == Kind::OTHER)
    {
        ++others;
        return;
    }
    if (command.kind == Kind::FLUSH)
    {
        ++flushes;
        flushLatency.Add(command.latency);
        return;
    }
    const bool isRead = command.kind == Kind::READ;
    ++(isRead ? reads : writes);
    (isRead ? readBytes : writeBytes) += command.bytes;
    latency.Add(command.latency);
    for (std::size_t i = 0; command.timeline && i < stages.size(); ++i)
    {
        stages[i] += command.timeline->GetDuration(static_cast<IoStage>(i)).GetNanoSeconds();
    }
}

void
LiveFigures::Period::Add(const Period& other)
{
    reads += other.reads;
    writes += other.writes;
    flushes += other.flushes;
    others += other.others;
    errors += other.errors;
    readBytes += other.readBytes;
    writeBytes += other.writeBytes;
    latency.Add(other.latency);
    flushLatency.Add(other.flushLatency);
    for (std::size_t i = 0; i < stages.size(); ++i)
    {
        stages[i] += other.stages[i];
    }
}

uint64_t
LiveFigures::Period::GetTransfers() const
{
    return reads + writes;
}

Time
LiveFigures::Period::GetStageMean(IoStage stage) const
{
    const auto count = static_cast<int64_t>(GetTransfers());
    return count == 0 ? Time(0) : NanoSeconds(stages[static_cast<std::size_t>(stage)] / count);
}

void
LiveFigures::Add(const Command& command)
{
    m_interval.Add(command);
}

void
LiveFigures::Add(const FileRequest& request)
{
    Add({GetFileKind(request.operation),
         request.done,
         Simulator::Now() - request.issueTime,
         request.status != FileStatus::INPUT_OUTPUT,
         nullptr});
}

void
LiveFigures::Add(const BlockRequest& request, uint32_t blockSize)
{
    const bool isGood = request.status == BlockStatus::OK;
    const auto kind = request.operation == BlockOperation::READ    ? Kind::READ
                      : request.operation == BlockOperation::WRITE ? Kind::WRITE
                      : request.operation == BlockOperation::FLUSH ? Kind::FLUSH
                                                                   : Kind::OTHER;
    Add({.kind = kind,
         .bytes = isGood ? uint64_t{request.blocks} * blockSize : 0,
         .latency = Simulator::Now() - request.issueTime,
         .isGood = isGood,
         .timeline = request.timeline});
}

LiveFigures::Period
LiveFigures::TakeInterval()
{
    m_before.Add(m_interval);
    return std::exchange(m_interval, Period());
}

LiveFigures::Period
LiveFigures::GetRun() const
{
    Period run = m_before;
    run.Add(m_interval);
    return run;
}

} // namespace ns3
