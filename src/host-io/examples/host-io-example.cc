/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Runs a program on a file system on a device, through a page cache, and prints what the program
// itself prints. Attributes of all three are set as defaults:
//
//     host-io-example --program=dd --ns3::DdProgram::BlockSize=65536 --ns3::DdProgram::Count=4096
//     host-io-example --device=paced --ns3::FixedLatencyDevice::Latency=5ms --requests=requests.csv
//     host-io-example --program=files --traces=untar.trace.gz,make.trace.gz --phases=phases.csv
//
// dd writes a file and reads it again. The second of several programs finds an empty cache. At the
// end all is written back.

#include "ns3/block-io-module.h"
#include "ns3/core-module.h"
#include "ns3/host-io-module.h"
#include "ns3/toolbox-module.h"

#include <iostream>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

/// What the command line says.
struct Options
{
    std::string program{"postmark"}; //!< which program
    std::string fileSystem{"ext4"};  //!< which file system
    std::string traces;              //!< traces to replay, with commas between them
    std::string requests;            //!< CSV file of the block requests, or empty
    std::string phases;              //!< CSV file of the phases, or empty
    std::string device{"fixed"};     //!< which device
};

/**
 * @param kind ext4, ext3 or ext2
 * @return a file system of that kind
 */
Ptr<ExtentFileSystem>
MakeFileSystem(const std::string& kind)
{
    auto fileSystem = CreateObject<ExtentFileSystem>();
    if (kind != "ext4")
    {
        fileSystem->SetAttribute("BlockMap", StringValue("Indirect"));
        fileSystem->SetAttribute("DelayedAllocation", BooleanValue(false));
        fileSystem->SetAttribute("FlexGroups", UintegerValue(1));
        fileSystem->SetAttribute("Journal", StringValue(kind == "ext2" ? "None" : "Ordered"));
    }
    return fileSystem;
}

/**
 * @param sequence where programs are added
 * @param type class of the programs
 * @param o the options
 * @throw UserError if it replays traces and there is none
 */
void
AddPrograms(FileProgramSequence& sequence, const std::string& type, const Options& o)
{
    using Cache = FileProgramSequence::Cache;
    ObjectFactory programs(type);
    if (o.program == "dd")
    {
        const StringValue file("file");
        sequence.Add(ObjectFactory(type, "OutputFile", file).Create<FileProgram>(), "write");
        programs.Set("InputFile", file, "Conv", StringValue(""));
        sequence.Add(programs.Create<FileProgram>(), "read", Cache::COLD);
        return;
    }
    if (o.program != "files")
    {
        auto program = programs.Create<FileProgram>();
        program->AssignStreams(1);
        sequence.Add(program);
        return;
    }
    std::istringstream traces(o.traces);
    uint32_t number = 0;
    for (std::string file; std::getline(traces, file, ','); ++number)
    {
        // Each trace but the first finds the files of those before.
        programs.Set("FileName", StringValue(file), "Prepare", BooleanValue(number == 0));
        const auto name = file.substr(file.find_last_of('/') + 1);
        const auto cache = number == 1 ? Cache::COLD : Cache::KEPT;
        sequence.Add(programs.Create<FileProgram>(), name.substr(0, name.find('.')), cache);
    }
    if (number == 0)
    {
        throw UserError("traces: program files needs at least one");
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("host-io-example", "A program on a file system and a page cache.");
    options.AddWord("program",
                    "What runs: dd (write, then read), bonnie, postmark, copy, or files (traces)",
                    o.program,
                    {{"dd", "ns3::DdProgram"},
                     {"bonnie", "ns3::BonnieProgram"},
                     {"postmark", "ns3::PostmarkProgram"},
                     {"copy", "ns3::CopyProgram"},
                     {"files", "ns3::FileTraceProgram"}});
    options.Add("fileSystem", "Its kind", o.fileSystem, WordRule({"ext2", "ext3", "ext4"}));
    options.AddWord("device",
                    "A time for each request, or reads and writes per second limited apart",
                    o.device,
                    {{"fixed", "ns3::FixedLatencyDevice"}, {"paced", "ns3::PacedDevice"}});
    options.Add("traces",
                "Traces of file operations",
                o.traces,
                TextRule("a.gz,b.gz"),
                "program=files");
    options.Add("requests", "CSV file for block requests", o.requests, TextRule("requests.csv"));
    options.Add("phases", "CSV file for phases", o.phases, TextRule("phases.csv"));
    return options.Run(argc, argv, [&] {
        const auto device = ObjectFactory(options.GetMeaning("device")).Create<BlockDevice>();
        auto cache = CreateObject<PageCache>();
        cache->SetDevice(device);
        const auto fileSystem = MakeFileSystem(o.fileSystem);
        fileSystem->SetCache(cache);

        FileProgramSequence sequence(fileSystem);
        AddPrograms(sequence, options.GetMeaning("program"), o);
        const auto recorder =
            CreateObjectWithAttributes<IoRecorder>("FileName", StringValue(o.requests));
        sequence.Record(device, recorder);
        sequence.Start();
        Simulator::Run();
        recorder->Close();
        if (!o.phases.empty())
        {
            sequence.WritePhases(o.phases);
        }
        sequence.PrintReports(std::cout);
        Simulator::Destroy();
        return 0;
    });
}
