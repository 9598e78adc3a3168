/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_MOUNTER_H
#define EXTENT_MOUNTER_H

#include "extent-codec.h"
#include "extent-image-loader.h"
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
 * Makes a file system on a device and reads one from it. Blocks are written past the page cache,
 * one request after the other.
 */
class ExtentMounter
{
  public:
    /// Called when something is done: true if all went well.
    using Done = std::function<void(bool)>;

    /**
     * @param cache the page cache
     * @param device the device as the page cache sees it
     * @param storeData true if contents are kept
     */
    ExtentMounter(Ptr<PageCache> cache, Ptr<PageMapping> device, bool storeData);

    /**
     * Write the metadata of a new file system: superblock and descriptors with their copies,
     * bitmaps, the root directory and the beginning of the log. Inode tables are not cleared:
     * bitmaps say which of their inodes count.
     *
     * @param volume the new file system
     * @param done called at the end
     */
    void Format(ExtentVolume& volume, Done done);

    /**
     * Read what a mount reads of a file system that is known already: superblock, descriptors, the
     * beginning of the log.
     *
     * @param volume the file system
     * @param done called at the end
     */
    void ReadHead(ExtentVolume& volume, Done done);

    /**
     * Read a whole file system from the device; what its log has more is written in place.
     *
     * @param done called at the end, with false if there is no whole file system
     */
    void Load(Done done);

    /**
     * @return the file system that was loaded
     */
    std::unique_ptr<ExtentVolume> TakeVolume();

    /**
     * @return where its log continues
     */
    const ExtentLog::Tail& GetTail() const;

    /**
     * Write the superblock.
     *
     * @param volume the file system
     * @param done called at the end
     */
    void WriteSuperblock(ExtentVolume& volume, Done done);

  private:
    /// Gives the bytes of a block.
    using Source = std::function<ExtentPage(uint64_t)>;

    /// Most blocks in a write.
    static constexpr uint64_t MAX_WRITE = 256;

    /**
     * Write blocks, then FLUSH.
     *
     * @param pages the blocks, in ascending order
     * @param source gives their bytes; not used if no contents are kept
     * @param done called at the end
     */
    void Write(std::vector<uint64_t> pages, Source source, Done done);

    /// Continue writing.
    void WriteNext();

    /**
     * All was read.
     *
     * @param ok false if a read failed
     */
    void Loaded(bool ok);

    /**
     * Write what the log has in place, then let the log begin behind it.
     *
     * @param pages the blocks
     */
    void WriteReplayed(std::vector<uint64_t> pages);

    Ptr<PageCache> m_cache;                      //!< the page cache
    Ptr<PageMapping> m_device;                   //!< the device as it sees it
    bool m_storeData;                            //!< true if contents are kept
    std::unique_ptr<ExtentImageLoader> m_loader; //!< reads the file system
    std::unique_ptr<ExtentVolume> m_volume;      //!< what was loaded
    ExtentLog::Tail m_tail;                      //!< where its log continues
    std::vector<uint64_t> m_pages;               //!< blocks to be written
    std::size_t m_next{0};                       //!< the next of them
    Source m_source;                             //!< gives their bytes
    Done m_done;                                 //!< called when they are written
    Done m_loadDone;                             //!< called when all is loaded
};

} // namespace ns3

#endif /* EXTENT_MOUNTER_H */
