/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-ordinary-header.h"

#include "tcp-segment-start.h"

#include "ns3/packet.h"

namespace ns3
{

const TcpHeader&
TcpOrdinaryHeader::Read(const TcpSegmentStart& start)
{
    // This object and the header refer to it, and each copy of the header.
    if (!m_timestamps || m_timestamps->GetReferenceCount() > 2)
    {
        Renew();
    }
    m_header.SetSourcePort(start.sourcePort);
    m_header.SetDestinationPort(start.destinationPort);
    m_header.SetSequenceNumber(start.sequence);
    m_header.SetAckNumber(start.ack);
    m_header.SetFlags(start.flags);
    m_header.SetWindowSize(start.window);
    m_timestamps->SetTimestamp(*start.timestamp);
    m_timestamps->SetEcho(start.echo);
    return m_header;
}

void
TcpOrdinaryHeader::Renew()
{
    // Read once by ns-3, so that nothing is missing, such as the end of the options.
    TcpHeader written;
    written.AppendOption(CreateObject<TcpOptionTS>());
    Packet segment;
    segment.AddHeader(written);
    segment.PeekHeader(m_header);
    m_timestamps =
        ConstCast<TcpOptionTS>(DynamicCast<const TcpOptionTS>(m_header.GetOption(TcpOption::TS)));
}

} // namespace ns3
