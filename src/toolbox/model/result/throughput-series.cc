/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "throughput-series.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

ThroughputSeries::ThroughputSeries(const std::string& fileName, Time interval)
    : m_interval(interval)
{
    if (!fileName.empty())
    {
        m_file.emplace(fileName);
    }
}

void
ThroughputSeries::Add(const std::string& name, Counter counter)
{
    m_columns.push_back({name + "_MB_s", std::move(counter)});
}

void
ThroughputSeries::Start()
{
    if (!m_file)
    {
        return;
    }
    m_rows << "time_s";
    for (auto& column : m_columns)
    {
        m_rows << "," << column.name;
        column.before = column.counter();
    }
    m_rows << "\n";
    Simulator::Schedule(m_interval, &ThroughputSeries::EndInterval, this);
}

void
ThroughputSeries::EndInterval()
{
    m_rows << Simulator::Now().GetSeconds();
    for (auto& column : m_columns)
    {
        const auto bytes = column.counter();
        m_rows << "," << static_cast<double>(bytes - column.before) / m_interval.GetSeconds() / 1e6;
        column.before = bytes;
    }
    m_rows << "\n";
    Simulator::Schedule(m_interval, &ThroughputSeries::EndInterval, this);
}

void
ThroughputSeries::Close()
{
    if (m_file)
    {
        m_file->Write(m_rows.str());
        m_file->Commit();
    }
}

} // namespace ns3
