/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/h2benchw-report.h"
#include "ns3/h2benchw-workload.h"
#include "ns3/san-scenario.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * A test of h2benchw on drives of memory.
 */
class SanBenchmarkTestCase : public TestCase
{
  protected:
    /**
     * @param name the test's name
     */
    explicit SanBenchmarkTestCase(const std::string& name)
        : TestCase(name)
    {
    }

    /**
     * @param more further words
     * @return the words of a small benchmark
     */
    std::vector<std::string> GetWords(const std::vector<std::string>& more)
    {
        m_output = CreateTempDirFilename("san");
        std::vector<std::string> words{"--workload=h2benchw",
                                       "--device=ram",
                                       "--drives=1",
                                       "--h2benchwInterfaceRequests=20",
                                       "--h2benchwZones=3",
                                       "--h2benchwZoneSize=131072",
                                       "--h2benchwAccesses=10",
                                       "--output=" + m_output};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    /**
     * @param name a file
     * @return its lines in the last scenario's folder
     */
    std::vector<std::string> GetLines(const std::string& name)
    {
        std::istringstream text(ReadSanFile(m_output + "/" + name));
        std::vector<std::string> lines;
        for (std::string line; std::getline(text, line);)
        {
            lines.push_back(line);
        }
        return lines;
    }

    std::string m_output; //!< folder of the last scenario's results
};

/**
 * @ingroup san-tests
 *
 * How long single requests take across the path.
 */
class SanBenchmarkTimesTestCase : public SanBenchmarkTestCase
{
  public:
    SanBenchmarkTimesTestCase()
        : SanBenchmarkTestCase("times of requests across the path")
    {
    }

  private:
    /**
     * @param phase a phase
     * @param more further words
     * @return the mean time of a request in a phase of a scenario
     */
    Time GetMean(H2benchwPhase phase, const std::vector<std::string>& more)
    {
        SanScenario san(GetWords(more));
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        return san.GetBenchmarks().at(0).workload->FindResult(phase)->GetMeanTime();
    }

    void DoRun() override
    {
        using enum H2benchwPhase;
        for (const auto phase : {READ_AHEAD, SUSTAINED_READ, RANDOM_READ, RANDOM_WRITE})
        {
            NS_TEST_EXPECT_MSG_EQ(GetMean(phase, {"--ramLatency=3ms"}) - GetMean(phase, {}),
                                  MilliSeconds(3),
                                  phase << ": the drive's latency");
        }
        NS_TEST_EXPECT_MSG_EQ(GetMean(RANDOM_READ, {"--delay=5ms"}) - GetMean(RANDOM_READ, {}),
                              2 * MilliSeconds(5 - 1),
                              "the path there and back, 1 ms by default");
        // The same requests from another workload.
        SanScenario plain({"--workload=closed",
                           "--size=512",
                           "--readFraction=1",
                           "--device=ram",
                           "--drives=1",
                           "--count=10",
                           "--output=" + m_output});
        plain.Run();
        NS_TEST_EXPECT_MSG_EQ(GetMean(RANDOM_READ, {}),
                              plain.GetSummary().GetAll().GetMean(),
                              "a sector");
    }
};

/**
 * @ingroup san-tests
 *
 * What is left in the folder.
 */
class SanBenchmarkFilesTestCase : public SanBenchmarkTestCase
{
  public:
    SanBenchmarkFilesTestCase()
        : SanBenchmarkTestCase("drives dealt out, figures and tables, equal seeds")
    {
    }

  private:
    /**
     * @param lines lines of a table
     * @param begin how some begin
     * @return how many
     */
    static std::size_t Count(const std::vector<std::string>& lines, const std::string& begin)
    {
        return std::count_if(lines.begin(), lines.end(), [&begin](const auto& line) {
            return line.starts_with(begin);
        });
    }

    void DoRun() override
    {
        const std::vector<std::string> words{"--initiators=2", "--targets=3"};
        SanScenario san(GetWords(words));
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        NS_TEST_ASSERT_MSG_EQ(san.GetBenchmarks().size(), 3, "one for each drive");
        for (const auto& benchmark : san.GetBenchmarks())
        {
            NS_TEST_EXPECT_MSG_EQ(benchmark.drive % 2, benchmark.initiator, "dealt out");
            NS_TEST_EXPECT_MSG_EQ(H2benchwReport(*benchmark.workload).IsComplete(), true, "all");
        }
        CheckFigures();
        CheckTables();
        const auto first = m_output;
        SanScenario(GetWords(words)).Run();
        for (const auto& entry : std::filesystem::directory_iterator(first))
        {
            const auto name = "/" + entry.path().filename().string();
            NS_TEST_EXPECT_MSG_EQ((ReadSanFile(first + name) == ReadSanFile(m_output + name)),
                                  true,
                                  name << " of the same seed");
        }
    }

    /// Figures of the report are those of any program.
    void CheckFigures()
    {
        const auto figures = GetLines("programs.csv");
        NS_TEST_EXPECT_MSG_EQ(figures[0], "initiator,drive,process,figure,unit,value", "columns");
        NS_TEST_EXPECT_MSG_EQ(figures.size(), 1 + 3 * 20, "20 of each drive");
        for (const std::string drive : {"0,0", "0,2", "1,1"})
        {
            NS_TEST_EXPECT_MSG_EQ(Count(figures, drive + ",,sequential_read,MiB/s,"), 1, drive);
            NS_TEST_EXPECT_MSG_EQ(Count(figures, drive + ",,random_write_max,ms,"), 1, drive);
        }
        const auto summary = ReadSanFile(m_output + "/summary.json");
        NS_TEST_EXPECT_MSG_NE(summary.find("\"sequential_read\""), std::string::npos, "JSON, too");
    }

    /// Rows for zones and accesses; requests have phases.
    void CheckTables()
    {
        const auto zones = GetLines("h2benchw-zones.csv");
        NS_TEST_EXPECT_MSG_EQ(zones[0],
                              "initiator,drive,operation,lba,position_percent,bytes,time_s,"
                              "mib_per_s",
                              "columns");
        NS_TEST_EXPECT_MSG_EQ(zones.size(), 1 + 3 * 2 * 3, "three read and written on each");
        NS_TEST_EXPECT_MSG_EQ(Count(zones, "1,1,R,128,"), 1, "behind the first request");
        const auto accesses = GetLines("h2benchw-accesses.csv");
        NS_TEST_EXPECT_MSG_EQ(accesses[0], "initiator,drive,operation,lba,time_s", "columns");
        NS_TEST_EXPECT_MSG_EQ(Count(accesses, "0,2,W,"), 10, "each access");
        const auto requests = GetLines("requests.csv");
        NS_TEST_EXPECT_MSG_EQ(requests[0].ends_with(",phase"), true, "columns");
        NS_TEST_EXPECT_MSG_EQ(
            std::count_if(requests.begin(),
                          requests.end(),
                          [](const auto& row) { return row.ends_with(",sustained_write"); }),
            3 * 3 * 3,
            "with those that do not count");
    }
};

/**
 * @ingroup san-tests
 *
 * What is wrong with options, an early end, a page cache.
 */
class SanBenchmarkOptionsTestCase : public SanBenchmarkTestCase
{
  public:
    SanBenchmarkOptionsTestCase()
        : SanBenchmarkTestCase("options, mistakes, an early end, a page cache")
    {
    }

  private:
    void DoRun() override
    {
        const auto expect = [this](const std::vector<std::string>& words,
                                   const std::string& message) {
            NS_TEST_EXPECT_MSG_EQ(GetSanError([&] { SanScenario(GetWords(words)).Run(); }),
                                  message,
                                  "");
        };
        expect({"--fio=a.fio"}, "fio: a.fio needs workload=fio");
        expect({"--initiators=3", "--drives=2"},
               "initiators: 3, but each measures a drive of its own, and they see 2");
        expect({"--h2benchwZoneSize=65537"},
               "ns3::H2benchwWorkload: ZoneSize=65537 is not a multiple of BlockSize=65536");
        expect({"--h2benchwZoneSize=1099511627776"},
               "ns3::H2benchwWorkload: ZoneSize=1099511627776 and the request before need "
               "2147483776 blocks, but the device has 2097152");
        NS_TEST_EXPECT_MSG_EQ(GetSanError([] {
                                  ParsedSanOptions({"--h2benchwZones=x"});
                              }).starts_with("h2benchwZones: x is not a whole number"),
                              true,
                              "a word");
        CheckAttributes();
        CheckStop();
        CheckCache();
    }

    /// Each option sets its attribute.
    void CheckAttributes()
    {
        SanLocalLoad load({"--workload=h2benchw",
                           "--h2benchwBlockSize=8192",
                           "--h2benchwPosition=50",
                           "--h2benchwInterfaceRequests=1",
                           "--h2benchwDelay=2ms",
                           "--h2benchwZones=2",
                           "--h2benchwZoneSize=8192",
                           "--h2benchwAccesses=1",
                           "--h2benchwWrites=false",
                           "--h2benchwPause=10ms"});
        Simulator::Run();
        // 1 ms each; 1 GiB has 2097152 sectors.
        const std::vector<int64_t> times{0, 1, 12, 15, 26, 27, 38, 39, 40, 41, 52};
        const std::vector<uint64_t>
            places{1048576, 1048592, 1048608, 1048624, 1048576, 1048576, 0, 16, 2097120, 2097136};
        NS_TEST_ASSERT_MSG_EQ(load.issued.size(), times.size(), "three pairs, two zones, one");
        for (std::size_t i = 0; i < times.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(load.issued[i].us, 1000 * times[i], "request " << i);
            if (i < places.size())
            {
                NS_TEST_EXPECT_MSG_EQ(load.issued[i].lba, places[i], "request " << i);
                NS_TEST_EXPECT_MSG_EQ(load.issued[i].blocks, 16, "request " << i);
            }
        }
    }

    /// What did not come to its end has no figures.
    void CheckStop()
    {
        SanScenario san(GetWords({"--stop=2s", "--ramLatency=10ms"}));
        san.Run();
        const auto workload = san.GetBenchmarks()[0].workload;
        NS_TEST_EXPECT_MSG_EQ(workload->IsFinished(), true, "stopped");
        NS_TEST_EXPECT_MSG_EQ(H2benchwReport(*workload).IsComplete(), false, "too early");
        // 21 requests of at least 10 ms and pauses of 1 s: two phases end before 2 s.
        NS_TEST_EXPECT_MSG_EQ(GetLines("programs.csv").size(), 1 + 1, "the first phase");
        NS_TEST_EXPECT_MSG_EQ(GetLines("h2benchw-zones.csv").size(), 1, "the columns");
    }

    /// A page cache answers what is read again, without the path.
    void CheckCache()
    {
        SanScenario san(GetWords({"--cache=16", "--h2benchwWrites=false", "--delay=10ms"}));
        san.Run();
        const auto& workload = *san.GetBenchmarks()[0].workload;
        NS_TEST_EXPECT_MSG_LT(workload.FindResult(H2benchwPhase::REPETITIVE_READ)->GetLongestTime(),
                              MilliSeconds(20),
                              "from memory");
        NS_TEST_EXPECT_MSG_GT(workload.FindResult(H2benchwPhase::RANDOM_READ)->GetLongestTime(),
                              MilliSeconds(20),
                              "a round trip");
    }
};

/**
 * @ingroup san-tests
 *
 * Benchmarks of drives.
 */
class SanBenchmarkTestSuite : public TestSuite
{
  public:
    SanBenchmarkTestSuite()
        : TestSuite("san-benchmark", Type::UNIT)
    {
        AddTestCase(new SanBenchmarkTimesTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanBenchmarkFilesTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanBenchmarkOptionsTestCase, TestCase::Duration::QUICK);
    }
};

static SanBenchmarkTestSuite g_sanBenchmarkTestSuite; //!< registers the suite
