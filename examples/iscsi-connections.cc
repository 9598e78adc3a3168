/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A session of several connections, over several links or over one that loses packets.
//
//   initiator ===== links ===== target with a RAM disk
//
// Reads as fast as the session goes and prints the throughput as a row of CSV: connections, links,
// loss, MB/s. Run it with other values of --RngRun for other losses. With
// --connectionUse=SplitByDirection, which is outside RFC 7143, half of the connections carry
// requests and the other half responses.

#include "ns3/block-workload-helper.h"
#include "ns3/block-workload.h"
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/io-recorder.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/iscsi-initiator-helper.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/iscsi-target-helper.h"
#include "ns3/iscsi-target.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/program-options.h"
#include "ns3/ram-disk.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-task-router.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

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
    std::string policy{
        "ns3::IscsiInitiatorRoundRobinPolicy"}; //!< chooses the connection of a command
    std::string use{"Standard"};                //!< what connections are for
    uint32_t size{262144};                      //!< bytes of a request
    uint32_t queueDepth{32};                    //!< requests at a time
    uint64_t count{2000};                       //!< requests
};

/// Login and the like are over.
const Time LOAD_START = Seconds(2);

/**
 * Join two nodes by several links.
 *
 * @param nodes the nodes
 * @param o the options
 * @return addresses of the second, one on each link
 */
std::vector<Ipv4Address>
Join(const NodeContainer& nodes, const Options& o)
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
    auto disk = CreateObject<ScsiDisk>();
    disk->SetBlockDevice(CreateObject<RamDisk>());
    auto units = CreateObject<ScsiTaskRouter>();
    units->AddLogicalUnit(0, disk);
    const std::string name = "iqn.2026-11.org.nsnam:target";
    IscsiTargetHelper targets(name);
    targets.SetAttribute("MaxConnections", UintegerValue(o.connections));
    targets.SetAttribute("CommandWindow", UintegerValue(o.queueDepth));
    targets.SetAttribute("ConnectionUse", StringValue(o.use));
    targets.Install(nodes.Get(1), units);

    IscsiInitiatorHelper initiators(addresses.front(), name);
    initiators.SetAttribute("Connections", UintegerValue(o.connections));
    initiators.SetAttribute("ConnectionPolicy", StringValue(o.policy));
    initiators.SetAttribute("ConnectionUse", StringValue(o.use));
    initiators.SetAttribute("MaxRecvDataSegmentLength", UintegerValue(65536));
    const auto initiator = initiators.Install(nodes.Get(0));
    for (std::size_t i = 1; i < addresses.size(); ++i)
    {
        initiator->AddPortal(InetSocketAddress(addresses[i], IscsiApplication::PORT));
    }
    auto device = CreateObject<ScsiBlockDevice>();
    device->SetPort(initiator->GetPort());
    return device;
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
    const auto device = InstallSession(nodes, Join(nodes, o), o);
    BlockWorkloadHelper loads("ns3::SyntheticWorkload");
    loads.SetAttribute("Count", UintegerValue(o.count));
    loads.SetAttribute("QueueDepth", UintegerValue(o.queueDepth));
    loads.SetAttribute("ReadFraction", DoubleValue(1));
    loads.SetAttribute("RequestSize",
                       StringValue("ns3::FixedRequestSize[Size=" + std::to_string(o.size) + "]"));
    const auto application = loads.Install(nodes.Get(0), {device}).Get(0);
    application->SetStartTime(LOAD_START);
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

/**
 * Add the options.
 *
 * @param o where they go
 * @param options the list of options
 */
void
AddOptions(Options& o, ProgramOptions& options)
{
    options.Add("connections",
                "Connections of the session",
                o.connections,
                IntegerRule("1", "65535"));
    options.Add("links", "Links between initiator and target", o.links, IntegerRule("1", "1000"));
    options.Add("rate", "Rate of a link", o.rate, RateRule());
    options.Add("delay", "One-way delay of a link", o.delay, TimeRule());
    options.Add("loss",
                "Fraction of packets lost on the way to the initiator",
                o.loss,
                NumberRule("0", "1", "", "0.001"));
    options.Add("policy", "How the connection of a command is chosen", o.policy, TextRule());
    options.AddWord("connectionUse",
                    "Standard, or SplitByDirection: half for requests, half for responses, "
                    "outside RFC 7143",
                    o.use,
                    {{"Standard", "Standard"}, {"SplitByDirection", "SplitByDirection"}});
    options.Add("size", "Bytes of a request", o.size, RequestSizeRule());
    options.Add("queueDepth",
                "Outstanding requests",
                o.queueDepth,
                IntegerRule("1", "65535", "requests"));
    options.Add("count", "Requests", o.count, IntegerRule("1", "1000000000000", "requests"));
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("iscsi-connections",
                           "Throughput of a session with several connections.\n"
                           "Prints connections, links, loss, MB/s.");
    AddOptions(o, options);
    return options.Run(argc, argv, [&o] { return Simulate(o); });
}
