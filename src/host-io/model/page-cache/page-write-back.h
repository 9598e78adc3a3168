/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_WRITE_BACK_H
#define PAGE_WRITE_BACK_H

#include "dirty-pages.h"
#include "page-cache-traces.h"
#include "page-device.h"
#include "page-memory.h"
#include "page-write-plug.h"

#include "ns3/callback.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_set>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * Writes dirty pages to the device: mapping by mapping, each in the order of its pages, neighbours
 * in one request, up to a number of requests at once.
 *
 * What WriteBack asked for and what is old goes first. Background writing takes the mappings in
 * turn, at most 1024 pages (4 MiB) each, as Linux's flusher does; once begun it continues for as
 * many pages before it looks at the limit again. When a mapping has old pages, all its dirty pages
 * are written.
 */
class PageWriteBack
{
  public:
    /// Called when a request has ended, before new ones are sent.
    using Ended = Callback<void, Ptr<PageRequest>>;

    /**
     * @param memory the pages
     * @param dirty which of them are dirty
     * @param device where they go to
     * @param traces what is fired for requests; they outlive it
     * @param ended called when a request has ended
     */
    PageWriteBack(PageMemory& memory,
                  DirtyPages& dirty,
                  PageDevice& device,
                  const PageCacheTraces& traces,
                  Ended ended);

    /**
     * @param background number of dirty pages up to which none are written
     * @param maxPages most pages in a request, at least 1
     * @param depth most requests at the device at once, at least 1
     */
    void Configure(uint64_t background, uint64_t maxPages, uint32_t depth);

    /**
     * Write the pages of a mapping that are dirty now. Pump begins it.
     *
     * @param pages the mapping
     * @param upTo the sequence of the last change to be written
     * @param first the first page
     * @param end the page behind the last one
     */
    void Write(MappingPages& pages, uint64_t upTo, uint64_t first = 0, uint64_t end = UINT64_MAX);

    /**
     * Write all dirty pages of the mappings that have old ones. Pump begins it.
     *
     * @param now the current time
     * @param age how long ago the first of a mapping's pages became dirty, at least
     */
    void WriteOld(Time now, Time age);

    /**
     * @param needed true while memory is needed, so that pages are written below the limit too
     */
    void SetMemoryNeeded(bool needed);

    /**
     * @return true if there is something to write that nobody asked for by name
     */
    bool IsBackgroundDue() const;

    /**
     * Send requests as long as there is something to write and the device may take more.
     */
    void Pump();

    /**
     * @return number of requests at the device
     */
    uint32_t GetOutstanding() const;

    /**
     * A page that is being written leaves the cache: nothing else may be written to its place
     * before that has ended.
     */
    void Block(const CachedPage& page);

    /**
     * @return true if the device still writes for pages that left the cache
     */
    bool HasBlocked() const;

    /**
     * @return the first error that was not taken yet, of any mapping; it is forgotten thereby
     */
    BlockStatus TakeError();

    /**
     * Forget everything, and the requests at the device.
     */
    void Clear();

  private:
    /// Pages written in one turn, and at least once background writing has begun.
    static constexpr uint64_t TURN_PAGES = 1024;

    /// Something to write that was asked for.
    struct Job
    {
        Ptr<MappingPages> pages; //!< of which mapping
        uint64_t upTo;           //!< sequence of the last change to be written
        uint64_t next;           //!< the page to continue with
        uint64_t end;            //!< the page behind the last one
    };

    /**
     * @return the run to write next, none if there is nothing to write
     */
    DirtyRun FindRun();

    /**
     * @return the run to write next in the background
     */
    DirtyRun FindBackgroundRun();

    /**
     * Find the first run of a job. Pages without a place get one.
     *
     * @param job the job
     * @return the run, or none; without pages if it must wait for a page that was dropped
     */
    DirtyRun FindJobRun(const Job& job);

    /**
     * Find how far a run goes.
     *
     * @param job the job
     * @param number the first page
     * @param extent where it is
     * @return the run
     */
    DirtyRun MakeRun(const Job& job, uint64_t number, const PageExtent& extent) const;

    /**
     * @param run a run
     * @return true if the device still writes one of its places for a page that was dropped
     */
    bool IsBlocked(const DirtyRun& run) const;

    /**
     * Find where a dirty page is, and find it a place if it has none.
     *
     * @param pages the mapping
     * @param number the page
     * @return the extent that begins with it
     */
    PageExtent Place(MappingPages& pages, uint64_t number);

    /**
     * There is no place for a page: its contents are lost, as after a write that failed.
     *
     * @param pages the mapping
     * @param number the page
     */
    void Lose(MappingPages& pages, uint64_t number);

    /**
     * Add a run to the requests that are formed.
     *
     * @param run the run
     * @return false if that needs a request too many
     */
    bool Plug(const DirtyRun& run);

    /**
     * Move on in what is being written.
     *
     * @param run what is written now
     */
    void MoveOn(const DirtyRun& run);

    /**
     * Send the requests that are formed.
     */
    void Unplug();

    /**
     * A request has ended.
     *
     * @param completed the request
     */
    void RequestEnded(Ptr<BlockRequest> completed);

    /**
     * A page was written, or not.
     *
     * @param page the page
     * @param status how its request ended
     */
    void EndPage(CachedPage& page, BlockStatus status);

    PageMemory& m_memory;                   //!< the pages
    DirtyPages& m_dirty;                    //!< which of them are dirty
    PageDevice& m_device;                   //!< where they go to
    PageCacheTraces m_traces;               //!< fired for each request
    Ended m_ended;                          //!< called when a request has ended
    uint64_t m_background{0};               //!< dirty pages up to which none are written
    uint64_t m_maxPages{1};                 //!< most pages in a request
    uint32_t m_depth{1};                    //!< most requests at the device
    uint32_t m_outstanding{0};              //!< requests at the device
    bool m_memoryNeeded{false};             //!< true while memory is needed
    bool m_pumping{false};                  //!< true inside Pump
    uint64_t m_batch{0};                    //!< pages to write before the limit counts again
    std::deque<Job> m_jobs;                 //!< what was asked for
    PageWritePlug m_plug;                   //!< requests that are formed
    std::unordered_set<uint64_t> m_blocked; //!< device pages being written for dropped pages
    std::optional<BlockStatus> m_error;     //!< the first error not taken
};

} // namespace ns3

#endif /* PAGE_WRITE_BACK_H */
