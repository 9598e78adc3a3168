/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_SEQUENCE_H
#define FC_SEQUENCE_H

#include "fc-frame.h"

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * How a sequence is split into frames: all have the same payload size except the last.
 */
struct FcSequenceCut
{
    uint32_t frames{0};       //!< number of frames
    uint32_t framePayload{0}; //!< payload of every frame but the last, bytes
    uint32_t lastPayload{0};  //!< payload of the last frame, bytes

    /**
     * @param frame a frame's place in the sequence
     * @return its payload, bytes
     */
    uint32_t GetPayload(uint32_t frame) const
    {
        return frame + 1 == frames ? lastPayload : framePayload;
    }

    /**
     * @param frame a frame's place in the sequence
     * @return its transmission words from SOF to EOF
     */
    uint32_t GetWords(uint32_t frame) const
    {
        return FcFrame::GetWords(GetPayload(frame));
    }
};

/**
 * @ingroup fcal-fc
 *
 * A sequence of class 3: frames from one port to another that belong together. The sender supplies
 * the header of the first frame and the whole payload; the port splits it.
 */
struct FcSequence : public SimpleRefCount<FcSequence>
{
    FcHeader header;     //!< of the first frame; its F_CTL that of the last. The port fills in S_ID
    Ptr<Packet> payload; //!< payload of all frames, may be empty; null for a sequence of no frame

    /**
     * @return the AL_PA that it goes to
     */
    uint8_t GetDestination() const;

    /**
     * @param framePayload most payload of a frame, bytes
     * @return how it is cut: one frame if the payload is empty, none without payload
     */
    FcSequenceCut Cut(uint32_t framePayload) const;

    /**
     * Make one of its frames. SEQ_CNT counts on from the template's, Parameter moves on with the
     * payload if F_CTL says that it is a relative offset, and the bits that end the sequence and
     * pass the initiative are in the last frame alone.
     *
     * @param frame the frame's place in the sequence
     * @param cut how the sequence is cut
     * @return the frame
     */
    Ptr<FcFrame> MakeFrame(uint32_t frame, const FcSequenceCut& cut) const;
};

} // namespace ns3

#endif /* FC_SEQUENCE_H */
