/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup disk-model
 *
 * Says as JSON which drives there are: name, files, size, cylinders, heads, revolutions per minute,
 * and what is wrong with a drive that cannot be read.
 *
 *     disk-catalogue --drive=Cheetah9LP
 */

#include "ns3/disk-catalogue-entry.h"
#include "ns3/disk-parameters-reader.h"
#include "ns3/json-writer.h"
#include "ns3/program-options.h"

#include <iostream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param models names of drives
 */
void
Print(const std::vector<std::string>& models)
{
    JsonWriter json;
    json.BeginArray();
    for (const auto& model : models)
    {
        json.BeginLine();
        DiskCatalogueEntry(model).WriteTo(json);
    }
    json.BeginLine().EndArray();
    std::cout << json.GetText() << "\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string drive;
    ProgramOptions options("disk-catalogue", "Say as JSON which drives there are.");
    options.Add("drive",
                "Drive of the catalogue, or path of a drive's file; empty for the whole catalogue",
                drive,
                TextRule("Cheetah9LP"));
    return options.Run(argc, argv, [&drive] {
        Print(drive.empty() ? DiskParametersReader::GetCatalogueFolders().GetNames()
                            : std::vector{drive});
        return 0;
    });
}
