/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A simulated Ethernet switch between real hosts: each port has a cable of some rate and delay, and
// a TAP device at its end, a host's adapter: port0, port1 and so on. They may be moved to network
// namespaces once the program has said that it is ready. SIGTERM ends it and prints what was
// dropped, and how late the simulation was; SIGUSR1 lets it count that anew.
//
//     live-switch --ports=9 --rate=100Mbps --delay=250us --sharedBuffer=65536 --portQueue=16MB

#include "ns3/core-module.h"
#include "ns3/ethernet-module.h"
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
    std::string tap{"port"};        //!< TAP devices, without their numbers
    uint32_t ports{2};              //!< of the switch
    DataRate rate{"100Mbps"};       //!< of each cable
    Time delay{MicroSeconds(250)};  //!< of each cable
    std::string portQueue{"1000p"}; //!< of each port of the switch
    uint32_t sharedBuffer{0};       //!< bytes for all ports, 0 for none
    Time late{MilliSeconds(1)};     //!< an event that is so late is counted
};

/**
 * @param counter grows with each frame
 */
void
Count(uint64_t* counter, Ptr<const Packet> /* frame */)
{
    ++*counter;
}

/**
 * Join hosts with a switch.
 *
 * @param o what the user chose
 * @param dropped counts what has no room
 */
void
Build(const Options& o, uint64_t& dropped)
{
    EthernetHelper cable;
    cable.SetDeviceAttribute("DataRate", DataRateValue(o.rate));
    cable.SetChannelAttribute("Delay", TimeValue(o.delay));
    const auto middle = CreateObject<Node>();
    NetDeviceContainer ports;
    for (uint32_t i = 0; i < o.ports; ++i)
    {
        // The adapter of a host: what the kernel sends waits in it for the cable.
        const auto adapter = CreateObject<Node>();
        const auto ends = cable.Install(adapter, middle);
        ends.Get(0)->SetAttribute("QueueSize", StringValue("64MB"));
        ends.Get(1)->SetAttribute("QueueSize", StringValue(o.portQueue));
        ports.Add(ends.Get(1));
        const auto bridge = CreateObject<BridgeNetDevice>();
        adapter->AddDevice(bridge);
        bridge->AddBridgePort(ends.Get(0));
        bridge->AddBridgePort(LiveNetworkHelper().InstallTap(adapter, o.tap + std::to_string(i)));
        ends.Get(1)->TraceConnectWithoutContext("MacTxDrop", MakeBoundCallback(&Count, &dropped));
    }
    EthernetSwitchHelper helper;
    helper.SetSharedBuffer(o.sharedBuffer);
    helper.Install(middle, ports);
}

/**
 * Print what happened until now.
 *
 * @param o what the user chose
 * @param dropped frames
 */
void
PrintFigures(const Options& o, uint64_t dropped)
{
    const FigureList figures(std::cout, 20, 14);
    const auto lag = LiveSimulatorImpl::Get()->GetLag().GetRun();
    figures.Print("frames dropped", dropped);
    figures.Print("lag, median", lag.GetPercentile(50).GetSeconds() * 1e3, "ms");
    figures.Print("lag, p99", lag.GetPercentile(99).GetSeconds() * 1e3, "ms");
    figures.Print("lag, greatest", lag.GetMax().GetSeconds() * 1e3, "ms");
    figures.Print("events late", 100 * lag.GetShareAbove(o.late), "%");
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("live-switch", "A simulated Ethernet switch between real hosts.");
    options.Add("tap", "TAP devices, without their numbers", o.tap, TextRule("port"));
    options.Add("ports", "Ports of the switch", o.ports, IntegerRule("2", "1000"));
    options.Add("rate", "Rate of each cable", o.rate, RateRule());
    options.Add("delay", "Delay of each cable", o.delay, TimeRule("0s", "250us"));
    options.Add("portQueue", "Queue of each port of the switch", o.portQueue, QueueRule());
    const auto bytes = IntegerRule("0", "4294967295", "bytes", "65536");
    options.Add("sharedBuffer", "Memory of all ports; 0 for none", o.sharedBuffer, bytes);
    options.Add("late", "An event that is later is counted", o.late, TimeRule("0s", "1ms"));
    return options.Run(argc, argv, [&o] {
        LiveSimulatorImpl::Select();
        uint64_t dropped = 0;
        Build(o, dropped);
        LiveSignals signals;
        signals.Handle(SIGTERM, MakeCallback(static_cast<void (*)()>(&Simulator::Stop)));
        auto& lag = LiveSimulatorImpl::Get()->GetLag();
        signals.Handle(SIGUSR1, MakeCallback(&LiveLag::Reset, &lag));
        std::cout << "ready" << std::endl;
        Simulator::Run();
        PrintFigures(o, dropped);
        Simulator::Destroy();
        return 0;
    });
}
