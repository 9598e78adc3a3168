/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-cached-drive.h"

#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/**
 * Submit a request now.
 *
 * @param drive the drive
 * @param operation what to do
 * @param lba the first block
 * @param blocks how many
 * @param end called when it is complete
 * @return the request
 */
Ptr<BlockRequest>
Submit(
    Ptr<DiskDrive> drive,
    BlockOperation operation,
    uint64_t lba,
    uint32_t blocks,
    const std::function<void(Ptr<BlockRequest>)>& end = [](Ptr<BlockRequest>) {})
{
    auto request = Create<BlockRequest>(operation, lba, blocks);
    request->timeline = Create<IoTimeline>();
    request->completion = Callback<void, Ptr<BlockRequest>>(end);
    drive->Submit(request);
    return request;
}

} // namespace

/**
 * @ingroup disk-model
 *
 * On random loads the parts of each response time add up, and the traces fit together.
 */
class DiskServiceSumTest : public TestCase
{
  public:
    DiskServiceSumTest()
        : TestCase("Parts add up, stamps are in order, Busy fits; two runs are the same")
    {
    }

  private:
    void DoRun() override
    {
        auto plain = MakeTinyDrive();
        auto slow = MakeCachedTinyDrive();
        const auto time = MicroSeconds(300);
        for (auto* overhead : {&slow.controller.readHit,
                               &slow.controller.readMiss,
                               &slow.controller.writeHit,
                               &slow.controller.writeMiss})
        {
            *overhead = {time, 2 * time, time};
        }
        slow.controller.blockTransfer = MicroSeconds(20);
        slow.controller.writeBlockTransfer = MicroSeconds(30);
        slow.controller.readCompletion = MicroSeconds(50);
        slow.controller.writeCompletion = MicroSeconds(50);
        for (const auto& parameters : {plain, MakeCachedTinyDrive(), slow})
        {
            for (const auto& gap : {MicroSeconds(100), MilliSeconds(8), MilliSeconds(60)})
            {
                for (const std::string scheduler : {"Fcfs", "Sptf"})
                {
                    const auto first = Run(parameters, scheduler, gap);
                    NS_TEST_EXPECT_MSG_EQ(first, Run(parameters, scheduler, gap), "the same");
                    const auto writesBack = m_writeBacks > 0;
                    NS_TEST_EXPECT_MSG_EQ(writesBack, (parameters.cache.segments > 0), "some");
                }
            }
        }
    }

    /**
     * Run a random load.
     *
     * @param parameters the drive
     * @param scheduler its scheduler
     * @param gap mean time between requests
     * @return everything that happened
     */
    std::string Run(const DiskParameters& parameters, const std::string& scheduler, Time gap)
    {
        auto drive = CreateObject<DiskDrive>();
        drive->SetParameters(parameters);
        drive->SetAttribute("Scheduler", StringValue("ns3::Disk" + scheduler + "Scheduler"));
        m_log.str("");
        m_writeBacks = 0;
        uint32_t served = 0;
        bool busy = false;
        drive->TraceConnectWithoutContext("Busy", Callback<void, bool, bool>([&](bool, bool now) {
                                              busy = now;
                                          }));
        drive->TraceConnectWithoutContext(
            "Access",
            Callback<void, Ptr<const BlockRequest>, const DiskAccess&>(
                [&](Ptr<const BlockRequest> request, const DiskAccess&) {
                    m_writeBacks += !request;
                }));
        drive->TraceConnectWithoutContext(
            "Service",
            Callback<void, Ptr<const BlockRequest>, const DiskService&>(
                [&](Ptr<const BlockRequest> request, const DiskService& service) {
                    ++served;
                    CheckService(*request, service);
                }));
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(9);
        Time at;
        for (uint32_t i = 0; i < REQUESTS; ++i)
        {
            at += gap * random->GetValue(0, 2);
            const auto operation = static_cast<BlockOperation>(random->GetInteger(0, 9) * 4 / 12);
            const auto blocks = operation == BlockOperation::FLUSH ? 0 : random->GetInteger(0, 12);
            const auto lba = random->GetInteger(0, 90 - blocks);
            Simulator::Schedule(at, [&busy, this, drive, operation, lba, blocks] {
                Submit(drive, operation, lba, blocks);
                NS_TEST_EXPECT_MSG_EQ(busy, true, "as long as there is a request");
            });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(served, REQUESTS, "each once");
        NS_TEST_EXPECT_MSG_EQ(busy, false, "nothing left to do");
        Simulator::Destroy();
        return m_log.str();
    }

    /**
     * @param request a request just complete
     * @param service its times
     */
    void CheckService(const BlockRequest& request, const DiskService& service)
    {
        const auto now = Simulator::Now();
        NS_TEST_EXPECT_MSG_EQ(service.GetTotal(), now - request.issueTime, "the response time");
        for (const auto& part : {service.queue,
                                 service.overhead,
                                 service.seek,
                                 service.rotation,
                                 service.switching,
                                 service.transfer,
                                 service.bus})
        {
            NS_TEST_EXPECT_MSG_EQ(part.IsPositive(), true, "not negative");
        }
        auto last = request.issueTime;
        for (const auto stage :
             {IoStage::AT_DRIVE, IoStage::SEEK_DONE, IoStage::ROTATION_DONE, IoStage::MEDIA_DONE})
        {
            if (request.timeline->Has(stage))
            {
                const auto stamp = request.timeline->Get(stage);
                NS_TEST_EXPECT_MSG_EQ((stamp >= last && stamp <= now), true, "in order");
                last = stamp;
            }
        }
        m_log << request.lba << " " << now.GetNanoSeconds() << " " << service.hit << "\n";
    }

    static constexpr uint32_t REQUESTS = 500; //!< requests in a run
    std::ostringstream m_log;                 //!< the completions
    uint32_t m_writeBacks{0};                 //!< write-backs in a run
};

/**
 * @ingroup disk-model
 *
 * Writing back: when it happens, and what the traces say.
 */
class DiskServiceWriteBackTest : public TestCase
{
  public:
    DiskServiceWriteBackTest()
        : TestCase("The drive writes back when it has nothing else to do")
    {
    }

  private:
    void DoRun() override
    {
        auto drive = CreateObject<DiskDrive>();
        drive->SetParameters(MakeCachedTinyDrive());
        std::vector<std::pair<int64_t, bool>> busy;
        drive->TraceConnectWithoutContext("Busy",
                                          Callback<void, bool, bool>([&busy](bool, bool now) {
                                              busy.emplace_back(Simulator::Now().GetMilliSeconds(),
                                                                now);
                                          }));
        std::vector<uint32_t> cylinders;
        drive->TraceConnectWithoutContext(
            "Cylinder",
            Callback<void, uint32_t, uint32_t>(
                [&cylinders](uint32_t, uint32_t cylinder) { cylinders.push_back(cylinder); }));
        // Complete at once. Block 68 is 5 cylinders away: 4 ms, 0.5 ms to settle, slot 0 at 10 ms.
        Submit(drive, BlockOperation::WRITE, 68, 1);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MilliSeconds(12), "written back");
        const std::vector<std::pair<int64_t, bool>> right{{0, true}, {12, false}};
        NS_TEST_EXPECT_MSG_EQ((busy == right), true, "busy until then");
        NS_TEST_EXPECT_MSG_EQ((cylinders == std::vector<uint32_t>{5}), true, "the arm");

        // A read that the host submits when its write is complete goes before the write-back:
        // at 12 ms back over 5 cylinders until 16 ms, slot 0 at 20 ms.
        Time read;
        Submit(drive, BlockOperation::WRITE, 88, 1, [&](Ptr<BlockRequest>) {
            Submit(drive, BlockOperation::READ, 0, 1, [&](Ptr<BlockRequest>) {
                read = Simulator::Now();
            });
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(read, MilliSeconds(21), "the host first");
        Simulator::Destroy();
    }
};

/**
 * @ingroup disk-model
 *
 * Caches switched while the drive works.
 */
class DiskServiceSwitchTest : public TestCase
{
  public:
    DiskServiceSwitchTest()
        : TestCase("A write cache switched off is emptied before the next command")
    {
    }

  private:
    void DoRun() override
    {
        CheckSwitch([](Ptr<DiskDrive> drive) { return drive->SetCacheSettings({false, true}); });
        CheckSwitch([](Ptr<DiskDrive> drive) {
            return drive->SetAttributeFailSafe("WriteCache", BooleanValue(false));
        });

        auto drive = CreateObject<DiskDrive>();
        drive->SetParameters(MakeCachedTinyDrive());
        const BlockCacheSettings off{false, false};
        NS_TEST_EXPECT_MSG_EQ(drive->SetCacheSettings(off), true, "both");
        NS_TEST_EXPECT_MSG_EQ((drive->GetCacheSettings() == off), true, "both");
        Submit(drive, BlockOperation::READ, 0, 1); // until 1 ms
        Simulator::Run();
        Submit(drive, BlockOperation::READ, 0, 1); // not from the cache: from 10 ms on
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MilliSeconds(11), "from the medium");

        drive->SetParameters(MakeTinyDrive());
        NS_TEST_EXPECT_MSG_EQ((drive->GetChangeableCacheSettings() == off), true, "no cache");
        NS_TEST_EXPECT_MSG_EQ(drive->SetCacheSettings({true, false}), false, "no write cache");
        NS_TEST_EXPECT_MSG_EQ(drive->SetCacheSettings({false, true}), false, "no read cache");
        Simulator::Destroy();
    }

    /**
     * @param switchOff switches the write cache of a drive off and says whether it could
     */
    void CheckSwitch(const std::function<bool(Ptr<DiskDrive>)>& switchOff)
    {
        auto drive = MakeStoringDrive(MakeCachedTinyDrive());
        const std::vector<uint8_t> bytes(512, 7);
        for (const auto lba : {10, 50, 80})
        {
            auto request = Create<BlockRequest>(BlockOperation::WRITE, lba, 1);
            request->data = Create<Packet>(bytes.data(), 512);
            request->completion = Callback<void, Ptr<BlockRequest>>([&, lba](Ptr<BlockRequest>) {
                if (lba == 80)
                {
                    NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), Time(0), "all in the cache");
                    NS_TEST_EXPECT_MSG_EQ(switchOff(drive), true, "can be switched");
                    Submit(drive, BlockOperation::VERIFY, 0, 1, [&](Ptr<BlockRequest>) {
                        drive->PowerOff();
                        drive->PowerOn();
                    });
                }
            });
            drive->Submit(request);
        }
        Simulator::Run();
        for (const auto lba : {10, 50, 80})
        {
            const auto read = Submit(drive, BlockOperation::READ, lba, 1);
            Simulator::Run();
            uint8_t first = 0;
            read->data->CopyData(&first, 1);
            NS_TEST_EXPECT_MSG_EQ(static_cast<int>(first), 7, "block " << lba << " is there");
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup disk-model
 *
 * A drive that is released while it works takes its requests along.
 */
class DiskServiceDestroyTest : public TestCase
{
  public:
    DiskServiceDestroyTest()
        : TestCase("Nothing is left of a drive that goes away at work")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto dispose : {false, true})
        {
            auto drive = MakeStoringDrive(MakeCachedTinyDrive());
            std::vector<Ptr<BlockRequest>> requests;
            int completed = 0;
            for (const uint64_t lba : {0, 20, 40, 60})
            {
                requests.push_back(
                    Submit(drive, BlockOperation::READ, lba, 1, [&](Ptr<BlockRequest>) {
                        ++completed;
                    }));
            }
            Simulator::Stop(MilliSeconds(2));
            Simulator::Run();
            if (dispose)
            {
                drive->Dispose();
            }
            NS_TEST_EXPECT_MSG_EQ(drive->GetReferenceCount(), 1, "held by nobody else");
            drive = nullptr;
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(completed, 1, "no more than before");
            for (const auto& request : requests)
            {
                NS_TEST_EXPECT_MSG_EQ(request->GetReferenceCount(), 1, "held by nobody else");
            }
            Simulator::Destroy();
        }

        // Released by its last completion.
        auto drive = MakeStoringDrive(MakeCachedTinyDrive());
        Submit(drive, BlockOperation::WRITE, 0, 1, [&](Ptr<BlockRequest>) { drive = nullptr; });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(drive, nullptr, "gone");
        Simulator::Destroy();
    }
};

/**
 * @ingroup disk-model
 *
 * Where the time of a drive goes.
 */
class DiskServiceTestSuite : public TestSuite
{
  public:
    DiskServiceTestSuite()
        : TestSuite("disk-model-service", Type::UNIT)
    {
        AddTestCase(new DiskServiceSumTest, Duration::QUICK);
        AddTestCase(new DiskServiceWriteBackTest, Duration::QUICK);
        AddTestCase(new DiskServiceSwitchTest, Duration::QUICK);
        AddTestCase(new DiskServiceDestroyTest, Duration::QUICK);
    }
};

static DiskServiceTestSuite g_diskServiceTestSuite; //!< registers the suite
