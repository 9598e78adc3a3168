/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_ALLOCATOR_H
#define EXTENT_ALLOCATOR_H

#include "extent-bitmap.h"
#include "extent-layout.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent-space
 *
 * Which blocks and inodes of a file system are used, and which to take next.
 *
 * Blocks are taken at the goal if it is free, else from the first free run of the goal's group that
 * is long enough, else from the next group with such a run, else from the longest run. An inode of
 * a file is near its directory. A directory below the root goes to the run of groups with the
 * fewest directories, other directories near their parent while there is room (the idea of Orlov).
 *
 * A block that was freed counts as free at once, but is given out again only when it is safe: when
 * MakeReusable says so.
 */
class ExtentAllocator
{
  public:
    /// What a group has.
    struct Group
    {
        uint64_t freeBlocks{0};               //!< blocks that are not used
        uint32_t freeInodes{0};               //!< inodes that are not used
        uint32_t directories{0};              //!< inodes that are directories
        uint64_t reusable{0};                 //!< blocks that can be given out
        uint64_t longest{0};                  //!< no run that can be given out is longer
        std::unique_ptr<ExtentBitmap> used;   //!< used blocks; null before the first change
        std::unique_ptr<ExtentBitmap> busy;   //!< blocks that cannot be given out
        std::unique_ptr<ExtentBitmap> inodes; //!< used inodes
    };

    /**
     * @param layout the layout; only fixed metadata and reserved inodes, with the root
     *        directory, are used
     */
    explicit ExtentAllocator(const ExtentLayout& layout);

    /**
     * Take blocks.
     *
     * @param goal where best
     * @param count how many are wanted, at least 1
     * @param changes the changed metadata are added here
     * @return the blocks, at most as many as wanted and in one group; none if there are none
     */
    std::optional<ExtentRun> AllocateBlocks(uint64_t goal, uint64_t count, ExtentChanges& changes);

    /**
     * Free blocks. They are not given out until MakeReusable.
     *
     * @param run the blocks
     * @param changes the changed metadata are added here
     */
    void FreeBlocks(const ExtentRun& run, ExtentChanges& changes);

    /**
     * Allow freed blocks to be allocated.
     *
     * @param run the blocks
     */
    void MakeReusable(const ExtentRun& run);

    /// Allow all blocks that are not used to be allocated. Nothing is reserved any more.
    void MakeAllReusable();

    /**
     * Reserve blocks: they are free, but AllocateBlocks does not allocate them.
     *
     * @param goal where best
     * @param count how many, at most GROUP_BLOCKS
     * @return the blocks; for a power of 2 they begin at a multiple of it in their group. None if
     *         there is no such run.
     */
    std::optional<ExtentRun> Reserve(uint64_t goal, uint64_t count);

    /**
     * Allocate blocks that are reserved.
     *
     * @param run the blocks
     * @param changes the changed metadata are added here
     */
    void AllocateReserved(const ExtentRun& run, ExtentChanges& changes);

    /**
     * Reserve blocks no more.
     *
     * @param run the blocks
     */
    void Unreserve(const ExtentRun& run);

    /**
     * @return blocks that are reserved
     */
    uint64_t GetReserved() const;

    /**
     * Allocate an inode.
     *
     * @param parent inode of its directory
     * @param directory true for a directory
     * @param changes the changed metadata are added here
     * @return its number, or none if there is none
     */
    std::optional<uint64_t> AllocateInode(uint64_t parent, bool directory, ExtentChanges& changes);

    /**
     * Free an inode.
     *
     * @param inode its number
     * @param directory true for a directory
     * @param changes the changed metadata are added here
     */
    void FreeInode(uint64_t inode, bool directory, ExtentChanges& changes);

    /**
     * @param inode number of an inode
     * @param directory true for a directory
     * @return where its first block should be
     */
    uint64_t GetGoal(uint64_t inode, bool directory) const;

    /**
     * @return blocks that can be given out, with those put aside
     */
    uint64_t GetReusableBlocks() const;

    /**
     * @return blocks that are not used
     */
    uint64_t GetFreeBlocks() const;

    /**
     * @return inodes that are not used
     */
    uint64_t GetFreeInodes() const;

    /**
     * @param group a group
     * @return what it has, with its bitmaps
     */
    const Group& GetGroup(uint64_t group);

    /**
     * @param group a group
     * @return how many of its inodes there are up to the last that is used
     */
    uint64_t GetUsedInodes(uint64_t group);

    /**
     * Take over a group that was read. Every block that is not used can be given out.
     *
     * @param group which
     * @param blocks the words of its block bitmap
     * @param inodes the words of its inode bitmap
     * @param directories how many of the inodes are directories
     */
    void Load(uint64_t group,
              const std::vector<uint64_t>& blocks,
              const std::vector<uint64_t>& inodes,
              uint32_t directories);

  private:
    /**
     * Call a function for the part of a run in each block group.
     *
     * @tparam Function callable with (number of the group, first block within it, number of blocks)
     * @param run the run
     * @param function what to call
     */
    template <typename Function>
    void ForEachGroup(const ExtentRun& run, Function function);

    /**
     * @param group a group
     * @return the same, with bitmaps
     */
    Group& Touch(uint64_t group);

    /**
     * @param group the group to begin with
     * @param from block of the group to begin with
     * @param count how many are wanted
     * @return the blocks of the group; none if it has no run of that length
     */
    std::optional<ExtentRun> SearchGroup(uint64_t group, uint64_t from, uint64_t count);

    /**
     * @param index a group
     * @param from block of the group to begin with
     * @param count how many are wanted
     * @return the first free run of the group from there on that begins at a multiple of the
     * largest power of 2 that divides `count`; none if there is none
     */
    std::optional<ExtentRun> SearchAligned(uint64_t index, uint64_t from, uint64_t count);

    /**
     * @param goal where best
     * @param count how many are wanted
     * @return the blocks, which are still free; there must be some
     */
    ExtentRun Search(uint64_t goal, uint64_t count);

    /**
     * Note which metadata a change of blocks or inodes of a group changes.
     *
     * @param group the group
     * @param bitmap the bitmap
     * @param changes they are added here
     */
    void Note(uint64_t group, uint64_t bitmap, ExtentChanges& changes) const;

    /**
     * @param parent inode of the directory it will be in
     * @return the group to begin with for a directory
     */
    uint64_t FindDirectoryGroup(uint64_t parent);

    const ExtentLayout& m_layout; //!< the layout
    std::vector<Group> m_groups;  //!< all groups
    uint64_t m_reusable{0};       //!< blocks that can be given out
    uint64_t m_freeBlocks{0};     //!< blocks that are not used
    uint64_t m_freeInodes{0};     //!< inodes that are not used
    uint64_t m_aside{0};          //!< blocks that are put aside
};

} // namespace ns3

#endif /* EXTENT_ALLOCATOR_H */
