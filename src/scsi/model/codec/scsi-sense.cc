/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-sense.h"

#include "scsi-bytes.h"

#include <algorithm>
#include <array>

namespace ns3
{

namespace
{

/// Current information, fixed format (SPC-4, 4.5.1).
constexpr uint8_t FIXED_CURRENT = 0x70;
/// Current information, descriptor format; the deferred formats are one higher.
constexpr uint8_t DESCRIPTOR_CURRENT = 0x72;
/// The bit beside the response code that says INFORMATION is meant.
constexpr uint8_t VALID = 0x80;
/// SKSV in the first sense key specific byte: the bytes mean something.
constexpr uint8_t SKSV = 0x80;
/// C/D in the first sense key specific byte: the field is in the CDB.
constexpr uint8_t IN_CDB = 0x40;
/// SD in the first sense key specific byte of COPY ABORTED: the field is in a segment descriptor.
constexpr uint8_t IN_SEGMENT = 0x20;
/// BPV in the first sense key specific byte: the bit pointer means something.
constexpr uint8_t BIT_VALID = 0x08;
/// The bit pointer in the first sense key specific byte.
constexpr uint8_t BIT_MASK = 0x07;
/// Descriptor type of INFORMATION and its length behind the first two bytes (SPC-4, 4.5.2.2).
constexpr std::array<uint8_t, 2> INFORMATION_DESCRIPTOR{0x00, 0x0a};
/// Descriptor type of COMMAND-SPECIFIC INFORMATION and its length (SPC-4, 4.5.2.3).
constexpr std::array<uint8_t, 2> COMMAND_DESCRIPTOR{0x01, 0x0a};
/// Descriptor type of the sense key specific bytes and its length (SPC-4, 4.5.2.4.1).
constexpr std::array<uint8_t, 2> SPECIFIC_DESCRIPTOR{0x02, 0x06};
/// Bytes in front of the descriptors.
constexpr std::size_t DESCRIPTOR_HEADER_SIZE = 8;
/// The low bits of the byte that holds the sense key.
constexpr uint8_t KEY_MASK = 0x0f;

/**
 * @param bytes sense data
 * @param offset where the additional sense code lies; its qualifier follows
 * @return both, zero where the data end before
 */
ScsiAdditionalSense
GetAdditional(const std::vector<uint8_t>& bytes, std::size_t offset)
{
    const bool present = bytes.size() >= offset + 2;
    return static_cast<ScsiAdditionalSense>(present ? GetScsiNumber(&bytes[offset], 2) : 0);
}

/**
 * @param field a field pointer
 * @param[out] to where its three bytes go
 */
void
PutField(const ScsiFieldPointer& field, uint8_t* to)
{
    to[0] = SKSV | (field.inCdb ? IN_CDB : 0) | (field.inSegment ? IN_SEGMENT : 0) |
            (field.bit ? BIT_VALID | *field.bit : 0);
    PutScsiNumber(to + 1, 2, field.byte);
}

/**
 * @param key the sense key
 * @param from the three sense key specific bytes
 * @return the field pointer that they are, or nothing
 */
std::optional<ScsiFieldPointer>
GetField(ScsiSenseKey key, const uint8_t* from)
{
    const bool isCopy = key == ScsiSenseKey::COPY_ABORTED;
    if ((key != ScsiSenseKey::ILLEGAL_REQUEST && !isCopy) || !(from[0] & SKSV))
    {
        return std::nullopt;
    }
    ScsiFieldPointer field;
    field.byte = static_cast<uint16_t>(GetScsiNumber(from + 1, 2));
    field.inCdb = !isCopy && from[0] & IN_CDB;
    field.inSegment = isCopy && from[0] & IN_SEGMENT;
    if (from[0] & BIT_VALID)
    {
        field.bit = from[0] & BIT_MASK;
    }
    return field;
}

/**
 * @param key a sense key
 * @return true if its sense key specific bytes are a progress indication
 */
bool
TellsProgress(ScsiSenseKey key)
{
    return key == ScsiSenseKey::NOT_READY || key == ScsiSenseKey::NO_SENSE;
}

/**
 * @param sense the reason of a CHECK CONDITION
 * @param[out] to where its three sense key specific bytes go; nothing is put if it has none
 */
void
PutSpecific(const ScsiSense& sense, uint8_t* to)
{
    if (sense.field)
    {
        PutField(*sense.field, to);
    }
    else if (sense.progress)
    {
        to[0] = SKSV;
        PutScsiNumber(to + 1, 2, *sense.progress);
    }
}

/**
 * @param[in,out] sense what was read up to now; its sense key says what the bytes mean
 * @param from the three sense key specific bytes
 */
void
GetSpecific(ScsiSense& sense, const uint8_t* from)
{
    sense.field = GetField(sense.key, from);
    if (TellsProgress(sense.key) && from[0] & SKSV)
    {
        sense.progress = static_cast<uint16_t>(GetScsiNumber(from + 1, 2));
    }
}

/**
 * Read the descriptors behind the header.
 *
 * @param bytes sense data in descriptor format
 * @param sense what they say
 */
void
ReadDescriptors(const std::vector<uint8_t>& bytes, ScsiSense& sense)
{
    std::size_t at = DESCRIPTOR_HEADER_SIZE;
    while (at + 2 <= bytes.size() && at + 2 + bytes[at + 1] <= bytes.size())
    {
        const std::array<uint8_t, 2> head{bytes[at], bytes[at + 1]};
        if (head == INFORMATION_DESCRIPTOR && bytes[at + 2] & VALID)
        {
            sense.information = GetScsiNumber(&bytes[at + 4], 8);
        }
        if (head == COMMAND_DESCRIPTOR)
        {
            sense.commandSpecific = GetScsiNumber(&bytes[at + 4], 8);
        }
        if (head == SPECIFIC_DESCRIPTOR)
        {
            GetSpecific(sense, &bytes[at + 4]);
        }
        at += 2 + bytes[at + 1];
    }
}

} // namespace

std::vector<uint8_t>
ScsiSense::Encode(ScsiSenseFormat format) const
{
    return format == ScsiSenseFormat::FIXED ? EncodeFixed() : EncodeDescriptors();
}

std::vector<uint8_t>
ScsiSense::EncodeFixed() const
{
    std::vector<uint8_t> bytes(SIZE);
    bytes[0] = FIXED_CURRENT;
    if (information && *information <= UINT32_MAX)
    {
        bytes[0] |= VALID;
        PutScsiNumber(&bytes[3], 4, *information);
    }
    bytes[2] = static_cast<uint8_t>(key);
    bytes[7] = SIZE - 8;
    PutScsiNumber(&bytes[8], 4, commandSpecific.value_or(0));
    PutScsiNumber(&bytes[12], 2, static_cast<uint16_t>(additional));
    PutSpecific(*this, &bytes[15]);
    return bytes;
}

std::vector<uint8_t>
ScsiSense::EncodeDescriptors() const
{
    const std::size_t informationSize = information ? 2 + INFORMATION_DESCRIPTOR[1] : 0;
    const std::size_t commandSize = commandSpecific ? 2 + COMMAND_DESCRIPTOR[1] : 0;
    const std::size_t specificSize = field || progress ? 2 + SPECIFIC_DESCRIPTOR[1] : 0;
    const auto size = informationSize + commandSize + specificSize;
    std::vector<uint8_t> bytes(DESCRIPTOR_HEADER_SIZE + size);
    bytes[0] = DESCRIPTOR_CURRENT;
    bytes[1] = static_cast<uint8_t>(key);
    PutScsiNumber(&bytes[2], 2, static_cast<uint16_t>(additional));
    bytes[7] = static_cast<uint8_t>(size);
    auto at = bytes.begin() + DESCRIPTOR_HEADER_SIZE;
    if (information)
    {
        std::copy(INFORMATION_DESCRIPTOR.begin(), INFORMATION_DESCRIPTOR.end(), at);
        at[2] = VALID;
        PutScsiNumber(&at[4], 8, *information);
        at += static_cast<std::ptrdiff_t>(informationSize);
    }
    if (commandSpecific)
    {
        std::copy(COMMAND_DESCRIPTOR.begin(), COMMAND_DESCRIPTOR.end(), at);
        PutScsiNumber(&at[4], 8, *commandSpecific);
        at += static_cast<std::ptrdiff_t>(commandSize);
    }
    if (specificSize > 0)
    {
        std::copy(SPECIFIC_DESCRIPTOR.begin(), SPECIFIC_DESCRIPTOR.end(), at);
        PutSpecific(*this, &at[4]);
    }
    return bytes;
}

std::optional<ScsiSense>
ScsiSense::Decode(const std::vector<uint8_t>& bytes)
{
    if (bytes.size() < 3)
    {
        return std::nullopt;
    }
    // The lowest bit tells current from deferred information.
    const uint8_t format = bytes[0] & ~VALID & ~0x01;
    if (format == DESCRIPTOR_CURRENT)
    {
        ScsiSense sense{static_cast<ScsiSenseKey>(bytes[1] & KEY_MASK),
                        GetAdditional(bytes, 2),
                        std::nullopt};
        ReadDescriptors(bytes, sense);
        return sense;
    }
    if (format != FIXED_CURRENT)
    {
        return std::nullopt;
    }
    ScsiSense sense{static_cast<ScsiSenseKey>(bytes[2] & KEY_MASK),
                    GetAdditional(bytes, 12),
                    std::nullopt};
    if ((bytes[0] & VALID) && bytes.size() >= 7)
    {
        sense.information = GetScsiNumber(&bytes[3], 4);
    }
    if (bytes.size() >= 12 && GetScsiNumber(&bytes[8], 4) != 0)
    {
        sense.commandSpecific = GetScsiNumber(&bytes[8], 4);
    }
    if (bytes.size() >= ScsiSense::SIZE)
    {
        GetSpecific(sense, &bytes[15]);
    }
    return sense;
}

} // namespace ns3
