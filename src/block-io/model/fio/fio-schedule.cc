/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-schedule.h"

namespace ns3
{

FioSchedule::FioSchedule()
    : m_before(Create<FioBarrier>()),
      m_present(Create<FioBarrier>())
{
}

void
FioSchedule::BeginJob(const FioJob& job)
{
    if (job.isStonewall)
    {
        // Those before the last but one stonewall have ended when those before the last one begin.
        m_before = m_present;
        m_present = Create<FioBarrier>();
    }
    if (!m_byName.contains(job.name))
    {
        m_byName[job.name] = Create<FioBarrier>();
    }
}

void
FioSchedule::Add(Ptr<FioWorkload> workload)
{
    const auto& job = workload->GetJob();
    workload->WaitFor(m_before);
    if (!job.waitFor.empty())
    {
        workload->WaitFor(m_byName.at(job.waitFor));
    }
    workload->TakePartIn(m_present);
    workload->TakePartIn(m_byName.at(job.name));
}

} // namespace ns3
