/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-balance-xor.h"

namespace ns3
{

void
BondBalanceXor::AddLink()
{
    m_isUp.push_back(false);
}

void
BondBalanceXor::SetLink(uint32_t link, bool isUp)
{
    m_isUp.at(link) = isUp;
}

bool
BondBalanceXor::IsCollecting(uint32_t link) const
{
    return m_isUp.at(link);
}

bool
BondBalanceXor::IsDistributing(uint32_t link) const
{
    return m_isUp.at(link);
}

} // namespace ns3
