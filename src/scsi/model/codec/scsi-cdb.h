/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_CDB_H
#define SCSI_CDB_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/// A command descriptor block of up to 16 bytes, padded with zeros (ScsiTask::cdb).
using ScsiCdb = std::array<uint8_t, 16>;

/// The operation codes that the models use: byte 0 of a CDB (SPC-4, annex E).
enum class ScsiOpcode : uint8_t
{
    TEST_UNIT_READY = 0x00,
    REQUEST_SENSE = 0x03,
    READ_6 = 0x08,
    WRITE_6 = 0x0a,
    INQUIRY = 0x12,
    MODE_SELECT_6 = 0x15,
    RESERVE_6 = 0x16,
    RELEASE_6 = 0x17,
    MODE_SENSE_6 = 0x1a,
    START_STOP_UNIT = 0x1b,
    PREVENT_ALLOW_MEDIUM_REMOVAL = 0x1e,
    READ_CAPACITY_10 = 0x25,
    READ_10 = 0x28,
    WRITE_10 = 0x2a,
    WRITE_AND_VERIFY_10 = 0x2e,
    VERIFY_10 = 0x2f,
    PRE_FETCH_10 = 0x34,
    SYNCHRONIZE_CACHE_10 = 0x35,
    READ_DEFECT_DATA_10 = 0x37,
    WRITE_SAME_10 = 0x41,
    UNMAP = 0x42,
    SANITIZE = 0x48,
    MODE_SELECT_10 = 0x55,
    RESERVE_10 = 0x56,
    RELEASE_10 = 0x57,
    MODE_SENSE_10 = 0x5a,
    PERSISTENT_RESERVE_IN = 0x5e,
    PERSISTENT_RESERVE_OUT = 0x5f,
    VARIABLE_LENGTH = 0x7f,
    EXTENDED_COPY = 0x83,
    RECEIVE_COPY_RESULTS = 0x84,
    READ_16 = 0x88,
    COMPARE_AND_WRITE = 0x89,
    WRITE_16 = 0x8a,
    ORWRITE_16 = 0x8b,
    WRITE_AND_VERIFY_16 = 0x8e,
    VERIFY_16 = 0x8f,
    PRE_FETCH_16 = 0x90,
    SYNCHRONIZE_CACHE_16 = 0x91,
    WRITE_SAME_16 = 0x93,
    WRITE_ATOMIC_16 = 0x9c,
    SERVICE_ACTION_IN_16 = 0x9e,
    REPORT_LUNS = 0xa0,
    MAINTENANCE_IN = 0xa3,
    MAINTENANCE_OUT = 0xa4,
    READ_12 = 0xa8,
    WRITE_12 = 0xaa,
    WRITE_AND_VERIFY_12 = 0xae,
    VERIFY_12 = 0xaf,
    READ_DEFECT_DATA_12 = 0xb7
};

/**
 * @ingroup scsi-codec
 *
 * @param cdb a CDB
 * @return its operation code, byte 0, which may be one that ScsiOpcode does not name
 */
ScsiOpcode GetScsiOpcode(const ScsiCdb& cdb);

/**
 * @ingroup scsi-codec
 *
 * The length of a CDB by the group code of its operation code (SPC-4, 4.2.5.1).
 *
 * @param cdb a CDB
 * @return 6, 10, 12 or 16 bytes; 0 for the variable length and vendor specific groups
 */
std::size_t GetScsiCdbLength(const ScsiCdb& cdb);

/**
 * @ingroup scsi-codec
 *
 * @param cdb a CDB
 * @return its CONTROL byte (SAM-5, 5.2): the last one, the second one in a CDB of variable length;
 *         0 where the length is not known
 */
uint8_t GetScsiControl(const ScsiCdb& cdb);

/// NACA in the CONTROL byte: a CHECK CONDITION begins an auto contingent allegiance (SAM-5, 5.2).
inline constexpr uint8_t SCSI_CONTROL_NACA = 0x04;

/**
 * @ingroup scsi-codec
 *
 * @param cdb a CDB of a command that has service actions
 * @return its service action: the low five bits of byte 1 (SPC-4, 4.2.5.2)
 */
uint8_t GetScsiServiceAction(const ScsiCdb& cdb);

/**
 * @ingroup scsi-codec
 *
 * The CDB of a command on a run of blocks: READ, WRITE, VERIFY and the others of 6, 10, 12, 16 and
 * 32 bytes (SBC-3, clause 5). They share one layout for each length.
 */
struct ScsiBlockCdb
{
    /// RDPROTECT, WRPROTECT or VRPROTECT in the flags.
    static constexpr uint8_t PROTECT_MASK = 0xe0;
    /// Disable page out, in the flags of READ, WRITE and VERIFY.
    static constexpr uint8_t DPO = 0x10;
    /// Force unit access, in the flags of READ and WRITE.
    static constexpr uint8_t FUA = 0x08;
    /// BYTCHK in the flags of VERIFY: what is compared with what.
    static constexpr uint8_t BYTCHK_MASK = 0x06;
    /// BYTCHK 01b: the medium is compared with the data-out buffer.
    static constexpr uint8_t BYTCHK_COMPARE = 0x02;
    /// BYTCHK 11b: every block of the medium is compared with the one in the data-out buffer.
    static constexpr uint8_t BYTCHK_SAME = 0x06;
    /// UNMAP in the flags of WRITE SAME.
    static constexpr uint8_t UNMAP = 0x08;
    /// NDOB in the flags of WRITE SAME(16): there is no data-out buffer, zeros are written.
    static constexpr uint8_t NO_DATA_OUT = 0x01;
    /// IMMED in the flags of SYNCHRONIZE CACHE and PRE-FETCH.
    static constexpr uint8_t IMMED = 0x02;
    /// The most blocks that a 6-byte CDB names, as a length of zero (SBC-3, 5.7).
    static constexpr uint32_t MAX_BLOCKS_6 = 256;

    ScsiOpcode opcode{ScsiOpcode::READ_10}; //!< the command
    uint64_t lba{0};                        //!< first block: 21, 32, 32 or 64 bits by length
    uint32_t blocks{0};                     //!< number of blocks: 1 to 256, 16, 32 or 32 bits
    uint8_t flags{0};                       //!< byte 1; zero in a 6-byte CDB

    /**
     * @return the CDB
     */
    ScsiCdb Encode() const;

    /**
     * @param cdb a CDB whose operation code is one of these commands
     * @return its fields
     */
    static ScsiBlockCdb Decode(const ScsiCdb& cdb);

    /**
     * @param cdb a CDB of variable length
     * @param extended its bytes from the 17th on (ScsiTask::extendedCdb); what lacks is zero
     * @return its fields
     */
    static ScsiBlockCdb DecodeLong(const ScsiCdb& cdb, const std::vector<uint8_t>& extended);
};

/**
 * @ingroup scsi-codec
 *
 * @param cdb a CDB of a command on a run of blocks, not of 6 bytes
 * @return the byte of its flags, where a field pointer points to
 */
uint16_t GetScsiFlagsByte(const ScsiCdb& cdb);

/**
 * @ingroup scsi-codec
 *
 * @param cdb a CDB of a command on a run of blocks
 * @return the first byte of the number of blocks, where a field pointer points to
 */
uint16_t GetScsiBlocksByte(const ScsiCdb& cdb);

/**
 * @ingroup scsi-codec
 *
 * The CDB of INQUIRY (SPC-4, 6.6.1).
 */
struct ScsiInquiryCdb
{
    bool evpd{false};             //!< true for a vital product data page
    uint8_t page{0};              //!< which page; zero without EVPD
    uint16_t allocationLength{0}; //!< most bytes to return

    /**
     * @return the CDB
     */
    ScsiCdb Encode() const;

    /**
     * @param cdb a CDB of this command
     * @return its fields
     */
    static ScsiInquiryCdb Decode(const ScsiCdb& cdb);
};

/**
 * @ingroup scsi-codec
 *
 * The CDB of READ CAPACITY(16), a service action of SERVICE ACTION IN(16) (SBC-3, 5.16.1).
 */
struct ScsiReadCapacity16Cdb
{
    /// The service action in the low five bits of byte 1.
    static constexpr uint8_t SERVICE_ACTION = 0x10;

    uint8_t serviceAction{SERVICE_ACTION}; //!< which service action the CDB asks for
    uint32_t allocationLength{0};          //!< most bytes to return

    /**
     * @return the CDB
     */
    ScsiCdb Encode() const;

    /**
     * @param cdb a CDB of SERVICE ACTION IN(16)
     * @return its fields
     */
    static ScsiReadCapacity16Cdb Decode(const ScsiCdb& cdb);
};

/// Which values of a mode page are asked for (SPC-4, 6.11.1).
enum class ScsiPageControl : uint8_t
{
    CURRENT = 0,
    CHANGEABLE = 1,
    DEFAULT = 2,
    SAVED = 3
};

/**
 * @ingroup scsi-codec
 *
 * The CDB of MODE SENSE(6) and MODE SENSE(10) (SPC-4, 6.11 and 6.12).
 */
struct ScsiModeSenseCdb
{
    /// DBD in byte 1: no block descriptors are wanted.
    static constexpr uint8_t DBD = 0x08;
    /// The page code of the caching page.
    static constexpr uint8_t CACHING_PAGE = 0x08;
    /// The page code that asks for every page.
    static constexpr uint8_t ALL_PAGES = 0x3f;
    /// The subpage code that asks for every subpage.
    static constexpr uint8_t ALL_SUBPAGES = 0xff;

    ScsiOpcode opcode{ScsiOpcode::MODE_SENSE_6};           //!< MODE_SENSE_6 or MODE_SENSE_10
    bool disableBlockDescriptors{false};                   //!< DBD
    bool longLbaAccepted{false};                           //!< LLBAA; MODE SENSE(10) only
    ScsiPageControl pageControl{ScsiPageControl::CURRENT}; //!< which values
    uint8_t page{ALL_PAGES};                               //!< page code, 0 to 3Fh
    uint8_t subpage{0};                                    //!< subpage code
    uint16_t allocationLength{0}; //!< most bytes to return, up to 255 in MODE SENSE(6)

    /**
     * @return the CDB
     */
    ScsiCdb Encode() const;

    /**
     * @param cdb a CDB of one of these commands
     * @return its fields
     */
    static ScsiModeSenseCdb Decode(const ScsiCdb& cdb);
};

/**
 * @ingroup scsi-codec
 *
 * The CDB of MODE SELECT(6) and MODE SELECT(10) (SPC-4, 6.9 and 6.10).
 */
struct ScsiModeSelectCdb
{
    ScsiOpcode opcode{ScsiOpcode::MODE_SELECT_6}; //!< MODE_SELECT_6 or MODE_SELECT_10
    bool pageFormat{true};                        //!< PF: the parameters are mode pages
    bool savePages{false};                        //!< SP: they are to be saved, too
    uint16_t parameterListLength{0};              //!< bytes, up to 255 in MODE SELECT(6)

    /**
     * @return the CDB
     */
    ScsiCdb Encode() const;

    /**
     * @param cdb a CDB of one of these commands
     * @return its fields
     */
    static ScsiModeSelectCdb Decode(const ScsiCdb& cdb);
};

/**
 * @ingroup scsi-codec
 *
 * The CDB of REQUEST SENSE (SPC-4, 6.39).
 */
struct ScsiRequestSenseCdb
{
    bool descriptorFormat{false}; //!< DESC: descriptor instead of fixed format
    uint8_t allocationLength{0};  //!< most bytes to return

    /**
     * @return the CDB
     */
    ScsiCdb Encode() const;

    /**
     * @param cdb a CDB of this command
     * @return its fields
     */
    static ScsiRequestSenseCdb Decode(const ScsiCdb& cdb);
};

/**
 * @ingroup scsi-codec
 *
 * The CDB of REPORT LUNS (SPC-4, 6.33).
 */
struct ScsiReportLunsCdb
{
    /// SELECT REPORT: all but the well known logical units.
    static constexpr uint8_t ADDRESSED = 0x00;
    /// SELECT REPORT: the well known logical units only.
    static constexpr uint8_t WELL_KNOWN = 0x01;
    /// SELECT REPORT: all logical units.
    static constexpr uint8_t ALL = 0x02;

    uint8_t selectReport{ADDRESSED}; //!< which logical units
    uint32_t allocationLength{0};    //!< most bytes to return

    /**
     * @return the CDB
     */
    ScsiCdb Encode() const;

    /**
     * @param cdb a CDB of this command
     * @return its fields
     */
    static ScsiReportLunsCdb Decode(const ScsiCdb& cdb);
};

/**
 * @ingroup scsi-codec
 *
 * The CDB of START STOP UNIT (SBC-3, 5.25).
 */
struct ScsiStartStopCdb
{
    bool immediate{false};     //!< IMMED: status before the work is done
    uint8_t powerCondition{0}; //!< POWER CONDITION, 0 to 15; zero lets START decide
    bool noFlush{false};       //!< NO_FLUSH: caches need not be written first
    bool loadEject{false};     //!< LOEJ: load or eject the medium
    bool start{false};         //!< START: true to start, false to stop

    /**
     * @return the CDB
     */
    ScsiCdb Encode() const;

    /**
     * @param cdb a CDB of this command
     * @return its fields
     */
    static ScsiStartStopCdb Decode(const ScsiCdb& cdb);
};

/**
 * @ingroup scsi-codec
 *
 * The CDB of PREVENT ALLOW MEDIUM REMOVAL (SBC-3, 5.10).
 */
struct ScsiPreventAllowCdb
{
    /// PREVENT: the medium may be removed.
    static constexpr uint8_t ALLOW = 0x00;
    /// PREVENT: the medium may not be removed.
    static constexpr uint8_t PREVENT = 0x01;

    uint8_t prevent{ALLOW}; //!< PREVENT, 0 to 3; the others are obsolete

    /**
     * @return the CDB
     */
    ScsiCdb Encode() const;

    /**
     * @param cdb a CDB of this command
     * @return its fields
     */
    static ScsiPreventAllowCdb Decode(const ScsiCdb& cdb);
};

/// Service actions of SANITIZE (SBC-4, SANITIZE command).
enum class ScsiSanitizeAction : uint8_t
{
    OVERWRITE = 0x01,
    BLOCK_ERASE = 0x02,
    CRYPTOGRAPHIC_ERASE = 0x03,
    EXIT_FAILURE_MODE = 0x1f
};

/**
 * @ingroup scsi-codec
 *
 * The CDB of SANITIZE (SBC-4, SANITIZE command).
 */
struct ScsiSanitizeCdb
{
    /// IMMED in byte 1.
    static constexpr uint8_t IMMED = 0x80;
    /// AUSE in byte 1.
    static constexpr uint8_t AUSE = 0x20;

    ScsiSanitizeAction action{ScsiSanitizeAction::OVERWRITE}; //!< what to do
    bool immediate{false};             //!< IMMED: status before the work is done
    bool allowUnrestrictedExit{false}; //!< AUSE: EXIT FAILURE MODE ends a failure
    uint16_t parameterListLength{0};   //!< bytes; zero but for OVERWRITE

    /**
     * @return the CDB
     */
    ScsiCdb Encode() const;

    /**
     * @param cdb a CDB of this command
     * @return its fields
     */
    static ScsiSanitizeCdb Decode(const ScsiCdb& cdb);
};

/**
 * @ingroup scsi-codec
 *
 * The CDB of WRITE ATOMIC(16) (SBC-4, WRITE ATOMIC(16) command).
 */
struct ScsiWriteAtomicCdb
{
    /// The first byte of LOGICAL BLOCK ADDRESS, where a field pointer points to.
    static constexpr uint16_t LBA_BYTE = 2;
    /// The first byte of ATOMIC BOUNDARY.
    static constexpr uint16_t BOUNDARY_BYTE = 10;
    /// The first byte of TRANSFER LENGTH.
    static constexpr uint16_t BLOCKS_BYTE = 12;

    uint8_t flags{0};     //!< byte 1: ScsiBlockCdb::DPO and FUA
    uint64_t lba{0};      //!< first block
    uint16_t boundary{0}; //!< ATOMIC BOUNDARY, blocks; zero for a write that is atomic as a whole
    uint16_t blocks{0};   //!< number of blocks

    /**
     * @return the CDB
     */
    ScsiCdb Encode() const;

    /**
     * @param cdb a CDB of this command
     * @return its fields
     */
    static ScsiWriteAtomicCdb Decode(const ScsiCdb& cdb);
};

/**
 * @ingroup scsi-codec
 *
 * Make the CDB of a command without fields: TEST UNIT READY, READ CAPACITY(10).
 *
 * @param opcode the command
 * @return the CDB
 */
ScsiCdb MakeScsiCdb(ScsiOpcode opcode);

} // namespace ns3

#endif /* SCSI_CDB_H */
