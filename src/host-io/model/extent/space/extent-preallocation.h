/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_PREALLOCATION_H
#define EXTENT_PREALLOCATION_H

#include "extent-allocator.h"
#include "extent-types.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent-space
 *
 * Blocks that are put aside for files, as Linux's ext4 driver does it for ext4, ext3 and ext2.
 *
 * Small files, those of up to SMALL_FILE_BLOCKS, take their blocks from a run of SHARED_BLOCKS that
 * they share (Linux: locality group), so that they lie side by side. A larger file that is written
 * a little at a time has a run of its own, which grows with it. Nothing of this is on the medium:
 * blocks that were put aside and not taken are free.
 */
class ExtentPreallocation
{
  public:
    static constexpr uint64_t SMALL_FILE_BLOCKS = 16; //!< Linux: MB_DEFAULT_STREAM_THRESHOLD
    static constexpr uint64_t SHARED_BLOCKS = 512;    //!< Linux: MB_DEFAULT_GROUP_PREALLOC
    static constexpr std::size_t MAX_SHARED_RUNS = 8; //!< runs with a rest; Linux keeps as many

    /**
     * @param allocator which blocks are used
     */
    explicit ExtentPreallocation(ExtentAllocator& allocator);

    /**
     * Take blocks for a small file from a shared run.
     *
     * @param goal where a new run should be
     * @param count how many, at most SMALL_FILE_BLOCKS
     * @param changes the changed metadata are added here
     * @return the blocks; none if nothing can be put aside
     */
    std::optional<ExtentRun> AllocateShared(uint64_t goal, uint64_t count, ExtentChanges& changes);

    /**
     * Take blocks for a file from its own run.
     *
     * @param inode the file
     * @param goal where a new run should be
     * @param page the first page that needs a block
     * @param count how many do
     * @param pages pages of the file, with these
     * @param changes the changed metadata are added here
     * @return the blocks, at most as many as wanted; none if nothing can be put aside
     */
    std::optional<ExtentRun> TakeOwn(uint64_t inode,
                                     uint64_t goal,
                                     uint64_t page,
                                     uint64_t count,
                                     uint64_t pages,
                                     ExtentChanges& changes);

    /**
     * A file is closed or cut: what was put aside for it is free.
     *
     * @param inode the file
     */
    void Discard(uint64_t inode);

    /// All that was put aside is free.
    void DiscardAll();

    /// Forget what was put aside; the allocator does not know of it any more.
    void Forget();

  private:
    /// What is put aside for a file.
    struct Own
    {
        uint64_t page{0};               //!< the page that gets the first block of the run
        ExtentRun run;                  //!< blocks for this page and those behind it
        std::vector<ExtentRun> skipped; //!< blocks of pages that did not need them

        /**
         * @param wanted a page
         * @return true if the run has a block for it
         */
        bool Covers(uint64_t wanted) const;
    };

    /**
     * @param page a page
     * @param pages pages of its file
     * @return the pages that blocks are put aside for when it needs one
     */
    static ExtentRun GetWindow(uint64_t page, uint64_t pages);

    /**
     * Put a further run aside for a file.
     *
     * @param inode the file
     * @param goal where it should be
     * @param page a page that needs a block
     * @param pages pages of the file
     * @return false if nothing can be put aside
     */
    bool Renew(uint64_t inode, uint64_t goal, uint64_t page, uint64_t pages);

    ExtentAllocator& m_allocator;    //!< which blocks are used
    std::vector<ExtentRun> m_shared; //!< what is left of the shared runs, the newest last
    std::map<uint64_t, Own> m_own;   //!< by inode
};

} // namespace ns3

#endif /* EXTENT_PREALLOCATION_H */
