/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How a drive's controller reads, for commands and by itself.

#include "disk-arrivals.h"
#include "disk-controller.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DiskControllerRead");

std::optional<DiskController::Result>
DiskController::Read(const DiskRun& run, Time now, bool bypass)
{
    Advance(now);
    const auto cached = !bypass && m_settings.readCache;
    const auto segment = cached ? m_cache.Find(run.begin) : nullptr;
    const auto missing = DiskRun{segment ? segment->held.end : run.begin, run.end};
    if (missing.IsEmpty())
    {
        return ReadFromCache(*segment, run, now);
    }
    if (m_cache.IsDirty(missing))
    {
        NS_LOG_DEBUG("read behind blocks not written back: LBA " << missing.begin);
        return std::nullopt;
    }
    if (cached && m_stream.IsActive() && m_stream.GetPosition() == missing.begin)
    {
        return ReadFromStream(run, now);
    }
    return ReadFromMedium(segment, run, now, cached);
}

DiskController::Result
DiskController::ReadFromCache(DiskSegment& segment, const DiskRun& run, Time now)
{
    Result result;
    result.service.hit = DiskHit::FULL;
    result.service.overhead = GetOverhead(m_parameters.controller.readHit);
    result.service.bus = m_bus.GetReadTime(run.GetLength());
    m_cache.Touch(segment);
    ReadOnAfterHit(segment, run, now, now + result.service.overhead);
    result.service.overhead += m_parameters.controller.readCompletion;
    return result;
}

void
DiskController::ReadOnAfterHit(DiskSegment& segment, const DiskRun& run, Time now, Time ready)
{
    const auto end = GetReadAheadEnd(run, segment);
    if (m_stream.IsActive() && m_streamSegment == &segment)
    {
        m_stream.SetEnd(std::max(m_stream.GetEnd(), end));
        return;
    }
    const auto isIdle = m_cache.IsClean() && m_mediumFree <= now;
    if (!m_parameters.cache.readAheadOnHit || !isIdle || end <= segment.held.end ||
        !m_cache.MayExtend(segment))
    {
        return;
    }
    StopReadAhead(ready);
    Result first;
    const DiskRun next{segment.held.end, segment.held.end + 1};
    const auto passed = UseMedium(GetTransfer(next, false), ready, ready, first);
    // Another command need not wait until the first block has come round.
    m_mediumFree = first.accessStart + first.access->seek;
    m_stream.Start(passed, {next.end, end});
    m_streamSegment = &segment;
    m_streamMinimum = 0;
}

DiskController::Result
DiskController::ReadFromStream(const DiskRun& run, Time now)
{
    Result result;
    auto& service = result.service;
    service.hit = DiskHit::READ_AHEAD;
    service.overhead = GetOverhead(m_parameters.controller.readHit);
    const auto ready = now + service.overhead;
    const auto isHeld = run.begin < m_stream.GetPosition();
    m_cache.Touch(*m_streamSegment);
    m_cache.Extend(*m_streamSegment, run.end); // it is all there when the command is complete
    m_stream.SetEnd(std::max({m_stream.GetEnd(), run.end, GetReadAheadEnd(run, *m_streamSegment)}));
    m_streamMinimum = std::max(m_streamMinimum, run.end);
    const auto last = std::max(ready, m_stream.GetTimeBefore(run.end));
    service.transfer = last - ready;
    DiskBus::Read bus;
    bus.begins = true;
    bus.ready = isHeld ? ready : std::max(ready, m_stream.GetTimeBefore(run.begin + 1));
    bus.crossed = last + m_parameters.controller.blockTransfer;
    bus.blocks = run.GetLength();
    service.bus = m_bus.GetReadEnd(bus) - last;
    service.overhead += m_parameters.controller.readCompletion;
    return result;
}

DiskController::Result
DiskController::ReadFromMedium(DiskSegment* segment, const DiskRun& run, Time now, bool keep)
{
    const auto& controller = m_parameters.controller;
    Result result;
    auto& service = result.service;
    service.hit = segment ? DiskHit::PARTIAL : DiskHit::MISS;
    service.overhead = segment ? GetOverhead(controller.readHit) : GetOverhead(controller.readMiss);
    const auto ready = now + service.overhead;
    if (segment)
    {
        m_cache.Touch(*segment);
    }
    StopReadAhead(ready);
    const DiskRun missing{segment ? segment->held.end : run.begin, run.end};
    const auto from = m_track;
    const auto transfer = GetTransfer(missing, false);
    const auto end = UseMedium(transfer, ready, ready, result);
    const DiskArrivals arrivals(m_mechanics,
                                from,
                                result.accessStart + result.lost,
                                transfer,
                                *result.access);
    DiskBus::Read bus;
    bus.ready = ready;
    bus.begins = segment != nullptr;
    bus.disconnection = GetOverhead(controller.readDisconnection);
    bus.enough = bus.begins ? ready : arrivals.GetTime(m_bus.GetWater(run.GetLength()));
    bus.crossed = arrivals.GetCrossed(controller.blockTransfer);
    bus.blocks = run.GetLength();
    service.bus = m_bus.GetReadEnd(bus) - end;
    service.overhead += controller.readCompletion;
    if (keep)
    {
        KeepRead(segment, run, *result.access, end);
    }
    return result;
}

void
DiskController::KeepRead(DiskSegment* segment,
                         const DiskRun& run,
                         const DiskAccess& access,
                         Time end)
{
    if (segment && m_cache.MayExtend(*segment))
    {
        m_cache.Extend(*segment, run.end);
    }
    else
    {
        const auto begin = segment ? segment->held.end : run.begin - CountFreeBlocks(run, access);
        segment = m_cache.TakeForRead({begin, run.end});
    }
    if (!segment)
    {
        return;
    }
    const auto readAheadEnd = GetReadAheadEnd(run, *segment);
    if (readAheadEnd > run.end)
    {
        NS_LOG_DEBUG("read-ahead: LBA " << run.end << " to " << readAheadEnd);
        m_stream.Start(end, {run.end, readAheadEnd});
        m_streamSegment = segment;
        m_streamMinimum = std::min(readAheadEnd, run.end + m_parameters.cache.minReadAhead);
    }
}

uint64_t
DiskController::CountFreeBlocks(const DiskRun& run, const DiskAccess& access) const
{
    if (!m_parameters.cache.freeBlocks)
    {
        return 0;
    }
    const auto location = m_mechanics.GetGeometry().Locate(run.begin);
    const auto sector = GetSectorTime(location);
    const auto passed = static_cast<uint64_t>(access.rotation.GetInteger() / sector.GetInteger());
    const auto room = m_parameters.cache.segmentBlocks -
                      std::min<uint64_t>(m_parameters.cache.segmentBlocks, run.GetLength());
    const auto count = std::min({passed, uint64_t{location.sector}, run.begin, room});
    const DiskRun before{run.begin - count, run.begin};
    const auto first = m_mechanics.GetGeometry().Locate(before.begin);
    // Where slips or spares are among those sectors, they are not worth the search.
    const auto isWhole = first.track == location.track && first.run > count;
    return isWhole && !m_cache.IsDirty(before) ? count : 0;
}

uint64_t
DiskController::GetReadAheadEnd(const DiskRun& run, const DiskSegment& segment) const
{
    const auto end = m_readAheadRule.GetEnd(run, segment.held.begin);
    return std::min(end, m_cache.GetNextDirty(run.end));
}

void
DiskController::Advance(Time now)
{
    if (!m_stream.IsActive())
    {
        return;
    }
    m_stream.Advance(now);
    const auto position = m_stream.GetPosition();
    if (position > m_streamSegment->held.end)
    {
        m_cache.Extend(*m_streamSegment, position);
    }
    if (position == m_stream.GetEnd())
    {
        m_track = m_mechanics.GetGeometry().Locate(position - 1).track;
        m_accessEnd = position;
        m_stream.Stop();
    }
}

Time
DiskController::GetStreamStop(Time now) const
{
    const auto position = m_stream.GetPosition();
    const auto begun = position + (m_parameters.cache.stopInSector ? 0 : 1);
    const auto end = std::min(std::max(begun, m_streamMinimum), m_stream.GetEnd());
    return end > position ? std::max(now, m_stream.GetTimeBefore(end)) : now;
}

void
DiskController::StopReadAhead(Time now)
{
    Advance(now);
    if (!m_stream.IsActive())
    {
        return;
    }
    const auto stop = GetStreamStop(now);
    m_mediumFree = std::max(m_mediumFree, stop);
    Advance(stop);
    if (m_stream.IsActive())
    {
        m_accessEnd = m_stream.GetPosition();
        NS_LOG_DEBUG("read-ahead stopped: LBA " << m_accessEnd);
        m_track = m_mechanics.GetGeometry().Locate(m_accessEnd).track;
        m_stream.Stop();
    }
}

} // namespace ns3
