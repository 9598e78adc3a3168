/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-flash-figures.h"

#include "san-drives.h"

#include "ns3/json-writer.h"

#include <algorithm>
#include <set>

namespace ns3
{

void
SanFlashFigures::Attach(const std::vector<Ptr<BlockDevice>>& units)
{
    const auto drives = FindSanSsds(GetSanDrives(units));
    m_units.insert(m_units.end(), units.begin(), units.end());
    m_drives.insert(m_drives.end(), drives.begin(), drives.end());
}

void
SanFlashFigures::Stop()
{
    m_figures = Get();
    m_isStopped = true;
}

void
SanFlashFigures::Add(SsdDrive& drive, Figures& figures)
{
    ++figures.drives;
    figures.use += drive.GetFlashUse();
    const auto& parameters = drive.GetParameters();
    figures.levelsWear |= parameters.wearLevellingSpread > 0;
    figures.hasSlcCache |= parameters.slc.blocksPerPlane > 0;
    if (parameters.mappingCachePages > 0)
    {
        const auto mapping = drive.GetMappingCache();
        figures.hasMappingCache = true;
        figures.mappingUses += mapping->GetUses();
        figures.mappingMisses += mapping->GetMisses();
    }
    if (parameters.power.lower.empty())
    {
        return;
    }
    const auto states = drive.GetPowerStates();
    figures.states.resize(std::max(figures.states.size(), states.size()));
    for (std::size_t i = 0; i < states.size(); ++i)
    {
        figures.states[i].entries += states[i].entries;
        figures.states[i].time += states[i].time;
    }
    figures.energy += drive.GetEnergy();
}

SanFlashFigures::Figures
SanFlashFigures::Get() const
{
    auto drives = m_drives;
    const std::set<Ptr<SsdDrive>> known(m_drives.begin(), m_drives.end());
    for (const auto& drive : FindSanSsds(GetSanDrives(m_units)))
    {
        // A new member of an array, in the place of one that was pulled.
        if (!known.contains(drive))
        {
            drives.push_back(drive);
        }
    }
    Figures figures;
    for (const auto& drive : drives)
    {
        Add(*drive, figures);
    }
    return figures;
}

void
SanFlashFigures::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    Write(json);
}

void
SanFlashFigures::Write(JsonWriter& json) const
{
    const auto figures = m_isStopped ? m_figures : Get();
    if (figures.drives == 0)
    {
        return;
    }
    const auto& use = figures.use;
    const auto write = [&json](const char* name, uint64_t units) {
        json.Key(name).Integer(units * SsdParameters::UNIT_BYTES);
    };
    json.BeginLine().Key("flash").BeginObject();
    json.Key("drives").Integer(figures.drives);
    write("host_bytes", use.hostUnits);
    write("moved_bytes", use.movedUnits);
    if (figures.levelsWear)
    {
        write("levelled_bytes", use.levelledUnits);
    }
    if (figures.hasSlcCache)
    {
        write("folded_bytes", use.foldedUnits);
    }
    if (figures.hasMappingCache)
    {
        write("mapping_bytes", use.mappingUnits);
    }
    write("empty_bytes", use.emptyUnits);
    write("programmed_bytes", use.GetProgrammed());
    json.Key("write_amplification");
    use.hostUnits > 0 ? json.Fixed(use.GetWriteAmplification(), 6) : json.Null();
    json.Key("erased_blocks").Integer(use.erases);
    json.Key("least_erases").Integer(use.leastErases);
    json.Key("mean_erases").Fixed(static_cast<double>(use.erases) / use.blocks, 6);
    json.Key("most_erases").Integer(use.mostErases);
    if (figures.hasSlcCache)
    {
        json.Key("slc_erased_blocks").Integer(use.slcErases);
    }
    if (figures.hasMappingCache)
    {
        json.Key("mapping_hits").Integer(figures.mappingUses - figures.mappingMisses);
        json.Key("mapping_misses").Integer(figures.mappingMisses);
    }
    if (!figures.states.empty())
    {
        WriteStates(json, figures);
    }
    json.EndObject();
}

void
SanFlashFigures::WriteStates(JsonWriter& json, const Figures& figures)
{
    json.Key("power_states").BeginArray();
    for (const auto& state : figures.states)
    {
        json.BeginObject();
        json.Key("entries").Integer(state.entries);
        json.Key("seconds").Fixed(state.time.GetSeconds(), 9);
        json.EndObject();
    }
    json.EndArray();
    json.Key("joules").Fixed(figures.energy, 6);
}

} // namespace ns3
