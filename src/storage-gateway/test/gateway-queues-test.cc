/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-test-bench.h"

#include "ns3/enum.h"
#include "ns3/random-variable-stream.h"
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
 * A drive that takes commands and says nothing until told to.
 */
class DumbDevice : public ScsiDevice
{
  public:
    std::vector<Ptr<ScsiTask>> tasks; //!< what it has
    uint32_t lost{0};                 //!< tasks lost

    void CommandReceived(Ptr<ScsiTask> task) override
    {
        tasks.push_back(task);
    }

    void DataOutReceived(Ptr<ScsiTask>, uint32_t, Ptr<Packet>) override
    {
    }

    void TaskLost(Ptr<ScsiTask> task) override
    {
        ++lost;
        tasks.erase(std::find(tasks.begin(), tasks.end(), task));
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * An initiator port that cannot abort, nor answers until told to.
 */
class StubbornPort : public ScsiInitiatorPort
{
  public:
    std::vector<Ptr<ScsiTask>> tasks; //!< what was sent
    bool ready{true};                 //!< whether it takes commands

    /**
     * Begin to take commands.
     */
    void Open()
    {
        ready = true;
        NotifyReady();
    }

    /**
     * End the oldest command.
     *
     * @param response its service response
     */
    void End(ScsiServiceResponse response)
    {
        auto task = tasks.front();
        tasks.erase(tasks.begin());
        task->response = response;
        task->client->CommandCompleteReceived(task);
    }

    void SendScsiCommand(Ptr<ScsiTask> task) override
    {
        NS_ABORT_MSG_IF(!ready, "a command to a port that is not ready");
        tasks.push_back(task);
    }

    void SendDataOut(Ptr<ScsiTask>, uint32_t, Ptr<Packet>) override
    {
    }

    bool IsReady() const override
    {
        return ready;
    }
};

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
 * Drives and ports that stop answering.
 */
class GatewayFaultTest : public TestCase
{
  public:
    GatewayFaultTest()
        : TestCase("A back end that stops answering costs its commands a status and nothing else")
    {
    }

  private:
    /**
     * A dead drive that takes one command at a time, and a healthy one on the same loop, which
     * takes one, too.
     *
     * @param inOrder what the attribute says
     */
    void DeadDrive(bool inOrder)
    {
        GatewayTestBench bench;
        bench.gateway->SetAttribute("CommandTimeout", TimeValue(Seconds(1)));
        bench.gateway->SetAttribute("DriveQueueDepth", UintegerValue(1));
        bench.gateway->SetAttribute("BackEndQueueDepth", UintegerValue(1));
        bench.gateway->SetAttribute("InOrderResponses", BooleanValue(inOrder));
        bench.Build();
        auto dumb = CreateObject<DumbDevice>();
        auto port = CreateObject<ScsiLocalPort>();
        port->SetDevice(dumb);
        bench.AddPort(port);
        bench.AddDrive(MilliSeconds(10));
        TestSession host;
        bench.Connect(host);
        std::vector<Ptr<ScsiTask>> dead{host.Read(0, 1),
                                        host.Write(0, 2, Bytes(512)),
                                        host.Read(0, 3)};
        Ptr<ScsiTask> alive;
        Simulator::Schedule(MilliSeconds(500), [&] { alive = host.Read(1, 4); });
        Simulator::Run();
        for (const auto& task : dead)
        {
            const auto& job = host.Of(task);
            NS_TEST_EXPECT_MSG_EQ(job.completions, 1, "it ends");
            NS_TEST_EXPECT_MSG_EQ(job.done, Seconds(1), "in time");
            NS_TEST_EXPECT_MSG_EQ((task->status == ScsiStatus::CHECK_CONDITION), true, "status");
            NS_TEST_EXPECT_MSG_EQ(job.GetAdditional(), 0x3e02, "timeout on logical unit");
        }
        // The loop is free at 1 s.
        NS_TEST_EXPECT_MSG_EQ(host.Of(alive).done, MilliSeconds(1010), "the other drive");
        NS_TEST_EXPECT_MSG_EQ((alive->status == ScsiStatus::GOOD), true, "works");
        NS_TEST_EXPECT_MSG_EQ(bench.target->GetTimedOut(), 3, "counted");
        NS_TEST_EXPECT_MSG_EQ(dumb->lost, 1, "the drive was told of the one it had");
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
        Simulator::Destroy();
    }

    /**
     * A port that cannot abort keeps the drive's place until it answers.
     */
    void NoAbort()
    {
        GatewayTestBench bench;
        bench.gateway->SetAttribute("CommandTimeout", TimeValue(Seconds(1)));
        bench.gateway->SetAttribute("DriveQueueDepth", UintegerValue(1));
        bench.Build();
        auto port = CreateObject<StubbornPort>();
        const auto drive = bench.AddPort(port);
        TestSession host;
        bench.Connect(host);
        const auto first = host.Read(0, 1);
        Ptr<ScsiTask> second;
        Ptr<ScsiTask> third;
        Simulator::Schedule(Seconds(2), [&] { second = host.Read(0, 2); });
        Simulator::Schedule(Seconds(4), [&] { third = host.Read(0, 3); });
        Simulator::Schedule(MilliSeconds(4200), [&] {
            NS_TEST_EXPECT_MSG_EQ(drive->GetOutstanding(), 1, "the place is taken");
            NS_TEST_EXPECT_MSG_EQ(bench.backEnd->GetOutstanding(), 0, "the loop is not");
            port->End(ScsiServiceResponse::COMMAND_COMPLETE);
        });
        Simulator::Schedule(MilliSeconds(4500), [&] {
            NS_TEST_ASSERT_MSG_EQ(port->tasks.size(), 1, "the place was free");
            port->End(ScsiServiceResponse::DELIVERY_FAILURE);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(host.Of(first).done, Seconds(1), "timed out at the drive");
        NS_TEST_EXPECT_MSG_EQ(host.Of(second).done, Seconds(3), "timed out in the queue");
        NS_TEST_EXPECT_MSG_EQ(host.Of(third).done, MilliSeconds(4500), "its port failed");
        NS_TEST_EXPECT_MSG_EQ(host.Of(third).GetAdditional(), 0x0800, "communication failure");
        NS_TEST_EXPECT_MSG_EQ((host.Of(third).sense->key == ScsiSenseKey::ABORTED_COMMAND),
                              true,
                              "worth another try");
        NS_TEST_EXPECT_MSG_EQ((bench.dispatched == Dispatches{"0:1 at 0", "0:3 at 4200"}),
                              true,
                              "the second was never sent");
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
        Simulator::Destroy();
    }

    /**
     * Commands wait for a port that is not ready.
     */
    void PortNotReady()
    {
        GatewayTestBench bench;
        bench.Build();
        auto port = CreateObject<StubbornPort>();
        port->ready = false;
        bench.AddPort(port);
        TestSession host;
        bench.Connect(host);
        host.Read(0, 1);
        host.Read(0, 2);
        Simulator::Schedule(MilliSeconds(7), &StubbornPort::Open, port);
        Simulator::Schedule(MilliSeconds(8), [&] {
            port->End(ScsiServiceResponse::COMMAND_COMPLETE);
            port->End(ScsiServiceResponse::COMMAND_COMPLETE);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((bench.dispatched == Dispatches{"0:1 at 7", "0:2 at 7"}),
                              true,
                              "sent when it is");
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        DeadDrive(true);
        DeadDrive(false);
        NoAbort();
        PortNotReady();
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * Commands lost at random times: the others are all answered, in order, and nothing is left behind.
 */
class GatewayLossTest : public TestCase
{
  public:
    GatewayLossTest()
        : TestCase("Lost commands leave nothing behind")
    {
    }

  private:
    /**
     * @param mode the transfer mode
     * @param bufferSize bytes of the pool
     */
    void Check(GatewayLogicalUnit::TransferMode mode, uint32_t bufferSize)
    {
        GatewayTestBench bench;
        bench.gateway->SetAttribute("TransferMode", EnumValue(mode));
        bench.gateway->SetAttribute("BufferSize", UintegerValue(bufferSize));
        bench.gateway->SetAttribute("SessionQueueDepth", UintegerValue(6));
        bench.gateway->SetAttribute("DriveQueueDepth", UintegerValue(2));
        bench.gateway->SetAttribute("BackEndQueueDepth", UintegerValue(3));
        bench.Build();
        for (uint32_t i = 0; i < 3; ++i)
        {
            bench.AddDrive(MilliSeconds(3), MicroSeconds(700));
        }
        TestSession host;
        host.outInterval = MicroSeconds(300);
        bench.Connect(host);
        for (uint32_t i = 0; i < 3; ++i)
        {
            host.Run(i, MakeScsiCdb(ScsiOpcode::READ_CAPACITY_10), 8);
        }
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(7);
        uint32_t lost = 0;
        host.answered.clear();
        for (uint32_t i = 0; i < 400; ++i)
        {
            const bool isLost = random->GetInteger(0, 2) == 0;
            const auto start = MicroSeconds(500 * i);
            const auto end = MicroSeconds(random->GetInteger(0, 20000));
            const auto lun = random->GetInteger(0, 2);
            const bool isWrite = random->GetInteger(0, 1) == 1;
            const auto blocks = random->GetInteger(1, 5);
            Simulator::Schedule(start, [=, &host, &lost] {
                const auto task =
                    isWrite ? host.Write(lun, i, Bytes(512 * blocks)) : host.Read(lun, i, blocks);
                auto lose = [task, &host, &lost] {
                    if (host.Of(task).completions == 0)
                    {
                        ++lost;
                        host.jobs.at(PeekPointer(task)).completions = 1;
                        host.device->TaskLost(task);
                    }
                };
                if (isLost)
                {
                    Simulator::Schedule(end, lose);
                }
            });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(lost, 20, "some were lost");
        NS_TEST_EXPECT_MSG_EQ(host.answered.size(), 400 - lost, "all others were answered");
        NS_TEST_EXPECT_MSG_EQ(std::is_sorted(host.answered.begin(), host.answered.end()),
                              true,
                              "in order");
        for (const auto& [task, job] : host.jobs)
        {
            NS_TEST_EXPECT_MSG_EQ(job.completions, 1, "once");
        }
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(bench.gateway->GetBufferPool()->GetMostUsed(),
                                    bufferSize,
                                    "the pool has a limit");
        Simulator::Destroy();
    }

    /**
     * A port loses all of a session's commands in one go, one after the other: nothing is done for
     * those that are about to be lost. Command 1 is at a slow drive, command 2 has its status and
     * waits for 1, command 3 is at the slow drive and command 4 waits for the depth.
     */
    void AllAtOnce()
    {
        GatewayTestBench bench;
        bench.gateway->SetAttribute("SessionQueueDepth", UintegerValue(2));
        bench.Build();
        bench.AddDrive(MilliSeconds(10));
        bench.AddDrive(MilliSeconds(1));
        TestSession host;
        bench.Connect(host);
        const auto slow = host.Read(0, 1);
        const auto fast = host.Read(1, 2);
        const auto other = host.Read(0, 3);
        const auto waiting = host.Read(0, 4);
        Simulator::Schedule(MilliSeconds(5), [&] {
            for (const auto& task : {slow, fast, other, waiting})
            {
                host.device->TaskLost(task);
            }
        });
        Simulator::Run();
        // The depth is 2: command 3 was handed on when 2 had its status, command 4 never was.
        const Dispatches expected{"0:1 at 0", "1:2 at 0", "0:3 at 1"};
        NS_TEST_EXPECT_MSG_EQ((bench.dispatched == expected), true, "no more than that");
        NS_TEST_EXPECT_MSG_EQ(host.answered.empty(), true, "no answer to a lost command");
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        AllAtOnce();
        for (const auto mode :
             {GatewayLogicalUnit::CUT_THROUGH, GatewayLogicalUnit::STORE_AND_FORWARD})
        {
            Check(mode, 1 << 20);
            Check(mode, 4096);
            Check(mode, 512);
        }
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
        AddTestCase(new GatewayFaultTest, Duration::QUICK);
        AddTestCase(new GatewayLossTest, Duration::QUICK);
    }
};

static GatewayQueuesTestSuite g_gatewayQueuesTestSuite; //!< registers the suite
