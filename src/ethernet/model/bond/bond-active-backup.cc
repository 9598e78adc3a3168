/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-active-backup.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BondActiveBackup");

BondActiveBackup::BondActiveBackup(uint32_t primary)
    : m_primary(primary)
{
}

void
BondActiveBackup::AddLink()
{
    m_isUp.push_back(false);
}

void
BondActiveBackup::SetLink(uint32_t link, bool isUp)
{
    m_isUp.at(link) = isUp;
    ChooseActive();
}

void
BondActiveBackup::ChooseActive()
{
    if (IsUp(m_primary))
    {
        m_active = m_primary;
    }
    else if (!m_active || !IsUp(*m_active))
    {
        const auto first = std::find(m_isUp.begin(), m_isUp.end(), true);
        m_active.reset();
        if (first != m_isUp.end())
        {
            m_active = first - m_isUp.begin();
        }
    }
    NS_LOG_DEBUG("active link: " << (m_active ? static_cast<int>(*m_active) : -1));
}

bool
BondActiveBackup::IsUp(uint32_t link) const
{
    return link < m_isUp.size() && m_isUp[link];
}

bool
BondActiveBackup::IsCollecting(uint32_t link) const
{
    return m_active == link;
}

bool
BondActiveBackup::IsDistributing(uint32_t link) const
{
    return m_active == link;
}

} // namespace ns3
