/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-benchmark-figures.h"

#include "ns3/h2benchw-report.h"

#include <sstream>

namespace ns3
{

namespace
{

/// What the rows of all files begin with.
constexpr const char* WHERE = "initiator,drive,";

} // namespace

SanBenchmarkFigures::SanBenchmarkFigures(const std::string& folder)
    : m_folder(folder)
{
}

void
SanBenchmarkFigures::Attach(const SanBenchmark& benchmark)
{
    if (!m_zones)
    {
        m_zones = std::make_unique<ResultFile>(m_folder + "/h2benchw-zones.csv");
        m_accesses = std::make_unique<ResultFile>(m_folder + "/h2benchw-accesses.csv");
    }
    m_benchmarks.push_back(benchmark);
}

std::vector<FileProgramResult>
SanBenchmarkFigures::GetResults(const H2benchwWorkload& workload)
{
    std::vector<FileProgramResult> results;
    for (const auto& figure : H2benchwReport(workload).GetFigures())
    {
        results.push_back({figure.name, figure.unit, {figure.value}});
    }
    return results;
}

const std::vector<SanBenchmark>&
SanBenchmarkFigures::GetBenchmarks() const
{
    return m_benchmarks;
}

void
SanBenchmarkFigures::WriteFiles()
{
    if (!m_zones)
    {
        return;
    }
    std::ostringstream zones;
    std::ostringstream accesses;
    zones << WHERE << H2benchwReport::GetZoneColumns();
    accesses << WHERE << H2benchwReport::GetAccessColumns();
    for (const auto& [workload, initiator, drive] : m_benchmarks)
    {
        const H2benchwReport report(*workload);
        const auto where = std::to_string(initiator) + "," + std::to_string(drive) + ",";
        report.WriteZones(zones, where);
        report.WriteAccesses(accesses, where);
    }
    m_zones->Write(zones.str());
    m_zones->Commit();
    m_accesses->Write(accesses.str());
    m_accesses->Commit();
}

} // namespace ns3
