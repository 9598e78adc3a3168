/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-gateway-figures.h"

#include "san-gateway-options.h"

#include "ns3/fcal-loop.h"
#include "ns3/gateway-back-end.h"
#include "ns3/gateway-buffer-pool.h"
#include "ns3/gateway-target.h"
#include "ns3/io-summary.h"
#include "ns3/json-writer.h"
#include "ns3/string.h"

namespace ns3
{

SanGatewayFigures::SanGatewayFigures(const SanGatewayOptions& o,
                                     const std::string& folder,
                                     const std::vector<Ptr<StorageGateway>>& gateways)
    : m_gateways(gateways)
{
    for (std::size_t number = 0; o.use && number < gateways.size(); ++number)
    {
        const auto prefix = folder + "/loop-use-" + std::to_string(number) + "-";
        for (uint32_t i = 0; i < gateways[number]->GetNBackEnds(); ++i)
        {
            auto recorder = CreateObjectWithAttributes<FcalUseRecorder>(
                "FileName",
                StringValue(prefix + std::to_string(i) + ".csv"),
                "Interval",
                TimeValue(o.useInterval));
            recorder->Attach(gateways[number]->GetBackEnd(i)->GetObject<FcalLoop>());
            m_uses.push_back(recorder);
        }
    }
}

void
SanGatewayFigures::WriteFiles()
{
    for (const auto& use : m_uses)
    {
        use->Close();
    }
}

void
SanGatewayFigures::WriteSummary(JsonWriter& json, const IoSummary& requests) const
{
    const auto seconds = requests.GetEnd().GetSeconds();
    json.BeginLine().Key("gateways").BeginArray();
    for (const auto& gateway : m_gateways)
    {
        json.BeginObject();
        json.Key("timed_out").Integer(gateway->GetTarget(0)->GetTimedOut());
        json.Key("buffer_bytes").Integer(gateway->GetBufferPool()->GetMostUsed());
        json.Key("loops_busy").BeginArray();
        for (uint32_t i = 0; i < gateway->GetNBackEnds(); ++i)
        {
            const auto loop = gateway->GetBackEnd(i)->GetObject<FcalLoop>();
            if (loop && seconds > 0)
            {
                json.Fixed(loop->GetBusyTime().GetSeconds() / seconds, 6);
            }
        }
        json.EndArray();
        json.EndObject();
    }
    json.EndArray();
}

} // namespace ns3
