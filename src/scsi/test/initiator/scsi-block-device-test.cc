/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../unit/scsi-test-doubles.h"

#include "ns3/boolean.h"
#include "ns3/permanent-failure.h"
#include "ns3/pointer.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-block-status.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-lun.h"
#include "ns3/scsi-task-router.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>

using namespace ns3;
using namespace ns3::scsitest;

/**
 * @ingroup scsi-tests
 *
 * A remote block device over a loopback port in front of a disk.
 */
struct ScsiPath
{
    Ptr<TestBlockDevice> drive{CreateObject<TestBlockDevice>()};  //!< the drive
    Ptr<ScsiDisk> disk{CreateObject<ScsiDisk>()};                 //!< the disk over it
    Ptr<LoopbackPort> port{CreateObject<LoopbackPort>()};         //!< the transport
    Ptr<ScsiBlockDevice> device{CreateObject<ScsiBlockDevice>()}; //!< the remote device
    std::vector<Ptr<BlockRequest>> completed;                     //!< in order of completion
    std::vector<Time> completedAt;                                //!< and when

    ScsiPath()
    {
        disk->SetBlockDevice(drive);
        port->device = disk;
    }

    /// Takes the path apart.
    ~ScsiPath()
    {
        Simulator::Destroy();
        device->Dispose();
        port->Dispose();
        disk->Dispose();
    }

    /**
     * Keep contents everywhere.
     */
    void StoreData() const
    {
        drive->keep = true;
        disk->SetAttribute("StoreData", BooleanValue(true));
        device->SetAttribute("StoreData", BooleanValue(true));
    }

    /**
     * Start, until the device is ready or has failed.
     */
    void SetUp()
    {
        device->SetPort(port);
        Simulator::Run();
        port->sent.clear();
        port->sentAt.clear();
        port->mostOutstanding = 0;
        drive->asked.clear();
    }

    /**
     * Submit a request.
     *
     * @param operation the operation
     * @param lba first block
     * @param blocks number of blocks
     * @param data contents of a write
     * @param forced true for forced unit access
     * @param order its place among the others
     * @return the request
     */
    Ptr<BlockRequest> Submit(BlockOperation operation,
                             uint64_t lba,
                             uint32_t blocks,
                             const Bytes& data = {},
                             bool forced = false,
                             BlockOrder order = BlockOrder::SIMPLE)
    {
        auto request = Create<BlockRequest>(operation, lba, blocks);
        request->forceUnitAccess = forced;
        request->order = order;
        if (!data.empty())
        {
            request->data = MakePacket(data);
        }
        request->completion = MakeCallback(&ScsiPath::Done, this);
        device->Submit(request);
        return request;
    }

    /**
     * @param request a completed request
     */
    void Done(Ptr<BlockRequest> request)
    {
        completed.push_back(request);
        completedAt.push_back(Simulator::Now());
    }
};

/**
 * @ingroup scsi-tests
 *
 * The device asks who the unit is, in order, and knows its capacity then.
 */
class ScsiSetupTest : public TestCase
{
  public:
    ScsiSetupTest()
        : TestCase("The device learns about its unit once the port is ready")
    {
    }

  private:
    /**
     * Note a state.
     * @param to the new state
     */
    void StateChanged(ScsiBlockDevice::State, ScsiBlockDevice::State to)
    {
        m_states.emplace_back(ScsiBlockDevice::GetStateName(to));
    }

    /**
     * Count.
     */
    void Ready()
    {
        ++m_ready;
    }

    void DoRun() override
    {
        ScsiPath path;
        path.port->ready = false;
        path.drive->count = 17783240;
        path.device->SetAttribute("Lun", UintegerValue(300));
        path.device->TraceConnectWithoutContext("StateTransition",
                                                MakeCallback(&ScsiSetupTest::StateChanged, this));
        path.device->SetPort(path.port);
        path.device->CallWhenReady(MakeCallback(&ScsiSetupTest::Ready, this));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(path.port->sent.size(), 0, "the port is not ready");
        NS_TEST_EXPECT_MSG_EQ(path.device->GetBlockCount(), 0, "not known yet");
        auto early = path.Submit(BlockOperation::FLUSH, 0, 0);
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 0, "never from inside Submit");
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(path.completed.size(), 1, "completed");
        NS_TEST_EXPECT_MSG_EQ(early->status, BlockStatus::NOT_READY, "too early");

        path.port->Open();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_ready, 1, "told once");
        NS_TEST_EXPECT_MSG_EQ(path.device->IsReady(), true, "ready");
        NS_TEST_EXPECT_MSG_EQ(path.device->GetBlockCount(), 17783240, "READ CAPACITY(16)");
        NS_TEST_EXPECT_MSG_EQ(path.device->GetBlockSize(), 512, "READ CAPACITY(16)");
        // 32 MiB of the disk's default MaxTransferLength, in blocks of 512.
        NS_TEST_EXPECT_MSG_EQ(path.device->GetMaxBlocksPerCommand(), 65536, "block limits page");
        // Messages there and back at 100 us each; the drive is not asked.
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MicroSeconds(5 * 200), "five commands");
        const std::vector<std::string> states{"TESTING",
                                              "IDENTIFYING",
                                              "READING_LIMITS",
                                              "READING_CAPACITY",
                                              "READING_CACHE",
                                              "READY"};
        NS_TEST_EXPECT_MSG_EQ((m_states == states), true, "states in order");
        const std::vector<int> opcodes{0x00, 0x12, 0x12, 0x9e, 0x1a};
        NS_TEST_ASSERT_MSG_EQ(path.port->sent.size(), opcodes.size(), "five commands");
        for (std::size_t i = 0; i < opcodes.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(+path.port->sent[i].cdb[0], opcodes[i], "command " << i);
            // 300 = 12Ch, flat space addressing: 412Ch.
            NS_TEST_EXPECT_MSG_EQ(path.port->sent[i].lun, 0x412c000000000000, "LUN " << i);
        }
    }

    std::vector<std::string> m_states; //!< states in order
    int m_ready{0};                    //!< how often the device said it was ready
};

/**
 * @ingroup scsi-tests
 *
 * Set-up meets what real units do: unit attention, starting up, old commands only, no disk.
 */
class ScsiSetupTroubleTest : public TestCase
{
  public:
    ScsiSetupTroubleTest()
        : TestCase("Set-up gets past unit attention and becoming ready, and fails without a disk")
    {
    }

  private:
    /**
     * @param key a sense key
     * @param additional additional sense
     * @return an answer with it
     */
    static LoopbackPort::Forced Check(ScsiSenseKey key, uint16_t additional)
    {
        const ScsiSense sense{key, static_cast<ScsiAdditionalSense>(additional), std::nullopt};
        return {ScsiServiceResponse::COMMAND_COMPLETE, ScsiStatus::CHECK_CONDITION, sense.Encode()};
    }

    /**
     * TEST UNIT READY is repeated every RetryDelay.
     */
    void UnitAttention()
    {
        ScsiPath path;
        path.port->forced = {Check(ScsiSenseKey::UNIT_ATTENTION, 0x2900),
                             Check(ScsiSenseKey::NOT_READY, 0x0401),
                             {ScsiServiceResponse::DELIVERY_FAILURE, ScsiStatus::GOOD, {}}};
        path.device->SetPort(path.port);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(path.device->IsReady(), true, "ready");
        NS_TEST_ASSERT_MSG_EQ(path.port->sent.size(), 8, "three and five commands");
        for (int i = 0; i < 4; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(+path.port->sent[i].cdb[0], 0, "TEST UNIT READY " << i);
            // A forced answer takes one delay of 100 us, the retry comes 3 ms after it.
            NS_TEST_EXPECT_MSG_EQ(path.port->sentAt[i], MicroSeconds(3100) * i, "retry " << i);
        }
    }

    /**
     * A unit that knows neither the block limits page nor READ CAPACITY(16).
     */
    void OldUnit()
    {
        ScsiPath path;
        auto refuse = [&path](std::size_t command) {
            if (path.port->sent.size() == command)
            {
                path.port->forced.push_back(Check(ScsiSenseKey::ILLEGAL_REQUEST, 0x2000));
            }
        };
        path.drive->cache = {true, false};
        // Sent at 0, 200, 400 (limits) and, answered after one delay, 500 us (capacity), then at
        // 600 (the old capacity command) and 800 us (caching page).
        Simulator::Schedule(MicroSeconds(399), [&] { refuse(2); });
        Simulator::Schedule(MicroSeconds(499), [&] { refuse(3); });
        Simulator::Schedule(MicroSeconds(799), [&] { refuse(5); });
        path.device->SetPort(path.port);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(path.port->sent.size(), 6, "READ CAPACITY(10) in the end");
        NS_TEST_EXPECT_MSG_EQ(+path.port->sent[4].cdb[0], 0x25, "READ CAPACITY(10)");
        NS_TEST_EXPECT_MSG_EQ(path.device->GetBlockCount(), 1000, "capacity");
        NS_TEST_EXPECT_MSG_EQ((path.device->GetCacheSettings() == BlockCacheSettings()),
                              true,
                              "no caching page, no write cache");
        // No limit: 1 GiB of blocks of 512 bytes.
        NS_TEST_EXPECT_MSG_EQ(path.device->GetMaxBlocksPerCommand(), 2097152, "no limit");
    }

    /**
     * A LUN that is not there; a drive that never becomes ready.
     */
    void NoDisk()
    {
        ScsiPath path;
        path.port->device = CreateObject<ScsiTaskRouter>();
        path.device->SetAttribute("MayFail", BooleanValue(true));
        path.SetUp();
        NS_TEST_EXPECT_MSG_EQ(path.device->GetObject<PermanentFailure>()->GetReason(),
                              "ns3::ScsiBlockDevice, LUN 0: LOGICAL UNIT NOT SUPPORTED, sense "
                              "5/25/00",
                              "why");
        NS_TEST_EXPECT_MSG_EQ((path.device->GetState() == ScsiBlockDevice::State::FAILED),
                              true,
                              "no such LUN");
        auto request = path.Submit(BlockOperation::READ, 0, 1);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 1, "completed");
        NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::NOT_READY, "no device");
    }

    /**
     * Unless it may fail, it ends the simulation, at once.
     */
    void NoDiskAllowed()
    {
        ScsiPath path;
        path.port->device = CreateObject<ScsiTaskRouter>();
        path.device->SetAttribute("Lun", UintegerValue(3));
        std::string text;
        try
        {
            path.SetUp();
        }
        catch (const UserError& error)
        {
            text = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(text,
                              "ns3::ScsiBlockDevice, LUN 3: LOGICAL UNIT NOT SUPPORTED, sense "
                              "5/25/00",
                              "named");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MicroSeconds(200), "after one exchange");
    }

    /**
     * A drive that never becomes ready is given up after RetryTimeout.
     */
    void NeverReady()
    {
        ScsiPath path;
        path.drive->ready = false;
        path.device->SetAttribute("MayFail", BooleanValue(true));
        path.device->SetAttribute("RetryDelay", TimeValue(Seconds(1)));
        path.SetUp();
        NS_TEST_EXPECT_MSG_EQ((path.device->GetState() == ScsiBlockDevice::State::FAILED),
                              true,
                              "given up");
        // Answers come 200 us after each send; the 30th, at 29.006 s, has no second left.
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), Seconds(29) + MicroSeconds(6000), "30 tries");
    }

    /**
     * Blocks of up to 1 MiB make sense.
     */
    void LargeBlocks()
    {
        using State = ScsiBlockDevice::State;
        for (const auto& [size, state] :
             {std::pair(1U << 20, State::READY), std::pair((1U << 20) + 512, State::FAILED)})
        {
            ScsiPath path;
            path.drive->size = size;
            path.device->SetAttribute("MayFail", BooleanValue(true));
            path.SetUp();
            NS_TEST_EXPECT_MSG_EQ((path.device->GetState() == state), true, size << " bytes");
        }
    }

    void DoRun() override
    {
        UnitAttention();
        OldUnit();
        NoDisk();
        NoDiskAllowed();
        NeverReady();
        LargeBlocks();
    }
};

/**
 * @ingroup scsi-tests
 *
 * Every operation becomes its command, and takes the time it should.
 */
class ScsiOperationsTest : public TestCase
{
  public:
    ScsiOperationsTest()
        : TestCase("Reads, writes, verifies and flushes become commands and complete once")
    {
    }

  private:
    void DoRun() override
    {
        ScsiPath path;
        path.drive->count = uint64_t{1} << 33;
        path.SetUp();
        const auto start = Simulator::Now();
        path.Submit(BlockOperation::READ, 7, 8);
        path.Submit(BlockOperation::WRITE, 0xfffffffe, 3);
        path.Submit(BlockOperation::VERIFY, 9, 1);
        path.Submit(BlockOperation::FLUSH, 0, 0);
        path.Submit(BlockOperation::READ, uint64_t{1} << 32, 1);
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 0, "never from inside Submit");
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(path.completed.size(), 5, "each once");
        for (const auto& request : path.completed)
        {
            NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::OK, request->operation);
            NS_TEST_EXPECT_MSG_EQ(request->data, nullptr, "no contents are kept");
        }
        const std::vector<ScsiCdb> cdbs{{0x28, 0, 0, 0, 0, 7, 0, 0, 8},
                                        {0x2a, 0, 0xff, 0xff, 0xff, 0xfe, 0, 0, 3},
                                        {0x2f, 0, 0, 0, 0, 9, 0, 0, 1},
                                        {0x35},
                                        {0x88, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1}};
        NS_TEST_ASSERT_MSG_EQ(path.port->sent.size(), cdbs.size(), "one command each");
        for (std::size_t i = 0; i < cdbs.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ((path.port->sent[i].cdb == cdbs[i]), true, "CDB " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(path.port->sent[0].dataInLength, 4096, "8 blocks");
        NS_TEST_EXPECT_MSG_EQ(path.port->sent[1].dataOutLength, 1536, "3 blocks");
        // There and back 200 us, the drive 10 us; a write waits 200 us more for its data, so it
        // comes last.
        NS_TEST_EXPECT_MSG_EQ(path.completedAt[0] - start, MicroSeconds(210), "read");
        NS_TEST_EXPECT_MSG_EQ(path.completed[4]->operation, BlockOperation::WRITE, "last");
        NS_TEST_EXPECT_MSG_EQ(path.completedAt[4] - start, MicroSeconds(410), "write");
        NS_TEST_EXPECT_MSG_EQ(path.device->GetOutstanding(), 0, "nothing left");
        Limits();
    }

    /**
     * What the fields of READ(10) and its kin can just hold, and what they cannot (SBC-3, 5.11).
     */
    void Limits()
    {
        ScsiPath path;
        path.drive->count = uint64_t{1} << 33;
        path.SetUp();
        path.Submit(BlockOperation::READ, 0xffffffff, 1);
        path.Submit(BlockOperation::VERIFY, 0, 0xffff);
        path.Submit(BlockOperation::VERIFY, 0, 0x10000);
        Simulator::Run();
        const std::vector<ScsiCdb> cdbs{{0x28, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 1},
                                        {0x2f, 0, 0, 0, 0, 0, 0, 0xff, 0xff},
                                        {0x8f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};
        NS_TEST_ASSERT_MSG_EQ(path.port->sent.size(), cdbs.size(), "one command each");
        for (std::size_t i = 0; i < cdbs.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ((path.port->sent[i].cdb == cdbs[i]), true, "limit " << i);
        }
    }
};

/**
 * @ingroup scsi-tests
 *
 * What a request asks beside its blocks gets through to the drive, and what the drive says of its
 * caches gets back.
 */
class ScsiAccessTest : public TestCase
{
  public:
    ScsiAccessTest()
        : TestCase("Forced unit access, order and cache settings get through both ways")
    {
    }

  private:
    void DoRun() override
    {
        using enum BlockOrder;
        ScsiPath path;
        path.drive->cache = {true, false};
        path.device->SetAttribute("MaxTransferLength", UintegerValue(2 * 512));
        path.device->SetAttribute("QueueDepth", UintegerValue(1));
        path.SetUp();
        NS_TEST_EXPECT_MSG_EQ((path.device->GetCacheSettings() == path.drive->cache), true, "told");
        NS_TEST_EXPECT_MSG_EQ(path.device->SetCacheSettings({false, false}),
                              false,
                              "not from here");

        path.Submit(BlockOperation::READ, 0, 3, {}, true);
        path.Submit(BlockOperation::WRITE, 10, 1, {}, true, ORDERED);
        path.Submit(BlockOperation::VERIFY, 20, 1, {}, true);
        path.Submit(BlockOperation::READ, 30, 1, {}, false, HEAD_OF_QUEUE);
        Simulator::Run();
        // One command at a time. The first half of the read is out when the others come; the one
        // for the head of the queue passes what waits, the other half too.
        const std::vector<TestBlockDevice::Asked> expected{
            {BlockOperation::READ, 0, 2, false, true, SIMPLE},
            {BlockOperation::READ, 30, 1, false, false, HEAD_OF_QUEUE},
            {BlockOperation::READ, 2, 1, false, true, SIMPLE},
            {BlockOperation::WRITE, 10, 1, false, true, ORDERED},
            {BlockOperation::VERIFY, 20, 1, false, false, SIMPLE}};
        NS_TEST_ASSERT_MSG_EQ(path.drive->asked.size(), expected.size(), "the read in two");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            const auto& asked = path.drive->asked[i];
            NS_TEST_EXPECT_MSG_EQ(asked.lba, expected[i].lba, "block of " << i);
            NS_TEST_EXPECT_MSG_EQ(asked.forced, expected[i].forced, "FUA of " << i);
            NS_TEST_EXPECT_MSG_EQ(asked.order, expected[i].order, "order of " << i);
        }
    }
};

/**
 * @ingroup scsi-tests
 *
 * With StoreData a read returns what was written, also in pieces and commands that do not fall on
 * its bounds.
 */
class ScsiReadBackTest : public TestCase
{
  public:
    ScsiReadBackTest()
        : TestCase("With StoreData every read returns what was written last")
    {
    }

  private:
    void DoRun() override
    {
        ScsiPath path;
        path.StoreData();
        path.device->SetAttribute("MaxTransferLength", UintegerValue(3 * 512));
        path.SetUp();
        const auto first = MakePattern(20 * 512, 1);
        const auto second = MakePattern(2 * 512, 2);
        path.Submit(BlockOperation::WRITE, 100, 20, first);
        Simulator::Run();
        path.Submit(BlockOperation::WRITE, 105, 2, second);
        Simulator::Run();
        auto whole = path.Submit(BlockOperation::READ, 100, 20);
        auto part = path.Submit(BlockOperation::READ, 106, 1);
        auto zeros = path.Submit(BlockOperation::READ, 119, 2);
        Simulator::Run();
        auto expected = first;
        std::copy(second.begin(), second.end(), expected.begin() + 5 * 512);
        NS_TEST_EXPECT_MSG_EQ((GetBytes(whole->data) == expected), true, "20 blocks");
        const Bytes middle(second.begin() + 512, second.end());
        NS_TEST_EXPECT_MSG_EQ((GetBytes(part->data) == middle), true, "one of them");
        Bytes end(first.end() - 512, first.end());
        end.resize(1024);
        NS_TEST_EXPECT_MSG_EQ((GetBytes(zeros->data) == end), true, "zeros behind the last");
    }
};

/**
 * @ingroup scsi-tests
 *
 * A long request is split at the smaller of both limits and completes once.
 */
class ScsiSplitTest : public TestCase
{
  public:
    ScsiSplitTest()
        : TestCase("A request longer than a command may be is split and completes once")
    {
    }

  private:
    /**
     * @param ownLimit the device's MaxTransferLength, bytes
     * @param unitLimit the disk's MaxTransferLength, bytes
     * @param expected blocks of each command for a request of 300
     */
    void Split(uint32_t ownLimit, uint32_t unitLimit, const std::vector<uint32_t>& expected)
    {
        ScsiPath path;
        path.device->SetAttribute("MaxTransferLength", UintegerValue(ownLimit));
        path.disk->SetAttribute("MaxTransferLength", UintegerValue(unitLimit));
        path.SetUp();
        for (const auto operation :
             {BlockOperation::READ, BlockOperation::WRITE, BlockOperation::VERIFY})
        {
            path.drive->asked.clear();
            path.completed.clear();
            auto request = path.Submit(operation, 50, 300);
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(path.completed.size(), 1, "once");
            NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::OK, "good");
            NS_TEST_ASSERT_MSG_EQ(path.drive->asked.size(), expected.size(), operation);
            uint64_t lba = 50;
            for (std::size_t i = 0; i < expected.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(path.drive->asked[i].lba, lba, "start " << i);
                NS_TEST_EXPECT_MSG_EQ(path.drive->asked[i].blocks, expected[i], "length " << i);
                lba += expected[i];
            }
        }
    }

    /**
     * A request of more bytes than 32 bits count: 8388609 blocks of 512 bytes are 4 GiB and one.
     */
    void Large()
    {
        constexpr uint32_t BLOCKS = (1U << 23) + 1;
        ScsiPath path;
        path.drive->count = 1 << 24;
        path.disk->SetAttribute("MaxTransferLength", UintegerValue(1 << 30));
        path.port->pieceSize = UINT32_MAX;
        path.SetUp();
        for (const auto operation : {BlockOperation::READ, BlockOperation::WRITE})
        {
            path.drive->asked.clear();
            auto request = path.Submit(operation, 3, BLOCKS);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::OK, operation);
            uint64_t blocks = 0;
            for (const auto& asked : path.drive->asked)
            {
                blocks += asked.blocks;
            }
            NS_TEST_EXPECT_MSG_EQ(blocks, BLOCKS, operation << ": all of them");
        }
        path.device->SetAttribute("StoreData", BooleanValue(true));
        std::string error;
        try
        {
            path.Submit(BlockOperation::READ, 3, BLOCKS);
            Simulator::Run();
        }
        catch (const UserError& mistake)
        {
            error = mistake.what();
        }
        NS_TEST_EXPECT_MSG_EQ(error,
                              "StoreData: a request of 8388609 blocks of 512 bytes is too long; "
                              "contents of at most 4294967295 bytes can be kept",
                              "no packet holds them");
    }

    void DoRun() override
    {
        Large();
        Split(0, 1 << 20, {300});
        // 64 KiB are 128 blocks.
        Split(0, 64 << 10, {128, 128, 44});
        // 51,300 bytes are 100 whole blocks.
        Split(51300, 64 << 10, {100, 100, 100});
        Split(1 << 20, 64 << 10, {128, 128, 44});
    }
};

/**
 * @ingroup scsi-tests
 *
 * No more commands than QueueDepth are outstanding, and those waiting go in order.
 */
class ScsiQueueDepthTest : public TestCase
{
  public:
    ScsiQueueDepthTest()
        : TestCase("QueueDepth bounds the commands outstanding; the others wait in order")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t depth : {1U, 3U, 32U})
        {
            ScsiPath path;
            path.device->SetAttribute("QueueDepth", UintegerValue(depth));
            path.SetUp();
            const auto start = Simulator::Now();
            for (uint64_t i = 0; i < 12; ++i)
            {
                path.Submit(BlockOperation::READ, i, 1);
            }
            NS_TEST_EXPECT_MSG_EQ(path.device->GetOutstanding(), 12, "all are with the device");
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(path.completed.size(), 12, "all");
            NS_TEST_EXPECT_MSG_EQ(path.port->mostOutstanding, std::min(depth, 12U), "depth");
            for (uint64_t i = 0; i < 12; ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(path.completed[i]->lba, i, "in order");
            }
            // ceil(12 / depth) rounds of 210 us.
            const auto rounds = (12 + depth - 1) / depth;
            NS_TEST_EXPECT_MSG_EQ(path.completedAt.back() - start,
                                  MicroSeconds(210) * rounds,
                                  "rounds at depth " << depth);
        }
    }
};

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
     * @param status a status
     * @return an answer with it
     */
    static LoopbackPort::Forced Plain(ScsiStatus status)
    {
        return {ScsiServiceResponse::COMMAND_COMPLETE, status, {}};
    }

    /**
     * @param key a sense key
     * @param additional additional sense code and qualifier
     * @return an answer with it
     */
    static LoopbackPort::Forced Check(ScsiSenseKey key, uint16_t additional)
    {
        const ScsiSense sense{key, static_cast<ScsiAdditionalSense>(additional), std::nullopt};
        return {ScsiServiceResponse::COMMAND_COMPLETE, ScsiStatus::CHECK_CONDITION, sense.Encode()};
    }

    /**
     * Every first answer once.
     */
    void Answers()
    {
        using enum ScsiSenseKey;
        const std::vector<Case> cases{
            {Plain(ScsiStatus::BUSY), BlockStatus::OK, 2},
            {Plain(ScsiStatus::TASK_SET_FULL), BlockStatus::OK, 2},
            {Check(UNIT_ATTENTION, 0x2900), BlockStatus::OK, 2},
            {Check(ABORTED_COMMAND, 0x4700), BlockStatus::OK, 2},
            {Plain(ScsiStatus::RESERVATION_CONFLICT), BlockStatus::TRANSPORT_ERROR, 1},
            {Plain(ScsiStatus::TASK_ABORTED), BlockStatus::OK, 2},
            {Check(MEDIUM_ERROR, 0x1100), BlockStatus::MEDIUM_ERROR, 1},
            {Check(NOT_READY, 0x0402), BlockStatus::NOT_READY, 1},
            {Check(ILLEGAL_REQUEST, 0x2100), BlockStatus::LBA_OUT_OF_RANGE, 1},
            {Check(ILLEGAL_REQUEST, 0x2500), BlockStatus::NOT_READY, 1},
            {Check(ILLEGAL_REQUEST, 0x2400), BlockStatus::TRANSPORT_ERROR, 1},
            {Check(HARDWARE_ERROR, 0x4400), BlockStatus::TRANSPORT_ERROR, 1},
            {Plain(ScsiStatus::CHECK_CONDITION), BlockStatus::TRANSPORT_ERROR, 1},
            {{ScsiServiceResponse::DELIVERY_FAILURE, ScsiStatus::GOOD, {}},
             BlockStatus::TRANSPORT_ERROR,
             1}};
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
        path.port->forced.assign(100, Plain(ScsiStatus::BUSY));
        auto request = path.Submit(BlockOperation::READ, 5, 4);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(path.completed.size(), 1, "once");
        NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::NOT_READY, "given up");
        NS_TEST_EXPECT_MSG_EQ(path.port->sent.size(), tries, "tries in " << timeout);
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
     * The port fails for good: what waits ends, be it a request that was never sent or a command
     * that is to be tried again; what follows does not even wait.
     */
    void PortFails()
    {
        ScsiPath path;
        const auto failure = CreateObject<PermanentFailure>();
        path.port->AggregateObject(failure);
        path.device->SetAttribute("QueueDepth", UintegerValue(1));
        path.SetUp();
        path.port->forced.assign(1, Plain(ScsiStatus::BUSY));
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
        NS_TEST_EXPECT_MSG_EQ(path.device->GetObject<PermanentFailure>()->GetReason(),
                              "gone",
                              "what the port said");
    }

    /**
     * The port fails between a command's answer and its retry, and once with nothing under way.
     */
    void PortFailsBeforeRetry()
    {
        ScsiPath path;
        const auto failure = CreateObject<PermanentFailure>();
        path.port->AggregateObject(failure);
        path.SetUp();
        path.port->forced.assign(1, Plain(ScsiStatus::BUSY));
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
            const auto failure = CreateObject<PermanentFailure>();
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
 * The disk stamps the hand-over to its drive, and the timeline reaches it.
 */
class ScsiTimelineTest : public TestCase
{
  public:
    ScsiTimelineTest()
        : TestCase("A request's timeline shows when the disk dispatched it")
    {
    }

  private:
    void DoRun() override
    {
        ScsiPath path;
        path.SetUp();
        const auto start = Simulator::Now();
        auto read = Create<BlockRequest>(BlockOperation::READ, 0, 1);
        auto write = Create<BlockRequest>(BlockOperation::WRITE, 0, 1);
        for (const auto& request : {read, write})
        {
            request->timeline = Create<IoTimeline>();
            request->completion = MakeCallback(&ScsiPath::Done, &path);
            path.device->Submit(request);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(read->timeline->Get(IoStage::SENT) - start, Time(0), "sent");
        NS_TEST_EXPECT_MSG_EQ(read->timeline->Get(IoStage::DISPATCHED) - start,
                              MicroSeconds(100),
                              "read: when the command is there");
        NS_TEST_EXPECT_MSG_EQ(write->timeline->Get(IoStage::DISPATCHED) - start,
                              MicroSeconds(300),
                              "write: when the data are there");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Whoever waits for a request lets go of the device when it is complete.
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
     * @param path whose device is let go; another takes its place
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
 * ScsiBlockDevice.
 */
class ScsiBlockDeviceTestSuite : public TestSuite
{
  public:
    ScsiBlockDeviceTestSuite()
        : TestSuite("scsi-block-device", Type::UNIT)
    {
        AddTestCase(new ScsiSetupTest, Duration::QUICK);
        AddTestCase(new ScsiSetupTroubleTest, Duration::QUICK);
        AddTestCase(new ScsiOperationsTest, Duration::QUICK);
        AddTestCase(new ScsiAccessTest, Duration::QUICK);
        AddTestCase(new ScsiReadBackTest, Duration::QUICK);
        AddTestCase(new ScsiSplitTest, Duration::QUICK);
        AddTestCase(new ScsiQueueDepthTest, Duration::QUICK);
        AddTestCase(new ScsiTroubleTest, Duration::QUICK);
        AddTestCase(new ScsiTimelineTest, Duration::QUICK);
        AddTestCase(new ScsiLetGoTest, Duration::QUICK);
    }
};

static ScsiBlockDeviceTestSuite g_scsiBlockDeviceTestSuite; //!< registers the suite
