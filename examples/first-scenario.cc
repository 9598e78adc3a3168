/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The smallest whole scenario: one initiator, one link, one drive, random reads.

#include "ns3/block-io-module.h"
#include "ns3/core-module.h"
#include "ns3/disk-model-module.h"
#include "ns3/internet-module.h"
#include "ns3/iscsi-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/scsi-module.h"
#include "ns3/toolbox-module.h"

#include <iostream>

using namespace ns3;

/**
 * Build the network, simulate it and print the figures.
 *
 * @return the exit status
 */
static int
RunScenario()
{
    NodeContainer hosts(2);
    InternetStackHelper().Install(hosts);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    link.SetChannelAttribute("Delay", StringValue("5ms"));
    const auto devices = link.Install(hosts);
    const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);

    // The target: a drive as logical unit 0.
    auto disk = CreateObject<ScsiDisk>();
    disk->SetBlockDevice(CreateObject<DiskDrive>());
    auto units = CreateObject<ScsiTaskRouter>();
    units->AddLogicalUnit(0, disk);
    const std::string name = "iqn.2026-11.com.example:disks";
    IscsiTargetHelper(name).Install(hosts.Get(1), units);

    // The initiator: a session with the target, and the logical unit as a block device.
    IscsiInitiatorHelper initiators(addresses.GetAddress(1), name);
    initiators.SetAttribute("ImmediateData", BooleanValue(false));
    const auto initiator = initiators.Install(hosts.Get(0));
    auto remote = CreateObject<ScsiBlockDevice>();
    remote->SetPort(initiator->GetPort());

    // The workload, on the remote device as it would be on the drive itself.
    BlockWorkloadHelper reads("ns3::SyntheticWorkload");
    reads.SetAttribute("QueueDepth", UintegerValue(4));
    reads.SetAttribute("ReadFraction", DoubleValue(1));
    reads.SetAttribute("Count", UintegerValue(500));
    const auto workload = reads.Install(hosts.Get(0), {remote}).Get(0);
    auto recorder = CreateObject<IoRecorder>();
    recorder->SetAttribute("FileName", StringValue("out/first/requests.csv"));
    recorder->Attach(workload->GetObject<BlockWorkload>());

    Simulator::Run();
    recorder->Close();
    PrintIoSummaryHead(std::cout);
    PrintIoSummary(std::cout, recorder->GetSummary());
    Simulator::Destroy();
    return 0;
}

int
main(int argc, char* argv[])
{
    ProgramOptions options("first-scenario",
                           "One initiator reads one drive of one target across one link; requests "
                           "go into out/first/requests.csv.");
    return options.Run(argc, argv, &RunScenario);
}
