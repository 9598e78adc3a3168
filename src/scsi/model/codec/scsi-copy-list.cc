/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-copy-list.h"

#include "scsi-bytes.h"

#include <bit>

namespace ns3
{

namespace
{

/// Bytes of a target descriptor E4h.
constexpr std::size_t TARGET_SIZE = 32;
/// Where the designator begins in it, and the bytes of the designator's header.
constexpr std::size_t DESIGNATOR = 4;
/// Bytes of a designator's header; the last one is the length of what follows.
constexpr std::size_t DESIGNATOR_HEADER = 4;
/// The most bytes behind the header that fit into the descriptor.
constexpr std::size_t DESIGNATOR_SPACE = 20;
/// Bytes of a segment descriptor 02h, and what its DESCRIPTOR LENGTH says.
constexpr std::size_t SEGMENT_SIZE = 28;
/// Bytes of a segment descriptor in front of what DESCRIPTOR LENGTH counts.
constexpr std::size_t SEGMENT_HEADER = 4;
/// LIST ID USAGE in byte 1.
constexpr uint8_t USAGE_SHIFT = 3;
/// LIST ID USAGE: reserved.
constexpr uint8_t USAGE_RESERVED = 1;
/// LIST ID USAGE: there is no list identifier.
constexpr uint8_t USAGE_NONE = 3;
/// SNLID in the operating parameters: copies without a list identifier are taken.
constexpr uint8_t SNLID = 0x01;

/// Service actions of RECEIVE COPY RESULTS and its operation code; and those of EXTENDED COPY.
constexpr std::array<uint8_t, 9> COPY_COMMANDS{0x83, 1, 0x00, 0x84, 4, 0x00, 0x01, 0x03, 0x04};

/// Types of the descriptors in the third-party copy page.
enum class CopyDescriptor : uint16_t
{
    SUPPORTED_COMMANDS = 0x0001,
    PARAMETER_DATA = 0x0004,
    SUPPORTED_DESCRIPTORS = 0x0008,
    SUPPORTED_CSCD_IDS = 0x000c,
    GENERAL_COPY_OPERATIONS = 0x8001,
    HELD_DATA = 0xc001
};

/**
 * @param additional what is wrong
 * @param byte the byte of the parameter list at fault, if one is
 * @param bit the highest bit of the field, if it does not begin with the byte
 * @return the sense data
 */
ScsiSense
MakeSense(ScsiAdditionalSense additional,
          std::optional<std::size_t> byte = std::nullopt,
          std::optional<uint8_t> bit = std::nullopt)
{
    ScsiSense sense{ScsiSenseKey::ILLEGAL_REQUEST, additional, std::nullopt};
    if (byte)
    {
        sense.field = ScsiFieldPointer{static_cast<uint16_t>(*byte), bit, false};
    }
    return sense;
}

/**
 * Append a descriptor of the third-party copy page.
 *
 * @param page the page so far
 * @param type its type
 * @param body what is behind its length; zeros are added up to a multiple of four
 */
void
AppendDescriptor(std::vector<uint8_t>& page, CopyDescriptor type, std::vector<uint8_t> body)
{
    body.resize((body.size() + 3) / 4 * 4);
    AppendScsiNumber(page, 2, static_cast<uint16_t>(type));
    AppendScsiNumber(page, 2, body.size());
    page.insert(page.end(), body.begin(), body.end());
}

/**
 * @param blockSize bytes of a block
 * @return its logarithm to the base of two
 */
uint8_t
GetGranularity(uint32_t blockSize)
{
    return static_cast<uint8_t>(std::bit_width(blockSize) - 1);
}

} // namespace

std::optional<ScsiSense>
ScsiCopyList::Read(const std::vector<uint8_t>& bytes)
{
    if (bytes.size() < HEADER_SIZE)
    {
        return MakeSense(ScsiAdditionalSense::PARAMETER_LIST_LENGTH_ERROR);
    }
    if (auto sense = ReadHeader(bytes))
    {
        return sense;
    }
    const auto targetSize = GetScsiNumber(&bytes[2], 2);
    const auto segmentSize = GetScsiNumber(&bytes[8], 4);
    const auto inlineSize = GetScsiNumber(&bytes[12], 4);
    const auto size = targetSize + segmentSize;
    if (size > ScsiCopyLimits::MAX_LIST_SIZE || HEADER_SIZE + size > bytes.size())
    {
        return MakeSense(ScsiAdditionalSense::PARAMETER_LIST_LENGTH_ERROR);
    }
    if (inlineSize > 0)
    {
        return MakeSense(ScsiAdditionalSense::INLINE_DATA_LENGTH_EXCEEDED, 12);
    }
    const auto border = HEADER_SIZE + targetSize;
    if (auto sense = ReadTargets(bytes, HEADER_SIZE, border))
    {
        return sense;
    }
    return ReadSegments(bytes, border, border + segmentSize);
}

std::optional<ScsiSense>
ScsiCopyList::ReadHeader(const std::vector<uint8_t>& bytes)
{
    const auto usage = bytes[1] >> USAGE_SHIFT & 0x03;
    if (usage == USAGE_RESERVED)
    {
        return MakeSense(ScsiAdditionalSense::INVALID_FIELD_IN_PARAMETER_LIST, 1, 4);
    }
    identifier = bytes[0];
    isIdentified = usage != USAGE_NONE;
    if (!isIdentified && identifier != 0)
    {
        return MakeSense(ScsiAdditionalSense::INVALID_FIELD_IN_PARAMETER_LIST, 0);
    }
    return std::nullopt;
}

std::optional<ScsiSense>
ScsiCopyList::ReadTargets(const std::vector<uint8_t>& bytes, std::size_t begin, std::size_t end)
{
    for (auto at = begin; at < end; at += TARGET_SIZE)
    {
        if (targets.size() == ScsiCopyLimits::MAX_TARGETS)
        {
            return MakeSense(ScsiAdditionalSense::TOO_MANY_TARGET_DESCRIPTORS, at);
        }
        if (bytes[at] != ScsiCopyLimits::IDENTIFICATION)
        {
            return MakeSense(ScsiAdditionalSense::UNSUPPORTED_TARGET_DESCRIPTOR_TYPE_CODE, at);
        }
        if (end - at < TARGET_SIZE)
        {
            return MakeSense(ScsiAdditionalSense::PARAMETER_LIST_LENGTH_ERROR);
        }
        const auto length = bytes[at + DESIGNATOR + DESIGNATOR_HEADER - 1];
        if (length > DESIGNATOR_SPACE)
        {
            return MakeSense(ScsiAdditionalSense::INVALID_FIELD_IN_PARAMETER_LIST,
                             at + DESIGNATOR + DESIGNATOR_HEADER - 1);
        }
        const auto designator = bytes.begin() + static_cast<std::ptrdiff_t>(at + DESIGNATOR);
        targets.push_back({static_cast<uint8_t>(bytes[at + 1] & 0x1f),
                           {designator, designator + DESIGNATOR_HEADER + length}});
    }
    return std::nullopt;
}

std::optional<ScsiSense>
ScsiCopyList::ReadSegments(const std::vector<uint8_t>& bytes, std::size_t begin, std::size_t end)
{
    for (auto at = begin; at < end; at += SEGMENT_SIZE)
    {
        if (segments.size() == ScsiCopyLimits::MAX_SEGMENTS)
        {
            return MakeSense(ScsiAdditionalSense::TOO_MANY_SEGMENT_DESCRIPTORS, at);
        }
        if (bytes[at] != ScsiCopyLimits::BLOCK_TO_BLOCK)
        {
            return MakeSense(ScsiAdditionalSense::UNSUPPORTED_SEGMENT_DESCRIPTOR_TYPE_CODE, at);
        }
        if (end - at < SEGMENT_SIZE)
        {
            return MakeSense(ScsiAdditionalSense::PARAMETER_LIST_LENGTH_ERROR);
        }
        if (GetScsiNumber(&bytes[at + 2], 2) != SEGMENT_SIZE - SEGMENT_HEADER)
        {
            return MakeSense(ScsiAdditionalSense::INVALID_FIELD_IN_PARAMETER_LIST, at + 2);
        }
        const auto* from = &bytes[at];
        segments.push_back(
            {static_cast<uint16_t>(GetScsiNumber(from + ScsiCopySegment::SOURCE_BYTE, 2)),
             static_cast<uint16_t>(GetScsiNumber(from + ScsiCopySegment::DESTINATION_BYTE, 2)),
             static_cast<uint32_t>(GetScsiNumber(from + 10, 2)),
             GetScsiNumber(from + ScsiCopySegment::SOURCE_LBA_BYTE, 8),
             GetScsiNumber(from + ScsiCopySegment::DESTINATION_LBA_BYTE, 8)});
    }
    return std::nullopt;
}

std::vector<uint8_t>
MakeScsiCopyParameters(uint32_t blockSize)
{
    // No inline data, no held data, no streams; a segment may be as long as its descriptor says.
    std::vector<uint8_t> bytes(44);
    bytes[4] = SNLID;
    PutScsiNumber(&bytes[8], 2, ScsiCopyLimits::MAX_TARGETS);
    PutScsiNumber(&bytes[10], 2, ScsiCopyLimits::MAX_SEGMENTS);
    PutScsiNumber(&bytes[12], 4, ScsiCopyLimits::MAX_LIST_SIZE);
    PutScsiNumber(&bytes[34], 2, ScsiCopyLimits::MAX_COPIES);
    bytes[36] = ScsiCopyLimits::MAX_COPIES;
    bytes[37] = GetGranularity(blockSize);
    bytes[43] = 2;
    bytes.push_back(ScsiCopyLimits::BLOCK_TO_BLOCK);
    bytes.push_back(ScsiCopyLimits::IDENTIFICATION);
    PutScsiNumber(&bytes[0], 4, bytes.size() - 4);
    return bytes;
}

std::vector<uint8_t>
MakeScsiThirdPartyCopyDescriptors(uint32_t blockSize)
{
    using enum CopyDescriptor;
    std::vector<uint8_t> page;
    std::vector<uint8_t> commands{COPY_COMMANDS.size()};
    commands.insert(commands.end(), COPY_COMMANDS.begin(), COPY_COMMANDS.end());
    AppendDescriptor(page, SUPPORTED_COMMANDS, commands);
    std::vector<uint8_t> parameters(28);
    PutScsiNumber(&parameters[4], 2, ScsiCopyLimits::MAX_TARGETS);
    PutScsiNumber(&parameters[6], 2, ScsiCopyLimits::MAX_SEGMENTS);
    PutScsiNumber(&parameters[8], 4, ScsiCopyLimits::MAX_LIST_SIZE);
    AppendDescriptor(page, PARAMETER_DATA, parameters);
    AppendDescriptor(page,
                     SUPPORTED_DESCRIPTORS,
                     {2, ScsiCopyLimits::BLOCK_TO_BLOCK, ScsiCopyLimits::IDENTIFICATION});
    AppendDescriptor(page, SUPPORTED_CSCD_IDS, {0, 2, 0xff, 0xff});
    std::vector<uint8_t> operations(32);
    PutScsiNumber(&operations[0], 4, ScsiCopyLimits::MAX_COPIES);
    PutScsiNumber(&operations[4], 4, ScsiCopyLimits::MAX_COPIES);
    operations[12] = GetGranularity(blockSize);
    AppendDescriptor(page, GENERAL_COPY_OPERATIONS, operations);
    AppendDescriptor(page, HELD_DATA, std::vector<uint8_t>(28));
    return page;
}

} // namespace ns3
