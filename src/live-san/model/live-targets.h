/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_TARGETS_H
#define LIVE_TARGETS_H

#include "live-side.h"

#include "ns3/san-targets.h"
#include "ns3/scsi-task.h"

namespace ns3
{

class LiveOptions;
class SanNetwork;

/**
 * @ingroup live
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
    std::vector<std::string> Describe() const override;
    LiveFigures& GetFigures() override;
    void End() override;
    bool Finish() override;
    std::string GetMismatch() const override;

  private:
    /**
     * A target answered a command.
     *
     * @param task the command
     */
    void CommandAnswered(Ptr<const ScsiTask> task);

    SanTargets m_targets;             //!< the targets
    std::vector<std::string> m_lines; //!< what a user needs to know
    LiveFigures m_figures;            //!< what they did
};

} // namespace ns3

#endif /* LIVE_TARGETS_H */
