/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-command.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace ns3
{

namespace
{

/**
 * @param opcode an operation code
 * @return bytes of the CDB
 */
std::size_t
GetLength(ScsiOpcode opcode)
{
    return opcode == ScsiOpcode::VARIABLE_LENGTH ? 32 : GetScsiCdbLength(MakeScsiCdb(opcode));
}

/**
 * @param cdb the first 16 bytes of a CDB
 * @return the same in two pieces, in the byte order of this machine
 */
std::array<uint64_t, 2>
GetPieces(const ScsiCdb& cdb)
{
    std::array<uint64_t, 2> pieces;
    static_assert(sizeof(pieces) == sizeof(cdb));
    std::memcpy(pieces.data(), cdb.data(), sizeof(pieces));
    return pieces;
}

} // namespace

void
ScsiCommand::Complete()
{
    length = GetLength(opcode);
    ScsiCdb mask{};
    for (std::size_t i = 1; i < std::min(length, mask.size()); ++i)
    {
        mask[i] = static_cast<uint8_t>(~usage[i]);
    }
    forbidden = GetPieces(mask);
}

std::optional<ScsiSense>
ScsiCommand::CheckUsage(const ScsiCdb& cdb) const
{
    const auto pieces = GetPieces(cdb);
    if (((pieces[0] & forbidden[0]) | (pieces[1] & forbidden[1])) == 0)
    {
        return std::nullopt;
    }
    const auto size = std::min(length, cdb.size());
    for (std::size_t i = 1; i < size; ++i)
    {
        const uint8_t wrong = cdb[i] & ~usage[i];
        if (wrong != 0)
        {
            const auto bit = static_cast<uint8_t>(std::bit_width(wrong) - 1);
            return ScsiSense{ScsiSenseKey::ILLEGAL_REQUEST,
                             ScsiAdditionalSense::INVALID_FIELD_IN_CDB,
                             std::nullopt,
                             ScsiFieldPointer{static_cast<uint16_t>(i), bit, true}};
        }
    }
    return std::nullopt;
}

} // namespace ns3
