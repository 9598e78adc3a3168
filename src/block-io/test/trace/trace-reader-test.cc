/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../workload/workload-test-helper.h"

#include "ns3/test.h"
#include "ns3/trace-reader-factory.h"
#include "ns3/trace-reader.h"

#include <cstdlib>
#include <sstream>

using namespace ns3;

namespace
{

/**
 * @param fileName a trace
 * @param format its format
 * @return its records: line, time, operation, device, lba, sectors, observed and think time
 */
std::string
ReadTrace(const std::string& fileName, TraceReader::Format format = TraceReader::Format::RECOGNISED)
{
    auto reader = TraceReaderFactory::Open(fileName, format);
    std::ostringstream text;
    TraceRecord record;
    while (reader->Next(record))
    {
        text << record.line << ":" << record.timeNs << " " << record.operation << " "
             << record.device << " " << record.lba << "+" << record.sectors << " "
             << record.observedNs << " " << record.thinkNs << "\n";
    }
    return text.str();
}

/**
 * @param fileName a file
 * @param program gzip or zstd
 * @return the name of the same, compressed; empty if that cannot be had
 */
std::string
Compress(const std::string& fileName, const std::string& program = "gzip")
{
    const auto packed = fileName + "." + program + ".packed";
    const auto command = program + " -c '" + fileName + "' 2>/dev/null > '" + packed + "'";
    return std::system(command.c_str()) == 0 ? packed : "";
}

} // namespace

/**
 * @ingroup block-io
 *
 * Each format gives its records exactly, recognised or by name, plain or compressed.
 */
class TraceFormatTest : public TestCase
{
  public:
    /**
     * @param name the case
     * @param format the format
     * @param text a trace in it
     * @param records what it should give
     */
    TraceFormatTest(const std::string& name,
                    TraceReader::Format format,
                    const std::string& text,
                    const std::string& records)
        : TestCase(name),
          m_format(format),
          m_text(text),
          m_records(records)
    {
    }

  private:
    void DoRun() override
    {
        const auto file = WriteFile(CreateTempDirFilename("trace with 'quotes'"), m_text);
        NS_TEST_EXPECT_MSG_EQ(ReadTrace(file), m_records, "recognised");
        NS_TEST_EXPECT_MSG_EQ(ReadTrace(file, m_format), m_records, "named");
        const auto plain = WriteFile(CreateTempDirFilename("trace"), m_text);
        for (const std::string program : {"gzip", "zstd"})
        {
            NS_TEST_EXPECT_MSG_EQ(ReadTrace(Compress(plain, program)),
                                  m_records,
                                  program << ", whatever the file's name");
        }
    }

    TraceReader::Format m_format; //!< the format
    std::string m_text;           //!< the trace
    std::string m_records;        //!< its records
};

/**
 * @ingroup block-io
 *
 * Everything that can be wrong with a trace has its message, with file and line.
 */
class TraceErrorsTest : public TestCase
{
  public:
    TraceErrorsTest()
        : TestCase("Bad traces are refused with file and line")
    {
    }

  private:
    /**
     * @param text a trace with a mistake
     * @param message the error it should give, after the file's name
     */
    void Expect(const std::string& text, const std::string& message)
    {
        const auto file = WriteFile(CreateTempDirFilename("bad.trace"), text);
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&file] { ReadTrace(file); }), file + message, text);
    }

    void DoRun() override
    {
        CheckFiles();
        CheckDisksim();
        CheckValidate();
        CheckCsv();
    }

    /// Files that are no traces.
    void CheckFiles()
    {
        NS_TEST_EXPECT_MSG_EQ(GetUserError([] { ReadTrace("/nowhere/x.trace"); }),
                              "/nowhere/x.trace: cannot be opened: No such file or directory",
                              "");
        NS_TEST_EXPECT_MSG_EQ(GetUserError([] { ReadTrace("/"); }),
                              "/: cannot be read: Is a directory",
                              "");
        Expect("", ": the trace is empty");
        Expect("\n# nothing\n\n", ": the trace is empty");
        const auto text = WriteFile(CreateTempDirFilename("bad.trace"), "\nhello world\n");
        const auto unknown = GetUserError([&text] { ReadTrace(text); });
        NS_TEST_EXPECT_MSG_EQ(
            unknown.starts_with(text + ":2: unknown trace format; expected one of "),
            true,
            unknown);
        for (const auto& info : TraceFormatInfo::GetAll())
        {
            const auto told = std::string(info.name) + " '" + info.layout + "'";
            NS_TEST_EXPECT_MSG_NE(unknown.find(told), std::string::npos, told);
        }
        const std::string rest(LineReader::MAX_LINE, 'x');
        Expect("0.5 0 10 8 1\n" + rest + rest, ":2: the line is longer than 1048576 bytes");
    }

    /// DiskSim ASCII.
    void CheckDisksim()
    {
        const std::string good = "0.5 0 10 8 1\n";
        Expect(good + "1 0 10 8\n",
               ":2: expected 5 fields, arrival_ms device lbn blocks flags, found 4");
        Expect(good + "1 0 ten 8 1\n",
               ":2: lbn is 'ten', not a whole number from 0 to 18014398509481983");
        Expect(good + "1 0 -1 8 1\n",
               ":2: lbn is '-1', not a whole number from 0 to 18014398509481983");
        Expect(good + "1 0 10 0 1\n", ":2: blocks is 0");
        Expect(good + "1 0 10 8388608 1\n",
               ":2: blocks is '8388608', not a whole number from 0 to 8388607");
        Expect(good + "1 0 10 8 x\n", ":2: flags is 'x', not a whole number from 0 to 4294967295");
        Expect(good + "0.4 0 10 8 1\n", ":2: its time is before that of the previous record");
        for (const std::string time : {"1e99", "-1", "inf", "nan", "0x1", "1.2.3", "+1"})
        {
            Expect(good + time + " 0 10 8 1\n",
                   ":2: arrival_ms is '" + time + "', not a number from 0 to 4000000000000");
        }
    }

    /// DiskSim validate.
    void CheckValidate()
    {
        const std::string good = "R Hit 10 8 100 200\n";
        Expect(good + "R Hit 10 8 100\n",
               ":2: expected 6 fields, operation tag lbn sectors service_us think_us, found 5");
        Expect(good + "X Hit 10 8 100 200\n", ":2: operation is 'X', not R or W");
        Expect(good + "R Hit 10 8 100 -2\n",
               ":2: think_us is '-2', not a number from 0 to 4000000000000000");
    }

    /// CSV.
    void CheckCsv()
    {
        const std::string layout = "; expected time_s,operation,lba,blocks[,device][,observed_s]";
        Expect("time_s,operation,lba\n0,R,1\n",
               ":1: column 'blocks' is missing" + layout + ", found 'time_s', 'operation', 'lba'");
        Expect("time_s,operation,lba,blocks,color\n", ":1: column 'color' is unknown" + layout);
        Expect("time_s,operation,lba,blocks,lba\n", ":1: column 'lba' is listed twice" + layout);
        const std::string good = "# made by hand\ntime_s,operation,lba,blocks\n0,R,1,8\n";
        Expect(good + "1,R,1\n",
               ":4: expected 4 fields, time_s,operation,lba,blocks[,device][,observed_s], found 3");
        Expect(good + "1,erase,1,8\n", ":4: operation is 'erase', not R or W");
        Expect(good + ",R,1,8\n", ":4: time_s is '', not a number from 0 to 4000000000");
    }
};

/**
 * @ingroup block-io
 *
 * Damaged compressed files and a missing gzip or zstd are errors, not short traces.
 */
class CompressionErrorsTest : public TestCase
{
  public:
    /**
     * @param program gzip or zstd
     */
    explicit CompressionErrorsTest(const std::string& program)
        : TestCase("Damaged files of " + program + " are refused, and those of a missing one"),
          m_program(program)
    {
    }

  private:
    void DoRun() override
    {
        std::string text;
        for (int i = 0; i < 20000; ++i)
        {
            text += std::to_string(i) + " 0 " + std::to_string(i * 7919 % 100003) + " 8 1\n";
        }
        const auto plain = WriteFile(CreateTempDirFilename("long.trace"), text);
        const auto packed = Compress(plain, m_program);
        const auto bytes = ReadWholeFile(packed);
        WriteFile(packed, bytes.substr(0, bytes.size() / 2));
        const auto cut = GetUserError([&packed] { ReadTrace(packed); });
        // The last line that comes out is cut short, too, so either may be what is noticed.
        NS_TEST_EXPECT_MSG_EQ(cut.rfind(packed + ":", 0), 0, cut);

        WriteFile(packed, bytes.substr(0, bytes.size() - 3));
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&packed] { ReadTrace(packed); }),
                              packed + ": " + m_program +
                                  " cannot decompress it: it is damaged or cut short",
                              "checksum missing");

        WriteFile(packed, bytes);
        const std::string path = std::getenv("PATH");
        setenv("PATH", "/nowhere", 1);
        const auto missing = GetUserError([&packed] { ReadTrace(packed); });
        setenv("PATH", path.c_str(), 1);
        NS_TEST_EXPECT_MSG_EQ(missing,
                              packed + ": " + m_program +
                                  " is needed to read it and cannot be run: No such file or "
                                  "directory",
                              "");
        NS_TEST_EXPECT_MSG_EQ(TraceReaderFactory::Open(packed)->HasTimes(),
                              true,
                              "closing before the end is no error");
    }

    std::string m_program; //!< gzip or zstd
};

/**
 * @ingroup block-io
 *
 * The measured trace of a Cheetah 9LP, where it is, is read whole.
 */
class CheetahTraceTest : public TestCase
{
  public:
    CheetahTraceTest()
        : TestCase("The trace of a Cheetah 9LP is read whole")
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
        NS_TEST_EXPECT_MSG_EQ(reader->HasTimes(), false, "a validation trace");
        TraceRecord record;
        uint64_t records = 0;
        uint64_t reads = 0;
        int64_t observed = 0;
        while (reader->Next(record))
        {
            ++records;
            reads += record.operation == BlockOperation::READ ? 1 : 0;
            observed += record.observedNs;
            NS_TEST_EXPECT_MSG_EQ(record.line, records, "one a line");
            NS_TEST_EXPECT_MSG_EQ((record.sectors >= 4 && record.sectors <= 40), true, "size");
        }
        NS_TEST_EXPECT_MSG_EQ(records, 10000, "as its description says");
        NS_TEST_EXPECT_MSG_EQ(reads, 6594, "as its description says");
        NS_TEST_EXPECT_MSG_EQ_TOL(observed / 1e6 / 10000, 4.273, 0.0005, "mean response in ms");
    }
};

/**
 * @ingroup block-io
 *
 * Readers of traces.
 */
class TraceReaderTestSuite : public TestSuite
{
  public:
    TraceReaderTestSuite()
        : TestSuite("block-io-trace-reader", Type::UNIT)
    {
        using Format = TraceReader::Format;
        AddTestCase(new TraceFormatTest("DiskSim ASCII",
                                        Format::DISKSIM,
                                        "0.000001 0 10 8 1\n"
                                        "# comment\n\n"
                                        "  12.5\t3 17783239   1 0  \r\n"
                                        "13 1 0 16 1f\n"
                                        "13 1 0 16 a",
                                        "1:1 R 0 10+8 0 0\n"
                                        "4:12500000 W 3 17783239+1 0 0\n"
                                        "5:13000000 R 1 0+16 0 0\n"
                                        "6:13000000 W 1 0+16 0 0\n"));
        AddTestCase(new TraceFormatTest("DiskSim validate",
                                        Format::VALIDATE,
                                        "R Hit    1975456   4  15362.00000  56074.00000\n"
                                        "W Hit 0 40 0.0015 0\n",
                                        "1:0 R 0 1975456+4 15362000 56074000\n"
                                        "2:0 W 0 0+40 2 0\n"));
        // 1700000000.123456789 s needs more digits than a double has.
        AddTestCase(new TraceFormatTest("CSV with every column",
                                        Format::CSV,
                                        "# recorded\n"
                                        "observed_s,lba,blocks,operation,time_s,device\n"
                                        "0.001,5,8,W,0.25,2\n"
                                        "0, 6 ,1,R,1700000000.123456789,0\n",
                                        "3:250000000 W 2 5+8 1000000 0\n"
                                        "4:1700000000123456789 R 0 6+1 0 0\n"));
        AddTestCase(new TraceFormatTest("CSV with the required columns",
                                        Format::CSV,
                                        "time_s,operation,lba,blocks\n1e-3,R,7,1\n",
                                        "2:1000000 R 0 7+1 0 0\n"));
        // Longer than what is read at a time.
        AddTestCase(
            new TraceFormatTest("DiskSim ASCII with a long comment",
                                Format::DISKSIM,
                                "0.0 0 1 8 0\n#" + std::string(700000, '-') + "\n" + "1 0 2 8 0\n",
                                "1:0 W 0 1+8 0 0\n"
                                "3:1000000 W 0 2+8 0 0\n"));
        // Ten digits round as all digits do; half a nanosecond goes up.
        AddTestCase(new TraceFormatTest("Numbers of many digits",
                                        Format::CSV,
                                        "time_s,operation,lba,blocks\n"
                                        "0.00000000049999999999,R,7,1\n"
                                        "0.0000000005,W,7,1\n"
                                        "1.9999999996,w,7,1\n"
                                        "3.,r,7,1\n"
                                        "4e0,R,7,1\n",
                                        "2:0 R 0 7+1 0 0\n"
                                        "3:1 W 0 7+1 0 0\n"
                                        "4:2000000000 W 0 7+1 0 0\n"
                                        "5:3000000000 R 0 7+1 0 0\n"
                                        "6:4000000000 R 0 7+1 0 0\n"));
        AddTestCase(new TraceErrorsTest);
        AddTestCase(new CompressionErrorsTest("gzip"));
        AddTestCase(new CompressionErrorsTest("zstd"));
        AddTestCase(new CheetahTraceTest);
    }
};

static TraceReaderTestSuite g_traceReaderTestSuite; //!< registers the suite
