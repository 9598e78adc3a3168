/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-initiators.h"

#include "san-options.h"
#include "san-targets.h"

#include "ns3/attribute-check.h"
#include "ns3/boolean.h"
#include "ns3/iscsi-host-cost.h"
#include "ns3/iscsi-initiator-helper.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/san-host-tcp.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

Ptr<IscsiInitiator>
InstallSanInitiator(Ptr<Node> node,
                    uint32_t number,
                    const std::vector<Address>& portals,
                    const std::string& targetName,
                    const SanOptions& o)
{
    IscsiInitiatorHelper helper(portals.front(), targetName);
    for (const auto& [name, value] : o.GetList().GetAttributes(IscsiInitiator::GetTypeId()))
    {
        helper.SetAttribute(name, StringValue(value));
    }
    for (const auto& [name, value] : o.GetList().GetAttributes(IscsiHostCost::GetTypeId()))
    {
        helper.SetHostCostAttribute(name, StringValue(value));
    }
    helper.SetAttribute("InitiatorName", StringValue(GetSanName("initiator", number)));
    helper.SetAttribute("LoginMayFail", BooleanValue(o.session.mayFail));
    helper.SetAttribute("Protocol", StringValue(o.tcp.GetSocketFactory()));
    for (const auto& [name, value] : GetSanTcpSharing(o.tcp))
    {
        helper.SetAttribute(name, StringValue(value));
    }
    const auto initiator = helper.Install(node);
    for (std::size_t i = 1; i < portals.size(); ++i)
    {
        initiator->AddPortal(portals[i]);
    }
    return initiator;
}

std::vector<Ptr<ScsiBlockDevice>>
MakeSanDevices(Ptr<IscsiInitiator> initiator, uint32_t firstLun, const SanOptions& o)
{
    ObjectFactory unit("ns3::ScsiBlockDevice");
    SetCheckedAttribute(unit, "QueueDepth", StringValue(o.GetList().GetValue("unitQueueDepth")));
    SetCheckedAttribute(unit, "LossRetries", StringValue(o.GetList().GetValue("lossRetries")));
    unit.Set("StoreData", BooleanValue(o.output.storeData));
    unit.Set("MayFail", BooleanValue(o.session.mayFail));
    unit.Set("FailFast", BooleanValue(o.session.HasMultipath()));
    unit.Set("Port", PointerValue(initiator->GetPort()));
    std::vector<Ptr<ScsiBlockDevice>> devices;
    for (uint32_t i = 0; i < o.GetUsedUnits(); ++i)
    {
        unit.Set("Lun", UintegerValue(firstLun + i));
        devices.push_back(unit.Create<ScsiBlockDevice>());
    }
    return devices;
}

} // namespace ns3
