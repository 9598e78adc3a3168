/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_RESETTABLE_STREAM_H
#define ISCSI_RESETTABLE_STREAM_H

#include "ns3/simple-ref-count.h"

namespace ns3
{

/**
 * @ingroup iscsi-stream
 *
 * The faults' view of a stream: it can be reset.
 */
class IscsiResettableStream : public SimpleRefCount<IscsiResettableStream>
{
  public:
    virtual ~IscsiResettableStream() = default;

    /**
     * Break the TCP connection as a host in between would: each end gets a segment with RST.
     */
    virtual void Reset() = 0;
};

} // namespace ns3

#endif /* ISCSI_RESETTABLE_STREAM_H */
