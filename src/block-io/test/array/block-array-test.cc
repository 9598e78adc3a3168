/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../device/block-operation-names.h"
#include "../workload/workload-test-helper.h"
#include "array-bench.h"

#include "ns3/parity-write-plan.h"
#include "ns3/raid5-array.h"
#include "ns3/stripe-locks.h"
#include "ns3/test.h"

#include <set>

using namespace ns3;

namespace
{

constexpr auto VERIFY = BlockOperation::VERIFY; //!< short for tests

} // namespace

/**
 * @ingroup block-io
 *
 * Blocks of an array lie where they should, each somewhere else.
 */
class ArrayMappingTest : public TestCase
{
  public:
    ArrayMappingTest()
        : TestCase("Every block lies at one place and is found there")
    {
    }

  private:
    /**
     * Check all blocks of an array.
     *
     * @param shape what it is made of
     * @param count blocks that it must have
     */
    void CheckAll(const ArrayBench::Shape& shape, uint64_t count)
    {
        ArrayBench bench(shape);
        NS_TEST_ASSERT_MSG_EQ(bench.array->GetBlockCount(), count, shape.type << " capacity");
        std::set<std::pair<uint32_t, uint64_t>> places;
        for (uint64_t lba = 0; lba < count; ++lba)
        {
            const auto place = bench.array->Locate(lba);
            NS_TEST_ASSERT_MSG_LT(place.member, shape.members, "a member");
            NS_TEST_ASSERT_MSG_LT(place.lba, shape.blocks, "a block of it");
            NS_TEST_ASSERT_MSG_EQ(bench.array->FindLba(place).value_or(count), lba, "and back");
            places.insert({place.member, place.lba});
        }
        NS_TEST_EXPECT_MSG_EQ(places.size(), count, "no place twice");
    }

    /**
     * Check where the first block of each unit lies.
     *
     * @param shape what the array is made of
     * @param members the member of each unit
     */
    void CheckMembers(const ArrayBench::Shape& shape, const std::vector<uint32_t>& members)
    {
        ArrayBench bench(shape);
        for (std::size_t i = 0; i < members.size(); ++i)
        {
            const auto place = bench.array->Locate(i * shape.unit);
            NS_TEST_EXPECT_MSG_EQ(place.member, members[i], shape.type << " unit " << i);
        }
    }

    void DoRun() override
    {
        CheckMembers({"StripedArray", 3}, {0, 1, 2, 0, 1, 2});
        // Parity on 4, 3, 2, 1, 0, 4; data from the next member on.
        CheckMembers({"Raid5Array", 5},
                     {0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3});
        ArrayBench parity({"Raid5Array", 5});
        NS_TEST_EXPECT_MSG_EQ(parity.array->FindLba({3, 6}).has_value(), false, "parity");
        NS_TEST_EXPECT_MSG_EQ(parity.array->FindLba({4, 6}).value_or(0), 18, "stripe 1, unit 0");

        // 66 blocks are 16 units of 4.
        CheckAll({"StripedArray", 3, 66}, 192);
        CheckAll({"MirroredArray", 3, 66}, 66);
        CheckAll({"Raid5Array", 3, 66}, 128);
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(3);
        for (int i = 0; i < 50; ++i)
        {
            const auto members = random->GetInteger(3, 9);
            const auto unit = random->GetInteger(1, 20);
            const uint64_t blocks = random->GetInteger(unit, 300);
            const auto units = blocks / unit;
            CheckAll({"StripedArray", members, blocks, unit}, units * unit * members);
            CheckAll({"Raid5Array", members, blocks, unit}, units * unit * (members - 1));
        }
    }
};

/**
 * @ingroup block-io
 *
 * What is read before a write with parity, for stripes of 4 data units of 8 blocks.
 */
class ParityWritePlanTest : public TestCase
{
  public:
    ParityWritePlanTest()
        : TestCase("A write with parity reads as little as it can")
    {
    }

  private:
    /**
     * Check a plan.
     *
     * @param begin first block
     * @param end behind the last block
     * @param missing the missing column, if any
     * @param method how the parity must be found
     * @param reads the columns that must be read
     */
    void Check(uint32_t begin,
               uint32_t end,
               std::optional<uint32_t> missing,
               ParityWritePlan::Method method,
               const std::vector<uint32_t>& reads)
    {
        const ParityWritePlan plan(8, 4, begin, end, missing);
        std::vector<uint32_t> columns;
        for (const auto& range : plan.reads)
        {
            columns.push_back(range.column);
        }
        NS_TEST_EXPECT_MSG_EQ((plan.method == method), true, begin << " to " << end);
        NS_TEST_EXPECT_MSG_EQ((columns == reads), true, begin << " to " << end);
        uint32_t blocks = 0;
        for (const auto& range : plan.writes)
        {
            blocks += range.end - range.begin;
        }
        NS_TEST_EXPECT_MSG_EQ(blocks, end - begin, "all that is to be written");
    }

    void DoRun() override
    {
        using enum ParityWritePlan::Method;
        Check(0, 32, std::nullopt, RECONSTRUCT, {});        // all: nothing to read
        Check(3, 4, std::nullopt, MODIFY, {0, 4});          // 2 and not 3
        Check(8, 24, std::nullopt, RECONSTRUCT, {0, 3});    // 2 and not 3
        Check(8, 23, std::nullopt, RECONSTRUCT, {0, 2, 3}); // 3 both ways
        Check(9, 17, std::nullopt, MODIFY, {1, 2, 4});      // 3 and not 4
        Check(0, 31, std::nullopt, RECONSTRUCT, {3});       // the rest of one unit
        Check(3, 4, 4, NONE, {});                           // no parity to write
        Check(3, 4, 2, MODIFY, {0, 4});                     // the missing one does not change
        Check(0, 24, 3, MODIFY, {0, 1, 2, 4});              // here it is needed for the parity
        Check(9, 12, 1, RECONSTRUCT, {0, 2, 3});            // its new contents are all that count
        Check(9, 17, 1, RESTORE, {0, 2, 3, 4});             // part of its old contents counts, too
        const ParityWritePlan part(8, 4, 11, 13, std::nullopt);
        NS_TEST_EXPECT_MSG_EQ(part.parity.begin, 3, "only the parity of these blocks");
        NS_TEST_EXPECT_MSG_EQ(part.parity.end, 5, "only the parity of these blocks");
    }
};

/**
 * @ingroup block-io
 *
 * Writes of the same blocks to a mirror follow each other, others do not wait. Member 0 is slow for
 * the first write: without that it would do it after the second, and differ from member 1 for ever.
 */
class OverlappingWritesTest : public TestCase
{
  public:
    OverlappingWritesTest()
        : TestCase("Copies are equal after writes of the same blocks")
    {
    }

  private:
    /**
     * @param bench an array
     * @param lba first block
     * @param blocks how many
     * @param byte their contents
     */
    static void Write(const ArrayBench& bench, uint64_t lba, uint32_t blocks, uint8_t byte)
    {
        const std::vector<uint8_t> bytes(blocks * ArrayBench::BLOCK_SIZE, byte);
        auto write = Create<BlockRequest>(WRITE, lba, blocks);
        write->data = Create<Packet>(bytes.data(), bytes.size());
        write->completion = Callback<void, Ptr<BlockRequest>>([](Ptr<BlockRequest>) {});
        bench.array->Submit(write);
    }

    /**
     * @param member a member
     * @return the first byte of each of its blocks 0 to 15, as digits
     */
    static std::string GetContents(Ptr<TestMember> member)
    {
        std::string digits;
        auto read = Create<BlockRequest>(READ, 0, 16);
        read->completion = Callback<void, Ptr<BlockRequest>>([&digits](Ptr<BlockRequest> r) {
            std::vector<uint8_t> bytes(r->data->GetSize());
            r->data->CopyData(bytes.data(), bytes.size());
            for (std::size_t i = 0; i < bytes.size(); i += ArrayBench::BLOCK_SIZE)
            {
                digits += std::to_string(bytes[i]);
            }
        });
        member->Submit(read);
        Simulator::Run();
        return digits;
    }

    void DoRun() override
    {
        ArrayBench bench({"MirroredArray", 2, 64, 4, true});
        bench.members[0]->SetAttribute("Latency", TimeValue(MilliSeconds(3)));
        Write(bench, 2, 6, 1);
        bench.members[0]->SetAttribute("Latency", TimeValue(MilliSeconds(1)));
        Write(bench, 4, 8, 2);
        Write(bench, 5, 1, 3);
        Write(bench, 8, 4, 4);
        Write(bench, 0, 2, 5);
        Write(bench, 12, 1, 6);
        // The first until 3 ms, 5 and 6 until 1 ms; 2 after the first, 3 and 4 after that.
        NS_TEST_EXPECT_MSG_EQ(bench.members[0]->asked[WRITE], 3, "those without an overlap");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MilliSeconds(5), "one after the other");
        const std::string expected = "5511232244446000";
        NS_TEST_EXPECT_MSG_EQ(GetContents(bench.members[0]), expected, "the slow one");
        NS_TEST_EXPECT_MSG_EQ(GetContents(bench.members[1]), expected, "the other");
    }
};

/**
 * @ingroup block-io
 *
 * Reads of blocks that a mirror is writing wait until every copy is new: member 1 is new after 1
 * ms, member 0 after 3 ms.
 */
class ReadDuringWriteTest : public TestCase
{
  public:
    ReadDuringWriteTest()
        : TestCase("Reads of a mirror do not return old contents after new ones")
    {
    }

  private:
    void DoRun() override
    {
        ArrayBench bench({"MirroredArray", 2});
        bench.members[0]->SetAttribute("Latency", TimeValue(MilliSeconds(3)));
        const auto write = bench.Submit(WRITE, 2, 6);
        bench.members[0]->SetAttribute("Latency", TimeValue(MilliSeconds(1)));
        const auto apart = bench.Submit(READ, 8, 8);
        const auto within = bench.Submit(READ, 3, 1);
        const auto across = bench.Submit(READ, 0, 4);
        const auto next = bench.Submit(WRITE, 3, 1);
        const auto last = bench.Submit(READ, 3, 1);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(write->issueTime, MilliSeconds(3), "both copies");
        NS_TEST_EXPECT_MSG_EQ(apart->issueTime, MilliSeconds(1), "no block in common");
        NS_TEST_EXPECT_MSG_EQ(within->issueTime, MilliSeconds(4), "after the write");
        NS_TEST_EXPECT_MSG_EQ(across->issueTime, MilliSeconds(4), "reads do not wait for reads");
        NS_TEST_EXPECT_MSG_EQ(next->issueTime, MilliSeconds(4), "nor do writes");
        NS_TEST_EXPECT_MSG_EQ(last->issueTime, MilliSeconds(5), "after the second write");
    }
};

/**
 * @ingroup block-io
 *
 * Holders of a stripe share it or have it alone, in the order that they came.
 */
class StripeLocksTest : public TestCase
{
  public:
    StripeLocksTest()
        : TestCase("A stripe is shared or held alone, first come first served")
    {
    }

  private:
    /**
     * Note who got it.
     * @param who who
     */
    void Got(char who)
    {
        m_got += who;
    }

    void DoRun() override
    {
        using enum StripeLocks::Mode;
        StripeLocks locks;
        auto take = [&](char who, StripeLocks::Mode mode, uint64_t stripe = 7) {
            locks.Acquire(stripe, mode, MakeCallback(&StripeLocksTest::Got, this, who));
        };
        take('a', SHARED);
        take('b', SHARED);
        take('c', ALONE);
        take('d', SHARED); // may not pass c
        take('e', SHARED);
        take('f', ALONE);
        take('g', ALONE, 8);
        NS_TEST_EXPECT_MSG_EQ(m_got, "abg", "two share, another stripe is free");
        locks.Release(7);
        NS_TEST_EXPECT_MSG_EQ(m_got, "abg", "still shared by one");
        locks.Release(7);
        NS_TEST_EXPECT_MSG_EQ(m_got, "abgc", "alone");
        locks.Release(7);
        NS_TEST_EXPECT_MSG_EQ(m_got, "abgcde", "together");
        locks.Release(7);
        locks.Release(7);
        locks.Release(7);
        take('h', ALONE);
        NS_TEST_EXPECT_MSG_EQ(m_got, "abgcdefh", "free again");
    }

    std::string m_got; //!< who got a stripe, in order
};

/**
 * @ingroup block-io
 *
 * Requests take as many latencies of 1 ms as they have steps, and ask the members they should.
 */
class ArrayTimesTest : public TestCase
{
  public:
    ArrayTimesTest()
        : TestCase("Requests take one latency for each step and ask the right members")
    {
    }

  private:
    /**
     * Run a request and check it.
     *
     * @param bench the array
     * @param operation the operation
     * @param lba first block
     * @param blocks number of blocks
     * @param time the response time, ms
     * @param reads reads of each member
     * @param writes writes of each member
     */
    void Check(ArrayBench& bench,
               BlockOperation operation,
               uint64_t lba,
               uint32_t blocks,
               int64_t time,
               const std::string& reads,
               const std::string& writes)
    {
        bench.Reset();
        const auto request = bench.Run(operation, lba, blocks);
        const auto what = bench.shape.type + " " + std::to_string(lba);
        NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::OK, what);
        NS_TEST_EXPECT_MSG_EQ(request->issueTime, MilliSeconds(time), what);
        NS_TEST_EXPECT_MSG_EQ(bench.GetAsked(READ), reads, what);
        NS_TEST_EXPECT_MSG_EQ(bench.GetAsked(WRITE), writes, what);
        NS_TEST_EXPECT_MSG_EQ(bench.array->GetOutstanding(), 0, what);
    }

    /**
     * RAID 0.
     */
    void Striped()
    {
        ArrayBench bench({"StripedArray", 4, 64, 4, false, 1});
        Check(bench, READ, 0, 16, 1, "1 1 1 1", "0 0 0 0");
        // 40 blocks from 2: units 0 to 10, each member's in a row.
        Check(bench, WRITE, 2, 40, 1, "0 0 0 0", "1 1 1 1");
        NS_TEST_EXPECT_MSG_EQ(bench.members[0]->last.lba, 2, "units 0, 4 and 8 without 2 blocks");
        NS_TEST_EXPECT_MSG_EQ(bench.members[0]->last.blocks, 10, "units 0, 4 and 8");
        NS_TEST_EXPECT_MSG_EQ(bench.members[2]->last.blocks, 10, "4 + 4 + 2");
        NS_TEST_EXPECT_MSG_EQ(bench.members[3]->last.blocks, 8, "units 3 and 7");
        Check(bench, READ, 5, 3, 1, "0 1 0 0", "0 0 0 0");
        // One at a time on each member: 8 reads of one unit each, two on each member.
        for (uint32_t i = 0; i < 8; ++i)
        {
            bench.Submit(READ, i * 4, 4);
        }
        const auto start = Simulator::Now();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now() - start, MilliSeconds(2), "4 members, 8 reads");
        bench.Run(VERIFY, 0, 8);
        NS_TEST_EXPECT_MSG_EQ(bench.GetAsked(VERIFY), "1 1 0 0", "verified by the members");
        bench.Run(FLUSH, 0, 0);
        NS_TEST_EXPECT_MSG_EQ(bench.GetAsked(FLUSH), "1 1 1 1", "all are flushed");
    }

    /**
     * RAID 1.
     */
    void Mirrored()
    {
        ArrayBench bench({"MirroredArray", 3, 64, 4, false, 1});
        Check(bench, WRITE, 3, 9, 1, "0 0 0", "1 1 1");
        Check(bench, READ, 3, 9, 1, "1 0 0", "0 0 0");
        Check(bench, READ, 3, 9, 1, "0 1 0", "0 0 0");
        // Member 0 has another request to do: 5 reads go to 2, 1, 2, 1, then the three are even.
        auto busy = Create<BlockRequest>(READ, 0, 1);
        busy->completion = MakeCallback(&ArrayTimesTest::Ignore, this);
        bench.members[0]->Submit(busy);
        auto again = Create<BlockRequest>(READ, 0, 1);
        again->completion = MakeCallback(&ArrayTimesTest::Ignore, this);
        bench.members[0]->Submit(again);
        bench.Reset();
        for (int i = 0; i < 5; ++i)
        {
            bench.Submit(READ, 0, 1);
        }
        // 2, 1, 2, 1: then all have two, and 2's turn has come.
        NS_TEST_EXPECT_MSG_EQ(bench.GetAsked(READ), "0 2 3", "fewest outstanding, ties in turn");
        Simulator::Run();
    }

    /**
     * RAID 5 of 5 members: stripes of 16 blocks.
     */
    void Raid5()
    {
        ArrayBench bench({"Raid5Array", 5});
        Check(bench, WRITE, 0, 16, 1, "0 0 0 0 0", "1 1 1 1 1");
        // Read old data and parity, then write both.
        Check(bench, WRITE, 5, 2, 2, "0 1 0 0 1", "0 1 0 0 1");
        NS_TEST_EXPECT_MSG_EQ(bench.members[4]->last.lba, 1, "the same part of the parity");
        NS_TEST_EXPECT_MSG_EQ(bench.members[4]->last.blocks, 2, "the same part of the parity");
        // Three of four units: read the fourth.
        Check(bench, WRITE, 0, 12, 2, "0 0 0 1 0", "1 1 1 0 1");
        // Half of stripe 0, all of stripe 1 (parity on 3).
        Check(bench, WRITE, 8, 24, 2, "1 1 0 0 0", "1 1 2 2 2");
        Check(bench, READ, 0, 32, 1, "2 2 2 1 1", "0 0 0 0 0");

        // Two of the same stripe one after the other, one of another beside them.
        const auto first = bench.Submit(WRITE, 0, 1);
        const auto second = bench.Submit(WRITE, 4, 1);
        const auto other = bench.Submit(WRITE, 16, 1);
        const auto flush = bench.Submit(FLUSH, 0, 0);
        const auto late = bench.Submit(WRITE, 40, 1);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(first->issueTime, MilliSeconds(2), "first of the stripe");
        NS_TEST_EXPECT_MSG_EQ(second->issueTime, MilliSeconds(4), "then the second");
        NS_TEST_EXPECT_MSG_EQ(other->issueTime, MilliSeconds(2), "another stripe");
        NS_TEST_EXPECT_MSG_EQ(late->issueTime, MilliSeconds(2), "does not wait for the flush");
        NS_TEST_EXPECT_MSG_EQ(flush->issueTime, MilliSeconds(5), "when those before it are done");

        // One missing: what it holds comes from the four others.
        bench.array->FailMember(1);
        Check(bench, READ, 4, 4, 1, "1 0 1 1 1", "0 0 0 0 0");
        Check(bench, READ, 8, 4, 1, "0 0 1 0 0", "0 0 0 0 0");
        Check(bench, WRITE, 4, 1, 2, "1 0 1 1 0", "0 0 0 0 1");
        Check(bench, WRITE, 8, 1, 2, "0 0 1 0 1", "0 0 1 0 1");
        Check(bench, WRITE, 48, 4, 1, "0 0 0 0 0", "0 0 1 0 0"); // its parity is the missing one
        Check(bench, WRITE, 5, 6, 2, "1 0 1 1 1", "0 0 1 0 1");
    }

    /**
     * @param request a complete request
     */
    void Ignore(Ptr<BlockRequest> request)
    {
        NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::OK, "a member's own");
    }

    void DoRun() override
    {
        Striped();
        Mirrored();
        Raid5();
    }
};

/**
 * @ingroup block-io
 *
 * What a request asks beside its blocks reaches the members, and their stamps come back.
 */
class ArrayPassThroughTest : public TestCase
{
  public:
    ArrayPassThroughTest()
        : TestCase("Order, forced access, cache settings and stamps pass through an array")
    {
    }

  private:
    /**
     * Cache settings of one member, then of all.
     */
    void Caches()
    {
        ArrayBench bench({"MirroredArray", 2});
        auto is = [&](bool writeCache, bool readCache) {
            return bench.array->GetCacheSettings() == BlockCacheSettings{writeCache, readCache};
        };
        NS_TEST_EXPECT_MSG_EQ(is(false, true), true, "as the members");
        bench.members[1]->cache = {true, true};
        NS_TEST_EXPECT_MSG_EQ(is(true, true), true, "one write cache is one too many");
        bench.members[1]->changeable = {true, false};
        NS_TEST_EXPECT_MSG_EQ(bench.array->SetCacheSettings({false, true}), false, "one cannot");
        NS_TEST_EXPECT_MSG_EQ(is(true, true), true, "nothing changed");
        bench.members[0]->changeable = {true, true};
        NS_TEST_EXPECT_MSG_EQ(bench.array->SetCacheSettings({true, true}), true, "all can");
        NS_TEST_EXPECT_MSG_EQ(bench.members[0]->cache.writeCache, true, "all do");
        NS_TEST_EXPECT_MSG_EQ(bench.array->SetCacheSettings({true, false}), false, "not the read");
    }

    void DoRun() override
    {
        ArrayBench bench({"Raid5Array", 5});
        auto request = Create<BlockRequest>(WRITE, 5, 1);
        request->order = BlockOrder::ORDERED;
        request->forceUnitAccess = true;
        request->timeline = Create<IoTimeline>();
        bench.Submit(request);
        NS_TEST_EXPECT_MSG_EQ(bench.members[1]->last.operation, READ, "old data first");
        NS_TEST_EXPECT_MSG_EQ(bench.members[1]->last.forceUnitAccess, false, "a cache will do");
        NS_TEST_EXPECT_MSG_EQ(bench.members[1]->last.order, BlockOrder::ORDERED, "order");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.members[1]->last.operation, WRITE, "new data then");
        NS_TEST_EXPECT_MSG_EQ(bench.members[1]->last.forceUnitAccess, true, "to the medium");
        NS_TEST_EXPECT_MSG_EQ(bench.members[4]->last.forceUnitAccess, true, "the parity, too");
        NS_TEST_EXPECT_MSG_EQ(request->timeline->Get(IoStage::AT_DRIVE),
                              MilliSeconds(1),
                              "the write was taken up when the read was done");
        NS_TEST_EXPECT_MSG_EQ(request->timeline->Get(IoStage::MEDIA_DONE), MilliSeconds(2), "end");
        Caches();
    }
};

/**
 * @ingroup block-io
 *
 * Members that are not ready yet; users' mistakes.
 */
class ArraySetupTest : public TestCase
{
  public:
    ArraySetupTest()
        : TestCase("An array is ready when its members are, and names what does not fit")
    {
    }

  private:
    /**
     * Make an array.
     *
     * @param type its class
     * @param devices its members
     * @return the error, or "no error"
     */
    static std::string Make(const std::string& type, const std::vector<Ptr<BlockDevice>>& devices)
    {
        return GetUserError([&] { BlockArrayHelper("ns3::" + type).Create(devices); });
    }

    void DoRun() override
    {
        Ptr<BlockDevice> large = CreateObject<FixedLatencyDevice>();
        Ptr<BlockDevice> other = CreateObject<FixedLatencyDevice>();
        other->SetAttribute("BlockSize", UintegerValue(4096));
        Ptr<BlockDevice> small = CreateObject<FixedLatencyDevice>();
        small->SetAttribute("BlockCount", UintegerValue(100));
        NS_TEST_EXPECT_MSG_EQ(Make("Raid5Array", {large, small}),
                              "ns3::Raid5Array: 2 members are too few; it needs 3",
                              "too few");
        NS_TEST_EXPECT_MSG_EQ(Make("MirroredArray", {large, large}),
                              "ns3::MirroredArray: member 1 is listed twice",
                              "twice");
        NS_TEST_EXPECT_MSG_EQ(Make("StripedArray", {nullptr}),
                              "ns3::StripedArray: member 0 is missing",
                              "null");
        NS_TEST_EXPECT_MSG_EQ(Make("MirroredArray", {large, other}),
                              "ns3::MirroredArray: the members' blocks differ in size",
                              "block size");
        NS_TEST_EXPECT_MSG_EQ(
            Make("StripedArray", {large, small}),
            "ns3::StripedArray::StripeUnit: 128 is more than the 100 blocks of a member",
            "unit");
        NS_TEST_EXPECT_MSG_EQ(
            GetUserError([] {
                BlockArrayHelper("ns3::StripedArray").SetAttribute("StripeUnit", UintegerValue(0));
            }).substr(0, 31),
            "ns3::StripedArray::StripeUnit: ",
            "attribute");

        NS_TEST_EXPECT_MSG_EQ(GetUserError([] {
                                  std::vector<Ptr<BlockDevice>> members;
                                  for (int i = 0; i < 4; ++i)
                                  {
                                      members.push_back(
                                          CreateObjectWithAttributes<FixedLatencyDevice>(
                                              "BlockCount",
                                              UintegerValue(uint64_t{1} << 33)));
                                  }
                                  BlockArrayHelper helper("ns3::Raid5Array");
                                  helper.SetAttribute("StripeUnit", UintegerValue(1431655766));
                                  helper.Create(members);
                              }),
                              "ns3::Raid5Array::StripeUnit: 1431655766 makes stripes of 4294967298 "
                              "blocks; the maximum is 4294967295",
                              "3 * 1431655766 blocks");

        auto late = CreateObject<TestMember>();
        late->ready = false;
        auto array = BlockArrayHelper("ns3::MirroredArray").Create({large, late});
        NS_TEST_EXPECT_MSG_EQ(array->IsReady(), false, "one is not there");
        for (const auto operation : {READ, FLUSH})
        {
            auto request = Create<BlockRequest>(operation, 0, operation == READ);
            request->completion = MakeCallback(&ArraySetupTest::Early, this);
            array->Submit(request);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_early, 2, "both end");
        late->Open();
        NS_TEST_EXPECT_MSG_EQ(array->IsReady(), true, "both are");
        NS_TEST_EXPECT_MSG_EQ(array->GetBlockCount(), 2097152, "capacity");
        Simulator::Destroy();
    }

    /**
     * @param request a request that came too early
     */
    void Early(Ptr<BlockRequest> request)
    {
        ++m_early;
        NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::NOT_READY, "too early");
    }

    int m_early{0}; //!< requests that came too early and ended
};

/**
 * @ingroup block-io
 *
 * Arrays that work.
 */
class BlockArrayTestSuite : public TestSuite
{
  public:
    BlockArrayTestSuite()
        : TestSuite("block-io-array", Type::UNIT)
    {
        AddTestCase(new ArrayMappingTest);
        AddTestCase(new ParityWritePlanTest);
        AddTestCase(new OverlappingWritesTest);
        AddTestCase(new ReadDuringWriteTest);
        AddTestCase(new StripeLocksTest);
        AddTestCase(new ArrayTimesTest);
        AddTestCase(new ArrayPassThroughTest);
        AddTestCase(new ArraySetupTest);
    }
};

static BlockArrayTestSuite g_blockArrayTestSuite; //!< registers the suite
