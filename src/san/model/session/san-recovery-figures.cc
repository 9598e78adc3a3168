/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-recovery-figures.h"

#include "ns3/json-writer.h"

namespace ns3
{

void
SanRecoveryFigures::Attach(const ApplicationContainer& ends)
{
    for (auto it = ends.Begin(); it != ends.End(); ++it)
    {
        (*it)->TraceConnectWithoutContext("Recovery",
                                          MakeCallback(&SanRecoveryFigures::Note, this));
    }
}

void
SanRecoveryFigures::Note(const std::string& action)
{
    ++m_counts[action];
}

void
SanRecoveryFigures::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    if (m_counts.empty())
    {
        return;
    }
    json.BeginLine().Key("recoveries").BeginObject();
    for (const auto& [action, count] : m_counts)
    {
        json.Key(action).Integer(count);
    }
    json.EndObject();
}

} // namespace ns3
