/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-options.h"

#include "ns3/iscsi-initiator.h"

namespace ns3
{

void
SanOptions::AddPath()
{
    m_list.BeginGroup("path");
    m_list.Add("linkRate", "Rate of the path", linkRate, BlockIoRateRule());
    m_list.Add("delay", "One-way delay of the path", delay, BlockIoTimeRule("0s", "5ms"));
    m_list.Add("accessRate", "Rate of the hosts' links to the path", accessRate, BlockIoRateRule());
    m_list.Add("mtu",
               "Maximum IP packet of each link; 9000 for jumbo frames",
               mtu,
               BlockIoIntegerRule("576", "65535", "bytes"));
    m_list.Add("queue",
               "Maximum queue of each link, such as 100p or 64kB",
               queue,
               BlockIoQueueRule());
    m_list.Add("links",
               "Parallel links of the path; every host has a link to each, and the connections of "
               "a session take them in turn",
               links,
               BlockIoIntegerRule("1", "64"));
    AddEmulator();
}

void
SanOptions::AddEmulator()
{
    m_list.Add("accessDelay",
               "One-way delay of the hosts' links, including the delay that the hosts add",
               accessDelay,
               BlockIoTimeRule("0s", "10us"));
    m_list.Add("limiterRate",
               "Rate of a token bucket at each end of the path, of IP packets; 0bps for none",
               limiterRate,
               BlockIoRateRule("0bps", "50Mbps"));
    m_list.Add("limiterBurst",
               "Size of the token bucket: bytes that may pass at once after a pause, at least one"
               " packet",
               limiterBurst,
               BlockIoIntegerRule("1", MOST, "bytes"));
}

void
SanOptions::AddTcp()
{
    m_list.BeginGroup("sessions");
    const auto tid = IscsiInitiator::GetTypeId();
    m_list.AddAttribute(tid, "CongestionControl", {.example = "ns3::TcpLinuxReno"});
    m_list.AddAttribute(tid, "IdleRestart", {});
    m_list.AddAttribute(tid, "SegmentSize", {.unit = "bytes"});
    m_list.AddAttribute(tid, "SndBufSize", {.unit = "bytes"});
    m_list.AddAttribute(tid, "RcvBufSize", {.unit = "bytes"});
    m_list.AddAttribute(tid, "DelAckCount", {.unit = "segments"});
    m_list.AddAttribute(tid, "DelAckTimeout", {});
    m_list.AddAttribute(tid, "NoDelay", {});
    m_list.Add("targetSndBufSize",
               "TCP send buffer of targets; 0 for the same SndBufSize as initiators",
               targetSndBufSize,
               BlockIoIntegerRule("0", MOST, "bytes", "1048576"));
    m_list.Add("targetRcvBufSize",
               "TCP receive buffer of targets; 0 for the same RcvBufSize as initiators",
               targetRcvBufSize,
               BlockIoIntegerRule("0", MOST, "bytes", "1048576"));
}

} // namespace ns3
