/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fcal-helper.h"
#include "ns3/ram-disk.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

using namespace ns3;

/**
 * @ingroup fcal-tests
 *
 * Drives on a loop are what an initiator there has as block devices.
 */
class FcalHelperDisksTest : public TestCase
{
  public:
    FcalHelperDisksTest()
        : TestCase("Two drives on one loop, a third on another")
    {
    }

  private:
    /**
     * @param blocks its size
     * @return a drive
     */
    static Ptr<BlockDevice> MakeDrive(uint32_t blocks)
    {
        return CreateObjectWithAttributes<RamDisk>("BlockCount", UintegerValue(blocks));
    }

    void DoRun() override
    {
        FcalHelper helper;
        const auto loop = helper.CreateLoop();
        const auto other = helper.CreateLoop();
        helper.InstallDisks(loop, {MakeDrive(1000), MakeDrive(2000)});
        helper.InstallDisks(other, {MakeDrive(3000)});
        const auto devices = helper.InstallBlockDevices(loop);
        NS_TEST_ASSERT_MSG_EQ(devices.size(), 2, "one for each drive of this loop");
        NS_TEST_EXPECT_MSG_EQ(devices[0]->IsReady(), false, "the loop is not initialised");
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(devices[0]->GetBlockCount(), 1000, "the first drive");
        NS_TEST_EXPECT_MSG_EQ(devices[1]->GetBlockCount(), 2000, "the second drive");
        Simulator::Destroy();
        loop->Dispose();
        other->Dispose();
    }
};

/**
 * @ingroup fcal-tests
 *
 * The helper of loops.
 */
class FcalHelperTestSuite : public TestSuite
{
  public:
    FcalHelperTestSuite()
        : TestSuite("fcal-helper", Type::UNIT)
    {
        AddTestCase(new FcalHelperDisksTest, TestCase::Duration::QUICK);
    }
};

static FcalHelperTestSuite g_fcalHelperTestSuite; //!< registers the suite
