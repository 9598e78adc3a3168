/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-program-options.h"

#include "ns3/bonnie-program.h"
#include "ns3/copy-program.h"
#include "ns3/dd-program.h"
#include "ns3/file-trace-program.h"
#include "ns3/postmark-program.h"

#include <algorithm>

namespace ns3
{

const std::vector<SanProgramOptions>&
GetSanPrograms()
{
    static const std::vector<SanProgramOptions> programs = {
        {"dd",
         DdProgram::GetTypeId(),
         {{"BlockSize", "bytes"}, {"Count", "blocks"}, {"Conv", ""}, {"OutputFlags", ""}}},
        {"bonnie",
         BonnieProgram::GetTypeId(),
         {{"FileSize", "MiB"},
          {"ChunkSize", "bytes"},
          {"Seeks", ""},
          {"Seekers", "processes"},
          {"Processes", ""},
          {"Files", ""},
          {"Direct", ""}}},
        {"postmark",
         PostmarkProgram::GetTypeId(),
         {{"SizeLow", "bytes"},
          {"SizeHigh", "bytes"},
          {"Number", "files"},
          {"Transactions", ""},
          {"Subdirectories", ""},
          {"Read", "bytes"},
          {"Write", "bytes"},
          {"BiasRead", ""},
          {"BiasCreate", ""},
          {"Buffering", ""}}},
        {"copy",
         CopyProgram::GetTypeId(),
         {{"Directories", ""},
          {"FilesPerDirectory", "files"},
          {"FileSize", "bytes"},
          {"Style", ""},
          {"Threads", ""}}},
        {"files", FileTraceProgram::GetTypeId(), {{"TimeScale", ""}}},
    };
    return programs;
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
