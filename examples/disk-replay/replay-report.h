/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REPLAY_REPORT_H
#define REPLAY_REPORT_H

#include "replay-statistics.h"

#include "ns3/nstime.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

namespace ns3
{

class JsonWriter;

/**
 * What a replay comes to, as JSON and as a table for people.
 */
class ReplayReport
{
  public:
    /**
     * @param statistics the figures of the replay
     * @param wallSeconds how long the simulation loop took
     * @param interruption when it was interrupted, nothing if it was not
     */
    ReplayReport(const ReplayStatistics& statistics,
                 double wallSeconds,
                 std::optional<Time> interruption);

    /**
     * @return an object of all figures; those of observed times are null if the trace has none
     */
    std::string ToJson() const;

    /**
     * @return a few lines of the same figures
     */
    std::string ToText() const;

  private:
    /**
     * Write the figures of one kind of requests into the JSON object that is open.
     *
     * @param json where to
     * @param group the figures
     */
    void WriteGroup(JsonWriter& json, const ReplayGroup& group) const;

    /**
     * Write what compares one kind of requests with the trace, null if the trace has no response
     * times.
     *
     * @param json where to
     * @param group the figures
     */
    void WriteObserved(JsonWriter& json, const ReplayGroup& group) const;

    /**
     * @return all requests, reads and writes, with their names
     */
    std::array<std::pair<const char*, const ReplayGroup*>, 3> GetGroups() const;

    /**
     * Append the table of rates and response times.
     *
     * @param text where to
     */
    void AppendResponses(std::string& text) const;

    /**
     * Append the table of the parts of the response times.
     *
     * @param text where to
     */
    void AppendComponents(std::string& text) const;

    /**
     * Append the table of hits and seek distances.
     *
     * @param text where to
     */
    void AppendHits(std::string& text) const;

    /**
     * @param group the figures of one kind of requests
     * @return their rate per second of simulated time
     */
    double GetIops(const ReplayGroup& group) const;

    /**
     * @param group the figures of one kind of requests
     * @return their rate in megabytes (10^6 bytes) per second of simulated time
     */
    double GetThroughput(const ReplayGroup& group) const;

    const ReplayStatistics& m_statistics; //!< the figures
    ReplayGroup m_all;                    //!< those of all requests
    double m_wallSeconds;                 //!< time of the simulation loop
    std::optional<Time> m_interruption;   //!< when it was interrupted
};

} // namespace ns3

#endif /* REPLAY_REPORT_H */
