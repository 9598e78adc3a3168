/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-window-use.h"

namespace ns3
{

void
TcpWindowUse::NoteSent(SequenceNumber32 acknowledged,
                       SequenceNumber32 next,
                       uint32_t outstanding,
                       bool isFull)
{
    const auto isMore = !m_isFull && outstanding > m_most;
    if (acknowledged >= m_roundEnd || isFull || isMore)
    {
        m_isFull = isFull;
        m_most = outstanding;
        m_roundEnd = next;
    }
}

bool
TcpWindowUse::MayGrow(uint32_t window, uint32_t threshold) const
{
    return m_isFull || (window < threshold && window < 2 * m_most);
}

} // namespace ns3
