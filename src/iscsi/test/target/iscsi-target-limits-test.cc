/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-script.h"

#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/iscsi-target-buffers.h"
#include "ns3/iscsi-target-repetition.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @ingroup iscsi-tests
 *
 * How memory is divided among sessions.
 */
class IscsiTargetBuffersTestCase : public TestCase
{
  public:
    IscsiTargetBuffersTestCase()
        : TestCase("memory for data is shared, and some of it is left for others")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint64_t KIB = 1024;
        const auto memory = std::make_shared<IscsiTargetBuffers>(1000 * KIB);
        const auto one = std::make_shared<IscsiTargetBuffers::Session>(memory);
        const auto two = std::make_shared<IscsiTargetBuffers::Session>(memory);
        auto first = one->Reserve(400 * KIB);
        NS_TEST_ASSERT_MSG_NE(first, nullptr, "400 of 1000");
        NS_TEST_EXPECT_MSG_EQ(one->Reserve(201 * KIB), nullptr, "601, and 600 are left");
        auto second = one->Reserve(200 * KIB);
        NS_TEST_ASSERT_MSG_NE(second, nullptr, "600, and 600 are left");
        NS_TEST_EXPECT_MSG_EQ(one->Reserve(KIB), nullptr, "601, and 400 are left");
        NS_TEST_EXPECT_MSG_EQ(two->Reserve(401 * KIB), nullptr, "400 are left");
        auto third = two->Reserve(400 * KIB);
        NS_TEST_ASSERT_MSG_NE(third, nullptr, "the first of a session gets all that is left");
        NS_TEST_EXPECT_MSG_EQ(memory->GetInUse(), 1000 * KIB, "all");
        const auto late = std::make_shared<IscsiTargetBuffers::Session>(memory);
        NS_TEST_EXPECT_MSG_EQ(late->Reserve(65 * KIB), nullptr, "nothing is left");
        auto little = late->Reserve(64 * KIB);
        NS_TEST_ASSERT_MSG_NE(little, nullptr, "64 KiB in any case");
        NS_TEST_EXPECT_MSG_EQ(late->Reserve(1), nullptr, "but no more");
        NS_TEST_EXPECT_MSG_EQ(memory->GetInUse(), 1064 * KIB, "with these");
        first->Shrink(100 * KIB);
        first->Shrink(200 * KIB);
        NS_TEST_EXPECT_MSG_EQ(one->GetInUse(), 300 * KIB, "100 and 200 stay");
        little.reset();
        second.reset();
        third.reset();
        first.reset();
        NS_TEST_EXPECT_MSG_EQ(memory->GetInUse(), 0, "all is back");
        first = one->Reserve(5000 * KIB);
        NS_TEST_ASSERT_MSG_NE(first, nullptr, "more than there is, alone");
        NS_TEST_EXPECT_MSG_EQ(memory->GetInUse(), 1000 * KIB, "counts as all");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Which runs are part of one that was sent again, across the wrap of numbers.
 */
class IscsiTargetRepetitionTestCase : public TestCase
{
  public:
    IscsiTargetRepetitionTestCase()
        : TestCase("a run that is sent again already")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTargetRepetition repetition;
        NS_TEST_EXPECT_MSG_EQ(repetition.Contains({5, 6}), false, "none yet");
        auto kept = repetition.Begin({0xfffffffe, 3});
        NS_TEST_EXPECT_MSG_EQ(repetition.Contains({0xfffffffe, 3}), true, "itself");
        NS_TEST_EXPECT_MSG_EQ(repetition.Contains({0, 2}), true, "part of it");
        NS_TEST_EXPECT_MSG_EQ(repetition.Contains({0xfffffffd, 2}), false, "begins before");
        NS_TEST_EXPECT_MSG_EQ(repetition.Contains({0, 4}), false, "ends behind");
        NS_TEST_EXPECT_MSG_EQ(repetition.Contains({3, 4}), false, "follows");
        kept.reset();
        NS_TEST_EXPECT_MSG_EQ(repetition.Contains({0, 2}), false, "sent");
        kept = repetition.Begin({1, 2});
        repetition.Forget();
        NS_TEST_EXPECT_MSG_EQ(repetition.Contains({1, 2}), false, "forgotten");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A peer that pings with 8 KB and reads no answer: the target stops reading, too. TCP holds 1 MiB
 * at the target and 128 KiB at the peer, 143 answers of 8240 bytes. Of those that wait behind, 34
 * of 8192 + 512 bytes are more than 256 KiB and the answers to two windows of 32 commands.
 */
class IscsiUnreadPingsTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiUnreadPingsTestCase()
        : IscsiTargetScriptTestCase("pings whose answers nobody reads")
    {
    }

  private:
    void DoRun() override
    {
        Begin(0);
        C(0).StopReading();
        for (uint32_t i = 1; i <= 400; i++)
        {
            C(0).Ping(i, 1, 8192);
        }
        Pass(Seconds(20));
        const auto taken = bench->target->GetPduCounters().GetReceived(IscsiOpcode::NOP_OUT);
        NS_TEST_EXPECT_MSG_GT(taken, 143 + 32, "as many as TCP and the limit allow");
        NS_TEST_EXPECT_MSG_LT(taken, 143 + 40, "and no more");
        NS_TEST_EXPECT_MSG_EQ(C(0).ended, false, "the connection stands");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A peer that pings faster than TCP takes the answers: at most 34 answers wait besides those that
 * TCP and the path hold, which are at most three of 8240 bytes with a buffer of 4000. The target
 * reads on again and again, and answers all.
 */
class IscsiSlowPingsTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiSlowPingsTestCase()
        : IscsiTargetScriptTestCase("pings whose answers take long")
    {
    }

  private:
    /**
     * Look how many answers wait.
     */
    void Look()
    {
        const auto taken = bench->target->GetPduCounters().GetReceived(IscsiOpcode::NOP_OUT);
        const auto answers = CountAnswers();
        m_most = std::max<uint64_t>(m_most, taken - answers);
        if (answers < 150)
        {
            Simulator::Schedule(MilliSeconds(20), &IscsiSlowPingsTestCase::Look, this);
        }
    }

    /**
     * @return how many pings were answered
     */
    uint32_t CountAnswers()
    {
        const auto headers = C(0).Get<IscsiNopInHeader>();
        return std::count_if(headers.begin(), headers.end(), [](const auto& header) {
            return header.initiatorTaskTag != IscsiHeader::RESERVED_TAG;
        });
    }

    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("SndBufSize", UintegerValue(4000));
        Begin(0);
        for (uint32_t i = 1; i <= 150; i++)
        {
            C(0).Ping(i, 1, 8192);
        }
        Simulator::ScheduleNow(&IscsiSlowPingsTestCase::Look, this);
        Pass(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(CountAnswers(), 150, "all");
        NS_TEST_EXPECT_MSG_GT(m_most, 30, "many wait");
        NS_TEST_EXPECT_MSG_LT(m_most, 34 + 4, "and no more");
        Finish();
    }

    uint64_t m_most{0}; //!< most answers that waited
};

/**
 * @ingroup iscsi-tests
 *
 * A peer that asks again for data of a read that it does not receive: while the data wait to be
 * sent again, the same request is answered by what is on its way.
 */
class IscsiUnreadSnacksTestCase : public IscsiTargetScriptTestCase
{
  public:
    /**
     * @param level ErrorRecoveryLevel
     */
    explicit IscsiUnreadSnacksTestCase(uint32_t level)
        : IscsiTargetScriptTestCase("SNACKs whose answers nobody reads, level " +
                                    std::to_string(level) + " (RFC 7143, 11.16)"),
          m_level(level)
    {
    }

  private:
    /**
     * Ask for Data-In of the first read once more.
     *
     * @param begin number of the first PDU
     * @param length how many
     */
    void Snack(uint32_t begin, uint32_t length)
    {
        IscsiSnackHeader header;
        header.type = IscsiSnackType::DATA_R2T;
        header.initiatorTaskTag = 101;
        header.targetTransferTag = IscsiHeader::RESERVED_TAG;
        header.begRun = begin;
        header.runLength = length;
        C(0).Send(header);
    }

    void DoRun() override
    {
        Begin(m_level);
        C(0).StopReading();
        // 20 reads of 127.5 KB are more than TCP takes: the rest waits.
        for (uint32_t i = 1; i <= 20; i++)
        {
            C(0).Command(false, i, i, 255);
        }
        Pass(Seconds(1));
        for (uint32_t i = 1; i <= 20; i++)
        {
            device->Give(i);
        }
        Pass(Seconds(5));
        const auto& counters = bench->target->GetPduCounters();
        const auto before = counters.GetSent(IscsiOpcode::SCSI_DATA_IN);
        for (uint32_t i = 0; i < 50; i++)
        {
            Snack(0, 3);
            Snack(1, 1);
        }
        Pass(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(counters.GetSent(IscsiOpcode::SCSI_DATA_IN) - before, 3, "once");
        Expect(Recovery(), "data resent", "and traced once");
        // 3 + 15 PDUs of 8192 + 512 bytes are within the limit of 294,912 bytes, 16 more are not.
        for (uint32_t i = 0; i < 50; i++)
        {
            Snack(0, 15);
            Snack(0, 0);
        }
        Pass(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(counters.GetSent(IscsiOpcode::SCSI_DATA_IN) - before,
                              3 + 15 + 16,
                              "what is longer is answered");
        NS_TEST_EXPECT_MSG_EQ(counters.GetReceived(IscsiOpcode::SNACK_REQUEST),
                              102,
                              "then it waits");
        NS_TEST_EXPECT_MSG_EQ(C(0).ended, false, "the connection stands");
        Finish();
    }

    uint32_t m_level; //!< ErrorRecoveryLevel
};

/**
 * @ingroup iscsi-tests
 *
 * More reads than the memory of a target holds. Each is of 255 blocks, and its task counts as 512
 * bytes: 128 KiB, of which 1 MiB holds 8.
 */
class IscsiBufferMemoryTestCase : public IscsiTargetScriptTestCase
{
  public:
    /**
     * @param write writes whose data do not come, or reads that are not received
     */
    explicit IscsiBufferMemoryTestCase(bool write)
        : IscsiTargetScriptTestCase(
              std::string(write ? "writes that are not finished" : "reads that are not received") +
              " and BufferMemory (SAM-5, 5.3.1)"),
          m_write(write)
    {
    }

  private:
    /**
     * @param c a connection
     * @return the statuses that it got, with commas between
     */
    std::string Statuses(std::size_t c)
    {
        std::string text;
        for (const auto& header : C(c).Get<IscsiScsiResponseHeader>())
        {
            text += (text.empty() ? "" : ",") + std::to_string(header.status);
        }
        return text;
    }

    /**
     * Log a session in and let it send five commands.
     *
     * @param c which connection it will be
     * @param admitted how many are to come to the device
     * @param statuses how the others are to end
     */
    void Check(std::size_t c, uint32_t admitted, const std::string& statuses)
    {
        auto& connection = Add(1);
        connection.isid[5] = c;
        connection.Connect(0, 1);
        Pass();
        const auto before = device->tasks.size();
        for (uint32_t i = 1; i <= 5; i++)
        {
            connection.Command(m_write, i, 10 * c + i, 255);
            Pass(MilliSeconds(1));
        }
        Pass();
        NS_TEST_EXPECT_MSG_EQ(device->tasks.size() - before, admitted, "session " << c);
        Expect(Statuses(c), statuses, "session " + std::to_string(c));
    }

    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("BufferMemory", UintegerValue(1 << 20));
        Begin(0, 0);
        // TASK SET FULL is 40, BUSY is 8. A session's next one fits if it has as much as is left
        // then: 1 + 3 of 8 - 3, but not 1 + 4 of 8 - 4.
        Check(0, 4, "40");
        Check(1, 2, "40,40,40");
        Check(2, 1, "40,40,40,40");
        Check(3, 1, "40,40,40,40");
        Check(4, 0, "8,8,8,8,8");
        C(4).Command(m_write, 6, 250, 127);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(device->tasks.count(250), 1, "64 KiB are always there");
        const auto tasks = device->tasks;
        for (const auto& [block, task] : tasks)
        {
            m_write ? device->Answer(block) : device->Give(block);
        }
        Pass(Seconds(1));
        if (m_write)
        {
            // The answers wait for the data that were asked for.
            Pass(Seconds(3));
        }
        C(4).Command(m_write, 7, 251, 255);
        C(4).Command(m_write, 8, 252, 255);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(device->tasks.count(251) + device->tasks.count(252), 2, "all free");
        Finish();
    }

    bool m_write; //!< writes or reads
};

/**
 * @ingroup iscsi-tests
 *
 * Reads that were answered and are not received hold their memory until TCP has taken them.
 */
class IscsiUnreadReadsTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiUnreadReadsTestCase()
        : IscsiTargetScriptTestCase("reads that nobody receives and BufferMemory")
    {
    }

  private:
    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("BufferMemory", UintegerValue(1 << 20));
        Begin(0);
        C(0).StopReading();
        // TCP takes 1 MiB and 128 KiB, not quite 9 reads with their headers. Of those that wait, 4
        // have as much as is left.
        for (uint32_t i = 1; i <= 30; i++)
        {
            C(0).Command(false, i, i, 255);
            Pass();
            if (device->tasks.count(i) > 0)
            {
                device->Give(i);
            }
        }
        const auto given = device->heard.size();
        NS_TEST_EXPECT_MSG_EQ(given, 8 + 4, "the others found the memory in use");
        auto& other = Add(1);
        other.isid[5] = 1;
        other.Connect(0, 1);
        Pass();
        other.Command(false, 1, 100, 255);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(device->tasks.count(100), 1, "another session finds some");
        C(0).Break();
        Pass();
        NS_TEST_EXPECT_MSG_EQ(bench->target->GetSessionCount(), 1, "the first one is gone");
        for (uint32_t i = 2; i <= 4; i++)
        {
            other.Command(false, i, 100 + i, 255);
        }
        Pass();
        NS_TEST_EXPECT_MSG_EQ(device->tasks.size(), 4, "and its memory is free");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Opcodes that an initiator may not send: a Reject says so, and the session continues.
 */
class IscsiReservedOpcodesTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiReservedOpcodesTestCase()
        : IscsiTargetScriptTestCase("reserved opcodes are rejected (RFC 7143, 7.7 and 11.17)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(0);
        uint32_t sent = 0;
        for (uint8_t opcode = 0; opcode < 0x40; opcode++)
        {
            if (opcode <= 0x06 || opcode == 0x10)
            {
                continue;
            }
            std::vector<uint8_t> pdu(IscsiHeader::BHS_SIZE + 8);
            pdu[0] = 0x40 | opcode;
            pdu[1] = 0x80;
            pdu[7] = 6;
            pdu[19] = opcode;
            C(0).SendBytes(pdu);
            sent++;
        }
        Pass();
        const auto rejects = C(0).Get<IscsiRejectHeader>();
        NS_TEST_ASSERT_MSG_EQ(sent, 64 - 8, "all others");
        NS_TEST_ASSERT_MSG_EQ(rejects.size(), sent, "each is rejected");
        for (const auto& reject : rejects)
        {
            NS_TEST_EXPECT_MSG_EQ(+static_cast<uint8_t>(reject.reason), 5, "command not supported");
        }
        const auto bytes = IscsiTestBench::GetBytes(C(0).received.back());
        NS_TEST_ASSERT_MSG_EQ(bytes.size(), 2 * IscsiHeader::BHS_SIZE, "with its header");
        NS_TEST_EXPECT_MSG_EQ(+bytes[48], 0x7f, "the opcode");
        NS_TEST_EXPECT_MSG_EQ(+bytes[48 + 19], 0x3f, "the tag");
        C(0).Ping(7, 1);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(0).received.size(), sent + 1, "the session goes on");
        NS_TEST_EXPECT_MSG_EQ(C(0).ended, false, "the connection stands");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A write whose command announces unsolicited data that must not come, and does not: it ends with
 * an error when no data came for SequenceTimeout.
 */
class IscsiEndlessWriteTestCase : public IscsiTargetScriptTestCase
{
  public:
    /**
     * @param level ErrorRecoveryLevel
     */
    explicit IscsiEndlessWriteTestCase(uint32_t level)
        : IscsiTargetScriptTestCase("unsolicited data announced without right, level " +
                                    std::to_string(level) + " (RFC 7143, 11.3.1 and 11.4.7.2)"),
          m_level(level)
    {
    }

  private:
    void DoRun() override
    {
        Begin(m_level);
        NS_TEST_ASSERT_MSG_EQ(C(0).agreed.initialR2T, true, "unsolicited data must not come");
        IscsiScsiCommandHeader header;
        header.final = false;
        header.write = true;
        header.expectedDataTransferLength = 2048;
        header.initiatorTaskTag = 110;
        header.cmdSn = 1;
        header.cdb[0] = 0x2a;
        header.cdb[8] = 4;
        C(0).Send(header, Create<Packet>(512));
        Pass(MilliSeconds(2900));
        NS_TEST_EXPECT_MSG_EQ(C(0).received.size(), 0, "the data may still come, and be dropped");
        Pass(MilliSeconds(200));
        NS_TEST_ASSERT_MSG_EQ(C(0).received.size(), 1, "SequenceTimeout is 3 s");
        const auto bytes = IscsiTestBench::GetBytes(C(0).received.back());
        NS_TEST_ASSERT_MSG_EQ(bytes.size(), 48 + 2 + 18, "a response with sense data");
        NS_TEST_EXPECT_MSG_EQ(+bytes[3], 2, "CHECK CONDITION");
        NS_TEST_EXPECT_MSG_EQ(+bytes[48 + 2 + 2], 0x0b, "aborted command");
        NS_TEST_EXPECT_MSG_EQ(+bytes[48 + 2 + 12], 0x0c, "write error");
        NS_TEST_EXPECT_MSG_EQ(+bytes[48 + 2 + 13], 0x0c, "unexpected unsolicited data");
        Expect(Heard(), "", "the device saw nothing of it");
        Finish();
    }

    uint32_t m_level; //!< ErrorRecoveryLevel
};

/**
 * @ingroup iscsi-tests
 *
 * What a target spends on a peer that does not read, or promises what it does not do.
 */
class IscsiTargetLimitsTestSuite : public TestSuite
{
  public:
    IscsiTargetLimitsTestSuite()
        : TestSuite("iscsi-target-limits", Type::UNIT)
    {
        const auto add = [this](TestCase* test) { AddTestCase(test, TestCase::Duration::QUICK); };
        add(new IscsiTargetBuffersTestCase);
        add(new IscsiTargetRepetitionTestCase);
        add(new IscsiUnreadPingsTestCase);
        add(new IscsiSlowPingsTestCase);
        add(new IscsiUnreadSnacksTestCase(1));
        add(new IscsiUnreadSnacksTestCase(2));
        add(new IscsiBufferMemoryTestCase(false));
        add(new IscsiBufferMemoryTestCase(true));
        add(new IscsiUnreadReadsTestCase);
        add(new IscsiReservedOpcodesTestCase);
        add(new IscsiEndlessWriteTestCase(0));
        add(new IscsiEndlessWriteTestCase(1));
    }
};

IscsiTargetLimitsTestSuite g_iscsiTargetLimitsTestSuite; //!< registers the suite

} // namespace
