/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-mode-pages.h"

#include "scsi-bytes.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// DPOFUA in the device-specific parameter: DPO and FUA are accepted (SBC-3, 6.4.1).
constexpr uint8_t DPOFUA = 0x10;
/// Page code of the caching mode page.
constexpr uint8_t CACHING_PAGE = 0x08;
/// Page code of the control mode page.
constexpr uint8_t CONTROL_PAGE = 0x0a;
/// QUEUE ALGORITHM MODIFIER 1h in the control mode page: reordering is allowed.
constexpr uint8_t UNRESTRICTED_REORDERING = 0x10;

/**
 * @param blockCount number of blocks
 * @param blockSize bytes in a block
 * @return the short LBA mode parameter block descriptor of a disk (SBC-3, 6.4.2.2)
 */
std::vector<uint8_t>
MakeShortDescriptor(uint64_t blockCount, uint32_t blockSize)
{
    std::vector<uint8_t> bytes;
    AppendScsiNumber(bytes, 4, std::min<uint64_t>(blockCount, UINT32_MAX));
    AppendScsiNumber(bytes, 4, blockSize);
    return bytes;
}

/**
 * @param blockCount number of blocks
 * @param blockSize bytes in a block
 * @return the long LBA mode parameter block descriptor (SBC-3, 6.4.2.3)
 */
std::vector<uint8_t>
MakeLongDescriptor(uint64_t blockCount, uint32_t blockSize)
{
    std::vector<uint8_t> bytes;
    AppendScsiNumber(bytes, 8, blockCount);
    AppendScsiNumber(bytes, 4, 0);
    AppendScsiNumber(bytes, 4, blockSize);
    return bytes;
}

/**
 * @param cdb what was asked
 * @return the pages one after the other; empty if there is none of that code
 */
std::vector<uint8_t>
MakePages(const ScsiModeSenseCdb& cdb)
{
    const bool masks = cdb.pageControl == ScsiPageControl::CHANGEABLE;
    const bool all = cdb.page == ScsiModeSenseCdb::ALL_PAGES;
    std::vector<uint8_t> bytes;
    if (cdb.subpage != 0 && cdb.subpage != ScsiModeSenseCdb::ALL_SUBPAGES)
    {
        return bytes;
    }
    if (all || cdb.page == CACHING_PAGE)
    {
        // Neither a write cache (WCE) nor a disabled read cache (RCD) is reported.
        bytes.insert(bytes.end(), {CACHING_PAGE, 0x12});
        bytes.resize(bytes.size() + 0x12);
    }
    if (all || cdb.page == CONTROL_PAGE)
    {
        const uint8_t queueing = masks ? 0 : UNRESTRICTED_REORDERING;
        bytes.insert(bytes.end(), {CONTROL_PAGE, 0x0a, 0, queueing});
        bytes.resize(bytes.size() + 0x0a - 2);
    }
    return bytes;
}

} // namespace

std::optional<std::vector<uint8_t>>
MakeScsiModeParameters(const ScsiModeSenseCdb& cdb, uint64_t blockCount, uint32_t blockSize)
{
    const auto pages = MakePages(cdb);
    if (pages.empty())
    {
        return std::nullopt;
    }
    std::vector<uint8_t> descriptor;
    if (!cdb.disableBlockDescriptors)
    {
        descriptor = cdb.longLbaAccepted ? MakeLongDescriptor(blockCount, blockSize)
                                         : MakeShortDescriptor(blockCount, blockSize);
    }
    const bool isLong = cdb.opcode == ScsiOpcode::MODE_SENSE_10;
    const std::size_t lengthWidth = isLong ? 2 : 1;
    const std::size_t headerSize = isLong ? 8 : 4;
    std::vector<uint8_t> bytes(headerSize);
    // MODE DATA LENGTH does not count itself.
    PutScsiNumber(&bytes[0],
                  lengthWidth,
                  headerSize + descriptor.size() + pages.size() - lengthWidth);
    bytes[lengthWidth + 1] = DPOFUA;
    if (isLong)
    {
        bytes[4] = descriptor.size() == 16 ? 0x01 : 0; // LONGLBA
    }
    PutScsiNumber(&bytes[headerSize - lengthWidth], lengthWidth, descriptor.size());
    bytes.insert(bytes.end(), descriptor.begin(), descriptor.end());
    bytes.insert(bytes.end(), pages.begin(), pages.end());
    return bytes;
}

} // namespace ns3
