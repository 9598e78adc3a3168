/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-random-drive.h"

#include "ns3/disk-controller.h"
#include "ns3/disk-parameters-checker.h"
#include "ns3/test.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>

using namespace ns3;

/**
 * @ingroup disk-model
 *
 * Random commands to random small drives with random caches, served one after the other with blocks
 * written back in between, as a drive does it.
 */
class DiskControllerRandomTest : public TestCase
{
  public:
    DiskControllerRandomTest()
        : TestCase("Random drives, caches and commands")
    {
    }

  private:
    void DoRun() override
    {
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(5);
        DiskRandomDrive drives(m_random);
        for (int i = 0; i < 600; ++i)
        {
            m_drive = drives.Make();
            AddController();
            AddCache();
            DiskParametersChecker(m_drive).Check();
            m_controller = std::make_unique<DiskController>(m_drive);
            m_now = Time(0);
            m_writeBack.reset();
            m_mediumEnd = Time(0);
            m_touched.clear();
            m_next = 0;
            for (int k = 0; k < 100; ++k)
            {
                DoStep();
            }
            Flush();
        }
        NS_TEST_EXPECT_MSG_GT(m_waits, 500, "enough waits for a segment to mean something");
        for (const auto hits : m_hits)
        {
            NS_TEST_EXPECT_MSG_GT(hits, 500, "enough of each kind of hit");
        }
    }

    /**
     * @param low lowest number
     * @param high highest number
     * @return a number between them
     */
    uint64_t Draw(uint64_t low, uint64_t high)
    {
        return m_random->GetInteger(low, high);
    }

    /**
     * @return a random time, often none
     */
    Time DrawTime()
    {
        return NanoSeconds(Draw(0, 1) * Draw(0, 1'000'000));
    }

    /// Give the drive a random controller.
    void AddController()
    {
        auto& controller = m_drive.controller;
        for (auto overhead : {&controller.readHit,
                              &controller.readMiss,
                              &controller.writeHit,
                              &controller.writeMiss,
                              &controller.readDisconnection})
        {
            *overhead = {DrawTime(), DrawTime(), DrawTime()};
        }
        controller.readCompletion = DrawTime();
        controller.writeCompletion = DrawTime();
        controller.blockTransfer = DrawTime() / 2;
        controller.writeBlockTransfer = DrawTime() / 2;
        controller.dataPreparation = DrawTime();
        controller.firstReselection = DrawTime();
        controller.writeDisconnection = DrawTime();
        controller.minWriteSeek = DrawTime();
        controller.readHighWater = Draw(0, 4) / 4.;
        controller.waterOfSegment = Draw(0, 1);
        controller.extraDisconnection = {Draw(0, 1) == 1,
                                         DrawTime(),
                                         DrawTime(),
                                         DrawTime(),
                                         DrawTime(),
                                         DrawTime(),
                                         DrawTime()};
        m_drive.repositioning = DrawTime();
        m_drive.zeroLatencyRead = Draw(0, 1);
        m_drive.zeroLatencyWrite = Draw(0, 1);
    }

    /// Give the drive a random cache.
    void AddCache()
    {
        auto& cache = m_drive.cache;
        cache.segments = Draw(0, 5);
        cache.writeSegments = Draw(0, cache.segments);
        cache.separateWrites = Draw(0, 1);
        cache.segmentBlocks = Draw(1, 40);
        cache.readAhead = static_cast<DiskReadAhead>(Draw(0, 5));
        cache.maxReadAhead = std::array<uint32_t, 3>{8, 60, UINT32_MAX}[Draw(0, 2)];
        cache.minReadAhead = Draw(0, 1) * Draw(0, 8);
        cache.readAheadOverRequested = Draw(0, 1);
        cache.readAheadOnHit = Draw(0, 1);
        cache.freeBlocks = Draw(0, 1);
        cache.writeCache = static_cast<DiskWriteCache>(Draw(0, 2));
        cache.readHitsOnWrites = Draw(0, 3) > 0;
        cache.combineWrites = Draw(0, 3) > 0;
        cache.writesDropSegments = Draw(0, 1) > 0;
        cache.forgetRequested = Draw(0, 3) == 0;
        cache.stopInSector = Draw(0, 1);
    }

    /// Serve a random command, or do something else.
    void DoStep()
    {
        m_now += NanoSeconds(Draw(0, 2) * Draw(0, 8'000'000));
        EndWriteBackBy(m_now);
        const auto kind = Draw(0, 99);
        if (kind == 0)
        {
            m_controller->LosePower(m_now);
            m_writeBack.reset();
            m_mediumEnd = m_now;
            NS_TEST_ASSERT_MSG_EQ(m_controller->IsClean(), true, "nothing is left without power");
        }
        else if (kind < 3)
        {
            const auto changeable = m_controller->GetChangeableCacheSettings();
            m_controller->SetCacheSettings(
                {changeable.writeCache && Draw(0, 3) > 0, changeable.readCache && Draw(0, 3) > 0});
        }
        else if (kind < 6)
        {
            Flush();
        }
        else
        {
            Serve(DrawRequest());
        }
        BeginWriteBack();
    }

    /**
     * @return a random request, near the last one as a rule
     */
    BlockRequest DrawRequest()
    {
        const auto blocks = m_drive.blocks;
        const auto operation = std::array<BlockOperation, 6>{BlockOperation::READ,
                                                             BlockOperation::READ,
                                                             BlockOperation::READ,
                                                             BlockOperation::WRITE,
                                                             BlockOperation::WRITE,
                                                             BlockOperation::VERIFY}[Draw(0, 5)];
        auto lba = Draw(0, 2) > 0 ? m_next : Draw(0, blocks - 1);
        lba -= std::min(lba, Draw(0, 1) * Draw(0, 6));
        lba = std::min(lba, blocks - 1);
        const auto most = std::min(blocks - lba, Draw(0, 9) == 0 ? blocks : 12);
        BlockRequest request(operation, lba, Draw(1, most));
        request.forceUnitAccess = Draw(0, 19) == 0;
        return request;
    }

    /**
     * Serve a command, after as many blocks are written back as it wants.
     *
     * @param request the command
     */
    void Serve(const BlockRequest& request)
    {
        auto result = m_controller->Serve(request, m_now);
        for (int waits = 0; !result; ++waits)
        {
            NS_TEST_ASSERT_MSG_LT(waits, 10, "refused for ever");
            ++m_waits;
            BeginWriteBack();
            NS_TEST_ASSERT_MSG_EQ(m_writeBack.has_value(), true, "refused, but nothing waits");
            m_now = m_writeBack->end;
            EndWriteBackBy(m_now);
            result = m_controller->Serve(request, m_now);
        }
        CheckTimes(request, *result);
        CheckHit(request, result->service);
        m_next = request.lba + request.blocks;
        for (auto lba = request.lba; lba < m_next; ++lba)
        {
            m_touched.insert(lba);
        }
        const auto end = m_now + result->service.GetTotal();
        const auto isReadHit =
            request.operation == BlockOperation::READ && result->service.hit == DiskHit::FULL;
        while (true)
        {
            if (isReadHit)
            {
                BeginWriteBack();
            }
            if (!m_writeBack || m_writeBack->end > end)
            {
                break;
            }
            m_now = m_writeBack->end;
            EndWriteBackBy(m_now);
        }
        m_now = end;
        m_controller->GetTrack(m_now);
    }

    /**
     * @param request a command
     * @param result what it comes to
     */
    void CheckTimes(const BlockRequest& request, const DiskController::Result& result)
    {
        const auto& service = result.service;
        for (const auto& time : {service.queue,
                                 service.overhead,
                                 service.seek,
                                 service.rotation,
                                 service.switching,
                                 service.transfer,
                                 service.bus})
        {
            NS_TEST_ASSERT_MSG_EQ(time.IsNegative() && !time.IsZero(), false, "negative time");
        }
        const auto end = m_now + service.GetTotal();
        if (result.access)
        {
            const auto mediumEnd = result.accessStart + result.access->GetTotal();
            NS_TEST_ASSERT_MSG_GT_OR_EQ(result.accessStart, m_now, "not before it came");
            NS_TEST_ASSERT_MSG_GT_OR_EQ(result.accessStart, m_mediumEnd, "one access at a time");
            NS_TEST_ASSERT_MSG_GT_OR_EQ(end, mediumEnd, "complete after its access");
            m_mediumEnd = mediumEnd;
        }
        if (service.hit == DiskHit::MISS)
        {
            NS_TEST_ASSERT_MSG_EQ(result.access.has_value(), true, "a miss needs the medium");
            NS_TEST_ASSERT_MSG_EQ((service.transfer + NanoSeconds(1) >= GetShortest(request)),
                                  true,
                                  "faster than the medium");
        }
    }

    /**
     * @param request a command
     * @return the shortest time in which its blocks can pass under a head
     */
    Time GetShortest(const BlockRequest& request) const
    {
        uint32_t most = 0;
        for (const auto& zone : m_drive.zones)
        {
            most = std::max(most, zone.sectorsPerTrack);
        }
        return NanoSeconds(int64_t(60e9 / m_drive.rpm * request.blocks / most));
    }

    /**
     * @param request a command
     * @param service its times
     */
    void CheckHit(const BlockRequest& request, const DiskService& service)
    {
        const auto isWrite = request.operation == BlockOperation::WRITE;
        const auto& settings = m_controller->GetCacheSettings();
        m_hits[static_cast<uint8_t>(service.hit)] += isWrite ? 0 : 1;
        if (request.operation == BlockOperation::VERIFY || request.forceUnitAccess ||
            !(isWrite ? settings.writeCache : settings.readCache))
        {
            NS_TEST_ASSERT_MSG_EQ(service.hit, DiskHit::MISS, "past the cache");
        }
        const auto& cache = m_drive.cache;
        if (!isWrite && cache.readAhead == DiskReadAhead::NONE && !cache.freeBlocks &&
            !m_touched.contains(request.lba))
        {
            NS_TEST_ASSERT_MSG_EQ(service.hit, DiskHit::MISS, "was never read or written");
        }
    }

    /// Begin to write back, if nothing is on its way.
    void BeginWriteBack()
    {
        if (m_writeBack)
        {
            return;
        }
        const auto isClean = m_controller->IsClean();
        m_writeBack = m_controller->BeginWriteBack(m_now);
        NS_TEST_ASSERT_MSG_EQ(m_writeBack.has_value(), !isClean, "whatever waits");
        if (m_writeBack)
        {
            const auto length = m_writeBack->run.GetLength();
            NS_TEST_ASSERT_MSG_GT(length, 0, "blocks");
            NS_TEST_ASSERT_MSG_LT(length, m_drive.cache.segmentBlocks + 1, "of a segment");
            NS_TEST_ASSERT_MSG_GT(m_writeBack->end, m_now, "takes time");
            m_mediumEnd = m_writeBack->end;
        }
    }

    /**
     * @param now a time
     */
    void EndWriteBackBy(Time now)
    {
        if (m_writeBack && m_writeBack->end <= now)
        {
            m_controller->EndWriteBack();
            m_writeBack.reset();
        }
    }

    /// Serve a FLUSH.
    void Flush()
    {
        const BlockRequest request(BlockOperation::FLUSH, 0, 0);
        while (!m_controller->Serve(request, m_now))
        {
            BeginWriteBack();
            m_now = m_writeBack->end;
            EndWriteBackBy(m_now);
        }
        NS_TEST_ASSERT_MSG_EQ(m_controller->IsClean(), true, "everything is on the medium");
        NS_TEST_ASSERT_MSG_EQ(m_writeBack.has_value(), false, "and nothing on its way");
    }

    Ptr<UniformRandomVariable> m_random;                  //!< what to draw from
    DiskParameters m_drive;                               //!< the present drive
    std::unique_ptr<DiskController> m_controller;         //!< its controller
    Time m_now;                                           //!< the time
    std::optional<DiskController::WriteBack> m_writeBack; //!< what is on its way
    Time m_mediumEnd;                                     //!< when the last access ends
    std::set<uint64_t> m_touched;                         //!< blocks read or written so far
    uint64_t m_next{0};                                   //!< the block after the last command's
    uint64_t m_waits{0};                                  //!< waits for the medium
    std::array<uint64_t, 4> m_hits{};                     //!< reads of each kind of hit
};

/**
 * @ingroup disk-model
 *
 * Properties that hold for every controller.
 */
class DiskControllerRandomTestSuite : public TestSuite
{
  public:
    DiskControllerRandomTestSuite()
        : TestSuite("disk-model-controller-random", Type::UNIT)
    {
        AddTestCase(new DiskControllerRandomTest, Duration::QUICK);
    }
};

static DiskControllerRandomTestSuite g_diskControllerRandomTestSuite; //!< registers the suite
