/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_RECORD_H
#define TRACE_RECORD_H

#include "ns3/block-request.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * One request of a block trace. Its times are plain numbers: traces have millions of them, and ns-3
 * keeps a list of every Time made before a simulation runs.
 */
struct TraceRecord
{
    /// Bytes in the sector that records count in.
    static constexpr uint32_t SECTOR_SIZE = 512;
    /// Last sector that a record may begin at, so that no byte address overflows.
    static constexpr uint64_t MAX_LBA = UINT64_MAX / SECTOR_SIZE / 2;
    /// Most sectors of a record, so that its bytes fit 32 bits.
    static constexpr uint32_t MAX_SECTORS = UINT32_MAX / SECTOR_SIZE;

    int64_t timeNs{0};     //!< when it was issued; 0 where the trace has no such times
    int64_t thinkNs{0};    //!< from its completion to the issue of the next; 0 where not recorded
    int64_t observedNs{0}; //!< response time that was measured; 0 where not recorded
    uint64_t lba{0};       //!< the first sector
    uint32_t sectors{0};   //!< number of sectors, at least 1
    uint32_t device{0};    //!< number of the device
    uint32_t line{0};      //!< line of the file, counted from 1
    BlockOperation operation{BlockOperation::READ}; //!< READ or WRITE

    /**
     * @param other another record
     * @return true if all members are equal
     */
    bool operator==(const TraceRecord& other) const = default;
};

} // namespace ns3

#endif /* TRACE_RECORD_H */
