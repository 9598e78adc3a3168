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
#include "ns3/iscsi-target.h"
#include "ns3/json-writer.h"
#include "ns3/san-path-errors.h"
#include "ns3/string.h"

#include <algorithm>
#include <cstdint>
#include <iomanip>
#include <map>
#include <numeric>
#include <sstream>
#include <vector>

namespace ns3
{

namespace
{

/**
 * Write what failed, if anything did.
 *
 * @param json the object that is told
 * @param failures what failed and why, a line each
 */
void
WriteFailures(JsonWriter& json, const std::vector<std::string>& failures)
{
    if (failures.empty())
    {
        return;
    }
    json.BeginLine().Key("failures").BeginArray();
    for (const auto& failure : failures)
    {
        json.String(failure);
    }
    json.EndArray();
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

/**
 * Write how busy the processors of hosts were, where they cost time at all.
 *
 * @param json the object that is told
 * @param ends initiators and targets
 * @param end when the last request was completed
 */
void
WriteHosts(JsonWriter& json, const ApplicationContainer& ends, Time end)
{
    std::map<std::string, std::vector<Time>> times;
    Time all;
    for (auto it = ends.Begin(); it != ends.End(); ++it)
    {
        const auto host = (*it)->GetObject<IscsiApplication>();
        const auto isTarget = DynamicCast<IscsiTarget>(host) != nullptr;
        times[isTarget ? "targets_busy" : "initiators_busy"].push_back(host->GetHostBusyTime());
        all += host->GetHostBusyTime();
    }
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

} // namespace

SanResults::SanResults(const SanOptions& o)
    : m_folder(o.output.folder),
      m_use(o.gateway.use),
      m_pcap(o.output.pcap),
      m_snapLength(o.output.snaplen),
      m_useInterval(o.gateway.useInterval),
      m_recorder(
          CreateObjectWithAttributes<IoRecorder>("FileName",
                                                 StringValue(o.output.folder + "/requests.csv"))),
      m_steady(o.output.warmUp),
      m_programs(o.output.folder),
      m_benchmarks(o.output.folder),
      m_verification(o.output.folder),
      m_calls(o.output.folder),
      m_pdus(o.service.HasFileService()
                 ? nullptr
                 : std::make_unique<ResultFile>(o.output.folder + "/pdus.csv")),
      m_summary(o.output.folder + "/summary.json"),
      m_connections(o.output, o.path),
      m_caches(o.host.cacheInterval.IsStrictlyPositive()
                   ? std::make_unique<SanCacheSeries>(o.output.folder + "/cache-series.csv",
                                                      o.host.cacheInterval)
                   : nullptr),
      m_wireless(o.path.IsWireless()
                     ? std::make_unique<SanWirelessFigures>(o.wireless, o.output.folder)
                     : nullptr)
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
    if (const auto verifying = DynamicCast<VerifyingWorkload>(workload))
    {
        m_verification.Attach(verifying);
    }
    m_steady.Attach(workload);
    if (m_wireless)
    {
        m_wireless->Attach(workload);
    }
}

void
SanResults::AttachDrive(Ptr<BlockDevice> drive, IoRecorder::Phase phase)
{
    m_recorder->AttachDevice(drive, phase);
    m_stages.AttachDrive(drive);
    m_steady.AttachDrive(drive);
    if (m_wireless)
    {
        m_wireless->AttachDrive(drive);
    }
}

void
SanResults::AttachCache(Ptr<PageCache> cache, uint32_t initiator, uint32_t drive)
{
    if (m_caches)
    {
        m_caches->Attach(cache, initiator, drive);
    }
}

void
SanResults::AttachUnit(Ptr<BlockDevice> unit)
{
    m_units.Attach(unit);
}

void
SanResults::AttachProgram(Ptr<FileProgram> program, uint32_t initiator, uint32_t drive)
{
    m_programs.Attach([program] { return program->GetResults(); }, initiator, drive);
}

void
SanResults::Attach(const SanBenchmark& benchmark)
{
    const auto workload = benchmark.workload;
    AttachDrive(workload->GetDevice(0), MakeCallback(&H2benchwWorkload::GetCurrentPhase, workload));
    m_programs.Attach([workload] { return SanBenchmarkFigures::GetResults(*workload); },
                      benchmark.initiator,
                      benchmark.drive);
    m_benchmarks.Attach(benchmark);
}

void
SanResults::AttachClient(Ptr<FileServiceClient> client, uint32_t initiator, uint32_t drive)
{
    m_calls.Attach(client, initiator, drive);
    AttachConnections(client, SanTcpConnections::Sender::INITIATOR);
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
SanResults::AttachConnections(Ptr<Object> end, SanTcpConnections::Sender sender)
{
    m_connections.Attach(end, sender);
}

void
SanResults::Attach(Ptr<NetDevice> device)
{
    if (m_pcap)
    {
        const std::string name = m_snapLength < 0 ? "/san.pcap.gz" : "/san.pcap";
        m_capture =
            std::make_unique<SanCapture>(m_folder + name, device, std::max(m_snapLength, 0));
    }
}

void
SanResults::Attach(const SanPathErrors& errors)
{
    m_pathErrors = &errors;
}

void
SanResults::Attach(const std::vector<SanStation>& stations)
{
    if (m_wireless)
    {
        m_wireless->Attach(stations);
    }
}

void
SanResults::Write(const ApplicationContainer& ends,
                  const std::vector<std::string>& failures,
                  const std::optional<Time>& interruption)
{
    m_recorder->Close();
    m_connections.Write();
    if (m_caches)
    {
        m_caches->Commit();
    }
    for (const auto& use : m_uses)
    {
        use->Close();
    }
    if (m_capture)
    {
        m_capture->Commit();
    }
    if (m_wireless)
    {
        m_wireless->Write();
    }
    m_programs.Write();
    m_benchmarks.Write();
    m_verification.Write();
    m_calls.Write();
    const auto pdus = CountPdus(ends);
    WritePdus(pdus);
    WriteSummary(pdus, ends, failures, interruption);
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

const std::vector<SanBenchmark>&
SanResults::GetBenchmarks() const
{
    return m_benchmarks.GetBenchmarks();
}

const SanVerification&
SanResults::GetVerification() const
{
    return m_verification;
}

void
SanResults::WritePdus(const Pdus& pdus)
{
    if (!m_pdus)
    {
        return;
    }
    m_pdus->Write("opcode,pdu,count\n");
    for (const auto& [opcode, count] : pdus)
    {
        std::ostringstream row;
        row << "0x" << std::hex << std::setfill('0') << std::setw(2)
            << +static_cast<uint8_t>(opcode) << "," << GetIscsiOpcodeName(opcode) << "," << std::dec
            << count << "\n";
        m_pdus->Write(row.str());
    }
    m_pdus->Commit();
}

void
SanResults::WriteSummary(const Pdus& pdus,
                         const ApplicationContainer& ends,
                         const std::vector<std::string>& failures,
                         const std::optional<Time>& interruption)
{
    JsonWriter json;
    json.BeginObject();
    GetSummary().WriteTo(json);
    json.BeginLine().Key("percentiles_ms");
    m_stages.WriteTo(json, GetSummary());
    json.BeginLine().Key("jobs");
    m_jobs.WriteTo(json);
    json.BeginLine().Key("programs");
    m_programs.WriteTo(json);
    if (m_verification.IsAny())
    {
        m_verification.WriteTo(json.BeginLine().Key("verification"));
    }
    json.BeginLine().Key("steady");
    m_steady.WriteTo(json);
    json.BeginLine().Key("gateways");
    WriteGateways(json);
    json.BeginLine().Key("pdus").BeginObject();
    for (const auto& [opcode, count] : pdus)
    {
        json.Key(GetIscsiOpcodeName(opcode)).Integer(count);
    }
    json.EndObject();
    WriteHosts(json, ends, GetSummary().GetEnd());
    if (m_units.IsAny())
    {
        m_units.WriteTo(json.BeginLine().Key("units"));
    }
    if (m_calls.IsAny())
    {
        m_calls.WriteTo(json.BeginLine().Key("calls"));
    }
    json.BeginLine().Key("tcp");
    m_connections.WriteTo(json);
    if (m_pathErrors && m_pathErrors->IsAny())
    {
        m_pathErrors->WriteTo(json.BeginLine().Key("path"));
    }
    if (m_wireless)
    {
        m_wireless->WriteTo(json.BeginLine().Key("wireless"), GetSummary().GetAll().GetBytes());
    }
    if (interruption)
    {
        json.BeginLine().Key("interrupted_s").Fixed(interruption->GetSeconds(), 9);
    }
    WriteFailures(json, failures);
    json.EndObject();
    m_summary.Write(json.GetText() + "\n");
    m_summary.Commit();
}

void
SanResults::WriteGateways(JsonWriter& json) const
{
    const auto seconds = GetSummary().GetEnd().GetSeconds();
    json.BeginArray();
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
