/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-path-options.h"

#include "san-cable-pull.h"

#include "ns3/ethernet-framing.h"
#include "ns3/ethernet-train.h"
#include "ns3/quantity-text.h"
#include "ns3/user-error.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// What only links of cables have.
constexpr const char* CABLES = "linkType=ethernet|ppp";

/// What only Ethernet has.
constexpr const char* ETHERNET = "linkType=ethernet";

/// What only a path of a link or several has.
constexpr const char* NO_FABRIC = "linkType=ethernet|ppp and spines=0";

/// What only such a path of Ethernet has.
constexpr const char* ETHERNET_NO_FABRIC = "linkType=ethernet and spines=0";

/// What only a leaf-spine network has.
constexpr const char* FABRIC = "spines>0";

/// What only hosts' own links have.
constexpr const char* HOST_LINKS = "linkType=ethernet|ppp and switches>0";

} // namespace

SanPathOptions::SanPathOptions(ProgramOptions& list)
    : SanFeatureOptions(list)
{
}

void
SanPathOptions::AddPath()
{
    m_list.BeginGroup("path");
    m_list.Add("linkRate", "Rate of the path", linkRate, RateRule(), CABLES);
    m_list.Add("delay", "One-way delay of the path", delay, TimeRule("0s", "5ms"), CABLES);
    m_list.Add("accessRate",
               "Rate of the hosts' links to the path",
               accessRate,
               RateRule(),
               HOST_LINKS);
    m_list.Add("switches",
               "Switches of each link of the path: 2, one at each end; 1, at the initiators, so "
               "that the other end is the target's own; or 0, a cable between an initiator and a "
               "target",
               switches,
               IntegerRule("0", "2"),
               ETHERNET_NO_FABRIC);
    m_list.AddWord(
        "linkType",
        "Links: ethernet, whose frames take 38 bytes beside an IP packet, or ppp, ns-3's "
        "point-to-point links with 2 bytes. Ends of the path are switches with ethernet, "
        "but routers with ppp, a limiter or a queue disc. With wifi there are no links: all hosts "
        "are stations of a wireless network",
        linkType,
        {{"ethernet", ""}, {"ppp", ""}, {"wifi", ""}});
    m_list.AddWord("offload",
                   "Segmentation of TCP: none, in the hosts, or tso, in their adapters, which are "
                   "handed up to 64 KB at once. The frames on the links are the same, and the "
                   "simulation is much faster",
                   offload,
                   {{"none", ""}, {"tso", ""}},
                   ETHERNET);
    AddPackets();
    m_list.Add("switchBuffer",
               "Memory of each switch, which the frames that wait at all of its ports share; a "
               "queue has its own limit beside it. 0: there is memory for all",
               switchBuffer,
               IntegerRule("0", "4294967295", "bytes"),
               ETHERNET);
    AddFabric();
    m_list.BeginGroup("path", NO_FABRIC);
    m_list.Add("links",
               "Parallel links of the path; every host has a link to each. The connections of a "
               "session take them in turn; with multipath each has a session",
               links,
               IntegerRule("1", "64"),
               "connections>1 or multipath=round-robin|least-queue-depth|service-time|failover or "
               "pathPull and fileService=none");
    m_list.Add("firstLinkRate",
               "Rate of the first of the links, where it is another one; 0bps: linkRate",
               firstLinkRate,
               RateRule("0bps", "100Mbps"),
               "links>1");
    m_list.BeginGroup("path");
    m_list.Add("pathPull",
               "When the cable of the path's first link is pulled and when it is put back, as if a "
               "switch failed; empty for never",
               pathPull,
               TextRule("4s 5s"),
               ETHERNET);
    AddBonds();
    AddEmulator();
    AddQueueDisc();
    AddPathErrors();
}

void
SanPathOptions::AddFabric()
{
    m_list.Add(
        "spines",
        "Spines of a leaf-spine network that takes the place of the path: each leaf has a "
        "link to each of them, of the path's rate and half of its delay, and flows share the "
        "paths (ECMP) by a hash of their addresses and ports. 0: there is none",
        spines,
        IntegerRule("0", "64"),
        ETHERNET);
    m_list.Add("leaves",
               "Leaves of that network: the first half has the initiators, in turn, the others "
               "have the targets",
               leaves,
               IntegerRule("2", "256"),
               FABRIC);
    m_list.Add("convergenceTime",
               "Time until all switches of that network know that a link went down or came up",
               convergenceTime,
               TimeRule("0s", "1ms"),
               FABRIC);
}

void
SanPathOptions::AddPackets()
{
    m_list.Add("mtu",
               "Maximum IP packet of each link, at most 9216 with ethernet (9000 for jumbo frames) "
               "and 2296 with wifi",
               mtu,
               IntegerRule("576", "65535", "bytes"));
    m_list.Add("queue",
               "Maximum queue of each link or radio, such as 100p or 64kB",
               queue,
               QueueRule(),
               "queueDisc=none");
}

bool
SanPathOptions::HasQueueDisc() const
{
    return queueDisc != "none" || limiterRate > DataRate(0);
}

bool
SanPathOptions::IsSwitched() const
{
    return linkType == "ethernet" && !HasQueueDisc();
}

bool
SanPathOptions::HasFabric() const
{
    return spines > 0;
}

bool
SanPathOptions::HasBonds() const
{
    return bond != "none";
}

bool
SanPathOptions::IsWireless() const
{
    return linkType == "wifi";
}

bool
SanPathOptions::HasOffload() const
{
    return offload == "tso" && linkType == "ethernet";
}

uint32_t
SanPathOptions::GetInitiatorLeaves() const
{
    return leaves / 2;
}

DataRate
SanPathOptions::GetLinkRate(uint32_t link) const
{
    return link == 0 && firstLinkRate > DataRate(0) ? firstLinkRate : linkRate;
}

void
SanPathOptions::CheckPath(uint32_t initiators, uint32_t targets) const
{
    if (linkType == "ethernet" && mtu > EthernetFraming::MAX_PAYLOAD)
    {
        throw UserError("mtu: " + std::to_string(mtu) + " is more than the " +
                        std::to_string(EthernetFraming::MAX_PAYLOAD) +
                        " bytes of an Ethernet frame; linkType=ppp takes it");
    }
    CheckPathPull();
    CheckSwitches(initiators, targets);
    CheckFabric(initiators, targets);
    CheckSwitchBuffer();
    CheckBonds();
    CheckQueueDisc();
    if (limiterBurst < mtu)
    {
        throw UserError("limiterBurst: " + std::to_string(limiterBurst) +
                        " is less than a packet of " + std::to_string(mtu) + " bytes");
    }
}

std::string
SanPathOptions::GetNote(uint32_t initiators, uint32_t targets) const
{
    if (IsWireless() || HasFabric() || switches == 0)
    {
        return "";
    }
    // With one switch the targets are at the end of the path, and have no links of their own.
    const auto hosts = switches == 1 ? initiators : std::min(initiators, targets);
    const auto most = accessRate * (uint64_t{hosts} * (bond == "none" ? 1 : bondLinks));
    if (most >= linkRate)
    {
        return "";
    }
    return "linkRate: " + ToQuantityText(linkRate) +
           " cannot be reached, as accessRate=" + ToQuantityText(accessRate) +
           " is the rate of a host's own link";
}

void
SanPathOptions::AddBonds()
{
    m_list.AddWord("bond",
                   "How the links of each host to its switch act as one: none (there is a single "
                   "link), active-backup, balance-xor or 802.3ad, which is LACP",
                   bond,
                   {{"none", ""}, {"active-backup", ""}, {"balance-xor", ""}, {"802.3ad", ""}},
                   ETHERNET_NO_FABRIC);
    m_list.Add("bondLinks",
               "Links of each host's bond to its switch",
               bondLinks,
               IntegerRule("2", "8"),
               "bond=active-backup|balance-xor|802.3ad");
    m_list.AddWord("bondHash",
                   "Which addresses decide over which of a bond's links a frame goes",
                   bondHash,
                   {{"layer2", ""}, {"layer2+3", ""}, {"layer3+4", ""}},
                   "bond=balance-xor|802.3ad");
    m_list.Add("cablePull",
               "When the cable of the first target's first link is pulled and when it is put back; "
               "empty for never",
               cablePull,
               TextRule("4s 5s"),
               ETHERNET);
}

void
SanPathOptions::AddEmulator()
{
    m_list.Add("accessDelay",
               "One-way delay of the hosts' links, including the delay that the hosts add",
               accessDelay,
               TimeRule("0s", "10us"),
               HOST_LINKS);
    m_list.Add("interruptDelay",
               "Time without a frame after which a host's adapter tells it of those that arrived, "
               "all at once; 0s for each at once",
               interruptDelay,
               TimeRule("0s", "20us"),
               ETHERNET);
    m_list.Add("interruptDelayLimit",
               "Longest time until a host is told of a frame, whatever follows it",
               interruptDelayLimit,
               TimeRule("0s", "250us"),
               "interruptDelay");
    m_list.Add("limiterRate",
               "Rate of a token bucket at each end of the path, of IP packets; 0bps for none",
               limiterRate,
               RateRule("0bps", "50Mbps"),
               NO_FABRIC);
    m_list.Add("limiterBurst",
               "Size of the token bucket: bytes that may pass at once after a pause, at least one"
               " packet",
               limiterBurst,
               IntegerRule("1", MOST, "bytes"),
               "limiterRate");
}

void
SanPathOptions::AddQueueDisc()
{
    m_list.AddWord("queueDisc",
                   "Queue disc at each end of the path: none, fifo, red, codel or fqcodel. The "
                   "queue of the link below it then holds one packet. With ecn it marks packets",
                   queueDisc,
                   {{"none", ""},
                    {"fifo", "ns3::FifoQueueDisc"},
                    {"red", "ns3::RedQueueDisc"},
                    {"codel", "ns3::CoDelQueueDisc"},
                    {"fqcodel", "ns3::FqCoDelQueueDisc"}},
                   NO_FABRIC);
    m_list.Add(
        "queueDiscLimit",
        "Maximum queue of the queue disc, such as 100p or 64kB; red and fqcodel count packets",
        queueDiscLimit,
        QueueRule(),
        "queueDisc");
}

void
SanPathOptions::AddPathErrors()
{
    const auto share = [this](const std::string& name, const std::string& help, double& variable) {
        m_list.Add(name, help, variable, NumberRule("0", "1", "", "0.01"), CABLES);
    };
    share("lossToTargets",
          "Share of packets lost on the path to targets, long-run average",
          lossToTargets);
    share("lossToInitiators",
          "Share of packets lost on the path to initiators, long-run average",
          lossToInitiators);
    m_list.Add("lossBurst",
               "Packets lost in a row; 1 loses each packet independently of the others",
               lossBurst,
               IntegerRule("1", "1000000", "packets", "4"),
               "lossToTargets or lossToInitiators");
    share("bitErrorsToTargets",
          "Bit error rate of the path to targets; packets with a bit error are dropped",
          bitErrorsToTargets);
    share("bitErrorsToInitiators",
          "Bit error rate of the path to initiators",
          bitErrorsToInitiators);
    share("reorderToTargets",
          "Share of packets to targets that are delayed, and so overtaken by others",
          reorderToTargets);
    share("reorderToInitiators",
          "Share of packets to initiators that are delayed",
          reorderToInitiators);
    m_list.Add("reorderDelay",
               "Additional delay of these packets",
               reorderDelay,
               TimeRule("1ns"),
               "reorderToTargets or reorderToInitiators");
}

void
SanPathOptions::CheckSwitches(uint32_t initiators, uint32_t targets) const
{
    if (switches == 2)
    {
        return;
    }
    const auto few = "switches: " + std::to_string(switches);
    if (!IsSwitched() || HasBonds())
    {
        throw UserError(few + " needs linkType=ethernet without a limiter, a queue disc or "
                              "bonds, which are at the ends of the path");
    }
    if (targets > 1 || (switches == 0 && initiators > 1))
    {
        throw UserError(few + " leaves room for a single " +
                        (targets > 1 ? "target" : "initiator"));
    }
}

void
SanPathOptions::CheckFabric(uint32_t initiators, uint32_t targets) const
{
    if (!HasFabric())
    {
        return;
    }
    const auto near = GetInitiatorLeaves();
    if (near > initiators || leaves - near > targets)
    {
        throw UserError("leaves: " + std::to_string(leaves) + " are " + std::to_string(near) +
                        " for initiators and " + std::to_string(leaves - near) +
                        " for targets, which is more than there are");
    }
}

void
SanPathOptions::CheckBonds() const
{
    const SanCablePull unused("cablePull", cablePull);
    if (HasBonds() && !IsSwitched())
    {
        throw UserError("bond: " + bond +
                        " needs switches, but a limiter or a queue disc has routers");
    }
}

void
SanPathOptions::CheckSwitchBuffer() const
{
    if (switchBuffer == 0)
    {
        return;
    }
    if (!IsSwitched() || switches == 0)
    {
        throw UserError("switchBuffer: " + std::to_string(switchBuffer) +
                        " needs switches: linkType=ethernet without a limiter or a queue disc, and "
                        "switches of 1 or 2");
    }
    const auto frame = EthernetTrain::Single(mtu).GetFrameBytes();
    if (switchBuffer < frame)
    {
        throw UserError("switchBuffer: " + std::to_string(switchBuffer) +
                        " is less than a frame of " + std::to_string(frame) + " bytes");
    }
}

void
SanPathOptions::CheckPathPull() const
{
    if (SanCablePull("pathPull", pathPull).IsAny() && !IsSwitched())
    {
        throw UserError("pathPull: " + pathPull +
                        " needs linkType=ethernet without a limiter or a queue disc");
    }
}

void
SanPathOptions::CheckQueueDisc() const
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

} // namespace ns3
