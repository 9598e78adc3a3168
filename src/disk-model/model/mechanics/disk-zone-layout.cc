/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-zone-layout.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/**
 * @param sectors a number of sectors, whole or not
 * @param sectorsPerTrack those of a track
 * @return the angle that they take up, less than a revolution, to the nearest
 */
DiskAngle
GetTurn(double sectors, uint32_t sectorsPerTrack)
{
    const auto part = std::fmod(sectors, static_cast<double>(sectorsPerTrack));
    const auto turn = static_cast<long double>(part) * DiskSpindle::REVOLUTION / sectorsPerTrack;
    return static_cast<DiskAngle>(std::llround(turn)) % DiskSpindle::REVOLUTION;
}

/**
 * @param sparing a sparing scheme
 * @return whether a slip moves the first sector of the regions after its own on by a sector
 */
bool
SlipsTurn(DiskSparing sparing)
{
    return sparing == DiskSparing::SECTORS_PER_CYLINDER ||
           sparing == DiskSparing::SECTORS_PER_TRACK;
}

} // namespace

DiskZoneLayout::DiskZoneLayout(const DiskParameters& parameters, const DiskZone& zone)
    : m_heads(parameters.heads),
      m_mapping(parameters.mapping),
      m_firstCylinder(zone.firstCylinder),
      m_sectorsPerTrack(zone.sectorsPerTrack),
      m_reserved(zone.reservedSectors),
      m_unit(parameters.sparing == DiskSparing::TRACKS_PER_ZONE ? zone.sectorsPerTrack : 1),
      m_slipsTurn(SlipsTurn(parameters.sparing)),
      m_offset(GetTurn(zone.firstSectorOffset, zone.sectorsPerTrack)),
      m_trackSkew(GetTurn(zone.trackSkew, zone.sectorsPerTrack)),
      m_cylinderSkew(GetTurn(zone.cylinderSkew, zone.sectorsPerTrack))
{
    const uint64_t cylinders = uint64_t{zone.lastCylinder} - zone.firstCylinder + 1;
    m_sectors = cylinders * m_heads * m_sectorsPerTrack;
    m_regionSectors = GetRegionSectors(parameters, zone);
    const auto loss = GetRegionLoss(parameters.sparing, zone);
    m_regionBlocks = m_regionSectors - loss;
    m_blocks = m_sectors - m_sectors / m_regionSectors * loss - m_reserved;
    AddSlips(zone);
    AddRemaps(zone);
}

uint64_t
DiskZoneLayout::GetRegionSectors(const DiskParameters& parameters, const DiskZone& zone) const
{
    switch (parameters.sparing)
    {
    case DiskSparing::SECTORS_PER_TRACK:
        return zone.sectorsPerTrack;
    case DiskSparing::SECTORS_PER_CYLINDER:
        return uint64_t{zone.sectorsPerTrack} * m_heads;
    case DiskSparing::SECTORS_PER_RANGE:
        return uint64_t{zone.sectorsPerTrack} * m_heads * parameters.sparingRange;
    default:
        return m_sectors;
    }
}

uint64_t
DiskZoneLayout::GetRegionLoss(DiskSparing sparing, const DiskZone& zone) const
{
    const bool isSpared = sparing != DiskSparing::NONE && sparing != DiskSparing::END_OF_DRIVE;
    return isSpared ? zone.spares * m_unit : zone.slips.size();
}

void
DiskZoneLayout::AddSlips(const DiskZone& zone)
{
    m_slips.reserve(zone.slips.size());
    for (const auto slip : zone.slips)
    {
        const auto place = slip * m_unit;
        const auto region = place / m_regionSectors;
        const bool isFirst = m_slips.empty() || m_slips.back().region != region;
        const auto before = isFirst ? 0 : m_slips.back().shift;
        // A slip among the spares moves no block of its region.
        const auto block = std::min(place - region * m_regionSectors - before, m_regionBlocks);
        m_slips.push_back({region * m_regionBlocks + block, place, region, before + m_unit});
    }
}

void
DiskZoneLayout::AddRemaps(const DiskZone& zone)
{
    for (const auto& defect : zone.defects)
    {
        if (defect.place != defect.replacement)
        {
            m_remaps.push_back({defect.place * m_unit, defect.replacement * m_unit});
        }
    }
    m_origins = m_remaps;
    const auto isLower = [](const Remap& a, const Remap& b) { return a.to < b.to; };
    std::sort(m_origins.begin(), m_origins.end(), isLower);
}

uint32_t
DiskZoneLayout::GetSectorsPerTrack() const
{
    return m_sectorsPerTrack;
}

uint64_t
DiskZoneLayout::GetBlockCount() const
{
    return m_blocks;
}

DiskZoneLayout::Around
DiskZoneLayout::GetAround(uint64_t index, uint64_t region) const
{
    const auto regionEnd = (region + 1) * m_regionBlocks;
    if (m_slips.empty())
    {
        return {0, 0, regionEnd};
    }
    const auto isBefore = [](uint64_t block, const Slip& slip) { return block < slip.block; };
    const auto next = std::upper_bound(m_slips.begin(), m_slips.end(), index, isBefore);
    Around around{0, static_cast<uint64_t>(next - m_slips.begin()), regionEnd};
    if (next != m_slips.begin() && std::prev(next)->region == region)
    {
        around.shift = std::prev(next)->shift;
        around.passed -= around.shift / m_unit;
    }
    if (next != m_slips.end())
    {
        around.nextSlip = std::min(regionEnd, next->block);
    }
    return around;
}

DiskLocation
DiskZoneLayout::Locate(uint64_t block) const
{
    const auto index = block + m_reserved;
    const auto region = m_regionSectors == m_sectors ? 0 : index / m_regionBlocks;
    const auto around = GetAround(index, region);
    auto place = index + region * (m_regionSectors - m_regionBlocks) + around.shift;
    auto passed = around.passed;
    auto run = around.nextSlip - index;
    if (!m_remaps.empty() && ApplyRemap(place, run))
    {
        passed = CountSlips(place / m_regionSectors * m_regionSectors);
    }
    auto location = GetLocation(place, passed);
    location.run = std::min({run, m_blocks - block, uint64_t{m_sectorsPerTrack} - location.sector});
    return location;
}

bool
DiskZoneLayout::ApplyRemap(uint64_t& place, uint64_t& run) const
{
    const auto isBefore = [](uint64_t p, const Remap& remap) { return p < remap.from; };
    const auto next = std::upper_bound(m_remaps.begin(), m_remaps.end(), place, isBefore);
    if (next != m_remaps.begin() && place - std::prev(next)->from < m_unit)
    {
        const auto offset = place - std::prev(next)->from;
        run = std::min(run, m_unit - offset);
        place = std::prev(next)->to + offset;
        return true;
    }
    if (next != m_remaps.end())
    {
        run = std::min(run, next->from - place);
    }
    return false;
}

DiskLocation
DiskZoneLayout::GetLocation(uint64_t place, uint64_t passed) const
{
    const auto track = place / m_sectorsPerTrack;
    const auto cylinder = static_cast<uint32_t>(track) / m_heads;
    auto angle = m_offset + (track - cylinder) * m_trackSkew + cylinder * m_cylinderSkew;
    if (m_slipsTurn)
    {
        angle += passed % m_sectorsPerTrack * DiskSpindle::REVOLUTION / m_sectorsPerTrack;
    }

    DiskLocation location;
    location.track.cylinder = m_firstCylinder + cylinder;
    location.track.head =
        SwapHead(location.track.cylinder, static_cast<uint32_t>(track) - cylinder * m_heads);
    location.sector = place - track * m_sectorsPerTrack;
    location.sectorsPerTrack = m_sectorsPerTrack;
    location.trackAngle = angle % DiskSpindle::REVOLUTION;
    return location;
}

uint32_t
DiskZoneLayout::SwapHead(uint32_t cylinder, uint32_t head) const
{
    if (m_mapping == DiskMapping::CONVENTIONAL)
    {
        return head;
    }
    const auto first = m_mapping == DiskMapping::SERPENTINE ? m_firstCylinder : 0;
    return (cylinder - first) % 2 == 0 ? head : m_heads - 1 - head;
}

uint64_t
DiskZoneLayout::CountSlips(uint64_t place) const
{
    const auto isBefore = [](const Slip& slip, uint64_t p) { return slip.place < p; };
    return std::lower_bound(m_slips.begin(), m_slips.end(), place, isBefore) - m_slips.begin();
}

uint64_t
DiskZoneLayout::CountBlocks(uint64_t place) const
{
    const auto region = place / m_regionSectors;
    const auto slips = CountSlips(place);
    const bool isMoved = slips > 0 && m_slips[slips - 1].region == region;
    const auto shift = isMoved ? m_slips[slips - 1].shift : 0;
    const auto block = place - region * m_regionSectors - shift;
    return region * m_regionBlocks + std::min(block, m_regionBlocks);
}

std::optional<uint64_t>
DiskZoneLayout::GetRemapOrigin(uint64_t place) const
{
    uint64_t run = 0;
    auto target = place;
    if (ApplyRemap(target, run))
    {
        return std::nullopt;
    }
    const auto isBefore = [](uint64_t p, const Remap& remap) { return p < remap.to; };
    const auto next = std::upper_bound(m_origins.begin(), m_origins.end(), place, isBefore);
    if (next != m_origins.begin() && place - std::prev(next)->to < m_unit)
    {
        return std::prev(next)->from + (place - std::prev(next)->to);
    }
    return place;
}

std::optional<uint64_t>
DiskZoneLayout::FindBlock(const DiskTrack& track, uint32_t sector) const
{
    const uint64_t cylinder = track.cylinder - m_firstCylinder;
    const auto number = cylinder * m_heads + SwapHead(track.cylinder, track.head);
    return FindBlock(number * m_sectorsPerTrack + sector);
}

std::optional<uint64_t>
DiskZoneLayout::FindBlock(uint64_t place) const
{
    const auto origin = GetRemapOrigin(place);
    if (!origin)
    {
        return std::nullopt;
    }
    // Before a slip or a spare there are as many blocks as before the next block: that is
    // elsewhere.
    const auto index = CountBlocks(*origin);
    if (index < m_reserved || index - m_reserved >= m_blocks || GetHome(index) != *origin)
    {
        return std::nullopt;
    }
    return index - m_reserved;
}

uint64_t
DiskZoneLayout::GetHome(uint64_t index) const
{
    const auto region = index / m_regionBlocks;
    return index + region * (m_regionSectors - m_regionBlocks) + GetAround(index, region).shift;
}

uint64_t
DiskZoneLayout::GetEnd(uint64_t block, uint32_t tracks) const
{
    const auto sectors = uint64_t{tracks} * m_sectorsPerTrack;
    const auto end = (GetHome(block + m_reserved) / sectors + 1) * sectors;
    return std::min(CountBlocks(end) - m_reserved, m_blocks);
}

} // namespace ns3
