/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-connection-policy.h"

#include "iscsi-initiator-connection.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IscsiConnectionPolicy);
NS_OBJECT_ENSURE_REGISTERED(IscsiRoundRobinPolicy);
NS_OBJECT_ENSURE_REGISTERED(IscsiLeastOutstandingPolicy);
NS_OBJECT_ENSURE_REGISTERED(IscsiLunPolicy);

TypeId
IscsiConnectionPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IscsiConnectionPolicy").SetParent<Object>().SetGroupName("Iscsi");
    return tid;
}

TypeId
IscsiRoundRobinPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiRoundRobinPolicy")
                            .SetParent<IscsiConnectionPolicy>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiRoundRobinPolicy>();
    return tid;
}

std::size_t
IscsiRoundRobinPolicy::Choose(const Connections& connections, const ScsiTask& /* task */)
{
    return m_next++ % connections.size();
}

TypeId
IscsiLeastOutstandingPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiLeastOutstandingPolicy")
                            .SetParent<IscsiConnectionPolicy>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiLeastOutstandingPolicy>();
    return tid;
}

std::size_t
IscsiLeastOutstandingPolicy::Choose(const Connections& connections, const ScsiTask& /* task */)
{
    const auto least =
        std::min_element(connections.begin(),
                         connections.end(),
                         [](const auto& one, const auto& other) {
                             return one->GetOutstandingBytes() < other->GetOutstandingBytes();
                         });
    return least - connections.begin();
}

TypeId
IscsiLunPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiLunPolicy")
                            .SetParent<IscsiConnectionPolicy>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiLunPolicy>();
    return tid;
}

std::size_t
IscsiLunPolicy::Choose(const Connections& connections, const ScsiTask& task)
{
    // The number of a logical unit on a single level is in the first two bytes (SAM-5, 4.7).
    return (task.lun >> 48) % connections.size();
}

} // namespace ns3
