/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-cache-stages.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

PageCacheStages::PageCacheStages(Ptr<IoTimeline> timeline)
    : m_timeline(timeline),
      m_begin(timeline ? Simulator::Now() : Time(0))
{
}

void
PageCacheStages::LeaveMemory()
{
    if (std::exchange(m_inMemory, false))
    {
        Stamp(m_timeline, IoStage::CACHE_HIT);
    }
}

void
PageCacheStages::BeginWait(IoStage stage, Ptr<const IoTimeline> read)
{
    if (!m_timeline)
    {
        return;
    }
    LeaveMemory();
    m_stage = stage;
    m_request = read;
}

void
PageCacheStages::EndWait()
{
    const auto stage = std::exchange(m_stage, IoStage::COUNT);
    if (stage == IoStage::COUNT)
    {
        return;
    }
    m_lastWaited = std::exchange(m_request, nullptr);
    if (!m_lastWaited || m_lastWaited->Get(IoStage::ISSUED) < m_begin)
    {
        m_lastWaited = nullptr;
        Stamp(m_timeline, stage);
    }
}

void
PageCacheStages::EndRequest(Ptr<const IoTimeline> request)
{
    m_lastWaited = request;
}

void
PageCacheStages::Finish()
{
    LeaveMemory();
    CopyStamps(m_timeline, m_lastWaited);
}

void
PageCacheStages::Stamp(const Ptr<IoTimeline>& timeline, IoStage stage)
{
    if (timeline && !timeline->Has(IoStage::SENT) && !timeline->Has(IoStage::DISPATCHED))
    {
        timeline->Stamp(stage);
    }
}

void
PageCacheStages::CopyStamps(const Ptr<IoTimeline>& timeline, const Ptr<const IoTimeline>& part)
{
    if (timeline && part)
    {
        timeline->CopyStamps(*part, IoStage::CACHE_HIT, IoStage::ANSWERED);
    }
}

} // namespace ns3
