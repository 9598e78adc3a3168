/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_OPERATION_RECORDER_H
#define FILE_OPERATION_RECORDER_H

#include "file-program.h"
#include "file-trace-record.h"

#include "ns3/result-file.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-program
 *
 * Writes a trace of the operations of a program or of a file system (see FileTraceRecord), in the
 * order in which they complete.
 *
 * A file system does not know its processes. There, an operation on an open file belongs to the
 * process that opened it, and another one to the first process that has none under way.
 *
 * The recorder must live as long as what it follows. It follows a program or a file system from
 * its beginning: operations on files that were opened before are omitted. A program on several file
 * systems is recorded as if they were one.
 */
class FileOperationRecorder
{
  public:
    /// Keep the trace in memory.
    FileOperationRecorder() = default;

    /**
     * Write the trace to a file.
     *
     * @param fileName the file; compressed if it ends in .gz or .zst
     * @throw UserError if it cannot be created
     */
    explicit FileOperationRecorder(const std::string& fileName);
    FileOperationRecorder(const FileOperationRecorder&) = delete;
    FileOperationRecorder& operator=(const FileOperationRecorder&) = delete;

    /**
     * Record what a program does.
     */
    void FollowProgram(Ptr<FileProgram> program);

    /**
     * Record what is asked of a file system.
     */
    void FollowFileSystem(Ptr<FileSystem> fileSystem);

    /**
     * Finish the trace and give the file its name.
     *
     * @throw UserError if not everything could be written
     */
    void Commit();

    /**
     * @return what was recorded and is in no file
     */
    const std::string& GetText() const;

  private:
    /// An open file.
    struct OpenFile
    {
        uint32_t process{0};    //!< number of the process that opened it
        uint32_t descriptor{0}; //!< its number there
    };

    /**
     * An operation of a followed file system started.
     */
    void Submitted(Ptr<const FileRequest> request);

    /**
     * An operation of a followed file system is complete.
     */
    void Completed(Ptr<const FileRequest> request);

    /**
     * Record an operation.
     *
     * @param request the request, which is complete
     * @param process number of its process
     */
    void Record(Ptr<const FileRequest> request, uint32_t process);

    /**
     * Find the number of the open file of an operation: open() begins it, close() ends it.
     *
     * @param request the request, which is complete
     * @param[in,out] record its record, which gets the number
     * @return false if its file was opened before the recording began
     */
    bool FindDescriptor(const FileRequest& request, FileTraceRecord& record);

    /**
     * @param process a process that has opened a file
     * @param handle its handle
     * @return the number that it gets
     */
    uint32_t AddDescriptor(uint32_t process, FileHandle handle);

    std::unique_ptr<ResultFile> m_file;                           //!< the file; null for memory
    std::string m_text;                                           //!< what is not in the file
    std::unordered_map<FileHandle, OpenFile> m_open;              //!< the open files
    std::vector<std::vector<bool>> m_descriptors;                 //!< by process: numbers in use
    std::vector<uint32_t> m_underWay;                             //!< by process: its operations
    std::unordered_map<const FileRequest*, uint32_t> m_processes; //!< of operations under way
};

} // namespace ns3

#endif /* FILE_OPERATION_RECORDER_H */
