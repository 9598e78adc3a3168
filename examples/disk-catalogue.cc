/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup block-io
 *
 * Says as JSON which disks and SSDs there are: name, kind, files, year, size, of disks cylinders,
 * heads and revolutions per minute, and what is wrong with a drive that cannot be read.
 *
 *     disk-catalogue --drive=Cheetah9LP
 */

#include "ns3/disk-catalogue.h"

#include "ns3/drive-catalogue.h"
#include "ns3/json-writer.h"
#include "ns3/program-options.h"
#include "ns3/ssd-catalogue.h"

#include <iostream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param entries drives
 */
void
Print(const std::vector<DriveCatalogueEntry>& entries)
{
    JsonWriter json;
    json.BeginArray();
    for (const auto& entry : entries)
    {
        json.BeginLine();
        entry.WriteTo(json);
    }
    json.BeginLine().EndArray();
    std::cout << json.GetText() << "\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string drive;
    ProgramOptions options("disk-catalogue", "Say as JSON which disks and SSDs there are.");
    options.Add("drive",
                "Drive of the catalogue, or path of a drive's file; empty for the whole catalogue",
                drive,
                TextRule("Cheetah9LP"));
    return options.Run(argc, argv, [&drive] {
        const DriveCatalogue catalogue({&DiskCatalogue::GetKind(), &SsdCatalogue::GetKind()});
        Print(drive.empty() ? catalogue.Describe() : std::vector{catalogue.Describe(drive)});
        return 0;
    });
}
