/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-disk-test-case.h"

#include "ns3/boolean.h"
#include "ns3/scsi-bytes.h"
#include "ns3/scsi-disk-commands.h"
#include "ns3/scsi-provisioning-map.h"
#include "ns3/scsi-target-port-groups.h"
#include "ns3/uinteger.h"

#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::scsitest;

/**
 * @ingroup scsi-tests
 *
 * A disk that keeps contents.
 */
class ScsiStoringTestCase : public ScsiDiskTestCase
{
  protected:
    /**
     * @param name the name
     */
    explicit ScsiStoringTestCase(const std::string& name)
        : ScsiDiskTestCase(name)
    {
    }

    void DoSetup() override
    {
        ScsiDiskTestCase::DoSetup();
        SetStoring(true);
    }

    /**
     * @param on true to keep contents
     */
    void SetStoring(bool on)
    {
        drive->keep = on;
        disk->SetAttribute("StoreData", BooleanValue(on));
    }

    /**
     * @param lba first block
     * @param blocks number of blocks
     * @return their contents
     */
    Bytes Read(uint64_t lba, uint32_t blocks)
    {
        port.Run(ScsiBlockCdb{ScsiOpcode::READ_16, lba, blocks, 0}.Encode(), blocks * 512);
        return port.dataIn;
    }

    /**
     * @param one some bytes
     * @param other those that follow them
     * @return both
     */
    static Bytes Join(Bytes one, const Bytes& other)
    {
        one.insert(one.end(), other.begin(), other.end());
        return one;
    }

    /**
     * @param block contents of a block
     * @param count number of blocks
     * @return that block as often
     */
    static Bytes Repeat(const Bytes& block, uint32_t count)
    {
        Bytes bytes;
        for (uint32_t i = 0; i < count; ++i)
        {
            bytes.insert(bytes.end(), block.begin(), block.end());
        }
        return bytes;
    }

    /**
     * Expect that the drive was asked for some operations and forget them.
     *
     * @param operations those, in order
     * @param what the command
     */
    void ExpectAsked(const std::vector<BlockOperation>& operations, const std::string& what)
    {
        std::vector<BlockOperation> asked;
        for (const auto& one : drive->asked)
        {
            asked.push_back(one.operation);
        }
        NS_TEST_EXPECT_MSG_EQ((asked == operations), true, what << ": what the drive was asked");
        drive->asked.clear();
    }
};

/**
 * @ingroup scsi-tests
 *
 * COMPARE AND WRITE and ORWRITE (SBC-3, 5.2, 5.6 and 5.7).
 */
class ScsiUpdateTest : public ScsiStoringTestCase
{
  public:
    ScsiUpdateTest()
        : ScsiStoringTestCase("COMPARE AND WRITE and ORWRITE let nobody come between")
    {
    }

  private:
    /**
     * @param lba first block
     * @param blocks number of blocks
     * @return the CDB of COMPARE AND WRITE
     */
    static ScsiCdb Compare(uint8_t lba, uint8_t blocks)
    {
        return {0x89, 0, 0, 0, 0, 0, 0, 0, 0, lba, 0, 0, 0, blocks};
    }

    /**
     * Comparison, and the write if it is right.
     */
    void CompareAndWrite()
    {
        const auto first = MakePattern(1024, 1);
        const auto second = MakePattern(1024, 2);
        port.Run(Compare(4, 2), 0, Join(Bytes(1024), first));
        ExpectGood(0, "blocks never written are zeros");
        NS_TEST_EXPECT_MSG_EQ((Read(4, 2) == first), true, "written");
        auto wrong = first;
        wrong[777] ^= 4;
        port.Run(Compare(4, 2), 0, Join(wrong, second));
        ExpectSense(ScsiSenseKey::MISCOMPARE, 0x1d00, "one bit off");
        NS_TEST_EXPECT_MSG_EQ(port.sense->information.value_or(0), 777, "the first wrong byte");
        NS_TEST_EXPECT_MSG_EQ(port.task->residual, 0, "all data came");
        NS_TEST_EXPECT_MSG_EQ((Read(4, 2) == first), true, "nothing was written");
        drive->asked.clear();
        port.Run(Compare(4, 2), 0, Join(first, second));
        ExpectGood(0, "a match");
        ExpectAsked({BlockOperation::READ, BlockOperation::WRITE}, "COMPARE AND WRITE");
        NS_TEST_EXPECT_MSG_EQ((Read(4, 2) == second), true, "written");
        port.Run(Compare(4, 0));
        ExpectGood(0, "no blocks");
        for (const uint32_t size : {512U, 256U * 1024U})
        {
            port.Run(Compare(4, 0), 0, Bytes(size));
            ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "256 blocks are 0 in the CDB");
        }
        port.Run(Compare(4, 1), 0, Bytes(2048));
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "more than one comparison");
        port.Run(Compare(4, 2), 0, Bytes(2047));
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "half a comparison");
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{13, std::nullopt, true}),
                              true,
                              "NUMBER OF LOGICAL BLOCKS");
        port.Run({0x89, 0, 0, 0, 0, 0, 0, 0, 3, 0xe7, 0, 0, 0, 2}, 0, Bytes(2048));
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2100, "past the last block");
        drive->badLba = 5;
        port.Run(Compare(4, 2), 0, Join(second, first));
        ExpectSense(ScsiSenseKey::MEDIUM_ERROR, 0x1100, "what cannot be read");
        drive->badLba.reset();
        SetStoring(false);
        drive->asked.clear();
        port.Run(Compare(4, 2), 0, Bytes(2048));
        ExpectGood(0, "without contents it always matches");
        ExpectAsked({BlockOperation::READ, BlockOperation::WRITE}, "without contents");
        SetStoring(true);
    }

    /**
     * Four initiators race for a lock: one gets it.
     */
    void Race()
    {
        port.several = true;
        int good = 0;
        std::vector<Ptr<ScsiTask>> tasks;
        for (uint8_t i = 1; i <= 4; ++i)
        {
            // Before each one a HEAD OF QUEUE read, which may pass no half of it.
            port.attribute = ScsiTaskAttribute::SIMPLE;
            port.Start(Compare(20, 1), 0, Join(Bytes(512), Bytes(512, i)));
            tasks.push_back(port.task);
        }
        drive->asked.clear();
        Simulator::Schedule(MicroSeconds(15), [this] {
            port.attribute = ScsiTaskAttribute::HEAD_OF_QUEUE;
            port.Start(ScsiBlockCdb{ScsiOpcode::READ_10, 20, 1, 0}.Encode(), 512, {});
        });
        Simulator::Run();
        for (const auto& task : tasks)
        {
            good += task->status == ScsiStatus::GOOD;
        }
        NS_TEST_EXPECT_MSG_EQ(good, 1, "one writes, three see that");
        // At 0 the first reads, at 10 it writes; the urgent read comes at 15 and waits till 20.
        using enum BlockOperation;
        ExpectAsked({READ, WRITE, READ, READ, READ, READ}, "one after the other");
        NS_TEST_EXPECT_MSG_EQ((Read(20, 1) == Bytes(512, 1)), true, "the first got it");
        port.attribute = ScsiTaskAttribute::SIMPLE;
        // One that is aborted between its steps holds nobody up.
        port.Start(Compare(20, 1), 0, Join(Bytes(512, 1), Bytes(512, 9)));
        const auto task = port.task;
        Simulator::Schedule(MicroSeconds(5), [this, task] {
            ScsiTaskManagementRequest request;
            request.task = task;
            disk->ManageTasks(request);
        });
        port.Run(ScsiBlockCdb{ScsiOpcode::READ_10, 20, 1, 0}.Encode(), 512);
        NS_TEST_EXPECT_MSG_EQ(port.completions, 1, "the read behind it");
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == Bytes(512, 1)), true, "nothing was written");
        port.several = false;
    }

    void DoRun() override
    {
        CompareAndWrite();
        Race();
        port.Run(ScsiBlockCdb{ScsiOpcode::WRITE_10, 30, 2, 0}.Encode(), 0, Bytes(1024, 0x0f));
        port.Run(ScsiBlockCdb{ScsiOpcode::ORWRITE_16, 30, 1, 0}.Encode(), 0, Bytes(512, 0x33));
        ExpectGood(0, "ORWRITE");
        NS_TEST_EXPECT_MSG_EQ((Read(30, 2) == Join(Bytes(512, 0x3f), Bytes(512, 0x0f))),
                              true,
                              "0Fh or 33h is 3Fh");
    }
};

/**
 * @ingroup scsi-tests
 *
 * WRITE SAME, UNMAP and GET LBA STATUS (SBC-3, 5.41, 5.25 and 5.4).
 */
class ScsiProvisioningTest : public ScsiStoringTestCase
{
  public:
    ScsiProvisioningTest()
        : ScsiStoringTestCase("Unmapped blocks read as zeros and are told of")
    {
    }

  private:
    /**
     * @param runs first blocks and numbers of blocks
     * @return the parameter list of UNMAP
     */
    static Bytes MakeList(const std::vector<std::pair<uint64_t, uint32_t>>& runs)
    {
        Bytes list;
        AppendScsiNumber(list, 2, 6 + 16 * runs.size());
        AppendScsiNumber(list, 2, 16 * runs.size());
        AppendScsiNumber(list, 4, 0);
        for (const auto& [lba, blocks] : runs)
        {
            AppendScsiNumber(list, 8, lba);
            AppendScsiNumber(list, 4, blocks);
            AppendScsiNumber(list, 4, 0);
        }
        return list;
    }

    /**
     * Run UNMAP.
     *
     * @param list the parameter list
     */
    void Unmap(const Bytes& list)
    {
        const auto high = static_cast<uint8_t>(list.size() >> 8);
        port.Run({0x42, 0, 0, 0, 0, 0, 0, high, static_cast<uint8_t>(list.size())}, 0, list);
    }

    /**
     * Expect the runs that GET LBA STATUS reports, from a block on.
     *
     * @param lba first block
     * @param runs number of blocks and status of each
     */
    void ExpectStatus(uint16_t lba, const std::vector<std::pair<uint32_t, uint8_t>>& runs)
    {
        Bytes expected;
        AppendScsiNumber(expected, 4, 4 + 16 * runs.size());
        AppendScsiNumber(expected, 4, 0);
        uint64_t at = lba;
        for (const auto& [blocks, status] : runs)
        {
            AppendScsiNumber(expected, 8, at);
            AppendScsiNumber(expected, 4, blocks);
            expected.insert(expected.end(), {status, 0, 0, 0});
            at += blocks;
        }
        const auto high = static_cast<uint8_t>(lba >> 8);
        const auto low = static_cast<uint8_t>(lba);
        port.Run({0x9e, 0x12, 0, 0, 0, 0, 0, 0, high, low, 0, 0, 4, 0}, 1024);
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == expected), true, "status from " << lba);
    }

    /**
     * UNMAP with and without contents.
     */
    void Unmapping()
    {
        const auto pattern = MakePattern(10 * 512, 5);
        port.Run(ScsiBlockCdb{ScsiOpcode::WRITE_10, 100, 10, 0}.Encode(), 0, pattern);
        ExpectStatus(0, {{1000, 0}});
        Unmap(MakeList({{107, 2}, {102, 3}}));
        ExpectGood(0, "two runs");
        ExpectStatus(0, {{102, 0}, {3, 1}, {2, 0}, {2, 1}, {891, 0}});
        ExpectStatus(103, {{2, 1}, {2, 0}, {2, 1}, {891, 0}});
        auto expected = pattern;
        std::fill_n(expected.begin() + 2 * 512, 3 * 512, 0);
        std::fill_n(expected.begin() + 7 * 512, 2 * 512, 0);
        NS_TEST_EXPECT_MSG_EQ((Read(100, 10) == expected), true, "zeros");
        port.Run(ScsiBlockCdb{ScsiOpcode::WRITE_10, 103, 1, 0}.Encode(), 0, Bytes(512, 7));
        ExpectStatus(101, {{1, 0}, {1, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}, {891, 0}});
        Unmap(MakeList({{100, 9}}));
        ExpectStatus(99, {{1, 0}, {9, 1}, {891, 0}});
        SetStoring(false);
        drive->asked.clear();
        Unmap(MakeList({{200, 1}}));
        ExpectGood(0, "without contents");
        ExpectAsked({}, "it is only counted");
        ExpectStatus(200, {{1, 1}, {799, 0}});
        drive->canUnmap = true;
        for (const bool stores : {false, true})
        {
            SetStoring(stores);
            drive->asked.clear();
            Unmap(MakeList({{300, 4}, {310, 2}}));
            ExpectGood(0, "by the drive");
            ExpectAsked({BlockOperation::UNMAP, BlockOperation::UNMAP}, "each run");
            port.Run(ScsiBlockCdb{ScsiOpcode::WRITE_SAME_16,
                                  320,
                                  8,
                                  ScsiBlockCdb::UNMAP | ScsiBlockCdb::NO_DATA_OUT}
                         .Encode());
            ExpectGood(0, "WRITE SAME by the drive");
            ExpectAsked({BlockOperation::UNMAP}, "at once");
            ExpectStatus(300, {{4, 1}, {6, 0}, {2, 1}, {8, 0}, {8, 1}, {672, 0}});
            port.Run(ScsiBlockCdb{ScsiOpcode::WRITE_10, 300, 28, 0}.Encode(), 0, Bytes(28 * 512));
        }
        drive->canUnmap = false;
        ExpectStatus(999, {{1, 0}});
    }

    /**
     * Lists that are not as they should be; none changes anything.
     */
    void Refusals()
    {
        Unmap({});
        ExpectGood(0, "no list is no error");
        Unmap(Bytes(7));
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x1a00, "less than the head");
        Unmap(MakeList({{300, 1}, {999, 2}}));
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2100, "past the last block");
        Unmap(MakeList({{300, 1}, {1001, 0}}));
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2100, "beyond the end");
        ExpectStatus(300, {{700, 0}});
        Unmap(MakeList({{1000, 0}, {0, 0}}));
        ExpectGood(0, "no blocks behind the last, and none at the first");
        ExpectStatus(300, {{700, 0}});
        Unmap(MakeList({{300, 100}, {400, 29}}));
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2600, "129 blocks, 128 are the most");
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{32}), true, "the second run");
        Unmap(MakeList(std::vector<std::pair<uint64_t, uint32_t>>(65, {300, 0})));
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2600, "65 runs, 64 are the most");
        ExpectStatus(300, {{700, 0}});
        auto list = MakeList({{300, 1}, {302, 1}});
        list.resize(30); // the second run is cut: it does not count (SBC-3, 5.25.2)
        Unmap(list);
        ExpectGood(0, "a run cut off");
        ExpectStatus(299, {{1, 0}, {1, 1}, {699, 0}});
        port.Run({0x9e, 0x12, 0, 0, 0, 0, 0, 0, 3, 0xe8, 0, 0, 0, 24}, 24);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2100, "GET LBA STATUS of block 1000");
    }

    /**
     * WRITE SAME of 10 and 16 bytes.
     */
    void WriteSame()
    {
        const auto block = MakePattern(512, 8);
        port.Run(ScsiBlockCdb{ScsiOpcode::WRITE_SAME_10, 500, 5, 0}.Encode(), 0, block);
        ExpectGood(0, "WRITE SAME(10)");
        NS_TEST_EXPECT_MSG_EQ((Read(500, 5) == Repeat(block, 5)), true, "five times");
        using Cdb = ScsiBlockCdb;
        constexpr uint8_t UNMAP_AND_NO_DATA = Cdb::UNMAP | Cdb::NO_DATA_OUT;
        port.Run(Cdb{ScsiOpcode::WRITE_SAME_16, 501, 1, Cdb::NO_DATA_OUT}.Encode());
        ExpectGood(0, "NDOB");
        NS_TEST_EXPECT_MSG_EQ((Read(501, 1) == Bytes(512)), true, "zeros");
        ExpectStatus(500, {{500, 0}});
        port.Run(Cdb{ScsiOpcode::WRITE_SAME_16, 502, 1, UNMAP_AND_NO_DATA}.Encode());
        ExpectGood(0, "UNMAP and NDOB");
        port.Run(Cdb{ScsiOpcode::WRITE_SAME_16, 503, 1, Cdb::UNMAP}.Encode(), 0, Bytes(512));
        ExpectGood(0, "UNMAP with zeros");
        port.Run(Cdb{ScsiOpcode::WRITE_SAME_10, 504, 1, Cdb::UNMAP}.Encode(), 0, block);
        ExpectGood(0, "UNMAP with what is no zeros writes it");
        ExpectStatus(500, {{2, 0}, {2, 1}, {496, 0}});
        const auto expected = Join(Join(block, Bytes(3 * 512)), block);
        NS_TEST_EXPECT_MSG_EQ((Read(500, 5) == expected), true, "contents");
        port.Run(Cdb{ScsiOpcode::WRITE_SAME_16, 500, 0, 0}.Encode(), 0, block);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "WSNZ: no blocks");
        port.Run(Cdb{ScsiOpcode::WRITE_SAME_16, 500, 129, 0}.Encode(), 0, block);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "too many");
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{10, std::nullopt, true}),
                              true,
                              "NUMBER OF LOGICAL BLOCKS");
        port.Run(Cdb{ScsiOpcode::WRITE_SAME_10, 500, 1, Cdb::NO_DATA_OUT}.Encode());
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "NDOB is not in WRITE SAME(10)");
    }

    /**
     * The map keeps a bounded number of runs.
     */
    void Bound()
    {
        ScsiProvisioningMap map;
        for (uint64_t i = 0; i < 2 * ScsiProvisioningMap::MAX_RUNS; ++i)
        {
            map.Unmap(2 * i, 1);
        }
        const auto last = 2 * ScsiProvisioningMap::MAX_RUNS - 2;
        NS_TEST_EXPECT_MSG_EQ(map.Find(last, 1 << 20).isMapped, false, "the last that fits");
        NS_TEST_EXPECT_MSG_EQ(map.Find(last + 2, 1 << 20).isMapped, true, "stays mapped");
        map.Unmap(0, 1 << 20);
        NS_TEST_EXPECT_MSG_EQ(map.Find(0, 1 << 21).blocks, 1 << 20, "all become one");
        map.Map(0, 1 << 21);
        NS_TEST_EXPECT_MSG_EQ(map.IsEmpty(), true, "all written");
    }

    void DoRun() override
    {
        disk->SetAttribute("MaxTransferLength", UintegerValue(64 << 10));
        Unmapping();
        Refusals();
        WriteSame();
        Bound();
    }
};

/**
 * @ingroup scsi-tests
 *
 * The other commands that were added to READ and WRITE: each as SBC-3 has it.
 */
class ScsiMoreCommandsTest : public ScsiStoringTestCase
{
  public:
    ScsiMoreCommandsTest()
        : ScsiStoringTestCase("WRITE AND VERIFY, VERIFY, PRE-FETCH, defects and 32-byte CDBs")
    {
    }

  private:
    /**
     * WRITE AND VERIFY, and VERIFY with BYTCHK 11b.
     */
    void Verify()
    {
        using enum ScsiOpcode;
        using BlockOperation::READ;
        using BlockOperation::VERIFY;
        using BlockOperation::WRITE;
        for (const auto opcode : {WRITE_AND_VERIFY_10, WRITE_AND_VERIFY_12, WRITE_AND_VERIFY_16})
        {
            const auto data = MakePattern(1024, static_cast<uint32_t>(opcode));
            drive->asked.clear();
            port.Run(ScsiBlockCdb{opcode, 8, 2, 0}.Encode(), 0, data);
            ExpectGood(0, "WRITE AND VERIFY");
            ExpectAsked({WRITE, VERIFY}, "BYTCHK 0");
            NS_TEST_EXPECT_MSG_EQ((Read(8, 2) == data), true, "written");
            drive->asked.clear();
            port.Run(ScsiBlockCdb{opcode, 8, 2, 0x02}.Encode(), 0, data);
            ExpectGood(0, "WRITE AND VERIFY");
            NS_TEST_EXPECT_MSG_EQ(drive->asked.at(0).forced, true, "on the medium");
            ExpectAsked({WRITE, READ}, "BYTCHK 1");
        }
        const auto block = MakePattern(512, 3);
        port.Run(ScsiBlockCdb{WRITE_10, 60, 3, 0}.Encode(), 0, Repeat(block, 3));
        const auto same = ScsiBlockCdb{VERIFY_16, 60, 3, 0x06}.Encode();
        port.Run(same, 0, block);
        ExpectGood(0, "one block three times");
        port.Run(same, 0, Bytes(600));
        ExpectSense(ScsiSenseKey::MISCOMPARE, 0x1d00, "not zeros");
        NS_TEST_EXPECT_MSG_EQ(port.task->residual, 88, "600 - 512");
        port.Run(same, 0, Bytes(100));
        ExpectGood(-412, "100 - 512: nothing to compare with");
        port.Run(ScsiBlockCdb{VERIFY_10, 60, 3, 0x04}.Encode(), 0, block);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "BYTCHK 10b");
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{1, 2, true}), true, "bit 2");
    }

    /**
     * PRE-FETCH: CONDITION MET if all goes into the cache.
     */
    void PreFetch()
    {
        using enum ScsiOpcode;
        for (const auto opcode : {PRE_FETCH_10, PRE_FETCH_16})
        {
            drive->asked.clear();
            port.Run(ScsiBlockCdb{opcode, 8, 2, 0}.Encode());
            NS_TEST_EXPECT_MSG_EQ((port.task->status == ScsiStatus::CONDITION_MET), true, "met");
            NS_TEST_EXPECT_MSG_EQ(port.dataIn.size(), 0, "no data");
            ExpectAsked({BlockOperation::READ}, "PRE-FETCH");
            port.Start(ScsiBlockCdb{opcode, 8, 2, 0x02}.Encode(), 0, {});
            NS_TEST_EXPECT_MSG_EQ(port.completions, 1, "IMMED: at once");
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(port.completions, 1, "and not again");
        }
        drive->asked.clear();
        port.Run(ScsiBlockCdb{PRE_FETCH_10, 8, 0, 0}.Encode());
        NS_TEST_EXPECT_MSG_EQ((port.task->status == ScsiStatus::GOOD), true, "992 do not fit");
        NS_TEST_EXPECT_MSG_EQ(drive->asked.at(0).blocks, 128, "as many as one command may");
        drive->asked.clear();
        port.Run(ScsiBlockCdb{PRE_FETCH_10, 900, 0, 0}.Encode());
        NS_TEST_ASSERT_MSG_EQ((port.task->status == ScsiStatus::CONDITION_MET), true, "100 fit");
        NS_TEST_EXPECT_MSG_EQ(drive->asked.at(0).blocks, 100, "up to the last block");
        port.Run(ScsiBlockCdb{PRE_FETCH_10, 8, 128, 0}.Encode());
        NS_TEST_EXPECT_MSG_EQ((port.task->status == ScsiStatus::CONDITION_MET), true, "128 fit");
        port.Run(ScsiBlockCdb{PRE_FETCH_10, 8, 129, 0}.Encode());
        NS_TEST_EXPECT_MSG_EQ((port.task->status == ScsiStatus::GOOD), true, "129 do not");
        drive->cache.readCache = false;
        port.Run(ScsiBlockCdb{PRE_FETCH_10, 8, 2, 0}.Encode());
        NS_TEST_EXPECT_MSG_EQ((port.task->status == ScsiStatus::GOOD), true, "no cache");
        drive->cache.readCache = true;
    }

    /**
     * READ DEFECT DATA: an empty list, in the format that was asked for.
     */
    void Defects()
    {
        port.Run({0x37, 0, 0x1d, 0, 0, 0, 0, 0, 255}, 255);
        ExpectGood(251, "READ DEFECT DATA(10)");
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == Bytes{0, 0x1d, 0, 0}), true, "empty");
        port.Run({0xb7, 0x0b, 0, 0, 0, 0, 0, 0, 0, 255}, 255);
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == Bytes{0, 0x0b, 0, 0, 0, 0, 0, 0}), true, "empty");
        port.Run({0x37, 0, 0x02, 0, 0, 0, 0, 0, 255}, 255);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "reserved format");
    }

    /**
     * READ(32), WRITE(32) and their kin: LBA in bytes 12 to 19, length in 28 to 31.
     */
    void Long()
    {
        // ADDITIONAL CDB LENGTH 18h; 40 = 28h.
        port.extended = {0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2};
        const auto data = MakePattern(1024, 6);
        auto cdb = [](uint8_t action, uint8_t flags) {
            return ScsiCdb{0x7f, 0, 0, 0, 0, 0, 0, 0x18, 0, action, flags};
        };
        port.Run(cdb(0x0b, 0), 0, data);
        ExpectGood(0, "WRITE(32)");
        port.Run(cdb(0x09, 0x18), 1024);
        ExpectGood(0, "READ(32)");
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == data), true, "READ(32)");
        NS_TEST_EXPECT_MSG_EQ(drive->asked.back().lba, 40, "LBA");
        NS_TEST_EXPECT_MSG_EQ(drive->asked.back().forced, true, "FUA");
        port.Run(cdb(0x0a, 0x02), 0, data);
        ExpectGood(0, "VERIFY(32)");
        port.Run(cdb(0x0a, 0x04), 0, data);
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{10, 2, true}), true, "BYTCHK");
        port.Run(cdb(0x09, 0x20), 1024);
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{10, 5, true}),
                              true,
                              "RDPROTECT");
        port.Run(cdb(0x99, 0), 1024);
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{8, std::nullopt, true}),
                              true,
                              "SERVICE ACTION");
        port.Run({0x7f, 0, 0, 0, 0, 0, 0, 0x17, 0, 0x09}, 1024);
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{7, std::nullopt, true}),
                              true,
                              "ADDITIONAL CDB LENGTH");
        port.extended.resize(15);
        port.Run(cdb(0x09, 0), 1024);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "one byte is missing");
        port.extended.clear();
    }

    void DoRun() override
    {
        disk->SetAttribute("MaxTransferLength", UintegerValue(64 << 10));
        Verify();
        PreFetch();
        Defects();
        Long();
    }
};

/**
 * @ingroup scsi-tests
 *
 * Every command that moves data, with buffers that are too small and too large (SAM-5, 5.4.1;
 * SPC-4, 4.2.5.6).
 */
class ScsiEveryResidualTest : public ScsiStoringTestCase
{
  public:
    ScsiEveryResidualTest()
        : ScsiStoringTestCase("Residuals of every command, in both directions")
    {
    }

  private:
    /**
     * Run a command that returns data, with buffers from none to too much.
     *
     * @param cdb the command, which asks for all that there is
     * @param size bytes that it returns
     */
    void ExpectReturn(const ScsiCdb& cdb, uint32_t size)
    {
        const auto what = "command " + std::to_string(cdb[0]);
        for (const uint32_t buffer : {0U, 1U, size - 1, size, size + 100})
        {
            port.Run(cdb, buffer);
            ExpectGood(int64_t{buffer} - size, what);
            NS_TEST_EXPECT_MSG_EQ(port.dataIn.size(), std::min(buffer, size), what);
        }
        // With a data-out buffer, too, each has its own residual.
        port.Run(cdb, size + 3, Bytes(50));
        ExpectGood(50, what + ", both buffers");
        NS_TEST_EXPECT_MSG_EQ(port.task->dataInResidual, 3, what);
        NS_TEST_EXPECT_MSG_EQ(port.asked, 0, what + ": no data-out");
    }

    /**
     * Run a command that takes data, with buffers that are large enough.
     *
     * @param cdb the command
     * @param data what it takes
     */
    void ExpectTake(const ScsiCdb& cdb, const Bytes& data)
    {
        const auto what = "command " + std::to_string(cdb[0]);
        for (const uint32_t more : {0, 1, 600})
        {
            port.Run(cdb, 0, Join(data, Bytes(more)));
            ExpectGood(more, what);
            NS_TEST_EXPECT_MSG_EQ(port.asked, data.size(), what);
        }
        port.Run(cdb, 7, Join(data, Bytes(5)));
        ExpectGood(5, what + ", both buffers");
        NS_TEST_EXPECT_MSG_EQ(port.task->dataInResidual, 7, what);
    }

    /**
     * Run a command that takes data, with buffers that are too small.
     *
     * @param cdb the command
     * @param size bytes that it takes
     */
    void ExpectOverflow(const ScsiCdb& cdb, uint32_t size)
    {
        for (const uint32_t buffer : {0U, 1U, size - 1})
        {
            port.Run(cdb, 0, Bytes(buffer));
            ExpectGood(int64_t{buffer} - size, "command " + std::to_string(cdb[0]));
        }
    }

    /**
     * Run a command that takes data of one length only.
     *
     * @param cdb the command
     * @param size bytes that it takes
     * @param additional how a buffer of another length is refused
     */
    void ExpectNothingElse(const ScsiCdb& cdb, uint32_t size, uint16_t additional)
    {
        const auto what = "command " + std::to_string(cdb[0]);
        port.Run(cdb, 7, Bytes(size));
        ExpectGood(0, what);
        NS_TEST_EXPECT_MSG_EQ(port.task->dataInResidual, 7, what);
        for (const uint32_t buffer : {0U, 1U, size / 2, size - 1, size + 1, 2 * size})
        {
            port.Run(cdb, 0, Bytes(buffer));
            ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, additional, what);
            NS_TEST_EXPECT_MSG_EQ(port.task->residual, buffer, what);
            NS_TEST_EXPECT_MSG_EQ(port.asked, 0, what << ": no data-out");
        }
    }

    void DoRun() override
    {
        using enum ScsiOpcode;
        ExpectReturn({0x12, 0, 0, 0, 255}, 96);
        ExpectReturn({0x12, 1, 0xb2, 0, 255}, 8);
        ExpectReturn({0x03, 0, 0, 0, 255}, 18);
        ExpectReturn({0x03, 1, 0, 0, 255}, 8);
        ExpectReturn({0x25}, 8);
        ExpectReturn({0x9e, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}, 32);
        ExpectReturn({0x9e, 0x12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}, 24);
        ExpectReturn({0x1a, 0x08, 0x3f, 0, 255}, 48);
        ExpectReturn({0x5a, 0x08, 0x3f, 0, 0, 0, 0, 0, 255}, 52);
        ExpectReturn({0xa0, 0, 0, 0, 0, 0, 0, 0, 0, 255}, 16);
        ExpectReturn({0x37, 0, 0x18, 0, 0, 0, 0, 0, 255}, 4);
        ExpectReturn({0xb7, 0x18, 0, 0, 0, 0, 0, 0, 0, 255}, 8);
        ExpectReturn({0x5e, 0, 0, 0, 0, 0, 0, 0, 255}, 8);
        ExpectReturn({0x5e, 1, 0, 0, 0, 0, 0, 0, 255}, 8);
        ExpectReturn({0x5e, 2, 0, 0, 0, 0, 0, 0, 255}, 8);
        ExpectReturn({0x5e, 3, 0, 0, 0, 0, 0, 0, 255}, 8);
        ExpectReturn({0xa3, 0x0c, 1, 0x28, 0, 0, 0, 0, 0, 255}, 14);
        ExpectReturn({0xa3, 0x0d, 0, 0, 0, 0, 0, 0, 0, 255}, 4);
        for (const auto opcode : {READ_6, READ_10, READ_12, READ_16})
        {
            ExpectReturn(ScsiBlockCdb{opcode, 5, 3, 0}.Encode(), 1536);
        }
        for (const auto opcode : {WRITE_6, WRITE_10, WRITE_12, WRITE_16, ORWRITE_16})
        {
            ExpectTake(ScsiBlockCdb{opcode, 5, 3, 0}.Encode(), Bytes(1536));
            ExpectOverflow(ScsiBlockCdb{opcode, 5, 3, 0}.Encode(), 1536);
        }
        for (const auto opcode : {VERIFY_10, VERIFY_12, VERIFY_16, WRITE_AND_VERIFY_10})
        {
            ExpectTake(ScsiBlockCdb{opcode, 5, 3, 2}.Encode(), Bytes(1536));
            ExpectOverflow(ScsiBlockCdb{opcode, 5, 3, 2}.Encode(), 1536);
        }
        ExpectTake(ScsiWriteAtomicCdb{0, 5, 0, 3}.Encode(), Bytes(1536));
        for (const auto opcode : {WRITE_SAME_10, WRITE_SAME_16})
        {
            ExpectNothingElse(ScsiBlockCdb{opcode, 5, 3, 0}.Encode(), 512, 0x0e03);
        }
        ExpectNothingElse({0x89, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 1}, 1024, 0x2400);
        ExpectTake({0x15, 0x10, 0, 0, 4}, Bytes(4));
        ExpectTake({0x55, 0x10, 0, 0, 0, 0, 0, 0, 8}, Bytes(8));
        ExpectTake({0x42, 0, 0, 0, 0, 0, 0, 0, 8}, Bytes(8));
        ExpectTake({0x5f, 6, 0, 0, 0, 0, 0, 0, 24}, Bytes(24));
        for (const ScsiCdb& cdb : {ScsiCdb{0x00},
                                   ScsiCdb{0x1b, 0, 0, 0, 1},
                                   ScsiCdb{0x16},
                                   ScsiCdb{0x17},
                                   ScsiCdb{0x35}})
        {
            port.Run(cdb, 9);
            ExpectGood(9, "moves nothing");
            port.Run(cdb, 0, Bytes(9));
            ExpectGood(9, "moves nothing");
        }
    }
};

/**
 * @ingroup scsi-tests
 *
 * What the disk says that it can (SPC-4, 6.35 and 6.36), and that this is so.
 */
class ScsiReportTest : public ScsiDiskTestCase
{
  public:
    ScsiReportTest()
        : ScsiDiskTestCase("REPORT SUPPORTED OPERATION CODES and TASK MANAGEMENT FUNCTIONS")
    {
    }

  private:
    /**
     * Run REPORT SUPPORTED OPERATION CODES.
     *
     * @param options byte 2
     * @param opcode requested operation code
     * @param action requested service action
     * @return the data
     */
    Bytes Report(uint8_t options, uint8_t opcode, uint8_t action)
    {
        port.Run({0xa3, 0x0c, options, opcode, 0, action, 0, 0, 16, 0}, 4096);
        return port.dataIn;
    }

    /**
     * Every bit that the usage map has not is refused with its byte and bit.
     *
     * @param command a command
     */
    void TryReservedBits(const ScsiCommand& command)
    {
        const auto action = GetScsiDiskCommands().GetActionByte(command.opcode);
        for (uint16_t byte = 1; byte < std::min<std::size_t>(command.length, 16); ++byte)
        {
            for (uint8_t bit = 0; bit < 8; ++bit)
            {
                if (command.usage[byte] >> bit & 1)
                {
                    continue;
                }
                auto cdb = MakeScsiCdb(command.opcode);
                if (action)
                {
                    PutScsiNumber(&cdb[*action], *action == 1 ? 1 : 2, command.serviceAction);
                }
                cdb[byte] |= 1 << bit;
                port.Run(cdb, 16);
                const auto what = std::to_string(cdb[0]) + "/" + std::to_string(byte);
                ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, what);
                NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{byte, bit, true}),
                                      true,
                                      what << " bit " << +bit);
            }
        }
    }

    /**
     * One command.
     */
    void One()
    {
        const Bytes read{0, 3, 0, 10, 0x28, 0x18, 255, 255, 255, 255, 0x1f, 255, 255, 0};
        NS_TEST_EXPECT_MSG_EQ((Report(1, 0x28, 0) == read), true, "READ(10)");
        NS_TEST_EXPECT_MSG_EQ((Report(3, 0x28, 0) == read), true, "READ(10), option 3");
        const Bytes out{0, 3, 0, 10, 0x5f, 0x04, 255, 0, 0, 255, 255, 255, 255, 0};
        NS_TEST_EXPECT_MSG_EQ((Report(2, 0x5f, 4) == out), true, "PREEMPT");
        NS_TEST_EXPECT_MSG_EQ((Report(2, 0x5f, 7) == Bytes{0, 1, 0, 0}), true, "not supported");
        NS_TEST_EXPECT_MSG_EQ((Report(1, 0xff, 0) == Bytes{0, 1, 0, 0}), true, "not supported");
        auto timed = read;
        timed[1] = 0x83;
        timed.insert(timed.end(), {0, 10});
        timed.resize(26);
        NS_TEST_EXPECT_MSG_EQ((Report(0x81, 0x28, 0) == timed), true, "with timeouts");
        const auto verify = Report(3, 0x7f, 0x0a);
        NS_TEST_ASSERT_MSG_EQ(verify.size(), 36, "VERIFY(32)");
        NS_TEST_EXPECT_MSG_EQ(+verify[3], 32, "CDB SIZE");
        NS_TEST_EXPECT_MSG_EQ(+verify[4 + 9], 0x0a, "SERVICE ACTION");
        Report(1, 0x5f, 0);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "it has service actions");
        Report(2, 0x28, 0);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "it has none");
        Report(4, 0x28, 0);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "reserved option");
    }

    void DoRun() override
    {
        // With target port groups the disk has every command of the table.
        disk->SetTargetPortGroups(CreateObject<ScsiTargetPortGroups>());
        const auto all = Report(0, 0, 0);
        const auto count = GetScsiDiskCommands().GetAll().size();
        NS_TEST_ASSERT_MSG_EQ(all.size(), 4 + 8 * count, "a descriptor for each");
        NS_TEST_EXPECT_MSG_EQ(GetScsiNumber(&all[0], 4), 8 * count, "COMMAND DATA LENGTH");
        const Bytes first(all.begin() + 4, all.begin() + 12);
        NS_TEST_EXPECT_MSG_EQ((first == Bytes{0, 0, 0, 0, 0, 0, 0, 6}), true, "TEST UNIT READY");
        NS_TEST_EXPECT_MSG_EQ(Report(0x80, 0, 0).size(), 4 + 20 * count, "with timeouts");
        std::set<std::pair<int, int>> seen;
        for (const auto& command : GetScsiDiskCommands().GetAll())
        {
            TryReservedBits(command);
            const auto key = std::pair(static_cast<int>(command.opcode), +command.serviceAction);
            NS_TEST_EXPECT_MSG_EQ(seen.insert(key).second, true, "once in the table");
        }
        One();
        port.Run({0xa3, 0x0d, 0, 0, 0, 0, 0, 0, 0, 4}, 4);
        // ATS, ATSS, CTSS, LURS, QTS, TRS; QTSS, ITNRS.
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == Bytes{0xde, 0x03, 0, 0}), true, "functions");
        port.Run({0xa3, 0x0d, 0x80, 0, 0, 0, 0, 0, 0, 255}, 16);
        Bytes extended{0xde, 0x03, 0, 12};
        extended.resize(16);
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == extended), true, "REPD");
        port.Run({0xa3, 0x0d, 0, 0, 0, 0, 0, 0, 0, 3}, 4);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "allocation length below 4");
    }
};

/**
 * @ingroup scsi-tests
 *
 * The commands of ScsiDisk beside READ and WRITE.
 */
class ScsiDiskCommandsTestSuite : public TestSuite
{
  public:
    ScsiDiskCommandsTestSuite()
        : TestSuite("scsi-disk-commands", Type::UNIT)
    {
        AddTestCase(new ScsiUpdateTest, Duration::QUICK);
        AddTestCase(new ScsiProvisioningTest, Duration::QUICK);
        AddTestCase(new ScsiMoreCommandsTest, Duration::QUICK);
        AddTestCase(new ScsiEveryResidualTest, Duration::QUICK);
        AddTestCase(new ScsiReportTest, Duration::QUICK);
    }
};

static ScsiDiskCommandsTestSuite g_scsiDiskCommandsTestSuite; //!< registers the suite
