/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-test-bench.h"

#include "ns3/enum.h"
#include "ns3/mirrored-array.h"
#include "ns3/scsi-block-device.h"
#include "ns3/test.h"

using namespace ns3;
using namespace ns3::gatewaytest;

/**
 * @ingroup storage-gateway-tests
 *
 * A port that stamps as a loop and a session would, 1 ms after the command and 1 ms after the data,
 * which it asks for at once.
 */
class StampingPort : public ScsiInitiatorPort
{
  public:
    void SendScsiCommand(Ptr<ScsiTask> task) override
    {
        Simulator::Schedule(MilliSeconds(1), [task] {
            task->Stamp(IoStage::LOOP_WON);
            task->Stamp(IoStage::SENT);
            task->client->DataOutRequested(task, 0, task->dataOutLength);
        });
    }

    void SendDataOut(Ptr<ScsiTask> task, uint32_t, Ptr<Packet>) override
    {
        Simulator::Schedule(MilliSeconds(1), [task] {
            task->Stamp(IoStage::AT_DRIVE);
            task->Stamp(IoStage::ANSWERED);
            task->client->CommandCompleteReceived(task);
        });
    }

    bool IsReady() const override
    {
        return true;
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * Which stamps a gateway takes over from its back end.
 */
class GatewayStampTest : public TestCase
{
  public:
    GatewayStampTest()
        : TestCase("Stages of the back end count from the last of the data on")
    {
    }

  private:
    void DoRun() override
    {
        GatewayTestBench bench;
        bench.Build();
        bench.AddPort(CreateObject<StampingPort>());
        TestSession host;
        host.outInterval = MilliSeconds(1);
        bench.Connect(host);
        auto task = Create<ScsiTask>();
        task->cdb = ScsiBlockCdb{ScsiOpcode::WRITE_10, 0, 4, 0}.Encode();
        task->dataOutLength = 2048;
        task->port = &host;
        task->timeline = Create<IoTimeline>();
        host.jobs[PeekPointer(task)].task = task;
        host.jobs[PeekPointer(task)].out = Bytes(2048);
        host.device->CommandReceived(task);
        Simulator::Run();
        // The last of the data comes at 4 and continues at once.
        const auto& timeline = *task->timeline;
        NS_TEST_EXPECT_MSG_EQ(timeline.Get(IoStage::DISPATCHED), MilliSeconds(4), "the data");
        NS_TEST_EXPECT_MSG_EQ(timeline.Has(IoStage::LOOP_WON), false, "at 1, beside the data");
        NS_TEST_EXPECT_MSG_EQ(timeline.Get(IoStage::AT_DRIVE), MilliSeconds(5), "behind them");
        NS_TEST_EXPECT_MSG_EQ(timeline.Has(IoStage::SENT), false, "the host's to stamp");
        NS_TEST_EXPECT_MSG_EQ(timeline.Has(IoStage::ANSWERED), false, "the host's to stamp");
        Simulator::Destroy();
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * The stamps of requests through a gateway: whole drive, part and set, of both transfer modes.
 */
class GatewayTimelineTest : public TestCase
{
  public:
    GatewayTimelineTest()
        : TestCase("Stages add up and none is negative")
    {
    }

  private:
    /**
     * @param lun the logical unit
     * @param blocks how many blocks
     * @param isWrite true for a write
     */
    void Check(uint16_t lun, uint32_t blocks, bool isWrite)
    {
        auto device = CreateObject<ScsiBlockDevice>();
        auto port = CreateObject<ScsiLocalPort>();
        port->SetDevice(m_target);
        port->SetAttribute("Delay", TimeValue(MicroSeconds(300)));
        device->SetAttribute("Lun", UintegerValue(lun));
        device->SetPort(port);
        Simulator::Run();
        auto request =
            Create<BlockRequest>(isWrite ? BlockOperation::WRITE : BlockOperation::READ, 3, blocks);
        request->timeline = Create<IoTimeline>();
        request->Stamp(IoStage::ISSUED);
        request->completion = MakeCallback(&GatewayTimelineTest::Done, this);
        const auto start = Simulator::Now();
        device->Submit(request);
        Simulator::Run();
        const auto& timeline = *request->timeline;
        Time sum;
        for (int i = 0; i < static_cast<int>(IoStage::COUNT); ++i)
        {
            const auto duration = timeline.GetDuration(static_cast<IoStage>(i));
            NS_TEST_EXPECT_MSG_EQ(duration.IsStrictlyNegative(),
                                  false,
                                  GetIoStageName(static_cast<IoStage>(i)));
            sum += duration;
        }
        NS_TEST_EXPECT_MSG_EQ(sum, Simulator::Now() - start, "the whole time");
        for (const auto stage : {IoStage::DISPATCHED, IoStage::AT_DRIVE, IoStage::MEDIA_DONE})
        {
            NS_TEST_EXPECT_MSG_EQ(timeline.Has(stage), true, GetIoStageName(stage));
        }
        NS_TEST_EXPECT_MSG_EQ(timeline.GetDuration(IoStage::MEDIA_DONE),
                              MilliSeconds(5),
                              "at the drive");
    }

    /**
     * @param request a request that ended
     */
    void Done(Ptr<BlockRequest> request)
    {
        NS_TEST_EXPECT_MSG_EQ((request->status == BlockStatus::OK), true, "ok");
        request->Stamp(IoStage::COMPLETED);
    }

    void DoRun() override
    {
        for (const auto mode :
             {GatewayLogicalUnit::CUT_THROUGH, GatewayLogicalUnit::STORE_AND_FORWARD})
        {
            GatewayTestBench bench;
            bench.gateway->SetAttribute("TransferMode", EnumValue(mode));
            bench.gateway->SetAttribute("BufferSize", UintegerValue(2048));
            bench.Build();
            const auto one = bench.AddDrive(MilliSeconds(5), MilliSeconds(2));
            const auto two = bench.AddDrive(MilliSeconds(5), MilliSeconds(2));
            bench.gateway->MapPart(bench.target, 2, one, 100, 100);
            bench.gateway->MapSet(bench.target, 3, CreateObject<MirroredArray>(), {one, two});
            m_target = bench.target;
            for (const uint16_t lun : {0, 2, 3})
            {
                for (const bool isWrite : {false, true})
                {
                    Check(lun, 1, isWrite);
                    Check(lun, 9, isWrite);
                }
            }
            m_target = nullptr;
            Simulator::Destroy();
        }
    }

    Ptr<GatewayTarget> m_target; //!< the gateway's target
};

/**
 * @ingroup storage-gateway-tests
 *
 * Stamps on the way through a gateway.
 */
class GatewayTimelineTestSuite : public TestSuite
{
  public:
    GatewayTimelineTestSuite()
        : TestSuite("gateway-timeline", Type::UNIT)
    {
        AddTestCase(new GatewayStampTest, Duration::QUICK);
        AddTestCase(new GatewayTimelineTest, Duration::QUICK);
    }
};

static GatewayTimelineTestSuite g_gatewayTimelineTestSuite; //!< registers the suite
