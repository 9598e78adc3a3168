/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-controller.h"

#include "ns3/assert.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

DiskController::DiskController(const DiskParameters& parameters)
    : m_parameters(parameters),
      m_mechanics(parameters),
      m_bus(parameters),
      m_cache(parameters.cache),
      m_settings(GetChangeableCacheSettings()),
      m_stream(m_mechanics),
      m_revolution(std::llround(60e9 / parameters.rpm)),
      m_track(m_mechanics.GetGeometry().Locate(0).track)
{
}

const DiskMechanics&
DiskController::GetMechanics() const
{
    return m_mechanics;
}

void
DiskController::SetInitialPhase(double phase)
{
    m_mechanics.SetInitialPhase(phase);
}

const BlockCacheSettings&
DiskController::GetCacheSettings() const
{
    return m_settings;
}

BlockCacheSettings
DiskController::GetChangeableCacheSettings() const
{
    const auto& cache = m_parameters.cache;
    return {cache.segments > 0 && cache.writeCache != DiskWriteCache::WRITE_THROUGH,
            cache.segments > 0};
}

void
DiskController::SetCacheSettings(const BlockCacheSettings& settings)
{
    m_settings = settings;
}

DiskTrack
DiskController::GetTrack(Time now)
{
    Advance(now);
    return m_stream.IsActive() ? m_mechanics.GetGeometry().Locate(m_stream.GetPosition(now)).track
                               : m_track;
}

std::optional<DiskController::Result>
DiskController::Serve(const BlockRequest& request, Time now)
{
    const DiskRun run{request.lba, request.lba + request.blocks};
    if (run.IsEmpty())
    {
        return IsClean() || request.operation != BlockOperation::FLUSH ? std::optional(Result{})
                                                                       : std::nullopt;
    }
    const auto isWrite = request.operation == BlockOperation::WRITE;
    const auto isVerify = request.operation == BlockOperation::VERIFY;
    m_continues = m_streaming && m_lastIsWrite == isWrite && m_lastRun.end == run.begin;
    auto result = isWrite ? Write(run, now, request.forceUnitAccess)
                          : Read(run, now, request.forceUnitAccess || isVerify);
    if (!result)
    {
        return result;
    }
    if (isVerify)
    {
        result->service.bus = Time(0);
    }
    if (!isWrite)
    {
        m_lastReadEnd = run.end;
        if (m_parameters.cache.forgetRequested)
        {
            m_cache.Release(run);
        }
    }
    m_streaming = isWrite || m_continues || result->service.hit != DiskHit::FULL;
    m_lastIsWrite = isWrite;
    m_lastRun = run;
    return result;
}

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
        return std::nullopt;
    }
    if (cached && m_stream.IsActive() && m_stream.GetPosition(now) == missing.begin)
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
    const auto end = GetReadAheadEnd(run, segment);
    if (m_stream.IsActive() && m_streamSegment == &segment)
    {
        m_stream.SetEnd(std::max(m_stream.GetEnd(), end));
    }
    else if (m_parameters.cache.readAheadOnHit && end > segment.held.end)
    {
        StopReadAhead(now);
        Result positioning;
        const DiskRun next{segment.held.end, segment.held.end + 1};
        const auto passed = UseMedium(next, false, now + result.service.overhead, now, positioning);
        m_stream.Start(passed, {next.end, end});
        m_streamSegment = &segment;
        m_streamMinimum = 0;
    }
    result.service.overhead += m_parameters.controller.readCompletion;
    return result;
}

DiskController::Result
DiskController::ReadFromStream(const DiskRun& run, Time now)
{
    Result result;
    auto& service = result.service;
    service.hit = DiskHit::READ_AHEAD;
    service.overhead = GetOverhead(m_parameters.controller.readHit);
    const auto ready = now + service.overhead;
    m_cache.Touch(*m_streamSegment);
    m_stream.SetEnd(std::max({m_stream.GetEnd(), run.end, GetReadAheadEnd(run, *m_streamSegment)}));
    m_streamMinimum = std::max(m_streamMinimum, run.end);
    const auto begun = m_streamSegment->held.Contains(run.begin);
    const auto first = begun ? ready : std::max(ready, m_stream.GetTimeBefore(run.begin + 1));
    const auto last = std::max(ready, m_stream.GetTimeBefore(run.end));
    service.transfer = last - ready;
    DiskBus::Read bus{};
    bus.ready = first;
    bus.begins = true;
    bus.mediumEnd = last;
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
    const auto end = UseMedium(missing, false, ready, ready, result);
    DiskBus::Read bus{};
    bus.ready = ready;
    bus.afterWrite = m_lastIsWrite;
    bus.begins = segment != nullptr;
    bus.sector = service.transfer / missing.GetLength();
    bus.first = end - service.switching - service.transfer + bus.sector;
    bus.mediumEnd = end;
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
    if (segment)
    {
        m_cache.Extend(*segment, run.end);
    }
    else
    {
        segment = m_cache.TakeForRead({run.begin - CountFreeBlocks(run, access), run.end});
    }
    if (!segment)
    {
        return;
    }
    const auto readAheadEnd = GetReadAheadEnd(run, *segment);
    if (readAheadEnd > run.end)
    {
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
    return m_cache.IsDirty({run.begin - count, run.begin}) ? 0 : count;
}

uint64_t
DiskController::GetReadAheadEnd(const DiskRun& run, const DiskSegment& segment) const
{
    const auto& cache = m_parameters.cache;
    const auto& geometry = m_mechanics.GetGeometry();
    const auto blocks = geometry.GetBlockCount();
    auto end = blocks;
    switch (run.end < blocks ? cache.readAhead : DiskReadAhead::NONE)
    {
    case DiskReadAhead::NONE:
        return run.end;
    case DiskReadAhead::TRACK_END:
        end = geometry.GetTrackEnd(run.end - 1);
        break;
    case DiskReadAhead::CYLINDER_END:
        end = geometry.GetCylinderEnd(run.end - 1);
        break;
    case DiskReadAhead::SEGMENT_FULL:
        end = cache.segmentBlocks + (cache.readAheadOverRequested ? run.end : segment.held.begin);
        break;
    case DiskReadAhead::NEXT_TRACK_END:
        end = geometry.GetTrackEnd(run.end - 1);
        if (end < blocks && geometry.GetTrackEnd(segment.held.begin) < run.end)
        {
            end = geometry.GetTrackEnd(end);
        }
        break;
    case DiskReadAhead::UNTIL_INTERRUPTED:
        break;
    }
    return std::min({end, run.end + cache.maxReadAhead, blocks, m_cache.GetNextDirty(run.end)});
}

std::optional<DiskController::Result>
DiskController::Write(const DiskRun& run, Time now, bool bypass)
{
    StopReadAhead(now);
    if (bypass || !MayCache(run))
    {
        return m_cache.IsDirty(run) ? std::nullopt : std::optional(WriteToMedium(run, now));
    }
    if (!m_cache.Write(run))
    {
        return std::nullopt;
    }
    const auto& controller = m_parameters.controller;
    Result result;
    result.service.hit = DiskHit::FULL;
    result.service.overhead = GetOverhead(controller.writeHit) + controller.writeCompletion;
    result.service.bus = m_bus.GetWriteTime(run.GetLength());
    return result;
}

bool
DiskController::MayCache(const DiskRun& run) const
{
    return m_settings.writeCache && m_cache.CanHold(run) &&
           (m_parameters.cache.writeCache == DiskWriteCache::WRITE_BACK || m_cache.IsClean() ||
            m_cache.GoesOn(run));
}

DiskController::Result
DiskController::WriteToMedium(const DiskRun& run, Time now)
{
    const auto& controller = m_parameters.controller;
    const auto extra = controller.extraDisconnection.enabled && m_lastIsWrite && !m_continues;
    Result result;
    auto& service = result.service;
    service.overhead =
        extra ? controller.extraDisconnection.command : GetOverhead(controller.writeMiss);
    const auto ready = now + service.overhead;
    const auto sector = GetSectorTime(m_mechanics.GetGeometry().Locate(run.begin));
    const auto bus = m_bus.PlanWrite(ready, run.GetLength(), sector, extra);
    const auto data = m_continues ? bus.data : std::max(bus.data, ready + controller.minWriteSeek);
    service.overhead += bus.overhead;
    const auto end = UseMedium(run, true, ready + bus.overhead, data, result);
    service.bus += std::max(bus.release - end, Time(0));
    service.overhead += bus.status;
    m_cache.WriteThrough(run);
    return result;
}

Time
DiskController::UseMedium(const DiskRun& run, bool isWrite, Time ready, Time data, Result& result)
{
    auto& service = result.service;
    auto start = std::max(ready, m_mediumFree);
    service.queue += start - ready;
    const DiskTransfer transfer{run.begin,
                                static_cast<uint32_t>(run.GetLength()),
                                isWrite,
                                run.begin == m_accessEnd};
    const auto seek = NanoSeconds(m_mechanics.GetSeekNanoSeconds(m_track, transfer));
    if (start + seek < data)
    {
        service.bus += data - seek - start;
        start = data - seek;
    }
    const auto access = m_mechanics.Access(m_track, start, transfer);
    service.seekDistance = access.seekDistance;
    service.seek = access.seek;
    service.rotation = access.rotation;
    service.switching = access.switching;
    service.transfer = access.transfer;
    result.access = access;
    result.accessStart = start;
    m_track = access.end;
    m_accessEnd = run.end;
    m_mediumFree = start + access.GetTotal();
    return m_mediumFree;
}

std::optional<DiskController::WriteBack>
DiskController::BeginWriteBack(Time now)
{
    if (m_cache.IsClean())
    {
        return std::nullopt;
    }
    StopReadAhead(now);
    WriteBack writeBack;
    writeBack.run = m_cache.BeginWriteBack();
    Result result;
    writeBack.end = UseMedium(writeBack.run, true, now, now, result);
    writeBack.access = *result.access;
    return writeBack;
}

void
DiskController::EndWriteBack()
{
    m_cache.EndWriteBack();
}

bool
DiskController::IsClean() const
{
    return m_cache.IsClean();
}

void
DiskController::LosePower(Time now)
{
    m_stream.Stop();
    m_cache.Clear();
    m_track = m_mechanics.GetGeometry().Locate(0).track;
    m_accessEnd = 0;
    m_mediumFree = now;
    m_streaming = false;
    m_lastIsWrite = false;
    m_lastRun = {};
    m_lastReadEnd = 0;
}

void
DiskController::Advance(Time now)
{
    if (!m_stream.IsActive())
    {
        return;
    }
    const auto position = m_stream.GetPosition(now);
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
    const auto position = m_stream.GetPosition(now);
    const auto begun = position + (m_parameters.cache.stopInSector ? 0 : 1);
    const auto end = std::min(std::max(begun, m_streamMinimum), m_stream.GetEnd());
    return end > position ? m_stream.GetTimeBefore(end) : now;
}

void
DiskController::StopReadAhead(Time now)
{
    if (m_stream.IsActive())
    {
        now = std::max(now, GetStreamStop(now));
        m_mediumFree = std::max(m_mediumFree, now);
    }
    m_track = GetTrack(now);
    if (m_stream.IsActive())
    {
        m_accessEnd = m_stream.GetPosition(now);
        m_stream.Stop();
    }
}

Time
DiskController::GetOverhead(const DiskCommandOverhead& overhead) const
{
    return m_continues ? overhead.continuing
                       : (m_lastIsWrite ? overhead.afterWrite : overhead.afterRead);
}

Time
DiskController::GetSectorTime(const DiskLocation& location) const
{
    return NanoSeconds(m_revolution / location.sectorsPerTrack);
}

} // namespace ns3
