/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-options.h"

#include "ns3/block-array.h"
#include "ns3/ethernet-framing.h"
#include "ns3/ram-disk.h"
#include "ns3/user-error.h"

#include <map>

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

} // namespace

SanOptions::SanOptions(Program program)
    : m_list(GetName(program), GetUsage(program))
{
    if (program == Program::TCP_BULK)
    {
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
    CheckNeeded();
    CheckPortals();
    CheckTimeouts();
    CheckQueueDisc();
    CheckArrays();
    CheckUnits();
    CheckFileService();
    CheckHost();
    CheckBenchmark();
    CheckVerification();
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
SanOptions::CheckLinks() const
{
    if (linkType != "ethernet" && HasOffload())
    {
        throw UserError("offload: tso needs linkType=ethernet");
    }
    if (linkType != "ethernet" && interruptDelay > Time(0))
    {
        throw UserError("interruptDelay: it needs linkType=ethernet");
    }
    CheckWireless();
}

void
SanOptions::CheckNeeded() const
{
    /// What an option needs, and whether it is there.
    struct Need
    {
        const char* what; //!< in words
        bool isMet;       //!< whether it is there
    };

    const Need bonds{"bond=active-backup, balance-xor or 802.3ad", HasBonds()};
    const Need stations{"relays of 1 or more", relays > 0};
    const Need paths{"multipath=round-robin, least-queue-depth or failover", HasMultipath()};
    const std::map<std::string, Need> needs{
        {"bondLinks", bonds},
        {"bondHash", bonds},
        {"relayChannel", stations},
        {"relayTimePerByte", stations},
        {"portalStates", {"portals=2", portals > 1}},
        {"multipath",
         {"links or portals of 2 or more, one for each path", links > 1 || portals > 1}},
        {"pathRequests", {"multipath=round-robin", multipath == "round-robin"}},
        {"pathCheckInterval", paths},
        {"noPathTimeout", paths}};
    for (const auto& change : m_list.GetChanges())
    {
        const auto need = needs.find(change.name);
        if (need != needs.end() && !need->second.isMet)
        {
            throw UserError(change.name + ": " + change.value + " needs " + need->second.what);
        }
    }
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
    return offload == "tso";
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
        if (members > 0)
        {
            throw UserError("members: " + std::to_string(members) +
                            " need array=stripe, mirror or raid5");
        }
        return;
    }
    if (gateway)
    {
        throw UserError("array: " + array + " needs gateway=false");
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
    m_list.AddAttribute(RamDisk::GetTypeId(), "Latency", {.name = "ramLatency"});
    m_list.AddAttribute(RamDisk::GetTypeId(),
                        "Bandwidth",
                        {.name = "ramBandwidth", .example = "1Gbps"});
    m_list.Add(
        "drive",
        "Disk model: a name from the catalogue. Use Cheetah9LPFC or CheetahX15-36LPFC on loops",
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
                    {"raid5", "ns3::Raid5Array"}});
    m_list.Add("members",
               "array: drives of each array; 0 for one array of all drives of a target",
               members,
               IntegerRule("0", "16384", "drives", "4"));
    m_list.AddAttribute(BlockArray::GetTypeId(),
                        "StripeUnit",
                        {.name = "stripeUnit",
                         .help = "array: consecutive blocks of 512 bytes on one drive",
                         .unit = "blocks"});
}

void
SanOptions::AddOutput()
{
    m_list.BeginGroup("output");
    m_list.AddSwitch("storeData", "Store written data, so that reads return it", storeData);
    m_list.AddSwitch("pcap", "Capture the first link or radio of the first target", pcap);
    m_list.Add(
        "snaplen",
        "pcap: -1 keeps every byte, compressed by gzip in san.pcap.gz, which Wireshark "
        "reads; otherwise san.pcap has so many bytes of each packet, without TCP payload that "
        "is all zeros, 0 for every byte. What is cut hides the PDUs behind it",
        snaplen,
        IntegerRule("-1", "65535", "bytes"));
    m_list.AddSwitch("use", "Write the use of each loop to loop-use-GATEWAY-LOOP.csv", use);
    m_list.Add("useInterval", "Interval of these files", useInterval, TimeRule("1ns"));
    m_list.Add("cacheInterval",
               "cache: write what each page cache holds and has done to cache-series.csv, a row at "
               "the end of each interval in which that changed; 0s for no such file",
               cacheInterval,
               TimeRule("0s", "100ms"));
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
