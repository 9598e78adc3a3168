/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-journal.h"

#include "ns3/log.h"

#include <utility>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ExtentJournalCheckpoint");

void
ExtentJournal::Unpin(uint64_t page)
{
    const auto it = m_pins.find(page);
    if (it != m_pins.end())
    {
        --m_logged[m_logged.size() - 1 - (m_committed - it->second)].pins;
        m_pins.erase(it);
    }
}

void
ExtentJournal::StartCheckpoint()
{
    if (m_checkpointing || m_aborted)
    {
        return;
    }
    NS_LOG_INFO("checkpoint: " << GetUsed() << " of " << m_log.GetCapacity() << " blocks in use");
    m_checkpointing = true;
    const auto written = [this, sequence = m_committed](BlockStatus status, Ptr<Packet>) {
        WrittenInPlace(sequence, status);
    };
    m_cache->WriteBack(m_device, PageCache::Completion(written));
}

ExtentLog::Tail
ExtentJournal::FindTail()
{
    while (!m_logged.empty() && m_logged.front().pins == 0)
    {
        m_logged.pop_front();
    }
    return {m_committed + 1 - m_logged.size(),
            m_logged.empty() ? m_head : m_logged.front().position};
}

void
ExtentJournal::WrittenInPlace(uint64_t sequence, BlockStatus status)
{
    if (m_aborted)
    {
        return;
    }
    if (status != BlockStatus::OK)
    {
        Abort("metadata could not be written in place");
        return;
    }
    std::vector<uint64_t> written;
    for (const auto& [page, transaction] : m_pins)
    {
        // A page that changes join again is held and was perhaps not written.
        if (transaction <= sequence && !m_running.pages.contains(page) &&
            !m_committing.pages.contains(page))
        {
            written.push_back(page);
        }
    }
    for (const auto page : written)
    {
        Unpin(page);
    }
    WriteTail(FindTail());
}

void
ExtentJournal::WriteTail(const ExtentLog::Tail& tail)
{
    const auto ended = [this, tail](BlockStatus status, Ptr<Packet>) { TailWritten(tail, status); };
    if (tail == m_tail)
    {
        TailWritten(tail, BlockStatus::OK);
        return;
    }
    Flush([this, tail, ended](BlockStatus flushed) {
        if (flushed != BlockStatus::OK)
        {
            TailWritten(tail, flushed);
            return;
        }
        m_cache->WriteDirect(m_device,
                             m_log.GetHeader() * PAGE_BYTES,
                             PAGE_BYTES,
                             m_settings.storeData ? m_log.EncodeTail(tail).ToPacket() : nullptr,
                             PageCache::Completion(ended),
                             m_settings.barrier);
    });
}

void
ExtentJournal::EndQuarantine()
{
    while (!m_quarantine.empty() && m_quarantine.front().first < m_tail.sequence)
    {
        m_volume.GetAllocator().MakeReusable(m_quarantine.front().second);
        m_quarantine.pop_front();
    }
}

void
ExtentJournal::TailWritten(const ExtentLog::Tail& tail, BlockStatus status)
{
    if (m_aborted)
    {
        return;
    }
    if (status != BlockStatus::OK)
    {
        Abort("the beginning of the log could not be written");
        return;
    }
    const bool moved = !(tail == m_tail);
    m_tail = tail;
    m_checkpointing = false;
    EndQuarantine();
    NS_LOG_INFO("the log begins with transaction " << tail.sequence << ", " << GetUsed()
                                                   << " blocks in use");
    if (std::exchange(m_spaceWanted, false))
    {
        if (!moved)
        {
            Abort("the log is too small for a transaction");
            return;
        }
        WriteLog();
    }
    if (IsFull() && m_committing.sequence == 0)
    {
        IsRunningEmpty() ? StartCheckpoint() : RequestCommit();
    }
    Resume();
    ContinueEmptying();
}

void
ExtentJournal::Checkpoint(Done done)
{
    const auto last = IsRunningEmpty() ? m_running.sequence - 1 : m_running.sequence;
    m_emptyWaiters.push_back({last, std::move(done)});
    ContinueEmptying();
}

void
ExtentJournal::ContinueEmptying()
{
    std::vector<Waiter> waiters;
    waiters.swap(m_emptyWaiters);
    for (auto& waiter : waiters)
    {
        if (m_aborted || waiter.sequence < m_tail.sequence)
        {
            waiter.done(!m_aborted);
        }
        else
        {
            m_emptyWaiters.push_back(std::move(waiter));
        }
    }
    if (m_emptyWaiters.empty() || m_committing.sequence != 0)
    {
        return;
    }
    IsRunningEmpty() ? StartCheckpoint() : RequestCommit();
}

} // namespace ns3
