/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/iscsi-r2t-header.h"
#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/iscsi-target-command-sequencer.h"
#include "ns3/iscsi-target-data-out-buffer.h"
#include "ns3/iscsi-target-data-out-transfer.h"
#include "ns3/iscsi-target-unacknowledged-data-in.h"
#include "ns3/test.h"

using namespace ns3;

/**
 * @ingroup iscsi-tests
 *
 * The command window that a target grants, across the wrap (RFC 7143, 4.2.2.1).
 */
class IscsiCommandGrantTestCase : public TestCase
{
  public:
    IscsiCommandGrantTestCase()
        : TestCase("the command window of two slots, 4.2.2.1")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTargetCommandSequencer grant(0xffffffff, 2, nullptr);
        IscsiTargetTask first;
        IscsiTargetTask second;
        NS_TEST_EXPECT_MSG_EQ(grant.GetMaxCmdSn(), 0, "ffffffff and 0");
        NS_TEST_EXPECT_MSG_EQ(grant.Contains(0xfffffffe), false, "received already");
        NS_TEST_EXPECT_MSG_EQ(grant.Contains(0xffffffff), true, "the next");
        NS_TEST_EXPECT_MSG_EQ(grant.Contains(0), true, "the last");
        NS_TEST_EXPECT_MSG_EQ(grant.Contains(1), false, "beyond");
        grant.AcquireSlot(first);
        grant.Advance();
        NS_TEST_EXPECT_MSG_EQ(grant.HasFreeSlot(), true, "one of two");
        NS_TEST_EXPECT_MSG_EQ(grant.GetMaxCmdSn(), 0, "one more command");
        grant.AcquireSlot(second);
        grant.Advance();
        NS_TEST_EXPECT_MSG_EQ(grant.HasFreeSlot(), false, "both are taken");
        NS_TEST_EXPECT_MSG_EQ(grant.GetExpCmdSn(), 1, "two have come");
        NS_TEST_EXPECT_MSG_EQ(grant.GetMaxCmdSn(), 0, "closed: ExpCmdSN - 1");
        NS_TEST_EXPECT_MSG_EQ(grant.Contains(1), false, "closed");
        grant.FreeSlot(first);
        NS_TEST_EXPECT_MSG_EQ(grant.HasFreeSlot(), true, "given back");
        NS_TEST_EXPECT_MSG_EQ(grant.GetMaxCmdSn(), 1, "open again");
        grant.FreeSlot(first);
        NS_TEST_EXPECT_MSG_EQ(grant.GetMaxCmdSn(), 1, "a slot is given back once");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Data behind a command that is not yet in order: no more than the first burst is kept.
 */
class IscsiEarlyDataTestCase : public TestCase
{
  public:
    IscsiEarlyDataTestCase()
        : TestCase("unsolicited data of a command before its turn, 13.14")
    {
    }

  private:
    /**
     * Let data come behind the early command.
     *
     * @param order the order
     * @param tag task tag
     * @param length bytes
     * @return whether it is kept
     */
    static bool Come(IscsiTargetCommandSequencer& order, uint32_t tag, uint32_t length)
    {
        IscsiDataOutHeader header;
        header.initiatorTaskTag = tag;
        return order.KeepData(nullptr, {header, Create<Packet>(length)}, 1024);
    }

    void DoRun() override
    {
        IscsiTargetCommandSequencer order(5, 4, nullptr);
        IscsiScsiCommandHeader command;
        command.initiatorTaskTag = 17;
        command.cmdSn = 6;
        NS_TEST_EXPECT_MSG_EQ(Come(order, 17, 400), false, "no command yet");
        order.Keep({nullptr, IscsiOpcode::SCSI_COMMAND, command, Create<Packet>()});
        NS_TEST_EXPECT_MSG_EQ(Come(order, 18, 400), false, "another command's");
        NS_TEST_EXPECT_MSG_EQ(Come(order, 17, 400), true, "400 of 1024");
        NS_TEST_EXPECT_MSG_EQ(Come(order, 17, 400), true, "800 of 1024");
        NS_TEST_EXPECT_MSG_EQ(Come(order, 17, 225), false, "1025 are too many");
        NS_TEST_EXPECT_MSG_EQ(Come(order, 17, 224), true, "1024 are not");
        NS_TEST_EXPECT_MSG_EQ(Come(order, 17, 1), false, "no room is left");
        NS_TEST_EXPECT_MSG_EQ(order.HasNext(), false, "5 is missing");
        order.Plug(5);
        IscsiTargetCommandSequencer::Command taken;
        NS_TEST_EXPECT_MSG_EQ(order.TakeNext(taken), true, "5");
        order.Advance();
        NS_TEST_ASSERT_MSG_EQ(order.TakeNext(taken), true, "6");
        NS_TEST_EXPECT_MSG_EQ(taken.data.size(), 3, "with its data");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * What a target keeps of a read, with an R2T of the same command among the numbers (RFC 7143,
 * 11.7.2 and 11.16).
 */
class IscsiTargetUnacknowledgedDataInTestCase : public TestCase
{
  public:
    IscsiTargetUnacknowledgedDataInTestCase()
        : TestCase("data-in kept for a SNACK beside an R2T, 11.16")
    {
    }

  private:
    /**
     * @param log the log
     * @param offset where the data of the next PDU begins
     */
    static void Send(IscsiTargetUnacknowledgedDataIn& log, uint32_t offset)
    {
        IscsiDataInHeader header;
        header.dataSn = log.GetEnd();
        header.bufferOffset = offset;
        log.Send(header, 512);
    }

    void DoRun() override
    {
        IscsiTargetUnacknowledgedDataIn log;
        log.Add(Create<Packet>(1536));
        Send(log, 0);
        log.CountR2t();
        Send(log, 512);
        NS_TEST_EXPECT_MSG_EQ(log.GetEnd(), 3, "the R2T has number 1");
        NS_TEST_EXPECT_MSG_EQ(log.Acknowledge(4), false, "3 was not sent");
        NS_TEST_EXPECT_MSG_EQ(log.Acknowledge(2), true, "0 and 1");
        NS_TEST_EXPECT_MSG_EQ(log.GetBegin(), 2, "2 is kept");
        NS_TEST_EXPECT_MSG_EQ(log.GetOffset(), 512, "an R2T moves no data");
        NS_TEST_EXPECT_MSG_EQ(log.GetRest()->GetSize(), 1024, "the rest");
        NS_TEST_EXPECT_MSG_EQ(log.Acknowledge(3), true, "2");
        NS_TEST_EXPECT_MSG_EQ(log.GetOffset(), 1024, "two PDUs of data");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Data of a write at the target: what R2Ts may be outstanding, and numbers after a loss.
 */
class IscsiDataOutRulesTestCase : public TestCase
{
  public:
    IscsiDataOutRulesTestCase()
        : TestCase("sequences of a write, 13.15 to 13.17, 11.7 and 11.8")
    {
    }

  private:
    using Verdict = IscsiTargetDataOutTransfer::Verdict; //!< short for verdicts

    /**
     * @param tag target transfer tag
     * @param dataSn DataSN
     * @param offset buffer offset, bytes
     * @return the header of a Data-Out without F bit
     */
    static IscsiDataOutHeader Make(uint32_t tag, uint32_t dataSn, uint32_t offset)
    {
        IscsiDataOutHeader header;
        header.final = false;
        header.targetTransferTag = tag;
        header.dataSn = dataSn;
        header.bufferOffset = offset;
        return header;
    }

    /**
     * Begin a write of 4096 bytes with bursts of 1024.
     *
     * @param transfer the transfer
     * @param final whether no unsolicited data follows
     */
    void Begin(IscsiTargetDataOutTransfer& transfer, bool final)
    {
        m_parameters.initialR2T = false;
        m_parameters.firstBurstLength = 1024;
        m_parameters.maxBurstLength = 1024;
        NS_TEST_EXPECT_MSG_EQ((transfer.Begin(m_parameters, 4096, nullptr, final) == Verdict::GOOD),
                              true,
                              "good");
        transfer.Want(4096);
    }

    /**
     * Ask for the next burst.
     *
     * @param transfer the transfer
     * @param number its number and tag
     * @return where it begins, -1 if there is none
     */
    int64_t Ask(IscsiTargetDataOutTransfer& transfer, uint32_t number)
    {
        IscsiR2tHeader header;
        header.r2tSn = number;
        return transfer.NextR2t(m_parameters, number, header) ? int64_t{header.bufferOffset} : -1;
    }

    /**
     * MaxOutstandingR2T counts R2Ts, not what comes unasked beside them (13.17).
     */
    void Outstanding()
    {
        IscsiTargetDataOutTransfer transfer;
        m_parameters.maxOutstandingR2T = 1;
        Begin(transfer, false);
        NS_TEST_EXPECT_MSG_EQ(Ask(transfer, 0), 1024, "beside the first burst");
        NS_TEST_EXPECT_MSG_EQ(Ask(transfer, 1), -1, "one at a time");
    }

    /**
     * Of R2Ts 0 and 1 a new connection is to have 1 again: ExpR2TSN (11.5.6).
     */
    void Restart()
    {
        IscsiTargetDataOutTransfer transfer;
        m_parameters.maxOutstandingR2T = 2;
        Begin(transfer, true);
        NS_TEST_EXPECT_MSG_EQ(Ask(transfer, 0), 0, "R2T 0");
        NS_TEST_EXPECT_MSG_EQ(Ask(transfer, 1), 1024, "R2T 1");
        transfer.Restart(1);
        IscsiR2tHeader header;
        NS_TEST_EXPECT_MSG_EQ(transfer.FindR2t(0, header), false, "it came");
        NS_TEST_EXPECT_MSG_EQ(transfer.FindR2t(1, header), true, "it did not");
        NS_TEST_EXPECT_MSG_EQ(header.bufferOffset, 1024, "the same burst");
    }

    /**
     * A PDU with damaged data had a number, which does not come again (11.7.4).
     */
    void Lose()
    {
        IscsiTargetDataOutTransfer transfer;
        m_parameters.maxOutstandingR2T = 1;
        Begin(transfer, true);
        Ask(transfer, 0);
        auto damaged = Make(0, 0, 0);
        damaged.dataSegmentLength = 512;
        NS_TEST_EXPECT_MSG_EQ((transfer.Lose(damaged) == Verdict::GOOD), true, "0 is damaged");
        NS_TEST_EXPECT_MSG_EQ(
            (transfer.Receive(Make(0, 0, 512), Create<Packet>(512)) == Verdict::BAD_ORDER),
            true,
            "not 0 again");
    }

    /**
     * Data may neither reach behind its burst nor be more than the burst (11.7.5).
     */
    void Amounts()
    {
        IscsiTargetDataOutTransfer behind;
        m_parameters.maxOutstandingR2T = 1;
        Begin(behind, true);
        Ask(behind, 0);
        auto damaged = Make(0, 0, 0);
        damaged.dataSegmentLength = 512;
        behind.Lose(damaged);
        NS_TEST_EXPECT_MSG_EQ(
            (behind.Receive(Make(0, 1, 512), Create<Packet>(600)) == Verdict::INCORRECT_AMOUNT),
            true,
            "1112 of 1024, of which 512 are missing");
        IscsiTargetDataOutTransfer twice;
        m_parameters.dataPduInOrder = false;
        Begin(twice, true);
        Ask(twice, 0);
        NS_TEST_EXPECT_MSG_EQ((twice.Receive(Make(0, 0, 0), Create<Packet>(800)) == Verdict::GOOD),
                              true,
                              "800 of 1024");
        NS_TEST_EXPECT_MSG_EQ(
            (twice.Receive(Make(0, 1, 400), Create<Packet>(400)) == Verdict::INCORRECT_AMOUNT),
            true,
            "1200 of 1024, all inside");
    }

    /**
     * Of pieces that begin at one place behind a gap the longer counts, whichever came first.
     */
    void Ahead()
    {
        for (const bool longerFirst : {false, true})
        {
            IscsiTargetDataOutBuffer buffer;
            buffer.Put(100, Create<Packet>(longerFirst ? 80 : 50));
            buffer.Put(100, Create<Packet>(longerFirst ? 50 : 80));
            NS_TEST_EXPECT_MSG_EQ(buffer.GetFrontier(), 0, "behind a gap");
            buffer.Put(0, Create<Packet>(100));
            NS_TEST_EXPECT_MSG_EQ(buffer.GetFrontier(), 180, "all there is");
        }
    }

    void DoRun() override
    {
        Outstanding();
        Restart();
        Lose();
        Amounts();
        Ahead();
    }

    IscsiSessionParameters m_parameters; //!< what was agreed on
};

/**
 * @ingroup iscsi-tests
 *
 * The small parts of a target's session.
 */
class IscsiTargetPartsTestSuite : public TestSuite
{
  public:
    IscsiTargetPartsTestSuite()
        : TestSuite("iscsi-target-parts", Type::UNIT)
    {
        AddTestCase(new IscsiCommandGrantTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiEarlyDataTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetUnacknowledgedDataInTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiDataOutRulesTestCase, TestCase::Duration::QUICK);
    }
};

static IscsiTargetPartsTestSuite g_iscsiTargetPartsTestSuite; //!< registers the suite
