/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-helper.h"

#include "ns3/attribute-check.h"
#include "ns3/iscsi-host-cost.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

namespace ns3
{

IscsiInitiatorHelper::IscsiInitiatorHelper(const Address& remote, const std::string& targetName)
{
    m_factory.SetTypeId(IscsiInitiator::GetTypeId());
    m_factory.Set("Remote", AddressValue(remote));
    m_factory.Set("TargetName", StringValue(targetName));
    m_hostCostFactory.SetTypeId(IscsiHostCost::GetTypeId());
}

void
IscsiInitiatorHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_factory, name, value);
}

void
IscsiInitiatorHelper::SetHostCostAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_hostCostFactory, name, value);
}

Ptr<IscsiInitiator>
IscsiInitiatorHelper::Install(Ptr<Node> node) const
{
    auto initiator = m_factory.Create<IscsiInitiator>();
    initiator->SetAttribute("HostCost", PointerValue(m_hostCostFactory.Create<IscsiHostCost>()));
    node->AddApplication(initiator);
    return initiator;
}

ApplicationContainer
IscsiInitiatorHelper::Install(NodeContainer nodes) const
{
    ApplicationContainer initiators;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        initiators.Add(Install(*node));
    }
    return initiators;
}

} // namespace ns3
