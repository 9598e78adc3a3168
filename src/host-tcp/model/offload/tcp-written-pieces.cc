/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-written-pieces.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Most pieces that are joined in a train, and most bytes of each but the first. Joining costs ns-3
/// more than a further train if they are many.
constexpr int MOST_JOINED = 16;
constexpr uint32_t MOST_JOINED_BYTES = 16'384;

} // namespace

void
TcpWrittenPieces::Add(uint32_t bytes, Time now)
{
    m_pieces.push_back({bytes, now});
}

void
TcpWrittenPieces::Remove(uint32_t bytes)
{
    while (bytes > 0 && !m_pieces.empty())
    {
        auto& left = m_pieces.front().bytes;
        const auto taken = std::min(bytes, left);
        left -= taken;
        bytes -= taken;
        if (left == 0)
        {
            m_pieces.pop_front();
        }
    }
}

uint32_t
TcpWrittenPieces::GetTrainSize(uint32_t mss, bool areJoined) const
{
    uint32_t size = 0;
    for (auto piece = m_pieces.begin(); piece != m_pieces.end(); ++piece)
    {
        const auto isJoined = areJoined && piece->time == m_pieces.front().time &&
                              piece - m_pieces.begin() < MOST_JOINED &&
                              piece->bytes <= MOST_JOINED_BYTES;
        if (size > 0 && !isJoined)
        {
            break;
        }
        size += piece->bytes;
    }
    return (size + mss - 1) / mss * mss;
}

} // namespace ns3
