/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_TAIL_PROBE_H
#define TCP_TAIL_PROBE_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/sequence-number.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace ns3
{

/**
 * @ingroup host-tcp-recovery
 *
 * Tail loss probes (RFC 8985, 7): when no acknowledgement comes for two round trips, a segment is
 * sent whose acknowledgement tells what is missing, long before the timeout. When, and what came of
 * it.
 */
class TcpTailProbe
{
  public:
    /**
     * @param send sends a probe and calls NoteSent
     * @param getWait gives how long a timer takes that is set for a time, as the host's clock ticks
     */
    TcpTailProbe(std::function<void()> send, std::function<Time(Time)> getWait);
    ~TcpTailProbe();

    TcpTailProbe(const TcpTailProbe&) = delete;
    TcpTailProbe& operator=(const TcpTailProbe&) = delete;

    /**
     * Data is under way and nothing is missing: set the time of the next probe, unless one is
     * outstanding.
     *
     * @param inFlight segments under way; a single one may be acknowledged late
     * @param rtt smoothed round-trip time, 0 if it is not known
     */
    void Set(uint32_t inFlight, Time rtt);

    /**
     * @return whether a probe is to be sent
     */
    bool IsPending() const;

    /// There is nothing to probe for.
    void Stop();

    /// The timeout of retransmission has come: what was probed does not matter any more.
    void Forget();

    /**
     * A probe was sent.
     *
     * @param end where what was sent ends
     * @param isResent whether it was the last segment again, and nothing new
     */
    void NoteSent(SequenceNumber32 end, bool isResent);

    /**
     * An acknowledgement has come.
     *
     * @param ack acknowledgement number
     * @param isDuplicate whether it brought nothing else
     * @param hasReport whether it reports what arrived twice
     * @return whether the probe has repaired a loss, which the window has to answer (RFC 8985, 7.4)
     */
    bool Acknowledge(SequenceNumber32 ack, bool isDuplicate, bool hasReport);

  private:
    /// A probe that is outstanding.
    struct Probe
    {
        SequenceNumber32 end; //!< where what was sent ended
        bool isResent;        //!< whether it was the last segment again
    };

    std::function<void()> m_send;        //!< sends a probe
    std::function<Time(Time)> m_getWait; //!< gives the time that a timer takes
    std::optional<Probe> m_probe;        //!< while it is outstanding
    EventId m_event;                     //!< of the next one
};

} // namespace ns3

#endif /* TCP_TAIL_PROBE_H */
