/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/inet-socket-address.h"
#include "ns3/mobility-model.h"
#include "ns3/packet.h"
#include "ns3/san-network.h"
#include "ns3/san-wireless-moves.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * What the option is given, and what a user may do wrong.
 */
class SanWirelessMovesTextTestCase : public TestCase
{
  public:
    SanWirelessMovesTextTestCase()
        : TestCase("texts")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(SanWirelessMoves("").GetWaypoints().size(), 0, "nobody moves");
        const SanWirelessMoves moves("0s 5m,500ms 0.1m ,  2min   100000m");
        const auto& waypoints = moves.GetWaypoints();
        NS_TEST_ASSERT_MSG_EQ(waypoints.size(), 3, "waypoints");
        NS_TEST_EXPECT_MSG_EQ(waypoints[0].time, Seconds(0), "the first");
        NS_TEST_EXPECT_MSG_EQ(waypoints[1].time, MilliSeconds(500), "the second");
        NS_TEST_EXPECT_MSG_EQ(waypoints[1].distance, 0.1, "the nearest");
        NS_TEST_EXPECT_MSG_EQ(waypoints[2].time, Minutes(2), "the third");
        NS_TEST_EXPECT_MSG_EQ(waypoints[2].distance, 100000, "the farthest");
        Mistakes();
    }

    /// Each is one line with an example.
    void Mistakes()
    {
        const std::string none = " is not a time and a distance from 0.1m to 100000m, such as "
                                 "2s 5m, 4s 400m, 20s 400m, 22s 5m";
        const std::string early = " is not later than the waypoint before it, such as "
                                  "2s 5m, 4s 400m, 20s 400m, 22s 5m";
        const std::vector<std::pair<std::string, std::string>> mistakes{
            {" ", "''" + none},
            {"here", "here" + none},
            {"2s", "2s" + none},
            {"5m", "5m" + none},
            {"2s 5", "2s 5" + none},
            {"2s m", "2s m" + none},
            {"2 5m", "2 5m" + none},
            {"-1s 5m", "-1s 5m" + none},
            {"101y 5m", "101y 5m" + none},
            {"2s 0m", "2s 0m" + none},
            {"2s 100001m", "2s 100001m" + none},
            {"2s nanm", "2s nanm" + none},
            {"2s 5m 7m", "2s 5m 7m" + none},
            {"2s\n5m x", "2s 5m x" + none},
            {"2s 5m,", "''" + none},
            {"2s 5m,,4s 5m", "''" + none},
            {"2s 5m; 4s 5m", "2s 5m; 4s 5m" + none},
            {"2s 5m, 2s 6m", "2s 6m" + early},
            {"2s 5m, 4s 6m, 3s 7m", "3s 7m" + early}};
        for (const auto& [text, line] : mistakes)
        {
            NS_TEST_EXPECT_MSG_EQ(GetSanError([&] { SanWirelessMoves moves(text); }),
                                  "wifiMoves: " + line,
                                  text);
        }
        NS_TEST_EXPECT_MSG_EQ(
            GetSanError([] { ParsedSanOptions({"--linkType=wifi", "--wifiMoves=2s 5"}); }),
            "wifiMoves: 2s 5" + none,
            "as an option");
        NS_TEST_EXPECT_MSG_EQ(GetSanError([] { ParsedSanOptions({"--wifiMoves=2s 5m"}); }),
                              "wifiMoves: 2s 5m needs linkType=wifi",
                              "cables do not move");
    }
};

/**
 * @ingroup san-tests
 *
 * Where stations are over time.
 */
class SanWirelessMovesPlacesTestCase : public TestCase
{
  public:
    SanWirelessMovesPlacesTestCase()
        : TestCase("places")
    {
    }

  private:
    void DoRun() override
    {
        Alone();
        InNetwork();
    }

    /// A station at 100 m less its distance: 0, 5 and 10 s are waypoints.
    void Alone()
    {
        const SanWirelessMoves moves("2s 10m, 4s 50m, 6s 50m, 10s 30m");
        const auto mobility = moves.MakeMobility(Vector(100, 3, 0));
        const std::vector<std::pair<double, double>> places{{0, 90},
                                                            {2, 90},
                                                            {2.5, 80},
                                                            {4, 50},
                                                            {5, 50},
                                                            {6, 50},
                                                            {8, 60},
                                                            {10, 70},
                                                            {100, 70}};
        for (const auto& [seconds, x] : places)
        {
            Simulator::Schedule(Seconds(seconds), [this, mobility, seconds = seconds, x = x] {
                const auto place = mobility->GetPosition();
                NS_TEST_EXPECT_MSG_EQ_TOL(place.x, x, 1e-6, "at " << seconds << " s");
                NS_TEST_EXPECT_MSG_EQ(place.y, 3, "along the line");
                ++m_seen;
            });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_seen, places.size(), "all looked at");
        Simulator::Destroy();
    }

    /**
     * With a relay the initiators' distance is that to the relay, 20 m along the line; nobody else
     * moves, and a waypoint alone keeps no simulation alive.
     */
    void InNetwork()
    {
        const ParsedSanOptions options({"--linkType=wifi",
                                        "--initiators=2",
                                        "--relays=1",
                                        "--wifiDistance=20",
                                        "--wifiMoves=1s 30m, 2s 40m"});
        const SanNetwork network(options);
        Simulator::Schedule(MilliSeconds(1500), [this, &network] {
            for (uint32_t i = 0; i < 2; ++i)
            {
                const auto place = network.initiators.Get(i)->GetObject<MobilityModel>();
                NS_TEST_EXPECT_MSG_EQ_TOL(place->GetPosition().x, 20 - 35, 1e-6, "initiator");
                NS_TEST_EXPECT_MSG_EQ(place->GetPosition().y, 0.5 * i, "side by side");
            }
            const auto target = network.targets.Get(0)->GetObject<MobilityModel>();
            NS_TEST_EXPECT_MSG_EQ(target->GetPosition().x, 40, "the target stays");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MilliSeconds(1500), "nothing after that");
        Simulator::Destroy();
    }

    std::size_t m_seen{0}; //!< how often the station was looked at
};

/**
 * @ingroup san-tests
 *
 * A station that walks away is heard as far as its power reaches, and again when it comes back.
 */
class SanWirelessMovesRangeTestCase : public TestCase
{
  public:
    SanWirelessMovesRangeTestCase()
        : TestCase("range")
    {
    }

  private:
    /// Datagrams a second.
    static constexpr uint32_t RATE = 100;

    /**
     * 20 dBm, less 40.2 dB over the first metre, less 30 dB a decade: the radio notices no frame
     * below -82 dBm, which is at 10^((20 - 40.2 + 82) / 30) = 114.8 m. A station at 5 m at 1 s and
     * 405 m at 5 s is there at 2.098 s, and at 9 s - 1.098 s again.
     */
    void DoRun() override
    {
        const ParsedSanOptions options(
            {"--linkType=wifi", "--wifiRetryLimit=1", "--wifiMoves=1s 5m, 5s 405m, 9s 5m"});
        const SanNetwork network(options);
        const auto type = UdpSocketFactory::GetTypeId();
        const auto receiver = Socket::CreateSocket(network.targets.Get(0), type);
        receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        receiver->SetRecvCallback(MakeCallback(&SanWirelessMovesRangeTestCase::Received, this));
        const auto sender = Socket::CreateSocket(network.initiators.Get(0), type);
        sender->Connect(InetSocketAddress(network.targetAddresses[0][0], 9));
        for (uint32_t i = 0; i < 10 * RATE; ++i)
        {
            Simulator::Schedule(Seconds(i) / RATE,
                                [sender] { sender->Send(Create<Packet>(1000)); });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ_TOL(m_last.GetSeconds(), 2.098, 0.02, "lost on the way out");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_first.GetSeconds(), 7.902, 0.02, "as far on the way in");
        NS_TEST_EXPECT_MSG_GT(m_received, 4 * RATE, "all that are near");
        Simulator::Destroy();
    }

    /**
     * @param socket where a datagram arrived
     */
    void Received(Ptr<Socket> socket)
    {
        while (socket->Recv())
        {
            ++m_received;
            const auto now = Simulator::Now();
            if (now < Seconds(5))
            {
                m_last = now;
            }
            else if (m_first.IsZero())
            {
                m_first = now;
            }
        }
    }

    uint32_t m_received{0}; //!< datagrams
    Time m_last;            //!< the last one on the way out
    Time m_first;           //!< the first one on the way in
};

/**
 * @ingroup san-tests
 *
 * Stations that move.
 */
class SanWirelessMovesTestSuite : public TestSuite
{
  public:
    SanWirelessMovesTestSuite()
        : TestSuite("san-wireless-moves", Type::UNIT)
    {
        AddTestCase(new SanWirelessMovesTextTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanWirelessMovesPlacesTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanWirelessMovesRangeTestCase, TestCase::Duration::QUICK);
    }
};

static SanWirelessMovesTestSuite g_sanWirelessMovesTestSuite; //!< registers the suite
