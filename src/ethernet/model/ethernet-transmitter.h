/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_TRANSMITTER_H
#define ETHERNET_TRANSMITTER_H

#include "ethernet-train.h"
#include "ethernet-transmit-queue.h"

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
 *
 * The frames of a train are accepted together. If they come more slowly than the link takes them,
 * other frames pass between them: only those that came before another frame delay it.
 */
class EthernetTransmitter
{
  public:
    /// When the frames of a train are on the link.
    struct Slot
    {
        Time begin; //!< the first bit of the first preamble leaves
        Time end;   //!< the last bit of the first frame has left; the gap follows
        Time span;  //!< from there to when the last bit of the last frame has left
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
    bool IsFree(Time now);

    /**
     * @param now the time
     * @return time until all frames that were accepted have left and another can
     */
    Time GetBacklog(Time now);

    /**
     * @param now the time
     * @param train a frame, or several
     * @return whether the first can leave at once and there is certainly room for those that must
     * wait
     */
    bool HasRoom(Time now, const EthernetTrain& train);

    /**
     * Accept a frame, or several.
     *
     * @param now the time
     * @param train the frames
     * @return when they leave
     */
    Slot Accept(Time now, const EthernetTrain& train);

    /// Forget all frames: the link is free.
    void Clear();

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
     * @return bytes of frames that wait, with those of trains that are still to come and will wait
     */
    uint64_t GetGrantedBytes(Time now);

    /**
     * @param now the time
     * @return when the next frame that waits begins to leave; when a frame could if none waits
     */
    Time GetNextBegin(Time now);

  private:
    /// Frames that come one by one, more slowly than the link takes them.
    struct Coming
    {
        Time next;          //!< when the next of them comes
        Time spacing;       //!< from one to the next
        uint32_t frames;    //!< how many are still to come
        uint32_t wireBytes; //!< bytes of each on the link
    };

    /**
     * Let frames that have come one by one take their time of the link.
     *
     * @param now the time
     */
    void Settle(Time now);

    /**
     * Accept one frame that comes now.
     *
     * @param now the time
     * @param payload bytes of its payload
     * @return when it leaves
     */
    Slot AcceptFrame(Time now, uint32_t payload);

    /**
     * Accept frames that follow each other without a pause.
     *
     * @param now the time
     * @param train the frames
     * @return when they leave
     */
    Slot AcceptTogether(Time now, const EthernetTrain& train);

    /**
     * Accept frames that come one by one.
     *
     * @param now the time
     * @param train the frames
     * @return when they leave
     */
    Slot AcceptComing(Time now, const EthernetTrain& train);

    /**
     * @param now the time
     * @param train frames
     * @return whether the link is never free between them and before the first
     */
    bool IsTogether(Time now, const EthernetTrain& train) const;

    /**
     * @param bytes bytes on the link
     * @return time that they take, rounded down
     */
    Time GetTime(uint64_t bytes) const;

    /**
     * If the link is free, what is accepted next begins to leave now.
     *
     * @param now the time
     */
    void Begin(Time now);

    /**
     * Keep the link busy after what was accepted before.
     *
     * @param bytes bytes on the link
     */
    void Occupy(uint64_t bytes);

    /**
     * @param bytes bytes on the link
     * @return time from m_freeAt until they have left, with the remainder of those before
     */
    Time GetTimeToSend(uint64_t bytes) const;

    DataRate m_rate{"1Gbps"};      //!< of the link
    QueueSize m_limit{"1000p"};    //!< of what waits
    Time m_freeAt;                 //!< when the gap after the last accepted frame ends
    uint64_t m_remainder{0};       //!< how much later it does, in nanoseconds over m_rate
    EthernetTransmitQueue m_queue; //!< frames that wait
    std::deque<Coming> m_coming;   //!< in the order in which they were accepted
};

} // namespace ns3

#endif /* ETHERNET_TRANSMITTER_H */
