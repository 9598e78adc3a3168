/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_OPERATION_H
#define PAGE_OPERATION_H

#include "cached-page.h"
#include "page-cache-completion.h"
#include "page-cache-stages.h"
#include "page-table.h"
#include "page-waiter.h"

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class PageCacheCore;

/**
 * @ingroup host-io-page-cache
 *
 * An operation on the page cache that goes through a range of a mapping page by page. It works
 * until it must wait: for a page, for memory, for other pages to get clean, or because copying
 * takes its time. Then it is resumed and looks again, as anything may have changed. After a loss of
 * power it does nothing any more.
 */
class PageOperation : public PageWaiter
{
  public:
    /**
     * @param core the parts of the page cache
     * @param mapping the mapping
     * @param offset the first byte
     * @param bytes how many
     * @param completion called at the end
     */
    PageOperation(PageCacheCore& core,
                  Ptr<PageMapping> mapping,
                  uint64_t offset,
                  uint64_t bytes,
                  PageCacheCompletion completion);
    ~PageOperation() override;

    /**
     * Let a block request's timeline show what the operation waits for. Before its first Resume.
     *
     * @param timeline the timeline; null for none
     */
    void Record(Ptr<IoTimeline> timeline);

    void Resume() override;

  protected:
    /**
     * Work until the operation is complete or waits.
     */
    virtual void Run() = 0;

    /**
     * @return the page that the operation is at
     */
    uint64_t GetPageNumber() const;

    /**
     * @return the first byte in that page that is not done
     */
    uint32_t GetPageOffset() const;

    /**
     * @return how many bytes of that page the operation asks for, from there on
     */
    uint32_t GetPageBytes() const;

    /**
     * @return true if all bytes are done
     */
    bool IsDone() const;

    /**
     * End waiting for a page.
     *
     * @return how its read ended, OK if it did not wait for a page, or if that is there
     */
    BlockStatus EndWait();

    /**
     * The bytes of the current page were copied: their time is owed.
     */
    void Advance();

    /**
     * Let the time pass that the call and copying took, if there is any.
     *
     * @return true if the operation waits now
     */
    bool Pay();

    /**
     * The same, once enough was copied to make it worth an event.
     *
     * @return true if the operation waits now
     */
    bool PayIfMuch();

    /**
     * Wait until the request of a page has ended.
     */
    void WaitFor(CachedPage& page);

    /**
     * Complete when the time owed has passed.
     *
     * @param status how it ended
     * @param data what was read, or null
     */
    void Finish(BlockStatus status, Ptr<Packet> data);

    PageCacheCore& m_core;           //!< the parts of the page cache
    MappingUse m_use;                //!< keeps the mapping known
    const uint64_t m_offset;         //!< the first byte
    const uint64_t m_bytes;          //!< how many
    uint64_t m_done{0};              //!< bytes done
    std::vector<uint8_t> m_contents; //!< all bytes, where contents are kept
    PageCacheStages m_stages;        //!< what it waits for

  private:
    /// Bytes that are copied before time passes: 32 pages, the largest window of read-ahead.
    static constexpr uint64_t PIECE_BYTES = 32 * PAGE_BYTES;

    /**
     * @return the time owed, which is paid thereby
     */
    Time TakeOwed();

    /**
     * Tell whom it concerns.
     *
     * @param status how it ended
     * @param data what was read, or null
     */
    void Complete(BlockStatus status, Ptr<Packet> data);

    Ptr<Object> m_cache;              //!< keeps the page cache
    PageCacheCompletion m_completion; //!< what to notify
    uint64_t m_powerOn;               //!< since which power-on of the host it is
    Time m_callTime;                  //!< of the call, until it is paid
    uint64_t m_copied{0};             //!< bytes copied and not paid
    Ptr<CachedPage> m_waited;         //!< the page it waits for
};

} // namespace ns3

#endif /* PAGE_OPERATION_H */
