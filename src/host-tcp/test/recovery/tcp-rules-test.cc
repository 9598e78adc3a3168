/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ipv4-address.h"
#include "ns3/simulator.h"
#include "ns3/tcp-ack-policy.h"
#include "ns3/tcp-linux-rtt-estimator.h"
#include "ns3/tcp-metrics-cache.h"
#include "ns3/tcp-rules.h"
#include "ns3/tcp-undo.h"
#include "ns3/tcp-window-reduction.h"
#include "ns3/tcp-window-validation.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <string>

using namespace ns3;

/**
 * @ingroup host-tcp-tests
 *
 * Which rules a text means, and what is wrong with one that means none.
 */
class TcpRulesTextTestCase : public TestCase
{
  public:
    TcpRulesTextTestCase()
        : TestCase("text")
    {
    }

  private:
    /**
     * @param text that means no rules
     * @param message begin of what is said
     */
    void ExpectError(const std::string& text, const std::string& message)
    {
        try
        {
            TcpRules rules(text);
            NS_TEST_EXPECT_MSG_EQ(text, "an error", "accepted");
        }
        catch (const UserError& error)
        {
            NS_TEST_EXPECT_MSG_EQ(std::string(error.what()).substr(0, message.size()),
                                  message,
                                  "message");
        }
    }

    void DoRun() override
    {
        using Detection = TcpSenderRules::Detection;
        using Reduction = TcpSenderRules::Reduction;
        NS_TEST_EXPECT_MSG_EQ(TcpRules("Ns3").HasAny(), false, "ns-3");
        const auto old = TcpRules("Linux24").GetSenderRules();
        NS_TEST_EXPECT_MSG_EQ((old.detection == Detection::FORWARD), true, "FACK");
        NS_TEST_EXPECT_MSG_EQ((old.reduction == Reduction::RATE_HALVING), true, "rate halving");
        NS_TEST_EXPECT_MSG_EQ(old.countsAcks && old.needsFullWindow && old.isModerate, true, "all");
        const auto now = TcpRules("Linux").GetSenderRules();
        NS_TEST_EXPECT_MSG_EQ((now.detection == Detection::RACK), true, "RACK");
        NS_TEST_EXPECT_MSG_EQ((now.reduction == Reduction::PROPORTIONAL), true, "PRR");
        NS_TEST_EXPECT_MSG_EQ(now.countsAcks || now.isModerate, false, "not any more");
        const TcpRules some("Linux24-Fack-QuickAcks+Rack");
        NS_TEST_EXPECT_MSG_EQ(some.Has(TcpRule::QUICK_ACKS), false, "left out");
        NS_TEST_EXPECT_MSG_EQ(some.Has(TcpRule::MODERATION), true, "stays");
        NS_TEST_EXPECT_MSG_EQ((some.GetSenderRules().detection == Detection::RACK), true, "added");
        const TcpRules receiver("Ns3+QuickAcks");
        NS_TEST_EXPECT_MSG_EQ((receiver.GetSenderRules().detection == Detection::NS3),
                              true,
                              "the sender is ns-3's");
        NS_TEST_EXPECT_MSG_EQ(TcpRules("Linux").GetAckRules().isQuickAfterHoles,
                              false,
                              "2.4's alone");
        NS_TEST_EXPECT_MSG_EQ(receiver.GetAckRules().HasAny(), true, "the receiver is not");
        NS_TEST_EXPECT_MSG_EQ(
            (TcpRules("Ns3+Moderation").GetSenderRules().detection == Detection::ARRIVALS),
            true,
            "RFC 6675 where nothing else is said");
        ExpectError("", "\"\" begins with none of Ns3, Linux24 and Linux");
        ExpectError("linux", "\"linux\" begins with none of Ns3, Linux24 and Linux");
        ExpectError("Linux26", "\"Linux26\" begins with none of Ns3, Linux24 and Linux");
        ExpectError("Linux-fack", "\"Linux-fack\": \"fack\" is no rule; rules are DelayedAcks");
        ExpectError("Linux-", "\"Linux-\": \"\" is no rule");
        ExpectError("Linux24 -Fack", "\"Linux24 -Fack\" begins with none of");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * How windows get down, step by step.
 */
class TcpReductionTestCase : public TestCase
{
  public:
    TcpReductionTestCase()
        : TestCase("reduction")
    {
    }

  private:
    void DoRun() override
    {
        // 10 segments, of which one is lost: 9 are in flight, and each acknowledgement takes one
        // out and lets one in if the window has room.
        TcpRateHalving halving;
        halving.Start(10);
        NS_TEST_EXPECT_MSG_EQ(halving.Reduce({10, 5, 9, 1, false}), 10, "the first of two");
        NS_TEST_EXPECT_MSG_EQ(halving.Reduce({10, 5, 9, 1, false}), 9, "the second");
        NS_TEST_EXPECT_MSG_EQ(halving.Reduce({9, 5, 9, 1, false}), 9, "the first");
        NS_TEST_EXPECT_MSG_EQ(halving.Reduce({9, 5, 5, 1, false}),
                              6,
                              "one above what is in flight");
        NS_TEST_EXPECT_MSG_EQ(halving.Reduce({6, 5, 1, 1, false}), 2, "even then");
        NS_TEST_EXPECT_MSG_EQ(halving.Reduce({2, 5, 3, 1, false}),
                              2,
                              "half the threshold at least");
        NS_TEST_EXPECT_MSG_EQ(halving.Finish(2, 5), 2, "stays as small");
        NS_TEST_EXPECT_MSG_EQ(halving.Finish(7, 5), 5, "the threshold at most");
        // RFC 6937, with a threshold of half of 20: one for two, below it one for one or two for
        // one.
        TcpProportionalReduction prr;
        prr.Start(20);
        NS_TEST_EXPECT_MSG_EQ(prr.Reduce({20, 10, 18, 1, false}), 19, "the first goes at once");
        prr.NoteSent();
        NS_TEST_EXPECT_MSG_EQ(prr.Reduce({19, 10, 18, 1, false}), 18, "1 of 2 x 10 / 20 is sent");
        NS_TEST_EXPECT_MSG_EQ(prr.Reduce({18, 10, 17, 1, false}), 18, "ceil(3 x 10 / 20) = 2");
        prr.NoteSent();
        NS_TEST_EXPECT_MSG_EQ(prr.Reduce({18, 10, 5, 1, false}), 7, "4 arrived, 2 were sent");
        prr.NoteSent();
        prr.NoteSent();
        NS_TEST_EXPECT_MSG_EQ(prr.Reduce({7, 10, 6, 1, true}), 8, "one more where it is safe");
        NS_TEST_EXPECT_MSG_EQ(prr.Reduce({8, 10, 9, 9, true}), 10, "the threshold at most");
        NS_TEST_EXPECT_MSG_EQ(prr.Reduce({8, 10, 9, 0, false}), 8, "nothing arrived");
        NS_TEST_EXPECT_MSG_EQ(prr.Finish(8, 10), 10, "the threshold");
        TcpHalvingAtOnce atOnce;
        NS_TEST_EXPECT_MSG_EQ(atOnce.Reduce({20, 10, 18, 1, false}), 10, "at once");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * What a window is worth that was not used, and when a reduction was for nothing.
 */
class TcpWindowMemoryTestCase : public TestCase
{
  public:
    TcpWindowMemoryTestCase()
        : TestCase("validation and undo")
    {
    }

  private:
    void DoRun() override
    {
        const auto rto = MilliSeconds(200);
        TcpWindowValidation validation;
        Simulator::Schedule(MilliSeconds(100), [&] { validation.NoteSent({16, 8}, 16, 3, rto); });
        Simulator::Schedule(MilliSeconds(300), [&] {
            NS_TEST_EXPECT_MSG_EQ(validation.Resume({16, 8}, 3, rto).window, 16, "200 ms");
        });
        Simulator::Schedule(MilliSeconds(600), [&] {
            // 2.5 timeouts: halved for the time above one, 1.5 timeouts, twice.
            const auto resumed = validation.Resume({16, 8}, 3, rto);
            NS_TEST_EXPECT_MSG_EQ(resumed.window, 4, "16 / 4");
            NS_TEST_EXPECT_MSG_EQ(resumed.threshold, 12, "three quarters");
            NS_TEST_EXPECT_MSG_EQ(validation.Resume({4, 40}, 3, rto).window, 3, "initial window");
            NS_TEST_EXPECT_MSG_EQ(validation.Resume({4, 40}, 3, rto).threshold, 40, "it was more");
            NS_TEST_EXPECT_MSG_EQ(validation.Resume({2, 40}, 3, rto).window, 2, "never grows");
            // 6 of 16 are used for a timeout since 100 ms.
            const auto used = validation.NoteSent({16, 8}, 6, 3, rto);
            NS_TEST_EXPECT_MSG_EQ(used.window, 11, "(16 + 6) / 2");
            NS_TEST_EXPECT_MSG_EQ(used.threshold, 12, "three quarters");
            NS_TEST_EXPECT_MSG_EQ(validation.NoteSent({11, 8}, 6, 3, rto).window, 11, "not yet");
        });
        Simulator::Run();
        Simulator::Destroy();

        TcpUndo undo;
        NS_TEST_EXPECT_MSG_EQ(undo.IsSpurious(10), false, "nothing was reduced");
        undo.Start(10'000, 20'000);
        undo.NoteResent(50);
        undo.NoteResent(60);
        NS_TEST_EXPECT_MSG_EQ(undo.IsSpurious({}), false, "two were sent again");
        NS_TEST_EXPECT_MSG_EQ(undo.IsSpurious(50), false, "an echo of the first");
        NS_TEST_EXPECT_MSG_EQ(undo.IsSpurious(49), true, "an earlier one had arrived");
        undo.NoteDuplicate();
        NS_TEST_EXPECT_MSG_EQ(undo.IsSpurious({}), false, "one arrived twice");
        undo.NoteDuplicate();
        NS_TEST_EXPECT_MSG_EQ(undo.IsSpurious({}), true, "both did");
        NS_TEST_EXPECT_MSG_EQ(undo.IsEarly({}), false, "by duplicates, not by time");
        NS_TEST_EXPECT_MSG_EQ(undo.GetWindow(), 10'000, "as before");
        undo.Start(1, 1);
        undo.NoteResent(5);
        NS_TEST_EXPECT_MSG_EQ(undo.IsEarly(0xffff'fff0), true, "clocks wrap");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * What a host keeps of another.
 */
class TcpMetricsTestCase : public TestCase
{
  public:
    TcpMetricsTestCase()
        : TestCase("metrics")
    {
    }

  private:
    void DoRun() override
    {
        const Address host(Ipv4Address("10.0.0.9"));
        const auto cache = CreateObject<TcpMetricsCache>();
        NS_TEST_EXPECT_MSG_EQ(cache->Find(host).has_value(), false, "nothing yet");
        cache->Merge(host, {MilliSeconds(80), MilliSeconds(8), 30, UINT32_MAX, 3});
        NS_TEST_EXPECT_MSG_EQ(cache->Find(host)->rtt, MilliSeconds(80), "the first");
        NS_TEST_EXPECT_MSG_EQ(cache->Find(host)->threshold, UINT32_MAX, "nothing was lost");
        cache->Merge(host, {MilliSeconds(40), MilliSeconds(16), 8, 10, 6});
        NS_TEST_EXPECT_MSG_EQ(cache->Find(host)->rtt, MilliSeconds(75), "80 - 40 / 8");
        NS_TEST_EXPECT_MSG_EQ(cache->Find(host)->variation, MilliSeconds(16), "longer");
        NS_TEST_EXPECT_MSG_EQ(cache->Find(host)->threshold, 10, "of the connection");
        NS_TEST_EXPECT_MSG_EQ(cache->Find(host)->reordering, 6, "more");
        cache->Merge(host, {Time(), Time(), 8, 20, 3});
        NS_TEST_EXPECT_MSG_EQ(cache->Find(host)->rtt, MilliSeconds(75), "nothing was measured");
        NS_TEST_EXPECT_MSG_EQ(cache->Find(host)->threshold, 15, "the mean");
        NS_TEST_EXPECT_MSG_EQ(cache->Find(host)->reordering, 6, "stays");
        cache->Merge(host, {Time(), Time(), 50, 20, 3});
        NS_TEST_EXPECT_MSG_EQ(cache->Find(host)->threshold, 25, "half the window");
        cache->Merge(host, {Time(), Time(), 40, UINT32_MAX, 3});
        NS_TEST_EXPECT_MSG_EQ(cache->Find(host)->threshold, 25, "nothing was lost, and it is more");
        const Address other(Ipv4Address("10.0.0.8"));
        NS_TEST_EXPECT_MSG_EQ(cache->Find(other).has_value(), false, "another host");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * When a receiver acknowledges.
 */
class TcpAckPolicyTestCase : public TestCase
{
  public:
    TcpAckPolicyTestCase()
        : TestCase("acknowledgements")
    {
    }

  private:
    /**
     * @param policy whose acknowledgements leave as soon as it wants
     * @return how many in a row, 100 at most
     */
    static uint32_t CountQuick(TcpAckPolicy& policy)
    {
        uint32_t quick = 0;
        while (policy.IsQuick() && quick < 100)
        {
            policy.NoteAckSent(1);
            ++quick;
        }
        return quick;
    }

    void DoRun() override
    {
        using Place = TcpAckPolicy::Place;
        const auto rto = MilliSeconds(250);
        TcpAckPolicy policy({true, true, true});
        const auto rtt = MilliSeconds(300);
        const auto arriveAt =
            [&](uint32_t ms, bool isNext, uint32_t window, uint32_t quick, Time wait) {
                Simulator::Schedule(MilliSeconds(ms), [=, this, &policy] {
                    policy.NoteData(isNext ? Place::NEXT : Place::AHEAD, window, rto);
                    NS_TEST_EXPECT_MSG_EQ(CountQuick(policy), quick, "quick at " << ms << " ms");
                    NS_TEST_EXPECT_MSG_EQ(policy.GetDelay(rtt).value(), wait, "wait at " << ms);
                });
            };
        arriveAt(0, true, 44, 16, MilliSeconds(40));
        // Gaps of 30 ms: 40 / 2 + 30, 50 / 2 + 30.
        arriveAt(30, true, 44, 0, MilliSeconds(50));
        arriveAt(60, true, 44, 0, MilliSeconds(55));
        // A gap of 5 ms: 55 / 2 + 20.
        arriveAt(65, true, 44, 0, MicroSeconds(47'500));
        // Out of order: half the window, 10 segments, and the least delay.
        arriveAt(70, false, 10, 5, MilliSeconds(40));
        // 260 ms are more than the timeout.
        arriveAt(330, true, 2, 2, MilliSeconds(40));
        Simulator::Schedule(MilliSeconds(335), [&] {
            policy.NoteExpired(rto);
            NS_TEST_EXPECT_MSG_EQ(policy.GetDelay(rtt).value(), MilliSeconds(80), "twice");
            NS_TEST_EXPECT_MSG_EQ(policy.GetDelay(MilliSeconds(5)).value(),
                                  MilliSeconds(40),
                                  "a round trip or 40 ms");
            policy.NoteExpired(rto);
            policy.NoteExpired(rto);
            NS_TEST_EXPECT_MSG_EQ(policy.GetDelay(rtt).value(), MilliSeconds(200), "at most");
            // An answer within the delay.
            policy.NoteDataSent();
        });
        // Another pause, but the session is interactive.
        arriveAt(600, true, 44, 0, MilliSeconds(200));
        arriveAt(601, false, 44, 16, MilliSeconds(40));
        Simulator::Run();
        Simulator::Destroy();
        TcpAckPolicy quickOnly({false, true, false});
        quickOnly.NoteData(Place::NEXT, 44, rto);
        NS_TEST_EXPECT_MSG_EQ(quickOnly.IsQuick(), true, "at the start");
        NS_TEST_EXPECT_MSG_EQ(quickOnly.GetDelay(rtt).has_value(), false, "as it is set");
        CountQuick(quickOnly);
        quickOnly.NoteData(Place::AHEAD, 44, rto);
        NS_TEST_EXPECT_MSG_EQ(quickOnly.IsQuick(), false, "not after holes");
        quickOnly.NoteData(Place::BEFORE, 44, rto);
        NS_TEST_EXPECT_MSG_EQ(quickOnly.IsQuick(), true, "after duplicates");
        TcpAckPolicy delayOnly({true, false, false});
        delayOnly.NoteData(Place::BEFORE, 44, rto);
        NS_TEST_EXPECT_MSG_EQ(delayOnly.IsQuick(), false, "never");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * The timeout: the smoothed time and at least 200 ms.
 */
class TcpLinuxRttTestCase : public TestCase
{
  public:
    TcpLinuxRttTestCase()
        : TestCase("timeout")
    {
    }

  private:
    /**
     * @param estimator of round-trip times
     * @return the timeout
     */
    static Time GetTimeout(const RttEstimator& estimator)
    {
        return estimator.GetEstimate() + 4 * estimator.GetVariation();
    }

    void DoRun() override
    {
        const auto estimator = CreateObject<TcpLinuxRttEstimator>();
        estimator->Measurement(MilliSeconds(10));
        NS_TEST_EXPECT_MSG_EQ(GetTimeout(*estimator), MilliSeconds(210), "10 + 200");
        // The deviation is 5 + (100 - 5) / 4 = 28.75 ms, below 50; the mean 10 + 100 / 8.
        estimator->Measurement(MilliSeconds(110));
        NS_TEST_EXPECT_MSG_EQ(GetTimeout(*estimator), MicroSeconds(222'500), "22.5 + 200");
        // An error of 400 ms: 28.75 + (400 - 28.75) / 4 = 121.5625 ms; the mean 22.5 + 50.
        estimator->Measurement(MicroSeconds(422'500));
        NS_TEST_EXPECT_MSG_EQ(GetTimeout(*estimator),
                              MicroSeconds(72'500) + 4 * NanoSeconds(121'562'500),
                              "it grows at once");
        const auto copy = estimator->Copy();
        NS_TEST_EXPECT_MSG_EQ(GetTimeout(*copy), GetTimeout(*estimator), "a copy is the same");
        // A faster path, again after the round trip: an error of -72 ms in the deviation of 121.6
        // ms is no surprise, it goes to 121.5625 - (121.5625 - 72) / 4.
        Simulator::Schedule(Seconds(1), [&] {
            estimator->Measurement(MicroSeconds(500));
            NS_TEST_EXPECT_MSG_EQ(estimator->GetEstimate(), MicroSeconds(63'500), "72.5 - 9");
            NS_TEST_EXPECT_MSG_EQ(estimator->GetVariation(),
                                  NanoSeconds(121'562'500),
                                  "the longest of this round trip");
        });
        Simulator::Schedule(Seconds(2), [&] {
            estimator->Measurement(MicroSeconds(63'500));
            NS_TEST_EXPECT_MSG_LT(estimator->GetVariation(), NanoSeconds(121'562'500), "shrinks");
        });
        Simulator::Run();
        Simulator::Destroy();
        estimator->Reset();
        estimator->Measurement(MilliSeconds(10));
        NS_TEST_EXPECT_MSG_EQ(GetTimeout(*estimator), MilliSeconds(210), "from the start");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * The suite.
 */
class TcpRulesTestSuite : public TestSuite
{
  public:
    TcpRulesTestSuite()
        : TestSuite("tcp-rules", Type::UNIT)
    {
        AddTestCase(new TcpRulesTextTestCase(), Duration::QUICK);
        AddTestCase(new TcpReductionTestCase(), Duration::QUICK);
        AddTestCase(new TcpWindowMemoryTestCase(), Duration::QUICK);
        AddTestCase(new TcpMetricsTestCase(), Duration::QUICK);
        AddTestCase(new TcpAckPolicyTestCase(), Duration::QUICK);
        AddTestCase(new TcpLinuxRttTestCase(), Duration::QUICK);
    }
};

static TcpRulesTestSuite g_tcpRulesTestSuite;
