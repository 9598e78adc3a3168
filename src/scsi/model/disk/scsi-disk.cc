/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-disk.h"

#include "scsi-disk-commands.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiDisk");

NS_OBJECT_ENSURE_REGISTERED(ScsiDisk);

namespace
{

/// ADDITIONAL CDB LENGTH of a CDB of 32 bytes (SPC-4, 4.2.3.3).
constexpr uint8_t ADDITIONAL_CDB_LENGTH = 24;
/// Where it lies in the CDB.
constexpr uint16_t ADDITIONAL_CDB_LENGTH_BYTE = 7;

/**
 * @param attribute the name of a text attribute
 * @param text its value
 * @param width the most characters it may have
 * @return the value
 */
std::string
CheckText(const std::string& attribute, const std::string& text, std::size_t width)
{
    const bool printable =
        std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (text.size() > width || !printable)
    {
        throw UserError("ScsiDisk: attribute " + attribute + ": \"" + text + "\" must be at most " +
                        std::to_string(width) + " printable ASCII characters");
    }
    return text;
}

/**
 * @param name name of an initiator port
 * @return selects its tasks
 */
ScsiTaskSet::Selection
Of(const std::string& name)
{
    return [name](const ScsiTask& task) { return GetScsiPortName(task.initiatorPort) == name; };
}

} // namespace

TypeId
ScsiDisk::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ScsiDisk")
            .SetParent<ScsiDevice>()
            .SetGroupName("Scsi")
            .AddConstructor<ScsiDisk>()
            .AddAttribute("BlockDevice",
                          "The block device that holds the data; must be set before the first "
                          "command",
                          PointerValue(),
                          MakePointerAccessor(&ScsiDisk::SetBlockDevice, &ScsiDisk::GetBlockDevice),
                          MakePointerChecker<BlockDevice>())
            .AddAttribute(
                "TargetPortGroups",
                "The target port groups through which the disk is reached, each with an "
                "access state (ALUA); none for symmetric access",
                PointerValue(),
                MakePointerAccessor(&ScsiDisk::SetTargetPortGroups, &ScsiDisk::GetTargetPortGroups),
                MakePointerChecker<ScsiTargetPortGroups>())
            .AddAttribute("Vendor",
                          "T10 vendor identification, up to 8 ASCII characters",
                          StringValue("NS3ISCSI"),
                          MakeStringAccessor(&ScsiDisk::m_vendor),
                          MakeStringChecker())
            .AddAttribute("Product",
                          "Product identification, up to 16 ASCII characters",
                          StringValue("VIRTUAL DISK"),
                          MakeStringAccessor(&ScsiDisk::m_product),
                          MakeStringChecker())
            .AddAttribute("Revision",
                          "Product revision level, up to 4 ASCII characters",
                          StringValue("0001"),
                          MakeStringAccessor(&ScsiDisk::m_revision),
                          MakeStringChecker())
            .AddAttribute("Serial",
                          "Unit serial number, up to 36 ASCII characters; different for each disk "
                          "if an initiator is to tell them apart",
                          StringValue("00000000"),
                          MakeStringAccessor(&ScsiDisk::m_serial),
                          MakeStringChecker())
            .AddAttribute("SerialPrefix",
                          "What the serial numbers of all disks of a simulation begin with, so "
                          "that hosts tell them from those of another; with Serial up to 36 ASCII "
                          "characters",
                          StringValue(""),
                          MakeStringAccessor(&ScsiDisk::m_serialPrefix),
                          MakeStringChecker())
            .AddAttribute("RotationRate",
                          "Nominal rotation rate that the disk reports, revolutions per minute; 1 "
                          "for a medium that does not rotate, 0 to report none",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ScsiDisk::m_rotationRate),
                          MakeUintegerChecker<uint16_t>())
            .AddAttribute("MaxTransferLength",
                          "Maximum bytes that one command may read or write, 64 KiB to 1 GiB; "
                          "reported in blocks as the MAXIMUM TRANSFER LENGTH",
                          UintegerValue(32 << 20),
                          MakeUintegerAccessor(&ScsiDisk::m_maxTransferLength),
                          MakeUintegerChecker<uint32_t>(64 << 10, 1 << 30))
            .AddAttribute("StoreData",
                          "Keep the bytes of writes and pass them to the block device; otherwise "
                          "only their number matters",
                          BooleanValue(false),
                          MakeBooleanAccessor(&ScsiDisk::m_storeData),
                          MakeBooleanChecker())
            .AddAttribute("Removable",
                          "The medium can be removed: START STOP UNIT loads and ejects it, and "
                          "PREVENT ALLOW MEDIUM REMOVAL prevents that",
                          BooleanValue(false),
                          MakeBooleanAccessor(&ScsiDisk::m_isRemovable),
                          MakeBooleanChecker())
            .AddAttribute("ReadOnly",
                          "The medium cannot be written: commands that write end with DATA PROTECT",
                          BooleanValue(false),
                          MakeBooleanAccessor(&ScsiDisk::m_isReadOnly),
                          MakeBooleanChecker())
            .AddAttribute(
                "PhysicalBlockExponent",
                "Logical blocks per physical block that READ CAPACITY(16) reports, as a "
                "power of two: 0 to 15, such as 3 for physical blocks of 4096 bytes under "
                "logical ones of 512",
                UintegerValue(0),
                MakeUintegerAccessor(&ScsiDisk::m_physicalExponent),
                MakeUintegerChecker<uint8_t>(0, 15))
            .AddAttribute("LowestAlignedBlock",
                          "The first logical block at which a physical block begins, 0 to 16383 "
                          "and less than the logical blocks of a physical block",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ScsiDisk::m_lowestAligned),
                          MakeUintegerChecker<uint16_t>(0, 0x3fff))
            .AddAttribute(
                "WriteSameNonZero",
                "Refuse WRITE SAME of zero blocks (WSNZ); otherwise that means all blocks "
                "up to the last one, if they are not more than MaxTransferLength",
                BooleanValue(true),
                MakeBooleanAccessor(&ScsiDisk::m_refusesNoBlocks),
                MakeBooleanChecker())
            .AddAttribute("MaxAtomicLength",
                          "Maximum bytes of a WRITE ATOMIC(16), 64 KiB to 1 GiB; reported in "
                          "blocks, at most 65535 and MaxTransferLength",
                          UintegerValue(1 << 20),
                          MakeUintegerAccessor(&ScsiDisk::m_maxAtomicLength),
                          MakeUintegerChecker<uint32_t>(64 << 10, 1 << 30))
            .AddAttribute("AtomicAlignment",
                          "A WRITE ATOMIC(16) begins at a multiple of this, 0 to 128 blocks; 0 for "
                          "any block",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ScsiDisk::m_atomicAlignment),
                          MakeUintegerChecker<uint32_t>(0, 128))
            .AddAttribute(
                "AtomicGranularity",
                "The length of a WRITE ATOMIC(16) is a multiple of this, 0 to 128 blocks; "
                "0 for any length",
                UintegerValue(0),
                MakeUintegerAccessor(&ScsiDisk::m_atomicGranularity),
                MakeUintegerChecker<uint32_t>(0, 128))
            .AddAttribute("SanitizeTime",
                          "Least time that SANITIZE takes; it takes longer if the block device "
                          "does",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&ScsiDisk::m_sanitizeTime),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("Command",
                            "A command arrived",
                            MakeTraceSourceAccessor(&ScsiDisk::m_commandTrace),
                            "ns3::ScsiDisk::TaskTracedCallback")
            .AddTraceSource("Complete",
                            "A command has completed with its status, sense data and residual",
                            MakeTraceSourceAccessor(&ScsiDisk::m_completeTrace),
                            "ns3::ScsiDisk::TaskTracedCallback");
    return tid;
}

ScsiDisk::ScsiDisk()
    : ScsiDeviceServer(GetScsiDiskCommands())
{
}

void
ScsiDisk::DoDispose()
{
    tasks.Clear();
    sanitize.Clear();
    SetTargetPortGroups(nullptr);
    SetDevice(nullptr);
    ScsiDevice::DoDispose();
}

void
ScsiDisk::SetBlockDevice(Ptr<BlockDevice> blockDevice)
{
    SetDevice(blockDevice);
}

Ptr<BlockDevice>
ScsiDisk::GetBlockDevice() const
{
    return GetDevice();
}

void
ScsiDisk::SetTargetPortGroups(Ptr<ScsiTargetPortGroups> groups)
{
    if (GetPortGroups())
    {
        GetPortGroups()->Leave(MakeCallback(&ScsiDisk::AccessStateChanged, this));
    }
    SetPortGroups(groups);
    if (groups)
    {
        groups->Join(MakeCallback(&ScsiDisk::AccessStateChanged, this));
    }
}

Ptr<ScsiTargetPortGroups>
ScsiDisk::GetTargetPortGroups() const
{
    return GetPortGroups();
}

void
ScsiDisk::AccessStateChanged(const std::optional<std::string>& cause)
{
    constexpr auto CHANGED = ScsiAdditionalSense::ASYMMETRIC_ACCESS_STATE_CHANGED;
    cause ? attentions.EstablishForOthers(CHANGED, *cause) : attentions.EstablishForAll(CHANGED);
}

ScsiCopyUnit*
ScsiDisk::GetCopyUnit()
{
    return this;
}

void
ScsiDisk::JoinCopyUnits(const std::shared_ptr<const ScsiCopyUnits>& units)
{
    SetCopyUnits(units);
}

bool
ScsiDisk::IsNamed(const std::vector<uint8_t>& designator) const
{
    return GetDevice() && IsScsiDesignatorOf(GetIdentity(), designator);
}

bool
ScsiDisk::AllowsCopy(const std::string& nexus, bool writes) const
{
    const auto access = writes ? ScsiAccess::WRITE : ScsiAccess::READ;
    return !sanitize.Check() && !CheckMedium() && !(writes && CheckProtection()) &&
           !reservation.IsHeldByAnother(nexus) && !registrations.Forbids(nexus, access);
}

Ptr<BlockDevice>
ScsiDisk::GetCopyDevice() const
{
    return GetDevice();
}

void
ScsiDisk::BlocksCopied(uint64_t lba, uint32_t blocks)
{
    if (!provisioning.IsEmpty())
    {
        provisioning.Map(lba, blocks);
    }
}

bool
ScsiDisk::IsStarted() const
{
    return HasStarted();
}

bool
ScsiDisk::IsMediumLoaded() const
{
    return medium.IsLoaded();
}

bool
ScsiDisk::KeepsData() const
{
    return m_storeData;
}

uint32_t
ScsiDisk::GetMaxTransferBlocks() const
{
    return std::max(m_maxTransferLength / GetDevice()->GetBlockSize(), 1U);
}

ScsiAtomicLimits
ScsiDisk::GetAtomicLimits() const
{
    const auto blocks = std::max(m_maxAtomicLength / GetDevice()->GetBlockSize(), 1U);
    const auto most = std::min<uint32_t>(GetMaxTransferBlocks(), UINT16_MAX);
    ScsiAtomicLimits limits;
    limits.maxBlocks = std::min(blocks, most);
    limits.alignment = m_atomicAlignment;
    limits.granularity = m_atomicGranularity;
    limits.maxBlocksWithBoundary = most;
    limits.maxBoundary = limits.maxBlocks;
    return limits;
}

ScsiUnitOptions
ScsiDisk::GetOptions() const
{
    if (m_lowestAligned >> m_physicalExponent != 0)
    {
        throw UserError(
            "ScsiDisk: attribute LowestAlignedBlock: " + std::to_string(m_lowestAligned) +
            " is not less than the " + std::to_string(1 << m_physicalExponent) +
            " logical blocks of a physical block (PhysicalBlockExponent)");
    }
    ScsiUnitOptions options;
    options.isRemovable = m_isRemovable;
    options.isReadOnly = m_isReadOnly;
    options.refusesNoBlocks = m_refusesNoBlocks;
    options.physicalExponent = m_physicalExponent;
    options.lowestAligned = m_lowestAligned;
    options.atomic = GetAtomicLimits();
    options.sanitizeTime = m_sanitizeTime;
    return options;
}

ScsiIdentity
ScsiDisk::GetIdentity() const
{
    ScsiIdentity identity;
    identity.vendor = CheckText("Vendor", m_vendor, 8);
    identity.product = CheckText("Product", m_product, 16);
    identity.revision = CheckText("Revision", m_revision, 4);
    identity.serial = CheckText("Serial", m_serialPrefix + m_serial, 36);
    identity.maxTransferBlocks = GetMaxTransferBlocks();
    identity.rotationRate = m_rotationRate;
    identity.maxCompareBlocks = GetMaxCompareBlocks();
    identity.maxUnmapBlocks = GetMaxTransferBlocks();
    identity.maxUnmapRuns = MAX_UNMAP_RUNS;
    identity.isRemovable = m_isRemovable;
    identity.refusesNoBlocks = m_refusesNoBlocks;
    identity.canErase = true;
    identity.atomic = GetAtomicLimits();
    identity.copyBlockSize = GetDevice()->GetBlockSize();
    return identity;
}

void
ScsiDisk::CommandReceived(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task << +task->cdb[0]);
    if (!GetDevice())
    {
        throw UserError("ScsiDisk: attribute BlockDevice is not set");
    }
    NS_LOG_DEBUG("command: operation code " << +task->cdb[0] << ", read " << task->dataInLength
                                            << ", write " << task->dataOutLength
                                            << ", initiator port "
                                            << GetScsiPortName(task->initiatorPort));
    m_commandTrace(task);
    const auto* command = GetSupported(commands.Find(*task));
    if (!RefuseCommand(task, command))
    {
        command->handler(*this, task);
    }
}

bool
ScsiDisk::RefuseCommand(const Ptr<ScsiTask>& task, const ScsiCommand* command)
{
    if (RefuseForOthers(task, command))
    {
        return true;
    }
    if (!command)
    {
        RefuseUnknown(task);
        return true;
    }
    if (const auto sense = CheckCommand(*task, *command))
    {
        Refuse(task, *sense);
        return true;
    }
    return false;
}

std::optional<ScsiSense>
ScsiDisk::CheckCommand(const ScsiTask& task, const ScsiCommand& command) const
{
    if (auto sense = command.CheckUsage(task.cdb))
    {
        return sense;
    }
    const bool isLong = command.opcode == ScsiOpcode::VARIABLE_LENGTH;
    if (isLong && (task.cdb[ADDITIONAL_CDB_LENGTH_BYTE] != ADDITIONAL_CDB_LENGTH ||
                   task.cdb.size() + task.extendedCdb.size() < command.length))
    {
        return ScsiSense{ScsiSenseKey::ILLEGAL_REQUEST,
                         ScsiAdditionalSense::INVALID_FIELD_IN_CDB,
                         std::nullopt,
                         ScsiFieldPointer{ADDITIONAL_CDB_LENGTH_BYTE, std::nullopt, true}};
    }
    if (auto sense = CheckSanitize(command))
    {
        return sense;
    }
    if (GetPortGroups())
    {
        if (auto sense = GetPortGroups()->Check(task))
        {
            return sense;
        }
    }
    if (command.traits & ScsiCommand::NEEDS_MEDIUM)
    {
        if (auto sense = CheckMedium())
        {
            return sense;
        }
    }
    return command.traits & ScsiCommand::WRITES ? CheckProtection() : std::nullopt;
}

std::optional<ScsiSense>
ScsiDisk::CheckSanitize(const ScsiCommand& command) const
{
    // INQUIRY, REPORT LUNS and REQUEST SENSE pass here as they pass a unit attention.
    const bool repairs = command.opcode == ScsiOpcode::SANITIZE && sanitize.HasFailed();
    return repairs || command.traits & ScsiCommand::PASSES_ATTENTION ? std::nullopt
                                                                     : sanitize.Check();
}

void
ScsiDisk::Finish(const Ptr<ScsiTask>& task)
{
    NS_LOG_FUNCTION(this << task << +static_cast<uint8_t>(task->status) << task->residual);
    m_completeTrace(task);
    task->port->SendCommandComplete(task);
}

void
ScsiDisk::DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    NS_LOG_FUNCTION(this << task << offset << data->GetSize());
    tasks.Put(task, offset, data);
}

void
ScsiDisk::TaskLost(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task);
    tasks.Remove(task);
}

ScsiTaskManagementResponse
ScsiDisk::ManageTasks(const ScsiTaskManagementRequest& request)
{
    NS_LOG_FUNCTION(this << +static_cast<uint8_t>(request.function));
    using enum ScsiTaskManagementFunction;
    using enum ScsiTaskManagementResponse;
    const auto& port = GetScsiPortName(request.initiatorPort);
    NS_LOG_INFO("task management: function " << +static_cast<uint8_t>(request.function)
                                             << ", initiator port " << port);
    switch (request.function)
    {
    case ABORT_TASK:
        if (!tasks.Remove(request.task))
        {
            return TASK_DOES_NOT_EXIST;
        }
        // It is always its own nexus that asks.
        AbortTasks({request.task}, GetScsiPortName(request.task->initiatorPort));
        return FUNCTION_COMPLETE;
    case ABORT_TASK_SET:
        AbortTaskSet(port);
        return FUNCTION_COMPLETE;
    case CLEAR_TASK_SET:
        AbortCommands([](const ScsiTask&) { return true; }, port);
        return FUNCTION_COMPLETE;
    case I_T_NEXUS_RESET:
        AbortTaskSet(port);
        NexusLost(port);
        return FUNCTION_COMPLETE;
    case LOGICAL_UNIT_RESET:
    case TARGET_WARM_RESET:
        Reset(port, ScsiAdditionalSense::DEVICE_RESET);
        return FUNCTION_COMPLETE;
    case TARGET_COLD_RESET:
        registrations.LosePower();
        Reset(port, ScsiAdditionalSense::POWER_ON_OR_RESET);
        return FUNCTION_COMPLETE;
    case QUERY_TASK:
        return tasks.Contains([&request](const ScsiTask& task) { return &task == request.task; })
                   ? FUNCTION_SUCCEEDED
                   : FUNCTION_COMPLETE;
    case QUERY_TASK_SET:
        return tasks.Contains(Of(port)) ? FUNCTION_SUCCEEDED : FUNCTION_COMPLETE;
    default:
        // CLEAR ACA: there is no auto contingent allegiance.
        return FUNCTION_NOT_SUPPORTED;
    }
}

void
ScsiDisk::AbortTaskSet(const std::string& initiatorPort)
{
    AbortTasks(tasks.RemoveIf(Of(initiatorPort)), initiatorPort);
}

void
ScsiDisk::Reset(const std::string& cause, ScsiAdditionalSense attention)
{
    AbortTasks(tasks.RemoveIf([](const ScsiTask&) { return true; }), cause);
    reservation.Clear();
    medium.AllowAll();
    copies.Clear();
    SetStarted(true);
    ResetModeValues();
    attentions.EstablishForAll(attention);
}

void
ScsiDisk::NexusLost(const std::string& initiatorPort)
{
    NS_LOG_FUNCTION(this << initiatorPort);
    NS_LOG_INFO("nexus lost: initiator port " << initiatorPort);
    reservation.Release(initiatorPort);
    medium.Allow(initiatorPort);
    copies.ForgetNexus(initiatorPort);
    attentions.Lose(initiatorPort);
}

} // namespace ns3
