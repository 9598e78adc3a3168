/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-test-bench.h"

#include "ns3/test.h"
#include "ns3/user-error.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::gatewaytest;

/**
 * @ingroup storage-gateway-tests
 *
 * What initiators see of a target with three logical units: LUN 0 is for all, LUN 1 for one of
 * them, LUN 2 for two.
 */
class GatewayMaskingTest : public TestCase
{
  public:
    GatewayMaskingTest()
        : TestCase("A hidden logical unit is not there")
    {
    }

  private:
    /**
     * @param host a host
     * @param luns numbers of the logical units that it is to see
     */
    void CheckView(TestSession& host, const Bytes& luns)
    {
        // A header of 8 bytes with the length, then 8 bytes for each unit, the number in the
        // second.
        Bytes expected(8 + 8 * luns.size());
        expected[3] = static_cast<uint8_t>(8 * luns.size());
        for (std::size_t i = 0; i < luns.size(); ++i)
        {
            expected[9 + 8 * i] = luns[i];
        }
        // Any LUN answers, also one that does not exist.
        for (const uint16_t lun : {0, 1, 77})
        {
            const auto report = host.Run(lun, ScsiReportLunsCdb{0, 256}.Encode(), 256);
            NS_TEST_EXPECT_MSG_EQ((report.in == expected), true, host.name << " at LUN " << lun);
        }
        for (uint8_t lun = 0; lun < 4; ++lun)
        {
            const bool isSeen = std::find(luns.begin(), luns.end(), lun) != luns.end();
            CheckUnit(host, lun, isSeen);
        }
    }

    /**
     * @param host a host
     * @param lun a logical unit
     * @param isSeen whether the host is to see it
     */
    void CheckUnit(TestSession& host, uint16_t lun, bool isSeen)
    {
        const auto inquiry = host.Run(lun, ScsiInquiryCdb{false, 0, 36}.Encode(), 36);
        NS_TEST_EXPECT_MSG_EQ(+inquiry.in.at(0), (isSeen ? 0 : 0x7f), "qualifier 011b, type 1Fh");
        const std::vector<ScsiCdb> commands{MakeScsiCdb(ScsiOpcode::TEST_UNIT_READY),
                                            ScsiBlockCdb{ScsiOpcode::READ_10, 0, 1, 0}.Encode(),
                                            MakeScsiCdb(ScsiOpcode::READ_CAPACITY_10)};
        for (const auto& cdb : commands)
        {
            const auto& job = host.Run(lun, cdb, 512);
            NS_TEST_EXPECT_MSG_EQ(job.GetAdditional(), (isSeen ? 0 : 0x2500), host.name);
            NS_TEST_EXPECT_MSG_EQ(job.completions, 1, "once");
        }
        const auto& write = host.Run(lun,
                                     ScsiBlockCdb{ScsiOpcode::WRITE_10, 0, 1, 0}.Encode(),
                                     0,
                                     Bytes(512, static_cast<uint8_t>(host.name[0])));
        NS_TEST_EXPECT_MSG_EQ(write.GetAdditional(), (isSeen ? 0 : 0x2500), host.name);
        NS_TEST_EXPECT_MSG_EQ(write.asked.size(), (isSeen ? 1U : 0U), "no data for nothing");
    }

    /**
     * A target without logical units.
     */
    void NoDrives()
    {
        TestSession host;
        host.device = m_bench.gateway->AddTarget("iqn.test:empty");
        const auto report = host.Run(0, ScsiReportLunsCdb{0, 256}.Encode(), 256);
        NS_TEST_EXPECT_MSG_EQ((report.in == Bytes(8)), true, "an empty list");
        CheckUnit(host, 0, false);
    }

    /**
     * A unit shown while a session has commands.
     */
    void ShownLater()
    {
        auto target = m_bench.gateway->AddTarget("iqn.test:late");
        TestSession host;
        host.device = target;
        host.name = "iqn.test:a,i,0x1";
        CheckUnit(host, 0, false);
        m_bench.gateway->MapDrive(target, 0, m_bench.gateway->GetDrive(0));
        CheckUnit(host, 0, true);
        target->ShowOnlyTo(0, "iqn.test:b");
        CheckUnit(host, 0, false);
        target->ShowOnlyTo(0, "iqn.test:a");
        CheckUnit(host, 0, true);
        std::string error;
        try
        {
            target->ShowOnlyTo(5, "iqn.test:a");
        }
        catch (const UserError& caught)
        {
            error = caught.what();
        }
        NS_TEST_EXPECT_MSG_EQ(
            error,
            "GatewayTarget: LUN 5 does not exist and cannot be shown to iqn.test:a",
            "message");
    }

    void DoRun() override
    {
        m_bench.Build();
        for (int i = 0; i < 3; ++i)
        {
            m_bench.AddDrive(MicroSeconds(10));
        }
        m_bench.target->ShowOnlyTo(1, "iqn.test:a");
        m_bench.target->ShowOnlyTo(2, "iqn.test:a");
        m_bench.target->ShowOnlyTo(2, "iqn.test:b");
        TestSession hosts[4];
        // The name counts, not the session: the last host's begins with the first's.
        const char* names[] = {"iqn.test:a,i,0x1", "iqn.test:b,i,0x1", "iqn.test:c", "iqn.test:ab"};
        for (int i = 0; i < 4; ++i)
        {
            m_bench.Connect(hosts[i]);
            hosts[i].name = names[i];
        }
        CheckView(hosts[0], {0, 1, 2});
        CheckView(hosts[1], {0, 2});
        CheckView(hosts[2], {0});
        CheckView(hosts[3], {0});
        hosts[2].name = "iqn.test:a,i,0x999";
        CheckView(hosts[2], {0, 1, 2});
        NoDrives();
        ShownLater();
        Simulator::Destroy();
    }

    GatewayTestBench m_bench; //!< the gateway
};

/**
 * @ingroup storage-gateway-tests
 *
 * Who sees what.
 */
class GatewayMaskingTestSuite : public TestSuite
{
  public:
    GatewayMaskingTestSuite()
        : TestSuite("gateway-masking", Type::UNIT)
    {
        AddTestCase(new GatewayMaskingTest, Duration::QUICK);
    }
};

static GatewayMaskingTestSuite g_gatewayMaskingTestSuite; //!< registers the suite
