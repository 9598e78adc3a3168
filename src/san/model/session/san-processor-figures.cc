/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-processor-figures.h"

#include "ns3/io-summary.h"
#include "ns3/iscsi-host-cost.h"
#include "ns3/iscsi-target.h"
#include "ns3/json-writer.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

namespace
{

/// The cores of all initiator hosts, or of all targets.
struct SideCores
{
    std::vector<Time> busy;  //!< how long each worked
    bool haveSeveral{false}; //!< whether a host has several
};

} // namespace

void
SanProcessorFigures::Attach(const ApplicationContainer& ends)
{
    m_ends.Add(ends);
}

void
SanProcessorFigures::WriteSummary(JsonWriter& json, const IoSummary& requests) const
{
    std::map<std::string, SideCores> sides;
    std::set<Ptr<IscsiHostCost>> seen;
    Time all;
    for (auto it = m_ends.Begin(); it != m_ends.End(); ++it)
    {
        PointerValue host;
        (*it)->GetAttribute("HostCost", host);
        const auto cost = host.Get<IscsiHostCost>();
        const auto isTarget = DynamicCast<IscsiTarget>(*it) != nullptr;
        auto& cores = sides[isTarget ? "targets" : "initiators"];
        if (!cost)
        {
            cores.busy.emplace_back();
        }
        else if (seen.insert(cost).second)
        {
            cores.haveSeveral = cores.haveSeveral || cost->GetNCores() > 1;
            for (uint32_t core = 0; core < cost->GetNCores(); ++core)
            {
                cores.busy.push_back(cost->GetBusyTime(core));
            }
            all += cost->GetBusyTime();
        }
    }
    const auto end = requests.GetEnd();
    if (all.IsZero() || !end.IsStrictlyPositive())
    {
        return;
    }
    json.BeginLine().Key("hosts").BeginObject();
    for (const auto& [name, cores] : sides)
    {
        const auto sum = std::accumulate(cores.busy.begin(), cores.busy.end(), Time());
        json.Key(name + "_busy").Fixed(sum.GetSeconds() / cores.busy.size() / end.GetSeconds(), 6);
        if (cores.haveSeveral)
        {
            const auto most = *std::max_element(cores.busy.begin(), cores.busy.end());
            json.Key(name + "_busiest_core").Fixed(most.GetSeconds() / end.GetSeconds(), 6);
        }
    }
    json.EndObject();
}

} // namespace ns3
