/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../file/file-test-helper.h"
#include "program-test-helper.h"

#include "ns3/boolean.h"
#include "ns3/copy-program.h"
#include "ns3/test.h"

#include <map>
#include <string>

using namespace ns3;

/**
 * @ingroup host-io-tests
 *
 * The operations and times of cp.
 */
class CopyProgramCpTestCase : public TestCase
{
  public:
    CopyProgramCpTestCase()
        : TestCase("cp")
    {
    }

  private:
    void DoRun() override
    {
        auto source = MakeMemoryFileSystem(MilliSeconds(1));
        auto destination = MakeMemoryFileSystem(MilliSeconds(10));
        OperationLog sourceLog(source);
        OperationLog destinationLog(destination);
        auto program =
            InstallProgram("ns3::CopyProgram",
                           {{"Directories", "1"},
                            {"FilesPerDirectory", "1"},
                            {"FileSize", "ns3::ConstantRandomVariable[Constant=200000]"}},
                           {source, destination});
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sourceLog.GetText(),
                              "mkdir /source;mkdir /source/d0;open /source/d0/f0;pwrite 0+200000;"
                              "close;sync;"
                              "stat /source;readdir /source;stat /source/d0;readdir /source/d0;"
                              "stat /source/d0/f0;open /source/d0/f0;pread 0+131072;"
                              "pread 131072+131072;pread 200000+131072;close",
                              "source");
        NS_TEST_EXPECT_MSG_EQ(destinationLog.GetText(),
                              "mkdir /destination;stat /destination;mkdir /destination/d0;"
                              "stat /destination/d0;open /destination/d0/f0;pwrite 0+131072;"
                              "pwrite 131072+68928;close",
                              "destination");
        // 10 calls of the copy on the source, 8 on the destination.
        NS_TEST_EXPECT_MSG_EQ_TOL(GetResult(program, "copy_time"), 0.090, 1e-9, "10 + 80 ms");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetResult(program, "copy_rate"), 200000 / 0.09, 1e-3, "bytes/s");
        NS_TEST_EXPECT_MSG_EQ(GetResult(program, "files_copied"), 1, "files");
        NS_TEST_EXPECT_MSG_EQ(GetReport(program), "real\t0m0.090s\n", "as time prints it");
        Simulator::Destroy();
        CheckTree();
    }

    /// A larger tree on one file system, with contents.
    void CheckTree()
    {
        auto fileSystem = MakeMemoryFileSystem();
        fileSystem->SetAttribute("StoreData", BooleanValue(true));
        FileSystemUser user(fileSystem);
        auto program = RunProgram("ns3::CopyProgram",
                                  {{"Directories", "3"},
                                   {"FilesPerDirectory", "4"},
                                   {"FileSize", "ns3::UniformRandomVariable[Min=0|Max=300000]"}},
                                  fileSystem);
        for (uint32_t i = 0; i < 12; ++i)
        {
            const auto name = "/d" + std::to_string(i / 4) + "/f" + std::to_string(i % 4);
            NS_TEST_EXPECT_MSG_EQ(user.Stat("/destination" + name).bytes,
                                  user.Stat("/source" + name).bytes,
                                  name);
        }
        NS_TEST_EXPECT_MSG_EQ(DynamicCast<CopyProgram>(program)->GetCopiedFiles(), 12, "files");
        NS_TEST_EXPECT_MSG_EQ(program->GetErrors().empty(), true, "no errors");
        NS_TEST_EXPECT_MSG_EQ(fileSystem->GetNOpen(), 0, "all closed");
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-io-tests
 *
 * Robocopy's threads.
 */
class CopyProgramRobocopyTestCase : public TestCase
{
  public:
    CopyProgramRobocopyTestCase()
        : TestCase("robocopy")
    {
    }

  private:
    void DoRun() override
    {
        auto fileSystem = MakeMemoryFileSystem(MilliSeconds(1));
        auto program = RunProgram("ns3::CopyProgram",
                                  {{"Style", "Robocopy"},
                                   {"Threads", "4"},
                                   {"Directories", "2"},
                                   {"FilesPerDirectory", "8"},
                                   {"FileSize", "ns3::ConstantRandomVariable[Constant=1500000]"}},
                                  fileSystem);
        // 3 directories: mkdir and readdir each, 6 ms. Then 4 threads copy 4 files each, one after
        // the other: 2 opens, ftruncate, 2 reads, 2 writes, 2 closes: 9 ms.
        NS_TEST_EXPECT_MSG_EQ_TOL(GetResult(program, "copy_time"), 0.042, 1e-9, "6 + 4 * 9 ms");
        NS_TEST_EXPECT_MSG_EQ(GetResult(program, "files_copied"), 16, "files");
        const auto report = GetReport(program);
        NS_TEST_EXPECT_MSG_EQ(
            (report.find("   Files :              16        16\n") != std::string::npos),
            true,
            report);
        NS_TEST_EXPECT_MSG_EQ((report.find("          571428571 Bytes/sec.") != std::string::npos),
                              true,
                              "24 MB in 42 ms: " << report);
        Simulator::Destroy();
        CheckErrors();
    }

    /// A full destination, and mistakes of the user.
    void CheckErrors()
    {
        auto source = MakeMemoryFileSystem();
        auto destination = MakeMemoryFileSystem();
        destination->SetAttribute("Capacity", StringValue("150"));
        auto program = InstallProgram("ns3::CopyProgram",
                                      {{"Directories", "1"},
                                       {"FilesPerDirectory", "3"},
                                       {"FileSize", "ns3::ConstantRandomVariable[Constant=100]"}},
                                      {source, destination});
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(program->GetErrors().at(FileStatus::NO_SPACE), 2, "two do not fit");
        NS_TEST_EXPECT_MSG_EQ(GetResult(program, "files_copied"), 1, "one does");
        NS_TEST_EXPECT_MSG_EQ(destination->GetNOpen() + source->GetNOpen(), 0, "all closed");
        Simulator::Destroy();
        const std::string copy = "ns3::CopyProgram";
        NS_TEST_EXPECT_MSG_EQ(GetConfigurationError(copy, {{"Source", "a/b"}}),
                              "ns3::CopyProgram: Source is 'a/b', not a name without slashes",
                              "");
        NS_TEST_EXPECT_MSG_EQ(GetConfigurationError(copy, {{"Destination", "source"}}),
                              "ns3::CopyProgram: Destination is 'source', the name of Source",
                              "");
        NS_TEST_EXPECT_MSG_EQ(
            (GetConfigurationError(copy, {{"Style", "Xcopy"}}).find("Style") != std::string::npos),
            true,
            "an unknown word");
    }
};

/**
 * @ingroup host-io-tests
 *
 * Copies of trees.
 */
class CopyProgramTestSuite : public TestSuite
{
  public:
    CopyProgramTestSuite()
        : TestSuite("host-io-copy", Type::UNIT)
    {
        AddTestCase(new CopyProgramCpTestCase, Duration::QUICK);
        AddTestCase(new CopyProgramRobocopyTestCase, Duration::QUICK);
    }
};

static CopyProgramTestSuite g_copyProgramTestSuite; //!< registers the suite
