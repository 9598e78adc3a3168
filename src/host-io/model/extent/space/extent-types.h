/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_TYPES_H
#define EXTENT_TYPES_H

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent-space
 *
 * Blocks of the file system that lie one after the other. A block is as large as a page, and block
 * n is page n of the device.
 */
struct ExtentRun
{
    uint64_t start{0}; //!< the first block
    uint64_t count{0}; //!< number of blocks

    /**
     * @param other another run
     * @return true if they are the same
     */
    bool operator==(const ExtentRun& other) const = default;
};

/**
 * @ingroup host-io-extent-space
 *
 * Pages of a file that lie one after the other on the device.
 */
struct Extent
{
    uint64_t page{0};  //!< the first page of the file
    uint64_t block{0}; //!< the block that holds it
    uint64_t count{0}; //!< number of pages

    /**
     * @param other another extent
     * @return true if they are the same
     */
    bool operator==(const Extent& other) const = default;
};

/**
 * @ingroup host-io-extent-space
 *
 * How the inodes of a file system say where the pages of files are.
 */
enum class FileBlockMapKind
{
    EXTENTS, //!< by extents, as ext4
    INDIRECT //!< by pointers to single blocks and indirect blocks, as ext2 and ext3
};

/**
 * @ingroup host-io-extent-space
 *
 * Blocks that an operation freed.
 */
struct ExtentFreed
{
    ExtentRun run;        //!< the blocks
    bool metadata{false}; //!< true if they held metadata, so that the journal may hold copies
};

/**
 * @ingroup host-io-extent-space
 *
 * What an operation on an ExtentVolume did to its metadata: what its journal must know.
 */
struct ExtentChanges
{
    std::vector<uint64_t> pages;    //!< changed blocks of metadata; one may occur more than once
    std::vector<uint64_t> fresh;    //!< of these, those that nobody need read first: they are new
    std::vector<ExtentFreed> freed; //!< blocks that were freed
    bool data{false}; //!< true if a file's contents cannot be found without them: fdatasync waits
};

} // namespace ns3

#endif /* EXTENT_TYPES_H */
