/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-tcp-segment-boundaries.h"

#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @param socket a TCP socket that was given nothing yet
 * @return bytes of a full segment, or all that the socket can be given if that is less
 */
uint32_t
FindSegmentSize(Ptr<const Socket> socket)
{
    UintegerValue size;
    socket->GetAttribute("SegmentSize", size);
    return std::max<uint32_t>(1, std::min<uint32_t>(size.Get(), socket->GetTxAvailable()));
}

} // namespace

IscsiTcpSegmentBoundaries::IscsiTcpSegmentBoundaries(Ptr<Socket> socket)
    : m_socket(socket),
      m_segmentSize(FindSegmentSize(socket))
{
    m_socket->TraceConnectWithoutContext(
        "NextTxSequence",
        MakeCallback(&IscsiTcpSegmentBoundaries::HandleNext, this));
}

IscsiTcpSegmentBoundaries::~IscsiTcpSegmentBoundaries()
{
    m_socket->TraceDisconnectWithoutContext(
        "NextTxSequence",
        MakeCallback(&IscsiTcpSegmentBoundaries::HandleNext, this));
}

void
IscsiTcpSegmentBoundaries::Begin()
{
    m_unsent = 0;
}

void
IscsiTcpSegmentBoundaries::Add(uint32_t bytes)
{
    m_unsent += bytes;
}

uint32_t
IscsiTcpSegmentBoundaries::GetSegmentSize() const
{
    return m_segmentSize;
}

uint32_t
IscsiTcpSegmentBoundaries::GetRoom() const
{
    return m_segmentSize - static_cast<uint32_t>(std::max<int64_t>(m_unsent, 0) % m_segmentSize);
}

void
IscsiTcpSegmentBoundaries::HandleNext(SequenceNumber32 from, SequenceNumber32 to)
{
    m_unsent -= to - from;
}

} // namespace ns3
