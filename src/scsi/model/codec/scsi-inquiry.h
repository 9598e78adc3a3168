/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_INQUIRY_H
#define SCSI_INQUIRY_H

#include "scsi-cdb.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/// The vital product data pages that the models answer (SPC-4, 7.8; SBC-3, 6.5).
enum class ScsiVpdPage : uint8_t
{
    SUPPORTED_PAGES = 0x00,
    UNIT_SERIAL_NUMBER = 0x80,
    DEVICE_IDENTIFICATION = 0x83,
    THIRD_PARTY_COPY = 0x8f,
    BLOCK_LIMITS = 0xb0,
    BLOCK_DEVICE_CHARACTERISTICS = 0xb1,
    LOGICAL_BLOCK_PROVISIONING = 0xb2
};

/**
 * @ingroup scsi-codec
 *
 * The limits of WRITE ATOMIC(16) in the block limits page (SBC-4, block limits VPD page), blocks;
 * all zero if there is no such command.
 */
struct ScsiAtomicLimits
{
    uint32_t maxBlocks{0};             //!< MAXIMUM ATOMIC TRANSFER LENGTH
    uint32_t alignment{0};             //!< ATOMIC ALIGNMENT; zero for any LBA
    uint32_t granularity{0};           //!< ATOMIC TRANSFER LENGTH GRANULARITY; zero for any length
    uint32_t maxBlocksWithBoundary{0}; //!< MAXIMUM ATOMIC TRANSFER LENGTH WITH ATOMIC BOUNDARY
    uint32_t maxBoundary{0};           //!< MAXIMUM ATOMIC BOUNDARY SIZE
};

/**
 * @ingroup scsi-codec
 *
 * The target port through which a logical unit is asked, where it has asymmetric access.
 */
struct ScsiPortIdentity
{
    uint16_t port{1};  //!< relative target port identifier
    uint16_t group{0}; //!< target port group
};

/**
 * @ingroup scsi-codec
 *
 * The data that a logical unit returns for INQUIRY.
 */
struct ScsiIdentity
{
    /// If there is no such logical unit: peripheral qualifier 011b, device type 1Fh
    /// (SPC-4, 6.6.2).
    static constexpr uint8_t NO_UNIT = 0x7f;

    uint8_t peripheral{0};         //!< peripheral qualifier and device type; zero is a disk
    std::string vendor;            //!< T10 vendor identification, up to 8 characters
    std::string product;           //!< product identification, up to 16 characters
    std::string revision;          //!< product revision level, up to 4 characters
    std::string serial;            //!< unit serial number, up to 36 characters
    uint32_t maxTransferBlocks{0}; //!< most blocks of one command; zero is no limit
    uint16_t rotationRate{0};      //!< per minute; 1 if nothing rotates, 0 if not reported
    /// Most blocks of COMPARE AND WRITE; zero if there is no such command.
    uint8_t maxCompareBlocks{0};
    uint32_t maxUnmapBlocks{0}; //!< most blocks of UNMAP and WRITE SAME; zero if there is no UNMAP
    uint32_t maxUnmapRuns{0};   //!< most runs of blocks of one UNMAP
    bool isRemovable{false};    //!< RMB: the medium can be removed
    bool refusesNoBlocks{true}; //!< WSNZ: WRITE SAME of zero blocks is refused
    bool canErase{false};       //!< SANITIZE erases blocks, and they read without error afterwards
    ScsiAtomicLimits atomic;    //!< of WRITE ATOMIC(16)
    uint32_t copyBlockSize{0};  //!< bytes of a block of EXTENDED COPY; zero if there is none
    /// The target port, if access is asymmetric.
    std::optional<ScsiPortIdentity> port{};
};

/**
 * @ingroup scsi-codec
 *
 * @param identity who answers
 * @return standard INQUIRY data, 96 bytes (SPC-4, 6.6.2)
 */
std::vector<uint8_t> MakeScsiInquiryData(const ScsiIdentity& identity);

/**
 * @ingroup scsi-codec
 *
 * @param identity who answers
 * @param page the page code
 * @return the vital product data page, or nothing if there is none of that code
 */
std::optional<std::vector<uint8_t>> MakeScsiVpdPage(const ScsiIdentity& identity, uint8_t page);

/**
 * @ingroup scsi-codec
 *
 * @param identity a logical unit
 * @param designator a designator of a device identification page, with its header
 * @return true if it names the logical unit, not its port or target (SPC-4, 7.8.6)
 */
bool IsScsiDesignatorOf(const ScsiIdentity& identity, const std::vector<uint8_t>& designator);

/**
 * @ingroup scsi-codec
 *
 * @param identity who answers
 * @param cdb what was asked
 * @return what INQUIRY returns in full, or nothing if the CDB asks for an unsupported page or
 *         names one without EVPD (SPC-4, 6.6.1)
 */
std::optional<std::vector<uint8_t>> MakeScsiInquiryResponse(const ScsiIdentity& identity,
                                                            const ScsiInquiryCdb& cdb);

} // namespace ns3

#endif /* SCSI_INQUIRY_H */
