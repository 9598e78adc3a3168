/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * Measures what iSCSI costs the simulator beyond TCP: the wall time of a sequential read of a RAM
 * disk over iSCSI, or that of ns-3's bulk transfer of the same bytes on the same path with the same
 * TCP settings. Prints one line of JSON.
 */

#include "benchmark-path.h"
#include "wall-time.h"

#include "ns3/attribute-check.h"
#include "ns3/block-workload-helper.h"
#include "ns3/block-workload.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/iscsi-initiator-helper.h"
#include "ns3/iscsi-initiator-session.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/iscsi-target-helper.h"
#include "ns3/iscsi-target.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/pointer.h"
#include "ns3/program-options.h"
#include "ns3/ram-disk.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-task-router.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

using namespace ns3;

namespace
{

/// Bytes of a read.
constexpr uint32_t READ_SIZE = 262'144;

/// Bytes of the TCP buffers: twice what the path holds, 1 Gb/s times 1 ms.
constexpr uint32_t BUFFER = 262'144;

/// Bytes of a write by the bulk application. ns-3's default of 512 is slower, and would flatter us.
constexpr uint32_t SEND_SIZE = 65'536;

/**
 * Read everything over iSCSI.
 *
 * @param path the path
 * @param total bytes to read
 * @return bytes read
 */
uint64_t
ReadOverIscsi(const BenchmarkPath& path, uint64_t total)
{
    auto disk = CreateObject<RamDisk>();
    auto router = CreateObject<ScsiTaskRouter>();
    router->AddLogicalUnit(0,
                           CreateObjectWithAttributes<ScsiDisk>("BlockDevice", PointerValue(disk)));
    Config::SetDefault("ns3::IscsiApplication::SndBufSize", UintegerValue(BUFFER));
    Config::SetDefault("ns3::IscsiApplication::RcvBufSize", UintegerValue(BUFFER));
    const std::string name = "iqn.2026-11.org.nsnam:target";
    IscsiTargetHelper(name).Install(path.hosts.Get(1), router);
    const auto initiator =
        IscsiInitiatorHelper(path.answererAddress, name).Install(path.hosts.Get(0));
    const auto device =
        CreateObjectWithAttributes<ScsiBlockDevice>("Port", PointerValue(initiator->GetPort()));

    BlockWorkloadHelper reads("ns3::SyntheticWorkload");
    reads.SetAttribute("QueueDepth", UintegerValue(8));
    reads.SetAttribute("AddressPattern", StringValue("ns3::SequentialAddressPattern"));
    reads.SetAttribute("RequestSize", StringValue("ns3::FixedRequestSize[Size=262144]"));
    reads.SetAttribute("ReadFraction", StringValue("1"));
    reads.SetAttribute("Count", UintegerValue(total / READ_SIZE));
    const auto workload =
        reads.Install(path.hosts.Get(0), {device}).Get(0)->GetObject<BlockWorkload>();
    Simulator::Run();
    return workload->GetCompleted() * READ_SIZE;
}

/**
 * Send everything with ns-3's bulk application, with the TCP settings that iSCSI has.
 *
 * @param path the path
 * @param total bytes to send
 * @return bytes received
 */
uint64_t
SendInBulk(const BenchmarkPath& path, uint64_t total)
{
    const auto iscsi = IscsiTarget::GetTypeId();
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(BUFFER));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(BUFFER));
    const auto take = [iscsi](const std::string& ours, const std::string& theirs) {
        Config::SetDefault("ns3::TcpSocket::" + theirs,
                           StringValue(GetAttributeDefault(iscsi, ours)));
    };
    take("SegmentSize", "SegmentSize");
    take("DelAckCount", "DelAckCount");
    take("DelAckTimeout", "DelAckTimeout");
    take("NoDelay", "TcpNoDelay");
    const std::string tcp = "ns3::TcpSocketFactory";
    const InetSocketAddress reader(path.readerAddress, 3260);
    const auto sinks = PacketSinkHelper(tcp, reader).Install(path.hosts.Get(0));
    BulkSendHelper bulk(tcp, reader);
    bulk.SetAttribute("MaxBytes", UintegerValue(total));
    bulk.SetAttribute("SendSize", UintegerValue(SEND_SIZE));
    bulk.Install(path.hosts.Get(1));
    Simulator::Run();
    return sinks.Get(0)->GetObject<PacketSink>()->GetTotalRx();
}

/**
 * @param protocol iscsi or bulk
 * @param total bytes to transfer
 * @return the exit status
 */
int
Measure(const std::string& protocol, uint64_t total)
{
    const auto path = MakeBenchmarkPath();
    return PrintWallTime(
        [&] { return protocol == "iscsi" ? ReadOverIscsi(path, total) : SendInBulk(path, total); },
        total,
        protocol,
        "bytes arrived");
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string protocol = "iscsi";
    uint32_t megabytes = 256;
    ProgramOptions options("iscsi-bulk",
                           "Measure the wall time of a sequential read in commands of 256 "
                           "KiB: 1 Gb/s, 1 ms round trip.");
    options.AddWord("protocol", "iscsi or bulk", protocol, {{"iscsi", "iscsi"}, {"bulk", "bulk"}});
    options.Add("megabytes",
                "Size of the read, rounded down to whole commands",
                megabytes,
                IntegerRule("1", "4000", "MB"));
    return options.Run(argc, argv, [&] {
        return Measure(protocol, megabytes * UINT64_C(1'000'000) / READ_SIZE * READ_SIZE);
    });
}
