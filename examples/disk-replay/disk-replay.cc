/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * Replays a block trace on one disk drive and tells where the time of each request went, and how
 * far the simulated response times are from the observed ones.
 *
 *     disk-replay --drive=Cheetah9LP --trace=cheetah9LP.trace --out=replay.csv
 * --summary=replay.json
 */

#include "../drive-model.h"
#include "replay-report.h"
#include "replay-statistics.h"
#include "replay-table.h"

#include "ns3/block-workload-helper.h"
#include "ns3/disk-drive-helper.h"
#include "ns3/disk-drive.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/pointer.h"
#include "ns3/program-options.h"
#include "ns3/random-variable-stream.h"
#include "ns3/result-file.h"
#include "ns3/run-interrupt.h"
#include "ns3/run-progress.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/trace-reader-factory.h"
#include "ns3/trace-workload.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <optional>
#include <string>

using namespace ns3;

namespace
{

/// What the command line says.
struct Options
{
    std::string drive{"Cheetah9LP"}; //!< drive of the catalogue, or a file
    std::string trace;               //!< the trace
    std::string format;              //!< its format; empty to recognise it
    std::string columns;             //!< its columns, where the format is columns
    std::string event{"issue"};      //!< events of blkparse: issue or queue
    std::string scheduler;           //!< the drive's scheduler; empty for its default
    double phase{-1};                //!< initial phase of the platters; -1 for the drive's
    uint32_t queueDepth{0};          //!< requests kept going; 0 as the trace was recorded
    std::string fit{"refuse"};       //!< addresses past the end: refuse, wrap or scale
    uint64_t repeat{1};              //!< number of passes
    uint64_t skip{0};                //!< records passed over
    uint64_t count{0};               //!< most records of a pass; 0 for all
    std::string out;                 //!< CSV file; empty for none
    std::string summary;             //!< JSON file; empty for none
    bool json{false};                //!< print JSON instead of tables
    bool quiet{false};               //!< say nothing of how far the replay is
};

/// Most requests outstanding: they are in memory.
constexpr const char* MOST_OUTSTANDING = "1000000";

/// What becomes of a trace larger than the drive, and the attribute's words for it.
const ProgramOptions::Words FITS{{"refuse", "Refuse"}, {"wrap", "Wrap"}, {"scale", "Scale"}};

/// Most passes over a trace, which take weeks.
constexpr const char* MOST_PASSES = "1000000000000";

/// Most records of a trace.
constexpr const char* MOST_RECORDS = "18446744073709551615";

/**
 * Add the options that say what is replayed.
 *
 * @param o where they go
 * @param options the list of options
 */
void
AddTraceOptions(Options& o, ProgramOptions& options)
{
    options.Add("trace",
                "The trace, plain or compressed by gzip or zstd",
                o.trace,
                TextRule("trace.csv.gz"));
    options.Add("format",
                "disksim (or ascii), validate, csv, spc, msr, blkparse, fio2, fio3, tencent, "
                "alibaba, mqsim, systor, fiu, cloudphysics (or libcachesim) or columns; recognised "
                "if absent",
                o.format,
                TextRule("msr"));
    options.Add("columns",
                "Columns of the trace, such as time=1:us,operation=2,address=3:byte,"
                "length=4:byte; the format is then columns",
                o.columns,
                TextRule("time=1:us,operation=2,address=3:byte,length=4:byte"));
    options.AddWord("event",
                    "Events of blkparse that are requests: issue, queue or complete",
                    o.event,
                    {{"issue", "Issue"}, {"queue", "Queue"}, {"complete", "Complete"}});
    options.AddWord("fit",
                    "What becomes of a trace larger than the drive: refuse (an error), wrap "
                    "(addresses modulo the capacity) or scale (addresses in proportion to it)",
                    o.fit,
                    FITS);
    options.Add("repeat",
                "Passes over the trace, one after the other",
                o.repeat,
                IntegerRule("1", MOST_PASSES));
    options.Add("skip",
                "Records to skip before the first one replayed",
                o.skip,
                IntegerRule("0", MOST_RECORDS, "records", "100"));
    options.Add("count",
                "Maximum number of records in a pass; 0 for all",
                o.count,
                IntegerRule("0", MOST_RECORDS, "records", "1000"));
}

/**
 * Add the options.
 *
 * @param o where they go
 * @param options the list of options
 */
void
AddOptions(Options& o, ProgramOptions& options)
{
    options.Add("drive", "Drive of the catalogue, or path of a drive's file", o.drive, TextRule());
    AddTraceOptions(o, options);
    options.Add("scheduler",
                "Fcfs, Sstf, Look, CLook, Sptf or AgedSptf; by default the drive's own",
                o.scheduler,
                TextRule("Sptf"));
    options.Add("phase",
                "Angle of the platters at time zero, 0 to less than 1 revolution; -1 leaves "
                "it to the attribute InitialPhase",
                o.phase,
                NumberRule("-1", "1", "revolution", "0.25"));
    options.SetRenamed("queue-depth", "queueDepth");
    options.Add("queueDepth",
                "Requests outstanding in a closed loop; 0: recorded times, or a closed loop of one "
                "request if the trace has no times",
                o.queueDepth,
                IntegerRule("0", MOST_OUTSTANDING, "requests", "4"));
    options.Add("out", "CSV file, a row per request", o.out, TextRule("replay.csv"));
    options.Add("summary", "JSON file of the results", o.summary, TextRule("replay.json"));
    options.AddJson(o.json);
    options.AddSwitch("quiet", "Do not say on standard error how far the replay is", o.quiet);
}

/**
 * @param o the options
 * @return the format of the trace and what belongs to it
 */
TraceOptions
GetTraceOptions(const Options& o)
{
    TraceOptions options;
    options.format = o.format == "ascii" ? TraceFormat::DISKSIM : TraceFormatInfo::Find(o.format);
    options.columns = o.columns;
    options.event = FindTraceEvent(o.event);
    return options;
}

/**
 * @param name a scheduler of the command line
 * @return its class
 * @throw UserError naming all of them, if there is no such scheduler
 */
std::string
GetSchedulerClass(const std::string& name)
{
    WordRule({"Fcfs", "Sstf", "Look", "CLook", "Sptf", "AgedSptf"}).Check("scheduler", name);
    return name == "CLook" ? "ns3::DiskClookScheduler" : "ns3::Disk" + name + "Scheduler";
}

/**
 * @param o the options
 * @return the drive, which has every attribute that the options name
 */
Ptr<DiskDrive>
MakeDrive(const Options& o)
{
    DiskDriveHelper helper;
    helper.SetAttribute("Model", StringValue(GetDriveModel(o.drive)));
    if (!o.scheduler.empty())
    {
        helper.SetAttribute("Scheduler", StringValue(GetSchedulerClass(o.scheduler)));
    }
    if (o.phase != -1)
    {
        if (!(o.phase >= 0 && o.phase < 1))
        {
            throw UserError("phase: " + std::to_string(o.phase) +
                            " is neither -1 nor from 0 to less than 1, such as 0.25");
        }
        const auto phase =
            CreateObjectWithAttributes<ConstantRandomVariable>("Constant", DoubleValue(o.phase));
        helper.SetAttribute("InitialPhase", PointerValue(phase));
    }
    const auto drives = helper.Create();
    DiskDriveHelper::AssignStreams(drives, 1);
    return DynamicCast<DiskDrive>(drives[0]);
}

/**
 * @param o the options
 * @param drive the drive
 * @return the workload, which read the trace
 */
Ptr<TraceWorkload>
MakeWorkload(const Options& o, Ptr<DiskDrive> drive)
{
    if (o.trace.empty())
    {
        throw UserError("trace: it is missing; --trace=trace.csv.gz names the trace to replay");
    }
    const auto options = GetTraceOptions(o);
    const bool isClosed =
        o.queueDepth > 0 || !TraceReaderFactory::Open(o.trace, options)->HasTimes();
    BlockWorkloadHelper helper("ns3::TraceWorkload");
    helper.SetAttribute("FileName", StringValue(o.trace));
    helper.SetAttribute("Format", EnumValue(options.format));
    helper.SetAttribute("Columns", StringValue(options.columns));
    helper.SetAttribute("Event", EnumValue(options.event));
    helper.SetAttribute("Arrivals", StringValue(isClosed ? "Closed" : "Recorded"));
    helper.SetAttribute("QueueDepth", UintegerValue(std::max(o.queueDepth, 1U)));
    helper.SetAttribute("Fit", StringValue(FITS.at(o.fit)));
    helper.SetAttribute("Skip", UintegerValue(o.skip));
    helper.SetAttribute("Records", UintegerValue(o.count));
    helper.SetAttribute("Repeat", UintegerValue(o.repeat));
    return DynamicCast<TraceWorkload>(helper.Install(CreateObject<Node>(), {drive}).Get(0));
}

/**
 * Takes every request that the drive completes into the statistics and the table.
 */
class Recorder
{
  public:
    /**
     * @param o the options
     * @param workload the workload
     * @param drive its drive
     */
    Recorder(const Options& o, Ptr<TraceWorkload> workload, Ptr<DiskDrive> drive)
        : m_workload(*workload),
          m_statistics(workload->GetPassLength(), workload->HasObserved())
    {
        if (!o.out.empty())
        {
            m_table.emplace(o.out, workload->HasObserved());
        }
        drive->TraceConnectWithoutContext("Service", MakeCallback(&Recorder::NoteService, this));
        drive->TraceConnectWithoutContext(
            "Outstanding",
            MakeCallback(&ReplayStatistics::NoteOutstanding, &m_statistics));
    }

    /**
     * End the table, if there is one.
     */
    void Commit()
    {
        if (m_table)
        {
            m_table->Commit();
        }
    }

    /**
     * @return the statistics
     */
    const ReplayStatistics& GetStatistics() const
    {
        return m_statistics;
    }

  private:
    /**
     * @param request a request that completes now
     * @param service where its response time went
     */
    void NoteService(Ptr<const BlockRequest> request, const DiskService& service)
    {
        const auto& record = m_workload.GetRecord(request->number);
        const auto response = Simulator::Now() - request->issueTime;
        m_statistics.Add(*request, record, response, service);
        if (m_table)
        {
            m_table->Add(*request, record, response, service);
        }
    }

    const TraceWorkload& m_workload;    //!< the workload
    ReplayStatistics m_statistics;      //!< the figures
    std::optional<ReplayTable> m_table; //!< a row per request
};

/**
 * Run the simulation, and say how far it is.
 *
 * @param isQuiet whether nothing is said
 * @param requests number of requests in all passes
 * @param statistics the figures of what is done
 * @return how long the simulation loop took, in seconds of wall time
 */
double
RunSimulator(bool isQuiet, double requests, const ReplayStatistics& statistics)
{
    const RunProgress progress(isQuiet, "requests", [requests, &statistics] {
        const auto done = statistics.GetAll().latency.GetCount();
        return RunProgress::Done{done, static_cast<double>(done) / requests};
    });
    const auto begin = std::chrono::steady_clock::now();
    Simulator::Run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/**
 * Replay the trace and write the results.
 *
 * @param o the options
 * @return the exit status
 */
int
Run(const Options& o)
{
    const auto drive = MakeDrive(o);
    const auto workload = MakeWorkload(o, drive);
    std::optional<ResultFile> summary;
    if (!o.summary.empty())
    {
        summary.emplace(o.summary);
    }
    Recorder recorder(o, workload, drive);
    for (const auto& note : workload->GetNotes())
    {
        std::cerr << "note: " << note << "\n";
    }
    RunInterrupt interrupt;
    const auto requests = static_cast<double>(workload->GetPassLength()) * o.repeat;
    const auto wallSeconds = RunSimulator(o.quiet, requests, recorder.GetStatistics());
    const auto interruption =
        interrupt.HasCome() ? std::optional<Time>(Simulator::Now()) : std::nullopt;
    recorder.Commit();
    const ReplayReport report(recorder.GetStatistics(), wallSeconds, interruption);
    Simulator::Destroy();
    const auto json = report.ToJson();
    if (summary)
    {
        summary->Write(json);
        summary->Commit();
    }
    std::cout << (o.json ? json : report.ToText());
    if (interruption)
    {
        interrupt.Report(*interruption, o.out);
    }
    interrupt.PassOn();
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(
        "disk-replay",
        "Replay a block trace on a disk drive: where the time of each request goes, and\n"
        "how far the simulated response times are from the observed ones.");
    AddOptions(o, options);
    return options.Run(argc, argv, [&o] { return Run(o); });
}
