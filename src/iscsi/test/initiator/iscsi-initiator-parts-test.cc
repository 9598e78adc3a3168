/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-test-bench.h"

#include "ns3/iscsi-additional-headers.h"
#include "ns3/iscsi-byte-ranges.h"
#include "ns3/iscsi-initiator-command-numbering.h"
#include "ns3/iscsi-initiator-connection.h"
#include "ns3/iscsi-initiator-context.h"
#include "ns3/iscsi-initiator-data-sn-tracker.h"
#include "ns3/iscsi-initiator-pending-requests.h"
#include "ns3/iscsi-initiator-recovery-clock.h"
#include "ns3/iscsi-initiator-stat-sn-tracker.h"
#include "ns3/iscsi-initiator-task-table.h"
#include "ns3/iscsi-initiator-task.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

using namespace ns3;

namespace
{

/**
 * @param ranges runs of bytes
 * @return them as text
 */
std::string
ToText(const std::vector<IscsiByteRanges::Range>& ranges)
{
    std::string text;
    for (const auto& range : ranges)
    {
        text += std::to_string(range.begin) + "-" + std::to_string(range.end) + " ";
    }
    return text;
}

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * Bytes that arrive in order, behind gaps, twice and across islands.
 */
class IscsiByteRangesTestCase : public TestCase
{
  public:
    IscsiByteRangesTestCase()
        : TestCase("which bytes of a buffer have arrived")
    {
    }

  private:
    void DoRun() override
    {
        IscsiByteRanges ranges;
        NS_TEST_EXPECT_MSG_EQ(ranges.Extend(0, 100), true, "the first follow nothing");
        NS_TEST_EXPECT_MSG_EQ(ranges.Extend(50, 100), false, "these overlap");
        NS_TEST_EXPECT_MSG_EQ(ToText(ranges.Add(50, 150)), "100-150 ", "half of them are new");
        NS_TEST_EXPECT_MSG_EQ(ToText(ranges.Add(200, 300)), "200-300 ", "an island");
        NS_TEST_EXPECT_MSG_EQ(ranges.Extend(150, 10), false, "there is an island");
        NS_TEST_EXPECT_MSG_EQ(ToText(ranges.Add(400, 500)), "400-500 ", "another");
        NS_TEST_EXPECT_MSG_EQ(ToText(ranges.Add(250, 450)), "300-400 ", "joins the islands");
        NS_TEST_EXPECT_MSG_EQ(ToText(ranges.Add(200, 500)), "", "nothing new");
        NS_TEST_EXPECT_MSG_EQ(ranges.GetEnd(), 150, "the gap is still there");
        NS_TEST_EXPECT_MSG_EQ(ToText(ranges.Add(100, 600)), "150-200 500-600 ", "fills it");
        NS_TEST_EXPECT_MSG_EQ(ranges.GetEnd(), 600, "no gap any more");
        NS_TEST_EXPECT_MSG_EQ(ranges.Extend(600, 1), true, "in order again");
        NS_TEST_EXPECT_MSG_EQ(ToText(ranges.Add(700, 800)), "700-800 ", "an island");
        NS_TEST_EXPECT_MSG_EQ(ToText(ranges.Add(800, 900)), "800-900 ", "just behind it");
        NS_TEST_EXPECT_MSG_EQ(ToText(ranges.Add(601, 700)), "601-700 ", "just before it");
        NS_TEST_EXPECT_MSG_EQ(ranges.GetEnd(), 900, "no gap");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Numbers of a command's PDUs: in order, ahead, repeated (RFC 7143, 4.2.2.4 and 7.9).
 */
class IscsiInitiatorDataSnTrackerTestCase : public TestCase
{
  public:
    IscsiInitiatorDataSnTrackerTestCase()
        : TestCase("which PDUs of a command have arrived, 4.2.2.4")
    {
    }

  private:
    void DoRun() override
    {
        using Kind = IscsiInitiatorDataSnTracker::Kind;
        IscsiInitiatorDataSnTracker dataSns;
        NS_TEST_EXPECT_MSG_EQ((dataSns.Receive(0) == Kind::NEXT), true, "0 is first");
        NS_TEST_EXPECT_MSG_EQ((dataSns.Receive(3) == Kind::AHEAD), true, "1 and 2 are missing");
        NS_TEST_EXPECT_MSG_EQ((dataSns.Receive(3) == Kind::REPEATED), true, "3 came already");
        NS_TEST_EXPECT_MSG_EQ((dataSns.Receive(0) == Kind::REPEATED), true, "0 as well");
        NS_TEST_EXPECT_MSG_EQ(dataSns.HasGap(), true, "there is a gap");
        NS_TEST_EXPECT_MSG_EQ(dataSns.GetGapLength(), 2, "1 and 2");
        NS_TEST_EXPECT_MSG_EQ((dataSns.Receive(1) == Kind::NEXT), true, "1");
        NS_TEST_EXPECT_MSG_EQ((dataSns.Receive(2) == Kind::NEXT), true, "2");
        NS_TEST_EXPECT_MSG_EQ(dataSns.GetNext(), 4, "3 counts now");
        NS_TEST_EXPECT_MSG_EQ(dataSns.HasGap(), false, "all is there");
        dataSns.NoteSent(6);
        NS_TEST_EXPECT_MSG_EQ(dataSns.GetGapLength(), 2, "4 and 5 were sent");
        dataSns.Restart(2);
        NS_TEST_EXPECT_MSG_EQ(dataSns.GetNext(), 2, "2 is expected again");
        NS_TEST_EXPECT_MSG_EQ(dataSns.HasGap(), false, "nothing else is known");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Status numbers across the wrap: gaps are told once, PDUs wait for their turn (RFC 7143, 4.2.2.2).
 */
class IscsiStatusSequenceTestCase : public TestCase
{
  public:
    IscsiStatusSequenceTestCase()
        : TestCase("status numbers of a connection, 4.2.2.2")
    {
    }

  private:
    void DoRun() override
    {
        IscsiInitiatorStatSnTracker statuses;
        statuses.Start(0xfffffffe);
        const auto pdu = Create<Packet>();
        auto run = statuses.NoteUsed(1);
        NS_TEST_EXPECT_MSG_EQ(run.first, 0xfffffffe, "the first that is missing");
        NS_TEST_EXPECT_MSG_EQ(run.count, 3, "fffffffe, ffffffff and 0");
        NS_TEST_EXPECT_MSG_EQ(statuses.NoteUsed(1).count, 0, "told already");
        statuses.Hold(1, IscsiOpcode::SCSI_RESPONSE, pdu);
        run = statuses.NoteUsed(3);
        NS_TEST_EXPECT_MSG_EQ(run.first, 2, "1 is here");
        NS_TEST_EXPECT_MSG_EQ(run.count, 1, "2 is missing");
        NS_TEST_EXPECT_MSG_EQ((statuses.PeekHeld() == nullptr), true, "it is not the turn of 1");
        statuses.Hold(0xfffffffe, IscsiOpcode::SCSI_RESPONSE, pdu);
        run = statuses.GetMissing();
        NS_TEST_EXPECT_MSG_EQ(run.first, 0xffffffff, "still missing");
        NS_TEST_EXPECT_MSG_EQ(run.count, 2, "ffffffff and 0");
        for (const uint32_t number : {0xffffffff, 0u, 2u})
        {
            statuses.Hold(number, IscsiOpcode::SCSI_RESPONSE, pdu);
        }
        uint32_t count = 0;
        while (statuses.PeekHeld())
        {
            statuses.TakeHeld();
            statuses.Advance();
            ++count;
        }
        NS_TEST_EXPECT_MSG_EQ(count, 5, "all have their turn");
        NS_TEST_EXPECT_MSG_EQ(statuses.GetExpected(), 3, "across the wrap");
        NS_TEST_EXPECT_MSG_EQ(statuses.GetMissing().count, 0, "nothing is missing");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * The command window as an initiator hears of it, across the wrap (RFC 7143, 4.2.2.1).
 */
class IscsiCommandWindowWrapTestCase : public TestCase
{
  public:
    IscsiCommandWindowWrapTestCase()
        : TestCase("the command window, 4.2.2.1")
    {
    }

  private:
    void DoRun() override
    {
        IscsiInitiatorConnectionSettings settings;
        IscsiInitiatorCommandNumbering window(settings);
        window.Start(0xfffffffe);
        NS_TEST_EXPECT_MSG_EQ(window.IsOpen(), true, "the first command may go");
        NS_TEST_EXPECT_MSG_EQ(window.Update(0xfffffffe, 1), true, "four may");
        for (const uint32_t number : {0xfffffffe, 0xffffffff, 0u, 1u})
        {
            NS_TEST_ASSERT_MSG_EQ(window.IsOpen(), true, number);
            NS_TEST_EXPECT_MSG_EQ(window.AllocateNumber(), number, "in order");
        }
        NS_TEST_EXPECT_MSG_EQ(window.IsOpen(), false, "no fifth");
        NS_TEST_EXPECT_MSG_EQ(window.Update(2, 1), true, "all came; a closed window is valid");
        NS_TEST_EXPECT_MSG_EQ(window.GetExpCmdSn(), 2, "all came");
        NS_TEST_EXPECT_MSG_EQ(window.IsOpen(), false, "closed");
        NS_TEST_EXPECT_MSG_EQ(window.Update(3, 1), false, "MaxCmdSN below ExpCmdSN - 1");
        NS_TEST_EXPECT_MSG_EQ(window.GetExpCmdSn(), 2, "both are ignored");
        NS_TEST_EXPECT_MSG_EQ(window.Update(0xffffffff, 3), true, "an older ExpCmdSN");
        NS_TEST_EXPECT_MSG_EQ(window.GetExpCmdSn(), 2, "is ignored");
        NS_TEST_EXPECT_MSG_EQ(window.GetMaxCmdSn(), 3, "MaxCmdSN is not");
        NS_TEST_EXPECT_MSG_EQ(window.Update(2, 1), false, "nothing new");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Additional header segments byte by byte (RFC 7143, 11.2.2.3 and 11.2.2.4).
 */
class IscsiAdditionalHeadersTestCase : public TestCase
{
  public:
    IscsiAdditionalHeadersTestCase()
        : TestCase("additional header segments, 11.2.2")
    {
    }

  private:
    void DoRun() override
    {
        ScsiTask task;
        task.dataInLength = 512;
        NS_TEST_EXPECT_MSG_EQ((MakeIscsiAdditionalHeaders(task) == nullptr), true, "none needed");
        task.dataInLength = 0x01020304;
        task.dataOutLength = 512;
        // AHSLength 5, type 2, reserved, length: 8 bytes.
        const std::vector<uint8_t> bidirectional{0, 5, 2, 0, 1, 2, 3, 4};
        NS_TEST_EXPECT_MSG_EQ(
            (IscsiTestBench::GetBytes(MakeIscsiAdditionalHeaders(task)) == bidirectional),
            true,
            "the length of the read");
        // A CDB of 18 bytes: AHSLength is 18 - 15 = 3; 3 + 3 bytes are filled up to 8.
        task.extendedCdb = {0xaa, 0xbb};
        std::vector<uint8_t> both{0, 3, 1, 0, 0xaa, 0xbb, 0, 0};
        both.insert(both.end(), bidirectional.begin(), bidirectional.end());
        NS_TEST_EXPECT_MSG_EQ((IscsiTestBench::GetBytes(MakeIscsiAdditionalHeaders(task)) == both),
                              true,
                              "both segments");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Who waits for an answer hears once, of the answer or of its loss.
 */
class IscsiInitiatorPendingRequestsTestCase : public TestCase
{
  public:
    IscsiInitiatorPendingRequestsTestCase()
        : TestCase("requests that wait for answers")
    {
    }

  private:
    void DoRun() override
    {
        IscsiInitiatorPendingRequests table;
        std::string heard;
        const auto listen = [&heard](const std::string& name) {
            return [&heard, name](Ptr<Packet> answer) { heard += name + (answer ? "+ " : "- "); };
        };
        table.Expect(1, IscsiOpcode::TEXT_RESPONSE, 1, listen("a"));
        table.Expect(2, IscsiOpcode::LOGOUT_RESPONSE, 2, listen("b"));
        table.Expect(3, IscsiOpcode::TEXT_RESPONSE, 1, listen("c"));
        table.Expect(4, IscsiOpcode::TEXT_RESPONSE, 3, listen("d"));
        const auto pdu = Create<Packet>();
        NS_TEST_EXPECT_MSG_EQ(table.Deliver(1, IscsiOpcode::LOGOUT_RESPONSE, pdu),
                              false,
                              "not this kind");
        NS_TEST_EXPECT_MSG_EQ(table.Deliver(1, IscsiOpcode::TEXT_RESPONSE, pdu), true, "this");
        NS_TEST_EXPECT_MSG_EQ(table.Deliver(1, IscsiOpcode::TEXT_RESPONSE, pdu), false, "once");
        table.CancelConnection(1);
        table.CancelAll();
        NS_TEST_EXPECT_MSG_EQ(heard, "a+ c- b- d- ", "each once");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Data that the client gave is not asked for again where it may be needed again.
 */
class IscsiKeptDataTestCase : public TestCase, public ScsiInitiatorClient
{
  public:
    IscsiKeptDataTestCase()
        : TestCase("data-out kept for recovery")
    {
    }

  private:
    void DoRun() override
    {
        auto scsi = Create<ScsiTask>();
        scsi->dataOutLength = 4096;
        scsi->client = this;
        auto task = Create<IscsiInitiatorTask>(scsi, 1);
        task->keepsData = true;
        const auto data = IscsiTestBench::MakeData(4096, 5);
        NS_TEST_EXPECT_MSG_EQ(task->Ask(1, 0, 1024), false, "the client has it");
        task->Answer(0, data->CreateFragment(0, 1024));
        task->Ask(2, 1024, 2048);
        task->Answer(1024, data->CreateFragment(1024, 2048));
        NS_TEST_EXPECT_MSG_EQ(m_questions, 2, "asked twice");
        task->DropBursts();
        NS_TEST_EXPECT_MSG_EQ(task->Ask(3, 512, 1000), true, "kept, in two pieces");
        NS_TEST_EXPECT_MSG_EQ(m_questions, 2, "not asked again");
        IscsiDataOutHeader header;
        const auto cut = task->CutDataOut(65536, header);
        NS_TEST_EXPECT_MSG_EQ((IscsiTestBench::GetBytes(cut) ==
                               IscsiTestBench::GetBytes(data->CreateFragment(512, 1000))),
                              true,
                              "the same bytes");
        NS_TEST_EXPECT_MSG_EQ(task->Ask(4, 3000, 100), false, "28 of these were never given");
        NS_TEST_EXPECT_MSG_EQ(m_questions, 3, "asked");
    }

    void DataInReceived(Ptr<ScsiTask>, uint32_t, Ptr<Packet>) override
    {
    }

    void DataOutRequested(Ptr<ScsiTask>, uint32_t, uint32_t) override
    {
        ++m_questions;
    }

    void CommandCompleteReceived(Ptr<ScsiTask>) override
    {
    }

    uint32_t m_questions{0}; //!< how often data was asked for
};

/**
 * @ingroup iscsi-tests
 *
 * Commands are numbered as far as the window reaches and not during resets (RFC 7143, 4.2.2.1).
 */
class IscsiCommandNumberingTestCase : public TestCase, public IscsiObserver
{
  public:
    IscsiCommandNumberingTestCase()
        : TestCase("numbers of commands, 4.2.2.1")
    {
    }

  private:
    void DoRun() override
    {
        IscsiInitiatorConnectionSettings settings;
        settings.observer = this;
        IscsiInitiatorCommandNumbering numbering(settings);
        NS_TEST_EXPECT_MSG_EQ(numbering.AllocateNumber(), 1, "the first");
        NS_TEST_EXPECT_MSG_EQ(numbering.IsOpen(), false, "the window holds one");
        IscsiNopInHeader header;
        header.expCmdSn = 2;
        header.maxCmdSn = 3;
        numbering.Update(header);
        NS_TEST_EXPECT_MSG_EQ(numbering.IsOpen(), true, "2 and 3 may go");
        numbering.Update(header);
        NS_TEST_EXPECT_MSG_EQ(m_moves, "2/1/1 2/2/3 ", "told of what is new");
        numbering.BeginReset();
        numbering.BeginReset();
        numbering.EndReset();
        NS_TEST_EXPECT_MSG_EQ(numbering.IsOpen(), false, "one of two resets is under way");
        numbering.EndReset();
        NS_TEST_EXPECT_MSG_EQ(numbering.IsOpen(), true, "none is");
        NS_TEST_EXPECT_MSG_EQ(numbering.AllocateNumber(), 2, "the second");
        numbering.Start();
        NS_TEST_EXPECT_MSG_EQ(numbering.GetExpCmdSn(), 1, "another session");
        NS_TEST_EXPECT_MSG_EQ(numbering.AllocateNumber(), 1, "its first");
    }

    void PduSent(Ptr<const Packet>, IscsiOpcode) override
    {
    }

    void PduReceived(Ptr<const Packet>, IscsiOpcode) override
    {
    }

    void StateChanged(const std::string&, const std::string&, const std::string&) override
    {
    }

    void CommandWindowChanged(uint32_t cmdSn, uint32_t expCmdSn, uint32_t maxCmdSn) override
    {
        m_moves += std::to_string(cmdSn) + "/" + std::to_string(expCmdSn) + "/" +
                   std::to_string(maxCmdSn) + " ";
    }

    void ProtocolErrorSeen(const std::string&) override
    {
    }

    void RecoveryTaken(const std::string&) override
    {
    }

    std::string m_moves; //!< CmdSN, ExpCmdSN and MaxCmdSN as they were told
};

/**
 * @ingroup iscsi-tests
 *
 * A task ends once, sent or not, and is found no more.
 */
class IscsiTaskEndTestCase : public TestCase, public ScsiInitiatorClient
{
  public:
    IscsiTaskEndTestCase()
        : TestCase("the end of tasks")
    {
    }

  private:
    void DoRun() override
    {
        IscsiInitiatorTaskTable table;
        const auto write = MakeTask(table);
        table.InsertWrite(write);
        NS_TEST_EXPECT_MSG_EQ((table.FindWrite(PeekPointer(write->scsi)) == write),
                              true,
                              "found before its command is sent");
        table.Lose(write);
        NS_TEST_EXPECT_MSG_EQ((write->scsi->response == ScsiServiceResponse::DELIVERY_FAILURE),
                              true,
                              "not delivered");
        NS_TEST_EXPECT_MSG_EQ((table.FindWrite(PeekPointer(write->scsi)) == nullptr),
                              true,
                              "it wants no more data");
        table.EndAborted(write);
        NS_TEST_EXPECT_MSG_EQ(m_completed, 1, "it is over");
        const auto sent = MakeTask(table);
        table.Insert(sent);
        NS_TEST_EXPECT_MSG_EQ((table.Find(sent->tag) == sent), true, "found by its tag");
        table.EndAborted(sent);
        NS_TEST_EXPECT_MSG_EQ((sent->scsi->status == ScsiStatus::TASK_ABORTED), true, "aborted");
        table.Lose(sent);
        NS_TEST_EXPECT_MSG_EQ(m_completed, 2, "it is over, too");
        NS_TEST_EXPECT_MSG_EQ(table.IsEmpty(), true, "no task is left");
        NS_TEST_EXPECT_MSG_EQ(table.WasIssued(sent->tag), true, "a PDU may still come for it");
    }

    /**
     * @param table issues its tag
     * @return a task of this client
     */
    Ptr<IscsiInitiatorTask> MakeTask(IscsiInitiatorTaskTable& table)
    {
        auto scsi = Create<ScsiTask>();
        scsi->client = this;
        return Create<IscsiInitiatorTask>(scsi, table.NextTag());
    }

    void DataInReceived(Ptr<ScsiTask>, uint32_t, Ptr<Packet>) override
    {
    }

    void DataOutRequested(Ptr<ScsiTask>, uint32_t, uint32_t) override
    {
    }

    void CommandCompleteReceived(Ptr<ScsiTask>) override
    {
        ++m_completed;
    }

    uint32_t m_completed{0}; //!< tasks that are over
};

/**
 * @ingroup iscsi-tests
 *
 * The clock of retransmissions runs once at a time, and only where PDUs are sent again.
 */
class IscsiRecoveryClockTestCase : public TestCase
{
  public:
    IscsiRecoveryClockTestCase()
        : TestCase("the clock of retransmissions, 7.1.4.1")
    {
    }

  private:
    void DoRun() override
    {
        IscsiInitiatorContext context;
        context.settings.recoveryTimeout = Seconds(3);
        IscsiInitiatorRecoveryClock clock(context.settings, context.parameters);
        clock.SetExpired(MakeCallback(&IscsiRecoveryClockTestCase::Expired, this));
        clock.Start();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_expired, 0, "nothing is sent again at level 0");
        context.parameters.errorRecoveryLevel = 1;
        clock.Start();
        clock.Start();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_expired, 1, "once");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), Seconds(3), "after the time");
        clock.Start();
        clock.Stop();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_expired, 1, "stopped");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), Seconds(3), "no event is left");
        Simulator::Destroy();
    }

    /**
     * The time is over.
     */
    void Expired()
    {
        ++m_expired;
    }

    uint32_t m_expired{0}; //!< how often the time was over
};

/**
 * @ingroup iscsi-tests
 *
 * The small parts of an initiator's session.
 */
class IscsiInitiatorPartsTestSuite : public TestSuite
{
  public:
    IscsiInitiatorPartsTestSuite()
        : TestSuite("iscsi-initiator-parts", Type::UNIT)
    {
        AddTestCase(new IscsiByteRangesTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiInitiatorDataSnTrackerTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiStatusSequenceTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiCommandWindowWrapTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiAdditionalHeadersTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiInitiatorPendingRequestsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiKeptDataTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiCommandNumberingTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTaskEndTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiRecoveryClockTestCase, TestCase::Duration::QUICK);
    }
};

static IscsiInitiatorPartsTestSuite g_iscsiInitiatorPartsTestSuite; //!< registers the suite
