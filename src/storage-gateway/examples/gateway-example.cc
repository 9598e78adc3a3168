/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A host reads and writes the drives on the arbitrated loop of a storage gateway across a link of
// 100 Mb/s and 2 ms of round-trip time, as published simulations of a gateway did. Prints mean
// latency by stage for reads and writes of 1 to 64 KiB, one and four at a time.
//
//     gateway-example --transferMode=StoreAndForward --output=out/gateway

#include "ns3/block-io-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/storage-gateway-module.h"
#include "ns3/toolbox-module.h"
#include "ns3/traffic-control-module.h"

#include <iomanip>
#include <iostream>
#include <string>

using namespace ns3;

namespace
{

/// What the command line says.
struct Options
{
    std::string drive{"ns3::DiskDrive"};    //!< class of the drives
    std::string model{"Cheetah9LPFC"};      //!< model of disk drives
    uint32_t drives{4};                     //!< number of drives
    uint32_t loops{1};                      //!< number of loops, 0 for none
    Time backEndDelay{MicroSeconds(20)};    //!< of a message between gateway and drive
    std::string transferMode{"CutThrough"}; //!< of the gateway
    uint32_t bufferSize{64 << 20};          //!< of the gateway, bytes
    uint64_t count{200};                    //!< requests of each row
    std::string output;                     //!< folder for requests, empty for none
};

/**
 * Connect a host and a gateway to each other.
 *
 * @param nodes the host, and the node that becomes the gateway
 * @param o the options
 * @return the gateway's drives as the host sees them
 */
std::vector<Ptr<BlockDevice>>
Connect(const NodeContainer& nodes, const Options& o)
{
    InternetStackHelper().Install(nodes);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
    link.SetChannelAttribute("Delay", StringValue("1ms"));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1000p"));
    const auto ends = link.Install(nodes);
    const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.252").Assign(ends);
    TrafficControlHelper().Uninstall(ends);

    StorageGatewayHelper san;
    san.SetDrive(o.drive);
    if (o.drive == "ns3::DiskDrive")
    {
        san.SetDriveAttribute("Model", StringValue(o.model));
    }
    san.SetLoops(o.loops);
    san.SetBackEndPortAttribute("Delay", TimeValue(o.backEndDelay));
    san.SetGatewayAttribute("TransferMode", StringValue(o.transferMode));
    san.SetGatewayAttribute("BufferSize", UintegerValue(o.bufferSize));
    const auto gateway = san.Install(nodes.Get(1), 1, o.drives);
    return san.Connect(nodes.Get(0), gateway, addresses.GetAddress(1));
}

/**
 * Simulate and print a row of the table.
 *
 * @param outstanding requests at a time
 * @param isRead whether they are reads
 * @param size bytes of a request
 * @param o the options
 */
void
RunRow(uint32_t outstanding, bool isRead, uint32_t size, const Options& o)
{
    const NodeContainer nodes(2);
    const auto bytes = std::to_string(size);
    BlockWorkloadHelper loads("ns3::SyntheticWorkload");
    loads.SetAttribute("Count", UintegerValue(o.count));
    loads.SetAttribute("QueueDepth", UintegerValue(outstanding));
    loads.SetAttribute("ReadFraction", DoubleValue(isRead ? 1 : 0));
    loads.SetAttribute("RequestSize", StringValue("ns3::FixedRequestSize[Size=" + bytes + "]"));
    const auto load = loads.Install(nodes.Get(0), Connect(nodes, o)).Get(0);
    const auto workload = DynamicCast<BlockWorkload>(load);
    workload->AssignStreams(1);

    const std::string operation = isRead ? "read" : "write";
    const auto name = operation + "-" + bytes + "-" + std::to_string(outstanding) + ".csv";
    const auto file = o.output.empty() ? "" : o.output + "/" + name;
    const auto recorder = CreateObjectWithAttributes<IoRecorder>("FileName", StringValue(file));
    recorder->Attach(workload);
    Simulator::Run();
    recorder->Close();
    Simulator::Destroy();

    std::cout << std::setw(3) << outstanding << std::setw(6) << operation << std::setw(7) << size;
    PrintIoStageRow(std::cout, recorder->GetSummary());
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("gateway-example",
                           "Mean latency by stage of reads and writes through a storage gateway.");
    options.Add("drive", "TypeId of the drives", o.drive, TextRule("ns3::RamDisk"));
    options.Add("model", "Model of the drives, if they are disk drives", o.model, TextRule());
    options.Add("drives", "Number of drives", o.drives, IntegerRule("1", "16384"));
    options.Add("loops", "Loops of drives, 0 for none", o.loops, IntegerRule("0", "16384"));
    options.Add("backEndDelay", "Of a message to a drive on no loop", o.backEndDelay, TimeRule());
    options.AddWord("transferMode",
                    "CutThrough or StoreAndForward",
                    o.transferMode,
                    {{"CutThrough", "CutThrough"}, {"StoreAndForward", "StoreAndForward"}});
    options.Add("bufferSize",
                "Bytes of the gateway's buffers",
                o.bufferSize,
                IntegerRule("1", "4294967295", "bytes"));
    options.Add("count", "Requests of each row", o.count, IntegerRule("1", "1000000000000"));
    options.Add("output", "Folder for requests of each row", o.output, TextRule("out/gateway"));
    return options.Run(argc, argv, [&o] {
        std::cout << "Mean latency and its stages, ms\n qd    op  bytes";
        PrintIoStageHead(std::cout);
        for (const uint32_t outstanding : {1, 4})
        {
            for (const bool isRead : {true, false})
            {
                for (const uint32_t kib : {1, 4, 16, 64})
                {
                    RunRow(outstanding, isRead, kib << 10, o);
                }
            }
        }
        return 0;
    });
}
