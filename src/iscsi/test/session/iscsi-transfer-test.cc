/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/iscsi-initiator-command-numbering.h"
#include "ns3/iscsi-serial-number.h"
#include "ns3/iscsi-target-command-sequencer.h"
#include "ns3/iscsi-target-data-in-segmenter.h"
#include "ns3/iscsi-target-data-out-transfer.h"
#include "ns3/iscsi-target-transfer-tags.h"
#include "ns3/test.h"

#include <tuple>
#include <vector>

using namespace ns3;

/**
 * @ingroup iscsi-tests
 *
 * Sequence numbers and the command window on both sides, across the wrap of 32 bits.
 */
class IscsiCommandWindowTestCase : public TestCase
{
  public:
    IscsiCommandWindowTestCase()
        : TestCase("command window")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(IscsiSerialLess(0xffffffff, 0), true, "order across the wrap");
        NS_TEST_EXPECT_MSG_EQ(IscsiSerialLess(0, 0xffffffff), false, "order across the wrap");
        NS_TEST_EXPECT_MSG_EQ(IscsiSerialLessEqual(5, 5), true, "equal numbers");

        IscsiTargetCommandSequencer grant(0xfffffffe, 2, nullptr);
        IscsiInitiatorConnectionSettings settings;
        IscsiInitiatorCommandNumbering window(settings);
        window.Start(0xfffffffe);
        NS_TEST_EXPECT_MSG_EQ(window.IsOpen(), true, "the first command may go");
        NS_TEST_EXPECT_MSG_EQ(grant.GetMaxCmdSn(), 0xffffffff, "two slots");
        NS_TEST_EXPECT_MSG_EQ(window.Update(grant.GetExpCmdSn(), grant.GetMaxCmdSn()),
                              true,
                              "the window opens");
        NS_TEST_EXPECT_MSG_EQ(window.Update(0xfffffffe, 0xfffffffc), false, "a contradiction");
        NS_TEST_EXPECT_MSG_EQ(window.AllocateNumber(), 0xfffffffe, "first number");
        NS_TEST_EXPECT_MSG_EQ(window.AllocateNumber(), 0xffffffff, "second number");
        NS_TEST_EXPECT_MSG_EQ(window.IsOpen(), false, "both slots are used");
        NS_TEST_EXPECT_MSG_EQ(grant.Contains(0xffffffff), true, "in the window");
        NS_TEST_EXPECT_MSG_EQ(grant.Contains(0), false, "beyond the window");
        NS_TEST_EXPECT_MSG_EQ(grant.Contains(0xfffffffd), false, "before the window");
        IscsiTargetTask tasks[2];
        for (auto& task : tasks)
        {
            grant.AcquireSlot(task);
            grant.Advance();
        }
        NS_TEST_EXPECT_MSG_EQ(grant.GetExpCmdSn(), 0, "both commands came");
        NS_TEST_EXPECT_MSG_EQ(grant.GetMaxCmdSn(), 0xffffffff, "no slot is free");
        grant.FreeSlot(tasks[0]);
        NS_TEST_EXPECT_MSG_EQ(grant.GetMaxCmdSn(), 0, "one is free");
        NS_TEST_EXPECT_MSG_EQ(window.Update(0, 0), true, "the window opens");
        NS_TEST_EXPECT_MSG_EQ(window.Update(0xffffffff, 0xffffffff), false, "old numbers");
        NS_TEST_EXPECT_MSG_EQ(window.IsOpen(), true, "old numbers close nothing");
        // A request that takes a number and no slot moves both ends of the window.
        grant.Advance();
        NS_TEST_EXPECT_MSG_EQ(grant.GetMaxCmdSn(), 1, "the free slot is still on offer");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Target transfer tags across the wrap of 32 bits: all but ffffffff.
 */
class IscsiTransferTagsTestCase : public TestCase
{
  public:
    IscsiTransferTagsTestCase()
        : TestCase("target transfer tags (RFC 7143, 11.8.5)")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTargetTransferTags tags(0xfffffffd);
        for (const uint32_t tag : {0xfffffffd, 0xfffffffe, 0U, 1U})
        {
            NS_TEST_EXPECT_MSG_EQ(tags.Get(), tag, "the reserved tag is left out");
            tags.Advance();
        }
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Cutting a read's data: segments of 1000, sequences of 2500, in pieces of several sizes.
 */
class IscsiTargetDataInSegmenterTestCase : public TestCase
{
  public:
    /**
     * @param piece bytes given at a time
     */
    explicit IscsiTargetDataInSegmenterTestCase(uint32_t piece)
        : TestCase("data-in in pieces of " + std::to_string(piece)),
          m_piece(piece)
    {
    }

  private:
    void DoRun() override
    {
        // 6200 bytes: 1000 1000 500F 1000 1000 500F 1000 200F
        const std::vector<std::tuple<uint32_t, uint32_t, bool>> expected{{0, 1000, false},
                                                                         {1000, 1000, false},
                                                                         {2000, 500, true},
                                                                         {2500, 1000, false},
                                                                         {3500, 1000, false},
                                                                         {4500, 500, true},
                                                                         {5000, 1000, false},
                                                                         {6000, 200, true}};
        IscsiTargetDataInSegmenter segmenter;
        std::vector<std::tuple<uint32_t, uint32_t, bool>> cut;
        const auto drain = [&](bool last) {
            IscsiDataInHeader header;
            while (auto data = segmenter.Cut(1000, 2500, last, header))
            {
                NS_TEST_EXPECT_MSG_EQ(header.dataSn, cut.size(), "DataSN");
                cut.emplace_back(header.bufferOffset, data->GetSize(), header.final);
            }
        };
        for (uint32_t offset = 0; offset < 6200; offset += m_piece)
        {
            segmenter.Add(Create<Packet>(std::min(m_piece, 6200 - offset)));
            drain(false);
            NS_TEST_EXPECT_MSG_GT(segmenter.GetHeld(), 0, "the last PDU waits for the status");
        }
        NS_TEST_EXPECT_MSG_EQ(segmenter.GetEnd(), 6200, "all was taken");
        drain(true);
        NS_TEST_EXPECT_MSG_EQ((cut == expected), true, "offsets, lengths and F bits");
        NS_TEST_EXPECT_MSG_EQ(segmenter.GetHeld(), 0, "nothing is left");
        NS_TEST_EXPECT_MSG_EQ(segmenter.GetCount(), 8, "number of PDUs");
    }

    uint32_t m_piece; //!< bytes given at a time
};

/**
 * @ingroup iscsi-tests
 *
 * Gathering a write's data at the target, and what is wrong with it when it is wrong.
 */
class IscsiDataOutTransferTestCase : public TestCase
{
  public:
    IscsiDataOutTransferTestCase()
        : TestCase("data-out")
    {
        m_parameters.initialR2T = false;
        m_parameters.firstBurstLength = 4096;
        m_parameters.maxBurstLength = 8192;
        m_parameters.maxOutstandingR2T = 2;
    }

  private:
    /// Short for what is said of a PDU.
    using Verdict = IscsiTargetDataOutTransfer::Verdict;

    /**
     * Give a PDU to a transfer.
     *
     * @param transfer the transfer
     * @param tag target transfer tag
     * @param dataSn DataSN
     * @param offset buffer offset
     * @param length data segment
     * @param final F bit
     * @return what is said of it
     */
    static Verdict Give(IscsiTargetDataOutTransfer& transfer,
                        uint32_t tag,
                        uint32_t dataSn,
                        uint32_t offset,
                        uint32_t length,
                        bool final)
    {
        IscsiDataOutHeader header;
        header.targetTransferTag = tag;
        header.dataSn = dataSn;
        header.bufferOffset = offset;
        header.final = final;
        return transfer.Receive(header, Create<Packet>(length));
    }

    /**
     * Compare what is said of a PDU.
     *
     * @param actual what is said
     * @param expected what should be
     * @param what the case
     */
    void Expect(Verdict actual, Verdict expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(actual), static_cast<int>(expected), what);
    }

    /**
     * A write of 20000 bytes: 1024 immediate, 3072 unsolicited, R2Ts for 8192 and 7712.
     */
    void TestGood()
    {
        const uint32_t none = IscsiHeader::RESERVED_TAG;
        IscsiTargetDataOutTransfer transfer;
        Expect(transfer.Begin(m_parameters, 20000, Create<Packet>(1024), false),
               Verdict::GOOD,
               "immediate data");
        IscsiR2tHeader r2t;
        uint32_t offset = 0;
        NS_TEST_EXPECT_MSG_EQ(transfer.NextR2t(m_parameters, 7, r2t), false, "nothing is wanted");
        NS_TEST_EXPECT_MSG_EQ(bool(transfer.TakeReady(offset)), false, "nothing is wanted");
        transfer.Want(600);
        NS_TEST_EXPECT_MSG_EQ(transfer.TakeReady(offset)->GetSize(), 600, "as much as is wanted");
        transfer.Want(20000);
        NS_TEST_EXPECT_MSG_EQ(transfer.TakeReady(offset)->GetSize(), 424, "the rest");
        NS_TEST_EXPECT_MSG_EQ(offset, 600, "where it belongs");
        NS_TEST_EXPECT_MSG_EQ(transfer.NextR2t(m_parameters, 7, r2t), true, "first R2T");
        NS_TEST_EXPECT_MSG_EQ(r2t.bufferOffset, 4096, "behind the first burst");
        NS_TEST_EXPECT_MSG_EQ(r2t.desiredDataTransferLength, 8192, "MaxBurstLength");
        NS_TEST_EXPECT_MSG_EQ(transfer.NextR2t(m_parameters, 8, r2t), true, "second R2T");
        NS_TEST_EXPECT_MSG_EQ(r2t.bufferOffset, 12288, "behind the first");
        NS_TEST_EXPECT_MSG_EQ(r2t.desiredDataTransferLength, 7712, "what is left");
        NS_TEST_EXPECT_MSG_EQ(transfer.NextR2t(m_parameters, 9, r2t), false, "no more");
        Expect(Give(transfer, none, 0, 1024, 2048, false), Verdict::GOOD, "unsolicited");
        Expect(Give(transfer, none, 1, 3072, 1024, true), Verdict::GOOD, "unsolicited, last");
        Expect(Give(transfer, 7, 0, 4096, 8192, true), Verdict::GOOD, "first R2T's");
        NS_TEST_EXPECT_MSG_EQ(transfer.IsComplete(), false, "there is more to come");
        Expect(Give(transfer, 8, 0, 12288, 7712, true), Verdict::GOOD, "second R2T's");
        NS_TEST_EXPECT_MSG_EQ(transfer.IsComplete(), true, "all is there");
        NS_TEST_EXPECT_MSG_EQ(transfer.IsQuiet(), true, "nothing is on its way");
        uint32_t handedOn = 1024;
        while (auto data = transfer.TakeReady(offset))
        {
            NS_TEST_EXPECT_MSG_EQ(offset, handedOn, "ascending offsets");
            handedOn += data->GetSize();
        }
        NS_TEST_EXPECT_MSG_EQ(handedOn, 20000, "all is handed on");
    }

    /**
     * What the RFC calls unexpected unsolicited data (11.4.7.2).
     */
    void TestUnexpected()
    {
        auto strict = m_parameters;
        strict.initialR2T = true;
        strict.immediateData = false;
        IscsiTargetDataOutTransfer immediate;
        Expect(immediate.Begin(strict, 8192, Create<Packet>(512), true),
               Verdict::UNEXPECTED_DATA,
               "immediate data not agreed on");
        NS_TEST_EXPECT_MSG_EQ(immediate.IsQuiet(), true, "nothing follows");
        IscsiTargetDataOutTransfer announced;
        Expect(announced.Begin(strict, 8192, nullptr, false),
               Verdict::UNEXPECTED_DATA,
               "unsolicited data announced");
        NS_TEST_EXPECT_MSG_EQ(announced.IsQuiet(), false, "the response waits for the data");
        Expect(Give(announced, IscsiHeader::RESERVED_TAG, 0, 0, 4096, true),
               Verdict::GOOD,
               "which is dropped");
        NS_TEST_EXPECT_MSG_EQ(announced.IsQuiet(), true, "the response may go");
        IscsiTargetDataOutTransfer unannounced;
        unannounced.Begin(strict, 8192, nullptr, true);
        Expect(Give(unannounced, IscsiHeader::RESERVED_TAG, 0, 0, 512, true),
               Verdict::UNEXPECTED_DATA,
               "unsolicited data not announced");
    }

    /**
     * What the RFC calls an incorrect amount of data (11.4.7.2), and worse.
     */
    void TestIncorrect()
    {
        const uint32_t none = IscsiHeader::RESERVED_TAG;
        IscsiTargetDataOutTransfer immediate;
        Expect(immediate.Begin(m_parameters, 8192, Create<Packet>(4097), true),
               Verdict::INCORRECT_AMOUNT,
               "immediate data beyond FirstBurstLength");
        IscsiTargetDataOutTransfer little;
        little.Begin(m_parameters, 8192, nullptr, false);
        Expect(Give(little, none, 0, 0, 4000, true), Verdict::INCORRECT_AMOUNT, "too little");
        IscsiTargetDataOutTransfer much;
        much.Begin(m_parameters, 8192, nullptr, false);
        Expect(Give(much, none, 0, 0, 4097, true), Verdict::INCORRECT_AMOUNT, "too much");
        IscsiTargetDataOutTransfer order;
        order.Begin(m_parameters, 8192, nullptr, false);
        Expect(Give(order, 5, 0, 0, 512, false), Verdict::BAD_TAG, "tag");
        Expect(Give(order, none, 0, 512, 512, false), Verdict::BAD_ORDER, "offset ahead");
        Expect(Give(order, none, 1, 512, 512, true), Verdict::GOOD, "dropped to the F bit");
        NS_TEST_EXPECT_MSG_EQ(order.IsQuiet(), true, "then the response may go");
        IscsiTargetDataOutTransfer twice;
        twice.Begin(m_parameters, 8192, nullptr, false);
        Expect(Give(twice, none, 0, 0, 512, false), Verdict::GOOD, "first");
        Expect(Give(twice, none, 0, 512, 512, false), Verdict::BAD_ORDER, "DataSN twice");
        // A sequence may end with an empty PDU (RFC 7143, 11.7.7).
        IscsiTargetDataOutTransfer empty;
        empty.Begin(m_parameters, 8192, nullptr, false);
        Expect(Give(empty, none, 0, 0, 4096, false), Verdict::GOOD, "all, without F");
        Expect(Give(empty, none, 1, 4096, 0, true), Verdict::GOOD, "F alone");
        NS_TEST_EXPECT_MSG_EQ(empty.IsQuiet(), true, "the sequence is over");
    }

    /**
     * A PDU of 1024 bytes at 5120 is lost: a recovery R2T asks for it alone, with a new number
     * (RFC 7143, 7.9 and 11.8).
     */
    void TestLoss()
    {
        auto agreed = m_parameters;
        agreed.errorRecoveryLevel = 1;
        IscsiTargetDataOutTransfer transfer;
        transfer.Begin(agreed, 16384, nullptr, true);
        transfer.Want(16384);
        IscsiR2tHeader r2t;
        transfer.NextR2t(m_parameters, 1, r2t);
        r2t.r2tSn = 1;
        transfer.NextR2t(m_parameters, 2, r2t);
        Expect(Give(transfer, 1, 0, 0, 5120, false), Verdict::GOOD, "before the gap");
        Expect(Give(transfer, 1, 2, 6144, 2048, true), Verdict::INCOMPLETE, "behind the gap");
        uint32_t offset = 0;
        NS_TEST_EXPECT_MSG_EQ(transfer.TakeReady(offset)->GetSize(), 5120, "up to the gap");
        NS_TEST_EXPECT_MSG_EQ(bool(transfer.TakeReady(offset)), false, "and no further");
        NS_TEST_EXPECT_MSG_EQ(transfer.IsQuiet(), false, "there is more to ask for");
        r2t.r2tSn = 2;
        NS_TEST_EXPECT_MSG_EQ(transfer.NextR2t(m_parameters, 3, r2t), true, "recovery R2T");
        NS_TEST_EXPECT_MSG_EQ(r2t.bufferOffset, 5120, "where the gap is");
        NS_TEST_EXPECT_MSG_EQ(r2t.desiredDataTransferLength, 1024, "as long as it is");
        Expect(Give(transfer, 2, 0, 8192, 8192, true), Verdict::GOOD, "the second sequence");
        Expect(Give(transfer, 3, 0, 5120, 1024, true), Verdict::GOOD, "the gap is filled");
        uint32_t total = 5120;
        while (auto data = transfer.TakeReady(offset))
        {
            NS_TEST_EXPECT_MSG_EQ(offset, total, "ascending offsets");
            total += data->GetSize();
        }
        NS_TEST_EXPECT_MSG_EQ(total, 16384, "all of it");
        NS_TEST_EXPECT_MSG_EQ(transfer.IsQuiet(), true, "nothing is on its way");
    }

    /**
     * A DataSN is left out and no byte: at level 0 the task ends, as after any lost PDU; above it
     * nothing is left to ask for (RFC 7143, 7.8 and 7.9).
     *
     * @param level ErrorRecoveryLevel
     * @param isInOrder DataPDUInOrder
     */
    void TestGapWithoutLoss(uint32_t level, bool isInOrder)
    {
        auto agreed = m_parameters;
        agreed.errorRecoveryLevel = level;
        agreed.dataPduInOrder = isInOrder;
        IscsiTargetDataOutTransfer transfer;
        transfer.Begin(agreed, 4096, nullptr, true);
        transfer.Want(4096);
        IscsiR2tHeader r2t;
        transfer.NextR2t(agreed, 1, r2t);
        Expect(Give(transfer, 1, 0, 0, 2048, false), Verdict::GOOD, "before the gap");
        Expect(Give(transfer, 1, 2, 2048, 2048, true),
               level == 0 ? Verdict::INCOMPLETE : Verdict::GOOD,
               "at the end of the sequence");
        NS_TEST_EXPECT_MSG_EQ(transfer.IsQuiet(), true, "the response may go");
    }

    /**
     * A whole sequence is lost: seen by the data of the next one, or by its staying away.
     */
    void TestLostSequence()
    {
        auto agreed = m_parameters;
        agreed.errorRecoveryLevel = 1;
        IscsiTargetDataOutTransfer transfer;
        transfer.Begin(agreed, 16384, nullptr, true);
        transfer.Want(16384);
        IscsiR2tHeader r2t;
        transfer.NextR2t(m_parameters, 1, r2t);
        transfer.NextR2t(m_parameters, 2, r2t);
        Expect(Give(transfer, 2, 0, 8192, 4096, false), Verdict::INCOMPLETE, "the first is over");
        NS_TEST_EXPECT_MSG_EQ(transfer.Expire(), true, "the second stays away");
        NS_TEST_EXPECT_MSG_EQ(transfer.Expire(), false, "there is no other");
        NS_TEST_EXPECT_MSG_EQ(transfer.NextR2t(m_parameters, 3, r2t), true, "first recovery R2T");
        NS_TEST_EXPECT_MSG_EQ(r2t.bufferOffset, 0, "all of the first");
        NS_TEST_EXPECT_MSG_EQ(r2t.desiredDataTransferLength, 8192, "all of the first");
        NS_TEST_EXPECT_MSG_EQ(transfer.NextR2t(m_parameters, 4, r2t), true, "second recovery R2T");
        NS_TEST_EXPECT_MSG_EQ(r2t.bufferOffset, 12288, "the rest of the second");
        NS_TEST_EXPECT_MSG_EQ(r2t.desiredDataTransferLength, 4096, "the rest of the second");
    }

    /**
     * DataPDUInOrder=No: any order within a sequence, but all of it (RFC 7143, 13.18).
     */
    void TestAnyOrder()
    {
        auto free = m_parameters;
        free.dataPduInOrder = false;
        IscsiTargetDataOutTransfer transfer;
        transfer.Begin(free, 4096, nullptr, true);
        transfer.Want(4096);
        IscsiR2tHeader r2t;
        transfer.NextR2t(free, 1, r2t);
        Expect(Give(transfer, 1, 0, 3072, 1024, false), Verdict::GOOD, "the end first");
        Expect(Give(transfer, 1, 1, 1024, 2048, false), Verdict::GOOD, "the middle");
        Expect(Give(transfer, 1, 2, 0, 1024, true), Verdict::GOOD, "the beginning");
        uint32_t offset = 0;
        uint32_t total = 0;
        while (auto data = transfer.TakeReady(offset))
        {
            NS_TEST_EXPECT_MSG_EQ(offset, total, "ascending offsets");
            total += data->GetSize();
        }
        NS_TEST_EXPECT_MSG_EQ(total, 4096, "all of it");
        IscsiTargetDataOutTransfer overlaid;
        overlaid.Begin(free, 4096, nullptr, true);
        overlaid.Want(4096);
        overlaid.NextR2t(free, 1, r2t);
        Expect(Give(overlaid, 1, 0, 0, 2048, false), Verdict::GOOD, "half of it");
        Expect(Give(overlaid, 1, 1, 0, 2048, true), Verdict::INCORRECT_AMOUNT, "the same half");
    }

    void DoRun() override
    {
        TestGood();
        TestUnexpected();
        TestIncorrect();
        TestLoss();
        for (const uint32_t level : {0, 1})
        {
            TestGapWithoutLoss(level, true);
            TestGapWithoutLoss(level, false);
        }
        TestLostSequence();
        TestAnyOrder();
    }

    IscsiSessionParameters m_parameters; //!< what is agreed
};

/**
 * @ingroup iscsi-tests
 *
 * The parts of a session that need no network.
 */
class IscsiTransferTestSuite : public TestSuite
{
  public:
    IscsiTransferTestSuite()
        : TestSuite("iscsi-transfer", Type::UNIT)
    {
        AddTestCase(new IscsiCommandWindowTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTransferTagsTestCase, TestCase::Duration::QUICK);
        for (const uint32_t piece : {100, 1000, 1300, 2500, 6200})
        {
            AddTestCase(new IscsiTargetDataInSegmenterTestCase(piece), TestCase::Duration::QUICK);
        }
        AddTestCase(new IscsiDataOutTransferTestCase, TestCase::Duration::QUICK);
    }
};

static IscsiTransferTestSuite g_iscsiTransferTestSuite; //!< registers the suite
