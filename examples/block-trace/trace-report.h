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

class JsonWriter;

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
     * Write the figures of one kind of requests as a JSON object.
     *
     * @param json where to
     * @param group the figures
     */
    static void WriteGroup(JsonWriter& json, const TraceSummary::Group& group);

    /**
     * Write times and rates.
     *
     * @param json where to
     */
    void WriteRates(JsonWriter& json) const;

    /**
     * Write measured response times.
     *
     * @param json where to
     */
    void WriteObserved(JsonWriter& json) const;

    /**
     * Write the longest, mean and shortest request, and the classes of sizes that have requests.
     *
     * @param json where to
     */
    void WriteSizes(JsonWriter& json) const;

    /**
     * Write how many blocks are touched, and where they end.
     *
     * @param json where to
     */
    void WriteFootprint(JsonWriter& json) const;

    /**
     * Write requests over time and addresses.
     *
     * @param json where to
     */
    void WriteActivity(JsonWriter& json) const;

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
