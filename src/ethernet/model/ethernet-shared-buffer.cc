/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-shared-buffer.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EthernetSharedBuffer);

TypeId
EthernetSharedBuffer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::EthernetSharedBuffer")
                            .SetParent<Object>()
                            .SetGroupName("Ethernet")
                            .AddConstructor<EthernetSharedBuffer>()
                            .AddAttribute("Size",
                                          "Bytes of frames that may wait at all ports together, "
                                          "1 or more",
                                          UintegerValue(2'000'000),
                                          MakeUintegerAccessor(&EthernetSharedBuffer::m_size),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
EthernetSharedBuffer::Add(EthernetTransmitter* port)
{
    m_ports.push_back(port);
}

bool
EthernetSharedBuffer::HasRoom(Time now, const EthernetTrain& train) const
{
    // As at a port, frames that will come are in the way of those of a train, but not of a frame.
    const auto used = train.frames > 1 ? GetGranted(now) : GetUsed(now);
    return used + train.GetFrameBytes() <= m_size;
}

uint64_t
EthernetSharedBuffer::GetUsed(Time now) const
{
    return Sum(&EthernetTransmitter::GetWaitingBytes, now);
}

uint64_t
EthernetSharedBuffer::GetGranted(Time now) const
{
    return Sum(&EthernetTransmitter::GetGrantedBytes, now);
}

uint64_t
EthernetSharedBuffer::Sum(uint64_t (EthernetTransmitter::*get)(Time), Time now) const
{
    uint64_t sum = 0;
    for (auto* port : m_ports)
    {
        sum += (port->*get)(now);
    }
    return sum;
}

uint64_t
EthernetSharedBuffer::GetSize() const
{
    return m_size;
}

void
EthernetSharedBuffer::DoDispose()
{
    m_ports.clear();
    Object::DoDispose();
}

} // namespace ns3
