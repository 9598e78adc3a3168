/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/object.h"
#include "ns3/simulator.h"
#include "ns3/tcp-hystart.h"
#include "ns3/tcp-linux-cubic.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/test.h"

#include <memory>

using namespace ns3;

namespace
{

/// Size of a segment, bytes.
constexpr uint32_t SEGMENT = 1000;

/**
 * @ingroup host-tcp-tests
 *
 * A window that CUBIC controls, and acknowledgements of one segment each.
 */
class CubicWindow
{
  public:
    CubicWindow()
    {
        m_state->m_segmentSize = SEGMENT;
        m_state->m_isCwndLimited = true;
        m_cubic->Init(m_state);
    }

    /**
     * Lose something.
     *
     * @param window until now, segments; the window becomes the threshold
     * @return the threshold, segments
     */
    uint32_t Lose(uint32_t window)
    {
        m_state->m_cWnd = window * SEGMENT;
        m_state->m_ssThresh = m_cubic->GetSsThresh(m_state, 0);
        m_state->m_cWnd = m_state->m_ssThresh;
        return m_state->m_ssThresh / SEGMENT;
    }

    /**
     * Take acknowledgements.
     *
     * @param count how many
     * @return the window, segments
     */
    uint32_t Acknowledge(uint32_t count)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            m_cubic->PktsAcked(m_state, 1, rtt);
            m_cubic->IncreaseWindow(m_state, 1);
        }
        return m_state->m_cWnd / SEGMENT;
    }

    /**
     * Take as many acknowledgements in each round trip as the window has segments.
     *
     * @param end until when, simulated time
     */
    void AcknowledgeUntil(Time end)
    {
        Acknowledge(m_state->m_cWnd / SEGMENT);
        if (Simulator::Now() + rtt < end)
        {
            Simulator::Schedule(rtt, &CubicWindow::AcknowledgeUntil, this, end);
        }
    }

    /**
     * @return state of the socket
     */
    Ptr<TcpSocketState> GetState() const
    {
        return m_state;
    }

    /**
     * @return what controls it
     */
    Ptr<TcpLinuxCubic> GetCubic() const
    {
        return m_cubic;
    }

    Time rtt{MilliSeconds(1)}; //!< round trip

  private:
    Ptr<TcpSocketState> m_state{CreateObject<TcpSocketState>()}; //!< of the socket
    Ptr<TcpLinuxCubic> m_cubic{CreateObject<TcpLinuxCubic>()};   //!< what controls it
};

} // namespace

/**
 * @ingroup host-tcp-tests
 *
 * A small window over a short path grows by one, then stands still for 1/32 s, and then gets what
 * Reno would have.
 */
class CubicStandstillTestCase : public TestCase
{
  public:
    CubicStandstillTestCase()
        : TestCase("standstill")
    {
    }

  private:
    void DoRun() override
    {
        CubicWindow window;
        window.Acknowledge(1);
        // 10 * 717 / 1024 = 7.002. It will be 10 again after the cubic root of 3 / 0.4, 1.957 s;
        // after 1 ms the target is 10 - 2 = 8: one more after 7 / (8 - 7) segments.
        NS_TEST_EXPECT_MSG_EQ(window.Lose(10), 7, "threshold");
        NS_TEST_EXPECT_MSG_EQ(window.Acknowledge(6), 7, "before");
        NS_TEST_EXPECT_MSG_EQ(window.Acknowledge(1), 8, "one more");
        for (int i = 1; i <= 32; ++i)
        {
            Simulator::Schedule(MilliSeconds(i), [&window, this] {
                NS_TEST_EXPECT_MSG_EQ(window.Acknowledge(8), 8, "still");
            });
        }
        Simulator::Schedule(MilliSeconds(33), [&window, this] {
            // The update at 1 ms is more than 31.25 ms old. 264 segments are 17 steps of 15, so
            // that Reno has 24: as fast as may be, one for two segments, of which there are many.
            NS_TEST_EXPECT_MSG_EQ(window.Acknowledge(1), 9, "grows");
            NS_TEST_EXPECT_MSG_EQ(window.Acknowledge(1), 10, "grows on");
            NS_TEST_EXPECT_MSG_EQ(window.Acknowledge(2), 11, "one for two");
        });
        Simulator::Run();
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A large window over a long path follows the cubic function, and a pause is no part of its time.
 */
class CubicFunctionTestCase : public TestCase
{
  public:
    CubicFunctionTestCase()
        : TestCase("cubic function")
    {
    }

  private:
    void DoRun() override
    {
        CubicWindow window;
        window.rtt = MilliSeconds(100);
        window.Acknowledge(1);
        NS_TEST_EXPECT_MSG_EQ(window.Lose(1000), 700, "threshold");
        // The cubic root of 300 / 0.4 is 9.086 s.
        window.AcknowledgeUntil(Seconds(20));
        const auto expect = [&](double seconds, double segments) {
            Simulator::Schedule(Seconds(seconds), [&window, segments, this] {
                NS_TEST_EXPECT_MSG_EQ_TOL(window.GetState()->GetCwndInSegments(),
                                          segments,
                                          0.005 * segments,
                                          "window at " << Simulator::Now().As(Time::S));
            });
        };
        expect(4.05, 1000 - 0.4 * 127.7); // (9.086 - 4.05)^3
        expect(9.05, 1000);
        expect(14.05, 1000 + 0.4 * 122.3); // (14.05 - 9.086)^3
        expect(19.05, 1000 + 0.4 * 989.3); // (19.05 - 9.086)^3
        Simulator::Run();
        // 1,000 s later the target is as if it were 20 s after the loss.
        Simulator::Schedule(Seconds(1000), [&window, this] {
            const auto before = window.GetState()->GetCwndInSegments();
            window.GetCubic()->CwndEvent(window.GetState(), TcpSocketState::CA_EVENT_TX_START);
            // 0.4 * ((20 - 9.086)^3 - (19.9 - 9.086)^3) is 14.2 for a round trip of 1,400.
            NS_TEST_EXPECT_MSG_LT(window.Acknowledge(140), before + 4, "after the pause");
        });
        Simulator::Run();
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Thresholds, slow start, and what a timeout forgets.
 */
class CubicLossTestCase : public TestCase
{
  public:
    CubicLossTestCase()
        : TestCase("thresholds and timeouts")
    {
    }

  private:
    void DoRun() override
    {
        CubicWindow window;
        const auto& state = window.GetState();
        state->m_cWnd = 10 * SEGMENT;
        state->m_ssThresh = 12 * SEGMENT;
        window.GetCubic()->IncreaseWindow(state, 5);
        NS_TEST_EXPECT_MSG_EQ(state->GetCwndInSegments(), 12, "slow start ends at its threshold");
        NS_TEST_EXPECT_MSG_EQ(window.Lose(100), 70, "100 * 717 / 1024 = 70.02");
        NS_TEST_EXPECT_MSG_EQ(window.Lose(2), 2, "not below 2");
        NS_TEST_EXPECT_MSG_EQ(window.Lose(43), 30, "43 * 717 / 1024 = 30.1");
        window.GetCubic()->CongestionStateSet(state, TcpSocketState::CA_LOSS);
        // There is no maximum any more, so that it grows by one for 20 segments.
        NS_TEST_EXPECT_MSG_EQ(window.Acknowledge(19), 30, "before");
        NS_TEST_EXPECT_MSG_EQ(window.Acknowledge(1), 31, "after 20 segments");
        // Shares of windows are no whole numbers of segments.
        state->m_cWnd = 30500;
        NS_TEST_EXPECT_MSG_EQ(window.Acknowledge(20), 31, "after 20 segments");
        NS_TEST_EXPECT_MSG_EQ(state->m_cWnd.Get(), 31500, "one segment more");
        state->m_isCwndLimited = false;
        NS_TEST_EXPECT_MSG_EQ(window.Acknowledge(100), 31, "a window that is not used stays");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * HyStart finds a full path by a train of acknowledgements, and by its delay.
 */
class HystartTestCase : public TestCase
{
  public:
    HystartTestCase()
        : TestCase("HyStart")
    {
    }

  private:
    void DoRun() override
    {
        const auto least = MilliSeconds(10);
        // Half of a round trip and of 1 ms are 5.5 ms; acknowledgements come each millisecond.
        auto train = std::make_shared<TcpHystart>();
        train->StartRound(SequenceNumber32(1000));
        for (uint32_t i = 1; i <= 6; ++i)
        {
            Simulator::Schedule(MilliSeconds(i), [=, this] {
                const auto isLast = i == 6;
                NS_TEST_EXPECT_MSG_EQ(
                    train->IsFull(SequenceNumber32(i), SequenceNumber32(9), 16, least, least),
                    isLast,
                    "train of " << i);
            });
        }
        // An eighth of 10 ms is below 4 ms, so that 14 ms are the limit, after eight of them.
        for (const auto& rtt : {MilliSeconds(14), MicroSeconds(14100)})
        {
            auto slow = std::make_shared<TcpHystart>();
            slow->StartRound(SequenceNumber32(1000));
            for (uint32_t i = 1; i <= 9; ++i)
            {
                Simulator::Schedule(MilliSeconds(3 * i), [=, this] {
                    const auto isFull = i == 9 && rtt > MilliSeconds(14);
                    NS_TEST_EXPECT_MSG_EQ(
                        slow->IsFull(SequenceNumber32(i), SequenceNumber32(9), 16, rtt, least),
                        isFull,
                        "round trip of " << rtt.As(Time::MS));
                });
            }
        }
        // A small window and a new round tell nothing.
        auto young = std::make_shared<TcpHystart>();
        young->StartRound(SequenceNumber32(1000));
        Simulator::Schedule(MilliSeconds(1), [=, this] {
            young->IsFull(SequenceNumber32(1001), SequenceNumber32(5000), 16, least, least);
        });
        for (uint32_t i = 2; i <= 6; ++i)
        {
            Simulator::Schedule(MilliSeconds(i), [=, this] {
                NS_TEST_EXPECT_MSG_EQ(
                    young->IsFull(SequenceNumber32(1001), SequenceNumber32(0), 15, least, least),
                    false,
                    "small window");
                NS_TEST_EXPECT_MSG_EQ(
                    young->IsFull(SequenceNumber32(1001), SequenceNumber32(0), 16, least, least),
                    false,
                    "new round");
            });
        }
        Simulator::Run();
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * CUBIC as Linux has it, with numbers worked out by hand.
 */
class TcpLinuxCubicTestSuite : public TestSuite
{
  public:
    TcpLinuxCubicTestSuite()
        : TestSuite("tcp-linux-cubic", Type::UNIT)
    {
        AddTestCase(new CubicStandstillTestCase);
        AddTestCase(new CubicFunctionTestCase);
        AddTestCase(new CubicLossTestCase);
        AddTestCase(new HystartTestCase);
    }
};

static TcpLinuxCubicTestSuite g_tcpLinuxCubicTestSuite; //!< the suite
