/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "verifying-bench.h"

#include "ns3/block-array-helper.h"
#include "ns3/block-io-permanent-failure.h"
#include "ns3/boolean.h"
#include "ns3/ram-disk.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/verifying-workload.h"

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup block-io
 *
 * The phases: which requests, when, and which blocks are checked.
 */
class VerifyingPhasesTest : public TestCase
{
  public:
    VerifyingPhasesTest()
        : TestCase("phases, ranges, parts")
    {
    }

  private:
    void DoRun() override
    {
        auto device = CreateObject<LyingDevice>(64);
        VerifyingBench bench(With(SMALL, {{"QueueDepth", "4"}, {"WorkCount", "5"}}), {device});
        NS_TEST_EXPECT_MSG_EQ(bench.Run(), "", "an honest device");
        // 8 writes, 4 at once; 5 requests; 8 reads.
        const std::vector<int64_t> times{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                         2, 3, 4, 4, 4, 4, 5, 5, 5, 5};
        NS_TEST_ASSERT_MSG_EQ(device->seen.size(), times.size(), "requests");
        for (std::size_t i = 0; i < times.size(); ++i)
        {
            const auto& seen = device->seen[i];
            NS_TEST_EXPECT_MSG_EQ(seen.when, MilliSeconds(times[i]), "request " << i);
            NS_TEST_EXPECT_MSG_EQ((seen.operation == BlockOperation::WRITE), (i < 8), i);
            NS_TEST_EXPECT_MSG_EQ(seen.forceUnitAccess, (i > 12), "from the medium " << i);
            if (i < 8 || i > 12)
            {
                NS_TEST_EXPECT_MSG_EQ(seen.lba, 8 * (i < 8 ? i : i - 13), "in sequence " << i);
                NS_TEST_EXPECT_MSG_EQ(seen.blocks, 8, i);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(bench.workload->GetCheckedBlocks(), 5 + 64, "all that was read");
        NS_TEST_EXPECT_MSG_EQ(bench.workload->GetUnreadBlocks(), 0, "all");
        NS_TEST_EXPECT_MSG_EQ(bench.workload->IsFinished(), true, "over");
        NS_TEST_EXPECT_MSG_EQ((bench.workload->GetPhase() == VerifyingWorkload::Phase::OVER),
                              true,
                              "over");
        CheckParts();
        CheckDevices();
        CheckTime();
        CheckForced();
    }

    /// The range is divided, and the last request of a pass may be shorter.
    void CheckParts()
    {
        auto device = CreateObject<LyingDevice>(1000);
        VerifyingBench bench(With(SMALL,
                                  {{"FirstLba", "100"},
                                   {"LbaCount", "50"},
                                   {"Part", "1"},
                                   {"Parts", "3"},
                                   {"Alignment", "1024"},
                                   {"LastRead", "false"}}),
                             {device});
        bench.Run();
        // A part has 16 blocks, whole multiples of 2.
        std::string requests;
        for (const auto& seen : device->seen)
        {
            requests += std::to_string(seen.lba) + "+" + std::to_string(seen.blocks) + " ";
            NS_TEST_EXPECT_MSG_GT(seen.lba, 115, "in the second part");
            NS_TEST_EXPECT_MSG_LT(seen.lba, 132, "in the second part");
        }
        NS_TEST_EXPECT_MSG_EQ(requests.starts_with("116+8 124+8 "), true, requests);
        auto odd = CreateObject<LyingDevice>(20);
        VerifyingBench other(With(SMALL, {{"Fill", "false"}}), {odd});
        other.Run();
        NS_TEST_EXPECT_MSG_EQ(odd->seen.back().lba, 16, "the last request");
        NS_TEST_EXPECT_MSG_EQ(odd->seen.back().blocks, 4, "is shorter");
        NS_TEST_EXPECT_MSG_EQ(odd->seen.size(), 4, "one is drawn, three read");
    }

    /// Devices of different sizes in turn.
    void CheckDevices()
    {
        auto small = CreateObject<LyingDevice>(8);
        auto large = CreateObject<LyingDevice>(24);
        VerifyingBench bench(SMALL, {large, small});
        NS_TEST_EXPECT_MSG_EQ(bench.Run(), "", "all right");
        NS_TEST_EXPECT_MSG_EQ(large->seen[1].when, MilliSeconds(2), "the other one between");
        NS_TEST_EXPECT_MSG_EQ(large->seen[2].when, MilliSeconds(3), "which has no more");
        NS_TEST_EXPECT_MSG_EQ(bench.workload->GetCheckedBlocks(), 1 + 32, "both");
    }

    /// Every third write of the second phase has FUA, none of the first.
    void CheckForced()
    {
        auto device = CreateObject<LyingDevice>(64);
        VerifyingBench bench(With(SMALL,
                                  {{"WorkCount", "7"},
                                   {"ReadFraction", "0"},
                                   {"FuaInterval", "3"},
                                   {"LastRead", "false"}}),
                             {device});
        bench.Run();
        NS_TEST_ASSERT_MSG_EQ(device->seen.size(), 8 + 7, "requests");
        for (std::size_t i = 0; i < device->seen.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(device->seen[i].forceUnitAccess, (i == 10 || i == 13), i);
        }
    }

    /// A time for the second phase; the last one begins while a slot still thinks.
    void CheckTime()
    {
        auto device = CreateObject<LyingDevice>(64);
        VerifyingBench bench(With(SMALL,
                                  {{"Fill", "false"},
                                   {"WorkCount", "0"},
                                   {"WorkTime", "10ms"},
                                   {"ThinkTime", "ns3::ConstantRandomVariable[Constant=0.007]"}}),
                             {device});
        bench.Run();
        // Reads at 0 ms and 8 ms, the next would be at 16 ms; then 8 for all blocks.
        NS_TEST_ASSERT_MSG_EQ(device->seen.size(), 2 + 8, "requests");
        NS_TEST_EXPECT_MSG_EQ(device->seen[2].when, MilliSeconds(16), "the only slot");
        NS_TEST_EXPECT_MSG_EQ(bench.workload->GetUnreadBlocks(), 0, "all");
        auto idle = CreateObject<LyingDevice>(64);
        VerifyingBench none(With(SMALL,
                                 {{"Fill", "false"},
                                  {"LastRead", "false"},
                                  {"WorkCount", "0"},
                                  {"WorkTime", "10ms"},
                                  {"ThinkTime", "ns3::ConstantRandomVariable[Constant=7]"}}),
                            {idle});
        none.Run();
        NS_TEST_EXPECT_MSG_EQ(none.workload->IsFinished(), true, "nothing is left to do");
    }
};

/**
 * @ingroup block-io
 *
 * Requests that fail, devices that come and go.
 */
class VerifyingFailuresTest : public TestCase
{
  public:
    VerifyingFailuresTest()
        : TestCase("requests that fail")
    {
    }

  private:
    void DoRun() override
    {
        // Each third request fails; a write that fails is done for its first block.
        uint32_t count = 0;
        const auto service = [&count](LyingDevice& device, Ptr<BlockRequest> request) {
            if (++count % 3 != 0)
            {
                return device.Serve(request);
            }
            if (request->operation == BlockOperation::WRITE)
            {
                device.store.Write(request->lba, request->data->CreateFragment(0, 512));
            }
            return BlockStatus::TRANSPORT_ERROR;
        };
        VerifyingBench bench(With(SMALL,
                                  {{"QueueDepth", "7"},
                                   {"WorkCount", "2000"},
                                   {"ReadFraction", "0.5"},
                                   {"RequestSize", "ns3::FixedRequestSize[Size=2048]"}}),
                             {CreateObject<LyingDevice>(64, service)});
        NS_TEST_EXPECT_MSG_EQ(bench.Run(), "", "done or not");
        const auto& workload = *bench.workload;
        NS_TEST_EXPECT_MSG_EQ(workload.GetFailedReads() + workload.GetFailedWrites(),
                              (8 + 2000 + 8) / 3,
                              "a third");
        // Of the last 8 requests, 2009 to 2016, these fail: 2010, 2013, 2016.
        NS_TEST_EXPECT_MSG_EQ(workload.GetUnreadBlocks(), 3 * 8, "not read in the end");
        CheckStop();
        CheckLost();
        CheckReturn();
    }

    /// The first mismatch may end it all.
    void CheckStop()
    {
        auto service = [](LyingDevice&, Ptr<BlockRequest> request) {
            request->data = Create<Packet>(512 * request->blocks);
            return BlockStatus::OK;
        };
        auto device = CreateObject<LyingDevice>(64, service);
        VerifyingBench bench(With(SMALL, {{"WorkCount", "100"}, {"StopAtMismatch", "true"}}),
                             {device});
        bench.Run();
        NS_TEST_EXPECT_MSG_EQ(device->seen.size(), 8 + 1, "the first read");
        NS_TEST_EXPECT_MSG_EQ(bench.workload->GetMismatches(), 1, "is enough");
        NS_TEST_EXPECT_MSG_EQ(bench.workload->IsFinished(), true, "over");
    }

    /// A device that is lost when a phase ends, and comes back.
    void CheckReturn()
    {
        auto device = CreateObject<LyingDevice>(64);
        const TextAttributes attributes{{"Fill", "false"}, {"QueueDepth", "4"}, {"WorkCount", "4"}};
        VerifyingBench bench(With(SMALL, attributes), {device});
        Simulator::Schedule(MicroSeconds(500), &LyingDevice::SetReady, device, false);
        Simulator::Schedule(MilliSeconds(10), &LyingDevice::SetReady, device, true);
        NS_TEST_EXPECT_MSG_EQ(bench.Run(), "", "nothing is wrong");
        NS_TEST_EXPECT_MSG_EQ(bench.workload->GetFailedReads(), 4, "those under way");
        NS_TEST_EXPECT_MSG_EQ(bench.workload->GetUnreadBlocks(), 0, "the others wait");
        NS_TEST_EXPECT_MSG_EQ(device->seen[4].when, MilliSeconds(10), "for its return");
        // One request shows that it is there; the others follow, 4 at once.
        NS_TEST_EXPECT_MSG_EQ(device->seen.back().when, MilliSeconds(12), "8 requests");
    }

    /// A device that is lost permanently.
    void CheckLost()
    {
        auto device = CreateObject<LyingDevice>(64);
        const auto failure = CreateObject<BlockIoPermanentFailure>();
        device->AggregateObject(failure);
        Simulator::Schedule(MicroSeconds(12500),
                            &BlockIoPermanentFailure::Declare,
                            failure,
                            "gone");
        VerifyingBench bench(SMALL, {device});
        bench.Run();
        NS_TEST_EXPECT_MSG_EQ(bench.workload->IsFinished(), true, "over");
        // 8 writes, a read, 3 reads of 8 blocks, and one under way.
        NS_TEST_EXPECT_MSG_EQ(bench.workload->GetUnreadBlocks(), 64 - 4 * 8, "not read");
    }
};

/**
 * @ingroup block-io
 *
 * Devices of this module have what was written.
 */
class VerifyingCleanTest : public TestCase
{
  public:
    VerifyingCleanTest()
        : TestCase("RAM disks and arrays, equal seeds")
    {
    }

  private:
    /**
     * @param blocks number of blocks
     * @param blockSize bytes in a block
     * @return a RAM disk that keeps contents
     */
    static Ptr<BlockDevice> MakeDisk(uint64_t blocks, uint32_t blockSize = 512)
    {
        return CreateObjectWithAttributes<RamDisk>("BlockCount",
                                                   UintegerValue(blocks),
                                                   "BlockSize",
                                                   UintegerValue(blockSize),
                                                   "Latency",
                                                   TimeValue(MicroSeconds(100)),
                                                   "Bandwidth",
                                                   StringValue("1Gbps"),
                                                   "StoreData",
                                                   BooleanValue(true));
    }

    /**
     * Verify a device with a heavy load on few blocks.
     *
     * @param device the device
     * @return all issued requests
     */
    std::string Verify(Ptr<BlockDevice> device)
    {
        std::ostringstream issued;
        VerifyingBench bench({{"QueueDepth", "16"},
                              {"WorkCount", "2000"},
                              {"ReadFraction", "0.5"},
                              {"RequestSize", "ns3::ListRequestSize[Sizes=4096:3,32768:1]"}},
                             {device});
        bench.workload->TraceConnectWithoutContext(
            "Issue",
            Callback<void, Ptr<const BlockRequest>, uint32_t>(
                [&issued](Ptr<const BlockRequest> request, uint32_t) {
                    issued << Simulator::Now().GetNanoSeconds() << request->operation
                           << request->lba << " ";
                }));
        NS_TEST_EXPECT_MSG_EQ(bench.Run(), "", device->GetInstanceTypeId().GetName());
        NS_TEST_EXPECT_MSG_EQ(bench.workload->GetUnreadBlocks(), 0, "all was read");
        NS_TEST_EXPECT_MSG_GT(bench.workload->GetCheckedBlocks(), 2000, "and checked");
        return issued.str();
    }

    void DoRun() override
    {
        Verify(MakeDisk(1024));
        Verify(MakeDisk(128, 4096));
        NS_TEST_EXPECT_MSG_EQ(Verify(MakeDisk(1024)), Verify(MakeDisk(1024)), "equal seeds");
        for (const auto* level : {"ns3::StripedArray", "ns3::MirroredArray", "ns3::Raid5Array"})
        {
            BlockArrayHelper helper(level);
            helper.SetAttribute("StripeUnit", UintegerValue(16));
            const auto array = helper.Create({MakeDisk(512), MakeDisk(512), MakeDisk(512)});
            if (std::string(level) != "ns3::StripedArray")
            {
                Simulator::Schedule(MilliSeconds(100), &BlockArray::FailMember, array, 1);
                Simulator::Schedule(MilliSeconds(200),
                                    &BlockArray::Rebuild,
                                    array,
                                    1,
                                    MakeDisk(512));
            }
            Verify(array);
        }
    }
};

/**
 * @ingroup block-io
 *
 * Mistakes of the user.
 */
class VerifyingMistakesTest : public TestCase
{
  public:
    VerifyingMistakesTest()
        : TestCase("mistakes of the user")
    {
    }

  private:
    /**
     * @param attributes attributes of the workload
     * @param device its device
     * @param message the error, without the class
     */
    void Expect(const TextAttributes& attributes,
                Ptr<BlockDevice> device,
                const std::string& message)
    {
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&] { RunWorkload(VERIFYING, attributes, device); }),
                              VERIFYING + ": " + message,
                              "");
    }

    void DoRun() override
    {
        const auto device = CreateObject<LyingDevice>(64);
        Expect({{"Arrivals", "Poisson"}}, device, "Arrivals must be Closed");
        Expect({{"Part", "2"}, {"Parts", "2"}}, device, "Part=2 is not below Parts=2");
        Expect({{"PassSize", "1000"}},
               device,
               "PassSize=1000 is not a multiple of the block size of device 0, 512 bytes");
        Expect({{"Parts", "9"}},
               device,
               "RequestSize 4096 is larger than the address range of device 0, 7 blocks");
        Expect({},
               CreateObjectWithAttributes<RamDisk>("BlockSize", UintegerValue(32)),
               "the block size of device 0, 32 bytes, is less than 64");
        const std::string noContents =
            "device 0 keeps no contents to verify; its StoreData must be true";
        Expect({}, CreateObject<RamDisk>(), noContents);
        Expect(SMALL, CreateObject<RecordingDevice>(64, MilliSeconds(1)), noContents);
    }
};

/**
 * @ingroup block-io
 *
 * The workload that checks contents.
 */
class VerifyingWorkloadTestSuite : public TestSuite
{
  public:
    VerifyingWorkloadTestSuite()
        : TestSuite("block-io-verifying", Type::UNIT)
    {
        AddTestCase(new VerifyingPhasesTest, TestCase::Duration::QUICK);
        AddTestCase(new VerifyingFailuresTest, TestCase::Duration::QUICK);
        AddTestCase(new VerifyingCleanTest, TestCase::Duration::QUICK);
        AddTestCase(new VerifyingMistakesTest, TestCase::Duration::QUICK);
    }
};

static VerifyingWorkloadTestSuite g_verifyingWorkloadTestSuite; //!< registers the suite
