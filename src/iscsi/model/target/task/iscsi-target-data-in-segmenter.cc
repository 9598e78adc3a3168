/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-data-in-segmenter.h"

#include <algorithm>

namespace ns3
{

void
IscsiTargetDataInSegmenter::Add(Ptr<Packet> data)
{
    if (GetHeld() == 0)
    {
        m_held = data;
    }
    else
    {
        // A packet of its own is what ns-3 joins virtual payload to without making it real.
        auto joined = Create<Packet>();
        joined->AddAtEnd(m_heldOffset == 0 ? m_held
                                           : m_held->CreateFragment(m_heldOffset, GetHeld()));
        joined->AddAtEnd(data);
        m_held = joined;
    }
    m_heldOffset = 0;
}

Ptr<Packet>
IscsiTargetDataInSegmenter::Cut(uint32_t maxSegment,
                                uint32_t maxBurst,
                                bool last,
                                IscsiDataInHeader& header)
{
    const uint32_t held = GetHeld();
    const uint32_t length = std::min({held, maxSegment, maxBurst - m_inSequence});
    const bool isEnd = length == held;
    if (length == 0 || (isEnd && !last))
    {
        return nullptr;
    }
    header.dataSn = m_dataSn++;
    header.bufferOffset = m_offset;
    header.final = isEnd || m_inSequence + length == maxBurst;
    const bool isWhole = length == m_held->GetSize();
    auto data = isWhole ? m_held->Copy() : m_held->CreateFragment(m_heldOffset, length);
    m_offset += length;
    m_heldOffset += length;
    m_inSequence = header.final ? 0 : m_inSequence + length;
    if (isEnd)
    {
        m_held = nullptr;
        m_heldOffset = 0;
    }
    return data;
}

void
IscsiTargetDataInSegmenter::Restart(uint32_t dataSn, uint32_t offset)
{
    m_held = nullptr;
    m_heldOffset = 0;
    m_offset = offset;
    m_inSequence = 0;
    m_dataSn = dataSn;
}

uint32_t
IscsiTargetDataInSegmenter::AllocateNumber()
{
    return m_dataSn++;
}

uint32_t
IscsiTargetDataInSegmenter::GetHeld() const
{
    return m_held ? m_held->GetSize() - m_heldOffset : 0;
}

uint32_t
IscsiTargetDataInSegmenter::GetEnd() const
{
    return m_offset + GetHeld();
}

uint32_t
IscsiTargetDataInSegmenter::GetCount() const
{
    return m_dataSn;
}

} // namespace ns3
