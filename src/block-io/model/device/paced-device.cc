/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "paced-device.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PacedDevice");

NS_OBJECT_ENSURE_REGISTERED(PacedDevice);

TypeId
PacedDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PacedDevice")
            .SetParent<FixedLatencyDevice>()
            .SetGroupName("BlockIo")
            .AddConstructor<PacedDevice>()
            .AddAttribute("Burst",
                          "Reads, and beside them other requests, that are served in each interval "
                          "of Burst times Latency, 1 to 10000",
                          UintegerValue(20),
                          MakeUintegerAccessor(&PacedDevice::m_burst),
                          MakeUintegerChecker<uint32_t>(1, 10000))
            .AddAttribute("MinLatency",
                          "Time of a request that need not wait for an interval, 0 or more",
                          TimeValue(MicroSeconds(50)),
                          MakeTimeAccessor(&PacedDevice::m_minLatency),
                          MakeTimeChecker(Time(0)));
    return tid;
}

void
PacedDevice::DoSubmit(Ptr<BlockRequest> request)
{
    NS_LOG_FUNCTION(this << request->operation << request->lba << request->blocks);
    Serve(request);
}

Time
PacedDevice::StartService(Ptr<const BlockRequest> request)
{
    const auto interval = m_burst * GetLatency();
    if (interval.IsZero())
    {
        throw UserError("ns3::PacedDevice: Latency is 0; only one above 0 limits a rate");
    }
    auto& kind = m_kinds[request->operation == BlockOperation::READ];
    const auto now = Simulator::Now();
    const auto present = interval * (now.GetTimeStep() / interval.GetTimeStep());
    if (kind.begin < present)
    {
        kind = {present, 0};
    }
    if (kind.done == m_burst)
    {
        kind = {kind.begin + interval, 0};
    }
    ++kind.done;
    NS_LOG_DEBUG(request->operation << " " << kind.done << " of the interval from "
                                    << kind.begin.As(Time::S));
    return std::max(kind.begin - now, m_minLatency);
}

} // namespace ns3
