/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_FAULTS_H
#define SAN_FAULTS_H

#include "san-loop-faults.h"

#include "ns3/block-array.h"
#include "ns3/block-device.h"
#include "ns3/iscsi-pdu-fault.h"
#include "ns3/nstime.h"
#include "ns3/powered-device.h"
#include "ns3/random-variable-stream.h"
#include "ns3/san-commands.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

class SanNetwork;
class SanTargets;

/**
 * @ingroup san-scenario
 *
 * What goes wrong on command in a simulated storage area network while it runs: drives, arrays,
 * cables, the path and its packets, connections, targets, and loops (SanLoopFaults). Each function
 * looks at what is asked, throws UserError if it cannot be done, and gives what does it.
 */
class SanFaults
{
  public:
    /// Makes a fault happen.
    using Action = SanCommands::Action;

    /**
     * @param network the network, which outlives this
     * @param targets the targets, which outlive this
     */
    SanFaults(const SanNetwork& network, const SanTargets& targets);

    /// Restarts servers.
    using Restart = std::function<void(Time pause)>;

    /// Most that is written to a new member of an array, bit/s.
    static constexpr uint64_t REBUILD_RATE = 16000000;

    /**
     * Have file servers in the place of targets.
     *
     * @param drives their drives
     * @param restart restarts them: connections break, and there are none for so long
     */
    void SetFileServers(const std::vector<Ptr<BlockDevice>>& drives, Restart restart);

    /**
     * @param commands what gets a command for each fault; it must not be used after this
     */
    void AddTo(SanCommands& commands);

    /**
     * Give the random variables of faults fixed streams.
     *
     * @param stream first stream to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * Cut the power of a drive; a loop notices.
     *
     * @param number of the drive, counted over all targets
     * @return does it
     */
    Action PullDrive(uint32_t number);

    /**
     * Power a drive up again; a loop notices.
     *
     * @param number of the drive
     * @return does it
     */
    Action ReturnDrive(uint32_t number);

    /**
     * Give a drive reads to do that nobody asked for, far apart, so that others wait behind them.
     *
     * @param number of the drive
     * @return does it
     */
    Action FillQueue(uint32_t number);

    /**
     * Put a new drive in the place of a member of an array, which fails if it has not yet, and
     * rebuild it at REBUILD_RATE. The drive is not one of those with numbers. Nothing happens while
     * the array rebuilds another member or misses too many.
     *
     * @param number of the drive that was the member at first
     * @return does it
     */
    Action ReplaceDrive(uint32_t number);

    /// Give up what is being rebuilt: nobody uses the arrays any more.
    void EndRebuilds() const;

    /**
     * Pull the first target's cable, and put it back.
     *
     * @param pause how long it is out
     * @return does it
     */
    Action PullCable(Time pause);

    /**
     * Make the path longer or shorter.
     *
     * @param delay its one-way delay from now on
     * @return does it
     */
    Action SetPathDelay(Time delay);

    /**
     * Drop all that arrives at the ends of the path, so that neither end is told of anything.
     *
     * @param duration for how long
     * @return does it
     */
    Action SilencePath(Time duration);

    /**
     * Drop three in ten of the packets that arrive at the ends of the path.
     *
     * @param duration for how long
     * @return does it
     */
    Action LosePackets(Time duration);

    /**
     * Invert a bit in one of ten PDUs that the hosts send, behind TCP's checksum.
     *
     * @param duration for how long
     * @return does it
     */
    Action DamagePdus(Time duration);

    /**
     * Have all targets change the access state of a portal group.
     *
     * @param text tag of the portal group, = and its state, such as 2=standby
     * @return does it
     */
    Action SetPortalState(const std::string& text);

    /**
     * Reset all TCP connections of the targets, or restart file servers at once.
     *
     * @return does it
     */
    Action ResetConnections();

    /**
     * Restart all targets, or file servers: their sessions are gone.
     *
     * @param pause how long they take no logins
     * @return does it
     */
    Action RestartTargets(Time pause);

    /**
     * Cut the power of all targets and of their drives: they are silent, so that hosts are not told
     * that their sessions are gone. Members of arrays fail that have something to do then.
     *
     * @param pause how long until there is power again
     * @return does it
     */
    Action CutTargetPower(Time pause);

    /**
     * Have all targets ask hosts to log out (RFC 7143 section 11.9.1), end what is left of their
     * sessions then, and take logins again.
     *
     * @param limit how long hosts have; they are told whole seconds, rounded down
     * @return does it
     */
    Action AskForLogout(Time limit);

    /**
     * Reset all TCP connections, and refuse logins with the status of a target that is not in
     * operation (RFC 7143, 11.13.5).
     *
     * @param duration for how long
     * @return does it
     */
    Action RefuseLogins(Time duration);

    /**
     * Reset all TCP connections, and send logins at the first portal of each target to the second
     * one (RFC 7143, 11.13.5, "target moved temporarily").
     *
     * @param duration for how long
     * @return does it
     */
    Action MoveTargets(Time duration);

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
    Ptr<PoweredDevice> GetPoweredDrive(uint32_t number) const;

    /**
     * Check that the path has ends that take faults.
     *
     * @param command what is asked
     * @throw UserError if it has none
     */
    void CheckPath(const std::string& command) const;

    /// Have PDUs of all hosts damaged, once it is asked for.
    void MakeDamages();

    const SanNetwork& m_network;               //!< the network
    const SanTargets& m_targets;               //!< the targets
    SanLoopFaults m_loops;                     //!< faults of loops
    std::vector<Ptr<BlockDevice>> m_drives;    //!< the drives of all targets or servers
    Restart m_restart;                         //!< restarts file servers, null if there are none
    std::vector<Ptr<IscsiPduFault>> m_damages; //!< of PDUs, none unless a command has them
    Ptr<UniformRandomVariable> m_loss;         //!< decides which packets are lost
};

} // namespace ns3

#endif /* SAN_FAULTS_H */
