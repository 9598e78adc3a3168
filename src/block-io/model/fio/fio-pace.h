/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_PACE_H
#define FIO_PACE_H

#include "fio-job.h"

#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup block-io-fio
 *
 * Which requests of a job are due: its mixture of reads and writes, and the rates of both (rate,
 * rate_iops, rate_process).
 */
class FioPace
{
  public:
    /**
     * @param job the job, which stays as long as this
     */
    explicit FioPace(const FioJob& job);

    /**
     * @return when the next request of the job is due, from its beginning
     */
    Time GetDue() const;

    /**
     * @param elapsed the time since the job began
     * @return the direction of the next request
     */
    std::size_t Choose(Time elapsed);

    /**
     * A request is made.
     *
     * @param d its direction
     * @param bytes its length
     */
    void Note(std::size_t d, uint64_t bytes);

    /**
     * @param stream the first stream number to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    /// How far reads or writes are.
    struct Direction
    {
        uint64_t requests{0}; //!< made
        uint64_t bytes{0};    //!< theirs
        Time due;             //!< with a rate: when the next is due
    };

    const FioJob& m_job;                        //!< the job
    std::array<Direction, 2> m_directions;      //!< reads and writes
    Ptr<UniformRandomVariable> m_operation;     //!< draws read or write
    Ptr<ExponentialRandomVariable> m_intervals; //!< draws Poisson intervals, of mean 1
};

} // namespace ns3

#endif /* FIO_PACE_H */
