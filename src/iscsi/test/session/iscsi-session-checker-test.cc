/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-login-header.h"
#include "ns3/iscsi-r2t-header.h"
#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-session-checker.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/test.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// A session whose PDUs are written here, and what its checker says of them.
class Talk
{
  public:
    Talk()
        : m_checker([this](const std::string& what) { said += what + "; "; })
    {
        Login();
    }

    /**
     * A session begins.
     */
    void Login()
    {
        Send(IscsiLoginRequestHeader());
        IscsiLoginResponseHeader response;
        response.statSn = m_statSn++;
        response.maxCmdSn = 100;
        Receive(response);
    }

    /**
     * @param header what the initiator sends
     */
    void Send(const IscsiHeader& header)
    {
        m_checker.NoteSent(Make(header), header.GetOpcode());
    }

    /**
     * @param header what it receives
     */
    void Receive(const IscsiHeader& header)
    {
        m_checker.NoteReceived(Make(header), header.GetOpcode());
    }

    /**
     * @param tag of a command
     * @param cmdSn its number
     * @param isImmediate whether it takes none
     */
    void Command(uint32_t tag, uint32_t cmdSn, bool isImmediate = false)
    {
        IscsiScsiCommandHeader command;
        command.initiatorTaskTag = tag;
        command.cmdSn = cmdSn;
        command.immediate = isImmediate;
        Send(command);
    }

    /**
     * @param tag of a command
     * @param dataSn number of its Data-In PDU
     * @param hasStatus whether that ends it
     * @param isRepeated whether its status is sent again, with its number
     */
    void DataIn(uint32_t tag, uint32_t dataSn, bool hasStatus = false, bool isRepeated = false)
    {
        IscsiDataInHeader data;
        data.initiatorTaskTag = tag;
        data.dataSn = dataSn;
        data.statusPresent = hasStatus;
        if (hasStatus)
        {
            data.statSn = isRepeated ? m_statSn - 1 : m_statSn++;
        }
        data.maxCmdSn = 100;
        Receive(data);
    }

    /**
     * @param tag of a command
     * @param r2tSn number of its R2T
     * @param late how far the number of the next status is behind
     */
    void R2t(uint32_t tag, uint32_t r2tSn, uint32_t late = 0)
    {
        IscsiR2tHeader r2t;
        r2t.initiatorTaskTag = tag;
        r2t.r2tSn = r2tSn;
        r2t.statSn = m_statSn - late;
        r2t.maxCmdSn = 100;
        Receive(r2t);
    }

    /**
     * @param tag of a command that has ended
     * @param expDataSn number of its Data-In PDUs
     * @param expCmdSn the number that the target expects
     * @param maxCmdSn the last that it takes
     * @param isRepeated whether it is sent again, with its number
     */
    void Status(uint32_t tag,
                uint32_t expDataSn = 0,
                uint32_t expCmdSn = 0,
                uint32_t maxCmdSn = 100,
                bool isRepeated = false)
    {
        IscsiScsiResponseHeader response;
        response.initiatorTaskTag = tag;
        response.expDataSn = expDataSn;
        response.expCmdSn = expCmdSn;
        response.maxCmdSn = maxCmdSn;
        response.statSn = isRepeated ? m_statSn - 1 : m_statSn++;
        Receive(response);
    }

    /**
     * All statuses that have come are acknowledged.
     *
     * @param cmdSn number of the next command
     */
    void Acknowledge(uint32_t cmdSn)
    {
        IscsiNopOutHeader ping;
        ping.initiatorTaskTag = IscsiHeader::RESERVED_TAG;
        ping.cmdSn = cmdSn;
        ping.immediate = true;
        ping.expStatSn = m_statSn;
        Send(ping);
    }

    /// Another session asks for a task management function, and is answered.
    void AbortElsewhere()
    {
        m_checker.ExpectAborts(true);
        m_checker.ExpectAborts(false);
    }

    /**
     * The host has several cores.
     */
    void HaveCores()
    {
        m_checker.ExpectCores();
    }

    /**
     * A connection is lost.
     */
    void Lose()
    {
        m_checker.NoteState("connection 2", "LOGGED_IN", "CLEANUP_WAIT");
    }

    /**
     * @param tag of a task management request
     * @param cmdSn number of the next command
     * @param function what it is to do
     */
    void Abort(uint32_t tag,
               uint32_t cmdSn,
               IscsiTaskManagementFunction function = IscsiTaskManagementFunction::ABORT_TASK)
    {
        IscsiTaskManagementRequestHeader request;
        request.function = function;
        request.initiatorTaskTag = tag;
        request.cmdSn = cmdSn;
        request.immediate = true;
        Send(request);
    }

    /**
     * @param tag of a task management request
     * @param task tag of the command whose connection it replaces
     * @param cmdSn number of the next command
     */
    void Reassign(uint32_t tag, uint32_t task, uint32_t cmdSn)
    {
        IscsiTaskManagementRequestHeader request;
        request.function = IscsiTaskManagementFunction::TASK_REASSIGN;
        request.initiatorTaskTag = tag;
        request.referencedTaskTag = task;
        request.cmdSn = cmdSn;
        request.immediate = true;
        Send(request);
    }

    /**
     * @param tag of a task management request that has ended
     * @param isRepeated whether the answer is sent again, with its number
     */
    void Aborted(uint32_t tag, bool isRepeated = false)
    {
        IscsiTaskManagementResponseHeader answer;
        answer.initiatorTaskTag = tag;
        answer.maxCmdSn = 100;
        answer.statSn = isRepeated ? m_statSn - 1 : m_statSn++;
        Receive(answer);
    }

    /**
     * @param tag of a command
     * @param transfer tag of the transfer
     * @param dataSn number of the Data-Out PDU
     * @param isFinal whether it is the last
     */
    void DataOut(uint32_t tag, uint32_t transfer, uint32_t dataSn, bool isFinal)
    {
        IscsiDataOutHeader data;
        data.initiatorTaskTag = tag;
        data.targetTransferTag = transfer;
        data.dataSn = dataSn;
        data.final = isFinal;
        Send(data);
    }

    /**
     * @return commands that have not ended
     */
    std::size_t GetOpen() const
    {
        return m_checker.GetOpenCommands();
    }

    std::string said; //!< by the checker

  private:
    /**
     * @param header a header
     * @return a PDU that has nothing else
     */
    static Ptr<Packet> Make(const IscsiHeader& header)
    {
        auto pdu = Create<Packet>();
        pdu->AddHeader(header);
        return pdu;
    }

    IscsiSessionChecker m_checker; //!< what is tested
    uint32_t m_statSn{1};          //!< number of the next status
};

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * Sessions that obey the rules, those among them that look strange.
 */
class SessionCheckerGoodTestCase : public TestCase
{
  public:
    SessionCheckerGoodTestCase()
        : TestCase("nothing is wrong")
    {
    }

  private:
    void DoRun() override
    {
        Talk talk;
        talk.Command(1, 7);
        talk.Command(2, 8);
        talk.Command(3, 9, true);
        talk.Command(4, 9);
        talk.Command(2, 8);
        talk.DataIn(1, 0);
        talk.DataIn(1, 1);
        talk.Status(1, 2, 10);
        talk.R2t(2, 0);
        talk.DataOut(2, 50, 0, false);
        talk.DataOut(2, 50, 1, true);
        talk.R2t(2, 2);
        talk.DataOut(2, 51, 0, true);
        talk.DataOut(2, 50, 0, false);
        talk.Status(2, 0, 10);
        talk.DataOut(2, 51, 1, true);
        talk.DataIn(3, 0, true);
        talk.DataIn(3, 0, true, true);
        NS_TEST_EXPECT_MSG_EQ(talk.GetOpen(), 1, "the last");
        TestRepeated(talk);
        TestManaged(talk);
        TestPlaces(talk);
        talk.Command(9, 17);
        talk.Login();
        talk.Command(9, 500);
        talk.Status(9, 0, 501, 600);
        NS_TEST_EXPECT_MSG_EQ(talk.said, "", "a new session begins anew");
        NS_TEST_EXPECT_MSG_EQ(talk.GetOpen(), 0, "all have ended");
        TestWindow();
        TestCores();
    }

    /// Cores send commands of different connections in another order than that of their numbers.
    void TestCores()
    {
        Talk talk;
        talk.HaveCores();
        talk.Command(1, 7);
        talk.Command(3, 9);
        talk.Acknowledge(8);
        talk.Command(2, 8);
        talk.Command(4, 10);
        NS_TEST_EXPECT_MSG_EQ(talk.said, "", "each has its number");
        talk.Command(5, 9);
        NS_TEST_EXPECT_MSG_EQ(talk.said, "CmdSN 9 is sent where 11 is next; ", "once");
    }

    /// The window of a PDU that is sent again knows of statuses that the target has sent since.
    void TestWindow()
    {
        Talk talk;
        talk.Command(1, 7);
        talk.Command(2, 8);
        IscsiSnackHeader snack;
        snack.initiatorTaskTag = 1;
        talk.Send(snack);
        talk.Status(1, 0, 9, 109);
        NS_TEST_EXPECT_MSG_EQ(talk.said, "", "the status of the other may have been lost");
    }

    /**
     * Data are sent again, and some of them once more when the command has ended.
     *
     * @param talk the session
     */
    void TestRepeated(Talk& talk)
    {
        IscsiSnackHeader snack;
        snack.initiatorTaskTag = 4;
        talk.DataIn(4, 0);
        talk.DataIn(4, 2);
        talk.Send(snack);
        talk.DataIn(4, 1);
        talk.DataIn(4, 2);
        talk.Status(4, 3);
        talk.DataIn(4, 1);
        NS_TEST_EXPECT_MSG_EQ(talk.said, "", "sent again");
        talk.Command(10, 10);
        talk.DataIn(10, 0);
        talk.Status(10, 2);
        NS_TEST_EXPECT_MSG_EQ(talk.GetOpen(), 1, "its data are missing");
        talk.DataIn(10, 1);
        talk.Acknowledge(11);
        NS_TEST_EXPECT_MSG_EQ(talk.said, "", "data come behind their status");
        talk.Command(7, 11);
        talk.Status(7);
        talk.Status(7, 0, 0, 100, true);
        NS_TEST_EXPECT_MSG_EQ(talk.said, "", "a status is sent again");
        talk.Command(7, 11);
        NS_TEST_EXPECT_MSG_EQ(talk.said, "", "a command waits while its status comes");
        talk.Reassign(11, 7, 12);
        talk.Aborted(11);
        talk.Status(7);
        NS_TEST_EXPECT_MSG_EQ(talk.said, "", "a status is sent again over another connection");
        talk.Abort(8, 12);
        talk.Aborted(8);
        talk.Aborted(8, true);
        NS_TEST_EXPECT_MSG_EQ(talk.said, "", "an answer is sent again");
        talk.Abort(9, 12);
        talk.Abort(9, 12);
        talk.Aborted(9);
        talk.Aborted(9);
        NS_TEST_EXPECT_MSG_EQ(talk.said,
                              "",
                              "an immediate request is sent again, and answered again");
    }

    /**
     * All places are taken or offered, and tasks have their data when they are ended.
     *
     * @param talk the session, whose window was 101 at login
     */
    void TestPlaces(Talk& talk)
    {
        talk.Command(12, 13);
        talk.Command(13, 14);
        talk.Status(12, 0, 15, 114);
        talk.Command(14, 15);
        talk.R2t(13, 0);
        talk.R2t(14, 0);
        talk.DataOut(13, IscsiHeader::RESERVED_TAG, 0, true);
        talk.R2t(13, 0);
        talk.Abort(15, 16);
        talk.Aborted(15);
        talk.DataOut(14, IscsiHeader::RESERVED_TAG, 0, true);
        talk.Command(16, 16);
        talk.Status(16, 0, 17, 117);
        NS_TEST_EXPECT_MSG_EQ(talk.said, "", "the first two may have ended without a status");
        talk.Abort(15, 17, IscsiTaskManagementFunction::CLEAR_TASK_SET);
        talk.Aborted(15);
        NS_TEST_EXPECT_MSG_EQ(talk.said, "", "no place too many, no data to come");
    }

    /**
     * What a task management function ends may have a status, and its tag another task.
     *
     * @param talk the session
     */
    void TestManaged(Talk& talk)
    {
        talk.Command(5, 12);
        talk.Abort(6, 13);
        talk.Aborted(6);
        NS_TEST_EXPECT_MSG_EQ(talk.GetOpen(), 0, "given up");
        talk.Status(5);
        NS_TEST_EXPECT_MSG_EQ(talk.said, "", "the status was under way");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Each rule, broken.
 */
class SessionCheckerBadTestCase : public TestCase
{
  public:
    SessionCheckerBadTestCase()
        : TestCase("each rule, broken")
    {
    }

  private:
    /**
     * @param talk what is said after the command with tag 1 and CmdSN 7
     * @return what the checker says
     */
    static std::string Say(const std::function<void(Talk&)>& talk)
    {
        Talk session;
        session.Command(1, 7);
        talk(session);
        return session.said;
    }

    void DoRun() override
    {
        const std::vector<std::pair<std::function<void(Talk&)>, std::string>> cases{
            {[](Talk& t) { t.Command(2, 9); }, "CmdSN 9 is sent where 8 is next; "},
            {[](Talk& t) { t.Command(2, 7); }, "CmdSN 7 is sent where 8 is next; "},
            {[](Talk& t) {
                 t.Lose();
                 t.Command(2, 9);
                 t.Command(3, 8);
                 t.Command(4, 8);
             },
             "CmdSN 8 is sent where 10 is next; "},
            {[](Talk& t) { t.Command(2, 7, true); }, "CmdSN 7 is sent where 8 is next; "},
            {[](Talk& t) { t.Command(1, 8); },
             "CmdSN 8: its tag 0x1 is that of the task with CmdSN 7, which has not ended; "},
            {[](Talk& t) { t.Status(1, 0, 9); }, "ExpCmdSN 9 is beyond 8, the next CmdSN; "},
            {[](Talk& t) { t.Status(1, 0, 8, 6); }, "MaxCmdSN 6 is below ExpCmdSN 8 less one; "},
            {[](Talk& t) {
                 t.R2t(1, 0);
                 t.Command(2, 8);
                 t.Status(2, 0, 9, 109);
             },
             "MaxCmdSN 109 offers 101 places beside 1 commands without a status, where there were "
             "101; "},
            {[](Talk& t) {
                 t.R2t(1, 0);
                 t.Abort(2, 8, IscsiTaskManagementFunction::LOGICAL_UNIT_RESET);
                 t.Aborted(2);
             },
             "CmdSN 7 is ended by task management while data that an R2T asked for is to come; "},
            {[](Talk& t) {
                 t.AbortElsewhere();
                 t.R2t(1, 0);
                 t.Command(2, 8);
                 t.R2t(2, 0);
                 t.Abort(3, 9, IscsiTaskManagementFunction::LOGICAL_UNIT_RESET);
                 t.Aborted(3);
             },
             "CmdSN 8 is ended by task management while data that an R2T asked for is to come; "},
            {[](Talk& t) {
                 t.Abort(2, 8, IscsiTaskManagementFunction::LOGICAL_UNIT_RESET);
                 t.Command(3, 8);
                 t.Aborted(2);
                 t.Status(3);
                 t.Status(1);
             },
             "CmdSN 7 has a status behind the answer to the task management function that ended "
             "it; "},
            {[](Talk& t) {
                 t.R2t(1, 0);
                 t.Abort(2, 8, IscsiTaskManagementFunction::TARGET_WARM_RESET);
                 t.Aborted(2);
             },
             "CmdSN 7 is ended by task management while data that an R2T asked for is to come; "},
            {[](Talk& t) {
                 t.Status(1);
                 t.Status(1);
             },
             "SCSI Response of tag 0x1, which no task has; "},
            {[](Talk& t) {
                 t.Abort(2, 8);
                 t.Aborted(2);
                 t.Aborted(2);
             },
             "Task Management Function Response of tag 0x2, which no task has; "},
            {[](Talk& t) { t.DataIn(2, 0); }, "SCSI Data-In of tag 0x2, which no task has; "},
            {[](Talk& t) { t.R2t(2, 0); }, "R2T of tag 0x2, which no task has; "},
            {[](Talk& t) {
                 t.DataIn(1, 1);
                 t.Status(1, 2);
                 t.Acknowledge(8);
             },
             "CmdSN 7 ends with the first 0 of its Data-In PDUs, and ExpDataSN is 2; "},
            {[](Talk& t) { t.R2t(1, 0, 1); }, "R2T: StatSN 1 is to be next where it is 2; "},
            {[](Talk& t) {
                 t.Command(2, 8);
                 t.Status(1);
                 t.Status(2, 0, 0, 100, true);
             },
             "StatSN 2 is of tag 0x2, and was of tag 0x1; "},
            {[](Talk& t) {
                 t.DataIn(1, 1, true);
                 t.Acknowledge(8);
             },
             "CmdSN 7 ends with the first 0 of its Data-In PDUs, and some of the later ones; "},
            {[](Talk& t) {
                 t.Status(1, 1);
                 t.Acknowledge(8);
             },
             "CmdSN 7 ends with the first 0 of its Data-In PDUs, and ExpDataSN is 1; "},
            {[](Talk& t) {
                 t.R2t(1, 0);
                 t.Status(1, 1);
                 t.Acknowledge(8);
             },
             "CmdSN 7 ends with the first 1 of its Data-In PDUs, and ExpDataSN is 1; "},
            {[](Talk& t) { t.DataOut(1, 50, 1, true); },
             "Data-Out of CmdSN 7: DataSN 1 is sent where 0 is next; "},
            {[](Talk& t) {
                 t.DataOut(1, 50, 0, false);
                 t.DataOut(1, 50, 2, true);
             },
             "Data-Out of CmdSN 7: DataSN 2 is sent where 1 is next; "},
            {[](Talk& t) { t.DataOut(2, 50, 0, true); },
             "Data-Out of tag 0x2, which no task has; "}};
        for (const auto& [talk, said] : cases)
        {
            NS_TEST_EXPECT_MSG_EQ(Say(talk), said, said);
        }
    }
};

/**
 * @ingroup iscsi-tests
 *
 * @brief Tests of what watches a session.
 */
class IscsiSessionCheckerTestSuite : public TestSuite
{
  public:
    IscsiSessionCheckerTestSuite()
        : TestSuite("iscsi-session-checker", Type::UNIT)
    {
        AddTestCase(new SessionCheckerGoodTestCase, Duration::QUICK);
        AddTestCase(new SessionCheckerBadTestCase, Duration::QUICK);
    }
};

static IscsiSessionCheckerTestSuite
    g_iscsiSessionCheckerTestSuite; //!< Static variable for test initialization
