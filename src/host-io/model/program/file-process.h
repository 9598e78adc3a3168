/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_PROCESS_H
#define FILE_PROCESS_H

#include "file-pattern.h"

#include "ns3/event-id.h"
#include "ns3/file-request.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-program
 *
 * @param operation an operation
 * @return true if it is done to an open file and not to a path
 */
bool IsOnOpenFile(FileOperation operation);

/**
 * @ingroup host-io-program
 *
 * One thing that a process does.
 */
struct FileStep
{
    /// What it is.
    enum class Kind : uint8_t
    {
        OPERATION,   //!< a system call, or a read or write in several
        THINK,       //!< the processor works for a while
        BARRIER,     //!< wait until all processes of the program are here
        PHASE_BEGIN, //!< a phase begins
        PHASE_END    //!< it ends
    };

    Kind kind{Kind::OPERATION};                   //!< what it is
    FileOperation operation{FileOperation::STAT}; //!< the system call
    uint32_t fileSystem{0};                       //!< number of the file system
    uint32_t descriptor{0};                       //!< number of the open file in the process
    std::string path;                             //!< the path, or the name of the phase
    std::string newPath;                          //!< RENAME: the new path
    FileOpenFlags flags;                          //!< OPEN: how
    uint64_t offset{0};                           //!< the first byte
    uint64_t bytes{0};                            //!< bytes left to read or write
    uint64_t piece{0};                            //!< most bytes of one call
    bool copy{false};                             //!< WRITE: what the last read brought
    bool pattern{false};                          //!< READ, WRITE: of the file's pattern
    bool expectsFailure{false};                   //!< true if its failure is no error
    Time think;                                   //!< THINK: how long
};

/**
 * @ingroup host-io-program
 *
 * A process of a FileProgram: the steps that it is about to take, and its open files. Open files
 * have numbers that the program chooses, from 0 on.
 *
 * The steps are kept in one vector that is used again and again, so that a process takes the memory
 * of its longest plan, and no more however long it runs.
 */
class FileProcess
{
  public:
    /**
     * @param number its number among the processes of the program
     */
    explicit FileProcess(uint32_t number);

    /**
     * @return its number among the processes of the program
     */
    uint32_t GetNumber() const;

    /**
     * Choose the file system of the steps that are added from now on.
     *
     * @param number its number, 0 at first
     */
    void UseFileSystem(uint32_t number);

    /**
     * Set what the reads and writes that are added from now on transfer, where contents are kept.
     *
     * @param use true for the pattern of each file (FilePattern), false for zeros, which are not
     *        checked; false at first
     */
    void UsePattern(bool use);

    /**
     * Check whether the steps that are added from now on are expected to fail.
     *
     * @param expect true if their failure does not count as an error; false at first
     */
    void ExpectFailure(bool expect);

    /**
     * open()
     *
     * @param descriptor the number that the open file gets, which is free
     * @param path the path
     * @param flags how
     */
    void Open(uint32_t descriptor, const std::string& path, const FileOpenFlags& flags = {});

    /**
     * pread(), until so many bytes are read, or the file ends.
     *
     * @param descriptor the file
     * @param offset the first byte
     * @param bytes how many; none means no call
     * @param piece most bytes of one call, at least 1
     */
    void Read(uint32_t descriptor, uint64_t offset, uint64_t bytes, uint64_t piece);

    /**
     * pwrite(), until so many bytes are written.
     *
     * @param descriptor the file
     * @param offset the first byte
     * @param bytes how many; none means no call
     * @param piece most bytes of one call, at least 1
     */
    void Write(uint32_t descriptor, uint64_t offset, uint64_t bytes, uint64_t piece);

    /**
     * pwrite() of what the last read brought: its contents, if they are kept.
     *
     * @param descriptor the file
     * @param offset the first byte
     * @param bytes how many, no more than the read brought
     */
    void WriteCopy(uint32_t descriptor, uint64_t offset, uint64_t bytes);

    /**
     * fsync(), fdatasync(), close() or another operation that needs nothing but an open file.
     *
     * @param operation the operation
     * @param descriptor the file
     */
    void OnDescriptor(FileOperation operation, uint32_t descriptor);

    /**
     * ftruncate()
     *
     * @param descriptor the file
     * @param bytes its new size
     */
    void Truncate(uint32_t descriptor, uint64_t bytes);

    /**
     * stat(), unlink(), mkdir() or another operation that needs nothing but a path, or not even
     * that
     */
    void OnPath(FileOperation operation, const std::string& path);

    /**
     * rename()
     */
    void Rename(const std::string& path, const std::string& newPath);

    /**
     * Let the processor work.
     *
     * @param time how long
     */
    void Think(Time time);

    /// Wait until all processes of the program that have not ended are here.
    void Barrier();

    /**
     * Begin a phase. A process is in one phase at a time.
     */
    void BeginPhase(const std::string& name);

    /// End the phase.
    void EndPhase();

  private:
    friend class FileProgram;

    /// An open file.
    struct Descriptor
    {
        FileHandle handle{0};   //!< its handle; 0 if it is not open
        uint32_t fileSystem{0}; //!< number of its file system
        FilePattern pattern;    //!< its contents, where they are kept
    };

    /**
     * @param kind what the step is
     * @return a new last step
     */
    FileStep& Add(FileStep::Kind kind);

    /**
     * @param operation the system call of the step
     * @return a new last step
     */
    FileStep& Add(FileOperation operation);

    /**
     * Add calls that transfer bytes.
     *
     * @param operation READ or WRITE
     * @param descriptor the file
     * @param offset the first byte
     * @param bytes how many; none means no call
     * @param piece most bytes of one call, at least 1
     */
    void AddTransfer(FileOperation operation,
                     uint32_t descriptor,
                     uint64_t offset,
                     uint64_t bytes,
                     uint64_t piece);

    /**
     * @return true if a step is left
     */
    bool HasStep() const;

    /**
     * @return the present step
     */
    FileStep& GetStep();

    /// Continue to the next step.
    void EndStep();

    /// Forget the steps that are left, and close the files that are open.
    void CloseAll();

    /**
     * @param number number of an open file
     * @return the open file; one with handle 0 if it is not open
     */
    Descriptor& GetDescriptor(uint32_t number);

    /**
     * @return true if the present step cannot be taken: opening its file failed
     */
    bool IsStepVoid();

    /**
     * @return a request that nobody else holds, as new
     */
    Ptr<FileRequest> TakeRequest();

    /**
     * Make the request of the present step.
     *
     * @return the request, without completion
     */
    Ptr<FileRequest> MakeRequest();

    /**
     * @param request the request of the present step, which is complete
     * @return false if it read something else than the pattern that was to be there
     */
    bool HasRightContents(const FileRequest& request);

    /**
     * Take note of the result of the present step, and end it unless more of it is left.
     */
    void Take(const FileRequest& request);

    uint32_t m_number;                     //!< its number in the program
    uint32_t m_fileSystem{0};              //!< of the steps that are added
    bool m_expectsFailure{false};          //!< of the steps that are added
    bool m_usesPattern{false};             //!< of the steps that are added
    bool m_storeData{false};               //!< true if contents are kept
    std::vector<FileStep> m_steps;         //!< the first m_count are planned
    std::size_t m_count{0};                //!< steps planned
    std::size_t m_next{0};                 //!< the current one of them
    std::vector<Descriptor> m_descriptors; //!< open files by number
    Ptr<FileRequest> m_requests[2];        //!< used in turn
    uint32_t m_turn{0};                    //!< the one to use next
    Ptr<Packet> m_read;                    //!< what the last read brought
    FileRequest::Completion m_completion;  //!< what its requests notify
    EventId m_event;                       //!< the end of its thinking
    std::size_t m_phase{0};                //!< number of its phase, if it is in one
    bool m_inPhase{false};                 //!< true if it is in a phase
    bool m_waiting{false};                 //!< true while it waits at a barrier
    bool m_busy{false};                    //!< true while an operation is under way
    bool m_leaving{false};                 //!< true once it only closes its files
    bool m_ended{false};                   //!< true once it has ended
};

} // namespace ns3

#endif /* FILE_PROCESS_H */
