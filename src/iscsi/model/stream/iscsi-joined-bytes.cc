/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-joined-bytes.h"

#include "ns3/iscsi-header.h"
#include "ns3/iscsi-segment-bytes.h"

namespace ns3
{

void
IscsiJoinedBytes::Add(Ptr<const Packet> part)
{
    constexpr auto HEADER = IscsiHeader::BHS_SIZE;
    const auto size = part->GetSize();
    AddTimelines(part);
    if (IscsiIsVirtual(*part))
    {
        m_virtual += size;
    }
    else if (size > HEADER && IscsiIsVirtual(*part->CreateFragment(HEADER, size - HEADER)))
    {
        AddBytes(part, HEADER);
        m_virtual += size - HEADER;
    }
    else
    {
        AddBytes(part, size);
    }
}

uint32_t
IscsiJoinedBytes::GetSize() const
{
    return m_bytes.size() + m_virtual;
}

Ptr<Packet>
IscsiJoinedBytes::MakePacket() const
{
    const auto packet = Create<Packet>(m_bytes.data(), m_bytes.size());
    if (m_virtual > 0)
    {
        packet->AddAtEnd(Create<Packet>(m_virtual));
    }
    for (const auto& timeline : m_timelines)
    {
        packet->AddByteTag(timeline.tag, timeline.begin, timeline.end);
    }
    return packet;
}

void
IscsiJoinedBytes::AddBytes(Ptr<const Packet> part, uint32_t size)
{
    const auto begin = GetSize();
    m_bytes.resize(begin + size);
    m_virtual = 0;
    part->CopyData(&m_bytes[begin], size);
}

void
IscsiJoinedBytes::AddTimelines(Ptr<const Packet> part)
{
    for (auto i = part->GetByteTagIterator(); i.HasNext();)
    {
        const auto item = i.Next();
        if (item.GetTypeId() == IoTimelineTag::GetTypeId())
        {
            IoTimelineTag tag;
            item.GetTag(tag);
            m_timelines.push_back({tag, GetSize() + item.GetStart(), GetSize() + item.GetEnd()});
        }
    }
}

} // namespace ns3
