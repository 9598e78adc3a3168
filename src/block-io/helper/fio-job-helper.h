/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_JOB_HELPER_H
#define FIO_JOB_HELPER_H

#include "ns3/application-container.h"
#include "ns3/block-device.h"
#include "ns3/fio-job-reader.h"
#include "ns3/node.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * Installs the jobs of a fio job file.
 */
class FioJobHelper
{
  public:
    /**
     * @param job the file, or, if there is a line break in it, its text
     * @throw UserError naming file, line and key if something is wrong
     */
    explicit FioJobHelper(const std::string& job);

    /**
     * @return what a user should know of the file, a line each
     */
    const std::vector<std::string>& GetNotes() const;

    /**
     * Install every clone of jobs on a node, each a FioWorkload.
     *
     * @param node the node that issues the requests
     * @param devices the devices, which are the files of every job
     * @param sections names of the sections that run, as fio's --section; empty for all
     * @return the workloads in the order of the file, clones of a job side by side
     * @throw UserError naming file, line and job, if one does not fit the devices or waits for one
     *        that does not run, or naming the file and a section that it has not
     */
    ApplicationContainer Install(Ptr<Node> node,
                                 const std::vector<Ptr<BlockDevice>>& devices,
                                 const std::vector<std::string>& sections = {}) const;

  private:
    /**
     * @param sections names of sections; empty for all
     * @return their jobs, in the order of the file
     * @throw UserError naming the file and a section that it has not, or a job that waits for one
     *        that is not among these
     */
    std::vector<FioJob> GetJobs(const std::vector<std::string>& sections) const;

    FioJobReader m_reader; //!< has read the file
};

} // namespace ns3

#endif /* FIO_JOB_HELPER_H */
