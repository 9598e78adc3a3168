/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-block-device-bench.h"

#include "ns3/boolean.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::scsitest;

/**
 * @ingroup scsi-tests
 *
 * A long request is split at the smaller of both limits and completes once.
 */
class ScsiSplitTest : public TestCase
{
  public:
    ScsiSplitTest()
        : TestCase("A request longer than a command may be is split and completes once")
    {
    }

  private:
    /**
     * @param ownLimit the device's MaxTransferLength, bytes
     * @param unitLimit the disk's MaxTransferLength, bytes
     * @param expected blocks of each command for a request of 300
     */
    void Split(uint32_t ownLimit, uint32_t unitLimit, const std::vector<uint32_t>& expected)
    {
        ScsiPath path;
        path.device->SetAttribute("MaxTransferLength", UintegerValue(ownLimit));
        path.disk->SetAttribute("MaxTransferLength", UintegerValue(unitLimit));
        path.SetUp();
        for (const auto operation :
             {BlockOperation::READ, BlockOperation::WRITE, BlockOperation::VERIFY})
        {
            path.drive->asked.clear();
            path.completed.clear();
            auto request = path.Submit(operation, 50, 300);
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(path.completed.size(), 1, "once");
            NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::OK, "good");
            NS_TEST_ASSERT_MSG_EQ(path.drive->asked.size(), expected.size(), operation);
            uint64_t lba = 50;
            for (std::size_t i = 0; i < expected.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(path.drive->asked[i].lba, lba, "start " << i);
                NS_TEST_EXPECT_MSG_EQ(path.drive->asked[i].blocks, expected[i], "length " << i);
                lba += expected[i];
            }
        }
    }

    /**
     * A request of more bytes than 32 bits count: 8388609 blocks of 512 bytes are 4 GiB and one.
     */
    void Large()
    {
        constexpr uint32_t BLOCKS = (1U << 23) + 1;
        ScsiPath path;
        path.drive->count = 1 << 24;
        path.disk->SetAttribute("MaxTransferLength", UintegerValue(1 << 30));
        path.port->pieceSize = UINT32_MAX;
        path.SetUp();
        for (const auto operation : {BlockOperation::READ, BlockOperation::WRITE})
        {
            path.drive->asked.clear();
            auto request = path.Submit(operation, 3, BLOCKS);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::OK, operation);
            uint64_t blocks = 0;
            for (const auto& asked : path.drive->asked)
            {
                blocks += asked.blocks;
            }
            NS_TEST_EXPECT_MSG_EQ(blocks, BLOCKS, operation << ": all of them");
        }
        path.device->SetAttribute("StoreData", BooleanValue(true));
        std::string error;
        try
        {
            path.Submit(BlockOperation::READ, 3, BLOCKS);
            Simulator::Run();
        }
        catch (const UserError& mistake)
        {
            error = mistake.what();
        }
        NS_TEST_EXPECT_MSG_EQ(error,
                              "StoreData: a request of 8388609 blocks of 512 bytes is too long; "
                              "contents of at most 4294967295 bytes can be kept",
                              "no packet holds them");
    }

    void DoRun() override
    {
        Large();
        Split(0, 1 << 20, {300});
        // 64 KiB are 128 blocks.
        Split(0, 64 << 10, {128, 128, 44});
        // 51,300 bytes are 100 whole blocks.
        Split(51300, 64 << 10, {100, 100, 100});
        Split(1 << 20, 64 << 10, {128, 128, 44});
    }
};

/**
 * @ingroup scsi-tests
 *
 * No more commands than QueueDepth are outstanding, and those waiting go in order.
 */
class ScsiQueueDepthTest : public TestCase
{
  public:
    ScsiQueueDepthTest()
        : TestCase("QueueDepth bounds the commands outstanding; the others wait in order")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t depth : {1U, 3U, 32U})
        {
            ScsiPath path;
            path.device->SetAttribute("QueueDepth", UintegerValue(depth));
            path.SetUp();
            const auto start = Simulator::Now();
            for (uint64_t i = 0; i < 12; ++i)
            {
                path.Submit(BlockOperation::READ, i, 1);
            }
            NS_TEST_EXPECT_MSG_EQ(path.device->GetOutstanding(), 12, "all are with the device");
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(path.completed.size(), 12, "all");
            NS_TEST_EXPECT_MSG_EQ(path.port->mostOutstanding, std::min(depth, 12U), "depth");
            for (uint64_t i = 0; i < 12; ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(path.completed[i]->lba, i, "in order");
            }
            // ceil(12 / depth) rounds of 210 us.
            const auto rounds = (12 + depth - 1) / depth;
            NS_TEST_EXPECT_MSG_EQ(path.completedAt.back() - start,
                                  MicroSeconds(210) * rounds,
                                  "rounds at depth " << depth);
        }
    }
};

/**
 * @ingroup scsi-tests
 *
 * The limits that ScsiBlockDevice keeps to: length of a command, depth of the queue.
 */
class ScsiBlockDeviceLimitsTestSuite : public TestSuite
{
  public:
    ScsiBlockDeviceLimitsTestSuite()
        : TestSuite("scsi-block-device-limits", Type::UNIT)
    {
        AddTestCase(new ScsiSplitTest, Duration::QUICK);
        AddTestCase(new ScsiQueueDepthTest, Duration::QUICK);
    }
};

static ScsiBlockDeviceLimitsTestSuite g_scsiBlockDeviceLimitsTestSuite; //!< registers the suite
