/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_METADATA_H
#define EXTENT_METADATA_H

#include "extent-journal.h"
#include "extent-volume.h"

#include "ns3/page-cache.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent
 *
 * The metadata of a mounted file system in the page cache: reads what an operation needs and lets
 * what it changed go to the medium, through the journal or, without one, as the cache likes.
 *
 * A page that an operation changed and that is not cached is read before the operation is done; the
 * transaction is not committed before that.
 */
class ExtentMetadata
{
  public:
    /// Called when something is done: true if all went well.
    using Done = std::function<void(bool)>;

    /**
     * @param cache the page cache
     * @param device the device as the page cache sees it
     * @param volume whose metadata
     * @param settings of the journal; also hold without one
     */
    ExtentMetadata(Ptr<PageCache> cache,
                   Ptr<PageMapping> device,
                   ExtentVolume& volume,
                   const ExtentJournal::Settings& settings);

    /**
     * Use a journal.
     *
     * @param log its log
     * @param tail where the log begins
     */
    void StartJournal(const ExtentLog& log, const ExtentLog::Tail& tail);

    /**
     * @return the journal, or null
     */
    const ExtentJournal* GetJournal() const;

    /**
     * @return number of the transaction that changes join now; 0 without journal
     */
    uint64_t GetTransaction() const;

    /**
     * Have blocks in the cache, each read after the one before.
     *
     * @param pages the blocks
     * @param done called then, from inside this call if all are cached
     */
    void Read(std::vector<uint64_t> pages, Done done);

    /**
     * Look a block up.
     *
     * @param block a block
     * @return true if it is cached, which counts as a use of it
     */
    bool Use(uint64_t block);

    /**
     * Take note of changes.
     *
     * @param changes the changes
     * @param inode whose they are, or null
     * @param done called when all that they touched is in the cache, perhaps from inside this call
     */
    void Change(const ExtentChanges& changes, ExtentInode* inode, Done done);

    /**
     * Have a file's data written before the next commit.
     *
     * @param inode the file
     */
    void AddOrdered(const ExtentInode& inode);

    /**
     * Wait until changes may be made.
     *
     * @param done called then, perhaps from inside this call; with false none can be made any more
     */
    void CallWhenRoom(Done done);

    /**
     * Have all changes up to some on the medium, and what was written before as well.
     *
     * @param transaction the transaction of the last of them
     * @param done called then, perhaps from inside this call
     */
    void Secure(uint64_t transaction, Done done);

    /**
     * Have the names of a directory on the medium: by a commit of the running transaction, whoever
     * changed what in it, or without a journal by writing the directory's own blocks.
     *
     * @param blocks the blocks of the directory, of its map and of its inode
     * @param done called then, perhaps from inside this call
     */
    void SecureDirectory(std::vector<uint64_t> blocks, Done done);

    /**
     * Have all changes on the medium in place, so that all freed blocks can be given out.
     *
     * @param done called then, perhaps from inside this call
     */
    void WriteInPlace(Done done);

    /**
     * @return true if freed blocks wait to be given out again
     */
    bool HasFreed() const;

    /// Keep changes from being committed.
    void Open();

    /// Allow it again.
    void Close();

    /**
     * FLUSH the device if barriers are on.
     *
     * @param done called then, perhaps from inside this call
     */
    void Flush(Done done);

  private:
    /**
     * @param block a block
     * @return true if it is cached
     */
    bool IsCached(uint64_t block) const;

    /**
     * Read what lies around a block of an inode table in advance, as Linux does with 32 blocks
     * (inode_readahead_blks): up to the last inode that is used.
     *
     * @param block a block that is not cached and is read next
     */
    void ReadInodesAhead(uint64_t block);

    /**
     * Continue reading.
     *
     * @param pages the blocks
     * @param index the first to look at
     * @param done called at the end
     */
    void ReadFrom(std::shared_ptr<std::vector<uint64_t>> pages, std::size_t index, Done done);

    /**
     * Put changed pages into the cache, which are all there or need not be read.
     */
    void Hold(const std::vector<uint64_t>& pages);

    /// The pages of a change are in the cache.
    void EndChange();

    /**
     * @param changes changes
     * @return the pages that must be put into the cache for them
     */
    std::vector<uint64_t> Add(const ExtentChanges& changes);

    Ptr<PageCache> m_cache;                   //!< the page cache
    Ptr<PageMapping> m_device;                //!< the device as it sees it
    ExtentVolume& m_volume;                   //!< whose metadata
    ExtentJournal::Settings m_settings;       //!< how it works
    std::unique_ptr<ExtentJournal> m_journal; //!< null if there is none
    std::vector<ExtentRun> m_freed; //!< without journal: freed metadata, perhaps dirty still
    uint32_t m_changing{0};         //!< changes whose pages are being read
    std::vector<Done> m_waiting;    //!< without journal: wait for the end of these
};

} // namespace ns3

#endif /* EXTENT_METADATA_H */
