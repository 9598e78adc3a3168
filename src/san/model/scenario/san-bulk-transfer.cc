/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-bulk-transfer.h"

#include "san-program-options.h"

#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/io-summary.h"
#include "ns3/ipv4.h"
#include "ns3/json-writer.h"
#include "ns3/log.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/run-interrupt.h"
#include "ns3/san-host-tcp.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanBulkTransfer");

namespace
{

/// Port of the sink, the one of iperf.
constexpr uint16_t PORT = 5001;

/// Bytes that are written at a time.
constexpr uint32_t WRITE = 8192;

/**
 * @param o the options
 * @return the same
 * @throw UserError if they give no time to stop
 */
const TcpBulkOptions&
CheckStop(const TcpBulkOptions& o)
{
    if (!o.load.stop.IsStrictlyPositive())
    {
        throw UserError("stop: it needs a time to stop, such as 2s");
    }
    return o;
}

} // namespace

SanBulkTransfer::SanBulkTransfer(const TcpBulkOptions& o)
    : m_options(CheckStop(o)),
      m_folder(o.output.folder),
      m_file(o.output.folder + "/summary.json"),
      m_network(o),
      m_connections(o.output, o.path),
      m_rate(o.output.warmUp)
{
    Install();
    m_network.AssignStreams(0);
    if (o.path.IsWireless())
    {
        m_stations = std::make_unique<SanWirelessFigures>(o.wireless, o.output.folder);
        m_stations->Attach(m_network.GetStations());
        Simulator::Schedule(o.output.warmUp, &SanBulkTransfer::BeginStations, this);
    }
}

void
SanBulkTransfer::Install()
{
    const auto& tcp = m_options.tcp;
    const bool isFromTarget = m_options.load.readFraction > 0.5;
    const auto initiator = m_network.initiators.Get(0);
    const auto target = m_network.targets.Get(0);
    SetSanTcpOptions(target, tcp, true);
    SetSanTcpOptions(initiator, tcp, false);
    const auto receiver = isFromTarget ? initiator : target;
    const InetSocketAddress address(receiver->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal(), PORT);
    NS_LOG_INFO((isFromTarget ? "the target" : "the initiator") << " sends to " << address);
    const auto factory = tcp.GetSocketFactory();
    const auto sink = PacketSinkHelper(factory, address).Install(receiver).Get(0);
    sink->TraceConnectWithoutContext("Rx", MakeCallback(&SanBulkTransfer::BytesArrived, this));
    BulkSendHelper sender(factory, address);
    sender.SetAttribute("SendSize", UintegerValue(WRITE));
    const auto source =
        DynamicCast<BulkSendApplication>(sender.Install(isFromTarget ? target : initiator).Get(0));
    const auto end =
        isFromTarget ? SanTcpConnections::Sender::TARGET : SanTcpConnections::Sender::INITIATOR;
    // The socket is there once the application has started, and long before it is connected.
    Simulator::Schedule(NanoSeconds(1), [this, source, end] {
        m_connections.Add(source->GetSocket(), end, false, WRITE);
    });
}

void
SanBulkTransfer::BytesArrived(Ptr<const Packet> bytes, const Address& /* from */)
{
    m_bytes += bytes->GetSize();
    m_rate.Add(bytes->GetSize());
}

void
SanBulkTransfer::BeginStations()
{
    m_earlyBytes = m_bytes;
    m_stations->Begin();
}

void
SanBulkTransfer::Run(const RunInterrupt* interrupt)
{
    Simulator::Stop(m_options.load.stop);
    Simulator::Run();
    if (interrupt && interrupt->HasCome())
    {
        m_interruption = Simulator::Now();
    }
    m_connections.WriteFiles();
    if (m_stations)
    {
        m_stations->WriteFiles();
    }
    Simulator::Destroy();
    m_summary = Summarize();
    m_file.Write(m_summary);
    m_file.Commit();
    m_notes = m_folder.Commit();
}

std::string
SanBulkTransfer::Summarize() const
{
    JsonWriter summary;
    summary.BeginObject();
    m_rate.WriteTo(summary.Key("steady"));
    const IoSummary noRequests;
    m_connections.WriteSummary(summary, noRequests);
    m_network.pathErrors.WriteSummary(summary, noRequests);
    if (m_stations)
    {
        m_stations->WriteTo(summary.BeginLine().Key("wireless"), m_bytes - m_earlyBytes);
    }
    if (m_interruption)
    {
        summary.BeginLine().Key("interrupted_s").Fixed(m_interruption->GetSeconds(), 9);
    }
    summary.EndObject();
    return summary.GetText() + "\n";
}

uint64_t
SanBulkTransfer::GetBytes() const
{
    return m_bytes;
}

const SanSteadyRate&
SanBulkTransfer::GetRate() const
{
    return m_rate;
}

const std::string&
SanBulkTransfer::GetSummaryText() const
{
    return m_summary;
}

const std::optional<Time>&
SanBulkTransfer::GetInterruption() const
{
    return m_interruption;
}

const std::vector<std::string>&
SanBulkTransfer::GetNotes() const
{
    return m_notes;
}

} // namespace ns3
