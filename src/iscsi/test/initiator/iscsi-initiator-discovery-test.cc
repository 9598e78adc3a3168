/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-test-bench.h"
#include "../text/iscsi-login-script.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4.h"
#include "ns3/iscsi-initiator-discovery.h"
#include "ns3/iscsi-initiator-text-exchange.h"
#include "ns3/iscsi-portal-address.h"
#include "ns3/iscsi-target-text-exchange.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup iscsi-tests
 *
 * The target's part in text negotiations, given requests by hand.
 */
class IscsiTargetTextTestCase : public TestCase
{
  public:
    IscsiTargetTextTestCase()
        : TestCase("Text Requests and what answers them (RFC 7143, 6.4, 11.10 and 11.11)")
    {
    }

  private:
    static constexpr int ANSWERED = 0; //!< not rejected

    /**
     * Give the target a request.
     *
     * @param text its data segment
     * @param longest longest data segment of the answer, bytes
     * @return the reject reason or ANSWERED
     */
    int Ask(const std::string& text, uint32_t longest = 8192)
    {
        m_response = IscsiTextResponseHeader();
        Ptr<Packet> answer;
        const auto reason = m_target->Handle(
            m_request,
            Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()), text.size()),
            longest,
            m_response,
            answer);
        m_answer = std::string(answer ? answer->GetSize() : 0, '\0');
        if (answer)
        {
            answer->CopyData(reinterpret_cast<uint8_t*>(m_answer.data()), m_answer.size());
        }
        return reason ? static_cast<int>(*reason) : ANSWERED;
    }

    /**
     * Begin with a fresh target and a request that has the F bit.
     *
     * @param discovery whether the session is for discovery
     */
    void Begin(bool discovery)
    {
        IscsiSessionParameters agreed;
        agreed.sessionType = discovery ? "Discovery" : "Normal";
        m_target = std::make_unique<IscsiTargetTextExchange>(agreed, &m_portal);
        m_request = IscsiTextRequestHeader();
        m_request.final = true;
        m_request.initiatorTaskTag = 5;
    }

    void DoRun() override
    {
        CheckNegotiation();
        CheckPieces();
        CheckRejects();
    }

    /**
     * One round, and several.
     */
    void CheckNegotiation()
    {
        using namespace std::string_literals;
        Begin(false);
        NS_TEST_EXPECT_MSG_EQ(Ask("X-a=1\0MaxRecvDataSegmentLength=65536\0InitiatorAlias=b\0"s),
                              ANSWERED,
                              "declared");
        NS_TEST_EXPECT_MSG_EQ(m_answer, "X-a=NotUnderstood\0"s, "the rest is told");
        NS_TEST_EXPECT_MSG_EQ(m_response.final, true, "F bit");
        NS_TEST_EXPECT_MSG_EQ(m_response.initiatorTaskTag, 5, "ITT");
        NS_TEST_EXPECT_MSG_EQ(m_response.targetTransferTag, IscsiHeader::RESERVED_TAG, "TTT");
        NS_TEST_EXPECT_MSG_EQ(m_target->GetNewMaxSend().value_or(0), 65536, "takes effect");

        // without the F bit nothing takes effect yet
        Begin(false);
        m_request.final = false;
        m_request.lun = uint64_t{3} << 48;
        Ask("MaxRecvDataSegmentLength=4096\0"s);
        NS_TEST_EXPECT_MSG_EQ(m_response.final, false, "F bit");
        NS_TEST_EXPECT_MSG_NE(m_response.targetTransferTag, IscsiHeader::RESERVED_TAG, "TTT");
        NS_TEST_EXPECT_MSG_EQ(m_response.lun, m_request.lun, "LUN");
        NS_TEST_EXPECT_MSG_EQ(m_target->GetNewMaxSend().has_value(), false, "not yet");
        m_request.targetTransferTag = m_response.targetTransferTag;
        m_request.final = true;
        NS_TEST_EXPECT_MSG_EQ(Ask(""), ANSWERED, "that was all");
        NS_TEST_EXPECT_MSG_EQ(m_target->GetNewMaxSend().value_or(0), 4096, "now");

        // a request without a transfer tag begins again
        Begin(false);
        m_request.final = false;
        Ask("MaxRecvDataSegmentLength=4096\0"s);
        m_request.final = true;
        NS_TEST_EXPECT_MSG_EQ(Ask("InitiatorAlias=a\0"s), ANSWERED, "anew");
        NS_TEST_EXPECT_MSG_EQ(m_target->GetNewMaxSend().has_value(), false, "forgotten");
    }

    /**
     * Texts over several PDUs, both ways.
     */
    void CheckPieces()
    {
        using namespace std::string_literals;
        Begin(true);
        m_request.cont = true;
        m_request.final = false;
        NS_TEST_EXPECT_MSG_EQ(Ask("SendTar"), ANSWERED, "first half");
        NS_TEST_EXPECT_MSG_EQ(m_answer, "", "nothing to say yet");
        m_request.targetTransferTag = m_response.targetTransferTag;
        m_request.cont = false;
        m_request.final = true;
        // two records of 11 + 27 + 1 and 13 + 15 + 1 bytes: 136 bytes
        const auto whole =
            "TargetName=iqn.2026-01.com.example:All0\0TargetAddress=10.0.0.1:3260,1\0"
            "TargetName=iqn.2026-01.com.example:All1\0TargetAddress=10.0.0.1:3260,1\0"s;
        std::string all;
        std::string next = "gets=All\0"s;
        for (int i = 0; i < 3; i++)
        {
            NS_TEST_EXPECT_MSG_EQ(Ask(next, 60), ANSWERED, "piece");
            next.clear();
            all += m_answer;
            NS_TEST_EXPECT_MSG_EQ(m_response.cont, (i < 2), "C bit");
            NS_TEST_EXPECT_MSG_EQ(m_response.final, (i == 2), "F bit");
            m_request.targetTransferTag = m_response.targetTransferTag;
        }
        NS_TEST_EXPECT_MSG_EQ(all, whole, "together");
    }

    /**
     * Requests that are rejected, and reset the negotiation.
     */
    void CheckRejects()
    {
        using namespace std::string_literals;
        const int protocol = static_cast<int>(IscsiRejectReason::PROTOCOL_ERROR);
        const int field = static_cast<int>(IscsiRejectReason::INVALID_PDU_FIELD);
        const int length = static_cast<int>(IscsiRejectReason::LONG_OPERATION_REJECT);
        Begin(false);
        m_request.cont = true;
        NS_TEST_EXPECT_MSG_EQ(Ask("A=1\0"s), protocol, "C and F (11.10.2)");
        Begin(false);
        m_request.targetTransferTag = 7;
        NS_TEST_EXPECT_MSG_EQ(Ask("A=1\0"s), field, "TTT of nothing (11.11.4)");
        Begin(false);
        NS_TEST_EXPECT_MSG_EQ(Ask("X-a=1\0X-a=1\0"s), protocol, "repeated (6.4)");
        NS_TEST_EXPECT_MSG_EQ(Ask("MaxBurstLength=512\0"s), protocol, "leading login only (13)");
        NS_TEST_EXPECT_MSG_EQ(Ask("X-a=Reject\0"s), protocol, "reserved value (6.2)");
        NS_TEST_EXPECT_MSG_EQ(Ask("SendTargets=\0X-a=1\0"s), protocol, "not alone (appendix C)");
        NS_TEST_EXPECT_MSG_EQ(Ask("SendTargets"), protocol, "no text");
        // twice in one negotiation, over two rounds
        m_request.final = false;
        Ask("InitiatorAlias=a\0"s);
        m_request.targetTransferTag = m_response.targetTransferTag;
        NS_TEST_EXPECT_MSG_EQ(Ask("InitiatorAlias=b\0"s), protocol, "again (6.4)");
        NS_TEST_EXPECT_MSG_EQ(Ask(""), field, "it was reset");
        Begin(true);
        NS_TEST_EXPECT_MSG_EQ(Ask("InitiatorAlias=a\0"s), protocol, "only SendTargets (13.21)");
        // 65536 bytes of a text and one more
        Begin(false);
        m_request.cont = true;
        m_request.final = false;
        for (int i = 0; i < 8; i++)
        {
            NS_TEST_EXPECT_MSG_EQ(Ask(std::string(8192, 'a')), ANSWERED, "within 64 KiB");
            m_request.targetTransferTag = m_response.targetTransferTag;
        }
        NS_TEST_EXPECT_MSG_EQ(Ask("a"), length, "bounded");
    }

    IscsiTestPortal m_portal;                          //!< knows two targets
    std::unique_ptr<IscsiTargetTextExchange> m_target; //!< the target's part
    IscsiTextRequestHeader m_request;                  //!< header of the next request
    IscsiTextResponseHeader m_response;                //!< header of the last response
    std::string m_answer;                              //!< its data segment
};

/**
 * @ingroup iscsi-tests
 *
 * The initiator's part in text negotiations, with a target and given responses by hand.
 */
class IscsiInitiatorTextTestCase : public TestCase
{
  public:
    IscsiInitiatorTextTestCase()
        : TestCase("Text Responses and what an initiator makes of them (RFC 7143, 11.11)")
    {
    }

  private:
    using Progress = IscsiInitiatorTextExchange::Progress; //!< its state

    void DoRun() override
    {
        for (const uint32_t longest : {7, 60, 8192})
        {
            CheckSendTargets(longest);
        }
        Check("", [](auto&) {});
        Check("text response outside a negotiation",
              [](auto& response) { response.initiatorTaskTag = 1; });
        Check("text response ends the negotiation unrequested",
              [](auto& response) { response.cont = true; });
        // it means nothing in the last response (11.10.4)
        Check("", [](auto& response) { response.targetTransferTag = 1; });
        Check("text response with a wrong target transfer tag",
              [](auto& response) { response.final = false; });
    }

    /**
     * Ask a target for its targets.
     *
     * @param longest longest data segment either way, bytes
     */
    void CheckSendTargets(uint32_t longest)
    {
        IscsiTestPortal portal;
        IscsiSessionParameters agreed;
        agreed.sessionType = "Discovery";
        IscsiTargetTextExchange target(agreed, &portal);
        IscsiTextKeys question;
        question.Add("SendTargets", "All");
        IscsiInitiatorTextExchange initiator(question, 5);
        auto progress = Progress::CONTINUES;
        for (int i = 0; progress == Progress::CONTINUES && i < 100; i++)
        {
            IscsiTextRequestHeader request;
            const auto text = initiator.NextRequest(request, longest);
            IscsiTextResponseHeader response;
            Ptr<Packet> answer;
            target.Handle(request, text ? text : Create<Packet>(), longest, response, answer);
            progress = initiator.Handle(response, answer ? answer : Create<Packet>());
        }
        NS_TEST_EXPECT_MSG_EQ((progress == Progress::DONE), true, initiator.GetError());
        NS_TEST_EXPECT_MSG_EQ(PrintText(initiator.GetAnswers()),
                              "TargetName=iqn.2026-01.com.example:All0 "
                              "TargetAddress=10.0.0.1:3260,1 "
                              "TargetName=iqn.2026-01.com.example:All1 "
                              "TargetAddress=10.0.0.1:3260,1",
                              "in pieces of " << longest);
    }

    /**
     * Change a response that would otherwise be right.
     *
     * @param error what the initiator says, "" if it is content
     * @param change changes it
     */
    void Check(const std::string& error, std::function<void(IscsiTextResponseHeader&)> change)
    {
        IscsiInitiatorTextExchange initiator(IscsiTextKeys(), 5);
        IscsiTextRequestHeader request;
        initiator.NextRequest(request, 8192);
        IscsiTextResponseHeader response;
        response.initiatorTaskTag = 5;
        response.final = true;
        change(response);
        const auto progress = initiator.Handle(response, Create<Packet>());
        NS_TEST_EXPECT_MSG_EQ(initiator.GetError(), error, "");
        NS_TEST_EXPECT_MSG_EQ((progress == Progress::DONE), error.empty(), error);
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Addresses of portals as texts.
 */
class IscsiPortalAddressTestCase : public TestCase
{
  public:
    IscsiPortalAddressTestCase()
        : TestCase("addresses of portals (RFC 7143, 13.8)")
    {
    }

  private:
    /**
     * @param text an address
     * @return what is understood of it, "none" if nothing
     */
    static std::string Read(const std::string& text)
    {
        const auto address = ParseIscsiAddress(text);
        return address ? FormatIscsiAddress(*address) : "none";
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Read("10.0.0.1"), "10.0.0.1:3260", "default port");
        NS_TEST_EXPECT_MSG_EQ(Read("10.0.0.1:5003,1"), "10.0.0.1:5003", "with a tag");
        NS_TEST_EXPECT_MSG_EQ(Read("[1080::8:800:200c:417a],65"),
                              "[1080::8:800:200c:417a]:3260",
                              "IPv6");
        NS_TEST_EXPECT_MSG_EQ(Read("[1080::8:800:200c:417a]:5003"),
                              "[1080::8:800:200c:417a]:5003",
                              "IPv6");
        for (const auto* bad : {"",
                                "computingcenter.example.com,23",
                                "10.0.0",
                                "10.0.0.256",
                                "10.0.0.1.",
                                "10.0.0.1:",
                                "10.0.0.1:0",
                                "10.0.0.1:65536",
                                "[10.0.0.1]",
                                "[1080::1",
                                "[1080::1]5003",
                                "1080::1",
                                "0xa.0.0.1",
                                "010.0.0.1",
                                "10.0.0.1:0x10",
                                "10.0.0.1:+80",
                                "10.0.0.1: 80",
                                "10.0.0.1:4294970556",
                                "[]",
                                "[:]",
                                "[:::]",
                                "[1:2:3]",
                                "[1::2::3]",
                                "[12345::1]",
                                "[1:2:3:4:5:6:7:]",
                                "[:1:2:3:4:5:6:7]",
                                "[1:2:3:4:5:6:7:8:9]",
                                "[1:2:3:4::5:6:7:8]",
                                "[::10.0.0.256]",
                                "[10.0.0.1::]",
                                "[::10.0.0.1:2]"})
        {
            NS_TEST_EXPECT_MSG_EQ(Read(bad), "none", bad);
        }
        for (const auto* good :
             {"[::]", "[::1]", "[1::]", "[1:2:3:4:5:6:7::]", "[::ffff:10.0.0.1]"})
        {
            NS_TEST_EXPECT_MSG_NE(Read(good), "none", good);
        }
        NS_TEST_EXPECT_MSG_EQ(Read(std::string(10240, '1')), "none", "10 KB of digits");
        NS_TEST_EXPECT_MSG_EQ(Read("[" + std::string(10240, ':') + "]"), "none", "10 KB of colons");
        CheckFaults();
    }

    /**
     * What a host with 10.1.2.3/24, and with both families or one, can connect to.
     */
    void CheckFaults()
    {
        InternetStackHelper stacks;
        const auto both = CreateObject<Node>();
        stacks.Install(both);
        stacks.SetIpv6StackInstall(false);
        const auto old = CreateObject<Node>();
        stacks.Install(old);
        const auto device = CreateObject<SimpleNetDevice>();
        old->AddDevice(device);
        const auto ip = old->GetObject<Ipv4>();
        const auto interface = ip->AddInterface(device);
        ip->AddAddress(interface,
                       Ipv4InterfaceAddress(Ipv4Address("10.1.2.3"), Ipv4Mask("255.255.255.0")));
        ip->SetUp(interface);
        const auto fault = [](Ptr<Node> node, const std::string& text) {
            return GetIscsiAddressFault(node, ParseIscsiAddress(text).value());
        };
        for (const auto* good : {"10.1.2.4", "10.1.3.255", "127.0.0.1", "240.0.0.1"})
        {
            NS_TEST_EXPECT_MSG_EQ(fault(old, good), "", good);
        }
        const std::string v6 = "an address of IPv6, which this host does not have";
        const std::vector<std::pair<std::string, std::string>> bad{
            {"0.0.0.0", "no address of a host"},
            {"0.1.2.3", "no address of a host"},
            {"224.0.0.1", "a multicast address"},
            {"239.255.255.255", "a multicast address"},
            {"255.255.255.255", "a broadcast address"},
            {"10.1.2.255", "a broadcast address"},
            {"[2001:db8::77]", v6},
            {"[::ffff:224.0.0.1]", "a multicast address"}};
        for (const auto& [text, expected] : bad)
        {
            NS_TEST_EXPECT_MSG_EQ(fault(old, text), expected, text);
        }
        NS_TEST_EXPECT_MSG_EQ(fault(both, "[2001:db8::77]"), "", "a host of both families");
        NS_TEST_EXPECT_MSG_EQ(fault(both, "[ff02::1]"), "a multicast address", "all nodes");
        NS_TEST_EXPECT_MSG_EQ(fault(both, "[::]"), "no address of a host", "any");
        NS_TEST_EXPECT_MSG_EQ(fault(nullptr, "[2001:db8::77]"), "", "some host");
        NS_TEST_EXPECT_MSG_EQ(fault(CreateObject<Node>(), "10.1.2.4"),
                              "an address of IPv4, which this host does not have",
                              "a node without a network");
        NS_TEST_EXPECT_MSG_EQ(GetIscsiAddressFault(both, Address()),
                              "no address of IP with a port",
                              "none");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Discovery over TCP of a portal with several targets, one of which is not for everybody.
 */
class IscsiDiscoveryTestCase : public TestCase
{
  public:
    IscsiDiscoveryTestCase()
        : TestCase("discovery of several targets behind one portal (RFC 7143, appendix C)")
    {
    }

  private:
    /**
     * Discover.
     *
     * @param request value of SendTargets
     * @param initiator name of the initiator
     * @return what was found, on one line
     */
    std::string Discover(const std::string& request, const std::string& initiator)
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.targetHelper.SetAttribute("TargetPortalGroupTag", UintegerValue(7));
        bench.InstallTarget();
        bench.target->AddTarget("iqn.2026-01.com.example:tape", bench.device);
        bench.target->AddTarget("iqn.2026-01.com.example:secret", bench.device);
        bench.target->AddTarget("iqn.2026-01.com.example:gone", bench.device);
        bench.target->RemoveTarget("iqn.2026-01.com.example:gone");
        bench.target->AllowInitiator("iqn.2026-01.com.example:secret",
                                     "iqn.2026-01.com.example:friend");
        auto discovery = CreateObject<IscsiInitiatorDiscovery>();
        discovery->SetAttribute("Remote", AddressValue(bench.targetAddress));
        discovery->SetAttribute("InitiatorName", StringValue(initiator));
        discovery->SetAttribute("SendTargets", StringValue(request));
        bench.nodes.Get(0)->AddApplication(discovery);
        std::ostringstream found;
        const Callback<void, const std::string&, const std::string&> keepTarget(
            [&found](const std::string& name, const std::string& address) {
                found << name << "@" << address << " ";
            });
        const Callback<void, const std::string&> keepEnd(
            [&found](const std::string& error) { found << "end" << error; });
        discovery->TraceConnectWithoutContext("TargetFound", keepTarget);
        discovery->TraceConnectWithoutContext("Finished", keepEnd);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(discovery->IsDone(), true, "answered");
        NS_TEST_EXPECT_MSG_EQ(bench.target->GetSessionCount(), 0, "logged out");
        Simulator::Destroy();
        return found.str();
    }

    void DoRun() override
    {
        const std::string disk = "iqn.2026-01.com.example:disk@10.0.0.2:3260,7 ";
        const std::string secret = "iqn.2026-01.com.example:secret@10.0.0.2:3260,7 ";
        const std::string tape = "iqn.2026-01.com.example:tape@10.0.0.2:3260,7 ";
        NS_TEST_EXPECT_MSG_EQ(Discover("All", ""), disk + tape + "end", "all that are open");
        NS_TEST_EXPECT_MSG_EQ(Discover("All", "iqn.2026-01.com.example:friend"),
                              disk + secret + tape + "end",
                              "to a friend");
        NS_TEST_EXPECT_MSG_EQ(Discover("iqn.2026-01.com.example:tape", ""), tape + "end", "one");
        NS_TEST_EXPECT_MSG_EQ(Discover("iqn.2026-01.com.example:secret", ""), "end", "not told");
        NS_TEST_EXPECT_MSG_EQ(Discover("", ""), "end", "logged in to none");
        CheckRemote("224.0.0.1", "224.0.0.1:3260 is a multicast address");
        CheckRemote("0.0.0.0", "0.0.0.0:3260 is no address of a host");
        CheckRemote("255.255.255.255", "255.255.255.255:3260 is a broadcast address");
    }

    /**
     * Discover where nobody can be.
     *
     * @param remote an address
     * @param fault how the error ends
     */
    void CheckRemote(const std::string& remote, const std::string& fault)
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        auto discovery = CreateObject<IscsiInitiatorDiscovery>();
        discovery->SetAttribute("Remote", AddressValue(Ipv4Address(remote.c_str())));
        bench.nodes.Get(0)->AddApplication(discovery);
        std::string error;
        try
        {
            Simulator::Run();
        }
        catch (const UserError& caught)
        {
            error = caught.what();
        }
        NS_TEST_EXPECT_MSG_EQ(error, "ns3::IscsiInitiatorDiscovery::Remote: " + fault, remote);
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Two targets behind one portal, each with its own device, and what each session is notified of.
 */
class IscsiSeveralTargetsTestCase : public TestCase
{
  public:
    IscsiSeveralTargetsTestCase()
        : TestCase("several targets behind one portal have their own devices and sessions")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.InstallTarget();
        const auto tape = CreateObject<IscsiTestDevice>();
        bench.target->AddTarget("iqn.2026-01.com.example:tape", tape);
        bool isTwice = false;
        bool isNoName = false;
        try
        {
            bench.target->AddTarget("iqn.2026-01.com.example:tape", tape);
        }
        catch (const UserError&)
        {
            isTwice = true;
        }
        try
        {
            bench.target->AddTarget("tape", tape);
        }
        catch (const UserError&)
        {
            isNoName = true;
        }
        NS_TEST_EXPECT_MSG_EQ(isTwice, true, "names are unique");
        NS_TEST_EXPECT_MSG_EQ(isNoName, true, "names are names");
        const auto one = bench.InstallInitiator();
        bench.initiatorHelper.SetAttribute("TargetName",
                                           StringValue("iqn.2026-01.com.example:tape"));
        const auto other = bench.InstallInitiator();
        Simulator::Schedule(Seconds(1), [&]() {
            bench.client.Read(one->GetPort(), 11, 512);
            bench.client.Read(other->GetPort(), 22, 512);
        });
        Simulator::Schedule(Seconds(2), [&]() {
            NS_TEST_EXPECT_MSG_EQ(bench.target->GetSessionCount(), 2, "one each");
            NS_TEST_EXPECT_MSG_EQ((bench.device->order == std::vector<uint32_t>{11}), true, "");
            NS_TEST_EXPECT_MSG_EQ((tape->order == std::vector<uint32_t>{22}), true, "");
            IscsiSessionParameters session;
            session.targetName = "iqn.2026-01.com.example:tape";
            const std::string record =
                "TargetName=iqn.2026-01.com.example:tape TargetAddress=10.0.0.2:3260,1";
            NS_TEST_EXPECT_MSG_EQ(PrintText(bench.target->SendTargets(session, "")), record, "own");
            NS_TEST_EXPECT_MSG_EQ(PrintText(bench.target->SendTargets(session, session.targetName)),
                                  record,
                                  "own by name");
            NS_TEST_EXPECT_MSG_EQ(
                PrintText(bench.target->SendTargets(session, "iqn.2026-01.com.example:disk")),
                "",
                "another's is not told");
            NS_TEST_EXPECT_MSG_EQ(PrintText(bench.target->SendTargets(session, "All")),
                                  "SendTargets=Reject",
                                  "not in a normal session");
            bench.target->RemoveTarget("iqn.2026-01.com.example:tape");
            NS_TEST_EXPECT_MSG_EQ(bench.target->GetSessionCount(), 1, "closed");
        });
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Discovery and text negotiation.
 */
class IscsiDiscoveryTestSuite : public TestSuite
{
  public:
    IscsiDiscoveryTestSuite()
        : TestSuite("iscsi-discovery", Type::UNIT)
    {
        AddTestCase(new IscsiTargetTextTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiInitiatorTextTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiPortalAddressTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiDiscoveryTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiSeveralTargetsTestCase, TestCase::Duration::QUICK);
    }
};

static IscsiDiscoveryTestSuite g_iscsiDiscoveryTestSuite; //!< registers the suite
