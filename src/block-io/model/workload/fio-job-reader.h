/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_JOB_READER_H
#define FIO_JOB_READER_H

#include "fio-job.h"

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

class FioOption;
class BlockLineReader;

/**
 * @ingroup block-io
 *
 * Reads a job file of fio: sections of key=value lines. Each section is a job, except [global],
 * which applies to the jobs after it. A ; or # begins a comment, at the start of a line or within
 * it.
 *
 * Unsupported keys are errors; those without meaning in a simulation, such as direct, are noted.
 */
class FioJobReader
{
  public:
    /**
     * @param job the file, or, if there is a line break in it, its text
     * @throw BlockIoUserError naming file, line and key if something is wrong
     */
    explicit FioJobReader(const std::string& job);

    /**
     * @return the jobs in the order of the file, at least one
     */
    const std::vector<FioJob>& GetJobs() const;

    /**
     * @return what a user should know, a line each
     */
    const std::vector<std::string>& GetNotes() const;

  private:
    /// A job while its section is read.
    struct Draft
    {
        FioJob job;                                           //!< what is plain
        std::array<uint32_t, 2> blockSizes{4096, 4096};       //!< bs
        std::array<std::vector<FioJob::Share>, 2> blockSplit; //!< bssplit; empty: bs holds
        std::string engine;                                   //!< ioengine
        uint32_t kbBase{1024};                                //!< kb_base
    };

    /// What takes the value of a key.
    using Taker = void (*)(Draft& draft, const FioOption& option);

    /**
     * Read all lines.
     *
     * @param lines stands before the first
     */
    void Read(BlockLineReader& lines);

    /**
     * Begin a section.
     *
     * @param lines stands at its head
     */
    void BeginSection(const BlockLineReader& lines);

    /**
     * End a section: a job is complete.
     */
    void EndSection();

    /**
     * Take a line of a section.
     *
     * @param lines stands at it
     */
    void TakeOption(const BlockLineReader& lines);

    /**
     * @param key a key
     * @return what takes its value, or null
     */
    static Taker FindTaker(const std::string& key);

    /**
     * @param draft gets the value
     * @param option rw
     */
    static void TakeAccess(Draft& draft, const FioOption& option);

    /**
     * @param draft gets the value
     * @param option random_distribution
     */
    static void TakeDistribution(Draft& draft, const FioOption& option);

    /**
     * @param draft gets the value
     * @param option bs
     */
    static void TakeBlockSizes(Draft& draft, const FioOption& option);

    /**
     * @param draft gets the value
     * @param option bssplit
     */
    static void TakeBlockSplit(Draft& draft, const FioOption& option);

    /**
     * @param draft gets the value
     * @param option rate_iops
     */
    static void TakeRates(Draft& draft, const FioOption& option);

    /**
     * @param draft gets the value
     * @param option rate_process
     */
    static void TakeRateProcess(Draft& draft, const FioOption& option);

    /**
     * @param draft gets the value
     * @param option kb_base
     */
    static void TakeBase(Draft& draft, const FioOption& option);

    /**
     * Put together what several keys say of block sizes.
     *
     * @param draft the job
     */
    static void SetSizes(Draft& draft);

    /**
     * Let a job whose engine does one request at a time have that depth, as in fio.
     *
     * @param draft the job
     */
    void LimitDepth(Draft& draft);

    Draft m_global;                   //!< the keys of [global] so far
    Draft m_draft;                    //!< the present job
    bool m_isJob{false};              //!< true in a job's section
    bool m_isSection{false};          //!< true in a section
    std::vector<FioJob> m_jobs;       //!< those that are complete
    std::set<std::string> m_ignored;  //!< keys that cannot matter
    std::vector<std::string> m_notes; //!< what a user should know
};

} // namespace ns3

#endif /* FIO_JOB_READER_H */
