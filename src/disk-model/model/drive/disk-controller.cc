/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-controller.h"

#include "ns3/log.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DiskController");

DiskController::DiskController(const DiskParameters& parameters)
    : m_parameters(parameters),
      m_mechanics(parameters),
      m_bus(parameters),
      m_cache(parameters.cache),
      m_settings(GetChangeableCacheSettings()),
      m_stream(m_mechanics),
      m_readAheadRule(m_parameters.cache, m_mechanics.GetGeometry()),
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

void
DiskController::SetRandom(RandomVariableStream& random)
{
    m_random = &random;
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
    return {cache.writeSegments > 0 && cache.writeCache != DiskWriteCache::WRITE_THROUGH,
            cache.segments > 0};
}

bool
DiskController::StreamsWrites() const
{
    return m_parameters.cache.streamsWrites;
}

void
DiskController::SetCacheSettings(const BlockCacheSettings& settings)
{
    m_settings = settings;
}

void
DiskController::SetIgnoresFlush(bool ignores)
{
    m_ignoresFlush = ignores;
}

DiskTrack
DiskController::GetTrack(Time now)
{
    Advance(now);
    return m_stream.IsActive() ? m_mechanics.GetGeometry().Locate(m_stream.GetPosition()).track
                               : m_track;
}

std::optional<DiskController::Result>
DiskController::Serve(const BlockRequest& request, Time now)
{
    const DiskRun run{request.lba, request.lba + request.blocks};
    if (run.IsEmpty())
    {
        const auto isFlush = request.operation == BlockOperation::FLUSH && !m_ignoresFlush;
        return IsClean() || !isFlush ? std::optional(Result{}) : std::nullopt;
    }
    const auto isWrite = request.operation == BlockOperation::WRITE;
    const auto isVerify = request.operation == BlockOperation::VERIFY;
    m_continues = m_streaming && m_lastIsWrite == isWrite && m_lastRun.end == run.begin;
    auto result = isWrite ? Write(run, now, request.forceUnitAccess && !m_ignoresFlush)
                          : Read(run, now, request.forceUnitAccess || isVerify);
    if (!result)
    {
        return result;
    }
    if (isVerify)
    {
        result->service.bus = Time(0);
    }
    if (!isWrite && m_parameters.cache.forgetRequested)
    {
        m_cache.Release(run);
    }
    m_streaming = isWrite || m_continues || result->service.hit != DiskHit::FULL;
    m_lastIsWrite = isWrite;
    m_lastRun = run;
    return result;
}

std::optional<DiskController::Result>
DiskController::Write(const DiskRun& run, Time now, bool bypass)
{
    if (bypass || !MayCache(run))
    {
        NS_LOG_DEBUG("write to the medium: LBA " << run.begin << ", "
                                                 << (bypass ? "forced unit access" : "not cached"));
        return m_cache.IsDirty(run) ? std::nullopt : std::optional(WriteToMedium(run, now));
    }
    StopReadAhead(now);
    if (!m_cache.Write(run))
    {
        NS_LOG_DEBUG("no room in the write cache: LBA " << run.begin);
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
            m_cache.Continues(run));
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
    const auto bus = m_bus.PlanWrite(ready, run.GetLength(), extra);
    const auto arm = ready + bus.overhead;
    service.overhead += bus.overhead;
    StopReadAhead(arm);
    const auto transfer = GetTransfer(run, true);
    auto data = GetWriteStart(transfer, bus, std::max(arm, m_mediumFree));
    if (!m_continues || m_mediumFree < arm)
    {
        data = std::max(data, std::max(arm, m_mediumFree) + controller.minWriteSeek);
    }
    const auto end = UseMedium(transfer, arm, data, result);
    service.bus += std::max(bus.release - end, Time(0));
    service.overhead += bus.status;
    m_cache.WriteThrough(run);
    return result;
}

Time
DiskController::GetWriteStart(const DiskTransfer& transfer,
                              const DiskBus::Write& bus,
                              Time start) const
{
    const auto getTotal = [this, start, &transfer](uint32_t blocks) {
        auto some = transfer;
        some.blocks = blocks;
        return m_mechanics.Access(m_track, start, some).GetTotal();
    };
    const auto& geometry = m_mechanics.GetGeometry();
    const auto sector = GetSectorTime(geometry.Locate(transfer.lba));
    auto data = bus.data;
    uint32_t count = 0;
    while (count < transfer.blocks)
    {
        const auto isEven = count == 0 || m_parameters.zeroLatencyWrite;
        const auto run = geometry.Locate(transfer.lba + count).run;
        count += static_cast<uint32_t>(std::min<uint64_t>(transfer.blocks - count, run));
        // From the first sector on until the last of the run: a switch of tracks in between gives
        // the bus time.
        const auto ahead = isEven ? sector * (count - 1) : getTotal(count) - getTotal(1);
        const auto last = bus.begin + m_parameters.controller.writeBlockTransfer * count;
        data = std::max(data, last - ahead);
    }
    return data;
}

DiskTransfer
DiskController::GetTransfer(const DiskRun& run, bool isWrite) const
{
    return {run.begin, static_cast<uint32_t>(run.GetLength()), isWrite, run.begin == m_accessEnd};
}

Time
DiskController::UseMedium(const DiskTransfer& transfer, Time ready, Time data, Result& result)
{
    auto& service = result.service;
    auto start = std::max(ready, m_mediumFree);
    service.queue += start - ready;
    if (data > start)
    {
        const auto seek = NanoSeconds(m_mechanics.GetSeekNanoSeconds(m_track, transfer));
        const auto delay = std::max(data - seek - start, Time(0));
        service.bus += delay;
        start += delay;
    }
    auto access = m_mechanics.Access(m_track, start, transfer);
    result.lost = GetLostTime(transfer);
    access.rotation += result.lost;
    service.seekDistance = access.seekDistance;
    service.seek = access.seek;
    service.rotation = access.rotation;
    service.switching = access.switching;
    service.transfer = access.transfer;
    result.access = access;
    result.accessStart = start;
    m_track = access.end;
    m_accessEnd = transfer.lba + transfer.blocks;
    m_mediumFree = start + access.GetTotal();
    return m_mediumFree;
}

Time
DiskController::GetLostTime(const DiskTransfer& transfer)
{
    if (transfer.isWrite)
    {
        const auto isPart = transfer.lba % m_parameters.sectorBlocks != 0 ||
                            (transfer.lba + transfer.blocks) % m_parameters.sectorBlocks != 0;
        return NanoSeconds(isPart ? m_revolution : 0);
    }
    if (m_parameters.retryShare == 0 || !m_random)
    {
        return Time(0);
    }
    int64_t retries = 0;
    for (auto share = m_parameters.retryShare; m_random->GetValue() < share;)
    {
        ++retries;
        share = m_parameters.retryAgain;
    }
    return NanoSeconds(retries * m_revolution);
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
    writeBack.run = m_cache.BeginWriteBack(m_accessEnd);
    Result result;
    writeBack.end = UseMedium(GetTransfer(writeBack.run, true), now, now, result);
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
    m_mediumFree = now;
    m_track = m_mechanics.GetGeometry().Locate(0).track;
    m_accessEnd = 0;
    m_streaming = false;
    m_lastIsWrite = false;
    m_lastRun = {};
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
