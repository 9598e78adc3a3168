/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-raw-test-case.h"

#include "ns3/iscsi-async-message-header.h"
#include "ns3/iscsi-fault-helper.h"
#include "ns3/iscsi-logout-header.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-r2t-header.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/iscsi-text-header.h"
#include "ns3/iscsi-text.h"
#include "ns3/uinteger.h"

#include <algorithm>

using namespace ns3;

namespace
{

using Test = IscsiRawTestCase;
using Request = IscsiRawTarget::Request;

/// What an initiator does about an attack.
enum class Answer : uint8_t
{
    CONTINUES, //!< it continues, and traces the error
    SILENT,    //!< it continues and sees no error
    CLOSES     //!< it closes the connection, which is recovered
};

/// A read and a write that are under way when the target attacks.
struct Attack
{
    IscsiRawBench& raw; //!< the bench
    uint32_t read;      //!< tag of the read of READ_LENGTH
    uint32_t write;     //!< tag of the write of WRITE_LENGTH

    static constexpr uint32_t READ_LENGTH = 4000;   //!< bytes
    static constexpr uint32_t WRITE_LENGTH = 40000; //!< bytes, more than a burst
    static constexpr uint32_t MAX_BURST = 16384;    //!< MaxBurstLength

    /**
     * Send a response with any status number.
     *
     * @param tag its initiator task tag
     * @param statSn the status number
     */
    void SendResponse(uint32_t tag, uint32_t statSn) const
    {
        IscsiScsiResponseHeader header;
        header.initiatorTaskTag = tag;
        header.statSn = statSn;
        raw.target.SendRaw(0, header);
    }

    /**
     * @return the status number that comes next
     */
    uint32_t GetStatSn() const
    {
        return raw.target.links[0].statSn;
    }

    /**
     * Send an R2T.
     *
     * @param tag its initiator task tag
     * @param number its number
     * @param offset first byte
     * @param length bytes
     */
    void SendR2t(uint32_t tag, uint32_t number, uint32_t offset, uint32_t length) const
    {
        raw.target.SendR2t(0, tag, number, offset, length);
    }

    /**
     * Send a Data-In without status.
     *
     * @param tag its initiator task tag
     * @param number its number
     * @param offset first byte
     * @param length bytes
     */
    void SendDataIn(uint32_t tag, uint32_t number, uint32_t offset, uint32_t length) const
    {
        raw.target.SendDataIn(0, tag, number, offset, IscsiTestBench::MakeData(length, 1));
    }

    /**
     * Send a PDU that takes a status number.
     *
     * @tparam T its header
     * @param tag its initiator task tag
     * @param change changes the header
     */
    template <typename T>
    void SendStatus(uint32_t tag, const std::function<void(T& header)>& change) const
    {
        T header;
        header.initiatorTaskTag = tag;
        change(header);
        raw.target.SendStatus(0, header);
    }
};

/// Attacks.
using Act = std::function<void(const Attack& attack)>;

/**
 * The target attacks at 2 s and behaves from 3 s on. What was under way is aborted at 8 s if it has
 * not ended; a read at 25 s must succeed.
 *
 * @param test the test
 * @param level ErrorRecoveryLevel
 * @param answer what the initiator is to do
 * @param act attacks
 */
void
RunAttack(Test& test, uint32_t level, Answer answer, const Act& act)
{
    IscsiRawBench raw(1, level);
    auto& helper = raw.bench.initiatorHelper;
    helper.SetAttribute("NopInterval", TimeValue(Seconds(1)));
    helper.SetAttribute("NopTimeout", TimeValue(Seconds(2)));
    helper.SetAttribute("LoginTimeout", TimeValue(Seconds(3)));
    helper.SetAttribute("MaxBurstLength", UintegerValue(Attack::MAX_BURST));
    helper.SetAttribute("FirstBurstLength", UintegerValue(Attack::MAX_BURST));
    raw.target.script = [](const Request& request) {
        return request.opcode != IscsiOpcode::NOP_OUT && request.when < Seconds(3);
    };
    std::vector<Ptr<ScsiTask>> tasks;
    raw.At(Seconds(1), [&]() {
        tasks.push_back(raw.client.Send(raw.Session(), Attack::READ_LENGTH));
        tasks.push_back(
            raw.client.Send(raw.Session(), 0, IscsiTestBench::MakeData(Attack::WRITE_LENGTH, 0)));
    });
    raw.At(Seconds(2), [&]() {
        const auto commands = raw.target.Get(IscsiOpcode::SCSI_COMMAND);
        act({raw,
             commands.at(0).As<IscsiScsiCommandHeader>().initiatorTaskTag,
             commands.at(1).As<IscsiScsiCommandHeader>().initiatorTaskTag});
    });
    raw.At(Seconds(7.9), [&]() {
        test.Equal(!raw.errors.empty(), answer != Answer::SILENT, "whether an error is traced");
    });
    raw.At(Seconds(8), [&]() {
        raw.Session()->AbortTask(tasks[0]);
        raw.Session()->AbortTask(tasks[1]);
    });
    raw.At(Seconds(25), [&]() {
        test.Equal(raw.client.completed.size(), 2, "what was under way has ended, each once");
        tasks.push_back(raw.client.Send(raw.Session(), 512));
    });
    raw.Run(Seconds(30));
    test.Equal(raw.target.links[0].hasEnded, answer == Answer::CLOSES, "whether it closes");
    test.True(raw.Session()->IsReady(), "the session is there");
    test.Equal(raw.client.completed.size(), 3, "all end, each once");
    test.True(tasks[2]->response == ScsiServiceResponse::COMMAND_COMPLETE, "and it works");
    test.True(raw.client.received[tasks[0]] <= Attack::READ_LENGTH, "no data beyond the buffer");
    test.True(raw.target.requests.size() < 200, "it does not flood the target");
}

/// How a target attacks during login; returns true to send the response.
using LoginAct = std::function<bool(IscsiRawTarget::Link& link, IscsiLoginResponseHeader& header)>;

/**
 * The target attacks during login for 10 s and behaves afterwards.
 *
 * @param test the test
 * @param level ErrorRecoveryLevel
 * @param act attacks
 */
void
RunLogin(Test& test, uint32_t level, const LoginAct& act)
{
    IscsiRawBench raw(1, level);
    raw.bench.initiatorHelper.SetAttribute("LoginTimeout", TimeValue(Seconds(3)));
    raw.target.loginScript = [&act](auto& link, auto& header) {
        return Simulator::Now() > Seconds(10) || act(link, header);
    };
    Ptr<ScsiTask> task;
    raw.At(Seconds(9.9), [&]() {
        test.True(!raw.Session()->IsReady(), "not logged in so far");
        test.True(raw.target.links.size() > 1 && raw.target.links[0].hasEnded,
                  "the first connection is closed, and another tried");
        test.Equal(raw.target.requests.size(), 0, "nothing but logins");
    });
    raw.At(Seconds(20), [&]() { task = raw.client.Send(raw.Session(), 512); });
    raw.Run(Seconds(25));
    test.True(!raw.errors.empty(), "traced");
    test.Equal(raw.client.completed.size(), 1, "the command ends");
    test.True(task->response == ScsiServiceResponse::COMMAND_COMPLETE, "and it works");
}

/**
 * Reject all that came so far and a PDU that makes no sense.
 *
 * @param attack the attack
 * @param reason the reason
 */
void
RejectAll(const Attack& attack, uint8_t reason)
{
    auto& target = attack.raw.target;
    const auto requests = target.requests;
    for (const auto& request : requests)
    {
        target.SendReject(0, request, reason);
    }
    target.SendReject(0, {0, IscsiOpcode::NOP_OUT, Create<Packet>(48), Time()}, reason);
    IscsiRejectHeader empty;
    empty.reason = static_cast<IscsiRejectReason>(reason);
    target.SendStatus(0, empty);
    target.SendStatus(0, empty, Create<Packet>(20));
}

/**
 * @ingroup iscsi-tests
 *
 * A target that tries to break the initiator: each attack has the answer of RFC 7143, nothing hangs
 * and the session works again afterwards.
 */
class IscsiInitiatorAttackTestSuite : public TestSuite
{
  public:
    IscsiInitiatorAttackTestSuite()
        : TestSuite("iscsi-initiator-attack", Type::UNIT)
    {
        AddStatuses();
        AddNumbers();
        AddTags();
        AddBuffers();
        AddFormats();
        AddNotifications();
        AddLogins();
    }

  private:
    /**
     * Add an attack at levels 0 and 1.
     *
     * @param name what it is
     * @param plain what the initiator does at level 0
     * @param recovering what it does at level 1
     * @param act attacks
     */
    void Add(const std::string& name, Answer plain, Answer recovering, const Act& act)
    {
        for (const uint32_t level : {0, 1})
        {
            const auto answer = level == 0 ? plain : recovering;
            AddTestCase(new Test(name + " at level " + std::to_string(level),
                                 [=](Test& test) { RunAttack(test, level, answer, act); }),
                        TestCase::Duration::QUICK);
        }
    }

    /**
     * Add an attack with one answer.
     *
     * @param name what it is
     * @param answer what the initiator does
     * @param act attacks
     */
    void Add(const std::string& name, Answer answer, const Act& act)
    {
        Add(name, answer, answer, act);
    }

    /**
     * Add an attack on logins.
     *
     * @param name what it is
     * @param act attacks
     */
    void AddLogin(const std::string& name, const LoginAct& act)
    {
        for (const uint32_t level : {0, 2})
        {
            AddTestCase(new Test(name + " at level " + std::to_string(level),
                                 [=](Test& test) { RunLogin(test, level, act); }),
                        TestCase::Duration::QUICK);
        }
    }

    /**
     * Add wrong status numbers.
     */
    void AddStatuses()
    {
        // At level 1 the numbers between are asked for; nothing more can be taken until they come.
        Add("StatSN with a gap, 4.2.2.2", Answer::CLOSES, [](const Attack& attack) {
            attack.raw.target.links[0].statSn += 5;
            attack.raw.target.SendGood(0, attack.read);
        });
        for (const uint32_t ahead : {0x00010000U, 0x7fffffffU, 0x80000000U, 0x80000001U})
        {
            Add("StatSN too far ahead, 4.2.2.2: " + std::to_string(ahead),
                Answer::CLOSES,
                [=](const Attack& attack) {
                    attack.SendResponse(attack.read, attack.GetStatSn() + ahead);
                });
        }
        Add("StatSN of a NOP-In too far ahead, 4.2.2.2",
            Answer::SILENT,
            Answer::CLOSES,
            [](const Attack& attack) {
                IscsiNopInHeader header;
                header.statSn = attack.GetStatSn() + 0x00100000;
                attack.raw.target.SendRaw(0, header);
            });
        Add("StatSN that was used, 7.1.4.2",
            Answer::CLOSES,
            Answer::SILENT,
            [](const Attack& attack) { attack.SendResponse(attack.read, attack.GetStatSn() - 1); });
        Add("status twice, 7.9", Answer::CONTINUES, [](const Attack& attack) {
            attack.raw.target.SendGood(0, attack.read);
            attack.raw.target.SendGood(0, attack.read);
        });
    }

    /**
     * Add wrong numbers of data and commands.
     */
    void AddNumbers()
    {
        Add("DataSN with a gap, 7.9", Answer::CLOSES, Answer::SILENT, [](const Attack& attack) {
            attack.SendDataIn(attack.read, 5, 0, 100);
        });
        Add("DataSN twice, 7.9", Answer::CLOSES, Answer::SILENT, [](const Attack& attack) {
            attack.SendDataIn(attack.read, 0, 0, 100);
            attack.SendDataIn(attack.read, 0, 0, 100);
        });
        for (const uint32_t number : {0x00100000U, 0x80000000U, 0xffffffffU})
        {
            const auto name = " too far ahead, 7.9: " + std::to_string(number);
            Add("DataSN" + name, Answer::CLOSES, [=](const Attack& attack) {
                attack.SendDataIn(attack.read, number, 0, 100);
            });
            Add("R2TSN" + name, Answer::CLOSES, [=](const Attack& attack) {
                attack.SendR2t(attack.write, number, 8192, 512);
            });
            Add("ExpDataSN" + name, Answer::CLOSES, [=](const Attack& attack) {
                attack.raw.target.SendGood(0, attack.read, number);
            });
        }
        for (const uint32_t most : {0U, 1U})
        {
            Add("MaxCmdSN goes back, 4.2.2.1: " + std::to_string(most),
                Answer::SILENT,
                [=](const Attack& attack) {
                    IscsiNopInHeader header;
                    header.statSn = attack.GetStatSn();
                    header.expCmdSn = 3;
                    header.maxCmdSn = most;
                    attack.raw.target.SendRaw(0, header);
                });
        }
    }

    /**
     * Add tags that name nothing, and answers to what was not asked.
     */
    void AddTags()
    {
        constexpr uint32_t TAG = 0x01234567;
        Add("response for no task, 7.9", Answer::CLOSES, [=](const Attack& attack) {
            attack.raw.target.SendGood(0, TAG);
        });
        Add("Data-In for no task, 7.9", Answer::CLOSES, [=](const Attack& attack) {
            attack.SendDataIn(TAG, 0, 0, 100);
        });
        Add("R2T for no task, 7.9", Answer::CLOSES, [=](const Attack& attack) {
            attack.SendR2t(TAG, 0, 0, 100);
        });
        Add("TMF Response to nothing", Answer::CLOSES, [=](const Attack& attack) {
            attack.SendStatus<IscsiTaskManagementResponseHeader>(TAG, [](auto&) {});
        });
        Add("Logout Response to nothing", Answer::CLOSES, [=](const Attack& attack) {
            attack.SendStatus<IscsiLogoutResponseHeader>(TAG, [](auto&) {});
        });
        Add("Text Response to nothing", Answer::CLOSES, [=](const Attack& attack) {
            attack.SendStatus<IscsiTextResponseHeader>(TAG, [](auto&) {});
        });
        Add("Login Response after the login", Answer::CLOSES, [=](const Attack& attack) {
            attack.SendStatus<IscsiLoginResponseHeader>(0, [](auto&) {});
        });
        Add("TMF Response to a command", Answer::CONTINUES, [](const Attack& attack) {
            attack.SendStatus<IscsiTaskManagementResponseHeader>(attack.read, [](auto&) {});
        });
    }

    /**
     * Add data for which there is no room, or that do not exist.
     */
    void AddBuffers()
    {
        /// An R2T.
        struct Wrong
        {
            const char* name; //!< what is wrong
            uint32_t offset;  //!< first byte
            uint32_t length;  //!< bytes
        };

        for (const auto& [name, offset, length] :
             {Wrong{"no data", 8192, 0},
              Wrong{"more than a burst", 8192, Attack::MAX_BURST + 1},
              Wrong{"data beyond the end", Attack::WRITE_LENGTH - 100, 101},
              Wrong{"data behind the end", Attack::WRITE_LENGTH + 1, 1},
              Wrong{"an offset that wraps", 0xffffff00, 0x200},
              Wrong{"a length that wraps", 8192, 0xffffffff}})
        {
            Add("R2T for " + std::string(name) + ", 11.8", Answer::CLOSES, [=](const Attack& a) {
                a.SendR2t(a.write, 0, offset, length);
            });
        }
        Add("R2T for a read, 11.8", Answer::CLOSES, [](const Attack& attack) {
            attack.SendR2t(attack.read, 0, 0, 512);
        });
        Add("Data-In for a write, 11.7", Answer::CLOSES, [](const Attack& attack) {
            attack.SendDataIn(attack.write, 0, 0, 512);
        });
        for (const uint32_t offset : {Attack::READ_LENGTH - 99, Attack::READ_LENGTH, 0xffffffffU})
        {
            Add("Data-In beyond the buffer, 11.7.4: " + std::to_string(offset),
                Answer::CLOSES,
                [=](const Attack& attack) { attack.SendDataIn(attack.read, 0, offset, 100); });
        }
        Add("R2T for another unit, 4.2.5.3", Answer::CLOSES, [](const Attack& attack) {
            IscsiR2tHeader header;
            header.initiatorTaskTag = attack.write;
            header.targetTransferTag = 1;
            header.lun = uint64_t{1} << 48;
            header.bufferOffset = 8192;
            header.desiredDataTransferLength = 512;
            attack.raw.target.Send(0, header);
        });
        Add("A bit for another unit, 4.2.5.3",
            Answer::SILENT,
            Answer::CLOSES,
            [](const Attack& attack) {
                IscsiDataInHeader header;
                header.initiatorTaskTag = attack.read;
                header.targetTransferTag = 1;
                header.acknowledge = true;
                header.lun = uint64_t{1} << 48;
                attack.raw.target.Send(0, header, Create<Packet>(512));
            });
    }

    /**
     * Add PDUs that are built wrongly.
     */
    void AddFormats()
    {
        Add("status without the F bit, 11.7.3", Answer::CLOSES, [](const Attack& attack) {
            attack.SendStatus<IscsiDataInHeader>(attack.read, [](auto& header) {
                header.statusPresent = true;
                header.final = false;
            });
        });
        Add("CHECK CONDITION without sense, 11.4.7.2", Answer::CLOSES, [](const Attack& attack) {
            attack.SendStatus<IscsiScsiResponseHeader>(attack.read, [](auto& header) {
                header.status = static_cast<uint8_t>(ScsiStatus::CHECK_CONDITION);
            });
        });
        Add("a segment of 16 MB, 7.7", Answer::CLOSES, [](const Attack& attack) {
            IscsiNopInHeader header;
            header.dataSegmentLength = 0xffffff;
            auto pdu = Create<Packet>();
            pdu->AddHeader(header);
            attack.raw.target.links[0].stream->Send(pdu);
        });
        // The next PDUs are taken for what is missing; a ping that has no answer ends it.
        Add("additional headers that do not come, 7.7", Answer::CLOSES, [](const Attack& attack) {
            IscsiNopInHeader header;
            header.totalAhsLength = 255;
            auto pdu = Create<Packet>();
            pdu->AddHeader(header);
            attack.raw.target.links[0].stream->Send(pdu);
            attack.raw.target.links[0].stream->Send(Create<Packet>(4096));
        });
        Add("half a header, then silence, 11.18", Answer::CLOSES, [](const Attack& attack) {
            attack.raw.target.links[0].stream->Send(Create<Packet>(20));
            attack.raw.target.script = [](const Request& request) { return request.link == 0; };
        });
        Add("an opcode of requests, 7.7", Answer::CLOSES, [](const Attack& attack) {
            IscsiNopOutHeader header;
            attack.raw.target.SendRaw(0, header);
        });
        Add("ping and answer in one, 11.19", Answer::CLOSES, [](const Attack& attack) {
            attack.SendStatus<IscsiNopInHeader>(7,
                                                [](auto& header) { header.targetTransferTag = 8; });
        });
    }

    /**
     * Add Rejects, Asynchronous Messages and codes that mean nothing.
     */
    void AddNotifications()
    {
        for (const uint8_t reason : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 255})
        {
            // Damaged commands are sent again at level 1, and end a connection at level 0.
            const bool closes = reason == 11;
            const auto recovering = closes ? Answer::CLOSES : Answer::CONTINUES;
            Add("Reject of all for reason " + std::to_string(reason) + ", 11.17.1",
                reason == 2 ? Answer::CLOSES : recovering,
                recovering,
                [=](const Attack& attack) { RejectAll(attack, reason); });
        }
        for (const uint8_t event : {6, 77, 247, 248, 255})
        {
            Add("Asynchronous Message " + std::to_string(event) + ", 11 and 11.9.1",
                event < 248 ? Answer::CONTINUES : Answer::SILENT,
                [=](const Attack& attack) {
                    attack.SendStatus<IscsiAsyncMessageHeader>(
                        IscsiHeader::RESERVED_TAG,
                        [=](auto& header) {
                            header.asyncEvent = static_cast<IscsiAsyncEvent>(event);
                        });
                });
        }
        Add("drop of a connection that is none, 11.9.1", Answer::SILENT, [](const Attack& attack) {
            attack.SendStatus<IscsiAsyncMessageHeader>(IscsiHeader::RESERVED_TAG, [](auto& header) {
                header.asyncEvent = IscsiAsyncEvent::CONNECTION_DROP;
                header.parameter1 = 99;
            });
        });
        for (const uint8_t code : {1, 5, 0x80})
        {
            Add("SCSI Response " + std::to_string(code) + ", 11 and 11.4.3",
                code == 5 ? Answer::CONTINUES : Answer::SILENT,
                [=](const Attack& attack) {
                    attack.SendStatus<IscsiScsiResponseHeader>(attack.read, [=](auto& header) {
                        header.response = static_cast<IscsiScsiResponseCode>(code);
                    });
                });
        }
    }

    /**
     * Add attacks during login.
     */
    void AddLogins()
    {
        AddLogin("login that never ends, 6.2", [](auto&, auto& header) {
            header.transit = false;
            header.cont = true;
            return true;
        });
        AddLogin("login without end, 6.3", [](auto&, auto& header) {
            header.transit = false;
            return true;
        });
        AddLogin("login without an answer, 8.1.2 T7", [](auto&, auto&) { return false; });
        AddLogin("NOP-In during login, 4.2.4", [](auto& link, auto&) {
            auto pdu = Create<Packet>();
            pdu->AddHeader(IscsiNopInHeader());
            link.stream->Send(pdu);
            return false;
        });
        AddLogin("C and T bits together, 11.13.2", [](auto&, auto& header) {
            header.transit = true;
            header.cont = true;
            return true;
        });
        AddLogin("login goes back a stage, 6.3", [](auto&, auto& header) {
            header.transit = true;
            header.nextStage = IscsiLoginStage::SECURITY_NEGOTIATION;
            return true;
        });
        AddLogin("login skips a stage, 6.3.3", [](auto&, auto& header) {
            header.transit = true;
            header.nextStage = IscsiLoginStage::FULL_FEATURE_PHASE;
            return header.currentStage == IscsiLoginStage::SECURITY_NEGOTIATION;
        });
        AddLogin("login of another task, 11.13", [](auto&, auto& header) {
            header.initiatorTaskTag += 1;
            return true;
        });
        AddLogin("login of no session, 11.13.3", [](auto&, auto& header) {
            header.tsih = 0;
            return true;
        });
        AddLogin("StatSN with a gap during login, 7.1.4", [](auto& link, auto& header) {
            const bool isFirst = header.currentStage == IscsiLoginStage::SECURITY_NEGOTIATION;
            link.statSn += isFirst ? 0 : 5;
            return true;
        });
    }
};

IscsiInitiatorAttackTestSuite g_iscsiInitiatorAttackTestSuite; //!< registers the suite

} // namespace
