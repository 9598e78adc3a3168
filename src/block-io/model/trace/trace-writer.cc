/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-writer.h"

#include "ns3/assert.h"

#include <charconv>
#include <utility>

namespace ns3
{

namespace
{

/// Bytes that are handed to the file at a time.
constexpr std::size_t BLOCK = 1 << 16;

/// Most digits of a number.
constexpr std::size_t MAX_DIGITS = 20;

} // namespace

TraceWriter::TraceWriter(TraceFormat format)
    : m_format(format)
{
}

void
TraceWriter::SetFile(std::unique_ptr<ResultFile> file)
{
    m_file = std::move(file);
}

void
TraceWriter::Write(const TraceRecord& record)
{
    if (!m_hasBegun)
    {
        m_hasBegun = true;
        Begin(m_text);
    }
    NS_ASSERT_MSG(record.timeNs >= m_lastTime, "records must be in order of time");
    m_lastTime = record.timeNs;
    Format(record, m_text);
    if (m_file && m_text.size() >= BLOCK)
    {
        m_file->Write(m_text);
        m_text.clear();
    }
}

void
TraceWriter::Commit()
{
    if (!m_hasBegun)
    {
        m_hasBegun = true;
        Begin(m_text);
    }
    End(m_text);
    if (m_file)
    {
        m_file->Write(m_text);
        m_text.clear();
        m_file->Commit();
    }
}

TraceFormat
TraceWriter::GetFormat() const
{
    return m_format;
}

const std::string&
TraceWriter::GetText() const
{
    return m_text;
}

void
TraceWriter::Begin(std::string&)
{
}

void
TraceWriter::End(std::string&)
{
}

void
TraceWriter::Append(uint64_t value, std::string& text)
{
    char digits[MAX_DIGITS];
    text.append(digits, std::to_chars(digits, digits + MAX_DIGITS, value).ptr);
}

void
TraceWriter::AppendTime(int64_t ns, uint64_t unit, uint32_t decimals, std::string& text)
{
    const auto value = static_cast<uint64_t>(ns);
    Append(value / unit, text);
    if (decimals > 0)
    {
        char digits[MAX_DIGITS];
        const auto* end = std::to_chars(digits, digits + MAX_DIGITS, value % unit).ptr;
        const auto length = static_cast<std::size_t>(end - digits);
        text += '.';
        text.append(decimals - length, '0');
        text.append(digits, length);
    }
}

} // namespace ns3
