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
    const auto add = [this, tid](const std::string& attribute, const std::string& unit = "") {
        m_list.AddAttribute(tid, attribute, {.name = "gateway" + attribute, .unit = unit});
    };
    add("SessionQueueDepth", "commands");
    add("DriveQueueDepth", "commands");
    add("BackEndQueueDepth", "commands");
    add("BufferSize", "bytes");
    add("TransferMode");
    add("InOrderResponses");
    add("CommandTimeout");
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
    const auto add =
        [this](TypeId tid, const std::string& attribute, ProgramOptions::AttributeOption own = {}) {
            own.name = "fc" + attribute;
            m_list.AddAttribute(tid, attribute, own);
        };
    const auto loop = FcalLoop::GetTypeId();
    add(loop, "LineRate");
    add(loop, "FillWords", {.unit = "words"});
    add(loop, "AlTime");
    const auto port = FcalPort::GetTypeId();
    add(port, "HopDelay", {.unit = "words"});
    add(port, "CableLength", {.unit = "metres", .high = "1000000", .example = "10"});
    add(port, "LoginBbCredit", {.unit = "frames"});
    add(port, "ReceiveBuffers", {.unit = "frames"});
    add(port, "FramePayload", {.unit = "bytes"});
    add(port, "MaxSequences", {.unit = "sequences"});
    add(port, "FullDuplex");
    add(port, "Transfer");
    m_list.AddAttribute(port,
                        "Fair",
                        {.name = "fcFairAccess",
                         .help = "Whether the drives' ports on a loop observe the access "
                                 "fairness window"});
    m_list.AddAttribute(port,
                        "Fair",
                        {.name = "gatewayFcFairAccess",
                         .help = "Whether the gateway's port on a loop observes the access "
                                 "fairness window; if not, the gateway has priority over the "
                                 "drives"});
    add(FcpTarget::GetTypeId(), "BurstLength", {.unit = "bytes", .example = "65536"});
    add(FcpNode::GetTypeId(), "MaxExchanges", {.unit = "commands"});
    add(FcpNode::GetTypeId(), "ExchangeTimeout");
}

void
SanGatewayOptions::AddUse()
{
    m_list.BeginGroup("output");
    m_list.AddSwitch("loopUse",
                     "Write the use of each loop to loop-use-GATEWAY-LOOP.csv",
                     use,
                     "loops>0");
    m_list.Add("loopUseInterval",
               "Interval of these files",
               useInterval,
               TimeRule("1ns"),
               "loopUse=true");
}

} // namespace ns3
