/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KNOWN_TRACE_COLUMNS_H
#define KNOWN_TRACE_COLUMNS_H

#include "trace-columns.h"

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * @param format a format whose lines are columns, but not COLUMNS
 * @return its columns
 */
TraceColumns GetKnownTraceColumns(TraceFormat format);

} // namespace ns3

#endif /* KNOWN_TRACE_COLUMNS_H */
