/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "h2benchw-plan.h"

#include "ns3/assert.h"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace ns3
{

namespace
{

/**
 * @param settings what the user chooses
 * @return the phases in their order
 */
std::vector<H2benchwPhase>
FindPhases(const H2benchwPlan::Settings& settings)
{
    using enum H2benchwPhase;
    std::vector<H2benchwPhase> phases;
    const auto add = [&](bool wanted, const std::vector<H2benchwPhase>& group) {
        std::copy_if(group.begin(), group.end(), std::back_inserter(phases), [&](auto phase) {
            return wanted && (settings.writes || !IsH2benchwWrite(phase));
        });
    };
    add(settings.interfaceRequests > 0,
        {SEQUENTIAL_READ,
         READ_AHEAD,
         REPETITIVE_READ,
         SEQUENTIAL_WRITE,
         WRITE_CACHE,
         REPETITIVE_WRITE});
    add(settings.zones > 0, {SUSTAINED_READ, SUSTAINED_WRITE});
    add(settings.accesses > 0, {RANDOM_READ, RANDOM_WRITE});
    return phases;
}

/**
 * @param phase a phase
 * @return true if it is measured at zones
 */
bool
IsSustained(H2benchwPhase phase)
{
    return phase == H2benchwPhase::SUSTAINED_READ || phase == H2benchwPhase::SUSTAINED_WRITE;
}

} // namespace

H2benchwPlan::H2benchwPlan(const Settings& settings, uint64_t blockCount, uint32_t blockSize)
    : m_settings(settings),
      m_blockCount(blockCount),
      m_blockSize(blockSize),
      m_phases(FindPhases(settings))
{
}

std::string
H2benchwPlan::FindMistake() const
{
    std::ostringstream text;
    if (m_settings.requestBytes % m_blockSize != 0)
    {
        text << "BlockSize=" << m_settings.requestBytes
             << " is not a multiple of the device's block size, " << m_blockSize << " bytes";
    }
    else if (m_settings.interfaceRequests > 0 &&
             GetInterfaceLba() + 2 * GetInterfaceBlocks() > m_blockCount)
    {
        text << "InterfaceRequests=" << m_settings.interfaceRequests
             << " from Position=" << m_settings.position << " % on need "
             << 2 * GetInterfaceBlocks() << " blocks, but there are "
             << m_blockCount - GetInterfaceLba() << " of the device's " << m_blockCount;
    }
    else if (m_settings.zones > 0 && GetZoneBlocks() > m_blockCount)
    {
        text << "ZoneSize=" << m_settings.zoneBytes << " and the request before need "
             << GetZoneBlocks() << " blocks, but the device has " << m_blockCount;
    }
    return text.str();
}

const H2benchwPlan::Settings&
H2benchwPlan::GetSettings() const
{
    return m_settings;
}

uint64_t
H2benchwPlan::GetBlockCount() const
{
    return m_blockCount;
}

uint32_t
H2benchwPlan::GetBlockSize() const
{
    return m_blockSize;
}

const std::vector<H2benchwPhase>&
H2benchwPlan::GetPhases() const
{
    return m_phases;
}

uint32_t
H2benchwPlan::GetParts(H2benchwPhase phase) const
{
    if (IsRandom(phase))
    {
        return m_settings.accesses;
    }
    return IsSustained(phase) ? m_settings.zones : 1;
}

uint64_t
H2benchwPlan::GetRequests(H2benchwPhase phase) const
{
    if (IsRandom(phase))
    {
        return 1;
    }
    return 1 + (IsSustained(phase) ? m_settings.zoneBytes / m_settings.requestBytes
                                   : m_settings.interfaceRequests);
}

bool
H2benchwPlan::IsCounted(H2benchwPhase phase, uint64_t request) const
{
    return IsRandom(phase) || request > 0;
}

uint32_t
H2benchwPlan::GetBlocks(H2benchwPhase phase) const
{
    return IsRandom(phase) ? 1 : m_settings.requestBytes / m_blockSize;
}

bool
H2benchwPlan::IsRandom(H2benchwPhase phase)
{
    return phase == H2benchwPhase::RANDOM_READ || phase == H2benchwPhase::RANDOM_WRITE;
}

uint64_t
H2benchwPlan::GetLba(H2benchwPhase phase, uint32_t part, uint64_t request) const
{
    NS_ASSERT_MSG(!IsRandom(phase), phase << " goes anywhere");
    const auto offset = request * GetBlocks(phase);
    switch (phase)
    {
    case H2benchwPhase::REPETITIVE_READ:
    case H2benchwPhase::REPETITIVE_WRITE:
        return GetInterfaceLba();
    case H2benchwPhase::READ_AHEAD:
    case H2benchwPhase::WRITE_CACHE:
        // Behind what the phase before used, of which a cache may hold something.
        return GetInterfaceLba() + GetInterfaceBlocks() + offset;
    default:
        return (IsSustained(phase) ? GetZoneLba(part) : GetInterfaceLba()) + offset;
    }
}

uint64_t
H2benchwPlan::GetInterfaceBlocks() const
{
    return (uint64_t{m_settings.interfaceRequests} + 1) * (m_settings.requestBytes / m_blockSize);
}

uint64_t
H2benchwPlan::GetZoneBlocks() const
{
    return (m_settings.zoneBytes + m_settings.requestBytes) / m_blockSize;
}

uint64_t
H2benchwPlan::GetInterfaceLba() const
{
    const auto lba = static_cast<double>(m_blockCount) * (m_settings.position / 100);
    return std::min(static_cast<uint64_t>(lba), m_blockCount);
}

uint64_t
H2benchwPlan::GetZoneLba(uint32_t zone) const
{
    if (m_settings.zones < 2)
    {
        return 0;
    }
    const auto span = m_blockCount - GetZoneBlocks();
    const uint64_t steps = m_settings.zones - 1;
    // In two parts, because the product with a capacity need not fit.
    return span / steps * zone + span % steps * zone / steps;
}

} // namespace ns3
