/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-sessions.h"

#include "san-failures.h"
#include "san-network.h"
#include "san-options.h"
#include "san-targets.h"

#include "ns3/block-io-attribute-check.h"
#include "ns3/boolean.h"
#include "ns3/iscsi-host-cost.h"
#include "ns3/iscsi-initiator-helper.h"
#include "ns3/iscsi-initiator-session.h"
#include "ns3/log.h"
#include "ns3/multipath-device.h"
#include "ns3/multipath-policy.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/scsi-block-device.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanSessions");

namespace
{

/**
 * @param o the options
 * @return what makes a logical unit that is reached by a session
 */
ObjectFactory
MakeUnitFactory(const SanOptions& o)
{
    ObjectFactory unit("ns3::ScsiBlockDevice");
    SetCheckedBlockIoAttribute(unit,
                               "QueueDepth",
                               StringValue(o.GetList().GetValue("unitQueueDepth")));
    unit.Set("StoreData", BooleanValue(o.storeData));
    unit.Set("MayFail", BooleanValue(o.mayFail));
    unit.Set("FailFast", BooleanValue(o.HasMultipath()));
    return unit;
}

/**
 * Join paths by multipath I/O.
 *
 * @param paths a logical unit by way of each of them
 * @param o the options
 * @return the logical unit
 */
Ptr<BlockDevice>
JoinPaths(const std::vector<Ptr<BlockDevice>>& paths, const SanOptions& o)
{
    const auto& list = o.GetList();
    ObjectFactory policy(list.GetMeaning("multipath"));
    if (policy.GetTypeId() == MultipathRoundRobinPolicy::GetTypeId())
    {
        policy.Set("RequestsPerPath", StringValue(list.GetValue("pathRequests")));
    }
    const auto device =
        CreateObjectWithAttributes<MultipathDevice>("Policy",
                                                    PointerValue(policy.Create<MultipathPolicy>()),
                                                    "CheckInterval",
                                                    StringValue(list.GetValue("pathCheckInterval")),
                                                    "NoPathTimeout",
                                                    StringValue(list.GetValue("noPathTimeout")));
    device->SetPaths(paths);
    return device;
}

} // namespace

SanSessions::SanSessions(const SanNetwork& network,
                         const SanTargets& targets,
                         SanFailures& failures)
    : m_network(network),
      m_targets(targets),
      m_failures(failures)
{
}

std::vector<Ptr<BlockDevice>>
SanSessions::LogIn(uint32_t i, const SanOptions& o)
{
    m_paths = o.HasMultipath() ? o.links : 1;
    std::vector<Ptr<BlockDevice>> drives;
    for (uint32_t target = 0; target < o.targets; ++target)
    {
        const auto paths = Open(i, target, o);
        for (uint32_t lun = 0; lun < o.GetUsedUnits(); ++lun)
        {
            drives.push_back(MakeDrive(paths, lun, o));
            m_failures.Follow(drives.back());
        }
    }
    return drives;
}

SanSessions::Paths
SanSessions::Open(uint32_t i, uint32_t target, const SanOptions& o)
{
    Paths paths;
    for (uint32_t path = 0; path < m_paths; ++path)
    {
        paths.push_back(OpenOne(i, target, path, o));
        m_initiators.Add(paths.back());
    }
    if (!o.HasMultipath())
    {
        const auto& addresses = m_network.targetAddresses[target];
        for (std::size_t link = 1; link < addresses.size(); ++link)
        {
            paths.front()->AddPortal(addresses[link]);
        }
    }
    NS_LOG_INFO("initiator " << i << ": " << m_paths << " sessions with target " << target);
    return paths;
}

Ptr<IscsiInitiator>
SanSessions::OpenOne(uint32_t i, uint32_t target, uint32_t link, const SanOptions& o)
{
    IscsiInitiatorHelper helper(m_network.targetAddresses[target][link],
                                o.targetName.empty() ? m_targets.GetName(target) : o.targetName);
    for (const auto& [name, value] : o.GetList().GetAttributes(IscsiInitiator::GetTypeId()))
    {
        helper.SetAttribute(name, StringValue(value));
    }
    for (const auto& [name, value] : o.GetList().GetAttributes(IscsiHostCost::GetTypeId()))
    {
        helper.SetHostCostAttribute(name, StringValue(value));
    }
    helper.SetAttribute("InitiatorName", StringValue(GetSanName("initiator", i)));
    helper.SetAttribute("LoginMayFail", BooleanValue(o.mayFail));
    helper.SetAttribute("Protocol", StringValue(o.GetSocketFactory()));
    helper.SetAttribute("EnsembleSharing", BooleanValue(o.HasEnsembleSharing()));
    helper.SetAttribute("TemporalSharing", BooleanValue(o.HasTemporalSharing()));
    return helper.Install(m_network.initiators.Get(i));
}

Ptr<BlockDevice>
SanSessions::MakeDrive(const Paths& paths, uint32_t lun, const SanOptions& o) const
{
    auto unit = MakeUnitFactory(o);
    unit.Set("Lun", UintegerValue(lun));
    std::vector<Ptr<BlockDevice>> devices;
    for (const auto& path : paths)
    {
        unit.Set("Port", PointerValue(path->GetPort()));
        devices.push_back(unit.Create<ScsiBlockDevice>());
    }
    return o.HasMultipath() ? JoinPaths(devices, o) : devices.front();
}

void
SanSessions::LogOut() const
{
    for (auto it = m_initiators.Begin(); it != m_initiators.End(); ++it)
    {
        (*it)->GetObject<IscsiInitiator>()->GetSession()->Logout();
    }
}

const ApplicationContainer&
SanSessions::GetInitiators() const
{
    return m_initiators;
}

Ptr<IscsiInitiator>
SanSessions::GetInitiator(uint32_t i, uint32_t target, uint32_t path) const
{
    const auto targets = m_targets.GetApplications().GetN();
    return DynamicCast<IscsiInitiator>(m_initiators.Get((i * targets + target) * m_paths + path));
}

} // namespace ns3
