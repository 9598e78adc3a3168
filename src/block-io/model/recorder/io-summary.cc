/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "io-summary.h"

#include "ns3/assert.h"
#include "ns3/json-writer.h"
#include "ns3/result-file.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{

namespace
{

/// Digits behind the point of every figure.
constexpr int DECIMALS = 6;

/**
 * @param sum a sum of nanoseconds
 * @param count how many were added
 * @return their mean; zero of none
 */
Time
Mean(int64_t sum, uint64_t count)
{
    return NanoSeconds(count == 0 ? 0 : std::llround(static_cast<double>(sum) / count));
}

/**
 * @param time a time
 * @return it in milliseconds
 */
double
ToMilliSeconds(Time time)
{
    return static_cast<double>(time.GetNanoSeconds()) / 1e6;
}

} // namespace

void
IoSummary::Group::Add(uint64_t bytes, Time latency, const Ptr<const IoTimeline>& timeline)
{
    m_bytes += bytes;
    m_latencySum += latency.GetNanoSeconds();
    m_latencies.Add(latency);
    for (std::size_t i = 0; timeline && i < N_STAGES; ++i)
    {
        const auto stage = static_cast<IoStage>(i);
        m_stageSums[i] += timeline->GetDuration(stage).GetNanoSeconds();
        if (!m_stages.Has(stage) && timeline->Has(stage))
        {
            m_stages.Add(IoStageGroups(GetIoStageGroup(stage)));
        }
    }
}

uint64_t
IoSummary::Group::GetCount() const
{
    return m_latencies.GetCount();
}

uint64_t
IoSummary::Group::GetBytes() const
{
    return m_bytes;
}

Time
IoSummary::Group::GetMean() const
{
    return Mean(m_latencySum, m_latencies.GetCount());
}

Time
IoSummary::Group::GetPercentile(double percent) const
{
    return m_latencies.GetPercentile(percent);
}

Time
IoSummary::Group::GetStageMean(IoStage stage) const
{
    return Mean(m_stageSums[static_cast<std::size_t>(stage)], m_latencies.GetCount());
}

const IoStageGroups&
IoSummary::Group::GetStages() const
{
    return m_stages;
}

void
IoSummary::Group::WriteTo(JsonWriter& json, Time span, const IoStageGroups& stages) const
{
    const auto seconds = static_cast<double>(span.GetNanoSeconds()) / 1e9;
    const auto perSecond = seconds > 0 ? 1 / seconds : 0;
    json.BeginObject();
    json.Key("count").Integer(GetCount());
    json.Key("bytes").Integer(m_bytes);
    json.Key("iops").Fixed(static_cast<double>(GetCount()) * perSecond, DECIMALS);
    json.Key("mb_per_s").Fixed(static_cast<double>(m_bytes) / 1e6 * perSecond, DECIMALS);
    json.Key("mean_ms").Fixed(ToMilliSeconds(GetMean()), DECIMALS);
    static constexpr std::pair<const char*, double> PERCENTILES[] = {{"median_ms", 50},
                                                                     {"p90_ms", 90},
                                                                     {"p95_ms", 95},
                                                                     {"p99_ms", 99},
                                                                     {"p999_ms", 99.9},
                                                                     {"max_ms", 100}};
    for (const auto& [name, percent] : PERCENTILES)
    {
        json.Key(name).Fixed(ToMilliSeconds(GetPercentile(percent)), DECIMALS);
    }
    if (!m_latencies.IsExact())
    {
        json.Key("percentile_error").Fixed(IoLatencyHistogram::RELATIVE_ERROR, DECIMALS);
    }
    json.Key("stages_ms").BeginObject();
    for (std::size_t i = 1; i < N_STAGES; ++i)
    {
        const auto stage = static_cast<IoStage>(i);
        if (stages.Has(stage))
        {
            json.Key(GetIoStageName(stage)).Fixed(ToMilliSeconds(GetStageMean(stage)), DECIMALS);
        }
    }
    json.EndObject();
    json.EndObject();
}

void
IoSummary::Add(const BlockRequest& request, uint32_t blockSize)
{
    ++m_requests;
    m_end = Simulator::Now();
    m_start = std::min(m_start.value_or(request.issueTime), request.issueTime);
    if (request.status != BlockStatus::OK)
    {
        ++m_errors;
        return;
    }
    const auto bytes = static_cast<uint64_t>(request.blocks) * blockSize;
    const auto latency = m_end - request.issueTime;
    m_all.Add(bytes, latency, request.timeline);
    if (request.operation == BlockOperation::READ)
    {
        m_read.Add(bytes, latency, request.timeline);
    }
    else if (request.operation == BlockOperation::WRITE)
    {
        m_write.Add(bytes, latency, request.timeline);
    }
}

uint64_t
IoSummary::GetRequests() const
{
    return m_requests;
}

uint64_t
IoSummary::GetErrors() const
{
    return m_errors;
}

Time
IoSummary::GetStart() const
{
    return m_start.value_or(Time(0));
}

Time
IoSummary::GetEnd() const
{
    return m_end;
}

const IoSummary::Group&
IoSummary::GetAll() const
{
    return m_all;
}

const IoSummary::Group&
IoSummary::GetGroup(BlockOperation operation) const
{
    NS_ASSERT_MSG(TransfersBlocks(operation), "no group for " << operation);
    return operation == BlockOperation::READ ? m_read : m_write;
}

std::string
IoSummary::ToJson() const
{
    JsonWriter json;
    json.BeginObject();
    WriteTo(json);
    json.EndObject();
    return json.GetText() + "\n";
}

void
IoSummary::WriteTo(JsonWriter& json) const
{
    const auto span = m_end - GetStart();
    const auto& stages = m_all.GetStages();
    json.Key("requests").Integer(m_requests);
    json.Key("errors").Integer(m_errors);
    json.Key("start_s").Fixed(static_cast<double>(GetStart().GetNanoSeconds()) / 1e9, DECIMALS);
    json.Key("end_s").Fixed(static_cast<double>(m_end.GetNanoSeconds()) / 1e9, DECIMALS);
    json.BeginLine().Key("all");
    m_all.WriteTo(json, span, stages);
    json.BeginLine().Key("read");
    m_read.WriteTo(json, span, stages);
    json.BeginLine().Key("write");
    m_write.WriteTo(json, span, stages);
}

void
IoSummary::WriteJson(const std::string& fileName) const
{
    ResultFile file(fileName);
    file.Write(ToJson());
    file.Commit();
}

} // namespace ns3
