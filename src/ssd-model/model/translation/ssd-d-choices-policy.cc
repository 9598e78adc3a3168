/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-d-choices-policy.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SsdDChoicesPolicy);

TypeId
SsdDChoicesPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SsdDChoicesPolicy")
                            .SetParent<SsdVictimPolicy>()
                            .SetGroupName("SsdModel")
                            .AddConstructor<SsdDChoicesPolicy>()
                            .AddAttribute("Choices",
                                          "Blocks that are drawn for each choice, 1 or more",
                                          UintegerValue(10),
                                          MakeUintegerAccessor(&SsdDChoicesPolicy::m_choices),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

SsdDChoicesPolicy::SsdDChoicesPolicy()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

uint32_t
SsdDChoicesPolicy::Choose(SsdBlockPool& pool, uint64_t /* time */)
{
    const auto draw = [&] { return pool.GetMember(m_random->GetInteger(0, pool.GetN() - 1)); };
    auto best = draw();
    for (uint32_t i = 1; i < m_choices; ++i)
    {
        const auto other = draw();
        best = pool.GetValid(other) < pool.GetValid(best) ? other : best;
    }
    return best;
}

uint32_t
SsdDChoicesPolicy::GetChoices() const
{
    return m_choices;
}

int64_t
SsdDChoicesPolicy::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

} // namespace ns3
