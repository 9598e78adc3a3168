/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * Measures how many requests the flash model serves in a second of processor time: requests of
 * 4 KiB at random places of a drive in its steady state, 32 at a time. Prints one line of JSON.
 */

#include "random-client.h"

#include "ns3/boolean.h"
#include "ns3/json-writer.h"
#include "ns3/program-options.h"
#include "ns3/ssd-drive.h"

#include <ctime>
#include <iostream>

using namespace ns3;

namespace
{

/// Bytes of a request.
constexpr uint32_t REQUEST_SIZE = 4096;
/// Requests at a time.
constexpr uint32_t DEPTH = 32;

/**
 * @param model the drive
 * @param requests number of requests
 * @param operation what they do
 */
void
Measure(const std::string& model, uint64_t requests, BlockOperation operation)
{
    auto drive = CreateObject<SsdDrive>();
    drive->SetModel(model);
    drive->SetAttribute("Aged", BooleanValue(true));
    drive->AssignStreams(10);
    // What a drive builds with its first request is no part of it.
    drive->GetTranslation();
    RandomClient client(drive, operation, REQUEST_SIZE, requests, 0);
    client.Align();
    const auto begin = std::clock();
    for (uint32_t i = 0; i < DEPTH; ++i)
    {
        client.Next();
    }
    Simulator::Run();
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    Simulator::Destroy();
    JsonWriter json;
    json.BeginObject();
    json.Key("requests_per_s").Integer(static_cast<uint64_t>(requests / seconds));
    json.EndObject();
    std::cout << json.GetText() << std::endl;
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string model = "850EVO";
    uint64_t requests = 2000000;
    std::string operation = "read";
    ProgramOptions options("ssd-requests",
                           "Measure how many random 4 KiB requests the flash model serves per "
                           "second of processor time, on a drive in its steady state.");
    options.Add("model", "drive of the catalogue, or path of a drive file", model, TextRule());
    options.Add("requests", "number of requests", requests, IntegerRule("1", "1000000000000"));
    options.AddWord("operation", "what they do", operation, {{"read", "read"}, {"write", "write"}});
    return options.Run(argc, argv, [&] {
        Measure(model,
                requests,
                operation == "read" ? BlockOperation::READ : BlockOperation::WRITE);
        return 0;
    });
}
