/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-id-pool.h"

#include "ns3/assert.h"

namespace ns3
{

uint16_t
FcIdPool::Allocate()
{
    NS_ASSERT_MSG(GetInUse() < MAX_IN_USE, "no identifier is free");
    if (m_free.size() <= RESTING && m_next < MAX_IN_USE)
    {
        return m_next++;
    }
    const auto id = m_free.front();
    m_free.pop_front();
    return id;
}

void
FcIdPool::Release(uint16_t id)
{
    m_free.push_back(id);
}

std::size_t
FcIdPool::GetInUse() const
{
    return m_next - m_free.size();
}

} // namespace ns3
