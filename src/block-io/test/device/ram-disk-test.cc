/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-store.h"
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/fixed-latency-device.h"
#include "ns3/ram-disk.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// What a test submits: everything at one time.
struct Submission
{
    Time when;                                      //!< when it is submitted
    BlockOperation operation{BlockOperation::READ}; //!< what it does
    uint64_t lba{0};                                //!< the first block
    uint32_t blocks{1};                             //!< number of blocks
};

/**
 * @param text some text
 * @param size how long the packet is; the text is repeated
 * @return a packet of it
 */
Ptr<Packet>
MakeData(const std::string& text, uint32_t size)
{
    std::string contents;
    while (contents.size() < size)
    {
        contents += text;
    }
    return Create<Packet>(reinterpret_cast<const uint8_t*>(contents.data()), size);
}

/**
 * @param packet a packet
 * @return its contents
 */
std::string
GetContents(Ptr<const Packet> packet)
{
    std::string contents(packet->GetSize(), '\0');
    packet->CopyData(reinterpret_cast<uint8_t*>(contents.data()), contents.size());
    return contents;
}

} // namespace

/**
 * @ingroup block-io
 *
 * Requests end on a RamDisk exactly when the closed form says.
 */
class RamDiskTimesTest : public TestCase
{
  public:
    /**
     * @param name the case
     * @param latency the disk's latency
     * @param bandwidth the disk's bandwidth
     * @param queueDepth the disk's queue depth
     * @param submissions what is submitted, in order of time
     * @param ends when each completes
     */
    RamDiskTimesTest(const std::string& name,
                     Time latency,
                     const std::string& bandwidth,
                     uint32_t queueDepth,
                     std::vector<Submission> submissions,
                     std::vector<Time> ends)
        : TestCase(name),
          m_latency(latency),
          m_bandwidth(bandwidth),
          m_queueDepth(queueDepth),
          m_submissions(std::move(submissions)),
          m_ends(std::move(ends))
    {
    }

  private:
    /**
     * @param index which submission
     * @param request its request, complete
     */
    void Completed(std::size_t index, Ptr<BlockRequest> request)
    {
        m_completed[index] = Simulator::Now();
        NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::OK, "request " << index);
        NS_TEST_EXPECT_MSG_EQ(request->timeline->Get(IoStage::MEDIA_DONE),
                              Simulator::Now(),
                              "stamp of request " << index);
    }

    /**
     * @param disk where to
     * @param index which submission
     */
    void Submit(Ptr<RamDisk> disk, std::size_t index)
    {
        const auto& submission = m_submissions[index];
        auto request =
            Create<BlockRequest>(submission.operation, submission.lba, submission.blocks);
        request->timeline = Create<IoTimeline>();
        request->completion = MakeCallback(&RamDiskTimesTest::Completed, this, index);
        disk->Submit(request);
        NS_TEST_EXPECT_MSG_EQ(m_completed[index], Time(-1), "completed inside Submit");
    }

    void DoRun() override
    {
        auto disk = CreateObject<RamDisk>();
        disk->SetAttribute("Latency", TimeValue(m_latency));
        disk->SetAttribute("Bandwidth", DataRateValue(DataRate(m_bandwidth)));
        disk->SetAttribute("QueueDepth", UintegerValue(m_queueDepth));
        m_completed.assign(m_submissions.size(), Time(-1));
        for (std::size_t i = 0; i < m_submissions.size(); ++i)
        {
            Simulator::Schedule(m_submissions[i].when, &RamDiskTimesTest::Submit, this, disk, i);
        }
        Simulator::Run();
        for (std::size_t i = 0; i < m_submissions.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(m_completed[i], m_ends[i], "end of request " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(disk->GetOutstanding(), 0, "everything completed");
        Simulator::Destroy();
    }

    Time m_latency;                        //!< the disk's latency
    std::string m_bandwidth;               //!< the disk's bandwidth
    uint32_t m_queueDepth;                 //!< the disk's queue depth
    std::vector<Submission> m_submissions; //!< what is submitted
    std::vector<Time> m_ends;              //!< when each should complete
    std::vector<Time> m_completed;         //!< when each did
};

/**
 * @ingroup block-io
 *
 * On a FixedLatencyDevice the size of a request does not matter.
 */
class FixedLatencyTest : public TestCase
{
  public:
    FixedLatencyTest()
        : TestCase("Every request takes the same time, as many at once as the queue is deep")
    {
    }

  private:
    void DoRun() override
    {
        auto device = CreateObject<FixedLatencyDevice>();
        device->SetAttribute("Latency", TimeValue(MicroSeconds(100)));
        device->SetAttribute("QueueDepth", UintegerValue(2));
        auto completed = [this](Ptr<BlockRequest>) { m_ends.push_back(Simulator::Now()); };
        using enum BlockOperation;
        for (const auto& [operation, blocks] :
             {std::pair{READ, 1000U}, {WRITE, 1U}, {VERIFY, 9U}, {FLUSH, 0U}, {READ, 1U}})
        {
            auto request = Create<BlockRequest>(operation, 0, blocks);
            request->completion = BlockRequest::Completion(completed);
            device->Submit(request);
        }
        Simulator::Run();
        const std::vector<Time> expected{MicroSeconds(100),
                                         MicroSeconds(100),
                                         MicroSeconds(200),
                                         MicroSeconds(200),
                                         MicroSeconds(300)};
        NS_TEST_EXPECT_MSG_EQ((m_ends == expected), true, "in pairs");
        Simulator::Destroy();
    }

    std::vector<Time> m_ends; //!< when requests completed, in order
};

/**
 * @ingroup block-io
 *
 * With StoreData a RamDisk reads what was written last; without, a read has no data.
 */
class RamDiskStoreDataTest : public TestCase
{
  public:
    RamDiskStoreDataTest()
        : TestCase("RamDisk keeps contents when StoreData is on, and only then")
    {
    }

  private:
    /**
     * Write one block, read it back.
     *
     * @param storeData the attribute
     * @return the read's data
     */
    Ptr<Packet> WriteAndRead(bool storeData)
    {
        auto disk = CreateObject<RamDisk>();
        disk->SetAttribute("StoreData", BooleanValue(storeData));
        auto nothing = [](Ptr<BlockRequest>) {};
        auto write = Create<BlockRequest>(BlockOperation::WRITE, 7, 1);
        write->data = MakeData("abc", 512);
        write->completion = BlockRequest::Completion(nothing);
        auto read = Create<BlockRequest>(BlockOperation::READ, 6, 2);
        read->completion = BlockRequest::Completion(nothing);
        disk->Submit(write);
        disk->Submit(read);
        Simulator::Run();
        Simulator::Destroy();
        return read->data;
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(WriteAndRead(false), nullptr, "no contents are kept");
        auto data = WriteAndRead(true);
        NS_TEST_ASSERT_MSG_NE(data, nullptr, "contents are kept");
        NS_TEST_EXPECT_MSG_EQ(GetContents(data),
                              std::string(512, '\0') + GetContents(MakeData("abc", 512)),
                              "a block never written, then the one written");
    }
};

/**
 * @ingroup block-io
 *
 * A BlockStore reads what was written last, zeros elsewhere, and is sparse.
 */
class BlockStoreTest : public TestCase
{
  public:
    BlockStoreTest()
        : TestCase("BlockStore reads what was written last and zeros elsewhere")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(BlockStore::GetSize(UINT32_MAX, 1), UINT32_MAX, "the most");
        NS_TEST_EXPECT_MSG_EQ(BlockStore::GetSize(8388607, 512), 4294966784, "8388607 * 512");
        std::string error;
        try
        {
            BlockStore::GetSize(8388608, 512);
        }
        catch (const UserError& mistake)
        {
            error = mistake.what();
        }
        NS_TEST_EXPECT_MSG_EQ(error,
                              "StoreData: a request of 8388608 blocks of 512 bytes is too long; "
                              "contents of at most 4294967295 bytes can be kept",
                              "2^32");
        BlockStore store(512);
        NS_TEST_EXPECT_MSG_EQ(GetContents(store.Read(0, 2)), std::string(1024, '\0'), "unwritten");
        NS_TEST_EXPECT_MSG_EQ(store.GetAllocatedBytes(), 0, "reading takes no memory");

        // Blocks 127 and 128 lie on either side of the end of the first chunk of 64 KiB.
        store.Write(127, MakeData("0123456789", 1024));
        NS_TEST_EXPECT_MSG_EQ(store.GetAllocatedBytes(), 131072, "two chunks");
        const auto written = GetContents(MakeData("0123456789", 1024));
        NS_TEST_EXPECT_MSG_EQ(GetContents(store.Read(126, 4)),
                              std::string(512, '\0') + written + std::string(512, '\0'),
                              "across the end of a chunk");

        store.Write(128, MakeData("x", 512));
        store.WriteZeros(127, 1);
        NS_TEST_EXPECT_MSG_EQ(GetContents(store.Read(127, 2)),
                              std::string(512, '\0') + std::string(512, 'x'),
                              "written again");

        // The last block that a 64-bit byte address can name.
        const uint64_t last = (UINT64_MAX / 512) - 1;
        store.Write(last, MakeData("y", 512));
        NS_TEST_EXPECT_MSG_EQ(GetContents(store.Read(last, 1)), std::string(512, 'y'), "far end");
        store.WriteZeros(1000000, 100000);
        store.Write(1000000, MakeData(std::string(1, '\0'), 51200));
        NS_TEST_EXPECT_MSG_EQ(store.GetAllocatedBytes(), 196608, "zeros take no memory");
        store.Write(126, MakeData(std::string(1, '\0'), 2048));
        NS_TEST_EXPECT_MSG_EQ(GetContents(store.Read(126, 4)),
                              std::string(2048, '\0'),
                              "zeros in the place of something else");
    }
};

/**
 * @ingroup block-io
 *
 * What a request asks for beside its blocks, and what a device without a cache says of it.
 */
class BlockRequestDefaultsTest : public TestCase
{
  public:
    BlockRequestDefaultsTest()
        : TestCase(
              "A request is simple and may be cached; a device without a cache has none to set")
    {
    }

  private:
    void DoRun() override
    {
        const BlockRequest request(BlockOperation::WRITE, 0, 1);
        NS_TEST_EXPECT_MSG_EQ(request.forceUnitAccess, false, "may stay in a cache");
        NS_TEST_EXPECT_MSG_EQ(request.order, BlockOrder::SIMPLE, "may be overtaken");
        std::ostringstream words;
        words << BlockOrder::SIMPLE << " " << BlockOrder::ORDERED << " "
              << BlockOrder::HEAD_OF_QUEUE;
        NS_TEST_EXPECT_MSG_EQ(words.str(), "simple ordered head_of_queue", "as printed");

        auto disk = CreateObject<RamDisk>();
        const BlockCacheSettings settings{false, true};
        const BlockCacheSettings none{false, false};
        NS_TEST_EXPECT_MSG_EQ((disk->GetCacheSettings() == settings), true, "writes go through");
        NS_TEST_EXPECT_MSG_EQ((disk->GetChangeableCacheSettings() == none), true, "fixed");
        NS_TEST_EXPECT_MSG_EQ(disk->SetCacheSettings(settings), true, "as it is");
        NS_TEST_EXPECT_MSG_EQ(disk->SetCacheSettings({true, true}), false, "no write cache");
        NS_TEST_EXPECT_MSG_EQ(disk->SetCacheSettings({false, false}), false, "nothing to switch");
    }
};

/**
 * @ingroup block-io
 *
 * RamDisk and BlockStore.
 */
class RamDiskTestSuite : public TestSuite
{
  public:
    RamDiskTestSuite()
        : TestSuite("block-io-ram-disk", Type::UNIT)
    {
        const std::vector<Submission> four(4, {Time(0)});
        // 8 Mb/s moves a byte in 1 us, a block in 512 us.
        // end(1) = 100 + 512; end(2) = 612 + 512; request 3 is served from 612, ready at 712,
        // end(3) = 1124 + 512; request 4 is served from 1124, end(4) = 1636 + 512.
        AddTestCase(new RamDiskTimesTest(
            "Two in service: latencies overlap, transfers do not",
            MicroSeconds(100),
            "8Mbps",
            2,
            four,
            {MicroSeconds(612), MicroSeconds(1124), MicroSeconds(1636), MicroSeconds(2148)}));
        // Nothing overlaps: each takes 612.
        AddTestCase(new RamDiskTimesTest(
            "One in service: latency and transfer of each after the other",
            MicroSeconds(100),
            "8Mbps",
            1,
            four,
            {MicroSeconds(612), MicroSeconds(1224), MicroSeconds(1836), MicroSeconds(2448)}));
        // Latency alone, in pairs.
        AddTestCase(new RamDiskTimesTest(
            "Infinite bandwidth: pairs after each latency",
            MicroSeconds(100),
            "0bps",
            2,
            four,
            {MicroSeconds(100), MicroSeconds(100), MicroSeconds(200), MicroSeconds(200)}));
        AddTestCase(new RamDiskTimesTest("No latency, infinite bandwidth: no time",
                                         Time(0),
                                         "0bps",
                                         1,
                                         four,
                                         {Time(0), Time(0), Time(0), Time(0)}));
        // Write of 2 blocks: 100 + 1024 = 1124. VERIFY from 50: ready at 150, waits for its turn,
        // 1124. FLUSH the same. Read from 2000: the channel is free, 2000 + 100 + 512.
        AddTestCase(new RamDiskTimesTest(
            "VERIFY and FLUSH transfer nothing and keep their turn",
            MicroSeconds(100),
            "8Mbps",
            8,
            {{Time(0), BlockOperation::WRITE, 0, 2},
             {MicroSeconds(50), BlockOperation::VERIFY, 5, 9},
             {MicroSeconds(50), BlockOperation::FLUSH, 0, 0},
             {MicroSeconds(2000), BlockOperation::READ, 3, 1}},
            {MicroSeconds(1124), MicroSeconds(1124), MicroSeconds(1124), MicroSeconds(2612)}));
        AddTestCase(new FixedLatencyTest);
        AddTestCase(new RamDiskStoreDataTest);
        AddTestCase(new BlockStoreTest);
        AddTestCase(new BlockRequestDefaultsTest);
    }
};

static RamDiskTestSuite g_ramDiskTestSuite; //!< registers the suite
