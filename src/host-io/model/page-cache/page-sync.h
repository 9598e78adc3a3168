/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_SYNC_H
#define PAGE_SYNC_H

#include "page-cache-completion.h"
#include "page-table.h"
#include "page-waiter.h"

#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>

namespace ns3
{

class PageCacheCore;

/**
 * @ingroup host-io
 *
 * A WriteBack of one mapping or of all: it waits for the changes up to its start.
 */
class PageSync : public PageWaiter
{
  public:
    /**
     * @param core the parts of the page cache
     * @param mapping the mapping, or null for all
     * @param completion whom to tell
     */
    PageSync(PageCacheCore& core, Ptr<PageMapping> mapping, PageCacheCompletion completion);
    ~PageSync() override;

    /**
     * Begin.
     */
    void Start();

    void Resume() override;

  private:
    /**
     * Wait for a mapping.
     *
     * @param pages the mapping, with changes that are not written back
     */
    void WaitFor(MappingPages& pages);

    /**
     * Tell whom it concerns.
     */
    void Complete();

    /**
     * @return the error to report, which is forgotten thereby
     */
    BlockStatus TakeError();

    PageCacheCore& m_core;            //!< the parts of the page cache
    std::optional<MappingUse> m_use;  //!< keeps the mapping known, if it is for one
    Ptr<Object> m_cache;              //!< keeps the page cache
    PageCacheCompletion m_completion; //!< whom to tell
    uint64_t m_powerOn;               //!< since which power-on of the host it is
    uint64_t m_left{1};               //!< mappings to wait for, each of which resumes it, and Start
};

} // namespace ns3

#endif /* PAGE_SYNC_H */
