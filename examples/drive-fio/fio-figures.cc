/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-figures.h"

#include "../report-text.h"

#include "ns3/json-writer.h"
#include "ns3/quantity-text.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ns3
{

namespace
{

/// Those that fio tells unless it is told others, and both quartiles.
constexpr std::array<double, 19>
    PERCENTILES{1, 5, 10, 20, 25, 30, 40, 50, 60, 70, 75, 80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99};

/// Those in a table.
constexpr std::array<double, 4> PRINTED{50, 95, 99, 99.9};

} // namespace

double
FioFigures::Job::GetSeconds() const
{
    return end > begin ? (end - begin).GetSeconds() : 0;
}

void
FioFigures::Job::Count(uint32_t blockSize, Ptr<const BlockRequest> request, uint32_t /* device */)
{
    begin = std::min(begin, request->issueTime);
    end = Simulator::Now();
    if (request->status != BlockStatus::OK)
    {
        ++errors;
        return;
    }
    const auto kind = request->operation == BlockOperation::READ    ? 0
                      : request->operation == BlockOperation::WRITE ? 1
                                                                    : 2;
    const auto latency = end - request->issueTime;
    shortest[kind] = kinds[kind].GetCount() > 0 ? std::min(shortest[kind], latency) : latency;
    kinds[kind].Add(static_cast<uint64_t>(request->blocks) * blockSize, latency, nullptr);
    squares[kind] += std::pow(latency.GetNanoSeconds(), 2);
}

void
FioFigures::Attach(Ptr<FioWorkload> workload)
{
    const auto& name = workload->GetJob().name;
    auto job = std::ranges::find(m_jobs, name, &Job::name);
    if (job == m_jobs.end())
    {
        m_jobs.emplace_back().name = name;
        job = std::prev(m_jobs.end());
    }
    const auto blockSize = workload->GetDevice(0)->GetBlockSize();
    workload->TraceConnectWithoutContext("Measure", MakeCallback(&Job::Count, &*job, blockSize));
}

std::string
FioFigures::ToJson() const
{
    JsonWriter json;
    json.BeginObject();
    json.BeginLine().Key("fio version").String("ns3-iscsi");
    json.BeginLine().Key("jobs").BeginArray();
    for (const auto& job : m_jobs)
    {
        json.BeginLine().BeginObject();
        json.Key("jobname").String(job.name);
        json.Key("job_runtime").Integer(std::llround(job.GetSeconds() * 1e3));
        json.Key("total_err").Integer(job.errors);
        WriteDirection(json, job, 0);
        WriteDirection(json, job, 1);
        json.BeginLine().Key(KINDS[2]).BeginObject();
        json.Key("total_ios").Integer(job.kinds[2].GetCount());
        json.Key("lat_ns");
        WriteLatencies(json, job, 2);
        json.EndObject();
        json.EndObject();
    }
    json.BeginLine().EndArray();
    json.BeginLine().EndObject();
    return json.GetText() + "\n";
}

void
FioFigures::WriteDirection(JsonWriter& json, const Job& job, std::size_t kind)
{
    const auto& group = job.kinds[kind];
    const auto seconds = job.GetSeconds();
    const auto perSecond = seconds > 0 ? 1 / seconds : 0;
    json.BeginLine().Key(KINDS[kind]).BeginObject();
    json.Key("io_bytes").Integer(group.GetBytes());
    json.Key("bw_bytes").Integer(std::llround(group.GetBytes() * perSecond));
    json.Key("bw").Integer(std::llround(group.GetBytes() * perSecond / 1024));
    json.Key("iops").Fixed(group.GetCount() * perSecond, 6);
    json.Key("runtime").Integer(group.GetCount() > 0 ? std::llround(seconds * 1e3) : 0);
    json.Key("total_ios").Integer(group.GetCount());
    json.Key("clat_ns");
    WriteLatencies(json, job, kind);
    json.EndObject();
}

void
FioFigures::WriteLatencies(JsonWriter& json, const Job& job, std::size_t kind)
{
    const auto& group = job.kinds[kind];
    const double count = group.GetCount();
    const double mean = group.GetMean().GetNanoSeconds();
    const auto squares = job.squares[kind] - count * mean * mean;
    json.BeginObject();
    json.Key("min").Integer(job.shortest[kind].GetNanoSeconds());
    json.Key("max").Integer(group.GetPercentile(100).GetNanoSeconds());
    json.Key("mean").Integer(group.GetMean().GetNanoSeconds());
    json.Key("stddev").Fixed(count > 1 ? std::sqrt(std::max(squares, 0.0) / (count - 1)) : 0, 6);
    json.Key("N").Integer(group.GetCount());
    if (count > 0)
    {
        json.Key("percentile").BeginObject();
        for (const auto percent : PERCENTILES)
        {
            char name[16];
            std::snprintf(name, sizeof(name), "%.6f", percent);
            json.Key(name).Integer(group.GetPercentile(percent).GetNanoSeconds());
        }
        json.EndObject();
    }
    json.EndObject();
}

void
FioFigures::Print(std::ostream& os) const
{
    for (const auto& job : m_jobs)
    {
        std::string text = job.name + ", " + ToGroupedText(job.GetSeconds(), 3) + " s";
        text += job.errors > 0 ? ", errors: " + std::to_string(job.errors) : "";
        AppendReportText(text,
                         "\n%-6s %12s %12s %10s %11s",
                         "",
                         "requests",
                         "IOPS",
                         "MB/s",
                         "mean us");
        for (const auto percent : PRINTED)
        {
            AppendReportText(text,
                             "%*sp%g us",
                             percent == std::floor(percent) ? 6 : 4,
                             "",
                             percent);
        }
        text += '\n';
        for (std::size_t kind = 0; kind < KINDS.size(); ++kind)
        {
            const auto& group = job.kinds[kind];
            if (group.GetCount() == 0)
            {
                continue;
            }
            const auto perSecond = job.GetSeconds() > 0 ? 1 / job.GetSeconds() : 0;
            AppendReportText(text,
                             "%-6s %12s %12s %10s %11s",
                             KINDS[kind],
                             ToGroupedText(group.GetCount(), 0).c_str(),
                             ToGroupedText(group.GetCount() * perSecond, 1).c_str(),
                             ToGroupedText(group.GetBytes() / 1e6 * perSecond, 1).c_str(),
                             ToGroupedText(group.GetMean().GetNanoSeconds() / 1e3, 1).c_str());
            for (const auto percent : PRINTED)
            {
                const auto time = group.GetPercentile(percent).GetNanoSeconds();
                AppendReportText(text, " %11s", ToGroupedText(time / 1e3, 1).c_str());
            }
            text += '\n';
        }
        os << text;
    }
}

} // namespace ns3
