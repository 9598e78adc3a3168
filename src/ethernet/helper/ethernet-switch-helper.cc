/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-switch-helper.h"

#include "ns3/abort.h"
#include "ns3/bond-net-device.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/ethernet-shared-buffer.h"
#include "ns3/ethernet-switch-port.h"

namespace ns3
{

void
EthernetSwitchHelper::SetSharedBuffer(uint32_t bytes)
{
    m_sharedBytes = bytes;
}

Ptr<BridgeNetDevice>
EthernetSwitchHelper::Install(Ptr<Node> node, const NetDeviceContainer& ports) const
{
    const auto bridge = CreateObject<BridgeNetDevice>();
    node->AddDevice(bridge);
    const auto buffer = MakeEthernetSharedBuffer(m_sharedBytes);
    for (auto port = ports.Begin(); port != ports.End(); ++port)
    {
        bridge->AddBridgePort(*port);
        if (const auto bond = DynamicCast<BondNetDevice>(*port))
        {
            for (uint32_t i = 0; i < bond->GetNLinks(); ++i)
            {
                MakeEthernetSwitchPort(*bond->GetLink(i), buffer, true);
            }
            continue;
        }
        const auto single = DynamicCast<EthernetNetDevice>(*port);
        NS_ABORT_MSG_UNLESS(single,
                            "EthernetSwitchHelper: a port is an EthernetNetDevice or a bond");
        MakeEthernetSwitchPort(*single, buffer);
    }
    return bridge;
}

} // namespace ns3
