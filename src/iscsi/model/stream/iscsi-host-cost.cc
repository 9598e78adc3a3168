/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-host-cost.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

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
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("ZeroCopySend",
                          "Whether data segments are sent without a copy: TimePerByte is then for "
                          "those that arrive alone.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&IscsiHostCost::m_zeroCopySend),
                          MakeBooleanChecker())
            .AddAttribute(
                "Cores",
                "Number of cores of the host's processor, to which connections are dealt "
                "out in turn; to be set before the first connection.",
                UintegerValue(1),
                MakeUintegerAccessor(&IscsiHostCost::SetNCores, &IscsiHostCost::GetNCores),
                MakeUintegerChecker<uint32_t>(1, MAX_CORES))
            .AddAttribute("ReceiveQueues",
                          "Number of receive queues of the host's adapter, to which connections "
                          "are dealt out in turn: so many of the cores take in what arrives; 0 "
                          "for as many as cores, and more than cores do no more.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IscsiHostCost::m_receiveQueues),
                          MakeUintegerChecker<uint32_t>(0, MAX_CORES));
    return tid;
}

IscsiHostCost::IscsiHostCost()
    : m_cores(1)
{
}

IscsiHostCores
IscsiHostCost::Assign()
{
    const uint32_t number = m_connections++;
    const uint32_t own = number % GetNCores();
    const bool hasFewer = m_receiveQueues > 0 && m_receiveQueues < GetNCores();
    return {own, hasFewer ? number % m_receiveQueues : own};
}

Time
IscsiHostCost::Charge(uint32_t core, const IscsiHostWork& work)
{
    if (IsFree())
    {
        return Time(0);
    }
    const uint32_t bytes = work.receivedBytes + (m_zeroCopySend ? 0 : work.sentBytes);
    const Time cost =
        m_timePerCommand * work.commands + m_timePerPdu * work.pdus +
        NanoSeconds(std::llround(m_timePerByte * bytes + m_timePerDigestByte * work.digestBytes));
    m_everWorked = m_everWorked || cost.IsStrictlyPositive();
    return m_cores[core].Add(cost);
}

bool
IscsiHostCost::IsIdle(uint32_t core) const
{
    return m_cores[core].IsIdle();
}

bool
IscsiHostCost::IsFree() const
{
    return m_timePerCommand.IsZero() && m_timePerPdu.IsZero() && m_timePerByte == 0 &&
           m_timePerDigestByte == 0 && !m_everWorked;
}

void
IscsiHostCost::SetNCores(uint32_t cores)
{
    m_cores.resize(cores);
}

uint32_t
IscsiHostCost::GetNCores() const
{
    return m_cores.size();
}

Time
IscsiHostCost::GetBusyTime(uint32_t core) const
{
    return m_cores[core].GetBusyTime();
}

Time
IscsiHostCost::GetBusyTime() const
{
    Time all;
    for (const auto& core : m_cores)
    {
        all += core.GetBusyTime();
    }
    return all;
}

} // namespace ns3
