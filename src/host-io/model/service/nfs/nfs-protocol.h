/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NFS_PROTOCOL_H
#define NFS_PROTOCOL_H

#include "ns3/file-request.h"
#include "ns3/file-service-message.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-service-nfs
 *
 * The program number of NFS (RFC 1813, 2.2).
 */
constexpr uint32_t NFS_PROGRAM = 100003;

/**
 * @ingroup host-io-service-nfs
 *
 * The version of NFS (RFC 1813, 2.2).
 */
constexpr uint32_t NFS_VERSION = 3;

/**
 * @ingroup host-io-service-nfs
 *
 * The procedures of NFS version 3 that are here (RFC 1813, 3.3), by their numbers.
 */
enum class NfsProcedure : uint32_t
{
    NONE = 0,     //!< NULL: does nothing
    GETATTR = 1,  //!< attributes of a file
    SETATTR = 2,  //!< sets its size
    LOOKUP = 3,   //!< from a name to a handle
    READ = 6,     //!< reads
    WRITE = 7,    //!< writes
    CREATE = 8,   //!< makes a file
    MKDIR = 9,    //!< makes a directory
    REMOVE = 12,  //!< removes a file
    RMDIR = 13,   //!< removes a directory
    RENAME = 14,  //!< renames either
    READDIR = 16, //!< names in a directory
    FSINFO = 19,  //!< sizes that the server likes
    COMMIT = 21,  //!< puts what was written on the medium
};

/**
 * @ingroup host-io-service-nfs
 *
 * @param procedure number of a procedure
 * @return its name, for example READ; empty if it is not supported
 */
std::string GetNfsProcedureName(uint32_t procedure);

/**
 * @ingroup host-io-service-nfs
 *
 * How a procedure ended: nfsstat3 (RFC 1813, 2.6).
 */
enum class NfsStatus : uint32_t
{
    OK = 0,              //!< NFS3_OK
    NOENT = 2,           //!< NFS3ERR_NOENT
    IO = 5,              //!< NFS3ERR_IO
    EXIST = 17,          //!< NFS3ERR_EXIST
    NOTDIR = 20,         //!< NFS3ERR_NOTDIR
    ISDIR = 21,          //!< NFS3ERR_ISDIR
    INVAL = 22,          //!< NFS3ERR_INVAL
    FBIG = 27,           //!< NFS3ERR_FBIG
    NOSPC = 28,          //!< NFS3ERR_NOSPC
    NAMETOOLONG = 63,    //!< NFS3ERR_NAMETOOLONG
    NOTEMPTY = 66,       //!< NFS3ERR_NOTEMPTY
    STALE = 70,          //!< NFS3ERR_STALE
    BADHANDLE = 10001,   //!< NFS3ERR_BADHANDLE
    BAD_COOKIE = 10003,  //!< NFS3ERR_BAD_COOKIE
    SERVERFAULT = 10006, //!< NFS3ERR_SERVERFAULT
};

/**
 * @ingroup host-io-service-nfs
 *
 * @param status a file system's status
 * @return the same in NFS
 */
NfsStatus ToNfsStatus(FileStatus status);

/**
 * @ingroup host-io-service-nfs
 *
 * @param status a status in NFS, any number
 * @return the same for a program
 */
FileStatus ToFileStatus(NfsStatus status);

/**
 * @ingroup host-io-service-nfs
 *
 * A file handle: nfs_fh3 (RFC 1813, 2.5). It has 32 bytes, but for the public file handle, which
 * has none and stands for the root (RFC 2054, 3).
 */
struct NfsFileHandle
{
    uint64_t id{0};       //!< number of the file at its server, never used again; 0 is none
    uint64_t inode{0};    //!< number of its inode
    bool isPublic{false}; //!< whether this is the public file handle

    /**
     * @param other another handle
     * @return true if they are the same
     */
    bool operator==(const NfsFileHandle& other) const = default;
};

/// Whether contents are on the medium before the reply: stable_how (RFC 1813, 3.3.7).
enum class NfsStable : uint32_t
{
    UNSTABLE = 0,  //!< not before a COMMIT
    DATA_SYNC = 1, //!< the contents are
    FILE_SYNC = 2, //!< the contents and the attributes are
};

/**
 * @ingroup host-io-service-nfs
 *
 * The arguments of a procedure (RFC 1813, 3.3); each uses some of them.
 */
struct NfsArguments
{
    NfsFileHandle handle;   //!< the file or directory
    std::string name;       //!< a name in it
    NfsFileHandle toHandle; //!< RENAME: the new directory
    std::string toName;     //!< RENAME: the new name
    uint64_t offset{0};     //!< READ, WRITE, COMMIT: the first byte
    uint32_t count{0};      //!< READ, WRITE, COMMIT: bytes; READDIR: most bytes of the reply
    NfsStable stable{NfsStable::UNSTABLE}; //!< WRITE: when the contents are on the medium
    bool guarded{false};                   //!< CREATE: fail if it exists
    std::optional<uint64_t> size;          //!< SETATTR, CREATE: the size to set
    uint64_t cookie{0};                    //!< READDIR: where to continue
    uint64_t verifier{0};                  //!< READDIR: what the cookie belongs to
    FileServicePayload payload;            //!< WRITE: the contents
};

/**
 * @ingroup host-io-service-nfs
 *
 * What a client needs to find out whether it alone changed a file: wcc_data (RFC 1813, 2.6).
 */
struct NfsChange
{
    std::optional<FileAttributes> before; //!< size and time of change before the call
    std::optional<FileAttributes> after;  //!< attributes after the call
};

/**
 * @ingroup host-io-service-nfs
 *
 * A name in a directory: entry3 (RFC 1813, 3.3.16).
 */
struct NfsEntry
{
    uint64_t inode{0};  //!< number of the inode; 0 if the server does not know it
    std::string name;   //!< the name
    uint64_t cookie{0}; //!< where to continue behind it
};

/**
 * @ingroup host-io-service-nfs
 *
 * The results of a procedure (RFC 1813, 3.3); each uses some of them.
 */
struct NfsResults
{
    NfsStatus status{NfsStatus::OK};          //!< how it ended
    std::optional<NfsFileHandle> handle;      //!< LOOKUP, CREATE, MKDIR: the file
    std::optional<FileAttributes> attributes; //!< attributes of the file
    NfsChange change;                         //!< of the file written, or of the directory
    NfsChange toChange;                       //!< RENAME: of the new directory
    uint32_t count{0};                        //!< READ, WRITE: bytes
    bool eof{false};                          //!< READ, READDIR: whether the end was reached
    NfsStable committed{NfsStable::UNSTABLE}; //!< WRITE: when the contents are on the medium
    uint64_t verifier{0};          //!< WRITE, COMMIT: server's instance; READDIR: listing
    std::vector<NfsEntry> entries; //!< READDIR: names
    uint32_t largestRead{0};       //!< FSINFO: most bytes of a READ
    uint32_t largestWrite{0};      //!< FSINFO: most bytes of a WRITE
    FileServicePayload payload;    //!< READ: the contents
};

/**
 * @ingroup host-io-service-nfs
 *
 * @param entry a name
 * @return bytes of it in a READDIR reply
 */
uint32_t GetNfsEntrySize(const NfsEntry& entry);

} // namespace ns3

#endif /* NFS_PROTOCOL_H */
