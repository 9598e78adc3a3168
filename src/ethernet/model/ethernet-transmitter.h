/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_TRANSMITTER_H
#define ETHERNET_TRANSMITTER_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/queue-size.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * When the frames of a port leave. A frame leaves when those before it have left, so its time is
 * known as soon as it is accepted: waiting costs no event. The time of frames that follow each
 * other without a pause adds up without rounding.
 */
class EthernetTransmitter
{
  public:
    /// When a frame is on the link.
    struct Slot
    {
        Time begin; //!< the first bit of its preamble leaves
        Time end;   //!< its last bit has left; the gap follows
    };

    /**
     * @param rate bits per second, at least 1
     */
    void SetRate(DataRate rate);

    /**
     * @return bits per second
     */
    DataRate GetRate() const;

    /**
     * @param limit frames or bytes of frames that may wait, without the one that is leaving
     */
    void SetLimit(QueueSize limit);

    /**
     * @return frames or bytes of frames that may wait
     */
    QueueSize GetLimit() const;

    /**
     * @param now the time
     * @return whether a frame can leave at once
     */
    bool IsFree(Time now) const;

    /**
     * @param now the time
     * @param payload bytes of a frame's payload
     * @return whether it can leave at once or there is room for it to wait
     */
    bool HasRoom(Time now, uint32_t payload);

    /**
     * Accept a frame, for which there must be room.
     *
     * @param now the time
     * @param payload bytes of its payload
     * @return when it leaves
     */
    Slot Accept(Time now, uint32_t payload);

    /**
     * @param now the time
     * @return frames that wait
     */
    uint32_t GetWaitingFrames(Time now);

    /**
     * @param now the time
     * @return bytes of frames that wait
     */
    uint64_t GetWaitingBytes(Time now);

    /**
     * @param now the time
     * @return when the next frame that waits begins to leave; when a frame could if none waits
     */
    Time GetNextBegin(Time now);

  private:
    /// A frame that waits.
    struct Waiting
    {
        Time begin;     //!< when it begins to leave
        uint32_t bytes; //!< bytes of the frame
    };

    /**
     * Forget frames that wait no more.
     *
     * @param now the time
     */
    void Expire(Time now);

    /**
     * @param bytes bytes on the link
     * @return nanoseconds times bits per second that they take, with the remainder of those before
     */
    uint64_t GetScaledTime(uint32_t bytes) const;

    DataRate m_rate{"1Gbps"};      //!< of the link
    QueueSize m_limit{"1000p"};    //!< of what waits
    Time m_freeAt;                 //!< when the gap after the last accepted frame ends
    uint64_t m_remainder{0};       //!< how much later it does, in nanoseconds over m_rate
    std::deque<Waiting> m_waiting; //!< in their order
    uint64_t m_waitingBytes{0};    //!< their bytes
};

} // namespace ns3

#endif /* ETHERNET_TRANSMITTER_H */
