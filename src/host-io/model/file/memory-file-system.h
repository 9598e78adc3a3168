/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MEMORY_FILE_SYSTEM_H
#define MEMORY_FILE_SYSTEM_H

#include "file-system.h"

#include "ns3/block-store.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup host-io-file
 *
 * A file system in memory, as Linux's tmpfs: it needs no device. A program on it shows the cost of
 * the program alone, and a test knows every time beforehand.
 *
 * Each request takes Latency. A read or write then moves its bytes at Rate; moves take place one
 * after the other, in order of arrival. A request takes effect when it is submitted.
 *
 * Errors are those of POSIX.1-2017. Paths are absolute; a part that is "." or ".." is an invalid
 * argument. A file that is unlinked while it is open keeps its space until its last close. A read
 * or write moves at most MAX_TRANSFER bytes. A write that does not fit writes what fits; the next
 * fails with NO_SPACE. A rename of "/" is an invalid argument: any new name lies in the directory
 * that is renamed.
 */
class MemoryFileSystem : public FileSystem
{
  public:
    /// Most bytes that one read or write moves, as in Linux.
    static constexpr uint64_t MAX_TRANSFER = 0x7ffff000;

    /// Most bytes of a name in a directory.
    static constexpr std::size_t MAX_NAME = 255;

    /// Most bytes of a file.
    static constexpr uint64_t MAX_FILE = INT64_MAX;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    MemoryFileSystem();

    bool IsReady() const override;
    FileSystemSpace GetSpace() const override;

    /**
     * @return sum of the sizes of all files, in bytes; holes count
     */
    uint64_t GetUsedBytes() const;

    /**
     * @return number of handles that are open
     */
    std::size_t GetNOpen() const;

  protected:
    void DoDispose() override;
    void DoSubmit(Ptr<FileRequest> request) override;

  private:
    struct Node;

    /// The names in a directory, in order.
    using Directory = std::map<std::string, Ptr<Node>, std::less<>>;

    /// A file or a directory.
    struct Node : public SimpleRefCount<Node>
    {
        FileAttributes attributes;          //!< what stat() tells
        Directory names;                    //!< a directory's
        Node* parent{nullptr};              //!< a directory's directory; null for the root
        std::optional<BlockStore> contents; //!< a file's, if they are kept
        std::set<uint64_t> written;         //!< its pieces that were written, by number
        uint32_t opens{0};                  //!< handles on it
        bool linked{true};                  //!< false once no directory names it
    };

    /// Bytes of a piece of a file.
    static constexpr uint64_t PIECE_BYTES = 65536;

    /// An open file.
    struct OpenFile
    {
        Ptr<Node> node;     //!< the file
        bool append{false}; //!< true if writes go to its end
    };

    /// Where a path leads.
    struct Place
    {
        FileStatus status{FileStatus::OK}; //!< OK if all but the last part exists
        Ptr<Node> parent;                  //!< the directory of the last part; null for the root
        std::string_view name;             //!< the last part
        Ptr<Node> node;                    //!< what it names; null if nothing
    };

    /**
     * Do what a request asks.
     *
     * @param request the request
     * @return how it ends
     */
    FileStatus Execute(FileRequest& request);

    /**
     * @param request an OPEN, whose handle is set
     * @return how it ends
     */
    FileStatus Open(FileRequest& request);

    /**
     * @param request a request for an open file
     * @return how it ends
     */
    FileStatus ExecuteOnHandle(FileRequest& request);

    /**
     * @param handle the handle to close, which is open
     */
    void Close(FileHandle handle);

    /**
     * @param request a READ
     * @param file its file
     */
    void Read(FileRequest& request, Node& file);

    /**
     * @param request a WRITE
     * @param open its file
     * @return how it ends
     */
    FileStatus Write(FileRequest& request, const OpenFile& open);

    /**
     * Keep contents.
     *
     * @param file a file
     * @param offset the first byte
     * @param bytes how many bytes, at least 1
     * @param data them, and maybe more; null for zeros
     */
    static void Store(Node& file, uint64_t offset, uint32_t bytes, Ptr<const Packet> data);

    /**
     * Make the end of a file's contents zeros. Holes take no time.
     *
     * @param file a file
     * @param begin the first byte of the end
     */
    static void Clear(Node& file, uint64_t begin);

    /**
     * @param file a file
     * @param bytes its new size
     * @return how it ends
     */
    FileStatus Truncate(Node& file, uint64_t bytes);

    /**
     * @param request a STAT
     * @return how it ends
     */
    FileStatus Stat(FileRequest& request) const;

    /**
     * @param request a LIST, whose names are set
     * @return how it ends
     */
    FileStatus List(FileRequest& request) const;

    /**
     * @param request a SYNC_DIRECTORY
     * @return how it ends
     */
    FileStatus SyncDirectory(const FileRequest& request) const;

    /**
     * @param request an UNLINK
     * @return how it ends
     */
    FileStatus Unlink(const FileRequest& request);

    /**
     * @param request a RENAME
     * @return how it ends
     */
    FileStatus Rename(const FileRequest& request);

    /**
     * @param node what is renamed
     * @param to where it goes
     * @return OK if POSIX allows it
     */
    static FileStatus CheckRename(const Node& node, const Place& to);

    /**
     * @param request a MAKE_DIRECTORY
     * @return how it ends
     */
    FileStatus MakeDirectory(const FileRequest& request);

    /**
     * @param request a REMOVE_DIRECTORY
     * @return how it ends
     */
    FileStatus RemoveDirectory(const FileRequest& request);

    /**
     * Follow a path.
     *
     * @param path the path
     * @return where it leads
     */
    Place Find(std::string_view path) const;

    /**
     * @param path a path
     * @return where it leads; NOT_FOUND also if its last part does not exist
     */
    Place FindExisting(std::string_view path) const;

    /**
     * Make a file or a directory.
     *
     * @param place where, with a parent and without a node
     * @param directory true for a directory
     * @return what was made
     */
    Ptr<Node> Make(const Place& place, bool directory);

    /**
     * Take a name from its directory.
     *
     * @param place the place of the name
     */
    void Remove(const Place& place);

    /**
     * Give the space of a file back that nobody can reach any more.
     *
     * @param node the file
     */
    void ReleaseIfUnreachable(Node& node);

    /**
     * @param request a request that takes effect now
     * @return the time to its completion
     */
    Time GetDuration(const FileRequest& request);

    Time m_latency;                                     //!< of each request
    DataRate m_rate;                                    //!< of bytes moved; 0 is no limit
    uint64_t m_capacity;                                //!< most bytes of all files together
    bool m_storeData;                                   //!< true if contents are kept
    Ptr<Node> m_root;                                   //!< the directory "/"
    uint64_t m_lastInode{0};                            //!< the last inode number given
    FileHandle m_lastHandle{0};                         //!< the last handle given
    uint64_t m_used{0};                                 //!< bytes of all files
    Time m_moveEnd;                                     //!< when the last move of bytes ends
    std::unordered_map<FileHandle, OpenFile> m_handles; //!< the open files
};

} // namespace ns3

#endif /* MEMORY_FILE_SYSTEM_H */
