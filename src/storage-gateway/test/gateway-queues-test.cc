/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-test-bench.h"

#include "ns3/test.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::gatewaytest;

/// What was dispatched, in order.
using Dispatches = std::vector<std::string>;
/// First blocks, in order.
using Blocks = std::vector<uint64_t>;

/**
 * @ingroup storage-gateway-tests
 *
 * The order and time of dispatch by depth, worked out by hand. Every drive takes its latency for
 * each of the commands that it has, side by side.
 */
class GatewayDepthTest : public TestCase
{
  public:
    GatewayDepthTest()
        : TestCase("Commands are dispatched in order as the depths allow")
    {
    }

  private:
    /**
     * Five commands at a drive of 10 ms that takes two at a time.
     */
    void Drive()
    {
        GatewayTestBench bench;
        bench.gateway->SetAttribute("DriveQueueDepth", UintegerValue(2));
        bench.Build();
        const auto drive = bench.AddDrive(MilliSeconds(10));
        TestSession host;
        bench.Connect(host);
        for (uint32_t lba = 1; lba <= 5; ++lba)
        {
            host.Read(0, lba);
        }
        NS_TEST_EXPECT_MSG_EQ(drive->GetQueueLength(), 3, "5 - 2");
        NS_TEST_EXPECT_MSG_EQ(drive->GetOutstanding(), 2, "the depth");
        Simulator::Run();
        const Dispatches expected{"0:1 at 0", "0:2 at 0", "0:3 at 10", "0:4 at 10", "0:5 at 20"};
        NS_TEST_EXPECT_MSG_EQ((bench.dispatched == expected), true, "two every 10 ms");
        NS_TEST_EXPECT_MSG_EQ((host.answered == Blocks{1, 2, 3, 4, 5}), true, "answers");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MilliSeconds(30), "three rounds");
        NS_TEST_EXPECT_MSG_EQ(drive->GetDispatched(), 5, "counted");
        NS_TEST_EXPECT_MSG_EQ(bench.target->GetAnswered(), 5, "counted");
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
        Simulator::Destroy();
    }

    /**
     * Two drives of 10 ms, each one command at a time, on a loop that takes one at a time. Drive 1
     * gets its turn at the loop before drive 0's second command, which must first leave drive 0's
     * queue.
     */
    void Loop()
    {
        GatewayTestBench bench;
        bench.gateway->SetAttribute("DriveQueueDepth", UintegerValue(1));
        bench.gateway->SetAttribute("BackEndQueueDepth", UintegerValue(1));
        bench.Build();
        bench.AddDrive(MilliSeconds(10));
        bench.AddDrive(MilliSeconds(10));
        TestSession host;
        bench.Connect(host);
        host.Read(0, 1);
        host.Read(0, 2);
        host.Read(1, 3);
        host.Read(1, 4);
        NS_TEST_EXPECT_MSG_EQ(bench.backEnd->GetQueueLength(), 1, "drive 1 waits for the loop");
        Simulator::Run();
        const Dispatches expected{"0:1 at 0", "1:3 at 10", "0:2 at 20", "1:4 at 30"};
        NS_TEST_EXPECT_MSG_EQ((bench.dispatched == expected), true, "one every 10 ms, in turn");
        NS_TEST_EXPECT_MSG_EQ((host.answered == Blocks{1, 2, 3, 4}), true, "answers in order");
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
        Simulator::Destroy();
    }

    /**
     * Sessions with one command at a time each.
     */
    void Session()
    {
        GatewayTestBench bench;
        bench.gateway->SetAttribute("SessionQueueDepth", UintegerValue(1));
        bench.Build();
        bench.AddDrive(MilliSeconds(10));
        TestSession one;
        TestSession other;
        bench.Connect(one);
        bench.Connect(other);
        one.Read(0, 1);
        one.Read(0, 2);
        other.Read(0, 3);
        Simulator::Run();
        const Dispatches expected{"0:1 at 0", "0:3 at 0", "0:2 at 10"};
        NS_TEST_EXPECT_MSG_EQ((bench.dispatched == expected), true, "sessions do not share");
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
        Simulator::Destroy();
    }

    /**
     * HEAD OF QUEUE goes before what waits for the drive.
     */
    void HeadOfQueue()
    {
        GatewayTestBench bench;
        bench.gateway->SetAttribute("DriveQueueDepth", UintegerValue(1));
        bench.Build();
        bench.AddDrive(MilliSeconds(10));
        TestSession host;
        bench.Connect(host);
        host.Read(0, 1);
        host.Read(0, 2);
        host.attribute = ScsiTaskAttribute::HEAD_OF_QUEUE;
        host.Read(0, 3);
        Simulator::Run();
        const Dispatches expected{"0:1 at 0", "0:3 at 10", "0:2 at 20"};
        NS_TEST_EXPECT_MSG_EQ((bench.dispatched == expected), true, "3 before 2");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Drive();
        Loop();
        Session();
        HeadOfQueue();
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * A slow drive (10 ms) and a fast one (1 ms): answers in order, and as they come.
 */
class GatewayOrderTest : public TestCase
{
  public:
    GatewayOrderTest()
        : TestCase("Answers of a session come in order, or as commands end")
    {
    }

  private:
    /**
     * @param inOrder what the attribute says
     * @param order first blocks in the order of the answers
     * @param times when the commands of the slow drive, the fast one and the slow one end
     */
    void Check(bool inOrder, const Blocks& order, const std::vector<Time>& times)
    {
        GatewayTestBench bench;
        bench.gateway->SetAttribute("InOrderResponses", BooleanValue(inOrder));
        bench.gateway->SetAttribute("DriveQueueDepth", UintegerValue(1));
        bench.Build();
        bench.AddDrive(MilliSeconds(10));
        bench.AddDrive(MilliSeconds(1));
        TestSession host;
        TestSession other;
        bench.Connect(host);
        bench.Connect(other);
        const std::vector<Ptr<ScsiTask>> tasks{host.Read(0, 1), host.Read(1, 2), host.Read(0, 3)};
        const auto alone = other.Read(1, 4);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((host.answered == order), true, "order");
        for (std::size_t i = 0; i < tasks.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(host.Of(tasks[i]).done, times[i], "command " << i);
            NS_TEST_EXPECT_MSG_EQ(host.Of(tasks[i]).in.size(), 512, "its data");
        }
        // Data are not held back, only the status is.
        NS_TEST_EXPECT_MSG_EQ(host.Of(tasks[1]).inTimes.at(0), MilliSeconds(1), "data at once");
        NS_TEST_EXPECT_MSG_EQ(other.Of(alone).done, MilliSeconds(2), "another session's");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Check(true, {1, 2, 3}, {MilliSeconds(10), MilliSeconds(10), MilliSeconds(20)});
        Check(false, {2, 1, 3}, {MilliSeconds(10), MilliSeconds(1), MilliSeconds(20)});
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * The queues of a gateway.
 */
class GatewayQueuesTestSuite : public TestSuite
{
  public:
    GatewayQueuesTestSuite()
        : TestSuite("gateway-queues", Type::UNIT)
    {
        AddTestCase(new GatewayDepthTest, Duration::QUICK);
        AddTestCase(new GatewayOrderTest, Duration::QUICK);
    }
};

static GatewayQueuesTestSuite g_gatewayQueuesTestSuite; //!< registers the suite
