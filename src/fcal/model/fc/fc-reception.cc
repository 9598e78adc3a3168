/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-reception.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// Words of a frame in front of its payload: SOF and header.
constexpr uint64_t LEADING_WORDS = 1 + FcHeader::SIZE / FcFrame::WORD_BYTES;

} // namespace

FcReception::FcReception(Ptr<FcSequence> sequence,
                         const FcSequenceCut& cut,
                         uint64_t way,
                         const FcLineRate& rate)
    : m_sequence(sequence),
      m_cut(cut),
      m_way(way),
      m_rate(rate)
{
}

Ptr<FcSequence>
FcReception::GetSequence() const
{
    return m_sequence;
}

const FcSequenceCut&
FcReception::GetCut() const
{
    return m_cut;
}

uint32_t
FcReception::GetPlannedFrames() const
{
    return m_times.GetCount();
}

Time
FcReception::GetFrameStart(uint32_t frame) const
{
    return m_rate.GetTime(m_times.GetStart(frame));
}

Time
FcReception::GetFrameArrival(uint32_t frame) const
{
    return m_rate.GetTime(m_times.GetStart(frame) + m_cut.GetWords(frame) + m_way);
}

Time
FcReception::GetByteArrival(uint32_t offset) const
{
    // The last of these bytes is in this frame.
    const auto frame = (std::max(offset, 1U) - 1) / m_cut.framePayload;
    if (frame >= GetPlannedFrames())
    {
        return Time::Max();
    }
    const auto inFrame = offset - frame * m_cut.framePayload;
    const auto words = (inFrame + FcFrame::WORD_BYTES - 1) / FcFrame::WORD_BYTES;
    return m_rate.GetTime(m_times.GetStart(frame) + m_way + LEADING_WORDS + words);
}

void
FcReception::SetTimes(FcalFrameTimes times)
{
    m_times = std::move(times);
}

const FcalFrameTimes&
FcReception::GetTimes() const
{
    return m_times;
}

uint64_t
FcReception::GetWay() const
{
    return m_way;
}

} // namespace ns3
