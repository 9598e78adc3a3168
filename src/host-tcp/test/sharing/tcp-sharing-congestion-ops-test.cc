/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/tcp-bbr.h"
#include "ns3/tcp-cubic.h"
#include "ns3/tcp-ensemble-control-block.h"
#include "ns3/tcp-linux-reno.h"
#include "ns3/tcp-sharing-congestion-ops.h"
#include "ns3/tcp-sharing-rtt-estimator.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>

using namespace ns3;

namespace
{

/// Bytes in a segment.
constexpr uint32_t SHARED_MSS = 1000;

/// A connection without a socket: what TcpSocketBase does with its congestion control.
class Connection
{
  public:
    /**
     * @param algorithm congestion control, a TypeId name
     */
    explicit Connection(const std::string& algorithm = "ns3::TcpLinuxReno")
    {
        ObjectFactory factory(algorithm);
        ops = CreateObject<TcpSharingCongestionOps>(factory.Create<TcpCongestionOps>());
        ops->SetRtt(CreateObject<TcpSharingRttEstimator>());
        tcb->m_segmentSize = SHARED_MSS;
        tcb->m_initialCWnd = 10;
        tcb->m_cWnd = 10 * SHARED_MSS;
        tcb->m_ssThresh = UINT32_MAX;
        tcb->m_isCwndLimited = true;
        ops->Init(tcb);
    }

    /**
     * @param segments new segments that an acknowledgement acknowledges
     */
    void Ack(uint32_t segments)
    {
        ops->PktsAcked(tcb, segments, MilliSeconds(10));
        ops->IncreaseWindow(tcb, segments);
    }

    /**
     * Find a loss by duplicate acknowledgements.
     *
     * @param inFlight bytes in flight
     * @param inflated window during recovery, bytes
     */
    void EnterRecovery(uint32_t inFlight, uint32_t inflated)
    {
        ops->CongestionStateSet(tcb, TcpSocketState::CA_RECOVERY);
        tcb->m_congState = TcpSocketState::CA_RECOVERY;
        tcb->m_ssThresh = ops->GetSsThresh(tcb, inFlight);
        tcb->m_cWnd = inflated;
    }

    /// End fast recovery.
    void ExitRecovery()
    {
        ops->PktsAcked(tcb, 0, MilliSeconds(10));
        ops->CwndEvent(tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
        ops->CongestionStateSet(tcb, TcpSocketState::CA_OPEN);
        tcb->m_congState = TcpSocketState::CA_OPEN;
        tcb->m_cWnd = tcb->m_ssThresh.Get();
    }

    /// The retransmission timer expires.
    void TimeOut()
    {
        tcb->m_ssThresh = ops->GetSsThresh(tcb, tcb->m_cWnd);
        ops->CwndEvent(tcb, TcpSocketState::CA_EVENT_LOSS);
        ops->CongestionStateSet(tcb, TcpSocketState::CA_LOSS);
        tcb->m_congState = TcpSocketState::CA_LOSS;
        tcb->m_cWnd = SHARED_MSS;
    }

    /// Send data after a pause.
    void Start()
    {
        ops->CwndEvent(tcb, TcpSocketState::CA_EVENT_TX_START);
    }

    /**
     * @return congestion window, bytes
     */
    uint32_t GetCwnd() const
    {
        return tcb->m_cWnd;
    }

    Ptr<TcpSocketState> tcb{CreateObject<TcpSocketState>()}; //!< what the socket knows
    Ptr<TcpSharingCongestionOps> ops;                        //!< what is tested
};

/**
 * @ingroup host-tcp-tests
 *
 * Growth goes to the sum, and each member takes its share at its next event.
 */
class GrowthTestCase : public TestCase
{
  public:
    GrowthTestCase()
        : TestCase("growth is shared")
    {
    }

  private:
    void DoRun() override
    {
        const auto block = CreateObject<TcpEnsembleControlBlock>();
        Connection a;
        Connection b;
        a.ops->Join(block);
        a.Ack(2);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 12'000, "slow start, two segments more");
        NS_TEST_EXPECT_MSG_EQ(a.GetCwnd(), 12'000, "alone");
        b.ops->Join(block);
        NS_TEST_EXPECT_MSG_EQ(b.GetCwnd(), 6000, "half, not an initial window");
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 12'000, "no jump");
        NS_TEST_EXPECT_MSG_EQ(a.GetCwnd(), 12'000, "not before the next event");
        a.Ack(1);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 13'000, "one segment more");
        NS_TEST_EXPECT_MSG_EQ(a.GetCwnd(), 6500, "half of it");
        NS_TEST_EXPECT_MSG_EQ(b.GetCwnd(), 6000, "not before its next event");
        b.Start();
        NS_TEST_EXPECT_MSG_EQ(b.GetCwnd(), 6500, "an idle member keeps its part");
        a.ops->Leave();
        a.Ack(1);
        NS_TEST_EXPECT_MSG_EQ(a.GetCwnd(), 7500, "on its own");
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 6500, "what b has");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Fast recovery: half of one share is given back, inflation is not seen.
 */
class RecoveryTestCase : public TestCase
{
  public:
    RecoveryTestCase()
        : TestCase("fast recovery")
    {
    }

  private:
    void DoRun() override
    {
        const auto block = CreateObject<TcpEnsembleControlBlock>();
        Connection a;
        Connection b;
        a.tcb->m_cWnd = 13'000;
        a.ops->Join(block);
        b.ops->Join(block);
        b.EnterRecovery(3000, 20'000);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 9750, "13,000 less half of 6500");
        NS_TEST_EXPECT_MSG_EQ(b.tcb->m_ssThresh.Get(), 4875, "recovery ends with the share");
        b.ops->PktsAcked(b.tcb, 1, MilliSeconds(10));
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 9750, "inflation is not seen");
        NS_TEST_EXPECT_MSG_EQ(b.GetCwnd(), 20'000, "recovery has the window");
        // Congestion avoidance in whole segments: a segment more after 4 of 4.875.
        a.Ack(4);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 10'750, "a grows meanwhile");
        NS_TEST_EXPECT_MSG_EQ(a.GetCwnd(), 5375, "half of it");
        b.ExitRecovery();
        NS_TEST_EXPECT_MSG_EQ(b.GetCwnd(), 5375, "the share of now");
        b.Ack(0);
        NS_TEST_EXPECT_MSG_EQ(b.GetCwnd(), 5375, "still");
        NS_TEST_EXPECT_MSG_EQ(b.tcb->m_ssThresh.Get(), 4875, "half of 9750");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Timeout: the block gives back as after any loss, and the member starts again on its own.
 */
class TimeoutTestCase : public TestCase
{
  public:
    TimeoutTestCase()
        : TestCase("timeout")
    {
    }

  private:
    void DoRun() override
    {
        const auto block = CreateObject<TcpEnsembleControlBlock>();
        Connection a;
        Connection b;
        a.tcb->m_cWnd = 20'000;
        a.ops->Join(block);
        b.ops->Join(block);
        a.TimeOut();
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 15'000, "20,000 less half of 10,000");
        NS_TEST_EXPECT_MSG_EQ(a.GetCwnd(), 1000, "one segment");
        b.Ack(1);
        NS_TEST_EXPECT_MSG_EQ(b.GetCwnd(), 7500, "b is not thrown back");
        a.Ack(1);
        NS_TEST_EXPECT_MSG_EQ(a.GetCwnd(), 2000, "slow start of its own");
        a.Ack(2);
        NS_TEST_EXPECT_MSG_EQ(a.GetCwnd(), 4000, "doubled");
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 15'000, "the block does not see it");
        // A loss meanwhile keeps half of 4000, so half of the share of 7500 is given back.
        a.EnterRecovery(4000, 6000);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 11'250, "half of a share");
        NS_TEST_EXPECT_MSG_EQ(a.tcb->m_ssThresh.Get(), 2000, "not more than its own half");
        a.ExitRecovery();
        a.Ack(0);
        NS_TEST_EXPECT_MSG_EQ(a.GetCwnd(), 2000, "it goes on from there");
        a.Ack(3);
        NS_TEST_EXPECT_MSG_EQ(a.GetCwnd(), 5000, "slow start goes on");
        a.Ack(1);
        NS_TEST_EXPECT_MSG_EQ(a.GetCwnd(), 5625, "up to the share");
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 11'250, "of which nothing was added");
        NS_TEST_EXPECT_MSG_EQ(a.tcb->m_ssThresh.Get(), 5625, "congestion avoidance follows");
        a.Ack(5);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 12'250, "and is shared");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A timeout during fast recovery, and repeated ones.
 */
class RepeatedTimeoutTestCase : public TestCase
{
  public:
    RepeatedTimeoutTestCase()
        : TestCase("repeated timeouts")
    {
    }

  private:
    void DoRun() override
    {
        const auto block = CreateObject<TcpEnsembleControlBlock>();
        Connection a;
        Connection b;
        a.tcb->m_cWnd = 40'000;
        a.ops->Join(block);
        b.ops->Join(block);
        a.EnterRecovery(20'000, 15'000);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 30'000, "half of 20,000 less");
        a.TimeOut();
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 22'500, "half of 15,000 less");
        for (uint32_t i = 0; i < 40; ++i)
        {
            a.TimeOut();
            NS_TEST_EXPECT_MSG_EQ(a.GetCwnd(), 1000, "one segment");
        }
        // A window of one segment cannot be halved: the algorithm would keep two.
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 22'500, "nothing is left to give back");
        for (uint32_t i = 0; i < 40; ++i)
        {
            b.EnterRecovery(b.GetCwnd(), b.GetCwnd());
            b.ExitRecovery();
            b.Ack(0);
        }
        // The byte that is a's cannot be given back by b.
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 4001, "two segments each");
        NS_TEST_EXPECT_MSG_EQ(b.GetCwnd(), 2000, "least share");
        a.Ack(1);
        NS_TEST_EXPECT_MSG_EQ(a.GetCwnd(), 2000, "least share");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Someone else lowers the window of an idle member, such as a restart after a pause.
 */
class IdleRestartTestCase : public TestCase
{
  public:
    IdleRestartTestCase()
        : TestCase("restart after a pause")
    {
    }

  private:
    void DoRun() override
    {
        const auto block = CreateObject<TcpEnsembleControlBlock>();
        Connection a;
        Connection b;
        a.tcb->m_cWnd = 40'000;
        a.ops->Join(block);
        b.ops->Join(block);
        b.tcb->m_cWnd = 10'000;
        b.Start();
        NS_TEST_EXPECT_MSG_EQ(b.GetCwnd(), 10'000, "the initial window");
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 40'000, "the block does not see it");
        b.Ack(6);
        NS_TEST_EXPECT_MSG_EQ(b.GetCwnd(), 16'000, "slow start of its own");
        b.Ack(6);
        NS_TEST_EXPECT_MSG_EQ(b.GetCwnd(), 20'000, "up to the share");
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 40'000, "nothing was added");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * What each algorithm takes from a share of 10 segments, with 8 in flight.
 */
class AlgorithmTestCase : public TestCase
{
  public:
    /**
     * @param algorithm a TypeId name
     * @param kept what it leaves of a share of 10,000 bytes
     */
    AlgorithmTestCase(const std::string& algorithm, uint32_t kept)
        : TestCase(algorithm),
          m_algorithm(algorithm),
          m_kept(kept)
    {
    }

  private:
    void DoRun() override
    {
        const auto block = CreateObject<TcpEnsembleControlBlock>();
        Connection a(m_algorithm);
        Connection b(m_algorithm);
        a.tcb->m_cWnd = 20'000;
        a.ops->Join(block);
        b.ops->Join(block);
        NS_TEST_EXPECT_MSG_EQ(a.ops->GetName(), m_algorithm.substr(5), "name");
        a.EnterRecovery(8000, 12'000);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 10'000 + m_kept, "what is left");
        a.ExitRecovery();
        const auto before = block->GetCwnd();
        for (uint32_t i = 0; i < 400; ++i)
        {
            a.Ack(1);
            b.Ack(1);
        }
        NS_TEST_EXPECT_MSG_GT(block->GetCwnd(), before, "it grows");
        a.Ack(0);
        b.Ack(0);
        NS_TEST_EXPECT_MSG_EQ(a.GetCwnd() + b.GetCwnd(), block->GetCwnd(), "to the byte");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(a.GetCwnd() - b.GetCwnd(), 1, "equal shares");
    }

    std::string m_algorithm; //!< a TypeId name
    uint32_t m_kept;         //!< bytes
};

/**
 * @ingroup host-tcp-tests
 *
 * Variables that are not shared.
 */
class VariablesTestCase : public TestCase
{
  public:
    VariablesTestCase()
        : TestCase("each variable by itself")
    {
    }

  private:
    void DoRun() override
    {
        CheckThresholdAlone();
        CheckWindowAlone();
        CheckRttAlone();
        CheckOwnWindow();
    }

    /// Windows of their own, and the mean of thresholds.
    void CheckThresholdAlone()
    {
        const auto block = CreateObject<TcpEnsembleControlBlock>(
            TcpSharedVariables{.rtt = true, .cWnd = false, .ssThresh = true});
        Connection a;
        Connection b;
        a.tcb->m_cWnd = 30'000;
        a.ops->Join(block);
        b.ops->Join(block);
        NS_TEST_EXPECT_MSG_EQ(b.GetCwnd(), 10'000, "a window of its own");
        a.EnterRecovery(30'000, 15'000);
        NS_TEST_EXPECT_MSG_EQ(a.tcb->m_ssThresh.Get(), 15'000, "its own half");
        a.ExitRecovery();
        NS_TEST_EXPECT_MSG_EQ(a.GetCwnd(), 15'000, "after recovery");
        b.Ack(2);
        NS_TEST_EXPECT_MSG_EQ(b.GetCwnd(), 12'000, "slow start");
        NS_TEST_EXPECT_MSG_EQ(b.tcb->m_ssThresh.Get(), 15'000, "up to the others' threshold");
        b.TimeOut();
        NS_TEST_EXPECT_MSG_EQ(b.tcb->m_ssThresh.Get(), 10'500, "mean of 15,000 and 6000");
    }

    /// Shares of the window, and thresholds of their own.
    void CheckWindowAlone()
    {
        const auto block = CreateObject<TcpEnsembleControlBlock>(
            TcpSharedVariables{.rtt = true, .cWnd = true, .ssThresh = false});
        Connection a;
        Connection b;
        a.tcb->m_cWnd = 20'000;
        a.ops->Join(block);
        b.ops->Join(block);
        a.EnterRecovery(10'000, 5000);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 15'000, "half of a share less");
        b.Ack(2);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 17'000, "b is in slow start");
        NS_TEST_EXPECT_MSG_EQ(b.tcb->m_ssThresh.Get(), UINT32_MAX, "without a threshold");
    }

    /// Nothing but the round-trip time.
    void CheckRttAlone()
    {
        const auto block = CreateObject<TcpEnsembleControlBlock>(
            TcpSharedVariables{.rtt = true, .cWnd = false, .ssThresh = false});
        Connection a;
        Connection b;
        a.tcb->m_cWnd = 20'000;
        a.ops->Join(block);
        b.ops->Join(block);
        a.EnterRecovery(20'000, 10'000);
        a.ExitRecovery();
        b.Ack(2);
        NS_TEST_EXPECT_MSG_EQ(a.GetCwnd(), 10'000, "its own window");
        NS_TEST_EXPECT_MSG_EQ(b.GetCwnd(), 12'000, "its own window");
        NS_TEST_EXPECT_MSG_EQ(b.tcb->m_ssThresh.Get(), UINT32_MAX, "its own threshold");
    }

    /// An algorithm that sets the window itself.
    void CheckOwnWindow()
    {
        const auto block = CreateObject<TcpEnsembleControlBlock>();
        Connection a("ns3::TcpBbr");
        Connection b("ns3::TcpBbr");
        a.tcb->m_cWnd = 20'000;
        a.ops->Join(block);
        b.ops->Join(block);
        NS_TEST_EXPECT_MSG_EQ(b.GetCwnd(), 10'000, "its own window");
        NS_TEST_EXPECT_MSG_EQ(b.ops->HasCongControl(), true, "said by the algorithm");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * HyStart leaves slow start without a loss: so does the ensemble.
 */
class HyStartTestCase : public TestCase
{
  public:
    HyStartTestCase()
        : TestCase("end of slow start without a loss")
    {
    }

  private:
    void DoRun() override
    {
        const auto block = CreateObject<TcpEnsembleControlBlock>();
        Connection a("ns3::TcpCubic");
        Connection b("ns3::TcpCubic");
        a.tcb->m_cWnd = 80'000;
        a.ops->Join(block);
        b.ops->Join(block);
        // A round of 10 ms ends, and the next one begins with eight samples of 30 ms.
        a.ops->PktsAcked(a.tcb, 1, MilliSeconds(10));
        a.tcb->m_lastAckedSeq = SequenceNumber32(1);
        a.ops->IncreaseWindow(a.tcb, 0);
        for (uint32_t i = 0; i < 8; ++i)
        {
            a.ops->PktsAcked(a.tcb, 1, MilliSeconds(30));
        }
        NS_TEST_EXPECT_MSG_EQ(block->GetSsThresh(),
                              TcpEnsembleControlBlock::NO_THRESHOLD,
                              "still slow start");
        a.ops->PktsAcked(a.tcb, 1, MilliSeconds(30));
        NS_TEST_EXPECT_MSG_EQ(block->GetSsThresh(), 80'000, "the sum of windows");
        b.Ack(0);
        NS_TEST_EXPECT_MSG_EQ(b.tcb->m_ssThresh.Get(), 40'000, "for the other too");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * The copy that an accepted connection gets.
 */
class ForkTestCase : public TestCase
{
  public:
    ForkTestCase()
        : TestCase("copies")
    {
    }

  private:
    void DoRun() override
    {
        const auto block = CreateObject<TcpEnsembleControlBlock>();
        Connection a("ns3::TcpCubic");
        a.ops->SetAttribute("Weight", UintegerValue(7));
        a.ops->GetAlgorithm()->SetAttribute("TcpFriendliness", BooleanValue(false));
        a.ops->Join(block);
        const auto fork = DynamicCast<TcpSharingCongestionOps>(a.ops->Fork());
        NS_TEST_EXPECT_MSG_EQ(block->GetN(), 1, "a copy is no member");
        UintegerValue weight;
        fork->GetAttribute("Weight", weight);
        NS_TEST_EXPECT_MSG_EQ(weight.Get(), 7, "weight");
        BooleanValue friendliness(true);
        fork->GetAlgorithm()->GetAttribute("TcpFriendliness", friendliness);
        NS_TEST_EXPECT_MSG_EQ(friendliness.Get(), false, "attribute of the algorithm");
        NS_TEST_EXPECT_MSG_EQ(fork->GetRtt(), nullptr, "an estimator of its own comes later");
        a.ops = nullptr;
        NS_TEST_EXPECT_MSG_EQ(block->GetN(), 0, "who is destroyed leaves");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Tests of congestion control in an ensemble.
 */
class TcpSharingCongestionOpsTestSuite : public TestSuite
{
  public:
    TcpSharingCongestionOpsTestSuite()
        : TestSuite("tcp-sharing-congestion-ops", Type::UNIT)
    {
        AddTestCase(new GrowthTestCase, Duration::QUICK);
        AddTestCase(new RecoveryTestCase, Duration::QUICK);
        AddTestCase(new TimeoutTestCase, Duration::QUICK);
        AddTestCase(new RepeatedTimeoutTestCase, Duration::QUICK);
        AddTestCase(new IdleRestartTestCase, Duration::QUICK);
        // Half of the window, half of what is in flight, and 0.7 of the window.
        AddTestCase(new AlgorithmTestCase("ns3::TcpLinuxReno", 5000), Duration::QUICK);
        AddTestCase(new AlgorithmTestCase("ns3::TcpNewReno", 4000), Duration::QUICK);
        AddTestCase(new AlgorithmTestCase("ns3::TcpCubic", 7000), Duration::QUICK);
        AddTestCase(new VariablesTestCase, Duration::QUICK);
        AddTestCase(new HyStartTestCase, Duration::QUICK);
        AddTestCase(new ForkTestCase, Duration::QUICK);
    }
};

TcpSharingCongestionOpsTestSuite g_tcpSharingCongestionOpsTestSuite; //!< the suite

} // namespace
