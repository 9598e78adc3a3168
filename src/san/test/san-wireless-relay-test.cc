/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-wireless-test-bench.h"

#include "ns3/dsss-error-rate-model.h"
#include "ns3/ipv4.h"
#include "ns3/node-list.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/test.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// DIFS of 802.11b, and SIFS with the acknowledgement that ns-3 sends at 11 Mb/s.
const Time DIFS = MicroSeconds(50);
const Time ACKED = MicroSeconds(10 + 203);

/// A datagram of 1500 bytes on the air: 192 us and 1536 bytes at 11 Mb/s.
const Time FRAME = MicroSeconds(192 + 1118);

/// A slot.
const Time SLOT = MicroSeconds(20);

/**
 * @param relays how many
 * @param channel of each hop
 * @return options
 */
std::vector<std::string>
WithRelays(uint32_t relays, const std::string& channel)
{
    return {"--relays=" + std::to_string(relays),
            "--relayChannel=" + channel,
            "--queue=5000p",
            "--wifiMsduLifetime=1000s"};
}

} // namespace

/**
 * @ingroup san-tests
 *
 * What a relay adds to the time of a datagram.
 */
class SanRelayDelayTestCase : public TestCase
{
  public:
    SanRelayDelayTestCase()
        : TestCase("delay of relays")
    {
    }

  private:
    void DoRun() override
    {
        Own(0);
        Own(1);
        Own(2);
        Same(1);
        Same(2);
    }

    /**
     * On a channel of its own each hop is idle: DIFS, the frame, and the light's flight.
     *
     * @param relays how many
     */
    void Own(uint32_t relays)
    {
        SanRadioDatagrams bench(WithRelays(relays, "own"));
        bench.SendThere(1500);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.arrivals.size(), 1, relays << " relays");
        NS_TEST_EXPECT_MSG_EQ(bench.arrivals[0].time - Seconds(1),
                              static_cast<int64_t>(relays + 1) * (DIFS + FRAME + SAN_FLIGHT),
                              relays << " relays");
    }

    /**
     * On one channel a relay acknowledges first, then DIFS begins. ns-3 takes the channel for idle
     * at the end of a frame, so there is no backoff.
     *
     * @param relays how many
     */
    void Same(uint32_t relays)
    {
        SanRadioDatagrams bench(WithRelays(relays, "same"));
        bench.SendThere(1500);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.arrivals.size(), 1, relays << " relays");
        const auto hop = DIFS + FRAME + SAN_FLIGHT;
        NS_TEST_EXPECT_MSG_EQ(bench.arrivals[0].time - Seconds(1),
                              hop + static_cast<int64_t>(relays) * (ACKED + hop),
                              relays << " relays");
    }
};

/**
 * @ingroup san-tests
 *
 * What the processors of relays add.
 */
class SanRelayProcessorTestCase : public TestCase
{
  public:
    SanRelayProcessorTestCase()
        : TestCase("processors of relays")
    {
    }

  private:
    /// Time of a processor for a byte, and for a datagram of 1500 bytes.
    static constexpr uint32_t TIME_PER_BYTE = 2000;

    void DoRun() override
    {
        const auto packet = NanoSeconds(1500 * TIME_PER_BYTE);
        for (uint32_t relays = 1; relays < 3; ++relays)
        {
            SanRadioDatagrams bench(WithProcessors(relays));
            bench.SendThere(1500);
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(bench.arrivals.size(), 1, relays << " relays");
            const auto hops = static_cast<int64_t>(relays + 1) * (DIFS + FRAME + SAN_FLIGHT);
            NS_TEST_EXPECT_MSG_EQ(bench.arrivals[0].time - Seconds(1),
                                  hops + static_cast<int64_t>(relays) * packet,
                                  relays << " relays");
        }
        // 3 ms are more than a frame takes on the air: the processor is the limit.
        SanRadioDatagrams bench(WithProcessors(1));
        bench.SendThere(1500, 100);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.arrivals.size(), 100, "all arrive");
        const auto all = bench.arrivals.back().time - bench.arrivals.front().time;
        NS_TEST_EXPECT_MSG_EQ_TOL(all, 99 * packet, MilliSeconds(1), "one after the other");
    }

    /**
     * @param relays how many
     * @return options
     */
    static std::vector<std::string> WithProcessors(uint32_t relays)
    {
        auto words = WithRelays(relays, "own");
        words.push_back("--relayTimePerByte=" + std::to_string(TIME_PER_BYTE));
        return words;
    }
};

/**
 * @ingroup san-tests
 *
 * What relays leave of the throughput.
 */
class SanRelayShareTestCase : public TestCase
{
  public:
    SanRelayShareTestCase()
        : TestCase("throughput of relays")
    {
    }

  private:
    /// Datagrams that are sent.
    static constexpr uint32_t COUNT = 600;

    /**
     * On a channel of its own each hop carries what one hop alone carries. On one channel every
     * datagram takes a frame of each station but the last, and all of these count their backoffs
     * down at the same time: 15.5 slots in the mean between two frames of a station. One in 16.5 of
     * a station's frames collides with one of the next. That is lost, since the next one sends.
     * The other's arrives in spite of it if the receiver captures it, and then the collision
     * costs up to 2 %; otherwise it costs a frame.
     */
    void DoRun() override
    {
        const auto frame = FRAME + ACKED + DIFS + 2 * SAN_FLIGHT;
        const auto backoff = 15.5 * SLOT;
        // A backoff deviates by 9.2 slots (32 equal chances), the mean of all by 0.4 % of the gap.
        const auto deviation = 9.2 * SLOT / std::sqrt(COUNT);
        for (uint32_t relays = 0; relays < 3; ++relays)
        {
            const auto one = frame + backoff;
            NS_TEST_EXPECT_MSG_EQ_TOL(GetGap(relays, "own"), one, 4 * deviation, relays << ", own");
        }
        for (uint32_t relays = 1; relays < 3; ++relays)
        {
            const auto collided = HasCapture() ? Time() : relays * frame / 16.5;
            const auto all = static_cast<int64_t>(relays + 1) * frame + backoff + collided;
            NS_TEST_EXPECT_MSG_EQ_TOL(GetGap(relays, "same"), all, all / 33, relays << ", same");
        }
    }

    /**
     * Whether a datagram arrives at 11 Mb/s while the station before the sender, at twice the
     * distance, sends as well. It does as ns-3 integrates the error rate with the GSL, and does not
     * by the approximation that ns-3 has without it.
     *
     * @return whether it arrives
     */
    static bool HasCapture()
    {
        // Path loss grows with the third power of the distance.
        constexpr double TWICE_AS_FAR = 8;
        return DsssErrorRateModel::GetDsssDqpskCck11SuccessRate(TWICE_AS_FAR, 8 * 1500) > 0.5;
    }

    /**
     * @param relays how many
     * @param channel of each hop
     * @return the mean time from the arrival of one of many datagrams to the next
     */
    Time GetGap(uint32_t relays, const std::string& channel)
    {
        SanRadioDatagrams bench(WithRelays(relays, channel));
        bench.SendThere(1500, COUNT);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.arrivals.size(), COUNT, "all arrive");
        return bench.GetMeanGap();
    }
};

/**
 * @ingroup san-tests
 *
 * Addresses, and who passes whose datagrams on.
 */
class SanRelayRoutesTestCase : public TestCase
{
  public:
    SanRelayRoutesTestCase()
        : TestCase("addresses and routes")
    {
    }

  private:
    void DoRun() override
    {
        // A hop has a network of its own; its first addresses are at the initiators' side.
        Check({"--relays=0"}, {"10.0.0.4", "10.0.0.5"});
        Check({"--relays=1"}, {"10.1.0.2", "10.1.0.3"});
        Check({"--relays=2"}, {"10.2.0.2", "10.2.0.3"});
        // One network: 3 initiators, the relays, the targets.
        Check({"--relays=2", "--relayChannel=same"}, {"10.0.0.6", "10.0.0.7"});
    }

    /**
     * Three initiators and two targets: everyone sends a datagram to everyone at the other end.
     *
     * @param words options of relays
     * @param addresses the targets'
     */
    void Check(std::vector<std::string> words, const std::vector<std::string>& addresses)
    {
        const auto name = words.front() + " " + words.back();
        words.insert(words.end(), {"--initiators=3", "--targets=2"});
        SanRadioDatagrams bench(words);
        const auto& net = bench.network;
        auto when = Seconds(1);
        for (uint32_t j = 0; j < 2; ++j)
        {
            const auto there = net.targetAddresses[j];
            NS_TEST_ASSERT_MSG_EQ(there.size(), 1, name << ": no parallel links");
            NS_TEST_EXPECT_MSG_EQ(there[0], Ipv4Address(addresses[j].c_str()), name);
            for (uint32_t i = 0; i < 3; ++i)
            {
                const auto here = GetAddress(net.initiators.Get(i));
                NS_TEST_EXPECT_MSG_EQ(here, Ipv4Address(0x0A000001 + i), name);
                bench.Send(net.initiators.Get(i), there[0], 100, when);
                bench.Send(net.targets.Get(j), here, 100, when + MilliSeconds(50));
                when += MilliSeconds(100);
            }
        }
        Simulator::Run();
        CheckArrivals(name, bench);
        CheckFrames(name, bench);
    }

    /**
     * @param host a host
     * @return its address
     */
    static Ipv4Address GetAddress(Ptr<Node> host)
    {
        return host->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
    }

    /**
     * Target by target, initiator by initiator: there, then back.
     *
     * @param name of the network
     * @param bench what was sent
     */
    void CheckArrivals(const std::string& name, const SanRadioDatagrams& bench)
    {
        NS_TEST_ASSERT_MSG_EQ(bench.arrivals.size(), 12, name << ": all arrive, once");
        for (uint32_t i = 0; i < 12; ++i)
        {
            auto from = bench.network.initiators.Get(i / 2 % 3);
            auto to = bench.network.targets.Get(i / 6);
            if (i % 2 == 1)
            {
                std::swap(from, to);
            }
            NS_TEST_EXPECT_MSG_EQ(bench.arrivals[i].from, GetAddress(from), name << ": " << i);
            NS_TEST_EXPECT_MSG_EQ(bench.arrivals[i].node, to->GetId(), name << ": " << i);
        }
    }

    /**
     * Each station sends each datagram once, also where its receiver can be heard directly, and
     * nobody asks for addresses.
     *
     * @param name of the network
     * @param bench what was sent
     */
    void CheckFrames(const std::string& name, const SanRadioDatagrams& bench)
    {
        const auto& hosts = bench.network;
        for (uint32_t node = 0; node < NodeList::GetNNodes(); ++node)
        {
            const auto isInitiator = node <= hosts.initiators.Get(2)->GetId();
            const auto isHost = node <= hosts.targets.Get(1)->GetId();
            // To 2 targets, to 3 initiators, or all 12.
            const std::size_t expected = isInitiator ? 2 : isHost ? 3 : 12;
            NS_TEST_EXPECT_MSG_EQ(bench.GetData(node).size(), expected, name << ": node " << node);
        }
    }
};

/**
 * @ingroup san-tests
 *
 * Random numbers: the network has streams for all that it draws.
 */
class SanWirelessStreamsTestCase : public TestCase
{
  public:
    SanWirelessStreamsTestCase()
        : TestCase("streams of random numbers")
    {
    }

  private:
    void DoRun() override
    {
        Counts();
        const std::vector<std::string> words{"--relays=1", "--relayChannel=same", "--wifiFading=1"};
        const auto times = GetTimes(words, 1, 0);
        NS_TEST_EXPECT_MSG_EQ((GetTimes(words, 1, 0) == times), true, "the same again");
        NS_TEST_EXPECT_MSG_EQ((GetTimes(words, 2, 0) == times), false, "another run");
        NS_TEST_EXPECT_MSG_EQ((GetTimes(words, 1, 100) == times), false, "other streams");
    }

    /**
     * A radio needs one for its receiver and one for the backoff, of which QoS has four; fading
     * needs two on each channel.
     */
    void Counts()
    {
        Count({}, 2 * 2);
        Count({"--initiators=3", "--targets=2"}, 5 * 2);
        Count({"--relays=1"}, 4 * 2);
        Count({"--relays=1", "--relayChannel=same"}, 3 * 2);
        Count({"--relays=1", "--wifiFading=1"}, 4 * 2 + 2 * 2);
        Count({"--wifiStandard=802.11n"}, 2 * 5);
        // Minstrel draws when it samples.
        Count({"--wifiRateControl=minstrel"}, 2 * 3);
    }

    /**
     * @param words further options
     * @param expected streams of the network
     */
    void Count(const std::vector<std::string>& words, int64_t expected)
    {
        const SanRadioDatagrams bench(words, 7);
        NS_TEST_EXPECT_MSG_EQ(bench.streams, expected, (words.empty() ? "" : words.back()));
    }

    /**
     * @param words further options
     * @param run number of the run
     * @param stream first stream
     * @return when datagrams arrive
     */
    static std::vector<Time> GetTimes(const std::vector<std::string>& words,
                                      uint64_t run,
                                      int64_t stream)
    {
        const auto before = RngSeedManager::GetRun();
        RngSeedManager::SetRun(run);
        // Variables without a stream would get other ones now.
        CreateObject<UniformRandomVariable>();
        SanRadioDatagrams bench(words, stream);
        bench.SendThere(1500, 100);
        Simulator::Run();
        RngSeedManager::SetRun(before);
        return bench.GetGaps();
    }
};

/**
 * @ingroup san-tests
 *
 * Relays of a wireless network.
 */
class SanWirelessRelayTestSuite : public TestSuite
{
  public:
    SanWirelessRelayTestSuite()
        : TestSuite("san-wireless-relay", Type::UNIT)
    {
        AddTestCase(new SanRelayProcessorTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanRelayDelayTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanRelayShareTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanRelayRoutesTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanWirelessStreamsTestCase, TestCase::Duration::QUICK);
    }
};

static SanWirelessRelayTestSuite g_sanWirelessRelayTestSuite; //!< registers the suite
