/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-tcp-options.h"

#include "ns3/iscsi-initiator.h"
#include "ns3/tcp-rules.h"
#include "ns3/user-error.h"

namespace ns3
{

SanTcpOptions::SanTcpOptions(ProgramOptions& list)
    : SanFeatureOptions(list)
{
}

void
SanTcpOptions::AddTcp()
{
    m_list.BeginGroup("sessions");
    const auto tid = IscsiInitiator::GetTypeId();
    m_list.AddAttribute(tid, "Rules", {.name = "tcpRules", .example = "Linux24"});
    m_list.AddAttribute(tid, "CongestionControl", {.example = "ns3::TcpLinuxReno"});
    m_list.AddAttribute(tid, "LossRecovery", {.example = "ns3::TcpClassicRecovery"});
    m_list.AddAttribute(tid, "IdleRestart", {.name = "tcpIdleRestart"});
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
    m_list.AddAttribute(tid, "Timestamps", {.name = "tcpTimestamps"});
    m_list.AddAttribute(tid, "Ecn", {.needs = "queueDisc=red|codel|fqcodel"});
    m_list.AddAttribute(tid, "SegmentSize", {.unit = "bytes"});
    m_list.AddAttribute(tid, "SndBufSize", {.unit = "bytes"});
    m_list.AddAttribute(tid, "RcvBufSize", {.unit = "bytes"});
    m_list.AddAttribute(tid, "DelAckCount", {.unit = "segments"});
    m_list.AddAttribute(tid, "DelAckTimeout", {});
    m_list.AddSwitch("delAckFullSized",
                     "Count full segments for delAckCount, as RFC 1122 has it and Linux does; "
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
        "noDelay=true");
    m_list.Add("targetTcpRules",
               "Whose TCP targets have, as tcpRules; empty for the same as initiators",
               targetTcpRules,
               TextRule("Linux24-HoleAcks"));
    m_list.Add("targetSndBufSize",
               "TCP send buffer of targets; 0 for the same sndBufSize as initiators",
               targetSndBufSize,
               IntegerRule("0", MOST, "bytes", "1048576"));
    m_list.Add("targetRcvBufSize",
               "TCP receive buffer of targets; 0 for the same rcvBufSize as initiators",
               targetRcvBufSize,
               IntegerRule("0", MOST, "bytes", "1048576"));
}

std::string
SanTcpOptions::GetSocketFactory() const
{
    return "ns3::TcpHostSocketFactory";
}

void
SanTcpOptions::CheckTcp(uint32_t mtu) const
{
    // IP, and TCP with or without timestamps.
    const uint32_t headers = 20 + (m_list.GetValue("tcpTimestamps") == "true" ? 32 : 20);
    const auto& segment = m_list.GetValue("segmentSize");
    if (std::stoul(segment) + headers > mtu)
    {
        throw UserError("segmentSize: " + segment + " and " + std::to_string(headers) +
                        " bytes of headers do not fit into the mtu of " + std::to_string(mtu));
    }
    CheckTargetRules();
    CheckTimeouts();
}

void
SanTcpOptions::CheckTargetRules() const
{
    try
    {
        TcpRules(targetTcpRules.empty() ? "Ns3" : targetTcpRules);
    }
    catch (const UserError& error)
    {
        throw UserError(std::string("targetTcpRules: ") + error.what());
    }
}

void
SanTcpOptions::CheckTimeouts() const
{
    const auto& minRto = m_list.GetValue("minRto");
    const auto& delAckTimeout = m_list.GetValue("delAckTimeout");
    if (!Time(minRto).IsZero() && Time(minRto) <= Time(delAckTimeout))
    {
        throw UserError("minRto: " + minRto + " is not above the delAckTimeout of " +
                        delAckTimeout + ": delayed acknowledgements would count as losses");
    }
}

} // namespace ns3
