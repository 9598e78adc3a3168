/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-targets.h"

#include "san-network.h"
#include "san-options.h"

#include "ns3/attribute-check.h"
#include "ns3/boolean.h"
#include "ns3/failing-device.h"
#include "ns3/fcal-port.h"
#include "ns3/gateway-back-end.h"
#include "ns3/gateway-buffer-pool.h"
#include "ns3/gateway-drive.h"
#include "ns3/inet-socket-address.h"
#include "ns3/iscsi-host-cost.h"
#include "ns3/iscsi-target-helper.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/san-host-tcp.h"
#include "ns3/san-portal-states.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-local-port.h"
#include "ns3/scsi-task-router.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <iomanip>
#include <limits>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanTargets");

namespace
{

/// First stream of drives that fail, far beyond those of workloads and paths.
constexpr int64_t WEAR_STREAM = 1000000000;

/// First stream of flash drives and disks, far beyond those.
constexpr int64_t DRIVE_STREAM = 2000000000;

/**
 * Give the processor time of a target's host.
 *
 * @param o the options
 * @return names and values of attributes of the host's cost
 */
std::map<std::string, std::string>
GetHostCost(const SanOptions& o)
{
    auto cost = o.GetList().GetAttributes(IscsiHostCost::GetTypeId());
    const auto setTime = [&cost](const std::string& name, Time own) {
        if (!own.IsStrictlyNegative())
        {
            cost[name] = std::to_string(own.GetNanoSeconds()) + "ns";
        }
    };
    const auto setNumber = [&cost](const std::string& name, double own) {
        if (own >= 0)
        {
            std::ostringstream text;
            text << std::setprecision(std::numeric_limits<double>::max_digits10) << own;
            cost[name] = text.str();
        }
    };
    setTime("TimePerCommand", o.session.targetTimePerCommand);
    setTime("TimePerPdu", o.session.targetTimePerPdu);
    setNumber("TimePerByte", o.session.targetTimePerByte);
    setNumber("TimePerDigestByte", o.session.targetTimePerDigestByte);
    cost["Cores"] = std::to_string(o.session.targetCores);
    cost["ReceiveQueues"] = std::to_string(o.session.receiveQueues);
    return cost;
}

/**
 * Give what is set of each target, by name.
 *
 * @param o the options
 * @return names and values of attributes
 */
std::map<std::string, std::string>
GetTargetAttributes(const SanOptions& o)
{
    auto attributes = o.GetList().GetAttributes(IscsiTarget::GetTypeId());
    attributes["MaxConnections"] = o.GetList().GetValue("connections");
    attributes["Protocol"] = o.tcp.GetSocketFactory();
    attributes.merge(GetSanTcpSharing(o.tcp));
    if (!o.session.targetChapSecret.empty())
    {
        attributes["ChapSecret"] = o.session.targetChapSecret;
    }
    return attributes;
}

/**
 * Make the portal groups of a target.
 *
 * @param o the options
 * @return the groups, null for one portal
 */
Ptr<ScsiTargetPortGroups>
MakePortGroups(const SanOptions& o)
{
    if (o.session.portals == 1)
    {
        return nullptr;
    }
    auto groups = CreateObject<ScsiTargetPortGroups>();
    uint16_t tag = 0;
    for (const auto state : ParseSanPortalStates(o.session.portalStates, o.session.portals))
    {
        ++tag;
        groups->AddGroup(tag, state);
        groups->AddPort(tag, tag);
    }
    return groups;
}

/**
 * Make the helper that puts gateways on nodes.
 *
 * @param o the options
 * @return the helper
 */
StorageGatewayHelper
MakeGatewayHelper(const SanOptions& o)
{
    const auto& list = o.GetList();
    StorageGatewayHelper helper;
    helper.SetStoreData(o.output.storeData);
    helper.SetDriveMaker([&o] { return MakeSanUnit(o.storage, o.output.storeData); });
    for (const auto& [name, value] : list.GetAttributes(ScsiDisk::GetTypeId()))
    {
        helper.SetDiskAttribute(name, StringValue(value));
    }
    for (const auto& [name, value] : list.GetAttributes(StorageGateway::GetTypeId()))
    {
        helper.SetGatewayAttribute(name, StringValue(value));
    }
    auto& loops = helper.GetFcalHelper();
    for (const auto& [name, value] : list.GetAttributes(FcalLoop::GetTypeId()))
    {
        loops.SetLoopAttribute(name, StringValue(value));
    }
    for (const auto& [name, value] : list.GetAttributes(FcalPort::GetTypeId()))
    {
        loops.SetPortAttribute(name, StringValue(value));
    }
    for (const auto& [name, value] : list.GetAttributes(FcpNode::GetTypeId()))
    {
        loops.SetNodeAttribute(name, StringValue(value));
    }
    loops.SetTargetAttribute("BurstLength", StringValue(list.GetValue("fcBurstLength")));
    helper.SetGatewayPortAttribute("Fair", StringValue(list.GetValue("gatewayFcFairAccess")));
    helper.SetBackEndPortAttribute("Delay", StringValue(list.GetValue("backEndDelay")));
    helper.SetLoops(o.gateway.loops);
    return helper;
}

} // namespace

std::string
GetSanName(const std::string& kind, uint32_t number)
{
    return "iqn.2026-11.org.nsnam:" + kind + "-" + std::to_string(number);
}

SanTargets::SanTargets(const SanNetwork& network, const SanOptions& o)
    : m_driveMaker(MakeSanDriveMaker(o.storage, o.output.storeData))
{
    if (o.service.HasFileService())
    {
        return;
    }
    auto helper = MakeGatewayHelper(o);
    for (uint32_t i = 0; i < o.targets; ++i)
    {
        if (o.gateway.isUsed)
        {
            AddGateway(helper, network.targets.Get(i), o);
        }
        else
        {
            AddTarget(network.targets.Get(i), i, o);
        }
    }
    auto stream = WEAR_STREAM;
    for (const auto& drive : GetDrives())
    {
        if (const auto worn = DynamicCast<FailingDevice>(drive))
        {
            stream += worn->AssignStreams(stream);
        }
    }
    stream = DRIVE_STREAM;
    for (const auto& drive : FindSanPoweredDrives(GetDrives()))
    {
        stream += drive->AssignStreams(stream);
    }
}

void
SanTargets::AddTarget(Ptr<Node> node, uint32_t number, const SanOptions& o)
{
    auto router = CreateObject<ScsiTaskRouter>();
    m_portGroups.push_back(MakePortGroups(o));
    for (uint32_t lun = 0; lun < o.storage.GetUnits(); ++lun)
    {
        m_units.push_back(MakeSanUnit(o.storage, o.output.storeData));
        auto disk = CreateObjectWithAttributes<ScsiDisk>(
            "BlockDevice",
            PointerValue(m_units.back()),
            "Serial",
            StringValue(std::to_string(number) + "-" + std::to_string(lun)),
            "StoreData",
            BooleanValue(o.output.storeData));
        for (const auto& [name, value] : o.GetList().GetAttributes(ScsiDisk::GetTypeId()))
        {
            disk->SetAttribute(name, StringValue(value));
        }
        disk->SetTargetPortGroups(m_portGroups.back());
        router->AddLogicalUnit(lun, disk);
    }
    m_names.push_back(GetSanName("target", number));
    NS_LOG_INFO("target " << m_names.back() << ": " << o.storage.drives << " drives of device "
                          << o.storage.device << " " << o.storage.drive);
    const auto first = MakePortal(node, router, o);
    m_applications.Add(first);
    for (uint16_t tag = 2; tag <= o.session.portals; ++tag)
    {
        const auto portal = MakePortal(node, router, o);
        PointerValue processor;
        first->GetAttribute("HostCost", processor);
        portal->SetAttribute("HostCost", processor);
        portal->SetAttribute("TargetPortalGroupTag", UintegerValue(tag));
        portal->SetAttribute(
            "Local",
            AddressValue(InetSocketAddress(Ipv4Address::GetAny(), GetSanPortalPort(tag))));
        m_applications.Add(portal);
    }
}

Ptr<IscsiTarget>
SanTargets::MakePortal(Ptr<Node> node, Ptr<ScsiTaskRouter> router, const SanOptions& o) const
{
    IscsiTargetHelper helper(m_names.back());
    for (const auto& [name, value] : GetTargetAttributes(o))
    {
        helper.SetAttribute(name, StringValue(value));
    }
    for (const auto& [name, value] : GetSanTargetTcp(o.tcp))
    {
        helper.SetAttribute(name, StringValue(value));
    }
    for (const auto& [name, value] : GetHostCost(o))
    {
        helper.SetHostCostAttribute(name, StringValue(value));
    }
    return helper.Install(node, router);
}

void
SanTargets::AddGateway(StorageGatewayHelper& helper, Ptr<Node> node, const SanOptions& o)
{
    auto gateway = helper.Install(node, 1, o.storage.GetUnits());
    m_gateways.push_back(gateway);
    m_names.push_back(gateway->GetTargetName(0));
    m_portGroups.push_back(nullptr);
    NS_LOG_INFO("gateway " << m_names.back() << ": " << o.storage.drives << " drives on "
                           << o.gateway.loops << " loops");
    // The helper for gateways sets what both ends have; a target has more.
    auto target = DynamicCast<IscsiTarget>(node->GetApplication(0));
    for (const auto& [name, value] : GetTargetAttributes(o))
    {
        CheckAttribute(IscsiTarget::GetTypeId(), name, StringValue(value));
        target->SetAttribute(name, StringValue(value));
    }
    for (const auto& [name, value] : GetSanTargetTcp(o.tcp))
    {
        target->SetAttribute(name, StringValue(value));
    }
    ObjectFactory hostCost("ns3::IscsiHostCost");
    for (const auto& [name, value] : GetHostCost(o))
    {
        SetCheckedAttribute(hostCost, name, StringValue(value));
    }
    target->SetAttribute("HostCost", PointerValue(hostCost.Create<IscsiHostCost>()));
    m_applications.Add(target);
}

const ApplicationContainer&
SanTargets::GetApplications() const
{
    return m_applications;
}

uint32_t
SanTargets::GetN() const
{
    return m_names.size();
}

void
SanTargets::CheckAny(const std::string& command) const
{
    if (GetN() == 0)
    {
        throw UserError(command + ": there are no iSCSI targets; it needs fileService=none");
    }
}

uint32_t
SanTargets::GetNPortals() const
{
    return m_applications.GetN() / GetN();
}

uint32_t
SanTargets::GetNUnits() const
{
    return GetStorage().size() / GetN();
}

const SanDriveMaker&
SanTargets::GetDriveMaker() const
{
    return m_driveMaker;
}

Ptr<IscsiTarget>
SanTargets::GetPortal(uint32_t i, uint32_t portal) const
{
    return DynamicCast<IscsiTarget>(m_applications.Get(i * GetNPortals() + portal));
}

Ptr<ScsiTargetPortGroups>
SanTargets::GetPortGroups(uint32_t i) const
{
    return m_portGroups.at(i);
}

const std::string&
SanTargets::GetName(uint32_t i) const
{
    return m_names.at(i);
}

const std::vector<Ptr<BlockDevice>>&
SanTargets::GetUnits() const
{
    return m_units;
}

const std::vector<Ptr<StorageGateway>>&
SanTargets::GetGateways() const
{
    return m_gateways;
}

std::vector<Ptr<BlockDevice>>
SanTargets::GetStorage() const
{
    std::vector<Ptr<BlockDevice>> units(m_units);
    for (const auto& gateway : m_gateways)
    {
        for (uint32_t i = 0; i < gateway->GetNDrives(); ++i)
        {
            units.push_back(gateway->GetDrive(i)->GetObject<BlockDevice>());
        }
    }
    return units;
}

std::vector<Ptr<BlockDevice>>
SanTargets::GetDrives() const
{
    return GetSanDrives(GetStorage());
}

std::vector<Ptr<BlockArray>>
SanTargets::GetArrays() const
{
    std::vector<Ptr<BlockArray>> arrays;
    for (const auto& unit : GetStorage())
    {
        if (const auto array = DynamicCast<BlockArray>(unit))
        {
            arrays.push_back(array);
        }
    }
    return arrays;
}

std::vector<std::string>
SanTargets::GetLeftovers(const std::vector<uint32_t>& lost) const
{
    std::vector<std::string> lines;
    const auto note = [&lines](const std::string& place, uint64_t count, const std::string& what) {
        if (count > 0)
        {
            lines.push_back(place + ": " + std::to_string(count) + " " + what);
        }
    };
    for (uint32_t i = 0; i < GetN(); ++i)
    {
        const auto name = "target " + std::to_string(i);
        uint32_t sessions = 0;
        uint32_t unnoticed = 0;
        uint64_t buffers = 0;
        for (uint32_t portal = 0; portal < GetNPortals(); ++portal)
        {
            const auto target = GetPortal(i, portal);
            TimeValue pings;
            target->GetAttribute("NopInterval", pings);
            unnoticed = pings.Get().IsZero() ? lost[i] : 0;
            sessions += target->GetSessionCount();
            note(name, target->GetPendingLoginCount(), "logins");
            buffers += target->GetBuffersInUse();
        }
        unnoticed = std::min(sessions, unnoticed);
        note(name, sessions - unnoticed, "sessions");
        // A write that began may be under way in a session whose end nobody has told it.
        note(name, unnoticed > 0 ? 0 : buffers, "bytes of buffers");
    }
    for (std::size_t i = 0; i < m_gateways.size(); ++i)
    {
        const auto name = "gateway " + std::to_string(i);
        note(name, m_gateways[i]->GetBufferPool()->GetUsed(), "bytes of buffers");
        for (uint32_t j = 0; j < m_gateways[i]->GetNBackEnds(); ++j)
        {
            note(name, m_gateways[i]->GetBackEnd(j)->GetOutstanding(), "commands at a back end");
        }
    }
    const auto drives = GetDrives();
    for (std::size_t i = 0; i < drives.size(); ++i)
    {
        note("drive " + std::to_string(i), drives[i]->GetOutstanding(), "requests");
    }
    return lines;
}

} // namespace ns3
