/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-program-options.h"

#include "san-manual.h"

namespace ns3
{

IscsiSanOptions::IscsiSanOptions()
    : SanOptions("iscsi-san", "iSCSI initiators drive the disks of iSCSI targets across a path.")
{
    ChangeList().SetManual(
        MakeSanManual({"targets",
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
                       "--workload=postmark --cache=64 --fileSystem=ext3 --drives=1"}));
    AddEnds();
    path.AddPath();
    wireless.AddWireless();
    AddBlockStorage();
    AddPrograms();
}

WirelessSanOptions::WirelessSanOptions()
    : SanOptions("wireless-san",
                 "iSCSI initiators drive the disks of iSCSI targets over a wireless network.")
{
    auto& list = ChangeList();
    list.SetManual(MakeSanManual({"initiators",
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
                                  "--workload=verify --interferers=2 --device=ram"}));
    AddEnds();
    path.linkType = "wifi";
    list.SetFixed("linkType", path.linkType);
    list.SetFixed("queueDisc", "none");
    list.SetFixed("links", "1");
    list.BeginGroup("path");
    path.AddPackets();
    wireless.AddWireless();
    AddBlockStorage();
    AddPrograms();
}

TcpBulkOptions::TcpBulkOptions()
    : SanOptions("tcp-bulk", "Send bytes over TCP across a path as fast as possible.")
{
    auto& list = ChangeList();
    list.SetManual(
        MakeSanManual({"readFraction",
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
                       "--stop=5s --readFraction=1 --linkType=wifi --tcpSeries"}));
    // One connection between two hosts.
    for (const auto* name : {"connections", "portals"})
    {
        list.SetFixed(name, "1");
    }
    for (const auto* name : {"multipath", "fileService"})
    {
        list.SetFixed(name, "none");
    }
    path.AddPath();
    wireless.AddWireless();
    tcp.AddTcp();
    load.AddTransfer();
    output.AddResults();
}

} // namespace ns3
