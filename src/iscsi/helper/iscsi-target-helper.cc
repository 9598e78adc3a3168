/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-helper.h"

#include "ns3/attribute-check.h"
#include "ns3/iscsi-host-cost.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

namespace ns3
{

IscsiTargetHelper::IscsiTargetHelper(const std::string& targetName)
{
    m_factory.SetTypeId(IscsiTarget::GetTypeId());
    m_factory.Set("TargetName", StringValue(targetName));
    m_hostCostFactory.SetTypeId(IscsiHostCost::GetTypeId());
}

void
IscsiTargetHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_factory, name, value);
}

void
IscsiTargetHelper::SetHostCostAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_hostCostFactory, name, value);
}

Ptr<IscsiTarget>
IscsiTargetHelper::Install(Ptr<Node> node, Ptr<ScsiDevice> device) const
{
    auto target = m_factory.Create<IscsiTarget>();
    target->SetAttribute("HostCost", PointerValue(m_hostCostFactory.Create<IscsiHostCost>()));
    target->SetDevice(device);
    node->AddApplication(target);
    return target;
}

} // namespace ns3
