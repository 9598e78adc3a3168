/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-job-figures.h"

#include "ns3/json-writer.h"

#include <algorithm>

namespace ns3
{

void
SanJobFigures::AttachWorkload(Ptr<BlockWorkload> workload)
{
    if (const auto job = DynamicCast<FioWorkload>(workload))
    {
        Attach(job);
    }
}

void
SanJobFigures::Attach(Ptr<FioWorkload> workload)
{
    const auto& name = workload->GetJob().name;
    const auto found = std::find_if(m_jobs.begin(), m_jobs.end(), [&](const auto& job) {
        return job.first == name;
    });
    const std::size_t job = found - m_jobs.begin();
    if (found == m_jobs.end())
    {
        m_jobs.emplace_back(name, IoSummary());
    }
    const uint32_t number = m_workloads.size();
    m_workloads.emplace_back(workload, job);
    workload->TraceConnectWithoutContext("Measure",
                                         MakeCallback(&SanJobFigures::Count, this, number));
}

void
SanJobFigures::Count(uint32_t number, Ptr<const BlockRequest> request, uint32_t device)
{
    const auto& [workload, job] = m_workloads[number];
    m_jobs[job].second.Add(*request, workload->GetDevice(device)->GetBlockSize());
}

const SanJobFigures::Jobs&
SanJobFigures::GetJobs() const
{
    return m_jobs;
}

void
SanJobFigures::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    WriteTo(json.BeginLine().Key("jobs"));
}

void
SanJobFigures::WriteTo(JsonWriter& json) const
{
    json.BeginArray();
    for (const auto& [name, figures] : m_jobs)
    {
        json.BeginLine().BeginObject();
        json.Key("name").String(name);
        figures.WriteTo(json);
        json.EndObject();
    }
    json.EndArray();
}

} // namespace ns3
