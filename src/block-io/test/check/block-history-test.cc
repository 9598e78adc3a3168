/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-history.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Operation = BlockHistory::Operation; //!< a read or write
using Value = BlockHistory::Value;         //!< what a write wrote
using Values = std::vector<Value>;         //!< what may be there

/// A history of one block.
class OneBlock
{
  public:
    /**
     * @param value what a write begins to write
     * @return the write
     */
    Operation Write(Value value)
    {
        return m_history.BeginWrite(LBA, 1, value);
    }

    /**
     * @param write a write that ends
     */
    void Done(Operation write)
    {
        m_history.EndWrite(write, true);
    }

    /**
     * @param write a write that fails
     */
    void Failed(Operation write)
    {
        m_history.EndWrite(write, false);
    }

    /**
     * @param value what is written, with nothing else at the same time
     */
    void WriteWhole(Value value)
    {
        Done(Write(value));
    }

    /**
     * @param value what is written to the medium, with nothing else at the same time
     */
    void WriteSafe(Value value)
    {
        m_history.EndWrite(Write(value), true, true);
    }

    /// A FLUSH, with nothing else at the same time.
    void Flush()
    {
        m_history.EndFlush(m_history.BeginFlush());
    }

    /**
     * @return the history
     */
    BlockHistory& Get()
    {
        return m_history;
    }

    /**
     * @return a read that begins
     */
    Operation Read()
    {
        return m_history.BeginRead(LBA, 1);
    }

    /**
     * A read ends.
     *
     * @param read the read
     * @param value what it brought
     * @return what may be there instead, in order; none if nothing is wrong
     */
    Values Brought(Operation read, Value value)
    {
        auto possible = m_history.Check(read, LBA, value);
        m_history.EndRead(read);
        std::sort(possible.begin(), possible.end());
        return possible;
    }

    /**
     * @param value what a read brings, with nothing begun or ended during it
     * @return what may be there instead
     */
    Values ReadWhole(Value value)
    {
        return Brought(Read(), value);
    }

    /**
     * @return true if the block takes more than 8 bytes
     */
    bool IsUnsettled() const
    {
        return m_history.GetUnsettledBlocks() > 0;
    }

  private:
    /// A block that is not the first of anything.
    static constexpr uint64_t LBA = 1000;

    BlockHistory m_history; //!< the history
};

/// Nothing is wrong.
const Values FINE;

/**
 * @param values what may be on a block
 * @return them as text
 */
std::string
GetText(const Values& values)
{
    std::string text;
    for (const auto value : values)
    {
        text += std::to_string(value) + " ";
    }
    return text.empty() ? "fine" : text;
}

} // namespace

/// Compare what may be there instead of what was read.
#define EXPECT_POSSIBLE(actual, values, message)                                                   \
    NS_TEST_EXPECT_MSG_EQ(GetText(actual), GetText(values), message)

/**
 * @ingroup block-io
 *
 * One operation after the other.
 */
class HistoryInSequenceTest : public TestCase
{
  public:
    HistoryInSequenceTest()
        : TestCase("one after the other")
    {
    }

  private:
    void DoRun() override
    {
        OneBlock block;
        EXPECT_POSSIBLE(block.ReadWhole(99), FINE, "unknown");
        EXPECT_POSSIBLE(block.ReadWhole(98), Values{99}, "it stays as it was read first");
        block.WriteWhole(1);
        EXPECT_POSSIBLE(block.ReadWhole(1), FINE, "what was written");
        block.WriteWhole(2);
        EXPECT_POSSIBLE(block.ReadWhole(1), Values{2}, "lost");
        EXPECT_POSSIBLE(block.ReadWhole(1), FINE, "is told once");
        EXPECT_POSSIBLE(block.ReadWhole(2), Values{1}, "until it changes again");
        block.WriteWhole(3);
        EXPECT_POSSIBLE(block.ReadWhole(1), Values{3}, "or is written");
        OneBlock unread;
        unread.WriteWhole(1);
        EXPECT_POSSIBLE(unread.ReadWhole(99), Values{1}, "what was there before is overwritten");
        EXPECT_POSSIBLE(unread.ReadWhole(7), (Values{1, 99}), "nobody wrote that");
    }
};

/**
 * @ingroup block-io
 *
 * A read during a write.
 */
class HistoryReadDuringWriteTest : public TestCase
{
  public:
    HistoryReadDuringWriteTest()
        : TestCase("a read during a write")
    {
    }

  private:
    void DoRun() override
    {
        OneBlock block;
        block.WriteWhole(1);
        const auto early = block.Read();
        const auto write = block.Write(2);
        EXPECT_POSSIBLE(block.ReadWhole(2), FINE, "new");
        EXPECT_POSSIBLE(block.ReadWhole(1), FINE, "old, from another copy");
        EXPECT_POSSIBLE(block.ReadWhole(3), (Values{1, 2}), "neither");
        block.WriteWhole(4);
        const auto late = block.Read();
        block.Done(write);
        EXPECT_POSSIBLE(block.Brought(early, 1), FINE, "it began before all writes");
        EXPECT_POSSIBLE(block.Brought(late, 1), (Values{2, 4}), "overwritten by 4 before");
        OneBlock other;
        other.WriteWhole(1);
        const auto first = other.Read();
        const auto second = other.Read();
        other.WriteWhole(2);
        other.WriteWhole(3);
        EXPECT_POSSIBLE(other.Brought(first, 2), FINE, "between the writes");
        EXPECT_POSSIBLE(other.Brought(second, 9), (Values{1, 2, 3}), "any of them");
        EXPECT_POSSIBLE(other.ReadWhole(2), (Values{3, 9}), "only the last, or what was told");
    }
};

/**
 * @ingroup block-io
 *
 * Writes at the same time.
 */
class HistoryWritesTest : public TestCase
{
  public:
    HistoryWritesTest()
        : TestCase("writes at the same time")
    {
    }

  private:
    void DoRun() override
    {
        for (const Value last : {2, 3})
        {
            OneBlock block;
            block.WriteWhole(1);
            const auto one = block.Write(2);
            const auto two = block.Write(3);
            block.Done(one);
            EXPECT_POSSIBLE(block.ReadWhole(2), FINE, "done");
            EXPECT_POSSIBLE(block.ReadWhole(3), FINE, "under way");
            EXPECT_POSSIBLE(block.ReadWhole(1), (Values{2, 3}), "overwritten");
            block.Done(two);
            EXPECT_POSSIBLE(block.ReadWhole(last), FINE, "either");
            EXPECT_POSSIBLE(block.ReadWhole(last == 2 ? 3 : 2), Values{last}, "it is settled");
        }
        OneBlock chain;
        chain.WriteWhole(1);
        const auto around = chain.Write(2);
        chain.WriteWhole(3);
        chain.WriteWhole(4);
        chain.Done(around);
        EXPECT_POSSIBLE(chain.ReadWhole(3), (Values{2, 4}), "4 follows it");
        OneBlock reads;
        const auto first = reads.Write(1);
        const auto second = reads.Write(2);
        reads.Done(first);
        reads.Done(second);
        const auto early = reads.Read();
        EXPECT_POSSIBLE(reads.ReadWhole(1), FINE, "either");
        EXPECT_POSSIBLE(reads.Brought(early, 2), Values{1}, "it was settled when this began");
    }
};

/**
 * @ingroup block-io
 *
 * Writes that fail.
 */
class HistoryFailureTest : public TestCase
{
  public:
    HistoryFailureTest()
        : TestCase("writes that fail")
    {
    }

  private:
    void DoRun() override
    {
        OneBlock block;
        block.WriteWhole(1);
        block.Failed(block.Write(2));
        EXPECT_POSSIBLE(block.ReadWhole(1), FINE, "not done");
        EXPECT_POSSIBLE(block.ReadWhole(2), FINE, "done late");
        EXPECT_POSSIBLE(block.ReadWhole(1), Values{2}, "does not come back");
        block.Failed(block.Write(3));
        const auto write = block.Write(4);
        EXPECT_POSSIBLE(block.ReadWhole(3), FINE, "done, while the next is under way");
        EXPECT_POSSIBLE(block.ReadWhole(2), (Values{3, 4}), "overwritten by 3");
        block.Done(write);
        EXPECT_POSSIBLE(block.ReadWhole(3), (Values{2, 4}), "it does not overtake a later write");
        Twice();
        Concurrent();
        Parts();
    }

    /// Writes that fail one after the other.
    void Twice()
    {
        OneBlock block;
        block.WriteWhole(1);
        block.Failed(block.Write(2));
        block.Failed(block.Write(3));
        EXPECT_POSSIBLE(block.ReadWhole(9), (Values{1, 2, 3}), "any");
        EXPECT_POSSIBLE(block.ReadWhole(3), FINE, "the later one");
        EXPECT_POSSIBLE(block.ReadWhole(2), Values{3}, "the earlier one came before that");
        block.WriteWhole(4);
        EXPECT_POSSIBLE(block.ReadWhole(3), Values{4}, "over");
        NS_TEST_EXPECT_MSG_EQ(block.IsUnsettled(), true, "4, and what was told");
        EXPECT_POSSIBLE(block.ReadWhole(4), FINE, "it is there after all");
        NS_TEST_EXPECT_MSG_EQ(block.IsUnsettled(), false, "one value");
    }

    /// A write that fails while another one is under way.
    void Concurrent()
    {
        OneBlock block;
        block.WriteWhole(1);
        const auto failing = block.Write(2);
        const auto other = block.Write(3);
        EXPECT_POSSIBLE(block.ReadWhole(2), FINE, "done in part, say on one of two copies");
        block.Failed(failing);
        EXPECT_POSSIBLE(block.ReadWhole(1), FINE, "and not on the other");
        block.Done(other);
        EXPECT_POSSIBLE(block.ReadWhole(1), (Values{2, 3}), "3 is done");
        EXPECT_POSSIBLE(block.ReadWhole(3), FINE, "3 first");
        EXPECT_POSSIBLE(block.ReadWhole(2), FINE, "2 still came");
        EXPECT_POSSIBLE(block.ReadWhole(3), Values{2}, "it is settled");
    }

    /// Each block of a write on its own.
    void Parts()
    {
        BlockHistory history;
        history.EndWrite(history.BeginWrite(10, 2, 1), true);
        history.EndWrite(history.BeginWrite(10, 2, 2), false);
        const auto read = [&history](Value first, Value second) {
            const auto operation = history.BeginRead(10, 2);
            auto possible = history.Check(operation, 10, first);
            const auto more = history.Check(operation, 11, second);
            possible.insert(possible.end(), more.begin(), more.end());
            history.EndRead(operation);
            return possible;
        };
        EXPECT_POSSIBLE(read(2, 1), FINE, "done in part");
        EXPECT_POSSIBLE(read(2, 2), FINE, "done");
        EXPECT_POSSIBLE(read(1, 1), (Values{2, 2}), "both stay");
    }
};

/**
 * @ingroup block-io
 *
 * A value that several writes have, such as zeros.
 */
class HistorySharedValueTest : public TestCase
{
  public:
    HistorySharedValueTest()
        : TestCase("a value of several writes")
    {
    }

  private:
    void DoRun() override
    {
        constexpr Value ZEROS = 100;
        OneBlock block;
        block.WriteWhole(ZEROS);
        block.WriteWhole(1);
        EXPECT_POSSIBLE(block.ReadWhole(1), FINE, "written");
        block.Failed(block.Write(ZEROS));
        EXPECT_POSSIBLE(block.ReadWhole(1), FINE, "not unmapped");
        EXPECT_POSSIBLE(block.ReadWhole(ZEROS), FINE, "unmapped");
        EXPECT_POSSIBLE(block.ReadWhole(1), Values{ZEROS}, "it stays");
        OneBlock twice;
        twice.WriteWhole(ZEROS);
        twice.Failed(twice.Write(ZEROS));
        EXPECT_POSSIBLE(twice.ReadWhole(ZEROS), FINE, "whichever");
        EXPECT_POSSIBLE(twice.ReadWhole(1), (Values{ZEROS, ZEROS}), "nothing else");
    }
};

/**
 * @ingroup block-io
 *
 * What a history keeps.
 */
class HistoryMemoryTest : public TestCase
{
  public:
    HistoryMemoryTest()
        : TestCase("settled blocks take one value")
    {
    }

  private:
    void DoRun() override
    {
        BlockHistory history;
        NS_TEST_EXPECT_MSG_EQ(history.IsUnknown(5), true, "nothing happened");
        const auto elsewhere = history.BeginRead(5000, 8);
        history.EndWrite(history.BeginWrite(0, 1000, 1), true);
        NS_TEST_EXPECT_MSG_EQ(history.GetUnsettledBlocks(), 0, "nothing at the same time here");
        NS_TEST_EXPECT_MSG_EQ(history.IsUnknown(5), false, "written");
        const auto read = history.BeginRead(10, 20);
        history.EndWrite(history.BeginWrite(0, 1000, 2), true);
        NS_TEST_EXPECT_MSG_EQ(history.GetUnsettledBlocks(), 20, "those that are read may be old");
        history.EndRead(read);
        NS_TEST_EXPECT_MSG_EQ(history.GetUnsettledBlocks(), 0, "nobody is left to bring that");
        history.EndWrite(history.BeginWrite(2000, 3, 3), false);
        NS_TEST_EXPECT_MSG_EQ(history.GetUnsettledBlocks(), 3, "done or not");
        NS_TEST_EXPECT_MSG_EQ(history.IsUnknown(2000), true, "perhaps not");
        history.EndWrite(history.BeginWrite(2001, 2, 4), true);
        NS_TEST_EXPECT_MSG_EQ(history.GetUnsettledBlocks(), 1, "two are overwritten");
        history.EndRead(elsewhere);
    }
};

/**
 * @ingroup block-io
 *
 * Power is lost, and with it what is in a write cache alone.
 */
class HistoryPowerLossTest : public TestCase
{
  public:
    HistoryPowerLossTest()
        : TestCase("power is lost")
    {
    }

  private:
    /**
     * Write 1 and flush it, do something, lose power, and read.
     *
     * @param between what is done
     * @param value what is read
     * @return what may be there instead
     */
    static Values ReadAfterLoss(const std::function<void(OneBlock&)>& between, Value value)
    {
        OneBlock block;
        block.Get().ExpectPowerLoss();
        block.WriteWhole(1);
        block.Flush();
        between(block);
        block.Get().LosePower();
        return block.ReadWhole(value);
    }

    void DoRun() override
    {
        const auto nothing = [](OneBlock&) {};
        EXPECT_POSSIBLE(ReadAfterLoss(nothing, 1), FINE, "flushed");
        EXPECT_POSSIBLE(ReadAfterLoss(nothing, 9), Values{1}, "and nothing else");
        const auto twoMore = [](OneBlock& block) {
            block.WriteWhole(2);
            block.WriteWhole(3);
        };
        EXPECT_POSSIBLE(ReadAfterLoss(twoMore, 1), FINE, "nothing was written back");
        EXPECT_POSSIBLE(ReadAfterLoss(twoMore, 2), FINE, "the first was written back");
        EXPECT_POSSIBLE(ReadAfterLoss(twoMore, 3), FINE, "both were");
        EXPECT_POSSIBLE(ReadAfterLoss(twoMore, 9), (Values{1, 2, 3}), "nobody wrote that");
        const auto flushed = [](OneBlock& block) {
            block.WriteWhole(2);
            block.Flush();
        };
        EXPECT_POSSIBLE(ReadAfterLoss(flushed, 1), Values{2}, "a FLUSH that lied");
        const auto forced = [](OneBlock& block) { block.WriteSafe(2); };
        EXPECT_POSSIBLE(ReadAfterLoss(forced, 1), Values{2}, "a write to the medium that lied");
        const auto forcedLast = [](OneBlock& block) {
            block.WriteWhole(2);
            block.WriteSafe(3);
        };
        EXPECT_POSSIBLE(ReadAfterLoss(forcedLast, 2), Values{3}, "overwritten on the medium");
        const auto flushedEarlier = [](OneBlock& block) {
            const auto flush = block.Get().BeginFlush();
            block.WriteWhole(2);
            block.Get().EndFlush(flush);
        };
        EXPECT_POSSIBLE(ReadAfterLoss(flushedEarlier, 1), FINE, "the FLUSH began before it");
        const auto foundDone = [](OneBlock& block) {
            block.Failed(block.Write(2));
            block.ReadWhole(2);
        };
        EXPECT_POSSIBLE(ReadAfterLoss(foundDone, 1), FINE, "failed, was in the cache, and is lost");
        TestAfterwards();
    }

    /// What is found after a loss of power, stays; what was under way may be lost.
    void TestAfterwards()
    {
        OneBlock block;
        block.Get().ExpectPowerLoss();
        block.WriteWhole(1);
        block.Flush();
        block.WriteWhole(2);
        block.Get().LosePower();
        EXPECT_POSSIBLE(block.ReadWhole(1), FINE, "lost");
        EXPECT_POSSIBLE(block.ReadWhole(2), Values{1}, "does not come back");
        block.WriteWhole(6);
        block.Flush();
        block.WriteWhole(7);
        const auto read = block.Read();
        block.Get().LosePower();
        EXPECT_POSSIBLE(block.ReadWhole(7), FINE, "written back in time");
        EXPECT_POSSIBLE(block.ReadWhole(6), Values{7}, "so what was before does not come back");
        EXPECT_POSSIBLE(block.Brought(read, 7), FINE, "sent before the power went");
        block.WriteWhole(3);
        block.Flush();
        const auto write = block.Write(4);
        block.Get().LosePower();
        block.Done(write);
        EXPECT_POSSIBLE(block.ReadWhole(3), FINE, "completed in the cache, before the power went");
        block.WriteWhole(5);
        block.Flush();
        EXPECT_POSSIBLE(block.ReadWhole(5), FINE, "written again");
        NS_TEST_EXPECT_MSG_EQ(block.IsUnsettled(), false, "no memory is left behind");
    }
};

/**
 * @ingroup block-io
 *
 * What may be on a block.
 */
class BlockHistoryTestSuite : public TestSuite
{
  public:
    BlockHistoryTestSuite()
        : TestSuite("block-io-history", Type::UNIT)
    {
        AddTestCase(new HistoryPowerLossTest, Duration::QUICK);
        AddTestCase(new HistoryInSequenceTest, TestCase::Duration::QUICK);
        AddTestCase(new HistoryReadDuringWriteTest, TestCase::Duration::QUICK);
        AddTestCase(new HistoryWritesTest, TestCase::Duration::QUICK);
        AddTestCase(new HistoryFailureTest, TestCase::Duration::QUICK);
        AddTestCase(new HistorySharedValueTest, TestCase::Duration::QUICK);
        AddTestCase(new HistoryMemoryTest, TestCase::Duration::QUICK);
    }
};

static BlockHistoryTestSuite g_blockHistoryTestSuite; //!< registers the suite
