/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "leaf-spine-helper.h"

#include "ns3/abort.h"
#include "ns3/ethernet-shared-buffer.h"
#include "ns3/ethernet-switch-port.h"

namespace ns3
{

LeafSpineHelper::LeafSpineHelper(const EthernetHelper& links)
    : m_links(links)
{
}

void
LeafSpineHelper::SetSharedBuffer(uint32_t bytes)
{
    m_sharedBytes = bytes;
}

Ptr<EthernetLeafSpine>
LeafSpineHelper::Install(const NodeContainer& leaves, const NodeContainer& spines) const
{
    NS_ABORT_MSG_IF(leaves.GetN() == 0 || spines.GetN() == 0,
                    "LeafSpineHelper: there are leaves and spines");
    const auto fabric = CreateObject<EthernetLeafSpine>();
    for (auto leaf = leaves.Begin(); leaf != leaves.End(); ++leaf)
    {
        fabric->AddLeaf(MakeSwitch(*leaf));
    }
    for (auto spine = spines.Begin(); spine != spines.End(); ++spine)
    {
        std::vector<Ptr<EthernetNetDevice>> links;
        for (auto leaf = leaves.Begin(); leaf != leaves.End(); ++leaf)
        {
            const auto ends = m_links.Install(*leaf, *spine);
            links.push_back(DynamicCast<EthernetNetDevice>(ends.Get(0)));
            links.push_back(DynamicCast<EthernetNetDevice>(ends.Get(1)));
        }
        fabric->AddSpine(MakeSwitch(*spine), links);
    }
    spines.Get(0)->AggregateObject(fabric);
    return fabric;
}

Ptr<EthernetFabricSwitch>
LeafSpineHelper::MakeSwitch(Ptr<Node> node) const
{
    const auto made = CreateObject<EthernetFabricSwitch>();
    made->SetSharedBuffer(MakeEthernetSharedBuffer(m_sharedBytes));
    node->AggregateObject(made);
    return made;
}

} // namespace ns3
