/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_DISK_TEST_CASE_H
#define SCSI_DISK_TEST_CASE_H

#include "scsi-test-doubles.h"

#include "ns3/scsi-disk.h"
#include "ns3/test.h"

#include <string>

namespace ns3
{
namespace scsitest
{

/**
 * @ingroup scsi-tests
 *
 * A disk over a drive, behind a port that runs one command at a time.
 */
class ScsiDiskTestCase : public TestCase
{
  protected:
    /**
     * @param name the name
     */
    explicit ScsiDiskTestCase(const std::string& name)
        : TestCase(name)
    {
    }

    /**
     * Check that the last command was refused as it should be.
     *
     * @param key the sense key
     * @param additional additional sense code and its qualifier
     * @param what the command
     */
    void ExpectSense(ScsiSenseKey key, uint16_t additional, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(port.completions, 1, what << ": once");
        NS_TEST_ASSERT_MSG_EQ((port.task->status == ScsiStatus::CHECK_CONDITION), true, what);
        NS_TEST_ASSERT_MSG_EQ(port.sense.has_value(), true, what << ": sense data");
        NS_TEST_EXPECT_MSG_EQ((port.sense->key == key), true, what << ": key");
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(port.sense->additional), additional, what);
        NS_TEST_EXPECT_MSG_EQ(port.dataIn.size(), 0, what << ": no data");
    }

    /**
     * Check that the last command was good.
     *
     * @param residual its residual
     * @param what the command
     */
    void ExpectGood(int64_t residual, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(port.completions, 1, what << ": once");
        NS_TEST_EXPECT_MSG_EQ((port.task->status == ScsiStatus::GOOD), true, what << ": GOOD");
        NS_TEST_EXPECT_MSG_EQ(port.task->sense.size(), 0, what << ": no sense data");
        NS_TEST_EXPECT_MSG_EQ(port.task->residual, residual, what << ": residual");
    }

    void DoSetup() override
    {
        drive = CreateObject<TestBlockDevice>();
        disk = CreateObject<ScsiDisk>();
        disk->SetBlockDevice(drive);
        port.device = disk;
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
        port.device = nullptr;
        port.task = nullptr;
        disk->Dispose();
        disk = nullptr;
        drive = nullptr;
    }

    Ptr<TestBlockDevice> drive; //!< the drive
    Ptr<ScsiDisk> disk;         //!< the disk
    TestTargetPort port;        //!< what brings it commands
};

} // namespace scsitest
} // namespace ns3

#endif /* SCSI_DISK_TEST_CASE_H */
