/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-host-options.h"

#include "ns3/block-array.h"
#include "ns3/extent-file-system.h"
#include "ns3/page-cache.h"
#include "ns3/san-array-kinds.h"
#include "ns3/user-error.h"

namespace ns3
{

SanHostOptions::SanHostOptions(ProgramOptions& list)
    : SanFeatureOptions(list)
{
}

void
SanHostOptions::AddHost(const std::string& programs)
{
    m_list.BeginGroup("host");
    m_list.Add("cache",
               "Memory of the page cache in front of each drive, of an initiator or, with "
               "fileService, of the server; 0 for none: requests go to the drive, as with O_DIRECT",
               cache,
               IntegerRule("0", "1048576", "MiB", "64"));
    m_list.BeginGroup("host", "cache>0");
    const auto pages = PageCache::GetTypeId();
    m_list.AddAttribute(pages, "BackgroundRatio", {.name = "dirtyBackgroundRatio"});
    m_list.AddAttribute(pages, "DirtyRatio", {});
    m_list.AddAttribute(pages, "ThrottleRatio", {.name = "dirtyThrottle"});
    m_list.AddAttribute(pages, "FlushInterval", {.name = "cacheFlushInterval"});
    m_list.AddAttribute(pages, "DirtyExpire", {});
    m_list.AddAttribute(pages, "MemoryRate", {.name = "cacheMemoryRate"});
    m_list.AddAttribute(pages, "CallTime", {.name = "cacheCallTime"});
    m_list.AddAttribute(pages, "MaxRequestSize", {.name = "cacheMaxRequestSize", .unit = "bytes"});
    m_list.AddAttribute(pages,
                        "WriteBackDepth",
                        {.name = "cacheWriteBackDepth", .unit = "requests"});
    m_list.AddAttribute(pages, "ForceUnitAccess", {.name = "fua"});
    m_list.AddWord("readAhead",
                   "How files are read ahead: on-demand (Linux since 2.6.23), linux24 (Linux 2.4) "
                   "or none",
                   readAhead,
                   {{"on-demand", "ns3::OnDemandReadAhead"},
                    {"linux24", "ns3::Linux24ReadAhead"},
                    {"none", "ns3::ReadAhead"}});
    m_list.BindWord("readAhead", pages, "ReadAhead");
    m_list.AddWord("fileSystem",
                   "File system that is made on each drive first: ext2, ext3 or ext4",
                   fileSystem,
                   {{"ext2", "ext2"}, {"ext3", "ext3"}, {"ext4", "ext4"}},
                   programs);
    const auto files = ExtentFileSystem::GetTypeId();
    const auto journal = programs + " and fileSystem=ext3|ext4";
    m_list.AddAttribute(files,
                        "CommitInterval",
                        {.name = "journalCommitInterval", .needs = journal});
    m_list.AddAttribute(files, "JournalSize", {.unit = "MiB", .example = "1", .needs = journal});
    m_list.AddAttribute(files, "Barrier", {.name = "journalBarrier", .needs = journal});
}

void
SanHostOptions::AddArray()
{
    m_list.BeginGroup("host", "fileService=none");
    m_list.AddWord("hostArray",
                   "What each initiator makes of all drives that it sees: none, or one array of "
                   "them, in software: stripe (RAID 0), mirror (RAID 1) or raid5",
                   array,
                   GetSanArrayKinds());
    m_list.AddAttribute(
        BlockArray::GetTypeId(),
        "StripeUnit",
        {.name = "hostStripeUnit",
         .help = "Consecutive blocks of 512 bytes on one drive of an initiator's array",
         .unit = "blocks",
         .example = "512",
         .needs = "hostArray=stripe|raid5"});
}

bool
SanHostOptions::HasArray() const
{
    return array != "none";
}

void
SanHostOptions::CheckArray(uint32_t initiators, uint32_t drives) const
{
    if (!HasArray())
    {
        return;
    }
    const auto least = GetLeastSanArrayMembers(array);
    if (drives < least)
    {
        throw UserError("hostArray: " + array + " needs " + std::to_string(least) +
                        " drives, and an initiator sees " + std::to_string(drives) +
                        "; give more targets or drives");
    }
    if (initiators > 1 && array != "stripe")
    {
        throw UserError("hostArray: " + array + " needs initiators=1, as nobody keeps writes of " +
                        std::to_string(initiators) + " initiators apart");
    }
}

void
SanHostOptions::AddCacheSeries()
{
    m_list.BeginGroup("output");
    m_list.Add(
        "cacheInterval",
        "Write what each page cache holds and has done to cache-series.csv, a row at the end "
        "of each interval in which that changed; 0s for no such file",
        cacheInterval,
        TimeRule("0s", "100ms"),
        "cache>0");
}

} // namespace ns3
