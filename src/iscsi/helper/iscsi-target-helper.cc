/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-helper.h"

#include "ns3/attribute-check.h"
#include "ns3/iscsi-host-cost.h"
#include "ns3/pointer.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-task-router.h"
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

Ptr<IscsiTarget>
IscsiTargetHelper::InstallDisks(Ptr<Node> node, const std::vector<Ptr<BlockDevice>>& disks) const
{
    auto units = CreateObject<ScsiTaskRouter>();
    for (uint16_t lun = 0; lun < disks.size(); ++lun)
    {
        auto unit = CreateObject<ScsiDisk>();
        unit->SetBlockDevice(disks[lun]);
        unit->SetAttribute("Serial", StringValue("DISK" + std::to_string(lun)));
        units->AddLogicalUnit(lun, unit);
    }
    return Install(node, units);
}

} // namespace ns3
