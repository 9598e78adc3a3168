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

#include <string>

namespace ns3
{

/**
 * @ingroup live-san
 *
 * Give what a live simulation did until now, as the JSON text of live.json.
 *
 * @param side the simulated side
 * @param device its device, null if it is on no real network
 * @param lag how late events were
 * @param lagOverTime how late the simulation was at every millisecond, null if that is not known
 * @return the text
 */
std::string GetLiveReport(LiveSide& side,
                          const LiveNetDevice* device,
                          const IoLatencyHistogram& lag,
                          const IoLatencyHistogram* lagOverTime);

} // namespace ns3

#endif /* LIVE_REPORT_H */
