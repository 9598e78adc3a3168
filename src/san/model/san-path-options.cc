/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-cable-pull.h"
#include "san-options.h"

#include "ns3/iscsi-initiator.h"
#include "ns3/user-error.h"

namespace ns3
{

namespace
{

/// What only links of cables have.
constexpr const char* CABLES = "linkType=ethernet|ppp";

/// What only Ethernet has.
constexpr const char* ETHERNET = "linkType=ethernet";

/// What only hosts' own links have.
constexpr const char* HOST_LINKS = "linkType=ethernet|ppp and switches>0";

} // namespace

void
SanOptions::AddPath()
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
               ETHERNET);
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
    m_list.BeginGroup("path", CABLES);
    m_list.Add("links",
               "Parallel links of the path; every host has a link to each. The connections of a "
               "session take them in turn; with multipath each has a session",
               links,
               IntegerRule("1", "64"),
               "Connections>1 or multipath=round-robin|least-queue-depth|failover or pathPull and "
               "fileService=none");
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
SanOptions::AddPackets()
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

void
SanOptions::AddBonds()
{
    m_list.AddWord("bond",
                   "How the links of each host to its switch act as one: none (there is a single "
                   "link), active-backup, balance-xor or 802.3ad, which is LACP",
                   bond,
                   {{"none", ""}, {"active-backup", ""}, {"balance-xor", ""}, {"802.3ad", ""}},
                   ETHERNET);
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
SanOptions::CheckSwitches() const
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

bool
SanOptions::HasBonds() const
{
    return bond != "none";
}

void
SanOptions::CheckBonds() const
{
    const SanCablePull unused("cablePull", cablePull);
    if (HasBonds() && !IsSwitched())
    {
        throw UserError("bond: " + bond +
                        " needs switches, but a limiter or a queue disc has routers");
    }
}

void
SanOptions::CheckPathPull() const
{
    if (SanCablePull("pathPull", pathPull).IsAny() && !IsSwitched())
    {
        throw UserError("pathPull: " + pathPull +
                        " needs linkType=ethernet without a limiter or a queue disc");
    }
}

void
SanOptions::AddEmulator()
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
               CABLES);
    m_list.Add("limiterBurst",
               "Size of the token bucket: bytes that may pass at once after a pause, at least one"
               " packet",
               limiterBurst,
               IntegerRule("1", MOST, "bytes"),
               "limiterRate");
}

void
SanOptions::AddQueueDisc()
{
    m_list.AddWord("queueDisc",
                   "Queue disc at each end of the path: none, fifo, red, codel or fqcodel. The "
                   "queue of the link below it then holds one packet. With Ecn it marks packets",
                   queueDisc,
                   {{"none", ""},
                    {"fifo", "ns3::FifoQueueDisc"},
                    {"red", "ns3::RedQueueDisc"},
                    {"codel", "ns3::CoDelQueueDisc"},
                    {"fqcodel", "ns3::FqCoDelQueueDisc"}},
                   CABLES);
    m_list.Add(
        "queueDiscLimit",
        "Maximum queue of the queue disc, such as 100p or 64kB; red and fqcodel count packets",
        queueDiscLimit,
        QueueRule(),
        "queueDisc");
}

void
SanOptions::AddPathErrors()
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
SanOptions::AddTcp()
{
    m_list.BeginGroup("sessions");
    const auto tid = IscsiInitiator::GetTypeId();
    m_list.AddAttribute(tid, "CongestionControl", {.example = "ns3::TcpLinuxReno"});
    m_list.AddAttribute(tid, "LossRecovery", {.example = "ns3::TcpClassicRecovery"});
    m_list.AddAttribute(tid, "IdleRestart", {});
    m_list.AddWord(
        "tcpSharing",
        "What connections between the same hosts share of their TCP control blocks (RFC "
        "9040): none; ensemble, RTT, congestion window and slow start threshold of those "
        "that are open; or temporal, what closed ones leave for new ones",
        tcpSharing,
        {{"none", ""}, {"ensemble", ""}, {"temporal", ""}});
    m_list.AddAttribute(tid, "MinRto", {.example = "300ms"});
    m_list.AddAttribute(tid, "InitialCwnd", {.unit = "segments", .example = "4"});
    m_list.AddAttribute(tid, "Sack", {});
    m_list.AddAttribute(tid, "Timestamps", {});
    m_list.AddAttribute(tid, "Ecn", {.needs = "queueDisc=red|codel|fqcodel"});
    m_list.AddAttribute(tid, "SegmentSize", {.unit = "bytes"});
    m_list.AddAttribute(tid, "SndBufSize", {.unit = "bytes"});
    m_list.AddAttribute(tid, "RcvBufSize", {.unit = "bytes"});
    m_list.AddAttribute(tid, "DelAckCount", {.unit = "segments"});
    m_list.AddAttribute(tid, "DelAckTimeout", {});
    m_list.AddSwitch("delAckFullSized",
                     "Count full segments for DelAckCount, as RFC 1122 has it and Linux does; "
                     "otherwise short segments count, too",
                     delAckFullSized);
    m_list.AddAttribute(tid, "NoDelay", {});
    m_list.AddWord(
        "minshallNagle",
        "Whose TCP holds a short segment back while an earlier short one "
        "is unacknowledged (Minshall's variant of Nagle's algorithm, Linux's way without "
        "TCP_NODELAY): none, targets, or all hosts",
        minshallNagle,
        {{"none", ""}, {"targets", ""}, {"all", ""}},
        "NoDelay=true");
    m_list.Add("targetSndBufSize",
               "TCP send buffer of targets; 0 for the same SndBufSize as initiators",
               targetSndBufSize,
               IntegerRule("0", MOST, "bytes", "1048576"));
    m_list.Add("targetRcvBufSize",
               "TCP receive buffer of targets; 0 for the same RcvBufSize as initiators",
               targetRcvBufSize,
               IntegerRule("0", MOST, "bytes", "1048576"));
}

} // namespace ns3
