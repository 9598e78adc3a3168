/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "known-trace-columns.h"

#include "trace-record.h"
#include "trace-units.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// One column of a format.
struct Cell
{
    TraceColumns::Field field; //!< what it holds; N_FIELDS if it means nothing
    const char* title;         //!< its title
    uint64_t unit{1};          //!< nanoseconds or bytes of its unit
    uint32_t decimals{0};      //!< digits written behind the point of a time
    const char* filler{"-"};   //!< what is written if it means nothing
};

/// The columns of a format.
struct Table
{
    TraceFormat format;                  //!< the format
    const char* separators;              //!< what is between columns
    TraceColumns::Operations operations; //!< how operations are written
    TraceColumns::Header header;         //!< what the first line is
    std::vector<Cell> cells;             //!< the columns
};

/**
 * @return the columns of the formats of simulators, and this project's
 */
std::vector<Table>
MakeSimulatorTables()
{
    using enum TraceFormat;
    using enum TraceColumns::Field;
    using Operations = TraceColumns::Operations;
    using Header = TraceColumns::Header;
    return {
        {DISKSIM,
         " \t",
         Operations::FLAGS,
         Header::NONE,
         {{TIME, "arrival_ms", TRACE_MS, 6},
          {DEVICE, "device"},
          {ADDRESS, "lbn", TRACE_SECTOR},
          {LENGTH, "blocks", TRACE_SECTOR},
          {OPERATION, "flags"}}},
        {VALIDATE,
         " \t",
         Operations::LETTER,
         Header::NONE,
         {{OPERATION, "operation"},
          {N_FIELDS, "tag"},
          {ADDRESS, "lbn", TRACE_SECTOR},
          {LENGTH, "sectors", TRACE_SECTOR},
          {OBSERVED, "service_us", TRACE_US, 3},
          {THINK, "think_us", TRACE_US, 3}}},
        {CSV,
         ",",
         Operations::LETTER,
         Header::NAMES,
         {{TIME, "time_s", TRACE_SECOND, 9},
          {OPERATION, "operation"},
          {ADDRESS, "lba", TRACE_SECTOR},
          {LENGTH, "blocks", TRACE_SECTOR},
          {DEVICE, "device"},
          {OBSERVED, "observed_s", TRACE_SECOND, 9}}},
        {MQSIM,
         " \t",
         Operations::READ_BIT,
         Header::NONE,
         {{TIME, "arrival_ns", TRACE_NS},
          {DEVICE, "device"},
          {ADDRESS, "lsn", TRACE_SECTOR},
          {LENGTH, "sectors", TRACE_SECTOR},
          {OPERATION, "type"}}},
        {CLOUDPHYSICS,
         ",",
         Operations::OPCODE,
         Header::CHOOSES,
         {{N_FIELDS, "version", 1, 0, "1"},
          {TIME, "time", TRACE_SECOND},
          {OPERATION, "op"},
          {LENGTH, "size", TRACE_BYTE},
          {ADDRESS, "lbn", TRACE_SECTOR}}},
    };
}

/**
 * @return the columns of the formats of archives
 */
std::vector<Table>
MakeArchiveTables()
{
    using enum TraceFormat;
    using enum TraceColumns::Field;
    using Operations = TraceColumns::Operations;
    using Header = TraceColumns::Header;
    return {
        {SPC,
         ",",
         Operations::LETTER,
         Header::MAY,
         {{DEVICE, "ASU"},
          {ADDRESS, "LBA", TRACE_SECTOR},
          {LENGTH, "size", TRACE_BYTE},
          {OPERATION, "opcode"},
          {TIME, "timestamp", TRACE_SECOND, 9}}},
        {MSR,
         ",",
         Operations::WORD,
         Header::MAY,
         {{TIME, "Timestamp", TRACE_TICK},
          {N_FIELDS, "Hostname", 1, 0, "host"},
          {DEVICE, "DiskNumber"},
          {OPERATION, "Type"},
          {ADDRESS, "Offset", TRACE_BYTE},
          {LENGTH, "Size", TRACE_BYTE},
          {OBSERVED, "ResponseTime", TRACE_TICK}}},
        {TENCENT,
         ",",
         Operations::NUMBER,
         Header::MAY,
         {{TIME, "Timestamp", TRACE_SECOND},
          {ADDRESS, "Offset", TRACE_SECTOR},
          {LENGTH, "Size", TRACE_SECTOR},
          {OPERATION, "IOType"},
          {DEVICE, "VolumeID"}}},
        {ALIBABA,
         ",",
         Operations::LETTER,
         Header::MAY,
         {{DEVICE, "device_id"},
          {OPERATION, "opcode"},
          {ADDRESS, "offset", TRACE_BYTE},
          {LENGTH, "length", TRACE_BYTE},
          {TIME, "timestamp", TRACE_US}}},
        {SYSTOR,
         ",",
         Operations::LETTER,
         Header::MAY,
         {{TIME, "Timestamp", TRACE_SECOND, 9},
          {OBSERVED, "Response", TRACE_SECOND, 9},
          {OPERATION, "IOType"},
          {DEVICE, "LUN"},
          {ADDRESS, "Offset", TRACE_BYTE},
          {LENGTH, "Size", TRACE_BYTE}}},
        {FIU,
         " \t",
         Operations::LETTER,
         Header::NONE,
         {{TIME, "timestamp_ns", TRACE_NS},
          {N_FIELDS, "pid", 1, 0, "0"},
          {N_FIELDS, "process"},
          {ADDRESS, "lba", TRACE_SECTOR},
          {LENGTH, "blocks", TRACE_SECTOR},
          {OPERATION, "operation"},
          {N_FIELDS, "major", 1, 0, "8"},
          {DEVICE, "minor"},
          {N_FIELDS, "md5", 1, 0, "0"}}},
    };
}

/**
 * @param format a format
 * @return its table
 */
const Table&
GetTable(TraceFormat format)
{
    static const auto tables = [] {
        auto all = MakeSimulatorTables();
        for (auto& table : MakeArchiveTables())
        {
            all.push_back(std::move(table));
        }
        return all;
    }();
    const auto table = std::find_if(tables.begin(), tables.end(), [format](const Table& one) {
        return one.format == format;
    });
    NS_ASSERT_MSG(table != tables.end(), "the format has no columns");
    return *table;
}

} // namespace

TraceColumns
GetKnownTraceColumns(TraceFormat format)
{
    const auto& table = GetTable(format);
    TraceColumns columns;
    columns.layout = TraceFormatInfo::Get(format).layout;
    columns.separators = table.separators;
    columns.operations = table.operations;
    columns.header = table.header;
    for (const auto& cell : table.cells)
    {
        if (cell.field != TraceColumns::N_FIELDS)
        {
            columns.fields[cell.field] = {cell.title,
                                          columns.titles.size(),
                                          cell.unit,
                                          cell.decimals,
                                          cell.field == TraceColumns::TIME &&
                                              cell.unit == TRACE_NS};
        }
        columns.titles.emplace_back(cell.title);
        columns.fillers.emplace_back(cell.filler);
    }
    columns.mayBeWider = format == TraceFormat::SPC;
    columns.mayBeBlank = format == TraceFormat::SYSTOR;
    if (format == TraceFormat::MSR)
    {
        columns.fields[TraceColumns::TIME].isFileTime = true;
        columns.constant = {1, "the numbers of devices must come from one host"};
    }
    if (format == TraceFormat::FIU)
    {
        columns.constant = {6, "a trace must hold devices of one kind"};
    }
    return columns;
}

} // namespace ns3
