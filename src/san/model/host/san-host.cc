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
#include "ns3/san-load-options.h"
#include "ns3/san-program-options.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

namespace
{

/// The file that dd writes or reads.
constexpr const char* DD_FILE = "file";

} // namespace

SanHost::SanHost(const SanHostOptions& o, const SanLoadOptions& load, bool storeData)
    : m_options(o),
      m_load(load),
      m_storeData(storeData)
{
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
SanHost::MakeFiles(Ptr<Node> node, Ptr<BlockDevice> drive) const
{
    const auto cache = MakeCache(drive);
    const auto fileSystem = MakeFileSystem(cache);
    return Create<SanFileSystem>(node, drive, cache, fileSystem, MakePreparation(fileSystem));
}

Ptr<SanHostedProgram>
SanHost::InstallProgram(Ptr<Node> node,
                        Ptr<SanFileSystem> files,
                        Ptr<FileServiceClient> client) const
{
    const auto program = client ? MakeProgram(client) : MakeProgram(files->GetFileSystem());
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

Ptr<FileProgram>
SanHost::MakeProgram(Ptr<FileSystem> fileSystem) const
{
    const auto& o = m_load;
    const auto& options = *FindSanProgram(o.workload);
    ObjectFactory program(options.typeId.GetName());
    for (const auto& [attribute, own] : options.attributes)
    {
        SetCheckedAttribute(program,
                            attribute,
                            StringValue(o.GetList().GetValue(options.word + attribute)));
    }
    program.Set("StoreData", BooleanValue(m_storeData));
    if (o.workload == "dd")
    {
        program.Set(o.GetList().GetMeaning("ddOperation"), StringValue(DD_FILE));
    }
    if (o.workload == "files")
    {
        program.Set("FileName", StringValue(o.fileTrace));
        program.Set("Prepare", BooleanValue(false));
    }
    return Finish(program, fileSystem);
}

Ptr<FileProgram>
SanHost::MakePreparation(Ptr<FileSystem> fileSystem) const
{
    const auto& o = m_load;
    if (o.workload == "files")
    {
        ObjectFactory program("ns3::FileTraceProgram");
        program.Set("FileName", StringValue(o.fileTrace));
        program.Set("Replay", BooleanValue(false));
        return Finish(program, fileSystem);
    }
    if (o.workload != "dd" || o.ddOperation != "read")
    {
        return nullptr;
    }
    ObjectFactory program("ns3::DdProgram");
    for (const auto* attribute : {"BlockSize", "Count"})
    {
        program.Set(attribute, StringValue(o.GetList().GetValue(std::string("dd") + attribute)));
    }
    program.Set("OutputFile", StringValue(DD_FILE));
    return Finish(program, fileSystem);
}

Ptr<FileProgram>
SanHost::Finish(const ObjectFactory& factory, Ptr<FileSystem> fileSystem)
{
    const auto program = factory.Create<FileProgram>();
    program->AddFileSystem(fileSystem);
    program->CheckConfiguration();
    return program;
}

} // namespace ns3
