/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-test-bench.h"

#include "ns3/pointer.h"
#include "ns3/ram-disk.h"
#include "ns3/scsi-block-device.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <vector>

using namespace ns3;

/**
 * @ingroup iscsi-tests
 *
 * The disks of a target are its logical units, in their order.
 */
class IscsiTargetHelperTestCase : public TestCase
{
  public:
    IscsiTargetHelperTestCase()
        : TestCase("Block devices become logical units 0 and 1")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        std::vector<Ptr<BlockDevice>> disks;
        for (const uint32_t blocks : {1000, 2000})
        {
            disks.push_back(
                CreateObjectWithAttributes<RamDisk>("BlockCount", UintegerValue(blocks)));
        }
        const std::string name = "iqn.2026-01.com.example:disks";
        IscsiTargetHelper(name).InstallDisks(bench.nodes.Get(1), disks);
        const auto initiator =
            IscsiInitiatorHelper(bench.targetAddress, name).Install(bench.nodes.Get(0));
        std::vector<Ptr<ScsiBlockDevice>> seen;
        for (const uint32_t lun : {0, 1})
        {
            seen.push_back(
                CreateObjectWithAttributes<ScsiBlockDevice>("Lun",
                                                            UintegerValue(lun),
                                                            "Port",
                                                            PointerValue(initiator->GetPort())));
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(seen[0]->GetBlockCount(), 1000, "the first disk");
        NS_TEST_EXPECT_MSG_EQ(seen[1]->GetBlockCount(), 2000, "the second disk");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * The helper of targets.
 */
class IscsiTargetHelperTestSuite : public TestSuite
{
  public:
    IscsiTargetHelperTestSuite()
        : TestSuite("iscsi-target-helper", Type::UNIT)
    {
        AddTestCase(new IscsiTargetHelperTestCase, TestCase::Duration::QUICK);
    }
};

static IscsiTargetHelperTestSuite g_iscsiTargetHelperTestSuite; //!< registers the suite
