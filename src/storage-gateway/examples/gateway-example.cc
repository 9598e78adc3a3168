/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A host reads and writes the four drives on the arbitrated loop of a storage gateway across a link
// of 100 Mb/s and 2 ms of round-trip time: the setting that published simulations of a gateway were
// made in.
//
//   host ----- 100 Mb/s, 1 ms ----- gateway ===== loop of 4 drives
//
// Prints a table of the mean latency by stage for reads and writes of 1 to 64 KiB, one and four at
// a time. With --output every request's stages go into files of that folder.

#include "ns3/block-workload-helper.h"
#include "ns3/block-workload.h"
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/io-recorder.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/program-options.h"
#include "ns3/simulator.h"
#include "ns3/storage-gateway-helper.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

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
    bool fair{true};                        //!< whether the gateway's port is fair
    uint32_t burst{0};                      //!< of the drives on a loop, bytes, 0: no limit
    DataRate rate{"100Mbps"};               //!< rate of the link
    Time delay{MilliSeconds(1)};            //!< one-way delay of the link
    uint32_t pdu{8192};                     //!< most bytes of data in a PDU
    Time backEndDelay{MicroSeconds(20)};    //!< of a message between gateway and drive
    std::string transferMode{"CutThrough"}; //!< of the gateway
    uint32_t bufferSize{64 << 20};          //!< of the gateway, bytes
    uint32_t driveQueueDepth{32};           //!< of the gateway
    uint64_t count{200};                    //!< requests of each row
    std::string output;                     //!< folder for requests, empty for none
};

/// Most of anything that a number of 32 bits counts.
constexpr const char* MOST = "4294967295";

/// One row of the table.
struct Point
{
    uint32_t outstanding; //!< requests at a time
    bool isRead;          //!< reads or writes
    uint32_t size;        //!< bytes of a request
};

/// The stages that the table has a column for.
constexpr IoStage STAGES[] = {IoStage::SENT,
                              IoStage::ARRIVED_AT_TARGET,
                              IoStage::DISPATCHED,
                              IoStage::LOOP_WON,
                              IoStage::AT_DRIVE,
                              IoStage::SEEK_DONE,
                              IoStage::ROTATION_DONE,
                              IoStage::MEDIA_DONE,
                              IoStage::BACK_ON_LOOP,
                              IoStage::BACK_AT_TARGET,
                              IoStage::ANSWERED,
                              IoStage::COMPLETED};

/**
 * Join two nodes.
 *
 * @param nodes the nodes
 * @param o the options
 * @return address of the second
 */
Ipv4Address
Join(const NodeContainer& nodes, const Options& o)
{
    InternetStackHelper().Install(nodes);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(o.rate));
    link.SetChannelAttribute("Delay", TimeValue(o.delay));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1000p"));
    const auto devices = link.Install(nodes);
    const auto address =
        Ipv4AddressHelper("10.0.0.0", "255.255.255.252").Assign(devices).GetAddress(1);
    TrafficControlHelper().Uninstall(devices);
    return address;
}

/**
 * Make the helper that builds the gateway's part.
 *
 * @param o the options
 * @return the helper
 */
StorageGatewayHelper
MakeHelper(const Options& o)
{
    StorageGatewayHelper san;
    san.SetDrive(o.drive);
    if (o.drive == "ns3::DiskDrive")
    {
        san.SetDriveAttribute("Model", StringValue(o.model));
    }
    san.SetLoops(o.loops);
    san.SetGatewayPortAttribute("Fair", BooleanValue(o.fair));
    san.GetFcalHelper().SetTargetAttribute("BurstLength", UintegerValue(o.burst));
    san.SetBackEndPortAttribute("Delay", TimeValue(o.backEndDelay));
    san.SetGatewayAttribute("TransferMode", StringValue(o.transferMode));
    san.SetGatewayAttribute("BufferSize", UintegerValue(o.bufferSize));
    san.SetGatewayAttribute("DriveQueueDepth", UintegerValue(o.driveQueueDepth));
    san.SetSessionAttribute("MaxRecvDataSegmentLength", UintegerValue(o.pdu));
    return san;
}

/**
 * Simulate one row.
 *
 * @param point the row
 * @param o the options
 * @return its figures
 */
IoSummary
Simulate(const Point& point, const Options& o)
{
    NodeContainer nodes(2);
    const auto address = Join(nodes, o);
    auto san = MakeHelper(o);
    const auto gateway = san.Install(nodes.Get(1), 1, o.drives);
    const auto disks = san.Connect(nodes.Get(0), gateway, address);

    BlockWorkloadHelper loads("ns3::SyntheticWorkload");
    loads.SetAttribute("Count", UintegerValue(o.count));
    loads.SetAttribute("QueueDepth", UintegerValue(point.outstanding));
    loads.SetAttribute("ReadFraction", DoubleValue(point.isRead ? 1 : 0));
    loads.SetAttribute(
        "RequestSize",
        StringValue("ns3::FixedRequestSize[Size=" + std::to_string(point.size) + "]"));
    auto workload = DynamicCast<BlockWorkload>(loads.Install(nodes.Get(0), disks).Get(0));
    workload->AssignStreams(1);

    auto recorder = CreateObject<IoRecorder>();
    if (!o.output.empty())
    {
        const std::string name = (point.isRead ? "read-" : "write-") + std::to_string(point.size) +
                                 "-" + std::to_string(point.outstanding) + ".csv";
        recorder->SetAttribute("FileName", StringValue(o.output + "/" + name));
    }
    recorder->Attach(workload);
    Simulator::Run();
    recorder->Close();
    Simulator::Destroy();
    return recorder->GetSummary();
}

/**
 * Print the head of the table.
 */
void
PrintHead()
{
    std::cout << "Mean latency and its stages, ms\n"
              << std::setw(3) << "qd" << std::setw(6) << "op" << std::setw(7) << "bytes"
              << std::setw(9) << "errors" << std::setw(9) << "latency";
    for (const auto stage : STAGES)
    {
        std::cout << std::setw(19) << GetIoStageName(stage);
    }
    std::cout << "\n";
}

/**
 * Print a row of the table.
 *
 * @param point the row
 * @param summary its figures
 */
void
PrintRow(const Point& point, const IoSummary& summary)
{
    const auto& all = summary.GetAll();
    std::cout << std::setw(3) << point.outstanding << std::setw(6)
              << (point.isRead ? "read" : "write") << std::setw(7) << point.size << std::setw(9)
              << summary.GetErrors() << std::fixed << std::setprecision(3) << std::setw(9)
              << all.GetMean().GetSeconds() * 1e3;
    for (const auto stage : STAGES)
    {
        std::cout << std::setw(19) << all.GetStageMean(stage).GetSeconds() * 1e3;
    }
    std::cout << "\n";
}

/**
 * Simulate and print all rows.
 *
 * @param o the options
 */
void
PrintTable(const Options& o)
{
    PrintHead();
    for (const uint32_t outstanding : {1, 4})
    {
        for (const bool isRead : {true, false})
        {
            for (const uint32_t kib : {1, 4, 16, 64})
            {
                const Point point{outstanding, isRead, kib << 10};
                PrintRow(point, Simulate(point, o));
            }
        }
    }
}

/**
 * Add the options that say what is behind the gateway.
 *
 * @param o where they go
 * @param options the list of options
 */
void
AddDriveOptions(Options& o, ProgramOptions& options)
{
    options.Add("drive", "TypeId of the drives, for example ns3::RamDisk", o.drive, TextRule());
    options.Add("model", "Model of the drives, if they are disk drives", o.model, TextRule());
    options.Add("drives", "Number of drives", o.drives, IntegerRule("1", "16384"));
    options.Add("loops",
                "Number of loops of drives, 0 for none",
                o.loops,
                IntegerRule("0", "16384"));
    options.AddSwitch("fair", "Whether the gateway's port on a loop is fair", o.fair);
    options.Add("burst",
                "Maximum bytes that a drive sends or requests at once on a loop; 0 for no limit",
                o.burst,
                IntegerRule("0", MOST, "bytes", "65536"));
    options.Add("backEndDelay",
                "Delay of a message between gateway and drive without loops",
                o.backEndDelay,
                TimeRule());
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
    AddDriveOptions(o, options);
    options.Add("rate", "Rate of the link", o.rate, RateRule());
    options.Add("delay", "One-way delay of the link", o.delay, TimeRule());
    options.Add("pdu",
                "Maximum bytes of data in a PDU",
                o.pdu,
                IntegerRule("512", "16777215", "bytes"));
    options.AddWord("transferMode",
                    "CutThrough or StoreAndForward",
                    o.transferMode,
                    {{"CutThrough", "CutThrough"}, {"StoreAndForward", "StoreAndForward"}});
    options.Add("bufferSize",
                "Size of the gateway's buffer pool in bytes",
                o.bufferSize,
                IntegerRule("1", MOST, "bytes"));
    options.Add("driveQueueDepth",
                "Maximum number of commands at a drive",
                o.driveQueueDepth,
                IntegerRule("1", MOST, "commands"));
    options.Add("count",
                "Requests of each row",
                o.count,
                IntegerRule("1", "1000000000000", "requests"));
    options.Add("output",
                "Folder for a file of requests for each row",
                o.output,
                TextRule("out/gateway"));
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("gateway-example",
                           "Mean latency by stage of reads and writes through a storage gateway.");
    AddOptions(o, options);
    return options.Run(argc, argv, [&o] {
        PrintTable(o);
        return 0;
    });
}
