/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_VOLUME_H
#define EXTENT_VOLUME_H

#include "extent-inode.h"

#include "ns3/extent-allocator.h"
#include "ns3/extent-layout.h"
#include "ns3/extent-preallocation.h"
#include "ns3/file-request.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent
 *
 * The metadata of a mounted file system in memory: what counts while it is mounted. It knows
 * neither time nor cache; each operation happens at once and says which blocks of metadata it
 * changed.
 */
class ExtentVolume
{
  public:
    /// What a block of metadata outside the fixed ones holds.
    struct Owner
    {
        uint64_t inode{0};     //!< whose block it is
        bool directory{false}; //!< true for names, false for a block of the map
        uint64_t index{0};     //!< a directory's block
    };

    /**
     * An empty volume, without a root directory.
     *
     * @param geometry what decides about its layout
     * @param mapKind how new inodes say where the pages of files are
     */
    explicit ExtentVolume(const ExtentGeometry& geometry,
                          FileBlockMapKind mapKind = FileBlockMapKind::EXTENTS);

    /**
     * Make the root directory and the journal's log.
     *
     * @param logBlocks how long the log is to be, in blocks; 0 for none
     * @param generation a number that an earlier file system on the device did not have
     * @throw UserError if there is no room for it
     */
    void Format(uint64_t logBlocks, uint64_t generation);

    /**
     * @return the layout
     */
    const ExtentLayout& GetLayout() const;

    /**
     * @return how new inodes say where the pages of files are
     */
    FileBlockMapKind GetMapKind() const;

    /**
     * @return used blocks and inodes
     */
    ExtentAllocator& GetAllocator();

    /**
     * @return the blocks of the log
     */
    const ExtentRun& GetLog() const;

    /**
     * @return the number that tells the log from an earlier one
     */
    uint64_t GetGeneration() const;

    /**
     * @param log the blocks of the log, as they were read
     * @param generation the number that tells it from an earlier one
     */
    void SetLog(const ExtentRun& log, uint64_t generation);

    /**
     * @return numbers of all inodes, in order
     */
    std::vector<uint64_t> GetInodes() const;

    /**
     * @param number number of an inode
     * @return the inode, or null if it is not used
     */
    ExtentInode* Find(uint64_t number);

    /**
     * @return the root directory
     */
    ExtentInode& GetRoot();

    /**
     * Take over an inode that was read.
     */
    void Load(std::unique_ptr<ExtentInode> inode);

    /**
     * @param block a block
     * @return what it holds; none if it is neither of a directory nor of a map
     */
    std::optional<Owner> FindOwner(uint64_t block) const;

    /**
     * Make an inode without a name.
     *
     * @param parent its directory
     * @param directory true for a directory
     * @param now the time
     * @param changes what changed is added here
     * @return the inode, or null if there is no room
     */
    ExtentInode* Create(ExtentInode& parent, bool directory, Time now, ExtentChanges& changes);

    /**
     * Free an inode with all that it has.
     *
     * @param inode the inode
     * @param changes what changed is added here
     */
    void Remove(ExtentInode& inode, ExtentChanges& changes);

    /**
     * Note that an inode changed.
     *
     * @param inode the inode
     * @param changes its block is added here
     */
    void Touch(const ExtentInode& inode, ExtentChanges& changes) const;

    /**
     * Nobody writes a file any more: blocks put aside for it are free.
     *
     * @param inode the file
     */
    void Settle(ExtentInode& inode);

    /**
     * Put room aside for pages that will be written.
     *
     * @param inode the file
     * @param page the first page
     * @param count how many
     * @return false if there is no room; then nothing changed
     */
    bool Reserve(ExtentInode& inode, uint64_t page, uint64_t count);

    /**
     * Give those pages of a range a place for which room was put aside.
     *
     * @param inode the file
     * @param page the first page
     * @param count how many
     * @param changes what changed is added here
     */
    void Allocate(ExtentInode& inode, uint64_t page, uint64_t count, ExtentChanges& changes);

    /**
     * Cut or lengthen a file.
     *
     * @param inode the file
     * @param bytes its new size
     * @param changes what changed is added here
     */
    void Truncate(ExtentInode& inode, uint64_t bytes, ExtentChanges& changes);

    /**
     * Add a block to a directory.
     *
     * @param directory the directory
     * @param changes what changed is added here
     * @return false if there is no room
     */
    bool AddDirectoryBlock(ExtentInode& directory, ExtentChanges& changes);

    /// Forget what was only in memory: users, delayed pages, blocks that wait to be given out
    /// again.
    void ForgetUse();

    /**
     * @return blocks that can still be promised to somebody
     */
    uint64_t GetRoom();

  private:
    /**
     * Take one block for metadata.
     *
     * @param inode whose it will be
     * @param near where best, or 0 for near the inode
     * @param changes what changed is added here
     * @return the block, or none if the device is full
     */
    std::optional<uint64_t> TakeMetadataBlock(ExtentInode& inode,
                                              uint64_t near,
                                              ExtentChanges& changes);

    /**
     * Have the blocks of a map that lie before pages.
     *
     * @param inode the file or directory
     * @param page the first page
     * @param count how many
     * @param changes what changed is added here
     * @return how many of the pages can get a place at once; none if the device is full
     */
    std::optional<uint64_t> PrepareMap(ExtentInode& inode,
                                       uint64_t page,
                                       uint64_t count,
                                       ExtentChanges& changes);

    /**
     * Enter pages into the map of a file or directory.
     *
     * @param inode whose
     * @param extent the pages
     * @param changes what changed is added here
     * @return false if there is no room for the map
     */
    bool InsertIntoMap(ExtentInode& inode, const Extent& extent, ExtentChanges& changes);

    /**
     * Nothing is promised to the map of a file any more if no page waits for a place.
     *
     * @param inode the file
     */
    void ReleaseMap(ExtentInode& inode);

    /**
     * Take blocks. What is put aside is taken too if nothing else is left.
     *
     * @param goal where best
     * @param count how many are wanted, at least 1
     * @param changes what changed is added here
     * @return the blocks, at most as many as wanted; none if there are none
     */
    std::optional<ExtentRun> AllocateBlocks(uint64_t goal, uint64_t count, ExtentChanges& changes);

    /**
     * Take blocks for pages of a file: from those put aside for it or for small files, or behind
     * the page before.
     *
     * @param inode the file
     * @param page the first page
     * @param count how many
     * @param changes what changed is added here
     * @return the blocks, at most as many as wanted; none if there are none
     */
    std::optional<ExtentRun> TakeDataBlocks(ExtentInode& inode,
                                            uint64_t page,
                                            uint64_t count,
                                            ExtentChanges& changes);

    /**
     * Give pages of one run without a place theirs.
     *
     * @param inode the file
     * @param page the first page
     * @param count how many
     * @param changes what changed is added here
     * @return how many got a place
     */
    uint64_t AllocateRun(ExtentInode& inode, uint64_t page, uint64_t count, ExtentChanges& changes);

    /**
     * Free the blocks behind a page and forget whose they were.
     *
     * @param inode the file or directory
     * @param page the first page to free
     * @param changes what changed is added here
     */
    void FreeBehind(ExtentInode& inode, uint64_t page, ExtentChanges& changes);

    ExtentLayout m_layout;               //!< the layout
    ExtentAllocator m_allocator;         //!< used blocks and inodes
    ExtentPreallocation m_preallocation; //!< blocks that are put aside
    ExtentRun m_log;                     //!< the journal's log
    uint64_t m_generation{0};            //!< tells the log from an earlier one
    FileBlockMapKind m_mapKind;          //!< the maps of new inodes
    uint64_t m_reserved{0};              //!< blocks promised to pages without a place
    uint64_t m_mapReserved{0};           //!< blocks promised to maps for these pages
    std::unordered_map<uint64_t, std::unique_ptr<ExtentInode>> m_inodes; //!< by number, for finding
    std::unordered_map<uint64_t, Owner> m_owners;                        //!< by block, for finding
};

} // namespace ns3

#endif /* EXTENT_VOLUME_H */
