/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-train.h"

#include "ethernet-framing.h"

#include "ns3/object-base.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EthernetTrainTag);

EthernetTrain
EthernetTrain::Single(uint32_t bytes)
{
    EthernetTrain train;
    train.payload = bytes;
    train.lastPayload = bytes;
    return train;
}

Time
EthernetTrain::GetSpacing() const
{
    return frames == 1 ? Time() : span / static_cast<int64_t>(frames - 1);
}

uint64_t
EthernetTrain::GetWireBytes() const
{
    return uint64_t{frames - 1} * EthernetFraming::GetWireBytes(payload) +
           EthernetFraming::GetWireBytes(lastPayload);
}

uint64_t
EthernetTrain::GetFrameBytes() const
{
    return uint64_t{frames - 1} * EthernetFraming::GetFrameBytes(payload) +
           EthernetFraming::GetFrameBytes(lastPayload);
}

TypeId
EthernetTrainTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::EthernetTrainTag")
                            .SetParent<Tag>()
                            .SetGroupName("Ethernet")
                            .AddConstructor<EthernetTrainTag>();
    return tid;
}

EthernetTrainTag::EthernetTrainTag(const EthernetTrain& train)
    : m_train(train)
{
}

const EthernetTrain&
EthernetTrainTag::GetTrain() const
{
    return m_train;
}

TypeId
EthernetTrainTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
EthernetTrainTag::GetSerializedSize() const
{
    return 4 * sizeof(uint32_t) + 2 * sizeof(uint64_t);
}

void
EthernetTrainTag::Serialize(TagBuffer buffer) const
{
    buffer.WriteU32(m_train.frames);
    buffer.WriteU32(m_train.payload);
    buffer.WriteU32(m_train.lastPayload);
    buffer.WriteU32(m_train.ackStep);
    buffer.WriteU64(m_train.start.GetTimeStep());
    buffer.WriteU64(m_train.span.GetTimeStep());
}

void
EthernetTrainTag::Deserialize(TagBuffer buffer)
{
    m_train.frames = buffer.ReadU32();
    m_train.payload = buffer.ReadU32();
    m_train.lastPayload = buffer.ReadU32();
    m_train.ackStep = buffer.ReadU32();
    m_train.start = TimeStep(buffer.ReadU64());
    m_train.span = TimeStep(buffer.ReadU64());
}

void
EthernetTrainTag::Print(std::ostream& os) const
{
    os << m_train.frames << " frames in " << m_train.span.As(Time::US);
}

} // namespace ns3
