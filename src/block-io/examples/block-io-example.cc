/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-workload-helper.h"
#include "ns3/block-workload.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/io-recorder.h"
#include "ns3/node.h"
#include "ns3/program-options.h"
#include "ns3/ram-disk.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <iostream>
#include <string>

using namespace ns3;

namespace
{

/// What the command line says.
struct Options
{
    uint32_t disks{1};     //!< number of RAM disks
    double rate{8000};     //!< requests per second
    uint64_t count{10000}; //!< number of requests
    std::string trace;     //!< a trace, or empty
    bool closed{false};    //!< whether that is replayed as a closed loop
    std::string requests;  //!< CSV file, or empty
};

/**
 * A Poisson load, or a trace, on RAM disks: prints the summary as JSON.
 *
 *     block-io-example --rate=16000 --disks=2 --requests=requests.csv
 *     block-io-example --trace=my-trace.csv.gz --closed
 *
 * @param o the options
 * @return 0
 */
int
RunExample(const Options& o)
{
    if (o.count == 0 && o.trace.empty())
    {
        throw UserError("count: 0 needs a trace, which ends by itself");
    }
    std::vector<Ptr<BlockDevice>> devices;
    for (uint32_t i = 0; i < o.disks; ++i)
    {
        auto disk = CreateObject<RamDisk>();
        disk->SetAttribute("Latency", TimeValue(MicroSeconds(50)));
        disk->SetAttribute("Bandwidth", DataRateValue(DataRate("2Gbps")));
        devices.push_back(disk);
    }

    BlockWorkloadHelper helper(o.trace.empty() ? "ns3::SyntheticWorkload" : "ns3::TraceWorkload");
    helper.SetAttribute("Count", UintegerValue(o.count));
    if (o.trace.empty())
    {
        helper.SetAttribute("Arrivals", StringValue("Poisson"));
        helper.SetAttribute("Rate", DoubleValue(o.rate));
        helper.SetAttribute("ReadFraction", StringValue("0.7"));
        helper.SetAttribute("RequestSize",
                            StringValue("ns3::ListRequestSize[Sizes=4096:3,65536:1]"));
    }
    else
    {
        helper.SetAttribute("FileName", StringValue(o.trace));
        helper.SetAttribute("Arrivals", StringValue(o.closed ? "Closed" : "Recorded"));
    }
    auto application = helper.Install(CreateObject<Node>(), devices).Get(0);
    auto workload = DynamicCast<BlockWorkload>(application);
    workload->AssignStreams(1);

    auto recorder = CreateObject<IoRecorder>();
    recorder->SetAttribute("FileName", StringValue(o.requests));
    recorder->Attach(workload);
    Simulator::Run();
    recorder->Close();
    Simulator::Destroy();
    std::cout << recorder->GetSummary().ToJson();
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("block-io-example", "A Poisson load, or a trace, on RAM disks.");
    options.Add("disks",
                "Number of RAM disks, each 1 GiB, 50 us, 2 Gb/s",
                o.disks,
                IntegerRule("1", "10000"));
    options.Add("rate",
                "Poisson arrivals: requests per second",
                o.rate,
                NumberRule("0.000001", "1000000000", "requests/s"));
    options.Add("count",
                "Number of requests; 0 for a whole trace",
                o.count,
                IntegerRule("0", "1000000000000", "requests"));
    options.Add("trace", "Replay this trace instead", o.trace, TextRule("my-trace.csv.gz"));
    options.AddSwitch("closed", "Replay it as a closed loop, not at its recorded times", o.closed);
    options.Add("requests",
                "Write a CSV row for each request to this file",
                o.requests,
                TextRule("requests.csv"));
    return options.Run(argc, argv, [&o] { return RunExample(o); });
}
