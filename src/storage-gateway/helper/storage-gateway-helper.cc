/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "storage-gateway-helper.h"

#include "ns3/attribute-check.h"
#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/pointer.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-local-port.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @param address an IPv4 or IPv6 address
 * @param target number of a target
 * @return the portal of the target there
 * @throw UserError if it is no IP address
 */
Address
GetPortal(const Address& address, uint32_t target)
{
    const auto port = static_cast<uint16_t>(IscsiApplication::PORT + target);
    if (Ipv4Address::IsMatchingType(address))
    {
        return InetSocketAddress(Ipv4Address::ConvertFrom(address), port);
    }
    if (Ipv6Address::IsMatchingType(address))
    {
        return Inet6SocketAddress(Ipv6Address::ConvertFrom(address), port);
    }
    throw UserError("StorageGatewayHelper: the gateway's address is neither IPv4 nor IPv6");
}

} // namespace

StorageGatewayHelper::StorageGatewayHelper()
{
    m_gatewayFactory.SetTypeId(StorageGateway::GetTypeId());
    m_targetFactory.SetTypeId(IscsiTarget::GetTypeId());
    m_initiatorFactory.SetTypeId(IscsiInitiator::GetTypeId());
    m_diskFactory.SetTypeId(ScsiDisk::GetTypeId());
    m_backEndPortFactory.SetTypeId(ScsiLocalPort::GetTypeId());
    m_deviceFactory.SetTypeId(ScsiBlockDevice::GetTypeId());
    SetDrive("ns3::RamDisk");
}

void
StorageGatewayHelper::SetGatewayAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_gatewayFactory, name, value);
}

void
StorageGatewayHelper::SetSessionAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_targetFactory, name, value);
    SetCheckedAttribute(m_initiatorFactory, name, value);
}

void
StorageGatewayHelper::SetDrive(const std::string& typeId)
{
    TypeId found;
    if (!TypeId::LookupByNameFailSafe(typeId, &found) ||
        !found.IsChildOf(BlockDevice::GetTypeId()) || !found.HasConstructor())
    {
        throw UserError("StorageGatewayHelper: " + typeId + " is not a class of block device");
    }
    m_driveFactory = ObjectFactory();
    m_driveFactory.SetTypeId(found);
}

void
StorageGatewayHelper::SetDriveAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_driveFactory, name, value);
}

void
StorageGatewayHelper::SetDriveMaker(const std::function<Ptr<BlockDevice>()>& make)
{
    m_makeDrive = make;
}

void
StorageGatewayHelper::SetDiskAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_diskFactory, name, value);
}

void
StorageGatewayHelper::SetLoops(uint32_t loops)
{
    m_loops = loops;
}

FcalHelper&
StorageGatewayHelper::GetFcalHelper()
{
    return m_fcal;
}

void
StorageGatewayHelper::SetGatewayPortAttribute(const std::string& name, const AttributeValue& value)
{
    CheckAttribute(FcalPort::GetTypeId(), name, value);
    m_gatewayPort.emplace_back(name, value.Copy());
}

void
StorageGatewayHelper::SetBackEndPortAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_backEndPortFactory, name, value);
}

void
StorageGatewayHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_deviceFactory, name, value);
}

void
StorageGatewayHelper::SetStoreData(bool keep)
{
    m_storeData = keep;
    m_gatewayFactory.Set("StoreData", BooleanValue(keep));
    m_deviceFactory.Set("StoreData", BooleanValue(keep));
}

Ptr<StorageGateway>
StorageGatewayHelper::Install(Ptr<Node> node, uint32_t targets, uint32_t drivesPerTarget)
{
    auto gateway = m_gatewayFactory.Create<StorageGateway>();
    AddBackEnds(gateway);
    for (uint32_t i = 0; i < targets; ++i)
    {
        auto target =
            gateway->AddTarget("iqn.2026-11.org.nsnam:gateway-" + std::to_string(node->GetId()) +
                               "-target-" + std::to_string(i));
        for (uint32_t lun = 0; lun < drivesPerTarget; ++lun)
        {
            const auto next = gateway->GetNDrives() % gateway->GetNBackEnds();
            gateway->MapDrive(target, lun, AddDrive(gateway, gateway->GetBackEnd(next)));
        }
        OpenPortal(node, gateway, i, GetPortal(Ipv4Address::GetAny(), i));
    }
    node->AggregateObject(gateway);
    return gateway;
}

Ptr<GatewayDrive>
StorageGatewayHelper::AddDrive(Ptr<StorageGateway> gateway, Ptr<GatewayBackEnd> backEnd)
{
    const auto device = MakeDrive();
    auto disk = m_diskFactory.Create<ScsiDisk>();
    disk->SetBlockDevice(device);
    disk->SetAttribute("StoreData", BooleanValue(m_storeData));
    disk->SetAttribute("Serial", StringValue("DRIVE" + std::to_string(gateway->GetNDrives())));
    auto drive = gateway->AddDrive(MakeBackEndPort(disk, backEnd), backEnd);
    drive->AggregateObject(device);
    return drive;
}

Ptr<BlockDevice>
StorageGatewayHelper::MakeDrive() const
{
    if (m_makeDrive)
    {
        return m_makeDrive();
    }
    auto device = m_driveFactory.Create<BlockDevice>();
    if (m_storeData)
    {
        CheckAttribute(m_driveFactory.GetTypeId(), "StoreData", BooleanValue(true));
        device->SetAttribute("StoreData", BooleanValue(true));
    }
    return device;
}

Ptr<FcalPort>
StorageGatewayHelper::GetGatewayPort(Ptr<GatewayBackEnd> backEnd) const
{
    const auto node = FindNode(backEnd);
    return node ? node->GetPort() : nullptr;
}

void
StorageGatewayHelper::AddBackEnds(Ptr<StorageGateway> gateway)
{
    if (m_loops == 0)
    {
        gateway->AddBackEnd();
    }
    for (uint32_t i = 0; i < m_loops; ++i)
    {
        MakeLoop(gateway->AddBackEnd());
    }
}

void
StorageGatewayHelper::MakeLoop(Ptr<GatewayBackEnd> backEnd)
{
    auto node = m_fcal.CreateNode();
    for (const auto& [name, value] : m_gatewayPort)
    {
        node->GetPort()->SetAttribute(name, *value);
    }
    auto loop = m_fcal.CreateLoop();
    loop->Insert(node->GetPort());
    backEnd->AggregateObject(loop);
    m_nodes.emplace_back(backEnd, node);
}

Ptr<FcpNode>
StorageGatewayHelper::FindNode(Ptr<GatewayBackEnd> backEnd) const
{
    const auto found = std::find_if(m_nodes.begin(), m_nodes.end(), [&](const auto& entry) {
        return entry.first == backEnd;
    });
    return found == m_nodes.end() ? nullptr : found->second;
}

Ptr<ScsiInitiatorPort>
StorageGatewayHelper::MakeBackEndPort(Ptr<ScsiDevice> disk, Ptr<GatewayBackEnd> backEnd)
{
    if (const auto node = FindNode(backEnd))
    {
        return m_fcal.Connect(node, m_fcal.InstallTarget(backEnd->GetObject<FcalLoop>(), disk));
    }
    auto port = m_backEndPortFactory.Create<ScsiLocalPort>();
    port->SetDevice(disk);
    return port;
}

Ptr<IscsiTarget>
StorageGatewayHelper::OpenPortal(Ptr<Node> node,
                                 Ptr<StorageGateway> gateway,
                                 uint32_t target,
                                 const Address& local)
{
    auto portal = m_targetFactory.Create<IscsiTarget>();
    portal->SetAttribute("TargetName", StringValue(gateway->GetTargetName(target)));
    portal->SetAttribute("Local", AddressValue(local));
    portal->SetDevice(gateway->GetTarget(target));
    node->AddApplication(portal);
    return portal;
}

std::vector<Ptr<BlockDevice>>
StorageGatewayHelper::Connect(Ptr<Node> node, Ptr<StorageGateway> gateway, const Address& address)
{
    std::vector<Ptr<BlockDevice>> devices;
    for (uint32_t i = 0; i < gateway->GetNTargets(); ++i)
    {
        auto initiator = Login(node, gateway->GetTargetName(i), GetPortal(address, i));
        for (const auto lun : gateway->GetTarget(i)->GetLuns())
        {
            devices.push_back(MakeDevice(initiator, lun));
        }
    }
    return devices;
}

Ptr<IscsiInitiator>
StorageGatewayHelper::Login(Ptr<Node> node,
                            const std::string& targetName,
                            const Address& portal) const
{
    auto initiator = m_initiatorFactory.Create<IscsiInitiator>();
    initiator->SetAttribute("Remote", AddressValue(portal));
    initiator->SetAttribute("TargetName", StringValue(targetName));
    node->AddApplication(initiator);
    return initiator;
}

Ptr<BlockDevice>
StorageGatewayHelper::MakeDevice(Ptr<IscsiInitiator> initiator, uint16_t lun) const
{
    auto device = m_deviceFactory.Create<ScsiBlockDevice>();
    device->SetAttribute("Lun", UintegerValue(lun));
    device->SetAttribute("Port", PointerValue(initiator->GetPort()));
    return device;
}

} // namespace ns3
