/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>

using namespace ns3;

namespace
{

/// A row of validation/reference/fcal_loop_overhead_model.csv; six words per node in all.
struct OverheadRow
{
    uint32_t nodes;     //!< ports on the loop
    uint32_t credit;    //!< login BB_Credit
    uint32_t bytes;     //!< data per tenancy
    double tenancyUs;   //!< from tenancy to tenancy, us
    double mbPerSecond; //!< throughput, 10^6 bytes per second
    double perSecond;   //!< tenancies per second
};

/// All rows of it.
const OverheadRow OVERHEAD_MODEL[] = {
    {2, 0, 0, 1.39, 0.00, 717905},        {2, 0, 512, 6.78, 75.56, 147569},
    {2, 0, 2048, 21.23, 96.45, 47097},    {2, 0, 8192, 80.75, 101.45, 12383},
    {2, 0, 65536, 636.27, 103.00, 1572},  {2, 0, 131072, 1271.15, 103.11, 787},
    {2, 2, 0, 0.94, 0.00, 1062500},       {2, 2, 512, 6.32, 80.95, 158110},
    {2, 2, 2048, 20.78, 98.55, 48120},    {2, 2, 8192, 80.30, 102.02, 12453},
    {2, 2, 65536, 635.82, 103.07, 1573},  {2, 2, 131072, 1270.70, 103.15, 787},
    {5, 0, 0, 3.43, 0.00, 291896},        {5, 0, 512, 8.81, 58.12, 113515},
    {5, 0, 2048, 23.27, 88.03, 42981},    {5, 0, 8192, 82.79, 98.95, 12079},
    {5, 0, 65536, 638.31, 102.67, 1567},  {5, 0, 131072, 1273.19, 102.95, 785},
    {5, 2, 0, 2.30, 0.00, 435451},        {5, 2, 512, 7.68, 66.67, 130208},
    {5, 2, 2048, 22.14, 92.52, 45174},    {5, 2, 8192, 81.66, 100.32, 12246},
    {5, 2, 65536, 637.18, 102.85, 1569},  {5, 2, 131072, 1272.06, 103.04, 786},
    {16, 0, 0, 10.88, 0.00, 91912},       {16, 0, 512, 16.26, 31.48, 61487},
    {16, 0, 2048, 30.72, 66.67, 32552},   {16, 0, 8192, 90.24, 90.78, 11082},
    {16, 0, 65536, 645.76, 101.49, 1549}, {16, 0, 131072, 1280.64, 102.35, 781},
    {16, 2, 0, 7.27, 0.00, 137630},       {16, 2, 512, 12.65, 40.48, 79055},
    {16, 2, 2048, 27.11, 75.56, 36892},   {16, 2, 8192, 86.63, 94.57, 11544},
    {16, 2, 65536, 642.15, 102.06, 1557}, {16, 2, 131072, 1277.03, 102.64, 783},
    {32, 0, 0, 21.72, 0.00, 46036},       {32, 0, 512, 27.11, 18.89, 36892},
    {32, 0, 2048, 41.56, 49.28, 24060},   {32, 0, 8192, 101.08, 81.04, 9893},
    {32, 0, 65536, 656.60, 99.81, 1523},  {32, 0, 131072, 1291.48, 101.49, 774},
    {32, 2, 0, 14.49, 0.00, 68994},       {32, 2, 512, 19.88, 25.76, 50308},
    {32, 2, 2048, 34.33, 59.65, 29126},   {32, 2, 8192, 93.85, 87.28, 10655},
    {32, 2, 65536, 649.37, 100.92, 1540}, {32, 2, 131072, 1284.25, 102.06, 779},
    {64, 0, 0, 43.41, 0.00, 23038},       {64, 0, 512, 48.79, 10.49, 20496},
    {64, 0, 2048, 63.25, 32.38, 15811},   {64, 0, 8192, 122.77, 66.73, 8146},
    {64, 0, 65536, 678.29, 96.62, 1474},  {64, 0, 131072, 1313.17, 99.81, 762},
    {64, 2, 0, 28.95, 0.00, 34542},       {64, 2, 512, 34.33, 14.91, 29126},
    {64, 2, 2048, 48.79, 41.98, 20496},   {64, 2, 8192, 108.31, 75.63, 9233},
    {64, 2, 65536, 663.83, 98.72, 1506},  {64, 2, 131072, 1298.71, 100.92, 770},
    {97, 0, 0, 65.77, 0.00, 15205},       {97, 0, 512, 71.15, 7.20, 14054},
    {97, 0, 2048, 85.61, 23.92, 11681},   {97, 0, 8192, 145.13, 56.45, 6890},
    {97, 0, 65536, 700.65, 93.54, 1427},  {97, 0, 131072, 1335.53, 98.14, 749},
    {97, 2, 0, 43.86, 0.00, 22800},       {97, 2, 512, 49.24, 10.40, 20308},
    {97, 2, 2048, 63.70, 32.15, 15699},   {97, 2, 8192, 123.22, 66.48, 8116},
    {97, 2, 65536, 678.74, 96.56, 1473},  {97, 2, 131072, 1313.62, 99.78, 761},
    {126, 0, 0, 85.42, 0.00, 11707},      {126, 0, 512, 90.80, 5.64, 11013},
    {126, 0, 2048, 105.26, 19.46, 9500},  {126, 0, 8192, 164.78, 49.71, 6069},
    {126, 0, 65536, 720.30, 90.98, 1388}, {126, 0, 131072, 1355.18, 96.72, 738},
    {126, 2, 0, 56.96, 0.00, 17556},      {126, 2, 512, 62.34, 8.21, 16040},
    {126, 2, 2048, 76.80, 26.67, 13021},  {126, 2, 8192, 136.32, 60.09, 7336},
    {126, 2, 65536, 691.84, 94.73, 1445}, {126, 2, 131072, 1326.72, 98.79, 754},
};

/// Tenancies from which a row is measured.
constexpr uint32_t MEASURED = 10;

/**
 * @param bench a loop
 * @param first index of the tenancy to begin with
 * @return mean time from OPN to OPN from there on
 */
Time
GetPeriod(const FcalBench& bench, std::size_t first = 0)
{
    const auto& tenancies = bench.tenancies;
    return (tenancies.back().start - tenancies[first].start) /
           static_cast<int64_t>(tenancies.size() - 1 - first);
}

} // namespace

/**
 * @ingroup fcal
 *
 * Every row of the reference model, by running the loop: one port sends, one sequence per tenancy.
 */
class FcalLoopTableTest : public TestCase
{
  public:
    FcalLoopTableTest()
        : TestCase("every row of the overhead model")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(std::size(OVERHEAD_MODEL), 84, "rows of the model");
        for (const auto& row : OVERHEAD_MODEL)
        {
            CheckRow(row);
        }
    }

    void CheckRow(const OverheadRow& row)
    {
        FcalBench bench(row.nodes, [&row](uint32_t, Ptr<FcalPort> port) {
            port->SetAttribute("LoginBbCredit", UintegerValue(row.credit));
            port->SetAttribute("MaxSequences", UintegerValue(1));
        });
        bench.Initialise();
        for (uint32_t i = 0; i <= MEASURED; ++i)
        {
            Offer(bench, row);
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.tenancies.size(), MEASURED + 1, "tenancies");
        const auto us = GetPeriod(bench).GetNanoSeconds() / 1e3;
        const auto words = bench.Words(4).GetNanoSeconds() / 1e3;
        const auto tolerance = std::max(0.01 * row.tenancyUs, words);
        const auto label = std::to_string(row.nodes) + " nodes, credit " +
                           std::to_string(row.credit) + ", bytes " + std::to_string(row.bytes);
        NS_TEST_EXPECT_MSG_EQ_TOL(us, row.tenancyUs, tolerance, label);
        // The model is that of the loop: only its rounding, and that of the clock, is left.
        NS_TEST_EXPECT_MSG_EQ_TOL(us, row.tenancyUs, 0.0062, label);
        NS_TEST_EXPECT_MSG_EQ_TOL(row.bytes / us, row.mbPerSecond, 0.01 * row.mbPerSecond, label);
        NS_TEST_EXPECT_MSG_EQ_TOL(1e6 / us, row.perSecond, 0.01 * row.perSecond, label);
    }

    void Offer(FcalBench& bench, const OverheadRow& row)
    {
        if (row.bytes > 0)
        {
            bench.Send(0, 1, row.bytes);
            return;
        }
        bench.ports[0]->Probe(*bench.ports[1]->GetAlpa());
    }
};

/**
 * @ingroup fcal
 *
 * One sequence, word by word, worked out by hand.
 */
class FcalLoopTimesTest : public TestCase
{
  public:
    FcalLoopTimesTest()
        : TestCase("a sequence word by word")
    {
    }

  private:
    void DoRun() override
    {
        CheckCreditZero();
        CheckCable();
    }

    /**
     * Four ports, 24 words around. Port 1 sends 3,000 bytes to port 3, twelve words on, at word 0
     * of the count: ARB is back at 24, OPN takes word 24, R_RDY is back at 49. The first frame
     * takes 521 words, and with six of fill the second begins at 576; 952 bytes are 238 words, with
     * 9 it ends at 823. It is at the receiver at 835. The sender is done at 829, and CLS is back at
     * 853.
     */
    void CheckCreditZero()
    {
        FcalBench bench(4, [](uint32_t, Ptr<FcalPort> port) {
            port->SetAttribute("CutThrough", BooleanValue(true));
        });
        bench.Initialise();
        const auto zero = GetWord(bench);
        bench.Send(1, 3, 3000);
        Simulator::Run();
        const auto at = [&bench, zero](uint64_t word) { return bench.Words(zero + word); };
        NS_TEST_ASSERT_MSG_EQ(bench.tenancies.size(), 1, "circuits");
        NS_TEST_EXPECT_MSG_EQ(bench.waits[0], at(24) - at(0), "ARB trip");
        NS_TEST_EXPECT_MSG_EQ(bench.tenancies[0].start, at(24), "OPN");
        NS_TEST_EXPECT_MSG_EQ(bench.tenancies[0].duration, at(853) - at(24), "CLS");
        NS_TEST_EXPECT_MSG_EQ(bench.tenancies[0].words, 521 + 247, "frame words");
        NS_TEST_EXPECT_MSG_EQ(bench.loop->GetBusyTime(), at(853) - at(24), "busy");
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[1]->sent.at(0), at(829), "sent");
        const auto& receiver = *bench.recorders[3];
        NS_TEST_EXPECT_MSG_EQ(receiver.received.at(0), at(835), "received");
        NS_TEST_EXPECT_MSG_EQ(receiver.planned.at(0), at(68), "SOF and header are there");
        const auto& reception = *receiver.receptions.at(0);
        NS_TEST_EXPECT_MSG_EQ(reception.GetPlannedFrames(), 2, "frames");
        NS_TEST_EXPECT_MSG_EQ(reception.GetFrameStart(0), at(49), "first frame");
        NS_TEST_EXPECT_MSG_EQ(reception.GetFrameStart(1), at(576), "second frame");
        NS_TEST_EXPECT_MSG_EQ(reception.GetFrameArrival(0), at(582), "first frame is there");
        NS_TEST_EXPECT_MSG_EQ(reception.GetByteArrival(1), at(69), "first byte");
        NS_TEST_EXPECT_MSG_EQ(reception.GetByteArrival(2048), at(580), "first frame's last byte");
        NS_TEST_EXPECT_MSG_EQ(reception.GetByteArrival(2049), at(596), "next byte");
        NS_TEST_EXPECT_MSG_EQ(bench.stalls.at(0), at(49) - at(25), "wait for R_RDY");
    }

    /**
     * Two ports with 100 m between them: each cable is 500 ns, 13.28 words. Once around is 26.56
     * and 12 words of hops: 39. The first way is 6 + 13 words.
     */
    void CheckCable()
    {
        FcalBench bench(2, [](uint32_t, Ptr<FcalPort> port) {
            port->SetAttribute("CableLength", DoubleValue(100));
            port->SetAttribute("LoginBbCredit", UintegerValue(1));
        });
        bench.Initialise();
        NS_TEST_EXPECT_MSG_EQ(bench.loop->GetTripWords(), 39, "trip");
        const auto zero = GetWord(bench);
        bench.Send(0, 1, 4);
        Simulator::Run();
        // ARB 39, OPN 1, ten words of frame, 19 of way.
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[1]->received.at(0),
                              bench.Words(zero + 69),
                              "received");
    }

    /**
     * @param bench a loop
     * @return the word that begins now or next
     */
    static uint64_t GetWord(const FcalBench& bench)
    {
        return FcalClock(bench.loop->GetLineRate()).GetNow();
    }
};

/**
 * @ingroup fcal
 *
 * The payload rate of 2,048-byte frames at all line rates.
 */
class FcalLoopRateTest : public TestCase
{
  public:
    FcalLoopRateTest()
        : TestCase("payload rate")
    {
    }

  private:
    void DoRun() override
    {
        // 2,048 bytes in 527 words of 640/17 ns.
        const auto base = GetRate("1.0625Gbps");
        NS_TEST_EXPECT_MSG_EQ_TOL(base, 103.2, 0.005 * 103.2, "1.0625 Gbaud");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetRate("2.125Gbps"), 2 * base, 1e-4 * base, "2.125 Gbaud");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetRate("4.25Gbps"), 4 * base, 1e-4 * base, "4.25 Gbaud");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetRate("8.5Gbps"), 8 * base, 1e-4 * base, "8.5 Gbaud");
    }

    /**
     * @param lineRate a line rate
     * @return payload rate between two ports, 10^6 bytes per second
     */
    double GetRate(const std::string& lineRate)
    {
        FcalBench bench(2, {}, lineRate);
        bench.Initialise();
        const auto begin = Simulator::Now();
        for (int i = 0; i < 100; ++i)
        {
            bench.Send(0, 1, 1 << 20);
        }
        Simulator::Run();
        const auto& receiver = *bench.recorders[1];
        NS_TEST_EXPECT_MSG_EQ(receiver.bytes, 100 << 20, "bytes received");
        return receiver.bytes * 1e3 / (receiver.received.back() - begin).GetNanoSeconds();
    }
};

/**
 * @ingroup fcal
 *
 * Loops with 126 ports and one tenancy per 2 KB.
 */
class FcalFullLoopTest : public TestCase
{
  public:
    FcalFullLoopTest()
        : TestCase("126 ports, a tenancy per 2 KB")
    {
    }

  private:
    /// Bytes in each tenancy.
    static constexpr uint32_t BYTES = 2048;

    void DoRun() override
    {
        // 3 trips of 756 words, OPN and 527 words: 105.26 us.
        NS_TEST_EXPECT_MSG_EQ_TOL(GetRate(1), 19.5, 0.02 * 19.5, "one sender");
        // With all of them waiting the next winner's ARB is at the last owner already: behind CLS
        // it has but the way from there, and the ways of a round add up to one trip. So a tenancy
        // takes two trips and 528 words, and a round of them a trip more.
        const double words = 2 * 756 + 528 + 756 / 125.0;
        const double expected = BYTES / (words * 640 / 17) * 1e3;
        NS_TEST_EXPECT_MSG_EQ_TOL(GetRate(125), expected, 0.002 * expected, "125 senders");
    }

    /**
     * @param senders how many ports send all the time, to the last
     * @return their payload rate, 10^6 bytes per second
     */
    double GetRate(uint32_t senders)
    {
        FcalBench bench(126, [](uint32_t, Ptr<FcalPort> port) {
            port->SetAttribute("MaxSequences", UintegerValue(1));
        });
        bench.Initialise();
        for (uint32_t i = 0; i < senders; ++i)
        {
            bench.Saturate(i, 125, BYTES);
        }
        bench.RunFor(MilliSeconds(100));
        // From whole round to whole round.
        const auto rounds = (bench.tenancies.size() - 1) / senders;
        bench.tenancies.resize(rounds * senders + 1);
        return BYTES * 1e3 / GetPeriod(bench).GetNanoSeconds();
    }
};

/**
 * @ingroup fcal
 *
 * The number of events of a sequence does not depend on its size.
 */
class FcalEventCountTest : public TestCase
{
  public:
    FcalEventCountTest()
        : TestCase("events per sequence")
    {
    }

  private:
    void DoRun() override
    {
        // Arbitration won, sent, arrived, closed.
        NS_TEST_EXPECT_MSG_EQ(CountEvents(4), 4, "4 bytes");
        NS_TEST_EXPECT_MSG_EQ(CountEvents(2049), 4, "two frames");
        NS_TEST_EXPECT_MSG_EQ(CountEvents(64 << 20), 4, "64 MB");
    }

    /**
     * @param bytes payload of a sequence
     * @return events from sending it until the loop is idle
     */
    uint64_t CountEvents(uint32_t bytes)
    {
        FcalBench bench(8);
        bench.Initialise();
        bench.Send(2, 5, bytes);
        const auto before = Simulator::GetEventCount();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[5]->bytes, bytes, "bytes received");
        return Simulator::GetEventCount() - before;
    }
};

/**
 * @ingroup fcal
 *
 * Several sequences in a tenancy, transfer, full duplex, and an address without a port.
 */
class FcalTenancyTest : public TestCase
{
  public:
    FcalTenancyTest()
        : TestCase("what an owner does with the loop")
    {
    }

  private:
    void DoRun() override
    {
        CheckLimit();
        CheckLimitOfTransfers();
        CheckTransfer(true);
        CheckTransfer(false);
        CheckDuplex(true);
        CheckDuplex(false);
        CheckCloseBehindPeer();
        CheckNoPeer();
    }

    void CheckLimit()
    {
        FcalBench bench(2, [](uint32_t, Ptr<FcalPort> port) {
            port->SetAttribute("MaxSequences", UintegerValue(3));
        });
        bench.Initialise();
        for (int i = 0; i < 7; ++i)
        {
            bench.Send(0, 1, 100);
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.tenancies.size(), 3, "circuits of seven sequences");
        NS_TEST_EXPECT_MSG_EQ(bench.tenancies[0].sequences, 3, "as many as the limit");
        NS_TEST_EXPECT_MSG_EQ(bench.tenancies[2].sequences, 1, "the rest");
    }

    /// The limit is that of the tenancy, not of each circuit.
    void CheckLimitOfTransfers()
    {
        FcalBench bench(3, [](uint32_t, Ptr<FcalPort> port) {
            port->SetAttribute("MaxSequences", UintegerValue(3));
        });
        bench.Initialise();
        for (const uint32_t to : {1, 1, 2, 2, 2})
        {
            bench.Send(0, to, 100);
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.tenancies.size(), 3, "circuits");
        NS_TEST_EXPECT_MSG_EQ(bench.tenancies[0].sequences, 2, "to port 1");
        NS_TEST_EXPECT_MSG_EQ(bench.tenancies[1].sequences, 1, "what the limit leaves to port 2");
        NS_TEST_EXPECT_MSG_EQ(bench.tenancies[2].sequences, 2, "the rest");
        NS_TEST_EXPECT_MSG_EQ(bench.waits.size(), 2, "times the loop was won");
    }

    /**
     * Three ports, 18 words around, login credit 1: OPN, a frame of 34 words, six of fill and CLS
     * make a circuit of 59 words. The next OPN follows at once, or a trip of ARB later.
     *
     * @param transfer whether the owner may transfer
     */
    void CheckTransfer(bool transfer)
    {
        FcalBench bench(3, [transfer](uint32_t, Ptr<FcalPort> port) {
            port->SetAttribute("Transfer", BooleanValue(transfer));
            port->SetAttribute("LoginBbCredit", UintegerValue(1));
        });
        bench.Initialise();
        bench.Send(0, 1, 100);
        bench.Send(0, 2, 100);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.tenancies.size(), 2, "circuits");
        NS_TEST_EXPECT_MSG_EQ(bench.waits.size(), (transfer ? 1 : 2), "times the loop was won");
        const auto gap = bench.tenancies[1].start - bench.tenancies[0].start;
        const auto words = transfer ? 59 : 77;
        NS_TEST_EXPECT_MSG_EQ_TOL(gap, bench.Words(words), NanoSeconds(1), "from OPN to OPN");
        NS_TEST_EXPECT_MSG_EQ(*bench.ports[2]->GetAlpa(), bench.tenancies[1].peer, "peer");
    }

    /**
     * Port 0 sends to port 1, which has something for port 0 and wants the loop too.
     *
     * @param duplex whether port 0 opens full duplex
     */
    void CheckDuplex(bool duplex)
    {
        FcalBench bench(2, [duplex](uint32_t, Ptr<FcalPort> port) {
            port->SetAttribute("FullDuplex", BooleanValue(duplex));
        });
        bench.Initialise();
        const auto zero = FcalClock(bench.loop->GetLineRate()).GetNow();
        bench.Send(0, 1, 2048);
        bench.Send(1, 0, 4096);
        Simulator::Run();
        const auto at = [&bench, zero](uint64_t word) { return bench.Words(zero + word); };
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[0]->bytes, 4096, "received by the owner");
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[1]->bytes, 2048, "received by the other");
        NS_TEST_EXPECT_MSG_EQ(bench.tenancies.size(), (duplex ? 1 : 2), "circuits");
        NS_TEST_EXPECT_MSG_EQ(bench.waits.size(), (duplex ? 1 : 2), "times the loop was won");
        if (duplex)
        {
            // ARB 12, OPN 1, 6 of way: the other begins at 19 and takes 527 + 521 words and 6 of
            // way.
            NS_TEST_EXPECT_MSG_EQ(bench.recorders[0]->received.at(0), at(1073), "to the owner");
            NS_TEST_EXPECT_MSG_EQ(bench.tenancies[0].duration, at(1085) - at(12), "closed behind");
        }
        else
        {
            // ARB 12, OPN 1, R_RDY 12, 527, CLS 12; then the six words from port 0 to port 1.
            NS_TEST_EXPECT_MSG_EQ(bench.tenancies[1].start, at(570), "won behind CLS");
        }
    }

    /**
     * Ten ports, 60 words around: ARB 60, OPN 1, 6 of way, so the other begins at 67. Its 521 words
     * are at the owner 54 words behind their end, at 642. Only then the owner sends CLS.
     */
    void CheckCloseBehindPeer()
    {
        FcalBench bench(10, [](uint32_t, Ptr<FcalPort> port) {
            port->SetAttribute("FullDuplex", BooleanValue(true));
        });
        bench.Initialise();
        const auto zero = FcalClock(bench.loop->GetLineRate()).GetNow();
        bench.Send(0, 1, 4);
        bench.Send(1, 0, 2048);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.tenancies.size(), 1, "circuits");
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[0]->received.at(0),
                              bench.Words(zero + 642),
                              "to the owner");
        NS_TEST_EXPECT_MSG_EQ(bench.tenancies[0].start + bench.tenancies[0].duration,
                              bench.Words(zero + 702),
                              "closed behind it");
    }

    void CheckNoPeer()
    {
        FcalBench bench(2);
        bench.Initialise();
        const auto zero = FcalClock(bench.loop->GetLineRate()).GetNow();
        bench.ports[0]->Probe(0xef);
        bench.Send(0, 1, 100);
        Simulator::Run();
        const auto& failed = bench.recorders[0]->failed;
        NS_TEST_ASSERT_MSG_EQ(failed.size(), 1, "failures");
        NS_TEST_EXPECT_MSG_EQ((failed[0].reason == FcalFailure::NO_PEER), true, "why");
        // ARB 12, OPN 1 and once around.
        NS_TEST_EXPECT_MSG_EQ(failed[0].when, bench.Words(zero + 25), "OPN is back");
        NS_TEST_EXPECT_MSG_EQ(bench.recorders[1]->bytes, 100, "the next sequence arrives");
    }
};

/**
 * @ingroup fcal
 *
 * The frames of a sequence, one by one, for captures.
 */
class FcalFrameTraceTest : public TestCase
{
  public:
    FcalFrameTraceTest()
        : TestCase("frames for captures")
    {
    }

  private:
    void DoRun() override
    {
        FcalBench bench(2);
        std::vector<Ptr<const FcFrame>> frames;
        std::vector<Time> times;
        bench.loop->TraceConnectWithoutContext(
            "Frame",
            Callback<void, Ptr<const FcFrame>, Time>([&](Ptr<const FcFrame> frame, Time time) {
                frames.push_back(frame);
                times.push_back(time);
            }));
        bench.Initialise();
        const auto zero = FcalClock(bench.loop->GetLineRate()).GetNow();
        auto sequence = bench.Send(0, 1, 5000);
        sequence->header.parameter = 8192;
        sequence->header.seqCnt = 7;
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(frames.size(), 3, "frames");
        const std::array<uint32_t, 3> sizes{2048, 2048, 904};
        for (uint32_t i = 0; i < 3; ++i)
        {
            const auto& frame = *frames[i];
            NS_TEST_EXPECT_MSG_EQ(times[i], bench.Words(zero + 25 + i * 527), "time");
            NS_TEST_EXPECT_MSG_EQ(frame.GetPayloadSize(), sizes[i], "payload");
            NS_TEST_EXPECT_MSG_EQ(frame.header.parameter, 8192 + i * 2048, "offset");
            NS_TEST_EXPECT_MSG_EQ(frame.header.seqCnt, 7 + i, "SEQ_CNT");
            NS_TEST_EXPECT_MSG_EQ(frame.header.sId, 1, "S_ID is AL_PA 01h");
            NS_TEST_EXPECT_MSG_EQ(frame.header.HasFCtl(FcHeader::END_SEQUENCE), (i == 2), "end");
            NS_TEST_EXPECT_MSG_EQ((frame.sof == FcSof::SOFI3), (i == 0), "SOF");
            NS_TEST_EXPECT_MSG_EQ((frame.eof == FcEof::EOFT), (i == 2), "EOF");
        }
    }
};

/**
 * @ingroup fcal
 *
 * The test suite of arbitration, circuits and times.
 */
class FcalLoopTestSuite : public TestSuite
{
  public:
    FcalLoopTestSuite()
        : TestSuite("fcal-loop", Type::UNIT)
    {
        AddTestCase(new FcalLoopTableTest, Duration::QUICK);
        AddTestCase(new FcalLoopTimesTest, Duration::QUICK);
        AddTestCase(new FcalLoopRateTest, Duration::QUICK);
        AddTestCase(new FcalFullLoopTest, Duration::QUICK);
        AddTestCase(new FcalEventCountTest, Duration::QUICK);
        AddTestCase(new FcalTenancyTest, Duration::QUICK);
        AddTestCase(new FcalFrameTraceTest, Duration::QUICK);
    }
};

static FcalLoopTestSuite g_fcalLoopTestSuite; //!< registers the suite
