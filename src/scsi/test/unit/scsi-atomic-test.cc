/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-disk-test-case.h"

#include "ns3/boolean.h"
#include "ns3/scsi-bytes.h"
#include "ns3/uinteger.h"

using namespace ns3;
using namespace ns3::scsitest;

/**
 * @ingroup scsi-tests
 *
 * What a disk reports of atomic writes, and what it refuses (SBC-4, WRITE ATOMIC(16) command).
 */
class ScsiAtomicLimitsTest : public ScsiDiskTestCase
{
  public:
    ScsiAtomicLimitsTest()
        : ScsiDiskTestCase("WRITE ATOMIC(16) is refused beyond the limits that are reported")
    {
    }

  private:
    /**
     * Expect the five atomic fields of the block limits page, bytes 44 to 63.
     *
     * @param fields their values
     * @param what the case
     */
    void ExpectLimits(const std::vector<uint32_t>& fields, const std::string& what)
    {
        Bytes expected;
        for (const auto field : fields)
        {
            AppendScsiNumber(expected, 4, field);
        }
        port.Run(ScsiInquiryCdb{true, 0xb0, 64}.Encode(), 64);
        ExpectGood(0, what);
        const Bytes found(port.dataIn.begin() + 44, port.dataIn.end());
        NS_TEST_EXPECT_MSG_EQ((found == expected), true, what << ": bytes 44 to 63");
    }

    /**
     * Run a write with as much data as it names.
     *
     * @param lba first block
     * @param boundary ATOMIC BOUNDARY
     * @param blocks number of blocks
     */
    void Write(uint64_t lba, uint16_t boundary, uint16_t blocks)
    {
        port.Run(ScsiWriteAtomicCdb{0, lba, boundary, blocks}.Encode(), 0, Bytes(blocks * 512));
    }

    /**
     * Expect that a write is refused because of a field of its CDB.
     *
     * @param lba first block
     * @param boundary ATOMIC BOUNDARY
     * @param blocks number of blocks
     * @param byte the first byte of the field
     */
    void ExpectFault(uint64_t lba, uint16_t boundary, uint16_t blocks, uint16_t byte)
    {
        Write(lba, boundary, blocks);
        const auto what = "byte " + std::to_string(byte);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, what);
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{byte, std::nullopt, true}),
                              true,
                              what);
    }

    /**
     * Lengths and boundaries.
     */
    void Lengths()
    {
        Write(0, 0, 128);
        ExpectGood(0, "64 KiB, the most");
        ExpectFault(0, 0, 129, 12);
        Write(0, 128, 256);
        ExpectGood(0, "with a boundary, as much as a transfer may");
        ExpectFault(0, 128, 257, 12);
        ExpectFault(0, 129, 4, 10);
        Write(7, 0, 0);
        ExpectGood(0, "no blocks");
        Write(1000, 0, 0);
        ExpectGood(0, "no blocks behind the last");
        Write(1001, 0, 0);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2100, "beyond the end");
        Write(1000 - 200, 0, 400);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2100, "the end comes before the length");
        port.Run(ScsiWriteAtomicCdb{0x20, 0, 0, 1}.Encode(), 0, Bytes(512));
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "WRPROTECT");
        port.Run(ScsiWriteAtomicCdb{0, 0, 0, 2}.Encode(), 0, Bytes(1023));
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x0e03, "a byte is missing");
    }

    /**
     * Alignment of 8 and granularity of 4 blocks.
     */
    void Alignment()
    {
        disk->SetAttribute("AtomicAlignment", UintegerValue(8));
        disk->SetAttribute("AtomicGranularity", UintegerValue(4));
        ExpectLimits({128, 8, 4, 256, 128}, "aligned");
        Write(16, 0, 12);
        ExpectGood(0, "aligned");
        ExpectFault(12, 0, 12, 2);
        ExpectFault(16, 0, 10, 12);
        Write(16, 16, 12);
        ExpectGood(0, "boundary aligned");
        ExpectFault(16, 12, 12, 10);
    }

    void DoRun() override
    {
        ExpectLimits({2048, 0, 0, 65535, 2048}, "1 MiB of 32 MiB, which 16 bits cannot name");
        disk->SetAttribute("MaxTransferLength", UintegerValue(128 << 10));
        ExpectLimits({256, 0, 0, 256, 256}, "no more than a transfer");
        disk->SetAttribute("MaxAtomicLength", UintegerValue(64 << 10));
        ExpectLimits({128, 0, 0, 256, 128}, "64 KiB");
        Lengths();
        Alignment();
    }
};

/**
 * @ingroup scsi-tests
 *
 * WRITE ATOMIC(16) is one write, and nothing comes between its beginning and its end.
 */
class ScsiAtomicWriteTest : public ScsiDiskTestCase
{
  public:
    ScsiAtomicWriteTest()
        : ScsiDiskTestCase("WRITE ATOMIC(16) writes all or nothing, alone at the drive")
    {
    }

  private:
    void DoRun() override
    {
        drive->keep = true;
        disk->SetAttribute("StoreData", BooleanValue(true));
        const auto data = MakePattern(2048, 3);
        port.Run(ScsiWriteAtomicCdb{0x18, 40, 2, 4}.Encode(), 0, data);
        ExpectGood(0, "DPO, FUA and a boundary");
        NS_TEST_ASSERT_MSG_EQ(drive->asked.size(), 1, "one request");
        NS_TEST_EXPECT_MSG_EQ(drive->asked[0].operation, BlockOperation::WRITE, "a write");
        NS_TEST_EXPECT_MSG_EQ(drive->asked[0].lba, 40, "LBA");
        NS_TEST_EXPECT_MSG_EQ(drive->asked[0].blocks, 4, "blocks");
        NS_TEST_EXPECT_MSG_EQ(drive->asked[0].forced, true, "FUA");
        NS_TEST_EXPECT_MSG_EQ((drive->asked[0].order == BlockOrder::ORDERED), true, "alone");
        port.Run(ScsiBlockCdb{ScsiOpcode::READ_10, 40, 4, 0}.Encode(), 2048);
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == data), true, "contents");
        // A read that comes behind it waits for it: never are both at the drive.
        port.several = true;
        drive->mostRunning = 0;
        port.Start(ScsiWriteAtomicCdb{0, 40, 0, 4}.Encode(), 0, Bytes(2048, 9));
        // The data come as events of this moment; the read is behind the command all the same.
        port.Run(ScsiBlockCdb{ScsiOpcode::READ_10, 40, 4, 0}.Encode(), 2048);
        NS_TEST_EXPECT_MSG_EQ(port.completions, 2, "both ended");
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == Bytes(2048, 9)), true, "what was written");
        NS_TEST_EXPECT_MSG_EQ(drive->mostRunning, 1, "one at a time");
        NS_TEST_EXPECT_MSG_EQ(drive->asked[2].forced, true, "past the cache without FUA, too");
        port.several = false;
        drive->badLba = 42;
        port.Run(ScsiWriteAtomicCdb{0, 40, 0, 4}.Encode(), 0, Bytes(2048));
        ExpectSense(ScsiSenseKey::MEDIUM_ERROR, 0x0c00, "a write that fails");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Atomic writes.
 */
class ScsiAtomicTestSuite : public TestSuite
{
  public:
    ScsiAtomicTestSuite()
        : TestSuite("scsi-atomic", Type::UNIT)
    {
        AddTestCase(new ScsiAtomicLimitsTest, Duration::QUICK);
        AddTestCase(new ScsiAtomicWriteTest, Duration::QUICK);
    }
};

static ScsiAtomicTestSuite g_scsiAtomicTestSuite; //!< registers the suite
