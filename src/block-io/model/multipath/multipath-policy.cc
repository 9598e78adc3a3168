/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "multipath-policy.h"

#include "ns3/assert.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MultipathPolicy);
NS_OBJECT_ENSURE_REGISTERED(MultipathRoundRobinPolicy);
NS_OBJECT_ENSURE_REGISTERED(MultipathLeastLoadPolicy);
NS_OBJECT_ENSURE_REGISTERED(MultipathLeastQueueDepthPolicy);
NS_OBJECT_ENSURE_REGISTERED(MultipathServiceTimePolicy);
NS_OBJECT_ENSURE_REGISTERED(MultipathFailoverPolicy);

TypeId
MultipathPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MultipathPolicy").SetParent<Object>().SetGroupName("BlockIo");
    return tid;
}

uint32_t
MultipathPolicy::FindUp(const std::vector<MultipathPath>& paths, uint32_t begin)
{
    const auto count = static_cast<uint32_t>(paths.size());
    for (uint32_t i = 0; i < count; ++i)
    {
        const auto path = (begin + i) % count;
        if (paths[path].isUp)
        {
            return path;
        }
    }
    NS_ASSERT_MSG(false, "no path is up");
    return 0;
}

TypeId
MultipathRoundRobinPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MultipathRoundRobinPolicy")
            .SetParent<MultipathPolicy>()
            .SetGroupName("BlockIo")
            .AddConstructor<MultipathRoundRobinPolicy>()
            .AddAttribute("RequestsPerPath",
                          "Requests that a path is given before the next one has its turn, 1 or "
                          "more",
                          UintegerValue(1),
                          MakeUintegerAccessor(&MultipathRoundRobinPolicy::m_requestsPerPath),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

uint32_t
MultipathRoundRobinPolicy::Choose(const std::vector<MultipathPath>& paths)
{
    const auto path = FindUp(paths, m_sent < m_requestsPerPath ? m_path : m_path + 1);
    m_sent = path == m_path && m_sent < m_requestsPerPath ? m_sent + 1 : 1;
    m_path = path;
    return path;
}

TypeId
MultipathLeastLoadPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MultipathLeastLoadPolicy")
                            .SetParent<MultipathPolicy>()
                            .SetGroupName("BlockIo");
    return tid;
}

uint32_t
MultipathLeastLoadPolicy::Choose(const std::vector<MultipathPath>& paths)
{
    const auto count = static_cast<uint32_t>(paths.size());
    auto best = FindUp(paths, m_next);
    for (uint32_t i = 1; i < count; ++i)
    {
        const auto path = (m_next + i) % count;
        if (paths[path].isUp && GetLoad(paths[path]) < GetLoad(paths[best]))
        {
            best = path;
        }
    }
    m_next = (best + 1) % count;
    return best;
}

TypeId
MultipathLeastQueueDepthPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MultipathLeastQueueDepthPolicy")
                            .SetParent<MultipathLeastLoadPolicy>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<MultipathLeastQueueDepthPolicy>();
    return tid;
}

uint64_t
MultipathLeastQueueDepthPolicy::GetLoad(const MultipathPath& path) const
{
    return path.device->GetOutstanding();
}

TypeId
MultipathServiceTimePolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MultipathServiceTimePolicy")
                            .SetParent<MultipathLeastLoadPolicy>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<MultipathServiceTimePolicy>();
    return tid;
}

uint64_t
MultipathServiceTimePolicy::GetLoad(const MultipathPath& path) const
{
    return path.blocks;
}

TypeId
MultipathFailoverPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MultipathFailoverPolicy")
                            .SetParent<MultipathPolicy>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<MultipathFailoverPolicy>();
    return tid;
}

uint32_t
MultipathFailoverPolicy::Choose(const std::vector<MultipathPath>& paths)
{
    return FindUp(paths, 0);
}

} // namespace ns3
