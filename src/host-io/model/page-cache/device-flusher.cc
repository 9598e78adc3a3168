/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "device-flusher.h"

#include "page-request.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DeviceFlusher");

DeviceFlusher::DeviceFlusher(Object* cache, Send send)
    : m_cache(cache),
      m_send(std::move(send))
{
}

void
DeviceFlusher::Flush(Ptr<BlockRequest> request)
{
    Await({request, request->completion});
}

void
DeviceFlusher::Write(Ptr<BlockRequest> request)
{
    request->forceUnitAccess = false;
    request->completion = MakeCallback(&DeviceFlusher::Written, this, request->completion, m_epoch);
    ++m_writes;
    m_send(request);
}

void
DeviceFlusher::Written(BlockRequest::Completion completion,
                       uint64_t epoch,
                       Ptr<BlockRequest> request)
{
    if (epoch != m_epoch)
    {
        return;
    }
    --m_writes;
    if (request->status == BlockStatus::OK)
    {
        Await({request, completion});
        return;
    }
    TrySend();
    completion(request);
}

void
DeviceFlusher::Await(const Waiter& waiter)
{
    if (m_pending.empty())
    {
        m_pendingSince = Simulator::Now();
    }
    m_pending.push_back(waiter);
    TrySend();
}

void
DeviceFlusher::TrySend()
{
    const bool deferred =
        m_writes > 0 && Simulator::Now() < m_pendingSince + Seconds(LONGEST_WAIT_S);
    if (m_pending.empty() || !m_running.empty() || deferred)
    {
        return;
    }
    m_running = std::exchange(m_pending, {});
    NS_LOG_DEBUG("a FLUSH for " << m_running.size() << " requests");
    auto flush = Create<PageRequest>(BlockOperation::FLUSH);
    flush->cache = m_cache;
    const bool recorded = std::any_of(m_running.begin(), m_running.end(), [](const auto& waiter) {
        return bool(waiter.request->timeline);
    });
    if (recorded)
    {
        flush->timeline = Create<IoTimeline>();
        flush->Stamp(IoStage::ISSUED);
    }
    flush->completion = MakeCallback(&DeviceFlusher::Flushed, this, m_epoch);
    m_send(flush);
}

void
DeviceFlusher::Flushed(uint64_t epoch, Ptr<BlockRequest> flush)
{
    if (epoch != m_epoch)
    {
        return;
    }
    const auto served = std::exchange(m_running, {});
    TrySend();
    for (const auto& [request, completion] : served)
    {
        request->status = flush->status;
        if (request->timeline)
        {
            request->timeline->CopyStamps(*flush->timeline, IoStage::CACHE_HIT);
        }
        completion(request);
    }
}

void
DeviceFlusher::LosePower()
{
    m_running.clear();
    m_pending.clear();
    m_writes = 0;
    ++m_epoch;
}

} // namespace ns3
