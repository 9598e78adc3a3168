/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-signals.h"

#include "ns3/abort.h"

#include <csignal>
#include <ctime>
#include <sys/signalfd.h>
#include <unistd.h>

namespace ns3
{

namespace
{

/**
 * @param handlers of signals
 * @return the set of these signals
 */
sigset_t
GetSet(const std::map<int, Callback<void>>& handlers)
{
    sigset_t set;
    sigemptyset(&set);
    for (const auto& [signal, handler] : handlers)
    {
        sigaddset(&set, signal);
    }
    return set;
}

} // namespace

LiveSignals::~LiveSignals()
{
    if (m_fd < 0)
    {
        return;
    }
    m_simulator->RemoveDescriptor(m_fd);
    close(m_fd);
    const auto set = GetSet(m_handlers);
    const timespec now{};
    while (sigtimedwait(&set, nullptr, &now) > 0)
    {
        // Came while there was no more simulation to handle it, such as a second SIGTERM.
    }
    sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

void
LiveSignals::Handle(int signal, Callback<void> handler)
{
    m_handlers[signal] = handler;
    const auto set = GetSet(m_handlers);
    sigprocmask(SIG_BLOCK, &set, nullptr);
    const auto isNew = m_fd < 0;
    m_fd = signalfd(m_fd, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    NS_ABORT_MSG_IF(m_fd < 0, "LiveSignals: no signalfd");
    if (isNew)
    {
        m_simulator = LiveSimulatorImpl::Get();
        NS_ABORT_MSG_UNLESS(m_simulator, "LiveSignals: the simulator must be LiveSimulatorImpl");
        m_simulator->AddDescriptor(m_fd, MakeCallback(&LiveSignals::HandleReadable, this));
    }
}

void
LiveSignals::HandleReadable()
{
    signalfd_siginfo info;
    while (read(m_fd, &info, sizeof info) == sizeof info)
    {
        m_handlers.at(static_cast<int>(info.ssi_signo))();
    }
}

} // namespace ns3
