/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-sense.h"

#include "scsi-bytes.h"

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
/// SKSV in the sense key specific bytes, without C/D: a field pointer into the parameter list.
constexpr uint8_t FIELD_POINTER_VALID = 0x80;
/// SKSV and C/D in the sense key specific bytes.
constexpr uint8_t FIELD_POINTER_MASK = 0xc0;
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

} // namespace

std::vector<uint8_t>
ScsiSense::Encode() const
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
    PutScsiNumber(&bytes[12], 2, static_cast<uint16_t>(additional));
    if (field)
    {
        bytes[15] = FIELD_POINTER_VALID;
        PutScsiNumber(&bytes[16], 2, *field);
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
        return ScsiSense{static_cast<ScsiSenseKey>(bytes[1] & KEY_MASK),
                         GetAdditional(bytes, 2),
                         std::nullopt};
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
    if (sense.key == ScsiSenseKey::ILLEGAL_REQUEST && bytes.size() >= ScsiSense::SIZE &&
        (bytes[15] & FIELD_POINTER_MASK) == FIELD_POINTER_VALID)
    {
        sense.field = static_cast<uint16_t>(GetScsiNumber(&bytes[16], 2));
    }
    return sense;
}

} // namespace ns3
