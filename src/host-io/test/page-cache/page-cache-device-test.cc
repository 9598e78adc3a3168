/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-cache-bench.h"

#include "ns3/dirty-limits.h"
#include "ns3/page-cache-device.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup host-io
 *
 * Requests to a device through a page cache, one after the other.
 */
class PageCacheDeviceUser
{
  public:
    /**
     * @param blocks blocks of the device below
     * @param blockSize bytes in a block
     */
    PageCacheDeviceUser(uint64_t blocks, uint32_t blockSize)
        : bench(64, MilliSeconds(1), blocks, blockSize),
          device(CreateObject<PageCacheDevice>())
    {
        bench.Set("StoreData", "true");
        device->SetCache(bench.cache);
    }

    ~PageCacheDeviceUser()
    {
        device->Dispose();
    }

    /**
     * Submit a request and run until it is complete.
     *
     * @param operation what it does
     * @param lba the first block
     * @param blocks how many
     * @param data the contents of a write
     * @param forceUnitAccess past any cache
     * @return the request
     */
    Ptr<BlockRequest> Do(BlockOperation operation,
                         uint64_t lba,
                         uint32_t blocks,
                         Ptr<Packet> data = nullptr,
                         bool forceUnitAccess = false)
    {
        auto request = Create<BlockRequest>(operation, lba, blocks);
        request->data = data;
        request->forceUnitAccess = forceUnitAccess;
        request->completion = MakeCallback(&PageCacheDeviceUser::Done, this);
        device->Submit(request);
        Simulator::Run();
        return m_done;
    }

    /**
     * @return what the device below was asked, as "R0+8 W8+1 F"; an "!" for forceUnitAccess
     */
    std::string GetRequests() const
    {
        std::ostringstream text;
        for (const auto& request : bench.device->seen)
        {
            text << (text.tellp() > 0 ? " " : "") << request.operation
                 << (request.forceUnitAccess ? "!" : "");
            if (request.operation != BlockOperation::FLUSH)
            {
                text << request.lba << "+" << request.blocks;
            }
        }
        return text.str();
    }

    PageCacheBench bench;        //!< the page cache
    Ptr<PageCacheDevice> device; //!< the device that is seen through it

  private:
    /**
     * @param request a request that is complete
     */
    void Done(Ptr<BlockRequest> request)
    {
        m_done = request;
        Simulator::Stop();
    }

    Ptr<BlockRequest> m_done; //!< the last one that is complete
};

/**
 * @ingroup host-io
 *
 * What a device behind a page cache is asked.
 */
class PageCacheDeviceRequestTest : public TestCase
{
  public:
    PageCacheDeviceRequestTest()
        : TestCase("a device seen through a page cache")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheDeviceUser user(1000, 512);
        NS_TEST_EXPECT_MSG_EQ(user.device->GetBlockCount(), 1000, "blocks");
        NS_TEST_EXPECT_MSG_EQ(user.device->GetBlockSize(), 512, "size of a block");
        NS_TEST_EXPECT_MSG_EQ(user.device->GetCacheSettings().writeCache, true, "writes behind");
        NS_TEST_EXPECT_MSG_EQ(user.device->SetCacheSettings({false, true}), false, "not settable");
        user.Do(BlockOperation::WRITE, 800, 16);
        NS_TEST_EXPECT_MSG_EQ(user.GetRequests(), "", "written behind");
        user.Do(BlockOperation::READ, 802, 4);
        NS_TEST_EXPECT_MSG_EQ(user.GetRequests(), "", "read from the cache");
        user.Do(BlockOperation::FLUSH, 0, 0);
        NS_TEST_EXPECT_MSG_EQ(user.GetRequests(), "W800+16 F", "flush");
        user.Do(BlockOperation::WRITE, 800, 8);
        user.Do(BlockOperation::VERIFY, 800, 8);
        NS_TEST_EXPECT_MSG_EQ(user.GetRequests(), "W800+16 F W800+8 V800+8", "verify");
        user.bench.device->seen.clear();
        user.Do(BlockOperation::WRITE, 801, 2, nullptr, true);
        user.Do(BlockOperation::READ, 801, 2, nullptr, true);
        NS_TEST_EXPECT_MSG_EQ(user.GetRequests(), "W!801+2 R!801+2", "past the cache");
        NS_TEST_EXPECT_MSG_EQ(user.Do(BlockOperation::READ, 999, 2)->status,
                              BlockStatus::LBA_OUT_OF_RANGE,
                              "past the end");
        user.bench.device->fate = [](const BlockRequest&) { return BlockStatus::MEDIUM_ERROR; };
        user.Do(BlockOperation::WRITE, 0, 8);
        NS_TEST_EXPECT_MSG_EQ(user.Do(BlockOperation::FLUSH, 0, 0)->status,
                              BlockStatus::MEDIUM_ERROR,
                              "a failed write-back");
        NS_TEST_EXPECT_MSG_EQ(user.Do(BlockOperation::READ, 400, 1)->status,
                              BlockStatus::MEDIUM_ERROR,
                              "a failed read");
    }
};

/**
 * @ingroup host-io
 *
 * Contents of devices with blocks of every size, up to their last block.
 */
class PageCacheDeviceContentsTest : public TestCase
{
  public:
    /**
     * @param blockSize bytes in a block
     */
    explicit PageCacheDeviceContentsTest(uint32_t blockSize)
        : TestCase("contents with blocks of " + std::to_string(blockSize) + " bytes"),
          m_blockSize(blockSize)
    {
    }

  private:
    void DoRun() override
    {
        // 100 pages and, with small blocks, a part of another: 8 blocks are in a page of 512 bytes.
        const uint64_t blocks = 100 * (4096 / m_blockSize) + (m_blockSize < 4096 ? 1 : 0);
        PageCacheDeviceUser user(blocks, m_blockSize);
        std::vector<uint8_t> shadow(blocks * m_blockSize);
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(7);
        uint32_t errors = 0;
        for (uint32_t i = 0; i < 600; ++i)
        {
            // Every third one is at the end.
            const auto count = random->GetInteger(1, 20);
            const auto lba = i % 3 == 0 ? blocks - count : random->GetInteger(0, blocks - count);
            const auto first = shadow.begin() + lba * m_blockSize;
            const auto bytes = count * m_blockSize;
            if (i % 2 == 0)
            {
                std::fill_n(first, bytes, i % 255 + 1);
                user.Do(BlockOperation::WRITE,
                        lba,
                        count,
                        Create<Packet>(&*first, bytes),
                        i % 5 == 0);
            }
            else
            {
                std::vector<uint8_t> read(bytes);
                auto request = user.Do(BlockOperation::READ, lba, count, nullptr, i % 5 == 0);
                request->data->CopyData(read.data(), bytes);
                errors += !std::equal(read.begin(), read.end(), first);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(errors, 0, "every read returns what was written");
        user.Do(BlockOperation::FLUSH, 0, 0);
        std::vector<uint8_t> medium(shadow.size());
        user.bench.device->store.Read(0, blocks)->CopyData(medium.data(), medium.size());
        NS_TEST_EXPECT_MSG_EQ((medium == shadow), true, "all is on the medium after a flush");
    }

    uint32_t m_blockSize; //!< bytes in a block
};

/**
 * @ingroup host-io
 *
 * What users may do wrong, and what is counted.
 */
class PageCacheSettingsTest : public TestCase
{
  public:
    PageCacheSettingsTest()
        : TestCase("settings, limits and counters")
    {
    }

  private:
    /**
     * @param action what is done
     * @return the message of the error
     */
    static std::string GetError(const std::function<void()>& action)
    {
        try
        {
            action();
        }
        catch (const UserError& error)
        {
            return error.what();
        }
        return "";
    }

    void DoRun() override
    {
        auto large = CreateObject<PageCacheTestDevice>(100, Time(0), 8192);
        auto cache = CreateObject<PageCache>();
        NS_TEST_EXPECT_MSG_EQ(GetError([&]() { cache->SetDevice(large); }),
                              "PageCache::Device: a page of 4096 bytes is not a whole number of "
                              "the device's blocks of 8192 bytes",
                              "large blocks");
        cache = CreateObject<PageCache>();
        NS_TEST_EXPECT_MSG_EQ(GetError([&]() { cache->FlushDevice({}); }),
                              "PageCache::Device: no device is set",
                              "no device");
        auto device = CreateObject<PageCacheDevice>();
        NS_TEST_EXPECT_MSG_EQ(GetError([&]() { device->SetCache(cache); }),
                              "PageCacheDevice::Cache: the page cache has no device",
                              "no device below");
        NS_TEST_EXPECT_MSG_EQ(DirtyLimits(1000, 0.1, 0.2, 0.5).GetBackground(), 100, "a tenth");
        NS_TEST_EXPECT_MSG_EQ(DirtyLimits(1000, 0.1, 0.2, 1).GetThrottle(), 200, "a fifth");
        NS_TEST_EXPECT_MSG_EQ(DirtyLimits(1000, 0.1, 0.2, 0.5).GetThrottle(), 150, "half-way");
        NS_TEST_EXPECT_MSG_EQ(DirtyLimits(1000, 0.1, 0.2, 0).GetThrottle(), 101, "one more");
        NS_TEST_EXPECT_MSG_EQ(DirtyLimits(1000, 0.5, 0.2, 1).GetBackground(), 100, "half of it");
        NS_TEST_EXPECT_MSG_EQ(DirtyLimits(10, 0.0, 0.0, 1).GetBackground(), 0, "none");
        NS_TEST_EXPECT_MSG_EQ(DirtyLimits(10, 0.0, 0.0, 1).GetThrottle(), 1, "at least one");
        PageCacheBench bench(100);
        auto file = Create<PageCacheTestFile>(10, 0);
        bench.Read(file, 0, 4 * PAGE_BYTES);
        bench.Write(file, 3 * PAGE_BYTES, 3 * PAGE_BYTES);
        bench.Sync();
        bench.Write(file, 0, PAGE_BYTES);
        std::ostringstream text;
        text << bench.cache->GetStatistics();
        // Pages 0 and 3 were read and written, and a write is no use that counts.
        NS_TEST_EXPECT_MSG_EQ(text.str(),
                              "nr_file_pages 6\nnr_inactive_file 6\nnr_active_file 0\nnr_dirty 1\n"
                              "nr_writeback 0\nnr_dirtied 4\nnr_written 3\npgpgin 16\npgpgout 12\n"
                              "pgactivate 0\npgdeactivate 0\npgscan 0\npgsteal 0\n",
                              "as /proc/vmstat");
    }
};

/**
 * @ingroup host-io
 *
 * The page cache as a block device.
 */
class PageCacheDeviceTestSuite : public TestSuite
{
  public:
    PageCacheDeviceTestSuite()
        : TestSuite("page-cache-device", Type::UNIT)
    {
        AddTestCase(new PageCacheDeviceRequestTest, TestCase::Duration::QUICK);
        for (const auto blockSize : {512, 1024, 2048, 4096})
        {
            AddTestCase(new PageCacheDeviceContentsTest(blockSize), TestCase::Duration::QUICK);
        }
        AddTestCase(new PageCacheSettingsTest, TestCase::Duration::QUICK);
    }
};

/// Registers the suite.
static PageCacheDeviceTestSuite g_pageCacheDeviceTestSuite;
