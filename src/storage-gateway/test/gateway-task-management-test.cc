/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-test-bench.h"

#include "ns3/test.h"

#include <memory>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::gatewaytest;

using Function = ScsiTaskManagementFunction;
using Response = ScsiTaskManagementResponse;

namespace
{

/// First blocks.
using Blocks = std::vector<uint64_t>;

} // namespace

/**
 * @ingroup storage-gateway-tests
 *
 * What each task management function ends. Two sessions have three reads each in a gateway that
 * lets two of a session and one of a drive go: one at the drive, one in the drive's queue, one in
 * the session's queue, and one for another unit.
 */
class GatewayTaskManagementTest : public TestCase
{
  public:
    /**
     * @param name name of the function
     * @param function the function, asked for by the first session for LUN 0
     * @param response how it must end
     * @param aborted reads of the first session that it must end
     * @param abortedOfOther reads of the second session that it must end
     */
    GatewayTaskManagementTest(const std::string& name,
                              Function function,
                              Response response,
                              Blocks aborted,
                              Blocks abortedOfOther)
        : TestCase(name),
          m_function(function),
          m_response(response),
          m_aborted(std::move(aborted)),
          m_abortedOfOther(std::move(abortedOfOther))
    {
    }

  private:
    void DoRun() override
    {
        GatewayTestBench bench;
        bench.gateway->SetAttribute("SessionQueueDepth", UintegerValue(2));
        bench.gateway->SetAttribute("DriveQueueDepth", UintegerValue(1));
        bench.Build();
        bench.AddDrive(MilliSeconds(10));
        bench.AddDrive(MilliSeconds(10));
        ManagedSession one;
        ManagedSession other;
        other.name = "iqn.test:other,i,0x2";
        bench.Connect(one);
        bench.Connect(other);
        Ptr<ScsiTask> second;
        for (uint32_t block : {10, 20, 30})
        {
            const auto task = one.Read(0, block);
            second = block == 20 ? task : second;
        }
        one.Read(1, 40);
        for (uint32_t block : {11, 21})
        {
            other.Read(0, block);
        }
        other.Read(1, 41);
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        const auto response = one.Manage(m_function, 0, second);
        NS_TEST_EXPECT_MSG_EQ((response == m_response), true, "response");
        NS_TEST_EXPECT_MSG_EQ((one.aborted == m_aborted), true, "its own, at once");
        NS_TEST_EXPECT_MSG_EQ((other.aborted == m_abortedOfOther), true, "those of the other");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(one.answered.size() + one.aborted.size(), 4, "all others answered");
        NS_TEST_EXPECT_MSG_EQ(other.answered.size() + other.aborted.size(), 3, "here, too");
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
        NS_TEST_EXPECT_MSG_EQ(
            (one.Manage(Function::ABORT_TASK, 0, second) == Response::TASK_DOES_NOT_EXIST),
            true,
            "it is over");
        NS_TEST_EXPECT_MSG_EQ((one.Manage(m_function, 7, second) == Response::INCORRECT_LUN),
                              IsOfUnit(),
                              "a unit that is not there");
        Simulator::Destroy();
    }

    /**
     * @return whether the function is about one unit, and known
     */
    bool IsOfUnit() const
    {
        return m_function != Function::TARGET_WARM_RESET &&
               m_function != Function::TARGET_COLD_RESET &&
               m_function != Function::I_T_NEXUS_RESET && m_function != Function::CLEAR_ACA;
    }

    Function m_function;     //!< the function
    Response m_response;     //!< how it must end
    Blocks m_aborted;        //!< reads of the first session that it must end
    Blocks m_abortedOfOther; //!< reads of the second session that it must end
};

/**
 * @ingroup storage-gateway-tests
 *
 * An initiator port has a session with each of two portals of a target: what one of them asks for
 * the whole unit reaches the tasks of both, session by session in the order in which they began.
 */
class GatewaySameNameTest : public TestCase
{
  public:
    /**
     * @param name name of the function
     * @param function the function, asked for by the first session for LUN 0
     * @param aborted reads that it must end, in order
     */
    GatewaySameNameTest(const std::string& name, Function function, Blocks aborted)
        : TestCase(name + ", two sessions of one initiator port"),
          m_function(function),
          m_aborted(std::move(aborted))
    {
    }

  private:
    /// A session that notes beside others what the device ends.
    class OrderedSession : public ManagedSession
    {
      public:
        void TaskAborted(Ptr<ScsiTask> task) override
        {
            ManagedSession::TaskAborted(task);
            log->push_back(aborted.back());
        }

        Blocks* log{nullptr}; //!< first blocks of tasks that ended without a status
    };

    void DoRun() override
    {
        GatewayTestBench bench;
        bench.Build();
        bench.AddDrive(MilliSeconds(10));
        bench.AddDrive(MilliSeconds(10));
        Blocks log;
        std::vector<OrderedSession> sessions(5);
        for (std::size_t i = 0; i < sessions.size(); ++i)
        {
            sessions[i].log = &log;
            bench.Connect(sessions[i]);
        }
        // Another name, which comes first, and memory in another order than the beginnings.
        sessions[4].name = "iqn.test:another,i,0x1";
        for (const std::size_t i : {3, 0, 4, 2, 1})
        {
            sessions[i].Read(0, 10 * i + 1);
            sessions[i].Read(0, 10 * i + 2);
            sessions[i].Read(1, 10 * i + 3);
        }
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        const auto response = sessions[0].Manage(m_function, 0);
        NS_TEST_EXPECT_MSG_EQ((response == Response::FUNCTION_COMPLETE), true, "done");
        NS_TEST_EXPECT_MSG_EQ((log == m_aborted), true, log.size() << " tasks, in order");
        Simulator::Run();
        std::size_t ended = 0;
        for (const auto& session : sessions)
        {
            ended += session.answered.size() + session.aborted.size();
        }
        NS_TEST_EXPECT_MSG_EQ(ended, 15, "each ends once");
        NS_TEST_EXPECT_MSG_EQ(bench.IsIdle(), true, "nothing is left");
        Simulator::Destroy();
    }

    Function m_function; //!< the function
    Blocks m_aborted;    //!< reads that it must end, in order
};

/**
 * @ingroup storage-gateway-tests
 *
 * Task management at a gateway.
 */
class GatewayTaskManagementTestSuite : public TestSuite
{
  public:
    GatewayTaskManagementTestSuite()
        : TestSuite("gateway-task-management", Type::UNIT)
    {
        const auto done = Response::FUNCTION_COMPLETE;
        const auto found = Response::FUNCTION_SUCCEEDED;
        Add("ABORT TASK", Function::ABORT_TASK, done, {20}, {});
        Add("ABORT TASK SET", Function::ABORT_TASK_SET, done, {10, 20, 30}, {});
        Add("CLEAR TASK SET", Function::CLEAR_TASK_SET, done, {10, 20, 30}, {11, 21});
        Add("LOGICAL UNIT RESET", Function::LOGICAL_UNIT_RESET, done, {10, 20, 30}, {11, 21});
        Add("I_T NEXUS RESET", Function::I_T_NEXUS_RESET, done, {10, 20, 30, 40}, {});
        Add("TARGET WARM RESET", Function::TARGET_WARM_RESET, done, {10, 20, 30, 40}, {11, 21, 41});
        Add("TARGET COLD RESET", Function::TARGET_COLD_RESET, done, {10, 20, 30, 40}, {11, 21, 41});
        const Blocks ofUnit{41, 42, 31, 32, 1, 2, 21, 22, 11, 12};
        const Blocks all{41, 42, 43, 31, 32, 33, 1, 2, 3, 21, 22, 23, 11, 12, 13};
        AddSameName("CLEAR TASK SET", Function::CLEAR_TASK_SET, ofUnit);
        AddSameName("LOGICAL UNIT RESET", Function::LOGICAL_UNIT_RESET, ofUnit);
        AddSameName("TARGET WARM RESET", Function::TARGET_WARM_RESET, all);
        AddSameName("ABORT TASK SET", Function::ABORT_TASK_SET, {1, 2});
        Add("QUERY TASK", Function::QUERY_TASK, found, {}, {});
        Add("QUERY TASK SET", Function::QUERY_TASK_SET, found, {}, {});
        Add("CLEAR ACA", Function::CLEAR_ACA, Response::FUNCTION_NOT_SUPPORTED, {}, {});
    }

  private:
    /**
     * @param name name of the function
     * @param function the function
     * @param response how it must end
     * @param aborted reads of the first session that it must end
     * @param abortedOfOther reads of the second session that it must end
     */
    void Add(const std::string& name,
             Function function,
             Response response,
             const Blocks& aborted,
             const Blocks& abortedOfOther)
    {
        AddTestCase(
            new GatewayTaskManagementTest(name, function, response, aborted, abortedOfOther),
            Duration::QUICK);
    }

    /**
     * @param name name of the function
     * @param function the function
     * @param aborted reads that it must end, in order
     */
    void AddSameName(const std::string& name, Function function, const Blocks& aborted)
    {
        AddTestCase(new GatewaySameNameTest(name, function, aborted), Duration::QUICK);
    }
};

static GatewayTaskManagementTestSuite g_gatewayTaskManagementTestSuite; //!< registers the suite
