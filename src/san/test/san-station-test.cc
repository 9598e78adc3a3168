/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/basic-energy-source-helper.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/net-device-container.h"
#include "ns3/packet.h"
#include "ns3/san-channel-figures.h"
#include "ns3/san-network.h"
#include "ns3/san-radio-power.h"
#include "ns3/san-station-figures.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/wifi-radio-energy-model-helper.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

using namespace ns3;

using Station = SanStationFigures;
using Air = SanChannelFigures;

/**
 * @ingroup san-tests
 *
 * Datagrams between stations, and what their radios count.
 */
class SanStationBench
{
  public:
    /**
     * @param words the words of a command line, without linkType
     */
    explicit SanStationBench(std::vector<std::string> words)
        : options(AddLinkType(std::move(words))),
          network(options),
          stations(network.GetStations()),
          power(options.wireless)
    {
        for (const auto& station : stations)
        {
            channels.resize(std::max<std::size_t>(channels.size(), station.channel + 1));
        }
        for (const auto& station : stations)
        {
            figures.emplace_back(station.device, channels[station.channel]);
        }
        network.AssignStreams(0);
        receiver = Socket::CreateSocket(network.targets.Get(0), UdpSocketFactory::GetTypeId());
        receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        receiver->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket> socket) {
            while (socket->Recv())
            {
                ++received;
            }
        }));
    }

    ~SanStationBench()
    {
        Simulator::Destroy();
    }

    SanStationBench(const SanStationBench&) = delete;
    SanStationBench& operator=(const SanStationBench&) = delete;

    /**
     * Send datagrams at once from the first initiator to the first target.
     *
     * @param at when
     * @param count how many
     * @param bytes bytes of each IP packet
     */
    void Send(Time at, uint32_t count, uint32_t bytes)
    {
        constexpr uint32_t HEADERS = 28;
        const auto sender =
            Socket::CreateSocket(network.initiators.Get(0), UdpSocketFactory::GetTypeId());
        sender->Connect(InetSocketAddress(network.targetAddresses[0][0], PORT));
        Simulator::Schedule(at, [sender, count, bytes] {
            for (uint32_t i = 0; i < count; ++i)
            {
                sender->Send(Create<Packet>(bytes - HEADERS));
            }
        });
    }

    /**
     * Simulate until a moment.
     *
     * @param end the moment
     */
    static void RunUntil(Time end)
    {
        Simulator::Stop(end - Simulator::Now());
        Simulator::Run();
    }

    /**
     * @param number of a radio
     * @return nanoseconds in all of its states
     */
    int64_t GetAllStates(std::size_t number) const
    {
        const auto values = figures[number].Get();
        return values[Station::TX] + values[Station::RX] + values[Station::CCA_BUSY] +
               values[Station::IDLE] + values[Station::OTHER];
    }

    ParsedSanOptions options;         //!< the options
    SanNetwork network;               //!< the network
    std::vector<SanStation> stations; //!< its radios
    SanRadioPower power;              //!< what they take
    std::deque<Air> channels;         //!< what their channels are used for
    std::deque<Station> figures;      //!< what they do
    Ptr<Socket> receiver;             //!< at the first target
    uint32_t received{0};             //!< datagrams that arrived there

  private:
    /// Port of the datagrams.
    static constexpr uint16_t PORT = 9;

    /**
     * @param words some words
     * @return these and the option for a wireless network
     */
    static std::vector<std::string> AddLinkType(std::vector<std::string> words)
    {
        words.emplace_back("--linkType=wifi");
        return words;
    }
};

/**
 * @ingroup san-tests
 *
 * What a channel was used for, from transmissions and queues given by hand.
 */
class SanChannelFiguresTestCase : public TestCase
{
  public:
    SanChannelFiguresTestCase()
        : TestCase("use of a channel")
    {
    }

  private:
    /**
     * @param us when to look, in microseconds
     * @param expected busy, colliding, waiting, empty then, in microseconds
     */
    void Expect(int64_t us, const Air::Values& expected)
    {
        Simulator::Schedule(MicroSeconds(us), [this, us, expected] {
            for (std::size_t i = 0; i < expected.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(m_channel.Get()[i], expected[i] * 1000, us << ": " << i);
            }
        });
    }

    void DoRun() override
    {
        // A frame is there from 10 to 150 us, on the air from 20 to 120, another from 90 to 140.
        Simulator::Schedule(MicroSeconds(10), &Air::ChangeQueued, &m_channel, 1);
        Simulator::Schedule(MicroSeconds(20), &Air::Transmit, &m_channel, MicroSeconds(100));
        Simulator::Schedule(MicroSeconds(90), &Air::Transmit, &m_channel, MicroSeconds(50));
        Simulator::Schedule(MicroSeconds(150), &Air::ChangeQueued, &m_channel, -1);
        Expect(5, {0, 0, 0, 5});
        Expect(15, {0, 0, 5, 10});
        Expect(60, {40, 0, 10, 10});
        Expect(100, {80, 10, 10, 10});
        Expect(145, {120, 30, 15, 10});
        Expect(200, {120, 30, 20, 60});
        Simulator::Run();
        Simulator::Destroy();
    }

    Air m_channel; //!< the channel
};

/**
 * @ingroup san-tests
 *
 * How long radios are in which state for one datagram, by IEEE 802.11's arithmetic.
 */
class SanStationAirTestCase : public TestCase
{
  public:
    SanStationAirTestCase()
        : TestCase("air time of a frame and its acknowledgement")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t bytes : {40, 576, 1500})
        {
            CheckFrame(bytes);
        }
        Standards();
    }

    /**
     * A frame has 24 bytes of header, 8 of LLC and SNAP and 4 of check sequence, at 11 Mb/s
     * behind a preamble and header of 192 us (IEEE 802.11-2020, 16.2); its acknowledgement has 14
     * bytes at the same rate, 10 us later.
     *
     * @param bytes bytes of the IP packet
     */
    void CheckFrame(uint32_t bytes)
    {
        SanStationBench bench({"--wifiStandard=802.11b"});
        bench.Send(MilliSeconds(1), 1, bytes);
        // Half of the frame is on the air 192 us after it began; then everything is over.
        SanStationBench::RunUntil(MicroSeconds(1192));
        const auto part = bench.figures[0].Get();
        NS_TEST_EXPECT_MSG_GT(part[Station::TX], 0, "on the air");
        NS_TEST_EXPECT_MSG_EQ(part[Station::DATA_AIR], part[Station::TX], "no more than so far");
        NS_TEST_EXPECT_MSG_EQ(bench.GetAllStates(0), 1192000, "to the nanosecond");
        SanStationBench::RunUntil(MilliSeconds(10));
        const int64_t data = (192 + ((24 + 8 + bytes + 4) * 8 + 10) / 11) * 1000;
        const int64_t ack = (192 + (14 * 8 + 10) / 11) * 1000;
        const auto sender = bench.figures[0].Get();
        const auto target = bench.figures[1].Get();
        NS_TEST_EXPECT_MSG_EQ(sender[Station::TX], data, "data");
        NS_TEST_EXPECT_MSG_EQ(sender[Station::DATA_AIR], data, "nothing else");
        NS_TEST_EXPECT_MSG_EQ(target[Station::TX], ack, "acknowledgement");
        NS_TEST_EXPECT_MSG_EQ(target[Station::DATA_AIR], 0, "is no data");
        // Preamble and header are sensed, after 4 us, and the rest is received.
        constexpr int64_t DETECTION = 4000;
        NS_TEST_EXPECT_MSG_EQ(sender[Station::RX] + sender[Station::CCA_BUSY],
                              ack - DETECTION,
                              "heard");
        NS_TEST_EXPECT_MSG_EQ(target[Station::RX] + target[Station::CCA_BUSY],
                              data - DETECTION,
                              "heard");
        NS_TEST_EXPECT_MSG_EQ(target[Station::RX], data - 192000, "received");
        for (std::size_t i = 0; i < 2; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(bench.GetAllStates(i), 10000000, "to the nanosecond");
            NS_TEST_EXPECT_MSG_EQ(bench.figures[i].Get()[Station::OTHER], 0, "nothing unknown");
        }
        CheckQueue(bench, data, ack);
    }

    /**
     * The frame is in the queue until its acknowledgement came, and the medium was idle before it:
     * it goes at once.
     *
     * @param bench the stations
     * @param data nanoseconds of the frame
     * @param ack nanoseconds of the acknowledgement
     */
    void CheckQueue(const SanStationBench& bench, int64_t data, int64_t ack)
    {
        const auto sender = bench.figures[0].Get();
        const auto channel = bench.channels[0].Get();
        constexpr int64_t SIFS = 10000;
        constexpr int64_t PROPAGATION = 2 * 17;
        NS_TEST_EXPECT_MSG_EQ(channel[Air::BUSY], data + ack, "on the air");
        NS_TEST_EXPECT_MSG_EQ(channel[Air::COLLIDING], 0, "one by one");
        NS_TEST_EXPECT_MSG_EQ_TOL(sender[Station::BACKLOG] - sender[Station::WAIT],
                                  data + SIFS + ack,
                                  2 * PROPAGATION,
                                  "until it is acknowledged");
        NS_TEST_EXPECT_MSG_EQ(channel[Air::WAITING],
                              sender[Station::BACKLOG] - data - ack,
                              "for what");
        NS_TEST_EXPECT_MSG_EQ(channel[Air::EMPTY],
                              10000000 - sender[Station::BACKLOG],
                              "nothing to do");
        NS_TEST_EXPECT_MSG_EQ(sender[Station::DELAY], sender[Station::BACKLOG], "one frame");
    }

    /// The states add up for every standard while many frames pass.
    void Standards()
    {
        for (const auto* standard : {"802.11b", "802.11a", "802.11g", "802.11n", "802.11ax"})
        {
            SanStationBench bench({std::string("--wifiStandard=") + standard});
            bench.Send(MilliSeconds(1), 200, 1500);
            for (const int64_t us : {1700, 3333, 9999, 50000, 500000})
            {
                SanStationBench::RunUntil(MicroSeconds(us));
                const auto channel = bench.channels[0].Get();
                for (std::size_t i = 0; i < 2; ++i)
                {
                    NS_TEST_EXPECT_MSG_EQ(bench.GetAllStates(i), us * 1000, standard << us);
                    NS_TEST_EXPECT_MSG_EQ(bench.figures[i].Get()[Station::OTHER], 0, standard);
                }
                NS_TEST_EXPECT_MSG_EQ(channel[Air::BUSY] + channel[Air::WAITING] +
                                          channel[Air::EMPTY],
                                      us * 1000,
                                      standard << us);
            }
            const auto sender = bench.figures[0].Get();
            NS_TEST_EXPECT_MSG_EQ(bench.received, 200, standard);
            NS_TEST_EXPECT_MSG_EQ(sender[Station::ACKED], 200, standard);
            NS_TEST_EXPECT_MSG_EQ(sender[Station::ACKED_BYTES], 200 * 1500, standard);
            NS_TEST_EXPECT_MSG_EQ(sender[Station::SENT] - sender[Station::RETRIES], 200, standard);
        }
    }
};

/**
 * @ingroup san-tests
 *
 * What becomes of frames that cannot be delivered.
 */
class SanStationLossTestCase : public TestCase
{
  public:
    SanStationLossTestCase()
        : TestCase("frames that are dropped")
    {
    }

  private:
    void DoRun() override
    {
        OutOfRange();
        FullQueue();
        OldFrames();
        Faded();
    }

    /// Nobody answers: 5 attempts for each of 3 frames.
    void OutOfRange()
    {
        SanStationBench bench({"--wifiDistance=100000", "--wifiRetryLimit=5"});
        bench.Send(MilliSeconds(1), 3, 1500);
        SanStationBench::RunUntil(MilliSeconds(400));
        const auto sender = bench.figures[0].Get();
        NS_TEST_EXPECT_MSG_EQ(sender[Station::OFFERED], 3, "offered");
        NS_TEST_EXPECT_MSG_EQ(sender[Station::SENT], 15, "sent");
        NS_TEST_EXPECT_MSG_EQ(sender[Station::RETRIES], 12, "sent again");
        NS_TEST_EXPECT_MSG_EQ(sender[Station::UNANSWERED], 15, "no answer");
        NS_TEST_EXPECT_MSG_EQ(sender[Station::ACKED], 0, "arrived");
        NS_TEST_EXPECT_MSG_EQ(sender[Station::DROPPED_RETRIES], 3, "given up");
        NS_TEST_EXPECT_MSG_EQ(bench.figures[1].Get()[Station::IDLE], 400000000, "hears nothing");
    }

    /// A frame stays in the queue until it is acknowledged, so two are taken.
    void FullQueue()
    {
        SanStationBench bench({"--queue=2p"});
        bench.Send(MilliSeconds(1), 5, 1500);
        SanStationBench::RunUntil(MilliSeconds(100));
        const auto sender = bench.figures[0].Get();
        NS_TEST_EXPECT_MSG_EQ(sender[Station::OFFERED], 5, "offered");
        NS_TEST_EXPECT_MSG_EQ(sender[Station::QUEUED], 2, "taken");
        NS_TEST_EXPECT_MSG_EQ(bench.received, 2, "arrived");
    }

    /// Each takes about 2 ms, so the first is sent within 3 ms, and all after the second are late.
    void OldFrames()
    {
        SanStationBench bench({"--wifiMsduLifetime=3ms"});
        bench.Send(MilliSeconds(1), 10, 1500);
        SanStationBench::RunUntil(MilliSeconds(100));
        const auto sender = bench.figures[0].Get();
        NS_TEST_EXPECT_MSG_EQ(sender[Station::DROPPED_LIFETIME] + sender[Station::ACKED],
                              10,
                              "all");
        NS_TEST_EXPECT_MSG_EQ(bench.received, sender[Station::ACKED], "the others arrived");
        NS_TEST_EXPECT_MSG_EQ(sender[Station::ACKED], 2, "in time");
    }

    /// With fading, frames of one by one and of joined frames are sent again, and accounted for.
    void Faded()
    {
        for (const auto* standard : {"802.11b", "802.11n"})
        {
            SanStationBench bench(
                {std::string("--wifiStandard=") + standard, "--wifiFading=1", "--wifiDistance=30"});
            bench.Send(MilliSeconds(1), 200, 1500);
            SanStationBench::RunUntil(Seconds(2));
            const auto sender = bench.figures[0].Get();
            NS_TEST_EXPECT_MSG_GT(sender[Station::RETRIES], 0, standard);
            NS_TEST_EXPECT_MSG_GT(sender[Station::UNANSWERED], 0, standard);
            NS_TEST_EXPECT_MSG_EQ(sender[Station::ACKED] + sender[Station::DROPPED_RETRIES] +
                                      sender[Station::DROPPED_LIFETIME] +
                                      sender[Station::DROPPED_WINDOW],
                                  200,
                                  standard);
        }
    }
};

/**
 * @ingroup san-tests
 *
 * The energy of radios: by hand, and by ns-3's own model.
 */
class SanRadioPowerTestCase : public TestCase
{
  public:
    SanRadioPowerTestCase()
        : TestCase("energy")
    {
    }

  private:
    void DoRun() override
    {
        Given();
        Ends();
        Model();
    }

    /// 5 V times 0.45, 0.27, 0.2, 0.1 and again 0.1 A, for 1, 2, 3, 4 and 5 s.
    void Given()
    {
        const ParsedSanOptions options({"--linkType=wifi",
                                        "--wifiVoltage=5",
                                        "--wifiTxCurrent=0.45",
                                        "--wifiRxCurrent=0.27",
                                        "--wifiBusyCurrent=0.2",
                                        "--wifiIdleCurrent=0.1"});
        Station::Values values{};
        values[Station::TX] = 1000000000;
        values[Station::RX] = 2000000000;
        values[Station::CCA_BUSY] = 3000000000;
        values[Station::IDLE] = 4000000000;
        values[Station::OTHER] = 5000000000;
        NS_TEST_EXPECT_MSG_EQ_TOL(SanRadioPower(options.wireless).GetJoules(values),
                                  5 * (0.45 + 0.54 + 0.6 + 0.4 + 0.5),
                                  1e-12,
                                  "by hand");
    }

    /// Nothing that is counted keeps a simulation going.
    void Ends()
    {
        SanStationBench bench({});
        bench.Send(MilliSeconds(1), 1, 1500);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.received, 1, "arrived");
        NS_TEST_EXPECT_MSG_LT(Simulator::Now(), MilliSeconds(10), "with the last frame");
    }

    /// ns-3's model has the same, where it knows the same states; it needs a simulation that stops.
    void Model()
    {
        SanStationBench bench({"--wifiStandard=802.11b"});
        BasicEnergySourceHelper batteries;
        batteries.Set("BasicEnergySourceInitialEnergyJ", DoubleValue(1e6));
        std::vector<Ptr<energy::DeviceEnergyModel>> models;
        for (const auto& station : bench.stations)
        {
            const auto sources = batteries.Install(station.device->GetNode());
            models.push_back(
                WifiRadioEnergyModelHelper().Install(station.device, sources.Get(0)).Get(0));
        }
        bench.Send(MilliSeconds(1), 200, 1500);
        SanStationBench::RunUntil(Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(bench.received, 200, "arrived");
        for (std::size_t i = 0; i < models.size(); ++i)
        {
            const auto joules = bench.power.GetJoules(bench.figures[i].Get());
            NS_TEST_EXPECT_MSG_EQ_TOL(joules,
                                      models[i]->GetTotalEnergyConsumption(),
                                      1e-9 * joules,
                                      "by ns-3");
        }
    }
};

/**
 * @ingroup san-tests
 *
 * Which radios there are.
 */
class SanStationNamesTestCase : public TestCase
{
  public:
    SanStationNamesTestCase()
        : TestCase("names of radios")
    {
    }

  private:
    /**
     * @param channel the option relayChannel
     * @return names and channels
     */
    static std::string Describe(const std::string& channel)
    {
        const SanStationBench bench({"--initiators=2", "--relays=2", "--relayChannel=" + channel});
        std::string text;
        for (const auto& station : bench.stations)
        {
            text += station.name + " " + std::to_string(station.channel) + ", ";
        }
        return text;
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Describe("same"),
                              "initiator-0 0, initiator-1 0, relay-0 0, relay-1 0, target-0 0, ",
                              "one radio each");
        NS_TEST_EXPECT_MSG_EQ(Describe("own"),
                              "initiator-0 0, initiator-1 0, relay-0 0, relay-0 1, relay-1 1, "
                              "relay-1 2, target-0 2, ",
                              "a relay has two");
        const ParsedSanOptions options({});
        const SanNetwork network(options);
        NS_TEST_EXPECT_MSG_EQ(network.GetStations().size(), 0, "none with cables");
        Simulator::Destroy();
    }
};

/**
 * @ingroup san-tests
 *
 * What the radios of a wireless network do.
 */
class SanStationTestSuite : public TestSuite
{
  public:
    SanStationTestSuite()
        : TestSuite("san-station", Type::UNIT)
    {
        AddTestCase(new SanChannelFiguresTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanStationAirTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanStationLossTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanRadioPowerTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanStationNamesTestCase, TestCase::Duration::QUICK);
    }
};

static SanStationTestSuite g_sanStationTestSuite; //!< registers the suite
