/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-disk-test-case.h"

#include "ns3/boolean.h"
#include "ns3/nstime.h"
#include "ns3/scsi-bytes.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

using namespace ns3;
using namespace ns3::scsitest;

/**
 * @ingroup scsi-tests
 *
 * A disk of 1,000 blocks that is sanitized: in requests of 3 blocks, 334 for a pass, the last of 1.
 */
class ScsiSanitizeTestCase : public ScsiDiskTestCase
{
  protected:
    /// SANITIZE, BLOCK ERASE.
    static constexpr ScsiCdb BLOCK_ERASE{0x48, 0x02};
    /// SANITIZE, CRYPTOGRAPHIC ERASE.
    static constexpr ScsiCdb CRYPTOGRAPHIC_ERASE{0x48, 0x03};
    /// SANITIZE, EXIT FAILURE MODE.
    static constexpr ScsiCdb EXIT_FAILURE_MODE{0x48, 0x1f};
    /// TEST UNIT READY.
    static constexpr ScsiCdb TEST_READY{0x00};
    /// Requests of a pass.
    static constexpr std::size_t PASS = 334;

    /**
     * @param name the name
     */
    explicit ScsiSanitizeTestCase(const std::string& name)
        : ScsiDiskTestCase(name)
    {
    }

    void DoSetup() override
    {
        ScsiDiskTestCase::DoSetup();
        drive->keep = true;
        disk->SetAttribute("StoreData", BooleanValue(true));
        other.device = disk;
        other.initiator = "other";
    }

    void DoTeardown() override
    {
        other.device = nullptr;
        other.task = nullptr;
        ScsiDiskTestCase::DoTeardown();
    }

    /**
     * @param head byte 0: INVERT, TEST, OVERWRITE COUNT
     * @param pattern the pattern
     * @return the parameter list of OVERWRITE
     */
    static Bytes MakeList(uint8_t head, const Bytes& pattern)
    {
        Bytes list{head, 0};
        AppendScsiNumber(list, 2, pattern.size());
        list.insert(list.end(), pattern.begin(), pattern.end());
        return list;
    }

    /**
     * @param list a parameter list
     * @param flags IMMED and AUSE
     * @return SANITIZE, OVERWRITE
     */
    static ScsiCdb Overwrite(const Bytes& list, uint8_t flags = 0)
    {
        const auto size = static_cast<uint16_t>(list.size());
        return {0x48,
                static_cast<uint8_t>(0x01 | flags),
                0,
                0,
                0,
                0,
                0,
                static_cast<uint8_t>(size >> 8),
                static_cast<uint8_t>(size)};
    }

    /**
     * @return all contents
     */
    Bytes ReadAll()
    {
        port.Run(ScsiBlockCdb{ScsiOpcode::READ_16, 0, 1000, 0}.Encode(), 512000);
        return port.dataIn;
    }

    /**
     * Expect what GET LBA STATUS returns: one run of all blocks.
     *
     * @param status PROVISIONING STATUS
     */
    void ExpectStatus(uint8_t status)
    {
        port.Run({0x9e, 0x12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}, 256);
        const Bytes expected{0, 0, 0, 20, 0, 0, 0, 0,    0,      0, 0, 0,
                             0, 0, 0, 0,  0, 0, 3, 0xe8, status, 0, 0, 0};
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == expected), true, "status " << +status);
    }

    /**
     * Do something at a time from now.
     *
     * @param delay the time
     * @param what what to do
     */
    static void At(Time delay, const std::function<void()>& what)
    {
        Simulator::Schedule(delay, what);
    }

    /**
     * Bring a command of the other initiator port, and expect that it is refused at once.
     *
     * @param cdb the command
     * @param sense the sense data, byte for byte
     * @param what the case
     */
    void ExpectRefused(const ScsiCdb& cdb, const Bytes& sense, const std::string& what)
    {
        other.Start(cdb, 512, {});
        NS_TEST_EXPECT_MSG_EQ(other.completions, 1, what << ": at once");
        NS_TEST_EXPECT_MSG_EQ((other.task->sense == sense), true, what << ": sense data");
    }

    TestTargetPort other; //!< brings commands of another initiator port
};

/**
 * @ingroup scsi-tests
 *
 * What is on the medium afterwards.
 */
class ScsiSanitizeContentsTest : public ScsiSanitizeTestCase
{
  public:
    ScsiSanitizeContentsTest()
        : ScsiSanitizeTestCase("SANITIZE leaves nothing but what it is told to leave")
    {
    }

  private:
    /**
     * Fill the disk with something else, and forget what the drive was asked.
     */
    void Fill()
    {
        port.Run(ScsiBlockCdb{ScsiOpcode::WRITE_16, 0, 1000, 0}.Encode(),
                 0,
                 MakePattern(512000, 3));
        drive->asked.clear();
    }

    /**
     * Overwrite, and expect what is there then.
     *
     * @param list the parameter list
     * @param passes how often everything is written
     * @param block contents of every block
     * @param what the case
     */
    void ExpectOverwrite(const Bytes& list,
                         std::size_t passes,
                         const Bytes& block,
                         const std::string& what)
    {
        Fill();
        port.Run(Overwrite(list), 0, list);
        ExpectGood(0, what);
        NS_TEST_ASSERT_MSG_EQ(drive->asked.size(), passes * PASS + 1, what << ": requests");
        NS_TEST_EXPECT_MSG_EQ(drive->asked.back().operation, BlockOperation::FLUSH, what);
        NS_TEST_EXPECT_MSG_EQ(drive->asked[1].lba, 3, what << ": in order");
        NS_TEST_EXPECT_MSG_EQ(drive->asked[PASS - 1].blocks, 1, what << ": the last block");
        NS_TEST_EXPECT_MSG_EQ((drive->asked[0].order == BlockOrder::ORDERED), true, what);
        Bytes expected;
        for (int i = 0; i < 1000; ++i)
        {
            expected.insert(expected.end(), block.begin(), block.end());
        }
        NS_TEST_EXPECT_MSG_EQ((ReadAll() == expected), true, what << ": contents");
        ExpectStatus(0);
    }

    /**
     * Erase, and expect zeros.
     *
     * @param cdb the command
     */
    void ExpectErase(const ScsiCdb& cdb)
    {
        Fill();
        port.Run(cdb);
        ExpectGood(0, "erase");
        NS_TEST_EXPECT_MSG_EQ((ReadAll() == Bytes(512000)), true, "zeros");
        ExpectStatus(1);
    }

    /**
     * A disk that does not keep contents.
     */
    void Virtual()
    {
        drive->keep = false;
        disk->SetAttribute("StoreData", BooleanValue(false));
        drive->asked.clear();
        port.Run(BLOCK_ERASE);
        ExpectGood(0, "erase");
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 0, "it is only counted");
        ExpectStatus(1);
        const auto list = MakeList(0x02, {0xaa});
        port.Run(Overwrite(list), 0, list);
        ExpectGood(0, "overwrite");
        NS_TEST_ASSERT_MSG_EQ(drive->asked.size(), 2 * PASS + 1, "two passes");
        NS_TEST_EXPECT_MSG_EQ(drive->asked[0].hasData, false, "without contents");
        ExpectStatus(0);
    }

    void DoRun() override
    {
        const auto whole = MakePattern(512, 9);
        ExpectOverwrite(MakeList(0x01, whole), 1, whole, "a block");
        // A pattern of 3 bytes begins again in every block: 512 = 170 * 3 + 2.
        Bytes block;
        for (int i = 0; i < 171; ++i)
        {
            block.insert(block.end(), {0x11, 0x22, 0x33});
        }
        block.resize(512);
        ExpectOverwrite(MakeList(0x02, {0x11, 0x22, 0x33}), 2, block, "three bytes, twice");
        ExpectOverwrite(MakeList(0x82, {0x0f}), 2, Bytes(512, 0xf0), "inverted once");
        ExpectOverwrite(MakeList(0x83, {0x0f}), 3, Bytes(512, 0x0f), "inverted twice");
        ExpectOverwrite(MakeList(0x82, {0x00}), 2, Bytes(512, 0xff), "zeros, inverted");
        ExpectOverwrite(MakeList(0x01, {0x00, 0x00}), 1, Bytes(512), "zeros");
        NS_TEST_EXPECT_MSG_EQ(drive->asked[0].hasData, false, "zeros need no contents");
        ExpectErase(BLOCK_ERASE);
        ExpectErase(CRYPTOGRAPHIC_ERASE);
        Virtual();
    }
};

/**
 * @ingroup scsi-tests
 *
 * What is not as it should be.
 */
class ScsiSanitizeRefusalTest : public ScsiSanitizeTestCase
{
  public:
    ScsiSanitizeRefusalTest()
        : ScsiSanitizeTestCase("SANITIZE is refused where CDB or list are not as they should be")
    {
    }

  private:
    /**
     * Expect that the last command was refused because of a field.
     *
     * @param field the field
     * @param what the case
     */
    void ExpectField(const ScsiFieldPointer& field, const std::string& what)
    {
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, field.inCdb ? 0x2400 : 0x2600, what);
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == field), true, what << ": field");
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 0, what << ": nothing is done");
    }

    /**
     * Lists of OVERWRITE.
     */
    void Lists()
    {
        const auto run = [this](const Bytes& list) { port.Run(Overwrite(list), 0, list); };
        for (const uint32_t size : {0, 1, 4, 517})
        {
            run(Bytes(size, 1));
            ExpectField({7, std::nullopt, true}, "PARAMETER LIST LENGTH");
        }
        run(MakeList(0x00, Bytes(512)));
        ExpectField({0, 4, false}, "OVERWRITE COUNT 0");
        for (const uint8_t test : {0x21, 0x41, 0x61})
        {
            run(MakeList(test, {1}));
            ExpectField({0, 6, false}, "TEST");
        }
        run({1, 1, 0, 1, 7});
        ExpectField({1, std::nullopt, false}, "reserved");
        run({1, 0, 0, 0, 7});
        ExpectField({2, std::nullopt, false}, "no pattern");
        run({1, 0, 0, 2, 7});
        ExpectField({2, std::nullopt, false}, "a pattern that is not there");
        auto list = MakeList(1, Bytes(512));
        list[3] = 4; // 0204h = 516
        run(list);
        ExpectField({2, std::nullopt, false}, "more than a block");
        port.Run(Overwrite(list), 0, Bytes(515));
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x1a00, "a byte of the list is missing");
    }

    /**
     * CDBs.
     */
    void Cdbs()
    {
        for (const uint8_t action : {0x02, 0x03, 0x1f})
        {
            port.Run({0x48, action, 0, 0, 0, 0, 0, 0, 8}, 0, Bytes(8));
            ExpectField({7, std::nullopt, true}, "a list where none belongs");
        }
        for (uint8_t action = 0; action < 0x20; ++action)
        {
            if (action == 0 || (action > 3 && action < 0x1f))
            {
                port.Run({0x48, action});
                ExpectField({1, std::nullopt, true}, "service action");
            }
        }
        port.Run({0x48, 0x42});
        ExpectField({1, 6, true}, "reserved bit");
    }

    /**
     * Reservations and write protection.
     */
    void Others()
    {
        other.Run({0x16});
        const auto list = MakeList(0x01, {1});
        for (const auto& cdb : {Overwrite(list), BLOCK_ERASE, CRYPTOGRAPHIC_ERASE})
        {
            port.Run(cdb, 0, list);
            NS_TEST_EXPECT_MSG_EQ((port.task->status == ScsiStatus::RESERVATION_CONFLICT),
                                  true,
                                  "reserved");
        }
        other.Run({0x17});
        other.Run({0x15, 0x10, 0, 0, 16},
                  0,
                  {0, 0, 0, 0, 0x0a, 0x0a, 0, 0x10, 0x08, 0, 0, 0, 0, 0, 0, 0});
        port.Run(TEST_READY);
        for (const auto& cdb : {Overwrite(list), BLOCK_ERASE, CRYPTOGRAPHIC_ERASE})
        {
            port.Run(cdb, 0, list);
            ExpectSense(ScsiSenseKey::DATA_PROTECT, 0x2702, "SWP");
        }
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 0, "nothing is done");
    }

    /**
     * What REPORT SUPPORTED OPERATION CODES reports of each service action.
     */
    void Report()
    {
        for (const uint8_t action : {0x01, 0x02, 0x03, 0x1f})
        {
            port.Run({0xa3, 0x0c, 2, 0x48, 0, action, 0, 0, 0, 255}, 255);
            const auto flags = static_cast<uint8_t>(0xa0 | action); // IMMED, AUSE
            const Bytes expected{0, 3, 0, 10, 0x48, flags, 0, 0, 0, 0, 0, 0xff, 0xff, 0};
            NS_TEST_EXPECT_MSG_EQ((port.dataIn == expected), true, "usage of " << +action);
        }
        port.Run({0xa3, 0x0c, 0, 0, 0, 0, 0, 0, 16, 0}, 4096);
        int found = 0;
        for (std::size_t at = 4; at + 8 <= port.dataIn.size(); at += 8)
        {
            if (port.dataIn[at] == 0x48)
            {
                ++found;
                // SERVACTV; 10 bytes.
                NS_TEST_EXPECT_MSG_EQ(+port.dataIn[at + 5], 1, "SERVACTV");
                NS_TEST_EXPECT_MSG_EQ(+port.dataIn[at + 7], 10, "CDB LENGTH");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(found, 4, "every service action");
    }

    void DoRun() override
    {
        port.Run(TEST_READY);
        Lists();
        Cdbs();
        Others();
        Report();
    }
};

/**
 * @ingroup scsi-tests
 *
 * What the disk does meanwhile.
 */
class ScsiSanitizeProgressTest : public ScsiSanitizeTestCase
{
  public:
    ScsiSanitizeProgressTest()
        : ScsiSanitizeTestCase("While SANITIZE goes on everything else waits, and nothing stops it")
    {
    }

  private:
    /**
     * @param progress PROGRESS INDICATION
     * @return sense data: NOT READY, SANITIZE IN PROGRESS
     */
    static Bytes InProgress(uint16_t progress)
    {
        return {0x70,
                0,
                2,
                0,
                0,
                0,
                0,
                10,
                0,
                0,
                0,
                0,
                4,
                0x1b,
                0,
                0x80,
                static_cast<uint8_t>(progress >> 8),
                static_cast<uint8_t>(progress)};
    }

    /**
     * What others see after a quarter of the time.
     */
    void Quarter()
    {
        const auto list = MakeList(0x01, {1});
        for (const ScsiCdb& cdb : {TEST_READY,
                                   ScsiStartStopCdb{true, 1, false, true, false}.Encode(),
                                   ScsiBlockCdb{ScsiOpcode::READ_16, 0, 1, 0}.Encode(),
                                   ScsiCdb{0x1a, 0, 0x3f, 0, 255},
                                   ScsiCdb{0xa3, 0x0c, 0, 0, 0, 0, 0, 0, 16, 0},
                                   ScsiCdb{0x5e, 0, 0, 0, 0, 0, 0, 0, 8},
                                   BLOCK_ERASE,
                                   EXIT_FAILURE_MODE,
                                   Overwrite(list)})
        {
            ExpectRefused(cdb, InProgress(0x4000), "command " + std::to_string(cdb[0]));
        }
        for (const ScsiCdb& cdb : {ScsiInquiryCdb{false, 0, 36}.Encode(),
                                   ScsiReportLunsCdb{0, 16}.Encode(),
                                   ScsiRequestSenseCdb{false, 18}.Encode()})
        {
            other.Start(cdb, 96, {});
            NS_TEST_EXPECT_MSG_EQ((other.task->status == ScsiStatus::GOOD), true, +cdb[0]);
        }
        NS_TEST_EXPECT_MSG_EQ((other.dataIn == InProgress(0x4000)), true, "REQUEST SENSE");
    }

    /**
     * Aborts, resets and losses.
     *
     * @param task a SANITIZE, or null
     */
    void Disturb(Ptr<ScsiTask> task)
    {
        using enum ScsiTaskManagementFunction;
        ScsiTaskManagementRequest request;
        request.task = task;
        request.initiatorPort = std::make_shared<const std::string>();
        if (task)
        {
            request.function = QUERY_TASK;
            NS_TEST_EXPECT_MSG_EQ(
                (disk->ManageTasks(request) == ScsiTaskManagementResponse::FUNCTION_SUCCEEDED),
                true,
                "it is under way");
            request.function = ABORT_TASK;
            NS_TEST_EXPECT_MSG_EQ(
                (disk->ManageTasks(request) == ScsiTaskManagementResponse::FUNCTION_COMPLETE),
                true,
                "abort");
            NS_TEST_EXPECT_MSG_EQ(port.aborted.size(), 1, "it ends without a status");
        }
        for (const auto function : {ABORT_TASK_SET,
                                    CLEAR_TASK_SET,
                                    LOGICAL_UNIT_RESET,
                                    TARGET_WARM_RESET,
                                    TARGET_COLD_RESET,
                                    I_T_NEXUS_RESET})
        {
            request.function = function;
            disk->ManageTasks(request);
        }
        disk->NexusLost("");
        disk->NexusLost("other");
    }

    /**
     * Take what is pending for the other initiator port, and see that the operation continues.
     *
     * @param progress PROGRESS INDICATION
     */
    void ExpectGoingOn(uint16_t progress)
    {
        do
        {
            other.Start(TEST_READY, 0, {});
            other.sense = ScsiSense::Decode(other.task->sense);
        } while (other.sense && other.sense->key == ScsiSenseKey::UNIT_ATTENTION);
        NS_TEST_EXPECT_MSG_EQ((other.task->sense == InProgress(progress)), true, "it goes on");
    }

    /**
     * Wait until the disk is ready for the first initiator port.
     *
     * @param when when it must have become so
     */
    void ExpectReady(Time when)
    {
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), when, "the end");
        do
        {
            port.Run(TEST_READY);
        } while (port.task->status != ScsiStatus::GOOD &&
                 port.sense->key == ScsiSenseKey::UNIT_ATTENTION);
        ExpectGood(0, "ready again");
    }

    /**
     * Without IMMED: the status comes in the end.
     */
    void Waiting()
    {
        other.Run(TEST_READY);
        const auto begin = Simulator::Now();
        const auto list = MakeList(0x01, {0x77});
        At(Seconds(4), [this] { Quarter(); });
        At(Seconds(8), [this] { NS_TEST_EXPECT_MSG_EQ(port.completions, 0, "not yet"); });
        port.Run(Overwrite(list), 0, list);
        ExpectGood(0, "overwrite");
        NS_TEST_EXPECT_MSG_EQ((Simulator::Now() - begin), Seconds(16), "at the least time");
        NS_TEST_EXPECT_MSG_EQ(port.task->GetReferenceCount(), 1, "nobody holds it");
    }

    /**
     * With IMMED: the status comes at once, of OVERWRITE when the list is checked.
     */
    void Immediate()
    {
        for (const auto& cdb : {ScsiCdb{0x48, 0x82}, Overwrite(MakeList(1, {3}), 0x80)})
        {
            const auto begin = Simulator::Now();
            At(MicroSeconds(1), [this] { NS_TEST_EXPECT_MSG_EQ(port.completions, 1, "IMMED"); });
            At(Seconds(8), [this] { ExpectGoingOn(0x8000); });
            port.Run(cdb, 0, cdb[8] > 0 ? MakeList(1, {3}) : Bytes());
            NS_TEST_EXPECT_MSG_EQ((port.task->status == ScsiStatus::GOOD), true, "GOOD");
            ExpectReady(begin + Seconds(16));
        }
        port.Run({0x48, 0x81, 0, 0, 0, 0, 0, 0, 5}, 0, {0, 0, 0, 1, 1});
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2600, "IMMED with a list that is wrong");
    }

    /**
     * Neither aborts nor resets nor losses stop it.
     */
    void Unstoppable()
    {
        for (const uint8_t flags : {0x00, 0x80})
        {
            const auto begin = Simulator::Now();
            const auto list = MakeList(0x01, {0x55});
            port.aborted.clear();
            At(Seconds(2), [this, flags] { Disturb(flags == 0 ? port.task : nullptr); });
            At(Seconds(12), [this] { ExpectGoingOn(0xc000); });
            port.Run(Overwrite(list, flags), 0, list);
            NS_TEST_EXPECT_MSG_EQ(port.completions,
                                  (flags == 0 ? 0 : 1),
                                  "no status, or the first");
            ExpectReady(begin + Seconds(16));
            NS_TEST_EXPECT_MSG_EQ((ReadAll() == Bytes(512000, 0x55)), true, "it is done");
        }
    }

    /**
     * Commands under way end when it begins.
     */
    void Begin()
    {
        other.Start(ScsiBlockCdb{ScsiOpcode::WRITE_10, 7, 1, 0}.Encode(), 0, Bytes(512, 0xee));
        port.Run(CRYPTOGRAPHIC_ERASE);
        ExpectGood(0, "erase");
        NS_TEST_EXPECT_MSG_EQ(other.completions, 1, "a write that waits for its data");
        NS_TEST_EXPECT_MSG_EQ((other.task->sense == InProgress(0)), true, "ended");
        // The drive has the read when the erase comes.
        other.Start(ScsiBlockCdb{ScsiOpcode::READ_10, 7, 1, 0}.Encode(), 512, {});
        port.Run(CRYPTOGRAPHIC_ERASE);
        NS_TEST_EXPECT_MSG_EQ(other.completions, 1, "a read under way");
        NS_TEST_EXPECT_MSG_EQ((other.task->sense == InProgress(0)), true, "ended");
        NS_TEST_EXPECT_MSG_EQ(other.dataIn.size(), 0, "no data");
        NS_TEST_EXPECT_MSG_EQ((ReadAll() == Bytes(512000)), true, "erased");
    }

    /**
     * Without a least time it takes as long as the drive: 335 requests of 10 us each.
     */
    void Drive()
    {
        disk->SetAttribute("SanitizeTime", TimeValue(Time(0)));
        const auto begin = Simulator::Now();
        // After 1 ms 100 of 334 requests are done: 300 of 1,000 blocks, 19660.8 of 65536.
        At(MicroSeconds(1001), [this] { ExpectGoingOn(19660); });
        port.Run(BLOCK_ERASE);
        ExpectGood(0, "erase");
        NS_TEST_EXPECT_MSG_EQ((Simulator::Now() - begin), MicroSeconds(3350), "as the drive takes");
    }

    void DoRun() override
    {
        disk->SetAttribute("SanitizeTime", TimeValue(Seconds(16)));
        Waiting();
        Immediate();
        Unstoppable();
        Begin();
        Drive();
    }
};

/**
 * @ingroup scsi-tests
 *
 * What happens if the drive fails.
 */
class ScsiSanitizeFailureTest : public ScsiSanitizeTestCase
{
  public:
    ScsiSanitizeFailureTest()
        : ScsiSanitizeTestCase("A SANITIZE that fails leaves failure mode, with ways out")
    {
    }

  private:
    /**
     * Let a block erase fail.
     *
     * @param flags AUSE or not
     */
    void Fail(uint8_t flags)
    {
        drive->badLba = 500;
        port.Run({0x48, static_cast<uint8_t>(0x02 | flags)});
        ExpectSense(ScsiSenseKey::MEDIUM_ERROR, 0x3103, "SANITIZE COMMAND FAILED");
        drive->badLba.reset();
        for (const ScsiCdb& cdb : {TEST_READY, ScsiCdb{0x1a, 0, 0x3f, 0, 255}})
        {
            port.Run(cdb, 255);
            ExpectSense(ScsiSenseKey::MEDIUM_ERROR, 0x3103, "failure mode");
        }
        port.Run(ScsiRequestSenseCdb{false, 18}.Encode(), 18);
        const Bytes sense{0x70, 0, 3, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x31, 3, 0, 0, 0, 0};
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == sense), true, "REQUEST SENSE");
    }

    void DoRun() override
    {
        port.Run(EXIT_FAILURE_MODE);
        ExpectGood(0, "there is no failure");
        Fail(0);
        port.Run(EXIT_FAILURE_MODE);
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "AUSE was not set");
        port.Run({0x48, 0x22});
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2400, "AUSE comes too late");
        NS_TEST_EXPECT_MSG_EQ((port.sense->field == ScsiFieldPointer{1, 5, true}), true, "AUSE");
        disk->NexusLost("");
        port.Run(TEST_READY);
        port.Run(TEST_READY);
        ExpectSense(ScsiSenseKey::MEDIUM_ERROR, 0x3103, "a loss of the nexus is no way out");
        port.Run(CRYPTOGRAPHIC_ERASE);
        ExpectGood(0, "another one does it");
        port.Run(TEST_READY);
        ExpectGood(0, "ready");
        Fail(0x20);
        port.Run({0x48, 0x22});
        ExpectGood(0, "AUSE again");
        Fail(0x20);
        port.Run(EXIT_FAILURE_MODE);
        ExpectGood(0, "AUSE was set");
        port.Run(TEST_READY);
        ExpectGood(0, "ready");
        // With IMMED the failure shows later.
        drive->badLba = 999;
        port.Run({0x48, 0x82});
        ExpectGood(0, "IMMED");
        drive->badLba.reset();
        port.Run(TEST_READY);
        ExpectSense(ScsiSenseKey::MEDIUM_ERROR, 0x3103, "it failed");
    }
};

/**
 * @ingroup scsi-tests
 *
 * SANITIZE.
 */
class ScsiSanitizeTestSuite : public TestSuite
{
  public:
    ScsiSanitizeTestSuite()
        : TestSuite("scsi-sanitize", Type::UNIT)
    {
        AddTestCase(new ScsiSanitizeContentsTest, Duration::QUICK);
        AddTestCase(new ScsiSanitizeRefusalTest, Duration::QUICK);
        AddTestCase(new ScsiSanitizeProgressTest, Duration::QUICK);
        AddTestCase(new ScsiSanitizeFailureTest, Duration::QUICK);
    }
};

static ScsiSanitizeTestSuite g_scsiSanitizeTestSuite; //!< registers the suite
