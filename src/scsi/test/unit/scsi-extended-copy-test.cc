/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-disk-test-case.h"

#include "ns3/boolean.h"
#include "ns3/scsi-bytes.h"
#include "ns3/scsi-lun.h"
#include "ns3/scsi-task-router.h"
#include "ns3/string.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::scsitest;

/**
 * @ingroup scsi-tests
 *
 * Two disks of one target, LUN 0 and LUN 1, which keep contents and copy. The lists are laid out by
 * hand from SPC-4.
 */
class ScsiCopyTestCase : public ScsiDiskTestCase
{
  protected:
    // Service actions of RECEIVE COPY RESULTS.
    static constexpr uint8_t COPY_STATUS = 0x00;    //!< COPY STATUS
    static constexpr uint8_t RECEIVE_DATA = 0x01;   //!< RECEIVE DATA
    static constexpr uint8_t PARAMETERS = 0x03;     //!< OPERATING PARAMETERS
    static constexpr uint8_t FAILED_SEGMENT = 0x04; //!< FAILED SEGMENT DETAILS

    /**
     * @param name the name
     */
    explicit ScsiCopyTestCase(const std::string& name)
        : ScsiDiskTestCase(name)
    {
    }

    void DoSetup() override
    {
        ScsiDiskTestCase::DoSetup();
        otherDrive = CreateObject<TestBlockDevice>();
        other = CreateObject<ScsiDisk>();
        other->SetBlockDevice(otherDrive);
        disk->SetAttribute("Serial", StringValue("A"));
        other->SetAttribute("Serial", StringValue("B"));
        for (const auto& one : {disk, other})
        {
            one->SetAttribute("StoreData", BooleanValue(true));
        }
        for (const auto& one : {drive, otherDrive})
        {
            one->count = 20000;
            one->keep = true;
        }
        router = CreateObject<ScsiTaskRouter>();
        router->AddLogicalUnit(0, disk);
        router->AddLogicalUnit(1, other);
        port.device = router;
        first = FindTarget(0);
        second = FindTarget(1);
    }

    void DoTeardown() override
    {
        router->Dispose();
        router = nullptr;
        other->Dispose();
        other = nullptr;
        otherDrive = nullptr;
        ScsiDiskTestCase::DoTeardown();
    }

    /**
     * @param lun a logical unit
     * @return a target descriptor that names it by the NAA designator of its page 83h
     */
    Bytes FindTarget(uint16_t lun)
    {
        port.lun = EncodeScsiLun(lun);
        port.Run(ScsiInquiryCdb{true, 0x83, 255}.Encode(), 255);
        port.lun = 0;
        // The NAA designator, 4 + 8 bytes, is the last one.
        const Bytes designator(port.dataIn.end() - 12, port.dataIn.end());
        Bytes target{0xe4, 0, 0, 0};
        target.insert(target.end(), designator.begin(), designator.end());
        target.resize(32);
        target[30] = 2; // 512 bytes
        return target;
    }

    /**
     * @param source index of the source
     * @param destination index of the destination
     * @param blocks number of blocks
     * @param from first block at the source
     * @param to first block at the destination
     * @return a segment descriptor block device to block device
     */
    static Bytes MakeSegment(uint16_t source,
                             uint16_t destination,
                             uint16_t blocks,
                             uint64_t from,
                             uint64_t to)
    {
        Bytes segment{0x02, 0, 0, 24};
        AppendScsiNumber(segment, 2, source);
        AppendScsiNumber(segment, 2, destination);
        AppendScsiNumber(segment, 2, 0);
        AppendScsiNumber(segment, 2, blocks);
        AppendScsiNumber(segment, 8, from);
        AppendScsiNumber(segment, 8, to);
        return segment;
    }

    /**
     * @param identifier LIST IDENTIFIER
     * @param usage LIST ID USAGE
     * @param targets target descriptors
     * @param segments segment descriptors
     * @return a parameter list
     */
    static Bytes MakeList(uint8_t identifier,
                          uint8_t usage,
                          const std::vector<Bytes>& targets,
                          const std::vector<Bytes>& segments)
    {
        Bytes list(16);
        list[0] = identifier;
        list[1] = static_cast<uint8_t>(usage << 3);
        for (const auto& target : targets)
        {
            list.insert(list.end(), target.begin(), target.end());
        }
        PutScsiNumber(&list[2], 2, list.size() - 16);
        const auto border = list.size();
        for (const auto& segment : segments)
        {
            list.insert(list.end(), segment.begin(), segment.end());
        }
        PutScsiNumber(&list[8], 4, list.size() - border);
        return list;
    }

    /**
     * @param length PARAMETER LIST LENGTH
     * @return the CDB of EXTENDED COPY(LID1)
     */
    static ScsiCdb MakeCopy(uint32_t length)
    {
        ScsiCdb cdb{0x83};
        PutScsiNumber(&cdb[10], 4, length);
        return cdb;
    }

    /**
     * @param action service action of RECEIVE COPY RESULTS
     * @param identifier LIST IDENTIFIER
     * @return its CDB, for up to 1,024 bytes
     */
    static ScsiCdb MakeResults(uint8_t action, uint8_t identifier)
    {
        return {0x84, action, identifier, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0};
    }

    /**
     * Run EXTENDED COPY to its end.
     *
     * @param list its parameter list
     */
    void Copy(const Bytes& list)
    {
        port.Run(MakeCopy(list.size()), 0, list);
    }

    /**
     * Expect what RECEIVE COPY RESULTS returns.
     *
     * @param action its service action
     * @param identifier LIST IDENTIFIER
     * @param expected the data
     * @param what what is asked
     */
    void ExpectResults(uint8_t action,
                       uint8_t identifier,
                       const Bytes& expected,
                       const std::string& what)
    {
        port.Run(MakeResults(action, identifier), 1024);
        ExpectGood(1024 - static_cast<int64_t>(expected.size()), what);
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == expected), true, what << ": bytes");
    }

    /**
     * Expect that RECEIVE COPY RESULTS knows no such copy.
     *
     * @param action its service action
     * @param identifier LIST IDENTIFIER
     * @param what what is asked
     */
    void ExpectUnknown(uint8_t action, uint8_t identifier, const std::string& what)
    {
        port.Run(MakeResults(action, identifier), 1024);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, what);
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{2, std::nullopt, true}),
                              true,
                              what << ": LIST IDENTIFIER");
    }

    Ptr<TestBlockDevice> otherDrive; //!< the drive of LUN 1
    Ptr<ScsiDisk> other;             //!< LUN 1
    Ptr<ScsiTaskRouter> router;      //!< the target
    Bytes first;                     //!< target descriptor of LUN 0
    Bytes second;                    //!< target descriptor of LUN 1
};

/**
 * @ingroup scsi-tests
 *
 * What the copy manager says that it can do.
 */
class ScsiCopyParametersTest : public ScsiCopyTestCase
{
  public:
    ScsiCopyParametersTest()
        : ScsiCopyTestCase("3PC, the third-party copy page and OPERATING PARAMETERS byte for byte")
    {
    }

  private:
    void DoRun() override
    {
        port.Run(ScsiInquiryCdb{false, 0, 96}.Encode(), 96);
        NS_TEST_EXPECT_MSG_EQ(+port.dataIn.at(5), 0x08, "3PC");
        // 16 target and 64 segment descriptors, 4,096 bytes of both; 255 copies; blocks of 2^9
        // bytes; types 02h and E4h. 42 bytes follow the first four.
        Bytes parameters(46);
        parameters[3] = 42;
        parameters[4] = 1;
        parameters[9] = 16;
        parameters[11] = 64;
        parameters[14] = 0x10;
        parameters[35] = 255;
        parameters[36] = 255;
        parameters[37] = 9;
        parameters[43] = 2;
        parameters[44] = 0x02;
        parameters[45] = 0xe4;
        ExpectResults(PARAMETERS, 0, parameters, "operating parameters");
        port.Run({0x84, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4}, 4);
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == Bytes{0, 0, 0, 42}), true, "allocation length");

        // Supported commands 16, parameter data 32, descriptors 8, identifiers 8, operations 36,
        // held data 32: 132 = 84h.
        Bytes page{0, 0x8f, 0, 0x84};
        page.insert(page.end(), {0x00, 0x01, 0, 12, 9, 0x83, 1, 0, 0x84, 4, 0, 1, 3, 4, 0, 0});
        page.insert(page.end(), {0x00, 0x04, 0, 28, 0, 0, 0, 0, 0, 16, 0, 64, 0, 0, 0x10, 0});
        page.resize(page.size() + 16);
        page.insert(page.end(), {0x00, 0x08, 0, 4, 2, 0x02, 0xe4, 0});
        page.insert(page.end(), {0x00, 0x0c, 0, 4, 0, 2, 0xff, 0xff});
        page.insert(page.end(), {0x80, 0x01, 0, 32, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 0, 9});
        page.resize(page.size() + 19);
        page.insert(page.end(), {0xc0, 0x01, 0, 28});
        page.resize(page.size() + 28);
        port.Run(ScsiInquiryCdb{true, 0x8f, 1024}.Encode(), 1024);
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == page), true, "third-party copy page");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Which blocks are copied, and what the block devices are asked for it.
 */
class ScsiCopyBlocksTest : public ScsiCopyTestCase
{
  public:
    ScsiCopyBlocksTest()
        : ScsiCopyTestCase("Blocks are copied in order, 1 MiB at a time, within a unit and between")
    {
    }

  private:
    /**
     * Give blocks of a drive contents.
     *
     * @param to the drive
     * @param lba first block
     * @param blocks number of blocks
     * @return the contents
     */
    static Bytes Fill(TestBlockDevice& to, uint64_t lba, uint32_t blocks)
    {
        const auto bytes = MakePattern(std::size_t{blocks} * 512, 7);
        for (uint32_t i = 0; i < blocks; ++i)
        {
            to.contents[lba + i] = Bytes(bytes.begin() + i * 512, bytes.begin() + (i + 1) * 512);
        }
        return bytes;
    }

    /**
     * @param drive a drive
     * @param lba first block
     * @param blocks number of blocks
     * @return their contents
     */
    static Bytes GetContents(const TestBlockDevice& drive, uint64_t lba, uint32_t blocks)
    {
        Bytes bytes;
        for (uint32_t i = 0; i < blocks; ++i)
        {
            const auto& block = drive.contents.at(lba + i);
            bytes.insert(bytes.end(), block.begin(), block.end());
        }
        return bytes;
    }

    /**
     * One segment in one unit: 5,000 blocks are 2,048, 2,048 and 904.
     */
    void Within()
    {
        const auto bytes = Fill(*drive, 10, 5000);
        const auto begin = Simulator::Now();
        Copy(MakeList(1, 2, {first}, {MakeSegment(0, 0, 5000, 10, 9000)}));
        ExpectGood(0, "within a unit");
        NS_TEST_EXPECT_MSG_EQ((GetContents(*drive, 9000, 5000) == bytes), true, "contents");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now() - begin, MicroSeconds(60), "six requests of 10 us");
        NS_TEST_EXPECT_MSG_EQ(drive->mostRunning, 1, "one at a time");
        const std::vector<std::pair<uint64_t, uint32_t>> expected{{10, 2048},
                                                                  {9000, 2048},
                                                                  {2058, 2048},
                                                                  {11048, 2048},
                                                                  {4106, 904},
                                                                  {13096, 904}};
        NS_TEST_ASSERT_MSG_EQ(drive->asked.size(), expected.size(), "requests");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            const auto& asked = drive->asked[i];
            const bool isRead = asked.operation == BlockOperation::READ;
            NS_TEST_EXPECT_MSG_EQ(isRead, (i % 2 == 0), "read, then write");
            NS_TEST_EXPECT_MSG_EQ(asked.lba, expected[i].first, "first block " << i);
            NS_TEST_EXPECT_MSG_EQ(asked.blocks, expected[i].second, "blocks " << i);
        }
    }

    /**
     * Three segments, there and back; FFFFh is the unit that got the command.
     */
    void Between()
    {
        const auto bytes = Fill(*drive, 100, 8);
        drive->asked.clear();
        Copy(MakeList(0,
                      3,
                      {second, first},
                      {MakeSegment(1, 0, 8, 100, 19992),
                       MakeSegment(0, 0, 0, 0, 20000),
                       MakeSegment(0, 0xffff, 8, 19992, 300)}));
        ExpectGood(0, "between units");
        NS_TEST_EXPECT_MSG_EQ((GetContents(*otherDrive, 19992, 8) == bytes), true, "there");
        NS_TEST_EXPECT_MSG_EQ((GetContents(*drive, 300, 8) == bytes), true, "and back");
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 2, "a read and a write");
        NS_TEST_EXPECT_MSG_EQ(otherDrive->asked.size(), 2, "a write and a read");
    }

    /**
     * Blocks that are written are mapped.
     */
    void Mapping()
    {
        Bytes unmap(24);
        unmap[1] = 22;
        unmap[3] = 16;
        unmap[14] = 0x01; // block 256, 16 blocks
        unmap[19] = 16;
        port.lun = EncodeScsiLun(1);
        port.Run({0x42, 0, 0, 0, 0, 0, 0, 0, 24}, 0, unmap);
        ExpectGood(0, "UNMAP");
        port.lun = 0;
        Copy(MakeList(1, 0, {first, second}, {MakeSegment(0, 1, 8, 0, 256)}));
        ExpectGood(0, "onto unmapped blocks");
        port.lun = EncodeScsiLun(1);
        port.Run({0x9e, 0x12, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 24}, 24);
        // Blocks 256 to 263 are mapped now.
        NS_TEST_EXPECT_MSG_EQ(+port.dataIn.at(19), 8, "eight of them");
        NS_TEST_EXPECT_MSG_EQ(+port.dataIn.at(20), 0, "mapped");
        port.Run({0x9e, 0x12, 0, 0, 0, 0, 0, 0, 1, 8, 0, 0, 0, 24}, 24);
        NS_TEST_EXPECT_MSG_EQ(+port.dataIn.at(19), 8, "eight are left");
        NS_TEST_EXPECT_MSG_EQ(+port.dataIn.at(20), 1, "unmapped");
        port.lun = 0;
    }

    void DoRun() override
    {
        Within();
        Between();
        Mapping();
        port.Run(MakeCopy(0));
        ExpectGood(0, "no list, nothing to copy");
        // A unit that stands alone copies within itself only.
        port.device = CreateObject<ScsiDisk>();
        auto alone = DynamicCast<ScsiDisk>(port.device);
        alone->SetBlockDevice(drive);
        alone->SetAttribute("Serial", StringValue("C"));
        Copy(MakeList(1, 2, {FindTarget(0)}, {MakeSegment(0, 0, 1, 0, 1)}));
        ExpectGood(0, "alone");
        Copy(MakeList(1, 2, {first}, {MakeSegment(0, 0, 1, 0, 1)}));
        ExpectSense(ScsiSenseKey::COPY_ABORTED, 0x0d02, "it knows no other");
        alone->Dispose();
    }
};

/**
 * @ingroup scsi-tests
 *
 * Parameter lists that are wrong, and copies that fail.
 */
class ScsiCopyErrorTest : public ScsiCopyTestCase
{
  public:
    ScsiCopyErrorTest()
        : ScsiCopyTestCase("Wrong lists are refused, and failing copies tell the segment")
    {
    }

  private:
    /**
     * Expect that a list is refused before anything is copied.
     *
     * @param list the list
     * @param additional additional sense code and its qualifier
     * @param field the field at fault
     * @param what the list
     */
    void ExpectRefused(const Bytes& list,
                       uint16_t additional,
                       std::optional<ScsiFieldPointer> field,
                       const std::string& what)
    {
        drive->asked.clear();
        Copy(list);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, additional, what);
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == field), true, what << ": field");
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 0, what << ": nothing was copied");
    }

    /**
     * Expect that a copy fails.
     *
     * @param list the list
     * @param additional additional sense code and its qualifier
     * @param byte the byte of the segment descriptor at fault
     * @param segment the segment, from 0 on
     * @param what the list
     */
    void ExpectAborted(const Bytes& list,
                       uint16_t additional,
                       std::optional<uint16_t> byte,
                       uint64_t segment,
                       const std::string& what)
    {
        Copy(list);
        ExpectSense(ScsiSenseKey::COPY_ABORTED, additional, what);
        NS_TEST_EXPECT_MSG_EQ(port.sense->field.has_value(), byte.has_value(), what << ": field");
        if (byte && port.sense->field)
        {
            const ScsiFieldPointer expected{*byte, std::nullopt, false, true};
            NS_TEST_EXPECT_MSG_EQ((*port.sense->field == expected), true, what << ": pointer");
        }
        NS_TEST_EXPECT_MSG_EQ(port.sense->commandSpecific.value_or(0), segment, what << ": number");
    }

    /**
     * The header and the lengths.
     */
    void Header()
    {
        const auto good = MakeList(1, 0, {first}, {MakeSegment(0, 0, 8, 0, 8)});
        const auto cut = [&good](std::size_t size) {
            return Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
        };
        for (const std::size_t size : {15, 47, 75})
        {
            ExpectRefused(cut(size), 0x1a00, std::nullopt, "cut at " + std::to_string(size));
        }
        // More bytes than the initiator gives.
        port.Run(MakeCopy(77), 0, good);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x1a00, "less data than the list");
        ExpectRefused(MakeList(1, 1, {first}, {}), 0x2600, ScsiFieldPointer{1, 4}, "usage 01b");
        ExpectRefused(MakeList(1, 3, {first}, {}),
                      0x2600,
                      ScsiFieldPointer{0, std::nullopt},
                      "identifier where there is none");
        auto list = good;
        list[15] = 4;
        ExpectRefused(list, 0x260b, ScsiFieldPointer{12, std::nullopt}, "inline data");
    }

    /**
     * Too many descriptors, and those of types that do not exist.
     */
    void Descriptors()
    {
        const auto segment = MakeSegment(0, 0, 8, 0, 8);
        const std::vector<Bytes> targets(17, first);
        const std::vector<Bytes> segments(65, segment);
        ExpectRefused(MakeList(1, 0, targets, {segment}),
                      0x2606,
                      ScsiFieldPointer{16 + 16 * 32, std::nullopt},
                      "17 targets");
        ExpectRefused(MakeList(1, 0, {first}, segments),
                      0x2608,
                      ScsiFieldPointer{16 + 32 + 64 * 28, std::nullopt},
                      "65 segments");
        // 17 * 32 + 127 * 28 = 4,100.
        ExpectRefused(MakeList(1, 0, targets, std::vector<Bytes>(127, segment)),
                      0x1a00,
                      std::nullopt,
                      "more than 4,096 bytes of descriptors");
        auto target = first;
        target[0] = 0xe0;
        ExpectRefused(MakeList(1, 0, {first, target}, {segment}),
                      0x2607,
                      ScsiFieldPointer{48, std::nullopt},
                      "an N_Port_Name");
        target = first;
        target[7] = 21;
        ExpectRefused(MakeList(1, 0, {target}, {segment}),
                      0x2600,
                      ScsiFieldPointer{23, std::nullopt},
                      "a designator longer than its place");
        ExpectRefused(MakeList(1, 0, {first}, {{0x03, 0, 0, 16, 0, 0, 0, 0}}),
                      0x2609,
                      ScsiFieldPointer{48, std::nullopt},
                      "stream to stream");
        auto wrong = segment;
        wrong[3] = 20;
        ExpectRefused(MakeList(1, 0, {first}, {segment, wrong}),
                      0x2600,
                      ScsiFieldPointer{78, std::nullopt},
                      "length of a segment descriptor");
    }

    /**
     * Segments that cannot be copied.
     */
    void Segments()
    {
        const auto good = MakeSegment(0, 0, 8, 0, 8);
        ExpectAborted(MakeList(1, 2, {first}, {good, MakeSegment(0, 1, 8, 0, 8)}),
                      0x0804,
                      6,
                      1,
                      "no such target descriptor");
        auto target = first;
        target[15] ^= 1;
        ExpectAborted(MakeList(1, 2, {target}, {good}), 0x0d02, 4, 0, "nobody is called so");
        target = first;
        target[1] = 1;
        ExpectAborted(MakeList(1, 2, {target}, {good}), 0x0d03, 4, 0, "a tape");
        ExpectAborted(MakeList(1, 2, {first}, {MakeSegment(0, 0, 2, 19999, 0)}),
                      0x0000,
                      12,
                      0,
                      "beyond the end of the source");
        ExpectAborted(MakeList(1, 2, {first}, {good, good, MakeSegment(0, 0, 2, 0, 19999)}),
                      0x0000,
                      20,
                      2,
                      "beyond the end of the destination");
        // COPY ABORTED, segment 2; SKSV and SD, byte 20 of the descriptor.
        const Bytes expected{0x70, 0, 0x0a, 0, 0, 0, 0, 10, 0, 0, 0, 2, 0, 0, 0, 0xa0, 0, 20};
        NS_TEST_EXPECT_MSG_EQ((port.task->sense == expected), true, "sense data");
        otherDrive->size = 4096;
        ExpectAborted(MakeList(1, 2, {first, second}, {MakeSegment(0, 1, 8, 0, 0)}),
                      0x0d03,
                      6,
                      0,
                      "blocks of another size");
        otherDrive->size = 512;
    }

    /**
     * Units that do not let the copy read or write.
     */
    void Units()
    {
        const auto list = MakeList(1, 2, {first, second}, {MakeSegment(0, 1, 8, 0, 8)});
        drive->badLba = 3;
        ExpectAborted(list, 0x0d01, std::nullopt, 0, "a block that cannot be read");
        drive->badLba.reset();
        otherDrive->badLba = 9;
        ExpectAborted(list, 0x0d01, std::nullopt, 0, "a block that cannot be written");
        otherDrive->badLba.reset();
        port.lun = EncodeScsiLun(1);
        port.initiator = "another";
        port.Run({0x16});
        port.initiator = "";
        port.lun = 0;
        ExpectAborted(list, 0x0d01, std::nullopt, 0, "another initiator reserved the destination");
        ScsiTaskManagementRequest reset;
        reset.function = ScsiTaskManagementFunction::LOGICAL_UNIT_RESET;
        other->ManageTasks(reset);
        otherDrive->ready = false;
        ExpectAborted(list, 0x0d01, std::nullopt, 0, "the destination is not ready");
        otherDrive->ready = true;
        Copy(list);
        ExpectGood(0, "nothing is in its way");
    }

    void DoRun() override
    {
        Header();
        Descriptors();
        Segments();
        Units();
    }
};

/**
 * @ingroup scsi-tests
 *
 * What is reported of copies in progress and after their end.
 */
class ScsiCopyResultsTest : public ScsiCopyTestCase
{
  public:
    ScsiCopyResultsTest()
        : ScsiCopyTestCase("Copies are known by nexus and list identifier until they were told of")
    {
    }

  private:
    /**
     * Copies that completed and failed.
     */
    void Ended()
    {
        ExpectUnknown(COPY_STATUS, 1, "no copy yet");
        const auto segment = MakeSegment(0, 0, 100, 0, 1000);
        Copy(MakeList(1, 0, {first}, {segment, segment}));
        port.initiator = "another";
        ExpectUnknown(COPY_STATUS, 1, "of another initiator");
        port.initiator = "";
        ExpectResults(RECEIVE_DATA, 1, {0, 0, 0, 0}, "no held data");
        ExpectUnknown(FAILED_SEGMENT, 1, "no segment failed");
        // Completed without errors: two segments, 2 * 100 * 512 = 19000h bytes.
        const Bytes status{0, 0, 0, 8, 1, 0, 2, 0, 0, 1, 0x90, 0};
        ExpectResults(COPY_STATUS, 1, status, "completed");
        ExpectUnknown(COPY_STATUS, 1, "was told");
        Copy(MakeList(9, 0, {first}, {segment, MakeSegment(0, 1, 1, 0, 0)}));
        // With errors: one segment was processed, 100 * 512 = C800h bytes.
        ExpectResults(COPY_STATUS, 9, {0, 0, 0, 8, 2, 0, 1, 0, 0, 0, 0xc8, 0}, "failed");
        // 56 + 18 = 74 bytes; CHECK CONDITION; 18 bytes of sense data of segment 1.
        Bytes details(60);
        details[3] = 74;
        details[56] = 0x02;
        details[59] = 18;
        details.insert(details.end(), {0x70, 0, 0x0a, 0, 0, 0, 0, 10, 0, 0, 0, 1, 0x08, 0x04, 0});
        details.insert(details.end(), {0xa0, 0, 6});
        ExpectResults(FAILED_SEGMENT, 9, details, "details");
        ExpectUnknown(FAILED_SEGMENT, 9, "was told");
        Copy(MakeList(0, 3, {first}, {segment}));
        ExpectUnknown(COPY_STATUS, 0, "without identifier");
    }

    /**
     * A copy that is in progress.
     */
    void InProgress()
    {
        TestTargetPort second;
        second.device = router;
        const auto list = MakeList(5, 0, {first}, {MakeSegment(0, 0, 4096, 0, 9000)});
        port.Start(MakeCopy(list.size()), 0, list);
        Simulator::Stop(MicroSeconds(25));
        Simulator::Run();
        // 2,048 blocks of 512 bytes were written after 20 us.
        second.Start(MakeResults(COPY_STATUS, 5), 1024, {});
        const Bytes expected{0, 0, 0, 8, 0, 0, 0, 0, 0, 0x10, 0, 0};
        NS_TEST_EXPECT_MSG_EQ((second.dataIn == expected), true, "in progress");
        second.Start(MakeCopy(list.size()), 0, list);
        Simulator::Stop(MicroSeconds(1));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(second.completions, 1, "the same identifier");
        second.sense = ScsiSense::Decode(second.task->sense);
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(second.sense->additional), 0x0016, "in progress");
        ScsiTaskManagementRequest request;
        request.function = ScsiTaskManagementFunction::ABORT_TASK;
        request.task = port.task;
        router->ManageTasks(request);
        const auto asked = drive->asked.size();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), asked, "no more requests");
        NS_TEST_EXPECT_MSG_EQ(port.completions, 0, "aborted");
        second.Start(MakeResults(COPY_STATUS, 5), 1024, {});
        NS_TEST_EXPECT_MSG_EQ(+second.dataIn.at(4), 2, "an aborted copy has errors");
        second.device = nullptr;
    }

    /**
     * What makes the copy manager forget.
     */
    void Forgotten()
    {
        const auto list = MakeList(7, 0, {first}, {MakeSegment(0, 0, 1, 0, 1)});
        Copy(list);
        Copy(MakeList(7, 0, {first}, {{0x03, 0, 0, 0}}));
        ExpectUnknown(COPY_STATUS, 7, "another list with the same identifier");
        Copy(list);
        router->NexusLost("");
        // The nexus is notified that it was lost.
        port.Run({0x00});
        ExpectUnknown(COPY_STATUS, 7, "nexus lost");
        Copy(list);
        ScsiTaskManagementRequest reset;
        reset.function = ScsiTaskManagementFunction::LOGICAL_UNIT_RESET;
        router->ManageTasks(reset);
        port.Run({0x00});
        ExpectUnknown(COPY_STATUS, 7, "reset");
    }

    void DoRun() override
    {
        Ended();
        InProgress();
        Forgotten();
    }
};

/**
 * @ingroup scsi-tests
 *
 * EXTENDED COPY and RECEIVE COPY RESULTS of ScsiDisk.
 */
class ScsiExtendedCopyTestSuite : public TestSuite
{
  public:
    ScsiExtendedCopyTestSuite()
        : TestSuite("scsi-extended-copy", Type::UNIT)
    {
        AddTestCase(new ScsiCopyParametersTest, Duration::QUICK);
        AddTestCase(new ScsiCopyBlocksTest, Duration::QUICK);
        AddTestCase(new ScsiCopyErrorTest, Duration::QUICK);
        AddTestCase(new ScsiCopyResultsTest, Duration::QUICK);
    }
};

static ScsiExtendedCopyTestSuite g_scsiExtendedCopyTestSuite; //!< registers the suite
