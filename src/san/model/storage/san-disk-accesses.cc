/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-disk-accesses.h"

#include "ns3/json-writer.h"
#include "ns3/time-text.h"

namespace ns3
{

SanDiskAccesses::SanDiskAccesses(const std::string& fileName)
    : m_file(fileName)
{
    m_file.Write("time_s,disk,operation,lba,blocks,from_cylinder,from_head,cylinder,head,seek_s,"
                 "rotation_s,media_s\n");
}

void
SanDiskAccesses::Attach(const std::vector<Ptr<DiskDrive>>& disks)
{
    for (uint32_t number = 0; number < disks.size(); ++number)
    {
        disks[number]->TraceConnectWithoutContext(
            "Access",
            MakeCallback(&SanDiskAccesses::NoteAccess, this).Bind(number));
    }
    if (!disks.empty())
    {
        const auto& mechanics = disks.front()->GetMechanics();
        m_model = disks.front()->GetModel();
        m_cylinders = mechanics.GetGeometry().GetCylinders();
        m_heads = mechanics.GetGeometry().GetHeads();
        m_revolution = mechanics.GetRevolution();
    }
}

void
SanDiskAccesses::NoteAccess(uint32_t disk,
                            Ptr<const BlockRequest> request,
                            const DiskAccess& access)
{
    if (m_isComplete)
    {
        return;
    }
    std::string row;
    AppendSeconds(access.start, row);
    const auto add = [&row](uint64_t number) { (row += ',') += std::to_string(number); };
    add(disk);
    (row += ',') += GetLetter(request ? request->operation : BlockOperation::WRITE);
    if (request)
    {
        add(request->lba);
        add(request->blocks);
    }
    else
    {
        row += ",,";
    }
    for (const auto& track : {access.begin, access.first})
    {
        add(track.cylinder);
        add(track.head);
    }
    for (const auto& time : {access.seek, access.rotation, access.switching + access.transfer})
    {
        row += ",";
        AppendSeconds(time, row);
    }
    m_file.Write(row + "\n");
}

void
SanDiskAccesses::WriteFiles()
{
    m_isComplete = true;
    m_file.Commit();
}

void
SanDiskAccesses::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    if (m_model.empty())
    {
        return;
    }
    json.BeginLine().Key("disk").BeginObject();
    json.Key("model").String(m_model);
    json.Key("cylinders").Integer(m_cylinders);
    json.Key("heads").Integer(m_heads);
    json.Key("revolution_s").Fixed(m_revolution.GetSeconds(), 9);
    json.EndObject();
}

} // namespace ns3
