/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-workload-helper.h"
#include "ns3/block-workload.h"
#include "ns3/command-line.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/io-recorder.h"
#include "ns3/node.h"
#include "ns3/ram-disk.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <iostream>

using namespace ns3;

/**
 * A Poisson load, or a trace, on RAM disks: prints the summary as JSON.
 *
 *     block-io-example --rate=16000 --disks=2 --requests=requests.csv
 *     block-io-example --trace=my-trace.csv.gz --closed
 *
 * @param argc number of arguments
 * @param argv the arguments
 * @return 0, or 1 after a mistake of the user
 */
static int
RunExample(int argc, char* argv[])
{
    uint32_t disks = 1;
    double rate = 8000;
    uint64_t count = 10000;
    std::string trace;
    bool closed = false;
    std::string requests;
    CommandLine cmd(__FILE__);
    cmd.AddValue("disks", "Number of RAM disks, each 1 GiB, 50 us, 2 Gb/s", disks);
    cmd.AddValue("rate", "Poisson arrivals: requests per second", rate);
    cmd.AddValue("count", "Number of requests; 0 is all of a trace", count);
    cmd.AddValue("trace", "Replay this trace instead", trace);
    cmd.AddValue("closed", "Replay it as a closed loop, not at its recorded times", closed);
    cmd.AddValue("requests", "Write a CSV row for each request to this file", requests);
    cmd.Parse(argc, argv);

    std::vector<Ptr<BlockDevice>> devices;
    for (uint32_t i = 0; i < disks; ++i)
    {
        auto disk = CreateObject<RamDisk>();
        disk->SetAttribute("Latency", TimeValue(MicroSeconds(50)));
        disk->SetAttribute("Bandwidth", DataRateValue(DataRate("2Gbps")));
        devices.push_back(disk);
    }

    BlockWorkloadHelper helper(trace.empty() ? "ns3::SyntheticWorkload" : "ns3::TraceWorkload");
    helper.SetAttribute("Count", UintegerValue(count));
    if (trace.empty())
    {
        helper.SetAttribute("Arrivals", StringValue("Poisson"));
        helper.SetAttribute("Rate", DoubleValue(rate));
        helper.SetAttribute("ReadFraction", StringValue("0.7"));
        helper.SetAttribute("RequestSize",
                            StringValue("ns3::ListRequestSize[Sizes=4096:3,65536:1]"));
    }
    else
    {
        helper.SetAttribute("FileName", StringValue(trace));
        helper.SetAttribute("Arrivals", StringValue(closed ? "Closed" : "Recorded"));
    }
    auto application = helper.Install(CreateObject<Node>(), devices).Get(0);
    auto workload = DynamicCast<BlockWorkload>(application);
    workload->AssignStreams(1);

    auto recorder = CreateObject<IoRecorder>();
    recorder->SetAttribute("FileName", StringValue(requests));
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
