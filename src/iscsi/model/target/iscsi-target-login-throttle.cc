/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-login-throttle.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetLoginThrottle");

void
IscsiTargetLoginThrottle::Fail(const Address& peer, Time delay)
{
    const Time now = Simulator::Now();
    std::erase_if(m_hosts, [now](const auto& host) { return host.second <= now; });
    if (delay.IsStrictlyPositive())
    {
        m_hosts[GetHost(peer)] = now + delay;
        NS_LOG_INFO("logins slowed: a login failed, others from the same host wait for "
                    << delay.As(Time::S));
    }
}

Time
IscsiTargetLoginThrottle::GetWait(const Address& peer) const
{
    if (m_hosts.empty())
    {
        return Time();
    }
    const auto host = m_hosts.find(GetHost(peer));
    return host == m_hosts.end() ? Time() : Max(Time(), host->second - Simulator::Now());
}

std::size_t
IscsiTargetLoginThrottle::GetCount() const
{
    return m_hosts.size();
}

Address
IscsiTargetLoginThrottle::GetHost(const Address& peer)
{
    if (InetSocketAddress::IsMatchingType(peer))
    {
        return InetSocketAddress::ConvertFrom(peer).GetIpv4();
    }
    if (Inet6SocketAddress::IsMatchingType(peer))
    {
        return Inet6SocketAddress::ConvertFrom(peer).GetIpv6().CombinePrefix(Ipv6Prefix(64));
    }
    return peer;
}

} // namespace ns3
