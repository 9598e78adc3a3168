/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_HOST_FAULTS_H
#define SAN_HOST_FAULTS_H

#include "ns3/nstime.h"
#include "ns3/san-commands.h"
#include "ns3/san-reservations.h"

#include <cstdint>
#include <functional>

namespace ns3
{

class SanNetwork;
class SanSessions;
class SanTargets;

/**
 * @ingroup san-scenario
 *
 * What hosts do on command to those with whom they share a target, and what befalls hosts
 * themselves. Each function looks at what is asked, throws UserError if there are no sessions, and
 * gives what does it.
 */
class SanHostFaults
{
  public:
    /// Makes a fault happen.
    using Action = SanCommands::Action;

    /**
     * @param network the network, whose hosts may get other addresses; outlives this
     * @param targets the targets, which outlive this
     * @param sessions the hosts' sessions, which may be opened later; outlive this
     * @param reservations reserves logical units, outlives this
     */
    SanHostFaults(SanNetwork& network,
                  const SanTargets& targets,
                  const SanSessions& sessions,
                  SanReservations& reservations);

    /**
     * @param commands what gets a command for each fault; it must not be used after this
     */
    void AddTo(SanCommands& commands);

    /**
     * Let all sessions send task management functions, each another one every 20 ms: queries,
     * aborts, resets of logical units, nexus and target (RFC 7143, 11.5.1; RFC 7144, 4.2).
     *
     * @param duration for how long
     * @return does it
     */
    Action StormTasks(Time duration);

    /**
     * Let all sessions reserve all logical units by RESERVE (SPC-2, 7.21): the first one gets each,
     * and commands of others end with RESERVATION CONFLICT until it is released or its session
     * ends.
     *
     * @param duration how long until all send RELEASE
     * @return does it
     */
    Action ReserveUnits(Time duration);

    /**
     * Let sessions register and reserve all logical units by PERSISTENT RESERVE OUT (SPC-4, 6.16):
     * the first one gets each, and keeps it if it logs in again. Units with even numbers exclude
     * all others, those with odd numbers every other session, which is not registered.
     *
     * @param duration how long until each clears all registrations and reservations
     * @return does it
     */
    Action PersistReserve(Time duration);

    /**
     * Log all sessions out in the midst of what they do.
     *
     * @param pause how long until they log in again
     * @return does it
     */
    Action LogOut(Time pause);

    /**
     * Cut the power of all hosts' adapters: they are silent, and their sessions, of whose end
     * targets are not told, are gone. What programs and page caches of hosts have stays.
     *
     * @param pause how long until they log in again
     * @return does it
     */
    Action CutPower(Time pause);

    /**
     * Give all hosts other addresses. What they have open is lost, and neither they nor targets
     * are told.
     *
     * @return does it
     */
    Action ChangeAddress();

  private:
    /**
     * Let each session send the next task management function.
     *
     * @param step how many times this was done
     */
    void ManageTasks(uint32_t step) const;

    /**
     * Let something be done to each logical unit by the sessions that are logged in.
     *
     * @param command what is done
     */
    void ForEachUnit(const std::function<void(const SanReservations::Unit&)>& command) const;

    /**
     * End all sessions.
     *
     * @param pause how long until they log in again
     */
    void Restart(Time pause) const;

    SanNetwork& m_network;           //!< the network
    const SanTargets& m_targets;     //!< the targets
    const SanSessions& m_sessions;   //!< the hosts' sessions
    SanReservations& m_reservations; //!< of logical units
};

} // namespace ns3

#endif /* SAN_HOST_FAULTS_H */
