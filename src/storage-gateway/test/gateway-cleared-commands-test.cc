/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-network.h"

#include "ns3/iscsi-initiator-session.h"
#include "ns3/nstime.h"
#include "ns3/scsi-block-device.h"
#include "ns3/simulator.h"
#include "ns3/storage-gateway-helper.h"
#include "ns3/storage-gateway.h"
#include "ns3/test.h"

#include <cstdint>
#include <optional>
#include <vector>

using namespace ns3;
using namespace ns3::gatewaytest;

/**
 * @ingroup storage-gateway-tests
 *
 * A host clears the task set of a drive while another host has reads there. TAS is zero, so that
 * nothing ends those reads over iSCSI: the host gives them up, aborts them, and sends them again.
 */
class GatewayClearedCommandsTest : public TestCase
{
  public:
    GatewayClearedCommandsTest()
        : TestCase("Reads that another host cleared come in the end (RFC 7143, 11.5.1; TAS 0)")
    {
    }

  private:
    /**
     * A read is over.
     *
     * @param request the read
     */
    void ReadDone(Ptr<BlockRequest> request)
    {
        NS_TEST_EXPECT_MSG_EQ((request->status == BlockStatus::OK), true, "read");
        m_ended.push_back(Simulator::Now());
    }

    /**
     * A command had no answer in time.
     */
    void CommandLate(Ptr<const ScsiTask>)
    {
        ++m_late;
    }

    void DoRun() override
    {
        GatewayNetwork net(2);
        StorageGatewayHelper helper;
        helper.SetDriveAttribute("Latency", TimeValue(MilliSeconds(50)));
        helper.SetDeviceAttribute("CommandTimeout", TimeValue(Seconds(1)));
        auto gateway = helper.Install(net.gateway, 1, 1);
        std::vector<Ptr<ScsiBlockDevice>> disks;
        for (uint32_t i = 0; i < 2; ++i)
        {
            disks.push_back(DynamicCast<ScsiBlockDevice>(
                helper.Connect(net.hosts.Get(i), gateway, net.addresses[i]).front()));
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(disks[0]->IsReady() && disks[1]->IsReady(), true, "logged in");

        const auto start = Simulator::Now();
        disks[1]->TraceConnectWithoutContext(
            "Timeout",
            MakeCallback(&GatewayClearedCommandsTest::CommandLate, this));
        for (uint64_t lba = 0; lba < 4; ++lba)
        {
            auto request = Create<BlockRequest>(BlockOperation::READ, lba, 1);
            request->completion = MakeCallback(&GatewayClearedCommandsTest::ReadDone, this);
            disks[1]->Submit(request);
        }
        std::optional<IscsiTaskManagementResponseCode> response;
        Simulator::Schedule(MilliSeconds(10), [&disks, &response] {
            DynamicCast<IscsiInitiatorSession>(disks[0]->GetPort())
                ->ManageTasks(IscsiTaskManagementFunction::CLEAR_TASK_SET,
                              0,
                              [&response](auto answer) { response = answer; });
        });
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((response == IscsiTaskManagementResponseCode::FUNCTION_COMPLETE),
                              true,
                              "carried out");
        NS_TEST_EXPECT_MSG_EQ(m_late, 4, "nobody told of them");
        NS_TEST_ASSERT_MSG_EQ(m_ended.size(), 4, "all came");
        // After a second and an abort; the unit attention costs one of them another delay.
        NS_TEST_EXPECT_MSG_GT(m_ended.front() - start, Seconds(1), "after the timeout");
        NS_TEST_EXPECT_MSG_LT(m_ended.back() - start, MilliSeconds(1300), "at once then");
        Simulator::Destroy();
    }

    std::vector<Time> m_ended; //!< when reads ended
    uint32_t m_late{0};        //!< commands without an answer in time
};

/**
 * @ingroup storage-gateway-tests
 *
 * Commands that hosts end for each other, over a network.
 */
class GatewayClearedCommandsTestSuite : public TestSuite
{
  public:
    GatewayClearedCommandsTestSuite()
        : TestSuite("gateway-cleared-commands", Type::SYSTEM)
    {
        AddTestCase(new GatewayClearedCommandsTest, Duration::QUICK);
    }
};

static GatewayClearedCommandsTestSuite g_gatewayClearedCommandsTestSuite; //!< registers the suite
