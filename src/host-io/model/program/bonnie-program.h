/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BONNIE_PROGRAM_H
#define BONNIE_PROGRAM_H

#include "bonnie-file-test.h"
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
 * Bonnie++ with -f, which skips the tests of single characters.
 *
 * Its tests are: write a file sequentially; read each chunk of it and write it back; read it
 * sequentially; read chunks at random, one in ten of which is written back, by several seekers that
 * share one list of Seeks; and optionally the creation tests (BonnieFileTest). At the end of each
 * test the file is synchronized and closed within the time of the test; opening it is not.
 *
 * Several Processes have a file each and begin each test together, as with -p and -y. Each has
 * figures of its own, and a line of the report. The figures `<test>_total` are those of all
 * together: what all did, over the time from the first begin to the last end.
 *
 * The defaults of Seeks, Seekers and PartSize are those of version 1.03, which splits the file into
 * parts of 1 GiB. Version 2.00 has 8192 seeks, 5 seekers and one part (0).
 */
class BonnieProgram : public FileProgram
{
  public:
    /// The phases of the tests of a large file, in their order.
    static constexpr std::array<const char*, 4> PHASES{"sequential_output_block",
                                                       "rewrite",
                                                       "sequential_input_block",
                                                       "random_seeks"};

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    BonnieProgram();

    int64_t AssignStreams(int64_t stream) override;

    /**
     * @param process number of a process of Bonnie++, below the attribute Processes
     * @param phase name of a phase
     * @return how long its test took, in seconds, from its first seeker to its last; 0 if it was
     *         not done to its end
     */
    double GetSeconds(uint32_t process, const std::string& phase) const;

    /**
     * @param phase name of a phase
     * @return how long its test took, in seconds, from the first process of Bonnie++ to the last; 0
     *         if one of them did not do it to its end
     */
    double GetTotalSeconds(const std::string& phase) const;

  protected:
    uint32_t GetNProcesses() const override;
    bool Plan(FileProcess& process) override;
    void Completed(const FileProcess& process, const FileRequest& request) override;
    void CheckAttributes() override;
    void AddResults(std::vector<FileProgramResult>& results) const override;
    void Report(std::ostream& os) const override;

  private:
    /// What is planned next by a seeker; the first of each instance also does the other tests.
    enum class State : uint8_t
    {
        OUTPUT,       //!< write the file
        OPEN_REWRITE, //!< open it for the next
        REWRITE,      //!< rewrite a chunk
        INPUT,        //!< read the file
        WAIT,         //!< wait for the tests before the seeks
        OPEN_SEEK,    //!< open it for the next
        SEEK,         //!< a seek
        REMOVE,       //!< unlink the file
        FILES,        //!< the creation tests
        ENDED         //!< nothing
    };

    /// One process of Bonnie++.
    struct Instance
    {
        std::string path;      //!< path of its file or directory
        uint64_t rewritten{0}; //!< chunks rewritten
        uint32_t seeks{0};     //!< seeks planned
        bool failed{false};    //!< true after an error, which ends all its seekers
        BonnieFileTest files;  //!< its creation tests
    };

    /**
     * @param phase name of a phase
     * @param first the first process
     * @param end the process behind the last one
     * @return how long they took, in seconds, from the first to the last; 0 if one of them did not
     *         do it to its end
     */
    double GetSpan(const std::string& phase, std::size_t first, std::size_t end) const;

    /// Make the instances and the states of the processes.
    void SetUp();

    /**
     * Wait for the tests before the seeks.
     *
     * @param process who seeks, and is not the first of its instance
     */
    void PlanWait(FileProcess& process);

    /**
     * Unlink the file, if the process is the first of its instance.
     *
     * @param process who
     */
    void PlanRemove(FileProcess& process);

    /**
     * Open all parts of the file, wait for the others, and begin a test.
     *
     * @param process who tests
     * @param phase name of the test
     * @param create true to create it
     */
    void Begin(FileProcess& process, const char* phase, bool create);

    /**
     * Synchronize and close all parts, and end the test.
     *
     * @param process who tests
     */
    void End(FileProcess& process);

    /**
     * Plan the test that reads or writes the whole file.
     *
     * @param process who tests
     * @param write true to write
     */
    void PlanSequential(FileProcess& process, bool write);

    /**
     * Plan to rewrite a chunk, or the end of that.
     *
     * @param process who tests
     */
    void PlanRewrite(FileProcess& process);

    /**
     * Plan a seek, or the end of that.
     *
     * @param process who seeks
     */
    void PlanSeek(FileProcess& process);

    /**
     * Plan the operations on a chunk.
     *
     * @param process who
     * @param chunk number of the chunk in the file
     * @param update true to write it back
     */
    void PlanChunk(FileProcess& process, uint64_t chunk, bool update);

    /**
     * @param process a process
     * @return the instance it belongs to
     */
    Instance& GetInstance(const FileProcess& process);

    /**
     * @return number of parts of the file
     */
    uint32_t GetNParts() const;

    /**
     * @return bytes of a part, but for the last
     */
    uint64_t GetPartBytes() const;

    /**
     * @return bytes of the file
     */
    uint64_t GetFileBytes() const;

    /**
     * @param process a process
     * @param part number of a part
     * @return its path
     */
    std::string GetPartPath(const FileProcess& process, uint32_t part);

    /**
     * @param phase name of a phase
     * @return what of it is counted: KiB, seeks or files
     */
    double GetAmount(const std::string& phase) const;

    /**
     * @param process number of a process of Bonnie++
     * @param phase name of a phase
     * @return its figure in 6 columns, as Bonnie++ prints it
     */
    std::string FormatRate(uint32_t process, const std::string& phase) const;

    /**
     * @param os where to print the figures of the large file
     */
    void ReportLargeFile(std::ostream& os) const;

    /**
     * @param os where to print the figures of the creation tests
     */
    void ReportFiles(std::ostream& os) const;

    uint64_t m_fileSize;                 //!< -s, MiB
    uint64_t m_chunkSize;                //!< -s, second number, bytes
    uint32_t m_seeks;                    //!< -s, third number
    uint32_t m_seekers;                  //!< -s, fourth number
    uint64_t m_partSize;                 //!< MiB of a part; 0 for one part
    uint32_t m_instances;                //!< -p
    uint32_t m_files;                    //!< -n, multiples of 1024
    uint32_t m_filesMax;                 //!< -n, second number, bytes
    uint32_t m_filesMin;                 //!< -n, third number, bytes
    uint32_t m_directories;              //!< -n, fourth number
    bool m_sync;                         //!< -b
    bool m_direct;                       //!< -D
    std::string m_machine;               //!< -m
    Ptr<UniformRandomVariable> m_random; //!< all choices
    std::vector<Instance> m_all;         //!< the instances
    std::vector<State> m_states;         //!< of the processes
};

} // namespace ns3

#endif /* BONNIE_PROGRAM_H */
