/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_SERVICE_H
#define DISK_SERVICE_H

#include "ns3/nstime.h"

#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup disk-model-drive
 *
 * What a request found in the drive's cache.
 */
enum class DiskHit : uint8_t
{
    MISS,       //!< nothing; a write that completed from the medium
    PARTIAL,    //!< its first blocks, not all
    READ_AHEAD, //!< all its blocks, some of them still on their way from the medium
    FULL        //!< all its blocks; a write that completed from the cache
};

/**
 * @ingroup disk-model-drive
 *
 * @param os the stream
 * @param hit what was found, printed as miss, partial, read_ahead or full
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, DiskHit hit);

/**
 * @ingroup disk-model-drive
 *
 * Where the response time of one request at a drive went. The seven times add up to the response
 * time to the nanosecond.
 */
struct DiskService
{
    DiskHit hit{DiskHit::MISS}; //!< what it found in the cache
    uint32_t seekDistance{0};   //!< cylinders that the arm moved for it before the transfer
    Time queue;     //!< wait for the drive to take it up, and for what the medium was busy with
    Time overhead;  //!< command processing before and after
    Time seek;      //!< arm movement or head switch before the transfer, settling included
    Time rotation;  //!< wait until the first sector was under the head
    Time switching; //!< changes of head and cylinder inside the transfer
    Time transfer;  //!< sectors passing under the head
    Time bus;       //!< transfer on the bus that was not hidden behind the medium

    /**
     * @return the response time
     */
    Time GetTotal() const;
};

} // namespace ns3

#endif /* DISK_SERVICE_H */
