/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_TARGETS_H
#define LIVE_TARGETS_H

#include "live-side.h"

#include "ns3/san-targets.h"
#include "ns3/scsi-task.h"

#include <string>
#include <vector>

namespace ns3
{

class LiveOptions;
class SanNetwork;

/**
 * @ingroup live-san
 *
 * Simulated targets for real initiators.
 */
class LiveTargets : public LiveSide
{
  public:
    /**
     * @param network the simulated network
     * @param o the options
     */
    LiveTargets(const SanNetwork& network, const LiveOptions& o);

    /**
     * @return the targets
     */
    const SanTargets& GetTargets() const;

    // From LiveSide
    uint32_t GetSessionCount() const override;
    ApplicationContainer GetApplications() const override;
    std::vector<Ptr<BlockDevice>> GetStorage() const override;
    std::vector<std::string> Describe() const override;
    LiveFigures& GetFigures() override;
    void End() override;
    bool Finish() override;
    std::vector<std::string> GetFailures() const override;
    std::string GetError() const override;

  private:
    /**
     * Let a portal be where real initiators reach it, and say where that is.
     *
     * @param network the simulated network
     * @param target number of its target
     * @param portal its number
     * @param o the options
     */
    void AddPortal(const SanNetwork& network,
                   uint32_t target,
                   uint32_t portal,
                   const LiveOptions& o);

    /**
     * A target answered a command.
     *
     * @param task the command
     */
    void CommandAnswered(Ptr<const ScsiTask> task);

    std::string m_identity;           //!< of the logical units of this run
    SanTargets m_targets;             //!< the targets
    std::vector<std::string> m_lines; //!< what a user needs to know
    LiveFigures m_figures;            //!< what they did
};

} // namespace ns3

#endif /* LIVE_TARGETS_H */
