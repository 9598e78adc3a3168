/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/live-figures.h"
#include "ns3/test.h"

using namespace ns3;

/**
 * @ingroup live-san-tests
 *
 * Figures of a period and of the run.
 */
class LiveFiguresTestCase : public TestCase
{
  public:
    LiveFiguresTestCase()
        : TestCase("figures of a second and of the run")
    {
    }

  private:
    /**
     * @param kind what it does
     * @param bytes its data
     * @param wait until it is dispatched, ns; it takes as long again at the drive
     * @return a command
     */
    static LiveFigures::Command MakeCommand(LiveFigures::Kind kind, uint64_t bytes, int64_t wait)
    {
        auto timeline = Create<IoTimeline>();
        timeline->Stamp(IoStage::ISSUED, NanoSeconds(1000));
        timeline->Stamp(IoStage::ARRIVED_AT_TARGET, NanoSeconds(1000));
        timeline->Stamp(IoStage::DISPATCHED, NanoSeconds(1000 + wait));
        timeline->Stamp(IoStage::BACK_AT_TARGET, NanoSeconds(1000 + 2 * wait));
        return {kind, bytes, NanoSeconds(2 * wait), true, timeline};
    }

    void DoRun() override
    {
        using enum LiveFigures::Kind;
        LiveFigures figures;
        figures.Add(MakeCommand(READ, 4096, 100));
        figures.Add(MakeCommand(WRITE, 512, 200));
        figures.Add({OTHER, 0, NanoSeconds(7), false, nullptr});
        figures.Add({FLUSH, 0, NanoSeconds(5000), true, nullptr});
        const auto first = figures.TakeInterval();
        NS_TEST_EXPECT_MSG_EQ(first.GetTransfers(), 2, "a read and a write");
        NS_TEST_EXPECT_MSG_EQ(first.others, 1, "and another command");
        NS_TEST_EXPECT_MSG_EQ(first.errors, 1, "which failed");
        NS_TEST_EXPECT_MSG_EQ(first.flushes, 1, "and a flush");
        NS_TEST_EXPECT_MSG_EQ(first.flushLatency.GetMean(), NanoSeconds(5000), "which took long");
        NS_TEST_EXPECT_MSG_EQ(first.readBytes, 4096, "read");
        NS_TEST_EXPECT_MSG_EQ(first.writeBytes, 512, "written");
        NS_TEST_EXPECT_MSG_EQ(first.latency.GetMean(), NanoSeconds(300), "(200 + 400) / 2");
        NS_TEST_EXPECT_MSG_EQ(first.GetStageMean(IoStage::DISPATCHED),
                              NanoSeconds(150),
                              "(100 + 200) / 2");
        NS_TEST_EXPECT_MSG_EQ(first.GetStageMean(IoStage::SENT), Time(0), "not passed");

        figures.Add(MakeCommand(READ, 1024, 300));
        figures.Add({FLUSH, 0, NanoSeconds(7000), true, nullptr});
        NS_TEST_EXPECT_MSG_EQ(figures.GetRun().reads, 2, "the run goes on");
        const auto second = figures.TakeInterval();
        NS_TEST_EXPECT_MSG_EQ(second.reads, 1, "since the first second");
        NS_TEST_EXPECT_MSG_EQ(second.errors, 0, "nothing failed in it");
        NS_TEST_EXPECT_MSG_EQ(figures.TakeInterval().GetTransfers(), 0, "nothing in the third");
        const auto run = figures.GetRun();
        NS_TEST_EXPECT_MSG_EQ(run.flushes, 2, "both flushes");
        NS_TEST_EXPECT_MSG_EQ(run.flushLatency.GetMean(), NanoSeconds(6000), "(5000 + 7000) / 2");
        NS_TEST_EXPECT_MSG_EQ(run.readBytes, 5120, "4096 + 1024");
        NS_TEST_EXPECT_MSG_EQ(run.latency.GetMean(), NanoSeconds(400), "(200 + 400 + 600) / 3");
        NS_TEST_EXPECT_MSG_EQ(run.GetStageMean(IoStage::BACK_AT_TARGET),
                              NanoSeconds(200),
                              "(100 + 200 + 300) / 3");
    }
};

/**
 * @ingroup live-san-tests
 *
 * Figures.
 */
class LiveFiguresTestSuite : public TestSuite
{
  public:
    LiveFiguresTestSuite()
        : TestSuite("live-figures", Type::UNIT)
    {
        AddTestCase(new LiveFiguresTestCase, Duration::QUICK);
    }
};

static LiveFiguresTestSuite g_liveFiguresTestSuite; //!< the suite
