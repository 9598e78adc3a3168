/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iometer-specification.h"

#include "ns3/block-io-file-or-text.h"
#include "ns3/block-io-user-error.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <string_view>

namespace ns3
{

namespace
{

constexpr const char* SECTION = "'access specifications";  //!< begins the section
constexpr const char* END = "'end access specifications";  //!< ends it
constexpr const char* NAME = "'access specification name"; //!< a name is in the next line
constexpr const char* COLUMNS =
    "size, % of size, % reads, % random, delay, burst, align, reply"; //!< of a line

/**
 * @param line a line
 * @param begin how a line may begin, in lower case
 * @return true if it does, in whatever case
 */
bool
BeginsWith(std::string_view line, std::string_view begin)
{
    return line.size() >= begin.size() &&
           std::equal(begin.begin(), begin.end(), line.begin(), [](char known, unsigned char it) {
               return known == std::tolower(it);
           });
}

} // namespace

IometerSpecification
IometerSpecification::Read(const std::string& file, const std::string& name)
{
    const auto lines = OpenBlockIoFileOrText(file, "IOMeter file");
    const auto all = ReadAll(*lines);
    std::string names;
    for (const auto& one : all)
    {
        if (one.name == name || (name.empty() && all.size() == 1))
        {
            return one;
        }
        names += (names.empty() ? "" : "; ") + one.name;
    }
    const auto which = name.empty() ? "it has several specifications; choose one by name"
                                    : "there is no specification \"" + name + "\"";
    throw BlockIoUserError(lines->GetFileName() + ": it has " + which + ": " + names);
}

std::vector<IometerSpecification>
IometerSpecification::ReadAll(BlockLineReader& lines)
{
    std::vector<IometerSpecification> all;
    bool isInside = false;
    bool isName = false;
    while (lines.Next() && !(isInside && BeginsWith(lines.GetLine(), END)))
    {
        const auto line = lines.GetLine();
        if (!isInside)
        {
            isInside = BeginsWith(line, SECTION);
        }
        else if (line.front() == '\'')
        {
            isName = BeginsWith(line, NAME);
        }
        else if (isName)
        {
            all.emplace_back();
            all.back().name = line.substr(0, line.rfind(','));
            isName = false;
        }
        else if (all.empty())
        {
            lines.Fail("a line of an access specification that has no name yet");
        }
        else
        {
            all.back().AddLine(lines);
        }
    }
    if (all.empty())
    {
        throw BlockIoUserError(lines.GetFileName() +
                               ": it has no access specification, below 'ACCESS SPECIFICATIONS");
    }
    for (const auto& one : all)
    {
        one.Check(lines);
    }
    return all;
}

void
IometerSpecification::AddLine(const BlockLineReader& lines)
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
IometerSpecification::Check(const BlockLineReader& lines) const
{
    double sum = 0;
    for (const auto& line : this->lines)
    {
        sum += line.share;
    }
    if (sum != 100)
    {
        throw BlockIoUserError(lines.GetFileName() + ": the % of size of \"" + name + "\" is " +
                               std::to_string(std::llround(sum)) + " in total, not 100");
    }
}

} // namespace ns3
