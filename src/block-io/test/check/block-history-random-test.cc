/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-history.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <sstream>
#include <vector>

using namespace ns3;

namespace
{

using Operation = BlockHistory::Operation; //!< a read or write
using Value = BlockHistory::Value;         //!< what a write wrote

/// The rules of BlockHistory word for word, for one block, with everything that ever happened.
class LiteralHistory
{
  public:
    /// A write.
    struct Write
    {
        Value value;                                           //!< what it writes
        uint64_t begin;                                        //!< when it began
        uint64_t end{std::numeric_limits<uint64_t>::max()};    //!< when it ended, if it did
        bool isFailed{false};                                  //!< whether it failed
        uint64_t doneAt{std::numeric_limits<uint64_t>::max()}; //!< when it is known to be done
    };

    /**
     * @param value the value at first
     */
    explicit LiteralHistory(Value value)
        : writes{{value, 0, 0, false, 0}}
    {
    }

    /**
     * A write ends.
     *
     * @param write its number
     * @param isDone whether it is done
     */
    void End(std::size_t write, bool isDone)
    {
        auto& ended = writes[write];
        ended.end = ++now;
        ended.isFailed = !isDone;
        ended.doneAt = isDone ? now : ended.doneAt;
    }

    /**
     * A read ends.
     *
     * @param read when it began
     * @param value what it brought
     * @return true if that may be
     */
    bool MayBring(uint64_t read, Value value)
    {
        auto it = std::find_if(writes.begin(), writes.end(), [&](const auto& write) {
            return write.value == value;
        });
        if (it == writes.end() || IsOverwritten(*it, read) || IsUnsettledBy(*it, read))
        {
            return false;
        }
        const auto last = FindLastChange();
        const bool isFound = it->isFailed && it->end < read && it->doneAt > now;
        it->doneAt = isFound ? now : it->doneAt;
        if (last < read)
        {
            m_settled.push_back({isFound ? now : last, now, value});
        }
        return true;
    }

    std::vector<Write> writes; //!< all writes
    uint64_t now{0};           //!< the moment

  private:
    /// A read with no write at the same time.
    struct SettledRead
    {
        uint64_t since; //!< since when this is there
        uint64_t end;   //!< when it ended
        Value value;    //!< what it brought
    };

    /**
     * @return when the last write ended, or was found done after it had failed
     */
    uint64_t FindLastChange() const
    {
        uint64_t last = 0;
        for (const auto& write : writes)
        {
            last = std::max(last, write.doneAt <= now ? write.doneAt : write.end);
        }
        return last;
    }

    /**
     * @param write a write
     * @param read when a read began
     * @return true if a later write was known to be done before
     */
    bool IsOverwritten(const Write& write, uint64_t read) const
    {
        return std::any_of(writes.begin(), writes.end(), [&](const auto& other) {
            return write.end < other.begin && other.doneAt < read;
        });
    }

    /**
     * @param write a write
     * @param read when a read began
     * @return true if a read before it found something else when it was settled
     */
    bool IsUnsettledBy(const Write& write, uint64_t read) const
    {
        return std::any_of(m_settled.begin(), m_settled.end(), [&](const auto& settled) {
            return settled.since < read && settled.value != write.value &&
                   write.doneAt <= settled.end;
        });
    }

    std::vector<SettledRead> m_settled; //!< reads that settled what is there
};

} // namespace

/**
 * @ingroup block-io
 *
 * Random operations, judged by the rules word for word.
 */
class HistoryRandomTest : public TestCase
{
  public:
    HistoryRandomTest()
        : TestCase("random operations against the rules word for word")
    {
    }

  private:
    void DoRun() override
    {
        m_random->SetStream(1);
        for (uint32_t i = 0; i < 3000; ++i)
        {
            RunOne();
        }
        NS_TEST_EXPECT_MSG_GT(m_right, 5000, "many may be");
        NS_TEST_EXPECT_MSG_GT(m_wrong, 1000, "many may not");
    }

    /**
     * @param count a number
     * @return a number below it
     */
    uint32_t Draw(uint32_t count)
    {
        return m_random->GetInteger(0, count - 1);
    }

    /// A history until a read brings what may not be, or for 40 steps.
    void RunOne()
    {
        BlockHistory history;
        LiteralHistory literal(1);
        history.EndWrite(history.BeginWrite(0, 1, 1), true);
        literal.now = 2;
        std::vector<std::size_t> writing;
        std::vector<uint64_t> reading;
        std::ostringstream steps;
        for (uint32_t step = 0; step < 40; ++step)
        {
            const auto kind = Draw(4);
            if (kind == 0 && writing.size() < 3)
            {
                writing.push_back(literal.writes.size());
                literal.writes.push_back({literal.writes.size() + 1, ++literal.now});
                history.BeginWrite(0, 1, literal.writes.back().value);
                steps << literal.now << ": write " << literal.writes.back().value << "; ";
            }
            else if (kind == 1 && !writing.empty())
            {
                const auto place = writing.begin() + Draw(writing.size());
                const bool isDone = Draw(3) > 0;
                history.EndWrite(literal.writes[*place].begin, isDone);
                literal.End(*place, isDone);
                steps << literal.now << ": " << *place + 1 << (isDone ? " done; " : " failed; ");
                writing.erase(place);
            }
            else if (kind == 2 && reading.size() < 3)
            {
                ++literal.now;
                reading.push_back(history.BeginRead(0, 1));
                steps << literal.now << ": read; ";
            }
            else if (kind == 3 && !reading.empty())
            {
                const auto place = reading.begin() + Draw(reading.size());
                const Value value = Draw(literal.writes.size()) + 1;
                steps << "read of " << *place << " brings " << value << "; ";
                const bool mayBe = literal.MayBring(*place, value);
                NS_TEST_ASSERT_MSG_EQ(history.Check(*place, 0, value).empty(), mayBe, steps.str());
                history.EndRead(*place);
                reading.erase(place);
                ++(mayBe ? m_right : m_wrong);
                if (!mayBe)
                {
                    return;
                }
            }
        }
    }

    Ptr<UniformRandomVariable> m_random{CreateObject<UniformRandomVariable>()}; //!< draws
    uint32_t m_right{0}; //!< reads that brought what may be
    uint32_t m_wrong{0}; //!< reads that did not
};

namespace
{

/// A block in two copies that does what it should, and the history of what is asked of it.
class TrueBlock
{
  public:
    /**
     * @param random draws what happens
     */
    explicit TrueBlock(Ptr<UniformRandomVariable> random)
        : m_random(random)
    {
        m_history.EndWrite(m_history.BeginWrite(0, 1, 1), true);
    }

    /**
     * Let something happen.
     *
     * @return false if a read brought what the history does not allow
     */
    bool Step()
    {
        switch (Draw(6))
        {
        case 0:
            BeginWrite();
            return true;
        case 1:
            EndWrite();
            return true;
        case 2:
            Apply(Draw(m_writes.size() + 1));
            return true;
        case 3:
            CopyOne();
            return true;
        case 4:
            BeginRead();
            return true;
        default:
            return EndRead();
        }
    }

    uint32_t reads{0}; //!< reads that ended

  private:
    /// A write under way.
    struct Write
    {
        Operation operation;   //!< in the history
        Value value;           //!< what it writes
        bool isApplied{false}; //!< whether the first copy has it
    };

    /// A read under way.
    struct Read
    {
        Operation operation; //!< in the history
        Value value;         //!< what it found
    };

    /**
     * @param count a number
     * @return a number below it, or 0
     */
    uint32_t Draw(std::size_t count)
    {
        return count < 2 ? 0 : m_random->GetInteger(0, count - 1);
    }

    /// A write begins; failed ones come before it.
    void BeginWrite()
    {
        if (m_writes.size() < 3)
        {
            m_late = 0;
            m_writes.push_back({m_history.BeginWrite(0, 1, m_next), m_next});
            ++m_next;
        }
    }

    /**
     * @param place place of a write whose time has come at the first copy; behind the last for the
     *        one that failed
     */
    void Apply(std::size_t place)
    {
        if (place < m_writes.size() && !m_writes[place].isApplied)
        {
            m_writes[place].isApplied = true;
            m_copies[0] = m_writes[place].value;
            m_queue.push_back(m_copies[0]);
        }
        else if (place == m_writes.size() && m_late > 0)
        {
            CopyAll();
            m_copies = {m_late, m_late};
            m_late = 0;
        }
    }

    /// The second copy gets what the first got, in the same order.
    void CopyOne()
    {
        if (!m_queue.empty())
        {
            m_copies[1] = m_queue.front();
            m_queue.erase(m_queue.begin());
        }
    }

    /// The second copy is as the first.
    void CopyAll()
    {
        while (!m_queue.empty())
        {
            CopyOne();
        }
    }

    /// A write ends; one that fails is done, or may be done late if no other one is under way.
    void EndWrite()
    {
        if (m_writes.empty())
        {
            return;
        }
        const auto place = Draw(m_writes.size());
        const bool isDone = Draw(3) > 0;
        if (isDone)
        {
            Apply(place);
        }
        if (m_writes[place].isApplied)
        {
            CopyAll();
        }
        else if (m_writes.size() == 1)
        {
            m_late = m_writes[place].value;
        }
        m_history.EndWrite(m_writes[place].operation, isDone);
        m_writes.erase(m_writes.begin() + place);
    }

    /// A read begins, and finds what one of the copies has now.
    void BeginRead()
    {
        if (m_reads.size() < 3)
        {
            m_reads.push_back({m_history.BeginRead(0, 1), m_copies[Draw(2)]});
        }
    }

    /**
     * A read ends.
     *
     * @return whether it brought what may be there
     */
    bool EndRead()
    {
        if (m_reads.empty())
        {
            return true;
        }
        const auto place = m_reads.begin() + Draw(m_reads.size());
        const auto value = Draw(2) == 0 ? place->value : m_copies[Draw(2)];
        const auto possible = m_history.Check(place->operation, 0, value);
        m_history.EndRead(place->operation);
        m_reads.erase(place);
        ++reads;
        return possible.empty();
    }

    Ptr<UniformRandomVariable> m_random; //!< draws what happens
    BlockHistory m_history;              //!< what is asked of the block
    std::array<Value, 2> m_copies{1, 1}; //!< what is there
    std::vector<Value> m_queue;          //!< what the second copy does not have yet
    std::vector<Write> m_writes;         //!< under way
    std::vector<Read> m_reads;           //!< under way
    Value m_next{2};                     //!< what the next write writes
    Value m_late{0};                     //!< what may still be written after it failed, or 0
};

} // namespace

/**
 * @ingroup block-io
 *
 * A device that does what it should is never accused.
 */
class HistoryTrueTest : public TestCase
{
  public:
    HistoryTrueTest()
        : TestCase("what a true device brings is allowed")
    {
    }

  private:
    void DoRun() override
    {
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(2);
        TrueBlock block(random);
        for (uint32_t step = 0; step < 200000; ++step)
        {
            NS_TEST_ASSERT_MSG_EQ(block.Step(), true, "step " << step);
        }
        NS_TEST_EXPECT_MSG_GT(block.reads, 10000, "many reads");
    }
};

/**
 * @ingroup block-io
 *
 * What may be on a block after random operations.
 */
class BlockHistoryRandomTestSuite : public TestSuite
{
  public:
    BlockHistoryRandomTestSuite()
        : TestSuite("block-io-history-random", Type::UNIT)
    {
        AddTestCase(new HistoryRandomTest, TestCase::Duration::QUICK);
        AddTestCase(new HistoryTrueTest, TestCase::Duration::QUICK);
    }
};

static BlockHistoryRandomTestSuite g_blockHistoryRandomTestSuite; //!< registers the suite
