/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-session-options.h"

#include "san-portal-states.h"

#include "ns3/iscsi-host-cost.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/iscsi-target.h"
#include "ns3/multipath-device.h"
#include "ns3/scsi-block-device.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/// What only iSCSI has.
constexpr const char* ISCSI = "fileService=none";

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
                                                        {"DataSequenceInOrder", ""},
                                                        {"NopInterval", ""},
                                                        {"NopTimeout", ""}};

} // namespace

SanSessionOptions::SanSessionOptions(ProgramOptions& list)
    : SanFeatureOptions(list)
{
}

void
SanSessionOptions::AddSessions()
{
    m_list.BeginGroup("sessions");
    m_list.AddSwitch("mayFail",
                     "Continue without targets and logical units that cannot be reached: a "
                     "workload that uses them does not start, and failures in summary.json names "
                     "them. Otherwise they are an error",
                     mayFail);
    m_list.BeginGroup("sessions", ISCSI);
    AddAccess();
    m_list.AddAttribute(IscsiInitiator::GetTypeId(), "Connections", {});
    m_list.AddAttribute(ScsiBlockDevice::GetTypeId(),
                        "QueueDepth",
                        {.name = "unitQueueDepth", .unit = "commands"});
    m_list.AddAttribute(ScsiBlockDevice::GetTypeId(),
                        "LossRetries",
                        {.help = "How often a host sends a command again that was lost with its "
                                 "session, each time in the next one; then the request fails",
                         .needs = "multipath=none"});
    m_list.AddAttribute(IscsiInitiator::GetTypeId(), "ConnectionUse", {.needs = "connections>1"});
    m_list.AddWord("connectionPolicy",
                   "Connection that carries a command: round-robin, least-outstanding (the one "
                   "with the fewest outstanding bytes) or lun (always the same one for a drive)",
                   policy,
                   {{"round-robin", "ns3::IscsiInitiatorRoundRobinPolicy"},
                    {"least-outstanding", "ns3::IscsiInitiatorLeastOutstandingPolicy"},
                    {"lun", "ns3::IscsiInitiatorLunPolicy"}},
                   "connections>1");
    m_list.BindWord("connectionPolicy", IscsiInitiator::GetTypeId(), "ConnectionPolicy");
    AddPortals();
    AddMultipath();
    const ProgramOptions::Words digests{{"None", "None"}, {"CRC32C", "CRC32C"}};
    m_list.AddWord("headerDigest", "Digest of each PDU's header", headerDigest, digests);
    m_list.BindWord("headerDigest", IscsiInitiator::GetTypeId(), "HeaderDigest");
    m_list.AddWord("dataDigest", "Digest of each PDU's data segment", dataDigest, digests);
    m_list.BindWord("dataDigest", IscsiInitiator::GetTypeId(), "DataDigest");
    AddKeys();
    m_list.AddAttribute(IscsiTarget::GetTypeId(), "CommandWindow", {.unit = "commands"});
    AddHostCost();
}

bool
SanSessionOptions::HasMultipath() const
{
    return multipath != "none";
}

bool
SanSessionOptions::ShareCores() const
{
    return cores > 0;
}

void
SanSessionOptions::CheckCores() const
{
    const auto most = std::max(cores, targetCores);
    if (receiveQueues > most)
    {
        throw UserError("receiveQueues: " + std::to_string(receiveQueues) +
                        ", but no host has more than " + std::to_string(most) + " cores");
    }
}

void
SanSessionOptions::CheckPortals() const
{
    if (portals == 1)
    {
        return;
    }
    try
    {
        const auto states = ParseSanPortalStates(portalStates, portals);
        const bool hasActive = std::any_of(states.begin(), states.end(), [](auto state) {
            return state <= ScsiAccessState::ACTIVE_NON_OPTIMIZED;
        });
        if (HasMultipath() && !hasActive)
        {
            throw UserError(portalStates + " leaves no path to multipath=" + multipath);
        }
    }
    catch (const UserError& error)
    {
        throw UserError("portalStates: " + std::string(error.what()));
    }
}

void
SanSessionOptions::AddAccess()
{
    m_list.Add("usedLuns",
               "Number of logical units of each target that initiators use, from LUN 0; 0 for all"
               " drives",
               units,
               IntegerRule("0", "16384"));
    m_list.Add("targetName",
               "iSCSI name to which initiators log in; empty for each target's own name",
               targetName,
               TextRule("iqn.2026-11.org.nsnam:target-0"));
    m_list.AddAttribute(IscsiInitiator::GetTypeId(), "AuthMethod", {});
    m_list.AddAttribute(IscsiInitiator::GetTypeId(),
                        "ChapUser",
                        {.example = "alice", .needs = "authMethod"});
    m_list.AddAttribute(IscsiInitiator::GetTypeId(),
                        "ChapSecret",
                        {.example = "secret-of-alice", .needs = "authMethod"});
    m_list.Add("targetChapSecret",
               "Secret that targets expect for chapUser; empty for the value of chapSecret",
               targetChapSecret,
               TextRule("secret-of-alice"),
               "authMethod");
}

void
SanSessionOptions::AddMultipath()
{
    m_list.AddWord(
        "multipath",
        "Multipath I/O: none (one session with each target), or one session over each "
        "link of the path; a request takes the paths in turn (round-robin), that with "
        "the fewest outstanding (least-queue-depth), that with the fewest outstanding bytes "
        "(service-time), or the first that is up (failover)",
        multipath,
        {{"none", ""},
         {"round-robin", "ns3::MultipathRoundRobinPolicy"},
         {"least-queue-depth", "ns3::MultipathLeastQueueDepthPolicy"},
         {"service-time", "ns3::MultipathServiceTimePolicy"},
         {"failover", "ns3::MultipathFailoverPolicy"}},
        "links>1 or portals>1");
    m_list.AddAttribute(
        MultipathRoundRobinPolicy::GetTypeId(),
        "RequestsPerPath",
        {.name = "pathRequests", .unit = "requests", .needs = "multipath=round-robin"});
    const auto device = MultipathDevice::GetTypeId();
    const auto* paths = "multipath=round-robin|least-queue-depth|service-time|failover";
    m_list.AddAttribute(device, "CheckInterval", {.name = "pathCheckInterval", .needs = paths});
    m_list.AddAttribute(device,
                        "NoPathTimeout",
                        {.name = "noPathTimeout", .example = "20s", .needs = paths});
}

void
SanSessionOptions::AddPortals()
{
    m_list.Add("portals",
               "Portals of each target, at ports 3260 and 3261 of its node, each a portal group of "
               "its own: 1 or 2. With 2, disks tell the access states of both (ALUA)",
               portals,
               IntegerRule("1", "2", "", "2"),
               "gateway=false and linkType=ethernet|ppp");
    m_list.Add("portalStates",
               "Access state of each portal group at first: active-optimized, "
               "active-non-optimized, standby or unavailable, with a comma between them; empty for "
               "active-optimized",
               portalStates,
               TextRule("active-optimized,active-non-optimized"),
               "portals>1");
}

void
SanSessionOptions::AddHostCost()
{
    for (const auto* name : {"TimePerCommand", "TimePerPdu"})
    {
        m_list.AddAttribute(IscsiHostCost::GetTypeId(), name, {.example = "10us"});
    }
    const std::string digests = "headerDigest=CRC32C or dataDigest=CRC32C";
    for (const auto& [name, needs] :
         {std::pair("TimePerByte", ""), {"TimePerDigestByte", digests.c_str()}})
    {
        m_list.AddAttribute(
            IscsiHostCost::GetTypeId(),
            name,
            {.unit = "nanoseconds", .high = "1000000000", .example = "0.5", .needs = needs});
    }
    m_list.AddAttribute(IscsiHostCost::GetTypeId(),
                        "ZeroCopySend",
                        {.needs = "timePerByte or targetTimePerByte"});
    const auto atTarget = [this](const std::string& name,
                                 auto& variable,
                                 const ValueRule& rule,
                                 const std::string& needs = "") {
        m_list.Add("target" + name,
                   name + " of targets; negative for the same as initiators",
                   variable,
                   rule,
                   needs);
    };
    const auto times = TimeRule("-1ns", "10us");
    const auto numbers = NumberRule("-1", "1000000000", "nanoseconds", "0.5");
    atTarget("TimePerCommand", targetTimePerCommand, times);
    atTarget("TimePerPdu", targetTimePerPdu, times);
    atTarget("TimePerByte", targetTimePerByte, numbers);
    atTarget("TimePerDigestByte", targetTimePerDigestByte, numbers, digests);
    AddCores();
}

void
SanSessionOptions::AddCores()
{
    const std::string cost = "timePerCommand or timePerPdu or timePerByte or timePerDigestByte";
    const auto number = [](const char* low) {
        return IntegerRule(low, std::to_string(IscsiHostCost::MAX_CORES), "cores", "4");
    };
    m_list.Add("cores",
               "Cores of each initiator host, shared by all its sessions, whose connections are "
               "dealt out to them in turn; 0 for a processor of one core for each session",
               cores,
               number("0"),
               cost);
    m_list.Add("targetCores",
               "Cores of each target host, to which connections are dealt out in turn",
               targetCores,
               number("1"),
               cost + " or targetTimePerCommand or targetTimePerPdu or targetTimePerByte or "
                      "targetTimePerDigestByte");
    m_list.Add("receiveQueues",
               "Receive queues of each host's adapter, to which connections are dealt out in turn: "
               "so many of its cores take in what arrives, the times of PDUs and of their bytes "
               "received; 0 for one for each core",
               receiveQueues,
               IntegerRule("0", std::to_string(IscsiHostCost::MAX_CORES), "queues", "1"),
               "cores>1 or targetCores>1");
}

void
SanSessionOptions::AddKeys()
{
    const auto tid = IscsiInitiator::GetTypeId();
    for (const auto& [name, unit] : KEYS)
    {
        m_list.AddAttribute(tid, name, {.unit = unit});
    }
    m_list.AddAttribute(tid, "DataPDUInOrder", {.name = "dataPduInOrder"});
}

} // namespace ns3
