/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-options.h"

#include "san-former-names.h"
#include "san-manual.h"

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
                              "congestionControl",
                              "lossRecovery",
                              "segmentSize",
                              "sndBufSize",
                              "rcvBufSize",
                              "delAckCount",
                              "warmUp",
                              "tcpSeries",
                              "output"},
                             {"--stop=5s --delay=20ms --lossToTargets=0.001",
                              "--stop=5s --linkRate=1Gbps --congestionControl=ns3::TcpLinuxReno",
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
                              "congestionControl",
                              "errorRecoveryLevel",
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
                              "connections",
                              "multipath",
                              "errorRecoveryLevel",
                              "congestionControl",
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
                              "--workload=postmark --cache=64 --fileSystem=ext3 --drives=1"});
    }
}

} // namespace

SanOptions::SanOptions(Program program)
    : SanOptions(GetName(program), GetUsage(program))
{
    m_list.SetManual(GetManual(program));
    if (program == Program::TCP_BULK)
    {
        // One connection between two hosts.
        for (const auto* name : {"connections", "portals"})
        {
            m_list.SetFixed(name, "1");
        }
        for (const auto* name : {"multipath", "fileService"})
        {
            m_list.SetFixed(name, "none");
        }
        path.AddPath();
        wireless.AddWireless();
        tcp.AddTcp();
        load.AddTransfer();
        output.AddResults();
        return;
    }
    AddEnds();
    if (program == Program::WIRELESS_SAN)
    {
        path.linkType = "wifi";
        m_list.SetFixed("linkType", path.linkType);
        m_list.SetFixed("queueDisc", "none");
        m_list.SetFixed("links", "1");
        m_list.BeginGroup("path");
        path.AddPackets();
    }
    else
    {
        path.AddPath();
    }
    wireless.AddWireless();
    AddBlockStorage();
    load.AddWorkload();
    host.AddHost(load.GetProgramNeed());
    service.AddFileService(load.GetProgramNeed());
    output.AddOutput();
    gateway.AddUse();
    host.AddCacheSeries();
    output.AddResults();
}

SanOptions::SanOptions(const std::string& program, const std::string& usage)
    : m_list(program, usage)
{
    for (const auto& [former, name] : GetSanFormerNames())
    {
        m_list.SetRenamed(former, name);
    }
}

void
SanOptions::AddBlockSan()
{
    AddEnds();
    path.AddPath();
    AddBlockStorage();
    load.AddBlockWorkload();
    output.AddOutput();
    gateway.AddUse();
    output.AddResults();
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
    storage.AddDrives();
}

void
SanOptions::AddBlockStorage()
{
    session.AddSessions();
    tcp.AddTcp();
    storage.AddUnits();
    gateway.AddGateway();
    gateway.AddLoops();
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

uint32_t
SanOptions::GetUsedUnits() const
{
    return session.units == 0 ? storage.GetUnits() : session.units;
}

bool
SanOptions::Parse(const std::vector<std::string>& words)
{
    if (!m_list.Parse(words))
    {
        return false;
    }
    Check();
    const auto* kind = load.GetBlockKind();
    output.storeData = output.storeData || (kind && kind->ChecksContents());
    return true;
}

void
SanOptions::Check() const
{
    tcp.CheckTcp(path.mtu);
    path.CheckPath(initiators, targets);
    wireless.CheckWireless(path);
    session.CheckPortals();
    storage.CheckArrays();
    CheckPrograms();
    load.Check();
}

void
SanOptions::CheckPrograms() const
{
    const bool isProgram = load.GetProgramKind() != nullptr;
    if (isProgram && host.cache == 0)
    {
        throw UserError("cache: 0, but " + load.workload +
                        " needs a file system, which needs a page cache, such as cache=64");
    }
    const auto units = targets * GetUsedUnits();
    const auto* kind = load.GetBlockKind();
    const bool isPerDrive = kind && kind->IsPerDrive();
    if (isProgram && initiators > units)
    {
        throw UserError("initiators: " + std::to_string(initiators) + ", but each needs a " +
                        "drive of its own for its file system, and they see " +
                        std::to_string(units));
    }
    if (isPerDrive && initiators > units)
    {
        throw UserError("initiators: " + std::to_string(initiators) +
                        ", but each measures a drive of its own, and they see " +
                        std::to_string(units));
    }
}

} // namespace ns3
