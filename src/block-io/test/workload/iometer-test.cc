/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "workload-test-helper.h"

#include "ns3/iometer-configuration.h"
#include "ns3/test.h"

#include <map>

using namespace ns3;

namespace
{

const std::string IOMETER = "ns3::IometerWorkload"; //!< the class under test

/**
 * @param lines lines of numbers, each with its end
 * @param name the specification's name
 * @return a specification
 */
std::string
MakeSpecification(const std::string& lines, const std::string& name = "test")
{
    return "'Access specification name,default assignment\n\t" + name +
           ",NONE\n'size,% of size,% reads,% random,delay,burst,align,reply\n" + lines;
}

/**
 * @param specifications specifications
 * @return a file with other sections around them
 */
std::string
MakeFile(const std::string& specifications)
{
    return "Version 1.1.0\r\n"
           "'TEST SETUP ============\r\n"
           "'Run Time\r\n'\thours      minutes    seconds\r\n\t0          5          0\r\n"
           "'END test setup\r\n"
           "'ACCESS SPECIFICATIONS ============\r\n" +
           specifications +
           "'END access specifications\r\n"
           "'MANAGER LIST ============\r\n'Manager ID, manager name\r\n\t1,HOST\r\n";
}

/**
 * Run a specification of one line or more.
 *
 * @param lines lines of numbers
 * @param attributes further attributes
 * @param blocks blocks of 512 bytes of the device
 * @return the device
 */
Ptr<RecordingDevice>
GetRun(const std::string& lines, TextAttributes attributes, uint64_t blocks = 100000)
{
    attributes.emplace_back("FileName", MakeFile(MakeSpecification(lines)));
    auto device = CreateObject<RecordingDevice>(blocks, MilliSeconds(1));
    RunWorkload(IOMETER, attributes, device);
    return device;
}

} // namespace

/**
 * @ingroup block-io
 *
 * What a configuration file says.
 */
class IometerReaderTest : public TestCase
{
  public:
    IometerReaderTest()
        : TestCase("Specifications are read from files and texts, by name; mistakes are named")
    {
    }

  private:
    /**
     * @param specifications what a file has
     * @param name name of the specification wanted
     * @param message the error, after the file's name
     */
    void Expect(const std::string& specifications,
                const std::string& name,
                const std::string& message)
    {
        const auto file = WriteFile(CreateTempDirFilename("bad.icf"), MakeFile(specifications));
        NS_TEST_EXPECT_MSG_EQ(
            GetUserError([&] { IometerConfiguration::Read(file).Choose(name, nullptr); }),
            file + message,
            "");
    }

    void DoRun() override
    {
        const auto two =
            MakeFile(MakeSpecification("\t2048,60,67,100,0,1,0,0\r\n\t65536,40,0,25,7,3,4096,0\r\n",
                                       "64 KiB; 67% read, or so") +
                     MakeSpecification("512,100,100,0,0,1,0,0\n", "small"));
        const auto file = WriteFile(CreateTempDirFilename("two.icf"), two);
        for (const auto& source : {file, two})
        {
            const auto small = IometerConfiguration::Read(source).Choose("small", nullptr);
            NS_TEST_EXPECT_MSG_EQ(small.lines.size(), 1, "lines");
            const auto large =
                IometerConfiguration::Read(source).Choose("64 KiB; 67% read, or so", nullptr);
            NS_TEST_ASSERT_MSG_EQ(large.lines.size(), 2, "lines");
            const auto& line = large.lines[1];
            NS_TEST_EXPECT_MSG_EQ(line.size, 65536, "size");
            NS_TEST_EXPECT_MSG_EQ(line.share, 40, "share");
            NS_TEST_EXPECT_MSG_EQ(line.readPercent, 0, "reads");
            NS_TEST_EXPECT_MSG_EQ(line.randomPercent, 25, "random");
            NS_TEST_EXPECT_MSG_EQ(line.delay, MilliSeconds(7), "delay");
            NS_TEST_EXPECT_MSG_EQ(line.burst, 3, "burst");
            NS_TEST_EXPECT_MSG_EQ(line.alignment, 4096, "align");
            NS_TEST_EXPECT_MSG_EQ(large.lines[0].readPercent, 67, "reads");
        }
        CheckErrors();
    }

    /// Every message.
    void CheckErrors()
    {
        const auto good = MakeSpecification("512,100,100,0,0,1,0,0\n", "a");
        const auto other = MakeSpecification("512,100,100,0,0,1,0,0\n", "b");
        Expect("", "", ": it has no access specification, below 'ACCESS SPECIFICATIONS");
        Expect(good + other, "", ": it has several specifications; choose one by name: a; b");
        Expect(good + other, "c", ": there is no specification \"c\": a; b");
        Expect("512,100,100,0,0,1,0,0\n",
               "",
               ":8: a line of an access specification that has no name yet");
        const auto expect = [this](const std::string& line, const std::string& message) {
            Expect(MakeSpecification(line + "\n"), "", ":11: " + message);
        };
        expect("512,100",
               "expected 8 numbers, size, % of size, % reads, % random, delay, burst, align, "
               "reply, found 2");
        expect("4k,100,100,0,0,1,0,0", "size is '4k', not a whole number from 0 to 4294967295");
        expect("0,100,100,0,0,1,0,0", "size is 0");
        expect("512,100,100,0,0,0,0,0", "burst is 0");
        expect("512,100,101,0,0,1,0,0", "% reads is '101', not a number from 0 to 100");
        expect("512,100,100,0,0,1,0,8", "reply is not 0, which is for networks and not for disks");
        Expect(MakeSpecification("512,60,100,0,0,1,0,0\n"),
               "",
               ": the % of size of \"test\" is 60 in total, not 100");
    }
};

/**
 * @ingroup block-io
 *
 * What a worker of IOMeter does.
 */
class IometerWorkloadTest : public TestCase
{
  public:
    IometerWorkloadTest()
        : TestCase("Workers: shares of lines, reads and random requests, bursts, alignment")
    {
    }

  private:
    void DoRun() override
    {
        CheckShares();
        CheckBursts();
        CheckAddresses();
        auto device = CreateObject<RecordingDevice>(100, MilliSeconds(1));
        const auto expect = [&](const std::string& line, const std::string& message) {
            const auto file = MakeFile(MakeSpecification(line + "\n"));
            NS_TEST_EXPECT_MSG_EQ(
                GetUserError([&] { InstallWorkload(IOMETER, {{"FileName", file}}, {device}); }),
                IOMETER + ": " + message,
                "");
        };
        expect("700,100,100,0,0,1,0,0",
               "size 700 is not a multiple of the block size of device 0, 512 bytes");
        expect("512,100,100,0,0,1,700,0",
               "align 700 is not a multiple of the block size of device 0, 512 bytes");
        expect("65536,100,100,0,0,1,0,0", "size 65536 is larger than the capacity of device 0");
    }

    /// How often lines come, and what they do.
    void CheckShares()
    {
        const auto device = GetRun("512,20,100,0,0,1,0,0\n"
                                   "1024,50,30,100,0,1,0,0\n"
                                   "4096,30,0,50,0,1,0,0\n",
                                   {{"Count", "20000"}, {"QueueDepth", "4"}});
        NS_TEST_EXPECT_MSG_EQ(device->mostAtOnce, 4, "outstanding");
        std::map<uint32_t, uint32_t> counts;
        std::map<uint32_t, uint32_t> reads;
        std::map<uint32_t, uint32_t> following;
        uint64_t end = 0;
        for (const auto& seen : device->seen)
        {
            ++counts[seen.blocks];
            reads[seen.blocks] += seen.operation == BlockOperation::READ;
            following[seen.blocks] += seen.lba == end;
            end = seen.lba + seen.blocks;
        }
        // 0.1 % exceed 13.82 and 10.83 with 2 and 1 degrees of freedom.
        NS_TEST_EXPECT_MSG_LT(GetChiSquare({counts[1], counts[2], counts[8]}, {0.2, 0.5, 0.3}),
                              13.82,
                              "lines");
        NS_TEST_EXPECT_MSG_EQ(reads[1], counts[1], "all read");
        NS_TEST_EXPECT_MSG_EQ(reads[8], 0, "none reads");
        NS_TEST_EXPECT_MSG_LT(GetChiSquare({reads[2], counts[2] - reads[2]}, {0.3, 0.7}),
                              10.83,
                              "");
        NS_TEST_EXPECT_MSG_EQ(following[1], counts[1], "none at random");
        NS_TEST_EXPECT_MSG_LT(following[2], 10, "all at random");
        NS_TEST_EXPECT_MSG_LT(GetChiSquare({following[8], counts[8] - following[8]}, {0.5, 0.5}),
                              10.83,
                              "half of them");
    }

    /// Bursts are of one line, and followed by its delay.
    void CheckBursts()
    {
        const auto device = GetRun("512,100,100,0,5,2,0,0\n", {{"Count", "5"}});
        std::string times;
        for (const auto& seen : device->seen)
        {
            times += std::to_string(seen.when.GetMilliSeconds()) + " ";
        }
        NS_TEST_EXPECT_MSG_EQ(times, "0 1 7 8 14 ", "two, and 5 ms");
        const auto mixed =
            GetRun("512,50,100,0,0,3,0,0\n1024,50,100,0,0,1,0,0\n", {{"Count", "3000"}});
        uint32_t run = 0;
        uint32_t broken = 0;
        for (const auto& seen : mixed->seen)
        {
            broken += seen.blocks == 2 && run % 3 != 0;
            run = seen.blocks == 1 ? run + 1 : 0;
        }
        NS_TEST_EXPECT_MSG_EQ(broken, 0, "short ones come in threes");
    }

    /// Sequences go round, and alignment holds for all.
    void CheckAddresses()
    {
        const auto text = [](const Ptr<RecordingDevice>& device) {
            std::string lbas;
            for (const auto& seen : device->seen)
            {
                lbas += std::to_string(seen.lba) + " ";
            }
            return lbas;
        };
        NS_TEST_EXPECT_MSG_EQ(text(GetRun("1024,100,100,0,0,1,0,0\n", {{"Count", "4"}}, 7)),
                              "0 2 4 0 ",
                              "round");
        NS_TEST_EXPECT_MSG_EQ(text(GetRun("512,100,100,0,0,1,2048,0\n", {{"Count", "3"}}, 100)),
                              "0 4 8 ",
                              "aligned");
        const auto random = GetRun("512,100,100,100,0,1,4096,0\n", {{"Count", "2000"}}, 164);
        std::vector<uint32_t> counts(21);
        for (const auto& seen : random->seen)
        {
            NS_TEST_ASSERT_MSG_EQ(seen.lba % 8, 0, "aligned");
            ++counts.at(seen.lba / 8);
        }
        // 0.1 % exceed 45.31 with 20 degrees of freedom.
        NS_TEST_EXPECT_MSG_LT(GetChiSquare(counts, std::vector<double>(21, 1.0 / 21)), 45.31, "");
    }
};

/**
 * @ingroup block-io
 *
 * What a configuration says beside the access specifications is done, or told.
 */
class IometerSettingsTest : public TestCase
{
  public:
    IometerSettingsTest()
        : TestCase("Outstanding requests, part of the disk, run time; the rest is told")
    {
    }

  private:
    /**
     * @param name name of a worker
     * @param settings outstanding requests and part of the disk, a line each
     * @param assigned names of its specifications, each with its end
     * @return a worker of disks
     */
    static std::string MakeWorker(const std::string& name,
                                  const std::string& settings,
                                  const std::string& assigned)
    {
        const auto comma = settings.find('/');
        return "'Worker\n\t" + name +
               "\n'Worker type\n\tDISK\n'Default target settings for worker\n"
               "'Number of outstanding IOs,test connection rate,transactions per connection\n\t" +
               settings.substr(0, comma) + ",DISABLED,1\n'Disk maximum size,starting sector\n\t" +
               settings.substr(comma + 1) +
               "\n'End default target settings for worker\n'Assigned access specs\n" + assigned +
               "'End assigned access specs\n'Target assignments\n'Target\n\tsdb\n'Target type\n"
               "\tDISK\n'End target\n'End target assignments\n'End worker\n";
    }

    /**
     * @param workers workers
     * @param setup lines of the test setup
     * @return a file with two specifications, reads of 1 KiB and writes of 512 bytes, in sequence
     */
    static std::string MakeWhole(const std::string& workers, const std::string& setup)
    {
        return "Version 1.1.0\n'TEST SETUP ===\n'Test Description\n\tmine\n" + setup +
               "'Worker Cycling\n'\tstart step type\n\t1 1 LINEAR\n"
               "'END test setup\n'ACCESS SPECIFICATIONS ===\n" +
               MakeSpecification("\t1024,100,100,0,0,1,0,0\n", "reads") +
               MakeSpecification("\t512,100,0,0,0,1,0,0\n", "writes") +
               "'END access specifications\n'MANAGER LIST ===\n'Manager ID, manager name\n\t1,a\n" +
               workers + "'End manager\n'END manager list\nVersion 1.1.0\n";
    }

    /**
     * @param file a configuration
     * @param attributes attributes of the workload
     * @param devices number of devices
     * @return what is told
     */
    static std::vector<std::string> GetNotes(const std::string& file,
                                             TextAttributes attributes = {},
                                             std::size_t devices = 1)
    {
        std::vector<Ptr<BlockDevice>> drives;
        for (std::size_t i = 0; i < devices; ++i)
        {
            drives.push_back(CreateObject<RecordingDevice>(1000, MilliSeconds(1)));
        }
        attributes.emplace_back("FileName", file);
        return InstallWorkload(IOMETER, attributes, drives)->GetNotes();
    }

    void DoRun() override
    {
        const auto workers =
            MakeWorker("one", "4/20,100", "\treads\n") + MakeWorker("two", "2/0,0", "\twrites\n");
        const std::string setup = "'Run Time\n'\thours minutes seconds\n\t0 0 2\n"
                                  "'Ramp Up Time (s)\n\t1\n'Test Type\n\tNORMAL\n";
        const auto file = MakeWhole(workers, setup);
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        RunWorkload(IOMETER, {{"FileName", file}}, device);
        // Four at a time, 1 ms each, for 1 s and 2 s; 20 sectors are ten requests of 1 KiB.
        NS_TEST_EXPECT_MSG_EQ(device->mostAtOnce, 4, "outstanding");
        NS_TEST_ASSERT_MSG_EQ(device->seen.size(), 12000, "3 s");
        NS_TEST_EXPECT_MSG_EQ(device->seen.back().when, MilliSeconds(2999), "the last");
        for (std::size_t i = 0; i < device->seen.size(); ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(device->seen[i].lba, 100 + 2 * (i % 10), "part of the disk");
        }
        auto other = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        RunWorkload(IOMETER,
                    {{"FileName", file}, {"Worker", "3"}, {"QueueDepth", "3"}, {"Count", "9"}},
                    other);
        NS_TEST_EXPECT_MSG_EQ(other->mostAtOnce, 3, "what is given");
        NS_TEST_EXPECT_MSG_EQ(other->seen[0].operation, BlockOperation::WRITE, "of the second");
        NS_TEST_EXPECT_MSG_EQ(other->seen[0].lba, 0, "whole disk");
        CheckNotes(file, setup);
        CheckAreas();
    }

    /**
     * @param file a configuration
     * @param setup its test setup
     */
    void CheckNotes(const std::string& file, const std::string& setup)
    {
        NS_TEST_EXPECT_MSG_EQ(
            GetNotes(file, {}, 2).at(0),
            "IOMeter file: specification \"reads\", worker \"one\" of 2: sectors "
            "from 100, 20 of them, QueueDepth 4 outstanding on each of 2, RunTime 2 "
            "s, RampTime 1 s",
            "taken");
        const auto given = GetNotes(file, {{"Worker", "1"}, {"QueueDepth", "3"}});
        NS_TEST_ASSERT_MSG_EQ(given.size(), 1, "nothing is ignored");
        NS_TEST_EXPECT_MSG_EQ(
            given[0],
            "IOMeter file: specification \"writes\", worker \"two\" of 2: sectors "
            "from 0, all of them, QueueDepth 2 outstanding on each of 1, but 3 is "
            "given, RunTime 2 s, RampTime 1 s",
            "given");
        const auto odd = GetNotes(MakeWhole(MakeWorker("n", "1/0,0", "") +
                                                "'Worker\n\tnet\n'Worker type\n\tNETWORK,TCP\n"
                                                "'End worker\n",
                                            "'Test Type\n\tCYCLE_OUTSTANDING_IOS\n"),
                                  {{"Specification", "reads"}});
        NS_TEST_ASSERT_MSG_EQ(odd.size(), 3, "three notes");
        NS_TEST_EXPECT_MSG_EQ(odd[1],
                              "IOMeter file: Test Type CYCLE_OUTSTANDING_IOS is ignored: workers, "
                              "targets and queue depths do not cycle",
                              "cycles");
        NS_TEST_EXPECT_MSG_EQ(odd[2],
                              "IOMeter file: workers of networks are ignored, 1",
                              "network");
        const auto both = MakeWhole(MakeWorker("w", "1/0,0", "\treads\n\twrites\n"), setup);
        NS_TEST_EXPECT_MSG_EQ(
            GetUserError([&] { GetNotes(both); }),
            "IOMeter file: worker \"w\" has several specifications; choose one by "
            "name: reads; writes",
            "several");
        const auto idle = MakeWhole(MakeWorker("w", "1/0,0", "\tIdle\n"), setup);
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&] { GetNotes(idle); }),
                              "IOMeter file: there is no specification \"Idle\": reads; writes",
                              "not in the file");
        NS_TEST_EXPECT_MSG_EQ(
            GetUserError([] { GetNotes(MakeWhole("", "'Run Time\n\t0 2\n")); }),
            "IOMeter file:6: expected hours, minutes and seconds of Run Time, found 2 numbers",
            "no time");
        NS_TEST_EXPECT_MSG_EQ(
            GetUserError([&] { GetNotes(MakeWhole(MakeWorker("w", "0/0,0", "\treads\n"), "")); }),
            "IOMeter file:28: Number of outstanding IOs is 0",
            "none outstanding");
    }

    /// Parts of disks that do not exist.
    void CheckAreas()
    {
        const auto get = [](const std::string& area) {
            const auto file = MakeWhole(MakeWorker("w", "1/" + area, "\treads\n"), "");
            return GetUserError([&file] { GetNotes(file); });
        };
        NS_TEST_EXPECT_MSG_EQ(get("2,998"), "no error", "up to the end");
        NS_TEST_EXPECT_MSG_EQ(get("4,998"),
                              IOMETER + ": starting sector 998 and Disk maximum size 4 reach past "
                                        "the capacity of device 0, 1000 blocks of 512 bytes",
                              "too far");
        NS_TEST_EXPECT_MSG_EQ(get("1,0"),
                              IOMETER +
                                  ": size 1024 is larger than the part that is used of device 0",
                              "too small");
    }
};

/**
 * @ingroup block-io
 *
 * Access specifications of IOMeter.
 */
class IometerTestSuite : public TestSuite
{
  public:
    IometerTestSuite()
        : TestSuite("block-io-iometer", Type::UNIT)
    {
        AddTestCase(new IometerReaderTest);
        AddTestCase(new IometerWorkloadTest);
        AddTestCase(new IometerSettingsTest);
    }
};

static IometerTestSuite g_iometerTestSuite; //!< registers the suite
