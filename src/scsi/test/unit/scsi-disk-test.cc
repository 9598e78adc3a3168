/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-disk-test-case.h"

#include "ns3/boolean.h"
#include "ns3/random-variable-stream.h"
#include "ns3/scsi-disk-commands.h"
#include "ns3/scsi-lun.h"
#include "ns3/scsi-task-router.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

using namespace ns3;
using namespace ns3::scsitest;

/**
 * @ingroup scsi-tests
 *
 * What the disk says of itself, laid out by hand from SPC-4 and SBC-3.
 */
class ScsiParameterDataTest : public ScsiDiskTestCase
{
  public:
    ScsiParameterDataTest()
        : ScsiDiskTestCase("INQUIRY, READ CAPACITY, MODE SENSE and the rest byte for byte")
    {
    }

  private:
    /**
     * Run a command that returns parameter data.
     *
     * @param cdb the command
     * @param expected all of them
     * @param what the command
     */
    void Expect(const ScsiCdb& cdb, const Bytes& expected, const std::string& what)
    {
        port.Run(cdb, expected.size());
        ExpectGood(0, what);
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == expected), true, what << ": bytes");
    }

    /**
     * Append text.
     *
     * @param bytes what to append to
     * @param text the text
     */
    static void Append(Bytes& bytes, const std::string& text)
    {
        bytes.insert(bytes.end(), text.begin(), text.end());
    }

    /**
     * INQUIRY with and without EVPD.
     */
    void Inquiry()
    {
        Bytes standard{0x00, 0x00, 0x06, 0x12, 91, 0x08, 0, 0x02};
        Append(standard, "SEAGATE ST39102LC       0004");
        standard.resize(58);
        standard.insert(standard.end(), {0x00, 0xa0, 0x04, 0x60, 0x04, 0xc0});
        standard.resize(96);
        Expect(ScsiInquiryCdb{false, 0, 96}.Encode(), standard, "standard");
        Expect(ScsiInquiryCdb{true, 0x00, 255}.Encode(),
               {0, 0x00, 0, 7, 0x00, 0x80, 0x83, 0x8f, 0xb0, 0xb1, 0xb2},
               "supported pages");
        Bytes serial{0, 0x80, 0, 5};
        Append(serial, "LJ042");
        Expect(ScsiInquiryCdb{true, 0x80, 255}.Encode(), serial, "serial number");
        // WSNZ; COMPARE AND WRITE, transfers, UNMAP (64 runs) and WRITE SAME of up to 128 blocks.
        Bytes limits{0, 0xb0, 0, 60, 1, 128, 0, 0, 0, 0, 0, 128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        limits.insert(limits.end(), {0, 128, 0, 0, 0, 64});
        limits.resize(64);
        limits[43] = 128;
        // Atomic writes of up to 128 blocks, with and without a boundary of as many.
        limits[47] = 128;
        limits[59] = 128;
        limits[63] = 128;
        Expect(ScsiInquiryCdb{true, 0xb0, 255}.Encode(), limits, "64 KiB are 128 blocks");
        // LBPU, LBPWS, LBPWS10, LBPRZ; thin.
        Expect(ScsiInquiryCdb{true, 0xb2, 255}.Encode(),
               {0, 0xb2, 0, 4, 0, 0xe4, 2, 0},
               "provisioning");
        // 10,025 per minute is 2729h; WABEREQ and WACEREQ 01b.
        Bytes characteristics{0, 0xb1, 0, 60, 0x27, 0x29, 0, 0x50};
        characteristics.resize(64);
        Expect(ScsiInquiryCdb{true, 0xb1, 255}.Encode(), characteristics, "characteristics");
    }

    /**
     * The device identification page: what is laid down, and that it distinguishes disks.
     */
    void Identification()
    {
        // T10 designator: 4 + 8 + 16 + 5; NAA designator: 4 + 8; 45 = 2Dh in all.
        port.Run(ScsiInquiryCdb{true, 0x83, 255}.Encode(), 255);
        Bytes head{0, 0x83, 0, 0x2d, 0x02, 0x01, 0, 29};
        Append(head, "SEAGATE ST39102LC       LJ042");
        head.insert(head.end(), {0x01, 0x03, 0, 8});
        NS_TEST_ASSERT_MSG_EQ(port.dataIn.size(), 49, "whole page");
        const Bytes found(port.dataIn.begin(), port.dataIn.begin() + head.size());
        NS_TEST_EXPECT_MSG_EQ((found == head), true, "up to the NAA");
        NS_TEST_EXPECT_MSG_EQ((port.dataIn[41] >> 4), 3, "locally assigned");
        const Bytes naa(port.dataIn.begin() + 41, port.dataIn.end());
        disk->SetAttribute("Serial", StringValue("LJ043"));
        port.Run(ScsiInquiryCdb{true, 0x83, 255}.Encode(), 255);
        const Bytes other(port.dataIn.begin() + 41, port.dataIn.end());
        NS_TEST_EXPECT_MSG_EQ((naa != other), true, "another serial number, another NAA");
        disk->SetAttribute("SerialPrefix", StringValue("5f-"));
        port.Run(ScsiInquiryCdb{true, 0x83, 255}.Encode(), 255);
        // Three characters more: the NAA is at 44.
        const Bytes third(port.dataIn.begin() + 44, port.dataIn.end());
        NS_TEST_EXPECT_MSG_EQ((third != other), true, "another simulation, another NAA");
        Bytes serial{0, 0x80, 0, 8};
        Append(serial, "5f-LJ043");
        Expect(ScsiInquiryCdb{true, 0x80, 255}.Encode(), serial, "serial number with its prefix");
        disk->SetAttribute("SerialPrefix", StringValue(""));
    }

    /**
     * READ CAPACITY of 17,783,240 blocks (10F59C8h, so the last is 10F59C7h) and of more than 2^32.
     */
    void Capacity()
    {
        drive->count = 17783240;
        Bytes sixteen{0, 0, 0, 0, 0x01, 0x0f, 0x59, 0xc7, 0, 0, 2, 0};
        sixteen.resize(32);
        sixteen[14] = 0xc0; // LBPME, LBPRZ
        Expect(MakeScsiCdb(ScsiOpcode::READ_CAPACITY_10),
               {0x01, 0x0f, 0x59, 0xc7, 0, 0, 2, 0},
               "READ CAPACITY(10)");
        Expect(ScsiReadCapacity16Cdb{0x10, 32}.Encode(), sixteen, "READ CAPACITY(16)");
        drive->count = 0x123456789a;
        drive->size = 4096;
        Bytes large{0, 0, 0, 0x12, 0x34, 0x56, 0x78, 0x99, 0, 0, 0x10, 0};
        large.resize(32);
        large[14] = 0xc0;
        Expect(MakeScsiCdb(ScsiOpcode::READ_CAPACITY_10),
               {0xff, 0xff, 0xff, 0xff, 0, 0, 0x10, 0},
               "READ CAPACITY(10) of a large disk");
        Expect(ScsiReadCapacity16Cdb{0x10, 32}.Encode(), large, "READ CAPACITY(16), large");
        drive->count = 1000;
        drive->size = 512;
    }

    /**
     * MODE SENSE of 1,000 (3E8h) blocks.
     */
    void ModeSense()
    {
        const Bytes shortDescriptor{0, 0, 0x03, 0xe8, 0, 0, 2, 0};
        const Bytes longDescriptor{0, 0, 0, 0, 0, 0, 0x03, 0xe8, 0, 0, 0, 0, 0, 0, 2, 0};
        Bytes caching{0x08, 0x12};
        caching.resize(20);
        const Bytes control{0x0a, 0x0a, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0};
        // D_SENSE, SWP and TAS.
        const Bytes masks{0x0a, 0x0a, 0x04, 0, 0x08, 0x40, 0, 0, 0, 0, 0, 0};
        // DEXCPT.
        const Bytes exceptions{0x1c, 0x0a, 0x08, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        auto join = [](const std::vector<Bytes>& parts) {
            Bytes all;
            for (const auto& part : parts)
            {
                all.insert(all.end(), part.begin(), part.end());
            }
            return all;
        };
        // MODE DATA LENGTH: 3 + 8 + 20 + 12 + 12 = 55.
        Expect({0x1a, 0, 0x3f, 0, 255},
               join({{55, 0, 0x10, 8}, shortDescriptor, caching, control, exceptions}),
               "MODE SENSE(6), all pages");
        Expect({0x1a, 0x08, 0x08, 0, 255}, join({{23, 0, 0x10, 0}, caching}), "caching, DBD");
        Expect({0x1a, 0x08, 0x4a, 0, 255}, join({{15, 0, 0x10, 0}, masks}), "changeable masks");
        Expect({0x1a, 0x08, 0x8a, 0, 255}, join({{15, 0, 0x10, 0}, control}), "defaults");
        // 6 + 8 + 12 = 26.
        Expect({0x5a, 0, 0x0a, 0xff, 0, 0, 0, 0, 255},
               join({{0, 26, 0, 0x10, 0, 0, 0, 8}, shortDescriptor, control}),
               "MODE SENSE(10), control");
        // 6 + 16 + 20 + 12 + 12 = 66.
        Expect({0x5a, 0x10, 0x3f, 0, 0, 0, 0, 1, 0},
               join({{0, 66, 0, 0x10, 1, 0, 0, 16}, longDescriptor, caching, control, exceptions}),
               "MODE SENSE(10), LLBAA");
    }

    void DoRun() override
    {
        disk->SetAttribute("Vendor", StringValue("SEAGATE"));
        disk->SetAttribute("Product", StringValue("ST39102LC"));
        disk->SetAttribute("Revision", StringValue("0004"));
        disk->SetAttribute("Serial", StringValue("LJ042"));
        disk->SetAttribute("RotationRate", UintegerValue(10025));
        disk->SetAttribute("MaxTransferLength", UintegerValue(64 << 10));
        Inquiry();
        Identification();
        Capacity();
        ModeSense();
        Bytes noSense{0x70, 0, 0, 0, 0, 0, 0, 10};
        noSense.resize(18);
        Expect(ScsiRequestSenseCdb{false, 252}.Encode(), noSense, "REQUEST SENSE");
        Bytes luns{0, 0, 0, 8};
        luns.resize(16);
        Expect(ScsiReportLunsCdb{0, 16}.Encode(), luns, "REPORT LUNS");
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 0, "nothing of this asks the drive");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Allocation length and the initiator's buffer cut differently.
 */
class ScsiResidualTest : public ScsiDiskTestCase
{
  public:
    ScsiResidualTest()
        : ScsiDiskTestCase("Residuals tell what the buffer had too much or too little")
    {
    }

  private:
    /**
     * Run INQUIRY, which has 96 bytes.
     *
     * @param allocation allocation length
     * @param buffer data-in buffer
     * @param size bytes that come
     * @param residual the residual
     */
    void Inquiry(uint16_t allocation, uint32_t buffer, std::size_t size, int64_t residual)
    {
        port.Run(ScsiInquiryCdb{false, 0, allocation}.Encode(), buffer);
        ExpectGood(residual, "INQUIRY");
        NS_TEST_EXPECT_MSG_EQ(port.dataIn.size(), size, "bytes of INQUIRY");
    }

    /**
     * Run READ(10) of blocks of 512 bytes.
     *
     * @param blocks number of blocks
     * @param buffer data-in buffer
     * @param size bytes that come
     * @param residual the residual
     */
    void Read(uint32_t blocks, uint32_t buffer, std::size_t size, int64_t residual)
    {
        port.Run(ScsiBlockCdb{ScsiOpcode::READ_10, 0, blocks, 0}.Encode(), buffer);
        ExpectGood(residual, "READ");
        NS_TEST_EXPECT_MSG_EQ(port.dataIn.size(), size, "bytes of READ");
    }

    /**
     * Run WRITE(10) of blocks of 512 bytes.
     *
     * @param blocks number of blocks
     * @param buffer data-out buffer
     * @param taken bytes that the disk takes
     * @param written blocks that the drive gets, zero if it is not asked
     * @param residual the residual
     */
    void Write(uint32_t blocks, uint32_t buffer, uint32_t taken, uint32_t written, int64_t residual)
    {
        drive->asked.clear();
        port.Run(ScsiBlockCdb{ScsiOpcode::WRITE_10, 0, blocks, 0}.Encode(), 0, Bytes(buffer));
        ExpectGood(residual, "WRITE");
        NS_TEST_EXPECT_MSG_EQ(port.asked, taken, "bytes of WRITE");
        NS_TEST_ASSERT_MSG_EQ(drive->asked.size(), (written > 0 ? 1 : 0), "the drive is asked");
        NS_TEST_EXPECT_MSG_EQ((written == 0 || drive->asked[0].blocks == written),
                              true,
                              "whole blocks are written");
    }

    void DoRun() override
    {
        Inquiry(96, 96, 96, 0);
        Inquiry(36, 36, 36, 0);     // what the allocation length cuts off is no overflow
        Inquiry(36, 96, 36, 60);    // 96 - 36
        Inquiry(255, 255, 96, 159); // 255 - 96
        Inquiry(96, 36, 36, -60);   // 36 - 96
        Inquiry(0, 10, 0, 10);
        Read(2, 1024, 1024, 0);
        Read(2, 2000, 1024, 976);
        Read(2, 512, 512, -512);
        Read(2, 700, 700, -324);
        Read(2, 0, 0, -1024);
        Read(0, 512, 0, 512);
        Write(2, 1024, 1024, 2, 0);
        Write(2, 2000, 1024, 2, 976);
        Write(2, 512, 512, 1, -512);
        Write(2, 700, 700, 1, -324);
        Write(2, 100, 100, 0, -924);
        Write(2, 0, 0, 0, -1024);
        Write(0, 512, 0, 0, 512);
        port.Run(MakeScsiCdb(ScsiOpcode::TEST_UNIT_READY), 36);
        ExpectGood(36, "TEST UNIT READY");
        port.Run({0xff}, 36);
        NS_TEST_EXPECT_MSG_EQ(port.task->residual, 36, "nothing came");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Every command on blocks reaches the drive as it should.
 */
class ScsiBlockCommandsTest : public ScsiDiskTestCase
{
  public:
    ScsiBlockCommandsTest()
        : ScsiDiskTestCase("READ, WRITE, VERIFY and SYNCHRONIZE CACHE of every length")
    {
    }

  private:
    /**
     * Run a command for 3 blocks from 5 on.
     *
     * @param opcode the command
     * @param flags byte 1
     * @param operation what the drive is to be asked
     */
    void Expect(ScsiOpcode opcode, uint8_t flags, BlockOperation operation)
    {
        drive->asked.clear();
        const bool reads = operation == BlockOperation::READ;
        const bool takes = operation == BlockOperation::WRITE || flags & 0x02;
        port.Run(ScsiBlockCdb{opcode, 5, 3, flags}.Encode(),
                 reads ? 1536 : 0,
                 Bytes(takes ? 1536 : 0));
        const auto name = std::to_string(static_cast<int>(opcode));
        ExpectGood(0, name);
        NS_TEST_EXPECT_MSG_EQ(port.dataIn.size(), (reads ? 1536 : 0), name);
        NS_TEST_EXPECT_MSG_EQ(port.asked, (takes ? 1536 : 0), name);
        NS_TEST_ASSERT_MSG_EQ(drive->asked.size(), 1, name);
        NS_TEST_EXPECT_MSG_EQ(drive->asked[0].operation, operation, name);
        NS_TEST_EXPECT_MSG_EQ(drive->asked[0].lba, 5, name);
        NS_TEST_EXPECT_MSG_EQ(drive->asked[0].blocks, 3, name);
        NS_TEST_EXPECT_MSG_EQ(drive->asked[0].hasData, false, "no contents are kept");
    }

    void DoRun() override
    {
        using enum ScsiOpcode;
        for (const auto opcode : {READ_6, READ_10, READ_12, READ_16})
        {
            Expect(opcode, 0, BlockOperation::READ);
        }
        Expect(READ_10, ScsiBlockCdb::DPO | ScsiBlockCdb::FUA, BlockOperation::READ);
        for (const auto opcode : {WRITE_6, WRITE_10, WRITE_12, WRITE_16})
        {
            Expect(opcode, 0, BlockOperation::WRITE);
        }
        for (const auto opcode : {VERIFY_10, VERIFY_12, VERIFY_16})
        {
            Expect(opcode, 0, BlockOperation::VERIFY);
            Expect(opcode, ScsiBlockCdb::BYTCHK_COMPARE, BlockOperation::VERIFY);
        }
        for (const auto opcode : {SYNCHRONIZE_CACHE_10, SYNCHRONIZE_CACHE_16})
        {
            for (const uint8_t flags : {0, 2})
            {
                drive->asked.clear();
                port.Start(ScsiBlockCdb{opcode, 5, 3, flags}.Encode(), 0, {});
                NS_TEST_EXPECT_MSG_EQ(port.completions, flags / 2, "IMMED: at once");
                Simulator::Run();
                ExpectGood(0, "SYNCHRONIZE CACHE");
                NS_TEST_ASSERT_MSG_EQ(drive->asked.size(), 1, "SYNCHRONIZE CACHE");
                NS_TEST_EXPECT_MSG_EQ(drive->asked[0].operation, BlockOperation::FLUSH, "flush");
            }
        }
        // READ(6) of zero blocks is one of 256.
        port.Run({0x08}, 256 * 512);
        ExpectGood(0, "READ(6) of 256");
        NS_TEST_EXPECT_MSG_EQ(port.dataIn.size(), 131072, "READ(6) of 256");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Contents travel and are compared where they are kept.
 */
class ScsiContentsTest : public ScsiDiskTestCase
{
  public:
    ScsiContentsTest()
        : ScsiDiskTestCase("With StoreData contents are written, read and verified")
    {
    }

  private:
    void DoRun() override
    {
        drive->keep = true;
        disk->SetAttribute("StoreData", BooleanValue(true));
        auto bytes = MakePattern(4 * 512, 9);
        port.Run(ScsiBlockCdb{ScsiOpcode::WRITE_10, 10, 4, 0}.Encode(), 0, bytes);
        ExpectGood(0, "WRITE");
        port.Run(ScsiBlockCdb{ScsiOpcode::READ_16, 10, 4, 0}.Encode(), 2048);
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == bytes), true, "read back");
        port.Run(ScsiBlockCdb{ScsiOpcode::READ_10, 10, 4, 0}.Encode(), 700);
        const Bytes head(bytes.begin(), bytes.begin() + 700);
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == head), true, "as much as the buffer takes");
        const auto verify = ScsiBlockCdb{ScsiOpcode::VERIFY_10, 10, 4, 0x02}.Encode();
        port.Run(verify, 0, bytes);
        ExpectGood(0, "VERIFY of the same");
        bytes[2047] ^= 1;
        port.Run(verify, 0, bytes);
        ExpectSense(ScsiSenseKey::MISCOMPARE, 0x1d00, "VERIFY with one bit off");
        // An overflow of a write: one whole block of the 700 bytes is written, the rest stays.
        port.Run(ScsiBlockCdb{ScsiOpcode::WRITE_10, 10, 4, 0}.Encode(), 0, Bytes(700, 0xee));
        ExpectGood(-1348, "700 - 2048");
        port.Run(ScsiBlockCdb{ScsiOpcode::READ_10, 10, 2, 0}.Encode(), 1024);
        Bytes expected(512, 0xee);
        expected.insert(expected.end(), bytes.begin() + 512, bytes.begin() + 1024);
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == expected), true, "one block changed");
    }
};

/**
 * @ingroup scsi-tests
 *
 * What cannot be is refused with the sense data that SPC-4 and SBC-3 ask for.
 */
class ScsiRefusalTest : public ScsiDiskTestCase
{
  public:
    ScsiRefusalTest()
        : ScsiDiskTestCase("Unknown commands, bad fields, bad blocks and bad media")
    {
    }

  private:
    /**
     * Fields that the disk does not take.
     */
    void Fields()
    {
        const std::vector<ScsiCdb> invalid{
            {0x12, 0, 0x80, 0, 96},                            // INQUIRY, page without EVPD
            {0x12, 1, 0x81, 0, 96},                            // INQUIRY, no such page
            {0x1a, 0, 0x1d, 0, 96},                            // MODE SENSE, no such page
            {0x1a, 0, 0x08, 1, 96},                            // MODE SENSE, no such subpage
            {0x03, 2, 0, 0, 96},                               // REQUEST SENSE, reserved bit
            {0xa0, 0, 3, 0, 0, 0, 0, 0, 0, 96},                // REPORT LUNS, reserved
            {0x9e, 0x13, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32}, // SERVICE ACTION IN, another
            {0x1b, 0, 0, 0, 0x02},                             // START STOP UNIT, LOEJ
            {0x1b, 0, 0, 0, 0x30},                             // START STOP UNIT, STANDBY
            {0x28, 0x20, 0, 0, 0, 0, 0, 0, 1},                 // READ, RDPROTECT
            {0x2f, 0x04, 0, 0, 0, 0, 0, 0, 1},                 // VERIFY, BYTCHK 10b
            {0x2f, 0x08, 0, 0, 0, 0, 0, 0, 1},                 // VERIFY, reserved bit
            {0x28, 0, 0, 0, 0, 0, 0, 0, 129},                  // READ, more than 64 KiB
            {0x28, 0, 0, 0, 0, 0, 0, 0, 1, 0x04}};             // READ, NACA
        for (std::size_t i = 0; i < invalid.size(); ++i)
        {
            port.Run(invalid[i], 96);
            ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "CDB " + std::to_string(i));
        }
        port.Run({0x1a, 0, 0xff, 0, 96}, 96);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x3900, "saved values");
        port.Run({0x5d}, 96);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2000, "no such command");
        const Bytes sense{0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0};
        NS_TEST_EXPECT_MSG_EQ((port.task->sense == sense), true, "byte for byte");
    }

    /**
     * Blocks past the last, 999.
     */
    void Blocks()
    {
        using enum ScsiOpcode;
        for (const auto opcode : {READ_6, WRITE_10, VERIFY_12, READ_16, WRITE_16})
        {
            port.Run(ScsiBlockCdb{opcode, 998, 3, 0}.Encode(), 1536, Bytes(1536));
            ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2100, "998 to 1000");
            NS_TEST_EXPECT_MSG_EQ(port.sense->information.value_or(0), 1000, "the first bad one");
            NS_TEST_EXPECT_MSG_EQ(port.asked, 0, "no data are asked for");
        }
        port.Run(ScsiBlockCdb{READ_16, UINT64_MAX, UINT32_MAX, 0}.Encode(), 512);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2100, "beyond 64 bits");
        port.Run(ScsiBlockCdb{SYNCHRONIZE_CACHE_10, 999, 2, 0}.Encode(), 0);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2100, "SYNCHRONIZE CACHE");
        port.Run(ScsiBlockCdb{READ_10, 999, 1, 0}.Encode(), 512);
        ExpectGood(0, "the last");
        port.Run(ScsiBlockCdb{READ_10, 999, 0, 0}.Encode(), 0);
        ExpectGood(0, "none at the last");
    }

    /**
     * Run a command on no blocks.
     *
     * @param opcode the command
     * @param lba where they would begin
     * @return "good", or its additional sense code
     */
    std::string RunEmpty(ScsiOpcode opcode, uint64_t lba)
    {
        // COMPARE AND WRITE takes as many data as it names, and no more.
        const Bytes out(opcode == ScsiOpcode::COMPARE_AND_WRITE ? 0 : 512);
        port.Run(ScsiBlockCdb{opcode, lba, 0, 0}.Encode(), 512, out);
        NS_TEST_EXPECT_MSG_EQ(port.completions, 1, "once");
        NS_TEST_EXPECT_MSG_EQ(port.asked, 0, "no data are asked for");
        NS_TEST_EXPECT_MSG_EQ(port.dataIn.size(), 0, "no data are sent");
        return port.sense ? std::to_string(static_cast<int>(port.sense->additional)) : "good";
    }

    /**
     * No blocks: there are none of those at the end of the medium, which is not beyond it.
     */
    void NoBlocks()
    {
        using enum ScsiOpcode;
        const auto outOfRange = std::to_string(0x2100);
        for (const auto opcode : {READ_10,
                                  READ_12,
                                  READ_16,
                                  WRITE_10,
                                  WRITE_12,
                                  WRITE_16,
                                  VERIFY_10,
                                  VERIFY_12,
                                  VERIFY_16,
                                  WRITE_AND_VERIFY_10,
                                  WRITE_AND_VERIFY_12,
                                  WRITE_AND_VERIFY_16,
                                  ORWRITE_16,
                                  COMPARE_AND_WRITE})
        {
            const auto name = "opcode " + std::to_string(static_cast<int>(opcode));
            drive->asked.clear();
            NS_TEST_EXPECT_MSG_EQ(RunEmpty(opcode, 999), "good", name << " at the last");
            NS_TEST_EXPECT_MSG_EQ(RunEmpty(opcode, 1000), "good", name << " behind the last");
            NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 0, name << ": nothing to do");
            NS_TEST_EXPECT_MSG_EQ(RunEmpty(opcode, 1001), outOfRange, name << " beyond that");
            NS_TEST_EXPECT_MSG_EQ(port.sense->information.value_or(0), 1001, "which block");
        }
        // Here no blocks are all that follow: behind the last there are none.
        for (const auto opcode :
             {SYNCHRONIZE_CACHE_10, SYNCHRONIZE_CACHE_16, PRE_FETCH_10, PRE_FETCH_16})
        {
            const auto name = "opcode " + std::to_string(static_cast<int>(opcode));
            NS_TEST_EXPECT_MSG_EQ(RunEmpty(opcode, 1000), "good", name << " behind the last");
            NS_TEST_EXPECT_MSG_EQ(RunEmpty(opcode, 1001), outOfRange, name << " beyond that");
        }
        drive->asked.clear();
        RunEmpty(PRE_FETCH_10, 1000);
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 0, "nothing to fetch");
        port.Run(ScsiBlockCdb{PRE_FETCH_10, 1000, 0, ScsiBlockCdb::IMMED}.Encode());
        NS_TEST_EXPECT_MSG_EQ(port.completions, 1, "at once, and once");
        for (const auto opcode : {WRITE_SAME_10, WRITE_SAME_16})
        {
            NS_TEST_EXPECT_MSG_EQ(RunEmpty(opcode, 1000), std::to_string(0x2400), "WSNZ");
            NS_TEST_EXPECT_MSG_EQ(RunEmpty(opcode, 1001), outOfRange, "WRITE SAME beyond that");
        }
    }

    /**
     * A drive that fails.
     */
    void Medium()
    {
        using enum ScsiOpcode;
        const auto read = ScsiBlockCdb{READ_10, 40, 3, 0}.Encode();
        const auto write = ScsiBlockCdb{WRITE_10, 40, 3, 0}.Encode();
        drive->badLba = 41;
        port.Run(read, 1536);
        ExpectSense(ScsiSenseKey::MEDIUM_ERROR, 0x1100, "READ");
        NS_TEST_EXPECT_MSG_EQ(port.sense->information.value_or(0), 40, "INFORMATION");
        NS_TEST_EXPECT_MSG_EQ(port.task->residual, 1536, "nothing came");
        port.Run(write, 0, Bytes(1536));
        ExpectSense(ScsiSenseKey::MEDIUM_ERROR, 0x0c00, "WRITE");
        port.Run(ScsiBlockCdb{VERIFY_10, 40, 3, 0}.Encode());
        ExpectSense(ScsiSenseKey::MEDIUM_ERROR, 0x1100, "VERIFY");
        drive->badLba.reset();
        drive->status = BlockStatus::NOT_READY;
        port.Run(read, 1536);
        ExpectSense(ScsiSenseKey::NOT_READY, 0x0400, "not ready");
        drive->status = BlockStatus::TRANSPORT_ERROR;
        port.Run(read, 1536);
        ExpectSense(ScsiSenseKey::HARDWARE_ERROR, 0x4400, "path to the drive");
        drive->status = BlockStatus::LBA_OUT_OF_RANGE;
        port.Run(read, 1536);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2100, "the drive knows better");
        drive->status = BlockStatus::OK;
        drive->ready = false;
        port.Run(read, 1536);
        ExpectSense(ScsiSenseKey::NOT_READY, 0x0400, "not there yet");
        drive->ready = true;
    }

    void DoRun() override
    {
        disk->SetAttribute("MaxTransferLength", UintegerValue(64 << 10));
        Fields();
        Blocks();
        NoBlocks();
        Medium();
    }
};

/**
 * @ingroup scsi-tests
 *
 * A stopped disk answers what needs no medium.
 */
class ScsiStartStopTest : public ScsiDiskTestCase
{
  public:
    ScsiStartStopTest()
        : ScsiDiskTestCase("A stopped disk is not ready until it is started")
    {
    }

  private:
    void DoRun() override
    {
        const auto test = MakeScsiCdb(ScsiOpcode::TEST_UNIT_READY);
        port.Run(ScsiStartStopCdb{}.Encode());
        ExpectGood(0, "stop");
        NS_TEST_EXPECT_MSG_EQ(disk->IsStarted(), false, "stopped");
        NS_TEST_ASSERT_MSG_EQ(drive->asked.size(), 1, "caches are written first");
        NS_TEST_EXPECT_MSG_EQ(drive->asked[0].operation, BlockOperation::FLUSH, "flush");
        for (const auto& cdb : {test, MakeScsiCdb(ScsiOpcode::READ_10)})
        {
            port.Run(cdb);
            ExpectSense(ScsiSenseKey::NOT_READY, 0x0402, "stopped");
        }
        port.Run(ScsiInquiryCdb{false, 0, 36}.Encode(), 36);
        ExpectGood(0, "INQUIRY needs no medium");
        port.Run(ScsiRequestSenseCdb{false, 18}.Encode(), 18);
        ExpectGood(0, "REQUEST SENSE");
        const auto sense = ScsiSense::Decode(port.dataIn);
        NS_TEST_ASSERT_MSG_EQ(sense.has_value(), true, "sense data");
        NS_TEST_EXPECT_MSG_EQ((sense->key == ScsiSenseKey::NOT_READY), true, "tells why");
        port.Run(ScsiStartStopCdb{false, 0, false, false, true}.Encode());
        ExpectGood(0, "start");
        port.Run(test);
        ExpectGood(0, "ready again");
        port.Run(ScsiStartStopCdb{false, 0, true, false, false}.Encode());
        ExpectGood(0, "stop, NO_FLUSH");
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 1, "no second flush");
    }
};

/**
 * @ingroup scsi-tests
 *
 * A lost task is forgotten at every point of its way.
 */
class ScsiTaskLostTest : public ScsiDiskTestCase
{
  public:
    ScsiTaskLostTest()
        : ScsiDiskTestCase("A lost task gets no answer and leaves nothing behind")
    {
    }

  private:
    void DoRun() override
    {
        const auto write = ScsiBlockCdb{ScsiOpcode::WRITE_10, 0, 4, 0}.Encode();
        port.Start(write, 0, Bytes(2048));
        disk->TaskLost(port.task);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(port.completions, 0, "lost before its data came");
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 0, "nothing was written");
        port.Start(ScsiBlockCdb{ScsiOpcode::READ_10, 0, 4, 0}.Encode(), 2048, {});
        disk->TaskLost(port.task);
        disk->TaskLost(port.task);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(port.completions, 0, "lost while the drive was busy");
        NS_TEST_EXPECT_MSG_EQ(port.dataIn.size(), 0, "no data either");
        NS_TEST_EXPECT_MSG_EQ(port.task->GetReferenceCount(), 1, "nobody holds it");
        port.Run(write, 0, Bytes(2048));
        ExpectGood(0, "the next one");
        NS_TEST_EXPECT_MSG_EQ(port.task->GetReferenceCount(), 1, "nobody holds it");
    }
};

/**
 * @ingroup scsi-tests
 *
 * A user's mistakes are named.
 */
class ScsiDiskUserErrorTest : public ScsiDiskTestCase
{
  public:
    ScsiDiskUserErrorTest()
        : ScsiDiskTestCase("A missing drive and texts that do not fit are named")
    {
    }

  private:
    /**
     * @return the error of an INQUIRY, empty if there is none
     */
    std::string GetError()
    {
        try
        {
            port.Run(ScsiInquiryCdb{false, 0, 36}.Encode(), 36);
        }
        catch (const UserError& error)
        {
            return error.what();
        }
        return "";
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetError(), "", "the defaults are right");
        disk->SetAttribute("Vendor", StringValue("NINE CHAR"));
        NS_TEST_EXPECT_MSG_EQ(GetError(),
                              "ScsiDisk: attribute Vendor: \"NINE CHAR\" must be at most 8 "
                              "printable ASCII characters",
                              "too long");
        disk->SetAttribute("Vendor", StringValue("A\tB"));
        NS_TEST_EXPECT_MSG_NE(GetError(), "", "a tabulator");
        disk->SetBlockDevice(nullptr);
        NS_TEST_EXPECT_MSG_EQ(GetError(), "ScsiDisk: attribute BlockDevice is not set", "none");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Whatever comes, the disk answers once.
 */
class ScsiGarbageTest : public ScsiDiskTestCase
{
  public:
    ScsiGarbageTest()
        : ScsiDiskTestCase("100,000 random CDBs each end with one status")
    {
    }

  private:
    void DoRun() override
    {
        constexpr int COUNT = 100000;
        auto router = CreateObject<ScsiTaskRouter>();
        router->AddLogicalUnit(0, disk);
        port.device = router;
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(1);
        auto byte = [&random] { return static_cast<uint8_t>(random->GetInteger(0, 255)); };
        // Half of the operation codes are known ones, so that fields are tried and not only codes.
        Bytes known;
        for (const auto& command : GetScsiDiskCommands().GetAll())
        {
            known.push_back(static_cast<uint8_t>(command.opcode));
        }
        int answered = 0;
        int good = 0;
        int refused = 0;
        for (int i = 0; i < COUNT; ++i)
        {
            ScsiCdb cdb{};
            // Zeros are frequent, so that addresses and flags are often right.
            for (auto& field : cdb)
            {
                field = random->GetInteger(0, 5) == 0 ? byte() : 0;
            }
            cdb[0] = i % 2 ? known[random->GetInteger(0, known.size() - 1)] : byte();
            port.lun = i % 16 == 0 ? EncodeScsiLun(1) : 0;
            port.Run(cdb, random->GetInteger(0, 3) * 500, Bytes(random->GetInteger(0, 3) * 500));
            answered += port.completions;
            good += port.task->status == ScsiStatus::GOOD;
            good += port.task->status == ScsiStatus::CONDITION_MET;
            refused += port.task->status == ScsiStatus::CHECK_CONDITION && port.sense;
            refused += port.task->status == ScsiStatus::RESERVATION_CONFLICT;
            if (!disk->IsStarted())
            {
                port.lun = 0;
                port.Run(ScsiStartStopCdb{false, 0, false, false, true}.Encode());
            }
        }
        NS_TEST_EXPECT_MSG_EQ(answered, COUNT, "each once");
        NS_TEST_EXPECT_MSG_EQ(good + refused,
                              COUNT,
                              "done, or refused with sense data or for a reservation");
        NS_TEST_EXPECT_MSG_GT(good, COUNT / 20, "many are carried out");
        NS_TEST_EXPECT_MSG_GT(refused, COUNT / 20, "many are refused");
        NS_TEST_EXPECT_MSG_EQ(drive->GetOutstanding(), 0, "nothing is left");
    }
};

/**
 * @ingroup scsi-tests
 *
 * ScsiDisk.
 */
class ScsiDiskTestSuite : public TestSuite
{
  public:
    ScsiDiskTestSuite()
        : TestSuite("scsi-disk", Type::UNIT)
    {
        AddTestCase(new ScsiParameterDataTest, Duration::QUICK);
        AddTestCase(new ScsiResidualTest, Duration::QUICK);
        AddTestCase(new ScsiBlockCommandsTest, Duration::QUICK);
        AddTestCase(new ScsiContentsTest, Duration::QUICK);
        AddTestCase(new ScsiRefusalTest, Duration::QUICK);
        AddTestCase(new ScsiStartStopTest, Duration::QUICK);
        AddTestCase(new ScsiTaskLostTest, Duration::QUICK);
        AddTestCase(new ScsiDiskUserErrorTest, Duration::QUICK);
        AddTestCase(new ScsiGarbageTest, Duration::QUICK);
    }
};

static ScsiDiskTestSuite g_scsiDiskTestSuite; //!< registers the suite
