/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_PROGRAM_H
#define FILE_PROGRAM_H

#include "file-phase.h"
#include "file-process.h"

#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/file-request.h"
#include "ns3/file-system.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-program
 *
 * A program that works on files: one or several processes, each of which executes its operations
 * one after the other.
 *
 * This class executes; a subclass plans. Whenever a process has nothing to do, Plan() adds its next
 * steps: a transaction, a block, a file. Whenever an operation is complete, Completed() tells the
 * subclass. Between two operations of a process lies ThinkTime.
 *
 * The program starts when the application was started and its file systems are ready. It ends when
 * every process has ended. At the stop time it submits nothing more; operations under way still
 * complete. Operations that fail are counted. Then, as the real program does, the process closes
 * its files and ends, or it continues (EndsOnError()). A file that could not be opened is not read,
 * written or closed.
 *
 * At a barrier a process waits for all others that have not ended.
 *
 * With StoreData, programs write contents by which they know them again when they read, and count
 * the reads that bring others (FilePattern). A program that really writes zeros does so here too.
 */
class FileProgram : public Application
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Add a file system. File systems are numbered from 0 in the order in which they are added.
     *
     * @param fileSystem the file system; it is added before the application starts
     */
    void AddFileSystem(Ptr<FileSystem> fileSystem);

    /**
     * @return number of file systems
     */
    uint32_t GetNFileSystems() const;

    /**
     * @param index the number of a file system, below GetNFileSystems()
     * @return the file system
     */
    Ptr<FileSystem> GetFileSystem(uint32_t index) const;

    /**
     * Find the mistakes of the user's configuration now, rather than when the simulation runs.
     *
     * @throw UserError naming the attribute, or the file and line, at fault
     */
    void CheckConfiguration();

    /**
     * @return true once its file systems were ready, and its processes began
     */
    bool HasBegun() const;

    /**
     * @return true when all processes have ended
     */
    bool IsFinished() const;

    /**
     * @return true if the program was stopped before all its processes had ended
     */
    bool IsStopped() const;

    /**
     * @return the phases in the order in which they began
     */
    const std::vector<FilePhase>& GetPhases() const;

    /**
     * @param name name of a phase
     * @return the phase; one of no duration if it has not begun
     */
    const FilePhase& GetPhase(const std::string& name) const;

    /**
     * @return name of the phase that the program is in at present: of several, because a process is
     *         ahead of others, the one that began last; empty if it is in none
     */
    std::string GetCurrentPhase() const;

    /**
     * @param operation an operation
     * @return how many were completed, with whatever status
     */
    uint64_t GetOperations(FileOperation operation) const;

    /**
     * @return bytes read
     */
    uint64_t GetBytesRead() const;

    /**
     * @return bytes written
     */
    uint64_t GetBytesWritten() const;

    /**
     * @return number of operations that failed, by error
     */
    const std::map<FileStatus, uint64_t>& GetErrors() const;

    /**
     * @return number of reads that brought something else than what was written; 0 without
     *         StoreData
     */
    uint64_t GetContentErrors() const;

    /**
     * @return the figures of the program: those of every program (elapsed time, operations, bytes,
     * errors, with StoreData content_errors), then its own; without values if it has not begun
     */
    std::vector<FileProgramResult> GetResults() const;

    /**
     * Print what the real program prints at its end, then a line of the errors, if there were any.
     * Of a program that has not begun, print that.
     *
     * @param os where to
     */
    void PrintReport(std::ostream& os) const;

    /**
     * TracedCallback signature for the start and end of an operation.
     *
     * @param request the request
     * @param process the number of its process
     */
    using OperationTracedCallback = void (*)(Ptr<const FileRequest> request, uint32_t process);

    /**
     * TracedCallback signature for the start and end of a phase in a process.
     *
     * @param phase name of the phase
     * @param process the number of the process
     */
    using PhaseTracedCallback = void (*)(const std::string& phase, uint32_t process);

    /**
     * TracedCallback signature for the end of a program.
     */
    using FinishedTracedCallback = void (*)();

  protected:
    void DoInitialize() override;
    void DoDispose() override;

    /**
     * @return number of processes, at least 1; constant from the start on
     */
    virtual uint32_t GetNProcesses() const;

    /**
     * Add the next steps of a process. If there are none yet, this is called again at once.
     *
     * @param process the process, which has no steps left
     * @return false if it ends now
     */
    virtual bool Plan(FileProcess& process) = 0;

    /**
     * An operation is complete, or one of the calls of a read or write is.
     *
     * @param process the process
     * @param request the request, valid during this call
     */
    virtual void Completed(const FileProcess& process, const FileRequest& request);

    /**
     * @return true if a process ends at its first error, false if it continues with its next step
     */
    virtual bool EndsOnError() const;

    /**
     * Check the attributes of the subclass, and set up what depends on them.
     *
     * @throw UserError naming the attribute at fault
     */
    virtual void CheckAttributes();

    /**
     * @param[in,out] results the subclass's figures are added
     */
    virtual void AddResults(std::vector<FileProgramResult>& results) const = 0;

    /**
     * Print what the real program prints.
     *
     * @param os where to
     */
    virtual void Report(std::ostream& os) const = 0;

    /**
     * Refuse the configuration.
     *
     * @param text what is wrong, beginning with the name of the attribute
     * @throw UserError always
     */
    [[noreturn]] void Reject(const std::string& text) const;

    /**
     * @param name a name
     * @return its path in the directory that the program works in
     */
    std::string GetPath(const std::string& name) const;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /// A file system is ready.
    void FileSystemReady();

    /// All file systems are ready.
    void Begin();

    /**
     * Let a process take its next steps, up to one that takes time.
     */
    void Advance(uint32_t number);

    /**
     * Let a process take a step.
     *
     * @param process the process
     * @return true if it can take the next step at once
     */
    bool TakeStep(FileProcess& process);

    /**
     * Submit the operation of a process's present step.
     */
    void Submit(FileProcess& process);

    /**
     * An operation is complete.
     *
     * @param number number of the process
     * @param request the request
     */
    void OperationDone(uint32_t number, Ptr<FileRequest> request);

    /**
     * Add an operation to the counts of the program and of the process's phase.
     *
     * @param process the process
     * @param request the request, which is complete
     * @param failed true if it counts as an error
     */
    void Count(const FileProcess& process, const FileRequest& request, bool failed);

    /**
     * Count a read that brought something else than what was written.
     *
     * @param process the process
     * @param request the request, which is complete
     */
    void CheckContents(FileProcess& process, const FileRequest& request);

    /**
     * Let a process think before its next step.
     *
     * @param process the process
     * @param time how long
     */
    void Think(FileProcess& process, Time time);

    /**
     * A process begins a phase.
     *
     * @param process the process
     * @param name name of the phase
     */
    void BeginPhase(FileProcess& process, const std::string& name);

    /**
     * A process leaves its phase, if it is in one.
     */
    void EndPhase(FileProcess& process);

    /// Let the processes continue that wait at a barrier, if all are there.
    void OpenBarrierIfComplete();

    /**
     * A process ends.
     */
    void EndProcess(FileProcess& process);

    std::vector<Ptr<FileSystem>> m_fileSystems;           //!< the file systems by number
    std::string m_directory;                              //!< where the program works
    Time m_thinkTime;                                     //!< between two operations of a process
    bool m_storeData;                                     //!< true if contents are kept
    uint32_t m_notReady{0};                               //!< file systems waited for
    bool m_stopped{false};                                //!< true after the stop time
    bool m_finished{false};                               //!< true once all processes have ended
    Time m_begin;                                         //!< when the program began
    Time m_end;                                           //!< when its last process ended
    std::vector<FileProcess> m_processes;                 //!< the processes by number
    uint32_t m_running{0};                                //!< processes that have not ended
    uint32_t m_waiting{0};                                //!< processes that wait at the barrier
    std::vector<FilePhase> m_phases;                      //!< in the order of their beginning
    std::array<uint64_t, FILE_OPERATIONS> m_operations{}; //!< completed, by operation
    std::map<FileStatus, uint64_t> m_errors;              //!< failed, by error
    uint64_t m_contentErrors{0};                          //!< reads of wrong contents
    uint64_t m_bytesRead{0};                              //!< bytes read
    uint64_t m_bytesWritten{0};                           //!< bytes written
    TracedCallback<Ptr<const FileRequest>, uint32_t> m_startTrace;    //!< an operation started
    TracedCallback<Ptr<const FileRequest>, uint32_t> m_completeTrace; //!< an operation completed
    TracedCallback<const std::string&, uint32_t> m_phaseStartTrace;   //!< a phase started
    TracedCallback<const std::string&, uint32_t> m_phaseEndTrace;     //!< a phase ended
    TracedCallback<> m_finishedTrace;                                 //!< the program ended
};

} // namespace ns3

#endif /* FILE_PROGRAM_H */
