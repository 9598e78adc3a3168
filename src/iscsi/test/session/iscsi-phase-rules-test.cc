/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../target/iscsi-target-script.h"
#include "../text/iscsi-login-peer.h"
#include "../text/iscsi-login-script.h"
#include "iscsi-raw-test-case.h"

#include "ns3/inet-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/iscsi-fault-helper.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/iscsi-target-text-exchange.h"
#include "ns3/iscsi-text-header.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <memory>

using namespace ns3;

namespace
{

using Test = IscsiRawTestCase;
using Request = IscsiRawTarget::Request;
/// The logins at the target.
using AtTarget = IscsiTargetLogin::Progress;

constexpr auto RESERVED_TAG = IscsiHeader::RESERVED_TAG;

/**
 * Whoever connects to a target and sends PDUs as they are, with or without a login.
 */
struct RawPeer : public IscsiPduStreamOwner
{
    /**
     * @param bench the nodes
     */
    explicit RawPeer(IscsiTestBench& bench)
    {
        stream = Create<IscsiPduStream>(
            Socket::CreateSocket(bench.nodes.Get(0), TcpSocketFactory::GetTypeId()),
            IscsiPduStream::Side::INITIATOR);
        stream->SetOwner(this);
        stream->Connect(InetSocketAddress(bench.targetAddress, 3260), Callback<void>([]() {}));
    }

    /**
     * @param header header of a PDU
     * @param text its data segment
     */
    void Send(IscsiHeader& header, const std::string& text = "") const
    {
        auto pdu =
            Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()), uint32_t(text.size()));
        header.dataSegmentLength = text.size();
        pdu->AddHeader(header);
        stream->Send(pdu);
    }

    // IscsiPduStreamOwner
    void PduArrived(Ptr<Packet> pdu) override
    {
        received.push_back(pdu);
    }

    void StreamEnded(const std::string& /* reason */) override
    {
        hasEnded = true;
    }

    Ptr<IscsiPduStream> stream;        //!< its PDUs
    std::vector<Ptr<Packet>> received; //!< what came
    bool hasEnded{false};              //!< the target closed
};

/**
 * A NOP-Out before any Login Request: the connection ends, and nothing is said.
 *
 * @param test the test
 */
void
FirstPduIsNoLogin(Test& test)
{
    IscsiTestBench bench("100Mbps", MilliSeconds(1));
    bench.InstallTarget();
    std::unique_ptr<RawPeer> peer;
    IscsiRawBench::At(Seconds(1), [&]() { peer = std::make_unique<RawPeer>(bench); });
    IscsiRawBench::At(Seconds(2), [&]() {
        IscsiNopOutHeader ping;
        ping.initiatorTaskTag = 7;
        peer->Send(ping);
    });
    Simulator::Stop(Seconds(3));
    Simulator::Run();
    test.True(peer->hasEnded, "closed");
    test.Equal(peer->received.size(), 0, "no answer");
    test.Equal(bench.target->GetPendingLoginCount(), 0, "nothing left");
    test.Equal(bench.target->GetSessionCount(), 0, "no session");
    peer.reset();
}

/**
 * A NOP-Out after the first Login Request: status 020b, and the connection ends.
 *
 * @param test the test
 */
void
OtherPduDuringLogin(Test& test)
{
    IscsiTestBench bench("100Mbps", MilliSeconds(1));
    bench.InstallTarget();
    std::unique_ptr<RawPeer> peer;
    IscsiRawBench::At(Seconds(1), [&]() { peer = std::make_unique<RawPeer>(bench); });
    IscsiRawBench::At(Seconds(2), [&]() {
        IscsiLoginRequestHeader login;
        IscsiTextKeys keys;
        for (const auto& pair : IscsiLoginScript::GetNames())
        {
            keys.Add(pair.key, pair.value);
        }
        peer->Send(login, keys.ToText());
        IscsiNopOutHeader ping;
        ping.initiatorTaskTag = 7;
        peer->Send(ping);
    });
    Simulator::Stop(Seconds(3));
    Simulator::Run();
    test.True(peer->hasEnded, "closed");
    test.Equal(peer->received.size(), 2, "two answers");
    IscsiLoginResponseHeader answer;
    peer->received.at(0)->PeekHeader(answer);
    test.Equal(+answer.statusClass, 0, "the login goes on");
    peer->received.at(1)->PeekHeader(answer);
    test.Equal(static_cast<int>(answer.GetStatus()), 0x020b, "invalid during login");
    test.Equal(bench.target->GetPendingLoginCount(), 0, "nothing left");
    peer.reset();
}

/**
 * A NOP-In instead of the first Login Response: the initiator closes and tries again.
 *
 * @param test the test
 */
void
AnswerIsNoLogin(Test& test)
{
    IscsiRawBench raw;
    raw.target.loginScript = [&](IscsiRawTarget::Link&, IscsiLoginResponseHeader&) {
        if (raw.target.links.size() > 1)
        {
            return true;
        }
        IscsiNopInHeader ping;
        raw.target.Send(0, ping);
        return false;
    };
    raw.Run(Seconds(20));
    test.Equal(raw.target.links.size(), 2, "tried again");
    test.True(raw.target.links.at(0).hasEnded, "closed");
    test.True(raw.target.links.at(1).isLoggedIn, "in the end");
}

/**
 * A SNACK after the first Login Request brings nothing back: status 020b, and the connection ends.
 *
 * @param test the test
 */
void
SnackDuringLogin(Test& test)
{
    IscsiTestBench bench("100Mbps", MilliSeconds(1));
    bench.targetHelper.SetAttribute("ErrorRecoveryLevel", UintegerValue(2));
    bench.InstallTarget();
    std::unique_ptr<RawPeer> peer;
    IscsiRawBench::At(Seconds(1), [&]() { peer = std::make_unique<RawPeer>(bench); });
    IscsiRawBench::At(Seconds(2), [&]() {
        IscsiLoginRequestHeader login;
        IscsiTextKeys keys;
        for (const auto& pair : IscsiLoginScript::GetNames())
        {
            keys.Add(pair.key, pair.value);
        }
        peer->Send(login, keys.ToText());
        IscsiSnackHeader snack;
        snack.type = IscsiSnackType::STATUS;
        peer->Send(snack);
    });
    Simulator::Stop(Seconds(3));
    Simulator::Run();
    test.True(peer->hasEnded, "closed");
    test.Equal(peer->received.size(), 2, "two answers");
    IscsiLoginResponseHeader answer;
    peer->received.at(1)->PeekHeader(answer);
    test.Equal(static_cast<int>(answer.GetStatus()), 0x020b, "invalid during login");
    peer.reset();
}

/**
 * A Login Response that is lost, at ErrorRecoveryLevel 2: it is not asked for and the request not
 * sent again. The connection is given up after LoginTimeout of 15 s and made again.
 *
 * @param test the test
 */
void
NoRecoveryDuringLogin(Test& test)
{
    IscsiRawBench raw(1, 2);
    uint32_t requests = 0;
    raw.target.loginScript = [&](IscsiRawTarget::Link& link, IscsiLoginResponseHeader&) {
        const bool isFirst = &link == &raw.target.links.front();
        // what comes before the login is over counts as a Login Request
        requests += isFirst ? 1 : 0;
        return !isFirst;
    };
    raw.At(Seconds(14), [&]() {
        test.Equal(requests, 1, "nothing but the request that was lost");
        test.Equal(raw.target.links.size(), 1, "RecoveryTimeout of 2 s means nothing yet");
    });
    raw.Run(Seconds(25));
    test.Equal(requests, 1, "nothing more");
    test.True(raw.target.links.at(0).hasEnded, "closed");
    test.Equal(raw.target.links.size(), 2, "made anew");
    test.True(raw.target.links.at(1).isLoggedIn, "in the full feature phase");
}

/**
 * While a Login Request is not answered, no second one comes, over this connection or another.
 *
 * @param test the test
 */
void
OneLoginRequestAtATime(Test& test)
{
    IscsiRawBench raw;
    uint32_t requests = 0;
    raw.target.loginScript = [&requests](IscsiRawTarget::Link&, IscsiLoginResponseHeader&) {
        ++requests;
        return false;
    };
    raw.Run(Seconds(5));
    test.Equal(requests, 1, "one");
    test.Equal(raw.target.links.size(), 1, "over one connection");
    // The login that hangs ends now, while there is somebody to hear of it.
    Simulator::Destroy();
}

/**
 * Version-min and Version-max of a second request do not count, and a target's answers all have the
 * same numbers.
 *
 * @param test the test
 */
void
VersionsAtTarget(Test& test)
{
    IscsiLoginScript script;
    script.request.versionMax = 3;
    test.True(script.Ask(IscsiLoginScript::GetNames()) == AtTarget::CONTINUES, "0 is among them");
    test.Equal(+script.response.versionMax, 0, "Version-max");
    test.Equal(+script.response.versionActive, 0, "Version-active");
    script.request.currentStage = OPERATIONAL;
    script.request.transit = false;
    script.request.versionMin = 1;
    test.True(script.Ask("") == AtTarget::CONTINUES, "the first request's count");
    test.Equal(+script.response.versionMax, 0, "Version-max");
    test.Equal(+script.response.versionActive, 0, "Version-active");
    script.request.transit = true;
    script.request.nextStage = FULL_FEATURE;
    test.True(script.Ask("") == AtTarget::DONE, "to the end");
    test.Equal(+script.response.versionMax, 0, "Version-max");
    test.Equal(+script.response.versionActive, 0, "Version-active");
}

/**
 * An initiator goes by the versions of the first response, and its requests all have the same.
 *
 * @param test the test
 */
void
VersionsAtInitiator(Test& test)
{
    for (const uint32_t wrong : {0, 1, 2})
    {
        IscsiLoginScript script;
        IscsiInitiatorLogin initiator(IscsiLoginScript::MakeInitiatorProposals(), {}, 1);
        auto progress = IscsiInitiatorLogin::Progress::CONTINUES;
        for (uint32_t i = 1; i <= 2 && progress == IscsiInitiatorLogin::Progress::CONTINUES; i++)
        {
            IscsiLoginRequestHeader request;
            const auto text = initiator.NextRequest(request);
            test.Equal(+request.versionMax, 0, "Version-max");
            test.Equal(+request.versionMin, 0, "Version-min");
            script.response = IscsiLoginResponseHeader();
            script.segment = nullptr;
            script.target.Handle(request, text, script.response, script.segment);
            if (i == wrong)
            {
                script.response.versionMax = 4;
                script.response.versionActive = 3;
            }
            progress = initiator.Handle(script.response,
                                        script.segment ? script.segment : Create<Packet>());
        }
        test.True(progress == (wrong == 1 ? IscsiInitiatorLogin::Progress::FAILED
                                          : IscsiInitiatorLogin::Progress::DONE),
                  "wrong in response " + std::to_string(wrong));
    }
}

/**
 * The stage that a target goes to is the one asked for.
 *
 * @param test the test
 */
void
NextStage(Test& test)
{
    for (const auto stage : {OPERATIONAL, FULL_FEATURE})
    {
        IscsiLoginScript script;
        script.request.nextStage = stage;
        script.Ask(IscsiLoginScript::GetNames());
        test.True(script.response.transit, "T bit");
        test.True(script.response.nextStage == stage, "not beyond");
    }
}

/**
 * Names of 223 bytes are taken, both by the names' rules and by a login.
 *
 * @param test the test
 */
void
LongNames(Test& test)
{
    IscsiTestBench bench("100Mbps", MilliSeconds(1));
    const auto extend = [](std::string name) { return name + std::string(223 - name.size(), 'n'); };
    const auto targetName = extend("iqn.2026-01.com.example:disk");
    bench.InstallTarget();
    bench.target->AddTarget(targetName, bench.device);
    IscsiLoginPeer peer(bench, 1);
    peer.proposals.targetName = targetName;
    peer.proposals.initiatorName = extend("iqn.2026-01.com.example:host");
    IscsiRawBench::At(Seconds(1), [&]() { peer.Start(); });
    Simulator::Stop(Seconds(2));
    Simulator::Run();
    test.True(peer.isIn, "logged in");
    test.Equal(bench.target->GetSessionCount(), 1, "a session");
}

/**
 * Keys that are declared once, and how long one of them may be.
 *
 * @param test the test
 */
void
DeclaredOnce(Test& test)
{
    const auto names = IscsiLoginScript::GetNames();
    IscsiLoginScript together;
    auto pairs = names;
    pairs.push_back(names.at(1));
    test.True(together.Ask(pairs) == AtTarget::REFUSED, "TargetName twice in a request");
    test.Equal(static_cast<int>(together.GetStatus()), 0x0200, "initiator error");
    IscsiLoginScript apart;
    apart.request.transit = false;
    test.True(apart.Ask(names) == AtTarget::CONTINUES, apart.target.GetError());
    test.True(apart.Ask({names.at(1)}) == AtTarget::REFUSED, "TargetName twice in a login");
    test.Equal(static_cast<int>(apart.GetStatus()), 0x0200, "initiator error");
    for (const uint32_t length : {255, 256})
    {
        IscsiLoginScript script;
        script.Ask(names);
        script.request.currentStage = OPERATIONAL;
        script.request.transit = false;
        const IscsiTextKeys::Pair key{"X#NodeArchitecture", std::string(length, 'x')};
        test.True(script.Ask({key}) == (length > 255 ? AtTarget::REFUSED : AtTarget::CONTINUES),
                  std::to_string(length) + " bytes, 13.26.1");
        if (length == 255)
        {
            test.True(script.Ask({key}) == AtTarget::REFUSED, "twice");
        }
        test.Equal(static_cast<int>(script.GetStatus()), 0x0200, "initiator error");
    }
}

/**
 * In a discovery session only Text Requests and a logout that closes the session are taken.
 *
 * @param test the test
 */
void
OnlyDiscovery(Test& test)
{
    IscsiTestBench bench("100Mbps", MilliSeconds(1));
    bench.InstallTarget();
    IscsiSessionParameters proposals;
    proposals.initiatorName = "iqn.2026-01.com.example:host";
    proposals.sessionType = "Discovery";
    IscsiScriptedConnection peer(bench, proposals, 1);
    IscsiRawBench::At(Seconds(1), [&]() { peer.Connect(0, 1); });
    IscsiRawBench::At(Seconds(2), [&]() {
        peer.Command(false, 1, 5, 1);
        peer.Manage(IscsiTaskManagementFunction::TARGET_WARM_RESET, 1);
        IscsiTextRequestHeader text;
        text.final = true;
        text.immediate = true;
        text.initiatorTaskTag = 300;
        text.cmdSn = 1;
        IscsiTextKeys keys;
        keys.Add("MaxRecvDataSegmentLength", "4096");
        peer.Send(text, keys.ToPacket());
        peer.LogOut(IscsiLogoutReason::CLOSE_CONNECTION, 1, 1);
    });
    Simulator::Stop(Seconds(3));
    Simulator::Run();
    test.Equal(peer.GetNames(), std::string("Reject,Reject,Reject,Reject"), "each");
    for (const auto& reject : peer.Get<IscsiRejectHeader>())
    {
        test.True(reject.reason == IscsiRejectReason::PROTOCOL_ERROR, "protocol error");
    }
    test.Equal(bench.device->order.size(), 0, "nothing reaches the device");
    test.True(!peer.ended, "the session goes on");
}

/**
 * Two discovery sessions, or one and a normal session, by the same port.
 *
 * @param test the test
 */
void
DiscoveryReinstated(Test& test)
{
    struct Row
    {
        std::string firstTarget;  // TargetName of the first, a discovery session
        std::string secondType;   // SessionType of the second
        std::string secondTarget; // TargetName of the second
        bool isReplaced;          // the first ends
    };

    const std::string disk = "iqn.2026-01.com.example:disk";
    for (const auto& row : {Row{"", "Discovery", "", true},
                            Row{"", "Normal", disk, false},
                            Row{disk, "Discovery", "", false},
                            Row{disk, "Discovery", disk, true},
                            Row{disk, "Normal", disk, true}})
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.InstallTarget();
        IscsiLoginPeer first(bench, 1);
        first.proposals.sessionType = "Discovery";
        first.proposals.targetName = row.firstTarget;
        IscsiLoginPeer second(bench, 1);
        second.proposals.sessionType = row.secondType;
        second.proposals.targetName = row.secondTarget;
        IscsiRawBench::At(Seconds(1), [&]() { first.Start(); });
        IscsiRawBench::At(Seconds(2), [&]() { second.Start(); });
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        const auto what = row.firstTarget + " and " + row.secondType + " " + row.secondTarget;
        test.True(first.isIn && second.isIn, what);
        test.Equal(first.isEnded, row.isReplaced, what);
        test.Equal(bench.target->GetSessionCount(), (row.isReplaced ? 1 : 2), what);
        Simulator::Destroy();
    }
}

/**
 * The same port has a discovery session with each of two portals: two addresses of a node.
 *
 * @param test the test
 */
void
DiscoveryOfTwoPortals(Test& test)
{
    IscsiTestBench bench("100Mbps", MilliSeconds(1));
    bench.nodes.Get(1)->GetObject<Ipv4>()->AddAddress(
        1,
        Ipv4InterfaceAddress("10.0.0.3", "255.255.255.0"));
    bench.InstallTarget();
    IscsiLoginPeer first(bench, 1);
    IscsiLoginPeer second(bench, 1);
    for (auto* peer : {&first, &second})
    {
        peer->proposals.sessionType = "Discovery";
        peer->proposals.targetName = "";
    }
    IscsiRawBench::At(Seconds(1), [&]() { first.Start(); });
    IscsiRawBench::At(Seconds(2), [&]() {
        bench.targetAddress = Ipv4Address("10.0.0.3");
        second.Start();
    });
    Simulator::Stop(Seconds(3));
    Simulator::Run();
    test.True(first.isIn && second.isIn, "logged in");
    test.True(!first.isEnded, "the first goes on");
    test.Equal(bench.target->GetSessionCount(), 2, "one each");
}

/**
 * An answer of three pieces, and one negotiation at a time on a connection.
 *
 * @param test the test
 */
void
TextInPieces(Test& test)
{
    IscsiRawBench raw;
    raw.target.script = [&](const Request& request) {
        if (request.opcode != IscsiOpcode::TEXT_REQUEST)
        {
            return false;
        }
        const auto text = request.As<IscsiTextRequestHeader>();
        // It takes its time, so that another request could come.
        raw.At(Simulator::Now() + MilliSeconds(50), [&raw, &test, text]() {
            const auto count = raw.target.Get(IscsiOpcode::TEXT_REQUEST).size();
            IscsiTextResponseHeader answer;
            answer.initiatorTaskTag = text.initiatorTaskTag;
            answer.cont = count < 3;
            answer.final = count >= 3;
            // The tag of a last response means nothing.
            answer.targetTransferTag = 55;
            IscsiTextKeys keys;
            keys.Add("X-" + std::to_string(count), "1");
            raw.target.SendStatus(0, answer, keys.ToPacket());
            test.True(raw.target.Get(IscsiOpcode::TEXT_REQUEST).size() == count, "one at a time");
        });
        return true;
    };
    std::vector<std::string> ends;
    raw.At(Seconds(1), [&]() {
        IscsiTextKeys keys;
        keys.Add("InitiatorAlias", "a");
        for (int i = 0; i < 2; i++)
        {
            raw.Session()->Negotiate(1, keys, [&ends](const IscsiTextKeys* answers) {
                ends.push_back(answers ? std::to_string(answers->GetSize()) : "failed");
            });
        }
    });
    raw.Run(Seconds(2));
    const auto requests = raw.target.Get(IscsiOpcode::TEXT_REQUEST);
    test.Equal(requests.size(), 4, "three for the first, one for the second");
    test.True(ends == std::vector<std::string>({"3", "1"}), "both succeed");
    const auto first = requests.at(0).As<IscsiTextRequestHeader>();
    test.Equal(first.targetTransferTag, RESERVED_TAG, "begins");
    for (const uint32_t i : {1, 2})
    {
        const auto next = requests.at(i).As<IscsiTextRequestHeader>();
        test.Equal(next.dataSegmentLength, 0, "no data, 6.2");
        test.Equal(next.initiatorTaskTag, first.initiatorTaskTag, "the same tag, 11.10.3");
        test.Equal(next.immediate, first.immediate, "the same I bit, 11.10.3");
        test.Equal(next.targetTransferTag, 55, "copied, 11.10.4");
    }
    const auto second = requests.at(3).As<IscsiTextRequestHeader>();
    test.Equal(second.targetTransferTag, RESERVED_TAG, "a new one, 11.10.4");
    test.True(second.initiatorTaskTag != first.initiatorTaskTag, "another tag");
    // Each waits for the answer to the one before, 50 ms and the way.
    for (const uint32_t i : {1, 2, 3})
    {
        test.True(requests.at(i).when - requests.at(i - 1).when > MilliSeconds(50), "waits, 11.10");
    }
}

/**
 * A target repeats a key: the initiator resets the negotiation, and the old values stay.
 *
 * @param test the test
 */
void
RepeatedKey(Test& test)
{
    IscsiRawBench raw;
    raw.target.script = [&](const Request& request) {
        if (request.opcode != IscsiOpcode::TEXT_REQUEST ||
            raw.target.Get(IscsiOpcode::TEXT_REQUEST).size() > 1)
        {
            return false;
        }
        IscsiTextResponseHeader answer;
        answer.initiatorTaskTag = request.As<IscsiTextRequestHeader>().initiatorTaskTag;
        answer.final = false;
        answer.targetTransferTag = 9;
        const std::string text("MaxRecvDataSegmentLength=512\0MaxRecvDataSegmentLength=512\0", 58);
        raw.target.SendStatus(
            0,
            answer,
            Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()), uint32_t(text.size())));
        return true;
    };
    int failures = 0;
    uint32_t before = 0;
    uint32_t after = 0;
    raw.At(Seconds(1), [&]() {
        before = raw.Session()->GetConnections()[0]->GetMaxSendDataSegmentLength();
        IscsiTextKeys keys;
        keys.Add("MaxRecvDataSegmentLength", "4096");
        raw.Session()->Negotiate(1, keys, [&](const IscsiTextKeys* answers) {
            failures += answers ? 0 : 1;
        });
    });
    raw.At(Seconds(1.5),
           [&]() { after = raw.Session()->GetConnections()[0]->GetMaxSendDataSegmentLength(); });
    raw.Run(Seconds(2));
    const auto requests = raw.target.Get(IscsiOpcode::TEXT_REQUEST);
    test.Equal(requests.size(), 2, "the negotiation, and its reset");
    const auto reset = requests.at(1).As<IscsiTextRequestHeader>();
    test.Equal(reset.targetTransferTag, RESERVED_TAG, "resets, 6.4");
    test.Equal(reset.initiatorTaskTag,
               requests.at(0).As<IscsiTextRequestHeader>().initiatorTaskTag,
               "this negotiation, 11.10.4");
    test.Equal(reset.dataSegmentLength, 0, "says nothing");
    test.Equal(failures, 1, "told once");
    test.Equal(before, 8192, "as logged in with");
    test.Equal(after, before, "nothing changed, 7.12");
}

/**
 * A target refuses a negotiation in the middle: what was declared does not count.
 *
 * @param test the test
 */
void
OldValuesAtTarget(Test& test)
{
    IscsiTestPortal portal;
    IscsiTargetTextExchange target(IscsiSessionParameters(), &portal);
    IscsiTextRequestHeader request;
    request.initiatorTaskTag = 5;
    const auto ask = [&](const std::string& key, const std::string& value) {
        IscsiTextKeys keys;
        keys.Add(key, value);
        IscsiTextResponseHeader response;
        Ptr<Packet> answer;
        const auto reason = target.Handle(request, keys.ToPacket(), 8192, response, answer);
        request.targetTransferTag = response.targetTransferTag;
        return reason;
    };
    test.True(!ask("MaxRecvDataSegmentLength", "512").has_value(), "declared");
    request.final = true;
    test.True(ask("X-a", "Reject") == IscsiRejectReason::PROTOCOL_ERROR, "refused");
    test.True(!target.GetNewMaxSend().has_value(), "the old length stays");
}

/**
 * A target that listens at one address restarts while old connections linger, is shut down and
 * restarts again: the simulation continues, and logins are taken.
 *
 * @param test the test
 */
void
RestartAtAnAddress(Test& test)
{
    IscsiTestBench bench("100Mbps", MilliSeconds(1));
    bench.targetHelper.SetAttribute("Local", AddressValue(bench.targetAddress));
    bench.InstallTarget();
    IscsiLoginPeer first(bench, 1);
    IscsiLoginPeer meanwhile(bench, 2);
    IscsiLoginPeer second(bench, 3);
    IscsiLoginPeer third(bench, 4);
    IscsiRawBench::At(Seconds(1), [&]() { first.Start(); });
    IscsiFaultHelper().Restart(bench.target, Seconds(2), Seconds(1));
    IscsiRawBench::At(Seconds(2.5), [&]() { meanwhile.Start(); });
    IscsiRawBench::At(Seconds(3.5), [&]() { second.Start(); });
    IscsiRawBench::At(Seconds(4), [&]() { bench.target->ShutDown(Seconds(1)); });
    IscsiFaultHelper().Restart(bench.target, Seconds(6), Seconds(1));
    IscsiRawBench::At(Seconds(7.5), [&]() { third.Start(); });
    Simulator::Stop(Seconds(9));
    Simulator::Run();
    test.True(first.isIn && first.isEnded, "lost");
    test.True(!meanwhile.isIn && meanwhile.isEnded, "cut off");
    test.True(second.isIn && second.isEnded, "in, then shut down");
    test.True(third.isIn && !third.isEnded, "in again");
    test.Equal(bench.target->GetSessionCount(), 1, "one session");
}

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * Rules of the login phase, of text negotiation and of discovery sessions.
 */
class IscsiPhaseRulesTestSuite : public TestSuite
{
  public:
    IscsiPhaseRulesTestSuite()
        : TestSuite("iscsi-phase-rules", Type::UNIT)
    {
        Add("the first PDU is no Login Request, 4.2.4", FirstPduIsNoLogin);
        Add("another PDU during login, 4.2.4", OtherPduDuringLogin);
        Add("another PDU answers a login, 4.2.4", AnswerIsNoLogin);
        Add("a SNACK during login, 7.1.4", SnackDuringLogin);
        Add("a Login Response is lost, 7.1.4", NoRecoveryDuringLogin);
        Add("one Login Request at a time, 6.3", OneLoginRequestAtATime);
        Add("versions at the target, 11.12.4 and 11.13", VersionsAtTarget);
        Add("versions at the initiator, 11.12.4 and 11.13", VersionsAtInitiator);
        Add("the next stage is the one asked for, 6.3", NextStage);
        Add("names of 223 bytes, 4.2.7.1", LongNames);
        Add("keys declared once, 13.4 and 13.26.1", DeclaredOnce);
        Add("what a discovery session takes, 4.3", OnlyDiscovery);
        Add("discovery sessions reinstated, 7.4.2", DiscoveryReinstated);
        Add("discovery sessions with two portals, 7.4.2.1", DiscoveryOfTwoPortals);
        Add("Text Requests, one at a time, 6.2 and 11.10", TextInPieces);
        Add("a key repeated by the target, 6.4 and 7.12", RepeatedKey);
        Add("a negotiation refused by the target, 7.12", OldValuesAtTarget);
        Add("a target at one address restarts", RestartAtAnAddress);
    }

  private:
    /**
     * Add a test case.
     *
     * @param name what is checked
     * @param body checks it
     */
    void Add(const std::string& name, IscsiRawTestCase::Body body)
    {
        AddTestCase(new IscsiRawTestCase(name, body), TestCase::Duration::QUICK);
    }
};

static IscsiPhaseRulesTestSuite g_iscsiPhaseRulesTestSuite; //!< registers the suite
