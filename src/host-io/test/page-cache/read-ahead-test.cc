/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-cache-bench.h"

#include "ns3/linux24-read-ahead.h"
#include "ns3/on-demand-read-ahead.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <string>

using namespace ns3;

/**
 * @ingroup host-io
 *
 * A sequential reader's device requests are exactly those of the read-ahead.
 */
class ReadAheadSequenceTest : public TestCase
{
  public:
    /**
     * @param name the case
     * @param type the type of read-ahead, or none
     * @param readBytes bytes of each read
     * @param filePages pages of the file
     * @param requests the requests that the device should see
     */
    ReadAheadSequenceTest(const std::string& name,
                          const std::string& type,
                          uint64_t readBytes,
                          uint64_t filePages,
                          const std::string& requests)
        : TestCase(name),
          m_type(type),
          m_readBytes(readBytes),
          m_filePages(filePages),
          m_requests(requests)
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(1000);
        bench.Set("ReadAhead", m_type);
        auto readAhead = bench.cache->CreateReadAhead();
        auto file = Create<PageCacheTestFile>(m_filePages, 0);
        for (uint64_t offset = 0; offset < m_filePages * PAGE_BYTES; offset += m_readBytes)
        {
            bench.Read(file, offset, m_readBytes, readAhead);
        }
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::READ),
                              m_requests,
                              "requests of the device");
    }

    std::string m_type;     //!< type of read-ahead
    uint64_t m_readBytes;   //!< bytes of each read
    uint64_t m_filePages;   //!< pages of the file
    std::string m_requests; //!< what the device should see
};

/**
 * @ingroup host-io
 *
 * What seeks do to the windows of Linux 2.4.
 */
class Linux24ReadAheadSeekTest : public TestCase
{
  public:
    Linux24ReadAheadSeekTest()
        : TestCase("a seek takes the window of Linux 2.4 back to one page")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(1000);
        auto readAhead = CreateObject<Linux24ReadAhead>();
        auto file = Create<PageCacheTestFile>(500, 0);
        // Windows 0+1 1+2 3+4 7+8: page 3 is used, so the one from 7 has begun.
        bench.Read(file, 0, 4 * PAGE_BYTES, readAhead);
        // The seek reads page 100 alone; its use begins 101+2.
        bench.Read(file, 100 * PAGE_BYTES, PAGE_BYTES, readAhead);
        // Back to a page that is cached: nothing is read.
        bench.Read(file, 2 * PAGE_BYTES, PAGE_BYTES, readAhead);
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::READ),
                              "0+1 1+2 3+4 7+8 100+1 101+2",
                              "requests of the device");
    }
};

/**
 * @ingroup host-io
 *
 * What random reads and large ones do to the windows of later kernels.
 */
class OnDemandReadAheadTest : public TestCase
{
  public:
    OnDemandReadAheadTest()
        : TestCase("random reads read what they ask for, large ones the largest window")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(1000);
        auto readAhead = CreateObject<OnDemandReadAhead>();
        auto file = Create<PageCacheTestFile>(2000, 0);
        bench.Read(file, 700 * PAGE_BYTES, 3 * PAGE_BYTES, readAhead);
        bench.Read(file, 300 * PAGE_BYTES, PAGE_BYTES, readAhead);
        // It follows on the last one: a window is opened, of 4 pages for a read of one.
        bench.Read(file, 301 * PAGE_BYTES, PAGE_BYTES, readAhead);
        // 40 pages are more than the largest window: 32 with the mark in the middle, page 1016;
        // when the reader is there, the next 32 from page 1032.
        bench.Read(file, 1000 * PAGE_BYTES, 40 * PAGE_BYTES, readAhead);
        // Page 1032 was the mark of the second window: the third has begun too. Its folios have 16
        // pages, so that it ends at 1088, the multiple of 16 before 1064 + 32.
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::READ),
                              "700+3 300+1 301+4 1000+32 1032+32 1064+24",
                              "requests of the device");
    }
};

/**
 * @ingroup host-io
 *
 * The windows as numbers, for sizes other than the usual.
 */
class ReadAheadWindowTest : public TestCase
{
  public:
    ReadAheadWindowTest()
        : TestCase("windows grow by four while they are small")
    {
    }

  private:
    /**
     * @param window a window
     * @param page its first page
     * @param count its pages
     * @param mark its mark
     */
    void Expect(const ReadAheadWindow& window, uint64_t page, uint64_t count, uint64_t mark)
    {
        NS_TEST_EXPECT_MSG_EQ(window.page, page, "first page");
        NS_TEST_EXPECT_MSG_EQ(window.count, count, "pages");
        NS_TEST_EXPECT_MSG_EQ(window.mark, mark, "mark");
    }

    void DoRun() override
    {
        // Of 256 pages at most, a sixteenth is 16. A read of one page opens 4 pages, of which 3 are
        // ahead; 4 < 16 gives 16, 16 gives 32, then 64, 128, 256 and 256.
        auto readAhead = CreateObject<OnDemandReadAhead>();
        readAhead->SetAttribute("MaxPages", UintegerValue(256));
        Expect(readAhead->Miss(0, 1), 0, 4, 1);
        Expect(readAhead->Mark(1, 1), 4, 16, 4);
        // Folios of 4 pages, then of 16: 20 + 32 is cut to 48, the multiple of 16 before it.
        Expect(readAhead->Mark(4, 1), 20, 28, 20);
        // Folios of 64: 48 + 2 * 28 is cut to 64. A window of 16 pages has folios of 16 at most.
        Expect(readAhead->Mark(20, 1), 48, 16, 48);
        // Folios of 64 again: no multiple of it up to 64 + 32, so nothing is cut.
        Expect(readAhead->Mark(48, 1), 64, 32, 64);
        // The reader got to the end of the window and it was evicted: the next one follows. Folios
        // of 128: 96 + 64 is cut to 128.
        Expect(readAhead->Miss(96, 1), 96, 32, 96);
        // Another reader's mark: a window behind it, from the 1 + 2 pages: 4 * 3. Folios of 128
        // after those of 32: no multiple of it from 9002 to 9013.
        Expect(readAhead->Mark(9000, 2), 9001, 12, 9001);
        // At most one page: no room to grow.
        readAhead = CreateObject<OnDemandReadAhead>();
        readAhead->SetAttribute("MaxPages", UintegerValue(1));
        Expect(readAhead->Miss(0, 1), 0, 1, 1);
    }
};

/**
 * @ingroup host-io
 *
 * The attribute that chooses.
 */
class ReadAheadChoiceTest : public TestCase
{
  public:
    ReadAheadChoiceTest()
        : TestCase("an attribute chooses the read-ahead")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(100);
        NS_TEST_EXPECT_MSG_EQ(bench.cache->CreateReadAhead()->GetInstanceTypeId(),
                              OnDemandReadAhead::GetTypeId(),
                              "default");
        NS_TEST_EXPECT_MSG_NE(bench.cache->CreateReadAhead(),
                              bench.cache->CreateReadAhead(),
                              "each file has its own");
        bench.Set("ReadAhead", "ns3::Linux24ReadAhead");
        NS_TEST_EXPECT_MSG_EQ(bench.cache->CreateReadAhead()->GetInstanceTypeId(),
                              Linux24ReadAhead::GetTypeId(),
                              "chosen");
        bench.Set("ReadAhead", "ns3::ReadAhead");
        NS_TEST_EXPECT_MSG_EQ(bench.cache->CreateReadAhead(), nullptr, "none");
        bench.Set("ReadAhead", "ns3::PageCache");
        std::string message;
        try
        {
            bench.cache->CreateReadAhead();
        }
        catch (const UserError& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(message,
                              "PageCache::ReadAhead: ns3::PageCache is not a type of read-ahead, "
                              "such as ns3::OnDemandReadAhead",
                              "another type");
    }
};

/**
 * @ingroup host-io
 *
 * Read-ahead of the page cache.
 */
class ReadAheadTestSuite : public TestSuite
{
  public:
    ReadAheadTestSuite()
        : TestSuite("page-cache-read-ahead", Type::UNIT)
    {
        const uint64_t kib4 = 4096;
        const uint64_t kib64 = 65536;
        // The window doubles, 1 to 32 pages; 0, 1, 3, 7, 15, 31, 63 and 95 are its beginnings. The
        // last window ends with the file, of 120 pages.
        const std::string linux24 = "0+1 1+2 3+4 7+8 15+16 31+32 63+32 95+25";
        Add(new ReadAheadSequenceTest("Linux 2.4, 4 KiB reads",
                                      "ns3::Linux24ReadAhead",
                                      kib4,
                                      120,
                                      linux24));
        Add(new ReadAheadSequenceTest("Linux 2.4, 64 KiB reads",
                                      "ns3::Linux24ReadAhead",
                                      kib64,
                                      112,
                                      "0+1 1+2 3+4 7+8 15+16 31+32 63+32 95+17"));
        // A read of 1 page opens 4, then 8. Then 16 from page 12, with folios of 16 pages: it ends
        // at page 16. Twice 4 from 16; twice 8 from 24, with folios of 32: to 32. Twice 8 and, with
        // folios of 64, twice 16 to 64; then 32.
        Add(new ReadAheadSequenceTest("on demand, 4 KiB reads",
                                      "ns3::OnDemandReadAhead",
                                      kib4,
                                      120,
                                      "0+4 4+8 12+4 16+8 24+8 32+16 48+16 64+32 96+24"));
        // A read of 16 pages is more than a quarter of 32: the window has 32 at once, the mark is
        // where the read ends.
        Add(new ReadAheadSequenceTest("on demand, 64 KiB reads",
                                      "ns3::OnDemandReadAhead",
                                      kib64,
                                      112,
                                      "0+32 32+32 64+32 96+16"));
        Add(new ReadAheadSequenceTest("none, 64 KiB reads",
                                      "ns3::ReadAhead",
                                      kib64,
                                      48,
                                      "0+16 16+16 32+16"));
        // 256 KiB are two requests of the largest size.
        Add(new ReadAheadSequenceTest("none, 256 KiB reads",
                                      "ns3::ReadAhead",
                                      4 * kib64,
                                      64,
                                      "0+32 32+32"));
        Add(new Linux24ReadAheadSeekTest);
        Add(new OnDemandReadAheadTest);
        Add(new ReadAheadWindowTest);
        Add(new ReadAheadChoiceTest);
    }

  private:
    /**
     * @param test a case to add
     */
    void Add(TestCase* test)
    {
        AddTestCase(test, TestCase::Duration::QUICK);
    }
};

/// Registers the suite.
static ReadAheadTestSuite g_readAheadTestSuite;
