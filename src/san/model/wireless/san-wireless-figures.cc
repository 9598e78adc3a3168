/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-wireless-figures.h"

#include "ns3/csv-cell.h"
#include "ns3/io-summary.h"
#include "ns3/json-writer.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/time-text.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanWirelessFigures");

namespace
{

using Station = SanStationFigures;
using Air = SanChannelFigures;

/// The columns of stations.csv.
constexpr const char* INTERVAL_HEADER =
    "station,channel,tx_s,rx_s,cca_busy_s,idle_s,other_s,backlog_s,data_air_s,frames,sent,retries,"
    "unanswered,acknowledged,acknowledged_bytes,dropped_queue,dropped_lifetime,dropped_retries,"
    "dropped_window,wait_mean_ms,delay_mean_ms,air_mean_ms,joules\n";

/// Digits of shares and energy behind the point.
constexpr int FIGURE_DIGITS = 6;

/**
 * @param sum of something
 * @param count of how many
 * @return the mean, 0 of none
 */
double
Divide(double sum, double count)
{
    return count > 0 ? sum / count : 0;
}

/**
 * @param values what a radio did
 * @return frames of data that the queue had no room for
 */
int64_t
GetRefused(const Station::Values& values)
{
    return values[Station::OFFERED] - values[Station::QUEUED];
}

/**
 * @param values what radios did
 * @return frames of data that they dropped for any reason
 */
int64_t
GetDropped(const Station::Values& values)
{
    return GetRefused(values) + values[Station::DROPPED_LIFETIME] +
           values[Station::DROPPED_RETRIES] + values[Station::DROPPED_WINDOW];
}

/**
 * @param values what a radio did
 * @return mean milliseconds until the first transmission, until the acknowledgement, and on the air
 * for each transmission of a frame
 */
std::string
GetMeanCells(const Station::Values& values)
{
    const auto mean = [&values](Station::Figure sum, int64_t count) {
        return GetCsvCell(
            Divide(static_cast<double>(values[sum]) / 1e6, static_cast<double>(count)),
            FIGURE_DIGITS);
    };
    return mean(Station::WAIT, values[Station::SENT] - values[Station::RETRIES]) +
           mean(Station::DELAY, values[Station::ACKED]) +
           mean(Station::DATA_AIR, values[Station::SENT]);
}

} // namespace

SanWirelessFigures::SanWirelessFigures(const SanWirelessOptions& o, const std::string& folder)
    : m_power(o),
      m_file(folder + "/stations.csv")
{
}

void
SanWirelessFigures::Attach(const std::vector<SanStation>& stations)
{
    m_stations = stations;
    for (const auto& station : stations)
    {
        while (m_channels.size() <= station.channel)
        {
            m_channels.emplace_back();
        }
        m_figures.emplace_back(station.device, m_channels[station.channel].figures);
    }
}

void
SanWirelessFigures::AttachWorkload(Ptr<BlockWorkload> workload)
{
    TimeValue ramp;
    workload->GetAttribute("RampTime", ramp);
    workload->TraceConnectWithoutContext(
        "Issue",
        MakeCallback(&SanWirelessFigures::RequestIssued, this, ramp.Get()));
    workload->TraceConnectWithoutContext("Measure",
                                         MakeCallback(&SanWirelessFigures::RequestMeasured, this));
}

void
SanWirelessFigures::AttachDrive(Ptr<BlockDevice> drive)
{
    using Traced = Callback<void, Ptr<const BlockRequest>>;
    drive->TraceConnectWithoutContext("Submit",
                                      Traced([this](Ptr<const BlockRequest>) { Begin(); }));
    drive->TraceConnectWithoutContext("Complete",
                                      Traced([this](Ptr<const BlockRequest>) { Extend(); }));
}

void
SanWirelessFigures::RequestIssued(Time ramp,
                                  Ptr<const BlockRequest> /* request */,
                                  uint32_t /* device */)
{
    const auto now = Simulator::Now();
    m_issue = m_issue.value_or(now);
    if (!m_begin && now >= *m_issue + ramp)
    {
        Begin();
    }
}

void
SanWirelessFigures::RequestMeasured(Ptr<const BlockRequest> /* request */, uint32_t /* device */)
{
    Extend();
}

void
SanWirelessFigures::Begin()
{
    if (m_begin)
    {
        return;
    }
    m_begin = Simulator::Now();
    NS_LOG_INFO("measured time begins");
    for (auto& channel : m_channels)
    {
        channel.begin = channel.figures.Get();
    }
    for (auto& station : m_figures)
    {
        station.begin = station.figures.Get();
    }
}

void
SanWirelessFigures::Extend()
{
    m_end = Simulator::Now();
    for (auto& channel : m_channels)
    {
        channel.end = channel.figures.Get();
    }
    for (auto& station : m_figures)
    {
        station.end = station.figures.Get();
    }
}

int64_t
SanWirelessFigures::GetSpan() const
{
    return (m_end.value_or(Time(0)) - m_begin.value_or(Time(0))).GetNanoSeconds();
}

std::string
SanWirelessFigures::GetRow(std::size_t number) const
{
    const auto& station = m_stations[number];
    const auto values = m_figures[number].Get();
    auto row = station.name + "," + std::to_string(station.channel);
    for (std::size_t i = Station::TX; i <= Station::DATA_AIR; ++i)
    {
        row += ',';
        AppendSeconds(NanoSeconds(values[i]), row);
    }
    for (const auto count : {values[Station::OFFERED],
                             values[Station::SENT],
                             values[Station::RETRIES],
                             values[Station::UNANSWERED],
                             values[Station::ACKED],
                             values[Station::ACKED_BYTES],
                             GetRefused(values),
                             values[Station::DROPPED_LIFETIME],
                             values[Station::DROPPED_RETRIES],
                             values[Station::DROPPED_WINDOW]})
    {
        row += "," + std::to_string(count);
    }
    return row + GetMeanCells(values) + GetCsvCell(m_power.GetJoules(values), FIGURE_DIGITS) + "\n";
}

void
SanWirelessFigures::WriteFiles()
{
    if (!m_end)
    {
        Extend();
    }
    m_file.Write(INTERVAL_HEADER);
    for (std::size_t i = 0; i < m_stations.size(); ++i)
    {
        m_file.Write(GetRow(i));
    }
    m_file.Commit();
}

SanStationFigures::Values
SanWirelessFigures::GetSums() const
{
    Station::Values sums{};
    for (const auto& station : m_figures)
    {
        const auto values = station.Get();
        for (std::size_t i = 0; i < sums.size(); ++i)
        {
            sums[i] += values[i];
        }
    }
    return sums;
}

void
SanWirelessFigures::WriteSummary(JsonWriter& json, const IoSummary& requests) const
{
    WriteTo(json.BeginLine().Key("wireless"), requests.GetAll().GetBytes());
}

void
SanWirelessFigures::WriteTo(JsonWriter& json, uint64_t bytes) const
{
    const auto sums = GetSums();
    const auto joules = m_power.GetJoules(sums);
    const auto span = static_cast<double>(GetSpan());
    json.BeginObject();
    json.Key("seconds").Fixed(span / 1e9, 9);
    json.Key("frames").Integer(sums[Station::OFFERED]);
    json.Key("sent").Integer(sums[Station::SENT]);
    json.Key("retries").Integer(sums[Station::RETRIES]);
    json.Key("dropped").Integer(GetDropped(sums));
    json.Key("joules").Fixed(joules, FIGURE_DIGITS);
    json.Key("joules_per_gb");
    bytes > 0 ? json.Fixed(joules / (static_cast<double>(bytes) / 1e9), FIGURE_DIGITS)
              : json.Null();
    json.Key("channels").BeginArray();
    for (const auto& channel : m_channels)
    {
        const auto values = channel.Get();
        const auto write = [&json, &values, span](const char* name, Air::Figure figure) {
            json.Key(name).Fixed(Divide(static_cast<double>(values[figure]), span), FIGURE_DIGITS);
        };
        json.BeginObject();
        write("busy", Air::BUSY);
        write("colliding", Air::COLLIDING);
        write("waiting", Air::WAITING);
        write("empty", Air::EMPTY);
        json.EndObject();
    }
    json.EndArray();
    json.EndObject();
}

} // namespace ns3
