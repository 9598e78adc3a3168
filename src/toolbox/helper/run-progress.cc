/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-progress.h"

#include "ns3/make-event.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <cmath>
#include <iomanip>
#include <sstream>
#include <utility>

namespace ns3
{

namespace
{

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
      m_simulator(Simulator::GetImplementation()),
      m_line(isQuiet, [this](ProgressLine&) { Request(); })
{
}

void
RunProgress::Request()
{
    // The simulator takes events from other threads, and between two of its own.
    if (!m_isAsked.exchange(true))
    {
        m_simulator->ScheduleWithContext(Simulator::NO_CONTEXT,
                                         Time(0),
                                         MakeEvent(&RunProgress::Say, this));
    }
}

void
RunProgress::Say()
{
    m_isAsked = false;
    m_line.Write(Format(Simulator::Now().GetSeconds(), m_line.GetElapsed(), m_ask(), m_unit));
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
