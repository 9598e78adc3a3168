/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-lun.h"

#include "scsi-bytes.h"

#include "ns3/assert.h"

namespace ns3
{

namespace
{

/// Where the first level, the first two of the eight bytes, begins.
constexpr unsigned FIRST_LEVEL_SHIFT = 48;
/// The address method of flat space addressing, 01b, in the first level.
constexpr uint16_t FLAT_METHOD = 0x4000;
/// The two bits of the address method in the first level.
constexpr uint16_t METHOD_MASK = 0xc000;

} // namespace

uint64_t
EncodeScsiLun(uint16_t number)
{
    NS_ASSERT_MSG(number <= SCSI_MAX_LUN, "logical unit number " << number << " is too high");
    const uint64_t level = number < 256 ? number : number | FLAT_METHOD;
    return level << FIRST_LEVEL_SHIFT;
}

std::optional<uint16_t>
DecodeScsiLun(uint64_t lun)
{
    const auto level = static_cast<uint16_t>(lun >> FIRST_LEVEL_SHIFT);
    const bool flat = (level & METHOD_MASK) == FLAT_METHOD;
    const bool singleLevel = lun << 16 == 0;
    if (!singleLevel || (!flat && level > 255))
    {
        return std::nullopt;
    }
    return level & ~METHOD_MASK;
}

std::optional<std::vector<uint8_t>>
MakeScsiLunList(const ScsiReportLunsCdb& cdb, const std::vector<uint64_t>& luns)
{
    if (cdb.selectReport > ScsiReportLunsCdb::ALL)
    {
        return std::nullopt;
    }
    // No logical unit here is a well known one.
    const bool none = cdb.selectReport == ScsiReportLunsCdb::WELL_KNOWN;
    const std::size_t count = none ? 0 : luns.size();
    std::vector<uint8_t> bytes;
    AppendScsiNumber(bytes, 4, 8 * count);
    AppendScsiNumber(bytes, 4, 0);
    for (std::size_t i = 0; i < count; ++i)
    {
        AppendScsiNumber(bytes, 8, luns[i]);
    }
    return bytes;
}

} // namespace ns3
