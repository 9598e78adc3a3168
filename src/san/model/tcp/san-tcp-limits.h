/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_TCP_LIMITS_H
#define SAN_TCP_LIMITS_H

#include "ns3/nstime.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace ns3
{

/// What keeps an end of a TCP connection from sending more.
enum class SanTcpLimit : uint8_t
{
    APPLICATION,       //!< it has given TCP nothing that was not sent
    RECEIVE_WINDOW,    //!< the peer's window has no room
    CONGESTION_WINDOW, //!< the congestion window has no room
    SEND_BUFFER,       //!< all in it was sent, and the application waits for room in it
    NAGLE,             //!< less than a segment waits for acknowledgements (RFC 9293, 3.7.4)
    LINK,              //!< so much is under way that the path is busy
    TIMEOUT,           //!< it waits for the retransmission timer
    COUNT              //!< number of limits
};

/**
 * @ingroup san-tcp
 *
 * Name a limit.
 *
 * @param limit the limit
 * @return its name in words, as files have it
 */
std::string GetSanTcpLimitName(SanTcpLimit limit);

/**
 * @ingroup san-tcp
 *
 * How long each limit held: every moment counts for one of them.
 */
class SanTcpLimits
{
  public:
    /**
     * Begin to count.
     *
     * @param now the time
     */
    void Start(Time now);

    /**
     * @return until when time was counted
     */
    Time GetCounted() const;

    /**
     * Let the time since it was counted last count for a limit.
     *
     * @param limit the limit
     * @param now the time, not before that of an earlier call
     */
    void Count(SanTcpLimit limit, Time now);

    /// Remember what was counted until now: TCP makes progress.
    void Mark();

    /**
     * The retransmission timer expired: all that was counted since the mark was spent on waiting
     * for it.
     */
    void CountTimeout();

    /**
     * @param limit a limit
     * @return share of the counted time in which it held, 0 to 1
     */
    double GetShare(SanTcpLimit limit) const;

    /**
     * @return the limit that held longest; the application if no time was counted
     */
    SanTcpLimit GetLongest() const;

  private:
    /// Times, by limit.
    using Times = std::array<Time, static_cast<std::size_t>(SanTcpLimit::COUNT)>;

    /**
     * @return the sum of all times
     */
    Time GetTotal() const;

    Time m_counted;  //!< until when time was counted
    Times m_times;   //!< what was counted
    Time m_marked;   //!< when it was marked
    Times m_earlier; //!< what was counted until then
};

} // namespace ns3

#endif /* SAN_TCP_LIMITS_H */
