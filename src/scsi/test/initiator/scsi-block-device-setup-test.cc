/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-block-device-bench.h"

#include "ns3/block-io-permanent-failure.h"
#include "ns3/boolean.h"
#include "ns3/nstime.h"
#include "ns3/scsi-task-router.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::scsitest;

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
     * TEST UNIT READY is repeated every RetryDelay.
     */
    void UnitAttention()
    {
        ScsiPath path;
        path.port->forced = {MakeCheck(ScsiSenseKey::UNIT_ATTENTION, 0x2900),
                             MakeCheck(ScsiSenseKey::NOT_READY, 0x0401),
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
                path.port->forced.push_back(MakeCheck(ScsiSenseKey::ILLEGAL_REQUEST, 0x2000));
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
     * A LUN that does not exist; a drive that never becomes ready.
     */
    void NoDisk()
    {
        ScsiPath path;
        path.port->device = CreateObject<ScsiTaskRouter>();
        path.device->SetAttribute("MayFail", BooleanValue(true));
        path.SetUp();
        NS_TEST_EXPECT_MSG_EQ(path.device->GetObject<BlockIoPermanentFailure>()->GetReason(),
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
     * A unit that another initiator has reserved is asked again each second, 30 times.
     *
     * @param conflicts how many answers say that it is reserved
     * @param state what becomes of the device
     */
    void Reserved(std::size_t conflicts, ScsiBlockDevice::State state)
    {
        ScsiPath path;
        path.port->forced.assign(
            conflicts,
            {ScsiServiceResponse::COMMAND_COMPLETE, ScsiStatus::RESERVATION_CONFLICT, {}});
        path.device->SetAttribute("MayFail", BooleanValue(true));
        path.device->SetPort(path.port);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((path.device->GetState() == state), true, conflicts << " conflicts");
        // A forced answer takes one delay of 100 us.
        NS_TEST_EXPECT_MSG_EQ(path.port->sentAt[2], 2 * (Seconds(1) + MicroSeconds(100)), "when");
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
        Reserved(2, ScsiBlockDevice::State::READY);
        Reserved(30, ScsiBlockDevice::State::READY);
        Reserved(31, ScsiBlockDevice::State::FAILED);
        LargeBlocks();
    }
};

/**
 * @ingroup scsi-tests
 *
 * How ScsiBlockDevice learns about its logical unit.
 */
class ScsiBlockDeviceSetupTestSuite : public TestSuite
{
  public:
    ScsiBlockDeviceSetupTestSuite()
        : TestSuite("scsi-block-device-setup", Type::UNIT)
    {
        AddTestCase(new ScsiSetupTest, Duration::QUICK);
        AddTestCase(new ScsiSetupTroubleTest, Duration::QUICK);
    }
};

static ScsiBlockDeviceSetupTestSuite g_scsiBlockDeviceSetupTestSuite; //!< registers the suite
