/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/error-model.h"
#include "ns3/ethernet-channel.h"
#include "ns3/ethernet-frame.h"
#include "ns3/ethernet-helper.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/pointer.h"
#include "ns3/protocol-numbers.h"
#include "ns3/queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <vector>

using namespace ns3;

namespace
{

/// An EtherType for experiments (IEEE 802).
constexpr uint16_t FRAME_TYPE = 0x88b5;

/**
 * @param bytes size
 * @return a frame from one made-up address to another
 */
EthernetFrame
MakeFrameOf(uint32_t bytes)
{
    return {Create<Packet>(bytes),
            Mac48Address("02:00:00:00:00:01"),
            Mac48Address("02:00:00:00:00:02"),
            FRAME_TYPE,
            EthernetTrain::Single(bytes)};
}

/// Two nodes and a cable.
class Link
{
  public:
    /**
     * @param helper makes the cable
     */
    explicit Link(EthernetHelper helper)
    {
        nodes.Create(2);
        devices = helper.Install(nodes);
        for (uint32_t end = 0; end < 2; ++end)
        {
            Get(end)->SetReceiveCallback(MakeCallback(&Link::Receive, this));
            Get(end)->TraceConnectWithoutContext("MacTxDrop", MakeCallback(&Link::Drop, this));
            Get(end)->TraceConnectWithoutContext("PhyRxDrop", MakeCallback(&Link::Damage, this));
        }
    }

    ~Link()
    {
        Simulator::Destroy();
    }

    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    /**
     * @param end 0 or 1
     * @return the device there
     */
    Ptr<EthernetNetDevice> Get(uint32_t end) const
    {
        return DynamicCast<EthernetNetDevice>(devices.Get(end));
    }

    /**
     * @param end from where
     * @param bytes of the payload
     * @return whether it was accepted
     */
    bool Send(uint32_t end, uint32_t bytes)
    {
        return Get(end)->Send(Create<Packet>(bytes), Get(1 - end)->GetAddress(), FRAME_TYPE);
    }

    NodeContainer nodes;          //!< both
    NetDeviceContainer devices;   //!< theirs
    std::vector<Time> arrived;    //!< when payloads arrived at either end
    std::vector<uint32_t> sizes;  //!< their bytes
    std::vector<Address> senders; //!< who sent them
    uint32_t dropped{0};          //!< payloads that were not sent
    uint32_t damaged{0};          //!< payloads that arrived damaged

  private:
    /**
     * @param device where it arrived
     * @param packet payload
     * @param type of it
     * @param sender who sent it
     * @return true
     */
    bool Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t type,
                 const Address& sender)
    {
        arrived.push_back(Simulator::Now());
        sizes.push_back(packet->GetSize());
        senders.push_back(sender);
        return type == FRAME_TYPE && device->IsLinkUp();
    }

    /**
     * @param packet payload
     */
    void Drop(Ptr<const Packet> packet)
    {
        dropped += packet->GetSize() > 0;
    }

    /**
     * @param packet payload
     */
    void Damage(Ptr<const Packet> packet)
    {
        damaged += packet->GetSize() > 0;
    }
};

} // namespace

/**
 * @ingroup ethernet-tests
 *
 * A frame as bytes and back.
 */
class EthernetFrameTestCase : public TestCase
{
  public:
    EthernetFrameTestCase()
        : TestCase("bytes of a frame")
    {
    }

  private:
    void DoRun() override
    {
        const auto packet = MakeFrameOf(10).ToPacket();
        NS_TEST_ASSERT_MSG_EQ(packet->GetSize(), 60, "padded, without check sequence");
        std::vector<uint8_t> bytes(60);
        packet->CopyData(bytes.data(), bytes.size());
        const std::vector<uint8_t> header{2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 0x88, 0xb5};
        NS_TEST_EXPECT_MSG_EQ(std::equal(header.begin(), header.end(), bytes.begin()),
                              true,
                              "destination, source, type");
        NS_TEST_EXPECT_MSG_EQ(std::count(bytes.begin() + 24, bytes.end(), 0),
                              36,
                              "zeros (RFC 1042)");
        const auto back = EthernetFrame::FromPacket(packet);
        NS_TEST_EXPECT_MSG_EQ(back.destination, Mac48Address("02:00:00:00:00:01"), "destination");
        NS_TEST_EXPECT_MSG_EQ(back.source, Mac48Address("02:00:00:00:00:02"), "source");
        NS_TEST_EXPECT_MSG_EQ(back.type, FRAME_TYPE, "type");
        NS_TEST_EXPECT_MSG_EQ(back.payload->GetSize(), 46, "with padding");
        NS_TEST_EXPECT_MSG_EQ(MakeFrameOf(1500).ToPacket()->GetSize(), 1514, "not padded");
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Frames over a cable: when they arrive, and what becomes of those that cannot be sent.
 */
class EthernetLinkTestCase : public TestCase
{
  public:
    EthernetLinkTestCase()
        : TestCase("cable")
    {
    }

  private:
    void DoRun() override
    {
        Times();
        Drops();
        Addresses();
        Errors();
        TrainErrors();
        NoCable();
    }

    /// Both directions at their own rates: 12,208 ns and 100 us at 1 Gb/s.
    void Times()
    {
        EthernetHelper helper;
        helper.SetChannelAttribute("Delay", StringValue("100us"));
        Link link(helper);
        link.Get(1)->SetAttribute("DataRate", StringValue("100Mbps"));
        link.Send(0, 1500);
        link.Send(0, 46);
        link.Send(1, 1500);
        Simulator::Run();
        const std::vector<Time> expected{NanoSeconds(100'000 + 12'208),
                                         NanoSeconds(100'000 + 12'304 + 576),
                                         NanoSeconds(100'000 + 122'080)};
        NS_TEST_EXPECT_MSG_EQ((link.arrived == expected), true, "times");
        NS_TEST_EXPECT_MSG_EQ((link.sizes == std::vector<uint32_t>{1500, 46, 1500}), true, "sizes");
        NS_TEST_EXPECT_MSG_EQ(link.Get(0)->GetSentFrames(), 2, "frames");
        NS_TEST_EXPECT_MSG_EQ(link.Get(0)->GetSentWireBytes(), 1538 + 84, "bytes on the link");
    }

    /// What is longer than the MTU is dropped, and what finds no room.
    void Drops()
    {
        EthernetHelper helper;
        helper.SetDeviceAttribute("QueueSize", StringValue("2p"));
        helper.SetDeviceAttribute("Mtu", UintegerValue(9000));
        Link link(helper);
        NS_TEST_EXPECT_MSG_EQ(link.Send(0, 9001), false, "too long");
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(link.Send(0, 9000), true, "one leaves, two wait");
        }
        NS_TEST_EXPECT_MSG_EQ(link.Send(0, 9000), false, "no room");
        NS_TEST_EXPECT_MSG_EQ(link.Get(0)->GetWaitingFrames(), 2, "wait");
        NS_TEST_EXPECT_MSG_EQ(link.dropped, 2, "dropped");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(link.arrived.size(), 3, "arrived");
        NS_TEST_EXPECT_MSG_EQ(link.Get(0)->GetWaitingFrames(), 0, "none waits");
    }

    /// Frames for others are for promiscuous listeners only.
    void Addresses()
    {
        Link link{EthernetHelper()};
        link.Get(0)->Send(Create<Packet>(100), Mac48Address("02:00:00:00:00:99"), FRAME_TYPE);
        link.Get(0)->Send(Create<Packet>(101), Mac48Address::GetBroadcast(), FRAME_TYPE);
        link.Get(0)->Send(Create<Packet>(102),
                          link.Get(0)->GetMulticast(Ipv4Address("224.0.0.1")),
                          FRAME_TYPE);
        link.Get(0)->SendFrom(Create<Packet>(103),
                              Mac48Address("02:00:00:00:00:77"),
                              link.Get(1)->GetAddress(),
                              FRAME_TYPE);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ((link.sizes == std::vector<uint32_t>{101, 102, 103}), true, "ours");
        NS_TEST_EXPECT_MSG_EQ(link.senders[0], link.Get(0)->GetAddress(), "own address");
        NS_TEST_EXPECT_MSG_EQ(link.senders[2],
                              Address(Mac48Address("02:00:00:00:00:77")),
                              "another's address");
    }

    /// An error model sees whole frames, and can drop the second of three.
    void Errors()
    {
        Link link{EthernetHelper()};
        const auto errors = CreateObject<ReceiveListErrorModel>();
        errors->SetList({1});
        link.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        for (const auto bytes : {200, 201, 202})
        {
            link.Send(0, bytes);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((link.sizes == std::vector<uint32_t>{200, 202}), true, "the others");
        NS_TEST_EXPECT_MSG_EQ(link.damaged, 1, "damaged");
    }

    /// An error model sees the frames of a train, and can drop the second of three.
    void TrainErrors()
    {
        EthernetHelper helper;
        helper.SetDeviceAttribute("Offload", BooleanValue(true));
        Link link{helper};
        const auto errors = CreateObject<ReceiveListErrorModel>();
        errors->SetList({1});
        link.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        EthernetTrain train;
        train.frames = 3;
        train.payload = 40 + 1000;
        train.lastPayload = 40 + 10;
        const auto packet = Create<Packet>(2010);
        TcpHeader tcp;
        packet->AddHeader(tcp);
        Ipv4Header ip;
        ip.SetProtocol(IpProtocol::TCP);
        ip.SetPayloadSize(packet->GetSize());
        packet->AddHeader(ip);
        packet->AddPacketTag(EthernetTrainTag(train));
        link.Get(0)->Send(packet, link.Get(1)->GetAddress(), EtherType::IPV4);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((link.sizes == std::vector<uint32_t>{1040, 50}), true, "the others");
        NS_TEST_EXPECT_MSG_EQ(link.damaged, 1, "damaged");
    }

    /// Without a second end there is no link.
    void NoCable()
    {
        const auto node = CreateObject<Node>();
        const auto device = CreateObject<EthernetNetDevice>();
        node->AddDevice(device);
        NS_TEST_EXPECT_MSG_EQ(device->IsLinkUp(), false, "no cable");
        NS_TEST_EXPECT_MSG_EQ(device->Send(Create<Packet>(100), device->GetBroadcast(), FRAME_TYPE),
                              false,
                              "nothing is sent");
        const auto channel = CreateObject<EthernetChannel>();
        device->Attach(channel);
        NS_TEST_EXPECT_MSG_EQ(device->IsLinkUp(), false, "one end");
        const auto other = CreateObject<EthernetNetDevice>();
        other->Attach(channel);
        NS_TEST_EXPECT_MSG_EQ(device->IsLinkUp(), true, "two ends");
        NS_TEST_EXPECT_MSG_EQ(channel->GetNDevices(), 2, "devices");
        NS_TEST_EXPECT_MSG_EQ(device->SetMtu(9217), false, "no such frame");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ethernet-tests
 *
 * A queue disc above a device: it is stopped before the device would drop, and loses nothing.
 */
class EthernetFlowControlTestCase : public TestCase
{
  public:
    EthernetFlowControlTestCase()
        : TestCase("flow control")
    {
    }

  private:
    void DoRun() override
    {
        EthernetHelper helper;
        helper.SetDeviceAttribute("QueueSize", StringValue("1p"));
        NodeContainer nodes(2);
        const auto devices = helper.Install(nodes);
        InternetStackHelper().Install(nodes);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        const auto disc = nodes.Get(0)->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(
            devices.Get(0));
        NS_TEST_ASSERT_MSG_NE(disc, nullptr, "ns-3's default");
        uint32_t arrived = 0;
        devices.Get(1)->TraceConnectWithoutContext(
            "MacRx",
            Callback<void, Ptr<const Packet>>([&](Ptr<const Packet>) { ++arrived; }));
        uint32_t waiting = 0;
        Simulator::ScheduleNow([&] {
            const auto protocol = nodes.Get(0)->GetObject<Ipv4>();
            for (uint32_t i = 0; i < 100; ++i)
            {
                // A protocol number for experiments, to all, so that no ARP is needed.
                protocol->Send(Create<Packet>(1000),
                               protocol->GetAddress(1, 0).GetLocal(),
                               Ipv4Address("10.0.0.255"),
                               253,
                               nullptr);
            }
            waiting = disc->GetNPackets();
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(waiting, 98, "one leaves, one waits in the device");
        NS_TEST_EXPECT_MSG_EQ(arrived, 100, "all arrived");
        NS_TEST_EXPECT_MSG_GT(Simulator::Now(), MicroSeconds(100 * 8), "one after another");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ethernet-tests
 *
 * Links.
 */
class EthernetLinkTestSuite : public TestSuite
{
  public:
    EthernetLinkTestSuite()
        : TestSuite("ethernet-link", Type::UNIT)
    {
        AddTestCase(new EthernetFrameTestCase, Duration::QUICK);
        AddTestCase(new EthernetLinkTestCase, Duration::QUICK);
        AddTestCase(new EthernetFlowControlTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static EthernetLinkTestSuite g_ethernetLinkTestSuite;
