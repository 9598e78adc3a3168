/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-program-options.h"

#include "ns3/bonnie-program.h"
#include "ns3/copy-program.h"
#include "ns3/dd-program.h"
#include "ns3/file-trace-program.h"
#include "ns3/h2benchw-workload.h"
#include "ns3/postmark-program.h"
#include "ns3/verifying-workload.h"

#include <algorithm>

namespace ns3
{

const std::vector<SanProgramOptions>&
GetSanPrograms()
{
    static const std::vector<SanProgramOptions> programs = {
        {"dd",
         DdProgram::GetTypeId(),
         {{"BlockSize", {.unit = "bytes"}},
          {"Count", {.unit = "blocks"}},
          {"Conv", {.example = "fsync"}},
          {"InputFlags", {.example = "direct"}},
          {"OutputFlags", {.example = "direct"}}}},
        {"bonnie",
         BonnieProgram::GetTypeId(),
         {{"FileSize", {.unit = "MiB"}},
          {"ChunkSize", {.unit = "bytes"}},
          {"Seeks", {}},
          {"Seekers", {.unit = "processes"}},
          {"Processes", {}},
          {"Files", {}},
          {"Direct", {}}}},
        {"postmark",
         PostmarkProgram::GetTypeId(),
         {{"SizeLow", {.unit = "bytes"}},
          {"SizeHigh", {.unit = "bytes"}},
          {"Number", {.unit = "files"}},
          {"Transactions", {}},
          {"Subdirectories", {}},
          {"Read", {.unit = "bytes"}},
          {"Write", {.unit = "bytes"}},
          {"BiasRead", {}},
          {"BiasCreate", {}},
          {"Buffering", {}}}},
        {"copy",
         CopyProgram::GetTypeId(),
         {{"Directories", {}},
          {"FilesPerDirectory", {.unit = "files"}},
          {"FileSize", {.unit = "bytes"}},
          {"Style", {}},
          {"Threads", {}}}},
        {"files", FileTraceProgram::GetTypeId(), {{"TimeScale", {}}}},
    };
    return programs;
}

std::string
GetSanProgramNeed()
{
    std::string words;
    for (const auto& program : GetSanPrograms())
    {
        words += (words.empty() ? "workload=" : "|") + program.word;
    }
    return words;
}

const SanProgramOptions&
GetSanBenchmark()
{
    static const SanProgramOptions benchmark{"h2benchw",
                                             H2benchwWorkload::GetTypeId(),
                                             {{"BlockSize", {.unit = "bytes"}},
                                              {"Position", {.unit = "percent"}},
                                              {"InterfaceRequests", {.unit = "requests"}},
                                              {"Delay", {}},
                                              {"Zones", {}},
                                              {"ZoneSize", {.unit = "bytes"}},
                                              {"Accesses", {}},
                                              {"Writes", {}},
                                              {"Pause", {}}}};
    return benchmark;
}

const SanProgramOptions&
GetSanVerification()
{
    static const SanProgramOptions verification{"verify",
                                                VerifyingWorkload::GetTypeId(),
                                                {{"Fill", {}},
                                                 {"LastRead", {}},
                                                 {"PassSize", {.unit = "bytes"}},
                                                 {"StopAtMismatch", {}},
                                                 {"Run", {}}}};
    return verification;
}

const SanProgramOptions*
FindSanProgram(const std::string& word)
{
    const auto& programs = GetSanPrograms();
    const auto it = std::find_if(programs.begin(), programs.end(), [&word](const auto& program) {
        return program.word == word;
    });
    return it == programs.end() ? nullptr : &*it;
}

} // namespace ns3
