/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_LOOP_FAULTS_H
#define SAN_LOOP_FAULTS_H

#include "ns3/fcal-loop.h"
#include "ns3/fcal-port.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
#include "ns3/san-commands.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

class SanTargets;

/**
 * @ingroup san-scenario
 *
 * What goes wrong on command on the loops of gateways. Each function looks at what is asked, throws
 * UserError if there are no loops, and gives what does it.
 */
class SanLoopFaults
{
  public:
    /// Makes a fault happen.
    using Action = SanCommands::Action;

    /**
     * @param targets the targets, which outlive this
     */
    explicit SanLoopFaults(const SanTargets& targets);

    /**
     * @param commands what gets a command for each fault; it must not be used after this
     */
    void AddTo(SanCommands& commands);

    /**
     * Give the random variable a fixed stream.
     *
     * @param stream first stream to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /// Initialise all loops; nothing happens without loops.
    void Initialise() const;

    /**
     * Initialise all loops again and again.
     *
     * @param duration for how long
     * @return does it
     */
    Action Storm(Time duration);

    /**
     * Lose one of ten sequences: a frame of each is lost, so that its receiver gets none of it. The
     * sender is not told; its exchange runs into its timeout (FCP-4, clause 12).
     *
     * @param duration for how long
     * @return does it
     */
    Action LoseFrames(Time duration);

    /**
     * Let ports give no credit beyond that of their login: they keep all buffers.
     *
     * @param duration for how long
     * @return does it
     */
    Action LoseCredit(Time duration);

  private:
    /**
     * @return all loops
     */
    std::vector<Ptr<FcalLoop>> GetLoops() const;

    /**
     * @param command what is asked
     * @throw UserError if there are no loops
     */
    void Check(const std::string& command) const;

    const SanTargets& m_targets;         //!< the targets
    Ptr<UniformRandomVariable> m_chance; //!< decides which sequences are lost
};

} // namespace ns3

#endif /* SAN_LOOP_FAULTS_H */
