/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Bulk connections between two hosts over a path that loses packets, with and without TCP control
// block sharing. Prints what each connection has transferred, the mean and the deviation of its
// window, and the same of the sum; --windows=FILE writes all windows over time.
//
//     fair-tcp-example --sharing=none --loss=0.01
//     fair-tcp-example --sharing=ensemble --loss=0.01 --windows=windows.csv
//     fair-tcp-example --ns3::TcpL4Protocol::SocketType=ns3::TcpCubic

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/host-tcp-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/toolbox-module.h"

#include <iomanip>
#include <iostream>
#include <string>

using namespace ns3;

namespace
{

/// What the command line says.
struct Options
{
    std::string sharing{"ensemble"}; //!< none, ensemble or temporal
    uint32_t connections{4};         //!< how many
    double loss{0.01};               //!< share of packets lost, each way
    Time delay{MilliSeconds(4)};     //!< one way
    DataRate rate{"1Gbps"};          //!< of the path
    Time duration{Seconds(20)};      //!< of the transfers
    std::string windows;             //!< file for all windows, empty for none
};

/// What all sockets have, unless the command line says otherwise.
void
SetDefaults()
{
    Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpLinuxReno"));
    Config::SetDefault("ns3::TcpL4Protocol::RecoveryType", StringValue("ns3::TcpPrrRecovery"));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(512 * 1024));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(512 * 1024));
    // Above the 200 ms that an acknowledgement may be delayed.
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(300)));
}

/**
 * Connect two hosts, which share control blocks.
 *
 * @param hosts the hosts
 * @param o what the command line says
 */
void
Connect(const NodeContainer& hosts, const Options& o)
{
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(o.rate));
    link.SetChannelAttribute("Delay", TimeValue(o.delay));
    link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1000p"));
    const auto devices = link.Install(hosts);
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(hosts);
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    for (uint32_t i = 0; i < 2; ++i)
    {
        const auto loss = CreateObject<RateErrorModel>();
        loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        loss->SetRate(o.loss);
        loss->AssignStreams(i);
        devices.Get(i)->SetAttribute("ReceiveErrorModel", PointerValue(loss));
    }
    FairTcpHelper sharing;
    sharing.SetTcpOption("EnsembleSharing", BooleanValue(o.sharing == "ensemble"));
    sharing.SetTcpOption("TemporalSharing", BooleanValue(o.sharing == "temporal"));
    sharing.Install(hosts);
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("fair-tcp-example", "Bulk connections over a path that loses packets.");
    const auto kinds = WordRule({"none", "ensemble", "temporal"});
    options.Add("sharing", "How connections share control blocks", o.sharing, kinds);
    options.Add("connections", "Connections", o.connections, IntegerRule("1", "1000"));
    options.Add("loss", "Share of packets lost each way", o.loss, NumberRule("0", "1", "", "0.01"));
    options.Add("delay", "One-way delay of the path", o.delay, TimeRule("0s", "4ms"));
    options.Add("rate", "Rate of the path", o.rate, RateRule());
    options.Add("duration", "For how long they send", o.duration, TimeRule("10ms", "20s"));
    options.Add("windows", "File for windows every 10 ms", o.windows, TextRule("windows.csv"));
    SetDefaults();
    return options.Run(argc, argv, [&o] {
        TcpWindowSampler sampler(MilliSeconds(10), o.windows);
        const NodeContainer hosts(2);
        Connect(hosts, o);
        const auto tcp =
            o.sharing == "none" ? "ns3::TcpSocketFactory" : "ns3::TcpHostSocketFactory";
        ApplicationContainer sources;
        ApplicationContainer sinks;
        for (uint32_t i = 0; i < o.connections; ++i)
        {
            const InetSocketAddress receiver("10.0.0.2", static_cast<uint16_t>(5001 + i));
            sinks.Add(PacketSinkHelper(tcp, receiver).Install(hosts.Get(1)));
            BulkSendHelper source(tcp, receiver);
            source.SetAttribute("SendSize", UintegerValue(8192));
            sources.Add(source.Install(hosts.Get(0)));
        }
        // Sockets exist once the applications have started.
        Simulator::Schedule(MilliSeconds(10), [&] {
            for (uint32_t i = 0; i < o.connections; ++i)
            {
                sampler.Follow(DynamicCast<BulkSendApplication>(sources.Get(i))->GetSocket());
            }
            sampler.Start();
        });
        Simulator::Stop(o.duration);
        Simulator::Run();
        sampler.Close();

        std::cout << std::fixed << std::setprecision(3);
        double total = 0;
        for (uint32_t i = 0; i < o.connections; ++i)
        {
            const double bytes = DynamicCast<PacketSink>(sinks.Get(i))->GetTotalRx();
            const auto rate = bytes * 8e-6 / o.duration.GetSeconds();
            total += rate;
            std::cout << "connection " << i << ": " << rate << " Mb/s, window "
                      << sampler.GetWindow(i) << "\n";
        }
        std::cout << "all: " << total << " Mb/s, window " << sampler.GetSum() << ", "
                  << sampler.GetRetransmissions() << " retransmissions\n";
        Simulator::Destroy();
        return 0;
    });
}
