/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_PROGRAM_SEQUENCE_H
#define FILE_PROGRAM_SEQUENCE_H

#include "ns3/block-device.h"
#include "ns3/extent-file-system.h"
#include "ns3/file-program.h"
#include "ns3/io-recorder.h"
#include "ns3/nstime.h"

#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io
 *
 * Runs programs one after the other on a file system that it makes and mounts before, and writes
 * everything back after the last. It notes when phases begin: the name of a program, or `start` and
 * the program's own phases; behind it `-sync` while everything is written back; `mount`.
 */
class FileProgramSequence
{
  public:
    /// What is in the page cache when a program begins.
    enum class Cache
    {
        KEPT, //!< what the programs before left there
        COLD  //!< nothing: before, everything is written back, and the file system mounted again
    };

    /**
     * @param fileSystem the file system, with its page cache, not yet formatted
     */
    explicit FileProgramSequence(Ptr<ExtentFileSystem> fileSystem);

    /**
     * Add a program.
     *
     * @param program the program, which has no file system yet
     * @param name name of its only phase; empty if it has phases of its own
     * @param cache what it finds in the page cache; no matter for the first program
     * @throw UserError if its configuration is wrong (FileProgram::CheckConfiguration)
     */
    void Add(Ptr<FileProgram> program, const std::string& name = "", Cache cache = Cache::KEPT);

    /**
     * Record the requests to a device from the first program on, with the phase that the program is
     * in by itself.
     *
     * @param device the device below the file system
     * @param recorder what records them
     */
    void Record(Ptr<BlockDevice> device, Ptr<IoRecorder> recorder);

    /**
     * Begin, with the programs that were added. This object stays until the simulation has ended.
     * An error of the file system itself ends that with a UserError.
     */
    void Start();

    /**
     * Print what the programs that have begun print at their end, one after the other.
     *
     * @param os where to
     */
    void PrintReports(std::ostream& os) const;

    /**
     * Write when phases began and ended, s: a CSV file with the columns phase, begin_s and end_s.
     * The last one ends now.
     *
     * @param fileName the file
     * @throw UserError if it cannot be written
     */
    void WritePhases(const std::string& fileName) const;

  private:
    /// A program to run.
    struct Step
    {
        Ptr<FileProgram> program; //!< the program
        std::string name;         //!< name of its only phase; empty if it has phases of its own
        Cache cache;              //!< what it finds in the page cache
    };

    /**
     * The file system was made, or unmounted.
     *
     * @param status how that ended
     */
    void Mount(FileStatus status);

    /**
     * The file system is mounted.
     *
     * @param status how that ended
     */
    void Mounted(FileStatus status);

    /**
     * @return the phase that the present program is in by itself
     */
    std::string GetPhase() const;

    /// Start the next program.
    void StartProgram();

    /**
     * A process began a phase.
     *
     * @param phase the phase
     * @param process number of the process
     */
    void PhaseStarted(const std::string& phase, uint32_t process);

    /// The program has ended.
    void Finished();

    /// Do what comes after a program.
    void Continue();

    /**
     * Everything is written back.
     *
     * @param request what asked for that
     */
    void WrittenBack(Ptr<FileRequest> request);

    /**
     * @param phase the phase that begins now, if it is not the present one
     */
    void BeginPhase(const std::string& phase);

    /**
     * @param status how something of the file system ended
     * @throw UserError if not well
     */
    static void Check(FileStatus status);

    Ptr<ExtentFileSystem> m_fileSystem;                 //!< the file system
    Ptr<BlockDevice> m_device;                          //!< the device that is recorded, or null
    Ptr<IoRecorder> m_recorder;                         //!< what records it, or null
    std::vector<Step> m_steps;                          //!< what is to run
    std::size_t m_started{0};                           //!< how many programs were started
    std::vector<std::pair<std::string, Time>> m_phases; //!< when each began
};

} // namespace ns3

#endif /* FILE_PROGRAM_SEQUENCE_H */
