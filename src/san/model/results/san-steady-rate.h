/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_STEADY_RATE_H
#define SAN_STEADY_RATE_H

#include "ns3/block-workload.h"
#include "ns3/nstime.h"
#include "ns3/san-report.h"

#include <cstdint>
#include <optional>

namespace ns3
{

class JsonWriter;

/**
 * @ingroup san-results
 *
 * Throughput once a load has settled: of what completes from a warm-up after the first completion
 * on. It is the slope of the line, by least squares, through the bytes completed so far at each
 * completion. Completions that come one by one and those that come in bunches both give the rate
 * at which they repeat, with no error by where the first and the last bunch are cut.
 */
class SanSteadyRate : public SanReport
{
  public:
    /**
     * @param warmUp from the first completion until completions count, 0 or more
     */
    explicit SanSteadyRate(Time warmUp);

    // From SanReport
    void AttachWorkload(Ptr<BlockWorkload> workload) override;
    void AttachDrive(Ptr<BlockDevice> drive) override;
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

    /**
     * Count a completion just now.
     *
     * @param bytes what was transferred
     */
    void Add(uint64_t bytes);

    /**
     * @return bytes per second; nothing without two completions that count, at different times
     */
    std::optional<double> GetRate() const;

    /**
     * @return seconds from the first to the last completion that counts
     */
    double GetSeconds() const;

    /**
     * Write the requests that count, the seconds from the first to the last of them and mb_per_s
     * (1e6 bytes) as a JSON object; the rate is null without two completions at different times.
     *
     * @param json where to
     */
    void WriteTo(JsonWriter& json) const;

  private:
    /**
     * @param workload whose request it is
     * @param request a request that completed just now
     * @param device the number of its device
     */
    void RequestCompleted(const BlockWorkload* workload,
                          Ptr<const BlockRequest> request,
                          uint32_t device);

    /**
     * @param drive whose request it is
     * @param request a request that completed just now
     */
    void DriveCompleted(const BlockDevice* drive, Ptr<const BlockRequest> request);

    Time m_warmUp;               //!< what does not count at the beginning
    std::optional<Time> m_first; //!< first completion of all
    std::optional<Time> m_start; //!< first completion that counts
    uint64_t m_count{0};         //!< completions that count
    double m_bytes{0};           //!< their bytes
    double m_seconds{0};         //!< from the first to the last of them
    double m_meanSeconds{0};     //!< mean of the times of completions since the first
    double m_meanBytes{0};       //!< mean of the bytes so far at completions
    double m_sumSquares{0};      //!< of the times' deviations from their mean
    double m_sumProducts{0};     //!< of deviations of times and of bytes
};

} // namespace ns3

#endif /* SAN_STEADY_RATE_H */
