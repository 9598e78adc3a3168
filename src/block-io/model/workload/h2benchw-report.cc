/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "h2benchw-report.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iomanip>
#include <utility>

namespace ns3
{

namespace
{

using enum H2benchwPhase;

/// Bytes of the unit of rates.
constexpr double MIB = 1 << 20;

/// Width of the text before a rate of the interface.
constexpr int TEXT_WIDTH = 60;

/// Phases that are measured at the interface.
constexpr std::array INTERFACE{SEQUENTIAL_READ,
                               READ_AHEAD,
                               REPETITIVE_READ,
                               SEQUENTIAL_WRITE,
                               WRITE_CACHE,
                               REPETITIVE_WRITE};

/**
 * @param value a number
 * @param digits digits behind the point
 * @return the number as text
 */
std::string
ToText(double value, int digits)
{
    char text[64];
    std::snprintf(text, sizeof(text), "%.*f", digits, value);
    return text;
}

/**
 * @param time a time
 * @return it in milliseconds
 */
double
GetMilliseconds(Time time)
{
    return time.GetSeconds() * 1e3;
}

/**
 * @param result a measurement of the interface
 * @return what is measured, as text
 */
std::string
Describe(const H2benchwResult& result)
{
    const auto delay = " (delay: " + ToText(GetMilliseconds(result.GetDelay()), 2) + " ms):";
    switch (result.GetPhase())
    {
    case SEQUENTIAL_READ:
        return "Sequential read rate medium (no delay):";
    case READ_AHEAD:
        return "Sequential transfer rate with read-ahead" + delay;
    case REPETITIVE_READ:
        return "Repetitive sequential read (\"core test\"):";
    case SEQUENTIAL_WRITE:
        return "Sequential write rate medium (no delay):";
    case WRITE_CACHE:
        return "Sequential transfer rate with write cache" + delay;
    default:
        return "Repetitive sequential write:";
    }
}

/**
 * Print the mean and the extremes of something.
 *
 * @param os where to
 * @param what what it is
 * @param values mean, least, greatest
 * @param unit their unit
 */
void
PrintRange(std::ostream& os,
           const char* what,
           const std::array<double, 3>& values,
           const char* unit)
{
    os << std::left << std::setw(15) << what << "average " << ToText(values[0], 2) << ", min "
       << ToText(values[1], 2) << ", max " << ToText(values[2], 2) << " [" << unit << "]\n";
}

/**
 * @param result a sustained measurement
 * @return average, least and greatest rate, MiB/s
 */
std::array<double, 3>
GetRates(const H2benchwResult& result)
{
    return {result.GetRate() / MIB, result.GetLowestRate() / MIB, result.GetHighestRate() / MIB};
}

/**
 * @param result random accesses
 * @return mean, shortest and longest time, ms
 */
std::array<double, 3>
GetTimes(const H2benchwResult& result)
{
    return {GetMilliseconds(result.GetMeanTime()),
            GetMilliseconds(result.GetShortestTime()),
            GetMilliseconds(result.GetLongestTime())};
}

/**
 * @param figures where to add average, least and greatest
 * @param phase the phase
 * @param unit their unit
 * @param values the three
 */
void
AddRange(std::vector<H2benchwReport::Figure>& figures,
         H2benchwPhase phase,
         const std::string& unit,
         const std::array<double, 3>& values)
{
    const std::string name = GetH2benchwPhaseName(phase);
    figures.push_back({name, unit, values[0]});
    figures.push_back({name + "_min", unit, values[1]});
    figures.push_back({name + "_max", unit, values[2]});
}

/**
 * @param phase a phase
 * @return how its operation is written in tables
 */
BlockOperation
GetOperation(H2benchwPhase phase)
{
    return IsH2benchwWrite(phase) ? BlockOperation::WRITE : BlockOperation::READ;
}

} // namespace

H2benchwReport::H2benchwReport(const H2benchwWorkload& workload)
    : m_workload(workload)
{
}

const H2benchwResult*
H2benchwReport::FindMeasured(H2benchwPhase phase) const
{
    const auto* result = m_workload.FindResult(phase);
    return result && result->GetState() == H2benchwResult::State::MEASURED ? result : nullptr;
}

void
H2benchwReport::Print(std::ostream& os) const
{
    if (!m_workload.GetPlan())
    {
        os << "h2benchw: the device was never ready\n";
        return;
    }
    const auto& plan = *m_workload.GetPlan();
    const auto bytes = static_cast<double>(plan.GetBlockCount()) * plan.GetBlockSize();
    os << "Capacity: " << plan.GetBlockCount() << " sectors of " << plan.GetBlockSize()
       << " bytes, " << ToText(bytes / MIB, 1) << " MiB\n";
    PrintInterface(os);
    PrintZones(os);
    PrintAccesses(os);
    PrintMissing(os);
}

void
H2benchwReport::PrintInterface(std::ostream& os) const
{
    const auto& plan = *m_workload.GetPlan();
    if (plan.GetSettings().interfaceRequests == 0)
    {
        return;
    }
    os << "\nInterface transfer rate, block size " << plan.GetBlocks(SEQUENTIAL_READ)
       << " sectors, at " << ToText(plan.GetSettings().position, 1) << "% of the capacity\n";
    for (const auto phase : INTERFACE)
    {
        if (const auto* result = FindMeasured(phase))
        {
            os << std::left << std::setw(TEXT_WIDTH) << Describe(*result) << std::right
               << std::setw(9) << ToText(result->GetRate() / MIB, 2) << " [MiB/s]\n";
        }
    }
}

void
H2benchwReport::PrintZones(std::ostream& os) const
{
    const auto& plan = *m_workload.GetPlan();
    const auto& settings = plan.GetSettings();
    if (settings.zones == 0)
    {
        return;
    }
    os << "\nSustained transfer rate, block size " << plan.GetBlocks(SUSTAINED_READ) << " sectors, "
       << settings.zones << " zones of " << settings.zoneBytes / 1024 << " KiB\n";
    for (const auto& [phase, what] :
         {std::pair{SUSTAINED_READ, "Reading:"}, {SUSTAINED_WRITE, "Writing:"}})
    {
        if (const auto* result = FindMeasured(phase))
        {
            PrintRange(os, what, GetRates(*result), "MiB/s");
        }
    }
}

void
H2benchwReport::PrintAccesses(std::ostream& os) const
{
    const auto accesses = m_workload.GetPlan()->GetSettings().accesses;
    if (accesses == 0)
    {
        return;
    }
    os << "\nRandom access, " << accesses << " accesses of 1 sector\n";
    for (const auto& [phase, what] :
         {std::pair{RANDOM_READ, "Reading:"}, {RANDOM_WRITE, "Writing:"}})
    {
        if (const auto* result = FindMeasured(phase))
        {
            PrintRange(os, what, GetTimes(*result), "ms");
        }
    }
}

void
H2benchwReport::PrintMissing(std::ostream& os) const
{
    for (const auto phase : m_workload.GetPlan()->GetPhases())
    {
        if (const auto* result = m_workload.FindResult(phase); !FindMeasured(phase))
        {
            const bool failed = result && result->GetState() == H2benchwResult::State::FAILED;
            os << phase << ": no result, "
               << (failed ? "because a request failed" : "stopped before its end") << "\n";
        }
    }
}

bool
H2benchwReport::IsComplete() const
{
    const auto& plan = m_workload.GetPlan();
    return plan && std::all_of(plan->GetPhases().begin(),
                               plan->GetPhases().end(),
                               [this](auto phase) { return FindMeasured(phase) != nullptr; });
}

std::vector<H2benchwReport::Figure>
H2benchwReport::GetFigures() const
{
    std::vector<Figure> figures;
    for (const auto phase : INTERFACE)
    {
        if (const auto* result = FindMeasured(phase))
        {
            const std::string name = GetH2benchwPhaseName(phase);
            figures.push_back({name, "MiB/s", result->GetRate() / MIB});
            if (result->GetDelay().IsStrictlyPositive())
            {
                figures.push_back({name + "_delay", "ms", GetMilliseconds(result->GetDelay())});
            }
        }
    }
    for (const auto phase : {SUSTAINED_READ, SUSTAINED_WRITE})
    {
        if (const auto* result = FindMeasured(phase))
        {
            AddRange(figures, phase, "MiB/s", GetRates(*result));
        }
    }
    for (const auto phase : {RANDOM_READ, RANDOM_WRITE})
    {
        if (const auto* result = FindMeasured(phase))
        {
            AddRange(figures, phase, "ms", GetTimes(*result));
        }
    }
    return figures;
}

std::string
H2benchwReport::GetZoneColumns()
{
    return "operation,lba,position_percent,bytes,time_s,mib_per_s\n";
}

void
H2benchwReport::WriteZones(std::ostream& os, const std::string& prefix) const
{
    for (const auto phase : {SUSTAINED_READ, SUSTAINED_WRITE})
    {
        const auto* result = FindMeasured(phase);
        if (!result)
        {
            continue;
        }
        const auto blocks = static_cast<double>(m_workload.GetPlan()->GetBlockCount());
        for (const auto& zone : result->GetParts())
        {
            os << prefix << GetOperation(phase) << "," << zone.lba << ","
               << ToText(100 * static_cast<double>(zone.lba) / blocks, 6) << "," << zone.bytes
               << "," << ToText(zone.time.GetSeconds(), 9) << "," << ToText(zone.GetRate() / MIB, 6)
               << "\n";
        }
    }
}

std::string
H2benchwReport::GetAccessColumns()
{
    return "operation,lba,time_s\n";
}

void
H2benchwReport::WriteAccesses(std::ostream& os, const std::string& prefix) const
{
    for (const auto phase : {RANDOM_READ, RANDOM_WRITE})
    {
        if (const auto* result = FindMeasured(phase))
        {
            for (const auto& access : result->GetParts())
            {
                os << prefix << GetOperation(phase) << "," << access.lba << ","
                   << ToText(access.time.GetSeconds(), 9) << "\n";
            }
        }
    }
}

} // namespace ns3
