/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-geometry.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

DiskAngle
DiskLocation::GetAngle(uint64_t sectors) const
{
    return (slot + sectors) * DiskSpindle::REVOLUTION / sectorsPerTrack;
}

DiskGeometry::DiskGeometry(const DiskParameters& parameters)
    : m_heads(parameters.heads)
{
    uint64_t lba = 0;
    for (const auto& zone : parameters.zones)
    {
        if (lba == parameters.blocks)
        {
            break;
        }
        const uint64_t tracks = (zone.lastCylinder - zone.firstCylinder + 1) * m_heads;
        const auto end = lba + tracks * zone.sectorsPerTrack - zone.spares;
        m_zones.push_back({zone, lba, std::min(end, parameters.blocks)});
        lba = m_zones.back().endLba;
    }
}

uint64_t
DiskGeometry::GetBlockCount() const
{
    return m_zones.back().endLba;
}

DiskLocation
DiskGeometry::Locate(uint64_t lba) const
{
    const auto isBefore = [](uint64_t block, const Zone& zone) { return block < zone.endLba; };
    const auto zone = std::upper_bound(m_zones.begin(), m_zones.end(), lba, isBefore);
    NS_ASSERT_MSG(zone != m_zones.end(), "block past the end of the drive");

    const auto block = lba - zone->firstLba;
    const auto track = static_cast<uint32_t>(block / zone->sectorsPerTrack);
    const auto cylinder = track / m_heads;

    DiskLocation location;
    location.track.cylinder = zone->firstCylinder + cylinder;
    location.track.head = track - cylinder * m_heads;
    location.sector = block - uint64_t{track} * zone->sectorsPerTrack;
    location.sectorsPerTrack = zone->sectorsPerTrack;
    const uint64_t skew =
        uint64_t{track - cylinder} * zone->trackSkew + uint64_t{cylinder} * zone->cylinderSkew;
    location.slot = (location.sector + skew) % zone->sectorsPerTrack;
    location.run = std::min<uint64_t>(zone->sectorsPerTrack - location.sector, zone->endLba - lba);
    return location;
}

std::optional<uint64_t>
DiskGeometry::FindLba(const DiskTrack& track, uint32_t sector) const
{
    const auto isBefore = [](uint32_t cylinder, const Zone& zone) {
        return cylinder <= zone.lastCylinder;
    };
    const auto zone = std::upper_bound(m_zones.begin(), m_zones.end(), track.cylinder, isBefore);
    if (zone == m_zones.end() || track.cylinder < zone->firstCylinder || track.head >= m_heads ||
        sector >= zone->sectorsPerTrack)
    {
        return std::nullopt;
    }
    const auto tracks = uint64_t{track.cylinder - zone->firstCylinder} * m_heads + track.head;
    const auto lba = zone->firstLba + tracks * zone->sectorsPerTrack + sector;
    return lba < zone->endLba ? std::optional(lba) : std::nullopt;
}

} // namespace ns3
