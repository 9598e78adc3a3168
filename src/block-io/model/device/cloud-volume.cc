/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cloud-volume.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CloudVolume");

NS_OBJECT_ENSURE_REGISTERED(CloudVolume);

TypeId
CloudVolume::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CloudVolume")
            .SetParent<FixedLatencyDevice>()
            .SetGroupName("BlockIo")
            .AddConstructor<CloudVolume>()
            .AddAttribute("Rate",
                          "Requests earned in a second, which are done without credits, 1 to "
                          "1000000",
                          DoubleValue(3000),
                          MakeDoubleAccessor(&CloudVolume::m_rate),
                          MakeDoubleChecker<double>(1, 1e6))
            .AddAttribute("BurstRate",
                          "Requests in a second while there are credits, 0 to 1000000; no less "
                          "than Rate",
                          DoubleValue(0),
                          MakeDoubleAccessor(&CloudVolume::m_burstRate),
                          MakeDoubleChecker<double>(0, 1e6))
            .AddAttribute("Credits",
                          "Most requests that are saved for bursts, and those at the beginning, 0 "
                          "to 1e12",
                          DoubleValue(0),
                          MakeDoubleAccessor(&CloudVolume::m_credits),
                          MakeDoubleChecker<double>(0, 1e12))
            .AddAttribute("IoSize",
                          "Most bytes of what counts as one request, a longer one counts as "
                          "several; 0 for any number",
                          UintegerValue(0),
                          MakeUintegerAccessor(&CloudVolume::m_ioSize),
                          MakeUintegerChecker<uint64_t>(0, 1ULL << 32))
            .AddAttribute("ReadCost",
                          "How many requests a read counts as, 0.01 to 100",
                          DoubleValue(1),
                          MakeDoubleAccessor(&CloudVolume::m_readCost),
                          MakeDoubleChecker<double>(0.01, 100))
            .AddAttribute("Bandwidth",
                          "Data earned in a second, which is transferred without credits; 0 for no "
                          "limit",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&CloudVolume::m_bandwidth),
                          MakeDataRateChecker())
            .AddAttribute("BurstBandwidth",
                          "Data in a second while there are credits; no less than Bandwidth",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&CloudVolume::m_burstBandwidth),
                          MakeDataRateChecker())
            .AddAttribute("BandwidthCredits",
                          "Most bytes that are saved for bursts, and those at the beginning, 0 to "
                          "1e15",
                          DoubleValue(0),
                          MakeDoubleAccessor(&CloudVolume::m_bandwidthCredits),
                          MakeDoubleChecker<double>(0, 1e15));
    return tid;
}

void
CloudVolume::DoSubmit(Ptr<BlockRequest> request)
{
    NS_LOG_FUNCTION(this << request->operation << request->lba << request->blocks);
    Serve(request);
}

void
CloudVolume::MakeBuckets()
{
    m_requests.emplace(m_rate, m_burstRate, m_credits);
    if (const auto bits = m_bandwidth.GetBitRate(); bits > 0)
    {
        m_bytes.emplace(bits / 8.0, m_burstBandwidth.GetBitRate() / 8.0, m_bandwidthCredits);
    }
}

double
CloudVolume::GetCost(uint64_t bytes, bool isRead) const
{
    const auto count = m_ioSize == 0 ? 1 : (bytes + m_ioSize - 1) / m_ioSize;
    return static_cast<double>(count) * (isRead ? m_readCost : 1);
}

Time
CloudVolume::StartService(Ptr<const BlockRequest> request)
{
    if (request->operation == BlockOperation::FLUSH)
    {
        return GetLatency();
    }
    if (!m_requests)
    {
        MakeBuckets();
    }
    const auto now = Simulator::Now();
    const auto isWrite = request->operation == BlockOperation::WRITE;
    const auto bytes = uint64_t{request->blocks} * GetBlockSize();
    auto end = std::max(now + GetLatency(), m_requests->Spend(GetCost(bytes, !isWrite), now));
    if (m_bytes && request->operation != BlockOperation::VERIFY)
    {
        end = std::max(end, m_bytes->Spend(static_cast<double>(bytes), now));
    }
    NS_LOG_DEBUG(request->operation << " ends at " << end.As(Time::S) << ", "
                                    << m_requests->GetCredits(now) << " credits");
    return end - now;
}

} // namespace ns3
