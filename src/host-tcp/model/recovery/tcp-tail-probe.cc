/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-tail-probe.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

namespace
{

/// What a probe waits longer for a single segment, whose acknowledgement may be delayed, and for
/// several.
const Time LONGEST_ACK_DELAY = MilliSeconds(200);
const Time SHORTEST = MilliSeconds(2);

/// What it waits for before a round trip was measured.
const Time UNKNOWN = Seconds(1);

} // namespace

TcpTailProbe::TcpTailProbe(std::function<void()> send, std::function<Time(Time)> getWait)
    : m_send(std::move(send)),
      m_getWait(std::move(getWait))
{
}

TcpTailProbe::~TcpTailProbe()
{
    m_event.Cancel();
}

void
TcpTailProbe::Set(uint32_t inFlight, Time rtt)
{
    m_event.Cancel();
    if (!m_probe)
    {
        const auto wait =
            (rtt.IsZero() ? UNKNOWN : 2 * rtt) + (inFlight == 1 ? LONGEST_ACK_DELAY : SHORTEST);
        m_event = Simulator::Schedule(m_getWait(wait), [this] { m_send(); });
    }
}

bool
TcpTailProbe::IsPending() const
{
    return m_event.IsPending();
}

void
TcpTailProbe::Stop()
{
    m_event.Cancel();
}

void
TcpTailProbe::Forget()
{
    m_event.Cancel();
    m_probe.reset();
}

void
TcpTailProbe::NoteSent(SequenceNumber32 end, bool isResent)
{
    m_event.Cancel();
    m_probe = {end, isResent};
}

bool
TcpTailProbe::Acknowledge(SequenceNumber32 ack, bool isDuplicate, bool hasReport)
{
    if (!m_probe)
    {
        return false;
    }
    const auto isRepaired = m_probe->isResent && ack > m_probe->end && !hasReport;
    const auto isOver = hasReport || ack > m_probe->end ||
                        (ack == m_probe->end && (isDuplicate || !m_probe->isResent));
    if (isOver)
    {
        m_probe.reset();
    }
    return isRepaired;
}

} // namespace ns3
