/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SEGMENT_BOUNDARIES_H
#define TCP_SEGMENT_BOUNDARIES_H

#include "ns3/sequence-number.h"
#include "ns3/socket.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-tcp-stream
 *
 * The positions at which TCP will split the bytes that a socket has accepted but not sent: one full
 * segment at a time from the first byte, or as many as go down at once. Pieces that end at segment
 * boundaries save TCP from splitting and joining them, and from making virtual bytes real because a
 * header shares their packet.
 */
class TcpSegmentBoundaries
{
  public:
    /**
     * @param socket a TCP socket that was given nothing yet
     */
    explicit TcpSegmentBoundaries(Ptr<Socket> socket);
    ~TcpSegmentBoundaries();

    TcpSegmentBoundaries(const TcpSegmentBoundaries&) = delete;
    TcpSegmentBoundaries& operator=(const TcpSegmentBoundaries&) = delete;

    /**
     * Note the end of the handshake, which uses a sequence number too.
     */
    void Begin();

    /**
     * Count what was written to the socket.
     *
     * @param bytes how much
     */
    void Add(uint32_t bytes);

    /**
     * @return bytes of a full segment, of as many as TCP hands down at once if it leaves
     * segmentation to the adapter, or all that the socket can be given if that is less
     */
    uint32_t GetSegmentSize() const;

    /**
     * @return whether these are several segments
     */
    bool AreSegmentsJoined() const;

    /**
     * @return bytes to the end of the segment that the next byte given will be in, 1 or more
     */
    uint32_t GetRoom() const;

  private:
    /**
     * Keep up with what TCP sends, for the first time or again.
     *
     * @param from sequence number that was next
     * @param to sequence number that is next
     */
    void HandleNext(SequenceNumber32 from, SequenceNumber32 to);

    Ptr<Socket> m_socket;   //!< the socket
    uint32_t m_segmentSize; //!< bytes that go down at once
    uint32_t m_fullSegment; //!< bytes of a full segment, at most that
    int64_t m_unsent{0};    //!< bytes given that TCP did not send yet
};

} // namespace ns3

#endif /* TCP_SEGMENT_BOUNDARIES_H */
