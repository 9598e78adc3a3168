/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-options.h"

#include "ns3/fcal-loop.h"
#include "ns3/fcal-port.h"
#include "ns3/fcp-node.h"
#include "ns3/fcp-target.h"
#include "ns3/iscsi-host-cost.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/iscsi-target.h"
#include "ns3/ram-disk.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-local-port.h"
#include "ns3/storage-gateway.h"
#include "ns3/user-error.h"

#include <utility>

namespace ns3
{

namespace
{

/// Most of anything that a number of 32 bits counts.
constexpr const char* MOST = "4294967295";

/// Most requests outstanding: they are in memory.
constexpr const char* MOST_OUTSTANDING = "1000000";

/// Most requests of a run, which takes weeks.
constexpr const char* MOST_REQUESTS = "1000000000000";

/// What the keys of sessions may be given, each the name of an attribute, and its unit.
constexpr std::pair<const char*, const char*> KEYS[] = {{"ErrorRecoveryLevel", ""},
                                                        {"DefaultTime2Wait", "seconds"},
                                                        {"DefaultTime2Retain", "seconds"},
                                                        {"RecoveryTimeout", ""},
                                                        {"InitialR2T", ""},
                                                        {"ImmediateData", ""},
                                                        {"MaxRecvDataSegmentLength", "bytes"},
                                                        {"MaxBurstLength", "bytes"},
                                                        {"FirstBurstLength", "bytes"},
                                                        {"MaxOutstandingR2T", ""},
                                                        {"DataPDUInOrder", ""},
                                                        {"DataSequenceInOrder", ""},
                                                        {"NopInterval", ""},
                                                        {"NopTimeout", ""}};

/**
 * @param program a program
 * @return its name
 */
std::string
GetName(SanOptions::Program program)
{
    return program == SanOptions::Program::TCP_BULK ? "tcp-bulk" : "iscsi-san";
}

/**
 * @param program a program
 * @return what it does
 */
std::string
GetUsage(SanOptions::Program program)
{
    const std::string units =
        "Units: times such as 5ms or 2s, rates such as 100Mbps, sizes in bytes.";
    return (program == SanOptions::Program::TCP_BULK
                ? "Send bytes over TCP across a path as fast as possible.\n"
                : "iSCSI initiators drive the disks of iSCSI targets across a path.\n") +
           units;
}

} // namespace

SanOptions::SanOptions(Program program)
    : m_list(GetName(program), GetUsage(program))
{
    if (program == Program::TCP_BULK)
    {
        AddPath();
        AddTcp();
        AddTransfer();
        AddResults();
        return;
    }
    AddEnds();
    AddPath();
    AddSessions();
    AddGateway();
    AddLoops();
    AddWorkload();
    AddTrace();
    AddJobs();
    AddOutput();
    AddResults();
}

const ProgramOptions&
SanOptions::GetList() const
{
    return m_list;
}

bool
SanOptions::Parse(const std::vector<std::string>& words)
{
    if (!m_list.Parse(words))
    {
        return false;
    }
    Check();
    return true;
}

void
SanOptions::Check() const
{
    CheckMtu();
    if (limiterBurst < mtu)
    {
        throw UserError("limiterBurst: " + std::to_string(limiterBurst) +
                        " is less than a packet of " + std::to_string(mtu) + " bytes");
    }
    if (loops > 0 && !gateway)
    {
        throw UserError("loops: " + std::to_string(loops) + " need gateway=true");
    }
    if (use && loops == 0)
    {
        throw UserError("use: there is no loop, because loops is 0");
    }
    if (!fio.empty() && !iometer.empty())
    {
        throw UserError("fio, iometer: only one of them can be given");
    }
}

void
SanOptions::CheckMtu() const
{
    // IP, and TCP with timestamps.
    constexpr uint32_t SEGMENT_HEADERS = 20 + 32;
    const auto& segment = m_list.GetValue("SegmentSize");
    if (std::stoul(segment) + SEGMENT_HEADERS > mtu)
    {
        throw UserError("SegmentSize: " + segment + " and " + std::to_string(SEGMENT_HEADERS) +
                        " bytes of headers do not fit into the mtu of " + std::to_string(mtu));
    }
}

void
SanOptions::AddEnds()
{
    m_list.BeginGroup("initiators");
    m_list.Add("initiators",
               "Number of initiators, each with a workload",
               initiators,
               IntegerRule("1", "1000"));
    m_list.BeginGroup("drives");
    m_list.Add("targets", "Number of targets", targets, IntegerRule("1", "1000"));
    m_list.Add("drives", "Drives of each target", drives, IntegerRule("1", "16384"));
    m_list.AddWord("device",
                   "Kind of drive: disk or ram",
                   device,
                   {{"disk", "ns3::DiskDrive"}, {"ram", "ns3::RamDisk"}});
    m_list.AddAttribute(RamDisk::GetTypeId(), "Latency", {.name = "ramLatency"});
    m_list.AddAttribute(RamDisk::GetTypeId(),
                        "Bandwidth",
                        {.name = "ramBandwidth", .example = "1Gbps"});
    m_list.Add("drive",
               "Disk model: a name from the catalogue. Use Cheetah9LPFC on loops",
               drive,
               TextRule());
    m_list.AddWord("scheduler",
                   "Which of its requests a disk serves next",
                   scheduler,
                   {{"fcfs", "ns3::DiskFcfsScheduler"},
                    {"sstf", "ns3::DiskSstfScheduler"},
                    {"look", "ns3::DiskLookScheduler"},
                    {"clook", "ns3::DiskClookScheduler"},
                    {"sptf", "ns3::DiskSptfScheduler"},
                    {"aged-sptf", "ns3::DiskAgedSptfScheduler"}});
    m_list.Add("schedulerDepth",
               "Requests among which the scheduler chooses; 0 for the disk model's own number",
               schedulerDepth,
               IntegerRule("0", MOST, "requests", "16"));
}

void
SanOptions::AddPath()
{
    m_list.BeginGroup("path");
    m_list.Add("linkRate", "Rate of the path", linkRate, RateRule());
    m_list.Add("delay", "One-way delay of the path", delay, TimeRule("0s", "5ms"));
    m_list.Add("accessRate", "Rate of the hosts' links to the path", accessRate, RateRule());
    m_list.Add("mtu",
               "Maximum IP packet of each link; 9000 for jumbo frames",
               mtu,
               IntegerRule("576", "65535", "bytes"));
    m_list.Add("queue", "Maximum queue of each link, such as 100p or 64kB", queue, QueueRule());
    m_list.Add("links",
               "Parallel links of the path; every host has a link to each, and the connections of "
               "a session take them in turn",
               links,
               IntegerRule("1", "64"));
    AddEmulator();
}

void
SanOptions::AddEmulator()
{
    m_list.Add("accessDelay",
               "One-way delay of the hosts' links, including the delay that the hosts add",
               accessDelay,
               TimeRule("0s", "10us"));
    m_list.Add("limiterRate",
               "Rate of a token bucket at each end of the path, of IP packets; 0bps for none",
               limiterRate,
               RateRule("0bps", "50Mbps"));
    m_list.Add("limiterBurst",
               "Size of the token bucket: bytes that may pass at once after a pause, at least one "
               "packet",
               limiterBurst,
               IntegerRule("1", MOST, "bytes"));
}

void
SanOptions::AddAccess()
{
    m_list.Add("units",
               "Number of logical units of each target that initiators use, from LUN 0; 0 for all "
               "drives",
               units,
               IntegerRule("0", "16384"));
    m_list.Add("targetName",
               "iSCSI name to which initiators log in; empty for each target's own name",
               targetName,
               TextRule("iqn.2026-11.org.nsnam:target-0"));
    m_list.AddAttribute(IscsiInitiator::GetTypeId(), "AuthMethod", {});
    m_list.AddAttribute(IscsiInitiator::GetTypeId(), "ChapUser", {.example = "alice"});
    m_list.AddAttribute(IscsiInitiator::GetTypeId(), "ChapSecret", {.example = "secret-of-alice"});
    m_list.Add("targetChapSecret",
               "Secret that targets expect for ChapUser; empty for the value of ChapSecret",
               targetChapSecret,
               TextRule("secret-of-alice"));
    m_list.AddSwitch("mayFail",
                     "Continue without targets and logical units that cannot be reached: a "
                     "workload that uses them does not start, and failures in summary.json names "
                     "them. Otherwise they are an error",
                     mayFail);
}

void
SanOptions::AddSessions()
{
    m_list.BeginGroup("sessions");
    AddAccess();
    m_list.AddAttribute(IscsiInitiator::GetTypeId(), "Connections", {});
    m_list.AddAttribute(ScsiBlockDevice::GetTypeId(),
                        "QueueDepth",
                        {.name = "unitQueueDepth", .unit = "commands"});
    m_list.AddWord("ConnectionPolicy",
                   "Connection that carries a command: round-robin, least-outstanding (the one "
                   "with the fewest outstanding bytes) or lun (always the same one for a drive)",
                   policy,
                   {{"round-robin", "ns3::IscsiInitiatorRoundRobinPolicy"},
                    {"least-outstanding", "ns3::IscsiInitiatorLeastOutstandingPolicy"},
                    {"lun", "ns3::IscsiInitiatorLunPolicy"}});
    const ProgramOptions::Words digests{{"None", "None"}, {"CRC32C", "CRC32C"}};
    m_list.AddWord("HeaderDigest", "Digest of each PDU's header", headerDigest, digests);
    m_list.AddWord("DataDigest", "Digest of each PDU's data segment", dataDigest, digests);
    AddKeys();
    AddTcp();
    m_list.AddAttribute(IscsiTarget::GetTypeId(), "CommandWindow", {.unit = "commands"});
    for (const auto* name : {"TimePerCommand", "TimePerPdu"})
    {
        m_list.AddAttribute(IscsiHostCost::GetTypeId(), name, {.example = "10us"});
    }
    for (const auto* name : {"TimePerByte", "TimePerDigestByte"})
    {
        m_list.AddAttribute(IscsiHostCost::GetTypeId(),
                            name,
                            {.unit = "nanoseconds", .high = "1000000000", .example = "0.5"});
    }
}

void
SanOptions::AddKeys()
{
    for (const auto& [name, unit] : KEYS)
    {
        m_list.AddAttribute(IscsiInitiator::GetTypeId(), name, {.unit = unit});
    }
}

void
SanOptions::AddTcp()
{
    m_list.BeginGroup("sessions");
    const auto tid = IscsiInitiator::GetTypeId();
    m_list.AddAttribute(tid, "CongestionControl", {.example = "ns3::TcpLinuxReno"});
    m_list.AddAttribute(tid, "SegmentSize", {.unit = "bytes"});
    m_list.AddAttribute(tid, "SndBufSize", {.unit = "bytes"});
    m_list.AddAttribute(tid, "RcvBufSize", {.unit = "bytes"});
    m_list.AddAttribute(tid, "DelAckCount", {.unit = "segments"});
    m_list.AddAttribute(tid, "DelAckTimeout", {});
    m_list.AddAttribute(tid, "NoDelay", {});
    m_list.Add("targetSndBufSize",
               "TCP send buffer of targets; 0 for the same SndBufSize as initiators",
               targetSndBufSize,
               IntegerRule("0", MOST, "bytes", "1048576"));
    m_list.Add("targetRcvBufSize",
               "TCP receive buffer of targets; 0 for the same RcvBufSize as initiators",
               targetRcvBufSize,
               IntegerRule("0", MOST, "bytes", "1048576"));
}

void
SanOptions::AddGateway()
{
    m_list.BeginGroup("gateway");
    m_list.AddSwitch("gateway",
                     "Make each target a storage gateway with drives behind it",
                     gateway);
    const auto tid = StorageGateway::GetTypeId();
    for (const auto* name : {"SessionQueueDepth", "DriveQueueDepth", "BackEndQueueDepth"})
    {
        m_list.AddAttribute(tid, name, {.unit = "commands"});
    }
    m_list.AddAttribute(tid, "BufferSize", {.unit = "bytes"});
    m_list.AddAttribute(tid, "TransferMode", {});
    m_list.AddAttribute(tid, "InOrderResponses", {});
    m_list.AddAttribute(tid, "CommandTimeout", {});
    m_list.AddAttribute(ScsiLocalPort::GetTypeId(),
                        "Delay",
                        {.name = "backEndDelay", .example = "20us"});
}

void
SanOptions::AddLoops()
{
    m_list.BeginGroup("loops");
    m_list.Add("loops",
               "Loops of each gateway; 0 for a local port to each drive",
               loops,
               IntegerRule("0", "16384", "", "2"));
    m_list.AddAttribute(FcalLoop::GetTypeId(), "LineRate", {});
    m_list.AddAttribute(FcalLoop::GetTypeId(), "FillWords", {.unit = "words"});
    m_list.AddAttribute(FcalLoop::GetTypeId(), "AlTime", {});
    const auto port = FcalPort::GetTypeId();
    m_list.AddAttribute(port, "HopDelay", {.unit = "words"});
    m_list.AddAttribute(port,
                        "CableLength",
                        {.unit = "metres", .high = "1000000", .example = "10"});
    m_list.AddAttribute(port, "LoginBbCredit", {.unit = "frames"});
    m_list.AddAttribute(port, "ReceiveBuffers", {.unit = "frames"});
    m_list.AddAttribute(port, "FramePayload", {.unit = "bytes"});
    m_list.AddAttribute(port, "MaxSequences", {.unit = "sequences"});
    m_list.AddAttribute(port, "FullDuplex", {});
    m_list.AddAttribute(port, "Transfer", {});
    m_list.AddAttribute(
        port,
        "Fair",
        {.help = "Whether the drives' ports on a loop observe the access fairness window"});
    m_list.AddAttribute(
        port,
        "Fair",
        {.name = "gatewayFair",
         .help = "Whether the gateway's port on a loop observes the access fairness window; if "
                 "not, the gateway has priority over the drives"});
    m_list.AddAttribute(FcpTarget::GetTypeId(),
                        "BurstLength",
                        {.unit = "bytes", .example = "65536"});
    m_list.AddAttribute(FcpNode::GetTypeId(), "MaxExchanges", {.unit = "commands"});
    m_list.AddAttribute(FcpNode::GetTypeId(), "ExchangeTimeout", {});
}

void
SanOptions::AddWorkload()
{
    m_list.BeginGroup("workload");
    m_list.AddWord("workload",
                   "When requests are issued: poisson, fixed, closed or trace",
                   workload,
                   {{"poisson", "Poisson"},
                    {"fixed", "Fixed"},
                    {"closed", "Closed"},
                    {"trace", "ns3::TraceWorkload"}});
    m_list.Add("rate",
               "poisson, fixed: requests per second",
               rate,
               NumberRule("0.000001", "1000000000", "requests/s"));
    m_list.Add("queueDepth",
               "closed, trace: requests outstanding",
               queueDepth,
               IntegerRule("1", MOST_OUTSTANDING, "requests"));
    m_list.Add("thinkTime",
               "closed: time from a completion to the next request",
               thinkTime,
               TimeRule("0s", "5ms"));
    m_list.AddWord("pattern",
                   "Addresses: uniform, sequential or zipf",
                   pattern,
                   {{"uniform", "ns3::UniformAddressPattern"},
                    {"sequential", "ns3::SequentialAddressPattern"},
                    {"zipf", "ns3::ZipfAddressPattern"}});
    m_list.Add("size", "Request sizes: 4096, or with weights 4096:3,65536:1", size, SizesRule());
    m_list.Add("readFraction", "Share of reads", readFraction, NumberRule("0", "1"));
    m_list.Add("count",
               "Requests of each initiator",
               count,
               IntegerRule("1", MOST_REQUESTS, "requests"));
    m_list.Add("stop",
               "No new requests after this time; 0s for no limit",
               stop,
               TimeRule("0s", "2s"));
}

void
SanOptions::AddTrace()
{
    m_list.Add("trace",
               "trace: the file, plain or compressed by gzip or zstd",
               trace,
               TextRule("trace.csv.gz"));
    m_list.AddWord(
        "traceFormat",
        "trace: auto, csv, disksim, validate, spc, msr, blkparse, fio2, fio3, tencent or "
        "alibaba",
        traceFormat,
        {{"auto", "Recognised"},
         {"csv", "Csv"},
         {"disksim", "DiskSim"},
         {"validate", "Validate"},
         {"spc", "Spc"},
         {"msr", "Msr"},
         {"blkparse", "Blkparse"},
         {"fio2", "Fio2"},
         {"fio3", "Fio3"},
         {"tencent", "Tencent"},
         {"alibaba", "Alibaba"}});
    m_list.AddWord("traceMode",
                   "trace: open (recorded times) or closed",
                   traceMode,
                   {{"open", "Recorded"}, {"closed", "Closed"}});
    m_list.Add("timeScale",
               "trace: recorded times are multiplied by this; 0 does not wait",
               timeScale,
               NumberRule("0", "1000000"));
}

void
SanOptions::AddJobs()
{
    m_list.Add("rampTime",
               "Requests issued within this time from the start count in no result; for fio, use "
               "ramp_time instead",
               rampTime,
               TimeRule("0s", "1s"));
    m_list.Add("fio",
               "Job file of fio, or its text; each initiator runs all its jobs instead of the "
               "workload above; of the options above only stop applies",
               fio,
               TextRule("database.fio"));
    m_list.Add("iometer",
               "Configuration file of IOMeter (.icf), or its text; each initiator is a worker, to "
               "which queueDepth, count and stop above apply",
               iometer,
               TextRule("servers.icf"));
    m_list.Add("specification",
               "iometer: name of the access specification; empty for the only one",
               specification,
               TextRule("File server"));
}

void
SanOptions::AddOutput()
{
    m_list.BeginGroup("output");
    m_list.AddSwitch("storeData", "Store written data, so that reads return it", storeData);
    m_list.AddSwitch("pcap", "Capture the first link of the first target", pcap);
    m_list.Add("snaplen",
               "pcap: bytes kept of each packet, without TCP payload that is all zeros; 0 for "
               "every byte. The default keeps the headers: PPP, IP, TCP and that of a PDU",
               snaplen,
               IntegerRule("0", "65535", "bytes"));
    m_list.AddSwitch("use", "Write the use of each loop to loop-use-GATEWAY-LOOP.csv", use);
    m_list.Add("useInterval", "Interval of these files", useInterval, TimeRule("1ns"));
}

void
SanOptions::AddResults()
{
    m_list.BeginGroup("output");
    m_list.Add("warmUp",
               "Time from the first completion until the steady rate begins to count",
               warmUp,
               TimeRule("0s", "1s"));
    m_list.Add("output", "Folder for the results", output, TextRule());
}

void
SanOptions::AddTransfer()
{
    m_list.BeginGroup("workload");
    m_list.Add("readFraction",
               "Sender: 0 for the initiator, 1 for the target",
               readFraction,
               NumberRule("0", "1"));
    m_list.Add("stop", "How long to send bytes", stop, TimeRule("0s", "2s"));
}

} // namespace ns3
