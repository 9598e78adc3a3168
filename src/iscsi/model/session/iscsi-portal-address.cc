/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-portal-address.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/iscsi-key-definition.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

namespace
{

constexpr uint16_t DEFAULT_PORT = 3260; // RFC 7143, 13.8

/**
 * @param host four decimal numbers with dots between
 * @return true if it is an IPv4 address
 */
bool
IsIpv4(const std::string& host)
{
    uint32_t numbers = 0;
    std::istringstream parts(host);
    for (std::string part; std::getline(parts, part, '.'); ++numbers)
    {
        const auto number = ParseIscsiNumber(part);
        if (part.size() > 3 || !number || *number > 255)
        {
            return false;
        }
    }
    return numbers == 4 && host.back() != '.';
}

/**
 * @param host an IPv6 address without brackets
 * @return true if all characters can be in one
 */
bool
IsIpv6(const std::string& host)
{
    return host.find(':') != std::string::npos &&
           host.find_first_not_of("0123456789abcdefABCDEF:.") == std::string::npos;
}

/**
 * @param stack IPv4 or IPv6 of a node
 * @param add given each address of each interface but the loopback's
 */
template <typename T, typename F>
void
ForEachAddress(Ptr<T> stack, F add)
{
    for (uint32_t i = 1; stack && i < stack->GetNInterfaces(); ++i)
    {
        for (uint32_t j = 0; stack->IsUp(i) && j < stack->GetNAddresses(i); ++j)
        {
            add(stack->GetAddress(i, j));
        }
    }
}

} // namespace

std::string
FormatIscsiAddress(const Address& address)
{
    std::ostringstream text;
    if (InetSocketAddress::IsMatchingType(address))
    {
        const auto inet = InetSocketAddress::ConvertFrom(address);
        text << inet.GetIpv4() << ":" << inet.GetPort();
    }
    else if (Inet6SocketAddress::IsMatchingType(address))
    {
        const auto inet = Inet6SocketAddress::ConvertFrom(address);
        text << "[" << inet.GetIpv6() << "]:" << inet.GetPort();
    }
    else
    {
        text << address;
    }
    return text.str();
}

std::optional<Address>
ParseIscsiAddress(const std::string& text)
{
    const auto whole = text.substr(0, text.find(','));
    const bool isV6 = whole.starts_with("[");
    const auto end = isV6 ? whole.find(']') : whole.find(':');
    if (isV6 && end == std::string::npos)
    {
        return std::nullopt;
    }
    const auto host = isV6 ? whole.substr(1, end - 1) : whole.substr(0, end);
    const auto rest = end == std::string::npos ? "" : whole.substr(isV6 ? end + 1 : end);
    const auto port =
        rest.empty() ? std::optional<uint32_t>(DEFAULT_PORT) : ParseIscsiNumber(rest.substr(1));
    if ((!rest.empty() && rest[0] != ':') || !port || *port == 0 || *port > UINT16_MAX ||
        !(isV6 ? IsIpv6(host) : IsIpv4(host)))
    {
        return std::nullopt;
    }
    const auto number = static_cast<uint16_t>(*port);
    return isV6 ? Address(Inet6SocketAddress(Ipv6Address(host.c_str()), number))
                : Address(InetSocketAddress(Ipv4Address(host.c_str()), number));
}

std::vector<Address>
GetIscsiPortalAddresses(Ptr<Node> node, const Address& local)
{
    std::vector<Address> addresses;
    if (InetSocketAddress::IsMatchingType(local) &&
        InetSocketAddress::ConvertFrom(local).GetIpv4() == Ipv4Address::GetAny())
    {
        const auto port = InetSocketAddress::ConvertFrom(local).GetPort();
        ForEachAddress(node->GetObject<Ipv4>(), [&](const Ipv4InterfaceAddress& address) {
            addresses.push_back(InetSocketAddress(address.GetLocal(), port));
        });
        return addresses;
    }
    if (Inet6SocketAddress::IsMatchingType(local) &&
        Inet6SocketAddress::ConvertFrom(local).GetIpv6() == Ipv6Address::GetAny())
    {
        const auto port = Inet6SocketAddress::ConvertFrom(local).GetPort();
        ForEachAddress(node->GetObject<Ipv6>(), [&](const Ipv6InterfaceAddress& address) {
            if (!address.GetAddress().IsLinkLocal())
            {
                addresses.push_back(Inet6SocketAddress(address.GetAddress(), port));
            }
        });
        return addresses;
    }
    return {local};
}

} // namespace ns3
