/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_BLOCK_MAP_H
#define FILE_BLOCK_MAP_H

#include "extent-page.h"

#include "ns3/extent-types.h"
#include "ns3/page-mapping.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent-block-map
 *
 * Where the pages of a file are: in its inode and, if that is too small, in blocks of metadata of
 * its own. The kinds differ in what these hold, when they are taken, and when they are read.
 */
class FileBlockMap
{
  public:
    /// How a map gets a block for itself, near another one (0: near the inode); none if the device
    /// is full.
    using BlockSource = std::function<std::optional<uint64_t>(uint64_t)>;
    /// Gives the contents of a block of metadata; null while they are missing.
    using PageSource = std::function<const ExtentPage*(uint64_t)>;

    virtual ~FileBlockMap() = default;

    /**
     * @return bytes of the largest file
     */
    virtual uint64_t GetMaxFileBytes() const = 0;

    /**
     * @param page a page of the file
     * @param count how many at most, at least 1
     * @return where it is and how many follow it there, or how long the hole is at least
     */
    virtual PageExtent Find(uint64_t page, uint64_t count) const = 0;

    /**
     * Take the blocks of the map that lie before the pages they map.
     *
     * @param page the first page that will be added
     * @param count how many, at least 1
     * @param source gives blocks for the map
     * @param changed blocks of the map that changed are added here; the inode is left to the
     *        caller
     * @return how many of the pages can be added at once; none if the source had no block
     */
    virtual std::optional<uint64_t> Prepare(uint64_t page,
                                            uint64_t count,
                                            const BlockSource& source,
                                            std::vector<uint64_t>& changed) = 0;

    /**
     * Add pages, which had no place and for which Prepare was called.
     *
     * @param extent where they are
     * @param source gives blocks for the map
     * @param changed blocks of the map that changed are added here; the inode is left to the
     *        caller
     * @return false if the source had no block or the map is full: then nothing changed but that
     *         blocks of the map may have been added
     */
    virtual bool Insert(const Extent& extent,
                        const BlockSource& source,
                        std::vector<uint64_t>& changed) = 0;

    /**
     * @param page a page
     * @param count how many, at least 1
     * @return how many blocks Prepare will take for these pages, all together
     */
    virtual uint64_t CountMissing(uint64_t page, uint64_t count) const = 0;

    /**
     * Remove the pages from one on.
     *
     * @param page the first to remove
     * @param changes what was freed and changed is added here
     */
    virtual void Truncate(uint64_t page, ExtentChanges& changes) = 0;

    /**
     * Find what must be read to know where pages are, beside the inode.
     *
     * @param page the first page
     * @param count how many, at least 1
     * @param blocks the blocks are added here, in the order of reading
     */
    virtual void GetPath(uint64_t page, uint64_t count, std::vector<uint64_t>& blocks) const = 0;

    /**
     * Find what of this is read before a read of the pages begins.
     *
     * @param page the first page
     * @param count how many, at least 1
     * @param blocks the blocks are added here, in the order of reading
     */
    virtual void GetPathBefore(uint64_t page,
                               uint64_t count,
                               std::vector<uint64_t>& blocks) const = 0;

    /**
     * Find what of this is read when a read, or what is read ahead, gets to a page.
     *
     * @param page the page
     * @param blocks the blocks are added here, in the order of reading
     * @return how many pages from there on need no others
     */
    virtual uint64_t GetPathAt(uint64_t page, std::vector<uint64_t>& blocks) const = 0;

    /**
     * Find what must be read to free pages.
     *
     * @param page the first page to free
     * @param blocks the blocks are added here, in the order of reading
     */
    virtual void GetPathToFree(uint64_t page, std::vector<uint64_t>& blocks) const = 0;

    /**
     * @return the block behind the last page, or 0 if there are none
     */
    virtual uint64_t GetEnd() const = 0;

    /**
     * @return the pages that have a place, in the order in which the map has them
     */
    virtual std::vector<Extent> GetExtents() const = 0;

    /**
     * @return the blocks of the map
     */
    virtual std::vector<uint64_t> GetBlocks() const = 0;

    /**
     * @return blocks of the file and of the map
     */
    uint64_t GetBlockCount() const;

    /**
     * Write the part of the map that is in the inode: bytes 1 to 3 and 40 to 135 of it.
     *
     * @param page a block of an inode table
     * @param offset where the inode begins in it
     */
    virtual void EncodeRoot(ExtentPage& page, uint32_t offset) const = 0;

    /**
     * @param block a block of the map
     * @return its bytes
     */
    virtual ExtentPage EncodeBlock(uint64_t block) const = 0;

    /**
     * Take over what an inode says; Load does the rest.
     *
     * @param page a block of an inode table
     * @param offset where the inode begins in it
     */
    virtual void LoadRoot(const ExtentPage& page, uint32_t offset) = 0;

    /**
     * Take over what the blocks of the map say. If the source lacks some, it must be called again
     * when they have come.
     *
     * @param deviceBlocks blocks of the device
     * @param source gives blocks of the map
     * @param problems what is wrong is added here, a line each
     */
    virtual void Load(uint64_t deviceBlocks,
                      const PageSource& source,
                      std::vector<std::string>& problems) = 0;

    /**
     * @return a map that says the same
     */
    virtual std::unique_ptr<FileBlockMap> Copy() const = 0;

    /// Where an inode says what its map is: INDIRECT_TAG, or the depth of an extent tree.
    static constexpr uint32_t TAG_OFFSET = 1;
    static constexpr uint8_t INDIRECT_TAG = 3; //!< tells block pointers from an extent tree

  protected:
    static constexpr uint32_t COUNT_OFFSET = 2;    //!< where the number of entries is in an inode
    static constexpr uint32_t ENTRIES_OFFSET = 40; //!< where the entries begin in an inode
};

} // namespace ns3

#endif /* FILE_BLOCK_MAP_H */
