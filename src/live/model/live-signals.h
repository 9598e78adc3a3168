/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_SIGNALS_H
#define LIVE_SIGNALS_H

#include "live-simulator-impl.h"

#include "ns3/callback.h"
#include "ns3/ptr.h"

#include <map>

namespace ns3
{

/**
 * @ingroup live
 *
 * Signals to a live simulation, which handles them as it does frames: between events, in the
 * simulation. While the object exists the signals do nothing else, and those that nobody has
 * handled at its end are forgotten. The simulator must be LiveSimulatorImpl.
 */
class LiveSignals
{
  public:
    LiveSignals() = default;
    ~LiveSignals();

    LiveSignals(const LiveSignals&) = delete;
    LiveSignals& operator=(const LiveSignals&) = delete;

    /**
     * @param signal such as SIGTERM; not handled yet
     * @param handler what to do about it
     */
    void Handle(int signal, Callback<void> handler);

  private:
    /// Call the handlers of signals that came.
    void HandleReadable();

    Ptr<LiveSimulatorImpl> m_simulator;       //!< calls when a signal came
    int m_fd{-1};                             //!< of the kernel's signalfd
    std::map<int, Callback<void>> m_handlers; //!< by signal
};

} // namespace ns3

#endif /* LIVE_SIGNALS_H */
