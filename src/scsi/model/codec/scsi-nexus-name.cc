/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-nexus-name.h"

#include <charconv>
#include <cstddef>
#include <string_view>

namespace ns3
{

namespace
{

/// What stands in front of the target port.
constexpr std::string_view MARK = ",t,0x";
/// Digits of the target port.
constexpr std::size_t DIGITS = 4;
/// Characters that tell the target port, at the end of the name.
constexpr std::size_t SUFFIX = MARK.size() + DIGITS;

/**
 * @param nexus name of a nexus
 * @return true if it tells the target port
 */
bool
HasTargetPort(const std::string& nexus)
{
    return nexus.size() >= SUFFIX && nexus.compare(nexus.size() - SUFFIX, MARK.size(), MARK) == 0;
}

} // namespace

std::string
MakeScsiNexusName(const std::string& initiatorPort, uint16_t targetPort)
{
    static constexpr std::string_view HEX = "0123456789abcdef";
    if (targetPort <= 1)
    {
        return initiatorPort;
    }
    auto name = initiatorPort + std::string(MARK);
    for (int shift = 12; shift >= 0; shift -= 4)
    {
        name += HEX[targetPort >> shift & 0xf];
    }
    return name;
}

std::string
GetScsiInitiatorPort(const std::string& nexus)
{
    return HasTargetPort(nexus) ? nexus.substr(0, nexus.size() - SUFFIX) : nexus;
}

uint16_t
GetScsiTargetPort(const std::string& nexus)
{
    uint16_t port = 1;
    if (HasTargetPort(nexus))
    {
        const auto* end = nexus.data() + nexus.size();
        std::from_chars(end - DIGITS, end, port, 16);
    }
    return port;
}

} // namespace ns3
