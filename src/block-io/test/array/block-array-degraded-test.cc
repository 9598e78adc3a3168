/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../device/block-operation-names.h"
#include "array-bench.h"

#include "ns3/test.h"

using namespace ns3;

/**
 * @ingroup block-io
 *
 * What a request ends with when the answer that matters comes from the last members there are.
 */
class ArrayLastAnswerTest : public TestCase
{
  public:
    ArrayLastAnswerTest()
        : TestCase("A failure that redundancy makes good is not the request's, others are")
    {
    }

  private:
    /**
     * A write of whole stripes reads nothing, so it is its own answer that reports the failure.
     */
    void WholeStripe()
    {
        ArrayBench bench({"Raid5Array", 5});
        bench.members[2]->fate = BlockStatus::MEDIUM_ERROR;
        // Four units of four blocks.
        NS_TEST_EXPECT_MSG_EQ(bench.Run(WRITE, 0, 16)->status, BlockStatus::OK, "parity has it");
        NS_TEST_EXPECT_MSG_EQ((bench.array->GetMemberState(2) == BlockArray::MemberState::FAILED),
                              true,
                              "it failed");
        NS_TEST_EXPECT_MSG_EQ(bench.GetAsked(WRITE), "1 1 1 1 1", "all were asked");
    }

    /**
     * A unit is worked out from the others: one that has failed leaves it lost, a network that
     * failed says nothing of the contents.
     *
     * @param fate how the second member ends what it is asked
     * @param status how the read ends
     */
    void SecondMember(BlockStatus fate, BlockStatus status)
    {
        ArrayBench bench({"Raid5Array", 4});
        bench.array->FailMember(0);
        bench.members[1]->fate = fate;
        // Unit 0 is on member 0.
        NS_TEST_EXPECT_MSG_EQ(bench.Run(READ, 0, 4)->status, status, fate);
    }

    void DoRun() override
    {
        using enum BlockStatus;
        WholeStripe();
        SecondMember(MEDIUM_ERROR, MEDIUM_ERROR);
        SecondMember(NOT_READY, MEDIUM_ERROR);
        SecondMember(TRANSPORT_ERROR, TRANSPORT_ERROR);
    }
};

/**
 * @ingroup block-io
 *
 * Members and spares at their limits: sizes, the last stripe, a member that comes back.
 */
class ArraySpareTest : public TestCase
{
  public:
    ArraySpareTest()
        : TestCase("The smallest member counts, and a spare is filled to its end and no further")
    {
    }

  private:
    /**
     * The smallest member decides, wherever it stands.
     */
    void Sizes()
    {
        for (const std::size_t place : {0, 1, 2})
        {
            const ArrayBench bench({"MirroredArray", 2});
            std::vector<Ptr<BlockDevice>> devices;
            for (std::size_t i = 0; i < 3; ++i)
            {
                auto member = bench.MakeMember();
                member->SetAttribute("BlockCount", UintegerValue(i == place ? 40 : 64));
                devices.emplace_back(member);
            }
            auto array = BlockArrayHelper("ns3::MirroredArray").Create(devices);
            NS_TEST_EXPECT_MSG_EQ(array->GetBlockCount(), 40, "smallest is member " << place);
            array->Dispose();
        }
    }

    /**
     * Blocks that are whole stripes: 16 in units of 4 are four copies, and none of no blocks.
     *
     * @param type the array's class
     */
    void WholeUnits(const std::string& type)
    {
        ArrayBench bench({type, 4, 16});
        uint32_t copies = 0;
        auto count = [&copies](uint32_t, uint64_t, uint64_t) { ++copies; };
        bench.array->TraceConnectWithoutContext(
            "RebuildProgress",
            Callback<void, uint32_t, uint64_t, uint64_t>(count));
        bench.array->FailMember(1);
        const auto spare = bench.MakeMember();
        bench.array->Rebuild(1, spare);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(copies, 4, type);
        NS_TEST_EXPECT_MSG_EQ(spare->asked[WRITE], 4, type);
        NS_TEST_EXPECT_MSG_EQ(spare->asked[BlockOperation::FLUSH], 1, type);
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(),
                              MilliSeconds(9),
                              type << ": four reads and writes, and a FLUSH");
    }

    /**
     * A spare that is not full has not all that its member held: with another member lost,
     * something is missing.
     */
    void HalfFull()
    {
        ArrayBench bench({"Raid5Array", 4, 16});
        bench.array->FailMember(1);
        bench.array->Rebuild(1, bench.MakeMember());
        Ptr<BlockRequest> one;
        Ptr<BlockRequest> two;
        // Two of four stripes are copied at 4 ms.
        Simulator::Schedule(MicroSeconds(4100), [&] { one = bench.Submit(FLUSH, 0, 0); });
        Simulator::Schedule(MicroSeconds(4200), [&] { bench.array->FailMember(2); });
        Simulator::Schedule(MicroSeconds(4300), [&] { two = bench.Submit(FLUSH, 0, 0); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(one->status, BlockStatus::OK, "the spare alone is missing");
        NS_TEST_EXPECT_MSG_EQ(two->status, BlockStatus::MEDIUM_ERROR, "two are missing");
    }

    /**
     * A mirror reads from a spare what is on it as a whole, and nothing that reaches further.
     */
    void ReadsOfSpare()
    {
        ArrayBench bench({"MirroredArray", 2, 16});
        bench.array->FailMember(1);
        const auto spare = bench.MakeMember();
        bench.array->Rebuild(1, spare);
        // At 4.1 ms blocks 0 to 7 are copied, and the other member is busy with blocks 8 to 11.
        Simulator::Schedule(MicroSeconds(4100), [&] {
            bench.Submit(READ, 4, 8);
            NS_TEST_EXPECT_MSG_EQ(spare->asked[READ], 0, "half of it is missing");
            bench.Submit(READ, 0, 8);
            NS_TEST_EXPECT_MSG_EQ(spare->asked[READ], 1, "from the one with less to do");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.completed, 2, "both");
    }

    /**
     * A member that failed and was repaired is filled as its own spare.
     */
    void Repaired()
    {
        ArrayBench bench({"MirroredArray", 2, 16});
        bench.array->FailMember(1);
        bench.array->Rebuild(1, bench.members[1]);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((bench.array->GetMemberState(1) == BlockArray::MemberState::WORKING),
                              true,
                              "works again");
        NS_TEST_EXPECT_MSG_EQ(bench.GetAsked(WRITE), "0 4", "four units");
    }

    void DoRun() override
    {
        Sizes();
        WholeUnits("MirroredArray");
        WholeUnits("Raid5Array");
        HalfFull();
        ReadsOfSpare();
        Repaired();
    }
};

/**
 * @ingroup block-io
 *
 * Arrays that lack a member, or have one that is being filled.
 */
class BlockArrayDegradedTestSuite : public TestSuite
{
  public:
    BlockArrayDegradedTestSuite()
        : TestSuite("block-io-array-degraded", Type::UNIT)
    {
        AddTestCase(new ArrayLastAnswerTest);
        AddTestCase(new ArraySpareTest);
    }
};

static BlockArrayDegradedTestSuite g_blockArrayDegradedTestSuite; //!< registers the suite
