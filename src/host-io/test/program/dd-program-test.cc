/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../file/file-test-helper.h"
#include "program-test-helper.h"

#include "ns3/boolean.h"
#include "ns3/dd-program.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>

using namespace ns3;

/**
 * @ingroup host-io-tests
 *
 * Times and words of a write and a read, worked out by hand.
 */
class DdProgramTimesTestCase : public TestCase
{
  public:
    DdProgramTimesTestCase()
        : TestCase("times and report")
    {
    }

  private:
    void DoRun() override
    {
        // 800 Mbit/s move 1 MiB in 10.48576 ms.
        auto fileSystem = MakeMemoryFileSystem(MilliSeconds(1), "800Mbps");
        auto write = RunProgram(
            "ns3::DdProgram",
            {{"OutputFile", "f"}, {"BlockSize", "1048576"}, {"Count", "100"}, {"Conv", "fsync"}},
            fileSystem);
        // 100 writes of 1 + 10.48576 ms, fsync and close of 1 ms each; the open does not count.
        NS_TEST_EXPECT_MSG_EQ(write->GetPhase("copy").end - write->GetPhase("copy").begin,
                              NanoSeconds(1150576000),
                              "1150.576 ms");
        NS_TEST_EXPECT_MSG_EQ(GetReport(write),
                              "100+0 records in\n100+0 records out\n104857600 bytes (105 MB, 100 "
                              "MiB) copied, 1.15058 s, 91.1 MB/s\n",
                              "dd's words");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetResult(write, "copy_rate"), 104857600 / 1.150576, 1, "rate");
        NS_TEST_EXPECT_MSG_EQ(GetResult(write, "operations"), 103, "open, 100, fsync, close");
        NS_TEST_EXPECT_MSG_EQ(write->IsFinished(), true, "finished");

        auto read = RunProgram("ns3::DdProgram",
                               {{"InputFile", "f"}, {"BlockSize", "1048576"}},
                               fileSystem);
        // 100 reads of 11.48576 ms, one that brings nothing, and a close.
        NS_TEST_EXPECT_MSG_EQ(read->GetPhase("copy").end - read->GetPhase("copy").begin,
                              NanoSeconds(1150576000),
                              "1150.576 ms");
        NS_TEST_EXPECT_MSG_EQ(read->GetOperations(FileOperation::READ), 101, "up to the end");
        NS_TEST_EXPECT_MSG_EQ(GetResult(read, "bytes_copied"), 104857600, "bytes");
        CheckWords(fileSystem);
        Simulator::Destroy();
    }

    /**
     * Sizes as dd prints them, compared with dd 9.1.
     *
     * @param fileSystem a file system with 1 ms for each call, and 100 bytes in 1 us
     */
    void CheckWords(Ptr<FileSystem> fileSystem)
    {
        const std::pair<std::string, std::string> sizes[] = {
            {"999", "999 bytes copied, 0.00200999 s, 497 kB/s"},
            {"1000", "1000 bytes (1.0 kB) copied, 0.00201 s, 498 kB/s"},
            {"1024", "1024 bytes (1.0 kB, 1.0 KiB) copied, 0.00201024 s, 509 kB/s"},
            {"9950", "9950 bytes (10 kB, 9.7 KiB) copied, 0.0020995 s, 4.7 MB/s"},
            {"10500", "10500 bytes (10 kB, 10 KiB) copied, 0.002105 s, 5.0 MB/s"},
            {"999500", "999500 bytes (1.0 MB, 976 KiB) copied, 0.011995 s, 83.3 MB/s"},
            {"31457280", "31457280 bytes (31 MB, 30 MiB) copied, 0.316573 s, 99.4 MB/s"}};
        for (const auto& [size, words] : sizes)
        {
            auto program = RunProgram("ns3::DdProgram",
                                      {{"OutputFile", "g"}, {"BlockSize", size}, {"Count", "1"}},
                                      fileSystem);
            NS_TEST_EXPECT_MSG_EQ(GetReport(program),
                                  "1+0 records in\n1+0 records out\n" + words + "\n",
                                  size);
        }
    }
};

/**
 * @ingroup host-io-tests
 *
 * The operations that each option causes.
 */
class DdProgramOptionsTestCase : public TestCase
{
  public:
    DdProgramOptionsTestCase()
        : TestCase("options")
    {
    }

  private:
    void DoRun() override
    {
        auto fileSystem = MakeMemoryFileSystem();
        fileSystem->SetAttribute("StoreData", BooleanValue(true));
        FileSystemUser user(fileSystem);
        user.Open("/in", "c");
        user.WriteText(user.GetHandle(), 0, "abcdefghij");
        OperationLog log(fileSystem);
        // Blocks of 4, the first skipped, two blocks of the output left alone.
        auto program = RunProgram("ns3::DdProgram",
                                  {{"InputFile", "in"},
                                   {"OutputFile", "out"},
                                   {"BlockSize", "4"},
                                   {"Skip", "1"},
                                   {"Seek", "2"}},
                                  fileSystem);
        NS_TEST_EXPECT_MSG_EQ(log.GetText(),
                              "open /in;open /out;ftruncate 8;pread 4+4;pwrite 8+4;pread 8+4;"
                              "pwrite 12+2;pread 12+4;close;close",
                              "skip and seek");
        NS_TEST_EXPECT_MSG_EQ(GetReport(program),
                              "1+1 records in\n1+1 records out\n6 bytes copied, 0 s, Infinity "
                              "B/s\n",
                              "a partial record");
        user.Open("/out", "");
        NS_TEST_EXPECT_MSG_EQ(user.ReadText(user.GetHandle(), 0, 100),
                              "........efghij",
                              "contents are copied");

        RunProgram("ns3::DdProgram",
                   {{"OutputFile", "out"},
                    {"BlockSize", "2"},
                    {"Count", "1"},
                    {"Conv", "notrunc,fdatasync"},
                    {"OutputFlags", "direct,dsync"}},
                   fileSystem);
        NS_TEST_EXPECT_MSG_EQ(user.Stat("/out").bytes, 14, "notrunc");
        RunProgram("ns3::DdProgram",
                   {{"OutputFile", "out"}, {"BlockSize", "2"}, {"Count", "1"}},
                   fileSystem);
        NS_TEST_EXPECT_MSG_EQ(user.Stat("/out").bytes, 2, "truncated");
        CheckFlags();
        Simulator::Destroy();
    }

    /// The flags of the files.
    void CheckFlags()
    {
        auto fileSystem = MakeMemoryFileSystem();
        FileOpenFlags flags;
        fileSystem->TraceConnectWithoutContext(
            "Submit",
            Callback<void, Ptr<const FileRequest>>([&flags](Ptr<const FileRequest> request) {
                flags = request->operation == FileOperation::OPEN ? request->flags : flags;
            }));
        RunProgram("ns3::DdProgram",
                   {{"OutputFile", "f"}, {"Count", "1"}, {"OutputFlags", "direct,sync"}},
                   fileSystem);
        NS_TEST_EXPECT_MSG_EQ(flags.direct && flags.synchronous && flags.truncate, true, "oflag");
        RunProgram("ns3::DdProgram", {{"InputFile", "f"}, {"InputFlags", "direct"}}, fileSystem);
        NS_TEST_EXPECT_MSG_EQ(flags.direct && !flags.synchronous && !flags.create, true, "iflag");
        RunProgram("ns3::DdProgram",
                   {{"OutputFile", "f"}, {"Count", "1"}, {"OutputFlags", "dsync"}},
                   fileSystem);
        NS_TEST_EXPECT_MSG_EQ(flags.dataSynchronous && !flags.synchronous, true, "dsync");
        CheckSyncs();
    }

    /// conv=fdatasync and conv=fsync, and first one, then the other, as dd does with both.
    void CheckSyncs()
    {
        for (const auto& [conv, syncs] : {std::pair<std::string, std::string>{"fsync", "fsync;"},
                                          {"fdatasync", "fdatasync;"},
                                          {"fsync,fdatasync", "fdatasync;fsync;"}})
        {
            auto fileSystem = MakeMemoryFileSystem();
            OperationLog log(fileSystem);
            RunProgram("ns3::DdProgram",
                       {{"OutputFile", "f"}, {"BlockSize", "2"}, {"Count", "1"}, {"Conv", conv}},
                       fileSystem);
            NS_TEST_EXPECT_MSG_EQ(log.GetText(), "open /f;pwrite 0+2;" + syncs + "close", conv);
        }
    }
};

/**
 * @ingroup host-io-tests
 *
 * Errors of the file system, the stop time, and errors of the user.
 */
class DdProgramErrorsTestCase : public TestCase
{
  public:
    DdProgramErrorsTestCase()
        : TestCase("errors and stop time")
    {
    }

  private:
    void DoRun() override
    {
        auto fileSystem = MakeMemoryFileSystem();
        fileSystem->SetAttribute("Capacity", UintegerValue(1000));
        auto full = RunProgram("ns3::DdProgram",
                               {{"OutputFile", "f"}, {"BlockSize", "400"}, {"Count", "5"}},
                               fileSystem);
        // Two blocks fit, half of the third does, and its other half fails.
        NS_TEST_EXPECT_MSG_EQ(GetReport(full),
                              "2+1 records in\n2+1 records out\n1000 bytes (1.0 kB) copied, 0 s, "
                              "Infinity B/s\nerrors: 1 ENOSPC\n",
                              "no space");
        NS_TEST_EXPECT_MSG_EQ(full->GetOperations(FileOperation::WRITE), 4, "writes");
        NS_TEST_EXPECT_MSG_EQ(full->IsFinished(), true, "it ended");
        NS_TEST_EXPECT_MSG_EQ(fileSystem->GetNOpen(), 0, "its file was closed");

        auto missing = RunProgram("ns3::DdProgram", {{"InputFile", "x"}}, fileSystem);
        NS_TEST_EXPECT_MSG_EQ(missing->GetErrors().at(FileStatus::NOT_FOUND), 1, "no file");
        NS_TEST_EXPECT_MSG_EQ(GetResult(missing, "operations"), 1, "nothing after that");
        Simulator::Destroy();
        CheckStop();
        CheckUserErrors();
    }

    /// At the stop time nothing more is submitted.
    void CheckStop()
    {
        auto fileSystem = MakeMemoryFileSystem(MilliSeconds(10));
        auto program =
            InstallProgram("ns3::DdProgram", {{"OutputFile", "f"}, {"Count", "100"}}, {fileSystem});
        program->SetStartTime(MilliSeconds(5));
        program->SetStopTime(MilliSeconds(48));
        Time finished;
        program->TraceConnectWithoutContext("Finished", Callback<void>([&finished] {
                                                finished = Simulator::Now();
                                            }));
        Simulator::Run();
        // open from 5 to 15, writes to 25, 35, 45 and 55 ms.
        NS_TEST_EXPECT_MSG_EQ(program->GetOperations(FileOperation::WRITE), 4, "writes");
        NS_TEST_EXPECT_MSG_EQ(finished, MilliSeconds(55), "the last one still completes");
        NS_TEST_EXPECT_MSG_EQ(program->IsFinished() && program->IsStopped(), true, "stopped");
        NS_TEST_EXPECT_MSG_EQ(program->GetPhase("copy").end, MilliSeconds(55), "results so far");
        Simulator::Destroy();
    }

    /// Attributes that make no sense.
    void CheckUserErrors()
    {
        const std::string dd = "ns3::DdProgram";
        NS_TEST_EXPECT_MSG_EQ(GetConfigurationError(dd, {}),
                              "ns3::DdProgram: InputFile and OutputFile are empty; at least one "
                              "must name a file",
                              "");
        NS_TEST_EXPECT_MSG_EQ(GetConfigurationError(dd, {{"OutputFile", "f"}}),
                              "ns3::DdProgram: Count is 0, but zeros never end; give Count or "
                              "InputFile",
                              "");
        NS_TEST_EXPECT_MSG_EQ(GetConfigurationError(dd, {{"InputFile", "f"}, {"Conv", "sync"}}),
                              "ns3::DdProgram: Conv has 'sync', which is none of fsync, fdatasync, "
                              "notrunc",
                              "");
        NS_TEST_EXPECT_MSG_EQ(
            GetConfigurationError(dd, {{"InputFile", "f"}, {"Directory", "home"}}),
            "ns3::DdProgram: Directory is 'home'; it must be an absolute path, as /home",
            "");
        NS_TEST_EXPECT_MSG_EQ(GetConfigurationError(dd, {{"InputFile", "f"}}), "no error", "good");
    }
};

/**
 * @ingroup host-io-tests
 *
 * dd.
 */
class DdProgramTestSuite : public TestSuite
{
  public:
    DdProgramTestSuite()
        : TestSuite("host-io-dd", Type::UNIT)
    {
        AddTestCase(new DdProgramTimesTestCase, Duration::QUICK);
        AddTestCase(new DdProgramOptionsTestCase, Duration::QUICK);
        AddTestCase(new DdProgramErrorsTestCase, Duration::QUICK);
    }
};

static DdProgramTestSuite g_ddProgramTestSuite; //!< registers the suite
