/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "array-bench.h"

#include "ns3/array-scrub.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param blocks how many
 * @param byte what is in them
 * @return their contents
 */
Ptr<Packet>
MakeContents(uint32_t blocks, uint8_t byte)
{
    const std::vector<uint8_t> bytes(blocks * ArrayBench::BLOCK_SIZE, byte);
    return Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size()));
}

} // namespace

/**
 * @ingroup block-io
 *
 * What was written to an array agrees at all members, until a member is changed behind its back.
 */
class ArrayScrubTestCase : public TestCase
{
  public:
    /**
     * @param type the array's class
     * @param members how many it has
     * @param hasRedundancy whether one member says what is on another
     */
    ArrayScrubTestCase(const std::string& type, uint32_t members, bool hasRedundancy)
        : TestCase(type + " of " + std::to_string(members)),
          m_shape{type, members, 66, 4, true},
          m_hasRedundancy(hasRedundancy)
    {
    }

  private:
    /**
     * @param scrub a scrub to run
     * @return the stripes in which members disagree
     */
    static std::string Run(ArrayScrub& scrub)
    {
        uint32_t ends = 0;
        scrub.Start([&ends] { ++ends; });
        Simulator::Run();
        std::string text = ends == 1 ? "" : "it did not end once ";
        for (const auto stripe : scrub.GetInconsistent())
        {
            text += std::to_string(stripe) + ' ';
        }
        return text;
    }

    /**
     * Write to a member, not to the array.
     *
     * @param bench the array
     * @param member which
     * @param lba its block
     */
    static void Damage(ArrayBench& bench, uint32_t member, uint64_t lba)
    {
        auto write = Create<BlockRequest>(BlockOperation::WRITE, lba, 1);
        write->data = MakeContents(1, 255);
        write->completion = Callback<void, Ptr<BlockRequest>>([](Ptr<BlockRequest>) {});
        bench.members[member]->Submit(write);
        Simulator::Run();
    }

    /**
     * Write to the array at random.
     *
     * @param bench the array
     */
    static void WriteMuch(ArrayBench& bench)
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(11);
        for (uint32_t i = 1; i <= 40; ++i)
        {
            const auto blocks = random->GetInteger(1, 12);
            const auto last = static_cast<uint32_t>(bench.array->GetBlockCount()) - blocks;
            bench.Submit(BlockOperation::WRITE,
                         random->GetInteger(0, last),
                         blocks,
                         MakeContents(blocks, static_cast<uint8_t>(i)));
            Simulator::Run();
        }
    }

    void DoRun() override
    {
        ArrayBench bench(m_shape);
        ArrayScrub scrub(bench.array);
        NS_TEST_EXPECT_MSG_EQ(Run(scrub), "", "nothing was written");
        NS_TEST_EXPECT_MSG_EQ(scrub.GetCompared(), 0, "and nothing read");
        WriteMuch(bench);
        NS_TEST_EXPECT_MSG_EQ(Run(scrub), "", "all agree");
        NS_TEST_EXPECT_MSG_GT(scrub.GetCompared(), 10, "in many stripes");

        bench.Submit(BlockOperation::WRITE, 0, 1, MakeContents(1, 1));
        Simulator::Run();
        Damage(bench, 1, 2);
        const auto before = scrub.GetCompared();
        const std::string found = m_hasRedundancy ? "0 " : "";
        NS_TEST_EXPECT_MSG_EQ(Run(scrub), found, "one disagrees");
        NS_TEST_EXPECT_MSG_EQ(scrub.GetCompared(), before + 1, "only what was written since");
    }

    ArrayBench::Shape m_shape; //!< what the array is made of
    bool m_hasRedundancy;      //!< whether one member says what is on another
};

/**
 * @ingroup block-io
 *
 * An array that is not whole has nothing to compare, and a stripe that cannot be read.
 */
class ArrayScrubMissingTestCase : public TestCase
{
  public:
    ArrayScrubMissingTestCase()
        : TestCase("members that are missing, blocks that cannot be read")
    {
    }

  private:
    void DoRun() override
    {
        ArrayBench bench({"Raid5Array", 3, 64, 4, true});
        ArrayScrub scrub(bench.array);
        bench.Run(BlockOperation::WRITE, 0, 4);
        bench.members[2]->fate = BlockStatus::MEDIUM_ERROR;
        scrub.Start([] {});
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(scrub.GetCompared(), 0, "a member cannot read");
        NS_TEST_EXPECT_MSG_EQ((bench.array->GetMemberState(2) == BlockArray::MemberState::WORKING),
                              true,
                              "the array does not hear of it");
        bench.Run(BlockOperation::WRITE, 0, 4);
        bench.members[2]->fate = BlockStatus::OK;
        bench.array->FailMember(2);
        scrub.Start([] {});
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(scrub.GetCompared(), 0, "a member is missing");
        NS_TEST_EXPECT_MSG_EQ(scrub.GetInconsistent().size(), 0, "so nothing is known");
    }
};

/**
 * @ingroup block-io
 *
 * @brief Tests of the scrub of arrays.
 */
class ArrayScrubTestSuite : public TestSuite
{
  public:
    ArrayScrubTestSuite()
        : TestSuite("block-io-array-scrub", Type::UNIT)
    {
        AddTestCase(new ArrayScrubTestCase("MirroredArray", 2, true), Duration::QUICK);
        AddTestCase(new ArrayScrubTestCase("MirroredArray", 3, true), Duration::QUICK);
        AddTestCase(new ArrayScrubTestCase("Raid5Array", 3, true), Duration::QUICK);
        AddTestCase(new ArrayScrubTestCase("Raid5Array", 5, true), Duration::QUICK);
        AddTestCase(new ArrayScrubTestCase("StripedArray", 3, false), Duration::QUICK);
        AddTestCase(new ArrayScrubMissingTestCase, Duration::QUICK);
    }
};

static ArrayScrubTestSuite g_arrayScrubTestSuite; //!< Static variable for test initialization
