/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-trace-kind.h"

#include "ns3/block-workload-helper.h"
#include "ns3/double.h"
#include "ns3/san-load-options.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

SanTraceKind::SanTraceKind(const SanLoadOptions& options)
    : SanBlockKind("trace", "the requests of a recorded trace"),
      m_options(options)
{
}

SanWorkloadKind::SharedOptions
SanTraceKind::GetSharedOptions() const
{
    return {{"queueDepth", "traceMode=closed"}, {"rampTime", ""}};
}

void
SanTraceKind::AddOptions(ProgramOptions& list)
{
    list.Add("trace",
             "The trace, a file that is plain or compressed by gzip or zstd",
             m_trace,
             TextRule("trace.csv.gz"),
             GetNeed());
    list.AddWord("traceFormat",
                 "Format of the trace: auto, csv, disksim, validate, spc, msr, blkparse, fio2, "
                 "fio3, tencent, alibaba, "
                 "mqsim, systor, fiu, cloudphysics (or libcachesim) or columns",
                 m_format,
                 {{"auto", "Recognised"},
                  {"csv", "Csv"},
                  {"disksim", "DiskSim"},
                  {"validate", "Validate"},
                  {"spc", "Spc"},
                  {"msr", "Msr"},
                  {"blkparse", "Blkparse"},
                  {"fio2", "Fio2"},
                  {"fio3", "Fio3"},
                  {"tencent", "Tencent"},
                  {"alibaba", "Alibaba"},
                  {"mqsim", "MQSim"},
                  {"systor", "Systor"},
                  {"fiu", "Fiu"},
                  {"cloudphysics", "CloudPhysics"},
                  {"libcachesim", "CloudPhysics"},
                  {"columns", "Columns"}},
                 GetNeed());
    list.Add("traceColumns",
             "Columns of the trace, such as time=1:us,operation=2,address=3:byte,"
             "length=4:byte; the format is then columns",
             m_columns,
             TextRule("time=1:us,operation=2,address=3:byte,length=4:byte"),
             GetNeed());
    list.AddWord("traceMode",
                 "When requests of the trace are issued: open (recorded times) or closed",
                 m_mode,
                 {{"open", "Recorded"}, {"closed", "Closed"}},
                 GetNeed());
    list.AddWord("traceFit",
                 "What becomes of a trace larger than its device: refuse (an error), wrap "
                 "(addresses modulo the capacity) or scale (addresses in proportion to it)",
                 m_fit,
                 {{"refuse", "Refuse"}, {"wrap", "Wrap"}, {"scale", "Scale"}},
                 GetNeed());
    list.Add("traceTimeScale",
             "Recorded times of the trace are multiplied by this; 0 does not wait",
             m_timeScale,
             NumberRule("0", "1000000"),
             GetNeed("traceMode=open"));
}

void
SanTraceKind::Check() const
{
    CheckFile("trace", m_trace);
}

ApplicationContainer
SanTraceKind::Install(const Place& place) const
{
    const auto& list = m_options.GetList();
    BlockWorkloadHelper helper("ns3::TraceWorkload");
    helper.SetAttribute("FileName", StringValue(m_trace));
    helper.SetAttribute("Format", StringValue(list.GetMeaning("traceFormat")));
    helper.SetAttribute("Columns", StringValue(m_columns));
    helper.SetAttribute("Arrivals", StringValue(list.GetMeaning("traceMode")));
    helper.SetAttribute("Fit", StringValue(list.GetMeaning("traceFit")));
    helper.SetAttribute("TimeScale", DoubleValue(m_timeScale));
    helper.SetAttribute("QueueDepth", UintegerValue(m_options.queueDepth));
    helper.SetAttribute("RampTime", TimeValue(m_options.rampTime));
    return helper.Install(place.node, place.devices);
}

} // namespace ns3
