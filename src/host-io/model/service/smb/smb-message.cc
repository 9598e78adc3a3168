/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb-message.h"

namespace ns3
{

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
