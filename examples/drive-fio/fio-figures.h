/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_FIGURES_H
#define FIO_FIGURES_H

#include "ns3/fio-workload.h"
#include "ns3/io-summary.h"
#include "ns3/nstime.h"

#include <array>
#include <cstdint>
#include <deque>
#include <ostream>
#include <string>

namespace ns3
{

class JsonWriter;

/**
 * What fio tells of a run: rates and response times of each job, that of all its clones together.
 *
 * Requests of the ramp time do not count, and requests that failed only as errors. Rates are
 * averages from the first issue to the last completion of the job.
 */
class FioFigures
{
  public:
    /**
     * Count the requests of a workload from now on.
     *
     * @param workload the workload, which stays as long as this
     */
    void Attach(Ptr<FioWorkload> workload);

    /**
     * @return the figures as fio's JSON has them, with its names and units
     */
    std::string ToJson() const;

    /**
     * Print a table for each job.
     *
     * @param os where to
     */
    void Print(std::ostream& os) const;

  private:
    /// Kinds of requests, in the order of their names.
    static constexpr std::array<const char*, 3> KINDS{"read", "write", "sync"};

    /// A job.
    struct Job
    {
        std::string name;                                 //!< of its section
        std::array<IoSummary::Group, KINDS.size()> kinds; //!< requests that ended well
        std::array<Time, KINDS.size()> shortest;          //!< least times
        std::array<double, KINDS.size()> squares{};       //!< sums of squared times, ns^2
        uint64_t errors{0};                               //!< requests that failed
        Time begin{Time::Max()};                          //!< first issue
        Time end;                                         //!< last completion

        /**
         * A request completed that counts.
         *
         * @param blockSize bytes in a block
         * @param request the request
         * @param device number of its device
         */
        void Count(uint32_t blockSize, Ptr<const BlockRequest> request, uint32_t device);

        /**
         * @return from the first issue to the last completion, s; 0 without requests
         */
        double GetSeconds() const;
    };

    /**
     * Write the figures of reads, or of writes, as the value of a key.
     *
     * @param json where to
     * @param job the job
     * @param kind number of the kind
     */
    static void WriteDirection(JsonWriter& json, const Job& job, std::size_t kind);

    /**
     * Write response times as an object.
     *
     * @param json where to
     * @param job the job
     * @param kind number of the kind
     */
    static void WriteLatencies(JsonWriter& json, const Job& job, std::size_t kind);

    std::deque<Job> m_jobs; //!< in the order of the file
};

} // namespace ns3

#endif /* FIO_FIGURES_H */
