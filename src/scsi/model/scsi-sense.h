/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_SENSE_H
#define SCSI_SENSE_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/// What kind of thing went wrong (SPC-4, 4.5.6, sense keys).
enum class ScsiSenseKey : uint8_t
{
    NO_SENSE = 0x0,
    RECOVERED_ERROR = 0x1,
    NOT_READY = 0x2,
    MEDIUM_ERROR = 0x3,
    HARDWARE_ERROR = 0x4,
    ILLEGAL_REQUEST = 0x5,
    UNIT_ATTENTION = 0x6,
    DATA_PROTECT = 0x7,
    BLANK_CHECK = 0x8,
    VENDOR_SPECIFIC = 0x9,
    COPY_ABORTED = 0xa,
    ABORTED_COMMAND = 0xb,
    VOLUME_OVERFLOW = 0xd,
    MISCOMPARE = 0xe,
    COMPLETED = 0xf
};

/// What exactly went wrong: additional sense code in the high byte, its qualifier in the low one
/// (SPC-4, 4.5.6 and annex E). Others may come from a peer.
enum class ScsiAdditionalSense : uint16_t
{
    NONE = 0x0000,
    NOT_READY_CAUSE_NOT_REPORTABLE = 0x0400,
    NOT_READY_INITIALIZING_COMMAND_REQUIRED = 0x0402,
    LOGICAL_UNIT_COMMUNICATION_FAILURE = 0x0800,
    WRITE_ERROR = 0x0c00,
    UNRECOVERED_READ_ERROR = 0x1100,
    PARAMETER_LIST_LENGTH_ERROR = 0x1a00,
    MISCOMPARE_DURING_VERIFY = 0x1d00,
    INVALID_COMMAND_OPERATION_CODE = 0x2000,
    LBA_OUT_OF_RANGE = 0x2100,
    INVALID_FIELD_IN_CDB = 0x2400,
    LOGICAL_UNIT_NOT_SUPPORTED = 0x2500,
    INVALID_FIELD_IN_PARAMETER_LIST = 0x2600,
    POWER_ON_OR_RESET = 0x2900,
    MODE_PARAMETERS_CHANGED = 0x2a01,
    SAVING_PARAMETERS_NOT_SUPPORTED = 0x3900,
    TIMEOUT_ON_LOGICAL_UNIT = 0x3e02,
    INTERNAL_TARGET_FAILURE = 0x4400
};

/**
 * @ingroup scsi
 *
 * The reason of a CHECK CONDITION, as fixed format sense data carries it (SPC-4, 4.5.3).
 */
struct ScsiSense
{
    /// Bytes of the sense data that Encode makes.
    static constexpr std::size_t SIZE = 18;

    ScsiSenseKey key{ScsiSenseKey::NO_SENSE};                  //!< what kind of error
    ScsiAdditionalSense additional{ScsiAdditionalSense::NONE}; //!< which error
    /// The logical block address at fault. Fixed format has 32 bits for it: a higher one is left
    /// out (SPC-4, 4.5.3, VALID bit zero).
    std::optional<uint64_t> information;
    /// The byte of the parameter list that is at fault (SPC-4, 4.5.2.4.2, field pointer).
    std::optional<uint16_t> field{};

    /**
     * @return sense data in fixed format, response code 70h
     */
    std::vector<uint8_t> Encode() const;

    /**
     * @param bytes sense data in fixed (70h, 71h) or descriptor (72h, 73h) format, perhaps cut
     *        short; INFORMATION and the field pointer are read from fixed format only
     * @return what it says, or nothing if it is in another format or too short for a sense key
     */
    static std::optional<ScsiSense> Decode(const std::vector<uint8_t>& bytes);
};

} // namespace ns3

#endif /* SCSI_SENSE_H */
