/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-writer.h"

#include "blkparse-trace-writer.h"
#include "column-trace-writer.h"
#include "fio-trace-writer.h"
#include "user-error.h"

#include "ns3/assert.h"

#include <charconv>

namespace ns3
{

namespace
{

/// Bytes that are handed to the file at a time.
constexpr std::size_t BLOCK = 1 << 16;

/// Most digits of a number.
constexpr std::size_t MAX_DIGITS = 20;

} // namespace

std::unique_ptr<TraceWriter>
TraceWriter::Open(const std::string& fileName, const TraceOptions& options)
{
    auto known = options;
    if (known.format == TraceFormat::RECOGNISED)
    {
        known.format =
            options.columns.empty() ? TraceFormatInfo::Guess(fileName) : TraceFormat::COLUMNS;
    }
    if (known.format == TraceFormat::RECOGNISED)
    {
        throw UserError(fileName + ": the name tells no format: name one, or let it end in .csv, "
                                   ".spc, .msr.csv and the like");
    }
    auto writer = Make(known);
    writer->m_file = std::make_unique<ResultFile>(fileName);
    return writer;
}

std::unique_ptr<TraceWriter>
TraceWriter::Open(const TraceOptions& options)
{
    return Make(options);
}

std::unique_ptr<TraceWriter>
TraceWriter::Make(const TraceOptions& options)
{
    std::unique_ptr<TraceWriter> writer;
    switch (options.format)
    {
    case TraceFormat::BLKPARSE:
        writer = std::make_unique<BlkparseTraceWriter>(options.event);
        break;
    case TraceFormat::FIO2:
    case TraceFormat::FIO3:
        writer = std::make_unique<FioTraceWriter>(options.format);
        break;
    case TraceFormat::COLUMNS:
        writer = std::make_unique<ColumnTraceWriter>(TraceColumns::Parse(options.columns));
        break;
    default:
        writer = std::make_unique<ColumnTraceWriter>(TraceColumns::Get(options.format));
        break;
    }
    writer->m_format = options.format;
    return writer;
}

void
TraceWriter::Write(const TraceRecord& record)
{
    if (!m_hasBegun)
    {
        m_hasBegun = true;
        Begin(m_text);
    }
    NS_ASSERT_MSG(record.timeNs >= m_lastTime, "records come in the order of their times");
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
