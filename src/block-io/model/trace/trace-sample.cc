/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-sample.h"

#include <algorithm>
#include <cstdio>

namespace ns3
{

namespace
{

/// Requests that tell nothing about a mean.
constexpr std::size_t FEW = 10;

/// Requests per second of a trace whose format is told by more than numbers.
constexpr double LEAST_RATE = 0.001;
constexpr double MOST_RATE = 1e8;

/// Requests per second of a trace that may be of several formats.
constexpr double LEAST_DOUBTFUL_RATE = 1;
constexpr double MOST_DOUBTFUL_RATE = 1e7;

/// Largest address of a device, sectors: 1 PiB.
constexpr uint64_t MOST_ADDRESS = (uint64_t{1} << 50) / TraceRecord::SECTOR_SIZE;

/// Mean length of requests, sectors, from which on they may be bytes: 2 MiB.
constexpr uint64_t LONG_REQUEST = 4096;

/// Greatest number of a device of one host.
constexpr uint32_t MOST_DEVICE = 65535;

/// Least requests for each device of one host, where there are many.
constexpr std::size_t LEAST_SHARE = 4;

/**
 * @param rate a rate
 * @return it as text
 */
std::string
FormatRate(double rate)
{
    char text[40];
    std::snprintf(text, sizeof(text), "%.3g requests/s", rate);
    return text;
}

} // namespace

TraceSample::TraceSample(const TraceColumns& columns)
    : m_hasTimes(columns.Has(TraceColumns::TIME)),
      m_hasSectors(columns.fields[TraceColumns::ADDRESS].unit == TraceRecord::SECTOR_SIZE &&
                   columns.fields[TraceColumns::LENGTH].unit == TraceRecord::SECTOR_SIZE),
      m_hasFewDevices(columns.Has(TraceColumns::DEVICE) &&
                      columns.header == TraceColumns::Header::NONE)
{
}

void
TraceSample::Add(const TraceRecord& record, uint64_t widened)
{
    if (m_size == 0)
    {
        m_last = m_earliest = m_latest = record.timeNs;
    }
    ++m_size;
    m_back += record.timeNs < m_last ? 1 : 0;
    m_last = record.timeNs;
    m_earliest = std::min(m_earliest, record.timeNs);
    m_latest = std::max(m_latest, record.timeNs);
    m_devices.insert(record.device);
    m_farthest = std::max(m_farthest, record.lba);
    m_bits |= record.lba | record.sectors;
    m_sectors += record.sectors;
    m_longest = std::max(m_longest, record.sectors);
    m_widened = widened;
}

std::size_t
TraceSample::GetSize() const
{
    return m_size;
}

std::string
TraceSample::FindFault(bool isDoubtful) const
{
    auto fault = m_hasTimes ? FindTimeFault(isDoubtful) : "";
    fault = fault.empty() ? FindExtentFault() : fault;
    return fault.empty() && m_hasFewDevices ? FindDeviceFault() : fault;
}

std::string
TraceSample::FindTimeFault(bool isDoubtful) const
{
    if (m_size >= FEW && 2 * m_back > m_size)
    {
        return "times go back in " + std::to_string(m_back) + " of " + std::to_string(m_size) +
               " lines";
    }
    const auto span = m_latest - m_earliest;
    if (span == 0 || (m_size < FEW && !isDoubtful))
    {
        return "";
    }
    const auto rate = static_cast<double>(m_size - 1) / (static_cast<double>(span) / 1e9);
    const bool isSlow = rate < (isDoubtful ? LEAST_DOUBTFUL_RATE : LEAST_RATE);
    const bool isFast = rate > (isDoubtful ? MOST_DOUBTFUL_RATE : MOST_RATE);
    return isSlow || isFast ? "that is " + FormatRate(rate) : "";
}

std::string
TraceSample::FindExtentFault() const
{
    if (m_farthest > MOST_ADDRESS)
    {
        return "an address is past 1 PiB";
    }
    if (m_hasSectors && m_bits % TraceRecord::SECTOR_SIZE == 0 &&
        m_sectors >= m_size * LONG_REQUEST && m_size >= FEW)
    {
        return "addresses and lengths are multiples of 512, as bytes are, and requests are of " +
               std::to_string(m_sectors / m_size) + " sectors";
    }
    if (m_widened == m_size && m_longest <= 2 && m_size >= FEW)
    {
        return "all requests are of less than a sector, as if they were counted in sectors";
    }
    return "";
}

std::string
TraceSample::FindDeviceFault() const
{
    if (!m_devices.empty() && *m_devices.rbegin() > MOST_DEVICE)
    {
        return "a device has the number " + std::to_string(*m_devices.rbegin());
    }
    if (m_devices.size() >= FEW && m_devices.size() * LEAST_SHARE > m_size)
    {
        return std::to_string(m_size) + " requests go to " + std::to_string(m_devices.size()) +
               " devices";
    }
    return "";
}

} // namespace ns3
