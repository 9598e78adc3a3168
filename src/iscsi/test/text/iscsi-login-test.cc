/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-test-bench.h"
#include "iscsi-login-script.h"

#include "ns3/boolean.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <functional>

using namespace ns3;

/**
 * @ingroup iscsi-tests
 *
 * Both parts of a login, talking to each other with no network between: two exchanges.
 */
class IscsiLoginExchangeTestCase : public TestCase
{
  public:
    IscsiLoginExchangeTestCase()
        : TestCase("login exchange")
    {
    }

  private:
    void DoRun() override
    {
        IscsiLoginScript script;
        auto& wishes = script.portal.terms.proposals;
        wishes.initialR2T = false;
        wishes.maxBurstLength = 131072;
        wishes.maxRecvDataSegmentLength = 65536;
        auto proposals = IscsiLoginScript::MakeInitiatorProposals();
        proposals.initialR2T = false;
        proposals.maxRecvDataSegmentLength = 16384;
        const std::array<uint8_t, 6> isid{0x80, 1, 2, 3, 4, 5};
        IscsiInitiatorLogin initiator(proposals, isid, 9);
        for (int round = 0; round < 2; round++)
        {
            const bool isLast = round == 1;
            IscsiLoginRequestHeader request;
            const auto text = initiator.NextRequest(request);
            NS_TEST_EXPECT_MSG_EQ(static_cast<int>(request.currentStage), round, "CSG");
            NS_TEST_EXPECT_MSG_EQ(static_cast<int>(request.nextStage), (isLast ? 3 : 1), "NSG");
            NS_TEST_EXPECT_MSG_EQ(request.transit, true, "T bit");
            NS_TEST_EXPECT_MSG_EQ(request.cid, 9, "CID");
            IscsiLoginResponseHeader response;
            Ptr<Packet> answer;
            const auto at = script.target.Handle(request, text, response, answer);
            NS_TEST_EXPECT_MSG_EQ((at == (isLast ? IscsiTargetLogin::Progress::DONE
                                                 : IscsiTargetLogin::Progress::CONTINUES)),
                                  true,
                                  "how it stands at the target");
            NS_TEST_EXPECT_MSG_EQ(response.tsih, (isLast ? 77 : 0), "TSIH comes at the end");
            NS_TEST_EXPECT_MSG_EQ((response.isid == isid), true, "ISID comes back");
            const auto in = initiator.Handle(response, answer);
            NS_TEST_EXPECT_MSG_EQ((in == (isLast ? IscsiInitiatorLogin::Progress::DONE
                                                 : IscsiInitiatorLogin::Progress::CONTINUES)),
                                  true,
                                  "how it stands at the initiator: " << initiator.GetError());
        }
        NS_TEST_EXPECT_MSG_EQ(initiator.GetTsih(), 77, "TSIH");
        NS_TEST_EXPECT_MSG_EQ(script.target.GetIdentity().GetInitiatorPortName(),
                              "iqn.2026-01.com.example:host,i,0x800102030405",
                              "name of the initiator port");
        const auto a = initiator.GetResult();
        const auto b = script.target.GetResult();
        NS_TEST_EXPECT_MSG_EQ(a.initialR2T, false, "both want none");
        NS_TEST_EXPECT_MSG_EQ(b.initialR2T, false, "both want none");
        NS_TEST_EXPECT_MSG_EQ(a.maxBurstLength, 131072, "the smaller");
        NS_TEST_EXPECT_MSG_EQ(b.maxBurstLength, 131072, "the smaller");
        NS_TEST_EXPECT_MSG_EQ(a.peerMaxRecvDataSegmentLength, 65536, "the target's");
        NS_TEST_EXPECT_MSG_EQ(b.peerMaxRecvDataSegmentLength, 16384, "the initiator's");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A login over TCP to a target that has another name: both ends close, the failure is traced, and
 * commands fail instead of hanging.
 */
class IscsiLoginFailsTestCase : public TestCase
{
  public:
    IscsiLoginFailsTestCase()
        : TestCase("login to a wrong name fails")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.initiatorHelper.SetAttribute("TargetName", StringValue("iqn.2026-01.com.example:x"));
        bench.InstallTarget();
        const auto initiator = bench.InstallInitiator();
        std::vector<std::string> errors;
        std::vector<std::string> states;
        const Callback<void, const std::string&> keepError(
            [&](const std::string& what) { errors.push_back(what); });
        const Callback<void, const std::string&, const std::string&, const std::string&> keepState(
            [&](const std::string& machine, const std::string&, const std::string& state) {
                states.push_back(machine + " " + state);
            });
        initiator->TraceConnectWithoutContext("ProtocolError", keepError);
        initiator->TraceConnectWithoutContext("StateTransition", keepState);
        Ptr<ScsiTask> task;
        Simulator::Schedule(Seconds(1), [&]() {
            task = bench.client.Read(initiator->GetPort(), 0, 512);
            NS_TEST_EXPECT_MSG_EQ(bench.client.GetCompleted(), 0, "never from inside the call");
        });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(errors.size(), 1, "one failure");
        NS_TEST_EXPECT_MSG_EQ(errors[0], "login refused with status 0203, Not found", "its name");
        NS_TEST_EXPECT_MSG_EQ((states == std::vector<std::string>{"connection 1 XPT_WAIT",
                                                                  "connection 1 IN_LOGIN",
                                                                  "connection 1 FREE"}),
                              true,
                              "states of the connection");
        NS_TEST_EXPECT_MSG_EQ(bench.target->GetSessionCount(), 0, "no session");
        NS_TEST_EXPECT_MSG_EQ(bench.client.Of(task).completions, 1, "the command completes");
        NS_TEST_EXPECT_MSG_EQ((task->response == ScsiServiceResponse::DELIVERY_FAILURE),
                              true,
                              "as not delivered");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Every key that has an attribute is negotiated as the attributes of both sides ask.
 */
class IscsiKeyAttributesTestCase : public TestCase
{
  public:
    IscsiKeyAttributesTestCase()
        : TestCase("attributes become keys (RFC 7143, chapter 13)")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        const auto set = [&bench](const std::string& name,
                                  const AttributeValue& initiator,
                                  const AttributeValue& target) {
            bench.initiatorHelper.SetAttribute(name, initiator);
            bench.targetHelper.SetAttribute(name, target);
        };
        set("MaxConnections", UintegerValue(65535), UintegerValue(65534));
        set("ErrorRecoveryLevel", UintegerValue(2), UintegerValue(1));
        set("DataPDUInOrder", BooleanValue(false), BooleanValue(false));
        set("DataSequenceInOrder", BooleanValue(false), BooleanValue(true));
        set("TaskReporting",
            StringValue("FastAbort,ResponseFence,RFC3720"),
            StringValue("RFC3720,ResponseFence"));
        set("iSCSIProtocolLevel", UintegerValue(2), UintegerValue(2));
        set("HeaderDigest", StringValue("None,CRC32C"), StringValue("CRC32C,None"));
        set("DataDigest", StringValue("None"), StringValue("None"));
        bench.InstallTarget();
        const auto initiator = bench.InstallInitiator();
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        const auto agreed = initiator->GetSession()->GetParameters();
        NS_TEST_EXPECT_MSG_EQ(bench.target->GetSessionCount(), 1, "logged in");
        NS_TEST_EXPECT_MSG_EQ(agreed.maxConnections, 65534, "the smaller");
        NS_TEST_EXPECT_MSG_EQ(agreed.errorRecoveryLevel, 1, "the smaller");
        NS_TEST_EXPECT_MSG_EQ(agreed.dataPduInOrder, false, "both want none");
        NS_TEST_EXPECT_MSG_EQ(agreed.dataSequenceInOrder, true, "one wants it");
        NS_TEST_EXPECT_MSG_EQ(agreed.taskReporting, "ResponseFence", "first of the offer");
        NS_TEST_EXPECT_MSG_EQ(agreed.iscsiProtocolLevel, 2, "the smaller");
        NS_TEST_EXPECT_MSG_EQ(agreed.headerDigest, "None", "first of the offer");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A user's mistake stops the run with one line that names the attribute.
 */
class IscsiUserErrorTestCase : public TestCase
{
  public:
    /// Makes the mistake.
    using Mistake = std::function<void(IscsiTestBench& bench)>;

    /**
     * @param name the mistake
     * @param words what its message must say
     * @param mistake makes it
     */
    IscsiUserErrorTestCase(const std::string& name, std::vector<std::string> words, Mistake mistake)
        : TestCase("user error: " + name),
          m_words(std::move(words)),
          m_mistake(mistake)
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        m_mistake(bench);
        std::string message;
        try
        {
            Simulator::Stop(Seconds(1));
            Simulator::Run();
        }
        catch (const UserError& error)
        {
            message = error.what();
        }
        for (const auto& word : m_words)
        {
            NS_TEST_EXPECT_MSG_EQ((message.find(word) != std::string::npos),
                                  true,
                                  "\"" << message << "\" names " << word);
        }
        Simulator::Destroy();
    }

    std::vector<std::string> m_words; //!< what the message must say
    Mistake m_mistake;                //!< makes the mistake
};

/**
 * @ingroup iscsi-tests
 *
 * Logins.
 */
class IscsiLoginTestSuite : public TestSuite
{
  public:
    IscsiLoginTestSuite()
        : TestSuite("iscsi-login", Type::UNIT)
    {
        AddTestCase(new IscsiLoginExchangeTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiLoginFailsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiKeyAttributesTestCase, TestCase::Duration::QUICK);
        AddUserErrors();
    }

  private:
    /**
     * Add the user's mistakes.
     */
    void AddUserErrors()
    {
        const auto add = [this](const std::string& name,
                                std::vector<std::string> words,
                                IscsiUserErrorTestCase::Mistake mistake) {
            AddTestCase(new IscsiUserErrorTestCase(name, std::move(words), mistake),
                        TestCase::Duration::QUICK);
        };
        add("burst lengths at the initiator",
            {"ns3::IscsiInitiator::", "FirstBurstLength", "MaxBurstLength"},
            [](IscsiTestBench& bench) {
                bench.initiatorHelper.SetAttribute("FirstBurstLength", UintegerValue(300000));
                bench.InstallInitiator();
            });
        add("burst lengths at the target",
            {"ns3::IscsiTarget::", "FirstBurstLength", "MaxBurstLength"},
            [](IscsiTestBench& bench) {
                bench.targetHelper.SetAttribute("MaxBurstLength", UintegerValue(4096));
                bench.InstallTarget();
            });
        add("digest",
            {"ns3::IscsiInitiator::", "HeaderDigest is MD5", "CRC32C or None"},
            [](IscsiTestBench& bench) {
                bench.initiatorHelper.SetAttribute("HeaderDigest", StringValue("MD5"));
                bench.InstallInitiator();
            });
        add("task reporting", {"ns3::IscsiTarget::", "TaskReporting"}, [](IscsiTestBench& bench) {
            bench.targetHelper.SetAttribute("TaskReporting", StringValue("FastAbort"));
            bench.InstallTarget();
        });
        add("address in use", {"ns3::IscsiTarget::Local", "0.0.0.0:3260"}, [](auto& bench) {
            bench.InstallTarget();
            bench.InstallTarget();
        });
        add("no remote address", {"ns3::IscsiInitiator::Remote"}, [](auto& bench) {
            bench.initiatorHelper.SetAttribute("Remote", AddressValue());
            bench.InstallInitiator();
        });
        add("unknown congestion control",
            {"ns3::IscsiTarget::CongestionControl", "ns3::TcpFast"},
            [](auto& bench) {
                bench.targetHelper.SetAttribute("CongestionControl", StringValue("ns3::TcpFast"));
                bench.InstallTarget();
            });
        add("no device", {"ns3::IscsiTarget", "iqn.2026-01.com.example:disk"}, [](auto& bench) {
            bench.device = nullptr;
            bench.InstallTarget();
        });
    }
};

static IscsiLoginTestSuite g_iscsiLoginTestSuite; //!< registers the suite
