/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_RUN_H
#define DISK_RUN_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup disk-model-mechanics
 *
 * A run of consecutive blocks.
 */
struct DiskRun
{
    uint64_t begin{0}; //!< its first block
    uint64_t end{0};   //!< the block after its last

    /**
     * @return true if it has no block
     */
    bool IsEmpty() const;

    /**
     * @return how many blocks it has
     */
    uint64_t GetLength() const;

    /**
     * @param lba a block
     * @return true if it is one of the run
     */
    bool Contains(uint64_t lba) const;

    /**
     * @param other another run
     * @return true if the two have a block in common
     */
    bool Overlaps(const DiskRun& other) const;
};

} // namespace ns3

#endif /* DISK_RUN_H */
