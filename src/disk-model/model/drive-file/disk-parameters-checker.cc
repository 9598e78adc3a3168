/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-parameters-checker.h"

#include "ns3/disk-geometry.h"
#include "ns3/disk-seek-curve.h"
#include "ns3/disk-spindle.h"
#include "ns3/disk-zone-layout.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace ns3
{

namespace
{

/// More tracks than this would overflow their numbers within a zone.
constexpr uint64_t MAX_TRACKS = 4'000'000;

/// More sectors than this on a track would overflow the computation of an angle.
constexpr uint32_t MAX_SECTORS_PER_TRACK = 1'000'000;

} // namespace

DiskParametersChecker::DiskParametersChecker(const DiskParameters& drive)
    : m_drive(drive)
{
}

void
DiskParametersChecker::Require(bool holds, const std::string& message) const
{
    if (!holds)
    {
        throw UserError("drive " + m_drive.name + ": " + message);
    }
}

void
DiskParametersChecker::RequireTime(const Time& time, const std::string& name) const
{
    Require(!time.IsStrictlyNegative(), name + " must not be negative");
}

void
DiskParametersChecker::Check() const
{
    CheckDrive();
    CheckZones();
    CheckSeekPoints();
    CheckLongestTransfer();
    CheckController();
    CheckCache();
}

void
DiskParametersChecker::CheckDrive() const
{
    Require(m_drive.blockSize > 0, "block_size must be at least 1");
    Require(m_drive.heads > 0, "heads must be at least 1");
    Require(m_drive.cylinders > 0, "cylinders must be at least 1");
    Require(uint64_t{m_drive.heads} * m_drive.cylinders <= MAX_TRACKS,
            "heads times cylinders must be at most " + std::to_string(MAX_TRACKS));
    Require(m_drive.rpm >= DiskSpindle::MIN_RPM && m_drive.rpm <= DiskSpindle::MAX_RPM,
            "rpm must be from 1 to 30000");
    RequireTime(m_drive.headSwitch, "head_switch_ms");
    Require(!m_drive.writeSettle.IsStrictlyNegative() ||
                m_drive.headSwitch + m_drive.writeSettle >= Time(0),
            "write_settle_ms must not subtract more than head_switch_ms");
    RequireTime(m_drive.writeTrackSettle.value_or(Time(0)), "write_track_settle_ms");
    RequireTime(m_drive.repositioning, "repositioning_ms");
    Require(m_drive.sparing != DiskSparing::SECTORS_PER_RANGE ||
                (m_drive.sparingRange > 0 && m_drive.sparingRange <= m_drive.cylinders),
            "a sparing range must have from 1 cylinder to all cylinders of the drive");
}

void
DiskParametersChecker::CheckZones() const
{
    Require(!m_drive.zones.empty(), "it has no zone");
    uint64_t capacity = 0;
    uint64_t free = 0; // first cylinder not yet in a zone
    for (std::size_t i = 0; i < m_drive.zones.size(); ++i)
    {
        const auto& zone = m_drive.zones[i];
        const auto which = "zone " + std::to_string(i) + " ";
        Require(zone.firstCylinder >= free, which + "overlaps the one before");
        CheckZone(zone, which);
        CheckSpares(zone, which);
        CheckSlips(zone, which);
        CheckDefects(zone, which);
        capacity += DiskZoneLayout(m_drive, zone).GetBlockCount();
        free = uint64_t{zone.lastCylinder} + 1;
    }
    Require(m_drive.blocks > 0 && m_drive.blocks <= capacity,
            "blocks must be from 1 to " + std::to_string(capacity) +
                ", the number that the zones hold");
}

void
DiskParametersChecker::CheckZone(const DiskZone& zone, const std::string& which) const
{
    const auto isDistance = [](double sectors) { return std::isfinite(sectors) && sectors >= 0; };
    Require(zone.lastCylinder >= zone.firstCylinder, which + "ends before it begins");
    Require(zone.lastCylinder < m_drive.cylinders, which + "ends past the last cylinder");
    Require(zone.sectorsPerTrack > 0 && zone.sectorsPerTrack <= MAX_SECTORS_PER_TRACK,
            which + "must have from 1 to 1000000 sectors per track");
    Require(isDistance(zone.trackSkew), which + "must have a track skew of 0 or more");
    Require(isDistance(zone.cylinderSkew), which + "must have a cylinder skew of 0 or more");
    Require(isDistance(zone.firstSectorOffset),
            which + "must have its first sector at an offset of 0 or more");
}

void
DiskParametersChecker::CheckSpares(const DiskZone& zone, const std::string& which) const
{
    const auto units = GetUnits(zone);
    const auto region = GetRegionUnits(zone);
    Require(HasSpares() || zone.spares == 0, which + "has spares, but the sparing scheme has none");
    Require(zone.spares < region, which + "has no sector that is not spare");
    const auto rest = units % region;
    Require(rest == 0 || rest + zone.spares <= region,
            which + "has more spares in a range than its last range lacks sectors");
    const auto lost = HasSpares() ? units / region * zone.spares : zone.slips.size();
    const auto unit = m_drive.sparing == DiskSparing::TRACKS_PER_ZONE ? zone.sectorsPerTrack : 1;
    Require(lost < units && zone.reservedSectors < (units - lost) * unit,
            which + "has no sector left for a block");
}

void
DiskParametersChecker::CheckSlips(const DiskZone& zone, const std::string& which) const
{
    const auto units = GetUnits(zone);
    const auto region = GetRegionUnits(zone);
    uint64_t inRegion = 0;
    for (std::size_t i = 0; i < zone.slips.size(); ++i)
    {
        const auto slip = zone.slips[i];
        const auto name = which + "slip " + std::to_string(slip) + " ";
        Require(slip < units, name + "is past the end of the zone");
        Require(i == 0 || slip > zone.slips[i - 1], name + "is not above the one before");
        const bool isFirst = i == 0 || zone.slips[i - 1] / region != slip / region;
        inRegion = isFirst ? 1 : inRegion + 1;
        const auto isWhole = (slip / region + 1) * region <= units;
        Require(!HasSpares() || inRegion <= (isWhole ? zone.spares : 0), name + "finds no spare");
    }
}

void
DiskParametersChecker::CheckDefects(const DiskZone& zone, const std::string& which) const
{
    const auto unit = m_drive.sparing == DiskSparing::TRACKS_PER_ZONE ? zone.sectorsPerTrack : 1;
    auto healthy = zone;
    healthy.defects.clear();
    const DiskZoneLayout layout(m_drive, healthy);
    const auto isSlip = [&zone](uint64_t place) {
        return std::binary_search(zone.slips.begin(), zone.slips.end(), place);
    };
    std::set<uint64_t> places;
    for (const auto& defect : zone.defects)
    {
        const auto name = which + "defect " + std::to_string(defect.place) + " ";
        Require(defect.place < GetUnits(zone), name + "is past the end of the zone");
        Require(places.empty() || defect.place > *places.rbegin(),
                name + "is not above the one before");
        Require(!isSlip(defect.place), name + "is slipped as well");
        places.insert(defect.place);
    }
    std::set<uint64_t> replacements;
    for (const auto& defect : zone.defects)
    {
        const auto name = which + "defect " + std::to_string(defect.place) + " ";
        const auto to = defect.replacement;
        if (to == defect.place)
        {
            continue;
        }
        Require(to < GetUnits(zone), name + "has its replacement past the end of the zone");
        Require(replacements.insert(to).second,
                name + "shares its replacement with another defect");
        Require(!places.contains(to) && !isSlip(to), name + "has a defective replacement");
        Require(!layout.FindBlock((to + 1) * unit - 1),
                name + "has a replacement that holds a block");
    }
}

uint64_t
DiskParametersChecker::GetTracks(const DiskZone& zone) const
{
    return (uint64_t{zone.lastCylinder} - zone.firstCylinder + 1) * m_drive.heads;
}

uint64_t
DiskParametersChecker::GetUnits(const DiskZone& zone) const
{
    const auto tracks = GetTracks(zone);
    return m_drive.sparing == DiskSparing::TRACKS_PER_ZONE ? tracks : tracks * zone.sectorsPerTrack;
}

uint64_t
DiskParametersChecker::GetRegionUnits(const DiskZone& zone) const
{
    switch (m_drive.sparing)
    {
    case DiskSparing::SECTORS_PER_TRACK:
        return zone.sectorsPerTrack;
    case DiskSparing::SECTORS_PER_CYLINDER:
        return uint64_t{zone.sectorsPerTrack} * m_drive.heads;
    case DiskSparing::SECTORS_PER_RANGE:
        return uint64_t{zone.sectorsPerTrack} * m_drive.heads * m_drive.sparingRange;
    default:
        return GetUnits(zone);
    }
}

bool
DiskParametersChecker::HasSpares() const
{
    return m_drive.sparing != DiskSparing::NONE && m_drive.sparing != DiskSparing::END_OF_DRIVE;
}

void
DiskParametersChecker::CheckSeekPoints() const
{
    const DiskGeometry geometry(m_drive);
    const auto stroke =
        geometry.Locate(m_drive.blocks - 1).track.cylinder - m_drive.zones.front().firstCylinder;
    if (stroke == 0)
    {
        return;
    }
    Require(!m_drive.seekPoints.empty() && m_drive.seekPoints.front().distance == 1,
            "the seek points must begin at distance 1");
    for (std::size_t i = 0; i < m_drive.seekPoints.size(); ++i)
    {
        Require(i == 0 || m_drive.seekPoints[i].distance > m_drive.seekPoints[i - 1].distance,
                "the seek points must grow in distance");
        const auto time = m_drive.seekPoints[i].time.GetNanoSeconds();
        Require(time >= 0 && time <= DiskSeekCurve::MAX_NANOSECONDS,
                "a seek time must be from 0 to 4294 ms");
        Require(m_drive.seekPoints[i].time + m_drive.writeSettle >= Time(0),
                "write_settle_ms must not subtract more than a seek takes");
    }
    Require(m_drive.seekPoints.back().distance >= stroke,
            "the seek points must reach the last block, " + std::to_string(stroke) + " cylinders");
}

void
DiskParametersChecker::CheckLongestTransfer() const
{
    Time oneSeek;
    Time longestSeek;
    for (const auto& point : m_drive.seekPoints)
    {
        oneSeek = point.distance == 1 ? point.time : oneSeek;
        longestSeek = std::max(longestSeek, point.time);
    }
    double jumps = 0; // to another zone, over a slip, to where a defect is kept and back
    for (const auto& zone : m_drive.zones)
    {
        jumps += 1. + zone.slips.size() + 2. * zone.defects.size();
    }
    const auto perSecond = m_drive.rpm / 60;
    const auto settle = std::max(m_drive.writeSettle, m_drive.writeTrackSettle.value_or(Time(0)));
    const auto once = m_drive.headSwitch + settle;
    // On each track: its sectors and the wait for the next, a revolution at most each.
    const auto revolutions = double(m_drive.heads) * m_drive.cylinders *
                                 (2 + (once + oneSeek).GetSeconds() * perSecond) +
                             jumps * (2 + (once + longestSeek).GetSeconds() * perSecond);
    Require(revolutions < static_cast<double>(UINT64_MAX / DiskSpindle::REVOLUTION),
            "its track switches are too slow for the number of tracks: one transfer could take too "
            "long to count");
}

void
DiskParametersChecker::CheckController() const
{
    const std::pair<const char*, const DiskCommandOverhead&> overheads[]{
        {"read hit", m_drive.controller.readHit},
        {"read miss", m_drive.controller.readMiss},
        {"write hit", m_drive.controller.writeHit},
        {"write miss", m_drive.controller.writeMiss},
        {"read's disconnection", m_drive.controller.readDisconnection},
    };
    for (const auto& [name, overhead] : overheads)
    {
        RequireTime(overhead.continuing,
                    std::string("the overhead of a ") + name + " that continues the one before");
        RequireTime(overhead.afterRead, std::string("the overhead of a ") + name + " after a read");
        RequireTime(overhead.afterWrite,
                    std::string("the overhead of a ") + name + " after a write");
    }
    RequireTime(m_drive.controller.readCompletion, "the time to complete a read");
    RequireTime(m_drive.controller.writeCompletion, "the time to complete a write");
    RequireTime(m_drive.controller.blockTransfer, "the time of a read block on the bus");
    RequireTime(m_drive.controller.writeBlockTransfer, "the time of a written block on the bus");
    RequireTime(m_drive.controller.dataPreparation, "the time to prepare data");
    RequireTime(m_drive.controller.firstReselection, "the time to reconnect to the bus");
    RequireTime(m_drive.controller.writeDisconnection, "the time to free the bus after a write");
    RequireTime(m_drive.controller.minWriteSeek, "the minimum seek time of a write");
    const auto isShare = [](double share) { return share >= 0 && share <= 1; };
    Require(isShare(m_drive.controller.readHighWater), "the high water mark must be from 0 to 1");
    const auto& extra = m_drive.controller.extraDisconnection;
    for (const auto& time : {extra.command,
                             extra.disconnection,
                             extra.pause,
                             extra.lastDisconnection,
                             extra.lastReselection,
                             extra.seekDelay})
    {
        RequireTime(time, "a time of the extra disconnection");
    }
}

void
DiskParametersChecker::CheckCache() const
{
    Require(m_drive.cache.segments == 0 || m_drive.cache.segmentBlocks > 0,
            "a cache segment must have at least 1 block");
    Require(m_drive.cache.writeSegments <= m_drive.cache.segments,
            "the cache cannot have more write segments than segments");
    Require(m_drive.cache.readAhead == DiskReadAhead::NONE ||
                m_drive.cache.minReadAhead <= m_drive.cache.maxReadAhead,
            "the minimum read-ahead must not be above the maximum");
}

} // namespace ns3
