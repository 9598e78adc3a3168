/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-job-helper.h"

#include "ns3/fio-files.h"
#include "ns3/fio-schedule.h"
#include "ns3/fio-workload.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

namespace
{

/**
 * @param jobs some jobs
 * @param name a name
 * @return true if one of them has it
 */
bool
HasFioSection(const std::vector<FioJob>& jobs, const std::string& name)
{
    return std::any_of(jobs.begin(), jobs.end(), [&name](const auto& job) {
        return job.name == name;
    });
}

/**
 * @param jobs the jobs of a file, at least one
 * @param name a section
 * @throw UserError naming the file and the sections that it has, if none of the jobs is that one
 */
void
CheckFioSection(const std::vector<FioJob>& jobs, const std::string& name)
{
    if (HasFioSection(jobs, name))
    {
        return;
    }
    std::string known;
    for (const auto& job : jobs)
    {
        known += (known.empty() ? "[" : ", [") + job.name + "]";
    }
    throw UserError(jobs.front().file + ": there is no section [" + name + "], but " + known);
}

} // namespace

FioJobHelper::FioJobHelper(const std::string& job)
    : m_reader(job)
{
}

const std::vector<std::string>&
FioJobHelper::GetNotes() const
{
    return m_reader.GetNotes();
}

ApplicationContainer
FioJobHelper::Install(Ptr<Node> node,
                      const std::vector<Ptr<BlockDevice>>& devices,
                      const std::vector<std::string>& sections) const
{
    ApplicationContainer workloads;
    FioSchedule schedule;
    for (const auto& section : GetJobs(sections))
    {
        schedule.BeginJob(section);
        for (uint32_t i = 0; i < section.clones; ++i)
        {
            auto job = section;
            job.clone = i;
            auto workload = CreateObject<FioWorkload>();
            workload->SetJob(job);
            for (const auto& device : devices)
            {
                workload->AddDevice(device);
            }
            workload->CheckConfiguration();
            schedule.Add(workload);
            node->AddApplication(workload);
            workloads.Add(workload);
        }
    }
    return workloads;
}

std::vector<FioJob>
FioJobHelper::GetJobs(const std::vector<std::string>& sections) const
{
    const auto& all = m_reader.GetJobs();
    for (const auto& name : sections)
    {
        CheckFioSection(all, name);
    }
    std::vector<FioJob> jobs;
    std::copy_if(all.begin(), all.end(), std::back_inserter(jobs), [&sections](const auto& job) {
        return sections.empty() ||
               std::find(sections.begin(), sections.end(), job.name) != sections.end();
    });
    for (const auto& job : jobs)
    {
        if (!job.waitFor.empty() && !HasFioSection(jobs, job.waitFor))
        {
            RejectFioJob(job, "wait_for is '" + job.waitFor + "', a job that does not run here");
        }
    }
    return jobs;
}

} // namespace ns3
