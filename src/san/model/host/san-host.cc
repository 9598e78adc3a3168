/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-host.h"

#include "san-host-options.h"

#include "ns3/attribute-check.h"
#include "ns3/boolean.h"
#include "ns3/object-factory.h"
#include "ns3/page-cache-device.h"
#include "ns3/pointer.h"
#include "ns3/san-array-kinds.h"
#include "ns3/san-program-kind.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

SanHost::SanHost(const SanHostOptions& o, bool storeData)
    : m_options(o),
      m_storeData(storeData)
{
}

std::vector<Ptr<BlockDevice>>
SanHost::Join(const std::vector<Ptr<BlockDevice>>& drives) const
{
    if (!m_options.HasArray())
    {
        return drives;
    }
    return {MakeSanArray(m_options.GetList(), "hostArray", "hostStripeUnit", drives)};
}

std::vector<Ptr<BlockDevice>>
SanHost::AddCaches(const std::vector<Ptr<BlockDevice>>& drives) const
{
    if (m_options.cache == 0)
    {
        return drives;
    }
    std::vector<Ptr<BlockDevice>> cached;
    for (const auto& drive : drives)
    {
        cached.push_back(
            CreateObjectWithAttributes<PageCacheDevice>("Cache", PointerValue(MakeCache(drive))));
    }
    return cached;
}

Ptr<SanFileSystem>
SanHost::MakeFiles(Ptr<Node> node, Ptr<BlockDevice> drive, const SanProgramKind& kind) const
{
    const auto cache = MakeCache(drive);
    const auto fileSystem = MakeFileSystem(cache);
    return Create<SanFileSystem>(node, drive, cache, fileSystem, kind.MakePreparation(fileSystem));
}

Ptr<SanFileSystem>
SanHost::MakeFiles(Ptr<Node> node, Ptr<BlockDevice> drive) const
{
    const auto cache = MakeCache(drive);
    return Create<SanFileSystem>(node, drive, cache, MakeFileSystem(cache), nullptr);
}

Ptr<SanHostedProgram>
SanHost::InstallProgram(Ptr<Node> node,
                        Ptr<SanFileSystem> files,
                        Ptr<FileServiceClient> client,
                        const SanProgramKind& kind) const
{
    const auto fileSystem =
        client ? Ptr<FileSystem>(client) : Ptr<FileSystem>(files->GetFileSystem());
    const auto program = kind.MakeProgram(fileSystem, m_storeData);
    return Create<SanHostedProgram>(node, files, client, program);
}

Ptr<PageCache>
SanHost::MakeCache(Ptr<BlockDevice> drive) const
{
    const auto& list = m_options.GetList();
    ObjectFactory cache("ns3::PageCache");
    for (const auto& [name, value] : list.GetAttributes(PageCache::GetTypeId()))
    {
        SetCheckedAttribute(cache, name, StringValue(value));
    }
    cache.Set("Memory", UintegerValue(m_options.cache << 20));
    cache.Set("StoreData", BooleanValue(m_storeData));
    cache.Set("Device", PointerValue(drive));
    return cache.Create<PageCache>();
}

Ptr<ExtentFileSystem>
SanHost::MakeFileSystem(Ptr<PageCache> cache) const
{
    const auto& kind = m_options.fileSystem;
    ObjectFactory fileSystem("ns3::ExtentFileSystem");
    for (const auto& [name, value] :
         m_options.GetList().GetAttributes(ExtentFileSystem::GetTypeId()))
    {
        SetCheckedAttribute(fileSystem, name, StringValue(value));
    }
    fileSystem.Set("Journal", StringValue(kind == "ext2" ? "None" : "Ordered"));
    fileSystem.Set("BlockMap", StringValue(kind == "ext4" ? "Extents" : "Indirect"));
    fileSystem.Set("DelayedAllocation", BooleanValue(kind == "ext4"));
    fileSystem.Set("FlexGroups", UintegerValue(kind == "ext4" ? 16 : 1));
    const auto made = fileSystem.Create<ExtentFileSystem>();
    made->SetCache(cache);
    return made;
}

} // namespace ns3
