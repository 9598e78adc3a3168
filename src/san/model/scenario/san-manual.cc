/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-manual.h"

namespace ns3
{

ProgramManual
MakeSanManual(const std::vector<std::string>& mainOptions, const std::vector<std::string>& examples)
{
    return {mainOptions,
            examples,
            {
                {"bandwidth", {"linkRate", "accessRate"}},
                {"bs", {"size"}},
                {"cwnd", {"InitialCwnd", "tcpSeries"}},
                {"directory", {"output"}},
                {"disk", {"drive", "drives", "device"}},
                {"distance", {"delay", "wifiDistance"}},
                {"duration", {"stop"}},
                {"elevator", {"scheduler"}},
                {"filename", {"trace", "fileTrace"}},
                {"io_size", {"count"}},
                {"iodepth", {"queueDepth", "unitQueueDepth"}},
                {"iops", {"rate"}},
                {"jumbo", {"mtu", "SegmentSize"}},
                {"latency", {"delay", "accessDelay"}},
                {"MC/S", {"Connections", "ConnectionPolicy"}},
                {"mpio", {"multipath"}},
                {"mss", {"SegmentSize"}},
                {"nagle", {"NoDelay", "minshallNagle"}},
                {"NCQ", {"unitQueueDepth", "schedulerDepth"}},
                {"numjobs", {"initiators"}},
                {"raid", {"array", "members", "stripeUnit"}},
                {"runtime", {"stop"}},
                {"rw", {"readFraction", "pattern"}},
                {"rwmixread", {"readFraction"}},
                {"RTO", {"MinRto"}},
                {"RTT", {"delay"}},
                {"seed", {"RngSeed", "RngRun"}},
                {"TCQ", {"unitQueueDepth", "schedulerDepth"}},
                {"throughput", {"linkRate", "warmUp"}},
                {"tso", {"offload"}},
                {"window", {"SndBufSize", "RcvBufSize", "CommandWindow"}},
            }};
}

} // namespace ns3
