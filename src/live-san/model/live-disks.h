/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_DISKS_H
#define LIVE_DISKS_H

#include "live-side.h"

#include "ns3/block-device.h"
#include "ns3/block-request.h"
#include "ns3/nbd-server.h"
#include "ns3/san-failures.h"
#include "ns3/san-sessions.h"
#include "ns3/san-targets.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

class LiveOptions;
class LiveSimulatorImpl;
class SanNetwork;

/**
 * @ingroup live-san
 *
 * Simulated targets and a simulated initiator, whose drives a real host uses by the NBD protocol:
 * it takes the place of the workload. Each of its requests takes the whole way, from the
 * initiator's block device to the drive and back.
 */
class LiveDisks : public LiveSide
{
  public:
    /**
     * @param network the simulated network, which outlives this
     * @param o the options
     * @param simulator calls when clients want something; outlives this
     * @throw UserError naming what is wrong
     */
    LiveDisks(const SanNetwork& network, const LiveOptions& o, LiveSimulatorImpl& simulator);

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
    /// A drive that the initiator sees.
    struct Drive
    {
        NbdExport disk;       //!< as clients see it, once it is ready
        bool isAwaited{true}; //!< whether it is not known yet if it will be ready
    };

    /**
     * Add a drive that the initiator sees.
     *
     * @param device the drive
     * @param o the options
     */
    void Add(Ptr<BlockDevice> device, const LiveOptions& o);

    /**
     * A drive is ready.
     *
     * @param number its number
     */
    void DriveReady(std::size_t number);

    /**
     * A drive failed for good.
     *
     * @param number its number
     * @param reason why
     */
    void DriveFailed(std::size_t number, const std::string& reason);

    /**
     * It is known whether a drive can be used; after the last of them, take clients.
     *
     * @param number its number
     */
    void StopWaiting(std::size_t number);

    /**
     * A request completed.
     *
     * @param device where it was
     * @param request the request
     */
    void RequestCompleted(BlockDevice* device, Ptr<const BlockRequest> request);

    /// End the sessions. The simulation stops soon after.
    void LogOut();

    std::ostream& m_os;               //!< where it says what happens
    std::string m_identity;           //!< of the logical units of this run
    SanTargets m_targets;             //!< the targets
    SanFailures m_failures;           //!< what could not be reached
    SanSessions m_sessions;           //!< of the initiator with the targets
    std::vector<Drive> m_drives;      //!< what the initiator sees
    std::size_t m_awaited{0};         //!< those of which it is not known if they will be ready
    std::vector<std::string> m_lines; //!< what a user needs to know
    LiveFigures m_figures;            //!< what was done
    NbdServer m_server;               //!< where clients connect
    bool m_isLoggedOut{false};        //!< whether the sessions end
};

} // namespace ns3

#endif /* LIVE_DISKS_H */
