/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-pdu-figures.h"

#include "ns3/iscsi-application.h"
#include "ns3/json-writer.h"

#include <iomanip>
#include <sstream>

namespace ns3
{

SanPduFigures::SanPduFigures(const std::string& fileName)
    : m_file(fileName.empty() ? nullptr : std::make_unique<ResultFile>(fileName))
{
}

void
SanPduFigures::Attach(const ApplicationContainer& ends)
{
    m_ends.Add(ends);
}

std::map<IscsiOpcode, uint64_t>
SanPduFigures::GetCounts() const
{
    std::map<IscsiOpcode, uint64_t> counts;
    for (auto it = m_ends.Begin(); it != m_ends.End(); ++it)
    {
        const auto& counters = (*it)->GetObject<IscsiApplication>()->GetPduCounters();
        for (uint8_t code = 0; code < 0x40; ++code)
        {
            const auto opcode = static_cast<IscsiOpcode>(code);
            if (const auto sent = counters.GetSent(opcode))
            {
                counts[opcode] += sent;
            }
        }
    }
    return counts;
}

void
SanPduFigures::WriteFiles()
{
    if (!m_file)
    {
        return;
    }
    m_file->Write("opcode,pdu,count\n");
    for (const auto& [opcode, count] : GetCounts())
    {
        std::ostringstream row;
        row << "0x" << std::hex << std::setfill('0') << std::setw(2)
            << +static_cast<uint8_t>(opcode) << "," << GetIscsiOpcodeName(opcode) << "," << std::dec
            << count << "\n";
        m_file->Write(row.str());
    }
    m_file->Commit();
}

void
SanPduFigures::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    json.BeginLine().Key("pdus").BeginObject();
    for (const auto& [opcode, count] : GetCounts())
    {
        json.Key(GetIscsiOpcodeName(opcode)).Integer(count);
    }
    json.EndObject();
}

} // namespace ns3
