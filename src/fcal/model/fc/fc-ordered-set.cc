/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-ordered-set.h"

#include <iomanip>
#include <sstream>
#include <utility>

namespace ns3
{

namespace
{

/// The ordered sets that have one name whatever the addresses. SOFil cannot be told from SOFi3.
constexpr std::array<std::pair<FcOrderedSet, const char*>, 10> FIXED_NAMES{{
    {FC_SOFI3, "SOFi3"},
    {FC_SOFN3, "SOFn3"},
    {FC_EOFN_NEGATIVE, "EOFn"},
    {FC_EOFN_POSITIVE, "EOFn"},
    {FC_EOFT_NEGATIVE, "EOFt"},
    {FC_EOFT_POSITIVE, "EOFt"},
    {FC_IDLE, "IDLE"},
    {FC_R_RDY, "R_RDY"},
    {FC_CLS, "CLS"},
    {FC_DHD, "DHD"},
}};

/// The ordered sets that carry two addresses, by the byte behind K28.5.
constexpr std::array<std::pair<uint8_t, const char*>, 5> ADDRESSED_NAMES{{
    {MakeFcOpenHalfDuplex(0).GetBytes()[1], "OPN"},
    {MakeFcMark(0, 0).GetBytes()[1], "MRK"},
    {MakeFcLip(0, 0).GetBytes()[1], "LIP"},
    {MakeFcPortBypass(0, 0).GetBytes()[1], "LPB"},
    {MakeFcPortEnable(0, 0).GetBytes()[1], "LPE"},
}};

/**
 * @param byte a byte
 * @return its two hexadecimal digits
 */
std::string
Hex(uint8_t byte)
{
    std::ostringstream os;
    os << std::hex << std::uppercase << std::setfill('0') << std::setw(2) << +byte;
    return os.str();
}

} // namespace

std::string
GetFcOrderedSetName(const FcOrderedSet& set)
{
    for (const auto& [fixed, name] : FIXED_NAMES)
    {
        if (fixed == set)
        {
            return name;
        }
    }
    const auto& bytes = set.GetBytes();
    if (set == MakeFcArb(bytes[2]))
    {
        return "ARB(" + Hex(bytes[2]) + ")";
    }
    for (const auto& [second, name] : ADDRESSED_NAMES)
    {
        if (second == bytes[1])
        {
            std::ostringstream os;
            os << name << "(" << Hex(bytes[2]) << "," << Hex(bytes[3]) << ")";
            return os.str();
        }
    }
    return Hex(bytes[0]) + " " + Hex(bytes[1]) + " " + Hex(bytes[2]) + " " + Hex(bytes[3]);
}

std::ostream&
operator<<(std::ostream& os, const FcOrderedSet& set)
{
    return os << GetFcOrderedSetName(set);
}

} // namespace ns3
