/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../device/block-operation-names.h"
#include "array-bench.h"

#include "ns3/array-scrub.h"
#include "ns3/test.h"
#include "ns3/write-intent-log.h"

using namespace ns3;

/**
 * @ingroup block-io
 *
 * What was written again since a FLUSH stays in the log.
 */
class WriteIntentLogTestCase : public TestCase
{
  public:
    WriteIntentLogTestCase()
        : TestCase("log of what was written and not flushed")
    {
    }

  private:
    void DoRun() override
    {
        using Stripes = std::vector<uint64_t>;
        WriteIntentLog log;
        log.Enter(5, 7, 0);
        log.Enter(6, 6, 1);
        log.Enter(3, 3, 1);
        NS_TEST_EXPECT_MSG_EQ((log.GetStripes() == Stripes{3, 5, 6, 7}), true, "all");
        log.Remove(0);
        NS_TEST_EXPECT_MSG_EQ((log.GetStripes() == Stripes{3, 6}), true, "of the second group");
        log.RemoveStripe(3);
        log.RemoveStripe(5);
        NS_TEST_EXPECT_MSG_EQ((log.GetStripes() == Stripes{6}), true, "without one");
        log.Remove(1);
        NS_TEST_EXPECT_MSG_EQ(log.GetStripes().empty(), true, "nothing is left");
    }
};

/**
 * @ingroup block-io
 *
 * An array whose members differ in a stripe that was flushed, of which its log knows nothing, and
 * in one that was not, loses its power: when it is ready again, they agree in the latter.
 */
class ArrayPowerTestCase : public TestCase
{
  public:
    /// What an array of three members is asked to do, and does.
    struct Example
    {
        std::string type;     //!< its class
        uint32_t stripe;      //!< blocks of a stripe
        uint32_t changed;     //!< member that is changed in the first stripe
        uint32_t alsoChanged; //!< member that is changed in the second
        std::string reads;    //!< what members are asked to read when power is back
        std::string writes;   //!< what they are asked to write
    };

    /**
     * @param example the example
     */
    explicit ArrayPowerTestCase(const Example& example)
        : TestCase(example.type),
          m_example(example)
    {
    }

  private:
    /**
     * Write to a member, past the array.
     *
     * @param member the member
     * @param lba first of its blocks
     */
    static void Change(TestMember& member, uint64_t lba)
    {
        const std::vector<uint8_t> bytes(4 * ArrayBench::BLOCK_SIZE, 99);
        auto write = Create<BlockRequest>(WRITE, lba, 4);
        write->data = Create<Packet>(bytes.data(), bytes.size());
        write->completion = Callback<void, Ptr<BlockRequest>>([](Ptr<BlockRequest>) {});
        member.Submit(write);
        Simulator::Run();
    }

    /**
     * Write stripes 0 and 1 of an array, flush in between, and change members.
     *
     * @param bench the array
     */
    void Prepare(ArrayBench& bench)
    {
        bench.array->SetAttribute("WriteIntentLog", BooleanValue(true));
        for (uint64_t stripe : {0, 1})
        {
            const std::vector<uint8_t> bytes(m_example.stripe * ArrayBench::BLOCK_SIZE, 7);
            bench.Submit(WRITE,
                         stripe * m_example.stripe,
                         m_example.stripe,
                         Create<Packet>(bytes.data(), bytes.size()));
            Simulator::Run();
            if (stripe == 0)
            {
                bench.Run(FLUSH, 0, 0);
            }
        }
        Change(*bench.members[m_example.changed], 0);
        Change(*bench.members[m_example.alsoChanged], 4);
        bench.Reset();
    }

    void DoRun() override
    {
        ArrayBench bench({m_example.type, 3, 64, 4, true});
        ArrayScrub scrub(bench.array);
        Prepare(bench);
        const auto under = bench.Submit(READ, 40, 1);
        bench.array->PowerOff();
        const auto off = bench.Run(READ, 0, 1);
        NS_TEST_EXPECT_MSG_EQ(under->status, BlockStatus::TRANSPORT_ERROR, "it was under way");
        NS_TEST_EXPECT_MSG_EQ(off->status, BlockStatus::NOT_READY, "no power");
        bench.Reset();

        bench.array->PowerOn();
        NS_TEST_EXPECT_MSG_EQ(bench.array->IsReady(), false, "members do not agree yet");
        const auto begin = Simulator::Now();
        bool isTold = false;
        bench.array->CallWhenReady(MakeCallback(&ArrayPowerTestCase::Tell, this, &isTold));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(isTold, true, "it is ready");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now() - begin, MilliSeconds(2), "a read and a write");
        NS_TEST_EXPECT_MSG_EQ(bench.GetAsked(READ), m_example.reads, "what is right");
        NS_TEST_EXPECT_MSG_EQ(bench.GetAsked(WRITE), m_example.writes, "what follows from it");
        for (uint32_t i = 0; i < 3; ++i)
        {
            auto& member = *bench.members[i];
            NS_TEST_EXPECT_MSG_EQ(member.last.forceUnitAccess,
                                  (member.asked[WRITE] > 0),
                                  "what the log forgets is on the medium");
            NS_TEST_EXPECT_MSG_EQ(+static_cast<uint8_t>(bench.array->GetMemberState(i)),
                                  +static_cast<uint8_t>(BlockArray::MemberState::WORKING),
                                  "nobody failed");
        }
        scrub.Start([] {});
        Simulator::Run();
        const auto& differing = scrub.GetInconsistent();
        NS_TEST_EXPECT_MSG_EQ((differing == std::vector<uint64_t>{0}), true, "flushed before");

        // Nothing is in the log any more.
        bench.array->PowerOff();
        bench.array->PowerOn();
        NS_TEST_EXPECT_MSG_EQ(bench.array->IsReady(), true, "at once");
    }

    /**
     * @param isTold set
     */
    void Tell(bool* isTold)
    {
        *isTold = true;
    }

    const Example m_example; //!< the example
};

/**
 * @ingroup block-io
 *
 * An array of which a member is missing loses its power.
 */
class DegradedArrayPowerTestCase : public TestCase
{
  public:
    DegradedArrayPowerTestCase()
        : TestCase("a member is missing")
    {
    }

  private:
    /**
     * @param type the array's class
     * @param missing number of the member that fails
     * @param blocks how many are written, from the first on
     * @return whether the array is ready some time after its power is back
     */
    static bool IsReadyWithout(const std::string& type, uint32_t missing, uint32_t blocks)
    {
        ArrayBench bench({type, 3});
        bench.array->SetAttribute("WriteIntentLog", BooleanValue(true));
        bench.array->FailMember(missing);
        bench.Run(WRITE, 0, blocks);
        bench.array->PowerOff();
        bench.array->PowerOn();
        Simulator::Run();
        return bench.array->IsReady();
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(IsReadyWithout("MirroredArray", 0, 4), true, "two copies are left");
        NS_TEST_EXPECT_MSG_EQ(IsReadyWithout("Raid5Array", 2, 4), true, "that was the parity");
        NS_TEST_EXPECT_MSG_EQ(IsReadyWithout("Raid5Array", 1, 4), false, "nobody knows its data");
        NS_TEST_EXPECT_MSG_EQ(IsReadyWithout("Raid5Array", 1, 0), true, "nothing was written");
        NS_TEST_EXPECT_MSG_EQ(IsReadyWithout("StripedArray", 1, 0), true, "nothing to agree on");
    }
};

/**
 * @ingroup block-io
 *
 * Arrays that lose their power.
 */
class BlockArrayPowerTestSuite : public TestSuite
{
  public:
    BlockArrayPowerTestSuite()
        : TestSuite("block-io-array-power", Type::UNIT)
    {
        AddTestCase(new WriteIntentLogTestCase, Duration::QUICK);
        AddTestCase(new ArrayPowerTestCase({"MirroredArray", 4, 1, 1, "1 0 0", "0 1 1"}),
                    Duration::QUICK);
        // The parity of stripe 0 is on member 2, that of stripe 1 on member 1.
        AddTestCase(new ArrayPowerTestCase({"Raid5Array", 8, 2, 1, "1 0 1", "0 1 0"}),
                    Duration::QUICK);
        AddTestCase(new DegradedArrayPowerTestCase, Duration::QUICK);
    }
};

static BlockArrayPowerTestSuite g_blockArrayPowerTestSuite; //!< the suite
