/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/file-program.h"
#include "ns3/iscsi-header.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/san-scenario.h"
#include "ns3/test.h"

#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @ingroup san-tests
 *
 * A test of what initiators' operating systems put on drives of memory.
 */
class SanHostTestCase : public TestCase
{
  protected:
    /**
     * @param name the test's name
     */
    explicit SanHostTestCase(const std::string& name)
        : TestCase(name)
    {
    }

    /**
     * @param more what the scenario does
     * @return its words
     */
    std::vector<std::string> GetWords(const std::vector<std::string>& more)
    {
        m_output = CreateTempDirFilename("san");
        std::vector<std::string> words{"--device=ram", "--cache=16", "--output=" + m_output};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    std::string m_output; //!< folder of the last scenario's results
};

/**
 * @ingroup san-tests
 *
 * A program makes its file system, runs, and leaves its figures; the requests of mkfs do not count.
 */
class SanHostProgramTestCase : public SanHostTestCase
{
  public:
    SanHostProgramTestCase()
        : SanHostTestCase("a program on a file system on a drive")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::string> postmark{"--workload=postmark",
                                                "--drives=1",
                                                "--postmarkNumber=50",
                                                "--postmarkTransactions=200"};
        SanScenario san(GetWords(postmark));
        NS_TEST_ASSERT_MSG_EQ(san.GetNPrograms(), 1, "one drive, one program");
        Time begin;
        san.GetProgram(0)->TraceConnectWithoutContext(
            "PhaseStart",
            Callback<void, const std::string&, uint32_t>([&begin](const std::string&, uint32_t) {
                begin = begin.IsZero() ? Simulator::Now() : begin;
            }));
        NS_TEST_ASSERT_MSG_EQ(san.Run(), true, "all is done");
        const auto program = san.GetProgram(0);
        NS_TEST_EXPECT_MSG_EQ(program->IsFinished(), true, "finished");
        NS_TEST_EXPECT_MSG_EQ(program->GetErrors().empty(), true, "no error");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(program->GetOperations(FileOperation::UNLINK),
                                    50,
                                    "all files are deleted");
        NS_TEST_EXPECT_MSG_GT(san.GetSummary().GetGroup(BlockOperation::WRITE).GetCount(),
                              0,
                              "what it wrote is written back");
        const auto requests = ReadSanFile(m_output + "/requests.csv");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(GetFirstTime(requests), begin.GetSeconds(), "without mkfs");
        const auto figures = ReadSanFile(m_output + "/programs.csv");
        NS_TEST_EXPECT_MSG_EQ(figures.substr(0, figures.find('\n')),
                              "initiator,drive,process,figure,unit,value",
                              "columns");
        NS_TEST_EXPECT_MSG_NE(figures.find("\n0,0,,elapsed,s,"), std::string::npos, "its time");
        SanScenario(GetWords(postmark)).Run();
        NS_TEST_EXPECT_MSG_EQ((ReadSanFile(m_output + "/requests.csv") == requests),
                              true,
                              "the same seed, the same bytes");
        NS_TEST_EXPECT_MSG_EQ(ReadSanFile(m_output + "/programs.csv"), figures, "and figures");
    }

    /**
     * @param requests contents of requests.csv
     * @return time of the first request, s
     */
    static double GetFirstTime(const std::string& requests)
    {
        return std::stod(requests.substr(requests.find('\n') + 1));
    }
};

/**
 * @ingroup san-tests
 *
 * dd reads a file that was written before: all of it comes from the drive, as nothing is cached.
 */
class SanHostColdReadTestCase : public SanHostTestCase
{
  public:
    SanHostColdReadTestCase()
        : SanHostTestCase("dd reads what is not cached")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint64_t BYTES = 64 * 65536;
        SanScenario san(GetWords({"--workload=dd",
                                  "--drives=1",
                                  "--ddOperation=read",
                                  "--ddBlockSize=65536",
                                  "--ddCount=64"}));
        NS_TEST_ASSERT_MSG_EQ(san.Run(), true, "all is done");
        NS_TEST_EXPECT_MSG_EQ(san.GetProgram(0)->GetBytesRead(), BYTES, "dd read all");
        const auto bytes = san.GetSummary().GetGroup(BlockOperation::READ).GetBytes();
        NS_TEST_EXPECT_MSG_GT_OR_EQ(bytes, BYTES, "all of it from the drive");
        NS_TEST_EXPECT_MSG_LT(bytes, BYTES + 65536, "and a few blocks that say where it is");
        // What made the file is not counted. That it was read is: a descriptor, the inode, the
        // commit block, and the inode in its place.
        NS_TEST_EXPECT_MSG_EQ(san.GetSummary().GetGroup(BlockOperation::WRITE).GetBytes(),
                              4 * 4096,
                              "nothing but the access time");
    }
};

/**
 * @ingroup san-tests
 *
 * Each of several hosts has its own drives.
 */
class SanHostDrivesTestCase : public SanHostTestCase
{
  public:
    SanHostDrivesTestCase()
        : SanHostTestCase("drives are dealt out to hosts")
    {
    }

  private:
    void DoRun() override
    {
        SanScenario san(GetWords({"--workload=dd",
                                  "--initiators=2",
                                  "--drives=3",
                                  "--ddBlockSize=4096",
                                  "--ddCount=8"}));
        NS_TEST_EXPECT_MSG_EQ(san.GetNPrograms(), 3, "one for each drive");
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        std::istringstream rows(ReadSanFile(m_output + "/programs.csv"));
        std::vector<std::string> places;
        for (std::string row; std::getline(rows, row);)
        {
            if (row.find(",elapsed,") != std::string::npos)
            {
                places.push_back(row.substr(0, 3));
            }
        }
        const std::vector<std::string> expected{"0,0", "0,2", "1,1"};
        NS_TEST_EXPECT_MSG_EQ((places == expected), true, "in turn");
    }
};

/**
 * @ingroup san-tests
 *
 * Each block request has the phase of the program of its own host, by the time of its issue.
 */
class SanHostPhasesTestCase : public SanHostTestCase
{
  public:
    SanHostPhasesTestCase()
        : SanHostTestCase("phases of block requests")
    {
    }

  private:
    void DoRun() override
    {
        SanScenario san(GetWords({"--workload=postmark",
                                  "--initiators=2",
                                  "--drives=2",
                                  "--cache=1",
                                  "--postmarkNumber=200",
                                  "--postmarkTransactions=500"}));
        NS_TEST_ASSERT_MSG_EQ(san.Run(), true, "all is done");
        std::istringstream rows(ReadSanFile(m_output + "/requests.csv"));
        std::string row;
        std::getline(rows, row);
        NS_TEST_EXPECT_MSG_EQ(row.substr(row.rfind(',')), ",phase", "the last column");
        NS_TEST_EXPECT_MSG_EQ(row.find("cache_hit"), std::string::npos, "below the page cache");
        std::map<std::string, uint32_t> counts;
        while (std::getline(rows, row))
        {
            const auto phase = row.substr(row.rfind(',') + 1);
            const auto device = row[row.find(',') + 1] - '0';
            ++counts[phase + std::to_string(device)];
            CheckTime(*san.GetProgram(device), phase, Seconds(std::stod(row)));
        }
        for (const auto* phase : {"create0", "create1", "transactions0", "transactions1", "0", "1"})
        {
            NS_TEST_EXPECT_MSG_GT(counts[phase], 0, phase << " has requests");
        }
    }

    /**
     * @param program the program of a host
     * @param phase the phase of a request of that host
     * @param time when the request was issued
     */
    void CheckTime(const FileProgram& program, const std::string& phase, Time time)
    {
        const auto within = [time](const FilePhase& one) {
            return one.begin <= time && time <= one.end;
        };
        if (!phase.empty())
        {
            NS_TEST_EXPECT_MSG_EQ(within(program.GetPhase(phase)), true, phase << " at " << time);
            return;
        }
        NS_TEST_EXPECT_MSG_GT_OR_EQ(time,
                                    program.GetPhases().back().end,
                                    "written back at the end");
    }
};

/**
 * @ingroup san-tests
 *
 * Processes of a program have rows of their own beside the total.
 */
class SanHostProcessesTestCase : public SanHostTestCase
{
  public:
    SanHostProcessesTestCase()
        : SanHostTestCase("processes of a program")
    {
    }

  private:
    void DoRun() override
    {
        SanScenario san(GetWords({"--workload=bonnie",
                                  "--drives=1",
                                  "--bonnieFileSize=1",
                                  "--bonnieSeeks=20",
                                  "--bonnieProcesses=2",
                                  "--storeData"}));
        NS_TEST_ASSERT_MSG_EQ(san.Run(), true, "all is done");
        std::istringstream rows(ReadSanFile(m_output + "/programs.csv"));
        std::string found;
        for (std::string row; std::getline(rows, row);)
        {
            if (row.find("rewrite") != std::string::npos ||
                row.find("content_errors") != std::string::npos)
            {
                found += row.substr(0, row.rfind(',')) + ";";
            }
        }
        NS_TEST_EXPECT_MSG_EQ(found,
                              "0,0,,content_errors,;0,0,0,rewrite,KiB/s;0,0,1,rewrite,KiB/s;"
                              "0,0,,rewrite_total,KiB/s;",
                              "initiator, drive, process, figure, unit");
        NS_TEST_EXPECT_MSG_EQ(san.GetProgram(0)->GetContentErrors(), 0, "all as it was written");
        NS_TEST_EXPECT_MSG_GT(san.GetProgram(0)->GetBytesRead(), 2 << 20, "and was read");
    }
};

/**
 * @ingroup san-tests
 *
 * A page cache in front of a drive serves a workload of block requests.
 */
class SanHostCacheTestCase : public SanHostTestCase
{
  public:
    SanHostCacheTestCase()
        : SanHostTestCase("a page cache without a file system")
    {
    }

  private:
    void DoRun() override
    {
        SanScenario san(GetWords({"--workload=closed",
                                  "--pattern=sequential",
                                  "--readFraction=1",
                                  "--drives=1",
                                  "--count=100"}));
        NS_TEST_ASSERT_MSG_EQ(san.Run(), true, "all is done");
        // A page that was read ahead costs a call of 1 us and 4096 bytes at 32 Gb/s: 1.024 us.
        NS_TEST_EXPECT_MSG_EQ(san.GetSummary().GetAll().GetPercentile(50),
                              NanoSeconds(2024),
                              "a hit");
        const auto rows = ReadSanFile(m_output + "/requests.csv");
        NS_TEST_EXPECT_MSG_NE(rows.find(",status,cache_hit_s,read_ahead_s,throttled_s,sent_s,"),
                              std::string::npos,
                              "stages of the page cache");
        // All of the hit is the cache's: from its 2024 ns no other stage takes any.
        std::string hit = ",0.000002024,ok,0.000002024";
        for (int i = 0; i < 14; ++i)
        {
            hit += ",0.000000000";
        }
        // No command carried it.
        hit += ",,,,,,,\n";
        NS_TEST_EXPECT_MSG_NE(rows.find(hit), std::string::npos, "a row of a hit");
        const auto summary = ReadSanFile(m_output + "/summary.json");
        for (const auto* key : {"\"stages_ms\": {\"cache_hit\": ", "}, \"read_ahead\": {\"p50\": "})
        {
            NS_TEST_EXPECT_MSG_NE(summary.find(key), std::string::npos, key);
        }
    }
};

/**
 * @ingroup san-tests
 *
 * What a workload of block requests wrote is written back before its sessions end.
 */
class SanHostWriteBackTestCase : public SanHostTestCase
{
  public:
    SanHostWriteBackTestCase()
        : SanHostTestCase("a page cache is written back at the end")
    {
    }

  private:
    void DoRun() override
    {
        SanScenario san(
            GetWords({"--workload=closed", "--readFraction=0", "--drives=1", "--count=100"}));
        const auto initiator = san.GetInitiator(0, 0);
        NS_TEST_ASSERT_MSG_EQ(san.Run(), true, "all is done");
        // Random pages of a large drive: hardly any two are neighbours.
        const auto commands = initiator->GetPduCounters().GetSent(IscsiOpcode::SCSI_COMMAND);
        NS_TEST_EXPECT_MSG_GT_OR_EQ(commands, 98, "a request for nearly each page");
    }
};

/**
 * @ingroup san-tests
 *
 * What cannot be is said in one line that names the option.
 */
class SanHostErrorTestCase : public TestCase
{
  public:
    SanHostErrorTestCase()
        : TestCase("mistakes")
    {
    }

  private:
    /**
     * @param words the words of a command line
     * @param expected the message
     */
    void Check(const std::vector<std::string>& words, const std::string& expected)
    {
        const auto text = GetSanError([&words] { ParsedSanOptions options(words); });
        NS_TEST_EXPECT_MSG_EQ(text, expected, "message");
    }

    void DoRun() override
    {
        Check({"--workload=postmark"},
              "cache: 0, but postmark needs a file system, which needs a page cache, such as "
              "cache=64");
        Check({"--workload=postmark", "--cache=16", "--initiators=3", "--drives=2"},
              "initiators: 3, but each needs a drive of its own for its file system, and they see "
              "2");
        Check({"--workload=dd", "--cache=16"},
              "ddCount: 0, but there is no file whose end would end dd, such as ddCount=1024");
        Check({"--workload=files", "--cache=16"}, "fileTrace: workload=files needs a file");
        Check({"--workload=dd", "--cache=16", "--ddCount=1", "--fio=a.fio"},
              "fio: a.fio needs workload=fio");
        Check({"--workload=bonnie", "--cache=-1"},
              "cache: -1 is not a whole number from 0 to 1048576 MiB, such as 64");
    }
};

/**
 * @ingroup san-tests
 *
 * Tests of the hosts of a scenario.
 */
class SanHostTestSuite : public TestSuite
{
  public:
    SanHostTestSuite()
        : TestSuite("san-host", Type::SYSTEM)
    {
        AddTestCase(new SanHostProgramTestCase);
        AddTestCase(new SanHostColdReadTestCase);
        AddTestCase(new SanHostDrivesTestCase);
        AddTestCase(new SanHostPhasesTestCase, Duration::QUICK);
        AddTestCase(new SanHostProcessesTestCase, Duration::QUICK);
        AddTestCase(new SanHostWriteBackTestCase, Duration::QUICK);
        AddTestCase(new SanHostCacheTestCase);
        AddTestCase(new SanHostErrorTestCase);
    }
};

static SanHostTestSuite g_sanHostTestSuite; //!< registers the suite

} // namespace
