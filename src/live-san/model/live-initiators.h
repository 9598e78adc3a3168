/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_INITIATORS_H
#define LIVE_INITIATORS_H

#include "live-side.h"

#include "ns3/block-request.h"
#include "ns3/block-workload.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/san-failures.h"
#include "ns3/san-results.h"
#include "ns3/scsi-block-device.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class LiveOptions;
class SanNetwork;

/**
 * @ingroup live-san
 *
 * A simulated initiator that drives the disks of a real target, with any workload of block
 * requests.
 */
class LiveInitiators : public LiveSide
{
  public:
    /**
     * @param network the simulated network
     * @param o the options
     * @throw UserError naming what is wrong
     */
    LiveInitiators(const SanNetwork& network, const LiveOptions& o);

    // From LiveSide
    uint32_t GetSessionCount() const override;
    ApplicationContainer GetApplications() const override;
    std::vector<std::string> Describe() const override;
    LiveFigures& GetFigures() override;
    void End() override;
    bool Finish() override;
    std::vector<std::string> GetFailures() const override;
    std::string GetError() const override;

  private:
    /**
     * Add what is reported, in the order of summary.json.
     *
     * @param o the options
     */
    void AddReports(const LiveOptions& o);

    /**
     * Install what issues requests.
     *
     * @param node the initiator's node
     * @param o the options
     */
    void InstallWorkloads(Ptr<Node> node, const LiveOptions& o);

    /**
     * A request of a workload completed.
     *
     * @param device what it was issued to
     * @param request the request
     */
    void RequestCompleted(ScsiBlockDevice* device, Ptr<const BlockRequest> request);

    /// A workload finished: when all have, the session ends.
    void WorkloadFinished();

    Ptr<IscsiInitiator> m_initiator;             //!< the session's end
    std::vector<Ptr<ScsiBlockDevice>> m_devices; //!< what it sees
    ApplicationContainer m_workloads;            //!< what uses them
    SanResults m_results;                        //!< what is written
    SanFailures m_failures;                      //!< what could not be reached
    std::vector<std::string> m_lines;            //!< what a user needs to know
    LiveFigures m_figures;                       //!< what was done
    uint32_t m_running{0};                       //!< workloads not finished
    bool m_isEnding{false};                      //!< whether the session ends
};

} // namespace ns3

#endif /* LIVE_INITIATORS_H */
