/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lacp-selection-logic.h"

#include "lacp-port.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LacpSelectionLogic");

namespace
{

/**
 * @param one a port
 * @param other another one
 * @return whether their links may share an aggregator: neither end is individual, and the systems
 * and keys of both ends are equal
 */
bool
MayAggregate(const LacpPortVariables& one, const LacpPortVariables& other)
{
    const auto isSameGroup = [](const LacpPortInfo& a, const LacpPortInfo& b) {
        return a.Has(LacpPortInfo::AGGREGATION) && b.Has(LacpPortInfo::AGGREGATION) &&
               a.systemPriority == b.systemPriority && a.system == b.system && a.key == b.key;
    };
    return isSameGroup(one.actor, other.actor) && isSameGroup(one.partner, other.partner);
}

} // namespace

LacpSelectionLogic::LacpSelectionLogic(const std::vector<Ptr<LacpPort>>& ports)
    : m_ports(ports)
{
}

void
LacpSelectionLogic::Select()
{
    for (const auto& port : m_ports)
    {
        auto& variables = port->GetVariables();
        const auto hasBegun = port->GetReceiveState() != LacpReceiveState::INITIALIZE;
        if (hasBegun && !variables.isSelected && port->GetMuxState() == LacpMuxState::DETACHED)
        {
            variables.aggregator = FindAggregator(*port);
            variables.isSelected = true;
            NS_LOG_INFO("port " << variables.actor.port << " selects aggregator "
                                << variables.aggregator);
        }
    }
    for (const auto& port : m_ports)
    {
        port->GetVariables().isReady = IsReady(port->GetVariables().aggregator);
    }
}

uint16_t
LacpSelectionLogic::FindAggregator(const LacpPort& port) const
{
    const auto& variables = port.GetVariables();
    for (const auto& other : m_ports)
    {
        const auto& others = other->GetVariables();
        if (others.isSelected && MayAggregate(variables, others))
        {
            return others.aggregator;
        }
    }
    auto aggregator = variables.actor.port;
    for (uint16_t next = 1; !IsFree(aggregator); ++next)
    {
        aggregator = next;
    }
    return aggregator;
}

bool
LacpSelectionLogic::IsFree(uint16_t aggregator) const
{
    return std::none_of(m_ports.begin(), m_ports.end(), [aggregator](const auto& port) {
        return port->GetVariables().isSelected && port->GetVariables().aggregator == aggregator;
    });
}

bool
LacpSelectionLogic::IsReady(uint16_t aggregator) const
{
    return std::none_of(m_ports.begin(), m_ports.end(), [aggregator](const auto& port) {
        return port->GetVariables().aggregator == aggregator && port->IsAwaitingOthers();
    });
}

LacpSelectionLogic::Rank
LacpSelectionLogic::GetRank(uint16_t aggregator) const
{
    Rank rank{false, 0};
    for (const auto& port : m_ports)
    {
        if (port->GetVariables().aggregator == aggregator && port->IsCollecting())
        {
            rank.hasPartner |= !port->GetVariables().actor.Has(LacpPortInfo::DEFAULTED);
            ++rank.links;
        }
    }
    return rank;
}

uint16_t
LacpSelectionLogic::ChooseActive()
{
    uint16_t best = m_active;
    auto bestRank = GetRank(best);
    for (uint16_t i = 1; i <= m_ports.size(); ++i)
    {
        const auto rank = GetRank(i);
        const auto isFirst = rank.links > 0 && bestRank.links == 0;
        const auto hasMore = best != m_active && rank.hasPartner == bestRank.hasPartner &&
                             rank.links > bestRank.links;
        if (isFirst || hasMore || (rank.hasPartner && !bestRank.hasPartner))
        {
            best = i;
            bestRank = rank;
        }
    }
    m_active = bestRank.links > 0 ? best : 0;
    return m_active;
}

} // namespace ns3
