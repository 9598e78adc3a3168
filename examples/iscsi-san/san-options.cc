/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-options.h"

#include "ns3/command-line.h"
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

#include <cstdlib>

namespace ns3
{

namespace
{

/**
 * Check a number's range.
 *
 * @param option the option's name
 * @param number what the user gave
 * @param most most that it may be
 * @param least least that it may be
 * @throw UserError naming the option, the number and the range, if it is outside
 */
void
CheckNumber(const std::string& option, uint32_t number, uint32_t most, uint32_t least = 1)
{
    if (number < least || number > most)
    {
        throw UserError(option + ": " + std::to_string(number) + " is not in " +
                        std::to_string(least) + " to " + std::to_string(most));
    }
}

} // namespace

SanOptions::SanOptions()
{
    AddEnds();
    AddSessions();
    AddGateway();
    AddWorkload();
    AddOutput();
}

const SanOptionList&
SanOptions::GetList() const
{
    return m_list;
}

void
SanOptions::Parse(const std::vector<std::string>& words)
{
    CommandLine command("iscsi-san");
    command.Usage("iSCSI initiators drive the disks of iSCSI targets across a path.\n"
                  "Units: times as 5ms or 2s, rates as 100Mbps, sizes in bytes.");
    m_list.AddTo(command);
    command.AddValue("describe", "Print all options as JSON and do nothing else", describe);
    std::vector<std::string> all{"iscsi-san"};
    all.insert(all.end(), words.begin(), words.end());
    command.Parse(all);
    Check();
}

void
SanOptions::Check() const
{
    CheckNumber("initiators", initiators, 1000);
    CheckNumber("targets", targets, 1000);
    CheckNumber("drives", drives, 16384);
    CheckNumber("links", links, 64);
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
        throw UserError("use: there is no loop, as loops is 0");
    }
    if (!fio.empty() && !iometer.empty())
    {
        throw UserError("fio, iometer: there can be one of them");
    }
    if (!useInterval.IsStrictlyPositive())
    {
        throw UserError("useInterval: an interval is longer than 0");
    }
}

void
SanOptions::CheckMtu() const
{
    // IP, and TCP with timestamps.
    constexpr uint32_t SEGMENT_HEADERS = 20 + 32;
    CheckNumber("mtu", mtu, 65535, 576);
    // What is no number is told when the attribute is set.
    const auto& segment = m_list.GetValue("SegmentSize");
    if (std::strtoull(segment.c_str(), nullptr, 10) + SEGMENT_HEADERS > mtu)
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
               "",
               "1:1000");
    m_list.BeginGroup("drives");
    m_list.Add("targets", "Number of targets", targets, "", "1:1000");
    m_list.Add("drives", "Drives of each target", drives, "", "1:16384");
    m_list.AddWord("device",
                   "What a drive is: disk or ram",
                   device,
                   {{"disk", "ns3::DiskDrive"}, {"ram", "ns3::RamDisk"}});
    m_list.AddAttribute(RamDisk::GetTypeId(), "Latency", "ramLatency");
    m_list.AddAttribute(RamDisk::GetTypeId(), "Bandwidth", "ramBandwidth");
    m_list.Add("drive",
               "Model of disk: a name of the catalogue. Cheetah9LPFC is the one for loops",
               drive);
    m_list.AddWord("scheduler",
                   "Which of its requests a disk does next",
                   scheduler,
                   {{"fcfs", "ns3::DiskFcfsScheduler"},
                    {"sstf", "ns3::DiskSstfScheduler"},
                    {"look", "ns3::DiskLookScheduler"},
                    {"clook", "ns3::DiskClookScheduler"},
                    {"sptf", "ns3::DiskSptfScheduler"},
                    {"aged-sptf", "ns3::DiskAgedSptfScheduler"}});
    m_list.Add("schedulerDepth",
               "Requests among which the scheduler chooses, 0 for what the model of disk has",
               schedulerDepth,
               "requests");
}

void
SanOptions::AddSessions()
{
    m_list.BeginGroup("path");
    m_list.Add("linkRate", "Rate of the path", linkRate);
    m_list.Add("delay", "One-way delay of the path", delay);
    m_list.Add("accessRate", "Rate of the hosts' links to the path", accessRate);
    m_list.Add("mtu",
               "Longest IP packet of each link, bytes; 9000 for jumbo frames",
               mtu,
               "",
               "576:65535");
    m_list.Add("queue", "Longest queue of each link, as 100p or 64kB", queue);
    m_list.Add("links",
               "Parallel links of the path; every host has a link to each, and the connections of "
               "a session take them in turn",
               links,
               "",
               "1:64");
    AddEmulator();
    m_list.BeginGroup("sessions");
    m_list.AddAttribute(IscsiInitiator::GetTypeId(), "Connections");
    m_list.AddAttribute(ScsiBlockDevice::GetTypeId(), "QueueDepth", "unitQueueDepth");
    m_list.AddWord("ConnectionPolicy",
                   "Which connection a command takes: round-robin, least-outstanding (the one that "
                   "waits for the fewest bytes) or lun (always the same for a drive)",
                   policy,
                   {{"round-robin", "ns3::IscsiRoundRobinPolicy"},
                    {"least-outstanding", "ns3::IscsiLeastOutstandingPolicy"},
                    {"lun", "ns3::IscsiLunPolicy"}});
    const SanOptionList::Words digests{{"None", "None"}, {"CRC32C", "CRC32C"}};
    m_list.AddWord("HeaderDigest", "Digest of each PDU's header", headerDigest, digests);
    m_list.AddWord("DataDigest", "Digest of each PDU's data segment", dataDigest, digests);
    for (const auto* name : {"ErrorRecoveryLevel",
                             "DefaultTime2Wait",
                             "DefaultTime2Retain",
                             "RecoveryTimeout",
                             "InitialR2T",
                             "ImmediateData",
                             "MaxRecvDataSegmentLength",
                             "MaxBurstLength",
                             "FirstBurstLength",
                             "MaxOutstandingR2T",
                             "DataPDUInOrder",
                             "DataSequenceInOrder",
                             "NopInterval",
                             "NopTimeout",
                             "CongestionControl",
                             "SegmentSize",
                             "SndBufSize",
                             "RcvBufSize",
                             "DelAckCount",
                             "DelAckTimeout",
                             "NoDelay"})
    {
        m_list.AddAttribute(IscsiInitiator::GetTypeId(), name);
    }
    AddTargetTcp();
    m_list.AddAttribute(IscsiTarget::GetTypeId(), "CommandWindow");
    for (const auto* name : {"TimePerCommand", "TimePerPdu", "TimePerByte", "TimePerDigestByte"})
    {
        m_list.AddAttribute(IscsiHostCost::GetTypeId(), name);
    }
}

void
SanOptions::AddEmulator()
{
    m_list.Add("accessDelay",
               "One-way delay of the hosts' links, with what the hosts add to it",
               accessDelay);
    m_list.Add("limiterRate",
               "Rate of a token bucket at either end of the path, of IP packets; 0bps for none",
               limiterRate);
    m_list.Add("limiterBurst",
               "Bytes that the token bucket lets pass at once after a pause, 1500 or more",
               limiterBurst,
               "bytes",
               "1500:4294967295");
}

void
SanOptions::AddTargetTcp()
{
    m_list.Add("targetSndBufSize",
               "TCP send buffer of targets; 0 for SndBufSize, which initiators have",
               targetSndBufSize,
               "bytes");
    m_list.Add("targetRcvBufSize",
               "TCP receive buffer of targets; 0 for RcvBufSize, which initiators have",
               targetRcvBufSize,
               "bytes");
}

void
SanOptions::AddGateway()
{
    m_list.BeginGroup("gateway");
    m_list.Add("gateway", "Make each target a storage gateway with drives behind it", gateway);
    for (const auto* name : {"SessionQueueDepth",
                             "DriveQueueDepth",
                             "BackEndQueueDepth",
                             "BufferSize",
                             "TransferMode",
                             "InOrderResponses",
                             "CommandTimeout"})
    {
        m_list.AddAttribute(StorageGateway::GetTypeId(), name);
    }
    m_list.AddAttribute(ScsiLocalPort::GetTypeId(), "Delay", "backEndDelay");
    m_list.BeginGroup("loops");
    m_list.Add("loops", "Loops of each gateway; 0 for a local port to each drive", loops);
    for (const auto* name : {"LineRate", "FillWords", "AlTime"})
    {
        m_list.AddAttribute(FcalLoop::GetTypeId(), name);
    }
    for (const auto* name : {"HopDelay",
                             "CableLength",
                             "LoginBbCredit",
                             "ReceiveBuffers",
                             "FramePayload",
                             "MaxSequences",
                             "FullDuplex",
                             "Transfer",
                             "Fair"})
    {
        m_list.AddAttribute(FcalPort::GetTypeId(), name);
    }
    m_list.AddAttribute(FcalPort::GetTypeId(), "Fair", "gatewayFair");
    m_list.AddAttribute(FcpTarget::GetTypeId(), "BurstLength");
    m_list.AddAttribute(FcpNode::GetTypeId(), "MaxExchanges");
    m_list.AddAttribute(FcpNode::GetTypeId(), "ExchangeTimeout");
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
    m_list.Add("rate", "poisson, fixed: requests per second, above 0", rate, "requests/s");
    m_list.Add("queueDepth", "closed, trace: requests outstanding", queueDepth, "requests");
    m_list.Add("thinkTime", "closed: from a completion to the next request", thinkTime);
    m_list.AddWord("pattern",
                   "Addresses: uniform, sequential or zipf",
                   pattern,
                   {{"uniform", "ns3::UniformAddressPattern"},
                    {"sequential", "ns3::SequentialAddressPattern"},
                    {"zipf", "ns3::ZipfAddressPattern"}});
    m_list.Add("size", "Request sizes in bytes: 4096, or with weights 4096:3,65536:1", size);
    m_list.Add("readFraction", "Share of reads, 0 to 1", readFraction, "", "0:1");
    m_list.Add("count", "Requests of each initiator", count, "requests");
    m_list.Add("stop", "No new requests after this time; 0 for no limit", stop);
    m_list.Add("trace", "trace: the file, plain or compressed by gzip or zstd", trace);
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
    m_list.Add("timeScale", "trace: recorded times are multiplied by this", timeScale);
    m_list.Add(
        "rampTime",
        "What is issued in this time after the beginning counts in no result; fio: ramp_time "
        "instead",
        rampTime);
    m_list.Add("fio",
               "Job file of fio, or its text; each initiator runs all its jobs instead of the "
               "workload above, of which only stop holds",
               fio);
    m_list.Add("iometer",
               "Configuration file of IOMeter (.icf), or its text; each initiator is a worker with "
               "queueDepth, count and stop of the workload above",
               iometer);
    m_list.Add("specification",
               "iometer: name of the access specification; empty for the only one",
               specification);
}

void
SanOptions::AddOutput()
{
    m_list.BeginGroup("output");
    m_list.Add("storeData", "Keep what is written, so that it reads back", storeData);
    m_list.Add("pcap", "Capture the first link of the first target", pcap);
    m_list.Add("use", "Write who uses each loop, as loop-use-GATEWAY-LOOP.csv", use);
    m_list.Add("useInterval", "Interval of these files, above 0", useInterval);
    m_list.Add("warmUp",
               "Time from the first completion until the steady rate begins to count",
               warmUp);
    m_list.Add("output", "Folder for the results", output);
}

} // namespace ns3
