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
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

using namespace ns3;

namespace
{

/**
 * Send a SNACK Request.
 *
 * @param connection where
 * @param type its type
 * @param taskTag task tag
 * @param transferTag target transfer tag or SNACK tag
 * @param begRun BegRun
 * @param runLength RunLength
 * @param expStatSn ExpStatSN
 */
void
Snack(IscsiScriptedConnection& connection,
      IscsiSnackType type,
      uint32_t taskTag,
      uint32_t transferTag,
      uint32_t begRun,
      uint32_t runLength,
      uint32_t expStatSn)
{
    IscsiSnackHeader header;
    header.type = type;
    header.initiatorTaskTag = taskTag;
    header.targetTransferTag = transferTag;
    header.begRun = begRun;
    header.runLength = runLength;
    header.expStatSn = expStatSn;
    connection.Send(header);
}

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * SNACK for status.
 */
class IscsiTargetStatusSnackTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetStatusSnackTestCase()
        : IscsiTargetScriptTestCase("status SNACK (RFC 7143, 11.16)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(1);
        const uint32_t first = C(0).expStatSn;
        C(0).Command(true, 1, 10, 1);
        Pass();
        C(0).DataOut(110, 0, 0, 0, 512, true);
        C(0).Command(false, 2, 20, 1);
        Pass();
        device->Give(20);
        Pass();
        const auto sent = C(0).received;
        Expect(C(0).GetNames(), "R2T,SCSI Response,SCSI Data-In", "a write and a read");
        // Both are asked for again: the run of two, then all that is not acknowledged.
        Snack(C(0), IscsiSnackType::STATUS, NO_TAG, NO_TAG, first, 2, first);
        Snack(C(0), IscsiSnackType::STATUS, NO_TAG, NO_TAG, 0, 0, first + 1);
        Pass();
        NS_TEST_ASSERT_MSG_EQ(C(0).received.size(), 6, "the first was acknowledged meanwhile");
        const uint32_t copies[] = {1, 2, 2};
        for (uint32_t i = 0; i < 3; i++)
        {
            auto original = IscsiTestBench::GetBytes(sent[copies[i]]);
            auto again = IscsiTestBench::GetBytes(C(0).received[3 + i]);
            // ExpCmdSN and MaxCmdSN carry current values.
            std::fill_n(original.begin() + 28, 8, 0);
            std::fill_n(again.begin() + 28, 8, 0);
            NS_TEST_EXPECT_MSG_EQ((original == again), true, "an exact replica " << i);
        }
        Expect(Recovery(), "status resent,status resent", "traced");
        Snack(C(0), IscsiSnackType::STATUS, NO_TAG, NO_TAG, first, 1, first + 1);
        Snack(C(0), IscsiSnackType::STATUS, NO_TAG, NO_TAG, first + 1, 2, first + 1);
        Pass();
        const auto rejects = C(0).Get<IscsiRejectHeader>();
        NS_TEST_ASSERT_MSG_EQ(rejects.size(), 2, "acknowledged, or not sent yet");
        for (const auto& reject : rejects)
        {
            NS_TEST_EXPECT_MSG_EQ((reject.reason == IscsiRejectReason::PROTOCOL_ERROR),
                                  true,
                                  "protocol error");
        }
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * SNACK for Data-In: runs, acknowledgements, and data in new segments. A read of 8 blocks, 4096
 * bytes, with segments of 1024 and bursts of 2048: Data-In 0 to 3 with F in 1 and 3.
 */
class IscsiTargetDataSnackTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetDataSnackTestCase()
        : IscsiTargetScriptTestCase("data SNACK (RFC 7143, 11.16 and 11.7.2)")
    {
    }

  private:
    void DoRun() override
    {
        proposals.maxRecvDataSegmentLength = 1024;
        proposals.maxBurstLength = 2048;
        proposals.firstBurstLength = 2048;
        Begin(1);
        const uint32_t status = C(0).expStatSn;
        C(0).Command(false, 1, 10, 8);
        Pass();
        device->Give(10);
        Pass();
        const auto sent = C(0).received;
        const auto data = C(0).Get<IscsiDataInHeader>();
        NS_TEST_ASSERT_MSG_EQ(data.size(), 4, "4096 bytes");
        const bool final[] = {false, true, false, true};
        for (uint32_t i = 0; i < 4; i++)
        {
            NS_TEST_EXPECT_MSG_EQ(data[i].dataSn, i, "DataSN");
            NS_TEST_EXPECT_MSG_EQ(data[i].final, final[i], "F at the end of a sequence");
            NS_TEST_EXPECT_MSG_EQ(data[i].acknowledge, (i == 1), "A once a burst, not with status");
        }
        Snack(C(0), IscsiSnackType::DATA_R2T, 110, NO_TAG, 1, 2, status);
        Snack(C(0), IscsiSnackType::DATA_R2T, 110, NO_TAG, 0, 0, status);
        Pass();
        NS_TEST_ASSERT_MSG_EQ(C(0).received.size(), 4 + 2 + 4, "two, then all");
        const uint32_t copies[] = {1, 2, 0, 1, 2, 3};
        for (uint32_t i = 0; i < 6; i++)
        {
            auto original = IscsiTestBench::GetBytes(sent[copies[i]]);
            auto again = IscsiTestBench::GetBytes(C(0).received[4 + i]);
            if (copies[i] < 3)
            {
                // Without status StatSN has no meaning (11.7.3).
                std::fill_n(original.begin() + 24, 4, 0);
                std::fill_n(again.begin() + 24, 4, 0);
            }
            std::fill_n(original.begin() + 28, 8, 0);
            std::fill_n(again.begin() + 28, 8, 0);
            NS_TEST_EXPECT_MSG_EQ((original == again), true, "an exact replica " << i);
        }
        CheckAcknowledgement(data[1], status);
        CheckAnew(status);
        Finish();
    }

    /**
     * DataACK of the first sequence.
     *
     * @param last the PDU with the A bit
     * @param status StatSN of the command
     */
    void CheckAcknowledgement(const IscsiDataInHeader& last, uint32_t status)
    {
        const uint32_t tag = last.targetTransferTag;
        Snack(C(0), IscsiSnackType::DATA_ACK, NO_TAG, tag, 7, 0, status);
        Snack(C(0), IscsiSnackType::DATA_ACK, NO_TAG, tag + 1, 2, 0, status);
        Snack(C(0), IscsiSnackType::DATA_ACK, NO_TAG, tag, 2, 0, status);
        Snack(C(0), IscsiSnackType::DATA_R2T, 110, NO_TAG, 1, 1, status);
        Pass();
        const auto rejects = C(0).Get<IscsiRejectHeader>();
        NS_TEST_ASSERT_MSG_EQ(rejects.size(), 3, "the third acknowledgement is good");
        NS_TEST_EXPECT_MSG_EQ((rejects[0].reason == IscsiRejectReason::INVALID_DATA_ACK),
                              true,
                              "not sent yet");
        NS_TEST_EXPECT_MSG_EQ((rejects[1].reason == IscsiRejectReason::INVALID_PDU_FIELD),
                              true,
                              "a tag nobody gave");
        NS_TEST_EXPECT_MSG_EQ((rejects[2].reason == IscsiRejectReason::PROTOCOL_ERROR),
                              true,
                              "acknowledged before");
        NS_TEST_EXPECT_MSG_EQ(rejects[2].dataSn, 4, "next DataSN (11.17.2)");
    }

    /**
     * R-Data: data from the first that is not acknowledged, and a response with the tag (11.16.3).
     *
     * @param status StatSN of the command
     */
    void CheckAnew(uint32_t status)
    {
        C(0).received.clear();
        Snack(C(0), IscsiSnackType::R_DATA, 110, 55, 0, 0, status);
        Pass();
        Expect(C(0).GetNames(), "SCSI Data-In,SCSI Data-In,SCSI Response", "status by itself");
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiDataInHeader>()[0].dataSn, 2, "from the DataACK on");
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiDataInHeader>()[0].bufferOffset, 2048, "its offset");
        const auto response = C(0).Get<IscsiScsiResponseHeader>()[0];
        NS_TEST_EXPECT_MSG_EQ(response.snackTag, 55, "SNACK Tag");
        NS_TEST_EXPECT_MSG_EQ(response.statSn, status, "the StatSN it had");
        NS_TEST_EXPECT_MSG_EQ(response.expDataSn, 4, "ExpDataSN");
        C(0).received.clear();
        Snack(C(0), IscsiSnackType::STATUS, NO_TAG, NO_TAG, status, 1, status);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiScsiResponseHeader>().at(0).snackTag,
                              55,
                              "the latest content");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * SNACKs whose run begins behind the first number or at the end, and DataACKs that are none. A read
 * of 8 blocks as above.
 */
class IscsiTargetSnackRunsTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetSnackRunsTestCase()
        : IscsiTargetScriptTestCase("runs of a SNACK (RFC 7143, 11.16.1 and 11.16.4 to 11.16.6)")
    {
    }

  private:
    void DoRun() override
    {
        proposals.maxRecvDataSegmentLength = 1024;
        proposals.maxBurstLength = 2048;
        proposals.firstBurstLength = 2048;
        Begin(1);
        const uint32_t status = C(0).expStatSn;
        C(0).Command(false, 1, 10, 8);
        Pass();
        device->Give(10);
        Pass();
        const uint32_t tag = C(0).Get<IscsiDataInHeader>().at(1).targetTransferTag;
        Expect(Ask(IscsiSnackType::DATA_R2T, 110, NO_TAG, 2, 0, status), "2,3", "2 and all behind");
        Expect(Ask(IscsiSnackType::DATA_R2T, 110, NO_TAG, 0, 1, status), "0", "0 alone");
        Expect(Ask(IscsiSnackType::DATA_R2T, 110, NO_TAG, 4, 0, status),
               "reject 4",
               "none behind 3");
        Expect(Ask(IscsiSnackType::STATUS, NO_TAG, NO_TAG, status + 1, 0, status),
               "reject 4",
               "no status behind the only one");
        Expect(Ask(IscsiSnackType::DATA_ACK, NO_TAG, tag, 2, 1, status),
               "reject 9",
               "a DataACK has no RunLength");
        Expect(Ask(IscsiSnackType::DATA_ACK, NO_TAG, tag, 2, 0, status, 0x0001000000000000),
               "reject 9",
               "a DataACK has the LUN of its tag");
        Expect(Ask(IscsiSnackType::DATA_R2T, 110, NO_TAG, 1, 1, status), "1", "not acknowledged");
        Expect(Ask(IscsiSnackType::DATA_ACK, NO_TAG, tag, 2, 0, status), "", "acknowledged");
        Expect(Ask(IscsiSnackType::DATA_R2T, 110, NO_TAG, 0, 1, status), "reject 4", "0 is gone");
        AnewBeforeStatus();
        Finish();
    }

    /**
     * Data sent again before there is a status: that comes by itself, with the tag (11.16.3).
     */
    void AnewBeforeStatus()
    {
        C(0).Acknowledge();
        C(0).Command(false, 2, 20, 1);
        Pass();
        device->Give(20, false);
        Expect(Ask(IscsiSnackType::R_DATA, 120, 77, 0, 0, C(0).expStatSn), "", "the end is held");
        device->Answer(20);
        Pass();
        Expect(C(0).GetNames(), "SCSI Data-In,SCSI Response", "status by itself");
        for (const auto& response : C(0).Get<IscsiScsiResponseHeader>())
        {
            NS_TEST_EXPECT_MSG_EQ(response.snackTag, 77, "SNACK Tag");
        }
    }

    /**
     * Send a SNACK Request.
     *
     * @param type its type
     * @param taskTag task tag
     * @param transferTag target transfer tag
     * @param begRun BegRun
     * @param runLength RunLength
     * @param expStatSn ExpStatSN
     * @param lun LUN
     * @return numbers of the Data-In PDUs that come, and reasons of Rejects
     */
    std::string Ask(IscsiSnackType type,
                    uint32_t taskTag,
                    uint32_t transferTag,
                    uint32_t begRun,
                    uint32_t runLength,
                    uint32_t expStatSn,
                    uint64_t lun = 0)
    {
        C(0).received.clear();
        IscsiSnackHeader header;
        header.type = type;
        header.lun = lun;
        header.initiatorTaskTag = taskTag;
        header.targetTransferTag = transferTag;
        header.begRun = begRun;
        header.runLength = runLength;
        header.expStatSn = expStatSn;
        C(0).Send(header);
        Pass();
        std::string text;
        for (const auto& data : C(0).Get<IscsiDataInHeader>())
        {
            text += (text.empty() ? "" : ",") + std::to_string(data.dataSn);
        }
        for (const auto& reject : C(0).Get<IscsiRejectHeader>())
        {
            text += "reject " + std::to_string(static_cast<int>(reject.reason));
        }
        return text;
    }
};

/**
 * @ingroup iscsi-tests
 *
 * At ErrorRecoveryLevel 0 there is nothing to be sent again.
 */
class IscsiTargetNoSnackTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetNoSnackTestCase()
        : IscsiTargetScriptTestCase("SNACK and lost data at level 0 (RFC 7143, 7.8 and 7.9)")
    {
    }

  private:
    /**
     * @param what which task
     * @param code additional sense code that its response must have
     * @param qualifier its qualifier
     */
    void CheckSense(const std::string& what, uint8_t code, uint8_t qualifier)
    {
        const auto bytes = IscsiTestBench::GetBytes(C(0).received.back());
        NS_TEST_ASSERT_MSG_EQ(bytes.size(), 48 + 2 + 18, what << ": a response with sense");
        NS_TEST_EXPECT_MSG_EQ(+bytes[48 + 2 + 2], 0x0b, what << ": aborted command");
        NS_TEST_EXPECT_MSG_EQ(+bytes[48 + 2 + 12], +code, what << ": code");
        NS_TEST_EXPECT_MSG_EQ(+bytes[48 + 2 + 13], +qualifier, what << ": qualifier");
    }

    void DoRun() override
    {
        Begin(0);
        C(0).Command(false, 1, 10, 2);
        Pass();
        Snack(C(0), IscsiSnackType::DATA_R2T, 110, NO_TAG, 0, 0, C(0).expStatSn);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(
            (C(0).Get<IscsiRejectHeader>().at(0).reason == IscsiRejectReason::SNACK_REJECT),
            true,
            "SNACK reject");
        CheckSense("SNACK rejected", 0x11, 0x13);
        Expect(Heard(), "command 10,lost 10", "the device forgets it");
        // Data-Out number 1 is missing: the task fails once the last one is there.
        C(0).Command(true, 2, 20, 3);
        Pass();
        C(0).DataOut(120, 0, 0, 0, 512, false);
        C(0).DataOut(120, 0, 2, 1024, 512, true);
        Pass();
        CheckSense("protocol service CRC error", 0x47, 0x05);
        // So it does where number 1 alone is missing and no byte.
        C(0).Command(true, 3, 30, 2);
        Pass();
        C(0).DataOut(130, 1, 0, 0, 512, false);
        C(0).DataOut(130, 1, 2, 512, 512, true);
        Pass();
        CheckSense("a gap without loss", 0x47, 0x05);
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Recovery R2T for Data-Out that was lost, and SNACK for an R2T.
 */
class IscsiTargetRecoveryR2tTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetRecoveryR2tTestCase()
        : IscsiTargetScriptTestCase("recovery R2T (RFC 7143, 7.1.4.1, 7.9 and 11.8)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(1);
        C(0).Command(true, 1, 10, 4);
        Pass();
        Snack(C(0), IscsiSnackType::DATA_R2T, 110, NO_TAG, 0, 1, C(0).expStatSn);
        Pass();
        auto r2ts = C(0).Get<IscsiR2tHeader>();
        NS_TEST_ASSERT_MSG_EQ(r2ts.size(), 2, "the R2T again");
        NS_TEST_EXPECT_MSG_EQ(r2ts[1].r2tSn, 0, "with its number");
        NS_TEST_EXPECT_MSG_EQ(r2ts[1].targetTransferTag, r2ts[0].targetTransferTag, "and tag");
        C(0).DataOut(110, 0, 0, 0, 512, false);
        C(0).DataOut(110, 0, 3, 1536, 512, true);
        Pass();
        r2ts = C(0).Get<IscsiR2tHeader>();
        NS_TEST_ASSERT_MSG_EQ(r2ts.size(), 3, "a recovery R2T");
        NS_TEST_EXPECT_MSG_EQ(r2ts[2].r2tSn, 1, "next unused R2TSN");
        NS_TEST_EXPECT_MSG_EQ(r2ts[2].bufferOffset, 512, "what is missing");
        NS_TEST_EXPECT_MSG_EQ(r2ts[2].desiredDataTransferLength, 1024, "what is missing");
        Expect(Recovery(), "R2T resent,recovery R2T sent", "traced");
        // It stays away: 3 s after the clock was set the first time, without progress for as long.
        Pass(Seconds(5.9));
        r2ts = C(0).Get<IscsiR2tHeader>();
        NS_TEST_ASSERT_MSG_EQ(r2ts.size(), 4, "another after a sequence timeout");
        C(0).DataOut(110, r2ts[3].targetTransferTag, 0, 512, 1024, true);
        Pass();
        Expect(Heard(), "command 10,data 0+512,data 512+1024,data 1536+512", "all data in order");
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiScsiResponseHeader>().size(), 1, "answered");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * PDUs with bad digests.
 */
class IscsiTargetDamageTestCase : public IscsiTargetScriptTestCase
{
  public:
    /**
     * @param level ErrorRecoveryLevel
     */
    explicit IscsiTargetDamageTestCase(uint32_t level)
        : IscsiTargetScriptTestCase("bad digests at level " + std::to_string(level) +
                                    " (RFC 7143, 7.8)"),
          m_level(level)
    {
    }

  private:
    /**
     * Damage the first PDU of a kind that the script sends.
     *
     * @param damage Header or Data
     * @param opcode which PDUs
     */
    void Damage(const std::string& damage, IscsiOpcode opcode)
    {
        IscsiFaultHelper faults;
        faults.SetAttribute("Damage", StringValue(damage));
        faults.SetAttribute("Opcode", IntegerValue(static_cast<int>(opcode)));
        faults.Install(bench->nodes.Get(0));
    }

    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        for (const auto& key : {"HeaderDigest", "DataDigest"})
        {
            bench->targetHelper.SetAttribute(key, StringValue("CRC32C"));
        }
        proposals.headerDigest = "CRC32C";
        proposals.dataDigest = "CRC32C";
        Damage("Data", IscsiOpcode::SCSI_DATA_OUT);
        Damage("Header", IscsiOpcode::NOP_OUT);
        Begin(m_level);
        C(0).Command(true, 1, 10, 2);
        Pass();
        C(0).DataOut(110, 0, 0, 0, 512, false);
        C(0).DataOut(110, 0, 1, 512, 512, true);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(
            (C(0).Get<IscsiRejectHeader>().at(0).reason == IscsiRejectReason::DATA_DIGEST_ERROR),
            true,
            "rejected in any case");
        if (m_level == 0)
        {
            const auto bytes = IscsiTestBench::GetBytes(C(0).received.back());
            NS_TEST_EXPECT_MSG_EQ(+bytes.at(48 + 2 + 12), 0x47, "protocol service CRC error");
        }
        else
        {
            const auto r2t = C(0).Get<IscsiR2tHeader>().at(1);
            NS_TEST_EXPECT_MSG_EQ(r2t.bufferOffset, 0, "what was damaged");
            NS_TEST_EXPECT_MSG_EQ(r2t.desiredDataTransferLength, 512, "what was damaged");
            C(0).DataOut(110, r2t.targetTransferTag, 0, 0, 512, true);
            Pass();
            Expect(C(0).GetNames(), "R2T,Reject,R2T,SCSI Response", "answered");
        }
        C(0).Acknowledge();
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(0).ended, (m_level == 0), "a damaged header ends level 0 alone");
        Finish();
    }

    uint32_t m_level; //!< ErrorRecoveryLevel
};

/**
 * @ingroup iscsi-tests
 *
 * A target that shuts down gracefully.
 */
class IscsiTargetShutDownTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetShutDownTestCase()
        : IscsiTargetScriptTestCase("shutting down (RFC 7143, 11.9.1)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(0);
        bench->target->ShutDown(Seconds(2));
        Pass();
        const auto message = C(0).Get<IscsiAsyncMessageHeader>().at(0);
        NS_TEST_EXPECT_MSG_EQ((message.asyncEvent == IscsiAsyncEvent::LOGOUT_REQUEST),
                              true,
                              "logout request");
        NS_TEST_EXPECT_MSG_EQ(message.parameter3, 2, "the time that is left");
        Add(2).Connect(0, 1);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(1).tsih, 0, "no login any more");
        NS_TEST_EXPECT_MSG_EQ(bench->target->GetSessionCount(), 1, "the session is there");
        Pass(Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(C(0).ended, true, "closed");
        Expect(Heard(), "nexus lost", "the session is gone");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A connection is lost at ErrorRecoveryLevel 2: its tasks continue over another one.
 */
class IscsiTargetReassignTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetReassignTestCase()
        : IscsiTargetScriptTestCase("TASK REASSIGN (RFC 7143, 7.2.2, 11.5.1 and 11.14)")
    {
    }

  private:
    void DoRun() override
    {
        proposals.maxRecvDataSegmentLength = 1024;
        Begin(2, 2);
        // A read of 4 blocks with its data sent, one with its status sent, a write with half of it.
        C(1).Command(false, 1, 10, 4);
        C(1).Command(false, 2, 20, 1);
        C(1).Command(true, 3, 30, 2);
        C(1).Command(false, 4, 40, 1, true);
        Pass();
        device->Give(10, false);
        device->Give(20);
        const auto r2t = C(1).Get<IscsiR2tHeader>().at(0);
        C(1).DataOut(130, r2t.targetTransferTag, 0, 0, 512, false);
        Pass();
        Heard();
        C(0).Manage(IscsiTaskManagementFunction::TASK_REASSIGN, 4, 110);
        Pass();
        C(1).Break();
        Pass();
        Expect(Heard(), "lost 40", "immediate commands are not kept (7.14)");
        C(0).Manage(IscsiTaskManagementFunction::TASK_REASSIGN, 4, 110);
        C(0).LogOut(IscsiLogoutReason::REMOVE_CONNECTION_FOR_RECOVERY, 2, 4);
        C(0).Manage(IscsiTaskManagementFunction::TASK_REASSIGN, 4, 77);
        Pass();
        Expect(Codes(), "3,3,1", "still allegiant twice, no such task");
        NS_TEST_EXPECT_MSG_EQ((C(0).Get<IscsiLogoutResponseHeader>().at(0).response ==
                               IscsiLogoutResponseCode::SUCCESS),
                              true,
                              "logged out for recovery");
        CheckReads();
        CheckWrite(r2t);
        Finish();
    }

    /**
     * @return response codes of task management, with commas between
     */
    std::string Codes()
    {
        std::string codes;
        for (const auto& header : C(0).Get<IscsiTaskManagementResponseHeader>())
        {
            codes += (codes.empty() ? "" : ",") + std::to_string(static_cast<int>(header.response));
        }
        return codes;
    }

    /**
     * The two reads continue: the first from Data-In 1 on, the second with its status again.
     */
    void CheckReads()
    {
        C(0).received.clear();
        C(0).Manage(IscsiTaskManagementFunction::TASK_REASSIGN, 4, 110, 0, 1);
        Pass();
        device->Answer(10);
        Pass();
        Expect(C(0).GetNames(),
               "Task Management Function Response,SCSI Data-In",
               "the response before anything else");
        const auto data = C(0).Get<IscsiDataInHeader>().at(0);
        NS_TEST_EXPECT_MSG_EQ(data.dataSn, 1, "from ExpDataSN on");
        NS_TEST_EXPECT_MSG_EQ(data.bufferOffset, 1024, "its offset");
        NS_TEST_EXPECT_MSG_EQ(data.statusPresent, true, "to its end");
        C(0).received.clear();
        C(0).Manage(IscsiTaskManagementFunction::TASK_REASSIGN, 4, 120, 0, 0);
        Pass();
        Expect(C(0).GetNames(),
               "Task Management Function Response,SCSI Data-In",
               "all of it, as nothing was acknowledged");
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiDataInHeader>()[0].dataSn, 0, "from the beginning");
        Expect(Recovery(), "connection 2 removed for recovery,task reassigned,task reassigned", "");
    }

    /**
     * The write continues: the initiator has seen R2T 0, so a new one asks for what is missing.
     *
     * @param before the R2T on the old connection
     */
    void CheckWrite(const IscsiR2tHeader& before)
    {
        C(0).Manage(IscsiTaskManagementFunction::TASK_REASSIGN, 4, 130, 0, 1);
        Pass();
        const auto r2t = C(0).Get<IscsiR2tHeader>().at(0);
        NS_TEST_EXPECT_MSG_EQ(r2t.r2tSn, 1, "next unused R2TSN");
        NS_TEST_EXPECT_MSG_EQ(r2t.bufferOffset, 512, "what is missing");
        NS_TEST_EXPECT_MSG_NE(r2t.targetTransferTag, before.targetTransferTag, "a new tag");
        C(0).DataOut(130, r2t.targetTransferTag, 0, 512, 512, true);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiScsiResponseHeader>().size(), 1, "answered");
        Expect(Heard(), "data 512+512", "the device gets the rest");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Tasks that nobody reassigns, and those that are reassigned after the session had failed.
 */
class IscsiTargetRetainTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetRetainTestCase()
        : IscsiTargetScriptTestCase("Time2Wait and Time2Retain (RFC 7143, 7.5, 7.6 and 6.3.4)")
    {
    }

  private:
    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("DefaultTime2Retain", UintegerValue(5));
        Begin(2);
        C(0).Command(false, 1, 10, 1);
        C(0).Command(false, 2, 20, 1);
        Pass();
        Heard();
        C(0).Break();
        Pass();
        // The device does not notice: what it gives waits.
        device->Give(10);
        Pass();
        States();
        Add(1).Connect(C(0).tsih, 3);
        Pass();
        Expect(States(),
               "connection 0 FREE XPT_UP,connection 1 XPT_UP IN_LOGIN,"
               "connection 1 CLEANUP_WAIT IN_CLEANUP,session FAILED IN_CONTINUE,"
               "connection 1 IN_LOGIN LOGGED_IN,connection 1 IN_CLEANUP FREE,"
               "session IN_CONTINUE LOGGED_IN",
               "reinstated");
        C(1).Manage(IscsiTaskManagementFunction::TASK_REASSIGN, 3, 110);
        Pass();
        Expect(C(1).GetNames(), "Task Management Function Response,SCSI Data-In", "goes on");
        // Reinstated at about 0.4 s: 2 s and 5 s later task 20 is given up.
        Pass(Seconds(6.7));
        Expect(Heard(), "", "still kept");
        Pass(Seconds(0.3));
        Expect(Heard(), "lost 20", "given up");
        NS_TEST_EXPECT_MSG_EQ(C(1).Get<IscsiNopInHeader>().at(0).maxCmdSn,
                              2 + 32,
                              "the window opens again (11.4.11)");
        NS_TEST_EXPECT_MSG_EQ(C(1).Get<IscsiNopInHeader>()[0].targetTransferTag,
                              NO_TAG,
                              "no answer is wanted (11.19.1)");
        Expect(States(), "", "the session goes on");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Asynchronous Messages that a target sends of its own.
 */
class IscsiTargetAsyncTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetAsyncTestCase()
        : IscsiTargetScriptTestCase("Asynchronous Messages (RFC 7143, 11.9)")
    {
    }

  private:
    /**
     * @param c a connection's place
     * @return the events told there, with parameters
     */
    std::string Events(std::size_t c)
    {
        std::string events;
        for (const auto& header : C(c).Get<IscsiAsyncMessageHeader>())
        {
            events += (events.empty() ? "" : ",") +
                      std::to_string(static_cast<int>(header.asyncEvent)) + " " +
                      std::to_string(header.parameter1) + " " + std::to_string(header.parameter2) +
                      " " + std::to_string(header.parameter3);
        }
        return events;
    }

    void DoRun() override
    {
        Begin(0, 2);
        C(0).Command(false, 1, 10, 1);
        Pass();
        auto session = dynamic_cast<IscsiTargetSession*>(device->tasks.at(10)->port);
        device->Give(10);
        session->ReportScsiEvent(0x0003000000000000, {0x70, 0, 6});
        session->RequestNegotiation(Seconds(7));
        Pass();
        Expect(Events(0), "0 0 0 0,4 0 0 7", "SCSI event, negotiation request");
        const auto bytes = IscsiTestBench::GetBytes(C(0).received.at(1));
        NS_TEST_EXPECT_MSG_EQ(+bytes.at(9), 3, "LUN");
        NS_TEST_EXPECT_MSG_EQ(+bytes.at(49), 3, "SenseLength");
        session->DropConnection(2);
        Pass();
        Expect(Events(1), "2 2 2 20", "connection drop, its CID, Time2Wait, Time2Retain");
        NS_TEST_EXPECT_MSG_EQ(C(1).ended, true, "dropped");
        session->RequestLogout(Seconds(3));
        C(0).Command(false, 2, 20, 1);
        Pass();
        Expect(Events(0), "0 0 0 0,4 0 0 7,2 2 2 20,1 0 0 3", "logout request, limit");
        NS_TEST_EXPECT_MSG_EQ(
            (C(0).Get<IscsiRejectHeader>().at(0).reason == IscsiRejectReason::WAITING_FOR_LOGOUT),
            true,
            "no new commands");
        States();
        Pass(Seconds(3));
        Expect(Events(0).substr(0, 50),
               "0 0 0 0,4 0 0 7,2 2 2 20,1 0 0 3,3 0 2 20",
               "session drop");
        Expect(States(),
               "connection 1 LOGOUT_REQUESTED CLEANUP_WAIT,session LOGGED_IN FAILED",
               "T16, N5");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Error recovery as a target does it.
 */
class IscsiTargetRecoveryTestSuite : public TestSuite
{
  public:
    IscsiTargetRecoveryTestSuite()
        : TestSuite("iscsi-target-recovery", Type::UNIT)
    {
        AddTestCase(new IscsiTargetStatusSnackTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetDataSnackTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetSnackRunsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetNoSnackTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetRecoveryR2tTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetDamageTestCase(0), TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetDamageTestCase(1), TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetShutDownTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetReassignTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetRetainTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetAsyncTestCase, TestCase::Duration::QUICK);
    }
};

static IscsiTargetRecoveryTestSuite g_iscsiTargetRecoveryTestSuite; //!< registers the suite
