/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_CONTROLLER_TEST_CASE_H
#define DISK_CONTROLLER_TEST_CASE_H

#include "disk-test-drive.h"

#include "ns3/disk-controller.h"
#include "ns3/disk-parameters-checker.h"
#include "ns3/test.h"

#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model
 *
 * A test of a controller of a tiny drive. Blocks 0 to 9 pass its first head from 0 to 10 ms, a
 * millisecond each, and again every 10 ms. Its times in microseconds:
 *
 * |            | going on | after a read | after a write |
 * | ---------- | -------- | ------------ | ------------- |
 * | read hit   | 100      | 200          | 300           |
 * | read miss  | 400      | 500          | 600           |
 * | write hit  | 700      | 800          | 900           |
 * | write miss | 1000     | 1100         | 1200          |
 *
 * A read completes in 10, a write in 20; a block takes 50 on the bus. There are 4 segments of 8
 * blocks; it does not read on, and a write is complete on the medium.
 */
class DiskControllerTestCase : public TestCase
{
  public:
    /**
     * @param name the test's name
     */
    DiskControllerTestCase(const std::string& name)
        : TestCase(name)
    {
    }

  protected:
    /// A command and what it is to come to.
    struct Step
    {
        int64_t at;               //!< when it comes, microseconds
        BlockOperation operation; //!< what to do
        uint64_t lba;             //!< its first block
        uint32_t blocks;          //!< number of blocks
        /// Kind of hit, then queue, overhead, seek, rotation, switching, transfer and bus in
        /// microseconds; or "refused" if something must be written back first.
        std::string expected;
    };

    static constexpr auto READ = BlockOperation::READ;     //!< shorter
    static constexpr auto WRITE = BlockOperation::WRITE;   //!< shorter
    static constexpr auto VERIFY = BlockOperation::VERIFY; //!< shorter
    static constexpr auto FLUSH = BlockOperation::FLUSH;   //!< shorter

    /**
     * @return the drive
     */
    static DiskParameters MakeDrive()
    {
        auto drive = MakeTinyDrive();
        auto& controller = drive.controller;
        controller.readHit = {MicroSeconds(100), MicroSeconds(200), MicroSeconds(300)};
        controller.readMiss = {MicroSeconds(400), MicroSeconds(500), MicroSeconds(600)};
        controller.writeHit = {MicroSeconds(700), MicroSeconds(800), MicroSeconds(900)};
        controller.writeMiss = {MicroSeconds(1000), MicroSeconds(1100), MicroSeconds(1200)};
        controller.readCompletion = MicroSeconds(10);
        controller.writeCompletion = MicroSeconds(20);
        controller.blockTransfer = MicroSeconds(50);
        controller.writeBlockTransfer = MicroSeconds(50);
        drive.cache.segments = 4;
        drive.cache.segmentBlocks = 8;
        drive.cache.maxReadAhead = 100;
        return drive;
    }

    /**
     * @return the drive with a cache for writes, two segments of which may wait
     */
    static DiskParameters MakeWriteBackDrive()
    {
        auto drive = MakeDrive();
        drive.cache.writeCache = DiskWriteCache::WRITE_BACK;
        drive.cache.writeSegments = 2;
        return drive;
    }

    /**
     * @param drive a drive for the steps that follow
     */
    void Start(const DiskParameters& drive)
    {
        DiskParametersChecker(drive).Check();
        m_controller = std::make_unique<DiskController>(drive);
    }

    /**
     * @param step a command
     * @param forceUnitAccess whether it goes past the cache
     * @return what it comes to, as Step has it
     */
    std::string Serve(const Step& step, bool forceUnitAccess = false)
    {
        BlockRequest request(step.operation, step.lba, step.blocks);
        request.forceUnitAccess = forceUnitAccess;
        const auto result = m_controller->Serve(request, MicroSeconds(step.at));
        if (!result)
        {
            return "refused";
        }
        const auto& service = result->service;
        std::ostringstream os;
        os.precision(15);
        os << service.hit;
        for (const auto& time : {service.queue,
                                 service.overhead,
                                 service.seek,
                                 service.rotation,
                                 service.switching,
                                 service.transfer,
                                 service.bus})
        {
            os << " " << time.GetNanoSeconds() / 1000.;
        }
        return os.str();
    }

    /**
     * @param what for messages
     * @param steps commands, one after the other
     * @param forceUnitAccess whether they go past the cache
     */
    void Check(const char* what, const std::vector<Step>& steps, bool forceUnitAccess = false)
    {
        for (const auto& step : steps)
        {
            const auto got = Serve(step, forceUnitAccess);
            NS_TEST_EXPECT_MSG_EQ(got,
                                  step.expected,
                                  what << ": " << step.operation << step.lba << " at " << step.at);
        }
    }

    /**
     * @param at a time, microseconds
     * @param lba a block
     * @return whether a read finds it in the cache: full, read_ahead or miss
     */
    std::string Probe(int64_t at, uint64_t lba)
    {
        const auto text = Serve({at, READ, lba, 1, ""});
        return text.substr(0, text.find(' '));
    }

    /**
     * @param at a time, microseconds
     * @return what is written back, as "3-5 until 5000"
     */
    std::string BeginWriteBack(int64_t at)
    {
        const auto writeBack = m_controller->BeginWriteBack(MicroSeconds(at));
        if (!writeBack)
        {
            return "nothing";
        }
        std::ostringstream os;
        os.precision(15);
        os << writeBack->run.begin << "-" << writeBack->run.end << " until "
           << writeBack->end.GetNanoSeconds() / 1000.;
        return os.str();
    }

    /**
     * @param at a time, microseconds
     * @param expected what is to be written back from then on
     * @param what for messages
     */
    void CheckWriteBack(int64_t at, const std::string& expected, const char* what)
    {
        const auto got = BeginWriteBack(at); // once, as the macro evaluates it again to report
        NS_TEST_EXPECT_MSG_EQ(got, expected, what);
    }

    /**
     * @param at a time, microseconds
     * @param lba a block
     * @param expected whether a read is to find it in the cache
     * @param what for messages
     */
    void CheckProbe(int64_t at, uint64_t lba, const std::string& expected, const char* what)
    {
        const auto got = Probe(at, lba);
        NS_TEST_EXPECT_MSG_EQ(got, expected, what);
    }

    std::unique_ptr<DiskController> m_controller; //!< the controller
};

} // namespace ns3

#endif /* DISK_CONTROLLER_TEST_CASE_H */
