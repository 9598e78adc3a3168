/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Sends bytes over TCP as fast as it goes, through the network of iscsi-san and with its options
// for the path and for TCP: what a path and a TCP window give before there is any iSCSI. With
// readFraction 0 the initiator sends to the target until the time stop, with 1 the target sends.
// Writes summary.json with the steady rate, connections.csv with what TCP did, and stations.csv
// with what the radios of a wireless network did.

#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/json-writer.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/result-file.h"
#include "ns3/result-folder.h"
#include "ns3/run-interrupt.h"
#include "ns3/san-host-tcp.h"
#include "ns3/san-network.h"
#include "ns3/san-program-options.h"
#include "ns3/san-steady-rate.h"
#include "ns3/san-tcp-connections.h"
#include "ns3/san-wireless-figures.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Port of the sink, the one of iperf.
constexpr uint16_t PORT = 5001;

/// Bytes that are written at a time.
constexpr uint32_t WRITE = 8192;

/**
 * Bytes arrived.
 *
 * @param rate what counts them
 * @param bytes some of them
 * @param from who sent them
 */
void
Arrived(SanSteadyRate* rate, Ptr<const Packet> bytes, const Address& /* from */)
{
    rate->Add(bytes->GetSize());
}

/// What the stations of a wireless network do, from the warm-up's end until the simulation stops.
class StationMeter
{
  public:
    /**
     * @param o the options
     * @param network the network
     * @param sink where bytes arrive
     */
    StationMeter(const SanOptions& o, const SanNetwork& network, Ptr<Application> sink)
        : m_sink(DynamicCast<PacketSink>(sink))
    {
        if (o.path.IsWireless())
        {
            m_figures = std::make_unique<SanWirelessFigures>(o.wireless, o.output.folder);
            m_figures->Attach(network.GetStations());
            Simulator::Schedule(o.output.warmUp, &StationMeter::Begin, this);
        }
    }

    /// Finish stations.csv, before the simulation is destroyed.
    void Write()
    {
        if (m_figures)
        {
            m_bytes = m_sink->GetTotalRx() - m_bytes;
            m_figures->WriteFiles();
        }
    }

    /**
     * @param json an object, to which the sums are added
     */
    void WriteTo(JsonWriter& json) const
    {
        if (m_figures)
        {
            m_figures->WriteTo(json.BeginLine().Key("wireless"), m_bytes);
        }
    }

  private:
    /// The warm-up is over.
    void Begin()
    {
        m_bytes = m_sink->GetTotalRx();
        m_figures->Begin();
    }

    Ptr<PacketSink> m_sink;                        //!< where bytes arrive
    std::unique_ptr<SanWirelessFigures> m_figures; //!< null with cables
    uint64_t m_bytes{0};                           //!< bytes before the measured time, then in it
};

/**
 * Do what the command line says.
 *
 * @param words the command line without the program
 * @return the exit status
 */
int
RunProgram(const std::vector<std::string>& words)
{
    TcpBulkOptions o;
    if (!o.Parse(words))
    {
        return 0;
    }
    if (!o.load.stop.IsStrictlyPositive())
    {
        throw UserError("stop: it needs a time to stop, such as 2s");
    }
    ResultFolder folder(o.output.folder);
    ResultFile file(o.output.folder + "/summary.json");
    const bool isFromTarget = o.load.readFraction > 0.5;
    SanNetwork network(o);
    const auto sender = isFromTarget ? network.targets.Get(0) : network.initiators.Get(0);
    const auto receiver = isFromTarget ? network.initiators.Get(0) : network.targets.Get(0);
    const InetSocketAddress address(receiver->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal(), PORT);
    SetSanTcpOptions(sender, o.tcp, isFromTarget);
    SetSanTcpOptions(receiver, o.tcp, !isFromTarget);
    const auto factory = o.tcp.GetSocketFactory();
    const auto sinks = PacketSinkHelper(factory, address).Install(receiver);
    BulkSendHelper source(factory, address);
    source.SetAttribute("SendSize", UintegerValue(WRITE));
    const auto sources = source.Install(sender);
    SanTcpConnections connections(o.output, o.path);
    // The socket is there once the application has started, and long before it is connected.
    Simulator::Schedule(NanoSeconds(1), [&] {
        const auto socket = DynamicCast<BulkSendApplication>(sources.Get(0))->GetSocket();
        connections.Add(socket,
                        isFromTarget ? SanTcpConnections::Sender::TARGET
                                     : SanTcpConnections::Sender::INITIATOR,
                        false,
                        WRITE);
    });
    network.AssignStreams(0);
    StationMeter meter(o, network, sinks.Get(0));
    SanSteadyRate rate(o.output.warmUp);
    sinks.Get(0)->TraceConnectWithoutContext("Rx", MakeBoundCallback(&Arrived, &rate));
    Simulator::Stop(o.load.stop);
    RunInterrupt interrupt;
    Simulator::Run();
    const auto end = Simulator::Now();
    const bool isInterrupted = interrupt.HasCome();
    connections.WriteFiles();
    meter.Write();
    const bool isInVain = DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx() == 0;
    Simulator::Destroy();
    JsonWriter summary;
    summary.BeginObject();
    rate.WriteTo(summary.Key("steady"));
    connections.WriteTo(summary.BeginLine().Key("tcp"));
    if (network.pathErrors.IsAny())
    {
        network.pathErrors.WriteTo(summary.BeginLine().Key("path"));
    }
    meter.WriteTo(summary);
    if (isInterrupted)
    {
        summary.BeginLine().Key("interrupted_s").Fixed(end.GetSeconds(), 9);
    }
    summary.EndObject();
    file.Write(summary.GetText() + "\n");
    file.Commit();
    for (const auto& kept : folder.Commit())
    {
        std::cerr << "note: " << kept << "\n";
    }
    JsonWriter steady;
    rate.WriteTo(steady);
    std::cout << steady.GetText() << "\n";
    if (isInterrupted)
    {
        interrupt.Report(end, o.output.folder);
    }
    interrupt.PassOn();
    if (isInVain)
    {
        std::cerr << "error: no byte arrived before the run stopped\n";
    }
    return isInVain ? 1 : 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    return RunReportingUserErrors([argc, argv] { return RunProgram({argv + 1, argv + argc}); });
}
