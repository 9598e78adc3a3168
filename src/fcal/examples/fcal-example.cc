/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Drives on an arbitrated loop with one initiator: prints throughput, the loop's utilisation and
// where the time goes.
//
//     fcal-example --drives=16 --queueDepth=32 --size=65536 --readFraction=0.5
//     fcal-example --count=10 --pcap=loop --ns3::FcalLoop::LineRate=2.125Gbps

#include "ns3/block-io-module.h"
#include "ns3/core-module.h"
#include "ns3/fcal-module.h"
#include "ns3/network-module.h"
#include "ns3/scsi-module.h"
#include "ns3/toolbox-module.h"

#include <iostream>
#include <string>

using namespace ns3;

namespace
{

/// What the user chose.
struct Options
{
    uint32_t drives{4};     //!< number of drives
    uint32_t queueDepth{8}; //!< requests kept going over all drives
    uint64_t count{10000};  //!< number of requests
    uint32_t size{4096};    //!< bytes of a request
    double readFraction{1}; //!< share of reads
    Time latency{0};        //!< of a drive
    bool fair{true};        //!< whether the initiator's port is fair
    std::string use;        //!< file for the loop's use over time, empty for none
    std::string pcap;       //!< prefix of the capture, empty for none
};

/// When the load begins: the loop is initialised and everybody logged in by then.
const Time LOAD_START = MilliSeconds(500);

/**
 * Put drives, an initiator and a load on a loop.
 *
 * @param helper the helper
 * @param loop the loop
 * @param o what the user chose
 * @return the load
 */
Ptr<BlockWorkload>
InstallLoad(FcalHelper& helper, Ptr<FcalLoop> loop, const Options& o)
{
    for (uint32_t i = 0; i < o.drives; ++i)
    {
        auto drive = CreateObjectWithAttributes<RamDisk>("Latency", TimeValue(o.latency));
        helper.InstallDisks(loop, {drive});
    }
    helper.SetPortAttribute("HardAddress", IntegerValue(125)); // AL_PA 01h, first in priority
    helper.SetPortAttribute("Fair", BooleanValue(o.fair));
    const auto devices = helper.InstallBlockDevices(loop);
    BlockWorkloadHelper load("ns3::SyntheticWorkload");
    load.SetAttribute("Count", UintegerValue(o.count));
    load.SetAttribute("QueueDepth", UintegerValue(o.queueDepth));
    load.SetAttribute("ReadFraction", DoubleValue(o.readFraction));
    const auto size = "ns3::FixedRequestSize[Size=" + std::to_string(o.size) + "]";
    load.SetAttribute("RequestSize", StringValue(size));
    const auto application = load.Install(CreateObject<Node>(), devices).Get(0);
    application->SetStartTime(LOAD_START);
    const auto workload = DynamicCast<BlockWorkload>(application);
    workload->AssignStreams(1);
    return workload;
}

/**
 * @param summary what the requests came to
 * @param busy for how long the loop had an owner
 */
void
PrintFigures(const IoSummary& summary, Time busy)
{
    const FigureList figures(std::cout, 18, 14);
    const auto& all = summary.GetAll();
    const auto span = (summary.GetEnd() - summary.GetStart()).GetSeconds();
    figures.Print("requests", summary.GetRequests());
    figures.Print("errors", summary.GetErrors());
    figures.Print("rate", all.GetCount() / span, "IO/s");
    figures.Print("throughput", all.GetBytes() / span / 1e6, "MB/s");
    figures.Print("loop utilisation", 100 * busy.GetSeconds() / span, "%");
    figures.Print("mean", all.GetMean().GetSeconds() * 1e6, "us");
    PrintIoStages(figures, all);
}

/**
 * Simulate and print the figures.
 *
 * @param options what the user chose
 * @return 0
 */
int
RunExample(const Options& options)
{
    FcalHelper helper;
    auto loop = helper.CreateLoop();
    auto recorder = CreateObject<IoRecorder>();
    recorder->Attach(InstallLoad(helper, loop, options));
    if (!options.pcap.empty())
    {
        FcalHelper::EnablePcap(options.pcap, loop);
    }
    auto use = CreateObjectWithAttributes<FcalUseRecorder>("FileName", StringValue(options.use));
    Time before;
    Simulator::Schedule(LOAD_START, [&]() {
        before = loop->GetBusyTime();
        use->Attach(loop);
    });
    Simulator::Run();
    use->Close();
    PrintFigures(recorder->GetSummary(), loop->GetBusyTime() - before);
    Simulator::Destroy();
    loop->Dispose();
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("fcal-example", "Drives on an arbitrated loop with one initiator.");
    options.Add("drives", "number of drives, RAM disks", o.drives, IntegerRule("1", "125"));
    options.Add("queueDepth", "requests at a time", o.queueDepth, IntegerRule("1", "1000000"));
    options.Add("count", "number of requests", o.count, IntegerRule("1", "1000000000000"));
    options.Add("size", "bytes of a request", o.size, RequestSizeRule());
    options.Add("readFraction", "share of reads", o.readFraction, NumberRule("0", "1"));
    options.Add("latency", "latency of a drive", o.latency, TimeRule("0s", "5ms"));
    options.AddSwitch("fair", "whether the initiator, first in priority, is fair", o.fair);
    options.Add("use", "file for each port's share over time", o.use, TextRule("use.csv"));
    options.Add("pcap", "capture, without .pcap", o.pcap, TextRule("loop"));
    return options.Run(argc, argv, [&o] { return RunExample(o); });
}
