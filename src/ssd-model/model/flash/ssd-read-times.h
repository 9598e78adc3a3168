/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_READ_TIMES_H
#define SSD_READ_TIMES_H

#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
#include "ns3/ssd-parameters.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-flash
 *
 * How long dies take to read pages. The pages that share the cells of a word line follow each other
 * and have times of their own: of three bits a cell, the first is told from one threshold, the
 * others from more. A read takes the time of its page, three exponential times more, and at times
 * another one because it has to be tried again.
 */
class SsdReadTimes
{
  public:
    /**
     * @param parameters of the drive: its readTimes, readVariation, retryShare, retryTime, slc
     */
    explicit SsdReadTimes(const SsdParameters& parameters);

    /**
     * @param page number of a page in its block
     * @return how long this read of it takes
     */
    Time Get(uint32_t page);

    /**
     * @return how long this read of a page of the SLC cache takes: it is not tried again
     */
    Time GetSlc();

    /**
     * @return how long reads take in the mean, without those of the SLC cache
     */
    Time GetMean() const;

    /**
     * Give the random variables fixed streams.
     *
     * @param stream first stream to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    /// How many exponential times a read takes beside the time of its page.
    static constexpr int STEPS = 3;

    /**
     * @return by how much this read takes longer, ns
     */
    double DrawVariation();

    std::vector<Time> m_times;           //!< of pages, by their place in a word line
    Time m_slcTime;                      //!< of a page of the SLC cache
    double m_variation;                  //!< mean of one of the times beside, ns
    double m_retryShare;                 //!< share of reads that are tried again
    double m_retry;                      //!< mean of the time that it takes, ns
    Ptr<UniformRandomVariable> m_random; //!< draws times
};

} // namespace ns3

#endif /* SSD_READ_TIMES_H */
