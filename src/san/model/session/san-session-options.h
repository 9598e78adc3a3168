/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_SESSION_OPTIONS_H
#define SAN_SESSION_OPTIONS_H

#include "ns3/san-feature-options.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup san-session
 *
 * The sessions between initiators and targets.
 */
class SanSessionOptions : public SanFeatureOptions
{
  public:
    /**
     * @param list where the options are added; it stays longer than this
     */
    explicit SanSessionOptions(ProgramOptions& list);

    /// Add the sessions over the path.
    void AddSessions();

    /**
     * @return whether initiators have a session over each link of the path, joined by multipath I/O
     */
    bool HasMultipath() const;

    /**
     * @return whether all sessions of an initiator host share its cores
     */
    bool ShareCores() const;

    /**
     * Check that cores and receive queues have an effect.
     *
     * @throw UserError naming what is wrong
     */
    void CheckCores() const;

    /**
     * Check that targets can have several portals, and their states.
     *
     * @throw UserError naming what is wrong
     */
    void CheckPortals() const;

    std::string policy{"round-robin"};  //!< connection of each command
    uint32_t portals{1};                //!< portals of each target
    std::string portalStates;           //!< their access states, empty: all active/optimized
    std::string multipath{"none"};      //!< none, or how sessions over each link are joined
    uint32_t units{0};                  //!< logical units used of each target, 0: all
    std::string targetName;             //!< name asked for, empty: each target's own
    std::string targetChapSecret;       //!< secret that targets know, empty: the initiators'
    bool mayFail{false};                //!< continue without what cannot be reached
    std::string headerDigest{"None"};   //!< digest of headers
    std::string dataDigest{"None"};     //!< digest of data
    Time targetTimePerCommand{-1};      //!< host cost of targets, negative: as initiators'
    Time targetTimePerPdu{-1};          //!< likewise
    double targetTimePerByte{-1};       //!< likewise, ns
    double targetTimePerDigestByte{-1}; //!< likewise, ns
    uint32_t cores{0};                  //!< cores of an initiator host, 0: a processor a session
    uint32_t targetCores{1};            //!< cores of a target host
    uint32_t receiveQueues{0};          //!< receive queues of each host, 0: one for each core

  private:
    /// Add which targets and units are used, and how initiators prove themselves.
    void AddAccess();

    /// Add multipath I/O.
    void AddMultipath();

    /// Add the portals of targets.
    void AddPortals();

    /// Add the processor time of hosts, and what targets have of their own.
    void AddHostCost();

    /// Add the cores of hosts.
    void AddCores();

    /// Add the keys that sessions negotiate, and their recovery.
    void AddKeys();
};

} // namespace ns3

#endif /* SAN_SESSION_OPTIONS_H */
