/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-file-service-options.h"

#include "san-options.h"
#include "san-program-options.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @return what uses files
 */
std::string
GetProgramNeed()
{
    std::string words;
    for (const auto& program : GetSanPrograms())
    {
        words += (words.empty() ? "workload=" : "|") + program.word;
    }
    return words;
}

} // namespace

const std::vector<SanFileServiceOptions>&
GetSanFileServices()
{
    static const std::vector<SanFileServiceOptions> services = {
        {"nfs",
         "Nfs",
         {{"ReadSize", {.unit = "bytes"}},
          {"WriteSize", {.unit = "bytes"}},
          {"DirectoryReadSize", {.unit = "bytes"}},
          {"ReadAhead", {.unit = "READs"}},
          {"DirtyLimit", {.unit = "bytes"}},
          {"SlotTableEntries", {.unit = "calls"}},
          {"Timeout", {}},
          {"AcRegMin", {}},
          {"AcRegMax", {}},
          {"AcDirMin", {}},
          {"AcDirMax", {}}},
         {{"Threads", {.unit = "requests"}}},
         ""},
        {"smb",
         "Smb",
         {{"ReadSize", {.unit = "bytes"}},
          {"WriteSize", {.unit = "bytes"}},
          {"Multiplex", {.unit = "requests"}}},
         {{"Threads", {.unit = "requests"}}, {"Credits", {.unit = "credits"}}},
         "2.1"},
        {"smb1",
         "Smb",
         {{"ReadSize", {.unit = "bytes"}},
          {"WriteSize", {.unit = "bytes"}},
          {"Multiplex", {.unit = "requests"}}},
         {{"Threads", {.unit = "requests"}},
          {"MaxMpxCount", {.unit = "requests"}},
          {"MaxBufferSize", {.unit = "bytes"}},
          {"LargeTransfers", {}}},
         "NT LM 0.12"},
    };
    return services;
}

const SanFileServiceOptions*
FindSanFileService(const std::string& word)
{
    const auto& services = GetSanFileServices();
    const auto it = std::find_if(services.begin(), services.end(), [&word](const auto& service) {
        return service.word == word;
    });
    return it == services.end() ? nullptr : &*it;
}

void
SanOptions::AddFileService()
{
    m_list.BeginGroup("service");
    ProgramOptions::Words words{{"none", ""}};
    for (const auto& service : GetSanFileServices())
    {
        words[service.word] = service.protocol;
    }
    m_list.AddWord("fileService",
                   "How programs on files reach them: none (block storage by iSCSI, with the file "
                   "system on the initiator), or a file service of the target's node, which has "
                   "the file system and its page cache: nfs (NFS 3), smb (SMB 2.1) or smb1 (NT LM "
                   "0.12)",
                   fileService,
                   words,
                   GetProgramNeed());
    for (const auto& service : GetSanFileServices())
    {
        const auto add = [&](const std::string& end, const auto& attributes) {
            const auto tid = TypeId::LookupByName("ns3::" + service.protocol + end);
            for (auto [attribute, own] : attributes)
            {
                own.name = service.word + attribute;
                own.needs = "fileService=" + service.word;
                m_list.AddAttribute(tid, attribute, own);
            }
        };
        add("Client", service.client);
        add("Server", service.server);
    }
}

bool
SanOptions::HasFileService() const
{
    return fileService != "none";
}

} // namespace ns3
