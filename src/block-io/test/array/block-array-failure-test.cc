/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../device/block-operation-names.h"
#include "../workload/workload-test-helper.h"
#include "array-bench.h"

#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

using namespace ns3;

/**
 * @ingroup block-io
 *
 * An array beside what it should hold.
 */
class ArrayContentsTestCase : public TestCase
{
  protected:
    /**
     * @param name the name
     */
    explicit ArrayContentsTestCase(const std::string& name)
        : TestCase(name)
    {
        random->SetStream(11);
    }

    /**
     * Submit a write of random blocks and note what they hold then.
     *
     * @param bench the array
     */
    void WriteSomething(ArrayBench& bench)
    {
        const auto count = static_cast<uint32_t>(bench.array->GetBlockCount());
        const auto lba = random->GetInteger(0, count - 1);
        const auto blocks = random->GetInteger(1, std::min(count - lba, 3 * bench.shape.unit * 4));
        if (random->GetInteger(0, 9) == 0)
        {
            // Without contents, which are zeros then.
            bench.Submit(WRITE, lba, blocks);
            std::fill_n(expected.begin() + lba * ArrayBench::BLOCK_SIZE,
                        blocks * ArrayBench::BLOCK_SIZE,
                        0);
            return;
        }
        std::vector<uint8_t> bytes(blocks * ArrayBench::BLOCK_SIZE);
        for (auto& byte : bytes)
        {
            byte = static_cast<uint8_t>(random->GetInteger(0, 255));
        }
        bench.Submit(WRITE, lba, blocks, Create<Packet>(bytes.data(), bytes.size()));
        std::copy(bytes.begin(), bytes.end(), expected.begin() + lba * ArrayBench::BLOCK_SIZE);
    }

    /**
     * Read blocks and compare them.
     *
     * @param bench the array
     * @param lba first block
     * @param blocks how many
     * @param what when
     */
    void Compare(ArrayBench& bench, uint64_t lba, uint32_t blocks, const std::string& what)
    {
        const auto request = bench.Run(READ, lba, blocks);
        NS_TEST_ASSERT_MSG_EQ(request->status, BlockStatus::OK, bench.shape.type << ", " << what);
        NS_TEST_ASSERT_MSG_NE(request->data, nullptr, bench.shape.type << ", " << what);
        std::vector<uint8_t> bytes(request->data->GetSize());
        request->data->CopyData(bytes.data(), bytes.size());
        const auto begin = expected.begin() + lba * ArrayBench::BLOCK_SIZE;
        const std::vector<uint8_t> wanted(begin, begin + blocks * ArrayBench::BLOCK_SIZE);
        NS_TEST_EXPECT_MSG_EQ((bytes == wanted), true, bench.shape.type << ", " << what);
    }

    /**
     * Write for a while, several at a time, and compare all.
     *
     * @param bench the array
     * @param what when
     */
    void Exercise(ArrayBench& bench, const std::string& what)
    {
        const auto count = static_cast<uint32_t>(bench.array->GetBlockCount());
        for (int round = 0; round < 10; ++round)
        {
            for (int i = 0; i < 6; ++i)
            {
                WriteSomething(bench);
            }
            Simulator::Run();
            const auto lba = random->GetInteger(0, count - 1);
            Compare(bench, lba, random->GetInteger(1, count - lba), what);
        }
        Compare(bench, 0, count, what + ", all");
    }

    /**
     * Forget what arrays should hold.
     *
     * @param bench a fresh array
     */
    void Begin(const ArrayBench& bench)
    {
        expected.assign(bench.array->GetBlockCount() * ArrayBench::BLOCK_SIZE, 0);
    }

    Ptr<UniformRandomVariable> random{CreateObject<UniformRandomVariable>()}; //!< chance
    std::vector<uint8_t> expected;                                            //!< the contents
};

/**
 * @ingroup block-io
 *
 * Arrays of random shapes return what was written, with all members, without one, while a spare is
 * filled, and after that without another.
 */
class ArrayContentsTest : public ArrayContentsTestCase
{
  public:
    ArrayContentsTest()
        : ArrayContentsTestCase("Arrays of random shapes return what was written, come what may")
    {
    }

  private:
    /**
     * Run through the life of an array with redundancy.
     *
     * @param shape what it is made of
     */
    void Live(const ArrayBench::Shape& shape)
    {
        ArrayBench bench(shape);
        Begin(bench);
        Exercise(bench, "all members");
        const auto failed = random->GetInteger(0, shape.members - 1);
        Simulator::Schedule(MicroSeconds(random->GetInteger(0, 20000)),
                            &BlockArray::FailMember,
                            bench.array,
                            failed);
        WriteFor(bench, 20);
        Exercise(bench, "one missing");
        auto bad = bench.MakeMember();
        bench.array->Rebuild(failed, bad);
        Simulator::Schedule(MicroSeconds(random->GetInteger(0, 20000)),
                            [bad] { bad->fate = BlockStatus::MEDIUM_ERROR; });
        WriteFor(bench, 60);
        bench.array->FailMember(failed);
        bench.array->Rebuild(failed, bench.MakeMember());
        WriteFor(bench, 200);
        NS_TEST_EXPECT_MSG_EQ(
            (bench.array->GetMemberState(failed) == BlockArray::MemberState::WORKING),
            true,
            "rebuilt");
        Exercise(bench, "rebuilt");
        const auto other = (failed + random->GetInteger(1, shape.members - 1)) % shape.members;
        bench.array->FailMember(other);
        Exercise(bench, "another missing");
    }

    /**
     * Write at random times, and wait until all is done.
     *
     * @param bench the array
     * @param time how long to write, ms
     */
    void WriteFor(ArrayBench& bench, uint32_t time)
    {
        for (int i = 0; i < 60; ++i)
        {
            Simulator::Schedule(MicroSeconds(random->GetInteger(0, time * 1000)),
                                [this, &bench] { WriteSomething(bench); });
        }
        Simulator::Run();
    }

    void DoRun() override
    {
        for (int i = 0; i < 12; ++i)
        {
            const auto members = random->GetInteger(3, 7);
            const auto unit = random->GetInteger(1, 9);
            const uint64_t blocks = random->GetInteger(unit, 150);
            // Few at a time or many: writes of a stripe meet each other in other ways.
            const auto depth = random->GetInteger(1, 8);
            Live({"Raid5Array", members, blocks, unit, true, depth});
            Live({"MirroredArray", members - 1, blocks, unit, true, depth});
            ArrayBench striped({"StripedArray", members - 2, blocks, unit, true, depth});
            Begin(striped);
            Exercise(striped, "all members");
        }
    }
};

/**
 * @ingroup block-io
 *
 * A member's answers make it fail, and requests continue without it as long as they can.
 */
class ArrayFailureTest : public TestCase
{
  public:
    ArrayFailureTest()
        : TestCase(
              "A member that cannot do what it is asked has failed; a second one is one too many")
    {
    }

  private:
    /**
     * @param member who failed
     */
    void Failed(uint32_t member)
    {
        m_failed.push_back(member);
    }

    /**
     * @param bench an array to watch
     */
    void Watch(ArrayBench& bench)
    {
        m_failed.clear();
        bench.array->TraceConnectWithoutContext("MemberFailed",
                                                MakeCallback(&ArrayFailureTest::Failed, this));
    }

    /**
     * Run a request and check it.
     *
     * @param bench the array
     * @param operation the operation
     * @param blocks number of blocks from 0 on
     * @param status how it must end
     * @param time when, ms
     */
    void Check(ArrayBench& bench,
               BlockOperation operation,
               uint32_t blocks,
               BlockStatus status,
               int64_t time)
    {
        const auto request = bench.Run(operation, 0, blocks);
        NS_TEST_EXPECT_MSG_EQ(request->status, status, bench.shape.type << " " << operation);
        NS_TEST_EXPECT_MSG_EQ(request->issueTime, MilliSeconds(time), bench.shape.type);
        NS_TEST_EXPECT_MSG_EQ(bench.array->GetOutstanding(), 0, bench.shape.type);
    }

    /**
     * RAID 5 of 4 members: units 0 to 2 on members 0 to 2, parity on 3.
     *
     * @param status how members fail
     */
    void Raid5(BlockStatus status)
    {
        using enum BlockStatus;
        ArrayBench bench({"Raid5Array", 4});
        Watch(bench);
        bench.members[1]->fate = status;
        // 1 ms until the answer, 1 ms for the others.
        Check(bench, READ, 12, OK, 2);
        NS_TEST_EXPECT_MSG_EQ((m_failed == std::vector<uint32_t>{1}), true, "told");
        Check(bench, READ, 12, OK, 1);
        bench.members[3]->fate = status;
        // Old data and parity are asked for: the second failure is found, nothing is left to try.
        Check(bench, WRITE, 1, MEDIUM_ERROR, 1);
        NS_TEST_EXPECT_MSG_EQ(m_failed.size(), 2, "told");
        Check(bench, WRITE, 1, MEDIUM_ERROR, 0);
        Check(bench, READ, 4, OK, 1);
        Check(bench, READ, 12, MEDIUM_ERROR, 1);
        Check(bench, FLUSH, 0, MEDIUM_ERROR, 1);
    }

    /**
     * A member fails in the middle of a write.
     */
    void Middle()
    {
        using enum BlockStatus;
        ArrayBench bench({"Raid5Array", 5});
        bench.members[0]->fate = MEDIUM_ERROR;
        // 1 ms to find out, 1 ms to read the three other units, 1 ms to write the parity.
        Check(bench, WRITE, 1, OK, 3);
        ArrayBench second({"Raid5Array", 5});
        const auto request = second.Submit(WRITE, 0, 1);
        Simulator::Schedule(MicroSeconds(500), [&] { second.array->FailMember(0); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(request->status, OK, "the parity has it");
        NS_TEST_EXPECT_MSG_EQ(second.GetAsked(WRITE), "0 0 0 0 1", "nothing more is asked of it");
        ArrayBench third({"Raid5Array", 5});
        third.members[0]->fate = TRANSPORT_ERROR;
        Check(third, WRITE, 1, TRANSPORT_ERROR, 1);
        NS_TEST_EXPECT_MSG_EQ((third.array->GetMemberState(0) == BlockArray::MemberState::WORKING),
                              true,
                              "not the member's fault");
        ArrayBench fourth({"Raid5Array", 5});
        fourth.members[2]->fate = NOT_READY;
        Check(fourth, FLUSH, 0, OK, 1);
        Check(fourth, WRITE, 16, OK, 1);
    }

    void DoRun() override
    {
        using enum BlockStatus;
        Raid5(MEDIUM_ERROR);
        Raid5(NOT_READY);
        Middle();
        Nested();
        ArrayBench mirror({"MirroredArray", 2});
        mirror.members[0]->fate = MEDIUM_ERROR;
        Check(mirror, READ, 1, OK, 2);
        Check(mirror, WRITE, 1, OK, 1);
        NS_TEST_EXPECT_MSG_EQ(mirror.GetAsked(WRITE), "0 1", "only the other");
        mirror.members[1]->fate = NOT_READY;
        Check(mirror, WRITE, 1, MEDIUM_ERROR, 1);
        Check(mirror, WRITE, 1, MEDIUM_ERROR, 0);
        Check(mirror, READ, 1, MEDIUM_ERROR, 0);
        Check(mirror, FLUSH, 0, MEDIUM_ERROR, 0);
        ArrayBench striped({"StripedArray", 3});
        striped.array->FailMember(1);
        Check(striped, READ, 4, OK, 1);
        Check(striped, READ, 12, MEDIUM_ERROR, 1);
        Check(striped, FLUSH, 0, MEDIUM_ERROR, 1);
    }

    /**
     * Stripes over mirrors: one member of each may fail.
     */
    void Nested()
    {
        ArrayBench one({"MirroredArray", 2});
        ArrayBench other({"MirroredArray", 2});
        BlockArrayHelper helper("ns3::StripedArray");
        helper.SetAttribute("StripeUnit", UintegerValue(4));
        auto array = helper.Create({one.array, other.array});
        NS_TEST_EXPECT_MSG_EQ(array->GetBlockCount(), 128, "two mirrors of 64");
        one.members[1]->fate = BlockStatus::MEDIUM_ERROR;
        other.members[0]->fate = BlockStatus::NOT_READY;
        auto request = Create<BlockRequest>(WRITE, 0, 8);
        BlockStatus status{BlockStatus::TRANSPORT_ERROR};
        auto done = [&status](Ptr<BlockRequest> ended) { status = ended->status; };
        request->completion = BlockRequest::Completion(done);
        array->Submit(request);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(status, BlockStatus::OK, "a member of each is left");
        NS_TEST_EXPECT_MSG_EQ((array->GetMemberState(0) == BlockArray::MemberState::WORKING),
                              true,
                              "the mirror as such has not failed");
        array->Dispose();
    }

    std::vector<uint32_t> m_failed; //!< members that failed
};

/**
 * @ingroup block-io
 *
 * A rebuild takes the time it should, tells how far it is, and gives up when it cannot continue.
 */
class ArrayRebuildTest : public TestCase
{
  public:
    ArrayRebuildTest()
        : TestCase("A rebuild copies stripe by stripe at its rate, or gives up")
    {
    }

  private:
    /**
     * Note the progress of a rebuild.
     *
     * @param member the member
     * @param blocks its blocks that are done
     * @param total its blocks
     */
    void Progress(uint32_t member, uint64_t blocks, uint64_t total)
    {
        NS_TEST_EXPECT_MSG_EQ(member, 1, "the one");
        NS_TEST_EXPECT_MSG_EQ(total, 18, "its blocks");
        m_progress.emplace_back(blocks, Simulator::Now());
    }

    /**
     * Note the end of a rebuild.
     */
    void Rebuilt(uint32_t)
    {
        m_rebuiltAt = Simulator::Now();
    }

    /**
     * Watch an array and rebuild its member 1.
     *
     * @param bench the array
     * @return the spare
     */
    Ptr<TestMember> Begin(ArrayBench& bench)
    {
        m_progress.clear();
        m_rebuiltAt = Time(-1);
        bench.array->TraceConnectWithoutContext("RebuildProgress",
                                                MakeCallback(&ArrayRebuildTest::Progress, this));
        bench.array->TraceConnectWithoutContext("Rebuilt",
                                                MakeCallback(&ArrayRebuildTest::Rebuilt, this));
        bench.array->FailMember(1);
        auto spare = bench.MakeMember();
        bench.array->Rebuild(1, spare);
        return spare;
    }

    /**
     * Copy 18 blocks in units of 4, the last of 2: a read and a write for each.
     *
     * @param type the array's class
     */
    void Times(const std::string& type)
    {
        ArrayBench bench({type, 4, 18});
        const auto spare = Begin(bench);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_progress.size(), 5, type);
        for (std::size_t i = 0; i < 5; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(m_progress[i].first, std::min<uint64_t>(4 * i + 4, 18), type);
            NS_TEST_EXPECT_MSG_EQ(m_progress[i].second, MilliSeconds(2 * i + 2), type);
        }
        // A FLUSH is behind the last write.
        NS_TEST_EXPECT_MSG_EQ(m_rebuiltAt, MilliSeconds(11), type);
        NS_TEST_EXPECT_MSG_EQ(bench.array->GetMember(1), spare, type);
        NS_TEST_EXPECT_MSG_EQ(spare->asked[WRITE], 5, type);
    }

    /**
     * A unit of 4 blocks of 8 bytes every 10 ms: 25,600 b/s.
     */
    void Rate()
    {
        ArrayBench bench({"MirroredArray", 2, 18});
        bench.array->SetAttribute("RebuildRate", DataRateValue(DataRate(25600)));
        // A write under way is done first: copying begins after 1 ms.
        bench.Submit(WRITE, 0, 1);
        const auto spare = Begin(bench);
        // At 15 ms stripes 0 and 1 are done: of blocks 2 to 9 the first two stripes' go to it.
        Simulator::Schedule(MilliSeconds(15), [&] { bench.Submit(WRITE, 2, 8); });
        // At 21.5 ms stripe 2 is being copied: its write waits until 23 ms and then goes to both.
        Ptr<BlockRequest> waiting;
        Simulator::Schedule(MicroSeconds(21500), [&] { waiting = bench.Submit(WRITE, 8, 1); });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_progress.size(), 5, "five units");
        for (std::size_t i = 0; i < 5; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(m_progress[i].second, MilliSeconds(3 + 10 * i), "paced " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(spare->asked[WRITE], 5 + 2 + 1, "copies and writes below the mark");
        NS_TEST_EXPECT_MSG_EQ(waiting->issueTime, MicroSeconds(2500), "waits for its stripe");
    }

    /**
     * The spare fails; then the only other member.
     */
    void GivesUp()
    {
        using enum BlockStatus;
        ArrayBench bench({"MirroredArray", 2, 18});
        auto spare = Begin(bench);
        Simulator::Schedule(MilliSeconds(3), [&] { spare->fate = MEDIUM_ERROR; });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_progress.size(), 1, "one unit");
        NS_TEST_EXPECT_MSG_EQ((bench.array->GetMemberState(1) == BlockArray::MemberState::FAILED),
                              true,
                              "failed again");
        NS_TEST_EXPECT_MSG_EQ(bench.Run(WRITE, 0, 18)->status, OK, "the other goes on");
        bench.array->Rebuild(1, bench.MakeMember());
        bench.members[0]->fate = MEDIUM_ERROR;
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.Run(READ, 0, 1)->status, MEDIUM_ERROR, "nothing is left");
        NS_TEST_EXPECT_MSG_EQ(m_rebuiltAt, Time(-1), "never");
        ArrayBench parity({"Raid5Array", 4, 18});
        Begin(parity);
        Simulator::Schedule(MicroSeconds(2500), [&] { parity.array->FailMember(2); });
        // Stripe 1 has been read by then and is written until 4 ms; stripe 2 cannot be had. A write
        // that waits for stripe 1 begins at 4 ms, and two members are missing when it ends.
        Ptr<BlockRequest> write;
        Simulator::Schedule(MicroSeconds(2600), [&] { write = parity.Submit(WRITE, 12, 1); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_progress.size(), 2, "stripes 0 and 1");
        NS_TEST_EXPECT_MSG_EQ(write->status, MEDIUM_ERROR, "two are missing");
    }

    /**
     * What was asked before or during a rebuild.
     */
    void Meanwhile()
    {
        ArrayBench bench({"Raid5Array", 4, 18});
        const auto spare = Begin(bench);
        // Stripe 0 is copied until 2 ms; a read of what was on member 1 waits for that.
        Ptr<BlockRequest> read;
        Simulator::Schedule(MicroSeconds(500), [&] { read = bench.Submit(READ, 4, 4); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(read->issueTime, MicroSeconds(2500), "then 1 ms");
        NS_TEST_EXPECT_MSG_EQ(spare->asked[READ], 1, "from the spare");
        NS_TEST_EXPECT_MSG_EQ(bench.GetAsked(READ), "5 0 5 5", "the others were only copied from");

        ArrayBench mirror({"MirroredArray", 2, 18});
        mirror.members[1]->fate = BlockStatus::MEDIUM_ERROR;
        mirror.Submit(WRITE, 0, 18);
        Begin(mirror);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((mirror.array->GetMemberState(1) == BlockArray::MemberState::WORKING),
                              true,
                              "the answer of the old member is not the spare's");
    }

    /**
     * Rebuilds that cannot be.
     */
    void Mistakes()
    {
        auto error = [](ArrayBench& bench, uint32_t member, Ptr<BlockDevice> spare) {
            return GetUserError([&] { bench.array->Rebuild(member, spare); });
        };
        ArrayBench bench({"MirroredArray", 3, 18});
        const std::string prefix = "ns3::MirroredArray: rebuild of member ";
        const auto spare = bench.MakeMember();
        NS_TEST_EXPECT_MSG_EQ(error(bench, 1, spare), prefix + "1: it has not failed", "working");
        NS_TEST_EXPECT_MSG_EQ(error(bench, 3, spare),
                              "ns3::MirroredArray: there is no member 3, only 0 to 2",
                              "number");
        bench.array->FailMember(1);
        bench.array->FailMember(2);
        NS_TEST_EXPECT_MSG_EQ(error(bench, 1, CreateObject<FixedLatencyDevice>()),
                              prefix + "1: the spare must be ready and have at least 18 blocks of "
                                       "8 bytes",
                              "block size");
        NS_TEST_EXPECT_MSG_EQ(error(bench, 1, bench.members[0]),
                              prefix + "1: the spare is a member already",
                              "member");
        NS_TEST_EXPECT_MSG_EQ(error(bench, 1, spare), "no error", "right");
        NS_TEST_EXPECT_MSG_EQ(error(bench, 2, bench.MakeMember()),
                              prefix + "2: member 1 is being rebuilt",
                              "one at a time");
        ArrayBench striped({"StripedArray", 2});
        striped.array->FailMember(0);
        NS_TEST_EXPECT_MSG_EQ(error(striped, 0, striped.MakeMember()),
                              "ns3::StripedArray: rebuild of member 0: the array has no redundancy",
                              "RAID 0");
    }

    void DoRun() override
    {
        Times("MirroredArray");
        Times("Raid5Array");
        Rate();
        GivesUp();
        Meanwhile();
        Mistakes();
    }

    std::vector<std::pair<uint64_t, Time>> m_progress; //!< blocks done, and when
    Time m_rebuiltAt;                                  //!< when it was done
};

/**
 * @ingroup block-io
 *
 * Arrays with members that fail.
 */
class BlockArrayFailureTestSuite : public TestSuite
{
  public:
    BlockArrayFailureTestSuite()
        : TestSuite("block-io-array-failure", Type::UNIT)
    {
        AddTestCase(new ArrayContentsTest);
        AddTestCase(new ArrayFailureTest);
        AddTestCase(new ArrayRebuildTest);
    }
};

static BlockArrayFailureTestSuite g_blockArrayFailureTestSuite; //!< registers the suite
