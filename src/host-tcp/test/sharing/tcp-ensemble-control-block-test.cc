/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-address.h"
#include "ns3/simulator.h"
#include "ns3/tcp-control-block-cache.h"
#include "ns3/tcp-control-block-sharing.h"
#include "ns3/tcp-ensemble-control-block.h"
#include "ns3/tcp-linux-rtt-estimator.h"
#include "ns3/tcp-sharing-rtt-estimator.h"
#include "ns3/test.h"

#include <cstdint>

using namespace ns3;

namespace
{

/// Bytes in a segment.
constexpr uint32_t ENSEMBLE_MSS = 1000;

/**
 * @ingroup host-tcp-tests
 *
 * Joins, losses and leaves, worked out by hand from table 1 of Fair-TCP.
 */
class EnsembleLifeTestCase : public TestCase
{
  public:
    EnsembleLifeTestCase()
        : TestCase("joins, losses and leaves")
    {
    }

  private:
    void DoRun() override
    {
        const auto block = CreateObject<TcpEnsembleControlBlock>();
        const auto a = block->Join(1, ENSEMBLE_MSS / 2, 10'000, UINT32_MAX);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwndShare(a), 10'000, "the first brings its window");
        NS_TEST_EXPECT_MSG_EQ(block->GetSsThreshShare(a), UINT32_MAX, "no threshold");
        const auto b = block->Join(1, ENSEMBLE_MSS / 2, 4000, 3000);
        const auto c = block->Join(1, ENSEMBLE_MSS / 2, 4000, 3000);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 10'000, "joining changes no sum");
        NS_TEST_EXPECT_MSG_EQ(block->GetSsThreshShare(b), UINT32_MAX, "still no threshold");
        // Half of one share of 3334, 3333, 3333 is given back: 10,000 - 1667.
        block->Reduce(a, 1667, 3334);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 8333, "half of one share less");
        NS_TEST_EXPECT_MSG_EQ(block->GetSsThresh(), 8333, "what is left is the threshold");
        NS_TEST_EXPECT_MSG_EQ(block->GetCwndShare(a), 2778, "a of 8333");
        NS_TEST_EXPECT_MSG_EQ(block->GetCwndShare(b), 2778, "b of 8333");
        NS_TEST_EXPECT_MSG_EQ(block->GetCwndShare(c), 2777, "c of 8333");
        block->ChangeCwnd(+1000);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwndShare(c), 3111, "9333 / 3");
        NS_TEST_EXPECT_MSG_EQ(block->GetSsThreshShare(c), 2777, "growth leaves the threshold");
        block->Leave(b);
        NS_TEST_EXPECT_MSG_EQ(block->GetN(), 2, "members");
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 6222, "b takes its share");
        NS_TEST_EXPECT_MSG_EQ(block->GetSsThresh(), 5555, "b takes its threshold");
        NS_TEST_EXPECT_MSG_EQ(block->GetCwndShare(a), 3111, "a keeps its share");
        NS_TEST_EXPECT_MSG_EQ(block->GetCwndShare(c), 3111, "c keeps its share");
        NS_TEST_EXPECT_MSG_EQ(block->GetSsThreshShare(a), 2778, "a keeps its threshold");
        block->Leave(a);
        block->Leave(c);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 0, "nothing is left");
        NS_TEST_EXPECT_MSG_EQ(block->GetSsThresh(), 0, "nothing is left of the threshold");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * No share is below two segments.
 */
class EnsembleFloorTestCase : public TestCase
{
  public:
    EnsembleFloorTestCase()
        : TestCase("least shares")
    {
    }

  private:
    void DoRun() override
    {
        const auto block = CreateObject<TcpEnsembleControlBlock>();
        const auto a = block->Join(1, ENSEMBLE_MSS, 3000, 2500);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwndShare(a), 3000, "alone");
        const auto b = block->Join(1, ENSEMBLE_MSS, 3000, 2500);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 4000, "two segments each");
        NS_TEST_EXPECT_MSG_EQ(block->GetSsThresh(), 4000, "threshold too");
        block->Reduce(a, 1000, 2000);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 4000, "nothing to give back");
        block->ChangeCwnd(-1'000'000);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 4000, "never below");
        block->ChangeCwnd(+6000);
        // A member with a window of its own, 3000, keeps two thirds: so does its share of 5000.
        block->Reduce(b, 2000, 3000);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 10'000 - (5000 - 3333), "two thirds of a share");
        block->Reduce(a, 9000, 3000);
        NS_TEST_EXPECT_MSG_EQ(block->GetCwnd(), 8333, "a loss adds nothing");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * An algorithm leaves slow start without a loss.
 */
class EnsembleThresholdTestCase : public TestCase
{
  public:
    EnsembleThresholdTestCase()
        : TestCase("thresholds beside losses")
    {
    }

  private:
    void DoRun() override
    {
        const auto block = CreateObject<TcpEnsembleControlBlock>();
        const auto a = block->Join(1, ENSEMBLE_MSS, 20'000, UINT32_MAX);
        block->Join(1, ENSEMBLE_MSS, 20'000, UINT32_MAX);
        block->ChangeSsThresh(a, 10'000);
        NS_TEST_EXPECT_MSG_EQ(block->GetSsThresh(), 20'000, "the sum of windows");
        block->ChangeSsThresh(a, 7000);
        NS_TEST_EXPECT_MSG_EQ(block->GetSsThresh(), 17'000, "one share changes");
        const auto alone = CreateObject<TcpEnsembleControlBlock>(
            TcpSharedVariables{.rtt = false, .cWnd = false, .ssThresh = true});
        const auto c = alone->Join(1, ENSEMBLE_MSS, 20'000, UINT32_MAX);
        alone->Join(1, ENSEMBLE_MSS, 20'000, UINT32_MAX);
        alone->ChangeSsThresh(c, 6000);
        NS_TEST_EXPECT_MSG_EQ(alone->GetSsThresh(), 12'000, "windows that are not shared");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Round-trip times: the latest report counts, and estimators continue from it.
 */
class EnsembleRttTestCase : public TestCase
{
  public:
    EnsembleRttTestCase()
        : TestCase("round-trip times")
    {
    }

  private:
    void DoRun() override
    {
        const auto block = CreateObject<TcpEnsembleControlBlock>();
        const auto a = CreateObject<TcpSharingRttEstimator>();
        const auto b = CreateObject<TcpSharingRttEstimator>();
        a->Measurement(MilliSeconds(80));
        b->Measurement(MilliSeconds(16));
        a->SetEnsemble(block);
        b->SetEnsemble(block);
        NS_TEST_EXPECT_MSG_EQ(block->GetSrtt(), MilliSeconds(80), "the first brings its estimate");
        NS_TEST_EXPECT_MSG_EQ(b->GetEstimate(), MilliSeconds(80), "others take it over");
        NS_TEST_EXPECT_MSG_EQ(b->GetVariation(), MilliSeconds(40), "with the variation");
        // RFC 6298, 2.3: 7/8 of 80 ms and 1/8 of 160 ms; 3/4 of 40 ms and 1/4 of |80 - 160| ms.
        b->Measurement(MilliSeconds(160));
        NS_TEST_EXPECT_MSG_EQ(block->GetSrtt(), MilliSeconds(90), "latest wins");
        NS_TEST_EXPECT_MSG_EQ(block->GetRttVar(), MilliSeconds(50), "latest variation");
        NS_TEST_EXPECT_MSG_EQ(a->GetEstimate(), MilliSeconds(80), "not before the next event");
        a->Refresh();
        NS_TEST_EXPECT_MSG_EQ(a->GetEstimate(), MilliSeconds(90), "at the next event");
        b->SetEnsemble(nullptr);
        b->Measurement(MilliSeconds(10));
        NS_TEST_EXPECT_MSG_EQ(block->GetSrtt(), MilliSeconds(90), "who left reports no more");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Estimators that are Linux's share the rules of theirs.
 */
class EnsembleLinuxRttTestCase : public TestCase
{
  public:
    EnsembleLinuxRttTestCase()
        : TestCase("round-trip times as Linux estimates them")
    {
    }

  private:
    void DoRun() override
    {
        const auto block = CreateObject<TcpEnsembleControlBlock>();
        const auto linux24 = [] {
            return CreateObject<TcpSharingRttEstimator>(CreateObject<TcpLinuxRttEstimator>());
        };
        const auto a = linux24();
        const auto b = linux24();
        a->SetEnsemble(block);
        b->SetEnsemble(block);
        // 8 ms and half of it; the deviation counts 50 ms at least.
        a->Measurement(MilliSeconds(8));
        NS_TEST_EXPECT_MSG_EQ(block->GetRttVar(), MilliSeconds(50), "the least deviation");
        // The deviation grows by a quarter of (408 - 8) - 4 ms to 103 ms, at once.
        b->Measurement(MilliSeconds(408));
        NS_TEST_EXPECT_MSG_EQ(block->GetSrtt(), MilliSeconds(58), "7/8 of 8 and 1/8 of 408 ms");
        NS_TEST_EXPECT_MSG_EQ(block->GetRttVar(), MilliSeconds(103), "the longest deviation");
        a->Refresh();
        NS_TEST_EXPECT_MSG_EQ(a->GetVariation(), MilliSeconds(103), "all have it");
        // A shorter one lets it shrink by 1/32 only, of what others have measured.
        b->SetEnsemble(nullptr);
        b->Measurement(MilliSeconds(58));
        NS_TEST_EXPECT_MSG_EQ(b->GetVariation(), MilliSeconds(103), "who leaves keeps it");
        NS_TEST_EXPECT_MSG_EQ(block->GetSrtt(), MilliSeconds(58), "and reports no more");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * What closed connections leave: merged, by hosts, for a time.
 */
class CacheTestCase : public TestCase
{
  public:
    CacheTestCase()
        : TestCase("cache of closed connections")
    {
    }

  private:
    void DoRun() override
    {
        const TcpHostPair hosts{Ipv4Address("10.0.0.1"), Ipv4Address("10.0.0.2")};
        const TcpHostPair others{Ipv4Address("10.0.0.1"), Ipv4Address("10.0.0.3")};
        TcpControlBlockCache cache;
        const auto hour = Hours(1);
        NS_TEST_EXPECT_MSG_EQ(cache.Find(hosts, hour).has_value(), false, "empty");
        cache.Merge(hosts, {MilliSeconds(40), MilliSeconds(8), 20'000, UINT32_MAX}, 0.25, hour);
        NS_TEST_EXPECT_MSG_EQ(cache.Find(others, hour).has_value(), false, "other hosts");
        cache.Merge(hosts, {MilliSeconds(80), MilliSeconds(4), 40'000, 12'000}, 0.25, hour);
        auto found = cache.Find(hosts, hour);
        NS_TEST_EXPECT_MSG_EQ(found->srtt, MilliSeconds(50), "3/4 of 40 and 1/4 of 80");
        NS_TEST_EXPECT_MSG_EQ(found->rttVar, MilliSeconds(7), "3/4 of 8 and 1/4 of 4");
        NS_TEST_EXPECT_MSG_EQ(found->cWnd, 25'000, "3/4 of 20,000 and 1/4 of 40,000");
        NS_TEST_EXPECT_MSG_EQ(found->ssThresh, 12'000, "the first threshold");
        cache.Merge(hosts, {Time(), Time(), 25'000, 8000}, 0.5, hour);
        found = cache.Find(hosts, hour);
        NS_TEST_EXPECT_MSG_EQ(found->ssThresh, 10'000, "half of 12,000 and half of 8000");
        Simulator::Schedule(hour - NanoSeconds(1), [&] {
            NS_TEST_EXPECT_MSG_EQ(cache.Find(hosts, hour).has_value(), true, "not too old");
        });
        Simulator::Schedule(hour, [&] {
            NS_TEST_EXPECT_MSG_EQ(cache.Find(hosts, hour).has_value(), false, "forgotten");
        });
        Simulator::Run();
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Tests of what an ensemble knows.
 */
class TcpEnsembleControlBlockTestSuite : public TestSuite
{
  public:
    TcpEnsembleControlBlockTestSuite()
        : TestSuite("tcp-ensemble-control-block", Type::UNIT)
    {
        AddTestCase(new EnsembleLifeTestCase, Duration::QUICK);
        AddTestCase(new EnsembleFloorTestCase, Duration::QUICK);
        AddTestCase(new EnsembleThresholdTestCase, Duration::QUICK);
        AddTestCase(new EnsembleRttTestCase, Duration::QUICK);
        AddTestCase(new EnsembleLinuxRttTestCase, Duration::QUICK);
        AddTestCase(new CacheTestCase, Duration::QUICK);
    }
};

TcpEnsembleControlBlockTestSuite g_tcpEnsembleControlBlockTestSuite; //!< the suite

} // namespace
