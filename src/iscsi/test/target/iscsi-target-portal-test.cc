/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../text/iscsi-login-peer.h"

#include "ns3/inet-socket-address.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup iscsi-tests
 *
 * Every row of the table of RFC 7143, 6.3.1, against an existing session.
 */
class IscsiLoginTableTestCase : public TestCase
{
  public:
    IscsiLoginTableTestCase()
        : TestCase("ISID, TSIH and CID of a login (RFC 7143, 6.3.1)")
    {
    }

  private:
    /// Changes who logs in after a first peer has.
    using Change = std::function<void(IscsiLoginPeer& second, const IscsiLoginPeer& first)>;

    /**
     * Let one peer log in and then another.
     *
     * @param what the row
     * @param status status that the second gets
     * @param sessions sessions in the end
     * @param firstEnds whether the first loses its connection
     * @param change makes the second
     */
    void Check(const std::string& what,
               uint16_t status,
               uint32_t sessions,
               bool firstEnds,
               Change change)
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.InstallTarget();
        bench.target->AddTarget("iqn.2026-01.com.example:tape", bench.device);
        std::vector<std::string> recoveries;
        const Callback<void, const std::string&> keep(
            [&recoveries](const std::string& action) { recoveries.push_back(action); });
        bench.target->TraceConnectWithoutContext("Recovery", keep);
        IscsiLoginPeer first(bench, 1);
        IscsiLoginPeer second(bench, 2);
        Simulator::ScheduleNow(&IscsiLoginPeer::Start, &first);
        Simulator::Schedule(Seconds(1), [&]() {
            NS_TEST_EXPECT_MSG_EQ(first.isIn, true, what);
            change(second, first);
            second.Start();
        });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(second.status, status, what);
        NS_TEST_EXPECT_MSG_EQ(second.isIn, (status == 0), what);
        NS_TEST_EXPECT_MSG_EQ(second.isEnded, (status != 0), what);
        NS_TEST_EXPECT_MSG_EQ(first.isEnded, firstEnds, what);
        NS_TEST_EXPECT_MSG_EQ(bench.target->GetSessionCount(), sessions, what);
        NS_TEST_EXPECT_MSG_EQ(bench.target->GetPendingLoginCount(), 0, what);
        NS_TEST_EXPECT_MSG_EQ(
            (recoveries == std::vector<std::string>(firstEnds ? 1 : 0, "session reinstated")),
            true,
            what);
        if (status == 0)
        {
            NS_TEST_EXPECT_MSG_NE(second.sessionTsih, first.sessionTsih, what);
        }
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Check("new, zero: a new session", 0, 2, false, [](auto&, auto&) {});
        Check("existing, zero: session reinstatement", 0, 1, true, [](auto& second, auto& first) {
            second.isid = first.isid;
        });
        Check("existing, zero, at another target: a new session",
              0,
              2,
              false,
              [](auto& second, auto& first) {
                  second.isid = first.isid;
                  second.proposals.targetName = "iqn.2026-01.com.example:tape";
              });
        Check("existing, zero, by another initiator: a new session",
              0,
              2,
              false,
              [](auto& second, auto& first) {
                  second.isid = first.isid;
                  second.proposals.initiatorName = "iqn.2026-01.com.example:other";
              });
        Check("new, not zero: no such session", 0x020a, 1, false, [](auto& second, auto& first) {
            second.tsih = first.sessionTsih;
        });
        Check("existing, not zero and new: no such session",
              0x020a,
              1,
              false,
              [](auto& second, auto& first) {
                  second.isid = first.isid;
                  second.tsih = first.sessionTsih + 1;
              });
        Check("the session of another target: no such session",
              0x020a,
              1,
              false,
              [](auto& second, auto& first) {
                  second.isid = first.isid;
                  second.tsih = first.sessionTsih;
                  second.proposals.targetName = "iqn.2026-01.com.example:tape";
              });
        Check("existing, not zero, new CID: MaxConnections is 1",
              0x0206,
              1,
              false,
              [](auto& second, auto& first) {
                  second.isid = first.isid;
                  second.tsih = first.sessionTsih;
                  second.cid = 2;
              });
        Check("a discovery session beside it", 0, 2, false, [](auto& second, auto& first) {
            second.isid = first.isid;
            second.proposals.sessionType = "Discovery";
            second.proposals.targetName = "";
        });
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Logins with the TSIH of an existing session: an added connection, one that takes another's
 * place, and one too many.
 */
class IscsiJoinSessionTestCase : public TestCase
{
  public:
    IscsiJoinSessionTestCase()
        : TestCase("connections added and reinstated (RFC 7143, 6.3.1 and 6.3.4)")
    {
    }

  private:
    /**
     * @param peer who logs in
     * @param first who has logged in
     * @param cid its CID
     */
    static void Join(IscsiLoginPeer& peer, const IscsiLoginPeer& first, uint16_t cid)
    {
        peer.isid = first.isid;
        peer.tsih = first.sessionTsih;
        peer.cid = cid;
        peer.proposals = first.proposals;
        peer.Start();
    }

    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.targetHelper.SetAttribute("MaxConnections", UintegerValue(2));
        bench.InstallTarget();
        IscsiLoginPeer first(bench, 1);
        first.proposals.maxConnections = 2;
        IscsiLoginPeer added(bench, 2);
        IscsiLoginPeer tooMany(bench, 3);
        IscsiLoginPeer again(bench, 4);
        Simulator::ScheduleNow(&IscsiLoginPeer::Start, &first);
        Simulator::Schedule(Seconds(1), [&]() { Join(added, first, 2); });
        Simulator::Schedule(Seconds(2), [&]() { Join(tooMany, first, 3); });
        Simulator::Schedule(Seconds(3), [&]() {
            NS_TEST_EXPECT_MSG_EQ(added.isIn, true, "added");
            NS_TEST_EXPECT_MSG_EQ(added.sessionTsih, first.sessionTsih, "to the session");
            NS_TEST_EXPECT_MSG_EQ(tooMany.status, 0x0206, "too many connections");
            NS_TEST_EXPECT_MSG_EQ(first.isEnded, false, "nobody minds");
            Join(again, first, 1);
        });
        Simulator::Stop(Seconds(4));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(again.isIn, true, "reinstated");
        NS_TEST_EXPECT_MSG_EQ(again.sessionTsih, first.sessionTsih, "in the session");
        NS_TEST_EXPECT_MSG_EQ(first.isEnded, true, "in its place");
        NS_TEST_EXPECT_MSG_EQ(added.isEnded, false, "the other stays");
        NS_TEST_EXPECT_MSG_EQ(bench.target->GetSessionCount(), 1, "one session");
        NS_TEST_EXPECT_MSG_EQ(bench.target->GetPendingLoginCount(), 0, "no login left");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Status of logins at targets that are not simply there, over TCP.
 */
class IscsiTargetServiceTestCase : public TestCase
{
  public:
    IscsiTargetServiceTestCase()
        : TestCase("moved, removed, forbidden and stopped targets (RFC 7143, 11.13.5)")
    {
    }

  private:
    /**
     * Log in.
     *
     * @param status the status expected
     * @param redirect the address expected
     * @param change changes the target
     */
    void Check(uint16_t status,
               const std::string& redirect,
               std::function<void(IscsiTarget& target, const std::string& name)> change)
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.InstallTarget();
        change(*bench.target, "iqn.2026-01.com.example:disk");
        IscsiLoginPeer peer(bench, 1);
        Simulator::ScheduleNow(&IscsiLoginPeer::Start, &peer);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(peer.status, status, "status");
        NS_TEST_EXPECT_MSG_EQ(peer.redirect, redirect, "TargetAddress");
        NS_TEST_EXPECT_MSG_EQ(peer.isEnded, (status != 0), "the target closes");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Check(0x0101, "10.0.0.7:3260", [](auto& target, auto& name) {
            target.MoveTarget(name, Ipv4Address("10.0.0.7"), false);
        });
        Check(0x0102, "10.0.0.7:3261", [](auto& target, auto& name) {
            target.MoveTarget(name, InetSocketAddress(Ipv4Address("10.0.0.7"), 3261), true);
        });
        Check(0x0202, "", [](auto& target, auto& name) {
            target.AllowInitiator(name, "iqn.2026-01.com.example:another");
        });
        Check(0, "", [](auto& target, auto& name) {
            target.AllowInitiator(name, "iqn.2026-01.com.example:another");
            target.AllowInitiator(name, "iqn.2026-01.com.example:peer");
        });
        Check(0x0204, "", [](auto& target, auto& name) { target.RemoveTarget(name); });
        Check(0x0301, "", [](auto& target, auto& name) { target.SetInService(name, false); });
        Check(0, "", [](auto& target, auto& name) {
            target.SetInService(name, false);
            target.SetInService(name, true);
        });
    }
};

/**
 * @ingroup iscsi-tests
 *
 * An initiator that is sent to another portal of the same node, or round in circles.
 */
class IscsiFollowRedirectTestCase : public TestCase
{
  public:
    IscsiFollowRedirectTestCase()
        : TestCase("an initiator follows redirections, a few of them (RFC 7143, 11.13.5)")
    {
    }

  private:
    /**
     * Send an initiator on, then close its session and see where the next one begins.
     *
     * @param permanently how the target moved
     * @param redirections how often it is sent on until both sessions stood
     */
    void CheckMove(bool permanently, uint32_t redirections)
    {
        const std::string name = "iqn.2026-01.com.example:disk";
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.InstallTarget();
        const auto first = bench.target;
        const InetSocketAddress elsewhere(bench.targetAddress, 4000);
        bench.targetHelper.SetAttribute("Local", AddressValue(elsewhere));
        bench.InstallTarget();
        const auto second = bench.target;
        first->MoveTarget(name, elsewhere, permanently);
        const auto initiator = bench.InstallInitiator();
        uint32_t redirected = 0;
        const std::string told = permanently
                                     ? "login refused with status 0102, Target moved permanently"
                                     : "login refused with status 0101, Target moved temporarily";
        const Callback<void, const std::string&> count(
            [&](const std::string& what) { redirected += what == told ? 1 : 0; });
        initiator->TraceConnectWithoutContext("ProtocolError", count);
        Simulator::Schedule(Seconds(1), [&]() {
            NS_TEST_EXPECT_MSG_EQ(initiator->GetSession()->IsReady(), true, "logged in");
            NS_TEST_EXPECT_MSG_EQ(first->GetSessionCount(), 0, "not there");
            NS_TEST_EXPECT_MSG_EQ(second->GetSessionCount(), 1, "but there");
            second->RemoveTarget(name); // closes the session
            second->SetInService(name, true);
        });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(second->GetSessionCount(), 1, "again");
        NS_TEST_EXPECT_MSG_EQ(redirected, redirections, "redirections");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        CheckMove(true, 1);
        CheckMove(false, 2);

        // the target's new address is its old one: a login, five more, and no end
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.InstallTarget();
        bench.target->MoveTarget("iqn.2026-01.com.example:disk", bench.targetAddress, false);
        bench.initiatorHelper.SetAttribute("LoginRetries", UintegerValue(5));
        const auto initiator = bench.InstallInitiator();
        uint32_t errors = 0;
        const Callback<void, const std::string&> count([&errors](const std::string& what) {
            errors += what == "login refused with status 0101, Target moved temporarily" ? 1 : 0;
        });
        initiator->TraceConnectWithoutContext("ProtocolError", count);
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(errors, 6, "bounded");
        NS_TEST_EXPECT_MSG_EQ(initiator->GetSession()->IsReady(), false, "given up");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Logins that never end, and more connections than the target accepts.
 */
class IscsiPendingLoginsTestCase : public TestCase
{
  public:
    IscsiPendingLoginsTestCase()
        : TestCase("login timeout and most logins at a time")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.targetHelper.SetAttribute("LoginTimeout", TimeValue(Seconds(3)));
        bench.targetHelper.SetAttribute("MaxPendingLogins", UintegerValue(2));
        bench.InstallTarget();
        std::vector<std::unique_ptr<IscsiLoginPeer>> peers;
        for (uint16_t i = 0; i < 5; i++)
        {
            peers.push_back(std::make_unique<IscsiLoginPeer>(bench, i));
            peers.back()->requests = i < 2 ? 1 : 0; // the first two stop half-way
            Simulator::Schedule(MilliSeconds(10 * i), &IscsiLoginPeer::Start, peers.back().get());
        }
        Simulator::Schedule(Seconds(1), [&]() {
            NS_TEST_EXPECT_MSG_EQ(bench.target->GetPendingLoginCount(), 3, "one beyond the most");
            for (const auto i : {0, 4})
            {
                peers[i]->requests = 100;
                peers[i]->SendLoginRequest();
            }
        });
        Simulator::Schedule(Seconds(2), [&]() {
            NS_TEST_EXPECT_MSG_EQ(peers[0]->isIn, true, "among the most");
            NS_TEST_EXPECT_MSG_EQ(peers[4]->status, 0x0302, "out of resources");
            NS_TEST_EXPECT_MSG_EQ(bench.target->GetPendingLoginCount(), 1, "the one half-way");
        });
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.target->GetPendingLoginCount(), 0, "timed out");
        NS_TEST_EXPECT_MSG_EQ(peers[0]->isEnded, false, "logged in");
        // A handshake takes 2 ms to the target's end and 3 s later the FIN 1 ms to the peer's;
        // a segment of 40 to 60 bytes takes some 5 us at 100 Mb/s.
        const Time end = MilliSeconds(10 + 3 + 3000 + 1);
        NS_TEST_EXPECT_MSG_EQ_TOL(peers[1]->endTime, end, MicroSeconds(50), "half-way");
        // Those that say nothing are closed 10 ms after they came, for the next one.
        for (const auto i : {2, 3})
        {
            const Time next = MilliSeconds(10 * (i + 1) + 3 + 1);
            NS_TEST_EXPECT_MSG_EQ_TOL(peers[i]->endTime, next, MicroSeconds(50), "silent");
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A target portal: its logins and its table of sessions.
 */
class IscsiTargetPortalTestSuite : public TestSuite
{
  public:
    IscsiTargetPortalTestSuite()
        : TestSuite("iscsi-target-portal", Type::UNIT)
    {
        AddTestCase(new IscsiLoginTableTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiJoinSessionTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetServiceTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiFollowRedirectTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiPendingLoginsTestCase, TestCase::Duration::QUICK);
    }
};

static IscsiTargetPortalTestSuite g_iscsiTargetPortalTestSuite; //!< registers the suite
