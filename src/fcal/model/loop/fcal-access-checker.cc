/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-access-checker.h"

#include "fcal-alpa.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/**
 * @param port a port
 * @return its AL_PA, or that it has none
 */
std::string
GetName(const FcalPort& port)
{
    const auto alpa = port.GetAlpa();
    return alpa ? "AL_PA " + FormatFcalAlpa(*alpa) : "a port without an AL_PA";
}

} // namespace

FcalAccessChecker::FcalAccessChecker(Report report)
    : m_report(std::move(report))
{
}

void
FcalAccessChecker::Attach(Ptr<FcalLoop> loop)
{
    loop->TraceConnectWithoutContext("ArbitrationWait",
                                     MakeCallback(&FcalAccessChecker::NoteWon, this));
    loop->TraceConnectWithoutContext("Lip", MakeCallback(&FcalAccessChecker::NoteLip, this));
}

void
FcalAccessChecker::NoteWon(Ptr<const FcalPort> port, Time wait)
{
    ++m_wins;
    const auto now = Simulator::Now();
    for (const auto& [other, wins] : m_winners)
    {
        if (other != port && wins.front() > now - wait)
        {
            m_report(GetName(*other) + " won the loop three times while " + GetName(*port) +
                     " waited");
        }
    }
    if (!port->IsFair())
    {
        return;
    }
    const auto found = std::find_if(m_winners.begin(), m_winners.end(), [&](const auto& winner) {
        return winner.port == port;
    });
    if (found == m_winners.end())
    {
        // Those that were not there are never too many.
        m_winners.push_back({port, {Time::Min(), Time::Min(), now}});
        return;
    }
    auto& wins = found->wins;
    std::rotate(wins.begin(), wins.begin() + 1, wins.end());
    wins.back() = now;
}

void
FcalAccessChecker::NoteLip(FcalLip /* lip */)
{
    m_winners.clear();
}

uint64_t
FcalAccessChecker::GetWins() const
{
    return m_wins;
}

} // namespace ns3
