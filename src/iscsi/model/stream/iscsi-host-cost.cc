/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-host-cost.h"

#include "ns3/double.h"
#include "ns3/simulator.h"

#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IscsiHostCost);

TypeId
IscsiHostCost::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IscsiHostCost")
            .SetParent<Object>()
            .SetGroupName("Iscsi")
            .AddConstructor<IscsiHostCost>()
            .AddAttribute("TimePerCommand",
                          "Processor time for each SCSI command, 0 or more.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&IscsiHostCost::m_timePerCommand),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("TimePerPdu",
                          "Processor time for each PDU sent or received, 0 or more.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&IscsiHostCost::m_timePerPdu),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("TimePerByte",
                          "Processor time for each byte of a data segment sent or received, "
                          "nanoseconds, 0 or more; fractions accumulate over a PDU.",
                          DoubleValue(0.0),
                          MakeDoubleAccessor(&IscsiHostCost::m_timePerByte),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("TimePerDigestByte",
                          "Processor time for each byte of headers and data covered by a digest "
                          "that is computed or checked, nanoseconds, 0 or more; fractions "
                          "accumulate over a PDU.",
                          DoubleValue(0.0),
                          MakeDoubleAccessor(&IscsiHostCost::m_timePerDigestByte),
                          MakeDoubleChecker<double>(0.0));
    return tid;
}

Time
IscsiHostCost::Charge(uint32_t commands, uint32_t pdus, uint32_t bytes, uint32_t digestBytes)
{
    if (IsFree())
    {
        return Time(0);
    }
    const Time cost =
        m_timePerCommand * commands + m_timePerPdu * pdus +
        NanoSeconds(std::llround(m_timePerByte * bytes + m_timePerDigestByte * digestBytes));
    const Time now = Simulator::Now();
    m_busyUntil = Max(m_busyUntil, now) + cost;
    m_busyTime += cost;
    if (m_busyUntil > now)
    {
        m_lastEvent = m_busyUntil;
    }
    return m_busyUntil - now;
}

bool
IscsiHostCost::IsIdle() const
{
    return m_lastEvent < Simulator::Now();
}

bool
IscsiHostCost::IsFree() const
{
    return m_timePerCommand.IsZero() && m_timePerPdu.IsZero() && m_timePerByte == 0 &&
           m_timePerDigestByte == 0 && m_busyTime.IsZero();
}

Time
IscsiHostCost::GetBusyTime() const
{
    return m_busyTime;
}

} // namespace ns3
