/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/config.h"
#include "ns3/ethernet-channel.h"
#include "ns3/ethernet-helper.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/leaf-spine-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"

#include <algorithm>
#include <vector>

using namespace ns3;

namespace
{

/// A leaf-spine network of 1 Gb/s and 1 us, with addresses 10.0.0.1 and so on, leaf by leaf.
class FabricNetwork
{
  public:
    /**
     * @param leafCount leaves
     * @param spineCount spines
     * @param hostCount hosts of each leaf
     */
    FabricNetwork(uint32_t leafCount, uint32_t spineCount, uint32_t hostCount)
        : leaves(leafCount),
          spines(spineCount),
          hosts(leafCount * hostCount)
    {
        EthernetHelper cable;
        cable.DisableFlowControl();
        cable.SetDeviceAttribute("QueueSize", StringValue("10000p"));
        cable.SetChannelAttribute("Delay", StringValue("1us"));
        fabric = LeafSpineHelper(cable).Install(leaves, spines);
        fabric->AssignStreams(7);
        for (uint32_t i = 0; i < hosts.GetN(); ++i)
        {
            const auto leaf = i / hostCount;
            const auto ends = cable.Install(hosts.Get(i), leaves.Get(leaf));
            adapters.Add(ends.Get(0));
            fabric->AddHost(leaf,
                            DynamicCast<EthernetNetDevice>(ends.Get(1)),
                            Mac48Address::ConvertFrom(ends.Get(0)->GetAddress()));
        }
        for (uint32_t i = 0; i < leafCount; ++i)
        {
            leaves.Get(i)->GetObject<EthernetFabricSwitch>()->TraceConnectWithoutContext(
                "Drop",
                MakeCallback(&FabricNetwork::Drop, this));
        }
        Config::SetDefault("ns3::ArpL3Protocol::RequestJitter",
                           StringValue("ns3::ConstantRandomVariable[Constant=0]"));
        InternetStackHelper().Install(hosts);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(adapters);
    }

    ~FabricNetwork()
    {
        Simulator::Destroy();
        Config::Reset();
    }

    FabricNetwork(const FabricNetwork&) = delete;
    FabricNetwork& operator=(const FabricNetwork&) = delete;

    /**
     * @param host its number
     */
    void Listen(uint32_t host)
    {
        const auto socket = Socket::CreateSocket(hosts.Get(host), UdpSocketFactory::GetTypeId());
        socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        socket->SetRecvCallback(MakeCallback(&FabricNetwork::Receive, this));
        m_listening.push_back(socket);
    }

    /**
     * @param from sending host
     * @param to address of the receiving host
     * @return a socket with a port of its own
     */
    Ptr<Socket> Open(uint32_t from, const char* to) const
    {
        const auto socket = Socket::CreateSocket(hosts.Get(from), UdpSocketFactory::GetTypeId());
        socket->Connect(InetSocketAddress(Ipv4Address(to), 9));
        return socket;
    }

    /**
     * @param leaf number of a leaf
     * @param spine number of a spine
     * @return the leaf's port to the spine
     */
    Ptr<EthernetNetDevice> GetUplink(uint32_t leaf, uint32_t spine) const
    {
        return DynamicCast<EthernetNetDevice>(leaves.Get(leaf)->GetDevice(spine));
    }

    /**
     * @param leaf number of a leaf
     * @return frames that it sent to each spine
     */
    std::vector<uint64_t> GetShares(uint32_t leaf) const
    {
        std::vector<uint64_t> shares;
        for (uint32_t spine = 0; spine < spines.GetN(); ++spine)
        {
            shares.push_back(GetUplink(leaf, spine)->GetSentFrames());
        }
        return shares;
    }

    /**
     * @param leaf number of a leaf
     * @param spine number of a spine
     * @return the cable between them
     */
    Ptr<EthernetChannel> GetCable(uint32_t leaf, uint32_t spine) const
    {
        return DynamicCast<EthernetChannel>(GetUplink(leaf, spine)->GetChannel());
    }

    NodeContainer leaves;          //!< switches of hosts
    NodeContainer spines;          //!< switches that join leaves
    NodeContainer hosts;           //!< in the order of their addresses
    NetDeviceContainer adapters;   //!< of the hosts
    Ptr<EthernetLeafSpine> fabric; //!< the control plane
    std::vector<Time> arrived;     //!< when datagrams arrived
    uint32_t dropped{0};           //!< packets that leaves had no path for

  private:
    /**
     * @param socket where something arrived
     */
    void Receive(Ptr<Socket> socket)
    {
        while (socket->Recv())
        {
            arrived.push_back(Simulator::Now());
        }
    }

    /// A leaf has no path for a packet.
    void Drop(Ptr<const Packet> /* packet */)
    {
        ++dropped;
    }

    std::vector<Ptr<Socket>> m_listening; //!< sockets that count
};

} // namespace

/**
 * @ingroup ethernet-tests
 *
 * Hosts find each other by ARP along the tree, in a leaf and across.
 */
class EthernetFabricPathTestCase : public TestCase
{
  public:
    EthernetFabricPathTestCase()
        : TestCase("paths in a leaf and across")
    {
    }

  private:
    void DoRun() override
    {
        // A frame of ARP takes 576 ns on each cable of 1 us, and so does the answer; then 12,208 ns
        // on each. There are two cables in a leaf and four across.
        NS_TEST_EXPECT_MSG_EQ(Send("10.0.0.2"),
                              2 * (2 * NanoSeconds(576 + 1000) + NanoSeconds(12'208 + 1000)),
                              "in a leaf");
        NS_TEST_EXPECT_MSG_EQ(Send("10.0.0.4"),
                              4 * (2 * NanoSeconds(576 + 1000) + NanoSeconds(12'208 + 1000)),
                              "across");
    }

    /**
     * @param to where a datagram of host 0 goes
     * @return when it arrived
     */
    Time Send(const char* to)
    {
        FabricNetwork network(2, 3, 2);
        network.Listen(1);
        network.Listen(3);
        network.Open(0, to)->Send(Create<Packet>(1472));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(network.arrived.size(), 1, "arrived once");
        // The question takes the first spine to the other leaf, as a tree has no circles.
        const auto first = DynamicCast<EthernetNetDevice>(network.spines.Get(0)->GetDevice(1));
        NS_TEST_EXPECT_MSG_GT(first->GetSentFrames(), 0, "the question takes the first spine");
        return network.arrived.empty() ? Time(0) : network.arrived[0];
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Many flows are evenly shared, and one flow keeps its path.
 */
class EthernetFabricShareTestCase : public TestCase
{
  public:
    EthernetFabricShareTestCase()
        : TestCase("shares of spines")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t FLOWS = 4000;
        constexpr uint32_t SPINES = 4;
        FabricNetwork network(2, SPINES, 1);
        network.Listen(1);
        const auto first = network.Open(0, "10.0.0.2");
        first->Send(Create<Packet>(100));
        Simulator::Run();
        const auto before = network.GetShares(0);
        for (uint32_t i = 0; i < FLOWS; ++i)
        {
            network.Open(0, "10.0.0.2")->Send(Create<Packet>(100));
        }
        Simulator::Run();
        const auto after = network.GetShares(0);
        // Chi-squared of three degrees of freedom: 16.27 is exceeded once in 1,000 times.
        double chiSquared = 0;
        for (uint32_t spine = 0; spine < SPINES; ++spine)
        {
            const double expected = FLOWS / SPINES;
            const auto off = static_cast<double>(after[spine] - before[spine]) - expected;
            chiSquared += off * off / expected;
        }
        NS_TEST_EXPECT_MSG_LT(chiSquared, 16.27, "evenly shared");
        for (uint32_t i = 0; i < 100; ++i)
        {
            first->Send(Create<Packet>(100));
        }
        Simulator::Run();
        const auto last = network.GetShares(0);
        uint32_t used = 0;
        for (uint32_t spine = 0; spine < SPINES; ++spine)
        {
            used += last[spine] > after[spine] ? 1 : 0;
        }
        NS_TEST_EXPECT_MSG_EQ(used, 1, "a flow has one path");
        NS_TEST_EXPECT_MSG_EQ(network.arrived.size(), 1 + FLOWS + 100, "all arrived");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Links go down and come up.
 */
class EthernetFabricConvergenceTestCase : public TestCase
{
  public:
    EthernetFabricConvergenceTestCase()
        : TestCase("links that go down")
    {
    }

  private:
    void DoRun() override
    {
        FabricNetwork network(2, 2, 1);
        network.fabric->SetAttribute("ConvergenceTime", TimeValue(MilliSeconds(1)));
        network.Listen(1);
        const auto flow = network.Open(0, "10.0.0.2");
        flow->Send(Create<Packet>(100));
        Simulator::Run();
        const auto before = network.GetShares(0);
        flow->Send(Create<Packet>(100));
        Simulator::Run();
        const uint32_t spine = network.GetShares(0)[0] > before[0] ? 0 : 1;
        network.arrived.clear();
        // The far link of its path is down from 1.05 ms to 4.05 ms, and both from 6.05 ms on: of
        // what leaves at 0.1, 0.2, ... ms, ten are lost until all know of the first change, and
        // from 6.1 ms on all, of which those from 7.1 ms on at the leaf.
        const auto start = Simulator::Now();
        constexpr uint32_t COUNT = 100;
        for (uint32_t i = 1; i <= COUNT; ++i)
        {
            Simulator::Schedule(MicroSeconds(100 * i), [flow] { flow->Send(Create<Packet>(100)); });
        }
        const auto down = [](Ptr<EthernetChannel> cable, uint32_t us) {
            Simulator::Schedule(MicroSeconds(us), &EthernetChannel::Disconnect, cable);
        };
        down(network.GetCable(1, spine), 1050);
        Simulator::Schedule(MicroSeconds(4050),
                            &EthernetChannel::Reconnect,
                            network.GetCable(1, spine));
        down(network.GetCable(1, 0), 6050);
        down(network.GetCable(1, 1), 6050);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Count(network, start, 0, 4050), 30, "before the cable is back");
        NS_TEST_EXPECT_MSG_EQ(Count(network, start, 4050, 6050), 20, "nothing is lost then");
        NS_TEST_EXPECT_MSG_EQ(network.arrived.size(), 50, "nothing arrives without a link");
        NS_TEST_EXPECT_MSG_EQ(network.dropped, COUNT - 70, "no path");
        NS_TEST_EXPECT_MSG_GT(network.GetShares(0)[1 - spine],
                              before[1 - spine],
                              "the other spine");
    }

    /**
     * @param network the network
     * @param start where time begins
     * @param from microseconds
     * @param to microseconds
     * @return datagrams that arrived between both
     */
    static std::size_t Count(const FabricNetwork& network, Time start, uint32_t from, uint32_t to)
    {
        return std::count_if(network.arrived.begin(), network.arrived.end(), [&](Time when) {
            return when >= start + MicroSeconds(from) && when < start + MicroSeconds(to);
        });
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Leaf-spine networks.
 */
class EthernetFabricTestSuite : public TestSuite
{
  public:
    EthernetFabricTestSuite()
        : TestSuite("ethernet-fabric", Type::UNIT)
    {
        AddTestCase(new EthernetFabricPathTestCase, Duration::QUICK);
        AddTestCase(new EthernetFabricShareTestCase, Duration::QUICK);
        AddTestCase(new EthernetFabricConvergenceTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static EthernetFabricTestSuite g_ethernetFabricTestSuite;
