/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ethernet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ip-l4-protocol.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/node-container.h"
#include "ns3/protocol-numbers.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-lean-socket-factory.h"
#include "ns3/tcp-offload-socket-factory.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack-permitted.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Options of a segment.
using Options = std::vector<Ptr<TcpOption>>;

/// Data in a full segment of the host.
constexpr uint32_t SEGMENT = 1448;

/// Sequence numbers: the peer's is chosen, ns-3's hosts begin at 0.
constexpr uint32_t PEER_START = 1000;
constexpr uint32_t DATA_START = 1;

/// Ports of the host and of the peer.
constexpr uint16_t HOST_PORT = 9;
constexpr uint16_t PEER_PORT = 4000;

/**
 * @param mss what it says
 * @return the option
 */
Ptr<TcpOption>
MakeMss(uint16_t mss)
{
    const auto option = CreateObject<TcpOptionMSS>();
    option->SetMSS(mss);
    return option;
}

/**
 * @param begin of a block, counted from the first byte of data
 * @param end of it
 * @return an option with this block
 */
Ptr<TcpOption>
MakeSack(uint32_t begin, uint32_t end)
{
    const auto option = CreateObject<TcpOptionSack>();
    option->AddSackBlock(
        {SequenceNumber32(DATA_START + begin), SequenceNumber32(DATA_START + end)});
    return option;
}

} // namespace

/**
 * @ingroup ethernet-tests
 *
 * A host that talks to a peer whose segments are written here, byte by byte, as no TCP of ns-3
 * would write them.
 */
class TcpForeignPeerTestCase : public TestCase
{
  public:
    /**
     * @param name of the test case
     * @param factory makes the host's sockets
     */
    TcpForeignPeerTestCase(const std::string& name, TypeId factory)
        : TestCase(name + ", " + factory.GetName()),
          m_factory(factory)
    {
    }

  protected:
    /// Make the host. It listens.
    void SetUp()
    {
        NodeContainer nodes(2);
        const auto devices = EthernetHelper().Install(nodes);
        InternetStackHelper().Install(nodes);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        m_host = nodes.Get(0);
        m_host->AggregateObject(CreateObject<TcpLeanSocketFactory>());
        m_host->AggregateObject(CreateObject<TcpOffloadSocketFactory>());
        m_listener = MakeSocket();
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), HOST_PORT));
        m_listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>(
                [this](Ptr<Socket> socket, const Address&) { m_connection = socket; }));
        m_listener->Listen();
    }

    /**
     * @return a socket of the host
     */
    Ptr<Socket> MakeSocket()
    {
        const auto socket = Socket::CreateSocket(m_host, m_factory);
        socket->SetAttribute("SegmentSize", UintegerValue(SEGMENT));
        socket->TraceConnectWithoutContext(
            "Tx",
            Callback<void, Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>(
                [this](Ptr<const Packet> packet,
                       const TcpHeader& header,
                       Ptr<const TcpSocketBase>) {
                    m_ports.push_back(header.GetSourcePort());
                    if (packet->GetSize() > 0)
                    {
                        m_sizes.push_back(packet->GetSize());
                    }
                }));
        return socket;
    }

    /**
     * Let a segment of the peer arrive.
     *
     * @param flags of TCP
     * @param seq sequence number
     * @param ack what it acknowledges
     * @param options of TCP
     * @param port of the host
     */
    void Arrive(uint8_t flags,
                uint32_t seq,
                uint32_t ack,
                const Options& options = {},
                uint16_t port = HOST_PORT)
    {
        TcpHeader tcp;
        tcp.SetSourcePort(PEER_PORT);
        tcp.SetDestinationPort(port);
        tcp.SetSequenceNumber(SequenceNumber32(seq));
        tcp.SetAckNumber(SequenceNumber32(ack));
        tcp.SetFlags(flags);
        tcp.SetWindowSize(65'535);
        for (const auto& option : options)
        {
            tcp.AppendOption(option);
        }
        const auto packet = Create<Packet>();
        packet->AddHeader(tcp);
        Ipv4Header ip;
        ip.SetSource("10.0.0.9");
        ip.SetDestination("10.0.0.1");
        ip.SetPayloadSize(packet->GetSize());
        ip.SetProtocol(IpProtocol::TCP);
        const auto host = m_host->GetObject<Ipv4L3Protocol>();
        host->GetProtocol(IpProtocol::TCP)->Receive(packet, ip, host->GetInterface(1));
    }

    /**
     * Open a connection from the peer.
     *
     * @param options of its SYN
     */
    void Connect(const Options& options)
    {
        Arrive(TcpHeader::SYN, PEER_START, 0, options);
        At(1, [this] { Acknowledge(0); });
    }

    /**
     * Let an acknowledgement of the peer arrive.
     *
     * @param bytes of data that it acknowledges
     * @param options of TCP
     */
    void Acknowledge(uint32_t bytes, const Options& options = {})
    {
        Arrive(TcpHeader::ACK, PEER_START + 1, DATA_START + bytes, options);
    }

    /**
     * Let the host send.
     *
     * @param bytes how much
     */
    void Send(uint32_t bytes)
    {
        m_sizes.clear();
        m_connection->Send(Create<Packet>(bytes));
    }

    /**
     * @return bytes of the segments sent since Send was called
     */
    uint32_t GetSent() const
    {
        uint32_t sum = 0;
        for (const auto size : m_sizes)
        {
            sum += size;
        }
        return sum;
    }

    /**
     * @param milliseconds when
     * @param action what to do then; what the host sends, it sends a little later
     */
    static void At(uint32_t milliseconds, const std::function<void()>& action)
    {
        Simulator::Schedule(MilliSeconds(milliseconds), action);
    }

    /// Run the simulation, and forget it.
    void Run()
    {
        Simulator::Stop(MilliSeconds(100));
        Simulator::Run();
        m_listener = nullptr;
        m_connection = nullptr;
        m_host = nullptr;
        Simulator::Destroy();
    }

    TypeId m_factory;              //!< makes sockets
    Ptr<Node> m_host;              //!< the host
    Ptr<Socket> m_listener;        //!< its socket that listens
    Ptr<Socket> m_connection;      //!< its end of the connection
    std::vector<uint32_t> m_sizes; //!< data of the segments it sent
    std::vector<uint16_t> m_ports; //!< from which it sent
};

/**
 * @ingroup ethernet-tests
 *
 * The host sends segments that the peer takes: not longer than its MSS option says, less TCP's
 * options, and not as short as a hostile one says.
 */
class TcpPeerMssTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param factory makes the host's sockets
     * @param options of the peer's SYN
     * @param expected longest segment
     * @param isActive whether the host opens the connection
     */
    TcpPeerMssTestCase(TypeId factory, const Options& options, uint32_t expected, bool isActive)
        : TcpForeignPeerTestCase("segments of " + std::to_string(expected), factory),
          m_options(options),
          m_expected(expected),
          m_isActive(isActive)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        if (m_isActive)
        {
            m_connection = MakeSocket();
            m_connection->Bind();
            m_connection->Connect(InetSocketAddress("10.0.0.9", PEER_PORT));
            At(1, [this] {
                Arrive(TcpHeader::SYN | TcpHeader::ACK,
                       PEER_START,
                       DATA_START,
                       m_options,
                       m_ports.back());
            });
        }
        else
        {
            Connect(m_options);
        }
        At(2, [this] { Send(3 * m_expected + 10); });
        At(3, [this] {
            NS_TEST_ASSERT_MSG_EQ(m_sizes.empty(), false, "sent");
            NS_TEST_EXPECT_MSG_EQ(m_sizes.front(), m_expected, "full segment");
            NS_TEST_EXPECT_MSG_EQ(*std::max_element(m_sizes.begin(), m_sizes.end()),
                                  m_expected,
                                  "none is longer");
        });
        Run();
    }

    Options m_options;   //!< of the peer's SYN
    uint32_t m_expected; //!< longest segment
    bool m_isActive;     //!< whether the host opens the connection
};

/**
 * @ingroup ethernet-tests
 *
 * Selective acknowledgements of data that was acknowledged before, as Linux sends them when data
 * arrives twice (RFC 2883), do no harm, whether something is under way or not.
 */
class TcpPeerDuplicateSackTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param factory makes the host's sockets
     */
    explicit TcpPeerDuplicateSackTestCase(TypeId factory)
        : TcpForeignPeerTestCase("duplicate SACK", factory)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        Connect({CreateObject<TcpOptionSackPermitted>()});
        At(2, [this] { Send(4 * SEGMENT); });
        At(3, [this] {
            NS_TEST_EXPECT_MSG_EQ(GetSent(), 4 * SEGMENT, "sent at once");
            // The acknowledgement of the first segment was lost, and it arrived twice.
            Acknowledge(2 * SEGMENT, {MakeSack(0, SEGMENT)});
            Acknowledge(4 * SEGMENT);
            // Nothing is under way.
            Acknowledge(4 * SEGMENT, {MakeSack(2 * SEGMENT, 3 * SEGMENT)});
            Acknowledge(4 * SEGMENT, {MakeSack(4 * SEGMENT, 5 * SEGMENT)});
            Acknowledge(4 * SEGMENT, {CreateObject<TcpOptionSack>()});
            // Overtaken by the one before.
            Acknowledge(2 * SEGMENT, {MakeSack(3 * SEGMENT, 4 * SEGMENT)});
            Send(2 * SEGMENT);
        });
        At(4, [this] {
            NS_TEST_EXPECT_MSG_EQ(GetSent(), 2 * SEGMENT, "goes on");
            NS_TEST_EXPECT_MSG_EQ(m_connection->GetTxAvailable(),
                                  GetBuffer() - 2 * SEGMENT,
                                  "the rest is acknowledged");
        });
        Run();
    }

    /**
     * @return the send buffer, bytes
     */
    uint32_t GetBuffer() const
    {
        UintegerValue size;
        m_connection->GetAttribute("SndBufSize", size);
        return size.Get();
    }
};

/**
 * @ingroup ethernet-tests
 *
 * A gap that a peer reports is filled: blocks ahead of what is acknowledged are not taken away.
 */
class TcpPeerSackTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param factory makes the host's sockets
     */
    explicit TcpPeerSackTestCase(TypeId factory)
        : TcpForeignPeerTestCase("SACK beside a duplicate one", factory)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        Connect({CreateObject<TcpOptionSackPermitted>()});
        At(2, [this] { Send(6 * SEGMENT); });
        At(3, [this] {
            m_sizes.clear();
            // The second segment is missing; the first arrived twice.
            for (uint32_t end = 3; end <= 6; ++end)
            {
                const auto option = CreateObject<TcpOptionSack>();
                option->AddSackBlock(
                    {SequenceNumber32(DATA_START), SequenceNumber32(DATA_START + SEGMENT)});
                option->AddSackBlock({SequenceNumber32(DATA_START + 2 * SEGMENT),
                                      SequenceNumber32(DATA_START + end * SEGMENT)});
                Acknowledge(SEGMENT, {option});
            }
            NS_TEST_EXPECT_MSG_EQ(GetSent(), SEGMENT, "the missing segment once more, no other");
        });
        Run();
    }
};

/**
 * @ingroup ethernet-tests
 *
 * A peer that has sent all it had acknowledges what the host has not sent: that is ignored.
 */
class TcpPeerEarlyAckTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param factory makes the host's sockets
     */
    explicit TcpPeerEarlyAckTestCase(TypeId factory)
        : TcpForeignPeerTestCase("acknowledgement of what was not sent", factory)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        Connect({});
        At(2, [this] {
            Arrive(TcpHeader::FIN | TcpHeader::ACK, PEER_START + 1, DATA_START);
            Send(40 * SEGMENT);
        });
        At(3, [this] {
            // The first window is ten segments.
            NS_TEST_EXPECT_MSG_EQ(GetSent(), 10 * SEGMENT, "first window");
            const auto room = m_connection->GetTxAvailable();
            Arrive(TcpHeader::ACK, PEER_START + 2, DATA_START + 35 * SEGMENT);
            Arrive(TcpHeader::ACK, PEER_START + 2, DATA_START + 500 * SEGMENT);
            NS_TEST_EXPECT_MSG_EQ(m_connection->GetTxAvailable(), room, "nothing is acknowledged");
            Arrive(TcpHeader::ACK, PEER_START + 2, DATA_START + 10 * SEGMENT);
            NS_TEST_EXPECT_MSG_EQ(m_connection->GetTxAvailable(), room + 10 * SEGMENT, "now it is");
        });
        Run();
    }
};

/**
 * @ingroup ethernet-tests
 *
 * @brief Tests of TCP with peers that are not ns-3's.
 */
class TcpForeignPeerTestSuite : public TestSuite
{
  public:
    TcpForeignPeerTestSuite()
        : TestSuite("tcp-foreign-peer", Type::UNIT)
    {
        for (const auto& factory :
             {TcpLeanSocketFactory::GetTypeId(), TcpOffloadSocketFactory::GetTypeId()})
        {
            AddMssTests(factory, false);
            AddMssTests(factory, true);
            AddTestCase(new TcpPeerDuplicateSackTestCase(factory), Duration::QUICK);
            AddTestCase(new TcpPeerSackTestCase(factory), Duration::QUICK);
            AddTestCase(new TcpPeerEarlyAckTestCase(factory), Duration::QUICK);
        }
    }

  private:
    /**
     * @param factory makes the host's sockets
     * @param isActive whether the host opens the connection
     */
    void AddMssTests(TypeId factory, bool isActive)
    {
        const auto add = [&](const Options& options, uint32_t expected) {
            AddTestCase(new TcpPeerMssTestCase(factory, options, expected, isActive),
                        Duration::QUICK);
        };
        add({}, SEGMENT);
        add({MakeMss(1460)}, SEGMENT);
        add({MakeMss(536)}, 536);
        add({MakeMss(1)}, 48);
    }
};

static TcpForeignPeerTestSuite
    g_tcpForeignPeerTestSuite; //!< Static variable for test initialization
