/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-parameters-reader.h"

#include "disk-spindle.h"

#include "ns3/user-error.h"

#include <cmath>

namespace ns3
{

DiskParametersReader::DiskParametersReader(const std::string& fileName)
    : m_lines(fileName)
{
}

const std::map<std::string_view, DiskParametersReader::Keyword>&
DiskParametersReader::GetKeywords()
{
    using Reader = DiskParametersReader;
    static const std::map<std::string_view, Keyword> keywords{
        {"blocks", {&Reader::TakeBlocks, 1, false}},
        {"block_size", {&Reader::TakeBlockSize, 1, false}},
        {"cylinders", {&Reader::TakeCylinders, 1, false}},
        {"heads", {&Reader::TakeHeads, 1, false}},
        {"rpm", {&Reader::TakeRpm, 1, false}},
        {"head_switch_ms", {&Reader::TakeHeadSwitch, 1, false}},
        {"write_settle_ms", {&Reader::TakeWriteSettle, 1, false}},
        {"zone", {&Reader::TakeZone, 6, true}},
        {"seek", {&Reader::TakeSeek, 2, true}},
    };
    return keywords;
}

DiskParameters
DiskParametersReader::Read(const std::string& name)
{
    m_parameters.name = name;
    while (m_lines.Next())
    {
        TakeLine();
    }
    for (const auto& [word, keyword] : GetKeywords())
    {
        if (!keyword.repeats && !m_seen.contains(word))
        {
            throw UserError(m_lines.GetFileName() + ": the keyword " + std::string(word) +
                            " is missing");
        }
    }
    try
    {
        m_parameters.Check();
    }
    catch (const UserError& error)
    {
        throw UserError(m_lines.GetFileName() + ": " + error.what());
    }
    return m_parameters;
}

void
DiskParametersReader::TakeLine()
{
    m_fields = m_lines.Split(" \t", false);
    const std::string word(m_fields[0]);
    const auto found = GetKeywords().find(word);
    if (found == GetKeywords().end())
    {
        m_lines.Fail("unknown keyword '" + word + "'");
    }
    const auto& keyword = found->second;
    if (!m_seen.insert(found->first).second && !keyword.repeats)
    {
        m_lines.Fail("the keyword " + word + " stands here a second time");
    }
    const auto values = m_fields.size() - 1;
    if (values != keyword.values)
    {
        m_lines.Fail("the keyword " + word + " takes " + std::to_string(keyword.values) +
                     " values, not " + std::to_string(values));
    }
    (this->*keyword.take)();
}

void
DiskParametersReader::TakeBlocks()
{
    m_parameters.blocks = m_lines.ParseInteger(m_fields[1], "blocks");
}

void
DiskParametersReader::TakeBlockSize()
{
    m_parameters.blockSize = GetInteger(1, "block_size");
}

void
DiskParametersReader::TakeCylinders()
{
    m_parameters.cylinders = GetInteger(1, "cylinders");
}

void
DiskParametersReader::TakeHeads()
{
    m_parameters.heads = GetInteger(1, "heads");
}

void
DiskParametersReader::TakeRpm()
{
    m_parameters.rpm =
        static_cast<double>(m_lines.ParseNumber(m_fields[1], "rpm", DiskSpindle::MAX_RPM));
}

void
DiskParametersReader::TakeHeadSwitch()
{
    m_parameters.headSwitch = GetMilliSeconds(1, "head_switch_ms");
}

void
DiskParametersReader::TakeWriteSettle()
{
    m_parameters.writeSettle = GetMilliSeconds(1, "write_settle_ms");
}

void
DiskParametersReader::TakeZone()
{
    DiskZone zone;
    zone.firstCylinder = GetInteger(1, "first cylinder");
    zone.lastCylinder = GetInteger(2, "last cylinder");
    zone.sectorsPerTrack = GetInteger(3, "sectors per track");
    zone.trackSkew = GetInteger(4, "track skew");
    zone.cylinderSkew = GetInteger(5, "cylinder skew");
    zone.spares = m_lines.ParseInteger(m_fields[6], "spare sectors");
    m_parameters.zones.push_back(zone);
}

void
DiskParametersReader::TakeSeek()
{
    m_parameters.seekPoints.push_back(
        {GetInteger(1, "seek distance"), GetMilliSeconds(2, "seek time")});
}

uint32_t
DiskParametersReader::GetInteger(std::size_t index, const char* name) const
{
    return m_lines.ParseInteger(m_fields[index], name, UINT32_MAX);
}

Time
DiskParametersReader::GetMilliSeconds(std::size_t index, const char* name) const
{
    return NanoSeconds(std::llround(m_lines.ParseNumber(m_fields[index], name, 10000) * 1e6L));
}

} // namespace ns3
