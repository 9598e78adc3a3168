/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Several hosts send to one through a switch. Prints what arrives, and what the switch drops.
//
//     ethernet-example --senders=8 --portQueue=1000p --sharedBuffer=60000

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/ethernet-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/toolbox-module.h"

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
    uint32_t mtu{1500};            //!< longest payload of a frame
    std::string portQueue{"100p"}; //!< of each port of the switch
    uint32_t sharedBuffer{0};      //!< bytes for all ports, 0 for none
    Time time{MilliSeconds(100)};  //!< for how long they send
};

/**
 * Join hosts with a switch.
 *
 * @param hosts the hosts
 * @param o what the user chose
 * @return devices of the hosts, and the ports of the switch
 */
std::pair<NetDeviceContainer, NetDeviceContainer>
Connect(const NodeContainer& hosts, const Options& o)
{
    EthernetHelper cable;
    cable.SetDeviceAttribute("DataRate", DataRateValue(o.rate));
    cable.SetDeviceAttribute("Mtu", UintegerValue(o.mtu));
    cable.SetChannelAttribute("Delay", TimeValue(MicroSeconds(1)));
    const auto middle = CreateObject<Node>();
    NetDeviceContainer adapters;
    NetDeviceContainer ports;
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        const auto ends = cable.Install(hosts.Get(i), middle);
        adapters.Add(ends.Get(0));
        ports.Add(ends.Get(1));
        ends.Get(1)->SetAttribute("QueueSize", StringValue(o.portQueue));
    }
    EthernetSwitchHelper helper;
    helper.SetSharedBuffer(o.sharedBuffer);
    helper.Install(middle, ports);
    return {adapters, ports};
}

/**
 * Let all hosts but the first send to it.
 *
 * @param hosts the hosts
 * @param address of the first one
 * @param segment bytes of TCP in a frame
 * @return what receives, for each sender
 */
ApplicationContainer
Send(const NodeContainer& hosts, Ipv4Address address, uint32_t segment)
{
    ApplicationContainer sinks;
    for (uint32_t i = 1; i < hosts.GetN(); ++i)
    {
        const InetSocketAddress receiver(address, static_cast<uint16_t>(5000 + i));
        sinks.Add(PacketSinkHelper("ns3::TcpSocketFactory", receiver).Install(hosts.Get(0)));
        BulkSendHelper sender("ns3::TcpSocketFactory", receiver);
        // Whole segments, or some would leave half full.
        sender.SetAttribute("SendSize", UintegerValue(segment));
        sender.Install(hosts.Get(i));
    }
    return sinks;
}

/**
 * Simulate and print what happened.
 *
 * @param o what the user chose
 * @return 0
 */
int
RunExample(const Options& o)
{
    const uint32_t segment = o.mtu - 20 - 32; // without headers of IP and of TCP with timestamps
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(segment));
    NodeContainer hosts(o.senders + 1);
    const auto [adapters, ports] = Connect(hosts, o);
    uint64_t wireBytes = 0;
    const Callback<void, Ptr<const Packet>> arrive([&](Ptr<const Packet> frame) {
        wireBytes += EthernetFraming::GetWireBytes(frame->GetSize());
    });
    adapters.Get(0)->TraceConnectWithoutContext("MacRx", arrive);
    uint64_t dropped = 0;
    const Callback<void, Ptr<const Packet>> drop([&](Ptr<const Packet>) { ++dropped; });
    ports.Get(0)->TraceConnectWithoutContext("MacTxDrop", drop);
    InternetStackHelper().Install(hosts);
    const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.0.0").Assign(adapters);
    const auto sinks = Send(hosts, addresses.GetAddress(0), segment);
    Simulator::Stop(o.time);
    Simulator::Run();

    const FigureList figures(std::cout, 16, 12);
    double sum = 0;
    for (uint32_t i = 0; i < sinks.GetN(); ++i)
    {
        const auto bytes = DynamicCast<PacketSink>(sinks.Get(i))->GetTotalRx();
        const auto rate = bytes / o.time.GetSeconds() / 1e6;
        figures.Print("sender " + std::to_string(i + 1), rate, "MB/s");
        sum += rate;
    }
    figures.Print("all senders", sum, "MB/s");
    const auto capacity = o.rate.GetBitRate() / 8.0 * o.time.GetSeconds();
    figures.Print("link utilisation", 100 * wireBytes / capacity, "%");
    figures.Print("frames dropped", static_cast<double>(dropped));
    Simulator::Destroy();
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("ethernet-example", "Several hosts send to one through a switch.");
    options.Add("senders", "Hosts that send", o.senders, IntegerRule("1", "1000"));
    options.Add("rate", "Rate of each cable", o.rate, RateRule());
    options.Add("mtu", "Longest payload of a frame", o.mtu, IntegerRule("576", "9216", "bytes"));
    options.Add("portQueue", "Queue of each port of the switch", o.portQueue, QueueRule());
    options.Add("sharedBuffer",
                "Memory of all ports beside these queues; 0 for none",
                o.sharedBuffer,
                IntegerRule("0", "4294967295", "bytes", "1000000"));
    options.Add("time", "For how long they send", o.time, TimeRule("1ns", "100ms"));
    return options.Run(argc, argv, [&o] { return RunExample(o); });
}
