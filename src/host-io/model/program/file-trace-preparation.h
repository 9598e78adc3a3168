/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_TRACE_PREPARATION_H
#define FILE_TRACE_PREPARATION_H

#include "file-process.h"
#include "file-trace-record.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-program
 *
 * Finds the files and directories that a trace needs and does not make itself: those that it opens,
 * lists, renames, removes or asks the attributes of without an error. A file gets the size up to
 * which the trace reads it, or a larger one that is told, if the trace opens it.
 */
class FileTracePreparation
{
  public:
    /**
     * Take note of a record.
     *
     * @param record the next record of the trace
     */
    void Add(const FileTraceRecord& record);

    /**
     * Tell the size of a file from before the trace, when all records were added.
     *
     * @param path its path
     * @param bytes its size
     */
    void SetSize(const std::string& path, uint64_t bytes);

    /**
     * Plan what makes the files and directories.
     *
     * @param process who makes them
     */
    void Plan(FileProcess& process) const;

  private:
    /// A file that the trace needs.
    struct NeededFile
    {
        std::string path;        //!< its path
        uint64_t bytes{0};       //!< its size
        bool isDirectory{false}; //!< true if it has turned out to be one
        bool isOpened{false};    //!< true if the trace opens it
    };

    /**
     * Take note of an open().
     */
    void AddOpen(const FileTraceRecord& record);

    /**
     * Take note of a read.
     */
    void AddRead(const FileTraceRecord& record);

    /**
     * The trace needs a file.
     */
    void NeedFile(const std::string& path);

    /**
     * The trace needs a directory, and all those that it is in.
     */
    void NeedDirectory(const std::string& path);

    /**
     * The trace makes a file or directory.
     */
    void Make(const std::string& path);

    std::set<std::string> m_known;                //!< what exists at this point of the trace
    std::vector<std::string> m_directories;       //!< needed, each behind the one that it is in
    std::vector<NeededFile> m_files;              //!< needed
    std::map<std::string, std::size_t> m_numbers; //!< of the needed files
    std::map<std::pair<uint32_t, uint32_t>, std::size_t> m_open; //!< needed files that are open
};

} // namespace ns3

#endif /* FILE_TRACE_PREPARATION_H */
