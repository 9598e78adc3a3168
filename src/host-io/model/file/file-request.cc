/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-request.h"

namespace ns3
{

std::ostream&
operator<<(std::ostream& os, FileOperation operation)
{
    static constexpr const char* WORDS[] = {"open",
                                            "close",
                                            "pread",
                                            "pwrite",
                                            "fsync",
                                            "fdatasync",
                                            "fsyncdir",
                                            "sync",
                                            "ftruncate",
                                            "stat",
                                            "readdir",
                                            "unlink",
                                            "rename",
                                            "mkdir",
                                            "rmdir"};
    return os << WORDS[static_cast<std::size_t>(operation)];
}

std::ostream&
operator<<(std::ostream& os, FileStatus status)
{
    static constexpr const char* WORDS[] = {"ok",
                                            "ENOENT",
                                            "EEXIST",
                                            "ENOTDIR",
                                            "EISDIR",
                                            "ENOTEMPTY",
                                            "ENOSPC",
                                            "ENAMETOOLONG",
                                            "EFBIG",
                                            "EINVAL",
                                            "EBADF",
                                            "ESTALE",
                                            "EIO"};
    return os << WORDS[static_cast<std::size_t>(status)];
}

FileRequest::FileRequest(FileOperation operation)
    : operation(operation)
{
}

} // namespace ns3
