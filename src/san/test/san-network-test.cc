/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/node-list.h"
#include "ns3/packet.h"
#include "ns3/queue-disc.h"
#include "ns3/queue-size.h"
#include "ns3/san-network.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * Datagrams from one host of a network to another.
 */
class SanDatagrams
{
  public:
    /// Preamble, Ethernet, IP and UDP before the bytes of a datagram, and the check sequence.
    static constexpr uint32_t HEADERS = 8 + 14 + 20 + 8 + 4;
    /// The same of PPP.
    static constexpr uint32_t PPP_HEADERS = 2 + 20 + 8;

    /**
     * @param words the words of a command line
     */
    explicit SanDatagrams(const std::vector<std::string>& words)
        : options(words),
          network(options)
    {
    }

    ~SanDatagrams()
    {
        Simulator::Destroy();
    }

    SanDatagrams(const SanDatagrams&) = delete;
    SanDatagrams& operator=(const SanDatagrams&) = delete;

    /**
     * Send datagrams from the first initiator to the first target, all at time 0.
     *
     * @param link the link of the path
     * @param count how many
     * @param bytes bytes on the wire of each, without the gap after it
     */
    void Send(uint32_t link, uint32_t count, uint32_t bytes)
    {
        constexpr uint16_t PORT = 9;
        const auto type = UdpSocketFactory::GetTypeId();
        const auto receiver = Socket::CreateSocket(network.targets.Get(0), type);
        receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        receiver->SetRecvCallback(MakeCallback(&SanDatagrams::Received, this));
        const auto sender = Socket::CreateSocket(network.initiators.Get(0), type);
        sender->Connect(InetSocketAddress(network.targetAddresses[0][link], PORT));
        for (uint32_t i = 0; i < count; ++i)
        {
            const auto headers = options.path.linkType == "ppp" ? PPP_HEADERS : HEADERS;
            sender->Send(Create<Packet>(bytes - headers));
        }
        Simulator::Run();
    }

    ParsedSanOptions options;  //!< the options
    SanNetwork network;        //!< the network
    std::vector<Time> arrived; //!< when each arrived

  private:
    /**
     * @param socket where datagrams arrived
     */
    void Received(Ptr<Socket> socket)
    {
        while (socket->Recv())
        {
            arrived.push_back(Simulator::Now());
        }
    }
};

/**
 * @ingroup san-tests
 *
 * Nodes, addresses and links.
 */
class SanNetworkPartsTestCase : public TestCase
{
  public:
    SanNetworkPartsTestCase()
        : TestCase("nodes, addresses, links")
    {
    }

  private:
    void DoRun() override
    {
        Addresses({}, {"4", "5"}, "3");
        // A link of its own has four addresses, and the path has the first four.
        Addresses({"--linkType=ppp"}, {"17", "21"}, "13");
        Addresses({"--limiterRate=50Mbps"}, {"17", "21"}, "13");
        Links();
        Middle();
        Ends({"--switches=0"}, 2, true);
        Ends({"--switches=1", "--initiators=3"}, 4 + 2, false);
    }

    /**
     * Initiators come first, then targets; 65,536 addresses a link of the path.
     *
     * @param words further options
     * @param expected last parts of the targets' addresses
     * @param third last part of the third initiator's
     */
    void Addresses(std::vector<std::string> words,
                   const std::array<std::string, 2>& expected,
                   const std::string& third)
    {
        for (const auto* word : {"--initiators=3", "--targets=2", "--links=2", "--connections=2"})
        {
            words.emplace_back(word);
        }
        const ParsedSanOptions options(words);
        const SanNetwork network(options);
        NS_TEST_EXPECT_MSG_EQ(network.initiators.GetN(), 3, "initiators");
        NS_TEST_EXPECT_MSG_EQ(network.targets.GetN(), 2, "targets");
        NS_TEST_EXPECT_MSG_EQ(network.targetDevices.GetN(), 4, "a link of each to each");
        for (uint32_t target = 0; target < 2; ++target)
        {
            const auto& last = expected[target];
            const std::vector<Ipv4Address> addresses{Ipv4Address(("10.0.0." + last).c_str()),
                                                     Ipv4Address(("10.1.0." + last).c_str())};
            NS_TEST_EXPECT_MSG_EQ((network.targetAddresses[target] == addresses), true, target);
        }
        for (uint32_t i = 0; i < 4; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(network.targetDevices.Get(i)->GetNode(),
                                  network.targets.Get(i % 2),
                                  "link by link of the path");
        }
        const auto ip = network.initiators.Get(2)->GetObject<Ipv4>();
        NS_TEST_EXPECT_MSG_EQ(ip->GetNInterfaces(), 3, "its own and two links");
        NS_TEST_EXPECT_MSG_EQ(ip->GetAddress(2, 0).GetLocal(),
                              Ipv4Address(("10.1.0." + third).c_str()),
                              "third");
        Simulator::Destroy();
    }

    /// The ends of the path are switches, or routers where a switch would not do.
    void Middle()
    {
        const auto isSwitched = [](const std::vector<std::string>& words) {
            const ParsedSanOptions options(words);
            const SanNetwork network(options);
            const auto device = network.targetDevices.Get(0);
            const auto channel = device->GetChannel();
            const auto other = channel->GetDevice(channel->GetDevice(0) == device ? 1 : 0);
            const auto isRouter = other->GetNode()->GetObject<Ipv4>() != nullptr;
            Simulator::Destroy();
            return !isRouter;
        };
        NS_TEST_EXPECT_MSG_EQ(isSwitched({}), true, "the default");
        NS_TEST_EXPECT_MSG_EQ(isSwitched({"--lossToTargets=0.1"}), true, "losses");
        NS_TEST_EXPECT_MSG_EQ(isSwitched({"--queueDisc=fifo"}), false, "a queue disc");
        NS_TEST_EXPECT_MSG_EQ(isSwitched({"--limiterRate=1Mbps"}), false, "a limiter");
        NS_TEST_EXPECT_MSG_EQ(isSwitched({"--linkType=ppp"}), false, "PPP");
    }

    /**
     * A target without a switch is the end of both links of the path, and has no other links.
     *
     * @param words options of the ends
     * @param nodes how many there are
     * @param isCable whether the other end of a link is an initiator
     */
    void Ends(std::vector<std::string> words, uint32_t nodes, bool isCable)
    {
        words.insert(words.end(),
                     {"--linkRate=2Gbps", "--links=2", "--connections=2", "--queue=55p"});
        const ParsedSanOptions options(words);
        const SanNetwork network(options);
        const auto end = network.targetDevices.Get(0);
        NS_TEST_EXPECT_MSG_EQ(NodeList::GetNNodes(), nodes, "nodes");
        NS_TEST_EXPECT_MSG_EQ(end->GetNode()->GetNDevices(), 3, "two links and the loopback");
        NS_TEST_EXPECT_MSG_EQ(
            (end->GetChannel()->GetDevice(0)->GetNode() == network.initiators.Get(0)),
            isCable,
            "the other end");
        Check(end, options.path.linkRate, options.path.delay, 1500);
        Simulator::Destroy();
    }

    /// Rates, delays and queues of the hosts' links, and of the path between the switches.
    void Links()
    {
        const ParsedSanOptions options({"--linkRate=2Gbps",
                                        "--delay=7ms",
                                        "--accessRate=3Gbps",
                                        "--accessDelay=9us",
                                        "--mtu=9000",
                                        "--queue=55p",
                                        "--segmentSize=1448"});
        const SanNetwork network(options);
        const auto access = network.targetDevices.Get(0);
        Check(access, DataRate("3Gbps"), MicroSeconds(9), 9000);
        const auto channel = access->GetChannel();
        const auto node = channel->GetDevice(channel->GetDevice(0) == access ? 1 : 0)->GetNode();
        NS_TEST_ASSERT_MSG_EQ(node->GetNDevices(), 3, "the path, a target, the bridge of both");
        uint32_t checked = 0;
        for (uint32_t i = 0; i < 3; ++i)
        {
            const auto device = DynamicCast<EthernetNetDevice>(node->GetDevice(i));
            if (device && device->GetChannel() != channel)
            {
                Check(device, DataRate("2Gbps"), MilliSeconds(7), 9000);
                ++checked;
            }
        }
        NS_TEST_EXPECT_MSG_EQ(checked, 1, "the path");
        Simulator::Destroy();
    }

    /**
     * @param device an end of a link
     * @param rate its rate
     * @param delay its delay
     * @param mtu its longest packet
     */
    void Check(Ptr<NetDevice> device, DataRate rate, Time delay, uint32_t mtu)
    {
        DataRateValue deviceRate;
        device->GetAttribute("DataRate", deviceRate);
        NS_TEST_EXPECT_MSG_EQ(deviceRate.Get(), rate, "rate");
        TimeValue channelDelay;
        device->GetChannel()->GetAttribute("Delay", channelDelay);
        NS_TEST_EXPECT_MSG_EQ(channelDelay.Get(), delay, "delay");
        UintegerValue deviceMtu;
        device->GetAttribute("Mtu", deviceMtu);
        NS_TEST_EXPECT_MSG_EQ(deviceMtu.Get(), mtu, "mtu");
        QueueSizeValue queue;
        device->GetAttribute("QueueSize", queue);
        NS_TEST_EXPECT_MSG_EQ(queue.Get(), QueueSize("55p"), "queue");
        if (const auto control = device->GetNode()->GetObject<TrafficControlLayer>())
        {
            NS_TEST_EXPECT_MSG_EQ(control->GetRootQueueDiscOnDevice(device),
                                  nullptr,
                                  "no other queue");
        }
    }
};

/**
 * @ingroup san-tests
 *
 * How long datagrams are on their way: delays and serialization, link by link.
 */
class SanNetworkTimesTestCase : public TestCase
{
  public:
    SanNetworkTimesTestCase()
        : TestCase("times on the way")
    {
    }

  private:
    void DoRun() override
    {
        One({});
        One({"--linkType=ppp"});
        // Routers in place of switches take no other time.
        One({"--queueDisc=fifo"});
        Ends();
        Many();
        Full();
        Discs();
        OtherLink();
        Limited();
    }

    /**
     * 1000 bytes: 8 us at 1 Gb/s twice, 80 us at 100 Mb/s; 5 ms and twice 10 us of delay.
     *
     * @param words further options
     */
    void One(std::vector<std::string> words)
    {
        words.insert(words.end(), {"--delay=5ms", "--accessDelay=10us"});
        SanDatagrams bench(words);
        bench.Send(0, 1, 1000);
        NS_TEST_ASSERT_MSG_EQ(bench.arrived.size(), 1, "arrived");
        NS_TEST_EXPECT_MSG_EQ(bench.arrived[0], MicroSeconds(8 + 80 + 8 + 5000 + 2 * 10), "when");
    }

    /// Each switch that is missing saves 8 us at 1 Gb/s and the 10 us of the link behind it.
    void Ends()
    {
        for (uint32_t switches = 0; switches < 3; ++switches)
        {
            std::vector<std::string> words{"--delay=5ms", "--switches=" + std::to_string(switches)};
            if (switches > 0)
            {
                words.emplace_back("--accessDelay=10us");
            }
            SanDatagrams bench(words);
            bench.Send(0, 1, 1000);
            NS_TEST_ASSERT_MSG_EQ(bench.arrived.size(), 1, "arrived");
            NS_TEST_EXPECT_MSG_EQ(bench.arrived[0],
                                  MicroSeconds(80 + 5000 + switches * (8 + 10)),
                                  "with " << switches << " switches");
        }
    }

    /// The slowest link spaces them out.
    void Many()
    {
        SanDatagrams bench({"--delay=1ms"});
        bench.Send(0, 5, 1000);
        NS_TEST_ASSERT_MSG_EQ(bench.arrived.size(), 5, "arrived");
        for (std::size_t i = 0; i < 5; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(bench.arrived[i],
                                  MicroSeconds(1000 + 8 + 80 + 8) + i * NanoSeconds(80'960),
                                  "1012 bytes with the gap, at 100 Mb/s");
        }
    }

    /// A queue of 3 packets behind the one that is sent: of 6 at once on a slow first link, 4 pass.
    void Full()
    {
        SanDatagrams bench({"--accessRate=10Mbps", "--queue=3p"});
        bench.Send(0, 6, 1000);
        NS_TEST_EXPECT_MSG_EQ(bench.arrived.size(), 4, "one in service and three in the queue");
    }

    /// A queue disc of 3 packets before a device of one, and one in service: of 9, 5 pass the path.
    void Discs()
    {
        for (const auto* disc : {"fifo", "red", "codel", "fqcodel"})
        {
            SanDatagrams bench(
                {"--linkRate=1Mbps", "--queueDisc=" + std::string(disc), "--queueDiscLimit=3p"});
            bench.Send(0, 9, 1000);
            NS_TEST_EXPECT_MSG_EQ(bench.arrived.size(), 5, disc);
        }
    }

    /// An address of another link is reached over that link.
    void OtherLink()
    {
        SanDatagrams bench({"--links=3", "--connections=3"});
        std::vector<uint32_t> received(3);
        for (uint32_t i = 0; i < 3; ++i)
        {
            bench.network.targetDevices.Get(i)->TraceConnectWithoutContext(
                "MacRx",
                Callback<void, Ptr<const Packet>>([&, i](Ptr<const Packet>) { ++received[i]; }));
        }
        bench.Send(2, 4, 100);
        NS_TEST_EXPECT_MSG_EQ((received == std::vector<uint32_t>{0, 0, 4}), true, "the third");
    }

    /// A token bucket of 8 Mb/s: 974 bytes of IP a packet, 0.974 ms each once it is empty.
    void Limited()
    {
        SanDatagrams bench({"--limiterRate=8Mbps", "--limiterBurst=1500"});
        bench.Send(0, 10, 1000);
        NS_TEST_ASSERT_MSG_EQ(bench.arrived.size(), 10, "arrived");
        // The bucket is full at first: a packet passes at once, 526 bytes are left for the next.
        const auto first = MicroSeconds(1000 + 8 + 80 + 8);
        NS_TEST_EXPECT_MSG_EQ(bench.arrived[0], first, "at once");
        for (int i = 1; i < 10; ++i)
        {
            // The queue disc counts whole bytes of tokens, 1 us each.
            NS_TEST_EXPECT_MSG_EQ_TOL(bench.arrived[i],
                                      first + MicroSeconds(974 - 526) + (i - 1) * MicroSeconds(974),
                                      MicroSeconds(10),
                                      "packet " << i);
        }
    }
};

/**
 * @ingroup san-tests
 *
 * The network between initiators and targets.
 */
class SanNetworkTestSuite : public TestSuite
{
  public:
    SanNetworkTestSuite()
        : TestSuite("san-network", Type::UNIT)
    {
        AddTestCase(new SanNetworkPartsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanNetworkTimesTestCase, TestCase::Duration::QUICK);
    }
};

static SanNetworkTestSuite g_sanNetworkTestSuite; //!< registers the suite
