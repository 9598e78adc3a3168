/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NFS_HANDLE_TABLE_H
#define NFS_HANDLE_TABLE_H

#include "nfs-protocol.h"

#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace ns3
{

/**
 * @ingroup host-io-service-nfs
 *
 * The files of a server that clients have handles of. A file has an entry from the first call that
 * names it until it is removed, so the table is as large as the tree, at most. A handle whose entry
 * is gone is stale; its number is never used again. What clients set and the file system cannot
 * keep is kept here, in memory.
 */
class NfsHandleTable
{
  public:
    /// What clients set that the file system has no place for.
    struct Settings
    {
        std::optional<uint32_t> mode;      //!< permission bits
        uint32_t user{0};                  //!< number of the owner
        uint32_t group{0};                 //!< number of the owner's group
        std::optional<Time> accessed;      //!< when it was read last, since 1970
        std::optional<Time> modified;      //!< when it last changed, since 1970
        Time modifiedFor;                  //!< the file system's time of change that it replaces
        Time changed;                      //!< when any of these was set, in simulated time
        std::optional<std::string> target; //!< where it leads, if it is a symbolic link
        std::optional<uint64_t> exclusive; //!< what its CREATE EXCLUSIVE was told by
    };

    /// A file or directory.
    struct Entry
    {
        uint64_t id{0};                           //!< its number
        uint64_t parent{0};                       //!< number of its directory, 0 for the root
        std::string name;                         //!< its name there
        std::optional<FileAttributes> attributes; //!< as the server saw them last
        Settings settings;                        //!< what clients set
    };

    /// The number of the root.
    static constexpr uint64_t ROOT = 1;

    NfsHandleTable();

    /**
     * @param handle a client's handle
     * @return its entry, null if there is none
     */
    Entry* Find(const NfsFileHandle& handle);

    /**
     * @param id a number
     * @return its entry, null if there is none
     */
    Entry* Find(uint64_t id);

    /**
     * @param parent number of a directory
     * @param name a name in it
     * @return number of the entry, 0 if there is none
     */
    uint64_t FindChild(uint64_t parent, const std::string& name) const;

    /**
     * Take note of a file. If another was there under the name, its entry is removed.
     *
     * @param parent number of its directory
     * @param name its name there
     * @param attributes its attributes
     * @return its entry
     */
    Entry& Note(uint64_t parent, const std::string& name, const FileAttributes& attributes);

    /**
     * Remove an entry.
     *
     * @param id its number; nothing is done if there is none
     */
    void Erase(uint64_t id);

    /**
     * Take note of a new name. If another file was there, its entry is removed.
     *
     * @param id number of the entry
     * @param parent number of the new directory
     * @param name the new name there
     */
    void Move(uint64_t id, uint64_t parent, const std::string& name);

    /**
     * @param id number of an entry
     * @return its path, empty if it is in a directory that is gone
     */
    std::string GetPath(uint64_t id);

    /**
     * @param entry an entry
     * @return its handle
     */
    static NfsFileHandle GetHandle(const Entry& entry);

  private:
    std::unordered_map<uint64_t, Entry> m_entries;                   //!< by number
    std::map<std::pair<uint64_t, std::string>, uint64_t> m_children; //!< numbers by name
    uint64_t m_last{ROOT};                                           //!< the last number given
};

/**
 * @ingroup host-io-service-nfs
 *
 * @param directory path of a directory
 * @param name a name in it
 * @return the path of that
 */
std::string JoinNfsPath(const std::string& directory, const std::string& name);

/**
 * @ingroup host-io-service-nfs
 *
 * The files that a server keeps open in its file system, so that not each READ opens one. When
 * there are too many, the one used longest ago is closed.
 */
class NfsOpenFiles
{
  public:
    /// Files that are kept open.
    static constexpr std::size_t MAX_OPEN = 256;

    /**
     * Begin to use a file.
     *
     * @param id its number
     * @return its handle, 0 if it is not open
     */
    FileHandle Use(uint64_t id);

    /**
     * Keep a file open, in use by one.
     *
     * @param id its number, which is not open yet
     * @param handle its handle
     */
    void Add(uint64_t id, FileHandle handle);

    /**
     * End a use.
     *
     * @param id number of the file; nothing is done if it is no longer open
     */
    void Release(uint64_t id);

    /**
     * @param id number of a file that is to be open no longer
     * @return its handle, to be closed; 0 if it was not open
     */
    FileHandle Remove(uint64_t id);

    /**
     * @return the handle of a file that is to be closed as there are too many; 0 if there are not
     */
    FileHandle RemoveOldest();

  private:
    /// An open file.
    struct OpenFile
    {
        FileHandle handle{0};                //!< its handle
        uint32_t users{0};                   //!< requests that use it
        std::list<uint64_t>::iterator place; //!< in the order of use
    };

    std::unordered_map<uint64_t, OpenFile> m_files; //!< by number
    std::list<uint64_t> m_order;                    //!< numbers, the one used longest ago first
};

} // namespace ns3

#endif /* NFS_HANDLE_TABLE_H */
