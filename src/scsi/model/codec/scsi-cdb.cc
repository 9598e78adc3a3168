/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-cdb.h"

#include "scsi-bytes.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Where the fields of a block command lie in a CDB of one length.
struct BlockLayout
{
    std::size_t lbaOffset;    //!< first byte of the LBA
    std::size_t lbaWidth;     //!< bytes of the LBA
    std::size_t blocksOffset; //!< first byte of the number of blocks
    std::size_t blocksWidth;  //!< bytes of the number of blocks
};

/// The upper bound of the LBA in a 6-byte CDB, which shares its first byte with reserved bits.
constexpr uint32_t LBA_MASK_6 = 0x1fffff;

/**
 * @param length length of the CDB, bytes
 * @return where the fields lie
 */
const BlockLayout&
GetBlockLayout(std::size_t length)
{
    static constexpr BlockLayout LAYOUT_6{1, 3, 4, 1};
    static constexpr BlockLayout LAYOUT_10{2, 4, 7, 2};
    static constexpr BlockLayout LAYOUT_12{2, 4, 6, 4};
    static constexpr BlockLayout LAYOUT_16{2, 8, 10, 4};
    switch (length)
    {
    case 6:
        return LAYOUT_6;
    case 10:
        return LAYOUT_10;
    case 12:
        return LAYOUT_12;
    default:
        NS_ASSERT_MSG(length == 16, "no block command has a CDB of " << length << " bytes");
        return LAYOUT_16;
    }
}

} // namespace

ScsiOpcode
GetScsiOpcode(const ScsiCdb& cdb)
{
    return static_cast<ScsiOpcode>(cdb[0]);
}

std::size_t
GetScsiCdbLength(const ScsiCdb& cdb)
{
    static constexpr std::array<std::size_t, 8> LENGTH_OF_GROUP{6, 10, 10, 0, 16, 12, 0, 0};
    return LENGTH_OF_GROUP[cdb[0] >> 5];
}

uint8_t
GetScsiControl(const ScsiCdb& cdb)
{
    if (GetScsiOpcode(cdb) == ScsiOpcode::VARIABLE_LENGTH)
    {
        return cdb[1];
    }
    const auto length = GetScsiCdbLength(cdb);
    return length == 0 ? 0 : cdb[length - 1];
}

uint8_t
GetScsiServiceAction(const ScsiCdb& cdb)
{
    return cdb[1] & 0x1f;
}

ScsiCdb
MakeScsiCdb(ScsiOpcode opcode)
{
    ScsiCdb cdb{};
    cdb[0] = static_cast<uint8_t>(opcode);
    return cdb;
}

ScsiCdb
ScsiBlockCdb::Encode() const
{
    auto cdb = MakeScsiCdb(opcode);
    const auto length = GetScsiCdbLength(cdb);
    const auto& layout = GetBlockLayout(length);
    NS_ASSERT_MSG(length != 6 || (lba <= LBA_MASK_6 && blocks >= 1 && blocks <= MAX_BLOCKS_6),
                  "the range of blocks does not fit into a 6-byte CDB");
    cdb[1] = flags;
    PutScsiNumber(&cdb[layout.lbaOffset], layout.lbaWidth, lba);
    PutScsiNumber(&cdb[layout.blocksOffset], layout.blocksWidth, blocks);
    return cdb;
}

ScsiBlockCdb
ScsiBlockCdb::Decode(const ScsiCdb& cdb)
{
    const auto length = GetScsiCdbLength(cdb);
    const auto& layout = GetBlockLayout(length);
    ScsiBlockCdb fields;
    fields.opcode = GetScsiOpcode(cdb);
    fields.lba = GetScsiNumber(&cdb[layout.lbaOffset], layout.lbaWidth);
    fields.blocks =
        static_cast<uint32_t>(GetScsiNumber(&cdb[layout.blocksOffset], layout.blocksWidth));
    if (length != 6)
    {
        fields.flags = cdb[1];
        return fields;
    }
    fields.lba &= LBA_MASK_6;
    fields.blocks = fields.blocks == 0 ? MAX_BLOCKS_6 : fields.blocks;
    return fields;
}

ScsiBlockCdb
ScsiBlockCdb::DecodeLong(const ScsiCdb& cdb, const std::vector<uint8_t>& extended)
{
    std::array<uint8_t, 32> bytes{};
    std::copy(cdb.begin(), cdb.end(), bytes.begin());
    std::copy_n(extended.begin(), std::min(extended.size(), bytes.size() - cdb.size()), &bytes[16]);
    ScsiBlockCdb fields;
    fields.opcode = GetScsiOpcode(cdb);
    fields.flags = bytes[10];
    fields.lba = GetScsiNumber(&bytes[12], 8);
    fields.blocks = static_cast<uint32_t>(GetScsiNumber(&bytes[28], 4));
    return fields;
}

uint16_t
GetScsiFlagsByte(const ScsiCdb& cdb)
{
    return GetScsiOpcode(cdb) == ScsiOpcode::VARIABLE_LENGTH ? 10 : 1;
}

uint16_t
GetScsiBlocksByte(const ScsiCdb& cdb)
{
    const auto length = GetScsiCdbLength(cdb);
    // A 32-byte CDB has it at the end; COMPARE AND WRITE has one byte only.
    const auto first = length == 0 ? 28 : GetBlockLayout(length).blocksOffset;
    const bool isByte = GetScsiOpcode(cdb) == ScsiOpcode::COMPARE_AND_WRITE;
    return static_cast<uint16_t>(first + (isByte ? 3 : 0));
}

ScsiCdb
ScsiInquiryCdb::Encode() const
{
    auto cdb = MakeScsiCdb(ScsiOpcode::INQUIRY);
    cdb[1] = evpd ? 0x01 : 0;
    cdb[2] = page;
    PutScsiNumber(&cdb[3], 2, allocationLength);
    return cdb;
}

ScsiInquiryCdb
ScsiInquiryCdb::Decode(const ScsiCdb& cdb)
{
    ScsiInquiryCdb fields;
    fields.evpd = cdb[1] & 0x01;
    fields.page = cdb[2];
    fields.allocationLength = static_cast<uint16_t>(GetScsiNumber(&cdb[3], 2));
    return fields;
}

ScsiCdb
ScsiReadCapacity16Cdb::Encode() const
{
    auto cdb = MakeScsiCdb(ScsiOpcode::SERVICE_ACTION_IN_16);
    cdb[1] = serviceAction;
    PutScsiNumber(&cdb[10], 4, allocationLength);
    return cdb;
}

ScsiReadCapacity16Cdb
ScsiReadCapacity16Cdb::Decode(const ScsiCdb& cdb)
{
    ScsiReadCapacity16Cdb fields;
    fields.serviceAction = GetScsiServiceAction(cdb);
    fields.allocationLength = static_cast<uint32_t>(GetScsiNumber(&cdb[10], 4));
    return fields;
}

ScsiCdb
ScsiModeSenseCdb::Encode() const
{
    auto cdb = MakeScsiCdb(opcode);
    const bool isLong = opcode == ScsiOpcode::MODE_SENSE_10;
    cdb[1] = (disableBlockDescriptors ? DBD : 0) | (isLong && longLbaAccepted ? 0x10 : 0);
    cdb[2] = static_cast<uint8_t>(static_cast<uint8_t>(pageControl) << 6 | (page & ALL_PAGES));
    cdb[3] = subpage;
    isLong ? PutScsiNumber(&cdb[7], 2, allocationLength)
           : PutScsiNumber(&cdb[4], 1, allocationLength);
    return cdb;
}

ScsiModeSenseCdb
ScsiModeSenseCdb::Decode(const ScsiCdb& cdb)
{
    ScsiModeSenseCdb fields;
    fields.opcode = GetScsiOpcode(cdb);
    const bool isLong = fields.opcode == ScsiOpcode::MODE_SENSE_10;
    fields.disableBlockDescriptors = cdb[1] & DBD;
    fields.longLbaAccepted = isLong && (cdb[1] & 0x10);
    fields.pageControl = static_cast<ScsiPageControl>(cdb[2] >> 6);
    fields.page = cdb[2] & ALL_PAGES;
    fields.subpage = cdb[3];
    fields.allocationLength =
        static_cast<uint16_t>(isLong ? GetScsiNumber(&cdb[7], 2) : GetScsiNumber(&cdb[4], 1));
    return fields;
}

ScsiCdb
ScsiModeSelectCdb::Encode() const
{
    auto cdb = MakeScsiCdb(opcode);
    cdb[1] = (pageFormat ? 0x10 : 0) | (savePages ? 0x01 : 0);
    opcode == ScsiOpcode::MODE_SELECT_10 ? PutScsiNumber(&cdb[7], 2, parameterListLength)
                                         : PutScsiNumber(&cdb[4], 1, parameterListLength);
    return cdb;
}

ScsiModeSelectCdb
ScsiModeSelectCdb::Decode(const ScsiCdb& cdb)
{
    ScsiModeSelectCdb fields;
    fields.opcode = GetScsiOpcode(cdb);
    const bool isLong = fields.opcode == ScsiOpcode::MODE_SELECT_10;
    fields.pageFormat = cdb[1] & 0x10;
    fields.savePages = cdb[1] & 0x01;
    fields.parameterListLength =
        static_cast<uint16_t>(isLong ? GetScsiNumber(&cdb[7], 2) : GetScsiNumber(&cdb[4], 1));
    return fields;
}

ScsiCdb
ScsiRequestSenseCdb::Encode() const
{
    auto cdb = MakeScsiCdb(ScsiOpcode::REQUEST_SENSE);
    cdb[1] = descriptorFormat ? 0x01 : 0;
    cdb[4] = allocationLength;
    return cdb;
}

ScsiRequestSenseCdb
ScsiRequestSenseCdb::Decode(const ScsiCdb& cdb)
{
    return {(cdb[1] & 0x01) != 0, cdb[4]};
}

ScsiCdb
ScsiReportLunsCdb::Encode() const
{
    auto cdb = MakeScsiCdb(ScsiOpcode::REPORT_LUNS);
    cdb[2] = selectReport;
    PutScsiNumber(&cdb[6], 4, allocationLength);
    return cdb;
}

ScsiReportLunsCdb
ScsiReportLunsCdb::Decode(const ScsiCdb& cdb)
{
    return {cdb[2], static_cast<uint32_t>(GetScsiNumber(&cdb[6], 4))};
}

ScsiCdb
ScsiStartStopCdb::Encode() const
{
    auto cdb = MakeScsiCdb(ScsiOpcode::START_STOP_UNIT);
    cdb[1] = immediate ? 0x01 : 0;
    cdb[4] = static_cast<uint8_t>(powerCondition << 4 | (noFlush ? 0x04 : 0) |
                                  (loadEject ? 0x02 : 0) | (start ? 0x01 : 0));
    return cdb;
}

ScsiStartStopCdb
ScsiStartStopCdb::Decode(const ScsiCdb& cdb)
{
    ScsiStartStopCdb fields;
    fields.immediate = cdb[1] & 0x01;
    fields.powerCondition = cdb[4] >> 4;
    fields.noFlush = cdb[4] & 0x04;
    fields.loadEject = cdb[4] & 0x02;
    fields.start = cdb[4] & 0x01;
    return fields;
}

ScsiCdb
ScsiPreventAllowCdb::Encode() const
{
    auto cdb = MakeScsiCdb(ScsiOpcode::PREVENT_ALLOW_MEDIUM_REMOVAL);
    cdb[4] = prevent;
    return cdb;
}

ScsiPreventAllowCdb
ScsiPreventAllowCdb::Decode(const ScsiCdb& cdb)
{
    return {static_cast<uint8_t>(cdb[4] & 0x03)};
}

ScsiCdb
ScsiSanitizeCdb::Encode() const
{
    auto cdb = MakeScsiCdb(ScsiOpcode::SANITIZE);
    cdb[1] =
        static_cast<uint8_t>(action) | (immediate ? IMMED : 0) | (allowUnrestrictedExit ? AUSE : 0);
    PutScsiNumber(&cdb[7], 2, parameterListLength);
    return cdb;
}

ScsiSanitizeCdb
ScsiSanitizeCdb::Decode(const ScsiCdb& cdb)
{
    ScsiSanitizeCdb fields;
    fields.action = static_cast<ScsiSanitizeAction>(GetScsiServiceAction(cdb));
    fields.immediate = cdb[1] & IMMED;
    fields.allowUnrestrictedExit = cdb[1] & AUSE;
    fields.parameterListLength = static_cast<uint16_t>(GetScsiNumber(&cdb[7], 2));
    return fields;
}

ScsiCdb
ScsiWriteAtomicCdb::Encode() const
{
    auto cdb = MakeScsiCdb(ScsiOpcode::WRITE_ATOMIC_16);
    cdb[1] = flags;
    PutScsiNumber(&cdb[LBA_BYTE], 8, lba);
    PutScsiNumber(&cdb[BOUNDARY_BYTE], 2, boundary);
    PutScsiNumber(&cdb[BLOCKS_BYTE], 2, blocks);
    return cdb;
}

ScsiWriteAtomicCdb
ScsiWriteAtomicCdb::Decode(const ScsiCdb& cdb)
{
    ScsiWriteAtomicCdb fields;
    fields.flags = cdb[1];
    fields.lba = GetScsiNumber(&cdb[LBA_BYTE], 8);
    fields.boundary = static_cast<uint16_t>(GetScsiNumber(&cdb[BOUNDARY_BYTE], 2));
    fields.blocks = static_cast<uint16_t>(GetScsiNumber(&cdb[BLOCKS_BYTE], 2));
    return fields;
}

} // namespace ns3
