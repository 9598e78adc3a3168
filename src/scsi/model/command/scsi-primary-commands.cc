/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-primary-commands.h"

#include "ns3/scsi-bytes.h"
#include "ns3/scsi-lun.h"
#include "ns3/scsi-nexus-name.h"
#include "ns3/scsi-response.h"

#include <algorithm>
#include <vector>

namespace ns3
{

namespace
{

/// Bytes of READ CAPACITY(16)'s parameter data (SBC-3, 5.16.2).
constexpr std::size_t CAPACITY_16_SIZE = 32;
/// LBPME and LBPRZ in bytes 14 and 15 of them, in front of LOWEST ALIGNED LOGICAL BLOCK ADDRESS:
/// blocks can be unmapped and then read as zeros.
constexpr uint16_t PROVISIONED = 0xc000;
/// REQ_PLIST, REQ_GLIST and DEFECT LIST FORMAT of READ DEFECT DATA; they come back in its data.
constexpr uint8_t DEFECT_LIST_MASK = 0x1f;
/// Formats of defect lists that there are (SBC-3, 5.17.2): short and long block, bytes from index,
/// physical sector.
constexpr uint8_t DEFECT_FORMATS = 0b00111011;

} // namespace

void
ScsiPrimaryCommands::TestUnitReady(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    unit.FinishGood(task);
}

void
ScsiPrimaryCommands::RequestSense(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = ScsiRequestSenseCdb::Decode(task->cdb);
    auto told = unit.CheckMedium().value_or(ScsiSense());
    if (const auto sense = unit.sanitize.Check())
    {
        told = *sense;
    }
    if (const auto attention = unit.attentions.Take(GetScsiPortName(task->initiatorPort)))
    {
        told = {ScsiSenseKey::UNIT_ATTENTION, *attention, std::nullopt};
    }
    const auto format = cdb.descriptorFormat ? ScsiSenseFormat::DESCRIPTOR : ScsiSenseFormat::FIXED;
    unit.Answer(task, told.Encode(format), cdb.allocationLength);
}

void
ScsiPrimaryCommands::Inquiry(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = ScsiInquiryCdb::Decode(task->cdb);
    auto identity = unit.GetIdentity();
    if (unit.GetPortGroups())
    {
        const auto port = GetScsiTargetPort(GetScsiPortName(task->initiatorPort));
        identity.port = ScsiPortIdentity{port, unit.GetPortGroups()->GetGroup(port)};
    }
    const auto bytes = MakeScsiInquiryResponse(identity, cdb);
    if (!bytes)
    {
        unit.RefuseField(task, 2);
        return;
    }
    unit.Answer(task, *bytes, cdb.allocationLength);
}

void
ScsiPrimaryCommands::ReportLuns(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = ScsiReportLunsCdb::Decode(task->cdb);
    const auto bytes = MakeScsiLunList(cdb, {task->lun});
    if (!bytes)
    {
        unit.RefuseField(task, 2);
        return;
    }
    unit.Answer(task, *bytes, cdb.allocationLength);
}

void
ScsiPrimaryCommands::ReadCapacity10(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto& device = unit.GetDevice();
    std::vector<uint8_t> bytes;
    AppendScsiNumber(bytes, 4, std::min<uint64_t>(device->GetBlockCount() - 1, UINT32_MAX));
    AppendScsiNumber(bytes, 4, device->GetBlockSize());
    unit.Answer(task, bytes, bytes.size());
}

void
ScsiPrimaryCommands::ReadCapacity16(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = ScsiReadCapacity16Cdb::Decode(task->cdb);
    const auto& device = unit.GetDevice();
    std::vector<uint8_t> bytes;
    AppendScsiNumber(bytes, 8, device->GetBlockCount() - 1);
    AppendScsiNumber(bytes, 4, device->GetBlockSize());
    bytes.resize(CAPACITY_16_SIZE);
    const auto options = unit.GetOptions();
    bytes[13] = options.physicalExponent;
    PutScsiNumber(&bytes[14], 2, PROVISIONED | options.lowestAligned);
    unit.Answer(task, bytes, cdb.allocationLength);
}

void
ScsiPrimaryCommands::ReadDefectData(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const bool isLong = GetScsiOpcode(task->cdb) == ScsiOpcode::READ_DEFECT_DATA_12;
    const uint16_t at = isLong ? 1 : 2;
    const uint8_t list = task->cdb[at] & DEFECT_LIST_MASK;
    if (!(DEFECT_FORMATS >> (list & 0x07) & 1))
    {
        unit.RefuseField(task, at, 2);
        return;
    }
    // No defects: the length of the list, which ends the header, is zero.
    std::vector<uint8_t> bytes(isLong ? 8 : 4);
    bytes[1] = list;
    const auto allocation =
        isLong ? GetScsiNumber(&task->cdb[6], 4) : GetScsiNumber(&task->cdb[7], 2);
    unit.Answer(task, bytes, static_cast<uint32_t>(allocation));
}

} // namespace ns3
