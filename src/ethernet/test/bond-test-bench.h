/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BOND_TEST_BENCH_H
#define BOND_TEST_BENCH_H

#include "ns3/application-container.h"
#include "ns3/bond-helper.h"
#include "ns3/bond-net-device.h"
#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/ethernet-channel.h"
#include "ns3/ethernet-helper.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/ethernet-switch-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ethernet-tests
 *
 * How two hosts are joined.
 */
struct BondSetup
{
    /// Rate of a link where nothing else is said.
    static constexpr uint64_t RATE = 20'000'000;

    /// Bytes that such a link carries for TCP in 10 ms: 1448 of 1538.
    static constexpr uint64_t DATA_IN_10_MS = RATE / 8 / 100 * 1448 / 1538;

    std::string mode{"802.3ad"};     //!< of the bonds
    std::string policy{"layer3+4"};  //!< for transmission
    std::string peerMode;            //!< of the bond of the second host; as mode if empty
    bool isPeerBonded{true};         //!< whether the second host has a bond at all
    bool isSwitched{false};          //!< whether a switch is between the hosts
    bool isSwitchBonded{true};       //!< whether its ports towards the first host are a bond
    uint32_t links{2};               //!< of the first host
    uint64_t rate{RATE};             //!< of a link, bits per second
    Time monitor{MilliSeconds(100)}; //!< how often links are looked at
    uint32_t primary{0xffffffff};    //!< of active-backup

    std::function<void(const NodeContainer&)> prepare; //!< of hosts with TCP; null for nothing
    std::string factory{"ns3::TcpSocketFactory"};      //!< of their sockets
};

/**
 * @ingroup ethernet-tests
 *
 * Two hosts. The first has several links: to the second, or to a switch to which the second has one
 * link of ten times the rate.
 */
class BondedHosts
{
  public:
    /**
     * @param setup how they are joined
     */
    explicit BondedHosts(const BondSetup& setup)
        : m_setup(setup),
          hosts(2)
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1'000'000));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(65'536));
        Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MilliSeconds(40)));
        Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(200)));
        Config::SetDefault("ns3::ArpL3Protocol::RequestJitter",
                           StringValue("ns3::ConstantRandomVariable[Constant=0]"));
        m_cable.SetDeviceAttribute("DataRate", DataRateValue(DataRate(setup.rate)));
        m_cable.SetChannelAttribute("Delay", StringValue("10us"));
        const auto devices = setup.isSwitched ? JoinBySwitch() : JoinDirectly();
        InternetStackHelper().Install(hosts);
        if (setup.prepare)
        {
            setup.prepare(hosts);
        }
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    }

    ~BondedHosts()
    {
        Simulator::Destroy();
        Config::Reset();
    }

    BondedHosts(const BondedHosts&) = delete;
    BondedHosts& operator=(const BondedHosts&) = delete;

    /**
     * Let a host send to the other.
     *
     * @param from 0 or 1
     * @param flow number of the connection
     * @param bytes how much, 0 for without end
     * @param start when
     */
    void Send(uint32_t from, uint32_t flow, uint64_t bytes, Time start)
    {
        const auto& factory = m_setup.factory;
        constexpr uint16_t FIRST_PORT = 5000;
        const auto port = static_cast<uint16_t>(FIRST_PORT + flow);
        const auto* receiver = from == 0 ? "10.0.0.2" : "10.0.0.1";
        PacketSinkHelper sink(factory, InetSocketAddress(Ipv4Address::GetAny(), port));
        sinks.Add(sink.Install(hosts.Get(1 - from)));
        BulkSendHelper source(factory, InetSocketAddress(Ipv4Address(receiver), port));
        source.SetAttribute("SendSize", UintegerValue(1448));
        source.SetAttribute("MaxBytes", UintegerValue(bytes));
        source.Install(hosts.Get(from)).Start(start);
    }

    /**
     * @param flow number of a connection
     * @return bytes that its receiver has
     */
    uint64_t GetReceived(uint32_t flow) const
    {
        return DynamicCast<PacketSink>(sinks.Get(flow))->GetTotalRx();
    }

    /**
     * @param link number of a link of the first host
     * @return its cable
     */
    Ptr<EthernetChannel> GetCable(uint32_t link) const
    {
        return DynamicCast<EthernetChannel>(bond->GetLink(link)->GetChannel());
    }

    /**
     * @param link number of a link of the first host
     * @return frames sent there by that host
     */
    uint64_t GetSentFrames(uint32_t link) const
    {
        return bond->GetLink(link)->GetSentFrames();
    }

    /**
     * @param until how far to simulate
     */
    static void Run(Time until)
    {
        Simulator::Stop(until - Simulator::Now());
        Simulator::Run();
    }

    /**
     * @param links numbers of links
     * @return whether the first host sends over these links
     */
    bool Uses(const std::vector<uint32_t>& links) const
    {
        return bond->GetDistributing() == links;
    }

  private:
    /**
     * @return the hosts' devices
     */
    NetDeviceContainer JoinDirectly()
    {
        NetDeviceContainer near;
        NetDeviceContainer far;
        AddCables(hosts.Get(1), near, far);
        bond = MakeBond(hosts.Get(0), near, m_setup.mode);
        NetDeviceContainer devices(bond);
        if (m_setup.isPeerBonded)
        {
            peer = MakeBond(hosts.Get(1),
                            far,
                            m_setup.peerMode.empty() ? m_setup.mode : m_setup.peerMode);
            devices.Add(peer);
        }
        else
        {
            devices.Add(far.Get(0));
        }
        return devices;
    }

    /**
     * @return the hosts' devices
     */
    NetDeviceContainer JoinBySwitch()
    {
        const auto middle = CreateObject<Node>();
        NetDeviceContainer near;
        NetDeviceContainer ports;
        AddCables(middle, near, ports);
        bond = MakeBond(hosts.Get(0), near, m_setup.mode);
        if (m_setup.isSwitchBonded)
        {
            peer = MakeBond(middle, ports, m_setup.mode);
            ports = NetDeviceContainer(peer);
        }
        m_cable.SetDeviceAttribute("DataRate", DataRateValue(DataRate(10 * m_setup.rate)));
        const auto ends = m_cable.Install(hosts.Get(1), middle);
        ports.Add(ends.Get(1));
        EthernetSwitchHelper().Install(middle, ports);
        NetDeviceContainer devices(bond);
        devices.Add(ends.Get(0));
        return devices;
    }

    /**
     * Join the first host and another node.
     *
     * @param other the other node
     * @param near gets ports of the host
     * @param far gets ports of the other node
     */
    void AddCables(Ptr<Node> other, NetDeviceContainer& near, NetDeviceContainer& far)
    {
        for (uint32_t i = 0; i < m_setup.links; ++i)
        {
            const auto ends = m_cable.Install(hosts.Get(0), other);
            near.Add(ends.Get(0));
            far.Add(ends.Get(1));
        }
    }

    /**
     * @param node a node
     * @param ports its ports
     * @param mode how they share frames
     * @return their bond
     */
    Ptr<BondNetDevice> MakeBond(Ptr<Node> node,
                                const NetDeviceContainer& ports,
                                const std::string& mode) const
    {
        BondHelper helper;
        helper.SetAttribute("Mode", StringValue(mode));
        helper.SetAttribute("TransmitHashPolicy", StringValue(m_setup.policy));
        helper.SetAttribute("MonitorInterval", TimeValue(m_setup.monitor));
        helper.SetAttribute("LacpFast", BooleanValue(true));
        helper.SetAttribute("Primary", UintegerValue(m_setup.primary));
        return helper.Install(node, ports);
    }

    BondSetup m_setup;      //!< how the hosts are joined
    EthernetHelper m_cable; //!< makes cables

  public:
    NodeContainer hosts;        //!< both
    Ptr<BondNetDevice> bond;    //!< of the first host
    Ptr<BondNetDevice> peer;    //!< of the second host or of the switch; null without
    ApplicationContainer sinks; //!< receivers
};

/**
 * @ingroup ethernet-tests
 *
 * Transfers over a bond, one cable of which after the other is pulled and put back.
 */
class BondTransferTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /**
     * Four connections in each direction. Each cable is pulled for a while, one after the other.
     *
     * @param setup how hosts are joined
     */
    void Transfer(const BondSetup& setup)
    {
        constexpr uint32_t FLOWS = 8;
        // Four flows over two links take 3.2 s without the pauses.
        const auto bytes = setup.rate / 5;
        BondedHosts net(setup);
        uint32_t lost = 0;
        for (const auto link : {0, 1})
        {
            net.GetCable(link)->TraceConnectWithoutContext(
                "Lose",
                Callback<void, Ptr<const Packet>>([&lost](Ptr<const Packet>) { ++lost; }));
            Simulator::Schedule(Seconds(4.51 + 3 * link),
                                &EthernetChannel::Disconnect,
                                net.GetCable(link));
            Simulator::Schedule(Seconds(5.52 + 3 * link),
                                &EthernetChannel::Reconnect,
                                net.GetCable(link));
        }
        for (uint32_t flow = 0; flow < FLOWS; ++flow)
        {
            net.Send(flow % 2, flow, bytes, Seconds(4) + MilliSeconds(flow));
        }
        BondedHosts::Run(Seconds(5.4));
        const auto what = setup.mode + (setup.isSwitched ? ", switch, " : ", ") + setup.factory;
        NS_TEST_EXPECT_MSG_EQ(net.Uses({1}), true, what << ": left");
        NS_TEST_EXPECT_MSG_GT(lost, 0, what << ": frames in flight");
        BondedHosts::Run(Seconds(7.4));
        if (setup.mode != "active-backup")
        {
            NS_TEST_EXPECT_MSG_EQ(net.Uses({0, 1}), true, what << ": used again");
        }
        BondedHosts::Run(Seconds(30));
        for (uint32_t flow = 0; flow < FLOWS; ++flow)
        {
            NS_TEST_EXPECT_MSG_EQ(net.GetReceived(flow), bytes, what << ": flow " << flow);
        }
    }
};

} // namespace ns3

#endif /* BOND_TEST_BENCH_H */
