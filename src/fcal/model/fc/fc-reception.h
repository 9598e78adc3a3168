/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_RECEPTION_H
#define FC_RECEPTION_H

#include "fc-line-rate.h"
#include "fc-sequence.h"
#include "fcal-frame-times.h"

#include "ns3/nstime.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * A sequence in transit from port to port, with the exact times of all its frames and bytes.
 * Nothing is stored per frame while the frames are equally spaced.
 */
class FcReception : public SimpleRefCount<FcReception>
{
  public:
    /**
     * @param sequence the sequence
     * @param cut how it is cut
     * @param way words from sender to receiver
     * @param rate the line's rate
     */
    FcReception(Ptr<FcSequence> sequence,
                const FcSequenceCut& cut,
                uint64_t way,
                const FcLineRate& rate);

    /**
     * @return the sequence
     */
    Ptr<FcSequence> GetSequence() const;

    /**
     * @return how it is cut
     */
    const FcSequenceCut& GetCut() const;

    /**
     * @return number of frames whose times are known: all of them, unless the receiver has no
     * buffer for the next
     */
    uint32_t GetPlannedFrames() const;

    /**
     * @param frame place of a frame whose time is known
     * @return when its SOF begins at the sender
     */
    Time GetFrameStart(uint32_t frame) const;

    /**
     * @param frame place of a frame whose time is known
     * @return when its EOF is complete at the receiver
     */
    Time GetFrameArrival(uint32_t frame) const;

    /**
     * @param offset bytes from the start of the payload, up to its size
     * @return when the payload's first so many bytes are at the receiver, to the word; with offset
     * 0 when the header of the first frame is. Time::Max() if that is not known yet
     */
    Time GetByteArrival(uint32_t offset) const;

    /**
     * Set the times of the frames. For the loop.
     *
     * @param times when they go
     */
    void SetTimes(FcalFrameTimes times);

    /**
     * @return when the frames go, words. For the loop
     */
    const FcalFrameTimes& GetTimes() const;

    /**
     * @return words from sender to receiver. For the loop
     */
    uint64_t GetWay() const;

  private:
    Ptr<FcSequence> m_sequence; //!< the sequence
    FcSequenceCut m_cut;        //!< how it is cut
    uint64_t m_way;             //!< words from sender to receiver
    FcLineRate m_rate;          //!< the line's rate
    FcalFrameTimes m_times;     //!< when the frames go
};

} // namespace ns3

#endif /* FC_RECEPTION_H */
