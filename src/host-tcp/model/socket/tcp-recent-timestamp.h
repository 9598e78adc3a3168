/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_RECENT_TIMESTAMP_H
#define TCP_RECENT_TIMESTAMP_H

#include "ns3/nstime.h"
#include "ns3/sequence-number.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-tcp-socket
 *
 * Which timestamp of the peer a TCP connection echoes, and which segments are too old to count
 * (TS.Recent in RFC 7323, 4.3 and 5).
 */
class TcpRecentTimestamp
{
  public:
    /**
     * Begin with a timestamp, whatever came before.
     *
     * @param timestamp of the peer's SYN, on the peer's clock
     */
    void Start(uint32_t timestamp);

    /**
     * Note the timestamp of a segment that is to be echoed: it is no older than the one echoed
     * until now, and the segment begins no later than what was acknowledged last ends (RFC 7323,
     * 4.3, rule 2).
     *
     * @param timestamp of the segment, on the peer's clock
     * @param sequence where the segment begins
     * @param lastAckSent the last acknowledgement number that was sent
     */
    void Update(uint32_t timestamp, SequenceNumber32 sequence, SequenceNumber32 lastAckSent);

    /**
     * @param timestamp of a segment, on the peer's clock
     * @return whether the segment is an old duplicate (PAWS; RFC 7323, 5.3, R1). None is if nothing
     * was noted for 24 days, in which the peer's clock may have gone round (RFC 7323, 5.5)
     */
    bool IsOld(uint32_t timestamp) const;

    /**
     * @return what acknowledgements echo, 0 before the first
     */
    uint32_t Get() const;

  private:
    uint32_t m_value{0};   //!< the timestamp
    Time m_noted;          //!< when it was noted
    bool m_isValid{false}; //!< whether there is one
};

} // namespace ns3

#endif /* TCP_RECENT_TIMESTAMP_H */
