/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_RESULTS_H
#define SAN_RESULTS_H

#include "ns3/io-recorder.h"
#include "ns3/result-file.h"
#include "ns3/san-output-options.h"
#include "ns3/san-report.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-results
 *
 * What a run writes into its folder: requests.csv, summary.json, and what the parts of the network
 * report. summary.json has the figures of all requests, of which requests.csv has one in each
 * request_interval where that is not 1, then the lines of the reports in the order
 * in which these were added, then what interrupted the run and what failed.
 */
class SanResults
{
  public:
    /**
     * @param o what is written, and where
     * @throw UserError if a file cannot be created
     */
    explicit SanResults(const SanOutputOptions& o);

    /**
     * Make a report and add it.
     *
     * @tparam Report its class
     * @tparam Args types of what its constructor takes
     * @param args what its constructor takes
     * @return the report, which stays as long as this object
     */
    template <typename Report, typename... Args>
    Report& Add(Args&&... args);

    /**
     * Add a report that belongs to something else.
     *
     * @param report the report, which stays until Write has returned
     */
    void Add(SanReport& report);

    /**
     * @tparam Report a class of reports
     * @return the first report of that class, null if there is none
     */
    template <typename Report>
    Report* Find() const;

    /**
     * Record the requests of a workload.
     *
     * @param workload the workload
     */
    void AttachWorkload(Ptr<BlockWorkload> workload);

    /**
     * Record the requests to a drive, whoever issues them.
     *
     * @param drive the drive
     * @param phase tells the phase of the program that uses it, which the requests have
     */
    void AttachDrive(Ptr<BlockDevice> drive, IoRecorder::Phase phase);

    /**
     * Record the stages of requests in a target's drive, too.
     *
     * @param drive the drive
     */
    void AddStages(Ptr<const BlockDevice> drive);

    /**
     * Let rows of requests.csv lead to the capture of the network.
     *
     * @param numbering numbers of connections and of their ends
     */
    void NumberConnections(IoRecorder::Numbering numbering);

    /**
     * Finish the files, when the simulation is over and not yet destroyed.
     *
     * @param failures what failed and why, a line each
     * @param interruption when the simulation was interrupted, nothing if it was not
     * @throw UserError if a file cannot be written
     */
    void Write(const std::vector<std::string>& failures,
               const std::optional<Time>& interruption = std::nullopt);

    /**
     * @return the figures of all requests
     */
    const IoSummary& GetSummary() const;

    /**
     * @return what summary.json says, when it is written
     */
    const std::string& GetText() const;

  private:
    /**
     * Write summary.json.
     *
     * @param failures what failed and why, a line each
     * @param interruption when the simulation was interrupted, nothing if it was not
     */
    void WriteSummary(const std::vector<std::string>& failures,
                      const std::optional<Time>& interruption);

    const uint32_t m_interval;                     //!< every how many requests one has a row
    Ptr<IoRecorder> m_recorder;                    //!< records requests
    ResultFile m_summary;                          //!< summary.json
    std::string m_text;                            //!< what it says
    std::vector<std::unique_ptr<SanReport>> m_own; //!< reports that were made here
    std::vector<SanReport*> m_reports;             //!< all reports, in the order of summary.json
};

template <typename Report, typename... Args>
Report&
SanResults::Add(Args&&... args)
{
    auto report = std::make_unique<Report>(std::forward<Args>(args)...);
    auto& added = *report;
    m_own.push_back(std::move(report));
    Add(added);
    return added;
}

template <typename Report>
Report*
SanResults::Find() const
{
    for (auto* report : m_reports)
    {
        if (auto* found = dynamic_cast<Report*>(report))
        {
            return found;
        }
    }
    return nullptr;
}

} // namespace ns3

#endif /* SAN_RESULTS_H */
