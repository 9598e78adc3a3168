/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NFS_PROTOCOL_H
#define NFS_PROTOCOL_H

#include "ns3/file-request.h"
#include "ns3/file-service-message.h"
#include "ns3/file-system.h"
#include "ns3/nstime.h"

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
 * The procedures of NFS version 3 (RFC 1813, 3.3), by their numbers.
 */
enum class NfsProcedure : uint32_t
{
    NONE = 0,         //!< NULL: does nothing
    GETATTR = 1,      //!< attributes of a file
    SETATTR = 2,      //!< sets its size, mode, owner and times
    LOOKUP = 3,       //!< from a name to a handle
    ACCESS = 4,       //!< what a user may do with it
    READLINK = 5,     //!< where a symbolic link leads
    READ = 6,         //!< reads
    WRITE = 7,        //!< writes
    CREATE = 8,       //!< makes a file
    MKDIR = 9,        //!< makes a directory
    SYMLINK = 10,     //!< makes a symbolic link
    MKNOD = 11,       //!< makes a device, a pipe or a socket
    REMOVE = 12,      //!< removes a file
    RMDIR = 13,       //!< removes a directory
    RENAME = 14,      //!< renames either
    LINK = 15,        //!< gives a file another name
    READDIR = 16,     //!< names in a directory
    READDIRPLUS = 17, //!< names in a directory, with handles and attributes
    FSSTAT = 18,      //!< how much room there is
    FSINFO = 19,      //!< sizes that the server likes
    PATHCONF = 20,    //!< what names there can be
    COMMIT = 21,      //!< puts what was written on the medium
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
    PERM = 1,            //!< NFS3ERR_PERM
    NOENT = 2,           //!< NFS3ERR_NOENT
    IO = 5,              //!< NFS3ERR_IO
    ACCES = 13,          //!< NFS3ERR_ACCES
    EXIST = 17,          //!< NFS3ERR_EXIST
    NOTDIR = 20,         //!< NFS3ERR_NOTDIR
    ISDIR = 21,          //!< NFS3ERR_ISDIR
    INVAL = 22,          //!< NFS3ERR_INVAL
    FBIG = 27,           //!< NFS3ERR_FBIG
    NOSPC = 28,          //!< NFS3ERR_NOSPC
    ROFS = 30,           //!< NFS3ERR_ROFS
    NAMETOOLONG = 63,    //!< NFS3ERR_NAMETOOLONG
    NOTEMPTY = 66,       //!< NFS3ERR_NOTEMPTY
    STALE = 70,          //!< NFS3ERR_STALE
    BADHANDLE = 10001,   //!< NFS3ERR_BADHANDLE
    NOT_SYNC = 10002,    //!< NFS3ERR_NOT_SYNC
    BAD_COOKIE = 10003,  //!< NFS3ERR_BAD_COOKIE
    NOTSUPP = 10004,     //!< NFS3ERR_NOTSUPP
    TOOSMALL = 10005,    //!< NFS3ERR_TOOSMALL
    SERVERFAULT = 10006, //!< NFS3ERR_SERVERFAULT
};

/**
 * @ingroup host-io-service-nfs
 *
 * @param status a status in NFS, any number
 * @return its name, such as NFS3ERR_ROFS, or its number if it has none here
 */
std::string GetNfsStatusName(NfsStatus status);

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
 * A file handle: nfs_fh3 (RFC 1813, 2.5). That of an NfsServer has 32 bytes, but for the public
 * file handle, which has none and stands for the root (RFC 2054, 3). Those of other servers are
 * kept as they are.
 */
struct NfsFileHandle
{
    uint64_t id{0};       //!< number of the file at its server, never used again; 0 is none
    uint64_t inode{0};    //!< number of its inode
    bool isPublic{false}; //!< whether this is the public file handle
    std::string foreign;  //!< up to 64 bytes of another server's handle; empty if it is none

    /**
     * @param other another handle
     * @return true if they are the same
     */
    bool operator==(const NfsFileHandle& other) const = default;
};

/**
 * @ingroup host-io-service-nfs
 *
 * The attributes of a file: fattr3 (RFC 1813, 2.6). Beside what a file system knows they have what
 * only the server does.
 */
struct NfsAttributes : public FileAttributes
{
    NfsAttributes() = default;

    /**
     * @param attributes what the file system knows
     */
    NfsAttributes(const FileAttributes& attributes)
        : FileAttributes(attributes)
    {
    }

    bool isLink{false};            //!< true for a symbolic link
    std::optional<uint32_t> mode;  //!< permission bits; none for those that new files have
    uint32_t user{0};              //!< number of the owner
    uint32_t group{0};             //!< number of the owner's group
    std::optional<Time> accessed;  //!< when it was read last; none for the time of change
    std::optional<Time> inodeTime; //!< when the attributes last changed; none likewise
};

/**
 * @ingroup host-io-service-nfs
 *
 * A time that a client sets: set_atime and set_mtime (RFC 1813, 2.6).
 */
struct NfsTimeSetting
{
    bool isSet{false};    //!< whether it is to be set
    bool isClients{true}; //!< whether to this time; otherwise to that of the server
    Time time;            //!< the time, since 1970
};

/**
 * @ingroup host-io-service-nfs
 *
 * What a client sets beside the size of a file: sattr3 (RFC 1813, 2.6).
 */
struct NfsSettings
{
    std::optional<uint32_t> mode;  //!< permission bits
    std::optional<uint32_t> user;  //!< number of the owner
    std::optional<uint32_t> group; //!< number of the owner's group
    NfsTimeSetting accessed;       //!< when it was read last
    NfsTimeSetting modified;       //!< when its contents last changed
};

/**
 * @ingroup host-io-service-nfs
 *
 * What ACCESS asks for (RFC 1813, 3.3.4), bits.
 */
namespace NfsAccess
{
constexpr uint32_t READ = 0x01;    //!< read a file or directory
constexpr uint32_t LOOKUP = 0x02;  //!< find names in a directory
constexpr uint32_t MODIFY = 0x04;  //!< change what is there
constexpr uint32_t EXTEND = 0x08;  //!< add to it
constexpr uint32_t DELETE = 0x10;  //!< delete names in a directory
constexpr uint32_t EXECUTE = 0x20; //!< run a file
} // namespace NfsAccess

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
    uint32_t count{0};      //!< READ, WRITE, COMMIT: bytes; READDIR: most bytes of the reply;
                            //!< READDIRPLUS: of it, those of names
    uint32_t largest{0};    //!< READDIRPLUS: most bytes of the reply
    uint32_t access{0};     //!< ACCESS: what a user would do, NfsAccess
    std::string target;     //!< SYMLINK: where it leads
    NfsStable stable{NfsStable::UNSTABLE}; //!< WRITE: when the contents are on the medium
    bool guarded{false};                   //!< CREATE: fail if it exists
    std::optional<uint64_t> exclusive;     //!< CREATE: what tells this call from others
    std::optional<uint64_t> size;          //!< SETATTR, CREATE: the size to set
    NfsSettings settings;                  //!< SETATTR, CREATE, MKDIR, SYMLINK: what else to set
    std::optional<Time> guard;             //!< SETATTR: when the attributes must have changed last
    uint64_t cookie{0};                    //!< READDIR, READDIRPLUS: where to continue
    uint64_t verifier{0};                  //!< READDIR, READDIRPLUS: what the cookie belongs to
    FileServicePayload payload;            //!< WRITE: the contents
};

/**
 * @ingroup host-io-service-nfs
 *
 * What a client needs to find out whether it alone changed a file: wcc_data (RFC 1813, 2.6).
 */
struct NfsChange
{
    std::optional<NfsAttributes> before; //!< size and times of change before the call
    std::optional<NfsAttributes> after;  //!< attributes after the call
};

/**
 * @ingroup host-io-service-nfs
 *
 * A name in a directory: entry3 and entryplus3 (RFC 1813, 3.3.16 and 3.3.17).
 */
struct NfsEntry
{
    uint64_t inode{0};  //!< number of the inode; 0 if the server does not know it
    std::string name;   //!< the name
    uint64_t cookie{0}; //!< where to continue behind it
    std::optional<NfsAttributes> attributes{}; //!< READDIRPLUS: attributes of the file
    std::optional<NfsFileHandle> handle{};     //!< READDIRPLUS: the file
};

/**
 * @ingroup host-io-service-nfs
 *
 * The results of a procedure (RFC 1813, 3.3); each uses some of them.
 */
struct NfsResults
{
    NfsStatus status{NfsStatus::OK};          //!< how it ended
    std::optional<NfsFileHandle> handle;      //!< LOOKUP, CREATE, MKDIR, SYMLINK: the file
    std::optional<NfsAttributes> attributes;  //!< attributes of the file
    NfsChange change;                         //!< of the file written, or of the directory
    NfsChange toChange;                       //!< RENAME: of the new directory
    uint32_t access{0};                       //!< ACCESS: what of it the user may do
    std::string target;                       //!< READLINK: where it leads
    FileSystemSpace space;                    //!< FSSTAT: how much room there is
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

/**
 * @ingroup host-io-service-nfs
 *
 * What there is of a name in a READDIRPLUS reply beside GetNfsEntrySize: attributes and a handle.
 */
constexpr uint32_t NFS_ENTRY_PLUS_BYTES = 88 + 40;

} // namespace ns3

#endif /* NFS_PROTOCOL_H */
