/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A simulated host on a real network: answers pings, takes what is sent to port 5001 by TCP, and
// sends if told to. SIGTERM ends it, as does an hour; SIGUSR1 prints its figures.
//
//     live-example --tap=tap0 --address=192.0.2.2/24 --offload --sendTo=192.0.2.1

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/host-tcp-module.h"
#include "ns3/internet-module.h"
#include "ns3/live-module.h"
#include "ns3/network-module.h"
#include "ns3/toolbox-module.h"

#include <csignal>
#include <iostream>
#include <string>

using namespace ns3;

namespace
{

/// What the user chose.
struct Options
{
    std::string tap;                     //!< TAP device, empty for none
    std::string interface;               //!< network interface, empty for none
    std::string address{"192.0.2.2/24"}; //!< of the simulated host
    bool offload{false};                 //!< whether trains of segments pass whole
    std::string sendTo;                  //!< address of a peer, empty for none
    uint64_t bytes{100'000'000};         //!< to send
    std::string capture;                 //!< file, empty for none
};

/**
 * Put a host on the network.
 *
 * @param host the host
 * @param o what the user chose
 * @return its adapter
 */
Ptr<LiveNetDevice>
Connect(Ptr<Node> host, const Options& o)
{
    if (o.tap.empty() && o.interface.empty())
    {
        throw UserError("one of --tap and --interface is needed");
    }
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(host);
    LiveNetworkHelper network;
    network.SetDeviceAttribute("Offload", BooleanValue(o.offload));
    const auto device = o.tap.empty() ? network.InstallInterface(host, o.interface)
                                      : network.InstallTap(host, o.tap);
    LiveNetworkHelper::AssignAddress(device, o.address);
    if (!o.capture.empty())
    {
        network.EnablePcap(o.capture, device, true, true);
    }
    return device;
}

/**
 * Let a host take what is sent to it, and send.
 *
 * @param host the host
 * @param o what the user chose
 * @return what takes
 */
Ptr<PacketSink>
InstallApplications(Ptr<Node> host, const Options& o)
{
    constexpr uint16_t PORT = 5001;
    const std::string tcp = "ns3::TcpHostSocketFactory";
    using Kind = TcpHostSocketFactory::Kind;
    TcpHostSocketFactory::Install(host, o.offload ? Kind::OFFLOAD : Kind::LEAN);
    if (!o.sendTo.empty())
    {
        const auto peer = LiveNetworkHelper::ParseAddress(o.sendTo);
        BulkSendHelper sender(tcp, InetSocketAddress(peer, PORT));
        sender.SetAttribute("MaxBytes", UintegerValue(o.bytes));
        sender.SetAttribute("SendSize", UintegerValue(65'536));
        sender.Install(host);
    }
    PacketSinkHelper sink(tcp, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    return DynamicCast<PacketSink>(sink.Install(host).Get(0));
}

/**
 * Print what happened until now.
 *
 * @param device the host's adapter
 * @param sink takes what is sent to the host
 */
void
PrintFigures(Ptr<LiveNetDevice> device, Ptr<PacketSink> sink)
{
    const FigureList figures(std::cout, 20, 14);
    const auto& counters = device->GetCounters();
    const auto lag = LiveSimulatorImpl::Get()->GetLag().GetRun();
    figures.Print("taken", sink->GetTotalRx() / 1e6, "MB");
    figures.Print("frames sent", counters.sentFrames);
    figures.Print("frames received", counters.receivedFrames);
    figures.Print("frames not sent", counters.fullDrops + counters.refusedDrops);
    figures.Print("frames too late", counters.lateDrops);
    figures.Print("frames malformed", counters.malformedDrops);
    figures.Print("frames damaged", counters.checksumDrops);
    figures.Print("lag, median", lag.GetPercentile(50).GetSeconds() * 1e3, "ms");
    figures.Print("lag, greatest", lag.GetMax().GetSeconds() * 1e3, "ms");
    std::cout << std::flush;
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("live-example", "A simulated host on a real network.");
    options.Add("tap", "TAP device that the host is plugged into", o.tap, TextRule("tap0"));
    options.Add("interface", "Or an end of a veth pair", o.interface, TextRule("veth0"));
    options.Add("address", "Address of the host", o.address, TextRule("192.0.2.2/24"));
    options.AddSwitch("offload", "Leave TCP's segments to the other end", o.offload);
    options.Add("sendTo", "Peer that listens at port 5001", o.sendTo, TextRule("192.0.2.1"));
    options.Add("bytes", "To send", o.bytes, IntegerRule("1", "1000000000000", "bytes"));
    options.Add("capture", "File for a capture", o.capture, TextRule("live.pcap"));
    return options.Run(argc, argv, [&o] {
        LiveSimulatorImpl::Select();
        // With timestamps a segment and its headers fill a frame.
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
        const auto host = CreateObject<Node>();
        const auto device = Connect(host, o);
        const auto sink = InstallApplications(host, o);
        LiveSignals signals;
        signals.Handle(SIGTERM, MakeCallback(static_cast<void (*)()>(&Simulator::Stop)));
        signals.Handle(SIGINT, MakeCallback(static_cast<void (*)()>(&Simulator::Stop)));
        signals.Handle(SIGUSR1, MakeBoundCallback(&PrintFigures, device, sink));
        Simulator::Stop(Hours(1));
        std::cout << "ready" << std::endl;
        Simulator::Run();
        PrintFigures(device, sink);
        Simulator::Destroy();
        return 0;
    });
}
