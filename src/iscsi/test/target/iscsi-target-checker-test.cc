/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-login-header.h"
#include "ns3/iscsi-r2t-header.h"
#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-target-checker.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Function = IscsiTaskManagementFunction;     //!< short for the functions
using Response = IscsiTaskManagementResponseCode; //!< short for the responses

/// After which the target gives up data.
const Time TIMEOUT = Seconds(3);

/// A session whose PDUs are written here, and what the checker at its target says of them.
class TargetTalk
{
  public:
    TargetTalk()
        : m_checker([this](const std::string& what) { said += what + "; "; }, TIMEOUT)
    {
        Login("");
    }

    /**
     * A session begins.
     *
     * @param keys what the target says in its answer
     */
    void Login(const std::string& keys)
    {
        Receive(IscsiLoginRequestHeader());
        const auto* bytes = reinterpret_cast<const uint8_t*>(keys.data());
        auto pdu = Create<Packet>(bytes, keys.size());
        pdu->AddHeader(IscsiLoginResponseHeader());
        m_checker.NoteSent(pdu, IscsiOpcode::LOGIN_RESPONSE);
    }

    /**
     * @param tag of a command
     * @param cmdSn its number
     * @param lun its logical unit
     */
    void Command(uint32_t tag, uint32_t cmdSn, uint64_t lun = 0)
    {
        IscsiScsiCommandHeader command;
        command.initiatorTaskTag = tag;
        command.cmdSn = cmdSn;
        command.lun = lun;
        Receive(command);
    }

    /**
     * A function is asked for and answered.
     *
     * @param function what it does
     * @param cmdSn number of its request
     * @param task tag of the task that it is about, if it is about one
     * @param response what the target says
     */
    void Manage(Function function,
                uint32_t cmdSn,
                uint32_t task = IscsiHeader::RESERVED_TAG,
                Response response = Response::FUNCTION_COMPLETE)
    {
        IscsiTaskManagementRequestHeader request;
        request.function = function;
        request.initiatorTaskTag = FUNCTION_TAG;
        request.referencedTaskTag = task;
        request.cmdSn = cmdSn;
        Receive(request);
        IscsiTaskManagementResponseHeader answer;
        answer.initiatorTaskTag = FUNCTION_TAG;
        answer.response = response;
        Send(answer);
    }

    /**
     * @param tag of a command
     */
    void Status(uint32_t tag)
    {
        IscsiScsiResponseHeader response;
        response.initiatorTaskTag = tag;
        Send(response);
    }

    /**
     * @param tag of a command whose data the target asks for
     */
    void Ask(uint32_t tag)
    {
        IscsiR2tHeader r2t;
        r2t.initiatorTaskTag = tag;
        Send(r2t);
    }

    /**
     * @param tag of a command
     * @param transferTag of the R2T that asked for the data
     */
    void DataOut(uint32_t tag, uint32_t transferTag = 50)
    {
        IscsiDataOutHeader data;
        data.initiatorTaskTag = tag;
        data.targetTransferTag = transferTag;
        Receive(data);
    }

    std::string said; //!< what the checker said

  private:
    static constexpr uint32_t FUNCTION_TAG = 90; //!< of all functions

    /**
     * @param header of a PDU
     * @return the PDU
     */
    static Ptr<Packet> Make(const IscsiHeader& header)
    {
        auto pdu = Create<Packet>();
        pdu->AddHeader(header);
        return pdu;
    }

    /**
     * @param header what the target sends
     */
    void Send(const IscsiHeader& header)
    {
        m_checker.NoteSent(Make(header), header.GetOpcode());
    }

    /**
     * @param header what it receives
     */
    void Receive(const IscsiHeader& header)
    {
        m_checker.NoteReceived(Make(header), header.GetOpcode());
    }

    IscsiTargetChecker m_checker; //!< what is tested
};

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * @brief Data for tasks that task management has ended.
 */
class TargetCheckerTestCase : public TestCase
{
  public:
    TargetCheckerTestCase()
        : TestCase("data behind the answer to a function")
    {
    }

  private:
    /// What is said and received, with what the checker says of it.
    using Case = std::pair<std::function<void(TargetTalk&)>, std::string>;

    void DoRun() override
    {
        const std::string late = " gets data that an R2T asked for when the task management "
                                 "function that ended it has been answered; ";
        const std::vector<Case> cases{
            {[](TargetTalk& t) {
                 t.DataOut(1);
                 t.Manage(Function::LOGICAL_UNIT_RESET, 8);
             },
             ""},
            {[](TargetTalk& t) {
                 t.Manage(Function::LOGICAL_UNIT_RESET, 8);
                 t.DataOut(1);
             },
             "CmdSN 7" + late},
            {[](TargetTalk& t) {
                 t.Manage(Function::TARGET_WARM_RESET, 8);
                 t.DataOut(1);
                 t.DataOut(2);
             },
             "CmdSN 7" + late + "CmdSN 6" + late},
            // Another unit, a later command, one that has ended, data that nobody asked for.
            {[](TargetTalk& t) {
                 t.Manage(Function::CLEAR_TASK_SET, 8);
                 t.DataOut(2);
             },
             ""},
            {[](TargetTalk& t) {
                 t.Manage(Function::ABORT_TASK_SET, 7);
                 t.DataOut(1);
             },
             ""},
            {[](TargetTalk& t) {
                 t.Status(1);
                 t.Manage(Function::ABORT_TASK_SET, 8);
                 t.DataOut(1);
             },
             ""},
            {[](TargetTalk& t) {
                 t.Manage(Function::ABORT_TASK_SET, 8);
                 t.DataOut(1, IscsiHeader::RESERVED_TAG);
             },
             ""},
            // Functions that end one task, or none, or do not end any in the end.
            {[](TargetTalk& t) {
                 t.Manage(Function::ABORT_TASK, 8, 1);
                 t.DataOut(1);
                 t.Manage(Function::LOGICAL_UNIT_RESET, 8);
                 t.DataOut(1);
             },
             ""},
            {[](TargetTalk& t) {
                 t.Manage(Function::QUERY_TASK, 8, 1);
                 t.DataOut(1);
             },
             ""},
            {[](TargetTalk& t) {
                 t.Manage(Function::LOGICAL_UNIT_RESET,
                          8,
                          IscsiHeader::RESERVED_TAG,
                          Response::FUNCTION_REJECTED);
                 t.DataOut(1);
             },
             ""},
            // With FastAbort nobody waits; another session has other tasks; a tag comes again.
            {[](TargetTalk& t) {
                 t.Login("TaskReporting=FastAbort");
                 t.Command(1, 7);
                 t.Manage(Function::LOGICAL_UNIT_RESET, 8);
                 t.DataOut(1);
             },
             ""},
            {[](TargetTalk& t) {
                 t.Manage(Function::LOGICAL_UNIT_RESET, 8);
                 t.Login("");
                 t.DataOut(1);
             },
             ""},
            {[](TargetTalk& t) {
                 t.Manage(Function::LOGICAL_UNIT_RESET, 8);
                 t.Command(1, 8);
                 t.DataOut(1);
             },
             ""}};
        for (const auto& [talk, said] : cases)
        {
            TargetTalk one;
            one.Command(2, 6, 1ULL << 48);
            one.Command(1, 7);
            talk(one);
            NS_TEST_EXPECT_MSG_EQ(one.said, said, "what is said");
        }
    }
};

/**
 * @ingroup iscsi-tests
 *
 * @brief Data that the target gave up, because nothing of it came for the timeout, may come later.
 */
class TargetCheckerTimeoutTestCase : public TestCase
{
  public:
    TargetCheckerTimeoutTestCase()
        : TestCase("data that the target had given up")
    {
    }

  private:
    void DoRun() override
    {
        // Asked for at 1 s; all of it is missing at 4 s, or a part of it since 2 s. What comes at
        // 4 s is too late.
        Expect(std::nullopt, Seconds(4), "");
        Expect(std::nullopt, Seconds(4) - NanoSeconds(1), "CmdSN 7");
        Expect(Seconds(2), Seconds(5), "");
        Expect(Seconds(2), Seconds(5) - NanoSeconds(1), "CmdSN 7");
        Expect(Seconds(4), Seconds(5), "");
    }

    /**
     * @param part when a part of the data came, if one did
     * @param end when the function is answered
     * @param said how what is said of the data behind it begins
     */
    void Expect(std::optional<Time> part, Time end, const std::string& said)
    {
        TargetTalk talk;
        talk.Command(1, 7);
        Simulator::Schedule(Seconds(1), [&talk] { talk.Ask(1); });
        if (part)
        {
            Simulator::Schedule(*part, [&talk] { talk.DataOut(1); });
        }
        Simulator::Schedule(end, [&talk] {
            talk.Manage(Function::LOGICAL_UNIT_RESET, 8);
            talk.DataOut(1);
        });
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(talk.said.substr(0, said.size()), said, "what is said");
        NS_TEST_EXPECT_MSG_EQ(talk.said.empty(), said.empty(), "whether it is said");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * @brief Tests of what watches a session at its target.
 */
class IscsiTargetCheckerTestSuite : public TestSuite
{
  public:
    IscsiTargetCheckerTestSuite()
        : TestSuite("iscsi-target-checker", Type::UNIT)
    {
        AddTestCase(new TargetCheckerTestCase, Duration::QUICK);
        AddTestCase(new TargetCheckerTimeoutTestCase, Duration::QUICK);
    }
};

static IscsiTargetCheckerTestSuite
    g_iscsiTargetCheckerTestSuite; //!< Static variable for test initialization
