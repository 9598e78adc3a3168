/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_PROGRESS_H
#define RUN_PROGRESS_H

#include "progress-line.h"

#include "ns3/ptr.h"
#include "ns3/simulator-impl.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup toolbox
 *
 * While it exists, it says on standard error how far a simulation is: the simulated time, what is
 * done, how fast simulated time passes, and how long the rest takes if that is known, in a
 * ProgressLine. It is made before Simulator::Run and changes nothing in the simulation.
 */
class RunProgress
{
  public:
    /// What is done, asked for between two events.
    struct Done
    {
        uint64_t count{0};           //!< how many
        std::optional<double> share; //!< share of the whole, 0 to 1; nothing if that is not known
    };

    /// Gives what is done.
    using Ask = std::function<Done()>;

    /**
     * @param isQuiet whether nothing is said at all
     * @param unit what is counted, such as "requests"
     * @param ask gives what is done; it is used until this ends
     */
    RunProgress(bool isQuiet, const std::string& unit, Ask ask);

    /**
     * @param simulated simulated seconds until now
     * @param elapsed real seconds until now, above 0
     * @param done what is done
     * @param unit what is counted
     * @return the line, such as "12.3 s simulated, 45,678 requests, 0.82 s per second, 41 %, 18 s
     *         left"
     */
    static std::string Format(double simulated,
                              double elapsed,
                              const Done& done,
                              const std::string& unit);

  private:
    /// In the line's thread: have the simulator call Say.
    void Request();

    /// Between two events: say how far the simulation is.
    void Say();

    std::string m_unit;                 //!< what is counted
    Ask m_ask;                          //!< gives what is done
    Ptr<SimulatorImpl> m_simulator;     //!< stays as long as the thread uses it
    std::atomic<bool> m_isAsked{false}; //!< whether Say will be called
    ProgressLine m_line;                //!< the line; the last, as its thread uses the others
};

} // namespace ns3

#endif /* RUN_PROGRESS_H */
