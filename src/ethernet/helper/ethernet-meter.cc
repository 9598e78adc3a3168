/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-meter.h"

#include "ns3/abort.h"
#include "ns3/ethernet-train.h"

namespace ns3
{

EthernetMeter::EthernetMeter(Ptr<Object> object, const std::string& trace)
{
    const bool isTraced =
        object->TraceConnectWithoutContext(trace, MakeCallback(&EthernetMeter::Count, this));
    NS_ABORT_MSG_UNLESS(isTraced, object->GetInstanceTypeId().GetName() << " has no " << trace);
}

uint64_t
EthernetMeter::GetFrames() const
{
    return m_frames;
}

uint64_t
EthernetMeter::GetWireBytes() const
{
    return m_wireBytes;
}

void
EthernetMeter::Count(Ptr<const Packet> packet)
{
    EthernetTrainTag tag;
    const auto train =
        packet->PeekPacketTag(tag) ? tag.GetTrain() : EthernetTrain::Single(packet->GetSize());
    m_frames += train.frames;
    m_wireBytes += train.GetWireBytes();
}

} // namespace ns3
