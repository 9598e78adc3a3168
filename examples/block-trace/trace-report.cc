/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-report.h"

#include "../report-text.h"

#include "ns3/json-writer.h"
#include "ns3/quantity-text.h"

#include <array>
#include <cstdint>
#include <utility>

namespace ns3
{

namespace
{

constexpr double MB = 1e6;     //!< bytes
constexpr double SECOND = 1e9; //!< ns

/**
 * @param part a number
 * @param whole what it is a part of
 * @return the part of one; 0 of nothing
 */
double
GetShare(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/**
 * Write an array of a number of each interval.
 *
 * @param json where to
 * @param bins the intervals
 * @param count which number
 */
void
WriteCounts(JsonWriter& json,
            const std::vector<TraceActivity::Bin>& bins,
            uint64_t TraceActivity::Bin::* count)
{
    json.BeginArray();
    for (const auto& bin : bins)
    {
        json.Integer(bin.*count);
    }
    json.EndArray();
}

/**
 * @param bytes a number of bytes that is a power of two
 * @return it in bytes, KiB or MiB
 */
std::string
ToSize(uint64_t bytes)
{
    constexpr uint64_t KIB = 1024;
    if (bytes < KIB)
    {
        return std::to_string(bytes) + " B";
    }
    return bytes < KIB * KIB ? std::to_string(bytes / KIB) + " KiB"
                             : std::to_string(bytes / KIB / KIB) + " MiB";
}

/**
 * @param number a whole number
 * @return it with thousands separators
 */
std::string
ToWhole(uint64_t number)
{
    return ToGroupedText(static_cast<double>(number), 0);
}

} // namespace

TraceReport::TraceReport(const TraceSummary& summary, const TraceReader& reader)
    : m_summary(summary),
      m_reader(reader),
      m_all(summary.GetReads()),
      m_seconds(static_cast<double>(summary.GetEnd() - summary.GetStart()) / SECOND)
{
    const auto& writes = summary.GetWrites();
    m_all.requests += writes.requests;
    m_all.bytes += writes.bytes;
    m_all.sequential += writes.sequential;
    for (std::size_t i = 0; i < m_all.sizes.size(); ++i)
    {
        m_all.sizes[i] += writes.sizes[i];
    }
}

std::string
TraceReport::ToJson() const
{
    JsonWriter json;
    json.BeginObject();
    json.Key("format").String(TraceFormatInfo::Get(m_reader.GetFormat()).name);
    json.Key("units").String(m_reader.GetUnits());
    json.Key("devices").Integer(m_summary.GetDevices());
    json.Key("out_of_order").Integer(m_summary.GetOutOfOrder());
    json.Key("widened").Integer(m_reader.GetWidened());
    json.Key("left_out").Integer(m_reader.GetLeftOut());
    json.Key("read_share").Fixed(GetShare(m_summary.GetReads().requests, m_all.requests), 6);
    WriteGroup(json.BeginLine().Key("all"), m_all);
    WriteGroup(json.BeginLine().Key("read"), m_summary.GetReads());
    WriteGroup(json.BeginLine().Key("write"), m_summary.GetWrites());
    WriteRates(json);
    WriteSizes(json);
    WriteFootprint(json);
    WriteObserved(json);
    WriteActivity(json);
    json.EndObject();
    return json.GetText() + "\n";
}

void
TraceReport::WriteGroup(JsonWriter& json, const TraceSummary::Group& group)
{
    json.BeginObject();
    json.Key("requests").Integer(group.requests);
    json.Key("bytes").Integer(group.bytes);
    json.Key("mean_bytes").Fixed(GetShare(group.bytes, group.requests), 1);
    json.Key("sequential_share").Fixed(GetShare(group.sequential, group.requests), 6);
    json.EndObject();
}

void
TraceReport::WriteRates(JsonWriter& json) const
{
    json.BeginLine();
    if (!m_summary.HasTimes())
    {
        for (const auto* name :
             {"start_s", "duration_s", "requests_per_s", "mb_per_s", "peak_requests_per_s"})
        {
            json.Key(name).Null();
        }
        return;
    }
    json.Key("start_s").Fixed(static_cast<double>(m_summary.GetStart()) / SECOND, 9);
    json.Key("duration_s").Fixed(m_seconds, 9);
    if (m_seconds > 0)
    {
        json.Key("requests_per_s").Fixed(static_cast<double>(m_all.requests) / m_seconds, 3);
        json.Key("mb_per_s").Fixed(static_cast<double>(m_all.bytes) / MB / m_seconds, 6);
    }
    else
    {
        json.Key("requests_per_s").Null();
        json.Key("mb_per_s").Null();
    }
    json.Key("peak_requests_per_s").Integer(m_summary.GetPeak());
}

void
TraceReport::WriteSizes(JsonWriter& json) const
{
    constexpr uint64_t SECTOR = TraceRecord::SECTOR_SIZE;
    json.BeginLine().Key("size_bytes").BeginObject();
    json.Key("min").Integer(m_summary.GetMinSectors() * SECTOR);
    json.Key("mean").Fixed(GetShare(m_all.bytes, m_all.requests), 1);
    json.Key("max").Integer(m_summary.GetMaxSectors() * SECTOR);
    json.EndObject();
    json.BeginLine().Key("sizes").BeginArray();
    for (std::size_t i = 0; i < m_all.sizes.size(); ++i)
    {
        if (m_all.sizes[i] > 0)
        {
            json.BeginObject();
            json.Key("up_to_bytes").Integer(SECTOR << i);
            json.Key("reads").Integer(m_summary.GetReads().sizes[i]);
            json.Key("writes").Integer(m_summary.GetWrites().sizes[i]);
            json.EndObject();
        }
    }
    json.EndArray();
}

void
TraceReport::WriteFootprint(JsonWriter& json) const
{
    const auto& footprint = m_summary.GetFootprint();
    json.BeginLine()
        .Key("footprint_bytes")
        .Integer(footprint.GetBlocks() * TraceFootprint::BLOCK_SECTORS * TraceRecord::SECTOR_SIZE);
    json.Key("footprint_is_estimate").Boolean(footprint.IsEstimate());
    json.Key("address_end_bytes").Integer(m_summary.GetLastSector() * TraceRecord::SECTOR_SIZE);
}

void
TraceReport::WriteObserved(JsonWriter& json) const
{
    const auto& observed = m_summary.GetObserved();
    json.BeginLine().Key("observed_ms");
    if (observed.GetCount() == 0)
    {
        json.Null();
        return;
    }
    const auto ms = [](Time time) { return time.GetNanoSeconds() / 1e6; };
    json.BeginObject();
    json.Key("requests").Integer(observed.GetCount());
    json.Key("mean").Fixed(ms(observed.GetMean()), 6);
    json.Key("median").Fixed(ms(observed.GetPercentile(50)), 6);
    json.Key("p99").Fixed(ms(observed.GetPercentile(99)), 6);
    json.Key("max").Fixed(ms(observed.GetMax()), 6);
    json.EndObject();
}

void
TraceReport::WriteActivity(JsonWriter& json) const
{
    using Bin = TraceActivity::Bin;
    const auto& activity = m_summary.GetActivity();
    const auto& bins = activity.GetBins();
    const auto unit = m_summary.HasTimes() ? SECOND : 1;
    json.BeginLine().Key("activity").BeginObject();
    json.Key("interval").Significant(static_cast<double>(activity.GetWidth()) / unit, 9);
    json.Key("range_bytes").Integer(activity.GetHeight());
    WriteCounts(json.Key("reads"), bins, &Bin::reads);
    WriteCounts(json.Key("writes"), bins, &Bin::writes);
    WriteCounts(json.Key("read_bytes"), bins, &Bin::readBytes);
    WriteCounts(json.Key("write_bytes"), bins, &Bin::writeBytes);
    json.BeginLine().Key("ranges").BeginArray();
    for (const auto& bin : bins)
    {
        json.BeginArray();
        for (const auto count : bin.rows)
        {
            json.Integer(count);
        }
        json.EndArray();
    }
    json.EndArray();
    json.EndObject();
}

std::string
TraceReport::ToText() const
{
    std::string text;
    AppendGroupTable(text);
    AppendWhole(text);
    AppendSizeTable(text);
    return text;
}

void
TraceReport::AppendGroupTable(std::string& text) const
{
    const std::array<std::pair<const char*, const TraceSummary::Group*>, 3> groups{
        {{"all", &m_all}, {"read", &m_summary.GetReads()}, {"write", &m_summary.GetWrites()}}};
    AppendReportText(text,
                     "%-6s %12s %8s %14s %8s %10s %11s\n",
                     "",
                     "requests",
                     "share",
                     "MB",
                     "share",
                     "mean KiB",
                     "sequential");
    for (const auto& [name, group] : groups)
    {
        AppendReportText(text,
                         "%-6s %12s %6.1f %% %14s %6.1f %% %10s %9.1f %%\n",
                         name,
                         ToWhole(group->requests).c_str(),
                         100 * GetShare(group->requests, m_all.requests),
                         ToGroupedText(static_cast<double>(group->bytes) / MB, 3).c_str(),
                         100 * GetShare(group->bytes, m_all.bytes),
                         ToGroupedText(GetShare(group->bytes, group->requests) / 1024, 2).c_str(),
                         100 * GetShare(group->sequential, group->requests));
    }
}

void
TraceReport::AppendWhole(std::string& text) const
{
    const auto& footprint = m_summary.GetFootprint();
    const auto megabytes = [](uint64_t sectors) {
        return ToGroupedText(static_cast<double>(sectors * TraceRecord::SECTOR_SIZE) / MB, 3);
    };
    AppendReportText(text, "\nformat     %s\n", TraceFormatInfo::Get(m_reader.GetFormat()).name);
    AppendReportText(text, "devices    %zu\n", m_summary.GetDevices());
    AppendRateLines(text);
    AppendReportText(text,
                     "footprint  %s%s MB in blocks of 4 KiB, below %s MB\n",
                     footprint.IsEstimate() ? "about " : "",
                     megabytes(footprint.GetBlocks() * TraceFootprint::BLOCK_SECTORS).c_str(),
                     megabytes(m_summary.GetLastSector()).c_str());
    const auto& observed = m_summary.GetObserved();
    if (observed.GetCount() > 0)
    {
        const auto ms = [](Time time) { return time.GetNanoSeconds() / 1e6; };
        AppendReportText(
            text,
            "response   mean %.3f ms, median %.3f ms, 99 %% %.3f ms, longest %.3f ms\n",
            ms(observed.GetMean()),
            ms(observed.GetPercentile(50)),
            ms(observed.GetPercentile(99)),
            ms(observed.GetMax()));
    }
    if (m_summary.GetOutOfOrder() > 0)
    {
        AppendReportText(text,
                         "order      %s requests are before the one above\n",
                         ToWhole(m_summary.GetOutOfOrder()).c_str());
    }
    if (m_reader.GetWidened() > 0)
    {
        AppendReportText(text,
                         "widened    %s requests to the whole sectors that they touch\n",
                         ToWhole(m_reader.GetWidened()).c_str());
    }
}

void
TraceReport::AppendRateLines(std::string& text) const
{
    if (!m_summary.HasTimes())
    {
        text += "duration   not recorded\n";
        return;
    }
    AppendReportText(text, "duration   %.6f s\n", m_seconds);
    if (m_seconds > 0)
    {
        AppendReportText(
            text,
            "rate       %s requests/s, %s MB/s; at most %s requests in a second\n",
            ToGroupedText(static_cast<double>(m_all.requests) / m_seconds, 1).c_str(),
            ToGroupedText(static_cast<double>(m_all.bytes) / MB / m_seconds, 3).c_str(),
            ToWhole(m_summary.GetPeak()).c_str());
    }
}

void
TraceReport::AppendSizeTable(std::string& text) const
{
    AppendReportText(text, "\n%-10s %12s %12s %8s\n", "size up to", "reads", "writes", "share");
    for (std::size_t i = 0; i < m_all.sizes.size(); ++i)
    {
        if (m_all.sizes[i] > 0)
        {
            AppendReportText(text,
                             "%-10s %12s %12s %6.1f %%\n",
                             ToSize(uint64_t{TraceRecord::SECTOR_SIZE} << i).c_str(),
                             ToWhole(m_summary.GetReads().sizes[i]).c_str(),
                             ToWhole(m_summary.GetWrites().sizes[i]).c_str(),
                             100 * GetShare(m_all.sizes[i], m_all.requests));
        }
    }
}

} // namespace ns3
