/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/io-timeline-table.h"
#include "ns3/io-timeline.h"
#include "ns3/test.h"

using namespace ns3;

/**
 * @ingroup block-io
 *
 * The durations of the stages are the differences of neighbouring stamps and add up to the total.
 */
class IoTimelineDurationTest : public TestCase
{
  public:
    IoTimelineDurationTest()
        : TestCase("Durations of the stages add up to the response time")
    {
    }

  private:
    void DoRun() override
    {
        auto timeline = Create<IoTimeline>();
        timeline->Stamp(IoStage::ISSUED, NanoSeconds(100));
        timeline->Stamp(IoStage::AT_DRIVE, NanoSeconds(250));
        timeline->Stamp(IoStage::SEEK_DONE, NanoSeconds(250));
        timeline->Stamp(IoStage::COMPLETED, NanoSeconds(1003));

        NS_TEST_EXPECT_MSG_EQ(timeline->Has(IoStage::SENT), false, "never stamped");
        NS_TEST_EXPECT_MSG_EQ(timeline->GetDuration(IoStage::SENT), Time(0), "not passed");
        NS_TEST_EXPECT_MSG_EQ(timeline->GetDuration(IoStage::ISSUED), Time(0), "the first stage");
        NS_TEST_EXPECT_MSG_EQ(timeline->GetDuration(IoStage::AT_DRIVE),
                              NanoSeconds(150),
                              "250-100");
        NS_TEST_EXPECT_MSG_EQ(timeline->GetDuration(IoStage::SEEK_DONE), Time(0), "no seek");
        NS_TEST_EXPECT_MSG_EQ(timeline->GetDuration(IoStage::COMPLETED),
                              NanoSeconds(753),
                              "1003-250");
        Time sum;
        for (uint8_t i = 0; i < static_cast<uint8_t>(IoStage::COUNT); ++i)
        {
            sum += timeline->GetDuration(static_cast<IoStage>(i));
        }
        NS_TEST_EXPECT_MSG_EQ(sum, NanoSeconds(903), "1003-100");
    }
};

/**
 * @ingroup block-io
 *
 * A handle finds its timeline until it is closed, and never another's.
 */
class IoTimelineTableTest : public TestCase
{
  public:
    IoTimelineTableTest()
        : TestCase("A closed handle finds nothing, also when its place is used again")
    {
    }

  private:
    void DoRun() override
    {
        IoTimelineTable table;
        auto first = Create<IoTimeline>();
        auto second = Create<IoTimeline>();
        const auto a = table.Open(first);
        NS_TEST_EXPECT_MSG_EQ(table.Find(a), first, "open");
        table.Close(a);
        NS_TEST_EXPECT_MSG_EQ(table.Find(a), nullptr, "closed");
        const auto b = table.Open(second);
        NS_TEST_EXPECT_MSG_EQ(table.Find(a), nullptr, "closed, place used again");
        NS_TEST_EXPECT_MSG_EQ(table.Find(b), second, "open");
        table.Close(a);
        NS_TEST_EXPECT_MSG_EQ(table.Find(b), second, "closing an old handle touches nothing");
        NS_TEST_EXPECT_MSG_EQ(table.Find(b + 1), nullptr, "never opened");
    }
};

/**
 * @ingroup block-io
 *
 * Timelines and their way across a network.
 */
class IoTimelineTestSuite : public TestSuite
{
  public:
    IoTimelineTestSuite()
        : TestSuite("block-io-timeline", Type::UNIT)
    {
        AddTestCase(new IoTimelineDurationTest, Duration::QUICK);
        AddTestCase(new IoTimelineTableTest, Duration::QUICK);
    }
};

static IoTimelineTestSuite g_ioTimelineTestSuite; //!< registers the suite
