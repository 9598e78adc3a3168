/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-test-bench.h"

#include "ns3/enum.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::gatewaytest;

/// What was dispatched, in order.
using Dispatches = std::vector<std::string>;

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
 * Back ends and sessions that fail.
 */
class GatewayFaultTestSuite : public TestSuite
{
  public:
    GatewayFaultTestSuite()
        : TestSuite("gateway-fault", Type::UNIT)
    {
        AddTestCase(new GatewayFaultTest, Duration::QUICK);
        AddTestCase(new GatewayLossTest, Duration::QUICK);
    }
};

static GatewayFaultTestSuite g_gatewayFaultTestSuite; //!< registers the suite
