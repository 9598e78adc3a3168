/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ram-disk.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RamDisk);

TypeId
RamDisk::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RamDisk")
            .SetParent<FixedLatencyDevice>()
            .SetGroupName("BlockIo")
            .AddConstructor<RamDisk>()
            .AddAttribute("Bandwidth",
                          "Rate of the channel that all transfers share; 0 for unlimited",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&RamDisk::m_bandwidth),
                          MakeDataRateChecker());
    return tid;
}

Time
RamDisk::StartService(Ptr<const BlockRequest> request)
{
    const auto now = Simulator::Now();
    m_channelFree = std::max(now + GetLatency(), m_channelFree) + GetTransferTime(request);
    return m_channelFree - now;
}

Time
RamDisk::GetTransferTime(Ptr<const BlockRequest> request) const
{
    if (!TransfersBlocks(request->operation) || m_bandwidth == DataRate(0))
    {
        return Time(0);
    }
    const auto bits = static_cast<uint64_t>(request->blocks) * GetBlockSize() * 8;
    return Seconds(int64x64_t(bits) / int64x64_t(m_bandwidth.GetBitRate()));
}

} // namespace ns3
