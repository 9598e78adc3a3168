/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-switch-helper.h"

#include "ns3/abort.h"
#include "ns3/bond-net-device.h"
#include "ns3/boolean.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/ethernet-shared-buffer.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

namespace ns3
{

namespace
{

/**
 * Make a device a port of a switch.
 *
 * @param port the device
 * @param buffer memory of all ports, null for none
 */
void
Prepare(Ptr<EthernetNetDevice> port, Ptr<EthernetSharedBuffer> buffer)
{
    port->SetAttribute("Offload", BooleanValue(true));
    if (buffer)
    {
        port->SetAttribute("SharedBuffer", PointerValue(buffer));
    }
}

} // namespace

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
        if (const auto bond = DynamicCast<BondNetDevice>(*port))
        {
            for (uint32_t i = 0; i < bond->GetNLinks(); ++i)
            {
                Prepare(bond->GetLink(i), buffer);
            }
            continue;
        }
        const auto single = DynamicCast<EthernetNetDevice>(*port);
        NS_ABORT_MSG_UNLESS(single,
                            "EthernetSwitchHelper: a port is an EthernetNetDevice or a bond");
        Prepare(single, buffer);
        single->SetAttribute("FilterReserved", BooleanValue(true));
    }
    return bridge;
}

} // namespace ns3
