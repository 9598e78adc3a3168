/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-test-simulator.h"
#include "live-test-wire.h"

#include "ns3/boolean.h"
#include "ns3/ethernet-train.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/live-checksum.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <ctime>
#include <functional>
#include <string>

using namespace ns3;

namespace
{

/// An EtherType for experiments (IEEE 802).
constexpr uint16_t EXPERIMENT = 0x88b5;

/// The address of the device, and that of a peer.
const Mac48Address OURS("02:00:00:00:00:01");
const Mac48Address PEER("02:00:00:00:00:02");

/// From the peer to the device.
const std::string TO_US = "02 00 00 00 00 01 02 00 00 00 00 02 ";

/**
 * @param packet a packet
 * @return its bytes
 */
LiveTestBytes
GetBytes(Ptr<const Packet> packet)
{
    LiveTestBytes bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    return bytes;
}

} // namespace

/**
 * @ingroup live-tests
 *
 * A device whose other end is in the test.
 */
class LiveNetDeviceTestCase : public TestCase
{
  public:
    /**
     * @param name of the test case
     */
    explicit LiveNetDeviceTestCase(const std::string& name)
        : TestCase(name)
    {
    }

  protected:
    /// What the device gives to its node.
    struct Received
    {
        LiveTestBytes payload;      //!< the payload
        uint16_t type;              //!< EtherType
        Address source;             //!< who sent it
        NetDevice::PacketType kind; //!< what the destination means
        Time time;                  //!< when it was given
    };

    /**
     * Note what a device receives.
     *
     * @param device the device
     */
    void Watch(Ptr<LiveNetDevice> device)
    {
        device->SetAddress(OURS);
        device->SetReceiveCallback(NetDevice::ReceiveCallback(
            [this](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
                ++m_ours;
                return true;
            }));
        device->SetPromiscReceiveCallback(
            NetDevice::PromiscReceiveCallback([this](Ptr<NetDevice>,
                                                     Ptr<const Packet> payload,
                                                     uint16_t type,
                                                     const Address& source,
                                                     const Address&,
                                                     NetDevice::PacketType kind) {
                m_received.push_back({GetBytes(payload), type, source, kind, Simulator::Now()});
                return true;
            }));
    }

    /**
     * Run for some milliseconds.
     *
     * @param milliseconds how many
     */
    static void Run(uint32_t milliseconds = 10)
    {
        Simulator::Stop(MilliSeconds(milliseconds));
        Simulator::Run();
    }

    std::vector<Received> m_received; //!< by whomever takes all
    uint32_t m_ours{0};               //!< frames for the node
};

/**
 * @ingroup live-tests
 *
 * Frames leave and arrive exact to the byte, and the node learns for whom they are.
 */
class LiveFramesTestCase : public LiveNetDeviceTestCase
{
  public:
    LiveFramesTestCase()
        : LiveNetDeviceTestCase("frames out and in")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        LiveTestWire wire;
        Watch(wire.device);
        const auto payload = FromHex("01 02 03");
        wire.device->Send(Create<Packet>(payload.data(), 3), PEER, EXPERIMENT);
        wire.device->SendFrom(Create<Packet>(2), PEER, Mac48Address::GetBroadcast(), EXPERIMENT);
        const auto first = FromHex("02 00 00 00 00 02 02 00 00 00 00 01 88 b5 01 02 03");
        const auto second = FromHex("ff ff ff ff ff ff 02 00 00 00 00 02 88 b5 00 00");
        NS_TEST_EXPECT_MSG_EQ((wire.Read() == first), true, "sent");
        NS_TEST_EXPECT_MSG_EQ((wire.Read() == second), true, "sent for another, virtual payload");
        NS_TEST_EXPECT_MSG_EQ(wire.Read().has_value(), false, "no more");
        wire.Write(FromHex(TO_US + "88 b5 04 05"));
        wire.Write(FromHex("ff ff ff ff ff ff 02 00 00 00 00 02 88 b5"));
        wire.Write(FromHex("01 00 5e 00 00 01 02 00 00 00 00 02 88 b5"));
        wire.Write(FromHex("02 00 00 00 00 03 02 00 00 00 00 02 88 b5"));
        Run();
        NS_TEST_ASSERT_MSG_EQ(m_received.size(), 4, "received");
        NS_TEST_EXPECT_MSG_EQ(m_ours, 3, "the last is for another node");
        NS_TEST_EXPECT_MSG_EQ((m_received[0].payload == FromHex("04 05")), true, "payload");
        NS_TEST_EXPECT_MSG_EQ(m_received[0].type, EXPERIMENT, "type");
        NS_TEST_EXPECT_MSG_EQ(m_received[0].source, Address(PEER), "source");
        NS_TEST_EXPECT_MSG_EQ(m_received[0].kind, NetDevice::PACKET_HOST, "for us");
        NS_TEST_EXPECT_MSG_EQ(m_received[1].kind, NetDevice::PACKET_BROADCAST, "for all");
        NS_TEST_EXPECT_MSG_EQ(m_received[2].kind, NetDevice::PACKET_MULTICAST, "for a group");
        NS_TEST_EXPECT_MSG_EQ(m_received[3].kind, NetDevice::PACKET_OTHERHOST, "for another");
        const auto& counters = wire.device->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.sentFrames, 2, "frames sent");
        NS_TEST_EXPECT_MSG_EQ(counters.sentBytes, 17 + 16, "bytes sent");
        NS_TEST_EXPECT_MSG_EQ(counters.receivedFrames, 4, "frames received");
        NS_TEST_EXPECT_MSG_EQ(counters.receivedBytes, 16 + 3 * 14, "bytes received");
    }
};

/**
 * @ingroup live-tests
 *
 * What is malformed or damaged is dropped and counted, and captures show the rest.
 */
class LiveBadFramesTestCase : public LiveNetDeviceTestCase
{
  public:
    LiveBadFramesTestCase()
        : LiveNetDeviceTestCase("malformed and damaged frames")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        LiveTestWire wire;
        Watch(wire.device);
        uint32_t dropped = 0;
        LiveTestBytes captured;
        wire.device->TraceConnectWithoutContext(
            "PhyRxDrop",
            Callback<void, Ptr<const Packet>>([&dropped](Ptr<const Packet>) { ++dropped; }));
        wire.device->TraceConnectWithoutContext(
            "PromiscSniffer",
            Callback<void, Ptr<const Packet>>(
                [&captured](Ptr<const Packet> packet) { captured = GetBytes(packet); }));
        auto echo = FromHex(TO_US + "08 00 45 00 00 1c 00 01 40 00 40 01 00 00 c0 00 02 01 c0 00 "
                                    "02 02 08 00 00 00 00 01 00 02");
        LiveChecksum::Fill(echo.data(), *LiveFrameLayout::Parse(echo.data(), echo.size()));
        wire.Write(echo);
        auto damaged = echo;
        damaged.back() ^= 1;
        wire.Write(damaged);
        damaged = echo;
        damaged[22] ^= 1;
        wire.Write(damaged);
        auto isShort = echo;
        isShort.pop_back();
        wire.Write(isShort);
        wire.Write(FromHex("02 00"));
        Run();
        NS_TEST_EXPECT_MSG_EQ(m_received.size(), 1, "the one that is right");
        const auto& counters = wire.device->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.checksumDrops, 2, "in IP's header and behind it");
        NS_TEST_EXPECT_MSG_EQ(counters.malformedDrops, 2, "short ones");
        NS_TEST_EXPECT_MSG_EQ(dropped, 4, "traced");
        NS_TEST_EXPECT_MSG_EQ((captured == echo), true, "captured");
    }
};

/**
 * @ingroup live-tests
 *
 * What the kernel has no room for is dropped, as is what is longer than the MTU, and what is sent
 * when the other end is gone; then the run ends, because there is nothing more to wait for.
 */
class LiveDropsTestCase : public LiveNetDeviceTestCase
{
  public:
    LiveDropsTestCase()
        : LiveNetDeviceTestCase("no room, too long, no link")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        LiveTestWire wire;
        const auto device = wire.device;
        Watch(device);
        uint32_t dropped = 0;
        device->TraceConnectWithoutContext(
            "MacTxDrop",
            Callback<void, Ptr<const Packet>>([&dropped](Ptr<const Packet>) { ++dropped; }));
        const auto send = [&device](uint32_t size) {
            return device->Send(Create<Packet>(size), PEER, EXPERIMENT);
        };
        NS_TEST_EXPECT_MSG_EQ(device->SetMtu(1500), true, "the MTU is taken");
        NS_TEST_EXPECT_MSG_EQ(send(1501), false, "too long");
        NS_TEST_EXPECT_MSG_EQ(device->GetCounters().refusedDrops, 1, "counted");
        uint32_t sent = 0;
        while (send(1500))
        {
            ++sent;
        }
        NS_TEST_EXPECT_MSG_GT(sent, 1, "some have room");
        NS_TEST_EXPECT_MSG_EQ(device->GetCounters().fullDrops, 1, "no room");
        NS_TEST_EXPECT_MSG_EQ(device->GetCounters().sentFrames, sent, "sent");
        wire.Read();
        NS_TEST_EXPECT_MSG_EQ(send(1500), true, "room again");
        NS_TEST_EXPECT_MSG_EQ(dropped, 2, "traced");
        uint32_t changes = 0;
        device->AddLinkChangeCallback(Callback<void>([&changes]() { ++changes; }));
        NS_TEST_EXPECT_MSG_EQ(device->IsLinkUp(), true, "up");
        Simulator::Schedule(MilliSeconds(1), [&wire] { wire.Close(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(device->IsLinkUp(), false, "down");
        NS_TEST_EXPECT_MSG_EQ(changes, 1, "told");
        NS_TEST_EXPECT_MSG_EQ(send(1500), false, "nowhere to go");
    }
};

/**
 * @ingroup live-tests
 *
 * A train leaves as its frames where the other end takes no trains, with the numbers, the lengths
 * and the checksums of each. Of a train of acknowledgements the last one leaves.
 */
class LiveTrainTestCase : public LiveNetDeviceTestCase
{
  public:
    LiveTrainTestCase()
        : LiveNetDeviceTestCase("trains cut into frames")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        LiveNetworkHelper helper;
        helper.SetDeviceAttribute("Offload", BooleanValue(true));
        const LiveTestWire wire(helper);
        NS_TEST_EXPECT_MSG_EQ(wire.device->GetMtu(), 65'535, "of a train");
        NS_TEST_EXPECT_MSG_EQ(wire.device->GetFrameMtu(), 1500, "of a frame");
        NS_TEST_EXPECT_MSG_EQ(wire.device->HasOffload(), true, "takes trains");
        NS_TEST_EXPECT_MSG_EQ(CreateObject<LiveNetDevice>()->HasOffload(), false, "takes frames");
        NS_TEST_EXPECT_MSG_EQ(wire.device->GetDataRate(), DataRate("10Gbps"), "a kernel's rate");
        EthernetTrain train;
        train.frames = 3;
        train.payload = 40 + 1000;
        train.lastPayload = 40 + 10;
        NS_TEST_EXPECT_MSG_EQ(Send(wire.device, train, 2010), true, "all frames have room");
        for (uint32_t i = 0; i < 3; ++i)
        {
            const auto frame = wire.Read();
            NS_TEST_ASSERT_MSG_EQ(frame.has_value(), true, "frame " << i);
            NS_TEST_EXPECT_MSG_EQ(frame->size(), 14 + 40 + (i < 2 ? 1000U : 10U), "length");
            const auto layout = LiveFrameLayout::Parse(frame->data(), frame->size());
            NS_TEST_ASSERT_MSG_EQ(layout.has_value(), true, "lengths of headers");
            NS_TEST_EXPECT_MSG_EQ(LiveChecksum::IsIpGood(frame->data(), *layout), true, "IP");
            NS_TEST_EXPECT_MSG_EQ(LiveChecksum::IsTransportGood(frame->data(), *layout),
                                  true,
                                  "TCP");
            NS_TEST_EXPECT_MSG_EQ(ReadLiveU16(frame->data() + 40), 5000 + i * 1000, "sequence");
            NS_TEST_EXPECT_MSG_EQ(ReadLiveU16(frame->data() + 18), 7 + i, "identification");
        }
        EthernetTrain acks;
        acks.frames = 4;
        acks.payload = 40;
        acks.lastPayload = 40;
        acks.ackStep = 2000;
        NS_TEST_EXPECT_MSG_EQ(Send(wire.device, acks, 0), true, "one frame has room");
        const auto ack = wire.Read();
        NS_TEST_ASSERT_MSG_EQ(ack.has_value(), true, "acknowledged");
        NS_TEST_EXPECT_MSG_EQ(ReadLiveU16(ack->data() + 44), 60'000, "what the last one says");
        NS_TEST_EXPECT_MSG_EQ(wire.Read().has_value(), false, "no more");
        // The first frame is longer than the MTU, the last is not.
        EthernetTrain tooLong;
        tooLong.frames = 2;
        tooLong.payload = 40 + 1500;
        tooLong.lastPayload = 40 + 10;
        NS_TEST_EXPECT_MSG_EQ(Send(wire.device, tooLong, 1510), false, "the first does not leave");
        NS_TEST_EXPECT_MSG_EQ(wire.Read().has_value(), true, "the last does");
        SendPartOfTrain(wire);
    }

    /**
     * Send a train of which only the first frame has room.
     *
     * @param wire the wire
     */
    void SendPartOfTrain(const LiveTestWire& wire)
    {
        EthernetTrain frame;
        frame.payload = 40 + 1000;
        frame.lastPayload = frame.payload;
        while (Send(wire.device, frame, 1000))
        {
        }
        wire.Read();
        const auto before = wire.device->GetCounters();
        auto train = frame;
        train.frames = 3;
        NS_TEST_EXPECT_MSG_EQ(Send(wire.device, train, 3000), false, "not all have room");
        const auto after = wire.device->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(after.sentFrames - before.sentFrames, 1, "the first has");
        NS_TEST_EXPECT_MSG_EQ(after.fullDrops - before.fullDrops, 2, "the others are counted");
    }

    /**
     * Send a TCP segment as a train.
     *
     * @param device the device
     * @param train the train
     * @param data bytes of data
     * @return whether all of it was sent
     */
    static bool Send(Ptr<LiveNetDevice> device, const EthernetTrain& train, uint32_t data)
    {
        const auto packet = Create<Packet>(data);
        TcpHeader tcp;
        tcp.SetSequenceNumber(SequenceNumber32(5000));
        tcp.SetAckNumber(SequenceNumber32(60'000));
        tcp.SetFlags(TcpHeader::ACK);
        packet->AddHeader(tcp);
        Ipv4Header ip;
        ip.SetSource("192.0.2.2");
        ip.SetDestination("192.0.2.1");
        ip.SetProtocol(6);
        ip.SetIdentification(7);
        ip.SetPayloadSize(packet->GetSize());
        packet->AddHeader(ip);
        packet->AddPacketTag(EthernetTrainTag(train));
        return device->Send(packet, PEER, 0x0800);
    }
};

/**
 * @ingroup live-tests
 *
 * Frames that are read while events are late wait until the simulation has reached that time, and
 * are dropped beyond LateLimit.
 */
class LiveLateFramesTestCase : public LiveNetDeviceTestCase
{
  public:
    LiveLateFramesTestCase()
        : LiveNetDeviceTestCase("frames read while events are late")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        LiveSimulatorImpl::Get()->SetAttribute("PollInterval", UintegerValue(4));
        LiveNetworkHelper helper;
        helper.SetDeviceAttribute("LateLimit", UintegerValue(2));
        const LiveTestWire wire(helper);
        Watch(wire.device);
        uint32_t dropped = 0;
        wire.device->TraceConnectWithoutContext(
            "MacRxDrop",
            Callback<void, Ptr<const Packet>>([&dropped](Ptr<const Packet>) { ++dropped; }));
        Simulator::Schedule(MilliSeconds(1), [&wire] {
            for (int i = 0; i < 5; ++i)
            {
                wire.Write(FromHex(TO_US + "88 b5"));
            }
            const timespec late{0, 30'000'000};
            nanosleep(&late, nullptr);
        });
        for (int i = 2; i <= 20; ++i)
        {
            Simulator::Schedule(MilliSeconds(i), [] {});
        }
        Run(100);
        NS_TEST_ASSERT_MSG_EQ(m_received.size(), 2, "those that may wait");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(m_received.front().time, MilliSeconds(31), "when it was read");
        NS_TEST_EXPECT_MSG_EQ(wire.device->GetCounters().lateDrops, 3, "counted");
        NS_TEST_EXPECT_MSG_EQ(dropped, 3, "traced");
    }
};

/**
 * @ingroup live-tests
 *
 * A device is busy for as long as the simulation is late, so that trains wait and become longer.
 */
class LiveBacklogTestCase : public LiveNetDeviceTestCase
{
  public:
    LiveBacklogTestCase()
        : LiveNetDeviceTestCase("busy while events are late")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        const LiveTestWire wire;
        NS_TEST_EXPECT_MSG_EQ(wire.device->GetBacklog(), Time(), "before the run");
        Time before;
        Time after;
        Simulator::Schedule(MilliSeconds(1), [&] {
            before = wire.device->GetBacklog();
            const timespec late{0, 30'000'000};
            nanosleep(&late, nullptr);
            after = wire.device->GetBacklog();
        });
        Run(2);
        NS_TEST_EXPECT_MSG_GT_OR_EQ(before, Time(), "never below 0");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(after - before, MilliSeconds(30), "what the event took");
        NS_TEST_EXPECT_MSG_EQ(wire.device->GetBacklog(), Time(), "after the run");
    }
};

/**
 * @ingroup live-tests
 *
 * A node with IP gets frames that nobody sane would send: each with some bytes changed, and with
 * checksums that fit. It continues.
 */
class LiveNoiseTestCase : public LiveNetDeviceTestCase
{
  public:
    LiveNoiseTestCase()
        : LiveNetDeviceTestCase("noise with right checksums")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        // A pair of sockets holds few frames.
        LiveSimulatorImpl::Get()->SetAttribute("PollInterval", UintegerValue(1));
        const LiveTestWire wire;
        wire.device->SetAddress(OURS);
        InternetStackHelper internet;
        internet.SetIpv6StackInstall(false);
        internet.Install(wire.node);
        LiveNetworkHelper::AssignAddress(wire.device, "192.0.2.2/24");
        MakePatterns();
        for (int burst = 1; burst <= BURSTS; ++burst)
        {
            Simulator::Schedule(MicroSeconds(500 * burst), [this, &wire] {
                for (int i = 0; i < NUMBER; ++i)
                {
                    wire.Write(MakeNoise());
                    while (wire.Read())
                    {
                    }
                }
            });
        }
        Run(200);
        const auto& counters = wire.device->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.receivedFrames, BURSTS * NUMBER, "all were read");
        NS_TEST_EXPECT_MSG_GT(counters.malformedDrops, 0, "some could not be");
        NS_TEST_EXPECT_MSG_LT(counters.malformedDrops, counters.receivedFrames / 2, "most could");
    }

    /// Make frames that are right.
    void MakePatterns()
    {
        const auto ip = [](const std::string& length, const std::string& protocol) {
            return TO_US + "08 00 45 00 " + length + " 00 01 00 00 40 " + protocol +
                   " 00 00 c0 00 02 01 c0 00 02 02 ";
        };
        m_patterns = {
            FromHex(TO_US + "08 06 00 01 08 00 06 04 00 01 02 00 00 00 00 02 c0 00 02 01 00 00 00 "
                            "00 00 00 c0 00 02 02"),
            FromHex(ip("00 1c", "01") + "08 00 00 00 00 01 00 02"),
            FromHex(ip("00 38", "01") + "03 01 00 00 00 00 00 00 45 00 00 14 00 00 00 00 40 06 00 "
                                        "00 c0 00 02 02 c0 00 02 01 00 00 00 00 00 00 00 00"),
            FromHex(ip("00 1c", "11") + "00 07 00 07 00 08 00 00"),
            FromHex(ip("00 34", "06") + "0f a0 0c bc 00 00 00 01 00 00 00 00 80 02 ff ff 00 00 00 "
                                        "00 02 04 05 b4 04 02 01 01 03 03 07 00"),
            FromHex(ip("00 3c", "06") + "0f a0 0c bc 00 00 00 01 00 00 00 01 80 10 ff ff 00 00 00 "
                                        "00 01 01 05 0a 00 00 00 01 00 00 00 05 11 22 33 44 55 66 "
                                        "77 88"),
        };
    }

    /**
     * @return a number below 2^31, one after the other the same in each run
     */
    uint32_t Draw()
    {
        // Park and Miller's generator.
        m_seed = static_cast<uint32_t>(uint64_t{m_seed} * 48'271 % 2'147'483'647);
        return m_seed;
    }

    /**
     * @return a frame with up to four bytes changed behind its addresses
     */
    LiveTestBytes MakeNoise()
    {
        auto frame = m_patterns[Draw() % m_patterns.size()];
        const auto changes = Draw() % 5;
        for (uint32_t i = 0; i < changes; ++i)
        {
            frame[14 + Draw() % (frame.size() - 14)] = static_cast<uint8_t>(Draw());
        }
        if (const auto layout = LiveFrameLayout::Parse(frame.data(), frame.size());
            layout && layout->transport > 0)
        {
            LiveChecksum::Fill(frame.data(), *layout);
        }
        return frame;
    }

    std::vector<LiveTestBytes> m_patterns; //!< frames that are right
    uint32_t m_seed{1};                    //!< of the generator
    static constexpr int BURSTS = 160;     //!< times at which frames arrive
    static constexpr int NUMBER = 64;      //!< frames at once
};

/**
 * @ingroup live-tests
 *
 * Whatever cannot be used is refused in one line.
 */
class LiveHelperErrorsTestCase : public TestCase
{
  public:
    LiveHelperErrorsTestCase()
        : TestCase("errors of the helper")
    {
    }

  private:
    void DoRun() override
    {
        const auto node = CreateObject<Node>();
        LiveNetworkHelper helper;
        int ends[2];
        NS_TEST_ASSERT_MSG_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0, "sockets");
        Expect([&] { helper.InstallDescriptor(node, ends[0]); },
               "SimulatorImplementationType: a node on a real network needs "
               "ns3::LiveSimulatorImpl");
        close(ends[1]);
        Simulator::Destroy();
        const LiveTestSimulator simulator;
        Expect([&] { helper.InstallDescriptor(node, 9999); },
               "file descriptor 9999: cannot be opened: Bad file descriptor");
        Expect([&] { helper.InstallTap(node, ""); },
               "\"\" names no network interface: 1 to 15 characters, such as tap0");
        Expect([&] { helper.InstallInterface(node, "a-name-that-is-too-long"); },
               "\"a-name-that-is-too-long\" names no network interface: 1 to 15 characters, such "
               "as tap0");
        const LiveTestWire wire;
        InternetStackHelper().Install(wire.node);
        Expect([&] { LiveNetworkHelper::AssignAddress(wire.device, "192.0.2.2"); },
               "\"192.0.2.2\": an address is followed by the length of its network's prefix, 1 to "
               "32, such as 192.0.2.2/24");
        Expect([&] { LiveNetworkHelper::AssignAddress(wire.device, "192.0.2/24"); },
               "\"192.0.2\" is no address of IPv4, such as 192.0.2.2");
        Expect([&] { LiveNetworkHelper::AssignAddress(wire.device, "192.0.2.2/33"); },
               "\"192.0.2.2/33\": an address is followed by the length of its network's prefix, 1 "
               "to 32, such as 192.0.2.2/24");
        for (const std::string address : {"0.0.0.0/8",
                                          "0.1.2.3/8",
                                          "224.0.0.1/4",
                                          "255.255.255.255/32",
                                          "192.0.2.0/24",
                                          "192.0.2.255/24",
                                          "192.0.2.3/30"})
        {
            Expect([&] { LiveNetworkHelper::AssignAddress(wire.device, address); },
                   "\"" + address + "\" is no address of a host in its network");
        }
        for (const std::string address : {"192.0.2.3/31", "192.0.2.3/32", "192.0.2.2/30"})
        {
            Expect([&] { LiveNetworkHelper::AssignAddress(wire.device, address); }, "");
        }
        Expect([&] { LiveNetworkHelper::SetDefaultRoute(wire.device, "router"); },
               "\"router\" is no address of IPv4, such as 192.0.2.2");
    }

    /**
     * @param action what fails
     * @param message what is said
     */
    void Expect(const std::function<void()>& action, const std::string& message)
    {
        std::string said;
        try
        {
            action();
        }
        catch (const UserError& error)
        {
            said = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(said, message, "message");
    }
};

/**
 * @ingroup live-tests
 *
 * @brief Tests of the device of a node on a real network.
 */
class LiveNetDeviceTestSuite : public TestSuite
{
  public:
    LiveNetDeviceTestSuite()
        : TestSuite("live-net-device", Type::UNIT)
    {
        AddTestCase(new LiveFramesTestCase, Duration::QUICK);
        AddTestCase(new LiveBadFramesTestCase, Duration::QUICK);
        AddTestCase(new LiveDropsTestCase, Duration::QUICK);
        AddTestCase(new LiveTrainTestCase, Duration::QUICK);
        AddTestCase(new LiveLateFramesTestCase, Duration::QUICK);
        AddTestCase(new LiveBacklogTestCase, Duration::QUICK);
        AddTestCase(new LiveNoiseTestCase, Duration::QUICK);
        AddTestCase(new LiveHelperErrorsTestCase, Duration::QUICK);
    }
};

static LiveNetDeviceTestSuite g_liveNetDeviceTestSuite; //!< Static variable for test initialization
