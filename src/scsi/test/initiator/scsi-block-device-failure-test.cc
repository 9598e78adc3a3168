/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-block-device-bench.h"

#include "ns3/block-io-permanent-failure.h"
#include "ns3/multipath-access.h"
#include "ns3/nstime.h"
#include "ns3/scsi-block-status.h"
#include "ns3/scsi-sense.h"
#include "ns3/scsi-target-port-groups.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::scsitest;

namespace
{

/// The end of a command that the port lost.
const LoopbackPort::Forced LOST{ScsiServiceResponse::DELIVERY_FAILURE, ScsiStatus::GOOD, {}};

} // namespace

/**
 * @ingroup scsi-tests
 *
 * What a command may meet, and how the request ends.
 */
class ScsiTroubleTest : public TestCase
{
  public:
    ScsiTroubleTest()
        : TestCase("Statuses and sense data end a request as they should, or are tried again")
    {
    }

  private:
    /// A forced answer and what becomes of the request.
    struct Case
    {
        LoopbackPort::Forced forced; //!< the first answer
        BlockStatus status;          //!< how the request ends
        std::size_t commands;        //!< how many commands were sent
    };

    /**
     * Every first answer once.
     */
    void Answers()
    {
        using enum ScsiSenseKey;
        const std::vector<Case> cases{
            {MakePlain(ScsiStatus::BUSY), BlockStatus::OK, 2},
            {MakePlain(ScsiStatus::TASK_SET_FULL), BlockStatus::OK, 2},
            {MakeCheck(UNIT_ATTENTION, 0x2900), BlockStatus::OK, 2},
            {MakeCheck(ABORTED_COMMAND, 0x4700), BlockStatus::OK, 2},
            {MakePlain(ScsiStatus::RESERVATION_CONFLICT), BlockStatus::RESERVATION_CONFLICT, 1},
            {MakePlain(ScsiStatus::TASK_ABORTED), BlockStatus::OK, 2},
            {MakeCheck(MEDIUM_ERROR, 0x1100), BlockStatus::MEDIUM_ERROR, 1},
            {MakeCheck(NOT_READY, 0x0402), BlockStatus::NOT_READY, 1},
            {MakeCheck(ILLEGAL_REQUEST, 0x2100), BlockStatus::LBA_OUT_OF_RANGE, 1},
            {MakeCheck(ILLEGAL_REQUEST, 0x2500), BlockStatus::NOT_READY, 1},
            {MakeCheck(ILLEGAL_REQUEST, 0x2400), BlockStatus::TRANSPORT_ERROR, 1},
            {MakeCheck(HARDWARE_ERROR, 0x4400), BlockStatus::TRANSPORT_ERROR, 1},
            {MakePlain(ScsiStatus::CHECK_CONDITION), BlockStatus::TRANSPORT_ERROR, 1},
            {LOST, BlockStatus::OK, 2}};
        for (std::size_t i = 0; i < cases.size(); ++i)
        {
            ScsiPath path;
            path.SetUp();
            path.port->forced = {cases[i].forced};
            auto request = path.Submit(BlockOperation::READ, 5, 4);
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(path.completed.size(), 1, "once, case " << i);
            NS_TEST_EXPECT_MSG_EQ(request->status, cases[i].status, "case " << i);
            NS_TEST_EXPECT_MSG_EQ(path.port->sent.size(), cases[i].commands, "case " << i);
        }
    }

    /**
     * BUSY for ever ends after RetryTimeout.
     *
     * @param timeout RetryTimeout
     * @param tries how often the command is sent
     */
    void GiveUp(Time timeout, std::size_t tries)
    {
        ScsiPath path;
        path.device->SetAttribute("RetryDelay", TimeValue(MilliSeconds(10)));
        path.device->SetAttribute("RetryTimeout", TimeValue(timeout));
        path.SetUp();
        path.port->forced.assign(100, MakePlain(ScsiStatus::BUSY));
        auto request = path.Submit(BlockOperation::READ, 5, 4);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 1, "once");
        NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::NOT_READY, "given up");
        NS_TEST_EXPECT_MSG_EQ(path.port->sent.size(), tries, "tries in " << timeout);
    }

    /**
     * A command that the port loses again and again.
     *
     * @param retries LossRetries
     * @param losses how often the port loses it
     * @param status how the request ends
     * @param tries how often the command is sent
     */
    void LoseOften(uint32_t retries, std::size_t losses, BlockStatus status, std::size_t tries)
    {
        ScsiPath path;
        path.device->SetAttribute("LossRetries", UintegerValue(retries));
        path.SetUp();
        path.port->forced.assign(losses, LOST);
        auto request = path.Submit(BlockOperation::WRITE, 5, 4);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 1, "once");
        NS_TEST_EXPECT_MSG_EQ(request->status, status, losses << " losses, retries " << retries);
        NS_TEST_EXPECT_MSG_EQ(path.port->sent.size(), tries, "tries");
    }

    /**
     * The port loses its session for longer than RetryTimeout, and the next session begins with a
     * unit attention.
     */
    void LoseSession()
    {
        ScsiPath path;
        path.device->SetAttribute("RetryTimeout", TimeValue(Seconds(1)));
        path.SetUp();
        path.port->forced = {LOST, MakeCheck(ScsiSenseKey::UNIT_ATTENTION, 0x2900)};
        const auto start = Simulator::Now();
        auto request = path.Submit(BlockOperation::READ, 5, 4);
        path.port->ready = false;
        Simulator::Schedule(Seconds(60), &LoopbackPort::Open, path.port);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(path.completed.size(), 1, "once");
        NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::OK, "in the end");
        NS_TEST_EXPECT_MSG_EQ(path.port->sent.size(), 3, "lost, refused, done");
        // After the session RetryDelay of 3 ms and a read, of less than 1 ms.
        const auto last = path.completedAt[0] - start - Seconds(60);
        NS_TEST_EXPECT_MSG_EQ((last >= MilliSeconds(3) && last < MilliSeconds(4)), true, last);
    }

    /**
     * One bad block among the commands of a split request fails it, once, and stops the rest.
     */
    void SplitFailure()
    {
        ScsiPath path;
        path.device->SetAttribute("MaxTransferLength", UintegerValue(10 * 512));
        path.device->SetAttribute("QueueDepth", UintegerValue(2));
        path.SetUp();
        path.drive->badLba = 15;
        auto request = path.Submit(BlockOperation::READ, 0, 100);
        auto next = path.Submit(BlockOperation::READ, 0, 1);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 2, "each once");
        NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::MEDIUM_ERROR, "block 15");
        NS_TEST_EXPECT_MSG_EQ(next->status, BlockStatus::OK, "the next goes on");
        // The first two commands went together, the third when the first was done; then the second
        // failed. Seven were spared; one is the next request's.
        NS_TEST_EXPECT_MSG_EQ(path.port->sent.size(), 4, "commands");
    }

    /**
     * GOOD with less data than asked for is no success.
     */
    void ShortData()
    {
        ScsiPath path;
        path.SetUp();
        path.port->shortBy = 1;
        auto request = path.Submit(BlockOperation::READ, 0, 8);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::TRANSPORT_ERROR, "a byte is missing");
    }

    /**
     * GOOD with a residual of either sign is no success: blocks were left out or not asked for.
     */
    void Residuals()
    {
        ScsiTask task;
        NS_TEST_EXPECT_MSG_EQ(GetScsiBlockStatus(task), BlockStatus::OK, "all moved");
        for (const int64_t residual : {-512, 512})
        {
            task.residual = residual;
            NS_TEST_EXPECT_MSG_EQ(GetScsiBlockStatus(task),
                                  BlockStatus::TRANSPORT_ERROR,
                                  "residual " << residual);
        }
    }

    /**
     * Commands wait while the port is away.
     */
    void PortAway()
    {
        ScsiPath path;
        path.SetUp();
        path.port->ready = false;
        for (uint64_t i = 0; i < 3; ++i)
        {
            path.Submit(BlockOperation::WRITE, i, 1);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 0, "waiting");
        path.port->Open();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 3, "all went");
        NS_TEST_EXPECT_MSG_EQ(path.port->sent.size(), 3, "each once");
    }

    /**
     * The port fails permanently: what waits ends, be it a request that was never sent or a command
     * that is to be tried again; what follows does not even wait.
     */
    void PortFails()
    {
        ScsiPath path;
        const auto failure = CreateObject<BlockIoPermanentFailure>();
        path.port->AggregateObject(failure);
        path.device->SetAttribute("QueueDepth", UintegerValue(1));
        path.SetUp();
        path.port->forced.assign(1, MakePlain(ScsiStatus::BUSY));
        const auto retried = path.Submit(BlockOperation::READ, 0, 1);
        const auto waiting = path.Submit(BlockOperation::READ, 1, 1);
        // The answer takes 100 us, and the retry would come 3 ms after it.
        Simulator::Schedule(MilliSeconds(1), [&path]() { path.port->ready = false; });
        Ptr<BlockRequest> late;
        Simulator::Schedule(Seconds(1), [&]() {
            NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 0, "both wait");
            failure->Declare("gone");
            late = path.Submit(BlockOperation::WRITE, 2, 1);
            NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 2, "none waits any more");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 3, "each once");
        NS_TEST_EXPECT_MSG_EQ(retried->status, BlockStatus::TRANSPORT_ERROR, "was sent");
        NS_TEST_EXPECT_MSG_EQ(waiting->status, BlockStatus::NOT_READY, "was not sent");
        NS_TEST_EXPECT_MSG_EQ(late->status, BlockStatus::NOT_READY, "came too late");
        NS_TEST_EXPECT_MSG_EQ((path.device->GetState() == ScsiBlockDevice::State::FAILED),
                              true,
                              "for good");
        NS_TEST_EXPECT_MSG_EQ(path.device->GetObject<BlockIoPermanentFailure>()->GetReason(),
                              "gone",
                              "what the port said");
    }

    /**
     * The port fails between a command's answer and its retry, and once with nothing under way.
     */
    void PortFailsBeforeRetry()
    {
        ScsiPath path;
        const auto failure = CreateObject<BlockIoPermanentFailure>();
        path.port->AggregateObject(failure);
        path.SetUp();
        path.port->forced.assign(1, MakePlain(ScsiStatus::BUSY));
        const auto retried = path.Submit(BlockOperation::READ, 0, 1);
        Simulator::Schedule(MilliSeconds(1), [failure]() { failure->Declare("gone"); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 1, "complete");
        NS_TEST_EXPECT_MSG_EQ(retried->status, BlockStatus::TRANSPORT_ERROR, "was sent");
        NS_TEST_EXPECT_MSG_EQ(path.port->sent.size(), 1, "and not again");
    }

    /**
     * The port has failed before the device is made, or fails before it was ever ready.
     */
    void PortNeverReady()
    {
        for (const bool isEarly : {true, false})
        {
            ScsiPath path;
            const auto failure = CreateObject<BlockIoPermanentFailure>();
            path.port->AggregateObject(failure);
            path.port->ready = false;
            if (isEarly)
            {
                failure->Declare("gone");
            }
            Simulator::Schedule(Seconds(1), [failure]() { failure->Declare("gone"); });
            path.SetUp();
            NS_TEST_EXPECT_MSG_EQ((path.device->GetState() == ScsiBlockDevice::State::FAILED),
                                  true,
                                  "for good");
        }
    }

    void DoRun() override
    {
        Answers();
        // Sent every 10.1 ms; the answer of the nth comes (n-1)*10.1 ms after the first, and the
        // next command, 10 ms later, may still go when the time is just over: 80.8 + 10 for n = 9.
        LoseOften(5, 5, BlockStatus::OK, 6);
        LoseOften(5, 6, BlockStatus::TRANSPORT_ERROR, 6);
        LoseOften(0, 1, BlockStatus::TRANSPORT_ERROR, 1);
        LoseSession();
        GiveUp(MilliSeconds(95), 10);
        GiveUp(MicroSeconds(90800), 10);
        GiveUp(MicroSeconds(90799), 9);
        SplitFailure();
        ShortData();
        Residuals();
        PortAway();
        PortFails();
        PortFailsBeforeRetry();
        PortNeverReady();
    }
};

/**
 * @ingroup scsi-tests
 *
 * A device that does not wait for its port.
 */
class ScsiFailFastTest : public TestCase
{
  public:
    ScsiFailFastTest()
        : TestCase("With FailFast requests end while the port is lost")
    {
    }

  private:
    void DoRun() override
    {
        Idle();
        UnderWay();
        Split();
        Retried();
        Changed();
        Access();
    }

    /// A target port changes its access state while it is used, and once while it is not.
    void Access()
    {
        using enum ScsiAccessState;
        ScsiPath path;
        const auto groups = CreateObject<ScsiTargetPortGroups>();
        groups->AddGroup(7, ACTIVE_NON_OPTIMIZED);
        groups->AddPort(7, 1);
        groups->AddGroup(8, ACTIVE_OPTIMIZED);
        groups->AddPort(8, 2);
        path.disk->SetTargetPortGroups(groups);
        SetUp(path, 1);
        const auto access = path.device->GetObject<MultipathAccess>();
        NS_TEST_EXPECT_MSG_EQ(access->IsOptimized(), false, "group 7 is not");

        groups->SetState(7, ACTIVE_OPTIMIZED);
        NS_TEST_EXPECT_MSG_EQ(Read(path), BlockStatus::OK, "a unit attention and a retry");
        NS_TEST_EXPECT_MSG_EQ(access->IsOptimized(), true, "the device asked");
        NS_TEST_EXPECT_MSG_EQ(path.port->sent.size(), 3, "twice READ, and a report between them");

        groups->SetState(7, STANDBY);
        const auto start = Simulator::Now();
        auto request = path.Submit(BlockOperation::READ, 0, 1);
        Simulator::Schedule(MilliSeconds(2500), [&]() {
            NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::NOT_READY, "for another path");
            NS_TEST_EXPECT_MSG_EQ(path.device->IsReady(), false, "as if its port were lost");
            groups->SetState(7, ACTIVE_NON_OPTIMIZED);
        });
        Time ready;
        Simulator::Schedule(MilliSeconds(100), [&]() {
            path.device->CallWhenReady(Callback<void>([&]() { ready = Simulator::Now(); }));
        });
        Simulator::Run();
        // It is asked for the last time in vain between 2 s and 2.5 s, and again a second later.
        NS_TEST_EXPECT_MSG_GT(ready - start, Seconds(3), "with the next question");
        NS_TEST_EXPECT_MSG_LT(ready - start, MilliSeconds(3500), "with the next question");
        NS_TEST_EXPECT_MSG_EQ(access->IsOptimized(), false, "as it is now");
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 2, "each once");
        NS_TEST_EXPECT_MSG_EQ(Read(path), BlockStatus::OK, "used again");
    }

    /**
     * @param path a path
     * @return how a read ends
     */
    static BlockStatus Read(ScsiPath& path)
    {
        const auto request = path.Submit(BlockOperation::READ, 0, 1);
        Simulator::Run();
        return request->status;
    }

    /**
     * Lose the port after a millisecond.
     *
     * @param path the path
     */
    static void Lose(ScsiPath& path)
    {
        Simulator::Schedule(MilliSeconds(1), [&path]() { path.port->ready = false; });
    }

    /**
     * @param path a path without FailFast yet
     * @param depth its queue depth
     */
    static void SetUp(ScsiPath& path, uint32_t depth)
    {
        path.device->SetAttribute("FailFast", BooleanValue(true));
        path.device->SetAttribute("QueueDepth", UintegerValue(depth));
        path.SetUp();
    }

    /// The loss is noticed by the next request. The unit is identified again when the port is back.
    void Idle()
    {
        ScsiPath path;
        SetUp(path, 32);
        path.port->ready = false;
        path.Submit(BlockOperation::WRITE, 0, 1);
        path.Submit(BlockOperation::WRITE, 1, 1);
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 0, "not inside Submit");
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(path.completed.size(), 2, "at once");
        NS_TEST_EXPECT_MSG_EQ(path.completed[1]->status, BlockStatus::NOT_READY, "no port");
        NS_TEST_EXPECT_MSG_EQ(path.device->IsReady(), false, "it knows");
        const auto late = path.Submit(BlockOperation::READ, 0, 1);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(late->status, BlockStatus::NOT_READY, "still none");
        bool isCalled = false;
        path.device->CallWhenReady(Callback<void>([&isCalled]() { isCalled = true; }));
        path.port->Open();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(isCalled, true, "ready again");
        NS_TEST_EXPECT_MSG_EQ(path.port->sent.size(), 5, "the commands of set-up");
        const auto next = path.Submit(BlockOperation::READ, 0, 1);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(next->status, BlockStatus::OK, "as before");
    }

    /// A command that the port loses takes those with it that wait behind it.
    void UnderWay()
    {
        ScsiPath path;
        SetUp(path, 1);
        path.port->delay = MilliSeconds(2);
        path.port->forced = {LOST};
        const auto start = Simulator::Now();
        const auto sent = path.Submit(BlockOperation::READ, 0, 1);
        const auto waiting = path.Submit(BlockOperation::READ, 1, 1);
        Lose(path);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sent->status, BlockStatus::TRANSPORT_ERROR, "was sent");
        NS_TEST_EXPECT_MSG_EQ(waiting->status, BlockStatus::NOT_READY, "was not sent");
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 2, "each once");
        NS_TEST_EXPECT_MSG_EQ(path.completedAt[1] - start, MilliSeconds(2), "together");
    }

    /// The port loses the first command of a request whose others are not sent yet.
    void Split()
    {
        ScsiPath path;
        path.device->SetAttribute("MaxTransferLength", UintegerValue(10 * 512));
        SetUp(path, 1);
        path.port->delay = MilliSeconds(2);
        path.port->forced = {LOST};
        const auto split = path.Submit(BlockOperation::READ, 0, 100);
        const auto waiting = path.Submit(BlockOperation::READ, 0, 1);
        Lose(path);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(split->status, BlockStatus::TRANSPORT_ERROR, "was sent in part");
        NS_TEST_EXPECT_MSG_EQ(waiting->status, BlockStatus::NOT_READY, "was not sent");
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 2, "each once");
        NS_TEST_EXPECT_MSG_EQ(path.device->GetOutstanding(), 0, "and no more");
    }

    /// The port is lost before a retry.
    void Retried()
    {
        ScsiPath path;
        SetUp(path, 1);
        path.port->forced = {MakePlain(ScsiStatus::BUSY)};
        const auto retried = path.Submit(BlockOperation::READ, 0, 1);
        const auto waiting = path.Submit(BlockOperation::READ, 1, 1);
        Lose(path);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(retried->status, BlockStatus::TRANSPORT_ERROR, "was sent");
        NS_TEST_EXPECT_MSG_EQ(waiting->status, BlockStatus::NOT_READY, "was not sent");
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 2, "each once");
        NS_TEST_EXPECT_MSG_EQ(path.port->sent.size(), 1, "and not again");
    }

    /// A unit that is gone when the port is back is no mistake of the user, who has seen it.
    void Changed()
    {
        ScsiPath path;
        SetUp(path, 1);
        path.port->ready = false;
        path.Submit(BlockOperation::READ, 0, 1);
        Simulator::Run();
        path.port->forced = {MakeCheck(ScsiSenseKey::ILLEGAL_REQUEST, 0x2500)};
        path.port->Open();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((path.device->GetState() == ScsiBlockDevice::State::FAILED),
                              true,
                              "for good");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Whoever waits for a request releases the device when it is complete.
 */
class ScsiLetGoTest : public TestCase
{
  public:
    ScsiLetGoTest()
        : TestCase("A device may be let go when its last request completes")
    {
    }

  private:
    void DoRun() override
    {
        ScsiPath path;
        path.SetUp();
        auto request = Create<BlockRequest>(BlockOperation::READ, 0, 8);
        request->completion = MakeCallback(&ScsiLetGoTest::Done, this, &path);
        path.device->Submit(request);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_completed, 1, "once");
        NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::OK, "well");
    }

    /**
     * @param path whose device is released; another takes its place
     */
    void Done(ScsiPath* path, Ptr<BlockRequest> /* request */)
    {
        ++m_completed;
        path->device = CreateObject<ScsiBlockDevice>();
    }

    uint32_t m_completed{0}; //!< how often the request completed
};

/**
 * @ingroup scsi-tests
 *
 * How a task ended, as text: names of SPC-4, 4.5.6 (sense keys), and SAM-5, 5.3.1 (statuses).
 */
class ScsiOutcomeTest : public TestCase
{
  public:
    ScsiOutcomeTest()
        : TestCase("how tasks end, in words")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::pair<ScsiSense, std::string>> senses{
            {{ScsiSenseKey::MEDIUM_ERROR, ScsiAdditionalSense::UNRECOVERED_READ_ERROR, {}},
             "MEDIUM ERROR, sense 3/11/00"},
            {{ScsiSenseKey::DATA_PROTECT, ScsiAdditionalSense::SOFTWARE_WRITE_PROTECTED, {}},
             "DATA PROTECT, sense 7/27/02"},
            {{ScsiSenseKey::ILLEGAL_REQUEST, ScsiAdditionalSense::LOGICAL_UNIT_NOT_SUPPORTED, {}},
             "LOGICAL UNIT NOT SUPPORTED, sense 5/25/00"},
            {{ScsiSenseKey::VOLUME_OVERFLOW, ScsiAdditionalSense::NONE, {}},
             "VOLUME OVERFLOW, sense d/00/00"},
            {{ScsiSenseKey::MISCOMPARE, ScsiAdditionalSense::NONE, {}},
             "MISCOMPARE, sense e/00/00"},
            {{static_cast<ScsiSenseKey>(0xc), ScsiAdditionalSense::NONE, {}},
             "reserved sense key, sense c/00/00"}};
        ScsiTask task;
        task.status = ScsiStatus::CHECK_CONDITION;
        for (const auto& [sense, text] : senses)
        {
            task.sense = sense.Encode();
            NS_TEST_EXPECT_MSG_EQ(DescribeScsiOutcome(task), text, "sense");
        }
        task.sense.clear();
        NS_TEST_EXPECT_MSG_EQ(DescribeScsiOutcome(task),
                              "CHECK CONDITION without sense data, status 02",
                              "no sense");
        task.status = ScsiStatus::RESERVATION_CONFLICT;
        NS_TEST_EXPECT_MSG_EQ(DescribeScsiOutcome(task),
                              "RESERVATION CONFLICT, status 18",
                              "another status");
        task.status = static_cast<ScsiStatus>(0xff);
        NS_TEST_EXPECT_MSG_EQ(DescribeScsiOutcome(task), "reserved, status ff", "none at all");
        task.status = ScsiStatus::GOOD;
        NS_TEST_EXPECT_MSG_EQ(DescribeScsiOutcome(task),
                              "GOOD without all data, status 00",
                              "a residual");
        task.response = ScsiServiceResponse::DELIVERY_FAILURE;
        NS_TEST_EXPECT_MSG_EQ(DescribeScsiOutcome(task), "no answer", "lost");
    }
};

/**
 * @ingroup scsi-tests
 *
 * How requests of ScsiBlockDevice fail.
 */
class ScsiBlockDeviceFailureTestSuite : public TestSuite
{
  public:
    ScsiBlockDeviceFailureTestSuite()
        : TestSuite("scsi-block-device-failure", Type::UNIT)
    {
        AddTestCase(new ScsiTroubleTest, Duration::QUICK);
        AddTestCase(new ScsiFailFastTest, Duration::QUICK);
        AddTestCase(new ScsiLetGoTest, Duration::QUICK);
        AddTestCase(new ScsiOutcomeTest, Duration::QUICK);
    }
};

static ScsiBlockDeviceFailureTestSuite g_scsiBlockDeviceFailureTestSuite; //!< registers the suite
