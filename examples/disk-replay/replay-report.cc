/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "replay-report.h"

#include "../report-text.h"

#include "ns3/json-writer.h"
#include "ns3/quantity-text.h"

#include <fstream>
#include <utility>

namespace ns3
{

namespace
{

/// Nanoseconds in a millisecond.
constexpr double MILLISECOND = 1e6;

/**
 * @param time a time
 * @return it in milliseconds
 */
double
ToMilliSeconds(Time time)
{
    return static_cast<double>(time.GetNanoSeconds()) / MILLISECOND;
}

/**
 * @param group figures of requests
 * @return mean response time in milliseconds
 */
double
GetMeanMs(const ReplayGroup& group)
{
    return group.GetMean(static_cast<double>(group.latency.GetSum())) / MILLISECOND;
}

/**
 * @param group figures of requests
 * @return demerit in percent of the mean observed response time
 */
double
GetDemeritPercent(const ReplayGroup& group)
{
    const auto mean = group.GetMean(group.observed) / MILLISECOND;
    return mean > 0 ? 100 * group.demerit.GetMilliSeconds() / mean : 0;
}

/**
 * Append a cell of a table, right-aligned behind a space.
 *
 * @param text where to
 * @param number what is in it
 * @param decimals digits of the fraction
 * @param width characters that it takes, filled up with spaces
 */
void
AppendCell(std::string& text, double number, int decimals, int width = 10)
{
    AppendReportText(text, " %*s", width, ToGroupedText(number, decimals).c_str());
}

/**
 * @return the most memory that this process ever had resident, in KiB; zero where the system does
 *         not tell
 */
uint64_t
GetPeakMemory()
{
    // Not getrusage: that one counts what the process was before it became this program.
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
    {
        uint64_t kilobytes = 0;
        if (word == "VmHWM:" && status >> kilobytes)
        {
            return kilobytes;
        }
    }
    return 0;
}

} // namespace

ReplayReport::ReplayReport(const ReplayStatistics& statistics,
                           double wallSeconds,
                           std::optional<Time> interruption)
    : m_statistics(statistics),
      m_all(statistics.GetAll()),
      m_wallSeconds(wallSeconds),
      m_interruption(interruption)
{
}

double
ReplayReport::GetIops(const ReplayGroup& group) const
{
    return static_cast<double>(group.latency.GetCount()) / m_statistics.GetSpan().GetSeconds();
}

double
ReplayReport::GetThroughput(const ReplayGroup& group) const
{
    const auto bytes = static_cast<double>(group.sectors) * TraceRecord::SECTOR_SIZE;
    return bytes / 1e6 / m_statistics.GetSpan().GetSeconds();
}

std::string
ReplayReport::ToJson() const
{
    JsonWriter json;
    json.BeginObject();
    WriteGroup(json, m_all);
    json.BeginLine().Key("wall_seconds").Fixed(m_wallSeconds, 6);
    json.Key("requests_per_second")
        .Fixed(static_cast<double>(m_all.latency.GetCount()) / m_wallSeconds, 1);
    json.Key("peak_memory_kb").Integer(GetPeakMemory());
    json.BeginLine().Key("simulated_seconds").Fixed(m_statistics.GetSpan().GetSeconds(), 9);
    json.Key("busy_fraction").Fixed(m_statistics.GetBusyFraction(), 6);
    json.Key("mean_queue_length").Fixed(m_statistics.GetMeanQueueLength(), 6);
    const auto groups = GetGroups();
    for (const auto& [name, group] : {groups[1], groups[2]})
    {
        json.BeginLine().Key(name).BeginObject();
        WriteGroup(json, *group);
        json.EndObject();
    }
    if (m_interruption)
    {
        json.BeginLine().Key("interrupted_s").Fixed(m_interruption->GetSeconds(), 9);
    }
    json.EndObject();
    return json.GetText() + "\n";
}

void
ReplayReport::WriteGroup(JsonWriter& json, const ReplayGroup& group) const
{
    json.Key("requests").Integer(group.latency.GetCount());
    json.Key("mean_ms").Fixed(GetMeanMs(group), 6);
    WriteObserved(json, group);
    for (const auto& [name, percent] : {std::pair{"p50_ms", 50}, {"p95_ms", 95}, {"p99_ms", 99}})
    {
        json.Key(name).Fixed(ToMilliSeconds(group.latency.GetPercentile(percent)), 6);
    }
    json.Key("max_ms").Fixed(ToMilliSeconds(group.latency.GetMax()), 6);
    json.BeginLine().Key("iops").Fixed(GetIops(group), 6);
    json.Key("mb_per_s").Fixed(GetThroughput(group), 6);
    json.Key("mean_seek_distance").Fixed(group.GetMean(group.seekDistance), 6);
    json.BeginLine().Key("components_ms").BeginObject();
    for (std::size_t i = 0; i < COMPONENTS.size(); ++i)
    {
        json.Key(COMPONENTS[i]).Fixed(group.GetMean(group.components[i]) / MILLISECOND, 6);
    }
    json.EndObject();
    json.BeginLine().Key("hit_percent").BeginObject();
    for (std::size_t i = 0; i < HITS.size(); ++i)
    {
        json.Key(HITS[i]).Fixed(100 * group.GetMean(group.hits[i]), 6);
    }
    json.EndObject();
}

void
ReplayReport::WriteObserved(JsonWriter& json, const ReplayGroup& group) const
{
    if (!m_statistics.HasObserved())
    {
        for (const auto* name : {"observed_mean_ms", "demerit_ms", "demerit_percent"})
        {
            json.Key(name).Null();
        }
        return;
    }
    json.Key("observed_mean_ms").Fixed(group.GetMean(group.observed) / MILLISECOND, 6);
    json.Key("demerit_ms").Fixed(group.demerit.GetMilliSeconds(), 6);
    json.Key("demerit_percent").Fixed(GetDemeritPercent(group), 6);
}

std::string
ReplayReport::ToText() const
{
    const auto requests = static_cast<double>(m_all.latency.GetCount());
    std::string text;
    AppendReportText(text,
                     "%s requests, %s s simulated in %s s (%s requests per second)\n\n",
                     ToGroupedText(requests, 0).c_str(),
                     ToGroupedText(m_statistics.GetSpan().GetSeconds(), 1).c_str(),
                     ToGroupedText(m_wallSeconds, 3).c_str(),
                     ToGroupedText(requests / m_wallSeconds, 0).c_str());
    AppendResponses(text);
    AppendComponents(text);
    AppendHits(text);
    AppendReportText(text,
                     "drive busy %.2f %%, mean queue length %.4f\n",
                     100 * m_statistics.GetBusyFraction(),
                     m_statistics.GetMeanQueueLength());
    if (m_statistics.HasObserved())
    {
        AppendReportText(text,
                         "demerit %.4f ms, %.2f %% of the observed mean\n",
                         m_all.demerit.GetMilliSeconds(),
                         GetDemeritPercent(m_all));
    }
    return text;
}

std::array<std::pair<const char*, const ReplayGroup*>, 3>
ReplayReport::GetGroups() const
{
    return {{{"all", &m_all},
             {"reads", &m_statistics.GetReads()},
             {"writes", &m_statistics.GetWrites()}}};
}

void
ReplayReport::AppendResponses(std::string& text) const
{
    text += "               IOPS       MB/s    mean ms        p50        p95        p99        max";
    text += m_statistics.HasObserved() ? "   observed    demerit\n" : "\n";
    for (const auto& [name, group] : GetGroups())
    {
        AppendReportText(text, "%-8s", name);
        AppendCell(text, GetIops(*group), 1);
        AppendCell(text, GetThroughput(*group), 3);
        AppendCell(text, GetMeanMs(*group), 3);
        for (const auto percent : {50, 95, 99, 100})
        {
            AppendCell(text, ToMilliSeconds(group->latency.GetPercentile(percent)), 3);
        }
        if (m_statistics.HasObserved())
        {
            AppendCell(text, group->GetMean(group->observed) / MILLISECOND, 3);
            AppendCell(text, group->demerit.GetMilliSeconds(), 4);
        }
        text += "\n";
    }
}

void
ReplayReport::AppendComponents(std::string& text) const
{
    text += "\nmean ms ";
    for (const auto* component : COMPONENTS)
    {
        AppendReportText(text, " %10s", component);
    }
    for (const auto& [name, group] : GetGroups())
    {
        AppendReportText(text, "\n%-8s", name);
        for (const auto sum : group->components)
        {
            AppendCell(text, group->GetMean(sum) / MILLISECOND, 3);
        }
    }
    text += "\n";
}

void
ReplayReport::AppendHits(std::string& text) const
{
    text += "\nhits %  ";
    for (const auto* hit : HITS)
    {
        AppendReportText(text, "%11s", hit);
    }
    text += "  seek distance";
    for (const auto& [name, group] : GetGroups())
    {
        AppendReportText(text, "\n%-8s", name);
        for (const auto count : group->hits)
        {
            AppendReportText(text, "%11.2f", 100 * group->GetMean(count));
        }
        AppendCell(text, group->GetMean(group->seekDistance), 1, 14);
    }
    text += "\n\n";
}

} // namespace ns3
