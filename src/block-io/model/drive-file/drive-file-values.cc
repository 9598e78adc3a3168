/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "drive-file-values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

namespace ns3
{

namespace
{

constexpr long double MAX_TIME_NS = 1e10L; //!< longest time

} // namespace

DriveFileValues::DriveFileValues(const LineReader& lines,
                                 const std::vector<std::string_view>& fields)
    : m_lines(lines),
      m_fields(fields)
{
}

std::size_t
DriveFileValues::GetCount() const
{
    return m_fields.size() - 1;
}

uint64_t
DriveFileValues::GetInteger(std::size_t index, const char* name, uint64_t max) const
{
    return m_lines.ParseInteger(m_fields[index + 1], name, max);
}

double
DriveFileValues::GetNumber(std::size_t index, const char* name, double max) const
{
    return static_cast<double>(m_lines.ParseNumber(m_fields[index + 1], name, max));
}

Time
DriveFileValues::GetTime(std::size_t index, const char* name, Time::Unit unit) const
{
    const auto perUnit = static_cast<long double>(Time::FromInteger(1, unit).GetNanoSeconds());
    return NanoSeconds(std::llround(
        m_lines.ParseNumber(m_fields[index + 1], name, MAX_TIME_NS / perUnit) * perUnit));
}

Time
DriveFileValues::GetSignedTime(std::size_t index, const char* name) const
{
    const auto field = m_fields[index + 1];
    const auto sign = field.starts_with('-') ? -1 : 1;
    const auto ms = m_lines.ParseNumber(field.substr(sign < 0 ? 1 : 0), name, MAX_TIME_NS / 1e6L);
    return NanoSeconds(std::llround(ms * 1e6L) * sign);
}

std::size_t
DriveFileValues::GetWord(std::size_t index,
                         const char* name,
                         const std::vector<std::string>& words) const
{
    const auto found = std::find(words.begin(), words.end(), m_fields[index + 1]);
    if (found == words.end())
    {
        std::string allowed;
        for (const auto& word : words)
        {
            allowed += (allowed.empty() ? "" : ", ") + word;
        }
        Fail(std::string(name) + " is '" + std::string(m_fields[index + 1]) +
             "', not one of: " + allowed);
    }
    return found - words.begin();
}

void
DriveFileValues::Fail(const std::string& message) const
{
    m_lines.Fail(message);
}

std::string
DriveFileValues::Print(double number)
{
    char text[32];
    const auto end =
        std::to_chars(std::begin(text), std::end(text), number, std::chars_format::general).ptr;
    return {text, end};
}

std::string
DriveFileValues::Print(const Time& time, Time::Unit unit)
{
    return Print(static_cast<double>(time.GetNanoSeconds()) /
                 static_cast<double>(Time::FromInteger(1, unit).GetNanoSeconds()));
}

} // namespace ns3
