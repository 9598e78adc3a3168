/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-alpa-map.h"

#include "ns3/assert.h"

#include <algorithm>
#include <bit>

namespace ns3
{

namespace
{

/// The L bit in the first byte.
constexpr uint8_t L_BIT = 0x80;

/**
 * @param bit a bit of the map
 * @return the bit in its byte
 */
uint8_t
GetMask(uint8_t bit)
{
    return L_BIT >> bit % 8;
}

} // namespace

std::optional<uint8_t>
GetFcalMapBit(uint8_t alpa)
{
    const auto rank = GetFcalAlpaRank(alpa);
    return rank ? std::optional<uint8_t>(*rank + 1) : std::nullopt;
}

FcalAlpaMap::FcalAlpaMap(const std::array<uint8_t, SIZE>& bytes)
    : m_bytes(bytes)
{
}

const std::array<uint8_t, FcalAlpaMap::SIZE>&
FcalAlpaMap::GetBytes() const
{
    return m_bytes;
}

bool
FcalAlpaMap::Has(uint8_t alpa) const
{
    const auto bit = GetFcalMapBit(alpa);
    return bit && (m_bytes[*bit / 8] & GetMask(*bit));
}

void
FcalAlpaMap::Assign(uint8_t alpa)
{
    const auto bit = GetFcalMapBit(alpa);
    NS_ASSERT_MSG(bit, +alpa << " is not an AL_PA");
    m_bytes[*bit / 8] |= GetMask(*bit);
}

std::optional<uint8_t>
FcalAlpaMap::FindFree() const
{
    // The first address is the FL_Port's.
    const auto free = std::find_if(FCAL_ALPA_TABLE.begin() + 1,
                                   FCAL_ALPA_TABLE.end(),
                                   [this](uint8_t alpa) { return !Has(alpa); });
    return free == FCAL_ALPA_TABLE.end() ? std::nullopt : std::optional(*free);
}

uint32_t
FcalAlpaMap::GetCount() const
{
    uint32_t count = 0;
    for (const auto byte : m_bytes)
    {
        count += std::popcount(byte);
    }
    return count - IsLoginRequired();
}

bool
FcalAlpaMap::IsLoginRequired() const
{
    return m_bytes[0] & L_BIT;
}

void
FcalAlpaMap::RequireLogin()
{
    m_bytes[0] |= L_BIT;
}

} // namespace ns3
