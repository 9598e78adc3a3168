/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-parameters-reader.h"

#include "ns3/user-error.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>

namespace ns3
{

DiskParametersReader::DiskParametersReader(std::istream& input, const std::string& file)
    : m_input(input),
      m_file(file)
{
}

const std::map<std::string, DiskParametersReader::Keyword>&
DiskParametersReader::GetKeywords()
{
    using Reader = DiskParametersReader;
    static const std::map<std::string, Keyword> keywords{
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
    std::string line;
    while (std::getline(m_input, line))
    {
        ++m_line;
        TakeLine(line.substr(0, line.find('#')));
    }
    for (const auto& [word, keyword] : GetKeywords())
    {
        if (!keyword.repeats && !m_seen.contains(word))
        {
            throw UserError(m_file + ": the keyword " + word + " is missing");
        }
    }
    try
    {
        m_parameters.Check();
    }
    catch (const UserError& error)
    {
        throw UserError(m_file + ": " + error.what());
    }
    return m_parameters;
}

void
DiskParametersReader::TakeLine(const std::string& line)
{
    std::istringstream words(line);
    std::string word;
    if (!(words >> word))
    {
        return;
    }
    const auto keyword = GetKeywords().find(word);
    if (keyword == GetKeywords().end())
    {
        Fail("unknown keyword " + word);
    }
    if (!m_seen.insert(word).second && !keyword->second.repeats)
    {
        Fail("the keyword " + word + " stands here a second time");
    }
    m_values.clear();
    for (std::string value; words >> value;)
    {
        m_values.push_back(value);
    }
    if (m_values.size() != keyword->second.values)
    {
        Fail("the keyword " + word + " takes " + std::to_string(keyword->second.values) +
             " values, not " + std::to_string(m_values.size()));
    }
    (this->*keyword->second.handler)();
}

void
DiskParametersReader::TakeBlocks()
{
    m_parameters.blocks = GetWhole(0);
}

void
DiskParametersReader::TakeBlockSize()
{
    m_parameters.blockSize = GetWhole32(0);
}

void
DiskParametersReader::TakeCylinders()
{
    m_parameters.cylinders = GetWhole32(0);
}

void
DiskParametersReader::TakeHeads()
{
    m_parameters.heads = GetWhole32(0);
}

void
DiskParametersReader::TakeRpm()
{
    m_parameters.rpm = GetDecimal(0);
}

void
DiskParametersReader::TakeHeadSwitch()
{
    m_parameters.headSwitch = GetMilliSeconds(0);
}

void
DiskParametersReader::TakeWriteSettle()
{
    m_parameters.writeSettle = GetMilliSeconds(0);
}

void
DiskParametersReader::TakeZone()
{
    DiskZone zone;
    zone.firstCylinder = GetWhole32(0);
    zone.lastCylinder = GetWhole32(1);
    zone.sectorsPerTrack = GetWhole32(2);
    zone.trackSkew = GetWhole32(3);
    zone.cylinderSkew = GetWhole32(4);
    zone.spareSectors = GetWhole(5);
    m_parameters.zones.push_back(zone);
}

void
DiskParametersReader::TakeSeek()
{
    m_parameters.seekPoints.push_back({GetWhole32(0), GetMilliSeconds(1)});
}

uint64_t
DiskParametersReader::GetWhole(std::size_t index) const
{
    const auto& text = m_values[index];
    const auto end = text.data() + text.size();
    uint64_t value = 0;
    const auto result = std::from_chars(text.data(), end, value);
    if (result.ec != std::errc() || result.ptr != end)
    {
        Fail("not a whole number: " + text);
    }
    return value;
}

uint32_t
DiskParametersReader::GetWhole32(std::size_t index) const
{
    const auto value = GetWhole(index);
    if (value > std::numeric_limits<uint32_t>::max())
    {
        Fail("too large: " + m_values[index]);
    }
    return value;
}

double
DiskParametersReader::GetDecimal(std::size_t index) const
{
    std::istringstream stream(m_values[index]);
    stream.imbue(std::locale::classic());
    double value = 0;
    if (!(stream >> value) || stream.peek() != std::istringstream::traits_type::eof())
    {
        Fail("not a number: " + m_values[index]);
    }
    return value;
}

Time
DiskParametersReader::GetMilliSeconds(std::size_t index) const
{
    const auto value = GetDecimal(index);
    if (value < 0 || value > 10000)
    {
        Fail("not a duration from 0 to 10000 ms: " + m_values[index]);
    }
    return NanoSeconds(std::llround(value * 1e6));
}

void
DiskParametersReader::Fail(const std::string& message) const
{
    throw UserError(m_file, m_line, message);
}

} // namespace ns3
