/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ethernet-framing.h"
#include "ns3/ethernet-transmit-queue.h"
#include "ns3/ethernet-transmitter.h"
#include "ns3/test.h"

using namespace ns3;

/**
 * @ingroup ethernet-tests
 *
 * Bytes of frames, worked out from IEEE 802.3 by hand.
 */
class EthernetFramingTestCase : public TestCase
{
  public:
    EthernetFramingTestCase()
        : TestCase("bytes of frames")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(EthernetFraming::GetFrameBytes(1500), 1518, "longest of 802.3");
        NS_TEST_EXPECT_MSG_EQ(EthernetFraming::GetWireBytes(1500), 1538, "with preamble and gap");
        NS_TEST_EXPECT_MSG_EQ(EthernetFraming::GetWireBytes(9000), 9038, "jumbo frame");
        NS_TEST_EXPECT_MSG_EQ(EthernetFraming::GetFrameBytes(0), 64, "padded");
        NS_TEST_EXPECT_MSG_EQ(EthernetFraming::GetFrameBytes(46), 64, "just not padded");
        NS_TEST_EXPECT_MSG_EQ(EthernetFraming::GetFrameBytes(47), 65, "longer");
        NS_TEST_EXPECT_MSG_EQ(EthernetFraming::GetWireBytes(40), 84, "an acknowledgement");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * When frames leave, and which of them have room.
 */
class EthernetTransmitterTestCase : public TestCase
{
  public:
    EthernetTransmitterTestCase()
        : TestCase("times and room")
    {
    }

  private:
    void DoRun() override
    {
        Times();
        Remainders();
        Frames();
        Bytes();
    }

    /// 1538 bytes at 1 Gb/s are 12,304 ns, of which the gap has 96.
    void Times()
    {
        EthernetTransmitter port;
        port.SetRate(DataRate("1Gbps"));
        const auto first = port.Accept(NanoSeconds(1000), EthernetTrain::Single(1500));
        NS_TEST_EXPECT_MSG_EQ(first.begin, NanoSeconds(1000), "at once");
        NS_TEST_EXPECT_MSG_EQ(first.end, NanoSeconds(1000 + 12208), "without the gap");
        const auto second = port.Accept(NanoSeconds(2000), EthernetTrain::Single(46));
        NS_TEST_EXPECT_MSG_EQ(second.begin, NanoSeconds(1000 + 12304), "after the gap");
        NS_TEST_EXPECT_MSG_EQ(second.end, NanoSeconds(13304 + 576), "72 bytes");
        NS_TEST_EXPECT_MSG_EQ(port.IsFree(NanoSeconds(13304 + 671)), false, "84 bytes take 672 ns");
        NS_TEST_EXPECT_MSG_EQ(port.IsFree(NanoSeconds(13304 + 672)), true, "after the second gap");
        const auto third = port.Accept(MilliSeconds(1), EthernetTrain::Single(1500));
        NS_TEST_EXPECT_MSG_EQ(third.begin, MilliSeconds(1), "at once again");
    }

    /// 1538 bytes at 10 Gb/s are 1230.4 ns: what is cut off must not add up.
    void Remainders()
    {
        EthernetTransmitter port;
        port.SetRate(DataRate("10Gbps"));
        port.SetLimit(QueueSize("1000p"));
        Time begin;
        for (uint32_t i = 0; i < 1001; ++i)
        {
            begin = port.Accept(Seconds(0), EthernetTrain::Single(1500)).begin;
        }
        NS_TEST_EXPECT_MSG_EQ(begin, NanoSeconds(1'230'400), "thousand frames before it");
    }

    /// One frame leaves and two wait; when the first of those leaves, there is room again.
    void Frames()
    {
        EthernetTransmitter port;
        port.SetRate(DataRate("1Gbps"));
        port.SetLimit(QueueSize("2p"));
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(port.HasRoom(Seconds(0), EthernetTrain::Single(1500)),
                                  true,
                                  "frame " << i);
            port.Accept(Seconds(0), EthernetTrain::Single(1500));
        }
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(Seconds(0), EthernetTrain::Single(46)),
                              false,
                              "two wait");
        NS_TEST_EXPECT_MSG_EQ(port.GetWaitingFrames(Seconds(0)), 2, "two wait");
        NS_TEST_EXPECT_MSG_EQ(port.GetWaitingBytes(Seconds(0)), 2 * 1518, "their bytes");
        NS_TEST_EXPECT_MSG_EQ(port.GetNextBegin(Seconds(0)), NanoSeconds(12304), "the next");
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(NanoSeconds(12303), EthernetTrain::Single(46)),
                              false,
                              "just before");
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(NanoSeconds(12304), EthernetTrain::Single(46)),
                              true,
                              "the second leaves");
        NS_TEST_EXPECT_MSG_EQ(port.GetNextBegin(NanoSeconds(24608)), NanoSeconds(36912), "none");
        NS_TEST_EXPECT_MSG_EQ(port.GetNextBegin(NanoSeconds(40000)), NanoSeconds(40000), "free");
        NS_TEST_EXPECT_MSG_EQ(port.GetWaitingFrames(NanoSeconds(24608)), 0, "the last leaves");
    }

    /// Bytes count with header, padding and frame check sequence; what leaves does not count.
    void Bytes()
    {
        EthernetTransmitter port;
        port.SetRate(DataRate("1Gbps"));
        port.SetLimit(QueueSize("1600B"));
        port.Accept(Seconds(0), EthernetTrain::Single(1500));
        port.Accept(Seconds(0), EthernetTrain::Single(1500));
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(Seconds(0), EthernetTrain::Single(64)),
                              true,
                              "1518 + 82 = 1600");
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(Seconds(0), EthernetTrain::Single(65)), false, "1601");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * When trains leave: as their frames would one by one.
 */
class EthernetTransmitterTrainTestCase : public TestCase
{
  public:
    EthernetTransmitterTrainTestCase()
        : TestCase("trains")
    {
    }

  private:
    void DoRun() override
    {
        AtOnce();
        SameAsFrames("1Gbps");
        SameAsFrames("10Gbps");
        SameAsFrames("3333333333bps");
        Slow();
        Behind();
        SlowBehind();
        RoomForFrames();
        RoomForBytes();
    }

    /**
     * @param rate of the link
     * @return a port
     */
    static EthernetTransmitter MakePort(const char* rate)
    {
        EthernetTransmitter port;
        port.SetRate(DataRate(rate));
        return port;
    }

    /// Three frames of 12,304 ns and one of 138 bytes, 1104 ns.
    void AtOnce()
    {
        auto port = MakePort("1Gbps");
        const auto slot = port.Accept(NanoSeconds(1000), {4, 1500, 100, 0, Time(), Time()});
        NS_TEST_EXPECT_MSG_EQ(slot.begin, NanoSeconds(1000), "at once");
        NS_TEST_EXPECT_MSG_EQ(slot.end, NanoSeconds(1000 + 12'208), "first without gap");
        // The last one begins at 1000 + 36,912 and ends 1104 - 96 later, at 38,920.
        NS_TEST_EXPECT_MSG_EQ(slot.span, NanoSeconds(38'920 - 13'208), "to the end of the last");
        NS_TEST_EXPECT_MSG_EQ(port.GetBacklog(NanoSeconds(1000)), NanoSeconds(38'016), "all");
        NS_TEST_EXPECT_MSG_EQ(port.GetBacklog(NanoSeconds(39'015)), NanoSeconds(1), "the gap");
        NS_TEST_EXPECT_MSG_EQ(port.IsFree(NanoSeconds(39'016)), true, "free");
        const uint32_t times[] = {1000, 13'303, 13'304, 25'607, 25'608, 37'911, 37'912};
        const uint32_t waiting[] = {3, 3, 2, 2, 1, 1, 0};
        for (uint32_t i = 0; i < 7; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(port.GetWaitingFrames(NanoSeconds(times[i])),
                                  waiting[i],
                                  "wait at " << times[i]);
            NS_TEST_EXPECT_MSG_EQ(port.GetWaitingBytes(NanoSeconds(times[i])),
                                  (waiting[i] == 0 ? 0 : (waiting[i] - 1) * 1518 + 118),
                                  "bytes at " << times[i]);
        }
    }

    /**
     * A frame and two trains, and the same frame by frame.
     *
     * @param rate of the link
     */
    void SameAsFrames(const char* rate)
    {
        auto one = MakePort(rate);
        auto other = MakePort(rate);
        const auto now = NanoSeconds(777);
        one.Accept(now, EthernetTrain::Single(333));
        other.Accept(now, EthernetTrain::Single(333));
        for (const auto frames : {6U, 44U})
        {
            const auto slot = one.Accept(now, {frames, 1500, 700, 0, Time(), Time()});
            const auto first = other.Accept(now, EthernetTrain::Single(1500));
            for (uint32_t i = 2; i < frames; ++i)
            {
                other.Accept(now, EthernetTrain::Single(1500));
            }
            const auto last = other.Accept(now, EthernetTrain::Single(700));
            NS_TEST_EXPECT_MSG_EQ(slot.begin, first.begin, "begin at " << rate);
            NS_TEST_EXPECT_MSG_EQ(slot.end, first.end, "end of the first at " << rate);
            NS_TEST_EXPECT_MSG_EQ(slot.end + slot.span, last.end, "end of the last at " << rate);
        }
        for (uint32_t i = 0; i < 200; ++i)
        {
            const auto then = now + NanoSeconds(i * i * 20);
            NS_TEST_EXPECT_MSG_EQ(one.GetWaitingFrames(then),
                                  other.GetWaitingFrames(then),
                                  "frames at " << then << " at " << rate);
            NS_TEST_EXPECT_MSG_EQ(one.GetWaitingBytes(then),
                                  other.GetWaitingBytes(then),
                                  "bytes at " << then << " at " << rate);
            NS_TEST_EXPECT_MSG_EQ(one.GetNextBegin(then),
                                  other.GetNextBegin(then),
                                  "next at " << then << " at " << rate);
            NS_TEST_EXPECT_MSG_EQ(one.GetBacklog(then),
                                  other.GetBacklog(then),
                                  "backlog at " << then << " at " << rate);
        }
    }

    /// Frames that come at 1000, 101,000 and 201,000 ns leave then. Others pass between them.
    void Slow()
    {
        auto port = MakePort("1Gbps");
        const EthernetTrain train{3, 1500, 1500, 0, NanoSeconds(1000), NanoSeconds(200'000)};
        const auto slot = port.Accept(Time(), train);
        NS_TEST_EXPECT_MSG_EQ(slot.begin, NanoSeconds(1000), "when it comes");
        NS_TEST_EXPECT_MSG_EQ(slot.end, NanoSeconds(1000 + 12'208), "first without gap");
        NS_TEST_EXPECT_MSG_EQ(slot.span, NanoSeconds(200'000), "at its own pace");
        NS_TEST_EXPECT_MSG_EQ(port.GetWaitingFrames(Time()), 0, "none waits");
        NS_TEST_EXPECT_MSG_EQ(port.IsFree(NanoSeconds(13'303)), false, "the first leaves");
        NS_TEST_EXPECT_MSG_EQ(port.IsFree(NanoSeconds(13'304)), true, "it has left");
        const auto full = EthernetTrain::Single(1500);
        const auto between = port.Accept(NanoSeconds(50'000), full);
        NS_TEST_EXPECT_MSG_EQ(between.begin, NanoSeconds(50'000), "between the frames");
        const auto after = port.Accept(NanoSeconds(105'000), full);
        NS_TEST_EXPECT_MSG_EQ(after.begin, NanoSeconds(101'000 + 12'304), "after the second");
        // This one delays the third, which in turn delays what comes later.
        const auto before = port.Accept(NanoSeconds(190'000), full);
        NS_TEST_EXPECT_MSG_EQ(before.begin, NanoSeconds(190'000), "before the third");
        const auto last = port.Accept(NanoSeconds(203'000), full);
        NS_TEST_EXPECT_MSG_EQ(last.begin, NanoSeconds(202'304 + 12'304), "after the third");
        NS_TEST_EXPECT_MSG_EQ(port.IsFree(NanoSeconds(226'911)), false, "the last leaves");
        NS_TEST_EXPECT_MSG_EQ(port.IsFree(NanoSeconds(226'912)), true, "all have left");
    }

    /// Four frames keep the link busy until 49,216 ns; a train that has come by then follows.
    void Behind()
    {
        for (const auto span : {0, 20'000, 40'000})
        {
            auto port = MakePort("1Gbps");
            port.Accept(Time(), {4, 1500, 1500, 0, Time(), Time()});
            const auto slot = port.Accept(
                Time(),
                {3, 1500, 1500, 0, NanoSeconds(span == 0 ? 0 : 1000), NanoSeconds(span)});
            NS_TEST_EXPECT_MSG_EQ(slot.begin, NanoSeconds(49'216), "after four");
            NS_TEST_EXPECT_MSG_EQ(slot.end, NanoSeconds(49'216 + 12'208), "first");
            NS_TEST_EXPECT_MSG_EQ(slot.span, NanoSeconds(24'608), "without a pause");
            NS_TEST_EXPECT_MSG_EQ(port.GetBacklog(Time()), NanoSeconds(86'128), "seven frames");
            NS_TEST_EXPECT_MSG_EQ(port.GetWaitingFrames(NanoSeconds(49'215)), 3, "wait");
            NS_TEST_EXPECT_MSG_EQ(port.GetWaitingFrames(NanoSeconds(49'216)), 2, "leave");
        }
    }

    /// Frames that come at 1000, 51,000 and 101,000 ns, the first two while the link is busy.
    void SlowBehind()
    {
        auto port = MakePort("1Gbps");
        port.Accept(Time(), {4, 1500, 1500, 0, Time(), Time()});
        const EthernetTrain train{3, 1500, 1500, 0, NanoSeconds(1000), NanoSeconds(100'000)};
        const auto slot = port.Accept(Time(), train);
        NS_TEST_EXPECT_MSG_EQ(slot.begin, NanoSeconds(49'216), "after four");
        NS_TEST_EXPECT_MSG_EQ(slot.end, NanoSeconds(49'216 + 12'208), "first");
        NS_TEST_EXPECT_MSG_EQ(slot.end + slot.span, NanoSeconds(101'000 + 12'208), "last");
        const auto between = port.Accept(NanoSeconds(70'000), EthernetTrain::Single(46));
        NS_TEST_EXPECT_MSG_EQ(between.begin, NanoSeconds(73'824), "after the second");
        const auto after = port.Accept(NanoSeconds(110'000), EthernetTrain::Single(46));
        NS_TEST_EXPECT_MSG_EQ(after.begin, NanoSeconds(113'304), "after the third");
    }

    /// The first of four leaves and three wait, or fewer if they come one by one.
    void RoomForFrames()
    {
        const EthernetTrain atOnce{4, 1500, 1500, 0, Time(), Time()};
        // At 0, 8203, 16,405 and 24,608 ns: never more than one waits.
        const EthernetTrain spread{4, 1500, 1500, 0, Time(), NanoSeconds(24'608)};
        const EthernetTrain slow{4, 1500, 1500, 0, Time(), NanoSeconds(36'913)};
        auto port = MakePort("1Gbps");
        port.SetLimit(QueueSize("3p"));
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(Time(), atOnce), true, "three wait");
        port.SetLimit(QueueSize("2p"));
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(Time(), atOnce), false, "room for two");
        port.SetLimit(QueueSize("1p"));
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(Time(), spread), true, "one waits");
        port.SetLimit(QueueSize("0p"));
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(Time(), spread), false, "no room for one");
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(Time(), slow), true, "none waits");
        // Behind a frame all four wait.
        port.Accept(Time(), EthernetTrain::Single(1500));
        port.SetLimit(QueueSize("3p"));
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(Time(), atOnce), false, "four wait");
        port.SetLimit(QueueSize("4p"));
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(Time(), atOnce), true, "room for four");
        port.Accept(Time(), atOnce);
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(Time(), EthernetTrain::Single(46)), false, "full");
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(NanoSeconds(12'304), EthernetTrain::Single(46)),
                              true,
                              "its first leaves");
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(NanoSeconds(49'215), atOnce), false, "one waits");
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(NanoSeconds(49'216), atOnce), true, "none waits");
    }

    /// Bytes of all frames but the one that leaves must have room.
    void RoomForBytes()
    {
        const EthernetTrain train{4, 1500, 100, 0, Time(), Time()};
        auto port = MakePort("1Gbps");
        port.SetLimit(QueueSize("3154B"));
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(Time(), train), true, "2 * 1518 + 118 = 3154");
        port.SetLimit(QueueSize("3153B"));
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(Time(), train), false, "one less");
        port.SetLimit(QueueSize("6190B"));
        port.Accept(Time(), EthernetTrain::Single(1500));
        port.Accept(Time(), EthernetTrain::Single(1500));
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(Time(), train), true, "4 wait: 3154 + 2 * 1518");
        port.SetLimit(QueueSize("6189B"));
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(NanoSeconds(12'303), train), false, "one less");
        NS_TEST_EXPECT_MSG_EQ(port.HasRoom(NanoSeconds(12'304), train), true, "the second leaves");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * The number of times up to a moment is that which counting them gives.
 */
class EthernetEvenTimesTestCase : public TestCase
{
  public:
    EthernetEvenTimesTestCase()
        : TestCase("even times")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t FRAMES = 5;
        for (const uint64_t divisor : {1, 3, 7, 10})
        {
            for (const uint64_t step : {1, 2, 10, 23})
            {
                for (uint64_t offset = 0; offset < divisor; ++offset)
                {
                    const EthernetEvenTimes times{NanoSeconds(2), offset, step, divisor};
                    Check(times, FRAMES);
                    Check(times.From(3), FRAMES - 3);
                }
            }
        }
        Check({NanoSeconds(3)}, 1);
    }

    /// Compare the number of times with a count, at each nanosecond.
    void Check(const EthernetEvenTimes& times, uint32_t frames)
    {
        const auto first = times.first.GetNanoSeconds();
        const int64_t end = first + frames * times.step + 2;
        for (int64_t now = 0; now < end; ++now)
        {
            uint32_t count = 0;
            for (uint32_t i = 0; i < frames; ++i)
            {
                const int64_t later = (times.offset + i * times.step) / times.divisor;
                count += first + later <= now ? 1 : 0;
            }
            NS_TEST_EXPECT_MSG_EQ(times.CountUntil(frames, NanoSeconds(now)),
                                  count,
                                  "until " << now << " ns, " << times.offset << " + i "
                                           << times.step << " over " << times.divisor);
        }
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Framing and the times of frames.
 */
class EthernetTransmitterTestSuite : public TestSuite
{
  public:
    EthernetTransmitterTestSuite()
        : TestSuite("ethernet-transmitter", Type::UNIT)
    {
        AddTestCase(new EthernetFramingTestCase, Duration::QUICK);
        AddTestCase(new EthernetTransmitterTestCase, Duration::QUICK);
        AddTestCase(new EthernetEvenTimesTestCase, Duration::QUICK);
        AddTestCase(new EthernetTransmitterTrainTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static EthernetTransmitterTestSuite g_ethernetTransmitterTestSuite;
