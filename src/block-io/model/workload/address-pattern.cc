/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "address-pattern.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AddressPattern);
NS_OBJECT_ENSURE_REGISTERED(SequentialAddressPattern);
NS_OBJECT_ENSURE_REGISTERED(UniformAddressPattern);

TypeId
AddressPattern::GetTypeId()
{
    static TypeId tid = TypeId("ns3::AddressPattern").SetParent<Object>().SetGroupName("BlockIo");
    return tid;
}

int64_t
AddressPattern::AssignStreams(int64_t /* stream */)
{
    return 0;
}

TypeId
SequentialAddressPattern::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SequentialAddressPattern")
                            .SetParent<AddressPattern>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<SequentialAddressPattern>();
    return tid;
}

uint64_t
SequentialAddressPattern::GetNext(uint32_t device, uint64_t positions, uint64_t length)
{
    if (device >= m_next.size())
    {
        m_next.resize(device + 1);
    }
    const auto position = m_next[device] < positions ? m_next[device] : 0;
    m_next[device] = position + length;
    return position;
}

TypeId
UniformAddressPattern::GetTypeId()
{
    static TypeId tid = TypeId("ns3::UniformAddressPattern")
                            .SetParent<AddressPattern>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<UniformAddressPattern>();
    return tid;
}

UniformAddressPattern::UniformAddressPattern()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

uint64_t
UniformAddressPattern::GetNext(uint32_t /* device */, uint64_t positions, uint64_t /* length */)
{
    const auto count = static_cast<double>(positions);
    const auto position = static_cast<uint64_t>(m_uniform->GetValue(0, count));
    // The product of a number just below 1 and a large count may be rounded up to the count.
    return std::min(position, positions - 1);
}

int64_t
UniformAddressPattern::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1;
}

} // namespace ns3
