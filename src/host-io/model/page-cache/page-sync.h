/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_SYNC_H
#define PAGE_SYNC_H

#include "page-cache-completion.h"
#include "page-table.h"
#include "page-waiter.h"

#include "ns3/block-request.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

class PageCacheCore;

/**
 * @ingroup host-io-page-cache
 *
 * An operation that waits until pages are written back. If the host loses power meanwhile, it never
 * completes.
 */
class PageWriteWaiter : public PageWaiter
{
  public:
    /**
     * @param core the parts of the page cache
     * @param completion notified of the end, never from inside Resume
     */
    PageWriteWaiter(PageCacheCore& core, PageCacheCompletion completion);
    ~PageWriteWaiter() override;

  protected:
    /**
     * @return false if the host has lost power since
     */
    bool IsCurrent() const;

    /**
     * Nothing is left to wait for.
     */
    void CompleteLater();

    PageCacheCore& m_core; //!< the parts of the page cache

  private:
    /**
     * @return the status to complete with; an error is forgotten thereby
     */
    virtual BlockStatus TakeStatus() = 0;

    /**
     * Notify whom it concerns.
     */
    void Complete();

    Ptr<Object> m_cache;              //!< keeps the page cache
    PageCacheCompletion m_completion; //!< notified of the end
    uint64_t m_powerOn;               //!< since which power-on of the host it is
};

/**
 * @ingroup host-io-page-cache
 *
 * A WriteBack of one mapping or of all: it waits for the changes up to its start.
 */
class PageSync : public PageWriteWaiter
{
  public:
    /**
     * @param core the parts of the page cache
     * @param mapping the mapping, or null for all
     * @param completion notified of the end
     */
    PageSync(PageCacheCore& core, Ptr<PageMapping> mapping, PageCacheCompletion completion);

    /**
     * Begin.
     */
    void Start();

    void Resume() override;

  private:
    BlockStatus TakeStatus() override;

    /**
     * Wait for a mapping.
     *
     * @param pages the mapping, with changes that are not written back
     */
    void WaitFor(MappingPages& pages);

    std::optional<MappingUse> m_use; //!< keeps the mapping known, if it is for one
    uint64_t m_left{1};              //!< mappings to wait for, each of which resumes it, and Start
};

/**
 * @ingroup host-io-page-cache
 *
 * A WriteBackPages: it has some pages of a mapping written and waits for their changes up to its
 * start.
 */
class PageListSync : public PageWriteWaiter
{
  public:
    /**
     * @param core the parts of the page cache
     * @param mapping the mapping
     * @param pages the pages, in any order
     * @param completion notified of the end
     */
    PageListSync(PageCacheCore& core,
                 Ptr<PageMapping> mapping,
                 std::vector<uint64_t> pages,
                 PageCacheCompletion completion);

    /**
     * Begin.
     */
    void Start();

    void Resume() override;

  private:
    BlockStatus TakeStatus() override;

    /**
     * Have a page written if its changes up to the start are not on the device yet.
     *
     * @param number the page
     * @return the page, or null if there is nothing to wait for
     */
    CachedPage* Write(uint64_t number);

    MappingUse m_use;              //!< keeps the mapping known
    std::vector<uint64_t> m_pages; //!< the pages
    std::size_t m_next{0};         //!< those before this one are written
    uint64_t m_upTo;               //!< sequence of the last change to wait for
};

/**
 * @ingroup host-io-page-cache
 *
 * A WaitForWriting: it waits until no page of a mapping is being written, and has none written.
 */
class PageWriteWait : public PageWriteWaiter
{
  public:
    /**
     * @param core the parts of the page cache
     * @param mapping the mapping
     * @param completion notified of the end
     */
    PageWriteWait(PageCacheCore& core, Ptr<PageMapping> mapping, PageCacheCompletion completion);

    void Resume() override;

  private:
    BlockStatus TakeStatus() override;

    MappingUse m_use; //!< keeps the mapping known
};

} // namespace ns3

#endif /* PAGE_SYNC_H */
