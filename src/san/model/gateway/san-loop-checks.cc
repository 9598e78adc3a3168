/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-loop-checks.h"

#include "ns3/json-writer.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

void
SanLoopChecks::Attach(const std::vector<Ptr<StorageGateway>>& gateways)
{
    for (std::size_t i = 0; i < gateways.size(); ++i)
    {
        for (uint32_t k = 0; k < gateways[i]->GetNBackEnds(); ++k)
        {
            const auto loop = gateways[i]->GetBackEnd(k)->GetObject<FcalLoop>();
            if (!loop)
            {
                continue;
            }
            const auto name = "gateway " + std::to_string(i) + " loop " + std::to_string(k);
            m_checkers.push_back(std::make_unique<FcalAccessChecker>(
                [this, name](const std::string& what) { m_violations.Note(name, what); }));
            m_checkers.back()->Attach(loop);
        }
    }
}

std::string
SanLoopChecks::GetError() const
{
    return m_violations.GetError("wins of a loop");
}

void
SanLoopChecks::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    if (m_checkers.empty())
    {
        return;
    }
    uint64_t wins = 0;
    for (const auto& checker : m_checkers)
    {
        wins += checker->GetWins();
    }
    json.BeginLine().Key("loop_checks").BeginObject();
    json.Key("wins").Integer(wins);
    json.Key("violations").Integer(m_violations.GetCount());
    json.EndObject();
}

} // namespace ns3
