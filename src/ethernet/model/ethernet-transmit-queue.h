/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_TRANSMIT_QUEUE_H
#define ETHERNET_TRANSMIT_QUEUE_H

#include "ethernet-even-times.h"
#include "ethernet-train.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * The frames that wait for a link, in the order in which they leave. When each begins to leave is
 * known when it is added. Frames of a train that wait are one entry, however many they are.
 */
class EthernetTransmitQueue
{
  public:
    /// What waits.
    struct Load
    {
        uint32_t frames; //!< how many frames
        uint64_t bytes;  //!< their bytes
    };

    /**
     * Add a frame.
     *
     * @param now the time, when it comes
     * @param begin when it begins to leave, later than that
     * @param bytes bytes of the frame
     */
    void Add(Time now, Time begin, uint32_t bytes);

    /**
     * Add those frames of a train that wait: all that begin to leave after they come.
     *
     * @param now the time
     * @param train the train
     * @param begin when its frames begin to leave
     */
    void Add(Time now, const EthernetTrain& train, const EthernetEvenTimes& begin);

    /**
     * Forget frames that wait no more.
     *
     * @param now the time
     */
    void Expire(Time now);

    /// Forget all frames.
    void Clear();

    /**
     * @return all frames, also those of trains that are still to come
     */
    const Load& GetLoad() const;

    /**
     * @param now the time
     * @return frames that have come
     */
    Load GetLoad(Time now) const;

    /**
     * @return when the first begins to leave; there must be one
     */
    Time GetNextBegin() const;

  private:
    /// Frames at equal distances.
    struct Run
    {
        EthernetEvenTimes come;  //!< when they come
        EthernetEvenTimes begin; //!< when they begin to leave
        uint32_t frames;         //!< how many
        uint32_t gone;           //!< how many of them wait no more
        uint32_t bytes;          //!< bytes of each but the last
        uint32_t lastBytes;      //!< bytes of the last
    };

    /**
     * Add frames that all wait.
     *
     * @param run the frames
     */
    void Push(const Run& run);

    std::deque<Run> m_runs; //!< in the order in which they were added
    Load m_load{0, 0};      //!< all frames
};

} // namespace ns3

#endif /* ETHERNET_TRANSMIT_QUEUE_H */
