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

namespace
{

/**
 * Give the cores that all sessions of a host share.
 *
 * @param initiator a new initiator on the host
 * @param o the options
 */
void
ShareCores(Ptr<IscsiInitiator> initiator, const SanOptions& o)
{
    PointerValue cores;
    initiator->GetAttribute("HostCost", cores);
    cores.GetObject()->SetAttribute("Cores", UintegerValue(o.session.cores));
    cores.GetObject()->SetAttribute("ReceiveQueues", UintegerValue(o.session.receiveQueues));
    const auto node = initiator->GetNode();
    for (uint32_t i = 0; i < node->GetNApplications(); ++i)
    {
        const auto first = DynamicCast<IscsiInitiator>(node->GetApplication(i));
        if (first)
        {
            first->GetAttribute("HostCost", cores);
            initiator->SetAttribute("HostCost", cores);
            return;
        }
    }
}

} // namespace

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
    if (o.session.ShareCores())
    {
        ShareCores(initiator, o);
    }
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
