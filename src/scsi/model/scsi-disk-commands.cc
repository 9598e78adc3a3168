/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The commands of ScsiDisk that move no blocks.

#include "scsi-bytes.h"
#include "scsi-disk.h"
#include "scsi-lun.h"
#include "scsi-mode-pages.h"
#include "scsi-response.h"

#include "ns3/user-error.h"

#include <algorithm>
#include <string>
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
    SendScsiParameterData(task, CheckMedium().value_or(ScsiSense()).Encode(), cdb.allocationLength);
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
    const auto bytes =
        MakeScsiModeParameters(cdb, m_device->GetBlockCount(), m_device->GetBlockSize());
    if (!bytes)
    {
        Refuse(task, ScsiAdditionalSense::INVALID_FIELD_IN_CDB);
        return;
    }
    SendScsiParameterData(task, *bytes, cdb.allocationLength);
    Finish(task);
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
