/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_WAITER_H
#define PAGE_WAITER_H

#include "ns3/simple-ref-count.h"

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * Somebody who waits for something in the page cache.
 */
class PageWaiter : public SimpleRefCount<PageWaiter>
{
  public:
    virtual ~PageWaiter() = default;

    /**
     * It has come, or anything else has changed.
     */
    virtual void Resume() = 0;
};

} // namespace ns3

#endif /* PAGE_WAITER_H */
