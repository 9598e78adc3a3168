/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-test-helper.h"

#include "ns3/file-operation-recorder.h"
#include "ns3/file-trace-program.h"
#include "ns3/file-trace-reader.h"
#include "ns3/test.h"

#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param text a trace
 * @return the trace, read and written again; or what is wrong with it
 */
std::string
ReadAndWrite(const std::string& text)
{
    std::string result;
    try
    {
        FileTraceReader reader(std::make_unique<LineReader>("trace", text));
        FileTraceRecord record;
        while (reader.Next(record))
        {
            record.AppendTo(result);
        }
    }
    catch (const UserError& error)
    {
        return error.what();
    }
    return result;
}

/**
 * @param fileName a file to make
 * @param text what it holds
 * @return its name
 */
std::string
WriteTrace(const std::string& fileName, const std::string& text)
{
    std::ofstream(fileName, std::ios::binary) << text;
    return fileName;
}

} // namespace

/**
 * @ingroup host-io-tests
 *
 * The format.
 */
class FileTraceFormatTestCase : public TestCase
{
  public:
    FileTraceFormatTestCase()
        : TestCase("format")
    {
    }

  private:
    void DoRun() override
    {
        const std::string trace =
            "0.000000000 0.000001000 0 mkdir /a%20b%25c\n"
            "0.000002000 0.000001500 0 open 3 /a%20b%25c/f create,exclusive,truncate\n"
            "0.500000000 0.000000000 0 pwrite 3 4096 18446744073709551615\n"
            "0.500000000 0.000000000 12 open - /none - =ENOENT\n"
            "0.600000000 0.000000000 0 pread 3 0 512\n"
            "0.600000000 0.000000000 0 ftruncate 3 99\n"
            "0.600000000 0.000000000 0 fsync 3\n"
            "0.600000000 0.000000000 0 fdatasync 3\n"
            "0.600000000 0.000000000 0 fsyncdir /a%20b%25c\n"
            "0.600000000 0.000000000 0 sync\n"
            "0.600000000 0.000000000 0 close 3\n"
            "0.700000000 0.000000000 0 open 0 /f append,direct,synchronous,data-synchronous\n"
            "0.700000000 0.000000000 0 rename /f /g\n"
            "0.700000000 0.000000000 0 stat /g\n"
            "0.700000000 0.000000000 0 readdir /\n"
            "0.700000000 0.000000000 0 unlink /g\n"
            "3999999999.000000000 0.000000000 65535 rmdir /none =ENOENT\n";
        NS_TEST_EXPECT_MSG_EQ(ReadAndWrite(trace), trace, "there and back again");
        NS_TEST_EXPECT_MSG_EQ(ReadAndWrite("# a comment\n\n 1.5\t0  0 stat   /x \n"),
                              "1.500000000 0.000000000 0 stat /x\n",
                              "blanks");
        CheckErrors();
    }

    /// One line for each mistake.
    void CheckErrors()
    {
        const std::pair<std::string, std::string> lines[] = {
            {"1 2", "the line has 2 fields; it needs start, duration, process and operation"},
            {"x 0 0 sync", "start is 'x', not a number from 0 to 4000000000"},
            {"0 -1 0 sync", "duration is '-1', not a number from 0 to 4000000000"},
            {"0 0 65536 sync", "process is '65536', not a whole number from 0 to 65535"},
            {"0 0 0 read 1 0 0",
             "operation is 'read', none of close, fdatasync, fsync, fsyncdir, ftruncate, mkdir, "
             "open, pread, pwrite, readdir, rename, rmdir, stat, sync, unlink"},
            {"0 0 0 fdatasync /a", "descriptor is '/a', not a whole number from 0 to 65535"},
            {"0 0 0 fsyncdir 3", "path is '3', not an absolute one"},
            {"0 0 0 pread 1 0", "pread has 2 arguments; it needs 3"},
            {"0 0 0 pread - 0 1", "descriptor is '-', not a whole number from 0 to 65535"},
            {"0 0 0 open 1 /a fast",
             "flag is 'fast', none of create, exclusive, truncate, append, direct, synchronous, "
             "data-synchronous and -"},
            {"0 0 0 open 1 /a create,",
             "flag is '', none of create, exclusive, truncate, append, direct, synchronous, "
             "data-synchronous and -"},
            {"0 0 0 stat a", "path is 'a', not an absolute one"},
            {"0 0 0 stat /a%2", "path has a % without two hexadecimal digits: /a%2"},
            {"0 0 0 stat /a%zz", "path has a % without two hexadecimal digits: /a%zz"},
            {"0 0 1 sync", "it starts before the operation of its process in front of it"}};
        for (const auto& [line, message] : lines)
        {
            NS_TEST_EXPECT_MSG_EQ(ReadAndWrite("1 0 1 sync\n" + line + "\n"),
                                  "trace:2: " + message,
                                  line);
        }
    }
};

/**
 * @ingroup host-io-tests
 *
 * Times of a replay.
 */
class FileTraceTimesTestCase : public TestCase
{
  public:
    FileTraceTimesTestCase()
        : TestCase("times of a replay")
    {
    }

  private:
    /**
     * @param trace name of the trace
     * @param scale TimeScale
     * @return when the operations complete, in ms
     */
    static std::vector<int64_t> GetTimes(const std::string& trace, const std::string& scale)
    {
        auto program =
            InstallProgram("ns3::FileTraceProgram",
                           {{"FileName", trace}, {"TimeScale", scale}, {"Prepare", "false"}},
                           {MakeMemoryFileSystem(MilliSeconds(1))});
        std::vector<int64_t> times;
        program->TraceConnectWithoutContext("OperationComplete",
                                            Callback<void, Ptr<const FileRequest>, uint32_t>(
                                                [&times](Ptr<const FileRequest>, uint32_t) {
                                                    times.push_back(
                                                        Simulator::Now().GetMilliSeconds());
                                                }));
        Simulator::Run();
        Simulator::Destroy();
        return times;
    }

    void DoRun() override
    {
        // The second operation starts 20 ms after the end of the first, the third overlaps with it.
        // Process 1 starts 5 ms after the beginning of the trace.
        const auto trace = WriteTrace(CreateTempDirFilename("trace"),
                                      "10 0.005 0 stat /\n10.025 0.010 0 stat /\n"
                                      "10.030 0 0 stat /\n10.005 0 1 stat /\n");
        const std::vector<int64_t> once{1, 6, 22, 23};
        NS_TEST_EXPECT_MSG_EQ((GetTimes(trace, "1") == once), true, "1 ms for each");
        const std::vector<int64_t> twice{1, 11, 42, 43};
        NS_TEST_EXPECT_MSG_EQ((GetTimes(trace, "2") == twice), true, "think times doubled");
        const std::vector<int64_t> never{1, 1, 2, 3};
        NS_TEST_EXPECT_MSG_EQ((GetTimes(trace, "0") == never), true, "no think times");
        NS_TEST_EXPECT_MSG_EQ(GetConfigurationError("ns3::FileTraceProgram", {}),
                              "ns3::FileTraceProgram: FileName is empty; it must name the trace",
                              "");
        const auto empty = WriteTrace(CreateTempDirFilename("empty"), "# nothing\n");
        NS_TEST_EXPECT_MSG_EQ(GetConfigurationError("ns3::FileTraceProgram", {{"FileName", empty}}),
                              empty + ": the trace has no operation",
                              "");
    }
};

/**
 * @ingroup host-io-tests
 *
 * What a trace needs is made before the replay.
 */
class FileTracePreparationTestCase : public TestCase
{
  public:
    FileTracePreparationTestCase()
        : TestCase("preparation")
    {
    }

  private:
    void DoRun() override
    {
        const auto trace = WriteTrace(CreateTempDirFilename("trace"),
                                      "# file size /d/e/in\n"
                                      "# file 200 /d/e/in\n"
                                      "# file 7000 /old\n"
                                      "# file 99 /unknown\n"
                                      "0 0 0 open - /d/none - =ENOENT\n"
                                      "0 0 0 open 5 /d/e/in -\n"
                                      "0 0 0 pread 5 100 50\n"
                                      "0 0 0 close 5\n"
                                      "0 0 0 mkdir /new\n"
                                      "0 0 0 open 5 /new/out create\n"
                                      "0 0 0 pwrite 5 0 70\n"
                                      "0 0 0 pread 5 0 70\n"
                                      "0 0 0 close 5\n"
                                      "0 0 0 rename /new/out /d/out\n"
                                      "0 0 0 unlink /old\n"
                                      "0 0 0 stat /d/e/in\n"
                                      "0 0 0 stat /x\n"
                                      "0 0 0 stat /x/y\n"
                                      "0 0 0 readdir /list\n"
                                      "0 0 0 open 5 /d/e/in -\n"
                                      "0 0 0 fdatasync 5\n"
                                      "0 0 0 fsyncdir /synced\n");
        auto fileSystem = MakeMemoryFileSystem();
        OperationLog log(fileSystem);
        auto program = RunProgram("ns3::FileTraceProgram", {{"FileName", trace}}, fileSystem);
        const std::string made = "mkdir /d;mkdir /d/e;mkdir /x;mkdir /list;mkdir /synced;open "
                                 "/d/e/in;pwrite 0+200;close;open /old;"
                                 "close;open /x/y;close;sync;";
        NS_TEST_EXPECT_MSG_EQ(log.GetText().substr(0, made.size()), made, "made first");
        NS_TEST_EXPECT_MSG_EQ(log.GetText().substr(made.size()),
                              "open /d/none;open /d/e/in;pread 100+50;close;mkdir /new;"
                              "open /new/out;pwrite 0+70;pread 0+70;close;rename /new/out;"
                              "unlink /old;stat /d/e/in;stat /x;stat /x/y;readdir /list;"
                              "open /d/e/in;fdatasync;fsyncdir /synced",
                              "then replayed");
        NS_TEST_EXPECT_MSG_EQ(program->GetErrors().size(), 0, "the first is to fail");
        NS_TEST_EXPECT_MSG_EQ(GetReport(program),
                              "18 operations in 0 s, 0 per second; 120 bytes read, 70 bytes "
                              "written\n",
                              "report");
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-io-tests
 *
 * A program that is recorded and replayed asks for the same operations.
 */
class FileTraceRoundTripTestCase : public TestCase
{
  public:
    FileTraceRoundTripTestCase()
        : TestCase("record and replay")
    {
    }

  private:
    /**
     * @param typeId class of a program
     * @param attributes its attributes
     * @param fileName where to write the trace; empty for nowhere
     * @param ofFileSystem true to record the file system and not the program
     * @return the trace if it is written nowhere
     */
    static std::string Record(const std::string& typeId,
                              const TextAttributes& attributes,
                              const std::string& fileName,
                              bool ofFileSystem)
    {
        auto fileSystem = MakeMemoryFileSystem(MicroSeconds(100), "800Mbps");
        auto recorder = fileName.empty() ? std::make_unique<FileOperationRecorder>()
                                         : std::make_unique<FileOperationRecorder>(fileName);
        auto program = InstallProgram(typeId, attributes, {fileSystem});
        if (ofFileSystem)
        {
            recorder->FollowFileSystem(fileSystem);
        }
        else
        {
            recorder->FollowProgram(program);
        }
        Simulator::Run();
        Simulator::Destroy();
        recorder->Commit();
        return recorder->GetText();
    }

    /**
     * @param trace a trace
     * @param process a process
     * @return the operations of the process, without their times
     */
    static std::string GetOperations(const std::string& trace, const std::string& process)
    {
        std::istringstream stream(trace);
        std::string operations;
        std::string start;
        std::string duration;
        std::string number;
        std::string rest;
        while (stream >> start >> duration >> number && std::getline(stream, rest))
        {
            operations += number == process ? rest + "\n" : "";
        }
        return operations;
    }

    void DoRun() override
    {
        const std::string postmark = "ns3::PostmarkProgram";
        const TextAttributes options{{"Number", "20"},
                                     {"Transactions", "100"},
                                     {"Subdirectories", "3"},
                                     {"ThinkTime", "30us"}};
        const TextAttributes bonnie{{"FileSize", "1"},
                                    {"Seeks", "50"},
                                    {"ThinkTime", "20us"},
                                    {"Processes", "2"}};
        for (const std::string suffix : {"", ".gz", ".zst"})
        {
            const auto name = CreateTempDirFilename("trace" + suffix);
            Record(postmark, options, name, false);
            const auto text = Record(postmark, options, "", false);
            NS_TEST_EXPECT_MSG_EQ((text.size() > 10000), true, "a long trace");
            // Times too, as the file system and the think times are the same.
            NS_TEST_EXPECT_MSG_EQ((Record("ns3::FileTraceProgram",
                                          {{"FileName", name}, {"Prepare", "false"}},
                                          "",
                                          false) == text),
                                  true,
                                  "Postmark" << suffix);
        }
        const auto text = Record(postmark, options, "", false);
        NS_TEST_EXPECT_MSG_EQ((Record(postmark, options, "", true) == text),
                              true,
                              "its file system tells the same");
        // Two files open at a time, whose numbers are used again.
        const TextAttributes tree{{"Directories", "2"}, {"FilesPerDirectory", "3"}};
        const auto copyName = CreateTempDirFilename("copy");
        Record("ns3::CopyProgram", tree, copyName, false);
        NS_TEST_EXPECT_MSG_EQ((Record("ns3::FileTraceProgram",
                                      {{"FileName", copyName}, {"Prepare", "false"}},
                                      "",
                                      false) == Record("ns3::CopyProgram", tree, "", false)),
                              true,
                              "cp");
        const auto name = CreateTempDirFilename("bonnie");
        Record("ns3::BonnieProgram", bonnie, name, false);
        const auto replayed =
            Record("ns3::FileTraceProgram", {{"FileName", name}, {"Prepare", "false"}}, "", false);
        const auto recorded = Record("ns3::BonnieProgram", bonnie, "", false);
        for (const std::string process : {"0", "1", "2", "3", "4", "5"})
        {
            const auto operations = GetOperations(recorded, process);
            NS_TEST_EXPECT_MSG_EQ((operations.size() > 100), true, "operations of " << process);
            NS_TEST_EXPECT_MSG_EQ((GetOperations(replayed, process) == operations),
                                  true,
                                  "the same of " << process);
        }
    }
};

/**
 * @ingroup host-io-tests
 *
 * Traces of file operations.
 */
class FileTraceTestSuite : public TestSuite
{
  public:
    FileTraceTestSuite()
        : TestSuite("host-io-file-trace", Type::UNIT)
    {
        AddTestCase(new FileTraceFormatTestCase, Duration::QUICK);
        AddTestCase(new FileTraceTimesTestCase, Duration::QUICK);
        AddTestCase(new FileTracePreparationTestCase, Duration::QUICK);
        AddTestCase(new FileTraceRoundTripTestCase, Duration::QUICK);
    }
};

static FileTraceTestSuite g_fileTraceTestSuite; //!< registers the suite
