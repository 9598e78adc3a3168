/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-report.h"

#include "ns3/iscsi-application.h"
#include "ns3/iscsi-pdu-counters.h"
#include "ns3/json-writer.h"
#include "ns3/quantity-text.h"
#include "ns3/simulator.h"

#include <iomanip>
#include <map>
#include <sstream>

namespace ns3
{

namespace
{

/**
 * Write a distribution of times as a JSON object.
 *
 * @param json where to
 * @param times the times
 */
void
WriteTimes(JsonWriter& json, const IoLatencyHistogram& times)
{
    const auto write = [&json](const char* name, Time time) {
        json.Key(name).Fixed(time.GetSeconds() * 1e3, 6);
    };
    json.BeginObject();
    json.Key("count").Integer(times.GetCount());
    write("mean_ms", times.GetMean());
    write("p50_ms", times.GetPercentile(50));
    write("p95_ms", times.GetPercentile(95));
    write("p99_ms", times.GetPercentile(99));
    write("max_ms", times.GetMax());
    json.EndObject();
}

/**
 * Write the mean times of the stages that commands passed as a JSON object.
 *
 * @param json where to
 * @param run the figures of the run
 */
void
WriteStages(JsonWriter& json, const LiveFigures::Period& run)
{
    json.BeginObject();
    for (uint8_t i = 0; i < static_cast<uint8_t>(IoStage::COUNT); ++i)
    {
        const auto stage = static_cast<IoStage>(i);
        const auto mean = run.GetStageMean(stage);
        if (!mean.IsZero())
        {
            json.Key(GetIoStageName(stage)).Fixed(mean.GetSeconds() * 1e3, 6);
        }
    }
    json.EndObject();
}

/**
 * Write the figures of a run into a JSON object that is open.
 *
 * @param json where to
 * @param run the figures
 * @param seconds how long the run took, above 0
 */
void
WriteRun(JsonWriter& json, const LiveFigures::Period& run, double seconds)
{
    json.BeginLine().Key("reads").Integer(run.reads);
    json.Key("writes").Integer(run.writes);
    json.Key("flushes").Integer(run.flushes);
    json.Key("others").Integer(run.others);
    json.Key("errors").Integer(run.errors);
    json.BeginLine().Key("read_bytes").Integer(run.readBytes);
    json.Key("write_bytes").Integer(run.writeBytes);
    json.BeginLine().Key("iops").Fixed(run.GetTransfers() / seconds, 3);
    json.BeginLine().Key("latency");
    WriteTimes(json, run.latency);
    json.BeginLine().Key("flush_latency");
    WriteTimes(json, run.flushLatency);
}

/**
 * Write the numbers of PDUs as a JSON object.
 *
 * @param json where to
 * @param ends the iSCSI ends
 */
void
WritePdus(JsonWriter& json, const ApplicationContainer& ends)
{
    json.BeginObject();
    for (uint8_t code = 0; code < 0x40; ++code)
    {
        const auto opcode = static_cast<IscsiOpcode>(code);
        uint64_t count = 0;
        for (auto it = ends.Begin(); it != ends.End(); ++it)
        {
            const auto& counters = DynamicCast<IscsiApplication>(*it)->GetPduCounters();
            count += counters.GetSent(opcode) + counters.GetReceived(opcode);
        }
        if (count > 0)
        {
            json.Key(GetIscsiOpcodeName(opcode)).Integer(count);
        }
    }
    json.EndObject();
}

/**
 * Write the numbers of calls as a JSON object.
 *
 * @param json where to
 * @param calls the numbers by procedure
 */
void
WriteCalls(JsonWriter& json, const std::map<std::string, uint64_t>& calls)
{
    json.BeginObject();
    for (const auto& [procedure, count] : calls)
    {
        json.Key(procedure).Integer(count);
    }
    json.EndObject();
}

/**
 * Write the counters of the device as a JSON object.
 *
 * @param json where to
 * @param counters the counters
 */
void
WriteDevice(JsonWriter& json, const LiveNetDeviceCounters& counters)
{
    json.BeginObject();
    json.Key("sent_frames").Integer(counters.sentFrames);
    json.Key("sent_bytes").Integer(counters.sentBytes);
    json.Key("received_frames").Integer(counters.receivedFrames);
    json.Key("received_bytes").Integer(counters.receivedBytes);
    json.Key("full_drops").Integer(counters.fullDrops);
    json.Key("refused_drops").Integer(counters.refusedDrops);
    json.Key("malformed_drops").Integer(counters.malformedDrops);
    json.Key("checksum_drops").Integer(counters.checksumDrops);
    json.EndObject();
}

/**
 * Print a distribution of times, if there were any.
 *
 * @param os where to
 * @param name what took so long
 * @param times the times
 */
void
PrintTimes(std::ostream& os, const char* name, const IoLatencyHistogram& times)
{
    const auto print = [&os](const char* figure, Time time) {
        os << figure << time.GetSeconds() * 1e3 << " ms";
    };
    if (times.GetCount() > 0)
    {
        os << name;
        print(": mean ", times.GetMean());
        print(", p50 ", times.GetPercentile(50));
        print(", p99 ", times.GetPercentile(99));
        print(", max ", times.GetMax());
        os << "\n";
    }
}

} // namespace

void
PrintLiveSummary(std::ostream& os, const LiveFigures::Period& run, const IoLatencyHistogram& lag)
{
    const auto number = [](uint64_t count) { return ToGroupedText(static_cast<double>(count), 0); };
    const auto megabytes = [](uint64_t bytes) {
        return " (" + ToGroupedText(static_cast<double>(bytes) * 1e-6, 3) + " MB), ";
    };
    std::ostringstream text;
    text << std::fixed << std::setprecision(3) << "done in " << Simulator::Now().GetSeconds()
         << " s: " << number(run.reads) << " reads" << megabytes(run.readBytes)
         << number(run.writes) << " writes" << megabytes(run.writeBytes) << number(run.flushes)
         << " flushes, " << number(run.others) << " others, " << number(run.errors) << " errors\n";
    PrintTimes(text, "reads and writes", run.latency);
    PrintTimes(text, "flushes", run.flushLatency);
    PrintTimes(text, "lag of events", lag);
    os << text.str() << std::flush;
}

std::string
GetLiveReport(LiveSide& side,
              const SanFlashFigures& flash,
              const LiveNetDevice* device,
              const IoLatencyHistogram& lag,
              const IoLatencyHistogram* lagOverTime)
{
    const auto seconds = Simulator::Now().GetSeconds();
    JsonWriter json;
    json.BeginObject();
    json.Key("time_s").Fixed(seconds, 3);
    json.Key("sessions").Integer(side.GetSessionCount());
    const auto run = side.GetFigures().GetRun();
    const auto ends = side.GetApplications();
    WriteRun(json, run, seconds > 0 ? seconds : 1);
    if (ends.GetN() > 0)
    {
        json.BeginLine().Key("stages_ms");
        WriteStages(json, run);
    }
    json.BeginLine().Key("lag");
    WriteTimes(json, lag);
    if (lagOverTime)
    {
        json.BeginLine().Key("lag_over_time");
        WriteTimes(json, *lagOverTime);
    }
    if (device)
    {
        json.BeginLine().Key("device");
        WriteDevice(json, device->GetCounters());
    }
    if (ends.GetN() > 0)
    {
        json.BeginLine().Key("pdus");
        WritePdus(json, ends);
    }
    if (const auto calls = side.GetCalls(); !calls.empty())
    {
        json.BeginLine().Key("calls");
        WriteCalls(json, calls);
    }
    flash.Write(json);
    json.EndObject();
    return json.GetText();
}

} // namespace ns3
