/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_UNIT_OPTIONS_H
#define SCSI_UNIT_OPTIONS_H

#include "ns3/nstime.h"
#include "ns3/scsi-inquiry.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup scsi-unit
 *
 * What a disk may be beside a plain one, as its attributes say.
 */
struct ScsiUnitOptions
{
    bool isRemovable{false};     //!< the medium can be ejected
    bool isReadOnly{false};      //!< the medium cannot be written
    bool refusesNoBlocks{true};  //!< WRITE SAME of zero blocks is refused; else it is of all
    uint8_t physicalExponent{0}; //!< logical blocks per physical block, as a power of two
    uint16_t lowestAligned{0};   //!< the first LBA at which a physical block begins
    ScsiAtomicLimits atomic;     //!< of WRITE ATOMIC(16)
    Time sanitizeTime;           //!< least time that SANITIZE takes
};

} // namespace ns3

#endif /* SCSI_UNIT_OPTIONS_H */
