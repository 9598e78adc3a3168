/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-iu-header.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FcIuHeader);

TypeId
FcIuHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcIuHeader").SetParent<Header>().SetGroupName("Fcal");
    return tid;
}

FcIuHeader::FcIuHeader(uint32_t size)
    : m_size(size)
{
}

uint32_t
FcIuHeader::GetSerializedSize() const
{
    return m_size;
}

void
FcIuHeader::Serialize(Buffer::Iterator start) const
{
    Encode(start);
}

uint32_t
FcIuHeader::Deserialize(Buffer::Iterator start)
{
    const bool complete = start.GetRemainingSize() >= m_size;
    return complete && Decode(start) ? m_size : 0;
}

} // namespace ns3
