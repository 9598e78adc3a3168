/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "progress-line.h"

#include <iostream>
#include <unistd.h>
#include <utility>

namespace ns3
{

namespace
{

/// What takes no longer has no line.
constexpr std::chrono::seconds SHORT{2};
/// How often a line on a terminal changes.
constexpr std::chrono::milliseconds OFTEN{500};
/// How often there is a line elsewhere.
constexpr std::chrono::seconds SELDOM{30};

} // namespace

ProgressLine::ProgressLine(bool isQuiet, Tick tick)
    : m_tick(std::move(tick)),
      m_isTerminal(isatty(STDERR_FILENO) == 1),
      m_begin(Clock::now())
{
    if (!isQuiet)
    {
        m_thread = std::thread(&ProgressLine::Watch, this);
    }
}

ProgressLine::~ProgressLine()
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

double
ProgressLine::GetElapsed() const
{
    return std::chrono::duration<double>(Clock::now() - m_begin).count();
}

void
ProgressLine::Write(const std::string& line)
{
    if (m_isTerminal)
    {
        std::cerr << '\r' + line + "\033[K" << std::flush;
        m_isShown = true;
    }
    else
    {
        std::cerr << "progress: " + line + '\n';
    }
}

void
ProgressLine::Watch()
{
    std::unique_lock lock(m_mutex);
    const Clock::duration first = m_isTerminal ? SHORT : SELDOM;
    const Clock::duration next = m_isTerminal ? OFTEN : SELDOM;
    for (auto at = m_begin + first; !m_over.wait_until(lock, at, [this] { return m_isOver; });
         at += next)
    {
        m_tick(*this);
    }
}

} // namespace ns3
