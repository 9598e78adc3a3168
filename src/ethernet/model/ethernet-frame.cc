/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-frame.h"

#include "ethernet-framing.h"

#include "ns3/ethernet-header.h"

namespace ns3
{

Ptr<Packet>
EthernetFrame::ToPacket() const
{
    auto packet = payload->Copy();
    if (packet->GetSize() < EthernetFraming::MIN_PAYLOAD)
    {
        // Octets of zero (RFC 1042); AddPaddingAtEnd would leave what the memory held before.
        const uint8_t zeros[EthernetFraming::MIN_PAYLOAD]{};
        const auto missing = EthernetFraming::MIN_PAYLOAD - packet->GetSize();
        packet->AddAtEnd(Create<Packet>(zeros, missing));
    }
    EthernetHeader header(false);
    header.SetDestination(Mac48Address::ConvertFrom(destination));
    header.SetSource(Mac48Address::ConvertFrom(source));
    header.SetLengthType(type);
    packet->AddHeader(header);
    return packet;
}

EthernetFrame
EthernetFrame::FromPacket(Ptr<const Packet> packet)
{
    EthernetFrame frame;
    frame.payload = packet->Copy();
    EthernetHeader header(false);
    frame.payload->RemoveHeader(header);
    frame.destination = header.GetDestination();
    frame.source = header.GetSource();
    frame.type = header.GetLengthType();
    frame.train = EthernetTrain::Single(frame.payload->GetSize());
    return frame;
}

} // namespace ns3
