/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_INTERRUPT_MODERATION_H
#define ETHERNET_INTERRUPT_MODERATION_H

#include "ethernet-frame.h"

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * When an adapter tells its host of frames that arrived: with an interrupt for several of them. It
 * comes when none has arrived for a delay, but the first does not wait longer than a limit.
 * Adapters have two timers for this, such as the receive and the absolute interrupt delay of
 * Intel's.
 *
 * A train of frames is handed over as a whole, so its first frames may wait longer than the limit,
 * by the time that the train takes.
 */
class EthernetInterruptModeration
{
  public:
    /// Receives the frames that the host is notified of, in the order in which they arrived.
    using Handler = Callback<void, const std::vector<EthernetFrame>&>;

    ~EthernetInterruptModeration();

    /**
     * @param handler receives the frames, each once
     */
    void SetHandler(Handler handler);

    /**
     * @param delay time without a frame after which there is an interrupt, 0 for none
     */
    void SetDelay(Time delay);

    /**
     * @return time without a frame after which there is an interrupt
     */
    Time GetDelay() const;

    /**
     * @param limit time after the first frame at which there is an interrupt in any case
     */
    void SetLimit(Time limit);

    /**
     * @return time after the first frame at which there is an interrupt in any case
     */
    Time GetLimit() const;

    /**
     * A frame, or the first of a train, has arrived.
     *
     * @param frame the frame
     * @return whether it waits for an interrupt, and the handler will get it
     */
    bool Hold(const EthernetFrame& frame);

    /// Forget all frames, and the handler.
    void Clear();

  private:
    /// A frame of which the host was not notified.
    struct Waiting
    {
        EthernetFrame frame; //!< a frame, or a train
        Time end;            //!< when the last frame of the train arrives
    };

    /**
     * @return when the next interrupt is, as far as the frames that wait tell
     */
    Time GetNext() const;

    /// Interrupt the host, or wait on if further frames have arrived.
    void Expire();

    /// Tell the host of all frames that have arrived.
    void Interrupt();

    Time m_delay;                   //!< after the last frame
    Time m_limit;                   //!< after the first frame
    Handler m_handler;              //!< receives the frames
    std::vector<Waiting> m_waiting; //!< frames, first in, first out
    Time m_first;                   //!< when the first of them arrived
    Time m_last;                    //!< when the last of them arrives
    EventId m_timer;                //!< at the next interrupt or before
};

} // namespace ns3

#endif /* ETHERNET_INTERRUPT_MODERATION_H */
