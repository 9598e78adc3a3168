/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-line-rate.h"

#include "fc-8b10b.h"

#include "ns3/assert.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <sstream>

namespace ns3
{

namespace
{

/// The line rates that carry 8b/10b code (FC-PI-4), baud.
constexpr std::array<uint64_t, 4> LINE_RATES{1062500000, 2125000000, 4250000000, 8500000000};

} // namespace

FcLineRate::FcLineRate(DataRate baud)
    : m_baud(baud)
{
    const auto bits = baud.GetBitRate();
    if (std::find(LINE_RATES.begin(), LINE_RATES.end(), bits) == LINE_RATES.end())
    {
        std::ostringstream message;
        message << "line rate " << baud << ": must be 1.0625, 2.125, 4.25 or 8.5 Gb/s";
        throw UserError(message.str());
    }
    constexpr uint64_t BITS_TIMES_NANOSECONDS =
        1000000000ULL * FC_WORD_CHARACTERS * FC_CHARACTER_BITS;
    const auto divisor = std::gcd(BITS_TIMES_NANOSECONDS, bits);
    m_nanosecondsNumerator = BITS_TIMES_NANOSECONDS / divisor;
    m_wordsDenominator = bits / divisor;
}

DataRate
FcLineRate::GetBaud() const
{
    return m_baud;
}

Time
FcLineRate::GetTime(uint64_t words) const
{
    const auto twice = 2 * words * m_nanosecondsNumerator;
    return NanoSeconds((twice + m_wordsDenominator) / (2 * m_wordsDenominator));
}

uint64_t
FcLineRate::GetWholeWords(Time time) const
{
    NS_ASSERT_MSG(!time.IsStrictlyNegative(), "the time is negative");
    return time.GetNanoSeconds() * m_wordsDenominator / m_nanosecondsNumerator;
}

} // namespace ns3
