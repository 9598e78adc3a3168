/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_CACHE_CORE_H
#define PAGE_CACHE_CORE_H

#include "dirty-limits.h"
#include "dirty-pages.h"
#include "page-cache-completion.h"
#include "page-cache-statistics.h"
#include "page-cache-traces.h"
#include "page-device.h"
#include "page-memory.h"
#include "page-reader.h"
#include "page-write-back.h"

#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/io-timeline.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * What a page cache is set to, in pages.
 */
struct PageCacheSettings
{
    uint64_t pages{1};                    //!< of memory
    DirtyLimits limits{1, 0.0, 0.0, 1.0}; //!< of dirty pages
    uint32_t maxRequestPages{1};          //!< most pages in a request
    uint32_t writeBackDepth{1};           //!< most write-back requests at once
    Time flushInterval;                   //!< between two looks for old pages; 0 for none
    Time dirtyExpire;                     //!< age of old pages
    DataRate memoryRate;                  //!< of copies; 0 for no limit
    Time callTime;                        //!< of a call
};

/**
 * @ingroup host-io-page-cache
 *
 * The parts of a page cache, and who waits for what.
 */
class PageCacheCore
{
  public:
    /**
     * @param cache the page cache
     * @param traces what it fires; outlive it
     */
    PageCacheCore(Object* cache, const PageCacheTraces& traces);
    ~PageCacheCore();

    /**
     * @param settings what is set
     */
    void Configure(const PageCacheSettings& settings);

    /**
     * @return what is set
     */
    const PageCacheSettings& GetSettings() const;

    /**
     * @return the page cache
     */
    Object* GetCache() const;

    /**
     * @return the trace sources
     */
    const PageCacheTraces& GetTraces() const;

    /**
     * @return the pages
     */
    PageMemory& GetMemory();

    /**
     * @return which of them are dirty
     */
    DirtyPages& GetDirty();

    /**
     * @return the device below
     */
    PageDevice& GetDevice();

    /**
     * @return what reads pages
     */
    PageReader& GetReader();

    /**
     * @return what writes them
     */
    PageWriteBack& GetWriteBack();

    /**
     * @return the counters
     */
    PageCacheStatistics GetStatistics() const;

    /**
     * Make room for another page. One may exceed memory if nothing that is under way can ever make
     * room, so that no operation waits for ever.
     *
     * @return true if a page may be added
     */
    bool MayAdd();

    /**
     * @return true if another page may become dirty
     */
    bool MayDirty() const;

    /**
     * @param operation what to resume when MayAdd is true
     */
    void WaitForMemory(Ptr<PageWaiter> operation);

    /**
     * @param operation what to resume when MayDirty is true
     */
    void WaitForClean(Ptr<PageWaiter> operation);

    /**
     * @param operation what to resume when nothing is being written for pages that were dropped
     */
    void WaitForDropped(Ptr<PageWaiter> operation);

    /**
     * A page was changed.
     */
    void MarkDirty(CachedPage& page);

    /**
     * Hold a page.
     */
    void Hold(CachedPage& page);

    /**
     * End one hold of a page.
     *
     * @param page the page, which is held
     * @param dirty true if it was changed
     */
    void Release(CachedPage& page, bool dirty);

    /**
     * Forget a page.
     */
    void Drop(CachedPage& page);

    /**
     * FLUSH the device.
     *
     * @param completion called with the device's status
     * @param timeline gets the stages of the device's request; null for none
     */
    void Flush(PageCacheCompletion completion, Ptr<IoTimeline> timeline);

    /**
     * Write back what is due, soon: never from inside the call.
     */
    void StartWriteBack();

    /**
     * Update the traced numbers of pages.
     */
    void ReportPages();

    /**
     * Forget everything.
     */
    void LosePower();

  private:
    /// Operations that wait, in order.
    using Queue = std::deque<Ptr<PageWaiter>>;

    /**
     * Resume those who can continue, and look whether the timer is needed.
     */
    void Settle();

    /**
     * Resume those who can continue, soon: never from inside the call.
     */
    void SettleLater();

    /**
     * Resume those who wait for a page, soon: never from inside the call.
     */
    static void WakeLater(CachedPage& page);

    /**
     * A request of a write-back has ended.
     */
    void WriteEnded(Ptr<PageRequest> request);

    /**
     * A FLUSH of the device has ended.
     *
     * @param completion called at the end
     * @param timeline gets the stages of the request; null for none
     * @param completed the request
     */
    void FlushEnded(PageCacheCompletion completion,
                    Ptr<IoTimeline> timeline,
                    Ptr<BlockRequest> completed);

    /**
     * Tell those who wait for changes of a mapping that are written back now.
     *
     * @param pages the mapping
     */
    void NotifyWaiters(MappingPages& pages);

    /**
     * Look for old pages.
     */
    void Tick();

    Object* m_cache;                  //!< the page cache
    PageCacheTraces m_traces;         //!< its trace sources
    PageCacheSettings m_settings;     //!< what is set
    PageCacheStatistics m_statistics; //!< what is counted
    PageMemory m_memory;              //!< the pages
    DirtyPages m_dirty;               //!< which of them are dirty
    PageDevice m_device;              //!< the device below
    PageReader m_reader;              //!< what reads pages
    PageWriteBack m_writeBack;        //!< what writes them
    Queue m_waitForMemory;            //!< who waits for room
    Queue m_waitForClean;             //!< writers that wait
    Queue m_waitForDropped;           //!< who waits for writes of dropped pages
    EventId m_tick;                   //!< the next look for old pages
    EventId m_pump;                   //!< write-back begins
    EventId m_settle;                 //!< those who can continue are resumed
};

} // namespace ns3

#endif /* PAGE_CACHE_CORE_H */
