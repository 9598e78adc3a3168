/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-tcp-connections.h"

#include "san-output-options.h"

#include "ns3/csv-cell.h"
#include "ns3/inet-socket-address.h"
#include "ns3/iscsi-portal-address.h"
#include "ns3/json-writer.h"
#include "ns3/san-link-network.h"
#include "ns3/san-path-options.h"
#include "ns3/time-text.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

namespace
{

/// The columns of connections.csv.
constexpr const char* HEADER =
    "connection,sender,local,remote,start_s,end_s,sent_bytes,acknowledged_bytes,retransmissions,"
    "retransmitted_bytes,timeouts,fast_recoveries,cwnd_mean_bytes,cwnd_stddev_bytes,"
    "flight_mean_bytes,path_bytes,rtt_samples,rtt_mean_s,rtt_stddev_s,rtt_min_s,idle_share,"
    "timeout_share,cwnd_limited_share,limited_by,application_share,receive_window_share,"
    "congestion_window_share,send_buffer_share,nagle_share,link_share,initiator,target\n";

/// Share of the bandwidth-delay product that keeps the path busy: acknowledgements are delayed.
constexpr double BUSY = 0.9;

/**
 * @param path the options
 * @return bytes per second of the slowest part of each link of the path
 */
std::vector<double>
GetLinkRates(const SanPathOptions& path)
{
    std::vector<double> rates;
    for (uint32_t link = 0; link < path.links; ++link)
    {
        auto rate = path.GetLinkRate(link);
        if (path.switches > 0)
        {
            rate = std::min(rate, path.accessRate);
        }
        if (path.limiterRate > DataRate(0))
        {
            rate = std::min(rate, path.limiterRate);
        }
        rates.push_back(static_cast<double>(rate.GetBitRate()) / 8);
    }
    return rates;
}

/**
 * @param end an established end of a connection
 * @return number of the link of the path that it is on
 */
uint32_t
GetLink(const SanTcpStatistics& end)
{
    return GetSanLink(InetSocketAddress::ConvertFrom(end.GetLocal()).GetIpv4());
}

/**
 * @param rate bytes per second of a path
 * @param end an end of a connection on it
 * @return bytes that are under way when the path is busy: its rate times the shortest round trip
 * time; 0 without one
 */
double
GetPathBytes(double rate, const SanTcpStatistics& end)
{
    return rate * end.GetRtt().GetMinimum().GetSeconds();
}

/**
 * @param sender an end of a connection
 * @return how files name it
 */
std::string
GetName(SanTcpConnections::Sender sender)
{
    return sender == SanTcpConnections::Sender::INITIATOR ? "initiator" : "target";
}

/**
 * @param rtt round trip times
 * @return the cells of them, without times if there is no sample
 */
std::string
GetRttCells(const SanTcpRtt& rtt)
{
    const auto& moments = rtt.GetMoments();
    const auto samples = static_cast<uint64_t>(moments.GetWeight());
    if (samples == 0)
    {
        return ",0,,,";
    }
    auto text = GetCsvCell(samples) + GetCsvCell(moments.GetMean(), 9) +
                GetCsvCell(moments.GetDeviation(), 9) + ",";
    AppendSeconds(rtt.GetMinimum(), text);
    return text;
}

/**
 * @param limits how long each limit held
 * @return the cells of them; that of timeouts is among the older ones
 */
std::string
GetLimitCells(const SanTcpLimits& limits)
{
    auto text = "," + GetSanTcpLimitName(limits.GetLongest());
    for (const auto limit : {SanTcpLimit::APPLICATION,
                             SanTcpLimit::RECEIVE_WINDOW,
                             SanTcpLimit::CONGESTION_WINDOW,
                             SanTcpLimit::SEND_BUFFER,
                             SanTcpLimit::NAGLE,
                             SanTcpLimit::LINK})
    {
        text += GetCsvCell(limits.GetShare(limit), 6);
    }
    return text;
}

} // namespace

SanTcpConnections::SanTcpConnections(const SanOutputOptions& o, const SanPathOptions& path)
    : m_rates(GetLinkRates(path)),
      m_rate(std::accumulate(m_rates.begin(), m_rates.end(), 0.0)),
      m_file(o.folder + "/connections.csv")
{
    if (o.tcpSeries)
    {
        m_series = std::make_unique<SanTcpSeries>(o.folder + "/tcp-series.csv");
    }
}

SanTcpConnections::End::End(SanTcpConnections& list,
                            Ptr<Socket> socket,
                            Sender sender,
                            bool isEstablished,
                            uint32_t writeSize)
    : list(list),
      sender(sender),
      statistics(socket, isEstablished, *this, list.m_series != nullptr, writeSize)
{
}

void
SanTcpConnections::End::Established(const SanTcpStatistics& /* end */)
{
    auto& connection = list.Number(GetAddresses(*this));
    if (session)
    {
        connection.session = session;
    }
    label = std::to_string(connection.number) + "," + GetName(sender);
}

void
SanTcpConnections::End::Changed(const SanTcpStatistics& end)
{
    list.m_series->Add(end, label);
}

void
SanTcpConnections::End::FlightChanged(const SanTcpStatistics& /* end */, uint32_t from, uint32_t to)
{
    list.m_flights[sender] += static_cast<int64_t>(to) - from;
}

bool
SanTcpConnections::End::IsPathBusy(const SanTcpStatistics& end) const
{
    const auto needed = GetPathBytes(list.m_rate, end);
    return needed > 0 && static_cast<double>(list.m_flights[sender]) >= BUSY * needed;
}

void
SanTcpConnections::Attach(Ptr<Object> end, Sender sender)
{
    end->TraceConnectWithoutContext("Socket",
                                    Callback<void, Ptr<Socket>>([this, sender](Ptr<Socket> socket) {
                                        // The target's side traces what it accepted.
                                        Add(socket, sender, sender == Sender::TARGET);
                                    }));
}

void
SanTcpConnections::Add(Ptr<Socket> socket, Sender sender, bool isEstablished, uint32_t writeSize)
{
    m_ends.push_back(std::make_unique<End>(*this, socket, sender, isEstablished, writeSize));
}

void
SanTcpConnections::AttachSession(Ptr<IscsiInitiator> end, uint32_t initiator, uint32_t target)
{
    end->TraceConnectWithoutContext(
        "Socket",
        Callback<void, Ptr<Socket>>([this, initiator, target](Ptr<Socket> socket) {
            Add(socket, Sender::INITIATOR, false);
            m_ends.back()->session = SessionEnds{initiator, target};
        }));
}

IoConnectionNumbers
SanTcpConnections::GetNumbers(const IoConnection& connection) const
{
    const auto& [number, session] = m_connections.at({connection.local, connection.remote});
    const auto ends = session.value_or(SessionEnds{0, 0});
    return {ends.initiator, ends.target, number};
}

SanTcpConnections::Connection&
SanTcpConnections::Number(const Addresses& addresses)
{
    const auto number = static_cast<uint32_t>(m_connections.size());
    return m_connections.try_emplace(addresses, Connection{number, std::nullopt}).first->second;
}

SanTcpConnections::Addresses
SanTcpConnections::GetAddresses(const End& end)
{
    const auto& statistics = end.statistics;
    return end.sender == Sender::INITIATOR
               ? Addresses{statistics.GetLocal(), statistics.GetRemote()}
               : Addresses{statistics.GetRemote(), statistics.GetLocal()};
}

void
SanTcpConnections::WriteFiles()
{
    m_file.Write(HEADER);
    for (const auto& end : m_ends)
    {
        end->statistics.Stop();
        if (end->statistics.WasEstablished())
        {
            m_file.Write(GetRow(*end));
        }
    }
    m_file.Commit();
    if (m_series)
    {
        m_series->Commit();
    }
}

double
SanTcpConnections::GetRate(const SanTcpStatistics& end) const
{
    // A wireless network has one path with several networks.
    return m_rates.size() > 1 ? m_rates.at(GetLink(end)) : m_rates.front();
}

std::string
SanTcpConnections::GetRow(const End& end) const
{
    const auto& statistics = end.statistics;
    const auto& counters = statistics.GetCounters();
    const auto& window = statistics.GetCongestionWindowMoments();
    auto row = end.label + "," + FormatIscsiAddress(statistics.GetLocal()) + "," +
               FormatIscsiAddress(statistics.GetRemote()) + ",";
    AppendSeconds(statistics.GetStart(), row);
    row += ",";
    AppendSeconds(statistics.GetEnd(), row);
    row += GetCsvCell(counters.sentBytes) + GetCsvCell(counters.acknowledgedBytes) +
           GetCsvCell(counters.retransmissions) + GetCsvCell(counters.retransmittedBytes) +
           GetCsvCell(counters.timeouts) + GetCsvCell(counters.fastRecoveries) +
           GetCsvCell(window.GetMean(), 3) + GetCsvCell(window.GetDeviation(), 3) +
           GetCsvCell(statistics.GetFlightMoments().GetMean(), 3);
    const bool hasRtt = statistics.GetRtt().GetMoments().GetWeight() > 0;
    row += hasRtt ? GetCsvCell(GetPathBytes(GetRate(statistics), statistics), 0) : ",";
    row += GetRttCells(statistics.GetRtt()) + GetCsvCell(statistics.GetIdleShare(), 6) +
           GetCsvCell(statistics.GetTimeoutShare(), 6) +
           GetCsvCell(statistics.GetWindowLimitedShare(), 6) +
           GetLimitCells(statistics.GetLimits());
    const auto& session = m_connections.at(GetAddresses(end)).session;
    row += session ? GetCsvCell(session->initiator) + GetCsvCell(session->target) : ",,";
    return row + "\n";
}

void
SanTcpConnections::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    WriteTo(json.BeginLine().Key("tcp"));
}

void
SanTcpConnections::WriteTo(JsonWriter& json) const
{
    SanTcpStatistics::Counters sums;
    for (const auto& end : m_ends)
    {
        const auto& counters = end->statistics.GetCounters();
        sums.sentBytes += counters.sentBytes;
        sums.acknowledgedBytes += counters.acknowledgedBytes;
        sums.retransmissions += counters.retransmissions;
        sums.retransmittedBytes += counters.retransmittedBytes;
        sums.timeouts += counters.timeouts;
        sums.fastRecoveries += counters.fastRecoveries;
    }
    json.BeginObject();
    json.Key("connections").Integer(m_connections.size());
    json.Key("sent_bytes").Integer(sums.sentBytes);
    json.Key("acknowledged_bytes").Integer(sums.acknowledgedBytes);
    json.Key("retransmissions").Integer(sums.retransmissions);
    json.Key("retransmitted_bytes").Integer(sums.retransmittedBytes);
    json.Key("timeouts").Integer(sums.timeouts);
    json.Key("fast_recoveries").Integer(sums.fastRecoveries);
    json.EndObject();
}

} // namespace ns3
