/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-path-checks.h"

#include "ns3/json-writer.h"

namespace ns3
{

void
SanPathChecks::Attach(const std::vector<Ptr<BlockDevice>>& drives)
{
    for (const auto& drive : drives)
    {
        if (const auto device = DynamicCast<MultipathDevice>(drive))
        {
            const auto number = static_cast<uint32_t>(m_drives.size());
            m_drives.push_back(device);
            device->TraceConnectWithoutContext(
                "PathUp",
                MakeCallback(&SanPathChecks::NoteUp, this).Bind(number));
        }
    }
}

void
SanPathChecks::NoteUp(uint32_t number, uint32_t path)
{
    ++m_ups;
    if (!m_drives[number]->GetPath(path)->IsReady())
    {
        m_violations.Note("drive " + std::to_string(number),
                          "path " + std::to_string(path) + " is up, and its device is not ready");
    }
}

std::string
SanPathChecks::GetError() const
{
    return m_violations.GetError("paths");
}

void
SanPathChecks::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    if (m_drives.empty())
    {
        return;
    }
    json.BeginLine().Key("path_checks").BeginObject();
    json.Key("paths_up").Integer(m_ups);
    json.Key("violations").Integer(m_violations.GetCount());
    json.EndObject();
}

} // namespace ns3
