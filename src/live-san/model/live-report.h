/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_REPORT_H
#define LIVE_REPORT_H

#include "live-figures.h"
#include "live-side.h"

#include "ns3/io-latency-histogram.h"
#include "ns3/live-net-device.h"
#include "ns3/nstime.h"
#include "ns3/san-flash-figures.h"

#include <ostream>
#include <string>

namespace ns3
{

/**
 * @ingroup live-san
 *
 * Give what a live simulation did until now, as the JSON text of live.json.
 *
 * @param side the simulated side
 * @param flash what its flash drives did
 * @param device its device, null if it is on no real network
 * @param lag how late events were
 * @param lagOverTime how late the simulation was at every millisecond, null if that is not known
 * @return the text
 */
std::string GetLiveReport(LiveSide& side,
                          const SanFlashFigures& flash,
                          const LiveNetDevice* device,
                          const IoLatencyHistogram& lag,
                          const IoLatencyHistogram* lagOverTime);

/**
 * @ingroup live-san
 *
 * Print what a live simulation did in the end, in a few lines.
 *
 * @param os where to
 * @param run what was done
 * @param lag how late events were
 */
void PrintLiveSummary(std::ostream& os,
                      const LiveFigures::Period& run,
                      const IoLatencyHistogram& lag);

} // namespace ns3

#endif /* LIVE_REPORT_H */
