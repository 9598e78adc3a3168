/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../unit/scsi-test-doubles.h"

#include "ns3/scsi-cdb.h"
#include "ns3/scsi-data-buffer.h"
#include "ns3/scsi-lun.h"
#include "ns3/scsi-sense.h"
#include "ns3/test.h"

using namespace ns3;
using namespace ns3::scsitest;

/**
 * @ingroup scsi-tests
 *
 * CDBs of block commands, laid out by hand from SBC-3's tables.
 */
class ScsiBlockCdbTest : public TestCase
{
  public:
    ScsiBlockCdbTest()
        : TestCase("Block CDBs are SBC-3's byte for byte, both ways")
    {
    }

  private:
    /// Fields and the bytes that say them.
    struct Case
    {
        ScsiBlockCdb fields; //!< the fields
        ScsiCdb bytes;       //!< the bytes
    };

    void DoRun() override
    {
        using enum ScsiOpcode;
        const std::vector<Case> cases{
            {{READ_6, 0x1fffff, 256, 0}, {0x08, 0x1f, 0xff, 0xff, 0}},
            {{WRITE_6, 0x012345, 255, 0}, {0x0a, 0x01, 0x23, 0x45, 0xff}},
            {{READ_10, 0x01020304, 0x0506, 0x18}, {0x28, 0x18, 1, 2, 3, 4, 0, 5, 6, 0}},
            {{WRITE_10, 0xffffffff, 0, 0}, {0x2a, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}},
            {{VERIFY_10, 1, 2, 0x02}, {0x2f, 2, 0, 0, 0, 1, 0, 0, 2}},
            {{SYNCHRONIZE_CACHE_10, 1, 2, 0x02}, {0x35, 2, 0, 0, 0, 1, 0, 0, 2}},
            {{READ_12, 0x01020304, 0x05060708, 0}, {0xa8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0}},
            {{WRITE_12, 1, 2, 0x08}, {0xaa, 8, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0}},
            {{VERIFY_12, 1, 2, 0}, {0xaf, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0}},
            {{READ_16, 0x0102030405060708, 0x090a0b0c, 0},
             {0x88, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0}},
            {{WRITE_16, UINT64_MAX, 1, 0},
             {0x8a, 0, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 1}},
            {{VERIFY_16, 1, 2, 6}, {0x8f, 6, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2}},
            {{SYNCHRONIZE_CACHE_16, 1, 2, 0}, {0x91, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2}}};
        for (const auto& [fields, bytes] : cases)
        {
            const auto name = +bytes[0];
            NS_TEST_EXPECT_MSG_EQ((fields.Encode() == bytes), true, "encode " << name);
            const auto decoded = ScsiBlockCdb::Decode(bytes);
            NS_TEST_EXPECT_MSG_EQ((decoded.opcode == fields.opcode), true, "opcode " << name);
            NS_TEST_EXPECT_MSG_EQ(decoded.lba, fields.lba, "LBA " << name);
            NS_TEST_EXPECT_MSG_EQ(decoded.blocks, fields.blocks, "blocks " << name);
            NS_TEST_EXPECT_MSG_EQ(+decoded.flags, +fields.flags, "flags " << name);
        }
        const auto masked = ScsiBlockCdb::Decode({0x08, 0xff, 0, 1, 1});
        NS_TEST_EXPECT_MSG_EQ(masked.lba, 0x1f0001, "three high bits are no part of the LBA");
    }
};

/**
 * @ingroup scsi-tests
 *
 * The other CDBs, laid out by hand from SPC-4's and SBC-3's tables.
 */
class ScsiOtherCdbTest : public TestCase
{
  public:
    ScsiOtherCdbTest()
        : TestCase("The other CDBs are SPC-4's byte for byte, both ways")
    {
    }

  private:
    /**
     * Encode fields, and decode and encode again.
     *
     * @tparam T a CDB's struct
     * @param fields the fields
     * @param bytes the bytes that say them
     */
    template <typename T>
    void Check(const T& fields, const ScsiCdb& bytes)
    {
        NS_TEST_EXPECT_MSG_EQ((fields.Encode() == bytes), true, "encode " << +bytes[0]);
        NS_TEST_EXPECT_MSG_EQ((T::Decode(bytes).Encode() == bytes), true, "decode " << +bytes[0]);
    }

    void DoRun() override
    {
        using enum ScsiOpcode;
        Check(ScsiInquiryCdb{true, 0x83, 0x1234}, {0x12, 1, 0x83, 0x12, 0x34, 0});
        Check(ScsiInquiryCdb{false, 0, 36}, {0x12, 0, 0, 0, 36, 0});
        Check(ScsiReadCapacity16Cdb{0x10, 32}, {0x9e, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32});
        Check(
            ScsiModeSenseCdb{MODE_SENSE_6, true, false, ScsiPageControl::DEFAULT, 0x08, 0xff, 192},
            {0x1a, 0x08, 0x88, 0xff, 192, 0});
        Check(ScsiModeSenseCdb{MODE_SENSE_10,
                               false,
                               true,
                               ScsiPageControl::CHANGEABLE,
                               0x3f,
                               0,
                               0x0102},
              {0x5a, 0x10, 0x7f, 0, 0, 0, 0, 1, 2, 0});
        Check(ScsiModeSelectCdb{MODE_SELECT_6, true, false, 24}, {0x15, 0x10, 0, 0, 24, 0});
        Check(ScsiModeSelectCdb{MODE_SELECT_10, false, true, 0x0102},
              {0x55, 0x01, 0, 0, 0, 0, 0, 1, 2, 0});
        Check(ScsiRequestSenseCdb{true, 252}, {0x03, 1, 0, 0, 252, 0});
        Check(ScsiReportLunsCdb{2, 0x01020304}, {0xa0, 0, 2, 0, 0, 0, 1, 2, 3, 4, 0, 0});
        Check(ScsiStartStopCdb{true, 3, true, true, true}, {0x1b, 1, 0, 0, 0x37, 0});
        Check(ScsiStartStopCdb{false, 0, false, false, false}, {0x1b});
        Check(ScsiPreventAllowCdb{1}, {0x1e, 0, 0, 0, 1, 0});
        Check(ScsiPreventAllowCdb{0}, {0x1e});
        using enum ScsiSanitizeAction;
        Check(ScsiSanitizeCdb{OVERWRITE, true, false, 0x0204}, {0x48, 0x81, 0, 0, 0, 0, 0, 2, 4});
        Check(ScsiSanitizeCdb{CRYPTOGRAPHIC_ERASE, false, true, 0}, {0x48, 0x23});
        Check(ScsiSanitizeCdb{EXIT_FAILURE_MODE, false, false, 0}, {0x48, 0x1f});
        Check(ScsiWriteAtomicCdb{0x18, 0x0102030405060708, 0x090a, 0x0b0c},
              {0x9c, 0x18, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});

        NS_TEST_EXPECT_MSG_EQ(GetScsiCdbLength({0x1a}), 6, "group 0");
        NS_TEST_EXPECT_MSG_EQ(GetScsiCdbLength({0x28}), 10, "group 1");
        NS_TEST_EXPECT_MSG_EQ(GetScsiCdbLength({0x5a}), 10, "group 2");
        NS_TEST_EXPECT_MSG_EQ(GetScsiCdbLength({0x7f}), 0, "variable length");
        NS_TEST_EXPECT_MSG_EQ(GetScsiCdbLength({0x88}), 16, "group 4");
        NS_TEST_EXPECT_MSG_EQ(GetScsiCdbLength({0xa0}), 12, "group 5");
        NS_TEST_EXPECT_MSG_EQ(GetScsiCdbLength({0xc0}), 0, "vendor specific");
        NS_TEST_EXPECT_MSG_EQ(+GetScsiControl({0, 1, 2, 3, 4, 5, 6}), 5, "last of six");
        NS_TEST_EXPECT_MSG_EQ(+GetScsiControl({0xc0, 1}), 0, "not known");
        NS_TEST_EXPECT_MSG_EQ(+GetScsiControl({0x7f, 1}), 1, "second of variable length");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Logical unit numbers by SAM-5, 4.7.7.
 */
class ScsiLunTest : public TestCase
{
  public:
    ScsiLunTest()
        : TestCase("Logical unit numbers use peripheral and flat addressing")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(EncodeScsiLun(0), 0, "peripheral");
        NS_TEST_EXPECT_MSG_EQ(EncodeScsiLun(255), 0x00ff000000000000, "peripheral");
        NS_TEST_EXPECT_MSG_EQ(EncodeScsiLun(256), 0x4100000000000000, "flat: 40h | 01h, 00h");
        NS_TEST_EXPECT_MSG_EQ(EncodeScsiLun(16383), 0x7fff000000000000, "the highest");
        for (const uint16_t number : {0, 1, 255, 256, 300, 16383})
        {
            NS_TEST_EXPECT_MSG_EQ((DecodeScsiLun(EncodeScsiLun(number)) == number), true, number);
        }
        NS_TEST_EXPECT_MSG_EQ((DecodeScsiLun(0x4001000000000000) == 1), true, "1, flat");
        for (const uint64_t lun : {0x0100000000000000ULL,  // bus 1
                                   0x0000000100000000ULL,  // a second level
                                   0x8001000000000000ULL,  // logical unit addressing
                                   0xc101000000000000ULL}) // a well known logical unit
        {
            NS_TEST_EXPECT_MSG_EQ(DecodeScsiLun(lun).has_value(), false, "no single-level LUN");
        }
        using List = Bytes;
        const std::vector<uint64_t> luns{EncodeScsiLun(0), EncodeScsiLun(256)};
        const List all{0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x41, 0, 0, 0, 0, 0, 0, 0};
        NS_TEST_EXPECT_MSG_EQ((MakeScsiLunList({0, 0}, luns) == all), true, "addressed");
        NS_TEST_EXPECT_MSG_EQ((MakeScsiLunList({2, 0}, luns) == all), true, "all");
        NS_TEST_EXPECT_MSG_EQ((MakeScsiLunList({1, 0}, luns) == List(8)), true, "well known");
        NS_TEST_EXPECT_MSG_EQ(MakeScsiLunList({3, 0}, luns).has_value(), false, "reserved");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Fixed format sense data by SPC-4, 4.5.3.
 */
class ScsiSenseTest : public TestCase
{
  public:
    ScsiSenseTest()
        : TestCase("Sense data are SPC-4's fixed format byte for byte; both formats are read")
    {
    }

  private:
    /**
     * Sense data in descriptor format (SPC-4, 4.5.2): both descriptors, cut at every length.
     */
    void Descriptors()
    {
        const ScsiSense sense{ScsiSenseKey::ILLEGAL_REQUEST,
                              ScsiAdditionalSense::LBA_OUT_OF_RANGE,
                              0x0102030405060708,
                              ScsiFieldPointer{10, 3, true}};
        const Bytes bytes{0x72, 0x05, 0x21, 0x00, 0,    0, 0,  20, // 12 + 8 bytes follow
                          0x00, 0x0a, 0x80, 0,    1,    2, 3,  4,  5, 6, 7, 8, // INFORMATION, VALID
                          0x02, 0x06, 0,    0,    0xcb, 0, 10, 0}; // SKSV, C/D, BPV, bit 3
        NS_TEST_EXPECT_MSG_EQ((sense.Encode(ScsiSenseFormat::DESCRIPTOR) == bytes), true, "bytes");
        const auto read = ScsiSense::Decode(bytes);
        NS_TEST_ASSERT_MSG_EQ(read.has_value(), true, "read back");
        NS_TEST_EXPECT_MSG_EQ((read->information == sense.information), true, "64 bits");
        NS_TEST_EXPECT_MSG_EQ((read->field == sense.field), true, "field pointer");
        for (std::size_t size = 0; size < bytes.size(); ++size)
        {
            const auto cut = ScsiSense::Decode(Bytes(bytes.begin(), bytes.begin() + size));
            NS_TEST_EXPECT_MSG_EQ(cut.has_value(), (size >= 3), "cut to " << size);
            const bool known = cut && cut->information;
            NS_TEST_EXPECT_MSG_EQ(known, (size >= 20), "INFORMATION, cut to " << size);
        }
        const auto plain = ScsiSense{}.Encode(ScsiSenseFormat::DESCRIPTOR);
        NS_TEST_EXPECT_MSG_EQ((plain == Bytes{0x72, 0, 0, 0, 0, 0, 0, 0}), true, "no descriptor");
    }

    /**
     * A progress indication (SPC-4, 4.5.2.4.4) in both formats.
     */
    void Progress()
    {
        const ScsiSense sense{ScsiSenseKey::NOT_READY,
                              ScsiAdditionalSense::NOT_READY_SANITIZE_IN_PROGRESS,
                              std::nullopt,
                              std::nullopt,
                              0x4321};
        const Bytes fixed{0x70, 0, 2, 0, 0, 0, 0, 10, 0, 0, 0, 0, 4, 0x1b, 0, 0x80, 0x43, 0x21};
        const Bytes descriptors{0x72, 2, 4, 0x1b, 0, 0, 0, 8, 2, 6, 0, 0, 0x80, 0x43, 0x21, 0};
        NS_TEST_EXPECT_MSG_EQ((sense.Encode() == fixed), true, "fixed");
        NS_TEST_EXPECT_MSG_EQ((sense.Encode(ScsiSenseFormat::DESCRIPTOR) == descriptors),
                              true,
                              "descriptor");
        for (const auto& bytes : {fixed, descriptors})
        {
            const auto read = ScsiSense::Decode(bytes);
            NS_TEST_ASSERT_MSG_EQ(read.has_value(), true, "read back");
            NS_TEST_EXPECT_MSG_EQ(read->progress.value_or(0), 0x4321, "progress");
            NS_TEST_EXPECT_MSG_EQ(read->field.has_value(), false, "no field pointer");
        }
        auto other = fixed;
        other[2] = 4; // HARDWARE ERROR: the bytes are a retry count
        NS_TEST_EXPECT_MSG_EQ(ScsiSense::Decode(other)->progress.has_value(), false, "no progress");
        other = fixed;
        other[15] = 0; // SKSV
        NS_TEST_EXPECT_MSG_EQ(ScsiSense::Decode(other)->progress.has_value(), false, "not valid");
    }

    /**
     * COPY ABORTED: COMMAND-SPECIFIC INFORMATION and a segment pointer.
     */
    void Copies()
    {
        const ScsiSense sense{ScsiSenseKey::COPY_ABORTED,
                              ScsiAdditionalSense::UNREACHABLE_COPY_TARGET,
                              std::nullopt,
                              ScsiFieldPointer{6, std::nullopt, false, true},
                              std::nullopt,
                              0x0102};
        const Bytes fixed{0x70, 0, 10, 0, 0, 0, 0, 10, 0, 0, 1, 2, 0x08, 0x04, 0, 0xa0, 0, 6};
        const Bytes bytes{0x72, 0x0a, 0x08, 0x04, 0,    0, 0, 20,             // 12 + 8 bytes
                          0x01, 0x0a, 0,    0,    0,    0, 0, 0,  0, 0, 1, 2, // COMMAND-SPECIFIC
                          0x02, 0x06, 0,    0,    0xa0, 0, 6, 0};             // SKSV, SD
        NS_TEST_EXPECT_MSG_EQ((sense.Encode() == fixed), true, "fixed format");
        NS_TEST_EXPECT_MSG_EQ((sense.Encode(ScsiSenseFormat::DESCRIPTOR) == bytes), true, "bytes");
        for (const auto& one : {fixed, bytes})
        {
            const auto read = ScsiSense::Decode(one);
            NS_TEST_EXPECT_MSG_EQ((read->field == sense.field), true, "segment pointer");
            NS_TEST_EXPECT_MSG_EQ(read->commandSpecific.value_or(0), 0x0102, "segment");
        }
    }

    void DoRun() override
    {
        Progress();
        using enum ScsiSenseKey;
        const ScsiSense sense{MEDIUM_ERROR,
                              ScsiAdditionalSense::UNRECOVERED_READ_ERROR,
                              0x01020304};
        const Bytes bytes{0xf0, 0, 3, 1, 2, 3, 4, 10, 0, 0, 0, 0, 0x11, 0, 0, 0, 0, 0};
        NS_TEST_EXPECT_MSG_EQ((sense.Encode() == bytes), true, "INFORMATION valid");
        const auto decoded = ScsiSense::Decode(bytes);
        NS_TEST_ASSERT_MSG_EQ(decoded.has_value(), true, "fixed format");
        NS_TEST_EXPECT_MSG_EQ((decoded->key == MEDIUM_ERROR), true, "key");
        NS_TEST_EXPECT_MSG_EQ((decoded->additional == sense.additional), true, "ASC, ASCQ");
        NS_TEST_EXPECT_MSG_EQ(decoded->information.value_or(0), 0x01020304, "INFORMATION");

        const ScsiSense high{MEDIUM_ERROR, sense.additional, uint64_t{1} << 32};
        const Bytes highBytes{0x70, 0, 3, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x11, 0, 0, 0, 0, 0};
        NS_TEST_EXPECT_MSG_EQ((high.Encode() == highBytes), true, "no room for 33 bits");
        NS_TEST_EXPECT_MSG_EQ(ScsiSense::Decode(highBytes)->information.has_value(), false, "none");

        // ILLEGAL REQUEST, 26h/00h, SKSV with C/D zero: byte 258 of the parameter list.
        const ScsiSense field{ILLEGAL_REQUEST,
                              ScsiAdditionalSense::INVALID_FIELD_IN_PARAMETER_LIST,
                              std::nullopt,
                              ScsiFieldPointer{258}};
        const Bytes fieldBytes{0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x26, 0, 0, 0x80, 1, 2};
        NS_TEST_EXPECT_MSG_EQ((field.Encode() == fieldBytes), true, "field pointer");
        NS_TEST_EXPECT_MSG_EQ((ScsiSense::Decode(fieldBytes)->field == field.field),
                              true,
                              "read back");
        // SKSV, C/D, BPV and bit 7 of byte 2 of the CDB.
        const ScsiSense cdbField{ILLEGAL_REQUEST,
                                 ScsiAdditionalSense::INVALID_FIELD_IN_CDB,
                                 std::nullopt,
                                 ScsiFieldPointer{2, 7, true}};
        const Bytes cdbBytes{0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x24, 0, 0, 0xcf, 0, 2};
        NS_TEST_EXPECT_MSG_EQ((cdbField.Encode() == cdbBytes), true, "of the CDB");
        NS_TEST_EXPECT_MSG_EQ((ScsiSense::Decode(cdbBytes)->field == cdbField.field),
                              true,
                              "of the CDB, read back");
        const auto descriptor = ScsiSense::Decode({0x72, 0x06, 0x29, 0x01, 0, 0, 0, 0});
        NS_TEST_ASSERT_MSG_EQ(descriptor.has_value(), true, "descriptor format");
        NS_TEST_EXPECT_MSG_EQ((descriptor->key == UNIT_ATTENTION), true, "key");
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(descriptor->additional), 0x2901, "ASC, ASCQ");
        Descriptors();
        Copies();
        for (std::size_t size = 0; size < bytes.size(); ++size)
        {
            const auto cut = ScsiSense::Decode(Bytes(bytes.begin(), bytes.begin() + size));
            NS_TEST_EXPECT_MSG_EQ(cut.has_value(), (size >= 3), "cut to " << size);
            NS_TEST_EXPECT_MSG_EQ((size < 3 || cut->information.has_value() == (size >= 7)),
                                  true,
                                  "cut to " << size);
        }
        NS_TEST_EXPECT_MSG_EQ(ScsiSense::Decode(Bytes(18, 0x55)).has_value(), false, "no format");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Data buffers count always and keep where asked to.
 */
class ScsiDataBufferTest : public TestCase
{
  public:
    ScsiDataBufferTest()
        : TestCase("A data buffer counts pieces and keeps the bytes if asked to")
    {
    }

  private:
    void DoRun() override
    {
        const auto bytes = MakePattern(1000, 3);
        auto piece = [&bytes](uint32_t from, uint32_t to) {
            return MakePacket(Bytes(bytes.begin() + from, bytes.begin() + to));
        };
        ScsiDataBuffer kept(1000, true);
        kept.Put(0, piece(0, 300));
        kept.Put(300, piece(300, 999));
        NS_TEST_EXPECT_MSG_EQ(kept.IsFull(), false, "a byte is missing");
        kept.Put(999, piece(999, 1000));
        NS_TEST_EXPECT_MSG_EQ(kept.IsFull(), true, "all there");
        NS_TEST_EXPECT_MSG_EQ((GetBytes(kept.Take()) == bytes), true, "in three pieces");

        ScsiDataBuffer whole(1000, true);
        whole.Put(0, piece(0, 1000));
        NS_TEST_EXPECT_MSG_EQ((GetBytes(whole.Take()) == bytes), true, "in one piece");

        ScsiDataBuffer counted(1000, false);
        counted.Put(0, piece(0, 600));
        NS_TEST_EXPECT_MSG_EQ(counted.GetReceived(), 600, "counted");
        NS_TEST_EXPECT_MSG_EQ(counted.Take(), nullptr, "not kept");

        ScsiDataBuffer past(10, true);
        past.Put(8, piece(0, 100));
        past.Put(10, piece(0, 100));
        past.Put(4000000000, piece(0, 100));
        NS_TEST_EXPECT_MSG_EQ(past.GetReceived(), 2, "past the end is left out");
        const Bytes end{0, 0, 0, 0, 0, 0, 0, 0, bytes[0], bytes[1]};
        NS_TEST_EXPECT_MSG_EQ((GetBytes(past.Take()) == end), true, "zeros and two bytes");
    }
};

/**
 * @ingroup scsi-tests
 *
 * CDBs, LUNs, sense data and buffers.
 */
class ScsiCodecTestSuite : public TestSuite
{
  public:
    ScsiCodecTestSuite()
        : TestSuite("scsi-codec", Type::UNIT)
    {
        AddTestCase(new ScsiBlockCdbTest, Duration::QUICK);
        AddTestCase(new ScsiOtherCdbTest, Duration::QUICK);
        AddTestCase(new ScsiLunTest, Duration::QUICK);
        AddTestCase(new ScsiSenseTest, Duration::QUICK);
        AddTestCase(new ScsiDataBufferTest, Duration::QUICK);
    }
};

static ScsiCodecTestSuite g_scsiCodecTestSuite; //!< registers the suite
