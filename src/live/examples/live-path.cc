/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A simulated path between two real networks: two routers, each with a TAP device, and a link of
// some rate, delay, queue and loss between them. TAP devices may be moved to network namespaces
// once the program has said that it is ready. SIGTERM ends it and prints what was lost.
//
//     live-path --rate=100Mbps --delay=5ms --loss=0.01 --queue=100p
//
// Hosts have addresses of 192.0.2.0/24 and 198.51.100.0/24, and the first of these as gateway.

#include "ns3/core-module.h"
#include "ns3/ethernet-module.h"
#include "ns3/internet-module.h"
#include "ns3/live-module.h"
#include "ns3/network-module.h"
#include "ns3/toolbox-module.h"

#include <array>
#include <csignal>
#include <iostream>
#include <string>

using namespace ns3;

namespace
{

/// Addresses of the routers on the real networks, which hosts there have as gateways.
constexpr std::array<const char*, 2> GATEWAYS{"192.0.2.1/24", "198.51.100.1/24"};

/// What the user chose.
struct Options
{
    std::array<std::string, 2> taps{"path0", "path1"}; //!< TAP devices
    DataRate rate{"1Gbps"};                            //!< of the link
    Time delay{MilliSeconds(1)};                       //!< of the link, one way
    double loss{0};                                    //!< share of the packets, in each direction
    std::string queue{"1000p"};                        //!< before the link
};

/// What happened to packets on the link.
struct Counters
{
    uint64_t lost{0};   //!< by the path
    uint64_t noRoom{0}; //!< in the queue
};

/**
 * @param counter grows with each packet
 */
void
Count(uint64_t* counter, Ptr<const Packet> /* packet */)
{
    ++*counter;
}

/**
 * Join the routers.
 *
 * @param routers both
 * @param o what the user chose
 * @param counters count what is lost
 */
void
Join(const NodeContainer& routers, const Options& o, Counters& counters)
{
    EthernetHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(o.rate));
    link.SetDeviceAttribute("QueueSize", StringValue(o.queue));
    link.SetChannelAttribute("Delay", TimeValue(o.delay));
    const auto devices = link.Install(routers);
    const std::array<std::string, 2> addresses{"203.0.113.1", "203.0.113.2"};
    for (std::size_t i = 0; i < 2; ++i)
    {
        const auto device = devices.Get(i);
        LiveNetworkHelper::AssignAddress(device, addresses[i] + "/24");
        LiveNetworkHelper::SetDefaultRoute(device, addresses[1 - i]);
        const auto errors = CreateObject<RateErrorModel>();
        errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        errors->SetRate(o.loss);
        errors->AssignStreams(i);
        device->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        device->TraceConnectWithoutContext("PhyRxDrop", MakeBoundCallback(&Count, &counters.lost));
        device->TraceConnectWithoutContext("MacTxDrop",
                                           MakeBoundCallback(&Count, &counters.noRoom));
    }
}

/**
 * Print what happened until now.
 *
 * @param devices the routers' adapters on the real networks
 * @param counters what was lost
 */
void
PrintFigures(const std::array<Ptr<LiveNetDevice>, 2>& devices, const Counters& counters)
{
    const FigureList figures(std::cout, 20, 14);
    for (const auto& device : devices)
    {
        figures.Print("frames received", device->GetCounters().receivedFrames);
    }
    figures.Print("packets lost", counters.lost);
    figures.Print("packets without room", counters.noRoom);
    const auto lag = LiveSimulatorImpl::Get()->GetLag().GetRun();
    figures.Print("lag, median", lag.GetPercentile(50).GetSeconds() * 1e3, "ms");
    figures.Print("lag, greatest", lag.GetMax().GetSeconds() * 1e3, "ms");
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("live-path", "A simulated path between two real networks.");
    options.Add("tap0", "TAP device of one network", o.taps[0], TextRule("path0"));
    options.Add("tap1", "TAP device of the other", o.taps[1], TextRule("path1"));
    options.Add("rate", "Rate of the link", o.rate, RateRule());
    options.Add("delay", "Delay of the link, one way", o.delay, TimeRule("0s", "5ms"));
    options.Add("loss", "Share of packets lost, each way", o.loss, NumberRule("0", "1", "0.01"));
    options.Add("queue", "Packets or bytes before the link", o.queue, QueueRule());
    return options.Run(argc, argv, [&o] {
        LiveSimulatorImpl::Select();
        const NodeContainer routers(2);
        InternetStackHelper internet;
        internet.SetIpv6StackInstall(false);
        internet.Install(routers);
        std::array<Ptr<LiveNetDevice>, 2> devices;
        for (std::size_t i = 0; i < 2; ++i)
        {
            devices[i] = LiveNetworkHelper().InstallTap(routers.Get(i), o.taps[i]);
            LiveNetworkHelper::AssignAddress(devices[i], GATEWAYS[i]);
        }
        Counters counters;
        Join(routers, o, counters);
        LiveSignals signals;
        signals.Handle(SIGTERM, MakeCallback(static_cast<void (*)()>(&Simulator::Stop)));
        signals.Handle(SIGINT, MakeCallback(static_cast<void (*)()>(&Simulator::Stop)));
        std::cout << "ready" << std::endl;
        Simulator::Run();
        PrintFigures(devices, counters);
        Simulator::Destroy();
        return 0;
    });
}
