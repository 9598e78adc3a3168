/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_TREE_H
#define EXTENT_TREE_H

#include "file-block-map.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent-block-map
 *
 * Where the pages of a file of ext4 are. Up to 4 extents fit into its inode. More are in leaf
 * blocks of 340 extents, to which the inode points; it points to index blocks of 340 leaves where
 * there are more than 4 leaves.
 */
class ExtentTree : public FileBlockMap
{
  public:
    static constexpr std::size_t IN_INODE = 4;          //!< extents, leaves or indexes in an inode
    static constexpr std::size_t PER_BLOCK = 340;       //!< extents in a leaf, leaves in an index
    static constexpr uint64_t MAX_EXTENT_PAGES = 32768; //!< the longest extent

    /// A leaf, or the extents in the inode.
    struct Leaf
    {
        uint64_t block{0};           //!< where it is; 0 is in the inode
        std::vector<Extent> extents; //!< its extents, in order
    };

    uint64_t GetMaxFileBytes() const override;
    PageExtent Find(uint64_t page, uint64_t count) const override;
    std::optional<uint64_t> Prepare(uint64_t page,
                                    uint64_t count,
                                    const BlockSource& source,
                                    std::vector<uint64_t>& changed) override;
    bool Insert(const Extent& extent,
                const BlockSource& source,
                std::vector<uint64_t>& changed) override;
    uint64_t CountMissing(uint64_t page, uint64_t count) const override;
    void Truncate(uint64_t page, ExtentChanges& changes) override;
    void GetPath(uint64_t page, uint64_t count, std::vector<uint64_t>& blocks) const override;
    void GetPathBefore(uint64_t page, uint64_t count, std::vector<uint64_t>& blocks) const override;
    uint64_t GetPathAt(uint64_t page, std::vector<uint64_t>& blocks) const override;
    void GetPathToFree(uint64_t page, std::vector<uint64_t>& blocks) const override;
    uint64_t GetEnd() const override;
    std::vector<Extent> GetExtents() const override;
    std::vector<uint64_t> GetBlocks() const override;
    void EncodeRoot(ExtentPage& page, uint32_t offset) const override;
    ExtentPage EncodeBlock(uint64_t block) const override;
    void LoadRoot(const ExtentPage& page, uint32_t offset) override;
    void Load(uint64_t deviceBlocks,
              const PageSource& source,
              std::vector<std::string>& problems) override;
    std::unique_ptr<FileBlockMap> Copy() const override;

    /**
     * @return the leaves, in order; with one whose block is 0 all extents are in the inode
     */
    const std::vector<Leaf>& GetLeaves() const;

    /**
     * @return the index blocks
     */
    const std::vector<uint64_t>& GetIndexes() const;

  private:
    /**
     * Read a block of the tree.
     *
     * @param block the block
     * @param leaf true for a leaf, false for an index block
     * @param deviceBlocks blocks of the device
     * @param source gives it
     * @param problems what is wrong is added here
     * @return its entries; none if it is missing or wrong
     */
    static std::vector<Extent> ReadEntries(uint64_t block,
                                           bool leaf,
                                           uint64_t deviceBlocks,
                                           const PageSource& source,
                                           std::vector<std::string>& problems);

    /**
     * @param first the first leaf; there must be leaves outside of the inode
     * @return up to 340 leaves from there, each with its first page
     */
    std::vector<Extent> ListLeaves(std::size_t first) const;

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
