/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-exchange-checks.h"

#include "ns3/fcal-port.h"
#include "ns3/fcp-initiator.h"
#include "ns3/fcp-node.h"
#include "ns3/gateway-drive.h"
#include "ns3/json-writer.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

void
SanExchangeChecks::Attach(const std::vector<Ptr<StorageGateway>>& gateways)
{
    for (std::size_t i = 0; i < gateways.size(); ++i)
    {
        const auto name = "gateway " + std::to_string(i);
        for (uint32_t drive = 0; drive < gateways[i]->GetNDrives(); ++drive)
        {
            const auto port = gateways[i]->GetDrive(drive)->GetPort();
            if (const auto initiator = DynamicCast<FcpInitiator>(port))
            {
                Watch(name, initiator->GetNode());
                Watch(name + " drive " + std::to_string(drive),
                      initiator->GetTarget()->GetObject<FcpNode>());
            }
        }
    }
}

void
SanExchangeChecks::Watch(const std::string& name, Ptr<FcpNode> node)
{
    const auto isWatched = std::any_of(m_nodes.begin(), m_nodes.end(), [&](const auto& watched) {
        return watched.node == node;
    });
    if (isWatched)
    {
        // The drives of a loop share the gateway's port.
        return;
    }
    auto checker = std::make_unique<FcExchangeChecker>(
        [this, name](const std::string& what) { m_violations.Note(name, what); });
    auto* const rules = checker.get();
    node->TraceConnectWithoutContext("ExchangeOpened",
                                     MakeCallback(&FcExchangeChecker::NoteOpened, rules));
    node->TraceConnectWithoutContext("ExchangeClosed",
                                     MakeCallback(&FcExchangeChecker::NoteClosed, rules));
    node->TraceConnectWithoutContext("UnitSent", MakeCallback(&FcExchangeChecker::NoteSent, rules));
    m_nodes.push_back({name, node, std::move(checker)});
}

std::string
SanExchangeChecks::GetError() const
{
    return m_violations.GetError("units of Fibre Channel");
}

std::vector<std::string>
SanExchangeChecks::GetLeftovers() const
{
    std::vector<std::string> lines;
    for (const auto& [name, node, checker] : m_nodes)
    {
        const auto left = node->GetNOpen() + node->GetNWaiting() + node->GetAccepted().size();
        if (left > 0)
        {
            lines.push_back(name + ": " + std::to_string(left) + " exchanges");
        }
    }
    return lines;
}

void
SanExchangeChecks::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    if (m_nodes.empty())
    {
        return;
    }
    uint64_t units = 0;
    for (const auto& watched : m_nodes)
    {
        units += watched.checker->GetUnits();
    }
    json.BeginLine().Key("exchange_checks").BeginObject();
    json.Key("units").Integer(units);
    json.Key("violations").Integer(m_violations.GetCount());
    json.EndObject();
}

} // namespace ns3
