/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-option.h"

#include "ns3/string.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <sstream>
#include <utility>

namespace ns3
{

namespace
{

/**
 * @param text some text
 * @return it without blanks around it
 */
std::string
Trim(const std::string& text)
{
    const auto first = text.find_first_not_of(" \t");
    return first == std::string::npos
               ? ""
               : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/**
 * @param text some text
 * @return it in lower case
 */
std::string
ToLower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char letter) {
        return std::tolower(letter);
    });
    return text;
}

/**
 * @param text parts with colons between them, each of up to two values with a slash between them
 * @return the values of each part; the second is empty where there is none
 */
std::vector<std::pair<std::string, std::string>>
SplitPairs(const std::string& text)
{
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const auto& part : SplitString(text, ":"))
    {
        const auto slash = part.find('/');
        const auto behind = slash == std::string::npos ? "" : part.substr(slash + 1);
        pairs.emplace_back(Trim(part.substr(0, slash)), Trim(behind));
    }
    return pairs;
}

/**
 * Cut the number off the beginning of a text.
 *
 * @param text a number and a unit
 * @param base 10 or 16
 * @param number gets the number
 * @return the unit in lower case, nothing if there is no number
 */
std::optional<std::string>
CutNumber(const std::string& text, int base, uint64_t& number)
{
    const auto* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number, base);
    if (result.ec != std::errc())
    {
        return std::nullopt;
    }
    return ToLower({result.ptr, end});
}

} // namespace

FioOption::FioOption(const std::string& file, uint32_t line, std::string_view text)
    : m_file(file),
      m_line(line)
{
    const std::string meant(text.substr(0, text.find_first_of(";#")));
    const auto equals = meant.find('=');
    m_key = Trim(meant.substr(0, equals));
    m_text = equals == std::string::npos ? "1" : Trim(meant.substr(equals + 1));
}

void
FioOption::SetKbBase(uint32_t kbBase)
{
    m_kbBase = kbBase;
}

void
FioOption::Substitute()
{
    for (auto begin = m_text.find("${"); begin != std::string::npos; begin = m_text.find("${"))
    {
        const auto end = m_text.find('}', begin);
        const auto name = m_text.substr(begin + 2, end - std::min(end, begin + 2));
        const auto* value = end == std::string::npos ? nullptr : std::getenv(name.c_str());
        if (value == nullptr)
        {
            Reject("known: the environment variable '" + name + "' is not set");
        }
        m_text.replace(begin, end - begin + 1, value);
    }
}

const std::string&
FioOption::GetFile() const
{
    return m_file;
}

uint32_t
FioOption::GetLine() const
{
    return m_line;
}

const std::string&
FioOption::GetKey() const
{
    return m_key;
}

const std::string&
FioOption::GetText() const
{
    return m_text;
}

void
FioOption::Reject(const std::string& what) const
{
    throw UserError(m_file, m_line, m_key + " is '" + m_text + "', not " + what);
}

bool
FioOption::GetFlag() const
{
    return GetInteger(0, 1) == 1;
}

uint64_t
FioOption::GetInteger(uint64_t low, uint64_t high) const
{
    uint64_t number = 0;
    const auto unit = CutNumber(m_text, 10, number);
    if (unit != "" || number < low || number > high)
    {
        Reject("a whole number from " + std::to_string(low) + " to " + std::to_string(high));
    }
    return number;
}

bool
FioOption::ParseBytes(const std::string& text, uint64_t& bytes) const
{
    const bool isHexadecimal = text.starts_with("0x") || text.starts_with("0X");
    const auto unit = CutNumber(text.substr(isHexadecimal ? 2 : 0), isHexadecimal ? 16 : 10, bytes);
    if (!unit)
    {
        return false;
    }
    auto rest = *unit;
    if (rest.ends_with('b'))
    {
        rest.pop_back();
    }
    const std::string prefixes = "kmgtp";
    const auto power = rest.empty() ? std::string::npos : prefixes.find(rest.front());
    if (power == std::string::npos || (rest.size() > 1 && rest.substr(1) != "i"))
    {
        return rest.empty();
    }
    // With an i it is the other of the two bases: fio has them the wrong way round by default.
    const uint64_t base = rest.size() == 1 ? m_kbBase : 2024 - m_kbBase;
    for (std::size_t i = 0; i <= power; ++i)
    {
        if (bytes > std::numeric_limits<uint64_t>::max() / base)
        {
            return false;
        }
        bytes *= base;
    }
    return true;
}

uint32_t
FioOption::GetBlockSize(const std::string& text) const
{
    uint64_t bytes = 0;
    if (!ParseBytes(text, bytes) || bytes == 0 || bytes > std::numeric_limits<uint32_t>::max())
    {
        Reject("made of block sizes above 0 such as 4096 or 4k");
    }
    return static_cast<uint32_t>(bytes);
}

FioLength
FioOption::GetLength() const
{
    FioLength length;
    length.isPercent = m_text.ends_with('%');
    const auto number = m_text.substr(0, m_text.size() - (length.isPercent ? 1 : 0));
    if (!ParseBytes(number, length.value) || (length.isPercent && length.value > 100))
    {
        Reject("a size such as 64m or 20%");
    }
    return length;
}

uint64_t
FioOption::GetBytes(const std::string& text) const
{
    uint64_t bytes = 0;
    if (!ParseBytes(text, bytes))
    {
        Reject("made of sizes such as 4096 or 4k");
    }
    return bytes;
}

Time
FioOption::GetTime() const
{
    return ParseTime(1000000);
}

Time
FioOption::GetShortTime() const
{
    return ParseTime(1);
}

Time
FioOption::ParseTime(int64_t unit) const
{
    const std::pair<const char*, int64_t> units[] = {{"", unit},
                                                     {"s", 1000000},
                                                     {"ms", 1000},
                                                     {"msec", 1000},
                                                     {"us", 1},
                                                     {"usec", 1},
                                                     {"m", 60000000},
                                                     {"h", 3600000000},
                                                     {"d", 86400000000}};
    uint64_t number = 0;
    const auto given = CutNumber(m_text, 10, number);
    for (const auto& [name, microseconds] : units)
    {
        if (given == name && number <= 1000000000000000 / static_cast<uint64_t>(microseconds))
        {
            return MicroSeconds(static_cast<int64_t>(number) * microseconds);
        }
    }
    Reject("a time such as 30, 30s, 5m or 500ms, 1000000000 s at most");
}

std::array<std::string, 2>
FioOption::GetPair() const
{
    const auto parts = SplitString(m_text, ",");
    if (parts.size() > 3)
    {
        Reject("a value, or up to three with commas between them for reads, writes and trims");
    }
    return {Trim(parts[0]), Trim(parts[parts.size() > 1 ? 1 : 0])};
}

std::vector<FioJob::Share>
FioOption::GetShares(const std::string& text) const
{
    std::vector<FioJob::Share> shares;
    double sum = 0;
    double blanks = 0;
    for (const auto& [size, percent] : SplitPairs(text))
    {
        FioJob::Share share;
        share.size = GetBlockSize(size);
        share.percent =
            percent.empty() ? -1 : GetNumber(percent, "percentages from 0 to 100", 0, 100);
        sum += std::max(share.percent, 0.0);
        blanks += percent.empty() ? 1 : 0;
        shares.push_back(share);
    }
    if (sum > 100 || (blanks == 0 && sum != 100))
    {
        Reject("percentages that add up to 100");
    }
    for (auto& share : shares)
    {
        share.percent = share.percent < 0 ? (100 - sum) / blanks : share.percent;
    }
    std::erase_if(shares, [](const auto& share) { return share.percent == 0; });
    return shares;
}

FioJob::SizeRange
FioOption::GetSizeRange(const std::string& text) const
{
    const auto dash = text.find('-');
    if (dash == std::string::npos)
    {
        Reject("made of ranges of sizes such as 4k-64k");
    }
    const FioJob::SizeRange range = {GetBlockSize(Trim(text.substr(0, dash))),
                                     GetBlockSize(Trim(text.substr(dash + 1)))};
    if (range.least > range.most)
    {
        Reject("made of ranges whose first size is the smaller one");
    }
    return range;
}

std::vector<FioJob::Zone>
FioOption::GetZones(const std::string& text) const
{
    std::vector<FioJob::Zone> zones;
    double accesses = 0;
    double space = 0;
    for (const auto& [percent, size] : SplitPairs(text))
    {
        FioJob::Zone zone;
        zone.accesses = GetNumber(percent, "made of percentages", 0, 100);
        // The last part may leave out its share of the space: it gets the rest.
        zone.space = size.empty() ? 100 - space : GetNumber(size, "made of percentages", 0, 100);
        accesses += zone.accesses;
        space += zone.space;
        zones.push_back(zone);
    }
    if (accesses != 100 || space != 100)
    {
        Reject("pairs of percentages that each add up to 100, such as 60/10:40/90");
    }
    return zones;
}

double
FioOption::GetNumber(const std::string& text,
                     const std::string& what,
                     double low,
                     double high) const
{
    std::istringstream stream(text);
    double number = 0;
    stream >> number;
    if (stream.fail() || !stream.eof() || !(number >= low) || !(number <= high))
    {
        Reject(what);
    }
    return number;
}

} // namespace ns3
