/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_TRACE_READER_H
#define FILE_TRACE_READER_H

#include "file-trace-record.h"

#include "ns3/line-reader.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-program
 *
 * Reads a trace of file operations (see FileTraceRecord), plain or compressed by gzip or zstd.
 */
class FileTraceReader
{
  public:
    /**
     * @param reader the trace
     */
    explicit FileTraceReader(std::unique_ptr<LineReader> reader);

    /**
     * Read the next record.
     *
     * @param[out] record the record
     * @return false at the end
     * @throw UserError naming file and line, if the line is no record
     */
    bool Next(FileTraceRecord& record);

    /**
     * @return the files that were there before, with their sizes: those of the comments
     *         `# file BYTES PATH` up to the last record
     */
    const std::map<std::string, uint64_t>& GetFilesBefore() const;

  private:
    /**
     * Continue to the next line that is no comment.
     *
     * @return false at the end
     */
    bool NextLine();

    /**
     * Take note of a comment that names a file.
     */
    void ParseComment();

    /**
     * @param word a system call
     * @return the operation
     */
    FileOperation ParseOperation(std::string_view word) const;

    /**
     * @param text words with commas between them, or -
     * @return how a file is opened
     */
    FileOpenFlags ParseFlags(std::string_view text) const;

    /**
     * @param text a path without blanks
     * @return the path
     */
    std::string ParsePath(std::string_view text) const;

    /**
     * @param field a descriptor
     * @return its number
     */
    uint32_t ParseDescriptor(std::string_view field) const;

    /**
     * Read the arguments of a record.
     *
     * @param arguments the fields behind the operation, without the error
     * @param[in,out] record the record, with its operation
     */
    void ParseArguments(const std::vector<std::string_view>& arguments,
                        FileTraceRecord& record) const;

    std::unique_ptr<LineReader> m_reader;          //!< the trace
    std::vector<int64_t> m_starts;                 //!< of the last operation of each process
    std::map<std::string, uint64_t> m_filesBefore; //!< sizes by path
};

} // namespace ns3

#endif /* FILE_TRACE_READER_H */
