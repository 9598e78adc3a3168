/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-cubic.h"
#include "ns3/tcp-host-socket-factory.h"
#include "ns3/tcp-idle-restart.h"
#include "ns3/tcp-lean-socket.h"
#include "ns3/tcp-offload-socket.h"
#include "ns3/tcp-ruled-socket.h"
#include "ns3/tcp-sharing-congestion-ops.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <map>
#include <string>

using namespace ns3;

namespace
{

using Kind = TcpHostSocketFactory::Kind;

/**
 * @return a host with TCP
 */
Ptr<Node>
MakeHost()
{
    const auto host = CreateObject<Node>();
    InternetStackHelper().Install(host);
    return host;
}

/**
 * @param socket a socket
 * @param attribute one of its attributes
 * @return its value as a text
 */
std::string
GetText(Ptr<Socket> socket, const std::string& attribute)
{
    StringValue value;
    return socket->GetAttributeFailSafe(attribute, value) ? value.Get() : "none";
}

/**
 * @param time a time
 * @return the text of an attribute that is it
 */
std::string
GetText(Time time)
{
    return TimeValue(time).SerializeToString(MakeTimeChecker());
}

/**
 * @param socket a socket
 * @return what controls its congestion
 */
Ptr<TcpCongestionOps>
GetAlgorithm(Ptr<Socket> socket)
{
    PointerValue algorithm;
    socket->GetAttribute("CongestionOps", algorithm);
    return algorithm.Get<TcpCongestionOps>();
}

} // namespace

/**
 * @ingroup host-tcp-tests
 *
 * Every option reaches the sockets of every kind; what is not set is left as it is.
 */
class TcpSettingsReachTestCase : public TestCase
{
  public:
    TcpSettingsReachTestCase()
        : TestCase("options reach sockets of every kind")
    {
    }

  private:
    /// Options, and the attributes of a socket with them; UseEcn cannot be read.
    struct Expected
    {
        std::string value;     //!< of the option
        std::string attribute; //!< of the socket
        std::string text;      //!< of that attribute
    };

    void DoRun() override
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(777));
        for (const auto kind : {Kind::PLAIN, Kind::LEAN, Kind::OFFLOAD})
        {
            CheckDefaults(kind);
            CheckOptions(kind);
            CheckAlgorithms(kind);
        }
        Config::Reset();
        Simulator::Destroy();
    }

    /**
     * @param kind of the sockets
     */
    void CheckDefaults(Kind kind)
    {
        const auto host = MakeHost();
        const auto socket = TcpHostSocketFactory::Install(host, kind)->CreateSocket();
        const auto isLean = DynamicCast<TcpLeanSocket>(socket) != nullptr;
        const auto isOffloaded = DynamicCast<TcpOffloadSocket>(socket) != nullptr;
        NS_TEST_EXPECT_MSG_EQ(isLean, (kind != Kind::PLAIN), "class");
        NS_TEST_EXPECT_MSG_EQ(isOffloaded, (kind == Kind::OFFLOAD), "class with offload");
        NS_TEST_EXPECT_MSG_EQ(GetText(socket, "SegmentSize"), "777", "as the simulation says");
        NS_TEST_EXPECT_MSG_EQ(GetText(socket, "SndBufSize"), "131072", "as ns-3 says");
        NS_TEST_EXPECT_MSG_EQ(GetText(socket, "Sack"), "true", "as ns-3 says");
        const auto same = TcpHostSocketFactory::GetFor(host);
        NS_TEST_EXPECT_MSG_EQ((same == host->GetObject<TcpHostSocketFactory>()), true, "one");
    }

    /**
     * @param kind of the sockets
     */
    void CheckOptions(Kind kind)
    {
        const std::map<std::string, Expected> options{
            {"SegmentSize", {"1000", "SegmentSize", "1000"}},
            {"SndBufSize", {"4096", "SndBufSize", "4096"}},
            {"RcvBufSize", {"8192", "RcvBufSize", "8192"}},
            {"DelAckCount", {"1", "DelAckCount", "1"}},
            {"DelAckTimeout", {"40ms", "DelAckTimeout", GetText(MilliSeconds(40))}},
            {"NoDelay", {"false", "TcpNoDelay", "false"}},
            {"MinRto", {"300ms", "MinRto", GetText(MilliSeconds(300))}},
            {"InitialCwnd", {"4", "InitialCwnd", "4"}},
            {"Sack", {"false", "Sack", "false"}},
            {"Timestamps", {"false", "Timestamp", "false"}}};
        for (const auto& [name, expected] : options)
        {
            const auto factory = TcpHostSocketFactory::Install(MakeHost(), kind);
            const auto before = GetText(factory->CreateSocket(), expected.attribute);
            factory->Set(name, StringValue(expected.value));
            NS_TEST_EXPECT_MSG_EQ(GetText(factory->CreateSocket(), expected.attribute),
                                  expected.text,
                                  name);
            NS_TEST_EXPECT_MSG_NE(before, expected.text, name << " is another without");
        }
        for (const std::string name : {"MinshallNagle", "DelAckFullSized"})
        {
            const auto factory = TcpHostSocketFactory::Install(MakeHost(), kind);
            factory->Set(name, BooleanValue(true));
            if (kind != Kind::PLAIN)
            {
                NS_TEST_EXPECT_MSG_EQ(GetText(factory->CreateSocket(), name), "true", name);
            }
        }
    }

    /**
     * @param kind of the sockets
     */
    void CheckAlgorithms(Kind kind)
    {
        const auto factory = TcpHostSocketFactory::Install(MakeHost(), kind);
        factory->Set("CongestionControl", StringValue("ns3::TcpLinuxReno"));
        NS_TEST_EXPECT_MSG_EQ(GetAlgorithm(factory->CreateSocket())->GetName(),
                              "TcpLinuxReno",
                              "congestion control");
        factory->Set("EnsembleSharing", BooleanValue(true));
        auto sharing = DynamicCast<TcpSharingCongestionOps>(GetAlgorithm(factory->CreateSocket()));
        NS_TEST_ASSERT_MSG_EQ((sharing != nullptr), true, "sharing");
        NS_TEST_EXPECT_MSG_EQ(sharing->GetAlgorithm()->GetName(), "TcpLinuxReno", "around it");
        factory->Set("IdleRestart", BooleanValue(true));
        const auto restart = DynamicCast<TcpIdleRestart>(GetAlgorithm(factory->CreateSocket()));
        NS_TEST_ASSERT_MSG_EQ((restart != nullptr), true, "restart");
        sharing = DynamicCast<TcpSharingCongestionOps>(restart->GetAlgorithm());
        NS_TEST_EXPECT_MSG_EQ((sharing != nullptr), true, "around sharing");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * What a socket that was accepted does not inherit.
 */
class TcpSettingsAcceptedTestCase : public TestCase
{
  public:
    TcpSettingsAcceptedTestCase()
        : TestCase("what accepted sockets do not inherit")
    {
    }

  private:
    void DoRun() override
    {
        const auto factory = TcpHostSocketFactory::Install(MakeHost(), Kind::LEAN);
        factory->Set("CongestionControl", StringValue("ns3::TcpCubic"));
        const auto socket = factory->CreateSocket();
        const auto cubic = GetAlgorithm(socket);
        // A copy's is undefined in ns-3: here it is the wrong one.
        cubic->SetAttribute("TcpFriendliness", BooleanValue(false));
        factory->SetUpAcceptedSocket(socket);
        BooleanValue friendliness;
        cubic->GetAttribute("TcpFriendliness", friendliness);
        NS_TEST_EXPECT_MSG_EQ(friendliness.Get(), true, "the default");
        NS_TEST_EXPECT_MSG_EQ((GetAlgorithm(socket) == cubic), true, "nothing else");
        factory->Set("IdleRestart", BooleanValue(true));
        factory->SetUpAcceptedSocket(socket);
        NS_TEST_EXPECT_MSG_EQ((DynamicCast<TcpIdleRestart>(GetAlgorithm(socket)) != nullptr),
                              true,
                              "restart");
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A class that has the options as attributes.
 */
class TcpSettingsOwner : public Object, public TcpSettings
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = AddAttributes(TypeId("ns3::TcpSettingsOwner")
                                              .SetParent<Object>()
                                              .SetGroupName("HostTcp")
                                              .AddConstructor<TcpSettingsOwner>());
        return tid;
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Attributes of an application: one that is set changes no other, and all reach the socket.
 */
class TcpSettingsAttributeTestCase : public TestCase
{
  public:
    TcpSettingsAttributeTestCase()
        : TestCase("attributes are set one by one")
    {
    }

  private:
    void DoRun() override
    {
        const std::map<std::string, std::string> values{{"Rules", "Linux24-Fack"},
                                                        {"SegmentSize", "1000"},
                                                        {"SndBufSize", "4096"},
                                                        {"RcvBufSize", "8192"},
                                                        {"DelAckCount", "1"},
                                                        {"DelAckTimeout", "40ms"},
                                                        {"NoDelay", "false"},
                                                        {"MinshallNagle", "true"},
                                                        {"DelAckFullSized", "true"},
                                                        {"CongestionControl", "ns3::TcpCubic"},
                                                        {"LossRecovery", "ns3::TcpPrrRecovery"},
                                                        {"MinRto", "300ms"},
                                                        {"InitialCwnd", "4"},
                                                        {"Sack", "false"},
                                                        {"Timestamps", "false"},
                                                        {"Ecn", "true"},
                                                        {"EnsembleSharing", "true"},
                                                        {"TemporalSharing", "true"},
                                                        {"IdleRestart", "true"}};
        NS_TEST_EXPECT_MSG_EQ(values.size(), GetTcpSettings().size(), "every option");
        for (const auto& [name, value] : values)
        {
            ObjectFactory factory;
            factory.SetTypeId(TcpSettingsOwner::GetTypeId());
            factory.Set(name, StringValue(value));
            const auto owner = factory.Create<TcpSettingsOwner>();
            for (const auto& setting : GetTcpSettings())
            {
                NS_TEST_EXPECT_MSG_EQ(owner->IsInitial(setting.name),
                                      (setting.name != name),
                                      name << ": " << setting.name);
            }
        }
        // Those of applications are storage's and not ns-3's.
        const auto host = MakeHost();
        TcpHostSocketFactory::Install(host, Kind::PLAIN);
        const auto owner = CreateObject<TcpSettingsOwner>();
        const auto socket = owner->MakeSocket(host, TcpHostSocketFactory::GetTypeId(), "Owner");
        NS_TEST_EXPECT_MSG_EQ(GetText(socket, "SegmentSize"), "1448", "segment");
        NS_TEST_EXPECT_MSG_EQ(GetText(socket, "RcvBufSize"), "1048576", "buffer");
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Rules choose many options at once, which others replace whatever the order.
 */
class TcpSettingsRulesTestCase : public TestCase
{
  public:
    TcpSettingsRulesTestCase()
        : TestCase("rules")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto kind : {Kind::LEAN, Kind::OFFLOAD})
        {
            const auto factory = TcpHostSocketFactory::Install(MakeHost(), kind);
            factory->Set("Rules", StringValue("Linux24"));
            const auto old = factory->CreateSocket();
            NS_TEST_EXPECT_MSG_EQ(GetText(old, "InitialCwnd"), "3", "window");
            NS_TEST_EXPECT_MSG_EQ(GetText(old, "MinRto"), GetText(MilliSeconds(200)), "timeout");
            NS_TEST_EXPECT_MSG_EQ(GetAlgorithm(old)->GetName(), "TcpRuledReno", "control");
            NS_TEST_EXPECT_MSG_EQ(DynamicCast<TcpRuledSocket>(old)->HasSenderRules(),
                                  true,
                                  "rules");
            factory->Set("Rules", StringValue("Linux"));
            const auto now = factory->CreateSocket();
            NS_TEST_EXPECT_MSG_EQ(GetText(now, "InitialCwnd"), "10", "window");
            NS_TEST_EXPECT_MSG_EQ(GetText(old, "ConnTimeout"), GetText(Seconds(3)), "handshake");
            NS_TEST_EXPECT_MSG_EQ(GetText(now, "ConnTimeout"), GetText(Seconds(1)), "handshake");
            NS_TEST_EXPECT_MSG_EQ(GetAlgorithm(now)->GetName(), "TcpLinuxCubic", "control");
            factory->Set("InitialCwnd", UintegerValue(4));
            factory->Set("CongestionControl", StringValue("ns3::TcpNewReno"));
            const auto mixed = factory->CreateSocket();
            NS_TEST_EXPECT_MSG_EQ(GetText(mixed, "InitialCwnd"), "4", "replaced");
            NS_TEST_EXPECT_MSG_EQ(GetAlgorithm(mixed)->GetName(), "TcpNewReno", "replaced");
            factory->Set("Rules", StringValue("Ns3+QuickAcks"));
            const auto plain = DynamicCast<TcpRuledSocket>(factory->CreateSocket());
            NS_TEST_EXPECT_MSG_EQ(plain->HasSenderRules(), false, "ns-3's sender");
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Every mistake is one line.
 */
class TcpSettingsErrorTestCase : public TestCase
{
  public:
    TcpSettingsErrorTestCase()
        : TestCase("mistakes are named in one line")
    {
    }

  private:
    /**
     * Set an option and make a socket.
     *
     * @param kind of the socket
     * @param name the option
     * @param value its value
     * @return the error, empty if there is none
     */
    static std::string Try(Kind kind, const std::string& name, const std::string& value)
    {
        try
        {
            const auto factory = TcpHostSocketFactory::Install(MakeHost(), kind);
            factory->Set(name, StringValue(value));
            factory->CreateSocket();
        }
        catch (const UserError& error)
        {
            return error.what();
        }
        return "";
    }

    /**
     * Set rules and congestion control and make a socket.
     *
     * @param rules the rules
     * @param algorithm the congestion control
     * @return the error, empty if there is none
     */
    static std::string TryTwo(const std::string& rules, const std::string& algorithm)
    {
        try
        {
            const auto factory = TcpHostSocketFactory::Install(MakeHost(), Kind::LEAN);
            factory->Set("Rules", StringValue(rules));
            factory->Set("CongestionControl", StringValue(algorithm));
            factory->CreateSocket();
        }
        catch (const UserError& error)
        {
            return error.what();
        }
        return "";
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Try(Kind::LEAN, "Speed", "1"), "Speed is no option of TCP", "name");
        NS_TEST_EXPECT_MSG_EQ(Try(Kind::LEAN, "DelAckCount", "0"),
                              "DelAckCount: 0 is not valid: Segments that arrive for each "
                              "acknowledgement, 1 or more; 1 turns delayed acknowledgement off.",
                              "range");
        NS_TEST_EXPECT_MSG_EQ(
            Try(Kind::LEAN, "CongestionControl", "ns3::Compound"),
            "ns3::TcpHostSocketFactory::CongestionControl: \"ns3::Compound\" names "
            "no congestion control of TCP",
            "algorithm");
        NS_TEST_EXPECT_MSG_EQ(Try(Kind::LEAN, "CongestionControl", "TcpCubic"),
                              "ns3::TcpHostSocketFactory::CongestionControl: \"TcpCubic\" names "
                              "no congestion control of TCP, did you mean ns3::TcpCubic?",
                              "without its namespace");
        NS_TEST_EXPECT_MSG_EQ(Try(Kind::LEAN, "LossRecovery", "ns3::TcpCubic"),
                              "ns3::TcpHostSocketFactory::LossRecovery: \"ns3::TcpCubic\" names no "
                              "fast recovery of TCP",
                              "recovery");
        NS_TEST_EXPECT_MSG_EQ(Try(Kind::PLAIN, "MinshallNagle", "true"),
                              "ns3::TcpHostSocketFactory::MinshallNagle: ns-3's own TCP sockets do "
                              "not have it; those of ns3::TcpHostSocketFactory do",
                              "class of sockets");
        NS_TEST_EXPECT_MSG_EQ(Try(Kind::PLAIN, "MinshallNagle", "false"), "", "not asked for");
        NS_TEST_EXPECT_MSG_EQ(Try(Kind::LEAN, "Rules", "Linux25"),
                              "ns3::TcpHostSocketFactory::Rules: \"Linux25\" begins with none of "
                              "Ns3, Linux24 and Linux",
                              "system");
        NS_TEST_EXPECT_MSG_EQ(
            Try(Kind::PLAIN, "Rules", "Linux24"),
            "ns3::TcpHostSocketFactory::Rules: ns-3's own TCP sockets do not have "
            "it; those of ns3::TcpHostSocketFactory do",
            "class of sockets");
        NS_TEST_EXPECT_MSG_EQ(TryTwo("Linux", "ns3::TcpBbr"),
                              "ns3::TcpHostSocketFactory::Rules: TcpBbr chooses the window itself, "
                              "and so do rules of a sender",
                              "two masters");
        NS_TEST_EXPECT_MSG_EQ(TryTwo("Ns3+QuickAcks", "ns3::TcpBbr"), "", "rules of a receiver");
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Options of TCP.
 */
class TcpSettingsTestSuite : public TestSuite
{
  public:
    TcpSettingsTestSuite()
        : TestSuite("tcp-settings", Type::UNIT)
    {
        AddTestCase(new TcpSettingsReachTestCase, Duration::QUICK);
        AddTestCase(new TcpSettingsAttributeTestCase, Duration::QUICK);
        AddTestCase(new TcpSettingsAcceptedTestCase, Duration::QUICK);
        AddTestCase(new TcpSettingsRulesTestCase, Duration::QUICK);
        AddTestCase(new TcpSettingsErrorTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static TcpSettingsTestSuite g_tcpSettingsTestSuite;
