/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_SESSIONS_H
#define SAN_SESSIONS_H

#include "ns3/application-container.h"
#include "ns3/block-device.h"
#include "ns3/iscsi-initiator.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{

class SanFailures;
class SanNetwork;
class SanOptions;
class SanTargets;

/**
 * @ingroup san-scenario
 *
 * The sessions of all initiators with all targets, and the drives that initiators see by them.
 *
 * An initiator has one session with each target, whose connections take the links of the path in
 * turn; or, with multipath I/O, a session over each link, and each drive is a MultipathDevice over
 * all of them.
 */
class SanSessions
{
  public:
    /**
     * @param network the network; outlives this
     * @param targets the targets; outlive this
     * @param failures told of drives that cannot be reached; outlives this
     */
    SanSessions(const SanNetwork& network, const SanTargets& targets, SanFailures& failures);

    /**
     * Let an initiator log in to all targets. Initiators do so in the order of their numbers.
     *
     * @param i the initiator's number
     * @param o the options
     * @return the drives that it sees, target by target
     */
    std::vector<Ptr<BlockDevice>> LogIn(uint32_t i, const SanOptions& o);

    /**
     * End all sessions.
     *
     * @return for each target, the sessions that their initiators had lost and could not log out
     *         of: a target without keep-alive never learns of it
     */
    std::vector<uint32_t> LogOut() const;

    /**
     * @return the initiators' ends of all sessions: by initiator, by target, by path
     */
    const ApplicationContainer& GetInitiators() const;

    /**
     * @param i number of an initiator
     * @param target number of a target
     * @param path number of a path, 0 without multipath I/O
     * @return the initiator's end of their session over the path
     */
    Ptr<IscsiInitiator> GetInitiator(uint32_t i, uint32_t target, uint32_t path) const;

    /**
     * Call something for the initiators' ends of all sessions.
     *
     * @param call called with each end and the numbers of its initiator and of its target
     */
    void ForEach(const std::function<void(Ptr<IscsiInitiator>, uint32_t, uint32_t)>& call) const;

    /**
     * @return the drives that all initiators see, initiator by initiator, target by target
     */
    const std::vector<Ptr<BlockDevice>>& GetDrives() const;

  private:
    /// One logical unit by way of each session with its target.
    using Paths = std::vector<Ptr<BlockDevice>>;

    /**
     * Open the sessions of an initiator with a target.
     *
     * @param i the initiator's number
     * @param target the target's number
     * @param o the options
     * @return the target's logical units that are used
     */
    std::vector<Paths> Open(uint32_t i, uint32_t target, const SanOptions& o);

    const SanNetwork& m_network;            //!< the network
    const SanTargets& m_targets;            //!< the targets
    SanFailures& m_failures;                //!< drives that cannot be reached
    ApplicationContainer m_initiators;      //!< the initiators' ends of all sessions
    std::vector<Ptr<BlockDevice>> m_drives; //!< that initiators see
    uint32_t m_paths{1};                    //!< sessions of an initiator with each target
};

} // namespace ns3

#endif /* SAN_SESSIONS_H */
