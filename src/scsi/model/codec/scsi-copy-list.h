/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_COPY_LIST_H
#define SCSI_COPY_LIST_H

#include "scsi-sense.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup scsi-codec
 *
 * What a copy manager takes, as RECEIVE COPY RESULTS and the third-party copy page report it.
 */
struct ScsiCopyLimits
{
    static constexpr uint16_t MAX_TARGETS = 16;     //!< target descriptors of one list
    static constexpr uint16_t MAX_SEGMENTS = 64;    //!< segment descriptors of one list
    static constexpr uint32_t MAX_LIST_SIZE = 4096; //!< bytes of all descriptors of one list
    /// Copies at once that are reported, of one nexus and in total; more are not refused.
    static constexpr uint8_t MAX_COPIES = 255;
    /// Target descriptor: identification descriptor.
    static constexpr uint8_t IDENTIFICATION = 0xe4;
    /// Segment descriptor: block device to block device.
    static constexpr uint8_t BLOCK_TO_BLOCK = 0x02;
    /// In the place of a target descriptor: the logical unit that got the command.
    static constexpr uint16_t OWN_UNIT = 0xffff;
};

/**
 * @ingroup scsi-codec
 *
 * A copy target: an identification descriptor target descriptor (SPC-4, EXTENDED COPY, type E4h).
 */
struct ScsiCopyTarget
{
    uint8_t deviceType{0};           //!< PERIPHERAL DEVICE TYPE
    std::vector<uint8_t> designator; //!< as in the device identification page, with its header
};

/**
 * @ingroup scsi-codec
 *
 * A segment descriptor block device to block device (SPC-4, EXTENDED COPY, type
 * 02h).
 */
struct ScsiCopySegment
{
    /// Where fields begin in the descriptor.
    static constexpr uint16_t SOURCE_BYTE = 4;
    static constexpr uint16_t DESTINATION_BYTE = 6;      //!< index of the destination
    static constexpr uint16_t SOURCE_LBA_BYTE = 12;      //!< first block at the source
    static constexpr uint16_t DESTINATION_LBA_BYTE = 20; //!< first block at the destination

    uint16_t source{0};         //!< index of the source's target descriptor, or OWN_UNIT
    uint16_t destination{0};    //!< index of the destination's, or OWN_UNIT
    uint32_t blocks{0};         //!< number of blocks
    uint64_t sourceLba{0};      //!< first block at the source
    uint64_t destinationLba{0}; //!< first block at the destination
};

/**
 * @ingroup scsi-codec
 *
 * The parameter list of EXTENDED COPY(LID1) (SPC-4; EXTENDED COPY in SPC-3).
 */
struct ScsiCopyList
{
    /// Bytes in front of the descriptors.
    static constexpr std::size_t HEADER_SIZE = 16;

    uint8_t identifier{0};                 //!< LIST IDENTIFIER
    bool isIdentified{false};              //!< false if the copy has no list identifier
    std::vector<ScsiCopyTarget> targets;   //!< copy targets
    std::vector<ScsiCopySegment> segments; //!< what to copy, in this order

    /**
     * @param bytes a parameter list
     * @return what is wrong with it, or nothing: then the members hold it
     */
    std::optional<ScsiSense> Read(const std::vector<uint8_t>& bytes);

  private:
    /**
     * @param bytes a parameter list, header and more
     * @return what is wrong with the header, or nothing
     */
    std::optional<ScsiSense> ReadHeader(const std::vector<uint8_t>& bytes);

    /**
     * @param bytes a parameter list
     * @param begin where the target descriptors begin
     * @param end where they end
     * @return what is wrong with them, or nothing
     */
    std::optional<ScsiSense> ReadTargets(const std::vector<uint8_t>& bytes,
                                         std::size_t begin,
                                         std::size_t end);

    /**
     * @param bytes a parameter list
     * @param begin where the segment descriptors begin
     * @param end where they end
     * @return what is wrong with them, or nothing
     */
    std::optional<ScsiSense> ReadSegments(const std::vector<uint8_t>& bytes,
                                          std::size_t begin,
                                          std::size_t end);
};

/**
 * @ingroup scsi-codec
 *
 * @param blockSize bytes of a block, a power of two
 * @return what RECEIVE COPY RESULTS returns for the OPERATING PARAMETERS
 */
std::vector<uint8_t> MakeScsiCopyParameters(uint32_t blockSize);

/**
 * @ingroup scsi-codec
 *
 * @param blockSize bytes of a block, a power of two
 * @return the descriptors of the third-party copy page (SPC-4, 7.8.17)
 */
std::vector<uint8_t> MakeScsiThirdPartyCopyDescriptors(uint32_t blockSize);

} // namespace ns3

#endif /* SCSI_COPY_LIST_H */
