/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/simulator.h"
#include "ns3/tcp-loss-detector.h"
#include "ns3/tcp-scoreboard.h"
#include "ns3/test.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Bytes of a segment.
constexpr uint32_t MSS = 1000;

/**
 * @param index of a segment
 * @return its first byte
 */
SequenceNumber32
At(uint32_t index)
{
    return SequenceNumber32(index * MSS);
}

/**
 * @param segments how many
 * @return a scoreboard on which they were sent at the start of the simulation
 */
TcpScoreboard
MakeBoard(uint32_t segments)
{
    TcpScoreboard board;
    board.Send(At(0), segments * MSS, MSS, Time());
    return board;
}

/**
 * @param board segments
 * @param detector finds losses
 * @param arrived of the segments, in this order
 * @return which are lost then, as digits
 */
std::string
FindLost(TcpScoreboard& board, TcpLossDetector& detector, const std::vector<uint32_t>& arrived)
{
    for (const auto index : arrived)
    {
        TcpDelivery delivery;
        board.Sack(At(index), At(index + 1), delivery);
        detector.Detect(board, delivery, MilliSeconds(10));
    }
    std::string lost;
    for (const auto& segment : board.GetSegments())
    {
        lost += segment.isLost ? std::to_string(segment.begin.GetValue() / MSS) : "";
    }
    return lost;
}

} // namespace

/**
 * @ingroup host-tcp-tests
 *
 * What is in flight: sent, less what arrived, less what is lost, and again what was sent again.
 */
class TcpScoreboardCountTestCase : public TestCase
{
  public:
    TcpScoreboardCountTestCase()
        : TestCase("counts")
    {
    }

  private:
    void DoRun() override
    {
        auto board = MakeBoard(10);
        NS_TEST_EXPECT_MSG_EQ(board.GetInFlight(), 10, "all");
        TcpDelivery delivery;
        board.Acknowledge(At(2), delivery);
        board.Sack(At(4), At(6), delivery);
        NS_TEST_EXPECT_MSG_EQ(delivery.acked, 2, "acknowledged");
        NS_TEST_EXPECT_MSG_EQ(delivery.delivered, 4, "delivered");
        NS_TEST_EXPECT_MSG_EQ(delivery.reordering, 0, "nothing late");
        NS_TEST_EXPECT_MSG_EQ(board.GetInFlight(), 6, "10 - 2 - 2");
        NS_TEST_EXPECT_MSG_EQ(board.GetForwardMost(), 4, "2, 3, 4, 5");
        board.MarkLost(board.GetSegments()[0]);
        board.MarkLost(board.GetSegments()[1]);
        NS_TEST_EXPECT_MSG_EQ(board.GetInFlight(), 4, "two are lost");
        NS_TEST_EXPECT_MSG_EQ(board.GetFirstLost()->begin, At(2), "the first of them");
        board.Resend(At(2), Time());
        NS_TEST_EXPECT_MSG_EQ(board.GetInFlight(), 5, "one was sent again");
        NS_TEST_EXPECT_MSG_EQ(board.GetFirstLost()->begin, At(3), "the other waits");
        board.MarkAllLost(false);
        NS_TEST_EXPECT_MSG_EQ(board.GetInFlight(), 0, "a timeout");
        NS_TEST_EXPECT_MSG_EQ(board.GetLost(), 6, "all that did not arrive");
        TcpDelivery late;
        board.Acknowledge(At(4), late);
        NS_TEST_EXPECT_MSG_EQ(late.acked, 2, "both");
        // Segment 3 was never sent again and fills a gap two below 5.
        NS_TEST_EXPECT_MSG_EQ(late.reordering, 2, "reordering");
        NS_TEST_EXPECT_MSG_EQ(board.IsReneged(), true, "4 had arrived");
        board.MarkAllLost(true);
        NS_TEST_EXPECT_MSG_EQ(board.GetLost(), 6, "the peer dropped 4 and 5");
        NS_TEST_EXPECT_MSG_EQ(board.GetSacked(), 0, "nothing counts");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Which of ten segments are lost when some have arrived.
 */
class TcpLossDetectorTestCase : public TestCase
{
  public:
    TcpLossDetectorTestCase()
        : TestCase("detection")
    {
    }

  private:
    void DoRun() override
    {
        const auto find = [](bool isForward, const std::vector<uint32_t>& arrived) {
            auto board = MakeBoard(10);
            TcpCountingDetector detector(isForward, true);
            return FindLost(board, detector, arrived);
        };
        // FACK: at least three below the last.
        NS_TEST_EXPECT_MSG_EQ(find(true, {2}), "", "0 is two below");
        NS_TEST_EXPECT_MSG_EQ(find(true, {3}), "0", "three below");
        NS_TEST_EXPECT_MSG_EQ(find(true, {5}), "012", "3 and 4 may come");
        // RFC 6675: three arrived behind it.
        NS_TEST_EXPECT_MSG_EQ(find(false, {5}), "", "one");
        NS_TEST_EXPECT_MSG_EQ(find(false, {5, 6}), "", "two");
        NS_TEST_EXPECT_MSG_EQ(find(false, {1, 5, 6}), "0", "three behind 0, two behind 2");
        NS_TEST_EXPECT_MSG_EQ(find(false, {5, 6, 7}), "01234", "three");
        // A segment comes six late: FACK is off, and seven must be behind.
        NS_TEST_EXPECT_MSG_EQ(find(true, {8, 2}), "01345", "six late: lost before are lost");
        auto board = MakeBoard(10);
        TcpCountingDetector detector(true, true);
        detector.SetReordering(5);
        NS_TEST_EXPECT_MSG_EQ(FindLost(board, detector, {6, 7, 8, 9}), "", "four of five");
        NS_TEST_EXPECT_MSG_EQ(FindLost(board, detector, {4}), "0123", "five behind 0 to 3");
        NS_TEST_EXPECT_MSG_EQ(detector.GetReordering(), 5, "no more");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * What was sent again is lost again when data has arrived that was sent after it.
 */
class TcpLostResendTestCase : public TestCase
{
  public:
    /**
     * @param isFound whether that is looked for
     */
    explicit TcpLostResendTestCase(bool isFound)
        : TestCase(isFound ? "lost again" : "not looked for"),
          m_isFound(isFound)
    {
    }

  private:
    void DoRun() override
    {
        auto board = MakeBoard(5);
        TcpCountingDetector detector(true, m_isFound);
        FindLost(board, detector, {3});
        NS_TEST_EXPECT_MSG_EQ(board.GetWaiting(), 1, "0 is lost");
        board.Resend(At(0), MilliSeconds(1));
        FindLost(board, detector, {4});
        NS_TEST_EXPECT_MSG_EQ(board.GetWaiting(), 1, "4 was sent before; 1 is lost now");
        board.Resend(At(1), MilliSeconds(1));
        board.Send(At(5), MSS, MSS, MilliSeconds(2));
        FindLost(board, detector, {5});
        // 2 is three below 5 now.
        NS_TEST_EXPECT_MSG_EQ(board.GetWaiting(), (m_isFound ? 3U : 1U), "5 was sent after");
    }

    bool m_isFound; //!< whether that is looked for
};

/**
 * @ingroup host-tcp-tests
 *
 * RACK (RFC 8985): a segment is lost when one that was sent later has arrived, and a round trip and
 * the reordering window have passed since it was sent.
 */
class TcpRackDetectorTestCase : public TestCase
{
  public:
    TcpRackDetectorTestCase()
        : TestCase("RACK")
    {
    }

  private:
    void DoRun() override
    {
        // Segments are sent at 0, 1, 2, 3 ms, and arrive 10 ms later but the first.
        TcpScoreboard board;
        for (uint32_t i = 0; i < 4; ++i)
        {
            board.Send(At(i), MSS, MSS, MilliSeconds(i));
        }
        TcpRackDetector detector;
        const auto arrive = [&](uint32_t index) {
            TcpDelivery delivery;
            board.Sack(At(index), At(index + 1), delivery);
            return detector.Detect(board, delivery, MilliSeconds(10));
        };
        Simulator::Schedule(MilliSeconds(11), [&] {
            // It may come until 0 + 10 + 10 / 4 ms.
            NS_TEST_EXPECT_MSG_EQ(arrive(1), MicroSeconds(1500), "one behind: it may be late");
            NS_TEST_EXPECT_MSG_EQ(board.GetLost(), 0, "not lost");
        });
        Simulator::Schedule(MilliSeconds(12), [&] {
            NS_TEST_EXPECT_MSG_EQ(arrive(2), MicroSeconds(500), "two behind");
        });
        Simulator::Schedule(MicroSeconds(12'500), [&] {
            NS_TEST_EXPECT_MSG_EQ(detector.Detect(board, {}, MilliSeconds(10)), Time(), "no more");
            NS_TEST_EXPECT_MSG_EQ(board.GetLost(), 1, "the time is over");
            board.Resend(At(0), Simulator::Now());
        });
        Simulator::Schedule(MilliSeconds(13), [&] {
            arrive(3);
            NS_TEST_EXPECT_MSG_EQ(board.GetWaiting(), 0, "3 was sent before it was sent again");
            board.Send(At(4), MSS, MSS, Simulator::Now());
        });
        Simulator::Schedule(MilliSeconds(23), [&] {
            arrive(4);
            NS_TEST_EXPECT_MSG_EQ(board.GetWaiting(), 1, "4 was sent after: lost again");
        });
        Simulator::Run();
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * The suite.
 */
class TcpScoreboardTestSuite : public TestSuite
{
  public:
    TcpScoreboardTestSuite()
        : TestSuite("tcp-scoreboard", Type::UNIT)
    {
        AddTestCase(new TcpScoreboardCountTestCase(), Duration::QUICK);
        AddTestCase(new TcpLossDetectorTestCase(), Duration::QUICK);
        AddTestCase(new TcpLostResendTestCase(true), Duration::QUICK);
        AddTestCase(new TcpLostResendTestCase(false), Duration::QUICK);
        AddTestCase(new TcpRackDetectorTestCase(), Duration::QUICK);
    }
};

static TcpScoreboardTestSuite g_tcpScoreboardTestSuite;
