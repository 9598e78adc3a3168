/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "storage-gateway.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-local-port.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"
#include "ns3/word-checker.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StorageGateway");

NS_OBJECT_ENSURE_REGISTERED(StorageGateway);

TypeId
StorageGateway::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::StorageGateway")
            .SetParent<Object>()
            .SetGroupName("StorageGateway")
            .AddConstructor<StorageGateway>()
            .AddAttribute(
                "SessionQueueDepth",
                "Maximum number of commands of one session at the logical units, 1 or more; the "
                "others wait in the session's queue. Applies to targets added later",
                UintegerValue(128),
                MakeUintegerAccessor(&StorageGateway::m_sessionQueueDepth),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("DriveQueueDepth",
                          "Maximum number of commands outstanding at one drive, 1 or more; the "
                          "others wait in the drive's queue. Applies to drives added later",
                          UintegerValue(32),
                          MakeUintegerAccessor(&StorageGateway::m_driveQueueDepth),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("BackEndQueueDepth",
                          "Maximum number of commands in progress on one loop, 1 or more; the "
                          "others wait in the loop's queue. Applies to back ends added later",
                          UintegerValue(256),
                          MakeUintegerAccessor(&StorageGateway::m_backEndQueueDepth),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("BufferSize",
                          "Size of the buffer pool in bytes, at least 1; set before the first "
                          "logical unit",
                          UintegerValue(64 << 20),
                          MakeUintegerAccessor(&StorageGateway::m_bufferSize),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "TransferMode",
                "CutThrough: forward data as it arrives; StoreAndForward: forward when all of the "
                "command's data has arrived. Applies to logical units mapped later",
                EnumValue(GatewayLogicalUnit::CUT_THROUGH),
                MakeEnumAccessor<GatewayLogicalUnit::TransferMode>(&StorageGateway::m_transferMode),
                MakeWordChecker<GatewayLogicalUnit::TransferMode>(
                    "TransferMode",
                    {{GatewayLogicalUnit::CUT_THROUGH, "CutThrough"},
                     {GatewayLogicalUnit::STORE_AND_FORWARD, "StoreAndForward"}}))
            .AddAttribute("InOrderResponses",
                          "Answer the commands of a session in order of arrival; otherwise in "
                          "order of completion. Applies to targets added later",
                          BooleanValue(true),
                          MakeBooleanAccessor(&StorageGateway::m_inOrderResponses),
                          MakeBooleanChecker())
            .AddAttribute("CommandTimeout",
                          "Maximum time from the arrival of a command to its status, 0 for no "
                          "limit. Applies to targets added later",
                          TimeValue(Seconds(20)),
                          MakeTimeAccessor(&StorageGateway::m_commandTimeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("StoreData",
                          "Keep data contents through sets of drives. Applies to sets mapped "
                          "later; without sets, contents always pass through",
                          BooleanValue(false),
                          MakeBooleanAccessor(&StorageGateway::m_storeData),
                          MakeBooleanChecker());
    return tid;
}

void
StorageGateway::DoDispose()
{
    for (const auto& target : m_targets)
    {
        target.device->Dispose();
    }
    for (const auto& drive : m_drives)
    {
        drive->Dispose();
    }
    for (const auto& backEnd : m_backEnds)
    {
        backEnd->Dispose();
    }
    m_targets.clear();
    m_drives.clear();
    m_backEnds.clear();
    m_pool = nullptr;
    Object::DoDispose();
}

Ptr<GatewayBackEnd>
StorageGateway::AddBackEnd()
{
    auto backEnd = CreateObject<GatewayBackEnd>();
    backEnd->SetAttribute("QueueDepth", UintegerValue(m_backEndQueueDepth));
    m_backEnds.push_back(backEnd);
    NS_LOG_INFO("back end " << m_backEnds.size() - 1 << ": queue depth " << m_backEndQueueDepth);
    return backEnd;
}

Ptr<GatewayDrive>
StorageGateway::AddDrive(Ptr<ScsiInitiatorPort> port, Ptr<GatewayBackEnd> backEnd, uint16_t lun)
{
    if (!port || !backEnd)
    {
        throw UserError("StorageGateway: a drive needs a port and a back end");
    }
    auto drive = CreateObject<GatewayDrive>();
    drive->SetAttribute("QueueDepth", UintegerValue(m_driveQueueDepth));
    drive->SetPort(port, lun, backEnd);
    m_drives.push_back(drive);
    NS_LOG_INFO("drive " << m_drives.size() - 1 << ": LUN " << lun << " of its port, queue depth "
                         << m_driveQueueDepth);
    return drive;
}

Ptr<GatewayTarget>
StorageGateway::AddTarget(const std::string& name)
{
    auto target = CreateObject<GatewayTarget>();
    target->SetAttribute("SessionQueueDepth", UintegerValue(m_sessionQueueDepth));
    target->SetAttribute("InOrderResponses", BooleanValue(m_inOrderResponses));
    target->SetAttribute("CommandTimeout", TimeValue(m_commandTimeout));
    NS_LOG_INFO("target " << m_targets.size() << ": " << name << ", session queue depth "
                          << m_sessionQueueDepth);
    m_targets.push_back({name, target});
    return target;
}

Ptr<GatewayLogicalUnit>
StorageGateway::Map(Ptr<GatewayTarget> target, uint16_t lun, Ptr<ScsiInitiatorPort> port)
{
    auto unit = CreateObject<GatewayLogicalUnit>();
    unit->SetAttribute("TransferMode", EnumValue(m_transferMode));
    unit->SetPort(port, GetBufferPool());
    target->AddLogicalUnit(lun, unit);
    NS_LOG_INFO("mapped: LUN " << lun << ", "
                               << (m_transferMode == GatewayLogicalUnit::CUT_THROUGH
                                       ? "cut-through"
                                       : "store and forward"));
    return unit;
}

Ptr<GatewayLogicalUnit>
StorageGateway::MapDrive(Ptr<GatewayTarget> target, uint16_t lun, Ptr<GatewayDrive> drive)
{
    auto unit = Map(target, lun, drive);
    unit->SetCopyIdentifiers(drive->GetCopyIdentifiers());
    return unit;
}

Ptr<GatewayLogicalUnit>
StorageGateway::MapPart(Ptr<GatewayTarget> target,
                        uint16_t lun,
                        Ptr<GatewayDrive> drive,
                        uint64_t first,
                        uint64_t count)
{
    const GatewayBlockRange range(first, count);
    const auto number = std::find(m_drives.begin(), m_drives.end(), drive) - m_drives.begin();
    auto unit = Map(target, lun, drive);
    NS_LOG_INFO("mapped: LUN " << lun << ", blocks " << first << " to " << first + count
                               << " of drive " << number);
    unit->SetRange(range, std::to_string(number) + "-" + std::to_string(first));
    return unit;
}

Ptr<GatewayLogicalUnit>
StorageGateway::MapSet(Ptr<GatewayTarget> target,
                       uint16_t lun,
                       Ptr<BlockArray> array,
                       const std::vector<Ptr<GatewayDrive>>& drives)
{
    std::vector<Ptr<BlockDevice>> members;
    for (const auto& drive : drives)
    {
        auto member = CreateObject<ScsiBlockDevice>();
        member->SetAttribute("StoreData", BooleanValue(m_storeData));
        member->SetPort(drive);
        members.push_back(member);
    }
    array->SetMembers(members);
    auto disk = CreateObject<ScsiDisk>();
    disk->SetBlockDevice(array);
    disk->SetAttribute("StoreData", BooleanValue(m_storeData));
    disk->SetAttribute("Product", StringValue("GATEWAY SET"));
    disk->SetAttribute("Serial", StringValue(std::to_string(lun)));
    auto port = CreateObject<ScsiLocalPort>();
    port->SetDevice(disk);
    return Map(target, lun, port);
}

uint32_t
StorageGateway::GetNTargets() const
{
    return m_targets.size();
}

Ptr<GatewayTarget>
StorageGateway::GetTarget(uint32_t index) const
{
    return m_targets.at(index).device;
}

const std::string&
StorageGateway::GetTargetName(uint32_t index) const
{
    return m_targets.at(index).name;
}

uint32_t
StorageGateway::GetNDrives() const
{
    return m_drives.size();
}

Ptr<GatewayDrive>
StorageGateway::GetDrive(uint32_t index) const
{
    return m_drives.at(index);
}

uint32_t
StorageGateway::GetNBackEnds() const
{
    return m_backEnds.size();
}

Ptr<GatewayBackEnd>
StorageGateway::GetBackEnd(uint32_t index) const
{
    return m_backEnds.at(index);
}

Ptr<GatewayBufferPool>
StorageGateway::GetBufferPool()
{
    if (!m_pool)
    {
        m_pool = CreateObject<GatewayBufferPool>();
        m_pool->SetAttribute("Size", UintegerValue(m_bufferSize));
    }
    return m_pool;
}

} // namespace ns3
