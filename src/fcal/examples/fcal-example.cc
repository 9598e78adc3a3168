/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-workload-helper.h"
#include "ns3/block-workload.h"
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/fcal-helper.h"
#include "ns3/fcal-use-recorder.h"
#include "ns3/integer.h"
#include "ns3/io-recorder.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/program-options.h"
#include "ns3/ram-disk.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <iomanip>
#include <iostream>

using namespace ns3;

namespace
{

/// What the user chose.
struct Options
{
    uint32_t drives{4};          //!< number of drives
    uint32_t queueDepth{8};      //!< requests kept going over all drives
    uint64_t count{10000};       //!< number of requests
    uint32_t size{4096};         //!< bytes of a request
    double readFraction{1};      //!< share of reads
    Time latency{0};             //!< of a drive
    DataRate rate{"1.0625Gbps"}; //!< line rate
    bool fair{true};             //!< whether the initiator's port is fair
    uint32_t maxSequences{8};    //!< most sequences of a tenancy
    std::string use;             //!< file for the loop's use over time, empty for none
    std::string pcap;            //!< prefix of the capture, empty for none
};

/// When the load begins: the loop is initialised and everybody logged in by then.
const Time LOAD_START = MilliSeconds(500);

/**
 * Put drives on a loop.
 *
 * @param helper the helper
 * @param loop the loop
 * @param options what the user chose
 * @return the drives as an initiator on the loop sees them
 */
std::vector<Ptr<BlockDevice>>
InstallDrives(FcalHelper& helper, Ptr<FcalLoop> loop, const Options& options)
{
    for (uint32_t i = 0; i < options.drives; ++i)
    {
        auto drive = CreateObject<RamDisk>();
        drive->SetAttribute("Latency", TimeValue(options.latency));
        auto disk = CreateObject<ScsiDisk>();
        disk->SetBlockDevice(drive);
        helper.InstallTarget(loop, disk);
    }
    helper.SetPortAttribute("HardAddress", IntegerValue(125)); // AL_PA 01h, first in priority
    helper.SetPortAttribute("Fair", BooleanValue(options.fair));
    std::vector<Ptr<BlockDevice>> devices;
    for (const auto& initiator : helper.InstallInitiator(loop))
    {
        auto device = CreateObject<ScsiBlockDevice>();
        device->SetPort(initiator);
        devices.push_back(device);
    }
    return devices;
}

/**
 * @param options what the user chose
 * @param devices the drives
 * @return the load on them
 */
Ptr<BlockWorkload>
InstallLoad(const Options& options, const std::vector<Ptr<BlockDevice>>& devices)
{
    BlockWorkloadHelper helper("ns3::SyntheticWorkload");
    helper.SetAttribute("Count", UintegerValue(options.count));
    helper.SetAttribute("QueueDepth", UintegerValue(options.queueDepth));
    helper.SetAttribute("ReadFraction", DoubleValue(options.readFraction));
    helper.SetAttribute(
        "RequestSize",
        StringValue("ns3::ListRequestSize[Sizes=" + std::to_string(options.size) + ":1]"));
    auto application = helper.Install(CreateObject<Node>(), devices).Get(0);
    application->SetStartTime(LOAD_START);
    auto workload = DynamicCast<BlockWorkload>(application);
    workload->AssignStreams(1);
    return workload;
}

/**
 * @param what name of a figure
 * @param figure the figure
 * @param unit its unit
 */
void
Print(const std::string& what, double figure, const std::string& unit)
{
    std::cout << std::left << std::setw(18) << what << std::right << std::setw(14) << std::fixed
              << std::setprecision(3) << figure << " " << unit << "\n";
}

/**
 * @param summary what the requests came to
 * @param busy for how long the loop had an owner
 */
void
PrintFigures(const IoSummary& summary, Time busy)
{
    const auto& all = summary.GetAll();
    const auto span = (summary.GetEnd() - summary.GetStart()).GetSeconds();
    Print("requests", static_cast<double>(summary.GetRequests()), "");
    Print("errors", static_cast<double>(summary.GetErrors()), "");
    Print("rate", static_cast<double>(all.GetCount()) / span, "IO/s");
    Print("throughput", static_cast<double>(all.GetBytes()) / span / 1e6, "MB/s");
    Print("loop utilisation", 100 * busy.GetSeconds() / span, "%");
    Print("mean", all.GetMean().GetSeconds() * 1e6, "us");
    for (auto i = 0U; i < static_cast<unsigned>(IoStage::COUNT); ++i)
    {
        const auto stage = static_cast<IoStage>(i);
        if (all.GetStageMean(stage).IsStrictlyPositive())
        {
            Print(GetIoStageName(stage), all.GetStageMean(stage).GetSeconds() * 1e6, "us");
        }
    }
}

/**
 * Drives on an arbitrated loop with one initiator: prints throughput, the loop's utilisation and
 * where the time goes.
 *
 *     fcal-example --drives=16 --queueDepth=32 --size=65536 --readFraction=0.5
 *     fcal-example --count=10 --pcap=loop
 *
 * @param options what the user chose
 * @return 0
 */
int
RunExample(const Options& options)
{
    FcalHelper helper;
    helper.SetLoopAttribute("LineRate", DataRateValue(options.rate));
    helper.SetPortAttribute("MaxSequences", UintegerValue(options.maxSequences));
    auto loop = helper.CreateLoop();
    const auto devices = InstallDrives(helper, loop, options);
    if (!options.pcap.empty())
    {
        FcalHelper::EnablePcap(options.pcap, loop);
    }
    auto recorder = CreateObject<IoRecorder>();
    recorder->Attach(InstallLoad(options, devices));
    auto use = CreateObjectWithAttributes<FcalUseRecorder>("FileName", StringValue(options.use));
    Time before;
    Simulator::Schedule(LOAD_START, [&]() {
        before = loop->GetBusyTime();
        if (!options.use.empty())
        {
            use->Attach(loop);
        }
    });
    Simulator::Run();
    if (!options.use.empty())
    {
        use->Close();
    }
    PrintFigures(recorder->GetSummary(), loop->GetBusyTime() - before);
    Simulator::Destroy();
    loop->Dispose();
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
    options.Add("drives", "number of drives, RAM disks", o.drives, IntegerRule("1", "125"));
    options.Add("queueDepth",
                "requests kept outstanding over all drives",
                o.queueDepth,
                IntegerRule("1", "1000000", "requests"));
    options.Add("count",
                "number of requests",
                o.count,
                IntegerRule("1", "1000000000000", "requests"));
    options.Add("size", "bytes of a request", o.size, RequestSizeRule());
    options.Add("readFraction", "share of reads", o.readFraction, NumberRule("0", "1"));
    options.Add("latency", "latency of a drive", o.latency, TimeRule("0s", "5ms"));
    options.Add("rate", "line rate of the loop", o.rate, RateRule());
    options.AddSwitch("fair",
                      "whether the initiator's port, which has the highest priority, is fair",
                      o.fair);
    options.Add("maxSequences",
                "maximum number of sequences in a tenancy; 0 for no limit",
                o.maxSequences,
                IntegerRule("0", "4294967295", "sequences"));
    options.Add("use",
                "write each port's share of the loop over time to this file",
                o.use,
                TextRule("use.csv"));
    options.Add("pcap",
                "write the loop's frames to this file; .pcap is appended",
                o.pcap,
                TextRule("loop"));
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("fcal-example", "Drives on an arbitrated loop with one initiator.");
    AddOptions(o, options);
    return options.Run(argc, argv, [&o] { return RunExample(o); });
}
