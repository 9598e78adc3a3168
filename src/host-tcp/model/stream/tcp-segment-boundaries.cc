/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-segment-boundaries.h"

#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @param socket a TCP socket
 * @return bytes of a full segment
 */
uint32_t
GetFullSegment(Ptr<const Socket> socket)
{
    UintegerValue size;
    socket->GetAttribute("SegmentSize", size);
    return size.Get();
}

/**
 * @param socket a TCP socket that was given nothing yet
 * @return bytes that go down at once, or all that the socket can be given if that is less
 */
uint32_t
FindSegmentSize(Ptr<const Socket> socket)
{
    const auto segment = GetFullSegment(socket);
    UintegerValue offload(0);
    socket->GetAttributeFailSafe("OffloadSize", offload);
    const auto segments = std::max<uint64_t>(1, offload.Get() / segment);
    return std::max<uint32_t>(1, std::min<uint64_t>(segments * segment, socket->GetTxAvailable()));
}

} // namespace

TcpSegmentBoundaries::TcpSegmentBoundaries(Ptr<Socket> socket)
    : m_socket(socket),
      m_segmentSize(FindSegmentSize(socket)),
      m_fullSegment(std::min(m_segmentSize, GetFullSegment(socket)))
{
    m_socket->TraceConnectWithoutContext("NextTxSequence",
                                         MakeCallback(&TcpSegmentBoundaries::HandleNext, this));
}

TcpSegmentBoundaries::~TcpSegmentBoundaries()
{
    m_socket->TraceDisconnectWithoutContext("NextTxSequence",
                                            MakeCallback(&TcpSegmentBoundaries::HandleNext, this));
}

void
TcpSegmentBoundaries::Begin()
{
    m_unsent = 0;
}

void
TcpSegmentBoundaries::Add(uint32_t bytes)
{
    m_unsent += bytes;
}

uint32_t
TcpSegmentBoundaries::GetSegmentSize() const
{
    return m_segmentSize;
}

bool
TcpSegmentBoundaries::AreSegmentsJoined() const
{
    return m_segmentSize > m_fullSegment;
}

uint32_t
TcpSegmentBoundaries::GetRoom() const
{
    return m_segmentSize - static_cast<uint32_t>(std::max<int64_t>(m_unsent, 0) % m_fullSegment);
}

void
TcpSegmentBoundaries::HandleNext(SequenceNumber32 from, SequenceNumber32 to)
{
    m_unsent -= to - from;
}

} // namespace ns3
