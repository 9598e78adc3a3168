/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_RANDOM_DRIVE_H
#define DISK_RANDOM_DRIVE_H

#include "ns3/disk-parameters-checker.h"
#include "ns3/disk-parameters.h"
#include "ns3/disk-zone-layout.h"
#include "ns3/random-variable-stream.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <array>

namespace ns3
{

/**
 * @ingroup disk-model
 *
 * Makes small drives that are correct but else random: layout, sparing, slips, defects, skews,
 * seeks and speed.
 */
class DiskRandomDrive
{
  public:
    /**
     * @param random what to draw from
     */
    explicit DiskRandomDrive(Ptr<UniformRandomVariable> random)
        : m_random(random)
    {
    }

    /**
     * @return the next drive
     */
    DiskParameters Make()
    {
        DiskParameters drive;
        drive.name = "random";
        drive.heads = Draw(1, 4);
        drive.rpm = std::array<double, 4>{5400, 7200, 10045, 6000.25}[Draw(0, 3)];
        drive.headSwitch = NanoSeconds(Draw(0, 2'000'000));
        drive.writeSettle = NanoSeconds(Draw(0, 1'000'000));
        drive.mapping = static_cast<DiskMapping>(Draw(0, 2));
        drive.sparing = static_cast<DiskSparing>(Draw(0, 6));
        const auto zones = Draw(1, 3);
        drive.cylinders = 20; // more than the zones can take
        drive.sparingRange = Draw(1, 3);
        uint32_t next = 0;
        for (uint32_t i = 0; i < zones; ++i)
        {
            AddZone(drive, next + Draw(0, 1));
            next = drive.zones.back().lastCylinder + 1;
        }
        drive.cylinders = next;
        drive.sparingRange = std::min(drive.sparingRange, next);
        const auto first = Draw(100'000, 1'000'000);
        drive.seekPoints = {{1, NanoSeconds(first)},
                            {30, NanoSeconds(first + Draw(0, 10'000'000))}};
        for (const auto& zone : drive.zones)
        {
            drive.blocks += DiskZoneLayout(drive, zone).GetBlockCount();
        }
        drive.blocks -= Draw(0, std::min<uint64_t>(3, drive.blocks - 1));
        return drive;
    }

  private:
    /**
     * @param low lowest number
     * @param high highest number
     * @return a number between them
     */
    uint64_t Draw(uint64_t low, uint64_t high)
    {
        return m_random->GetInteger(low, high);
    }

    /**
     * @param drive the drive to add a zone to
     * @param first its first cylinder
     */
    void AddZone(DiskParameters& drive, uint32_t first)
    {
        DiskZone zone;
        zone.firstCylinder = first;
        zone.lastCylinder = first + Draw(1, 4);
        zone.sectorsPerTrack = Draw(4, 12);
        zone.trackSkew = Draw(0, 40) / 8.;
        zone.cylinderSkew = Draw(0, 40) / 8.;
        zone.firstSectorOffset = Draw(0, 20) / 8.;
        zone.reservedSectors = Draw(0, 3);
        const bool isSpared =
            drive.sparing != DiskSparing::NONE && drive.sparing != DiskSparing::END_OF_DRIVE;
        zone.spares = isSpared ? Draw(0, drive.heads > 1 ? 2 : 1) : 0;
        AddSlips(drive, zone);
        AddDefects(drive, zone);
        drive.zones.push_back(zone);
    }

    /**
     * Slip some random places, as far as the zone stays correct.
     *
     * @param drive the drive
     * @param zone the zone
     */
    void AddSlips(const DiskParameters& drive, DiskZone& zone)
    {
        for (uint32_t i = Draw(0, 4); i > 0; --i)
        {
            auto more = zone;
            more.slips.push_back(Draw(0, CountUnits(drive, zone) - 1));
            std::sort(more.slips.begin(), more.slips.end());
            zone = IsCorrect(drive, more) ? more : zone;
        }
    }

    /**
     * Keep some random places elsewhere, as far as the zone stays correct.
     *
     * @param drive the drive
     * @param zone the zone
     */
    void AddDefects(const DiskParameters& drive, DiskZone& zone)
    {
        const auto units = CountUnits(drive, zone);
        for (uint32_t i = Draw(0, 20); i > 0; --i)
        {
            auto more = zone;
            more.defects.push_back({Draw(0, units - 1), Draw(0, units - 1)});
            const auto isLower = [](const DiskDefect& a, const DiskDefect& b) {
                return a.place < b.place;
            };
            std::sort(more.defects.begin(), more.defects.end(), isLower);
            zone = IsCorrect(drive, more) ? more : zone;
        }
    }

    /**
     * @param drive the drive
     * @param zone a zone
     * @return number of its tracks or sectors, whichever slips and defects count
     */
    uint64_t CountUnits(const DiskParameters& drive, const DiskZone& zone)
    {
        const uint64_t tracks = (zone.lastCylinder - zone.firstCylinder + 1) * drive.heads;
        const bool isTracks = drive.sparing == DiskSparing::TRACKS_PER_ZONE;
        return isTracks ? tracks : tracks * zone.sectorsPerTrack;
    }

    /**
     * @param drive the drive
     * @param zone a zone
     * @return whether the drive is correct with this zone alone
     */
    bool IsCorrect(DiskParameters drive, const DiskZone& zone)
    {
        drive.zones = {zone};
        drive.blocks = 1;
        drive.seekPoints = {{1, MilliSeconds(1)}, {30, MilliSeconds(2)}};
        try
        {
            DiskParametersChecker(drive).Check();
        }
        catch (const UserError&)
        {
            return false;
        }
        return true;
    }

    Ptr<UniformRandomVariable> m_random; //!< what to draw from
};

} // namespace ns3

#endif /* DISK_RANDOM_DRIVE_H */
