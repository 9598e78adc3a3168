/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-block-device-bench.h"

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
 * Every operation becomes its command, and takes the time it should.
 */
class ScsiOperationsTest : public TestCase
{
  public:
    ScsiOperationsTest()
        : TestCase("Reads, writes, verifies and flushes become commands and complete once")
    {
    }

  private:
    void DoRun() override
    {
        ScsiPath path;
        path.drive->count = uint64_t{1} << 33;
        path.SetUp();
        const auto start = Simulator::Now();
        path.Submit(BlockOperation::READ, 7, 8);
        path.Submit(BlockOperation::WRITE, 0xfffffffe, 3);
        path.Submit(BlockOperation::VERIFY, 9, 1);
        path.Submit(BlockOperation::FLUSH, 0, 0);
        path.Submit(BlockOperation::READ, uint64_t{1} << 32, 1);
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 0, "never from inside Submit");
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(path.completed.size(), 5, "each once");
        for (const auto& request : path.completed)
        {
            NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::OK, request->operation);
            NS_TEST_EXPECT_MSG_EQ(request->data, nullptr, "no contents are kept");
        }
        const std::vector<ScsiCdb> cdbs{{0x28, 0, 0, 0, 0, 7, 0, 0, 8},
                                        {0x2a, 0, 0xff, 0xff, 0xff, 0xfe, 0, 0, 3},
                                        {0x2f, 0, 0, 0, 0, 9, 0, 0, 1},
                                        {0x35},
                                        {0x88, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1}};
        NS_TEST_ASSERT_MSG_EQ(path.port->sent.size(), cdbs.size(), "one command each");
        for (std::size_t i = 0; i < cdbs.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ((path.port->sent[i].cdb == cdbs[i]), true, "CDB " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(path.port->sent[0].dataInLength, 4096, "8 blocks");
        NS_TEST_EXPECT_MSG_EQ(path.port->sent[1].dataOutLength, 1536, "3 blocks");
        // There and back 200 us, the drive 10 us; a write waits 200 us more for its data, so it
        // comes last.
        NS_TEST_EXPECT_MSG_EQ(path.completedAt[0] - start, MicroSeconds(210), "read");
        NS_TEST_EXPECT_MSG_EQ(path.completed[4]->operation, BlockOperation::WRITE, "last");
        NS_TEST_EXPECT_MSG_EQ(path.completedAt[4] - start, MicroSeconds(410), "write");
        NS_TEST_EXPECT_MSG_EQ(path.device->GetOutstanding(), 0, "nothing left");
        Limits();
    }

    /**
     * What the fields of READ(10) and its kin can just hold, and what they cannot (SBC-3, 5.11).
     */
    void Limits()
    {
        ScsiPath path;
        path.drive->count = uint64_t{1} << 33;
        path.SetUp();
        path.Submit(BlockOperation::READ, 0xffffffff, 1);
        path.Submit(BlockOperation::VERIFY, 0, 0xffff);
        path.Submit(BlockOperation::VERIFY, 0, 0x10000);
        Simulator::Run();
        const std::vector<ScsiCdb> cdbs{{0x28, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 1},
                                        {0x2f, 0, 0, 0, 0, 0, 0, 0xff, 0xff},
                                        {0x8f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};
        NS_TEST_ASSERT_MSG_EQ(path.port->sent.size(), cdbs.size(), "one command each");
        for (std::size_t i = 0; i < cdbs.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ((path.port->sent[i].cdb == cdbs[i]), true, "limit " << i);
        }
    }
};

/**
 * @ingroup scsi-tests
 *
 * What a request asks beside its blocks gets through to the drive, and what the drive says of its
 * caches gets back.
 */
class ScsiAccessTest : public TestCase
{
  public:
    ScsiAccessTest()
        : TestCase("Forced unit access, order and cache settings get through both ways")
    {
    }

  private:
    void DoRun() override
    {
        using enum BlockOrder;
        ScsiPath path;
        path.drive->cache = {true, false};
        path.device->SetAttribute("MaxTransferLength", UintegerValue(2 * 512));
        path.device->SetAttribute("QueueDepth", UintegerValue(1));
        path.SetUp();
        NS_TEST_EXPECT_MSG_EQ((path.device->GetCacheSettings() == path.drive->cache), true, "told");
        NS_TEST_EXPECT_MSG_EQ(path.device->SetCacheSettings({false, false}),
                              false,
                              "not from here");

        path.Submit(BlockOperation::READ, 0, 3, {}, true);
        path.Submit(BlockOperation::WRITE, 10, 1, {}, true, ORDERED);
        path.Submit(BlockOperation::VERIFY, 20, 1, {}, true);
        path.Submit(BlockOperation::READ, 30, 1, {}, false, HEAD_OF_QUEUE);
        Simulator::Run();
        // One command at a time. The first half of the read is out when the others come; the one
        // for the head of the queue passes what waits, the other half too.
        const std::vector<TestBlockDevice::Asked> expected{
            {BlockOperation::READ, 0, 2, false, true, SIMPLE},
            {BlockOperation::READ, 30, 1, false, false, HEAD_OF_QUEUE},
            {BlockOperation::READ, 2, 1, false, true, SIMPLE},
            {BlockOperation::WRITE, 10, 1, false, true, ORDERED},
            {BlockOperation::VERIFY, 20, 1, false, false, SIMPLE}};
        NS_TEST_ASSERT_MSG_EQ(path.drive->asked.size(), expected.size(), "the read in two");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            const auto& asked = path.drive->asked[i];
            NS_TEST_EXPECT_MSG_EQ(asked.lba, expected[i].lba, "block of " << i);
            NS_TEST_EXPECT_MSG_EQ(asked.forced, expected[i].forced, "FUA of " << i);
            NS_TEST_EXPECT_MSG_EQ(asked.order, expected[i].order, "order of " << i);
        }
    }
};

/**
 * @ingroup scsi-tests
 *
 * With StoreData a read returns what was written, also in pieces and commands that do not fall on
 * its bounds.
 */
class ScsiReadBackTest : public TestCase
{
  public:
    ScsiReadBackTest()
        : TestCase("With StoreData every read returns what was written last")
    {
    }

  private:
    void DoRun() override
    {
        ScsiPath path;
        path.StoreData();
        path.device->SetAttribute("MaxTransferLength", UintegerValue(3 * 512));
        path.SetUp();
        const auto first = MakePattern(20 * 512, 1);
        const auto second = MakePattern(2 * 512, 2);
        path.Submit(BlockOperation::WRITE, 100, 20, first);
        Simulator::Run();
        path.Submit(BlockOperation::WRITE, 105, 2, second);
        Simulator::Run();
        auto whole = path.Submit(BlockOperation::READ, 100, 20);
        auto part = path.Submit(BlockOperation::READ, 106, 1);
        auto zeros = path.Submit(BlockOperation::READ, 119, 2);
        Simulator::Run();
        auto expected = first;
        std::copy(second.begin(), second.end(), expected.begin() + 5 * 512);
        NS_TEST_EXPECT_MSG_EQ((GetBytes(whole->data) == expected), true, "20 blocks");
        const Bytes middle(second.begin() + 512, second.end());
        NS_TEST_EXPECT_MSG_EQ((GetBytes(part->data) == middle), true, "one of them");
        Bytes end(first.end() - 512, first.end());
        end.resize(1024);
        NS_TEST_EXPECT_MSG_EQ((GetBytes(zeros->data) == end), true, "zeros behind the last");
    }
};

/**
 * @ingroup scsi-tests
 *
 * The disk stamps the hand-over to its drive, and the timeline reaches it.
 */
class ScsiTimelineTest : public TestCase
{
  public:
    ScsiTimelineTest()
        : TestCase("A request's timeline shows when the disk dispatched it")
    {
    }

  private:
    void DoRun() override
    {
        ScsiPath path;
        path.SetUp();
        const auto start = Simulator::Now();
        auto read = Create<BlockRequest>(BlockOperation::READ, 0, 1);
        auto write = Create<BlockRequest>(BlockOperation::WRITE, 0, 1);
        for (const auto& request : {read, write})
        {
            request->timeline = Create<IoTimeline>();
            request->completion = MakeCallback(&ScsiPath::Done, &path);
            path.device->Submit(request);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(read->timeline->Get(IoStage::SENT) - start, Time(0), "sent");
        NS_TEST_EXPECT_MSG_EQ(read->timeline->Get(IoStage::DISPATCHED) - start,
                              MicroSeconds(100),
                              "read: when the command is there");
        NS_TEST_EXPECT_MSG_EQ(write->timeline->Get(IoStage::DISPATCHED) - start,
                              MicroSeconds(300),
                              "write: when the data are there");
    }
};

/**
 * @ingroup scsi-tests
 *
 * The operations of ScsiBlockDevice.
 */
class ScsiBlockDeviceTestSuite : public TestSuite
{
  public:
    ScsiBlockDeviceTestSuite()
        : TestSuite("scsi-block-device", Type::UNIT)
    {
        AddTestCase(new ScsiOperationsTest, Duration::QUICK);
        AddTestCase(new ScsiAccessTest, Duration::QUICK);
        AddTestCase(new ScsiReadBackTest, Duration::QUICK);
        AddTestCase(new ScsiTimelineTest, Duration::QUICK);
    }
};

static ScsiBlockDeviceTestSuite g_scsiBlockDeviceTestSuite; //!< registers the suite
