/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-ack-joiner.h"

#include "ns3/protocol-numbers.h"

#include <algorithm>
#include <array>

namespace ns3
{

namespace
{

/// Longest pause between acknowledgements that are not a train yet.
const Time LONGEST_PAUSE = MicroSeconds(50);

/// Longest train: it is what the sender's next train lasts.
const Time LONGEST_SPAN = MilliSeconds(1);

/// Most bytes of which a train tells.
constexpr uint32_t MOST_BYTES = 65'000;

/// What identifies a connection, and how far an acknowledgement goes.
struct Acknowledgement
{
    /**
     * @param packet an IPv4 packet with a TCP segment
     */
    explicit Acknowledgement(const Packet& packet)
    {
        packet.CopyData(bytes.data(), bytes.size());
    }

    /**
     * @return whether the IP header has its usual length
     */
    bool IsPlain() const
    {
        return bytes[0] == 0x45;
    }

    /**
     * @param other another one
     * @return whether it is of the same connection and direction, and no data is between them
     */
    bool IsOfSameFlow(const Acknowledgement& other) const
    {
        // Addresses, ports and sequence number.
        return std::equal(bytes.begin() + 12, bytes.begin() + 28, other.bytes.begin() + 12);
    }

    /**
     * @return acknowledgement number
     */
    uint32_t GetNumber() const
    {
        return uint32_t{bytes[28]} << 24 | uint32_t{bytes[29]} << 16 | uint32_t{bytes[30]} << 8 |
               bytes[31];
    }

    std::array<uint8_t, 32> bytes{}; //!< of the headers
};

} // namespace

bool
EthernetAckJoiner::Join(const EthernetFrame& acks, Time now, Time arrival)
{
    for (auto& [pending, time] : m_pending)
    {
        // On a long cable most trains are too far ahead; no look at them is needed to see that.
        if (time <= now || arrival - time > LONGEST_SPAN)
        {
            continue;
        }
        auto& first = pending->GetFrame();
        const auto gap = arrival - (time + first.train.span);
        if (DoContinue(first, acks, gap))
        {
            first.train.frames += acks.train.frames;
            first.train.span += gap + acks.train.span;
            first.train.lastPayload = acks.train.lastPayload;
            first.payload = acks.payload;
            return true;
        }
    }
    return false;
}

void
EthernetAckJoiner::Add(Ptr<EthernetArrival> acks, Time now, Time arrival)
{
    while (!m_pending.empty() && m_pending.front().time <= now)
    {
        m_pending.pop_front();
    }
    m_pending.push_back({acks, arrival});
}

bool
EthernetAckJoiner::DoContinue(const EthernetFrame& first, const EthernetFrame& second, Time gap)
{
    const auto& train = first.train;
    const auto& next = second.train;
    const auto pace = std::max(train.GetSpacing(), next.GetSpacing());
    const auto longest = pace.IsZero() ? LONGEST_PAUSE : pace * 3 / 2;
    if (train.ackStep != next.ackStep || train.payload != next.payload || gap.IsNegative() ||
        gap > longest || train.span + gap + next.span > LONGEST_SPAN ||
        (train.frames + next.frames) * train.ackStep > MOST_BYTES ||
        first.type != EtherType::IPV4 || second.type != first.type)
    {
        return false;
    }
    const Acknowledgement last(*first.payload);
    const Acknowledgement end(*second.payload);
    return last.IsPlain() && end.IsPlain() && last.IsOfSameFlow(end) &&
           end.GetNumber() - last.GetNumber() == next.frames * next.ackStep;
}

} // namespace ns3
