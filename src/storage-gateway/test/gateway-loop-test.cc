/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-network.h"

#include "ns3/block-workload-helper.h"
#include "ns3/block-workload.h"
#include "ns3/boolean.h"
#include "ns3/io-recorder.h"
#include "ns3/ram-disk.h"
#include "ns3/simulator.h"
#include "ns3/storage-gateway-helper.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <map>
#include <vector>

using namespace ns3;
using namespace ns3::gatewaytest;

/**
 * @ingroup storage-gateway-tests
 *
 * One read of 4 KiB from a RAM disk on a loop of two ports, every stage by hand.
 */
class GatewayLoopReadTest : public TestCase
{
  public:
    GatewayLoopReadTest()
        : TestCase("A read over the loop by hand")
    {
    }

  private:
    /**
     * @param words transmission words
     * @return their time at 1.0625 Gbaud, ns
     */
    static int64_t Words(int64_t words)
    {
        return (words * 640 + 8) / 17;
    }

    /**
     * @param device where to read
     */
    void Read(Ptr<BlockDevice> device)
    {
        m_request = Create<BlockRequest>(BlockOperation::READ, 0, 8);
        m_request->timeline = Create<IoTimeline>();
        m_request->completion = MakeCallback(&GatewayLoopReadTest::Done, this);
        device->Submit(m_request);
    }

    /**
     * @param request the read
     */
    void Done(Ptr<BlockRequest> request)
    {
        NS_TEST_EXPECT_MSG_EQ((request->status == BlockStatus::OK), true, "read");
    }

    /**
     * @param stage a stage
     * @return from the stamp before it to its own, ns
     */
    int64_t Get(IoStage stage) const
    {
        return m_request->timeline->GetDuration(stage).GetNanoSeconds();
    }

    void DoRun() override
    {
        GatewayNetwork net(1);
        StorageGatewayHelper helper;
        helper.SetLoops(1);
        auto gateway = helper.Install(net.gateway, 1, 1);
        const auto device = helper.Connect(net.hosts.Get(0), gateway, net.addresses[0])[0];
        // Whole transmission words from time zero on, and long after the login.
        Simulator::Schedule(NanoSeconds(680000000), &GatewayLoopReadTest::Read, this, device);
        Simulator::Run();
        // A trip is 12 words. Behind the gateway's ARB: OPN, the R_RDY that answers it.
        NS_TEST_EXPECT_MSG_LT_OR_EQ(Get(IoStage::LOOP_WON), Words(12 + 1 + 12 + 1), "loop won");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(Get(IoStage::LOOP_WON), Words(12 + 1 + 12), "loop won");
        // FCP_CMND has 17 words; 6 to the drive, which stamps as it takes the request.
        NS_TEST_EXPECT_MSG_EQ_TOL(Get(IoStage::AT_DRIVE), Words(17 + 6), 40, "at drive");
        // CLS and the trip of the drive's ARB behind it, OPN, R_RDY.
        NS_TEST_EXPECT_MSG_EQ_TOL(Get(IoStage::BACK_ON_LOOP),
                                  Words(18 + 1 + 12),
                                  40,
                                  "back on the loop");
        // Two frames of 2,048 bytes with six fill words, FCP_RSP of 15 words, 6 to the gateway.
        NS_TEST_EXPECT_MSG_EQ_TOL(Get(IoStage::BACK_AT_TARGET),
                                  Words(2 * (521 + 6) + 15 + 6),
                                  40,
                                  "back at target");
        Simulator::Destroy();
    }

    Ptr<BlockRequest> m_request; //!< the read
};

/**
 * @ingroup storage-gateway-tests
 *
 * Drives are dealt out to loops in turn; the gateway's port is the first of each.
 */
class GatewayLoopLayoutTest : public TestCase
{
  public:
    GatewayLoopLayoutTest()
        : TestCase("What is on which loop")
    {
    }

  private:
    void DoRun() override
    {
        StorageGatewayHelper helper;
        helper.SetLoops(2);
        helper.GetFcalHelper().SetPortAttribute("ReceiveBuffers", UintegerValue(3));
        helper.SetGatewayPortAttribute("Fair", BooleanValue(false));
        auto gateway = helper.Install(GatewayNetwork(0).gateway, 3, 3);
        NS_TEST_EXPECT_MSG_EQ(gateway->GetNBackEnds(), 2, "a back end for each loop");
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto backEnd = gateway->GetBackEnd(i);
            const auto loop = backEnd->GetObject<FcalLoop>();
            NS_TEST_ASSERT_MSG_EQ(bool(loop), true, "the loop is aggregated");
            NS_TEST_EXPECT_MSG_EQ(loop->GetNPorts(), 1 + (i == 0 ? 5 : 4), "9 drives");
            NS_TEST_EXPECT_MSG_EQ(loop->GetPort(0x01), helper.GetGatewayPort(backEnd), "first");
            NS_TEST_EXPECT_MSG_EQ(IsFair(loop->GetPort(0x01)), false, "the gateway's own");
            NS_TEST_EXPECT_MSG_EQ(IsFair(loop->GetPort(0x02)), true, "a drive's");
        }
        for (uint32_t i = 0; i < 9; ++i)
        {
            const bool hasDevice(gateway->GetDrive(i)->GetObject<RamDisk>());
            NS_TEST_EXPECT_MSG_EQ(hasDevice, true, "the device is aggregated");
        }
        Simulator::Destroy();

        std::string message;
        try
        {
            helper.SetLoops(1);
            helper.Install(GatewayNetwork(0).gateway, 1, 127);
        }
        catch (const UserError& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(message.find("127"), std::string::npos, "full: " << message);
        Simulator::Destroy();
    }

    /**
     * @param port a port
     * @return whether it is fair
     */
    static bool IsFair(Ptr<FcalPort> port)
    {
        BooleanValue fair;
        port->GetAttribute("Fair", fair);
        return fair.Get();
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * A gateway that need not wait for the fairness window sends commands while drives send data. If
 * it has to wait, the commands come in bursts: the drives work at the same time, and then the loop
 * does, so that neither is busy all the time.
 */
class GatewayFairnessTest : public TestCase
{
  public:
    GatewayFairnessTest()
        : TestCase("Read throughput of a fair and an unfair gateway port")
    {
    }

  private:
    /**
     * @param fair whether the gateway's port is fair
     * @return MB/s of 64 KiB reads of sixteen drives that need 5 ms each
     */
    double Measure(bool fair)
    {
        GatewayNetwork net(1, "10Gbps", "10us");
        StorageGatewayHelper helper;
        helper.SetLoops(1);
        helper.SetGatewayPortAttribute("Fair", BooleanValue(fair));
        helper.SetDriveAttribute("Latency", StringValue("5ms"));
        helper.SetSessionAttribute("MaxRecvDataSegmentLength", UintegerValue(65536));
        auto gateway = helper.Install(net.gateway, 1, 16);
        BlockWorkloadHelper loads("ns3::SyntheticWorkload");
        loads.SetAttribute("Count", UintegerValue(1000));
        loads.SetAttribute("QueueDepth", UintegerValue(16));
        loads.SetAttribute("ReadFraction", StringValue("1"));
        loads.SetAttribute("RequestSize", StringValue("ns3::FixedRequestSize[Size=65536]"));
        auto workload = DynamicCast<BlockWorkload>(
            loads
                .Install(net.hosts.Get(0),
                         helper.Connect(net.hosts.Get(0), gateway, net.addresses[0]))
                .Get(0));
        workload->AssignStreams(1);
        auto recorder = CreateObject<IoRecorder>();
        recorder->Attach(workload);
        Simulator::Run();
        const auto summary = recorder->GetSummary();
        NS_TEST_EXPECT_MSG_EQ(summary.GetErrors(), 0, "no errors");
        Simulator::Destroy();
        const auto span = summary.GetEnd() - summary.GetStart();
        return static_cast<double>(summary.GetAll().GetBytes()) / span.GetSeconds() / 1e6;
    }

    void DoRun() override
    {
        const double fair = Measure(true);
        const double unfair = Measure(false);
        NS_TEST_EXPECT_MSG_GT(unfair, 1.2 * fair, unfair << " MB/s against " << fair);
        NS_TEST_EXPECT_MSG_LT(unfair, 103.2, "no more than the loop carries");
    }
};

/**
 * @ingroup storage-gateway-tests
 *
 * A gateway in front of loops.
 */
class GatewayLoopTestSuite : public TestSuite
{
  public:
    GatewayLoopTestSuite()
        : TestSuite("gateway-loop", Type::SYSTEM)
    {
        AddTestCase(new GatewayLoopReadTest, Duration::QUICK);
        AddTestCase(new GatewayLoopLayoutTest, Duration::QUICK);
        AddTestCase(new GatewayFairnessTest, Duration::QUICK);
    }
};

static GatewayLoopTestSuite g_gatewayLoopTestSuite; //!< registers the suite
