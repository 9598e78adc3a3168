/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * Runs the jobs of a job file of fio on one drive at its host, a disk or an SSD, and tells rates
 * and response times as fio does.
 *
 *     drive-fio --drive=850EVO --aged --job=random.fio --json
 */

#include "../drive-model.h"
#include "fio-figures.h"

#include "ns3/boolean.h"
#include "ns3/disk-catalogue.h"
#include "ns3/disk-drive-helper.h"
#include "ns3/disk-drive.h"
#include "ns3/drive-catalogue.h"
#include "ns3/fio-job-helper.h"
#include "ns3/program-options.h"
#include "ns3/result-file.h"
#include "ns3/simulator.h"
#include "ns3/ssd-catalogue.h"
#include "ns3/ssd-drive.h"
#include "ns3/string.h"
#include "ns3/user-error.h"

#include <iostream>
#include <optional>
#include <string>

using namespace ns3;

namespace
{

/// What the command line says.
struct Options
{
    std::string drive{"850EVO"}; //!< drive of the catalogue, or a file
    bool aged{false};            //!< whether an SSD begins in its steady state
    std::string job;             //!< the job file, or its text
    std::string output;          //!< folder for the JSON file; empty for none
    bool json{false};            //!< print JSON instead of tables
};

/**
 * @param o the options
 * @return the drive
 */
Ptr<BlockDevice>
MakeDrive(const Options& o)
{
    const auto model = GetDriveModel(o.drive);
    const DriveCatalogue catalogue({&DiskCatalogue::GetKind(), &SsdCatalogue::GetKind()});
    const auto entry = catalogue.Describe(model);
    if (!entry.error.empty())
    {
        throw UserError("drive: " + entry.error);
    }
    if (SsdCatalogue::GetKind().Has(model))
    {
        const auto drive = CreateObject<SsdDrive>();
        drive->SetModel(model);
        drive->SetAttribute("Aged", BooleanValue(o.aged));
        drive->AssignStreams(1);
        return drive;
    }
    if (o.aged)
    {
        throw UserError("aged: " + o.drive + " is a disk, and only SSDs age");
    }
    DiskDriveHelper helper;
    helper.SetAttribute("Model", StringValue(model));
    const auto drives = helper.Create();
    DiskDriveHelper::AssignStreams(drives, 1);
    return drives[0];
}

/**
 * Run the jobs and tell what they came to.
 *
 * @param o the options
 * @return the exit status
 */
int
Run(const Options& o)
{
    if (o.job.empty())
    {
        throw UserError("job: it is missing; --job=random.fio names the job file");
    }
    const FioJobHelper helper(o.job);
    const auto drive = MakeDrive(o);
    const auto workloads = helper.Install(CreateObject<Node>(), {drive});
    std::optional<ResultFile> file;
    if (!o.output.empty())
    {
        file.emplace(o.output + "/summary.json");
    }
    for (const auto& note : helper.GetNotes())
    {
        std::cerr << "note: " << note << "\n";
    }
    FioFigures figures;
    // Streams of the drive are far below.
    int64_t stream = 1000;
    for (uint32_t i = 0; i < workloads.GetN(); ++i)
    {
        const auto workload = DynamicCast<FioWorkload>(workloads.Get(i));
        stream += workload->AssignStreams(stream);
        figures.Attach(workload);
    }
    Simulator::Run();
    Simulator::Destroy();
    const auto json = o.json || file ? figures.ToJson() : "";
    if (file)
    {
        file->Write(json);
        file->Commit();
    }
    if (o.json)
    {
        std::cout << json;
    }
    else
    {
        figures.Print(std::cout);
    }
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(
        "drive-fio",
        "Run the jobs of a job file of fio on one drive at its host, a disk or an SSD.");
    options.Add("drive", "Drive of the catalogue, or path of a drive's file", o.drive, TextRule());
    options.AddSwitch("aged", "Begin in the steady state of random writes, of an SSD", o.aged);
    options.Add("job", "Job file of fio, or its text", o.job, TextRule("random.fio"));
    options.Add("output",
                "Folder for summary.json, what --json prints",
                o.output,
                TextRule("out/drive-fio"));
    options.AddJson(o.json);
    return options.Run(argc, argv, [&o] { return Run(o); });
}
