/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-test-load.h"

#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Blocks of a unit.
constexpr uint32_t POWER_UNIT_BLOCKS = 8;
/// A read of a drive without contents: the controller, and 4 KiB on the link, ns.
constexpr int64_t POWER_READ = 10000 + 7447;

/**
 * @return a drive with two power states beside the active one
 */
SsdParameters
MakePowerParameters()
{
    SsdParameters parameters;
    parameters.power.activePower = 2;
    parameters.power.lower = {
        {0.5, MilliSeconds(1), MicroSeconds(100), MicroSeconds(200)},
        {0.125, MilliSeconds(5), MilliSeconds(1), MilliSeconds(3)},
    };
    return parameters;
}

/**
 * Let time pass.
 *
 * @param time how much
 */
void
Advance(Time time)
{
    Simulator::Stop(time);
    Simulator::Run();
}

/**
 * @param drive a drive that is idle from now on
 * @param idle how long it is, ns
 * @return how long a read takes that comes then, ns
 */
int64_t
ReadAfter(Ptr<SsdDrive> drive, int64_t idle)
{
    Advance(NanoSeconds(idle));
    return GetRunTime(drive, BlockOperation::READ, 0, POWER_UNIT_BLOCKS);
}

} // namespace

/**
 * @ingroup ssd-model-tests
 *
 * The first command after idle time, to the nanosecond.
 */
class SsdPowerLatencyTestCase : public TestCase
{
  public:
    SsdPowerLatencyTestCase()
        : TestCase("The first command after idle time")
    {
    }

  private:
    void DoRun() override
    {
        /// A read after idle time.
        struct Read
        {
            int64_t idle; //!< how long the drive is idle before, ns
            int64_t wake; //!< how long it takes until it is active, ns
        };

        // It enters the first state for 100 us behind 1 ms, and the second behind 5 ms more.
        const std::vector<Read> reads{{0, 0},
                                      {1000000, 0},
                                      {1000001, 99999 + 200000},
                                      {1040000, 60000 + 200000},
                                      {1100000, 200000},
                                      {1100001, 200000},
                                      {6100000, 200000},
                                      {6100001, 999999 + 3000000},
                                      {7099999, 1 + 3000000},
                                      {7100000, 3000000},
                                      {700000000, 3000000}};
        const auto drive = MakeSsdTestDrive(MakePowerParameters());
        for (const auto& it : reads)
        {
            const auto time = ReadAfter(drive, it.idle);
            NS_TEST_EXPECT_MSG_EQ(time, it.wake + POWER_READ, "after " << it.idle << " ns");
        }
        CheckOthers(drive);
        CheckWork();
        Simulator::Destroy();
    }

    /**
     * Commands that come while the drive becomes active wait as well, and no longer.
     *
     * @param drive the drive
     */
    void CheckOthers(Ptr<SsdDrive> drive)
    {
        Advance(MilliSeconds(2));
        const auto begin = Simulator::Now();
        std::vector<int64_t> ends;
        const auto submit = [&] {
            const auto request = Create<BlockRequest>(BlockOperation::VERIFY, 0, 1);
            request->completion = [&](Ptr<BlockRequest>) {
                ends.push_back((Simulator::Now() - begin).GetNanoSeconds());
            };
            drive->Submit(request);
        };
        for (const auto time : {0, 150000, 199999, 200005, 500000})
        {
            Simulator::Schedule(NanoSeconds(time), submit);
        }
        Simulator::Run();
        const std::vector<int64_t> expected{210000, 210000, 210000, 210005, 510000};
        NS_TEST_EXPECT_MSG_EQ((ends == expected), true, "they begin when it is active");
    }

    /**
     * A drive that programs, or has yet to fold its SLC cache, is not idle.
     */
    void CheckWork()
    {
        auto parameters = MakePowerParameters();
        const auto drive = MakeSsdTestDrive(parameters);
        // 8 units fill a stripe; they cross the channel in 10.24 us each.
        RunOnIdle(drive, BlockOperation::WRITE, 0, 8 * POWER_UNIT_BLOCKS);
        const int64_t program = 8 * 10240 + 600000;
        auto time = ReadAfter(drive, program + 1000000);
        NS_TEST_EXPECT_MSG_EQ(time, 10000 + 50000 + 10240 + 7447, "it was programming until then");
        RunOnIdle(drive, BlockOperation::WRITE, 0, 8 * POWER_UNIT_BLOCKS);
        time = ReadAfter(drive, program + 1000001);
        NS_TEST_EXPECT_MSG_EQ(time, 299999 + 10000 + 50000 + 10240 + 7447, "idle since the end");

        parameters.slc.blocksPerPlane = 2;
        parameters.slc.pagesPerBlock = 21;
        parameters.slc.readTime = MicroSeconds(20);
        parameters.slc.programTime = MicroSeconds(100);
        parameters.slc.idleTime = MilliSeconds(10);
        const auto cached = MakeSsdTestDrive(parameters);
        RunOnIdle(cached, BlockOperation::WRITE, 0, 8 * POWER_UNIT_BLOCKS);
        // A page of 8 units is read, sent there and back, programmed, and its block is erased.
        const int64_t folded = 10000000 + 20000 + 16 * 10240 + 600000 + 3000000;
        time = ReadAfter(cached, folded + 1000000);
        NS_TEST_EXPECT_MSG_EQ(time, 10000 + 50000 + 10240 + 7447, "it was folding until then");
        NS_TEST_EXPECT_MSG_EQ(cached->GetTranslation().GetFolds(), 8, "all of it");
        time = ReadAfter(cached, 1000001);
        NS_TEST_EXPECT_MSG_EQ(time, 299999 + 10000 + 50000 + 10240 + 7447, "and is idle now");
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * How long the drive is in each state, and the energy of that.
 */
class SsdPowerUseTestCase : public TestCase
{
  public:
    SsdPowerUseTestCase()
        : TestCase("Time and energy of power states")
    {
    }

  private:
    /**
     * Expect how long the drive was in each state until now.
     *
     * @param drive the drive
     * @param times how long, ns
     * @param entries how often it entered the second and the third
     * @param when when it is
     */
    void Expect(Ptr<SsdDrive> drive,
                const std::vector<int64_t>& times,
                const std::vector<uint64_t>& entries,
                const std::string& when)
    {
        const auto uses = drive->GetPowerStates();
        NS_TEST_ASSERT_MSG_EQ(uses.size(), 3, "states");
        for (std::size_t state = 0; state < 3; ++state)
        {
            NS_TEST_EXPECT_MSG_EQ(uses[state].time.GetNanoSeconds(),
                                  times[state],
                                  when << ": time in " << state);
        }
        NS_TEST_EXPECT_MSG_EQ(uses[1].entries, entries[0], when << ": first state");
        NS_TEST_EXPECT_MSG_EQ(uses[2].entries, entries[1], when << ": second state");
        const auto energy = (times[0] * 2.0 + times[1] * 0.5 + times[2] * 0.125) / 1e9;
        NS_TEST_EXPECT_MSG_EQ_TOL(drive->GetEnergy(), energy, 1e-12, when << ": energy");
    }

    void DoRun() override
    {
        const auto none = MakeSsdTestDrive(SsdParameters());
        NS_TEST_EXPECT_MSG_EQ(none->GetPowerStates().size(), 0, "it has none");
        NS_TEST_EXPECT_MSG_EQ(none->GetEnergy(), 0, "of which nothing is known");

        const auto drive = MakeSsdTestDrive(MakePowerParameters());
        Expect(drive, {0, 0, 0}, {0, 0}, "new");
        Advance(MicroSeconds(1050));
        Expect(drive, {1000000, 50000, 0}, {1, 0}, "entering");
        // A read comes, and the drive has entered the state 50 us later.
        auto left = GetRunTime(drive, BlockOperation::READ, 0, POWER_UNIT_BLOCKS);
        NS_TEST_EXPECT_MSG_EQ(left, 250000 + POWER_READ, "entered, and left");
        Expect(drive, {1000000 + 200000 + POWER_READ, 100000, 0}, {1, 0}, "active");
        Advance(MilliSeconds(10));
        const auto active = 2 * 1000000 + 200000 + POWER_READ;
        Expect(drive, {active, 100000 + 5100000, 3900000}, {2, 1}, "in the second state");

        // In the midst of entering a state: the rest is not counted before it has passed.
        RunOnIdle(drive, BlockOperation::READ, 0, POWER_UNIT_BLOCKS);
        Advance(MicroSeconds(1020));
        const auto request = Create<BlockRequest>(BlockOperation::READ, 0, POWER_UNIT_BLOCKS);
        request->completion = [](Ptr<BlockRequest>) {};
        drive->Submit(request);
        const auto before = active + 3000000 + POWER_READ + 1000000;
        Expect(drive, {before, 5220000, 3900000}, {3, 1}, "a command comes");
        Advance(MicroSeconds(30));
        Expect(drive, {before, 5250000, 3900000}, {3, 1}, "still entering");
        Advance(MicroSeconds(60));
        Expect(drive, {before + 10000, 5300000, 3900000}, {3, 1}, "leaving");

        // Without power no state counts, and it is active when that is back.
        drive->PowerOff();
        Advance(Seconds(1));
        Expect(drive, {before + 10000, 5300000, 3900000}, {3, 1}, "without power");
        drive->PowerOn();
        left = GetRunTime(drive, BlockOperation::READ, 0, POWER_UNIT_BLOCKS);
        NS_TEST_EXPECT_MSG_EQ(left, POWER_READ, "active");
        Advance(MilliSeconds(2));
        const auto after = before + 10000 + POWER_READ + 1000000;
        Expect(drive, {after, 6300000, 3900000}, {4, 1}, "idle again");
        drive->PowerOff();
        drive->PowerOff();
        drive->PowerOn();
        Advance(MicroSeconds(500));
        Expect(drive, {after + 500000, 6300000, 3900000}, {4, 1}, "after another cut");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * @brief Tests of power states.
 */
class SsdPowerStatesTestSuite : public TestSuite
{
  public:
    SsdPowerStatesTestSuite()
        : TestSuite("ssd-power-states", Type::UNIT)
    {
        AddTestCase(new SsdPowerLatencyTestCase, Duration::QUICK);
        AddTestCase(new SsdPowerUseTestCase, Duration::QUICK);
    }
};

static SsdPowerStatesTestSuite g_ssdPowerStatesTestSuite; //!< registers the suite
