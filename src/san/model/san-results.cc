/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-results.h"

#include "san-options.h"

#include "ns3/fcal-loop.h"
#include "ns3/gateway-back-end.h"
#include "ns3/gateway-buffer-pool.h"
#include "ns3/gateway-target.h"
#include "ns3/iscsi-application.h"
#include "ns3/json-text.h"
#include "ns3/string.h"

#include <cstdint>
#include <iomanip>
#include <map>
#include <sstream>

namespace ns3
{

namespace
{

/**
 * Append what failed, if anything did.
 *
 * @param failures what failed and why, a line each
 * @param json where to
 */
void
AppendFailures(const std::vector<std::string>& failures, std::string& json)
{
    if (failures.empty())
    {
        return;
    }
    json += ",\n\"failures\": [";
    for (const auto& failure : failures)
    {
        json += json.ends_with('[') ? "" : ", ";
        json += QuoteJson(failure);
    }
    json += "]";
}

/**
 * @param ends initiators and targets
 * @return how many PDUs of each kind they sent, of those that were sent, by opcode
 */
std::map<IscsiOpcode, uint64_t>
CountPdus(const ApplicationContainer& ends)
{
    std::map<IscsiOpcode, uint64_t> counts;
    for (uint8_t code = 0; code < 0x40; ++code)
    {
        const auto opcode = static_cast<IscsiOpcode>(code);
        uint64_t count = 0;
        for (auto it = ends.Begin(); it != ends.End(); ++it)
        {
            count += (*it)->GetObject<IscsiApplication>()->GetPduCounters().GetSent(opcode);
        }
        if (count > 0)
        {
            counts[opcode] = count;
        }
    }
    return counts;
}

} // namespace

SanResults::SanResults(const SanOptions& o)
    : m_folder(o.output),
      m_use(o.use),
      m_pcap(o.pcap),
      m_snapLength(o.snaplen),
      m_useInterval(o.useInterval),
      m_recorder(CreateObjectWithAttributes<IoRecorder>("FileName",
                                                        StringValue(o.output + "/requests.csv"))),
      m_steady(o.warmUp),
      m_pdus(o.output + "/pdus.csv"),
      m_summary(o.output + "/summary.json")
{
}

void
SanResults::Attach(Ptr<BlockWorkload> workload)
{
    m_recorder->Attach(workload);
    m_stages.Attach(workload);
    if (const auto job = DynamicCast<FioWorkload>(workload))
    {
        m_jobs.Attach(job);
    }
    m_steady.Attach(workload);
}

void
SanResults::Attach(Ptr<StorageGateway> gateway)
{
    const auto prefix = m_folder + "/loop-use-" + std::to_string(m_gateways.size()) + "-";
    for (uint32_t i = 0; m_use && i < gateway->GetNBackEnds(); ++i)
    {
        auto recorder = CreateObjectWithAttributes<FcalUseRecorder>(
            "FileName",
            StringValue(prefix + std::to_string(i) + ".csv"),
            "Interval",
            TimeValue(m_useInterval));
        recorder->Attach(gateway->GetBackEnd(i)->GetObject<FcalLoop>());
        m_uses.push_back(recorder);
    }
    m_gateways.push_back(gateway);
}

void
SanResults::Attach(Ptr<NetDevice> device)
{
    if (m_pcap)
    {
        m_capture = std::make_unique<SanCapture>(m_folder + "/san.pcap", device, m_snapLength);
    }
}

void
SanResults::Write(const ApplicationContainer& ends, const std::vector<std::string>& failures)
{
    m_recorder->Close();
    for (const auto& use : m_uses)
    {
        use->Close();
    }
    if (m_capture)
    {
        m_capture->Commit();
    }
    const auto pdus = CountPdus(ends);
    WritePdus(pdus);
    WriteSummary(pdus, failures);
}

const IoSummary&
SanResults::GetSummary() const
{
    return m_recorder->GetSummary();
}

const SanJobFigures::Jobs&
SanResults::GetJobs() const
{
    return m_jobs.GetJobs();
}

void
SanResults::WritePdus(const Pdus& pdus)
{
    m_pdus.Write("opcode,pdu,count\n");
    for (const auto& [opcode, count] : pdus)
    {
        std::ostringstream row;
        row << "0x" << std::hex << std::setfill('0') << std::setw(2)
            << +static_cast<uint8_t>(opcode) << "," << GetIscsiOpcodeName(opcode) << "," << std::dec
            << count << "\n";
        m_pdus.Write(row.str());
    }
    m_pdus.Commit();
}

void
SanResults::WriteSummary(const Pdus& pdus, const std::vector<std::string>& failures)
{
    auto json = GetSummary().ToJson();
    // The run's figures go on behind those that any recorder has.
    json.erase(json.rfind('}'));
    json += ",\n\"percentiles_ms\": ";
    m_stages.AppendJson(GetSummary(), json);
    json += ",\n\"jobs\": ";
    m_jobs.AppendJson(json);
    json += ",\n\"steady\": " + m_steady.ToJson();
    json += ",\n\"gateways\": ";
    AppendGateways(json);
    json += ",\n\"pdus\": {";
    for (const auto& [opcode, count] : pdus)
    {
        json += json.ends_with('{') ? "" : ", ";
        json += "\"" + GetIscsiOpcodeName(opcode) + "\": " + std::to_string(count);
    }
    json += "}";
    AppendFailures(failures, json);
    m_summary.Write(json + "}\n");
    m_summary.Commit();
}

void
SanResults::AppendGateways(std::string& json) const
{
    const auto seconds = GetSummary().GetEnd().GetSeconds();
    json += "[";
    for (const auto& gateway : m_gateways)
    {
        json += json.ends_with('[') ? "" : ", ";
        json += "{\"timed_out\": " + std::to_string(gateway->GetTarget(0)->GetTimedOut());
        json += ", \"buffer_bytes\": " + std::to_string(gateway->GetBufferPool()->GetMostUsed());
        json += ", \"loops_busy\": [";
        for (uint32_t i = 0; i < gateway->GetNBackEnds(); ++i)
        {
            const auto loop = gateway->GetBackEnd(i)->GetObject<FcalLoop>();
            if (loop && seconds > 0)
            {
                std::ostringstream share;
                share << std::fixed << std::setprecision(6)
                      << loop->GetBusyTime().GetSeconds() / seconds;
                json += (i == 0 ? "" : ", ") + share.str();
            }
        }
        json += "]}";
    }
    json += "]";
}

} // namespace ns3
