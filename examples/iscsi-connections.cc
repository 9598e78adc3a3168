/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Throughput of reads over a session of several connections, over several links or over one that
// loses packets. Prints connections, links, loss and MB/s as a row of CSV.
//
//     iscsi-connections --connections=8 --links=1 --loss=0.001 --RngRun=2

#include "ns3/block-io-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/iscsi-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/scsi-module.h"
#include "ns3/toolbox-module.h"
#include "ns3/traffic-control-module.h"

#include <iostream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// What the command line says.
struct Options
{
    uint32_t connections{4};      //!< connections of the session
    uint32_t links{4};            //!< links between initiator and target
    DataRate rate{"1Gbps"};       //!< rate of a link
    Time delay{MicroSeconds(50)}; //!< one-way delay of a link
    double loss{0};               //!< share of packets lost on the way to the initiator
    std::string use{"Standard"};  //!< what connections are for
    uint32_t size{262144};        //!< bytes of a request
    uint64_t count{2000};         //!< requests
};

/**
 * Connect two nodes by several links.
 *
 * @param nodes the nodes
 * @param o the options
 * @return addresses of the second, one on each link
 */
std::vector<Ipv4Address>
Connect(const NodeContainer& nodes, const Options& o)
{
    InternetStackHelper().Install(nodes);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(o.rate));
    link.SetChannelAttribute("Delay", TimeValue(o.delay));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1000p"));
    Ipv4AddressHelper networks("10.0.0.0", "255.255.255.252");
    std::vector<Ipv4Address> addresses;
    for (uint32_t i = 0; i < o.links; ++i)
    {
        const auto ends = link.Install(nodes);
        addresses.push_back(networks.Assign(ends).GetAddress(1));
        networks.NewNetwork();
        TrafficControlHelper().Uninstall(ends);
        auto loss = CreateObject<RateErrorModel>();
        loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        loss->SetRate(o.loss);
        ends.Get(0)->SetAttribute("ReceiveErrorModel", PointerValue(loss));
    }
    return addresses;
}

/**
 * Put a target with a RAM disk on a node and a session with it on another.
 *
 * @param nodes initiator and target
 * @param addresses the target's addresses
 * @param o the options
 * @return the disk as the initiator sees it
 */
Ptr<BlockDevice>
InstallSession(const NodeContainer& nodes,
               const std::vector<Ipv4Address>& addresses,
               const Options& o)
{
    const std::string name = "iqn.2026-11.org.nsnam:target";
    IscsiTargetHelper targets(name);
    targets.SetAttribute("MaxConnections", UintegerValue(o.connections));
    targets.SetAttribute("ConnectionUse", StringValue(o.use));
    targets.InstallDisks(nodes.Get(1), {CreateObject<RamDisk>()});

    IscsiInitiatorHelper initiators(addresses.front(), name);
    initiators.SetAttribute("Connections", UintegerValue(o.connections));
    initiators.SetAttribute("ConnectionUse", StringValue(o.use));
    initiators.SetAttribute("MaxRecvDataSegmentLength", UintegerValue(65536));
    const auto initiator = initiators.Install(nodes.Get(0));
    for (std::size_t i = 1; i < addresses.size(); ++i)
    {
        initiator->AddPortal(addresses[i]);
    }
    return CreateObjectWithAttributes<ScsiBlockDevice>("Port", PointerValue(initiator->GetPort()));
}

/**
 * Simulate it and print the throughput.
 *
 * @param o the options
 * @return 0
 */
int
Simulate(const Options& o)
{
    NodeContainer nodes(2);
    const auto device = InstallSession(nodes, Connect(nodes, o), o);
    BlockWorkloadHelper loads("ns3::SyntheticWorkload");
    loads.SetAttribute("Count", UintegerValue(o.count));
    loads.SetAttribute("QueueDepth", UintegerValue(32));
    loads.SetAttribute("ReadFraction", DoubleValue(1));
    loads.SetAttribute("RequestSize",
                       StringValue("ns3::FixedRequestSize[Size=" + std::to_string(o.size) + "]"));
    const auto application = loads.Install(nodes.Get(0), {device}).Get(0);
    application->SetStartTime(Seconds(2)); // after the login
    auto recorder = CreateObject<IoRecorder>();
    recorder->Attach(DynamicCast<BlockWorkload>(application));
    Simulator::Run();
    const auto summary = recorder->GetSummary();
    const auto span = (summary.GetEnd() - summary.GetStart()).GetSeconds();
    std::cout << o.connections << "," << o.links << "," << o.loss << ","
              << static_cast<double>(summary.GetAll().GetBytes()) / span / 1e6 << "\n";
    Simulator::Destroy();
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("iscsi-connections", "Reads over several connections of a session.");
    options.Add("connections", "Connections to use", o.connections, IntegerRule("1", "65535"));
    options.Add("links", "Links between initiator and target", o.links, IntegerRule("1", "1000"));
    options.Add("rate", "Rate of a link", o.rate, RateRule());
    options.Add("delay", "One-way delay of a link", o.delay, TimeRule());
    options.Add("loss", "Fraction of packets lost", o.loss, NumberRule("0", "1", "", "0.001"));
    options.Add("connectionUse", "Their use", o.use, WordRule({"SplitByDirection", "Standard"}));
    options.Add("size", "Bytes of a request", o.size, RequestSizeRule());
    options.Add("count", "Requests", o.count, IntegerRule("1", "1000000000000", "requests"));
    return options.Run(argc, argv, [&o] { return Simulate(o); });
}
