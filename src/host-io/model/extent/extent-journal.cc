/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-journal.h"

#include "extent-codec.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ExtentJournal");

ExtentJournal::ExtentJournal(Ptr<PageCache> cache,
                             Ptr<PageMapping> device,
                             ExtentVolume& volume,
                             const ExtentLog& log,
                             const Settings& settings,
                             const ExtentLog::Tail& tail)
    : m_cache(cache),
      m_device(device),
      m_volume(volume),
      m_log(log),
      m_settings(settings),
      m_tail(tail),
      m_head(tail.position),
      m_committed(tail.sequence - 1)
{
    m_running.sequence = tail.sequence;
}

ExtentJournal::~ExtentJournal()
{
    m_timer.Cancel();
}

void
ExtentJournal::Open()
{
    ++m_handles;
}

void
ExtentJournal::Close()
{
    NS_ASSERT_MSG(m_handles > 0, "nothing is open");
    --m_handles;
    TryCommit();
}

std::vector<uint64_t>
ExtentJournal::Add(const ExtentChanges& changes)
{
    std::vector<uint64_t> joined;
    if (m_aborted)
    {
        return joined;
    }
    for (const auto page : changes.pages)
    {
        if (m_running.pages.insert(page).second)
        {
            joined.push_back(page);
        }
    }
    for (const auto& freed : changes.freed)
    {
        m_running.freed.push_back(freed);
        for (uint64_t i = 0; freed.metadata && i < freed.run.count; ++i)
        {
            if (m_running.pages.contains(freed.run.start + i))
            {
                m_running.forgotten.insert(freed.run.start + i);
            }
        }
    }
    if (!m_timer.IsPending() && !IsRunningEmpty())
    {
        m_timer = Simulator::Schedule(m_settings.interval, &ExtentJournal::RequestCommit, this);
    }
    return joined;
}

void
ExtentJournal::Hold(const std::vector<uint64_t>& pages)
{
    for (const auto page : pages)
    {
        if (m_running.pages.contains(page) && m_running.held.insert(page).second)
        {
            m_cache->Hold(m_device, page, nullptr);
        }
    }
    if (m_running.pages.size() > m_log.GetCapacity() / 4)
    {
        RequestCommit();
    }
}

void
ExtentJournal::AddOrdered(const ExtentInode& inode)
{
    m_running.ordered[inode.number] = inode.mapping;
}

uint64_t
ExtentJournal::GetRunning() const
{
    return m_running.sequence;
}

const char*
ExtentJournal::GetStateName(State state)
{
    switch (state)
    {
    case State::EMPTY:
        return "EMPTY";
    case State::RUNNING:
        return "RUNNING";
    case State::COMMITTING:
        return "COMMITTING";
    case State::CHECKPOINTING:
        return "CHECKPOINTING";
    case State::STOPPED:
        return "STOPPED";
    }
    return "?";
}

ExtentJournal::State
ExtentJournal::GetState() const
{
    if (m_aborted)
    {
        return State::STOPPED;
    }
    if (m_checkpointing)
    {
        return State::CHECKPOINTING;
    }
    if (m_committing.sequence != 0)
    {
        return State::COMMITTING;
    }
    return IsRunningEmpty() ? State::EMPTY : State::RUNNING;
}

bool
ExtentJournal::IsRunningEmpty() const
{
    return m_running.pages.empty() && m_running.freed.empty();
}

bool
ExtentJournal::IsCommitted(uint64_t transaction) const
{
    return transaction <= m_committed;
}

void
ExtentJournal::Commit(uint64_t transaction, Done done)
{
    if (transaction >= m_running.sequence)
    {
        transaction = IsRunningEmpty() ? m_running.sequence - 1 : m_running.sequence;
    }
    if (m_aborted || IsCommitted(transaction))
    {
        done(!m_aborted);
        return;
    }
    m_waiters.push_back({transaction, std::move(done)});
    if (transaction == m_running.sequence)
    {
        RequestCommit();
    }
}

void
ExtentJournal::CallWhenRoom(Done done)
{
    if (m_aborted || !IsFull())
    {
        done(!m_aborted);
        return;
    }
    m_roomWaiters.push_back(std::move(done));
    RequestCommit();
}

bool
ExtentJournal::IsFull() const
{
    return m_running.pages.size() > m_log.GetCapacity() / 4 ||
           GetUsed() > m_log.GetCapacity() * 3 / 8;
}

uint64_t
ExtentJournal::GetUsed() const
{
    return m_head - m_tail.position;
}

void
ExtentJournal::RequestCommit()
{
    m_commitWanted = true;
    TryCommit();
}

void
ExtentJournal::TryCommit()
{
    const bool possible = m_handles == 0 && m_committing.sequence == 0 && !m_aborted;
    if (m_commitWanted && possible && !IsRunningEmpty())
    {
        StartCommit();
    }
}

void
ExtentJournal::StartCommit()
{
    m_timer.Cancel();
    m_commitWanted = false;
    m_committing = std::exchange(m_running, {});
    m_running.sequence = m_committing.sequence + 1;
    NS_LOG_INFO("transaction " << m_committing.sequence << ": commit of "
                               << m_committing.pages.size() << " pages, data of "
                               << m_committing.ordered.size() << " files first");
    TakeSnapshot();
    WriteLog();
    Resume();
}

std::vector<uint64_t>
ExtentJournal::GetLoggedPages() const
{
    std::vector<uint64_t> pages;
    std::set_difference(m_committing.pages.begin(),
                        m_committing.pages.end(),
                        m_committing.forgotten.begin(),
                        m_committing.forgotten.end(),
                        std::back_inserter(pages));
    return pages;
}

void
ExtentJournal::TakeSnapshot()
{
    m_burst.clear();
    m_checksum = 0;
    if (!m_settings.storeData)
    {
        return;
    }
    const auto pages = GetLoggedPages();
    const auto add = [this](const ExtentPage& page) {
        m_checksum = ExtentLog::Extend(m_checksum, page);
        page.AppendTo(m_burst);
    };
    for (std::size_t i = 0; i < pages.size(); ++i)
    {
        if (i % ExtentLog::TAGS_PER_DESCRIPTOR == 0)
        {
            const auto end =
                std::min<std::size_t>(i + ExtentLog::TAGS_PER_DESCRIPTOR, pages.size());
            add(m_log.EncodeDescriptor(m_committing.sequence,
                                       {pages.begin() + i, pages.begin() + end}));
        }
        const auto page = ExtentCodec::Encode(m_volume, pages[i]);
        m_cache->Hold(m_device, pages[i], page.ToPacket());
        m_cache->Release(m_device, pages[i], false);
        add(page);
    }
}

void
ExtentJournal::WriteLog()
{
    const auto size = ExtentLog::GetSize(GetLoggedPages().size());
    if (size > m_log.GetCapacity() - GetUsed())
    {
        NS_LOG_INFO("no room in the log for transaction " << m_committing.sequence);
        m_spaceWanted = true;
        StartCheckpoint();
        return;
    }
    m_failed = false;
    uint64_t done = 0;
    m_parts = 1;
    for (const auto& run : m_log.GetRuns(m_head, size - 1))
    {
        if (run.count == 0)
        {
            continue;
        }
        Ptr<Packet> data;
        if (!m_burst.empty())
        {
            data = Create<Packet>(m_burst.data() + done * PAGE_BYTES, run.count * PAGE_BYTES);
        }
        ++m_parts;
        m_cache->WriteDirect(m_device,
                             run.start * PAGE_BYTES,
                             run.count * PAGE_BYTES,
                             data,
                             PageCache::Completion(
                                 [this](BlockStatus status, Ptr<Packet>) { PartWritten(status); }));
        done += run.count;
    }
    WriteOrdered();
    PartWritten(BlockStatus::OK);
}

void
ExtentJournal::WriteOrdered()
{
    for (const auto& [number, mapping] : m_committing.ordered)
    {
        ++m_parts;
        const auto ended = [this, inode = number](BlockStatus status, Ptr<Packet>) {
            auto* file = m_volume.Find(inode);
            if (status != BlockStatus::OK && file)
            {
                // The commit continues; the file's next fsync reports it.
                file->failed = true;
            }
            PartWritten(BlockStatus::OK);
        };
        m_cache->WriteBack(mapping, PageCache::Completion(ended));
    }
}

void
ExtentJournal::PartWritten(BlockStatus status)
{
    m_failed = m_failed || status != BlockStatus::OK;
    if (--m_parts > 0 || m_aborted)
    {
        return;
    }
    if (m_failed)
    {
        Abort("the log could not be written");
        return;
    }
    WriteCommitBlock();
}

void
ExtentJournal::Flush(std::function<void(BlockStatus)> next)
{
    if (!m_settings.barrier)
    {
        next(BlockStatus::OK);
        return;
    }
    m_cache->FlushDevice(
        PageCache::Completion([next](BlockStatus status, Ptr<Packet>) { next(status); }));
}

void
ExtentJournal::WriteCommitBlock()
{
    Flush([this](BlockStatus status) {
        if (status != BlockStatus::OK)
        {
            Abort("the device could not be flushed before the commit block");
            return;
        }
        const auto size = ExtentLog::GetSize(GetLoggedPages().size());
        Ptr<Packet> data;
        if (m_settings.storeData)
        {
            data = m_log.EncodeCommit({m_committing.sequence, m_checksum}).ToPacket();
        }
        m_cache->WriteDirect(
            m_device,
            m_log.GetBlock(m_head + size - 1) * PAGE_BYTES,
            PAGE_BYTES,
            data,
            PageCache::Completion([this](BlockStatus written, Ptr<Packet>) { Committed(written); }),
            m_settings.barrier);
    });
}

void
ExtentJournal::Committed(BlockStatus status)
{
    if (m_aborted)
    {
        return;
    }
    if (status != BlockStatus::OK)
    {
        Abort("the commit block could not be written");
        return;
    }
    NS_LOG_INFO("transaction " << m_committing.sequence << " is committed");
    m_settings.committed(m_committing.sequence, m_committing.pages.size());
    m_logged.push_back({m_head, 0});
    m_head += ExtentLog::GetSize(GetLoggedPages().size());
    m_committed = m_committing.sequence;
    m_burst.clear();
    ReleaseCommitted();
    m_committing = {};
    if (GetUsed() > m_log.GetCapacity() / 4 || !m_emptyWaiters.empty())
    {
        StartCheckpoint();
    }
    Answer(m_committed, true);
    TryCommit();
}

void
ExtentJournal::ReleaseCommitted()
{
    for (const auto page : m_committing.pages)
    {
        Unpin(page);
        if (!m_committing.forgotten.contains(page))
        {
            m_pins[page] = m_committed;
            ++m_logged.back().pins;
        }
    }
    for (const auto page : m_committing.held)
    {
        m_cache->Release(m_device, page, !m_committing.forgotten.contains(page));
    }
    for (const auto& freed : m_committing.freed)
    {
        if (freed.metadata)
        {
            m_quarantine.emplace_back(m_committed, freed.run);
        }
        else
        {
            m_volume.GetAllocator().MakeReusable(freed.run);
        }
    }
}

void
ExtentJournal::Answer(uint64_t sequence, bool ok)
{
    std::vector<Waiter> answered;
    const auto mine = [sequence](const Waiter& waiter) { return waiter.sequence > sequence; };
    const auto split = std::stable_partition(m_waiters.begin(), m_waiters.end(), mine);
    std::move(split, m_waiters.end(), std::back_inserter(answered));
    m_waiters.erase(split, m_waiters.end());
    for (const auto& waiter : answered)
    {
        waiter.done(ok);
    }
}

void
ExtentJournal::Resume()
{
    while (!m_roomWaiters.empty() && (m_aborted || !IsFull()))
    {
        const auto done = std::move(m_roomWaiters.front());
        m_roomWaiters.pop_front();
        done(!m_aborted);
    }
}

const ExtentLog::Tail&
ExtentJournal::GetTail() const
{
    return m_tail;
}

bool
ExtentJournal::HasFreed() const
{
    return !m_running.freed.empty() || !m_committing.freed.empty() || !m_quarantine.empty();
}

void
ExtentJournal::Abort(const char* why)
{
    NS_LOG_WARN("the journal stops: " << why << "; the file system is read-only from now on");
    m_aborted = true;
    m_timer.Cancel();
    for (auto* transaction : {&m_running, &m_committing})
    {
        for (const auto page : transaction->held)
        {
            m_cache->Release(m_device, page, false);
        }
        transaction->held.clear();
    }
    Answer(UINT64_MAX, false);
    Resume();
    ContinueEmptying();
}

} // namespace ns3
