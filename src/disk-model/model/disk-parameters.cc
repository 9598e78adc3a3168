/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-parameters.h"

#include "disk-geometry.h"
#include "disk-spindle.h"

#include "ns3/user-error.h"

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
DiskParameters::Check() const
{
    Require(blockSize > 0, "block_size must be at least 1");
    Require(heads > 0, "heads must be at least 1");
    Require(cylinders > 0, "cylinders must be at least 1");
    Require(uint64_t{heads} * cylinders <= MAX_TRACKS,
            "heads times cylinders must be at most " + std::to_string(MAX_TRACKS));
    Require(rpm >= DiskSpindle::MIN_RPM && rpm <= DiskSpindle::MAX_RPM,
            "rpm must be from 1 to 30000");
    Require(!headSwitch.IsStrictlyNegative(), "head_switch_ms must not be negative");
    Require(!writeSettle.IsStrictlyNegative(), "write_settle_ms must not be negative");
    CheckZones();
    CheckSeekPoints();
    CheckLongestTransfer();
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
        Require(zone.lastCylinder >= zone.firstCylinder, which + "ends before it begins");
        Require(zone.lastCylinder < cylinders, which + "ends past the last cylinder");
        Require(zone.sectorsPerTrack > 0 && zone.sectorsPerTrack <= MAX_SECTORS_PER_TRACK,
                which + "must have from 1 to 1000000 sectors per track");
        const auto tracks = (uint64_t{zone.lastCylinder} - zone.firstCylinder + 1) * heads;
        const auto sectors = tracks * zone.sectorsPerTrack;
        Require(zone.spares < sectors, which + "has no sector that is not spare");
        capacity += sectors - zone.spares;
        free = uint64_t{zone.lastCylinder} + 1;
    }
    Require(blocks > 0 && blocks <= capacity,
            "blocks must be from 1 to " + std::to_string(capacity) + ", what the zones hold");
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
        Require(!seekPoints[i].time.IsStrictlyNegative(), "a seek time must not be negative");
    }
    Require(seekPoints.back().distance >= stroke,
            "the seek points must reach the last block, " + std::to_string(stroke) + " cylinders");
}

void
DiskParameters::CheckLongestTransfer() const
{
    const auto oneSeek = seekPoints.empty() ? Time(0) : seekPoints.front().time;
    const auto minutes = (headSwitch + oneSeek + writeSettle).GetSeconds() / 60;
    // On each track: its sectors and the wait for the next, a revolution at most each.
    const auto revolutions = uint64_t{heads} * cylinders * (2 + minutes * rpm);
    Require(revolutions < static_cast<double>(UINT64_MAX / DiskSpindle::REVOLUTION),
            "its switches are too slow for so many tracks to be counted in one transfer");
}

} // namespace ns3
