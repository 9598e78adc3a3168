/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A storage area network: iSCSI initiators, a path, iSCSI targets with disk drives, and a workload.
//
//   initiator 0 --+                        +-- target 0: drives 0, 1, ... are its LUNs
//   initiator 1 --+-- router ---- router --+-- target 1
//        ...      |           path         |     ...
//
// Every initiator logs in to every target and sees all drives; each runs a workload of its own.
// Into the output folder go requests.csv, one row per request with the time it spent in each stage,
// summary.json, pdus.csv, and on request san.pcap.

#include "ns3/attribute-check.h"
#include "ns3/block-workload-helper.h"
#include "ns3/block-workload.h"
#include "ns3/boolean.h"
#include "ns3/command-line.h"
#include "ns3/data-rate.h"
#include "ns3/disk-drive.h"
#include "ns3/double.h"
#include "ns3/global-value.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/io-recorder.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/iscsi-host-cost.h"
#include "ns3/iscsi-initiator-helper.h"
#include "ns3/iscsi-initiator-session.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/iscsi-target-helper.h"
#include "ns3/iscsi-target.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/ram-disk.h"
#include "ns3/result-file.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-task-router.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <iomanip>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// An option that sets the attribute of the same name, at every end of a session that has it.
struct AttributeOption
{
    std::string name;  //!< the attribute's name
    std::string value; //!< what the user gave, at first the default
};

/// What the command line says.
struct Options
{
    uint32_t initiators{1};              //!< number of initiator nodes
    uint32_t targets{1};                 //!< number of target nodes
    uint32_t drives{4};                  //!< drives of each target
    std::string device{"disk"};          //!< disk or ram
    std::string drive{"Cheetah9LP"};     //!< model of drive
    DataRate linkRate{"100Mbps"};        //!< rate of the path
    Time delay{MilliSeconds(1)};         //!< one-way delay of the path
    DataRate accessRate{"1Gbps"};        //!< rate of the nodes' own links
    std::string queue{"1000p"};          //!< queue of every link
    std::string workload{"poisson"};     //!< poisson, fixed, closed or trace
    double rate{100};                    //!< arrivals per second
    uint32_t queueDepth{1};              //!< requests outstanding in a closed loop
    Time thinkTime{0};                   //!< of a closed loop
    std::string pattern{"uniform"};      //!< uniform, sequential or zipf
    std::string size{"4096"};            //!< request sizes
    double readFraction{0.67};           //!< share of reads
    uint64_t count{1000};                //!< requests per initiator
    Time stop{0};                        //!< no new requests after it, if above zero
    std::string trace;                   //!< trace file
    std::string traceFormat{"auto"};     //!< format of the trace file
    std::string traceMode{"open"};       //!< open or closed
    double timeScale{1};                 //!< stretch of recorded times
    bool storeData{false};               //!< keep contents
    bool pcap{false};                    //!< capture the first target's link
    std::string output{"out/iscsi-san"}; //!< folder for results

    /// Keys of the session and knobs of its ends, by the names of the attributes.
    std::deque<AttributeOption> attributes;
};

/**
 * @param kind initiator or target
 * @param number its number
 * @return its iSCSI name
 */
std::string
GetName(const std::string& kind, uint32_t number)
{
    return "iqn.2026-11.org.nsnam:" + kind + "-" + std::to_string(number);
}

/**
 * Translate a word of the command line.
 *
 * @param option the option's name
 * @param word what the user gave
 * @param meanings what may be given, and what it stands for
 * @return what the word stands for
 * @throw UserError naming the option and all words, if it is none of them
 */
std::string
Choose(const std::string& option,
       const std::string& word,
       const std::map<std::string, std::string>& meanings)
{
    const auto meaning = meanings.find(word);
    if (meaning != meanings.end())
    {
        return meaning->second;
    }
    std::string words;
    for (const auto& [known, value] : meanings)
    {
        words += (words.empty() ? "" : ", ") + known;
    }
    throw UserError(option + ": " + word + " is not one of " + words);
}

/**
 * Make an option of an attribute. Its help and default are the attribute's.
 *
 * @param options where to add it
 * @param command the command line to add it to
 * @param typeId a class that has it
 * @param name the attribute's name
 */
void
AddAttributeOption(Options& options, CommandLine& command, TypeId typeId, const std::string& name)
{
    auto& option =
        options.attributes.emplace_back(AttributeOption{name, GetAttributeDefault(typeId, name)});
    command.AddValue(name, GetAttributeHelp(typeId, name), option.value);
}

/**
 * Check how many there are to be of something.
 *
 * @param option the option's name
 * @param number what the user gave
 * @param most most that there may be
 * @throw UserError naming the option, the number and the range, if it is outside
 */
void
CheckNumber(const std::string& option, uint32_t number, uint32_t most)
{
    if (number < 1 || number > most)
    {
        throw UserError(option + ": " + std::to_string(number) + " is not in 1 to " +
                        std::to_string(most));
    }
}

/**
 * Read the command line.
 *
 * @param argc number of its words
 * @param argv its words
 * @return what it says
 */
Options
ReadCommandLine(int argc, char* argv[])
{
    Options o;
    CommandLine command(__FILE__);
    command.Usage("iSCSI initiators drive the disks of iSCSI targets across a path.\n"
                  "Units: times as 5ms or 2s, rates as 100Mbps, sizes in bytes.");
    command.AddValue("initiators", "Number of initiators, each with a workload", o.initiators);
    command.AddValue("targets", "Number of targets", o.targets);
    command.AddValue("drives", "Drives of each target", o.drives);
    command.AddValue("device", "What a drive is: disk or ram", o.device);
    command.AddValue("drive", "Model of disk: a name of the catalogue", o.drive);
    command.AddValue("linkRate", "Rate of the path", o.linkRate);
    command.AddValue("delay", "One-way delay of the path", o.delay);
    command.AddValue("accessRate", "Rate of the hosts' links to the path", o.accessRate);
    command.AddValue("queue", "Longest queue of each link, as 100p or 64kB", o.queue);
    command.AddValue("workload", "poisson, fixed, closed or trace", o.workload);
    command.AddValue("rate", "poisson, fixed: requests per second", o.rate);
    command.AddValue("queueDepth", "closed, trace: requests outstanding", o.queueDepth);
    command.AddValue("thinkTime", "closed: from a completion to the next request", o.thinkTime);
    command.AddValue("pattern", "Addresses: uniform, sequential or zipf", o.pattern);
    command.AddValue("size", "Request sizes: 4096, or with weights 4096:3,65536:1", o.size);
    command.AddValue("readFraction", "Share of reads, 0 to 1", o.readFraction);
    command.AddValue("count", "Requests of each initiator", o.count);
    command.AddValue("stop", "No new requests after this time; 0 for no limit", o.stop);
    command.AddValue("trace", "trace: the file, plain or gzip", o.trace);
    command.AddValue("traceFormat", "trace: auto, csv, disksim or validate", o.traceFormat);
    command.AddValue("traceMode", "trace: open (recorded times) or closed", o.traceMode);
    command.AddValue("timeScale", "trace: recorded times are multiplied by this", o.timeScale);
    command.AddValue("storeData", "Keep what is written, so that it reads back", o.storeData);
    command.AddValue("pcap", "Capture the link of the first target", o.pcap);
    command.AddValue("output", "Folder for the results", o.output);
    for (const auto* name : {"InitialR2T",
                             "ImmediateData",
                             "MaxRecvDataSegmentLength",
                             "MaxBurstLength",
                             "FirstBurstLength",
                             "MaxOutstandingR2T",
                             "NopInterval",
                             "CongestionControl",
                             "SegmentSize",
                             "SndBufSize",
                             "RcvBufSize",
                             "DelAckCount",
                             "DelAckTimeout",
                             "NoDelay"})
    {
        AddAttributeOption(o, command, IscsiInitiator::GetTypeId(), name);
    }
    AddAttributeOption(o, command, IscsiTarget::GetTypeId(), "CommandWindow");
    for (const auto* name : {"TimePerCommand", "TimePerPdu", "TimePerByte"})
    {
        AddAttributeOption(o, command, IscsiHostCost::GetTypeId(), name);
    }
    command.Parse(argc, argv);
    CheckNumber("initiators", o.initiators, 1000);
    CheckNumber("targets", o.targets, 1000);
    CheckNumber("drives", o.drives, 16384);
    return o;
}

/**
 * The network: hosts, two routers, and the links between them.
 */
class Path
{
  public:
    /**
     * @param o the options
     */
    explicit Path(const Options& o);

    NodeContainer initiators;               //!< the initiators' nodes
    NodeContainer targets;                  //!< the targets' nodes
    std::vector<Ipv4Address> targetAddress; //!< address of each target
    NetDeviceContainer targetDevices;       //!< each target's end of its link

  private:
    /**
     * Join two nodes and give the link a network of its own.
     *
     * @param link how
     * @param a one node
     * @param b the other node
     * @return the addresses of both ends
     */
    Ipv4InterfaceContainer Join(PointToPointHelper& link, Ptr<Node> a, Ptr<Node> b);

    Ipv4AddressHelper m_addresses{"10.0.0.0", "255.255.255.252"}; //!< a network for each link
};

Path::Path(const Options& o)
    : initiators(o.initiators),
      targets(o.targets)
{
    NodeContainer routers(2);
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(NodeContainer(initiators, routers, targets));

    CheckAttribute(TypeId::LookupByName("ns3::DropTailQueue<Packet>"),
                   "MaxSize",
                   StringValue(o.queue));
    PointToPointHelper path;
    path.SetDeviceAttribute("DataRate", DataRateValue(o.linkRate));
    path.SetChannelAttribute("Delay", TimeValue(o.delay));
    path.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue(o.queue));
    Join(path, routers.Get(0), routers.Get(1));

    PointToPointHelper access;
    access.SetDeviceAttribute("DataRate", DataRateValue(o.accessRate));
    access.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue(o.queue));
    for (uint32_t i = 0; i < o.initiators; ++i)
    {
        Join(access, initiators.Get(i), routers.Get(0));
    }
    for (uint32_t i = 0; i < o.targets; ++i)
    {
        const auto link = Join(access, targets.Get(i), routers.Get(1));
        targetAddress.push_back(link.GetAddress(0));
        targetDevices.Add(link.Get(0).first->GetNetDevice(link.Get(0).second));
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
}

Ipv4InterfaceContainer
Path::Join(PointToPointHelper& link, Ptr<Node> a, Ptr<Node> b)
{
    const auto devices = link.Install(a, b);
    const auto interfaces = m_addresses.Assign(devices);
    // The queue of a link is the one the user gave, without the queue disc that ns-3 adds.
    TrafficControlHelper().Uninstall(devices);
    m_addresses.NewNetwork();
    return interfaces;
}

/**
 * Set the options that are attributes of one end of the sessions, or of its processor.
 *
 * @param helper the helper that makes this end
 * @param typeId the class it makes
 * @param o the options
 */
template <typename Helper>
void
SetAttributes(Helper& helper, TypeId typeId, const Options& o)
{
    TypeId::AttributeInformation unused;
    for (const auto& [name, value] : o.attributes)
    {
        if (typeId.LookupAttributeByName(name, &unused))
        {
            helper.SetAttribute(name, StringValue(value));
        }
        else if (IscsiHostCost::GetTypeId().LookupAttributeByName(name, &unused))
        {
            helper.SetHostCostAttribute(name, StringValue(value));
        }
    }
}

/**
 * Make one drive.
 *
 * @param o the options
 * @return a drive as the options say
 */
Ptr<BlockDevice>
MakeDrive(const Options& o)
{
    ObjectFactory factory(
        Choose("device", o.device, {{"disk", "ns3::DiskDrive"}, {"ram", "ns3::RamDisk"}}));
    factory.Set("StoreData", BooleanValue(o.storeData));
    if (o.device == "disk")
    {
        factory.Set("Model", StringValue(o.drive));
    }
    return factory.Create<BlockDevice>();
}

/**
 * Install a target on every target node, its drives as LUNs 0, 1, ...
 *
 * @param path the network
 * @param o the options
 * @return the targets
 */
ApplicationContainer
InstallTargets(const Path& path, const Options& o)
{
    ApplicationContainer targets;
    for (uint32_t i = 0; i < o.targets; ++i)
    {
        auto router = CreateObject<ScsiTaskRouter>();
        for (uint32_t lun = 0; lun < o.drives; ++lun)
        {
            router->AddLogicalUnit(lun,
                                   CreateObjectWithAttributes<ScsiDisk>(
                                       "BlockDevice",
                                       PointerValue(MakeDrive(o)),
                                       "Serial",
                                       StringValue(std::to_string(i) + "-" + std::to_string(lun)),
                                       "StoreData",
                                       BooleanValue(o.storeData)));
        }
        IscsiTargetHelper helper(GetName("target", i));
        SetAttributes(helper, IscsiTarget::GetTypeId(), o);
        targets.Add(helper.Install(path.targets.Get(i), router));
    }
    return targets;
}

/**
 * Make what an initiator sees: a block device for every drive of every target.
 *
 * @param path the network
 * @param i the initiator's number
 * @param o the options
 * @param sessions where to add the sessions' initiators
 * @return the devices, target by target
 */
std::vector<Ptr<BlockDevice>>
LogIn(const Path& path, uint32_t i, const Options& o, ApplicationContainer& sessions)
{
    std::vector<Ptr<BlockDevice>> devices;
    for (uint32_t t = 0; t < o.targets; ++t)
    {
        IscsiInitiatorHelper helper(path.targetAddress[t], GetName("target", t));
        SetAttributes(helper, IscsiInitiator::GetTypeId(), o);
        helper.SetAttribute("InitiatorName", StringValue(GetName("initiator", i)));
        const auto initiator = helper.Install(path.initiators.Get(i));
        sessions.Add(initiator);
        for (uint32_t lun = 0; lun < o.drives; ++lun)
        {
            auto device =
                CreateObjectWithAttributes<ScsiBlockDevice>("Port",
                                                            PointerValue(initiator->GetPort()),
                                                            "Lun",
                                                            UintegerValue(lun),
                                                            "StoreData",
                                                            BooleanValue(o.storeData));
            devices.push_back(device);
        }
    }
    return devices;
}

/**
 * Configure a synthetic workload.
 *
 * @param o the options
 * @return the helper that installs it
 */
BlockWorkloadHelper
MakeSyntheticWorkload(const Options& o)
{
    const auto arrivals =
        Choose("workload",
               o.workload,
               {{"poisson", "Poisson"}, {"fixed", "Fixed"}, {"closed", "Closed"}});
    const auto pattern = Choose("pattern",
                                o.pattern,
                                {{"uniform", "ns3::UniformAddressPattern"},
                                 {"sequential", "ns3::SequentialAddressPattern"},
                                 {"zipf", "ns3::ZipfAddressPattern"}});
    std::ostringstream thinkTime;
    thinkTime << "ns3::ConstantRandomVariable[Constant=" << o.thinkTime.GetSeconds() << "]";
    BlockWorkloadHelper helper("ns3::SyntheticWorkload");
    helper.SetAttribute("Arrivals", StringValue(arrivals));
    helper.SetAttribute("Rate", DoubleValue(o.rate));
    helper.SetAttribute("QueueDepth", UintegerValue(o.queueDepth));
    helper.SetAttribute("ThinkTime", StringValue(thinkTime.str()));
    helper.SetAttribute("AddressPattern", StringValue(pattern));
    helper.SetAttribute("RequestSize", StringValue("ns3::ListRequestSize[Sizes=" + o.size + "]"));
    helper.SetAttribute("Alignment", UintegerValue(4096));
    helper.SetAttribute("ReadFraction", DoubleValue(o.readFraction));
    helper.SetAttribute("Count", UintegerValue(o.count));
    return helper;
}

/**
 * Configure the replay of a trace.
 *
 * @param o the options
 * @return the helper that installs it
 */
BlockWorkloadHelper
MakeTraceWorkload(const Options& o)
{
    BlockWorkloadHelper helper("ns3::TraceWorkload");
    helper.SetAttribute("FileName", StringValue(o.trace));
    helper.SetAttribute("Format",
                        StringValue(Choose("traceFormat",
                                           o.traceFormat,
                                           {{"auto", "Recognised"},
                                            {"csv", "Csv"},
                                            {"disksim", "DiskSim"},
                                            {"validate", "Validate"}})));
    helper.SetAttribute(
        "Arrivals",
        StringValue(
            Choose("traceMode", o.traceMode, {{"open", "Recorded"}, {"closed", "Closed"}})));
    helper.SetAttribute("TimeScale", DoubleValue(o.timeScale));
    helper.SetAttribute("QueueDepth", UintegerValue(o.queueDepth));
    return helper;
}

/**
 * Ends the sessions when all workloads are finished.
 */
class Supervisor
{
  public:
    /**
     * @param workloads the workloads to wait for
     * @param sessions the sessions to end after that
     */
    Supervisor(const ApplicationContainer& workloads, const ApplicationContainer& sessions);

    /**
     * @return true if every workload is finished
     */
    bool AllFinished() const;

  private:
    /**
     * A workload finished.
     */
    void WorkloadFinished();

    uint32_t m_running;              //!< workloads not finished
    ApplicationContainer m_sessions; //!< what to end
};

Supervisor::Supervisor(const ApplicationContainer& workloads, const ApplicationContainer& sessions)
    : m_running(workloads.GetN()),
      m_sessions(sessions)
{
    for (auto it = workloads.Begin(); it != workloads.End(); ++it)
    {
        (*it)->TraceConnectWithoutContext("Finished",
                                          MakeCallback(&Supervisor::WorkloadFinished, this));
    }
}

bool
Supervisor::AllFinished() const
{
    return m_running == 0;
}

void
Supervisor::WorkloadFinished()
{
    if (--m_running == 0)
    {
        for (auto it = m_sessions.Begin(); it != m_sessions.End(); ++it)
        {
            (*it)->GetObject<IscsiInitiator>()->GetSession()->Logout();
        }
    }
}

/**
 * A capture of one link, there whole or not at all: it has its own name only when the run is over.
 */
class Capture
{
  public:
    /**
     * @param fileName the file
     * @param device an end of the link
     */
    Capture(const std::string& fileName, Ptr<NetDevice> device);
    ~Capture();
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

    /**
     * Give the file its name. The simulation is destroyed before, and the file whole.
     */
    void Commit();

  private:
    std::string m_fileName; //!< final name
    std::string m_partName; //!< name until then
};

Capture::Capture(const std::string& fileName, Ptr<NetDevice> device)
    : m_fileName(fileName),
      m_partName(fileName + ".part")
{
    PointToPointHelper().EnablePcap(m_partName, device, false, true);
}

Capture::~Capture()
{
    std::remove(m_partName.c_str());
}

void
Capture::Commit()
{
    std::rename(m_partName.c_str(), m_fileName.c_str());
}

/**
 * Write the PDUs that initiators and targets sent, by opcode.
 *
 * @param fileName the file
 * @param initiators the initiators
 * @param targets the targets
 */
void
WritePdus(const std::string& fileName,
          const ApplicationContainer& initiators,
          const ApplicationContainer& targets)
{
    ApplicationContainer ends(initiators);
    ends.Add(targets);
    ResultFile file(fileName);
    file.Write("opcode,pdu,count\n");
    for (uint8_t code = 0; code < 0x40; ++code)
    {
        const auto opcode = static_cast<IscsiOpcode>(code);
        uint64_t count = 0;
        for (auto it = ends.Begin(); it != ends.End(); ++it)
        {
            count += (*it)->GetObject<IscsiApplication>()->GetPduCounters().GetSent(opcode);
        }
        if (count > 0)
        {
            std::ostringstream row;
            row << "0x" << std::hex << std::setfill('0') << std::setw(2) << +code << ","
                << GetIscsiOpcodeName(opcode) << "," << std::dec << count << "\n";
            file.Write(row.str());
        }
    }
    file.Commit();
}

/**
 * Print the figures of the run.
 *
 * @param summary the figures
 */
void
PrintSummary(const IoSummary& summary)
{
    std::cout << "          requests      IOPS      MB/s   mean ms    p95 ms    p99 ms\n";
    const auto span = (summary.GetEnd() - summary.GetStart()).GetSeconds();
    const auto print = [span](const char* name, const IoSummary::Group& group) {
        std::cout << std::left << std::setw(8) << name << std::right << std::setw(10)
                  << group.GetCount() << std::fixed << std::setprecision(2) << std::setw(10)
                  << group.GetCount() / span << std::setw(10) << group.GetBytes() / span / 1e6
                  << std::setw(10) << group.GetMean().GetSeconds() * 1e3 << std::setw(10)
                  << group.GetPercentile(95).GetSeconds() * 1e3 << std::setw(10)
                  << group.GetPercentile(99).GetSeconds() * 1e3 << "\n";
    };
    print("all", summary.GetAll());
    print("read", summary.GetGroup(BlockOperation::READ));
    print("write", summary.GetGroup(BlockOperation::WRITE));
}

/**
 * Build the network, run the workloads and write the results.
 *
 * @param o the options
 * @return the exit status
 */
int
Run(const Options& o)
{
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(o.pcap));
    const Path path(o);
    const auto targets = InstallTargets(path, o);
    auto recorder =
        CreateObjectWithAttributes<IoRecorder>("FileName", StringValue(o.output + "/requests.csv"));
    ApplicationContainer initiators;
    ApplicationContainer workloads;
    int64_t stream = 0;
    const auto helper = o.workload == "trace" ? MakeTraceWorkload(o) : MakeSyntheticWorkload(o);
    for (uint32_t i = 0; i < o.initiators; ++i)
    {
        const auto devices = LogIn(path, i, o, initiators);
        workloads.Add(helper.Install(path.initiators.Get(i), devices));
        stream += workloads.Get(i)->AssignStreams(stream);
        recorder->Attach(workloads.Get(i)->GetObject<BlockWorkload>());
    }
    if (o.stop.IsStrictlyPositive())
    {
        workloads.Stop(o.stop);
    }
    const Supervisor supervisor(workloads, initiators);
    std::optional<Capture> capture;
    if (o.pcap)
    {
        capture.emplace(o.output + "/san.pcap", path.targetDevices.Get(0));
    }

    Simulator::Run();
    recorder->Close();
    recorder->GetSummary().WriteJson(o.output + "/summary.json");
    WritePdus(o.output + "/pdus.csv", initiators, targets);
    PrintSummary(recorder->GetSummary());
    Simulator::Destroy();
    if (capture)
    {
        capture->Commit();
    }
    if (!supervisor.AllFinished())
    {
        std::cerr << "warning: not every request was completed, as a session failed\n";
    }
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    return RunReportingUserErrors([argc, argv] { return Run(ReadCommandLine(argc, argv)); });
}
