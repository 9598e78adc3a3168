/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_TREE_H
#define EXTENT_TREE_H

#include "extent-types.h"

#include "ns3/page-mapping.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io
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
 * @ingroup host-io
 *
 * Where the pages of a file are. Up to 4 extents fit into its inode. More are in leaf blocks of 340
 * extents, to which the inode points; it points to index blocks of 340 leaves where there are more
 * than 4 leaves.
 */
class ExtentTree
{
  public:
    static constexpr std::size_t IN_INODE = 4;          //!< extents, leaves or indexes in an inode
    static constexpr std::size_t PER_BLOCK = 340;       //!< extents in a leaf, leaves in an index
    static constexpr uint64_t MAX_EXTENT_PAGES = 32768; //!< the longest extent
    /// How the tree gets a block for itself: none if the device is full.
    using BlockSource = std::function<std::optional<uint64_t>()>;

    /// A leaf, or the extents in the inode.
    struct Leaf
    {
        uint64_t block{0};           //!< where it is; 0 is in the inode
        std::vector<Extent> extents; //!< its extents, in order
    };

    /**
     * @param page a page of the file
     * @param count how many at most, at least 1
     * @return where it is and how many follow it there, or how long the hole is at least
     */
    PageExtent Find(uint64_t page, uint64_t count) const;

    /**
     * Add pages, which had no place.
     *
     * @param extent where they are
     * @param source gives blocks for leaves and indexes
     * @param changed leaves and indexes that changed are added here; the inode is left to the
     * caller
     * @return false if the source had no block or the tree is full: then nothing changed but that
     *         blocks of the tree may have been added
     */
    bool Insert(const Extent& extent, const BlockSource& source, std::vector<uint64_t>& changed);

    /**
     * Remove the pages from one on.
     *
     * @param page the first to remove
     * @param changes what was freed and changed is added here
     */
    void Truncate(uint64_t page, ExtentChanges& changes);

    /**
     * Find what must be read to know where pages are, beside the inode.
     *
     * @param page the first page
     * @param count how many
     * @param pages the blocks are added here
     */
    void GetPath(uint64_t page, uint64_t count, std::vector<uint64_t>& pages) const;

    /**
     * @return the block behind the last page, or 0 if there are none
     */
    uint64_t GetEnd() const;

    /**
     * @return the leaves, in order; with one whose block is 0 all extents are in the inode
     */
    const std::vector<Leaf>& GetLeaves() const;

    /**
     * @return the index blocks
     */
    const std::vector<uint64_t>& GetIndexes() const;

    /**
     * @return blocks of the file and of the tree
     */
    uint64_t GetBlockCount() const;

    /**
     * Take over a tree that was read.
     *
     * @param leaves its leaves, in order
     * @param indexes its index blocks
     */
    void Load(std::vector<Leaf> leaves, std::vector<uint64_t> indexes);

  private:
    /**
     * @param page a page
     * @return the leaf that holds it or would hold it; there must be leaves
     */
    std::size_t FindLeaf(uint64_t page) const;

    /**
     * Join an extent with its neighbours in a leaf.
     *
     * @param leaf the leaf
     * @param extent the extent
     * @return true if that was possible
     */
    static bool Merge(Leaf& leaf, const Extent& extent);

    /**
     * Make room in a full leaf.
     *
     * @param index which leaf
     * @param page the page that will be added
     * @param source gives blocks
     * @param changed what changed is added here
     * @return the leaf that the page belongs to, with room; none if there is no block
     */
    std::optional<std::size_t> Split(std::size_t index,
                                     uint64_t page,
                                     const BlockSource& source,
                                     std::vector<uint64_t>& changed);

    /**
     * Have as many index blocks as a number of leaves needs.
     *
     * @param leaves the leaves
     * @param source gives blocks
     * @param changed what changed is added here
     * @return false if there is no block
     */
    bool GrowIndexes(std::size_t leaves, const BlockSource& source, std::vector<uint64_t>& changed);

    /**
     * Free the index blocks that the leaves do not need.
     *
     * @param changes what was freed is added here
     */
    void ShrinkIndexes(ExtentChanges& changes);

    /**
     * Cut a leaf.
     *
     * @param leaf the leaf
     * @param page the first page to remove
     * @param changes what was freed is added here
     */
    static void TruncateLeaf(Leaf& leaf, uint64_t page, ExtentChanges& changes);

    std::vector<Leaf> m_leaves; //!< in order of their pages; only the first may be in the inode
    std::vector<uint64_t> m_indexes; //!< index blocks
};

} // namespace ns3

#endif /* EXTENT_TREE_H */
