/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-workload-kinds.h"

#include "ns3/bonnie-program.h"
#include "ns3/copy-program.h"
#include "ns3/postmark-program.h"
#include "ns3/san-dd-kind.h"
#include "ns3/san-drawn-kind.h"
#include "ns3/san-file-trace-kind.h"
#include "ns3/san-fio-kind.h"
#include "ns3/san-h2benchw-kind.h"
#include "ns3/san-iometer-kind.h"
#include "ns3/san-trace-kind.h"
#include "ns3/san-verify-kind.h"

namespace ns3
{

std::vector<std::unique_ptr<SanBlockKind>>
MakeSanBlockKinds(const SanLoadOptions& o)
{
    std::vector<std::unique_ptr<SanBlockKind>> kinds;
    kinds.emplace_back(new SanDrawnKind("poisson", "requests at random times", "Poisson", o));
    kinds.emplace_back(new SanDrawnKind("fixed", "requests at equal intervals", "Fixed", o));
    kinds.emplace_back(
        new SanDrawnKind("closed", "a closed loop, queueDepth requests at a time", "Closed", o));
    kinds.emplace_back(new SanTraceKind(o));
    kinds.emplace_back(new SanFioKind);
    kinds.emplace_back(new SanIometerKind(o));
    kinds.emplace_back(new SanH2benchwKind);
    kinds.emplace_back(new SanVerifyKind(o));
    return kinds;
}

std::vector<std::unique_ptr<SanProgramKind>>
MakeSanProgramKinds()
{
    std::vector<std::unique_ptr<SanProgramKind>> kinds;
    kinds.emplace_back(new SanDdKind);
    kinds.emplace_back(new SanProgramKind("bonnie",
                                          "the benchmark Bonnie++",
                                          BonnieProgram::GetTypeId(),
                                          {{"FileSize", {.unit = "MiB"}},
                                           {"ChunkSize", {.unit = "bytes"}},
                                           {"Seeks", {}},
                                           {"Seekers", {.unit = "processes"}},
                                           {"Processes", {}},
                                           {"Files", {}},
                                           {"Direct", {}}}));
    kinds.emplace_back(
        new SanProgramKind("postmark",
                           "the benchmark PostMark",
                           PostmarkProgram::GetTypeId(),
                           {{"SizeLow", {.unit = "bytes"}},
                            {"SizeHigh", {.unit = "bytes"}},
                            {"Number", {.unit = "files"}},
                            {"Transactions", {}},
                            {"Subdirectories", {}},
                            {"Read", {.unit = "bytes", .needs = "postmarkBuffering=false"}},
                            {"Write", {.unit = "bytes", .needs = "postmarkBuffering=false"}},
                            {"BiasRead", {}},
                            {"BiasCreate", {}},
                            {"Buffering", {}}}));
    kinds.emplace_back(new SanProgramKind("copy",
                                          "a copy of folders of files",
                                          CopyProgram::GetTypeId(),
                                          {{"Directories", {}},
                                           {"FilesPerDirectory", {.unit = "files"}},
                                           {"FileSize", {.unit = "bytes"}},
                                           {"Style", {}},
                                           {"Threads", {.needs = "copyStyle=Robocopy"}}}));
    kinds.emplace_back(new SanFileTraceKind);
    return kinds;
}

} // namespace ns3
