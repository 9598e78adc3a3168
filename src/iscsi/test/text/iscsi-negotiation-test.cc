/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-login-script.h"

#include "ns3/iscsi-negotiated-values.h"
#include "ns3/iscsi-negotiator.h"
#include "ns3/test.h"

#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr auto SECURITY = IscsiLoginStage::SECURITY_NEGOTIATION;

/// Keys and values, in order.
using Pairs = std::vector<IscsiTextKeys::Pair>;

/**
 * @param pairs keys and values
 * @return them as a text
 */
IscsiTextKeys
MakeKeys(const Pairs& pairs)
{
    IscsiTextKeys keys;
    for (const auto& pair : pairs)
    {
        keys.Add(pair.key, pair.value);
    }
    return keys;
}

/**
 * @return what an initiator proposes if nothing is set
 */
IscsiSessionParameters
MakeInitiator()
{
    IscsiSessionParameters parameters;
    parameters.initiatorName = "iqn.2001-04.com.example:host";
    parameters.targetName = "iqn.2001-04.com.example:disk";
    return parameters;
}

/**
 * @return what a target proposes if nothing is set
 */
IscsiSessionParameters
MakeTarget()
{
    IscsiSessionParameters parameters;
    parameters.targetName = "iqn.2001-04.com.example:disk";
    parameters.targetPortalGroupTag = 1;
    return parameters;
}

/// What an initiator must say first.
const Pairs NAMES{
    {"InitiatorName", "iqn.2001-04.com.example:host"},
    {"TargetName", "iqn.2001-04.com.example:disk"},
};

/**
 * Let two sides negotiate until both have nothing more to say.
 *
 * @param initiator the initiator's side
 * @param target the target's side
 * @return rounds it took, 10 if it does not end
 */
int
Negotiate(IscsiNegotiator& initiator, IscsiNegotiator& target)
{
    int rounds = 0;
    while (rounds < 10 && initiator.HasMore(OPERATIONAL) && !target.HasFailed())
    {
        rounds++;
        initiator.Accept(target.Respond(initiator.Offer(OPERATIONAL), OPERATIONAL), OPERATIONAL);
    }
    return rounds;
}

} // namespace

/**
 * @ingroup iscsi
 *
 * Every negotiated key with every combination that matters, offered by the initiator and answered
 * by the target: the answer and the values both hold in the end. Then the same answers the other
 * way round: the target offers what the initiator left out.
 */
class IscsiResultFunctionTest : public TestCase
{
  public:
    IscsiResultFunctionTest()
        : TestCase("Result functions of all negotiated keys, from both sides")
    {
    }

  private:
    /// One combination.
    struct Row
    {
        std::string key;       //!< the key
        std::string initiator; //!< what the initiator wants
        std::string target;    //!< what the target wants
        std::string result;    //!< what both get
    };

    void DoRun() override
    {
        // RFC 7143, chapter 13: OR, AND, minimum, maximum, and first of the offer that suits
        const std::vector<Row> rows{
            {"InitialR2T", "Yes", "Yes", "Yes"},
            {"InitialR2T", "Yes", "No", "Yes"},
            {"InitialR2T", "No", "Yes", "Yes"},
            {"InitialR2T", "No", "No", "No"},
            {"ImmediateData", "Yes", "Yes", "Yes"},
            {"ImmediateData", "Yes", "No", "No"},
            {"ImmediateData", "No", "Yes", "No"},
            {"ImmediateData", "No", "No", "No"},
            {"DataPDUInOrder", "No", "No", "No"},
            {"DataPDUInOrder", "No", "Yes", "Yes"},
            {"DataPDUInOrder", "Yes", "No", "Yes"},
            {"DataSequenceInOrder", "No", "No", "No"},
            {"DataSequenceInOrder", "No", "Yes", "Yes"},
            {"DataSequenceInOrder", "Yes", "No", "Yes"},
            {"MaxConnections", "4", "8", "4"},
            {"MaxConnections", "8", "4", "4"},
            {"MaxBurstLength", "1048576", "524288", "524288"},
            {"MaxBurstLength", "524288", "1048576", "524288"},
            {"FirstBurstLength", "4096", "8192", "4096"},
            {"FirstBurstLength", "8192", "4096", "4096"},
            {"DefaultTime2Wait", "0", "5", "5"},
            {"DefaultTime2Wait", "5", "0", "5"},
            {"DefaultTime2Retain", "0", "60", "0"},
            {"DefaultTime2Retain", "60", "30", "30"},
            {"MaxOutstandingR2T", "16", "4", "4"},
            {"MaxOutstandingR2T", "4", "16", "4"},
            {"ErrorRecoveryLevel", "2", "1", "1"},
            {"ErrorRecoveryLevel", "0", "2", "0"},
            {"HeaderDigest", "CRC32C,None", "CRC32C,None", "CRC32C"},
            {"HeaderDigest", "CRC32C,None", "None,CRC32C", "CRC32C"},
            {"HeaderDigest", "None,CRC32C", "CRC32C,None", "None"},
            {"HeaderDigest", "CRC32C,None", "None", "None"},
            {"DataDigest", "CRC32C", "None,CRC32C", "CRC32C"},
            {"DataDigest", "None", "CRC32C,None", "None"},
            {"TaskReporting",
             "FastAbort,ResponseFence,RFC3720",
             "RFC3720,ResponseFence,FastAbort",
             "FastAbort"},
            {"TaskReporting", "ResponseFence,RFC3720", "RFC3720", "RFC3720"},
            {"iSCSIProtocolLevel", "2", "1", "1"},
            {"iSCSIProtocolLevel", "0", "2", "0"},
        };
        for (const auto& row : rows)
        {
            CheckOffer(row);
            CheckTargetOffer(row);
        }
    }

    /**
     * The initiator offers.
     *
     * @param row the combination
     */
    void CheckOffer(const Row& row)
    {
        const auto what = row.key + " " + row.initiator + " " + row.target;
        auto proposals = MakeInitiator();
        proposals.SetText(row.key, row.initiator);
        NS_TEST_EXPECT_MSG_EQ(proposals.Validate(), "", what);
        IscsiNegotiator initiator(IscsiRole::INITIATOR, proposals);
        auto wishes = MakeTarget();
        wishes.SetText(row.key, row.target);
        IscsiNegotiator target(IscsiRole::TARGET, wishes);

        const auto offer = initiator.Offer(OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(offer.Find(row.key).value_or("none"), row.initiator, what);
        const auto answer = target.Respond(offer, OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(answer.Find(row.key).value_or("none"), row.result, what);
        initiator.Accept(answer, OPERATIONAL);
        for (const auto* side : {&initiator, &target})
        {
            NS_TEST_EXPECT_MSG_EQ(side->GetError(), "", what);
            NS_TEST_EXPECT_MSG_EQ(side->IsSettled(), true, what);
            NS_TEST_EXPECT_MSG_EQ(side->HasMore(OPERATIONAL), false, what);
            NS_TEST_EXPECT_MSG_EQ(side->GetResult().GetText(row.key).value(), row.result, what);
        }
    }

    /**
     * The target offers, for the initiator said nothing but its names: the row with its sides
     * exchanged.
     *
     * @param row the combination
     */
    void CheckTargetOffer(const Row& row)
    {
        const auto what = "offered by the target: " + row.key + " " + row.initiator;
        auto wishes = MakeTarget();
        wishes.SetText(row.key, row.initiator);
        IscsiNegotiator target(IscsiRole::TARGET, wishes);
        auto proposals = MakeInitiator();
        proposals.SetText(row.key, row.target);
        IscsiNegotiator initiator(IscsiRole::INITIATOR, proposals);

        const auto offer = target.Respond(MakeKeys(NAMES), OPERATIONAL).Find(row.key);
        const bool isDefault = wishes.GetText(row.key) == IscsiSessionParameters().GetText(row.key);
        NS_TEST_EXPECT_MSG_EQ(offer.has_value(), !isDefault, what);
        if (!offer)
        {
            return;
        }
        const auto answer =
            initiator.Respond(MakeKeys({{row.key, *offer}}), OPERATIONAL).Find(row.key);
        NS_TEST_EXPECT_MSG_EQ(answer.value_or("none"), row.result, what);
        target.Accept(MakeKeys({{row.key, answer.value_or("")}}), OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(target.GetError(), "", what);
        NS_TEST_EXPECT_MSG_EQ(target.IsSettled(), true, what);
        NS_TEST_EXPECT_MSG_EQ(target.GetResult().GetText(row.key).value(), row.result, what);
        NS_TEST_EXPECT_MSG_EQ(initiator.GetResult().GetText(row.key).value(), row.result, what);
    }
};

/**
 * @ingroup iscsi
 *
 * A target that is given single pairs: what it answers, and whether the login ends.
 */
class IscsiAnswerTest : public TestCase
{
  public:
    IscsiAnswerTest()
        : TestCase("Unknown, obsolete, out of range, irrelevant, repeated, misplaced keys")
    {
    }

  private:
    /**
     * Give a target the names and some more pairs.
     *
     * @param more the other pairs
     * @param answer the target's answers, without what it declares by itself
     * @param stage stage of the login
     */
    void CheckAnswer(const Pairs& more, const std::string& answer, IscsiLoginStage stage)
    {
        IscsiNegotiator target(IscsiRole::TARGET, MakeTarget());
        auto pairs = NAMES;
        pairs.insert(pairs.end(), more.begin(), more.end());
        target.Accept(MakeKeys(pairs), stage);
        NS_TEST_EXPECT_MSG_EQ(target.GetError(), "", answer);
        NS_TEST_EXPECT_MSG_EQ(PrintText(target.Offer(stage)).substr(0, answer.size()), answer, "");
    }

    /**
     * Give a target pairs that it must refuse.
     *
     * @param pairs all pairs of its first round
     * @param status status of the refusal
     * @param error what it says
     * @param stage stage of the login
     */
    void CheckRefusal(const Pairs& pairs,
                      IscsiLoginStatus status,
                      const std::string& error,
                      IscsiLoginStage stage = OPERATIONAL)
    {
        IscsiNegotiator target(IscsiRole::TARGET, MakeTarget());
        const auto answer = target.Respond(MakeKeys(pairs), stage);
        NS_TEST_EXPECT_MSG_EQ(target.HasFailed(), true, error);
        NS_TEST_EXPECT_MSG_EQ(static_cast<uint16_t>(target.GetStatus()),
                              static_cast<uint16_t>(status),
                              error);
        NS_TEST_EXPECT_MSG_EQ(target.GetError(), error, "");
        NS_TEST_EXPECT_MSG_EQ(answer.IsEmpty(), true, error);
    }

    void DoRun() override
    {
        CheckAnswers();
        CheckRefusals();
        CheckDiscovery();
    }

    /**
     * What is answered, and in what order.
     */
    void CheckAnswers()
    {
        CheckAnswer({{"X-com.example", "1"}}, "X-com.example=NotUnderstood", OPERATIONAL);
        CheckAnswer({{"OFMarker", "No"}, {"IFMarkInt", "2048~8192"}},
                    "OFMarker=Reject IFMarkInt=Reject",
                    OPERATIONAL);
        CheckAnswer({{"MaxBurstLength", "511"}}, "MaxBurstLength=Reject", OPERATIONAL);
        CheckAnswer({{"MaxBurstLength", "16777216"}}, "MaxBurstLength=Reject", OPERATIONAL);
        CheckAnswer({{"MaxBurstLength", "many"}}, "MaxBurstLength=Reject", OPERATIONAL);
        CheckAnswer({{"MaxBurstLength", "01000"}}, "MaxBurstLength=Reject", OPERATIONAL);
        // a list may be long, and what is not known in it counts for nothing (RFC 7143, 6.2.1)
        CheckAnswer({{"HeaderDigest", "Y-" + std::string(8000, 'a') + ",None"}},
                    "HeaderDigest=None",
                    OPERATIONAL);
        CheckAnswer({{"X-com.example", std::string(8192, 'a')}},
                    "X-com.example=NotUnderstood",
                    OPERATIONAL);
        CheckAnswer({{"MaxBurstLength", "0x1000"}}, "MaxBurstLength=4096", OPERATIONAL);
        CheckAnswer({{"InitialR2T", "yes"}}, "InitialR2T=Reject", OPERATIONAL);
        CheckAnswer({{"HeaderDigest", "X-com.example,None"}}, "HeaderDigest=None", OPERATIONAL);
        CheckAnswer({{"AuthMethod", "CHAP,None"}}, "AuthMethod=None", SECURITY);
        CheckAnswer({{"ErrorRecoveryLevel", "2"}, {"X-a", "1"}, {"ImmediateData", "No"}},
                    "ErrorRecoveryLevel=0 X-a=NotUnderstood ImmediateData=No",
                    OPERATIONAL);
        // no unsolicited data of any kind, in whichever order the keys come
        CheckAnswer({{"FirstBurstLength", "512"}, {"ImmediateData", "No"}, {"InitialR2T", "Yes"}},
                    "FirstBurstLength=Irrelevant ImmediateData=No InitialR2T=Yes",
                    OPERATIONAL);
        // the first burst is kept within the burst
        CheckAnswer({{"FirstBurstLength", "65536"}, {"MaxBurstLength", "4096"}},
                    "FirstBurstLength=4096 MaxBurstLength=4096",
                    OPERATIONAL);
    }

    /**
     * What ends the login.
     */
    void CheckRefusals()
    {
        const auto error = IscsiLoginStatus::INITIATOR_ERROR;
        const auto& initiatorName = NAMES[0];
        CheckRefusal({{"InitialR2T", "No"}},
                     IscsiLoginStatus::MISSING_PARAMETER,
                     "InitiatorName is missing");
        CheckRefusal({initiatorName}, IscsiLoginStatus::MISSING_PARAMETER, "TargetName is missing");
        CheckRefusal({initiatorName, initiatorName}, error, "InitiatorName is negotiated twice");
        CheckRefusal({{"TargetAlias", "a"}}, error, "TargetAlias was sent by the wrong side");
        CheckRefusal({{"MaxBurstLength", "512"}},
                     error,
                     "MaxBurstLength was sent in the wrong stage",
                     SECURITY);
        CheckRefusal({{"AuthMethod", "None"}}, error, "AuthMethod was sent in the wrong stage");
        CheckRefusal({{"SendTargets", "All"}}, error, "SendTargets was sent in the wrong stage");
        CheckRefusal({{"CHAP_A", "5"}}, error, "CHAP_A was not requested", SECURITY);
        CheckRefusal({{"AuthMethod", "CHAP"}},
                     IscsiLoginStatus::AUTHENTICATION_FAILURE,
                     "no value of AuthMethod=CHAP suits both sides",
                     SECURITY);
        CheckRefusal({{"DataDigest", "CRC32C"}},
                     error,
                     "no value of DataDigest=CRC32C suits both sides");
        CheckRefusal({{"MaxRecvDataSegmentLength", "511"}},
                     error,
                     "MaxRecvDataSegmentLength=511 but it must be 512 to 16777215");
        CheckRefusal({{"SessionType", "Other"}},
                     error,
                     "SessionType=Other but it must be Normal or Discovery");
        // reserved values may not be proposed (RFC 7143, 6.2)
        CheckRefusal({{"InitialR2T", "Irrelevant"}}, error, "InitialR2T=Irrelevant");
        CheckRefusal({{"InitialR2T", "Reject"}}, error, "InitialR2T=Reject");
        CheckRefusal({{"X-com.example", "NotUnderstood"}}, error, "X-com.example=NotUnderstood");
        // only the keys of RFC 7143, chapter 12, belong into the security stage
        CheckRefusal({{"X#NodeArchitecture", "a"}},
                     error,
                     "X#NodeArchitecture was sent in the wrong stage",
                     SECURITY);
        CheckLaterRepeat();
        CheckLaterConnection();
    }

    /**
     * A key may not come again in a later round either.
     */
    void CheckLaterRepeat()
    {
        IscsiNegotiator target(IscsiRole::TARGET, MakeTarget());
        auto pairs = NAMES;
        pairs.push_back({"MaxConnections", "1"});
        target.Respond(MakeKeys(pairs), OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(target.HasFailed(), false, "once is right");
        target.Respond(MakeKeys({{"MaxConnections", "1"}}), OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(target.GetError(), "MaxConnections is negotiated twice", "twice");
    }

    /**
     * The session's own keys belong into its leading login only (RFC 7143, 6.3.3), in which all
     * else is negotiated afresh.
     */
    void CheckLaterConnection()
    {
        auto session = MakeTarget();
        session.maxBurstLength = 1024;
        session.headerDigest = "CRC32C";
        session.maxRecvDataSegmentLength = 16384;
        for (const auto& pair : Pairs{{"MaxConnections", "1"},
                                      {"SessionType", "Normal"},
                                      {"X#NodeArchitecture", "a"},
                                      {"iSCSIProtocolLevel", "1"}})
        {
            IscsiNegotiator target(IscsiRole::TARGET, session, false);
            target.Accept(MakeKeys({pair}), OPERATIONAL);
            NS_TEST_EXPECT_MSG_EQ(target.GetError(),
                                  pair.key + " is allowed in the leading login only",
                                  "");
        }
        auto proposals = session;
        proposals.initiatorName = "iqn.2001-04.com.example:host";
        proposals.headerDigest = "None";
        IscsiNegotiator initiator(IscsiRole::INITIATOR, proposals, false);
        const auto offer = initiator.Offer(OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(PrintText(offer),
                              "InitiatorName=iqn.2001-04.com.example:host "
                              "TargetName=iqn.2001-04.com.example:disk "
                              "HeaderDigest=None DataDigest=None MaxRecvDataSegmentLength=16384",
                              "the connection's keys only");
        session.headerDigest = "None,CRC32C";
        IscsiNegotiator target(IscsiRole::TARGET, session, false);
        initiator.Accept(target.Respond(offer, OPERATIONAL), OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(initiator.GetError(), "", "agreed");
        NS_TEST_EXPECT_MSG_EQ(target.GetResult().maxBurstLength, 1024, "the session's");
        NS_TEST_EXPECT_MSG_EQ(initiator.GetResult().maxBurstLength, 1024, "the session's");
        NS_TEST_EXPECT_MSG_EQ(target.GetResult().headerDigest, "None", "the connection's");
        NS_TEST_EXPECT_MSG_EQ(target.GetResult().peerMaxRecvDataSegmentLength, 16384, "told");
    }

    /**
     * A discovery session needs no target, and most keys say nothing there.
     */
    void CheckDiscovery()
    {
        auto wishes = MakeTarget();
        wishes.errorRecoveryLevel = 2;
        IscsiNegotiator target(IscsiRole::TARGET, wishes);
        const auto answer = target.Respond(MakeKeys({
                                               {"MaxBurstLength", "512"},
                                               {"InitiatorName", "iqn.2001-04.com.example:host"},
                                               {"SessionType", "Discovery"},
                                               {"FirstBurstLength", "512"},
                                               {"DataPDUInOrder", "Yes"},
                                               {"DefaultTime2Wait", "3"},
                                               {"ErrorRecoveryLevel", "2"},
                                               {"iSCSIProtocolLevel", "2"},
                                           }),
                                           OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(target.GetError(), "", "no TargetName needed");
        NS_TEST_EXPECT_MSG_EQ(PrintText(answer),
                              "MaxBurstLength=Irrelevant FirstBurstLength=Irrelevant "
                              "DataPDUInOrder=Irrelevant DefaultTime2Wait=3 "
                              "ErrorRecoveryLevel=0 iSCSIProtocolLevel=Irrelevant "
                              "TargetPortalGroupTag=1 MaxRecvDataSegmentLength=8192",
                              "RFC 7143, chapter 13, and RFC 7144, 7.1.1");
        NS_TEST_EXPECT_MSG_EQ(target.GetResult().IsDiscovery(), true, "known");

        auto proposals = MakeInitiator();
        proposals.sessionType = "Discovery";
        proposals.targetName = "";
        proposals.errorRecoveryLevel = 2;
        IscsiNegotiator initiator(IscsiRole::INITIATOR, proposals);
        NS_TEST_EXPECT_MSG_EQ(PrintText(initiator.Offer(OPERATIONAL)),
                              "InitiatorName=iqn.2001-04.com.example:host SessionType=Discovery "
                              "HeaderDigest=None DataDigest=None MaxRecvDataSegmentLength=8192 "
                              "DefaultTime2Wait=2 DefaultTime2Retain=20 ErrorRecoveryLevel=0",
                              "nothing irrelevant is offered");
    }
};

/**
 * @ingroup iscsi
 *
 * Whole logins, and an initiator's judgement of answers.
 */
class IscsiLoginNegotiationTest : public TestCase
{
  public:
    IscsiLoginNegotiationTest()
        : TestCase("Whole logins in order, bad answers, declarations, values that depend")
    {
    }

  private:
    void DoRun() override
    {
        CheckTwoStages();
        CheckLateOffer();
        CheckBadAnswers();
        CheckMissingAnswers();
        CheckDependentValues();
    }

    /**
     * Security, then operational stage: who says what, in order.
     */
    void CheckTwoStages()
    {
        auto proposals = MakeInitiator();
        proposals.maxRecvDataSegmentLength = 65536;
        auto wishes = MakeTarget();
        wishes.targetAlias = "disks";
        wishes.maxRecvDataSegmentLength = 131072;
        IscsiNegotiator initiator(IscsiRole::INITIATOR, proposals);
        IscsiNegotiator target(IscsiRole::TARGET, wishes);

        auto keys = initiator.Offer(SECURITY);
        NS_TEST_EXPECT_MSG_EQ(PrintText(keys),
                              "InitiatorName=iqn.2001-04.com.example:host "
                              "TargetName=iqn.2001-04.com.example:disk SessionType=Normal "
                              "AuthMethod=None",
                              "security stage");
        NS_TEST_EXPECT_MSG_EQ(initiator.IsSettled(), false, "AuthMethod is open");
        keys = target.Respond(keys, SECURITY);
        NS_TEST_EXPECT_MSG_EQ(PrintText(keys),
                              "AuthMethod=None TargetAlias=disks TargetPortalGroupTag=1",
                              "security stage");
        initiator.Accept(keys, SECURITY);
        NS_TEST_EXPECT_MSG_EQ(initiator.IsSettled(), true, "AuthMethod is agreed");
        NS_TEST_EXPECT_MSG_EQ(initiator.HasMore(SECURITY), false, "security stage is done");

        keys = initiator.Offer(OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(
            PrintText(keys),
            "HeaderDigest=None DataDigest=None MaxRecvDataSegmentLength=65536 MaxConnections=1 "
            "InitialR2T=Yes ImmediateData=Yes MaxBurstLength=262144 FirstBurstLength=65536 "
            "DefaultTime2Wait=2 DefaultTime2Retain=20 MaxOutstandingR2T=1 DataPDUInOrder=Yes "
            "DataSequenceInOrder=Yes ErrorRecoveryLevel=0",
            "operational stage");
        keys = target.Respond(keys, OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(
            PrintText(keys),
            "HeaderDigest=None DataDigest=None MaxConnections=1 InitialR2T=Yes ImmediateData=Yes "
            "MaxBurstLength=262144 FirstBurstLength=65536 DefaultTime2Wait=2 "
            "DefaultTime2Retain=20 MaxOutstandingR2T=1 DataPDUInOrder=Yes "
            "DataSequenceInOrder=Yes ErrorRecoveryLevel=0 MaxRecvDataSegmentLength=131072",
            "operational stage");
        initiator.Accept(keys, OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(initiator.GetError(), "", "agreed");
        NS_TEST_EXPECT_MSG_EQ(initiator.HasMore(OPERATIONAL), false, "done");

        const auto host = initiator.GetResult();
        const auto disk = target.GetResult();
        NS_TEST_EXPECT_MSG_EQ(host.targetAlias, "disks", "told");
        NS_TEST_EXPECT_MSG_EQ(host.targetPortalGroupTag, 1, "told");
        NS_TEST_EXPECT_MSG_EQ(host.maxRecvDataSegmentLength, 65536, "own");
        NS_TEST_EXPECT_MSG_EQ(host.peerMaxRecvDataSegmentLength, 131072, "the target's");
        NS_TEST_EXPECT_MSG_EQ(disk.maxRecvDataSegmentLength, 131072, "own");
        NS_TEST_EXPECT_MSG_EQ(disk.peerMaxRecvDataSegmentLength, 65536, "the initiator's");
        NS_TEST_EXPECT_MSG_EQ(disk.initiatorName, "iqn.2001-04.com.example:host", "told");
        NS_TEST_EXPECT_MSG_EQ(disk.targetName, "iqn.2001-04.com.example:disk", "told");
    }

    /**
     * A target with a wish for a key that initiators do not bring up takes one more round.
     */
    void CheckLateOffer()
    {
        auto wishes = MakeTarget();
        wishes.taskReporting = "ResponseFence,RFC3720";
        auto proposals = MakeInitiator(); // answers with its default
        proposals.taskReporting = "RFC3720";
        IscsiNegotiator initiator(IscsiRole::INITIATOR, proposals);
        IscsiNegotiator target(IscsiRole::TARGET, wishes);
        const auto answer = target.Respond(initiator.Offer(OPERATIONAL), OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(target.IsSettled(), false, "offered and open");
        initiator.Accept(answer, OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(initiator.HasMore(OPERATIONAL), true, "an answer is due");
        NS_TEST_EXPECT_MSG_EQ(Negotiate(initiator, target), 1, "one more round");
        NS_TEST_EXPECT_MSG_EQ(target.IsSettled(), true, "answered");
        NS_TEST_EXPECT_MSG_EQ(target.GetResult().taskReporting, "RFC3720", "RFC 7143, 13.23");
    }

    /**
     * Answer an initiator's offers with one pair.
     *
     * @param pair the pair
     * @param error what the initiator says about it, "" if it is content
     */
    void CheckAnswer(const IscsiTextKeys::Pair& pair, const std::string& error)
    {
        auto proposals = MakeInitiator();
        proposals.headerDigest = "CRC32C,None";
        proposals.dataDigest = "CRC32C";
        proposals.immediateData = false;
        proposals.defaultTime2Wait = 10;
        proposals.iscsiProtocolLevel = 2;
        proposals.nodeArchitecture = "a";
        IscsiNegotiator initiator(IscsiRole::INITIATOR, proposals);
        initiator.Offer(OPERATIONAL);
        initiator.Accept(MakeKeys({pair}), OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(initiator.GetError(), error, pair.key << "=" << pair.value);
        NS_TEST_EXPECT_MSG_EQ(initiator.HasFailed(), !error.empty(), error);
    }

    /**
     * Answers that no result function gives.
     */
    void CheckBadAnswers()
    {
        CheckAnswer({"MaxBurstLength", "262144"}, "");
        CheckAnswer({"MaxBurstLength", "0x200"}, "");
        CheckAnswer({"MaxBurstLength", "Irrelevant"}, "");
        // the RFC's own keys must be known (RFC 7143, 6.2), others need not
        CheckAnswer({"MaxBurstLength", "NotUnderstood"},
                    "MaxBurstLength=NotUnderstood answers an offer of 262144");
        CheckAnswer({"InitiatorName", "NotUnderstood"}, "InitiatorName=NotUnderstood");
        CheckAnswer({"iSCSIProtocolLevel", "NotUnderstood"}, "");
        CheckAnswer({"X#NodeArchitecture", "NotUnderstood"}, "");
        // a Reject leaves the default, which may do or not (RFC 7143, 6.2)
        CheckAnswer({"MaxBurstLength", "Reject"}, "");
        CheckAnswer({"HeaderDigest", "Reject"}, "");
        CheckAnswer({"DefaultTime2Wait", "Reject"},
                    "DefaultTime2Wait=Reject answers an offer of 10");
        CheckAnswer({"ImmediateData", "Reject"}, "ImmediateData=Reject answers an offer of No");
        CheckAnswer({"DataDigest", "Reject"}, "DataDigest=Reject answers an offer of CRC32C");
        CheckAnswer({"TargetName", "iqn.2001-04.com.example:disk"},
                    "TargetName is not an answer to SendTargets");
        CheckAnswer({"MaxBurstLength", "262145"},
                    "MaxBurstLength=262145 answers an offer of 262144");
        CheckAnswer({"MaxBurstLength", "100"}, "MaxBurstLength=100 answers an offer of 262144");
        CheckAnswer({"DefaultTime2Wait", "9"}, "DefaultTime2Wait=9 answers an offer of 10");
        CheckAnswer({"ImmediateData", "Yes"}, "ImmediateData=Yes answers an offer of No");
        CheckAnswer({"HeaderDigest", "None"}, "");
        CheckAnswer({"HeaderDigest", "X-com.example"},
                    "HeaderDigest=X-com.example answers an offer of CRC32C,None");
        CheckAnswer({"MaxRecvDataSegmentLength", "Reject"}, "MaxRecvDataSegmentLength=Reject");
        CheckAnswer({"InitiatorName", "iqn.1"}, "InitiatorName was sent by the wrong side");
    }

    /**
     * Booleans may stay unanswered where the offer decides, nothing else may.
     */
    void CheckMissingAnswers()
    {
        auto proposals = MakeInitiator();
        proposals.immediateData = false;
        IscsiNegotiator initiator(IscsiRole::INITIATOR, proposals);
        auto answers = IscsiTextKeys();
        for (const auto& pair : initiator.Offer(OPERATIONAL))
        {
            const bool decided = pair.value == "Yes" || pair.value == "No";
            if (!decided && FindIscsiKeyDefinition(pair.key)->IsNegotiated() &&
                pair.key != "MaxConnections")
            {
                answers.Add(pair.key, pair.value);
            }
        }
        initiator.Accept(answers, OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(initiator.IsSettled(), false, "MaxConnections needs an answer");
        NS_TEST_EXPECT_MSG_EQ(initiator.GetUnanswered(), "MaxConnections", "and is named");
        initiator.Accept(MakeKeys({{"MaxConnections", "1"}}), OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(initiator.IsSettled(), true, "and that was the last");
        NS_TEST_EXPECT_MSG_EQ(initiator.GetResult().immediateData, false, "decided by the offer");
    }

    /**
     * FirstBurstLength within MaxBurstLength, one R2T with recovery in order, no FirstBurstLength
     * where nothing is unsolicited.
     */
    void CheckDependentValues()
    {
        auto wishes = MakeTarget();
        wishes.maxBurstLength = 16384;
        wishes.firstBurstLength = 16384;
        wishes.errorRecoveryLevel = 1;
        wishes.dataSequenceInOrder = false;
        wishes.maxOutstandingR2T = 8;
        auto proposals = MakeInitiator();
        proposals.errorRecoveryLevel = 1;
        proposals.initialR2T = false;
        IscsiNegotiator initiator(IscsiRole::INITIATOR, proposals);
        IscsiNegotiator target(IscsiRole::TARGET, wishes);
        NS_TEST_EXPECT_MSG_EQ(Negotiate(initiator, target), 1, "one round");
        for (const auto* side : {&initiator, &target})
        {
            NS_TEST_EXPECT_MSG_EQ(side->GetResult().maxBurstLength, 16384, "minimum");
            NS_TEST_EXPECT_MSG_EQ(side->GetResult().firstBurstLength, 16384, "within the burst");
            NS_TEST_EXPECT_MSG_EQ(side->GetResult().errorRecoveryLevel, 1, "minimum");
            NS_TEST_EXPECT_MSG_EQ(side->GetResult().dataSequenceInOrder, true, "OR");
            NS_TEST_EXPECT_MSG_EQ(side->GetResult().maxOutstandingR2T, 1, "RFC 7143, 13.19");
        }

        // the initiator wants 8 and out of order, the target wants order: 1, and it says so
        proposals.dataSequenceInOrder = false;
        proposals.maxOutstandingR2T = 8;
        wishes.dataSequenceInOrder = true;
        IscsiNegotiator eager(IscsiRole::INITIATOR, proposals);
        IscsiNegotiator strict(IscsiRole::TARGET, wishes);
        const auto answer = strict.Respond(eager.Offer(OPERATIONAL), OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(answer.Find("MaxOutstandingR2T").value_or("none"), "1", "13.19");

        // a target that minds neither rule: the initiator keeps to both
        IscsiNegotiator alone(IscsiRole::INITIATOR, proposals);
        alone.Offer(OPERATIONAL);
        alone.Accept(MakeKeys({{"MaxBurstLength", "4096"},
                               {"FirstBurstLength", "65536"},
                               {"ErrorRecoveryLevel", "1"},
                               {"DataSequenceInOrder", "Yes"},
                               {"MaxOutstandingR2T", "8"}}),
                     OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(alone.GetError(), "", "each answer is right by itself");
        NS_TEST_EXPECT_MSG_EQ(alone.GetResult().firstBurstLength, 4096, "within the burst");
        NS_TEST_EXPECT_MSG_EQ(alone.GetResult().maxOutstandingR2T, 1, "RFC 7143, 13.19");

        auto solicited = MakeInitiator();
        solicited.immediateData = false;
        IscsiNegotiator patient(IscsiRole::INITIATOR, solicited);
        const auto offer = patient.Offer(OPERATIONAL);
        NS_TEST_EXPECT_MSG_EQ(offer.Find("FirstBurstLength").has_value(), false, "irrelevant");
    }
};

/**
 * @ingroup iscsi
 *
 * Parameters as a user sets them.
 */
class IscsiParametersTest : public TestCase
{
  public:
    IscsiParametersTest()
        : TestCase("Validate names the key that is wrong; members and texts agree")
    {
    }

  private:
    /**
     * Change one key and validate.
     *
     * @param key the key
     * @param value its value
     * @param error what Validate says
     */
    void Check(const std::string& key, const std::string& value, const std::string& error)
    {
        IscsiSessionParameters parameters;
        parameters.SetText(key, value);
        NS_TEST_EXPECT_MSG_EQ(parameters.Validate(), error, key << "=" << value);
    }

    void DoRun() override
    {
        Check("MaxConnections", "1", "");
        Check("MaxConnections", "0", "MaxConnections is 0 but must be 1 to 65535");
        Check("MaxBurstLength",
              "16777216",
              "MaxBurstLength is 16777216 but must be 512 to 16777215");
        Check("MaxBurstLength", "65536", "");
        Check("MaxBurstLength",
              "65535",
              "FirstBurstLength is 65536 but must not be above MaxBurstLength, which is 65535");
        Check("FirstBurstLength", "262144", "");
        Check("FirstBurstLength",
              "262145",
              "FirstBurstLength is 262145 but must not be above MaxBurstLength, which is 262144");
        Check("HeaderDigest", "MD5", "HeaderDigest is MD5 but must be a list of CRC32C or None");
        Check("HeaderDigest", "", "HeaderDigest is  but must be a list of CRC32C or None");
        Check("AuthMethod", "X", "AuthMethod is X but must be a list of KRB5, SRP, CHAP or None");
        Check("TargetName",
              "disk",
              "TargetName is disk but must be an iqn., eui. or naa. name of at most 223 bytes");
        Check("DefaultTime2Wait", "3601", "DefaultTime2Wait is 3601 but must be 0 to 3600");
        Check("TaskReporting", "FastAbort,ResponseFence,RFC3720", "");
        Check("TaskReporting",
              "FastAbort,RFC3720",
              "TaskReporting is FastAbort,RFC3720 but must be RFC3720 or a list with RFC3720 and "
              "ResponseFence");

        IscsiSessionParameters recovery;
        recovery.maxOutstandingR2T = 2;
        NS_TEST_EXPECT_MSG_EQ(recovery.Validate(), "", "level 0");
        recovery.errorRecoveryLevel = 1;
        NS_TEST_EXPECT_MSG_EQ(recovery.Validate(),
                              "MaxOutstandingR2T is 2 but must be 1 with DataSequenceInOrder=Yes "
                              "and an ErrorRecoveryLevel above 0",
                              "RFC 7143, 13.19");
        recovery.dataSequenceInOrder = false;
        NS_TEST_EXPECT_MSG_EQ(recovery.Validate(), "", "out of order");
        CheckDefaults();
        CheckTable();
        CheckLine();
    }

    /**
     * The table of keys: a line for each that has a value, in the order of the table of all keys.
     */
    void CheckTable()
    {
        IscsiSessionParameters parameters;
        parameters.targetName = "iqn.2001-04.com.example:disk";
        parameters.peerMaxRecvDataSegmentLength = 65536;
        parameters.initialR2T = false;
        std::ostringstream table;
        parameters.PrintKeys(table);
        NS_TEST_EXPECT_MSG_EQ(table.str(),
                              "TargetName                  iqn.2001-04.com.example:disk\n"
                              "SessionType                 Normal\n"
                              "TargetPortalGroupTag        0\n"
                              "AuthMethod                  None\n"
                              "HeaderDigest                None\n"
                              "DataDigest                  None\n"
                              "MaxRecvDataSegmentLength    8192\n"
                              "  of the other side         65536\n"
                              "MaxConnections              1\n"
                              "InitialR2T                  No\n"
                              "ImmediateData               Yes\n"
                              "MaxBurstLength              262144\n"
                              "FirstBurstLength            65536\n"
                              "DefaultTime2Wait            2\n"
                              "DefaultTime2Retain          20\n"
                              "MaxOutstandingR2T           1\n"
                              "DataPDUInOrder              Yes\n"
                              "DataSequenceInOrder         Yes\n"
                              "ErrorRecoveryLevel          0\n"
                              "TaskReporting               RFC3720\n"
                              "iSCSIProtocolLevel          1\n"
                              "X-org.ns3-iscsi.ConnectionUse Standard\n",
                              "");
    }

    /**
     * The line for the log: the same order, keys that are negotiated and the longest data segments.
     */
    void CheckLine()
    {
        IscsiSessionParameters agreed;
        agreed.targetName = "iqn.2001-04.com.example:disk";
        agreed.peerMaxRecvDataSegmentLength = 65536;
        agreed.initialR2T = false;
        agreed.errorRecoveryLevel = 2;
        NS_TEST_EXPECT_MSG_EQ(
            FormatIscsiNegotiatedValues(agreed),
            "AuthMethod=None, HeaderDigest=None, DataDigest=None, MaxConnections=1, InitialR2T=No, "
            "ImmediateData=Yes, MaxBurstLength=262144, FirstBurstLength=65536, DefaultTime2Wait=2, "
            "DefaultTime2Retain=20, MaxOutstandingR2T=1, DataPDUInOrder=Yes, "
            "DataSequenceInOrder=Yes, ErrorRecoveryLevel=2, TaskReporting=RFC3720, "
            "iSCSIProtocolLevel=1, X-org.ns3-iscsi.ConnectionUse=Standard, "
            "MaxRecvDataSegmentLength=8192 here and 65536 there",
            "the line");
    }

    /**
     * Every member's default is its key's.
     */
    void CheckDefaults()
    {
        const IscsiSessionParameters parameters;
        int members = 0;
        for (const auto& row : GetIscsiKeyDefinitions())
        {
            const auto value = parameters.GetText(row.name);
            if (value && row.name != "TargetPortalGroupTag") // has no default
            {
                members++;
                NS_TEST_EXPECT_MSG_EQ(*value, row.defaultValue, row.name);
            }
            NS_TEST_EXPECT_MSG_EQ(value.has_value() || !row.IsNegotiated(), true, row.name);
        }
        NS_TEST_EXPECT_MSG_EQ(members, 25, "all but the tag and the exchanges");
        NS_TEST_EXPECT_MSG_EQ(parameters.GetText("SendTargets").has_value(), false, "no value");
    }
};

/**
 * @ingroup iscsi
 *
 * Negotiation of a login (RFC 7143, 6.2, 6.3 and chapter 13).
 */
class IscsiNegotiationTestSuite : public TestSuite
{
  public:
    IscsiNegotiationTestSuite()
        : TestSuite("iscsi-negotiation", Type::UNIT)
    {
        AddTestCase(new IscsiResultFunctionTest, Duration::QUICK);
        AddTestCase(new IscsiAnswerTest, Duration::QUICK);
        AddTestCase(new IscsiLoginNegotiationTest, Duration::QUICK);
        AddTestCase(new IscsiParametersTest, Duration::QUICK);
    }
};

static IscsiNegotiationTestSuite g_iscsiNegotiationTestSuite; //!< registers the suite
