/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_TRACE_PROGRAM_H
#define FILE_TRACE_PROGRAM_H

#include "file-program.h"
#include "file-trace-preparation.h"
#include "file-trace-record.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-program
 *
 * Replays a trace of file operations (see FileTraceRecord): what a build, for example, asked of its
 * file system.
 *
 * Each process of the trace is replayed as a closed loop: an operation starts after the one before
 * it ended and the time that lay between the two in the trace, times TimeScale. The first one of a
 * process starts as long after the beginning as in the trace, times TimeScale. Failed operations
 * are replayed too. Attribute Directory plays no role: paths are those of the trace.
 */
class FileTraceProgram : public FileProgram
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

  protected:
    uint32_t GetNProcesses() const override;
    bool Plan(FileProcess& process) override;
    bool EndsOnError() const override;
    void CheckAttributes() override;
    void AddResults(std::vector<FileProgramResult>& results) const override;
    void Report(std::ostream& os) const override;

  private:
    /// A process of the trace.
    struct Sequence
    {
        std::vector<std::size_t> records; //!< numbers of its records
        std::size_t next{0};              //!< how many of them are planned
        int64_t endNs{0};                 //!< when the last of those ended in the trace
        bool begun{false};                //!< true once it began
    };

    /// Read the trace.
    void Load();

    /**
     * Begin a process.
     */
    void PlanBegin(FileProcess& process);

    /**
     * Plan an operation.
     */
    void PlanRecord(FileProcess& process, const FileTraceRecord& record) const;

    std::string m_fileName;                 //!< the trace
    double m_timeScale;                     //!< factor of think times
    bool m_prepare;                         //!< true to make what the trace needs
    bool m_replay;                          //!< true to execute the operations
    std::string m_loaded;                   //!< the trace that was read
    std::vector<FileTraceRecord> m_records; //!< the trace
    std::vector<Sequence> m_sequences;      //!< the processes by number
    FileTracePreparation m_preparation;     //!< what the trace needs
    uint32_t m_spare{0};                    //!< a descriptor that the trace does not use
};

} // namespace ns3

#endif /* FILE_TRACE_PROGRAM_H */
