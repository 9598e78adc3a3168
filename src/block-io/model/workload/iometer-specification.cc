/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iometer-specification.h"

#include "ns3/line-reader.h"
#include "ns3/user-error.h"

#include <cmath>
#include <limits>

namespace ns3
{

namespace
{

constexpr const char* COLUMNS =
    "size, % of size, % reads, % random, delay, burst, align, reply"; //!< of a line

} // namespace

void
IometerSpecification::AddLine(const LineReader& lines)
{
    const auto fields = lines.Split(",", true);
    if (fields.size() != 8)
    {
        lines.Fail("expected 8 numbers, " + std::string(COLUMNS) + ", found " +
                   std::to_string(fields.size()));
    }
    constexpr auto MOST = std::numeric_limits<uint32_t>::max();
    Line line;
    line.size = lines.ParseInteger(fields[0], "size", MOST);
    line.share = static_cast<double>(lines.ParseNumber(fields[1], "% of size", 100));
    line.readPercent = static_cast<double>(lines.ParseNumber(fields[2], "% reads", 100));
    line.randomPercent = static_cast<double>(lines.ParseNumber(fields[3], "% random", 100));
    line.delay = MilliSeconds(lines.ParseInteger(fields[4], "delay", MOST));
    line.burst = lines.ParseInteger(fields[5], "burst", MOST);
    line.alignment = lines.ParseInteger(fields[6], "align", MOST);
    if (line.size == 0 || line.burst == 0)
    {
        lines.Fail(line.size == 0 ? "size is 0" : "burst is 0");
    }
    if (lines.ParseInteger(fields[7], "reply", MOST) != 0)
    {
        lines.Fail("reply is not 0, which is for networks and not for disks");
    }
    this->lines.push_back(line);
}

void
IometerSpecification::Check(const std::string& fileName) const
{
    double sum = 0;
    for (const auto& line : this->lines)
    {
        sum += line.share;
    }
    if (sum != 100)
    {
        throw UserError(fileName + ": the % of size of \"" + name + "\" is " +
                        std::to_string(std::llround(sum)) + " in total, not 100");
    }
}

} // namespace ns3
