/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/simulator.h"
#include "ns3/tcp-linux-reno.h"
#include "ns3/tcp-rules.h"
#include "ns3/tcp-sender.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/test.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Bytes of a segment.
constexpr uint32_t SENDER_MSS = 1000;

/**
 * @param index of a segment
 * @return its first byte
 */
SequenceNumber32
AtSegment(uint32_t index)
{
    return SequenceNumber32(index * SENDER_MSS);
}

/// A socket that sends nothing and remembers what it was told to send.
class RecordingSocket : public TcpSenderSocket
{
  public:
    /**
     * @param rules of the sender
     * @param window first window, segments
     */
    RecordingSocket(const std::string& rules, uint32_t window)
        : state(CreateObject<TcpSocketState>()),
          ops(CreateObject<TcpLinuxReno>())
    {
        state->m_segmentSize = SENDER_MSS;
        state->m_initialCWnd = 3;
        state->m_cWnd = window * SENDER_MSS;
        state->m_ssThresh = 1000 * SENDER_MSS;
        state->m_srtt = MilliSeconds(10);
        sender = std::make_unique<TcpSender>(*this, TcpRules(rules).GetSenderRules());
    }

    Ptr<TcpSocketState> GetControlState() const override
    {
        return state;
    }

    Ptr<TcpCongestionOps> GetCongestionOps() const override
    {
        return ops;
    }

    Time GetRetransmissionTimeout() const override
    {
        return MilliSeconds(300);
    }

    uint32_t GetAckCount() const override
    {
        return 1;
    }

    bool IsHoldingBack() const override
    {
        return isHoldingBack;
    }

    std::optional<uint32_t> GetTimestampEcho() const override
    {
        return echo;
    }

    void Resend(SequenceNumber32 begin, uint32_t bytes) override
    {
        resent += std::to_string(begin.GetValue() / SENDER_MSS) + " ";
        sender->NoteSent(begin, bytes, false);
    }

    bool HasNew() const override
    {
        return hasNew;
    }

    void SendNewProbe() override
    {
        Send(1);
    }

    void RestartTimeout() override
    {
        restarted = Simulator::Now();
    }

    Time GetWait(Time timeout) const override
    {
        return timeout;
    }

    /**
     * Send new segments.
     *
     * @param count how many
     */
    void Send(uint32_t count)
    {
        sender->NoteSent(AtSegment(sent), count * SENDER_MSS, true);
        sent += count;
    }

    /**
     * Let an acknowledgement come.
     *
     * @param upTo first segment that is missing
     * @param blocks segments behind that, as [begin, end)
     */
    void Acknowledge(uint32_t upTo, const std::vector<std::pair<uint32_t, uint32_t>>& blocks = {})
    {
        TcpOptionSack::SackList list;
        for (const auto& [begin, end] : blocks)
        {
            list.emplace_back(AtSegment(begin), AtSegment(end));
        }
        sender->NoteSacked(AtSegment(upTo), list);
        sender->ProcessAck(AtSegment(upTo), upTo > acked, upTo == acked);
        acked = upTo;
    }

    /**
     * @return congestion window, segments
     */
    uint32_t GetWindow() const
    {
        return state->m_cWnd / SENDER_MSS;
    }

    /**
     * @return slow start threshold, segments
     */
    uint32_t GetThreshold() const
    {
        return state->m_ssThresh / SENDER_MSS;
    }

    /**
     * @return what is in flight, segments
     */
    uint32_t GetInFlight() const
    {
        return sender->GetBytesInFlight() / SENDER_MSS;
    }

    Ptr<TcpSocketState> state;         //!< of congestion control
    Ptr<TcpCongestionOps> ops;         //!< congestion control
    std::unique_ptr<TcpSender> sender; //!< what is tested
    std::optional<uint32_t> echo;      //!< what the peer echoes
    bool isHoldingBack{false};         //!< whether data waits to leave with more
    bool hasNew{true};                 //!< whether the application has written more
    std::string resent;                //!< segments that were sent again
    Time restarted;                    //!< when the timeout began anew
    uint32_t sent{0};                  //!< segments sent
    uint32_t acked{0};                 //!< segments acknowledged
};

} // namespace

/**
 * @ingroup host-tcp-tests
 *
 * How the window grows: by acknowledgements or segments, whether it was in use or not.
 */
class TcpSenderGrowthTestCase : public TestCase
{
  public:
    TcpSenderGrowthTestCase()
        : TestCase("growth")
    {
    }

  private:
    /**
     * @param rules of the sender
     * @param sent segments, of a window of 10
     * @return the window when four segments are acknowledged at once in slow start
     */
    static uint32_t Grow(const std::string& rules, uint32_t sent)
    {
        RecordingSocket socket(rules, 10);
        socket.Send(sent);
        socket.Acknowledge(4);
        return socket.GetWindow();
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Grow("Linux24", 10), 11, "one for an acknowledgement");
        NS_TEST_EXPECT_MSG_EQ(Grow("Linux24-AckCounting", 10), 14, "one for a segment");
        NS_TEST_EXPECT_MSG_EQ(Grow("Linux24", 9), 10, "the window was not full");
        NS_TEST_EXPECT_MSG_EQ(Grow("Linux24-FullWindow", 9), 11, "that does not count");
        // Today half a window is enough in slow start, and all of it afterwards.
        NS_TEST_EXPECT_MSG_EQ(Grow("Linux", 6), 14, "more than half");
        NS_TEST_EXPECT_MSG_EQ(Grow("Linux", 5), 10, "half");
        NS_TEST_EXPECT_MSG_EQ(Grow("Linux-UsedWindow", 5), 14, "that does not count");
        RecordingSocket later("Linux", 10);
        later.state->m_ssThresh = 10 * SENDER_MSS;
        later.Send(10);
        later.Acknowledge(5);
        later.Acknowledge(10);
        NS_TEST_EXPECT_MSG_EQ(later.GetWindow(), 11, "used within the round trip");
        later.Send(5);
        later.Acknowledge(15);
        later.Send(6);
        later.Acknowledge(21);
        NS_TEST_EXPECT_MSG_EQ(later.GetWindow(), 11, "not used any more");
        RecordingSocket waiting("Linux24", 10);
        waiting.isHoldingBack = true;
        waiting.Send(9);
        waiting.Acknowledge(4);
        NS_TEST_EXPECT_MSG_EQ(waiting.GetWindow(), 11, "it would have been full");
        // Congestion avoidance with 4 segments: 4 acknowledgements of two segments each add one, or
        // two.
        RecordingSocket socket("Linux24", 4);
        socket.state->m_ssThresh = 2 * SENDER_MSS;
        for (uint32_t i = 0; i < 4; ++i)
        {
            socket.Send(4 - socket.GetInFlight());
            NS_TEST_EXPECT_MSG_EQ(socket.GetWindow(), 4, "before acknowledgement " << i);
            socket.Acknowledge(socket.acked + 2);
        }
        NS_TEST_EXPECT_MSG_EQ(socket.GetWindow(), 5, "after four");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A recovery by the rules of Linux 2.4, step by step. Ten segments of a window of ten, of which the
 * first two are lost.
 */
class TcpSenderRecoveryTestCase : public TestCase
{
  public:
    TcpSenderRecoveryTestCase()
        : TestCase("recovery")
    {
    }

  private:
    void DoRun() override
    {
        RecordingSocket socket("Linux24", 10);
        socket.Send(10);
        socket.Acknowledge(0, {{2, 3}});
        // Nine are in flight.
        NS_TEST_EXPECT_MSG_EQ(socket.state->m_congState.Get(),
                              TcpSocketState::CA_DISORDER,
                              "something is missing");
        NS_TEST_EXPECT_MSG_EQ(socket.GetWindow(), 10, "not reduced");
        socket.Acknowledge(0, {{2, 4}});
        // Segment 0 is three below 3. In flight: 10 - 2 - 1.
        NS_TEST_EXPECT_MSG_EQ(socket.state->m_congState.Get(), TcpSocketState::CA_RECOVERY, "lost");
        NS_TEST_EXPECT_MSG_EQ(socket.GetThreshold(), 5, "half");
        NS_TEST_EXPECT_MSG_EQ(socket.GetWindow(), 8, "7 + 1");
        NS_TEST_EXPECT_MSG_EQ(socket.resent, "0 ", "one may go");
        socket.Acknowledge(0, {{2, 5}});
        // Segment 1 is lost: 10 - 3 - 2 + 1 = 6. The second acknowledgement takes one off 8.
        NS_TEST_EXPECT_MSG_EQ(socket.GetWindow(), 7, "one for two, and 6 + 1");
        NS_TEST_EXPECT_MSG_EQ(socket.resent, "0 1 ", "one may go");
        socket.Acknowledge(0, {{2, 6}});
        // 10 - 4 - 2 + 2 = 6.
        NS_TEST_EXPECT_MSG_EQ(socket.GetWindow(), 7, "the first of two");
        socket.Acknowledge(0, {{2, 10}});
        NS_TEST_EXPECT_MSG_EQ(socket.GetWindow(), 3, "2 + 1 in flight");
        socket.Acknowledge(10);
        NS_TEST_EXPECT_MSG_EQ(socket.state->m_congState.Get(), TcpSocketState::CA_OPEN, "all");
        NS_TEST_EXPECT_MSG_EQ(socket.GetWindow(), 3, "no more than three may leave at once");
        NS_TEST_EXPECT_MSG_EQ(socket.GetThreshold(), 5, "stays");

        // Nothing is three below 4, but nothing new is there: 3 may be missing. In flight: 6 - 2
        // - 2.
        RecordingSocket tail("Linux24", 6);
        tail.hasNew = false;
        tail.Send(6);
        tail.Acknowledge(0, {{3, 4}});
        NS_TEST_EXPECT_MSG_EQ(tail.resent, "0 ", "4 + 1");
        tail.Acknowledge(0, {{3, 5}});
        NS_TEST_EXPECT_MSG_EQ(tail.resent, "0 1 ", "lost");
        tail.Acknowledge(2, {{3, 5}});
        NS_TEST_EXPECT_MSG_EQ(tail.resent, "0 1 2 ", "it may be missing");
        tail.hasNew = true;
        // A duplicate in recovery: the first is lost, whatever is behind it.
        RecordingSocket first("Linux24", 6);
        first.Send(6);
        first.Acknowledge(0, {{3, 4}});
        first.Acknowledge(1, {{3, 4}});
        NS_TEST_EXPECT_MSG_EQ(first.resent, "0 ", "1 is two below 3");
        first.Acknowledge(1, {{3, 4}});
        NS_TEST_EXPECT_MSG_EQ(first.resent, "0 1 ", "lost");

        RecordingSocket fast("Linux24-RateHalving-Moderation", 10);
        fast.Send(10);
        fast.Acknowledge(0, {{2, 4}});
        NS_TEST_EXPECT_MSG_EQ(fast.GetWindow(), 5, "at once");
        NS_TEST_EXPECT_MSG_EQ(fast.resent, "", "7 are in flight");
        fast.Acknowledge(0, {{2, 6}});
        NS_TEST_EXPECT_MSG_EQ(fast.resent, "0 ", "4 were, with both lost");
        fast.Acknowledge(10);
        NS_TEST_EXPECT_MSG_EQ(fast.GetWindow(), 5, "all of it");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * After losses no more than three segments leave at once, and duplicates and data are told apart.
 */
class TcpSenderModerationTestCase : public TestCase
{
  public:
    TcpSenderModerationTestCase()
        : TestCase("moderation")
    {
    }

  private:
    void DoRun() override
    {
        RecordingSocket socket("Linux24", 10);
        socket.Send(4);
        socket.sender->ProcessAck(AtSegment(0), false, false);
        NS_TEST_EXPECT_MSG_EQ(socket.GetWindow(), 10, "data came, or another window");
        socket.Acknowledge(0);
        NS_TEST_EXPECT_MSG_EQ(socket.GetWindow(), 7, "a duplicate: 4 + 3");
        socket.Acknowledge(4);
        socket.Acknowledge(4);
        NS_TEST_EXPECT_MSG_EQ(socket.GetWindow(), 7, "nothing is outstanding");
        RecordingSocket other("Linux24-Moderation", 10);
        other.Send(4);
        other.Acknowledge(0);
        NS_TEST_EXPECT_MSG_EQ(other.GetWindow(), 10, "left out");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A timeout, and one for nothing.
 */
class TcpSenderTimeoutTestCase : public TestCase
{
  public:
    TcpSenderTimeoutTestCase()
        : TestCase("timeout")
    {
    }

  private:
    /**
     * @param rules of the sender
     * @return a sender whose first of eight segments was sent again after a timeout, at 50 ms
     */
    static std::unique_ptr<RecordingSocket> TimeOut(const std::string& rules)
    {
        auto socket = std::make_unique<RecordingSocket>(rules, 8);
        socket->Send(8);
        Simulator::Schedule(MilliSeconds(50), [&socket] { socket->sender->ProcessTimeout(); });
        Simulator::Run();
        Simulator::Destroy();
        return socket;
    }

    void DoRun() override
    {
        auto socket = TimeOut("Linux24");
        NS_TEST_EXPECT_MSG_EQ(socket->state->m_congState.Get(), TcpSocketState::CA_LOSS, "loss");
        NS_TEST_EXPECT_MSG_EQ(socket->GetWindow(), 1, "one segment");
        NS_TEST_EXPECT_MSG_EQ(socket->GetThreshold(), 4, "half");
        NS_TEST_EXPECT_MSG_EQ(socket->resent, "0 ", "the first");
        socket->echo = 50;
        socket->Acknowledge(1);
        NS_TEST_EXPECT_MSG_EQ(socket->GetWindow(), 2, "slow start");
        NS_TEST_EXPECT_MSG_EQ(socket->resent, "0 1 2 ", "two");
        socket->sender->ProcessTimeout();
        NS_TEST_EXPECT_MSG_EQ(socket->GetThreshold(), 2, "half of two, two at least");
        socket->sender->ProcessTimeout();
        NS_TEST_EXPECT_MSG_EQ(socket->GetThreshold(), 2, "the same once more");
        NS_TEST_EXPECT_MSG_EQ(socket->resent, "0 1 2 1 1 ", "the first each time");
        socket->Acknowledge(8);
        NS_TEST_EXPECT_MSG_EQ(socket->state->m_congState.Get(), TcpSocketState::CA_OPEN, "all");

        // The first had arrived before it was sent again.
        socket = TimeOut("Linux24");
        socket->echo = 49;
        socket->Acknowledge(1);
        NS_TEST_EXPECT_MSG_EQ(socket->GetWindow(), 8, "as before, of 7 + 3");
        NS_TEST_EXPECT_MSG_EQ(socket->GetThreshold(), 1000, "as before");
        NS_TEST_EXPECT_MSG_EQ(socket->GetInFlight(), 7, "nothing is lost");
        socket = TimeOut("Linux24");
        socket->Acknowledge(8, {{0, 1}});
        NS_TEST_EXPECT_MSG_EQ(socket->GetThreshold(), 1000, "it arrived twice (RFC 2883)");
        socket = TimeOut("Linux24-Undo");
        socket->echo = 49;
        socket->Acknowledge(1);
        NS_TEST_EXPECT_MSG_EQ(socket->GetThreshold(), 4, "left out");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A peer drops what it had acknowledged selectively (RFC 2018, 8): all is sent again.
 */
class TcpSenderRenegingTestCase : public TestCase
{
  public:
    TcpSenderRenegingTestCase()
        : TestCase("reneging")
    {
    }

  private:
    void DoRun() override
    {
        RecordingSocket socket("Linux24", 4);
        socket.Send(4);
        socket.Acknowledge(0, {{1, 3}});
        socket.Acknowledge(1);
        NS_TEST_EXPECT_MSG_GT(socket.GetInFlight(), 0, "goes on");
        NS_TEST_EXPECT_MSG_EQ(socket.resent.substr(0, 2), "1 ", "what it had");
        socket.Acknowledge(4);
        NS_TEST_EXPECT_MSG_EQ(socket.state->m_congState.Get(), TcpSocketState::CA_OPEN, "all");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A tail loss probe (RFC 8985, 7): two round trips after the last segment was sent, or 200 ms more
 * if it is alone, the last segment is sent again, once.
 */
class TcpSenderProbeTestCase : public TestCase
{
  public:
    TcpSenderProbeTestCase()
        : TestCase("tail loss probe")
    {
    }

  private:
    /**
     * @param rules of the sender
     * @param count segments sent at the start
     * @param time when to look
     * @param hasNew whether there is new data
     * @return what was sent again by then
     */
    static std::string Wait(const std::string& rules,
                            uint32_t count,
                            Time time,
                            bool hasNew = false)
    {
        RecordingSocket socket(rules, 10);
        socket.hasNew = hasNew;
        socket.Send(count);
        Simulator::Stop(time);
        Simulator::Run();
        Simulator::Destroy();
        return socket.resent;
    }

    /**
     * @param blocks that come with the acknowledgement of what was sent before the probe
     * @return the threshold, after what was sent after it is acknowledged, too
     */
    static uint32_t GetThresholdAfterProbe(const std::vector<std::pair<uint32_t, uint32_t>>& blocks)
    {
        RecordingSocket socket("Linux", 10);
        socket.hasNew = false;
        socket.Send(5);
        Simulator::Stop(MilliSeconds(30));
        Simulator::Run();
        socket.Acknowledge(5, blocks);
        socket.Send(2);
        socket.Acknowledge(7);
        Simulator::Destroy();
        return socket.GetThreshold();
    }

    /// A timeout that comes before the probe sends it, and begins anew; the next one is a timeout.
    void CheckTimeout()
    {
        RecordingSocket socket("Linux", 10);
        socket.hasNew = false;
        socket.Send(1);
        Simulator::Stop(MilliSeconds(210));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(socket.sender->SendDueProbe(), true, "it was to come at 220 ms");
        NS_TEST_EXPECT_MSG_EQ(socket.resent, "0 ", "sent now");
        NS_TEST_EXPECT_MSG_EQ(socket.restarted, MilliSeconds(210), "the timeout begins anew");
        NS_TEST_EXPECT_MSG_EQ(socket.GetWindow(), 10, "the window stays");
        NS_TEST_EXPECT_MSG_EQ(socket.sender->SendDueProbe(), false, "one probe alone");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        // 2 x 10 + 2 ms.
        NS_TEST_EXPECT_MSG_EQ(Wait("Linux", 5, MicroSeconds(21'900)), "", "not yet");
        NS_TEST_EXPECT_MSG_EQ(Wait("Linux", 5, MicroSeconds(22'100)), "4 ", "the last");
        NS_TEST_EXPECT_MSG_EQ(Wait("Linux", 5, Seconds(1)), "4 ", "once");
        NS_TEST_EXPECT_MSG_EQ(Wait("Linux", 1, MilliSeconds(219)),
                              "",
                              "one, which may wait for 200 ms");
        NS_TEST_EXPECT_MSG_EQ(Wait("Linux", 1, MilliSeconds(221)), "0 ", "then");
        NS_TEST_EXPECT_MSG_EQ(Wait("Linux24", 5, Seconds(1)), "", "none in Linux 2.4");
        CheckTimeout();
        NS_TEST_EXPECT_MSG_EQ(Wait("Linux", 5, Seconds(1), true), "", "new data instead");
        // The window is 10, as less than half of it was used.
        NS_TEST_EXPECT_MSG_EQ(GetThresholdAfterProbe({}), 5, "it has repaired a loss");
        NS_TEST_EXPECT_MSG_EQ(GetThresholdAfterProbe({{4, 5}}), 1000, "the last arrived twice");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * The suite.
 */
class TcpSenderTestSuite : public TestSuite
{
  public:
    TcpSenderTestSuite()
        : TestSuite("tcp-sender", Type::UNIT)
    {
        AddTestCase(new TcpSenderGrowthTestCase(), Duration::QUICK);
        AddTestCase(new TcpSenderRecoveryTestCase(), Duration::QUICK);
        AddTestCase(new TcpSenderModerationTestCase(), Duration::QUICK);
        AddTestCase(new TcpSenderTimeoutTestCase(), Duration::QUICK);
        AddTestCase(new TcpSenderRenegingTestCase(), Duration::QUICK);
        AddTestCase(new TcpSenderProbeTestCase(), Duration::QUICK);
    }
};

static TcpSenderTestSuite g_tcpSenderTestSuite;
