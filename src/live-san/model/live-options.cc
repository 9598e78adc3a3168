/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-options.h"

#include "live-profile.h"

#include "ns3/iscsi-application.h"
#include "ns3/nfs-server.h"
#include "ns3/san-manual.h"
#include "ns3/scsi-disk.h"
#include "ns3/smb-server.h"
#include "ns3/user-error.h"
#include "ns3/value-rule.h"

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/// What has an effect only on a real network, or for clients that speak SCSI.
constexpr const char* NO_NBD = "nbd=";

/// Names that options of san-live alone had, each with the name that it has now.
constexpr std::pair<const char*, const char*> FORMER_NAMES[] = {
    {"Removable", "removable"},
    {"PhysicalBlockExponent", "physicalBlockExponent"},
    {"LowestAlignedBlock", "lowestAlignedBlock"},
    {"WriteSameNonZero", "writeSameNonZero"},
    {"MaxAtomicLength", "maxAtomicLength"},
    {"AtomicAlignment", "atomicAlignment"},
    {"AtomicGranularity", "atomicGranularity"},
    {"SanitizeTime", "sanitizeTime"},
    {"ChapMutualUser", "chapMutualUser"},
    {"ChapMutualSecret", "chapMutualSecret"}};

/**
 * Say of a mistake that it comes from a profile, if it does.
 *
 * @param profile the profile
 * @param words what the user wrote
 * @param error the mistake, which begins with the name of an option
 * @return what to add to it
 */
std::string
GetOrigin(const LiveProfile& profile,
          const std::vector<std::string>& words,
          const std::string& error)
{
    const auto option = "--" + error.substr(0, error.find(':'));
    const auto isIn = [&option](const std::vector<std::string>& list) {
        return std::any_of(list.begin(), list.end(), [&option](const auto& word) {
            return word.substr(0, word.find('=')) == option;
        });
    };
    return isIn(profile.options) && !isIn(words) ? " (profile=" + profile.name + " sets it)" : "";
}

/// Most characters of an identity; the rest of a serial number is behind it.
constexpr std::size_t LONGEST_IDENTITY = 16;

} // namespace

LiveOptions::LiveOptions()
    : SanOptions("san-live",
                 "Serve simulated iSCSI targets to real initiators, or drive the disks of a real "
                 "target, in real time.")
{
    session.units = 1;
    output.storeData = true;
    path.offload = "tso";
    output.folder = "out/san-live";
    auto& list = ChangeList();
    list.SetManual(MakeSanManual(
        {"profile",    "role",     "attach",      "tap",    "address",       "portal",
         "targetName", "nbd",      "fileService", "cache",  "fileSystem",    "console",
         "control",    "maxLag",   "targets",     "drives", "device",        "drive",
         "gateway",    "loops",    "linkRate",    "delay",  "lossToTargets", "errorRecoveryLevel",
         "authMethod", "workload", "queueDepth",  "size",   "pcap",          "output"},
        {"--nbd=disk.socket --device=ram --delay=5ms --console",
         "--gateway --loops=1 --drive=Cheetah9LPFC --control=commands",
         "--role=initiator --portal=192.0.2.10 "
         "--targetName=iqn.2026-11.org.a:b"}));
    for (const auto& [former, name] : FORMER_NAMES)
    {
        list.SetRenamed(former, name);
    }
    list.SetRenamed("service", "fileService");
    AddBlockSan();
    AddFileServers();
    AddUnits();
    AddNetwork();
    AddConsole();
    for (const auto* group : {"drives", "luns", "gateway", "loops"})
    {
        list.AddNeed(group, "role=target");
    }
    list.AddNeed("workload", "role=initiator");
    list.AddNeed("results", "role=initiator");
    AddEndNeeds();
}

void
LiveOptions::AddEndNeeds()
{
    auto& list = ChangeList();
    list.AddNeedOf({"commandWindow",
                    "portals",
                    "portalStates",
                    "targetChapSecret",
                    "targetCores",
                    "targetRcvBufSize",
                    "targetSndBufSize",
                    "targetTcpRules",
                    "targetTimePerByte",
                    "targetTimePerCommand",
                    "targetTimePerDigestByte",
                    "targetTimePerPdu"},
                   "role=target");
    // With NBD both ends are simulated.
    list.AddNeedOf({"connectionPolicy",
                    "cores",
                    "lossRetries",
                    "recoveryTimeout",
                    "targetName",
                    "unitQueueDepth",
                    "usedLuns"},
                   "role=initiator or nbd");
    list.AddNeedOf({"mayFail"}, "role=initiator or nbd or fileService=nfs|smb");
    list.AddNeedOf({"multipath", "snaplen"}, "nbd");
}

void
LiveOptions::AddFileServers()
{
    auto& list = ChangeList();
    const std::string servers = "fileService=nfs|smb and role=target";
    host.cache = 64;
    host.AddHost(servers);
    list.AddNeed("host", servers);
    list.BeginGroup("service");
    list.AddWord("fileService",
                 "What clients reach: none (drives, by iSCSI or NBD) or files: nfs (NFS 3) or smb "
                 "(SMB 2.0.2 and 2.1). With role=target, the target's node has a file system and "
                 "its page cache on each drive; with role=initiator a program uses the "
                 "files of a real server",
                 service.fileService,
                 {{"none", ""}, {"nfs", "Nfs"}, {"smb", "Smb"}},
                 "nbd=");
    const auto& nfs = *FindSanFileService("nfs");
    const auto& smb = *FindSanFileService("smb");
    AddFileService(nfs, nfs.server, "Server", "target");
    AddFileService(nfs, nfs.client, "Client", "initiator");
    AddFileService(smb, smb.server, "Server", "target");
    AddFileService(smb, smb.client, "Client", "initiator");
}

void
LiveOptions::AddFileService(const SanFileServiceProtocol& service,
                            const SanFileServiceProtocol::Attributes& attributes,
                            const std::string& end,
                            const std::string& role)
{
    const auto tid = TypeId::LookupByName("ns3::" + service.protocol + end);
    for (auto [attribute, own] : attributes)
    {
        own.name = service.word + attribute;
        own.needs = "fileService=" + service.word + " and role=" + role;
        ChangeList().AddAttribute(tid, attribute, own);
    }
}

void
LiveOptions::CheckFileServers() const
{
    if (service.HasFileService() && IsTarget() && host.cache == 0)
    {
        throw UserError("cache: 0, but fileService=" + service.fileService +
                        " needs a file system, which needs a page cache, such as cache=64");
    }
}

void
LiveOptions::CheckFileClient() const
{
    const bool isProgram = load.GetProgramKind() != nullptr;
    if (service.HasFileService() && !isProgram)
    {
        throw UserError("workload: " + load.workload + " does not use files, but fileService=" +
                        service.fileService + " needs a program that does, such as workload=dd");
    }
    if (!service.HasFileService() && isProgram)
    {
        throw UserError("workload: " + load.workload +
                        " uses files, and needs fileService=nfs or smb");
    }
    if (service.HasFileService())
    {
        CheckShare();
    }
}

void
LiveOptions::CheckShare() const
{
    if (HasSmb() && (share.empty() || share.find_first_of("/\\") != std::string::npos))
    {
        throw UserError("share: role=initiator with fileService=smb needs the name of a share, "
                        "such as files");
    }
    if (!HasSmb() && !share.starts_with('/'))
    {
        throw UserError("share: role=initiator with fileService=nfs needs the path of an export, "
                        "such as /srv/files");
    }
}

void
LiveOptions::AddProfile()
{
    std::string help = "Disk to test software on, a set of options; what the command line says as "
                       "well wins. none";
    ProgramOptions::Words words{{"none", ""}};
    for (const auto& one : LiveProfile::GetAll())
    {
        help += "; " + one.name + ": " + one.about;
        words[one.name] = one.GetOptionText();
    }
    ChangeList().AddWord("profile", help, profile, words);
}

bool
LiveOptions::Parse(const std::vector<std::string>& words)
{
    const std::string start = "--profile=";
    const auto given = std::find_if(words.rbegin(), words.rend(), [&start](const auto& word) {
        return word.starts_with(start);
    });
    const auto* one =
        given == words.rend() ? nullptr : LiveProfile::Find(given->substr(start.size()));
    if (!one)
    {
        return SanOptions::Parse(words);
    }
    auto all = one->options;
    all.insert(all.end(), words.begin(), words.end());
    try
    {
        return SanOptions::Parse(all);
    }
    catch (const UserError& error)
    {
        throw UserError(error.what() + GetOrigin(*one, words, error.what()));
    }
}

void
LiveOptions::AddUnits()
{
    auto& list = ChangeList();
    list.BeginGroup("luns", "fileService=none");
    const auto tid = ScsiDisk::GetTypeId();
    list.AddAttribute(tid, "Removable", {.needs = NO_NBD});
    list.AddAttribute(tid, "PhysicalBlockExponent", {.example = "3", .needs = NO_NBD});
    list.AddAttribute(tid,
                      "LowestAlignedBlock",
                      {.unit = "blocks", .needs = "physicalBlockExponent>0 and nbd="});
    list.AddAttribute(tid, "WriteSameNonZero", {.needs = NO_NBD});
    list.AddAttribute(tid, "MaxAtomicLength", {.unit = "bytes", .needs = NO_NBD});
    list.AddAttribute(tid, "AtomicAlignment", {.unit = "blocks", .example = "8", .needs = NO_NBD});
    list.AddAttribute(tid,
                      "AtomicGranularity",
                      {.unit = "blocks", .example = "8", .needs = NO_NBD});
    list.AddAttribute(tid, "SanitizeTime", {.example = "10s", .needs = NO_NBD});
    list.Add("identity",
             "What the serial numbers of all logical units begin with, and descriptions of NBD "
             "exports end with, up to 16 letters, digits or hyphens, so that hosts tell the units "
             "of two runs apart; empty for one that is drawn for each run",
             identity,
             TextRule("a1"));
    list.SetDefault("removable", "true");
    list.SetDefault("sanitizeTime", "8s");
    list.SetDefault("physicalBlockExponent", "3");
    list.SetDefault("atomicAlignment", "2");
    list.SetDefault("atomicGranularity", "2");
}

void
LiveOptions::AddNetwork()
{
    auto& list = ChangeList();
    list.BeginGroup("live");
    AddProfile();
    list.AddWord("role",
                 "What is simulated: target (the targets; initiators are real) or initiator (the "
                 "initiator and its workload; the target is real)",
                 role,
                 {{"target", ""}, {"initiator", ""}});
    list.AddWord("attach",
                 "Where the real network is: path, the real host stands for initiator 0 (or target "
                 "0), beyond the simulated path; or direct, at the simulated target (or initiator) "
                 "itself, and there is no path",
                 attach,
                 {{"path", ""}, {"direct", ""}},
                 NO_NBD);
    list.Add("tap", "Name of the TAP device, made if there is none", tap, TextRule("tap0"), NO_NBD);
    list.Add("interface",
             "Network interface to use instead of a TAP device, such as one end of a veth pair; "
             "empty for none",
             interface,
             TextRule("veth0"),
             NO_NBD);
    list.Add("descriptor",
             "Open descriptor to use instead, each read of which is an Ethernet frame; -1 for none",
             descriptor,
             IntegerRule("-1", "65535", "", "3"),
             NO_NBD);
    list.Add("address",
             "Address of the simulation at the real network, with the length of its prefix",
             address,
             TextRule("10.255.255.253/30"),
             NO_NBD);
    list.Add("portal",
             "Address of the real target or file server; empty for that of target 0, for which "
             "it stands",
             portal,
             TextRule("192.0.2.10"),
             "role=initiator");
    list.Add("share",
             "Export of the real NFS server, such as /srv/files, or share of the real SMB server, "
             "such as files, whose files the program uses",
             share,
             TextRule("/srv/files"),
             "role=initiator and fileService=nfs|smb");
    list.Add("user",
             "Name of the user who logs in to the real SMB server; empty for an anonymous login",
             user,
             TextRule("alice"),
             "role=initiator and fileService=smb");
    list.Add("password",
             "Password of the user; empty for a guest",
             password,
             TextRule("secret-of-alice"),
             "user");
    list.AddSwitch("prepared",
                   "Do not make the files that the program reads: they are on the real file server",
                   prepared,
                   "role=initiator and fileService=nfs|smb");
    list.Add("lun",
             "Number of the first logical unit that is used; usedLuns says how many",
             lun,
             IntegerRule("0", "16383"),
             "role=initiator and fileService=none");
    list.AddAttribute(IscsiApplication::GetTypeId(),
                      "ChapMutualUser",
                      {.example = "target", .needs = "authMethod"});
    list.AddAttribute(IscsiApplication::GetTypeId(),
                      "ChapMutualSecret",
                      {.example = "secret-of-target", .needs = "authMethod"});
}

void
LiveOptions::AddConsole()
{
    auto& list = ChangeList();
    list.Add("nbd",
             "Unix socket of an NBD server. The initiator is simulated, too, and clients of the "
             "server use its drives in the place of a workload: export 0 is the first. Empty for "
             "no server",
             nbd,
             TextRule("disk.socket"),
             "role=target");
    list.AddSwitch("console",
                   "Print sessions, rates, response times and lag once a second",
                   console);
    list.Add("maxLag",
             "How far the simulation may be behind the wall clock: beyond it the times are those "
             "of this machine, and the run ends with status 1 and the figure. 0s for no limit",
             maxLag,
             TimeRule("0s", "500us"));
    list.Add("maxLagPercentile",
             "Percentile of the lag, of events and over time, that maxLag is the limit of",
             maxLagPercentile,
             NumberRule("0.1", "100", "", "99.9"),
             "maxLag");
    list.Add("control",
             "FIFO from which commands are read, a line each, and made if there is none; - for "
             "standard input, empty for no commands. The command help names them",
             control,
             TextRule("commands"));
}

bool
LiveOptions::IsTarget() const
{
    return role == "target";
}

bool
LiveOptions::HasNbd() const
{
    return !nbd.empty();
}

bool
LiveOptions::HasSmb() const
{
    return service.fileService == "smb";
}

bool
LiveOptions::HasPath() const
{
    return attach == "path";
}

std::ostream&
LiveOptions::GetStream() const
{
    return output.json ? std::cerr : std::cout;
}

void
LiveOptions::Check() const
{
    CheckNetwork();
    CheckUnits();
    CheckIdentity();
    CheckFileServers();
    if (initiators != 1)
    {
        throw UserError("initiators: " + std::to_string(initiators) +
                        ", but san-live has one, real or simulated");
    }
    if (path.IsWireless())
    {
        throw UserError("linkType: wifi is for iscsi-san and wireless-san only");
    }
    if (!IsTarget() && tcp.minshallNagle == "targets")
    {
        throw UserError("minshallNagle: targets, but the target is real with role=initiator");
    }
    SanOptions::Check();
}

void
LiveOptions::CheckUnits() const
{
    const auto units = GetList().GetAttributes(ScsiDisk::GetTypeId());
    const auto lowest = std::stoul(units.at("LowestAlignedBlock"));
    const auto& exponent = units.at("PhysicalBlockExponent");
    if (lowest >> std::stoul(exponent) != 0)
    {
        throw UserError("lowestAlignedBlock: " + std::to_string(lowest) +
                        " is not in the first physical block of 2^" + exponent +
                        " logical ones (physicalBlockExponent)");
    }
}

void
LiveOptions::CheckIdentity() const
{
    const auto isPlain = std::all_of(identity.begin(), identity.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               c == '-';
    });
    if (!isPlain || identity.size() > LONGEST_IDENTITY)
    {
        throw UserError("identity: " + ToMessageText(identity) + " is not up to " +
                        std::to_string(LONGEST_IDENTITY) +
                        " letters, digits or hyphens, such as a1");
    }
}

void
LiveOptions::CheckNetwork() const
{
    if (!interface.empty() && descriptor >= 0)
    {
        throw UserError("interface, descriptor: only one of them can be given");
    }
    if (!IsTarget() && !HasPath() && portal.empty())
    {
        throw UserError("portal: role=initiator with attach=direct needs the address of the "
                        "real target, such as 192.0.2.10");
    }
    if (!IsTarget())
    {
        CheckFileClient();
    }
    if (!IsTarget() && !service.HasFileService() && session.targetName.empty())
    {
        throw UserError("targetName: role=initiator needs the name of the real target, such "
                        "as iqn.2026-11.org.nsnam:target-0");
    }
}

} // namespace ns3
