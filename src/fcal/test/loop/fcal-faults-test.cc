/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <random>
#include <sstream>

using namespace ns3;

/**
 * @ingroup fcal
 *
 * Ports that go, come and are bypassed while a sequence is on its way.
 */
class FcalPulledPortTest : public TestCase
{
  public:
    FcalPulledPortTest()
        : TestCase("a port is pulled, inserted or bypassed in mid-transfer")
    {
    }

  private:
    void DoRun() override
    {
        CheckPulled();
        CheckBypassed();
        CheckInserted();
        CheckNotOnLoop();
        CheckInFlight();
        CheckLoss();
    }

    /// Every other sequence loses a frame: its receiver gets none of it, its sender is not told.
    void CheckLoss()
    {
        for (const bool isCutThrough : {false, true})
        {
            FcalBench bench(2, [isCutThrough](uint32_t, Ptr<FcalPort> port) {
                port->SetAttribute("CutThrough", BooleanValue(isCutThrough));
            });
            bench.Initialise();
            uint32_t count = 0;
            bench.loop->SetLoss([&count]() { return count++ % 2 == 0; });
            const auto lost = bench.Send(0, 1, 10000);
            bench.Send(0, 1, 200);
            bench.RunFor(MilliSeconds(1));
            const auto& sender = *bench.recorders[0];
            const auto& receiver = *bench.recorders[1];
            NS_TEST_EXPECT_MSG_EQ(sender.failed.size(), 0, "the sender does not know");
            NS_TEST_ASSERT_MSG_EQ(receiver.broken.size(), 1, "lost sequences");
            NS_TEST_EXPECT_MSG_EQ(receiver.broken[0]->GetSequence(), lost, "which");
            NS_TEST_EXPECT_MSG_EQ(receiver.bytes, 200, "the other one is there");
            bench.loop->SetLoss({});
            bench.Send(0, 1, 300);
            bench.Send(0, 1, 400);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(receiver.bytes, 900, "nothing more is lost");
        }
    }

    /// The receiver is pulled: both ends know, and what waits for it comes back.
    void CheckPulled()
    {
        FcalBench bench(3);
        bench.Initialise();
        auto lost = bench.Send(0, 1, 1 << 20);
        auto waiting = bench.Send(0, 1, 100);
        bench.Send(0, 2, 200);
        const auto when = Simulator::Now() + MilliSeconds(2);
        Simulator::Schedule(MilliSeconds(2), [&bench]() { bench.loop->Remove(bench.ports[1]); });
        Simulator::Run();
        const auto& sender = *bench.recorders[0];
        NS_TEST_ASSERT_MSG_EQ(sender.failed.size(), 2, "failures");
        NS_TEST_EXPECT_MSG_EQ(sender.failed[0].sequence, lost, "the one on its way");
        NS_TEST_EXPECT_MSG_EQ(sender.failed[0].when, when, "at once");
        NS_TEST_EXPECT_MSG_EQ((sender.failed[0].reason == FcalFailure::LOOP_INITIALISED),
                              true,
                              "LIP");
        NS_TEST_EXPECT_MSG_EQ(sender.failed[1].sequence, waiting, "the one that waits");
        NS_TEST_EXPECT_MSG_EQ((sender.failed[1].reason == FcalFailure::NO_PEER),
                              true,
                              "OPN is back");
        const auto& pulled = *bench.recorders[1];
        NS_TEST_ASSERT_MSG_EQ(pulled.broken.size(), 1, "the receiver knows too");
        NS_TEST_EXPECT_MSG_EQ(pulled.broken[0]->GetSequence(), lost, "which");
        NS_TEST_EXPECT_MSG_EQ((pulled.states.back() == FcalPortState::OFFLINE), true, "offline");
        NS_TEST_EXPECT_MSG_EQ(pulled.received.size(), 0, "nothing is received");
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[2]->bytes, 200, "the others go on");
        NS_TEST_EXPECT_MSG_EQ(bench.loop->GetTripWords(), 12, "two ports are left");
    }

    /// A dead port is bypassed and enabled again; a bypassed one is passed by.
    void CheckBypassed()
    {
        FcalBench bench(3);
        bench.Initialise();
        const auto alpa = *bench.ports[1]->GetAlpa();
        bench.loop->Bypass(bench.ports[1]);
        bench.RunFor(MilliSeconds(1));
        NS_TEST_EXPECT_MSG_EQ((bench.ports[1]->GetState() == FcalPortState::BYPASSED),
                              true,
                              "state");
        NS_TEST_EXPECT_MSG_EQ(bench.loop->GetPort(alpa), nullptr, "no such address");
        NS_TEST_EXPECT_MSG_EQ(bench.loop->GetTripWords(), 12, "it takes no time");
        bench.Send(2, 0, 100);
        bench.RunFor(MilliSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[0]->bytes, 100, "the others go on");
        bench.loop->Enable(bench.ports[1]);
        bench.RunFor(MilliSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(+*bench.ports[1]->GetAlpa(), +alpa, "it has its address again");
        bench.Send(2, 1, 300);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[1]->bytes, 300, "and receives");
        NS_TEST_EXPECT_MSG_EQ((bench.lips.back() == FcalLip::BYPASS), true, "LIP");
    }

    /// A new port breaks off the transfer; the sender may send it again from inside the call.
    void CheckInserted()
    {
        FcalBench bench(2);
        bench.Initialise();
        bench.Send(0, 1, 1 << 20);
        bench.recorders[0]->onFailed = [&bench]() {
            // Port 1 has no address now, but will have its old one.
            auto again = bench.recorders[0]->failed.back().sequence;
            bench.ports[0]->SendSequence(again);
        };
        Simulator::Schedule(MilliSeconds(2), [&bench]() { bench.Add(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[0]->failed.size(), 1, "failures");
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[1]->broken.size(), 1, "broken off");
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[1]->bytes, 1 << 20, "it arrives once");
        NS_TEST_EXPECT_MSG_EQ(bench.loop->GetTripWords(), 18, "three ports");
    }

    void CheckNotOnLoop()
    {
        FcalBench bench(2);
        bench.Initialise();
        bench.loop->Remove(bench.ports[0]);
        bench.RunFor(MilliSeconds(1));
        auto sequence = Create<FcSequence>();
        bench.ports[0]->SendSequence(sequence);
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[0]->failed.size(), 0, "never from inside the call");
        bench.RunFor(MilliSeconds(1));
        NS_TEST_ASSERT_MSG_EQ(bench.recorders[0]->failed.size(), 1, "failures");
        NS_TEST_EXPECT_MSG_EQ((bench.recorders[0]->failed[0].reason == FcalFailure::NOT_ON_LOOP),
                              true,
                              "why");
        bench.loop->Insert(bench.ports[0]);
        bench.RunFor(MilliSeconds(1));
        bench.Send(0, 1, 100);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[1]->bytes, 100, "back on the loop");
    }

    /// Sent but not yet there: 100 ports are 600 words, the frame has 34.
    void CheckInFlight()
    {
        FcalBench bench(100);
        bench.Initialise();
        bench.Send(0, 99, 100);
        bench.recorders[0]->onSent = [&bench]() { bench.loop->Initialise(); };
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[0]->sent.size(), 1, "sent");
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[0]->failed.size(), 1, "and lost");
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[99]->broken.size(), 1, "not received");
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[99]->received.size(), 0, "not received");
    }
};

/**
 * @ingroup fcal
 *
 * The loop comes back after a storm of LIPs.
 */
class FcalLipStormTest : public TestCase
{
  public:
    FcalLipStormTest()
        : TestCase("a LIP storm")
    {
    }

  private:
    void DoRun() override
    {
        FcalBench bench(4);
        bench.loop->SetAttribute("AlTime", TimeValue(MilliSeconds(15)));
        bench.Initialise();
        bench.Send(0, 3, 1 << 20);
        // Faster than an initialisation takes.
        for (int i = 1; i <= 1000; ++i)
        {
            Simulator::Schedule(MilliSeconds(i), [&bench]() { bench.loop->Initialise(); });
        }
        const auto begin = Simulator::Now();
        Simulator::Schedule(MilliSeconds(500), [&bench]() {
            auto sequence = Create<FcSequence>();
            sequence->header.dId = 0x08;
            sequence->payload = Create<Packet>(100);
            bench.ports[0]->SendSequence(sequence);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.lips.size(), 1001, "LIPs");
        NS_TEST_EXPECT_MSG_EQ(bench.initialisations.size(), 2, "before it and after");
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[0]->failed.size(), 1, "the one on its way");
        NS_TEST_ASSERT_MSG_EQ(bench.recorders[3]->bytes, 100, "what waits goes on behind it");
        NS_TEST_EXPECT_MSG_GT(bench.recorders[3]->received[0] - begin,
                              MilliSeconds(1015),
                              "a LIP and AL_TIME");
    }
};

/**
 * @ingroup fcal
 *
 * Ports come and go at random under load: every sequence arrives or fails, each once, and two runs
 * are the same.
 */
class FcalRandomFaultsTest : public TestCase
{
  public:
    FcalRandomFaultsTest()
        : TestCase("faults at random")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t seed = 1; seed <= 20; ++seed)
        {
            const auto first = Run(seed);
            NS_TEST_EXPECT_MSG_EQ(first, Run(seed), "the same again, seed " << seed);
        }
        NS_TEST_EXPECT_MSG_GT(m_failed, 100, "some fail");
        NS_TEST_EXPECT_MSG_GT(m_received, 1000, "some arrive");
    }

    /**
     * @param seed seed of the randomness
     * @return what happened, as text
     */
    std::string Run(uint32_t seed)
    {
        constexpr uint32_t PORTS = 6;
        constexpr uint32_t SEQUENCES = 300;
        std::mt19937 generator(seed);
        FcalBench bench(PORTS, [&generator](uint32_t, Ptr<FcalPort> port) {
            port->SetAttribute("FullDuplex", BooleanValue(generator() % 2 == 0));
            port->SetAttribute("Fair", BooleanValue(generator() % 4 > 0));
            port->SetAttribute("CutThrough", BooleanValue(generator() % 2 == 0));
            port->SetAttribute("LoginBbCredit", UintegerValue(generator() % 3));
            port->SetAttribute("ReceiveBuffers", UintegerValue(2 + generator() % 3));
        });
        bench.Initialise();
        std::vector<uint8_t> alpas;
        for (const auto& port : bench.ports)
        {
            alpas.push_back(*port->GetAlpa());
        }
        for (uint32_t i = 0; i < SEQUENCES; ++i)
        {
            auto sequence = Create<FcSequence>();
            sequence->header.dId = alpas[generator() % PORTS];
            sequence->payload = Create<Packet>(generator() % 10000);
            Simulator::Schedule(MicroSeconds(generator() % 20000),
                                &FcalPort::SendSequence,
                                bench.ports[generator() % PORTS],
                                sequence);
        }
        for (int i = 0; i < 10; ++i)
        {
            Disturb(bench, bench.ports[generator() % PORTS], generator());
        }
        Simulator::Run();
        return Describe(bench, SEQUENCES);
    }

    /**
     * @param bench a loop
     * @param port one of its ports
     * @param random what is done to it, and when
     */
    void Disturb(FcalBench& bench, Ptr<FcalPort> port, uint32_t random)
    {
        const auto when = MicroSeconds(random / 4 % 20000);
        const auto later = when + MicroSeconds(500);
        auto loop = bench.loop;
        switch (random % 4)
        {
        case 0:
            Simulator::Schedule(when, [loop]() { loop->Initialise(); });
            break;
        case 1:
            Simulator::Schedule(when, [loop, port]() {
                if (port->GetLoop())
                {
                    loop->Bypass(port);
                }
            });
            Simulator::Schedule(later, [loop, port]() { loop->Enable(port); });
            break;
        case 2:
            Simulator::Schedule(when, [loop, port]() {
                if (port->GetLoop())
                {
                    loop->Remove(port);
                }
            });
            Simulator::Schedule(later, [loop, port]() {
                if (!port->GetLoop())
                {
                    loop->Insert(port);
                }
            });
            break;
        default:
            Simulator::Schedule(when, &FcalPort::HoldBuffers, port, 4);
            Simulator::Schedule(later, &FcalPort::ReleaseBuffers, port, 4);
        }
    }

    /**
     * @param bench a loop
     * @param sequences number of sequences
     * @return all that its recorders heard, as text
     */
    std::string Describe(const FcalBench& bench, uint32_t sequences)
    {
        std::ostringstream os;
        std::size_t ended = 0;
        for (const auto& recorder : bench.recorders)
        {
            ended += recorder->received.size() + recorder->failed.size();
            m_received += recorder->received.size();
            m_failed += recorder->failed.size();
            for (const auto& time : recorder->received)
            {
                os << time << ' ';
            }
            for (const auto& failure : recorder->failed)
            {
                os << failure.when << ' ';
            }
            os << recorder->planned.size() << ' ' << recorder->broken.size() << ' '
               << recorder->bytes << '\n';
        }
        NS_TEST_EXPECT_MSG_EQ(ended, sequences, "each arrives or fails, once");
        return os.str();
    }

    std::size_t m_received{0}; //!< sequences that arrived
    std::size_t m_failed{0};   //!< sequences that failed
};

/**
 * @ingroup fcal
 *
 * The test suite of faults.
 */
class FcalFaultsTestSuite : public TestSuite
{
  public:
    FcalFaultsTestSuite()
        : TestSuite("fcal-faults", Type::UNIT)
    {
        AddTestCase(new FcalPulledPortTest, Duration::QUICK);
        AddTestCase(new FcalLipStormTest, Duration::QUICK);
        AddTestCase(new FcalRandomFaultsTest, Duration::QUICK);
    }
};

static FcalFaultsTestSuite g_fcalFaultsTestSuite; //!< registers the suite
