/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_INTERRUPT_H
#define RUN_INTERRUPT_H

#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/simulator-impl.h"

#include <csignal>
#include <string>

namespace ns3
{

/**
 * @ingroup toolbox
 *
 * While it exists, SIGINT and SIGTERM end the simulation and not the process, so that a program can
 * write what it measured until then. A second one of the same kind ends the process at once. What
 * the process ignores, it continues to ignore. There is one object at a time, made before
 * Simulator::Run.
 */
class RunInterrupt
{
  public:
    RunInterrupt();
    ~RunInterrupt();
    RunInterrupt(const RunInterrupt&) = delete;
    RunInterrupt& operator=(const RunInterrupt&) = delete;

    /**
     * @return true if one of the signals came
     */
    bool HasCome() const;

    /**
     * Report in one line on standard error that the simulation was interrupted, and what is kept.
     *
     * @param time the simulated time then
     * @param results what holds the results until then, empty for no file or folder
     */
    void Report(Time time, const std::string& results) const;

    /**
     * Let the signal do what it does otherwise, now that everything is written: the process ends as
     * one that it killed, which shells show as status 130 or 143. Nothing happens if none came.
     */
    void PassOn();

  private:
    /// Let signals do what they did before.
    void Restore();

    Ptr<SimulatorImpl> m_simulator; //!< stays as long as a signal may stop it
    struct sigaction m_interrupt{}; //!< what SIGINT did before
    struct sigaction m_terminate{}; //!< what SIGTERM did before
};

} // namespace ns3

#endif /* RUN_INTERRUPT_H */
