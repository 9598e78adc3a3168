/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "time-text.h"

#include <cstdint>
#include <iterator>

namespace ns3
{

void
AppendSeconds(Time time, std::string& text)
{
    constexpr uint64_t NS_PER_SECOND = 1000000000;
    constexpr int DECIMALS = 9;
    const auto ns = time.GetNanoSeconds();
    const bool isNegative = ns < 0;
    const auto size = isNegative ? -static_cast<uint64_t>(ns) : static_cast<uint64_t>(ns);
    // From the last digit on; printf takes ten times as long, and results are full of times.
    char digits[40];
    auto* begin = std::end(digits);
    const auto prepend = [&begin](uint64_t number) {
        *--begin = static_cast<char>('0' + number % 10);
    };
    auto decimals = size % NS_PER_SECOND;
    for (int i = 0; i < DECIMALS; ++i, decimals /= 10)
    {
        prepend(decimals);
    }
    *--begin = '.';
    auto seconds = size / NS_PER_SECOND;
    do
    {
        prepend(seconds);
        seconds /= 10;
    } while (seconds > 0);
    if (isNegative)
    {
        *--begin = '-';
    }
    text.append(begin, std::end(digits));
}

} // namespace ns3
