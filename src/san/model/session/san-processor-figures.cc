/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-processor-figures.h"

#include "ns3/io-summary.h"
#include "ns3/iscsi-application.h"
#include "ns3/iscsi-target.h"
#include "ns3/json-writer.h"

#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace ns3
{

void
SanProcessorFigures::Attach(const ApplicationContainer& ends)
{
    m_ends.Add(ends);
}

void
SanProcessorFigures::WriteSummary(JsonWriter& json, const IoSummary& requests) const
{
    std::map<std::string, std::vector<Time>> times;
    Time all;
    for (auto it = m_ends.Begin(); it != m_ends.End(); ++it)
    {
        const auto host = (*it)->GetObject<IscsiApplication>();
        const auto isTarget = DynamicCast<IscsiTarget>(host) != nullptr;
        times[isTarget ? "targets_busy" : "initiators_busy"].push_back(host->GetHostBusyTime());
        all += host->GetHostBusyTime();
    }
    const auto end = requests.GetEnd();
    if (all.IsZero() || !end.IsStrictlyPositive())
    {
        return;
    }
    json.BeginLine().Key("hosts").BeginObject();
    for (const auto& [name, busy] : times)
    {
        const auto sum = std::accumulate(busy.begin(), busy.end(), Time());
        json.Key(name).Fixed(sum.GetSeconds() / busy.size() / end.GetSeconds(), 6);
    }
    json.EndObject();
}

} // namespace ns3
