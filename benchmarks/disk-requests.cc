/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * Measures how many requests the disk model serves in a second of wall time: random reads of 8 KB
 * directly at a drive, one at a time or on an open Poisson load. Prints one line of JSON.
 */

#include "random-client.h"

#include "ns3/disk-drive.h"
#include "ns3/json-writer.h"
#include "ns3/program-options.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <chrono>
#include <iostream>

using namespace ns3;

namespace
{

/// Bytes of a read.
constexpr uint32_t READ_SIZE = 8192;

/**
 * @param model the drive
 * @param requests number of reads
 * @param rate reads per second of an open loop; 0 for a closed one
 */
void
Measure(const std::string& model, uint64_t requests, double rate)
{
    auto drive = CreateObject<DiskDrive>();
    drive->SetModel(model);
    RandomClient client(drive, BlockOperation::READ, READ_SIZE, requests, rate);
    const auto begin = std::chrono::steady_clock::now();
    client.Next();
    Simulator::Run();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    Simulator::Destroy();
    JsonWriter json;
    json.BeginObject();
    json.Key("requests_per_s").Integer(static_cast<uint64_t>(requests / wall.count()));
    json.EndObject();
    std::cout << json.GetText() << std::endl;
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string model = "Cheetah9LP";
    uint64_t requests = 2000000;
    std::string load = "closed";
    double rate = 60;
    ProgramOptions options(
        "disk-requests",
        "Measure how many random 8 KB reads the disk model serves per second of wall time.");
    options.Add("model", "drive of the catalogue, or path of a drive file", model, TextRule());
    options.Add("requests", "number of reads", requests, IntegerRule("1", "1000000000000"));
    options.AddWord("load",
                    "closed (one at a time) or open (Poisson)",
                    load,
                    {{"closed", "closed"}, {"open", "open"}});
    options.Add("rate",
                "open: reads per second of simulated time",
                rate,
                NumberRule("0.000001", "1000000000", "requests/s"));
    return options.Run(argc, argv, [&] {
        Measure(model, requests, load == "open" ? rate : 0);
        return 0;
    });
}
