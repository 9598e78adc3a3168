/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_REPORT_H
#define TRACE_REPORT_H

#include "ns3/trace-reader.h"
#include "ns3/trace-summary.h"

#include <string>

namespace ns3
{

/**
 * The figures of a block trace, as JSON and as a table for people.
 */
class TraceReport
{
  public:
    /**
     * @param summary the figures
     * @param reader what read the trace
     */
    TraceReport(const TraceSummary& summary, const TraceReader& reader);

    /**
     * @return an object of all figures; null stands for what the trace does not tell
     */
    std::string ToJson() const;

    /**
     * @return tables of the figures
     */
    std::string ToText() const;

  private:
    /**
     * Append the figures of one kind of requests.
     *
     * @param name what it is called
     * @param group the figures
     * @param json where to
     */
    void AppendGroup(const char* name, const TraceSummary::Group& group, std::string& json) const;

    /**
     * Append times and rates.
     *
     * @param json where to
     */
    void AppendRates(std::string& json) const;

    /**
     * Append measured response times.
     *
     * @param json where to
     */
    void AppendObserved(std::string& json) const;

    /**
     * Append the classes of sizes that have requests.
     *
     * @param json where to
     */
    void AppendSizes(std::string& json) const;

    /**
     * Append requests over time and addresses.
     *
     * @param json where to
     */
    void AppendActivity(std::string& json) const;

    /**
     * Append the table of what is told of reads, writes and both.
     *
     * @param text where to
     */
    void AppendGroupTable(std::string& text) const;

    /**
     * Append the lines of what is told of the trace as a whole.
     *
     * @param text where to
     */
    void AppendWhole(std::string& text) const;

    /**
     * Append the lines of duration and rate.
     *
     * @param text where to
     */
    void AppendRateLines(std::string& text) const;

    /**
     * Append the table of sizes.
     *
     * @param text where to
     */
    void AppendSizeTable(std::string& text) const;

    const TraceSummary& m_summary; //!< the figures
    const TraceReader& m_reader;   //!< what read the trace
    TraceSummary::Group m_all;     //!< reads and writes
    double m_seconds;              //!< from the earliest to the latest time
};

} // namespace ns3

#endif /* TRACE_REPORT_H */
