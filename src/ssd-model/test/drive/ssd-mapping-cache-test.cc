/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-test-load.h"

#include "ns3/simulator.h"
#include "ns3/ssd-mapping-cache.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <list>
#include <map>
#include <numeric>
#include <utility>

using namespace ns3;

namespace
{

constexpr uint32_t MAPPED_BLOCKS = 8 * 1024; //!< that a page of the mapping table maps
constexpr uint32_t PAGES = 256;              //!< of the mapping table of the default drive
constexpr uint32_t CACHED = 64;              //!< of them in memory

/**
 * @param pages of the mapping table in memory
 * @return a drive of 1 GiB
 */
SsdParameters
MakeMappedDrive(uint32_t pages)
{
    SsdParameters parameters;
    parameters.readCommand = NanoSeconds(10000);
    parameters.writeCommand = NanoSeconds(8000);
    parameters.mappingCachePages = pages;
    return parameters;
}

} // namespace

/**
 * @ingroup ssd-model-tests
 *
 * Which pages are there, against a list.
 */
class SsdMappingCachePagesTestCase : public TestCase
{
  public:
    SsdMappingCachePagesTestCase()
        : TestCase("The page that was used longest ago gives way")
    {
    }

  private:
    void DoRun() override
    {
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(3);
        for (const uint32_t capacity : {1, 2, 7})
        {
            SsdMappingCache cache(capacity);
            // Pages with whether they were changed, the one that was used last first.
            std::list<std::pair<uint32_t, bool>> pages;
            for (uint32_t step = 0; step < 20000; ++step)
            {
                const auto page = random->GetInteger(0, 11);
                const bool isChanged = random->GetInteger(0, 2) == 0;
                const auto found =
                    std::ranges::find(pages, page, &std::pair<uint32_t, bool>::first);
                const bool isMiss = found == pages.end();
                std::optional<uint32_t> written;
                bool wasChanged = false;
                if (!isMiss)
                {
                    wasChanged = found->second;
                    pages.erase(found);
                }
                else if (pages.size() == capacity)
                {
                    if (pages.back().second)
                    {
                        written = pages.back().first;
                    }
                    pages.pop_back();
                }
                pages.emplace_front(page, isChanged || wasChanged);
                const auto use = cache.Touch(page, isChanged);
                NS_TEST_ASSERT_MSG_EQ(use.isMiss, isMiss, "step " << step);
                NS_TEST_ASSERT_MSG_EQ((use.written == written), true, "step " << step);
                if (step % 5000 == 4999)
                {
                    cache.Clear();
                    pages.clear();
                }
            }
            NS_TEST_EXPECT_MSG_EQ(cache.GetUses(), 20000, "uses");
        }
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * What pages of the mapping table cost that are not in memory.
 */
class SsdMappingCacheCostTestCase : public TestCase
{
  public:
    SsdMappingCacheCostTestCase()
        : TestCase("Reads and writes without their page of the mapping table")
    {
    }

  private:
    void DoRun() override
    {
        CheckReads();
        CheckWrites();
        CheckSmallMemory();
        Simulator::Destroy();
    }

    /// A page that is read is 50,000 ns of its cells and 10,240 ns of the channel.
    void CheckReads()
    {
        using enum BlockOperation;
        constexpr int64_t HIT = 10000 + 50000 + 10240 + 7447;
        constexpr int64_t MISS = 50000 + 10240;
        const auto drive = MakeSsdTestDrive(MakeMappedDrive(CACHED), true);
        for (uint32_t unit = 0; unit < 2048; ++unit)
        {
            const auto more = unit % 1024 == 0 ? MISS : 0;
            NS_TEST_ASSERT_MSG_EQ(GetRunTime(drive, READ, 8 * unit, 8), HIT + more, unit);
        }
        NS_TEST_EXPECT_MSG_EQ(drive->GetMappingCache()->GetMisses(), 2, "in sequence: each once");
        NS_TEST_EXPECT_MSG_EQ(GetRunTime(drive, FLUSH, 0, 0), 10000, "no page of the table");

        constexpr uint32_t READS = 100000;
        const SsdTestLoad load(drive, READ, 1, READS);
        const auto& all = load.GetLatencies();
        const auto mean = std::accumulate(all.begin(), all.end(), Time(0)).GetNanoSeconds() /
                          static_cast<double>(READS);
        // At random, each page is as likely there as any other.
        constexpr auto SHARE = static_cast<double>(CACHED) / PAGES;
        NS_TEST_EXPECT_MSG_EQ_TOL(mean / (HIT + (1 - SHARE) * MISS), 1, 0.003, "mean latency");
        NS_TEST_EXPECT_MSG_EQ(drive->GetMappingCache()->GetWritten(), 0, "nothing was changed");

        const auto whole = MakeSsdTestDrive(MakeMappedDrive(0), true);
        NS_TEST_EXPECT_MSG_EQ(GetRunTime(whole, READ, 0, 8), HIT, "the whole table in memory");
        NS_TEST_EXPECT_MSG_EQ((whole->GetMappingCache() == nullptr), true, "no cache");
    }

    /// Each page in memory is changed, so each that gives way is programmed.
    void CheckWrites()
    {
        using enum BlockOperation;
        constexpr uint32_t WRITES = 40000;
        auto parameters = MakeMappedDrive(CACHED);
        // A page that gave way is programmed long before it can do so again.
        parameters.bufferUnits = 16;
        const auto drive = MakeSsdTestDrive(parameters);
        const SsdTestLoad load(drive, WRITE, 4, WRITES);
        RunOnIdle(drive, FLUSH, 0, 0);
        const auto& cache = *drive->GetMappingCache();
        NS_TEST_EXPECT_MSG_EQ(cache.GetUses(), WRITES, "uses");
        NS_TEST_EXPECT_MSG_EQ(cache.GetWritten(), cache.GetMisses() - CACHED, "the rest is there");
        constexpr auto SHARE = static_cast<double>(CACHED) / PAGES;
        NS_TEST_EXPECT_MSG_EQ_TOL(cache.GetWritten() / (WRITES * (1 - SHARE)), 1, 0.02, "pages");
        NS_TEST_EXPECT_MSG_EQ_TOL(drive->GetTranslation().GetHostWrites() / (WRITES * (2 - SHARE)),
                                  1,
                                  0.02,
                                  "units that were programmed");
    }

    /// Pages that give way wait for room in a small buffer, in a steady state, and all ends.
    void CheckSmallMemory()
    {
        auto parameters = MakeMappedDrive(1);
        parameters.bufferUnits = 16;
        for (const auto operation : {BlockOperation::WRITE, BlockOperation::UNMAP})
        {
            const auto drive = MakeSsdTestDrive(parameters, true);
            const SsdTestLoad load(drive, operation, 32, 20000);
            NS_TEST_EXPECT_MSG_EQ(load.GetLatencies().size(), 20000, operation << " ended");
            NS_TEST_EXPECT_MSG_EQ_TOL(drive->GetMappingCache()->GetWritten() / 20000.,
                                      1,
                                      0.01,
                                      "each changes a page and drives another out");
        }
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * Power cuts while pages of the mapping table are in memory alone.
 */
class SsdMappingCachePowerTestCase : public TestCase
{
  public:
    SsdMappingCachePowerTestCase()
        : TestCase("A power cut takes no entry of the mapping table that matters")
    {
    }

  private:
    void DoRun() override
    {
        using enum BlockOperation;
        const auto drive = MakeSsdTestDrive(MakeMappedDrive(2), false, true);
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(9);
        std::map<uint64_t, uint8_t> values;
        for (uint32_t step = 1; step <= 400; ++step)
        {
            // Four units in each of the ranges of six pages of the table.
            const auto page = random->GetInteger(0, 5);
            const auto lba = uint64_t{page} * MAPPED_BLOCKS + 8 * random->GetInteger(0, 3);
            values[lba] = step % 251 + 1;
            RunOnIdle(drive, WRITE, lba, 8, values[lba]);
            if (step % 20 != 0)
            {
                continue;
            }
            RunOnIdle(drive, FLUSH, 0, 0);
            drive->PowerOff();
            drive->PowerOn();
            for (const auto& [place, value] : values)
            {
                const auto request = RunOnIdle(drive, READ, place, 8);
                uint8_t first = 0;
                request->data->CopyData(&first, 1);
                NS_TEST_ASSERT_MSG_EQ(first, value, "step " << step << ", block " << place);
            }
        }
        NS_TEST_EXPECT_MSG_GT(drive->GetMappingCache()->GetWritten(), 100, "pages were programmed");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * @brief Tests of memories that do not hold the whole mapping table.
 */
class SsdMappingCacheTestSuite : public TestSuite
{
  public:
    SsdMappingCacheTestSuite()
        : TestSuite("ssd-mapping-cache", Type::UNIT)
    {
        AddTestCase(new SsdMappingCachePagesTestCase, Duration::QUICK);
        AddTestCase(new SsdMappingCacheCostTestCase, Duration::QUICK);
        AddTestCase(new SsdMappingCachePowerTestCase, Duration::QUICK);
    }
};

static SsdMappingCacheTestSuite g_ssdMappingCacheTestSuite; //!< registers the suite
