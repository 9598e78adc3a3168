/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COLUMN_TRACE_READER_H
#define COLUMN_TRACE_READER_H

#include "trace-columns.h"
#include "trace-reader.h"

#include <string>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * Reads traces that have a request in each line, its properties in columns.
 */
class ColumnTraceReader : public TraceReader
{
  public:
    /**
     * @param lines the file, its first line read
     * @param format its format
     * @param columns what its columns are
     * @throw UserError if it has a header and that lacks a column
     */
    ColumnTraceReader(std::unique_ptr<LineReader> lines, Format format, TraceColumns columns);

    /**
     * @param lines a file, its first line read
     * @param columns the columns of a format
     * @return true if that line looks like them
     */
    static bool Recognises(const LineReader& lines, const TraceColumns& columns);

    std::string GetUnits() const override;

  protected:
    bool Parse(const LineReader& lines, TraceRecord& record) override;
    std::string GetExpectation() const override;

  private:
    /**
     * Look whether the first line of a file whose columns have numbers is a header.
     *
     * @throw UserError that says what to do, if it is
     */
    void RefuseTitles() const;

    /**
     * @param fields the fields of a line
     * @param field which one
     * @return the time in it, ns
     */
    int64_t ParseTime(const std::vector<std::string_view>& fields, TraceColumns::Field field) const;

    /**
     * @param fields the fields of a line
     * @return the time of issue in Windows' ticks: since 1970, or as it is if the first is before
     */
    int64_t ParseFileTime(const std::vector<std::string_view>& fields);

    /**
     * @param field a field that holds an operation
     * @param operation gets the operation
     * @return false if it is neither a read nor a write, in a format that may have such
     */
    bool ParseOperation(std::string_view field, BlockOperation& operation) const;

    /**
     * @param field a field that holds an operation code of SCSI
     * @param operation gets the operation
     * @return false if it is neither a read nor a write
     */
    bool ParseOpcode(std::string_view field, BlockOperation& operation) const;

    /**
     * @param fields the fields of a line
     * @param record gets its device, observed time and think time
     */
    void ParseRest(const std::vector<std::string_view>& fields, TraceRecord& record) const;

    /**
     * @param fields the fields of a line
     * @param field the address or the length
     * @param max the most that it may be, bytes
     * @return its bytes
     */
    uint64_t ParseBytes(const std::vector<std::string_view>& fields,
                        TraceColumns::Field field,
                        uint64_t max) const;

    /**
     * Check the column that is the same in all lines.
     *
     * @param field its field
     */
    void CheckConstant(std::string_view field);

    TraceColumns m_columns; //!< what the columns are
    std::size_t m_width;    //!< least number of columns
    std::string m_constant; //!< what the constant column holds; empty before the first line
    bool m_hasEpoch{false}; //!< true if m_epoch is known
    uint64_t m_epoch{0};    //!< Windows' ticks that are time 0
};

} // namespace ns3

#endif /* COLUMN_TRACE_READER_H */
