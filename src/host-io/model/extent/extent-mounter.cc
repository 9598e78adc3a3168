/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-mounter.h"

#include "ns3/log.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ExtentMounter");

ExtentMounter::ExtentMounter(Ptr<PageCache> cache, Ptr<PageMapping> device, bool storeData)
    : m_cache(cache),
      m_device(device),
      m_storeData(storeData)
{
}

void
ExtentMounter::Write(std::vector<uint64_t> pages, Source source, Done done)
{
    m_pages = std::move(pages);
    m_next = 0;
    m_source = std::move(source);
    m_done = std::move(done);
    WriteNext();
}

void
ExtentMounter::WriteNext()
{
    if (m_next == m_pages.size())
    {
        m_cache->FlushDevice(PageCache::Completion(
            [this](BlockStatus status, Ptr<Packet>) { m_done(status == BlockStatus::OK); }));
        return;
    }
    const auto first = m_pages[m_next];
    uint64_t count = 1;
    while (count < MAX_WRITE && m_next + count < m_pages.size() &&
           m_pages[m_next + count] == first + count)
    {
        ++count;
    }
    m_next += count;
    Ptr<Packet> data;
    if (m_storeData)
    {
        std::vector<uint8_t> bytes;
        for (uint64_t i = 0; i < count; ++i)
        {
            m_source(first + i).AppendTo(bytes);
        }
        data = Create<Packet>(bytes.data(), bytes.size());
    }
    const auto ended = [this](BlockStatus status, Ptr<Packet>) {
        status == BlockStatus::OK ? WriteNext() : m_done(false);
    };
    m_cache->WriteDirect(m_device,
                         first * PAGE_BYTES,
                         count * PAGE_BYTES,
                         data,
                         PageCache::Completion(ended));
}

void
ExtentMounter::Format(ExtentVolume& volume, Done done)
{
    const auto& layout = volume.GetLayout();
    std::set<uint64_t> pages;
    for (uint64_t i = 0; i < layout.GetGroupCount(); ++i)
    {
        const auto start = layout.GetGroup(i).start;
        const auto head = layout.HasSuperblock(i) ? 1 + layout.GetDescriptorPages() : 0;
        for (uint64_t j = 0; j < head; ++j)
        {
            pages.insert(start + j);
        }
        pages.insert(layout.GetBlockBitmap(i));
        pages.insert(layout.GetInodeBitmap(i));
    }
    auto& root = volume.GetRoot();
    pages.insert(layout.GetInodePage(root.number));
    pages.insert(root.map->Find(0, 1).devicePage);
    if (volume.GetLog().count > 0)
    {
        pages.insert(volume.GetLog().start);
    }
    NS_LOG_INFO("format: " << layout.GetGroupCount() << " groups, log of " << volume.GetLog().count
                           << " blocks, " << pages.size() << " blocks to write");
    const auto source = [&volume](uint64_t block) {
        const ExtentLog log(volume.GetLog(), volume.GetGeneration());
        return volume.GetLog().count > 0 && block == log.GetHeader()
                   ? log.EncodeTail({})
                   : ExtentCodec::Encode(volume, block);
    };
    Write({pages.begin(), pages.end()}, source, std::move(done));
}

void
ExtentMounter::WriteSuperblock(ExtentVolume& volume, Done done)
{
    Write({0}, [&volume](uint64_t block) { return ExtentCodec::Encode(volume, block); }, done);
}

void
ExtentMounter::ReadHead(ExtentVolume& volume, Done done)
{
    const auto head = 1 + volume.GetLayout().GetDescriptorPages();
    const auto log = volume.GetLog();
    const auto end = [done](BlockStatus status, Ptr<Packet>) { done(status == BlockStatus::OK); };
    const auto next = [this, log, done, end](BlockStatus status, Ptr<Packet> data) {
        if (status != BlockStatus::OK || log.count == 0)
        {
            end(status, data);
            return;
        }
        m_cache->ReadDirect(m_device,
                            log.start * PAGE_BYTES,
                            PAGE_BYTES,
                            PageCache::Completion(end));
    };
    m_cache->Read(m_device, 0, head * PAGE_BYTES, nullptr, PageCache::Completion(next));
}

void
ExtentMounter::Load(Done done)
{
    m_loadDone = std::move(done);
    const auto reader = [this](uint64_t block, uint64_t count, ExtentImageLoader::ReadDone read) {
        m_cache->ReadDirect(m_device,
                            block * PAGE_BYTES,
                            count * PAGE_BYTES,
                            PageCache::Completion(read));
    };
    m_loader = std::make_unique<ExtentImageLoader>(m_device->GetPageCount(), reader);
    m_loader->Start([this](bool ok) { Loaded(ok); });
}

void
ExtentMounter::Loaded(bool ok)
{
    const auto& image = m_loader->GetImage();
    if (!ok || !image.IsValid() || !image.GetProblems().empty())
    {
        NS_LOG_WARN("no whole file system: " << (image.GetProblems().empty()
                                                     ? "it cannot be read"
                                                     : image.GetProblems().front()));
        m_loadDone(false);
        return;
    }
    m_volume = image.MakeVolume();
    m_tail = image.GetTail();
    std::vector<uint64_t> pages;
    for (const auto& [block, page] : image.GetReplayed())
    {
        pages.push_back(block);
    }
    if (pages.empty())
    {
        m_loadDone(true);
        return;
    }
    WriteReplayed(std::move(pages));
}

void
ExtentMounter::WriteReplayed(std::vector<uint64_t> pages)
{
    const auto& image = m_loader->GetImage();
    NS_LOG_INFO(pages.size() << " blocks from the log are written in place");
    // The log may begin later only when all of it is in place.
    Write(
        std::move(pages),
        [&image](uint64_t block) { return image.GetReplayed().at(block); },
        [this](bool written) {
            if (!written)
            {
                m_loadDone(false);
                return;
            }
            const ExtentLog log(m_volume->GetLog(), m_volume->GetGeneration());
            const auto page = log.EncodeTail(m_tail);
            Write({log.GetHeader()}, [page](uint64_t) { return page; }, m_loadDone);
        });
}

std::unique_ptr<ExtentVolume>
ExtentMounter::TakeVolume()
{
    return std::move(m_volume);
}

const ExtentLog::Tail&
ExtentMounter::GetTail() const
{
    return m_tail;
}

} // namespace ns3
