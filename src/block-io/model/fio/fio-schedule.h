/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_SCHEDULE_H
#define FIO_SCHEDULE_H

#include "fio-barrier.h"
#include "fio-job.h"
#include "fio-workload.h"

#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup block-io-fio
 *
 * Which of the jobs of a file run at the same time: it makes jobs wait for those before a stonewall
 * and for those that they name. It is only needed while the workloads are made.
 */
class FioSchedule
{
  public:
    FioSchedule();

    /**
     * A job follows.
     *
     * @param job the job
     */
    void BeginJob(const FioJob& job);

    /**
     * Give a clone of the current job its place.
     *
     * @param workload the clone, which has its job
     */
    void Add(Ptr<FioWorkload> workload);

  private:
    Ptr<FioBarrier> m_before;                        //!< the jobs before the last stonewall
    Ptr<FioBarrier> m_present;                       //!< those after it
    std::map<std::string, Ptr<FioBarrier>> m_byName; //!< the clones of each job
};

} // namespace ns3

#endif /* FIO_SCHEDULE_H */
