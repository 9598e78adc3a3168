/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../workload/workload-test-helper.h"

#include "ns3/test.h"
#include "ns3/trace-reader-factory.h"
#include "ns3/trace-reader.h"
#include "ns3/trace-writer-factory.h"

#include <cstdlib>
#include <vector>

using namespace ns3;

namespace
{

/// The columns of the sample of the format Columns.
constexpr const char* SAMPLE_COLUMNS =
    "time=issued_us:us,device=disk,operation=kind:word,address=page:byte,length=bytes:byte,"
    "observed=took_ms:ms,separator=semicolon";

/**
 * @param format a format
 * @return its options
 */
TraceOptions
MakeWriterOptions(TraceFormat format)
{
    TraceOptions options;
    options.format = format;
    options.columns = format == TraceFormat::COLUMNS ? SAMPLE_COLUMNS : "";
    return options;
}

/**
 * @param reader a trace
 * @return its records, without the numbers of their lines
 */
std::vector<TraceRecord>
ReadAll(TraceReader& reader)
{
    std::vector<TraceRecord> records;
    TraceRecord record;
    while (reader.Next(record))
    {
        record.line = 0;
        records.push_back(record);
    }
    return records;
}

/**
 * @param records a trace
 * @param options a format
 * @return the trace in it
 */
std::string
WriteAll(const std::vector<TraceRecord>& records, const TraceOptions& options)
{
    auto writer = TraceWriterFactory::Open(options);
    for (const auto& record : records)
    {
        writer->Write(record);
    }
    writer->Commit();
    return writer->GetText();
}

/**
 * @param records a trace
 * @param format a format
 * @return what the format can hold of it
 */
std::vector<TraceRecord>
Hold(std::vector<TraceRecord> records, TraceFormat format)
{
    using enum TraceFormat;
    constexpr int64_t US = 1000;
    int64_t lastWait = 0;
    for (auto& record : records)
    {
        const auto cut = [&record](int64_t unit) { record.timeNs -= record.timeNs % unit; };
        const bool hasDevice = format != VALIDATE && format != CLOUDPHYSICS;
        const bool hasObserved = format == VALIDATE || format == CSV || format == MSR ||
                                 format == SYSTOR || format == COLUMNS;
        switch (format)
        {
        case VALIDATE:
            record.timeNs = 0;
            break;
        case MSR:
            cut(100);
            record.observedNs -= record.observedNs % 100;
            break;
        case FIO2:
            // Waits are of 100 us at least.
            cut(US);
            record.timeNs = record.timeNs - lastWait >= 100 * US ? record.timeNs : lastWait;
            lastWait = record.timeNs;
            break;
        case FIO3:
        case ALIBABA:
            cut(US);
            break;
        case TENCENT:
        case CLOUDPHYSICS:
            cut(1000 * 1000 * US);
            break;
        default:
            break;
        }
        record.device = hasDevice ? record.device : 0;
        record.observedNs = hasObserved ? record.observedNs : 0;
        record.thinkNs = format == VALIDATE ? record.thinkNs : 0;
    }
    return records;
}

} // namespace

/**
 * @ingroup block-io
 *
 * The sample of each format is what is written of the one in CSV, and what is read of it is what
 * the format can hold. A trace in CSV that goes through the format and back is unchanged in that.
 */
class TraceSampleTest : public TestCase
{
  public:
    /**
     * @param format the format
     */
    explicit TraceSampleTest(TraceFormat format)
        : TestCase(std::string("Sample and round trip of ") + TraceFormatInfo::Get(format).name),
          m_format(format)
    {
    }

  private:
    void DoRun() override
    {
        SetDataDir(NS_TEST_SOURCEDIR "/data");
        const auto records =
            ReadAll(*TraceReaderFactory::Open(CreateDataDirFilename("sample.csv")));
        NS_TEST_ASSERT_MSG_EQ(records.size(), 200, "requests of the sample");
        const auto held = Hold(records, m_format);
        const auto options = MakeWriterOptions(m_format);
        const auto text = WriteAll(records, options);
        const auto name = CreateDataDirFilename(GetSampleName());
        NS_TEST_EXPECT_MSG_EQ((ReadWholeFile(name) == text), true, name);
        NS_TEST_EXPECT_MSG_EQ((ReadAll(*TraceReaderFactory::Open(name, options)) == held),
                              true,
                              name);

        const auto back = WriteAll(held, MakeWriterOptions(TraceFormat::CSV));
        const auto again =
            ReadAll(*TraceReaderFactory::Open(std::make_unique<LineReader>("back", back)));
        // CSV has no think times.
        NS_TEST_EXPECT_MSG_EQ((again == Hold(held, TraceFormat::CSV)), true, "back");
        NS_TEST_EXPECT_MSG_EQ((WriteAll(again, options) == WriteAll(held, options)),
                              true,
                              "the same text, there and back again");
    }

    /**
     * @return the name of the sample
     */
    std::string GetSampleName() const
    {
        const auto tag = std::string(TraceFormatInfo::Get(m_format).tag);
        using enum TraceFormat;
        const bool isCsv = m_format == MSR || m_format == TENCENT || m_format == ALIBABA ||
                           m_format == SYSTOR || m_format == CLOUDPHYSICS || m_format == COLUMNS;
        return "sample." + tag + (isCsv ? ".csv" : "");
    }

    TraceFormat m_format; //!< the format
};

/**
 * @ingroup block-io
 *
 * The largest and smallest numbers that a record can have go through every format.
 */
class TraceExtremesTest : public TestCase
{
  public:
    TraceExtremesTest()
        : TestCase("Extreme records go through every format")
    {
    }

  private:
    void DoRun() override
    {
        TraceRecord small;
        small.sectors = 1;
        TraceRecord large;
        large.timeNs = 3999999999999999999;
        large.observedNs = 3999999999999999999;
        large.thinkNs = 3999999999999999999;
        large.lba = TraceRecord::MAX_LBA;
        large.sectors = TraceRecord::MAX_SECTORS;
        large.device = UINT32_MAX;
        large.operation = BlockOperation::WRITE;
        const std::vector<TraceRecord> records{small, large};
        for (const auto& info : TraceFormatInfo::GetAll())
        {
            const auto options = MakeWriterOptions(info.format);
            const auto text = WriteAll(records, options);
            auto reader =
                TraceReaderFactory::Open(std::make_unique<LineReader>("x", text), options);
            NS_TEST_EXPECT_MSG_EQ((ReadAll(*reader) == Hold(records, info.format)), true, text);
            NS_TEST_EXPECT_MSG_EQ(reader->GetWidened(), 0, info.name);
        }
    }
};

/**
 * @ingroup block-io
 *
 * Files appear whole or not at all, plain or compressed; what cannot be written is reported.
 */
class TraceWriterFilesTest : public TestCase
{
  public:
    TraceWriterFilesTest()
        : TestCase("Files are plain or compressed, whole or absent")
    {
    }

  private:
    void DoRun() override
    {
        TraceRecord record;
        record.sectors = 8;
        for (const std::string suffix : {"", ".gz", ".zst"})
        {
            const auto name = CreateTempDirFilename("trace.spc" + suffix);
            auto writer = TraceWriterFactory::Open(name, {});
            // More than is handed to the file at a time.
            for (int i = 0; i < 10000; ++i)
            {
                record.timeNs = i;
                writer->Write(record);
            }
            NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(name), "missing", "not whole yet");
            writer->Commit();
            const auto bytes = ReadWholeFile(name);
            NS_TEST_EXPECT_MSG_EQ((bytes.substr(0, 2) == "0,"), suffix.empty(), "plain");
            const auto records = ReadAll(*TraceReaderFactory::Open(name));
            NS_TEST_ASSERT_MSG_EQ(records.size(), 10000, name);
            NS_TEST_EXPECT_MSG_EQ((records.back() == record), true, "the last");
            TraceWriterFactory::Open(name, {})->Write(record);
            NS_TEST_EXPECT_MSG_EQ((ReadWholeFile(name) == bytes), true, "the old one stays");
        }
        CheckErrors(record);
    }

    /**
     * @param record a record
     */
    void CheckErrors(const TraceRecord& record)
    {
        NS_TEST_EXPECT_MSG_EQ(
            GetUserError([] { TraceWriterFactory::Open("x.txt", TraceOptions()); }),
            "x.txt: the name does not tell the format: give the format, or use a name that ends in "
            ".csv, .spc, .msr.csv and the like",
            "");
        const auto name = CreateTempDirFilename("trace.spc.zst");
        const std::string path = std::getenv("PATH");
        setenv("PATH", "/nowhere", 1);
        const auto missing =
            GetUserError([&name] { TraceWriterFactory::Open(name, TraceOptions()); });
        setenv("PATH", path.c_str(), 1);
        NS_TEST_EXPECT_MSG_EQ(
            missing,
            name + ": zstd is needed to write it and cannot be run: No such file or directory",
            "");
        NS_TEST_EXPECT_MSG_EQ(ReadWholeFile(name + ".part"), "missing", "nothing is left");
        TraceOptions pages;
        pages.format = TraceFormat::COLUMNS;
        pages.columns = "time=1,operation=2,address=3:8192,length=4:8192";
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&] { TraceWriterFactory::Open(pages)->Write(record); }),
                              "column 'length' has a unit of 8192 bytes, of which 4096 is no "
                              "multiple",
                              "");
    }
};

/**
 * @ingroup block-io
 *
 * Writers of traces.
 */
class TraceWriterTestSuite : public TestSuite
{
  public:
    TraceWriterTestSuite()
        : TestSuite("block-io-trace-writer", Type::UNIT)
    {
        for (const auto& info : TraceFormatInfo::GetAll())
        {
            AddTestCase(new TraceSampleTest(info.format));
        }
        AddTestCase(new TraceExtremesTest);
        AddTestCase(new TraceWriterFilesTest);
    }
};

static TraceWriterTestSuite g_traceWriterTestSuite; //!< registers the suite
