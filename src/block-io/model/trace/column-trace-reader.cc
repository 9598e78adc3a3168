/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "column-trace-reader.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>

namespace ns3
{

namespace
{

/// Largest time, ns: it holds every Unix time of this century and fits 64 bits.
constexpr uint64_t MAX_TIME = 4000000000000000000;

/**
 * @param field a field
 * @return true if it is a letter or word for a read or write
 */
bool
IsOperation(std::string_view field)
{
    const auto is = [field](std::string_view word) {
        if (field.size() != 1 && field.size() != word.size())
        {
            return false;
        }
        for (std::size_t i = 0; i < field.size(); ++i)
        {
            if (std::tolower(static_cast<unsigned char>(field[i])) != word[i])
            {
                return false;
            }
        }
        return true;
    };
    return is("read") || is("write");
}

/**
 * @param field a field
 * @return true if it is a whole number in hexadecimal
 */
bool
IsHexadecimal(std::string_view field)
{
    uint64_t value = 0;
    const auto* end = field.data() + field.size();
    const auto result = std::from_chars(field.data(), end, value, 16);
    return result.ec == std::errc() && result.ptr == end;
}

/**
 * @param field a field
 * @return true if it begins as a decimal number
 */
bool
IsNumber(std::string_view field)
{
    return !field.empty() && std::isdigit(static_cast<unsigned char>(field.front()));
}

/**
 * @param field a field
 * @param operations how operations are written
 * @return true if it is one
 */
bool
LooksLikeOperation(std::string_view field, TraceColumns::Operations operations)
{
    switch (operations)
    {
    case TraceColumns::Operations::NUMBER:
        return field == "0" || field == "1";
    case TraceColumns::Operations::FLAGS:
        return IsHexadecimal(field);
    default:
        return IsOperation(field);
    }
}

} // namespace

ColumnTraceReader::ColumnTraceReader(std::unique_ptr<BlockLineReader> lines,
                                     Format format,
                                     TraceColumns columns)
    : TraceReader(std::move(lines), format),
      m_columns(std::move(columns))
{
    for (uint32_t i = 0; i < m_columns.skip; ++i)
    {
        SkipLine();
    }
    switch (m_columns.header)
    {
    case TraceColumns::Header::NONE:
        break;
    case TraceColumns::Header::MAY:
        if (m_columns.IsTitles(GetLines()))
        {
            SkipLine();
        }
        break;
    default:
        m_columns.Resolve(GetLines());
        SkipLine();
        break;
    }
    m_width = m_columns.titles.size();
}

bool
ColumnTraceReader::Recognises(const BlockLineReader& lines, const TraceColumns& columns)
{
    const auto& words = columns.Split(lines);
    if (columns.header == TraceColumns::Header::NAMES)
    {
        const auto& title = columns.fields[TraceColumns::TIME].title;
        return std::find(words.begin(), words.end(), title) != words.end();
    }
    if (words.size() < columns.titles.size() ||
        (words.size() > columns.titles.size() && !columns.mayBeWider))
    {
        return false;
    }
    if (columns.header == TraceColumns::Header::MAY && columns.IsTitles(lines))
    {
        return true;
    }
    for (std::size_t field = TraceColumns::TIME; field < TraceColumns::N_FIELDS; ++field)
    {
        if (!columns.Has(static_cast<TraceColumns::Field>(field)))
        {
            continue;
        }
        const auto word = words[columns.fields[field].place];
        const bool isIt = field == TraceColumns::OPERATION
                              ? LooksLikeOperation(word, columns.operations)
                              : IsNumber(word);
        if (!isIt)
        {
            return false;
        }
    }
    return true;
}

bool
ColumnTraceReader::Parse(const BlockLineReader& lines, TraceRecord& record)
{
    using Columns = TraceColumns;
    const auto& fields = m_columns.Split(lines);
    if (fields.size() < m_width || (fields.size() > m_width && !m_columns.mayBeWider))
    {
        lines.Fail("expected " + std::to_string(m_width) + " fields, " + GetExpectation() +
                   ", found " + std::to_string(fields.size()));
    }
    if (m_columns.constant != Columns::Column::ABSENT)
    {
        CheckConstant(fields[m_columns.constant]);
    }
    if (m_columns.Has(Columns::TIME))
    {
        record.timeNs = m_columns.fields[Columns::TIME].isFileTime
                            ? ParseFileTime(fields)
                            : ParseTime(fields, Columns::TIME);
    }
    record.operation = ParseOperation(fields[m_columns.fields[Columns::OPERATION].place]);
    constexpr uint64_t SECTOR = TraceRecord::SECTOR_SIZE;
    SetExtent(ParseBytes(fields, Columns::ADDRESS, TraceRecord::MAX_LBA * SECTOR),
              ParseBytes(fields, Columns::LENGTH, TraceRecord::MAX_SECTORS * SECTOR),
              m_columns.fields[Columns::LENGTH].title.c_str(),
              record);
    if (m_columns.Has(Columns::DEVICE))
    {
        const auto& column = m_columns.fields[Columns::DEVICE];
        record.device = lines.ParseInteger(fields[column.place], column.title.c_str(), UINT32_MAX);
    }
    if (m_columns.Has(Columns::OBSERVED))
    {
        record.observedNs = ParseTime(fields, Columns::OBSERVED);
    }
    if (m_columns.Has(Columns::THINK))
    {
        record.thinkNs = ParseTime(fields, Columns::THINK);
    }
    return true;
}

std::string
ColumnTraceReader::GetExpectation() const
{
    return m_columns.layout;
}

int64_t
ColumnTraceReader::ParseTime(const std::vector<std::string_view>& fields,
                             TraceColumns::Field field) const
{
    const auto& column = m_columns.fields[field];
    return GetLines().ParseScaled(fields[column.place],
                                  column.title.c_str(),
                                  column.unit,
                                  MAX_TIME / column.unit);
}

int64_t
ColumnTraceReader::ParseFileTime(const std::vector<std::string_view>& fields)
{
    const auto& column = m_columns.fields[TraceColumns::TIME];
    const auto ticks =
        GetLines().ParseInteger(fields[column.place],
                                column.title.c_str(),
                                TraceColumns::FILE_TIME_OF_1970 + MAX_TIME / column.unit);
    if (!m_hasEpoch)
    {
        m_hasEpoch = true;
        m_epoch = ticks >= TraceColumns::FILE_TIME_OF_1970 ? TraceColumns::FILE_TIME_OF_1970 : 0;
    }
    if (ticks < m_epoch || ticks - m_epoch > MAX_TIME / column.unit)
    {
        Fail(column.title + " is '" + std::to_string(ticks) +
             "', which does not fit the first: all times count from 1601, or all from about 0");
    }
    return static_cast<int64_t>((ticks - m_epoch) * column.unit);
}

BlockOperation
ColumnTraceReader::ParseOperation(std::string_view field) const
{
    bool isRead = false;
    bool isKnown = true;
    const char* expected = "R or W";
    switch (m_columns.operations)
    {
    case TraceColumns::Operations::LETTER:
    case TraceColumns::Operations::WORD:
        isKnown = IsOperation(field);
        isRead = isKnown && std::tolower(static_cast<unsigned char>(field.front())) == 'r';
        break;
    case TraceColumns::Operations::NUMBER:
        isKnown = field == "0" || field == "1";
        isRead = field == "0";
        expected = "0 (read) or 1 (write)";
        break;
    case TraceColumns::Operations::FLAGS:
        isRead = (GetLines().ParseInteger(field, "flags", UINT32_MAX, 16) & 1) != 0;
        break;
    }
    if (!isKnown)
    {
        Fail(m_columns.fields[TraceColumns::OPERATION].title + " is '" + std::string(field) +
             "', not " + expected);
    }
    return isRead ? BlockOperation::READ : BlockOperation::WRITE;
}

uint64_t
ColumnTraceReader::ParseBytes(const std::vector<std::string_view>& fields,
                              TraceColumns::Field field,
                              uint64_t max) const
{
    const auto& column = m_columns.fields[field];
    return GetLines().ParseInteger(fields[column.place], column.title.c_str(), max / column.unit) *
           column.unit;
}

void
ColumnTraceReader::CheckConstant(std::string_view field)
{
    if (m_constant.empty())
    {
        m_constant = field;
    }
    if (field != m_constant)
    {
        Fail(m_columns.titles[m_columns.constant] + " is '" + std::string(field) + "' but was '" +
             m_constant + "': the numbers of devices must come from one host");
    }
}

} // namespace ns3
