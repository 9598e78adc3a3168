/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One host sends to another over two links. The cable of the first link is pulled and put back.
// Prints when links are used and left, what arrived, and for how long nothing did.
//
//     bond-example --mode=active-backup --series=series.csv
//     bond-example --ns3::BondNetDevice::TransmitHashPolicy=layer2

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/ethernet-module.h"
#include "ns3/host-tcp-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/toolbox-module.h"

#include <iomanip>
#include <iostream>
#include <string>

using namespace ns3;

namespace
{

/// What the user chose.
struct Options
{
    std::string mode{"802.3ad"};      //!< how links share frames
    std::string offload{"tso"};       //!< none or tso
    uint32_t flows{8};                //!< connections
    uint64_t bytes{60'000'000};       //!< of each connection
    Time pull{MilliSeconds(4500)};    //!< when the first cable is pulled
    Time outage{MilliSeconds(500)};   //!< for how long
    Time interval{MilliSeconds(100)}; //!< between rows of the series
    std::string series;               //!< file for throughput over time, empty for none
    std::string pcap;                 //!< file for a capture of the first link, empty for none
};

/**
 * Let one host send to the other, after 4 s: LACP has agreed within 3 s.
 *
 * @param hosts the hosts
 * @param address of the second one
 * @param o what the user chose
 * @param transfers told what arrives
 */
void
Send(const NodeContainer& hosts, Ipv4Address address, const Options& o, TransferMeter& transfers)
{
    const auto tcp = o.offload == "tso" ? "ns3::TcpHostSocketFactory" : "ns3::TcpSocketFactory";
    for (uint32_t i = 0; i < o.flows; ++i)
    {
        // Ports that mean nothing to Wireshark.
        const InetSocketAddress receiver(address, static_cast<uint16_t>(60000 + i));
        // One after the other: ARP keeps three packets while it asks.
        const auto begin = Seconds(4) + MilliSeconds(20) * i;
        transfers.Follow(PacketSinkHelper(tcp, receiver).Install(hosts.Get(1)).Get(0), begin);
        BulkSendHelper source(tcp, receiver);
        // Whole segments, or some would leave half full.
        source.SetAttribute("SendSize", UintegerValue(1448));
        source.SetAttribute("MaxBytes", UintegerValue(o.bytes));
        source.Install(hosts.Get(0)).Start(begin);
    }
    transfers.StopAfter(o.bytes * o.flows);
}

/// Print that a link is used from now on, or no more.
void
PrintLink(uint32_t link, bool isUsed)
{
    std::cout << "at " << std::fixed << std::setprecision(3) << Simulator::Now().GetSeconds()
              << " s link " << link + 1 << " is " << (isUsed ? "used" : "left") << "\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("bond-example", "One host sends to another over two bonded links.");
    const auto modes = WordRule({"active-backup", "balance-xor", "802.3ad"});
    options.Add("mode", "How links share frames", o.mode, modes);
    options.Add("offload", "Segmentation of TCP", o.offload, WordRule({"none", "tso"}));
    options.Add("flows", "TCP connections", o.flows, IntegerRule("1", "1000"));
    options.Add("bytes", "Of each connection", o.bytes, IntegerRule("1", "1000000000000", "bytes"));
    options.Add("pull", "When the first cable is pulled", o.pull, TimeRule("0s", "4500ms"));
    options.Add("outage", "For how long it is pulled", o.outage, TimeRule("1ns", "500ms"));
    options.Add("interval", "Between rows of the series", o.interval, TimeRule("1us", "100ms"));
    options.Add("series", "File for throughput over time", o.series, TextRule("series.csv"));
    options.Add("pcap", "File for a capture of the first link", o.pcap, TextRule("link1.pcap"));
    // The command line may change these.
    Config::SetDefault("ns3::BondNetDevice::TransmitHashPolicy", StringValue("layer3+4"));
    Config::SetDefault("ns3::BondNetDevice::LacpFast", BooleanValue(true));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(512 * 1024));
    // As Linux has them.
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MilliSeconds(40)));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(200)));
    return options.Run(argc, argv, [&o] {
        const NodeContainer hosts(2);
        EthernetHelper cables;
        cables.SetChannelAttribute("Delay", TimeValue(MicroSeconds(1)));
        BondHelper helper;
        helper.SetAttribute("Mode", StringValue(o.mode));
        const auto bonds = helper.Install(hosts.Get(0), hosts.Get(1), 2, cables);
        InternetStackHelper().Install(hosts);
        if (o.offload == "tso")
        {
            TcpOffloadHelper().Install(hosts);
        }
        const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(bonds);
        TransferMeter transfers;
        Send(hosts, addresses.GetAddress(1), o, transfers);

        const auto bond = DynamicCast<BondNetDevice>(bonds.Get(0));
        const auto peer = DynamicCast<BondNetDevice>(bonds.Get(1));
        bond->TraceConnectWithoutContext("Link", MakeCallback(&PrintLink));
        const auto cable = DynamicCast<EthernetChannel>(bond->GetLink(0)->GetChannel());
        Simulator::Schedule(o.pull, &EthernetChannel::Disconnect, cable);
        Simulator::Schedule(o.pull + o.outage, &EthernetChannel::Reconnect, cable);
        const EthernetMeter lost(cable, "Lose");
        const EthernetMeter first(peer->GetLink(0), "MacPromiscRx");
        const EthernetMeter second(peer->GetLink(1), "MacPromiscRx");
        DeviceCapture capture(o.pcap, bond->GetLink(0), DeviceCapture::ETHERNET, 128);
        ThroughputSeries series(o.series, o.interval);
        series.Add("data", [&] { return transfers.GetBytes(); });
        series.Add("link1", [&] { return first.GetWireBytes(); });
        series.Add("link2", [&] { return second.GetWireBytes(); });
        series.Start();
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        series.Close();
        capture.Commit();

        const FigureList figures(std::cout, 24, 12);
        transfers.Print(figures);
        figures.Print("link 1", first.GetWireBytes() / 1e6, "MB");
        figures.Print("link 2", second.GetWireBytes() / 1e6, "MB");
        figures.Print("frames lost with cable", lost.GetFrames());
        figures.Print("longest pause", transfers.GetLongestPause().GetSeconds() * 1e3, "ms");
        Simulator::Destroy();
        return 0;
    });
}
