/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-test-bench.h"

#include "ns3/inet-socket-address.h"
#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-initiator-login.h"
#include "ns3/iscsi-pdu-stream.h"
#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <functional>
#include <memory>

using namespace ns3;

namespace
{

/**
 * A peer of the target that sends whatever PDU it is told to.
 */
class ScriptedInitiator : public IscsiPduStreamOwner
{
  public:
    /**
     * Connect to the target.
     *
     * @param bench the nodes
     */
    void Connect(IscsiTestBench& bench)
    {
        socket = Socket::CreateSocket(bench.nodes.Get(0), TcpSocketFactory::GetTypeId());
        stream = Create<IscsiPduStream>(socket, IscsiPduStream::Side::INITIATOR);
        stream->SetOwner(this);
        IscsiSessionParameters proposals;
        proposals.initiatorName = "iqn.2026-01.com.example:script";
        proposals.targetName = "iqn.2026-01.com.example:disk";
        login = std::make_unique<IscsiInitiatorLogin>(proposals,
                                                      std::array<uint8_t, 6>{0x80, 9, 9, 9, 0, 0},
                                                      1);
        stream->Connect(InetSocketAddress(bench.targetAddress, 3260),
                        MakeCallback(&ScriptedInitiator::SendLogin, this));
    }

    /**
     * Send the next Login Request.
     */
    void SendLogin()
    {
        IscsiLoginRequestHeader header;
        header.cmdSn = 1;
        const auto text = login->NextRequest(header);
        Send(header, text);
    }

    /**
     * Send a PDU.
     *
     * @param header its header
     * @param data its data segment or null
     */
    void Send(IscsiHeader& header, Ptr<Packet> data)
    {
        auto pdu = data ? data : Create<Packet>();
        header.dataSegmentLength = pdu->GetSize();
        pdu->AddHeader(header);
        stream->Send(pdu);
    }

    // IscsiPduStreamOwner
    void PduArrived(Ptr<Packet> pdu) override
    {
        received.push_back(pdu->Copy());
        IscsiBasicHeader basic;
        pdu->PeekHeader(basic);
        if (login && basic.GetOpcode() == IscsiOpcode::LOGIN_RESPONSE)
        {
            IscsiLoginResponseHeader header;
            pdu->RemoveHeader(header);
            if (login->Handle(header, pdu) == IscsiInitiatorLogin::Progress::CONTINUES)
            {
                SendLogin();
            }
            else
            {
                login.reset();
            }
        }
    }

    void StreamEnded(const std::string& /* reason */) override
    {
        ended = true;
    }

    Ptr<Socket> socket;                         //!< its socket
    Ptr<IscsiPduStream> stream;                 //!< the PDUs
    std::unique_ptr<IscsiInitiatorLogin> login; //!< the login while it is in progress
    std::vector<Ptr<Packet>> received;          //!< PDUs that came
    bool ended{false};                          //!< the target closed
};

/**
 * @param write a write or a read
 * @param length expected data transfer length
 * @return a command with CmdSN 1 and task tag 100
 */
IscsiScsiCommandHeader
MakeCommand(bool write, uint32_t length)
{
    IscsiScsiCommandHeader command;
    command.write = write;
    command.read = !write;
    command.expectedDataTransferLength = length;
    command.initiatorTaskTag = 100;
    command.cmdSn = 1;
    command.cdb[0] = write ? 0x2a : 0x28;
    return command;
}

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * One peer misbehaves; it gets the RFC's answer, and another session never notices.
 */
class IscsiMisbehaviourTestCase : public TestCase
{
  public:
    /// What the peer does once logged in.
    using Act = std::function<void(ScriptedInitiator& peer)>;

    /**
     * @param name what it does
     * @param act does it
     * @param closes whether the target closes the connection
     * @param answer opcode of the target's last PDU
     * @param error what is traced
     * @param byte offset of a byte in the last PDU
     * @param value the value it must have
     */
    IscsiMisbehaviourTestCase(const std::string& name,
                              Act act,
                              bool closes,
                              IscsiOpcode answer,
                              const std::string& error,
                              uint32_t byte,
                              uint8_t value)
        : TestCase("misbehaviour: " + name),
          m_act(act),
          m_closes(closes),
          m_answer(answer),
          m_error(error),
          m_byte(byte),
          m_value(value)
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.InstallTarget();
        const auto initiator = bench.InstallInitiator();
        std::vector<std::string> errors;
        bench.target->TraceConnectWithoutContext(
            "ProtocolError",
            Callback<void, const std::string&>(
                [&](const std::string& what) { errors.push_back(what); }));
        ScriptedInitiator peer;
        Simulator::Schedule(Seconds(1), [&]() { peer.Connect(bench); });
        Simulator::Schedule(Seconds(2), [&]() { m_act(peer); });
        for (uint32_t i = 0; i < 30; i++)
        {
            Simulator::Schedule(MilliSeconds(1900 + 10 * i),
                                [&, i]() { bench.client.Read(initiator->GetPort(), i, 4096); });
        }
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.client.GetCompleted(), 30, "the other session goes on");
        NS_TEST_ASSERT_MSG_EQ(errors.size(), 1, "the error is traced once");
        NS_TEST_EXPECT_MSG_EQ(errors[0].substr(0, m_error.size()), m_error, "what is traced");
        NS_TEST_EXPECT_MSG_EQ(peer.ended, m_closes, "whether the connection is closed");
        NS_TEST_EXPECT_MSG_EQ(bench.target->GetSessionCount(), (m_closes ? 1 : 2), "sessions left");
        const auto last = IscsiTestBench::GetBytes(peer.received.back());
        NS_TEST_EXPECT_MSG_EQ((last[0] & 0x3f), static_cast<int>(m_answer), "the last PDU");
        NS_TEST_EXPECT_MSG_EQ(+last.at(m_byte), +m_value, "what it says");
        Simulator::Destroy();
    }

    Act m_act;            //!< what the peer does
    bool m_closes;        //!< whether the target closes
    IscsiOpcode m_answer; //!< opcode of the last PDU
    std::string m_error;  //!< what is traced
    uint32_t m_byte;      //!< offset of a byte in the last PDU
    uint8_t m_value;      //!< its value
};

/**
 * @ingroup iscsi-tests
 *
 * A side goes away while commands are under way: they end as not delivered, the device forgets its
 * tasks, and nothing hangs.
 */
class IscsiSessionLossTestCase : public TestCase
{
  public:
    /**
     * @param targetStops true if the target goes, false if the initiator does
     */
    explicit IscsiSessionLossTestCase(bool targetStops)
        : TestCase(targetStops ? "the target goes away" : "the initiator goes away"),
          m_targetStops(targetStops)
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        bench.device->latency = Seconds(1);
        bench.targetHelper.SetAttribute("CommandWindow", UintegerValue(3));
        bench.InstallTarget();
        const auto initiator = bench.InstallInitiator();
        if (m_targetStops)
        {
            bench.target->SetStopTime(Seconds(1.5));
        }
        else
        {
            initiator->SetStopTime(Seconds(1.5));
        }
        std::vector<Ptr<ScsiTask>> tasks;
        std::vector<Ptr<ScsiTask>> completed;
        bench.client.completed =
            Callback<void, Ptr<ScsiTask>>([&](Ptr<ScsiTask> task) { completed.push_back(task); });
        Simulator::Schedule(Seconds(1), [&]() {
            for (uint32_t i = 0; i < 5; i++)
            {
                tasks.push_back(bench.client.Read(initiator->GetPort(), i, 512));
            }
        });
        Simulator::Schedule(Seconds(3), [&]() {
            tasks.push_back(bench.client.Read(initiator->GetPort(), 5, 512));
        });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((completed == tasks), true, "all end once, the oldest first");
        for (const auto& task : tasks)
        {
            NS_TEST_EXPECT_MSG_EQ((task->response == ScsiServiceResponse::DELIVERY_FAILURE),
                                  true,
                                  "as not delivered");
        }
        NS_TEST_EXPECT_MSG_EQ(bench.device->lost, 3, "the device lost those it had");
        NS_TEST_EXPECT_MSG_EQ(bench.device->active, 0, "and works on none");
        const auto expected = m_targetStops ? IscsiSessionState::FAILED : IscsiSessionState::FREE;
        NS_TEST_EXPECT_MSG_EQ((initiator->GetSession()->GetState() == expected),
                              true,
                              "state of the session");
        Simulator::Destroy();
    }

    bool m_targetStops; //!< which side goes away
};

/**
 * @ingroup iscsi-tests
 *
 * Nobody answers: the login fails after 15 s, LoginTimeout, and is tried ten times again, two
 * seconds apart, LoginRetries and LoginRetryDelay.
 */
class IscsiNoTargetTestCase : public TestCase
{
  public:
    IscsiNoTargetTestCase()
        : TestCase("there is no target")
    {
    }

  private:
    void DoRun() override
    {
        IscsiTestBench bench("100Mbps", MilliSeconds(1));
        const auto initiator = bench.InstallInitiator();
        std::vector<std::string> errors;
        initiator->TraceConnectWithoutContext(
            "ProtocolError",
            Callback<void, const std::string&>(
                [&](const std::string& what) { errors.push_back(what); }));
        Simulator::Stop(Seconds(400));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(errors.size(), 11, "all attempts fail");
        NS_TEST_EXPECT_MSG_EQ(initiator->GetPort()->IsReady(), false, "not logged in");
        Simulator::Destroy();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Peers that misbehave or go away.
 */
class IscsiFaultTestSuite : public TestSuite
{
  public:
    IscsiFaultTestSuite()
        : TestSuite("iscsi-fault", Type::UNIT)
    {
        AddTestCase(new IscsiSessionLossTestCase(true), TestCase::Duration::QUICK);
        AddTestCase(new IscsiSessionLossTestCase(false), TestCase::Duration::QUICK);
        AddTestCase(new IscsiNoTargetTestCase, TestCase::Duration::QUICK);
        AddRejects();
        AddDataErrors();
    }

  private:
    /**
     * Add PDUs that close the connection or are rejected.
     */
    void AddRejects()
    {
        Add(
            "garbage",
            [](auto& peer) {
                std::vector<uint8_t> bytes(100, 0xaf);
                peer.socket->Send(Create<Packet>(bytes.data(), bytes.size()));
            },
            true,
            IscsiOpcode::LOGIN_RESPONSE,
            "DataSegmentLength 11513775 is above MaxRecv",
            36,
            0);
        Add(
            "login in full feature phase",
            [](auto& peer) {
                IscsiLoginRequestHeader header;
                peer.Send(header, nullptr);
            },
            true,
            IscsiOpcode::LOGIN_RESPONSE,
            "Login Request in full feature phase",
            36,
            0);
        // Reason 3: SNACK reject.
        Add(
            "a SNACK at ErrorRecoveryLevel 0",
            [](auto& peer) {
                IscsiSnackHeader header;
                peer.Send(header, nullptr);
            },
            false,
            IscsiOpcode::REJECT,
            "rejected a SNACK Request for reason 3",
            2,
            3);
        // Reason 7: task in progress.
        Add(
            "a task tag in use",
            [](auto& peer) {
                auto first = MakeCommand(true, 65536);
                auto second = first;
                second.cmdSn = 2;
                peer.Send(first, nullptr);
                peer.Send(second, nullptr);
            },
            false,
            IscsiOpcode::REJECT,
            "rejected a SCSI Command for reason 7",
            2,
            7);
        // Reason 9: invalid PDU field.
        Add(
            "data for no task",
            [](auto& peer) {
                IscsiDataOutHeader header;
                header.initiatorTaskTag = 55;
                peer.Send(header, Create<Packet>(512));
            },
            false,
            IscsiOpcode::REJECT,
            "rejected a SCSI Data-Out for reason 9",
            2,
            9);
        Add(
            "data with a tag nobody gave",
            [](auto& peer) {
                auto command = MakeCommand(true, 65536);
                IscsiDataOutHeader header;
                header.initiatorTaskTag = 100;
                header.targetTransferTag = 999;
                peer.Send(command, nullptr);
                peer.Send(header, Create<Packet>(512));
            },
            false,
            IscsiOpcode::REJECT,
            "rejected a SCSI Data-Out for reason 9",
            2,
            9);
    }

    /**
     * Add writes whose data is not what was agreed on: byte 3 is the status, 2 for CHECK CONDITION,
     * and bytes 62 and 63 of the PDU are code and qualifier of the sense data.
     */
    void AddDataErrors()
    {
        // InitialR2T=Yes applies.
        Add(
            "unsolicited data",
            [](auto& peer) {
                auto command = MakeCommand(true, 8192);
                command.final = false;
                IscsiDataOutHeader header;
                header.initiatorTaskTag = 100;
                peer.Send(command, nullptr);
                peer.Send(header, Create<Packet>(8192));
            },
            false,
            IscsiOpcode::SCSI_RESPONSE,
            "unexpected unsolicited data",
            48 + 2 + 13,
            0x0c);
        // The R2T asks for all of 8192 bytes and has tag 0.
        Add(
            "less data than asked for",
            [](auto& peer) {
                auto command = MakeCommand(true, 8192);
                peer.Send(command, nullptr);
                Simulator::Schedule(MilliSeconds(20), [&peer]() {
                    IscsiDataOutHeader header;
                    header.initiatorTaskTag = 100;
                    header.targetTransferTag = 0;
                    peer.Send(header, Create<Packet>(4096));
                });
            },
            false,
            IscsiOpcode::SCSI_RESPONSE,
            "incorrect amount of data",
            48 + 2 + 13,
            0x0d);
        Add(
            "immediate data beyond the length",
            [](auto& peer) {
                auto command = MakeCommand(true, 512);
                peer.Send(command, Create<Packet>(1024));
            },
            false,
            IscsiOpcode::SCSI_RESPONSE,
            "incorrect amount of data",
            3,
            2);
        Add(
            "data out of order",
            [](auto& peer) {
                auto command = MakeCommand(true, 8192);
                peer.Send(command, nullptr);
                Simulator::Schedule(MilliSeconds(20), [&peer]() {
                    IscsiDataOutHeader header;
                    header.initiatorTaskTag = 100;
                    header.targetTransferTag = 0;
                    header.bufferOffset = 4096;
                    peer.Send(header, Create<Packet>(4096));
                });
            },
            false,
            IscsiOpcode::SCSI_RESPONSE,
            "rejected a SCSI Data-Out for reason 9",
            48 + 2 + 13,
            0x0d);
    }

    /**
     * See IscsiMisbehaviourTestCase.
     *
     * @param name what the peer does
     * @param act does it
     * @param closes whether the target closes
     * @param answer opcode of the target's last PDU
     * @param error what is traced
     * @param byte offset of a byte in the last PDU
     * @param value the value it must have
     */
    void Add(const std::string& name,
             IscsiMisbehaviourTestCase::Act act,
             bool closes,
             IscsiOpcode answer,
             const std::string& error,
             uint32_t byte,
             uint8_t value)
    {
        AddTestCase(new IscsiMisbehaviourTestCase(name, act, closes, answer, error, byte, value),
                    TestCase::Duration::QUICK);
    }
};

static IscsiFaultTestSuite g_iscsiFaultTestSuite; //!< registers the suite
