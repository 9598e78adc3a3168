/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../drive/disk-test-drive.h"

#include "ns3/disk-catalogue.h"
#include "ns3/disk-drive-helper.h"
#include "ns3/disk-drive.h"
#include "ns3/disk-scheduler.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <functional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param scheduler a scheduler's class without the namespace, and attributes if any
 * @return a scheduler
 */
Ptr<DiskScheduler>
MakeScheduler(const std::string& scheduler)
{
    return ObjectFactory("ns3::" + scheduler).Create<DiskScheduler>();
}

/**
 * Let a scheduler serve commands, all there from the beginning, with an arm that goes where they
 * are.
 *
 * @param scheduler the scheduler
 * @param cylinder where the arm is at first
 * @param cylinders where the commands are, in the order in which they came
 * @return the numbers of the commands in the order of their service, from 0
 */
std::vector<uint64_t>
GetOrder(Ptr<DiskScheduler> scheduler, uint32_t cylinder, const std::vector<uint32_t>& cylinders)
{
    const DiskMechanics mechanics(MakeTinyDrive());
    std::deque<DiskQueueEntry> queue;
    for (const auto wanted : cylinders)
    {
        auto request = Create<BlockRequest>(BlockOperation::READ, 0, 1);
        request->number = queue.size();
        queue.push_back({request, wanted});
    }
    std::vector<uint64_t> order;
    DiskArm arm{mechanics, {cylinder, 0}, Time(0), Time(0), Time(0)};
    while (!queue.empty())
    {
        const auto place = scheduler->Choose(queue, arm);
        order.push_back(queue[place].request->number);
        arm.track.cylinder = queue[place].cylinder;
        queue.erase(queue.begin() + place);
    }
    return order;
}

} // namespace

/**
 * @ingroup disk-model
 *
 * The order of service of those schedulers that look at cylinders alone.
 */
class DiskSchedulerOrderTest : public TestCase
{
  public:
    DiskSchedulerOrderTest()
        : TestCase("FCFS, SSTF, LOOK and C-LOOK: nearest, ties, turns and wraps")
    {
    }

  private:
    void DoRun() override
    {
        using Order = std::vector<uint64_t>;
        const std::vector<uint32_t> cylinders{6, 3, 7, 3, 1}; // arm on 4
        const auto get = [&](const std::string& name) {
            return GetOrder(MakeScheduler(name), 4, cylinders);
        };
        NS_TEST_EXPECT_MSG_EQ((get("DiskFcfsScheduler") == Order{0, 1, 2, 3, 4}), true, "FCFS");
        // 3, 3 are 1 away; from there 1 is nearer than 6; then 6 and 7.
        NS_TEST_EXPECT_MSG_EQ((get("DiskSstfScheduler") == Order{1, 3, 4, 0, 2}), true, "SSTF");
        // Inwards 6, 7; turn; outwards 3, 3, 1.
        NS_TEST_EXPECT_MSG_EQ((get("DiskLookScheduler") == Order{0, 2, 1, 3, 4}), true, "LOOK");
        // Inwards 6, 7; back to 1; inwards 3, 3.
        NS_TEST_EXPECT_MSG_EQ((get("DiskClookScheduler") == Order{0, 2, 4, 1, 3}), true, "C-LOOK");

        // As far to one side as to the other: the one that came first. On the arm's cylinder: now.
        const auto tie = GetOrder(MakeScheduler("DiskSstfScheduler"), 4, {6, 2, 4});
        NS_TEST_EXPECT_MSG_EQ((tie == Order{2, 0, 1}), true, "SSTF");
        const auto here = GetOrder(MakeScheduler("DiskLookScheduler"), 4, {5, 3, 4});
        NS_TEST_EXPECT_MSG_EQ((here == Order{2, 0, 1}), true, "LOOK");
        const auto first = GetOrder(MakeScheduler("DiskClookScheduler"), 4, {5, 3, 4});
        NS_TEST_EXPECT_MSG_EQ((first == Order{2, 0, 1}), true, "C-LOOK");

        CheckTurns();

        const auto look = MakeScheduler("DiskLookScheduler");
        GetOrder(look, 4, {2}); // turns for a single one as well
        NS_TEST_EXPECT_MSG_EQ((GetOrder(look, 2, {3, 1}) == Order{1, 0}), true, "goes on outwards");
        NS_TEST_EXPECT_MSG_EQ((GetOrder(look, 3, {2, 4}) == Order{1, 0}), true, "inwards again");

        const auto stay = MakeScheduler("DiskLookScheduler");
        GetOrder(stay, 4, {4}); // one on the arm's cylinder turns nothing
        NS_TEST_EXPECT_MSG_EQ((GetOrder(stay, 4, {3, 5}) == Order{1, 0}), true, "still inwards");
        GetOrder(stay, 3, {3});
        NS_TEST_EXPECT_MSG_EQ((GetOrder(stay, 3, {4, 2}) == Order{1, 0}), true, "still outwards");
    }

    /// SPTF that gives the oldest command its turn after each two that it chose.
    void CheckTurns()
    {
        const DiskMechanics mechanics(MakeTinyDrive());
        const DiskArm arm{mechanics, {0, 0}, Time(0), Time(0), Time(0)};
        std::deque<DiskQueueEntry> queue;
        for (const auto lba : {mechanics.GetGeometry().GetBlockCount() - 1, uint64_t{1}})
        {
            queue.push_back({Create<BlockRequest>(BlockOperation::READ, lba, 1), 0});
        }
        const auto scheduler = MakeScheduler("DiskSptfScheduler");
        scheduler->SetAttribute("OldestAfter", UintegerValue(2));
        for (const std::size_t place : {1, 1, 0, 1, 1, 0})
        {
            NS_TEST_EXPECT_MSG_EQ(scheduler->Choose(queue, arm), place, "near or old");
        }
    }
};

/**
 * @ingroup disk-model
 *
 * The positioning times that SPTF compares.
 */
class DiskSchedulerPositioningTest : public TestCase
{
  public:
    DiskSchedulerPositioningTest()
        : TestCase("Positioning time with overhead, head switch and settling")
    {
    }

  private:
    void DoRun() override
    {
        const DiskMechanics mechanics(MakeTinyDrive());
        const BlockRequest read(BlockOperation::READ, 10, 1); // head 1, slot 2
        const BlockRequest write(BlockOperation::WRITE, 10, 1);
        const BlockRequest empty(BlockOperation::READ, 90, 0);
        const auto half = MicroSeconds(500);
        DiskArm arm{mechanics, {0, 0}, half, half, half};
        // There at 2 ms: the slot just begins.
        NS_TEST_EXPECT_MSG_EQ(arm.GetPositioningNanoSeconds(read), 1'500'000, "just in time");
        // There at 2.5 ms: it comes again at 12 ms.
        NS_TEST_EXPECT_MSG_EQ(arm.GetPositioningNanoSeconds(write), 11'500'000, "settling");
        NS_TEST_EXPECT_MSG_EQ(arm.GetPositioningNanoSeconds(empty), 0, "no block");
        arm.readStart = MilliSeconds(1);
        NS_TEST_EXPECT_MSG_EQ(arm.GetPositioningNanoSeconds(read), 11'500'000, "overhead");
    }
};

/**
 * @ingroup disk-model
 *
 * The order of service of a drive under SPTF.
 */
class DiskSchedulerSptfTest : public TestCase
{
  public:
    DiskSchedulerSptfTest()
        : TestCase("SPTF: the order on a small drive, with times")
    {
    }

  private:
    void DoRun() override
    {
        auto drive = CreateObject<DiskDrive>();
        drive->SetParameters(MakeTinyDrive());
        drive->SetAttribute("Scheduler", StringValue("ns3::DiskSptfScheduler"));
        std::vector<std::pair<uint64_t, int64_t>> log;
        for (const auto lba : {0, 5, 10, 1, 20, 34})
        {
            auto request = Create<BlockRequest>(BlockOperation::READ, lba, 1);
            request->completion =
                Callback<void, Ptr<BlockRequest>>([&log](Ptr<BlockRequest> complete) {
                    log.emplace_back(complete->lba, Simulator::Now().GetMilliSeconds());
                });
            drive->Submit(request);
        }
        Simulator::Run();
        // Slots: 0, 1 and 5 on track (0, 0), 10 is 2 on (0, 1), 20 is 5 on (1, 0), 34 is 1 on
        // (1, 1). Block 0 passes until 1 ms, then block 1 until 2 ms.
        // At 2 ms: 5 and 20 pass at 5 ms, 10 and 34 later; 5 came first. Until 6 ms.
        // At 6 ms: 34 passes at 11 ms, 10 at 12 ms, 20 at 15 ms. Until 12 ms.
        // At 12 ms: 20 passes at 15 ms, 10, another cylinder, at 22 ms.
        const std::vector<std::pair<uint64_t, int64_t>> right{{0, 1},
                                                              {1, 2},
                                                              {5, 6},
                                                              {34, 12},
                                                              {20, 16},
                                                              {10, 23}};
        NS_TEST_EXPECT_MSG_EQ((log == right), true, "order and times");
        Simulator::Destroy();
    }
};

/**
 * @ingroup disk-model
 *
 * With ageing no request waits for ever; without, one does.
 */
class DiskSchedulerAgeingTest : public TestCase
{
  public:
    DiskSchedulerAgeingTest()
        : TestCase("SPTF starves a request far away, ageing does not")
    {
    }

  private:
    void DoRun() override
    {
        const auto starved = Run("ns3::DiskSptfScheduler");
        NS_TEST_EXPECT_MSG_GT(starved, Seconds(1), "only when nothing else is there");
        // A near request costs up to 1 ms, the far one from 5 ms to 15 ms. A tenth of its wait
        // makes up for that after 40 ms at the earliest and some 150 ms at the latest.
        const auto aged = Run("ns3::DiskAgedSptfScheduler[Weight=0.1]");
        NS_TEST_EXPECT_MSG_GT(aged, MilliSeconds(40), "near ones first for a while");
        NS_TEST_EXPECT_MSG_LT(aged, MilliSeconds(170), "then the far one");
    }

    /**
     * Keep two near requests going for a second.
     *
     * @param scheduler the scheduler
     * @return when the far one is complete
     */
    Time Run(const std::string& scheduler)
    {
        auto drive = CreateObject<DiskDrive>();
        drive->SetParameters(MakeTinyDrive());
        drive->SetAttribute("Scheduler", StringValue(scheduler));
        Time far;
        std::function<void(uint64_t)> submit = [&](uint64_t lba) {
            auto request = Create<BlockRequest>(BlockOperation::READ, lba, 1);
            request->completion =
                Callback<void, Ptr<BlockRequest>>([&](Ptr<BlockRequest> complete) {
                    if (complete->lba >= 10)
                    {
                        far = Simulator::Now();
                    }
                    else if (Simulator::Now() < Seconds(1))
                    {
                        submit((complete->lba + 4) % 10);
                    }
                });
            drive->Submit(request);
        };
        submit(0);
        submit(89); // 7 cylinders away
        submit(2);
        Simulator::Run();
        Simulator::Destroy();
        return far;
    }
};

/**
 * @ingroup disk-model
 *
 * Under load the schedulers are worth something.
 */
class DiskSchedulerLoadTest : public TestCase
{
  public:
    DiskSchedulerLoadTest()
        : TestCase("Every scheduler beats FCFS on saturated random loads, SPTF more than those by "
                   "cylinder")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& overhead : {Time(0), MicroSeconds(700)})
        {
            for (const uint32_t depth : {8, 16, 32, 0})
            {
                for (const int64_t seed : {1, 2, 3})
                {
                    Compare(overhead, depth, seed);
                }
            }
        }
    }

    /**
     * @param overhead of each command
     * @param depth requests kept going; 0 is an open load of more than the drive can take
     * @param seed stream of the load
     */
    void Compare(Time overhead, uint32_t depth, int64_t seed)
    {
        const auto run = [&](const std::string& name) {
            return Run("ns3::Disk" + name + "Scheduler", overhead, depth, seed);
        };
        const auto fcfs = run("Fcfs");
        const auto sptf = run("Sptf");
        for (const auto* name : {"Sstf", "Look", "Clook", "AgedSptf"})
        {
            const auto mean = run(name);
            NS_TEST_EXPECT_MSG_LT(mean, fcfs, name << ", " << depth << ", stream " << seed);
            // Ageing costs little, and may even gain by chance.
            const auto limit = std::string(name) == "AgedSptf" ? 1.1 * mean : mean;
            NS_TEST_EXPECT_MSG_LT(sptf, limit, name << ", " << depth << ", stream " << seed);
        }
        NS_TEST_EXPECT_MSG_LT(sptf, fcfs, "SPTF, " << depth << ", stream " << seed);
    }

    /**
     * @param scheduler the scheduler
     * @param overhead of each command
     * @param depth requests kept going, or 0
     * @param seed stream of the load
     * @return mean response time of 2,000 requests, milliseconds
     */
    double Run(const std::string& scheduler, Time overhead, uint32_t depth, int64_t seed)

    {
        auto parameters = DiskCatalogue::Get("Cheetah9LP");
        parameters.cache = {};
        parameters.controller = {};
        parameters.controller.readMiss = {overhead, overhead, overhead};
        parameters.controller.writeMiss = {overhead, overhead, overhead};
        auto drive = CreateObject<DiskDrive>();
        drive->SetParameters(parameters);
        drive->SetAttribute("Scheduler", StringValue(scheduler));
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(seed);
        uint32_t issued = 0;
        Time sum;
        const std::function<void()> issue = [&] {
            const auto isWrite = random->GetValue() < 0.3;
            const auto lba = static_cast<uint64_t>(random->GetValue() * 17'000'000);
            auto request =
                Create<BlockRequest>(isWrite ? BlockOperation::WRITE : BlockOperation::READ,
                                     lba,
                                     8);
            ++issued;
            request->completion =
                Callback<void, Ptr<BlockRequest>>([&](Ptr<BlockRequest> complete) {
                    sum += Simulator::Now() - complete->issueTime;
                    if (depth > 0 && issued < REQUESTS)
                    {
                        issue();
                    }
                });
            drive->Submit(request);
        };
        for (uint32_t i = 0; i < (depth > 0 ? depth : REQUESTS); ++i)
        {
            // 167 a second, where FCFS can do about 115
            Simulator::Schedule(MilliSeconds(depth > 0 ? 0 : 6 * i), issue);
        }
        Simulator::Run();
        Simulator::Destroy();
        return sum.GetSeconds() * 1000 / REQUESTS;
    }

    static constexpr uint32_t REQUESTS = 2000; //!< requests in a load
};

/**
 * @ingroup disk-model
 *
 * The attributes that choose a scheduler.
 */
class DiskSchedulerAttributeTest : public TestCase
{
  public:
    DiskSchedulerAttributeTest()
        : TestCase("Scheduler and QueueDepth of the helper, and what is wrong with them")
    {
    }

  private:
    void DoRun() override
    {
        DiskDriveHelper helper;
        helper.SetAttribute("Scheduler", StringValue("ns3::DiskLookScheduler"));
        helper.SetAttribute("QueueDepth", UintegerValue(4));
        const auto drives = helper.Create(2);
        PointerValue first;
        PointerValue second;
        drives[0]->GetAttribute("Scheduler", first);
        drives[1]->GetAttribute("Scheduler", second);
        NS_TEST_EXPECT_MSG_EQ(first.GetObject()->GetInstanceTypeId().GetName(),
                              "ns3::DiskLookScheduler",
                              "as chosen");
        NS_TEST_EXPECT_MSG_NE(first.GetObject(), second.GetObject(), "each drive its own");
        const std::string help =
            " is not valid: Scheduler that chooses the next of the waiting requests; null for the "
            "drive model's own";
        for (const std::string bad :
             {"ns3::Nonsense", "ns3::DiskScheduler", "ns3::DiskAgedSptfScheduler[Weight=-1]"})
        {
            std::string error;
            try
            {
                helper.SetAttribute("Scheduler", StringValue(bad));
            }
            catch (const UserError& complaint)
            {
                error = complaint.what();
            }
            NS_TEST_EXPECT_MSG_EQ(error, "ns3::DiskDrive::Scheduler: " + bad + help, "no such");
        }
    }
};

/**
 * @ingroup disk-model
 *
 * The schedulers of a drive.
 */
class DiskSchedulerTestSuite : public TestSuite
{
  public:
    DiskSchedulerTestSuite()
        : TestSuite("disk-model-scheduler", Type::UNIT)
    {
        AddTestCase(new DiskSchedulerOrderTest, Duration::QUICK);
        AddTestCase(new DiskSchedulerPositioningTest, Duration::QUICK);
        AddTestCase(new DiskSchedulerSptfTest, Duration::QUICK);
        AddTestCase(new DiskSchedulerAgeingTest, Duration::QUICK);
        AddTestCase(new DiskSchedulerLoadTest, Duration::QUICK);
        AddTestCase(new DiskSchedulerAttributeTest, Duration::QUICK);
    }
};

static DiskSchedulerTestSuite g_diskSchedulerTestSuite; //!< registers the suite
