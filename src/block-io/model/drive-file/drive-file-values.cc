/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "drive-file-values.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

constexpr double MAX_VALUE_MS = 10000; //!< longest time

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
DriveFileValues::GetTime(std::size_t index, const char* name) const
{
    return NanoSeconds(
        std::llround(m_lines.ParseNumber(m_fields[index + 1], name, MAX_VALUE_MS) * 1e6L));
}

Time
DriveFileValues::GetMicroseconds(std::size_t index, const char* name) const
{
    return NanoSeconds(
        std::llround(m_lines.ParseNumber(m_fields[index + 1], name, MAX_VALUE_MS * 1e3) * 1e3L));
}

Time
DriveFileValues::GetSignedTime(std::size_t index, const char* name) const
{
    const auto field = m_fields[index + 1];
    const auto sign = field.starts_with('-') ? -1 : 1;
    const auto ms = m_lines.ParseNumber(field.substr(sign < 0 ? 1 : 0), name, MAX_VALUE_MS);
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

} // namespace ns3
