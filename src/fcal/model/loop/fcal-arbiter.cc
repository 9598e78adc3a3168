/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-arbiter.h"

#include "ns3/assert.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FcalArbiter");

FcalArbiter::FcalArbiter(const FcalRing& ring, const std::vector<Port>& ports)
    : m_ring(ring)
{
    NS_ASSERT(ring.GetCount() == ports.size());
    for (const auto& port : ports)
    {
        m_contenders.push_back({port.rank, port.fair});
    }
}

void
FcalArbiter::Request(uint32_t port, uint64_t now)
{
    auto& contender = m_contenders[port];
    if (contender.waits)
    {
        return;
    }
    contender.waits = true;
    contender.since = now;
    m_waiting.push_back(port);
}

void
FcalArbiter::Withdraw(uint32_t port, uint64_t now)
{
    if (!m_contenders[port].waits)
    {
        return;
    }
    m_contenders[port].waits = false;
    std::erase(m_waiting, port);
    // Until now it would have replaced ARB(F0).
    m_probe = std::max(m_probe, now);
}

void
FcalArbiter::Win(uint32_t port, uint64_t now)
{
    auto& contender = m_contenders[port];
    contender.waits = false;
    contender.lastWindow = m_window;
    std::erase(m_waiting, port);
    m_owner = port;
    // Behind OPN.
    m_probe = now + 1;
}

void
FcalArbiter::Relinquish(uint64_t now)
{
    m_relinquished = now;
    if (IsWindowOver())
    {
        ++m_window;
        NS_LOG_INFO("access fairness window over: window " << m_window << " begins, "
                                                           << m_waiting.size() << " ports wait");
        m_idleFrom = m_owner;
        m_idleAt = m_probe + m_ring.GetTrip();
    }
}

bool
FcalArbiter::IsWindowOver() const
{
    return std::none_of(m_waiting.begin(), m_waiting.end(), [this](uint32_t port) {
        return MayArbitrate(m_contenders[port]) &&
               GetStart(port) <= m_probe + m_ring.GetWay(m_owner, port);
    });
}

std::optional<FcalArbiter::Grant>
FcalArbiter::GetNext() const
{
    // The one of highest priority always has its ARB(x) back, so it is the one to beat.
    std::optional<uint32_t> best;
    for (const auto port : m_waiting)
    {
        const auto& contender = m_contenders[port];
        if (MayArbitrate(contender) && (!best || contender.rank < m_contenders[*best].rank))
        {
            best = port;
        }
    }
    if (!best)
    {
        return std::nullopt;
    }
    const auto highest = *best;
    for (const auto port : m_waiting)
    {
        if (MayArbitrate(m_contenders[port]) && GetFirstArb(port) < GetFirstArb(*best) &&
            !IsReplacedBy(port, highest) && ComesBack(port))
        {
            best = port;
        }
    }
    return Grant{*best, GetFirstArb(*best) + m_ring.GetTrip(), m_contenders[*best].since};
}

const std::vector<uint32_t>&
FcalArbiter::GetWaiting() const
{
    return m_waiting;
}

bool
FcalArbiter::MayArbitrate(const Contender& contender) const
{
    return !contender.fair || contender.lastWindow != m_window;
}

uint64_t
FcalArbiter::GetStart(uint32_t port) const
{
    const auto& contender = m_contenders[port];
    const bool waitedForIdle = contender.fair && contender.lastWindow + 1 == m_window;
    return waitedForIdle ? std::max(contender.since, m_idleAt + m_ring.GetWay(m_idleFrom, port))
                         : contender.since;
}

uint64_t
FcalArbiter::GetFirstArb(uint32_t port) const
{
    const auto toOwner = m_ring.GetWay(port, m_owner);
    const auto passed = m_relinquished > toOwner ? m_relinquished - toOwner : 0;
    return std::max(GetStart(port), passed);
}

bool
FcalArbiter::IsReplacedBy(uint32_t port, uint32_t other) const
{
    return port != other && m_contenders[other].rank < m_contenders[port].rank &&
           GetStart(other) <= GetFirstArb(port) + m_ring.GetWay(port, other);
}

bool
FcalArbiter::ComesBack(uint32_t port) const
{
    return std::none_of(m_waiting.begin(), m_waiting.end(), [this, port](uint32_t other) {
        return MayArbitrate(m_contenders[other]) && IsReplacedBy(port, other);
    });
}

} // namespace ns3
