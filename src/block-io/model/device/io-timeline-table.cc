/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "io-timeline-table.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IoTimelineTag);

IoTimelineTable::Handle
IoTimelineTable::Open(Ptr<IoTimeline> timeline)
{
    if (m_free.empty())
    {
        m_free.push_back(m_slots.size());
        m_slots.emplace_back();
    }
    const auto index = m_free.back();
    m_free.pop_back();
    auto& slot = m_slots[index];
    ++slot.generation;
    slot.timeline = timeline;
    return (static_cast<Handle>(slot.generation) << 32) | index;
}

Ptr<IoTimeline>
IoTimelineTable::Find(Handle handle) const
{
    const auto index = static_cast<uint32_t>(handle);
    if (index >= m_slots.size() || m_slots[index].generation != handle >> 32)
    {
        return nullptr;
    }
    return m_slots[index].timeline;
}

void
IoTimelineTable::Close(Handle handle)
{
    if (Find(handle))
    {
        const auto index = static_cast<uint32_t>(handle);
        m_slots[index].timeline = nullptr;
        m_free.push_back(index);
    }
}

IoTimelineTag::IoTimelineTag(IoTimelineTable::Handle handle)
    : m_handle(handle)
{
}

IoTimelineTable::Handle
IoTimelineTag::GetHandle() const
{
    return m_handle;
}

TypeId
IoTimelineTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IoTimelineTag")
                            .SetParent<Tag>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<IoTimelineTag>();
    return tid;
}

TypeId
IoTimelineTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
IoTimelineTag::GetSerializedSize() const
{
    return sizeof(m_handle);
}

void
IoTimelineTag::Serialize(TagBuffer buffer) const
{
    buffer.WriteU64(m_handle);
}

void
IoTimelineTag::Deserialize(TagBuffer buffer)
{
    m_handle = buffer.ReadU64();
}

void
IoTimelineTag::Print(std::ostream& os) const
{
    os << "timeline=" << m_handle;
}

} // namespace ns3
