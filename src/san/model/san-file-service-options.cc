/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-file-service-options.h"

#include "san-options.h"
#include "san-program-options.h"

#include "ns3/tcp-settings.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <set>

namespace ns3
{

namespace
{

/**
 * @param change an option
 * @return whether it is about iSCSI alone: sessions except TCP, logical units, gateways and their
 *         loops
 */
bool
IsForIscsiAlone(const ProgramOptions::Change& change)
{
    static const std::set<std::string> others{"mayFail",
                                              "tcpSharing",
                                              "targetSndBufSize",
                                              "targetRcvBufSize",
                                              "minshallNagle",
                                              "delAckFullSized"};
    return change.group == "gateway" || change.group == "loops" || change.group == "luns" ||
           (change.group == "sessions" && !others.contains(change.name) &&
            !IsTcpSetting(change.name));
}

/**
 * @return names of the workloads that are programs on files, for a message
 */
std::string
GetProgramWords()
{
    std::string words;
    for (const auto& program : GetSanPrograms())
    {
        words += (words.empty() ? "" : ", ") + program.word;
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
                   words);
    for (const auto& service : GetSanFileServices())
    {
        const auto add = [&](const std::string& end, const auto& attributes) {
            const auto tid = TypeId::LookupByName("ns3::" + service.protocol + end);
            for (auto [attribute, own] : attributes)
            {
                own.name = service.word + attribute;
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

void
SanOptions::CheckFileService() const
{
    if (!HasFileService())
    {
        return;
    }
    const auto service = "fileService=" + fileService;
    if (!HasProgram())
    {
        throw UserError("workload: " + workload + " issues block requests, but " + service +
                        " needs a program on files: " + GetProgramWords());
    }
    if (links > 1)
    {
        throw UserError("links: " + std::to_string(links) + ", but a client of " + service +
                        " has one connection, which takes one link");
    }
    for (const auto& change : m_list.GetChanges())
    {
        if (IsForIscsiAlone(change))
        {
            throw UserError(change.name + ": " + change.value + ", but " + service +
                            " does without iSCSI, of which this is an option");
        }
    }
}

} // namespace ns3
