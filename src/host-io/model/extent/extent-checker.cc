/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-checker.h"

#include "ns3/log.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ExtentChecker");

NS_OBJECT_ENSURE_REGISTERED(ExtentChecker);

TypeId
ExtentChecker::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ExtentChecker")
                            .SetParent<Object>()
                            .SetGroupName("HostIo")
                            .AddConstructor<ExtentChecker>();
    return tid;
}

void
ExtentChecker::DoDispose()
{
    m_device = nullptr;
    m_loader.reset();
    Object::DoDispose();
}

void
ExtentChecker::Check(Ptr<BlockDevice> device, Done done)
{
    m_device = device;
    m_done = done;
    Prepare(device->GetBlockCount() * device->GetBlockSize() / PAGE_BYTES,
            [this](uint64_t block, uint64_t count, ExtentImageLoader::ReadDone read) {
                Read(block, count, std::move(read));
            });
    m_loader->Start([this](bool ok) {
        Loaded(ok);
        m_done(m_problems);
    });
}

std::vector<std::string>
ExtentChecker::CheckContents(uint64_t pages,
                             const std::function<Ptr<Packet>(uint64_t, uint64_t)>& read)
{
    Prepare(pages, [&read](uint64_t page, uint64_t count, const ExtentImageLoader::ReadDone& done) {
        done(BlockStatus::OK, read(page, count));
    });
    m_loader->Start([this](bool ok) { Loaded(ok); });
    return m_problems;
}

void
ExtentChecker::Prepare(uint64_t pages, ExtentImageLoader::Reader reader)
{
    m_problems.clear();
    m_orphans = 0;
    m_inodes = 0;
    m_loader = std::make_unique<ExtentImageLoader>(pages, std::move(reader));
}

void
ExtentChecker::Read(uint64_t block, uint64_t count, ExtentImageLoader::ReadDone done)
{
    const auto perPage = PAGE_BYTES / m_device->GetBlockSize();
    auto request = Create<BlockRequest>(BlockOperation::READ,
                                        block * perPage,
                                        static_cast<uint32_t>(count * perPage));
    request->completion = BlockRequest::Completion(
        [done](Ptr<BlockRequest> completed) { done(completed->status, completed->data); });
    m_device->Submit(request);
}

void
ExtentChecker::Report(const std::string& text)
{
    NS_LOG_INFO(text);
    m_problems.push_back(text);
}

void
ExtentChecker::Loaded(bool ok)
{
    const auto& image = m_loader->GetImage();
    m_problems = image.GetProblems();
    if (!ok)
    {
        Report("the device cannot be read or keeps no contents");
    }
    else if (image.IsValid())
    {
        CheckImage(image);
    }
}

void
ExtentChecker::CheckImage(const ExtentImage& image)
{
    m_used = std::make_unique<ExtentBitmap>(image.GetSuperblock().geometry.blockCount);
    m_names.clear();
    m_subdirectories.clear();
    m_inodes = image.GetFiles().size();
    UseFixed(image);
    for (const auto& [number, file] : image.GetFiles())
    {
        CheckBlocks(number, file);
        if (file.inode.directory)
        {
            CheckNames(image, number, file);
        }
    }
    CheckLinks(image);
    for (const auto number : image.GetUnmarked())
    {
        Report("inode " + std::to_string(number) + " is in use and marked as free");
    }
    for (uint64_t i = 0; i < image.GetGroups().size(); ++i)
    {
        CheckGroup(image, i);
        CheckCounts(image, i);
    }
}

void
ExtentChecker::UseFixed(const ExtentImage& image)
{
    for (uint64_t i = 0; i < image.GetGroups().size(); ++i)
    {
        for (const auto& run : image.GetLayout().GetMetadata(i))
        {
            Use(run, "metadata");
        }
    }
    Use(image.GetSuperblock().log, "the log");
}

void
ExtentChecker::Use(const ExtentRun& run, const std::string& who)
{
    for (auto block = run.start; block < run.start + run.count; ++block)
    {
        if (block >= m_used->GetSize())
        {
            Report(who + ": block " + std::to_string(block) + " is outside the device");
            return;
        }
        if (m_used->Test(block))
        {
            Report(who + ": block " + std::to_string(block) + " is used twice");
        }
        m_used->Assign(block, 1, true);
    }
}

void
ExtentChecker::CheckBlocks(uint64_t number, const ExtentImage::File& file)
{
    const auto who = "inode " + std::to_string(number);
    uint64_t next = 0;
    uint64_t pages = 0;
    for (const auto block : file.inode.map->GetBlocks())
    {
        Use({block, 1}, who);
    }
    for (const auto& extent : file.inode.map->GetExtents())
    {
        if (extent.page < next)
        {
            Report(who + ": its extents are not in order at page " + std::to_string(extent.page));
        }
        Use({extent.block, extent.count}, who);
        next = extent.page + extent.count;
        pages += extent.count;
    }
    const auto sizePages = (file.inode.size + PAGE_BYTES - 1) / PAGE_BYTES;
    if (next > sizePages || (file.inode.directory && pages * PAGE_BYTES != file.inode.size))
    {
        Report(who + ": size " + std::to_string(file.inode.size) + " does not fit its " +
               std::to_string(pages) + " blocks up to page " + std::to_string(next));
    }
}

void
ExtentChecker::CheckNames(const ExtentImage& image, uint64_t number, const ExtentImage::File& file)
{
    const auto who = "directory " + std::to_string(number);
    std::set<std::string> seen;
    for (const auto& block : file.names)
    {
        for (const auto& entry : block)
        {
            if (!seen.insert(entry.name).second)
            {
                Report(who + ": the name " + entry.name + " occurs twice");
            }
            CheckName(image, number, file, entry);
        }
    }
    if (!seen.contains(".") || !seen.contains(".."))
    {
        Report(who + ": no . or no ..");
    }
}

void
ExtentChecker::CheckName(const ExtentImage& image,
                         uint64_t number,
                         const ExtentImage::File& file,
                         const ExtentCodec::Name& entry)
{
    const auto who = "directory " + std::to_string(number) + ": ";
    const auto inode = " stands for inode " + std::to_string(entry.inode);
    if (entry.name == "." || entry.name == "..")
    {
        if (entry.inode != (entry.name == "." ? number : file.inode.parent))
        {
            Report(who + entry.name + inode);
        }
        return;
    }
    ++m_names[entry.inode];
    const auto it = image.GetFiles().find(entry.inode);
    if (it == image.GetFiles().end())
    {
        Report(who + "the name " + entry.name + inode + ", which is not in use");
        return;
    }
    m_subdirectories[number] += it->second.inode.directory ? 1 : 0;
    if (it->second.inode.directory && it->second.inode.parent != number)
    {
        Report(who + "the directory " + entry.name + " has another parent");
    }
}

bool
ExtentChecker::LeadsToRoot(const ExtentImage& image, uint64_t number)
{
    const auto& files = image.GetFiles();
    for (std::size_t steps = 0; steps <= files.size(); ++steps)
    {
        if (number == ExtentLayout::ROOT_INODE)
        {
            return true;
        }
        const auto it = files.find(number);
        if (it == files.end())
        {
            return false;
        }
        number = it->second.inode.parent;
    }
    return false;
}

void
ExtentChecker::CheckLinks(const ExtentImage& image)
{
    for (const auto& [number, file] : image.GetFiles())
    {
        const auto who = "inode " + std::to_string(number);
        const bool root = number == ExtentLayout::ROOT_INODE;
        const auto names = m_names[number] + (root ? 1 : 0);
        if (file.inode.links == 0 && names == 0)
        {
            ++m_orphans;
            continue;
        }
        const auto expected = file.inode.directory ? 2 + m_subdirectories[number] : names;
        if (names == 0)
        {
            Report(who + " has no name");
        }
        else if (file.inode.links != expected || (file.inode.directory && names > 1))
        {
            Report(who + " has " + std::to_string(file.inode.links) + " links instead of " +
                   std::to_string(expected));
        }
        if (file.inode.directory && !LeadsToRoot(image, number))
        {
            Report(who + " cannot be reached from the root");
        }
    }
}

void
ExtentChecker::CheckGroup(const ExtentImage& image, uint64_t index)
{
    const auto& group = image.GetGroups()[index];
    const auto run = image.GetLayout().GetGroup(index);
    ExtentBitmap marked(run.count);
    marked.SetWords(group.blocks);
    for (uint64_t i = 0; i < run.count; ++i)
    {
        const bool used = m_used->Test(run.start + i);
        if (used != marked.Test(i))
        {
            Report("block " + std::to_string(run.start + i) +
                   (used ? " is in use and marked as free" : " is free and marked as in use"));
        }
    }
    const auto perGroup = image.GetLayout().GetInodesPerGroup();
    ExtentBitmap inodes(perGroup);
    inodes.SetWords(group.inodes);
    for (auto bit = inodes.Find(0, true); bit < perGroup; bit = inodes.Find(bit + 1, true))
    {
        const auto number = index * perGroup + bit + 1;
        const bool reserved =
            number < ExtentLayout::FIRST_INODE && number != ExtentLayout::ROOT_INODE;
        if (!reserved && !image.GetFiles().contains(number))
        {
            Report("inode " + std::to_string(number) + " is free and marked as in use");
        }
    }
}

void
ExtentChecker::CheckCounts(const ExtentImage& image, uint64_t index)
{
    const auto& group = image.GetGroups()[index];
    const auto perGroup = image.GetLayout().GetInodesPerGroup();
    ExtentBitmap blocks(image.GetLayout().GetGroup(index).count);
    blocks.SetWords(group.blocks);
    ExtentBitmap inodes(perGroup);
    inodes.SetWords(group.inodes);
    uint32_t directories = 0;
    const auto& files = image.GetFiles();
    const auto end = files.lower_bound((index + 1) * perGroup + 1);
    for (auto it = files.lower_bound(index * perGroup + 1); it != end; ++it)
    {
        directories += it->second.inode.directory ? 1 : 0;
    }
    const auto check = [&](const std::string& what, uint64_t stated, uint64_t counted) {
        if (stated != counted)
        {
            Report("group " + std::to_string(index) + ": " + std::to_string(stated) + " " + what +
                   " instead of " + std::to_string(counted));
        }
    };
    check("free blocks", group.descriptor.freeBlocks, blocks.GetSize() - blocks.CountSet());
    check("free inodes", group.descriptor.freeInodes, inodes.GetSize() - inodes.CountSet());
    check("directories", group.descriptor.directories, directories);
}

uint64_t
ExtentChecker::GetOrphans() const
{
    return m_orphans;
}

uint64_t
ExtentChecker::GetLastTransaction() const
{
    return m_loader ? m_loader->GetImage().GetTail().sequence - 1 : 0;
}

uint64_t
ExtentChecker::GetInodes() const
{
    return m_inodes;
}

} // namespace ns3
