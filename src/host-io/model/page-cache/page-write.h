/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_WRITE_H
#define PAGE_WRITE_H

#include "page-operation.h"

#include "ns3/nstime.h"

#include <optional>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * A write into the page cache.
 */
class PageWrite : public PageOperation
{
  public:
    /**
     * @param core the parts of the page cache
     * @param mapping the mapping
     * @param offset the first byte
     * @param bytes how many
     * @param data the contents, or null
     * @param completion called at the end
     */
    PageWrite(PageCacheCore& core,
              Ptr<PageMapping> mapping,
              uint64_t offset,
              uint64_t bytes,
              Ptr<const Packet> data,
              PageCacheCompletion completion);

  private:
    void Run() override;

    /**
     * Do what can be done for the current page.
     *
     * @return false if the operation waits
     */
    bool Step();

    /**
     * Wait, if it must be, for other pages to get clean or for room.
     *
     * @param page the current page, or null if it is missing
     * @return true if the operation waits
     */
    bool WaitForOthers(const CachedPage* page);

    /**
     * @return the current page, which was missing
     */
    Ptr<CachedPage> AddMissing();

    /**
     * Copy into the current page, which is there.
     */
    void Copy(CachedPage& page);

    std::optional<Time> m_stopped; //!< when it was stopped because of dirty pages, if it is
};

} // namespace ns3

#endif /* PAGE_WRITE_H */
