/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_CACHE_BENCH_H
#define PAGE_CACHE_BENCH_H

#include "ns3/block-device.h"
#include "ns3/block-store.h"
#include "ns3/nstime.h"
#include "ns3/page-cache.h"
#include "ns3/page-mapping.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io
 *
 * A device for tests: it serves any number of requests at once, keeps contents and what it was
 * asked, and can lose its power.
 */
class PageCacheTestDevice : public BlockDevice
{
  public:
    /// A request as it came.
    struct Seen
    {
        Time when;                //!< when it was submitted
        BlockOperation operation; //!< what it did
        uint64_t lba;             //!< its first block
        uint32_t blocks;          //!< its number of blocks
        bool forceUnitAccess;     //!< as it says
    };

    /**
     * @param blocks number of blocks
     * @param latency how long each request takes
     * @param blockSize bytes in a block
     */
    PageCacheTestDevice(uint64_t blocks, Time latency, uint32_t blockSize = 512)
        : store(blockSize),
          latency([latency]() { return latency; }),
          m_blocks(blocks),
          m_blockSize(blockSize)
    {
    }

    uint64_t GetBlockCount() const override
    {
        return m_blocks;
    }

    uint32_t GetBlockSize() const override
    {
        return m_blockSize;
    }

    /**
     * Lose power and get it back at once: what is not complete is not done, and ends with an error.
     */
    void LosePower()
    {
        ++m_powerOn;
    }

    /**
     * @param operation an operation
     * @return its requests as text: first page and pages, in pages of 4 KiB, as "0+1 1+2"
     */
    std::string GetPages(BlockOperation operation) const
    {
        const auto blocks = 4096 / m_blockSize;
        std::ostringstream text;
        for (const auto& request : seen)
        {
            if (request.operation == operation)
            {
                text << (text.tellp() > 0 ? " " : "") << request.lba / blocks << "+"
                     << request.blocks / blocks;
            }
        }
        return text.str();
    }

    std::vector<Seen> seen;        //!< every request, in order
    uint32_t mostAtOnce{0};        //!< the most that were outstanding at once
    bool readsAtOnce{false};       //!< true if reads take the contents when they come
    bool stamps{false};            //!< true if requests stamp AT_DRIVE and MEDIA_DONE
    BlockStore store;              //!< the contents
    std::function<Time()> latency; //!< how long the next request takes
    /// How each request ends.
    std::function<BlockStatus(const BlockRequest&)> fate = [](const BlockRequest&) {
        return BlockStatus::OK;
    };

  private:
    void DoSubmit(Ptr<BlockRequest> request) override
    {
        seen.push_back({Simulator::Now(),
                        request->operation,
                        request->lba,
                        request->blocks,
                        request->forceUnitAccess});
        mostAtOnce = std::max(mostAtOnce, GetOutstanding());
        Stamp(*request, IoStage::AT_DRIVE);
        if (readsAtOnce && request->operation == BlockOperation::READ)
        {
            store.Apply(request);
        }
        Simulator::Schedule(latency(),
                            &PageCacheTestDevice::End,
                            Ptr<PageCacheTestDevice>(this),
                            request,
                            m_powerOn);
    }

    /**
     * @param request a request that is done
     * @param powerOn when it came
     */
    void End(Ptr<BlockRequest> request, uint32_t powerOn)
    {
        auto status = powerOn == m_powerOn ? fate(*request) : BlockStatus::NOT_READY;
        const bool isDone = readsAtOnce && request->operation == BlockOperation::READ;
        if (status == BlockStatus::OK && !isDone)
        {
            store.Apply(request);
        }
        Stamp(*request, IoStage::MEDIA_DONE);
        Complete(request, status);
    }

    /**
     * @param request a request
     * @param stage a stage that it has passed
     */
    void Stamp(BlockRequest& request, IoStage stage) const
    {
        if (stamps)
        {
            request.Stamp(stage);
        }
    }

    uint64_t m_blocks;     //!< number of blocks
    uint32_t m_blockSize;  //!< bytes in a block
    uint32_t m_powerOn{0}; //!< how often power was lost
};

/**
 * @ingroup host-io
 *
 * A file for tests: any page may be anywhere.
 */
class PageCacheTestFile : public PageMapping
{
  public:
    /**
     * @param pages pages of the file
     * @param devicePage where the first is on the device, the others behind it
     */
    PageCacheTestFile(uint64_t pages, uint64_t devicePage)
        : pageCount(pages)
    {
        for (uint64_t page = 0; page < pages; ++page)
        {
            places[page] = devicePage + page;
        }
    }

    PageExtent Find(uint64_t page, uint64_t count) const override
    {
        const auto it = places.find(page);
        PageExtent extent{it != places.end(), it != places.end() ? it->second : 0, 1};
        while (extent.count < count)
        {
            const auto next = places.find(page + extent.count);
            if ((next != places.end()) != extent.mapped ||
                (extent.mapped && next->second != extent.devicePage + extent.count))
            {
                break;
            }
            ++extent.count;
        }
        return extent;
    }

    void Allocate(uint64_t page, uint64_t count) override
    {
        allocations.push_back({page, count});
        for (uint64_t i = 0; i < count && !full; ++i)
        {
            places[page + i] = allocate();
        }
    }

    uint64_t GetPageCount() const override
    {
        return pageCount;
    }

    uint64_t pageCount;                  //!< pages of the file
    std::map<uint64_t, uint64_t> places; //!< where its pages are on the device
    bool full{false};                    //!< true if there is no room
    uint64_t nextPlace{1000};            //!< where the next page gets room
    /// Finds room for a page.
    std::function<uint64_t()> allocate = [this]() { return nextPlace++; };
    std::vector<std::pair<uint64_t, uint64_t>> allocations; //!< what was asked for: page, count
};

/**
 * @ingroup host-io
 *
 * A page cache over a test device, and how its operations ended.
 */
class PageCacheBench
{
  public:
    /// How an operation ended.
    struct Outcome
    {
        Time when;          //!< when
        BlockStatus status; //!< how
        Ptr<Packet> data;   //!< what was read
    };

    /**
     * @param pages pages of memory
     * @param latency how long each request of the device takes
     * @param blocks blocks of the device
     * @param blockSize bytes in a block
     */
    explicit PageCacheBench(uint64_t pages,
                            Time latency = MilliSeconds(1),
                            uint64_t blocks = 1000000,
                            uint32_t blockSize = 512)
        : device(CreateObject<PageCacheTestDevice>(blocks, latency, blockSize)),
          cache(CreateObject<PageCache>())
    {
        Set("Memory", std::to_string(pages * PAGE_BYTES));
        Set("CallTime", "0s");
        Set("MemoryRate", "0b/s");
        cache->SetDevice(device);
    }

    ~PageCacheBench()
    {
        cache->Dispose();
        device->Dispose();
        Simulator::Destroy();
    }

    /**
     * @param name name of an attribute
     * @param value its value
     */
    void Set(const std::string& name, const std::string& value)
    {
        cache->SetAttribute(name, StringValue(value));
    }

    /**
     * @return a completion that records its outcome
     */
    PageCache::Completion Record()
    {
        return MakeCallback(&PageCacheBench::Done, this);
    }

    /**
     * Read bytes and run until all is over.
     *
     * @param file the file
     * @param offset the first byte
     * @param bytes how many
     * @param readAhead the read-ahead, or null
     * @return the outcome
     */
    Outcome Read(Ptr<PageMapping> file,
                 uint64_t offset,
                 uint64_t bytes,
                 Ptr<ReadAhead> readAhead = nullptr)
    {
        cache->Read(file, offset, bytes, readAhead, Record());
        return Wait();
    }

    /**
     * Write bytes and run until that is done.
     *
     * @param file the file
     * @param offset the first byte
     * @param bytes how many
     * @param data the contents, or null
     * @return the outcome
     */
    Outcome Write(Ptr<PageMapping> file,
                  uint64_t offset,
                  uint64_t bytes,
                  Ptr<const Packet> data = nullptr)
    {
        cache->Write(file, offset, bytes, data, Record());
        return Wait();
    }

    /**
     * Write back a file, or all, and run until that is done.
     *
     * @param file the file, or null for all
     * @return the outcome
     */
    Outcome Sync(Ptr<PageMapping> file = nullptr)
    {
        if (file)
        {
            cache->WriteBack(file, Record());
        }
        else
        {
            cache->WriteBackAll(Record());
        }
        return Wait();
    }

    /**
     * Run until one more operation is complete.
     *
     * @return its outcome
     */
    Outcome Wait()
    {
        m_stop = true;
        Simulator::Run();
        m_stop = false;
        return outcomes.empty() ? Outcome{} : outcomes.back();
    }

    Ptr<PageCacheTestDevice> device; //!< the device
    Ptr<PageCache> cache;            //!< the page cache
    std::vector<Outcome> outcomes;   //!< how operations ended, in that order

  private:
    /**
     * @param status how an operation ended
     * @param data what was read
     */
    void Done(BlockStatus status, Ptr<Packet> data)
    {
        outcomes.push_back({Simulator::Now(), status, data});
        if (m_stop)
        {
            Simulator::Stop();
        }
    }

    bool m_stop{false}; //!< true if the simulation stops at each outcome
};

} // namespace ns3

#endif /* PAGE_CACHE_BENCH_H */
