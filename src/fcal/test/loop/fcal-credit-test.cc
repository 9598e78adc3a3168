/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/fcal-credit.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <random>

using namespace ns3;

/**
 * @ingroup fcal
 *
 * Frames planned at one distance go when frames planned one by one go.
 */
class FcalCreditPlanTest : public TestCase
{
  public:
    FcalCreditPlanTest()
        : TestCase("plans of whole sequences and frame by frame")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 generator(1);
        for (uint32_t i = 0; i < 2000; ++i)
        {
            Check(generator, i);
        }
        NS_TEST_EXPECT_MSG_GT(m_stalls, 100, "some wait for credit");
    }

    /**
     * Plan some sequences in one circuit both ways. A change by no buffer has frames planned one by
     * one.
     *
     * @param generator source of randomness
     * @param label number of the check
     */
    void Check(std::mt19937& generator, uint32_t label)
    {
        const auto draw = [&generator](uint32_t least, uint32_t most) {
            return static_cast<uint32_t>(least + generator() % (most - least + 1));
        };
        const auto buffers = draw(1, 6);
        const uint64_t toReceiver = draw(1, 700);
        const uint64_t toSender = draw(1, 700);
        const FcalCredit::Start
            start{draw(0, buffers), buffers, 1, 1 + toReceiver + toSender, toReceiver, toSender, 6};
        FcalCredit whole(start);
        FcalCredit each(start);
        uint64_t ready = 1;
        for (int sequence = 0; sequence < 5; ++sequence)
        {
            auto payload = Create<FcSequence>();
            payload->payload = Create<Packet>(draw(0, 20000));
            const auto cut = payload->Cut(draw(0, 1) == 0 ? 2048 : 512);
            const auto a = whole.Begin(cut, ready);
            each.Begin(cut, ready);
            each.Change(0, 0);
            const auto b = each.Replan();
            NS_TEST_ASSERT_MSG_EQ(a.GetCount(), cut.frames, "check " << label);
            NS_TEST_ASSERT_MSG_EQ(b.GetCount(), cut.frames, "check " << label);
            for (uint32_t frame = 0; frame < cut.frames; ++frame)
            {
                NS_TEST_ASSERT_MSG_EQ(a.GetStart(frame), b.GetStart(frame), "check " << label);
            }
            NS_TEST_EXPECT_MSG_EQ(whole.GetStall(), each.GetStall(), "check " << label);
            m_stalls += whole.GetStall() > 0;
            ready = a.GetStart(cut.frames - 1) + cut.GetWords(cut.frames - 1) + 6 + draw(0, 500);
        }
    }

    uint32_t m_stalls{0}; //!< sequences that waited
};

/**
 * @ingroup fcal
 *
 * Login BB_Credit 0 costs a trip of the loop in every tenancy, any other nothing.
 */
class FcalLoginCreditTest : public TestCase
{
  public:
    FcalLoginCreditTest()
        : TestCase("login credit")
    {
    }

  private:
    void DoRun() override
    {
        // Ten ports, 60 words around: 2 * 60 + 1 + 527 words, and with credit 0 60 more.
        CheckPeriod(0, 708);
        CheckPeriod(1, 648);
        CheckPeriod(2, 648);
        CheckPeriod(8, 648);
    }

    /**
     * @param credit login BB_Credit
     * @param words from OPN to OPN of tenancies of a frame each
     */
    void CheckPeriod(uint32_t credit, uint64_t words)
    {
        FcalBench bench(10, [credit](uint32_t, Ptr<FcalPort> port) {
            port->SetAttribute("LoginBbCredit", UintegerValue(credit));
            port->SetAttribute("MaxSequences", UintegerValue(1));
        });
        bench.Initialise();
        for (int i = 0; i < 11; ++i)
        {
            bench.Send(3, 8, 2048);
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.tenancies.size(), 11, "circuits");
        NS_TEST_EXPECT_MSG_EQ_TOL(bench.tenancies[10].start - bench.tenancies[0].start,
                                  bench.Words(10 * words),
                                  NanoSeconds(1),
                                  "credit " << credit);
        NS_TEST_EXPECT_MSG_EQ(bench.stalls.size(), (credit == 0 ? 11 : 0), "waits for credit");
    }
};

/**
 * @ingroup fcal
 *
 * A receiver without buffers stalls the sender, and nothing is lost.
 */
class FcalBuffersTest : public TestCase
{
  public:
    FcalBuffersTest()
        : TestCase("receive buffers")
    {
    }

  private:
    void DoRun() override
    {
        CheckFewBuffers();
        CheckHold(false);
        CheckHold(true);
        CheckHeldFromTheStart();
        CheckLoginCreditIsKept();
        CheckRange();
    }

    /// BB_Credit is a byte, and without a buffer nothing comes.
    void CheckRange()
    {
        const auto port = CreateObject<FcalPort>();
        const auto takes = [port](uint64_t buffers) {
            return port->SetAttributeFailSafe("ReceiveBuffers", UintegerValue(buffers));
        };
        NS_TEST_EXPECT_MSG_EQ((takes(1) && takes(255)), true, "1 to 255");
        NS_TEST_EXPECT_MSG_EQ((takes(0) || takes(256)), false, "no others");
        port->Dispose();
    }

    /**
     * Two ports, 12 words around. With one buffer each frame waits for the R_RDY of the one before:
     * 521 words and 12. With two none does.
     */
    void CheckFewBuffers()
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(GetFrameDistance(1), 533, 0.1, "one buffer");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetFrameDistance(2), 527, 0.1, "two buffers");
    }

    /**
     * @param buffers receive buffers
     * @return mean words from frame to frame in a sequence of 100
     */
    double GetFrameDistance(uint32_t buffers)
    {
        FcalBench bench(2, [buffers](uint32_t, Ptr<FcalPort> port) {
            port->SetAttribute("ReceiveBuffers", UintegerValue(buffers));
        });
        bench.Initialise();
        bench.Send(0, 1, 100 * 2048);
        Simulator::Run();
        const auto& reception = *bench.recorders[1]->receptions.at(0);
        const auto time = reception.GetFrameStart(99) - reception.GetFrameStart(0);
        return time.GetNanoSeconds() / (99 * 640 / 17.0);
    }

    /**
     * Two ports, 12 words around, two buffers; ten frames. ARB 12, OPN 1, R_RDY 12: the frames
     * begin at 25, 552, 1079 and so on. The receiver takes both buffers at word 1000, while the
     * second frame is on its way; the first one's R_RDY is on its way or used. So the third goes
     * too, and the fourth has no credit. At word 9000 the buffers are given back: R_RDY takes six
     * words, and the fourth begins at 9006 and the others follow.
     *
     * @param cutThrough whether the receiver is notified of plans
     */
    void CheckHold(bool cutThrough)
    {
        FcalBench bench(2, [cutThrough](uint32_t, Ptr<FcalPort> port) {
            port->SetAttribute("ReceiveBuffers", UintegerValue(2));
            port->SetAttribute("CutThrough", BooleanValue(cutThrough));
        });
        bench.Initialise();
        const auto zero = FcalClock(bench.loop->GetLineRate()).GetNow();
        const auto at = [&bench, zero](uint64_t word) { return bench.Words(zero + word); };
        const auto begin = Simulator::Now();
        bench.Send(0, 1, 10 * 2048);
        auto port = bench.ports[1];
        Simulator::Schedule(at(1000) - begin, &FcalPort::HoldBuffers, port, 2);
        Simulator::Schedule(at(9000) - begin, &FcalPort::ReleaseBuffers, port, 2);
        bench.RunFor(at(8999) - begin);
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[1]->received.size(), 0, "stalled");
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[0]->sent.size(), 0, "stalled");
        Simulator::Run();
        const auto& receiver = *bench.recorders[1];
        NS_TEST_ASSERT_MSG_EQ(receiver.receptions.size(), 1, "nothing is lost");
        const auto& reception = *receiver.receptions[0];
        NS_TEST_EXPECT_MSG_EQ(reception.GetFrameStart(2), at(1079), "third frame");
        NS_TEST_EXPECT_MSG_EQ(reception.GetFrameStart(3), at(9006), "fourth frame");
        NS_TEST_EXPECT_MSG_EQ(reception.GetFrameStart(9), at(9006 + 6 * 527), "last frame");
        NS_TEST_EXPECT_MSG_EQ(receiver.received[0], at(9006 + 6 * 527 + 521 + 6), "received");
        // Waits: the first R_RDY from 13 to 25, and from 1606 to 9006.
        NS_TEST_EXPECT_MSG_EQ_TOL(bench.stalls.at(0),
                                  bench.Words(12 + 7400),
                                  NanoSeconds(1),
                                  "wait");
        // At SOF and header, at 1000, at 9000.
        NS_TEST_EXPECT_MSG_EQ(receiver.planned.size(), (cutThrough ? 3 : 0), "plans");
    }

    void CheckHeldFromTheStart()
    {
        FcalBench bench(2);
        bench.Initialise();
        bench.ports[1]->HoldBuffers(8);
        bench.Send(0, 1, 2048);
        bench.Send(0, 1, 2048);
        bench.RunFor(MilliSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[0]->sent.size(), 0, "the owner waits");
        NS_TEST_EXPECT_MSG_GT(bench.loop->GetBusyTime(), MicroSeconds(999), "and keeps the loop");
        const auto now = FcalClock(bench.loop->GetLineRate()).GetNow();
        bench.ports[1]->ReleaseBuffers(1);
        Simulator::Run();
        const auto& receiver = *bench.recorders[1];
        NS_TEST_ASSERT_MSG_EQ(receiver.received.size(), 2, "both arrive");
        // R_RDY 6, 521, 6 to the receiver; the next waits for R_RDY as there is one buffer.
        NS_TEST_EXPECT_MSG_EQ(receiver.received[0], bench.Words(now + 533), "first");
        NS_TEST_EXPECT_MSG_EQ(receiver.received[1], bench.Words(now + 533 + 533), "second");
    }

    /// Buffers promised at login are there at every OPN, whatever the client keeps.
    void CheckLoginCreditIsKept()
    {
        FcalBench bench(2, [](uint32_t, Ptr<FcalPort> port) {
            port->SetAttribute("LoginBbCredit", UintegerValue(2));
        });
        bench.Initialise();
        bench.ports[1]->HoldBuffers(100);
        bench.Send(0, 1, 20 * 2048);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[1]->bytes, 20 * 2048, "bytes");
        bench.ports[1]->ReleaseBuffers(100);
    }
};

/**
 * @ingroup fcal
 *
 * Whatever a receiver does with its buffers, all arrives once, in order, and no frame is on its way
 * without a buffer for it.
 */
class FcalRandomBuffersTest : public TestCase
{
  public:
    FcalRandomBuffersTest()
        : TestCase("buffers taken and given at random")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t seed = 1; seed <= 50; ++seed)
        {
            Check(seed);
        }
    }

    /**
     * @param seed seed of the randomness
     */
    void Check(uint32_t seed)
    {
        std::mt19937 generator(seed);
        const uint32_t buffers = 1 + generator() % 4;
        FcalBench bench(3, [buffers](uint32_t, Ptr<FcalPort> port) {
            port->SetAttribute("ReceiveBuffers", UintegerValue(buffers));
        });
        bench.Initialise();
        uint64_t bytes = 0;
        for (int i = 0; i < 40; ++i)
        {
            const uint32_t size = 1 + generator() % 20000;
            bytes += size;
            bench.Send(i % 2, 2, size);
        }
        auto port = bench.ports[2];
        for (int i = 0; i < 60; ++i)
        {
            const uint32_t count = 1 + generator() % buffers;
            const auto when = MicroSeconds(generator() % 10000);
            Simulator::Schedule(when, &FcalPort::HoldBuffers, port, count);
            const auto later = when + MicroSeconds(generator() % 300);
            Simulator::Schedule(later, &FcalPort::ReleaseBuffers, port, count);
        }
        Simulator::Run();
        const auto& receiver = *bench.recorders[2];
        NS_TEST_EXPECT_MSG_EQ(receiver.receptions.size(), 40, "seed " << seed);
        NS_TEST_EXPECT_MSG_EQ(receiver.bytes, bytes, "seed " << seed);
        for (std::size_t i = 0; i < receiver.receptions.size(); ++i)
        {
            const auto& reception = *receiver.receptions[i];
            const auto frames = reception.GetCut().frames;
            NS_TEST_ASSERT_MSG_EQ(reception.GetFrameArrival(frames - 1),
                                  receiver.received[i],
                                  "told when it arrives, seed " << seed);
            CheckWindow(reception, buffers);
        }
    }

    /**
     * @param reception a sequence
     * @param buffers the receiver's buffers
     */
    void CheckWindow(const FcReception& reception, uint32_t buffers)
    {
        for (uint32_t i = buffers; i < reception.GetCut().frames; ++i)
        {
            const auto freed = reception.GetFrameArrival(i - buffers);
            NS_TEST_ASSERT_MSG_GT(reception.GetFrameStart(i), freed, "a buffer for each frame");
        }
    }
};

/**
 * @ingroup fcal
 *
 * The test suite of credit and buffers.
 */
class FcalCreditTestSuite : public TestSuite
{
  public:
    FcalCreditTestSuite()
        : TestSuite("fcal-credit", Type::UNIT)
    {
        AddTestCase(new FcalCreditPlanTest, Duration::QUICK);
        AddTestCase(new FcalLoginCreditTest, Duration::QUICK);
        AddTestCase(new FcalBuffersTest, Duration::QUICK);
        AddTestCase(new FcalRandomBuffersTest, Duration::QUICK);
    }
};

static FcalCreditTestSuite g_fcalCreditTestSuite; //!< registers the suite
