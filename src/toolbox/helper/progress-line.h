/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROGRESS_LINE_H
#define PROGRESS_LINE_H

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace ns3
{

/**
 * @ingroup toolbox
 *
 * A line on standard error that says how far something long is. On a terminal it is there from 2 s
 * on, changes twice a second, and goes when this object ends; elsewhere it is a line every 30 s.
 */
class ProgressLine
{
  public:
    /// Called in a thread of its own when it is time for the line.
    using Tick = std::function<void(ProgressLine&)>;

    /**
     * @param isQuiet whether nothing is said at all
     * @param tick has the line written, at once or later
     */
    ProgressLine(bool isQuiet, Tick tick);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /**
     * @return seconds since this was made
     */
    double GetElapsed() const;

    /**
     * Write the line, from any thread.
     *
     * @param line what it says
     */
    void Write(const std::string& line);

  private:
    using Clock = std::chrono::steady_clock; //!< real time

    /// Ask for the line again and again.
    void Watch();

    Tick m_tick;                        //!< has it written
    bool m_isTerminal;                  //!< whether the line changes
    std::atomic<bool> m_isShown{false}; //!< whether it is there
    Clock::time_point m_begin;          //!< when all began
    std::mutex m_mutex;                 //!< of m_isOver
    std::condition_variable m_over;     //!< the end has come
    bool m_isOver{false};               //!< whether it has
    std::thread m_thread;               //!< runs Watch
};

} // namespace ns3

#endif /* PROGRESS_LINE_H */
