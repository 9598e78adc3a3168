/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-victim-policy.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SsdVictimPolicy);

TypeId
SsdVictimPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SsdVictimPolicy").SetParent<Object>().SetGroupName("SsdModel");
    return tid;
}

int64_t
SsdVictimPolicy::AssignStreams(int64_t /* stream */)
{
    return 0;
}

} // namespace ns3
