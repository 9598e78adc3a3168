/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disksim-model-reader.h"

#include "ns3/disk-parameters-checker.h"
#include "ns3/disk-spindle.h"
#include "ns3/disk-zone-layout.h"
#include "ns3/line-reader.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace ns3
{

namespace
{

using ModelReader = DiskSimModelReader;

constexpr double MAX_MS = 4294;             //!< longest seek
constexpr uint64_t MAX_BLOCKS = 1ULL << 53; //!< larger than any drive

/**
 * @param value a list of numbers
 * @param name what it is called in error messages
 * @param least how many it must have at least
 * @return the numbers
 */
std::vector<double>
GetNumbers(const DiskSimValue& value, const std::string& name, std::size_t least)
{
    std::vector<double> numbers;
    for (const auto& item : value.GetList(name))
    {
        numbers.push_back(item.GetNumber(name, -1, 1e9));
    }
    if (numbers.size() < least)
    {
        value.place.Fail(name + " needs " + std::to_string(least) + " numbers, not " +
                         std::to_string(numbers.size()));
    }
    return numbers;
}

/**
 * @param value a unit of skews
 * @param name name of the parameter
 * @return whether it is revolutions, not sectors
 */
bool
IsRevolutions(const DiskSimValue& value, const std::string& name)
{
    const auto& word = value.GetWord(name);
    if (word != "revolutions" && word != "sectors")
    {
        value.place.Fail(name + " = " + word + " is not supported, only sectors or revolutions");
    }
    return word == "revolutions";
}

} // namespace

DiskSimModelReader::DiskSimModelReader(DiskParameters& parameters, std::vector<std::string>& notes)
    : m_parameters(parameters),
      m_notes(notes)
{
}

DiskSimRules<ModelReader>
DiskSimModelReader::GetDiskRules()
{
    DiskSimRules<ModelReader> rules;
    rules.AddInteger<uint64_t>(
        "Block count",
        MAX_BLOCKS,
        [](auto& reader) -> auto& { return reader.m_parameters.blocks; },
        true);
    rules.AddInteger<uint32_t>(
        "Number of data surfaces",
        UINT32_MAX,
        [](auto& reader) -> auto& { return reader.m_parameters.heads; },
        true);
    rules.AddInteger<uint32_t>(
        "Number of cylinders",
        UINT32_MAX,
        [](auto& reader) -> auto& { return reader.m_parameters.cylinders; },
        true);
    rules.Add(
        "Layout Model",
        [](ModelReader& reader, const auto& value, const auto& name) {
            reader.ReadBlock(value, "dm_layout_g1", GetLayoutRules(), name);
        },
        true);
    rules.Add(
        "Mechanical Model",
        [](ModelReader& reader, const auto& value, const auto& name) {
            reader.ReadBlock(value, "dm_mech_g1", GetMechanicsRules(), name);
            reader.m_mechanics = &value.GetBlock(name);
        },
        true);
    return rules;
}

DiskSimRules<ModelReader>
DiskSimModelReader::GetLayoutRules()
{
    DiskSimRules<ModelReader> rules;
    rules.AddCode<DiskMapping>(
        "LBN-to-PBN mapping scheme",
        {{0, DiskMapping::CONVENTIONAL},
         {1, DiskMapping::SERPENTINE},
         {2, DiskMapping::SERPENTINE_BY_CYLINDER}},
        [](auto& reader) -> auto& { return reader.m_parameters.mapping; },
        true);
    rules.AddCode<DiskSparing>(
        "Sparing scheme used",
        {{0, DiskSparing::NONE},
         {1, DiskSparing::TRACKS_PER_ZONE},
         {2, DiskSparing::SECTORS_PER_CYLINDER},
         {3, DiskSparing::SECTORS_PER_TRACK},
         {7, DiskSparing::END_OF_DRIVE},
         {8, DiskSparing::SECTORS_PER_RANGE},
         {9, DiskSparing::SECTORS_PER_ZONE}},
        [](auto& reader) -> auto& { return reader.m_parameters.sparing; },
        true);
    rules.AddInteger<uint32_t>("Rangesize for sparing", UINT32_MAX, [](auto& reader) -> auto& {
        return reader.m_parameters.sparingRange;
    });
    rules.Add("Skew units", [](ModelReader& reader, const auto& value, const auto& name) {
        reader.m_inRevolutions = IsRevolutions(value, name);
    });
    rules.Add(
        "Zones",
        [](ModelReader& reader, const auto& value, const auto&) { reader.m_zones = &value; },
        true);
    return rules;
}

DiskSimRules<ModelReader::Zone>
DiskSimModelReader::GetZoneRules()
{
    DiskSimRules<Zone> rules;
    const auto integer = [&rules](const char* name, uint32_t DiskZone::* member) {
        rules.AddInteger<uint32_t>(
            name,
            UINT32_MAX,
            [member](auto& zone) -> auto& { return zone.zone.*member; },
            true);
    };
    integer("First cylinder number", &DiskZone::firstCylinder);
    integer("Last cylinder number", &DiskZone::lastCylinder);
    integer("Blocks per track", &DiskZone::sectorsPerTrack);
    const auto number = [&rules](const char* name, double DiskZone::* member) {
        rules.AddNumber(name, 1e6, [member](auto& zone) -> auto& { return zone.zone.*member; });
    };
    number("Offset of first block", &DiskZone::firstSectorOffset);
    number("Skew for track switch", &DiskZone::trackSkew);
    number("Skew for cylinder switch", &DiskZone::cylinderSkew);
    const auto count = [&rules](const char* name, uint64_t DiskZone::* member) {
        rules.AddInteger<uint64_t>(name, MAX_BLOCKS, [member](auto& zone) -> auto& {
            return zone.zone.*member;
        });
    };
    count("Empty space at zone front", &DiskZone::reservedSectors);
    count("Number of spares", &DiskZone::spares);
    rules.Add("Skew units", [](Zone& zone, const auto& value, const auto& name) {
        zone.inRevolutions = IsRevolutions(value, name);
    });
    rules.Add("slips", [](Zone& zone, const auto& value, const auto& name) {
        for (const auto& item : value.GetList(name))
        {
            zone.zone.slips.push_back(item.GetInteger(name, MAX_BLOCKS));
        }
        std::sort(zone.zone.slips.begin(), zone.zone.slips.end());
    });
    rules.Add("defects", [](Zone& zone, const auto& value, const auto& name) {
        const auto& list = value.GetList(name);
        if (list.size() % 2 != 0)
        {
            value.place.Fail(name + " has a defect without a replacement");
        }
        for (std::size_t i = 0; i < list.size(); i += 2)
        {
            zone.zone.defects.push_back(
                {list[i].GetInteger(name, MAX_BLOCKS), list[i + 1].GetInteger(name, MAX_BLOCKS)});
        }
        std::sort(zone.zone.defects.begin(),
                  zone.zone.defects.end(),
                  [](const auto& a, const auto& b) { return a.place < b.place; });
    });
    return rules;
}

void
DiskSimModelReader::AddSeek(DiskSimRules<ModelReader>& rules)
{
    rules.Add("Seek type", [](ModelReader&, const auto&, const auto&) {}, true); // taken at the end
    const auto ms = [&rules](const char* name, double DiskSeekFormula::ThreePoints::* member) {
        rules.AddNumber(name, MAX_MS, [member](auto& reader) -> auto& {
            return reader.m_seek.points.*member;
        });
    };
    ms("Single cylinder seek time", &DiskSeekFormula::ThreePoints::single);
    ms("Average seek time", &DiskSeekFormula::ThreePoints::average);
    ms("Full strobe seek time", &DiskSeekFormula::ThreePoints::full);
    rules.AddNumber("Constant seek time", MAX_MS, [](auto& reader) -> auto& {
        return reader.m_seek.constant;
    });
    rules.Add("Full seek curve", [](ModelReader& reader, const auto& value, const auto&) {
        reader.m_seek.file = &value;
    });
    rules.Add("First ten seek times", [](ModelReader& reader, const auto& value, const auto& name) {
        reader.m_seek.firstTen = GetNumbers(value, name, 10);
    });
    rules.Add("HPL seek equation values",
              [](ModelReader& reader, const auto& value, const auto& name) {
                  const auto numbers = GetNumbers(value, name, reader.m_seek.hpl.size());
                  std::copy_n(numbers.begin(), reader.m_seek.hpl.size(), reader.m_seek.hpl.begin());
              });
}

DiskSimRules<ModelReader>
DiskSimModelReader::GetMechanicsRules()
{
    DiskSimRules<ModelReader> rules;
    rules.Add("Access time type", [](ModelReader&, const auto& value, const auto& name) {
        const auto& word = value.GetWord(name);
        if (word != "trackSwitchPlusRotation")
        {
            value.place.Fail(name + " = " + word +
                             " is not supported, only trackSwitchPlusRotation");
        }
    });
    rules.Ignore("Constant access time", "the access time is computed");
    AddSeek(rules);
    rules.Add(
        "Add. write settling delay",
        [](ModelReader& reader, const auto& value, const auto& name) {
            const auto settle = value.GetNumber(name, -MAX_MS, MAX_MS);
            reader.m_parameters.writeSettle = NanoSeconds(std::llround(settle * 1e6));
        },
        true);
    rules.AddTime(
        "Head switch time",
        [](auto& reader) -> auto& { return reader.m_parameters.headSwitch; },
        true);
    rules.AddNumber(
        "Rotation speed (in rpms)",
        DiskSpindle::MAX_RPM,
        [](auto& reader) -> auto& { return reader.m_parameters.rpm; },
        true);
    rules.Ignore("Percent error in rpms", "DiskSim 4 turns its disks at the given speed");
    return rules;
}

void
DiskSimModelReader::Read(const DiskSimBlock& block)
{
    GetDiskRules().Apply(block, *this, m_notes);
    ReadZones();
    ReadSeek();
    LimitBlocks();
}

void
DiskSimModelReader::ReadBlock(const DiskSimValue& value,
                              const char* type,
                              const DiskSimRules<DiskSimModelReader>& rules,
                              const std::string& name)
{
    const auto& block = value.GetBlock(name);
    if (block.type != type)
    {
        value.place.Fail(name + " = " + block.type + " is not supported, only " + type);
    }
    rules.Apply(block, *this, m_notes);
}

void
DiskSimModelReader::ReadZones()
{
    const auto rules = GetZoneRules();
    for (const auto& item : m_zones->GetList("Zones"))
    {
        Zone zone{{}, m_inRevolutions};
        rules.Apply(item.GetBlock("a zone"), zone, m_notes);
        for (auto* skew :
             {&zone.zone.firstSectorOffset, &zone.zone.trackSkew, &zone.zone.cylinderSkew})
        {
            // DiskSim drops the fraction of a sector, too.
            *skew = zone.inRevolutions ? *skew * zone.zone.sectorsPerTrack : std::trunc(*skew);
        }
        m_parameters.zones.push_back(zone.zone);
        const auto last = zone.zone.lastCylinder;
        if (last >= m_parameters.cylinders && last < UINT32_MAX)
        {
            m_notes.push_back("Number of cylinders is " + std::to_string(m_parameters.cylinders) +
                              ", a zone ends at " + std::to_string(last) +
                              "; the end of the zone is used");
            m_parameters.cylinders = last + 1;
        }
    }
}

std::map<std::string, ModelReader::SeekType>
DiskSimModelReader::GetSeekTypes() const
{
    const auto& seek = m_seek;
    const auto cylinders = m_parameters.cylinders;
    const std::vector<const char*> points{"Single cylinder seek time",
                                          "Average seek time",
                                          "Full strobe seek time"};
    return {
        {"constant", {{"Constant seek time"}, [&seek](uint32_t) { return seek.constant; }}},
        {"linear",
         {points,
          [&seek, cylinders](uint32_t distance) {
              return DiskSeekFormula::ThreePointLine(distance, cylinders, seek.points);
          }}},
        {"curve",
         {points,
          [&seek, cylinders](uint32_t distance) {
              return DiskSeekFormula::Lee(distance, cylinders, seek.points);
          }}},
        {"hpl",
         {{"HPL seek equation values"},
          [&seek](uint32_t distance) { return DiskSeekFormula::Hpl(distance, seek.hpl); }}},
        {"hplplus10",
         {{"HPL seek equation values", "First ten seek times"},
          [&seek](uint32_t distance) {
              return distance <= 10 ? seek.firstTen[distance - 1]
                                    : DiskSeekFormula::Hpl(distance, seek.hpl);
          }}},
        {"extracted", {{"Full seek curve"}, nullptr}},
    };
}

void
DiskSimModelReader::ReadSeek()
{
    const auto& value = *m_mechanics->Find("Seek type");
    const auto& type = value.GetWord("Seek type");
    const auto types = GetSeekTypes();
    const auto found = types.find(type);
    if (found == types.end())
    {
        value.place.Fail("Seek type = " + type + " is not supported");
    }
    for (const auto* need : found->second.needs)
    {
        if (!m_mechanics->Find(need))
        {
            value.place.Fail("Seek type = " + type + " needs the parameter " + need);
        }
    }
    if (found->second.formula)
    {
        m_parameters.seekPoints =
            DiskSeekFormula::Tabulate(found->second.formula, m_parameters.cylinders);
        return;
    }
    ReadSeekFile();
}

void
DiskSimModelReader::ReadSeekFile()
{
    const auto& name = m_seek.file->GetWord("Full seek curve");
    const auto path = std::filesystem::path(*m_seek.file->place.file).parent_path() / name;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
    {
        m_seek.file->place.Fail("there is no file " + path.string());
    }
    LineReader lines(path.string());
    ReadSeekPoints(lines);
    ExtendSeekPoints();
}

void
DiskSimModelReader::ReadSeekPoints(LineReader& lines)
{
    while (lines.Next())
    {
        if (lines.GetLine().starts_with("Seek distances measured:"))
        {
            continue;
        }
        const auto& fields = lines.Split(", \t", false);
        if (fields.size() != 2 && fields.size() != 3)
        {
            lines.Fail("expected a distance and a time");
        }
        const auto distance = lines.ParseInteger(fields[0], "distance", UINT32_MAX);
        const auto time = lines.ParseNumber(fields[1], "time", MAX_MS);
        m_parameters.seekPoints.push_back(
            {static_cast<uint32_t>(distance), NanoSeconds(std::llround(time * 1e6L))});
    }
    if (m_parameters.seekPoints.size() < 2)
    {
        throw UserError(lines.GetFileName() + ": it has fewer than two distances");
    }
}

void
DiskSimModelReader::ExtendSeekPoints()
{
    auto& points = m_parameters.seekPoints;
    const auto extend = [](const DiskSeekPoint& a, const DiskSeekPoint& b, uint32_t distance) {
        const auto slope =
            (b.time - a.time).GetNanoSeconds() / (double(b.distance) - double(a.distance));
        const auto ns = b.time.GetNanoSeconds() + slope * (double(distance) - b.distance);
        return DiskSeekPoint{distance, NanoSeconds(std::llround(std::clamp(ns, 0., 1e18)))};
    };
    if (points.front().distance > 1)
    {
        points.insert(points.begin(), extend({}, points.front(), 1));
    }
    const auto last = points.back();
    const auto& beforeLast = points[points.size() - 2];
    if (last.distance + 1ULL < m_parameters.cylinders && last.distance > beforeLast.distance)
    {
        points.push_back(extend(beforeLast, last, m_parameters.cylinders - 1));
    }
}

void
DiskSimModelReader::LimitBlocks()
{
    auto& parameters = m_parameters;
    const auto given = parameters.blocks;
    parameters.blocks = 1;
    DiskParametersChecker(parameters).Check(); // so that its zones can be laid out
    uint64_t capacity = 0;
    for (const auto& zone : parameters.zones)
    {
        capacity += DiskZoneLayout(parameters, zone).GetBlockCount();
    }
    parameters.blocks = capacity;
    if (given != capacity)
    {
        m_notes.push_back("Block count is " + std::to_string(given) + ", the zones hold " +
                          std::to_string(capacity) + "");
    }
}

} // namespace ns3
