/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-attachment.h"

#include "live-options.h"

#include "ns3/boolean.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/live-network-helper.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LiveAttachment");

namespace
{

/// Last bytes of the address that a host keeps in each of its networks: no host has it.
constexpr uint32_t KEPT_ADDRESS = 0xfffd;

} // namespace

Ptr<LiveNetDevice>
AttachLiveNetwork(Ptr<Node> node, const LiveOptions& o)
{
    LiveNetworkHelper helper;
    helper.SetDeviceAttribute("Mtu", UintegerValue(o.path.mtu));
    helper.SetDeviceAttribute("Offload", BooleanValue(o.path.HasOffload()));
    const auto device = o.descriptor >= 0      ? helper.InstallDescriptor(node, o.descriptor)
                        : !o.interface.empty() ? helper.InstallInterface(node, o.interface)
                                               : helper.InstallTap(node, o.tap);
    try
    {
        LiveNetworkHelper::AssignAddress(device, o.address);
    }
    catch (const UserError& error)
    {
        throw UserError(std::string("address: ") + error.what());
    }
    return device;
}

void
GiveAddressesToLiveHost(Ptr<Node> node, Ptr<LiveNetDevice> device)
{
    const auto ip = node->GetObject<Ipv4>();
    const auto routes = Ipv4StaticRoutingHelper().GetStaticRouting(ip);
    const uint32_t live = ip->GetInterfaceForDevice(device);
    // The loopback has number 0.
    for (uint32_t i = 1; i < live; ++i)
    {
        const auto given = ip->GetAddress(i, 0);
        const auto network = given.GetLocal().CombineMask(Ipv4Mask("255.255.0.0"));
        // ns-3 wants an address at each interface. The network of a single link has no third one.
        const bool isLink = given.GetMask().GetPrefixLength() > 16;
        ip->RemoveAddress(i, 0);
        ip->AddAddress(i,
                       Ipv4InterfaceAddress(Ipv4Address(network.Get() | KEPT_ADDRESS),
                                            isLink ? Ipv4Mask::GetOnes() : given.GetMask()));
        routes->AddHostRouteTo(given.GetLocal(), live);
        NS_LOG_INFO("the real host has the address " << given.GetLocal());
    }
}

} // namespace ns3
