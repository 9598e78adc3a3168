/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_CHECKER_H
#define EXTENT_CHECKER_H

#include "extent-image-loader.h"

#include "ns3/block-device.h"
#include "ns3/callback.h"
#include "ns3/object.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent
 *
 * Checks the file system on a device, as fsck does, and changes nothing. It reads the device
 * through block requests, so the device must keep contents (StoreData). Committed transactions in
 * the log count as written. It finds: blocks used twice, by nobody or outside the device; bitmaps
 * and free counts that are wrong; names without an inode, inodes without a name, wrong "." and
 * "..", names that occur twice; wrong link counts; sizes that do not fit the blocks.
 */
class ExtentChecker : public Object
{
  public:
    /// Called at the end: what is wrong, a line each; no line if all is well.
    using Done = Callback<void, const std::vector<std::string>&>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Check a device. One check at a time.
     *
     * @param device the device
     * @param done called at the end
     */
    void Check(Ptr<BlockDevice> device, Done done);

    /**
     * Check what a function reads, at once.
     *
     * @param pages pages that there are
     * @param read gives the contents of pages: the first, how many; null if there are none
     * @return what is wrong, a line each; no line if all is well
     */
    std::vector<std::string> CheckContents(
        uint64_t pages,
        const std::function<Ptr<Packet>(uint64_t, uint64_t)>& read);

    /**
     * @return inodes without a name that wait for the next mount to remove them, found by the last
     *         check; they are no fault
     */
    uint64_t GetOrphans() const;

    /**
     * @return number of the last transaction of the journal that the last check found, in place or
     *         in the log; 0 for none
     */
    uint64_t GetLastTransaction() const;

    /**
     * @return inodes in use, found by the last check
     */
    uint64_t GetInodes() const;

  protected:
    void DoDispose() override;

  private:
    /**
     * Read blocks.
     *
     * @param block the first
     * @param count how many
     * @param done what to call
     */
    void Read(uint64_t block, uint64_t count, ExtentImageLoader::ReadDone done);

    /**
     * Begin anew.
     *
     * @param pages pages that there are
     * @param reader reads them
     */
    void Prepare(uint64_t pages, ExtentImageLoader::Reader reader);

    /**
     * All is read: find what is wrong.
     *
     * @param ok false if a read failed
     */
    void Loaded(bool ok);

    /**
     * @param image a valid image
     */
    void CheckImage(const ExtentImage& image);

    /**
     * Enter the blocks of metadata and of the log.
     */
    void UseFixed(const ExtentImage& image);

    /**
     * Enter the blocks of a file, and check them and its size.
     *
     * @param number its inode
     * @param file the file
     */
    void CheckBlocks(uint64_t number, const ExtentImage::File& file);

    /**
     * Enter blocks.
     *
     * @param run the blocks
     * @param who whose they are
     */
    void Use(const ExtentRun& run, const std::string& who);

    /**
     * Compare bitmaps and counts of a group with what is used.
     */
    void CheckGroup(const ExtentImage& image, uint64_t group);

    /**
     * Compare the counts of a group with its bitmaps.
     */
    void CheckCounts(const ExtentImage& image, uint64_t group);

    /**
     * Check the names of a directory and count them for what they stand for.
     *
     * @param image the image
     * @param number its inode
     * @param file the directory
     */
    void CheckNames(const ExtentImage& image, uint64_t number, const ExtentImage::File& file);

    /**
     * Check a name and count it for what it stands for.
     *
     * @param image the image
     * @param number inode of its directory
     * @param file the directory
     * @param entry the name
     */
    void CheckName(const ExtentImage& image,
                   uint64_t number,
                   const ExtentImage::File& file,
                   const ExtentCodec::Name& entry);

    /**
     * Check links, and that each directory can be reached from the root.
     */
    void CheckLinks(const ExtentImage& image);

    /**
     * @param image the image
     * @param number inode of a directory
     * @return true if its parents lead to the root
     */
    static bool LeadsToRoot(const ExtentImage& image, uint64_t number);

    /**
     * @param text what is wrong
     */
    void Report(const std::string& text);

    Ptr<BlockDevice> m_device;                     //!< the device
    Done m_done;                                   //!< called at the end
    std::unique_ptr<ExtentImageLoader> m_loader;   //!< reads it
    std::vector<std::string> m_problems;           //!< what is wrong
    std::unique_ptr<ExtentBitmap> m_used;          //!< blocks that are used
    std::map<uint64_t, uint32_t> m_names;          //!< by inode: names that stand for it
    std::map<uint64_t, uint32_t> m_subdirectories; //!< by inode: directories in it
    uint64_t m_orphans{0};                         //!< inodes without a name
    uint64_t m_inodes{0};                          //!< inodes in use
};

} // namespace ns3

#endif /* EXTENT_CHECKER_H */
