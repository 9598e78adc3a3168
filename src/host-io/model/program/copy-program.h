/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COPY_PROGRAM_H
#define COPY_PROGRAM_H

#include "file-program.h"

#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-program
 *
 * Copies a tree of files from the first file system to the last, as cp -r or robocopy does.
 *
 * First it makes the tree: Source with Directories directories d0, d1, ... of FilesPerDirectory
 * files f0, f1, ... each, and synchronizes the source. Then its clock starts. The copy has the name
 * Destination; neither may exist.
 *
 * Cp (GNU core utilities 9.1) copies one file after the other: it looks at it, opens both, reads
 * and writes blocks until a read brings nothing, and closes both. Where source and destination are
 * on one file system, the real one may let the kernel copy (copy_file_range); this one never does.
 * Robocopy makes the directories first. Then Threads threads take the files one by one; each gives
 * the new file its size before it writes it. What the real robocopy does beside (attributes,
 * times, its log) is left out.
 */
class CopyProgram : public FileProgram
{
  public:
    /// How files are copied.
    enum class Style : uint8_t
    {
        CP,      //!< as cp -r
        ROBOCOPY //!< as robocopy /E /MT
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    int64_t AssignStreams(int64_t stream) override;

    /**
     * @return number of files copied whole so far
     */
    uint32_t GetCopiedFiles() const;

  protected:
    uint32_t GetNProcesses() const override;
    bool Plan(FileProcess& process) override;
    void Completed(const FileProcess& process, const FileRequest& request) override;
    bool EndsOnError() const override;
    void CheckAttributes() override;
    void AddResults(std::vector<FileProgramResult>& results) const override;
    void Report(std::ostream& os) const override;

  private:
    /// What a process plans next.
    enum class State : uint8_t
    {
        MAKE, //!< make a directory or file of the source
        COPY, //!< copy a directory or file
        BLOCK //!< write the block that was read and read the next
    };

    /// A process.
    struct Thread
    {
        State state{State::COPY}; //!< what it plans next
        bool begun{false};        //!< true once it has planned something
        uint32_t file{0};         //!< the file that it copies
        uint64_t offset{0};       //!< bytes of it that were read before the last read
        uint64_t read{0};         //!< bytes that the last read brought
        bool failed{false};       //!< true after an error with it
        uint32_t toClose{0};      //!< its open files, once both are to be closed
    };

    /**
     * Plan what makes the next file, and its directory.
     */
    void PlanMake(FileProcess& process);

    /**
     * End the making, wait for all, and begin the copying.
     */
    void PlanBegin(FileProcess& process);

    /**
     * Make all directories of the copy.
     */
    void PlanDirectories(FileProcess& process);

    /**
     * Make a directory of the copy.
     *
     * @param process the process
     * @param name name of the directory, after the top of the tree
     */
    void PlanDirectory(FileProcess& process, const std::string& name);

    /**
     * Begin to copy the next file.
     *
     * @param process the process
     * @return false if there is none
     */
    bool PlanFile(FileProcess& process);

    /**
     * Write the block that was read, and read the next, or close the file.
     */
    void PlanBlock(FileProcess& process);

    /**
     * @return number of files of the tree
     */
    uint32_t GetNFiles() const;

    /**
     * @param directory number of a directory
     * @return its name, after the top of the tree
     */
    static std::string GetDirectoryName(uint32_t directory);

    /**
     * @param file number of a file
     * @return its name, after the top of the tree
     */
    std::string GetFileName(uint32_t file) const;

    std::string m_source;                 //!< name of the tree
    std::string m_destination;            //!< name of the copy
    uint32_t m_directories;               //!< directories of the tree
    uint32_t m_filesPerDirectory;         //!< files in each
    Ptr<RandomVariableStream> m_fileSize; //!< bytes of a file
    Style m_style;                        //!< how files are copied
    uint32_t m_threads;                   //!< robocopy's /MT
    uint64_t m_bufferSize;                //!< bytes of a read or write; 0 is the style's
    std::vector<Thread> m_all;            //!< the processes
    std::vector<uint64_t> m_sizes;        //!< bytes of the files that were made
    uint32_t m_next{0};                   //!< the next file to copy
    uint32_t m_copied{0};                 //!< files copied whole
};

} // namespace ns3

#endif /* COPY_PROGRAM_H */
