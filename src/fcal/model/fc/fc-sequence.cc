/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-sequence.h"

namespace ns3
{

uint8_t
FcSequence::GetDestination() const
{
    return static_cast<uint8_t>(header.dId);
}

FcSequenceCut
FcSequence::Cut(uint32_t framePayload) const
{
    if (!payload)
    {
        return {};
    }
    const auto size = payload->GetSize();
    if (size == 0)
    {
        return {1, framePayload, 0};
    }
    const auto frames = (size + framePayload - 1) / framePayload;
    return {frames, framePayload, size - (frames - 1) * framePayload};
}

Ptr<FcFrame>
FcSequence::MakeFrame(uint32_t frame, const FcSequenceCut& cut) const
{
    const auto offset = frame * cut.framePayload;
    const bool last = frame + 1 == cut.frames;
    auto made = Create<FcFrame>();
    made->sof = frame == 0 ? FcSof::SOFI3 : FcSof::SOFN3;
    made->header = header;
    made->header.seqCnt = static_cast<uint16_t>(header.seqCnt + frame);
    if (header.HasFCtl(FcHeader::RELATIVE_OFFSET_PRESENT))
    {
        made->header.parameter += offset;
    }
    if (!last)
    {
        made->header.fCtl &= ~(FcHeader::END_SEQUENCE | FcHeader::SEQUENCE_INITIATIVE);
    }
    made->payload = payload->CreateFragment(offset, cut.GetPayload(frame));
    made->eof = last ? FcEof::EOFT : FcEof::EOFN;
    return made;
}

} // namespace ns3
