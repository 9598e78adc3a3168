/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-test-drive.h"

#include "ns3/boolean.h"
#include "ns3/disk-drive-helper.h"
#include "ns3/disk-drive.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup disk-model
 *
 * A test of a drive, with a log of its completions.
 */
class DiskDriveTestCase : public TestCase
{
  public:
    /**
     * @param name the test's name
     */
    DiskDriveTestCase(const std::string& name)
        : TestCase(name)
    {
    }

  protected:
    /**
     * @return a tiny drive
     */
    static Ptr<DiskDrive> MakeDrive()
    {
        auto drive = CreateObject<DiskDrive>();
        drive->SetParameters(MakeTinyDrive());
        return drive;
    }

    /**
     * Submit a request now; its completion goes to the log.
     *
     * @param drive the drive
     * @param operation what to do
     * @param lba the first block
     * @param blocks how many
     * @return the request
     */
    Ptr<BlockRequest> Submit(Ptr<DiskDrive> drive,
                             BlockOperation operation,
                             uint64_t lba,
                             uint32_t blocks)
    {
        auto request = Create<BlockRequest>(operation, lba, blocks);
        request->completion = MakeCallback(&DiskDriveTestCase::Complete, this);
        request->timeline = Create<IoTimeline>();
        drive->Submit(request);
        return request;
    }

    /**
     * @param run what to run
     * @return the message of the UserError that it throws, empty if it throws none
     */
    static std::string GetError(const std::function<void()>& run)
    {
        try
        {
            run();
        }
        catch (const UserError& error)
        {
            return error.what();
        }
        return "";
    }

    /// A completion.
    struct Row
    {
        uint64_t lba;       //!< first block
        Time time;          //!< when
        BlockStatus status; //!< how
    };

    std::vector<Row> m_log; //!< the completions in their order

  private:
    /**
     * @param request a complete request
     */
    void Complete(Ptr<BlockRequest> request)
    {
        m_log.push_back({request->lba, Simulator::Now(), request->status});
    }
};

/**
 * @ingroup disk-model
 *
 * Requests are served in the order of their arrival, each from where the one before left the heads.
 */
class DiskDriveFcfsTest : public DiskDriveTestCase
{
  public:
    DiskDriveFcfsTest()
        : DiskDriveTestCase("First come, first served, with the times of the mechanics")
    {
    }

  private:
    void DoRun() override
    {
        auto drive = MakeDrive();
        std::vector<uint32_t> lengths;
        drive->TraceConnectWithoutContext(
            "QueueLength",
            Callback<void, uint32_t, uint32_t>(
                [&lengths](uint32_t, uint32_t length) { lengths.push_back(length); }));
        std::vector<uint32_t> cylinders;
        drive->TraceConnectWithoutContext(
            "Cylinder",
            Callback<void, uint32_t, uint32_t>(
                [&cylinders](uint32_t, uint32_t cylinder) { cylinders.push_back(cylinder); }));

        Submit(drive, BlockOperation::READ, 68, 1);
        Submit(drive, BlockOperation::WRITE, 0, 1);
        Submit(drive, BlockOperation::VERIFY, 1, 1);
        NS_TEST_EXPECT_MSG_EQ(m_log.size(), 0, "never from inside Submit");
        NS_TEST_EXPECT_MSG_EQ(drive->GetOutstanding(), 3, "all three");
        Simulator::Run();

        NS_TEST_ASSERT_MSG_EQ(m_log.size(), 3, "each once");
        // 5 cylinders in 4 ms, slot 0 at 10 ms, 2 ms.
        NS_TEST_EXPECT_MSG_EQ(m_log[0].lba, 68, "the first");
        NS_TEST_EXPECT_MSG_EQ(m_log[0].time, MilliSeconds(12), "the first");
        // Back in 4 ms and 0.5 ms settling: 16.5 ms; slot 0 at 20 ms, 1 ms.
        NS_TEST_EXPECT_MSG_EQ(m_log[1].lba, 0, "the second, though the third is as near");
        NS_TEST_EXPECT_MSG_EQ(m_log[1].time, MilliSeconds(21), "the second");
        // Right behind it.
        NS_TEST_EXPECT_MSG_EQ(m_log[2].lba, 1, "the third");
        NS_TEST_EXPECT_MSG_EQ(m_log[2].time, MilliSeconds(22), "the third");

        NS_TEST_EXPECT_MSG_EQ((lengths == std::vector<uint32_t>{1, 2, 1, 0}), true, "waiting");
        NS_TEST_EXPECT_MSG_EQ((cylinders == std::vector<uint32_t>{5, 0}), true, "moves");
        Simulator::Destroy();
    }
};

/**
 * @ingroup disk-model
 *
 * The timeline and the trace Access say where the time went.
 */
class DiskDriveBreakdownTest : public DiskDriveTestCase
{
  public:
    DiskDriveBreakdownTest()
        : DiskDriveTestCase("Timeline and trace show seek, rotation, switching and transfer")
    {
    }

  private:
    void DoRun() override
    {
        auto drive = MakeDrive();
        std::vector<DiskAccess> accesses;
        drive->TraceConnectWithoutContext(
            "Access",
            Callback<void, Ptr<const BlockRequest>, const DiskAccess&>(
                [&accesses](Ptr<const BlockRequest>, const DiskAccess& access) {
                    accesses.push_back(access);
                }));
        Submit(drive, BlockOperation::READ, 0, 1); // until 1 ms
        const auto request = Submit(drive, BlockOperation::READ, 38, 4);
        Simulator::Run();

        // From track (0, 0) at 1 ms to track (1, 1): 2 ms. Block 38 is slot 5, which passes at 5
        // ms. Two blocks until 7 ms, arm ready at 9.5 ms, slot 0 at 10 ms, 2 blocks of 1.25 ms.
        const auto& timeline = *request->timeline;
        NS_TEST_EXPECT_MSG_EQ(timeline.Get(IoStage::AT_DRIVE), MilliSeconds(1), "queue left");
        NS_TEST_EXPECT_MSG_EQ(timeline.Get(IoStage::SEEK_DONE), MilliSeconds(3), "seek");
        NS_TEST_EXPECT_MSG_EQ(timeline.Get(IoStage::ROTATION_DONE), MilliSeconds(5), "rotation");
        NS_TEST_EXPECT_MSG_EQ(timeline.Get(IoStage::MEDIA_DONE), MicroSeconds(12500), "transfer");
        NS_TEST_ASSERT_MSG_EQ(m_log.size(), 2, "both");
        NS_TEST_EXPECT_MSG_EQ(m_log[1].time, MicroSeconds(12500), "complete with the media");

        NS_TEST_ASSERT_MSG_EQ(accesses.size(), 2, "both");
        NS_TEST_EXPECT_MSG_EQ(accesses[1].seekDistance, 1, "cylinders");
        NS_TEST_EXPECT_MSG_EQ(accesses[1].seek, MilliSeconds(2), "seek");
        NS_TEST_EXPECT_MSG_EQ(accesses[1].rotation, MilliSeconds(2), "rotation");
        NS_TEST_EXPECT_MSG_EQ(accesses[1].switching, MilliSeconds(3), "switching");
        NS_TEST_EXPECT_MSG_EQ(accesses[1].transfer, MicroSeconds(4500), "transfer");
        Simulator::Destroy();
    }
};

/**
 * @ingroup disk-model
 *
 * A FLUSH, and a read of no block, pass the queue but not the mechanics.
 */
class DiskDriveFlushTest : public DiskDriveTestCase
{
  public:
    DiskDriveFlushTest()
        : DiskDriveTestCase("FLUSH completes behind what was before it and ahead of what follows")
    {
    }

  private:
    void DoRun() override
    {
        auto drive = MakeDrive();
        int accesses = 0;
        drive->TraceConnectWithoutContext(
            "Access",
            Callback<void, Ptr<const BlockRequest>, const DiskAccess&>(
                [&accesses](Ptr<const BlockRequest>, const DiskAccess&) { ++accesses; }));
        Submit(drive, BlockOperation::WRITE, 4, 1); // slot 4 from 4 to 5 ms
        Submit(drive, BlockOperation::FLUSH, 0, 0);
        Submit(drive, BlockOperation::READ, 7, 1); // slot 7 from 7 to 8 ms
        Submit(drive, BlockOperation::READ, 90, 0);
        Simulator::Run();
        Submit(drive, BlockOperation::FLUSH, 0, 0);
        NS_TEST_EXPECT_MSG_EQ(m_log.size(), 4, "never from inside Submit, idle or not");
        Simulator::Run();

        NS_TEST_ASSERT_MSG_EQ(m_log.size(), 5, "each once");
        NS_TEST_EXPECT_MSG_EQ(m_log[0].lba, 4, "write");
        NS_TEST_EXPECT_MSG_EQ(m_log[0].time, MilliSeconds(5), "write");
        NS_TEST_EXPECT_MSG_EQ(m_log[1].lba, 0, "flush");
        NS_TEST_EXPECT_MSG_EQ(m_log[1].time, MilliSeconds(5), "flush");
        NS_TEST_EXPECT_MSG_EQ(m_log[2].lba, 7, "read");
        NS_TEST_EXPECT_MSG_EQ(m_log[2].time, MilliSeconds(8), "read");
        NS_TEST_EXPECT_MSG_EQ(m_log[3].time, MilliSeconds(8), "no block");
        NS_TEST_EXPECT_MSG_EQ(m_log[4].time, MilliSeconds(8), "flush of an idle drive");
        for (const auto& row : m_log)
        {
            NS_TEST_EXPECT_MSG_EQ(row.status, BlockStatus::OK, "block " << row.lba);
        }
        NS_TEST_EXPECT_MSG_EQ(accesses, 2, "only those to the medium");
        Simulator::Destroy();
    }
};

/**
 * @ingroup disk-model
 *
 * The attributes of a drive, right and wrong.
 */
class DiskDriveAttributeTest : public DiskDriveTestCase
{
  public:
    DiskDriveAttributeTest()
        : DiskDriveTestCase("Model and InitialPhase, and what is wrong with them")
    {
    }

  private:
    void DoRun() override
    {
        auto drive = CreateObject<DiskDrive>();
        StringValue model;
        drive->GetAttribute("Model", model);
        NS_TEST_EXPECT_MSG_EQ(model.Get(), "Cheetah9LP", "the default");
        NS_TEST_EXPECT_MSG_EQ(drive->GetBlockCount(), 17783240, "its capacity");
        NS_TEST_EXPECT_MSG_EQ(drive->GetBlockSize(), 512, "its block size");
        NS_TEST_EXPECT_MSG_EQ(
            GetError([&] { drive->SetAttribute("Model", StringValue("Jaguar")); }),
            "unknown drive \"Jaguar\"; known drives: Cheetah9LP, Cheetah9LPFC, "
            "CheetahX15-36LPFC, ST2000DM006, Ultrastar18ES",
            "unknown");
        NS_TEST_EXPECT_MSG_EQ(drive->GetModel(), "Cheetah9LP", "unchanged");

        drive->SetParameters(MakeTinyDrive());
        NS_TEST_EXPECT_MSG_EQ(drive->GetModel(), "tiny", "changed");
        drive->SetAttribute("InitialPhase",
                            StringValue("ns3::ConstantRandomVariable[Constant=0.25]"));
        Submit(drive, BlockOperation::READ, 0, 1);
        NS_TEST_EXPECT_MSG_EQ(GetError([&] { drive->SetModel("Cheetah9LP"); }),
                              "ns3::DiskDrive::Model cannot change while requests are outstanding",
                              "too late");
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_log.size(), 1, "complete");
        NS_TEST_EXPECT_MSG_EQ(m_log[0].time, MicroSeconds(8500), "0.75 revolutions and 1 ms");

        auto bad = MakeDrive();
        bad->SetAttribute("InitialPhase", StringValue("ns3::ConstantRandomVariable[Constant=1]"));
        NS_TEST_EXPECT_MSG_EQ(GetError([&] { Submit(bad, BlockOperation::READ, 0, 1); }),
                              "ns3::DiskDrive::InitialPhase: 1.000000 is not from 0 to less than 1",
                              "out of range");
        Simulator::Destroy();
    }
};

/**
 * @ingroup disk-model
 *
 * A request past the end fails and disturbs no other.
 */
class DiskDriveRangeTest : public DiskDriveTestCase
{
  public:
    DiskDriveRangeTest()
        : DiskDriveTestCase("A request past the last block fails, the last block does not")
    {
    }

  private:
    void DoRun() override
    {
        auto drive = MakeDrive();
        Submit(drive, BlockOperation::READ, 89, 1);
        Submit(drive, BlockOperation::READ, 89, 2);
        Submit(drive, BlockOperation::WRITE, 90, 1);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_log.size(), 3, "each once");
        NS_TEST_EXPECT_MSG_EQ(m_log[0].status, BlockStatus::LBA_OUT_OF_RANGE, "at once");
        NS_TEST_EXPECT_MSG_EQ(m_log[1].status, BlockStatus::LBA_OUT_OF_RANGE, "at once");
        NS_TEST_EXPECT_MSG_EQ(m_log[2].status, BlockStatus::OK, "the last block");
        // 7 cylinders in 5 ms; slot 0 at 10 ms; 2 ms.
        NS_TEST_EXPECT_MSG_EQ(m_log[2].time, MilliSeconds(12), "the last block");
        Simulator::Destroy();
    }
};

/**
 * @ingroup disk-model
 *
 * With StoreData a read returns what was written before it.
 */
class DiskDriveStoreTest : public DiskDriveTestCase
{
  public:
    DiskDriveStoreTest()
        : DiskDriveTestCase("Reads return what was written, zeros elsewhere")
    {
    }

  private:
    void DoRun() override
    {
        auto drive = MakeDrive();
        drive->SetAttribute("StoreData", BooleanValue(true));
        std::vector<uint8_t> contents(2 * 512);
        for (std::size_t i = 0; i < contents.size(); ++i)
        {
            contents[i] = i % 251 + 1;
        }
        auto write = Create<BlockRequest>(BlockOperation::WRITE, 39, 2); // over a zone border
        write->data = Create<Packet>(contents.data(), contents.size());
        write->completion = Callback<void, Ptr<BlockRequest>>([](Ptr<BlockRequest>) {});
        drive->Submit(write);
        const auto read = Submit(drive, BlockOperation::READ, 38, 4);
        const auto verify = Submit(drive, BlockOperation::VERIFY, 38, 4);
        Simulator::Run();

        NS_TEST_ASSERT_MSG_NE(read->data, nullptr, "contents");
        NS_TEST_ASSERT_MSG_EQ(read->data->GetSize(), 4 * 512, "of four blocks");
        std::vector<uint8_t> got(4 * 512);
        read->data->CopyData(got.data(), got.size());
        std::vector<uint8_t> right(4 * 512);
        std::copy(contents.begin(), contents.end(), right.begin() + 512);
        NS_TEST_EXPECT_MSG_EQ((got == right), true, "as written");
        NS_TEST_EXPECT_MSG_EQ(verify->data, nullptr, "a VERIFY transfers nothing");

        auto plain = MakeDrive();
        const auto empty = Submit(plain, BlockOperation::READ, 38, 4);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(empty->data, nullptr, "no contents without StoreData");
        Simulator::Destroy();
    }
};

/**
 * @ingroup disk-model
 *
 * Drives from the helper are of the wanted model and have their own streams.
 */
class DiskDriveHelperTest : public DiskDriveTestCase
{
  public:
    DiskDriveHelperTest()
        : DiskDriveTestCase("The helper makes drives and gives them streams")
    {
    }

  private:
    void DoRun() override
    {
        DiskDriveHelper helper;
        NS_TEST_EXPECT_MSG_EQ(
            GetError([&] { helper.SetAttribute("Model", StringValue("Jaguar")); }),
            "unknown drive \"Jaguar\"; known drives: Cheetah9LP, Cheetah9LPFC, "
            "CheetahX15-36LPFC, ST2000DM006, Ultrastar18ES",
            "before a drive is made");
        helper.SetAttribute("Model", StringValue("Cheetah9LP"));
        helper.SetAttribute("InitialPhase", StringValue("ns3::UniformRandomVariable"));
        const auto drives = helper.Create(2);
        NS_TEST_ASSERT_MSG_EQ(drives.size(), 2, "two");
        NS_TEST_EXPECT_MSG_EQ(DiskDriveHelper::AssignStreams(drives, 5), 4, "two streams each");
        for (const auto& device : drives)
        {
            NS_TEST_EXPECT_MSG_EQ(device->GetBlockCount(), 17783240, "of the model");
            Submit(DynamicCast<DiskDrive>(device), BlockOperation::READ, 0, 1);
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_log.size(), 2, "both");
        NS_TEST_EXPECT_MSG_NE(m_log[0].time, m_log[1].time, "each with a phase of its own");
        Simulator::Destroy();
    }
};

/**
 * @ingroup disk-model
 *
 * A drive in service.
 */
class DiskDriveTestSuite : public TestSuite
{
  public:
    DiskDriveTestSuite()
        : TestSuite("disk-model-drive", Type::UNIT)
    {
        AddTestCase(new DiskDriveFcfsTest, Duration::QUICK);
        AddTestCase(new DiskDriveBreakdownTest, Duration::QUICK);
        AddTestCase(new DiskDriveFlushTest, Duration::QUICK);
        AddTestCase(new DiskDriveAttributeTest, Duration::QUICK);
        AddTestCase(new DiskDriveRangeTest, Duration::QUICK);
        AddTestCase(new DiskDriveStoreTest, Duration::QUICK);
        AddTestCase(new DiskDriveHelperTest, Duration::QUICK);
    }
};

static DiskDriveTestSuite g_diskDriveTestSuite; //!< registers the suite
