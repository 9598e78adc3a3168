/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-io-time-text.h"

#include <cinttypes>
#include <cstdint>
#include <cstdio>

namespace ns3
{

void
AppendBlockIoSeconds(Time time, std::string& text)
{
    constexpr uint64_t NS_PER_SECOND = 1000000000;
    const auto ns = time.GetNanoSeconds();
    const bool isNegative = ns < 0;
    // The sign stands in front of the whole: the seconds alone may be zero.
    const auto size = isNegative ? -static_cast<uint64_t>(ns) : static_cast<uint64_t>(ns);
    char digits[40];
    const auto length = std::snprintf(digits,
                                      sizeof(digits),
                                      "%s%" PRIu64 ".%09" PRIu64,
                                      isNegative ? "-" : "",
                                      size / NS_PER_SECOND,
                                      size % NS_PER_SECOND);
    text.append(digits, length);
}

} // namespace ns3
