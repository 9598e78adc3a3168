/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/fcal-alpa.h"
#include "ns3/fcp-command-header.h"
#include "ns3/integer.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param task a command
 * @return whether it ended once, with a delivery failure
 */
bool
IsDeliveryFailure(const FcpTestTask& task)
{
    return task.completions == 1 && task.response == ScsiServiceResponse::DELIVERY_FAILURE;
}

/**
 * @param task a command
 * @param status a status
 * @return whether it ended once, with this status
 */
bool
HasStatus(const FcpTestTask& task, ScsiStatus status)
{
    return task.completions == 1 && task.response == ScsiServiceResponse::COMMAND_COMPLETE &&
           task.status == status;
}

/**
 * @param task a read
 * @param device its device
 * @return whether it ended once and has the device's first bytes
 */
bool
IsGoodRead(const FcpTestTask& task, const FcpTestDevice& device)
{
    return HasStatus(task, ScsiStatus::GOOD) && task.in.size() == task.dataInLength &&
           std::equal(task.in.begin(), task.in.end(), device.contents.begin());
}

} // namespace

/**
 * @ingroup fcal
 *
 * Test aborts and task management functions.
 */
class FcpAbortTest : public TestCase
{
  public:
    FcpAbortTest()
        : TestCase("aborts and task management")
    {
    }

  private:
    void DoRun() override
    {
        CheckAbort();
        CheckManagement(FcpCommandHeader::LOGICAL_UNIT_RESET, 2, true);
        CheckManagement(FcpCommandHeader::CLEAR_TASK_SET, 2, true);
        CheckManagement(FcpCommandHeader::ABORT_TASK_SET, 2, false);
        CheckManagement(FcpCommandHeader::TARGET_RESET, 3, true);
        CheckRejected();
    }

    /**
     * Abort one of two commands, a command that waits, and one that ended.
     */
    void CheckAbort()
    {
        FcpBench bench(1, [](FcalHelper& helper) {
            helper.SetNodeAttribute("MaxExchanges", UintegerValue(2));
        });
        bench.LogIn();
        bench.devices[0]->delay = MilliSeconds(1);
        const auto first = bench.Send(0, 0, 4096);
        const auto second = bench.Send(0, 0, 4096);
        const auto waits = bench.Send(0, 0, 4096);
        bench.RunFor(MicroSeconds(100));
        bench.initiators[0]->AbortTask(first);
        bench.initiators[0]->AbortTask(first);
        bench.initiators[0]->AbortTask(waits);
        NS_TEST_EXPECT_MSG_EQ(waits->completions, 0, "not from inside the call");
        bench.RunFor(MicroSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(HasStatus(*first, ScsiStatus::TASK_ABORTED), true, "aborted");
        NS_TEST_EXPECT_MSG_EQ(HasStatus(*waits, ScsiStatus::TASK_ABORTED), true, "never sent");
        NS_TEST_EXPECT_MSG_EQ(bench.devices[0]->lost.size(), 1, "taken from the device");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(IsGoodRead(*second, *bench.devices[0]), true, "the other goes on");
        NS_TEST_EXPECT_MSG_EQ(first->completions + waits->completions, 2, "once each");
        bench.initiators[0]->AbortTask(second);
        Simulator::Run();
        const auto& counters = bench.GetNode()->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(CountOf(counters.sent, FcIu::ABTS), 1, "ABTS");
        NS_TEST_EXPECT_MSG_EQ(CountOf(counters.received, FcIu::BA_ACC), 1, "BA_ACC");
        NS_TEST_EXPECT_MSG_EQ(bench.targets[0]->GetNTasks(), 0, "nothing left");
    }

    /**
     * Two initiators have commands at a target, one of them at two units. It sends a function for
     * the first unit.
     *
     * @param function the function
     * @param aborted commands that end by it
     * @param other whether that of the other initiator is among them
     */
    void CheckManagement(uint8_t function, uint32_t aborted, bool other)
    {
        FcpBench bench(1);
        const auto others = bench.helper.InstallInitiator(bench.loop);
        FcpTestClient client;
        client.port = others[0];
        bench.LogIn();
        bench.RunFor(MilliSeconds(1));
        bench.devices[0]->delay = MilliSeconds(1);
        const auto own = bench.Send(0, 0, 4096);
        const auto foreign = Create<FcpTestTask>();
        foreign->client = &client;
        foreign->dataInLength = 512;
        others[0]->SendScsiCommand(foreign);
        const auto elsewhere = Create<FcpTestTask>();
        elsewhere->client = bench.clients[0].get();
        elsewhere->lun = uint64_t{1} << 48;
        elsewhere->dataInLength = 512;
        bench.initiators[0]->SendScsiCommand(elsewhere);
        bench.RunFor(MicroSeconds(200));
        uint32_t done = 0;
        bench.initiators[0]->ManageTasks(function, 0, [&done](bool good) { done += good; });
        bench.RunFor(MicroSeconds(200));
        NS_TEST_EXPECT_MSG_EQ(done, 1, "carried out");
        NS_TEST_EXPECT_MSG_EQ(HasStatus(*own, ScsiStatus::TASK_ABORTED), true, "own command");
        NS_TEST_EXPECT_MSG_EQ(HasStatus(*foreign, ScsiStatus::TASK_ABORTED), other, "the other's");
        Simulator::Run();
        const auto isAborted = [](const Ptr<FcpTestTask>& task) {
            return HasStatus(*task, ScsiStatus::TASK_ABORTED);
        };
        const std::array<Ptr<FcpTestTask>, 3> all{own, foreign, elsewhere};
        NS_TEST_EXPECT_MSG_EQ(std::count_if(all.begin(), all.end(), isAborted),
                              aborted - !other,
                              "aborted");
        for (const auto& task : all)
        {
            NS_TEST_EXPECT_MSG_EQ(task->completions, 1, "once");
        }
    }

    /**
     * A function that the target does not know, and one without a login.
     */
    void CheckRejected()
    {
        FcpBench bench(1);
        uint32_t bad = 0;
        const auto count = [&bad](bool good) { bad += !good; };
        bench.initiators[0]->ManageTasks(FcpCommandHeader::TARGET_RESET, 0, count);
        NS_TEST_EXPECT_MSG_EQ(bad, 0, "not from inside the call");
        bench.RunFor(Time(0));
        NS_TEST_EXPECT_MSG_EQ(bad, 1, "not logged in");
        bench.LogIn();
        bench.initiators[0]->ManageTasks(FcpCommandHeader::CLEAR_ACA, 0, count);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bad, 2, "rejected");
    }
};

/**
 * @ingroup fcal
 *
 * Test devices and ports that do not answer.
 */
class FcpSilenceTest : public TestCase
{
  public:
    FcpSilenceTest()
        : TestCase("devices and ports that do not answer")
    {
    }

  private:
    void DoRun() override
    {
        CheckMuteDevice();
        CheckDeadPort();
        CheckNeverLoggedIn();
        CheckDeafForAWhile();
    }

    /**
     * A device ignores a command: after 2 s it is aborted and sent once more. One that ignores all
     * of them has a command fail after 1 + 3 tries of 2 s. The initiator does not use REC.
     */
    void CheckMuteDevice()
    {
        FcpBench bench(1, [](FcalHelper& helper) {
            helper.SetNodeAttribute("ReadExchangeConcise", BooleanValue(false));
        });
        bench.LogIn();
        bench.devices[0]->mute = 1;
        auto start = Simulator::Now();
        const auto task = bench.Send(0, 0, 3000);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(IsGoodRead(*task, *bench.devices[0]), true, "the second try");
        NS_TEST_EXPECT_MSG_EQ_TOL(task->ended - start, Seconds(2), MicroSeconds(500), "when");
        NS_TEST_EXPECT_MSG_EQ(bench.GetNode()->GetCounters().retries, 1, "retries");
        NS_TEST_EXPECT_MSG_EQ(bench.devices[0]->lost.size(), 1, "taken from the device");
        bench.devices[0]->mute = 100;
        start = Simulator::Now();
        const auto lost = bench.Send(0, 0, 3000);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(IsDeliveryFailure(*lost), true, "given up");
        NS_TEST_EXPECT_MSG_EQ_TOL(lost->ended - start, Seconds(8), MilliSeconds(1), "when");
        NS_TEST_EXPECT_MSG_EQ(bench.devices[0]->commands.size(), 2 + 4, "tries");
        NS_TEST_EXPECT_MSG_EQ(bench.GetNode()->GetNOpen(), 0, "nothing open");
    }

    /**
     * A port is deaf from some time on: a command fails when neither REC nor ABTS has an answer, 6
     * s later. Another that waits for the target fails 2 s later. The initiator tries to log in
     * four times, then every 4 s until 30 s are over, and stays logged out.
     */
    void CheckDeadPort()
    {
        FcpBench bench(2);
        bench.LogIn();
        bench.GetTargetPort(0)->SetClient(nullptr);
        const auto start = Simulator::Now();
        const auto task = bench.Send(0, 0, 3000);
        const auto other = bench.Send(1, 0, 3000);
        bench.RunFor(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(IsGoodRead(*other, *bench.devices[1]), true, "another target");
        const auto behind = bench.Send(0, 0, 3000);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(IsDeliveryFailure(*task), true, "failed");
        NS_TEST_EXPECT_MSG_EQ_TOL(task->ended - start, Seconds(6), MilliSeconds(1), "when");
        NS_TEST_EXPECT_MSG_EQ(IsDeliveryFailure(*behind), true, "the second");
        NS_TEST_EXPECT_MSG_EQ_TOL(behind->ended - start, Seconds(8), MilliSeconds(1), "when");
        NS_TEST_EXPECT_MSG_EQ(bench.initiators[0]->IsReady(), false, "logged out");
        NS_TEST_EXPECT_MSG_EQ(bench.initiators[1]->IsReady(), true, "the other is not");
        NS_TEST_EXPECT_MSG_EQ_TOL(Simulator::Now() - start,
                                  Seconds(6 + 4 * 2 + 5 * 4),
                                  MilliSeconds(1),
                                  "last login");
        // The port answers again, and the loop is initialised.
        bench.GetTargetPort(0)->SetClient(PeekPointer(bench.targets[0]->GetObject<FcpNode>()));
        bench.loop->Initialise();
        bench.LogIn();
        const auto again = bench.Send(0, 0, 3000);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(IsGoodRead(*again, *bench.devices[0]), true, "back");
    }

    /**
     * Nobody answers PLOGI: commands fail at once, and the simulation ends.
     */
    void CheckNeverLoggedIn()
    {
        FcpBench bench(1);
        bench.GetTargetPort(0)->SetClient(nullptr);
        Simulator::Run();
        const auto task = bench.Send(0, 0, 512);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(IsDeliveryFailure(*task), true, "failed");
        NS_TEST_EXPECT_MSG_EQ_TOL(Simulator::Now(),
                                  Seconds(4 * 2 + 5 * 4),
                                  MilliSeconds(1),
                                  "four PLOGIs, and five with pauses");
    }

    /**
     * A port is deaf for 15 s, longer than four logins take: the initiator finds it again, 16 s
     * after it has lost it, although the loop is not initialised.
     */
    void CheckDeafForAWhile()
    {
        FcpBench bench(1);
        bench.LogIn();
        bench.GetTargetPort(0)->SetClient(nullptr);
        const auto lost = bench.Send(0, 0, 3000);
        bench.RunFor(Seconds(15));
        NS_TEST_EXPECT_MSG_EQ(IsDeliveryFailure(*lost), true, "failed");
        bench.GetTargetPort(0)->SetClient(PeekPointer(bench.targets[0]->GetObject<FcpNode>()));
        bench.RunFor(MilliSeconds(999));
        NS_TEST_EXPECT_MSG_EQ(bench.initiators[0]->IsReady(), false, "not yet");
        bench.RunFor(MilliSeconds(2));
        NS_TEST_EXPECT_MSG_EQ(bench.initiators[0]->IsReady(), true, "logged in");
        const auto again = bench.Send(0, 0, 3000);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(IsGoodRead(*again, *bench.devices[0]), true, "back");
    }
};

/**
 * @ingroup fcal
 *
 * Test ports that vanish and loops that are initialised in the middle of transfers.
 */
class FcpLoopFaultTest : public TestCase
{
  public:
    FcpLoopFaultTest()
        : TestCase("ports pulled and loops initialised in the middle of transfers")
    {
    }

  private:
    void DoRun() override
    {
        CheckPulled();
        CheckPutBack();
        for (uint32_t us = 1; us < 900; us += 23)
        {
            CheckLip(us);
        }
        CheckStorm();
        CheckChangedAddresses();
    }

    /**
     * A target is pulled in the middle of a read of 64 KB, which takes 640 us, and never comes
     * back.
     */
    void CheckPulled()
    {
        FcpBench bench(2);
        bench.LogIn();
        const auto start = Simulator::Now();
        const auto task = bench.Send(0, 0, 65536);
        bench.RunFor(MicroSeconds(300));
        bench.loop->Remove(bench.GetTargetPort(0));
        bench.RunFor(MilliSeconds(5));
        NS_TEST_EXPECT_MSG_EQ(bench.initiators[1]->IsReady(), true, "the other is back");
        const auto other = bench.Send(1, 0, 4096);
        const auto late = bench.Send(0, 0, 4096);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(IsDeliveryFailure(*task), true, "failed");
        NS_TEST_EXPECT_MSG_EQ(IsDeliveryFailure(*late), true, "waited in vain");
        NS_TEST_EXPECT_MSG_EQ(IsGoodRead(*other, *bench.devices[1]), true, "the other works");
        NS_TEST_EXPECT_MSG_EQ_TOL(task->ended - start, Seconds(2), MilliSeconds(1), "when");
        NS_TEST_EXPECT_MSG_EQ(bench.targets[0]->GetNLogins(), 0, "the target forgot all");
    }

    /**
     * A target is pulled in the middle of a write, and is back a second later.
     */
    void CheckPutBack()
    {
        FcpBench bench(2);
        bench.LogIn();
        const auto pattern = MakeFcpPattern(65536, 9);
        const auto task = bench.Send(0, 0, 0, pattern);
        bench.RunFor(MicroSeconds(300));
        const auto port = bench.GetTargetPort(0);
        bench.loop->Remove(port);
        bench.RunFor(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(task->completions, 0, "waits");
        bench.loop->Insert(port);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(HasStatus(*task, ScsiStatus::GOOD), true, "sent once more");
        NS_TEST_EXPECT_MSG_EQ(task->wanted.size(), 1, "the client was asked only once");
        NS_TEST_EXPECT_MSG_EQ(
            std::equal(pattern.begin(), pattern.end(), bench.devices[0]->contents.begin()),
            true,
            "contents");
    }

    /**
     * The loop is initialised at some time in the middle of reads and writes.
     *
     * @param us when, us
     */
    void CheckLip(uint32_t us)
    {
        FcpBench bench(2);
        bench.LogIn();
        bench.devices[0]->delay = MicroSeconds(50);
        const auto pattern = MakeFcpPattern(20000, us);
        const auto read = bench.Send(0, 0, 30000);
        const auto write = bench.Send(1, 0, 0, pattern);
        const auto second = bench.Send(0, 0, 2000);
        bench.RunFor(MicroSeconds(us));
        bench.loop->Initialise();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(IsGoodRead(*read, *bench.devices[0]), true, "read, LIP at " << us);
        NS_TEST_EXPECT_MSG_EQ(IsGoodRead(*second, *bench.devices[0]), true, "second, at " << us);
        NS_TEST_EXPECT_MSG_EQ(HasStatus(*write, ScsiStatus::GOOD), true, "write, LIP at " << us);
        NS_TEST_EXPECT_MSG_EQ(bench.clients[0]->gapSeen, false, "no byte handed up twice");
        NS_TEST_EXPECT_MSG_EQ(
            std::equal(pattern.begin(), pattern.end(), bench.devices[1]->contents.begin()),
            true,
            "contents");
        NS_TEST_EXPECT_MSG_EQ(bench.devices[0]->running + bench.devices[1]->running,
                              0,
                              "none left");
        NS_TEST_EXPECT_MSG_LT(Simulator::Now(), Seconds(1), "without a timeout");
    }

    /**
     * LIPs come so often that no transfer ends: each command is tried 1 + 3 times, then fails. When
     * they are over all is well.
     */
    void CheckStorm()
    {
        FcpBench bench(1);
        bench.LogIn();
        const auto task = bench.Send(0, 0, 65536);
        for (int i = 0; i < 6; ++i)
        {
            bench.loop->Initialise();
            bench.LogIn();
            bench.RunFor(MicroSeconds(200));
        }
        NS_TEST_EXPECT_MSG_EQ(IsDeliveryFailure(*task), true, "given up");
        NS_TEST_EXPECT_MSG_EQ(bench.GetNode()->GetCounters().retries, 3, "retries");
        const auto again = bench.Send(0, 0, 65536);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(IsGoodRead(*again, *bench.devices[0]), true, "all is well");
        NS_TEST_EXPECT_MSG_EQ(task->completions, 1, "once");
    }

    /**
     * A target is pulled in the middle of a read, and another port takes its address.
     */
    void CheckChangedAddresses()
    {
        FcpBench bench(2);
        bench.LogIn();
        const auto before = *bench.GetTargetPort(1)->GetAlpa();
        const auto task = bench.Send(1, 0, 30000);
        bench.RunFor(MicroSeconds(100));
        const auto port = bench.GetTargetPort(1);
        bench.loop->Remove(port);
        bench.RunFor(MilliSeconds(10));
        auto taken = CreateObject<FcalPort>();
        taken->SetAttribute("HardAddress", IntegerValue(*GetFcalHardAddress(before)));
        bench.loop->Insert(taken);
        bench.RunFor(MilliSeconds(10));
        bench.loop->Insert(port);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_NE(static_cast<int>(*port->GetAlpa()),
                              static_cast<int>(before),
                              "another address");
        NS_TEST_EXPECT_MSG_EQ(IsGoodRead(*task, *bench.devices[1]), true, "found again");
    }
};

/**
 * @ingroup fcal
 *
 * Test that commands survive faults at random.
 */
class FcpRandomFaultTest : public TestCase
{
  public:
    FcpRandomFaultTest()
        : TestCase("faults at random")
    {
    }

  private:
    /// What happened in a run.
    struct Outcome
    {
        uint32_t good{0};    //!< commands that ended well
        uint32_t failed{0};  //!< commands that ended with a delivery failure
        uint32_t aborted{0}; //!< commands that were aborted
        std::string trace;   //!< how each ended, and when

        bool operator==(const Outcome&) const = default;
    };

    void DoRun() override
    {
        Outcome sum;
        for (uint32_t seed = 1; seed <= 20; ++seed)
        {
            const auto outcome = RunOnce(seed);
            NS_TEST_EXPECT_MSG_EQ((outcome == RunOnce(seed)), true, "the same again");
            sum.good += outcome.good;
            sum.failed += outcome.failed;
            sum.aborted += outcome.aborted;
        }
        NS_TEST_EXPECT_MSG_GT(sum.good, 400, "some end well");
        NS_TEST_EXPECT_MSG_GT(sum.failed, 10, "some fail");
        NS_TEST_EXPECT_MSG_GT(sum.aborted, 10, "some are aborted");
    }

    /**
     * Send 48 commands to three devices within 10 ms, while LIPs, pulled targets, ignored commands
     * and aborts happen.
     *
     * @param seed what makes the run differ from others
     * @return what happened
     */
    Outcome RunOnce(uint32_t seed)
    {
        // Ignored commands are sent once more.
        FcpBench bench(3, [](FcalHelper& helper) {
            helper.SetNodeAttribute("ReadExchangeConcise", BooleanValue(false));
        });
        bench.LogIn();
        std::minstd_rand random(seed);
        std::vector<Ptr<FcpTestTask>> tasks;
        for (uint32_t i = 0; i < 48; ++i)
        {
            const auto device = i % 3;
            bench.devices[device]->delay = MicroSeconds(random() % 100);
            // Every command has bytes of its own.
            const auto where = i / 3 * 8000;
            const auto size = 1 + static_cast<uint32_t>(random() % 8000);
            tasks.push_back(random() % 2 ? bench.Send(device, where, size)
                                         : bench.Send(device, where, 0, MakeFcpPattern(size, i)));
            bench.RunFor(MicroSeconds(random() % 400));
            Disturb(bench, random, tasks);
        }
        Simulator::Run();
        Outcome outcome;
        for (uint32_t i = 0; i < tasks.size(); ++i)
        {
            Check(*tasks[i], *bench.devices[i % 3], i / 3 * 8000, outcome);
        }
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(bench.clients[i]->gapSeen, false, "no byte handed up twice");
            NS_TEST_EXPECT_MSG_EQ(bench.initiators[i]->GetNTasks(), 0, "no task left");
        }
        NS_TEST_EXPECT_MSG_EQ(bench.GetNode()->GetNOpen(), 0, "nothing open");
        return outcome;
    }

    /**
     * Perhaps do some harm.
     *
     * @param bench the loop
     * @param random what decides
     * @param tasks the commands so far
     */
    static void Disturb(FcpBench& bench,
                        std::minstd_rand& random,
                        const std::vector<Ptr<FcpTestTask>>& tasks)
    {
        const auto device = static_cast<uint32_t>(random() % 3);
        const auto port = bench.GetTargetPort(device);
        switch (random() % 12)
        {
        case 0:
            bench.loop->Initialise();
            break;
        case 1:
            port->GetLoop() ? bench.loop->Remove(port) : bench.loop->Insert(port);
            break;
        case 2:
            bench.devices[device]->mute = 1;
            break;
        case 3:
            bench.initiators[(tasks.size() - 1) % 3]->AbortTask(tasks.back());
            break;
        default:
            break;
        }
    }

    /**
     * Check how a command ended.
     *
     * @param task the command
     * @param device its device
     * @param where where its bytes are
     * @param outcome where to count it
     */
    void Check(const FcpTestTask& task,
               const FcpTestDevice& device,
               uint32_t where,
               Outcome& outcome)
    {
        NS_TEST_EXPECT_MSG_EQ(task.completions, 1, "ends once");
        const auto& bytes = task.dataOutLength > 0 ? task.out : task.in;
        if (HasStatus(task, ScsiStatus::GOOD))
        {
            ++outcome.good;
            NS_TEST_EXPECT_MSG_EQ(bytes.size(), task.dataInLength + task.dataOutLength, "all");
            NS_TEST_EXPECT_MSG_EQ(
                std::equal(bytes.begin(), bytes.end(), device.contents.begin() + where),
                true,
                "contents");
        }
        outcome.failed += IsDeliveryFailure(task);
        outcome.aborted += HasStatus(task, ScsiStatus::TASK_ABORTED);
        outcome.trace += std::to_string(static_cast<int>(task.status)) + "@" +
                         std::to_string(task.ended.GetNanoSeconds()) + " ";
    }
};

/**
 * @ingroup fcal
 *
 * Test that late and senseless units do no harm.
 */
class FcpLateUnitTest : public TestCase
{
  public:
    FcpLateUnitTest()
        : TestCase("late and senseless units")
    {
    }

  private:
    void DoRun() override
    {
        FcpBench bench(1);
        bench.LogIn();
        const auto node = bench.GetNode();
        const auto target = bench.targets[0]->GetObject<FcpNode>();
        auto stray = Create<FcExchange>(nullptr);
        stray->ids = {*bench.GetTargetPort(0)->GetAlpa(), *node->GetPort()->GetAlpa(), 4711, 12};
        node->Send(stray, FcIu::FCP_DATA_OUT, Create<Packet>(100));
        node->Send(stray, FcIu::ABTS, nullptr);
        node->Send(stray, FcIu::FCP_CMND, Create<Packet>(3));
        node->Send(stray, FcIu::ELS_REQUEST, Create<Packet>(3));
        std::swap(stray->ids.dId, stray->ids.sId);
        target->Send(stray, FcIu::FCP_RSP, Create<Packet>(24));
        target->Send(stray, FcIu::FCP_DATA_IN, Create<Packet>(24));
        target->Send(stray, FcIu::FCP_CMND, Create<Packet>(32));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(target->GetCounters().dropped, 2, "data and a torn command");
        NS_TEST_EXPECT_MSG_EQ(CountOf(target->GetCounters().sent, FcIu::BA_RJT), 1, "no exchange");
        // FCP_RSP, FCP_DATA, a command to no target, and BA_RJT and LS_RJT of no exchange.
        NS_TEST_EXPECT_MSG_EQ(node->GetCounters().dropped, 5, "late ones");
        const auto task = bench.Send(0, 0, 512);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(IsGoodRead(*task, *bench.devices[0]), true, "no harm");
    }
};

/**
 * @ingroup fcal
 *
 * The test suite of FCP's faults.
 */
class FcpFaultsTestSuite : public TestSuite
{
  public:
    FcpFaultsTestSuite()
        : TestSuite("fcp-faults", Type::UNIT)
    {
        AddTestCase(new FcpAbortTest);
        AddTestCase(new FcpSilenceTest);
        AddTestCase(new FcpLoopFaultTest);
        AddTestCase(new FcpRandomFaultTest);
        AddTestCase(new FcpLateUnitTest);
    }
};

/// Static variable for test initialisation
static FcpFaultsTestSuite g_fcpFaultsTestSuite;
