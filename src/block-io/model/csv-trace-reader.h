/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CSV_TRACE_READER_H
#define CSV_TRACE_READER_H

#include "trace-reader.h"

#include <array>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * Reads this project's format: comma-separated, with a header that names the columns in any order.
 * Required are time_s (issue time in seconds), operation (R or W), lba and blocks (both in sectors
 * of 512 bytes); device (0 without it) and observed_s (measured response time in seconds) may be
 * there.
 */
class CsvTraceReader : public TraceReader
{
  public:
    /// The columns that a header must name, and those it may.
    static constexpr const char* LAYOUT = "time_s,operation,lba,blocks[,device][,observed_s]";

    /**
     * @param lines the file, its header read
     * @throw UserError if the header lacks a column or has an unknown one
     */
    explicit CsvTraceReader(std::unique_ptr<LineReader> lines);

    /**
     * @param lines a file, its first line read
     * @return true if that line looks like a header
     */
    static bool Recognises(const LineReader& lines);
    bool HasTimes() const override;

  protected:
    void Parse(const LineReader& lines, TraceRecord& record) override;

  private:
    /// The columns, the required ones first.
    enum Column : std::size_t
    {
        TIME,
        OPERATION,
        LBA,
        BLOCKS,
        DEVICE,
        OBSERVED,
        N_COLUMNS
    };

    /// The column's names, by Column.
    static constexpr std::array<const char*, N_COLUMNS> NAMES{"time_s",
                                                              "operation",
                                                              "lba",
                                                              "blocks",
                                                              "device",
                                                              "observed_s"};
    /// Where a column is that the file has not.
    static constexpr std::size_t ABSENT = SIZE_MAX;

    std::array<std::size_t, N_COLUMNS> m_places; //!< place of each column in a row
    std::size_t m_width{0};                      //!< number of columns in the file
};

} // namespace ns3

#endif /* CSV_TRACE_READER_H */
