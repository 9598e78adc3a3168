/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-progress.h"

#include "ns3/make-event.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <unistd.h>
#include <utility>

namespace ns3
{

namespace
{

/// Runs that take no longer have no line.
constexpr std::chrono::seconds SHORT{2};
/// How often a line on a terminal changes.
constexpr std::chrono::milliseconds OFTEN{500};
/// How often there is a line elsewhere.
constexpr std::chrono::seconds SELDOM{30};

/**
 * @param number a number
 * @return it with a comma before each three digits
 */
std::string
Group(uint64_t number)
{
    auto text = std::to_string(number);
    for (auto at = static_cast<int>(text.size()) - 3; at > 0; at -= 3)
    {
        text.insert(at, ",");
    }
    return text;
}

/**
 * @param seconds a time
 * @return it in whole seconds or minutes, with its unit
 */
std::string
FormatRest(double seconds)
{
    return seconds < 120 ? std::to_string(std::llround(std::ceil(seconds))) + " s"
                         : Group(std::llround(std::ceil(seconds / 60))) + " min";
}

} // namespace

RunProgress::RunProgress(bool isQuiet, const std::string& unit, Ask ask)
    : m_unit(unit),
      m_ask(std::move(ask)),
      m_isTerminal(isatty(STDERR_FILENO) == 1),
      m_begin(Clock::now()),
      m_simulator(Simulator::GetImplementation())
{
    if (!isQuiet)
    {
        m_thread = std::thread(&RunProgress::Watch, this);
    }
}

RunProgress::~RunProgress()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
    }
    m_over.notify_one();
    if (m_thread.joinable())
    {
        m_thread.join();
    }
    if (m_isShown)
    {
        std::cerr << "\r\033[K" << std::flush;
    }
}

void
RunProgress::Watch()
{
    std::unique_lock lock(m_mutex);
    const Clock::duration first = m_isTerminal ? SHORT : SELDOM;
    const Clock::duration next = m_isTerminal ? OFTEN : SELDOM;
    for (auto at = m_begin + first; !m_over.wait_until(lock, at, [this] { return m_isOver; });
         at += next)
    {
        // The simulator takes events from other threads, and between two of its own.
        if (!m_isAsked.exchange(true))
        {
            m_simulator->ScheduleWithContext(Simulator::NO_CONTEXT,
                                             Time(0),
                                             MakeEvent(&RunProgress::Say, this));
        }
    }
}

void
RunProgress::Say()
{
    m_isAsked = false;
    const std::chrono::duration<double> elapsed = Clock::now() - m_begin;
    const auto line = Format(Simulator::Now().GetSeconds(), elapsed.count(), m_ask(), m_unit);
    if (m_isTerminal)
    {
        std::cerr << '\r' << line << "\033[K" << std::flush;
        m_isShown = true;
    }
    else
    {
        std::cerr << "progress: " << line << '\n';
    }
}

std::string
RunProgress::Format(double simulated, double elapsed, const Done& done, const std::string& unit)
{
    std::ostringstream line;
    line << std::fixed << std::setprecision(simulated < 10 ? 2 : 1) << simulated << " s simulated, "
         << Group(done.count) << ' ' << unit << ", ";
    line << std::defaultfloat << std::setprecision(3) << simulated / elapsed << " s per second";
    if (done.share && *done.share > 0)
    {
        line << ", " << static_cast<int>(100 * *done.share) << " %, "
             << FormatRest(elapsed * (1 - *done.share) / *done.share) << " left";
    }
    return line.str();
}

} // namespace ns3
