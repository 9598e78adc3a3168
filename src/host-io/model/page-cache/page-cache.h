/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_CACHE_H
#define PAGE_CACHE_H

#include "page-cache-completion.h"
#include "page-cache-statistics.h"
#include "page-mapping.h"

#include "ns3/block-device.h"
#include "ns3/data-rate.h"
#include "ns3/io-timeline.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/read-ahead.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <memory>

namespace ns3
{

class PageCacheCore;
class PageOperation;

/**
 * @ingroup host-io-page-cache
 *
 * The page cache of a host: pages of files and of the device itself, read ahead and written behind,
 * as Linux keeps them.
 *
 * Pages are kept on two lists. A page enters the inactive list, its second use moves it to the
 * active list, and the active list gives pages back while it is the longer one. Clean pages at the
 * inactive end make room for new ones.
 *
 * Written pages are dirty until they are written back: when there are more of them than
 * BackgroundRatio allows, when the oldest of a mapping are older than DirtyExpire, when memory runs
 * out, or when WriteBack asks for it. A writer that meets the limit of DirtyRatio waits, so that it
 * continues at the device's speed. Every operation completes exactly once, never from inside the
 * call that started it, but for LosePower.
 *
 * Contents are kept with the attribute StoreData; without it no payload exists.
 */
class PageCache : public Object
{
  public:
    /// Called when an operation is complete: how it ended and, for a read where contents are kept,
    /// the contents (else null).
    using Completion = PageCacheCompletion;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    PageCache();
    ~PageCache() override;

    /**
     * Set the device below. Where its size is not a multiple of a page, its last page is a short
     * one: what it lacks reads as zeros, and bytes written there are not kept once the page has
     * left the cache.
     *
     * @param device the device
     * @throw UserError if a page is not a whole number of the device's blocks: now, or once
     *        the device is ready
     */
    void SetDevice(Ptr<BlockDevice> device);

    /**
     * @return the device below, or null
     */
    Ptr<BlockDevice> GetDevice() const;

    /**
     * Make the read-ahead state of a file that is being opened.
     *
     * @return a new object of the attribute ReadAhead's type, or null for no read-ahead
     * @throw UserError if that is another type
     */
    Ptr<ReadAhead> CreateReadAhead() const;

    /**
     * Read bytes. Missing pages come from the device, holes cost no request. A page that cannot be
     * read is tried once more by itself; if that fails too, the read ends with its status.
     *
     * @param mapping what to read of
     * @param offset the first byte
     * @param bytes how many; what lies past the end of the mapping reads as the pages there do
     * @param readAhead what is read beyond the missing pages; null for nothing
     * @param completion called after the time that the copy takes
     * @param timeline shows what the read waits for (PageCacheStages); null for none
     */
    void Read(Ptr<PageMapping> mapping,
              uint64_t offset,
              uint64_t bytes,
              Ptr<ReadAhead> readAhead,
              Completion completion,
              Ptr<IoTimeline> timeline = nullptr);

    /**
     * Write bytes into pages, which become dirty. A page that is written in part, is on the device,
     * within the mapping's pages and not cached, is read first; if that fails, so does the write.
     * The writer waits because too many pages are dirty.
     *
     * @param mapping what to write to
     * @param offset the first byte
     * @param bytes how many
     * @param data the contents: zeros if null where contents are kept
     * @param completion called after the time that the copy takes
     * @param timeline shows what the write waits for (PageCacheStages); null for none
     */
    void Write(Ptr<PageMapping> mapping,
               uint64_t offset,
               uint64_t bytes,
               Ptr<const Packet> data,
               Completion completion,
               Ptr<IoTimeline> timeline = nullptr);

    /**
     * Read from the device, past the cache (O_DIRECT). Dirty pages of the range are written back
     * first, and all its pages leave the cache but for held ones.
     *
     * @param mapping what to read of
     * @param offset the first byte, a multiple of the device's block size
     * @param bytes how many, such a multiple as well
     * @param completion called when all is read
     * @param forceUnitAccess true if the device's own cache is to be passed by as well
     * @param timeline shows what the read waits for (PageCacheStages); null for none
     */
    void ReadDirect(Ptr<PageMapping> mapping,
                    uint64_t offset,
                    uint64_t bytes,
                    Completion completion,
                    bool forceUnitAccess = false,
                    Ptr<IoTimeline> timeline = nullptr);

    /**
     * Write to the device, past the cache (O_DIRECT). Pages of the range are treated as by
     * ReadDirect. Pages that have no place on the device get one first; the rest of one that is
     * then written in part becomes zeros.
     *
     * @param mapping what to write to
     * @param offset the first byte, a multiple of the device's block size
     * @param bytes how many, such a multiple as well
     * @param data the contents: zeros if null where contents are kept
     * @param completion called when all is written
     * @param forceUnitAccess true if all is to be on the medium then
     * @param timeline shows what the write waits for (PageCacheStages); null for none
     */
    void WriteDirect(Ptr<PageMapping> mapping,
                     uint64_t offset,
                     uint64_t bytes,
                     Ptr<const Packet> data,
                     Completion completion,
                     bool forceUnitAccess = false,
                     Ptr<IoTimeline> timeline = nullptr);

    /**
     * Write back the pages of a mapping that are dirty now, and wait for them and for those that
     * are being written. It does not FLUSH the device.
     *
     * @param mapping the mapping
     * @param completion called with the first error of a write-back of the mapping that no
     *        WriteBack has reported yet
     */
    void WriteBack(Ptr<PageMapping> mapping, Completion completion);

    /**
     * Write back those of some pages of a mapping that are dirty now, and wait for them and for
     * those that are being written. It does not FLUSH the device.
     *
     * @param mapping the mapping
     * @param pages the pages, in any order; those that are not cached are passed over
     * @param completion called with the first error of a write-back of the mapping that was not
     *        reported yet
     */
    void WriteBackPages(Ptr<PageMapping> mapping,
                        std::vector<uint64_t> pages,
                        Completion completion);

    /**
     * Write back the dirty pages of all mappings and wait for them.
     *
     * @param completion called with the first error of any write-back that no WriteBackAll has
     *        reported yet
     */
    void WriteBackAll(Completion completion);

    /**
     * FLUSH the device's own cache.
     *
     * @param completion called with the device's status
     * @param timeline gets the stages of the device's request; null for none
     */
    void FlushDevice(Completion completion, Ptr<IoTimeline> timeline = nullptr);

    /**
     * Wait until no page of a mapping is being written. Dirty pages are not written for that.
     *
     * @param mapping the mapping
     * @param completion called with OK, never from inside this call
     */
    void WaitForWriting(Ptr<PageMapping> mapping, Completion completion);

    /**
     * Forget pages without writing them (truncate, unlink). Their requests at the device still end;
     * nothing else is written to the same place before that. With page 0 an error that was not
     * reported is forgotten too.
     *
     * @param mapping the mapping
     * @param page the first page to forget; all behind it go as well
     */
    void Drop(Ptr<PageMapping> mapping, uint64_t page);

    /**
     * Put a whole page into the cache, without I/O and without making it dirty, and hold it: a held
     * page is neither evicted nor written back, nor does it count as dirty. For metadata whose
     * changes must wait for a journal. Memory may be exceeded for it.
     *
     * @param mapping the mapping
     * @param page the page
     * @param data its contents, PAGE_BYTES; if null where contents are kept, a cached page keeps
     *        its own and a new one is zeros
     */
    void Hold(Ptr<PageMapping> mapping, uint64_t page, Ptr<const Packet> data);

    /**
     * End one hold of a page. With the last one it becomes dirty, if it was when it was first held,
     * if it was written since, or if one of the holders says so.
     *
     * @param mapping the mapping
     * @param page the page; nothing happens if it is not held, as it was dropped
     * @param dirty true if its contents differ from those on the device
     */
    void Release(Ptr<PageMapping> mapping, uint64_t page, bool dirty);

    /**
     * @param mapping a mapping
     * @param page a page of it
     * @return true if the page can be read without the device
     */
    bool IsCached(Ptr<const PageMapping> mapping, uint64_t page) const;

    /**
     * Look a page up, as a read of it does, without a copy and without time.
     *
     * @param mapping a mapping
     * @param page a page of it
     * @return true if the page can be read without the device; that counts as a use of it
     */
    bool Use(Ptr<const PageMapping> mapping, uint64_t page);

    /**
     * @return the counters
     */
    PageCacheStatistics GetStatistics() const;

    /**
     * The host loses power: all pages are gone, operations and requests under way never complete to
     * their callers. The cache can be used again at once. What the device does with the requests
     * that it has is its own affair.
     */
    void LosePower();

    /**
     * TracedCallback signature for a read that has got its pages.
     *
     * @param hits how many of them were cached, or already on their way, when it began
     * @param misses how many were not
     */
    using ReadTracedCallback = void (*)(uint64_t hits, uint64_t misses);

    /**
     * TracedCallback signature for the start, or the failure, of a write-back request.
     *
     * @param devicePage the first page on the device
     * @param pages number of pages
     */
    using WriteBackTracedCallback = void (*)(uint64_t devicePage, uint32_t pages);

    /**
     * TracedCallback signature for a writer that was stopped.
     *
     * @param stopped how long
     */
    using ThrottledTracedCallback = void (*)(Time stopped);

  protected:
    void DoDispose() override;

  private:
    /**
     * Begin an operation.
     *
     * @param operation the operation
     * @param timeline shows what it waits for; null for none
     */
    static void Start(Ptr<PageOperation> operation, Ptr<IoTimeline> timeline);

    /**
     * Take over the attributes; from the first operation on.
     *
     * @return the parts
     */
    PageCacheCore& Core();

    /**
     * The device is ready: its block size is known.
     */
    void DeviceReady();

    Ptr<BlockDevice> m_device; //!< the device below
    uint64_t m_memory;         //!< bytes
    double m_backgroundRatio;  //!< of memory
    double m_dirtyRatio;       //!< of memory
    Time m_flushInterval;      //!< between two looks for old pages
    Time m_dirtyExpire;        //!< age of old pages
    uint32_t m_maxRequestSize; //!< bytes
    uint32_t m_writeBackDepth; //!< most write-back requests at the device
    DataRate m_memoryRate;     //!< of copies
    Time m_callTime;           //!< of a call
    double m_throttleRatio;    //!< how far from one limit to the other writers wait
    bool m_storeData;          //!< true if contents are kept
    bool m_forceUnitAccess;    //!< true if the device takes writes with FUA
    TypeId m_readAhead;        //!< of new open files
    bool m_configured{false};  //!< true once the parts have the attributes

    TracedCallback<uint64_t, uint64_t> m_readTrace;      //!< a read has got its pages
    TracedCallback<uint64_t, uint32_t> m_writeBackTrace; //!< a write-back request started
    TracedCallback<uint64_t, uint32_t> m_failedTrace;    //!< a write-back request failed
    TracedCallback<Time> m_throttledTrace;               //!< a writer was stopped
    TracedValue<uint64_t> m_cachedPages{0};              //!< number of pages
    TracedValue<uint64_t> m_dirtyPages{0};               //!< those dirty or being written
    std::unique_ptr<PageCacheCore> m_core;               //!< the parts, which fire the traces
};

} // namespace ns3

#endif /* PAGE_CACHE_H */
