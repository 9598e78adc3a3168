/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "column-trace-reader.h"

#include <algorithm>
#include <array>
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
 * @return true if it is a byte in hexadecimal
 */
bool
IsHexadecimal(std::string_view field)
{
    uint8_t value = 0;
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
 * @return true if it is a whole decimal number
 */
bool
IsWhole(std::string_view field)
{
    return !field.empty() && field.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Operation codes of SCSI for reads of 6, 10, 12 and 16 bytes; those of writes are two more.
constexpr std::array<uint64_t, 4> READ_CODES{0x08, 0x28, 0xa8, 0x88};

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
    case TraceColumns::Operations::READ_BIT:
        return field == "0" || field == "1";
    case TraceColumns::Operations::FLAGS:
    case TraceColumns::Operations::OPCODE:
        return IsHexadecimal(field);
    default:
        return IsOperation(field);
    }
}

/**
 * @param field a field of a format
 * @param columns the columns of the format
 * @param word what a line has there
 * @return true if it can be that
 */
bool
LooksLike(TraceColumns::Field field, const TraceColumns& columns, std::string_view word)
{
    const bool isOperation = field == TraceColumns::OPERATION;
    if (word.empty() && (isOperation || field == TraceColumns::OBSERVED))
    {
        return columns.mayBeBlank;
    }
    if (isOperation)
    {
        return LooksLikeOperation(word, columns.operations);
    }
    return columns.fields[field].isWhole ? IsWhole(word) : IsNumber(word);
}

} // namespace

ColumnTraceReader::ColumnTraceReader(std::unique_ptr<LineReader> lines,
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
        if (format == Format::COLUMNS)
        {
            RefuseTitles();
        }
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

void
ColumnTraceReader::RefuseTitles() const
{
    const auto place = m_columns.fields[TraceColumns::TIME].place;
    const auto& words = m_columns.Split(GetLines());
    const std::string time(place < words.size() ? words[place] : "");
    if (!time.empty() && std::isalpha(static_cast<unsigned char>(time.front())))
    {
        GetLines().Fail("time is '" + time + "', not a number: leave a header out by skip=1, or " +
                        "name columns by its titles, as in time=" + time);
    }
}

bool
ColumnTraceReader::Recognises(const LineReader& lines, const TraceColumns& columns)
{
    const auto& words = columns.Split(lines);
    if (columns.header == TraceColumns::Header::NAMES)
    {
        const auto& title = columns.fields[TraceColumns::TIME].title;
        return std::find(words.begin(), words.end(), title) != words.end();
    }
    if (columns.header == TraceColumns::Header::CHOOSES)
    {
        return columns.IsTitles(lines);
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
        const auto known = static_cast<TraceColumns::Field>(field);
        if (!LooksLike(known, columns, words[columns.fields[field].place]))
        {
            return false;
        }
    }
    return true;
}

bool
ColumnTraceReader::Parse(const LineReader& lines, TraceRecord& record)
{
    using Columns = TraceColumns;
    const auto& fields = m_columns.Split(lines);
    if (fields.size() < m_width || (fields.size() > m_width && !m_columns.mayBeWider))
    {
        lines.Fail("expected " + std::to_string(m_width) + " fields, " + GetExpectation() +
                   ", found " + std::to_string(fields.size()));
    }
    if (m_columns.constant.place != Columns::Column::ABSENT)
    {
        CheckConstant(fields[m_columns.constant.place]);
    }
    if (m_columns.Has(Columns::TIME))
    {
        record.timeNs = m_columns.fields[Columns::TIME].isFileTime
                            ? ParseFileTime(fields)
                            : ParseTime(fields, Columns::TIME);
    }
    if (!ParseOperation(fields[m_columns.fields[Columns::OPERATION].place], record.operation))
    {
        LeaveOut();
        return false;
    }
    constexpr uint64_t SECTOR = TraceRecord::SECTOR_SIZE;
    SetExtent(ParseBytes(fields, Columns::ADDRESS, TraceRecord::MAX_LBA * SECTOR),
              ParseBytes(fields, Columns::LENGTH, TraceRecord::MAX_SECTORS * SECTOR),
              m_columns.fields[Columns::LENGTH].title.c_str(),
              record);
    ParseRest(fields, record);
    return true;
}

void
ColumnTraceReader::ParseRest(const std::vector<std::string_view>& fields, TraceRecord& record) const
{
    using Columns = TraceColumns;
    if (m_columns.Has(Columns::DEVICE))
    {
        const auto& column = m_columns.fields[Columns::DEVICE];
        record.device =
            GetLines().ParseInteger(fields[column.place], column.title.c_str(), UINT32_MAX);
    }
    if (m_columns.Has(Columns::OBSERVED) &&
        !(m_columns.mayBeBlank && fields[m_columns.fields[Columns::OBSERVED].place].empty()))
    {
        record.observedNs = ParseTime(fields, Columns::OBSERVED);
    }
    if (m_columns.Has(Columns::THINK))
    {
        record.thinkNs = ParseTime(fields, Columns::THINK);
    }
}

std::string
ColumnTraceReader::GetUnits() const
{
    return m_columns.GetUnits();
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
    if (column.isWhole)
    {
        return static_cast<int64_t>(GetLines().ParseInteger(fields[column.place],
                                                            column.title.c_str(),
                                                            MAX_TIME / column.unit) *
                                    column.unit);
    }
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

bool
ColumnTraceReader::ParseOperation(std::string_view field, BlockOperation& operation) const
{
    if (m_columns.mayBeBlank && field.empty())
    {
        return false;
    }
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
    case TraceColumns::Operations::READ_BIT:
        isKnown = field == "0" || field == "1";
        isRead = field == "1";
        expected = "0 (write) or 1 (read)";
        break;
    case TraceColumns::Operations::FLAGS:
        isRead = (GetLines().ParseInteger(field, "flags", UINT32_MAX, 16) & 1) != 0;
        break;
    case TraceColumns::Operations::OPCODE:
        return ParseOpcode(field, operation);
    }
    if (!isKnown)
    {
        Fail(m_columns.fields[TraceColumns::OPERATION].title + " is '" + std::string(field) +
             "', not " + expected);
    }
    operation = isRead ? BlockOperation::READ : BlockOperation::WRITE;
    return true;
}

bool
ColumnTraceReader::ParseOpcode(std::string_view field, BlockOperation& operation) const
{
    const auto& title = m_columns.fields[TraceColumns::OPERATION].title;
    const auto code = GetLines().ParseInteger(field, title.c_str(), UINT8_MAX, 16);
    constexpr uint64_t WRITE_BIT = 2;
    operation = (code & WRITE_BIT) == 0 ? BlockOperation::READ : BlockOperation::WRITE;
    return std::find(READ_CODES.begin(), READ_CODES.end(), code & ~WRITE_BIT) != READ_CODES.end();
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
        const auto& constant = m_columns.constant;
        Fail(m_columns.titles[constant.place] + " is '" + std::string(field) + "' but was '" +
             m_constant + "': " + constant.reason);
    }
}

} // namespace ns3
