/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-raw-requests.h"
#include "../session/iscsi-raw-test-case.h"

#include "ns3/iscsi-async-message-header.h"
#include "ns3/iscsi-logout-header.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <vector>

using namespace ns3;

namespace
{

using Test = IscsiRawTestCase;
using Request = IscsiRawTarget::Request;

/**
 * After a Logout Request the connection, or all of them, carry no other request, although commands,
 * pings, aborts and a negotiation fall due.
 *
 * @param test the test
 * @param isSession whether the session is logged out
 */
void
SilenceAfterLogout(Test& test, bool isSession)
{
    IscsiRawBench raw(2);
    raw.bench.initiatorHelper.SetAttribute("NopInterval", TimeValue(MilliSeconds(100)));
    raw.target.script = [&raw](const Request& request) {
        return DelayLogout(raw, request, Seconds(2)) || IgnoreCommands(request);
    };
    std::vector<Ptr<ScsiTask>> tasks;
    raw.At(Seconds(1), [&]() {
        tasks.push_back(raw.client.Send(raw.Session(), 512));
        tasks.push_back(raw.client.Send(raw.Session(), 512));
    });
    raw.At(Seconds(2),
           [&]() { isSession ? raw.Session()->Logout() : raw.Session()->LogOutConnection(1); });
    raw.At(Seconds(2.5), [&]() {
        raw.Session()->AbortTask(tasks[0]);
        SendAsync(raw, 0, IscsiAsyncEvent::NEGOTIATION_REQUEST);
        SendAsync(raw, 0, IscsiAsyncEvent::LOGOUT_REQUEST);
        raw.client.Send(raw.Session(), 512);
        raw.client.Send(raw.Session(), 512);
    });
    raw.Run(Seconds(6));
    const auto logouts = raw.target.Get(IscsiOpcode::LOGOUT_REQUEST);
    test.Equal(logouts.size(), 1, "one logout, 8.1.3 T14");
    test.Equal(logouts.at(0).pdu->GetSize(), IscsiHeader::BHS_SIZE, "no segments, 11.14.2");
    const Time since = logouts.at(0).when;
    uint32_t before = 0;
    uint32_t elsewhere = 0;
    for (const auto& request : raw.target.requests)
    {
        before += request.when < since ? 1 : 0;
        const bool isLate = request.when > since;
        test.True(!isLate || (!isSession && request.link > 0), "nothing on what is closed");
        elsewhere += isLate ? 1 : 0;
    }
    test.True(before > 10, "there were pings before");
    test.True(isSession || elsewhere > 10, "the other connection goes on");
    const auto& completed = raw.client.completed;
    test.Equal(std::count(completed.begin(), completed.end(), tasks[0]), 1, "it ends once");
}

/**
 * The target asks for a logout twice, before and after the Logout Request: one is enough.
 *
 * @param test the test
 */
void
RepeatedLogoutRequest(Test& test)
{
    IscsiRawBench raw(2);
    raw.target.script = [&raw](const Request& request) {
        return DelayLogout(raw, request, Seconds(1)) || IgnoreCommands(request);
    };
    raw.At(Seconds(1), [&]() { raw.client.Send(raw.Session(), 0); });
    raw.At(Seconds(2), [&]() { SendAsync(raw, 0, IscsiAsyncEvent::LOGOUT_REQUEST); });
    raw.At(Seconds(2.5), [&]() { SendAsync(raw, 0, IscsiAsyncEvent::LOGOUT_REQUEST); });
    raw.At(Seconds(3), [&]() {
        test.Equal(raw.target.Get(IscsiOpcode::LOGOUT_REQUEST).size(), 0, "a command goes on");
        raw.target.SendGood(0, GetTag(raw.target.Get(IscsiOpcode::SCSI_COMMAND).at(0)));
    });
    raw.At(Seconds(3.5), [&]() { SendAsync(raw, 0, IscsiAsyncEvent::LOGOUT_REQUEST); });
    raw.Run(Seconds(10));
    test.Equal(raw.target.Get(IscsiOpcode::LOGOUT_REQUEST).size(), 1, "one logout");
    test.Equal(raw.GetStates("connection 1"),
               "FREE XPT_WAIT IN_LOGIN LOGGED_IN LOGOUT_REQUESTED IN_LOGOUT FREE "
               "XPT_WAIT IN_LOGIN LOGGED_IN",
               "T12, T14 and T13");
}

/**
 * A connection that is to be logged out is lost.
 *
 * @param test the test
 * @param lose loses the first connection
 */
void
LossBeforeLogout(Test& test, const std::function<void(IscsiRawBench& raw)>& lose)
{
    IscsiRawBench raw(2);
    raw.target.script = IgnoreCommands;
    raw.At(Seconds(1), [&]() { raw.client.Send(raw.Session(), 0); });
    raw.At(Seconds(2), [&]() { SendAsync(raw, 0, IscsiAsyncEvent::LOGOUT_REQUEST); });
    raw.At(Seconds(3), [&]() { lose(raw); });
    raw.Run(Seconds(8));
    test.Equal(raw.GetStates("connection 1"),
               "FREE XPT_WAIT IN_LOGIN LOGGED_IN LOGOUT_REQUESTED CLEANUP_WAIT IN_CLEANUP FREE "
               "XPT_WAIT IN_LOGIN LOGGED_IN",
               "T16, M2, M4");
    test.Equal(raw.client.completed.size(), 1, "its command ends");
}

/**
 * The session is logged out over the first connection while the second waits for its own logout.
 *
 * @param test the test
 */
void
LogoutElsewhere(Test& test)
{
    IscsiRawBench raw(2);
    raw.target.script = IgnoreCommands;
    raw.At(Seconds(1), [&]() {
        raw.client.Send(raw.Session(), 0);
        raw.client.Send(raw.Session(), 0);
    });
    raw.At(Seconds(2), [&]() { SendAsync(raw, 1, IscsiAsyncEvent::LOGOUT_REQUEST); });
    raw.At(Seconds(3), [&]() { raw.Session()->Logout(); });
    raw.Run(Seconds(5));
    test.Equal(raw.GetStates("connection 2"),
               "FREE XPT_WAIT IN_LOGIN LOGGED_IN LOGOUT_REQUESTED FREE",
               "T18");
    const auto logouts = raw.target.Get(IscsiOpcode::LOGOUT_REQUEST);
    test.Equal(logouts.size(), 1, "one logout");
    test.Equal(logouts.at(0).link, 0, "over the first connection");
    test.True(raw.target.links[1].hasEnded, "the second is closed");
    test.Equal(raw.client.completed.size(), 2, "all commands end");
}

/**
 * The target asks for a logout of both connections at once. The last one takes the session with it:
 * a login to the session would be refused. A new session follows.
 *
 * @param test the test
 */
void
LogoutOfAll(Test& test)
{
    IscsiRawBench raw(2);
    raw.target.script = [&raw](const Request& request) {
        return DelayLogout(raw, request, MilliSeconds(100));
    };
    raw.At(Seconds(2), [&]() {
        SendAsync(raw, 0, IscsiAsyncEvent::LOGOUT_REQUEST);
        SendAsync(raw, 1, IscsiAsyncEvent::LOGOUT_REQUEST);
    });
    raw.At(Seconds(8), [&]() { raw.client.Send(raw.Session(), 0); });
    raw.Run(Seconds(10));
    const auto logouts = raw.target.Get(IscsiOpcode::LOGOUT_REQUEST);
    test.Equal(logouts.size(), 2, "each is logged out");
    test.True(logouts.at(0).As<IscsiLogoutRequestHeader>().reason ==
                  IscsiLogoutReason::CLOSE_CONNECTION,
              "one connection");
    test.True(logouts.at(1).As<IscsiLogoutRequestHeader>().reason ==
                  IscsiLogoutReason::CLOSE_SESSION,
              "the session with the last");
    for (const auto* name : {"connection 1", "connection 2"})
    {
        test.Equal(raw.GetStates(name),
                   "FREE XPT_WAIT IN_LOGIN LOGGED_IN LOGOUT_REQUESTED IN_LOGOUT FREE "
                   "XPT_WAIT IN_LOGIN LOGGED_IN",
                   name);
    }
    test.Equal(raw.target.links.at(2).login.tsih, 0, "a new session");
    test.Equal(raw.client.completed.size(), 1, "which takes commands");
}

/**
 * Answer logouts that recover a connection a second later, as a target that has forgotten it, and
 * those of sessions two seconds later.
 *
 * @param raw the bench
 * @param request a request
 * @return whether it was a logout
 */
bool
ForgetConnection(IscsiRawBench& raw, const Request& request)
{
    if (request.opcode != IscsiOpcode::LOGOUT_REQUEST)
    {
        return false;
    }
    const auto header = request.As<IscsiLogoutRequestHeader>();
    const bool isSession = header.reason == IscsiLogoutReason::CLOSE_SESSION;
    Simulator::Schedule(Seconds(isSession ? 2 : 1), [&raw, request, header, isSession]() {
        IscsiLogoutResponseHeader answer;
        answer.initiatorTaskTag = header.initiatorTaskTag;
        answer.response =
            isSession ? IscsiLogoutResponseCode::SUCCESS : IscsiLogoutResponseCode::CID_NOT_FOUND;
        raw.target.SendStatus(request.link, answer);
    });
    return true;
}

/**
 * The session is logged out while a connection is being recovered, and the target has forgotten
 * that connection: the logout goes on, and nobody logs in again.
 *
 * @param test the test
 */
void
LogoutDuringRecovery(Test& test)
{
    IscsiRawBench raw(2, 2);
    raw.bench.initiatorHelper.SetAttribute("DefaultTime2Wait", UintegerValue(0));
    raw.target.script = [&raw](const Request& request) { return ForgetConnection(raw, request); };
    raw.At(Seconds(2), [&]() { raw.target.links[0].stream->Close(); });
    raw.At(Seconds(2.5), [&]() { raw.Session()->Logout(); });
    // The answer of 3 s is about the connection, that of 4.5 s about the session.
    raw.At(Seconds(4),
           [&]() { test.Equal(raw.GetStates("session"), "FREE LOGGED_IN", "the logout goes on"); });
    raw.Run(Seconds(10));
    const auto logouts = raw.target.Get(IscsiOpcode::LOGOUT_REQUEST);
    test.Equal(logouts.size(), 2, "of the connection and of the session");
    test.Equal(raw.GetStates("session"), "FREE LOGGED_IN FREE", "closed");
    test.Equal(raw.target.links.size(), 2, "no login follows");
}

/**
 * The target has forgotten a connection that is being recovered, and has asked for a logout of the
 * other one meanwhile: the session is made again, once and as a whole.
 *
 * @param test the test
 */
void
ForgottenDuringLogout(Test& test)
{
    IscsiRawBench raw(2, 2);
    raw.bench.initiatorHelper.SetAttribute("DefaultTime2Wait", UintegerValue(0));
    raw.target.script = [&raw](const Request& request) { return ForgetConnection(raw, request); };
    raw.At(Seconds(2), [&]() { raw.target.links[1].stream->Close(); });
    raw.At(Seconds(2.5), [&]() { SendAsync(raw, 0, IscsiAsyncEvent::LOGOUT_REQUEST); });
    raw.Run(Seconds(10));
    test.Equal(raw.target.links.size(), 4, "two logins more");
    test.Equal(raw.target.links.at(2).login.tsih, 0, "a new session");
    test.Equal(raw.target.links.at(2).login.cid, 1, "led by the first connection");
    test.Equal(raw.target.links.at(3).login.tsih, 7, "which the second joins");
    test.True(raw.Session()->IsReady(), "the session works again");
}

/**
 * @ingroup iscsi-tests
 *
 * Logouts that the target or the initiator asks for, and what comes in between.
 */
class IscsiInitiatorLogoutTestSuite : public TestSuite
{
  public:
    IscsiInitiatorLogoutTestSuite()
        : TestSuite("iscsi-initiator-logout", Type::UNIT)
    {
        Add("silence after a connection's logout, 11.14",
            [](Test& test) { SilenceAfterLogout(test, false); });
        Add("silence after a session's logout, 11.14",
            [](Test& test) { SilenceAfterLogout(test, true); });
        Add("logout asked for again, 8.1.3 T12 and T14", RepeatedLogoutRequest);
        Add("connection reset before its logout, 8.1.3 T16", [](Test& test) {
            LossBeforeLogout(test, [](auto& raw) { raw.target.links[0].stream->Close(); });
        });
        Add("connection dropped before its logout, 8.1.3 T16", [](Test& test) {
            LossBeforeLogout(test, [](auto& raw) {
                SendAsync(raw, 1, IscsiAsyncEvent::CONNECTION_DROP, 1);
            });
        });
        Add("logout elsewhere, 8.1.3 T18", LogoutElsewhere);
        Add("logout of all connections, 11.14.1", LogoutOfAll);
        Add("logout during recovery, 11.15.1", LogoutDuringRecovery);
        Add("connection forgotten during a logout, 11.15.1", ForgottenDuringLogout);
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

IscsiInitiatorLogoutTestSuite g_iscsiInitiatorLogoutTestSuite; //!< registers the suite

} // namespace
