/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-test-bench.h"

#include "ns3/block-request.h"
#include "ns3/boolean.h"
#include "ns3/fc-id-pool.h"
#include "ns3/fcal-clock.h"
#include "ns3/fcp-command-header.h"
#include "ns3/fcp-data-out.h"
#include "ns3/ram-disk.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <map>
#include <set>

using namespace ns3;

namespace
{

/**
 * @param bytes contents
 * @param from first byte
 * @param size how many
 * @return a part of them
 */
FcpBytes
Part(const FcpBytes& bytes, std::size_t from, std::size_t size)
{
    return {bytes.begin() + from, bytes.begin() + from + size};
}

} // namespace

/**
 * @ingroup fcal
 *
 * Test that identifiers are unique while in use, and rest before they are used again.
 */
class FcIdPoolTest : public TestCase
{
  public:
    FcIdPoolTest()
        : TestCase("identifiers of exchanges")
    {
    }

  private:
    void DoRun() override
    {
        FcIdPool pool;
        NS_TEST_EXPECT_MSG_EQ(pool.Allocate(), 0, "the first");
        pool.Release(0);
        // 64 rest: the one given back comes when 64 others were given back behind it.
        for (uint16_t i = 1; i <= FcIdPool::RESTING; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(pool.Allocate(), i, "a fresh one");
            pool.Release(i);
        }
        NS_TEST_EXPECT_MSG_EQ(pool.Allocate(), 0, "the one that rested longest");
        NS_TEST_EXPECT_MSG_EQ(pool.GetInUse(), 1, "in use");
        std::set<uint16_t> all{0};
        while (pool.GetInUse() < FcIdPool::MAX_IN_USE)
        {
            all.insert(pool.Allocate());
        }
        NS_TEST_EXPECT_MSG_EQ(all.size(), 65535, "all differ");
        NS_TEST_EXPECT_MSG_EQ(*all.rbegin(), 65534, "FFFFh is none");
    }
};

/**
 * @ingroup fcal
 *
 * Test how a target asks for the data of a write.
 */
class FcpDataOutTest : public TestCase
{
  public:
    FcpDataOutTest()
        : TestCase("bursts of a write")
    {
    }

  private:
    void DoRun() override
    {
        FcpDataOut write;
        FcpXferRdyHeader ready;
        uint32_t offset = 99;
        write.Begin(1000, true);
        write.Want(600);
        NS_TEST_EXPECT_MSG_EQ(write.Ask(400, ready), false, "the first burst is due");
        NS_TEST_EXPECT_MSG_EQ(write.Receive(0, Create<Packet>(300)), true, "first burst");
        NS_TEST_ASSERT_MSG_EQ(write.Ask(200, ready), true, "the next");
        NS_TEST_EXPECT_MSG_EQ(ready.dataOffset, 300, "behind the first");
        NS_TEST_EXPECT_MSG_EQ(ready.burstLength, 200, "limit");
        NS_TEST_EXPECT_MSG_EQ(write.Ask(200, ready), false, "one at a time");
        NS_TEST_EXPECT_MSG_EQ(write.TakeReady(offset)->GetSize(), 300, "first burst");
        NS_TEST_EXPECT_MSG_EQ(offset, 0, "from the beginning");
        NS_TEST_EXPECT_MSG_EQ(bool(write.TakeReady(offset)), false, "once");
        NS_TEST_EXPECT_MSG_EQ(write.Receive(300, Create<Packet>(199)), false, "too short");
        NS_TEST_EXPECT_MSG_EQ(write.Receive(301, Create<Packet>(200)), false, "elsewhere");
        NS_TEST_EXPECT_MSG_EQ(write.Receive(300, Create<Packet>(200)), true, "as asked");
        NS_TEST_EXPECT_MSG_EQ(write.Receive(500, Create<Packet>(100)), false, "not asked for");
        NS_TEST_ASSERT_MSG_EQ(write.Ask(0, ready), true, "up to what is wanted");
        NS_TEST_EXPECT_MSG_EQ(ready.burstLength, 100, "the rest of it");

        // More comes unasked than the device wants: the rest is held.
        FcpDataOut held;
        held.Begin(1000, true);
        held.Want(10);
        NS_TEST_EXPECT_MSG_EQ(held.Receive(0, Create<Packet>(100)), true, "first burst");
        NS_TEST_EXPECT_MSG_EQ(held.TakeReady(offset)->GetSize(), 10, "as wanted");
        held.Want(1000);
        NS_TEST_EXPECT_MSG_EQ(held.TakeReady(offset)->GetSize(), 90, "the rest");
        NS_TEST_EXPECT_MSG_EQ(offset, 10, "behind it");
        FcpDataOut excess;
        excess.Begin(50, true);
        NS_TEST_EXPECT_MSG_EQ(excess.Receive(0, Create<Packet>(51)), false, "more than FCP_DL");
    }
};

/**
 * @ingroup fcal
 *
 * Test the times of a read and of a write on an idle loop to the word.
 */
class FcpTimesTest : public TestCase
{
  public:
    FcpTimesTest()
        : TestCase("closed form of 4 KB on an idle loop")
    {
    }

  private:
    /**
     * Two ports, twelve words around, six each way, no login credit. The initiator asks for the
     * loop at word 0 and has it at 12. OPN takes a word, R_RDY is back at 25. FCP_CMND is 17 words
     * and at the target at 25 + 17 + 6 = 48, when the device answers. CLS is sent at 48 and back at
     * 60; the target's ARB passed its place at 54 and is back at 66, so its first frame begins at
     * 79. Two frames of 521 words with six between and behind them end at 1133, where FCP_RSP
     * begins; it is 15 words and there at 1154.
     *
     * For a write the target sends FCP_XFER_RDY, 12 words, from 79 to 91, there at 97. CLS is back
     * at 109, the initiator's ARB at 115, its frames begin at 128, the last is there at 128 + 521 +
     * 6 + 521 + 6 = 1182. In the same way as before FCP_RSP begins 31 words later and is there at
     * 1182 + 31 + 15 + 6 = 1234.
     */
    void DoRun() override
    {
        FcpBench bench(1);
        bench.LogIn();
        NS_TEST_ASSERT_MSG_EQ(bench.loop->GetTripWords(), 12, "trip");
        Simulator::Run();
        auto zero = FcalClock(bench.loop->GetLineRate()).GetNow();
        const auto at = [&](uint64_t word) { return bench.Words(zero + word); };
        auto timeline = Create<IoTimeline>();
        auto read = Create<FcpTestTask>();
        read->client = bench.clients[0].get();
        read->dataInLength = 4096;
        read->timeline = timeline;
        bench.initiators[0]->SendScsiCommand(read);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(read->ended, at(1154), "read");
        NS_TEST_EXPECT_MSG_EQ(timeline->Get(IoStage::LOOP_WON), at(25), "FCP_CMND goes");
        NS_TEST_EXPECT_MSG_EQ(timeline->Get(IoStage::BACK_ON_LOOP), at(79), "FCP_DATA goes");
        NS_TEST_EXPECT_MSG_EQ(timeline->Has(IoStage::SENT), false, "nobody else's stage");
        zero = FcalClock(bench.loop->GetLineRate()).GetNow();
        const auto write = bench.Send(0, 0, 0, FcpBytes(4096));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(write->ended, at(1234), "write");
    }
};

/**
 * @ingroup fcal
 *
 * Test logins, reads, writes, bursts and answers with a scripted device.
 */
class FcpTransferTest : public TestCase
{
  public:
    FcpTransferTest()
        : TestCase("logins, reads, writes, bursts and answers")
    {
    }

  private:
    void DoRun() override
    {
        CheckLogin();
        CheckReads();
        CheckBursts(0, 0, 1, {{0, 10000}});
        CheckBursts(0, 4096, 3, {{0, 4096}, {4096, 4096}, {8192, 1808}});
        CheckBursts(3000, 0, 1, {{0, 3000}, {3000, 7000}});
        CheckBursts(20000, 0, 0, {{0, 10000}});
        CheckDisagreement();
        CheckAnswers();
    }

    /**
     * Log in with three targets.
     */
    void CheckLogin()
    {
        FcpBench bench(3);
        uint32_t called = 0;
        bench.initiators[2]->CallWhenReady(Callback<void>([&called]() { ++called; }));
        const auto early = bench.Send(1, 0, 512);
        bench.RunFor(Time(0));
        NS_TEST_EXPECT_MSG_EQ(early->completions, 1, "not logged in");
        NS_TEST_EXPECT_MSG_EQ((early->response == ScsiServiceResponse::DELIVERY_FAILURE),
                              true,
                              "not logged in");
        bench.LogIn();
        NS_TEST_EXPECT_MSG_EQ(called, 1, "told when ready");
        const auto& counters = bench.GetNode()->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(CountOf(counters.sent, FcIu::ELS_REQUEST), 6, "PLOGI and PRLI");
        NS_TEST_EXPECT_MSG_EQ(CountOf(counters.received, FcIu::ELS_REPLY), 6, "accepted");
        NS_TEST_EXPECT_MSG_EQ(bench.GetNode()->GetNOpen(), 0, "exchanges are over");
        for (const auto& target : bench.targets)
        {
            NS_TEST_EXPECT_MSG_EQ(target->GetNLogins(), 1, "one initiator each");
        }
        Simulator::Run();
    }

    /**
     * Many reads from several targets at once, more than the limit of exchanges.
     */
    void CheckReads()
    {
        FcpBench bench(3, [](FcalHelper& helper) {
            helper.SetNodeAttribute("MaxExchanges", UintegerValue(5));
        });
        bench.LogIn();
        std::set<uint16_t> open;
        std::size_t most = 0;
        bool unique = true;
        bench.GetNode()->TraceConnectWithoutContext(
            "ExchangeOpened",
            Callback<void, Ptr<const FcExchange>>([&](Ptr<const FcExchange> exchange) {
                unique = open.insert(exchange->ids.oxId).second && unique;
                most = std::max(most, open.size());
            }));
        bench.GetNode()->TraceConnectWithoutContext(
            "ExchangeClosed",
            Callback<void, Ptr<const FcExchange>>(
                [&](Ptr<const FcExchange> exchange) { open.erase(exchange->ids.oxId); }));
        for (const auto& device : bench.devices)
        {
            device->delay = MicroSeconds(30);
        }
        std::vector<Ptr<FcpTestTask>> tasks;
        for (uint32_t i = 0; i < 40; ++i)
        {
            tasks.push_back(bench.Send(i % 3, i * 1000, i * 613));
        }
        NS_TEST_EXPECT_MSG_EQ(bench.GetNode()->GetNWaiting(), 35, "waiting");
        Simulator::Run();
        for (uint32_t i = 0; i < 40; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(tasks[i]->completions, 1, "once");
            NS_TEST_EXPECT_MSG_EQ(
                (tasks[i]->in == Part(bench.devices[i % 3]->contents, i * 1000, i * 613)),
                true,
                "contents of read " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(unique, true, "no OX_ID twice at a time");
        NS_TEST_EXPECT_MSG_EQ(most, 5, "limit");
        NS_TEST_EXPECT_MSG_EQ(open.size(), 0, "all closed");
        NS_TEST_EXPECT_MSG_EQ(bench.GetNode()->GetCounters().dropped, 0, "nothing dropped");
        // In order: the first of a device came to it first.
        NS_TEST_EXPECT_MSG_EQ(bench.devices[0]->commands.at(13)->dataInLength, 39 * 613, "last");
    }

    /**
     * Write 10,000 bytes.
     *
     * @param firstBurst bytes sent unasked
     * @param burst most bytes of a burst
     * @param ready number of FCP_XFER_RDY
     * @param wanted offsets and lengths for which the client is asked
     */
    void CheckBursts(uint32_t firstBurst,
                     uint32_t burst,
                     uint32_t ready,
                     const std::vector<std::pair<uint32_t, uint32_t>>& wanted)
    {
        FcpBench bench(1, [=](FcalHelper& helper) {
            helper.SetInitiatorAttribute("FirstBurstLength", UintegerValue(firstBurst));
            helper.SetTargetAttribute("FirstBurst", BooleanValue(true));
            helper.SetTargetAttribute("BurstLength", UintegerValue(burst));
        });
        bench.LogIn();
        const auto pattern = MakeFcpPattern(10000, 77);
        const auto task = bench.Send(0, 500, 0, pattern);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(task->completions, 1, "once");
        NS_TEST_EXPECT_MSG_EQ((task->status == ScsiStatus::GOOD), true, "status");
        NS_TEST_EXPECT_MSG_EQ((task->wanted == wanted), true, "asked for");
        NS_TEST_EXPECT_MSG_EQ((Part(bench.devices[0]->contents, 500, 10000) == pattern),
                              true,
                              "contents");
        const auto& counters = bench.GetNode()->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(CountOf(counters.received, FcIu::FCP_XFER_RDY), ready, "XFER_RDY");
        NS_TEST_EXPECT_MSG_EQ(CountOf(counters.sent, FcIu::FCP_DATA_OUT), wanted.size(), "bursts");
    }

    /**
     * An initiator asks for a first burst, its target does not agree.
     */
    void CheckDisagreement()
    {
        FcpBench bench(1, [](FcalHelper& helper) {
            helper.SetInitiatorAttribute("FirstBurstLength", UintegerValue(4096));
        });
        bench.LogIn();
        const auto task = bench.Send(0, 0, 0, FcpBytes(5000));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(task->completions, 1, "once");
        NS_TEST_EXPECT_MSG_EQ(
            (task->wanted == std::vector<std::pair<uint32_t, uint32_t>>{{0, 5000}}),
            true,
            "all asked for by FCP_XFER_RDY");
    }

    /**
     * Status, sense, residuals and task attributes.
     */
    void CheckAnswers()
    {
        FcpBench bench(1);
        bench.LogIn();
        auto& device = *bench.devices[0];
        device.residual = 100;
        auto task = bench.Send(0, 0, 512);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(task->residual, 100, "underflow");
        NS_TEST_EXPECT_MSG_EQ(task->in.size(), 412, "so much came");
        device.residual = -7;
        task = bench.Send(0, 0, 512);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(task->residual, -7, "overflow");
        device.residual = 512;
        device.status = ScsiStatus::CHECK_CONDITION;
        device.sense = MakeFcpPattern(18, 3);
        task = bench.Send(0, 0, 512);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((task->status == ScsiStatus::CHECK_CONDITION), true, "status");
        NS_TEST_EXPECT_MSG_EQ((task->sense == device.sense), true, "sense");
        NS_TEST_EXPECT_MSG_EQ(task->residual, 512, "nothing came");
        NS_TEST_EXPECT_MSG_EQ((task->response == ScsiServiceResponse::COMMAND_COMPLETE),
                              true,
                              "delivered");
        auto ordered = Create<FcpTestTask>();
        ordered->client = bench.clients[0].get();
        ordered->attribute = ScsiTaskAttribute::ORDERED;
        ordered->lun = uint64_t{5} << 48;
        bench.initiators[0]->SendScsiCommand(ordered);
        Simulator::Run();
        const auto& seen = *device.commands.back();
        NS_TEST_EXPECT_MSG_EQ((seen.attribute == ScsiTaskAttribute::ORDERED), true, "attribute");
        NS_TEST_EXPECT_MSG_EQ(seen.lun, uint64_t{5} << 48, "LUN");
        NS_TEST_EXPECT_MSG_EQ(seen.initiatorPort->size(), 20, "name of the initiator port");
    }
};

/**
 * @ingroup fcal
 *
 * Test that what a block device writes over the loop reads back, and that events do not grow with
 * the size of a transfer.
 */
class FcpBlockDeviceTest : public TestCase
{
  public:
    FcpBlockDeviceTest()
        : TestCase("block devices over the loop")
    {
    }

  private:
    void DoRun() override
    {
        FcalHelper helper;
        auto loop = helper.CreateLoop();
        std::vector<Ptr<ScsiDevice>> disks;
        for (int i = 0; i < 2; ++i)
        {
            auto ram = CreateObject<RamDisk>();
            ram->SetAttribute("StoreData", BooleanValue(true));
            ram->SetAttribute("BlockCount", UintegerValue(1000));
            auto disk = CreateObject<ScsiDisk>();
            disk->SetAttribute("StoreData", BooleanValue(true));
            disk->SetBlockDevice(ram);
            disks.push_back(disk);
        }
        helper.InstallTargets(loop, disks);
        std::vector<Ptr<ScsiBlockDevice>> devices;
        for (const auto& initiator : helper.InstallInitiator(loop))
        {
            devices.push_back(CreateObject<ScsiBlockDevice>());
            devices.back()->SetAttribute("StoreData", BooleanValue(true));
            devices.back()->SetPort(initiator);
        }
        Simulator::Run();
        CheckContents(devices);
        const auto small = CountEvents(devices[0], 8);
        NS_TEST_EXPECT_MSG_EQ(CountEvents(devices[0], 800), small, "events of 4 KB and of 400 KB");
        Simulator::Destroy();
        loop->Dispose();
    }

    /**
     * Write and read at random, and compare with what was written.
     *
     * @param devices the devices
     */
    void CheckContents(const std::vector<Ptr<ScsiBlockDevice>>& devices)
    {
        std::vector<FcpBytes> reference(2, FcpBytes(512 * 1000));
        uint32_t good = 0;
        for (uint32_t i = 0; i < 60; ++i)
        {
            const uint32_t which = i % 2;
            const uint64_t lba = i * 397 % 900;
            const uint32_t blocks = 1 + i * 31 % 90;
            auto request =
                Create<BlockRequest>(i % 3 == 2 ? BlockOperation::READ : BlockOperation::WRITE,
                                     lba,
                                     blocks);
            const auto where = reference[which].begin() + lba * 512;
            if (request->operation == BlockOperation::WRITE)
            {
                const auto bytes = MakeFcpPattern(blocks * 512, i);
                std::copy(bytes.begin(), bytes.end(), where);
                request->data = Create<Packet>(bytes.data(), bytes.size());
            }
            request->completion = Callback<void, Ptr<BlockRequest>>([](Ptr<BlockRequest>) {});
            devices[which]->Submit(request);
            Simulator::Run();
            FcpBytes bytes(blocks * 512);
            request->data->CopyData(bytes.data(), bytes.size());
            good +=
                request->status == BlockStatus::OK && std::equal(bytes.begin(), bytes.end(), where);
        }
        NS_TEST_EXPECT_MSG_EQ(good, 60, "requests that read what was written");
    }

    /**
     * @param device a device
     * @param blocks how much to read
     * @return number of events that it takes
     */
    static uint64_t CountEvents(Ptr<ScsiBlockDevice> device, uint32_t blocks)
    {
        const auto before = Simulator::GetEventCount();
        auto request = Create<BlockRequest>(BlockOperation::READ, 0, blocks);
        request->completion = Callback<void, Ptr<BlockRequest>>([](Ptr<BlockRequest>) {});
        device->Submit(request);
        Simulator::Run();
        return Simulator::GetEventCount() - before;
    }
};

/**
 * @ingroup fcal
 *
 * The test suite of exchanges.
 */
class FcpExchangeTestSuite : public TestSuite
{
  public:
    FcpExchangeTestSuite()
        : TestSuite("fcp-exchange", Type::UNIT)
    {
        AddTestCase(new FcIdPoolTest);
        AddTestCase(new FcpDataOutTest);
        AddTestCase(new FcpTimesTest);
        AddTestCase(new FcpTransferTest);
        AddTestCase(new FcpBlockDeviceTest);
    }
};

/// Static variable for test initialisation
static FcpExchangeTestSuite g_fcpExchangeTestSuite;
