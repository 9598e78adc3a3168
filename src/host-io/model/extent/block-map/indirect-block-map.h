/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INDIRECT_BLOCK_MAP_H
#define INDIRECT_BLOCK_MAP_H

#include "file-block-map.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent-block-map
 *
 * Where the pages of a file of ext2 or ext3 are. The inode has 12 pointers to blocks of data and
 * one each to a single, a double and a triple indirect block. An indirect block has 1024 pointers
 * of 4 bytes: to data, to single, or to double indirect blocks. A pointer 0 is a hole.
 *
 * An indirect block is taken when the first page that it maps is, before that page. It is read when
 * a read gets to such a page.
 */
class IndirectBlockMap : public FileBlockMap
{
  public:
    static constexpr uint64_t DIRECT = 12;                    //!< pages that the inode maps
    static constexpr uint64_t PER_BLOCK = 1024;               //!< pointers in an indirect block
    static constexpr uint64_t MAX_BLOCKS = uint64_t{1} << 32; //!< blocks that pointers can name

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

  private:
    static constexpr uint32_t LEVELS = 3; //!< depth of the triple indirect block

    /**
     * An indirect block by its place. Level 1 are those that point to data, counted from 0 in the
     * order of their pages: number 0 is named by the inode. Of level 2, which point to these,
     * number 0 is the double indirect block; the triple one is number 0 of level 3.
     */
    struct Node
    {
        uint32_t level{1};  //!< 1 to 3
        uint64_t number{0}; //!< from 0 in its level

        /**
         * @return the block that names it; none if the inode does
         */
        std::optional<Node> GetParent() const;

        /**
         * @return the first block of the level below that it names; none of level 1
         */
        uint64_t GetFirstChild() const;

        /**
         * @return the first page below it
         */
        uint64_t GetFirstPage() const;

        /**
         * @return the page behind the last one below it
         */
        uint64_t GetEndPage() const;
    };

    /// What Load works with.
    struct Loading
    {
        uint64_t deviceBlocks;              //!< blocks of the device
        const PageSource& source;           //!< gives blocks of the map
        std::vector<std::string>& problems; //!< what is wrong is added here
        std::set<uint64_t> seen;            //!< indirect blocks so far
    };

    /**
     * @param page a page behind the first 12
     * @return the indirect block that names it
     */
    static Node GetNode(uint64_t page);

    /**
     * @param node an indirect block
     * @return where it is, or 0 if it does not exist
     */
    uint64_t GetBlock(const Node& node) const;

    /**
     * @param page a page behind the first 12
     * @return the indirect blocks above it, the one that the inode names first; they need not exist
     */
    static std::vector<Node> GetNodesAbove(uint64_t page);

    /**
     * Call a function for each indirect block above a range of pages, once, from above. They need
     * not exist.
     *
     * @tparam Function callable with a Node
     * @param page the first page
     * @param count how many
     * @param function what to call
     */
    template <typename Function>
    static void ForEachNode(uint64_t page, uint64_t count, Function function);

    /**
     * @param node an indirect block that does not exist yet
     * @return the block that it should be near: what the pointer before its own names, else the
     *         block with its pointer; 0 if there is neither
     */
    uint64_t GetGoal(const Node& node) const;

    /**
     * Find which indirect blocks are read to free pages: one, then those below it from the last to
     * the first.
     *
     * @param node the one
     * @param page the first page to free
     * @param blocks the blocks are added here
     */
    void ListToFree(const Node& node, uint64_t page, std::vector<uint64_t>& blocks) const;

    /**
     * Cut the runs of pages.
     *
     * @param page the first page to remove
     * @param changes what was freed is added here
     */
    void TruncateRuns(uint64_t page, ExtentChanges& changes);

    /**
     * Take over a page behind all others.
     *
     * @param page the page
     * @param block where it is; 0 for a hole
     */
    void Append(uint64_t page, uint64_t block);

    /**
     * Write the pointers to the pages of a range.
     *
     * @param page where to
     * @param offset where in it
     * @param first the first page
     * @param count how many
     */
    void EncodePages(ExtentPage& page, uint32_t offset, uint64_t first, uint64_t count) const;

    /**
     * Read an indirect block and those below it.
     *
     * @param node the block
     * @param loading where from
     */
    void LoadNode(const Node& node, Loading& loading);

    std::map<uint64_t, Extent> m_runs; //!< by their first page
    /// Where the indirect blocks of each level are, by number.
    std::array<std::map<uint64_t, uint64_t>, LEVELS> m_nodes;
};

} // namespace ns3

#endif /* INDIRECT_BLOCK_MAP_H */
