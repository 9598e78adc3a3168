/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_OVERVIEW_H
#define TRACE_OVERVIEW_H

#include "trace-reader.h"
#include "trace-record.h"

#include <cstdint>
#include <set>
#include <string>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * What was understood of a trace, for its user to check: format, units, duration, rate, devices,
 * largest address. Memory is bounded, except for a few bytes per device.
 */
class TraceOverview
{
  public:
    /**
     * @param record the next record
     */
    void Add(const TraceRecord& record);

    /**
     * @return numbers of the devices
     */
    const std::set<uint32_t>& GetDevices() const;

    /**
     * @param reader the trace, read to its end
     * @return one line
     */
    std::string ToText(const TraceReader& reader) const;

  private:
    uint64_t m_requests{0};       //!< number of records
    int64_t m_start{0};           //!< earliest time, ns
    int64_t m_end{0};             //!< latest time, ns
    uint64_t m_lastSector{0};     //!< place behind the farthest sector
    std::set<uint32_t> m_devices; //!< numbers of devices
    uint32_t m_device{0};         //!< device of the last record
};

/**
 * @ingroup block-io-trace
 *
 * @param devices numbers of devices
 * @return them as text: 0, 1 and 4; the first ones and the last if there are many
 */
std::string FormatTraceDevices(const std::set<uint32_t>& devices);

} // namespace ns3

#endif /* TRACE_OVERVIEW_H */
