/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../extent/extent-bench.h"
#include "program-test-helper.h"

#include "ns3/file-program-sequence.h"
#include "ns3/io-recorder.h"
#include "ns3/pointer.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// A row of a file of phases.
struct Phase
{
    std::string name; //!< its name
    Time begin;       //!< when it begins
    Time end;         //!< when it ends
};

/**
 * @param fileName a file of phases
 * @return its rows
 */
std::vector<Phase>
ReadPhases(const std::string& fileName)
{
    std::ifstream file(fileName);
    std::string line;
    std::getline(file, line);
    std::vector<Phase> phases;
    while (std::getline(file, line))
    {
        std::replace(line.begin(), line.end(), ',', ' ');
        std::istringstream words(line);
        std::string name;
        double begin;
        double end;
        words >> name >> begin >> end;
        phases.push_back(
            {name, NanoSeconds(std::llround(begin * 1e9)), NanoSeconds(std::llround(end * 1e9))});
    }
    return phases;
}

/**
 * @param phases phases
 * @return their names with blanks between them
 */
std::string
GetNames(const std::vector<Phase>& phases)
{
    std::string names;
    for (const auto& phase : phases)
    {
        names += (names.empty() ? "" : " ") + phase.name;
    }
    return names;
}

/**
 * @param device a device
 * @param phase a phase
 * @return pages that were read in it
 */
uint64_t
CountReads(Ptr<ExtentTestDevice> device, const Phase& phase)
{
    uint64_t pages = 0;
    for (const auto& one : device->seen)
    {
        const bool isIn = phase.begin <= one.when && one.when < phase.end;
        pages += isIn && one.operation == BlockOperation::READ ? one.pages : 0;
    }
    return pages;
}

/**
 * @param device a device
 * @return a file system on it, not formatted
 */
Ptr<ExtentFileSystem>
MakeFileSystem(Ptr<BlockDevice> device)
{
    auto fileSystem = CreateObject<ExtentFileSystem>();
    fileSystem->SetCache(CreateObjectWithAttributes<PageCache>("Device", PointerValue(device)));
    return fileSystem;
}

/**
 * @param file the attribute InputFile or OutputFile
 * @return dd of 64 KiB from or to a file
 */
Ptr<FileProgram>
MakeDd(const std::string& file)
{
    auto program = ObjectFactory("ns3::DdProgram").Create<FileProgram>();
    program->SetAttribute(file, StringValue("file"));
    program->SetAttribute("BlockSize", UintegerValue(65536));
    program->SetAttribute("Count", UintegerValue(1));
    return program;
}

} // namespace

/**
 * @ingroup host-io-tests
 *
 * Programs one after the other: their phases, what is cached when they begin, what is recorded.
 */
class FileProgramSequenceTest : public TestCase
{
  public:
    FileProgramSequenceTest()
        : TestCase("Programs with a cold and a warm cache")
    {
    }

  private:
    void DoRun() override
    {
        auto device = CreateObject<ExtentTestDevice>(16384, false);
        device->shortest = MilliSeconds(1);
        FileProgramSequence sequence(MakeFileSystem(device));
        sequence.Add(MakeDd("OutputFile"), "write");
        sequence.Add(MakeDd("InputFile"), "read", FileProgramSequence::Cache::COLD);
        sequence.Add(MakeDd("InputFile"), "again");
        const auto requests = CreateTempDirFilename("requests.csv");
        auto recorder = CreateObjectWithAttributes<IoRecorder>("FileName", StringValue(requests));
        sequence.Record(device, recorder);
        sequence.Start();
        Simulator::Run();
        recorder->Close();
        const auto name = CreateTempDirFilename("phases.csv");
        sequence.WritePhases(name);
        CheckPhases(ReadPhases(name), device);

        std::ostringstream reports;
        sequence.PrintReports(reports);
        const std::string copied = "65536 bytes (66 kB, 64 KiB) copied";
        const auto first = reports.str().find(copied);
        const auto second = reports.str().find(copied, first + 1);
        NS_TEST_EXPECT_MSG_NE(reports.str().find(copied, second + 1),
                              std::string::npos,
                              "three reports");
        // The requests of mkfs and of the first mount are not recorded.
        const auto begin = ReadPhases(name).front().begin;
        const uint64_t recorded = std::count_if(device->seen.begin(),
                                                device->seen.end(),
                                                [&](const auto& one) { return one.when >= begin; });
        NS_TEST_EXPECT_MSG_LT(recorded, device->seen.size(), "some are of before");
        NS_TEST_EXPECT_MSG_EQ(recorder->GetSummary().GetRequests(),
                              recorded,
                              "all of the programs");
        Simulator::Destroy();
    }

    /**
     * @param phases what was written
     * @param device what the file system is on
     */
    void CheckPhases(const std::vector<Phase>& phases, Ptr<ExtentTestDevice> device)
    {
        NS_TEST_ASSERT_MSG_EQ(GetNames(phases),
                              "write write-sync mount read again again-sync",
                              "in this order");
        for (std::size_t i = 1; i < phases.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(phases[i].begin, phases[i - 1].end, "no time between phases");
        }
        NS_TEST_EXPECT_MSG_EQ(phases.back().end, Simulator::Now(), "until the end");
        // A page of inodes, one of the directory, and the file.
        NS_TEST_EXPECT_MSG_EQ(CountReads(device, phases[3]), 1 + 1 + 16, "a cold cache");
        NS_TEST_EXPECT_MSG_EQ(CountReads(device, phases[4]), 0, "a warm one");
    }
};

/**
 * @ingroup host-io-tests
 *
 * Phases of a program that has its own.
 */
class FileProgramSequenceOwnPhasesTest : public TestCase
{
  public:
    FileProgramSequenceOwnPhasesTest()
        : TestCase("A program with phases of its own")
    {
    }

  private:
    void DoRun() override
    {
        auto postmark = ObjectFactory("ns3::PostmarkProgram").Create<FileProgram>();
        postmark->SetAttribute("Number", UintegerValue(5));
        postmark->SetAttribute("Transactions", UintegerValue(5));
        postmark->AssignStreams(1);
        FileProgramSequence sequence(MakeFileSystem(CreateObject<ExtentTestDevice>(16384, false)));
        sequence.Add(postmark);
        sequence.Start();
        Simulator::Run();
        const auto name = CreateTempDirFilename("phases.csv");
        sequence.WritePhases(name);
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(GetNames(ReadPhases(name)),
                              "start create transactions delete delete-sync",
                              "Postmark's");
    }
};

/**
 * @ingroup host-io-tests
 *
 * What is wrong is told in one line.
 */
class FileProgramSequenceMistakesTest : public TestCase
{
  public:
    FileProgramSequenceMistakesTest()
        : TestCase("Mistakes and failing devices")
    {
    }

  private:
    void DoRun() override
    {
        auto device = CreateObject<ExtentTestDevice>(16384, false);
        FileProgramSequence sequence(MakeFileSystem(device));
        const auto mistake =
            GetError([&] { sequence.Add(ObjectFactory("ns3::DdProgram").Create<FileProgram>()); });
        NS_TEST_EXPECT_MSG_EQ(mistake.substr(0, 16), "ns3::DdProgram: ", "at once: " << mistake);
        device->fate = [](const BlockRequest&) { return BlockStatus::MEDIUM_ERROR; };
        const auto failure = GetError([&] {
            sequence.Start();
            Simulator::Run();
        });
        NS_TEST_EXPECT_MSG_EQ(failure, "file system: EIO", "mkfs fails");
        Simulator::Destroy();
    }

    /**
     * @param body what a user does
     * @return what is wrong with it, empty for nothing
     */
    static std::string GetError(const std::function<void()>& body)
    {
        try
        {
            body();
        }
        catch (const UserError& error)
        {
            return error.what();
        }
        return "";
    }
};

/**
 * @ingroup host-io-tests
 *
 * Programs one after the other.
 */
class FileProgramSequenceTestSuite : public TestSuite
{
  public:
    FileProgramSequenceTestSuite()
        : TestSuite("host-io-file-program-sequence", Type::UNIT)
    {
        AddTestCase(new FileProgramSequenceTest, Duration::QUICK);
        AddTestCase(new FileProgramSequenceOwnPhasesTest, Duration::QUICK);
        AddTestCase(new FileProgramSequenceMistakesTest, Duration::QUICK);
    }
};

static FileProgramSequenceTestSuite g_fileProgramSequenceTestSuite; //!< registers the suite
