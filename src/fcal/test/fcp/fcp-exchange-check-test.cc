/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/fc-els.h"
#include "ns3/fc-rec-header.h"
#include "ns3/test.h"

#include <array>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// A device that takes its time, and what its initiator sends.
struct SlowBench : public FcpBench
{
    /**
     * @param delay how long the device takes
     */
    explicit SlowBench(Time delay)
        : FcpBench(1)
    {
        LogIn();
        devices[0]->delay = delay;
        start = Simulator::Now();
        GetNode()->TraceConnectWithoutContext("UnitSent", MakeCallback(&SlowBench::NoteSent, this));
    }

    /**
     * @param iu what was sent
     */
    void NoteSent(FcIu iu, const FcHeader& /* header */, uint32_t /* size */)
    {
        if (iu != FcIu::FCP_CMND)
        {
            sent += GetFcIuName(iu) + " at " +
                    std::to_string((Simulator::Now() - start).GetSeconds()).substr(0, 3) + " ";
        }
    }

    /**
     * @param task a command
     * @return whether it ended once and well
     */
    static bool IsGood(const FcpTestTask& task)
    {
        return task.completions == 1 && task.response == ScsiServiceResponse::COMMAND_COMPLETE &&
               task.status == ScsiStatus::GOOD;
    }

    Time start;       //!< when all are logged in
    std::string sent; //!< all but commands that the initiator sent
};

/**
 * A client that gives data of a write some time after they were asked for.
 */
class LateClient : public FcpTestClient
{
  public:
    void DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override
    {
        Simulator::Schedule(Seconds(5), [this, task, offset, length] {
            FcpTestClient::DataOutRequested(task, offset, length);
        });
    }
};

/**
 * Drops what others send, from some time on, and hands up the rest.
 */
class LossyClient : public FcalPortClient
{
  public:
    void SequenceReceived(Ptr<const FcReception> reception) override
    {
        if (GetFcIu(reception->GetSequence()->header) == lost && count > 0)
        {
            --count;
            return;
        }
        node->SequenceReceived(reception);
    }

    void SequenceFailed(Ptr<FcSequence> sequence, FcalFailure failure) override
    {
        node->SequenceFailed(sequence, failure);
    }

    void PortStateChanged(FcalPortState state) override
    {
        node->PortStateChanged(state);
    }

    FcpNode* node{nullptr};   //!< whose client it stands in for
    FcIu lost{FcIu::FCP_RSP}; //!< which unit is lost
    uint32_t count{1};        //!< how many of them
};

} // namespace

/**
 * @ingroup fcal
 *
 * Test that an exchange is asked for by REC before it is aborted.
 */
class FcpExchangeCheckTest : public TestCase
{
  public:
    FcpExchangeCheckTest()
        : TestCase("REC: a target that works is waited for, an exchange that it forgot is not")
    {
    }

  private:
    /**
     * A read takes 7 s: it is asked for after 2, 4 and 6 s, and answered in its first exchange.
     */
    void CheckSlowRead()
    {
        SlowBench bench(Seconds(7));
        const auto task = bench.Send(0, 0, 4096);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(SlowBench::IsGood(*task), true, "read");
        NS_TEST_EXPECT_MSG_EQ_TOL(task->ended - bench.start,
                                  Seconds(7),
                                  MilliSeconds(1),
                                  "without another try");
        NS_TEST_EXPECT_MSG_EQ(bench.sent, "ELS at 2.0 ELS at 4.0 ELS at 6.0 ", "what was sent");
        NS_TEST_EXPECT_MSG_EQ(bench.devices[0]->commands.size(), 1, "once");
        NS_TEST_EXPECT_MSG_EQ(bench.GetNode()->GetNOpen(), 0, "nothing open");
        NS_TEST_EXPECT_MSG_EQ_TOL(Simulator::Now(), task->ended, MilliSeconds(1), "no event left");
    }

    /**
     * The client gives data of a write 5 s after the target asked for them: the target says that
     * it waits, and so do both.
     */
    void CheckLateClient()
    {
        SlowBench bench(Time(0));
        LateClient client;
        client.port = bench.initiators[0];
        auto task = Create<FcpTestTask>();
        task->client = &client;
        task->out = MakeFcpPattern(3000, 1);
        task->dataOutLength = 3000;
        bench.initiators[0]->SendScsiCommand(task);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(SlowBench::IsGood(*task), true, "written");
        NS_TEST_EXPECT_MSG_EQ(bench.sent, "ELS at 2.0 ELS at 4.0 FCP_DATA at 5.0 ", "sent");
        NS_TEST_EXPECT_MSG_EQ(bench.devices[0]->commands.size(), 1, "once");
    }

    /**
     * A unit is lost on its way to the initiator: the exchange is aborted after REC, and the
     * command sent once more.
     *
     * @param lost the unit
     * @param isRead whether the command is a read
     * @param expected what the initiator sends
     */
    void CheckLost(FcIu lost, bool isRead, const std::string& expected)
    {
        SlowBench bench(Time(0));
        LossyClient lossy;
        const auto node = bench.GetNode();
        lossy.node = PeekPointer(node);
        lossy.lost = lost;
        node->GetPort()->SetClient(&lossy);
        const auto pattern = MakeFcpPattern(3000, 3);
        const auto task = isRead ? bench.Send(0, 0, 3000) : bench.Send(0, 0, 0, pattern);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(SlowBench::IsGood(*task), true, GetFcIuName(lost));
        NS_TEST_EXPECT_MSG_EQ(bench.sent, expected, GetFcIuName(lost) << " lost");
        NS_TEST_EXPECT_MSG_EQ(node->GetCounters().retries, 1, GetFcIuName(lost) << ": retries");
        NS_TEST_EXPECT_MSG_EQ(node->GetNOpen(), 0, "nothing open");
        node->GetPort()->SetClient(PeekPointer(node));
    }

    /**
     * The answer to REC itself is lost: the exchange is aborted 2 s after it.
     */
    void CheckLostAnswer()
    {
        SlowBench bench(MilliSeconds(4500));
        LossyClient lossy;
        const auto node = bench.GetNode();
        lossy.node = PeekPointer(node);
        lossy.lost = FcIu::ELS_REPLY;
        node->GetPort()->SetClient(&lossy);
        const auto task = bench.Send(0, 0, 3000);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(SlowBench::IsGood(*task), true, "the second try");
        // The second try begins at 4 s, and is asked for at 6 and 8 s.
        NS_TEST_EXPECT_MSG_EQ(bench.sent,
                              "ELS at 2.0 ABTS at 4.0 ELS at 6.0 ELS at 8.0 ",
                              "what was sent");
        NS_TEST_EXPECT_MSG_EQ(bench.devices[0]->lost.size(), 1, "taken from the device");
        node->GetPort()->SetClient(PeekPointer(node));
    }

    /**
     * The loop is initialised while REC is on its way, and a command is aborted while it is asked
     * for.
     */
    void CheckEnds()
    {
        SlowBench bench(Seconds(3));
        const auto task = bench.Send(0, 0, 4096);
        bench.RunFor(Seconds(2) + NanoSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(bench.GetNode()->GetNOpen(), 2, "the command and REC");
        bench.loop->Initialise();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(SlowBench::IsGood(*task), true, "sent once more");
        NS_TEST_EXPECT_MSG_EQ(bench.devices[0]->commands.size(), 2, "twice");
        const auto before = Simulator::Now();
        const auto other = bench.Send(0, 0, 4096);
        bench.RunFor(Seconds(2) + NanoSeconds(100));
        bench.initiators[0]->AbortTask(other);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((other->status == ScsiStatus::TASK_ABORTED), true, "aborted");
        NS_TEST_EXPECT_MSG_EQ_TOL(other->ended - before, Seconds(2), MilliSeconds(1), "at once");
        NS_TEST_EXPECT_MSG_EQ(bench.GetNode()->GetNOpen(), 0, "nothing open");
    }

    void DoRun() override
    {
        CheckSlowRead();
        CheckLateClient();
        CheckLost(FcIu::FCP_RSP, true, "ELS at 2.0 ABTS at 2.0 ");
        CheckLost(FcIu::FCP_RSP, false, "FCP_DATA at 0.0 ELS at 2.0 ABTS at 2.0 FCP_DATA at 2.0 ");
        CheckLost(FcIu::FCP_XFER_RDY, false, "ELS at 2.0 ABTS at 2.0 FCP_DATA at 2.0 ");
        CheckLostAnswer();
        CheckEnds();
    }
};

/**
 * @ingroup fcal
 *
 * Test what a target answers to REC.
 */
class FcpRecAnswerTest : public TestCase
{
  public:
    FcpRecAnswerTest()
        : TestCase("REC: what a target says of an exchange")
    {
    }

  private:
    /// Keeps the payloads of answers.
    class Asker : public FcalPortClient
    {
      public:
        void SequenceReceived(Ptr<const FcReception> reception) override
        {
            const auto& sequence = reception->GetSequence();
            if (GetFcIu(sequence->header) == FcIu::ELS_REPLY)
            {
                FcpBytes bytes(sequence->payload->GetSize());
                sequence->payload->CopyData(bytes.data(), bytes.size());
                answers.push_back(bytes);
                return;
            }
            node->SequenceReceived(reception);
        }

        void PortStateChanged(FcalPortState state) override
        {
            node->PortStateChanged(state);
        }

        FcpNode* node{nullptr};        //!< whose client it stands in for
        std::vector<FcpBytes> answers; //!< what came
    };

    /**
     * Send REC.
     *
     * @param bench the loop
     * @param asker notes the answer
     * @param oxId the exchange
     * @param rxId the same, as the target calls it
     * @return the bytes of the answer
     */
    static FcpBytes Ask(const FcpBench& bench, const Asker& asker, uint16_t oxId, uint16_t rxId)
    {
        const auto port = bench.GetNode()->GetPort();
        FcRecHeader rec;
        rec.originator = *port->GetAlpa();
        rec.oxId = oxId;
        rec.rxId = rxId;
        auto sequence = Create<FcSequence>();
        sequence->header =
            MakeFcHeader(FcIu::ELS_REQUEST,
                         {*bench.GetTargetPort(0)->GetAlpa(), *port->GetAlpa(), 0x7777});
        sequence->payload = Create<Packet>();
        sequence->payload->AddHeader(rec);
        port->SendSequence(sequence);
        FcpBench::RunFor(MicroSeconds(100));
        return asker.answers.back();
    }

    void DoRun() override
    {
        FcpBench bench(1);
        bench.LogIn();
        const auto node = bench.GetNode();
        FcExchangeIds ids;
        node->TraceConnectWithoutContext(
            "ExchangeOpened",
            Callback<void, Ptr<const FcExchange>>(
                [&ids](Ptr<const FcExchange> exchange) { ids = exchange->ids; }));
        uint16_t rxId = 0;
        bench.targets[0]->GetObject<FcpNode>()->TraceConnectWithoutContext(
            "ExchangeOpened",
            Callback<void, Ptr<const FcExchange>>(
                [&rxId](Ptr<const FcExchange> exchange) { rxId = exchange->ids.rxId; }));
        Asker asker;
        asker.node = PeekPointer(node);
        node->GetPort()->SetClient(&asker);
        bench.devices[0]->delay = MilliSeconds(1);
        bench.Send(0, 0, 4096);
        FcpBench::RunFor(MicroSeconds(100));
        const auto high = [](uint16_t id) { return static_cast<uint8_t>(id >> 8); };
        const auto low = [](uint16_t id) { return static_cast<uint8_t>(id); };
        // OX_ID, RX_ID, both addresses, no data yet, responder with the initiative.
        const FcpBytes expected{0x02,
                                0,
                                0,
                                0,
                                high(ids.oxId),
                                low(ids.oxId),
                                high(rxId),
                                low(rxId),
                                0,
                                0,
                                0,
                                *node->GetPort()->GetAlpa(),
                                0,
                                0,
                                0,
                                *bench.GetTargetPort(0)->GetAlpa(),
                                0,
                                0,
                                0,
                                0,
                                0xc0,
                                0,
                                0,
                                0};
        NS_TEST_EXPECT_MSG_EQ((Ask(bench, asker, ids.oxId, rxId) == expected), true, "known");
        NS_TEST_EXPECT_MSG_EQ((Ask(bench, asker, ids.oxId, 0xffff) == expected),
                              true,
                              "RX_ID not yet known");
        // LS_RJT, logical error, invalid OX_ID-RX_ID combination.
        const FcpBytes reject{0x01, 0, 0, 0, 0, 0x03, 0x17, 0};
        NS_TEST_EXPECT_MSG_EQ((Ask(bench, asker, ids.oxId, rxId ^ 1) == reject), true, "RX_ID");
        NS_TEST_EXPECT_MSG_EQ((Ask(bench, asker, ids.oxId ^ 1, 0xffff) == reject), true, "OX_ID");
        node->GetPort()->SetClient(PeekPointer(node));
        Simulator::Run();
    }
};

/**
 * @ingroup fcal
 *
 * Exchanges that are asked for.
 */
class FcpExchangeCheckTestSuite : public TestSuite
{
  public:
    FcpExchangeCheckTestSuite()
        : TestSuite("fcp-exchange-check", Type::UNIT)
    {
        AddTestCase(new FcpExchangeCheckTest, Duration::QUICK);
        AddTestCase(new FcpRecAnswerTest, Duration::QUICK);
    }
};

static FcpExchangeCheckTestSuite g_fcpExchangeCheckTestSuite; //!< registers the suite
