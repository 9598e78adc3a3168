/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-alpa.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace ns3
{

std::optional<uint8_t>
GetFcalAlpaRank(uint8_t alpa)
{
    if (!IsFcalAlpa(alpa))
    {
        return std::nullopt;
    }
    const auto place = std::lower_bound(FCAL_ALPA_TABLE.begin(), FCAL_ALPA_TABLE.end(), alpa);
    return place - FCAL_ALPA_TABLE.begin();
}

std::optional<uint8_t>
GetFcalAlpaOfHardAddress(uint8_t address)
{
    if (address >= FCAL_ALPA_COUNT)
    {
        return std::nullopt;
    }
    return FCAL_ALPA_TABLE[FCAL_ALPA_COUNT - 1 - address];
}

std::optional<uint8_t>
GetFcalHardAddress(uint8_t alpa)
{
    const auto rank = GetFcalAlpaRank(alpa);
    return rank ? std::optional<uint8_t>(FCAL_ALPA_COUNT - 1 - *rank) : std::nullopt;
}

std::string
FormatFcalAlpa(uint8_t alpa)
{
    std::ostringstream text;
    text << std::hex << std::uppercase << std::setfill('0') << std::setw(2) << +alpa << 'h';
    return text.str();
}

} // namespace ns3
