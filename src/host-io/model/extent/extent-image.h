/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_IMAGE_H
#define EXTENT_IMAGE_H

#include "extent-codec.h"
#include "extent-log.h"
#include "extent-volume.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent
 *
 * A file system as the bytes on its device say: for mounting and for checking. It knows no time: it
 * says which blocks it needs, gets them, and continues until it needs none. Committed transactions
 * in the log count as if they were written in place.
 */
class ExtentImage
{
  public:
    /// A file or directory.
    struct File
    {
        ExtentCodec::Inode inode;                          //!< its inode, with its whole map
        std::vector<std::vector<ExtentCodec::Name>> names; //!< a directory's names by block
    };

    /// A group.
    struct Group
    {
        ExtentCodec::Descriptor descriptor; //!< its descriptor
        std::vector<uint64_t> blocks;       //!< its block bitmap
        std::vector<uint64_t> inodes;       //!< its inode bitmap
    };

    /**
     * @param deviceBlocks blocks of the device
     */
    explicit ExtentImage(uint64_t deviceBlocks);

    /**
     * Continue.
     *
     * @return the blocks that are needed next, in ascending order; none at the end
     */
    std::vector<uint64_t> Advance();

    /**
     * @param block a block that was needed
     * @param page its contents
     */
    void Supply(uint64_t block, const ExtentPage& page);

    /**
     * @return true if there is a file system
     */
    bool IsValid() const;

    /**
     * @return what was found wrong while reading, a line each
     */
    const std::vector<std::string>& GetProblems() const;

    /**
     * @return the layout; only of a valid image
     */
    const ExtentLayout& GetLayout() const;

    /**
     * @return what the superblock says
     */
    const ExtentCodec::Superblock& GetSuperblock() const;

    /**
     * @return the groups
     */
    const std::vector<Group>& GetGroups() const;

    /**
     * @return the files and directories, by number of their inodes
     */
    const std::map<uint64_t, File>& GetFiles() const;

    /**
     * @return numbers of inodes that are in use although their bitmap says that they are free
     */
    const std::vector<uint64_t>& GetUnmarked() const;

    /**
     * @return blocks that must be written in place, from the log
     */
    const std::map<uint64_t, ExtentPage>& GetReplayed() const;

    /**
     * @return where the log continues behind what was replayed
     */
    const ExtentLog::Tail& GetTail() const;

    /**
     * @return a volume of it; only of a valid image without problems
     */
    std::unique_ptr<ExtentVolume> MakeVolume() const;

  private:
    /// A step; it returns true when it has all that it needs.
    using Step = bool (ExtentImage::*)();

    /// Read the superblock.
    bool ReadSuperblock();
    /// Read the transactions in the log.
    bool ReadLog();
    /// Read descriptors and bitmaps.
    bool ReadGroups();
    /// Read the inodes in use.
    bool ReadInodes();
    /// Read the blocks of maps.
    bool ReadMaps();
    /// Read directories.
    bool ReadNames();

    /**
     * Replay the transaction at the tail.
     *
     * @param whole set to false if there is none that is whole
     * @return true when it has all that it needs
     */
    bool ReplayOne(bool& whole);

    /**
     * @param copies blocks of a whole transaction, with their contents
     */
    void TakeCopies(const std::vector<std::pair<uint64_t, ExtentPage>>& copies);

    /**
     * @param group a group
     * @return true when it has the inodes in use of the group
     */
    bool ReadInodesOf(uint64_t group);

    /**
     * @param block a block
     * @return its contents; null if they are needed or it does not exist
     */
    const ExtentPage* Get(uint64_t block);

    /**
     * @param position a position in the log
     * @return its contents, or null
     */
    const ExtentPage* GetLogged(uint64_t position);

    /**
     * @param text what is wrong
     */
    void Report(const std::string& text);

    uint64_t m_deviceBlocks;                          //!< blocks of the device
    std::size_t m_step{0};                            //!< the present step
    bool m_valid{false};                              //!< true if there is a file system
    std::vector<uint64_t> m_missing;                  //!< needed now
    std::unordered_map<uint64_t, ExtentPage> m_pages; //!< what was supplied
    std::vector<std::string> m_problems;              //!< what is wrong
    ExtentCodec::Superblock m_superblock;             //!< what the superblock says
    std::unique_ptr<ExtentLayout> m_layout;           //!< the layout
    std::unique_ptr<ExtentLog> m_log;                 //!< the log
    bool m_tailKnown{false};                          //!< true once the log's first block was read
    ExtentLog::Tail m_tail;                           //!< the next transaction to be replayed
    std::map<uint64_t, ExtentPage> m_replayed;        //!< from the log
    std::vector<Group> m_groups;                      //!< the groups
    std::map<uint64_t, File> m_files;                 //!< the files
    std::vector<uint64_t> m_unmarked;                 //!< inodes in use that are marked free
};

} // namespace ns3

#endif /* EXTENT_IMAGE_H */
