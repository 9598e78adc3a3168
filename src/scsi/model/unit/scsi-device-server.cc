/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-device-server.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/scsi-device.h"
#include "ns3/scsi-response.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiDeviceServer");

namespace
{

/**
 * @param sense why a command was not carried out
 * @return the same for the log: sense key and additional sense code, hexadecimal
 */
std::string
DescribeSense(const ScsiSense& sense)
{
    const auto additional = static_cast<uint16_t>(sense.additional);
    std::ostringstream text;
    text << std::hex << "sense " << +static_cast<uint8_t>(sense.key) << "/" << (additional >> 8)
         << "/" << (additional & 0xff);
    return text.str();
}

} // namespace

ScsiDeviceServer::ScsiDeviceServer(const ScsiCommandTable& knownCommands)
    : commands(knownCommands),
      tasks(*this, *this),
      sanitize(*this)
{
}

uint32_t
ScsiDeviceServer::GetBlockSize() const
{
    return m_device->GetBlockSize();
}

void
ScsiDeviceServer::SubmitRequest(const Ptr<BlockRequest>& request)
{
    m_device->Submit(request);
}

void
ScsiDeviceServer::Fail(const Ptr<ScsiTask>& task, const ScsiSense& sense, bool hasData)
{
    NS_LOG_INFO("failed: operation code " << +task->cdb[0] << ", " << DescribeSense(sense)
                                          << ", initiator port "
                                          << GetScsiPortName(task->initiatorPort));
    hasData ? SetLateCheckCondition(task, sense) : SetCheckCondition(task, sense);
    Finish(task);
}

ScsiUnitOptions
ScsiDeviceServer::GetOptions() const
{
    return {};
}

uint8_t
ScsiDeviceServer::GetMaxCompareBlocks() const
{
    return static_cast<uint8_t>(std::min<uint32_t>(GetMaxTransferBlocks(), UINT8_MAX));
}

const ScsiCommand*
ScsiDeviceServer::GetSupported(const ScsiCommand* command) const
{
    const bool needsGroups = command && command->traits & ScsiCommand::NEEDS_PORT_GROUPS;
    return needsGroups && !m_portGroups ? nullptr : command;
}

void
ScsiDeviceServer::AbortTasks(const std::vector<Ptr<ScsiTask>>& ended, const std::string& cause)
{
    for (const auto& task : ended)
    {
        NS_LOG_INFO("aborted: operation code " << +task->cdb[0] << ", initiator port "
                                               << GetScsiPortName(task->initiatorPort) << ", by "
                                               << cause);
        if (m_control.tellsAborted && GetScsiPortName(task->initiatorPort) != cause)
        {
            SetScsiGood(task);
            task->status = ScsiStatus::TASK_ABORTED;
            Finish(task);
        }
        else
        {
            task->port->TaskAborted(task);
        }
    }
}

void
ScsiDeviceServer::AbortCommands(const ScsiTaskSet::Selection& selection, const std::string& cause)
{
    const auto ended = tasks.RemoveIf(selection);
    if (!m_control.tellsAborted)
    {
        for (const auto& task : ended)
        {
            const auto& name = GetScsiPortName(task->initiatorPort);
            if (name != cause)
            {
                attentions.EstablishFor(ScsiAdditionalSense::COMMANDS_CLEARED, name);
            }
        }
    }
    AbortTasks(ended, cause);
}

void
ScsiDeviceServer::SetCheckCondition(const Ptr<ScsiTask>& task, const ScsiSense& sense) const
{
    SetScsiCheckCondition(task,
                          sense,
                          m_control.descriptorSense ? ScsiSenseFormat::DESCRIPTOR
                                                    : ScsiSenseFormat::FIXED);
}

void
ScsiDeviceServer::SetLateCheckCondition(const Ptr<ScsiTask>& task, const ScsiSense& sense) const
{
    const auto residual = task->residual;
    const auto dataInResidual = task->dataInResidual;
    SetCheckCondition(task, sense);
    task->residual = residual;
    task->dataInResidual = dataInResidual;
}

void
ScsiDeviceServer::Refuse(const Ptr<ScsiTask>& task, const ScsiSense& sense)
{
    NS_LOG_INFO("refused: operation code " << +task->cdb[0] << ", " << DescribeSense(sense)
                                           << ", initiator port "
                                           << GetScsiPortName(task->initiatorPort));
    SetCheckCondition(task, sense);
    Finish(task);
}

void
ScsiDeviceServer::RefuseField(const Ptr<ScsiTask>& task, uint16_t byte, std::optional<uint8_t> bit)
{
    Refuse(task,
           {ScsiSenseKey::ILLEGAL_REQUEST,
            ScsiAdditionalSense::INVALID_FIELD_IN_CDB,
            std::nullopt,
            ScsiFieldPointer{byte, bit, true}});
}

void
ScsiDeviceServer::RefuseDataLength(const Ptr<ScsiTask>& task)
{
    Refuse(task,
           {ScsiSenseKey::ILLEGAL_REQUEST,
            ScsiAdditionalSense::INVALID_FIELD_IN_COMMAND_INFORMATION_UNIT,
            std::nullopt});
}

bool
ScsiDeviceServer::RefuseForOthers(const Ptr<ScsiTask>& task, const ScsiCommand* command)
{
    const auto& port = GetScsiPortName(task->initiatorPort);
    const auto traits = command ? command->traits : uint8_t{0};
    if (!(traits & ScsiCommand::PASSES_ATTENTION))
    {
        if (const auto attention = attentions.Take(port))
        {
            Refuse(task, {ScsiSenseKey::UNIT_ATTENTION, *attention, std::nullopt});
            return true;
        }
    }
    if (command && !(traits & ScsiCommand::PASSES_RESERVATION) &&
        (reservation.IsHeldByAnother(port) || registrations.Forbids(port, command->access)))
    {
        FinishConflict(task);
        return true;
    }
    return false;
}

void
ScsiDeviceServer::RefuseUnknown(const Ptr<ScsiTask>& task)
{
    const auto opcode = GetScsiOpcode(task->cdb);
    if (commands.IsKnown(opcode))
    {
        RefuseField(task, commands.GetActionByte(opcode).value_or(1));
        return;
    }
    Refuse(task,
           {ScsiSenseKey::ILLEGAL_REQUEST,
            ScsiAdditionalSense::INVALID_COMMAND_OPERATION_CODE,
            std::nullopt});
}

void
ScsiDeviceServer::FinishConflict(const Ptr<ScsiTask>& task)
{
    NS_LOG_INFO("reservation conflict: operation code " << +task->cdb[0] << ", initiator port "
                                                        << GetScsiPortName(task->initiatorPort));
    SetScsiGood(task);
    task->status = ScsiStatus::RESERVATION_CONFLICT;
    Finish(task);
}

void
ScsiDeviceServer::FinishGood(const Ptr<ScsiTask>& task)
{
    SetScsiGood(task);
    Finish(task);
}

void
ScsiDeviceServer::Answer(const Ptr<ScsiTask>& task,
                         const std::vector<uint8_t>& bytes,
                         uint32_t allocationLength)
{
    SendScsiParameterData(task, bytes, allocationLength);
    Finish(task);
}

void
ScsiDeviceServer::TakeList(const Ptr<ScsiTask>& task,
                           uint32_t length,
                           ScsiTaskSet::Step step,
                           bool isOrdered)
{
    const auto comes = std::min(length, task->dataOutLength);
    SetScsiResidual(task, 0, length);
    ScsiTaskSet::Entry entry;
    entry.isOrdered = isOrdered;
    entry.dataOut = {comes, true};
    if (comes == 0)
    {
        task->status = ScsiStatus::GOOD;
        Finish(task);
        return;
    }
    entry.filled = step;
    tasks.StartWithData(task, std::move(entry), comes);
}

bool
ScsiDeviceServer::RefuseBlocks(const Ptr<ScsiTask>& task, const ScsiBlockCdb& cdb, uint64_t limit)
{
    const auto count = m_device->GetBlockCount();
    if (cdb.lba > count || cdb.blocks > count - cdb.lba)
    {
        Refuse(task,
               {ScsiSenseKey::ILLEGAL_REQUEST,
                ScsiAdditionalSense::LBA_OUT_OF_RANGE,
                std::max(cdb.lba, count)});
        return true;
    }
    if (cdb.blocks > limit)
    {
        RefuseField(task, GetScsiBlocksByte(task->cdb));
        return true;
    }
    return false;
}

const Ptr<BlockDevice>&
ScsiDeviceServer::GetDevice() const
{
    return m_device;
}

void
ScsiDeviceServer::SetDevice(const Ptr<BlockDevice>& device)
{
    m_device = device;
}

const Ptr<ScsiTargetPortGroups>&
ScsiDeviceServer::GetPortGroups() const
{
    return m_portGroups;
}

void
ScsiDeviceServer::SetPortGroups(const Ptr<ScsiTargetPortGroups>& groups)
{
    m_portGroups = groups;
}

ScsiCopyUnit*
ScsiDeviceServer::GetCopyUnit()
{
    return nullptr;
}

const std::shared_ptr<const ScsiCopyUnits>&
ScsiDeviceServer::GetCopyUnits() const
{
    return m_copyUnits;
}

void
ScsiDeviceServer::SetCopyUnits(const std::shared_ptr<const ScsiCopyUnits>& units)
{
    m_copyUnits = units;
}

bool
ScsiDeviceServer::HasStarted() const
{
    return m_isStarted;
}

void
ScsiDeviceServer::SetStarted(bool isStarted)
{
    m_isStarted = isStarted;
}

std::optional<ScsiSense>
ScsiDeviceServer::CheckMedium() const
{
    if (!medium.IsLoaded())
    {
        return ScsiSense{ScsiSenseKey::NOT_READY,
                         ScsiAdditionalSense::MEDIUM_NOT_PRESENT,
                         std::nullopt};
    }
    if (!m_isStarted)
    {
        return ScsiSense{ScsiSenseKey::NOT_READY,
                         ScsiAdditionalSense::NOT_READY_INITIALIZING_COMMAND_REQUIRED,
                         std::nullopt};
    }
    if (!m_device->IsReady())
    {
        return ScsiSense{ScsiSenseKey::NOT_READY,
                         ScsiAdditionalSense::NOT_READY_CAUSE_NOT_REPORTABLE,
                         std::nullopt};
    }
    return std::nullopt;
}

ScsiModeValues
ScsiDeviceServer::GetModeValues() const
{
    const auto cache = m_device->GetCacheSettings();
    return {m_device->GetBlockCount(),
            m_device->GetBlockSize(),
            cache,
            m_defaultCache.value_or(cache),
            m_device->GetChangeableCacheSettings(),
            m_control,
            GetOptions().isReadOnly};
}

std::optional<ScsiSense>
ScsiDeviceServer::CheckProtection() const
{
    if (GetOptions().isReadOnly)
    {
        return ScsiSense{ScsiSenseKey::DATA_PROTECT,
                         ScsiAdditionalSense::HARDWARE_WRITE_PROTECTED,
                         std::nullopt};
    }
    if (m_control.writeProtect)
    {
        return ScsiSense{ScsiSenseKey::DATA_PROTECT,
                         ScsiAdditionalSense::SOFTWARE_WRITE_PROTECTED,
                         std::nullopt};
    }
    return std::nullopt;
}

void
ScsiDeviceServer::ResetModeValues()
{
    auto values = GetModeValues();
    values.control = {};
    values.cache = values.defaultCache;
    SetModeValues(values);
}

void
ScsiDeviceServer::SetModeValues(const ScsiModeValues& values)
{
    NS_LOG_INFO("mode parameters: write cache "
                << (values.cache.writeCache ? "on" : "off") << ", read cache "
                << (values.cache.readCache ? "on" : "off") << ", write protection "
                << (values.control.writeProtect ? "on" : "off"));
    m_control = values.control;
    if (values.cache != m_device->GetCacheSettings())
    {
        m_defaultCache = values.defaultCache;
        const bool done = m_device->SetCacheSettings(values.cache);
        NS_ASSERT_MSG(done, "the device rejects a parameter that it reports as changeable");
    }
}

} // namespace ns3
