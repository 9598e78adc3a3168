/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-exchange-watch.h"

#include "ns3/simulator.h"

namespace ns3
{

FcExchangeWatch::~FcExchangeWatch()
{
    m_event.Cancel();
}

void
FcExchangeWatch::SetTimeout(Time timeout)
{
    m_timeout = timeout;
}

Time
FcExchangeWatch::GetTimeout() const
{
    return m_timeout;
}

void
FcExchangeWatch::Add(const Ptr<FcExchange>& exchange)
{
    exchange->lastHeard = Simulator::Now();
    exchange->position = m_watched.insert(m_watched.end(), exchange);
    if (!m_event.IsPending())
    {
        Schedule();
    }
}

void
FcExchangeWatch::Touch(const Ptr<FcExchange>& exchange)
{
    exchange->lastHeard = Simulator::Now();
    m_watched.splice(m_watched.end(), m_watched, exchange->position);
}

void
FcExchangeWatch::Remove(const Ptr<FcExchange>& exchange)
{
    m_watched.erase(exchange->position);
    if (m_watched.empty())
    {
        // An event that is only cancelled would still move the clock at the end of a simulation.
        Simulator::Remove(m_event);
    }
}

void
FcExchangeWatch::Clear()
{
    m_watched.clear();
    m_event.Cancel();
}

void
FcExchangeWatch::Schedule()
{
    const auto when = m_watched.front()->lastHeard + m_timeout;
    m_event = Simulator::Schedule(when - Simulator::Now(), &FcExchangeWatch::Expired, this);
}

void
FcExchangeWatch::Expired()
{
    while (!m_watched.empty() && m_watched.front()->lastHeard + m_timeout <= Simulator::Now())
    {
        const auto exchange = m_watched.front();
        Touch(exchange);
        exchange->owner->ExchangeLost(exchange, FcExchangeLoss::TIMEOUT);
    }
    if (!m_watched.empty() && !m_event.IsPending())
    {
        Schedule();
    }
}

} // namespace ns3
