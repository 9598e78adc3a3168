/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-bench.h"

#include "ns3/string.h"
#include "ns3/test.h"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup host-io-tests
 *
 * When transactions are committed, and what becomes of the log.
 */
class ExtentJournalTestCase : public TestCase
{
  public:
    ExtentJournalTestCase()
        : TestCase("commits and checkpoints")
    {
    }

  private:
    /**
     * @param sequence number of a transaction
     * @param blocks its blocks
     */
    void Committed(uint64_t sequence, uint64_t blocks)
    {
        m_sequences.push_back(sequence);
        m_times.push_back(Simulator::Now());
        m_blocks.push_back(blocks);
    }

    /**
     * @param bench the bench, before the mount
     */
    void Watch(ExtentBench& bench)
    {
        m_sequences.clear();
        m_times.clear();
        m_blocks.clear();
        bench.fileSystem->TraceConnectWithoutContext(
            "Commit",
            MakeCallback(&ExtentJournalTestCase::Committed, this));
    }

    void DoRun() override
    {
        Interval();
        Barriers();
        Growth();
        NoJournal();
        Replayed();
        ForgottenMetadata();
    }

    /// The interval counts from the first change, and nothing happens without changes.
    void Interval()
    {
        ExtentBench bench(16384, false);
        Watch(bench);
        bench.FormatAndMount();
        bench.Pass(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(m_sequences.size(), 0, "no change, no commit");
        const auto start = Simulator::Now();
        std::vector<ExtentJournal::State> states;
        const auto note = [&bench, &states] {
            const auto state = *bench.fileSystem->GetJournalState();
            if (states.empty() || states.back() != state)
            {
                states.push_back(state);
            }
        };
        note();
        for (auto time = Seconds(4.999); time < Seconds(5.002); time += MicroSeconds(10))
        {
            Simulator::Schedule(time, note);
        }
        bench.WriteFile("/a", 0, "");
        bench.Pass(Seconds(2));
        bench.WriteFile("/b", 0, "");
        bench.Pass(Seconds(20));
        NS_TEST_ASSERT_MSG_EQ(m_sequences.size(), 1, "one commit for both");
        using enum ExtentJournal::State;
        const std::vector<ExtentJournal::State> expected{EMPTY, RUNNING, COMMITTING, EMPTY};
        NS_TEST_EXPECT_MSG_EQ((states == expected), true, "the states of the journal");
        // Descriptors, inode bitmap, inodes, root directory.
        NS_TEST_EXPECT_MSG_EQ(m_blocks[0], 4, "its blocks");
        // 5 s, the log, FLUSH and the commit block at 0.1 ms each, and the reads of the open.
        const auto late = m_times[0] - start - Seconds(5);
        NS_TEST_EXPECT_MSG_EQ((late >= MicroSeconds(300) && late <= MicroSeconds(700)), true, late);
        Simulator::Run();
        const auto end = Simulator::Now();
        NS_TEST_EXPECT_MSG_LT(end, start + Seconds(60), "the simulation ends");
    }

    /// Without barriers there is no FLUSH and no FUA.
    void Barriers()
    {
        ExtentBench bench(16384, false);
        bench.fileSystem->SetAttribute("Barrier", BooleanValue(false));
        bench.FormatAndMount();
        const auto flushes = bench.device->Count(BlockOperation::FLUSH);
        bench.WriteFile("/a", 5000, "a", true);
        NS_TEST_EXPECT_MSG_EQ(bench.device->Count(BlockOperation::FLUSH), flushes, "none");
        const auto& last = bench.device->seen.back();
        NS_TEST_EXPECT_MSG_EQ(last.forceUnitAccess, false, "no FUA");
        NS_TEST_EXPECT_MSG_EQ(last.pages, 1, "the commit block");
    }

    /// A log of 255 positions: a commit at more than 63 blocks, checkpoints, and no stop.
    void Growth()
    {
        ExtentBench bench(32768, true);
        Watch(bench);
        bench.FormatAndMount();
        uint64_t made = 0;
        while (m_sequences.size() < 40 && made < 20000)
        {
            bench.Name(FileOperation::MAKE_DIRECTORY, "/" + std::to_string(made++));
        }
        NS_TEST_EXPECT_MSG_EQ(m_sequences.size(), 40, "40 commits");
        for (std::size_t i = 0; i < m_blocks.size(); ++i)
        {
            // A mkdir has at most 7 blocks: one more than a quarter up to that many.
            NS_TEST_EXPECT_MSG_EQ((m_blocks[i] > 63 && m_blocks[i] <= 63 + 7), true, m_blocks[i]);
        }
        NS_TEST_EXPECT_MSG_LT(m_times.back(), Seconds(5), "none for its age");
        bench.LosePower();
        NS_TEST_EXPECT_MSG_EQ(bench.Check().size(), 0, "whole");
        NS_TEST_ASSERT_MSG_EQ(bench.Mount(), FileStatus::OK, "mounted");
        const auto names = bench.List("/").size();
        NS_TEST_EXPECT_MSG_EQ((names + 140 > made && names <= made), true, "all but the last");
    }

    /// Without a journal fsync writes metadata in place.
    void NoJournal()
    {
        ExtentBench bench(16384, true);
        bench.fileSystem->SetAttribute("Journal", StringValue("None"));
        bench.FormatAndMount();
        bench.WriteFile("/a", 5000, "a", true);
        for (const auto& request : bench.device->seen)
        {
            NS_TEST_EXPECT_MSG_EQ(request.forceUnitAccess, false, "no commit block");
        }
        bench.LosePower();
        NS_TEST_EXPECT_MSG_EQ(bench.Check().size(), 0, "whole after fsync");
        NS_TEST_ASSERT_MSG_EQ(bench.Mount(), FileStatus::OK, "mounted");
        const bool there = bench.ReadFile("/a") == ExtentBench::Repeat("a", 5000);
        NS_TEST_EXPECT_MSG_EQ(there, true, "there");
    }

    /// A copy of a directory's block in the log is not written over a file.
    void Replayed()
    {
        using enum FileOperation;
        ExtentBench bench(2048, true);
        bench.FormatAndMount();
        bench.Name(MAKE_DIRECTORY, "/d");
        bench.WriteFile("/first", 1, "1", true);
        bench.Name(REMOVE_DIRECTORY, "/d");
        bench.WriteFile("/second", 1, "2", true);
        const auto& allocator = bench.fileSystem->GetVolume()->GetAllocator();
        NS_TEST_EXPECT_MSG_EQ(allocator.GetFreeBlocks() - allocator.GetReusableBlocks(),
                              1,
                              "the directory's block waits for a checkpoint");
        // The directory's block is the lowest free one. The log has it, and nothing was written in
        // place so far.
        bench.WriteFile("/third", 4096, "3", true);
        const auto inodes = allocator.GetFreeInodes();
        bench.LosePower();
        NS_TEST_ASSERT_MSG_EQ(bench.Mount(), FileStatus::OK, "mounted");
        NS_TEST_EXPECT_MSG_EQ(bench.fileSystem->GetVolume()->GetAllocator().GetFreeInodes(),
                              inodes,
                              "counted again");
        const bool kept = bench.ReadFile("/third") == std::string(4096, '3');
        NS_TEST_EXPECT_MSG_EQ(kept, true, "not the directory's names");
    }

    /// Blocks of directories become those of a file when they are needed.
    void ForgottenMetadata()
    {
        using enum FileOperation;
        ExtentBench bench(2048, true);
        bench.FormatAndMount();
        for (int i = 0; i < 100; ++i)
        {
            bench.Name(MAKE_DIRECTORY, "/" + std::to_string(i));
        }
        bench.WriteFile("/s", 1, "s", true);
        for (int i = 0; i < 100; ++i)
        {
            bench.Name(REMOVE_DIRECTORY, "/" + std::to_string(i));
        }
        // As much as there is, so that their blocks are needed.
        uint64_t pages = bench.fileSystem->GetVolume()->GetAllocator().GetFreeBlocks() - 40;
        NS_TEST_EXPECT_MSG_EQ(bench.WriteFile("/big", pages * PAGE_BYTES, "big", true),
                              FileStatus::OK,
                              "their blocks were waited for");
        bench.LosePower();
        NS_TEST_ASSERT_MSG_EQ(bench.Mount(), FileStatus::OK, "mounted");
        NS_TEST_EXPECT_MSG_EQ(
            (bench.ReadFile("/big") == ExtentBench::Repeat("big", pages * PAGE_BYTES)),
            true,
            "the file's contents");
    }

    std::vector<uint64_t> m_sequences; //!< committed transactions
    std::vector<Time> m_times;         //!< when
    std::vector<uint64_t> m_blocks;    //!< their blocks
};

/**
 * @ingroup host-io-tests
 *
 * Many small files: what they cost must not grow with their number.
 */
class ExtentCostTestCase : public TestCase
{
  public:
    ExtentCostTestCase()
        : TestCase("many small files")
    {
    }

  private:
    void DoRun() override
    {
        ExtentBench bench(1048576, false);
        bench.device->keepSeen = false;
        bench.fileSystem->SetAttribute("JournalSize", UintegerValue(0));
        bench.FormatAndMount();
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(1);
        const auto start = std::chrono::steady_clock::now();
        const int transactions = 50000;
        for (int i = 0; i < 1000; ++i)
        {
            Make(bench, i, random);
        }
        for (int i = 0; i < transactions; ++i)
        {
            const auto old = random->GetInteger(0, 999);
            bench.ReadFile(GetName(m_names[old]));
            bench.Name(FileOperation::UNLINK, GetName(m_names[old]));
            m_names[old] = m_names.back();
            m_names.pop_back();
            Make(bench, 1000 + i, random);
        }
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        if (std::getenv("EXTENT_SHOW_TIMES"))
        {
            std::cerr << transactions << " transactions: " << took.count() << " s\n";
        }
        NS_TEST_EXPECT_MSG_EQ(bench.List("/").size(), 1000, "as many as at the beginning");
        NS_TEST_EXPECT_MSG_EQ(bench.Unmount(), FileStatus::OK, "unmounted");
    }

    /**
     * @param number a number
     * @return the name of a file
     */
    static std::string GetName(int number)
    {
        return "/" + std::to_string(number);
    }

    /**
     * Make a file of 500 to 10,000 bytes.
     *
     * @param bench where
     * @param number its number
     * @param random draws its size
     */
    void Make(ExtentBench& bench, int number, Ptr<UniformRandomVariable> random)
    {
        NS_TEST_ASSERT_MSG_EQ(bench.WriteFile(GetName(number), random->GetInteger(500, 10000), ""),
                              FileStatus::OK,
                              "made");
        m_names.push_back(number);
    }

    std::vector<int> m_names; //!< numbers of the files
};

/**
 * @ingroup host-io-tests
 *
 * The journal of a file system.
 */
class ExtentJournalTestSuite : public TestSuite
{
  public:
    ExtentJournalTestSuite()
        : TestSuite("extent-journal", Type::UNIT)
    {
        AddTestCase(new ExtentJournalTestCase, Duration::QUICK);
        AddTestCase(new ExtentCostTestCase, Duration::EXTENSIVE);
    }
};

/// The suite.
static ExtentJournalTestSuite g_extentJournalTestSuite;
