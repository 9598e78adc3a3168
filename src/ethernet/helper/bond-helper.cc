/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-helper.h"

#include "ns3/abort.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/node.h"

namespace ns3
{

BondHelper::BondHelper()
{
    m_bond.SetTypeId(BondNetDevice::GetTypeId());
}

void
BondHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_bond.Set(name, value);
}

Ptr<BondNetDevice>
BondHelper::Install(Ptr<Node> node, const NetDeviceContainer& ports) const
{
    const auto bond = m_bond.Create<BondNetDevice>();
    node->AddDevice(bond);
    for (auto i = ports.Begin(); i != ports.End(); ++i)
    {
        const auto port = DynamicCast<EthernetNetDevice>(*i);
        NS_ABORT_MSG_UNLESS(port, "BondHelper: the ports of a bond are EthernetNetDevices");
        bond->AddLink(port);
    }
    return bond;
}

NetDeviceContainer
BondHelper::Install(Ptr<Node> a, Ptr<Node> b, uint32_t links, const EthernetHelper& cable) const
{
    NetDeviceContainer portsOfA;
    NetDeviceContainer portsOfB;
    for (uint32_t i = 0; i < links; ++i)
    {
        const auto ends = cable.Install(a, b);
        portsOfA.Add(ends.Get(0));
        portsOfB.Add(ends.Get(1));
    }
    NetDeviceContainer bonds(Install(a, portsOfA));
    bonds.Add(Install(b, portsOfB));
    return bonds;
}

} // namespace ns3
