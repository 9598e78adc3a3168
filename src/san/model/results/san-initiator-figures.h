/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_INITIATOR_FIGURES_H
#define SAN_INITIATOR_FIGURES_H

#include "ns3/io-summary.h"
#include "ns3/result-file.h"
#include "ns3/san-report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-results
 *
 * How evenly initiators are served: initiators.csv has a row for each, summary.json Jain's index of
 * their rates. A rate is that from the issue of an initiator's first request to the completion of
 * its last one. Requests of a workload's ramp time do not count.
 *
 * Where initiators run other jobs of fio than others, those with the same jobs are a group, of
 * which summary.json has the same figures: rates of initiators that do not want the same say
 * nothing of how fair a network is.
 */
class SanInitiatorFigures : public SanReport
{
  public:
    /**
     * @param initiators how many
     * @param folder the folder of the results
     * @throw UserError if initiators.csv cannot be created
     */
    SanInitiatorFigures(uint32_t initiators, const std::string& folder);

    /**
     * Take in the requests of a workload.
     *
     * @param initiator number of the initiator that runs it
     * @param workload the workload; this object stays as long as it runs
     */
    void Attach(uint32_t initiator, Ptr<BlockWorkload> workload);

    // From SanReport
    void WriteFiles() override;
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

  private:
    /// The requests of an initiator.
    struct Served
    {
        std::vector<std::string> jobs; //!< names of the jobs of fio that it runs
        IoSummary::Group requests;     //!< those that ended well
        uint64_t errors{0};            //!< those that failed
        std::optional<Time> begin;     //!< when the first one was issued
        Time end;                      //!< when the last one was completed

        /**
         * @return bytes per second, 0 without requests
         */
        double GetRate() const;

        /**
         * @return the names of its jobs with a + between them
         */
        std::string GetJobs() const;
    };

    /// Initiators that have something in common.
    using Some = std::vector<const Served*>;

    /**
     * @return the initiators with the same jobs, in the order of the first of each group
     */
    std::vector<Some> GetGroups() const;

    /**
     * Write how evenly initiators are served.
     *
     * @param json where to, in an object
     * @param some the initiators, at least one
     */
    static void WriteEvenness(JsonWriter& json, const Some& some);

    /**
     * A request has completed that counts.
     *
     * @param initiator number of the initiator
     * @param workload its workload
     * @param request the request
     * @param device number of its device
     */
    void RequestMeasured(uint32_t initiator,
                         const BlockWorkload* workload,
                         Ptr<const BlockRequest> request,
                         uint32_t device);

    std::vector<Served> m_served; //!< of each initiator
    ResultFile m_file;            //!< initiators.csv
};

} // namespace ns3

#endif /* SAN_INITIATOR_FIGURES_H */
