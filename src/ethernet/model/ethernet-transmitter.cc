/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-transmitter.h"

#include "ethernet-framing.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Nanoseconds times bits per second that a byte takes.
constexpr uint64_t SCALED_BITS = 8 * UINT64_C(1'000'000'000);

} // namespace

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
EthernetTransmitter::IsFree(Time now)
{
    Settle(now);
    return now >= m_freeAt;
}

Time
EthernetTransmitter::GetBacklog(Time now)
{
    return IsFree(now) ? Time() : m_freeAt - now;
}

bool
EthernetTransmitter::HasRoom(Time now, const EthernetTrain& train)
{
    const auto isFrames = m_limit.GetUnit() == QueueSizeUnit::PACKETS;
    if (isFrames && train.frames == 1 && m_queue.GetLoad().frames < m_limit.GetValue())
    {
        return true;
    }
    const auto isFree = IsFree(now);
    if (isFree && (train.frames == 1 || !IsTogether(now, train)))
    {
        return true;
    }
    m_queue.Expire(now);
    // Frames that will come are in the way of those of a train, but not of a frame.
    const auto load = train.frames > 1 ? m_queue.GetLoad() : m_queue.GetLoad(now);
    const auto first = isFree ? 1U : 0U;
    if (!isFrames)
    {
        const auto leaving = first * EthernetFraming::GetFrameBytes(train.payload);
        return load.bytes + train.GetFrameBytes() - leaving <= m_limit.GetValue();
    }
    const auto wireTime = GetTime(EthernetFraming::GetWireBytes(train.payload));
    const auto leaving =
        std::min<int64_t>(train.frames - 1, train.span.GetTimeStep() / wireTime.GetTimeStep());
    return load.frames + train.frames - leaving - first <= m_limit.GetValue();
}

EthernetTransmitter::Slot
EthernetTransmitter::Accept(Time now, const EthernetTrain& train)
{
    Settle(now);
    if (train.frames == 1 && train.start.IsZero())
    {
        return AcceptFrame(now, train.payload);
    }
    return IsTogether(now, train) ? AcceptTogether(now, train) : AcceptComing(now, train);
}

EthernetTransmitter::Slot
EthernetTransmitter::AcceptFrame(Time now, uint32_t payload)
{
    Begin(now);
    m_queue.Expire(now);
    if (m_freeAt > now)
    {
        m_queue.Add(now, m_freeAt, EthernetFraming::GetFrameBytes(payload));
    }
    const auto begin = m_freeAt;
    const auto wireBytes = EthernetFraming::GetWireBytes(payload);
    const auto end = begin + GetTimeToSend(wireBytes - EthernetFraming::GAP);
    Occupy(wireBytes);
    return {begin, end, Time()};
}

EthernetTransmitter::Slot
EthernetTransmitter::AcceptTogether(Time now, const EthernetTrain& train)
{
    Begin(now);
    const auto wireBytes = EthernetFraming::GetWireBytes(train.payload);
    const auto all = train.GetWireBytes();
    const auto begin = m_freeAt;
    m_queue.Add(now, train, {begin, m_remainder, wireBytes * SCALED_BITS, m_rate.GetBitRate()});
    const auto end = begin + GetTimeToSend(wireBytes - EthernetFraming::GAP);
    const auto lastEnd = begin + GetTimeToSend(all - EthernetFraming::GAP);
    Occupy(all);
    return {begin, end, lastEnd - end};
}

void
EthernetTransmitter::Begin(Time now)
{
    if (now >= m_freeAt)
    {
        m_freeAt = now;
        m_remainder = 0;
    }
}

void
EthernetTransmitter::Occupy(uint64_t bytes)
{
    const auto bitRate = m_rate.GetBitRate();
    const auto scaled = bytes * SCALED_BITS + m_remainder;
    m_freeAt += NanoSeconds(scaled / bitRate);
    m_remainder = scaled % bitRate;
}

EthernetTransmitter::Slot
EthernetTransmitter::AcceptComing(Time now, const EthernetTrain& train)
{
    const auto wireBytes = EthernetFraming::GetWireBytes(train.payload);
    const auto first = now + train.start;
    const auto begin = std::max(first, m_freeAt);
    const auto end = begin + GetTime(wireBytes - EthernetFraming::GAP);
    const auto lastBegin =
        std::max(first + train.span, begin + GetTime(uint64_t{train.frames - 1} * wireBytes));
    const auto lastBytes = EthernetFraming::GetWireBytes(train.lastPayload);
    m_coming.push_back({first, train.GetSpacing(), train.frames, wireBytes});
    return {begin, end, lastBegin + GetTime(lastBytes - EthernetFraming::GAP) - end};
}

bool
EthernetTransmitter::IsTogether(Time now, const EthernetTrain& train) const
{
    const auto free = m_freeAt > now ? m_freeAt - now : Time();
    return train.start <= free &&
           (train.frames == 1 || train.start + train.span <=
                                     free + GetTime(uint64_t{train.frames - 1} *
                                                    EthernetFraming::GetWireBytes(train.payload)));
}

void
EthernetTransmitter::Settle(Time now)
{
    for (auto& coming : m_coming)
    {
        if (coming.frames == 0 || coming.next > now)
        {
            continue;
        }
        const auto later = coming.frames - 1;
        const auto come = coming.spacing.IsZero()
                              ? coming.frames
                              : 1 + std::min<int64_t>(later,
                                                      (now - coming.next).GetTimeStep() /
                                                          coming.spacing.GetTimeStep());
        const auto wait = GetTime(uint64_t{coming.wireBytes} * come);
        const auto isCrowded = m_freeAt > coming.next || coming.spacing.IsZero();
        const auto last = coming.next + coming.spacing * static_cast<int64_t>(come - 1);
        m_freeAt =
            isCrowded ? std::max(m_freeAt, coming.next) + wait : last + GetTime(coming.wireBytes);
        m_remainder = 0;
        coming.frames -= come;
        coming.next = last + coming.spacing;
    }
    while (!m_coming.empty() && m_coming.front().frames == 0)
    {
        m_coming.pop_front();
    }
}

void
EthernetTransmitter::Clear()
{
    m_freeAt = Time();
    m_remainder = 0;
    m_queue.Clear();
    m_coming.clear();
}

uint32_t
EthernetTransmitter::GetWaitingFrames(Time now)
{
    m_queue.Expire(now);
    return m_queue.GetLoad(now).frames;
}

uint64_t
EthernetTransmitter::GetWaitingBytes(Time now)
{
    m_queue.Expire(now);
    return m_queue.GetLoad(now).bytes;
}

uint64_t
EthernetTransmitter::GetGrantedBytes(Time now)
{
    m_queue.Expire(now);
    return m_queue.GetLoad().bytes;
}

Time
EthernetTransmitter::GetNextBegin(Time now)
{
    Settle(now);
    m_queue.Expire(now);
    return m_queue.GetLoad().frames == 0 ? std::max(now, m_freeAt) : m_queue.GetNextBegin();
}

Time
EthernetTransmitter::GetTime(uint64_t bytes) const
{
    return NanoSeconds(bytes * SCALED_BITS / m_rate.GetBitRate());
}

Time
EthernetTransmitter::GetTimeToSend(uint64_t bytes) const
{
    return NanoSeconds((bytes * SCALED_BITS + m_remainder) / m_rate.GetBitRate());
}

} // namespace ns3
