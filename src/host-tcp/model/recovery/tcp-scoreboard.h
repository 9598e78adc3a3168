/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SCOREBOARD_H
#define TCP_SCOREBOARD_H

#include "ns3/nstime.h"
#include "ns3/sequence-number.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup host-tcp-recovery
 *
 * A segment that was sent and is not acknowledged.
 */
struct TcpSentSegment
{
    SequenceNumber32 begin;    //!< first byte
    SequenceNumber32 end;      //!< behind the last byte
    Time sent;                 //!< when it was sent last
    SequenceNumber32 sentUpTo; //!< where the data sent by then ended
    bool isSacked{false};      //!< whether the peer has it
    bool isLost{false};        //!< whether it is taken for lost
    bool isResent{false};      //!< whether it was sent again since, and that is not lost
    bool wasResent{false};     //!< whether it was ever sent again
};

/**
 * @ingroup host-tcp-recovery
 *
 * What an acknowledgement told.
 */
struct TcpDelivery
{
    uint32_t acked{0};        //!< segments acknowledged, whether selectively before or not
    uint32_t delivered{0};    //!< segments that the peer is known to have now and was not before
    bool hasSacked{false};    //!< whether some of these are acknowledged selectively
    uint32_t reordering{0};   //!< segments by which one came late that was sent once; 0: none
    Time newest{Time::Min()}; //!< when the one of these was sent that was sent last
    SequenceNumber32 newestEnd{0}; //!< its end
    bool isNew{false};             //!< whether more is acknowledged, all up to somewhere
    bool isDuplicate{false};       //!< whether it brought nothing else: no data, no other window
    bool isNewestResent{false};    //!< whether it was sent more than once
};

/**
 * @ingroup host-tcp-recovery
 *
 * The segments on their way, and what is known of each: the scoreboard of RFC 6675 with times, in
 * segments. Marks are kept apart from the sender that acts on them.
 */
class TcpScoreboard
{
  public:
    /// Segments in the order of their sequence numbers.
    using Segments = std::deque<TcpSentSegment>;

    /**
     * Note new data.
     *
     * @param begin its first byte, where all other data ends
     * @param bytes how much
     * @param mss bytes of a full segment; longer data is several
     * @param now when
     */
    void Send(SequenceNumber32 begin, uint32_t bytes, uint32_t mss, Time now);

    /**
     * Note that data was sent again.
     *
     * @param begin first byte of a segment
     * @param now when
     */
    void Resend(SequenceNumber32 begin, Time now);

    /**
     * All up to here has arrived.
     *
     * @param ack acknowledgement number
     * @param delivery what is told, in which this is noted
     */
    void Acknowledge(SequenceNumber32 ack, TcpDelivery& delivery);

    /**
     * Data behind a gap has arrived. Segments of which it is a part alone do not count.
     *
     * @param begin its first byte
     * @param end behind its last byte
     * @param delivery what is told, in which this is noted
     */
    void Sack(SequenceNumber32 begin, SequenceNumber32 end, TcpDelivery& delivery);

    /**
     * Take a segment for lost, and one that was sent again for lost again.
     *
     * @param segment one of GetSegments
     */
    void MarkLost(TcpSentSegment& segment);

    /**
     * Take all that the peer is not known to have for lost.
     *
     * @param forgetSacks whether what it said that it has counts no longer
     */
    void MarkAllLost(bool forgetSacks);

    /// Take nothing for lost that was.
    void UnmarkLost();

    /**
     * @return the segments, whose marks the functions above change
     */
    Segments& GetSegments();

    /**
     * @return the first segment that is lost and was not sent again since, null if there is none
     */
    const TcpSentSegment* GetFirstLost() const;

    /**
     * @return whether the peer has said that it has the first segment, and does not any more
     *         (RFC 2018, 8)
     */
    bool IsReneged() const;

    /**
     * @return segments behind the first one up to the last that arrived, with both; 0 if none did
     */
    uint32_t GetForwardMost() const;

    /**
     * @return segments that the network holds: sent, not known to be received, not lost
     */
    uint32_t GetInFlight() const;

    /**
     * @return segments that were sent and are not acknowledged
     */
    uint32_t GetOutstanding() const;

    /**
     * @return segments acknowledged selectively
     */
    uint32_t GetSacked() const;

    /**
     * @return segments taken for lost, sent again or not
     */
    uint32_t GetLost() const;

    /**
     * @return segments taken for lost, not sent again
     */
    uint32_t GetWaiting() const;

  private:
    /**
     * Note that a segment is known to have arrived.
     *
     * @param segment the segment
     * @param delivery what is told
     */
    void Deliver(TcpSentSegment& segment, TcpDelivery& delivery);

    /**
     * @param seq a sequence number
     * @return the first segment that begins no earlier
     */
    Segments::iterator Find(SequenceNumber32 seq);

    Segments m_segments;               //!< not acknowledged
    uint32_t m_sacked{0};              //!< of these, acknowledged selectively
    uint32_t m_lost{0};                //!< lost
    uint32_t m_resent{0};              //!< lost, and sent again
    SequenceNumber32 m_highestSack{0}; //!< where the last one begins that is acknowledged
};

} // namespace ns3

#endif /* TCP_SCOREBOARD_H */
