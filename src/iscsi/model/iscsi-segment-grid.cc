/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-segment-grid.h"

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

IscsiSegmentGrid::IscsiSegmentGrid(Ptr<Socket> socket)
    : m_socket(socket),
      m_segmentSize(FindSegmentSize(socket))
{
    m_socket->TraceConnectWithoutContext("NextTxSequence",
                                         MakeCallback(&IscsiSegmentGrid::HandleNext, this));
}

IscsiSegmentGrid::~IscsiSegmentGrid()
{
    m_socket->TraceDisconnectWithoutContext("NextTxSequence",
                                            MakeCallback(&IscsiSegmentGrid::HandleNext, this));
}

void
IscsiSegmentGrid::Begin()
{
    m_unsent = 0;
}

void
IscsiSegmentGrid::Add(uint32_t bytes)
{
    m_unsent += bytes;
}

uint32_t
IscsiSegmentGrid::GetSegmentSize() const
{
    return m_segmentSize;
}

uint32_t
IscsiSegmentGrid::GetRoom() const
{
    return m_segmentSize - static_cast<uint32_t>(std::max<int64_t>(m_unsent, 0) % m_segmentSize);
}

void
IscsiSegmentGrid::HandleNext(SequenceNumber32 from, SequenceNumber32 to)
{
    m_unsent -= to - from;
}

} // namespace ns3
