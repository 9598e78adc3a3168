/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-workload-helper.h"
#include "ns3/block-workload.h"
#include "ns3/boolean.h"
#include "ns3/command-line.h"
#include "ns3/fcal-helper.h"
#include "ns3/fcal-use-recorder.h"
#include "ns3/integer.h"
#include "ns3/io-recorder.h"
#include "ns3/node.h"
#include "ns3/ram-disk.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <iomanip>
#include <iostream>

using namespace ns3;

namespace
{

/// What the user chose.
struct Options
{
    uint32_t drives{4};             //!< number of drives
    uint32_t queueDepth{8};         //!< requests kept going over all drives
    uint64_t count{10000};          //!< number of requests
    uint32_t size{4096};            //!< bytes of a request
    std::string readFraction{"1"};  //!< share of reads
    std::string latency{"0us"};     //!< of a drive
    std::string rate{"1.0625Gbps"}; //!< line rate
    bool fair{true};                //!< whether the initiator's port is fair
    uint32_t maxSequences{8};       //!< most sequences of a tenancy
    std::string use;                //!< file for the loop's use over time, empty for none
    std::string pcap;               //!< prefix of the capture, empty for none
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
        drive->SetAttribute("Latency", StringValue(options.latency));
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
    helper.SetAttribute("ReadFraction", StringValue(options.readFraction));
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
 * @param argc number of arguments
 * @param argv the arguments
 * @return 0
 */
int
RunExample(int argc, char* argv[])
{
    Options options;
    CommandLine cmd(__FILE__);
    cmd.AddValue("drives", "number of drives, RAM disks", options.drives);
    cmd.AddValue("queueDepth", "requests kept going over all drives", options.queueDepth);
    cmd.AddValue("count", "number of requests", options.count);
    cmd.AddValue("size", "bytes of a request", options.size);
    cmd.AddValue("readFraction", "share of reads, 0 to 1", options.readFraction);
    cmd.AddValue("latency", "latency of a drive", options.latency);
    cmd.AddValue("rate", "line rate of the loop", options.rate);
    cmd.AddValue("fair", "whether the initiator's port is fair; first in priority", options.fair);
    cmd.AddValue("maxSequences", "most sequences of a tenancy", options.maxSequences);
    cmd.AddValue("use", "write the ports' shares of the loop over time to this file", options.use);
    cmd.AddValue("pcap", "write the loop's frames to this file, .pcap is added", options.pcap);
    cmd.Parse(argc, argv);

    FcalHelper helper;
    helper.SetLoopAttribute("LineRate", StringValue(options.rate));
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

} // namespace

int
main(int argc, char* argv[])
{
    return RunReportingUserErrors([=] { return RunExample(argc, argv); });
}
