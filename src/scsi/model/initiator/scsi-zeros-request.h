/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_ZEROS_REQUEST_H
#define SCSI_ZEROS_REQUEST_H

#include "ns3/block-request.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup scsi-initiator
 *
 * A write of zeros. A ScsiBlockDevice whose unit has WRITE SAME sends that, with one block of data
 * for each command (SBC-3, 5.43); it has no forced unit access. For any other device this is a
 * write without contents, which reads as zeros.
 */
class ScsiZerosRequest : public BlockRequest
{
  public:
    /**
     * @param lba the first block
     * @param blocks how many blocks
     * @param mayUnmap whether the unit may unmap them
     */
    ScsiZerosRequest(uint64_t lba, uint32_t blocks, bool mayUnmap)
        : BlockRequest(BlockOperation::WRITE, lba, blocks),
          mayUnmap(mayUnmap)
    {
    }

    const bool mayUnmap; //!< whether the unit may unmap them
};

} // namespace ns3

#endif /* SCSI_ZEROS_REQUEST_H */
