/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-disk-test-case.h"

#include "ns3/boolean.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <functional>
#include <memory>
#include <string>

using namespace ns3;
using namespace ns3::scsitest;

/**
 * @ingroup scsi-tests
 *
 * A disk of two initiators.
 */
class ScsiMediumTestCase : public ScsiDiskTestCase
{
  protected:
    /// TEST UNIT READY.
    static constexpr ScsiCdb TEST_READY{0x00};
    /// START STOP UNIT with LOEJ.
    static constexpr ScsiCdb EJECT{0x1b, 0, 0, 0, 0x02};
    /// START STOP UNIT with LOEJ and START.
    static constexpr ScsiCdb LOAD{0x1b, 0, 0, 0, 0x03};
    /// PREVENT ALLOW MEDIUM REMOVAL with PREVENT 01b.
    static constexpr ScsiCdb PREVENT{0x1e, 0, 0, 0, 0x01};
    /// PREVENT ALLOW MEDIUM REMOVAL with PREVENT 00b.
    static constexpr ScsiCdb ALLOW{0x1e};

    /**
     * @param name the name
     */
    explicit ScsiMediumTestCase(const std::string& name)
        : ScsiDiskTestCase(name)
    {
    }

    void DoSetup() override
    {
        ScsiDiskTestCase::DoSetup();
        disk->SetAttribute("Removable", BooleanValue(true));
        Run("b", TEST_READY);
        Run("a", TEST_READY);
    }

    /**
     * Run a command of an initiator port.
     *
     * @param initiator its name
     * @param cdb the command
     * @param out the data-out buffer
     */
    void Run(const std::string& initiator, const ScsiCdb& cdb, const Bytes& out = {})
    {
        port.initiator = initiator;
        port.Run(cdb, 0, out);
    }

    /**
     * Run commands of one initiator port and expect that each is good.
     *
     * @param initiator its name
     * @param cdbs the commands
     * @param what the case
     */
    void ExpectGoods(const std::string& initiator,
                     const std::vector<ScsiCdb>& cdbs,
                     const std::string& what)
    {
        for (const auto& cdb : cdbs)
        {
            Run(initiator, cdb);
            ExpectGood(0, what);
        }
    }

    /**
     * Expect that the medium is held when an initiator port wants to eject it.
     *
     * @param initiator its name
     */
    void ExpectPrevented(const std::string& initiator)
    {
        Run(initiator, EJECT);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x5302, "MEDIUM REMOVAL PREVENTED");
        NS_TEST_EXPECT_MSG_EQ(disk->IsMediumLoaded(), true, "still there");
    }

    /**
     * @param function a task management function of initiator a
     */
    void Manage(ScsiTaskManagementFunction function)
    {
        ScsiTaskManagementRequest request;
        request.function = function;
        request.initiatorPort = std::make_shared<const std::string>("a");
        disk->ManageTasks(request);
    }
};

/**
 * @ingroup scsi-tests
 *
 * A medium that comes and goes.
 */
class ScsiEjectTest : public ScsiMediumTestCase
{
  public:
    ScsiEjectTest()
        : ScsiMediumTestCase("A medium is ejected and loaded, and others are told of it")
    {
    }

  private:
    /**
     * What needs the medium, and what does not.
     */
    void Absent()
    {
        using enum ScsiOpcode;
        for (const ScsiCdb& cdb : {TEST_READY,
                                   ScsiCdb{0x25},
                                   ScsiCdb{0x9e, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32},
                                   ScsiCdb{0x9e, 0x12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24},
                                   ScsiCdb{0x35, 0x06}, // SYNC_NV, IMMED
                                   ScsiCdb{0x42},
                                   ScsiCdb{0x48, 0x02},
                                   ScsiBlockCdb{READ_16, 0, 1, 0}.Encode(),
                                   ScsiBlockCdb{WRITE_16, 0, 1, 0}.Encode(),
                                   ScsiBlockCdb{VERIFY_12, 0, 1, 2}.Encode(),
                                   ScsiBlockCdb{WRITE_AND_VERIFY_10, 0, 1, 2}.Encode(),
                                   ScsiBlockCdb{PRE_FETCH_16, 0, 1, 2}.Encode(),
                                   ScsiBlockCdb{ORWRITE_16, 0, 1, 0}.Encode(),
                                   ScsiBlockCdb{WRITE_SAME_10, 0, 1, 0}.Encode(),
                                   ScsiWriteAtomicCdb{0, 0, 0, 1}.Encode(),
                                   ScsiCdb{0x89, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
                                   ScsiStartStopCdb{false, 0, false, false, true}.Encode()})
        {
            Run("a", cdb);
            ExpectSense(ScsiSenseKey::NOT_READY, 0x3a00, "command " + std::to_string(cdb[0]));
        }
        port.Run(ScsiRequestSenseCdb{false, 18}.Encode(), 18);
        const Bytes sense{0x70, 0, 2, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x3a, 0, 0, 0, 0, 0};
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == sense), true, "REQUEST SENSE tells why");
        port.Run(ScsiInquiryCdb{false, 0, 2}.Encode(), 2);
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == Bytes{0x00, 0x80}), true, "RMB");
        ExpectGoods("a",
                    {ALLOW, EJECT, ScsiStartStopCdb{}.Encode(), ScsiCdb{0x1a, 8, 0x3f}},
                    "what needs no medium");
    }

    /**
     * Caches are written back before the medium goes.
     */
    void Flushes()
    {
        const auto flush =
            [this](const ScsiCdb& cdb, std::size_t flushes, const std::string& what) {
                ExpectGoods("a", {LOAD}, "load");
                drive->asked.clear();
                ExpectGoods("a", {cdb}, what);
                NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), flushes, what);
            };
        flush(ScsiStartStopCdb{false, 0, false, true, false}.Encode(), 1, "eject");
        flush(ScsiStartStopCdb{false, 0, true, true, false}.Encode(), 0, "NO_FLUSH");
        flush(ScsiStartStopCdb{true, 0, false, true, false}.Encode(), 1, "IMMED");
        ExpectGoods("a", {LOAD}, "load");
        port.Start(ScsiStartStopCdb{true, 0, false, true, false}.Encode(), 0, {});
        NS_TEST_EXPECT_MSG_EQ(port.completions, 1, "IMMED: at once");
        Simulator::Run();
        ExpectGoods("a", {LOAD}, "load");
    }

    void DoRun() override
    {
        ExpectGoods("a", {EJECT}, "eject");
        NS_TEST_EXPECT_MSG_EQ(disk->IsMediumLoaded(), false, "gone");
        Absent();
        ExpectGoods("a", {LOAD, LOAD, TEST_READY}, "load, twice; ready at once");
        Run("b", TEST_READY);
        ExpectSense(ScsiSenseKey::UNIT_ATTENTION, 0x2800, "MEDIUM MAY HAVE CHANGED");
        ExpectGoods("b", {TEST_READY}, "told once");
        Flushes();
        Run("b", TEST_READY);
        ExpectSense(ScsiSenseKey::UNIT_ATTENTION, 0x2800, "MEDIUM MAY HAVE CHANGED");
        // Neither a stop without LOEJ nor a power condition makes it unready.
        for (uint8_t condition = 0; condition < 16; ++condition)
        {
            const bool ejects = condition != 0;
            ExpectGoods(
                "a",
                {ScsiStartStopCdb{true, condition, false, ejects, false}.Encode(), TEST_READY},
                "power condition " + std::to_string(condition));
        }
        ExpectGoods("a", {EJECT}, "eject");
        Manage(ScsiTaskManagementFunction::LOGICAL_UNIT_RESET);
        NS_TEST_EXPECT_MSG_EQ(disk->IsMediumLoaded(), false, "a reset does not bring it back");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Who prevents the removal, and until when (SBC-3, 5.10).
 */
class ScsiPreventTest : public ScsiMediumTestCase
{
  public:
    ScsiPreventTest()
        : ScsiMediumTestCase("Removal is prevented until all nexuses that prevented it allow it")
    {
    }

  private:
    /**
     * Two nexuses.
     */
    void Nexuses()
    {
        ExpectGoods("a", {PREVENT}, "prevent");
        ExpectPrevented("a");
        ExpectPrevented("b");
        ExpectGoods("b", {PREVENT, PREVENT}, "prevent, too, and again");
        ExpectGoods("a", {ALLOW}, "allow");
        ExpectPrevented("a");
        ExpectGoods("b", {ALLOW}, "allow");
        ExpectGoods("a", {EJECT, PREVENT, EJECT}, "eject; it is out already");
        Run("b", LOAD);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x5302, "the mechanism is locked");
        ExpectGoods("a", {ALLOW, LOAD, PREVENT, LOAD, ALLOW}, "load; it is in already");
        for (const uint8_t prevent : {2, 3})
        {
            Run("a", ScsiPreventAllowCdb{prevent}.Encode());
            ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "obsolete");
            NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{4, 1, true}),
                                  true,
                                  "PREVENT");
        }
    }

    /**
     * Expect that something ends what initiator a prevents.
     *
     * @param event what
     * @param what its name
     */
    void ExpectRelease(const std::function<void()>& event, const std::string& what)
    {
        for (const auto* name : {"a", "b"})
        {
            do
            {
                Run(name, TEST_READY);
            } while (port.task->status != ScsiStatus::GOOD);
        }
        ExpectGoods("a", {PREVENT}, what);
        ExpectPrevented("a");
        event();
        // The first command is notified of what happened.
        Run("b", TEST_READY);
        Run("a", TEST_READY);
        Run("b", TEST_READY);
        ExpectGoods("a", {EJECT, LOAD}, what);
    }

    /**
     * Reservations: who may not write may neither prevent nor eject.
     */
    void Reservations()
    {
        Bytes list(24);
        list[15] = 0x77;
        Run("b", {0x5f, 0, 0, 0, 0, 0, 0, 0, 24}, list);
        std::swap(list[7], list[15]);
        Run("b", {0x5f, 1, 1, 0, 0, 0, 0, 0, 24}, list);
        ExpectGood(0, "write exclusive");
        for (const auto& cdb : {PREVENT, EJECT})
        {
            Run("a", cdb);
            NS_TEST_EXPECT_MSG_EQ((port.task->status == ScsiStatus::RESERVATION_CONFLICT),
                                  true,
                                  "command " << +cdb[0]);
        }
        ExpectGoods("a", {ALLOW, LOAD}, "to allow and to load is allowed");
        Run("b", {0x5f, 3, 0, 0, 0, 0, 0, 0, 24}, list);
        ExpectGood(0, "CLEAR");
    }

    /**
     * PREEMPT AND ABORT by initiator b of the registration of a.
     */
    void Preempt()
    {
        Bytes list(24);
        list[15] = 0x11;
        Run("a", {0x5f, 6, 0, 0, 0, 0, 0, 0, 24}, list);
        list[15] = 0x22;
        Run("b", {0x5f, 6, 0, 0, 0, 0, 0, 0, 24}, list);
        list[7] = 0x22;
        list[15] = 0x11;
        Run("b", {0x5f, 5, 5, 0, 0, 0, 0, 0, 24}, list);
        ExpectGood(0, "PREEMPT AND ABORT");
        list[15] = 0;
        Run("b", {0x5f, 3, 0, 0, 0, 0, 0, 0, 24}, list);
        ExpectGood(0, "CLEAR");
    }

    void DoRun() override
    {
        using enum ScsiTaskManagementFunction;
        Nexuses();
        for (const auto function :
             {LOGICAL_UNIT_RESET, TARGET_WARM_RESET, TARGET_COLD_RESET, I_T_NEXUS_RESET})
        {
            ExpectRelease([this, function] { Manage(function); },
                          "function " + std::to_string(static_cast<int>(function)));
        }
        ExpectRelease([this] { disk->NexusLost("a"); }, "nexus loss");
        ExpectRelease([this] { Preempt(); }, "PREEMPT AND ABORT");
        ExpectGoods("a", {PREVENT}, "prevent");
        Manage(ABORT_TASK_SET);
        Manage(CLEAR_TASK_SET);
        disk->NexusLost("b");
        ExpectPrevented("a");
        ExpectGoods("a", {ALLOW}, "allow");
        Run("b", TEST_READY);
        Reservations();
    }
};

/**
 * @ingroup scsi-tests
 *
 * A disk with a fixed medium, and one that cannot be written.
 */
class ScsiFixedMediumTest : public ScsiMediumTestCase
{
  public:
    ScsiFixedMediumTest()
        : ScsiMediumTestCase("A fixed medium stays; a read-only one is not written")
    {
    }

  private:
    /**
     * What a fixed medium does not know.
     */
    void Fixed()
    {
        disk->SetAttribute("Removable", BooleanValue(false));
        port.Run(ScsiInquiryCdb{false, 0, 2}.Encode(), 2);
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == Bytes{0, 0}), true, "no RMB");
        for (const auto& [cdb, bit] :
             {std::pair(EJECT, 1), std::pair(LOAD, 1), std::pair(ScsiCdb{0x1b, 0, 0, 0, 0x30}, 7)})
        {
            Run("a", cdb);
            ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "LOEJ, POWER CONDITION");
            NS_TEST_EXPECT_MSG_EQ(
                (port.sense->field == ScsiFieldPointer{4, static_cast<uint8_t>(bit), true}),
                true,
                "bit " << bit);
        }
        ExpectGoods("a", {PREVENT, ScsiCdb{0x1b}}, "to prevent changes nothing");
        Run("a", TEST_READY);
        ExpectSense(ScsiSenseKey::NOT_READY, 0x0402, "stopped");
        ExpectGoods("a", {ScsiCdb{0x1b, 0, 0, 0, 1}, TEST_READY}, "started");
    }

    /**
     * A read-only medium.
     */
    void ReadOnly()
    {
        using enum ScsiOpcode;
        disk->SetAttribute("ReadOnly", BooleanValue(true));
        drive->asked.clear();
        Bytes out(512);
        for (const auto opcode : {WRITE_6, WRITE_10, WRITE_12, WRITE_16, ORWRITE_16})
        {
            Run("a", ScsiBlockCdb{opcode, 5, 1, 0}.Encode(), out);
            ExpectSense(ScsiSenseKey::DATA_PROTECT, 0x2701, "HARDWARE WRITE PROTECTED");
        }
        for (const ScsiCdb& cdb : {ScsiCdb{0x42},
                                   ScsiCdb{0x48, 0x02},
                                   ScsiCdb{0x48, 0x03},
                                   ScsiCdb{0x48, 0x01, 0, 0, 0, 0, 0, 0, 8},
                                   ScsiBlockCdb{WRITE_SAME_16, 0, 1, 9}.Encode(),
                                   ScsiWriteAtomicCdb{0, 0, 0, 1}.Encode(),
                                   ScsiCdb{0x89}})
        {
            Run("a", cdb);
            ExpectSense(ScsiSenseKey::DATA_PROTECT, 0x2701, "command " + std::to_string(cdb[0]));
        }
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 0, "nothing is written");
        port.Run(ScsiBlockCdb{READ_10, 5, 1, 0}.Encode(), 512);
        ExpectGood(0, "READ");
        port.Run({0x1a, 0x08, 0x0a, 0, 3}, 3);
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == Bytes{15, 0, 0x90}), true, "WP, DPOFUA");
        port.Run({0x5a, 0x08, 0x0a, 0, 0, 0, 0, 0, 4}, 4);
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == Bytes{0, 18, 0, 0x90}), true, "WP, DPOFUA");
        disk->SetAttribute("ReadOnly", BooleanValue(false));
        port.Run({0x1a, 0x08, 0x0a, 0, 3}, 3);
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == Bytes{15, 0, 0x10}), true, "DPOFUA");
    }

    void DoRun() override
    {
        Fixed();
        ReadOnly();
    }
};

/**
 * @ingroup scsi-tests
 *
 * Physical blocks of several logical ones, and WRITE SAME of no blocks.
 */
class ScsiBlockReportTest : public ScsiDiskTestCase
{
  public:
    ScsiBlockReportTest()
        : ScsiDiskTestCase("Physical blocks are reported; WSNZ decides on WRITE SAME of no blocks")
    {
    }

  private:
    /**
     * Expect bytes 12 to 15 of READ CAPACITY(16).
     *
     * @param expected those
     */
    void ExpectBlocks(const Bytes& expected)
    {
        port.Run(ScsiReadCapacity16Cdb{0x10, 32}.Encode(), 32);
        const Bytes found(port.dataIn.begin() + 12, port.dataIn.begin() + 16);
        NS_TEST_EXPECT_MSG_EQ((found == expected), true, "LBPPBE " << +expected[1]);
    }

    /**
     * Physical blocks.
     */
    void Physical()
    {
        ExpectBlocks({0, 0, 0xc0, 0});
        disk->SetAttribute("PhysicalBlockExponent", UintegerValue(3));
        disk->SetAttribute("LowestAlignedBlock", UintegerValue(7));
        ExpectBlocks({0, 3, 0xc0, 7});
        disk->SetAttribute("PhysicalBlockExponent", UintegerValue(15));
        disk->SetAttribute("LowestAlignedBlock", UintegerValue(0x3ffe));
        ExpectBlocks({0, 15, 0xff, 0xfe});
        disk->SetAttribute("PhysicalBlockExponent", UintegerValue(3));
        disk->SetAttribute("LowestAlignedBlock", UintegerValue(8));
        std::string error;
        try
        {
            port.Run(ScsiReadCapacity16Cdb{0x10, 32}.Encode(), 32);
        }
        catch (const UserError& caught)
        {
            error = caught.what();
        }
        NS_TEST_EXPECT_MSG_EQ(error,
                              "ScsiDisk: attribute LowestAlignedBlock: 8 is not less than the 8 "
                              "logical blocks of a physical block (PhysicalBlockExponent)",
                              "a user error");
        disk->SetAttribute("LowestAlignedBlock", UintegerValue(0));
    }

    /**
     * Run WRITE SAME(16) of no blocks.
     *
     * @param lba first block
     */
    void WriteSame(uint64_t lba)
    {
        drive->asked.clear();
        port.Run(ScsiBlockCdb{ScsiOpcode::WRITE_SAME_16, lba, 0, 0}.Encode(), 0, Bytes(512, 5));
    }

    void DoRun() override
    {
        Physical();
        disk->SetAttribute("MaxTransferLength", UintegerValue(64 << 10));
        WriteSame(900);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "WSNZ");
        disk->SetAttribute("WriteSameNonZero", BooleanValue(false));
        port.Run(ScsiInquiryCdb{true, 0xb0, 5}.Encode(), 5);
        NS_TEST_EXPECT_MSG_EQ(+port.dataIn.at(4), 0, "no WSNZ");
        WriteSame(872);
        ExpectGood(0, "128 blocks up to the last one");
        NS_TEST_ASSERT_MSG_EQ(drive->asked.size(), 1, "one write");
        NS_TEST_EXPECT_MSG_EQ(drive->asked[0].lba, 872, "LBA");
        NS_TEST_EXPECT_MSG_EQ(drive->asked[0].blocks, 128, "all that follow");
        WriteSame(871);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "129 blocks are too many");
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{10, std::nullopt, true}),
                              true,
                              "NUMBER OF LOGICAL BLOCKS");
        for (const uint64_t lba : {1000, 1001})
        {
            WriteSame(lba);
            ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2100, "none follow");
        }
        // NDOB: zeros, the same number of them.
        drive->asked.clear();
        port.Run(ScsiBlockCdb{ScsiOpcode::WRITE_SAME_16, 990, 0, 1}.Encode());
        ExpectGood(0, "NDOB");
        NS_TEST_EXPECT_MSG_EQ(drive->asked.at(0).blocks, 10, "all that follow");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Media that are removable, read-only, or of another physical block size.
 */
class ScsiMediumTestSuite : public TestSuite
{
  public:
    ScsiMediumTestSuite()
        : TestSuite("scsi-medium", Type::UNIT)
    {
        AddTestCase(new ScsiEjectTest, Duration::QUICK);
        AddTestCase(new ScsiPreventTest, Duration::QUICK);
        AddTestCase(new ScsiFixedMediumTest, Duration::QUICK);
        AddTestCase(new ScsiBlockReportTest, Duration::QUICK);
    }
};

static ScsiMediumTestSuite g_scsiMediumTestSuite; //!< registers the suite
