/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../workload/workload-test-helper.h"

#include "ns3/test.h"
#include "ns3/trace-reader-factory.h"

#include <sstream>
#include <vector>

using namespace ns3;

namespace
{

/// A map of columns that has every field.
constexpr const char* MAP = "time=4:us,operation=2:word,address=6:byte,length=1:4096,device=3,"
                            "observed=5:ms,think=7:ns,separator=semicolon,skip=1";

/**
 * @param text a trace
 * @param options its format and what belongs to it
 * @param name its file's name
 * @return its records: line, time, operation, device, lba, sectors, observed and think time; and
 *         how many were widened and left out, if any
 */
std::string
ReadText(const std::string& text, const TraceOptions& options, const std::string& name = "t")
{
    auto reader = TraceReaderFactory::Open(std::make_unique<LineReader>(name, text), options);
    std::ostringstream records;
    TraceRecord record;
    while (reader->Next(record))
    {
        records << record.line << ":" << record.timeNs << " " << record.operation << " "
                << record.device << " " << record.lba << "+" << record.sectors << " "
                << record.observedNs << " " << record.thinkNs << "\n";
    }
    if (reader->GetWidened() > 0)
    {
        records << "widened " << reader->GetWidened() << "\n";
    }
    if (reader->GetLeftOut() > 0)
    {
        records << "left out " << reader->GetLeftOut() << "\n";
    }
    return records.str();
}

/**
 * @param format a format
 * @param event events of blkparse
 * @param columns columns
 * @return options of these
 */
TraceOptions
MakeOptions(TraceFormat format,
            TraceEvent event = TraceEvent::ISSUE,
            const std::string& columns = "")
{
    TraceOptions options;
    options.format = format;
    options.event = event;
    options.columns = columns;
    return options;
}

} // namespace

/**
 * @ingroup block-io
 *
 * Lines as the tools and archives have them, by hand, and what each says.
 */
class TraceTextTest : public TestCase
{
  public:
    /**
     * @param name the case
     * @param options the format
     * @param text a trace in it
     * @param records what it should give
     * @param isRecognised true if its first line tells the format
     */
    TraceTextTest(const std::string& name,
                  const TraceOptions& options,
                  const std::string& text,
                  const std::string& records,
                  bool isRecognised = true)
        : TestCase(name),
          m_options(options),
          m_text(text),
          m_records(records),
          m_isRecognised(isRecognised)
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(ReadText(m_text, m_options), m_records, "named");
        if (m_isRecognised)
        {
            auto options = m_options;
            options.format = TraceFormat::RECOGNISED;
            NS_TEST_EXPECT_MSG_EQ(ReadText(m_text, options), m_records, "recognised");
        }
    }

    TraceOptions m_options; //!< the format
    std::string m_text;     //!< the trace
    std::string m_records;  //!< its records
    bool m_isRecognised;    //!< true if its first line tells the format
};

/**
 * @ingroup block-io
 *
 * Everything that can be wrong in the formats of others has its message, with file and line.
 */
class TraceTextErrorsTest : public TestCase
{
  public:
    TraceTextErrorsTest()
        : TestCase("Bad lines of every format are refused with file and line")
    {
    }

  private:
    /**
     * @param options the format
     * @param text a trace with a mistake
     * @param message the error it should give, after the file's name
     * @param name the file's name
     */
    void Expect(const TraceOptions& options,
                const std::string& text,
                const std::string& message,
                const std::string& name = "t")
    {
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&] { ReadText(text, options, name); }),
                              name + message,
                              text);
    }

    void DoRun() override
    {
        CheckTables();
        CheckBlkparse();
        CheckFio();
        CheckMaps();
    }

    /// The formats of columns.
    void CheckTables()
    {
        const auto msr = MakeOptions(TraceFormat::MSR);
        const std::string layout = "Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime";
        const std::string good = "128166372003061629,hm,1,Read,383496192,32768,413\n";
        Expect(msr, "1,hm,1,Read,0,512\n", ":1: expected 7 fields, " + layout + ", found 6");
        Expect(msr,
               good + "128166372003061630,hm,1,Flush,0,512,1\n",
               ":2: Type is 'Flush', not R or W");
        Expect(
            msr,
            good + "128166372003061630,usr,1,Read,0,512,1\n",
            ":2: Hostname is 'usr' but was 'hm': the numbers of devices must come from one host");
        Expect(msr,
               good + "77,hm,1,Read,0,512,1\n",
               ":2: Timestamp is '77', which does not fit the first: all times count from 1601, or "
               "all from about 0");
        Expect(msr, good + "128166372003061630,hm,1,Read,0,0,1\n", ":2: Size is 0");
        Expect(msr,
               good + "128166372003061630,hm,1,Read,1,4294966784,1\n",
               ":2: Size is more than 8388607 sectors");
        Expect(msr, layout + "\n", ": the trace holds no request; expected Msr '" + layout + "'");
        Expect(MakeOptions(TraceFormat::TENCENT),
               "1538323200,1,8,2,5\n",
               ":1: IOType is '2', not 0 (read) or 1 (write)");
        Expect(MakeOptions(TraceFormat::MQSIM),
               "5 0 8 8 2\n",
               ":1: type is '2', not 0 (write) or 1 (read)");
        Expect(MakeOptions(TraceFormat::SYSTOR),
               "1,0.1,Q,0,0,512\n",
               ":1: IOType is 'Q', not R or W");
        Expect(MakeOptions(TraceFormat::CLOUDPHYSICS),
               "version,time,op,size,lbn\n1,1,R,512,0\n",
               ":2: op is 'R', not a whole number from 0 to 255");
        Expect(MakeOptions(TraceFormat::FIU),
               "1 0 a 8 8 R 6 0 0\n2 0 a 8 8 R 8 0 0\n",
               ":2: major is '8' but was '6': a trace must hold devices of one kind");
        Expect(MakeOptions(TraceFormat::MSR, TraceEvent::ISSUE, "time=1"),
               good,
               ": columns are given, but the format is Msr");
        Expect(MakeOptions(TraceFormat::ALIBABA),
               "0,R,x,4096,1\n",
               ":1: offset is 'x', not a whole number from 0 to 9223372036854775296");
        Expect(MakeOptions(TraceFormat::SPC),
               "0,20941264,8192,W\n",
               ":1: expected 5 fields, ASU,LBA,size,opcode,timestamp, found 4");
        // The name tells what a bad first line should be.
        Expect({}, "0,20941264,8192,Q,1\n", ":1: opcode is 'Q', not R or W", "x/oltp.spc");
        // This one does not: files of many formats are called so.
        const auto any = GetUserError([] { ReadText("0,20941264,8192,Q,1\n", {}, "x/oltp.csv"); });
        NS_TEST_EXPECT_MSG_EQ(
            any.starts_with("x/oltp.csv:1: unknown trace format; expected one of "),
            true,
            any);
    }

    /// Text of blkparse.
    void CheckBlkparse()
    {
        const auto issue = MakeOptions(TraceFormat::BLKPARSE);
        const std::string line = "8,0 0 1 0.5 9 Q R 8 + 8 [x]\n";
        const std::string layout = "'major,minor cpu sequence seconds pid action RWBS sector + "
                                   "sectors [process]' with action ";
        Expect(issue,
               "no event\n",
               ": the trace holds no request; expected Blkparse " + layout + "'D'");
        Expect(issue,
               line + line,
               ": the trace holds no request; expected Blkparse " + layout +
                   "'D', where there are 2 of action 'Q'");
        Expect(issue,
               line + "8,0 0 2 0.6 0 C R 8 + 8 [0]\n8,0 0 3 0.7 9 I R 8 + 8 [x]\n",
               ": the trace holds no request; expected Blkparse " + layout +
                   "'D', where there are 1 of action 'Q' and 1 of action 'C'");
        const auto queue = MakeOptions(TraceFormat::BLKPARSE, TraceEvent::QUEUE);
        Expect(queue,
               line + "8,0 0 1 now 9 Q R 8 + 8 [x]\n",
               ":2: seconds is 'now', not a number from 0 to 4000000000");
        Expect(queue,
               line + "8,0 0 1 0.5 9 Q R -8 + 8 [x]\n",
               ":2: sector is '-8', not a whole number from 0 to 18014398509481983");
        Expect(
            queue,
            line + "259,0 0 1 0.5 9 Q R 8 + 8 [x]\n",
            ":2: the device has major number 259 but was 8: a trace must hold devices of one kind");
    }

    /// Logs of fio.
    void CheckFio()
    {
        const auto v2 = MakeOptions(TraceFormat::FIO2);
        const auto v3 = MakeOptions(TraceFormat::FIO3);
        const std::string head2 = "fio version 2 iolog\n";
        const std::string head3 = "fio version 3 iolog\n";
        Expect(v2, head3, ":1: expected 'fio version 2 iolog'");
        Expect(v3,
               head3 + "0 a add\n0 a open\n",
               ": the trace holds no request; expected Fio3 'fio version 3 iolog, then: "
               "timestamp_us filename read|write offset length'");
        Expect(v2,
               head2 + "a read 0\n",
               ":2: expected 4 fields, fio version 2 iolog, then: filename read|write|wait offset "
               "length, found 3");
        Expect(v2,
               head2 + "a erase 0 512\n",
               ":2: action is 'erase', not read, write, wait, add, open, close, sync, datasync or "
               "trim");
        Expect(v3,
               head3 + "7 a wait 500 0\n",
               ":2: action is 'wait', not read, write, add, open, close, sync, datasync or trim");
        Expect(v3,
               head3 + "7 a read 0 512\n6 a read 0 512\n",
               ":3: its time is before that of the previous record");
    }

    /// Maps of columns, and files that do not have them.
    void CheckMaps()
    {
        const auto expect = [this](const std::string& map, const std::string& message) {
            const auto options = MakeOptions(TraceFormat::COLUMNS, TraceEvent::ISSUE, map);
            NS_TEST_EXPECT_MSG_EQ(GetUserError([&] { ReadText("0\n", options); }), message, map);
        };
        expect("",
               "the format Columns needs a map of its columns, such as "
               "time=1:us,operation=2,address=3:byte,length=4:byte");
        const std::string map = "time=1,operation=2,address=3";
        expect(map, "columns '" + map + "': length is missing");
        const auto bad = [&](const std::string& part, const std::string& fault) {
            expect(map + "," + part, "columns '" + map + "," + part + "': '" + part + "' " + fault);
        };
        bad("length", "does not look like time=1:us");
        bad("size=4",
            "is not one of time, operation, address, length, device, observed, think, separator "
            "and skip");
        bad("length=4:minute", "has a unit of the wrong kind");
        bad("length=0", "has a column that is not from 1 to 1000");
        bad("length=", "names no column");
        bad("time=4", "is listed twice");
        bad("separator=dot", "is not comma, tab, space or semicolon");
        bad("skip=all", "must be a number of lines above 0");
        expect(map + ",length=size",
               "columns '" + map + ",length=size': name all columns by number or all by title");
        const auto names = MakeOptions(TraceFormat::COLUMNS,
                                       TraceEvent::ISSUE,
                                       "time=t,operation=op,address=lba,length=n");
        Expect(names,
               "t,op,lba\n",
               ":1: column 'n' is missing; expected time=t,operation=op,address=lba,length=n, "
               "found 't', 'op', 'lba'");
        Expect(names,
               "t;op;lba;n\n",
               ":1: column 't' is missing; expected time=t,operation=op,address=lba,length=n, "
               "found only 't;op;lba;n'; a map with separator=semicolon, tab or space splits it");
        Expect(names,
               "t,op,lba,n,n\n",
               ":1: column 'n' is listed twice; expected time=t,operation=op,address=lba,length=n");
        Expect(names,
               "t,op,lba,n\n0,R,1\n",
               ":2: expected 4 fields, time=t,operation=op,address=lba,length=n, found 3");
        const auto numbers = MakeOptions(TraceFormat::COLUMNS,
                                         TraceEvent::ISSUE,
                                         "time=1,operation=2,address=3,length=4");
        Expect(numbers, "0,R,1,8\nx,R,1,8\n", ":2: time is 'x', not a number from 0 to 4000000000");
        Expect(
            numbers,
            "t,op,lba,n\n0,R,1,8\n",
            ":1: time is 't', not a number: leave a header out by skip=1, or name columns by its "
            "titles, as in time=t");
    }
};

/**
 * @ingroup block-io
 *
 * Names of formats, and what names of files tell.
 */
class TraceFormatNamesTest : public TestCase
{
  public:
    TraceFormatNamesTest()
        : TestCase("Formats have names, and names of files tell them")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& info : TraceFormatInfo::GetAll())
        {
            NS_TEST_EXPECT_MSG_EQ((TraceFormatInfo::Find(info.name) == info.format),
                                  true,
                                  info.name);
            NS_TEST_EXPECT_MSG_EQ((TraceFormatInfo::Find(info.tag) == info.format), true, info.tag);
            NS_TEST_EXPECT_MSG_EQ(&TraceFormatInfo::Get(info.format), &info, info.name);
            const auto name = "a.csv/b." + std::string(info.tag) + ".gz";
            NS_TEST_EXPECT_MSG_EQ((TraceFormatInfo::Guess(name) == info.format), true, name);
        }
        using enum TraceFormat;
        NS_TEST_EXPECT_MSG_EQ((TraceFormatInfo::Find("") == RECOGNISED), true, "nothing");
        NS_TEST_EXPECT_MSG_EQ(GetUserError([] { TraceFormatInfo::Find("xml"); }),
                              "format 'xml' is not one of disksim, validate, csv, spc, msr, "
                              "blkparse, fio2, fio3, tencent, alibaba, mqsim, systor, fiu, "
                              "cloudphysics, columns",
                              "unknown");
        for (const auto& [name, format] :
             std::vector<std::pair<std::string, TraceFormat>>{{"hm_1.msr.csv.zst", MSR},
                                                              {"hm_1.csv", CSV},
                                                              {"HM.CSV", CSV},
                                                              {"trace", RECOGNISED},
                                                              {"csv", RECOGNISED},
                                                              {"/msr.csv/trace.txt", RECOGNISED}})
        {
            NS_TEST_EXPECT_MSG_EQ((TraceFormatInfo::Guess(name) == format), true, name);
        }
    }
};

/**
 * @ingroup block-io
 *
 * Formats of traces that others record.
 */
class TraceFormatsTestSuite : public TestSuite
{
  public:
    TraceFormatsTestSuite()
        : TestSuite("block-io-trace-formats", Type::UNIT)
    {
        using enum TraceFormat;
        AddTestCase(new TraceTextTest("SPC: blanks, small letters, more fields",
                                      MakeOptions(SPC),
                                      "0,20941264,8192,W,0.551706\n"
                                      " 2 , 8 , 512 , r , 0.551705 , x\n",
                                      "1:551706000 W 0 20941264+16 0 0\n"
                                      "2:551705000 R 2 8+1 0 0\n"));
        // 128166372003061629 - 116444736000000000 ticks of 100 ns: 2007-02-22 17:00:00.306 UTC.
        AddTestCase(new TraceTextTest("MSR: dates",
                                      MakeOptions(MSR),
                                      "128166372003061629,hm,1,Read,383496192,32768,413\n"
                                      "128166372003061600,hm,1,Write,1000,512,27\n",
                                      "1:1172163600306162900 R 1 749016+64 41300 0\n"
                                      "2:1172163600306160000 W 1 1+2 2700 0\n"
                                      "widened 1\n"));
        AddTestCase(new TraceTextTest(
            "MSR: titles, and times from 0",
            MakeOptions(MSR),
            "timestamp,hostname,disknumber,type,offset,size,responsetime\n0,a,0,Read,0,512,0\n",
            "2:0 R 0 0+1 0 0\n"));
        AddTestCase(new TraceTextTest("Tencent",
                                      MakeOptions(TENCENT),
                                      "1538323200,12288,8,0,1283\n"
                                      "1538323200,12296,256,1,1063\n",
                                      "1:1538323200000000000 R 1283 12288+8 0 0\n"
                                      "2:1538323200000000000 W 1063 12296+256 0 0\n"));
        AddTestCase(new TraceTextTest("Alibaba",
                                      MakeOptions(ALIBABA),
                                      "device_id,opcode,offset,length,timestamp\n"
                                      "419,W,8792731648,16384,1577808144360767\n",
                                      "2:1577808144360767000 W 419 17173304+32 0 0\n"));
        // 10,000 ns apart, 8 KiB at 256 MiB: 100,000 requests/s, and 0.1 in ms.
        AddTestCase(new TraceTextTest("MQSim: ns, sectors, 1 reads",
                                      MakeOptions(MQSIM),
                                      "4851300 1 524288 16 0\n4861300 0 524304 16 1\n",
                                      "1:4851300 W 1 524288+16 0 0\n"
                                      "2:4861300 R 0 524304+16 0 0\n"));
        // 8,193 and 131,072 bytes: 16 sectors and a part, 256 sectors. 0.000806 s is 806,000 ns.
        AddTestCase(new TraceTextTest("Systor: dates in s, bytes, and a type that is not known",
                                      MakeOptions(SYSTOR),
                                      "Timestamp,Response,IOType,LUN,Offset,Size\n"
                                      "1456095145.133076000,0.000806000,R,0,899056122368,131072\n"
                                      "1456095145.133077000,,,0,512,512\n"
                                      "1456095145.133070000,0.000010000,W,4,512,8193\n",
                                      "2:1456095145133076000 R 0 1755968989+256 806000 0\n"
                                      "4:1456095145133070000 W 4 1+17 10000 0\n"
                                      "widened 1\nleft out 1\n"));
        // 90,000 s after the start; sectors of 512 bytes.
        AddTestCase(new TraceTextTest(
            "Fiu: ns, sectors",
            MakeOptions(FIU),
            "90000000000123 2078 gzip 40960 8 R 6 0 0123456789abcdef0123456789abcdef\n"
            "90000000200123 71 kjournald 8 16 W 6 1 fedcba9876543210fedcba9876543210\n",
            "1:90000000000123 R 0 40960+8 0 0\n"
            "2:90000000200123 W 1 8+16 0 0\n"));
        // 2a and 28 are WRITE(10) and READ(10), 8 READ(6), 8a WRITE(16); 35 is SYNCHRONIZE
        // CACHE(10).
        AddTestCase(new TraceTextTest("CloudPhysics: s, codes of SCSI, bytes, sectors",
                                      MakeOptions(CLOUDPHYSICS),
                                      "version,time,op,size,lbn\n"
                                      "1,5633,2a,6656,403991\n"
                                      "1,5634,35,512,0\n"
                                      "1,5634,28,512,17\n"
                                      "1,5635,8,512,18\n"
                                      "1,5636,8a,4096,19\n",
                                      "2:5633000000000 W 0 403991+13 0 0\n"
                                      "4:5634000000000 R 0 17+1 0 0\n"
                                      "5:5635000000000 R 0 18+1 0 0\n"
                                      "6:5636000000000 W 0 19+8 0 0\n"
                                      "left out 1\n"));
        const std::string blkparse =
            "  8,16   1        1     0.000000000  4162  A   W 223490 + 8 <- (8,17) 223427\n"
            "  8,16   1        2     0.000001234  4162  Q  WS 223490 + 8 [jbd2/sdb1-8]\n"
            "  8,16   1        3     0.000002000  4162  G  WS 223490 + 8 [jbd2/sdb1-8]\n"
            "  8,16   1        4     0.000009000  4162  D  WS 223490 + 8 [jbd2/sdb1-8]\n"
            "  8,0    0        5     0.000008500  4163  D  RM 16 + 32 [my program]\n"
            "  8,0    0        6     0.000009100  4163  D FWFS 64 + 8 [k]\n"
            "  8,0    0        7     0.000009200  4163  D  FN [k]\n"
            "  8,0    0        8     0.000009300  4163  D   D 640 + 2048 [fstrim]\n"
            "  8,0    0        9     0.000009400  4163  D   N 36 (12 00 00 00 24 00) [udevd]\n"
            "  8,0    0        0     0.000009500     0  m   N cfq4163S / alloced\n"
            "  8,16   1       10     0.000900000     0  C  WS 223490 + 8 [0]\n"
            "CPU0 (8,0):\n"
            " Reads Queued:           0,        0KiB\t Writes Queued:           1,        4KiB\n"
            "Events (8,16): 11 entries\n";
        AddTestCase(new TraceTextTest("blkparse: issue events",
                                      MakeOptions(BLKPARSE),
                                      blkparse,
                                      "4:9000 W 1 223490+8 0 0\n"
                                      "5:8500 R 0 16+32 0 0\n"
                                      "6:9100 W 0 64+8 0 0\n"));
        AddTestCase(new TraceTextTest("blkparse: queue events",
                                      MakeOptions(BLKPARSE, TraceEvent::QUEUE),
                                      blkparse,
                                      "2:1234 W 1 223490+8 0 0\n"));
        AddTestCase(new TraceTextTest("blkparse: complete events",
                                      MakeOptions(BLKPARSE, TraceEvent::COMPLETE),
                                      blkparse,
                                      "11:900000 W 1 223490+8 0 0\n"));
        AddTestCase(
            new TraceTextTest("columns: operations as a bit and as codes of SCSI",
                              MakeOptions(COLUMNS,
                                          TraceEvent::ISSUE,
                                          "time=1:us,operation=2:read-bit,address=3,length=4"),
                              "5,1,8,8\n6,0,16,8\n",
                              "1:5000 R 0 8+8 0 0\n2:6000 W 0 16+8 0 0\n"));
        AddTestCase(new TraceTextTest(
            "columns: codes of SCSI, with a title each",
            MakeOptions(COLUMNS,
                        TraceEvent::ISSUE,
                        "time=time:us,operation=op:opcode,length=size:byte,address=lbn"),
            "version,time,op,size,lbn\n1,5,2a,512,9\n1,6,28,1024,7\n1,7,12,512,1\n",
            "2:5000 W 0 9+1 0 0\n3:6000 R 0 7+2 0 0\nleft out 1\n"));
        AddTestCase(new TraceTextTest("fio version 2: waits below 100 us count nothing",
                                      MakeOptions(FIO2),
                                      "fio version 2 iolog\n"
                                      "/dev/sda add\n/dev/sdb add\n"
                                      "/dev/sdb open\n/dev/sda open\n"
                                      "/dev/sdb read 4096 512\n"
                                      "/dev/sdb wait 1500 0\n"
                                      "/dev/sda write 512 1024\n"
                                      "/dev/sda wait 99 0\n"
                                      "/dev/sda sync 0 0\n/dev/sda trim 0 4096\n"
                                      "/dev/sda wait 100 0\n"
                                      "/dev/sdb read 0 4096\n"
                                      "/dev/sda close\n",
                                      "6:0 R 0 8+1 0 0\n"
                                      "8:1500000 W 1 1+2 0 0\n"
                                      "13:1600000 R 0 0+8 0 0\n"));
        AddTestCase(new TraceTextTest("fio version 3: numbered devices",
                                      MakeOptions(FIO3),
                                      "fio version 3 iolog\n"
                                      "0 device7 add\n0 device7 open\n"
                                      "12 device7 write 0 16384\n"
                                      "888 device7 datasync 0 0\n"
                                      "889 device2 read 16384 4096\n"
                                      "1000 device7 close\n",
                                      "4:12000 W 7 0+32 0 0\n"
                                      "6:889000 R 2 32+8 0 0\n"));
        AddTestCase(new TraceTextTest("Columns by number",
                                      MakeOptions(COLUMNS, TraceEvent::ISSUE, MAP),
                                      "anything\n"
                                      "2;write;3;1.5;0.25;4096;7;and more\n",
                                      "2:1500 W 3 8+16 250000 7\n"));
        AddTestCase(new TraceTextTest(
            "Columns by title",
            MakeOptions(COLUMNS,
                        TraceEvent::ISSUE,
                        "time=when:ms,operation=kind:number,address=first,length=size:byte,"
                        "separator=tab"),
            "size\twhen\tcolour\tkind\tfirst\n512\t3\t\t1\t40\n",
            "2:3000000 W 0 40+1 0 0\n"));
        AddTestCase(new TraceTextTest(
            "Columns between blanks, with ticks of Windows and flags",
            MakeOptions(COLUMNS,
                        TraceEvent::ISSUE,
                        "time=1:filetime,operation=2:flags,address=3,length=4,separator=space"),
            "116444736000000010   1f \t 5  8\n",
            "1:1000 R 0 5+8 0 0\n"));
        AddTestCase(new TraceTextErrorsTest);
        AddTestCase(new TraceFormatNamesTest);
    }
};

static TraceFormatsTestSuite g_traceFormatsTestSuite; //!< registers the suite
