/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// An initiator and a target on two nodes with a link between them. The initiator logs in, writes a
// block of a disk and reads it. Prints each PDU as it arrives, and what became of the requests.
//
//     iscsi-example --size=65536 --ns3::IscsiApplication::InitialR2T=false
//     iscsi-example --targetName=iqn.2026-11.com.example:other

#include "ns3/block-request.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/iscsi-initiator-helper.h"
#include "ns3/iscsi-target-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/program-options.h"
#include "ns3/ram-disk.h"
#include "ns3/scsi-block-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <iomanip>
#include <iostream>
#include <string>

using namespace ns3;

namespace
{

/// Name of the only target.
const std::string TARGET = "iqn.2026-11.com.example:disk";

/**
 * Begin a line of output.
 *
 * @param who what it is about
 * @return the stream
 */
std::ostream&
Print(const std::string& who)
{
    return std::cout << std::fixed << std::setprecision(3) << std::setw(9)
                     << Simulator::Now().GetSeconds() * 1e3 << " ms  " << std::left << std::setw(10)
                     << who << std::right << " ";
}

/**
 * Print a PDU.
 *
 * @param who the end that received it
 * @param pdu header segments and data segment
 * @param opcode its opcode
 */
void
PrintPdu(std::string who, Ptr<const Packet> pdu, IscsiOpcode opcode)
{
    Print(who) << GetIscsiOpcodeName(opcode) << ", " << pdu->GetSize() << " bytes\n";
}

/**
 * Write the first blocks of a disk, then read them.
 *
 * @param disk the disk, which is ready
 * @param blocks how many blocks
 */
void
WriteAndRead(Ptr<BlockDevice> disk, uint32_t blocks)
{
    auto read = Create<BlockRequest>(BlockOperation::READ, 0, blocks);
    read->completion = [](Ptr<BlockRequest> done) { Print("read") << done->status << "\n"; };
    auto write = Create<BlockRequest>(BlockOperation::WRITE, 0, blocks);
    write->completion = [disk, read](Ptr<BlockRequest> done) {
        Print("write") << done->status << "\n";
        disk->Submit(read);
    };
    disk->Submit(write);
}

/**
 * Build the network and simulate it.
 *
 * @param targetName the target that the initiator asks for
 * @param size bytes to write and to read, a multiple of 512
 * @return 0
 */
int
RunExample(const std::string& targetName, uint32_t size)
{
    NodeContainer nodes(2);
    InternetStackHelper().Install(nodes);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
    link.SetChannelAttribute("Delay", StringValue("1ms"));
    const auto addresses =
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(link.Install(nodes));

    // The target: a RAM disk is its logical unit 0.
    const auto target =
        IscsiTargetHelper(TARGET).InstallDisks(nodes.Get(1), {CreateObject<RamDisk>()});

    // The initiator: a session, and the logical unit as a block device.
    IscsiInitiatorHelper initiators(addresses.GetAddress(1), targetName);
    const auto initiator = initiators.Install(nodes.Get(0));
    auto disk = CreateObject<ScsiBlockDevice>();
    disk->SetPort(initiator->GetPort());
    disk->CallWhenReady(Callback<void>([disk, size] { WriteAndRead(disk, size / 512); }));

    initiator->TraceConnect("PduReceived", "initiator", MakeCallback(&PrintPdu));
    target->TraceConnect("PduReceived", "target", MakeCallback(&PrintPdu));
    initiator->SetStopTime(Seconds(1)); // with a logout
    Simulator::Run();
    Simulator::Destroy();
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string targetName = TARGET;
    uint32_t size = 4096;
    ProgramOptions options("iscsi-example", "One write and one read of an iSCSI disk, PDU by PDU.");
    options.Add("targetName", "Target that the initiator asks for", targetName, TextRule(TARGET));
    options.Add("size", "Bytes to write and to read", size, RequestSizeRule());
    return options.Run(argc, argv, [&] { return RunExample(targetName, size); });
}
