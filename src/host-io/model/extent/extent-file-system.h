/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_FILE_SYSTEM_H
#define EXTENT_FILE_SYSTEM_H

#include "extent-file-io.h"
#include "extent-metadata.h"
#include "extent-mounter.h"
#include "extent-namespace.h"
#include "extent-volume.h"

#include "ns3/callback.h"
#include "ns3/file-system.h"
#include "ns3/nstime.h"
#include "ns3/page-cache.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup host-io-extent
 *
 * A file system on a block device, behind a page cache: block groups, inodes with extents or block
 * pointers, linear directories and an ordered journal. The block requests that it makes are
 * modelled on those of ext4, and with other attributes on those of ext3 and ext2.
 *
 * A file system is formatted once, then mounted. While it is mounted its metadata are all in
 * memory; what is read and written through the page cache takes time and, if the cache has
 * StoreData, keeps them on the device as bytes. So after LosePower they come from the device alone.
 * Without StoreData nothing is kept on the device: then a file system can be mounted only by the
 * object that formatted it, and LosePower loses nothing but what was open.
 *
 * If the journal cannot be written, nothing can be changed any more (INPUT_OUTPUT) until the file
 * system is mounted again; reading continues.
 */
class ExtentFileSystem : public FileSystem
{
  public:
    /// Which journal a file system has.
    enum class JournalMode
    {
        NONE,   //!< none, as ext2: metadata are written when the page cache likes
        ORDERED //!< for metadata, with the data of new blocks written first, as ext3 and ext4
    };

    /// Called when the file system was formatted, mounted or unmounted: OK, or INPUT_OUTPUT if the
    /// device failed or holds no whole file system.
    using Done = Callback<void, FileStatus>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ExtentFileSystem();
    ~ExtentFileSystem() override;

    /**
     * @param cache the page cache, with its device
     */
    void SetCache(Ptr<PageCache> cache);

    /**
     * Make an empty file system on the device (mkfs). It must not be mounted.
     *
     * @param done called at the end
     * @throw UserError if the device is too small
     */
    void Format(Done done);

    /**
     * Mount the file system of the device. It must be formatted and not mounted. Transactions in
     * its log are replayed, and inodes without a name are removed.
     *
     * @param done called at the end
     */
    void Mount(Done done);

    /**
     * Write everything and unmount. Open files are closed. Requests must be complete before.
     *
     * @param done called at the end
     */
    void Unmount(Done done);

    /**
     * The host loses power: the page cache too, so its LosePower is called. Requests under way
     * never complete; those that come before the next Mount fail.
     */
    void LosePower();

    bool IsReady() const override;
    FileSystemSpace GetSpace() const override;

    /**
     * @return the metadata in memory, or null before the file system is formatted or mounted
     */
    ExtentVolume* GetVolume() const;

    /**
     * @return what the journal is doing; nothing if there is none, or nothing is mounted
     */
    std::optional<ExtentJournal::State> GetJournalState() const;

    /**
     * TracedCallback signature for a committed transaction.
     *
     * @param sequence its number
     * @param blocks number of blocks of metadata in it
     */
    using CommitTracedCallback = void (*)(uint64_t sequence, uint64_t blocks);

  protected:
    void DoDispose() override;
    void DoSubmit(Ptr<FileRequest> request) override;

  private:
    /// An open file.
    struct OpenFile
    {
        ExtentInode* inode;       //!< the file
        FileOpenFlags flags;      //!< how it is open
        Ptr<ReadAhead> readAhead; //!< what it reads ahead, or null
    };

    /**
     * Start a request, outside Submit.
     *
     * @param request the request
     * @param mounts how often the file system had been mounted when it came
     */
    void Start(Ptr<FileRequest> request, uint32_t mounts);

    /**
     * Start a request for names.
     *
     * @param request the request
     * @param reclaimed true once freed blocks were waited for
     */
    void StartNamed(Ptr<FileRequest> request, bool reclaimed);

    /**
     * Have the metadata of a request for names read.
     *
     * @param request the request
     * @param reclaimed true once freed blocks were waited for
     */
    void ReadPaths(Ptr<FileRequest> request, bool reclaimed);

    /**
     * Have pages of a file that will be removed written to the end, if they are being written.
     * Linux takes a page from its cache only then.
     *
     * @param request the request, whose metadata are read
     * @param reclaimed true once freed blocks were waited for
     */
    void AwaitRemoval(Ptr<FileRequest> request, bool reclaimed);

    /**
     * @param request a request for names
     * @return what it removes if nothing is wrong with it; null for nothing
     */
    const ExtentInode* FindRemoved(const FileRequest& request) const;

    /**
     * Have the metadata read that say which blocks of a removed file are to be freed.
     *
     * @param request the request, whose other metadata are read
     * @param reclaimed true once freed blocks were waited for
     */
    void ReadRemoved(Ptr<FileRequest> request, bool reclaimed);

    /**
     * Carry a request for names out: what it reads is cached.
     *
     * @param request the request
     * @param reclaimed true once freed blocks were waited for
     */
    void RunNamed(Ptr<FileRequest> request, bool reclaimed);

    /**
     * A request for names has its outcome: complete it. A file that is to be emptied is emptied
     * first.
     *
     * @param request the request
     * @param status how it ended
     */
    void EndNamed(Ptr<FileRequest> request, FileStatus status);

    /**
     * @param request a request for names
     * @return true if it may change something
     */
    static bool Modifies(const FileRequest& request);

    /**
     * Carry a request for names out in memory.
     *
     * @param request the request
     * @param inode set to the inode whose fsync must wait for this
     * @param changes what changed is added here
     * @return how it ended
     */
    FileStatus Apply(FileRequest& request, ExtentInode*& inode, ExtentChanges& changes);

    /**
     * Carry out what changes nothing: STAT and LIST.
     *
     * @param request the request
     * @param path where it leads
     * @return how it ended
     */
    FileStatus Look(FileRequest& request, const ExtentPath& path);

    /**
     * Carry a RENAME out in memory.
     *
     * @param request the request
     * @param path the old name
     * @param changes what changed is added here
     * @return how it ended
     */
    FileStatus Rename(const FileRequest& request, const ExtentPath& path, ExtentChanges& changes);

    /**
     * Open a file, and make it if asked.
     *
     * @param request the request
     * @param path where it leads
     * @param changes what changed is added here
     * @return how it ended
     */
    FileStatus Open(FileRequest& request, ExtentPath& path, ExtentChanges& changes);

    /**
     * Remove what a path led to if it has no link and no user.
     *
     * @param inode the inode, or null
     * @param changes what changed is added here
     */
    void RemoveIfUnused(ExtentInode* inode, ExtentChanges& changes);

    /**
     * Start a request for an open file.
     */
    void StartOpened(Ptr<FileRequest> request);

    /**
     * Start a request for an open directory: SYNC and SYNC_DATA are SYNC_DIRECTORY.
     */
    void StartOpenedDirectory(Ptr<FileRequest> request, const ExtentInode& directory);

    /**
     * Start a SYNC_DIRECTORY: find the directory first.
     */
    void SyncDirectory(Ptr<FileRequest> request);

    /**
     * Start a request for the contents of an open file, or its SYNC or SYNC_DATA.
     *
     * @param request the request
     * @param file the open file
     * @param done called at the end
     */
    void RunOpened(Ptr<FileRequest> request, const OpenFile& file, ExtentFileIo::Done done);

    /**
     * Close a file.
     */
    void Close(Ptr<FileRequest> request);

    /**
     * Somebody uses an inode no more: perhaps it is removed now.
     *
     * @param inode the inode
     * @param done called at the end, perhaps from inside this call
     */
    void EndUse(ExtentInode& inode, ExtentMetadata::Done done);

    /**
     * Have everything on the medium.
     *
     * @param done called at the end
     */
    void SyncAll(ExtentMetadata::Done done);

    /**
     * @param inode an inode
     * @return what stat() reports of it
     */
    static FileAttributes GetAttributes(const ExtentInode& inode);

    /**
     * Make the parts that know the device.
     */
    void Prepare();

    /**
     * The metadata are in memory: be mounted.
     *
     * @param tail where the log begins
     * @param done called at the end
     */
    void Begin(const ExtentLog::Tail& tail, Done done);

    /**
     * All files are closed: write everything, then be unmounted.
     *
     * @param done called at the end
     */
    void WriteAll(Done done);

    /**
     * Everything is written: be unmounted.
     *
     * @param ok whether that went well
     * @param done called at the end
     */
    void End(bool ok, Done done);

    /**
     * @param blocks blocks of the device
     * @return blocks of the log, as mke2fs chooses them, at most 128 MiB
     */
    static uint64_t GetDefaultLogBlocks(uint64_t blocks);

    Ptr<PageCache> m_cache;      //!< the page cache
    JournalMode m_journalMode;   //!< which journal
    Time m_commitInterval;       //!< from the first change of a transaction to its commit
    bool m_barrier;              //!< true for FLUSH and FUA
    bool m_delayedAllocation;    //!< true to find places at write-back
    bool m_accessTimes;          //!< true to note when files are read first after a change
    Time m_timeGranularity;      //!< of the times of files
    uint32_t m_bytesPerInode;    //!< one inode for so many
    uint32_t m_flexGroups;       //!< groups whose metadata lie together
    FileBlockMapKind m_blockMap; //!< how inodes say where pages are
    uint32_t m_journalSize;      //!< of the log, MiB; 0 by the size of the device
    bool m_storeData{false};     //!< true if the cache keeps contents
    bool m_mounted{false};       //!< true while mounted
    uint32_t m_mounts{0};        //!< how often it was mounted or lost power
    Ptr<PageMapping> m_device;   //!< the device as the cache sees it
    std::unique_ptr<ExtentVolume> m_volume;     //!< the metadata
    std::unique_ptr<ExtentMounter> m_mounter;   //!< formats and mounts
    std::unique_ptr<ExtentNamespace> m_names;   //!< the names, while mounted
    std::unique_ptr<ExtentMetadata> m_metadata; //!< the metadata in the cache, while mounted
    std::unique_ptr<ExtentFileIo> m_io;         //!< the contents, while mounted
    ExtentLog::Tail m_tail;                     //!< where the log continues, while not mounted
    TracedCallback<uint64_t, uint64_t> m_commitTrace; //!< a transaction was committed
    FileHandle m_lastHandle{0};                       //!< the last that was given out
    std::unordered_map<FileHandle, OpenFile> m_open;  //!< open files, for finding
};

} // namespace ns3

#endif /* EXTENT_FILE_SYSTEM_H */
