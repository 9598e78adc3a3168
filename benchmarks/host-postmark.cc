/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * Measures what a simulated Postmark costs on a host: programs, file system, page cache and a RAM
 * disk. Prints one line of JSON.
 */

#include "resident-memory.h"

#include "ns3/extent-file-system.h"
#include "ns3/json-writer.h"
#include "ns3/node.h"
#include "ns3/page-cache.h"
#include "ns3/postmark-program.h"
#include "ns3/program-options.h"
#include "ns3/ram-disk.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <chrono>
#include <iostream>

using namespace ns3;

namespace
{

/**
 * @param transactions how many
 */
void
Measure(uint64_t transactions)
{
    const auto cache = CreateObject<PageCache>();
    cache->SetDevice(CreateObject<RamDisk>());
    const auto fileSystem = CreateObject<ExtentFileSystem>();
    fileSystem->SetCache(cache);
    const auto postmark =
        CreateObjectWithAttributes<PostmarkProgram>("Transactions", UintegerValue(transactions));
    postmark->AddFileSystem(fileSystem);
    postmark->AssignStreams(1);
    CreateObject<Node>()->AddApplication(postmark);
    const Callback<void, FileStatus> mounted([](FileStatus) {});
    fileSystem->Format(Callback<void, FileStatus>(
        [fileSystem, mounted](FileStatus) { fileSystem->Mount(mounted); }));
    const auto begin = std::chrono::steady_clock::now();
    Simulator::Run();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    if (!postmark->IsFinished() || !postmark->GetErrors().empty())
    {
        throw UserError("host-postmark: not all of Postmark was done");
    }
    JsonWriter json;
    json.BeginObject();
    json.Key("wall_s").Significant(wall.count(), 6);
    json.Key("resident_kb").Integer(GetResidentKib());
    json.EndObject();
    Simulator::Destroy();
    std::cout << json.GetText() << std::endl;
}

} // namespace

int
main(int argc, char* argv[])
{
    uint64_t transactions = 50000;
    ProgramOptions options(
        "host-postmark",
        "Measure wall time and memory of a simulated Postmark on a file system in RAM.");
    options.Add("transactions",
                "number of transactions",
                transactions,
                IntegerRule("0", "1000000000"));
    return options.Run(argc, argv, [&] {
        Measure(transactions);
        return 0;
    });
}
