/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-portal-address.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"

#include <charconv>
#include <sstream>

namespace ns3
{

namespace
{

constexpr uint16_t DEFAULT_PORT = 3260; // RFC 7143, 13.8

/**
 * @param text some characters
 * @param most the greatest number allowed
 * @return the number that they are in decimal without leading zeros; nothing if they are none, or
 *         one that is greater
 */
std::optional<uint32_t>
ParseDecimal(const std::string& text, uint32_t most)
{
    uint32_t number = 0;
    const auto* end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, number);
    const bool hasZeros = text.size() > 1 && text[0] == '0';
    return error == std::errc() && last == end && !hasZeros && number <= most
               ? std::optional<uint32_t>(number)
               : std::nullopt;
}

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
        if (!ParseDecimal(part, 255))
        {
            return false;
        }
    }
    return numbers == 4 && host.back() != '.';
}

/**
 * @param text groups of an IPv6 address with colons between
 * @return how many groups they are, two for an IPv4 address at the end; nothing if one is none
 */
std::optional<uint32_t>
CountGroups(const std::string& text)
{
    uint32_t groups = 0;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ':'); ++groups)
    {
        if (parts.eof() && IsIpv4(part))
        {
            ++groups;
        }
        else if (part.empty() || part.size() > 4 ||
                 part.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
        {
            return std::nullopt;
        }
    }
    return text.ends_with(':') ? std::nullopt : std::optional<uint32_t>(groups);
}

/**
 * @param host an IPv6 address without brackets
 * @return true if it is one (RFC 4291, 2.2)
 */
bool
IsIpv6(const std::string& host)
{
    const auto gap = host.find("::");
    const auto left = CountGroups(host.substr(0, gap));
    if (gap == std::string::npos)
    {
        return left == 8U;
    }
    const auto right = CountGroups(host.substr(gap + 2));
    const bool hasIpv4Before = host.substr(0, gap).find('.') != std::string::npos;
    return left && right && *left + *right <= 7 && !hasIpv4Before;
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

/**
 * @param node a host
 * @param address an address of IPv4
 * @return why the host cannot connect to it; empty if it can try
 */
std::string
GetFault(Ptr<Node> node, Ipv4Address address)
{
    const auto stack = node ? node->GetObject<Ipv4>() : nullptr;
    if (node && !stack)
    {
        return "an address of IPv4, which this host does not have";
    }
    // 0.0.0.0 to 0.255.255.255 stand for this host on this network (RFC 1122, 3.2.1.3).
    if (address.CombineMask(Ipv4Mask("255.0.0.0")) == Ipv4Address("0.0.0.0"))
    {
        return "no address of a host";
    }
    bool isBroadcast = address.IsBroadcast();
    ForEachAddress(stack, [&](const Ipv4InterfaceAddress& own) {
        isBroadcast = isBroadcast || (own.GetMask().GetPrefixLength() < 31 &&
                                      own.GetLocal().CombineMask(own.GetMask()) ==
                                          address.CombineMask(own.GetMask()) &&
                                      address.IsSubnetDirectedBroadcast(own.GetMask()));
    });
    return address.IsMulticast() ? "a multicast address" : isBroadcast ? "a broadcast address" : "";
}

/**
 * @param node a host
 * @param address an address of IPv6
 * @return why the host cannot connect to it; empty if it can try
 */
std::string
GetFault(Ptr<Node> node, Ipv6Address address)
{
    if (address.IsIpv4MappedAddress())
    {
        return GetFault(node, address.GetIpv4MappedAddress());
    }
    if (node && !node->GetObject<Ipv6>())
    {
        return "an address of IPv6, which this host does not have";
    }
    return address.IsMulticast() ? "a multicast address"
           : address.IsAny()     ? "no address of a host"
                                 : "";
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
    const auto port = rest.empty() ? std::optional<uint32_t>(DEFAULT_PORT)
                                   : ParseDecimal(rest.substr(1), UINT16_MAX);
    if ((!rest.empty() && rest[0] != ':') || !port || *port == 0 ||
        !(isV6 ? IsIpv6(host) : IsIpv4(host)))
    {
        return std::nullopt;
    }
    const auto number = static_cast<uint16_t>(*port);
    return isV6 ? Address(Inet6SocketAddress(Ipv6Address(host.c_str()), number))
                : Address(InetSocketAddress(Ipv4Address(host.c_str()), number));
}

std::string
GetIscsiAddressFault(Ptr<Node> node, const Address& address)
{
    if (InetSocketAddress::IsMatchingType(address))
    {
        return GetFault(node, InetSocketAddress::ConvertFrom(address).GetIpv4());
    }
    if (Inet6SocketAddress::IsMatchingType(address))
    {
        return GetFault(node, Inet6SocketAddress::ConvertFrom(address).GetIpv6());
    }
    return "no address of IP with a port";
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
