/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-fabric.h"

#include "san-path-options.h"

#include "ns3/ethernet-channel.h"
#include "ns3/leaf-spine-helper.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanFabric");

SanFabric::SanFabric(const SanPathOptions& o, const SanLinks& links)
    : m_links(links),
      m_near(o.GetInitiatorLeaves()),
      m_leaves(o.leaves),
      m_spines(o.spines)
{
    NS_LOG_INFO(o.leaves << " leaves, " << o.spines << " spines, " << o.linkRate);
    const SanLinks::Settings link{.rate = o.linkRate, .delay = o.delay / 2, .queue = o.queue};
    LeafSpineHelper helper(links.GetEthernet(link));
    helper.SetSharedBuffer(o.switchBuffer);
    m_fabric = helper.Install(m_leaves, m_spines);
    m_fabric->SetAttribute("ConvergenceTime", TimeValue(o.convergenceTime));
}

int64_t
SanFabric::AssignStreams(int64_t stream)
{
    return m_fabric->AssignStreams(stream);
}

NetDeviceContainer
SanFabric::GetUplinks() const
{
    NetDeviceContainer uplinks;
    for (uint32_t leaf = 0; leaf < m_near; ++leaf)
    {
        for (uint32_t spine = 0; spine < m_spines.GetN(); ++spine)
        {
            const auto up = m_leaves.Get(leaf)->GetDevice(spine);
            uplinks.Add(up);
            uplinks.Add(up->GetChannel()->GetDevice(1));
        }
    }
    return uplinks;
}

void
SanFabric::SetDelay(Time delay) const
{
    for (auto leaf = m_leaves.Begin(); leaf != m_leaves.End(); ++leaf)
    {
        for (uint32_t spine = 0; spine < m_spines.GetN(); ++spine)
        {
            (*leaf)->GetDevice(spine)->GetChannel()->SetAttribute("Delay", TimeValue(delay / 2));
        }
    }
}

NetDeviceContainer
SanFabric::JoinInitiator(const SanLinks::Settings& access, Ptr<Node> initiator, uint32_t number)
{
    return Join(access, initiator, number % m_near);
}

NetDeviceContainer
SanFabric::JoinTarget(const SanLinks::Settings& access, Ptr<Node> target, uint32_t number)
{
    return Join(access, target, m_near + number % (m_leaves.GetN() - m_near));
}

NetDeviceContainer
SanFabric::Join(const SanLinks::Settings& access, Ptr<Node> host, uint32_t leaf)
{
    const auto ends = m_links.Join(access, host, m_leaves.Get(leaf));
    m_fabric->AddHost(leaf,
                      DynamicCast<EthernetNetDevice>(ends.Get(1)),
                      Mac48Address::ConvertFrom(ends.Get(0)->GetAddress()));
    return ends;
}

} // namespace ns3
