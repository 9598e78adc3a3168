/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_COLUMNS_H
#define TRACE_COLUMNS_H

#include "trace-format.h"

#include "ns3/line-reader.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * The meaning of the columns of a trace with one request per line: those of a known format, or
 * those in a user's map.
 */
class TraceColumns
{
  public:
    /// What a column can hold.
    enum Field : std::size_t
    {
        TIME,      //!< when the request was issued
        OPERATION, //!< read or write
        ADDRESS,   //!< where it begins
        LENGTH,    //!< how long it is
        DEVICE,    //!< number of its device
        OBSERVED,  //!< measured response time
        THINK,     //!< time to the issue of the next
        N_FIELDS
    };

    /// How an operation is written.
    enum class Operations : uint8_t
    {
        LETTER,   //!< R or W; when read, also in words
        WORD,     //!< Read or Write; when read, also by letters
        NUMBER,   //!< 0 is a read, 1 a write
        FLAGS,    //!< hexadecimal, the lowest bit marks a read
        READ_BIT, //!< 1 is a read, 0 a write
        OPCODE //!< operation code of SCSI in hexadecimal; others than reads and writes are left out
    };

    /// The first line.
    enum class Header : uint8_t
    {
        NONE,   //!< is a request
        MAY,    //!< may be the titles
        NAMES,  //!< names known columns, in any order
        CHOOSES //!< names columns, of which some are used
    };

    /// One column.
    struct Column
    {
        /// The place of a column that does not exist.
        static constexpr std::size_t ABSENT = SIZE_MAX;

        std::string title;         //!< what it is called
        std::size_t place{ABSENT}; //!< number in a line, from 0
        uint64_t unit{1};          //!< nanoseconds of a time, bytes of an address or length
        uint32_t decimals{0};      //!< digits written behind the point of a time
        bool isWhole{false};       //!< true for times that have no fraction
        bool isFileTime{false};    //!< true for ticks of 100 ns since 1601, Windows' way
    };

    /// A column that is the same in all lines.
    struct Constant
    {
        std::size_t place{Column::ABSENT}; //!< number in a line, from 0
        const char* reason{""};            //!< why it may not change
    };

    /// Windows' ticks of 100 ns from 1601 to 1970.
    static constexpr uint64_t FILE_TIME_OF_1970 = 116444736000000000;

    /**
     * Understand a user's map, such as "time=1:us,operation=2,address=3:byte,length=4:byte". Each
     * part is a field and the column that holds it, by its number from 1 or by its title in the
     * header, and a unit: s, ms, us, ns or filetime (of time, observed and think); sector, byte or
     * a number of bytes (of address and length); letter, word, number or flags (of operation). The
     * parts time, operation, address and length are required, device, observed and think may be
     * there. Without units it is s, sector and letter. Further parts are separator=comma, tab,
     * space or semicolon and skip=N, lines before the first request.
     *
     * @param map the map
     * @return the columns
     * @throw UserError if it cannot be understood
     */
    static TraceColumns Parse(const std::string& map);

    /**
     * Find out where the columns are from the header.
     *
     * @param lines the file, its header read
     * @throw UserError if the header lacks a column, or has one twice or, with NAMES, an
     * unknown one
     */
    void Resolve(const LineReader& lines);

    /**
     * @param lines the file, a line read
     * @return true if the line is the titles
     */
    bool IsTitles(const LineReader& lines) const;

    /**
     * @param lines a file
     * @return the columns of its current line
     */
    const std::vector<std::string_view>& Split(const LineReader& lines) const
    {
        // Blanks in a row are one separator.
        return lines.Split(separators, separators.front() != ' ');
    }

    /**
     * @param field what a column holds
     * @return true if there is such a column
     */
    bool Has(Field field) const
    {
        return fields[field].place != Column::ABSENT;
    }

    /**
     * @return units of times, addresses and lengths, as text
     */
    std::string GetUnits() const;

    std::array<Column, N_FIELDS> fields;       //!< the columns that mean something
    std::vector<std::string> titles;           //!< of all columns
    std::string separators{","};               //!< the first is the one that is written
    std::vector<std::string> fillers;          //!< what is written if a column means nothing
    Constant constant;                         //!< the column that is the same in all lines
    Operations operations{Operations::LETTER}; //!< how operations are written
    Header header{Header::NONE};               //!< what the first line is
    bool mayBeWider{false};                    //!< true if more columns may follow
    bool mayBeBlank{false}; //!< true if operation and observed time may be unknown
    uint32_t skip{0};       //!< lines before the first that counts
    std::string layout;     //!< what a line looks like, for messages

  private:
    /**
     * @return what the header has, as a message of an error says it
     */
    std::string DescribeTitles() const;

    /**
     * Understand a part of a map.
     *
     * @param part the part
     * @throw UserError if it cannot be understood
     */
    void ParsePart(std::string_view part);

    /**
     * Understand a part of a map that is about a field.
     *
     * @param part the part
     * @param name what is before its equals sign
     * @param value what is behind it
     * @throw UserError if it cannot be understood
     */
    void ParseField(std::string_view part, std::string_view name, std::string_view value);

    /**
     * Refuse a part of a map.
     *
     * @param part the part
     * @param fault what is wrong with it
     * @throw UserError always
     */
    [[noreturn]] void RejectPart(std::string_view part, const std::string& fault) const;

    /**
     * Check a map, all parts of which are understood.
     *
     * @throw UserError if a field is missing, or columns are named in two ways
     */
    void CheckMap();

    /**
     * Understand the unit of a column.
     *
     * @param field what the column holds
     * @param unit the unit's name
     * @return true if there is such a unit
     */
    bool ParseUnit(Field field, std::string_view unit);
};

} // namespace ns3

#endif /* TRACE_COLUMNS_H */
