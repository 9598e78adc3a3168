/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "shuffled-address-pattern.h"

#include "ns3/pointer.h"
#include "ns3/string.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ShuffledAddressPattern);
NS_OBJECT_ENSURE_REGISTERED(ScatteredAddressPattern);

TypeId
ShuffledAddressPattern::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ShuffledAddressPattern")
                            .SetParent<AddressPattern>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<ShuffledAddressPattern>();
    return tid;
}

ShuffledAddressPattern::ShuffledAddressPattern()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

uint64_t
ShuffledAddressPattern::GetNext(uint32_t device, uint64_t positions, uint64_t /* length */)
{
    if (device >= m_passes.size())
    {
        m_passes.resize(device + 1);
    }
    auto& pass = m_passes[device];
    if (pass.next == pass.order.GetSize() || pass.order.GetSize() != positions)
    {
        pass.order = AddressPermutation(positions, AddressPermutation::DrawKeys(m_uniform));
        pass.next = 0;
    }
    return pass.order.Map(pass.next++);
}

int64_t
ShuffledAddressPattern::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1;
}

TypeId
ScatteredAddressPattern::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ScatteredAddressPattern")
                            .SetParent<AddressPattern>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<ScatteredAddressPattern>()
                            .AddAttribute("Pattern",
                                          "The pattern whose positions are scattered",
                                          StringValue("ns3::ZipfAddressPattern"),
                                          MakePointerAccessor(&ScatteredAddressPattern::m_pattern),
                                          MakePointerChecker<AddressPattern>());
    return tid;
}

ScatteredAddressPattern::ScatteredAddressPattern()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

uint64_t
ScatteredAddressPattern::GetNext(uint32_t device, uint64_t positions, uint64_t length)
{
    while (device >= m_keys.size())
    {
        m_keys.push_back(AddressPermutation::DrawKeys(m_uniform));
    }
    const AddressPermutation places(positions, m_keys[device]);
    return places.Map(m_pattern->GetNext(device, positions, length));
}

int64_t
ScatteredAddressPattern::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1 + m_pattern->AssignStreams(stream + 1);
}

} // namespace ns3
