/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-report.h"

#include "../report-text.h"

#include <array>
#include <cinttypes>
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
 * Append an array.
 *
 * @param json where to
 * @param name what it is called
 * @param bins intervals
 * @param get gives the element for an interval, as text
 */
template <typename Get>
void
AppendArray(std::string& json,
            const char* name,
            const std::vector<TraceActivity::Bin>& bins,
            Get get)
{
    AppendReportText(json, "\"%s\": [", name);
    const char* separator = "";
    for (const auto& bin : bins)
    {
        json += separator + get(bin);
        separator = ", ";
    }
    json += "]";
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
    const auto& footprint = m_summary.GetFootprint();
    std::string json = "{";
    AppendReportText(json, "\"format\": \"%s\"", TraceFormatInfo::Get(m_reader.GetFormat()).name);
    AppendReportText(json, ", \"devices\": %zu", m_summary.GetDevices());
    AppendReportText(json, ", \"out_of_order\": %" PRIu64, m_summary.GetOutOfOrder());
    AppendReportText(json, ", \"widened\": %" PRIu64, m_reader.GetWidened());
    AppendReportText(json,
                     ", \"read_share\": %.6f",
                     GetShare(m_summary.GetReads().requests, m_all.requests));
    AppendGroup("all", m_all, json);
    AppendGroup("read", m_summary.GetReads(), json);
    AppendGroup("write", m_summary.GetWrites(), json);
    AppendRates(json);
    AppendReportText(json,
                     ",\n\"size_bytes\": {\"min\": %" PRIu64 ", \"mean\": %.1f, \"max\": %" PRIu64
                     "}",
                     uint64_t{m_summary.GetMinSectors()} * TraceRecord::SECTOR_SIZE,
                     GetShare(m_all.bytes, m_all.requests),
                     uint64_t{m_summary.GetMaxSectors()} * TraceRecord::SECTOR_SIZE);
    AppendSizes(json);
    AppendReportText(json,
                     ",\n\"footprint_bytes\": %" PRIu64 ", \"footprint_is_estimate\": %s",
                     footprint.GetBlocks() * TraceFootprint::BLOCK_SECTORS *
                         TraceRecord::SECTOR_SIZE,
                     footprint.IsEstimate() ? "true" : "false");
    AppendReportText(json,
                     ", \"address_end_bytes\": %" PRIu64,
                     m_summary.GetLastSector() * TraceRecord::SECTOR_SIZE);
    AppendObserved(json);
    AppendActivity(json);
    return json + "}\n";
}

void
TraceReport::AppendGroup(const char* name,
                         const TraceSummary::Group& group,
                         std::string& json) const
{
    AppendReportText(json,
                     ",\n\"%s\": {\"requests\": %" PRIu64 ", \"bytes\": %" PRIu64
                     ", \"mean_bytes\": %.1f, \"sequential_share\": %.6f}",
                     name,
                     group.requests,
                     group.bytes,
                     GetShare(group.bytes, group.requests),
                     GetShare(group.sequential, group.requests));
}

void
TraceReport::AppendRates(std::string& json) const
{
    if (!m_summary.HasTimes())
    {
        json += ",\n\"start_s\": null, \"duration_s\": null, \"requests_per_s\": null, "
                "\"mb_per_s\": null, \"peak_requests_per_s\": null";
        return;
    }
    AppendReportText(json,
                     ",\n\"start_s\": %.9f",
                     static_cast<double>(m_summary.GetStart()) / SECOND);
    AppendReportText(json, ", \"duration_s\": %.9f", m_seconds);
    if (m_seconds > 0)
    {
        AppendReportText(json,
                         ", \"requests_per_s\": %.3f, \"mb_per_s\": %.6f",
                         static_cast<double>(m_all.requests) / m_seconds,
                         static_cast<double>(m_all.bytes) / MB / m_seconds);
    }
    else
    {
        json += ", \"requests_per_s\": null, \"mb_per_s\": null";
    }
    AppendReportText(json, ", \"peak_requests_per_s\": %" PRIu64, m_summary.GetPeak());
}

void
TraceReport::AppendObserved(std::string& json) const
{
    const auto& observed = m_summary.GetObserved();
    if (observed.GetCount() == 0)
    {
        json += ",\n\"observed_ms\": null";
        return;
    }
    const auto ms = [](Time time) { return time.GetNanoSeconds() / 1e6; };
    AppendReportText(json,
                     ",\n\"observed_ms\": {\"requests\": %" PRIu64
                     ", \"mean\": %.6f, \"median\": %.6f, \"p99\": %.6f, \"max\": %.6f}",
                     observed.GetCount(),
                     ms(observed.GetMean()),
                     ms(observed.GetPercentile(50)),
                     ms(observed.GetPercentile(99)),
                     ms(observed.GetMax()));
}

void
TraceReport::AppendSizes(std::string& json) const
{
    json += ",\n\"sizes\": [";
    const char* separator = "";
    for (std::size_t i = 0; i < m_all.sizes.size(); ++i)
    {
        if (m_all.sizes[i] > 0)
        {
            AppendReportText(json,
                             "%s{\"up_to_bytes\": %" PRIu64 ", \"reads\": %" PRIu64
                             ", \"writes\": %" PRIu64 "}",
                             separator,
                             uint64_t{TraceRecord::SECTOR_SIZE} << i,
                             m_summary.GetReads().sizes[i],
                             m_summary.GetWrites().sizes[i]);
            separator = ", ";
        }
    }
    json += "]";
}

void
TraceReport::AppendActivity(std::string& json) const
{
    using Bin = TraceActivity::Bin;
    const auto& activity = m_summary.GetActivity();
    const auto& bins = activity.GetBins();
    const auto unit = m_summary.HasTimes() ? SECOND : 1;
    AppendReportText(json,
                     ",\n\"activity\": {\"interval\": %.9g, \"range_bytes\": %" PRIu64 ", ",
                     static_cast<double>(activity.GetWidth()) / unit,
                     activity.GetHeight());
    AppendArray(json, "reads", bins, [](const Bin& bin) { return std::to_string(bin.reads); });
    json += ", ";
    AppendArray(json, "writes", bins, [](const Bin& bin) { return std::to_string(bin.writes); });
    json += ", ";
    AppendArray(json, "read_bytes", bins, [](const Bin& bin) {
        return std::to_string(bin.readBytes);
    });
    json += ", ";
    AppendArray(json, "write_bytes", bins, [](const Bin& bin) {
        return std::to_string(bin.writeBytes);
    });
    json += ",\n";
    AppendArray(json, "ranges", bins, [](const Bin& bin) {
        std::string row = "[";
        for (const auto count : bin.rows)
        {
            row += (row.size() > 1 ? ", " : "") + std::to_string(count);
        }
        return row + "]";
    });
    json += "}";
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
                         "%-6s %12" PRIu64 " %6.1f %% %14.3f %6.1f %% %10.2f %9.1f %%\n",
                         name,
                         group->requests,
                         100 * GetShare(group->requests, m_all.requests),
                         static_cast<double>(group->bytes) / MB,
                         100 * GetShare(group->bytes, m_all.bytes),
                         GetShare(group->bytes, group->requests) / 1024,
                         100 * GetShare(group->sequential, group->requests));
    }
}

void
TraceReport::AppendWhole(std::string& text) const
{
    const auto& footprint = m_summary.GetFootprint();
    AppendReportText(text, "\nformat     %s\n", TraceFormatInfo::Get(m_reader.GetFormat()).name);
    AppendReportText(text, "devices    %zu\n", m_summary.GetDevices());
    AppendRateLines(text);
    AppendReportText(text,
                     "footprint  %s%.3f MB in blocks of 4 KiB, below %.3f MB\n",
                     footprint.IsEstimate() ? "about " : "",
                     static_cast<double>(footprint.GetBlocks() * TraceFootprint::BLOCK_SECTORS *
                                         TraceRecord::SECTOR_SIZE) /
                         MB,
                     static_cast<double>(m_summary.GetLastSector() * TraceRecord::SECTOR_SIZE) /
                         MB);
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
                         "order      %" PRIu64 " requests are before the one above\n",
                         m_summary.GetOutOfOrder());
    }
    if (m_reader.GetWidened() > 0)
    {
        AppendReportText(text,
                         "widened    %" PRIu64 " requests to the whole sectors that they touch\n",
                         m_reader.GetWidened());
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
        AppendReportText(text,
                         "rate       %.1f requests/s, %.3f MB/s; at most %" PRIu64
                         " requests in a second\n",
                         static_cast<double>(m_all.requests) / m_seconds,
                         static_cast<double>(m_all.bytes) / MB / m_seconds,
                         m_summary.GetPeak());
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
                             "%-10s %12" PRIu64 " %12" PRIu64 " %6.1f %%\n",
                             ToSize(uint64_t{TraceRecord::SECTOR_SIZE} << i).c_str(),
                             m_summary.GetReads().sizes[i],
                             m_summary.GetWrites().sizes[i],
                             100 * GetShare(m_all.sizes[i], m_all.requests));
        }
    }
}

} // namespace ns3
