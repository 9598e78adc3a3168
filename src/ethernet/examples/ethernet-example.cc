/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * Several hosts send to one through a switch: what arrives, and what the switch has no room for.
 */

#include "ns3/application-container.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/ethernet-framing.h"
#include "ns3/ethernet-helper.h"
#include "ns3/ethernet-switch-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/program-options.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <iomanip>
#include <iostream>
#include <string>

using namespace ns3;

namespace
{

/// What the user chose.
struct Options
{
    uint32_t senders{4};           //!< hosts that send
    DataRate rate{"1Gbps"};        //!< of every cable
    Time delay{MicroSeconds(1)};   //!< of every cable
    uint32_t mtu{1500};            //!< longest payload of a frame
    std::string portQueue{"100p"}; //!< of each port of the switch
    uint32_t sharedBuffer{0};      //!< bytes for all ports, 0 for none
    Time time{MilliSeconds(100)};  //!< for how long they send
};

/// Headers of IP and of TCP with timestamps.
constexpr uint32_t TCP_HEADERS = 20 + 32;

/// Hosts around a switch. Host 0 receives what the others send.
class Incast
{
  public:
    /**
     * @param options what the user chose
     */
    explicit Incast(const Options& options);

    /// Run the simulation and print what happened.
    void Run();

  private:
    /**
     * Join the hosts with a switch.
     *
     * @return the hosts' devices
     */
    NetDeviceContainer Connect();

    /**
     * Let all hosts but the first send to it.
     *
     * @param address its address
     */
    void Send(Ipv4Address address);

    /**
     * @param packet what the switch had no room for
     */
    void Drop(Ptr<const Packet> packet);

    /**
     * @param packet what arrived at the receiver
     */
    void Arrive(Ptr<const Packet> packet);

    const Options& m_options;     //!< what the user chose
    NodeContainer m_hosts;        //!< the receiver and the senders
    ApplicationContainer m_sinks; //!< one for each sender
    uint64_t m_dropped{0};        //!< frames that the switch had no room for
    uint64_t m_wireBytes{0};      //!< of frames that arrived, with preamble and gap
};

Incast::Incast(const Options& options)
    : m_options(options),
      m_hosts(options.senders + 1)
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(options.mtu - TCP_HEADERS));
    const auto devices = Connect();
    InternetStackHelper().Install(m_hosts);
    Send(Ipv4AddressHelper("10.0.0.0", "255.255.0.0").Assign(devices).GetAddress(0));
}

NetDeviceContainer
Incast::Connect()
{
    EthernetHelper cable;
    cable.SetDeviceAttribute("DataRate", DataRateValue(m_options.rate));
    cable.SetDeviceAttribute("Mtu", UintegerValue(m_options.mtu));
    cable.SetChannelAttribute("Delay", TimeValue(m_options.delay));
    const auto middle = CreateObject<Node>();
    NetDeviceContainer adapters;
    NetDeviceContainer ports;
    for (uint32_t i = 0; i < m_hosts.GetN(); ++i)
    {
        const auto ends = cable.Install(m_hosts.Get(i), middle);
        adapters.Add(ends.Get(0));
        ports.Add(ends.Get(1));
        ends.Get(1)->SetAttribute("QueueSize", QueueSizeValue(QueueSize(m_options.portQueue)));
    }
    EthernetSwitchHelper helper;
    helper.SetSharedBuffer(m_options.sharedBuffer);
    helper.Install(middle, ports);
    ports.Get(0)->TraceConnectWithoutContext("MacTxDrop", MakeCallback(&Incast::Drop, this));
    adapters.Get(0)->TraceConnectWithoutContext("MacRx", MakeCallback(&Incast::Arrive, this));
    return adapters;
}

void
Incast::Send(Ipv4Address address)
{
    constexpr uint16_t FIRST_PORT = 5000;
    const std::string tcp = "ns3::TcpSocketFactory";
    for (uint32_t i = 1; i < m_hosts.GetN(); ++i)
    {
        const auto port = static_cast<uint16_t>(FIRST_PORT + i);
        const InetSocketAddress any(Ipv4Address::GetAny(), port);
        m_sinks.Add(PacketSinkHelper(tcp, any).Install(m_hosts.Get(0)));
        BulkSendHelper sender(tcp, InetSocketAddress(address, port));
        // Whole segments, or some would leave half full.
        sender.SetAttribute("SendSize", UintegerValue(m_options.mtu - TCP_HEADERS));
        sender.Install(m_hosts.Get(i));
    }
}

void
Incast::Drop(Ptr<const Packet> /* packet */)
{
    ++m_dropped;
}

void
Incast::Arrive(Ptr<const Packet> packet)
{
    m_wireBytes += EthernetFraming::GetWireBytes(packet->GetSize());
}

void
Incast::Run()
{
    Simulator::Stop(m_options.time);
    Simulator::Run();
    const auto print = [](const std::string& what, double figure, const std::string& unit) {
        std::cout << std::left << std::setw(16) << what << std::right << std::setw(12) << std::fixed
                  << std::setprecision(3) << figure << " " << unit << "\n";
    };
    const auto seconds = m_options.time.GetSeconds();
    double sum = 0;
    for (uint32_t i = 0; i < m_sinks.GetN(); ++i)
    {
        const auto bytes = DynamicCast<PacketSink>(m_sinks.Get(i))->GetTotalRx();
        const auto rate = static_cast<double>(bytes) / seconds / 1e6;
        print("sender " + std::to_string(i + 1), rate, "MB/s");
        sum += rate;
    }
    print("all senders", sum, "MB/s");
    const auto capacity = static_cast<double>(m_options.rate.GetBitRate()) / 8 * seconds;
    print("link utilisation", 100 * static_cast<double>(m_wireBytes) / capacity, "%");
    print("frames dropped", static_cast<double>(m_dropped), "");
    Simulator::Destroy();
}

} // namespace

int
main(int argc, char* argv[])
{
    Options chosen;
    ProgramOptions options("ethernet-example",
                           "Several hosts send to one through an Ethernet switch.");
    options.Add("senders", "Hosts that send", chosen.senders, IntegerRule("1", "1000"));
    options.Add("rate", "Rate of each cable", chosen.rate, RateRule());
    options.Add("delay", "Delay of each cable", chosen.delay, TimeRule("0s", "1us"));
    options.Add("mtu",
                "Longest payload of a frame; 9000 for jumbo frames",
                chosen.mtu,
                IntegerRule("576", "9216", "bytes"));
    options.Add("portQueue",
                "Maximum queue of each port of the switch, such as 100p or 64kB",
                chosen.portQueue,
                QueueRule());
    options.Add("sharedBuffer",
                "Memory of all ports of the switch beside these queues; 0 for none",
                chosen.sharedBuffer,
                IntegerRule("0", "4294967295", "bytes", "1000000"));
    options.Add("time", "For how long they send", chosen.time, TimeRule("1ns", "100ms"));
    return options.Run(argc, argv, [&chosen] {
        Incast(chosen).Run();
        return 0;
    });
}
