/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/ethernet-channel.h"
#include "ns3/ethernet-helper.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/ethernet-switch-helper.h"
#include "ns3/ethernet-train.h"
#include "ns3/ipv4-header.h"
#include "ns3/node-container.h"
#include "ns3/protocol-numbers.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/test.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// An EtherType for experiments (IEEE 802).
constexpr uint16_t EXPERIMENT = 0x88b5;

} // namespace

/**
 * @ingroup ethernet-tests
 *
 * A cable is pulled and put back: what is lost, who is notified, and what arrives afterwards.
 */
class EthernetCableTestCase : public TestCase
{
  public:
    EthernetCableTestCase()
        : TestCase("cable pulled and put back")
    {
    }

  private:
    void DoRun() override
    {
        EthernetHelper helper;
        helper.SetChannelAttribute("Delay", StringValue("100us"));
        m_devices = helper.Install(NodeContainer(2));
        m_cable = DynamicCast<EthernetChannel>(m_devices.Get(0)->GetChannel());
        Watch();
        // Frame 0 arrives at 112.208 us. The others follow 12.304 us apart: 1 is on the cable at
        // 120 us, 2 to 4 too, 9 is leaving and 10 to 19 wait.
        Send(20);
        Simulator::Schedule(MicroSeconds(120), &EthernetCableTestCase::Disconnect, this);
        Simulator::Schedule(MicroSeconds(125), &EthernetCableTestCase::TryToSend, this);
        Simulator::Schedule(MicroSeconds(130), &EthernetChannel::Reconnect, m_cable);
        Simulator::Schedule(MicroSeconds(131), &EthernetCableTestCase::Send, this, 1);
        Simulator::Run();
        const std::vector<Time> expected{NanoSeconds(112'208), NanoSeconds(131'000 + 112'208)};
        NS_TEST_EXPECT_MSG_EQ((m_arrived == expected), true, "before and after");
        NS_TEST_EXPECT_MSG_EQ(m_lost, 19, "on the cable or waiting");
        NS_TEST_EXPECT_MSG_EQ(m_seen, 10 + 1, "0 to 9 began to leave, and the last one");
        NS_TEST_EXPECT_MSG_EQ(m_changes, 4, "both ends, down and up");
        Simulator::Destroy();
    }

    /// Count what happens.
    void Watch()
    {
        m_devices.Get(1)->SetReceiveCallback(NetDevice::ReceiveCallback(
            [this](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
                m_arrived.push_back(Simulator::Now());
                return true;
            }));
        m_cable->TraceConnectWithoutContext(
            "Lose",
            Callback<void, Ptr<const Packet>>([this](Ptr<const Packet>) { ++m_lost; }));
        m_devices.Get(0)->TraceConnectWithoutContext(
            "Sniffer",
            Callback<void, Ptr<const Packet>>([this](Ptr<const Packet>) { ++m_seen; }));
        for (const auto end : {0, 1})
        {
            m_devices.Get(end)->AddLinkChangeCallback(Callback<void>([this]() { ++m_changes; }));
        }
    }

    /**
     * @param frames how many full ones to send at once
     */
    void Send(uint32_t frames)
    {
        for (uint32_t i = 0; i < frames; ++i)
        {
            m_devices.Get(0)->Send(Create<Packet>(1500),
                                   m_devices.Get(1)->GetAddress(),
                                   EXPERIMENT);
        }
    }

    /// Pull the cable, twice.
    void Disconnect()
    {
        m_cable->Disconnect();
        m_cable->Disconnect();
        NS_TEST_EXPECT_MSG_EQ(m_cable->GetDisconnections(), 1, "pulled once");
        for (const auto end : {0, 1})
        {
            NS_TEST_EXPECT_MSG_EQ(m_devices.Get(end)->IsLinkUp(), false, "no link");
        }
        const auto sender = DynamicCast<EthernetNetDevice>(m_devices.Get(0));
        NS_TEST_EXPECT_MSG_EQ(sender->GetWaitingFrames(), 0, "nothing waits");
        NS_TEST_EXPECT_MSG_EQ(sender->GetBacklog(), Time(), "nothing leaves");
    }

    /// What is sent without a link is refused.
    void TryToSend()
    {
        const auto sent =
            m_devices.Get(0)->Send(Create<Packet>(100), m_devices.Get(1)->GetAddress(), EXPERIMENT);
        NS_TEST_EXPECT_MSG_EQ(sent, false, "no link");
    }

    NetDeviceContainer m_devices; //!< of both ends
    Ptr<EthernetChannel> m_cable; //!< between them
    std::vector<Time> m_arrived;  //!< when frames arrived
    uint32_t m_lost{0};           //!< frames lost with the cable
    uint32_t m_seen{0};           //!< frames that began to leave
    uint32_t m_changes{0};        //!< changes of the link that were told
};

/**
 * @ingroup ethernet-tests
 *
 * A cable without a second end, or one that is pulled before it gets that.
 */
class EthernetLooseCableTestCase : public TestCase
{
  public:
    EthernetLooseCableTestCase()
        : TestCase("cable with one end")
    {
    }

  private:
    void DoRun() override
    {
        const auto cable = CreateObject<EthernetChannel>();
        const auto one = CreateObject<EthernetNetDevice>();
        const auto other = CreateObject<EthernetNetDevice>();
        NodeContainer nodes(2);
        nodes.Get(0)->AddDevice(one);
        nodes.Get(1)->AddDevice(other);
        one->Attach(cable);
        cable->Disconnect();
        other->Attach(cable);
        NS_TEST_EXPECT_MSG_EQ(one->IsLinkUp(), false, "pulled before");
        cable->Reconnect();
        NS_TEST_EXPECT_MSG_EQ(one->IsLinkUp(), true, "put back");
        NS_TEST_EXPECT_MSG_EQ(other->IsLinkUp(), true, "at both ends");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ethernet-tests
 *
 * With offload, an acknowledgement becomes part of another one that is still on its way, but not of
 * one that was lost with the cable.
 */
class EthernetCableJoinTestCase : public TestCase
{
  public:
    EthernetCableJoinTestCase()
        : TestCase("acknowledgements lost with a cable")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ((Run(false) == std::vector<uint32_t>{2}), true, "a train of two");
        NS_TEST_EXPECT_MSG_EQ((Run(true) == std::vector<uint32_t>{1}), true, "the second alone");
    }

    /**
     * Send two acknowledgements 30 us apart.
     *
     * @param isPulled whether the cable is disconnected and put back between them
     * @return how many there are in each packet that arrives
     */
    std::vector<uint32_t> Run(bool isPulled)
    {
        EthernetHelper helper;
        helper.SetDeviceAttribute("Offload", BooleanValue(true));
        helper.SetChannelAttribute("Delay", StringValue("1ms"));
        const auto devices = helper.Install(NodeContainer(2));
        std::vector<uint32_t> frames;
        devices.Get(1)->SetReceiveCallback(NetDevice::ReceiveCallback(
            [&frames](Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
                EthernetTrainTag tag;
                frames.push_back(packet->PeekPacketTag(tag) ? tag.GetTrain().frames : 0);
                return true;
            }));
        Acknowledge(devices, 1);
        if (isPulled)
        {
            const auto cable = DynamicCast<EthernetChannel>(devices.Get(0)->GetChannel());
            Simulator::Schedule(MicroSeconds(10), &EthernetChannel::Disconnect, cable);
            Simulator::Schedule(MicroSeconds(20), &EthernetChannel::Reconnect, cable);
        }
        Simulator::Schedule(MicroSeconds(30), &EthernetCableJoinTestCase::Acknowledge, devices, 2);
        Simulator::Run();
        Simulator::Destroy();
        return frames;
    }

    /**
     * Send an acknowledgement.
     *
     * @param devices from the first to the second
     * @param segments of which it tells, in pairs
     */
    static void Acknowledge(const NetDeviceContainer& devices, uint32_t segments)
    {
        constexpr uint32_t STEP = 2896;
        const auto packet = Create<Packet>();
        TcpHeader tcp;
        tcp.SetAckNumber(SequenceNumber32(segments * STEP));
        packet->AddHeader(tcp);
        Ipv4Header ip;
        ip.SetPayloadSize(packet->GetSize());
        packet->AddHeader(ip);
        auto train = EthernetTrain::Single(packet->GetSize());
        train.ackStep = STEP;
        packet->AddPacketTag(EthernetTrainTag(train));
        devices.Get(0)->Send(packet, devices.Get(1)->GetAddress(), EtherType::IPV4);
    }
};

/**
 * @ingroup ethernet-tests
 *
 * A switch does not forward what goes to a reserved address, such as frames of LACP.
 */
class EthernetReservedTestCase : public TestCase
{
  public:
    EthernetReservedTestCase()
        : TestCase("addresses that no switch forwards")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer hosts(2);
        const auto middle = CreateObject<Node>();
        NetDeviceContainer adapters;
        NetDeviceContainer ports;
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto ends = EthernetHelper().Install(hosts.Get(i), middle);
            adapters.Add(ends.Get(0));
            ports.Add(ends.Get(1));
        }
        EthernetSwitchHelper().Install(middle, ports);
        std::vector<uint32_t> sizes;
        adapters.Get(1)->SetReceiveCallback(NetDevice::ReceiveCallback(
            [&sizes](Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
                sizes.push_back(packet->GetSize());
                return true;
            }));
        uint32_t size = 100;
        for (const auto* last : {"00", "02", "0f", "10"})
        {
            const auto address = std::string("01:80:c2:00:00:") + last;
            adapters.Get(0)->Send(Create<Packet>(size++),
                                  Mac48Address(address.c_str()),
                                  EXPERIMENT);
        }
        adapters.Get(0)->Send(Create<Packet>(size), Mac48Address::GetBroadcast(), EXPERIMENT);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((sizes == std::vector<uint32_t>{103, 104}),
                              true,
                              "01-80-C2-00-00-10 and broadcast");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Cables that are pulled, and reserved addresses.
 */
class EthernetCableTestSuite : public TestSuite
{
  public:
    EthernetCableTestSuite()
        : TestSuite("ethernet-cable", Type::UNIT)
    {
        AddTestCase(new EthernetCableTestCase, Duration::QUICK);
        AddTestCase(new EthernetLooseCableTestCase, Duration::QUICK);
        AddTestCase(new EthernetCableJoinTestCase, Duration::QUICK);
        AddTestCase(new EthernetReservedTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static EthernetCableTestSuite g_ethernetCableTestSuite;
