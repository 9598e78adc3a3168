/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-test-helper.h"

#include "ns3/file-pattern.h"
#include "ns3/postmark-file-table.h"
#include "ns3/postmark-program.h"
#include "ns3/test.h"

#include <cmath>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup host-io-tests
 *
 * Slots of files, as Postmark gives them.
 */
class PostmarkFileTableTestCase : public TestCase
{
  public:
    PostmarkFileTableTestCase()
        : TestCase("table of files")
    {
    }

  private:
    void DoRun() override
    {
        PostmarkFileTable table(4);
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(table.Add({i + 1, 0, 100}), i, "one behind the other");
        }
        table.Remove(0);
        NS_TEST_EXPECT_MSG_EQ(table.Add({4, 0, 100}), 3, "behind the last, though 0 is free");
        NS_TEST_EXPECT_MSG_EQ(table.Add({5, 0, 100}), 0, "then the first free one");
        NS_TEST_EXPECT_MSG_EQ(table.IsFull(), true, "full");
        table.Remove(1);
        table.Remove(3);
        NS_TEST_EXPECT_MSG_EQ(table.GetNFiles(), 2, "two are left");
        const std::set<uint32_t> used{table.GetUsedSlot(0), table.GetUsedSlot(1)};
        NS_TEST_EXPECT_MSG_EQ((used == std::set<uint32_t>{0, 2}), true, "those of 0 and 2");
        NS_TEST_EXPECT_MSG_EQ(table.Get(2).number, 3, "the third file");
        NS_TEST_EXPECT_MSG_EQ(table.Get(1).bytes, 0, "a free slot");
    }
};

/**
 * @ingroup host-io-tests
 *
 * The operations, for choices that leave nothing to chance.
 */
class PostmarkOperationsTestCase : public TestCase
{
  public:
    PostmarkOperationsTestCase()
        : TestCase("operations")
    {
    }

  private:
    void DoRun() override
    {
        // Files of 1000 bytes; every transaction reads a file and deletes one.
        const TextAttributes fixed{{"SizeLow", "1000"},
                                   {"SizeHigh", "1000"},
                                   {"Number", "1"},
                                   {"Transactions", "1"},
                                   {"BiasRead", "10"},
                                   {"BiasCreate", "0"}};
        auto fileSystem = MakeMemoryFileSystem();
        OperationLog buffered(fileSystem);
        RunProgram("ns3::PostmarkProgram", fixed, fileSystem);
        NS_TEST_EXPECT_MSG_EQ(buffered.GetText(),
                              "open /1;pwrite 0+1000;close;open /1;pread 0+4096;close;unlink /1",
                              "buffered");
        auto plain = fixed;
        plain.emplace_back("Buffering", "false");
        plain.emplace_back("Subdirectories", "2");
        plain.emplace_back("BiasCreate", "-1");
        OperationLog unbuffered(fileSystem);
        RunProgram("ns3::PostmarkProgram", plain, fileSystem);
        // Whichever subdirectory it is in.
        auto text = unbuffered.GetText();
        for (auto at = text.find("/s0/1"); at != std::string::npos; at = text.find("/s0/1"))
        {
            text.replace(at, 5, "/s1/1");
        }
        NS_TEST_EXPECT_MSG_EQ(text,
                              "mkdir /s0;mkdir /s1;open /s1/1;pwrite 0+512;pwrite 512+488;close;"
                              "open /s1/1;pread 0+512;pread 512+488;close;unlink /s1/1;rmdir /s0;"
                              "rmdir /s1",
                              "not buffered");
        NS_TEST_EXPECT_MSG_EQ(fileSystem->GetUsedBytes(), 0, "nothing is left");
        CheckAppend(fileSystem);
        Simulator::Destroy();
    }

    /**
     * Appends, up to the largest size.
     *
     * @param fileSystem an empty file system
     */
    void CheckAppend(Ptr<FileSystem> fileSystem)
    {
        // A file of 1 byte may grow by 1 byte, once; the other transactions do nothing.
        const TextAttributes attributes{{"SizeLow", "1"},
                                        {"SizeHigh", "2"},
                                        {"Number", "1"},
                                        {"Transactions", "3"},
                                        {"BiasRead", "0"},
                                        {"BiasCreate", "-1"}};
        OperationLog log(fileSystem);
        auto program = RunProgram("ns3::PostmarkProgram", attributes, fileSystem);
        NS_TEST_EXPECT_MSG_EQ(log.GetText(),
                              "open /1;pwrite 0+1;close;open /1;pwrite 1+1;close;unlink /1",
                              "one append");
        const auto& counts = DynamicCast<PostmarkProgram>(program)->GetCounts();
        NS_TEST_EXPECT_MSG_EQ(counts.appended, 1, "appended");
        NS_TEST_EXPECT_MSG_EQ(counts.transactions, 3, "transactions");
    }
};

/**
 * @ingroup host-io-tests
 *
 * Times and words, worked out by hand.
 */
class PostmarkReportTestCase : public TestCase
{
  public:
    PostmarkReportTestCase()
        : TestCase("report")
    {
    }

  private:
    void DoRun() override
    {
        const TextAttributes attributes{{"SizeLow", "1024"},
                                        {"SizeHigh", "1024"},
                                        {"Number", "10"},
                                        {"Transactions", "5"},
                                        {"BiasRead", "10"},
                                        {"BiasCreate", "0"}};
        auto fileSystem = MakeMemoryFileSystem(MilliSeconds(500));
        auto program = RunProgram("ns3::PostmarkProgram", attributes, fileSystem);
        // 10 times open, write, close: 15 s. 5 times open, read, close, unlink: 10 s. 5 unlinks:
        // 2.5 s, which Postmark counts as 2. Together 27.5 s.
        NS_TEST_EXPECT_MSG_EQ(GetReport(program),
                              "Time:\n\t27 seconds total\n"
                              "\t10 seconds of transactions (0 per second)\n\n"
                              "Files:\n\t10 created (0 per second)\n"
                              "\t\tCreation alone: 10 files (0 per second)\n"
                              "\t\tMixed with transactions: 0 files (0 per second)\n"
                              "\t5 read (0 per second)\n\t0 appended (0 per second)\n"
                              "\t10 deleted (0 per second)\n"
                              "\t\tDeletion alone: 5 files (2 per second)\n"
                              "\t\tMixed with transactions: 5 files (0 per second)\n\n"
                              "Data:\n\t5.00 kilobytes read (0.19 kilobytes per second)\n"
                              "\t10.00 kilobytes written (0.37 kilobytes per second)\n",
                              "Postmark's words");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetResult(program, "total"), 27.5, 1e-9, "total");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetResult(program, "transaction_rate"), 0.5, 1e-9, "5 in 10 s");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetResult(program, "creation_rate"), 10 / 15.0, 1e-9, "10 in 15");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetResult(program, "deletion_rate"), 2, 1e-9, "5 in 2.5 s");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetResult(program, "read_rate"), 5120 / 27.5, 1e-9, "bytes/s");

        auto few = attributes;
        few.emplace_back("Transactions", "20");
        auto out = RunProgram("ns3::PostmarkProgram", few, fileSystem);
        NS_TEST_EXPECT_MSG_EQ(GetReport(out),
                              "out of files!\nFor this workload, either increase the number of "
                              "files or\ndecrease the number of transactions.\n",
                              "10 files, 20 deletions");
        NS_TEST_EXPECT_MSG_EQ(GetResult(out, "transactions"), 10, "transactions");
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-io-tests
 *
 * Random choices: their statistics, and the same ones from the same stream.
 */
class PostmarkChoicesTestCase : public TestCase
{
  public:
    PostmarkChoicesTestCase()
        : TestCase("random choices")
    {
    }

  private:
    /// Transactions of a run.
    static constexpr uint32_t N = 20000;

    /**
     * @param stream the random stream
     * @param transactions number of transactions
     * @return the operations of a run
     */
    static std::string GetOperations(int64_t stream, const std::string& transactions)
    {
        auto fileSystem = MakeMemoryFileSystem();
        OperationLog log(fileSystem);
        InstallProgram("ns3::PostmarkProgram",
                       {{"Transactions", transactions}, {"Subdirectories", "10"}},
                       {fileSystem},
                       stream);
        Simulator::Run();
        Simulator::Destroy();
        return log.GetText();
    }

    /**
     * Check a count against a binomial distribution.
     *
     * @param count how often
     * @param n of how many
     * @param probability the probability
     * @param what what was counted
     */
    void CheckBinomial(double count, double n, double probability, const char* what)
    {
        // Four standard deviations: a failure of the right program is one in 16,000.
        const auto deviation = std::sqrt(n * probability * (1 - probability));
        NS_TEST_EXPECT_MSG_EQ_TOL(count, n * probability, 4 * deviation, what);
    }

    void DoRun() override
    {
        auto fileSystem = MakeMemoryFileSystem();
        std::vector<uint64_t> sizes;
        fileSystem->TraceConnectWithoutContext(
            "Submit",
            Callback<void, Ptr<const FileRequest>>([&sizes](Ptr<const FileRequest> request) {
                if (request->operation == FileOperation::WRITE && sizes.size() < 10000)
                {
                    sizes.push_back(request->bytes);
                }
            }));
        // Blocks as large as files, so that each file is one write.
        auto program = RunProgram("ns3::PostmarkProgram",
                                  {{"Number", "10000"},
                                   {"Transactions", std::to_string(N)},
                                   {"BiasRead", "3"},
                                   {"BiasCreate", "7"},
                                   {"Write", "10000"},
                                   {"Buffering", "false"}},
                                  fileSystem);
        const auto& counts = DynamicCast<PostmarkProgram>(program)->GetCounts();
        CheckBinomial(counts.read, N, 0.3, "reads");
        CheckBinomial(counts.created - counts.createdInAdvance, N, 0.7, "creations");
        NS_TEST_EXPECT_MSG_EQ(counts.created, counts.deleted, "all are deleted in the end");
        NS_TEST_EXPECT_MSG_EQ(program->GetErrors().empty(), true, "no errors");
        // Sizes are uniform from 500 to 9999: their mean has a deviation of 2742 / sqrt(10000).
        double sum = 0;
        for (const auto size : sizes)
        {
            NS_TEST_EXPECT_MSG_EQ((size >= 500 && size < 10000), true, "size " << size);
            sum += static_cast<double>(size);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(sum / sizes.size(), 5249.5, 4 * 27.42, "mean size");
        Simulator::Destroy();

        const auto operations = GetOperations(7, "500");
        NS_TEST_EXPECT_MSG_EQ((GetOperations(7, "500") == operations), true, "the same stream");
        NS_TEST_EXPECT_MSG_EQ((GetOperations(8, "500") == operations), false, "another stream");
    }
};

/**
 * @ingroup host-io-tests
 *
 * A file system that puts zeros in place of the contents of one write.
 */
class ForgetfulFileSystem : public MemoryFileSystem
{
  public:
    uint32_t forgotten{0}; //!< number of the write, from 1; 0 for none
    uint32_t zeros{0};     //!< writes that brought no contents

  protected:
    void DoSubmit(Ptr<FileRequest> request) override
    {
        if (request->operation == FileOperation::WRITE)
        {
            zeros += !request->data;
            request->data = ++m_writes == forgotten ? nullptr : request->data;
        }
        MemoryFileSystem::DoSubmit(request);
    }

  private:
    uint32_t m_writes{0}; //!< writes so far
};

/**
 * @ingroup host-io-tests
 *
 * Contents are known again when they are read.
 */
class PostmarkContentsTestCase : public TestCase
{
  public:
    PostmarkContentsTestCase()
        : TestCase("contents")
    {
    }

  private:
    /**
     * Run a program.
     *
     * @param type its class
     * @param attributes its attributes
     * @param storeData whether it and the file system keep contents
     * @param forgotten number of the write that is forgotten, 0 for none
     * @return the program
     */
    Ptr<FileProgram> Run(const std::string& type,
                         TextAttributes attributes,
                         bool storeData,
                         uint32_t forgotten)
    {
        const auto fileSystem = CreateObject<ForgetfulFileSystem>();
        fileSystem->SetAttribute("StoreData", StringValue(storeData ? "true" : "false"));
        fileSystem->forgotten = forgotten;
        attributes.emplace_back("StoreData", storeData ? "true" : "false");
        auto program = RunProgram(type, attributes, fileSystem);
        m_zeros = fileSystem->zeros;
        Simulator::Destroy();
        return program;
    }

    /// The pattern tells files, places and zeros apart.
    void CheckPattern()
    {
        const FilePattern pattern("/a");
        const auto data = pattern.Make(4090, 100);
        NS_TEST_EXPECT_MSG_EQ(pattern.Matches(4090, *data), true, "the same");
        NS_TEST_EXPECT_MSG_EQ(pattern.Matches(4100, *data->CreateFragment(10, 50)), true, "a part");
        NS_TEST_EXPECT_MSG_EQ(pattern.Matches(4091, *data), false, "one byte further");
        NS_TEST_EXPECT_MSG_EQ(pattern.Matches(8186, *data), false, "one page further");
        NS_TEST_EXPECT_MSG_EQ(FilePattern("/b").Matches(4090, *data), false, "another file");
        const std::vector<uint8_t> zeros(100);
        NS_TEST_EXPECT_MSG_EQ(pattern.Matches(4090, *Create<Packet>(zeros.data(), 100)),
                              false,
                              "zeros");
    }

    void DoRun() override
    {
        CheckPattern();
        const TextAttributes small{{"Number", "20"}, {"Transactions", "200"}, {"BiasRead", "6"}};
        const auto good = Run("ns3::PostmarkProgram", small, true, 0);
        NS_TEST_EXPECT_MSG_EQ(GetResult(good, "content_errors"), 0, "all as it was written");
        NS_TEST_EXPECT_MSG_GT(good->GetBytesRead(), 0, "and something was read");
        NS_TEST_EXPECT_MSG_EQ(m_zeros, 0, "of patterns");

        // A file of 1,000 bytes that is read 20 times.
        const TextAttributes fixed{{"SizeLow", "1000"},
                                   {"SizeHigh", "1000"},
                                   {"Number", "1"},
                                   {"Transactions", "20"},
                                   {"BiasRead", "10"},
                                   {"BiasCreate", "-1"}};
        const auto bad = Run("ns3::PostmarkProgram", fixed, true, 1);
        NS_TEST_EXPECT_MSG_EQ(bad->GetContentErrors(), 20, "each read of the file");
        NS_TEST_EXPECT_MSG_EQ(
            (GetReport(bad).find("contents differ in 20 reads\n") != std::string::npos),
            true,
            "told");
        const auto plain = Run("ns3::PostmarkProgram", fixed, false, 1);
        NS_TEST_EXPECT_MSG_EQ(plain->GetContentErrors(), 0, "nothing is kept");
        NS_TEST_EXPECT_MSG_EQ(m_zeros, 1, "nor made");
        for (const auto& result : plain->GetResults())
        {
            NS_TEST_EXPECT_MSG_NE(result.name, "content_errors", "nor reported");
        }
        CheckOthers();
    }

    /// Programs with patterns, and dd, which writes zeros.
    void CheckOthers()
    {
        const TextAttributes bonnie{{"FileSize", "1"},
                                    {"Seeks", "100"},
                                    {"Files", "1"},
                                    {"FilesMax", "1000"}};
        auto program = Run("ns3::BonnieProgram", bonnie, true, 0);
        NS_TEST_EXPECT_MSG_EQ(program->GetContentErrors(), 0, "Bonnie++");
        NS_TEST_EXPECT_MSG_EQ(m_zeros, 0, "patterns, also written back after they were read");
        // Chunk 5 is read by the rewriting, which writes it back, and by the next test.
        auto noSeeks = bonnie;
        noSeeks[1].second = "1";
        noSeeks[2].second = "0";
        program = Run("ns3::BonnieProgram", noSeeks, true, 5);
        NS_TEST_EXPECT_MSG_EQ(program->GetContentErrors(), 2, "a chunk that was forgotten");
        const TextAttributes copy{{"Directories", "1"}, {"FilesPerDirectory", "3"}};
        program = Run("ns3::CopyProgram", copy, true, 2);
        NS_TEST_EXPECT_MSG_EQ(program->GetContentErrors(), 1, "the source of the second file");
        Run("ns3::DdProgram", {{"OutputFile", "a"}, {"Count", "3"}}, true, 0);
        NS_TEST_EXPECT_MSG_EQ(m_zeros, 3, "dd of /dev/zero");
    }

    uint32_t m_zeros{0}; //!< writes of the last run that brought no contents
};

/**
 * @ingroup host-io-tests
 *
 * Errors are counted and the program continues; user errors are reported.
 */
class PostmarkErrorsTestCase : public TestCase
{
  public:
    PostmarkErrorsTestCase()
        : TestCase("errors")
    {
    }

  private:
    void DoRun() override
    {
        // Two files of 1000 bytes fit; the third stays empty.
        auto fileSystem = MakeMemoryFileSystem();
        fileSystem->SetAttribute("Capacity", StringValue("2000"));
        auto program = RunProgram(
            "ns3::PostmarkProgram",
            {{"SizeLow", "1000"}, {"SizeHigh", "1000"}, {"Number", "3"}, {"Transactions", "0"}},
            fileSystem);
        NS_TEST_EXPECT_MSG_EQ(program->GetErrors().at(FileStatus::NO_SPACE), 1, "ENOSPC");
        NS_TEST_EXPECT_MSG_EQ(program->GetOperations(FileOperation::CLOSE), 3, "goes on");
        NS_TEST_EXPECT_MSG_EQ(program->GetOperations(FileOperation::UNLINK), 3, "to the end");
        NS_TEST_EXPECT_MSG_EQ((GetReport(program).find("errors: 1 ENOSPC") != std::string::npos),
                              true,
                              "told");
        auto lost = RunProgram("ns3::PostmarkProgram",
                               {{"Directory", "/nowhere"}, {"Transactions", "10"}},
                               fileSystem);
        NS_TEST_EXPECT_MSG_EQ(lost->GetOperations(FileOperation::WRITE), 0, "nothing is open");
        NS_TEST_EXPECT_MSG_EQ(lost->IsFinished(), true, "it ends");
        const auto& counts = DynamicCast<PostmarkProgram>(lost)->GetCounts();
        NS_TEST_EXPECT_MSG_EQ(counts.read + counts.appended + counts.deleted, 0, "nothing done");
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(GetConfigurationError("ns3::PostmarkProgram", {{"SizeLow", "10001"}}),
                              "ns3::PostmarkProgram: SizeHigh is 10000, less than SizeLow, 10001",
                              "");
    }
};

/**
 * @ingroup host-io-tests
 *
 * Postmark.
 */
class PostmarkTestSuite : public TestSuite
{
  public:
    PostmarkTestSuite()
        : TestSuite("host-io-postmark", Type::UNIT)
    {
        AddTestCase(new PostmarkFileTableTestCase, Duration::QUICK);
        AddTestCase(new PostmarkOperationsTestCase, Duration::QUICK);
        AddTestCase(new PostmarkReportTestCase, Duration::QUICK);
        AddTestCase(new PostmarkChoicesTestCase, Duration::QUICK);
        AddTestCase(new PostmarkContentsTestCase, Duration::QUICK);
        AddTestCase(new PostmarkErrorsTestCase, Duration::QUICK);
    }
};

static PostmarkTestSuite g_postmarkTestSuite; //!< registers the suite
