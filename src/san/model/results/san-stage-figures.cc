/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-stage-figures.h"

#include "ns3/json-writer.h"

#include <utility>

namespace ns3
{

namespace
{

/**
 * Write the percentiles of a distribution as a JSON object.
 *
 * @tparam Distribution something with GetPercentile
 * @param json where to
 * @param distribution the distribution
 */
template <typename Distribution>
void
WritePercentiles(JsonWriter& json, const Distribution& distribution)
{
    static constexpr std::pair<const char*, double> PERCENTILES[] = {{"p50", 50},
                                                                     {"p90", 90},
                                                                     {"p99", 99},
                                                                     {"p999", 99.9}};
    json.BeginObject();
    for (const auto& [key, percent] : PERCENTILES)
    {
        const auto ns = distribution.GetPercentile(percent).GetNanoSeconds();
        json.Key(key).Fixed(static_cast<double>(ns) / 1e6, 6);
    }
    json.EndObject();
}

} // namespace

void
SanStageFigures::AttachWorkload(Ptr<BlockWorkload> workload)
{
    workload->TraceConnectWithoutContext("Measure", MakeCallback(&SanStageFigures::Count, this));
}

void
SanStageFigures::AttachDrive(Ptr<BlockDevice> drive)
{
    drive->TraceConnectWithoutContext(
        "Complete",
        Callback<void, Ptr<const BlockRequest>>(
            [this](Ptr<const BlockRequest> request) { Count(request, 0); }));
}

void
SanStageFigures::Count(Ptr<const BlockRequest> request, uint32_t)
{
    if (request->status != BlockStatus::OK || !request->timeline)
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
SanStageFigures::WriteGroup(JsonWriter& json,
                            const IoSummary::Group& group,
                            const Histograms& histograms,
                            const IoStageGroups& stages)
{
    json.BeginObject();
    WritePercentiles(json.Key("latency"), group);
    for (std::size_t i = 1; i < histograms.size(); ++i)
    {
        const auto stage = static_cast<IoStage>(i);
        if (stages.Has(stage))
        {
            WritePercentiles(json.Key(GetIoStageName(stage)), histograms[i]);
        }
    }
    json.EndObject();
}

void
SanStageFigures::WriteSummary(JsonWriter& json, const IoSummary& requests) const
{
    WriteTo(json.BeginLine().Key("percentiles_ms"), requests);
}

void
SanStageFigures::WriteTo(JsonWriter& json, const IoSummary& summary) const
{
    const auto& stages = summary.GetAll().GetStages();
    json.BeginObject();
    WriteGroup(json.Key("all"), summary.GetAll(), m_all, stages);
    json.BeginLine();
    WriteGroup(json.Key("read"), summary.GetGroup(BlockOperation::READ), m_read, stages);
    json.BeginLine();
    WriteGroup(json.Key("write"), summary.GetGroup(BlockOperation::WRITE), m_write, stages);
    json.EndObject();
}

} // namespace ns3
