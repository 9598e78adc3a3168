/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-block-range.h"

#include "ns3/scsi-bytes.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/// Bytes of READ CAPACITY(10)'s answer; READ CAPACITY(16)'s begins with 8 bytes for the last block.
constexpr std::size_t CAPACITY_10_SIZE = 8;

/**
 * @param additional what is wrong
 * @return the sense data of a command that cannot be
 */
ScsiSense
IllegalRequest(ScsiAdditionalSense additional)
{
    return {ScsiSenseKey::ILLEGAL_REQUEST, additional, std::nullopt};
}

/**
 * @param opcode READ, WRITE, VERIFY or SYNCHRONIZE CACHE of any length
 * @return the same of 10 and of 16 bytes
 */
std::pair<ScsiOpcode, ScsiOpcode>
GetLongForms(ScsiOpcode opcode)
{
    using enum ScsiOpcode;
    switch (opcode)
    {
    case READ_6:
    case READ_10:
    case READ_12:
    case READ_16:
        return {READ_10, READ_16};
    case WRITE_6:
    case WRITE_10:
    case WRITE_12:
    case WRITE_16:
        return {WRITE_10, WRITE_16};
    case VERIFY_10:
    case VERIFY_12:
    case VERIFY_16:
        return {VERIFY_10, VERIFY_16};
    default:
        return {SYNCHRONIZE_CACHE_10, SYNCHRONIZE_CACHE_16};
    }
}

/**
 * @param fields a block command
 * @param control its CONTROL byte
 * @return the CDB, of the same length if the numbers fit it, else of 10 or 16 bytes
 */
ScsiCdb
EncodeFitting(ScsiBlockCdb fields, uint8_t control)
{
    static constexpr uint64_t MAX_LBA_6 = 0x1fffff;
    auto length = GetScsiCdbLength(MakeScsiCdb(fields.opcode));
    const auto [ten, sixteen] = GetLongForms(fields.opcode);
    if (length == 6 && fields.lba > MAX_LBA_6)
    {
        fields.opcode = ten;
        length = 10;
    }
    if (fields.lba > UINT32_MAX || (length == 10 && fields.blocks > UINT16_MAX))
    {
        fields.opcode = sixteen;
    }
    auto cdb = fields.Encode();
    cdb[GetScsiCdbLength(cdb) - 1] = control;
    return cdb;
}

} // namespace

GatewayBlockRange::GatewayBlockRange(uint64_t first, uint64_t count)
    : m_first(first),
      m_count(count)
{
    if (count == 0 || first > UINT64_MAX - count)
    {
        throw UserError("GatewayBlockRange: " + std::to_string(count) + " blocks from " +
                        std::to_string(first) + " on are not part of a drive");
    }
}

bool
GatewayBlockRange::IsPart() const
{
    return m_count > 0;
}

bool
GatewayBlockRange::IsBlockCommand(ScsiOpcode opcode)
{
    using enum ScsiOpcode;
    switch (opcode)
    {
    case READ_6:
    case READ_10:
    case READ_12:
    case READ_16:
    case WRITE_6:
    case WRITE_10:
    case WRITE_12:
    case WRITE_16:
    case VERIFY_10:
    case VERIFY_12:
    case VERIFY_16:
    case SYNCHRONIZE_CACHE_10:
    case SYNCHRONIZE_CACHE_16:
        return true;
    default:
        return false;
    }
}

bool
GatewayBlockRange::IsReadCapacity(const ScsiCdb& cdb)
{
    const auto opcode = GetScsiOpcode(cdb);
    return opcode == ScsiOpcode::READ_CAPACITY_10 ||
           (opcode == ScsiOpcode::SERVICE_ACTION_IN_16 &&
            ScsiReadCapacity16Cdb::Decode(cdb).serviceAction ==
                ScsiReadCapacity16Cdb::SERVICE_ACTION);
}

std::optional<ScsiSense>
GatewayBlockRange::Check(const ScsiCdb& cdb) const
{
    const auto opcode = GetScsiOpcode(cdb);
    if (!IsPart() || IsReadCapacity(cdb))
    {
        return std::nullopt;
    }
    if (IsBlockCommand(opcode))
    {
        return CheckBlocks(ScsiBlockCdb::Decode(cdb));
    }
    switch (opcode)
    {
    case ScsiOpcode::TEST_UNIT_READY:
    case ScsiOpcode::REQUEST_SENSE:
    case ScsiOpcode::INQUIRY:
    case ScsiOpcode::MODE_SENSE_6:
    case ScsiOpcode::MODE_SENSE_10:
        return std::nullopt;
    case ScsiOpcode::SERVICE_ACTION_IN_16:
        return IllegalRequest(ScsiAdditionalSense::INVALID_FIELD_IN_CDB);
    default:
        return IllegalRequest(ScsiAdditionalSense::INVALID_COMMAND_OPERATION_CODE);
    }
}

std::optional<ScsiSense>
GatewayBlockRange::CheckBlocks(const ScsiBlockCdb& cdb) const
{
    if (cdb.lba <= m_count && cdb.blocks <= m_count - cdb.lba)
    {
        return std::nullopt;
    }
    return ScsiSense{ScsiSenseKey::ILLEGAL_REQUEST,
                     ScsiAdditionalSense::LBA_OUT_OF_RANGE,
                     std::max(cdb.lba, m_count)};
}

ScsiCdb
GatewayBlockRange::Translate(const ScsiCdb& cdb) const
{
    const auto opcode = GetScsiOpcode(cdb);
    if (!IsPart())
    {
        return cdb;
    }
    if (IsBlockCommand(opcode))
    {
        return TranslateSome(cdb, 0, ScsiBlockCdb::Decode(cdb).blocks);
    }
    auto translated = cdb;
    if (opcode == ScsiOpcode::MODE_SENSE_6 || opcode == ScsiOpcode::MODE_SENSE_10)
    {
        // The block descriptor would tell the blocks of the whole drive.
        translated[1] |= ScsiModeSenseCdb::DBD;
    }
    return translated;
}

ScsiCdb
GatewayBlockRange::TranslateSome(const ScsiCdb& cdb, uint64_t skip, uint32_t blocks) const
{
    auto fields = ScsiBlockCdb::Decode(cdb);
    const bool isFlush = GetLongForms(fields.opcode).first == ScsiOpcode::SYNCHRONIZE_CACHE_10;
    fields.blocks = blocks;
    if (isFlush && blocks == 0)
    {
        // No number means all that follow (SBC-3, 5.26): here, to the end of the part.
        fields.blocks = static_cast<uint32_t>(std::min<uint64_t>(m_count - fields.lba, UINT32_MAX));
    }
    fields.lba += m_first + skip;
    return EncodeFitting(fields, GetScsiControl(cdb));
}

void
GatewayBlockRange::TranslateCapacity(std::vector<uint8_t>& bytes) const
{
    if (!IsPart() || bytes.size() < CAPACITY_10_SIZE)
    {
        return;
    }
    const bool isShort = bytes.size() == CAPACITY_10_SIZE;
    const std::size_t width = isShort ? 4 : 8;
    const auto driveLast = GetScsiNumber(bytes.data(), width);
    auto last = m_count - 1;
    // A drive too big for the short answer says nothing of where it ends.
    if (driveLast >= m_first && !(isShort && driveLast == UINT32_MAX))
    {
        last = std::min(last, driveLast - m_first);
    }
    PutScsiNumber(bytes.data(), width, isShort ? std::min<uint64_t>(last, UINT32_MAX) : last);
}

std::vector<uint8_t>
GatewayBlockRange::TranslateSense(const std::vector<uint8_t>& sense) const
{
    auto fields = ScsiSense::Decode(sense);
    if (!IsPart() || !fields || !fields->information || *fields->information < m_first)
    {
        return sense;
    }
    *fields->information -= m_first;
    return fields->Encode();
}

} // namespace ns3
