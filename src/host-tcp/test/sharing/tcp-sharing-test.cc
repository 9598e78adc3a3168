/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-sharing-bench.h"

#include "ns3/boolean.h"
#include "ns3/fair-tcp-helper.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/tcp-control-block-sharing.h"
#include "ns3/tcp-ensemble-control-block.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param ensemble whether connections share that are open at the same time
 * @param temporal whether they share with closed ones
 * @return a helper that says so
 */
FairTcpHelper
MakeHelper(bool ensemble, bool temporal)
{
    FairTcpHelper helper;
    helper.SetTcpOption("EnsembleSharing", BooleanValue(ensemble));
    helper.SetTcpOption("TemporalSharing", BooleanValue(temporal));
    return helper;
}

/**
 * @ingroup host-tcp-tests
 *
 * Connections join those to the same host, at both ends, and leave when they are closed.
 */
class MembershipTestCase : public TestCase
{
  public:
    /**
     * @param hasIpv6 whether over IPv6
     */
    explicit MembershipTestCase(bool hasIpv6)
        : TestCase(std::string("ensembles by hosts over ") + (hasIpv6 ? "IPv6" : "IPv4")),
          m_hasIpv6(hasIpv6)
    {
    }

  private:
    void DoRun() override
    {
        Bench bench({.hosts = 3, .hasIpv6 = m_hasIpv6});
        // Addresses are usable after duplicate address detection.
        bench.Run(Seconds(2));
        for (const auto to : {1, 1, 1, 2, 2})
        {
            bench.Connect(to);
        }
        bench.Run(Seconds(0.1));
        NS_TEST_ASSERT_MSG_EQ(bench.ensembles.size(), 4, "two ends of two");
        CheckMembers(bench, {0, 0, 2, 2});
        bench.isIdle = true;
        bench.sockets[0]->Close();
        bench.Run(Seconds(10));
        // The receiver's end stays open: it may send.
        CheckMembers(bench, {0, 0, 3, 1});
        bench.accepted[0]->Close();
        bench.Run(Seconds(1));
        CheckMembers(bench, {0, 0, 4, 0});
        for (const auto& socket : bench.sockets)
        {
            socket->Close();
        }
        for (const auto& socket : bench.accepted)
        {
            socket->Close();
        }
        bench.Run(Seconds(1));
        CheckMembers(bench, {4, 0, 0, 0});
    }

    /**
     * @param bench what runs
     * @param expected number of ensembles with 0 members, 1, ...
     */
    void CheckMembers(const Bench& bench, const std::array<uint32_t, 4>& expected)
    {
        std::array<uint32_t, 4> actual{};
        for (const auto& ensemble : bench.ensembles)
        {
            ++actual.at(ensemble->GetN());
        }
        for (std::size_t i = 0; i < actual.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(actual[i], expected[i], "ensembles with " << i);
        }
    }

    bool m_hasIpv6; //!< whether over IPv6
};

/**
 * @ingroup host-tcp-tests
 *
 * Connections with the timeout of Linux share its estimate, at both ends: four deviations are at
 * least 200 ms. ns-3's are a few milliseconds on a path whose round trip is always the same.
 */
class LinuxTimeoutTestCase : public TestCase
{
  public:
    LinuxTimeoutTestCase()
        : TestCase("the timeout of Linux")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto isLinux : {false, true})
        {
            auto helper = MakeHelper(true, false);
            helper.SetTcpOption("Rules", StringValue(isLinux ? "Linux24" : "Ns3"));
            Bench bench({.sharing = helper, .isLean = true});
            for (uint32_t i = 0; i < 2; ++i)
            {
                bench.Connect(1);
            }
            bench.Run(Seconds(1));
            NS_TEST_ASSERT_MSG_EQ(bench.ensembles.size(), 2, "two ends");
            const auto sender = bench.GetSender(1);
            NS_TEST_EXPECT_MSG_EQ(sender->GetN(), 2, "members");
            NS_TEST_EXPECT_MSG_EQ((sender->GetRttVar() >= MilliSeconds(50)),
                                  isLinux,
                                  "deviation " << sender->GetRttVar().As(Time::MS));
        }
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Losses to one host leave the ensemble of another alone.
 */
class SeparationTestCase : public TestCase
{
  public:
    SeparationTestCase()
        : TestCase("ensembles do not mix")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench({.hosts = 3, .loss = 0.05});
        // Only what goes to the first receiver is lost.
        bench.loss[1]->SetRate(0);
        for (const auto to : {1, 2, 1, 2})
        {
            bench.Connect(to);
        }
        bench.Run(MilliSeconds(150));
        const auto lossy = bench.GetSender(1);
        const auto clean = bench.GetSender(2);
        NS_TEST_EXPECT_MSG_NE(lossy->GetSsThresh(),
                              TcpEnsembleControlBlock::NO_THRESHOLD,
                              "losses to the one");
        NS_TEST_EXPECT_MSG_EQ(clean->GetSsThresh(),
                              TcpEnsembleControlBlock::NO_THRESHOLD,
                              "none to the other");
        NS_TEST_EXPECT_MSG_EQ(GetOps(bench.sockets[0])->GetCwnd() +
                                  GetOps(bench.sockets[2])->GetCwnd(),
                              lossy->GetCwnd(),
                              "to the byte");
        NS_TEST_EXPECT_MSG_EQ(GetOps(bench.sockets[1])->GetCwnd() +
                                  GetOps(bench.sockets[3])->GetCwnd(),
                              clean->GetCwnd(),
                              "to the byte");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A connection that is reset takes its share and no more, at either end.
 */
class ResetTestCase : public TestCase
{
  public:
    ResetTestCase()
        : TestCase("reset connections")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench({.sharing = MakeHelper(true, true)});
        for (uint32_t i = 0; i < 4; ++i)
        {
            bench.Connect(1);
        }
        bench.Run(MilliSeconds(70));
        // Who does not read its data resets when it closes.
        bench.accepted[1]->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        bench.Run(MilliSeconds(20));
        const auto receiver = GetOps(bench.accepted[0])->GetEnsemble();
        const auto sum = receiver->GetCwnd();
        const auto share = GetOps(bench.accepted[0])->GetCwnd();
        const auto lost = GetOps(bench.accepted[1])->GetCwnd();
        NS_TEST_EXPECT_MSG_EQ(receiver->GetN(), 4, "members");
        bench.accepted[1]->Close();
        NS_TEST_EXPECT_MSG_EQ(receiver->GetN(), 3, "it has left at once");
        NS_TEST_EXPECT_MSG_EQ(receiver->GetCwnd(), sum - lost, "with its share");
        NS_TEST_EXPECT_MSG_EQ(GetOps(bench.accepted[0])->GetCwnd(), share, "others keep theirs");
        const auto sender = bench.GetSender(1);
        sender->TraceConnectWithoutContext("CongestionWindow",
                                           MakeCallback(&ResetTestCase::NoteWindow, this));
        sender->TraceConnectWithoutContext("Members",
                                           MakeCallback(&ResetTestCase::NoteMembers, this));
        m_other = GetOps(bench.sockets[0]);
        bench.Run(MilliSeconds(20));
        NS_TEST_EXPECT_MSG_EQ(m_isLeft, true, "the other end has left too");
        NS_TEST_EXPECT_MSG_EQ(TcpControlBlockSharing::GetFor(bench.hosts.Get(0))
                                  ->FindCached({Ipv4Address("10.0.0.1"), Ipv4Address("10.0.0.2")})
                                  .has_value(),
                              false,
                              "and nothing is left in the cache");
    }

    /**
     * @param before sum before, bytes
     */
    void NoteWindow(uint64_t before, uint64_t /* now */)
    {
        m_before = before;
    }

    /**
     * @param now number of members
     */
    void NoteMembers(uint32_t /* before */, uint32_t now)
    {
        if (std::exchange(m_isLeft, true))
        {
            return;
        }
        NS_TEST_EXPECT_MSG_EQ(now, 3, "members");
        // The second of four takes a byte more if there are two or three that cannot be divided.
        const auto rest = m_before % 4;
        NS_TEST_EXPECT_MSG_EQ(m_other->GetEnsemble()->GetCwnd(),
                              m_before - m_before / 4 - (rest > 1 ? 1 : 0),
                              "its share");
        NS_TEST_EXPECT_MSG_EQ(m_other->GetCwnd(),
                              m_before / 4 + (rest > 0 ? 1 : 0),
                              "the first keeps its share");
    }

    uint64_t m_before{0};                 //!< sum before its last change, bytes
    Ptr<TcpSharingCongestionOps> m_other; //!< of another connection
    bool m_isLeft{false};                 //!< whether the connection has left
};

/**
 * @ingroup host-tcp-tests
 *
 * Without sharing, and with only one connection, TCP is what it was; the same seed gives the same.
 */
class UnchangedTestCase : public TestCase
{
  public:
    /**
     * @param algorithm congestion control, a TypeId name
     */
    explicit UnchangedTestCase(const std::string& algorithm)
        : TestCase("unchanged without sharing, " + algorithm),
          m_algorithm(algorithm)
    {
    }

  private:
    /// Window at a time.
    using Points = std::vector<std::pair<Time, uint32_t>>;

    void DoRun() override
    {
        const auto plain = Run("ns3::TcpSocketFactory", FairTcpHelper(), 3);
        NS_TEST_ASSERT_MSG_GT(plain.size(), 1000, "points");
        Check(plain, Run("ns3::TcpHostSocketFactory", MakeHelper(false, false), 3), "off");
        const auto one = Run("ns3::TcpSocketFactory", FairTcpHelper(), 1);
        Check(one, Run("ns3::TcpHostSocketFactory", MakeHelper(true, false), 1), "alone");
        const auto shared = Run("ns3::TcpHostSocketFactory", MakeHelper(true, false), 3);
        NS_TEST_EXPECT_MSG_EQ((shared == plain), false, "sharing makes a difference");
        Check(shared, Run("ns3::TcpHostSocketFactory", MakeHelper(true, false), 3), "again");
    }

    /**
     * @param expected windows
     * @param actual windows
     * @param what is compared
     */
    void Check(const Points& expected, const Points& actual, const std::string& what)
    {
        const auto [first, second] =
            std::mismatch(expected.begin(), expected.end(), actual.begin(), actual.end());
        const auto isEqual = first == expected.end() && second == actual.end();
        NS_TEST_EXPECT_MSG_EQ(isEqual, true, what << ", from point " << first - expected.begin());
    }

    /**
     * @param factory of sockets
     * @param sharing how connections share
     * @param connections how many
     * @return all windows
     */
    Points Run(const std::string& factory, const FairTcpHelper& sharing, uint32_t connections)
    {
        Bench bench(
            {.loss = 0.02, .algorithm = m_algorithm, .factory = factory, .sharing = sharing});
        m_points.clear();
        for (uint32_t i = 0; i < connections; ++i)
        {
            bench.Connect(1)->TraceConnectWithoutContext(
                "CongestionWindow",
                MakeCallback(&UnchangedTestCase::Note, this));
        }
        bench.Run(Seconds(10));
        return m_points;
    }

    /**
     * @param now window, bytes
     */
    void Note(uint32_t /* before */, uint32_t now)
    {
        m_points.emplace_back(Simulator::Now(), now);
    }

    std::string m_algorithm; //!< a TypeId name
    Points m_points;         //!< of this run
};

/**
 * @ingroup host-tcp-tests
 *
 * A connection begins with what the one before it has left.
 */
class TemporalTestCase : public TestCase
{
  public:
    TemporalTestCase()
        : TestCase("temporal sharing")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench({.loss = 0.005, .sharing = MakeHelper(false, true)});
        const TcpHostPair hosts{Ipv4Address("10.0.0.1"), Ipv4Address("10.0.0.2")};
        const auto sharing = TcpControlBlockSharing::GetFor(bench.hosts.Get(0));
        const auto first = bench.Connect(1);
        bench.Run(Seconds(3));
        NS_TEST_EXPECT_MSG_EQ(sharing->FindCached(hosts).has_value(), false, "still open");
        bench.isIdle = true;
        first->Close();
        bench.Run(Seconds(5));
        const auto cached = sharing->FindCached(hosts);
        NS_TEST_ASSERT_MSG_EQ(cached.has_value(), true, "closed");
        NS_TEST_EXPECT_MSG_EQ(cached->cWnd, GetOps(first)->GetCwnd(), "what it had");
        NS_TEST_EXPECT_MSG_NE(cached->cWnd, 10 * MSS, "not the initial window");
        const auto second = bench.Connect(1);
        const auto other = bench.Connect(1);
        bench.Run(MilliSeconds(25));
        for (const auto& socket : {second, other})
        {
            NS_TEST_EXPECT_MSG_EQ(GetOps(socket)->GetCwnd(), cached->cWnd, "window");
            NS_TEST_EXPECT_MSG_EQ(GetOps(socket)->GetSsThresh(), cached->ssThresh, "threshold");
        }
        // The handshake, 20 ms and 2 frames, is a measurement after those of the first.
        const auto srtt = GetOps(second)->GetRtt()->GetEstimate();
        const auto expected = cached->srtt + (MilliSeconds(20) - cached->srtt) / 8;
        NS_TEST_EXPECT_MSG_EQ_TOL(srtt, expected, MicroSeconds(10), "round-trip time");
        NS_TEST_EXPECT_MSG_EQ(bench.ensembles.empty(), true, "no ensemble");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Weights of connections.
 */
class WeightTestCase : public TestCase
{
  public:
    WeightTestCase()
        : TestCase("weights")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench({.loss = 0.002});
        for (const auto weight : {3, 1})
        {
            GetOps(bench.Connect(1))->SetAttribute("Weight", UintegerValue(weight));
        }
        bench.Run(Seconds(5));
        const auto sum = bench.GetSender(1)->GetCwnd();
        NS_TEST_EXPECT_MSG_EQ(GetOps(bench.sockets[1])->GetCwnd(), sum / 4, "one of four");
        NS_TEST_EXPECT_MSG_EQ(GetOps(bench.sockets[0])->GetCwnd(), sum - sum / 4, "three of four");
        const double ratio = static_cast<double>(bench.Sent(0)) / bench.Sent(1);
        NS_TEST_EXPECT_MSG_EQ_TOL(ratio, 3, 0.3, "bytes sent");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Tests of connections that share.
 */
class TcpSharingTestSuite : public TestSuite
{
  public:
    TcpSharingTestSuite()
        : TestSuite("tcp-sharing", Type::SYSTEM)
    {
        AddTestCase(new MembershipTestCase(false), Duration::QUICK);
        AddTestCase(new MembershipTestCase(true), Duration::QUICK);
        AddTestCase(new LinuxTimeoutTestCase, Duration::QUICK);
        AddTestCase(new SeparationTestCase, Duration::QUICK);
        AddTestCase(new ResetTestCase, Duration::QUICK);
        for (const auto* algorithm : {"ns3::TcpLinuxReno", "ns3::TcpNewReno", "ns3::TcpCubic"})
        {
            AddTestCase(new UnchangedTestCase(algorithm), Duration::QUICK);
        }
        AddTestCase(new TemporalTestCase, Duration::QUICK);
        AddTestCase(new WeightTestCase, Duration::QUICK);
    }
};

TcpSharingTestSuite g_tcpSharingTestSuite; //!< the suite

} // namespace
