/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/disk-cache.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <set>

using namespace ns3;

/**
 * @ingroup disk-model
 *
 * The cache and its segments under random reads and writes.
 */
class DiskCacheRandomTest : public TestCase
{
  public:
    DiskCacheRandomTest()
        : TestCase("Random reads and writes: what waits stays in the cache")
    {
    }

  private:
    void DoRun() override
    {
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(6);
        for (int i = 0; i < 300; ++i)
        {
            DiskCacheParameters parameters;
            parameters.segments = m_random->GetInteger(1, 4);
            parameters.writeSegments = m_random->GetInteger(1, parameters.segments);
            parameters.separateWrites = m_random->GetInteger(0, 1);
            parameters.combineWrites = m_random->GetInteger(0, 3) > 0;
            parameters.writesDropSegments = m_random->GetInteger(0, 1) > 0;
            parameters.segmentBlocks = m_random->GetInteger(1, 8);
            DiskCache cache(parameters);
            m_dirty.clear();
            m_onTheWay = {};
            for (int k = 0; k < 200; ++k)
            {
                DoStep(cache);
                CheckBlocks(cache, parameters);
            }
        }
    }

    /**
     * @param cache the cache
     */
    void DoStep(DiskCache& cache)
    {
        const auto begin = m_random->GetInteger(0, 29);
        const DiskRun run{begin, begin + m_random->GetInteger(1, 8)};
        switch (m_random->GetInteger(0, 4))
        {
        case 0:
            Read(cache, run);
            break;
        case 1:
        case 2:
            Write(cache, run);
            break;
        case 3:
            cache.Release(run);
            break;
        default:
            WriteBack(cache);
        }
    }

    /**
     * @param cache the cache
     * @param run blocks that are read
     */
    void Read(DiskCache& cache, const DiskRun& run)
    {
        const auto segment = cache.Find(run.begin);
        if (segment && cache.MayExtend(*segment) && !cache.IsDirty({segment->held.end, run.end}))
        {
            cache.Extend(*segment, run.end);
        }
        else if (!cache.IsDirty(run))
        {
            cache.TakeForRead(run);
        }
    }

    /**
     * @param cache the cache
     * @param run blocks that are written
     */
    void Write(DiskCache& cache, const DiskRun& run)
    {
        if (m_random->GetInteger(0, 3) == 0 && !cache.IsDirty(run))
        {
            cache.WriteThrough(run);
        }
        else if (cache.CanHold(run) && cache.Write(run))
        {
            for (auto lba = run.begin; lba < run.end; ++lba)
            {
                m_dirty.insert(lba);
            }
        }
    }

    /**
     * @param cache the cache
     */
    void WriteBack(DiskCache& cache)
    {
        if (m_onTheWay.IsEmpty())
        {
            m_onTheWay = cache.BeginWriteBack(0);
            return;
        }
        cache.EndWriteBack();
        for (auto lba = m_onTheWay.begin; lba < m_onTheWay.end; ++lba)
        {
            NS_TEST_ASSERT_MSG_EQ(m_dirty.erase(lba), 1, "it waited, and once");
        }
        m_onTheWay = {};
    }

    /**
     * @param cache the cache
     * @param parameters its parameters
     */
    void CheckBlocks(DiskCache& cache, const DiskCacheParameters& parameters)
    {
        NS_TEST_ASSERT_MSG_EQ(cache.IsClean(), m_dirty.empty(), "all waits are known");
        for (uint64_t lba = 0; lba < 40; ++lba)
        {
            const auto isDirty = m_dirty.contains(lba);
            const auto segment = cache.Find(lba);
            NS_TEST_ASSERT_MSG_EQ(cache.IsDirty({lba, lba + 1}), isDirty, "waits");
            NS_TEST_ASSERT_MSG_EQ(isDirty && !segment, false, "and is in the cache");
            const auto next = m_dirty.lower_bound(lba);
            const auto first = next == m_dirty.end() ? UINT64_MAX : *next;
            NS_TEST_ASSERT_MSG_EQ(cache.GetNextDirty(lba), first, "the next that waits");
            if (segment)
            {
                NS_TEST_ASSERT_MSG_EQ(isDirty && !segment->dirty.Contains(lba), false, "the new");
                NS_TEST_ASSERT_MSG_LT(segment->held.GetLength(),
                                      parameters.segmentBlocks + 1,
                                      "as much as it can hold");
                const auto isHeld =
                    segment->dirty.IsEmpty() || (segment->dirty.begin >= segment->held.begin &&
                                                 segment->dirty.end <= segment->held.end);
                NS_TEST_ASSERT_MSG_EQ(isHeld, true, "what waits is held");
            }
        }
    }

    Ptr<UniformRandomVariable> m_random; //!< what to draw from
    std::set<uint64_t> m_dirty;          //!< blocks that are not on the medium
    DiskRun m_onTheWay;                  //!< those on their way
};

/**
 * @ingroup disk-model
 *
 * Properties that hold for every cache.
 */
class DiskCacheRandomTestSuite : public TestSuite
{
  public:
    DiskCacheRandomTestSuite()
        : TestSuite("disk-model-cache-random", Type::UNIT)
    {
        AddTestCase(new DiskCacheRandomTest, Duration::QUICK);
    }
};

static DiskCacheRandomTestSuite g_diskCacheRandomTestSuite; //!< registers the suite
