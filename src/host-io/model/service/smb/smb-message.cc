/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb-message.h"

#include <algorithm>
#include <iomanip>
#include <iterator>
#include <sstream>

namespace ns3
{

namespace
{

/// A status.
struct StatusName
{
    uint32_t number;  //!< the number
    const char* name; //!< its name behind STATUS_
};

/// Names of MS-ERREF, 2.3.1: those that are used here, and others that servers answer with.
constexpr StatusName STATUS_NAMES[] = {
    {0x00000000, "SUCCESS"},
    {0x00000103, "PENDING"},
    {0x80000005, "BUFFER_OVERFLOW"},
    {0x80000006, "NO_MORE_FILES"},
    {0x8000002d, "STOPPED_ON_SYMLINK"},
    {0xc0000001, "UNSUCCESSFUL"},
    {0xc0000003, "INVALID_INFO_CLASS"},
    {0xc0000004, "INFO_LENGTH_MISMATCH"},
    {0xc0000008, "INVALID_HANDLE"},
    {0xc000000d, "INVALID_PARAMETER"},
    {0xc000000f, "NO_SUCH_FILE"},
    {0xc0000010, "INVALID_DEVICE_REQUEST"},
    {0xc0000011, "END_OF_FILE"},
    {0xc0000016, "MORE_PROCESSING_REQUIRED"},
    {0xc0000022, "ACCESS_DENIED"},
    {0xc0000033, "OBJECT_NAME_INVALID"},
    {0xc0000034, "OBJECT_NAME_NOT_FOUND"},
    {0xc0000035, "OBJECT_NAME_COLLISION"},
    {0xc000003a, "OBJECT_PATH_NOT_FOUND"},
    {0xc0000043, "SHARING_VIOLATION"},
    {0xc0000044, "QUOTA_EXCEEDED"},
    {0xc0000054, "FILE_LOCK_CONFLICT"},
    {0xc0000056, "DELETE_PENDING"},
    {0xc000005e, "NO_LOGON_SERVERS"},
    {0xc0000064, "NO_SUCH_USER"},
    {0xc000006a, "WRONG_PASSWORD"},
    {0xc000006d, "LOGON_FAILURE"},
    {0xc000006e, "ACCOUNT_RESTRICTION"},
    {0xc0000071, "PASSWORD_EXPIRED"},
    {0xc0000072, "ACCOUNT_DISABLED"},
    {0xc000007f, "DISK_FULL"},
    {0xc000009a, "INSUFFICIENT_RESOURCES"},
    {0xc00000a2, "MEDIA_WRITE_PROTECTED"},
    {0xc00000ba, "FILE_IS_A_DIRECTORY"},
    {0xc00000bb, "NOT_SUPPORTED"},
    {0xc00000c9, "NETWORK_NAME_DELETED"},
    {0xc00000ca, "NETWORK_ACCESS_DENIED"},
    {0xc00000cc, "BAD_NETWORK_NAME"},
    {0xc00000d0, "REQUEST_NOT_ACCEPTED"},
    {0xc0000101, "DIRECTORY_NOT_EMPTY"},
    {0xc0000103, "NOT_A_DIRECTORY"},
    {0xc0000106, "NAME_TOO_LONG"},
    {0xc000011f, "TOO_MANY_OPENED_FILES"},
    {0xc0000121, "CANNOT_DELETE"},
    {0xc0000128, "FILE_CLOSED"},
    {0xc000015b, "LOGON_TYPE_NOT_GRANTED"},
    {0xc0000185, "IO_DEVICE_ERROR"},
    {0xc000019c, "FS_DRIVER_REQUIRED"},
    {0xc0000203, "USER_SESSION_DELETED"},
    {0xc0000205, "INSUFF_SERVER_RESOURCES"},
    {0xc0000224, "PASSWORD_MUST_CHANGE"},
    {0xc0000234, "ACCOUNT_LOCKED_OUT"},
    {0xc000035c, "NETWORK_SESSION_EXPIRED"},
    {0xc0000904, "FILE_TOO_LARGE"},
};

} // namespace

std::string
GetSmbStatusName(SmbStatus status)
{
    const auto number = static_cast<uint32_t>(status);
    const auto* found = std::ranges::find(STATUS_NAMES, number, &StatusName::number);
    std::ostringstream text;
    if (found != std::end(STATUS_NAMES))
    {
        text << "STATUS_" << found->name;
    }
    else
    {
        text << "NTSTATUS 0x" << std::hex << std::setw(8) << std::setfill('0') << number;
    }
    return text.str();
}

bool
HasSmbBody(SmbStatus status)
{
    return status == SmbStatus::OK || status == SmbStatus::BUFFER_OVERFLOW ||
           status == SmbStatus::MORE_PROCESSING_REQUIRED;
}

SmbStatus
ToSmbStatus(FileStatus status)
{
    static constexpr SmbStatus STATUSES[] = {SmbStatus::OK,
                                             SmbStatus::OBJECT_NAME_NOT_FOUND,
                                             SmbStatus::OBJECT_NAME_COLLISION,
                                             SmbStatus::NOT_A_DIRECTORY,
                                             SmbStatus::FILE_IS_A_DIRECTORY,
                                             SmbStatus::DIRECTORY_NOT_EMPTY,
                                             SmbStatus::DISK_FULL,
                                             SmbStatus::NAME_TOO_LONG,
                                             SmbStatus::FILE_TOO_LARGE,
                                             SmbStatus::INVALID_PARAMETER,
                                             SmbStatus::FILE_CLOSED,
                                             SmbStatus::FILE_CLOSED,
                                             SmbStatus::IO_DEVICE_ERROR};
    return STATUSES[static_cast<std::size_t>(status)];
}

FileStatus
ToFileStatus(SmbStatus status)
{
    switch (status)
    {
    case SmbStatus::OK:
    case SmbStatus::END_OF_FILE:
    case SmbStatus::NO_MORE_FILES:
        return FileStatus::OK;
    case SmbStatus::INVALID_PARAMETER:
        return FileStatus::INVALID_ARGUMENT;
    case SmbStatus::OBJECT_NAME_NOT_FOUND:
    case SmbStatus::OBJECT_PATH_NOT_FOUND:
    case SmbStatus::DELETE_PENDING:
        return FileStatus::NOT_FOUND;
    case SmbStatus::OBJECT_NAME_COLLISION:
        return FileStatus::EXISTS;
    case SmbStatus::DISK_FULL:
        return FileStatus::NO_SPACE;
    case SmbStatus::FILE_IS_A_DIRECTORY:
        return FileStatus::IS_A_DIRECTORY;
    case SmbStatus::DIRECTORY_NOT_EMPTY:
        return FileStatus::NOT_EMPTY;
    case SmbStatus::NOT_A_DIRECTORY:
        return FileStatus::NOT_A_DIRECTORY;
    case SmbStatus::NAME_TOO_LONG:
        return FileStatus::NAME_TOO_LONG;
    case SmbStatus::FILE_CLOSED:
    case SmbStatus::INVALID_HANDLE:
        return FileStatus::STALE;
    case SmbStatus::FILE_TOO_LARGE:
        return FileStatus::FILE_TOO_LARGE;
    default:
        return FileStatus::INPUT_OUTPUT;
    }
}

} // namespace ns3
