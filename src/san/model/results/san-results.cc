/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-results.h"

#include "ns3/json-writer.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>

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

} // namespace

SanResults::SanResults(const SanOutputOptions& o)
    : m_interval(o.requestInterval),
      m_recorder(
          CreateObjectWithAttributes<IoRecorder>("FileName",
                                                 StringValue(o.GetRequestsFile()),
                                                 "Interval",
                                                 UintegerValue(std::max(o.requestInterval, 1U)))),
      m_summary(o.folder + "/summary.json")
{
}

void
SanResults::Add(SanReport& report)
{
    m_reports.push_back(&report);
}

void
SanResults::AttachWorkload(Ptr<BlockWorkload> workload)
{
    m_recorder->Attach(workload);
    for (auto* report : m_reports)
    {
        report->AttachWorkload(workload);
    }
}

void
SanResults::AttachDrive(Ptr<BlockDevice> drive, IoRecorder::Phase phase)
{
    m_recorder->AttachDevice(drive, phase);
    for (auto* report : m_reports)
    {
        report->AttachDrive(drive);
    }
}

void
SanResults::AddStages(Ptr<const BlockDevice> drive)
{
    m_recorder->AddStages(drive->GetStageGroups());
}

void
SanResults::NumberConnections(IoRecorder::Numbering numbering)
{
    m_recorder->NumberConnections(numbering);
}

void
SanResults::Write(const std::vector<std::string>& failures, const std::optional<Time>& interruption)
{
    m_recorder->Close();
    for (auto* report : m_reports)
    {
        report->WriteFiles();
    }
    WriteSummary(failures, interruption);
}

const IoSummary&
SanResults::GetSummary() const
{
    return m_recorder->GetSummary();
}

const std::string&
SanResults::GetText() const
{
    return m_text;
}

void
SanResults::WriteSummary(const std::vector<std::string>& failures,
                         const std::optional<Time>& interruption)
{
    JsonWriter json;
    json.BeginObject();
    GetSummary().WriteTo(json);
    if (m_interval != 1)
    {
        json.BeginLine().Key("request_interval").Integer(m_interval);
    }
    for (const auto* report : m_reports)
    {
        report->WriteSummary(json, GetSummary());
    }
    if (interruption)
    {
        json.BeginLine().Key("interrupted_s").Fixed(interruption->GetSeconds(), 9);
    }
    WriteFailures(json, failures);
    json.EndObject();
    m_text = json.GetText() + "\n";
    m_summary.Write(m_text);
    m_summary.Commit();
}

} // namespace ns3
