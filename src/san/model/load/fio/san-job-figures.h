/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_JOB_FIGURES_H
#define SAN_JOB_FIGURES_H

#include "ns3/fio-workload.h"
#include "ns3/io-summary.h"
#include "ns3/san-report.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

class JsonWriter;

/**
 * @ingroup san-load-fio
 *
 * The figures of each job of fio, those of all its clones on all initiators together.
 */
class SanJobFigures : public SanReport
{
  public:
    /// Names and figures of jobs.
    using Jobs = std::vector<std::pair<std::string, IoSummary>>;

    // From SanReport
    void AttachWorkload(Ptr<BlockWorkload> workload) override;
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

    /**
     * @return the jobs in the order in which their workloads were attached
     */
    const Jobs& GetJobs() const;

    /**
     * Write the figures of all jobs as a JSON array, a line each.
     *
     * @param json where to
     */
    void WriteTo(JsonWriter& json) const;

  private:
    /**
     * Record the requests of a workload.
     *
     * @param workload the workload; it stays as long as this
     */
    void Attach(Ptr<FioWorkload> workload);

    /**
     * A request completed that counts.
     *
     * @param number the workload's number
     * @param request the request
     * @param device number of its device
     */
    void Count(uint32_t number, Ptr<const BlockRequest> request, uint32_t device);

    Jobs m_jobs;                                                       //!< by number
    std::vector<std::pair<Ptr<FioWorkload>, std::size_t>> m_workloads; //!< and their jobs' numbers
};

} // namespace ns3

#endif /* SAN_JOB_FIGURES_H */
