/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_PROGRESS_H
#define RUN_PROGRESS_H

#include "ns3/ptr.h"
#include "ns3/simulator-impl.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace ns3
{

/**
 * @ingroup toolbox
 *
 * While it exists, it says on standard error how far a simulation is: the simulated time, what is
 * done, how fast simulated time passes, and how long the rest takes if that is known. On a terminal
 * that is one line which changes twice a second, from 2 s on, and vanishes in the end; elsewhere it
 * is a line every 30 s. It is made before Simulator::Run and changes nothing in the simulation.
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
    ~RunProgress();
    RunProgress(const RunProgress&) = delete;
    RunProgress& operator=(const RunProgress&) = delete;

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
    using Clock = std::chrono::steady_clock; //!< real time

    /// Ask for the line again and again, in a thread of its own.
    void Watch();

    /// Between two events: say how far the simulation is.
    void Say();

    std::string m_unit;                 //!< what is counted
    Ask m_ask;                          //!< gives what is done
    bool m_isTerminal;                  //!< whether the line changes
    bool m_isShown{false};              //!< whether it is there
    Clock::time_point m_begin;          //!< when all began
    Ptr<SimulatorImpl> m_simulator;     //!< stays as long as the thread uses it
    std::atomic<bool> m_isAsked{false}; //!< whether Say will be called
    std::mutex m_mutex;                 //!< of m_isOver
    std::condition_variable m_over;     //!< the end has come
    bool m_isOver{false};               //!< whether it has
    std::thread m_thread;               //!< runs Watch
};

} // namespace ns3

#endif /* RUN_PROGRESS_H */
