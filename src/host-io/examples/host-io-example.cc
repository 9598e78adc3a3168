/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Runs a program on a file system on a device, through a page cache, and prints what the program
// itself prints. Attributes of the program are set as defaults:
//
//     host-io-example --program=dd --ns3::DdProgram::BlockSize=65536 --ns3::DdProgram::Count=4096
//     host-io-example --program=postmark --fileSystem=ext3 --requests=requests.csv
//     host-io-example --program=files --traces=untar.trace.gz,make.trace.gz --phases=phases.csv
//
// dd writes a file and reads it again. Before the second of several steps the file system is
// mounted again, so that the cache is empty. At the end all is written back.

#include "ns3/extent-file-system.h"
#include "ns3/file-program.h"
#include "ns3/fixed-latency-device.h"
#include "ns3/io-recorder.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/page-cache.h"
#include "ns3/pointer.h"
#include "ns3/program-options.h"
#include "ns3/result-file.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <array>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Attributes as text, by name.
using Attributes = std::map<std::string, std::string>;

/// What the command line says.
struct Options
{
    std::string program{"postmark"}; //!< which program
    std::string fileSystem{"ext4"};  //!< which file system
    std::string traces;              //!< traces to replay, with commas between them
    std::string requests;            //!< CSV file of the block requests, or empty
    std::string phases;              //!< CSV file of the phases, or empty
    uint32_t burst{0};               //!< requests that a paced device serves at once, or 0
};

/**
 * A device whose reads and whose writes per second are limited, apart from each other: in each
 * interval it serves so many of both, all at once. Others wait for the next.
 */
class PacedDevice : public FixedLatencyDevice
{
  public:
    /**
     * @param burst requests of a kind in an interval of as many latencies, 1 or more
     */
    explicit PacedDevice(uint32_t burst)
        : m_burst(burst)
    {
    }

  private:
    /// Reads, or writes and flushes.
    struct Kind
    {
        Time begin;       //!< when the interval of the last request begins
        uint32_t done{0}; //!< how many it serves
    };

    void DoSubmit(Ptr<BlockRequest> request) override
    {
        auto& kind = m_kinds[request->operation == BlockOperation::READ];
        const auto interval = m_burst * StartService(request);
        const auto now = Simulator::Now();
        const auto present = interval * (now.GetNanoSeconds() / interval.GetNanoSeconds());
        if (kind.begin < present)
        {
            kind = {present, 0};
        }
        if (kind.done == m_burst)
        {
            kind = {kind.begin + interval, 0};
        }
        ++kind.done;
        Simulator::Schedule(std::max(kind.begin - now, MicroSeconds(50)),
                            &PacedDevice::End,
                            Ptr<PacedDevice>(this),
                            request);
    }

    /**
     * @param request a request that is served
     */
    void End(Ptr<BlockRequest> request)
    {
        Complete(request, BlockStatus::OK);
    }

    uint32_t m_burst;            //!< requests of a kind in an interval
    std::array<Kind, 2> m_kinds; //!< writes, then reads
};

/// A program to run.
struct Step
{
    std::string name;      //!< name of its only phase; empty if it has phases of its own
    std::string type;      //!< its class
    Attributes attributes; //!< attributes
};

/**
 * Create an object.
 *
 * @tparam T its class, or one that it has inherited from
 * @param type its class
 * @param attributes its attributes
 * @return the object
 */
template <typename T>
Ptr<T>
Make(const std::string& type, const Attributes& attributes)
{
    ObjectFactory factory(type);
    for (const auto& [name, value] : attributes)
    {
        factory.Set(name, StringValue(value));
    }
    return factory.Create<T>();
}

/**
 * @param o the options
 * @return a step for each trace
 * @throw UserError if there is no trace
 */
std::vector<Step>
GetTraceSteps(const Options& o)
{
    std::vector<Step> steps;
    std::istringstream traces(o.traces);
    for (std::string file; std::getline(traces, file, ',');)
    {
        const auto name = file.substr(file.find_last_of('/') + 1);
        // Each trace but the first finds the files of those before.
        steps.push_back({name.substr(0, name.find('.')),
                         "ns3::FileTraceProgram",
                         {{"FileName", file}, {"Prepare", steps.empty() ? "true" : "false"}}});
    }
    if (steps.empty())
    {
        throw UserError("traces: program files needs at least one");
    }
    return steps;
}

/**
 * @param o the options
 * @param type class of the program
 * @return what is to run
 */
std::vector<Step>
GetSteps(const Options& o, const std::string& type)
{
    if (o.program == "dd")
    {
        return {{"write", type, {{"OutputFile", "file"}}},
                {"read", type, {{"InputFile", "file"}, {"Conv", ""}}}};
    }
    if (o.program == "files")
    {
        return GetTraceSteps(o);
    }
    return {{"", type, {}}};
}

/**
 * @param fileSystem ext4, ext3 or ext2
 * @return what tells it from ext4
 */
Attributes
GetFileSystemAttributes(const std::string& fileSystem)
{
    if (fileSystem == "ext4")
    {
        return {};
    }
    return {{"BlockMap", "Indirect"},
            {"DelayedAllocation", "false"},
            {"FlexGroups", "1"},
            {"Journal", fileSystem == "ext2" ? "None" : "Ordered"}};
}

/// Runs steps one after the other on a file system, and notes when phases begin.
class Host
{
  public:
    /**
     * @param fileSystem the file system, not yet formatted
     * @param steps what is to run
     * @param recorder notified of the device's requests from the first step on
     * @param device the device
     */
    Host(Ptr<ExtentFileSystem> fileSystem,
         std::vector<Step> steps,
         Ptr<IoRecorder> recorder,
         Ptr<BlockDevice> device)
        : m_fileSystem(fileSystem),
          m_steps(std::move(steps)),
          m_recorder(recorder),
          m_device(device)
    {
    }

    /// Simulate everything.
    void Run()
    {
        m_fileSystem->Format(MakeCallback(&Host::Formatted, this));
        Simulator::Run();
        BeginPhase("end");
    }

    /**
     * Print what the programs print.
     *
     * @param os where to
     */
    void PrintReports(std::ostream& os) const
    {
        for (const auto& program : m_programs)
        {
            program->PrintReport(os);
        }
    }

    /**
     * Write when each phase began and ended.
     *
     * @param fileName a CSV file
     * @throw UserError if it cannot be written
     */
    void WritePhases(const std::string& fileName) const
    {
        std::ostringstream rows;
        rows << "phase,begin_s,end_s\n" << std::fixed << std::setprecision(9);
        for (std::size_t i = 0; i + 1 < m_phases.size(); ++i)
        {
            rows << m_phases[i].first << "," << m_phases[i].second.GetSeconds() << ","
                 << m_phases[i + 1].second.GetSeconds() << "\n";
        }
        ResultFile file(fileName);
        file.Write(rows.str());
        file.Commit();
    }

  private:
    /**
     * The device has a file system.
     *
     * @param status how that ended
     */
    void Formatted(FileStatus status)
    {
        Check(status);
        m_fileSystem->Mount(MakeCallback(&Host::Ready, this));
    }

    /**
     * The file system is mounted for the first time.
     *
     * @param status how that ended
     */
    void Ready(FileStatus status)
    {
        Check(status);
        m_recorder->AttachDevice(m_device, MakeCallback(&Host::GetPhase, this));
        StartStep();
    }

    /**
     * @return the phase that the present program is in
     */
    std::string GetPhase() const
    {
        return m_programs.empty() ? "" : m_programs.back()->GetCurrentPhase();
    }

    /// Start the next program.
    void StartStep()
    {
        const auto& step = m_steps[m_programs.size()];
        auto program = Make<FileProgram>(step.type, step.attributes);
        program->AddFileSystem(m_fileSystem);
        program->AssignStreams(1);
        program->CheckConfiguration();
        program->TraceConnectWithoutContext("PhaseStart", MakeCallback(&Host::PhaseStarted, this));
        program->TraceConnectWithoutContext("PhaseEnd", MakeCallback(&Host::PhaseEnded, this));
        program->TraceConnectWithoutContext("Finished", MakeCallback(&Host::Finished, this));
        m_programs.push_back(program);
        CreateObject<Node>()->AddApplication(program);
        BeginPhase(step.name.empty() ? "start" : step.name);
    }

    /**
     * A process of the program began a phase.
     */
    void PhaseStarted(const std::string& phase, uint32_t)
    {
        if (m_steps[m_programs.size() - 1].name.empty())
        {
            BeginPhase(phase);
        }
    }

    /**
     * A process of the program ended a phase.
     */
    void PhaseEnded(const std::string& phase, uint32_t)
    {
        // Bonnie++ waits before its seeks; what happens then is of no phase.
        if (phase == "sequential_input_block")
        {
            BeginPhase("wait");
        }
    }

    /// The program has ended.
    void Finished()
    {
        // The program calls from the midst of its own work.
        Simulator::ScheduleNow(&Host::EndStep, this);
    }

    /// End a step: write everything back if it is the first or the last.
    void EndStep()
    {
        const auto done = m_programs.size();
        if (done > 1 && done < m_steps.size())
        {
            StartStep();
            return;
        }
        BeginPhase(m_phases.back().first + "-sync");
        auto request = Create<FileRequest>(FileOperation::SYNC_ALL);
        request->completion = MakeCallback(&Host::Synced, this);
        m_fileSystem->Submit(request);
    }

    /**
     * Everything is written back.
     *
     * @param request the request that asked for that
     */
    void Synced(Ptr<FileRequest> request)
    {
        Check(request->status);
        if (m_programs.size() < m_steps.size())
        {
            BeginPhase("mount");
            m_fileSystem->Unmount(MakeCallback(&Host::Unmounted, this));
        }
    }

    /**
     * The file system is unmounted.
     *
     * @param status how that ended
     */
    void Unmounted(FileStatus status)
    {
        Check(status);
        m_fileSystem->Mount(MakeCallback(&Host::Remounted, this));
    }

    /**
     * The file system is mounted again.
     *
     * @param status how that ended
     */
    void Remounted(FileStatus status)
    {
        Check(status);
        StartStep();
    }

    /**
     * @param phase the phase that begins now, if it is not the current one
     */
    void BeginPhase(const std::string& phase)
    {
        if (m_phases.empty() || m_phases.back().first != phase)
        {
            m_phases.emplace_back(phase, Simulator::Now());
        }
    }

    /**
     * @param status how something ended
     * @throw UserError if not well
     */
    static void Check(FileStatus status)
    {
        if (status != FileStatus::OK)
        {
            std::ostringstream text;
            text << "file system: " << status;
            throw UserError(text.str());
        }
    }

    Ptr<ExtentFileSystem> m_fileSystem;                 //!< the file system
    std::vector<Step> m_steps;                          //!< what is to run
    Ptr<IoRecorder> m_recorder;                         //!< notified of the requests
    Ptr<BlockDevice> m_device;                          //!< the device
    std::vector<Ptr<FileProgram>> m_programs;           //!< those that were started
    std::vector<std::pair<std::string, Time>> m_phases; //!< when each began
};

/**
 * Run a program on a file system.
 *
 * @param o the options
 * @param options their list
 * @return 0
 */
int
RunExample(const Options& o, const ProgramOptions& options)
{
    const auto attributes = [&options](TypeId typeId) { return options.GetAttributes(typeId); };
    Ptr<BlockDevice> device = CreateObject<FixedLatencyDevice>();
    if (o.burst > 0)
    {
        if (Time(options.GetValue("latency")).IsZero())
        {
            throw UserError("burst: it needs a latency above 0");
        }
        device = CreateObject<PacedDevice>(o.burst);
    }
    for (const auto& [name, value] : attributes(FixedLatencyDevice::GetTypeId()))
    {
        device->SetAttribute(name, StringValue(value));
    }
    auto cache = Make<PageCache>("ns3::PageCache", attributes(PageCache::GetTypeId()));
    cache->SetAttribute("Device", PointerValue(device));
    auto fileSystem =
        Make<ExtentFileSystem>("ns3::ExtentFileSystem", GetFileSystemAttributes(o.fileSystem));
    fileSystem->SetCache(cache);
    auto recorder = CreateObject<IoRecorder>();
    recorder->SetAttribute("FileName", StringValue(o.requests));

    Host host(fileSystem, GetSteps(o, options.GetMeaning("program")), recorder, device);
    host.Run();
    recorder->Close();
    if (!o.phases.empty())
    {
        host.WritePhases(o.phases);
    }
    host.PrintReports(std::cout);
    Simulator::Destroy();
    return 0;
}

/**
 * @param options the list to which the options of device and cache are added
 */
void
AddAttributes(ProgramOptions& options)
{
    const auto device = FixedLatencyDevice::GetTypeId();
    const auto cache = PageCache::GetTypeId();
    options.AddAttribute(device, "BlockCount", {.unit = "blocks of 512 bytes"});
    options.AddAttribute(device, "Latency", {});
    options.AddAttribute(device, "QueueDepth", {});
    options.AddAttribute(cache, "Memory", {.unit = "bytes"});
    options.AddAttribute(cache, "BackgroundRatio", {});
    options.AddAttribute(cache, "DirtyRatio", {});
    options.AddAttribute(cache, "FlushInterval", {});
    options.AddAttribute(cache, "DirtyExpire", {});
    options.AddAttribute(cache, "MaxRequestSize", {.unit = "bytes"});
    options.AddAttribute(cache, "WriteBackDepth", {.unit = "requests"});
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
    options.AddWord("fileSystem",
                    "The file system: ext4, ext3 or ext2",
                    o.fileSystem,
                    {{"ext4", "ext4"}, {"ext3", "ext3"}, {"ext2", "ext2"}});
    options.Add("traces",
                "Traces of file operations, with commas between them, for files",
                o.traces,
                TextRule("untar.trace.gz,make.trace.gz"));
    options.Add("requests",
                "Write a CSV row for each block request to this file",
                o.requests,
                TextRule("requests.csv"));
    options.Add("phases",
                "Write when each phase begins and ends to this file",
                o.phases,
                TextRule("phases.csv"));
    options.Add("burst",
                "Serve so many reads, and beside them so many writes, at once in every interval of "
                "as many latencies, whatever QueueDepth; 0 for a device of that depth",
                o.burst,
                IntegerRule("0", "10000", "requests"));
    AddAttributes(options);
    return options.Run(argc, argv, [&] { return RunExample(o, options); });
}
