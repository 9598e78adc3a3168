/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-test-bench.h"
#include "iscsi-login-script.h"

#include "ns3/double.h"
#include "ns3/iscsi-authentication.h"
#include "ns3/iscsi-binary-value.h"
#include "ns3/iscsi-chap-hash.h"
#include "ns3/log.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

const std::string CHAP_SECRET = "initiator-secret"; //!< an initiator's secret
const std::string MUTUAL = "the-target-secret";     //!< a target's secret

/**
 * @return an authentication with CHAP in both directions
 */
IscsiAuthentication
MakeAuthentication()
{
    return {"CHAP", "SHA256,MD5", {{"alice", CHAP_SECRET}}, "storage", MUTUAL};
}

/**
 * @return a source of challenges that is the same each time
 */
Ptr<RandomVariableStream>
MakeRandom()
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetAttribute("Max", DoubleValue(255));
    random->SetStream(1);
    return random;
}

/**
 * @param script a target, which gets CHAP
 * @param authentication how it is to authenticate
 */
void
SetUp(IscsiLoginScript& script, const IscsiAuthentication& authentication)
{
    auto& wishes = script.portal.terms.proposals;
    wishes.authMethod = authentication.methods;
    wishes.chap = authentication.MakeSettings(IscsiRole::TARGET, MakeRandom());
}

/**
 * @param authentication how an initiator is to authenticate
 * @return what it proposes
 */
IscsiSessionParameters
MakeProposals(const IscsiAuthentication& authentication)
{
    auto proposals = IscsiLoginScript::MakeInitiatorProposals();
    proposals.authMethod = authentication.methods;
    proposals.chap = authentication.HasChap()
                         ? authentication.MakeSettings(IscsiRole::INITIATOR, MakeRandom())
                         : nullptr;
    return proposals;
}

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * Responses against values worked out with another implementation of the hashes.
 */
class IscsiChapHashTestCase : public TestCase
{
  public:
    IscsiChapHashTestCase()
        : TestCase("hash over identifier, secret and challenge (RFC 1994, 4.1)")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<uint8_t> challenge(16);
        for (uint8_t i = 0; i < 16; i++)
        {
            challenge[i] = i;
        }
        NS_TEST_EXPECT_MSG_EQ(
            FormatIscsiBinary(
                IscsiChapHash(IscsiChapAlgorithm::MD5).Respond(7, CHAP_SECRET, challenge)),
            "0xa172b718126bb3191344d50be137ec5e",
            "MD5");
        NS_TEST_EXPECT_MSG_EQ(
            FormatIscsiBinary(
                IscsiChapHash(IscsiChapAlgorithm::SHA256).Respond(7, CHAP_SECRET, challenge)),
            "0x2ff546ed0f5c995e04132023878b260b38fe0650751df9dc9e5d98dd95ec1c7c",
            "SHA-256");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Logins with CHAP by both parties: how many exchanges they take, and how they end.
 */
class IscsiChapLoginTestCase : public TestCase
{
  public:
    IscsiChapLoginTestCase()
        : TestCase("CHAP one-way and mutual (RFC 7143, 12.1.3)")
    {
    }

  private:
    /**
     * Log in.
     *
     * @param what the case
     * @param initiator how the initiator authenticates
     * @param target how the target authenticates
     * @param exchanges how many exchanges it takes
     * @param error what the initiator says in the end, "" if it is in
     */
    void Check(const std::string& what,
               const IscsiAuthentication& initiator,
               const IscsiAuthentication& target,
               uint32_t exchanges,
               const std::string& error)
    {
        IscsiLoginScript script;
        SetUp(script, target);
        IscsiInitiatorLogin login(MakeProposals(initiator), {}, 1);
        const auto progress = script.Run(login);
        NS_TEST_EXPECT_MSG_EQ(login.GetError(), error, what << ": " << script.target.GetError());
        NS_TEST_EXPECT_MSG_EQ((progress == IscsiInitiatorLogin::Progress::DONE),
                              error.empty(),
                              what);
        NS_TEST_EXPECT_MSG_EQ(script.exchanges, exchanges, what);
        for (const auto& text : {login.GetError(), script.target.GetError()})
        {
            NS_TEST_EXPECT_MSG_EQ(text.find("secret-"), std::string::npos, "no secret is told");
        }
    }

    void DoRun() override
    {
        const auto both = MakeAuthentication();
        auto oneWay = both;
        oneWay.mutualUser = "";
        oneWay.mutualSecret = "";
        const std::string refused = "login refused with status 0201, Authentication failure";
        const std::string unproved =
            "the target did not prove itself: CHAP name or secret is wrong";
        // names and AuthMethod; CHAP_A; CHAP_N and CHAP_R; operational keys
        Check("one way", oneWay, both, 4, "");
        Check("mutual", both, both, 4, "");

        auto choice = both;
        choice.methods = "None,CHAP";
        Check("the target insists", choice, both, 4, "");
        // names and AuthMethod; operational keys
        Check("the initiator's preference", choice, choice, 2, "");
        auto none = oneWay;
        none.methods = "None";
        none.users.clear();
        Check("no common method", none, both, 1, refused);
        Check("none is allowed", none, choice, 2, "");

        auto wrong = both;
        wrong.users["alice"] = "another-secret";
        Check("wrong secret", wrong, both, 3, refused);
        wrong.users = {{"bob", CHAP_SECRET}};
        Check("wrong name", wrong, both, 3, refused);
        Check("target cannot prove itself", both, oneWay, 3, refused);
        auto impostor = both;
        impostor.mutualSecret = "rogue-target-secret";
        Check("wrong target", both, impostor, 3, unproved);
        impostor.mutualSecret = MUTUAL;
        impostor.mutualUser = "elsewhere";
        Check("wrong target's name", both, impostor, 3, unproved);

        auto old = both;
        old.algorithms = "MD5";
        Check("MD5 at the initiator", old, both, 4, "");
        Check("MD5 at the target", both, old, 4, "");
        auto modern = both;
        modern.algorithms = "SHA256";
        Check("no common algorithm", old, modern, 2, refused);

        // the same secret in both directions (RFC 7143, 9.2.1)
        auto shared = both;
        shared.mutualSecret = CHAP_SECRET;
        Check("shared secret", oneWay, shared, 3, refused);
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Requests by a script that break CHAP's rules, with the status they get.
 */
class IscsiChapScriptTestCase : public TestCase
{
  public:
    IscsiChapScriptTestCase()
        : TestCase("CHAP step by step, and what breaks it (RFC 7143, 9.2.1 and 12.1.3)")
    {
    }

  private:
    /// Keys and values.
    using Pairs = std::vector<IscsiTextKeys::Pair>;

    /**
     * Bring a target to its challenge with MD5.
     *
     * @param script the target
     * @return its challenge as CHAP_C has it
     */
    std::string Begin(IscsiLoginScript& script)
    {
        SetUp(script, MakeAuthentication());
        script.request.transit = false;
        auto pairs = IscsiLoginScript::GetNames();
        pairs.push_back({"AuthMethod", "SRP,CHAP,None"});
        script.Ask(pairs);
        NS_TEST_EXPECT_MSG_EQ(script.GetAnswer(), "AuthMethod=CHAP TargetPortalGroupTag=1", "");
        script.Ask({{"CHAP_A", "6,8,5"}});
        std::string error;
        const auto keys = IscsiTextKeys::Parse(script.segment, error);
        NS_TEST_EXPECT_MSG_EQ(keys->Find("CHAP_A").value_or(""), "5", "first of those known");
        m_identifier = *ParseIscsiNumber(keys->Find("CHAP_I").value_or(""));
        const auto challenge = keys->Find("CHAP_C").value_or("");
        NS_TEST_EXPECT_MSG_EQ(challenge.size(), 2 + 2 * 16, "as long as the hash");
        return challenge;
    }

    /**
     * @param challenge a challenge as CHAP_C has it
     * @param secret a secret
     * @return the response to it as CHAP_R has it
     */
    std::string Respond(const std::string& challenge, const std::string& secret) const
    {
        return FormatIscsiBinary(IscsiChapHash(IscsiChapAlgorithm::MD5)
                                     .Respond(static_cast<uint8_t>(m_identifier),
                                              secret,
                                              ParseIscsiBinary(challenge).value()));
    }

    /**
     * Answer the challenge and then some.
     *
     * @param what the case
     * @param status the status expected
     * @param more makes the keys from challenge and right response
     */
    void Check(const std::string& what,
               uint16_t status,
               std::function<Pairs(const std::string&, const std::string&)> more)
    {
        IscsiLoginScript script;
        const auto challenge = Begin(script);
        script.request.transit = true;
        script.Ask(more(challenge, Respond(challenge, CHAP_SECRET)));
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(script.GetStatus()),
                              status,
                              what << ": " << script.target.GetError());
        NS_TEST_EXPECT_MSG_EQ(script.response.transit, (status == 0), what);
    }

    void DoRun() override
    {
        const std::string other = "0x" + std::string(2048, 'a'); // 1024 bytes, the longest
        Check("right", 0, [](auto&, auto& response) {
            return Pairs{{"CHAP_N", "alice"}, {"CHAP_R", response}};
        });
        Check("Base64", 0x0201, [](auto&, auto&) {
            return Pairs{{"CHAP_N", "alice"}, {"CHAP_R", "0bAAAA"}};
        });
        Check("mutual", 0, [&](auto&, auto& response) {
            return Pairs{{"CHAP_N", "alice"},
                         {"CHAP_R", response},
                         {"CHAP_I", "0xff"},
                         {"CHAP_C", other}};
        });
        Check("the target's own secret", 0x0201, [this](auto& challenge, auto&) {
            return Pairs{{"CHAP_N", "alice"}, {"CHAP_R", Respond(challenge, MUTUAL)}};
        });
        Check("challenge comes back", 0x0201, [](auto& challenge, auto& response) {
            return Pairs{{"CHAP_N", "alice"},
                         {"CHAP_R", response},
                         {"CHAP_I", "1"},
                         {"CHAP_C", challenge}};
        });
        Check("challenge of 1025 bytes", 0x0200, [&](auto&, auto& response) {
            return Pairs{{"CHAP_N", "alice"},
                         {"CHAP_R", response},
                         {"CHAP_I", "1"},
                         {"CHAP_C", "0b" + std::string(1368, 'A')}}; // 1026 bytes
        });
        Check("identifier of two bytes", 0x0200, [&](auto&, auto& response) {
            return Pairs{{"CHAP_N", "alice"},
                         {"CHAP_R", response},
                         {"CHAP_I", "256"},
                         {"CHAP_C", other}};
        });
        Check("half a challenge", 0x0200, [](auto&, auto& response) {
            return Pairs{{"CHAP_N", "alice"}, {"CHAP_R", response}, {"CHAP_I", "1"}};
        });
        Check("no name", 0x0200, [](auto&, auto& response) { return Pairs{{"CHAP_R", response}}; });
        Check("no response", 0x0200, [](auto&, auto&) { return Pairs{{"CHAP_N", "alice"}}; });
        Check("algorithms again", 0x0200, [](auto&, auto&) { return Pairs{{"CHAP_A", "5"}}; });
        CheckShortcuts();
    }

    /**
     * Ways around the authentication.
     */
    void CheckShortcuts()
    {
        IscsiLoginScript skipper;
        SetUp(skipper, MakeAuthentication());
        skipper.request.currentStage = IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION;
        skipper.request.nextStage = IscsiLoginStage::FULL_FEATURE_PHASE;
        skipper.Ask(IscsiLoginScript::GetNames());
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(skipper.GetStatus()), 0x0201, "RFC 7143, 6.3.1");

        // one who proposes nothing is proposed to (RFC 7143, 6.3.2 and 12.1)
        IscsiLoginScript silent;
        SetUp(silent, MakeAuthentication());
        silent.Ask(IscsiLoginScript::GetNames());
        NS_TEST_EXPECT_MSG_EQ(silent.GetAnswer(), "TargetPortalGroupTag=1 AuthMethod=CHAP", "");
        NS_TEST_EXPECT_MSG_EQ(silent.response.transit, false, "not without");
        silent.Ask({{"AuthMethod", "CHAP"}, {"CHAP_A", "5"}});
        NS_TEST_EXPECT_MSG_EQ(silent.GetAnswer().substr(0, 8), "CHAP_A=5", "goes on at once");
        silent.request.transit = true;
        silent.Ask(Pairs{});
        NS_TEST_EXPECT_MSG_EQ(silent.response.transit, false, "nothing proved");

        IscsiLoginScript unable;
        SetUp(unable, MakeAuthentication());
        auto pairs = IscsiLoginScript::GetNames();
        pairs.push_back({"AuthMethod", "KRB5,None"});
        unable.Ask(pairs);
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(unable.GetStatus()), 0x0201, "no common method");
        NS_TEST_EXPECT_MSG_EQ(unable.GetAnswer(), "AuthMethod=Reject", "RFC 7143, 6.3.2");

        IscsiLoginScript eager;
        SetUp(eager, MakeAuthentication());
        pairs.back().value = "CHAP";
        eager.Ask(pairs);
        eager.Ask({{"CHAP_A", "5"}, {"CHAP_N", "alice"}});
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(eager.GetStatus()), 0x0200, "one step at a time");
    }

    uint32_t m_identifier{0}; //!< the last challenge's identifier
};

/**
 * @ingroup iscsi-tests
 *
 * A target that skips the proof it owes.
 */
class IscsiChapRogueTestCase : public TestCase
{
  public:
    IscsiChapRogueTestCase()
        : TestCase("an initiator insists on the target's proof (RFC 7143, 12.1.3)")
    {
    }

  private:
    /**
     * Bring an initiator to the point where the target owes it a proof.
     *
     * @param login the initiator
     * @return a response for the proof
     */
    IscsiLoginResponseHeader Begin(IscsiInitiatorLogin& login)
    {
        IscsiLoginRequestHeader request;
        login.NextRequest(request);
        NS_TEST_EXPECT_MSG_EQ(request.transit, false, "not without authentication");
        IscsiLoginResponseHeader response;
        response.initiatorTaskTag = request.initiatorTaskTag;
        response.isid = request.isid;
        login.Handle(response, Make({{"AuthMethod", "CHAP"}}));
        login.NextRequest(request);
        NS_TEST_EXPECT_MSG_EQ(request.transit, false, "CHAP has begun");
        login.Handle(response, Make({{"CHAP_A", "5"}, {"CHAP_I", "1"}, {"CHAP_C", "0x01"}}));
        m_request = login.NextRequest(request);
        NS_TEST_EXPECT_MSG_EQ(request.transit, true, "the last step");
        response.transit = true;
        response.nextStage = IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION;
        return response;
    }

    /**
     * @param pairs keys and values
     * @return a data segment
     */
    static Ptr<Packet> Make(const std::vector<IscsiTextKeys::Pair>& pairs)
    {
        IscsiTextKeys keys;
        for (const auto& pair : pairs)
        {
            keys.Add(pair.key, pair.value);
        }
        return keys.ToPacket();
    }

    void DoRun() override
    {
        const auto proposals = MakeProposals(MakeAuthentication());
        IscsiInitiatorLogin skipped(proposals, {}, 1);
        auto response = Begin(skipped);
        skipped.Handle(response, Create<Packet>());
        NS_TEST_EXPECT_MSG_EQ(skipped.GetError(), "the target did not prove itself", "skipped");

        // the initiator's own secret proves nothing (RFC 7143, 9.2.1)
        auto fooled = MakeAuthentication();
        fooled.mutualSecret = CHAP_SECRET;
        IscsiInitiatorLogin reflected(MakeProposals(fooled), {}, 1);
        response = Begin(reflected);
        std::string error;
        const auto asked = IscsiTextKeys::Parse(m_request, error);
        const auto answer = FormatIscsiBinary(
            IscsiChapHash(IscsiChapAlgorithm::MD5)
                .Respond(
                    static_cast<uint8_t>(*ParseIscsiNumber(asked->Find("CHAP_I").value_or(""))),
                    CHAP_SECRET,
                    *ParseIscsiBinary(asked->Find("CHAP_C").value_or(""))));
        reflected.Handle(response, Make({{"CHAP_N", "storage"}, {"CHAP_R", answer}}));
        NS_TEST_EXPECT_MSG_EQ(reflected.GetError(),
                              "the target did not prove itself: CHAP response is this side's own",
                              "reflected");
    }

    Ptr<Packet> m_request; //!< data segment of the initiator's last request
};

/**
 * @ingroup iscsi-tests
 *
 * Logins over TCP with the attributes, with every log of the module on: the same challenges each
 * time, and no secret anywhere.
 */
class IscsiChapAttributesTestCase : public TestCase
{
  public:
    IscsiChapAttributesTestCase()
        : TestCase("attributes, determinism, and secrets in no log, trace or PDU")
    {
    }

  private:
    /// What a run said.
    struct Outcome
    {
        bool isIn;        //!< the login succeeded
        std::string said; //!< logs, traces and PDUs
    };

    /**
     * Log in.
     *
     * @param secret the initiator's idea of its secret
     * @return the outcome
     */
    Outcome Run(const std::string& secret)
    {
        std::ostringstream said;
        auto* const old = std::clog.rdbuf(said.rdbuf());
        LogComponentEnable("IscsiNegotiator", LOG_LEVEL_ALL);
        LogComponentEnable("IscsiApplication", LOG_LEVEL_ALL);
        LogComponentEnable("IscsiTarget", LOG_LEVEL_ALL);
        LogComponentEnable("IscsiInitiator", LOG_LEVEL_ALL);
        LogComponentEnable("IscsiConnection", LOG_LEVEL_ALL);
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        for (auto* helper : {&bench.initiatorHelper})
        {
            helper->SetAttribute("AuthMethod", StringValue("CHAP"));
            helper->SetAttribute("ChapUser", StringValue("alice"));
            helper->SetAttribute("ChapSecret", StringValue(secret));
            helper->SetAttribute("ChapMutualUser", StringValue("storage"));
            helper->SetAttribute("ChapMutualSecret", StringValue(MUTUAL));
        }
        bench.targetHelper.SetAttribute("AuthMethod", StringValue("CHAP"));
        bench.targetHelper.SetAttribute("ChapUser", StringValue("bob"));
        bench.targetHelper.SetAttribute("ChapSecret", StringValue("the-secret-of-bob"));
        bench.targetHelper.SetAttribute("ChapMutualUser", StringValue("storage"));
        bench.targetHelper.SetAttribute("ChapMutualSecret", StringValue(MUTUAL));
        bench.InstallTarget();
        bench.target->AddChapUser("alice", CHAP_SECRET);
        bench.target->AssignStreams(5);
        const auto initiator = bench.InstallInitiator();
        initiator->AssignStreams(6);
        const Callback<void, const std::string&> keepError(
            [&said](const std::string& what) { said << what << '\n'; });
        const Callback<void, Ptr<const Packet>, IscsiOpcode> keepPdu(
            [&said](Ptr<const Packet> pdu, IscsiOpcode) {
                const auto bytes = IscsiTestBench::GetBytes(pdu);
                said.write(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            });
        for (const Ptr<Application>& application :
             std::vector<Ptr<Application>>{initiator, bench.target})
        {
            application->TraceConnectWithoutContext("ProtocolError", keepError);
            application->TraceConnectWithoutContext("PduSent", keepPdu);
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        const Outcome outcome{bench.target->GetSessionCount() == 1, said.str()};
        Simulator::Destroy();
        LogComponentDisableAll(LOG_LEVEL_ALL);
        std::clog.rdbuf(old);
        return outcome;
    }

    void DoRun() override
    {
        const auto right = Run(CHAP_SECRET);
        NS_TEST_EXPECT_MSG_EQ(right.isIn, true, "one of two users");
        NS_TEST_EXPECT_MSG_EQ((right.said.find("CHAP_R=0x") != std::string::npos), true, "heard");
        NS_TEST_EXPECT_MSG_EQ(GetPdus(Run(CHAP_SECRET)), GetPdus(right), "deterministic");
        const auto wrong = Run("a-secret-too-many");
        NS_TEST_EXPECT_MSG_EQ(wrong.isIn, false, "refused");
        NS_TEST_EXPECT_MSG_EQ((wrong.said.find("0201") != std::string::npos), true, "and told so");
        for (const auto& secret :
             {CHAP_SECRET, MUTUAL, std::string("secret-"), std::string("-secret")})
        {
            NS_TEST_EXPECT_MSG_EQ(right.said.find(secret), std::string::npos, "no secret");
            NS_TEST_EXPECT_MSG_EQ(wrong.said.find(secret), std::string::npos, "no secret");
        }
        StringValue value;
        NS_TEST_EXPECT_MSG_EQ(
            CreateObject<IscsiTarget>()->GetAttributeFailSafe("ChapSecret", value),
            false,
            "cannot be read");
    }

    /**
     * @param outcome what came of a run
     * @return the keys of CHAP in it
     */
    static std::string GetPdus(const Outcome& outcome)
    {
        std::string keys;
        for (auto at = outcome.said.find("CHAP_"); at != std::string::npos;
             at = outcome.said.find("CHAP_", at + 1))
        {
            keys += outcome.said.substr(at, outcome.said.find('\0', at) - at) + " ";
        }
        return keys;
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Each connection of a session authenticates itself (RFC 7143, 12: the keys have connection scope).
 */
class IscsiChapConnectionsTestCase : public TestCase
{
  public:
    IscsiChapConnectionsTestCase()
        : TestCase("CHAP on every connection of a session (RFC 7143, 12)")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        for (const auto& [name, value] : std::map<std::string, std::string>{
                 {"AuthMethod", "CHAP"},
                 {"ChapUser", "alice"},
                 {"ChapSecret", CHAP_SECRET},
                 {"ChapMutualUser", "storage"},
                 {"ChapMutualSecret", MUTUAL},
                 {"HeaderDigest", "CRC32C,None"},
             })
        {
            bench.initiatorHelper.SetAttribute(name, StringValue(value));
            bench.targetHelper.SetAttribute(name, StringValue(value));
        }
        bench.initiatorHelper.SetAttribute("Connections", UintegerValue(3));
        bench.targetHelper.SetAttribute("MaxConnections", UintegerValue(3));
        bench.InstallTarget();
        const auto initiator = bench.InstallInitiator();
        uint32_t proofs = 0;
        const Callback<void, Ptr<const Packet>, IscsiOpcode> count([&proofs](Ptr<const Packet> pdu,
                                                                             IscsiOpcode opcode) {
            const auto bytes = IscsiTestBench::GetBytes(pdu);
            const std::string text(bytes.begin(), bytes.end());
            proofs +=
                opcode == IscsiOpcode::LOGIN_RESPONSE && text.find("CHAP_R=0x") != std::string::npos
                    ? 1
                    : 0;
        });
        bench.target->TraceConnectWithoutContext("PduSent", count);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(initiator->GetSession()->GetConnections().size(), 3, "all are in");
        NS_TEST_EXPECT_MSG_EQ(bench.target->GetSessionCount(), 1, "in one session");
        NS_TEST_EXPECT_MSG_EQ(proofs, 3, "the target proved itself on each");
        NS_TEST_EXPECT_MSG_EQ(initiator->GetSession()->GetParameters().maxConnections,
                              3,
                              "the session's own values stay");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Contradictions of a user, which are told without a secret.
 */
class IscsiAuthenticationTestCase : public TestCase
{
  public:
    IscsiAuthenticationTestCase()
        : TestCase("what Validate says of the authentication (RFC 7143, 9.2.1)")
    {
    }

  private:
    /**
     * Change something and validate.
     *
     * @param role which side
     * @param error what Validate says
     * @param change changes it
     */
    void Check(IscsiRole role,
               const std::string& error,
               std::function<void(IscsiAuthentication&)> change)
    {
        auto authentication = MakeAuthentication();
        change(authentication);
        NS_TEST_EXPECT_MSG_EQ(authentication.Validate(role), error, "");
    }

    void DoRun() override
    {
        const auto initiator = IscsiRole::INITIATOR;
        const auto target = IscsiRole::TARGET;
        Check(initiator, "", [](auto&) {});
        Check(target, "", [](auto& a) { a.algorithms = "SHA256"; });
        Check(initiator, "ChapAlgorithms is SHA256 but an initiator must offer MD5", [](auto& a) {
            a.algorithms = "SHA256";
        });
        Check(target, "ChapAlgorithms is SHA1 but must be a list of SHA256 or MD5", [](auto& a) {
            a.algorithms = "SHA1";
        });
        Check(target, "AuthMethod is SRP but must be a list of CHAP or None", [](auto& a) {
            a.methods = "SRP";
        });
        Check(target,
              "AuthMethod is None but must contain CHAP, because ChapUser is set",
              [](auto& a) { a.methods = "None"; });
        const std::string tooShort =
            "ChapSecret must have 12 bytes or more, and ChapUser must not be empty";
        Check(target, tooShort, [](auto& a) { a.users["bob"] = "eleven-byte"; });
        Check(initiator, tooShort, [](auto& a) { a.users.clear(); });
        Check(initiator,
              "ChapMutualSecret must have 12 bytes or more, and ChapMutualUser must not be empty",
              [](auto& a) { a.mutualSecret = "eleven-byte"; });
        Check(target, "ChapMutualSecret must not be the ChapSecret of an initiator", [](auto& a) {
            a.mutualSecret = CHAP_SECRET;
        });
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Authentication with CHAP.
 */
class IscsiChapTestSuite : public TestSuite
{
  public:
    IscsiChapTestSuite()
        : TestSuite("iscsi-chap", Type::UNIT)
    {
        AddTestCase(new IscsiChapHashTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiChapLoginTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiChapScriptTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiChapRogueTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiChapAttributesTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiChapConnectionsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiAuthenticationTestCase, TestCase::Duration::QUICK);
    }
};

static IscsiChapTestSuite g_iscsiChapTestSuite; //!< registers the suite
