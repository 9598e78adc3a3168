/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/callback.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/node-list.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/san-network.h"
#include "ns3/san-scenario.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"

#include <cmath>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Bytes of UDP and IP.
constexpr uint32_t HEADERS = 28;

/// Bytes of an IP packet of all stations.
constexpr uint32_t SIZE = 1500;

/// How long stations send, s.
constexpr double SPAN = 4;

/**
 * Find how many frames two stations send that always have one, each heard by the other: IEEE
 * 802.11b at 11 Mb/s, long preambles, 802.11-2016, 16.2 and 10.3. Bianchi's chain for two stations
 * (windows of 32 slots, 6 doublings up to 1024) gives the chance of a collision in a slot.
 *
 * @param stations 1 or 2
 * @return frames a second that arrive, of all stations
 */
double
GetSaturation(uint32_t stations)
{
    constexpr double SLOT = 20e-6;
    constexpr double SIFS = 10e-6;
    constexpr double DIFS = SIFS + 2 * SLOT;
    constexpr double PREAMBLE = 192e-6;
    // MAC 24, LLC and SNAP 8, check sequence 4; an ACK of 14 bytes at the same 11 Mb/s, as
    // ns-3's stations send it.
    const double frame = PREAMBLE + (24 + 8 + SIZE + 4) * 8 / 11e6;
    const double ack = PREAMBLE + 14 * 8 / 11e6;
    double p = 0;
    double tau = 0;
    for (int i = 0; i < 1000; ++i)
    {
        tau = 2 * (1 - 2 * p) / ((1 - 2 * p) * (32 + 1) + p * 32 * (1 - std::pow(2 * p, 5)));
        p = stations == 1 ? 0 : (p + tau) / 2;
    }
    const double idle = std::pow(1 - tau, stations);
    const double success = stations * tau * std::pow(1 - tau, stations - 1);
    const double collision = 1 - idle - success;
    const double good = frame + SIFS + ack + DIFS;
    // After a collision everybody waits for an ACK that does not come.
    const double bad = frame + SIFS + ack + DIFS;
    return success / (idle * SLOT + success * good + collision * bad);
}

/**
 * Follow what arrives at foreign stations, which are those without IP.
 *
 * @param received is told of each frame
 */
void
FollowForeign(const Callback<void, Ptr<const Packet>>& received)
{
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        if (!(*node)->GetObject<Ipv4>())
        {
            DynamicCast<WifiNetDevice>((*node)->GetDevice(0))
                ->GetMac()
                ->TraceConnectWithoutContext("MacRx", received);
        }
    }
}

} // namespace

/**
 * @ingroup san-tests
 *
 * Datagrams from an initiator to a target, as many as the radio takes.
 */
class SanSaturatedHop
{
  public:
    /**
     * @param words the words of a command line
     */
    explicit SanSaturatedHop(const std::vector<std::string>& words)
        : m_options(words),
          m_network(m_options)
    {
        m_network.AssignStreams(0);
        const auto type = UdpSocketFactory::GetTypeId();
        const auto receiver = Socket::CreateSocket(m_network.targets.Get(0), type);
        receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        receiver->SetRecvCallback(MakeCallback(&SanSaturatedHop::Received, this));
        m_sender = Socket::CreateSocket(m_network.initiators.Get(0), type);
        m_sender->Connect(InetSocketAddress(m_network.targetAddresses[0][0], 9));
        FollowForeign(MakeCallback(&SanSaturatedHop::ReceivedForeign, this));
    }

    ~SanSaturatedHop()
    {
        Simulator::Destroy();
    }

    SanSaturatedHop(const SanSaturatedHop&) = delete;
    SanSaturatedHop& operator=(const SanSaturatedHop&) = delete;

    /// Send.
    void Run()
    {
        Send();
        Simulator::Stop(Seconds(SPAN));
        Simulator::Run();
        own = m_received / SPAN;
        foreign = m_foreign / SPAN;
    }

    double own{0};     //!< datagrams a second that arrive
    double foreign{0}; //!< frames a second that arrive at foreign stations

  private:
    /// Send one every millisecond, more than 11 Mb/s take.
    void Send()
    {
        m_sender->Send(Create<Packet>(SIZE - HEADERS));
        Simulator::Schedule(MilliSeconds(1), &SanSaturatedHop::Send, this);
    }

    /**
     * @param socket where a datagram arrived
     */
    void Received(Ptr<Socket> socket)
    {
        while (socket->Recv())
        {
            ++m_received;
        }
    }

    /**
     * A frame arrived at a foreign station.
     */
    void ReceivedForeign(Ptr<const Packet>)
    {
        ++m_foreign;
    }

    ParsedSanOptions m_options; //!< the options
    SanNetwork m_network;       //!< the network
    uint32_t m_foreign{0};      //!< frames at foreign stations
    Ptr<Socket> m_sender;       //!< at the initiator
    uint32_t m_received{0};     //!< datagrams
};

/**
 * @ingroup san-tests
 *
 * How much a foreign pair leaves to a sender that always has a frame.
 */
class SanInterferenceShareTestCase : public TestCase
{
  public:
    SanInterferenceShareTestCase()
        : TestCase("share of the frames")
    {
    }

  private:
    void DoRun() override
    {
        const auto alone = Run({}).own;
        NS_TEST_EXPECT_MSG_EQ_TOL(alone, GetSaturation(1), 0.01 * alone, "alone");
        const auto two = Run({"--interferers=1", "--interfererRate=8Mbps"});
        NS_TEST_EXPECT_MSG_EQ_TOL(two.own + two.foreign,
                                  GetSaturation(2),
                                  0.02 * alone,
                                  "two stations");
        NS_TEST_EXPECT_MSG_EQ_TOL(two.own / (two.own + two.foreign), 0.5, 0.04, "in turns");
        Far(alone);
        Little(alone);
        Different();
    }

    /**
     * A pair that nobody hears changes nothing.
     *
     * @param alone datagrams a second without it
     */
    void Far(double alone)
    {
        const auto far =
            Run({"--interferers=1", "--interfererRate=8Mbps", "--interfererDistance=100000"});
        NS_TEST_EXPECT_MSG_EQ(far.own, alone, "to the frame");
        NS_TEST_EXPECT_MSG_EQ_TOL(far.foreign, alone, 0.01 * alone, "it has a channel of its own");
    }

    /**
     * Pairs that send little get through all that they send.
     *
     * @param alone datagrams a second without them
     */
    void Little(double alone)
    {
        const auto little = Run({"--interferers=2", "--interfererRate=600kbps"});
        NS_TEST_EXPECT_MSG_EQ_TOL(little.foreign, 2 * 50, 1, "600 kb/s are 50 frames a second");
        NS_TEST_EXPECT_MSG_EQ_TOL(little.own, alone - 2 * 50, 0.05 * alone, "the others' time");
    }

    /// Short frames are as many as long ones, and leave more time.
    void Different()
    {
        const auto two = Run({"--interferers=1", "--interfererRate=8Mbps", "--interfererSize=100"});
        NS_TEST_EXPECT_MSG_EQ_TOL(two.own / (two.own + two.foreign), 0.5, 0.04, "in turns");
        NS_TEST_EXPECT_MSG_GT(two.own, 0.6 * GetSaturation(1), "shorter turns");
    }

    /// Frames a second that arrive.
    struct Rates
    {
        double own;     //!< of the initiator
        double foreign; //!< of foreign stations
    };

    /**
     * @param more further words
     * @return how many frames arrive
     */
    static Rates Run(const std::vector<std::string>& more)
    {
        std::vector<std::string> words{"--linkType=wifi"};
        if (!more.empty())
        {
            // So near that no frame of two that collide is heard, as the chain has it.
            words.emplace_back("--interfererDistance=1");
        }
        words.insert(words.end(), more.begin(), more.end());
        SanSaturatedHop hop(words);
        hop.Run();
        return {hop.own, hop.foreign};
    }
};

/**
 * @ingroup san-tests
 *
 * Foreign stations beside a storage network: what they cost, and that they end with it.
 */
class SanInterferenceStorageTestCase : public TestCase
{
  public:
    SanInterferenceStorageTestCase()
        : TestCase("storage beside a foreign pair")
    {
    }

  private:
    void DoRun() override
    {
        const Time alone = GetTime({}, true);
        const Time shared = GetTime({"--interferers=1", "--interfererRate=8Mbps"}, true);
        const auto stopped = m_foreign;
        NS_TEST_EXPECT_MSG_GT(stopped, 200 * shared.GetSeconds(), "they are there");
        // A data frame takes 1.5 ms, half an acknowledgement of TCP 0.3 ms, and a foreign frame
        // as long as one of data: 1.8 ms become 3.3 ms if the two senders take turns.
        NS_TEST_EXPECT_MSG_EQ_TOL(shared.GetSeconds() / alone.GetSeconds(),
                                  3.3 / 1.8,
                                  0.3,
                                  "turns");
        NS_TEST_EXPECT_MSG_EQ(
            GetTime({"--interferers=1", "--interfererRate=8Mbps", "--interfererDistance=100000"},
                    true),
            alone,
            "a pair that nobody hears");
        NS_TEST_EXPECT_MSG_LT(stopped, 300 * (shared.GetSeconds() + 1), "they stop with it");
        // Nobody ever logs in; the run ends all the same.
        GetTime({"--interferers=1", "--wifiMoves=0s 5000m", "--mayFail"}, false);
        NS_TEST_EXPECT_MSG_LT(m_end, Minutes(30), "no pair keeps it alive");
    }

    /**
     * @param more further words
     * @param isGood whether all is done
     * @return how long reads of 1 MB take
     */
    Time GetTime(const std::vector<std::string>& more, bool isGood)
    {
        std::vector<std::string> words{"--linkType=wifi",
                                       "--workload=closed",
                                       "--pattern=sequential",
                                       "--device=ram",
                                       "--drives=1",
                                       "--readFraction=1",
                                       "--size=65536",
                                       "--count=16",
                                       "--output=" + CreateTempDirFilename("san")};
        words.insert(words.end(), more.begin(), more.end());
        SanScenario san(words);
        m_foreign = 0;
        FollowForeign(MakeCallback(&SanInterferenceStorageTestCase::ReceivedForeign, this));
        Simulator::ScheduleDestroy([this] { m_end = Simulator::Now(); });
        NS_TEST_EXPECT_MSG_EQ(san.Run(), isGood, "all is done");
        const auto& summary = san.GetSummary();
        return summary.GetEnd() - summary.GetStart();
    }

    /**
     * A frame arrived at a foreign station.
     */
    void ReceivedForeign(Ptr<const Packet>)
    {
        ++m_foreign;
    }

    Time m_end;            //!< when the last run ended
    uint32_t m_foreign{0}; //!< frames at foreign stations in it
};

/**
 * @ingroup san-tests
 *
 * Foreign stations pause when nobody else sends, and go on when somebody does.
 */
class SanInterferenceSilenceTestCase : public TestCase
{
  public:
    SanInterferenceSilenceTestCase()
        : TestCase("silence")
    {
    }

  private:
    /// A frame each second, and datagrams of the storage network at 0 s and at 300 s.
    void DoRun() override
    {
        const ParsedSanOptions options(
            {"--linkType=wifi", "--interferers=1", "--interfererRate=12kbps"});
        const SanNetwork network(options);
        FollowForeign(MakeCallback(&SanInterferenceSilenceTestCase::Received, this));
        const auto sender =
            Socket::CreateSocket(network.initiators.Get(0), UdpSocketFactory::GetTypeId());
        sender->Connect(InetSocketAddress(network.targetAddresses[0][0], 9));
        for (const auto seconds : {0, 300})
        {
            Simulator::Schedule(Seconds(seconds), [sender] { sender->Send(Create<Packet>(100)); });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ_TOL(m_times.size(), 2 * 121, 2, "120 s after each, and the first");
        for (const auto& time : m_times)
        {
            NS_TEST_EXPECT_MSG_EQ((time < Seconds(122) || time > Seconds(299)), true, "a pause");
        }
        NS_TEST_EXPECT_MSG_LT(Simulator::Now(), Seconds(425), "the end");
        Simulator::Destroy();
    }

    /**
     * A frame arrived at a foreign station.
     */
    void Received(Ptr<const Packet>)
    {
        m_times.push_back(Simulator::Now());
    }

    std::vector<Time> m_times; //!< of frames at the foreign station
};

/**
 * @ingroup san-tests
 *
 * Pairs take turns, and each goes on once when somebody sends while only some of them pause.
 */
class SanInterferencePairsTestCase : public TestCase
{
  public:
    SanInterferencePairsTestCase()
        : TestCase("pairs that pause and go on")
    {
    }

  private:
    /**
     * Two pairs send a frame each second, the second one half a second later. After a datagram at 0
     * the second pair pauses at 120.5 s and the first would at 121 s, but for another datagram at
     * 120.7 s.
     */
    void DoRun() override
    {
        const ParsedSanOptions options(
            {"--linkType=wifi", "--interferers=2", "--interfererRate=12kbps"});
        const SanNetwork network(options);
        FollowForeign(MakeCallback(&SanInterferencePairsTestCase::Received, this));
        const auto sender =
            Socket::CreateSocket(network.initiators.Get(0), UdpSocketFactory::GetTypeId());
        sender->Connect(InetSocketAddress(network.targetAddresses[0][0], 9));
        for (const auto milliseconds : {0, 120'700})
        {
            Simulator::Schedule(MilliSeconds(milliseconds),
                                [sender] { sender->Send(Create<Packet>(100)); });
        }
        Simulator::Run();
        // From 0 to 120 s and from 120.7 to 240.7 s 121 frames of the first pair, 120 of the other.
        NS_TEST_EXPECT_MSG_EQ_TOL(m_times.size(), 2 * (121 + 120), 2, "one frame a turn");
        for (std::size_t i = 1; i < m_times.size(); ++i)
        {
            // The new turns begin 0.7 s after the last frame.
            const auto gap = (m_times[i] - m_times[i - 1]).GetSeconds();
            NS_TEST_EXPECT_MSG_EQ_TOL(gap, 0.5, (i == 241 ? 0.25 : 0.05), "turn " << i);
        }
        Simulator::Destroy();
    }

    /**
     * A frame arrived at a foreign station.
     */
    void Received(Ptr<const Packet>)
    {
        m_times.push_back(Simulator::Now());
    }

    std::vector<Time> m_times; //!< of frames at the foreign stations
};

/**
 * @ingroup san-tests
 *
 * Foreign stations.
 */
class SanInterferenceTestSuite : public TestSuite
{
  public:
    SanInterferenceTestSuite()
        : TestSuite("san-interference", Type::UNIT)
    {
        AddTestCase(new SanInterferenceShareTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanInterferenceStorageTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanInterferenceSilenceTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanInterferencePairsTestCase, TestCase::Duration::QUICK);
    }
};

static SanInterferenceTestSuite g_sanInterferenceTestSuite; //!< registers the suite
