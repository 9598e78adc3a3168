/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../text/iscsi-login-peer.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/iscsi-authentication.h"
#include "ns3/iscsi-target-login-throttle.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

const std::string SECRET = "initiator-secret"; //!< the initiator's secret

/**
 * @ingroup iscsi-tests
 *
 * Peers that log in at a target with CHAP.
 */
class IscsiSecretsTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /**
     * Make a target.
     *
     * @param delay FailedLoginDelay
     */
    void Begin(Time delay)
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("AuthMethod", StringValue("CHAP"));
        bench->targetHelper.SetAttribute("ChapUser", StringValue("alice"));
        bench->targetHelper.SetAttribute("ChapSecret", StringValue(SECRET));
        bench->targetHelper.SetAttribute("FailedLoginDelay", TimeValue(delay));
        bench->InstallTarget();
        bench->target->AssignStreams(5);
    }

    /**
     * Make a peer that authenticates itself.
     *
     * @param secret its idea of the secret
     * @return the peer, not connected
     */
    IscsiLoginPeer& Add(const std::string& secret)
    {
        auto source = CreateObject<UniformRandomVariable>();
        const IscsiAuthentication authentication{"CHAP", "SHA256,MD5", {{"alice", secret}}, "", ""};
        peers.push_back(std::make_unique<IscsiLoginPeer>(*bench, peers.size() + 1));
        auto& proposals = peers.back()->proposals;
        proposals.authMethod = "CHAP";
        proposals.chap = authentication.MakeSettings(IscsiRole::INITIATOR, source);
        return *peers.back();
    }

    /**
     * Let a time pass.
     *
     * @param time the time
     */
    void Pass(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /**
     * End the simulation.
     */
    void Finish()
    {
        peers.clear();
        Simulator::Destroy();
        bench.reset();
    }

    std::unique_ptr<IscsiTestBench> bench;              //!< the nodes
    std::vector<std::unique_ptr<IscsiLoginPeer>> peers; //!< who logs in
};

/**
 * @ingroup iscsi-tests
 *
 * Who does not know the secret does not learn which sessions there are.
 */
class IscsiHiddenSessionTestCase : public IscsiSecretsTestCase
{
  public:
    IscsiHiddenSessionTestCase()
        : IscsiSecretsTestCase("sessions are no business of strangers (RFC 7143, 9.2 and 11.13.5)")
    {
    }

  private:
    /**
     * Try to join a session.
     *
     * @param secret the secret
     * @param exists whether there is such a session
     * @param status what the target is to say
     */
    void Check(const std::string& secret, bool exists, uint16_t status)
    {
        const auto& first = *peers[0];
        auto& peer = Add(secret);
        peer.isid = first.isid;
        peer.cid = 2;
        peer.tsih = exists ? first.sessionTsih : first.sessionTsih ^ 0x5555;
        peer.Start();
        Pass(MilliSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(peer.status, status, secret << " " << exists);
        // The session has taken CmdSN 1, and its window ends at 33; this is less than ExpCmdSN - 1.
        NS_TEST_EXPECT_MSG_EQ(peer.maxCmdSn, 0xffffffff, secret << " " << exists);
        NS_TEST_EXPECT_MSG_EQ(peer.isEnded, true, secret << " " << exists);
    }

    void DoRun() override
    {
        Begin(Seconds(0));
        Add(SECRET).Start();
        Pass(MilliSeconds(100));
        NS_TEST_ASSERT_MSG_EQ(peers[0]->isIn, true, "logged in");
        peers[0]->Ping();
        Check("a-wrong-secret", true, 0x0201);
        Check("a-wrong-secret", false, 0x0201);
        Check(SECRET, true, 0x0206);
        Check(SECRET, false, 0x020a);
        NS_TEST_EXPECT_MSG_EQ(bench->target->GetSessionCount(), 1, "undisturbed");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * One guess in FailedLoginDelay, over however many connections.
 */
class IscsiFailedLoginsTestCase : public IscsiSecretsTestCase
{
  public:
    IscsiFailedLoginsTestCase()
        : IscsiSecretsTestCase("failed logins are slowed (RFC 7143, 9.2.1)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(Seconds(2));
        for (uint32_t i = 0; i < 3; i++)
        {
            Add("a-wrong-secret").Start();
        }
        Pass(MilliSeconds(100));
        Add(SECRET).Start();
        Pass(Seconds(10));
        for (uint32_t i = 0; i < 3; i++)
        {
            NS_TEST_EXPECT_MSG_EQ(peers[i]->status, 0x0201, "refused");
            // A login takes three round trips of 2 ms and some for its bytes.
            NS_TEST_EXPECT_MSG_EQ_TOL(peers[i]->endTime.GetSeconds(), 2. * i, 0.03, "in turn");
        }
        NS_TEST_EXPECT_MSG_EQ(peers[3]->isIn, true, "who knows it waits and gets in");
        bench->target->SetAttribute("FailedLoginDelay", TimeValue(Seconds(0)));
        const Time begin = Simulator::Now();
        for (uint32_t i = 0; i < 3; i++)
        {
            Add("a-wrong-secret").Start();
        }
        Pass(Seconds(1));
        NS_TEST_EXPECT_MSG_LT(peers.back()->endTime - begin, MilliSeconds(30), "no delay at all");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Who waits because of whom.
 */
class IscsiLoginThrottleTestCase : public TestCase
{
  public:
    IscsiLoginThrottleTestCase()
        : TestCase("hosts wait for their own failures only")
    {
    }

  private:
    void DoRun() override
    {
        const InetSocketAddress bad("10.0.0.1", 1000);
        const InetSocketAddress same("10.0.0.1", 2000);
        const InetSocketAddress other("10.0.0.2", 1000);
        const Inet6SocketAddress bad6("2001:db8::1", 1000);
        const Inet6SocketAddress near6("2001:db8::2", 1000);
        const Inet6SocketAddress other6("2001:db8:0:1::1", 1000);
        IscsiTargetLoginThrottle throttle;
        throttle.Fail(bad, Seconds(2));
        throttle.Fail(bad6, Seconds(3));
        NS_TEST_EXPECT_MSG_EQ(throttle.GetWait(same), Seconds(2), "the same host");
        NS_TEST_EXPECT_MSG_EQ(throttle.GetWait(other), Seconds(0), "another one");
        NS_TEST_EXPECT_MSG_EQ(throttle.GetWait(near6), Seconds(3), "the same network");
        NS_TEST_EXPECT_MSG_EQ(throttle.GetWait(other6), Seconds(0), "another one");
        Simulator::Stop(MilliSeconds(2500));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(throttle.GetWait(same), Seconds(0), "over");
        NS_TEST_EXPECT_MSG_EQ(throttle.GetWait(bad6), MilliSeconds(500), "not over");
        NS_TEST_EXPECT_MSG_EQ(throttle.GetCount(), 2, "remembered");
        throttle.Fail(other, Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(throttle.GetCount(), 2, "what is over is forgotten");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * The identifiers of sessions: the same in each run, others from other streams, and no count.
 */
class IscsiTsihTestCase : public TestCase
{
  public:
    IscsiTsihTestCase()
        : TestCase("TSIHs that cannot be guessed (RFC 7143, 6.3.1)")
    {
    }

  private:
    /**
     * Let ten peers log in.
     *
     * @param stream the random stream to assign, -1 for none
     * @return their TSIHs
     */
    std::vector<uint16_t> Run(int64_t stream)
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.InstallTarget();
        if (stream >= 0)
        {
            NS_TEST_EXPECT_MSG_EQ(bench.target->AssignStreams(stream), 2, "and challenges");
        }
        std::vector<std::unique_ptr<IscsiLoginPeer>> peers;
        for (uint16_t i = 1; i <= 10; i++)
        {
            peers.push_back(std::make_unique<IscsiLoginPeer>(bench, i));
            peers.back()->Start();
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        std::vector<uint16_t> tsihs;
        for (const auto& peer : peers)
        {
            tsihs.push_back(peer->sessionTsih);
        }
        peers.clear();
        Simulator::Destroy();
        return tsihs;
    }

    void DoRun() override
    {
        const auto tsihs = Run(-1);
        NS_TEST_EXPECT_MSG_EQ((Run(-1) == tsihs), true, "the same seed, the same TSIHs");
        NS_TEST_EXPECT_MSG_EQ((Run(7) == Run(7)), true, "the same stream");
        NS_TEST_EXPECT_MSG_EQ((Run(7) == Run(8)), false, "another stream");
        const std::set<uint16_t> distinct(tsihs.begin(), tsihs.end());
        NS_TEST_EXPECT_MSG_EQ(distinct.size(), 10, "each once");
        NS_TEST_EXPECT_MSG_EQ(distinct.count(0), 0, "0 is none");
        for (std::size_t i = 1; i < tsihs.size(); i++)
        {
            NS_TEST_EXPECT_MSG_GT(std::abs(tsihs[i] - tsihs[i - 1]), 1, "no count");
        }
    }
};

/**
 * @ingroup iscsi-tests
 *
 * What a target keeps from those who do not know a secret.
 */
class IscsiTargetSecretsTestSuite : public TestSuite
{
  public:
    IscsiTargetSecretsTestSuite()
        : TestSuite("iscsi-target-secrets", Type::UNIT)
    {
        AddTestCase(new IscsiHiddenSessionTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiFailedLoginsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiLoginThrottleTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTsihTestCase, TestCase::Duration::QUICK);
    }
};

IscsiTargetSecretsTestSuite g_iscsiTargetSecretsTestSuite; //!< registers the suite

} // namespace
