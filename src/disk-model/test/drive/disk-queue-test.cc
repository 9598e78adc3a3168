/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-test-drive.h"

#include "ns3/disk-queue.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @ingroup disk-model
 *
 * A scheduler that remembers what it saw, and takes any of it.
 */
class DiskSpyScheduler : public DiskScheduler
{
  public:
    // Inherited from DiskScheduler
    std::size_t Choose(const std::deque<DiskQueueEntry>& queue, const DiskArm&) override
    {
        seen.clear();
        for (const auto& entry : queue)
        {
            seen.push_back(entry.request->number);
        }
        return choice % seen.size();
    }

    std::vector<uint64_t> seen; //!< numbers of the commands that it saw last
    std::size_t choice{0};      //!< which it takes, modulo what is there
};

/**
 * @ingroup disk-model
 *
 * A queue with a scheduler that is watched.
 */
class DiskQueueTester
{
  public:
    /**
     * @param depth depth of the queue
     */
    explicit DiskQueueTester(uint32_t depth)
        : m_mechanics(MakeTinyDrive())
    {
        queue.SetDepth(depth);
    }

    /**
     * @param number number of a command
     * @param kind S for simple, O for ordered, H for head of queue, F for FLUSH
     */
    void Push(uint64_t number, char kind)
    {
        auto request =
            Create<BlockRequest>(kind == 'F' ? BlockOperation::FLUSH : BlockOperation::READ,
                                 0,
                                 kind == 'F' ? 0 : 1);
        request->number = number;
        request->order = kind == 'O'   ? BlockOrder::ORDERED
                         : kind == 'H' ? BlockOrder::HEAD_OF_QUEUE
                                       : BlockOrder::SIMPLE;
        queue.Push(request, 0);
    }

    /**
     * @return number of the next command
     */
    uint64_t Pop()
    {
        scheduler->seen.clear();
        return queue.Pop(*scheduler, {m_mechanics, {}, Time(0), Time(0), Time(0)})->number;
    }

    /**
     * @param kinds commands in the order in which they come, numbered from 0
     * @return the order of service if the scheduler always takes the last that it sees
     */
    std::string Serve(const std::string& kinds)
    {
        for (std::size_t i = 0; i < kinds.size(); ++i)
        {
            Push(i, kinds[i]);
        }
        std::string order;
        while (queue.GetSize() > 0)
        {
            // -1 modulo any small number is not always the last, a common multiple less 1 is.
            scheduler->choice = 5039;
            order += std::to_string(Pop());
        }
        return order;
    }

    DiskQueue queue;                                                   //!< the queue
    Ptr<DiskSpyScheduler> scheduler{CreateObject<DiskSpyScheduler>()}; //!< the scheduler

  private:
    DiskMechanics m_mechanics; //!< a drive for the arm
};

} // namespace

/**
 * @ingroup disk-model
 *
 * Orders of service with a scheduler that always takes the last that it sees.
 */
class DiskQueueOrderTest : public TestCase
{
  public:
    DiskQueueOrderTest()
        : TestCase("Depth, ordered, head of queue and FLUSH, alone and together")
    {
    }

  private:
    void DoRun() override
    {
        const auto serve = [](uint32_t depth, const std::string& kinds) {
            return DiskQueueTester(depth).Serve(kinds);
        };
        NS_TEST_EXPECT_MSG_EQ(serve(0, "SSSSS"), "43210", "no limit");
        NS_TEST_EXPECT_MSG_EQ(serve(1, "SSSSS"), "01234", "one at a time");
        // It sees 0 1, then 0 2, 0 3, 0 4.
        NS_TEST_EXPECT_MSG_EQ(serve(2, "SSSSS"), "12340", "two at a time");
        NS_TEST_EXPECT_MSG_EQ(serve(0, "SSOSS"), "10243", "ordered");
        NS_TEST_EXPECT_MSG_EQ(serve(0, "SSFSS"), "10243", "FLUSH");
        NS_TEST_EXPECT_MSG_EQ(serve(0, "OFOSS"), "01243", "several, and the first");
        NS_TEST_EXPECT_MSG_EQ(serve(0, "SSHSH"), "42310", "the last head of queue first");
        NS_TEST_EXPECT_MSG_EQ(serve(1, "SOHSH"), "42013", "past ordered and past the depth");
        NS_TEST_EXPECT_MSG_EQ(serve(2, "SSSOSHF"), "5120346", "all together");

        DiskQueueTester tester(1);
        for (uint64_t i = 0; i < 4; ++i)
        {
            tester.Push(i, 'S');
        }
        tester.queue.SetDepth(3);
        tester.scheduler->choice = 2;
        NS_TEST_EXPECT_MSG_EQ(tester.Pop(), 2, "sees more at once");
        NS_TEST_EXPECT_MSG_EQ(tester.queue.PopFirst()->number, 0, "the oldest");
    }
};

/**
 * @ingroup disk-model
 *
 * Random commands, against a list that is searched again each time.
 */
class DiskQueueRandomTest : public TestCase
{
  public:
    DiskQueueRandomTest()
        : TestCase("Random sequences against a plain list")
    {
    }

  private:
    /// A command of the list.
    struct Entry
    {
        uint64_t number; //!< its number
        char kind;       //!< its kind
    };

    void DoRun() override
    {
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(4);
        for (uint32_t depth = 0; depth < 6; ++depth)
        {
            DiskQueueTester tester(depth);
            m_list.clear();
            for (uint64_t step = 0; step < 10000; ++step)
            {
                // In spells of more coming and of more going.
                if (m_random->GetValue() < (step / 50 % 2 ? 0.35 : 0.65) || m_list.empty())
                {
                    const auto kind = "SSSSSSHOF"[m_random->GetInteger(0, 8)];
                    tester.Push(step, kind);
                    m_list.push_back({step, kind});
                }
                else
                {
                    tester.scheduler->choice = m_random->GetInteger(0, 1000);
                    Check(tester, depth);
                }
                NS_TEST_ASSERT_MSG_EQ(tester.queue.GetSize(), m_list.size(), "size");
            }
        }
    }

    /**
     * Take a command from both.
     *
     * @param tester the queue
     * @param depth its depth
     */
    void Check(DiskQueueTester& tester, uint32_t depth)
    {
        const auto number = tester.Pop();
        auto place = m_list.size();
        while (place > 0 && m_list[place - 1].kind != 'H')
        {
            --place;
        }
        std::vector<uint64_t> free;
        if (place > 0)
        {
            --place;
        }
        else
        {
            for (const auto& entry : m_list)
            {
                if (entry.kind != 'S' || (depth > 0 && free.size() == depth))
                {
                    break;
                }
                free.push_back(entry.number);
            }
            place = free.empty() ? 0 : tester.scheduler->choice % free.size();
        }
        NS_TEST_EXPECT_MSG_EQ((tester.scheduler->seen == free), true, "what it may choose from");
        NS_TEST_EXPECT_MSG_EQ(number, m_list[place].number, "the next");
        m_list.erase(m_list.begin() + place);
    }

    Ptr<UniformRandomVariable> m_random; //!< randomness
    std::vector<Entry> m_list;           //!< commands that wait, the oldest first
};

/**
 * @ingroup disk-model
 *
 * The queue of a drive.
 */
class DiskQueueTestSuite : public TestSuite
{
  public:
    DiskQueueTestSuite()
        : TestSuite("disk-model-queue", Type::UNIT)
    {
        AddTestCase(new DiskQueueOrderTest, Duration::QUICK);
        AddTestCase(new DiskQueueRandomTest, Duration::QUICK);
    }
};

static DiskQueueTestSuite g_diskQueueTestSuite; //!< registers the suite
