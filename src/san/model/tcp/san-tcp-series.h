/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_TCP_SERIES_H
#define SAN_TCP_SERIES_H

#include "ns3/nstime.h"
#include "ns3/result-file.h"

#include <map>
#include <string>

namespace ns3
{

class SanTcpStatistics;

/**
 * @ingroup san-tcp
 *
 * The file tcp-series.csv: what the ends of TCP connections have over time, a row for each time at
 * which something of an end changed, with what it had when that time was over. Rows are in the
 * order of time at each end.
 */
class SanTcpSeries
{
  public:
    /**
     * @param fileName the file
     * @throw UserError if it cannot be created
     */
    explicit SanTcpSeries(const std::string& fileName);

    /**
     * Write the figures of an end now, or replace those of the same time.
     *
     * @param end the end
     * @param label the cells that say which end it is, as the columns connection and sender
     * @throw UserError if there is no room for them
     */
    void Add(const SanTcpStatistics& end, const std::string& label);

    /**
     * Finish the file.
     *
     * @throw UserError if not everything could be written
     */
    void Commit();

  private:
    /// What was not written yet, since it may change at the same time.
    struct Row
    {
        Time time;        //!< when
        std::string text; //!< the row
    };

    ResultFile m_file;                   //!< the file
    std::map<std::string, Row> m_latest; //!< the latest row of each end, by its label
};

} // namespace ns3

#endif /* SAN_TCP_SERIES_H */
