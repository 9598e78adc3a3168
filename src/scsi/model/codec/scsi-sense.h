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
    OPERATION_IN_PROGRESS = 0x0016,
    NOT_READY_CAUSE_NOT_REPORTABLE = 0x0400,
    NOT_READY_INITIALIZING_COMMAND_REQUIRED = 0x0402,
    NOT_READY_SANITIZE_IN_PROGRESS = 0x041b,
    ASYMMETRIC_ACCESS_STATE_TRANSITION = 0x040a,
    TARGET_PORT_IN_STANDBY_STATE = 0x040b,
    TARGET_PORT_IN_UNAVAILABLE_STATE = 0x040c,
    LOGICAL_UNIT_COMMUNICATION_FAILURE = 0x0800,
    UNREACHABLE_COPY_TARGET = 0x0804,
    WRITE_ERROR = 0x0c00,
    WRITE_ERROR_UNEXPECTED_UNSOLICITED_DATA = 0x0c0c,
    WRITE_ERROR_NOT_ENOUGH_UNSOLICITED_DATA = 0x0c0d,
    INVALID_FIELD_IN_COMMAND_INFORMATION_UNIT = 0x0e03,
    THIRD_PARTY_DEVICE_FAILURE = 0x0d01,
    COPY_TARGET_DEVICE_NOT_REACHABLE = 0x0d02,
    INCORRECT_COPY_TARGET_DEVICE_TYPE = 0x0d03,
    UNRECOVERED_READ_ERROR = 0x1100,
    READ_ERROR_FAILED_RETRANSMISSION_REQUEST = 0x1113,
    PARAMETER_LIST_LENGTH_ERROR = 0x1a00,
    MISCOMPARE_DURING_VERIFY = 0x1d00,
    INVALID_COMMAND_OPERATION_CODE = 0x2000,
    LBA_OUT_OF_RANGE = 0x2100,
    INVALID_FIELD_IN_CDB = 0x2400,
    LOGICAL_UNIT_NOT_SUPPORTED = 0x2500,
    INVALID_FIELD_IN_PARAMETER_LIST = 0x2600,
    INVALID_RELEASE_OF_RESERVATION = 0x2604,
    TOO_MANY_TARGET_DESCRIPTORS = 0x2606,
    UNSUPPORTED_TARGET_DESCRIPTOR_TYPE_CODE = 0x2607,
    TOO_MANY_SEGMENT_DESCRIPTORS = 0x2608,
    UNSUPPORTED_SEGMENT_DESCRIPTOR_TYPE_CODE = 0x2609,
    INLINE_DATA_LENGTH_EXCEEDED = 0x260b,
    HARDWARE_WRITE_PROTECTED = 0x2701,
    SOFTWARE_WRITE_PROTECTED = 0x2702,
    MEDIUM_MAY_HAVE_CHANGED = 0x2800,
    POWER_ON_OR_RESET = 0x2900,
    DEVICE_RESET = 0x2903,
    NEXUS_LOSS = 0x2907,
    MODE_PARAMETERS_CHANGED = 0x2a01,
    RESERVATIONS_PREEMPTED = 0x2a03,
    RESERVATIONS_RELEASED = 0x2a04,
    REGISTRATIONS_PREEMPTED = 0x2a05,
    ASYMMETRIC_ACCESS_STATE_CHANGED = 0x2a06,
    COMMANDS_CLEARED = 0x2f00,
    SANITIZE_COMMAND_FAILED = 0x3103,
    SAVING_PARAMETERS_NOT_SUPPORTED = 0x3900,
    MEDIUM_NOT_PRESENT = 0x3a00,
    TIMEOUT_ON_LOGICAL_UNIT = 0x3e02,
    INTERNAL_TARGET_FAILURE = 0x4400,
    PROTOCOL_SERVICE_CRC_ERROR = 0x4705,
    COMMANDS_CLEARED_BY_ISCSI_EVENT = 0x477f,
    MEDIUM_REMOVAL_PREVENTED = 0x5302
};

/// How sense data are laid out (SPC-4, 4.5).
enum class ScsiSenseFormat : uint8_t
{
    FIXED,     //!< 18 bytes with every field in its place
    DESCRIPTOR //!< a header and what there is to tell
};

/**
 * @ingroup scsi-codec
 *
 * The field that is at fault in an ILLEGAL REQUEST (SPC-4, 4.5.2.4.2, field pointer) or in a COPY
 * ABORTED (segment pointer).
 */
struct ScsiFieldPointer
{
    uint16_t byte{0};             //!< the byte, counted from 0; the first one of a longer field
    std::optional<uint8_t> bit{}; //!< the highest bit of the field, where that is not clear
    bool inCdb{false};            //!< true for the CDB, false for the parameter list
    bool inSegment{false};        //!< true if the byte is counted from a segment descriptor on

    /**
     * @param other another one
     * @return true if they are the same
     */
    bool operator==(const ScsiFieldPointer& other) const = default;
};

/**
 * @ingroup scsi-codec
 *
 * The reason of a CHECK CONDITION, carried by sense data (SPC-4, 4.5).
 */
struct ScsiSense
{
    /// Bytes of sense data in fixed format.
    static constexpr std::size_t SIZE = 18;

    ScsiSenseKey key{ScsiSenseKey::NO_SENSE};                  //!< what kind of error
    ScsiAdditionalSense additional{ScsiAdditionalSense::NONE}; //!< which error
    /// The logical block address at fault, or where in the buffer a comparison failed. Fixed format
    /// has 32 bits for it: a higher one is left out (SPC-4, 4.5.3, VALID bit zero).
    std::optional<uint64_t> information;
    /// The field that is at fault.
    std::optional<ScsiFieldPointer> field{};
    /// PROGRESS INDICATION of NOT READY or NO SENSE: how much of an operation is done, in parts of
    /// 65536 (SPC-4, 4.5.2.4.4).
    std::optional<uint16_t> progress{};
    /// COMMAND-SPECIFIC INFORMATION: what the command's clause says; 32 bits in fixed format.
    std::optional<uint64_t> commandSpecific{};

    /**
     * @param format how to lay them out
     * @return sense data of current information, response code 70h or 72h
     */
    std::vector<uint8_t> Encode(ScsiSenseFormat format = ScsiSenseFormat::FIXED) const;

    /**
     * @param bytes sense data in fixed (70h, 71h) or descriptor (72h, 73h) format, perhaps cut
     *        short
     * @return what it says, or nothing if it is in another format or too short for a sense key
     */
    static std::optional<ScsiSense> Decode(const std::vector<uint8_t>& bytes);

  private:
    /**
     * @return sense data in fixed format
     */
    std::vector<uint8_t> EncodeFixed() const;

    /**
     * @return sense data in descriptor format
     */
    std::vector<uint8_t> EncodeDescriptors() const;
};

} // namespace ns3

#endif /* SCSI_SENSE_H */
