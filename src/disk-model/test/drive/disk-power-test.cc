/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-cached-drive.h"

#include "ns3/block-workload-helper.h"
#include "ns3/block-workload.h"
#include "ns3/boolean.h"
#include "ns3/failing-device.h"
#include "ns3/node.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup disk-model
 *
 * A host that knows what each block of a drive may hold.
 *
 * Every write fills its blocks with its serial number. For each block the host keeps the serials of
 * those writes that completed since the last that must survive, that one first.
 */
class DiskPowerHost
{
  public:
    /**
     * @param drive the drive
     * @param seed stream of the randomness
     */
    DiskPowerHost(Ptr<DiskDrive> drive, int64_t seed)
        : m_drive(drive),
          m_random(CreateObject<UniformRandomVariable>()),
          m_history(drive->GetBlockCount(), {{0, 0}})
    {
        m_random->SetStream(seed);
    }

    /**
     * Submit a random request now; at its end maybe another.
     */
    void Go()
    {
        const auto draw = m_random->GetInteger(0, 9);
        const auto operation = draw == 0  ? BlockOperation::FLUSH
                               : draw < 3 ? BlockOperation::READ
                                          : BlockOperation::WRITE;
        uint32_t blocks = operation == BlockOperation::FLUSH ? 0 : m_random->GetInteger(1, 9);
        const auto lba = blocks > 0 ? m_random->GetInteger(0, m_history.size() - blocks) : 0;
        auto request = Create<BlockRequest>(operation, lba, blocks);
        request->number = ++issued;
        request->forceUnitAccess = m_random->GetInteger(0, 9) == 0;
        const auto order = m_random->GetInteger(0, 9);
        request->order = order == 0   ? BlockOrder::ORDERED
                         : order == 1 ? BlockOrder::HEAD_OF_QUEUE
                                      : BlockOrder::SIMPLE;
        if (operation == BlockOperation::WRITE)
        {
            std::vector<uint32_t> words(blocks * 128, static_cast<uint32_t>(issued));
            request->data =
                Create<Packet>(reinterpret_cast<const uint8_t*>(words.data()), words.size() * 4);
        }
        else if (operation == BlockOperation::FLUSH)
        {
            m_flushes[issued] = m_completed;
        }
        request->completion = MakeCallback(&DiskPowerHost::Complete, this);
        m_open.insert(issued);
        m_drive->Submit(request);
    }

    /**
     * Read everything after a power cut, and continue from what is there.
     */
    void Inspect()
    {
        m_flushes.clear();
        auto request = Create<BlockRequest>(BlockOperation::READ, 0, m_history.size());
        request->completion = Callback<void, Ptr<BlockRequest>>([this](Ptr<BlockRequest> read) {
            mistakes += read->status != BlockStatus::OK;
            Check(*read, true);
        });
        m_drive->Submit(request);
    }

    /**
     * @return requests that are not complete
     */
    std::size_t CountOpen() const
    {
        return m_open.size();
    }

    uint64_t issued{0};             //!< requests made
    uint64_t refused{0};            //!< those that ended with NOT_READY
    uint64_t lost{0};               //!< blocks that lost their last write in a power cut
    uint64_t mistakes{0};           //!< blocks with wrong contents and requests with a wrong end
    bool goesOn{true};              //!< whether each completion brings the next request
    std::function<void()> meddle{}; //!< called in each completion

  private:
    /// A completed write of a block.
    struct Write
    {
        uint64_t serial; //!< what it wrote
        uint64_t place;  //!< its place among the completions
    };

    /**
     * @param request a complete request
     */
    void Complete(Ptr<BlockRequest> request)
    {
        mistakes += m_open.erase(request->number) != 1;
        if (request->status == BlockStatus::OK)
        {
            mistakes += !m_drive->IsReady();
            Succeed(*request);
        }
        else
        {
            mistakes += request->status != BlockStatus::NOT_READY;
            ++refused;
        }
        if (const auto action = meddle)
        {
            action();
        }
        if (goesOn && m_drive->IsReady())
        {
            Go();
        }
    }

    /**
     * @param request a request that ended well
     */
    void Succeed(const BlockRequest& request)
    {
        if (request.operation == BlockOperation::FLUSH)
        {
            const auto covered = m_flushes.at(request.number);
            for (auto& writes : m_history)
            {
                while (writes.size() > 1 && writes[1].place <= covered)
                {
                    writes.erase(writes.begin());
                }
            }
        }
        else if (request.operation == BlockOperation::WRITE)
        {
            ++m_completed;
            const auto isDurable =
                request.forceUnitAccess || !m_drive->GetCacheSettings().writeCache;
            for (auto lba = request.lba; lba < request.lba + request.blocks; ++lba)
            {
                auto& writes = m_history[lba];
                if (isDurable)
                {
                    writes.clear();
                }
                writes.push_back({request.number, m_completed});
            }
        }
        else
        {
            Check(request, false);
        }
    }

    /**
     * Check what was read.
     *
     * @param request a read
     * @param afterCut true if writes may be lost; what was read holds from now on
     */
    void Check(const BlockRequest& request, bool afterCut)
    {
        std::vector<uint32_t> words(request.blocks * 128);
        request.data->CopyData(reinterpret_cast<uint8_t*>(words.data()), words.size() * 4);
        for (uint32_t i = 0; i < request.blocks; ++i)
        {
            const auto block = words.begin() + i * 128;
            auto& writes = m_history[request.lba + i];
            const auto first = afterCut ? writes.begin() : writes.end() - 1;
            mistakes +=
                std::any_of(block, block + 128, [&](uint32_t word) { return word != *block; }) ||
                std::none_of(first, writes.end(), [&](const Write& write) {
                    return write.serial == *block;
                });
            if (afterCut)
            {
                lost += writes.back().serial != *block;
                writes = {{*block, 0}};
            }
        }
    }

    Ptr<DiskDrive> m_drive;                    //!< the drive
    Ptr<UniformRandomVariable> m_random;       //!< randomness
    std::vector<std::vector<Write>> m_history; //!< what each block may hold
    std::map<uint64_t, uint64_t> m_flushes;    //!< writes complete when a FLUSH was submitted
    std::set<uint64_t> m_open;                 //!< requests that are not complete
    uint64_t m_completed{0};                   //!< writes that completed
};

/**
 * @ingroup disk-model
 *
 * Power cuts at random moments of random loads.
 */
class DiskPowerCutTest : public TestCase
{
  public:
    DiskPowerCutTest()
        : TestCase("Power cuts at any time lose nothing that a FLUSH or FUA covered")
    {
    }

  private:
    void DoRun() override
    {
        uint64_t lost = 0;
        uint64_t refused = 0;
        for (int64_t seed = 0; seed < 200; ++seed)
        {
            const auto host = Run(seed, true);
            lost += host.lost;
            refused += host.refused;
        }
        // Else the cuts came when nothing was at risk.
        NS_TEST_EXPECT_MSG_GT(lost, 500, "writes that no FLUSH covered are lost");
        NS_TEST_EXPECT_MSG_GT(refused, 1000, "requests are cut off");
        for (int64_t seed = 0; seed < 50; ++seed)
        {
            NS_TEST_EXPECT_MSG_EQ(Run(seed, false).lost, 0, "none without the write cache");
        }
        uint64_t mistakes = 0;
        for (int64_t seed = 0; seed < 20; ++seed)
        {
            mistakes += Run(seed, true, true).mistakes;
        }
        NS_TEST_EXPECT_MSG_GT(mistakes, 50, "a drive that lies loses what it said was safe");
    }

    /**
     * @param drive a drive
     * @return what all of its blocks would have after a power cut
     */
    static std::vector<uint8_t> GetDurable(const DiskDrive& drive)
    {
        const auto data = drive.ReadDurable(0, static_cast<uint32_t>(drive.GetBlockCount()));
        std::vector<uint8_t> bytes(data->GetSize());
        data->CopyData(bytes.data(), data->GetSize());
        return bytes;
    }

    /**
     * Cut the power ten times.
     *
     * @param seed stream of the randomness
     * @param writeCache whether the write cache is on
     * @param ignoresFlush whether the drive lies about FLUSH and FUA
     * @return the host at the end
     */
    DiskPowerHost Run(int64_t seed, bool writeCache, bool ignoresFlush = false)
    {
        auto drive = MakeStoringDrive(MakeCachedTinyDrive());
        drive->SetAttribute("WriteCache", BooleanValue(writeCache));
        drive->SetAttribute("IgnoreFlush", BooleanValue(ignoresFlush));
        drive->SetAttribute(
            "Scheduler",
            StringValue(seed % 2 ? "ns3::DiskSptfScheduler" : "ns3::DiskFcfsScheduler"));
        DiskPowerHost host(drive, 2 * seed);
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(2 * seed + 1);
        std::vector<uint8_t> durable;
        const auto cutPower = [&durable, drive] {
            durable = GetDurable(*drive);
            drive->PowerOff();
        };
        for (int cut = 0; cut < 10; ++cut)
        {
            const auto depth = random->GetInteger(1, 6);
            // Some loads end before the cut, so that the drive is idle or writes back then.
            host.goesOn = true;
            for (uint32_t i = 0; i < depth; ++i)
            {
                host.Go();
            }
            const auto time = MicroSeconds(random->GetInteger(0, 150'000));
            Simulator::Schedule(time * random->GetValue(0.6, 1.4),
                                [&host] { host.goesOn = false; });
            if (random->GetInteger(0, 1) == 0)
            {
                Simulator::Schedule(time, cutPower);
            }
            else
            {
                host.meddle = [&host, cutPower, end = Simulator::Now() + time] {
                    if (Simulator::Now() >= end)
                    {
                        host.meddle = nullptr;
                        cutPower();
                    }
                };
            }
            Simulator::Run();
            if (host.meddle)
            {
                // No completion came.
                cutPower();
                host.meddle = nullptr;
            }
            drive->PowerOff(); // for the second time
            host.goesOn = false;
            host.Go();
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(host.CountOpen(), 0, "each complete");
            NS_TEST_EXPECT_MSG_EQ(drive->GetOutstanding(), 0, "each complete");
            drive->PowerOn();
            NS_TEST_EXPECT_MSG_EQ((durable == GetDurable(*drive)), true, "as was said before");
            host.Inspect();
            Simulator::Run();
        }
        if (!ignoresFlush)
        {
            NS_TEST_EXPECT_MSG_EQ(host.mistakes, 0, "contents and ends, seed " << seed);
        }
        Simulator::Destroy();
        return host;
    }
};

/**
 * @ingroup disk-model
 *
 * Requests and the arm around a power cut, worked out by hand.
 */
class DiskPowerStateTest : public TestCase
{
  public:
    DiskPowerStateTest()
        : TestCase("Requests end once with NOT_READY, the heads are on block 0 afterwards")
    {
    }

  private:
    void DoRun() override
    {
        auto drive = MakeStoringDrive(MakeCachedTinyDrive());
        Submit(drive, BlockOperation::READ, 68, 1); // on cylinder 5 until 12 ms
        Submit(drive, BlockOperation::READ, 0, 1);
        Submit(drive, BlockOperation::FLUSH, 0, 0);
        Simulator::Schedule(MilliSeconds(2), [&] {
            drive->PowerOff();
            NS_TEST_EXPECT_MSG_EQ(m_log.size(), 0, "not from inside PowerOff");
            Submit(drive, BlockOperation::FLUSH, 0, 0);
            Submit(drive, BlockOperation::READ, 0, 0);
            Submit(drive, BlockOperation::READ, 0, 1);
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_log.size(), 6, "each once");
        for (const auto& [lba, time, status] : m_log)
        {
            NS_TEST_EXPECT_MSG_EQ(time, MilliSeconds(2), "at once");
            NS_TEST_EXPECT_MSG_EQ(status, BlockStatus::NOT_READY, "without power");
        }
        NS_TEST_EXPECT_MSG_EQ(m_log[0].lba, 68, "the one in service first");

        m_log.clear();
        Simulator::Schedule(MilliSeconds(20) - Simulator::Now(), [&] {
            drive->PowerOn();
            Submit(drive, BlockOperation::READ, 3, 1);
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_log.size(), 1, "complete");
        NS_TEST_EXPECT_MSG_EQ(m_log[0].time, MilliSeconds(24), "no seek, slot 3 from 23 ms on");

        // Power goes and comes while the heads are elsewhere: 68 passes from 30 ms to 32 ms.
        Submit(drive, BlockOperation::READ, 68, 1);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MilliSeconds(32), "cylinder 5");
        Simulator::Schedule(MilliSeconds(40) - Simulator::Now(), [&] {
            drive->PowerOff();
            drive->PowerOn();
            Submit(drive, BlockOperation::READ, 0, 1);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MilliSeconds(41), "no seek");
        Simulator::Destroy();
    }

    /**
     * @param drive the drive
     * @param operation what to do
     * @param lba the first block
     * @param blocks how many
     */
    void Submit(Ptr<DiskDrive> drive, BlockOperation operation, uint64_t lba, uint32_t blocks)
    {
        auto request = Create<BlockRequest>(operation, lba, blocks);
        request->completion = Callback<void, Ptr<BlockRequest>>([this](Ptr<BlockRequest> complete) {
            m_log.push_back({complete->lba, Simulator::Now(), complete->status});
        });
        drive->Submit(request);
    }

    /// A completion.
    struct Row
    {
        uint64_t lba;       //!< first block
        Time time;          //!< when
        BlockStatus status; //!< how
    };

    std::vector<Row> m_log; //!< completions in their order
};

/**
 * @ingroup disk-model
 *
 * A workload continues after a power cut.
 */
class DiskPowerWorkloadTest : public TestCase
{
  public:
    DiskPowerWorkloadTest()
        : TestCase("A workload waits for the power and goes on")
    {
    }

  private:
    void DoRun() override
    {
        const Ptr<DiskDrive> drive = MakeStoringDrive(MakeCachedTinyDrive());
        BlockWorkloadHelper helper("ns3::SyntheticWorkload");
        helper.SetAttribute("QueueDepth", StringValue("4"));
        helper.SetAttribute("Count", StringValue("200"));
        helper.SetAttribute("ReadFraction", StringValue("0.5"));
        const auto workload =
            DynamicCast<BlockWorkload>(helper.Install(CreateObject<Node>(), {drive}).Get(0));
        workload->AssignStreams(7);
        Simulator::Schedule(MilliSeconds(50), &DiskDrive::PowerOff, drive);
        Simulator::Schedule(MilliSeconds(100), [&] {
            m_issued = workload->GetIssued();
            NS_TEST_EXPECT_MSG_EQ(workload->IsFinished(), false, "waits");
        });
        Simulator::Schedule(MilliSeconds(149), [&] {
            NS_TEST_EXPECT_MSG_EQ(workload->GetIssued(), m_issued, "issues nothing meanwhile");
        });
        Simulator::Schedule(MilliSeconds(150), &DiskDrive::PowerOn, drive);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(workload->IsFinished(), true, "goes on to the end");
        NS_TEST_EXPECT_MSG_EQ(workload->GetCompleted(), 200, "each once");
        Simulator::Destroy();
    }

    uint64_t m_issued{0}; //!< requests issued before the power came back
};

/**
 * @ingroup disk-model
 *
 * A write that waits for a stall of a worn drive is not written after the power is back.
 */
class DiskPowerStallTest : public TestCase
{
  public:
    DiskPowerStallTest()
        : TestCase("a stall does not outlast a loss of power")
    {
    }

  private:
    /**
     * @param off when the power goes, 0 for never
     * @return how the write ends, and whether it is on the medium then
     */
    std::pair<BlockStatus, bool> Write(Time off)
    {
        auto drive = CreateObject<DiskDrive>();
        drive->SetAttribute("StoreData", BooleanValue(true));
        drive->SetAttribute("WriteCache", BooleanValue(false));
        auto worn = CreateObject<FailingDevice>();
        worn->SetAttribute("StallInterval", TimeValue(NanoSeconds(1)));
        worn->SetAttribute("StallTime", TimeValue(Seconds(2)));
        worn->SetDevice(drive);
        auto request = Create<BlockRequest>(BlockOperation::WRITE, 0, 1);
        const std::vector<uint8_t> bytes(512, 'x');
        request->data = Create<Packet>(bytes.data(), bytes.size());
        auto status = BlockStatus::OK;
        request->completion =
            BlockRequest::Completion([&status](Ptr<BlockRequest> done) { status = done->status; });
        Simulator::Schedule(MilliSeconds(1), &BlockDevice::Submit, worn, request);
        if (off.IsStrictlyPositive())
        {
            Simulator::Schedule(off, &DiskDrive::PowerOff, drive);
            Simulator::Schedule(off + MilliSeconds(100), &DiskDrive::PowerOn, drive);
        }
        Simulator::Run();
        uint8_t first = 0;
        drive->ReadDurable(0, 1)->CopyData(&first, 1);
        Simulator::Destroy();
        return {status, first == 'x'};
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ((Write(Time()) == std::pair{BlockStatus::OK, true}),
                              true,
                              "late, but written");
        NS_TEST_EXPECT_MSG_EQ(
            (Write(MilliSeconds(500)) == std::pair{BlockStatus::NOT_READY, false}),
            true,
            "lost with the power");
    }
};

/**
 * @ingroup disk-model
 *
 * Drives whose power is cut.
 */
class DiskPowerTestSuite : public TestSuite
{
  public:
    DiskPowerTestSuite()
        : TestSuite("disk-model-power", Type::UNIT)
    {
        AddTestCase(new DiskPowerCutTest, Duration::QUICK);
        AddTestCase(new DiskPowerStateTest, Duration::QUICK);
        AddTestCase(new DiskPowerWorkloadTest, Duration::QUICK);
        AddTestCase(new DiskPowerStallTest, Duration::QUICK);
    }
};

static DiskPowerTestSuite g_diskPowerTestSuite; //!< registers the suite
