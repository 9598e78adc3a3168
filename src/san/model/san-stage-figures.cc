/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-stage-figures.h"

#include <cstdio>
#include <utility>

namespace ns3
{

namespace
{

/**
 * Append the percentiles of a distribution.
 *
 * @tparam Distribution something with GetPercentile
 * @param name what goes before them
 * @param distribution the distribution
 * @param json where to
 */
template <typename Distribution>
void
AppendPercentiles(const std::string& name, const Distribution& distribution, std::string& json)
{
    static constexpr std::pair<const char*, double> PERCENTILES[] = {{"p50", 50},
                                                                     {"p90", 90},
                                                                     {"p99", 99},
                                                                     {"p999", 99.9}};
    json += name;
    auto separator = ": {";
    for (const auto& [key, percent] : PERCENTILES)
    {
        char text[64];
        const auto ns = distribution.GetPercentile(percent).GetNanoSeconds();
        std::snprintf(text, sizeof(text), "\"%s\": %.6f", key, static_cast<double>(ns) / 1e6);
        json += separator;
        json += text;
        separator = ", ";
    }
    json += "}";
}

} // namespace

void
SanStageFigures::Attach(Ptr<BlockWorkload> workload)
{
    workload->TraceConnectWithoutContext("Measure", MakeCallback(&SanStageFigures::Count, this));
}

void
SanStageFigures::Count(Ptr<const BlockRequest> request, uint32_t)
{
    if (request->status != BlockStatus::OK)
    {
        return;
    }
    Add(*request, m_all);
    if (request->operation == BlockOperation::READ)
    {
        Add(*request, m_read);
    }
    else if (request->operation == BlockOperation::WRITE)
    {
        Add(*request, m_write);
    }
}

void
SanStageFigures::Add(const BlockRequest& request, Histograms& histograms)
{
    for (std::size_t i = 1; i < histograms.size(); ++i)
    {
        histograms[i].Add(request.timeline->GetDuration(static_cast<IoStage>(i)));
    }
}

void
SanStageFigures::AppendGroup(const IoSummary::Group& group,
                             const Histograms& histograms,
                             std::string& json)
{
    AppendPercentiles("{\"latency\"", group, json);
    for (std::size_t i = 1; i < histograms.size(); ++i)
    {
        const std::string name = GetIoStageName(static_cast<IoStage>(i));
        AppendPercentiles(", \"" + name + "\"", histograms[i], json);
    }
    json += "}";
}

void
SanStageFigures::AppendJson(const IoSummary& summary, std::string& json) const
{
    json += "{\"all\": ";
    AppendGroup(summary.GetAll(), m_all, json);
    json += ",\n\"read\": ";
    AppendGroup(summary.GetGroup(BlockOperation::READ), m_read, json);
    json += ",\n\"write\": ";
    AppendGroup(summary.GetGroup(BlockOperation::WRITE), m_write, json);
    json += "}";
}

} // namespace ns3
