/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-transmitter.h"

#include "ethernet-framing.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

void
EthernetTransmitter::SetRate(DataRate rate)
{
    m_rate = rate;
    m_remainder = 0;
}

DataRate
EthernetTransmitter::GetRate() const
{
    return m_rate;
}

void
EthernetTransmitter::SetLimit(QueueSize limit)
{
    m_limit = limit;
}

QueueSize
EthernetTransmitter::GetLimit() const
{
    return m_limit;
}

bool
EthernetTransmitter::IsFree(Time now) const
{
    return now >= m_freeAt;
}

bool
EthernetTransmitter::HasRoom(Time now, uint32_t payload)
{
    if (IsFree(now))
    {
        return true;
    }
    Expire(now);
    return m_limit.GetUnit() == QueueSizeUnit::PACKETS
               ? m_waiting.size() < m_limit.GetValue()
               : m_waitingBytes + EthernetFraming::GetFrameBytes(payload) <= m_limit.GetValue();
}

EthernetTransmitter::Slot
EthernetTransmitter::Accept(Time now, uint32_t payload)
{
    NS_ASSERT(HasRoom(now, payload));
    if (IsFree(now))
    {
        m_freeAt = now;
        m_remainder = 0;
    }
    else
    {
        const auto bytes = EthernetFraming::GetFrameBytes(payload);
        m_waiting.push_back({m_freeAt, bytes});
        m_waitingBytes += bytes;
    }
    const auto bitRate = m_rate.GetBitRate();
    const auto wireBytes = EthernetFraming::GetWireBytes(payload);
    const auto begin = m_freeAt;
    const auto end = GetScaledTime(wireBytes - EthernetFraming::GAP) / bitRate;
    const auto free = GetScaledTime(wireBytes);
    m_freeAt += NanoSeconds(free / bitRate);
    m_remainder = free % bitRate;
    return {begin, begin + NanoSeconds(end)};
}

uint32_t
EthernetTransmitter::GetWaitingFrames(Time now)
{
    Expire(now);
    return m_waiting.size();
}

uint64_t
EthernetTransmitter::GetWaitingBytes(Time now)
{
    Expire(now);
    return m_waitingBytes;
}

Time
EthernetTransmitter::GetNextBegin(Time now)
{
    Expire(now);
    return m_waiting.empty() ? std::max(now, m_freeAt) : m_waiting.front().begin;
}

uint64_t
EthernetTransmitter::GetScaledTime(uint32_t bytes) const
{
    constexpr uint64_t SCALED_BITS = 8 * UINT64_C(1'000'000'000);
    return bytes * SCALED_BITS + m_remainder;
}

void
EthernetTransmitter::Expire(Time now)
{
    while (!m_waiting.empty() && m_waiting.front().begin <= now)
    {
        m_waitingBytes -= m_waiting.front().bytes;
        m_waiting.pop_front();
    }
}

} // namespace ns3
