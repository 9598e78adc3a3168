/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_ACK_POLICY_H
#define TCP_ACK_POLICY_H

#include "ns3/nstime.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup host-tcp-recovery
 *
 * What of Linux's rules a receiver follows when it acknowledges.
 */
struct TcpAckRules
{
    bool isAdaptive{false}; //!< whether the delay follows the times between arrivals
    bool hasQuickAcks{
        false}; //!< whether it acknowledges at once at the start, after pauses and duplicates
    bool isQuickAfterHoles{false}; //!< whether it does so after data out of order, too

    /**
     * @return whether it follows any
     */
    bool HasAny() const
    {
        return isAdaptive || hasQuickAcks || isQuickAfterHoles;
    }
};

/**
 * @ingroup host-tcp-recovery
 *
 * When a receiver acknowledges what follows without a gap, as Linux does since 2.4: after more than
 * one full segment or a delay. The delay is between 40 and 200 ms and follows the time between
 * arrivals. At the start of a connection, after a pause longer than the timeout and after data out
 * of order each segment is acknowledged at once, for as many acknowledgements as half the window
 * has segments, at most 16: the sender may be in slow start then. Who answers what arrives (a
 * session that is interactive) does without them until data is out of order again.
 */
class TcpAckPolicy
{
  public:
    /// Where data arrives.
    enum class Place
    {
        NEXT,  //!< without a gap
        AHEAD, //!< behind a gap
        BEFORE //!< where data had arrived before
    };

    /**
     * @param rules which to follow
     */
    explicit TcpAckPolicy(const TcpAckRules& rules);

    /**
     * Data arrives.
     *
     * @param place where
     * @param window that the receiver offers, segments
     * @param rto timeout of retransmission of this side
     */
    void NoteData(Place place, uint32_t window, Time rto);

    /// Acknowledgements leave, alone or with data. @param count how many
    void NoteAckSent(uint32_t count);

    /// Data leaves.
    void NoteDataSent();

    /**
     * The delay has passed.
     *
     * @param rto timeout of retransmission of this side
     */
    void NoteExpired(Time rto);

    /**
     * @return whether the next segment is acknowledged at once
     */
    bool IsQuick() const;

    /**
     * @param rtt smoothed round-trip time of this side, 0 if it is not known
     * @return how long an acknowledgement waits; nothing if it is not adaptive
     */
    std::optional<Time> GetDelay(Time rtt) const;

  private:
    /**
     * Acknowledge at once for a while.
     *
     * @param window that the receiver offers, segments
     */
    void BeQuick(uint32_t window);

    /**
     * The sender may be in slow start: acknowledge at once, if the rule is followed.
     *
     * @param window that the receiver offers, segments
     */
    void Start(uint32_t window);

    /**
     * @param gap since data arrived last
     * @param window that the receiver offers, segments
     * @param rto timeout of retransmission of this side
     */
    void Adapt(Time gap, uint32_t window, Time rto);

    TcpAckRules m_rules;         //!< which to follow
    bool m_hasData{false};       //!< whether data has ever arrived
    bool m_isInteractive{false}; //!< whether the application answers what arrives
    uint32_t m_quick{0};         //!< how many acknowledgements go at once
    Time m_lastData;             //!< when data arrived last
    Time m_delay;                //!< as the arrivals have it
};

} // namespace ns3

#endif /* TCP_ACK_POLICY_H */
