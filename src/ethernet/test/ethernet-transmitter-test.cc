/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ethernet-framing.h"
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
    }
};

/// Registers the suite.
static EthernetTransmitterTestSuite g_ethernetTransmitterTestSuite;
