/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-disk-test-case.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::scsitest;

/**
 * @ingroup scsi-tests
 *
 * MODE SELECT switches what the drive lets be switched, and nothing else.
 */
class ScsiModeSelectTest : public ScsiDiskTestCase
{
  public:
    ScsiModeSelectTest()
        : ScsiDiskTestCase("MODE SELECT switches caches, refuses all else and tells the others")
    {
    }

  private:
    /// Header of MODE SELECT(6) without block descriptor.
    const Bytes m_header{0, 0, 0, 0};

    /**
     * @param flags byte 2
     * @return the caching page
     */
    static Bytes CachingPage(uint8_t flags)
    {
        Bytes page{0x08, 0x12, flags};
        page.resize(20);
        return page;
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
     * Run MODE SELECT(6).
     *
     * @param list the parameter list
     */
    void Select(const Bytes& list)
    {
        const auto length = static_cast<uint16_t>(list.size());
        port.Run(ScsiModeSelectCdb{ScsiOpcode::MODE_SELECT_6, true, false, length}.Encode(),
                 0,
                 list);
    }

    /**
     * Check a caching page of MODE SENSE(6).
     *
     * @param control which values
     * @param flags byte 2
     */
    void ExpectFlags(ScsiPageControl control, uint8_t flags)
    {
        port.Run(
            ScsiModeSenseCdb{ScsiOpcode::MODE_SENSE_6, true, false, control, 0x08, 0, 255}.Encode(),
            24);
        NS_TEST_ASSERT_MSG_EQ(port.dataIn.size(), 24, "header and page");
        NS_TEST_EXPECT_MSG_EQ(+port.dataIn[6], +flags, "WCE 04h, RCD 01h");
    }

    /**
     * Check that a list is refused for a field.
     *
     * @param list the list
     * @param field the byte at fault
     */
    void ExpectRefusal(const Bytes& list, uint16_t field)
    {
        Select(list);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2600, "field " + std::to_string(field));
        NS_TEST_EXPECT_MSG_EQ(port.sense->field.value_or(ScsiFieldPointer{999}).byte,
                              field,
                              "field pointer");
    }

    /**
     * What is switched, and what MODE SENSE says then.
     */
    void Switches()
    {
        drive->changeable = {true, false};
        ExpectFlags(ScsiPageControl::CHANGEABLE, 0x04);
        ExpectFlags(ScsiPageControl::CURRENT, 0x00);
        Select(Join(m_header, CachingPage(0x04)));
        ExpectGood(0, "write cache on");
        NS_TEST_EXPECT_MSG_EQ(drive->cache.writeCache, true, "on");
        ExpectFlags(ScsiPageControl::CURRENT, 0x04);
        ExpectFlags(ScsiPageControl::DEFAULT, 0x00);
        // 4 is the caching page's flags.
        ExpectRefusal(Join(m_header, CachingPage(0x05)), 6);
        NS_TEST_EXPECT_MSG_EQ(drive->cache.readCache, true, "RCD cannot be changed");

        drive->changeable = {true, true};
        ExpectFlags(ScsiPageControl::CHANGEABLE, 0x05);
        // MODE SELECT(10) with a long descriptor of no blocks, which keeps the capacity.
        const Bytes head{0, 0, 0, 0, 1, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0};
        port.Run(ScsiModeSelectCdb{ScsiOpcode::MODE_SELECT_10, true, false, 44}.Encode(),
                 0,
                 Join(head, CachingPage(0x01)));
        ExpectGood(0, "MODE SELECT(10)");
        NS_TEST_EXPECT_MSG_EQ((drive->cache == BlockCacheSettings{false, false}), true, "both off");
        ExpectFlags(ScsiPageControl::CURRENT, 0x01);
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 0, "no blocks are moved");
    }

    /**
     * Lists that are not as they should be; the caches are both off and can both be switched.
     */
    void Refusals()
    {
        const Bytes control{0x0a, 0x0a, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0};
        auto page = CachingPage(0x05);
        page[3] = 1;
        // The first page is right, the second is not: nothing changes.
        ExpectRefusal(Join(Join(m_header, CachingPage(0x05)), page), 27);
        ExpectRefusal(Join({0, 1, 0, 0}, control), 1);             // MEDIUM TYPE
        ExpectRefusal(Join({0, 0, 0, 4}, control), 3);             // BLOCK DESCRIPTOR LENGTH
        ExpectRefusal({0, 0, 0, 8, 0, 0, 3, 0xe7, 0, 0, 2, 0}, 7); // 999 blocks
        ExpectRefusal({0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 4, 0}, 10);   // of 1,024 bytes
        ExpectRefusal({0, 0, 0, 0, 0x1d, 0x0a}, 4);                // no such page
        ExpectRefusal({0, 0, 0, 0, 0x48, 0x01}, 4);                // subpage format
        ExpectRefusal({0, 0, 0, 0, 0x08, 0x0a}, 5);                // PAGE LENGTH
        for (const std::size_t size : {1, 3, 5, 23})
        {
            auto list = Join(m_header, CachingPage(0x05));
            list.resize(size);
            Select(list);
            ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x1a00, "cut to " + std::to_string(size));
        }
        Select({0, 0, 0, 8, 0, 0, 0});
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x1a00, "descriptor cut");
        port.Run({0x15, 0x11, 0, 0, 4}, 0, m_header);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "SP");
        port.Run({0x15, 0, 0, 0, 4}, 0, m_header);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "not in page format");
        NS_TEST_EXPECT_MSG_EQ((drive->cache == BlockCacheSettings{false, false}),
                              true,
                              "as before");
        Select({});
        ExpectGood(0, "no list");
        Select({0, 0, 0, 8, 0, 0, 3, 0xe8, 0, 0, 2, 0});
        ExpectGood(0, "the capacity as it is");
        Select(Join(m_header, control));
        ExpectGood(0, "the control page as it is");
    }

    /**
     * Who else knows the disk is told once.
     */
    void Others()
    {
        const auto test = MakeScsiCdb(ScsiOpcode::TEST_UNIT_READY);
        const std::vector<std::string> names{"one", "two", "three"};
        for (const auto& name : names)
        {
            port.initiator = name;
            port.Run(test);
            ExpectGood(0, name + " is told nothing of what was before it came");
        }
        Select(Join(m_header, CachingPage(0x04)));
        ExpectGood(0, "three switches");
        Select(Join(m_header, CachingPage(0x04)));
        ExpectGood(0, "three switches nothing more, and is not told");
        port.initiator = "one";
        port.Run(ScsiInquiryCdb{false, 0, 36}.Encode(), 36);
        ExpectGood(0, "INQUIRY passes");
        port.Run(ScsiBlockCdb{ScsiOpcode::READ_10, 0, 1, 0}.Encode(), 512);
        ExpectSense(ScsiSenseKey::UNIT_ATTENTION, 0x2a01, "mode parameters changed");
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 0, "not carried out");
        port.Run(test);
        ExpectGood(0, "told once");
        port.initiator = "two";
        port.Run(ScsiRequestSenseCdb{false, 18}.Encode(), 18);
        const auto sense = ScsiSense::Decode(port.dataIn);
        NS_TEST_ASSERT_MSG_EQ(sense.has_value(), true, "sense data");
        NS_TEST_EXPECT_MSG_EQ((sense->key == ScsiSenseKey::UNIT_ATTENTION), true, "REQUEST SENSE");
        port.Run(test);
        ExpectGood(0, "told by REQUEST SENSE");
        port.initiator = "four";
        port.Run(test);
        ExpectGood(0, "came later");
    }

    void DoRun() override
    {
        Switches();
        Refusals();
        Others();
    }
};

/**
 * @ingroup scsi-tests
 *
 * The control mode page (SPC-4, 7.5.8): D_SENSE, SWP and TAS can be changed, nothing else.
 */
class ScsiControlPageTest : public ScsiDiskTestCase
{
  public:
    ScsiControlPageTest()
        : ScsiDiskTestCase("D_SENSE and SWP do what they say; a reset takes them back")
    {
    }

  private:
    /**
     * Run MODE SELECT(6) of the control page.
     *
     * @param sense byte 2
     * @param protect byte 4
     * @param aborted byte 5
     */
    void Select(uint8_t sense, uint8_t protect, uint8_t aborted)
    {
        port.Run({0x15, 0x10, 0, 0, 16},
                 0,
                 {0, 0, 0, 0, 0x0a, 0x0a, sense, 0x10, protect, aborted, 0, 0, 0, 0, 0, 0});
    }

    /**
     * @param control page control
     * @return header and control page
     */
    Bytes Sense(ScsiPageControl control)
    {
        port.Run(
            ScsiModeSenseCdb{ScsiOpcode::MODE_SENSE_6, true, false, control, 0x0a, 0, 255}.Encode(),
            16);
        return port.dataIn;
    }

    /**
     * Nothing is written while SWP is on.
     */
    void WriteProtection()
    {
        using enum ScsiOpcode;
        Select(0, 0x08, 0);
        ExpectGood(0, "SWP");
        drive->asked.clear();
        for (const auto opcode : {WRITE_6, WRITE_10, WRITE_16, WRITE_SAME_10, ORWRITE_16})
        {
            port.Run(ScsiBlockCdb{opcode, 5, 1, 0}.Encode(), 0, Bytes(512));
            ExpectSense(ScsiSenseKey::DATA_PROTECT, 0x2702, "SOFTWARE WRITE PROTECTED");
        }
        for (const ScsiCdb& cdb : {ScsiCdb{0x42}, ScsiCdb{0x89}})
        {
            port.Run(cdb);
            ExpectSense(ScsiSenseKey::DATA_PROTECT, 0x2702, "UNMAP, COMPARE AND WRITE");
        }
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 0, "nothing is written");
        port.Run(ScsiBlockCdb{READ_10, 5, 1, 0}.Encode(), 512);
        ExpectGood(0, "READ");
        port.Run(ScsiBlockCdb{SYNCHRONIZE_CACHE_10, 5, 1, 0}.Encode());
        ExpectGood(0, "what is in the cache may be written");
        NS_TEST_EXPECT_MSG_EQ(+Sense(ScsiPageControl::CURRENT).at(2), 0x90, "WP, DPOFUA");
    }

    void DoRun() override
    {
        Select(0x04, 0x08, 0x40);
        ExpectGood(0, "all three");
        NS_TEST_EXPECT_MSG_EQ(
            (Sense(ScsiPageControl::CURRENT) ==
             Bytes{15, 0, 0x90, 0, 0x0a, 0x0a, 0x04, 0x10, 0x08, 0x40, 0, 0, 0, 0, 0, 0}),
            true,
            "current values");
        NS_TEST_EXPECT_MSG_EQ((Sense(ScsiPageControl::DEFAULT) ==
                               Bytes{15, 0, 0x90, 0, 0x0a, 0x0a, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0}),
                              true,
                              "default values");
        port.Run({0xff});
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2000, "sense data");
        NS_TEST_EXPECT_MSG_EQ(+port.task->sense.at(0), 0x72, "in descriptor format");
        Select(0x04, 0x08, 0x41);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2600, "AUTOLOAD MODE");
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{9}), true, "byte 9");
        Select(0, 0, 0);
        port.Run({0xff});
        NS_TEST_EXPECT_MSG_EQ(+port.task->sense.at(0), 0x70, "fixed format again");
        port.Run({0x15, 0x10, 0, 0, 16}, 0, {0, 0, 0, 0, 0x1c, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2600, "DEXCPT cannot be changed");
        WriteProtection();
        ScsiTaskManagementRequest request;
        request.function = ScsiTaskManagementFunction::LOGICAL_UNIT_RESET;
        disk->ManageTasks(request);
        port.Run({0x00});
        ExpectSense(ScsiSenseKey::UNIT_ATTENTION, 0x2903, "reset");
        NS_TEST_EXPECT_MSG_EQ(+Sense(ScsiPageControl::CURRENT).at(2), 0x10, "WP is gone");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Commands reach the drive with what they ask, in the order that their task attributes ask.
 */
class ScsiOrderTest : public ScsiDiskTestCase
{
  public:
    ScsiOrderTest()
        : ScsiDiskTestCase(
              "FUA and task attributes reach the drive, and none passes an ORDERED one")
    {
    }

  private:
    /**
     * Bring a command.
     *
     * @param attribute its task attribute
     * @param opcode WRITE_10, the data of which come later, or READ_10
     * @param lba its block
     */
    void Start(ScsiTaskAttribute attribute, ScsiOpcode opcode, uint64_t lba)
    {
        const bool writes = opcode == ScsiOpcode::WRITE_10;
        port.attribute = attribute;
        port.Start(ScsiBlockCdb{opcode, lba, 1, 0}.Encode(),
                   writes ? 0 : 512,
                   Bytes(writes ? 512 : 0));
    }

    /**
     * @return the blocks that the drive was asked for, in order
     */
    std::vector<uint64_t> GetAsked() const
    {
        std::vector<uint64_t> lbas;
        for (const auto& asked : drive->asked)
        {
            lbas.push_back(asked.lba);
        }
        return lbas;
    }

    /**
     * FUA where the standard has it.
     */
    void ForceUnitAccess()
    {
        using enum ScsiOpcode;
        constexpr auto FUA = ScsiBlockCdb::FUA;
        port.Run(ScsiBlockCdb{READ_10, 0, 1, FUA}.Encode(), 512);
        port.Run(ScsiBlockCdb{WRITE_16, 0, 1, FUA}.Encode(), 0, Bytes(512));
        port.Run(ScsiBlockCdb{READ_10, 0, 1, ScsiBlockCdb::DPO}.Encode(), 512);
        port.Run(ScsiBlockCdb{WRITE_10, 0, 1, 0}.Encode(), 0, Bytes(512));
        port.Run(ScsiBlockCdb{VERIFY_10, 0, 1, 0}.Encode());
        port.Run({0x08, 0x08, 0, 0, 1}, 512); // READ(6): part of the LBA
        const std::vector<bool> forced{true, true, false, false, false, false};
        NS_TEST_ASSERT_MSG_EQ(drive->asked.size(), forced.size(), "each once");
        for (std::size_t i = 0; i < forced.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(drive->asked[i].forced, forced[i], "command " << i);
        }
        drive->asked.clear();
    }

    /**
     * Writes wait for their data, reads need none.
     */
    void Fence()
    {
        using enum ScsiTaskAttribute;
        using enum ScsiOpcode;
        port.several = true;
        port.pieceSize = 512;
        Start(SIMPLE, WRITE_10, 1);
        Start(UNTAGGED, READ_10, 2); // passes the write
        Start(ORDERED, READ_10, 3);
        Start(ACA, READ_10, 4);
        Start(HEAD_OF_QUEUE, READ_10, 5);
        Start(ORDERED, WRITE_10, 6);
        Start(SIMPLE, READ_10, 7);
        NS_TEST_EXPECT_MSG_EQ((GetAsked() == std::vector<uint64_t>{2, 5}), true, "before any data");
        // The data of both writes come, in order.
        Simulator::Run();
        const std::vector<uint64_t> expected{2, 5, 1, 3, 4, 6, 7};
        NS_TEST_EXPECT_MSG_EQ((GetAsked() == expected), true, "none passes an ORDERED one");
        const std::vector<BlockOrder> orders{BlockOrder::SIMPLE,
                                             BlockOrder::HEAD_OF_QUEUE,
                                             BlockOrder::SIMPLE,
                                             BlockOrder::ORDERED,
                                             BlockOrder::SIMPLE,
                                             BlockOrder::ORDERED,
                                             BlockOrder::SIMPLE};
        for (std::size_t i = 0; i < orders.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(drive->asked[i].order, orders[i], "order of " << i);
        }
        drive->asked.clear();
    }

    /**
     * Those behind a lost command continue; a lost one that waits does not come back.
     */
    void Lost()
    {
        using enum ScsiTaskAttribute;
        using enum ScsiOpcode;
        Start(ORDERED, WRITE_10, 1);
        const auto first = port.task;
        Start(SIMPLE, READ_10, 2);
        const auto second = port.task;
        Start(SIMPLE, READ_10, 3);
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 0, "they wait");
        disk->TaskLost(second);
        disk->TaskLost(first);
        NS_TEST_EXPECT_MSG_EQ((GetAsked() == std::vector<uint64_t>{3}), true, "free to go");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(second->GetReferenceCount(), 1, "nobody holds it");
        drive->asked.clear();
        port.attribute = SIMPLE;
        // The flush waits, its answer does not.
        Start(ORDERED, WRITE_10, 1);
        port.Start(ScsiBlockCdb{SYNCHRONIZE_CACHE_10, 0, 0, 0x02}.Encode(), 0, {});
        NS_TEST_EXPECT_MSG_EQ(port.completions, 1, "IMMED");
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 0, "the write is before it");
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(drive->asked.size(), 2, "both");
        NS_TEST_EXPECT_MSG_EQ(drive->asked[1].operation, BlockOperation::FLUSH, "in order");
        NS_TEST_EXPECT_MSG_EQ(port.completions, 2, "the write, too; the flush not again");
    }

    void DoRun() override
    {
        drive->count = 1 << 20;
        ForceUnitAccess();
        Fence();
        Lost();
    }
};

/**
 * @ingroup scsi-tests
 *
 * What ScsiDisk lets initiators say of the device's caches and queue.
 */
class ScsiDiskQueueTestSuite : public TestSuite
{
  public:
    ScsiDiskQueueTestSuite()
        : TestSuite("scsi-disk-queue", Type::UNIT)
    {
        AddTestCase(new ScsiModeSelectTest, Duration::QUICK);
        AddTestCase(new ScsiControlPageTest, Duration::QUICK);
        AddTestCase(new ScsiOrderTest, Duration::QUICK);
    }
};

static ScsiDiskQueueTestSuite g_scsiDiskQueueTestSuite; //!< registers the suite
