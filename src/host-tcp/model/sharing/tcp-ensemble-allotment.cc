/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-ensemble-allotment.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

uint64_t
TcpEnsembleAllotment::Add(uint32_t weight, uint32_t least)
{
    NS_ASSERT(weight > 0);
    m_members.push_back({m_next, weight, least});
    m_least += least;
    Compare();
    return m_next++;
}

void
TcpEnsembleAllotment::Remove(uint64_t member)
{
    const auto place = Find(member);
    m_least -= m_members[place].least;
    m_members.erase(m_members.begin() + place);
    Compare();
}

std::size_t
TcpEnsembleAllotment::GetN() const
{
    return m_members.size();
}

uint64_t
TcpEnsembleAllotment::GetLeast() const
{
    return m_least;
}

uint32_t
TcpEnsembleAllotment::GetLeastShare(uint64_t member) const
{
    return m_members[Find(member)].least;
}

uint64_t
TcpEnsembleAllotment::GetShare(uint64_t member, uint64_t sum) const
{
    sum = std::max(sum, m_least);
    const auto place = Find(member);
    if (!m_isEven)
    {
        return GetShares(sum)[place];
    }
    return sum / m_members.size() + (place < sum % m_members.size() ? 1 : 0);
}

std::size_t
TcpEnsembleAllotment::Find(uint64_t member) const
{
    const auto found =
        std::lower_bound(m_members.begin(),
                         m_members.end(),
                         member,
                         [](const Member& one, uint64_t number) { return one.number < number; });
    NS_ASSERT(found != m_members.end() && found->number == member);
    return found - m_members.begin();
}

void
TcpEnsembleAllotment::Compare()
{
    m_isEven = std::all_of(m_members.begin(), m_members.end(), [this](const Member& one) {
        return one.weight == m_members.front().weight && one.least == m_members.front().least;
    });
}

std::vector<uint64_t>
TcpEnsembleAllotment::GetShares(uint64_t sum) const
{
    std::vector<uint64_t> shares(m_members.size(), 0);
    uint64_t weights = 0;
    for (const auto& member : m_members)
    {
        weights += member.weight;
    }
    // Those whose part would be too small get the least share; the others divide the rest.
    for (bool isChanged = true; isChanged;)
    {
        isChanged = false;
        for (std::size_t i = 0; i < shares.size(); ++i)
        {
            const auto& member = m_members[i];
            if (shares[i] == 0 && sum * member.weight < member.least * weights)
            {
                shares[i] = member.least;
                sum -= member.least;
                weights -= member.weight;
                isChanged = true;
            }
        }
    }
    auto rest = sum;
    std::vector<std::size_t> proportional;
    for (std::size_t i = 0; i < shares.size(); ++i)
    {
        if (shares[i] == 0)
        {
            shares[i] = sum * m_members[i].weight / weights;
            rest -= shares[i];
            proportional.push_back(i);
        }
    }
    for (uint64_t i = 0; i < rest; ++i)
    {
        ++shares[proportional[i]];
    }
    return shares;
}

} // namespace ns3
