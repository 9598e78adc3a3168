/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_TRACE_RECORD_H
#define FILE_TRACE_RECORD_H

#include "ns3/file-request.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io-program
 *
 * An operation of a trace of file operations: a line of text, with blanks between its fields:
 *
 *     start duration process operation arguments [=error]
 *
 * Start and duration are in seconds, with up to nine decimals; the process is a number from 0 to
 * 65535; the operation is the word of its system call. The arguments are
 *
 *     open FD PATH FLAGS         FLAGS are create, exclusive, truncate, append, direct,
 *                                synchronous and data-synchronous with commas between them, or -
 *                                for none; FD is - if no file was opened
 *     pread FD OFFSET BYTES      pwrite likewise
 *     close FD                   fsync and fdatasync likewise
 *     ftruncate FD BYTES
 *     stat PATH                  readdir, unlink, mkdir, rmdir and fsyncdir likewise
 *     rename PATH NEWPATH
 *     sync
 *
 * FD is the number of the open file in its process, from 0 to 65535. In a path, %20 stands for a
 * blank, and other characters likewise; % is %25. An operation that failed ends in an error, for
 * example =ENOENT. Blank lines and those that begin with # are skipped. Operations of a process are
 * in the order in which they started.
 */
struct FileTraceRecord
{
    /// The descriptor of an open() that failed.
    static constexpr uint32_t NO_DESCRIPTOR = UINT32_MAX;

    /// Largest number of a process, and of a descriptor.
    static constexpr uint32_t MAX_NUMBER = 65535;

    int64_t startNs{0};                           //!< when it started, ns
    int64_t durationNs{0};                        //!< how long it took, ns
    uint32_t process{0};                          //!< number of its process
    FileOperation operation{FileOperation::STAT}; //!< what it was
    uint32_t descriptor{0};                       //!< number of the open file
    std::string path;                             //!< the path
    std::string newPath;                          //!< RENAME: the new path
    FileOpenFlags flags;                          //!< OPEN: how
    uint64_t offset{0};                           //!< the first byte; TRUNCATE: the new size
    uint64_t bytes{0};                            //!< how many bytes were asked for
    std::string error;                            //!< the name of the error; empty if it went well

    /**
     * Write the record as a line.
     *
     * @param[in,out] text the line is added, with its end
     */
    void AppendTo(std::string& text) const;
};

} // namespace ns3

#endif /* FILE_TRACE_RECORD_H */
