/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/io-timeline-table.h"
#include "ns3/io-timeline.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <string>
#include <utility>
#include <vector>

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
 * The command of a timeline is the one whose stamp SENT is.
 */
class IoTimelineCommandTest : public TestCase
{
  public:
    IoTimelineCommandTest()
        : TestCase("Commands: the last that was sent, or that of the part taken over")
    {
    }

  private:
    void DoRun() override
    {
        const auto connection = Create<IoConnection>();
        const auto timeline = Create<IoTimeline>();
        timeline->Stamp(IoStage::ISSUED, NanoSeconds(100));
        NS_TEST_EXPECT_MSG_EQ((timeline->GetCommand() == nullptr), true, "none was sent");
        NS_TEST_EXPECT_MSG_EQ(timeline->GetNCommands(), 0, "none");
        timeline->StampSent({connection, 3, 17, 40}, NanoSeconds(200));
        timeline->Stamp(IoStage::ANSWERED, NanoSeconds(300));
        timeline->StampSent({connection, 3, 18, 41}, NanoSeconds(400));
        NS_TEST_EXPECT_MSG_EQ(timeline->GetCommand()->taskTag, 18, "the last one");
        NS_TEST_EXPECT_MSG_EQ(timeline->GetCommand()->commandNumber, 41, "the last one");
        NS_TEST_EXPECT_MSG_EQ(timeline->GetCommand()->lun, 3, "the unit");
        NS_TEST_EXPECT_MSG_EQ(timeline->GetNCommands(), 2, "both");

        const auto whole = Create<IoTimeline>();
        whole->Stamp(IoStage::ISSUED, NanoSeconds(50));
        whole->CopyStamps(*timeline, IoStage::LOOP_WON);
        NS_TEST_EXPECT_MSG_EQ((whole->GetCommand() == nullptr), true, "without SENT");
        whole->CopyStamps(*timeline);
        NS_TEST_EXPECT_MSG_EQ((whole->GetCommand()->connection == connection), true, "of the part");
        NS_TEST_EXPECT_MSG_EQ(whole->GetNCommands(), 2, "of the part");
        whole->Stamp(IoStage::THROTTLED, NanoSeconds(500));
        NS_TEST_EXPECT_MSG_EQ((whole->GetCommand() == nullptr), true, "it waits for memory again");
    }
};

/**
 * @ingroup block-io
 *
 * Whatever is stamped, the stamps are in the order of the stages.
 */
class IoTimelineOrderTest : public TestCase
{
  public:
    IoTimelineOrderTest()
        : TestCase("Stamps stay in the order of the stages")
    {
    }

  private:
    /// A stage and when it ends, in nanoseconds.
    using Entry = std::pair<IoStage, int64_t>;

    /**
     * @param entries what to stamp
     * @return the timeline
     */
    static IoTimeline Make(const std::vector<Entry>& entries)
    {
        IoTimeline timeline;
        for (const auto& [stage, time] : entries)
        {
            timeline.Stamp(stage, NanoSeconds(time));
        }
        return timeline;
    }

    /**
     * Check all stamps of a timeline.
     *
     * @param timeline the timeline
     * @param entries what it should have, and nothing else
     * @param what the case
     */
    void Check(const IoTimeline& timeline,
               const std::vector<Entry>& entries,
               const std::string& what)
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(IoStage::COUNT); ++i)
        {
            count += timeline.Has(static_cast<IoStage>(i));
        }
        NS_TEST_EXPECT_MSG_EQ(count, entries.size(), what);
        for (const auto& [stage, time] : entries)
        {
            NS_TEST_EXPECT_MSG_EQ(timeline.Get(stage),
                                  NanoSeconds(time),
                                  what << ": " << GetIoStageName(stage));
        }
    }

    /**
     * What the requests of a device and of its parts stamp.
     */
    void Cases()
    {
        using enum IoStage;
        const std::vector<Entry> miss{{AT_DRIVE, 5}, {SEEK_DONE, 7}, {MEDIA_DONE, 9}};
        Check(Make({{ISSUED, 1}, {AT_DRIVE, 5}, {MEDIA_DONE, 9}, {AT_DRIVE, 9}}),
              {{ISSUED, 1}, {AT_DRIVE, 9}, {MEDIA_DONE, 9}},
              "a later pass that is no later than a stamp behind it leaves it");
        auto split = Make(miss);
        split.Stamp(AT_DRIVE, NanoSeconds(12));
        Check(split, {{AT_DRIVE, 12}}, "the second piece did not need the medium");
        auto late = Make({{DISPATCHED, 8}});
        late.CopyStamps(Make(miss));
        Check(late, {{DISPATCHED, 8}, {MEDIA_DONE, 9}}, "the second piece was dispatched since");
        auto again = Make({{SENT, 2}, {DISPATCHED, 4}, {MEDIA_DONE, 9}, {SENT, 20}});
        Check(again, {{SENT, 20}}, "sent again");
        again.Stamp(COMPLETED, NanoSeconds(15));
        Check(again, {{COMPLETED, 15}}, "given up before it was sent");
        Check(Make({{SENT, 30}, {ARRIVED_AT_TARGET, 10}}),
              {{SENT, 30}},
              "another piece arrived before this one was sent");

        auto whole = Make({{ISSUED, 1}, {DISPATCHED, 3}});
        whole.CopyStamps(Make({{SENT, 4}, {AT_DRIVE, 5}, {MEDIA_DONE, 9}, {ANSWERED, 11}}),
                         AT_DRIVE,
                         MEDIA_DONE);
        Check(whole, {{ISSUED, 1}, {DISPATCHED, 3}, {AT_DRIVE, 5}, {MEDIA_DONE, 9}}, "a range");
    }

    void DoRun() override
    {
        Cases();
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(4);
        IoTimeline timeline;
        for (int i = 0; i < 100000; ++i)
        {
            const auto stage = random->GetInteger(0, static_cast<uint32_t>(IoStage::COUNT) - 1);
            timeline.Stamp(static_cast<IoStage>(stage), NanoSeconds(random->GetInteger(0, 1000)));
            Time latest;
            for (std::size_t j = 0; j < static_cast<std::size_t>(IoStage::COUNT); ++j)
            {
                const auto stamp = timeline.Get(static_cast<IoStage>(j));
                if (!stamp.IsStrictlyNegative())
                {
                    NS_TEST_ASSERT_MSG_EQ((stamp >= latest), true, "in order after stamp " << i);
                    latest = stamp;
                }
            }
        }
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
        AddTestCase(new IoTimelineCommandTest, Duration::QUICK);
        AddTestCase(new IoTimelineDurationTest, Duration::QUICK);
        AddTestCase(new IoTimelineOrderTest, Duration::QUICK);
        AddTestCase(new IoTimelineTableTest, Duration::QUICK);
    }
};

static IoTimelineTestSuite g_ioTimelineTestSuite; //!< registers the suite
