/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IO_SUMMARY_H
#define IO_SUMMARY_H

#include "io-latencies.h"

#include "ns3/block-request.h"
#include "ns3/io-timeline.h"
#include "ns3/nstime.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

class JsonWriter;

/**
 * @ingroup block-io-recorder
 *
 * The statistics of a run: rates, response times and the time in each stage, over all requests and
 * by operation.
 *
 * Failed requests are counted as errors and appear in no other statistic. Rates are averages from
 * the first issue to the last completion of the run, also for each operation. A percentile is the
 * nearest rank: the p-th of n response times is the one of rank ceil(p n / 100), counted from the
 * shortest; the median is the 50th. Percentiles are exact up to four million requests of a kind and
 * within 0.2 % beyond (IoLatencies).
 */
class IoSummary
{
  public:
    /// The figures of the requests of one kind.
    class Group
    {
      public:
        /**
         * @param bytes bytes of a request that ended well
         * @param latency its response time
         * @param timeline its stamps, or null
         */
        void Add(uint64_t bytes, Time latency, const Ptr<const IoTimeline>& timeline);

        /**
         * @return number of requests
         */
        uint64_t GetCount() const;

        /**
         * @return sum of their bytes
         */
        uint64_t GetBytes() const;

        /**
         * @return mean response time; zero without requests
         */
        Time GetMean() const;

        /**
         * @param percent which percentile, above 0 to 100
         * @return the response time of nearest rank, as IoLatencies has it; zero without requests
         */
        Time GetPercentile(double percent) const;

        /**
         * @param stage a stage
         * @return mean time the stage took, over all requests; zero without requests
         */
        Time GetStageMean(IoStage stage) const;

        /**
         * @return the common stages, and those of page caches and SSDs if any of them passed one
         */
        const IoStageGroups& GetStages() const;

        /**
         * Write the figures as a JSON object, with a percentile_error unless percentiles are exact.
         *
         * @param json where to
         * @param span the time that rates are over
         * @param stages whose means are written
         */
        void WriteTo(JsonWriter& json, Time span, const IoStageGroups& stages) const;

      private:
        /// Number of stages.
        static constexpr std::size_t N_STAGES = static_cast<std::size_t>(IoStage::COUNT);

        uint64_t m_bytes{0};                         //!< sum of bytes
        int64_t m_latencySum{0};                     //!< sum of response times, ns
        std::array<int64_t, N_STAGES> m_stageSums{}; //!< sums of the stages' times, ns
        IoStageGroups m_stages;                      //!< of which one passed one
        IoLatencies m_latencies;                     //!< response times
    };

    /**
     * Add a request that completed just now.
     *
     * @param request the request
     * @param blockSize bytes in a block of its device
     */
    void Add(const BlockRequest& request, uint32_t blockSize);

    /**
     * @return number of requests, those that failed included
     */
    uint64_t GetRequests() const;

    /**
     * @return number of requests that failed
     */
    uint64_t GetErrors() const;

    /**
     * @return when the first request was issued
     */
    Time GetStart() const;

    /**
     * @return when the last request completed
     */
    Time GetEnd() const;

    /**
     * @return requests of every operation
     */
    const Group& GetAll() const;

    /**
     * @param operation READ or WRITE
     * @return requests of that operation
     */
    const Group& GetGroup(BlockOperation operation) const;

    /**
     * @return the figures as JSON text, the same bytes for the same run
     */
    std::string ToJson() const;

    /**
     * Write the figures into a JSON object that is open.
     *
     * @param json where to
     */
    void WriteTo(JsonWriter& json) const;

    /**
     * Write ToJson to a file.
     *
     * @param fileName the file
     * @throw UserError if it cannot be written
     */
    void WriteJson(const std::string& fileName) const;

  private:
    uint64_t m_requests{0};      //!< all requests
    uint64_t m_errors{0};        //!< those that failed
    std::optional<Time> m_start; //!< first issue
    Time m_end;                  //!< last completion
    Group m_all;                 //!< every operation
    Group m_read;                //!< reads
    Group m_write;               //!< writes
};

} // namespace ns3

#endif /* IO_SUMMARY_H */
