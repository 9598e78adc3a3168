/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../workload/workload-test-helper.h"

#include "ns3/figure-list.h"
#include "ns3/io-recorder.h"
#include "ns3/io-summary-table.h"
#include "ns3/io-summary.h"
#include "ns3/line-reader.h"
#include "ns3/ram-disk.h"
#include "ns3/test.h"
#include "ns3/time-text.h"
#include "ns3/uinteger.h"

#include <filesystem>
#include <sstream>

using namespace ns3;

namespace
{

/// The header of requests.csv.
const std::string HEADER =
    "time_s,device,operation,lba,bytes,latency_s,status,sent_s,arrived_at_target_s,dispatched_s,"
    "loop_won_s,at_drive_s,seek_done_s,rotation_done_s,media_done_s,back_on_loop_s,"
    "back_at_target_s,answered_s,completed_s\n";

/**
 * Run a mixed workload on two RAM disks and record it.
 *
 * @param fileName the CSV file
 * @param stream the first random stream
 * @return the summary as JSON
 */
std::string
RunAndRecord(const std::string& fileName, int64_t stream)
{
    std::vector<Ptr<BlockDevice>> devices;
    for (int i = 0; i < 2; ++i)
    {
        auto disk = CreateObjectWithAttributes<RamDisk>("Latency",
                                                        TimeValue(MicroSeconds(70)),
                                                        "Bandwidth",
                                                        StringValue("300Mbps"),
                                                        "QueueDepth",
                                                        UintegerValue(2));
        devices.push_back(disk);
    }
    auto workload = InstallWorkload("ns3::SyntheticWorkload",
                                    {{"Arrivals", "Poisson"},
                                     {"Rate", "9000"},
                                     {"Count", "2000"},
                                     {"ReadFraction", "0.6"},
                                     {"AddressPattern", "ns3::ZipfAddressPattern"},
                                     {"RequestSize", "ns3::ListRequestSize[Sizes=4096:3,16384]"}},
                                    devices);
    workload->AssignStreams(stream);
    auto recorder = CreateObject<IoRecorder>();
    recorder->SetAttribute("FileName", StringValue(fileName));
    recorder->Attach(workload);
    Simulator::Run();
    recorder->Close();
    Simulator::Destroy();
    return recorder->GetSummary().ToJson();
}

/**
 * @param stages how many stages take no time
 * @return their part of a row
 */
std::string
MakeZeros(uint32_t stages)
{
    std::string text;
    for (uint32_t i = 0; i < stages; ++i)
    {
        text += "0.000000000,";
    }
    return text;
}

/**
 * @param seconds a time as the recorder prints it
 * @return it in nanoseconds
 */
int64_t
ToNanoSeconds(std::string seconds)
{
    seconds.erase(seconds.find('.'), 1);
    return std::stoll(seconds);
}

} // namespace

/**
 * @ingroup block-io
 *
 * The rows of a recorder are exactly what happened.
 */
class IoRecorderRowsTest : public TestCase
{
  public:
    IoRecorderRowsTest()
        : TestCase("Rows: exact text, devices of several workloads, errors")
    {
    }

  private:
    void DoRun() override
    {
        auto a = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        auto b = CreateObject<RecordingDevice>(1000, MilliSeconds(2), 4096);
        a->fate = [](std::size_t i) {
            return i == 1 ? BlockStatus::MEDIUM_ERROR : BlockStatus::OK;
        };
        const auto trace =
            WriteFile(CreateTempDirFilename("rows.trace"), "0 0 8 16 1\n1500.0005 0 999 1 0\n");
        auto first = InstallWorkload("ns3::TraceWorkload", {{"FileName", trace}}, {a});
        const auto other =
            WriteFile(CreateTempDirFilename("other.trace"), "0 0 80 8 0\n1 1 10 1 1\n");
        auto second = InstallWorkload("ns3::TraceWorkload",
                                      {{"FileName", other}, {"StartTime", "12s"}},
                                      {b, a});
        const auto file = CreateTempDirFilename("rows.csv");
        WriteFile(file, "old");
        auto recorder = CreateObject<IoRecorder>();
        recorder->SetAttribute("FileName", StringValue(file));
        recorder->Attach(first);
        recorder->Attach(second);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(file), "old", "not before it is complete");
        recorder->Close();
        Simulator::Destroy();
        const auto stages = MakeZeros(11);
        // A RecordingDevice stamps nothing: the whole time goes to the last stage.
        NS_TEST_EXPECT_MSG_EQ(
            ReadWholeFile(file),
            HEADER + "0.000000000,0,R,8,8192,0.001000000,ok," + stages + "0.001000000\n" +
                "1.500000500,0,W,999,512,0.001000000,medium_error," + stages + "0.001000000\n" +
                "12.000000000,1,W,10,4096,0.002000000,ok," + stages + "0.002000000\n" +
                "12.001000000,0,R,10,512,0.001000000,ok," + stages + "0.001000000\n",
            "in the order of completion");
        const auto& summary = recorder->GetSummary();
        NS_TEST_EXPECT_MSG_EQ(summary.GetRequests(), 4, "requests");
        NS_TEST_EXPECT_MSG_EQ(summary.GetErrors(), 1, "errors");
        NS_TEST_EXPECT_MSG_EQ(summary.GetAll().GetCount(), 3, "without the one that failed");
        NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(file + ".part"), "missing", "renamed");
    }
};

/**
 * @ingroup block-io
 *
 * What a layer above asks of a device is recorded at the device, with the stages of its time.
 */
class IoRecorderDeviceTest : public TestCase
{
  public:
    IoRecorderDeviceTest()
        : TestCase("Requests to a device: whoever issues them")
    {
    }

  private:
    void DoRun() override
    {
        const auto disk = CreateObjectWithAttributes<RamDisk>("Latency",
                                                              TimeValue(MicroSeconds(70)),
                                                              "QueueDepth",
                                                              UintegerValue(1));
        const auto recorder = CreateObject<IoRecorder>();
        const auto file = CreateTempDirFilename("device.csv");
        recorder->SetAttribute("FileName", StringValue(file));
        recorder->AttachDevice(disk);
        for (const uint64_t lba : {0, 8})
        {
            const auto request = Create<BlockRequest>(BlockOperation::READ, lba, 8);
            request->completion = Callback<void, Ptr<BlockRequest>>([](Ptr<BlockRequest>) {});
            disk->Submit(request);
        }
        Simulator::Run();
        recorder->Close();
        Simulator::Destroy();
        // The second waits 70 us for the first before it is at the drive.
        NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(file),
                              HEADER + "0.000000000,0,R,0,4096,0.000070000,ok," + MakeZeros(7) +
                                  "0.000070000," + MakeZeros(3) + "0.000000000\n" +
                                  "0.000000000,0,R,8,4096,0.000140000,ok," + MakeZeros(4) +
                                  "0.000070000," + MakeZeros(2) + "0.000070000," + MakeZeros(3) +
                                  "0.000000000\n",
                              "rows");
        NS_TEST_EXPECT_MSG_EQ(recorder->GetSummary().GetAll().GetCount(), 2, "in the summary");
    }
};

/**
 * @ingroup block-io
 *
 * The columns that not every run has: stages of page caches, phases.
 */
class IoRecorderColumnsTest : public TestCase
{
  public:
    IoRecorderColumnsTest()
        : TestCase("Columns of page caches and of phases are there only where they are used")
    {
    }

  private:
    /// A device of 1 ms with a page cache in front, which spends 400 us on its own.
    class CachedDevice : public RecordingDevice
    {
      public:
        CachedDevice()
            : RecordingDevice(1000, MilliSeconds(1))
        {
        }

        IoStageGroups GetStageGroups() const override
        {
            return IoStageGroups(IoStageGroup::PAGE_CACHE);
        }
    };

    /**
     * Submit a read of 8 blocks.
     *
     * @param device the device
     * @param stage a stage that it passes after 400 us
     */
    static void Read(const Ptr<BlockDevice>& device, IoStage stage)
    {
        const auto request = Create<BlockRequest>(BlockOperation::READ, 0, 8);
        request->completion = Callback<void, Ptr<BlockRequest>>([](Ptr<BlockRequest>) {});
        device->Submit(request);
        Simulator::Schedule(MicroSeconds(400), [request, stage] { request->Stamp(stage); });
    }

    /**
     * Record two reads of a device: one in the phase "first", which ends before the read does, and
     * one in none, which passes SENT.
     *
     * @param device the device
     * @param stage a stage that the first read passes
     * @param withPhases true to record phases
     * @return the file
     */
    std::string Record(const Ptr<BlockDevice>& device, IoStage stage, bool withPhases)
    {
        const auto file = CreateTempDirFilename("columns.csv");
        const auto recorder = CreateObjectWithAttributes<IoRecorder>("FileName", StringValue(file));
        std::string phase = "first";
        const IoRecorder::Phase tell([&phase] { return phase; });
        recorder->AttachDevice(device, withPhases ? tell : IoRecorder::Phase());
        Read(device, stage);
        Simulator::Schedule(MicroSeconds(500), [&phase] { phase.clear(); });
        Simulator::Schedule(MicroSeconds(600), &Read, device, IoStage::SENT);
        Simulator::Run();
        recorder->Close();
        Simulator::Destroy();
        m_summary = recorder->GetSummary().ToJson();
        return ReadWholeFile(file);
    }

    void DoRun() override
    {
        const std::string front = "time_s,device,operation,lba,bytes,latency_s,status,";
        const std::string first = "0.000000000,0,R,0,4096,0.001000000,ok,";
        const std::string second = "0.000600000,0,R,0,4096,0.001000000,ok,";
        NS_TEST_EXPECT_MSG_EQ(Record(CreateObject<CachedDevice>(), IoStage::THROTTLED, true),
                              front + "cache_hit_s,read_ahead_s,throttled_s," +
                                  HEADER.substr(front.size(), HEADER.size() - front.size() - 1) +
                                  ",phase\n" + first + MakeZeros(2) + "0.000400000," +
                                  MakeZeros(11) + "0.000600000,first\n" + second + MakeZeros(3) +
                                  "0.000400000," + MakeZeros(10) + "0.000600000,\n",
                              "both");
        NS_TEST_EXPECT_MSG_NE(m_summary.find("\"stages_ms\": {\"cache_hit\": 0.000000, "
                                             "\"read_ahead\": 0.000000, \"throttled\": 0.200000, "
                                             "\"sent\": 0.200000"),
                              std::string::npos,
                              "the mean of two");
        const auto plain = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        const auto row = "0.000400000," + MakeZeros(10) + "0.000600000\n";
        NS_TEST_EXPECT_MSG_EQ(Record(plain, IoStage::SENT, false),
                              HEADER + first + row + second + row,
                              "neither");
        NS_TEST_EXPECT_MSG_NE(m_summary.find("\"stages_ms\": {\"sent\": 0.400000"),
                              std::string::npos,
                              "nor in the summary");
    }

    std::string m_summary; //!< of the last run
};

/**
 * @ingroup block-io
 *
 * Rows lead to the command that carried the request.
 */
class IoRecorderCommandTest : public TestCase
{
  public:
    IoRecorderCommandTest()
        : TestCase("Commands: numbers of the connection, asked for once; empty without a command")
    {
    }

  private:
    void DoRun() override
    {
        const auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        const auto file = CreateTempDirFilename("commands.csv");
        const auto recorder = CreateObjectWithAttributes<IoRecorder>("FileName", StringValue(file));
        recorder->AttachDevice(device);
        uint32_t asked = 0;
        recorder->NumberConnections(IoRecorder::Numbering(
            [&asked](const IoConnection&) { return IoConnectionNumbers{7, 1, ++asked}; }));
        const auto connection = Create<IoConnection>();
        for (uint32_t tag = 0; tag < 3; ++tag)
        {
            const auto request = Create<BlockRequest>(BlockOperation::READ, tag, 1);
            request->completion = Callback<void, Ptr<BlockRequest>>([](Ptr<BlockRequest>) {});
            device->Submit(request);
            if (tag > 0)
            {
                request->timeline->StampSent({connection, 5, tag, 1000 + tag}, Time(0));
            }
        }
        Simulator::Run();
        recorder->Close();
        Simulator::Destroy();
        const auto row = [](uint32_t lba, const std::string& command) {
            return "0.000000000,0,R," + std::to_string(lba) + ",512,0.001000000,ok," +
                   MakeZeros(11) + "0.001000000," + command + "\n";
        };
        NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(file),
                              HEADER.substr(0, HEADER.size() - 1) +
                                  ",initiator,target,connection,lun,task_tag,cmd_sn,commands\n" +
                                  row(0, ",,,,,,") + row(1, "7,1,1,5,1,1001,1") +
                                  row(2, "7,1,1,5,2,1002,1"),
                              "rows");
    }
};

/**
 * @ingroup block-io
 *
 * With an interval some requests have rows, all are in the summary, and the table may be
 * compressed.
 */
class IoRecorderIntervalTest : public TestCase
{
  public:
    IoRecorderIntervalTest()
        : TestCase("Interval: a row for each third request, with its number; compressed")
    {
    }

  private:
    /**
     * Record 7 reads of 1 ms that end one after the other, 0 to 6.
     *
     * @param file where to
     */
    void Record(const std::string& file)
    {
        const auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        const auto recorder = CreateObjectWithAttributes<IoRecorder>("FileName",
                                                                     StringValue(file),
                                                                     "Interval",
                                                                     UintegerValue(3));
        // What is under way before it is attached does not count.
        const auto early = Create<BlockRequest>(BlockOperation::READ, 9, 1);
        early->completion = Callback<void, Ptr<BlockRequest>>([](Ptr<BlockRequest>) {});
        device->Submit(early);
        recorder->AttachDevice(device);
        for (uint32_t i = 0; i < 7; ++i)
        {
            const auto request = Create<BlockRequest>(BlockOperation::READ, i, 1);
            request->completion = Callback<void, Ptr<BlockRequest>>([](Ptr<BlockRequest>) {});
            Simulator::Schedule(Seconds(i), [device, request] { device->Submit(request); });
        }
        Simulator::Run();
        recorder->Close();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(recorder->GetSummary().GetRequests(), 7, "all in the summary");
    }

    void DoRun() override
    {
        const auto plain = CreateTempDirFilename("interval.csv");
        Record(plain);
        const auto row = [](const std::string& number) {
            return number + ".000000000,0,R," + number + ",512,0.001000000,ok," + MakeZeros(11) +
                   "0.001000000," + number + "\n";
        };
        NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(plain),
                              HEADER.substr(0, HEADER.size() - 1) + ",request\n" + row("0") +
                                  row("3") + row("6"),
                              "rows");
        const auto compressed = CreateTempDirFilename("interval.csv.gz");
        Record(compressed);
        LineReader lines(compressed);
        uint32_t count = 0;
        while (lines.Next())
        {
            ++count;
        }
        NS_TEST_EXPECT_MSG_EQ(count, 4, "lines of the compressed table");
    }
};

/**
 * @ingroup block-io
 *
 * Times are printed right, whatever their sign and size.
 */
class TimeTextTest : public TestCase
{
  public:
    TimeTextTest()
        : TestCase("Times in seconds: exact text for any sign and size")
    {
    }

  private:
    /**
     * @param ns a time in nanoseconds
     * @param text how it should be printed
     */
    void Check(int64_t ns, const std::string& text)
    {
        std::string row = "row,";
        AppendSeconds(NanoSeconds(ns), row);
        NS_TEST_EXPECT_MSG_EQ(row, "row," + text, ns << " ns");
    }

    void DoRun() override
    {
        Check(0, "0.000000000");
        Check(1, "0.000000001");
        Check(1000000000, "1.000000000");
        Check(12345678901, "12.345678901");
        Check(-1, "-0.000000001");
        Check(-302103810, "-0.302103810");
        Check(-17000000005, "-17.000000005");
        Check(INT64_MAX, "9223372036.854775807");
        Check(INT64_MIN, "-9223372036.854775808");
    }
};

/**
 * @ingroup block-io
 *
 * The stages of every row add up to its latency, and a run can be repeated byte for byte.
 */
class IoRecorderRunTest : public TestCase
{
  public:
    IoRecorderRunTest()
        : TestCase("Stages add up to the latency; the same seed gives the same bytes")
    {
    }

  private:
    void DoRun() override
    {
        const auto file = CreateTempDirFilename("run.csv");
        const auto json = RunAndRecord(file, 40);
        const auto csv = ReadWholeFile(file);
        CheckRows(csv);
        NS_TEST_EXPECT_MSG_EQ(RunAndRecord(file, 40), json, "same streams, same summary");
        NS_TEST_EXPECT_MSG_EQ((ReadWholeFile(file) == csv), true, "same streams, same rows");
        RunAndRecord(file, 50);
        NS_TEST_EXPECT_MSG_EQ((ReadWholeFile(file) == csv), false, "other streams, other rows");
    }

    /**
     * @param csv the text of a result file
     */
    void CheckRows(const std::string& csv)
    {
        std::istringstream lines(csv);
        std::string line;
        std::getline(lines, line);
        NS_TEST_ASSERT_MSG_EQ(line + "\n", HEADER, "header");
        uint32_t rows = 0;
        while (std::getline(lines, line))
        {
            ++rows;
            std::istringstream text(line);
            std::vector<std::string> fields;
            for (std::string field; std::getline(text, field, ',');)
            {
                fields.push_back(field);
            }
            NS_TEST_ASSERT_MSG_EQ(fields.size(), 19, line);
            int64_t sum = 0;
            for (std::size_t i = 7; i < fields.size(); ++i)
            {
                sum += ToNanoSeconds(fields[i]);
            }
            NS_TEST_EXPECT_MSG_EQ(sum, ToNanoSeconds(fields[5]), line);
            // at_drive_s is the wait in the queue, media_done_s at least the latency of the disk.
            NS_TEST_EXPECT_MSG_GT_OR_EQ(ToNanoSeconds(fields[14]), 70000, line);
        }
        NS_TEST_EXPECT_MSG_EQ(rows, 2000, "one for each request");
    }
};

/**
 * @ingroup block-io
 *
 * An error in the middle of a run leaves no file of the recorder.
 */
class IoRecorderErrorTest : public TestCase
{
  public:
    IoRecorderErrorTest()
        : TestCase("An error during the run leaves no recorder file")
    {
    }

  private:
    void DoRun() override
    {
        const auto name = CreateTempDirFilename("broken.csv");
        const auto error = GetUserError([&name] {
            auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
            auto workload =
                InstallWorkload("ns3::SyntheticWorkload", {{"Count", "1000"}}, {device});
            auto recorder = CreateObject<IoRecorder>();
            recorder->SetAttribute("FileName", StringValue(name));
            recorder->Attach(workload);
            Simulator::Schedule(MilliSeconds(100), +[] { throw UserError("stop here"); });
            Simulator::Run();
            recorder->Close();
        });
        NS_TEST_EXPECT_MSG_EQ(error, "stop here", "the error comes through");
        NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(name), "missing", "no file");
        const std::filesystem::path path(name);
        for (const auto& entry : std::filesystem::directory_iterator(path.parent_path()))
        {
            NS_TEST_EXPECT_MSG_EQ(entry.path().filename().string().starts_with("broken"),
                                  false,
                                  "no temporary file");
        }
    }
};

/**
 * @ingroup block-io
 *
 * The figures of a summary, worked by hand.
 */
class IoSummaryTest : public TestCase
{
  public:
    IoSummaryTest()
        : TestCase("Summary: percentiles of nearest rank, means, rates")
    {
    }

  private:
    /**
     * @param count how many response times: 1 to count ms, in a mixed order
     * @return a group of them
     */
    IoSummary::Group MakeGroup(uint32_t count)
    {
        IoSummary::Group group;
        for (uint32_t i = 0; i < count; ++i)
        {
            group.Add(512, MilliSeconds(1 + (i * 17) % count), nullptr);
        }
        return group;
    }

    void DoRun() override
    {
        CheckPercentiles();
        CheckJson();
        CheckStart();
        CheckTable();
        CheckStages();
    }

    /// Ranks are ceil(p n / 100).
    void CheckPercentiles()
    {
        const auto ten = MakeGroup(10);
        NS_TEST_EXPECT_MSG_EQ(ten.GetPercentile(50), MilliSeconds(5), "rank 5");
        NS_TEST_EXPECT_MSG_EQ(ten.GetPercentile(51), MilliSeconds(6), "rank ceil(5.1)");
        NS_TEST_EXPECT_MSG_EQ(ten.GetPercentile(95), MilliSeconds(10), "rank ceil(9.5)");
        NS_TEST_EXPECT_MSG_EQ(ten.GetPercentile(100), MilliSeconds(10), "the longest");
        NS_TEST_EXPECT_MSG_EQ(ten.GetMean(), MicroSeconds(5500), "55 / 10");
        const auto thousand = MakeGroup(1000);
        NS_TEST_EXPECT_MSG_EQ(thousand.GetPercentile(99), MilliSeconds(990), "rank 990");
        NS_TEST_EXPECT_MSG_EQ(thousand.GetPercentile(99.9), MilliSeconds(999), "rank 999 exactly");
        NS_TEST_EXPECT_MSG_EQ(MakeGroup(1001).GetPercentile(99.9),
                              MilliSeconds(1000),
                              "rank ceil(999.999)");
        NS_TEST_EXPECT_MSG_EQ(MakeGroup(1).GetPercentile(0.1), MilliSeconds(1), "the only one");
        NS_TEST_EXPECT_MSG_EQ(IoSummary::Group().GetPercentile(50), Time(0), "of none");
        NS_TEST_EXPECT_MSG_EQ(IoSummary::Group().GetMean(), Time(0), "of none");
    }

    /// The first to be issued need not be the first to complete.
    void CheckStart()
    {
        IoSummary summary;
        for (const int64_t issued : {5, 2, 7})
        {
            BlockRequest request(BlockOperation::READ, 0, 8);
            request.issueTime = MilliSeconds(issued);
            Simulator::Schedule(MilliSeconds(20 - issued),
                                [&summary, request] { summary.Add(request, 512); });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(summary.GetStart(), MilliSeconds(2), "the earliest issue");
        NS_TEST_EXPECT_MSG_EQ(summary.GetEnd(), MilliSeconds(18), "the latest completion");
        Simulator::Destroy();
    }

    /// Two requests in 10 ms: 4096 bytes read in 4 ms, 8192 bytes written in 8 ms.
    void CheckTable()
    {
        std::ostringstream none;
        PrintIoSummary(none, IoSummary());
        const std::string zeros =
            "           0         0.00       0.00       0.00       0.00       0.00\n";
        NS_TEST_EXPECT_MSG_EQ(none.str(),
                              "all   " + zeros + "read  " + zeros + "write " + zeros,
                              "nothing was done");
        IoSummary summary;
        BlockRequest read(BlockOperation::READ, 0, 8);
        BlockRequest write(BlockOperation::WRITE, 0, 16);
        write.issueTime = MilliSeconds(2);
        Simulator::Schedule(MilliSeconds(4), [&] { summary.Add(read, 512); });
        Simulator::Schedule(MilliSeconds(10), [&] { summary.Add(write, 512); });
        Simulator::Run();
        Simulator::Destroy();
        std::ostringstream table;
        PrintIoSummaryHead(table);
        PrintIoSummary(table, summary);
        NS_TEST_EXPECT_MSG_EQ(
            table.str(),
            "          requests         IOPS       MB/s    mean ms     p95 ms     p99 ms\n"
            "all              2       200.00       1.23       6.00       8.00       8.00\n"
            "read             1       100.00       0.41       4.00       4.00       4.00\n"
            "write            1       100.00       0.82       8.00       8.00       8.00\n",
            "table");
        CheckLongFigures();
    }

    /// Figures that are longer than their columns stay apart.
    void CheckLongFigures()
    {
        IoSummary summary;
        BlockRequest read(BlockOperation::READ, 0, 8);
        Simulator::Schedule(Seconds(2000), [&] { summary.Add(read, 512); });
        Simulator::Run();
        Simulator::Destroy();
        std::ostringstream table;
        PrintIoSummary(table, summary);
        const std::string line =
            "read             1         0.00       0.00 2,000,000.00 2,000,000.00 2,000,000.00\n";
        NS_TEST_EXPECT_MSG_NE(table.str().find(line), std::string::npos, table.str());
    }

    /// A request that is at its drive after 1 ms and takes 3 ms.
    void CheckStages()
    {
        auto timeline = Create<IoTimeline>();
        timeline->Stamp(IoStage::ISSUED, MilliSeconds(1));
        timeline->Stamp(IoStage::AT_DRIVE, MilliSeconds(2));
        timeline->Stamp(IoStage::COMPLETED, MilliSeconds(4));
        IoSummary::Group group;
        group.Add(512, MilliSeconds(3), timeline);
        std::ostringstream lines;
        PrintIoStages(FigureList(lines, 10, 9), group);
        NS_TEST_EXPECT_MSG_EQ(lines.str(),
                              "at_drive  1,000.000 us\ncompleted 2,000.000 us\n",
                              "two stages took time");
        CheckStageTable(timeline);
    }

    /**
     * @param timeline of a request that is at its drive after 1 ms and takes 3 ms
     */
    void CheckStageTable(Ptr<IoTimeline> timeline)
    {
        IoSummary summary;
        BlockRequest read(BlockOperation::READ, 0, 1);
        read.issueTime = MilliSeconds(1);
        read.timeline = timeline;
        Simulator::Schedule(MilliSeconds(4), [&] { summary.Add(read, 512); });
        Simulator::Run();
        Simulator::Destroy();
        std::ostringstream table;
        PrintIoStageHead(table);
        PrintIoStageRow(table, summary);
        const std::string none = "              0.000";
        NS_TEST_EXPECT_MSG_EQ(
            table.str(),
            "   errors  latency               sent  arrived_at_target         dispatched"
            "           loop_won           at_drive          seek_done      rotation_done"
            "         media_done       back_on_loop     back_at_target           answered"
            "          completed\n"
            "        0    3.000" +
                none + none + none + none + "              1.000" + none + none + none + none +
                none + none + "              2.000\n",
            "a column for each stage but those of page caches");
    }

    /// The whole text of a small run.
    void CheckJson()
    {
        auto disk = CreateObjectWithAttributes<RamDisk>("Latency", TimeValue(MilliSeconds(4)));
        const auto trace =
            WriteFile(CreateTempDirFilename("json.trace"), "0 0 0 8 1\n1 0 8 8 0\n4 0 16 16 1\n");
        auto workload = InstallWorkload("ns3::TraceWorkload",
                                        {{"FileName", trace}, {"StartTime", "1s"}},
                                        {disk});
        auto recorder = CreateObject<IoRecorder>();
        recorder->Attach(workload);
        Simulator::Run();
        recorder->Close();
        Simulator::Destroy();
        // Three requests of 4 ms each from 1 s to 1.008 s: 3 / 0.008 s, 16384 B / 0.008 s.
        NS_TEST_EXPECT_MSG_EQ(
            recorder->GetSummary().ToJson(),
            "{\"requests\": 3, \"errors\": 0, \"start_s\": 1.000000, "
            "\"end_s\": 1.008000,\n\"all\": " +
                GetGroup("3", "16384", "375.000000", "2.048000") +
                ",\n\"read\": " + GetGroup("2", "12288", "250.000000", "1.536000") +
                ",\n\"write\": " + GetGroup("1", "4096", "125.000000", "0.512000") + "}\n",
            "");
    }

    /**
     * @param count requests
     * @param bytes their bytes
     * @param iops requests a second
     * @param mbPerS megabytes a second
     * @return the JSON of a group whose requests take 4 ms on the medium
     */
    std::string GetGroup(const std::string& count,
                         const std::string& bytes,
                         const std::string& iops,
                         const std::string& mbPerS)
    {
        std::string text = "{\"count\": " + count + ", \"bytes\": " + bytes +
                           ", \"iops\": " + iops + ", \"mb_per_s\": " + mbPerS;
        for (const std::string name :
             {"mean_ms", "median_ms", "p90_ms", "p95_ms", "p99_ms", "p999_ms", "max_ms"})
        {
            text += ", \"" + name + "\": 4.000000";
        }
        return text + ", \"stages_ms\": {\"sent\": 0.000000, \"arrived_at_target\": 0.000000, "
                      "\"dispatched\": 0.000000, \"loop_won\": 0.000000, \"at_drive\": 0.000000, "
                      "\"seek_done\": 0.000000, \"rotation_done\": 0.000000, "
                      "\"media_done\": 4.000000, \"back_on_loop\": 0.000000, "
                      "\"back_at_target\": 0.000000, \"answered\": 0.000000, "
                      "\"completed\": 0.000000}}";
    }
};

/**
 * @ingroup block-io
 *
 * Recorders and summaries.
 */
class IoRecorderTestSuite : public TestSuite
{
  public:
    IoRecorderTestSuite()
        : TestSuite("block-io-recorder", Type::UNIT)
    {
        AddTestCase(new IoRecorderDeviceTest);
        AddTestCase(new IoRecorderColumnsTest);
        AddTestCase(new IoRecorderCommandTest);
        AddTestCase(new IoRecorderIntervalTest);
        AddTestCase(new IoRecorderRowsTest);
        AddTestCase(new TimeTextTest);
        AddTestCase(new IoRecorderRunTest);
        AddTestCase(new IoRecorderErrorTest);
        AddTestCase(new IoSummaryTest);
    }
};

static IoRecorderTestSuite g_ioRecorderTestSuite; //!< registers the suite
