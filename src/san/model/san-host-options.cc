/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-options.h"
#include "san-program-options.h"

#include "ns3/extent-file-system.h"
#include "ns3/page-cache.h"
#include "ns3/user-error.h"

#include <string>

namespace ns3
{

void
SanOptions::AddHost()
{
    m_list.BeginGroup("host");
    m_list.Add("cache",
               "Memory of the page cache in front of each drive, of an initiator or, with "
               "fileService, of the server; 0 for none: requests go to the drive, as with O_DIRECT",
               cache,
               IntegerRule("0", "1048576", "MiB", "64"));
    const auto pages = PageCache::GetTypeId();
    for (const auto* name : {"BackgroundRatio",
                             "DirtyRatio",
                             "FlushInterval",
                             "DirtyExpire",
                             "MemoryRate",
                             "CallTime"})
    {
        m_list.AddAttribute(pages, name, {});
    }
    m_list.AddAttribute(pages, "MaxRequestSize", {.unit = "bytes"});
    m_list.AddAttribute(pages, "WriteBackDepth", {.unit = "requests"});
    m_list.AddWord("ReadAhead",
                   "How files are read ahead: on-demand (Linux since 2.6.23), linux24 (Linux 2.4) "
                   "or none",
                   readAhead,
                   {{"on-demand", "ns3::OnDemandReadAhead"},
                    {"linux24", "ns3::Linux24ReadAhead"},
                    {"none", "ns3::ReadAhead"}});
    m_list.AddWord("filesystem",
                   "dd, bonnie, postmark, copy, files: file system that is made on each drive "
                   "first: ext2, ext3 or ext4",
                   fileSystem,
                   {{"ext2", "ext2"}, {"ext3", "ext3"}, {"ext4", "ext4"}});
    const auto files = ExtentFileSystem::GetTypeId();
    m_list.AddAttribute(files, "CommitInterval", {});
    m_list.AddAttribute(files, "Barrier", {});
}

void
SanOptions::AddPrograms()
{
    m_list.AddWord("ddOperation",
                   "dd: write a file, or read one that was written before and is not cached",
                   ddOperation,
                   {{"write", "OutputFile"}, {"read", "InputFile"}});
    for (const auto& program : GetSanPrograms())
    {
        for (auto [attribute, own] : program.attributes)
        {
            own.name = program.word + attribute;
            m_list.AddAttribute(program.typeId, attribute, own);
        }
    }
    m_list.Add("fileTrace",
               "files: the trace of file operations, plain or compressed by gzip or zstd",
               fileTrace,
               TextRule("build.files.gz"));
}

bool
SanOptions::HasProgram() const
{
    return FindSanProgram(workload) != nullptr;
}

void
SanOptions::CheckHost() const
{
    if (cacheInterval.IsStrictlyPositive() && cache == 0)
    {
        throw UserError("cacheInterval: there is no page cache, because cache is 0");
    }
    if (!HasProgram())
    {
        return;
    }
    if (!fio.empty() || !iometer.empty())
    {
        throw UserError("workload: " + workload +
                        " is a program on files; fio and iometer cannot be given with it");
    }
    if (cache == 0)
    {
        throw UserError("cache: 0, but " + workload +
                        " needs a file system, which needs a page cache, such as cache=64");
    }
    const auto units = targets * GetUsedUnits();
    if (initiators > units)
    {
        throw UserError("initiators: " + std::to_string(initiators) + ", but each needs a " +
                        "drive of its own for its file system, and they see " +
                        std::to_string(units));
    }
    if (workload == "dd" && std::stoull(m_list.GetValue("ddCount")) == 0)
    {
        throw UserError("ddCount: 0, but there is no file whose end would end dd, such as "
                        "ddCount=1024");
    }
    if (workload == "files" && fileTrace.empty())
    {
        throw UserError("fileTrace: workload=files needs a file");
    }
}

} // namespace ns3
