/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-steady-rate.h"

#include "ns3/simulator.h"

#include <cstdio>

namespace ns3
{

SanSteadyRate::SanSteadyRate(Time warmUp)
    : m_warmUp(warmUp)
{
}

void
SanSteadyRate::Attach(Ptr<BlockWorkload> workload)
{
    workload->TraceConnectWithoutContext(
        "Complete",
        MakeCallback(&SanSteadyRate::RequestCompleted, this, PeekPointer(workload)));
}

void
SanSteadyRate::Add(uint64_t bytes)
{
    const Time now = Simulator::Now();
    m_first = m_first.value_or(now);
    if (now < *m_first + m_warmUp)
    {
        return;
    }
    m_end = now;
    if (!m_start)
    {
        m_start = now;
        return;
    }
    ++m_count;
    m_bytes += bytes;
}

void
SanSteadyRate::RequestCompleted(const BlockWorkload* workload,
                                Ptr<const BlockRequest> request,
                                uint32_t device)
{
    if (request->status == BlockStatus::OK)
    {
        Add(uint64_t{request->blocks} * workload->GetDevice(device)->GetBlockSize());
    }
}

std::string
SanSteadyRate::ToJson() const
{
    const double seconds = m_start ? (m_end - *m_start).GetSeconds() : 0;
    char text[128];
    std::snprintf(text,
                  sizeof(text),
                  "{\"requests\": %llu, \"seconds\": %.9f, \"mb_per_s\": %.6f}",
                  static_cast<unsigned long long>(m_count),
                  seconds,
                  seconds > 0 ? static_cast<double>(m_bytes) / seconds / 1e6 : 0.0);
    return text;
}

} // namespace ns3
