/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-metadata.h"

#include "extent-codec.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// Blocks of an inode table that are read together, at a multiple of their number.
constexpr uint64_t INODE_READ_AHEAD = 32;

} // namespace

ExtentMetadata::ExtentMetadata(Ptr<PageCache> cache,
                               Ptr<PageMapping> device,
                               ExtentVolume& volume,
                               const ExtentJournal::Settings& settings)
    : m_cache(cache),
      m_device(device),
      m_volume(volume),
      m_settings(settings)
{
}

void
ExtentMetadata::StartJournal(const ExtentLog& log, const ExtentLog::Tail& tail)
{
    m_journal = std::make_unique<ExtentJournal>(m_cache, m_device, m_volume, log, m_settings, tail);
}

const ExtentJournal*
ExtentMetadata::GetJournal() const
{
    return m_journal.get();
}

uint64_t
ExtentMetadata::GetTransaction() const
{
    return m_journal ? m_journal->GetRunning() : 0;
}

bool
ExtentMetadata::IsCached(uint64_t block) const
{
    return m_cache->IsCached(m_device, block);
}

bool
ExtentMetadata::Use(uint64_t block)
{
    return m_cache->Use(m_device, block);
}

void
ExtentMetadata::Read(std::vector<uint64_t> pages, Done done)
{
    const auto cached = [this](uint64_t page) { return IsCached(page); };
    const auto missing = std::find_if_not(pages.begin(), pages.end(), cached);
    if (missing == pages.end())
    {
        done(true);
        return;
    }
    const auto index = missing - pages.begin();
    ReadFrom(std::make_shared<std::vector<uint64_t>>(std::move(pages)), index, std::move(done));
}

void
ExtentMetadata::ReadFrom(std::shared_ptr<std::vector<uint64_t>> pages, std::size_t index, Done done)
{
    while (index < pages->size() && IsCached((*pages)[index]))
    {
        ++index;
    }
    if (index == pages->size())
    {
        done(true);
        return;
    }
    ReadInodesAhead((*pages)[index]);
    const auto ended = [this, pages, index, done](BlockStatus status, Ptr<Packet>) {
        status == BlockStatus::OK ? ReadFrom(pages, index + 1, done) : done(false);
    };
    m_cache->Read(m_device,
                  (*pages)[index] * PAGE_BYTES,
                  PAGE_BYTES,
                  nullptr,
                  PageCache::Completion(ended));
}

void
ExtentMetadata::ReadInodesAhead(uint64_t block)
{
    const auto& layout = m_volume.GetLayout();
    const auto place = layout.Find(block);
    if (place.kind != ExtentLayout::Kind::INODE_TABLE)
    {
        return;
    }
    const auto inodes = m_volume.GetAllocator().GetUsedInodes(place.group);
    const auto table = layout.GetInodeTable(place.group);
    const auto begin = std::max(table.start, block - block % INODE_READ_AHEAD);
    // One block more than the window has, if the table has so many.
    const auto last = std::min({begin + INODE_READ_AHEAD,
                                table.start + inodes / ExtentLayout::INODES_PER_PAGE,
                                table.start + table.count - 1});
    const auto end = last + 1;
    const auto wanted = [this, block](uint64_t one) { return one != block && !IsCached(one); };
    for (auto first = begin; first < end;)
    {
        auto next = first;
        while (next < end && wanted(next))
        {
            ++next;
        }
        if (next > first)
        {
            m_cache->Read(m_device,
                          first * PAGE_BYTES,
                          (next - first) * PAGE_BYTES,
                          nullptr,
                          PageCache::Completion([](BlockStatus, Ptr<Packet>) {}));
        }
        first = next + 1;
    }
}

std::vector<uint64_t>
ExtentMetadata::Add(const ExtentChanges& changes)
{
    if (m_journal)
    {
        return m_journal->Add(changes);
    }
    for (const auto& freed : changes.freed)
    {
        if (freed.metadata)
        {
            m_freed.push_back(freed.run);
        }
        else
        {
            m_volume.GetAllocator().MakeReusable(freed.run);
        }
    }
    auto pages = changes.pages;
    std::sort(pages.begin(), pages.end());
    pages.erase(std::unique(pages.begin(), pages.end()), pages.end());
    return pages;
}

void
ExtentMetadata::Hold(const std::vector<uint64_t>& pages)
{
    if (m_journal)
    {
        m_journal->Hold(pages);
        return;
    }
    for (const auto page : pages)
    {
        Ptr<Packet> data;
        if (m_settings.storeData)
        {
            data = ExtentCodec::Encode(m_volume, page).ToPacket();
        }
        m_cache->Hold(m_device, page, data);
        m_cache->Release(m_device, page, true);
    }
}

void
ExtentMetadata::Change(const ExtentChanges& changes, ExtentInode* inode, Done done)
{
    auto joined = Add(changes);
    if (inode)
    {
        inode->transaction = GetTransaction();
        inode->dataTransaction = changes.data ? inode->transaction : inode->dataTransaction;
    }
    std::vector<uint64_t> missing;
    for (const auto page : joined)
    {
        const auto& fresh = changes.fresh;
        if (std::find(fresh.begin(), fresh.end(), page) == fresh.end() && !IsCached(page))
        {
            missing.push_back(page);
        }
    }
    if (missing.empty())
    {
        Hold(joined);
        done(true);
        return;
    }
    ++m_changing;
    Open();
    Read(std::move(missing), [this, joined = std::move(joined), done](bool ok) {
        Hold(joined);
        Close();
        EndChange();
        done(ok);
    });
}

void
ExtentMetadata::EndChange()
{
    --m_changing;
    if (m_changing == 0)
    {
        for (const auto& done : std::exchange(m_waiting, {}))
        {
            WriteInPlace(done);
        }
    }
}

void
ExtentMetadata::AddOrdered(const ExtentInode& inode)
{
    if (m_journal)
    {
        m_journal->AddOrdered(inode);
    }
}

void
ExtentMetadata::CallWhenRoom(Done done)
{
    m_journal ? m_journal->CallWhenRoom(std::move(done)) : done(true);
}

void
ExtentMetadata::Flush(Done done)
{
    if (!m_settings.barrier)
    {
        done(true);
        return;
    }
    m_cache->FlushDevice(PageCache::Completion(
        [done](BlockStatus status, Ptr<Packet>) { done(status == BlockStatus::OK); }));
}

void
ExtentMetadata::Secure(uint64_t transaction, Done done)
{
    if (!m_journal)
    {
        WriteInPlace([this, done](bool ok) { ok ? Flush(done) : done(false); });
    }
    else if (m_journal->IsCommitted(transaction))
    {
        Flush(std::move(done));
    }
    else
    {
        m_journal->Commit(transaction, std::move(done));
    }
}

void
ExtentMetadata::SecureDirectory(std::vector<uint64_t> blocks, Done done)
{
    if (m_journal)
    {
        m_journal->Commit(m_journal->GetRunning(), std::move(done));
        return;
    }
    const auto written = [this, done](BlockStatus status, Ptr<Packet>) {
        status == BlockStatus::OK ? Flush(done) : done(false);
    };
    m_cache->WriteBackPages(m_device, std::move(blocks), PageCache::Completion(written));
}

void
ExtentMetadata::WriteInPlace(Done done)
{
    if (m_journal)
    {
        m_journal->Checkpoint(std::move(done));
        return;
    }
    if (m_changing > 0)
    {
        m_waiting.push_back(std::move(done));
        return;
    }
    // What is freed from now on may become dirty again behind the pages written now.
    auto freed = std::exchange(m_freed, {});
    const auto ended = [this, freed, done](BlockStatus status, Ptr<Packet>) {
        for (const auto& run : freed)
        {
            m_volume.GetAllocator().MakeReusable(run);
        }
        done(status == BlockStatus::OK);
    };
    m_cache->WriteBack(m_device, PageCache::Completion(ended));
}

bool
ExtentMetadata::HasFreed() const
{
    return m_journal ? m_journal->HasFreed() : !m_freed.empty();
}

void
ExtentMetadata::Open()
{
    if (m_journal)
    {
        m_journal->Open();
    }
}

void
ExtentMetadata::Close()
{
    if (m_journal)
    {
        m_journal->Close();
    }
}

} // namespace ns3
