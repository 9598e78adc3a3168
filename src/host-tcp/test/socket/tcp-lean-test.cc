/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/ethernet-helper.h"
#include "ns3/event-id.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/net-device-container.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-host-socket-factory.h"
#include "ns3/tcp-lean-socket.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <list>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Bytes of IP and TCP headers with time stamps, and of data in a full segment behind them.
constexpr uint32_t HEADERS = 52;
constexpr uint32_t LEAN_MSS = 1448;

/// What the application writes: a megabyte in pieces, of which few are whole segments.
using Pieces = std::vector<uint32_t>;
const Pieces MEGABYTE(100, 10'000);

/// What may keep a sender from sending.
struct Obstacles
{
    std::list<uint32_t> lost{};   //!< numbers of frames that the receiver does not get
    uint32_t sndBufSize{1 << 20}; //!< of the sender
    uint32_t rcvBufSize{1 << 20}; //!< of the receiver
    bool hasSack{true};           //!< whether acknowledgements are selective
    bool hasNagle{false};         //!< whether short segments wait
    bool hasEcn{false};           //!< whether the sender's queue marks packets
    Time pause{};                 //!< of the application before each write
    Time lastPause{};             //!< before the last one, if it is another
    Pieces pieces{MEGABYTE};      //!< bytes of each write
};

/// A packet that a host sent: when, how long, and its first bytes.
struct Sent
{
    Time time;                           //!< when
    uint32_t size;                       //!< bytes from the IP header on
    std::array<uint8_t, HEADERS> header; //!< its first bytes

    bool operator==(const Sent&) const = default;
};

/// One host sends to another over a cable of 1 Gb/s and 1 ms.
class Sender
{
  public:
    /**
     * @param factory of the sockets
     * @param obstacles what may keep the sender from sending
     */
    Sender(TypeId factory, const Obstacles& obstacles)
        : m_obstacles(obstacles)
    {
        SetDefaults();
        NodeContainer hosts(2);
        EthernetHelper cable;
        cable.SetChannelAttribute("Delay", StringValue("1ms"));
        if (obstacles.hasEcn)
        {
            cable.SetDeviceAttribute("QueueSize", StringValue("1p"));
        }
        else
        {
            cable.DisableFlowControl();
        }
        const auto adapters = cable.Install(hosts);
        for (uint32_t i = 0; i < 2; ++i)
        {
            adapters.Get(i)->TraceConnectWithoutContext("MacTx",
                                                        MakeCallback(&Sender::Record, this));
        }
        const auto errors = CreateObject<ReceiveListErrorModel>();
        errors->SetList(obstacles.lost);
        adapters.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        InternetStackHelper().Install(hosts);
        if (obstacles.hasEcn)
        {
            MarkPackets(adapters);
        }
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(adapters);
        for (uint32_t i = 0; i < 2; ++i)
        {
            TcpHostSocketFactory::Install(hosts.Get(i), TcpHostSocketFactory::Kind::LEAN);
        }
        m_listener = Socket::CreateSocket(hosts.Get(1), factory);
        m_socket = Socket::CreateSocket(hosts.Get(0), factory);
    }

    ~Sender()
    {
        Simulator::Destroy();
        Config::Reset();
    }

    Sender(const Sender&) = delete;
    Sender& operator=(const Sender&) = delete;

    /// Send everything, and close.
    void Run()
    {
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&Sender::Accept, this));
        m_listener->Listen();
        m_socket->SetSendCallback(MakeCallback(&Sender::Continue, this));
        m_socket->SetConnectCallback(MakeCallback(&Sender::Connected, this),
                                     MakeNullCallback<void, Ptr<Socket>>());
        m_socket->Connect(InetSocketAddress(Ipv4Address("10.0.0.2"), 9));
        Simulator::Run();
    }

    std::vector<Sent> sent;     //!< by both hosts
    uint32_t received{0};       //!< bytes that arrived
    bool isAcceptedLean{false}; //!< whether the server's connection is a TcpLeanSocket

  private:
    /// Set up TCP as the obstacles want it.
    void SetDefaults()
    {
        const auto set = [](const char* name, const AttributeValue& value) {
            Config::SetDefault(std::string("ns3::") + name, value);
        };
        set("TcpSocket::SegmentSize", UintegerValue(LEAN_MSS));
        set("TcpSocket::SndBufSize", UintegerValue(m_obstacles.sndBufSize));
        set("TcpSocket::RcvBufSize", UintegerValue(m_obstacles.rcvBufSize));
        set("TcpSocket::TcpNoDelay", BooleanValue(!m_obstacles.hasNagle));
        set("TcpSocketBase::Sack", BooleanValue(m_obstacles.hasSack));
        set("TcpSocketBase::UseEcn", StringValue(m_obstacles.hasEcn ? "On" : "Off"));
        set("ArpL3Protocol::RequestJitter", StringValue("ns3::ConstantRandomVariable[Constant=0]"));
    }

    /**
     * Mark packets that wait for more than 30 us, which is two frames (RFC 3168).
     *
     * @param adapters of both hosts
     */
    void MarkPackets(const NetDeviceContainer& adapters)
    {
        TrafficControlHelper queues;
        queues.SetRootQueueDisc("ns3::CoDelQueueDisc",
                                "UseEcn",
                                BooleanValue(true),
                                "CeThreshold",
                                StringValue("30us"));
        queues.Install(adapters);
    }

    /**
     * @param packet what a host sends
     */
    void Record(Ptr<const Packet> packet)
    {
        Sent one{Simulator::Now(), packet->GetSize(), {}};
        packet->CopyData(one.header.data(), one.header.size());
        sent.push_back(one);
    }

    /**
     * @param socket that has connected
     */
    void Connected(Ptr<Socket> socket)
    {
        Continue(socket, socket->GetTxAvailable());
    }

    /**
     * @param socket that has room for more
     */
    void Continue(Ptr<Socket> /* socket */, uint32_t /* room */)
    {
        if (!m_write.IsPending())
        {
            m_write = Simulator::Schedule(m_obstacles.pause, &Sender::Write, this);
        }
    }

    /// Write what the socket takes, or a piece of it and continue after a pause.
    void Write()
    {
        const auto& pieces = m_obstacles.pieces;
        while (m_written < pieces.size() && m_socket->GetTxAvailable() >= pieces[m_written])
        {
            m_socket->Send(Create<Packet>(pieces[m_written]));
            ++m_written;
            if (m_written == pieces.size())
            {
                m_socket->Close();
            }
            else if (m_obstacles.pause.IsStrictlyPositive())
            {
                const auto isLast = m_written + 1 == pieces.size();
                const auto pause =
                    isLast ? std::max(m_obstacles.pause, m_obstacles.lastPause) : m_obstacles.pause;
                m_write = Simulator::Schedule(pause, &Sender::Write, this);
                return;
            }
        }
    }

    /**
     * @param socket of the server
     * @param from the client
     */
    void Accept(Ptr<Socket> socket, const Address& /* from */)
    {
        isAcceptedLean = DynamicCast<TcpLeanSocket>(socket) != nullptr;
        socket->SetRecvCallback(MakeCallback(&Sender::Receive, this));
    }

    /**
     * @param socket that received something
     */
    void Receive(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            received += packet->GetSize();
        }
    }

    Obstacles m_obstacles;    //!< what may keep the sender from sending
    Ptr<Socket> m_listener;   //!< of the receiver
    Ptr<Socket> m_socket;     //!< of the sender
    std::size_t m_written{0}; //!< writes that are done
    EventId m_write;          //!< when it writes next
};

} // namespace

/**
 * @ingroup host-tcp-tests
 *
 * A TcpLeanSocket sends the packets that ns-3's socket sends, at the same times, whatever keeps it
 * from sending.
 */
class TcpLeanSameTestCase : public TestCase
{
  public:
    TcpLeanSameTestCase()
        : TestCase("sends what ns-3's socket sends")
    {
    }

  private:
    void DoRun() override
    {
        // 690 segments of 1448 bytes and the rest of 880 bytes.
        const auto packets = Compare("no obstacle", {});
        const auto isData = [](const Sent& one) { return one.size > HEADERS + 100; };
        NS_TEST_EXPECT_MSG_EQ(std::count_if(packets.begin(), packets.end(), isData),
                              691,
                              "each byte once");
        Compare("send buffer", {.sndBufSize = 50'000});
        // Windows that end within a segment.
        Compare("receive window", {.rcvBufSize = 20'001});
        Compare("pauses", {.pause = MicroSeconds(150)});
        Compare("Nagle", {.hasNagle = true, .pause = MicroSeconds(150)});
        Compare("loss", {.lost = {20}});
        Compare("losses", {.lost = {20, 22, 23, 200, 201, 240}, .rcvBufSize = 65'000});
        Compare("losses without SACK", {.lost = {20, 22, 200}, .hasSack = false});
        Compare("timeout", {.lost = {10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}});
        Compare("last frames", {.lost = {690, 691, 692, 693}});
        Behind();
        Marks();
    }

    /// A queue marks packets, and acknowledgements say so until the sender has reduced its window.
    void Marks()
    {
        const auto packets = Compare("marks", {.hasEcn = true});
        const auto count = [&packets](std::size_t place, uint8_t bits) {
            return std::count_if(packets.begin(), packets.end(), [&](const auto& one) {
                return (one.header[place] & bits) == bits;
            });
        };
        NS_TEST_EXPECT_MSG_GT(count(1, 0x03), 5, "CE in the IP header");
        NS_TEST_EXPECT_MSG_GT(count(33, 0x40), 5, "ECE in that of TCP");
    }

    /**
     * New data while some is missing. 13,082 bytes are lost, 1300 behind them are acknowledged
     * selectively, and 1398 of the first window of 14,480 are left: no full segment, and less than
     * what is neither acknowledged nor on its way, but more than the 200 bytes that are new.
     */
    void Behind()
    {
        Pieces pieces(9, LEAN_MSS);
        pieces.insert(pieces.end(), {50, 700, 600, 200});
        const auto packets = Compare("new data behind a gap",
                                     {.lost = {4, 5, 6, 7, 8, 9, 10, 11, 12, 13},
                                      .pause = MicroSeconds(10),
                                      .lastPause = MilliSeconds(10),
                                      .pieces = pieces});
        std::vector<std::pair<uint32_t, Time>> data;
        for (const auto& one : packets)
        {
            if (one.size > HEADERS + 32)
            {
                data.emplace_back(one.size - HEADERS, one.time);
            }
        }
        NS_TEST_ASSERT_MSG_GT(data.size(), 13, "retransmissions, too");
        NS_TEST_EXPECT_MSG_EQ(data[12].first, 200, "the last new data");
        NS_TEST_EXPECT_MSG_EQ(data[12].second - data[11].second,
                              MilliSeconds(10),
                              "when it is written");
    }

    /**
     * Compare what both sockets send.
     *
     * @param name of the obstacles
     * @param obstacles what may keep them from sending
     * @return the packets
     */
    std::vector<Sent> Compare(const std::string& name, const Obstacles& obstacles)
    {
        std::vector<Sent> expected;
        {
            Sender plain(TcpSocketFactory::GetTypeId(), obstacles);
            plain.Run();
            NS_TEST_EXPECT_MSG_EQ(plain.isAcceptedLean, false, "ns-3's socket with " << name);
            expected = std::move(plain.sent);
        }
        Sender lean(TcpHostSocketFactory::GetTypeId(), obstacles);
        lean.Run();
        NS_TEST_EXPECT_MSG_EQ(lean.isAcceptedLean, true, "our socket with " << name);
        const auto& pieces = obstacles.pieces;
        NS_TEST_EXPECT_MSG_EQ(lean.received,
                              std::accumulate(pieces.begin(), pieces.end(), 0U),
                              "all data arrives with " << name);
        NS_TEST_EXPECT_MSG_EQ(lean.sent.size(), expected.size(), "packets with " << name);
        NS_TEST_EXPECT_MSG_EQ((lean.sent == expected), true, "each as ns-3's with " << name);
        return expected;
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * TcpLeanSocket.
 */
class TcpLeanTestSuite : public TestSuite
{
  public:
    TcpLeanTestSuite()
        : TestSuite("ethernet-tcp-lean", Type::UNIT)
    {
        AddTestCase(new TcpLeanSameTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static TcpLeanTestSuite g_tcpLeanTestSuite;
