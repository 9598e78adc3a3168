/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/iscsi-initiator-login.h"
#include "ns3/iscsi-target-login.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <functional>

using namespace ns3;

namespace
{

/**
 * @return what the target of these tests wants
 */
IscsiSessionParameters
MakeTargetProposals()
{
    IscsiSessionParameters proposals;
    proposals.targetName = "iqn.2026-01.com.example:disk";
    proposals.targetPortalGroupTag = 1;
    proposals.initialR2T = false;
    proposals.maxBurstLength = 131072;
    proposals.maxRecvDataSegmentLength = 65536;
    return proposals;
}

/**
 * @return what the initiator of these tests wants
 */
IscsiSessionParameters
MakeInitiatorProposals()
{
    IscsiSessionParameters proposals;
    proposals.initiatorName = "iqn.2026-01.com.example:host";
    proposals.targetName = "iqn.2026-01.com.example:disk";
    proposals.initialR2T = false;
    proposals.maxRecvDataSegmentLength = 16384;
    return proposals;
}

/**
 * @param packet a data segment or null
 * @return a data segment, empty for null
 */
Ptr<Packet>
OrEmpty(Ptr<Packet> packet)
{
    return packet ? packet : Create<Packet>();
}

} // namespace

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
        const std::array<uint8_t, 6> isid{0x80, 1, 2, 3, 4, 5};
        IscsiInitiatorLogin initiator(MakeInitiatorProposals(), isid, 9);
        IscsiTargetLogin target(MakeTargetProposals(), 77);
        for (int round = 0; round < 2; round++)
        {
            const bool isLast = round == 1;
            IscsiLoginRequestHeader request;
            const auto text = OrEmpty(initiator.NextRequest(request));
            NS_TEST_EXPECT_MSG_EQ(static_cast<int>(request.currentStage), round, "CSG");
            NS_TEST_EXPECT_MSG_EQ(static_cast<int>(request.nextStage), isLast ? 3 : 1, "NSG");
            NS_TEST_EXPECT_MSG_EQ(request.transit, true, "T bit");
            NS_TEST_EXPECT_MSG_EQ(request.cid, 9, "CID");
            IscsiLoginResponseHeader response;
            Ptr<Packet> answer;
            const auto at = target.Handle(request, text, response, answer);
            NS_TEST_EXPECT_MSG_EQ((at == (isLast ? IscsiTargetLogin::Progress::DONE
                                                 : IscsiTargetLogin::Progress::GOES_ON)),
                                  true,
                                  "how it stands at the target");
            NS_TEST_EXPECT_MSG_EQ(response.tsih, isLast ? 77 : 0, "TSIH comes at the end");
            NS_TEST_EXPECT_MSG_EQ((response.isid == isid), true, "ISID comes back");
            const auto in = initiator.Handle(response, OrEmpty(answer));
            NS_TEST_EXPECT_MSG_EQ((in == (isLast ? IscsiInitiatorLogin::Progress::DONE
                                                 : IscsiInitiatorLogin::Progress::GOES_ON)),
                                  true,
                                  "how it stands at the initiator: " << initiator.GetError());
        }
        NS_TEST_EXPECT_MSG_EQ(initiator.GetTsih(), 77, "TSIH");
        NS_TEST_EXPECT_MSG_EQ(target.GetInitiatorPortName(),
                              "iqn.2026-01.com.example:host,i,0x800102030405",
                              "name of the initiator port");
        const auto a = initiator.GetResult();
        const auto b = target.GetResult();
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
 * A login that a target refuses, with the status it should.
 */
class IscsiLoginRefusedTestCase : public TestCase
{
  public:
    /// Changes the first request of a login.
    using Spoil = std::function<void(IscsiLoginRequestHeader& request, IscsiTextKeys& keys)>;

    /**
     * @param name what is wrong
     * @param status the status expected
     * @param spoil makes it so
     */
    IscsiLoginRefusedTestCase(const std::string& name, IscsiLoginStatus status, Spoil spoil)
        : TestCase("login refused: " + name),
          m_status(status),
          m_spoil(spoil)
    {
    }

  private:
    void DoRun() override
    {
        IscsiTargetLogin target(MakeTargetProposals(), 77);
        IscsiLoginRequestHeader request;
        request.transit = true;
        request.nextStage = IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION;
        IscsiTextKeys keys;
        m_spoil(request, keys);
        IscsiLoginResponseHeader response;
        Ptr<Packet> answer;
        const auto progress = target.Handle(request, keys.ToPacket(), response, answer);
        NS_TEST_EXPECT_MSG_EQ((progress == IscsiTargetLogin::Progress::REFUSED), true, "refused");
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(response.GetStatus()),
                              static_cast<int>(m_status),
                              target.GetError());
        NS_TEST_EXPECT_MSG_EQ(target.GetError().empty(), false, "there is a reason");
    }

    IscsiLoginStatus m_status; //!< the status expected
    Spoil m_spoil;             //!< makes the request wrong
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
        NS_TEST_EXPECT_MSG_EQ(errors[0], "login refused with status 0203", "target not found");
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
        AddRefused();
        AddUserErrors();
    }

  private:
    /**
     * Add the logins that are refused.
     */
    void AddRefused()
    {
        const auto add = [this](const std::string& name,
                                IscsiLoginStatus status,
                                IscsiLoginRefusedTestCase::Spoil spoil) {
            AddTestCase(new IscsiLoginRefusedTestCase(name, status, spoil),
                        TestCase::Duration::QUICK);
        };
        const auto fill = [](IscsiTextKeys& keys) {
            keys.Add("InitiatorName", "iqn.2026-01.com.example:host");
            keys.Add("TargetName", "iqn.2026-01.com.example:disk");
        };
        add("version", IscsiLoginStatus::UNSUPPORTED_VERSION, [fill](auto& request, auto& keys) {
            request.versionMin = 1;
            request.versionMax = 1;
            fill(keys);
        });
        add("TSIH", IscsiLoginStatus::SESSION_DOES_NOT_EXIST, [fill](auto& request, auto& keys) {
            request.tsih = 5;
            fill(keys);
        });
        add("no name", IscsiLoginStatus::MISSING_PARAMETER, [](auto&, auto& keys) {
            keys.Add("TargetName", "iqn.2026-01.com.example:disk");
        });
        add("other target", IscsiLoginStatus::TARGET_NOT_FOUND, [](auto&, auto& keys) {
            keys.Add("InitiatorName", "iqn.2026-01.com.example:host");
            keys.Add("TargetName", "iqn.2026-01.com.example:tape");
        });
        add("discovery", IscsiLoginStatus::SESSION_TYPE_NOT_SUPPORTED, [](auto&, auto& keys) {
            keys.Add("InitiatorName", "iqn.2026-01.com.example:host");
            keys.Add("SessionType", "Discovery");
        });
        add("reserved stage", IscsiLoginStatus::INITIATOR_ERROR, [fill](auto& request, auto& keys) {
            request.currentStage = static_cast<IscsiLoginStage>(2);
            fill(keys);
        });
        add("same stage", IscsiLoginStatus::INITIATOR_ERROR, [fill](auto& request, auto& keys) {
            request.nextStage = IscsiLoginStage::SECURITY_NEGOTIATION;
            fill(keys);
        });
        add("C and T bits", IscsiLoginStatus::INITIATOR_ERROR, [fill](auto& request, auto& keys) {
            request.cont = true;
            fill(keys);
        });
    }

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
