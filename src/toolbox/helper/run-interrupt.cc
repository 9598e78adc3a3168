/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-interrupt.h"

#include "ns3/assert.h"
#include "ns3/simulator.h"

#include <atomic>
#include <iostream>
#include <utility>

namespace ns3
{

namespace
{

/// The signal that came, 0 for none: a handler has no other place for it.
volatile std::sig_atomic_t g_signal{0};

/// What the handler stops.
std::atomic<SimulatorImpl*> g_simulator{nullptr};

/**
 * A signal came. Stopping ns-3's simulator sets a flag and nothing else.
 *
 * @param signal which
 */
void
Handle(int signal)
{
    g_signal = signal;
    if (auto* simulator = g_simulator.load())
    {
        simulator->Stop();
    }
}

/// The simulation begins, which forgets a stop that was before.
void
StopIfCome()
{
    if (g_signal != 0)
    {
        Simulator::Stop();
    }
}

/**
 * Handle a signal, unless it is ignored.
 *
 * @param signal which
 * @param before where what it did before goes
 */
void
Take(int signal, struct sigaction& before)
{
    struct sigaction action{};
    action.sa_handler = Handle;
    // The second one does what it always did. Files are written to their end nevertheless.
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN)
    {
        sigaction(signal, &action, nullptr);
    }
}

} // namespace

RunInterrupt::RunInterrupt()
    : m_simulator(Simulator::GetImplementation())
{
    NS_ASSERT_MSG(!g_simulator, "one object at a time");
    g_signal = 0;
    g_simulator = PeekPointer(m_simulator);
    Simulator::ScheduleNow(&StopIfCome);
    Take(SIGINT, m_interrupt);
    Take(SIGTERM, m_terminate);
}

RunInterrupt::~RunInterrupt()
{
    Restore();
}

void
RunInterrupt::Restore()
{
    if (g_simulator)
    {
        sigaction(SIGINT, &m_interrupt, nullptr);
        sigaction(SIGTERM, &m_terminate, nullptr);
        g_simulator = nullptr;
    }
}

bool
RunInterrupt::HasCome() const
{
    return g_signal != 0;
}

void
RunInterrupt::Report(Time time, const std::string& results) const
{
    const auto* name = g_signal == SIGINT ? "SIGINT" : "SIGTERM";
    std::cerr << "interrupted by " << name << " after " << time.GetSeconds()
              << " s of simulated time; "
              << (results.empty() ? "the figures are" : results + " holds the results")
              << " until then" << std::endl;
}

void
RunInterrupt::PassOn()
{
    Restore();
    if (g_signal != 0)
    {
        std::cout.flush();
        raise(g_signal);
    }
}

} // namespace ns3
