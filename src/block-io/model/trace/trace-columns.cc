/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-columns.h"

#include "trace-record.h"
#include "trace-units.h"

#include "ns3/assert.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

namespace ns3
{

namespace
{

/// What a map calls the fields, by TraceColumns::Field.
constexpr std::array<std::string_view, TraceColumns::N_FIELDS>
    MAP_NAMES{"time", "operation", "address", "length", "device", "observed", "think"};

/**
 * @tparam T what words stand for
 */
template <typename T>
using Words = std::vector<std::pair<std::string_view, T>>;

/**
 * @param words known words
 * @param word a word
 * @param meaning gets what the word stands for, if it is known
 * @return true if it is known
 */
template <typename T>
bool
Look(const Words<T>& words, std::string_view word, T& meaning)
{
    const auto found = std::find_if(words.begin(), words.end(), [word](const auto& known) {
        return known.first == word;
    });
    if (found == words.end())
    {
        return false;
    }
    meaning = found->second;
    return true;
}

/**
 * @param text a text
 * @param number gets the number that it is
 * @return true if it is a whole number above 0
 */
bool
ReadNumber(std::string_view text, uint64_t& number)
{
    const auto* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    return result.ec == std::errc() && result.ptr == end && number > 0;
}

/**
 * @param a a word
 * @param b another
 * @return true if they are the same but for capitals
 */
bool
IsSame(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
        return std::tolower(x) == std::tolower(y);
    });
}

/**
 * @param column a column of times, or none
 * @return their unit
 */
std::string
NameTime(const TraceColumns::Column& column)
{
    if (column.isFileTime)
    {
        return "ticks of 100 ns";
    }
    const Words<uint64_t> units{{"s", TRACE_SECOND}, {"ms", TRACE_MS}, {"us", TRACE_US}, {"ns", 1}};
    const auto unit = std::find_if(units.begin(), units.end(), [&column](const auto& one) {
        return one.second == column.unit;
    });
    NS_ASSERT_MSG(unit != units.end(), "no unit of time");
    return std::string(unit->first);
}

/**
 * @param unit a unit of addresses or lengths, bytes
 * @return its name
 */
std::string
NameBytes(uint64_t unit)
{
    return unit == TRACE_BYTE     ? "bytes"
           : unit == TRACE_SECTOR ? "sectors of 512 bytes"
                                  : "units of " + std::to_string(unit) + " bytes";
}

} // namespace

TraceColumns
TraceColumns::Parse(const std::string& map)
{
    if (map.empty())
    {
        throw UserError("the format Columns needs a map of its columns, such as "
                        "time=1:us,operation=2,address=3:byte,length=4:byte");
    }
    TraceColumns columns;
    columns.layout = map;
    columns.mayBeWider = true;
    columns.fields[TIME] = columns.fields[OBSERVED] =
        columns.fields[THINK] = {"", Column::ABSENT, TRACE_SECOND, 9};
    columns.fields[ADDRESS].unit = columns.fields[LENGTH].unit = TRACE_SECTOR;
    std::string_view rest = map;
    while (!rest.empty())
    {
        const auto end = std::min(rest.find(','), rest.size());
        columns.ParsePart(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    columns.CheckMap();
    return columns;
}

void
TraceColumns::CheckMap()
{
    const auto fail = [this](const std::string& fault) {
        throw UserError("columns '" + layout + "': " + fault);
    };
    for (std::size_t field = TIME; field <= LENGTH; ++field)
    {
        if (!Has(static_cast<Field>(field)))
        {
            fail(std::string(MAP_NAMES[field]) + " is missing");
        }
    }
    const auto isByTitle = [](const Column& one) { return !one.title.empty(); };
    const bool hasTitles = std::any_of(fields.begin(), fields.end(), isByTitle);
    header = hasTitles ? Header::CHOOSES : Header::NONE;
    for (std::size_t field = TIME; field < N_FIELDS; ++field)
    {
        auto& column = fields[field];
        if (hasTitles && column.place != Column::ABSENT && !isByTitle(column))
        {
            fail("name all columns by number or all by title");
        }
        if (!hasTitles)
        {
            column.title = MAP_NAMES[field];
        }
    }
}

void
TraceColumns::ParsePart(std::string_view part)
{
    const auto equals = part.find('=');
    if (equals == std::string_view::npos)
    {
        RejectPart(part, "does not look like time=1:us");
    }
    const auto name = part.substr(0, equals);
    const auto value = part.substr(equals + 1);
    uint64_t number = 0;
    if (name == "separator")
    {
        const Words<std::string> words{{"comma", ","},
                                       {"tab", "\t"},
                                       {"space", " \t"},
                                       {"semicolon", ";"}};
        if (!Look(words, value, separators))
        {
            RejectPart(part, "is not comma, tab, space or semicolon");
        }
    }
    else if (name == "skip")
    {
        if (!ReadNumber(value, number) || number > UINT32_MAX)
        {
            RejectPart(part, "must be a number of lines above 0");
        }
        skip = number;
    }
    else
    {
        ParseField(part, name, value);
    }
}

void
TraceColumns::ParseField(std::string_view part, std::string_view name, std::string_view value)
{
    const auto* known = std::find(MAP_NAMES.begin(), MAP_NAMES.end(), name);
    if (known == MAP_NAMES.end())
    {
        RejectPart(part,
                   "is not one of time, operation, address, length, device, observed, think, "
                   "separator and skip");
    }
    const auto field = static_cast<Field>(known - MAP_NAMES.begin());
    const auto colon = std::min(value.find(':'), value.size());
    const auto column = value.substr(0, colon);
    if (colon < value.size() && !ParseUnit(field, value.substr(colon + 1)))
    {
        RejectPart(part, "has a unit of the wrong kind");
    }
    if (column.empty() || Has(field))
    {
        RejectPart(part, column.empty() ? "names no column" : "is listed twice");
    }
    if (column.find_first_not_of("0123456789") != std::string_view::npos)
    {
        // Its place is known when the header is; until then, that which is written.
        fields[field].title = column;
        fields[field].place = titles.size();
        titles.emplace_back(column);
        return;
    }
    constexpr uint64_t MOST_COLUMNS = 1000;
    uint64_t number = 0;
    if (!ReadNumber(column, number) || number > MOST_COLUMNS)
    {
        RejectPart(part, "has a column that is not from 1 to " + std::to_string(MOST_COLUMNS));
    }
    fields[field].place = number - 1;
    titles.resize(std::max<std::size_t>(titles.size(), number));
}

void
TraceColumns::RejectPart(std::string_view part, const std::string& fault) const
{
    throw UserError("columns '" + layout + "': '" + std::string(part) + "' " + fault);
}

bool
TraceColumns::ParseUnit(Field field, std::string_view unit)
{
    auto& column = fields[field];
    switch (field)
    {
    case TIME:
    case OBSERVED:
    case THINK: {
        const Words<std::pair<uint64_t, uint32_t>> units{{"s", {TRACE_SECOND, 9}},
                                                         {"ms", {TRACE_MS, 6}},
                                                         {"us", {TRACE_US, 3}},
                                                         {"ns", {1, 0}},
                                                         {"filetime", {TRACE_TICK, 0}}};
        std::pair<uint64_t, uint32_t> found;
        const bool isKnown = Look(units, unit, found);
        column.unit = found.first;
        column.decimals = found.second;
        column.isFileTime = field == TIME && unit == "filetime";
        return isKnown;
    }
    case ADDRESS:
    case LENGTH: {
        constexpr uint64_t LARGEST = 1 << 24;
        const Words<uint64_t> units{{"sector", TRACE_SECTOR}, {"byte", TRACE_BYTE}};
        return Look(units, unit, column.unit) ||
               (ReadNumber(unit, column.unit) && column.unit <= LARGEST);
    }
    case OPERATION: {
        const Words<Operations> words{{"letter", Operations::LETTER},
                                      {"word", Operations::WORD},
                                      {"number", Operations::NUMBER},
                                      {"flags", Operations::FLAGS},
                                      {"read-bit", Operations::READ_BIT},
                                      {"opcode", Operations::OPCODE}};
        return Look(words, unit, operations);
    }
    default:
        return false;
    }
}

void
TraceColumns::Resolve(const LineReader& lines)
{
    for (auto& column : fields)
    {
        column.place = Column::ABSENT;
    }
    titles.clear();
    for (const auto title : Split(lines))
    {
        auto* column = std::find_if(fields.begin(), fields.end(), [title](const Column& one) {
            return !one.title.empty() && one.title == title;
        });
        const bool isKnown = column != fields.end();
        if ((!isKnown && header == Header::NAMES) || (isKnown && column->place != Column::ABSENT))
        {
            lines.Fail("column '" + std::string(title) + "' is " +
                       (isKnown ? "listed twice" : "unknown") + "; expected " + layout);
        }
        if (isKnown)
        {
            column->place = titles.size();
        }
        titles.emplace_back(title);
    }
    for (std::size_t field = TIME; field < N_FIELDS; ++field)
    {
        const bool isRequired = header == Header::CHOOSES || field <= LENGTH;
        if (isRequired && !fields[field].title.empty() && !Has(static_cast<Field>(field)))
        {
            lines.Fail("column '" + fields[field].title + "' is missing; expected " + layout +
                       ", found " + DescribeTitles());
        }
    }
}

std::string
TraceColumns::DescribeTitles() const
{
    std::string text;
    for (const auto& title : titles)
    {
        text += (text.empty() ? "'" : ", '") + title + "'";
    }
    return titles.size() > 1
               ? text
               : "only " + text + "; a map with separator=semicolon, tab or space splits it";
}

std::string
TraceColumns::GetUnits() const
{
    const auto address = NameBytes(fields[ADDRESS].unit);
    const auto length = NameBytes(fields[LENGTH].unit);
    const auto time = Has(TIME) ? "time in " + NameTime(fields[TIME]) : std::string("no times");
    return time + ", address in " + address + (length == address ? "" : ", length in " + length);
}

bool
TraceColumns::IsTitles(const LineReader& lines) const
{
    const auto& words = Split(lines);
    return words.size() >= titles.size() &&
           std::equal(titles.begin(), titles.end(), words.begin(), IsSame);
}

} // namespace ns3
