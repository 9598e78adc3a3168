/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-console.h"

#include "ns3/live-simulator-impl.h"
#include "ns3/simulator.h"

#include <iomanip>

namespace ns3
{

namespace
{

/// Time between two shows.
const Time PERIOD = Seconds(1);
/// Lines below the names of the columns until these come again.
constexpr uint32_t LINES = 20;

/**
 * @param time a time
 * @return the same in milliseconds
 */
double
ToMs(Time time)
{
    return time.GetSeconds() * 1e3;
}

} // namespace

LiveConsole::LiveConsole(LiveSide& side,
                         LiveSimulatorImpl& simulator,
                         std::ostream& os,
                         bool isTerminal)
    : m_side(side),
      m_simulator(simulator),
      m_os(os),
      m_isTerminal(isTerminal)
{
}

LiveConsole::~LiveConsole()
{
    Simulator::Remove(m_next);
}

void
LiveConsole::Start()
{
    m_next = Simulator::Schedule(PERIOD, &LiveConsole::Show, this);
}

void
LiveConsole::Show()
{
    const auto period = m_side.GetFigures().TakeInterval();
    const auto lag = m_simulator.GetLag().TakeInterval();
    m_os << std::fixed;
    m_isTerminal ? PrintTable(period, lag) : PrintLine(period, lag);
    m_os.flush();
    Start();
}

void
LiveConsole::PrintLine(const LiveFigures::Period& period, const IoLatencyHistogram& lag)
{
    if (m_lines++ % LINES == 0)
    {
        m_os << "  time_s sessions     iops read_MB/s write_MB/s   mean_ms    p99_ms errors "
                "lag_p50_ms lag_p99_ms\n";
    }
    const auto seconds = PERIOD.GetSeconds();
    m_os << std::setprecision(0) << std::setw(8) << Simulator::Now().GetSeconds() << std::setw(9)
         << m_side.GetSessionCount() << std::setw(9) << period.GetTransfers() / seconds
         << std::setprecision(2) << std::setw(10) << period.readBytes / seconds / 1e6
         << std::setw(11) << period.writeBytes / seconds / 1e6 << std::setprecision(3)
         << std::setw(10) << ToMs(period.latency.GetMean()) << std::setw(10)
         << ToMs(period.latency.GetPercentile(99)) << std::setw(7) << period.errors << std::setw(11)
         << ToMs(lag.GetPercentile(50)) << std::setw(11) << ToMs(lag.GetPercentile(99)) << "\n";
}

void
LiveConsole::PrintTable(const LiveFigures::Period& period, const IoLatencyHistogram& lag)
{
    // To the upper left corner, and clear from there.
    m_os << "\x1b[H\x1b[J";
    m_lines = 0;
    PrintLine(period, lag);
    if (m_side.GetApplications().GetN() == 0)
    {
        // Requests to file servers pass no stages of iSCSI.
        return;
    }
    m_os << "\n  stage               mean_ms\n";
    for (auto i = static_cast<uint8_t>(IoStage::SENT); i < static_cast<uint8_t>(IoStage::COUNT);
         ++i)
    {
        const auto stage = static_cast<IoStage>(i);
        m_os << "  " << std::left << std::setw(18) << GetIoStageName(stage) << std::right
             << std::setw(9) << ToMs(period.GetStageMean(stage)) << "\n";
    }
}

} // namespace ns3
