/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/extent-bitmap.h"
#include "ns3/extent-directory.h"
#include "ns3/extent-page-set.h"
#include "ns3/extent-tree.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup host-io-tests
 *
 * Bits, also across words.
 */
class ExtentBitmapTestCase : public TestCase
{
  public:
    ExtentBitmapTestCase()
        : TestCase("bitmap")
    {
    }

  private:
    void DoRun() override
    {
        ExtentBitmap bitmap(130);
        ExtentRun longest;
        NS_TEST_EXPECT_MSG_EQ(bitmap.Find(0, true), 130, "none is set");
        NS_TEST_EXPECT_MSG_EQ(bitmap.FindEnd(), 0, "nor is there a last one");
        bitmap.Assign(60, 10, true);
        NS_TEST_EXPECT_MSG_EQ(bitmap.CountSet(), 10, "60 to 69");
        NS_TEST_EXPECT_MSG_EQ(bitmap.FindEnd(), 70, "behind the last");
        NS_TEST_EXPECT_MSG_EQ(bitmap.Test(59), false, "before");
        NS_TEST_EXPECT_MSG_EQ(bitmap.Test(64), true, "in the next word");
        NS_TEST_EXPECT_MSG_EQ(bitmap.Find(0, true), 60, "the first");
        NS_TEST_EXPECT_MSG_EQ(bitmap.Find(60, false), 70, "behind them");
        NS_TEST_EXPECT_MSG_EQ((bitmap.FindRun(0, 60, longest) == ExtentRun{0, 60}), true, "fits");
        NS_TEST_EXPECT_MSG_EQ((bitmap.FindRun(10, 51, longest) == ExtentRun{70, 51}), true, "no");
        NS_TEST_EXPECT_MSG_EQ((longest == ExtentRun{10, 50}), true, "what was too short");
        NS_TEST_EXPECT_MSG_EQ(bitmap.FindRun(0, 61, longest).count, 0, "nowhere");
        NS_TEST_EXPECT_MSG_EQ((longest == ExtentRun{0, 60}), true, "the longest of 60 and 60");
        bitmap.Assign(62, 2, false);
        NS_TEST_EXPECT_MSG_EQ(bitmap.CountSet(), 8, "cleared");
        ExtentBitmap copy(70);
        copy.SetWords({~uint64_t{0}, ~uint64_t{0}, 7});
        NS_TEST_EXPECT_MSG_EQ(copy.CountSet(), 70, "what is past the end is left out");
        copy.Assign(10, 2, false);
        copy.Assign(20, 3, false);
        longest = {};
        NS_TEST_EXPECT_MSG_EQ(copy.FindRun(0, 4, longest).count, 0, "nowhere");
        NS_TEST_EXPECT_MSG_EQ((longest == ExtentRun{20, 3}), true, "longer by one");
    }
};

/**
 * @ingroup host-io-tests
 *
 * Runs of pages against a set of single pages.
 */
class ExtentPageSetTestCase : public TestCase
{
  public:
    ExtentPageSetTestCase()
        : TestCase("set of pages")
    {
    }

  private:
    void DoRun() override
    {
        ExtentPageSet set;
        std::set<uint64_t> simple;
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(7);
        for (int i = 0; i < 3000; ++i)
        {
            const auto page = random->GetInteger(0, 60);
            const auto count = random->GetInteger(1, 9);
            uint64_t removed = 0;
            for (auto p = page; p < page + count; ++p)
            {
                removed += simple.erase(p);
            }
            NS_TEST_ASSERT_MSG_EQ(set.Remove(page, count), removed, "removed");
            if (random->GetInteger(0, 1) == 0)
            {
                set.Add(page, count);
                for (auto p = page; p < page + count; ++p)
                {
                    simple.insert(p);
                }
            }
            NS_TEST_ASSERT_MSG_EQ(set.GetCount(), simple.size(), "as many");
            CheckAll(set, simple);
        }
    }

    /// The same pages, and runs of like pages to the end.
    void CheckAll(const ExtentPageSet& set, const std::set<uint64_t>& simple)
    {
        for (uint64_t page = 0; page < 80;)
        {
            uint64_t count = 80 - page;
            const bool contains = set.Contains(page, count);
            for (auto p = page; p < page + count; ++p)
            {
                NS_TEST_ASSERT_MSG_EQ(simple.contains(p), contains, "page " << p);
            }
            page += count;
        }
    }
};

/**
 * @ingroup host-io-tests
 *
 * Extents in the inode, in leaves and below indexes.
 */
class ExtentTreeTestCase : public TestCase
{
  public:
    ExtentTreeTestCase()
        : TestCase("extent tree")
    {
    }

  private:
    void DoRun() override
    {
        Inode();
        Leaves();
        NoBlock();
        Random();
    }

    /// A source of blocks from 1000 on.
    ExtentTree::BlockSource Source()
    {
        return [this](uint64_t) { return std::optional<uint64_t>(m_next++); };
    }

    /// Up to four extents need no block; neighbours are joined.
    void Inode()
    {
        ExtentTree tree;
        std::vector<uint64_t> changed;
        tree.Insert({10, 110, 5}, Source(), changed);
        tree.Insert({15, 115, 5}, Source(), changed);
        tree.Insert({5, 105, 5}, Source(), changed);
        NS_TEST_EXPECT_MSG_EQ(tree.GetLeaves()[0].extents.size(), 1, "joined on both sides");
        const auto found = tree.Find(7, 100);
        NS_TEST_EXPECT_MSG_EQ(found.mapped, true, "there");
        NS_TEST_EXPECT_MSG_EQ(found.devicePage, 107, "where");
        NS_TEST_EXPECT_MSG_EQ(found.count, 13, "up to page 19");
        NS_TEST_EXPECT_MSG_EQ(tree.Find(0, 100).mapped, false, "a hole");
        NS_TEST_EXPECT_MSG_EQ(tree.Find(0, 100).count, 5, "of five pages");
        NS_TEST_EXPECT_MSG_EQ(tree.Find(20, 100).count, 100, "without end");
        NS_TEST_EXPECT_MSG_EQ(tree.GetEnd(), 120, "behind the last");
        NS_TEST_EXPECT_MSG_EQ(changed.size(), 0, "no block of the tree");
        // Not longer than 32,768 pages.
        ExtentTree longTree;
        longTree.Insert({0, 0, 32768}, Source(), changed);
        longTree.Insert({32768, 32768, 1}, Source(), changed);
        NS_TEST_EXPECT_MSG_EQ(longTree.GetLeaves()[0].extents.size(), 2, "the longest extent");
    }

    /// The fifth extent needs a leaf, the 1701st (5 leaves of 340) an index.
    void Leaves()
    {
        ExtentTree tree;
        std::vector<uint64_t> changed;
        m_next = 1000;
        for (uint64_t i = 0; i < 1701; ++i)
        {
            // Every other page, so that nothing joins.
            NS_TEST_ASSERT_MSG_EQ(tree.Insert({2 * i, 5000 + 2 * i, 1}, Source(), changed),
                                  true,
                                  i);
            const std::size_t leaves = i < 4 ? 1 : i / 340 + 1;
            NS_TEST_ASSERT_MSG_EQ(tree.GetLeaves().size(), leaves, "leaves at " << i);
            NS_TEST_ASSERT_MSG_EQ((tree.GetLeaves()[0].block == 0),
                                  (i < 4),
                                  "in the inode at " << i);
            NS_TEST_ASSERT_MSG_EQ(tree.GetIndexes().size(), (leaves > 4 ? 1U : 0U), "indexes");
        }
        std::vector<uint64_t> path;
        tree.GetPath(0, 1, path);
        NS_TEST_EXPECT_MSG_EQ((path == std::vector<uint64_t>{tree.GetIndexes()[0], 1000}),
                              true,
                              "index and first leaf");
        // 1701 pages, 6 leaves and an index.
        NS_TEST_EXPECT_MSG_EQ(tree.GetBlockCount(), 1708, "blocks");
        ExtentChanges changes;
        tree.Truncate(2 * 340 * 4, changes);
        NS_TEST_EXPECT_MSG_EQ(tree.GetLeaves().size(), 4, "leaves left");
        NS_TEST_EXPECT_MSG_EQ(tree.GetIndexes().size(), 0, "no index");
        uint64_t metadata = 0;
        for (const auto& freed : changes.freed)
        {
            metadata += freed.metadata ? 1 : 0;
        }
        NS_TEST_EXPECT_MSG_EQ(metadata, 3, "two leaves and the index");
        tree.Truncate(0, changes);
        NS_TEST_EXPECT_MSG_EQ(changes.freed.size(), 1708, "everything");
        NS_TEST_EXPECT_MSG_EQ(tree.GetEnd(), 0, "empty");
    }

    /// Without a block for a leaf nothing changes.
    void NoBlock()
    {
        ExtentTree tree;
        std::vector<uint64_t> changed;
        const auto none = [](uint64_t) { return std::optional<uint64_t>(); };
        for (uint64_t i = 0; i < 4; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(tree.Insert({2 * i, 100 + 2 * i, 1}, none, changed), true, i);
        }
        NS_TEST_EXPECT_MSG_EQ(tree.Insert({8, 108, 1}, none, changed), false, "no fifth");
        NS_TEST_EXPECT_MSG_EQ(tree.Find(8, 1).mapped, false, "not there");
        NS_TEST_EXPECT_MSG_EQ(tree.Insert({7, 107, 1}, none, changed), true, "one that joins");
    }

    /// Random pages in random order, and cuts, against a map.
    void Random()
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(3);
        ExtentTree tree;
        std::map<uint64_t, uint64_t> simple;
        for (uint64_t i = 0; i < 6000; ++i)
        {
            const auto page = random->GetInteger(0, 20000);
            if (random->GetInteger(0, 2000) == 0)
            {
                ExtentChanges changes;
                tree.Truncate(page, changes);
                simple.erase(simple.lower_bound(page), simple.end());
            }
            std::vector<uint64_t> changed;
            if (!simple.contains(page))
            {
                tree.Insert({page, 100000 + 3 * i, 1}, Source(), changed);
                simple[page] = 100000 + 3 * i;
            }
        }
        uint64_t next = 0;
        for (const auto& [page, block] : simple)
        {
            NS_TEST_ASSERT_MSG_EQ(tree.Find(page, 1).devicePage, block, "page " << page);
            while (next < page)
            {
                const auto hole = tree.Find(next, page - next);
                NS_TEST_ASSERT_MSG_EQ(hole.mapped, false, "hole at " << next);
                next += hole.count;
            }
            NS_TEST_ASSERT_MSG_EQ(next, page, "the hole ends here");
            next = page + 1;
        }
        NS_TEST_EXPECT_MSG_GT(tree.GetLeaves().size(), 5, "leaves were split");
    }

    uint64_t m_next{1000}; //!< the next block of the source
};

/**
 * @ingroup host-io-tests
 *
 * Names and their blocks.
 */
class ExtentDirectoryTestCase : public TestCase
{
  public:
    ExtentDirectoryTestCase()
        : TestCase("directory blocks")
    {
    }

  private:
    void DoRun() override
    {
        ExtentDirectory directory;
        directory.AddBlock();
        NS_TEST_EXPECT_MSG_EQ(ExtentDirectory::GetEntryBytes("."), 12, "8 + 1, rounded");
        NS_TEST_EXPECT_MSG_EQ(ExtentDirectory::GetEntryBytes("four"), 12, "8 + 4");
        // 4096 - 24 bytes hold (4072 / 264) = 15 names of 255 bytes.
        int count = 0;
        std::string name(255, 'a');
        while (directory.FindRoom(name) == 0)
        {
            directory.Add(name, 100 + count, 0);
            name[0] = 'b' + count++;
        }
        NS_TEST_EXPECT_MSG_EQ(count, 15, "in block 0");
        NS_TEST_EXPECT_MSG_EQ(directory.FindRoom(name), 1, "a new block");
        // 4072 - 15 * 264 = 112 bytes are left: room for a short name.
        NS_TEST_EXPECT_MSG_EQ(directory.FindRoom("short"), 0, "the gap");
        directory.AddBlock();
        directory.Add(name, 200, 1);
        NS_TEST_EXPECT_MSG_EQ(directory.Find(name)->block, 1, "where it is");
        const auto first = *directory.GetNames(0)[3];
        NS_TEST_EXPECT_MSG_EQ(directory.Remove(first), 0, "from block 0");
        NS_TEST_EXPECT_MSG_EQ(directory.Find(first).has_value(), false, "gone");
        NS_TEST_EXPECT_MSG_EQ(directory.FindRoom(first), 0, "room again");
        directory.Replace(name, 300);
        NS_TEST_EXPECT_MSG_EQ(directory.Find(name)->inode, 300, "another inode");
        NS_TEST_EXPECT_MSG_EQ(directory.GetNameCount(), 15, "names");
    }
};

/**
 * @ingroup host-io-tests
 *
 * The containers of a file system's metadata.
 */
class ExtentTreeTestSuite : public TestSuite
{
  public:
    ExtentTreeTestSuite()
        : TestSuite("extent-tree", Type::UNIT)
    {
        AddTestCase(new ExtentBitmapTestCase, Duration::QUICK);
        AddTestCase(new ExtentPageSetTestCase, Duration::QUICK);
        AddTestCase(new ExtentTreeTestCase, Duration::QUICK);
        AddTestCase(new ExtentDirectoryTestCase, Duration::QUICK);
    }
};

/// The suite.
static ExtentTreeTestSuite g_extentTreeTestSuite;
