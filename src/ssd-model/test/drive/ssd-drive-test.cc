/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-test-load.h"

#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/ssd-steady-state.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Blocks of a unit.
constexpr uint32_t UNIT = 8;

/**
 * Submit a request now.
 *
 * @param drive the drive
 * @param operation what it does
 * @param lba its first block
 * @param blocks how many
 * @param done called when it is complete
 * @param data what it writes, or null
 */
void
Submit(Ptr<SsdDrive> drive,
       BlockOperation operation,
       uint64_t lba,
       uint32_t blocks,
       const std::function<void(Ptr<BlockRequest>)>& done,
       Ptr<Packet> data = nullptr)
{
    auto request = Create<BlockRequest>(operation, lba, blocks);
    request->data = data;
    request->completion = BlockRequest::Completion(done);
    drive->Submit(request);
}

/**
 * Run a request on an idle drive.
 *
 * @param drive the drive
 * @param operation what it does
 * @param lba its first block
 * @param blocks how many
 * @return how long it took, ns
 */
int64_t
GetLatency(Ptr<SsdDrive> drive, BlockOperation operation, uint64_t lba, uint32_t blocks)
{
    const auto begin = Simulator::Now();
    int64_t latency = -1;
    Submit(drive, operation, lba, blocks, [&](Ptr<BlockRequest>) {
        latency = (Simulator::Now() - begin).GetNanoSeconds();
    });
    Simulator::Run();
    return latency;
}

} // namespace

/**
 * @ingroup ssd-model-tests
 *
 * Requests on an idle drive, to the nanosecond.
 */
class SsdLatencyTestCase : public TestCase
{
  public:
    SsdLatencyTestCase()
        : TestCase("Latencies of an idle drive")
    {
    }

  private:
    void DoRun() override
    {
        using enum BlockOperation;
        SsdParameters parameters;
        parameters.readCommand = NanoSeconds(10000);
        parameters.writeCommand = NanoSeconds(8000);
        parameters.flushCommand = NanoSeconds(6000);
        // A unit takes 7,447 ns on the link and 10,240 ns on a channel.
        const auto aged = MakeSsdTestDrive(parameters, true);
        NS_TEST_EXPECT_MSG_EQ(GetLatency(aged, READ, 0, UNIT),
                              10000 + 50000 + 10240 + 7447,
                              "read");
        NS_TEST_EXPECT_MSG_EQ(GetLatency(aged, READ, 3, 1), 10000 + 50000 + 10240 + 931, "a block");
        NS_TEST_EXPECT_MSG_EQ(GetLatency(aged, VERIFY, 0, UNIT), 10000 + 50000 + 10240, "verify");
        NS_TEST_EXPECT_MSG_EQ(GetLatency(aged, WRITE, 0, UNIT), 8000 + 7447, "write");
        NS_TEST_EXPECT_MSG_EQ(GetLatency(aged, READ, 0, UNIT), 10000 + 7447, "in the buffer");
        NS_TEST_EXPECT_MSG_EQ(GetLatency(aged, WRITE, 80, 1),
                              8000 + 50000 + 10240,
                              "the rest of the unit is read");

        const auto fresh = MakeSsdTestDrive(parameters);
        NS_TEST_EXPECT_MSG_EQ(GetLatency(fresh, READ, 0, UNIT), 10000 + 7447, "no contents");
        NS_TEST_EXPECT_MSG_EQ(GetLatency(fresh, FLUSH, 0, 0), 6000, "nothing to program");
        NS_TEST_EXPECT_MSG_EQ(GetLatency(fresh, WRITE, 0, 3 * UNIT), 8000 + 22342, "three units");
        NS_TEST_EXPECT_MSG_EQ(GetLatency(fresh, FLUSH, 0, 0),
                              6000 + 3 * 10240 + 600000,
                              "three units are programmed");
        NS_TEST_EXPECT_MSG_EQ(GetLatency(fresh, READ, 0, 3 * UNIT),
                              10000 + 50000 + 3 * 10240 + 22342,
                              "from one stripe");
        // Without a write cache a write is programmed at once.
        const auto direct = MakeSsdTestDrive(parameters);
        NS_TEST_EXPECT_MSG_EQ(direct->SetCacheSettings({.writeCache = false}), true, "off");
        NS_TEST_EXPECT_MSG_EQ(direct->GetCacheSettings().writeCache, false, "off");
        NS_TEST_EXPECT_MSG_EQ(GetLatency(direct, WRITE, 0, UNIT),
                              8000 + 7447 + 10240 + 600000,
                              "to the flash");
        NS_TEST_EXPECT_MSG_EQ(direct->SetCacheSettings({.writeCache = true}), true, "on again");
        NS_TEST_EXPECT_MSG_EQ(GetLatency(direct, WRITE, 0, UNIT), 8000 + 7447, "to the buffer");
        direct->SetCacheSettings({.writeCache = false});
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetLatency(direct, FLUSH, 0, 0), 6000, "programmed by the switch");

        // A stripe of 8 units goes to each of two dies of one channel.
        GetLatency(fresh, WRITE, 1000, 16 * UNIT);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetLatency(fresh, READ, 1000, 8 * UNIT),
                              10000 + 50000 + 81920 + 59578,
                              "a stripe");

        parameters.hasPowerProtection = true;
        const auto safe = MakeSsdTestDrive(parameters);
        GetLatency(safe, WRITE, 0, 3 * UNIT);
        NS_TEST_EXPECT_MSG_EQ(GetLatency(safe, FLUSH, 0, 0), 6000, "safe as it is");
        NS_TEST_EXPECT_MSG_EQ(safe->SetCacheSettings({.writeCache = true}), false, "none to lose");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * Where the time of a request goes, to the nanosecond.
 */
class SsdStagesTestCase : public TestCase
{
  public:
    SsdStagesTestCase()
        : TestCase("Stages of a request")
    {
    }

  private:
    /// Stages and how long each took, without those that took no time.
    using Stages = std::map<std::string, int64_t>;

    /**
     * Run requests that come at once.
     *
     * @param drive the drive
     * @param requests what they do
     * @return the stages of the last
     */
    static Stages Run(Ptr<SsdDrive> drive, const std::vector<Ptr<BlockRequest>>& requests)
    {
        drive->SetRecordTimelines(true);
        Stages stages;
        for (const auto& request : requests)
        {
            request->completion = [&stages](Ptr<BlockRequest> done) {
                stages.clear();
                for (auto i = 1; i < static_cast<int>(IoStage::COUNT); ++i)
                {
                    const auto stage = static_cast<IoStage>(i);
                    if (const auto time = done->timeline->GetDuration(stage); !time.IsZero())
                    {
                        stages[GetIoStageName(stage)] = time.GetNanoSeconds();
                    }
                }
            };
            drive->Submit(request);
        }
        Simulator::Run();
        return stages;
    }

    /**
     * Expect stages.
     *
     * @param found the stages of a request
     * @param expected what they should be
     * @param request which request it is
     */
    void Expect(const Stages& found, const Stages& expected, const std::string& request)
    {
        for (const auto& [stage, time] : expected)
        {
            const auto it = found.find(stage);
            NS_TEST_EXPECT_MSG_EQ((it == found.end() ? 0 : it->second), time, request << stage);
        }
        NS_TEST_EXPECT_MSG_EQ(found.size(), expected.size(), request << "no other stage");
    }

    void DoRun() override
    {
        using enum BlockOperation;
        SsdParameters parameters;
        parameters.readCommand = NanoSeconds(10000);
        parameters.writeCommand = NanoSeconds(8000);
        parameters.flushCommand = NanoSeconds(6000);
        const auto read = [] { return Create<BlockRequest>(READ, 0, UNIT); };
        const auto aged = MakeSsdTestDrive(parameters, true);
        NS_TEST_EXPECT_MSG_EQ(aged->GetStageGroups().Has(IoStage::DIE_WON), true, "of an SSD");
        NS_TEST_EXPECT_MSG_EQ(aged->GetStageGroups().Has(IoStage::THROTTLED), false, "of others");
        Expect(Run(aged, {read()}),
               {{"command_done", 10000},
                {"cells_read", 50000},
                {"channel_done", 10240},
                {"link_done", 7447}},
               "a read: ");
        Expect(Run(aged, {read(), read()}),
               {{"command_done", 10000},
                {"die_won", 50000},
                {"cells_read", 50000},
                {"channel_done", 10240},
                {"link_done", 7447}},
               "a read behind another of its die: ");
        Expect(Run(aged, {Create<BlockRequest>(WRITE, 80, 1)}),
               {{"command_done", 8000}, {"cells_read", 50000}, {"channel_done", 10240}},
               "a part of a unit, with which the rest is read: ");

        const auto fresh = MakeSsdTestDrive(parameters);
        const auto write = [] { return Create<BlockRequest>(WRITE, 0, UNIT); };
        Expect(Run(fresh, {write()}), {{"command_done", 8000}, {"link_done", 7447}}, "a write: ");
        Expect(Run(fresh, {read()}),
               {{"command_done", 10000}, {"link_done", 7447}},
               "a read of the buffer: ");
        Expect(Run(fresh, {Create<BlockRequest>(FLUSH, 0, 0)}),
               {{"command_done", 6000}, {"media_done", 10240 + 600000}},
               "a FLUSH: ");
        auto forced = write();
        forced->forceUnitAccess = true;
        Expect(Run(fresh, {forced}),
               {{"command_done", 8000}, {"link_done", 7447}, {"media_done", 10240 + 600000}},
               "a write with FUA: ");

        // The buffer has room for a stripe of eight units, which eight writes fill; all dies are
        // free, so the ninth waits until the first stripe is programmed.
        parameters.bufferUnits = parameters.GetStripeUnits();
        const auto small = MakeSsdTestDrive(parameters);
        std::vector<Ptr<BlockRequest>> writes;
        for (uint32_t i = 0; i <= parameters.bufferUnits; ++i)
        {
            writes.push_back(Create<BlockRequest>(WRITE, i * UNIT, UNIT));
        }
        // The link is busy until the eighth has come.
        const auto link = 9 * 7447;
        const auto programmed = 8 * 7447 + 8 * 10240 + 600000;
        const auto stages = Run(small, writes);
        NS_TEST_EXPECT_MSG_EQ_TOL(stages.at("link_done"), link, 9, "in turn");
        NS_TEST_EXPECT_MSG_EQ_TOL(stages.at("buffered"), programmed - link, 18, "no room");
        NS_TEST_EXPECT_MSG_EQ(stages.size(), 3, "with the command");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * What limits a drive under load, against closed forms.
 */
class SsdRateTestCase : public TestCase
{
  public:
    SsdRateTestCase()
        : TestCase("Rates of a drive under load")
    {
    }

  private:
    /**
     * @param parameters of the drive
     * @param depth reads under way
     * @return reads/s
     */
    static double GetReads(const SsdParameters& parameters, uint32_t depth)
    {
        return SsdTestLoad(MakeSsdTestDrive(parameters, true), BlockOperation::READ, depth, 20000)
            .GetRate(1000);
    }

    void DoRun() override
    {
        SsdParameters parameters;
        parameters.tags = 256;
        NS_TEST_EXPECT_MSG_EQ_TOL(GetReads(parameters, 1) * 77687e-9, 1, 1e-3, "one at a time");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetReads(parameters, 256) * 4096 / 550e6, 1, 0.01, "the link");
        auto slow = parameters;
        slow.channelRate = 40e6;
        NS_TEST_EXPECT_MSG_EQ_TOL(GetReads(slow, 256) * 4096 / 160e6, 1, 0.02, "four channels");
        slow = parameters;
        slow.readTimes = {MicroSeconds(500)};
        // Reads at random dies leave some idle: n of them on d dies keep n / (n + d - 1) busy.
        const auto dies = GetReads(slow, 256) * 500e-6 / 8;
        NS_TEST_EXPECT_MSG_EQ_TOL(dies, 256.0 / 263, 0.02, "eight dies");
        slow.tags = 1;
        NS_TEST_EXPECT_MSG_EQ_TOL(GetReads(slow, 256) * 527687e-9, 1, 1e-3, "one tag");
        slow = parameters;
        slow.commandInterval = MicroSeconds(20);
        NS_TEST_EXPECT_MSG_EQ_TOL(GetReads(slow, 256) * 20e-6, 1, 1e-3, "the controller");

        // The dies of a new drive program 8 units in 600 us after 82 us on the channel.
        const auto fresh =
            SsdTestLoad(MakeSsdTestDrive(parameters), BlockOperation::WRITE, 32, 60000)
                .GetRate(5000);
        NS_TEST_EXPECT_MSG_EQ_TOL(fresh * 681.92e-6 / 64, 1, 0.01, "programs");
        CheckSteadyState(parameters);
        CheckRegisters(parameters);
        Simulator::Destroy();
    }

    /**
     * Compare the rate of random writes in the steady state with its closed form.
     *
     * @param parameters of the drive
     */
    void CheckSteadyState(SsdParameters parameters)
    {
        parameters.channelRate = 1e12;
        parameters.linkRate = 1e12;
        const auto drive = MakeSsdTestDrive(parameters, true);
        const auto& layout = drive->GetTranslation().GetLayout();
        const SsdSteadyState state(layout.GetUtilisation(), layout.unitsPerBlock, 0);
        const auto amplification = state.GetWriteAmplification();
        const auto rate = SsdTestLoad(drive, BlockOperation::WRITE, 32, 200000).GetRate(20000);
        const auto& translation = drive->GetTranslation();
        const auto measured =
            1 + static_cast<double>(translation.GetMoves()) / translation.GetHostWrites();
        NS_TEST_EXPECT_MSG_EQ_TOL(measured / amplification, 1, 0.03, "write amplification");
        // For each unit that is written a die programs as many as the amplification says, senses
        // those that it moves, of which the valid share of a stripe comes at once, and erases.
        const auto valid = 1 - 1 / amplification;
        const auto unitTime = amplification * 600e-6 / 8 + (amplification - 1) * 50e-6 / 8 / valid +
                              3e-3 / (layout.unitsPerBlock * (1 - valid));
        NS_TEST_EXPECT_MSG_EQ_TOL(rate * unitTime / 8, 1, 0.05, "steady state");
    }

    /**
     * Check the rate of a drive that is bound by its dies, with and without registers in which the
     * data of a page wait while the next one is read.
     *
     * @param parameters of the drive
     */
    void CheckRegisters(SsdParameters parameters)
    {
        // A unit takes 20.48 us on the channel of its die.
        parameters.channelRate = 200e6;
        parameters.linkRate = 1e12;
        parameters.channels = 8;
        parameters.diesPerChannel = 1;
        for (const bool hasRegister : {true, false})
        {
            parameters.hasCacheRegister = hasRegister;
            const auto drive = MakeSsdTestDrive(parameters, true);
            const auto rate = SsdTestLoad(drive, BlockOperation::READ, 256, 60000).GetRate(2000);
            const auto readTime = hasRegister ? 50e-6 : 70.48e-6;
            NS_TEST_EXPECT_MSG_EQ_TOL(rate * readTime / 8, 256.0 / 263, 0.02, hasRegister);
        }
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * What is left of writes after the power was cut at random times.
 */
class SsdPowerTestCase : public TestCase
{
  public:
    /**
     * @param isProtected whether the buffer outlasts it
     * @param hasSlc whether the drive has an SLC cache, which it folds soon
     * @param levelsWear whether the drive is full, and moves what nobody rewrites
     */
    SsdPowerTestCase(bool isProtected, bool hasSlc, bool levelsWear = false)
        : TestCase(
              std::string(isProtected ? "A protected drive loses nothing"
                                      : "A power cut loses what was not flushed and nothing else") +
              (hasSlc ? ", with an SLC cache" : "") + (levelsWear ? ", with wear levelling" : "")),
          m_isProtected(isProtected),
          m_hasSlc(hasSlc),
          m_levelsWear(levelsWear)
    {
    }

  private:
    /// Blocks that are written.
    static constexpr uint32_t BLOCKS = 40;

    void DoRun() override
    {
        SsdParameters parameters;
        parameters.hasPowerProtection = m_isProtected;
        parameters.bufferUnits = 8;
        if (m_hasSlc)
        {
            parameters.slc = {.blocksPerPlane = 1,
                              .pagesPerBlock = 4,
                              .readTime = MicroSeconds(20),
                              .programTime = MicroSeconds(100),
                              .idleTime = MicroSeconds(10)};
        }
        if (m_levelsWear)
        {
            MakeTiny(parameters);
        }
        m_drive = MakeSsdTestDrive(parameters, false, true);
        m_random->SetStream(31);
        if (m_levelsWear)
        {
            RunOnIdle(m_drive, BlockOperation::WRITE, BLOCKS, parameters.blocks - BLOCKS, 77);
            RunOnIdle(m_drive, BlockOperation::FLUSH, 0, 0);
        }
        for (int round = 0; round < 200; ++round)
        {
            std::vector<uint8_t> durable;
            Simulator::Schedule(MicroSeconds(m_random->GetInteger(1, 5000)), [this, &durable] {
                durable = GetDurable();
                m_drive->PowerOff();
            });
            for (int i = 0; i < 4; ++i)
            {
                Next();
            }
            Simulator::Run();
            m_drive->PowerOn();
            NS_TEST_EXPECT_MSG_EQ((durable == GetDurable()), true, "as was said before");
            Check();
        }
        NS_TEST_EXPECT_MSG_GT(m_flushed, 100, "flushes ended");
        NS_TEST_EXPECT_MSG_EQ((m_lost > 0), !m_isProtected, "writes were lost");
        NS_TEST_EXPECT_MSG_EQ((m_drive->GetTranslation().GetFolds() > 0), m_hasSlc, "folded");
        if (m_levelsWear)
        {
            CheckRest();
        }
        m_drive = nullptr;
        Simulator::Destroy();
    }

    /**
     * @param[in,out] parameters become a drive of two dies of 16 blocks of 4 units, of which the
     *                host sees 80
     */
    static void MakeTiny(SsdParameters& parameters)
    {
        parameters.blocks = 80 * 8;
        parameters.channels = 1;
        parameters.planes = 1;
        parameters.blocksPerPlane = 16;
        parameters.pagesPerBlock = 4;
        parameters.pageBytes = 4096;
        parameters.freeBlocks = 3;
        parameters.wearLevellingSpread = 3;
        parameters.programTime = MicroSeconds(50);
        parameters.eraseTime = MicroSeconds(200);
    }

    /**
     * What was written once and moved since is there.
     */
    void CheckRest()
    {
        NS_TEST_EXPECT_MSG_GT(m_drive->GetTranslation().GetLevellingMoves(), 300, "moved");
        const auto blocks = m_drive->GetBlockCount() - BLOCKS;
        const auto read = RunOnIdle(m_drive, BlockOperation::READ, BLOCKS, blocks);
        std::vector<uint8_t> bytes(read->data->GetSize());
        read->data->CopyData(bytes.data(), bytes.size());
        NS_TEST_EXPECT_MSG_EQ(bytes.size(), blocks * 512, "all of it");
        const bool isKept = bytes == std::vector<uint8_t>(bytes.size(), 77);
        NS_TEST_EXPECT_MSG_EQ(isKept, true, "as written");
    }

    /**
     * @return what the blocks would have after a power cut, from the second one on, as reads need
     *         not be of whole units
     */
    std::vector<uint8_t> GetDurable() const
    {
        const auto data = m_drive->ReadDurable(1, BLOCKS);
        std::vector<uint8_t> bytes(data->GetSize());
        data->CopyData(bytes.data(), data->GetSize());
        return bytes;
    }

    /**
     * Submit a write or a FLUSH, and another when it is complete.
     */
    void Next()
    {
        if (m_random->GetValue() < 0.1)
        {
            const auto before = m_written;
            Submit(m_drive, BlockOperation::FLUSH, 0, 0, [this, before](Ptr<BlockRequest> request) {
                if (request->status == BlockStatus::OK)
                {
                    ++m_flushed;
                    for (const auto& [block, value] : before)
                    {
                        m_safe[block] = std::max(m_safe[block], value);
                    }
                    Next();
                }
            });
            return;
        }
        uint32_t block;
        do
        {
            block = m_random->GetInteger(0, BLOCKS - 1);
        } while (m_underWay.contains(block));
        m_underWay.insert(block);
        const auto value = ++m_lastValue;
        std::vector<uint8_t> bytes(512);
        *reinterpret_cast<uint32_t*>(bytes.data()) = value;
        m_submitted[block].push_back(value);
        Submit(
            m_drive,
            BlockOperation::WRITE,
            block,
            1,
            [this, block, value](Ptr<BlockRequest> request) {
                m_underWay.erase(block);
                if (request->status == BlockStatus::OK)
                {
                    m_written[block] = std::max(m_written[block], value);
                    Next();
                }
            },
            Create<Packet>(bytes.data(), bytes.size()));
    }

    /**
     * Read all blocks: each has a value that was written and is not older than the safe one.
     */
    void Check()
    {
        for (uint32_t block = 0; block < BLOCKS; ++block)
        {
            uint32_t value = 0;
            Submit(m_drive, BlockOperation::READ, block, 1, [&](Ptr<BlockRequest> request) {
                request->data->CopyData(reinterpret_cast<uint8_t*>(&value), sizeof(value));
            });
            Simulator::Run();
            const auto least = m_isProtected ? m_written[block] : m_safe[block];
            NS_TEST_ASSERT_MSG_GT_OR_EQ(value, least, "block " << block << " is not older");
            auto& submitted = m_submitted[block];
            const bool isKnown =
                value == m_safe[block] ||
                std::find(submitted.begin(), submitted.end(), value) != submitted.end();
            NS_TEST_ASSERT_MSG_EQ(isKnown, true, "block " << block << " was written so");
            m_lost += value < m_written[block] ? 1 : 0;
            submitted.clear();
            m_written[block] = value;
            m_safe[block] = value;
        }
    }

    bool m_isProtected;    //!< whether the buffer outlasts it
    bool m_hasSlc;         //!< whether the drive has an SLC cache
    bool m_levelsWear;     //!< whether the drive is full, and moves what nobody rewrites
    Ptr<SsdDrive> m_drive; //!< the drive
    Ptr<UniformRandomVariable> m_random{
        CreateObject<UniformRandomVariable>()};            //!< draws what is done
    std::set<uint32_t> m_underWay;                         //!< blocks that are being written
    uint32_t m_lastValue{0};                               //!< the last that was written
    std::map<uint32_t, std::vector<uint32_t>> m_submitted; //!< values of blocks since the last cut
    std::map<uint32_t, uint32_t> m_written;                //!< the newest complete value of blocks
    std::map<uint32_t, uint32_t> m_safe;                   //!< the newest that a FLUSH made safe
    int m_flushed{0};                                      //!< flushes that ended
    int m_lost{0};                                         //!< blocks that lost a complete write
};

/**
 * @ingroup ssd-model-tests
 *
 * @brief Tests of the drive.
 */
class SsdDriveTestSuite : public TestSuite
{
  public:
    SsdDriveTestSuite()
        : TestSuite("ssd-drive", Type::UNIT)
    {
        AddTestCase(new SsdLatencyTestCase, Duration::QUICK);
        AddTestCase(new SsdStagesTestCase, Duration::QUICK);
        AddTestCase(new SsdRateTestCase, Duration::QUICK);
        AddTestCase(new SsdPowerTestCase(false, false), Duration::QUICK);
        AddTestCase(new SsdPowerTestCase(false, true), Duration::QUICK);
        AddTestCase(new SsdPowerTestCase(true, false), Duration::QUICK);
        AddTestCase(new SsdPowerTestCase(false, false, true), Duration::QUICK);
    }
};

static SsdDriveTestSuite g_ssdDriveTestSuite; //!< registers the suite
