/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_STAGE_FIGURES_H
#define SAN_STAGE_FIGURES_H

#include "ns3/block-request.h"
#include "ns3/block-workload.h"
#include "ns3/io-latency-histogram.h"
#include "ns3/io-summary.h"
#include "ns3/io-timeline.h"
#include "ns3/san-report.h"

#include <array>

namespace ns3
{

class JsonWriter;

/**
 * @ingroup san-results
 *
 * The distribution of the times that each stage of requests took, by operation.
 */
class SanStageFigures : public SanReport
{
  public:
    // From SanReport
    void AttachWorkload(Ptr<BlockWorkload> workload) override;
    void AttachDrive(Ptr<BlockDevice> drive) override;
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

    /**
     * Write percentiles 50, 90, 99 and 99.9 of the response time and of each stage, in
     * milliseconds, for all requests, reads and writes, as a JSON object.
     *
     * @param json where to
     * @param summary the figures of the same requests, which has response times exactly
     */
    void WriteTo(JsonWriter& json, const IoSummary& summary) const;

  private:
    /// Of each stage, at its number; the first takes no time.
    using Histograms = std::array<IoLatencyHistogram, static_cast<std::size_t>(IoStage::COUNT)>;

    /**
     * A request completed.
     *
     * @param request the request
     * @param device number of its device
     */
    void Count(Ptr<const BlockRequest> request, uint32_t device);

    /**
     * Take in a request.
     *
     * @param request the request
     * @param histograms where to
     */
    static void Add(const BlockRequest& request, Histograms& histograms);

    /**
     * Write the percentiles of a group of requests as a JSON object.
     *
     * @param json where to
     * @param group the requests, whose response times are exact
     * @param histograms their stages, each time to 0.2 %
     * @param stages which of them are written
     */
    static void WriteGroup(JsonWriter& json,
                           const IoSummary::Group& group,
                           const Histograms& histograms,
                           const IoStageGroups& stages);

    Histograms m_all;   //!< every operation
    Histograms m_read;  //!< reads
    Histograms m_write; //!< writes
};

} // namespace ns3

#endif /* SAN_STAGE_FIGURES_H */
