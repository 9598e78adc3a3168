/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The commands of ScsiDisk that move no blocks.

#include "scsi-bytes.h"
#include "scsi-disk.h"
#include "scsi-lun.h"
#include "scsi-mode-pages.h"
#include "scsi-response.h"

#include "ns3/assert.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

/// Bytes of READ CAPACITY(16)'s parameter data (SBC-3, 5.16.2).
constexpr std::size_t CAPACITY_16_SIZE = 32;

/**
 * @param attribute the name of a text attribute
 * @param text its value
 * @param width the most characters it may have
 * @return the value
 */
const std::string&
CheckText(const std::string& attribute, const std::string& text, std::size_t width)
{
    const bool printable =
        std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (text.size() > width || !printable)
    {
        throw UserError("ScsiDisk: attribute " + attribute + ": \"" + text + "\" is not up to " +
                        std::to_string(width) + " printable ASCII characters");
    }
    return text;
}

} // namespace

std::optional<ScsiSense>
ScsiDisk::CheckMedium() const
{
    if (!m_started)
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

ScsiIdentity
ScsiDisk::GetIdentity() const
{
    ScsiIdentity identity;
    identity.vendor = CheckText("Vendor", m_vendor, 8);
    identity.product = CheckText("Product", m_product, 16);
    identity.revision = CheckText("Revision", m_revision, 4);
    identity.serial = CheckText("Serial", m_serial, 36);
    identity.maxTransferBlocks = GetMaxTransferBlocks();
    identity.rotationRate = m_rotationRate;
    return identity;
}

void
ScsiDisk::TestUnitReady(Ptr<ScsiTask> task)
{
    SetScsiGood(task);
    Finish(task);
}

void
ScsiDisk::RequestSense(Ptr<ScsiTask> task)
{
    const auto cdb = ScsiRequestSenseCdb::Decode(task->cdb);
    if (cdb.descriptorFormat)
    {
        Refuse(task, ScsiAdditionalSense::INVALID_FIELD_IN_CDB);
        return;
    }
    const auto sense = TakeUnitAttention(task);
    const auto told = sense ? *sense : CheckMedium().value_or(ScsiSense());
    SendScsiParameterData(task, told.Encode(), cdb.allocationLength);
    Finish(task);
}

void
ScsiDisk::Inquiry(Ptr<ScsiTask> task)
{
    const auto cdb = ScsiInquiryCdb::Decode(task->cdb);
    const auto bytes = MakeScsiInquiryResponse(GetIdentity(), cdb);
    if (!bytes)
    {
        Refuse(task, ScsiAdditionalSense::INVALID_FIELD_IN_CDB);
        return;
    }
    SendScsiParameterData(task, *bytes, cdb.allocationLength);
    Finish(task);
}

void
ScsiDisk::ModeSense(Ptr<ScsiTask> task)
{
    const auto cdb = ScsiModeSenseCdb::Decode(task->cdb);
    if (cdb.pageControl == ScsiPageControl::SAVED)
    {
        Refuse(task, ScsiAdditionalSense::SAVING_PARAMETERS_NOT_SUPPORTED);
        return;
    }
    const auto bytes = MakeScsiModeParameters(cdb, GetModeValues());
    if (!bytes)
    {
        Refuse(task, ScsiAdditionalSense::INVALID_FIELD_IN_CDB);
        return;
    }
    SendScsiParameterData(task, *bytes, cdb.allocationLength);
    Finish(task);
}

ScsiModeValues
ScsiDisk::GetModeValues() const
{
    const auto cache = m_device->GetCacheSettings();
    return {m_device->GetBlockCount(),
            m_device->GetBlockSize(),
            cache,
            m_defaultCache.value_or(cache),
            m_device->GetChangeableCacheSettings()};
}

void
ScsiDisk::ModeSelect(Ptr<ScsiTask> task)
{
    const auto cdb = ScsiModeSelectCdb::Decode(task->cdb);
    const uint32_t wanted = cdb.parameterListLength;
    if (cdb.savePages || (!cdb.pageFormat && wanted > 0))
    {
        Refuse(task, ScsiAdditionalSense::INVALID_FIELD_IN_CDB);
        return;
    }
    const auto length = std::min(wanted, task->dataOutLength);
    task->residual = int64_t{task->dataOutLength} - wanted;
    if (length == 0)
    {
        Finish(task);
        return;
    }
    Transfer transfer{BlockOperation::FLUSH, 0, 0, false, {length, true}};
    transfer.isModeSelect = true;
    m_transfers.emplace(PeekPointer(task), transfer);
    task->port->ReceiveDataOut(task, 0, length);
}

void
ScsiDisk::TakeModeParameters(Ptr<ScsiTask> task, Ptr<const Packet> data)
{
    std::vector<uint8_t> bytes(data->GetSize());
    data->CopyData(bytes.data(), bytes.size());
    auto values = GetModeValues();
    const auto before = values.cache;
    if (const auto sense = ReadScsiModeParameters(GetScsiOpcode(task->cdb), bytes, values))
    {
        SetScsiCheckCondition(task, *sense);
    }
    else if (values.cache != before)
    {
        m_defaultCache = values.defaultCache;
        const bool done = m_device->SetCacheSettings(values.cache);
        NS_ASSERT_MSG(done, "the device refuses what it says can be changed");
        m_unitAttentions.Establish(ScsiAdditionalSense::MODE_PARAMETERS_CHANGED, *task);
    }
    Finish(task);
}

std::optional<ScsiSense>
ScsiDisk::TakeUnitAttention(Ptr<const ScsiTask> task)
{
    auto& pending = m_unitAttentions.Find(*task);
    if (!pending)
    {
        return std::nullopt;
    }
    return ScsiSense{ScsiSenseKey::UNIT_ATTENTION,
                     *std::exchange(pending, std::nullopt),
                     std::nullopt};
}

void
ScsiDisk::ReadCapacity10(Ptr<ScsiTask> task)
{
    const auto last = m_device->GetBlockCount() - 1;
    std::vector<uint8_t> bytes;
    AppendScsiNumber(bytes, 4, std::min<uint64_t>(last, UINT32_MAX));
    AppendScsiNumber(bytes, 4, m_device->GetBlockSize());
    SendScsiParameterData(task, bytes, bytes.size());
    Finish(task);
}

void
ScsiDisk::ReadCapacity16(Ptr<ScsiTask> task)
{
    const auto cdb = ScsiReadCapacity16Cdb::Decode(task->cdb);
    if (cdb.serviceAction != ScsiReadCapacity16Cdb::SERVICE_ACTION)
    {
        Refuse(task, ScsiAdditionalSense::INVALID_FIELD_IN_CDB);
        return;
    }
    std::vector<uint8_t> bytes;
    AppendScsiNumber(bytes, 8, m_device->GetBlockCount() - 1);
    AppendScsiNumber(bytes, 4, m_device->GetBlockSize());
    bytes.resize(CAPACITY_16_SIZE);
    SendScsiParameterData(task, bytes, cdb.allocationLength);
    Finish(task);
}

void
ScsiDisk::ReportLuns(Ptr<ScsiTask> task)
{
    const auto cdb = ScsiReportLunsCdb::Decode(task->cdb);
    const auto bytes = MakeScsiLunList(cdb, {task->lun});
    if (!bytes)
    {
        Refuse(task, ScsiAdditionalSense::INVALID_FIELD_IN_CDB);
        return;
    }
    SendScsiParameterData(task, *bytes, cdb.allocationLength);
    Finish(task);
}

void
ScsiDisk::StartStopUnit(Ptr<ScsiTask> task)
{
    const auto cdb = ScsiStartStopCdb::Decode(task->cdb);
    if (cdb.powerCondition != 0 || cdb.loadEject)
    {
        Refuse(task, ScsiAdditionalSense::INVALID_FIELD_IN_CDB);
        return;
    }
    const bool stops = m_started && !cdb.start;
    m_started = cdb.start;
    if (stops && !cdb.noFlush)
    {
        FlushDevice(task, cdb.immediate);
        return;
    }
    SetScsiGood(task);
    Finish(task);
}

} // namespace ns3
