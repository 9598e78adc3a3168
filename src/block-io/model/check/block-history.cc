/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-history.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

BlockHistory::Operation
BlockHistory::BeginWrite(uint64_t lba, uint32_t blocks, Value value)
{
    NS_ASSERT_MSG(value != UNKNOWN, "a write has a value");
    return Begin(lba, blocks, value);
}

void
BlockHistory::EndWrite(Operation write, bool isSaidDone, bool isSafe)
{
    const auto ended = RemoveOperation(write);
    ++m_now;
    const bool isDone = isSaidDone && !ended.hasLost;
    const bool isSimple = isDone && !HasCompany(ended);
    for (auto lba = ended.lba; lba < ended.end; ++lba)
    {
        if (m_expectsLoss)
        {
            m_volatile.Add(lba,
                           GetPresent(lba),
                           {ended.value, ended.begin, m_now, isDone},
                           isDone && isSafe);
        }
        if (isSimple && !m_unsettled.contains(lba))
        {
            SetSettled(lba, ended.value);
            continue;
        }
        auto& candidates = Open(lba);
        if (isDone)
        {
            Overwrite(candidates, ended.begin);
        }
        candidates.push_back({ended.value, ended.begin, m_now, isDone ? m_now : NEVER, NEVER});
        Tidy(lba);
    }
}

void
BlockHistory::ExpectPowerLoss()
{
    m_expectsLoss = true;
}

BlockHistory::Operation
BlockHistory::BeginFlush()
{
    return ++m_now;
}

void
BlockHistory::EndFlush(Operation flush)
{
    m_volatile.Flush(flush);
}

void
BlockHistory::LosePower()
{
    ++m_now;
    for (auto& one : m_underWay)
    {
        one.hasLost = true;
    }
    const auto lost = m_now++;
    for (const auto& [lba, values] : m_volatile.Lose())
    {
        auto& candidates = Open(lba);
        for (auto& candidate : candidates)
        {
            candidate.until = std::min(candidate.until, lost);
        }
        for (const auto value : values)
        {
            // As a write that may be done, and has overwritten all others once it is found.
            candidates.push_back({value, m_now, lost, NEVER, NEVER});
        }
    }
}

std::vector<BlockHistory::Value>
BlockHistory::GetPresent(uint64_t lba) const
{
    const auto it = m_unsettled.find(lba);
    if (it == m_unsettled.end())
    {
        return {GetSettled(lba)};
    }
    std::vector<Value> values;
    for (const auto& candidate : it->second)
    {
        if (candidate.until == NEVER)
        {
            values.push_back(candidate.value);
        }
    }
    return values;
}

BlockHistory::Operation
BlockHistory::BeginRead(uint64_t lba, uint32_t blocks)
{
    return Begin(lba, blocks, UNKNOWN);
}

std::vector<BlockHistory::Value>
BlockHistory::Check(Operation read, uint64_t lba, Value value)
{
    if (!m_unsettled.contains(lba) && GetSettled(lba) == value)
    {
        return {};
    }
    if (IsBeingWritten(lba, value))
    {
        return {};
    }
    auto& candidates = Open(lba);
    auto* found = Find(candidates, read, value);
    found = found ? found : Find(candidates, read, UNKNOWN);
    if (found)
    {
        found->value = value;
        Learn(candidates, *found, read, lba);
        return {};
    }
    const auto possible = GetPossible(candidates, read, lba);
    candidates.push_back({value, m_now, m_now, m_now, NEVER});
    return possible;
}

void
BlockHistory::EndRead(Operation read)
{
    const auto ended = RemoveOperation(read);
    for (auto lba = ended.lba; lba < ended.end && !m_unsettled.empty(); ++lba)
    {
        Tidy(lba);
    }
}

bool
BlockHistory::IsUnknown(uint64_t lba) const
{
    const auto it = m_unsettled.find(lba);
    if (it == m_unsettled.end())
    {
        return GetSettled(lba) == UNKNOWN;
    }
    return std::any_of(it->second.begin(), it->second.end(), [](const auto& candidate) {
        return candidate.value == UNKNOWN;
    });
}

std::size_t
BlockHistory::GetUnsettledBlocks() const
{
    return m_unsettled.size();
}

BlockHistory::Operation
BlockHistory::Begin(uint64_t lba, uint32_t blocks, Value value)
{
    ++m_now;
    m_underWay.push_back({m_now, lba, lba + blocks, value, false});
    return m_now;
}

BlockHistory::UnderWay
BlockHistory::RemoveOperation(Operation operation)
{
    const auto it =
        std::lower_bound(m_underWay.begin(),
                         m_underWay.end(),
                         operation,
                         [](const UnderWay& one, Operation begin) { return one.begin < begin; });
    NS_ASSERT_MSG(it != m_underWay.end() && it->begin == operation, "it is not under way");
    const auto taken = *it;
    m_underWay.erase(it);
    return taken;
}

bool
BlockHistory::HasCompany(const UnderWay& operation) const
{
    return std::any_of(m_underWay.begin(), m_underWay.end(), [&](const UnderWay& other) {
        return other.lba < operation.end && operation.lba < other.end;
    });
}

BlockHistory::Traffic
BlockHistory::FindTraffic(uint64_t lba) const
{
    Traffic traffic;
    for (const auto& one : m_underWay)
    {
        if (lba < one.lba || lba >= one.end)
        {
            continue;
        }
        traffic.isAny = true;
        if (one.value != UNKNOWN)
        {
            traffic.isWritten = true;
        }
        else
        {
            traffic.oldestRead = std::min(traffic.oldestRead, one.begin);
        }
    }
    return traffic;
}

BlockHistory::Value
BlockHistory::GetSettled(uint64_t lba) const
{
    const auto it = m_settled.find(lba / CHUNK_BLOCKS);
    return it == m_settled.end() ? UNKNOWN : it->second[lba % CHUNK_BLOCKS];
}

void
BlockHistory::SetSettled(uint64_t lba, Value value)
{
    auto& chunk = m_settled[lba / CHUNK_BLOCKS];
    chunk.resize(CHUNK_BLOCKS, UNKNOWN);
    chunk[lba % CHUNK_BLOCKS] = value;
}

BlockHistory::Candidates&
BlockHistory::Open(uint64_t lba)
{
    auto& candidates = m_unsettled[lba];
    if (candidates.empty())
    {
        // Nothing under way now was there when this was written.
        candidates.push_back({GetSettled(lba), 0, 0, 0, NEVER});
    }
    return candidates;
}

void
BlockHistory::Tidy(uint64_t lba)
{
    const auto it = m_unsettled.find(lba);
    if (it == m_unsettled.end())
    {
        return;
    }
    const auto traffic = FindTraffic(lba);
    auto& candidates = it->second;
    std::erase_if(candidates,
                  [&](const auto& candidate) { return candidate.until < traffic.oldestRead; });
    if (candidates.size() == 1 && candidates.front().known != NEVER && !traffic.isAny)
    {
        SetSettled(lba, candidates.front().value);
        m_unsettled.erase(it);
    }
}

void
BlockHistory::Overwrite(Candidates& candidates, uint64_t begin) const
{
    for (auto& candidate : candidates)
    {
        if (candidate.end < begin)
        {
            candidate.until = std::min(candidate.until, m_now);
        }
    }
}

BlockHistory::Candidate*
BlockHistory::Find(Candidates& candidates, Operation read, Value value)
{
    Candidate* found = nullptr;
    for (auto& candidate : candidates)
    {
        if (candidate.value == value && read <= candidate.until &&
            (!found || found->known == NEVER))
        {
            found = &candidate;
        }
    }
    return found;
}

bool
BlockHistory::IsBeingWritten(uint64_t lba, Value value) const
{
    return std::any_of(m_underWay.begin(), m_underWay.end(), [&](const UnderWay& one) {
        return one.value == value && lba >= one.lba && lba < one.end;
    });
}

uint64_t
BlockHistory::FindLastChange(const Candidates& candidates)
{
    uint64_t last = 0;
    for (const auto& candidate : candidates)
    {
        last = std::max(last, candidate.known == NEVER ? candidate.end : candidate.known);
    }
    return last;
}

void
BlockHistory::Learn(Candidates& candidates, Candidate& found, Operation read, uint64_t lba) const
{
    const auto lastChange = FindLastChange(candidates);
    auto since = lastChange;
    if (found.known == NEVER && found.end < read)
    {
        found.known = m_now;
        // What power was lost with ended before it began.
        found.end = std::max(found.end, found.begin);
        Overwrite(candidates, found.begin);
        since = m_now;
    }
    if (lastChange >= read || FindTraffic(lba).isWritten)
    {
        return;
    }
    for (auto& candidate : candidates)
    {
        if (&candidate != &found && candidate.known != NEVER)
        {
            candidate.until = std::min(candidate.until, since);
        }
    }
}

std::vector<BlockHistory::Value>
BlockHistory::GetPossible(const Candidates& candidates, Operation read, uint64_t lba) const
{
    std::vector<Value> possible;
    for (const auto& candidate : candidates)
    {
        if (read <= candidate.until)
        {
            possible.push_back(candidate.value);
        }
    }
    for (const auto& one : m_underWay)
    {
        if (one.value != UNKNOWN && lba >= one.lba && lba < one.end)
        {
            possible.push_back(one.value);
        }
    }
    NS_ASSERT_MSG(!possible.empty(), "nothing may be on block " << lba);
    return possible;
}

} // namespace ns3
