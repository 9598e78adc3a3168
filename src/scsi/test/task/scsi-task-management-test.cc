/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../unit/scsi-disk-test-case.h"

#include "ns3/scsi-unit-attentions.h"

#include <memory>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::scsitest;

/**
 * @ingroup scsi-tests
 *
 * A disk that several initiators use, whose tasks can be managed.
 */
class ScsiManagementTestCase : public ScsiDiskTestCase
{
  protected:
    using Function = ScsiTaskManagementFunction; //!< short for the functions
    using Response = ScsiTaskManagementResponse; //!< short for the responses

    /**
     * @param name the name
     */
    explicit ScsiManagementTestCase(const std::string& name)
        : ScsiDiskTestCase(name)
    {
    }

    /**
     * Have initiators be known, and told everything.
     *
     * @param names their names
     */
    void Introduce(const std::vector<std::string>& names)
    {
        port.several = true;
        for (const auto& name : names)
        {
            port.initiator = name;
            port.Run(MakeScsiCdb(ScsiOpcode::TEST_UNIT_READY));
        }
    }

    /**
     * Bring a command and leave it under way.
     *
     * @param name who sends it
     * @param opcode WRITE_10, the data of which come later, or READ_10
     * @return its task
     */
    Ptr<ScsiTask> Start(const std::string& name, ScsiOpcode opcode)
    {
        const bool writes = opcode == ScsiOpcode::WRITE_10;
        port.initiator = name;
        port.Start(ScsiBlockCdb{opcode, 0, 1, 0}.Encode(),
                   writes ? 0 : 512,
                   Bytes(writes ? 512 : 0));
        return port.task;
    }

    /**
     * Carry out a task management function.
     *
     * @param name who asks
     * @param function what
     * @param task which task, for ABORT TASK and QUERY TASK
     * @return the response
     */
    Response Manage(const std::string& name, Function function, Ptr<ScsiTask> task = nullptr)
    {
        ScsiTaskManagementRequest request;
        request.function = function;
        request.initiatorPort = std::make_shared<const std::string>(name);
        request.task = task;
        request.port = &port;
        return disk->ManageTasks(request);
    }

    /**
     * Expect what an initiator is told by its next commands, and then nothing more.
     *
     * @param name the initiator
     * @param codes additional sense codes and qualifiers
     */
    void ExpectAttentions(const std::string& name, const std::vector<uint16_t>& codes)
    {
        port.initiator = name;
        for (const auto code : codes)
        {
            port.Run(MakeScsiCdb(ScsiOpcode::TEST_UNIT_READY));
            ExpectSense(ScsiSenseKey::UNIT_ATTENTION, code, name);
        }
        port.Run(MakeScsiCdb(ScsiOpcode::TEST_UNIT_READY));
        ExpectGood(0, name + " was told all");
    }

    /**
     * Switch the control mode page's TAS.
     *
     * @param on true to have it on
     */
    void SetTas(bool on)
    {
        port.initiator = "admin";
        port.Run({0x15, 0x10, 0, 0, 16},
                 0,
                 {0, 0, 0, 0, 0x0a, 0x0a, 0, 0x10, 0, uint8_t(on ? 0x40 : 0), 0, 0, 0, 0, 0, 0});
        ExpectGood(0, "MODE SELECT");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Tasks that wait for data, for their turn or for the drive end without a status (SAM-5, 7.2, 7.3,
 * 7.5, 7.8 and 7.9).
 */
class ScsiAbortTest : public ScsiManagementTestCase
{
  public:
    ScsiAbortTest()
        : ScsiManagementTestCase("ABORT TASK, ABORT TASK SET, CLEAR TASK SET and the queries")
    {
    }

  private:
    /**
     * One task, at each point of its way.
     */
    void One()
    {
        for (const auto opcode : {ScsiOpcode::WRITE_10, ScsiOpcode::READ_10})
        {
            const auto task = Start("a", opcode);
            NS_TEST_EXPECT_MSG_EQ(
                (Manage("a", Function::QUERY_TASK, task) == Response::FUNCTION_SUCCEEDED),
                true,
                "there");
            NS_TEST_EXPECT_MSG_EQ(
                (Manage("a", Function::ABORT_TASK, task) == Response::FUNCTION_COMPLETE),
                true,
                "aborted");
            NS_TEST_EXPECT_MSG_EQ((port.aborted == std::vector{task}), true, "given back at once");
            NS_TEST_EXPECT_MSG_EQ(
                (Manage("a", Function::QUERY_TASK, task) == Response::FUNCTION_COMPLETE),
                true,
                "gone");
            NS_TEST_EXPECT_MSG_EQ(
                (Manage("a", Function::ABORT_TASK, task) == Response::TASK_DOES_NOT_EXIST),
                true,
                "not twice");
            port.aborted.clear();
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(port.completions, 0, "no status");
            NS_TEST_EXPECT_MSG_EQ(port.dataIn.size(), 0, "no data");
        }
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 1, "the read was let finish, no write began");
        ExpectAttentions("a", {});
        ExpectAttentions("b", {});
    }

    /**
     * The tasks of one nexus; those of another continue.
     */
    void Set()
    {
        const auto first = Start("a", ScsiOpcode::WRITE_10);
        Start("b", ScsiOpcode::WRITE_10);
        const auto third = Start("a", ScsiOpcode::READ_10);
        port.completions = 0;
        NS_TEST_EXPECT_MSG_EQ(
            (Manage("a", Function::QUERY_TASK_SET) == Response::FUNCTION_SUCCEEDED),
            true,
            "some are there");
        Manage("a", Function::ABORT_TASK_SET);
        NS_TEST_EXPECT_MSG_EQ((port.aborted == std::vector{first, third}), true, "in their order");
        NS_TEST_EXPECT_MSG_EQ(
            (Manage("a", Function::QUERY_TASK_SET) == Response::FUNCTION_COMPLETE),
            true,
            "none left");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(port.completions, 1, "b's write");
        port.aborted.clear();
        ExpectAttentions("b", {});
    }

    /**
     * All tasks; the other nexus hears of it by a unit attention, or by status if TAS is set.
     */
    void Clear()
    {
        Start("a", ScsiOpcode::WRITE_10);
        Start("b", ScsiOpcode::WRITE_10);
        Start("b", ScsiOpcode::READ_10);
        port.completions = 0;
        Manage("a", Function::CLEAR_TASK_SET);
        NS_TEST_EXPECT_MSG_EQ(port.aborted.size(), 3, "TAS zero: no status");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(port.completions, 0, "none later");
        port.aborted.clear();
        ExpectAttentions("a", {});
        ExpectAttentions("b", {0x2f00}); // once for two commands
        ExpectAttentions("c", {});
        SetTas(true);
        ExpectAttentions("a", {0x2a01});
        ExpectAttentions("b", {0x2a01});
        const auto own = Start("a", ScsiOpcode::READ_10);
        const auto other = Start("b", ScsiOpcode::READ_10);
        port.completions = 0;
        Manage("a", Function::CLEAR_TASK_SET);
        NS_TEST_EXPECT_MSG_EQ((port.aborted == std::vector{own}), true, "its own ends silently");
        NS_TEST_EXPECT_MSG_EQ(port.completions, 1, "TAS: the other's has a status");
        NS_TEST_EXPECT_MSG_EQ((other->status == ScsiStatus::TASK_ABORTED), true, "TASK ABORTED");
        NS_TEST_EXPECT_MSG_EQ(other->residual, 512, "nothing came");
        Simulator::Run();
        ExpectAttentions("b", {});
    }

    /**
     * An ORDERED task and those that wait behind it.
     */
    void Waiting()
    {
        SetTas(false);
        drive->asked.clear();
        port.aborted.clear();
        port.attribute = ScsiTaskAttribute::ORDERED;
        Start("admin", ScsiOpcode::WRITE_10);
        port.attribute = ScsiTaskAttribute::SIMPLE;
        Start("admin", ScsiOpcode::READ_10);
        Manage("admin", Function::ABORT_TASK_SET);
        NS_TEST_EXPECT_MSG_EQ(port.aborted.size(), 2, "both");
        NS_TEST_EXPECT_MSG_EQ(drive->asked.size(), 0, "the one behind does not slip out");
        Simulator::Run();
        port.Run(ScsiBlockCdb{ScsiOpcode::READ_10, 0, 1, 0}.Encode(), 512);
        ExpectGood(0, "nobody waits for them");
    }

    void DoRun() override
    {
        Introduce({"a", "b", "c", "admin"});
        One();
        Set();
        Clear();
        Waiting();
        NS_TEST_EXPECT_MSG_EQ(
            (Manage("a", Function::CLEAR_ACA) == Response::FUNCTION_NOT_SUPPORTED),
            true,
            "there is no ACA");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Resets and the loss of a nexus (SAM-5, 6.3 and 7.6 to 7.7).
 */
class ScsiResetTest : public ScsiManagementTestCase
{
  public:
    ScsiResetTest()
        : ScsiManagementTestCase("Resets end tasks, reservations and mode parameters, and are told")
    {
    }

  private:
    /**
     * Register a key.
     *
     * @param name who
     * @param aptpl true to have it kept through a loss of power
     */
    void Register(const std::string& name, bool aptpl)
    {
        Bytes list(24);
        list[15] = 7;
        list[20] = aptpl ? 1 : 0;
        port.initiator = name;
        port.Run({0x5f, 6, 0, 0, 0, 0, 0, 0, 24}, 0, list);
        ExpectGood(0, "REGISTER AND IGNORE EXISTING KEY");
    }

    /**
     * @param name who asks
     * @return how many keys are registered
     */
    std::size_t CountKeys(const std::string& name)
    {
        port.initiator = name;
        port.Run({0x5e, 0, 0, 0, 0, 0, 0, 0, 255}, 255);
        return (port.dataIn.size() - 8) / 8;
    }

    void DoRun() override
    {
        drive->changeable = {true, false};
        Introduce({"a", "b", "admin"});
        for (const auto function : {Function::LOGICAL_UNIT_RESET, Function::TARGET_WARM_RESET})
        {
            SetTas(true);
            ExpectAttentions("a", {0x2a01});
            port.Run({0x16}); // a reserves
            ExpectGood(0, "RESERVE(6)");
            const auto task = Start("a", ScsiOpcode::WRITE_10);
            port.completions = 0;
            NS_TEST_EXPECT_MSG_EQ((Manage("b", function) == Response::FUNCTION_COMPLETE),
                                  true,
                                  "done");
            NS_TEST_EXPECT_MSG_EQ((task->status == ScsiStatus::TASK_ABORTED), true, "TAS");
            // MODE PARAMETERS CHANGED, which b was not told yet, gives way to the reset.
            ExpectAttentions("a", {0x2903});
            ExpectAttentions("b", {0x2903});
            ExpectAttentions("admin", {0x2903});
            port.Run(ScsiModeSenseCdb{ScsiOpcode::MODE_SENSE_6,
                                      true,
                                      false,
                                      ScsiPageControl::CURRENT,
                                      0x0a,
                                      0,
                                      255}
                         .Encode(),
                     16);
            NS_TEST_EXPECT_MSG_EQ(+port.dataIn.at(9), 0, "TAS is off again");
            port.initiator = "b";
            port.Run(ScsiBlockCdb{ScsiOpcode::READ_10, 0, 1, 0}.Encode(), 512);
            ExpectGood(0, "the reservation is gone");
        }
        Register("a", false);
        Manage("a", Function::LOGICAL_UNIT_RESET);
        ExpectAttentions("a", {0x2903});
        NS_TEST_EXPECT_MSG_EQ(CountKeys("a"), 1, "a registration outlives a reset (SPC-4, 5.12.1)");
        Manage("a", Function::TARGET_COLD_RESET);
        ExpectAttentions("a", {0x2900});
        NS_TEST_EXPECT_MSG_EQ(CountKeys("a"), 0, "but not the loss of power");
        Register("a", true);
        Manage("a", Function::TARGET_COLD_RESET);
        ExpectAttentions("a", {0x2900});
        NS_TEST_EXPECT_MSG_EQ(CountKeys("a"), 1, "unless APTPL is set");
        ExpectAttentions("b", {0x2900});
        ExpectAttentions("admin", {0x2900});
        Nexus();
    }

    /**
     * The loss of a nexus concerns that one only.
     */
    void Nexus()
    {
        Bytes list(24);
        list[7] = 7;
        port.initiator = "a";
        port.Run({0x5f, 3, 0, 0, 0, 0, 0, 0, 24}, 0, list); // CLEAR
        port.Run({0x16});
        ExpectGood(0, "RESERVE(6)");
        const auto task = Start("a", ScsiOpcode::WRITE_10);
        port.aborted.clear();
        Manage("a", Function::I_T_NEXUS_RESET);
        NS_TEST_EXPECT_MSG_EQ((port.aborted == std::vector{task}), true, "ends its tasks");
        Simulator::Run();
        ExpectAttentions("b", {});
        ExpectAttentions("a", {0x2907});
        port.Run({0x16});
        disk->NexusLost("a");
        port.initiator = "b";
        port.Run({0x16});
        ExpectGood(0, "RESERVE(6) of another");
        disk->NexusLost("a");
        ExpectAttentions("b", {});
        port.Run({0x17});
        ExpectAttentions("a", {0x2907}); // told once, however often it was lost
        Lost();
    }

    /**
     * Hosts that come with another name each time and do not come back are forgotten in the end.
     */
    void Lost()
    {
        constexpr auto MAX = ScsiUnitAttentions::MAX_LOST;
        const auto name = [](std::size_t i) {
            return "iqn.2026-11.org.example:h" + std::to_string(i);
        };
        ScsiUnitAttentions attentions;
        for (std::size_t i = 0; i <= MAX; ++i)
        {
            attentions.Take(name(i));
            attentions.Lose(name(i));
            attentions.Take(name(1)); // comes back after each
        }
        NS_TEST_EXPECT_MSG_EQ(attentions.Take(name(0)).has_value(),
                              false,
                              "the first is forgotten");
        NS_TEST_EXPECT_MSG_EQ((attentions.Take(name(2)) == ScsiAdditionalSense::NEXUS_LOSS),
                              true,
                              "the others are not");
        attentions.EstablishForAll(ScsiAdditionalSense::DEVICE_RESET);
        NS_TEST_EXPECT_MSG_EQ(attentions.Take(name(1)).has_value(), true, "nor who came back");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Which commands report and clear unit attentions (SPC-4, 4.5 and 6.39; SAM-5, 5.14).
 */
class ScsiAttentionTest : public ScsiManagementTestCase
{
  public:
    ScsiAttentionTest()
        : ScsiManagementTestCase("Several unit attentions are told one by one, the oldest first")
    {
    }

  private:
    void DoRun() override
    {
        Introduce({"a", "b"});
        // A reset, then MODE PARAMETERS CHANGED, then cleared commands.
        Manage("b", Function::LOGICAL_UNIT_RESET);
        ExpectAttentions("b", {0x2903});
        port.Run({0x15, 0x10, 0, 0, 16},
                 0,
                 {0, 0, 0, 0, 0x0a, 0x0a, 0x04, 0x10, 0, 0, 0, 0, 0, 0, 0, 0});
        port.initiator = "a";
        for (const ScsiCdb& cdb :
             {ScsiCdb{0x12, 0, 0, 0, 36}, ScsiCdb{0xa0, 0, 0, 0, 0, 0, 0, 0, 0, 16}})
        {
            port.Run(cdb, 36);
            NS_TEST_EXPECT_MSG_EQ((port.task->status == ScsiStatus::GOOD), true, "passes");
        }
        port.Run({0x00});
        ExpectSense(ScsiSenseKey::UNIT_ATTENTION, 0x2903, "the first");
        NS_TEST_EXPECT_MSG_EQ(+port.task->sense.at(0), 0x72, "D_SENSE: descriptor format");
        port.Run({0x03, 0, 0, 0, 18}, 18);
        const auto sense = ScsiSense::Decode(port.dataIn);
        NS_TEST_ASSERT_MSG_EQ(sense.has_value(), true, "REQUEST SENSE");
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(sense->additional), 0x2a01, "tells the second");
        NS_TEST_EXPECT_MSG_EQ(+port.dataIn.at(0), 0x70, "DESC zero: fixed format");
        port.Run({0x03, 1, 0, 0, 18}, 8);
        NS_TEST_EXPECT_MSG_EQ((port.dataIn == Bytes{0x72, 0, 0, 0, 0, 0, 0, 0}), true, "no more");
        port.Run({0xff}); // an unknown command reports the attention first
        ExpectSense(ScsiSenseKey::ILLEGAL_REQUEST, 0x2000, "none is left");
    }
};

/**
 * @ingroup scsi-tests
 *
 * Task management and unit attentions of ScsiDisk.
 */
class ScsiTaskManagementTestSuite : public TestSuite
{
  public:
    ScsiTaskManagementTestSuite()
        : TestSuite("scsi-task-management", Type::UNIT)
    {
        AddTestCase(new ScsiAbortTest, Duration::QUICK);
        AddTestCase(new ScsiResetTest, Duration::QUICK);
        AddTestCase(new ScsiAttentionTest, Duration::QUICK);
    }
};

static ScsiTaskManagementTestSuite g_scsiTaskManagementTestSuite; //!< registers the suite
