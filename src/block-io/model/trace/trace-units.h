/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_UNITS_H
#define TRACE_UNITS_H

#include "trace-record.h"

#include <cstdint>

namespace ns3
{

// Units that columns of a trace have: of time in ns, of addresses and lengths in bytes.
inline constexpr uint64_t TRACE_NS = 1;                            //!< ns
inline constexpr uint64_t TRACE_US = 1000;                         //!< ns
inline constexpr uint64_t TRACE_MS = 1000 * TRACE_US;              //!< ns
inline constexpr uint64_t TRACE_SECOND = 1000 * TRACE_MS;          //!< ns
inline constexpr uint64_t TRACE_TICK = 100;                        //!< Windows' unit of time, ns
inline constexpr uint64_t TRACE_BYTE = 1;                          //!< bytes
inline constexpr uint64_t TRACE_SECTOR = TraceRecord::SECTOR_SIZE; //!< bytes

} // namespace ns3

#endif /* TRACE_UNITS_H */
