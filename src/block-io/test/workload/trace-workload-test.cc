/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "workload-test-helper.h"

#include "ns3/test.h"
#include "ns3/trace-reader-factory.h"
#include "ns3/trace-workload.h"

#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

const std::string TRACE = "ns3::TraceWorkload"; //!< the class under test

/**
 * @param device a device
 * @return its requests, as time in ns, operation, lba+blocks
 */
std::string
ToText(const RecordingDevice& device)
{
    std::ostringstream text;
    for (const auto& seen : device.seen)
    {
        text << seen.when.GetNanoSeconds() << " " << seen.operation << " " << seen.lba << "+"
             << seen.blocks << "\n";
    }
    return text.str();
}

/// A trace for two devices.
const std::string TWO_DEVICES = "100 0 10 8 1\n"
                                "100.000001 1 20 8 0\n"
                                "103.5 2 30 4 1\n"
                                "110 5 40 4 1\n";

} // namespace

/**
 * @ingroup block-io
 *
 * At recorded times requests are issued to the nanosecond, on the device recorded or in turn.
 */
class RecordedReplayTest : public TestCase
{
  public:
    RecordedReplayTest()
        : TestCase("Replay at recorded times, with a time scale, over devices")
    {
    }

  private:
    /**
     * @param attributes attributes of the replay
     * @param first what the first device should see
     * @param second what the second device should see
     */
    void Expect(TextAttributes attributes, const std::string& first, const std::string& second)
    {
        auto a = CreateObject<RecordingDevice>(1000, MilliSeconds(50));
        auto b = CreateObject<RecordingDevice>(1000, MilliSeconds(50));
        attributes.emplace_back("FileName",
                                WriteFile(CreateTempDirFilename("two.trace"), TWO_DEVICES));
        InstallWorkload(TRACE, attributes, {a, b});
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(ToText(*a), first, "first device");
        NS_TEST_EXPECT_MSG_EQ(ToText(*b), second, "second device");
    }

    void DoRun() override
    {
        // Times count from the first record; devices 2 and 5 are 0 and 1 modulo 2.
        Expect({}, "0 R 10+8\n3500000 R 30+4\n", "1 W 20+8\n10000000 R 40+4\n");
        Expect({{"TimeScale", "2.5"}, {"StartTime", "1s"}},
               "1000000000 R 10+8\n1008750000 R 30+4\n",
               "1000000003 W 20+8\n1025000000 R 40+4\n");
        Expect({{"TimeScale", "0"}, {"Count", "3"}}, "0 R 10+8\n0 R 30+4\n", "0 W 20+8\n");
        Expect({{"Spread", "RoundRobin"}, {"StopTime", "5ms"}},
               "0 R 10+8\n3500000 R 30+4\n",
               "1 W 20+8\n");
    }
};

/**
 * @ingroup block-io
 *
 * What was understood of a trace is reported, and which of its devices share one.
 */
class TraceNotesTest : public TestCase
{
  public:
    TraceNotesTest()
        : TestCase("A note says what was understood, another which devices share a drive")
    {
    }

  private:
    /**
     * @param file a trace
     * @param drives number of devices
     * @param spread which device a record goes to
     * @return what is told
     */
    static std::vector<std::string> GetNotes(const std::string& file,
                                             std::size_t drives,
                                             const std::string& spread = "Recorded")
    {
        std::vector<Ptr<BlockDevice>> devices;
        for (std::size_t i = 0; i < drives; ++i)
        {
            devices.push_back(CreateObject<RecordingDevice>(1000, MilliSeconds(50)));
        }
        const TextAttributes attributes{{"FileName", file}, {"Spread", spread}};
        return InstallWorkload(TRACE, attributes, devices)->GetNotes();
    }

    void DoRun() override
    {
        const auto file = WriteFile(CreateTempDirFilename("two.trace"), TWO_DEVICES);
        const auto two = GetNotes(file, 2);
        NS_TEST_ASSERT_MSG_EQ(two.size(), 2, "two notes");
        // Four requests within 10 ms, the last of 4 sectors at 40.
        NS_TEST_EXPECT_MSG_EQ(two[0],
                              file +
                                  ": DiskSim, time in ms, address in sectors of 512 bytes: 4 "
                                  "requests in 0.01 s, 400 requests/s, 4 devices (0, 1, 2 and 5), "
                                  "addresses below 22,528 bytes",
                              "understood");
        NS_TEST_EXPECT_MSG_EQ(
            two[1],
            file +
                ": devices 0, 1, 2 and 5 are on 2 drives, by number: 0 has 0 and 2; 1 has 1 and 5",
            "modulo 2");
        NS_TEST_EXPECT_MSG_EQ(
            GetNotes(file, 1).at(1),
            file + ": devices 0, 1, 2 and 5 are on 1 drive, by number: 0 has 0, 1, 2 and 5",
            "all on one");
        NS_TEST_EXPECT_MSG_EQ(GetNotes(file, 6).size(), 1, "each has its own");
        NS_TEST_EXPECT_MSG_EQ(GetNotes(file, 2, "RoundRobin").size(), 1, "not by number");
        const auto one = WriteFile(CreateTempDirFilename("one.trace"), "0.5 3 8 8 1\n");
        NS_TEST_EXPECT_MSG_EQ(GetNotes(one, 1).size(), 1, "one is one");
        NS_TEST_EXPECT_MSG_EQ(
            GetNotes(one, 3).at(1),
            one + ": device 3 is on 3 drives, by number: 0 has 3; 1 has none; 2 has none",
            "not under its number");
    }
};

/**
 * @ingroup block-io
 *
 * Closed replay keeps the queue depth and the recorded think times.
 */
class ClosedReplayTest : public TestCase
{
  public:
    ClosedReplayTest()
        : TestCase("Closed replay, with recorded think times")
    {
    }

  private:
    /**
     * @param attributes attributes of the replay
     * @param text what the device should see
     */
    void Expect(TextAttributes attributes, const std::string& text)
    {
        auto device = CreateObject<RecordingDevice>(1000, MicroSeconds(10));
        attributes.emplace_back("FileName",
                                WriteFile(CreateTempDirFilename("closed.trace"),
                                          "R Hit 10 8 1 5\nW Hit 20 8 1 7.5\n"
                                          "R Hit 30 8 1 0\nR Hit 40 8 1 3\n"));
        attributes.emplace_back("Arrivals", "Closed");
        RunWorkload(TRACE, attributes, device);
        NS_TEST_EXPECT_MSG_EQ(ToText(*device), text, "requests");
    }

    void DoRun() override
    {
        // One at a time, each 10 us: 10 + 5, 15 + 10 + 7.5, 32.5 + 10 + 0.
        Expect({}, "0 R 10+8\n15000 W 20+8\n32500 R 30+8\n42500 R 40+8\n");
        // Twice the think time: 10 + 10, 20 + 10 + 15, 45 + 10.
        Expect({{"TimeScale", "2"}}, "0 R 10+8\n20000 W 20+8\n45000 R 30+8\n55000 R 40+8\n");
        // Two at a time: the first place thinks until 15, the second until 17.5.
        Expect({{"QueueDepth", "2"}}, "0 R 10+8\n0 W 20+8\n15000 R 30+8\n17500 R 40+8\n");
        // More places than records.
        Expect({{"QueueDepth", "9"}}, "0 R 10+8\n0 W 20+8\n0 R 30+8\n0 R 40+8\n");
    }
};

/**
 * @ingroup block-io
 *
 * A part of a trace is replayed, once or over and over, and each request knows its record.
 */
class PassesTest : public TestCase
{
  public:
    PassesTest()
        : TestCase("Parts of a trace, repeated")
    {
    }

  private:
    /**
     * @param trace the trace
     * @param attributes attributes of the replay
     * @param text what the device should see
     * @return the workload
     */
    Ptr<TraceWorkload> Expect(const std::string& trace,
                              TextAttributes attributes,
                              const std::string& text)
    {
        auto device = CreateObject<RecordingDevice>(1000, MicroSeconds(10));
        attributes.emplace_back("FileName",
                                WriteFile(CreateTempDirFilename("passes.disksim"), trace));
        auto workload = InstallWorkload(TRACE, attributes, {device});
        workload->TraceConnectWithoutContext("Complete",
                                             MakeCallback(&PassesTest::Completed, this));
        m_lines.clear();
        m_workload = DynamicCast<TraceWorkload>(workload);
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(ToText(*device), text, "requests");
        NS_TEST_EXPECT_MSG_EQ(workload->IsFinished(), true, "finished");
        return m_workload;
    }

    /**
     * @param request a request that completed
     */
    void Completed(Ptr<const BlockRequest> request, uint32_t)
    {
        const auto& record = m_workload->GetRecord(request->number);
        m_lines.push_back(record.line);
        NS_TEST_EXPECT_MSG_EQ(record.lba, request->lba, "its own record");
    }

    void DoRun() override
    {
        const std::string open = "100 0 10 8 1\n101 0 20 8 1\n103 0 30 8 1\n106 0 40 8 1\n";
        Expect(open, {{"Skip", "2"}}, "0 R 30+8\n3000000 R 40+8\n");
        Expect(open, {{"Skip", "1"}, {"Records", "2"}}, "0 R 20+8\n2000000 R 30+8\n");
        // Three requests in 3 ms, 1.5 ms on the average: the next pass begins at 4.5.
        auto workload = Expect(open,
                               {{"Records", "3"}, {"Repeat", "2"}},
                               "0 R 10+8\n1000000 R 20+8\n3000000 R 30+8\n"
                               "4500000 R 10+8\n5500000 R 20+8\n7500000 R 30+8\n");
        NS_TEST_EXPECT_MSG_EQ((m_lines == std::vector<uint32_t>{1, 2, 3, 1, 2, 3}), true, "lines");
        NS_TEST_EXPECT_MSG_EQ(workload->GetPassLength(), 3, "length");
        NS_TEST_EXPECT_MSG_EQ(workload->HasObserved(), false, "no such field");
        // Count is over all passes; the time scale stretches the gap between passes, too.
        Expect(open,
               {{"Records", "2"}, {"Repeat", "9"}, {"Count", "3"}, {"TimeScale", "2"}},
               "0 R 10+8\n2000000 R 20+8\n4000000 R 10+8\n");
        // A pass of one record has no time between requests.
        Expect(open, {{"Skip", "3"}, {"Repeat", "2"}}, "0 R 40+8\n0 R 40+8\n");

        // Closed, 10 us each: 10 + 7, 27 + 3, 40 + 7.
        const std::string closed = "R - 10 8 0 5\nW - 20 8 1 7\nR - 30 8 0 3\n";
        workload = Expect(closed,
                          {{"Arrivals", "Closed"}, {"Skip", "1"}, {"Repeat", "2"}},
                          "0 W 20+8\n17000 R 30+8\n30000 W 20+8\n47000 R 30+8\n");
        NS_TEST_EXPECT_MSG_EQ((m_lines == std::vector<uint32_t>{2, 3, 2, 3}), true, "lines");
        NS_TEST_EXPECT_MSG_EQ(workload->HasObserved(), true, "the second record has it");
        workload = Expect(closed, {{"Arrivals", "Closed"}, {"Records", "1"}}, "0 R 10+8\n");
        NS_TEST_EXPECT_MSG_EQ(workload->HasObserved(), false, "the first record has not");
    }

    Ptr<TraceWorkload> m_workload; //!< the workload
    std::vector<uint32_t> m_lines; //!< line of each request's record, in the order of completion
};

/**
 * @ingroup block-io
 *
 * Sectors become blocks of the device's size.
 */
class TraceBlockSizeTest : public TestCase
{
  public:
    TraceBlockSizeTest()
        : TestCase("Sectors of 512 bytes on a device of larger blocks")
    {
    }

  private:
    void DoRun() override
    {
        auto device = CreateObject<RecordingDevice>(10, MicroSeconds(10), 4096);
        const auto file =
            WriteFile(CreateTempDirFilename("4k.disksim"), "0 0 72 8 1\n0 0 0 16 0\n");
        RunWorkload(TRACE, {{"FileName", file}}, device);
        NS_TEST_EXPECT_MSG_EQ(ToText(*device), "0 R 9+1\n0 W 0+2\n", "divided by 8");
    }
};

/**
 * @ingroup block-io
 *
 * Addresses past the end of a device are wrapped or scaled; sizes stay.
 */
class TraceFitTest : public TestCase
{
  public:
    TraceFitTest()
        : TestCase("Traces larger than their device")
    {
    }

  private:
    /**
     * @param fit the rule
     * @param trace a trace of one device or two
     * @param first what a device of 100 blocks should see
     * @param second what a second one should see
     */
    void Expect(const std::string& fit,
                const std::string& trace,
                const std::string& first,
                const std::string& second = "")
    {
        auto a = CreateObject<RecordingDevice>(100, Time(0));
        auto b = CreateObject<RecordingDevice>(100, Time(0));
        const auto file = WriteFile(CreateTempDirFilename("large.disksim"), trace);
        InstallWorkload(TRACE, {{"FileName", file}, {"Fit", fit}, {"TimeScale", "0"}}, {a, b});
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(ToText(*a), first, fit << " first device");
        NS_TEST_EXPECT_MSG_EQ(ToText(*b), second, fit << " second device");
    }

    void DoRun() override
    {
        // Ends at 18, 103, 108, 260 and 400.
        const std::string large =
            "0 0 10 8 1\n1 0 95 8 1\n2 0 100 8 0\n3 0 250 10 1\n4 0 392 8 1\n";
        // 95 would end at 103 and is moved back; 100 is 0, 250 is 50, 392 is 92 modulo 100.
        Expect("Wrap", large, "0 R 10+8\n0 R 92+8\n0 W 0+8\n0 R 50+10\n0 R 92+8\n");
        // A quarter, rounded down: 2.5, 23.75, 25, 62.5, 98; the last would end at 106.
        Expect("Scale", large, "0 R 2+8\n0 R 23+8\n0 W 25+8\n0 R 62+10\n0 R 92+8\n");
        // What just fits stays, on the device where all fits.
        const std::string both = "0 0 92 8 1\n1 1 150 50 1\n2 1 6 2 1\n";
        Expect("Wrap", both, "0 R 92+8\n", "0 R 50+50\n0 R 6+2\n");
        Expect("Scale", both, "0 R 92+8\n", "0 R 50+50\n0 R 3+2\n");
        Blocks();
        Longest();
    }

    /// Addresses count in blocks of the device.
    void Blocks()
    {
        auto device = CreateObject<RecordingDevice>(10, Time(0), 4096);
        const auto file = WriteFile(CreateTempDirFilename("4k.disksim"), "0 0 96 8 1\n");
        RunWorkload(TRACE, {{"FileName", file}, {"Fit", "Wrap"}}, device);
        NS_TEST_EXPECT_MSG_EQ(ToText(*device), "0 R 2+1\n", "block 12 of 10");
    }

    /// A request longer than its device has no place.
    void Longest()
    {
        const auto file = WriteFile(CreateTempDirFilename("long.disksim"), "0 0 7 101 1\n");
        for (const auto* fit : {"Wrap", "Scale"})
        {
            const auto error = GetUserError([&] {
                auto device = CreateObject<RecordingDevice>(100, Time(0));
                InstallWorkload(TRACE, {{"FileName", file}, {"Fit", fit}}, {device});
            });
            NS_TEST_EXPECT_MSG_EQ(error,
                                  file + ":1: lba 7, 101 blocks of 512 bytes: it is longer than "
                                         "the capacity of device 0, 100 blocks of 512 bytes",
                                  fit);
        }
    }
};

/**
 * @ingroup block-io
 *
 * A trace that does not fit its devices is refused before anything runs.
 */
class TraceWorkloadErrorsTest : public TestCase
{
  public:
    TraceWorkloadErrorsTest()
        : TestCase("Traces that do not fit are refused")
    {
    }

  private:
    /**
     * @param text a trace
     * @param message the error it should give on a device of 100 blocks, after the file's name
     * @param blockSize bytes in a block of the device
     */
    void Expect(const std::string& text, const std::string& message, uint32_t blockSize = 512)
    {
        const auto file = WriteFile(CreateTempDirFilename("unfit.disksim"), text);
        auto device = CreateObject<RecordingDevice>(100, MicroSeconds(10), blockSize);
        NS_TEST_EXPECT_MSG_EQ(
            GetUserError([&] { InstallWorkload(TRACE, {{"FileName", file}}, {device}); }),
            file + message,
            text);
        // A device that becomes ready later tells its capacity later.
        device->SetReady(false);
        Simulator::Schedule(Seconds(1), &RecordingDevice::SetReady, device, true);
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&] {
                                  InstallWorkload(TRACE, {{"FileName", file}}, {device});
                                  Simulator::Run();
                              }),
                              file + message,
                              text);
        NS_TEST_EXPECT_MSG_EQ(device->seen.size(), 0, "nothing was issued");
    }

    void DoRun() override
    {
        const std::string hint = "; replay it with Fit=Scale or Fit=Wrap (--help=fit says how)";
        Expect("0 0 92 8 1\n1 0 93 8 1\n",
               ":2: lba 93, 8 blocks of 512 bytes: it reaches past the capacity of device 0, 100 "
               "blocks of 512 bytes" +
                   hint);
        Expect("0 0 18014398509481983 8 1\n",
               ":1: lba 18014398509481983, 8 blocks of 512 bytes: it reaches past the capacity of "
               "device 0, 100 blocks of 512 bytes" +
                   hint);
        Expect("0 0 12 8 1\n",
               ":1: lba 12, 8 blocks of 512 bytes: it does not fit the block size of device 0, 100 "
               "blocks of 4096 bytes",
               4096);
        Expect("R Hit 10 8 1 5\n", ": it has no arrival times; replay it with Arrivals=Closed");
        Expect("time_s,operation,lba,blocks\n",
               ": the trace holds no request; expected Csv "
               "'time_s,operation,lba,blocks[,device][,observed_s]'");
        const auto file =
            WriteFile(CreateTempDirFilename("short.disksim"), "0 0 99 9 1\n0 0 9 1 1\n");
        NS_TEST_EXPECT_MSG_EQ(
            GetUserError([&] {
                auto device = CreateObject<RecordingDevice>(100, Time(0));
                InstallWorkload(TRACE, {{"FileName", file}, {"Skip", "2"}}, {device});
            }),
            file + ": nothing is left to replay: Skip is 2 and the trace holds 2 requests",
            "all skipped");
        NS_TEST_EXPECT_MSG_EQ(
            GetUserError([&] {
                auto device = CreateObject<RecordingDevice>(100, Time(0));
                InstallWorkload(TRACE, {{"FileName", file}, {"Skip", "1"}}, {device});
            }),
            "no error",
            "what is skipped may reach past the end");
        NS_TEST_EXPECT_MSG_EQ(GetUserError([] {
                                  auto device = CreateObject<RecordingDevice>(100, Time(0));
                                  InstallWorkload(TRACE, {}, {device});
                              }),
                              "ns3::TraceWorkload: FileName is empty; it must name the trace",
                              "");
    }
};

/**
 * @ingroup block-io
 *
 * The measured trace of a Cheetah 9LP is replayed closed, to its exact end.
 */
class CheetahReplayTest : public TestCase
{
  public:
    CheetahReplayTest()
        : TestCase("The trace of a Cheetah 9LP is replayed whole")
    {
    }

  private:
    void DoRun() override
    {
        SetDataDir(CHEETAH_FOLDER);
        const auto file = CreateDataDirFilename("cheetah9LP.trace");
        if (IsSkipped(GetName(), file))
        {
            return;
        }
        auto reader = TraceReaderFactory::Open(file);
        TraceRecord record;
        Time last;
        Time next;
        while (reader->Next(record))
        {
            last = next;
            next += MilliSeconds(1) + NanoSeconds(record.thinkNs);
        }
        auto device = CreateObject<RecordingDevice>(17783240, MilliSeconds(1));
        RunWorkload(TRACE, {{"FileName", file}, {"Arrivals", "Closed"}}, device);
        NS_TEST_EXPECT_MSG_EQ(device->seen.size(), 10000, "every record");
        NS_TEST_EXPECT_MSG_EQ(device->seen.back().when, last, "sum of service and think times");
        NS_TEST_EXPECT_MSG_EQ(device->mostAtOnce, 1, "one at a time");
    }
};

/**
 * @ingroup block-io
 *
 * Replay of traces.
 */
class TraceWorkloadTestSuite : public TestSuite
{
  public:
    TraceWorkloadTestSuite()
        : TestSuite("block-io-trace-workload", Type::UNIT)
    {
        AddTestCase(new RecordedReplayTest);
        AddTestCase(new TraceNotesTest);
        AddTestCase(new ClosedReplayTest);
        AddTestCase(new PassesTest);
        AddTestCase(new TraceBlockSizeTest);
        AddTestCase(new TraceFitTest);
        AddTestCase(new TraceWorkloadErrorsTest);
        AddTestCase(new CheetahReplayTest);
    }
};

static TraceWorkloadTestSuite g_traceWorkloadTestSuite; //!< registers the suite
