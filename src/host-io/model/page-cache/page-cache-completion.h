/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_CACHE_COMPLETION_H
#define PAGE_CACHE_COMPLETION_H

#include "ns3/block-request.h"
#include "ns3/callback.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * Called when an operation on a page cache is complete: how it ended and, for a read where contents
 * are kept, the contents (else null).
 */
using PageCacheCompletion = Callback<void, BlockStatus, Ptr<Packet>>;

} // namespace ns3

#endif /* PAGE_CACHE_COMPLETION_H */
