/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-switch-helper.h"

#include "ns3/boolean.h"
#include "ns3/ethernet-shared-buffer.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

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
    Ptr<EthernetSharedBuffer> buffer;
    if (m_sharedBytes > 0)
    {
        buffer =
            CreateObjectWithAttributes<EthernetSharedBuffer>("Size", UintegerValue(m_sharedBytes));
    }
    for (auto port = ports.Begin(); port != ports.End(); ++port)
    {
        bridge->AddBridgePort(*port);
        (*port)->SetAttribute("Offload", BooleanValue(true));
        if (buffer)
        {
            (*port)->SetAttribute("SharedBuffer", PointerValue(buffer));
        }
    }
    return bridge;
}

} // namespace ns3
