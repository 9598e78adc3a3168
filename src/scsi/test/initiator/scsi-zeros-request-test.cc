/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-block-device-bench.h"

#include "ns3/scsi-bytes.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-zeros-request.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace ns3;
using namespace ns3::scsitest;

/**
 * @ingroup scsi-tests
 *
 * Zeros take one block of data for each WRITE SAME(16), as many blocks of the unit as it takes at
 * once, and read as zeros.
 */
class ScsiZerosTest : public TestCase
{
  public:
    ScsiZerosTest()
        : TestCase("Zeros are written by WRITE SAME, with UNMAP where that may be")
    {
    }

  private:
    /**
     * Write zeros over a pattern, and look at commands and contents.
     *
     * @param mayUnmap whether they may be unmapped
     * @param flags of the commands
     */
    void Zero(bool mayUnmap, uint8_t flags)
    {
        ScsiPath path;
        path.StoreData();
        // 64 KiB are 128 blocks.
        path.disk->SetAttribute("MaxTransferLength", UintegerValue(64 << 10));
        path.SetUp();
        NS_TEST_EXPECT_MSG_EQ(path.device->GetMaxZeroBlocks(), 128, "the unit's limit");
        NS_TEST_EXPECT_MSG_EQ(path.device->CanUnmap(), true, "LBPME");
        path.Submit(BlockOperation::WRITE, 50, 310, MakePattern(310 * 512, 1));
        Simulator::Run();
        path.port->sent.clear();
        const auto zeros = Create<ScsiZerosRequest>(55, 300, mayUnmap);
        zeros->completion = MakeCallback(&ScsiPath::Done, &path);
        path.device->Submit(zeros);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(zeros->status, BlockStatus::OK, "good");
        const std::vector<uint32_t> expected{128, 128, 44};
        NS_TEST_ASSERT_MSG_EQ(path.port->sent.size(), expected.size(), "commands");
        uint64_t lba = 55;
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            const auto& task = path.port->sent[i];
            NS_TEST_EXPECT_MSG_EQ(+task.cdb[0], 0x93, "WRITE SAME(16)");
            NS_TEST_EXPECT_MSG_EQ(+task.cdb[1], +flags, "flags");
            NS_TEST_EXPECT_MSG_EQ(GetScsiNumber(&task.cdb[2], 8), lba, "start " << i);
            NS_TEST_EXPECT_MSG_EQ(GetScsiNumber(&task.cdb[10], 4), expected[i], "length " << i);
            NS_TEST_EXPECT_MSG_EQ(task.dataOutLength, 512, "one block");
            lba += expected[i];
        }
        auto read = path.Submit(BlockOperation::READ, 50, 310);
        Simulator::Run();
        auto contents = MakePattern(310 * 512, 1);
        std::fill(contents.begin() + 5 * 512, contents.begin() + 305 * 512, 0);
        NS_TEST_EXPECT_MSG_EQ((GetBytes(read->data) == contents), true, "zeros between");
    }

    void DoRun() override
    {
        Zero(false, 0);
        Zero(true, 0x08);
    }
};

/**
 * @ingroup scsi-tests
 *
 * Writes of zeros.
 */
class ScsiZerosTestSuite : public TestSuite
{
  public:
    ScsiZerosTestSuite()
        : TestSuite("scsi-zeros-request", Type::UNIT)
    {
        AddTestCase(new ScsiZerosTest, Duration::QUICK);
    }
};

static ScsiZerosTestSuite g_scsiZerosTestSuite; //!< registers the suite
