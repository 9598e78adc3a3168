/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-bonds.h"

#include "san-path-options.h"

#include "ns3/bond-net-device.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/log.h"
#include "ns3/string.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanBonds");

SanBonds::SanBonds(const SanPathOptions& o)
    : m_links(o.HasBonds() ? o.bondLinks : 1)
{
    if (o.HasBonds())
    {
        m_bonds.SetAttribute("Mode", StringValue(o.bond));
        m_bonds.SetAttribute("TransmitHashPolicy", StringValue(o.bondHash));
    }
}

NetDeviceContainer
SanBonds::Join(const SanLinks& links,
               const SanLinks::Settings& settings,
               Ptr<Node> host,
               Ptr<Node> middle) const
{
    if (m_links == 1)
    {
        return links.Join(settings, host, middle);
    }
    NS_LOG_INFO("bond of " << m_links << " links of node " << host->GetId());
    NetDeviceContainer hostPorts;
    NetDeviceContainer middlePorts;
    for (uint32_t i = 0; i < m_links; ++i)
    {
        const auto ends = links.Join(settings, host, middle);
        hostPorts.Add(ends.Get(0));
        middlePorts.Add(ends.Get(1));
    }
    NetDeviceContainer bonds(m_bonds.Install(host, hostPorts));
    bonds.Add(m_bonds.Install(middle, middlePorts));
    return bonds;
}

NetDeviceContainer
SanBonds::GetPorts(Ptr<NetDevice> device)
{
    const auto bond = DynamicCast<BondNetDevice>(device);
    if (!bond)
    {
        return NetDeviceContainer(device);
    }
    NetDeviceContainer ports;
    for (uint32_t i = 0; i < bond->GetNLinks(); ++i)
    {
        ports.Add(bond->GetLink(i));
    }
    return ports;
}

} // namespace ns3
