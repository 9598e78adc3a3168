/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-request.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/failing-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ram-disk.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Blocks of the disk below.
constexpr uint64_t BLOCKS = 8000;
/// Its latency.
const Time LATENCY = MilliSeconds(1);

/// A failing device on memory, and what its requests come to.
class FailingBench
{
  public:
    /// A request, and how and when it ended.
    struct Result
    {
        BlockStatus status; //!< how it ended
        Time latency;       //!< time from its submission
    };

    /**
     * @param attributes names and values of attributes
     */
    explicit FailingBench(const std::vector<std::pair<std::string, std::string>>& attributes)
    {
        auto memory = CreateObject<RamDisk>();
        memory->SetAttribute("BlockCount", UintegerValue(BLOCKS));
        memory->SetAttribute("Latency", TimeValue(LATENCY));
        memory->SetAttribute("StoreData", BooleanValue(true));
        memory->SetAttribute("QueueDepth", UintegerValue(100000));
        device->SetDevice(memory);
        device->AssignStreams(7);
        for (const auto& [name, value] : attributes)
        {
            device->SetAttribute(name, StringValue(value));
        }
    }

    ~FailingBench()
    {
        Simulator::Destroy();
    }

    FailingBench(const FailingBench&) = delete;
    FailingBench& operator=(const FailingBench&) = delete;

    /**
     * Submit a request later.
     *
     * @param when how much later
     * @param operation what it does
     * @param lba its first block
     * @param blocks how many blocks
     * @return number of its result
     */
    std::size_t Submit(Time when, BlockOperation operation, uint64_t lba, uint32_t blocks)
    {
        const auto number = results.size();
        results.push_back({BlockStatus::NOT_READY, Time::Max()});
        auto request = Create<BlockRequest>(operation, lba, blocks);
        if (operation == BlockOperation::WRITE)
        {
            const std::vector<uint8_t> bytes(blocks * 512, 'x');
            request->data = Create<Packet>(bytes.data(), bytes.size());
        }
        request->completion = BlockRequest::Completion([this, number](Ptr<BlockRequest> done) {
            results[number] = {done->status, Simulator::Now() - done->issueTime};
            lastData = done->data;
        });
        Simulator::Schedule(when, &BlockDevice::Submit, device, request);
        return number;
    }

    /**
     * Read all groups of blocks, one by one, and run.
     *
     * @return those that cannot be read
     */
    std::vector<uint64_t> FindUnreadable()
    {
        const auto first = results.size();
        for (uint64_t lba = 0; lba < BLOCKS; lba += FailingDevice::GROUP)
        {
            Submit(Time(), BlockOperation::READ, lba, FailingDevice::GROUP);
        }
        Simulator::Run();
        std::vector<uint64_t> found;
        for (auto i = first; i < results.size(); ++i)
        {
            if (results[i].status == BlockStatus::MEDIUM_ERROR)
            {
                found.push_back((i - first) * FailingDevice::GROUP);
            }
        }
        return found;
    }

    Ptr<FailingDevice> device{CreateObject<FailingDevice>()}; //!< the device
    std::vector<Result> results;                              //!< of all requests
    Ptr<Packet> lastData;                                     //!< of the last one
};

} // namespace

/**
 * @ingroup block-io
 *
 * Sectors that cannot be read until they are written.
 */
class FailingDeviceLatentTest : public TestCase
{
  public:
    FailingDeviceLatentTest()
        : TestCase("Latent sectors fail reads until they are written")
    {
    }

  private:
    void DoRun() override
    {
        FailingBench bench({{"LatentSectors", "20"}, {"ErrorTime", "700ms"}});
        const auto bad = bench.FindUnreadable();
        // Of 1,000 places, 20 that are drawn are 19.8 different ones in the mean.
        NS_TEST_ASSERT_MSG_GT(bad.size(), 15, "as many as there shall be");
        NS_TEST_ASSERT_MSG_LT_OR_EQ(bad.size(), 20, "as many as there shall be");
        NS_TEST_EXPECT_MSG_EQ((bench.FindUnreadable() == bad), true, "the same ones");
        const auto verify = bench.Submit(Time(), BlockOperation::VERIFY, bad[0] + 7, 1);
        const auto beside = bench.Submit(Time(), BlockOperation::READ, bad[0] - 1, 1);
        const auto across = bench.Submit(Time(), BlockOperation::READ, bad[0] - 1, 2);
        const auto write = bench.Submit(Seconds(1), BlockOperation::WRITE, bad[0] + 3, 1);
        const auto flush = bench.Submit(Seconds(1), BlockOperation::FLUSH, 0, 0);
        const auto read = bench.Submit(Seconds(2), BlockOperation::READ, bad[0] + 3, 1);
        Simulator::Run();
        const auto& results = bench.results;
        NS_TEST_EXPECT_MSG_EQ(results[verify].status,
                              BlockStatus::MEDIUM_ERROR,
                              "one of its blocks");
        NS_TEST_EXPECT_MSG_EQ(results[verify].latency, MilliSeconds(700), "the time that it tries");
        NS_TEST_EXPECT_MSG_EQ(results[beside].status, BlockStatus::OK, "the block before");
        NS_TEST_EXPECT_MSG_EQ(results[beside].latency, LATENCY, "no longer than below");
        NS_TEST_EXPECT_MSG_EQ(results[across].status, BlockStatus::MEDIUM_ERROR, "its first block");
        NS_TEST_EXPECT_MSG_EQ(results[write].status, BlockStatus::OK, "it can be written");
        NS_TEST_EXPECT_MSG_EQ(results[flush].status, BlockStatus::OK, "nothing is read");
        NS_TEST_EXPECT_MSG_EQ(results[read].status, BlockStatus::OK, "and read then");
        uint8_t byte = 0;
        NS_TEST_ASSERT_MSG_NE(bench.lastData, nullptr, "with contents");
        bench.lastData->CopyData(&byte, 1);
        NS_TEST_EXPECT_MSG_EQ(byte, 'x', "those that were written");
        NS_TEST_EXPECT_MSG_EQ(bench.FindUnreadable().size(), bad.size() - 1, "one is repaired");
    }
};

/**
 * @ingroup block-io
 *
 * Errors at a rate.
 */
class FailingDeviceRateTest : public TestCase
{
  public:
    FailingDeviceRateTest()
        : TestCase("Requests fail at a rate")
    {
    }

  private:
    void DoRun() override
    {
        FailingBench bench({{"ErrorRate", "0.1"}, {"ErrorTime", "0s"}});
        // Of 1,000 reads 100 fail, and hardly ever 5 standard deviations of 9.5 more or less.
        const auto failed = bench.FindUnreadable();
        NS_TEST_EXPECT_MSG_GT(failed.size(), 52, "a tenth");
        NS_TEST_EXPECT_MSG_LT(failed.size(), 148, "a tenth");
        NS_TEST_EXPECT_MSG_EQ((bench.FindUnreadable() == failed), false, "others each time");
    }
};

/**
 * @ingroup block-io
 *
 * A part that is slow, and times in which nothing happens.
 */
class FailingDeviceTimeTest : public TestCase
{
  public:
    FailingDeviceTimeTest()
        : TestCase("A slow region, and stalls")
    {
    }

  private:
    void DoRun() override
    {
        CheckRegion();
        CheckStalls();
    }

    /// Blocks 2,000 to 3,999 of 8,000 are slow.
    void CheckRegion()
    {
        FailingBench bench({{"SlowBegin", "0.25"}, {"SlowEnd", "0.5"}, {"SlowTime", "80ms"}});
        const std::vector<std::pair<uint64_t, int64_t>> places{{0, 1},
                                                               {1999, 1},
                                                               {2000, 81},
                                                               {3999, 81},
                                                               {4000, 1}};
        for (const auto& [lba, expected] : places)
        {
            bench.Submit(Seconds(1), BlockOperation::WRITE, lba, 1);
        }
        Simulator::Run();
        for (std::size_t i = 0; i < places.size(); ++i)
        {
            const auto& [lba, expected] = places[i];
            const auto& result = bench.results[i];
            NS_TEST_EXPECT_MSG_EQ(result.latency, MilliSeconds(expected), "LBA " << lba);
            NS_TEST_EXPECT_MSG_EQ(result.status, BlockStatus::OK, "LBA " << lba);
        }
    }

    /// A stall of 2 s every 10 s or so delays what comes meanwhile until its end.
    void CheckStalls()
    {
        FailingBench bench({{"StallInterval", "8s"}, {"StallTime", "2s"}});
        constexpr int COUNT = 10000;
        for (int i = 0; i < COUNT; ++i)
        {
            bench.Submit(MilliSeconds(100) * i, BlockOperation::READ, 0, 1);
        }
        Simulator::Run();
        int late = 0;
        Time end;
        for (int i = 0; i < COUNT; ++i)
        {
            const auto latency = bench.results[i].latency;
            NS_TEST_EXPECT_MSG_LT_OR_EQ(latency, Seconds(2) + LATENCY, "no longer than a stall");
            const auto completed = MilliSeconds(100) * i + latency;
            NS_TEST_EXPECT_MSG_GT_OR_EQ(completed, end, "in order");
            end = completed;
            late += latency > LATENCY ? 1 : 0;
        }
        // 100 stalls in 1,000 s delay 20 requests each: a fifth of all, within 5 of 8 x 10 / 100.
        NS_TEST_EXPECT_MSG_GT(late, COUNT * 12 / 100, "share of the time that it stalls");
        NS_TEST_EXPECT_MSG_LT(late, COUNT * 28 / 100, "share of the time that it stalls");
    }
};

/**
 * @ingroup block-io
 *
 * A device that wears out.
 */
class FailingDeviceTestSuite : public TestSuite
{
  public:
    FailingDeviceTestSuite()
        : TestSuite("block-io-failing-device", Type::UNIT)
    {
        AddTestCase(new FailingDeviceLatentTest, Duration::QUICK);
        AddTestCase(new FailingDeviceRateTest, Duration::QUICK);
        AddTestCase(new FailingDeviceTimeTest, Duration::QUICK);
    }
};

static FailingDeviceTestSuite g_failingDeviceTestSuite; //!< registers the suite
