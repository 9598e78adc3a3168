/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-train.h"

#include "ethernet-framing.h"

#include "ns3/object-base.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EthernetTrainTag);

namespace
{

/// A train as it lies in a packet's tag, which is copied at once.
struct Fields
{
    uint32_t frames;      //!< see EthernetTrain
    uint32_t payload;     //!< see EthernetTrain
    uint32_t lastPayload; //!< see EthernetTrain
    uint32_t ackStep;     //!< see EthernetTrain
    int64_t start;        //!< time steps
    int64_t span;         //!< time steps
};

} // namespace

EthernetTrain
EthernetTrain::Single(uint32_t bytes)
{
    EthernetTrain train;
    train.payload = bytes;
    train.lastPayload = bytes;
    return train;
}

EthernetEvenTimes
EthernetTrain::GetTimes() const
{
    const uint64_t later = frames - 1;
    return {start, 0, static_cast<uint64_t>(span.GetNanoSeconds()), std::max(later, UINT64_C(1))};
}

Time
EthernetTrain::GetTime(uint32_t frame) const
{
    return GetTimes().Get(frame);
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
    return sizeof(Fields);
}

void
EthernetTrainTag::Serialize(TagBuffer buffer) const
{
    Fields fields{m_train.frames,
                  m_train.payload,
                  m_train.lastPayload,
                  m_train.ackStep,
                  m_train.start.GetTimeStep(),
                  m_train.span.GetTimeStep()};
    const auto bytes = reinterpret_cast<uint8_t*>(&fields);
    buffer.CopyFrom(TagBuffer(bytes, bytes + sizeof(fields)));
}

void
EthernetTrainTag::Deserialize(TagBuffer buffer)
{
    Fields fields;
    buffer.Read(reinterpret_cast<uint8_t*>(&fields), sizeof(fields));
    m_train = {fields.frames,
               fields.payload,
               fields.lastPayload,
               fields.ackStep,
               TimeStep(fields.start),
               TimeStep(fields.span)};
}

void
EthernetTrainTag::Print(std::ostream& os) const
{
    os << m_train.frames << " frames in " << m_train.span.As(Time::US);
}

} // namespace ns3
