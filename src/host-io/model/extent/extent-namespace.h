/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_NAMESPACE_H
#define EXTENT_NAMESPACE_H

#include "extent-volume.h"

#include "ns3/file-request.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent
 *
 * What a path leads to.
 */
struct ExtentPath
{
    FileStatus status{FileStatus::OK}; //!< OK if all but the last name exist
    ExtentInode* directory{nullptr};   //!< the directory of the last name; null for the root
    std::string name;                  //!< the last name; empty for the root
    ExtentInode* inode{nullptr};       //!< what it stands for; null if it does not exist
    std::vector<uint64_t> pages;       //!< blocks of metadata to read for it, in order
};

/**
 * @ingroup host-io-extent
 *
 * The names of an ExtentVolume: paths, and the operations that change them. Each happens at once
 * or, if it fails, not at all.
 *
 * To find a name costs the directory's inode, its first block (where a real one has the index of
 * its names) and the block that holds the name.
 */
class ExtentNamespace
{
  public:
    /**
     * @param volume whose names
     */
    explicit ExtentNamespace(ExtentVolume& volume);

    /**
     * Follow a path.
     *
     * @param path an absolute path; "." and ".." are understood
     * @return what it leads to
     */
    ExtentPath Resolve(const std::string& path);

    /**
     * Make a file or directory.
     *
     * @param path where; its last name must not exist
     * @param directory true for a directory
     * @param now the time
     * @param changes what changed is added here
     * @return how it ended; with OK the path's inode is the new one
     */
    FileStatus Create(ExtentPath& path, bool directory, Time now, ExtentChanges& changes);

    /**
     * Remove the name of a file. The file itself stays, with no link less.
     *
     * @param path the name
     * @param now the time
     * @param changes what changed is added here
     * @return how it ended
     */
    FileStatus Unlink(const ExtentPath& path, Time now, ExtentChanges& changes);

    /**
     * Remove an empty directory, all but its inode, which has no link then.
     *
     * @param path the directory
     * @param now the time
     * @param changes what changed is added here
     * @return how it ended
     */
    FileStatus RemoveDirectory(const ExtentPath& path, Time now, ExtentChanges& changes);

    /**
     * Give a file or directory another name. What had that name loses a link and its name.
     *
     * @param from the old name
     * @param to the new name
     * @param now the time
     * @param changes what changed is added here
     * @return how it ended
     */
    FileStatus Rename(const ExtentPath& from,
                      const ExtentPath& to,
                      Time now,
                      ExtentChanges& changes);

    /**
     * @param directory a directory
     * @return its names, in order of their blocks
     */
    static std::vector<std::string> List(const ExtentInode& directory);

    /**
     * @param directory a directory
     * @param names some of its names
     * @return their inodes, in the same order
     */
    static std::vector<uint64_t> FindInodes(const ExtentInode& directory,
                                            const std::vector<std::string>& names);

  private:
    /**
     * Follow one name.
     *
     * @param path where one is; changed to where that leads
     * @param name the name
     */
    void Step(ExtentPath& path, const std::string& name);

    /**
     * Enter a name into a directory.
     *
     * @param directory the directory
     * @param name the name
     * @param inode its inode
     * @param block a block with room
     * @param now the time
     * @param changes what changed is added here
     */
    void Enter(ExtentInode& directory,
               const std::string& name,
               uint64_t inode,
               uint32_t block,
               Time now,
               ExtentChanges& changes);

    /**
     * Take a name out of a directory.
     *
     * @param directory the directory
     * @param name the name
     * @param now the time
     * @param changes what changed is added here
     */
    void TakeOut(ExtentInode& directory, const std::string& name, Time now, ExtentChanges& changes);

    /**
     * Find or make room for a name.
     *
     * @param directory the directory
     * @param name the name
     * @param block set to a block with room
     * @param changes what changed is added here
     * @return false if there is none
     */
    bool MakeRoom(ExtentInode& directory,
                  const std::string& name,
                  uint32_t& block,
                  ExtentChanges& changes);

    /**
     * Note that a block of a directory changed.
     *
     * @param directory the directory
     * @param block which block
     * @param changes it is added here
     */
    static void NoteBlock(const ExtentInode& directory, uint32_t block, ExtentChanges& changes);

    /**
     * Let an inode lose the link of a name; the superblock knows inodes without a link.
     *
     * @param inode the inode
     * @param changes what changed is added here
     */
    void DropLink(ExtentInode& inode, ExtentChanges& changes);

    /**
     * @param from what is renamed
     * @param to its new name
     * @return why that is not possible, or OK
     */
    FileStatus CheckRename(const ExtentPath& from, const ExtentPath& to);

    /**
     * Let a directory that was moved know its new parent.
     *
     * @param inode the directory
     * @param from its old parent
     * @param to its new parent
     * @param changes what changed is added here
     */
    void MoveParent(ExtentInode& inode, ExtentInode& from, ExtentInode& to, ExtentChanges& changes);

    ExtentVolume& m_volume; //!< whose names
};

} // namespace ns3

#endif /* EXTENT_NAMESPACE_H */
