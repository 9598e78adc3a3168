/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_REQUEST_H
#define FILE_REQUEST_H

#include "ns3/callback.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-file
 *
 * What a file request asks of its file system: the system calls of the same names in POSIX.1-2017.
 */
enum class FileOperation : uint8_t
{
    OPEN,           //!< open(): a path becomes a handle; it may create the file
    CLOSE,          //!< close()
    READ,           //!< pread()
    WRITE,          //!< pwrite(); at the end of the file if it was opened to append
    SYNC,           //!< fsync(): what was written to the file is on the medium when this completes
    SYNC_DATA,      //!< fdatasync(): as SYNC, but times of the file alone need not be on it
    SYNC_DIRECTORY, //!< fsync() of the directory of a path: what was done to its names is on it
    SYNC_ALL,       //!< sync(), but waits for the medium
    TRUNCATE,       //!< ftruncate() to `offset` bytes
    STAT,           //!< stat()
    LIST,           //!< readdir() from the first name to the last
    UNLINK,         //!< unlink()
    RENAME,         //!< rename(), which replaces a file of the new name
    MAKE_DIRECTORY, //!< mkdir()
    REMOVE_DIRECTORY, //!< rmdir()
};

/// How many operations there are.
constexpr std::size_t FILE_OPERATIONS =
    static_cast<std::size_t>(FileOperation::REMOVE_DIRECTORY) + 1;

/**
 * @ingroup host-io-file
 *
 * How a file request ended; the comment names the error number of POSIX.
 */
enum class FileStatus : uint8_t
{
    OK,               //!< done
    NOT_FOUND,        //!< ENOENT: a part of the path does not exist
    EXISTS,           //!< EEXIST: the name is taken
    NOT_A_DIRECTORY,  //!< ENOTDIR: a part of the path is a file
    IS_A_DIRECTORY,   //!< EISDIR: the path is a directory
    NOT_EMPTY,        //!< ENOTEMPTY: the directory has names
    NO_SPACE,         //!< ENOSPC: no free block or inode
    NAME_TOO_LONG,    //!< ENAMETOOLONG: a part of the path has more than 255 bytes
    FILE_TOO_LARGE,   //!< EFBIG: the file would grow past the largest size
    INVALID_ARGUMENT, //!< EINVAL: an offset or size that the flags do not allow
    BAD_HANDLE,       //!< EBADF: the handle is not open
    STALE,            //!< ESTALE: a remote file that exists no longer
    INPUT_OUTPUT,     //!< EIO: the device failed, now or when it wrote back earlier data
};

/**
 * @ingroup host-io-file
 *
 * @param os the stream
 * @param operation the operation, printed as its system call, for example pread or fsync
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, FileOperation operation);

/**
 * @ingroup host-io-file
 *
 * @param os the stream
 * @param status the status, printed as the name of its error, for example ENOENT, or ok
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, FileStatus status);

/**
 * @ingroup host-io-file
 *
 * The number of an open file, unique among those of its file system since it was mounted; 0 is
 * none.
 */
using FileHandle = uint64_t;

/**
 * @ingroup host-io-file
 *
 * How a file is opened: the O_ flags of open().
 */
struct FileOpenFlags
{
    bool create{false};          //!< O_CREAT: make the file if it does not exist
    bool exclusive{false};       //!< O_EXCL: with create, fail if it exists
    bool truncate{false};        //!< O_TRUNC: empty it
    bool append{false};          //!< O_APPEND: writes go to its end
    bool direct{false};          //!< O_DIRECT: reads and writes pass by the page cache
    bool synchronous{false};     //!< O_SYNC: each write is as if SYNC followed, and completes then
    bool dataSynchronous{false}; //!< O_DSYNC: likewise with SYNC_DATA
};

/**
 * @ingroup host-io-file
 *
 * What stat() tells.
 */
struct FileAttributes
{
    uint64_t inode{0};     //!< number of the inode
    uint64_t bytes{0};     //!< size of the contents
    bool directory{false}; //!< true for a directory
    Time modified;         //!< when the contents last changed
};

/**
 * @ingroup host-io-file
 *
 * One request to a FileSystem: a system call of a program. Its creator fills it and passes it to
 * FileSystem::Submit; the file system completes it exactly once, through the completion callback.
 */
class FileRequest : public SimpleRefCount<FileRequest>
{
  public:
    /// Called with the request when it is complete.
    using Completion = Callback<void, Ptr<FileRequest>>;

    /**
     * @param operation what to do
     */
    explicit FileRequest(FileOperation operation);

    FileOperation operation; //!< what to do
    std::string path;        //!< absolute path, for operations on a name: "/a/b"
    std::string newPath;     //!< RENAME: the new path
    FileOpenFlags flags;     //!< OPEN: how
    FileHandle handle{0};    //!< the open file; set by the file system for OPEN
    uint64_t offset{0};      //!< READ, WRITE: the first byte; TRUNCATE: the new size
    uint64_t bytes{0};       //!< READ, WRITE: how many are asked for
    uint64_t done{0};        //!< READ, WRITE: how many were read or written; set by the file system
    /// The contents: given for a write or filled by a read where contents are kept (StoreData),
    /// null where they are not.
    Ptr<Packet> data;
    FileAttributes attributes;         //!< OPEN, STAT: set by the file system
    std::vector<std::string> names;    //!< LIST: the names, without "." and ".."
    std::vector<uint64_t> inodes;      //!< LIST: numbers of their inodes, none if not known
    FileStatus status{FileStatus::OK}; //!< how it ended; set by the file system
    Completion completion;             //!< what to notify
    Time issueTime;                    //!< when it was submitted; set by FileSystem::Submit
};

} // namespace ns3

#endif /* FILE_REQUEST_H */
