/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-job-helper.h"

#include "ns3/fio-schedule.h"
#include "ns3/fio-workload.h"

namespace ns3
{

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
FioJobHelper::Install(Ptr<Node> node, const std::vector<Ptr<BlockDevice>>& devices) const
{
    ApplicationContainer workloads;
    FioSchedule schedule;
    for (const auto& section : m_reader.GetJobs())
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

} // namespace ns3
