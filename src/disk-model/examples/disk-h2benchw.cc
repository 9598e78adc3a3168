/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup disk-model
 *
 * Measures a drive at its host with h2benchw and prints its report.
 *
 *     disk-h2benchw --model=Cheetah9LPFC --zones=200 --output=out/h2benchw
 */

#include "ns3/block-workload-helper.h"
#include "ns3/disk-drive-helper.h"
#include "ns3/h2benchw-report.h"
#include "ns3/json-writer.h"
#include "ns3/node.h"
#include "ns3/program-options.h"
#include "ns3/result-file.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <iostream>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

/**
 * Write a table.
 *
 * @param fileName the file
 * @param text what it holds
 */
void
WriteTable(const std::string& fileName, const std::string& text)
{
    ResultFile file(fileName);
    file.Write(text);
    file.Commit();
}

/**
 * Write zones and accesses.
 *
 * @param report what was found
 * @param folder where the tables go
 */
void
WriteTables(const H2benchwReport& report, const std::string& folder)
{
    std::ostringstream zones;
    zones << H2benchwReport::GetZoneColumns();
    report.WriteZones(zones);
    WriteTable(folder + "/h2benchw-zones.csv", zones.str());
    std::ostringstream accesses;
    accesses << H2benchwReport::GetAccessColumns();
    report.WriteAccesses(accesses);
    WriteTable(folder + "/h2benchw-accesses.csv", accesses.str());
}

/**
 * Print the figures as a JSON object, those of phases that have a result.
 *
 * @param model the drive
 * @param report what was found
 */
void
PrintJson(const std::string& model, const H2benchwReport& report)
{
    JsonWriter json;
    json.BeginObject();
    json.Key("model").String(model);
    for (const auto& figure : report.GetFigures())
    {
        json.BeginLine().Key(figure.name).Fixed(figure.value, 9);
    }
    json.EndObject();
    std::cout << json.GetText() << "\n";
}

/**
 * Measure a drive.
 *
 * @param model the drive
 * @param folder where tables go; empty for none
 * @param isJson whether figures are printed as JSON, not as a report
 * @param options the options of the benchmark
 * @return 0
 */
int
Run(const std::string& model, const std::string& folder, bool isJson, const ProgramOptions& options)
{
    DiskDriveHelper drives;
    drives.SetAttribute("Model", StringValue(model));
    BlockWorkloadHelper helper("ns3::H2benchwWorkload");
    for (const auto& [name, value] : options.GetAttributes(H2benchwWorkload::GetTypeId()))
    {
        helper.SetAttribute(name, StringValue(value));
    }
    const auto workload =
        DynamicCast<H2benchwWorkload>(helper.Install(CreateObject<Node>(), drives.Create()).Get(0));
    workload->AssignStreams(1);
    Simulator::Run();
    Simulator::Destroy();
    const H2benchwReport report(*workload);
    if (!folder.empty())
    {
        WriteTables(report, folder);
    }
    if (isJson)
    {
        PrintJson(model, report);
        return 0;
    }
    std::cout << model << "\n";
    report.Print(std::cout);
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string model = "Cheetah9LPFC";
    std::string folder;
    bool isJson = false;
    ProgramOptions options("disk-h2benchw", "Measure a drive at its host with h2benchw.");
    options.Add("model", "Drive of the catalogue, or path of a drive file", model, TextRule());
    options.Add("output", "Folder for zones and accesses", folder, TextRule("out/h2benchw"));
    options.AddJson(isJson);
    const auto benchmark = H2benchwWorkload::GetTypeId();
    options.AddAttribute(benchmark, "BlockSize", {.unit = "bytes"});
    options.AddAttribute(benchmark, "Position", {.unit = "percent"});
    options.AddAttribute(benchmark, "InterfaceRequests", {.unit = "requests"});
    options.AddAttribute(benchmark, "Delay", {});
    options.AddAttribute(benchmark, "Zones", {});
    options.AddAttribute(benchmark, "ZoneSize", {.unit = "bytes"});
    options.AddAttribute(benchmark, "Accesses", {});
    options.AddAttribute(benchmark, "Writes", {});
    options.AddAttribute(benchmark, "Pause", {});
    return options.Run(argc, argv, [&] { return Run(model, folder, isJson, options); });
}
