/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../text/iscsi-login-peer.h"
#include "iscsi-target-attack.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/iscsi-fault-helper.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-r2t-header.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/iscsi-text-header.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
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
 * Numbers and tags that cannot be.
 */
class IscsiNumberAttackTestCase : public IscsiTargetAttackTestCase
{
  public:
    IscsiNumberAttackTestCase()
        : IscsiTargetAttackTestCase("attack with ExpStatSN, CmdSN and task tags "
                                    "(RFC 7143, 4.2.2 and 11.2.1.8)")
    {
    }

  private:
    void DoRun() override
    {
        BeginAttack(1);
        const uint32_t first = C(0).expStatSn;
        C(0).Command(false, 1, 10, 1);
        Pass();
        device->Give(10);
        Pass();
        for (const uint32_t wrong : {first + 1000, first - 1000, first + 0x80000000})
        {
            IscsiNopOutHeader ping;
            ping.immediate = true;
            ping.initiatorTaskTag = 77;
            ping.cmdSn = 2;
            ping.expStatSn = wrong;
            C(0).Send(ping);
        }
        Pass();
        Expect(C(0).GetNames(), "SCSI Data-In,NOP-In,NOP-In,NOP-In", "all are answered");
        IscsiSnackHeader snack;
        snack.type = IscsiSnackType::STATUS;
        snack.begRun = first;
        snack.runLength = 1;
        snack.expStatSn = first;
        C(0).Send(snack);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiDataInHeader>().size(),
                              2,
                              "none of them acknowledged anything");
        Heard();
        for (const uint32_t cmdSn : {1U, 0U, 2U + 32U, 2U + 0x80000000U})
        {
            C(0).Command(false, cmdSn, 20, 1);
        }
        Pass();
        Expect(Heard() + Reasons(), "", "commands outside the window are dropped");
        C(0).Command(false, 2, 30, 1);
        C(0).Command(true, 3, 30, 1);
        Pass();
        Expect(Heard(), "command 30", "one task for a tag");
        Expect(Reasons(), "7", "task in progress");
        EndAttack(1);
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Data-Out that nobody asked for, or more of it than was asked for.
 */
class IscsiDataOutAttackTestCase : public IscsiTargetAttackTestCase
{
  public:
    IscsiDataOutAttackTestCase()
        : IscsiTargetAttackTestCase("attack with Data-Out (RFC 7143, 7.4.1 and 11.7)")
    {
    }

  private:
    /**
     * Begin a write of two blocks.
     *
     * @param cmdSn CmdSN; the block is ten times as much
     * @return the transfer tag of its R2T
     */
    uint32_t BeginWrite(uint32_t cmdSn)
    {
        C(0).Command(true, cmdSn, cmdSn * 10, 2);
        Pass();
        return C(0).Get<IscsiR2tHeader>().back().targetTransferTag;
    }

    /**
     * Expect the last PDU to be CHECK CONDITION for an incorrect amount of data.
     *
     * @param responses responses by now
     * @param what which attack
     */
    void CheckFailed(std::size_t responses, const std::string& what)
    {
        NS_TEST_ASSERT_MSG_EQ(C(0).Get<IscsiScsiResponseHeader>().size(), responses, what);
        const auto bytes = IscsiTestBench::GetBytes(C(0).received.back());
        NS_TEST_ASSERT_MSG_EQ(bytes.size(), 48 + 2 + 18, what << ": sense data");
        NS_TEST_EXPECT_MSG_EQ(+bytes[48 + 2 + 2], 0x0b, what << ": aborted command");
        NS_TEST_EXPECT_MSG_EQ(+bytes[48 + 2 + 12], 0x0c, what << ": write error");
        NS_TEST_EXPECT_MSG_EQ(+bytes[48 + 2 + 13], 0x0d, what << ": amount of data");
    }

    void DoRun() override
    {
        BeginAttack(0);
        C(0).DataOut(199, 0, 0, 0, 512, true);
        Pass();
        Expect(Reasons(), "9", "an unknown task");
        uint32_t tag = BeginWrite(1);
        C(0).DataOut(110, tag + 7, 0, 0, 1024, true);
        Pass();
        Expect(Reasons(), "9,9", "an unknown transfer tag");
        C(0).DataOut(110, tag, 0, 0, 512, false);
        C(0).DataOut(110, tag, 1, 512, 1024, true);
        Pass();
        CheckFailed(1, "beyond the burst");
        tag = BeginWrite(2);
        C(0).DataOut(120, tag, 0, 0, 512, false);
        C(0).DataOut(120, tag, 0, 512, 512, true);
        Pass();
        CheckFailed(2, "DataSN that comes twice");
        Expect(Reasons(), "9,9,9", "and a Reject");
        tag = BeginWrite(3);
        C(0).DataOut(130, tag, 0, 512, 1024, true);
        Pass();
        CheckFailed(3, "an offset out of order");
        tag = BeginWrite(4);
        C(0).DataOut(140, tag, 0, 0, 512, true);
        Pass();
        CheckFailed(4, "F too early");
        Expect(Reasons(), "9,9,9,9", "for the offset");
        NS_TEST_EXPECT_MSG_EQ(device->tasks.empty(), true, "the device has no task left");
        tag = BeginWrite(5);
        C(0).DataOut(150, tag, 0, 0, 1024, false);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiScsiResponseHeader>().size(), 4, "F is missing");
        C(0).DataOut(150, tag, 1, 1024, 0, true);
        Pass();
        NS_TEST_ASSERT_MSG_EQ(C(0).Get<IscsiScsiResponseHeader>().size(), 5, "it came");
        NS_TEST_EXPECT_MSG_EQ(+C(0).Get<IscsiScsiResponseHeader>().back().status, 0, "GOOD");
        EndAttack(1);
    }
};

/**
 * @ingroup iscsi-tests
 *
 * More commands than the window has room for.
 */
class IscsiFloodAttackTestCase : public IscsiTargetAttackTestCase
{
  public:
    IscsiFloodAttackTestCase()
        : IscsiTargetAttackTestCase("attack with a flood of commands (RFC 7143, 4.2.2.1)")
    {
    }

  private:
    void DoRun() override
    {
        BeginAttack(0);
        // All but the first: none can begin, and those beyond the window of 32 are dropped.
        for (uint32_t cmdSn = 2; cmdSn <= 100; cmdSn++)
        {
            C(0).Command(false, cmdSn, cmdSn, 1);
        }
        Pass();
        NS_TEST_EXPECT_MSG_EQ(device->tasks.size(), 0, "the first is missing");
        for (uint32_t i = 0; i < 40; i++)
        {
            C(0).Command(false, 1, 110 + i, 1, true);
        }
        Pass();
        NS_TEST_EXPECT_MSG_EQ(device->tasks.size(), 32, "immediate ones take slots, too");
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiRejectHeader>().size(), 8, "the rest is rejected");
        C(0).Command(false, 1, 1, 1);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(device->tasks.size(), 2 * 32, "what was granted before");
        NS_TEST_EXPECT_MSG_EQ(device->tasks.count(33), 0, "not those outside the window");
        EndAttack(1);
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Streams that are no sequence of PDUs, each over a session of its own.
 */
class IscsiStreamAttackTestCase : public IscsiTargetAttackTestCase
{
  public:
    IscsiStreamAttackTestCase()
        : IscsiTargetAttackTestCase("attack with broken streams (RFC 7143, 7.7 and 7.14)")
    {
    }

  private:
    /**
     * Log in, send bytes and expect the connection to end.
     *
     * @param what what they are
     * @param bytes the bytes
     * @param after how long it takes
     */
    void Check(const std::string& what, const std::vector<uint8_t>& bytes, Time after)
    {
        auto& attacker = Add(1);
        attacker.isid[5] = ++m_count;
        attacker.Connect(0, 1);
        Pass();
        NS_TEST_ASSERT_MSG_NE(attacker.tsih, 0, what << ": logged in");
        attacker.SendBytes(bytes);
        Pass(after);
        NS_TEST_EXPECT_MSG_EQ(attacker.ended, true, what);
        Expect(attacker.GetNames(), "", what + ": no answer");
    }

    /**
     * @param opcode first byte
     * @param ahs TotalAHSLength, words
     * @param data DataSegmentLength, bytes
     * @return a header with room for additional ones
     */
    static std::vector<uint8_t> MakeHeader(uint8_t opcode, uint8_t ahs, uint32_t data)
    {
        std::vector<uint8_t> bytes(IscsiHeader::BHS_SIZE + ahs * 4);
        bytes[0] = opcode;
        bytes[1] = 0x80;
        bytes[4] = ahs;
        bytes[5] = data >> 16;
        bytes[6] = data >> 8;
        bytes[7] = data;
        bytes[19] = 77;
        bytes[27] = 1;
        return bytes;
    }

    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("DefaultTime2Retain", UintegerValue(0));
        BeginAttack(0);
        const Time soon = MilliSeconds(100);
        Check("16 MB claimed", MakeHeader(0x40, 0, 0xffffff), soon);
        Check("Login Request in full feature phase", MakeHeader(0x43, 0, 0), soon);
        auto command = MakeHeader(0x01, 1, 0);
        command[IscsiHeader::BHS_SIZE + 1] = 99;
        command[IscsiHeader::BHS_SIZE + 2] = 1;
        Check("a header segment longer than the PDU", command, soon);
        // Half a header is no error; a target that pings finds out.
        command.resize(24);
        auto& half = Add(1);
        half.isid[5] = 99;
        half.Connect(0, 1);
        Pass();
        half.SendBytes(command);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(half.ended, false, "the rest may come");
        EndAttack(2);
    }

    uint8_t m_count{0}; //!< attackers
};

/**
 * @ingroup iscsi-tests
 *
 * A session that falls silent in the middle of a header, at a target that pings.
 */
class IscsiSilenceAttackTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiSilenceAttackTestCase()
        : IscsiTargetScriptTestCase("attack with silence (RFC 7143, 7.14 and 11.19)")
    {
    }

  private:
    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("NopInterval", TimeValue(Seconds(1)));
        bench->targetHelper.SetAttribute("NopTimeout", TimeValue(Seconds(2)));
        bench->targetHelper.SetAttribute("LoginTimeout", TimeValue(Seconds(2)));
        bench->targetHelper.SetAttribute("DefaultTime2Retain", UintegerValue(0));
        Begin(0);
        C(0).SendBytes(std::vector<uint8_t>(24, 1));
        Add(1).waitsInLogin = true;
        C(1).isid[5] = 1;
        C(1).Connect(0, 1);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(bench->target->GetPendingLoginCount(), 1, "half a login");
        Pass(Seconds(4));
        NS_TEST_EXPECT_MSG_EQ(C(0).ended, true, "half a header: a ping is not answered");
        NS_TEST_EXPECT_MSG_EQ(C(1).ended, true, "half a login: it times out");
        NS_TEST_EXPECT_MSG_EQ(bench->target->GetSessionCount(), 0, "no session");
        NS_TEST_EXPECT_MSG_EQ(bench->target->GetPendingLoginCount(), 0, "no login");
        Expect(Heard(), "nexus lost", "nothing is kept");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Logins that break off their order: stages, C with T, other PDUs, and headers that are damaged.
 */
class IscsiLoginAttackTestCase : public IscsiTargetAttackTestCase
{
  public:
    IscsiLoginAttackTestCase()
        : IscsiTargetAttackTestCase("attack at login (RFC 7143, 6.3, 11.12 and 7.8)")
    {
    }

  private:
    /**
     * Begin a login and send a second request.
     *
     * @param what what is wrong with it
     * @param spoil makes it wrong
     */
    void Check(const std::string& what, std::function<void(IscsiLoginRequestHeader&)> spoil)
    {
        auto& attacker = Add(1);
        attacker.isid[5] = ++m_count;
        attacker.waitsInLogin = true;
        attacker.Connect(0, 1);
        Pass();
        errors.clear();
        auto header = attacker.lastLogin;
        header.currentStage = IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION;
        header.nextStage = IscsiLoginStage::FULL_FEATURE_PHASE;
        spoil(header);
        attacker.Send(header);
        Pass();
        NS_TEST_ASSERT_MSG_EQ(attacker.refusals.size(), 1, what);
        NS_TEST_EXPECT_MSG_EQ((attacker.refusals[0] == IscsiLoginStatus::INITIATOR_ERROR),
                              true,
                              what << ": initiator error");
        NS_TEST_EXPECT_MSG_EQ(attacker.ended, true, what << ": closed");
        Expect(errors.empty() ? "" : errors[0], "login refused: " + what, "the reason");
    }

    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("HeaderDigest", StringValue("CRC32C,None"));
        bench->targetHelper.SetAttribute("DefaultTime2Retain", UintegerValue(0));
        BeginAttack(0);
        Check("login request in the wrong stage",
              [](auto& header) { header.currentStage = IscsiLoginStage::SECURITY_NEGOTIATION; });
        Check("login request has no valid next stage",
              [](auto& header) { header.cont = header.transit = true; });
        Check("login request has no valid next stage", [](auto& header) {
            header.transit = true;
            header.nextStage = IscsiLoginStage::SECURITY_NEGOTIATION;
        });
        Check("login requests of one login do not match", [](auto& header) { header.cid = 5; });
        proposals.headerDigest = "CRC32C";
        IscsiFaultHelper faults;
        faults.SetAttribute("Damage", StringValue("Header"));
        faults.SetAttribute("Opcode", IntegerValue(static_cast<int>(IscsiOpcode::TEXT_REQUEST)));
        faults.Install(bench->nodes.Get(0));
        auto& damaged = Add(1);
        damaged.isid[5] = 99;
        damaged.Connect(0, 1);
        Pass();
        NS_TEST_ASSERT_MSG_NE(damaged.tsih, 0, "logged in");
        IscsiTextRequestHeader text;
        text.immediate = true;
        damaged.Send(text);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(damaged.ended, true, "header digest error at level 0");
        Expect(damaged.GetNames(), "", "no answer");
        EndAttack(1);
    }

    uint8_t m_count{0}; //!< attackers
};

/**
 * @ingroup iscsi-tests
 *
 * 10,000 attempts to log in, every third of which fails in another way, beside a bystander.
 */
class IscsiManyLoginsTestCase : public TestCase
{
  public:
    IscsiManyLoginsTestCase()
        : TestCase("10,000 logins leave nothing behind (RFC 7143, 6.3)")
    {
    }

  private:
    static constexpr uint32_t ATTEMPTS = 10000; //!< logins

    /**
     * Make an attempt each millisecond.
     */
    void Next()
    {
        m_mostPending = std::max(m_mostPending, m_bench->target->GetPendingLoginCount());
        if (m_peer)
        {
            // gone with half a login, if it was not refused
            m_peer->Close();
        }
        if (++m_count > ATTEMPTS)
        {
            return;
        }
        m_peer = std::make_unique<IscsiLoginPeer>(*m_bench, 1);
        m_peer->requests = m_count % 3 == 0 ? 1 : 100;
        if (m_count % 3 == 1)
        {
            m_peer->proposals.targetName = "iqn.2026-01.com.example:none";
        }
        m_peer->Start();
        Simulator::Schedule(MilliSeconds(1), &IscsiManyLoginsTestCase::Next, this);
    }

    void DoRun() override
    {
        // ns-3 looks through all sockets of a node for each segment, those in TIME_WAIT too
        Config::SetDefault("ns3::TcpSocketBase::MaxSegLifetime", DoubleValue(0.001));
        m_bench = std::make_unique<IscsiTestBench>("1Gbps", MicroSeconds(10));
        m_bench->InstallTarget();
        auto bystander =
            std::make_unique<IscsiBystander>(*m_bench, MilliSeconds(100), MicroSeconds(500020));
        Simulator::Schedule(Seconds(1), &IscsiManyLoginsTestCase::Next, this);
        Simulator::Stop(Seconds(12));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_count, ATTEMPTS + 1, "all were made");
        NS_TEST_EXPECT_MSG_LT(m_mostPending, 3, "each is forgotten when it ends");
        NS_TEST_EXPECT_MSG_EQ(m_bench->target->GetPendingLoginCount(), 0, "nothing left");
        NS_TEST_EXPECT_MSG_EQ(m_bench->target->GetSessionCount(), 1, "the bystander's session");
        const uint32_t count = bystander->GetCount();
        NS_TEST_EXPECT_MSG_GT(count, 100, "which works");
        NS_TEST_EXPECT_MSG_EQ(bystander->CountGoodReads(), count / 2, "its data are right");
        // A login's frame of at most 1500 bytes takes 12 us; one may be ahead in each direction.
        NS_TEST_EXPECT_MSG_LT_OR_EQ(bystander->GetWorstDelay(),
                                    MicroSeconds(2 * 12),
                                    "and is not held up");
        bystander.reset();
        m_peer.reset();
        Simulator::Destroy();
        m_bench.reset();
        Config::SetDefault("ns3::TcpSocketBase::MaxSegLifetime", DoubleValue(120));
    }

    std::unique_ptr<IscsiTestBench> m_bench; //!< the nodes
    std::unique_ptr<IscsiLoginPeer> m_peer;  //!< who makes the attempt
    uint32_t m_count{0};                     //!< attempts
    uint32_t m_mostPending{0};               //!< most logins under way
};

/**
 * @ingroup iscsi-tests
 *
 * A scripted peer that tries to break a target while another session works.
 */
class IscsiTargetAttackTestSuite : public TestSuite
{
  public:
    IscsiTargetAttackTestSuite()
        : TestSuite("iscsi-target-attack", Type::UNIT)
    {
        AddTestCase(new IscsiNumberAttackTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiDataOutAttackTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiFloodAttackTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiStreamAttackTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiSilenceAttackTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiLoginAttackTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiManyLoginsTestCase, TestCase::Duration::QUICK);
    }
};

static IscsiTargetAttackTestSuite g_iscsiTargetAttackTestSuite; //!< registers the suite
