/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "replay-statistics.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

std::array<int64_t, COMPONENTS.size()>
GetComponents(const DiskService& service)
{
    return {service.queue.GetNanoSeconds(),
            service.overhead.GetNanoSeconds(),
            service.seek.GetNanoSeconds(),
            service.rotation.GetNanoSeconds(),
            service.switching.GetNanoSeconds(),
            service.transfer.GetNanoSeconds(),
            service.bus.GetNanoSeconds()};
}

void
ReplayGroup::Add(const ReplayGroup& other)
{
    latency.Add(other.latency);
    observed += other.observed;
    sectors += other.sectors;
    seekDistance += other.seekDistance;
    for (std::size_t i = 0; i < components.size(); ++i)
    {
        components[i] += other.components[i];
    }
    for (std::size_t i = 0; i < hits.size(); ++i)
    {
        hits[i] += other.hits[i];
    }
}

double
ReplayGroup::GetMean(double sum) const
{
    return latency.GetCount() == 0 ? 0 : sum / static_cast<double>(latency.GetCount());
}

ReplayStatistics::ReplayStatistics(uint64_t passLength, bool hasObserved)
    : m_passLength(passLength),
      m_hasObserved(hasObserved)
{
}

void
ReplayStatistics::Add(const BlockRequest& request,
                      const TraceRecord& record,
                      Time response,
                      const DiskService& service)
{
    auto& group = request.operation == BlockOperation::READ ? m_reads : m_writes;
    group.latency.Add(response);
    group.sectors += record.sectors;
    group.seekDistance += service.seekDistance;
    const auto components = GetComponents(service);
    for (std::size_t i = 0; i < components.size(); ++i)
    {
        group.components[i] += static_cast<double>(components[i]);
    }
    ++group.hits[static_cast<std::size_t>(service.hit)];
    m_begin = std::min(m_begin, request.issueTime);
    m_end = request.issueTime + response;
    if (!m_hasObserved)
    {
        return;
    }
    group.observed += static_cast<double>(record.observedNs);
    group.demerit.Add(NanoSeconds(record.observedNs), response);
    if (++m_inPass == m_passLength)
    {
        m_inPass = 0;
        IoDemerit::EndPass(m_reads.demerit, m_writes.demerit, m_demerit);
    }
}

void
ReplayStatistics::NoteOutstanding(uint32_t before, uint32_t now)
{
    if (before == 0)
    {
        m_busySince = Simulator::Now();
    }
    else if (now == 0)
    {
        m_busy += Simulator::Now() - m_busySince;
    }
}

bool
ReplayStatistics::HasObserved() const
{
    return m_hasObserved;
}

Time
ReplayStatistics::GetSpan() const
{
    return m_end - m_begin;
}

double
ReplayStatistics::GetBusyFraction() const
{
    return m_busy.GetSeconds() / GetSpan().GetSeconds();
}

double
ReplayStatistics::GetMeanQueueLength() const
{
    // The waits of all requests, laid end to end, are as long as the length of the queue summed up
    // over time.
    const auto waits = m_reads.components[0] + m_writes.components[0];
    return waits / static_cast<double>(GetSpan().GetNanoSeconds());
}

const ReplayGroup&
ReplayStatistics::GetReads() const
{
    return m_reads;
}

const ReplayGroup&
ReplayStatistics::GetWrites() const
{
    return m_writes;
}

ReplayGroup
ReplayStatistics::GetAll() const
{
    ReplayGroup all;
    all.Add(m_reads);
    all.Add(m_writes);
    all.demerit = m_demerit;
    return all;
}

} // namespace ns3
