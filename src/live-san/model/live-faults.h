/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_FAULTS_H
#define LIVE_FAULTS_H

#include "ns3/block-device.h"
#include "ns3/disk-drive.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

class LiveCommands;
class SanNetwork;
class SanTargets;

/**
 * @ingroup live-san
 *
 * What goes wrong on command in a simulated storage area network while it runs: drives, cables and
 * loops. Whatever cannot be done throws UserError and changes nothing.
 */
class LiveFaults
{
  public:
    /**
     * @param network the network, which outlives this
     * @param targets the targets, which outlive this
     */
    LiveFaults(const SanNetwork& network, const SanTargets& targets);

    /**
     * @param commands what gets a command for each fault; it must not be used after this
     */
    void AddTo(LiveCommands& commands);

    /**
     * Cut the power of a drive; a loop notices.
     *
     * @param number of the drive, counted over all targets
     */
    void PullDrive(uint32_t number);

    /**
     * Power a drive up again; a loop notices.
     *
     * @param number of the drive
     */
    void ReturnDrive(uint32_t number);

    /**
     * Give a drive reads to do that nobody asked for, far apart, so that others wait behind them.
     *
     * @param number of the drive
     */
    void FillQueue(uint32_t number);

    /**
     * Pull the first target's cable, and put it back.
     *
     * @param pause how long it is out
     */
    void PullCable(Time pause);

    /**
     * Make the path longer or shorter.
     *
     * @param delay its one-way delay from now on
     */
    void SetPathDelay(Time delay);

    /**
     * Have all targets change the access state of a portal group.
     *
     * @param text tag of the portal group, = and its state, such as 2=standby
     */
    void SetPortalState(const std::string& text);

    /**
     * Initialise all loops again and again.
     *
     * @param duration for how long
     */
    void StormLoops(Time duration);

    /**
     * Reset all TCP connections of the targets.
     */
    void ResetConnections();

    /**
     * Restart all targets: their sessions are gone.
     *
     * @param pause how long they take no logins
     */
    void RestartTargets(Time pause);

  private:
    /**
     * @param number of a drive
     * @return the drive
     */
    Ptr<BlockDevice> GetDrive(uint32_t number) const;

    /**
     * @param number of a drive
     * @return the drive, which has power that can be cut
     */
    Ptr<DiskDrive> GetDiskDrive(uint32_t number) const;

    /// Initialise all loops.
    void InitialiseLoops() const;

    /**
     * @return number of loops
     */
    uint32_t CountLoops() const;

    const SanNetwork& m_network;            //!< the network
    const SanTargets& m_targets;            //!< the targets
    std::vector<Ptr<BlockDevice>> m_drives; //!< the drives of all targets
};

} // namespace ns3

#endif /* LIVE_FAULTS_H */
