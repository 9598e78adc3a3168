/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../unit/scsi-test-doubles.h"

#include "ns3/scsi-disk.h"
#include "ns3/scsi-lun.h"
#include "ns3/scsi-task-router.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::scsitest;

/**
 * @ingroup scsi-tests
 *
 * Tasks reach the unit they are for, and absent units answer as SPC-4 says.
 */
class ScsiTaskRouterTest : public TestCase
{
  public:
    ScsiTaskRouterTest()
        : TestCase("Tasks reach their unit; absent units and REPORT LUNS are answered")
    {
    }

  private:
    /**
     * Units that are there.
     */
    void Routing()
    {
        for (const uint16_t lun : {0, 7, 300})
        {
            m_port.lun = EncodeScsiLun(lun);
            m_port.Run(MakeScsiCdb(ScsiOpcode::READ_CAPACITY_10), 8);
            // Last block: 999 + lun.
            const auto last = (m_port.dataIn.at(2) << 8) + m_port.dataIn.at(3);
            NS_TEST_EXPECT_MSG_EQ(last, 999 + lun, "capacity of LUN " << lun);
            m_port.Run(ScsiBlockCdb{ScsiOpcode::WRITE_10, 0, 2, 0}.Encode(), 0, Bytes(1024));
            NS_TEST_EXPECT_MSG_EQ(m_port.completions, 1, "data-out is routed");
        }
        m_port.lun = 0x4007000000000000;
        m_port.Run(MakeScsiCdb(ScsiOpcode::READ_CAPACITY_10), 8);
        NS_TEST_EXPECT_MSG_EQ(+m_port.dataIn.at(3), 0xee, "999 + 7 = 3EEh: LUN 7, flat addressing");
        m_port.Start(ScsiBlockCdb{ScsiOpcode::READ_10, 0, 1, 0}.Encode(), 512, {});
        m_router->TaskLost(m_port.task);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_port.completions, 0, "loss is routed");
    }

    /**
     * REPORT LUNS, at a unit that is there and at one that is not.
     */
    void Report()
    {
        Bytes expected{0, 0, 0, 24};
        expected.resize(32);
        expected[17] = 7;
        // 300 = 12Ch, flat: 41h 2Ch.
        expected[24] = 0x41;
        expected[25] = 0x2c;
        for (const uint16_t lun : {0, 5})
        {
            m_port.lun = EncodeScsiLun(lun);
            m_port.Run(ScsiReportLunsCdb{0, 256}.Encode(), 256);
            NS_TEST_EXPECT_MSG_EQ((m_port.dataIn == expected), true, "three units");
            NS_TEST_EXPECT_MSG_EQ(m_port.task->residual, 224, "256 - 32");
        }
        m_port.Run(ScsiReportLunsCdb{9, 256}.Encode(), 256);
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(m_port.sense->additional), 0x2400, "reserved");
    }

    /**
     * A unit that does not exist.
     */
    void Absent()
    {
        m_port.lun = EncodeScsiLun(1);
        m_port.Run(ScsiInquiryCdb{false, 0, 36}.Encode(), 36);
        NS_TEST_ASSERT_MSG_EQ(m_port.dataIn.size(), 36, "INQUIRY is answered");
        NS_TEST_EXPECT_MSG_EQ(+m_port.dataIn[0], 0x7f, "qualifier 011b, type 1Fh");
        NS_TEST_EXPECT_MSG_EQ((m_port.task->status == ScsiStatus::GOOD), true, "GOOD");
        m_port.Run(ScsiRequestSenseCdb{false, 18}.Encode(), 18);
        const auto sense = ScsiSense::Decode(m_port.dataIn);
        NS_TEST_ASSERT_MSG_EQ(sense.has_value(), true, "REQUEST SENSE is answered");
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(sense->additional), 0x2500, "not supported");
        NS_TEST_EXPECT_MSG_EQ((m_port.task->status == ScsiStatus::GOOD), true, "GOOD");
        for (const ScsiCdb& cdb : {ScsiCdb{0x00}, ScsiCdb{0x28}, ScsiCdb{0xff}, ScsiCdb{0x12, 1}})
        {
            m_port.Run(cdb, 512);
            NS_TEST_ASSERT_MSG_EQ(m_port.sense.has_value(), true, "refused");
            NS_TEST_EXPECT_MSG_EQ((m_port.sense->key == ScsiSenseKey::ILLEGAL_REQUEST),
                                  true,
                                  "key");
            NS_TEST_EXPECT_MSG_EQ(static_cast<int>(m_port.sense->additional), 0x2500, "code");
            NS_TEST_EXPECT_MSG_EQ(m_port.completions, 1, "once");
            NS_TEST_EXPECT_MSG_EQ(m_port.task->residual, 512, "nothing came");
        }
    }

    /**
     * A user's mistakes.
     */
    void UserErrors()
    {
        auto getError = [this](uint16_t lun) -> std::string {
            try
            {
                m_router->AddLogicalUnit(lun, CreateObject<ScsiDisk>());
            }
            catch (const UserError& error)
            {
                return error.what();
            }
            return "";
        };
        NS_TEST_EXPECT_MSG_EQ(getError(7), "ScsiTaskRouter: LUN 7 is already in use", "taken");
        NS_TEST_EXPECT_MSG_EQ(getError(16384), "ScsiTaskRouter: LUN 16384 is above 16383", "high");
        NS_TEST_EXPECT_MSG_EQ(m_router->GetNLogicalUnits(), 3, "nothing was added");
    }

    void DoRun() override
    {
        m_router = CreateObject<ScsiTaskRouter>();
        m_port.device = m_router;
        for (const uint16_t lun : {300, 0, 7})
        {
            auto drive = CreateObject<TestBlockDevice>();
            drive->count = 1000 + lun;
            auto disk = CreateObject<ScsiDisk>();
            disk->SetBlockDevice(drive);
            m_router->AddLogicalUnit(lun, disk);
        }
        Routing();
        Report();
        Absent();
        UserErrors();
        Simulator::Destroy();
        m_port.task = nullptr;
    }

    Ptr<ScsiTaskRouter> m_router; //!< the router
    TestTargetPort m_port;        //!< what brings it commands
};

/**
 * @ingroup scsi-tests
 *
 * A unit that notes the task management functions that reach it.
 */
class ManagedUnit : public ScsiDevice
{
  public:
    /// What it answers.
    ScsiTaskManagementResponse answer{ScsiTaskManagementResponse::FUNCTION_COMPLETE};
    uint32_t functions{0};         //!< how many reached it
    std::vector<std::string> lost; //!< the nexuses that were lost

    void CommandReceived(Ptr<ScsiTask>) override
    {
    }

    void DataOutReceived(Ptr<ScsiTask>, uint32_t, Ptr<Packet>) override
    {
    }

    void TaskLost(Ptr<ScsiTask>) override
    {
    }

    ScsiTaskManagementResponse ManageTasks(const ScsiTaskManagementRequest&) override
    {
        ++functions;
        return answer;
    }

    void NexusLost(const std::string& initiatorPort) override
    {
        lost.push_back(initiatorPort);
    }
};

/**
 * @ingroup scsi-tests
 *
 * Task management functions reach the units they are for (SAM-5, clause 7).
 */
class ScsiTaskRouterManagementTest : public TestCase
{
  public:
    ScsiTaskRouterManagementTest()
        : TestCase("Task management reaches one unit, resets of nexus and target reach all")
    {
    }

  private:
    using Function = ScsiTaskManagementFunction; //!< short for the functions
    using Response = ScsiTaskManagementResponse; //!< short for the responses

    /**
     * @param function a function
     * @param lun which unit
     * @return the router's answer
     */
    Response Ask(Function function, uint16_t lun)
    {
        ScsiTaskManagementRequest request;
        request.function = function;
        request.lun = EncodeScsiLun(lun);
        return m_router->ManageTasks(request);
    }

    /**
     * Expect how many functions reached each unit so far.
     *
     * @param first number at unit 0
     * @param second number at unit 3
     * @param what the last function
     */
    void ExpectReached(uint32_t first, uint32_t second, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(m_units[0]->functions, first, what << ": LUN 0");
        NS_TEST_EXPECT_MSG_EQ(m_units[1]->functions, second, what << ": LUN 3");
    }

    void DoRun() override
    {
        for (const uint16_t lun : {0, 3})
        {
            m_units.push_back(CreateObject<ManagedUnit>());
            m_router->AddLogicalUnit(lun, m_units.back());
        }
        const auto reset = Ask(Function::LOGICAL_UNIT_RESET, 3);
        NS_TEST_EXPECT_MSG_EQ((reset == Response::FUNCTION_COMPLETE), true, "of the unit");
        ExpectReached(0, 1, "LOGICAL UNIT RESET");
        NS_TEST_EXPECT_MSG_EQ((Ask(Function::ABORT_TASK_SET, 1) == Response::INCORRECT_LUN),
                              true,
                              "no such unit (SAM-5, 7.1)");
        ExpectReached(0, 1, "INCORRECT LUN");
        for (const auto function :
             {Function::I_T_NEXUS_RESET, Function::TARGET_WARM_RESET, Function::TARGET_COLD_RESET})
        {
            m_units[0]->functions = 0;
            m_units[1]->functions = 0;
            NS_TEST_EXPECT_MSG_EQ((Ask(function, 1) == Response::FUNCTION_COMPLETE), true, "all");
            ExpectReached(1, 1, "for all units, whatever the LUN");
        }
        m_units[0]->answer = Response::FUNCTION_REJECTED;
        NS_TEST_EXPECT_MSG_EQ((Ask(Function::TARGET_WARM_RESET, 0) == Response::FUNCTION_REJECTED),
                              true,
                              "one that could not is heard");
        ExpectReached(2, 2, "and the others did it");
        m_router->NexusLost("a");
        NS_TEST_EXPECT_MSG_EQ((m_units[1]->lost == std::vector<std::string>{"a"}), true, "lost");
        m_router->AddLogicalUnit(5, CreateObject<PlainUnit>());
        NS_TEST_EXPECT_MSG_EQ((Ask(Function::QUERY_TASK, 5) == Response::FUNCTION_NOT_SUPPORTED),
                              true,
                              "a unit that knows no task management");
    }

    /// A unit that overrides nothing it need not.
    class PlainUnit : public ScsiDevice
    {
      public:
        void CommandReceived(Ptr<ScsiTask>) override
        {
        }

        void DataOutReceived(Ptr<ScsiTask>, uint32_t, Ptr<Packet>) override
        {
        }

        void TaskLost(Ptr<ScsiTask>) override
        {
        }
    };

    Ptr<ScsiTaskRouter> m_router{CreateObject<ScsiTaskRouter>()}; //!< the router
    std::vector<Ptr<ManagedUnit>> m_units;                        //!< units 0 and 3
};

/**
 * @ingroup scsi-tests
 *
 * ScsiTaskRouter.
 */
class ScsiTaskRouterTestSuite : public TestSuite
{
  public:
    ScsiTaskRouterTestSuite()
        : TestSuite("scsi-task-router", Type::UNIT)
    {
        AddTestCase(new ScsiTaskRouterTest, Duration::QUICK);
        AddTestCase(new ScsiTaskRouterManagementTest, Duration::QUICK);
    }
};

static ScsiTaskRouterTestSuite g_scsiTaskRouterTestSuite; //!< registers the suite
