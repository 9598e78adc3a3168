/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bond-helper.h"
#include "ns3/bond-net-device.h"
#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/ethernet-helper.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/ethernet-shared-buffer.h"
#include "ns3/ethernet-switch-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/leaf-spine-helper.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <vector>

using namespace ns3;

namespace
{

/// Hosts around a switch, with addresses 10.0.0.1 and so on.
class Star
{
  public:
    /**
     * @param count hosts
     * @param switchHelper makes the switch
     */
    Star(uint32_t count, const EthernetSwitchHelper& switchHelper)
        : hosts(count)
    {
        EthernetHelper cable;
        cable.DisableFlowControl();
        cable.SetChannelAttribute("Delay", StringValue("1us"));
        const auto middle = CreateObject<Node>();
        for (uint32_t i = 0; i < count; ++i)
        {
            const auto ends = cable.Install(hosts.Get(i), middle);
            adapters.Add(ends.Get(0));
            ports.Add(ends.Get(1));
        }
        switchHelper.Install(middle, ports);
        Config::SetDefault("ns3::ArpL3Protocol::RequestJitter",
                           StringValue("ns3::ConstantRandomVariable[Constant=0]"));
        InternetStackHelper().Install(hosts);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(adapters);
    }

    ~Star()
    {
        Simulator::Destroy();
        Config::Reset();
    }

    Star(const Star&) = delete;
    Star& operator=(const Star&) = delete;

    /**
     * @param host its number
     * @return a socket on port 9 that counts what arrives
     */
    Ptr<Socket> Listen(uint32_t host)
    {
        const auto socket = Socket::CreateSocket(hosts.Get(host), UdpSocketFactory::GetTypeId());
        socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        socket->SetRecvCallback(MakeCallback(&Star::Receive, this));
        return socket;
    }

    /**
     * Send datagrams.
     *
     * @param from sending host
     * @param to address of the receiving host
     * @param count how many
     */
    void Send(uint32_t from, const char* to, uint32_t count)
    {
        const auto socket = Socket::CreateSocket(hosts.Get(from), UdpSocketFactory::GetTypeId());
        socket->Connect(InetSocketAddress(Ipv4Address(to), 9));
        for (uint32_t i = 0; i < count; ++i)
        {
            socket->Send(Create<Packet>(1472));
        }
    }

    /**
     * @param port number of a port or adapter
     * @param devices ports or adapters
     * @return the device
     */
    static Ptr<EthernetNetDevice> Get(const NetDeviceContainer& devices, uint32_t port)
    {
        return DynamicCast<EthernetNetDevice>(devices.Get(port));
    }

    NodeContainer hosts;         //!< in the order of their addresses
    NetDeviceContainer adapters; //!< of the hosts
    NetDeviceContainer ports;    //!< of the switch
    std::vector<Time> arrived;   //!< when datagrams arrived

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
};

} // namespace

/**
 * @ingroup ethernet-tests
 *
 * Hosts find each other by ARP, and the switch learns where they are.
 */
class EthernetSwitchTestCase : public TestCase
{
  public:
    EthernetSwitchTestCase()
        : TestCase("ARP and learning")
    {
    }

  private:
    void DoRun() override
    {
        Star star(3, EthernetSwitchHelper());
        star.Listen(1);
        star.Send(0, "10.0.0.2", 1);
        Simulator::Run();
        // A frame of ARP takes 576 ns on each of two cables of 1 us, and so does the answer; then
        // 12,208 ns on each of two cables. The switch waits for whole frames.
        const auto arp = 2 * 2 * NanoSeconds(576 + 1000);
        const auto data = 2 * NanoSeconds(12'208 + 1000);
        NS_TEST_ASSERT_MSG_EQ(star.arrived.size(), 1, "arrived");
        NS_TEST_EXPECT_MSG_EQ(star.arrived[0], arp + data, "time");
        NS_TEST_EXPECT_MSG_EQ(Star::Get(star.ports, 2)->GetSentFrames(), 1, "only the question");
        NS_TEST_EXPECT_MSG_EQ(Star::Get(star.ports, 1)->GetSentFrames(), 2, "question and data");
        NS_TEST_EXPECT_MSG_EQ(Star::Get(star.ports, 1)->GetSentWireBytes(), 84 + 1538, "bytes");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Two hosts send to a third one faster than its cable carries, with and without a common memory.
 */
class EthernetSharedBufferTestCase : public TestCase
{
  public:
    EthernetSharedBufferTestCase()
        : TestCase("shared buffer")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Run(0), 80, "each port has room for all");
        // While 80 frames arrive at twice the rate, up to 40 wait.
        NS_TEST_EXPECT_MSG_EQ(Run(40 * 1518), 80, "just room enough");
        // One leaves while ten wait, each time that two arrive: the rest of every pair is lost.
        const auto few = Run(10 * 1518);
        NS_TEST_EXPECT_MSG_EQ_TOL(few, 52, 2, "arrived");
        Sum();
        ComeLater();
    }

    /**
     * @param bytes of the memory, 0 for none
     * @return datagrams that arrived of 80
     */
    std::size_t Run(uint32_t bytes)
    {
        EthernetSwitchHelper helper;
        helper.SetSharedBuffer(bytes);
        Star star(3, helper);
        star.Listen(2);
        // Addresses first, so that ARP, which keeps three packets, loses none.
        star.Send(0, "10.0.0.3", 1);
        star.Send(1, "10.0.0.3", 1);
        Simulator::Run();
        star.arrived.clear();
        star.Send(0, "10.0.0.3", 40);
        star.Send(1, "10.0.0.3", 40);
        Simulator::Run();
        return star.arrived.size();
    }

    /// The memory counts what waits at all ports.
    void Sum()
    {
        EthernetTransmitter one;
        EthernetTransmitter two;
        const auto buffer = CreateObject<EthernetSharedBuffer>();
        buffer->SetAttribute("Size", UintegerValue(2 * 1518));
        buffer->Add(&one);
        buffer->Add(&two);
        for (auto* port : {&one, &two})
        {
            NS_TEST_EXPECT_MSG_EQ(buffer->HasRoom(Seconds(0), EthernetTrain::Single(1500)),
                                  true,
                                  "there is room");
            port->Accept(Seconds(0), EthernetTrain::Single(1500));
            port->Accept(Seconds(0), EthernetTrain::Single(1500));
        }
        NS_TEST_EXPECT_MSG_EQ(buffer->GetUsed(Seconds(0)), 2 * 1518, "one waits at each");
        NS_TEST_EXPECT_MSG_EQ(buffer->HasRoom(Seconds(0), EthernetTrain::Single(46)),
                              false,
                              "full");
        NS_TEST_EXPECT_MSG_EQ(buffer->HasRoom(NanoSeconds(12'304), EthernetTrain::Single(1500)),
                              true,
                              "they leave");
    }

    /// Trains whose frames come one after the other find room when these come.
    void ComeLater()
    {
        EthernetTransmitter ports[2];
        constexpr uint32_t SIZE = 12 * 1518;
        const auto buffer = CreateObject<EthernetSharedBuffer>();
        buffer->SetAttribute("Size", UintegerValue(SIZE));
        for (auto& port : ports)
        {
            buffer->Add(&port);
        }
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(3);
        uint32_t accepted = 0;
        uint64_t most = 0;
        for (int i = 0; i < 100000; ++i)
        {
            const auto now = NanoSeconds(1000 * i);
            most = std::max(most, buffer->GetUsed(now));
            auto& port = ports[random->GetInteger(0, 1)];
            EthernetTrain train;
            train.frames = random->GetInteger(2, 6);
            train.payload = train.lastPayload = 1500;
            train.span = NanoSeconds(12304) * (train.frames - 1);
            if (random->GetInteger(0, 9) == 0 && port.HasRoom(now, train) &&
                buffer->HasRoom(now, train))
            {
                port.Accept(now, train);
                ++accepted;
            }
        }
        NS_TEST_EXPECT_MSG_LT_OR_EQ(most, SIZE, "no more than there is room for");
        NS_TEST_EXPECT_MSG_GT(most, SIZE / 2, "they wait");
        NS_TEST_EXPECT_MSG_GT(accepted, 2000, "trains were accepted");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Ports of both kinds of switches: trains pass them whole, they share a memory, and only the links
 * of a bond let frames pass that no bridge forwards.
 */
class EthernetSwitchPortTestCase : public TestCase
{
  public:
    EthernetSwitchPortTestCase()
        : TestCase("what ports have in common")
    {
    }

  private:
    void DoRun() override
    {
        const EthernetHelper cable;
        const auto middle = CreateObject<Node>();
        const auto plain = cable.Install(CreateObject<Node>(), middle);
        const auto bonds = BondHelper().Install(CreateObject<Node>(), middle, 2, cable);
        EthernetSwitchHelper learning;
        learning.SetSharedBuffer(2000);
        learning.Install(middle, NetDeviceContainer(plain.Get(1), bonds.Get(1)));
        const auto single = Star::Get(plain, 1);
        const auto bond = DynamicCast<BondNetDevice>(bonds.Get(1));
        Expect({single}, true, 2000);
        Expect({bond->GetLink(0), bond->GetLink(1)}, false, 2000);
        NS_TEST_EXPECT_MSG_EQ(single->GetSharedBuffer(),
                              bond->GetLink(1)->GetSharedBuffer(),
                              "one memory");

        const NodeContainer leaves(1);
        LeafSpineHelper spine(cable);
        spine.SetSharedBuffer(3000);
        const auto fabric = spine.Install(leaves, NodeContainer(2));
        const auto host = cable.Install(CreateObject<Node>(), leaves.Get(0));
        fabric->AddHost(0, Star::Get(host, 1), Mac48Address("00:00:00:00:00:01"));
        for (uint32_t i = 0; i < leaves.Get(0)->GetNDevices(); ++i)
        {
            const auto port = DynamicCast<EthernetNetDevice>(leaves.Get(0)->GetDevice(i));
            Expect({port}, true, 3000);
        }
        NS_TEST_EXPECT_MSG_EQ(leaves.Get(0)->GetNDevices(), 3, "two spines and a host");

        const auto without = cable.Install(CreateObject<Node>(), CreateObject<Node>());
        EthernetSwitchHelper().Install(without.Get(1)->GetNode(),
                                       NetDeviceContainer(without.Get(1)));
        NS_TEST_EXPECT_MSG_EQ(bool(Star::Get(without, 1)->GetSharedBuffer()), false, "none");
        Simulator::Destroy();
    }

    /**
     * @param ports of a switch
     * @param filters whether frames end there that no bridge forwards
     * @param bytes of the memory
     */
    void Expect(const std::vector<Ptr<EthernetNetDevice>>& ports, bool filters, uint32_t bytes)
    {
        for (const auto& port : ports)
        {
            BooleanValue isFilter;
            port->GetAttribute("FilterReserved", isFilter);
            NS_TEST_EXPECT_MSG_EQ(isFilter.Get(), filters, "reserved addresses");
            NS_TEST_EXPECT_MSG_EQ(port->HasOffload(), true, "trains");
            NS_TEST_EXPECT_MSG_EQ(port->GetSharedBuffer()->GetSize(), bytes, "memory");
        }
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Switches.
 */
class EthernetSwitchTestSuite : public TestSuite
{
  public:
    EthernetSwitchTestSuite()
        : TestSuite("ethernet-switch", Type::UNIT)
    {
        AddTestCase(new EthernetSwitchTestCase, Duration::QUICK);
        AddTestCase(new EthernetSharedBufferTestCase, Duration::QUICK);
        AddTestCase(new EthernetSwitchPortTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static EthernetSwitchTestSuite g_ethernetSwitchTestSuite;
