/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-overview.h"

#include "ns3/quantity-text.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace ns3
{

namespace
{

/**
 * @param value a number
 * @param unit its unit
 * @return both, with six digits, or the whole part of a large number
 */
std::string
FormatFigure(double value, const char* unit)
{
    if (value >= 1e4)
    {
        return ToGroupedText(value, 0) + " " + unit;
    }
    char text[60];
    std::snprintf(text, sizeof(text), "%.6g %s", value, unit);
    return text;
}

/**
 * @param number a number of things
 * @param what the name of one
 * @return both
 */
std::string
Count(uint64_t number, const char* what)
{
    return ToGroupedText(static_cast<double>(number), 0) + " " + what + (number == 1 ? "" : "s");
}

} // namespace

std::string
FormatTraceDevices(const std::set<uint32_t>& devices)
{
    constexpr std::size_t MOST = 8;
    std::string text;
    auto device = devices.begin();
    for (std::size_t i = 0; i < std::min(devices.size(), MOST); ++i, ++device)
    {
        const bool isLast = std::next(device) == devices.end();
        text += (i == 0 ? "" : isLast ? " and " : ", ") + std::to_string(*device);
    }
    return devices.size() > MOST ? text + " and so on up to " + std::to_string(*devices.rbegin())
                                 : text;
}

void
TraceOverview::Add(const TraceRecord& record)
{
    if (m_requests == 0)
    {
        m_start = m_end = record.timeNs;
    }
    if (m_requests == 0 || record.device != m_device)
    {
        m_device = record.device;
        m_devices.insert(m_device);
    }
    ++m_requests;
    m_start = std::min(m_start, record.timeNs);
    m_end = std::max(m_end, record.timeNs);
    m_lastSector = std::max(m_lastSector, record.lba + record.sectors);
}

const std::set<uint32_t>&
TraceOverview::GetDevices() const
{
    return m_devices;
}

std::string
TraceOverview::ToText(const TraceReader& reader) const
{
    auto text = std::string(TraceFormatInfo::Get(reader.GetFormat()).name) + ", " +
                reader.GetUnits() + ": " + Count(m_requests, "request");
    const auto seconds = static_cast<double>(m_end - m_start) / 1e9;
    if (seconds > 0)
    {
        text += " in " + FormatFigure(seconds, "s") + ", " +
                FormatFigure(static_cast<double>(m_requests) / seconds, "requests/s");
    }
    text += ", " + Count(m_devices.size(), "device") + " (" + FormatTraceDevices(m_devices) +
            "), addresses below " + Count(m_lastSector * TraceRecord::SECTOR_SIZE, "byte");
    if (reader.GetLeftOut() > 0)
    {
        text += "; " + Count(reader.GetLeftOut(), "request") +
                " left out, neither read nor write or not known which";
    }
    return text;
}

} // namespace ns3
