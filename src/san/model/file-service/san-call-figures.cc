/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-call-figures.h"

#include "ns3/json-writer.h"
#include "ns3/time-text.h"

#include <map>

namespace ns3
{

SanCallFigures::SanCallFigures(const std::string& folder)
    : m_folder(folder)
{
}

void
SanCallFigures::Attach(Ptr<FileServiceClient> client, uint32_t initiator, uint32_t drive)
{
    if (!m_file)
    {
        m_file = std::make_unique<ResultFile>(m_folder + "/calls.csv");
    }
    m_clients.push_back({client, initiator, drive});
}

void
SanCallFigures::WriteFiles()
{
    if (!m_file)
    {
        return;
    }
    m_file->Write("initiator,drive,procedure,calls,replies,mean_s\n");
    for (const auto& [client, initiator, drive] : m_clients)
    {
        for (const auto& [name, procedure] : client->GetCounters().GetProcedures())
        {
            auto row = std::to_string(initiator) + "," + std::to_string(drive) + "," + name + "," +
                       std::to_string(procedure.calls) + "," + std::to_string(procedure.replies) +
                       ",";
            if (procedure.replies > 0)
            {
                AppendSeconds(procedure.latency / static_cast<int64_t>(procedure.replies), row);
            }
            m_file->Write(row + "\n");
        }
    }
    m_file->Commit();
}

void
SanCallFigures::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    if (m_clients.empty())
    {
        return;
    }
    std::map<std::string, uint64_t> sums;
    for (const auto& entry : m_clients)
    {
        for (const auto& [name, procedure] : entry.client->GetCounters().GetProcedures())
        {
            sums[name] += procedure.calls;
        }
    }
    json.BeginLine().Key("calls").BeginObject();
    for (const auto& [name, calls] : sums)
    {
        json.Key(name).Integer(calls);
    }
    json.EndObject();
}

} // namespace ns3
