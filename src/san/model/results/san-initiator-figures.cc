/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-initiator-figures.h"

#include "ns3/csv-cell.h"
#include "ns3/fio-workload.h"
#include "ns3/json-writer.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// The columns of initiators.csv.
constexpr const char* SERVED_HEADER = "initiator,requests,errors,bytes,mb_per_s,mean_ms,"
                                      "median_ms,p99_ms,p999_ms,jobs\n";

/// Digits of rates, times and shares behind the point.
constexpr int SERVED_DIGITS = 6;

} // namespace

SanInitiatorFigures::SanInitiatorFigures(uint32_t initiators, const std::string& folder)
    : m_served(initiators),
      m_file(folder + "/initiators.csv")
{
}

void
SanInitiatorFigures::Attach(uint32_t initiator, Ptr<BlockWorkload> workload)
{
    if (const auto job = DynamicCast<FioWorkload>(workload))
    {
        auto& jobs = m_served[initiator].jobs;
        if (std::find(jobs.begin(), jobs.end(), job->GetJob().name) == jobs.end())
        {
            jobs.push_back(job->GetJob().name);
        }
    }
    workload->TraceConnectWithoutContext("Measure",
                                         MakeCallback(&SanInitiatorFigures::RequestMeasured, this)
                                             .Bind(initiator, PeekPointer(workload)));
}

void
SanInitiatorFigures::RequestMeasured(uint32_t initiator,
                                     const BlockWorkload* workload,
                                     Ptr<const BlockRequest> request,
                                     uint32_t device)
{
    auto& served = m_served[initiator];
    const auto now = Simulator::Now();
    const auto latency = now - request->issueTime;
    served.begin = std::min(served.begin.value_or(request->issueTime), request->issueTime);
    served.end = now;
    if (request->status != BlockStatus::OK)
    {
        ++served.errors;
        return;
    }
    const auto blockSize = workload->GetDevice(device)->GetBlockSize();
    served.requests.Add(uint64_t{request->blocks} * blockSize, latency, nullptr);
}

double
SanInitiatorFigures::Served::GetRate() const
{
    const auto span = (end - begin.value_or(end)).GetSeconds();
    return span > 0 ? requests.GetBytes() / span : 0;
}

std::string
SanInitiatorFigures::Served::GetJobs() const
{
    std::string names;
    for (const auto& job : jobs)
    {
        names += (names.empty() ? "" : "+") + job;
    }
    return names;
}

std::vector<SanInitiatorFigures::Some>
SanInitiatorFigures::GetGroups() const
{
    std::vector<Some> groups;
    for (const auto& served : m_served)
    {
        const auto group = std::find_if(groups.begin(), groups.end(), [&served](const auto& one) {
            return one.front()->jobs == served.jobs;
        });
        if (group == groups.end())
        {
            groups.push_back({&served});
        }
        else
        {
            group->push_back(&served);
        }
    }
    return groups;
}

void
SanInitiatorFigures::WriteFiles()
{
    m_file.Write(SERVED_HEADER);
    for (std::size_t i = 0; i < m_served.size(); ++i)
    {
        const auto& served = m_served[i];
        const auto& requests = served.requests;
        auto row = std::to_string(i) + GetCsvCell(requests.GetCount()) + GetCsvCell(served.errors) +
                   GetCsvCell(requests.GetBytes());
        row += GetCsvCell(served.GetRate() / 1e6, SERVED_DIGITS);
        for (const auto& time : {requests.GetMean(),
                                 requests.GetPercentile(50),
                                 requests.GetPercentile(99),
                                 requests.GetPercentile(99.9)})
        {
            row += GetCsvCell(time.GetSeconds() * 1e3, SERVED_DIGITS);
        }
        m_file.Write(row + GetCsvCell(served.GetJobs()) + "\n");
    }
    m_file.Commit();
}

void
SanInitiatorFigures::WriteEvenness(JsonWriter& json, const Some& some)
{
    double sum = 0;
    double squares = 0;
    double least = some.front()->GetRate();
    double most = 0;
    for (const auto* served : some)
    {
        const auto rate = served->GetRate();
        sum += rate;
        squares += rate * rate;
        least = std::min(least, rate);
        most = std::max(most, rate);
    }
    json.Key("count").Integer(some.size());
    json.Key("jain");
    squares > 0 ? json.Fixed(sum * sum / (some.size() * squares), SERVED_DIGITS) : json.Null();
    json.Key("least_mb_per_s").Fixed(least / 1e6, SERVED_DIGITS);
    json.Key("most_mb_per_s").Fixed(most / 1e6, SERVED_DIGITS);
}

void
SanInitiatorFigures::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    Some all;
    for (const auto& served : m_served)
    {
        all.push_back(&served);
    }
    json.BeginLine().Key("initiators").BeginObject();
    WriteEvenness(json, all);
    if (const auto groups = GetGroups(); groups.size() > 1)
    {
        json.Key("groups").BeginArray();
        for (const auto& group : groups)
        {
            json.BeginLine().BeginObject();
            json.Key("jobs").String(group.front()->GetJobs());
            WriteEvenness(json, group);
            json.EndObject();
        }
        json.EndArray();
    }
    json.EndObject();
}

} // namespace ns3
