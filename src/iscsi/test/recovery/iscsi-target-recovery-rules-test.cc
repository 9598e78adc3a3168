/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../target/iscsi-target-script.h"

#include "ns3/integer.h"
#include "ns3/iscsi-async-message-header.h"
#include "ns3/iscsi-fault-helper.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-r2t-header.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/iscsi-text-header.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

using namespace ns3;

namespace
{

using Function = IscsiTaskManagementFunction; //!< short for the functions

constexpr uint64_t LUN_1 = 0x0001000000000000;                  //!< logical unit 1
constexpr const char* FAST = "FastAbort,ResponseFence,RFC3720"; //!< the TaskReporting of FastAbort

/**
 * Send a SNACK Request.
 *
 * @param connection where
 * @param type its type
 * @param taskTag task tag
 * @param transferTag target transfer tag or SNACK tag
 * @param begRun BegRun
 * @param lun LUN
 */
void
Snack(IscsiScriptedConnection& connection,
      IscsiSnackType type,
      uint32_t taskTag,
      uint32_t transferTag,
      uint32_t begRun,
      uint64_t lun = 0)
{
    IscsiSnackHeader header;
    header.type = type;
    header.initiatorTaskTag = taskTag;
    header.targetTransferTag = transferTag;
    header.begRun = begRun;
    header.lun = lun;
    connection.Send(header);
}

/**
 * Send a read for a unit.
 *
 * @param connection where
 * @param lun LUN
 * @param cmdSn CmdSN
 * @param block first block, and task tag less 100
 * @param blocks how many
 */
void
Read(IscsiScriptedConnection& connection,
     uint64_t lun,
     uint32_t cmdSn,
     uint8_t block,
     uint8_t blocks)
{
    IscsiScsiCommandHeader header;
    header.lun = lun;
    header.initiatorTaskTag = 100 + block;
    header.cmdSn = cmdSn;
    header.read = true;
    header.expectedDataTransferLength = blocks * 512;
    header.cdb[0] = 0x28;
    header.cdb[5] = block;
    header.cdb[8] = blocks;
    connection.Send(header);
}

/**
 * @param connection a connection
 * @return the LUNs of the task termination messages there, with commas between
 */
std::string
Terminations(const IscsiScriptedConnection& connection)
{
    std::string luns;
    for (const auto& header : connection.Get<IscsiAsyncMessageHeader>())
    {
        if (header.asyncEvent == IscsiAsyncEvent::TASK_TERMINATION)
        {
            luns += (luns.empty() ? "" : ",") + std::to_string(header.lun >> 48);
        }
    }
    return luns;
}

/**
 * Damage the first data segment of a kind that the script sends.
 *
 * @param bench the nodes
 * @param opcode which PDUs
 */
void
DamageData(IscsiTestBench& bench, IscsiOpcode opcode)
{
    IscsiFaultHelper faults;
    faults.SetAttribute("Damage", StringValue("Data"));
    faults.SetAttribute("Opcode", IntegerValue(static_cast<int>(opcode)));
    faults.Install(bench.nodes.Get(0));
}

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * A target reset that ends tasks of another connection and of other sessions.
 */
class IscsiTargetOtherSessionsTestCase : public IscsiTargetScriptTestCase
{
  public:
    /**
     * @param isFast whether the issuer's TaskReporting is FastAbort
     */
    explicit IscsiTargetOtherSessionsTestCase(bool isFast)
        : IscsiTargetScriptTestCase(isFast ? "termination in other sessions (RFC 7143, 4.2.3.4)"
                                           : "termination in other sessions (RFC 7143, 4.2.3.5)"),
          m_isFast(isFast)
    {
    }

  private:
    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("TaskReporting", StringValue(FAST));
        proposals.taskReporting = m_isFast ? FAST : "RFC3720";
        Begin(0, 2);
        AddSession(1, FAST);
        AddSession(2, "RFC3720");
        C(0).Command(false, 1, 10, 1);
        C(1).Command(false, 2, 20, 1);
        C(2).Command(false, 1, 30, 1);
        Read(C(2), LUN_1, 2, 31, 1);
        Read(C(2), LUN_1, 3, 32, 1);
        C(3).Command(false, 1, 40, 1);
        Pass();
        C(0).Manage(Function::TARGET_WARM_RESET, 3);
        Pass();
        Expect(Terminations(C(0)), "", "the issuer has its response");
        Expect(Terminations(C(1)), m_isFast ? "0" : "", "with FastAbort only (11.9.1)");
        Expect(Terminations(C(2)), "0,1", "one for each unit, which it names");
        Expect(Terminations(C(3)), "", "without FastAbort none (4.2.3.5)");
        Finish();
    }

    /**
     * Log another session in.
     *
     * @param index makes its ISID another than that of other sessions
     * @param reporting its TaskReporting
     */
    void AddSession(uint8_t index, const std::string& reporting)
    {
        proposals.taskReporting = reporting;
        auto& connection = Add(1);
        connection.isid[5] = index;
        connection.Connect(0, 1);
        Pass();
    }

    bool m_isFast; //!< whether the issuer's TaskReporting is FastAbort
};

/**
 * @ingroup iscsi-tests
 *
 * Damaged data of commands and pings: refused with their headers, and not carried out.
 */
class IscsiTargetDamagedDataTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetDamagedDataTestCase()
        : IscsiTargetScriptTestCase("damaged data segments (RFC 7143, 7.8 and 11.17.1)")
    {
    }

  private:
    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("DataDigest", StringValue("CRC32C"));
        bench->targetHelper.SetAttribute("MaxOutstandingR2T", UintegerValue(2));
        proposals.dataDigest = "CRC32C";
        proposals.maxOutstandingR2T = 2;
        proposals.maxBurstLength = 512;
        proposals.firstBurstLength = 512;
        for (const auto opcode :
             {IscsiOpcode::SCSI_COMMAND, IscsiOpcode::NOP_OUT, IscsiOpcode::SCSI_DATA_OUT})
        {
            DamageData(*bench, opcode);
        }
        Begin(0);
        IscsiScsiCommandHeader write;
        write.initiatorTaskTag = 190;
        write.cmdSn = 1;
        write.write = true;
        write.expectedDataTransferLength = 512;
        C(0).Send(write, Create<Packet>(512));
        C(0).Ping(77, 1, 100);
        Pass();
        Expect(C(0).GetNames(), "Reject,Reject", "no answer to either");
        Expect(Heard(), "", "nothing is carried out");
        const uint8_t tags[] = {190, 77};
        for (std::size_t i : {0, 1})
        {
            const auto reject = C(0).Get<IscsiRejectHeader>()[i];
            NS_TEST_EXPECT_MSG_EQ((reject.reason == IscsiRejectReason::DATA_DIGEST_ERROR),
                                  true,
                                  "data digest error");
            NS_TEST_EXPECT_MSG_EQ(reject.expCmdSn, 1, "not received");
            const auto bytes = IscsiTestBench::GetBytes(C(0).received[i]);
            NS_TEST_ASSERT_MSG_EQ(bytes.size(), 48 + 48, "the header is given back");
            NS_TEST_EXPECT_MSG_EQ(+bytes[48 + 19], +tags[i], "its task tag");
        }
        CheckWaits();
        Finish();
    }

    /**
     * The first of two bursts is damaged: the write ends once both are over (RFC 7143, 7.8).
     */
    void CheckWaits()
    {
        C(0).received.clear();
        C(0).Command(true, 1, 10, 2);
        Pass();
        const auto r2ts = C(0).Get<IscsiR2tHeader>();
        NS_TEST_ASSERT_MSG_EQ(r2ts.size(), 2, "both bursts are asked for");
        C(0).DataOut(110, r2ts[0].targetTransferTag, 0, 0, 512, true);
        Pass();
        Expect(C(0).GetNames(), "R2T,R2T,Reject", "data is still on its way");
        C(0).DataOut(110, r2ts[1].targetTransferTag, 0, 512, 512, true);
        Pass();
        Expect(C(0).GetNames(), "R2T,R2T,Reject,SCSI Response", "now");
        NS_TEST_EXPECT_MSG_EQ(+C(0).Get<IscsiScsiResponseHeader>().at(0).status,
                              0x02,
                              "CHECK CONDITION follows a Reject (11.17.1)");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Where a SNACK acts and what its answers carry: connection, LUN and StatSN.
 */
class IscsiTargetReplicasTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetReplicasTestCase()
        : IscsiTargetScriptTestCase("replicas (RFC 7143, 4.2.5.1, 11.7.4 and 11.16)")
    {
    }

  private:
    void DoRun() override
    {
        proposals.maxRecvDataSegmentLength = 512;
        proposals.maxBurstLength = 512;
        proposals.firstBurstLength = 512;
        Begin(1, 2);
        Read(C(1), LUN_1, 1, 10, 2);
        Pass();
        device->Give(10);
        Pass();
        const auto data = C(1).Get<IscsiDataInHeader>();
        NS_TEST_ASSERT_MSG_EQ(data.size(), 2, "1024 bytes");
        NS_TEST_EXPECT_MSG_EQ(data[0].acknowledge, true, "A at the end of the first burst");
        NS_TEST_EXPECT_MSG_EQ(data[0].lun, LUN_1, "the command's LUN (11.7.4)");
        NS_TEST_EXPECT_MSG_NE(data[0].targetTransferTag, NO_TAG, "and a tag");
        CheckConnection(data[0].targetTransferTag);
        CheckR2t();
        Finish();
    }

    /**
     * SNACKs count on the command's connection alone.
     *
     * @param tag the transfer tag of the Data-In with the A bit
     */
    void CheckConnection(uint32_t tag)
    {
        Snack(C(0), IscsiSnackType::DATA_R2T, 110, NO_TAG, 0);
        Snack(C(0), IscsiSnackType::DATA_ACK, NO_TAG, tag, 1, LUN_1);
        Pass();
        Expect(C(0).GetNames(), "Reject,Reject", "nothing of it is here");
        // An ExpStatSN behind the status would let it be forgotten.
        IscsiSnackHeader header;
        header.type = IscsiSnackType::DATA_R2T;
        header.initiatorTaskTag = 110;
        header.expStatSn = C(1).expStatSn - 1;
        C(1).Send(header);
        Pass();
        Expect(C(1).GetNames(), "SCSI Data-In,SCSI Data-In,SCSI Data-In,SCSI Data-In", "both");
        Snack(C(1), IscsiSnackType::DATA_ACK, NO_TAG, tag, 1, 0);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(
            (C(1).Get<IscsiRejectHeader>().at(0).reason == IscsiRejectReason::INVALID_PDU_FIELD),
            true,
            "another LUN than the command's");
    }

    /**
     * An R2T that comes again has the current StatSN (RFC 7143, 11.16).
     */
    void CheckR2t()
    {
        C(0).Command(true, 2, 20, 1);
        Pass();
        const auto first = C(0).Get<IscsiR2tHeader>().at(0);
        NS_TEST_EXPECT_MSG_EQ(first.statSn, C(0).expStatSn, "the next StatSN");
        C(0).Ping(77, 3);
        Pass();
        Snack(C(0), IscsiSnackType::DATA_R2T, 120, NO_TAG, 0);
        Pass();
        const auto again = C(0).Get<IscsiR2tHeader>().at(1);
        NS_TEST_EXPECT_MSG_EQ(again.targetTransferTag, first.targetTransferTag, "the same R2T");
        NS_TEST_EXPECT_MSG_EQ(again.statSn, first.statSn + 1, "after the answer to the ping");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A SNACK over another connection than the command's is rejected; over the command's own, what it
 * brings back comes there, too.
 */
class IscsiTargetSnackAllegianceTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetSnackAllegianceTestCase()
        : IscsiTargetScriptTestCase("SNACKs keep to their connection (RFC 7143, 4.2.5.1)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(1, 2);
        // Two PDUs, the second one with the status.
        C(1).Command(false, 1, 10, 20);
        Pass();
        device->Give(10, false);
        Pass();
        Snack(C(0), IscsiSnackType::DATA_R2T, 110, IscsiHeader::RESERVED_TAG, 0);
        Snack(C(0), IscsiSnackType::R_DATA, 110, 5, 0);
        Pass();
        Expect(C(0).GetNames(), "Reject,Reject", "not the command's connection");
        Expect(C(1).GetNames(), "SCSI Data-In", "nothing is sent again");
        Snack(C(1), IscsiSnackType::DATA_R2T, 110, IscsiHeader::RESERVED_TAG, 0);
        Pass();
        Expect(C(1).GetNames(), "SCSI Data-In,SCSI Data-In", "the data again");
        device->Answer(10);
        Pass();
        IscsiSnackHeader status;
        status.type = IscsiSnackType::STATUS;
        status.begRun = C(1).expStatSn - 1;
        status.expStatSn = status.begRun;
        C(1).Send(status);
        Pass();
        const auto data = C(1).Get<IscsiDataInHeader>();
        NS_TEST_ASSERT_MSG_EQ(data.size(), 4, "the status again, with its data");
        NS_TEST_EXPECT_MSG_EQ(data[3].statusPresent, true, "S bit");
        NS_TEST_EXPECT_MSG_EQ(data[3].statSn, data[2].statSn, "with its number");
        Expect(C(0).GetNames(), "Reject,Reject", "nothing here");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A read whose connection is removed for recovery: silent until it is reassigned, and then as if
 * nothing had been asked for again.
 */
class IscsiTargetRemovedReadTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetRemovedReadTestCase()
        : IscsiTargetScriptTestCase("removal for recovery (RFC 7143, 11.14, 7.2.2 and 11.5.6)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(2, 2);
        C(1).Command(false, 1, 10, 2);
        C(1).Command(false, 2, 20, 2);
        Pass();
        device->Give(20, false);
        Pass();
        Snack(C(1), IscsiSnackType::R_DATA, 120, 55, 0);
        Pass();
        C(0).LogOut(IscsiLogoutReason::REMOVE_CONNECTION_FOR_RECOVERY, 2, 3);
        Pass();
        C(0).received.clear();
        C(1).received.clear();
        device->Give(10);
        Pass();
        Expect(C(0).GetNames() + C(1).GetNames(), "", "all transfers have stopped (11.14)");
        // No Data-In 98 ever was: the number is ignored, and all come (11.5.6).
        C(0).Manage(Function::TASK_REASSIGN, 3, 110, 0, 99);
        Pass();
        Expect(C(0).GetNames(), "Task Management Function Response,SCSI Data-In", "it goes on");
        const auto data = C(0).Get<IscsiDataInHeader>().at(0);
        NS_TEST_EXPECT_MSG_EQ(data.dataSn, 0, "from the first that is not acknowledged");
        NS_TEST_EXPECT_MSG_EQ(data.bufferOffset, 0, "its offset");
        C(0).Manage(Function::TASK_REASSIGN, 3, 120);
        Pass();
        device->tasks.at(20)->status = ScsiStatus::CHECK_CONDITION;
        device->tasks.at(20)->sense = {0x70, 0, 3, 0, 0, 0, 0, 0};
        device->Answer(20);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiScsiResponseHeader>().at(0).snackTag,
                              0,
                              "the SNACK Tag is over with the connection (7.2.2)");
        CheckOthers();
        Finish();
    }

    /**
     * An open text negotiation is no task: it cannot be reassigned (RFC 7143, 11.5.1).
     */
    void CheckOthers()
    {
        C(0).received.clear();
        IscsiTextRequestHeader text;
        text.immediate = true;
        text.final = false;
        text.initiatorTaskTag = 150;
        text.cmdSn = 3;
        const std::string keys("MaxRecvDataSegmentLength=4096\0", 30);
        C(0).Send(text, Create<Packet>(reinterpret_cast<const uint8_t*>(keys.data()), 30));
        C(0).Manage(Function::TASK_REASSIGN, 3, 150);
        C(0).Manage(Function::TASK_REASSIGN, 3, 151);
        Pass();
        const auto answers = C(0).Get<IscsiTaskManagementResponseHeader>();
        NS_TEST_ASSERT_MSG_EQ(answers.size(), 2, "both are answered");
        NS_TEST_EXPECT_MSG_EQ(
            (answers[0].response == IscsiTaskManagementResponseCode::FUNCTION_REJECTED),
            true,
            "function rejected");
        NS_TEST_EXPECT_MSG_EQ(
            (answers[1].response == IscsiTaskManagementResponseCode::TASK_DOES_NOT_EXIST),
            true,
            "nothing has that tag");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A connection is lost when the status of its only task was sent and not acknowledged: no task was
 * cleared, so no command is notified of it; one that was under way is notified.
 */
class IscsiTargetAnsweredTaskTestCase : public IscsiTargetScriptTestCase
{
  public:
    /**
     * @param isAnswered whether the task was answered before
     */
    explicit IscsiTargetAnsweredTaskTestCase(bool isAnswered)
        : IscsiTargetScriptTestCase(isAnswered ? "a connection lost behind a status (RFC 7143, 7.5)"
                                               : "a connection lost with a task (RFC 7143, 7.5)"),
          m_isAnswered(isAnswered)
    {
    }

  private:
    void DoRun() override
    {
        Begin(1, 2);
        C(1).Command(false, 1, 10, 1);
        Pass();
        if (m_isAnswered)
        {
            device->Give(10);
            Pass();
            Expect(C(1).GetNames(), "SCSI Data-In", "with its status");
        }
        C(1).Break();
        Pass(Seconds(30));
        Heard();
        C(0).Command(false, 2, 20, 1);
        Pass();
        Expect(Heard(), m_isAnswered ? "command 20" : "", "commands cleared by an iSCSI event");
        Finish();
    }

    bool m_isAnswered; //!< whether the task was answered before
};

/**
 * @ingroup iscsi-tests
 *
 * Rules of RFC 7143 that bind a target in error recovery.
 */
class IscsiTargetRecoveryRulesTestSuite : public TestSuite
{
  public:
    IscsiTargetRecoveryRulesTestSuite()
        : TestSuite("iscsi-target-recovery-rules", Type::UNIT)
    {
        AddTestCase(new IscsiTargetOtherSessionsTestCase(true), TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetOtherSessionsTestCase(false), TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetDamagedDataTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetReplicasTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetSnackAllegianceTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetRemovedReadTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetAnsweredTaskTestCase(true), TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetAnsweredTaskTestCase(false), TestCase::Duration::QUICK);
    }
};

static IscsiTargetRecoveryRulesTestSuite
    g_iscsiTargetRecoveryRulesTestSuite; //!< registers the suite
