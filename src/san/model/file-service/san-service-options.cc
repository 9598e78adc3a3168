/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-service-options.h"

#include "san-file-service-protocols.h"

namespace ns3
{

SanServiceOptions::SanServiceOptions(ProgramOptions& list)
    : SanFeatureOptions(list)
{
}

void
SanServiceOptions::AddFileService(const std::string& programs)
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
                   programs);
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
SanServiceOptions::HasFileService() const
{
    return fileService != "none";
}

} // namespace ns3
