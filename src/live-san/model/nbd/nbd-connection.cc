/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nbd-connection.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NbdConnection");

namespace
{

/// Most bytes of one read, about what a socket of this kind holds.
constexpr std::size_t READ_SIZE = 128 << 10;

/**
 * @return whether the last call on a socket only found it not ready
 */
bool
IsNotReady()
{
    return errno == EAGAIN || errno == EINTR || errno == ENOBUFS || errno == ENOMEM;
}

} // namespace

NbdConnection::NbdConnection(int fd,
                             const std::vector<NbdExport>& exports,
                             LiveSimulatorImpl& simulator,
                             Closed closed)
    : m_fd(fd),
      m_simulator(simulator),
      m_closed(closed),
      m_session(Create<NbdSession>(exports, MakeCallback(&NbdConnection::Advance, this))),
      m_input(READ_SIZE)
{
}

NbdConnection::~NbdConnection()
{
    m_closed = Closed();
    Close();
}

void
NbdConnection::Start()
{
    Advance();
}

void
NbdConnection::End()
{
    m_session->End();
    Advance();
}

void
NbdConnection::Close()
{
    if (m_fd < 0)
    {
        return;
    }
    m_session->Abandon();
    m_simulator.RemoveDescriptor(m_fd, LiveReadiness::READABLE);
    m_simulator.RemoveDescriptor(m_fd, LiveReadiness::WRITABLE);
    close(std::exchange(m_fd, -1));
    if (!m_closed.IsNull())
    {
        std::exchange(m_closed, Closed())(Ptr<NbdConnection>(this));
    }
}

void
NbdConnection::HandleReadable()
{
    const auto ahead = m_simulator.GetPollTime() - Simulator::Now();
    if (!ahead.IsStrictlyPositive())
    {
        Read();
        return;
    }
    // The simulation is late: what came belongs to the time at which it came.
    m_simulator.RemoveDescriptor(m_fd, LiveReadiness::READABLE);
    m_reading = Watch::LATER;
    Simulator::Schedule(ahead, [self = Ptr<NbdConnection>(this)] {
        self->m_reading = Watch::NO;
        self->Read();
    });
}

void
NbdConnection::Read()
{
    // The session takes what there is first.
    if (m_fd < 0 || m_begin < m_end)
    {
        return;
    }
    const auto count = read(m_fd, m_input.data(), m_input.size());
    if (count == 0 || (count < 0 && !IsNotReady()))
    {
        NS_LOG_INFO("a client is gone");
        Close();
        return;
    }
    m_begin = 0;
    m_end = static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    Advance();
}

void
NbdConnection::HandleWritable()
{
    Advance();
}

void
NbdConnection::Advance()
{
    if (m_fd < 0 || m_isAdvancing)
    {
        return;
    }
    const Ptr<NbdConnection> self(this);
    m_isAdvancing = true;
    bool isThere = Send();
    while (isThere && m_begin < m_end && m_session->WantsInput())
    {
        m_begin += m_session->Receive(m_input.data() + m_begin, m_end - m_begin);
        isThere = Send();
    }
    m_isAdvancing = false;
    if (!isThere || (m_session->IsOver() && m_session->GetOutput().GetSize() == 0))
    {
        Close();
        return;
    }
    WatchSocket();
}

bool
NbdConnection::Send()
{
    auto& output = m_session->GetOutput();
    while (output.GetSize() > 0)
    {
        const auto sent = send(m_fd, output.GetBytes(), output.GetSize(), MSG_NOSIGNAL);
        if (sent < 0)
        {
            return IsNotReady();
        }
        output.Remove(static_cast<std::size_t>(sent));
    }
    return true;
}

void
NbdConnection::WatchSocket()
{
    const bool wantsInput = m_session->WantsInput() && m_begin == m_end;
    if (wantsInput && m_reading == Watch::NO)
    {
        m_simulator.AddDescriptor(m_fd, MakeCallback(&NbdConnection::HandleReadable, this));
        m_reading = Watch::YES;
    }
    else if (!wantsInput && m_reading == Watch::YES)
    {
        m_simulator.RemoveDescriptor(m_fd, LiveReadiness::READABLE);
        m_reading = Watch::NO;
    }
    const bool hasOutput = m_session->GetOutput().GetSize() > 0;
    if (hasOutput != m_isWriting)
    {
        hasOutput ? m_simulator.AddDescriptor(m_fd,
                                              MakeCallback(&NbdConnection::HandleWritable, this),
                                              Simulator::NO_CONTEXT,
                                              LiveReadiness::WRITABLE)
                  : m_simulator.RemoveDescriptor(m_fd, LiveReadiness::WRITABLE);
        m_isWriting = hasOutput;
    }
}

} // namespace ns3
