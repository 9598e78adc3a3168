/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../unit/scsi-test-doubles.h"

#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/test.h"

#include <optional>

using namespace ns3;
using namespace ns3::scsitest;

namespace
{

/// A port that loses commands and aborts them as it is told.
class LossyPort : public LoopbackPort
{
  public:
    uint32_t lost{0};            //!< how many of the next commands get lost
    std::vector<Time> abortedAt; //!< when commands were aborted
    /// How an aborted command ends 1 ms later; nothing if its client is not notified of it any
    /// more.
    std::optional<Forced> end;

    void SendScsiCommand(Ptr<ScsiTask> task) override
    {
        if (lost == 0)
        {
            LoopbackPort::SendScsiCommand(task);
            return;
        }
        --lost;
        sent.push_back(*task);
        sentAt.push_back(Simulator::Now());
    }

    bool AbortTask(Ptr<ScsiTask> task) override
    {
        abortedAt.push_back(Simulator::Now());
        if (end)
        {
            Simulator::Schedule(MilliSeconds(1), [this, task] {
                task->response = end->response;
                task->status = end->status;
                task->client->CommandCompleteReceived(task);
            });
        }
        return !end;
    }
};

/// A remote block device over a port that loses commands, in front of a disk that takes 10 us.
struct LossyPath
{
    Ptr<TestBlockDevice> drive{CreateObject<TestBlockDevice>()};  //!< the drive
    Ptr<ScsiDisk> disk{CreateObject<ScsiDisk>()};                 //!< the disk over it
    Ptr<LossyPort> port{CreateObject<LossyPort>()};               //!< the transport
    Ptr<ScsiBlockDevice> device{CreateObject<ScsiBlockDevice>()}; //!< the remote device
    std::vector<Ptr<BlockRequest>> completed;                     //!< in order of completion
    std::vector<Time> completedAt;                                //!< and when, from the start on
    uint32_t timeouts{0};                                         //!< commands that were late
    Time start;                                                   //!< when it was set up

    /**
     * @param timeout time that a command has for its answer
     */
    explicit LossyPath(Time timeout)
    {
        disk->SetBlockDevice(drive);
        port->device = disk;
        device->SetAttribute("CommandTimeout", TimeValue(timeout));
        device->TraceConnectWithoutContext("Timeout", MakeCallback(&LossyPath::NoteLate, this));
    }

    /// Takes the path apart.
    ~LossyPath()
    {
        Simulator::Destroy();
        device->Dispose();
        port->Dispose();
        disk->Dispose();
    }

    /**
     * Start, until the device is ready.
     */
    void SetUp()
    {
        device->SetPort(port);
        Simulator::Run();
        port->sentAt.clear();
        start = Simulator::Now();
    }

    /**
     * @param operation what to submit, of block 5
     */
    void Submit(BlockOperation operation)
    {
        const auto blocks = operation == BlockOperation::FLUSH ? 0 : 1;
        auto request = Create<BlockRequest>(operation, 5, blocks);
        request->completion = MakeCallback(&LossyPath::Done, this);
        device->Submit(request);
    }

    /**
     * @param request a completed request
     */
    void Done(Ptr<BlockRequest> request)
    {
        completed.push_back(request);
        completedAt.push_back(Simulator::Now() - start);
    }

    /**
     * A command is late.
     */
    void NoteLate(Ptr<const ScsiTask>)
    {
        ++timeouts;
    }
};

} // namespace

/**
 * @ingroup scsi-tests
 *
 * A command that got lost is aborted and sent again, whatever the port makes of the abort. Messages
 * take 100 us, the drive 10 us: a read takes 210 us.
 */
class ScsiLostCommandTest : public TestCase
{
  public:
    ScsiLostCommandTest()
        : TestCase("A command without an answer is aborted and sent again (SAM-5, 7.2)")
    {
    }

  private:
    /**
     * Lose a command of a request.
     *
     * @param operation what the request asks
     * @param end how the command ends once it is aborted
     * @param sends how often it must be sent
     * @param completed when the request must be completed, from the start on
     */
    void Lose(BlockOperation operation,
              std::optional<LossyPort::Forced> end,
              std::size_t sends,
              Time completed)
    {
        LossyPath path(MilliSeconds(100));
        path.SetUp();
        path.port->lost = 1;
        path.port->end = end;
        path.Submit(operation);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(path.completed.size(), 1, "completed once");
        NS_TEST_EXPECT_MSG_EQ(path.completed[0]->status, BlockStatus::OK, "in the end");
        NS_TEST_EXPECT_MSG_EQ(path.completedAt[0], completed, "when");
        NS_TEST_ASSERT_MSG_EQ(path.port->abortedAt.size(), 1, "aborted once");
        NS_TEST_EXPECT_MSG_EQ(path.port->abortedAt[0] - path.start, MilliSeconds(100), "in time");
        NS_TEST_EXPECT_MSG_EQ(path.port->sentAt.size(), sends, "sent");
        NS_TEST_EXPECT_MSG_EQ(path.timeouts, 1, "traced");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now() - path.start, completed, "no event stays behind");
    }

    void DoRun() override
    {
        using enum ScsiServiceResponse;
        // Nobody hears of it any more: 100 ms, the retry delay of 3 ms, a read.
        Lose(BlockOperation::READ, std::nullopt, 2, MicroSeconds(103210));
        // The port tells its end 1 ms later.
        Lose(BlockOperation::READ,
             LossyPort::Forced{COMMAND_COMPLETE, ScsiStatus::TASK_ABORTED, {}},
             2,
             MicroSeconds(104210));
        Lose(BlockOperation::READ,
             LossyPort::Forced{DELIVERY_FAILURE, ScsiStatus::GOOD, {}},
             2,
             MicroSeconds(104210));
        // The answer was on its way when the command was given up: it counts.
        Lose(BlockOperation::FLUSH,
             LossyPort::Forced{COMMAND_COMPLETE, ScsiStatus::GOOD, {}},
             1,
             MilliSeconds(101));
    }
};

/**
 * @ingroup scsi-tests
 *
 * A target that says nothing any more.
 */
class ScsiSilentTargetTest : public TestCase
{
  public:
    ScsiSilentTargetTest()
        : TestCase("A silent target fails requests after RetryTimeout, never with timeout 0")
    {
    }

  private:
    /**
     * Commands are tried again for RetryTimeout from the first one that was late.
     */
    void Fails()
    {
        LossyPath path(MilliSeconds(100));
        path.device->SetAttribute("RetryTimeout", TimeValue(MilliSeconds(250)));
        path.SetUp();
        path.port->lost = UINT32_MAX;
        path.Submit(BlockOperation::READ);
        Simulator::Run();
        // Sent at 0, 103, 206 and 309 ms, late 100 ms after each. The first is late at 100 ms, so
        // no retry may begin behind 350 ms: the one at 412 ms does not.
        NS_TEST_EXPECT_MSG_EQ(path.port->sentAt.size(), 4, "tries");
        NS_TEST_ASSERT_MSG_EQ(path.completed.size(), 1, "completed");
        NS_TEST_EXPECT_MSG_EQ(path.completed[0]->status, BlockStatus::TRANSPORT_ERROR, "failed");
        NS_TEST_EXPECT_MSG_EQ(path.completedAt[0], MilliSeconds(409), "when");
    }

    /**
     * Without a timeout nobody asks.
     */
    void Hangs()
    {
        LossyPath path(Time(0));
        path.SetUp();
        path.port->lost = 1;
        path.Submit(BlockOperation::READ);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 0, "it waits for ever");
        NS_TEST_EXPECT_MSG_EQ(path.port->abortedAt.size(), 0, "not aborted");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), path.start, "nothing to come");
    }

    /**
     * What the device asks for itself has a timeout, too.
     */
    void LosesQuestion()
    {
        LossyPath path(MilliSeconds(100));
        path.port->lost = 1;
        path.SetUp();
        NS_TEST_EXPECT_MSG_EQ(path.device->IsReady(), true, "ready");
        // TEST UNIT READY again after 103 ms; five commands of 200 us.
        NS_TEST_EXPECT_MSG_EQ(path.start, MilliSeconds(104), "when");
    }

    void DoRun() override
    {
        Fails();
        Hangs();
        LosesQuestion();
    }
};

/**
 * @ingroup scsi-tests
 *
 * Several commands at once share one clock.
 */
class ScsiCommandClockTest : public TestCase
{
  public:
    ScsiCommandClockTest()
        : TestCase("Each command has its own time; one that is answered is not aborted")
    {
    }

  private:
    void DoRun() override
    {
        LossyPath path(MilliSeconds(100));
        path.SetUp();
        // Lost at 0 and at 40 ms; answered at 0.21 and 60.21 ms.
        path.port->lost = 1;
        path.Submit(BlockOperation::READ);
        path.Submit(BlockOperation::READ);
        Simulator::Schedule(MilliSeconds(40), [&path] {
            path.port->lost = 1;
            path.Submit(BlockOperation::READ);
        });
        Simulator::Schedule(MilliSeconds(60), [&path] { path.Submit(BlockOperation::READ); });
        Simulator::Run();
        const std::vector<Time> aborted{path.start + MilliSeconds(100),
                                        path.start + MilliSeconds(140)};
        NS_TEST_EXPECT_MSG_EQ((path.port->abortedAt == aborted), true, "those that were lost");
        const std::vector<Time> completed{MicroSeconds(210),
                                          MicroSeconds(60210),
                                          MicroSeconds(103210),
                                          MicroSeconds(143210)};
        NS_TEST_EXPECT_MSG_EQ((path.completedAt == completed), true, "all in the end");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Another initiator clears the task set, and TAS is zero: nothing tells it to those whose commands
 * are gone (SAM-5, 5.6).
 */
class ScsiClearedCommandTest : public TestCase
{
  public:
    ScsiClearedCommandTest()
        : TestCase("A command that another initiator cleared is sent again (SAM-5, 5.6, TAS 0)")
    {
    }

  private:
    void DoRun() override
    {
        LossyPath path(MilliSeconds(100));
        path.SetUp();
        path.drive->latency = MilliSeconds(10);
        path.Submit(BlockOperation::READ);
        Simulator::Schedule(MilliSeconds(1), [&path] {
            path.disk->ManageTasks({ScsiTaskManagementFunction::CLEAR_TASK_SET,
                                    0,
                                    std::make_shared<const std::string>("another"),
                                    nullptr,
                                    nullptr});
        });
        Simulator::Run();
        // Late at 100 ms; sent at 103 ms, and met by the unit attention at 103.2 ms; sent at
        // 106.2 ms, and the drive takes 10 ms.
        NS_TEST_EXPECT_MSG_EQ(path.port->sentAt.size(), 3, "sent");
        NS_TEST_ASSERT_MSG_EQ(path.completed.size(), 1, "completed");
        NS_TEST_EXPECT_MSG_EQ(path.completed[0]->status, BlockStatus::OK, "in the end");
        NS_TEST_EXPECT_MSG_EQ(path.completedAt[0], MicroSeconds(116400), "when");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Commands that nobody answers.
 */
class ScsiCommandTimeoutTestSuite : public TestSuite
{
  public:
    ScsiCommandTimeoutTestSuite()
        : TestSuite("scsi-command-timeout", Type::UNIT)
    {
        AddTestCase(new ScsiLostCommandTest, Duration::QUICK);
        AddTestCase(new ScsiSilentTargetTest, Duration::QUICK);
        AddTestCase(new ScsiCommandClockTest, Duration::QUICK);
        AddTestCase(new ScsiClearedCommandTest, Duration::QUICK);
    }
};

static ScsiCommandTimeoutTestSuite g_scsiCommandTimeoutTestSuite; //!< registers the suite
