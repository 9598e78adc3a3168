/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-recent-timestamp.h"

#include "ns3/simulator.h"

namespace ns3
{

namespace
{

/**
 * @param one a timestamp
 * @param other another
 * @return whether the first is before the second, on a clock that goes round (RFC 7323, 5.2)
 */
bool
IsBefore(uint32_t one, uint32_t other)
{
    return static_cast<int32_t>(one - other) < 0;
}

} // namespace

void
TcpRecentTimestamp::Start(uint32_t timestamp)
{
    m_value = timestamp;
    m_noted = Simulator::Now();
    m_isValid = true;
}

void
TcpRecentTimestamp::Update(uint32_t timestamp,
                           SequenceNumber32 sequence,
                           SequenceNumber32 lastAckSent)
{
    if (!IsOld(timestamp) && sequence <= lastAckSent)
    {
        Start(timestamp);
    }
}

bool
TcpRecentTimestamp::IsOld(uint32_t timestamp) const
{
    return m_isValid && IsBefore(timestamp, m_value) && Simulator::Now() - m_noted <= Days(24);
}

uint32_t
TcpRecentTimestamp::Get() const
{
    return m_value;
}

} // namespace ns3
