/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/disk-cache.h"
#include "ns3/test.h"

#include <sstream>
#include <string>

using namespace ns3;

/**
 * @ingroup disk-model
 *
 * A test of a cache of three segments of 8 blocks, all of which may be dirty.
 */
class DiskCacheTestCase : public TestCase
{
  public:
    /**
     * @param name the test's name
     */
    DiskCacheTestCase(const std::string& name)
        : TestCase(name)
    {
    }

  protected:
    /**
     * @return the cache's parameters
     */
    static DiskCacheParameters MakeParameters()
    {
        DiskCacheParameters parameters;
        parameters.segments = 3;
        parameters.writeSegments = 3;
        parameters.segmentBlocks = 8;
        return parameters;
    }

    /**
     * @param run a run
     * @return it, as 10-18
     */
    static std::string Print(const DiskRun& run)
    {
        std::ostringstream os;
        os << run.begin << "-" << run.end;
        return os.str();
    }

    /**
     * @param cache a cache
     * @param lba a block
     * @return what the segment holds that a read finds it in, or none
     */
    static std::string GetHeld(DiskCache& cache, uint64_t lba)
    {
        const auto segment = cache.Find(lba);
        return segment ? Print(segment->held) : "none";
    }

    /**
     * Write back what has waited longest.
     *
     * @param cache a cache
     * @return the blocks
     */
    static std::string WriteBack(DiskCache& cache)
    {
        const auto run = cache.BeginWriteBack(0);
        cache.EndWriteBack();
        return Print(run);
    }
};

/**
 * @ingroup disk-model
 *
 * Runs overlap if they have a block in common.
 */
class DiskRunTest : public DiskCacheTestCase
{
  public:
    DiskRunTest()
        : DiskCacheTestCase("Runs of blocks")
    {
    }

  private:
    void DoRun() override
    {
        const DiskRun run{10, 20};
        NS_TEST_EXPECT_MSG_EQ(run.GetLength(), 10, "length");
        NS_TEST_EXPECT_MSG_EQ(run.Contains(9), false, "the block before");
        NS_TEST_EXPECT_MSG_EQ(run.Contains(10), true, "the first");
        NS_TEST_EXPECT_MSG_EQ(run.Contains(20), false, "the block after");
        NS_TEST_EXPECT_MSG_EQ(run.Overlaps({0, 10}), false, "touches in front");
        NS_TEST_EXPECT_MSG_EQ(run.Overlaps({0, 11}), true, "one block in front");
        NS_TEST_EXPECT_MSG_EQ(run.Overlaps({19, 30}), true, "one block at the end");
        NS_TEST_EXPECT_MSG_EQ(run.Overlaps({20, 30}), false, "touches at the end");
        NS_TEST_EXPECT_MSG_EQ(run.Overlaps({15, 15}), false, "no block in the middle");
        NS_TEST_EXPECT_MSG_EQ((DiskRun{15, 15}.Overlaps(run)), false, "the same the other way");
        NS_TEST_EXPECT_MSG_EQ((DiskRun{5, 5}.IsEmpty()), true, "empty");
    }
};

/**
 * @ingroup disk-model
 *
 * Blocks that were read are found until their segment gives way.
 */
class DiskCacheReadTest : public DiskCacheTestCase
{
  public:
    DiskCacheReadTest()
        : DiskCacheTestCase("Reads: least recently used, long runs, extending, releasing")
    {
    }

  private:
    void DoRun() override
    {
        DiskCache cache(MakeParameters());
        cache.TakeForRead({0, 4});
        cache.TakeForRead({10, 14});
        cache.TakeForRead({20, 24});
        cache.Touch(*cache.Find(0));
        cache.TakeForRead({30, 34});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 10), "none", "used longest ago");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 3), "0-4", "touched");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 4), "none", "behind the last");
        cache.TakeForRead({40, 60});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 59), "52-60", "the last 8 of 20");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 20), "none", "gave way");
        cache.Extend(*cache.Find(3), 8);
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 3), "0-8", "full");
        cache.Extend(*cache.Find(3), 11);
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 3), "3-11", "the oldest gave way");
        cache.Extend(*cache.Find(3), 5);
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 3), "3-11", "it does not get shorter");
        cache.Release({5, 7});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 8), "7-11", "released with those before");
        cache.Release({8, 30});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 10), "none", "released to the end");
        cache.TakeForRead({52, 56});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 53), "52-60", "of two the one that goes farther");
        cache.Clear();
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 53), "none", "cleared");
        CheckNone();
    }

    /**
     * Check a drive without a cache.
     */
    void CheckNone()
    {
        DiskCache cache(DiskCacheParameters{});
        NS_TEST_EXPECT_MSG_EQ(cache.TakeForRead({0, 4}), nullptr, "no segment");
        NS_TEST_EXPECT_MSG_EQ(cache.CanHold({0, 1}), false, "nor for a write");
        NS_TEST_EXPECT_MSG_EQ(cache.Write({0, 1}), false, "which it does not take");
        cache.WriteThrough({0, 1});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 0), "none", "nor keep");
        NS_TEST_EXPECT_MSG_EQ(cache.IsClean(), true, "and nothing waits");
    }
};

/**
 * @ingroup disk-model
 *
 * Writes wait in the cache, are combined, and go to the medium in order.
 */
class DiskCacheWriteTest : public DiskCacheTestCase
{
  public:
    DiskCacheWriteTest()
        : DiskCacheTestCase("Writes: order, combination, what is on its way, room")
    {
    }

  private:
    void DoRun() override
    {
        CheckOrder();
        CheckElevator();
        CheckStream();
        CheckCombination();
        CheckOnTheWay();
        CheckOverlap();
        CheckRoom();
        CheckContinuedOnMedium();
    }

    void CheckOrder()
    {
        DiskCache cache(MakeParameters());
        NS_TEST_EXPECT_MSG_EQ(cache.Write({30, 32}), true, "room");
        NS_TEST_EXPECT_MSG_EQ(cache.Write({10, 12}), true, "room");
        NS_TEST_EXPECT_MSG_EQ(cache.Write({30, 31}), true, "again, in its place");
        NS_TEST_EXPECT_MSG_EQ(cache.GetNextDirty(0), 10, "next");
        NS_TEST_EXPECT_MSG_EQ(cache.GetNextDirty(11), 11, "next, inside");
        NS_TEST_EXPECT_MSG_EQ(cache.GetNextDirty(12), 30, "next, behind");
        NS_TEST_EXPECT_MSG_EQ(cache.GetNextDirty(32), UINT64_MAX, "no more");
        NS_TEST_EXPECT_MSG_EQ(WriteBack(cache), "30-32", "waited longest");
        NS_TEST_EXPECT_MSG_EQ(cache.IsClean(), false, "one is left");
        NS_TEST_EXPECT_MSG_EQ(cache.IsDirty({31, 32}), false, "on the medium");
        NS_TEST_EXPECT_MSG_EQ(cache.IsDirty({11, 20}), true, "not yet");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 30), "30-32", "still held");
        NS_TEST_EXPECT_MSG_EQ(WriteBack(cache), "10-12", "the other");
        NS_TEST_EXPECT_MSG_EQ(cache.IsClean(), true, "all");
        NS_TEST_EXPECT_MSG_EQ(cache.BeginWriteBack(0).IsEmpty(), true, "nothing left");
    }

    /// An elevator: up from where the arm is, then down.
    void CheckElevator()
    {
        auto parameters = MakeParameters();
        parameters.segments = parameters.writeSegments = 4;
        parameters.writeBackOrder = DiskWriteBackOrder::LOOK;
        DiskCache cache(parameters);
        for (const uint64_t lba : {50, 10, 30, 20})
        {
            cache.Write({lba, lba + 1});
        }
        uint64_t arm = 25;
        for (const auto* expected : {"30-31", "50-51", "20-21", "10-11"})
        {
            const auto run = cache.BeginWriteBack(arm);
            cache.EndWriteBack();
            NS_TEST_EXPECT_MSG_EQ(Print(run), expected, "from " << arm);
            arm = run.end;
        }
    }

    /// A write of 20 blocks takes three segments of 8, or none.
    void CheckStream()
    {
        auto parameters = MakeParameters();
        parameters.segments = parameters.writeSegments = 4;
        NS_TEST_EXPECT_MSG_EQ(DiskCache(parameters).CanHold({0, 9}), false, "one segment");
        parameters.streamsWrites = true;
        DiskCache cache(parameters);
        NS_TEST_EXPECT_MSG_EQ(cache.CanHold({0, 32}), true, "four segments");
        NS_TEST_EXPECT_MSG_EQ(cache.CanHold({0, 33}), false, "five segments");
        NS_TEST_EXPECT_MSG_EQ(cache.Write({100, 120}), true, "three segments");
        NS_TEST_EXPECT_MSG_EQ(cache.Write({200, 210}), false, "two segments, and one is left");
        NS_TEST_EXPECT_MSG_EQ(cache.IsDirty({200, 210}), false, "nothing of it");
        NS_TEST_EXPECT_MSG_EQ(cache.Write({120, 124}), true, "it continues the last");
        NS_TEST_EXPECT_MSG_EQ(WriteBack(cache), "100-108", "the first");
        NS_TEST_EXPECT_MSG_EQ(cache.Write({200, 210}), true, "two segments, and two are left");
        NS_TEST_EXPECT_MSG_EQ(WriteBack(cache), "108-116", "the second");
        NS_TEST_EXPECT_MSG_EQ(WriteBack(cache), "116-124", "the third");
        NS_TEST_EXPECT_MSG_EQ(WriteBack(cache), "200-208", "the fourth");
        NS_TEST_EXPECT_MSG_EQ(WriteBack(cache), "208-210", "the last");
    }

    void CheckCombination()
    {
        DiskCache cache(MakeParameters());
        cache.Write({10, 12});
        cache.Write({12, 15});
        cache.Write({11, 17});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 10), "10-17", "joined");
        cache.Write({17, 19});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 17), "17-19", "9 blocks do not fit");
        NS_TEST_EXPECT_MSG_EQ(WriteBack(cache), "10-17", "all at once");
        // On the medium now: a write that continues from there takes the segment along.
        cache.Write({19, 20});
        NS_TEST_EXPECT_MSG_EQ(WriteBack(cache), "17-20", "joined");
        auto parameters = MakeParameters();
        parameters.combineWrites = false;
        DiskCache apart(parameters);
        apart.Write({10, 12});
        apart.Write({12, 15});
        NS_TEST_EXPECT_MSG_EQ(WriteBack(apart), "10-12", "apart");
        NS_TEST_EXPECT_MSG_EQ(apart.Write({13, 14}), false, "the same blocks wait already");
    }

    void CheckOnTheWay()
    {
        DiskCache cache(MakeParameters());
        cache.Write({10, 14});
        cache.Write({50, 51});
        NS_TEST_EXPECT_MSG_EQ(Print(cache.BeginWriteBack(0)), "10-14", "on the way");
        NS_TEST_EXPECT_MSG_EQ(cache.Write({13, 15}), false, "a block of them");
        NS_TEST_EXPECT_MSG_EQ(cache.Write({14, 16}), true, "appended");
        NS_TEST_EXPECT_MSG_EQ(cache.Write({16, 18}), true, "appended again");
        NS_TEST_EXPECT_MSG_EQ(cache.Write({18, 19}), true, "no more room there");
        cache.EndWriteBack();
        NS_TEST_EXPECT_MSG_EQ(cache.IsDirty({10, 14}), false, "on the medium");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 10), "10-18", "the others still held with them");
        NS_TEST_EXPECT_MSG_EQ(WriteBack(cache), "50-51", "waited longer than what was appended");
        NS_TEST_EXPECT_MSG_EQ(WriteBack(cache), "14-18", "appended");
        NS_TEST_EXPECT_MSG_EQ(WriteBack(cache), "18-19", "the last");
    }

    void CheckOverlap()
    {
        DiskCache cache(MakeParameters());
        cache.TakeForRead({10, 18});
        cache.Write({12, 14});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 10), "10-12", "what is in front stays");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 13), "12-14", "written");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 14), "none", "what is behind does not");
        NS_TEST_EXPECT_MSG_EQ(cache.Write({11, 13}), false, "overlaps what waits");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 11), "10-12", "nothing has changed");
        NS_TEST_EXPECT_MSG_EQ(cache.Write({13, 21}), false, "joined it would not fit");
        WriteBack(cache);
        NS_TEST_EXPECT_MSG_EQ(cache.Write({13, 21}), true, "on the medium");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 12), "12-13", "what is old is dropped");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 13), "13-21", "what is new");
        cache.Clear();
        cache.TakeForRead({20, 24});
        cache.Write({18, 22});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 23), "22-24", "in front");
        cache.Write({40, 48});
        NS_TEST_EXPECT_MSG_EQ(cache.MayExtend(*cache.Find(40)), false, "not while it waits");
        NS_TEST_EXPECT_MSG_EQ(cache.MayExtend(*cache.Find(22)), true, "was read");
        CheckDropped();
    }

    void CheckDropped()
    {
        auto parameters = MakeParameters();
        parameters.writesDropSegments = true;
        DiskCache cache(parameters);
        cache.TakeForRead({10, 18});
        cache.TakeForRead({20, 28});
        cache.Write({12, 14});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 10), "none", "in front");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 14), "none", "behind");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 13), "12-14", "written");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 20), "20-28", "another segment");
        cache.Write({14, 16});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 12), "12-16", "its own segment stays");
        WriteBack(cache);
        cache.WriteThrough({27, 28});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 20), "none", "written past the cache");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 27), "27-28", "and kept");
    }

    void CheckRoom()
    {
        auto parameters = MakeParameters();
        parameters.writeSegments = 1;
        DiskCache one(parameters);
        one.Write({10, 12});
        NS_TEST_EXPECT_MSG_EQ(one.Write({20, 22}), false, "one only");
        NS_TEST_EXPECT_MSG_EQ(one.CanHold({20, 28}), true, "later");
        NS_TEST_EXPECT_MSG_EQ(one.CanHold({20, 29}), false, "never");
        one.TakeForRead({30, 31});
        one.TakeForRead({40, 41});
        one.TakeForRead({50, 51});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(one, 10), "10-12", "does not give way");
        parameters.separateWrites = true;
        DiskCache separate(parameters);
        separate.Write({10, 12});
        WriteBack(separate);
        separate.TakeForRead({30, 31});
        separate.TakeForRead({40, 41});
        separate.TakeForRead({50, 51});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(separate, 10), "10-12", "not for reads");
        NS_TEST_EXPECT_MSG_EQ(separate.MayExtend(*separate.Find(10)), false, "nor their blocks");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(separate, 30), "none", "two are");
        separate.Write({60, 61});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(separate, 10), "none", "for the next write");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(separate, 40), "40-41", "not that");
    }

    void CheckContinuedOnMedium()
    {
        auto parameters = MakeParameters();
        parameters.readHitsOnWrites = false;
        DiskCache blind(parameters);
        blind.Write({10, 12});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(blind, 10), "none", "not for reads");
        DiskCache cache(MakeParameters());
        cache.TakeForRead({10, 14});
        cache.WriteThrough({12, 16});
        NS_TEST_EXPECT_MSG_EQ(cache.IsClean(), true, "on the medium");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 12), "12-16", "kept");
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 11), "10-12", "cut");
        cache.WriteThrough({16, 26});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 25), "18-26", "goes on; the last 8");
        cache.WriteThrough({40, 60});
        NS_TEST_EXPECT_MSG_EQ(GetHeld(cache, 59), "none", "longer than a segment");
    }
};

/**
 * @ingroup disk-model
 *
 * The segments of a drive's cache.
 */
class DiskCacheTestSuite : public TestSuite
{
  public:
    DiskCacheTestSuite()
        : TestSuite("disk-model-cache", Type::UNIT)
    {
        AddTestCase(new DiskRunTest, Duration::QUICK);
        AddTestCase(new DiskCacheReadTest, Duration::QUICK);
        AddTestCase(new DiskCacheWriteTest, Duration::QUICK);
    }
};

static DiskCacheTestSuite g_diskCacheTestSuite; //!< registers the suite
