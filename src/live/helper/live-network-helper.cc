/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-network-helper.h"

#include "ns3/ipv4-interface-address.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4-static-routing.h"
#include "ns3/ipv4.h"
#include "ns3/live-descriptor.h"
#include "ns3/live-simulator-impl.h"
#include "ns3/pcap-file-factory.h"
#include "ns3/user-error.h"

#include <arpa/inet.h>
#include <charconv>

namespace ns3
{

namespace
{

/**
 * @param text length of a prefix, 1 to 32
 * @param whole the address with it, for the message
 * @return the mask
 * @throw UserError if it is none
 */
Ipv4Mask
ParsePrefix(const std::string& text, const std::string& whole)
{
    uint32_t length = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
    if (error != std::errc() || end != text.data() + text.size() || length < 1 || length > 32)
    {
        throw UserError("\"" + whole + "\": an address is followed by the length of its " +
                        "network's prefix, 1 to 32, such as 192.0.2.2/24");
    }
    return Ipv4Mask(~uint32_t{0} << (32 - length));
}

/**
 * Ensure that a host can have an address.
 *
 * @param local the address
 * @param mask the mask of its network
 * @param whole both as the user wrote them, for the message
 * @throw UserError if it cannot
 */
void
CheckHost(Ipv4Address local, Ipv4Mask mask, const std::string& whole)
{
    // 0.0.0.0 to 0.255.255.255 stand for this host on this network (RFC 1122, 3.2.1.3).
    const bool isAny = local.CombineMask(Ipv4Mask("255.0.0.0")) == Ipv4Address("0.0.0.0");
    // A network of two addresses has two hosts (RFC 3021), one of a single address has one.
    const bool hasOthers = mask.GetPrefixLength() < 31;
    if (isAny || local.IsMulticast() || local.IsBroadcast() ||
        (hasOthers && (local == local.CombineMask(mask) || local.IsSubnetDirectedBroadcast(mask))))
    {
        throw UserError("\"" + whole + "\" is no address of a host in its network");
    }
}

} // namespace

LiveNetworkHelper::LiveNetworkHelper()
{
    m_device.SetTypeId(LiveNetDevice::GetTypeId());
}

void
LiveNetworkHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_device.Set(name, value);
}

Ptr<LiveNetDevice>
LiveNetworkHelper::InstallTap(Ptr<Node> node, const std::string& name) const
{
    return Install(node, LiveDescriptor::OpenTap(name));
}

Ptr<LiveNetDevice>
LiveNetworkHelper::InstallInterface(Ptr<Node> node, const std::string& name) const
{
    return Install(node, LiveDescriptor::OpenInterface(name));
}

Ptr<LiveNetDevice>
LiveNetworkHelper::InstallDescriptor(Ptr<Node> node, int fd) const
{
    return Install(node, LiveDescriptor::Adopt(fd));
}

Ptr<LiveNetDevice>
LiveNetworkHelper::Install(Ptr<Node> node, Ptr<LiveDescriptor> descriptor) const
{
    if (!LiveSimulatorImpl::Get())
    {
        throw UserError("SimulatorImplementationType: a node on a real network needs "
                        "ns3::LiveSimulatorImpl");
    }
    const auto device = m_device.Create<LiveNetDevice>();
    device->SetAddress(Mac48Address::Allocate());
    device->Attach(descriptor);
    node->AddDevice(device);
    return device;
}

Ipv4Address
LiveNetworkHelper::ParseAddress(const std::string& text)
{
    in_addr address;
    if (inet_pton(AF_INET, text.c_str(), &address) != 1)
    {
        throw UserError("\"" + text + "\" is no address of IPv4, such as 192.0.2.2");
    }
    return Ipv4Address(ntohl(address.s_addr));
}

void
LiveNetworkHelper::AssignAddress(Ptr<NetDevice> device, const std::string& address)
{
    const auto slash = address.find('/');
    const auto local = ParseAddress(address.substr(0, slash));
    const auto prefix = slash == std::string::npos ? "" : address.substr(slash + 1);
    const auto mask = ParsePrefix(prefix, address);
    CheckHost(local, mask, address);
    const auto ip = device->GetNode()->GetObject<Ipv4>();
    auto interface = ip->GetInterfaceForDevice(device);
    if (interface < 0)
    {
        interface = static_cast<int32_t>(ip->AddInterface(device));
    }
    ip->AddAddress(interface, Ipv4InterfaceAddress(local, mask));
    ip->SetUp(interface);
}

void
LiveNetworkHelper::SetDefaultRoute(Ptr<NetDevice> device, const std::string& router)
{
    const auto ip = device->GetNode()->GetObject<Ipv4>();
    Ipv4StaticRoutingHelper().GetStaticRouting(ip)->SetDefaultRoute(
        ParseAddress(router),
        ip->GetInterfaceForDevice(device));
}

void
LiveNetworkHelper::EnablePcapInternal(std::string prefix,
                                      Ptr<NetDevice> netDevice,
                                      bool promiscuous,
                                      bool explicitFilename)
{
    const auto device = DynamicCast<LiveNetDevice>(netDevice);
    if (!device)
    {
        // EnablePcapAll passes the devices of all kinds.
        return;
    }
    PcapHelper pcap;
    const auto name = explicitFilename ? prefix : pcap.GetFilenameFromDevice(prefix, device);
    const auto file = CreateEthernetPcapFile(name);
    pcap.HookDefaultSink<LiveNetDevice>(device, promiscuous ? "PromiscSniffer" : "Sniffer", file);
}

} // namespace ns3
