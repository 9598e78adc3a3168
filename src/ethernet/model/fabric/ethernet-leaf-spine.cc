/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-leaf-spine.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("EthernetLeafSpine");

NS_OBJECT_ENSURE_REGISTERED(EthernetLeafSpine);

TypeId
EthernetLeafSpine::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EthernetLeafSpine")
            .SetParent<Object>()
            .SetGroupName("Ethernet")
            .AddConstructor<EthernetLeafSpine>()
            .AddAttribute("ConvergenceTime",
                          "Time from a change of a link of a leaf and a spine until all switches "
                          "know it, 0 or more",
                          TimeValue(MilliSeconds(50)),
                          MakeTimeAccessor(&EthernetLeafSpine::m_convergence),
                          MakeTimeChecker(Time(0)));
    return tid;
}

EthernetLeafSpine::EthernetLeafSpine()
    : m_randomSeeds(CreateObject<UniformRandomVariable>())
{
}

EthernetLeafSpine::~EthernetLeafSpine() = default;

void
EthernetLeafSpine::AddLeaf(Ptr<EthernetFabricSwitch> leaf)
{
    NS_ABORT_MSG_UNLESS(m_spines.empty(), "EthernetLeafSpine: leaves come before spines");
    m_leaves.push_back({leaf, {}, {}});
    DrawSeed(m_leaves.back());
}

void
EthernetLeafSpine::AddSpine(Ptr<EthernetFabricSwitch> spine,
                            const std::vector<Ptr<EthernetNetDevice>>& links)
{
    NS_ABORT_MSG_UNLESS(links.size() == 2 * m_leaves.size(),
                        "EthernetLeafSpine: a spine has a link to each leaf");
    m_spines.push_back({spine, {}});
    for (std::size_t leaf = 0; leaf < m_leaves.size(); ++leaf)
    {
        const auto& up = links[2 * leaf];
        const auto& down = links[2 * leaf + 1];
        m_leaves[leaf].forwarding->AddPort(up);
        m_leaves[leaf].up.push_back(up);
        spine->AddPort(down);
        m_spines.back().down.push_back(down);
        up->AddLinkChangeCallback(MakeCallback(&EthernetLeafSpine::LinkChanged, this));
    }
    Converge();
}

void
EthernetLeafSpine::AddHost(uint32_t leaf, Ptr<EthernetNetDevice> port, Mac48Address address)
{
    NS_ABORT_MSG_UNLESS(leaf < m_leaves.size(), "EthernetLeafSpine: there is no leaf " << leaf);
    auto& at = m_leaves[leaf];
    at.forwarding->AddPort(port);
    // Groups of a leaf: one for each leaf, then one for each host of its own.
    const auto own = static_cast<uint32_t>(m_leaves.size() + at.down.size());
    at.down.push_back(port);
    at.forwarding->SetGroup(own, {port});
    for (std::size_t other = 0; other < m_leaves.size(); ++other)
    {
        m_leaves[other].forwarding->SetDestination(address, other == leaf ? own : leaf);
    }
    for (const auto& spine : m_spines)
    {
        spine.forwarding->SetDestination(address, leaf);
    }
    SetTree(at, GetRoot());
}

int64_t
EthernetLeafSpine::AssignStreams(int64_t stream)
{
    m_randomSeeds->SetStream(stream);
    for (const auto& leaf : m_leaves)
    {
        DrawSeed(leaf);
    }
    return 1;
}

void
EthernetLeafSpine::DoDispose()
{
    m_change.Cancel();
    m_leaves.clear();
    m_spines.clear();
    m_randomSeeds = nullptr;
    Object::DoDispose();
}

void
EthernetLeafSpine::DrawSeed(const Leaf& leaf)
{
    const auto seed = m_randomSeeds->GetInteger(0, std::numeric_limits<uint32_t>::max());
    leaf.forwarding->SetAttribute("HashSeed", UintegerValue(seed));
}

void
EthernetLeafSpine::LinkChanged()
{
    // Later changes do not put off what switches learn of an earlier one.
    if (!m_change.IsPending())
    {
        m_change = Simulator::Schedule(m_convergence, &EthernetLeafSpine::Converge, this);
    }
}

void
EthernetLeafSpine::Converge()
{
    const auto root = GetRoot();
    for (std::size_t from = 0; from < m_leaves.size(); ++from)
    {
        const auto& leaf = m_leaves[from];
        for (std::size_t to = 0; to < m_leaves.size(); ++to)
        {
            leaf.forwarding->SetGroup(to, GetPaths(from, to));
        }
        SetTree(leaf, root);
    }
    for (std::size_t i = 0; i < m_spines.size(); ++i)
    {
        const auto& spine = m_spines[i];
        for (std::size_t leaf = 0; leaf < m_leaves.size(); ++leaf)
        {
            const auto& port = spine.down[leaf];
            spine.forwarding->SetGroup(leaf,
                                       IsUp(leaf, i) ? std::vector{port}
                                                     : std::vector<Ptr<EthernetNetDevice>>{});
        }
        spine.forwarding->SetTree(i == root ? spine.down : std::vector<Ptr<EthernetNetDevice>>{});
    }
    NS_LOG_INFO("frames for everybody take spine " << root);
}

void
EthernetLeafSpine::SetTree(const Leaf& leaf, std::size_t root)
{
    auto tree = leaf.down;
    if (!leaf.up.empty())
    {
        tree.push_back(leaf.up[root]);
    }
    leaf.forwarding->SetTree(tree);
}

bool
EthernetLeafSpine::IsUp(std::size_t leaf, std::size_t spine) const
{
    return m_leaves[leaf].up[spine]->IsLinkUp();
}

std::vector<Ptr<EthernetNetDevice>>
EthernetLeafSpine::GetPaths(std::size_t from, std::size_t to) const
{
    std::vector<Ptr<EthernetNetDevice>> paths;
    for (std::size_t spine = 0; from != to && spine < m_spines.size(); ++spine)
    {
        if (IsUp(from, spine) && IsUp(to, spine))
        {
            paths.push_back(m_leaves[from].up[spine]);
        }
    }
    return paths;
}

std::size_t
EthernetLeafSpine::GetRoot() const
{
    for (std::size_t spine = 0; spine < m_spines.size(); ++spine)
    {
        bool isWhole = true;
        for (std::size_t leaf = 0; leaf < m_leaves.size(); ++leaf)
        {
            isWhole = isWhole && IsUp(leaf, spine);
        }
        if (isWhole)
        {
            return spine;
        }
    }
    return 0;
}

} // namespace ns3
