/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-connection-policy.h"

#include "iscsi-initiator-connection.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IscsiInitiatorConnectionPolicy);
NS_OBJECT_ENSURE_REGISTERED(IscsiInitiatorRoundRobinPolicy);
NS_OBJECT_ENSURE_REGISTERED(IscsiInitiatorLeastOutstandingPolicy);
NS_OBJECT_ENSURE_REGISTERED(IscsiInitiatorLunPolicy);

TypeId
IscsiInitiatorConnectionPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IscsiInitiatorConnectionPolicy").SetParent<Object>().SetGroupName("Iscsi");
    return tid;
}

TypeId
IscsiInitiatorRoundRobinPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiInitiatorRoundRobinPolicy")
                            .SetParent<IscsiInitiatorConnectionPolicy>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiInitiatorRoundRobinPolicy>();
    return tid;
}

std::size_t
IscsiInitiatorRoundRobinPolicy::Choose(const Connections& connections, const ScsiTask& /* task */)
{
    return m_next++ % connections.size();
}

TypeId
IscsiInitiatorLeastOutstandingPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiInitiatorLeastOutstandingPolicy")
                            .SetParent<IscsiInitiatorConnectionPolicy>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiInitiatorLeastOutstandingPolicy>();
    return tid;
}

std::size_t
IscsiInitiatorLeastOutstandingPolicy::Choose(const Connections& connections,
                                             const ScsiTask& /* task */)
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
IscsiInitiatorLunPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiInitiatorLunPolicy")
                            .SetParent<IscsiInitiatorConnectionPolicy>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiInitiatorLunPolicy>();
    return tid;
}

std::size_t
IscsiInitiatorLunPolicy::Choose(const Connections& connections, const ScsiTask& task)
{
    // The number of a logical unit on a single level is in the first two bytes (SAM-5, 4.7).
    return (task.lun >> 48) % connections.size();
}

} // namespace ns3
