/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-transmit-queue.h"

#include "ethernet-framing.h"

#include "ns3/assert.h"

namespace ns3
{

void
EthernetTransmitQueue::Add(Time now, Time begin, uint32_t bytes)
{
    Push({{now}, {begin}, 1, 0, bytes, bytes});
}

void
EthernetTransmitQueue::Add(Time now, const EthernetTrain& train, const EthernetEvenTimes& begin)
{
    auto come = train.GetTimes();
    come.first += now;
    const uint64_t later = train.frames - 1;
    if (begin.offset == 0 && begin.first <= come.first &&
        later * begin.step <= come.step * begin.divisor)
    {
        // Neither the first frame waits nor the last, so none does.
        return;
    }
    const auto waits = [&](uint32_t frame) { return begin.Get(frame) > come.Get(frame); };
    uint32_t first = 0;
    uint32_t end = train.frames;
    while (first < end && !waits(first))
    {
        ++first;
    }
    while (first < end && !waits(end - 1))
    {
        --end;
    }
    if (first < end)
    {
        const auto bytes = EthernetFraming::GetFrameBytes(train.payload);
        const auto lastBytes = EthernetFraming::GetFrameBytes(train.lastPayload);
        Push({come.From(first),
              begin.From(first),
              end - first,
              0,
              bytes,
              end == train.frames ? lastBytes : bytes});
    }
}

void
EthernetTransmitQueue::Push(const Run& run)
{
    m_runs.push_back(run);
    m_load.frames += run.frames;
    m_load.bytes += uint64_t{run.frames - 1} * run.bytes + run.lastBytes;
}

void
EthernetTransmitQueue::Expire(Time now)
{
    while (!m_runs.empty() && m_runs.front().begin.Get(0) <= now)
    {
        auto& run = m_runs.front();
        const auto gone = run.begin.CountUntil(run.frames, now);
        m_load.frames -= gone - run.gone;
        if (gone < run.frames)
        {
            m_load.bytes -= uint64_t{gone - run.gone} * run.bytes;
            run.gone = gone;
            return;
        }
        m_load.bytes -= uint64_t{run.frames - 1 - run.gone} * run.bytes + run.lastBytes;
        m_runs.pop_front();
    }
}

void
EthernetTransmitQueue::Clear()
{
    m_runs.clear();
    m_load = {0, 0};
}

const EthernetTransmitQueue::Load&
EthernetTransmitQueue::GetLoad() const
{
    return m_load;
}

EthernetTransmitQueue::Load
EthernetTransmitQueue::GetLoad(Time now) const
{
    auto load = m_load;
    for (auto run = m_runs.rbegin(); run != m_runs.rend(); ++run)
    {
        const auto come = run->come.CountUntil(run->frames, now);
        if (come < run->frames)
        {
            load.frames -= run->frames - come;
            load.bytes -= uint64_t{run->frames - come - 1} * run->bytes + run->lastBytes;
        }
        if (come > 0)
        {
            break;
        }
    }
    return load;
}

Time
EthernetTransmitQueue::GetNextBegin() const
{
    NS_ASSERT(!m_runs.empty());
    const auto& run = m_runs.front();
    return run.begin.Get(run.gone);
}

} // namespace ns3
