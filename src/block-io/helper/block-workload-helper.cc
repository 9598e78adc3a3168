/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-workload-helper.h"

#include "ns3/attribute-check.h"
#include "ns3/block-workload.h"

namespace ns3
{

BlockWorkloadHelper::BlockWorkloadHelper(const std::string& typeId)
    : m_factory(typeId)
{
}

void
BlockWorkloadHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_factory, name, value);
}

ApplicationContainer
BlockWorkloadHelper::Install(Ptr<Node> node, const std::vector<Ptr<BlockDevice>>& devices) const
{
    auto workload = m_factory.Create<BlockWorkload>();
    for (const auto& device : devices)
    {
        workload->AddDevice(device);
    }
    workload->CheckConfiguration();
    node->AddApplication(workload);
    return ApplicationContainer(workload);
}

} // namespace ns3
