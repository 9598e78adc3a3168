/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-greedy-policy.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SsdGreedyPolicy);

TypeId
SsdGreedyPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SsdGreedyPolicy")
                            .SetParent<SsdVictimPolicy>()
                            .SetGroupName("SsdModel")
                            .AddConstructor<SsdGreedyPolicy>();
    return tid;
}

uint32_t
SsdGreedyPolicy::Choose(SsdBlockPool& pool, uint64_t /* time */)
{
    return pool.GetLeastValid();
}

uint32_t
SsdGreedyPolicy::GetChoices() const
{
    return 0;
}

} // namespace ns3
