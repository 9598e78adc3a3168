/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-login-script.h"

#include "ns3/test.h"

#include <functional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// The logins at the target.
using AtTarget = IscsiTargetLogin::Progress;
/// The logins at the initiator.
using AtInitiator = IscsiInitiatorLogin::Progress;

/**
 * @param pairs keys and values
 * @return the bytes of a data segment
 */
std::string
ToText(const std::vector<IscsiTextKeys::Pair>& pairs)
{
    IscsiTextKeys keys;
    for (const auto& pair : pairs)
    {
        keys.Add(pair.key, pair.value);
    }
    return keys.ToText();
}

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * A first request that a target refuses, with the status it should.
 */
class IscsiLoginRefusedTestCase : public TestCase
{
  public:
    /// Changes the first request of a login and its keys, or what the portal says.
    using Spoil =
        std::function<void(IscsiLoginScript& script, std::vector<IscsiTextKeys::Pair>& pairs)>;

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
        IscsiLoginScript script;
        auto pairs = IscsiLoginScript::GetNames();
        m_spoil(script, pairs);
        NS_TEST_EXPECT_MSG_EQ((script.Ask(pairs) == AtTarget::REFUSED), true, "refused");
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(script.GetStatus()),
                              static_cast<int>(m_status),
                              script.target.GetError());
        NS_TEST_EXPECT_MSG_EQ(script.target.GetError().empty(), false, "there is a reason");
        // T, CSG and NSG are reserved in a refusal (RFC 7143, 6.3.1)
        NS_TEST_EXPECT_MSG_EQ(script.response.transit, false, "T bit");
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(script.response.currentStage), 0, "CSG");
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(script.response.nextStage), 0, "NSG");
    }

    IscsiLoginStatus m_status; //!< the status expected
    Spoil m_spoil;             //!< makes the request wrong
};

/**
 * @ingroup iscsi-tests
 *
 * What all requests of a login must have in common (RFC 7143, 6.3 and 11.12.5 to 11.12.8).
 */
class IscsiLoginConstantsTestCase : public TestCase
{
  public:
    IscsiLoginConstantsTestCase()
        : TestCase("ITT, ISID, TSIH, CID and CmdSN stay (RFC 7143, 11.12)")
    {
    }

  private:
    /**
     * Change something in the second request.
     *
     * @param name what
     * @param tsih TSIH of the login
     * @param refused whether that is an error
     * @param change changes it
     */
    void Check(const std::string& name,
               uint16_t tsih,
               bool refused,
               std::function<void(IscsiLoginRequestHeader&)> change)
    {
        IscsiLoginScript script;
        script.request.tsih = tsih;
        NS_TEST_EXPECT_MSG_EQ((script.Ask(IscsiLoginScript::GetNames()) == AtTarget::CONTINUES),
                              true,
                              script.target.GetError());
        script.request.currentStage = OPERATIONAL;
        script.request.nextStage = FULL_FEATURE;
        change(script.request);
        NS_TEST_EXPECT_MSG_EQ((script.Ask("") == AtTarget::REFUSED), refused, name);
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(script.GetStatus()), (refused ? 0x0200 : 0), name);
    }

    void DoRun() override
    {
        Check("nothing", 0, false, [](auto&) {});
        Check("ITT", 0, true, [](auto& request) { request.initiatorTaskTag = 1; });
        Check("ISID", 0, true, [](auto& request) { request.isid[5] = 0; });
        Check("TSIH", 0, true, [](auto& request) { request.tsih = 77; });
        Check("CID", 0, true, [](auto& request) { request.cid = 8; });
        Check("CmdSN of a leading login", 0, true, [](auto& request) { request.cmdSn = 5; });
        Check("CmdSN of another login", 3, false, [](auto& request) { request.cmdSn = 5; });
        Check("stage that was left", 0, true, [](auto& request) {
            request.currentStage = IscsiLoginStage::SECURITY_NEGOTIATION;
            request.nextStage = OPERATIONAL;
        });
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Texts that the C bit spreads over several requests.
 */
class IscsiLoginLongRequestTestCase : public TestCase
{
  public:
    IscsiLoginLongRequestTestCase()
        : TestCase("a request's text in several PDUs (RFC 7143, 6.1 and 6.2)")
    {
    }

  private:
    /**
     * Send a text in pieces of a size.
     *
     * @param size the size, bytes
     */
    void CheckPieces(std::size_t size)
    {
        IscsiLoginScript script;
        auto pairs = IscsiLoginScript::GetNames();
        pairs.push_back({"X-com.example.long", std::string(8192, 'v')});
        const auto text = ToText(pairs);
        std::size_t offset = 0;
        for (; offset + size < text.size(); offset += size)
        {
            script.request.cont = true;
            script.request.transit = false;
            NS_TEST_ASSERT_MSG_EQ((script.Ask(text.substr(offset, size)) == AtTarget::CONTINUES),
                                  true,
                                  script.target.GetError());
            // an answer without a data segment, and nothing decided
            NS_TEST_EXPECT_MSG_EQ(script.segment->GetSize(), 0, "nothing to say yet");
            NS_TEST_EXPECT_MSG_EQ(script.response.transit, false, "T bit");
            NS_TEST_EXPECT_MSG_EQ(script.portal.admitted.size(), 0, "nobody known yet");
        }
        script.request.cont = false;
        script.request.transit = true;
        script.Ask(text.substr(offset));
        NS_TEST_EXPECT_MSG_EQ(script.GetAnswer(),
                              "X-com.example.long=NotUnderstood TargetPortalGroupTag=1",
                              "the whole text");
        NS_TEST_EXPECT_MSG_EQ(script.response.transit, true, "on to the next stage");
        NS_TEST_EXPECT_MSG_EQ(script.portal.admitted.size(), 1, "known");
    }

    void DoRun() override
    {
        CheckPieces(8192);
        CheckPieces(100);
        CheckPieces(7);

        // 65536 bytes are taken, one more is not; 8 requests of 8192
        for (const bool tooMuch : {false, true})
        {
            IscsiLoginScript script;
            script.request.cont = true;
            script.request.transit = false;
            for (int i = 0; i < 8; i++)
            {
                NS_TEST_EXPECT_MSG_EQ((script.Ask(std::string(8192, 'a')) == AtTarget::CONTINUES),
                                      true,
                                      "within 64 KiB");
            }
            script.Ask(tooMuch ? "a" : "");
            NS_TEST_EXPECT_MSG_EQ(static_cast<int>(script.GetStatus()),
                                  (tooMuch ? 0x0302 : 0),
                                  "out of resources");
        }
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Answers that do not fit into one response.
 */
class IscsiLoginLongAnswerTestCase : public TestCase
{
  public:
    IscsiLoginLongAnswerTestCase()
        : TestCase("a response's text in several PDUs (RFC 7143, 6.2 and 11.13.7)")
    {
    }

  private:
    /**
     * Ask for an answer of more than 8192 bytes.
     *
     * @param script the target
     */
    void AskForMuch(IscsiLoginScript& script)
    {
        auto pairs = IscsiLoginScript::GetNames();
        // 260 answers of 63 + 1 + 13 + 1 bytes and the tag's 23: 20303 bytes
        for (int i = 100; i < 360; i++)
        {
            pairs.push_back({"X-" + std::to_string(i) + std::string(58, 'k'), "1"});
        }
        const auto text = ToText(pairs);
        script.request.cont = true;
        script.request.transit = false;
        std::size_t offset = 0;
        for (; offset + 8192 < text.size(); offset += 8192)
        {
            script.Ask(text.substr(offset, 8192));
        }
        script.request.cont = false;
        script.request.transit = true;
        script.Ask(text.substr(offset));
    }

    void DoRun() override
    {
        IscsiLoginScript script;
        AskForMuch(script);
        for (const uint32_t size : {8192, 8192, 20303 - 2 * 8192})
        {
            const bool isLast = size < 8192;
            NS_TEST_EXPECT_MSG_EQ(script.segment->GetSize(), size, "piece of the answer");
            NS_TEST_EXPECT_MSG_EQ(script.response.cont, !isLast, "C bit");
            NS_TEST_EXPECT_MSG_EQ(script.response.transit, isLast, "T bit");
            if (!isLast)
            {
                NS_TEST_EXPECT_MSG_EQ((script.Ask("") == AtTarget::CONTINUES), true, "go on");
            }
        }

        IscsiLoginScript rude;
        AskForMuch(rude);
        rude.Ask({{"X-more", "1"}});
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(rude.GetStatus()), 0x0200, "it was not its turn");

        // an initiator puts such an answer together
        IscsiInitiatorLogin initiator(IscsiLoginScript::MakeInitiatorProposals(), {}, 1);
        IscsiLoginRequestHeader request;
        initiator.NextRequest(request);
        IscsiLoginResponseHeader response;
        response.initiatorTaskTag = request.initiatorTaskTag;
        response.cont = true;
        const auto half = [](const std::string& text) {
            return Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()), text.size());
        };
        initiator.Handle(response, half("AuthMethod=No"));
        NS_TEST_EXPECT_MSG_EQ(initiator.NextRequest(request), nullptr, "no data segment");
        response.cont = false;
        response.transit = true;
        response.nextStage = OPERATIONAL;
        using namespace std::string_literals;
        NS_TEST_EXPECT_MSG_EQ(
            (initiator.Handle(response, half("ne\0TargetAlias=a\0"s)) == AtInitiator::CONTINUES),
            true,
            initiator.GetError());
        NS_TEST_EXPECT_MSG_EQ(initiator.GetResult().targetAlias, "a", "put together");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * What a target learns and says when a login comes to its end.
 */
class IscsiLoginEndTestCase : public TestCase
{
  public:
    IscsiLoginEndTestCase()
        : TestCase("TSIH at the end, from one stage or two (RFC 7143, 6.3 and 11.13.3)")
    {
    }

  private:
    void DoRun() override
    {
        IscsiLoginScript direct;
        direct.request.nextStage = FULL_FEATURE;
        NS_TEST_EXPECT_MSG_EQ((direct.Ask(IscsiLoginScript::GetNames()) == AtTarget::DONE),
                              true,
                              "security stage straight to full feature phase");
        NS_TEST_EXPECT_MSG_EQ(direct.response.tsih, 77, "new");
        NS_TEST_EXPECT_MSG_EQ(direct.target.GetIdentity().tsih, 77, "new");
        NS_TEST_EXPECT_MSG_EQ(direct.portal.admitted.at(0).tsih, 0, "asked for");
        NS_TEST_EXPECT_MSG_EQ(direct.portal.admitted.at(0).cid, 9, "asked for");

        IscsiLoginScript later;
        later.request.tsih = 5;
        later.request.currentStage = OPERATIONAL;
        later.request.nextStage = FULL_FEATURE;
        NS_TEST_EXPECT_MSG_EQ((later.Ask(IscsiLoginScript::GetNames()) == AtTarget::DONE),
                              true,
                              "another connection, operational stage only");
        NS_TEST_EXPECT_MSG_EQ(later.response.tsih, 5, "the session's");

        IscsiLoginScript lost;
        lost.request.nextStage = FULL_FEATURE;
        lost.portal.completion = IscsiLoginStatus::SESSION_DOES_NOT_EXIST;
        NS_TEST_EXPECT_MSG_EQ((lost.Ask(IscsiLoginScript::GetNames()) == AtTarget::REFUSED),
                              true,
                              "gone meanwhile");
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(lost.GetStatus()), 0x020a, "gone meanwhile");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A redirection: the address is in the answer, without a portal group tag (RFC 7143, 13.8).
 */
class IscsiLoginRedirectTestCase : public TestCase
{
  public:
    IscsiLoginRedirectTestCase()
        : TestCase("redirection carries TargetAddress (RFC 7143, 11.13.5)")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto status : {IscsiLoginStatus::TARGET_MOVED_TEMPORARILY,
                                  IscsiLoginStatus::TARGET_MOVED_PERMANENTLY})
        {
            IscsiLoginScript script;
            script.portal.admission = status;
            script.portal.terms.redirect = "10.0.0.9:3261";
            IscsiInitiatorLogin initiator(IscsiLoginScript::MakeInitiatorProposals(), {}, 1);
            NS_TEST_EXPECT_MSG_EQ((script.Run(initiator) == AtInitiator::FAILED), true, "over");
            NS_TEST_EXPECT_MSG_EQ(static_cast<int>(script.GetStatus()),
                                  static_cast<int>(status),
                                  "said");
            NS_TEST_EXPECT_MSG_EQ(script.GetAnswer(), "TargetAddress=10.0.0.9:3261", "said");
            NS_TEST_EXPECT_MSG_EQ(initiator.GetRedirect(), "10.0.0.9:3261", "heard");
        }
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Responses that make an initiator give up.
 */
class IscsiLoginBadResponseTestCase : public TestCase
{
  public:
    IscsiLoginBadResponseTestCase()
        : TestCase("responses against RFC 7143, 6.3 and 11.13, end the login")
    {
    }

  private:
    /**
     * Change a response that would otherwise be right: the answer of an empty target to the first
     * request of the operational stage.
     *
     * @param error what the initiator says, "" if it is content
     * @param change changes it
     */
    void Check(const std::string& error,
               std::function<void(IscsiLoginResponseHeader&, std::string&)> change)
    {
        IscsiLoginScript script;
        IscsiInitiatorLogin initiator(IscsiLoginScript::MakeInitiatorProposals(), {}, 1);
        for (int i = 0; i < 2; i++)
        {
            IscsiLoginRequestHeader request;
            const auto text = initiator.NextRequest(request);
            script.response = IscsiLoginResponseHeader();
            script.segment = nullptr;
            script.target.Handle(request, text, script.response, script.segment);
            if (i == 0)
            {
                initiator.Handle(script.response, script.segment);
            }
        }
        std::string text(script.segment->GetSize(), '\0');
        script.segment->CopyData(reinterpret_cast<uint8_t*>(text.data()), text.size());
        change(script.response, text);
        const auto data =
            Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()), text.size());
        const auto progress = initiator.Handle(script.response, data);
        NS_TEST_EXPECT_MSG_EQ(initiator.GetError(), error, error);
        NS_TEST_EXPECT_MSG_EQ((progress == AtInitiator::FAILED), !error.empty(), error);
    }

    void DoRun() override
    {
        using namespace std::string_literals;
        Check("", [](auto&, auto&) {});
        Check("login response names no session", [](auto& response, auto&) { response.tsih = 0; });
        Check("login response belongs to another login",
              [](auto& response, auto&) { response.isid[0] = 1; });
        Check("login response belongs to another login",
              [](auto& response, auto&) { response.initiatorTaskTag = 7; });
        Check("login response belongs to another stage", [](auto& response, auto&) {
            response.currentStage = IscsiLoginStage::SECURITY_NEGOTIATION;
        });
        Check("login response goes back to an earlier stage",
              [](auto& response, auto&) { response.nextStage = OPERATIONAL; });
        Check("login response moves to the next stage unrequested",
              [](auto& response, auto&) { response.cont = true; });
        Check("MaxConnections was not answered",
              [](auto&, auto& text) { text.replace(text.find("MaxConnections="), 17, ""); });
        Check("login response: the key X-a is repeated",
              [](auto&, auto& text) { text = "X-a=1\0X-a=1\0"s; });
        Check("login refused with status 0300, Target error",
              [](auto& response, auto&) { response.SetStatus(IscsiLoginStatus::TARGET_ERROR); });
        Check("login refused with status 0101, Target moved temporarily",
              [](auto& response, auto&) {
                  response.SetStatus(IscsiLoginStatus::TARGET_MOVED_TEMPORARILY);
              });
    }
};

/**
 * @ingroup iscsi-tests
 *
 * The rules of a login, without a network.
 */
class IscsiLoginRulesTestSuite : public TestSuite
{
  public:
    IscsiLoginRulesTestSuite()
        : TestSuite("iscsi-login-rules", Type::UNIT)
    {
        AddTestCase(new IscsiLoginConstantsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiLoginLongRequestTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiLoginLongAnswerTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiLoginEndTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiLoginRedirectTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiLoginBadResponseTestCase, TestCase::Duration::QUICK);
        AddRefusedHeaders();
        AddRefusedKeys();
    }

  private:
    /**
     * Add a login that is refused.
     *
     * @param name what is wrong
     * @param status the status expected
     * @param spoil makes it so
     */
    void Add(const std::string& name,
             IscsiLoginStatus status,
             IscsiLoginRefusedTestCase::Spoil spoil)
    {
        AddTestCase(new IscsiLoginRefusedTestCase(name, status, spoil), TestCase::Duration::QUICK);
    }

    /**
     * Add the logins that are refused for their headers.
     */
    void AddRefusedHeaders()
    {
        const auto error = IscsiLoginStatus::INITIATOR_ERROR;
        Add("version (RFC 7143, 11.12.4)",
            IscsiLoginStatus::UNSUPPORTED_VERSION,
            [](auto& script, auto&) {
                script.request.versionMin = 1;
                script.request.versionMax = 1;
            });
        Add("reserved stage (RFC 7143, 11.12.3)", error, [](auto& script, auto&) {
            script.request.currentStage = static_cast<IscsiLoginStage>(2);
        });
        Add("reserved next stage (RFC 7143, 11.12.3)", error, [](auto& script, auto&) {
            script.request.nextStage = static_cast<IscsiLoginStage>(2);
        });
        Add("begins in full feature phase (RFC 7143, 6.3)", error, [](auto& script, auto&) {
            script.request.currentStage = FULL_FEATURE;
        });
        Add("same stage (RFC 7143, 6.3)", error, [](auto& script, auto&) {
            script.request.nextStage = IscsiLoginStage::SECURITY_NEGOTIATION;
        });
        Add("stage going back (RFC 7143, 6.3)", error, [](auto& script, auto&) {
            script.request.currentStage = OPERATIONAL;
            script.request.nextStage = IscsiLoginStage::SECURITY_NEGOTIATION;
        });
        Add("C and T bits (RFC 7143, 6.2)", error, [](auto& script, auto&) {
            script.request.cont = true;
        });
        for (const auto status : {IscsiLoginStatus::AUTHORIZATION_FAILURE,
                                  IscsiLoginStatus::TARGET_NOT_FOUND,
                                  IscsiLoginStatus::TARGET_REMOVED,
                                  IscsiLoginStatus::TOO_MANY_CONNECTIONS,
                                  IscsiLoginStatus::CANNOT_INCLUDE_IN_SESSION,
                                  IscsiLoginStatus::SESSION_TYPE_NOT_SUPPORTED,
                                  IscsiLoginStatus::SESSION_DOES_NOT_EXIST,
                                  IscsiLoginStatus::TARGET_ERROR,
                                  IscsiLoginStatus::SERVICE_UNAVAILABLE,
                                  IscsiLoginStatus::OUT_OF_RESOURCES})
        {
            Add("the portal's own status " + std::to_string(static_cast<int>(status)),
                status,
                [status](auto& script, auto&) { script.portal.admission = status; });
        }
    }

    /**
     * Add the logins that are refused for their keys.
     */
    void AddRefusedKeys()
    {
        const auto error = IscsiLoginStatus::INITIATOR_ERROR;
        const auto missing = IscsiLoginStatus::MISSING_PARAMETER;
        Add("no InitiatorName (RFC 7143, 6.3)", missing, [](auto&, auto& pairs) {
            pairs.erase(pairs.begin());
        });
        Add("no TargetName (RFC 7143, 6.3)", missing, [](auto&, auto& pairs) { pairs.pop_back(); });
        Add("no keys at all (RFC 7143, 6.3)", missing, [](auto&, auto& pairs) { pairs.clear(); });
        Add("InitiatorName is none (RFC 7143, 4.2.7)", error, [](auto&, auto& pairs) {
            pairs[0].value = "host";
        });
        Add("unknown SessionType (RFC 7143, 13.21)",
            IscsiLoginStatus::SESSION_TYPE_NOT_SUPPORTED,
            [](auto&, auto& pairs) { pairs.push_back({"SessionType", "Other"}); });
        Add("repeated key (RFC 7143, 6.3)", error, [](auto&, auto& pairs) {
            pairs.push_back(pairs[0]);
        });
        Add("leading key in another login (RFC 7143, 6.3.3)", error, [](auto& script, auto& pairs) {
            script.request.tsih = 5;
            script.request.currentStage = OPERATIONAL;
            script.request.nextStage = FULL_FEATURE;
            pairs.push_back({"MaxConnections", "4"});
        });
    }
};

static IscsiLoginRulesTestSuite g_iscsiLoginRulesTestSuite; //!< registers the suite
