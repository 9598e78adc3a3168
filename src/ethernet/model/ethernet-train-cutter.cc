/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-train-cutter.h"

#include "ns3/node.h"
#include "ns3/protocol-numbers.h"

namespace ns3
{

EthernetTrainCutter::EthernetTrainCutter(const EthernetFrame& train)
    : m_frame(train),
      m_isIpv4(train.type == EtherType::IPV4),
      m_data(train.payload->Copy())
{
    if (m_isIpv4)
    {
        m_data->RemoveHeader(m_ipv4);
    }
    else
    {
        m_data->RemoveHeader(m_ipv6);
    }
    m_data->RemoveHeader(m_tcp);
}

Ptr<Packet>
EthernetTrainCutter::CutSegment(const TcpHeader& header,
                                Ptr<const Packet> data,
                                const EthernetTrain& train,
                                uint32_t frame,
                                TcpHeader& frameHeader)
{
    const auto isLast = frame + 1 == train.frames;
    frameHeader = header;
    if (train.ackStep > 0)
    {
        const auto behind = (train.frames - 1 - frame) * train.ackStep;
        frameHeader.SetAckNumber(header.GetAckNumber() - behind);
        return data->Copy();
    }
    // Headers take as much in each frame as in the last, of which the data is known.
    const auto size = (data->GetSize() + train.payload - train.lastPayload) / train.frames;
    const auto begin = frame * size;
    auto flags = header.GetFlags();
    if (!isLast)
    {
        flags &= ~(TcpHeader::FIN | TcpHeader::PSH);
    }
    if (frame > 0)
    {
        flags &= ~TcpHeader::CWR;
    }
    frameHeader.SetFlags(flags);
    frameHeader.SetSequenceNumber(header.GetSequenceNumber() + begin);
    return data->CreateFragment(begin, isLast ? data->GetSize() - begin : size);
}

EthernetFrame
EthernetTrainCutter::Cut(uint32_t number) const
{
    auto frame = m_frame;
    frame.payload = CutPacket(number);
    frame.train = EthernetTrain::Single(frame.payload->GetSize());
    return frame;
}

Ptr<Packet>
EthernetTrainCutter::CutPacket(uint32_t number) const
{
    TcpHeader tcp;
    const auto packet = CutSegment(m_tcp, m_data, m_frame.train, number, tcp);
    if (Node::ChecksumEnabled())
    {
        tcp.EnableChecksums();
        if (m_isIpv4)
        {
            tcp.InitializeChecksum(m_ipv4.GetSource(), m_ipv4.GetDestination(), IpProtocol::TCP);
        }
        else
        {
            tcp.InitializeChecksum(m_ipv6.GetSource(), m_ipv6.GetDestination(), IpProtocol::TCP);
        }
    }
    packet->AddHeader(tcp);
    if (!m_isIpv4)
    {
        auto ip = m_ipv6;
        ip.SetPayloadLength(packet->GetSize());
        packet->AddHeader(ip);
        return packet;
    }
    auto ip = m_ipv4;
    ip.SetIdentification(m_ipv4.GetIdentification() + number);
    ip.SetPayloadSize(packet->GetSize());
    if (Node::ChecksumEnabled())
    {
        ip.EnableChecksum();
    }
    packet->AddHeader(ip);
    return packet;
}

} // namespace ns3
