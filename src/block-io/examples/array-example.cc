/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-array-helper.h"
#include "ns3/block-workload-helper.h"
#include "ns3/block-workload.h"
#include "ns3/command-line.h"
#include "ns3/double.h"
#include "ns3/fixed-latency-device.h"
#include "ns3/io-recorder.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <iostream>
#include <map>

using namespace ns3;

/**
 * Random reads and writes of 4 KiB on an array: prints the summary as JSON.
 *
 *     array-example --level=5 --members=5
 *     array-example --level=1 --members=2 --failed=0 --rebuild
 *
 * @param argc number of arguments
 * @param argv the arguments
 * @return 0, or 1 after a mistake of the user
 */
static int
RunExample(int argc, char* argv[])
{
    uint32_t members = 5;
    uint32_t level = 5;
    int32_t failed = -1;
    bool rebuild = false;
    CommandLine cmd(__FILE__);
    cmd.AddValue("members", "Number of devices, each 5 ms, one request at a time", members);
    cmd.AddValue("level", "RAID level: 0, 1 or 5", level);
    cmd.AddValue("failed", "Number of a member that has failed; -1 for none", failed);
    cmd.AddValue("rebuild", "Put a spare in its place meanwhile", rebuild);
    cmd.Parse(argc, argv);

    const std::map<uint32_t, std::string> types{{0, "ns3::StripedArray"},
                                                {1, "ns3::MirroredArray"},
                                                {5, "ns3::RotatedParityArray"}};
    if (!types.contains(level))
    {
        throw UserError("--level=" + std::to_string(level) + " is not 0, 1 or 5");
    }
    if (rebuild && failed < 0)
    {
        throw UserError("--rebuild is for a member that has failed: --failed=");
    }
    std::vector<Ptr<BlockDevice>> devices;
    for (uint32_t i = 0; i <= members; ++i)
    {
        auto device = CreateObject<FixedLatencyDevice>();
        device->SetAttribute("BlockCount", UintegerValue(1 << 16));
        device->SetAttribute("Latency", TimeValue(MilliSeconds(5)));
        device->SetAttribute("QueueDepth", UintegerValue(1));
        devices.push_back(device);
    }
    const auto spare = devices.back();
    devices.pop_back();
    BlockArrayHelper arrays(types.at(level));
    arrays.SetAttribute("StripeUnit", UintegerValue(128));
    auto array = arrays.Create(devices);
    if (failed >= 0)
    {
        array->FailMember(failed);
    }
    if (rebuild)
    {
        array->Rebuild(failed, spare);
    }

    BlockWorkloadHelper helper("ns3::SyntheticWorkload");
    helper.SetAttribute("Count", UintegerValue(2000));
    helper.SetAttribute("QueueDepth", UintegerValue(1));
    helper.SetAttribute("ReadFraction", DoubleValue(0.5));
    helper.SetAttribute("RequestSize", StringValue("ns3::FixedRequestSize[Size=4096]"));
    helper.SetAttribute("Alignment", UintegerValue(4096));
    auto application = helper.Install(CreateObject<Node>(), {array}).Get(0);
    auto workload = DynamicCast<BlockWorkload>(application);
    workload->AssignStreams(1);

    auto recorder = CreateObject<IoRecorder>();
    recorder->Attach(workload);
    Simulator::Run();
    recorder->Close();
    Simulator::Destroy();
    std::cout << recorder->GetSummary().ToJson();
    return 0;
}

int
main(int argc, char* argv[])
{
    return RunReportingUserErrors([=] { return RunExample(argc, argv); });
}
