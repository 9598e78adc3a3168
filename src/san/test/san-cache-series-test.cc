/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/double.h"
#include "ns3/json-writer.h"
#include "ns3/nstime.h"
#include "ns3/page-cache-device.h"
#include "ns3/page-cache.h"
#include "ns3/pointer.h"
#include "ns3/ram-disk.h"
#include "ns3/san-cache-series.h"
#include "ns3/san-scenario.h"
#include "ns3/san-unit-figures.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * The file of a page cache in front of a disk that takes 10 ms for each request, by hand.
 */
class SanCacheSeriesTestCase : public TestCase
{
  public:
    SanCacheSeriesTestCase()
        : TestCase("rows by hand")
    {
    }

  private:
    void DoRun() override
    {
        MakeCache();
        SanUnitFigures units;
        NS_TEST_EXPECT_MSG_EQ(GetSummary(units), "{}", "no unit yet");
        units.Attach(m_disk);
        const auto name = CreateTempDirFilename("cache-series.csv");
        SanCacheSeries series(name, MilliSeconds(10));
        series.Attach(m_cache, 3, 2);
        Simulator::Schedule(MilliSeconds(5), [this] { Submit(BlockOperation::WRITE, 0, 4); });
        // Nothing of a page that is cached is read, so no row tells of it.
        Simulator::Schedule(MilliSeconds(105), [this] { Submit(BlockOperation::READ, 0, 1); });
        Simulator::Schedule(MilliSeconds(123), [this] { Submit(BlockOperation::READ, 100, 1); });
        Simulator::Run();
        series.WriteFiles();
        // Pages are written at 5, 15, 25 and 35 ms, and each is clean 10 ms later.
        NS_TEST_EXPECT_MSG_EQ(
            ReadSanFile(name),
            "time_s,initiator,drive,cached_bytes,dirty_bytes,writeback_bytes,dirtied_bytes,"
            "written_bytes,read_bytes\n"
            "0.010000000,3,2,16384,12288,4096,16384,0,0\n"
            "0.020000000,3,2,16384,8192,4096,16384,4096,0\n"
            "0.030000000,3,2,16384,4096,4096,16384,8192,0\n"
            "0.040000000,3,2,16384,0,4096,16384,12288,0\n"
            "0.050000000,3,2,16384,0,0,16384,16384,0\n"
            "0.130000000,3,2,20480,0,0,16384,16384,4096\n",
            "rows");
        NS_TEST_EXPECT_MSG_EQ(GetSummary(units),
                              "{\n\"units\": {\"reads\": 1, \"read_bytes\": 4096, \"writes\": 4, "
                              "\"written_bytes\": 16384}}",
                              "what the disk did");
        Simulator::Destroy();
    }

    /**
     * @param report a report
     * @return an object with what it adds to summary.json
     */
    static std::string GetSummary(const SanReport& report)
    {
        JsonWriter json;
        json.BeginObject();
        report.WriteSummary(json, {});
        json.EndObject();
        return json.GetText();
    }

    /// Put a page cache that writes behind at once, a page at a time, in front of a disk.
    void MakeCache()
    {
        m_disk = CreateObjectWithAttributes<RamDisk>("Latency", TimeValue(MilliSeconds(10)));
        m_cache = CreateObjectWithAttributes<PageCache>("Device",
                                                        PointerValue(m_disk),
                                                        "Memory",
                                                        UintegerValue(1 << 20),
                                                        "BackgroundRatio",
                                                        DoubleValue(0),
                                                        "MaxRequestSize",
                                                        UintegerValue(4096),
                                                        "WriteBackDepth",
                                                        UintegerValue(1),
                                                        "ReadAhead",
                                                        StringValue("ns3::ReadAhead"));
        m_device = CreateObjectWithAttributes<PageCacheDevice>("Cache", PointerValue(m_cache));
    }

    /**
     * @param operation what a program does
     * @param page the first page
     * @param pages how many
     */
    void Submit(BlockOperation operation, uint64_t page, uint32_t pages)
    {
        auto request = Create<BlockRequest>(operation, page * 8, pages * 8);
        request->completion = Callback<void, Ptr<BlockRequest>>([](Ptr<BlockRequest>) {});
        m_device->Submit(request);
    }

    Ptr<RamDisk> m_disk;           //!< the disk
    Ptr<PageCache> m_cache;        //!< the page cache
    Ptr<PageCacheDevice> m_device; //!< what a program reads and writes
};

/**
 * @ingroup san-tests
 *
 * The file of a whole run.
 */
class SanCacheSeriesRunTestCase : public TestCase
{
  public:
    SanCacheSeriesRunTestCase()
        : TestCase("runs")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::string> dd{"--workload=dd", "--ddBlockSize=65536", "--ddCount=32"};
        const std::vector<std::string> blocks{"--workload=closed", "--readFraction=0"};
        const std::vector<std::string> share{"--fileService=nfs"};
        CheckEnd(Run(dd), 32 * 65536);
        CheckEnd(Run(blocks), 900 * 4096);
        auto served = dd;
        served.insert(served.end(), share.begin(), share.end());
        CheckEnd(Run(served), 32 * 65536);
        NS_TEST_EXPECT_MSG_EQ(GetSanError([] { ParsedSanOptions wrong({"--cacheInterval=1ms"}); }),
                              "cacheInterval: 1ms needs cache>0",
                              "without a page cache");
    }

    /**
     * @param more what the scenario does
     * @return the last row
     */
    std::vector<std::string> Run(const std::vector<std::string>& more)
    {
        const auto output = CreateTempDirFilename("series");
        std::vector<std::string> words{"--device=ram",
                                       "--drives=1",
                                       "--cache=16",
                                       "--cacheInterval=50ms",
                                       "--output=" + output};
        words.insert(words.end(), more.begin(), more.end());
        SanScenario san(words);
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        std::istringstream rows(ReadSanFile(output + "/cache-series.csv"));
        std::vector<std::string> cells;
        for (std::string row; std::getline(rows, row);)
        {
            cells.clear();
            std::istringstream text(row);
            for (std::string cell; std::getline(text, cell, ',');)
            {
                cells.push_back(cell);
            }
        }
        return cells;
    }

    /**
     * At the end nothing is dirty, and what became dirty was written.
     *
     * @param row the last row
     * @param least bytes that the workload wrote at least
     */
    void CheckEnd(const std::vector<std::string>& row, uint64_t least)
    {
        NS_TEST_ASSERT_MSG_EQ(row.size(), 9, "columns");
        NS_TEST_EXPECT_MSG_EQ(row[1] + row[2], "00", "initiator and drive");
        NS_TEST_EXPECT_MSG_EQ(row[4] + row[5], "00", "nothing is dirty");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(std::stoull(row[6]), least, "all became dirty");
        NS_TEST_EXPECT_MSG_EQ(row[7], row[6], "and was written");
    }
};

/**
 * @ingroup san-tests
 *
 * Tests of cache-series.csv.
 */
class SanCacheSeriesTestSuite : public TestSuite
{
  public:
    SanCacheSeriesTestSuite()
        : TestSuite("san-cache-series", Type::SYSTEM)
    {
        AddTestCase(new SanCacheSeriesTestCase, Duration::QUICK);
        AddTestCase(new SanCacheSeriesRunTestCase, Duration::QUICK);
    }
};

static SanCacheSeriesTestSuite g_sanCacheSeriesTestSuite; //!< the suite
