/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-written.h"

#include <algorithm>

namespace ns3
{

void
FioWritten::Add(const Piece& piece)
{
    if (m_places.insert({piece.device, piece.lba}).second)
    {
        m_pieces.push_back(piece);
    }
}

uint64_t
FioWritten::GetDue(const FioJob::Verify& verify) const
{
    const uint64_t all = m_pieces.size();
    const bool isDue = verify.backlog > 0 && all > 0 && all % verify.backlog == 0;
    return isDue ? std::min(all, verify.batch > 0 ? verify.batch : verify.backlog) : 0;
}

uint64_t
FioWritten::GetN() const
{
    return m_pieces.size();
}

void
FioWritten::Begin(uint64_t count)
{
    m_left = count;
}

bool
FioWritten::IsReading() const
{
    return m_left > 0;
}

FioWritten::Piece
FioWritten::Take()
{
    const auto piece = m_pieces.front();
    m_pieces.pop_front();
    m_places.erase({piece.device, piece.lba});
    --m_left;
    return piece;
}

void
FioWritten::Clear()
{
    m_pieces.clear();
    m_places.clear();
    m_left = 0;
}

} // namespace ns3
