/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-network.h"

#include "ns3/block-array-helper.h"
#include "ns3/block-workload-helper.h"
#include "ns3/block-workload.h"
#include "ns3/simulator.h"
#include "ns3/storage-gateway-helper.h"
#include "ns3/storage-gateway.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>

using namespace ns3;
using namespace ns3::gatewaytest;

/**
 * @ingroup storage-gateway-tests
 *
 * A host makes an array of the disk drives that it sees over iSCSI, and writes and reads more than
 * one command may carry.
 */
class GatewayArrayTest : public TestCase
{
  public:
    /**
     * @param type class of the array without namespace, empty for the first drive alone
     * @param loops loops of the gateway
     * @param pattern class of the addresses without namespace
     */
    GatewayArrayTest(const std::string& type, uint32_t loops, const std::string& pattern)
        : TestCase((type.empty() ? "One drive" : type) + ", " + pattern + ", loops " +
                   std::to_string(loops) + ": stages are not negative and add up"),
          m_type(type),
          m_loops(loops),
          m_pattern(pattern)
    {
    }

  private:
    /// Requests of the load.
    static constexpr uint32_t REQUESTS = 300;

    /**
     * @param request a complete request
     */
    void CheckStages(Ptr<const BlockRequest> request, uint32_t)
    {
        ++m_completed;
        Time sum;
        for (std::size_t i = 0; i < static_cast<std::size_t>(IoStage::COUNT); ++i)
        {
            const auto time = request->timeline->GetDuration(static_cast<IoStage>(i));
            m_negative += time.IsStrictlyNegative();
            sum += time;
        }
        m_wrongSums += sum != Simulator::Now() - request->issueTime;
        for (const auto stage : {IoStage::ARRIVED_AT_TARGET, IoStage::AT_DRIVE, IoStage::ANSWERED})
        {
            m_missing += !request->timeline->Has(stage);
        }
        m_seeks += request->timeline->Has(IoStage::SEEK_DONE);
    }

    void DoRun() override
    {
        GatewayNetwork net(1);
        StorageGatewayHelper helper;
        helper.SetDrive("ns3::DiskDrive");
        helper.SetDriveAttribute("Model", StringValue("Cheetah9LPFC"));
        helper.SetLoops(m_loops);
        helper.SetDeviceAttribute("MaxTransferLength", UintegerValue(8192));
        auto gateway = helper.Install(net.gateway, 1, 4);
        const auto drives = helper.Connect(net.hosts.Get(0), gateway, net.addresses[0]);
        Ptr<BlockDevice> device = drives.front();
        if (!m_type.empty())
        {
            device = BlockArrayHelper("ns3::" + m_type).Create(drives);
        }
        BlockWorkloadHelper load("ns3::SyntheticWorkload");
        load.SetAttribute("QueueDepth", UintegerValue(8));
        load.SetAttribute("Count", UintegerValue(REQUESTS));
        load.SetAttribute("ReadFraction", StringValue("0.5"));
        load.SetAttribute("RequestSize", StringValue("ns3::ListRequestSize[Sizes=4096,20480]"));
        load.SetAttribute("AddressPattern", StringValue("ns3::" + m_pattern));
        auto apps = load.Install(net.hosts.Get(0), {device});
        auto workload = DynamicCast<BlockWorkload>(apps.Get(0));
        workload->AssignStreams(5);
        workload->SetRecordTimelines(true);
        workload->TraceConnectWithoutContext("Measure",
                                             MakeCallback(&GatewayArrayTest::CheckStages, this));
        workload->TraceConnectWithoutContext("Finished", Callback<void>([] { Simulator::Stop(); }));
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(m_completed, REQUESTS, "all");
        NS_TEST_EXPECT_MSG_EQ(m_negative, 0, "stages with a negative time");
        NS_TEST_EXPECT_MSG_EQ(m_wrongSums, 0, "requests whose stages do not add up");
        NS_TEST_EXPECT_MSG_EQ(m_missing, 0, "stages of the network and of the drive");
        NS_TEST_EXPECT_MSG_GT(m_seeks, 10, "seeks behind the network");
    }

    std::string m_type;      //!< class of the array
    uint32_t m_loops;        //!< loops of the gateway
    std::string m_pattern;   //!< class of the addresses
    uint32_t m_completed{0}; //!< requests completed
    uint32_t m_negative{0};  //!< stages that took a negative time
    uint32_t m_wrongSums{0}; //!< requests whose stages do not add up
    uint32_t m_missing{0};   //!< stages that every request passes, and that were not stamped
    uint32_t m_seeks{0};     //!< requests that waited for a seek
};

/**
 * @ingroup storage-gateway-tests
 *
 * Arrays of drives behind a network.
 */
class GatewayArrayTestSuite : public TestSuite
{
  public:
    GatewayArrayTestSuite()
        : TestSuite("gateway-array", Type::SYSTEM)
    {
        for (const std::string type : {"", "StripedArray", "MirroredArray", "Raid5Array"})
        {
            for (const std::string pattern : {"UniformAddressPattern", "SequentialAddressPattern"})
            {
                AddTestCase(new GatewayArrayTest(type, 0, pattern), Duration::QUICK);
                AddTestCase(new GatewayArrayTest(type, 1, pattern), Duration::QUICK);
            }
        }
    }
};

static GatewayArrayTestSuite g_gatewayArrayTestSuite; //!< registers the suite
