/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../workload/workload-test-helper.h"

#include "ns3/test.h"
#include "ns3/trace-overview.h"
#include "ns3/trace-reader-factory.h"

#include <functional>
#include <string>

using namespace ns3;

namespace
{

/**
 * @param text a trace
 * @param name its file's name
 * @return the reader that is chosen for it
 */
std::unique_ptr<TraceReader>
Open(const std::string& text, const std::string& name = "t")
{
    return TraceReaderFactory::Open(std::make_unique<LineReader>(name, text));
}

/**
 * @param count a number of lines
 * @param line gives a line by its number from 0
 * @return the lines
 */
std::string
MakeLines(int count, const std::function<std::string(int)>& line)
{
    std::string text;
    for (int i = 0; i < count; ++i)
    {
        text += line(i) + "\n";
    }
    return text;
}

/**
 * @param step from one time to the next
 * @param count number of lines
 * @return a trace of five numbers a line, 4 KiB one behind the other
 */
std::string
MakeFive(uint64_t step, int count = 12)
{
    return MakeLines(count, [step](int i) {
        return std::to_string(i * step) + " 0 " + std::to_string(8 * i) + " 8 1";
    });
}

constexpr const char* DISKSIM = "DiskSim 'arrival_ms device lbn blocks flags' (time in ms, address "
                                "in sectors of 512 bytes)";
constexpr const char* MQSIM = "MQSim 'arrival_ns device lsn sectors type' (time in ns, address in "
                              "sectors of 512 bytes)";
constexpr const char* END = ": name the format, or give the columns and their units";

} // namespace

/**
 * @ingroup block-io
 *
 * Formats whose lines look alike are told from each other by what the numbers would mean.
 */
class TraceAlikeTest : public TestCase
{
  public:
    TraceAlikeTest()
        : TestCase("Five numbers in a row: ms or ns, or neither, or refused")
    {
    }

  private:
    /**
     * @param text a trace
     * @param format the format that it should be
     * @param name its file's name
     */
    void Expect(const std::string& text, TraceFormat format, const std::string& name = "t")
    {
        NS_TEST_EXPECT_MSG_EQ(TraceFormatInfo::Get(Open(text, name)->GetFormat()).name,
                              std::string(TraceFormatInfo::Get(format).name),
                              text);
    }

    void DoRun() override
    {
        // 20,000 apart: 50,000 requests/s in ns, 0.05 in ms.
        Expect(MakeFive(20000), TraceFormat::MQSIM);
        Expect(MakeFive(20000, 2), TraceFormat::MQSIM);
        // 1 apart: 1,000 requests/s in ms, 10^9 in ns.
        Expect(MakeFive(1), TraceFormat::DISKSIM);
        // 250 apart: 4 requests/s in ms, and 4 million in ns.
        const auto both =
            std::string("t:1: it looks like ") + DISKSIM + "; and like " + MQSIM + END;
        NS_TEST_EXPECT_MSG_EQ(GetUserError([] { Open(MakeFive(250)); }), both, "both");
        NS_TEST_EXPECT_MSG_EQ(GetUserError([] { Open("7 0 8 8 1\n"); }), both, "one line");
        Expect(MakeFive(250), TraceFormat::MQSIM, "x/a.mqsim.gz");
        Expect(MakeFive(250), TraceFormat::DISKSIM, "x/a.disksim");
        // Fractions in a tenth of the lines, or flags in hexadecimal: not MQSim's.
        Expect(MakeFive(20000) + "300000.5 0 8 8 1\n300001.5 0 8 8 1\n", TraceFormat::DISKSIM);
        Expect(MakeFive(250) + "3000 0 8 8 1f\n", TraceFormat::DISKSIM);
        // Spc takes such a line by its numbers; major,minor and a time tell Blkparse's.
        Expect("0,4,59,W,21 0 8 .1 0 D W", TraceFormat::BLKPARSE);
        Expect("0,4,59,W,21", TraceFormat::SPC);
        // A line that MQSim cannot have is reported when it is read.
        const auto odd = Open(MakeFive(20000) + "300000.5 0 8 8 1\n");
        TraceRecord record;
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&] {
                                  while (odd->Next(record))
                                  {
                                  }
                              }),
                              "t:13: arrival_ns is '300000.5', not a whole number from 0 to "
                              "4000000000000000000",
                              "a fraction of a nanosecond");
        NS_TEST_EXPECT_MSG_EQ(GetUserError([] { Open(std::string("\3\0\2 8", 5) + "\n1\n"); }),
                              "t:1: this is no text; only text can be read, plain or compressed by "
                              "gzip or zstd",
                              "binary");
        // 4 KiB at multiples of 4 KiB, in bytes: 4,096 sectors otherwise.
        const auto bytes = MakeLines(12, [](int i) {
            return std::to_string(20000 * i) + " 0 " + std::to_string(4096 * i) + " 4096 0";
        });
        const std::string fault =
            ", but addresses and lengths are multiples of 512, as bytes are, and requests are of "
            "4096 sectors";
        // 11 intervals of 20,000 ms are 220 s: 0.05 requests/s, which is found first.
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&] { Open(bytes); }),
                              std::string("t:1: it looks like ") + DISKSIM +
                                  ", but that is 0.05 requests/s; and like " + MQSIM + fault + END,
                              "bytes");
        TraceOptions named;
        named.format = TraceFormat::DISKSIM;
        NS_TEST_EXPECT_MSG_EQ(
            (TraceReaderFactory::Open(std::make_unique<LineReader>("t", bytes), named)
                 ->GetFormat() == TraceFormat::DISKSIM),
            true,
            "whoever names the format has it");
    }
};

/**
 * @ingroup block-io
 *
 * Numbers out of all bounds are refused though only one format has such lines.
 */
class TraceSenseTest : public TestCase
{
  public:
    TraceSenseTest()
        : TestCase("Numbers that make no sense in the only format are refused")
    {
    }

  private:
    /**
     * @param count a number of lines
     * @param line gives a line by its number from 0
     * @param fault what is wrong; empty if nothing is
     */
    void Expect(int count, const std::function<std::string(int)>& line, const std::string& fault)
    {
        const auto text = MakeLines(count, line);
        const auto error = GetUserError([&] { Open(text); });
        const auto but = error.find(", but ");
        const auto found = but == std::string::npos ? error : error.substr(but + 6);
        NS_TEST_EXPECT_MSG_EQ(found, (fault.empty() ? "no error" : fault + END), text);
    }

    void DoRun() override
    {
        const auto text = [](int number) { return std::to_string(number); };
        const auto alibaba = [&](int offset, int length, int us) {
            return "3,R," + text(offset) + "," + text(length) + "," + text(us);
        };
        // Seconds in the place of microseconds: 150 intervals in one.
        Expect(
            151,
            [&](int i) { return alibaba(4096 * i, 4096, i / 150); },
            "that is 1.5e+08 requests/s");
        Expect(151, [&](int i) { return alibaba(4096 * i, 4096, i / 15); }, "");
        Expect(
            10,
            [&](int i) { return alibaba(8 * i, 8, 1000 * i); },
            "all requests are of less than a sector, as if they were counted in sectors");
        Expect(9, [&](int i) { return alibaba(8 * i, 8, 1000 * i); }, "");
        Expect(
            12,
            [&](int i) { return "0," + text(8 * i) + ",4096,W," + text(20 - i); },
            "times go back in 11 of 12 lines");
        Expect(3, [&](int i) { return "0," + text(i) + "000000000000,4096,W," + text(i); }, "");
        Expect(
            4,
            [&](int i) { return "0," + text(i) + "000000000000,4096,W," + text(i); },
            "an address is past 1 PiB");
        Expect(
            2,
            [&](int i) { return text(i) + ".5 " + text(65535 + i) + " 8 8 0"; },
            "a device has the number 65536");
        Expect(40, [&](int i) { return text(i) + ".5 " + text(i / 4) + " 8 8 0"; }, "");
        Expect(
            40,
            [&](int i) { return text(i) + ".5 " + text(i / 2) + " 8 8 0"; },
            "40 requests go to 20 devices");
    }
};

/**
 * @ingroup block-io
 *
 * What was understood of a trace is reported in one line.
 */
class TraceOverviewTest : public TestCase
{
  public:
    TraceOverviewTest()
        : TestCase("Format, units, duration, rate, devices and largest address in a line")
    {
    }

  private:
    /**
     * @param text a trace
     * @return what is reported of it
     */
    static std::string Tell(const std::string& text)
    {
        const auto reader = Open(text);
        TraceOverview overview;
        TraceRecord record;
        while (reader->Next(record))
        {
            overview.Add(record);
        }
        return overview.ToText(*reader);
    }

    void DoRun() override
    {
        // 12 requests in 11 intervals of 20 us; the last ends at 12 times 4 KiB.
        NS_TEST_EXPECT_MSG_EQ(Tell(MakeFive(20000)),
                              "MQSim, time in ns, address in sectors of 512 bytes: 12 requests in "
                              "0.00022 s, 54,545 requests/s, 1 device (0), addresses below 49,152 "
                              "bytes",
                              "ns");
        NS_TEST_EXPECT_MSG_EQ(Tell("2,8,1024,R,1\n7,0,512,w,0.5\n0,0,512,w,1\n"),
                              "Spc, time in s, address in sectors of 512 bytes, length in bytes: 3 "
                              "requests in 0.5 s, 6 requests/s, 3 devices (0, 2 and 7), addresses "
                              "below 5,120 bytes",
                              "devices");
        NS_TEST_EXPECT_MSG_EQ(Tell("5,0.1,R,0,0,512\n5,,,0,0,512\n"),
                              "Systor, time in s, address in bytes: 1 request, 1 device (0), "
                              "addresses below 512 bytes; 1 request left out, neither read nor "
                              "write or not known which",
                              "left out");
        NS_TEST_EXPECT_MSG_EQ(Tell("R Hit 8 8 100 200\n"),
                              "Validate, no times, address in sectors of 512 bytes: 1 request, 1 "
                              "device (0), addresses below 8,192 bytes",
                              "no times");
        NS_TEST_EXPECT_MSG_EQ(FormatTraceDevices({1, 2, 3, 4, 5, 6, 7, 8, 9, 20}),
                              "1, 2, 3, 4, 5, 6, 7, 8 and so on up to 20",
                              "many");
    }
};

/**
 * @ingroup block-io
 *
 * Recognition of the formats of traces.
 */
class TraceRecogniserTestSuite : public TestSuite
{
  public:
    TraceRecogniserTestSuite()
        : TestSuite("block-io-trace-recogniser", Type::UNIT)
    {
        AddTestCase(new TraceAlikeTest);
        AddTestCase(new TraceSenseTest);
        AddTestCase(new TraceOverviewTest);
    }
};

static TraceRecogniserTestSuite g_traceRecogniserTestSuite; //!< registers the suite
