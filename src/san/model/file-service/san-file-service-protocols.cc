/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-file-service-protocols.h"

#include <algorithm>

namespace ns3
{

const std::vector<SanFileServiceProtocol>&
GetSanFileServices()
{
    static const std::vector<SanFileServiceProtocol> services = {
        {"nfs",
         "Nfs",
         {{"ReadSize", {.unit = "bytes"}},
          {"WriteSize", {.unit = "bytes"}},
          {"DirectoryReadSize", {.unit = "bytes"}},
          {"ReadAhead", {.unit = "READs"}},
          {"DirtyLimit", {.unit = "bytes"}},
          {"CacheMemory", {.unit = "bytes"}},
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

const SanFileServiceProtocol*
FindSanFileService(const std::string& word)
{
    const auto& services = GetSanFileServices();
    const auto it = std::find_if(services.begin(), services.end(), [&word](const auto& service) {
        return service.word == word;
    });
    return it == services.end() ? nullptr : &*it;
}

} // namespace ns3
