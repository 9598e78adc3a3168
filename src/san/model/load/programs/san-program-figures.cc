/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-program-figures.h"

#include "ns3/json-writer.h"

#include <iomanip>
#include <sstream>

namespace ns3
{

namespace
{

/// Digits of a figure behind the point.
constexpr int DIGITS = 9;

} // namespace

SanProgramFigures::SanProgramFigures(const std::string& folder)
    : m_folder(folder)
{
}

void
SanProgramFigures::Attach(const Source& source, uint32_t initiator, uint32_t drive)
{
    if (!m_file)
    {
        m_file = std::make_unique<ResultFile>(m_folder + "/programs.csv");
    }
    m_programs.push_back({source, initiator, drive});
}

void
SanProgramFigures::WriteFiles()
{
    if (!m_file)
    {
        return;
    }
    std::ostringstream rows;
    rows << "initiator,drive,process,figure,unit,value\n"
         << std::fixed << std::setprecision(DIGITS);
    for (const auto& [source, initiator, drive] : m_programs)
    {
        for (const auto& result : source())
        {
            const bool isOfAll = result.values.size() == 1;
            for (std::size_t process = 0; process < result.values.size(); ++process)
            {
                rows << initiator << ',' << drive << ',' << (isOfAll ? "" : std::to_string(process))
                     << ',' << result.name << ',' << result.unit << ',' << result.values[process]
                     << '\n';
            }
        }
    }
    m_file->Write(rows.str());
    m_file->Commit();
}

void
SanProgramFigures::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    json.BeginLine().Key("programs").BeginArray();
    for (const auto& [source, initiator, drive] : m_programs)
    {
        json.BeginObject();
        json.Key("initiator").Integer(initiator);
        json.Key("drive").Integer(drive);
        for (const auto& result : source())
        {
            json.Key(result.name).BeginArray();
            for (const auto value : result.values)
            {
                json.Fixed(value, DIGITS);
            }
            json.EndArray();
        }
        json.EndObject();
    }
    json.EndArray();
}

} // namespace ns3
