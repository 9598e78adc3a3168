/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_LAYOUT_H
#define EXTENT_LAYOUT_H

#include "extent-types.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent-space
 *
 * What decides where the fixed metadata of a file system are.
 */
struct ExtentGeometry
{
    uint64_t blockCount{0};        //!< blocks of the device
    uint32_t bytesPerInode{16384}; //!< one inode for so many bytes, 8192 or more
    uint32_t flexGroups{16};       //!< groups whose bitmaps and inode tables lie together, 1 to 16
};

/**
 * @ingroup host-io-extent-space
 *
 * Where the fixed metadata of a file system are: a pure function of its geometry.
 *
 * Blocks are of 4 KiB and block groups of 32,768 blocks, as ext4 has them by default. Block 0 is
 * the superblock, the group descriptors follow; groups 1 and those whose number is a power of 3, 5
 * or 7 begin with a copy of both. Then come, for each run of `flexGroups` groups together at the
 * beginning of the first of them, the block bitmaps, the inode bitmaps and the inode tables. No
 * blocks are kept for a later growth of the descriptors.
 */
class ExtentLayout
{
  public:
    static constexpr uint64_t GROUP_BLOCKS = 32768;      //!< blocks in a group
    static constexpr uint32_t INODE_BYTES = 256;         //!< bytes of an inode
    static constexpr uint32_t INODES_PER_PAGE = 16;      //!< inodes in a block of an inode table
    static constexpr uint32_t DESCRIPTOR_BYTES = 64;     //!< bytes of a group descriptor
    static constexpr uint32_t DESCRIPTORS_PER_PAGE = 64; //!< group descriptors in a block
    static constexpr uint64_t ROOT_INODE = 2;            //!< the root directory
    static constexpr uint64_t FIRST_INODE = 11;          //!< the first that a file can get
    static constexpr uint64_t MIN_BLOCKS = 2048;         //!< the smallest device

    /// What a block of fixed metadata holds.
    enum class Kind
    {
        OTHER,        //!< no fixed metadata
        SUPERBLOCK,   //!< the superblock or a copy
        DESCRIPTORS,  //!< group descriptors or a copy
        BLOCK_BITMAP, //!< which blocks of a group are used
        INODE_BITMAP, //!< which inodes of a group are used
        INODE_TABLE,  //!< inodes
    };

    /// What a block is.
    struct Place
    {
        Kind kind{Kind::OTHER}; //!< what it holds
        uint64_t group{0};      //!< whose bitmap or inode table it is
        uint64_t index{0};      //!< its place among the blocks of descriptors or of the inode table
    };

    /**
     * @param geometry what decides
     * @throw UserError if the device is too small
     */
    explicit ExtentLayout(const ExtentGeometry& geometry);

    /**
     * @return what it was made of; the block count is that of the groups, which may leave out a
     *         rest of the device that is too short to be one
     */
    const ExtentGeometry& GetGeometry() const;

    /**
     * @return number of groups
     */
    uint64_t GetGroupCount() const;

    /**
     * @return number of inodes in each group
     */
    uint32_t GetInodesPerGroup() const;

    /**
     * @return number of inodes; they are counted from 1
     */
    uint64_t GetInodeCount() const;

    /**
     * @return number of blocks of group descriptors
     */
    uint64_t GetDescriptorPages() const;

    /**
     * @param group a group
     * @return its blocks
     */
    ExtentRun GetGroup(uint64_t group) const;

    /**
     * @param group a group
     * @return true if it begins with the superblock and the group descriptors, or copies
     */
    bool HasSuperblock(uint64_t group) const;

    /**
     * @param group a group
     * @return its block bitmap
     */
    uint64_t GetBlockBitmap(uint64_t group) const;

    /**
     * @param group a group
     * @return its inode bitmap
     */
    uint64_t GetInodeBitmap(uint64_t group) const;

    /**
     * @param group a group
     * @return its inode table
     */
    ExtentRun GetInodeTable(uint64_t group) const;

    /**
     * @param group a group
     * @return the block that holds its descriptor
     */
    uint64_t GetDescriptorPage(uint64_t group) const;

    /**
     * @param block a block
     * @return its group
     */
    uint64_t GetGroupOf(uint64_t block) const;

    /**
     * @param inode number of an inode, from 1
     * @return its group
     */
    uint64_t GetGroupOfInode(uint64_t inode) const;

    /**
     * @param inode number of an inode, from 1
     * @return the block of the inode table that holds it
     */
    uint64_t GetInodePage(uint64_t inode) const;

    /**
     * @param group a group
     * @return which of its blocks are fixed metadata, in order
     */
    std::vector<ExtentRun> GetMetadata(uint64_t group) const;

    /**
     * @param block a block
     * @return what it is
     */
    Place Find(uint64_t block) const;

  private:
    /**
     * @param group a group
     * @return blocks of superblock and descriptors at its beginning
     */
    uint64_t GetHeadBlocks(uint64_t group) const;

    /**
     * @param group a group
     * @return the first of those whose metadata lie with its own
     */
    uint64_t GetFlexFirst(uint64_t group) const;

    /**
     * @param first the first of a run of groups
     * @return number of groups in the run
     */
    uint64_t GetFlexCount(uint64_t first) const;

    /**
     * @param first the first of a run of groups
     * @return its first block behind superblock and descriptors
     */
    uint64_t GetFlexStart(uint64_t first) const;

    /// Leave out a last group that is hardly more than its metadata.
    void DropShortGroup();

    ExtentGeometry m_geometry;    //!< what decides
    uint64_t m_groups;            //!< number of groups
    uint32_t m_inodesPerGroup{0}; //!< inodes in a group
    uint64_t m_tablePages{0};     //!< blocks in a group's inode table
};

} // namespace ns3

#endif /* EXTENT_LAYOUT_H */
