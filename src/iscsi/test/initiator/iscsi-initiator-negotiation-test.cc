/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-raw-test-case.h"

#include "ns3/iscsi-text-header.h"
#include "ns3/iscsi-text.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Test = IscsiRawTestCase;
using Request = IscsiRawTarget::Request;

/**
 * A negotiation in full feature phase: its MaxRecvDataSegmentLength applies afterwards, the
 * target's as well.
 *
 * @param test the test
 */
void
Negotiation(Test& test)
{
    IscsiRawBench raw;
    raw.target.script = [&](const Request& request) {
        if (request.opcode != IscsiOpcode::TEXT_REQUEST)
        {
            return false;
        }
        const auto header = request.As<IscsiTextRequestHeader>();
        IscsiTextKeys keys;
        keys.Add("MaxRecvDataSegmentLength", "4096");
        IscsiTextResponseHeader answer;
        answer.initiatorTaskTag = header.initiatorTaskTag;
        raw.target.SendStatus(0, answer, keys.ToPacket());
        return true;
    };
    std::string said;
    raw.At(Seconds(1), [&]() {
        IscsiTextKeys keys;
        keys.Add("MaxRecvDataSegmentLength", "1024");
        raw.Session()->Negotiate(1, keys, [&](const IscsiTextKeys* answers) {
            said = answers ? answers->ToText() : "failed";
        });
    });
    raw.Run(Seconds(2));
    const auto& connection = raw.Session()->GetConnections().at(0);
    test.Equal(connection->GetParameters().maxRecvDataSegmentLength, 1024, "own");
    test.Equal(connection->GetMaxSendDataSegmentLength(), 4096, "the target's");
    test.True(said.find("4096") != std::string::npos, "the answers are handed over");
}

/**
 * A target that never answers a Text Request: the connection counts as failed after TextTimeout,
 * all its negotiations fail, and a new session begins.
 *
 * @param test the test
 */
void
UnansweredNegotiation(Test& test)
{
    IscsiRawBench raw;
    raw.bench.initiatorHelper.SetAttribute("TextTimeout", TimeValue(MilliSeconds(500)));
    raw.target.script = [](const Request& request) {
        return request.opcode == IscsiOpcode::TEXT_REQUEST;
    };
    std::vector<Time> failed;
    raw.At(Seconds(1), [&]() {
        for (int i = 0; i < 2; i++)
        {
            raw.Session()->Negotiate(1, IscsiTextKeys(), [&](const IscsiTextKeys* answers) {
                test.True(!answers, "failed");
                failed.push_back(Simulator::Now());
            });
        }
    });
    raw.Run(Seconds(8));
    const auto limit = MilliSeconds(1500);
    test.True(failed == std::vector<Time>{limit, limit}, "both, after 500 ms");
    test.Equal(raw.target.Get(IscsiOpcode::TEXT_REQUEST).size(), 1, "the second was never sent");
    test.Equal(raw.errors.at(0), "a Text Request was not answered", "traced");
    test.True(raw.target.links.at(0).hasEnded, "closed");
    test.True(raw.target.links.at(1).isLoggedIn, "a new session");
}

/**
 * The target redirects the login: to an address for now, which the next session does not begin
 * with, or permanently.
 *
 * @param test the test
 * @param status the status
 * @param isKept whether the address is kept
 */
void
Redirect(Test& test, IscsiLoginStatus status, bool isKept)
{
    IscsiRawBench raw;
    IscsiRawTarget other(raw.bench.nodes.Get(1), 4000);
    raw.target.loginScript = [&](auto& link, IscsiLoginResponseHeader& header) {
        header.transit = false;
        header.SetStatus(status);
        IscsiTextKeys keys;
        keys.Add("TargetAddress", "10.0.0.2:4000,1");
        header.statSn = link.statSn++;
        raw.target.SendRaw(raw.target.links.size() - 1, header, keys.ToPacket());
        return false;
    };
    raw.At(Seconds(2), [&]() { other.links.at(0).stream->Close(); });
    raw.Run(Seconds(10));
    test.True(raw.Session()->IsReady(), "logged in");
    test.Equal(other.links.size(), 2, "at the other address, twice");
    test.Equal(raw.target.links.size(), isKept ? 1 : 2, "asked here first");
}

/**
 * @ingroup iscsi-tests
 *
 * Text negotiation in full feature phase, and logins that are redirected.
 */
class IscsiInitiatorNegotiationTestSuite : public TestSuite
{
  public:
    IscsiInitiatorNegotiationTestSuite()
        : TestSuite("iscsi-initiator-negotiation", Type::UNIT)
    {
        Add("negotiation, 6.4", Negotiation);
        Add("negotiation without an answer, 6.4", UnansweredNegotiation);
        Add("redirected for now, 11.13.5",
            [](Test& test) { Redirect(test, IscsiLoginStatus::TARGET_MOVED_TEMPORARILY, false); });
        Add("redirected for good, 11.13.5",
            [](Test& test) { Redirect(test, IscsiLoginStatus::TARGET_MOVED_PERMANENTLY, true); });
    }

  private:
    /**
     * @param name what is checked
     * @param body checks it
     */
    void Add(const std::string& name, Test::Body body)
    {
        AddTestCase(new Test(name, body), TestCase::Duration::QUICK);
    }
};

IscsiInitiatorNegotiationTestSuite g_iscsiInitiatorNegotiationTestSuite; //!< registers the suite

} // namespace
