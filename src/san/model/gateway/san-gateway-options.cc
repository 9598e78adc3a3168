/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-gateway-options.h"

#include "ns3/fcal-loop.h"
#include "ns3/fcal-port.h"
#include "ns3/fcp-node.h"
#include "ns3/fcp-target.h"
#include "ns3/scsi-local-port.h"
#include "ns3/storage-gateway.h"

namespace ns3
{

SanGatewayOptions::SanGatewayOptions(ProgramOptions& list)
    : SanFeatureOptions(list)
{
}

void
SanGatewayOptions::AddGateway()
{
    m_list.BeginGroup("gateway");
    m_list.AddSwitch("gateway",
                     "Make each target a storage gateway with drives behind it",
                     isUsed,
                     "fileService=none");
    m_list.BeginGroup("gateway", "gateway=true");
    const auto tid = StorageGateway::GetTypeId();
    for (const auto* name : {"SessionQueueDepth", "DriveQueueDepth", "BackEndQueueDepth"})
    {
        m_list.AddAttribute(tid, name, {.unit = "commands"});
    }
    m_list.AddAttribute(tid, "BufferSize", {.unit = "bytes"});
    m_list.AddAttribute(tid, "TransferMode", {});
    m_list.AddAttribute(tid, "InOrderResponses", {});
    m_list.AddAttribute(tid, "CommandTimeout", {});
    m_list.AddAttribute(ScsiLocalPort::GetTypeId(),
                        "Delay",
                        {.name = "backEndDelay", .example = "20us", .needs = "loops=0"});
}

void
SanGatewayOptions::AddLoops()
{
    m_list.BeginGroup("loops");
    m_list.Add("loops",
               "Loops of each gateway; 0 for a local port to each drive",
               loops,
               IntegerRule("0", "16384", "", "2"),
               "gateway=true");
    m_list.BeginGroup("loops", "loops>0");
    m_list.AddAttribute(FcalLoop::GetTypeId(), "LineRate", {});
    m_list.AddAttribute(FcalLoop::GetTypeId(), "FillWords", {.unit = "words"});
    m_list.AddAttribute(FcalLoop::GetTypeId(), "AlTime", {});
    const auto port = FcalPort::GetTypeId();
    m_list.AddAttribute(port, "HopDelay", {.unit = "words"});
    m_list.AddAttribute(port,
                        "CableLength",
                        {.unit = "metres", .high = "1000000", .example = "10"});
    m_list.AddAttribute(port, "LoginBbCredit", {.unit = "frames"});
    m_list.AddAttribute(port, "ReceiveBuffers", {.unit = "frames"});
    m_list.AddAttribute(port, "FramePayload", {.unit = "bytes"});
    m_list.AddAttribute(port, "MaxSequences", {.unit = "sequences"});
    m_list.AddAttribute(port, "FullDuplex", {});
    m_list.AddAttribute(port, "Transfer", {});
    m_list.AddAttribute(port,
                        "Fair",
                        {.help = "Whether the drives' ports on a loop observe the access "
                                 "fairness window"});
    m_list.AddAttribute(port,
                        "Fair",
                        {.name = "gatewayFair",
                         .help = "Whether the gateway's port on a loop observes the access "
                                 "fairness window; if not, the gateway has priority over the "
                                 "drives"});
    m_list.AddAttribute(FcpTarget::GetTypeId(),
                        "BurstLength",
                        {.unit = "bytes", .example = "65536"});
    m_list.AddAttribute(FcpNode::GetTypeId(), "MaxExchanges", {.unit = "commands"});
    m_list.AddAttribute(FcpNode::GetTypeId(), "ExchangeTimeout", {});
}

void
SanGatewayOptions::AddUse()
{
    m_list.BeginGroup("output");
    m_list.AddSwitch("use",
                     "Write the use of each loop to loop-use-GATEWAY-LOOP.csv",
                     use,
                     "loops>0");
    m_list.Add("useInterval", "Interval of these files", useInterval, TimeRule("1ns"), "use=true");
}

} // namespace ns3
