/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-geometry.h"

#include "ns3/assert.h"

#include <algorithm>
#include <utility>

namespace ns3
{

DiskGeometry::DiskGeometry(const DiskParameters& parameters)
    : m_cylinders(parameters.cylinders),
      m_heads(parameters.heads)
{
    uint64_t lba = 0;
    for (const auto& zone : parameters.zones)
    {
        if (lba == parameters.blocks)
        {
            break;
        }
        DiskZoneLayout layout(parameters, zone);
        const auto end = std::min(lba + layout.GetBlockCount(), parameters.blocks);
        m_zones.push_back({lba, end, zone.lastCylinder, zone.firstCylinder, std::move(layout)});
        lba = end;
    }
}

uint64_t
DiskGeometry::GetBlockCount() const
{
    return m_zones.back().endLba;
}

uint32_t
DiskGeometry::GetCylinders() const
{
    return m_cylinders;
}

uint32_t
DiskGeometry::GetHeads() const
{
    return m_heads;
}

const DiskGeometry::Zone&
DiskGeometry::GetZone(uint64_t lba) const
{
    const auto isBefore = [](uint64_t block, const Zone& zone) { return block < zone.endLba; };
    const auto zone = std::upper_bound(m_zones.begin(), m_zones.end(), lba, isBefore);
    NS_ASSERT_MSG(zone != m_zones.end(), "block past the end of the drive");
    return *zone;
}

DiskLocation
DiskGeometry::Locate(uint64_t lba) const
{
    const auto& zone = GetZone(lba);
    auto location = zone.layout.Locate(lba - zone.firstLba);
    location.run = std::min(location.run, zone.endLba - lba);
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
        sector >= zone->layout.GetSectorsPerTrack())
    {
        return std::nullopt;
    }
    const auto block = zone->layout.FindBlock(track, sector);
    const bool isInside = block && *block < zone->endLba - zone->firstLba;
    return isInside ? std::optional(zone->firstLba + *block) : std::nullopt;
}

uint64_t
DiskGeometry::GetEnd(uint64_t lba, uint32_t tracks) const
{
    const auto& zone = GetZone(lba);
    return std::min(zone.firstLba + zone.layout.GetEnd(lba - zone.firstLba, tracks), zone.endLba);
}

uint64_t
DiskGeometry::GetTrackEnd(uint64_t lba) const
{
    return GetEnd(lba, 1);
}

uint64_t
DiskGeometry::GetCylinderEnd(uint64_t lba) const
{
    return GetEnd(lba, m_heads);
}

} // namespace ns3
