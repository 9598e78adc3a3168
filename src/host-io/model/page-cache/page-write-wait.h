/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_WRITE_WAIT_H
#define PAGE_WRITE_WAIT_H

#include "page-cache-completion.h"
#include "page-table.h"
#include "page-waiter.h"

#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

class PageCacheCore;

/**
 * @ingroup host-io
 *
 * Waits until no page of a mapping is being written.
 */
class PageWriteWait : public PageWaiter
{
  public:
    /**
     * @param core the parts of the page cache
     * @param mapping the mapping
     * @param completion whom to tell
     */
    PageWriteWait(PageCacheCore& core, Ptr<PageMapping> mapping, PageCacheCompletion completion);
    ~PageWriteWait() override;

    void Resume() override;

  private:
    /**
     * Tell whom it concerns.
     */
    void Complete();

    PageCacheCore& m_core;            //!< the parts of the page cache
    MappingUse m_use;                 //!< keeps the mapping known
    Ptr<Object> m_cache;              //!< keeps the page cache
    PageCacheCompletion m_completion; //!< whom to tell
    uint64_t m_powerOn;               //!< since which power-on of the host it is
};

} // namespace ns3

#endif /* PAGE_WRITE_WAIT_H */
