/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_FILE_IO_H
#define EXTENT_FILE_IO_H

#include "extent-mapping.h"
#include "extent-metadata.h"
#include "extent-volume.h"

#include "ns3/file-request.h"
#include "ns3/nstime.h"
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
 * The contents of files: reads and writes them through the page cache, finds places for them, cuts
 * them and secures them. The caller keeps the inode in use until it is done.
 *
 * Writes and truncates of a file happen one after the other, as under the lock of its inode in
 * Linux.
 */
class ExtentFileIo
{
  public:
    /// Called when something is done, with how it ended.
    using Done = std::function<void(FileStatus)>;

    /// What is set.
    struct Settings
    {
        bool delayed{true};     //!< true to find places for pages only when they are written back
        bool accessTimes{true}; //!< true to note when a file is read first after a change
        Time granularity;       //!< of times; 0 for none
    };

    /**
     * @param cache the page cache
     * @param volume whose files
     * @param metadata its metadata
     * @param settings what is set
     */
    ExtentFileIo(Ptr<PageCache> cache,
                 ExtentVolume& volume,
                 ExtentMetadata& metadata,
                 const Settings& settings);

    /**
     * A file or directory is read: the first time after a change its inode changes.
     *
     * @param inode the file or directory
     */
    void NoteAccess(ExtentInode& inode);

    /**
     * Read.
     *
     * @param inode the file
     * @param request offset and bytes; gets what was read
     * @param direct true to pass by the page cache
     * @param readAhead what the open file reads ahead, or null
     * @param done called at the end
     */
    void Read(ExtentInode& inode,
              Ptr<FileRequest> request,
              bool direct,
              Ptr<ReadAhead> readAhead,
              Done done);

    /**
     * Write.
     *
     * @param inode the file
     * @param request offset and bytes; gets what was written, and where if the file is open to
     * append
     * @param flags how the file is open
     * @param done called at the end
     */
    void Write(ExtentInode& inode, Ptr<FileRequest> request, const FileOpenFlags& flags, Done done);

    /**
     * Cut or lengthen a file.
     *
     * @param inode the file
     * @param bytes its new size
     * @param done called at the end
     */
    void Truncate(ExtentInode& inode, uint64_t bytes, Done done);

    /**
     * Have a file on the medium.
     *
     * @param inode the file
     * @param dataOnly true to wait for no commit if only its times or names changed, as
     * fdatasync(); without a journal all metadata are written, as for fsync()
     * @param done called at the end
     */
    void Sync(ExtentInode& inode, bool dataOnly, Done done);

    /**
     * Have the names of a directory on the medium.
     *
     * @param directory the directory
     * @param done called at the end
     */
    void SyncDirectory(const ExtentInode& directory, Done done);

    /**
     * Begin to write the pages of a file that replaces another one or its old contents. Linux does
     * so for delayed allocation, so that a power cut does not leave an empty file (auto_da_alloc).
     *
     * @param inode the file
     */
    void WriteReplacement(ExtentInode& inode);

    /**
     * Remove an inode that has no link and no user, with its pages in the cache.
     *
     * @param inode the inode, which is gone then
     * @param changes what changed is added here
     */
    void Remove(ExtentInode& inode, ExtentChanges& changes);

    /**
     * Forget the pages of a file in the cache.
     *
     * @param inode the file
     */
    void Forget(ExtentInode& inode);

  private:
    /// A write under way.
    struct WriteState
    {
        ExtentInode& inode;       //!< the file
        Ptr<FileRequest> request; //!< the request
        FileOpenFlags flags;      //!< how the file is open
        uint64_t first;           //!< the first page
        uint64_t pages;           //!< number of pages
        bool reclaimed{false};    //!< true once freed blocks were waited for
        Done done;                //!< called at the end
    };

    using WritePtr = std::shared_ptr<WriteState>; //!< a write under way

    /**
     * Do something to a file as soon as nobody else does.
     *
     * @param inode the file
     * @param job what to do; it ends with Unlock
     */
    static void Lock(ExtentInode& inode, std::function<void()> job);

    /**
     * Let the next continue.
     *
     * @param inode the file
     */
    static void Unlock(ExtentInode& inode);

    /**
     * @param inode a file
     * @return the file as the page cache sees it
     */
    Ptr<PageMapping> Map(ExtentInode& inode);

    /**
     * Find a place for pages that the cache is about to write.
     *
     * @param inode the file
     * @param page the first page
     * @param count how many
     */
    void Allocate(ExtentInode& inode, uint64_t page, uint64_t count);

    /**
     * Look a block of metadata up.
     *
     * @param block the block
     * @return true if it is cached
     */
    bool UseBlock(uint64_t block);

    /**
     * Look up the blocks that say where pages are.
     *
     * @param inode the file
     * @param page the first page
     * @param count how many
     */
    void UseMap(const ExtentInode& inode, uint64_t page, uint64_t count);

    /**
     * Read metadata for a file in the page cache.
     *
     * @param blocks the blocks
     * @param done called with the outcome
     */
    void ReadBlocks(std::vector<uint64_t> blocks, PageCacheCompletion done);

    /**
     * @param inode a file
     * @param page the first page
     * @param count how many
     * @return the metadata to read before they are written, or read past the cache
     */
    std::vector<uint64_t> GetMetadata(const ExtentInode& inode,
                                      uint64_t page,
                                      uint64_t count) const;

    /**
     * @param inode a file
     * @param page the first page
     * @param count how many
     * @return the metadata to read before a read of them
     */
    std::vector<uint64_t> GetMetadataBefore(const ExtentInode& inode,
                                            uint64_t page,
                                            uint64_t count) const;

    /**
     * Have the block bitmaps read at the first search for blocks. Linux's ext4 driver does it if
     * the file system does not tell which groups are empty, as ext2 and ext3.
     */
    void ReadBitmaps();

    /**
     * @param value an offset or number of bytes
     * @return true if O_DIRECT allows it
     */
    bool IsAligned(uint64_t value) const;

    /**
     * Check a write whose turn it is, and have its metadata read.
     */
    void StartWrite(WritePtr write);

    /**
     * Put room aside and pass the write on; what is between the end of the file and a write behind
     * it becomes zeros.
     */
    void ReserveAndWrite(WritePtr write);

    /**
     * Write to the cache or past it.
     */
    void PassOn(WritePtr write);

    /**
     * Write zeros from a place to the end of its page, if the page has a place or will get one. A
     * power cut may have left something there.
     *
     * @param inode the file
     * @param from the first byte
     * @param done called at the end, perhaps from inside this call
     */
    void ZeroTail(ExtentInode& inode, uint64_t from, Done done);

    /**
     * Write past the cache.
     */
    void WriteDirect(WritePtr write);

    /**
     * The contents are written, to the cache or the device.
     *
     * @param write the write
     * @param status how that ended
     */
    void Written(WritePtr write, BlockStatus status);

    /**
     * End a write.
     *
     * @param write the write
     * @param status how it ended
     */
    void EndWrite(WritePtr write, FileStatus status);

    /**
     * @return the time that is noted now
     */
    Time GetTime() const;

    /**
     * Cut a file whose turn it is.
     *
     * @param inode the file
     * @param bytes its new size
     * @param done called at the end
     */
    void Cut(ExtentInode& inode, uint64_t bytes, Done done);

    Ptr<PageCache> m_cache;     //!< the page cache
    ExtentVolume& m_volume;     //!< whose files
    ExtentMetadata& m_metadata; //!< its metadata
    Settings m_settings;        //!< what is set
    bool m_searched{false};     //!< true once blocks were searched for
};

} // namespace ns3

#endif /* EXTENT_FILE_IO_H */
