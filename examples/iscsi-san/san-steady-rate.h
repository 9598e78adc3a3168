/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_STEADY_RATE_H
#define SAN_STEADY_RATE_H

#include "ns3/block-workload.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * Throughput once a load has settled: of what completes from a warm-up after the first completion
 * on. The first completion that counts opens the interval and the last one closes it, so the bytes
 * of all but the first are over the time between the two; whole numbers of requests leave no error.
 */
class SanSteadyRate
{
  public:
    /**
     * @param warmUp from the first completion until completions count, 0 or more
     */
    explicit SanSteadyRate(Time warmUp);

    /**
     * Count the requests of a workload that end well.
     *
     * @param workload the workload; this object stays as long as it runs
     */
    void Attach(Ptr<BlockWorkload> workload);

    /**
     * Count a completion just now.
     *
     * @param bytes what was transferred
     */
    void Add(uint64_t bytes);

    /**
     * @return requests, seconds and mb_per_s (1e6 bytes) as a JSON object; all zero if fewer than
     *         two completions count
     */
    std::string ToJson() const;

  private:
    /**
     * @param workload whose request it is
     * @param request a request that completed just now
     * @param device the number of its device
     */
    void RequestCompleted(const BlockWorkload* workload,
                          Ptr<const BlockRequest> request,
                          uint32_t device);

    Time m_warmUp;               //!< what does not count at the beginning
    std::optional<Time> m_first; //!< first completion of all
    std::optional<Time> m_start; //!< first completion that counts
    Time m_end;                  //!< last completion
    uint64_t m_count{0};         //!< completions behind the one that opens the interval
    uint64_t m_bytes{0};         //!< their bytes
};

} // namespace ns3

#endif /* SAN_STEADY_RATE_H */
