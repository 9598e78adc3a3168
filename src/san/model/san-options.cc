/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-options.h"

#include "san-manual.h"

#include "ns3/block-array.h"
#include "ns3/ethernet-framing.h"
#include "ns3/ram-disk.h"
#include "ns3/user-error.h"

namespace ns3
{

namespace
{

/**
 * @param program a program
 * @return its name
 */
std::string
GetName(SanOptions::Program program)
{
    switch (program)
    {
    case SanOptions::Program::TCP_BULK:
        return "tcp-bulk";
    case SanOptions::Program::WIRELESS_SAN:
        return "wireless-san";
    default:
        return "iscsi-san";
    }
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
    switch (program)
    {
    case SanOptions::Program::TCP_BULK:
        return "Send bytes over TCP across a path as fast as possible.\n" + units;
    case SanOptions::Program::WIRELESS_SAN:
        return "iSCSI initiators drive the disks of iSCSI targets over a wireless network.\n" +
               units;
    default:
        return "iSCSI initiators drive the disks of iSCSI targets across a path.\n" + units;
    }
}

/**
 * @param program a program
 * @return what its help says beside the options
 */
ProgramManual
GetManual(SanOptions::Program program)
{
    switch (program)
    {
    case SanOptions::Program::TCP_BULK:
        return MakeSanManual({"readFraction",
                              "stop",
                              "linkRate",
                              "delay",
                              "accessRate",
                              "linkType",
                              "offload",
                              "mtu",
                              "lossToTargets",
                              "wifiStandard",
                              "CongestionControl",
                              "LossRecovery",
                              "SegmentSize",
                              "SndBufSize",
                              "RcvBufSize",
                              "DelAckCount",
                              "warmUp",
                              "tcpSeries",
                              "output"},
                             {"--stop=5s --delay=20ms --lossToTargets=0.001",
                              "--stop=5s --linkRate=1Gbps --CongestionControl=ns3::TcpLinuxReno",
                              "--stop=5s --readFraction=1 --linkType=wifi --tcpSeries"});
    case SanOptions::Program::WIRELESS_SAN:
        return MakeSanManual({"initiators",
                              "drives",
                              "device",
                              "drive",
                              "wifiStandard",
                              "wifiRateControl",
                              "wifiDistance",
                              "wifiFading",
                              "relays",
                              "relayChannel",
                              "wifiMoves",
                              "interferers",
                              "CongestionControl",
                              "ErrorRecoveryLevel",
                              "workload",
                              "queueDepth",
                              "rate",
                              "size",
                              "readFraction",
                              "count",
                              "pcap",
                              "output"},
                             {"--workload=closed --queueDepth=4 --relays=2",
                              "--wifiStandard=802.11g --wifiDistance=25",
                              "--workload=verify --interferers=2 --device=ram"});
    default:
        return MakeSanManual({"targets",
                              "drives",
                              "device",
                              "drive",
                              "linkRate",
                              "delay",
                              "linkType",
                              "links",
                              "lossToTargets",
                              "Connections",
                              "multipath",
                              "ErrorRecoveryLevel",
                              "CongestionControl",
                              "gateway",
                              "loops",
                              "workload",
                              "rate",
                              "queueDepth",
                              "size",
                              "readFraction",
                              "count",
                              "stop",
                              "cache",
                              "fileService",
                              "pcap",
                              "output"},
                             {"--workload=closed --queueDepth=8 --size=65536 --delay=10ms",
                              "--gateway --loops=1 --drive=Cheetah9LPFC --pcap",
                              "--workload=postmark --cache=64 --filesystem=ext3 --drives=1"});
    }
}

} // namespace

SanOptions::SanOptions(Program program)
    : m_list(GetName(program), GetUsage(program))
{
    m_list.SetManual(GetManual(program));
    if (program == Program::TCP_BULK)
    {
        // One connection between two hosts.
        for (const auto* name : {"Connections", "portals"})
        {
            m_list.SetFixed(name, "1");
        }
        for (const auto* name : {"multipath", "fileService"})
        {
            m_list.SetFixed(name, "none");
        }
        AddPath();
        AddWireless();
        AddTcp();
        AddTransfer();
        AddResults();
        return;
    }
    AddEnds();
    if (program == Program::WIRELESS_SAN)
    {
        linkType = "wifi";
        m_list.SetFixed("linkType", linkType);
        m_list.SetFixed("queueDisc", "none");
        m_list.SetFixed("links", "1");
        m_list.BeginGroup("path");
        AddPackets();
    }
    else
    {
        AddPath();
    }
    AddWireless();
    AddStorage();
    AddPrograms();
    AddHost();
    AddFileService();
    AddOutput();
    AddCacheSeries();
    AddResults();
}

SanOptions::SanOptions(const std::string& program, const std::string& usage)
    : m_list(program, usage)
{
}

void
SanOptions::AddBlockSan()
{
    AddEnds();
    AddPath();
    AddStorage();
    AddOutput();
    AddResults();
}

void
SanOptions::AddStorage()
{
    AddSessions();
    AddUnits();
    AddGateway();
    AddLoops();
    AddWorkload();
    AddTrace();
    AddJobs();
    AddBenchmark();
    AddVerification();
}

ProgramOptions&
SanOptions::ChangeList()
{
    return m_list;
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
    storeData = storeData || HasVerification();
    return true;
}

void
SanOptions::Check() const
{
    CheckMtu();
    CheckLinks();
    CheckPathPull();
    CheckSwitches();
    CheckBonds();
    CheckPortals();
    CheckTimeouts();
    CheckQueueDisc();
    CheckArrays();
    CheckHost();
    CheckWorkloadFile();
    CheckBenchmark();
    if (limiterBurst < mtu)
    {
        throw UserError("limiterBurst: " + std::to_string(limiterBurst) +
                        " is less than a packet of " + std::to_string(mtu) + " bytes");
    }
}

void
SanOptions::CheckLinks() const
{
    CheckWireless();
}

void
SanOptions::CheckMtu() const
{
    // IP, and TCP with or without timestamps.
    const uint32_t headers = 20 + (m_list.GetValue("Timestamps") == "true" ? 32 : 20);
    const auto& segment = m_list.GetValue("SegmentSize");
    if (std::stoul(segment) + headers > mtu)
    {
        throw UserError("SegmentSize: " + segment + " and " + std::to_string(headers) +
                        " bytes of headers do not fit into the mtu of " + std::to_string(mtu));
    }
    if (linkType == "ethernet" && mtu > EthernetFraming::MAX_PAYLOAD)
    {
        throw UserError("mtu: " + std::to_string(mtu) + " is more than the " +
                        std::to_string(EthernetFraming::MAX_PAYLOAD) +
                        " bytes of an Ethernet frame; linkType=ppp takes it");
    }
}

bool
SanOptions::HasOffload() const
{
    return offload == "tso" && linkType == "ethernet";
}

bool
SanOptions::HasEnsembleSharing() const
{
    return tcpSharing == "ensemble";
}

bool
SanOptions::HasTemporalSharing() const
{
    return tcpSharing == "temporal";
}

std::string
SanOptions::GetSocketFactory() const
{
    return "ns3::TcpHostSocketFactory";
}

bool
SanOptions::HasQueueDisc() const
{
    return queueDisc != "none" || limiterRate > DataRate(0);
}

bool
SanOptions::IsSwitched() const
{
    return linkType == "ethernet" && !HasQueueDisc();
}

uint32_t
SanOptions::GetUnits() const
{
    if (array == "none")
    {
        return drives;
    }
    return members == 0 ? 1 : drives / members;
}

uint32_t
SanOptions::GetUsedUnits() const
{
    return units == 0 ? GetUnits() : units;
}

void
SanOptions::CheckQueueDisc() const
{
    if (queueDisc != "none" && limiterRate > DataRate(0))
    {
        throw UserError("queueDisc, limiterRate: only one of them can be given, because the "
                        "limiter is a queue disc, too");
    }
    if ((queueDisc == "red" || queueDisc == "fqcodel") && queueDiscLimit.back() != 'p')
    {
        throw UserError("queueDiscLimit: " + queueDiscLimit + " are bytes, but " + queueDisc +
                        " counts packets, such as 1000p");
    }
}

void
SanOptions::CheckArrays() const
{
    if (array == "none")
    {
        return;
    }
    const uint32_t size = members == 0 ? drives : members;
    const uint32_t least = array == "raid5" ? 3 : 2;
    if (size < least)
    {
        throw UserError(std::string(members == 0 ? "drives" : "members") + ": " +
                        std::to_string(size) + " are too few for array=" + array +
                        ", which needs " + std::to_string(least));
    }
    if (drives % size != 0)
    {
        throw UserError("members: the " + std::to_string(drives) +
                        " drives of a target are not arrays of " + std::to_string(members));
    }
}

void
SanOptions::CheckTimeouts() const
{
    const auto& minRto = m_list.GetValue("MinRto");
    const auto& delAckTimeout = m_list.GetValue("DelAckTimeout");
    if (!Time(minRto).IsZero() && Time(minRto) <= Time(delAckTimeout))
    {
        throw UserError("MinRto: " + minRto + " is not above the DelAckTimeout of " +
                        delAckTimeout + ": delayed acknowledgements would count as losses");
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
    m_list.AddAttribute(RamDisk::GetTypeId(),
                        "Latency",
                        {.name = "ramLatency", .needs = "device=ram"});
    m_list.AddAttribute(RamDisk::GetTypeId(),
                        "Bandwidth",
                        {.name = "ramBandwidth", .example = "1Gbps", .needs = "device=ram"});
    m_list.Add(
        "drive",
        "Disk model: a name from the catalogue. Use Cheetah9LPFC or CheetahX15-36LPFC on loops",
        drive,
        TextRule(),
        "device=disk");
    m_list.AddWord("scheduler",
                   "Which of its requests a disk serves next",
                   scheduler,
                   {{"fcfs", "ns3::DiskFcfsScheduler"},
                    {"sstf", "ns3::DiskSstfScheduler"},
                    {"look", "ns3::DiskLookScheduler"},
                    {"clook", "ns3::DiskClookScheduler"},
                    {"sptf", "ns3::DiskSptfScheduler"},
                    {"aged-sptf", "ns3::DiskAgedSptfScheduler"}},
                   "device=disk");
    m_list.Add("schedulerDepth",
               "Requests among which the scheduler chooses; 0 for the disk model's own number",
               schedulerDepth,
               IntegerRule("0", MOST, "requests", "16"),
               "device=disk and scheduler=sstf|look|clook|sptf|aged-sptf");
    AddArrays();
}

void
SanOptions::AddArrays()
{
    m_list.AddWord("array",
                   "What each logical unit is: none (a drive) or an array of drives: stripe (RAID "
                   "0), mirror (RAID 1) or raid5",
                   array,
                   {{"none", ""},
                    {"stripe", "ns3::StripedArray"},
                    {"mirror", "ns3::MirroredArray"},
                    {"raid5", "ns3::Raid5Array"}},
                   "gateway=false");
    m_list.Add("members",
               "Drives of each array; 0 for one array of all drives of a target",
               members,
               IntegerRule("0", "16384", "drives", "4"),
               "array=stripe|mirror|raid5");
    m_list.AddAttribute(BlockArray::GetTypeId(),
                        "StripeUnit",
                        {.name = "stripeUnit",
                         .help = "Consecutive blocks of 512 bytes on one drive of an array",
                         .unit = "blocks",
                         .needs = "array=stripe|raid5"});
}

void
SanOptions::AddOutput()
{
    m_list.BeginGroup("output");
    m_list.AddSwitch("storeData", "Store written data, so that reads return it", storeData);
    m_list.AddSwitch("pcap", "Capture the first link or radio of the first target", pcap);
    m_list.Add(
        "snaplen",
        "-1 keeps every byte, compressed by gzip in san.pcap.gz, which Wireshark "
        "reads; otherwise san.pcap has so many bytes of each packet, without TCP payload that "
        "is all zeros, 0 for every byte. What is cut hides the PDUs behind it",
        snaplen,
        IntegerRule("-1", "65535", "bytes"),
        "pcap=true");
    m_list.AddSwitch("use",
                     "Write the use of each loop to loop-use-GATEWAY-LOOP.csv",
                     use,
                     "loops>0");
    m_list.Add("useInterval", "Interval of these files", useInterval, TimeRule("1ns"), "use=true");
}

void
SanOptions::AddResults()
{
    m_list.BeginGroup("output");
    m_list.Add("warmUp",
               "Time from the first completion until the steady rate begins to count",
               warmUp,
               TimeRule("0s", "1s"));
    m_list.AddSwitch(
        "tcpSeries",
        "Write congestion window, slow start threshold, bytes in flight and round trip "
        "time of each TCP connection over time to tcp-series.csv",
        tcpSeries);
    m_list.Add("output", "Folder for the results", output, TextRule());
}

} // namespace ns3
