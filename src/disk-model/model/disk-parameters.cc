/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-parameters.h"

#include "disk-geometry.h"
#include "disk-seek-curve.h"
#include "disk-spindle.h"
#include "disk-zone-layout.h"

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
constexpr uint64_t MAX_TRACKS = 1'000'000;

/// More sectors than this on a track would overflow the computation of an angle.
constexpr uint32_t MAX_SECTORS_PER_TRACK = 1'000'000;

} // namespace

void
DiskParameters::Require(bool holds, const std::string& message) const
{
    if (!holds)
    {
        throw UserError("drive " + name + ": " + message);
    }
}

void
DiskParameters::RequireTime(const Time& time, const std::string& name) const
{
    Require(!time.IsStrictlyNegative(), name + " must not be negative");
}

void
DiskParameters::Check() const
{
    CheckDrive();
    CheckZones();
    CheckSeekPoints();
    CheckLongestTransfer();
    CheckController();
    CheckCache();
}

void
DiskParameters::CheckDrive() const
{
    Require(blockSize > 0, "block_size must be at least 1");
    Require(heads > 0, "heads must be at least 1");
    Require(cylinders > 0, "cylinders must be at least 1");
    Require(uint64_t{heads} * cylinders <= MAX_TRACKS,
            "heads times cylinders must be at most " + std::to_string(MAX_TRACKS));
    Require(rpm >= DiskSpindle::MIN_RPM && rpm <= DiskSpindle::MAX_RPM,
            "rpm must be from 1 to 30000");
    RequireTime(headSwitch, "head_switch_ms");
    Require(!writeSettle.IsStrictlyNegative() || headSwitch + writeSettle >= Time(0),
            "write_settle_ms must not take off more than head_switch_ms");
    RequireTime(repositioning, "repositioning_ms");
    Require(sparing != DiskSparing::SECTORS_PER_RANGE ||
                (sparingRange > 0 && sparingRange <= cylinders),
            "a range of sparing must have at least 1 cylinder and at most those of the drive");
}

void
DiskParameters::CheckZones() const
{
    Require(!zones.empty(), "it has no zone");
    uint64_t capacity = 0;
    uint64_t free = 0; // first cylinder not yet in a zone
    for (std::size_t i = 0; i < zones.size(); ++i)
    {
        const auto& zone = zones[i];
        const auto which = "zone " + std::to_string(i) + " ";
        Require(zone.firstCylinder >= free, which + "overlaps the one before");
        CheckZone(zone, which);
        CheckSpares(zone, which);
        CheckSlips(zone, which);
        CheckDefects(zone, which);
        capacity += DiskZoneLayout(*this, zone).GetBlockCount();
        free = uint64_t{zone.lastCylinder} + 1;
    }
    Require(blocks > 0 && blocks <= capacity,
            "blocks must be from 1 to " + std::to_string(capacity) + ", what the zones hold");
}

void
DiskParameters::CheckZone(const DiskZone& zone, const std::string& which) const
{
    const auto isDistance = [](double sectors) { return std::isfinite(sectors) && sectors >= 0; };
    Require(zone.lastCylinder >= zone.firstCylinder, which + "ends before it begins");
    Require(zone.lastCylinder < cylinders, which + "ends past the last cylinder");
    Require(zone.sectorsPerTrack > 0 && zone.sectorsPerTrack <= MAX_SECTORS_PER_TRACK,
            which + "must have from 1 to 1000000 sectors per track");
    Require(isDistance(zone.trackSkew), which + "must have a track skew of 0 or more");
    Require(isDistance(zone.cylinderSkew), which + "must have a cylinder skew of 0 or more");
    Require(isDistance(zone.firstSectorOffset),
            which + "must have its first sector at an offset of 0 or more");
}

void
DiskParameters::CheckSpares(const DiskZone& zone, const std::string& which) const
{
    const auto units = GetUnits(zone);
    const auto region = GetRegionUnits(zone);
    Require(HasSpares() || zone.spares == 0, which + "has spares, but the sparing scheme has none");
    Require(zone.spares < region, which + "has no sector that is not spare");
    const auto rest = units % region;
    Require(rest == 0 || rest + zone.spares <= region,
            which + "has more spares in a range than its last range lacks sectors");
    const auto lost = HasSpares() ? units / region * zone.spares : zone.slips.size();
    const auto unit = sparing == DiskSparing::TRACKS_PER_ZONE ? zone.sectorsPerTrack : 1;
    Require(lost < units && zone.reservedSectors < (units - lost) * unit,
            which + "has no sector left for a block");
}

void
DiskParameters::CheckSlips(const DiskZone& zone, const std::string& which) const
{
    const auto units = GetUnits(zone);
    const auto region = GetRegionUnits(zone);
    uint64_t inRegion = 0;
    for (std::size_t i = 0; i < zone.slips.size(); ++i)
    {
        const auto slip = zone.slips[i];
        const auto name = which + "slip " + std::to_string(slip) + " ";
        Require(slip < units, name + "is past the end of the zone");
        Require(i == 0 || slip > zone.slips[i - 1], name + "does not grow");
        const bool isFirst = i == 0 || zone.slips[i - 1] / region != slip / region;
        inRegion = isFirst ? 1 : inRegion + 1;
        const auto isWhole = (slip / region + 1) * region <= units;
        Require(!HasSpares() || inRegion <= (isWhole ? zone.spares : 0), name + "finds no spare");
    }
}

void
DiskParameters::CheckDefects(const DiskZone& zone, const std::string& which) const
{
    const auto unit = sparing == DiskSparing::TRACKS_PER_ZONE ? zone.sectorsPerTrack : 1;
    auto healthy = zone;
    healthy.defects.clear();
    const DiskZoneLayout layout(*this, healthy);
    const auto isSlip = [&zone](uint64_t place) {
        return std::binary_search(zone.slips.begin(), zone.slips.end(), place);
    };
    std::set<uint64_t> places;
    for (const auto& defect : zone.defects)
    {
        const auto name = which + "defect " + std::to_string(defect.place) + " ";
        Require(defect.place < GetUnits(zone), name + "is past the end of the zone");
        Require(places.empty() || defect.place > *places.rbegin(), name + "does not grow");
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
        Require(to < GetUnits(zone), name + "is kept past the end of the zone");
        Require(replacements.insert(to).second, name + "is kept where another one is");
        Require(!places.contains(to) && !isSlip(to), name + "is kept in a bad place");
        Require(!layout.FindBlock((to + 1) * unit - 1), name + "is kept where a block is");
    }
}

uint64_t
DiskParameters::GetTracks(const DiskZone& zone) const
{
    return (uint64_t{zone.lastCylinder} - zone.firstCylinder + 1) * heads;
}

uint64_t
DiskParameters::GetUnits(const DiskZone& zone) const
{
    const auto tracks = GetTracks(zone);
    return sparing == DiskSparing::TRACKS_PER_ZONE ? tracks : tracks * zone.sectorsPerTrack;
}

uint64_t
DiskParameters::GetRegionUnits(const DiskZone& zone) const
{
    switch (sparing)
    {
    case DiskSparing::SECTORS_PER_TRACK:
        return zone.sectorsPerTrack;
    case DiskSparing::SECTORS_PER_CYLINDER:
        return uint64_t{zone.sectorsPerTrack} * heads;
    case DiskSparing::SECTORS_PER_RANGE:
        return uint64_t{zone.sectorsPerTrack} * heads * sparingRange;
    default:
        return GetUnits(zone);
    }
}

bool
DiskParameters::HasSpares() const
{
    return sparing != DiskSparing::NONE && sparing != DiskSparing::END_OF_DRIVE;
}

void
DiskParameters::CheckSeekPoints() const
{
    const DiskGeometry geometry(*this);
    const auto stroke = geometry.Locate(blocks - 1).track.cylinder - zones.front().firstCylinder;
    if (stroke == 0)
    {
        return;
    }
    Require(!seekPoints.empty() && seekPoints.front().distance == 1,
            "the seek points must begin at distance 1");
    for (std::size_t i = 0; i < seekPoints.size(); ++i)
    {
        Require(i == 0 || seekPoints[i].distance > seekPoints[i - 1].distance,
                "the seek points must grow in distance");
        const auto time = seekPoints[i].time.GetNanoSeconds();
        Require(time >= 0 && time <= DiskSeekCurve::MAX_NANOSECONDS,
                "a seek time must be from 0 to 4294 ms");
        Require(seekPoints[i].time + writeSettle >= Time(0),
                "write_settle_ms must not take off more than a seek");
    }
    Require(seekPoints.back().distance >= stroke,
            "the seek points must reach the last block, " + std::to_string(stroke) + " cylinders");
}

void
DiskParameters::CheckLongestTransfer() const
{
    Time oneSeek;
    Time longestSeek;
    for (const auto& point : seekPoints)
    {
        oneSeek = point.distance == 1 ? point.time : oneSeek;
        longestSeek = std::max(longestSeek, point.time);
    }
    double jumps = 0; // to another zone, over a slip, to where a defect is kept and back
    for (const auto& zone : zones)
    {
        jumps += 1. + zone.slips.size() + 2. * zone.defects.size();
    }
    const auto perSecond = rpm / 60;
    const auto once = headSwitch + writeSettle;
    // On each track: its sectors and the wait for the next, a revolution at most each.
    const auto revolutions =
        double(heads) * cylinders * (2 + (once + oneSeek).GetSeconds() * perSecond) +
        jumps * (2 + (once + longestSeek).GetSeconds() * perSecond);
    Require(revolutions < static_cast<double>(UINT64_MAX / DiskSpindle::REVOLUTION),
            "its switches are too slow for so many tracks to be counted in one transfer");
}

void
DiskParameters::CheckController() const
{
    const std::pair<const char*, const DiskCommandOverhead&> overheads[]{
        {"read hit", controller.readHit},
        {"read miss", controller.readMiss},
        {"write hit", controller.writeHit},
        {"write miss", controller.writeMiss},
        {"read's disconnection", controller.readDisconnection},
    };
    for (const auto& [name, overhead] : overheads)
    {
        RequireTime(overhead.continuing,
                    std::string("the overhead of a ") + name + " that goes on");
        RequireTime(overhead.afterRead, std::string("the overhead of a ") + name + " after a read");
        RequireTime(overhead.afterWrite,
                    std::string("the overhead of a ") + name + " after a write");
    }
    RequireTime(controller.readCompletion, "the time to complete a read");
    RequireTime(controller.writeCompletion, "the time to complete a write");
    RequireTime(controller.blockTransfer, "the time of a read block on the bus");
    RequireTime(controller.writeBlockTransfer, "the time of a written block on the bus");
    RequireTime(controller.dataPreparation, "the time to prepare data");
    RequireTime(controller.firstReselection, "the time to come back to the bus");
    RequireTime(controller.writeDisconnection, "the time to free the bus after a write");
    RequireTime(controller.minWriteSeek, "the least seek time of a write");
    const auto isShare = [](double share) { return share >= 0 && share <= 1; };
    Require(isShare(controller.readHighWater), "the high water mark must be from 0 to 1");
    const auto& extra = controller.extraDisconnection;
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
DiskParameters::CheckCache() const
{
    Require(cache.segments == 0 || cache.segmentBlocks > 0,
            "a cache segment must have at least 1 block");
    Require(cache.writeSegments <= cache.segments,
            "the cache cannot have more write segments than segments");
    Require(cache.readAhead == DiskReadAhead::NONE || cache.minReadAhead <= cache.maxReadAhead,
            "the least read-ahead must not be above the most");
}

} // namespace ns3
