/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nfs-protocol.h"

#include <map>

namespace ns3
{

std::string
GetNfsProcedureName(uint32_t procedure)
{
    switch (static_cast<NfsProcedure>(procedure))
    {
    case NfsProcedure::NONE:
        return "NULL";
    case NfsProcedure::GETATTR:
        return "GETATTR";
    case NfsProcedure::SETATTR:
        return "SETATTR";
    case NfsProcedure::LOOKUP:
        return "LOOKUP";
    case NfsProcedure::ACCESS:
        return "ACCESS";
    case NfsProcedure::READLINK:
        return "READLINK";
    case NfsProcedure::READ:
        return "READ";
    case NfsProcedure::WRITE:
        return "WRITE";
    case NfsProcedure::CREATE:
        return "CREATE";
    case NfsProcedure::MKDIR:
        return "MKDIR";
    case NfsProcedure::SYMLINK:
        return "SYMLINK";
    case NfsProcedure::MKNOD:
        return "MKNOD";
    case NfsProcedure::REMOVE:
        return "REMOVE";
    case NfsProcedure::RMDIR:
        return "RMDIR";
    case NfsProcedure::RENAME:
        return "RENAME";
    case NfsProcedure::LINK:
        return "LINK";
    case NfsProcedure::READDIR:
        return "READDIR";
    case NfsProcedure::READDIRPLUS:
        return "READDIRPLUS";
    case NfsProcedure::FSSTAT:
        return "FSSTAT";
    case NfsProcedure::FSINFO:
        return "FSINFO";
    case NfsProcedure::PATHCONF:
        return "PATHCONF";
    case NfsProcedure::COMMIT:
        return "COMMIT";
    }
    return "";
}

std::string
GetNfsStatusName(NfsStatus status)
{
    static const std::map<NfsStatus, std::string> NAMES = {
        {NfsStatus::OK, "NFS3_OK"},
        {NfsStatus::PERM, "NFS3ERR_PERM"},
        {NfsStatus::NOENT, "NFS3ERR_NOENT"},
        {NfsStatus::IO, "NFS3ERR_IO"},
        {NfsStatus::ACCES, "NFS3ERR_ACCES"},
        {NfsStatus::EXIST, "NFS3ERR_EXIST"},
        {NfsStatus::NOTDIR, "NFS3ERR_NOTDIR"},
        {NfsStatus::ISDIR, "NFS3ERR_ISDIR"},
        {NfsStatus::INVAL, "NFS3ERR_INVAL"},
        {NfsStatus::FBIG, "NFS3ERR_FBIG"},
        {NfsStatus::NOSPC, "NFS3ERR_NOSPC"},
        {NfsStatus::ROFS, "NFS3ERR_ROFS"},
        {NfsStatus::NAMETOOLONG, "NFS3ERR_NAMETOOLONG"},
        {NfsStatus::NOTEMPTY, "NFS3ERR_NOTEMPTY"},
        {NfsStatus::STALE, "NFS3ERR_STALE"},
        {NfsStatus::BADHANDLE, "NFS3ERR_BADHANDLE"},
        {NfsStatus::NOT_SYNC, "NFS3ERR_NOT_SYNC"},
        {NfsStatus::BAD_COOKIE, "NFS3ERR_BAD_COOKIE"},
        {NfsStatus::NOTSUPP, "NFS3ERR_NOTSUPP"},
        {NfsStatus::TOOSMALL, "NFS3ERR_TOOSMALL"},
        {NfsStatus::SERVERFAULT, "NFS3ERR_SERVERFAULT"}};
    const auto found = NAMES.find(status);
    return found != NAMES.end() ? found->second
                                : "status " + std::to_string(static_cast<uint32_t>(status));
}

NfsStatus
ToNfsStatus(FileStatus status)
{
    static constexpr NfsStatus STATUSES[] = {NfsStatus::OK,
                                             NfsStatus::NOENT,
                                             NfsStatus::EXIST,
                                             NfsStatus::NOTDIR,
                                             NfsStatus::ISDIR,
                                             NfsStatus::NOTEMPTY,
                                             NfsStatus::NOSPC,
                                             NfsStatus::NAMETOOLONG,
                                             NfsStatus::FBIG,
                                             NfsStatus::INVAL,
                                             NfsStatus::SERVERFAULT,
                                             NfsStatus::STALE,
                                             NfsStatus::IO};
    return STATUSES[static_cast<std::size_t>(status)];
}

FileStatus
ToFileStatus(NfsStatus status)
{
    switch (status)
    {
    case NfsStatus::OK:
        return FileStatus::OK;
    case NfsStatus::NOENT:
        return FileStatus::NOT_FOUND;
    case NfsStatus::EXIST:
        return FileStatus::EXISTS;
    case NfsStatus::NOTDIR:
        return FileStatus::NOT_A_DIRECTORY;
    case NfsStatus::ISDIR:
        return FileStatus::IS_A_DIRECTORY;
    case NfsStatus::INVAL:
        return FileStatus::INVALID_ARGUMENT;
    case NfsStatus::FBIG:
        return FileStatus::FILE_TOO_LARGE;
    case NfsStatus::NOSPC:
        return FileStatus::NO_SPACE;
    case NfsStatus::NAMETOOLONG:
        return FileStatus::NAME_TOO_LONG;
    case NfsStatus::NOTEMPTY:
        return FileStatus::NOT_EMPTY;
    case NfsStatus::STALE:
    case NfsStatus::BADHANDLE:
        return FileStatus::STALE;
    default:
        return FileStatus::INPUT_OUTPUT;
    }
}

uint32_t
GetNfsEntrySize(const NfsEntry& entry)
{
    // A flag, fileid3, the length of the name, the name in multiples of four, cookie3.
    return 4 + 8 + 4 + (entry.name.size() + 3) / 4 * 4 + 8;
}

} // namespace ns3
