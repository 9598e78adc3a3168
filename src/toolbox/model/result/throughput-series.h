/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef THROUGHPUT_SERIES_H
#define THROUGHPUT_SERIES_H

#include "result-file.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup toolbox-result
 *
 * Throughput over time as a CSV file: a row for each interval with its end in seconds (time_s) and
 * for each counter of bytes the mean rate in the interval, MB/s (1e6 bytes).
 */
class ThroughputSeries
{
  public:
    /// Gives the bytes counted until now.
    using Counter = std::function<uint64_t()>;

    /**
     * @param fileName the file; empty for none, then nothing is counted
     * @param interval length of an interval, above 0
     * @throw UserError if the file cannot be created
     */
    ThroughputSeries(const std::string& fileName, Time interval);

    /**
     * Add a column, before Start.
     *
     * @param name what is counted; the column's name is this and "_MB_s"
     * @param counter what counts it; it stays as long as the simulation runs
     */
    void Add(const std::string& name, Counter counter);

    /// Begin the first interval. This object stays as long as the simulation runs.
    void Start();

    /**
     * Write the file. An interval that has not ended has no row.
     *
     * @throw UserError if it cannot be written
     */
    void Close();

  private:
    /// A counter.
    struct Column
    {
        std::string name;   //!< of the column
        Counter counter;    //!< gives the bytes
        uint64_t before{0}; //!< bytes at the end of the last interval
    };

    /// An interval ends, and the next one begins.
    void EndInterval();

    std::optional<ResultFile> m_file; //!< the file
    const Time m_interval;            //!< length of an interval
    std::vector<Column> m_columns;    //!< what is counted
    std::ostringstream m_rows;        //!< the rows until now
};

} // namespace ns3

#endif /* THROUGHPUT_SERIES_H */
