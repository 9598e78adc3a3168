/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_JOB_READER_H
#define FIO_JOB_READER_H

#include "fio-job-file.h"
#include "fio-job.h"
#include "fio-keys.h"

#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-fio
 *
 * Reads a job file of fio. Each section of it is a job, except [global], which applies to the jobs
 * after it.
 *
 * Keys without meaning in a simulation, such as directory, are noted. All keys and values that are
 * not supported are named in one error.
 */
class FioJobReader
{
  public:
    /**
     * @param job the file, or, if there is a line break in it, its text
     * @throw UserError naming file, line and key if something is wrong
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
    /**
     * Read all lines of the file.
     *
     * @param file the file
     * @return the jobs
     */
    std::vector<FioDraft> ReadJobs(const FioJobFile& file);

    /**
     * Put together what the keys of a job say.
     *
     * @param draft the job
     * @throw UserError naming the job if they contradict each other
     */
    void Finish(FioDraft& draft);

    /**
     * Let a job have the depth that its engine has in fio.
     *
     * @param draft the job
     */
    void LimitDepth(FioDraft& draft);

    /**
     * Check that what a job waits for is above it.
     *
     * @param job the job
     * @throw UserError naming the job if it is not
     */
    void CheckWait(const FioJob& job) const;

    /**
     * Put together what the job says of its end.
     *
     * @param draft the job
     */
    void SetEnd(FioDraft& draft);

    /**
     * Add a line for the user.
     *
     * @param job the job that it is about
     * @param text what to say
     */
    void Note(const FioJob& job, const std::string& text);

    /**
     * Add the lines that are about the whole file.
     *
     * @param name the file's name
     */
    void NoteFile(const std::string& name);

    std::vector<FioJob> m_jobs;       //!< those that are complete
    std::set<std::string> m_ignored;  //!< keys that cannot matter
    std::set<std::string> m_stores;   //!< engines that reach storage of one kind
    std::set<std::string> m_pretends; //!< engines that reach nothing
    std::vector<std::string> m_notes; //!< what a user should know
};

} // namespace ns3

#endif /* FIO_JOB_READER_H */
