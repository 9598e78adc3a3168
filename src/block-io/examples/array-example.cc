/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-array-helper.h"
#include "ns3/block-workload-helper.h"
#include "ns3/block-workload.h"
#include "ns3/double.h"
#include "ns3/fixed-latency-device.h"
#include "ns3/io-recorder.h"
#include "ns3/node.h"
#include "ns3/program-options.h"
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
    uint32_t members{5};    //!< number of devices
    std::string level{"5"}; //!< RAID level
    int32_t failed{-1};     //!< a member that has failed, -1 for none
    bool rebuild{false};    //!< whether a spare takes its place
};

/**
 * Check what options say together.
 *
 * @param o the options
 * @throw UserError if they contradict each other
 */
void
Check(const Options& o)
{
    if (o.rebuild && o.failed < 0)
    {
        throw UserError("rebuild: it needs a failed member, such as --failed=0");
    }
    if (o.failed >= static_cast<int64_t>(o.members))
    {
        throw UserError("failed: " + std::to_string(o.failed) + " is not one of the " +
                        std::to_string(o.members) + " members, which are numbered from 0");
    }
}

/**
 * Random reads and writes of 4 KiB on an array: prints the summary as JSON.
 *
 *     array-example --level=5 --members=5
 *     array-example --level=1 --members=2 --failed=0 --rebuild
 *
 * @param o the options
 * @param arrayClass class of the array
 * @return 0
 */
int
RunExample(const Options& o, const std::string& arrayClass)
{
    Check(o);
    std::vector<Ptr<BlockDevice>> devices;
    for (uint32_t i = 0; i <= o.members; ++i)
    {
        auto device = CreateObject<FixedLatencyDevice>();
        device->SetAttribute("BlockCount", UintegerValue(1 << 16));
        device->SetAttribute("Latency", TimeValue(MilliSeconds(5)));
        device->SetAttribute("QueueDepth", UintegerValue(1));
        devices.push_back(device);
    }
    const auto spare = devices.back();
    devices.pop_back();
    BlockArrayHelper arrays(arrayClass);
    arrays.SetAttribute("StripeUnit", UintegerValue(128));
    auto array = arrays.Create(devices);
    if (o.failed >= 0)
    {
        array->FailMember(o.failed);
    }
    if (o.rebuild)
    {
        array->Rebuild(o.failed, spare);
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

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("array-example", "Random reads and writes of 4 KiB on an array.");
    options.Add("members",
                "Number of devices, each 5 ms, one request at a time",
                o.members,
                IntegerRule("1", "10000"));
    options.AddWord(
        "level",
        "RAID level: 0, 1 or 5",
        o.level,
        {{"0", "ns3::StripedArray"}, {"1", "ns3::MirroredArray"}, {"5", "ns3::Raid5Array"}});
    options.Add("failed",
                "Index of the failed member, from 0; -1 for none",
                o.failed,
                IntegerRule("-1", "9999", "", "0"));
    options.AddSwitch("rebuild", "Rebuild the failed member on a spare during the run", o.rebuild);
    return options.Run(argc, argv, [&] { return RunExample(o, options.GetMeaning("level")); });
}
