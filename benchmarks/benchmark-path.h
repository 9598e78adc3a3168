/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BENCHMARK_PATH_H
#define BENCHMARK_PATH_H

#include "ns3/ethernet-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-address.h"
#include "ns3/neighbor-cache-helper.h"
#include "ns3/node-container.h"
#include "ns3/string.h"

namespace ns3
{

/// The path of a benchmark: the reading and the answering host, and their addresses.
struct BenchmarkPath
{
    NodeContainer hosts;         //!< 0 reads, 1 answers
    Ipv4Address readerAddress;   //!< of host 0
    Ipv4Address answererAddress; //!< of host 1
};

/**
 * @return a path of 1 Gb/s and 1 ms round trip
 */
inline BenchmarkPath
MakeBenchmarkPath()
{
    BenchmarkPath path;
    path.hosts.Create(2);
    InternetStackHelper().Install(path.hosts);
    EthernetHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    link.SetDeviceAttribute("QueueSize", StringValue("10000p"));
    link.SetChannelAttribute("Delay", StringValue("500us"));
    link.DisableFlowControl();
    const auto devices = link.Install(path.hosts);
    const auto interfaces = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    NeighborCacheHelper().PopulateNeighborCache();
    path.readerAddress = interfaces.GetAddress(0);
    path.answererAddress = interfaces.GetAddress(1);
    return path;
}

} // namespace ns3

#endif /* BENCHMARK_PATH_H */
