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
                {"cwnd", {"initialCwnd", "tcpSeries"}},
                {"directory", {"output"}},
                {"disk", {"drive", "drives", "device"}},
                {"distance", {"delay", "wifiDistance"}},
                {"duration", {"stop"}},
                {"elevator", {"scheduler"}},
                {"filename", {"trace", "fileTrace"}},
                {"io_size", {"count"}},
                {"iodepth", {"queueDepth", "unitQueueDepth"}},
                {"iops", {"rate"}},
                {"jumbo", {"mtu", "segmentSize"}},
                {"latency", {"delay", "accessDelay"}},
                {"MC/S", {"connections", "connectionPolicy"}},
                {"mpio", {"multipath"}},
                {"mss", {"segmentSize"}},
                {"nagle", {"noDelay", "minshallNagle"}},
                {"NCQ", {"unitQueueDepth", "schedulerDepth"}},
                {"numjobs", {"initiators"}},
                {"raid", {"array", "arrayMembers", "stripeUnit", "hostArray"}},
                {"runtime", {"stop"}},
                {"rw", {"readFraction", "pattern"}},
                {"rwmixread", {"readFraction"}},
                {"RTO", {"minRto"}},
                {"RTT", {"delay"}},
                {"seed", {"RngSeed", "RngRun"}},
                {"SSD", {"device", "drive", "ssdAged"}},
                {"TCQ", {"unitQueueDepth", "schedulerDepth"}},
                {"throughput", {"linkRate", "warmUp"}},
                {"tso", {"offload"}},
                {"window", {"sndBufSize", "rcvBufSize", "commandWindow"}},
            }};
}

} // namespace ns3
