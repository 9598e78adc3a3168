/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-test-helper.h"

#include "ns3/bonnie-program.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup host-io-tests
 *
 * Times of the tests of a large file, worked out by hand.
 */
class BonnieTimesTestCase : public TestCase
{
  public:
    BonnieTimesTestCase()
        : TestCase("times and report")
    {
    }

  private:
    void DoRun() override
    {
        // A file of 3 MiB in two parts of at most 2 MiB: 384 chunks of 8 KiB. Each call takes 10
        // ms.
        auto fileSystem = MakeMemoryFileSystem(MilliSeconds(10));
        auto program =
            RunProgram("ns3::BonnieProgram",
                       {{"FileSize", "3"}, {"PartSize", "2"}, {"Seekers", "1"}, {"Seeks", "1000"}},
                       fileSystem);
        auto bonnie = DynamicCast<BonnieProgram>(program);
        // Two fsync and two close end each test: 40 ms.
        NS_TEST_EXPECT_MSG_EQ_TOL(bonnie->GetSeconds(0, "sequential_output_block"),
                                  3.88,
                                  1e-9,
                                  "384 writes");
        NS_TEST_EXPECT_MSG_EQ_TOL(bonnie->GetSeconds(0, "rewrite"), 7.72, 1e-9, "384 of each");
        NS_TEST_EXPECT_MSG_EQ_TOL(bonnie->GetSeconds(0, "sequential_input_block"),
                                  3.88,
                                  1e-9,
                                  "384 reads");
        const auto updates = program->GetPhase("random_seeks").bytesWritten / 8192;
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(updates),
                                  100,
                                  4 * std::sqrt(1000 * 0.1 * 0.9),
                                  "one in ten is written back");
        NS_TEST_EXPECT_MSG_EQ(program->GetPhase("random_seeks").bytesRead, 1000 * 8192, "seeks");
        NS_TEST_EXPECT_MSG_EQ_TOL(bonnie->GetSeconds(0, "random_seeks"),
                                  0.04 + 0.01 * (1000 + updates),
                                  1e-9,
                                  "seeks");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetResult(program, "rewrite"), 3072 / 7.72, 1e-6, "KiB/s");
        NS_TEST_EXPECT_MSG_EQ(fileSystem->GetUsedBytes(), 0, "the file is removed");
        const auto report = GetReport(program);
        const auto line = report.substr(report.find("\nhost") + 1);
        NS_TEST_EXPECT_MSG_EQ(line.substr(0, 69),
                              "host             3M            791k      397k                791k  "
                              "  ",
                              "792 and 398 KiB/s, cut off");
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-io-tests
 *
 * The operations of each test.
 */
class BonnieOperationsTestCase : public TestCase
{
  public:
    BonnieOperationsTestCase()
        : TestCase("operations")
    {
    }

  private:
    void DoRun() override
    {
        auto fileSystem = MakeMemoryFileSystem();
        OperationLog log(fileSystem);
        RunProgram("ns3::BonnieProgram",
                   {{"FileSize", "1"},
                    {"ChunkSize", "524288"},
                    {"PartSize", "0"},
                    {"Seekers", "1"},
                    {"Seeks", "1"},
                    {"Direct", "true"}},
                   fileSystem);
        auto text = log.GetText();
        const std::string known =
            "open /Bonnie.0;pwrite 0+524288;pwrite 524288+524288;fsync;close;"
            "open /Bonnie.0;pread 0+524288;pwrite 0+524288;pread 524288+524288;"
            "pwrite 524288+524288;fsync;close;"
            "open /Bonnie.0;pread 0+524288;pread 524288+524288;fsync;close;"
            "open /Bonnie.0;pread ";
        NS_TEST_EXPECT_MSG_EQ(text.substr(0, known.size()), known, "up to the seek");
        NS_TEST_EXPECT_MSG_EQ(text.ends_with("+524288;fsync;close;unlink /Bonnie.0"),
                              true,
                              "behind it");
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-io-tests
 *
 * Seekers share the seeks; processes begin each test together.
 */
class BonnieProcessesTestCase : public TestCase
{
  public:
    BonnieProcessesTestCase()
        : TestCase("seekers and processes")
    {
    }

  private:
    void DoRun() override
    {
        auto fileSystem = MakeMemoryFileSystem(MilliSeconds(1));
        auto program = InstallProgram("ns3::BonnieProgram",
                                      {{"FileSize", "1"}, {"Seeks", "3000"}, {"Processes", "2"}},
                                      {fileSystem});
        std::map<uint32_t, uint64_t> reads;
        program->TraceConnectWithoutContext(
            "OperationComplete",
            Callback<void, Ptr<const FileRequest>, uint32_t>(
                [&](Ptr<const FileRequest> request, uint32_t process) {
                    const bool seeking = !program->GetPhase("random_seeks").name.empty();
                    reads[process] += seeking && request->operation == FileOperation::READ;
                }));
        Simulator::Run();
        // Two processes of three seekers, who take turns: a seek takes 1 or 2 ms for each.
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto sum = reads[3 * i] + reads[3 * i + 1] + reads[3 * i + 2];
            NS_TEST_EXPECT_MSG_EQ(sum, 3000, "seeks of process " << i);
        }
        for (uint32_t i = 0; i < 6; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(reads[i]), 1000, 50, "seeker " << i);
        }
        for (const auto* name : BonnieProgram::PHASES)
        {
            const auto& phase = program->GetPhase(name);
            for (const auto& span : phase.spans)
            {
                NS_TEST_EXPECT_MSG_EQ((!span.begun || span.begin == phase.begin),
                                      true,
                                      name << " begins together");
            }
        }
        CheckFigures(program);
        NS_TEST_EXPECT_MSG_EQ(program->IsFinished(), true, "finished");
        NS_TEST_EXPECT_MSG_EQ(program->GetErrors().empty(), true, "no errors");
        Simulator::Destroy();
    }

    /**
     * Each process has its figures, and both together have one.
     *
     * @param program the program of two processes
     */
    void CheckFigures(const Ptr<FileProgram>& program)
    {
        for (const auto& result : program->GetResults())
        {
            if (result.name == "random_seeks" || result.name == "sequential_output_block")
            {
                NS_TEST_EXPECT_MSG_EQ(result.values.size(), 2, "a figure for each process");
            }
        }
        // 128 chunks, fsync and close at 1 ms each, by both at the same time.
        NS_TEST_EXPECT_MSG_EQ_TOL(GetResult(program, "sequential_output_block"),
                                  1024 / 0.130,
                                  1e-6,
                                  "KiB/s of the first");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetResult(program, "sequential_output_block_total"),
                                  2048 / 0.130,
                                  1e-6,
                                  "KiB/s of both");
        // One of them seeks longer than the other.
        NS_TEST_EXPECT_MSG_EQ_TOL(GetResult(program, "random_seeks_total"),
                                  6000 / program->GetPhase("random_seeks").GetSeconds(),
                                  1e-6,
                                  "seeks of both, to the end of the slower");
    }
};

/**
 * @ingroup host-io-tests
 *
 * The creation tests.
 */
class BonnieFilesTestCase : public TestCase
{
  public:
    BonnieFilesTestCase()
        : TestCase("creation tests")
    {
    }

  private:
    void DoRun() override
    {
        auto fileSystem = MakeMemoryFileSystem(MilliSeconds(1));
        // Files created in order of their numbers, by directory.
        std::map<std::string, uint32_t> spread;
        uint32_t submitted = 0;
        fileSystem->TraceConnectWithoutContext(
            "Submit",
            Callback<void, Ptr<const FileRequest>>([&](Ptr<const FileRequest> request) {
                ++submitted;
                if (request->operation == FileOperation::OPEN && request->flags.create)
                {
                    ++spread[request->path.substr(0, request->path.rfind('/'))];
                }
            }));
        auto program = RunProgram("ns3::BonnieProgram",
                                  {{"FileSize", "0"},
                                   {"Files", "1"},
                                   {"FilesMax", "1000"},
                                   {"FilesMin", "1000"},
                                   {"FilesDirectories", "3"}},
                                  fileSystem);
        auto bonnie = DynamicCast<BonnieProgram>(program);
        const auto check = [&](const char* phase, double milliseconds) {
            NS_TEST_EXPECT_MSG_EQ_TOL(bonnie->GetSeconds(0, phase) * 1000,
                                      milliseconds,
                                      1e-6,
                                      phase);
        };
        // 1024 / 3 = 341, and one more in all but the last; twice.
        const std::map<std::string, uint32_t> expected{{"/Bonnie.0/00000", 684},
                                                       {"/Bonnie.0/00001", 684},
                                                       {"/Bonnie.0/00002", 680}};
        NS_TEST_EXPECT_MSG_EQ((spread == expected), true, "files in the directories");
        // open, write, close for each of 1024 files, and a sync.
        check("sequential_create", 3 * 1024 + 1);
        // 3 lists; stat, open, read, close for each file.
        check("sequential_stat", 3 + 4 * 1024);
        // 3 lists, the unlinks, rmdir of 3 directories and the one they are in, a sync.
        check("sequential_delete", 3 + 1024 + 4 + 1);
        check("random_create", 3 * 1024 + 1);
        check("random_stat", 4 * 1024);
        check("random_delete", 1024 + 4 + 1);
        NS_TEST_EXPECT_MSG_EQ(program->GetOperations(FileOperation::MAKE_DIRECTORY), 8, "made");
        NS_TEST_EXPECT_MSG_EQ(program->GetOperations(FileOperation::REMOVE_DIRECTORY),
                              8,
                              "removed");
        NS_TEST_EXPECT_MSG_EQ(GetResult(program, "operations"), submitted, "each counts");
        NS_TEST_EXPECT_MSG_EQ(program->GetErrors().empty(), true, "no errors");
        NS_TEST_EXPECT_MSG_EQ(program->GetOperations(FileOperation::UNLINK), 2048, "all removed");
        NS_TEST_EXPECT_MSG_EQ(fileSystem->GetUsedBytes(), 0, "nothing is left");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetResult(program, "random_stat"), 250, 1e-6, "1024 in 4.096 s");
        NS_TEST_EXPECT_MSG_EQ(
            (GetReport(program).find("                  1   333    ") != std::string::npos),
            true,
            "1024 files in 3.073 s: " << GetReport(program));
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-io-tests
 *
 * Errors of the file system and of the user.
 */
class BonnieErrorsTestCase : public TestCase
{
  public:
    BonnieErrorsTestCase()
        : TestCase("errors")
    {
    }

  private:
    void DoRun() override
    {
        auto fileSystem = MakeMemoryFileSystem();
        fileSystem->SetAttribute("Capacity", StringValue("1000000"));
        auto program = RunProgram("ns3::BonnieProgram", {{"FileSize", "1"}}, fileSystem);
        NS_TEST_EXPECT_MSG_EQ(program->GetErrors().at(FileStatus::NO_SPACE), 1, "no space");
        NS_TEST_EXPECT_MSG_EQ(program->IsFinished(), true, "all seekers end");
        NS_TEST_EXPECT_MSG_EQ(program->GetOperations(FileOperation::READ), 0, "without seeks");
        NS_TEST_EXPECT_MSG_EQ(fileSystem->GetNOpen(), 0, "files are closed");
        Simulator::Destroy();
        const std::string bonnie = "ns3::BonnieProgram";
        NS_TEST_EXPECT_MSG_EQ(GetConfigurationError(bonnie, {{"ChunkSize", "5000"}}),
                              "ns3::BonnieProgram: ChunkSize is 5000, not a power of 2",
                              "");
        NS_TEST_EXPECT_MSG_EQ(GetConfigurationError(bonnie, {{"FilesMin", "5"}}),
                              "ns3::BonnieProgram: FilesMin is 5, more than FilesMax, 0",
                              "");
        NS_TEST_EXPECT_MSG_EQ(GetConfigurationError(bonnie, {{"FileSize", "0"}}),
                              "ns3::BonnieProgram: FileSize and Files are 0; there is nothing to "
                              "test",
                              "");
    }
};

/**
 * @ingroup host-io-tests
 *
 * Bonnie++.
 */
class BonnieTestSuite : public TestSuite
{
  public:
    BonnieTestSuite()
        : TestSuite("host-io-bonnie", Type::UNIT)
    {
        AddTestCase(new BonnieTimesTestCase, Duration::QUICK);
        AddTestCase(new BonnieOperationsTestCase, Duration::QUICK);
        AddTestCase(new BonnieProcessesTestCase, Duration::QUICK);
        AddTestCase(new BonnieFilesTestCase, Duration::QUICK);
        AddTestCase(new BonnieErrorsTestCase, Duration::QUICK);
    }
};

static BonnieTestSuite g_bonnieTestSuite; //!< registers the suite
